#!/usr/bin/env python3
"""llvm.fma of halves where the target has none, executed: rounded once, whatever the distance of product and sum.  half_fma.py LATHE"""
import os
import random
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
FORMATS = {"bfloat": (7, 8), "half": (10, 5)}  # digits, bits of the exponent
THREADS = 1024


def value(bits, digits, width):
    field, low = bits >> digits & (1 << width) - 1, bits & (1 << digits) - 1
    number = Fraction(low + (1 << digits if field else 0)) * Fraction(2) ** (max(field, 1) - (1 << width - 1) + 1 - digits)
    return -number if bits >> digits + width else number


def rounded(number, digits, width):
    """To nearest, ties to even; None for zero, whose sign is not looked at."""
    if number == 0:
        return None
    size, least = abs(number), 2 - (1 << width - 1) - digits  # the exponent of the last digit of a subnormal
    exponent = size.numerator.bit_length() - size.denominator.bit_length() - digits - 2
    while size >= Fraction(2) ** (exponent + digits + 1):
        exponent += 1
    exponent = max(exponent, least)
    kept = round(size / Fraction(2) ** exponent)  # Python's rounds ties to even
    if kept >> digits + 1:
        kept, exponent = kept >> 1, exponent + 1
    bits = kept if not kept >> digits else (exponent - least + 1 << digits) + (kept & (1 << digits) - 1)
    return min(bits, (1 << width) - 1 << digits) | (1 << digits + width if number < 0 else 0)


def triple(r, digits, width):
    """Often such that the product is half way between two numbers, or near it, and the third far below."""
    def any_number(low, high):
        return r.getrandbits(1) << digits + width | r.randint(low, high) << digits | r.getrandbits(digits)
    middle, top = (1 << width - 1) - 1, (1 << width) - 2
    if r.random() < 0.2:
        return [any_number(0, top) for _ in range(3)]
    a, b = (any_number(middle - 3, middle + 3) & ~(r.getrandbits(digits) & (1 << r.randint(0, digits)) - 1) for _ in range(2))
    return [a, b, any_number(r.randint(0, middle), middle + 1)]


for kind, targets in (("bfloat", ("sm_75", "sm_80")), ("half", ("sm_75",))):
    digits, width = FORMATS[kind]
    r = random.Random(11)
    cases = [triple(r, digits, width) for _ in range(THREADS * 4)]
    cases[:2] = [[0xec5e, 0x42c0, 0xd282], [0x3fc0, 0xbd62, 0x0080]] if kind == "bfloat" else cases[:2]
    t.file("in.raw", b"".join(x.to_bytes(2, "little") for case in cases for x in case))
    t.file("k.ll", f"""target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare {kind} @llvm.fma({kind}, {kind}, {kind})
define ptx_kernel void @k(ptr %p, ptr %q) {{
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %h = shl i32 %b, 10
  %i = or i32 %h, %t
  %n = mul i32 %i, 3
  %pa = getelementptr {kind}, ptr %p, i32 %n
  %pb = getelementptr {kind}, ptr %pa, i32 1
  %pc = getelementptr {kind}, ptr %pa, i32 2
  %x = load {kind}, ptr %pa
  %y = load {kind}, ptr %pb
  %z = load {kind}, ptr %pc
  %r = call {kind} @llvm.fma({kind} %x, {kind} %y, {kind} %z)
  %o = getelementptr {kind}, ptr %q, i32 %i
  store {kind} %r, ptr %o
  ret void
}}
""".encode())
    t.file("zero.raw", bytes(2 * len(cases)))
    for target in targets:
        done = t.run("compile", "k.ll", "-mcpu=" + target, "-o", "k.ptx")
        t.expect(f"{kind} {target} is compiled", done.returncode == 0, str(done.stderr))
        done = t.run("run", "k.ptx", "--grid", "4", "--block", str(THREADS), "--arg", "in:in.raw", "--arg", "inout:zero.raw:out.raw")
        t.expect(f"{kind} {target} runs", done.returncode == 0, str(done.stderr))
        if done.returncode:
            continue
        with open("out.raw", "rb") as file:
            out = file.read()
        os.unlink("out.raw")
        wrong = []
        for i, case in enumerate(cases):
            a, b, c = (value(x, digits, width) for x in case)
            want, got = rounded(a * b + c, digits, width), int.from_bytes(out[2 * i:2 * i + 2], "little")
            if got != want if want is not None else got << 1 & 0xffff:
                wrong.append(f"{[hex(x) for x in case]}: {got:#x}, not {want and hex(want)}")
        t.expect(f"{kind} {target} is rounded once", not wrong, f"{len(wrong)} of {len(cases)}: {wrong[:2]}")
t.finish()
