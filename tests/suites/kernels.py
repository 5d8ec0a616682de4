#!/usr/bin/env python3
"""Compiles the kernel corpus with lathe, llc-22 and nvcc for every target and lets ptxas judge the PTX.

A kernel is judged for each target it can be built for (its manifest entry says from which sm on). A cell of the table
is ACCEPTED/JUDGED. Beside it stand results: the PTX for the kernel's lowest target and for --result-targets is run on the
CPU (kernel_checks, see results.py) and its numbers are compared with those of independent C++: RIGHT/RUN. Cells that fail
are listed with the target and the first error line.

Exit status: 0 all of lathe's cells are accepted and right, 1 some are not, 2 wrong usage or nothing to judge.
Without CUDA only "compiles" and lathe's and llc's results are judged, and the last lines say so.
"""
import argparse
import json
import os
import shlex
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402
import results  # noqa: E402


def judge(kernel, compiler, assembler, targets, keep):
    """-> {target: None or an error line}; the PTX for targets of the dictionary `keep` goes there."""
    cells = {}
    for target in targets:
        if not kernel.runs_on(target):
            continue
        made = compiler.compile(kernel, target)
        if target in keep:
            keep[target] = made
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
    parser.add_argument("--flags", default="", help="more options for lathe compile, such as '--enable=schedule'")
    parser.add_argument("--compilers", default="lathe,llc,nvcc", help="which to judge (default: %(default)s)")
    parser.add_argument("--targets", default=",".join(common.TARGETS), help="default: %(default)s")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--json", metavar="OUT", help="write every cell to a file")
    parser.add_argument("--cache", metavar="DIR", default=os.path.join(common.ROOT, "build", "cache", "kernels"),
                        help="remembers llc, nvcc and ptxas answers (default: build/cache/kernels; '' for none)")
    parser.add_argument("--checks", help="kernel_checks, for the results (default: beside lathe; '' for no results)")
    parser.add_argument("--result-targets", default="lowest,90", help="whose PTX is run (default: %(default)s)")
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
    known = {"lathe": lambda: compilers.Lathe(os.path.abspath(args.lathe), shlex.split(args.flags)), "llc": lambda: compilers.Llc(cache),
             "nvcc": lambda: compilers.Nvcc(cache)}
    wanted = args.compilers.split(",")
    if set(wanted) - set(known):
        common.fail("unknown compiler %s" % sorted(set(wanted) - set(known))[0])
    judged = [known[w]() for w in wanted]
    present = [c for c in judged if c.available() and not (c.name == "nvcc" and not assembler.available())]
    if not present:
        common.fail("none of %s is here" % ", ".join(c.name for c in judged))

    checker = results.Checker(results.default_checks(args.lathe) if args.checks is None else args.checks)
    if not checker.available():
        print("results are left out: no kernel_checks at '%s'" % checker.path)
        checker = None
    print("%-22s %5s  " % ("kernel", "sm") + "".join("%-9s%s" % (c.name, "results   " if checker else "") for c in present))
    rows = common.parallel(args.jobs, lambda k: row(k, present, assembler, targets, checker, args.result_targets), kernels)
    code = report(args, kernels, judged, present, assembler, [cells for cells, _ in rows])
    wrong = report_results(args, kernels, present, [ran for _, ran in rows]) if checker else False
    if args.json:
        write_json(args.json, kernels, rows)
    return 1 if wrong else code


def row(kernel, present, assembler, targets, checker, result_targets):
    """-> (accepted: {compiler: {target: error}}, ran: {compiler: {target: Cell}})"""
    cells, ran = {}, {}
    for compiler in present:
        keep = {t: None for t in results.targets_of(kernel, result_targets.split(","))} if checker else {}
        cells[compiler.name] = judge(kernel, compiler, assembler, targets, keep)
        for target in keep:
            keep[target] = keep[target] or compiler.compile(kernel, target)  # a target that is not judged
        ran[compiler.name] = run_results(kernel, compiler, checker, keep)
    print("%-22s %5s  " % (kernel.name, kernel.sm) + "".join(
        "%-9s%s" % (mark(cells[c.name]), "%-10s" % results.mark(list(ran[c.name].values())) if checker else "") for c in present),
        flush=True)
    return cells, ran


def run_results(kernel, compiler, checker, made):
    """{target: PTX} -> {target: Cell}"""
    check = checker and checker.check_of(kernel)
    if not check:
        return {t: results.Cell("none") for t in made}
    good = [t for t in made if not made[t].error]
    jobs = [("%s.%s.sm_%s" % (kernel.name, compiler.name, t), check, made[t].ptx) for t in good]
    ran = dict(zip(good, checker.run(jobs)))
    return {t: ran.get(t) or results.Cell("fail", "not compiled: %s" % made[t].error) for t in made}


def report_results(args, kernels, present, rows):
    """Whether some of lathe's results are wrong."""
    print()
    wrong = False
    for compiler in present:
        cells = [(k, t, c) for k, r in zip(kernels, rows) for t, c in r[compiler.name].items() if c.state != "none"]
        bad = [c for c in cells if c[2].state != "pass"]
        whole = sum(1 for r in rows if r[compiler.name] and all(c.state == "pass" for c in r[compiler.name].values()))
        print("%-7s %d of %d runs right; %d of %d kernels" % (compiler.name, len(cells) - len(bad), len(cells), whole, len(kernels)))
        for kernel, target, cell in bad:
            print("  %s sm_%s: %s" % (kernel.name, target, cell.error))
        wrong |= compiler.name == "lathe" and bool(bad)
    unchecked = [k.name for k, r in zip(kernels, rows) if any(c.state == "none" for c in r[present[0].name].values())]
    if unchecked:
        print("no check: " + ", ".join(unchecked))
    return wrong


def write_json(path, kernels, rows):
    data = {k.name: {"accepted": cells, "results": {c: {t: {"state": x.state, "error": x.error, "ms": x.ms} for t, x in r.items()}
                                                    for c, r in ran.items()}}
            for k, (cells, ran) in zip(kernels, rows)}
    with open(path, "w") as file:
        json.dump(data, file, indent=1)


def report(args, kernels, judged, present, assembler, rows):
    word = "accepted by ptxas" if assembler.available() else "compiled (no ptxas here: PTX not judged)"
    print()
    failed = {}
    for compiler in present:
        cells = [(k, t, e) for k, r in zip(kernels, rows) for t, e in r[compiler.name].items()]
        bad = [c for c in cells if c[2]]
        failed[compiler.name] = bad
        whole = sum(1 for r in rows if not any(r[compiler.name].values()))
        print("%-7s %d of %d cells %s; %d of %d kernels for all their targets"
              % (compiler.name, len(cells) - len(bad), len(cells), word, whole, len(kernels)))
        if compiler.name == "lathe" or args.failing:
            for kernel, target, error in bad:
                print("  %s sm_%s: %s" % (kernel.name, target, error))
    for compiler in judged:
        if compiler not in present:
            print("%-7s not judged: not found here" % compiler.name)
    lathe_wanted = any(c.name == "lathe" for c in judged)
    lathe_present = any(c.name == "lathe" for c in present)
    if lathe_wanted and not lathe_present:
        return 1
    return 1 if failed.get("lathe") else 0


if __name__ == "__main__":
    sys.exit(main())
