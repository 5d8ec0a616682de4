#!/usr/bin/env python3
"""What the grouper does to the kernels of the corpus: each is compiled, its loads, stores and texture fetches are
grouped (with the checker), and the counters are added up.

    bench/lathe/group.py build/release/bin/lathe [--kernels 'cub_*'] [--ptxas] [--checks build/release/bin/kernel_checks]

--ptxas: every merged file is assembled. --checks: tests/suites/results.py runs all kernels with merged PTX on the CPU
and compares their numbers with those of independent C++. Exit status 1 when anything is wrong.
"""
import argparse
import sys
import tempfile

import kernel_runs

COUNTERS = ("instructions", "candidates", "groups", "merged", "saved", "alone", "apart", "dependence", "shape")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lathe")
    parser.add_argument("--kernels", default="*")
    parser.add_argument("--mcpu", default="sm_90")
    parser.add_argument("--ptxas", action="store_true")
    parser.add_argument("--checks")
    args = parser.parse_args()
    total, wrong, files = dict.fromkeys(COUNTERS, 0), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, ptx in kernel_runs.compiled(args.lathe, kernel_runs.sources(args.kernels), scratch, ["-mcpu=" + args.mcpu]):
            merged = ptx.with_suffix(".merged.ptx")
            done = kernel_runs.run(args.lathe, "group", ptx, "--apply", "--check", "--stats", "-o", merged)
            files += 1
            if done.returncode != 0:
                print("%s: %s" % (name, done.stderr[:300]))
                wrong += 1
                continue
            for line in done.stderr.splitlines():
                words = line.split()
                if len(words) == 2 and words[1] in total:
                    total[words[1]] += int(words[0])
            if args.ptxas and (why := kernel_runs.refusal(merged, ptx, args.mcpu)):
                print("%s: ptxas: %s" % (name, why[:300]))
                wrong += 1
        print("%d kernels, %d wrong" % (files, wrong))
        for name in COUNTERS:
            print("%12d  %s" % (total[name], name))
        if args.checks:
            wrong += kernel_runs.results(args.lathe, args.checks, '"$lathe" group "$out" --apply --check -o "$out.new"',
                                         scratch, ["--quiet", "--kernels", args.kernels])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
