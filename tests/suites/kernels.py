#!/usr/bin/env python3
"""Compiles the kernel corpus with lathe, llc-22 and nvcc for every target and lets ptxas judge the PTX.

A kernel is judged for each target it can be built for (its manifest entry says from which sm on). A cell of the table
is ACCEPTED/JUDGED. Cells that fail are listed with the target and the first error line.

Exit status: 0 all of lathe's cells are accepted, 1 some are not, 2 wrong usage or nothing to judge.
Without CUDA only "compiles" is judged, without nvcc, and the last lines say so.
"""
import argparse
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402


def judge(kernel, compiler, assembler, targets):
    """-> {target: None or an error line}"""
    cells = {}
    for target in targets:
        if not kernel.runs_on(target):
            continue
        made = compiler.compile(kernel, target)
        error = made.error
        if not error and assembler.available():
            separate = kernel.relocatable and len(made.ptx) > 1
            error = assembler.accepts(made.ptx, target, relocatable=separate)
            error = error and "ptxas: " + error
        cells[target] = error
    return cells


def mark(cells):
    good = sum(1 for e in cells.values() if e is None)
    return "%d/%d" % (good, len(cells)) + ("" if good == len(cells) else " !")


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--compilers", default="lathe,llc,nvcc", help="which to judge (default: %(default)s)")
    parser.add_argument("--targets", default=",".join(common.TARGETS), help="default: %(default)s")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--json", metavar="OUT", help="write every cell to a file")
    parser.add_argument("--cache", metavar="DIR", default=os.path.join(common.ROOT, "build", "cache", "kernels"),
                        help="remembers llc, nvcc and ptxas answers (default: build/cache/kernels; '' for none)")
    parser.add_argument("--failing", action="store_true", help="list failing cells of llc and nvcc too")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    kernels, targets = common.load_kernels(args.kernels), args.targets.split(",")
    unknown = [t for t in targets if t not in common.TARGETS]
    if not kernels or unknown:
        common.fail("no such kernel" if not kernels else "unknown target %s" % unknown[0])
    if not common.libdevice():
        left_out = [k.name for k in kernels if k.libdevice == "calls"]
        kernels = [k for k in kernels if k.libdevice != "calls"]
        if left_out:
            print("left out, no libdevice here: " + ", ".join(left_out))
    cache = common.Cache(args.cache)
    assembler = compilers.Assembler(cache)
    known = {"lathe": lambda: compilers.Lathe(os.path.abspath(args.lathe)), "llc": lambda: compilers.Llc(cache),
             "nvcc": lambda: compilers.Nvcc(cache)}
    wanted = args.compilers.split(",")
    if set(wanted) - set(known):
        common.fail("unknown compiler %s" % sorted(set(wanted) - set(known))[0])
    judged = [known[w]() for w in wanted]
    present = [c for c in judged if c.available() and not (c.name == "nvcc" and not assembler.available())]
    if not present:
        common.fail("none of %s is here" % ", ".join(c.name for c in judged))

    print("%-22s %5s  " % ("kernel", "sm") + "".join("%-9s" % c.name for c in present))
    results = common.parallel(args.jobs, lambda k: row(k, present, assembler, targets), kernels)
    return report(args, kernels, judged, present, assembler, results)


def row(kernel, present, assembler, targets):
    cells = {c.name: judge(kernel, c, assembler, targets) for c in present}
    print("%-22s %5s  " % (kernel.name, kernel.sm) + "".join("%-9s" % mark(cells[c.name]) for c in present), flush=True)
    return cells


def report(args, kernels, judged, present, assembler, results):
    word = "accepted by ptxas" if assembler.available() else "compiled (no ptxas here: PTX not judged)"
    print()
    failed = {}
    for compiler in present:
        cells = [(k, t, e) for k, r in zip(kernels, results) for t, e in r[compiler.name].items()]
        bad = [c for c in cells if c[2]]
        failed[compiler.name] = bad
        whole = sum(1 for r in results if not any(r[compiler.name].values()))
        print("%-7s %d of %d cells %s; %d of %d kernels for all their targets"
              % (compiler.name, len(cells) - len(bad), len(cells), word, whole, len(kernels)))
        if compiler.name == "lathe" or args.failing:
            for kernel, target, error in bad:
                print("  %s sm_%s: %s" % (kernel.name, target, error))
    for compiler in judged:
        if compiler not in present:
            print("%-7s not judged: not found here" % compiler.name)
    if args.json:
        with open(args.json, "w") as file:
            json.dump({k.name: r for k, r in zip(kernels, results)}, file, indent=1)
    lathe_wanted = any(c.name == "lathe" for c in judged)
    lathe_present = any(c.name == "lathe" for c in present)
    if lathe_wanted and not lathe_present:
        return 1
    return 1 if failed.get("lathe") else 0


if __name__ == "__main__":
    sys.exit(main())
