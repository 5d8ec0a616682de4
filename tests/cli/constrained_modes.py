#!/usr/bin/env python3
"""Constrained operations in rounding modes that are made of others, executed: ldexp in each directed mode, and results to nearest with
ties away from zero; each result is that of exact fractions.  constrained_modes.py LATHE"""
import math
import random
import struct
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
from cli import Checks, few  # noqa: E402

t = Checks(sys.argv[1])
FORMATS = {"half": (11, -14, 15), "bfloat": (8, -126, 127), "float": (24, -126, 127), "double": (53, -1022, 1023)}  # digits, exponents
NAMES = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}
BYTES = {"half": 2, "bfloat": 2, "float": 4, "double": 8}
INF, NAN = "inf", "nan"


def decode(kind, bits):
    """-> sign, and a Fraction, "inf" or "nan"."""
    digits, low, _ = FORMATS[kind]
    width = 8 * BYTES[kind]
    sign, exponent, fraction = bits >> (width - 1), bits >> (digits - 1) & ((1 << (width - digits)) - 1), bits & ((1 << (digits - 1)) - 1)
    if exponent == (1 << (width - digits)) - 1:
        return sign, NAN if fraction else INF
    if exponent:
        fraction, exponent = fraction | 1 << (digits - 1), exponent - 1
    return sign, Fraction(fraction) * Fraction(2) ** (exponent + low - digits + 1)


def encode(kind, sign, value, mode):
    """The bits of an exact magnitude, or of "inf" or "nan", rounded."""
    digits, low, high = FORMATS[kind]
    width = 8 * BYTES[kind]
    infinite = (1 << (width - digits)) - 1 << (digits - 1)
    if value in (INF, NAN):
        return NAN if value == NAN else sign << (width - 1) | infinite
    exponent = max(low, value.numerator.bit_length() - value.denominator.bit_length() if value else low)
    if value and Fraction(2) ** exponent > value and exponent > low:
        exponent -= 1
    unit = Fraction(2) ** (exponent - digits + 1)
    whole = value // unit
    rest = value / unit - whole
    up = {"tonearestaway": rest >= Fraction(1, 2), "tonearest": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2), "towardzero": False,
          "upward": rest > 0 and not sign, "downward": rest > 0 and sign}[mode]
    whole += bool(up)
    if whole * unit >= Fraction(2) ** (high + 1):
        nearest_or_away = mode.startswith("tonearest") or (mode == "upward" and not sign) or (mode == "downward" and sign)
        return sign << (width - 1) | (infinite if nearest_or_away else infinite - 1)
    # The pattern of a number is its units above the least exponent's, each binade one after another.
    return sign << (width - 1) | ((exponent - low) << (digits - 1)) + int(whole)


def signed(sign_value):
    sign, value = sign_value
    return None if value in (INF, NAN) else -value if sign else value


def root(value, digits):
    """A fraction on the same side of every number and midpoint of so many digits as the square root."""
    if not value:
        return Fraction(0)
    shift = 2 * (digits + 8 + max(0, value.denominator.bit_length() - value.numerator.bit_length()))
    scaled = (value.numerator << shift) // value.denominator
    whole = math.isqrt(scaled)
    exact = whole * whole * value.denominator == value.numerator << shift
    return (Fraction(whole) + (0 if exact else Fraction(1, 2))) / (1 << shift // 2)


def result(kind, name, operands, mode):
    """Bits of the result for the operands' bits; None where it is not looked at (NaNs, infinities)."""
    parts = [decode(kind, x) for x in operands]
    values = [signed(p) for p in parts]
    if any(v is None for v in values):
        return None
    if name == "sqrt":
        return None if values[0] < 0 or parts[0][0] else encode(kind, 0, root(values[0], FORMATS[kind][0]), mode)
    if name == "fdiv" and not values[1]:
        return None
    exact = {"fadd": lambda a, b: a + b, "fsub": lambda a, b: a - b, "fmul": lambda a, b: a * b, "fdiv": lambda a, b: a / b,
             "fma": lambda a, b, c: a * b + c}[name](*values)
    if not exact:
        return None  # signs of zeros: not here
    return encode(kind, int(exact < 0), abs(exact), mode)


def numbers(kind, count, r):
    """Patterns: ends, denormals, numbers near each other and with few digits, so that ties occur."""
    digits, _, _ = FORMATS[kind]
    width = 8 * BYTES[kind]
    infinite = (1 << (width - digits)) - 1 << (digits - 1)
    one = ((1 << (width - digits - 1)) - 1) << (digits - 1)
    out = [0, 1, 2, 3, 1 << (digits - 1), (1 << (digits - 1)) - 1, infinite - 1, infinite, infinite | 1 << (digits - 2), one, one + 1, one - 1, one + (1 << (digits - 2))]
    while len(out) < count:
        kinds = r.randrange(4)
        x = (r.randrange(infinite) if kinds == 0 else one + r.randrange(-4 << digits, 4 << digits) if kinds == 1 else
             one + (r.randrange(-30, 30) << (digits - 1)) + (r.randrange(8) << (digits - 4)) + r.randrange(2) if kinds == 2 else r.randrange(64 << (digits - 1)))
        out.append(max(0, min(infinite, x)))
    return [x | (r.getrandbits(1) << (width - 1)) for x in out[:count]]


def kernel(kind, out, call, operands, declared):
    """Each thread: call on element i of each operand's array."""
    lines = ["define ptx_kernel void @k(%s) strictfp {" % ", ".join(["ptr %%a%d" % n for n in range(len(operands))] + ["ptr %o"]),
             "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"]
    for n, o in enumerate(operands):
        lines += ["  %%p%d = getelementptr %s, ptr %%a%d, i32 %%t" % (n, o, n), "  %%x%d = load %s, ptr %%p%d" % (n, o, n)]
    lines += ["  %%r = call %s %s strictfp" % (out, call), "  %%q = getelementptr %s, ptr %%o, i32 %%t" % out, "  store %s %%r, ptr %%q" % out, "  ret void", "}"]
    return "\n".join(lines) + "\ndeclare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" + declared


def run(what, text, cpu, level, arrays, out_bytes):
    """Patterns of the results."""
    if not t.compiled("k", text, cpu, level):
        return None
    count = len(arrays[0][1])
    arguments = []
    for n, (size, values) in enumerate(arrays):
        t.file("a%d.raw" % n, b"".join((v & ((1 << 8 * size) - 1)).to_bytes(size, "little") for v in values))
        arguments += ["--arg", "in:a%d.raw" % n]
    t.file("zero.raw", bytes(count * out_bytes))
    done = t.run("run", "k.ptx", "--kernel", "k", "--block", str(count), *arguments, "--arg", "inout:zero.raw:out.raw")
    t.expect(what + " runs", done.returncode == 0, done.stderr.decode()[:300])
    if done.returncode != 0:
        return None
    with open("out.raw", "rb") as file:
        data = file.read()
    return [int.from_bytes(data[i:i + out_bytes], "little") for i in range(0, len(data), out_bytes)]


def compare(what, kind, got, wanted, given):
    if got is None:
        return
    digits, width = FORMATS[kind][0], 8 * BYTES[kind]
    infinite = (1 << (width - digits)) - 1 << (digits - 1)
    compared, wrong = 0, []
    for have, want, at in zip(got, wanted, given):
        if want is None:
            continue
        compared += 1
        right = have & ((1 << (width - 1)) - 1) > infinite if want == NAN else have == want
        if not right:
            wrong.append("%s of %s in place of %s" % (hex(have), [hex(x) for x in at], want if want == NAN else hex(want)))
    t.expect(what, compared > len(got) // 3 and not wrong, "%d of %d compared, %d wrong, first %s" % (compared, len(got), len(wrong), wrong[:2]))


COUNT = 512
TAIL = 'metadata !"round.%s", metadata !"fpexcept.ignore")'
TARGETS = (("sm_90", "-O3"), ("sm_75", "-O0"))

# ---- ldexp
for kind in FORMATS:
    r = random.Random(3)
    short = NAMES[kind]
    for mode in ("upward", "downward", "towardzero", "tonearest") + (("tonearestaway",) if kind != "double" else ()):
        for exponent in few(("i32", "i16", "i64")):
            width = int(exponent[1:])
            values = numbers(kind, COUNT, r)
            low, high = FORMATS[kind][1] - FORMATS[kind][0], FORMATS[kind][2] + FORMATS[kind][0]
            scales = [r.choice([r.randrange(-40, 40), r.randrange(2 * low - 10, 2 * high + 10), r.choice([(1 << (width - 1)) - 1, -(1 << (width - 1)), 5000, -5000])]) for _ in values]
            # Into the denormals, where bits are lost.
            for i in range(0, COUNT, 3):
                scales[i] = low - FORMATS[kind][0] // 2 - r.randrange(-3, 3)
            name = "@llvm.experimental.constrained.ldexp.%s.%s(" % (short, exponent)
            call = name + "%s %%x0, %s %%x1, " % (kind, exponent) + TAIL % mode
            declared = "declare %s %s%s, %s, metadata, metadata)\n" % (kind, name, kind, exponent)
            wanted = []
            for x, n in zip(values, scales):
                sign, value = decode(kind, x)
                n = max(-6000, min(6000, n))
                wanted.append(encode(kind, sign, value if value in (INF, NAN) else value * Fraction(2) ** n, mode))
            for cpu, level in TARGETS[:1 if exponent != "i32" else 2]:
                what = "ldexp %s %s %s %s" % (kind, exponent, mode, cpu)
                compare(what, kind, run(what, kernel(kind, kind, call, [kind, exponent], declared), cpu, level, [(BYTES[kind], values), (width // 8, scales)], BYTES[kind]),
                        wanted, list(zip(values, scales)))

# ---- ties away
for kind in ("half", "bfloat", "float"):
    r = random.Random(4)
    for name, count in (("fadd", 2), ("fsub", 2), ("fmul", 2), ("fdiv", 2), ("fma", 3), ("sqrt", 1)):
        arrays = [numbers(kind, COUNT, r) for _ in range(count)]
        for a in arrays:
            r.shuffle(a)
        if name == "fadd" or name == "fsub":  # ties: the second a few binades below the first
            digits = FORMATS[kind][0]
            for i in range(0, COUNT, 2):
                above = r.randrange(digits + 2, (1 << (8 * BYTES[kind] - digits)) - 2)
                arrays[0][i] = above << (digits - 1) | r.getrandbits(digits - 1) | r.getrandbits(1) << (8 * BYTES[kind] - 1)
                arrays[1][i] = (above - r.randrange(digits + 2)) << (digits - 1) | r.getrandbits(2) << (digits - 3) | r.getrandbits(1) << (8 * BYTES[kind] - 1)
        if name == "sqrt":
            arrays[0] = [x & ~(1 << (8 * BYTES[kind] - 1)) for x in arrays[0]]
        intrinsic = "@llvm.experimental.constrained.%s.%s(" % (name, NAMES[kind])
        call = intrinsic + "".join("%s %%x%d, " % (kind, n) for n in range(count)) + TAIL % "tonearestaway"
        declared = "declare %s %s%smetadata, metadata)\n" % (kind, intrinsic, (kind + ", ") * count)
        given = list(zip(*arrays))
        wanted = [result(kind, name, x, "tonearestaway") for x in given]
        for cpu, level in TARGETS:
            what = "%s %s ties away %s" % (name, kind, cpu)
            compare(what, kind, run(what, kernel(kind, kind, call, [kind] * count, declared), cpu, level, [(BYTES[kind], a) for a in arrays], BYTES[kind]), wanted, given)
    for source in [k for k in FORMATS if BYTES[k] > BYTES[kind]]:
        values = numbers(source, COUNT, r)
        digits, digits_of_source = FORMATS[kind][0], FORMATS[source][0]
        for i in range(0, COUNT, 2):  # ties and their neighbours, in and below the type's range
            exponent = r.randrange(FORMATS[kind][1] - digits - 1, FORMATS[kind][2] + 1)
            kept = digits - max(0, FORMATS[kind][1] - exponent)
            if exponent < FORMATS[source][1]:
                continue
            tail = 0 if kept < 1 else (r.getrandbits(kept - 1) << (digits_of_source - kept)) | 1 << (digits_of_source - kept - 1)
            values[i] = ((exponent - FORMATS[source][1] + 1) << (digits_of_source - 1)) + (tail & ((1 << (digits_of_source - 1)) - 1)) + r.choice([0, 0, 1, -1])
        intrinsic = "@llvm.experimental.constrained.fptrunc.%s.%s(" % (NAMES[kind], NAMES[source])
        wanted = [encode(kind, *decode(source, x), "tonearestaway") for x in values]
        what = "fptrunc %s to %s" % (source, kind)
        compare(what, kind, run(what, kernel(kind, kind, intrinsic + "%s %%x0, " % source + TAIL % "tonearestaway", [source],
                                             "declare %s %s%s, metadata, metadata)\n" % (kind, intrinsic, source)), "sm_90", "-O3", [(BYTES[source], values)], BYTES[kind]),
                wanted, [(x,) for x in values])
for kind in FORMATS:
    r = random.Random(5)
    for width in few((16, 32, 64, 128, 256)):
        for name in ("sitofp", "uitofp"):
            values = [0, 1, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1]
            while len(values) < COUNT:  # of any length, with ties
                length = r.randrange(1, width + 1)
                x = r.getrandbits(length) | 1 << (length - 1)
                cut = max(0, length - FORMATS[kind][0] - 1)
                values.append((x >> cut << cut) + r.choice([0, 0, 1, -1]) & ((1 << width) - 1))
            values = [x if name == "uitofp" or r.getrandbits(1) else -x & ((1 << width) - 1) for x in values]
            wanted = []
            for x in values:
                number = x - (1 << width) if name == "sitofp" and x >> (width - 1) else x
                wanted.append(encode(kind, int(number < 0), Fraction(abs(number)), "tonearestaway"))
            intrinsic = "@llvm.experimental.constrained.%s.%s.i%d(" % (name, NAMES[kind], width)
            what = "%s i%d to %s" % (name, width, kind)
            compare(what, kind, run(what, kernel(kind, kind, intrinsic + "i%d %%x0, " % width + TAIL % "tonearestaway", ["i%d" % width],
                                                 "declare %s %si%d, metadata, metadata)\n" % (kind, intrinsic, width)), "sm_90", "-O3", [(width // 8, values)], BYTES[kind]),
                    wanted, [(x,) for x in values])

# ---- to integral values, vectors, and what cannot be
for name, out in (("rint.f32", "float"), ("nearbyint.f32", "float"), ("lrint.i64.f32", "i64"), ("llrint.i64.f32", "i64")):
    values = [0.5, 1.5, 2.5, -0.5, -2.5, 2.4999998, -0.49999997, 3.0, 1e6 + 0.5, -7.75]

    bits = [struct.unpack("<I", struct.pack("<f", x))[0] for x in values]
    wanted = [math.copysign(math.floor(abs(x) + 0.5) if abs(x) != 0.49999997 else 0, x) for x in struct.unpack("<10f", struct.pack("<10f", *values))]
    wanted[6] = -0.0  # the sum above would round
    intrinsic = "@llvm.experimental.constrained.%s(" % name
    got = run(name, kernel("float", out, intrinsic + "float %x0, " + TAIL % "tonearestaway", ["float"], "declare %s %sfloat, metadata, metadata)\n" % (out, intrinsic)),
              "sm_90", "-O3", [(4, bits)], 8 if out == "i64" else 4)
    expected = [int(x) & 0xffffffffffffffff if out == "i64" else struct.unpack("<I", struct.pack("<f", x))[0] for x in wanted]
    t.expect(name + " ties away", got == expected, "%s in place of %s" % (got, expected))
text = """define <2 x float> @f(<2 x float> %x, <2 x i32> %n) strictfp {
  %r = call <2 x float> @llvm.experimental.constrained.ldexp.v2f32.v2i32(<2 x float> %x, <2 x i32> %n, metadata !"round.upward", metadata !"fpexcept.ignore") strictfp
  %s = call <2 x float> @llvm.experimental.constrained.fadd.v2f32(<2 x float> %r, <2 x float> %x, metadata !"round.tonearestaway", metadata !"fpexcept.ignore") strictfp
  ret <2 x float> %s
}
"""
t.expect("vectors by lanes", t.compiled("v", text, "sm_90", "-O3").count("cvt.rp.f32.f64") == 2, "")
for name, arguments in (("fadd", "double %x, double %x, "), ("fma", "double %x, double %x, double %x, "), ("sqrt", "double %x, "), ("ldexp", "double %x, i32 3, ")):
    full = name + (".f64.i32" if name == "ldexp" else ".f64")
    text = 'target triple = "nvptx64-nvidia-cuda"\ndefine double @f(double %%x) strictfp {\n  %%r = call double @llvm.experimental.constrained.%s(%smetadata !"round.tonearestaway", metadata !"fpexcept.ignore") strictfp\n  ret double %%r\n}\n' % (full, arguments)
    t.error("f64 has none longer: " + name, ["compile", t.file("refused.ll", text.encode()), "-o", "-", "-mcpu=sm_90"], 1, "constrained." + full, "ties away from zero")
t.finish()
