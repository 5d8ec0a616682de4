#!/usr/bin/env python3
"""Math functions of CUDA's libdevice, compiled by lathe and llc-22, run on the CPU executor, against a reference of 200 bits.

  accuracy.py                         all functions, f32 and f64, with and without ftz, 10,000 random arguments each
  accuracy.py --functions 'sin*,pow'  some of them
  accuracy.py --smoke                 12 functions, 1,000 random arguments, lathe only: the test of ctest
  accuracy.py --write                 also rewrites the table of docs/accuracy.md
  accuracy.py --compilers own         operations of LLVM IR that lathe has code of its own for (frem, llvm.frexp, llvm.round ...)
                                      in place of calls of libdevice, compiled with --no-libdevice

The bounds are those that CUDA publishes (tests/libdevice/bounds.cpp). Exit status: 0 all results are within them, 1 some
are not, 2 wrong usage, 77 something needed is missing (the program libdevice_checks for want of MPFR). Without libdevice
only `own` runs.
"""
import argparse
import fnmatch
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402

SMOKE = "sin,exp,log,pow,erfc,tgamma,cbrt,hypot,fma,fmod,atan2,fast_tanh,frexp,modf,ldexp,round"
MODES = [(p, m) for p in ("f32", "f64") for m in ("ieee", "ftz")]
DOCUMENT = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "docs", "accuracy.md")


# What is called in place of a function of libdevice where the operation has code of lathe's own: {F} is its type, {S} f32 or
# f64, {A} the arguments, {P} the pointer to the second result.
PAIR = """%pair = call {{ {F}, {T} }} @llvm.{name}.{O}({A})
  %value = extractvalue {{ {F}, {T} }} %pair, 0
  %second = extractvalue {{ {F}, {T} }} %pair, 1
  store {T} %second, ptr {P}
"""
OWN = {"fmod": "%value = frem {F} {V}\n", "ldexp": "%value = call {F} @llvm.ldexp.{S}.i32({A})\n",
       "frexp": PAIR, "modf": PAIR}
OWN.update({n: "%value = call {F} @llvm." + (o or n) + ".{S}({A})\n" for n, o in (
    ("round", None), ("rint", None), ("nearbyint", None), ("trunc", None), ("floor", None), ("ceil", None), ("fma", None),
    ("sqrt", None), ("copysign", None), ("fabs", None), ("fmin", "minnum"), ("fmax", "maxnum"))})


def own_operations(text, precision):
    """The module with operations in place of calls of libdevice."""
    declared = set()

    def operation(match):
        symbol, arguments = match.group(1), match.group(2)
        name = symbol[:-1] if precision == "f32" else symbol
        given = [a.split(" ") for a in arguments.split(", ")]
        values = [a for a in given if a[0] != "ptr"]
        integer = name == "frexp"
        scalar = "float" if precision == "f32" else "double"
        out = OWN[name].format(
            F=scalar, S=precision, name=name, T="i32" if integer else scalar, O=precision + ".i32" if integer else precision,
            A=", ".join(" ".join(a) for a in values), V=", ".join(a[1] for a in values),
            P=next((a[1] for a in given if a[0] == "ptr"), ""))
        called = re.search(r"= call (.*?) (@[\w.]+)\(", out)
        if called:
            declared.add("declare %s %s(%s)\n" % (called.group(1), called.group(2), ", ".join(a[0] for a in values)))
        return "  " + out
    text = re.sub(r"declare [^\n]*@__nv_[^\n]*\n", "", text)
    text = re.sub(r"  %value = call \w+ @__nv_(\w+)\((.*?)\)\n", operation, text)
    return text + "".join(sorted(declared))


def missing(what):
    sys.stderr.write("skipped: %s\n" % what)
    sys.exit(77)


class Row:
    """Results of a function in a mode: errors by compiler."""

    def __init__(self, function, precision, mode, arguments, bound):
        self.function, self.precision, self.mode, self.arguments, self.bound = function, precision, mode, arguments, bound
        self.errors, self.failures, self.worst = {}, {}, ""

    def add(self, compiler, failures, ulps, absolute, worst):
        numbers = ["%.3g" % float(ulps)] if float(ulps) or not float(absolute) else []
        numbers += ["%.2g abs" % float(absolute)] if float(absolute) else []
        self.errors[compiler], self.failures[compiler] = ", ".join(numbers), int(failures)
        self.worst = self.worst or worst

    def verdict(self):
        wrong = ["%s: %d wrong" % (c, n) for c, n in self.failures.items() if n]
        return ", ".join(wrong) or "ok"

    def cells(self, names):
        call = re.sub(r" \(0x[0-9a-f]+\)", "", self.worst.split(" = ")[0])
        return [self.function, self.precision, self.mode, str(self.arguments)] + [self.errors.get(n, "-") for n in names] + \
            [self.bound, call, self.verdict()]


def module(checks, precision, mode, functions, folder, own=False):
    """Path of the LLVM IR that calls the functions."""
    path = os.path.join(folder, "%s.%s%s.ll" % (precision, mode, ".own" if own else ""))
    result = common.run([checks, "--module", precision, "--functions", functions] + ["--ftz"] * (mode == "ftz"))
    if result.rc != 0:
        common.fail(common.first_error(result))
    with open(path, "w") as file:
        file.write(own_operations(result.out, precision) if own else result.out)
    return path


def own_functions(patterns):
    """Those of OWN that the patterns name."""
    return ",".join(n for n in OWN if any(fnmatch.fnmatch(n, p) for p in patterns.split(",")))


class Compiled:
    """What --run wants for a PTX file, or the error line of the compiler."""

    def __init__(self, argument, error):
        self.argument, self.error = argument, error


def compile_one(compiler, source, precision, mode, target, folder):
    flags = ["-mcpu=sm_" + target, "-mattr=+ptx70"]  # tanh.approx
    if compiler.name == "own":
        flags.append("--no-libdevice")
    elif compiler.name != "lathe":
        # clang sets the attribute of the library's functions when it links them; here llc and opt are told.
        flags += ["-denormal-fp-math-f32=preserve-sign"] * (mode == "ftz")
        linked = source[:-3] + ".linked.bc"
        error = compilers.link_libdevice(source, linked, flags)
        if error:
            return Compiled(None, error)
        source = linked
    made = compiler.compile_ir(source, flags, limit=300)
    if made.error:
        return Compiled(None, made.error)
    path = os.path.join(folder, "%s.%s.%s.ptx" % (compiler.name, precision, mode))
    with open(path, "w") as file:
        file.write(made.ptx[0])
    return Compiled(",".join([compiler.name, precision, mode, path]), None)


def read_report(text):
    """Lines of libdevice_checks --run: rows in order, and the wrong results."""
    rows, wrong = {}, []
    for line in text.splitlines():
        fields = line.split("\t")
        if fields[0] == "result":
            compiler, function, precision, mode, arguments, failures, ulps, absolute, bound, worst = fields[1:11]
            row = rows.setdefault((function, precision, mode), Row(function, precision, mode, arguments, bound))
            row.add(compiler, failures, ulps, absolute, worst)
        elif fields[0] == "fail":
            wrong.append("%s %s %s: %s" % (fields[1], fields[3], fields[4], fields[5]))
    return list(rows.values()), wrong


def as_text(table):
    widths = [max(len(r[i]) for r in table) for i in range(len(table[0]))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(r, widths)).rstrip() for r in table) + "\n"


def as_markdown(table):
    lines = ["| " + " | ".join(c.replace("|", "\\|") for c in r) + " |" for r in table]
    return "\n".join([lines[0], "|" + " --- |" * len(table[0])] + lines[1:]) + "\n"


def document_table(rows, names):
    """A line for each function and type: errors of both modes where they differ."""
    heads = ["function", "type", "arguments"] + ["max ulp " + n for n in names] + ["bound", "worst argument"]
    lines = {}
    for row in rows:
        lines.setdefault((row.precision, row.function), []).append(row)
    table = [heads]
    for (precision, function), modes in lines.items():
        errors = []
        for name in names:
            found = [m.errors.get(name, "-") for m in modes]
            errors.append(found[0] if len(set(found)) == 1 else "; ".join("%s: %s" % (m.mode, e) for m, e in zip(modes, found)))
        table.append([function, precision, modes[0].arguments] + errors + [modes[0].bound, modes[0].cells(names)[-2]])
    return table


def write_document(table, summary):
    with open(DOCUMENT) as file:
        text = file.read()
    begin, end = "<!-- table: begin -->\n", "<!-- table: end -->"
    head, rest = text.split(begin)
    with open(DOCUMENT, "w") as file:
        file.write(head + begin + summary + "\n\n" + as_markdown(table) + end + rest.split(end)[1])


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--checks", help="the program libdevice_checks (default: beside lathe)")
    parser.add_argument("--compilers", default="lathe,llc,own", help="default: %(default)s")
    parser.add_argument("--functions", default="*", help="patterns separated by commas, without __nv_ and f: 'sin*,pow'")
    parser.add_argument("--count", type=int, default=10000, help="random arguments of each function (default: %(default)s)")
    parser.add_argument("--target", default="75", help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--smoke", action="store_true", help="a few functions and arguments; prints only what is wrong")
    parser.add_argument("--write", action="store_true", help="rewrite the table of docs/accuracy.md")
    args = parser.parse_args(argv)
    if args.smoke:
        args.functions, args.count, args.compilers = SMOKE, 1000, "lathe,own"
    args.checks = args.checks or os.path.join(os.path.dirname(os.path.abspath(args.lathe)), "libdevice_checks")
    return args


def compile_all(args, folder):
    """Arguments of --run; ends the program when lathe cannot compile a module."""
    def lathe(name="lathe"):
        made = compilers.Lathe(os.path.abspath(args.lathe))
        made.name = name
        return made

    known = {"lathe": lathe, "llc": lambda: compilers.Llc(common.Cache(None)), "own": lambda: lathe("own")}
    names = args.compilers.split(",")
    if set(names) - set(known):
        common.fail("unknown compiler in %s" % args.compilers)
    if not common.libdevice():
        names = [n for n in names if n == "own"]
        print("left out: all that calls libdevice, which is not here; operations with code of our own are measured")
    chosen = [c for c in (known[n]() for n in names) if c.available()]
    own = own_functions(args.functions)
    chosen = [c for c in chosen if c.name != "own" or own]
    if not chosen:
        missing("no libdevice.10.bc: needs the CUDA toolkit")
    sources = {(m, o): module(args.checks, m[0], m[1], own if o else args.functions, folder, o)
               for m in MODES for o in {c.name == "own" for c in chosen}}
    tasks = [(c, m) for m in MODES for c in chosen]
    made = common.parallel(args.jobs, lambda t: compile_one(t[0], sources[t[1], t[0].name == "own"], *t[1], args.target, folder), tasks)
    for (compiler, mode), one in zip(tasks, made):
        if one.error:
            print("%s, %s %s: %s" % (compiler.name, *mode, one.error))
            if compiler.name != "llc":
                sys.exit(1)
    return [c.name for c in chosen], [m.argument for m in made if m.argument]


def main(argv=None):
    args = parse(argv)
    if not os.access(args.checks, os.X_OK):
        missing("no program libdevice_checks: needs MPFR (libmpfr-dev) when lathe is built")
    reference = common.run([args.checks, "--check-references"])
    if reference.rc != 0:
        common.fail("the reference is wrong: " + common.first_error(reference))
    with tempfile.TemporaryDirectory() as folder:
        names, runs = compile_all(args, folder)
        command = [args.checks, "--jobs", str(args.jobs), "--count", str(args.count), "--functions"]
        results = []
        for functions, chosen in ((args.functions, [r for r in runs if not r.startswith("own,")]),
                                  (own_functions(args.functions), [r for r in runs if r.startswith("own,")])):
            if chosen:
                results.append(common.run(command + [functions] + [w for r in chosen for w in ("--run", r)], limit=3600))
        rough = [r for r in runs if r.startswith("lathe,")]  # what is exact meets a bound of 0
        if args.smoke and rough:  # with bounds of 0 nearly everything has to be wrong, or the check checks nothing
            tight = common.run(command + [args.functions, "--tighten", "0", "--run", rough[0]], limit=600)
            if tight.rc != 1 or read_report(tight.out)[0][0].verdict() == "ok":
                common.fail("a bound of 0 is met by approximations: the check does not work")
    rows, wrong = read_report("".join(r.out for r in results))
    for result in results:
        if result.rc not in (0, 1) or not rows:
            common.fail("libdevice_checks: " + common.first_error(result))
    counted = {p: len({r.function for r in rows if r.precision == p}) for p in ("f32", "f64")}
    summary = "%d functions of f32 and %d of f64, %d results, %d wrong (%s)." % (
        counted["f32"], counted["f64"], sum(int(r.arguments) * len(r.failures) for r in rows),
        sum(n for r in rows for n in r.failures.values()), ", ".join(names))
    heads = ["function", "type", "mode", "arguments"] + ["max ulp " + n for n in names] + ["bound", "worst", "verdict"]
    table = [heads] + [r.cells(names) for r in rows]
    if not args.smoke:
        sys.stdout.write(as_text(table))
    for line in wrong:
        print("WRONG " + line)
    print(summary)
    if args.write:
        write_document(document_table(rows, names), summary)
    return max(r.rc for r in results)


if __name__ == "__main__":
    sys.exit(main())
