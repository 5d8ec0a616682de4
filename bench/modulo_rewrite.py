#!/usr/bin/env python3
"""What software pipelining does to the kernels of the corpus: each is compiled, its counted loops of one block are
pipelined (with the checkers), and what became of the loops is counted.

    bench/modulo_rewrite.py build/release/bin/lathe [--kernels 'cub_*'] [--method mve] [--ptxas]
                            [--checks build/release/bin/kernel_checks]

The reference's limits of II and stages are lifted. --ptxas: every pipelined file is assembled. --checks:
tests/suites/results.py runs all kernels with pipelined PTX on the CPU and compares their numbers with those of
independent C++. Exit status 1 when anything is wrong.
"""
import argparse
import collections
import fnmatch
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Stands in for lathe in results.py: what it compiles is pipelined as well.
WRAPPER = """#!/bin/sh
"%(lathe)s" "$@" || exit $?
[ "$1" = compile ] || exit 0
while [ $# -gt 1 ]; do [ "$1" = -o ] && out="$2"; shift; done
case "$out" in
  *.ptx) "%(lathe)s" modulo "$out" %(knobs)s --rewrite "$out.pipelined" -o /dev/null && mv "$out.pipelined" "$out" ;;
esac
"""


def run(*args):
    return subprocess.run(args, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lathe")
    parser.add_argument("--kernels", default="*")
    parser.add_argument("--mcpu", default="sm_90")
    parser.add_argument("--method", default="auto", choices=("auto", "mve", "peel"))
    parser.add_argument("--respect-limits", default="true", choices=("true", "false"))
    parser.add_argument("--ptxas", action="store_true")
    parser.add_argument("--checks")
    args = parser.parse_args()
    folder = os.path.join(ROOT, "tests/kernels/ll")
    names = sorted(n for n in os.listdir(folder) if n.endswith(".ll") and fnmatch.fnmatch(n[:-3], args.kernels))
    knobs = ["--lift", "--check", "--expand=" + args.method, "--respect-limits", args.respect_limits]
    became, wrong, files, assembled = collections.Counter(), 0, 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        ptx, pipelined = os.path.join(scratch, "a.ptx"), os.path.join(scratch, "b.ptx")
        for name in names:
            if run(args.lathe, "compile", os.path.join(folder, name), "-mcpu=" + args.mcpu, "-o", ptx).returncode != 0:
                print("%s: not compiled for %s" % (name, args.mcpu))
                continue
            done = run(args.lathe, "modulo", ptx, *knobs, "--rewrite", pipelined)
            files += 1
            if done.returncode != 0:
                print("%s: %s" % (name, done.stderr[:300]))
                wrong += 1
                continue
            for line in done.stdout.splitlines():
                why = line.partition(": not pipelined: ")[2]
                became[re.sub(r"^\d+ registers.*", "more registers than a class has", why) or "pipelined"] += 1
            if args.ptxas and ": pipelined, " in done.stdout:
                result = run("ptxas", "-arch=" + args.mcpu, pipelined, "-o", os.devnull)
                assembled += result.returncode == 0
                # What does not assemble as it was compiled (a newer PTX version is needed) says nothing of the loops.
                if result.returncode != 0 and run("ptxas", "-arch=" + args.mcpu, ptx, "-o", os.devnull).returncode == 0:
                    print("%s: ptxas: %s" % (name, result.stderr[:300]))
                    wrong += 1
        print("%d kernels, %d wrong" % (files, wrong) + (", %d assembled" % assembled if args.ptxas else ""))
        for what, count in became.most_common():
            print("%12d  %s" % (count, what))
        if args.checks:
            wrapper = os.path.join(scratch, "lathe")
            with open(wrapper, "w") as file:
                file.write(WRAPPER % {"lathe": os.path.abspath(args.lathe), "knobs": shlex.join(knobs)})
            os.chmod(wrapper, 0o755)
            wrong += subprocess.run([sys.executable, os.path.join(ROOT, "tests/suites/results.py"), "--quiet", "--lathe",
                                     wrapper, "--checks", args.checks, "--kernels", args.kernels]).returncode
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
