#!/usr/bin/env python3
"""Single-header forms: a family's headers and all that they include of Lathe, in one file that needs the standard library alone.

  single_header.py FOLDER           writes lathe_dense.hpp, lathe_outline.hpp, lathe_modulo.hpp
  single_header.py FOLDER NAME ...  these families

Each part keeps a guard of its own, so that several of these files may be included together; not together with <lathe/...>, which
would define the same once more.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
LINE = re.compile(r'^\s*#\s*include\s*[<"](lathe/[^>"]+)[>"].*$')
# What a family is, beside NAME.hpp and NAME/*.hpp.
FAMILIES = {"dense": ["lathe/support/index.hpp", "lathe/support/stats.hpp"], "outline": [], "modulo": []}


def guard(header):
    return "LATHE_SINGLE_" + re.sub(r"\W", "_", header).upper()


def text_of(header, done):
    """The header with what it includes in place. A .def has no guard: it is meant to come again."""
    again = header.endswith(".def")
    if not again:
        if header in done:
            return []
        done.add(header)
    out = [] if again else [f"#ifndef {guard(header)}", f"#define {guard(header)}"]
    out.append(f"// ---- {header}")
    for line in (INCLUDE / header).read_text().splitlines():
        found = LINE.match(line)
        if found:
            out += text_of(found[1], done)
        elif line.strip() != "#pragma once":
            out.append(line)
    return out + ([] if again else [f"#endif  // {guard(header)}"])


def single(family):
    headers = [f"lathe/{family}.hpp", *sorted(f"lathe/{family}/{p.name}" for p in (INCLUDE / "lathe" / family).glob("*.hpp")), *FAMILIES[family]]
    version = re.search(r"^project\(lathe VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)
    done, out = set(), []
    for header in headers:
        out += text_of(header, done)
    head = [f"// Lathe {version}, {family}: {len(done)} headers in one, made by cmake/single_header.py. C++20 and its standard library are all that it needs.",
            "// Not to be included together with <lathe/...>; with other files of this kind of the same version it may.",
            "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception", "#pragma once", ""]
    return "\n".join(head + out) + "\n"


def main():
    folder, families = pathlib.Path(sys.argv[1]), sys.argv[2:] or list(FAMILIES)
    folder.mkdir(parents=True, exist_ok=True)
    for family in families:
        if family not in FAMILIES:
            sys.exit(f"single_header.py: no family '{family}'; one of: {', '.join(FAMILIES)}")
        (folder / f"lathe_{family}.hpp").write_text(single(family))
    return 0


if __name__ == "__main__":
    sys.exit(main())
