#!/usr/bin/env python3
"""The pressure tracker on the machine functions of C and C++ programs (sources of Debian packages, fetched by apt-get), in front of
LLVM's scheduler: one update beside LLVM's RegPressureTracker over the edited block, and beside our analysis of the function.

  llvm_pressure.py --program BUILD/bin/pressure_llvm [--runs 3] [--count 40] [--instructions] [--work DIR]

Functions of clang-22 -O2 for x86-64. In LLVM's favour its live intervals need no update and what is live out of a block is there
already. By the size of the block (from 1, 10, 30, 100, 300 instructions), and over all edits, of which every instruction has at
most one. --instructions: what callgrind counts in place of time. Exit 1 when LLVM finds other peaks than ours; 77 when a tool is missing.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import llvm_flow
import llvm_passes
from llvm_flow import CPU, TRIPLE

WHAT = ("ours", "block", "scan")  # that callgrind counts


def row(name, updates, size, spent, unit):
    ours, block, scan, *whole = (s / updates for s in spent)
    print(f"{name:12} {updates:8} updates, {size / updates:6.1f} instructions a block: {ours:7.0f} {unit} an update; LLVM over the block {block:8.0f}, "
          f"{block / ours:5.1f} times; our scan of it {scan / ours:5.1f}" + (f"; our analysis of the function {whole[0] / ours:7.1f}" if whole else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--count", type=int, default=40, help="sources of each language")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    for tool in ("clang-22", "apt-get", *(["valgrind"] if args.instructions else [])):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        work = args.work or pathlib.Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        for kind in ("C", "C++"):
            irs = llvm_flow.compiled(work, kind, args.count)
            dumps = work / f"{kind}.dumps"
            counting = ["valgrind", "--tool=callgrind", "--combine-dumps=yes", f"--callgrind-out-file={dumps}"] if args.instructions else []
            done = subprocess.run([*counting, args.program, str(args.runs), TRIPLE, CPU, *map(str, irs)], capture_output=True, text=True, check=False)
            bad |= done.returncode != 0
            if done.returncode != 0:
                print(kind, "LLVM finds other peaks, or:", done.stderr[:500])
            counts = llvm_passes.dumped(dumps) if args.instructions else {}
            unit, sums = "instructions" if counts else "ns", []
            print(kind, len(irs), "sources")
            for line in done.stdout.splitlines():
                first, updates, size, *spent = map(int, line.split())
                if counts:
                    spent = [counts[f"{what} {first}"] * (1 if what == "ours" else 2) for what in WHAT]  # one look at a block for two updates
                if updates:
                    row(f"{kind} from {first}", updates, size, spent, unit)
                    sums.append((updates, size, *spent))
            if sums:
                updates, size, *spent = map(sum, zip(*sums))
                row(f"{kind} all", updates, size, spent, unit)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
