#!/usr/bin/env python3
"""Code quality by ptxas: registers, SASS bytes, spill bytes and local (stack) bytes of lathe, llc-22, nvcc and cicc.

On --target (sm_90) lathe, llc-22 and nvcc; on sm_100 lathe, llc-22 and cicc, which compiles the same IR as the two
(see nvvm_text.py). Every ratio is lathe's number over the other's, a geometric mean over the kernels both have;
registers and SASS bytes per kernel, spills and local bytes as sums over files. nvcc compiles the CUDA source for the
target itself, so the headers may choose newer instructions than the .ll has, which is made for the lowest target.
With --held-out: other programs, on sm_100, per kernel also against the better of llc and cicc; exit status 1 when lathe
fails on a file, when a kernel is over a limit without a named reason, or one with a reason is no longer over (quality_over.py).

Exit status: 0 measured, 2 something needed is missing. Figures are no test; --limits makes them one: 1 if lathe needs
more than 1.03 of llc's registers, 1.05 of its SASS bytes, has spills or local bytes in a file where
llc has none, or fails on a file.
"""
import argparse
import json
import math
import os
import re
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests", "suites"))
sys.path.insert(0, HERE)
import common  # noqa: E402
import compilers  # noqa: E402
import nvvm_text  # noqa: E402
import quality_over  # noqa: E402


# ---------------------------------------------------------------- reading what ptxas says
def read_verbose(text):
    """ptxas -v -> ({kernel: registers}, spill bytes, stack bytes); the last two over all functions."""
    registers, spills, stack, kernel = {}, 0, 0, None
    for line in text.splitlines():
        found = re.search(r"Compiling entry function '([^']+)'", line)
        if found:
            kernel = found.group(1)
        found = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if found:
            stack += int(found.group(1))
            spills += int(found.group(2)) + int(found.group(3))
        found = re.search(r"Used (\d+) registers", line)
        if found and kernel:
            registers[kernel] = int(found.group(1))
            kernel = None
    return registers, spills, stack


def machine_code(data):
    """{function: its machine code}: the sections .text.NAME of a 64-bit ELF file."""
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, table + size * i) for i in range(count)]
    strings = headers[names][4]
    code = {}
    for name, _, _, _, offset, length in headers:
        start = strings + name
        text = data[start:data.index(b"\0", start)].decode()
        if text.startswith(".text."):
            code[text[6:]] = data[offset:offset + length]
    return code


def read_cubin(data):
    """{kernel: bytes of machine code}."""
    return {name: len(code) for name, code in machine_code(data).items()}


def not_unrolled(text):
    """PTX in which ptxas is told at the head of each loop to leave it as it is: behind each label that a later branch names."""
    lines, at, heads = text.split("\n"), {}, set()
    for k, l in enumerate(lines):
        label = re.match(r"\s*([$\w]+):", l)
        if label:
            at[label.group(1)] = k
        if re.match(r"\s*(@!?%\w+\s+)?bra\b", l):
            heads |= {at[name] for name in re.findall(r"[$\w]+", l) if name in at}
        if l.startswith("}"):
            at = {}  # labels are a function's own
    return "\n".join(l + '\n\t.pragma "nounroll";' if k in heads else l for k, l in enumerate(lines))


def measure(assembler, cache, text, target):
    """PTX -> {"kernels": {name: [registers, bytes]}, "spills": n, "stack": n} or {"error": line}."""
    def compute():
        with tempfile.TemporaryDirectory() as folder:
            source, cubin = os.path.join(folder, "in.ptx"), os.path.join(folder, "out.cubin")
            with open(source, "w") as file:
                file.write(text)
            result = common.run([assembler.path, "-v", "-arch=sm_" + target, source, "-o", cubin], limit=300)
            if result.rc != 0 or result.timed_out:
                return {"error": "ptxas: " + common.first_error(result).replace(source, "PTX")}
            registers, spills, stack = read_verbose(result.err + result.out)
            with open(cubin, "rb") as file:
                sizes = read_cubin(file.read())
        return {"kernels": {k: [r, sizes[k]] for k, r in registers.items() if k in sizes}, "spills": spills, "stack": stack}
    return cache.get(["quality", assembler.version, target, text], compute)


# ---------------------------------------------------------------- the compilers
class Cicc:
    """cicc on the kernel's own .ll, for its target only."""

    name = "cicc"

    def __init__(self, cache):
        self.path, self.cache = common.cuda_tool("cicc"), cache
        self.version = common.version_of(self.path)

    def available(self):
        return self.path is not None and common.llvm_tool("llvm-as") is not None

    def compile(self, kernel, target):
        if kernel.libdevice == "calls":
            return compilers.Outcome(error="libdevice is not linked for cicc")

        def compute():
            with tempfile.TemporaryDirectory() as folder:
                output = os.path.join(folder, "out.ptx")
                error = nvvm_text.compile_with_cicc(kernel.ll, output, target)
                if error:
                    return compilers.Outcome(error=error).to_json()
                with open(output) as file:
                    return compilers.Outcome([file.read()]).to_json()
        with open(nvvm_text.__file__) as file:
            rewriter = file.read()
        return compilers.Outcome.of(self.cache.get(["cicc", self.version, rewriter, target, common.file_hash(kernel.ll)], compute))


def collect(kernels, compiler, assembler, cache, target, jobs, plain=False):
    """{kernel file: answer of measure, or {"error": line}} for those that run on the target. `plain`: with no loop unrolled by ptxas."""
    def one(kernel):
        made = compiler.compile(kernel, target)
        if made.error or len(made.ptx) != 1:
            return {"error": made.error or "several PTX files"}
        return measure(assembler, cache, not_unrolled(made.ptx[0]) if plain else made.ptx[0], target)
    chosen = [k for k in kernels if k.runs_on(target)]
    return dict(zip([k.name for k in chosen], common.parallel(jobs, one, chosen)))


# ---------------------------------------------------------------- comparing
def geomean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else float("nan")


def compare(mine, other):
    """Ratios mine / other over what both have."""
    files = [f for f in mine if "error" not in mine[f] and f in other and "error" not in other[f]]
    pairs = [(f, k, mine[f]["kernels"][k], other[f]["kernels"][k]) for f in files for k in mine[f]["kernels"] if k in other[f]["kernels"]]
    total = {n: [sum(d[f][n] for f in files) for d in (mine, other)] for n in ("spills", "stack")}
    return {"files": len(files), "kernels": len(pairs), "registers": geomean([max(1, a[0]) / max(1, b[0]) for _, _, a, b in pairs]),
            "bytes": geomean([max(1, a[1]) / max(1, b[1]) for _, _, a, b in pairs]),
            "by_registers": sorted(((a[0] / max(1, b[0]), f, k, a[0], b[0]) for f, k, a, b in pairs), reverse=True),
            "by_bytes": sorted(((a[1] / max(1, b[1]), f, k, a[1], b[1]) for f, k, a, b in pairs), reverse=True),
            "spills": total["spills"], "stack": total["stack"],
            "new_spills": [f for f in files if (mine[f]["spills"] and not other[f]["spills"]) or (mine[f]["stack"] and not other[f]["stack"])]}


def short(name):
    """A mangled name, as much of it as a line can bear."""
    words = re.findall(r"[A-Z][A-Za-z]{4,}(?:Kernel|Agent)|[a-z_]{6,}_kernel", name)
    return name if len(name) <= 60 else "..".join([words[0] if words else name[:24], name[-16:]])


def show(name, other, target, result, worst):
    print("sm_%s %s / %s: %d kernels of %d files: registers x%.3f, SASS bytes x%.3f, spill bytes %d against %d, local bytes %d against %d"
          % (target, name, other, result["kernels"], result["files"], result["registers"], result["bytes"], *result["spills"], *result["stack"]))
    for key, word in (("by_registers", "registers"), ("by_bytes", "SASS bytes")):
        ranked = result[key]
        for label, some in (("most", ranked[:worst]), ("least", ranked[-worst:][::-1])):
            some = [r for r in some if (r[0] > 1) == (label == "most") and r[0] != 1]
            if some:
                print("  %-5s %-10s " % (label, word) + ", ".join("%s %d:%d (x%.2f)" % (k if k == f else f + "." + short(k), a, b, q) for q, f, k, a, b in some))
    if result["new_spills"]:
        print("  spills or local bytes only with %s: %s" % (name, ", ".join(result["new_spills"])))


def bound(mine, target, answers):
    """What whoever picks for each kernel the least of all compilers would have, over llc-22's; and where this one stands."""
    if "llc-22" not in answers or len(answers) < 3 or mine == "llc-22":
        return
    result = compare(better(list(answers.values())), answers["llc-22"])
    print("sm_%s, the least of %s for each kernel / llc-22: registers x%.3f, SASS bytes x%.3f" % (target, ", ".join(answers), result["registers"], result["bytes"]))
    pairs = compare(answers[mine], answers["llc-22"])
    for key, word in (("by_registers", "registers"), ("by_bytes", "SASS bytes")):
        print("  %s / llc-22, %s: less in %d kernels, equal in %d, more in %d" % (mine, word, *[sum(test(q[0]) for q in pairs[key]) for test in (
            lambda q: q < 1, lambda q: q == 1, lambda q: q > 1)]))


def held_out(args, first, llc, assembler, cache):
    """The held-out programs on sm_100, per kernel against the better of llc and cicc; see tests/quality/held_out.py."""
    sys.path.insert(0, os.path.join(common.ROOT, "tests", "quality"))
    import held_out as inputs
    programs = inputs.make_all(inputs.FOLDER, args.kernels, args.jobs)
    rivals = [r for r in [llc] + ([] if args.no_cicc else [Cicc(cache)]) if r.available()]
    answers = {r.name: collect(programs, r, assembler, cache, "100", args.jobs) for r in [first] + rivals}
    for name, answer in answers.items():
        report_errors(name, "100", answer)
    mine = answers[first.name]
    for rival in rivals:
        if rival.name != first.name:
            show(first.name, rival.name, "100", compare(mine, answers[rival.name]), args.worst)
    best = better([answers[r.name] for r in rivals])
    show(first.name, "the better of " + " and ".join(r.name for r in rivals), "100", compare(mine, best), args.worst)
    explained = quality_over.report(mine, best)
    if args.json:
        with open(args.json, "w") as file:
            json.dump({"100": answers}, file, indent=1)
    return 0 if explained and not any("error" in answer for answer in mine.values()) else 1


def better(answers):
    """The least of each number over several compilers, per kernel or file; a file counts if one of them compiles it."""
    merged = {}
    for file in answers[0]:
        good = [a[file] for a in answers if "error" not in a[file]]
        if not good:
            merged[file] = {"error": "no compiler takes it"}
            continue
        kernels = {}
        for answer in good:
            for kernel, numbers in answer["kernels"].items():
                old = kernels.get(kernel, numbers)
                kernels[kernel] = [min(a, b) for a, b in zip(old, numbers)]
        merged[file] = {"kernels": kernels, "spills": min(a["spills"] for a in good), "stack": min(a["stack"] for a in good)}
    return merged


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_measuring(parser)
    parser.add_argument("--first", choices=["lathe", "llc"], default="lathe", help="whose numbers are divided (default: lathe)")
    parser.add_argument("--target", default="90", help="default: 90")
    parser.add_argument("--no-cicc", action="store_true", help="leave out the comparison on sm_100")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--held-out", action="store_true", help="programs of tests/quality and clang -O1 code instead, on sm_100")
    parser.add_argument("--disable", default="", metavar="NAMES", help="steps that lathe leaves out, separated by commas")
    parser.add_argument("--worst", type=int, default=5, help="kernels listed each way (default: %(default)s)")
    parser.add_argument("--no-unrolling", action="store_true", help="ptxas is told at each loop, of all compilers' PTX, to leave it as it is")
    parser.add_argument("--limits", action="store_true", help="exit 1 if lathe is worse than llc by more than the limits")
    args = parser.parse_args(argv)
    if args.held_out and (args.no_unrolling or args.limits):
        parser.error("--held-out has limits of its own, of code as ptxas makes it: neither --no-unrolling nor --limits go with it")
    return args


def main(argv=None):
    args = parse(argv)
    kernels, cache = common.load_kernels(args.kernels), common.Cache(args.cache)
    assembler, llc = compilers.Assembler(cache), compilers.Llc(cache)
    extra = ["--disable=" + args.disable] if args.disable else []
    first = compilers.Lathe(os.path.abspath(args.lathe), extra) if args.first == "lathe" else llc
    if not assembler.available():
        common.fail("needs ptxas of the CUDA toolkit")
    if not first.available():
        common.fail("%s not found" % first.name)
    if args.held_out:
        return held_out(args, first, llc, assembler, cache)
    others = {args.target: [llc, compilers.Nvcc(cache)], "100": [] if args.no_cicc else [llc, Cicc(cache)]}
    if args.target == "100" and not args.no_cicc:
        others = {"100": [llc, compilers.Nvcc(cache), Cicc(cache)]}
    answer, over = {}, False
    for target, rivals in others.items():
        if not rivals:
            continue
        mine = collect(kernels, first, assembler, cache, target, args.jobs, args.no_unrolling)
        answer.setdefault(target, {})[first.name] = mine
        report_errors(first.name, target, mine)
        for rival in rivals:
            if rival.name == first.name or not rival.available():
                continue
            theirs = collect(kernels, rival, assembler, cache, target, args.jobs, args.no_unrolling)
            answer[target][rival.name] = theirs
            report_errors(rival.name, target, theirs)
            result = compare(mine, theirs)
            show(first.name, rival.name, target, result, args.worst)
            if rival is llc and target == args.target:
                over = result["registers"] > 1.03 or result["bytes"] > 1.05 or bool(result["new_spills"]) or any("error" in a for a in mine.values())
        bound(first.name, target, answer[target])
    if args.json:
        with open(args.json, "w") as file:
            json.dump(answer, file, indent=1)
    return 1 if args.limits and over else 0


def report_errors(name, target, answers):
    bad = {f: a["error"] for f, a in answers.items() if "error" in a}
    if bad:
        print("sm_%s %s: %d of %d files left out" % (target, name, len(bad), len(answers)))
        for file, error in list(bad.items())[:10]:
            print("  %s: %s" % (file, error))


if __name__ == "__main__":
    sys.exit(main())
