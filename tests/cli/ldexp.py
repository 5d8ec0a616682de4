#!/usr/bin/env python3
"""llvm.ldexp with exponents of every width, scalars and vectors, executed: equal to exact arithmetic.  ldexp.py LATHE"""
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
FORMATS = {"half": (10, 5, "f16"), "bfloat": (7, 8, "bf16"), "float": (23, 8, "f32"), "double": (52, 11, "f64")}
WIDTHS = (8, 16, 24, 32, 33, 40, 64, 65, 100, 128, 200, 256)


def scaled(bits, exponent, digits, width):
    """The bits of the number times 2 to the exponent, rounded to nearest, ties to even; exact integers throughout."""
    sign, field, low = bits >> (digits + width), bits >> digits & (1 << width) - 1, bits & (1 << digits) - 1
    top = (1 << width) - 1
    if field == top or not (field or low):
        return bits  # infinity and zero stay
    exponent = max(-20000, min(20000, exponent))
    mantissa, power = low + (1 << digits if field else 0), max(field, 1) + exponent  # power: its field, were it one
    shift = digits + 1 - mantissa.bit_length()  # to digits + 1 bits
    mantissa, power = mantissa << shift, power - shift
    if power < 1:  # subnormal: lose digits
        lost = 1 - power
        kept, rest, half = mantissa >> lost, mantissa & (1 << lost) - 1, 1 << lost - 1
        kept += rest > half or (rest == half and kept & 1)
        return sign << (digits + width) | kept
    if power >= top:
        return sign << (digits + width) | top << digits
    return sign << (digits + width) | power << digits | mantissa & (1 << digits) - 1


def exponents(width, state):
    near = [0, 1, -1, 5, -5, 24, -24, 127, -127, 128, -150, 1000, -1000, 1074, -1100, 2098, -2098, 5000, -5001]
    edges = [(1 << width - 1) - 1, -(1 << width - 1)] + [s * ((1 << k) + d) for k in (15, 31, 32, 33, 40, 63, 64, 96) for d in (-1, 0, 1) for s in (1, -1)]
    near += edges + [state.getrandbits(width) - (1 << width - 1) for _ in range(8)]
    return [e for e in near if -(1 << width - 1) <= e < 1 << width - 1]


def check(scalar, width, lanes, options):
    digits, field, name = FORMATS[scalar]
    state = random.Random(7)
    size = (1 + digits + field) // 8
    values = [0, 1, 3, (1 << digits) - 1, 1 << digits, ((1 << field - 1) - 1) << digits, 3 << digits - 1, ((1 << field) - 1) << digits, (((1 << field) - 1) << digits) - 1]
    values += [v | 1 << digits + field for v in values]
    cases = [(v, e) for e in exponents(width, state) for v in state.sample(values, 6)]
    cases = cases[:len(cases) // lanes * lanes]
    number, exponent, suffix = scalar, "i%d" % width, "%s.i%d" % (name, width)
    if lanes > 1:
        number, exponent, suffix = "<%d x %s>" % (lanes, scalar), "<%d x i%d>" % (lanes, width), "v%d%s.v%di%d" % (lanes, name, lanes, width)
    text = 'target triple = "nvptx64-nvidia-cuda"\ndeclare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\ndefine ptx_kernel void @k(ptr %p, ptr %q, ptr %o) {\n'
    text += "  %t = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n  %i = zext i32 %t to i64\n"
    for buffer, lane_bytes in (("p", size), ("q", 32), ("o", size)):
        text += "  %%%sb = mul i64 %%i, %d\n  %%%sa = getelementptr i8, ptr %%%s, i64 %%%sb\n" % (buffer, lane_bytes * lanes, buffer, buffer, buffer)
    x, e = "poison", "poison"
    for lane in range(lanes):
        text += "  %%pp%d = getelementptr i8, ptr %%pa, i64 %d\n  %%x%d = load %s, ptr %%pp%d\n" % (lane, lane * size, lane, scalar, lane)
        text += "  %%qq%d = getelementptr i8, ptr %%qa, i64 %d\n  %%w%d = load i256, ptr %%qq%d, align 8\n" % (lane, lane * 32, lane, lane)
        text += "  %%e%d = %s\n" % (lane, "add i256 %%w%d, 0" % lane if width == 256 else "trunc i256 %%w%d to i%d" % (lane, width))
        if lanes > 1:
            text += "  %%vx%d = insertelement %s %s, %s %%x%d, i32 %d\n  %%ve%d = insertelement %s %s, i%d %%e%d, i32 %d\n" % (
                lane, number, x, scalar, lane, lane, lane, exponent, e, width, lane, lane)
            x, e = "%%vx%d" % lane, "%%ve%d" % lane
        else:
            x, e = "%x0", "%e0"
    text += "  %%r = call %s @llvm.ldexp.%s(%s %s, %s %s)\n" % (number, suffix, number, x, exponent, e)
    for lane in range(lanes):
        element = "%r"
        if lanes > 1:
            element = "%%r%d" % lane
            text += "  %s = extractelement %s %%r, i32 %d\n" % (element, number, lane)
        text += "  %%oo%d = getelementptr i8, ptr %%oa, i64 %d\n  store %s %s, ptr %%oo%d\n" % (lane, lane * size, scalar, element, lane)
    text += "  ret void\n}\n"
    what = "ldexp.%s %s" % (suffix, " ".join(options))
    made = t.run("compile", t.file("run.ll", text.encode()), "-o", "run.ptx", "-mcpu=sm_80", "--no-libdevice", *options)
    t.expect(what + " compiles", made.returncode == 0, made.stderr.decode())
    t.file("p.raw", b"".join(v.to_bytes(size, "little") for v, _ in cases))
    t.file("q.raw", b"".join(e.to_bytes(32, "little", signed=True) for _, e in cases))
    t.file("o.raw", bytes(len(cases) * size))
    done = t.run("run", "run.ptx", "--grid", str(len(cases) // lanes), "--arg", "in:p.raw", "--arg", "in:q.raw", "--arg", "inout:o.raw:o.raw")
    t.expect(what + " runs", done.returncode == 0, done.stderr.decode())
    with open("o.raw", "rb") as file:
        got = file.read()
    wrong = []
    for i, (v, e) in enumerate(cases):
        r = int.from_bytes(got[i * size:(i + 1) * size], "little")
        if r != scaled(v, e, digits, field):
            wrong.append("%#x by %d is %#x, not %#x" % (v, e, r, scaled(v, e, digits, field)))
    t.expect(what, not wrong, "%d of %d wrong: %s" % (len(wrong), len(cases), "; ".join(wrong[:3])))


for scalar in FORMATS:
    for width in WIDTHS:
        check(scalar, width, 1, [])
for scalar, width, lanes in (("float", 64, 2), ("double", 64, 3), ("half", 128, 2), ("bfloat", 40, 4), ("float", 16, 4), ("half", 64, 2)):
    for options in ([], ["-O0"]):
        check(scalar, width, lanes, options)
t.finish()
