#!/usr/bin/env python3
"""Random programs of our own generator (programs_ir.py), executed: lathe's PTX on `lathe run` has to leave in memory what the
same IR leaves on this computer's processor, compiled by clang-22 -O0. No other GPU compiler is asked.

  programs.py                       2,000 programs (modules of 20)
  programs.py --programs 20000      what the row in docs/coverage.md speaks of
  programs.py --seed 77 --modules 1 one module again; --keep DIR leaves its files
  programs.py --spoil               changes one instruction of each PTX: has to fail

Integers of 1 to 256 bits, f16, f32, f64, vectors, arrays in local memory accessed at any alignment (lanes that are
no bytes, and masked accesses, among them), tables, switches, loops
that may be irreducible, calls, calls through pointers, structures by value and in parameters, atomics on private memory and
on counters that all threads share. The module is read as generated, after mem2reg, after opt -O1, after -O3, or after -O3
with vectorization forced to 2, 4 or 8 lanes; lathe's -O0 to -O3 and four targets take turns; 32 threads have 32 inputs.
ptxas has to accept the PTX (--no-ptxas: not asked). A module that clang-22 cannot compile for
this processor is told and left out, at most one in twenty. Exit status: 0 all equal, 1 not, 2 something needed is missing.
"""
import argparse
import concurrent.futures
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402
import csmith  # noqa: E402
import programs_ir  # noqa: E402
import programs_notes  # noqa: E402
import stress_run  # noqa: E402

TARGETS = ["75", "90", "100", "120"]
PIPELINES = [("plain", []), ("mem2reg", ["-passes=mem2reg,simplifycfg"]), ("O1", ["-passes=default<O1>"]), ("O3", ["-passes=default<O3>"])]
PIPELINES += [("vectors of %d" % n, ["-passes=default<O3>", "-force-vector-width=%d" % n, "-force-vector-interleave=%d" % m]) for n, m in ((2, 1), (4, 2), (8, 1))]
UNCOMPARED = "not compared, clang-22 does not compile it for this processor: "
HARNESS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void all(const void *, void *);
extern long counters[];
int main(int argc, char **argv) {
  long in_bytes = atol(argv[3]), out_bytes = atol(argv[4]), threads = atol(argv[5]), extra = atol(argv[6]);
  char *in = aligned_alloc(256, in_bytes * threads), *out = aligned_alloc(256, out_bytes * threads + 256);
  memset(out, 0, out_bytes * threads + 256);
  FILE *source = fopen(argv[1], "rb"), *target = fopen(argv[2], "wb");
  if (argc != 7 || !source || !target || fread(in, 1, in_bytes * threads, source) != (size_t)(in_bytes * threads)) return 1;
  for (long i = 0; i < threads; ++i) all(in + i * in_bytes, out + i * out_bytes);
  memcpy(out + out_bytes * threads, counters, extra);
  size_t bytes = out_bytes * threads + extra;
  return fwrite(out, 1, bytes, target) != bytes || fclose(target);
}
"""


class Job:
    """One module in a folder."""

    def __init__(self, args, seed, folder):
        self.args, self.seed, self.folder = args, seed, folder
        self.pipeline = PIPELINES[seed % len(PIPELINES)]
        self.level = (3, 0, 2, 1, 3)[seed % 5]
        self.target = TARGETS[seed // 2 % len(TARGETS)]
        self.slots = args.size * programs_ir.SLOT

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)

    def __str__(self):
        return "seed %d: %s, lathe -O%d, sm_%s" % (self.seed, self.pipeline[0], self.level, self.target)

    def make(self):
        """Writes device.ll, host.ll and the inputs; -> None or an error line."""
        text = programs_ir.Module(self.seed, self.args.size).text()
        self.write("module.ll", programs_notes.with_notes(text, self.seed) if self.seed % 4 else text)
        made = common.run([common.llvm_tool("opt"), "-S", *(self.pipeline[1] or ["-passes=verify"]), self.path("module.ll")], limit=self.args.limit)
        if made.rc != 0:
            return "opt: " + common.first_error(made)
        lines = [line for line in made.out.splitlines() if not line.startswith("target ")]
        self.write("host.ll", "\n".join(lines))
        self.write("device.ll", programs_ir.device("\n".join(['target datalayout = "%s"' % programs_ir.LAYOUT, *lines]), self.args.size))
        data = stress_run.inputs(self.seed, stress_run.INPUT)
        with open(self.path("in.raw"), "wb") as file:
            for t in range(programs_ir.THREADS):
                file.write(data[t * stress_run.INPUT:t * stress_run.INPUT + programs_ir.INPUT])
        with open(self.path("zero.raw"), "wb") as file:
            file.write(bytes(programs_ir.THREADS * self.slots + 8 * programs_ir.COUNTERS))
        return None

    def memory(self, what, result, name):
        if result.crash or result.rc != 0:
            return None, "%s: %s" % (what, result.crash or common.first_error(result))
        with open(self.path(name), "rb") as file:
            return file.read(), None

    def host(self):
        built = common.run([common.llvm_tool("clang"), "-O0", "-w", self.path("host.ll"), self.args.harness, "-lm", "-o", self.path("host")], limit=self.args.limit)
        if built.rc != 0:
            return None, UNCOMPARED + common.first_error(built)
        numbers = [programs_ir.INPUT, self.slots, programs_ir.THREADS, 8 * programs_ir.COUNTERS]
        return self.memory("host", common.run([self.path("host"), self.path("in.raw"), self.path("host.raw"), *map(str, numbers)], limit=self.args.limit), "host.raw")

    def device(self):
        made = compilers.Lathe(self.args.lathe, ["-O%d" % self.level]).compile_ir(self.path("device.ll"), ["-mcpu=sm_" + self.target], limit=self.args.limit)
        if made.error:
            return None, "lathe compile: " + made.error
        ptx = csmith.spoil(made.ptx[0], self.seed * 7919) if self.args.spoil else made.ptx[0]
        self.write("out.ptx", ptx)
        if self.args.assembler and not self.args.spoil:
            error = self.args.assembler.assemble(ptx, self.target, False)
            if error:
                return None, "ptxas: " + error
        run = [self.args.lathe, "run", self.path("out.ptx"), "--kernel", "programs", "--block", str(programs_ir.THREADS), "--max-steps", "1000000000",
               "--arg", "in:" + self.path("in.raw"), "--arg", "inout:%s:%s" % (self.path("zero.raw"), self.path("lathe.raw"))]
        return self.memory("lathe run", common.run(run, limit=self.args.limit), "lathe.raw")

    def place(self, at):
        if at >= programs_ir.THREADS * self.slots:
            return "counter %d" % ((at - programs_ir.THREADS * self.slots) // 8)
        thread, rest = divmod(at, self.slots)
        return "thread %d, program %d, byte %d" % (thread, rest // programs_ir.SLOT, rest % programs_ir.SLOT)

    def judge(self):
        """-> [] or lines."""
        error = self.make()
        if error:
            return [error]
        want, error = self.host()
        if error:
            return [error]
        got, error = self.device()
        if error:
            return [error]
        if want == got:
            return []
        places = [at for at in range(0, len(want), 8) if want[at:at + 8] != got[at:at + 8]]
        wrong = sorted({at % self.slots // programs_ir.SLOT for at in places if at < programs_ir.THREADS * self.slots})
        at = places[0]
        return ["wrong: programs %s; first %s: %s in place of %s" % (wrong, self.place(at), got[at:at + 8][::-1].hex(), want[at:at + 8][::-1].hex())]


def one(args, seed):
    folder = os.path.join(args.keep, str(seed)) if args.keep else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    try:
        job = Job(args, seed, folder)
        return job, job.judge()
    finally:
        if not args.keep:
            shutil.rmtree(folder, ignore_errors=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--programs", type=int, default=2000, help="how many (default: 2000)")
    parser.add_argument("--modules", type=int, help="how many modules, in place of --programs")
    parser.add_argument("--size", type=int, default=20, help="programs of a module (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="of the first module")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=float, default=300, help="seconds of a compilation or run (default: 300)")
    parser.add_argument("--no-ptxas", action="store_true", help="ptxas is not asked")
    parser.add_argument("--spoil", action="store_true", help="change one instruction in each PTX, to see the suite fail")
    parser.add_argument("--keep", metavar="DIR", help="leave the files of each module there")
    parser.add_argument("--skip-missing", action="store_true", help="exit status 77 in place of 2 when a tool is missing")
    return parser.parse_args()


def main():
    args = parse()
    missing = [tool for tool in ("clang", "opt") if not common.llvm_tool(tool)]
    if missing or not os.access(args.lathe, os.X_OK):
        print("programs: missing: " + ", ".join(missing or [args.lathe]))
        return 77 if args.skip_missing else 2
    args.assembler = compilers.Assembler(common.Cache(None))
    if args.no_ptxas or not args.assembler.available():
        args.assembler = None
    modules = args.modules or (args.programs + args.size - 1) // args.size
    failed = uncompared = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        source, args.harness = os.path.join(folder, "harness.c"), os.path.join(folder, "harness.o")
        with open(source, "w") as file:
            file.write(HARNESS)
        built = common.run([common.llvm_tool("clang"), "-O1", "-c", source, "-o", args.harness])
        if built.rc != 0:
            print("programs: " + common.first_error(built))
            return 2
        for job, lines in pool.map(lambda seed: one(args, seed), range(args.seed, args.seed + modules)):
            if lines:
                uncompared += lines[0].startswith(UNCOMPARED)
                failed += not lines[0].startswith(UNCOMPARED)
                print("%s: %s" % (job, "; ".join(lines)), flush=True)
    print("programs: %d of %d modules of %d programs right%s" % (modules - failed - uncompared, modules, args.size, "" if args.assembler else ", ptxas not asked"))
    # A clang that crashes now and then is not ours to judge by; one that mostly does would hide all.
    return 1 if failed or uncompared * 20 > modules + 19 else 0


if __name__ == "__main__":
    sys.exit(main())
