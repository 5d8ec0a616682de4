#!/usr/bin/env python3
"""The pressure tracker on the machine functions of C and C++ programs (sources of Debian packages, fetched by apt-get), in front of
LLVM's scheduler: one update beside LLVM's RegPressureTracker over the edited block, and beside our analysis of the function.

  llvm_pressure.py --program BUILD/bin/pressure_llvm [--runs 3] [--count 40] [--instructions] [--work DIR]

Functions of clang-22 -O2 for x86-64. In LLVM's favour its live intervals need no update and what is live out of a block is there
already. By the size of the block (from 1, 10, 30, 100, 300 instructions), and over all edits, of which every instruction has at
most one. --instructions: what callgrind counts in place of time. Exit 1 when LLVM finds other peaks than ours; 77 when a tool is missing.
"""
import sys

import llvm_flow

WHAT = ("ours", "block", "scan")  # that callgrind counts


def row(name, updates, size, spent, unit):
    ours, block, scan, *whole = (s / updates for s in spent)
    print(f"{name:12} {updates:8} updates, {size / updates:6.1f} instructions a block: {ours:7.0f} {unit} an update; LLVM over the block {block:8.0f}, "
          f"{block / ours:5.1f} times; our scan of it {scan / ours:5.1f}" + (f"; our analysis of the function {whole[0] / ours:7.1f}" if whole else ""))


def main():
    args = llvm_flow.arguments(__doc__, 3)
    if args is None:
        return 77
    bad = False
    for kind, taken, good, lines, _, counts in llvm_flow.each_language(args, [], "LLVM finds other peaks"):
        bad |= not good
        unit, sums = "instructions" if counts else "ns", []
        print(kind, taken, "sources")
        for line in lines:
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
