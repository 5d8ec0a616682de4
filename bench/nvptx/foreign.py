#!/usr/bin/env python3
"""PTX of other compilers through `lathe opt`: what ptxas makes of it, before and behind.

Sources (--sources): nvcc at -O3 and with -G, clang-22 at -O0 and -O3 from the CUDA files, llc-22 from tests/kernels/ll, and text of
the kind that Triton writes (triton_text.py). Each file goes through `lathe opt` with --flags, and both texts through
`ptxas -v` at its default level; what nvcc -G marks for the debugger loses that mark before, in both, for ptxas does not optimize
what has it. Per function: bytes of machine code, registers, spilled bytes, stack bytes, and warps that fit on a
multiprocessor. Ratios are geometric means of behind / before over functions. Of a function that has more bytes, spills or stack, or
fewer warps ("more: "), both texts go through ptxas once more with `.pragma "nounroll"` in each loop, which tells whether ptxas
unrolls what it could not unroll before ("open": neither that, nor local memory that became registers, nor padding).

  foreign.py                                       all sources, `lathe opt` as it is
  foreign.py --only 'nbody,scan' --results         and the kernels compute what they did (kernel_checks; Triton's text: bit by bit)
  foreign.py --per-pass [--passes a,b] [--base=..] each optional pass alone, and each with those before it that are listed,
                                                   beside `lathe opt` without; --instructions: and what it costs under callgrind

Goals: SASS bytes at most 0.97 (clang -O0, nvcc -G: 0.6), registers at most 0.99, no function in a worse step of occupancy.
Exit status: 0 measured, 1 `lathe opt` failed on a file or a result is wrong (and with --limits where a goal is missed), 2
something needed is missing.
"""
import argparse
import json
import math
import os
import re
import shlex
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests", "suites"))
sys.path.insert(0, HERE)
import common  # noqa: E402
import compilers  # noqa: E402
import quality  # noqa: E402
import quality_over  # noqa: E402
import results  # noqa: E402
import triton_text  # noqa: E402

SASS, REGISTERS = 0.97, 0.99
UNOPTIMIZED = {"nvcc-G": 0.6, "clang-O0": 0.6}


# ---------------------------------------------------------------- where the PTX comes from
class Clang:
    """clang-22 on the CUDA source, with CUDA's headers."""

    def __init__(self, cache, level):
        self.path, self.cache, self.level = common.llvm_tool("clang"), cache, level
        self.version, self.name = common.version_of(self.path), "clang-O%d" % level

    def available(self):
        return self.path is not None and common.cuda_home() is not None

    def compile(self, kernel, target):
        cuda = common.cuda_home()
        flags = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_" + target, "-O%d" % self.level, "-std=c++17", "-w", "-S",
                 "--cuda-path=" + cuda, "-Wno-unknown-cuda-version", "-isystem", os.path.join(cuda, "include", "cccl"), *kernel.clang]

        def compute():
            with tempfile.TemporaryDirectory() as folder:
                output = os.path.join(folder, "out.ptx")
                return compilers.outcome(common.run([self.path, *flags, kernel.files[0], "-o", output], limit=300), output).to_json()
        return compilers.Outcome.of(self.cache.get(["clang", self.version, *flags, common.file_hash(kernel.files[0])], compute))


class NvccDebug(compilers.Nvcc):
    """nvcc -G, as far as its text can be optimized: without .target's `debug`."""

    def compile(self, kernel, target):
        made = super().compile(kernel, target)
        made.ptx = [re.sub(r"^(\.target .*?), *debug\b", r"\1", text, flags=re.M) for text in made.ptx]
        return made


def make_sources(cache):
    found = {"nvcc": compilers.Nvcc(cache), "nvcc-G": NvccDebug(cache, ["-G"]), "clang-O0": Clang(cache, 0), "clang-O3": Clang(cache, 3),
             "llc": compilers.Llc(cache), "triton": triton_text.Programs()}
    for name, source in found.items():
        source.name = name
    return found


class Input:
    """One text of a source."""

    def __init__(self, source, program, text):
        self.source, self.program, self.text = source, program, text
        self.name = program.name


def inputs_of(source, kernels, target, jobs):
    """-> ([Input], [line about one that is none])"""
    programs = source.programs() if hasattr(source, "programs") else [k for k in kernels if k.runs_on(target) and not k.relocatable]
    made, good, bad = common.parallel(jobs, lambda p: source.compile(p, target), programs), [], []
    for program, outcome in zip(programs, made):
        if outcome.error or len(outcome.ptx) != 1:
            bad.append("%s: %s" % (program.name, outcome.error or "several texts"))
        else:
            good.append(Input(source.name, program, outcome.ptx[0]))
    return good, bad


# ---------------------------------------------------------------- what ptxas and lathe make of it
def read_verbose(text):
    """ptxas -v -> {function: [registers, spilled bytes, stack bytes]}; only entries have registers."""
    out, name = {}, None
    for line in text.splitlines():
        found = re.search(r"(?:Function properties for|Compiling entry function) '?([\w$.]+)'?", line)
        if found:
            name = found.group(1)
        found = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if found and name:
            out.setdefault(name, [0, 0, 0])[1:] = [int(found.group(2)) + int(found.group(3)), int(found.group(1))]
        found = re.search(r"Used (\d+) registers", line)
        if found and name:
            out.setdefault(name, [0, 0, 0])[0] = int(found.group(1))
    return out


def assemble(assembler, cache, text, target):
    """{"functions": {name: [bytes, registers, spilled, stack]}} or {"error": line}."""
    def compute():
        with tempfile.TemporaryDirectory() as folder:
            source, cubin = os.path.join(folder, "in.ptx"), os.path.join(folder, "out.cubin")
            with open(source, "w") as file:
                file.write(text)
            result = common.run([assembler.path, "-v", "-arch=sm_" + target, source, "-o", cubin], limit=600)
            if result.rc != 0 or result.timed_out:
                return {"error": "ptxas: " + common.first_error(result).replace(source, "PTX")}
            said = read_verbose(result.err + result.out)
            with open(cubin, "rb") as file:
                sizes = quality.read_cubin(file.read())
        return {"functions": {f: [size, *said.get(f, [0, 0, 0])] for f, size in sizes.items()}}
    return cache.get(["foreign", assembler.version, target, text], compute)


class Lathe:
    """`lathe opt`."""

    def __init__(self, path, cache):
        self.path, self.cache = path, cache
        self.version = common.file_hash(path)

    def opt(self, text, flags):
        """-> (PTX, None) or (None, error line)"""
        def compute():
            made = common.run([self.path, "opt", "-", "-o", "-", *flags], stdin=text, limit=600)
            return [made.out, None] if made.rc == 0 and not made.crash else [None, made.crash or common.first_error(made)]
        return self.cache.get(["opt", self.version, *flags, text], compute)

    def instructions(self, text, flags):
        """Under callgrind, of the whole run."""
        def compute():
            with tempfile.TemporaryDirectory() as folder:
                source, counted = os.path.join(folder, "in.ptx"), os.path.join(folder, "out")
                with open(source, "w") as file:
                    file.write(text)
                common.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + counted, self.path, "opt", source, "-o", os.devnull, *flags], limit=1200)
                with open(counted) as file:
                    return int(re.search(r"^(?:summary|totals): (\d+)", file.read(), re.M).group(1))
        return self.cache.get(["instructions", self.version, *flags, text], compute)


class Cell:
    """One text behind `lathe opt`: numbers of both by function, or an error."""

    def __init__(self, given):
        self.input, self.text, self.error, self.before, self.behind = given, None, None, {}, {}


def measure(given, flags, tools, target, base=None):
    """`base`: flags whose output is what is compared with, instead of the input."""
    lathe, assembler, cache = tools
    cell, first = Cell(given), given.text
    if base is not None:
        first, cell.error = lathe.opt(given.text, base)
    if not cell.error:
        cell.text, cell.error = lathe.opt(given.text, flags)
    if cell.error:
        cell.error = "lathe opt: " + cell.error
        return cell
    cell.same = first == cell.text
    before, behind = (assemble(assembler, cache, t, target) for t in (first, cell.text))
    if "error" in before:
        cell.error, cell.unfit = before["error"], True
    elif "error" in behind:
        cell.error = behind["error"]
    else:
        cell.before, cell.behind = before["functions"], behind["functions"]
    return cell


# ---------------------------------------------------------------- figures
class Sum:
    """Over the functions of cells."""

    def __init__(self, cells):
        self.rows, self.files, self.changed = [], 0, 0
        for cell in cells:
            if cell.error:
                continue
            self.files += 1
            self.changed += not cell.same
            self.rows += [(cell.input.name, f, a, cell.before[f]) for f, a in cell.behind.items() if f in cell.before]
        self.sass, self.registers = self.ratio(0), self.ratio(1)
        self.spills, self.stack = self.total(2), self.total(3)
        steps = [(quality_over.warps(a[1]) - quality_over.warps(b[1]), file, f, a, b) for file, f, a, b in self.rows if a[1] and b[1]]
        self.worse, self.better = [s for s in steps if s[0] < 0], [s for s in steps if s[0] > 0]

    def ratio(self, k):
        logs = [math.log(a[k] / b[k]) for _, _, a, b in self.rows if a[k] and b[k]]
        return math.exp(math.fsum(logs) / len(logs)) if logs else 1.0

    def total(self, k):
        return tuple(sum(r[side][k] for r in self.rows) for side in (3, 2))

    def worst(self, k, count):
        ranked = sorted(((a[k] / b[k], file, f, b[k], a[k]) for file, f, a, b in self.rows if a[k] and b[k]), reverse=True)
        return [r for r in ranked if r[0] > 1][:count]


def place(file, function):
    return file if file == function else file + "." + quality.short(function)


def listing(ranked):
    return ", ".join("%s %d:%d (x%.2f)" % (place(file, f), b, a, q) for q, file, f, b, a in ranked)


HEAD = "%-9s %5s %7s %9s  %6s %9s  %-17s %-17s %6s %6s" % ("source", "files", "changed", "functions", "SASS", "registers", "spilled bytes", "stack bytes", "worse", "better")


def line(name, s):
    return "%-9s %5d %7d %9d  %.4f %9.4f  %-17s %-17s %6d %6d" % (
        name, s.files, s.changed, len(s.rows), s.sass, s.registers, "%d -> %d" % s.spills, "%d -> %d" % s.stack, len(s.worse), len(s.better))


# What has the source and optimizes it: the most that could be asked of whoever has the text alone.
OPTIMIZED = {"nvcc-G": "nvcc", "clang-O0": "clang-O3"}


def of_source(cells, optimized):
    """Ratios of another source's input to this one's, over the functions that both have: (functions, SASS, registers)."""
    theirs = {(c.input.name, f): numbers for c in optimized if not c.error for f, numbers in c.before.items()}
    pairs = [(theirs[c.input.name, f], numbers) for c in cells if not c.error for f, numbers in c.before.items() if (c.input.name, f) in theirs]
    mean = lambda k: quality.geomean([a[k] / b[k] for a, b in pairs if a[k] and b[k]])
    return len(pairs), mean(0), mean(1)


def every(s, name):
    """A line for each function: bytes, registers, spilled and stack bytes, before and behind."""
    for file, f, a, b in sorted(s.rows, key=lambda r: (r[0], r[1])):
        print("  %-9s %-44s %s" % (name, place(file, f), "  ".join("%d -> %d" % pair for pair in zip(b, a))))


def misses(name, s):
    """Which goals are not reached."""
    out = []
    if s.sass > UNOPTIMIZED.get(name, SASS):
        out.append("SASS %.4f, goal %.2f" % (s.sass, UNOPTIMIZED.get(name, SASS)))
    if s.registers > REGISTERS:
        out.append("registers %.4f, goal %.2f" % (s.registers, REGISTERS))
    if s.worse:
        out.append("%d functions in a worse step of occupancy" % len(s.worse))
    return out


# ---------------------------------------------------------------- why a function has more
PADDED = 128  # bytes; ptxas pads a function to a multiple


def is_more(before, behind):
    return any(behind[k] > before[k] for k in (0, 2, 3)) or quality_over.warps(behind[1]) < quality_over.warps(before[1])


def cause_of(before, behind, before_plain, behind_plain):
    """In words; `plain`: with no loop unrolled."""
    if not is_more(before_plain, behind_plain):
        return "ptxas unrolls more of it"
    if behind[3] < before[3]:
        return "%d bytes of local memory are registers now" % (before[3] - behind[3])
    if 0 < behind[0] - before[0] <= PADDED and not is_more([behind[0], *before[1:]], behind):
        return "one unit that ptxas pads to"
    return "open"


def causes(cells, tools, target):
    """Lines about functions that have more bytes, spills or stack than before, or fewer warps: is it ptxas that unrolls?"""
    _, assembler, cache = tools
    out = []
    for cell in cells:
        rows = [(f, cell.before[f], a) for f, a in sorted(cell.behind.items()) if not cell.error and f in cell.before]
        rows = [(f, b, a) for f, b, a in rows if is_more(b, a)]
        if not rows:
            continue
        before, behind = (assemble(assembler, cache, quality.not_unrolled(t), target).get("functions", {}) for t in (cell.input.text, cell.text))
        for f, b, a in rows:
            said = "%s: bytes %d -> %d, registers %d -> %d, stack %d -> %d; " % (place(cell.input.name, f), b[0], a[0], b[1], a[1], b[3], a[3])
            if f not in before or f not in behind:
                out.append(said + "with no loop unrolled ptxas takes one of them not")
                continue
            c, d = before[f], behind[f]
            out.append(said + "with no loop unrolled %d -> %d, %d -> %d: %s" % (c[0], d[0], c[1], d[1], cause_of(b, a, c, d)))
    return out


# ---------------------------------------------------------------- results
def check_results(cells, checker, lathe, jobs):
    """Of one source: (runs, right, [line about one that is wrong]). What is wrong before does not count."""
    kernels = [c for c in cells if not c.error and not hasattr(c.input.program, "run") and checker and checker.check_of(c.input.program)]
    tasks = [(c, side, text) for c in kernels for side, text in (("in", c.input.text), ("out", c.text))]
    ran = checker.run([("%s.%s.%s" % (c.input.name, c.input.source, side), checker.check_of(c.input.program), [text]) for c, side, text in tasks], jobs) if tasks else []
    state = {(c.input.name, side): cell for (c, side, _), cell in zip(tasks, ran)}
    wrong, runs = [], 0
    for c in kernels:
        if state[c.input.name, "in"].state != "pass":
            continue
        runs += 1
        if state[c.input.name, "out"].state != "pass":
            wrong.append("%s: %s" % (c.input.name, state[c.input.name, "out"].error))
    for c in cells:
        if not c.error and hasattr(c.input.program, "run"):
            before, behind = (c.input.program.run(lathe.path, text) for text in (c.input.text, c.text))
            if before[1]:
                wrong.append("%s: the input does not run: %s" % (c.input.name, before[1]))
                continue
            runs += 1
            if behind != before:
                wrong.append("%s: %s" % (c.input.name, behind[1] or "other bits than before"))
    return runs, wrong


# ---------------------------------------------------------------- the two reports
def whole(args, sources, kernels, tools):
    checker = None
    if args.results:
        checker = results.Checker(args.checks or results.default_checks(args.lathe))
        if not checker.available():
            common.fail("%s is not there; build kernel_checks" % checker.path)
    failed, missed, answer, of = False, False, {}, {}
    print(HEAD)
    for name, source in sources.items():
        given, bad = inputs_of(source, kernels, args.target, args.jobs)
        cells = common.parallel(args.jobs, lambda g: measure(g, shlex.split(args.flags), tools, args.target), given)
        s, of[name] = Sum(cells), cells
        print(line(name, s), flush=True)
        print("  as before in bytes, registers and stack: %d of %d functions; less SASS %d, more %d" % tuple(
            [sum(a == b for _, _, a, b in s.rows), len(s.rows)] + [sum(sign * (a[0] - b[0]) > 0 for _, _, a, b in s.rows) for sign in (-1, 1)]))
        if args.every:
            every(s, name)
        for cause in causes(cells, tools, args.target):
            print("  more: " + cause)
        bad += ["%s: %s" % (c.input.name, c.error) for c in cells if c.error and hasattr(c, "unfit")]
        if bad:
            print("  no input: " + "; ".join(bad[:args.worst]) + ("; and %d more" % (len(bad) - args.worst) if len(bad) > args.worst else ""))
        for k, word in ((0, "SASS bytes"), (1, "registers")):
            if s.worst(k, args.worst):
                print("  most %-10s %s" % (word, listing(s.worst(k, args.worst))))
        for _, file, f, a, b in s.worse:
            print("  fewer warps: %s, registers %d -> %d" % (place(file, f), b[1], a[1]))
        for c in cells:
            if c.error and not hasattr(c, "unfit"):
                failed = True
                print("  FAILED %s: %s" % (c.input.name, c.error))
        if args.results:
            runs, wrong = check_results(cells, checker, tools[0], args.jobs)
            print("  results: %d of %d runs equal" % (runs - len(wrong), runs))
            for w in wrong:
                print("  WRONG %s" % w)
            failed |= bool(wrong)
        for m in misses(name, s):
            missed = True
            print("  missed: " + m)
        answer[name] = {c.input.name: {"error": c.error, "before": c.before, "behind": c.behind} for c in cells}
        sys.stdout.flush()
    for name, optimized in OPTIMIZED.items():
        if name in of and optimized in of:
            functions, sass, registers = of_source(of[name], of[optimized])
            print("%s of what %s is, whose compiler has the source: SASS %.4f, registers %.4f (%d functions)" % (optimized, name, sass, registers, functions))
    if args.json:
        with open(args.json, "w") as file:
            json.dump(answer, file, indent=1)
    return 1 if failed or (args.limits and missed) else 0


def per_pass(args, sources, kernels, tools):
    base, failed = shlex.split(args.base), False
    passes = args.passes.split(",") if args.passes else optional_passes(args.lathe)
    for name, source in sources.items():
        given, _ = inputs_of(source, kernels, args.target, args.jobs)
        print("\n%s, beside lathe opt %s" % (name, args.base))
        print(HEAD.replace("source   ", "%-34s" % "pass") + ("  instructions" if args.instructions else ""))
        for k, p in enumerate(passes):
            for label, some in (("%s" % p, [p]), ("  and those above", passes[:k + 1])):
                if label != p and k == 0:
                    continue
                flags = base + ["--enable=" + ",".join(some)] + (["--keep-if-better=" + ",".join(some)] if args.keep else [])
                cells = common.parallel(args.jobs, lambda g, flags=flags: measure(g, flags, tools, args.target, base), given)
                text = "%-34s" % label + line("", Sum(cells))[9:]
                if args.instructions:
                    pairs = [[tools[0].instructions(g.text, f) for f in (flags, base)] for g in given]
                    text += "  %11.4f" % math.exp(math.fsum(math.log(a / b) for a, b in pairs) / len(pairs))
                print(text, flush=True)
                for c in cells:
                    if c.error and not hasattr(c, "unfit"):
                        failed = True
                        print("  FAILED %s: %s" % (c.input.name, c.error))
    return 1 if failed else 0


def optional_passes(lathe):
    """Names of the machine passes that are off, in their order."""
    path = os.path.join(common.ROOT, "nvptx", "passes", "machine_passes.def")
    with open(path) as file:
        return [m.group(1) for m in re.finditer(r'^LATHE_MACHINE_PASS\("([\w-]+)"', file.read(), re.M)]


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_measuring(parser, "foreign")
    parser.add_argument("--sources", default="nvcc,nvcc-G,clang-O0,clang-O3,llc,triton", help="default: %(default)s")
    parser.add_argument("--only", default="*", metavar="KERNELS", help="shell patterns of names, separated by commas")
    parser.add_argument("--target", default="90", help="default: 90")
    parser.add_argument("--flags", default="", help="what lathe opt is told")
    parser.add_argument("--per-pass", action="store_true", help="a row for each optional pass, alone and with those before it")
    parser.add_argument("--passes", default="", help="which, and in which order (default: all of machine_passes.def)")
    parser.add_argument("--base", default="", help="what lathe opt is told in each row of --per-pass")
    parser.add_argument("--keep", action="store_true", help="with --per-pass: and --keep-if-better for them")
    parser.add_argument("--instructions", action="store_true", help="with --per-pass: instructions under callgrind, as a ratio")
    parser.add_argument("--results", action="store_true", help="run the kernels before and behind")
    parser.add_argument("--checks", help="kernel_checks, for --results (default: beside lathe)")
    parser.add_argument("--worst", type=int, default=4, help="functions listed (default: %(default)s)")
    parser.add_argument("--every", action="store_true", help="a line for each function")
    parser.add_argument("--limits", action="store_true", help="exit 1 where a goal is missed")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    args.lathe = os.path.abspath(args.lathe)
    kernels, cache = common.load_kernels(args.only), common.Cache(args.cache)
    assembler = compilers.Assembler(cache)
    if not assembler.available():
        common.fail("needs ptxas of the CUDA toolkit")
    if not os.access(args.lathe, os.X_OK):
        common.fail("lathe not found: " + args.lathe)
    known, sources = make_sources(cache), {}
    for name in args.sources.split(","):
        if name not in known:
            common.fail("unknown source '%s'; known: %s" % (name, ", ".join(known)))
        if known[name].available():
            sources[name] = known[name]
        else:
            print("%s: left out, its compiler is not here" % name)
    return (per_pass if args.per_pass else whole)(args, sources, kernels, (Lathe(args.lathe, cache), assembler, cache))


if __name__ == "__main__":
    sys.exit(main())
