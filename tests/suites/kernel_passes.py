#!/usr/bin/env python3
"""Every optional pass of `lathe compile` on every kernel, one by one and all together, with its checker, and the PTX executed: the
numbers are those that independent C++ computes (kernel_checks). A PTX that equals one which ran already is not run again.

  kernel_passes.py                        all kernels, all passes that the program has
  kernel_passes.py --kernels 'fft,spmv' --passes machine-cse,schedule
  kernel_passes.py --target 90            default: each kernel's lowest

Prints for each pass: kernels compiled, those whose PTX it changed, runs, wrong ones, seconds.
Exit status: 0 all right, 1 something is wrong, 2 nothing to run.
"""
import argparse
import os
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402
import results  # noqa: E402

# What a pass needs to have something to do, besides its name.
KNOBS = {"pipeline-loops": "--pipeliner-gate=false", "group-accesses": "--group-gate=false", "group-textures": "--group-gate=false",
         "register-target": "--maxreg=24", "machine-combiner": "--machine-combiner-fuse", "strength-reduction": "--strength-reduction-chain=20",
         "nvptx-peephole": "--nvptx-peephole-forms", "param-opt": "--hoist-load-param --sink-ld-param",
         "nvptx-remat-block": "--nv-remat-default-max-reg=24 --nv-remat-check-internal-live", "machine-outliner": "--enable-machine-outliner=always"}
TELL = {"machine-rpa", "extra-machineinstr-printer"}  # change nothing
TOGETHER = "all together"


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--checks", help="kernel_checks (default: beside lathe)")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--passes", default="", help="names, separated by commas (default: all, and '%s')" % TOGETHER)
    parser.add_argument("--target", default="lowest", help="lowest, or one such as 90")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, default=60, help="seconds for one run (default: %(default)s)")
    return parser.parse_args(argv)


def names_of(lathe):
    """The optional passes, as the program tells them to who asks for one that there is not."""
    told = common.run([lathe, "compile", os.path.join(common.ROOT, "examples", "saxpy.ll"), "--enable=no-such-pass", "-o", "-"]).err
    found = re.search(r"no such optional pass; known: (.*)", told)
    return found.group(1).split(", ") if found else []


def options_of(name, names):
    """Options that run a pass, or all that change code."""
    if name != TOGETHER:
        return ["--enable=" + name] + KNOBS.get(name, "").split()
    chosen = [n for n in names if n not in TELL]
    return ["--enable=" + ",".join(chosen)] + sorted({option for n in chosen for option in KNOBS.get(n, "").split()})


class Judge:
    def __init__(self, args, kernels):
        self.args = args
        self.checker = results.Checker(args.checks or results.default_checks(args.lathe), limit=args.limit)
        if not self.checker.available():
            common.fail("%s is not there; build it" % self.checker.path)
        self.pairs = [(k, t) for k in kernels if self.checker.check_of(k) for t in results.targets_of(k, [args.target])]
        self.right = {}  # (kernel, PTX) -> did it run right?
        self.plain = {}

    def texts(self, made):
        return "\n".join(made.ptx) if isinstance(made.ptx, list) else made.ptx

    def one(self, name, extra):
        """A pass on all kernels; whether all is right."""
        start = time.monotonic()
        compiler = compilers.Lathe(os.path.abspath(self.args.lathe), extra + ["--verify-each"] * bool(extra))
        made = common.parallel(self.args.jobs, lambda p: compiler.compile(*p), self.pairs)
        wrong, jobs, keys, changed = [], [], [], 0
        for (kernel, target), outcome in zip(self.pairs, made):
            if outcome.error:
                wrong.append("%s: not compiled: %s" % (kernel.name, outcome.error))
                continue
            key = (kernel.name, self.texts(outcome))
            changed += self.plain.setdefault(kernel.name, key[1]) != key[1]
            if key not in self.right:
                keys.append(key)
                jobs.append(("%s.%d" % (kernel.name, len(jobs)), self.checker.check_of(kernel), outcome.ptx))
        for key, cell in zip(keys, self.checker.run(jobs, self.args.jobs)):
            self.right[key] = cell.state == "pass"
            if cell.state != "pass":
                wrong.append("%s: %s" % (key[0], cell.error or cell.state))
        print("%-28s %8d %8d %8d %6d %8.1f" % (name, len(self.pairs), changed, len(jobs), len(wrong), time.monotonic() - start), flush=True)
        for text in wrong:
            print("  " + text, flush=True)
        return not wrong


def main(argv=None):
    args = parse(argv)
    known = names_of(args.lathe)
    names = [n for n in args.passes.split(",") if n] or known + [TOGETHER]
    for name in names:
        if name not in known + [TOGETHER]:
            common.fail("no optional pass '%s'; known: %s" % (name, ", ".join(known)))
    kernels = common.load_kernels(args.kernels)
    if not common.libdevice():
        kernels = [k for k in kernels if k.libdevice != "calls"]
    if not kernels or not known:
        common.fail("no such kernel")
    judge = Judge(args, kernels)
    print("%-28s %8s %8s %8s %6s %8s" % ("pass", "kernels", "changed", "runs", "wrong", "seconds"), flush=True)
    fine = judge.one("none", [])
    for name in names:
        fine &= judge.one(name, options_of(name, known))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
