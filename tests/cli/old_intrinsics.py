#!/usr/bin/env python3
"""Names of NVVM's intrinsics that LLVM renames or rewrites on reading: each is really upgraded (opt), compiles where llc's PTX is one that
ptxas takes and is refused where it is not, and does what llc's PTX does and, of integers, what it should.  old_intrinsics.py LATHE"""
import os
import random
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
from cli import PTXAS, Checks  # noqa: E402
import common  # noqa: E402

t = Checks(sys.argv[1])
OPT, LLC = common.llvm_tool("opt"), common.llvm_tool("llc")
HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
TARGET = ["-mcpu=sm_90", "-mattr=+ptx84"]
BYTES = {"i16": 2, "i32": 4, "i64": 8, "half": 2, "float": 4, "double": 8, "<2 x half>": 4}
THREADS = 32
NAMES = []  # name, result, arguments


def names(text, result, arguments):
    NAMES.extend((name, result, arguments) for name in text.split())


names("brev32 clz.i popc.i abs.i", "i32", ["i32"])
names("brev64 abs.ll swap.lo.hi.b64", "i64", ["i64"])
names("clz.ll popc.ll", "i32", ["i64"])
names("h2f", "float", ["i16"])
names("fabs.f fabs.ftz.f ex2.approx.f ex2.approx.ftz.f tanh.approx.f32", "float", ["float"])
names("fabs.d ex2.approx.d", "double", ["double"])
names("ex2.approx.f16x2", "<2 x half>", ["<2 x half>"])
names("max.s max.us min.s min.us", "i16", ["i16"] * 2)
names("max.i max.ui min.i min.ui", "i32", ["i32"] * 2)
names("max.ll max.ull min.ll min.ull", "i64", ["i64"] * 2)
names("bitcast.f2i", "i32", ["float"])
names("bitcast.i2f", "float", ["i32"])
names("bitcast.d2ll", "i64", ["double"])
names("bitcast.ll2d", "double", ["i64"])
names("rotate.b32", "i32", ["i32", "i32"])
names("rotate.b64 rotate.right.b64", "i64", ["i64", "i32"])
names("barrier0.popc barrier0.and barrier0.or", "i32", ["i32"])
for kind, carried in (("bf16", "i16"), ("bf16x2", "i32")):  # the bits of bfloats, before there was such a type
    names("abs.%s neg.%s" % (kind, kind), carried, [carried])
    names(" ".join("fma.rn.%s%s" % (form, kind) for form in ("", "relu.", "ftz.", "ftz.relu.", "sat.", "ftz.sat.")), carried, [carried] * 3)
    names(" ".join("%s.%s%s%s%s" % (op, ftz, nan, sign, kind) for op in ("fmax", "fmin") for ftz in ("", "ftz.") for nan in ("", "nan.") for sign in ("", "xorsign.abs.")),
          carried, [carried] * 2)
# PTX has no such instruction: bfloats neither flush nor saturate, and ex2 of f64 never was.
NONE = {name for name, _, _ in NAMES if name.endswith(("bf16", "bf16x2")) and (".ftz." in name or ".sat." in name)} | {"ex2.approx.d"}

OTHERS = """
@shared = internal addrspace(3) global [32 x i32] undef
@fixed = internal addrspace(4) constant [4 x i32] [i32 7, i32 8, i32 9, i32 10]
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.barrier.n(i32)
declare void @llvm.nvvm.bar.sync(i32)
declare void @llvm.nvvm.barrier(i32, i32)
declare void @llvm.nvvm.barrier.sync(i32)
declare void @llvm.nvvm.barrier.sync.cnt(i32, i32)
declare i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1), i32)
declare ptr @llvm.nvvm.ldg.global.p.p1(ptr addrspace(1), i32)
declare float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.ldg.global.i.i32.p0(ptr, i32)
declare ptr @llvm.nvvm.ldg.global.p.p0(ptr, i32)
declare float @llvm.nvvm.ldg.global.f.f32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.load.dec.32.p0(ptr, i32)
declare float @llvm.nvvm.atomic.load.add.f32.p0(ptr, float)
declare double @llvm.nvvm.atomic.load.add.f64.p0(ptr, double)
declare ptr addrspace(1) @llvm.nvvm.ptr.gen.to.global.p1.p0(ptr)
declare ptr @llvm.nvvm.ptr.global.to.gen.p0.p1(ptr addrspace(1))
declare ptr addrspace(3) @llvm.nvvm.ptr.gen.to.shared.p3.p0(ptr)
declare ptr @llvm.nvvm.ptr.shared.to.gen.p0.p3(ptr addrspace(3))
declare ptr addrspace(4) @llvm.nvvm.ptr.gen.to.constant.p4.p0(ptr)
declare ptr @llvm.nvvm.ptr.constant.to.gen.p0.p4(ptr addrspace(4))
declare ptr addrspace(5) @llvm.nvvm.ptr.gen.to.local.p5.p0(ptr)
declare ptr @llvm.nvvm.ptr.local.to.gen.p0.p5(ptr addrspace(5))
declare ptr addrspace(101) @llvm.nvvm.ptr.gen.to.param.p101.p0(ptr)
declare ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)
declare void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(3), ptr addrspace(3), ptr addrspace(1), i32, i16, i64, i1, i1)
declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(3), ptr addrspace(3), ptr addrspace(3), i32)
define ptx_kernel void @loads(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = addrspacecast ptr %in to ptr addrspace(1)
  %p = getelementptr [2 x i64], ptr addrspace(1) %g, i32 %t
  %q = addrspacecast ptr addrspace(1) %p to ptr
  %a = call i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1) %p, i32 4)
  %b = call ptr @llvm.nvvm.ldg.global.p.p1(ptr addrspace(1) %p, i32 8)
  %c = call float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1) %p, i32 16)
  %d = call i32 @llvm.nvvm.ldg.global.i.i32.p0(ptr %q, i32 4)
  %e = call ptr @llvm.nvvm.ldg.global.p.p0(ptr %q, i32 8)
  %f = call float @llvm.nvvm.ldg.global.f.f32.p0(ptr %q, i32 16)
  %o = getelementptr { i32, i32, ptr, ptr, float, float }, ptr %out, i32 %t
  store i32 %a, ptr %o
  %o1 = getelementptr i8, ptr %o, i64 4
  store i32 %d, ptr %o1
  %o2 = getelementptr i8, ptr %o, i64 8
  store ptr %b, ptr %o2
  %o3 = getelementptr i8, ptr %o, i64 16
  store ptr %e, ptr %o3
  %o4 = getelementptr i8, ptr %o, i64 24
  store float %c, ptr %o4
  %o5 = getelementptr i8, ptr %o, i64 28
  store float %f, ptr %o5
  ret void
}
define ptx_kernel void @atomics(ptr %in, ptr %out) {
  %a = call i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr %out, i32 20)
  %p1 = getelementptr i8, ptr %out, i64 4
  %b = call i32 @llvm.nvvm.atomic.load.dec.32.p0(ptr %p1, i32 20)
  %p2 = getelementptr i8, ptr %out, i64 8
  %c = call float @llvm.nvvm.atomic.load.add.f32.p0(ptr %p2, float 1.5)
  %p3 = getelementptr i8, ptr %out, i64 16
  %d = call double @llvm.nvvm.atomic.load.add.f64.p0(ptr %p3, double 2.5)
  ret void
}
define ptx_kernel void @pointers(ptr %in, ptr %out) {
  %local = alloca i32
  store i32 5, ptr %local
  %s = addrspacecast ptr addrspace(3) @shared to ptr
  %c = addrspacecast ptr addrspace(4) @fixed to ptr
  %g1 = call ptr addrspace(1) @llvm.nvvm.ptr.gen.to.global.p1.p0(ptr %in)
  %g2 = call ptr @llvm.nvvm.ptr.global.to.gen.p0.p1(ptr addrspace(1) %g1)
  %s1 = call ptr addrspace(3) @llvm.nvvm.ptr.gen.to.shared.p3.p0(ptr %s)
  store i32 6, ptr addrspace(3) %s1
  %s2 = call ptr @llvm.nvvm.ptr.shared.to.gen.p0.p3(ptr addrspace(3) %s1)
  %c1 = call ptr addrspace(4) @llvm.nvvm.ptr.gen.to.constant.p4.p0(ptr %c)
  %c2 = call ptr @llvm.nvvm.ptr.constant.to.gen.p0.p4(ptr addrspace(4) %c1)
  %l1 = call ptr addrspace(5) @llvm.nvvm.ptr.gen.to.local.p5.p0(ptr %local)
  %l2 = call ptr @llvm.nvvm.ptr.local.to.gen.p0.p5(ptr addrspace(5) %l1)
  %v0 = load i32, ptr %g2
  %v1 = load i32, ptr %s2
  %v2 = load i32, ptr %c2
  %v3 = load i32, ptr %l2
  store i32 %v0, ptr %out
  %o1 = getelementptr i8, ptr %out, i64 4
  store i32 %v1, ptr %o1
  %o2 = getelementptr i8, ptr %out, i64 8
  store i32 %v2, ptr %o2
  %o3 = getelementptr i8, ptr %out, i64 12
  store i32 %v3, ptr %o3
  ret void
}
define ptx_kernel void @not_run(ptr %p, ptr addrspace(3) %s, ptr addrspace(1) %q, ptr %map) {
  %a = call ptr addrspace(101) @llvm.nvvm.ptr.gen.to.param.p101.p0(ptr %p)
  %x = load i32, ptr addrspace(101) %a
  store i32 %x, ptr %p
  %r = call ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %s, i32 1)
  store ptr addrspace(3) %r, ptr %p
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(3) %s, ptr addrspace(3) %s, ptr addrspace(1) %q, i32 16, i16 0, i64 0, i1 false, i1 false)
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(3) %s, ptr addrspace(3) %s, ptr addrspace(3) %s, i32 16)
TENSORS
  ret void
}
"""
BARRIERS = {"barrier0": "", "barrier.n": "i32 0", "bar.sync": "i32 0", "barrier": "i32 0, i32 32", "barrier.sync": "i32 0", "barrier.sync.cnt": "i32 0, i32 32"}


def tensors():
    """Copies of tensors as they were before the last argument: a 3 for shared memory, which is 7 now. -> calls, declarations."""
    calls, declared = [], []
    for kind, dimensions in (("tile", range(1, 6)), ("im2col", range(3, 6))):
        for n in dimensions:
            types = ["ptr addrspace(3)", "ptr addrspace(3)", "ptr"] + ["i32"] * n + ["i16"] * (n - 2 if kind == "im2col" else 0) + ["i16", "i64", "i1", "i1"]
            values = ["%s", "%s", "%map"] + ["1"] * (len(types) - 5) + ["false", "false"]
            name = "@llvm.nvvm.cp.async.bulk.tensor.g2s.%s.%dd(" % (kind, n)
            calls.append("  call void %s%s)" % (name, ", ".join(map(" ".join, zip(types, values)))))
            declared.append("declare void %s%s)" % (name, ", ".join(types)))
    return "\n".join(calls), "\n".join(declared)


def declaration(name, result, arguments):
    return "declare %s @llvm.nvvm.%s(%s)\n" % (result, name, ", ".join(arguments))


def signature(line):
    """Of a declaration: result, name and parameters' types, without attributes."""
    kind = r"(?:ptr(?: addrspace\(\d+\))?|<[^>]*>|i\d+|half|bfloat|float|double|void)"
    head, _, parameters = line.partition("@")
    name, _, parameters = parameters.partition("(")
    return re.findall(kind, head)[-1], name, tuple(re.findall(r"(?:^|, ?)\s*(%s)" % kind, parameters))


def kernel_name(name):
    return "k_" + name.replace(".", "_")


def kernel(name, result, arguments):
    lines = ["define ptx_kernel void @%s(%s) {" % (kernel_name(name), ", ".join(["ptr %%a%d" % n for n in range(len(arguments))] + ["ptr %o"])), "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"]
    for n, kind in enumerate(arguments):
        lines += ["  %%p%d = getelementptr %s, ptr %%a%d, i32 %%t" % (n, kind, n), "  %%x%d = load %s, ptr %%p%d" % (n, kind, n)]
    lines += ["  %%r = call %s @llvm.nvvm.%s(%s)" % (result, name, ", ".join("%s %%x%d" % (kind, n) for n, kind in enumerate(arguments))),
              "  %%q = getelementptr %s, ptr %%o, i32 %%t" % result, "  store %s %%r, ptr %%q" % result, "  ret void", "}"]
    return "\n".join(lines) + "\n"


def barrier(name, arguments):
    return ("define ptx_kernel void @%s(ptr %%in, ptr %%out) {\n  %%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %%s = getelementptr i32, ptr addrspace(3) @shared, i32 %%t\n"
            "  store i32 %%t, ptr addrspace(3) %%s\n  call void @llvm.nvvm.%s(%s)\n  %%u = sub i32 31, %%t\n  %%v = getelementptr i32, ptr addrspace(3) @shared, i32 %%u\n"
            "  %%x = load i32, ptr addrspace(3) %%v\n  %%o = getelementptr i32, ptr %%out, i32 %%t\n  store i32 %%x, ptr %%o\n  ret void\n}\n" % (kernel_name(name), name, arguments))


def model(name, x):
    """What integers give; None for others."""
    sign = lambda v, bits: v - (1 << bits) if v >> (bits - 1) else v  # noqa: E731
    bits = 64 if "64" in name or "ll" in name else 32
    full = (1 << bits) - 1
    if name.startswith("brev"):
        return int(format(x[0], "0%db" % bits)[::-1], 2)
    if name.startswith("clz"):
        return bits - x[0].bit_length()
    if name.startswith("popc"):
        return bin(x[0]).count("1")
    if name in ("abs.i", "abs.ll"):
        return abs(sign(x[0], bits)) & full
    if name == "swap.lo.hi.b64":
        return x[0] >> 32 | (x[0] << 32 & full)
    if name.startswith("rotate"):
        by = (-x[1] if "right" in name else x[1]) % bits
        return (x[0] << by | x[0] >> (bits - by)) & full
    if name.startswith("bitcast"):
        return x[0]
    if re.fullmatch(r"(max|min)\.(s|us|i|ui|ll|ull)", name):
        bits = {"s": 16, "i": 32, "ll": 64}[name.split(".")[1].lstrip("u") or "s"]
        key = (lambda v: v) if ".u" in name else lambda v: sign(v, bits)
        return (max if name.startswith("max") else min)(x, key=key)
    return None


def run(path, name, given, out_bytes, before=None):
    arguments = []
    for n, data in enumerate(given):
        arguments += ["--arg", "in:" + t.file("a%d.raw" % n, data)]
    t.file("zero.raw", before or bytes(out_bytes))
    done = t.run("run", path, "--kernel", name, "--block", str(THREADS), *arguments, "--arg", "inout:zero.raw:out.raw")
    t.expect("%s of %s runs" % (name, path), done.returncode == 0, done.stderr.decode()[:300])
    if done.returncode != 0:
        return None
    with open("out.raw", "rb") as file:
        return file.read()


def command(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True)


# ---- one module of all that can be
calls, declared = tensors()
taken = [row for row in NAMES if row[0] not in NONE]
text = HEAD + OTHERS.replace("TENSORS", calls) + declared + "\n" + "".join(declaration(*row) + kernel(*row) for row in taken)
text += "".join(barrier(*row) for row in BARRIERS.items())
t.file("all.ll", text.encode())
done = t.run("compile", "all.ll", "-o", "lathe.ptx", *TARGET, "--verify-each")
t.expect("all compile", done.returncode == 0, done.stderr.decode()[:600])
paths = ["lathe.ptx"]
if LLC:
    by_llc = command(LLC, "-mcpu=sm_90", "-mattr=+ptx84", "all.ll", "-o", "llc.ptx")
    t.expect("llc compiles all", by_llc.returncode == 0, by_llc.stderr[:300])
    paths.append("llc.ptx")
for path in paths if PTXAS else []:
    judged = command(PTXAS, "-arch=sm_90", path, "-o", os.devnull)
    t.expect("ptxas takes " + path, judged.returncode == 0, judged.stderr[:300])
if OPT:
    upgraded = command(OPT, "-S", "-passes=verify", "all.ll")
    t.expect("opt reads all", upgraded.returncode == 0, upgraded.stderr[:300])
    after = {signature(line) for line in upgraded.stdout.splitlines() if line.startswith("declare ")}
    for line in text.splitlines():
        if line.startswith("declare ") and "read.ptx.sreg" not in line:
            t.expect("LLVM upgrades " + line, signature(line) not in after, "it is as it was")
    t.expect("what is not old stays", signature("declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()") in after, after)

# ---- executed
r = random.Random(11)
EDGES = {2: [0, 1, 0x8000, 0x7fff, 0xffff, 0x3f80, 0xbf80, 0x7f80, 0x7fc0, 0x0001], 4: [0, 1, 0x80000000, 0x7fffffff, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000, 0x00000001, 0x3f80bf80],
         8: [0, 1, 1 << 63, (1 << 63) - 1, (1 << 64) - 1, 0x3ff0000000000000, 0x7ff0000000000000, 0xffffffff]}
for name, result, arguments in taken:
    values = []
    for kind in arguments:
        size = BYTES[kind]
        column = EDGES[size] + [r.getrandbits(8 * size) for _ in range(THREADS)]
        r.shuffle(column)
        values.append([x % 80 if name.startswith("rotate") and kind == "i32" and size == 4 and arguments.index(kind) == len(arguments) - 1 and len(values) == 1 else x for x in column[:THREADS]])
    given = [b"".join(x.to_bytes(BYTES[kind], "little") for x in column) for kind, column in zip(arguments, values)]
    size = BYTES[result]
    got = [run(path, kernel_name(name), given, THREADS * size) for path in paths]
    if None in got:
        continue
    numbers = [[int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)] for data in got]
    for have, wanted in zip(numbers[0], numbers[-1]):
        both_nan = result in ("float", "double") and all(x != x for v in (have, wanted) for x in struct.unpack("<f" if size == 4 else "<d", v.to_bytes(size, "little")))
        t.expect(name + " as llc has it", have == wanted or both_nan, "%s in place of %s" % (hex(have), hex(wanted)))
    for i, have in enumerate(numbers[0]):
        wanted = model(name, [column[i] for column in values])
        t.expect(name + " is right", wanted is None or have == wanted, "%s of %s" % (hex(have), [hex(column[i]) for column in values]))
data = bytes(r.getrandbits(8) for _ in range(512))
before = struct.pack("<IIfId", 3, 2, 0.5, 0, 0.25)
for path in paths:
    t.expect("loads, " + path, run(path, "loads", [data], 32 * THREADS) == b"".join(data[i:i + 4] * 2 + data[i:i + 8] * 2 + data[i:i + 4] * 2 for i in range(0, 512, 16)), "")
    t.expect("atomics, " + path, run(path, "atomics", [data], 24, before) == struct.pack("<IIfId", (3 + 32) % 21, (2 - 32) % 21, 0.5 + 48, 0, 0.25 + 80), "")
    t.expect("pointers, " + path, run(path, "pointers", [data], 16) == data[:4] + struct.pack("<III", 6, 7, 5), "")
    for name in BARRIERS:
        t.expect("%s, %s" % (name, path), run(path, kernel_name(name), [data], 4 * THREADS) == struct.pack("<32I", *range(31, -1, -1)), "")

# ---- what PTX does not have
for row in NAMES:
    if row[0] in NONE:
        path = t.file("one.ll", (HEAD + "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" + declaration(*row) + kernel(*row)).encode())
        t.error(row[0], ["compile", path, "-o", "-", *TARGET], 1, "has no PTX instruction")
        by_llc = command(LLC, "-mcpu=sm_90", "-mattr=+ptx84", path, "-o", "one.ptx") if LLC else None
        if by_llc and by_llc.returncode == 0 and PTXAS:
            judged = command(PTXAS, "-arch=sm_90", "one.ptx", "-o", os.devnull)
            t.expect("ptxas refuses what llc writes of " + row[0], judged.returncode != 0, "")
        if os.path.exists("one.ptx"):
            os.remove("one.ptx")
t.finish()
