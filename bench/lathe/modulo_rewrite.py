#!/usr/bin/env python3
"""What software pipelining does to the kernels of the corpus: each is compiled, its counted loops of one block are
pipelined (with the checkers), and what became of the loops is counted.

    bench/lathe/modulo_rewrite.py build/release/bin/lathe [--kernels 'cub_*'] [--method mve] [--ptxas]
                            [--checks build/release/bin/kernel_checks]

The reference's limits of II and stages are lifted. --ptxas: every pipelined file is assembled. --checks:
tests/suites/results.py runs all kernels with pipelined PTX on the CPU and compares their numbers with those of
independent C++. Exit status 1 when anything is wrong.
"""
import argparse
import collections
import re
import shlex
import sys
import tempfile

import kernel_runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lathe")
    parser.add_argument("--kernels", default="*")
    parser.add_argument("--mcpu", default="sm_90")
    parser.add_argument("--method", default="auto", choices=("auto", "mve", "peel"))
    parser.add_argument("--respect-limits", default="true", choices=("true", "false"))
    parser.add_argument("--ptxas", action="store_true")
    parser.add_argument("--checks")
    args = parser.parse_args()
    knobs = ["--lift", "--check", "--expand=" + args.method, "--respect-limits", args.respect_limits]
    became, wrong, files, assembled = collections.Counter(), 0, 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, ptx in kernel_runs.compiled(args.lathe, kernel_runs.sources(args.kernels), scratch, ["-mcpu=" + args.mcpu]):
            pipelined = ptx.with_suffix(".pipelined.ptx")
            done = kernel_runs.run(args.lathe, "modulo", ptx, *knobs, "--rewrite", pipelined)
            files += 1
            if done.returncode != 0:
                print("%s: %s" % (name, done.stderr[:300]))
                wrong += 1
                continue
            for line in done.stdout.splitlines():
                why = line.partition(": not pipelined: ")[2]
                became[re.sub(r"^\d+ registers.*", "more registers than a class has", why) or "pipelined"] += 1
            if args.ptxas and ": pipelined, " in done.stdout:
                why = kernel_runs.refusal(pipelined, ptx, args.mcpu)
                assembled += not why
                if why:
                    print("%s: ptxas: %s" % (name, why[:300]))
                    wrong += 1
        print("%d kernels, %d wrong" % (files, wrong) + (", %d assembled" % assembled if args.ptxas else ""))
        for what, count in became.most_common():
            print("%12d  %s" % (count, what))
        if args.checks:
            rewrite = '"$lathe" modulo "$out" %s --rewrite "$out.new" -o /dev/null' % shlex.join(knobs)
            wrong += kernel_runs.results(args.lathe, args.checks, rewrite, scratch, ["--quiet", "--kernels", args.kernels])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
