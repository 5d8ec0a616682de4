#!/usr/bin/env python3
"""Writes one source that compiles several sources at once, so that what they include is compiled once.

  batch.py [--rooms] ROOT OUT.cpp SOURCE...
  batch.py --list FILE ROOT                    lines "[--rooms] OUT.cpp SOURCE..." with tabs between; those that are newer than what they are made of stay

Sources are written relative to ROOT, which must be on the include path: the same text in every checkout.
Each source's local names are kept from the others. A test stands in a namespace of its own. Of a room (--rooms), whose
sources open the program's namespaces, the batch has the text, with #line so that messages point where they belong: a
name in an unnamed namespace that another source has too gets the file's name behind it. Every header is included before the
first, outside of all; include guards make the sources' own includes empty. Not for sources that include under a
condition, or define a macro before they include, or tests that open a named namespace: those are compiled alone.
An error that speaks of NAME_of_FILE: a member of a class in FILE, or a function that others may call, has the name of a
local function; give one of them another name.
"""
import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r"#\s*include\s*[<\"]([^>\"]+)")
CONDITION = re.compile(r"#\s*(if|ifdef|ifndef)\b")
END = re.compile(r"#\s*endif\b")
DEFINE = re.compile(r"#\s*define\s+(\w+)")
FREE_NAME = re.compile(r"(?<!::)(?<![.\w])(?<!->)\b([A-Za-z_]\w*)")  # not a member of something
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"""
                   r"|^[ \t]*#(?:[^\n\\]|\\.)*", re.S | re.M)  # comments, strings, characters, directives
NOT_NAMES = {"alignas", "decltype", "noexcept", "requires", "static_assert", "sizeof", "operator", "template"}


def includes(root, path):
    """The include lines of a source, in order, local ones relative to the root. Tables of macros (.def) are included
    where the source does. Fails on one that a condition guards, or a macro may change."""
    depth, found, defined = 0, [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        depth += bool(CONDITION.match(line)) - bool(END.match(line))
        defined |= bool(DEFINE.match(line))
        if (include := INCLUDE.match(line)) and not include[1].endswith(".def"):
            if depth or defined:
                sys.exit(f"{path}:{number}: an include behind a condition or a macro: compile it alone (LATHE_ALONE)")
            beside = path.parent / include[1]
            found.append(f'#include "{beside.relative_to(root)}"' if '"' in line and beside.exists() else line)
    return found


def declared(statement):
    """The names that a statement at the level of a namespace declares, without its body."""
    text = re.sub(r"\[\[.*?\]\]", " ", statement).strip()
    text = re.sub(r"^template\s*<.*?>\s*(?=\w)", "", text, flags=re.S)
    if kind := re.match(r"(?:struct|class|union|enum(?:\s+(?:class|struct))?|concept)\s+(\w+)(?!\s*::)", text):
        return {kind[1]}
    if text.startswith("using"):
        return set(re.findall(r"^using\s+(\w+)\s*=", text))
    if not text[:1].isidentifier():  # behind a braced initializer: its end, or more declarators
        return set(re.findall(r",\s*(\w+)\s*(?:\[\w*\]\s*)?=(?!=)", text))
    names = set()
    for call in re.finditer(r"(::\s*)?\b([A-Za-z_]\w*)\s*\(", text.split("=")[0]):
        if call[2] not in NOT_NAMES:
            return names if call[1] else {call[2]}
    head, *others = re.split(r",\s*(?=\w+\s*(?:\[\w*\]\s*)?=(?!=))", text)
    for piece in [head, *others]:  # int a = 1, b[] = {2}
        names.update(re.findall(r"(?<![:.>\w])(\w+)\s*(?:\[[^\]]*\]\s*)*$", piece.split("=")[0].strip()))
    return names


def local_names(text):
    """What the unnamed namespaces of a source declare."""
    text = TOKEN.sub(" ", text)
    names, stack, start = set(), [], 0  # of each open brace: is it an unnamed namespace
    for mark in re.finditer(r"[{};]", text):
        piece = text[start:mark.start()]
        if mark[0] == "{":
            if stack and stack[-1] and not re.search(r"\bnamespace\b", piece):
                names |= declared(piece)
            stack.append(bool(re.search(r"\bnamespace\s*$", piece)))
        elif mark[0] == ";":
            if stack and stack[-1]:
                names |= declared(piece)
        elif stack:
            stack.pop()
        start = mark.end()
    return names


def room_lines(root, sources):
    """Each source's text, its local names told from those that the others name."""
    texts = {source: source.read_text() for source in sources}
    words = {source: {m[1] for m in FREE_NAME.finditer(TOKEN.sub(" ", text))} for source, text in texts.items()}
    # To the compiler the names of #line are headers, whose classes should not have members of an unnamed namespace's types.
    lines = ['#pragma GCC diagnostic ignored "-Wsubobject-linkage"']
    for source, text in texts.items():
        shared = local_names(text) & set().union(*(words[other] for other in sources if other != source))
        pieces, end = [], 0
        for token in TOKEN.finditer(text):  # not within strings and comments
            pieces += [renamed(text[end:token.start()], shared, source.stem), token[0]]
            end = token.end()
        pieces.append(renamed(text[end:], shared, source.stem))
        lines += [f'#line 1 "{source.relative_to(root)}"', "".join(pieces)]
        lines += [f"#undef {name}" for name in sorted(set(re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M)))]
    return lines


def renamed(text, names, stem):
    return FREE_NAME.sub(lambda m: f"{m[1]}_of_{stem}" if m[1] in names else m[0], text) if names else text


def write(root, out, sources, rooms):
    lines = list(dict.fromkeys(line for source in sources for line in includes(root, source)))
    if rooms:
        lines += room_lines(root, sources)
    else:
        for source in sources:
            name = re.sub(r"\W", "_", source.stem)
            lines += [f"namespace batch_{name} {{", f'#include "{source.relative_to(root)}"', "}"]
    text = "\n".join(lines) + "\n"
    if not out.exists() or out.read_text() != text:
        out.write_text(text)


def made(path):
    return path.stat().st_mtime_ns if path.exists() else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rooms", action="store_true")
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="*", metavar="OUT.cpp SOURCE...")
    args = parser.parse_args()
    if not args.list:
        return write(args.root, args.files[0], args.files[1:], args.rooms)
    for line in args.list.read_text().splitlines():
        flag, out, *sources = line.split("\t")
        out, sources, rooms = pathlib.Path(out), [pathlib.Path(word) for word in sources], flag == "--rooms"
        if made(out) <= max(made(path) for path in (args.list, pathlib.Path(__file__), *sources)):
            write(args.root, out, sources, rooms)


if __name__ == "__main__":
    main()
