#!/usr/bin/env python3
"""Writes one source that compiles several test sources at once, so that what they include is compiled once.

  batch.py ROOT OUT.cpp SOURCE...

Sources are written relative to ROOT, which must be on the include path: the same text in every checkout.
Each source stands in a namespace of its own, so that their local names cannot meet. Therefore every header is included
before the first of them, outside of all namespaces (include guards make the sources' own includes empty). Not for
sources that open a named namespace of the program, or that include under a condition: those are compiled alone.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r"#\s*include\s*[<\"]([^>\"]+)")
CONDITION = re.compile(r"#\s*(if|ifdef|ifndef)\b")
END = re.compile(r"#\s*endif\b")


def includes(root, path):
    """The include lines of a source, in order, local ones relative to the root. Fails on one that a condition guards."""
    depth, found = 0, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        depth += bool(CONDITION.match(line)) - bool(END.match(line))
        if include := INCLUDE.match(line):
            if depth:
                sys.exit(f"{path}:{number}: an include under a condition: compile this source alone (LATHE_ALONE)")
            beside = path.parent / include[1]
            found.append(f'#include "{beside.relative_to(root)}"' if '"' in line and beside.exists() else line)
    return found


def main():
    root, out, *sources = (pathlib.Path(name) for name in sys.argv[1:])
    lines = list(dict.fromkeys(line for source in sources for line in includes(root, source)))
    for source in sources:
        name = re.sub(r"\W", "_", source.stem)
        lines += [f"namespace batch_{name} {{", f'#include "{source.relative_to(root)}"', "}"]
    text = "\n".join(lines) + "\n"
    if not out.exists() or out.read_text() != text:
        out.write_text(text)


if __name__ == "__main__":
    main()
