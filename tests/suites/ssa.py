#!/usr/bin/env python3
"""PTX of lathe, llc-22 and nvcc through SSA form and back: `lathe opt --passes=ssa` (construction and phi elimination
alone) and `--enable=ssa` (with the passes between). Each module must be equal to what it was (`lathe equal`), be taken by
ptxas where it was before, and give the results that independent C++ computes (kernel_checks).

  ssa.py                                  all kernels, all compilers
  ssa.py --kernels saxpy,fft --compilers lathe --no-ptxas
  ssa.py --spoil                          one instruction of each module is changed behind: this must be seen

Where the passes make a module unlike without SSA form, too (`fold-addresses` writes the name of a variable where its
address was in a register, which `lathe equal` takes for two things), that is named and not counted: ptxas and the results
decide.
Exit status: 0 all right, 1 something is wrong, 2 nothing to do, 77 with --skip-missing where a tool is not here.
"""
import argparse
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402
import results  # noqa: E402

WAYS = {"alone": ["--passes=ssa"], "passes": ["--enable=ssa"]}


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--checks", help="kernel_checks (default: beside lathe)")
    parser.add_argument("--compilers", default="lathe,llc,nvcc", help="default: %(default)s")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-ptxas", action="store_true")
    parser.add_argument("--spoil", action="store_true", help="drop a store of each module: has to fail")
    parser.add_argument("--skip-missing", action="store_true")
    parser.add_argument("--cache", metavar="DIR", default=os.path.join(common.ROOT, "build", "cache", "kernels"))
    return parser.parse_args(argv)


def spoiled(text):
    """The text without its last store, if it has one."""
    lines = text.split("\n")
    stores = [k for k, line in enumerate(lines) if re.match(r"\s+(@!?%p\d+ )?st\.(global|shared)", line)]
    return "\n".join(lines[:stores[-1]] + lines[stores[-1] + 1:]) if stores else text


class Judge:
    def __init__(self, args):
        self.args = args
        self.checker = results.Checker(args.checks or results.default_checks(args.lathe))
        self.assembler = compilers.Assembler(common.Cache(args.cache))
        self.known = []  # unlike without SSA form, too
        self.assemble = self.assembler.available() and not args.no_ptxas

    def module(self, kernel, way, number, text, folder):
        """One PTX text through SSA form: (text, what is wrong)"""
        before, after = (os.path.join(folder, "%s.%d.ptx" % (n, number)) for n in ("before", "after"))
        with open(before, "w") as file:
            file.write(text)
        done = common.run([self.args.lathe, "opt", before, "-o", after, "--verify-each", *WAYS[way]], limit=300)
        if done.rc != 0:
            return text, ["opt: " + common.first_error(done)]
        with open(after) as file:
            made = file.read()
        wrong = []
        if self.args.spoil:
            made = spoiled(made)
            with open(after, "w") as file:
                file.write(made)
        equal = common.run([self.args.lathe, "equal", before, after, "--quiet"], limit=300)
        plain = os.path.join(folder, "plain.ptx")
        if equal.rc != 0 and way == "passes" and not self.args.spoil:
            common.run([self.args.lathe, "opt", before, "-o", plain], limit=300)
            if common.run([self.args.lathe, "equal", before, plain, "--quiet"], limit=300).rc != 0:
                self.known.append("%s: %s" % (kernel.name, equal.out.split(":")[0]))
                return made, wrong
        if equal.rc != 0:
            wrong.append("equal: " + (equal.out.strip() or common.first_error(equal)).replace(folder + os.sep, ""))
        return made, wrong

    def row(self, kernel, compiler):
        """{way: [what is wrong]}, or an error of the compiler"""
        made = compiler.compile(kernel, kernel.sm)
        if made.error:
            return made.error
        out = {}
        with tempfile.TemporaryDirectory() as folder:
            for way in WAYS:
                pairs = [self.module(kernel, way, k, text, folder) for k, text in enumerate(made.ptx)]
                texts, wrong = [p[0] for p in pairs], [w for p in pairs for w in p[1]]
                separate = kernel.relocatable and len(texts) > 1
                if self.assemble and not self.assembler.accepts(made.ptx, kernel.sm, relocatable=separate):
                    error = self.assembler.accepts(texts, kernel.sm, relocatable=separate)
                    wrong += ["ptxas: " + error] if error else []
                check = self.checker.check_of(kernel) if self.checker.available() else None
                if check:
                    cell = self.checker.run([("%s.%s.%s" % (kernel.name, compiler.name, way), check, texts)])[0]
                    wrong += ["results: %s" % cell.error] if cell.state != "pass" else []
                out[way] = wrong
        return out


def main(argv=None):
    args = parse(argv)
    kernels = common.load_kernels(args.kernels)
    if not common.libdevice():
        kernels = [k for k in kernels if k.libdevice != "calls"]
    cache = common.Cache(args.cache)
    known = {"lathe": lambda: compilers.Lathe(os.path.abspath(args.lathe)), "llc": lambda: compilers.Llc(cache),
             "nvcc": lambda: compilers.Nvcc(cache)}
    judged = [known[name]() for name in args.compilers.split(",")]
    missing = [c.name for c in judged if not c.available()]
    judged = [c for c in judged if c.available()]
    if missing:
        print("not here: " + ", ".join(missing))
    if not judged or not kernels:
        return 77 if args.skip_missing else 2
    judge = Judge(args)
    if not judge.checker.available():
        print("results are left out: no kernel_checks at '%s'" % judge.checker.path)
    pairs = [(k, c) for c in judged for k in kernels]
    good, bad, lines = {}, 0, []
    for (kernel, compiler), row in zip(pairs, common.parallel(args.jobs, lambda p: judge.row(*p), pairs)):
        if isinstance(row, str):
            lines.append("%s %s: not compiled: %s" % (kernel.name, compiler.name, row))
            bad += compiler.name == "lathe"
            continue
        for way, wrong in row.items():
            cell = good.setdefault((compiler.name, way), [0, 0])
            cell[1] += 1
            cell[0] += not wrong
            bad += bool(wrong)
            lines += ["%s %s %s: %s" % (kernel.name, compiler.name, way, w) for w in wrong]
    print("\n".join(lines))
    for (name, way), (right, all_of_them) in good.items():
        print("%-7s %-7s %d of %d right" % (name, way, right, all_of_them))
    if judge.known:
        print("unlike after the passes without SSA form, too: " + ", ".join(judge.known))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
