#!/usr/bin/env python3
"""Every header under include/lathe compiles alone and without a warning.

  alone.py ROOT [--jobs N] [--each]     exit 1 when a header fails; a missing compiler is said, not failed

Alone on clang++-22; g++-12, which has the same standard library and takes twice as long, gets all in one file (--each:
alone, too). Both then get the adapters that need no LLVM, for what only templates that are used warn of; the examples
are built with the same warnings (cmake/examples.cmake).
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wsign-conversion",
         "-Werror", "-x", "c++", "-"]
ADAPTERS = ("adapters/archetype", "adapters/toy")


def compile_together(compiler, root, names):
    """Compiles a file that includes these, each a second time at once."""
    run = subprocess.run([compiler, "-I", str(root / "include"), "-I", str(root), *FLAGS], capture_output=True, text=True,
                         input="".join(f"#include <{name}>\n#include <{name}>\n" for name in names))
    return compiler, names, run.returncode, run.stderr


def groups_of(compiler, headers, adapters, each):
    """What is compiled in one file each, the longest first."""
    if each or not compiler.startswith("g++"):
        return [adapters, *([header] for header in headers)]
    return [headers, adapters]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--each", action="store_true", help="each header alone on all compilers")
    args = parser.parse_args()
    compilers = [c for c in ("g++-12", "clang++-22") if shutil.which(c)] or [c for c in ("g++", "clang++") if shutil.which(c)]
    for missing in {"g++-12", "clang++-22"} - set(compilers):
        print(f"{missing} is not here: not tried")
    include = args.root / "include"
    headers = sorted(header.relative_to(include).as_posix() for header in (include / "lathe").rglob("*.hpp"))
    adapters = sorted(header.relative_to(args.root).as_posix() for room in ADAPTERS for header in (args.root / room).rglob("*.hpp"))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        alone = args.each or len(compilers) == 1
        runs = [pool.submit(compile_together, c, args.root, g) for c in compilers
                for g in groups_of(c, headers, adapters, alone)]
        for run in runs:
            compiler, names, code, text = run.result()
            if code != 0:
                failed += 1
                print(f"{compiler} {' '.join(f'<{name}>' for name in names)}:\n{text}")
    print(f"{len(headers)} headers and {len(adapters)} of adapters on {len(compilers)} compilers: {failed} failed")
    return 1 if failed or not headers or not compilers else 0


if __name__ == "__main__":
    sys.exit(main())
