#!/usr/bin/env python3
"""Conversions between floats and integers above 64 bits, executed: each width, type and form against exact fractions, and taken by
ptxas where it is there.  wide_conversions.py LATHE"""
import random
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
from cli import Checks, few  # noqa: E402

t = Checks(sys.argv[1])
TYPES = {"half": ("f16", 16, 10), "bfloat": ("bf16", 16, 7), "float": ("f32", 32, 23), "double": ("f64", 64, 52)}  # name, bits, digits
FORMS = ("fptoui", "fptosi", "fptoui.sat", "fptosi.sat")
WIDTHS = (65, 96, 127, 128, 129, 130, 160, 191, 192, 193, 255, 256, 257, 320, 511, 1000, 1023, 1024, 1025, 1087, 1088, 1100, 2049)
COUNT = 128  # inputs of a width


def parts(bits, kind):
    """Sign, exponent field, fraction; of what is a number, its value."""
    _, size, digits = TYPES[kind]
    width = size - 1 - digits
    negative, field, low = bits >> size - 1, bits >> digits & (1 << width) - 1, bits & (1 << digits) - 1
    if field == (1 << width) - 1:
        return negative, low == 0, None
    number = Fraction(low + (1 << digits if field else 0)) * Fraction(2) ** (max(field, 1) - (1 << width - 1) + 1 - digits)
    return negative, False, -number if negative else number


def to_integer(bits, kind, width, form):
    """What the language reference says; None for what it leaves open."""
    negative, infinite, number = parts(bits, kind)
    signed, saturates = "si" in form, form.endswith(".sat")
    least, most = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    if number is None:
        return (0 if not infinite else least if negative else most) if saturates else None
    whole = abs(number).numerator // abs(number).denominator * (-1 if negative else 1)
    if saturates:
        return min(most, max(least, whole))
    return whole if least <= whole <= most else None


def to_float(number, kind, mode="tonearest"):
    """To nearest, ties to even; infinity from where that would be the next number. Or in another mode, which may stop at the largest."""
    _, size, digits = TYPES[kind]
    width = size - 1 - digits
    bias, negative, number = (1 << width - 1) - 1, number < 0, abs(number)
    sign = 1 << size - 1 if negative else 0
    if number == 0:
        return 0
    drop = max(0, number.bit_length() - digits - 1)
    kept, rest = number >> drop, number & (1 << drop) - 1
    away = mode == ("downward" if negative else "upward")
    if drop and (rest > 1 << drop - 1 or rest == 1 << drop - 1 and kept & 1) if mode == "tonearest" else rest and away:
        kept += 1
    shift = digits + 1 - kept.bit_length()
    exponent = drop + digits - shift
    kept = kept << shift if shift >= 0 else kept >> -shift
    if exponent > bias:
        infinity = (1 << width) - 1 << digits
        return sign | (infinity if mode == "tonearest" or away else infinity - 1)
    return sign | exponent + bias << digits | kept & (1 << digits) - 1


def float_inputs(r, kind, width):
    _, size, digits = TYPES[kind]
    field = size - 1 - digits
    bias, top = (1 << field - 1) - 1, (1 << field) - 1
    ones = (1 << digits) - 1
    out = [0, 1, ones, top << digits, (top << digits) + 1, top << digits | 1 << digits - 1]
    for exponent in (-1, 0, 1, 31, 32, 52, 53, 63, 64, 65, 127, 128, width - 2, width - 1, width, 1000, 1023):
        if 0 < exponent + bias < top:
            out += [exponent + bias << digits, exponent + bias << digits | ones]
    while len(out) * 2 < COUNT:
        out.append(r.randint(bias, min(top - 1, bias + width + 2)) << digits | r.getrandbits(digits))
    return [b | s << size - 1 for b in out[:COUNT // 2] for s in (0, 1)]


def int_inputs(r, width):
    mask, out = (1 << width) - 1, [0, 1, 2]
    for kind, (_, size, digits) in TYPES.items():
        bias = (1 << size - 2 - digits) - 1
        for at in (digits + 1, width - 1, width - 2, min(bias, width - 1), min(bias + 1, width - 1)):
            low = max(0, at - digits - 1)
            top = (1 << digits + 1) - 1 << low
            out += [1 << at, (1 << at) - 1, top, top + (1 << low >> 1), top + (1 << low >> 1) - 1, (1 << at) + (1 << low >> 1), (1 << at) + (1 << low >> 1) + 1]
    r.shuffle(out)
    out = [x & mask for x in out][:COUNT * 3 // 8]
    out += [-x & mask for x in out]
    while len(out) < COUNT:
        out.append(r.getrandbits(width) >> r.randint(0, width - 1))
    return out


def element(name, array, index, size):
    return f"  %{name} = getelementptr i8, ptr addrspace(1) %{array}, i64 {index}\n" if size is None else (
        f"  %{name}.n = mul i64 {index}, {size}\n  %{name} = getelementptr i8, ptr addrspace(1) %{array}, i64 %{name}.n\n")


def kernel(width, lanes):
    """Thread i reads input i of each array, and writes its results one after another. `lanes`: by vectors of two that are alike."""
    slot = (width + 63) // 64 * 8
    results = slot * len(FORMS) * len(TYPES) + 8 * 2 * len(TYPES)
    lines = [f"define ptx_kernel void @k{width}(ptr addrspace(1) %x, ptr addrspace(1) %n, ptr addrspace(1) %o) {{",
             "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", "  %i = zext i32 %t to i64"]
    lines.append(element("to", "o", "%i", results).rstrip("\n"))
    lines.append(element("from", "n", "%i", slot).rstrip("\n"))
    lines += [f"  %wide = load i{slot * 8}, ptr addrspace(1) %from, align 8", f"  %int = trunc i{slot * 8} %wide to i{width}" if width % 64 else f"  %int = freeze i{width} %wide"]
    at = 0
    vector = (lambda ty: f"<2 x {ty}>") if lanes else (lambda ty: ty)

    def given(name, ty):
        if lanes:
            lines.extend([f"  %{name}.a = insertelement <2 x {ty}> poison, {ty} %{name}, i32 0",
                          f"  %{name}.v = insertelement <2 x {ty}> %{name}.a, {ty} %{name}, i32 1"])
            return f"%{name}.v"
        return f"%{name}"

    def taken(name, ty):
        if lanes:
            lines.append(f"  %{name}.l = extractelement <2 x {ty}> %{name}, i32 1")
            return f"%{name}.l"
        return f"%{name}"

    def store(name, value, ty):
        nonlocal at
        lines.extend([f"  %{name}.p = getelementptr i8, ptr addrspace(1) %to, i64 {at}", f"  store {ty} {value}, ptr addrspace(1) %{name}.p, align 8"])
        at += slot if ty == f"i{slot * 8}" else 8

    for number, kind in enumerate(TYPES):
        name, size, _ = TYPES[kind]
        lines += [f"  %{name}.b = mul i64 %i, {8 * len(TYPES)}", f"  %{name}.c = add i64 %{name}.b, {8 * number}",
                  f"  %{name}.q = getelementptr i8, ptr addrspace(1) %x, i64 %{name}.c", f"  %{name} = load {kind}, ptr addrspace(1) %{name}.q, align 8"]
        x = given(name, kind)
        for form in FORMS:
            r = f"{name}.{form}"
            wide, real = vector(f"i{width}"), vector(kind)
            if form.endswith(".sat"):
                shape = "v2" if lanes else ""
                lines.append(f"  %{r} = call {wide} @llvm.{form}.{shape}i{width}.{shape}{name}({real} {x})")
            else:
                lines.append(f"  %{r} = {form} {real} {x} to {wide}")
            value = taken(r, f"i{width}")
            if width % 64:
                lines.append(f"  %{r}.z = zext i{width} {value} to i{slot * 8}")
                value = f"%{r}.z"
            store(r, value, f"i{slot * 8}")
    given_int = given("int", f"i{width}")
    for kind, (name, size, _) in TYPES.items():
        for form in ("uitofp", "sitofp"):
            r = f"{name}.{form}"
            lines.append(f"  %{r} = {form} {vector(f'i{width}')} {given_int} to {vector(kind)}")
            value = taken(r, kind)
            lines.append(f"  %{r}.i = bitcast {kind} {value} to i{size}")
            if size < 64:
                lines.append(f"  %{r}.z = zext i{size} %{r}.i to i64")
            store(r, f"%{r}.z" if size < 64 else f"%{r}.i", "i64")
    return "\n".join(lines) + "\n  ret void\n}\n", results


def judge(width, path, level):
    r = random.Random(width)
    slot = (width + 63) // 64 * 8
    floats = {kind: float_inputs(r, kind, width) for kind in TYPES}
    numbers = int_inputs(r, width)
    t.file("x.raw", b"".join(floats[kind][i].to_bytes(8, "little") for i in range(COUNT) for kind in TYPES))
    t.file("n.raw", b"".join(n.to_bytes(slot, "little") for n in numbers))
    results = kernel(width, False)[1]
    t.file("o.raw", bytes(results * COUNT))
    ran = t.run("run", path, "--kernel", f"k{width}", "--block", str(COUNT), "--arg", "in:x.raw", "--arg", "in:n.raw", "--arg", "inout:o.raw:out.raw")
    if ran.returncode != 0:
        t.expect(f"i{width} {level}", False, ran.stderr.decode()[:300])
        return
    with open("out.raw", "rb") as file:
        got = file.read()
    at, wrong, judged = 0, [], 0
    for i in range(COUNT):
        for kind in TYPES:
            for form in FORMS:
                want, x = to_integer(floats[kind][i], kind, width, form), int.from_bytes(got[at:at + slot], "little")
                at += slot
                judged += want is not None
                if want is not None and x != want & (1 << width) - 1:
                    wrong.append(f"{form} {kind} {floats[kind][i]:#x}: {x:#x}, expected {want & (1 << width) - 1:#x}")
        for kind in TYPES:
            for signed in (False, True):
                n = numbers[i] - (1 << width) if signed and numbers[i] >> width - 1 else numbers[i]
                want, x = to_float(n, kind), int.from_bytes(got[at:at + 8], "little")
                at += 8
                if x != want:
                    wrong.append(f"{'su'[not signed]}itofp {n:#x} to {kind}: {x:#x}, expected {want:#x}")
    t.expect(f"i{width} {level}: {len(wrong)} wrong", not wrong, "; ".join(wrong[:3]))
    t.expect(f"i{width}: most inputs are judged", judged > COUNT * len(TYPES) * 2, str(judged))


MODES = ("upward", "downward", "towardzero")


def directed_kernel(width, slot):
    lines = [f"define ptx_kernel void @d{width}(ptr addrspace(1) %n, ptr addrspace(1) %o) strictfp {{", "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
             "  %i = zext i32 %t to i64", element("from", "n", "%i", slot).rstrip("\n"), element("to", "o", "%i", 8 * 2 * len(MODES) * len(TYPES)).rstrip("\n"),
             f"  %wide = load i{slot * 8}, ptr addrspace(1) %from, align 8",
             f"  %int = trunc i{slot * 8} %wide to i{width}" if width % 64 else f"  %int = freeze i{width} %wide"]
    at = 0
    for kind, (name, size, _) in TYPES.items():
        for mode in MODES:
            for form in ("uitofp", "sitofp"):
                r = f"{name}.{mode}.{form}"
                lines += [f'  %{r} = call {kind} @llvm.experimental.constrained.{form}.{name}.i{width}(i{width} %int, metadata !"round.{mode}", metadata !"fpexcept.ignore") strictfp',
                          f"  %{r}.i = bitcast {kind} %{r} to i{size}", f"  %{r}.p = getelementptr i8, ptr addrspace(1) %to, i64 {at}",
                          f"  store i{size} %{r}.i, ptr addrspace(1) %{r}.p, align 8"]
                at += 8
    return "\n".join(lines) + "\n  ret void\n}\n"


def judge_directed(width, level):
    slot = (width + 63) // 64 * 8
    numbers = int_inputs(random.Random(width + 1), width)
    t.file("n.raw", b"".join(n.to_bytes(slot, "little") for n in numbers))
    t.file("o.raw", bytes(8 * 2 * len(MODES) * len(TYPES) * COUNT))
    ran = t.run("run", "d.ptx", "--kernel", f"d{width}", "--block", str(COUNT), "--arg", "in:n.raw", "--arg", "inout:o.raw:out.raw")
    if ran.returncode != 0:
        t.expect(f"directed i{width} {level}", False, ran.stderr.decode()[:300])
        return
    with open("out.raw", "rb") as file:
        got = file.read()
    at, wrong = 0, []
    for n in numbers:
        for kind in TYPES:
            for mode in MODES:
                for signed in (False, True):
                    value = n - (1 << width) if signed and n >> width - 1 else n
                    want, x = to_float(value, kind, mode), int.from_bytes(got[at:at + 8], "little")
                    at += 8
                    if x != want:
                        wrong.append(f"{'su'[not signed]}itofp {value:#x} to {kind} {mode}: {x:#x}, expected {want:#x}")
    t.expect(f"directed i{width} {level}: {len(wrong)} wrong", not wrong, "; ".join(wrong[:3]))


widths = few(WIDTHS)
for cpu, level in (("sm_75", "-O0"), ("sm_90", "-O3"), ("sm_120", "-O1")):
    if t.compiled("d", "".join(directed_kernel(width, (width + 63) // 64 * 8) for width in widths), cpu, level, ptxas=["-O1"]):
        for width in widths:
            judge_directed(width, f"{cpu} {level}")
for cpu, level, lanes in (("sm_90", "-O3", False), ("sm_75", "-O0", False), ("sm_80", "-O3", True), ("sm_120", "-O1", False)):
    if t.compiled("k", "".join(kernel(width, lanes)[0] for width in widths), cpu, level, ptxas=["-O1"]):
        for width in widths:
            judge(width, "k.ptx", f"{cpu} {level}{' in vectors' if lanes else ''}")
t.finish()
