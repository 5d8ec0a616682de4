#!/usr/bin/env python3
"""Every header under include/lathe compiles alone, without a warning, on each of g++-12 and clang++-22 that is here.

  alone.py ROOT [--jobs N]      exit 1 when a header fails; a missing compiler is said, not failed
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-x", "c++", "-"]


def compile_alone(compiler, root, header):
    name = header.relative_to(root / "include").as_posix()
    run = subprocess.run([compiler, "-I", str(root / "include"), *FLAGS], capture_output=True, text=True,
                         input=f"#include <{name}>\n#include <{name}>\n")
    return compiler, name, run.returncode, run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    compilers = [c for c in ("g++-12", "clang++-22") if shutil.which(c)] or [c for c in ("g++", "clang++") if shutil.which(c)]
    for missing in {"g++-12", "clang++-22"} - set(compilers):
        print(f"{missing} is not here: not tried")
    headers = sorted((args.root / "include" / "lathe").rglob("*.hpp"))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = [pool.submit(compile_alone, c, args.root, h) for c in compilers for h in headers]
        for run in runs:
            compiler, name, code, text = run.result()
            if code != 0:
                failed += 1
                print(f"{compiler} <{name}>:\n{text}")
    print(f"{len(headers)} headers on {len(compilers)} compilers: {failed} failed")
    return 1 if failed or not headers or not compilers else 0


if __name__ == "__main__":
    sys.exit(main())
