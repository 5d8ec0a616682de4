#!/usr/bin/env python3
"""LLVM's own NVPTX code generation tests (Debian's source package of LLVM 19, fetched at test time) against lathe.

  nvptx.py --lathe PATH [--suite DIR] [--jobs N] [--failures] [--json OUT]

Prints, over the nvptx64 runs that llc-22 compiles and ptxas accepts, how many lathe compiles and ptxas accepts.
"""
import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "nvptx"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", required=True)
    parser.add_argument("--suite", default=os.environ.get("NVPTX_SUITE", "build/nvptx-suite"))
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("--failures", action="store_true", help="list each failing run")
    parser.add_argument("--json", help="write every result here")
    args = parser.parse_args()
    if not pathlib.Path(args.suite).is_dir():
        print(f"fetching the tests into {args.suite}", file=sys.stderr)
        if subprocess.run([HERE / "get_nvptx_suite.sh", args.suite]).returncode != 0:
            print("nvptx.py: the tests could not be fetched (needs apt and its source lists)", file=sys.stderr)
            return 1
    command = [sys.executable, HERE / "nvptx_suite.py", "--compiler", f"{os.path.abspath(args.lathe)} compile",
               "--suite", args.suite, "--jobs", args.jobs]
    command += ["--failures"] if args.failures else []
    command += ["--json", args.json] if args.json else []
    return subprocess.run([str(c) for c in command]).returncode


if __name__ == "__main__":
    sys.exit(main())
