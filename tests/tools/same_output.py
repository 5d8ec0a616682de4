#!/usr/bin/env python3
"""Do two builds of `lathe compile` write the same bytes and messages? For changes that are meant to change nothing.

  same_output.py BEFORE AFTER [--stages build,legalize,...] [--with=OPTIONS] [FILES]

Compiles each file (tests/kernels/ll without FILES) at three levels and targets, whole or up to each stage. Exit 1 where
one differs.
"""
import argparse
import pathlib
import subprocess
import sys

LL = pathlib.Path(__file__).resolve().parents[1] / "kernels" / "ll"
SETTINGS = (("-O0", "sm_75"), ("-O3", "sm_90a"), ("-O3", "sm_100"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--stages", default="")
    parser.add_argument("--with", dest="more", default="", help="options for both, of passes that are off")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_intermixed_args()
    runs, different = 0, []
    for file in args.files or sorted(LL.glob("*.ll")):
        for level, cpu in SETTINGS:
            for stage in args.stages.split(","):
                options = [str(file), "-o", "-", level, "-mcpu=" + cpu, "-mattr=+ptx88", "--threads=1", *args.more.split()]
                options += ["--stop-after=" + stage] if stage else []
                said = [subprocess.run([program, "compile", *options], capture_output=True) for program in (args.before, args.after)]
                runs += 1
                if len({(x.returncode, x.stdout, x.stderr) for x in said}) > 1:
                    different.append(" ".join(options))
    print("\n".join(different))
    print(f"{runs} runs, {len(different)} differ")
    return 1 if different or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
