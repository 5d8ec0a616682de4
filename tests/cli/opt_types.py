#!/usr/bin/env python3
"""`lathe opt` refuses registers that do not fit their instruction, where ptxas does and nowhere else.  opt_types.py LATHE

Each form below, with each of its registers in turn replaced by one of every type. With ptxas, the lines that it refuses
and those that lathe refuses have to be the same (of the refused ones a sample); without, the forms as they are have to pass and a few wrong ones not.
"""
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

TYPES = ("pred", "b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f16", "f32", "f64", "f16x2", "b128")
SIZES = {"u16": "32", "s16": "32", "u32": "64", "s32": "64"}


def forms():
    """(mnemonic, operands): a type name is a register of it."""
    for t in ("u16", "s16", "u32", "s32", "u64", "s64"):
        for op in ("add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"):
            yield op + "." + t, (t, t, t)
        yield "mad.lo." + t, (t, t, t, t)
        yield "sad." + t, (t, t, t, t)
        yield "setp.lt." + t, ("pred", t, t)
        yield "setp.ge.and." + t, ("pred", t, t, "pred")
        yield "set.lt.u32." + t, ("u32", t, t)
        yield "set.lt.f32." + t, ("f32", t, t)
        yield "shr." + t, (t, t, "u32")
        if t[0] == "s":
            yield "abs." + t, (t, t)
            yield "neg." + t, (t, t)
        if t in SIZES:
            yield "mul.wide." + t, (t[0] + SIZES[t], t, t)
        if "16" not in t:
            yield "bfe." + t, (t, t, "u32", "u32")
            yield "bfind." + t, ("u32", t)
    for t in ("u32", "s32"):
        yield "mul24.lo." + t, (t, t, t)
        yield "mad24.lo." + t, (t, t, t, t)
        yield "mad.hi." + t, (t, t, t, t)
        yield "mad.wide." + t, (t[0] + "64", t, t, t[0] + "64")
        yield "add.cc." + t, (t, t, t)
        yield "addc." + t, (t, t, t)
    for t in ("b16", "b32", "b64"):
        for op in ("and", "or", "xor"):
            yield op + "." + t, (t, t, t)
        yield "not." + t, (t, t)
        yield "cnot." + t, (t, t)
        yield "shl." + t, (t, t, "u32")
        yield "setp.eq." + t, ("pred", t, t)
        if t != "b16":
            yield "popc." + t, ("u32", t)
            yield "clz." + t, ("u32", t)
            yield "brev." + t, (t, t)
            yield "bfi." + t, (t, t, t, "u32", "u32")
            yield "atom.global.exch." + t, (t, "[A]", t)
            yield "atom.global.cas." + t, (t, "[A]", t, t)
    yield "lop3.b32", ("b32", "b32", "b32", "b32", "0x3f")
    yield "shf.l.wrap.b32", ("b32", "b32", "b32", "u32")
    yield "prmt.b32", ("b32", "b32", "b32", "b32")
    yield "shfl.sync.idx.b32", ("b32", "b32", "u32", "31", "-1")
    yield "and.pred", ("pred", "pred", "pred")
    yield "not.pred", ("pred", "pred")
    yield "mov.pred", ("pred", "pred")
    for t in ("f32", "f64"):
        for op in ("add", "sub", "mul", "div"):
            yield op + ".rn." + t, (t, t, t)
        for op in ("min", "max", "copysign"):
            yield op + "." + t, (t, t, t)
        for op in ("abs", "neg", "rcp.rn", "sqrt.rn"):
            yield op + "." + t, (t, t)
        yield "fma.rn." + t, (t, t, t, t)
        yield "testp.finite." + t, ("pred", t)
        yield "setp.lt." + t, ("pred", t, t)
        yield "set.lt.u32." + t, ("u32", t, t)
        yield "slct." + t + ".s32", (t, t, t, "s32")
        yield "atom.global.add." + t, (t, "[A]", t)
        yield "red.global.add." + t, ("[A]", t)
    yield "slct.u32.f32", ("u32", "u32", "u32", "f32")
    for op in ("rsqrt", "sin", "cos", "lg2", "ex2", "tanh"):
        yield op + ".approx.f32", ("f32", "f32")
    for t, register in (("f16", "f16"), ("f16x2", "f16x2"), ("bf16", "b16"), ("bf16x2", "b32")):
        yield "fma.rn." + t, (register,) * 4
        yield "add.rn." + t, (register,) * 3
        yield "min." + t, (register,) * 3
        yield "neg." + t, (register,) * 2
        if "x2" not in t:
            yield "setp.lt." + t, ("pred", register, register)
    for t in ("u16", "s16", "u32", "s32", "u64", "s64", "b16", "b32", "b64", "f32", "f64"):
        yield "mov." + t, (t, t)
        yield "selp." + t, (t, t, t, "pred")
    for t in ("b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64", "f32", "f64"):
        yield "ld.global." + t, (t, "[A]")
        yield "st.global." + t, ("[A]", t)
    for to in ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"):
        for of in ("u8", "s16", "u32", "s64"):
            yield "cvt.%s.%s" % (to, of), (to, of)
        for real in ("f16", "f32", "f64"):
            yield "cvt.rn.%s.%s" % (real, to), (real, to)
        yield "cvt.rzi.%s.f32" % to, (to, "f32")
    for mnemonic, to, of in (("cvt.rn.f16.f32", "f16", "f32"), ("cvt.f32.f16", "f32", "f16"), ("cvt.rn.f32.f64", "f32", "f64"), ("cvt.f64.f32", "f64", "f32"),
                             ("cvt.rn.bf16.f32", "b16", "f32"), ("cvt.rna.tf32.f32", "b32", "f32"), ("cvt.f32.bf16", "f32", "b16")):
        yield mnemonic, (to, of)
    yield "cvta.global.u64", ("u64", "u64")
    yield "cvta.to.global.u64", ("u64", "u64")
    for t in ("u32", "s32", "u64"):
        yield "atom.global.add." + t, (t, "[A]", t)
        yield "red.global.add." + t, ("[A]", t)


def text(mnemonic, operands):
    joined = ", ".join(operands).replace("{, ", "{").replace(", }", "}")
    return " %s %s;" % (mnemonic, joined)


def lines():
    """(as they are, with a register replaced)."""
    right, replaced = [], []
    for mnemonic, operands in forms():
        named = ["%%%s_%d" % (o, i % 4) if o in TYPES else o for i, o in enumerate(operands)]
        right.append(text(mnemonic, named))
        for i, operand in enumerate(operands):
            if operand in TYPES:
                replaced += [text(mnemonic, named[:i] + ["%%%s_%d" % (t, i % 4)] + named[i + 1:]) for t in TYPES]
    # Elements of a vector: all of one type, or of two widths. ptxas is of two minds about predicates, and about integers
    # and pairs as elements of floats.
    for t in ("b8", "u8", "b16", "u16", "b32", "u32", "f32", "b64", "s64", "f64"):
        for a in TYPES[1:]:
            if t[0] != "f" or a[0] in "bf" and a != "f16x2":
                replaced += [" ld.global.v2.%s {%%%s_0, %%%s_1}, [A];" % (t, a, a), " st.global.v2.%s [A], {%%%s_0, %%%s_1};" % (t, a, a)]
        replaced += [" ld.global.v2.%s {%%b64_0, %%b32_1}, [A];" % t, " ld.global.v2.%s {%%b16_0, %%b32_1}, [A];" % t]
    replaced += [" ld.global.u32 %%u32_1, [%%%s_2];" % t for t in TYPES]
    return right, replaced


HEAD = [".version 8.8", ".target sm_90", ".address_size 64", ".global .align 16 .b8 A[64];", ".visible .entry k()", "{"] + [" .reg .%s %%%s_<4>;" % (t, t) for t in TYPES]


def program(body):
    return "\n".join(HEAD + body + [" ret;", "}"]).encode() + b"\n"


t = Checks(sys.argv[1])
right, replaced = lines()
done = t.run("opt", t.file("right.ptx", program(right)), "-o", os.devnull)
t.expect("forms as they are", done.returncode == 0, done.stderr.decode()[:300])
for line, parts in (("max.f32 %f32_0, %b64_1, %f32_2;", ("wrong.ptx:25", "max.f32", "%b64_1", ".b64", ".f32")), ("add.u32 %f32_0, %u32_1, 1;", ("add.u32", "%f32_0")),
                    ("ld.global.u32 %u16_0, [A];", ("%u16_0",)), ("setp.eq.u32 %u32_0, %u32_1, 2;", (".pred",)), ("shl.b64 %b64_0, %b64_1, %b64_2;", ("%b64_2", ".u32")),
                    ("ld.global.u32 %u32_0, [%f64_0];", ("%f64_0",)), ("mul.wide.s32 %s32_0, %s32_1, 4;", (".s64",))):
    t.error(line, ["opt", t.file("wrong.ptx", program([line])), "-o", "out.ptx"], 1, *parts)

cuda = shutil.which("ptxas") or next((p for p in [os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin", "ptxas")] if os.path.exists(p)), None)
if cuda:
    t.file("all.ptx", program(replaced))
    told = subprocess.run([cuda, "-arch=sm_90", "all.ptx", "-o", os.devnull], capture_output=True, text=True).stderr
    theirs = {int(n) for n in re.findall(r"line (\d+); error", told)}
    name = {len(HEAD) + 1 + i: line for i, line in enumerate(replaced)}
    t.expect("lines that ptxas refuses", len(theirs) > 5000, len(theirs))
    accepted = [line for number, line in name.items() if number not in theirs]
    done = t.run("opt", t.file("accepted.ptx", program(accepted)), "-o", os.devnull)
    t.expect("what ptxas accepts", done.returncode == 0, done.stderr.decode()[:1000])
    # Only the first errors are told, so each line by itself, and not all of them.
    for number in sorted(theirs)[::67]:
        done = t.run("opt", t.file("refused.ptx", program([name[number]])), "-o", os.devnull)
        t.expect("what ptxas refuses", done.returncode == 1, name[number])
t.finish()
