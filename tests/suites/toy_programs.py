#!/usr/bin/env python3
"""Generated programs (toy_programs_c.py), run on a GPU: what they leave in memory has to be what they leave on this computer's
processor, where the same text runs thread by thread.

  toy_programs.py                        5,000 programs (modules of 25), by lathe's PTX on the executor
  toy_programs.py --target toy           the same by the example's compiler, on the machine of examples/toy_gpu
  toy_programs.py --seed 77 --modules 1  one module again; --keep DIR leaves its files
  toy_programs.py --reduce 77:3          the smallest program that still goes wrong, of kernel 3 of that module
  toy_programs.py --defined              on this processor alone, under clang's checks of undefined behaviour
  toy_programs.py --spoil                changes one instruction of each module's code: has to fail

Integers of 8 to 128 bits, f32 and f64 as IEEE fixes them, f16 as a format; divergent conditions, loops and returns; arrays,
structs and vectors in local memory and by value; shared memory with barriers between phases, atomics whose order does not matter,
votes; calls with structs and pointers, recursive ones, those by pointers. clang-22's -O0 to -O3 and lathe's take turns.
Exit status: 0 all equal, 1 not, 2 something needed is missing.
"""
import argparse
import concurrent.futures
import os
import random
import re
import shutil
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import csmith  # noqa: E402
import toy_programs_c  # noqa: E402
from toy_programs_values import Features  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
# What C leaves open and both sides have to do alike.
DIALECT = ["-std=c++20", "-w", "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-math-errno", "-I", HERE]
DEVICE = ["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_75", "--cuda-feature=+ptx63", "-S", "-emit-llvm"]
ROW, HEAD, SLOT = 352, 64, 8  # bytes of a thread's results, as in toy_programs_prelude.hpp
WORDS = 4096


class Ptx:
    """lathe's PTX on the executor."""
    name, features, flags = "ptx", Features(), []

    def __init__(self, args):
        self.args = args

    def missing(self):
        return [p for p in (self.args.lathe, self.args.runner) if not os.access(p, os.X_OK)]

    def compile(self, source, output, level):
        return common.run([self.args.lathe, "compile", source, "-O%d" % level, "-mcpu=sm_75", "-o", output], limit=self.args.limit)

    def spoil(self, text, number):
        return csmith.spoil(text, number)


class Toy:
    """The example of a second target: 32 bits, no atomics wider than those."""
    name, features, flags = "toy", Features(wide_atomics=False), ["-fcuda-short-ptr"]

    def __init__(self, args):
        self.args = args
        self.compiler = os.path.abspath(args.compiler or os.path.join(os.path.dirname(args.lathe), "toy_gpu"))

    def missing(self):
        return [p for p in (self.compiler, self.args.runner) if not os.access(p, os.X_OK)]

    def compile(self, source, output, level):
        return common.run([self.compiler, "compile", source, "-o", output], limit=self.args.limit)

    def spoil(self, text, number):
        """The same code with one instruction changed."""
        names = {"and": "or", "or": "xor", "xor": "and", "add": "sub", "sub": "add"}
        found = list(re.finditer(r"^\s+(and|or|xor|add|sub) ", text, flags=re.M))
        if not found:
            return text
        place = found[number % len(found)]
        return text[:place.start(1)] + names[place.group(1)] + text[place.end(1):]


TARGETS = {"ptx": Ptx, "toy": Toy}


def inputs(seed):
    """WORDS words that all threads read: small and large numbers, floats, special values."""
    r = random.Random(seed)
    special = [0, 1, 2, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x00000001, 0x807FFFFF, 0x3F800000, 0x3FF00000,
               0x7FF00000, 0x4B000000, 0x3C003C00, 0x7C01FC00, 0xFF, 0xFFFF, 0x10000]
    kinds = [lambda: struct.pack("<I", r.choice(special)), lambda: struct.pack("<i", r.randint(-20, 100)), lambda: r.randbytes(4),
             lambda: struct.pack("<f", r.uniform(-9, 9) * 10.0 ** r.randint(-3, 8))]
    words = b"".join(r.choice(kinds)() for _ in range(WORDS // 2))
    doubles = b"".join(struct.pack("<d", r.uniform(-9, 9) * 10.0 ** r.randint(-20, 20)) if r.random() < 0.5 else r.choice(kinds)() + r.choice(kinds)()
                       for _ in range(WORDS // 8))
    return words + doubles + b"".join(r.choice(kinds)() for _ in range(WORDS // 4))


class Failure(Exception):
    """What went wrong before there was anything to compare."""


class Job:
    """A module in a folder. kernels: the numbers of those that take part; off: statements that are left out."""

    def __init__(self, args, seed, folder, module=None):
        self.args, self.seed, self.folder = args, seed, folder
        self.level = seed % 4
        self.lathe_level = (3, 3, 0, 2, 3, 1)[seed // 4 % 6]
        self.module = module or toy_programs_c.Module(seed, args.size, args.gpu.features)

    def __str__(self):
        return "seed %d (clang -O%d, %s -O%d)" % (self.seed, self.level, self.args.gpu.name, self.lathe_level)

    def path(self, name):
        return os.path.join(self.folder, name)

    def tool(self, what, argv, **more):
        result = common.run(argv, limit=self.args.limit, **more)
        if result.rc != 0 or result.timed_out:
            raise Failure("%s: %s" % (what, result.crash or common.first_error(result)))
        return result

    def write(self, kernels=None, off=None):
        with open(self.path("module.cpp"), "w") as file:
            file.write(self.module.text(off, kernels))
        with open(self.path("in.raw"), "wb") as file:
            file.write(inputs(self.seed))

    def host(self, checks=()):
        """Runs it here -> the plan, a line for each kernel."""
        clang = common.llvm_tool("clang")
        # Where lathe sees plain code, this computer runs optimized code, and the other way round.
        level = "-O1" if self.level == 0 and not checks else "-O0"
        self.tool("clang for this computer", [clang, "-x", "c++", level, *DIALECT, *checks, self.path("module.cpp"), "-o", self.path("host"), "-lm"])
        return self.tool("on this computer", [self.path("host"), self.path("in.raw"), self.path("want.raw")]).out

    def to_ir(self):
        gpu = self.args.gpu
        self.tool("clang", [common.llvm_tool("clang"), *DEVICE, *gpu.flags, "-O%d" % self.level, *DIALECT, self.path("module.cpp"), "-o", self.path("module.ll")])

    def launch(self, plan):
        """Runs the kernels -> {kernel: text of its fault}."""
        ran = self.tool("run", [self.args.runner, self.args.gpu.name, self.path("code"), self.path("in.raw"), self.path("got.raw")], stdin=plan)
        faults = (line[len("fault "):].split(": ", 1) for line in ran.out.splitlines() if line.startswith("fault "))
        return {name: text for name, text in faults}

    def device(self, plan, spoil=False):
        """Compiles and launches it -> {kernel: text of its fault}."""
        gpu = self.args.gpu
        self.to_ir()
        made = gpu.compile(self.path("module.ll"), self.path("code"), self.lathe_level)
        if made.rc != 0 or made.timed_out:
            raise Failure("compiler: " + (made.crash or common.first_error(made)))
        if spoil:
            with open(self.path("code")) as file:
                text = gpu.spoil(file.read(), self.seed * 7919)
            with open(self.path("code"), "w") as file:
                file.write(text)
        return self.launch(plan)

    def differences(self, plan, faults):
        """[(kernel's number, text)]."""
        with open(self.path("want.raw"), "rb") as want, open(self.path("got.raw"), "rb") as got:
            want, got = want.read(), got.read()
        if len(want) != len(got):
            return [(None, "%d bytes in place of %d" % (len(got), len(want)))]
        found, at = [], 0
        for line in plan.splitlines():
            name, *numbers = line.split()[:9]
            out, cells = int(numbers[6]), int(numbers[7])
            a, b = want[at:at + out + cells], got[at:at + out + cells]
            at += out + cells
            number = int(name[1:])
            if name in faults:
                found.append((number, faults[name]))
            elif a != b:
                found.append((number, self.place(number, out, a, b)))
        return found

    def place(self, number, out, want, got):
        """The first thing that differs, in words."""
        kernel = self.module.kernels[number]
        at = next(i for i in range(len(want)) if want[i] != got[i])
        count = sum(want[i:i + 8] != got[i:i + 8] for i in range(0, len(want), 8))
        if at >= out:
            where = "cells of block %d, byte %d" % divmod(at - out, 440)
        else:
            thread, rest = divmod(at, ROW)
            block, thread = divmod(thread, kernel.threads)
            slots = [name for _, name in kernel.slots()]
            what = slots[(rest - HEAD) // SLOT] if rest >= HEAD else "byte %d of its own" % rest
            where = "block %d, thread %d, %s" % (block, thread, what)
        at -= at % 8
        return "%s: %s in place of %s; %d words differ" % (where, got[at:at + 8][::-1].hex(), want[at:at + 8][::-1].hex(), count)

    def judge(self, kernels=None, off=None, spoil=False):
        """-> [(kernel's number or None, text)]."""
        try:
            self.write(kernels, off)
            plan = self.host()
            return self.differences(plan, self.device(plan, spoil))
        except Failure as failure:
            return [(None, str(failure))]

    def defined(self):
        """Under the checks of clang: -> [(None, text)] where something is undefined."""
        try:
            self.write()
            self.host(["-fsanitize=undefined,float-cast-overflow,bounds", "-fno-sanitize-recover=all", "-fsanitize-trap=all"])
            return []
        except Failure as failure:
            return [(None, str(failure))]


def one(args, seed):
    """The whole way of a module -> (job, differences)."""
    folder = os.path.join(args.keep, str(seed)) if args.keep else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    try:
        job = Job(args, seed, folder)
        found = job.defined() if args.defined else job.judge(spoil=args.spoil)
        if len(found) == 1 and found[0][0] is None and args.size > 1 and not args.spoil and not args.defined:
            # Which of the kernels is it that cannot be compiled, or ends the runner?
            found = [(i, text) for i in range(args.size) for _, text in job.judge(kernels={i})] or found
        if found and not args.keep and not args.spoil:
            kept = os.path.join(args.failed, "seed-%d" % seed)
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
        return job, found
    finally:
        if not args.keep:
            shutil.rmtree(folder, ignore_errors=True)


def reduce(args, seed, number):
    """Leaves out statements while the kernel still goes wrong; prints what is left and where it lies."""
    folder = os.path.join(args.failed, "reduced-%d-%d" % (seed, number))
    os.makedirs(folder, exist_ok=True)
    job = Job(args, seed, folder)
    kernel = job.module.kernels[number]
    first = job.judge({number})
    if not first:
        return print("%s, kernel %d: nothing differs" % (job, number)) or 0
    kind = first[0][0] is None

    def wrong(off):
        found = job.judge({number}, {number: frozenset(n for k, n in off if k != "module"), "module": frozenset(n for k, n in off if k == "module")})
        # clang has nothing to do with it: what it refuses is no smaller case.
        return bool(found) and (found[0][0] is None) == kind and not found[0][1].startswith("clang")
    numbers = [(number, n) for n in kernel.numbers()] + [("module", n) for f in job.module.functions for s in f.body for n in s.numbers()]
    off, step = set(), max(1, len(numbers) // 2)
    while step:
        at = 0
        rest = [n for n in numbers if n not in off]
        while at < len(rest):
            part = set(rest[at:at + step])
            if wrong(off | part):
                off |= part
            at += step
        step //= 2
    wrong(off)
    print("%s, kernel %d: %d of %d statements left, in %s" % (job, number, len(numbers) - len(off), len(numbers), folder))
    return 1


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--runner", help="run_programs (default: beside lathe)")
    parser.add_argument("--compiler", help="of the toy GPU (default: toy_gpu beside lathe)")
    parser.add_argument("--target", choices=sorted(TARGETS), default="ptx", help="default: %(default)s")
    parser.add_argument("--count", type=int, default=5000, help="programs (default: %(default)s)")
    parser.add_argument("--modules", type=int, help="how many modules, in place of --count")
    parser.add_argument("--size", type=int, default=25, help="programs of a module (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first module (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--limit", type=float, default=120, help="seconds of a compilation or run (default: %(default)s)")
    parser.add_argument("--reduce", metavar="SEED:KERNEL", help="make a program that goes wrong small")
    parser.add_argument("--defined", action="store_true", help="on this processor alone, under checks of undefined behaviour")
    parser.add_argument("--spoil", action="store_true", help="change one instruction in each module, to see the suite fail")
    parser.add_argument("--keep", metavar="DIR", help="leave the files of each module there")
    parser.add_argument("--failed", metavar="DIR", default=os.path.join(tempfile.gettempdir(), "toy_programs"), help="where those of modules that differ go (default: %(default)s)")
    parser.add_argument("--skip-missing", action="store_true", help="exit status 77 in place of 2 when a tool is missing")
    return parser.parse_args()


def main():
    args = parse()
    args.lathe = os.path.abspath(args.lathe)
    args.runner = os.path.abspath(args.runner or os.path.join(os.path.dirname(args.lathe), "run_programs"))
    args.gpu = TARGETS[args.target](args)
    missing = [] if common.llvm_tool("clang") else ["clang"]
    missing += [] if args.defined else args.gpu.missing()
    if missing:
        print("toy_programs: missing: " + ", ".join(missing))
        return 77 if args.skip_missing else 2
    if args.reduce:
        return reduce(args, *map(int, args.reduce.split(":")))
    modules = args.modules or (args.count + args.size - 1) // args.size
    wrong = 0
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for job, found in pool.map(one, [args] * modules, range(args.seed, args.seed + modules)):
            wrong += len(found)
            for number, text in found:
                print("%s, %s: %s" % (job, "the module" if number is None else "kernel %d" % number, text), flush=True)
            if found and not args.keep and not args.spoil:
                print("  sources: %s" % os.path.join(args.failed, "seed-%d" % job.seed), flush=True)
    print("toy_programs: %d programs in %d modules, %s: %d wrong" % (modules * args.size, modules, "defined" if args.defined else args.target, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
