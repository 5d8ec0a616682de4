#!/usr/bin/env python3
"""Runs the kernels of the corpus from compiled PTX on the CPU executor and compares their numbers with those that
independent C++ computes (tests/kernels/expect, program kernel_checks).

  results.py                    lathe's PTX of every kernel, for the kernel's lowest target
  results.py --compilers lathe,llc,nvcc --targets lowest,90 --kernels 'cub_*'
  results.py --device           on the first NVIDIA GPU
  results.py --dump DIR         also writes a log of what was read back for each run, to compare CPU and GPU

Exit status: 0 all of lathe's runs are right, 1 some are not, 2 wrong usage or nothing to run.
"""
import argparse
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402


class Cell:
    """One run: state is "pass", "fail" or "none" (there is no check); error is the first failure."""

    def __init__(self, state, error=None, ms=0.0):
        self.state, self.error, self.ms = state, error, ms


class Checker:
    """kernel_checks: the program that has the expected results."""

    def __init__(self, path, device=False, dump=None, limit=120, toy=False):
        self.path, self.device, self.dump, self.limit, self.toy = path, device, dump, limit, toy
        self.known = set(common.run([path, "--list"]).out.split()) if self.available() else set()

    def available(self):
        return os.access(self.path, os.X_OK)

    def check_of(self, kernel):
        """The check of a kernel: by its name, or by its source file; None when there is none."""
        stems = [os.path.splitext(os.path.basename(f))[0] for f in kernel.files]
        return next((n for n in [kernel.name] + stems if n in self.known), None)

    def run(self, jobs, parallel=1):
        """jobs: [(label, check, [PTX text])] -> [Cell]. Labels name files, so they are words."""
        if not jobs:
            return []
        with tempfile.TemporaryDirectory() as folder:
            lines = []
            for label, check, texts in jobs:
                paths = [os.path.join(folder, "%s.ptx" % label if i == 0 else "%s.part%d.ptx" % (label, i))
                         for i in range(len(texts))]
                for path, text in zip(paths, texts):
                    with open(path, "w") as file:
                        file.write(text)
                lines.append(" ".join([check] + paths))
            batch = os.path.join(folder, "batch")
            with open(batch, "w") as file:
                file.write("\n".join(lines) + "\n")
            command = [self.path, "--batch", batch, "--json", "--jobs", str(parallel), "--limit", str(self.limit)]
            command += ["--device"] * self.device + ["--toy"] * self.toy + (["--dump", self.dump] if self.dump else [])
            result = common.run(command, limit=(self.limit + 10) * len(jobs))
            try:
                answers = json.loads(result.out)
            except ValueError:
                answers = []
            if len(answers) != len(jobs):
                error = "kernel_checks: " + common.first_error(result)
                return [Cell("fail", error) for _ in jobs]
            return [Cell(a["result"], self.short(a["failures"], folder), a["ms"]) for a in answers]

    @staticmethod
    def short(failures, folder):
        if not failures:
            return None
        more = " (and %d more)" % (len(failures) - 1) if len(failures) > 1 else ""
        return failures[0].replace(folder + os.sep, "") + more


def targets_of(kernel, wanted):
    """Targets of a kernel among `wanted`, where "lowest" is the one that its .ll is made for."""
    found = []
    for target in wanted:
        target = kernel.sm if target == "lowest" else target
        if kernel.runs_on(target) and target not in found:
            found.append(target)
    return found


def mark(cells):
    """How the cells of a kernel look in a table."""
    if not cells or any(c.state == "none" for c in cells):
        return "no check" if cells else "-"
    good = sum(c.state == "pass" for c in cells)
    return "%d/%d" % (good, len(cells)) + ("" if good == len(cells) else " !")


def default_checks(lathe):
    return os.path.join(os.path.dirname(os.path.abspath(lathe)), "kernel_checks")


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--checks", help="kernel_checks (default: beside lathe)")
    parser.add_argument("--compilers", default="lathe", help="of lathe, llc, nvcc (default: %(default)s)")
    parser.add_argument("--targets", default="lowest", help="lowest, and others such as 90 (default: %(default)s)")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--limit", type=int, default=60, help="seconds for one run (default: %(default)s)")
    parser.add_argument("--device", action="store_true", help="on the first NVIDIA GPU")
    parser.add_argument("--dump", metavar="DIR", help="write a log for each run")
    parser.add_argument("--cache", metavar="DIR", default=os.path.join(common.ROOT, "build", "cache", "kernels"))
    parser.add_argument("--quiet", action="store_true", help="only what failed, and the last lines")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    if args.dump:
        os.makedirs(args.dump, exist_ok=True)
    checker = Checker(args.checks or default_checks(args.lathe), args.device, args.dump, args.limit)
    if not checker.available():
        common.fail("%s is not there; build it" % checker.path)
    kernels = common.load_kernels(args.kernels)
    if not kernels:
        common.fail("no such kernel")
    if not common.libdevice():
        kernels = [k for k in kernels if k.libdevice != "calls"]
    cache = common.Cache(args.cache)
    known = {"lathe": lambda: compilers.Lathe(os.path.abspath(args.lathe)), "llc": lambda: compilers.Llc(cache),
             "nvcc": lambda: compilers.Nvcc(cache)}
    wanted = args.compilers.split(",")
    if set(wanted) - set(known):
        common.fail("unknown compiler %s" % sorted(set(wanted) - set(known))[0])
    right = True
    for name in wanted:
        compiler = known[name]()
        if not compiler.available():
            print("%-7s not run: not found here" % compiler.name)
            continue
        fine = one_compiler(args, checker, compiler, kernels)
        right &= fine or name != "lathe"
    return 0 if right else 1


def one_compiler(args, checker, compiler, kernels):
    """Compiles, runs and reports; whether all runs were right."""
    pairs = [(k, t) for k in kernels if checker.check_of(k) for t in targets_of(k, args.targets.split(","))]
    unchecked = [k.name for k in kernels if not checker.check_of(k)]
    made = common.parallel(args.jobs, lambda p: compiler.compile(*p), pairs)
    good = [(p, m) for p, m in zip(pairs, made) if not m.error]
    jobs = [("%s.%s.sm_%s" % (k.name, compiler.name, t), checker.check_of(k), m.ptx) for (k, t), m in good]
    cells = dict(zip([p for p, _ in good], checker.run(jobs, args.jobs)))
    passed = 0
    for pair, outcome in zip(pairs, made):
        cell = cells.get(pair) or Cell("fail", "not compiled: %s" % outcome.error)
        passed += cell.state == "pass"
        if cell.state != "pass" or not args.quiet:
            print("%-5s %-22s %-7s sm_%-4s %6.0f ms%s"
                  % (cell.state, pair[0].name, compiler.name, pair[1], cell.ms, "  " + cell.error if cell.error else ""))
    print("%-7s %d of %d runs right; %d kernels without a check%s"
          % (compiler.name, passed, len(pairs), len(unchecked), ": " + ", ".join(unchecked) if unchecked else ""), flush=True)
    return 0 < passed == len(pairs)


if __name__ == "__main__":
    sys.exit(main())
