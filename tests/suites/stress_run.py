#!/usr/bin/env python3
"""Random programs of llvm-stress, executed: what lathe's PTX leaves in memory has to be what llc-22's PTX leaves there, and
what the same IR leaves on this computer's processor.

  stress_run.py                       300 programs
  stress_run.py --count 1 --seed 77   one of them again; --keep DIR leaves its files
  stress_run.py --spoil               changes one instruction in lathe's PTX of each program: has to fail

stress_harmless (tests/tools) makes each program defined for all inputs: undef, poison, division by zero, shifts and indices
out of range, floats that fit no integer, uninitialized memory, endless loops. It gives every value a place in memory, and
NaN one form wherever its bits could be seen; so all memory is compared, bit for bit. 32 threads of a warp run with 32 inputs.
The seed decides all: size, widened integers (i24, i40, i128 in every fifth program), lathe's -O, the target.
A program for which llc-22's PTX at -O0 and at -O3 differ is replaced by the next seed, as undefined after all, and told; so
is one for which clang-22's code for this processor does what lathe's does at -O0 alone, and one that llc-22 cannot compile, once lathe's results are those of this processor. Programs with what llc-22 gets wrong
(frem is not exact, float to i1 is the wrong way round, copies of 128 bytes come too late) are run a second time with it, by
lathe and this processor alone.
Exit status: 0 all equal, 1 not, 2 something needed is missing.
"""
import argparse
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
import compilers  # noqa: E402
import csmith  # noqa: E402
import stress  # noqa: E402

REPLACED = ("undefined", "refused", "none")
THREADS, INPUT = 32, 2048  # bytes of a record before its slots, as in stress_harmless
HARNESS = r"""
#include <stdio.h>
#include <stdlib.h>
void stress_thread(void *);
int main(int argc, char **argv) {
  long record = atol(argv[3]), bytes = record * %d;
  char *memory = aligned_alloc(256, bytes);
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  if (argc != 4 || !in || !out || fread(memory, 1, bytes, in) != bytes) return 1;
  for (long i = 0; i < bytes; i += record) stress_thread(memory + i);
  return fwrite(memory, 1, bytes, out) != bytes || fclose(out);
}
""" % THREADS
SPECIAL32 = [0, 1, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FA12345, 0x00800000, 0x007FFFFF, 0x3F800000, 0xBF000000,
             0x7F7FFFFF, 0xFFFFFFFF, 0x7FFFFFFF, 0x4B000000, 0x4EFFFFFF]
SPECIAL64 = [0, 1, 1 << 63, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF4000012345678, 0x000FFFFFFFFFFFFF,
             0x3FF0000000000000, 0x7FEFFFFFFFFFFFFF, (1 << 64) - 1, (1 << 63) - 1, 0x41DFFFFFFFC00000, 0x36A0000000000000]


class Plan:
    def __init__(self, seed):
        self.seed = seed
        self.size = 50 + 50 * (seed % 8)
        self.kind = "odd" if seed % 5 == 4 else "plain"
        self.target = ("75", "90")[seed // 2 % 2]
        self.lathe_level = (3, 3, 3, 0, 3, 3, 1, 2)[seed // 8 % 8]


def inputs(seed, record):
    """Records of all threads: integers and floats of each width, special values and random bits, 16 bytes of one kind."""
    r = random.Random(seed)
    kinds = [lambda: r.randbytes(16), lambda: struct.pack("<4i", *(r.randint(-4, 40) for _ in range(4))),
             lambda: struct.pack("<2q", *(r.randint(-1 << r.randint(1, 62), 1 << r.randint(1, 62)) for _ in range(2))),
             lambda: struct.pack("<4f", *(r.uniform(-9, 9) * 10.0 ** r.randint(-3, 8) for _ in range(4))),
             lambda: struct.pack("<2d", *(r.uniform(-9, 9) * 10.0 ** r.randint(-9, 20) for _ in range(2))),
             lambda: struct.pack("<4I", *(r.choice(SPECIAL32) for _ in range(4))),
             lambda: struct.pack("<2Q", *(r.choice(SPECIAL64) for _ in range(2))),
             lambda: bytes(r.choice((0, 1, 2, 127, 128, 255)) for _ in range(16))]
    layout = [r.choice(kinds) for _ in range(INPUT // 16)]  # threads have like data at like places
    return b"".join(b"".join(kind() for kind in layout) + b"\xA5" * (record - INPUT) for _ in range(THREADS))


def place(record, offset):
    thread, at = divmod(offset, record)
    what = "slot %d" % at if at >= INPUT else "buffer %d + %d" % ((at - 256) // 256, at % 256) if 256 <= at < 1024 else "input %d" % at
    return "thread %d, %s" % (thread, what)


def difference(record, one, other):
    """None, or where two memories differ first."""
    if one == other:
        return None
    at = next((i for i in range(min(len(one), len(other))) if one[i] != other[i]), min(len(one), len(other)))
    count = sum(1 for a, b in zip(one, other) if a != b)
    return "%d bytes differ, first %s: %s in place of %s" % (count, place(record, at), one[at:at + 8].hex(), other[at:at + 8].hex())


class Program:
    """One program in a folder: its forms, and the memory that each leaves."""

    def __init__(self, args, plan, folder):
        self.args, self.plan, self.folder = args, plan, folder
        self.record, self.beyond = 0, False

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self):
        """-> None, or why there is no program."""
        text = stress.program(self.plan.kind, self.plan.seed, self.plan.size)
        if not text:
            return "no valid IR"
        with open(self.path("stress.ll"), "w") as file:
            file.write(text)
        self.beyond = bool(re.search(r" frem | fpto[su]i .* to (<\d+ x )?i1\b|load <16 x (i64|double)>", text))
        return None

    def forms(self, prefix, extra):
        """Writes device.ll and host.ll; -> None or an error line."""
        for name, flags in ((prefix + "device.ll", []), (prefix + "host.ll", ["--host"])):
            made = common.run([self.args.harmless, self.path("stress.ll"), "--seed", str(self.plan.seed), *flags, *extra])
            if made.rc != 0:
                return "stress_harmless: " + common.first_error(made)
            with open(self.path(name), "w") as file:
                file.write(made.out)
        self.record = int(made.out.split("\n", 1)[0].split()[2])
        with open(self.path(prefix + "in.raw"), "wb") as file:
            file.write(inputs(self.plan.seed, self.record))
        return None

    def memory(self, name, result):
        """(bytes, None) or (None, error line) after a run that should have written name.raw."""
        if result.rc != 0 or result.timed_out:
            return None, "%s: %s" % (name, result.crash or common.first_error(result))
        with open(self.path(name + ".raw"), "rb") as file:
            return file.read(), None

    def host(self, prefix="", level=None):
        # LLVM's optimizer takes elements of <16 x i24> in memory to lie 4 bytes apart; its code generators and lathe, 3.
        if level is None:
            level = 0 if self.plan.kind == "odd" else self.plan.seed % 2
        built = common.run([common.llvm_tool("clang"), "-O%d" % level, "-w", self.path(prefix + "host.ll"), self.args.harness,
                            "-lm", "-o", self.path(prefix + "host")], limit=self.args.limit)
        if built.rc != 0:
            return None, "host: " + common.first_error(built)
        files = [self.path(prefix + "in.raw"), self.path(prefix + "host.raw")]
        return self.memory(prefix + "host", common.run([self.path(prefix + "host"), *files, str(self.record)]))

    def device(self, name, compiler, flags=(), prefix=""):
        made = compiler.compile_ir(self.path(prefix + "device.ll"), ["-mcpu=sm_" + self.plan.target, *flags], limit=self.args.limit)
        if made.error:
            return None, "%s compile: %s" % (name, made.error)
        text = csmith.spoil(made.ptx[0], self.plan.seed * 7919) if self.args.spoil and name == "lathe" else made.ptx[0]
        name = prefix + name
        with open(self.path(name + ".ptx"), "w") as file:
            file.write(text)
        files = "inout:%s:%s" % (self.path(prefix + "in.raw"), self.path(name + ".raw"))
        return self.memory(name, common.run([self.args.lathe, "run", self.path(name + ".ptx"), "--kernel", "stress_run", "--block", str(THREADS),
                                             "--max-steps", "100000000", "--arg", files], limit=self.args.limit))

    def judge(self):
        """-> verdict, lines: equal, different, failed; or, to be replaced, undefined, refused, none."""
        error = self.make()
        if error:
            return "none", [error]
        llc = compilers.Llc(common.Cache(None))
        lathe = compilers.Lathe(self.args.lathe, ["-O%d" % self.plan.lathe_level])
        if self.beyond:
            verdict, lines = self.beyond_llc(lathe)
            if verdict != "equal":
                return verdict, lines
        error = self.forms("", [])
        if error:
            return "none", [error]
        runs = {"lathe": self.device("lathe", lathe), "host": self.host()}
        verdict, lines = self.beside_host(runs)
        if verdict != "equal":
            return verdict, lines
        runs["llc"], runs["llc-O0"] = self.device("llc", llc), self.device("llc-O0", llc, ["-O0"])
        if any(error and "compile:" in error for error in (runs["llc"][1], runs["llc-O0"][1])):
            return "refused", [runs["llc"][1] or runs["llc-O0"][1]]  # llc-22 cannot compile it; lathe and the host agree
        verdict, lines = self.compare(runs, [("llc", "llc-O0")])
        if verdict == "different":
            same = [name for name in ("llc", "llc-O0") if runs[name][0] == runs["lathe"][0]]
            return "undefined", lines + ["lathe and this processor agree with %s" % (same[0] if same else "neither")]
        return (verdict, lines) if verdict != "equal" else self.compare(runs, [("lathe", "llc")])

    def beyond_llc(self, lathe):
        """With what llc-22 gets wrong, which stress_harmless.cpp lists."""
        error = self.forms("all-", ["--all"])
        if error:
            return "none", [error]
        runs = {"all-lathe": self.device("lathe", lathe, prefix="all-"), "all-host": self.host("all-")}
        return self.beside_host(runs, "all-")

    def beside_host(self, runs, prefix=""):
        """Where the two differ, the processor's own code is made without an optimizer, too: when that leaves what lathe
        leaves, LLVM's optimized code for this processor is wrong, or the program means nothing after all."""
        verdict, lines = self.compare(runs, [(prefix + "lathe", prefix + "host")])
        if verdict == "different" and self.plan.kind != "odd":
            runs[prefix + "host-O0"] = self.host(prefix, 0)
            if runs[prefix + "host-O0"][0] == runs[prefix + "lathe"][0]:
                return "undefined", lines + ["lathe agrees with this processor's code at -O0"]
        return verdict, lines

    def compare(self, runs, pairs):
        errors = [error for _, error in runs.values() if error]
        if errors:
            return "failed", errors
        lines = ["%s and %s: %s" % (a, b, difference(self.record, runs[a][0], runs[b][0])) for a, b in pairs if runs[a][0] != runs[b][0]]
        return ("different" if lines else "equal"), lines


def one(args, seed):
    """(plan, verdict, lines, bytes of the memory, whether it was run beyond what llc can)."""
    plan = Plan(seed)
    folder = tempfile.mkdtemp(prefix="stress-%d-" % seed)
    try:
        program = Program(args, plan, folder)
        verdict, lines = program.judge()
        return plan, verdict, lines, program.record * THREADS, program.beyond
    finally:
        if args.keep:
            kept = os.path.join(args.keep, "seed-%d" % seed)
            shutil.rmtree(kept, ignore_errors=True)
            shutil.move(folder, kept)
        else:
            shutil.rmtree(folder, ignore_errors=True)


def programs(args):
    """Answers in the order of seeds, until --count of them are not to be replaced."""
    answers, seed, missing = [], args.seed, args.count
    while missing > 0 and seed < args.seed + 10 * args.count + 10:
        answers += common.parallel(args.jobs, lambda s: one(args, s), range(seed, seed + missing))
        seed += missing
        missing = args.count - sum(a[1] not in REPLACED for a in answers)
    return answers


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--harmless", help="stress_harmless (default: beside lathe)")
    parser.add_argument("--count", type=int, default=300, help="programs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="first seed (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--limit", type=int, default=120, help="seconds of a compilation or run (default: %(default)s)")
    parser.add_argument("--spoil", action="store_true", help="change one instruction in each PTX of lathe, to see the suite fail")
    parser.add_argument("--keep", metavar="DIR", help="leave the files of each program there")
    parser.add_argument("--skip-missing", action="store_true", help="exit status 77 in place of 2 when a tool is missing")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    args.lathe = os.path.abspath(args.lathe)
    args.harmless = os.path.abspath(args.harmless or os.path.join(os.path.dirname(args.lathe), "stress_harmless"))
    missing = [n for n in ("clang", "llc", "llvm-stress", "llvm-as") if not common.llvm_tool(n)]
    missing += [p for p in (args.lathe, args.harmless) if not os.access(p, os.X_OK)]
    if missing:
        print("error: not found: " + ", ".join(missing), file=sys.stderr)
        return 77 if args.skip_missing else 2
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        args.harness = os.path.join(folder, "harness.o")
        built = common.run([common.llvm_tool("clang"), "-O1", "-x", "c", "-", "-c", "-o", args.harness], stdin=HARNESS)
        if built.rc != 0:
            common.fail("harness: " + common.first_error(built))
        answers = programs(args)
    for plan, verdict, lines, _, _ in answers:
        if verdict not in ("equal", "none", "refused"):
            print("%-9s seed %d (size %d, %s, lathe -O%d, sm_%s)" % (verdict, plan.seed, plan.size, plan.kind, plan.lathe_level, plan.target))
            for line in lines:
                print("          " + line)
            if verdict not in REPLACED:
                print("          repeat: tests/suites/stress_run.py --count 1 --seed %d --keep DIR" % plan.seed)
    counts = {v: sum(a[1] == v for a in answers) for v in ("equal", "different", "failed", *REPLACED)}
    ran = [a for a in answers if a[1] not in REPLACED]
    print("llvm-stress: %d programs run by %d threads, %.1f MiB compared, by lathe, llc and this processor: %d equal, %d different, %d failed;"
          " %d also with what llc gets wrong, by lathe and this processor; replaced: %d undefined, %d that llc cannot compile, %d without valid IR"
          % (len(ran), THREADS, sum(a[3] for a in ran) / 2**20, counts["equal"], counts["different"], counts["failed"],
             sum(a[4] for a in ran if a[1] == "equal"), counts["undefined"], counts["refused"], counts["none"]))
    return 0 if 0 < counts["equal"] == args.count else 1


if __name__ == "__main__":
    sys.exit(main())
