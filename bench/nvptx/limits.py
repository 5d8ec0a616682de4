#!/usr/bin/env python3
"""Spills under register limits: what lathe, llc-22 and cicc need at 24, 32, 40, 64 and 128 registers a thread, on sm_90 and sm_100.

Each compiler's PTX goes through `ptxas -v --maxrregcount=N`. A function's number is the bytes of spill stores and loads
that ptxas reports, and of lathe those that it put into the PTX itself because of the limit: the bytes of its loads and
stores in .local (whatever is there, a slot or memory that held the value) beyond those of its PTX without a limit. A file none of whose functions needs more than N registers without a limit is not assembled again: nothing of it spills.

lathe is told the limit (--flags, where {limit} stands for it), and so is cicc (-maxreg): of cicc's two codes, with and without it, the
one that spills less counts at each limit, over all kernels. cicc reads this IR for sm_100 and up only; for sm_90 its PTX is
given to ptxas under that target's name, where ptxas takes it. Sums are over files that all of them take.

The goal: at each limit at most 0.80 of the better of the two, and no function by more than 64 bytes worse than both.
Exit status: 0 measured, 2 something needed is missing; with --limits 1 where the goal is missed.
"""
import argparse
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests", "suites"))
sys.path.insert(0, HERE)
import common  # noqa: E402
import compilers  # noqa: E402
import nvvm_text  # noqa: E402

LIMITS = [24, 32, 40, 64, 128]
TARGETS = ["90", "100"]
GOAL, WORSE = 0.80, 64
LOCAL = re.compile(r"\b(?:st|ld)\.local(?:\.v(\d))?\.[a-z]+(\d+)\s")


# ---------------------------------------------------------------- what ptxas says
def read_verbose(text):
    """ptxas -v -> {function: [registers, spill bytes]}; functions that are not entries have no registers of their own."""
    out, name = {}, None
    for line in text.splitlines():
        found = re.search(r"(?:Function properties for|Compiling entry function) '?([\w$.]+)'?", line)
        if found:
            name = found.group(1)
            out.setdefault(name, [0, 0])
        found = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if found and name:
            out[name][1] += int(found.group(1)) + int(found.group(2))
        found = re.search(r"Used (\d+) registers", line)
        if found and name:
            out[name][0] = int(found.group(1))
    return out


def local_bytes(text):
    """PTX -> {function: bytes that its loads and stores in .local name}."""
    out, name = {}, None
    for line in text.splitlines():
        found = re.match(r"[^/;]*\.(?:entry|func)\b[^;]*?([\w$.]+)\s*\(\s*$|[^/;]*\.(?:entry|func)\s+([\w$.]+)", line)
        if found:
            name = found.group(1) or found.group(2)
        found = LOCAL.search(line)
        if found and name:
            out[name] = out.get(name, 0) + int(found.group(1) or 1) * int(found.group(2)) // 8
    return out


def assemble(assembler, cache, text, target, limit):
    """{"functions": {name: [registers, bytes by ptxas, local bytes]}} or {"error": line}; limit 0: none."""
    def compute():
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "in.ptx")
            with open(source, "w") as file:
                file.write(text)
            flags = ["--maxrregcount=%d" % limit] if limit else []
            result = common.run([assembler.path, "-v", "-arch=sm_" + target, *flags, source, "-o", os.path.join(folder, "out.cubin")], limit=600)
        if result.rc != 0 or result.timed_out:
            return {"error": "ptxas: " + common.first_error(result).replace(source, "PTX")}
        own = local_bytes(text)
        return {"functions": {f: [*n, own.get(f, 0)] for f, n in read_verbose(result.err + result.out).items()}}
    return cache.get(["limits-local", assembler.version, target, str(limit), text], compute)


# ---------------------------------------------------------------- the compilers
class Lathe(compilers.Lathe):
    def __init__(self, path, flags):
        super().__init__(path)
        self.flags = flags

    def ptx(self, kernel, target, limit):
        self.extra = []
        flags = kernel.machine_flags(target) + [f.replace("{limit}", str(limit)) for f in (self.flags if limit else [])]
        return self.compile_ir(kernel.ll, flags)


class Llc(compilers.Llc):
    def ptx(self, kernel, target, limit):
        return self.compile(kernel, target)


class Cicc:
    """With `told` it is told the limit."""

    def __init__(self, cache, told):
        self.path, self.cache, self.told = common.cuda_tool("cicc"), cache, told
        self.version, self.name = common.version_of(self.path), "cicc -maxreg" if told else "cicc"

    def available(self):
        return self.path is not None and common.llvm_tool("llvm-as") is not None

    def ptx(self, kernel, target, limit):
        if kernel.libdevice == "calls":
            return compilers.Outcome(error="libdevice is not linked for cicc")
        flags = ["-maxreg=%d" % limit] if self.told and limit else []

        def compute():
            with tempfile.TemporaryDirectory() as folder:
                bitcode, output = os.path.join(folder, "in.bc"), os.path.join(folder, "out.ptx")
                error = nvvm_text.assemble(kernel.ll, bitcode)
                if error:
                    return compilers.Outcome(error="rewriting: " + error).to_json()
                result = common.run([self.path, "-libnvvm", "-arch=compute_100", *flags, bitcode, "-o", output], cwd=folder)
                return compilers.outcome(result, output).to_json()
        with open(nvvm_text.__file__) as file:
            rewriter = file.read()
        made = compilers.Outcome.of(self.cache.get(["cicc-limits", self.version, rewriter, *flags, common.file_hash(kernel.ll)], compute))
        made.ptx = [re.sub(r"^\.target sm_100\b", ".target sm_" + target, t, flags=re.M) for t in made.ptx]
        return made


def measure(compiler, assembler, cache, kernel, target, limit):
    """{"functions": ...} of one kernel file under a limit."""
    made = compiler.ptx(kernel, target, limit)
    if made.error or len(made.ptx) != 1:
        return {"error": made.error or "several PTX files"}
    found = assemble(assembler, cache, made.ptx[0], target, 0)
    if "error" not in found and any(r > limit or spills != 0 for r, spills, _ in found["functions"].values()):
        found = assemble(assembler, cache, made.ptx[0], target, limit)
    if "error" in found:
        return found
    free = local_bytes(compiler.ptx(kernel, target, 0).ptx[0]) if compiler.name == "lathe" else None
    for function, numbers in found["functions"].items():
        numbers[2] = numbers[2] - free.get(function, 0) if free is not None else 0
    return found


# ---------------------------------------------------------------- the report
def total(functions):
    return sum(by_ptxas + own for _, by_ptxas, own in functions.values())


def common_files(answers):
    """Files that all compilers take; each answer then has numbers for them."""
    return [f for f in answers[0] if all("error" not in a.get(f, {"error": 1}) for a in answers)]


def report(target, limit, answers, worst):
    """Prints one limit; answers: {compiler: {file: measure}}, lathe's first. Returns whether the goal is reached."""
    names = list(answers)
    files = common_files(list(answers.values()))
    sums = {n: sum(total(answers[n][f]["functions"]) for f in files) for n in names}
    mine, best = sums[names[0]], min(sums[n] for n in names[1:])
    ratio = mine / best if best else (1.0 if mine == 0 else float("inf"))
    rows = []
    for file in files:
        for function, (registers, by_ptxas, own) in answers[names[0]][file]["functions"].items():
            theirs = [sum(answers[n][file]["functions"][function][1:]) for n in names[1:] if function in answers[n][file]["functions"]]
            if theirs:
                rows.append((by_ptxas + own - min(theirs), by_ptxas + own - max(theirs), file, function, by_ptxas, own, theirs))
    rows.sort(key=lambda r: (-r[0], r[2], r[3]))
    over, over_best = [r for r in rows if r[1] > WORSE], [r for r in rows if r[0] > WORSE]
    functions = sum(len(answers[names[0]][f]["functions"]) for f in files)
    print("sm_%s, %d registers: %s; ratio %.2f; %d functions of %d files; by over %d bytes worse than all others: %d, than the best: %d"
          % (target, limit, ", ".join("%s %d" % (n, sums[n]) for n in names), ratio, functions, len(files), WORSE, len(over), len(over_best)))
    for r in rows[:worst]:
        if r[0] > 0:
            print("    %s.%s: %d by ptxas, %d own; %s" % (r[2], r[3][:60], r[4], r[5], ", ".join("%s %d" % p for p in zip(names[1:], r[6]))))
    return (ratio <= GOAL or mine == 0) and not over


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_measuring(parser, "limits")
    parser.add_argument("--flags", default="--enable=register-target --maxreg={limit}", help="what lathe is told (default: %(default)s)")
    parser.add_argument("--only", default="*", metavar="KERNELS", help="shell patterns of names, separated by commas")
    parser.add_argument("--targets", default=",".join(TARGETS), help="default: %(default)s")
    parser.add_argument("--registers", default=",".join(map(str, LIMITS)), help="the limits (default: %(default)s)")
    parser.add_argument("--worst", type=int, default=5, help="functions listed where lathe spills more (default: %(default)s)")
    parser.add_argument("--limits", action="store_true", help="exit 1 where the goal is missed")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    kernels, cache = common.load_kernels(args.only), common.Cache(args.cache)
    assembler = compilers.Assembler(cache)
    mine = Lathe(os.path.abspath(args.lathe), args.flags.split())
    rivals = [c for c in (Llc(cache), Cicc(cache, False), Cicc(cache, True)) if c.available()]
    if not assembler.available():
        common.fail("needs ptxas of the CUDA toolkit")
    if not mine.available():
        common.fail("lathe not found: " + mine.path)
    if not rivals:
        common.fail("needs llc-22 or cicc")
    reached, answer = True, {}
    for target in args.targets.split(","):
        for limit in map(int, args.registers.split(",")):
            chosen = [k for k in kernels if k.runs_on(target)]
            tasks = [(c, k) for c in [mine] + rivals for k in chosen]
            found = common.parallel(args.jobs, lambda t, limit=limit, target=target: measure(t[0], assembler, cache, t[1], target, limit), tasks)
            answers = {}
            for (compiler, kernel), numbers in zip(tasks, found):
                answers.setdefault(compiler.name, {})[kernel.name] = numbers
            answer.setdefault(target, {})[limit] = answers
            for file, numbers in answers[mine.name].items():
                # Some instructions alone want more registers than there are, whoever asks for them.
                if "error" in numbers and any("error" not in answers[r.name][file] for r in rivals):
                    reached = False
                    print("  %s: %s" % (file, numbers["error"]))
            reached &= report(target, limit, answers, args.worst)
            sys.stdout.flush()
    if args.json:
        with open(args.json, "w") as file:
            json.dump(answer, file, indent=1)
    return 1 if args.limits and not reached else 0


if __name__ == "__main__":
    sys.exit(main())
