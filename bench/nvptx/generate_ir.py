#!/usr/bin/env python3
"""Generates LLVM IR functions of a given number of instructions, to measure how compile time grows.

  generate_ir.py --shape NAME|COMPOSITION --size N [--seed S] > OUT.ll

straight  one block of mixed arithmetic, loads and stores on a window of recent values
wide      one block whose values stay live long (a window of 64)
blocks    a chain of if/else diamonds joined by phis
loops     a sequence of counted loops on loaded values, every second one nested
and the compositions of COMPOSED below, which are made of the pieces of ir_atoms.py. Any other text is taken for a
composition: --shape 'diamonds(3, mix(horner("float"), loads()))'.
"""
import argparse
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ir_atoms  # noqa: E402

COMPOSED = {
    "horner": 'horner("float")', "polynomial": 'horner("i64")', "chain": 'chain("i32", "mul")', "fan": 'fan("i32")',
    "fan_load": "fan_load()", "sum": 'total("i32")', "sum_f64": 'total("double")', "extract": 'extract("<4 x float>")',
    "insert": 'insert("<8 x i32>")', "shuffle": 'shuffle("<4 x float>")', "vector": 'vector("<8 x i32>")', "aggregate": "aggregate()",
    "loads": 'loads("i32", 1)', "copies": "copies()", "gathers": "gathers()", "stores": 'stores("i32", 1)', "atomics": "atomics()",
    "selects": "selects()", "compares": "compares()", "bits": "bits()", "casts": "mix(casts(), converts())", "geps": "geps()",
    "pointers": "mix(pointers(), walk())", "calls": "calls(2)", "parameters": "calls(200)", "asm": "asm(40)", "allocas": "allocas(4)",
    "variables": "variables()", "globals": "globals(1)", "initializers": "globals(4000)", "addresses": "pointers_global(400)",
    "divisions": "divisions()", "overflow": "overflow()", "i128": 'wide("i128")', "i512": 'wide("i512")', "keep": "keep()",
    "small_blocks": "triangles(1, chain())", "diamonds": "diamonds(3, mixed())", "phis": "diamonds(60, keep())",
    "switches": "switches(12, mixed())", "one_switch": "switches(0, chain())", "dense_switch": "dense_switches(0, chain())",
    "small_loops": "loops(5, mixed())", "nests": "nest(4, mixed())", "tower": "tower(2, mixed())", "ladder": "ladders(3, mixed())",
    "functions": "funcs(50, mixed())", "debug": "located(mixed())", "barriers": "mix(copies(), barriers())",
    "bits16": 'bits("i16")', "assumes": "mix(indices(), assumes())", "indices": "ladders(3, indices())",
    "choices": "choices_of_memory()", "memories": "memories(40)", "memory_loops": "memories(0)", "swaps": "swaps()", "nands": "nands()", "reductions": "reductions()", "counted": "counted()",
    "freezes": "freezes()", "structs": "structs()", "locals": "locals()", "traps": "traps(3, mixed())",
    "continues": "continues(3, mixed())", "tangles": "tangles(3, mixed())", "masks": "masks()",
}
SHAPES = ("straight", "wide", "blocks", "loops") + tuple(COMPOSED)
INTEGER = ["add", "sub", "mul", "xor", "and", "or", "shl", "lshr", "ashr"]
FLOAT = ["fadd", "fmul", "fsub", "fmul contract", "fadd contract"]


class Writer:
    """Emits numbered instructions and remembers recent integer and float values."""

    def __init__(self, seed, window):
        self.random, self.window = random.Random(seed), window
        self.lines, self.count, self.ints, self.floats, self.unused = [], 0, ["%i0", "%n"], ["%f0"], set()

    def emit(self, text, into=None):
        name = "%%v%d" % self.count
        self.count += 1
        if into is None:
            self.lines.append("  " + text)
            return None
        self.lines.append("  %s = %s" % (name, text))
        into.append(name)
        self.unused.add(name)
        del into[:-self.window]
        return name

    def pick(self, values):
        """A recent value, by preference the oldest that has no use yet, so that little is dead."""
        fresh = [v for v in values if v in self.unused] if self.random.random() < 0.6 else []
        value = fresh[0] if fresh else self.random.choice(values)
        self.unused.discard(value)
        return value

    def mixed(self, base="%base"):
        """One or two instructions of straight-line code."""
        kind = self.random.random()
        if kind < 0.45:
            op = self.random.choice(INTEGER)
            right = str(self.random.randrange(1, 31)) if op in ("shl", "lshr", "ashr") else self.pick(self.ints)
            self.emit("%s i32 %s, %s" % (op, self.pick(self.ints), right), self.ints)
        elif kind < 0.70:
            self.emit("%s float %s, %s" % (self.random.choice(FLOAT), self.pick(self.floats), self.pick(self.floats)), self.floats)
        elif kind < 0.78:
            test = self.emit("icmp slt i32 %s, %s" % (self.pick(self.ints), self.pick(self.ints)), [])
            self.emit("select i1 %s, i32 %s, i32 %s" % (test, self.pick(self.ints), self.pick(self.ints)), self.ints)
        elif kind < 0.84:
            self.emit("sitofp i32 %s to float" % self.pick(self.ints), self.floats)
        elif kind < 0.94:
            at = self.emit("getelementptr inbounds i32, ptr %s, i64 %d" % (base, self.random.randrange(4096)), [])
            self.emit("load i32, ptr %s, align 4" % at, self.ints)
        else:
            at = self.emit("getelementptr inbounds float, ptr %%out, i64 %d" % self.random.randrange(4096), [])
            self.emit("store float %s, ptr %s, align 4" % (self.pick(self.floats), at))

    def label(self, name):
        self.lines.append("%s:" % name)


def straight(writer, size):
    while writer.count < size:
        writer.mixed()


def blocks(writer, size):
    index, here = 0, "entry"
    while writer.count < size:
        test = writer.emit("icmp slt i32 %s, %s" % (writer.pick(writer.ints), writer.pick(writer.ints)), [])
        writer.emit("br i1 %s, label %%yes%d, label %%no%d" % (test, index, index))
        sides, before = [], (list(writer.ints), list(writer.floats))
        for name in ("yes", "no"):
            writer.ints, writer.floats = list(before[0]), list(before[1])
            writer.label("%s%d" % (name, index))
            for _ in range(3):
                writer.mixed()
            value = writer.emit("add i32 %s, %d" % (writer.pick(writer.ints), index), writer.ints)
            real = writer.emit("fadd float %s, %s" % (writer.pick(writer.floats), writer.pick(writer.floats)), writer.floats)
            sides.append((value, real, "%s%d" % (name, index)))
            writer.emit("br label %%join%d" % index)
        writer.ints, writer.floats = before
        here = "join%d" % index
        writer.label(here)
        writer.emit("phi i32 " + ", ".join("[ %s, %%%s ]" % (v, b) for v, _, b in sides), writer.ints)
        writer.emit("phi float " + ", ".join("[ %s, %%%s ]" % (r, b) for _, r, b in sides), writer.floats)
        index += 1


def loop(writer, index, start, inner):
    """One counted loop; `start` is the block before it. Returns the block after it."""
    head, after = "loop%d" % index, "after%d" % index
    limit = writer.emit("load i32, ptr %base, align 4", [])
    writer.emit("br label %%%s" % head)
    writer.label(head)
    latch = "done%s" % head if inner else head
    counter = writer.emit("phi i32 [ 0, %%%s ], [ %%next%d, %%%s ]" % (start, index, latch), [])
    total = writer.emit("phi i32 [ 0, %%%s ], [ %%sum%d, %%%s ]" % (start, index, latch), [])
    at = writer.emit("getelementptr inbounds i32, ptr %%base, i32 %s" % counter, [])
    writer.ints, writer.floats = [writer.emit("load i32, ptr %s, align 4" % at, []), counter], ["%f0"]
    for _ in range(6):
        writer.mixed()
    if inner:
        name = "%%in%d" % index
        writer.emit("br label %s" % name)
        writer.label(name[1:])
        kept = (list(writer.ints), list(writer.floats))
        writer.lines.append("  %%k%d = phi i32 [ 0, %%%s ], [ %%kn%d, %s ]" % (index, head, index, name))
        for _ in range(4):
            writer.mixed()
        writer.lines += ["  %%kn%d = add i32 %%k%d, 1" % (index, index), "  %%kt%d = icmp slt i32 %%kn%d, %s" % (index, index, limit),
                         "  br i1 %%kt%d, label %s, label %%%s" % (index, name, latch)]
        writer.count += 4
        writer.ints, writer.floats = kept
        writer.label(latch)
    writer.lines += ["  %%sum%d = add i32 %s, %s" % (index, writer.pick(writer.ints), total),
                     "  %%next%d = add nuw nsw i32 %s, 1" % (index, counter),
                     "  %%test%d = icmp slt i32 %%next%d, %s" % (index, index, limit),
                     "  br i1 %%test%d, label %%%s, label %%%s" % (index, head, after)]
    writer.count += 4
    writer.label(after)
    writer.emit("store i32 %%sum%d, ptr %%out, align 4" % index)
    writer.ints, writer.floats = ["%n"], ["%f0"]
    return after


def loops(writer, size):
    index, here = 0, "entry"
    while writer.count < size:
        here = loop(writer, index, here, inner=index % 2 == 1)
        index += 1


def generate(shape, size, seed=1):
    """The IR of a shape by name, or of a composition."""
    if shape not in SHAPES or shape in COMPOSED:
        return ir_atoms.module(COMPOSED.get(shape, shape), size, seed)
    writer = Writer(seed, 64 if shape == "wide" else 12)
    {"straight": straight, "wide": straight, "blocks": blocks, "loops": loops}[shape](writer, size)
    return """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @generated(ptr %%base, ptr %%out, i32 %%n, float %%f0) {
entry:
  %%i0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
%s
  %%last = getelementptr inbounds i32, ptr %%out, i64 5000
  store i32 %s, ptr %%last, align 4
  %%lastf = getelementptr inbounds float, ptr %%out, i64 5001
  store float %s, ptr %%lastf, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
""" % ("\n".join(writer.lines), writer.ints[-1], writer.floats[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", required=True, help="one of %s, or a composition" % ", ".join(SHAPES))
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    sys.stdout.write(generate(args.shape, args.size, args.seed))


if __name__ == "__main__":
    main()
