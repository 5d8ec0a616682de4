#!/usr/bin/env python3
"""Looks for inputs on which compile time grows faster than the input.

Compositions of bench/nvptx/ir_atoms.py (by name, at random, or --replay TEXT) are compiled at N and 4 N instructions. The
slope is log(time at 4 N / time at N) / log 4, of the least user time of several runs without start-up: 1 is linear,
2 quadratic; caches alone give up to 1.2. One above the bound is measured again, with more runs, before it is told. The
same seed makes the same compositions. Memory is judged alike, by its slope above the start.

`--instructions` counts the instructions that the program executes (valgrind's cachegrind without its caches, half of what
callgrind takes for the same count) in place of time: the same on any machine under any load, and exact enough for small sizes.

`--memory SHAPE:BYTES,...` is another look: each shape once, at --size instructions, and how many bytes an instruction the
program takes at its largest, above what it takes for one; the same on any machine to a few per cent.

Each finding is one line with the composition, for --replay. `--shrink` then takes parts out of it as long as the slope stays.
Exit status: 0 none above the bound, 1 some (listed), or a failure to compile, 2 something needed is missing.
"""
import argparse
import itertools
import math
import os
import random
import re
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "bench", "nvptx"))
import common  # noqa: E402
import generate_ir  # noqa: E402
import ir_atoms  # noqa: E402

FLOOR = 0.05          # seconds at 4 N below which nothing is told


# A process starts with its parent's largest size as its own: the parent has to be smaller than the program.
ASK_LARGEST = """import os, sys
child = os.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
status, usage = os.wait4(child, 0)[1:]
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


class Point:
    """What one size took: seconds of user time and bytes, both above those of a module of one instruction."""

    def __init__(self, seconds, memory):
        self.seconds, self.memory = seconds, memory


class Bench:
    def __init__(self, lathe, flags, folder, limit, instructions=False):
        self.folder, self.limit, self.instructions = folder, limit, instructions
        if instructions:                                  # with debug information Debian's valgrind gives up on such a file
            stripped = os.path.join(folder, "lathe")
            common.run(["strip", "-o", stripped, lathe])
            lathe, flags = stripped, [*flags, "--threads=1"]
        self.command = [lathe, "compile", *flags, "-o", os.devnull]
        self.start = Point(0, 0)
        self.start = self.measure("horner()", 1, 1, 5)

    def measure(self, text, size, seed, runs):
        """A Point, None over the limit, or the text of a failure."""
        path = os.path.join(self.folder, "in.ll")
        with open(path, "w") as file:
            file.write(generate_ir.generate(text, size, seed))
        bitcode = os.path.join(self.folder, "in.bc")
        made = common.run([common.llvm_tool("llvm-as"), path, "-o", bitcode])
        if made.rc != 0:
            return "llvm-as: " + common.first_error(made)
        if self.instructions:
            return self.count(bitcode)
        used = []
        for _ in range(runs):
            used.append(common.timed(self.command + [bitcode], self.limit))
            if used[-1].rc is None:
                return None
            if used[-1].rc != 0:
                return common.first_error(common.run(self.command + [bitcode], limit=self.limit))
        return Point(max(1e-4, min(u.user for u in used) - self.start.seconds), max(1 << 16, min(u.memory for u in used) - self.start.memory))

    def count(self, bitcode):
        """A Point of so many thousand million instructions as `seconds`, or the text of a failure."""
        memory = common.timed(self.command + [bitcode], self.limit)
        done = common.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=" + os.devnull, *self.command, bitcode],
                          limit=60 * self.limit)
        counted = re.search(r"I +refs: +([\d,]+)", done.err)
        if done.rc != 0 or not counted or memory.rc != 0:
            return common.first_error(done)
        return Point(max(1e-4, int(counted.group(1).replace(",", "")) / 1e9 - self.start.seconds), max(1 << 16, memory.memory - self.start.memory))

    def largest(self, text, size, seed):
        """Bytes of the program's memory at its largest. ValueError with the text of a failure."""
        source, bitcode = os.path.join(self.folder, "m.ll"), os.path.join(self.folder, "m.bc")
        with open(source, "w") as file:
            file.write(generate_ir.generate(text, size, seed))
        for command in ([common.llvm_tool("llvm-as"), source, "-o", bitcode],
                        [sys.executable, "-I", "-S", "-c", ASK_LARGEST, *self.command, "--threads=1", bitcode]):
            done = common.run(command, limit=self.limit)
            if done.rc != 0:
                raise ValueError(common.first_error(done))
        return 1024 * int(done.out.split()[-1])

    def slopes(self, text, size, seed, runs):
        """(slope of time, slope of memory, Point at 4 N), or the text of a failure."""
        small = self.measure(text, size, seed, runs)
        large = self.measure(text, 4 * size, seed, max(1, runs - 1))
        if isinstance(small, str) or isinstance(large, str):
            return small if isinstance(small, str) else large
        if small is None or large is None:
            return (9.0, 0.0, Point(float(self.limit), 0))
        return (math.log(large.seconds / small.seconds, 4), math.log(large.memory / small.memory, 4), large)


def above(result, bound):
    """Whether a pair of sizes shows growth above the bound that is worth telling."""
    time_slope, memory_slope, large = result
    return (time_slope > bound and large.seconds > FLOOR) or (memory_slope > bound and large.memory > 64 << 20)


# ---- random compositions -------------------------------------------------------------------------------

KINDS = {"chain": (("i16", "i32", "i64", "i128"), ("add", "mul", "xor", "sub", "or")), "horner": (("i32", "i64", "float", "double", "half"),),
         "fan": (("i16", "i32", "i64", "float"),), "total": (("i32", "i64", "float", "double", "half"),),
         "extract": (("<4 x float>", "<8 x i32>", "<4 x i8>", "<2 x half>"),), "insert": (("<4 x float>", "<8 x i32>", "<2 x half>"),),
         "shuffle": (("<4 x float>", "<8 x i32>", "<4 x i8>"),), "vector": (("<4 x float>", "<8 x i32>", "<4 x i8>", "<2 x half>"),),
         "loads": (("i8", "i32", "i64", "float", "<4 x float>"), (0, 1, 3)), "gathers": (("float", "i32", "i8"),),
         "stores": (("i32", "float", "i64"), (0, 1, 3)), "copies": (("i8", "i32", "double"),), "selects": (("i32", "i64"),),
         "bits": (("i16", "i32", "i64"),), "calls": ((1, 2, 8, 60),), "asm": ((1, 8, 100),), "allocas": ((1, 4, 64),),
         "globals": ((1, 40, 2000),), "pointers_global": ((2, 64),), "divisions": (("i32", "i64", "i16"),),
         "wide": (("i128", "i256", "i65"),), "math": (("sqrt", "fabs", "floor"),),
         "memories": ((0, 40, 400),), "swaps": (("i8", "i16"),), "reductions": ((2, 8, 32),)}


def atom(r):
    name = r.choice(sorted(ir_atoms.ATOMS))
    arguments = [r.choice(choices) for choices in KINDS.get(name, ())]
    return "%s(%s)" % (name, ", ".join('"%s"' % a if isinstance(a, str) else str(a) for a in arguments))


def body(r, depth):
    """A part that can stand in a block or make blocks of its own."""
    kind = r.random()
    if depth == 0 or kind < 0.3:
        return atom(r)
    if kind < 0.6:
        return "mix(%s)" % ", ".join(body(r, depth - 1) for _ in range(r.randrange(2, 4)))
    if kind < 0.7:
        return "seq(%s)" % ", ".join(body(r, depth - 1) for _ in range(r.randrange(2, 4)))
    name = r.choice(("diamonds", "triangles", "loops", "tower", "ladders", "switches", "dense_switches", "nest", "traps", "continues", "tangles"))
    length = r.choice((1, 2, 5, 30, 300)) if name not in ("switches", "dense_switches", "nest") else r.choice((0, 3, 9, 60) if name != "nest" else (2, 5, 12))
    inner = atom(r) if name in ("tower", "switches", "dense_switches", "nest") else body(r, depth - 1)
    return "%s(%d, %s)" % (name, length, inner)


def composition(r):
    text = body(r, r.randrange(1, 4))
    if r.random() < 0.15:
        text = "funcs(%d, %s)" % (r.choice((10, 50, 1000)), text)
    return "located(%s)" % text if r.random() < 0.15 else text


# ---- making a finding smaller --------------------------------------------------------------------------

def show(node):
    if not isinstance(node, tuple):
        return '"%s"' % node if isinstance(node, str) else str(node)
    return "%s(%s)" % (node[1], ", ".join(show(a) for a in node[2]))


def smaller(node):
    """Compositions with one part less, or a part in place of the whole."""
    if not isinstance(node, tuple):
        return
    kind, name, arguments = node
    parts = [a for a in arguments if isinstance(a, tuple)]
    yield from parts
    if len(parts) > 1:
        for part in parts:
            yield (kind, name, tuple(a for a in arguments if a is not part))
    for index, argument in enumerate(arguments):
        for less in smaller(argument):
            yield (kind, name, arguments[:index] + (less,) + arguments[index + 1:])


def shrink(bench, text, args):
    node, found = ir_atoms.parse(text), True
    while found:
        found = False
        for less in smaller(node):
            result = bench.slopes(show(less), args.size, args.seed, args.runs)
            if not isinstance(result, str) and above(result, args.bound):
                node, found = less, True
                break
    return show(node)


def examine(bench, text, seed, args):
    """One composition: prints a line; returns whether it is a finding."""
    result = bench.slopes(text, args.size, seed, args.runs)
    if not isinstance(result, str) and above(result, args.bound) and not args.instructions:
        result = bench.slopes(text, args.size, seed, args.runs + 3)
    if isinstance(result, str):
        print("FAILED  %s  --seed %d: %s" % (text, seed, result), flush=True)
        return True
    each = result[2].memory / (4 * args.size)
    bad = above(result, args.bound) or (args.bytes is not None and each > args.bytes)
    if bad or args.verbose or args.replay or args.shapes:
        per = result[2].seconds / (4 * args.size)
        print("%s slope %.2f, memory %.2f, %.2f %s and %.0f bytes an instruction  %s  --seed %d"
              % ("GROWS " if bad else "      ", result[0], result[1], 1e6 * per, "thousand executed" if args.instructions else "us", each, text, seed),
              flush=True)
    if bad and args.shrink and text not in generate_ir.SHAPES:
        print("        " + shrink(bench, text, args), flush=True)
    return bad


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--flags", default="-mcpu=sm_90", help="options of lathe compile (default: %(default)s)")
    parser.add_argument("--size", type=int, default=16000, help="N, the smaller of two sizes (default: %(default)s)")
    parser.add_argument("--bound", type=float, default=1.3, help="slope above which a composition is told (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds a compilation (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="how long to look (default: %(default)s)")
    parser.add_argument("--count", type=int, help="so many compositions, in place of --seconds")
    parser.add_argument("--shapes", metavar="NAMES|all", help="the named shapes of generate_ir.py, in place of random ones")
    parser.add_argument("--replay", metavar="TEXT", help="this composition")
    parser.add_argument("--instructions", action="store_true", help="count instructions in place of time")
    parser.add_argument("--bytes", type=float, help="a finding, too: more bytes of memory an instruction at the larger size")
    parser.add_argument("--memory", metavar="SHAPE:BYTES,...", help="bytes an instruction that each of these shapes may take, and no more")
    parser.add_argument("--skip-missing", action="store_true", help="exit status 77 where valgrind or llvm-as is missing")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="a line for each composition")
    return parser.parse_args(argv)


def judge_memory(bench, args):
    """How many of --memory's shapes take more than they may; prints a line for each."""
    bad = 0
    os.environ["LATHE_VERIFY_EACH"] = "0"               # the checkers keep a graph as it was before
    for item in args.memory.split(","):
        name, most = item.rsplit(":", 1)
        over = True
        for _ in range(3):  # a huge page more or less is two megabytes, and the system's to decide
            try:
                each = (bench.largest(name, args.size, args.seed) - bench.largest("horner()", 1, 1)) / args.size
            except ValueError as error:
                each, most = float("inf"), "%s: %s" % (most, error)
                break
            over = each > float(most)
            if not over:
                break
        print("%s %-12s %.0f bytes an instruction, at most %s" % ("GROWS " if over else "      ", name, each, most), flush=True)
        bad += over
    return bad


def wanted(args):
    """(composition, seed) of this run, one after the other."""
    if args.replay:
        yield args.replay, args.seed
    elif args.shapes:
        for name in generate_ir.SHAPES if args.shapes == "all" else args.shapes.split(","):
            yield name, args.seed
    else:
        start = time.monotonic()
        for index in itertools.count():
            if index >= args.count if args.count is not None else time.monotonic() - start > args.seconds:
                return
            seed = args.seed * 1000003 + index
            yield composition(random.Random(seed)), seed


def main(argv=None):
    args = parse(argv)
    missing = not common.llvm_tool("llvm-as") or (args.instructions and not (shutil.which("valgrind") and shutil.which("strip")))
    if missing and args.skip_missing:
        print("llvm-as of LLVM 22, valgrind and strip are needed; on Debian: apt-get install valgrind binutils")
        return 77
    if not os.access(args.lathe, os.X_OK) or missing:
        common.fail("lathe (built?) and llvm-as of LLVM 22 are needed, for --instructions valgrind and strip")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(os.path.abspath(args.lathe), args.flags.split(), folder, args.limit, args.instructions)
        if args.memory:
            bad = judge_memory(bench, args)
            print("%d shapes at %d instructions: %d take more memory than they may" % (len(args.memory.split(",")), args.size, bad))
            return 1 if bad else 0
        looked = bad = 0
        try:
            for text, seed in wanted(args):
                looked += 1
                bad += examine(bench, text, seed, args)
        except ValueError as error:
            common.fail(str(error))
    print("%d compositions at %d and %d instructions: %d grow faster than %.2f or fail" % (looked, args.size, 4 * args.size, bad, args.bound))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
