#!/usr/bin/env python3
"""Every operation on every type for every target: compiled with --verify-each, taken by ptxas, executed by lathe run, and the
results compared with those of the same IR on this computer's processor (llc-22). And every generic intrinsic of LLVM 22: right,
or refused by name with a reason.

  matrix.py                          all: about an hour on two cores
  matrix.py --quick                  every operation on some types and two targets: a minute, the ctest
  matrix.py --only 'vp.*' --targets 75,90 --level 0
  matrix.py --only fadd/v3half       one cell; --keep DIR leaves its files
  matrix.py --spoil                  maxima and sums of each PTX become minima and differences: has to fail

128 threads run each function; lane 0 of the operands crosses eleven edge values of its type with each other, the other lanes mix
edges with random bits. A cell that llc-22 cannot compile for this processor is compiled and assembled, and its results are not
compared (told in the last line); one that the suite says llc gets wrong has its exact result from the harness.
"""
import argparse
import ctypes  # noqa: F401  (its import fails where fork is forbidden, and so does the suite)
import fnmatch
import os
import random
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import matrix_cases  # noqa: E402
import matrix_intrinsics  # noqa: E402
from matrix_harness import HARNESS  # noqa: E402
from matrix_ir import THREADS, records  # noqa: E402

TARGETS = ["75", "80", "86", "89", "90", "100", "120"]
DEVICE_HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
DEVICE_TAIL = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @matrix(ptr %%in, ptr %%out) {
  %%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%wide = zext i32 %%tid to i64
  %%a = mul i64 %%wide, %d
  %%b = mul i64 %%wide, %d
  %%i = getelementptr i8, ptr %%in, i64 %%a
  %%o = getelementptr i8, ptr %%out, i64 %%b
%s
  ret void
}
"""
HOST_TAIL = """
@matrix_cells = constant [%d x ptr] [%s]
@matrix_places = constant [%d x i64] [%s]
@matrix_count = constant i64 %d
"""
HOST_FUNCTIONS = {"i32": "i32", "two": "ptr, ptr", "directed": "i64, i64, i64, i32, i32, i32", "fma": "i16 zeroext, i16 zeroext, i16 zeroext", "ptr": "ptr"}
BATCH = 250


def fill(pattern, cases):
    return [c for c in cases if any(fnmatch.fnmatch(c.name, p) or fnmatch.fnmatch(c.op, p) for p in pattern.split(","))]


class Batch:
    """Some cells in one module."""

    def __init__(self, args, cases, number):
        self.args, self.cases, self.number = args, cases, number
        self.verdict = {}   # (case name, target) -> text, only where something is wrong or refused
        self.not_compared = set()

    def module(self, chosen, host, record):
        texts, calls, at, places, seen = [], [], 0, {}, set()
        for case in chosen:
            symbol = "f%d" % self.cases.index(case)
            text, size = case.text(symbol, self.args.offsets, host)
            head, _, body = text.rpartition("define internal void @%s(" % symbol)
            for line in head.splitlines():
                if line not in seen:
                    seen.add(line)
                    texts.append(line + "\n")
            texts.append("define internal void @%s(%s" % (symbol, body))
            places[case.name] = (at, size)
            calls.append("  %%p%d = getelementptr i8, ptr %%o, i64 %d\n  call void @%s(ptr %%i, ptr %%p%d)" % (len(calls), at, symbol, len(calls)))
            at = (at + size + 15) // 16 * 16
        if host:
            for name in sorted(set(re.findall(r"@((?:exact|directed)_\w+|set_rounding|carryless)\(", "".join(texts)))):
                texts.append("declare %s @%s(%s)\n" % ("void" if name in ("set_rounding", "carryless") else "i16", name, HOST_FUNCTIONS[
                    "i32" if name == "set_rounding" else "two" if name == "carryless" else "directed" if name.startswith("directed") else "fma" if "fma" in name else "ptr"]))
            return "".join(texts) + matrix_intrinsics.GLOBALS + HOST_TAIL % (
                len(chosen), ", ".join("ptr @f%d" % self.cases.index(c) for c in chosen), len(chosen), ", ".join("i64 %d" % places[c.name][0] for c in chosen),
                len(chosen)), places, at
        return DEVICE_HEAD + "".join(texts) + matrix_intrinsics.GLOBALS + DEVICE_TAIL % (record, at, "\n".join(calls)), places, at

    def write(self, name, text):
        path = os.path.join(self.args.folder, "b%d_%s" % (self.number, name))
        with open(path, "w" if isinstance(text, str) else "wb") as file:
            file.write(text)
        return path

    def drop(self, chosen, symbols):
        bad = {int(s) for s in symbols}
        return [c for i, c in enumerate(self.cases) if i in bad and c in chosen]

    # ---- the host
    def host(self):
        """{case name: bytes of all threads}; cells that llc cannot compile for this processor, or whose code faults, are left out."""
        chosen = [c for c in self.cases if c.compare]
        while chosen:
            places, size = self.host_object(chosen)
            if not chosen:
                break
            program = os.path.join(self.args.folder, "b%d_host" % self.number)
            linked = common.run([common.llvm_tool("clang"), program + ".o", self.args.harness, "-lm", "-o", program])
            if linked.rc != 0:
                common.fail("harness: " + common.first_error(linked))
            result = common.run([program, self.args.inputs, program + ".raw", str(self.args.record), str(size)], limit=900)
            faults = [chosen[int(n)] for n in re.findall(r"^cell (\d+)$", result.out, re.M)]
            if result.rc == 0:
                with open(program + ".raw", "rb") as file:
                    data = file.read()
                return {name: b"".join(data[t * size + at:t * size + at + length] for t in range(THREADS)) for name, (at, length) in places.items()}
            if not faults:
                common.fail("%s: %s" % (program, result.crash or common.first_error(result)))
            for case in faults:
                print("%s: llc's code for this processor faults" % case.name, flush=True)
                self.not_compared.add(case.name)
                chosen.remove(case)
        return {}

    def host_object(self, chosen):
        """Compiles those of `chosen` that llc takes, and removes the others: where each has its results, and how much that is."""
        while chosen:
            text, places, size = self.module(chosen, True, self.args.record)
            source, program = self.write("host.ll", text), os.path.join(self.args.folder, "b%d_host" % self.number)
            made = common.run([common.llvm_tool("llc"), "-O1", "-mcpu=x86-64-v3", "-filetype=obj", "-relocation-model=pic", source, "-o", program + ".o"], limit=900)
            if made.rc == 0:
                return places, size
            bad = self.drop(chosen, re.findall(r"on function '@f(\d+)'|in function f(\d+)|@f(\d+)\b", made.err) and
                            [next(filter(None, m)) for m in re.findall(r"on function '@f(\d+)'|in function '?f(\d+)", made.err)])
            if not bad:
                line = re.search(r"\.ll:(\d+):", made.err)
                bad = self.by_line(chosen, text, int(line.group(1))) if line else []
            if not bad:
                common.fail("llc-22 on the host: " + made.err[:3000])
            for case in bad:
                self.not_compared.add(case.name)
                chosen.remove(case)
        return {}, 0

    def by_line(self, chosen, text, line):
        for before in reversed(text.splitlines()[:line]):
            m = re.match(r"define internal void @f(\d+)\(", before)
            if m:
                return self.drop(chosen, [m.group(1)])
        return []

    # ---- the device
    def device(self, target, expected):
        chosen = list(self.cases)
        while chosen:
            text, places, size = self.module(chosen, False, self.args.record)
            source, ptx = self.write("device.ll", text), os.path.join(self.args.folder, "b%d_%s.ptx" % (self.number, target))
            made = common.run([self.args.lathe, "compile", source, "-mcpu=sm_" + target, "-O%s" % self.args.level, "--verify-each", "-o", ptx, *self.args.flag], limit=900)
            if made.rc == 0:
                break
            self.refused(chosen, made, target, text)
        if not chosen:
            return
        if self.args.spoil:
            with open(ptx) as file:
                changed = re.sub(r"\bmax\.(u\d+)", r"min.\1", re.sub(r"\badd\.(rn\.)?f", r"sub.\1f", file.read()))
            with open(ptx, "w") as file:
                file.write(changed)
        elif self.args.ptxas:
            self.assemble(ptx, target, chosen)
        self.execute(ptx, target, chosen, places, size, expected)

    def refused(self, chosen, made, target, text):
        """Takes out of `chosen` what this run complained about."""
        bad = {}
        for line in made.err.splitlines():
            for symbol in re.findall(r"function '?@?f(\d+)'?", line):
                bad.setdefault(symbol, line)
        if made.crash or not bad:
            line = re.search(r"\.ll:(\d+):", made.err)
            cells = self.by_line(chosen, text, int(line.group(1))) if line else []
            if not cells:
                cells = self.halves(chosen, target)
            for case in cells:
                self.say(case, target, "failed: " + (made.crash or common.first_error(made)))
                chosen.remove(case)
            return
        for case in self.drop(chosen, bad):
            self.say(case, target, "refused: " + bad[str(self.cases.index(case))])
            chosen.remove(case)

    def halves(self, chosen, target):
        """The one cell that fails, by halves."""
        part = list(chosen)
        while len(part) > 1:
            half = part[:len(part) // 2]
            source = self.write("half.ll", self.module(half, False, self.args.record)[0])
            made = common.run([self.args.lathe, "compile", source, "-mcpu=sm_" + target, "-O%s" % self.args.level, "--verify-each", "-o", "/dev/null", *self.args.flag], limit=900)
            part = half if made.rc != 0 else part[len(part) // 2:]
        return part

    def assemble(self, ptx, target, chosen):
        made = common.run([self.args.ptxas, "-O0", "-c", "-arch=sm_" + target, ptx, "-o", "/dev/null"], limit=900)
        if made.rc == 0:
            return
        with open(ptx) as file:
            lines = file.read().splitlines()
        told = {}
        for number, message in re.findall(r"line (\d+); error\s*:\s*(.*)", made.err):
            for before in reversed(lines[:int(number)]):
                m = re.search(r"\.func .*?\bf(\d+)\b", before) or re.match(r"f(\d+)\(", before)
                if m:
                    told.setdefault(m.group(1), message)
                    break
        for case in self.drop(chosen, told):
            self.say(case, target, "ptxas: " + told[str(self.cases.index(case))])
        if not told:
            self.say(chosen[0], target, "ptxas, or one near it: " + (made.crash or common.first_error(made)))

    def execute(self, ptx, target, chosen, places, size, expected):
        raw = ptx + ".raw"
        wrote = self.write("zero.raw", bytes(size * THREADS))
        made = common.run([self.args.lathe, "run", ptx, "--kernel", "matrix", "--block", str(THREADS), "--max-steps", "4000000000",
                           "--arg", "in:" + self.args.inputs, "--arg", "inout:%s:%s" % (wrote, raw)], limit=900)
        if made.rc != 0:
            where = re.search(r"function '?f(\d+)\b", made.err)
            cell = self.cases[int(where.group(1))] if where else chosen[0]
            return self.say(cell, target, "run: " + (made.crash or common.first_error(made)))
        with open(raw, "rb") as file:
            data = file.read()
        for case in chosen:
            if case.op in matrix_intrinsics.REFUSED_CALLS:
                self.say(case, target, "taken: it was to be refused by its name")
            if case.name not in expected:
                continue
            at, length = places[case.name]
            got = b"".join(data[t * size + at:t * size + at + length] for t in range(THREADS))
            want = expected[case.name]
            if got != want:
                i = next(i for i in range(len(want)) if got[i] != want[i])
                t, byte = divmod(i, length)
                threads = sum(got[k * length:(k + 1) * length] != want[k * length:(k + 1) * length] for k in range(THREADS))
                self.say(case, target, "wrong: %d of %d threads, first thread %d byte %d of %d: %s in place of %s" % (
                    threads, THREADS, t, byte, length, got[i:i + 8].hex(), want[i:i + 8].hex()))

    def say(self, case, target, text):
        self.verdict[case.name, target] = text

    def run(self):
        expected = self.host()
        for target in self.args.targets:
            self.device(target, expected)
        if not self.args.keep:
            for name in os.listdir(self.args.folder):
                if name.startswith("b%d_" % self.number):
                    os.unlink(os.path.join(self.args.folder, name))
        return self


def sample(cases, share):
    """Of every operation some cells, always the first; a fixed choice, spread over types."""
    by_op, chosen = {}, []
    for case in cases:
        by_op.setdefault(case.op, []).append(case)
    for op, cells in sorted(by_op.items()):
        r = random.Random(op)
        chosen += sorted(r.sample(range(len(cells)), min(len(cells), max(3, len(cells) // share)))) and [
            cells[i] for i in sorted(r.sample(range(len(cells)), min(len(cells), max(3, len(cells) // share))))]
    return chosen


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--only", default="*", help="cells by pattern (OP or OP/TYPES), separated by commas")
    parser.add_argument("--targets", type=lambda s: s.split(","))
    parser.add_argument("--level", default="3", help="lathe's -O")
    parser.add_argument("--flag", action="append", default=[], help="more for lathe compile")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--share", type=int, default=1, help="one cell of so many")
    parser.add_argument("--rest", action="store_true", help="the cells that --share leaves out")
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--spoil", action="store_true")
    parser.add_argument("--no-ptxas", action="store_true")
    parser.add_argument("--list", action="store_true", help="print the cells")
    parser.add_argument("--skip-missing", action="store_true", help="exit with 77 where a tool is missing")
    return parser.parse_args(argv)


def judge(args, batches):
    """Prints what is wrong; -> counts."""
    counts = {"wrong": 0, "refused": 0, "cells": 0}
    lines = {}
    for batch in batches:
        for case in batch.cases:
            counts["cells"] += len(args.targets)
        for (name, target), text in batch.verdict.items():
            reason = matrix_intrinsics.refusal(name, text)
            counts["refused" if reason else "wrong"] += 1
            if not reason:
                lines.setdefault((name, re.sub(r"^(\w+: ).*?(?='f\d+')", r"\1", text)), []).append(target)
    for (name, text), targets in sorted(lines.items()):
        print("%-44s sm_%s: %s" % (name, ",".join(targets), text))
    return counts


def main(argv=None):
    args = parse(argv)
    args.lathe = os.path.abspath(args.lathe)
    cases = fill(args.only, matrix_cases.all_cases() + matrix_intrinsics.all_cases())
    if args.list:
        print("\n".join(c.name for c in cases))
        return 0
    missing = [n for n in ("clang", "llc") if not common.llvm_tool(n)] + [p for p in (args.lathe,) if not os.access(p, os.X_OK)]
    if missing:
        print("error: not found: " + ", ".join(missing), file=sys.stderr)
        return 77 if args.skip_missing else 2
    uncovered = matrix_intrinsics.uncovered(matrix_cases.all_cases() + matrix_intrinsics.all_cases())
    if uncovered:
        print("no cell for: " + ", ".join(uncovered))
    args.targets = args.targets or (["75", "90"] if args.quick else TARGETS)
    args.share = 40 if args.quick else args.share
    if args.share > 1:
        chosen = sample(cases, args.share)
        taken = {c.name for c in chosen}
        cases = [c for c in cases if c.name not in taken] if args.rest else chosen
    args.ptxas = None if args.no_ptxas or args.spoil else common.cuda_tool("ptxas")
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        args.folder = args.keep or folder
        elements = {"i1", "i8", "i16", "i32", "i64"} | set(matrix_cases.INTEGERS + matrix_cases.FEW_INTEGERS + matrix_cases.REALS) | {
            "i3", "i13", "i24", "i48", "i96", "i2", "i4"}
        memory, args.record, args.offsets = records(sorted(elements), 7)
        args.inputs = os.path.join(args.folder, "in.raw")
        with open(args.inputs, "wb") as file:
            file.write(memory)
        args.harness = os.path.join(args.folder, "harness.o")
        built = common.run([common.llvm_tool("clang"), "-O1", "-march=x86-64-v3", "-frounding-math", "-x", "c", "-", "-c", "-o", args.harness], stdin=HARNESS % THREADS)
        if built.rc != 0:
            common.fail("harness: " + built.err[:2000])
        batches = [Batch(args, cases[i:i + BATCH], i // BATCH) for i in range(0, len(cases), BATCH)]
        common.parallel(args.jobs, Batch.run, batches)
    counts = judge(args, batches)
    apart = sum(len(b.not_compared) for b in batches) + sum(not c.compare for c in cases)
    print("matrix: %d cells of %d operations, %d with targets (sm_%s)%s: %d wrong, %d refused as expected; %d not compared with the host"
          % (len(cases), len({c.op for c in cases}), counts["cells"], ",".join(args.targets), "" if args.ptxas else ", without ptxas",
             counts["wrong"], counts["refused"], apart))
    return 1 if counts["wrong"] or uncovered or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
