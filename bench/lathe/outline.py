#!/usr/bin/env python3
"""Bytes that the outliner saves in the kernels of tests/kernels/ll against LLVM's greedy rule on the same costs.

  outline.py --lathe BIN/lathe --saved BIN/bench_outline_saved [--work DIR]

Compiles each kernel to PTX, turns it into a problem (kernels under launch bounds included), and gives all of them to
bench_outline_saved, which adds 40 generated programs. Also plans each with `lathe outline --check`. Exit 1 when a kernel
is not compiled, a plan has a fault or saves less than LLVM's rule.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

TARGET = ["-mcpu=sm_90a", "-mattr=+ptx88"]  # what the newest of the kernels needs

def plain(text):
    """The problem as LLVM's rule knows such: one image, sizes that do not depend on neighbours."""
    text = re.sub(r"^images .*\n", "", text, flags=re.M)
    text = re.sub(r"^(function \S+.*?) images [\d ]+$", r"\1", text, flags=re.M)
    return re.sub(r"^([ix] \S+ \d+)-\d+", r"\1", text, flags=re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", type=pathlib.Path, required=True)
    parser.add_argument("--saved", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    work = args.work or pathlib.Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    kernels = sorted((pathlib.Path(__file__).resolve().parents[2] / "tests/kernels/ll").glob("*.ll"))
    problems, faulty, left_out = [], [], []
    for kernel in kernels:
        ptx, problem = work / (kernel.stem + ".ptx"), work / (kernel.stem + ".txt")
        if subprocess.run([args.lathe, "compile", *TARGET, kernel, "-o", ptx], capture_output=True).returncode != 0:
            left_out.append(kernel.stem)
            continue
        outline = [args.lathe, "outline", ptx, "--outline-bounded"]
        if subprocess.run([*outline, "--check", "--machine-outliner-reruns=2"], capture_output=True).returncode != 0:
            faulty.append(kernel.stem)
        text = subprocess.run([*outline, "--print-problem"], check=True, capture_output=True, text=True).stdout
        problem.write_text(plain(text))
        problems.append(problem)
    sys.stdout.flush()
    worse = subprocess.run([args.saved, *problems]).returncode
    print(f"{len(problems)} kernels planned and checked, faults in {len(faulty)}: {faulty}; "
          f"not compiled: {len(left_out)} {left_out}")
    return 1 if worse or faulty or left_out else 0


if __name__ == "__main__":
    sys.exit(main())
