#!/usr/bin/env python3
"""Functions of LLVM's own tests of all its passes and targets (llvm_ir.py), executed: what lathe's PTX leaves in memory has to
be what llc-22 -O0's PTX leaves there, for all inputs for which the function means something.

  llvm_ir_run.py --lathe PATH [--tests DIR] [--under FOLDER] [--share N] [--part K] [--flags "FLAGS"] [--keep DIR]
  llvm_ir_run.py --file X.ll                     these files; --spoil: has to fail

foreign_kernels (tests/tools) makes a kernel of what it can take, and a second module that tells which of 32 inputs are undefined:
overflow where a flag denies it, shifts beyond the width, divisors of zero, bits of memory that no value has, and so on.
lathe's level and target go by the file's name. A file in which something cannot be compiled or executed is done again function by
function. Exit status: 0 all equal, 1 not, 77 where the tests cannot be fetched.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import csmith  # noqa: E402
import llvm_ir  # noqa: E402
import stress_run  # noqa: E402

THREADS, INPUT = 32, 2048
TID = "call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"
HARNESS = r"""
#include <stdio.h>
#include <stdlib.h>
void foreign(void *);
int foreign_thread;
int main(int argc, char **argv) {
  long bytes = atol(argv[3]);
  char *memory = aligned_alloc(256, bytes * %d);
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  if (argc != 4 || !in || !out || fread(memory, 1, bytes * %d, in) != bytes * %d) return 1;
  for (; foreign_thread < %d; ++foreign_thread) foreign(memory);
  return fwrite(memory, 1, bytes * %d, out) != bytes * %d || fclose(out);
}
""".replace("%d", str(THREADS))
TARGETS = ["75", "90", "100"]


def memory(seed, record):
    """Records of all threads: a fourth of them small numbers alone, the others of all kinds."""
    r = random.Random(seed)
    tail = r.randbytes(64) + bytes(64) + bytes(r.choice((0, 1, 2, 3, 7, 31)) for _ in range(128))
    rows = stress_run.inputs(seed, INPUT)
    rest = (tail * (record // len(tail) + 1))[:record - INPUT]
    out = []
    for t in range(THREADS):
        row = rows[t * INPUT:(t + 1) * INPUT]
        if t % 4 == 0:  # each 16 bytes one small number, of any width
            row = b"".join(r.choice((0, 1, 1, 2, 3, 5, 8, 31)).to_bytes(16, "little") for _ in range(INPUT // 16))
        elif t % 4 == 1:
            row = b"".join(bytes([r.choice((0, 0, 1, 2, 3, 4))]) * 16 if r.random() < 0.5 else
                           r.choice((1, 2, 4)).to_bytes(4, "little") * 4 for _ in range(INPUT // 16))
        out.append(row + rest)
    return out


def one_times(found):
    """clang-22 has no canonicalize for some types on x86-64."""
    element = re.sub(r"<\d+ x (\w+)>", r"\1", found.group(1))
    return "fmul %s, %s" % (found.group(2), "1.0" if element == found.group(1) else "splat (%s 1.0)" % element)


class Work:
    """One file, or one function of it, in a folder."""

    def __init__(self, args, path, folder):
        self.args, self.path, self.folder = args, path, folder
        self.seed = zlib.crc32(str(path.name).encode()) + args.seed
        self.level, self.target = (3, 3, 0, 2, 1)[self.seed % 5], TARGETS[self.seed // 5 % len(TARGETS)]

    def at(self, name):
        return os.path.join(self.folder, name)

    def make(self, only=None):
        """-> [(number, offset, bytes, name)] or None."""
        made = common.run([self.args.kernels, str(self.path), self.at("f"), *(["--only", str(only)] if only is not None else [])], limit=60)
        if made.rc != 0:
            return None
        *functions, record = made.out.splitlines()
        self.record = int(record.split()[1])
        return [(int(n), int(offset), int(size), name) for n, offset, size, name in (line.split(" ", 3) for line in functions)]

    def run(self, ptx, records, name):
        with open(self.at("in.raw"), "wb") as file:
            file.write(b"".join(records))
        done = common.run([self.args.lathe, "run", self.at(ptx), "--kernel", "foreign", "--block", str(THREADS), "--max-steps", "5000000",
                           "--arg", "inout:%s:%s" % (self.at("in.raw"), self.at(name))], limit=60)
        if done.rc != 0:
            return None, done.crash or common.first_error(done)
        with open(self.at(name), "rb") as file:
            data = file.read()
        return [data[t * self.record:(t + 1) * self.record] for t in range(THREADS)], None

    def reference(self, records):
        done = common.run([common.llvm_tool("llc"), "-O0", "-mcpu=sm_90", self.at("f.ref.ll"), "-o", self.at("ref.ptx")], limit=60)
        if done.rc != 0:
            return None, "llc: " + (done.crash or common.first_error(done))
        return self.run("ref.ptx", records, "ref.raw")

    def lathe(self):
        done = common.run([self.args.lathe, "compile", "-O%d" % self.level, "-mcpu=sm_" + self.target, *self.args.flags.split(), self.at("f.ll"), "-o", self.at("lathe.ptx")],
                          limit=120)
        if done.rc == 0 and self.args.spoil:
            with open(self.at("lathe.ptx")) as file:
                text = csmith.spoil(file.read(), self.seed * 7919)
            with open(self.at("lathe.ptx"), "w") as file:
                file.write(text)
        return None if done.rc == 0 else "lathe: " + (done.crash or common.first_error(done))

    def host(self, records):
        """The same module on this computer's processor: what llc-22 gets wrong for NVPTX is not held against lathe."""
        with open(self.at("f.ref.ll")) as file:
            text = file.read()
        text = re.sub(r"call (\S+|<[^>]*>) @llvm\.canonicalize\.\w+\((\1 %[\w.]+)\)", one_times, text)
        text = re.sub(r"(?m)^target .*\n|^declare .*@llvm\.nvvm.*\n", "", text).replace(TID, "load i32, ptr @foreign_thread").replace("ptx_kernel ", "")
        with open(self.at("host.ll"), "w") as file:
            file.write(text + "\n@foreign_thread = external global i32\n")
        with open(self.at("in.raw"), "wb") as file:
            file.write(b"".join(records))
        done = common.run([common.llvm_tool("clang"), "-O0", "-w", self.at("host.ll"), "-x", "c", self.args.harness, "-lm", "-o", self.at("host")], limit=60)
        if done.rc == 0:
            done = common.run([self.at("host"), self.at("in.raw"), self.at("host.raw"), str(self.record)], limit=60)
        if done.rc != 0:
            return None
        with open(self.at("host.raw"), "rb") as file:
            data = file.read()
        return [data[t * self.record:(t + 1) * self.record] for t in range(THREADS)]

    def judge(self, function, want, got):
        """A word, the defined threads, and what differs."""
        n, offset, size, name = function
        live = [t for t in range(THREADS) if want[t][offset] == 0]
        for t in live:
            a, b = want[t][offset + 8:offset + size], got[t][offset + 8:offset + size]
            if a != b:
                at = next(i for i in range(len(a)) if a[i] != b[i]) & ~7
                return "different", len(live), "thread %d byte %d: %s in place of %s" % (t, at + 8, b[at:at + 8].hex(), a[at:at + 8].hex())
        return ("equal" if live else "undefined"), len(live), ""

    def together(self):
        """All functions at once: verdicts, or None where they have to go one by one."""
        functions = self.make()
        if functions is None:
            return [], []
        records = memory(self.seed, self.record)
        want, error = self.reference(records)
        if error or self.lathe():
            return functions, None
        got, error = self.run("lathe.ptx", records, "lathe.raw")
        if error:
            return functions, None
        return functions, [(f, *self.judge(f, want, got)) for f in functions]

    def alone(self, number):
        function = self.make(number)
        if not function:
            return None
        function = function[0]
        records = memory(self.seed, self.record)
        want, error = self.reference(records)
        if error:
            return function, "unknown", 0, error
        live = [t for t in range(THREADS) if want[t][function[1]] == 0]
        if not live:
            return function, "undefined", 0, ""
        chosen = [t if t in live else live[0] for t in range(THREADS)]  # nobody asks for what is undefined
        error = self.lathe()
        if error:
            return function, "crash" if "signal" in error or "internal" in error or "timeout" in error else "refused", 0, error
        got, error = self.run("lathe.ptx", [records[t] for t in chosen], "lathe.raw")
        if error:
            return function, "failed", len(live), error
        verdict = self.judge(function, [want[t] for t in chosen], got)
        if verdict[0] == "different":
            other = self.host([records[t] for t in chosen])
            if other and self.judge(function, other, got)[0] == "equal":
                return function, "beside", 0, ""
        return (function, *verdict)


def one(args, path):
    folder = tempfile.mkdtemp()
    try:
        work = Work(args, path, folder)
        functions, found = work.together()
        if found is None or any(word == "different" for _, word, _, _ in found):
            again = {f[0] for f in functions} if found is None else {f[0] for f, word, _, _ in found if word == "different"}
            found = [v for v in found or [] if v[0][0] not in again] + [v for v in (work.alone(n) for n in sorted(again)) if v]
        if args.keep and any(word in WRONG for _, word, _, _ in found):
            kept = os.path.join(args.keep, path.stem)
            os.makedirs(kept, exist_ok=True)
            number = next(f[0] for f, word, _, _ in found if word in WRONG)
            work.alone(number)
            for name in ("f.ll", "f.ref.ll", "ref.ptx", "lathe.ptx", "in.raw"):
                if os.path.exists(work.at(name)):
                    shutil.copy(work.at(name), kept)
        return work, found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# Files whose functions reach beyond their own variables, which nothing here sees; what they mean is nobody's business.
UNDEFINED = {"CodeGen/X86/stack-guard-oob.ll", "Transforms/InstCombine/memcpy_alloca.ll"}
WRONG = ("different", "failed", "crash")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--kernels", help="foreign_kernels (default: beside lathe)")
    parser.add_argument("--tests", type=pathlib.Path, default=pathlib.Path("build/llvm-tests"))
    parser.add_argument("--under", default="", help="files below this folder alone")
    parser.add_argument("--file", type=pathlib.Path, nargs="+", help="these alone")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--flags", default="", help="of lathe compile")
    parser.add_argument("--spoil", action="store_true", help="change one instruction in each PTX of lathe, to see the suite fail")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="files of what is wrong")
    parser.add_argument("--refused", action="store_true", help="what lathe refuses, most frequent first")
    args = parser.parse_args()
    args.lathe = os.path.abspath(args.lathe)
    args.kernels = os.path.abspath(args.kernels or os.path.join(os.path.dirname(args.lathe), "foreign_kernels"))
    if args.file:
        files = args.file
    else:
        if not args.tests.is_dir() and not llvm_ir.fetch(args.tests.resolve()):
            print("llvm_ir_run.py: the tests could not be fetched (needs apt and its source lists)", file=sys.stderr)
            return 77
        files = sorted((args.tests / args.under).rglob("*.ll"))[args.part::args.share]
        files = [f for f in files if str(f.relative_to(args.tests)) not in UNDEFINED]
    missing = [t for t in ("clang", "llc") if not common.llvm_tool(t)] + [p for p in (args.lathe, args.kernels) if not os.access(p, os.X_OK)]
    if missing:
        print("llvm_ir_run.py: not found: " + ", ".join(missing), file=sys.stderr)
        return 77
    scratch = tempfile.TemporaryDirectory()
    args.harness = os.path.join(scratch.name, "harness.c")
    pathlib.Path(args.harness).write_text(HARNESS)
    count, threads, why = collections.Counter(), 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, (work, found) in zip(files, pool.map(lambda f: one(args, f), files)):
            for function, word, live, said in found:
                count[word] += 1
                threads += live
                if word in WRONG:
                    print("%s %s function %d %s: -O%d sm_%s: %s" % (word, path, function[0], function[3], work.level, work.target, said), flush=True)
                elif said:
                    why[said[:110]] += 1
    if args.refused:
        for text, n in why.most_common(40):
            print("%6d %s" % (n, text))
    bad = sum(count[w] for w in WRONG)
    print("llvm_ir_run: %d files, %d functions equal on %d inputs, %d undefined on all, %d that llc-22 -O0 does not compile or not right, %d that lathe refuses, %d wrong"
          % (len(files), count["equal"], threads, count["undefined"], count["unknown"] + count["beside"], count["refused"], bad))
    return 1 if bad or not count["equal"] else 0


if __name__ == "__main__":
    sys.exit(main())
