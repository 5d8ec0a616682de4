#!/usr/bin/env python3
"""What the grouper does to the kernels of the corpus: each is compiled, its loads, stores and texture fetches are
grouped (with the checker), and the counters are added up.

    bench/group.py build/release/bin/lathe [--kernels 'cub_*'] [--ptxas] [--checks build/release/bin/kernel_checks]

--ptxas: every merged file is assembled. --checks: tests/suites/results.py runs all kernels with merged PTX on the CPU
and compares their numbers with those of independent C++. Exit status 1 when anything is wrong.
"""
import argparse
import fnmatch
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNTERS = ("instructions", "candidates", "groups", "merged", "saved", "alone", "apart", "dependence", "shape")

# Stands in for lathe in results.py: what it compiles is grouped as well.
WRAPPER = """#!/bin/sh
"%(lathe)s" "$@" || exit $?
[ "$1" = compile ] || exit 0
while [ $# -gt 1 ]; do [ "$1" = -o ] && out="$2"; shift; done
case "$out" in
  *.ptx) "%(lathe)s" group "$out" --apply --check -o "$out.merged" && mv "$out.merged" "$out" ;;
esac
"""


def run(*args):
    return subprocess.run(args, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lathe")
    parser.add_argument("--kernels", default="*")
    parser.add_argument("--mcpu", default="sm_90")
    parser.add_argument("--ptxas", action="store_true")
    parser.add_argument("--checks")
    args = parser.parse_args()
    folder = os.path.join(ROOT, "tests/kernels/ll")
    names = sorted(n for n in os.listdir(folder) if n.endswith(".ll") and fnmatch.fnmatch(n[:-3], args.kernels))
    total, wrong, files = dict.fromkeys(COUNTERS, 0), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        ptx, merged = os.path.join(scratch, "a.ptx"), os.path.join(scratch, "b.ptx")
        for name in names:
            if run(args.lathe, "compile", os.path.join(folder, name), "-mcpu=" + args.mcpu, "-o", ptx).returncode != 0:
                print("%s: not compiled for %s" % (name, args.mcpu))
                continue
            done = run(args.lathe, "group", ptx, "--apply", "--check", "--stats", "-o", merged)
            files += 1
            if done.returncode != 0:
                print("%s: %s" % (name, done.stderr[:300]))
                wrong += 1
                continue
            for line in done.stderr.splitlines():
                words = line.split()
                if len(words) == 2 and words[1] in total:
                    total[words[1]] += int(words[0])
            if args.ptxas:
                assembled = run("ptxas", "-arch=" + args.mcpu, merged, "-o", os.devnull)
                # What does not assemble as it was compiled (a newer PTX version is needed) says nothing of the merging.
                if assembled.returncode != 0 and run("ptxas", "-arch=" + args.mcpu, ptx, "-o", os.devnull).returncode == 0:
                    print("%s: ptxas: %s" % (name, assembled.stderr[:300]))
                    wrong += 1
        print("%d kernels, %d wrong" % (files, wrong))
        for name in COUNTERS:
            print("%12d  %s" % (total[name], name))
        if args.checks:
            wrapper = os.path.join(scratch, "lathe")
            with open(wrapper, "w") as file:
                file.write(WRAPPER % {"lathe": os.path.abspath(args.lathe)})
            os.chmod(wrapper, 0o755)
            wrong += subprocess.run([sys.executable, os.path.join(ROOT, "tests/suites/results.py"), "--quiet", "--lathe",
                                     wrapper, "--checks", args.checks, "--kernels", args.kernels]).returncode
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
