#!/usr/bin/env python3
"""Orders of atomics by option and by module, what is read from parameters and small arrays: compiled, taken by ptxas
where it is there, run.  atomics.py LATHE"""
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
PTXAS = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")

HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
CUDA = '!llvm.module.flags = !{!0}\n!0 = !{i32 4, !"nvvm-reflect-ftz", i32 0}\n'
BOTH = """@s = internal addrspace(3) global i32 undef
define ptx_kernel void @k(ptr %p) {
  %a = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  %b = atomicrmw add ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 1 seq_cst, align 4
  %c = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst, align 4
  ret void
}
"""
SHARED = """@s = internal addrspace(3) global i32 undef
define ptx_kernel void @k(ptr %p) {
  %b = atomicrmw add ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 1 seq_cst, align 4
  store i32 %b, ptr %p
  ret void
}
"""


def compiled(name, text, *options):
    done = t.run("compile", t.file(name, (HEAD + text).encode()), "-o", "-", "-mcpu=sm_90", "-mattr=+ptx84", "--verify-each", *options)
    t.expect(f"{name} {options}", done.returncode == 0, str(done.stderr))
    ptx = done.stdout.decode()
    if PTXAS and done.returncode == 0:
        taken = subprocess.run([PTXAS, "-arch=sm_90", t.file(name + ".ptx", ptx.encode()), "-o", "/dev/null"],
                               capture_output=True, text=True)
        t.expect(f"ptxas takes {name} {options}", taken.returncode == 0, taken.stderr)
    return ptx, done.stderr.decode()


for what, text, options, fences, note in (
        ("CUDA's", BOTH + CUDA, (), 0, True),
        ("CUDA's by option", BOTH + CUDA, ("--atomic-order=cuda",), 0, False),
        ("CUDA's, as the IR says", BOTH + CUDA, ("--atomic-order=ir",), 3, False),
        ("others", BOTH, (), 3, False),
        ("others by option", BOTH, ("--atomic-order=cuda",), 0, False),
        ("CUDA's with another order", BOTH + "define void @g() {\n  fence acquire\n  ret void\n}\n" + CUDA, (), 3, False)):
    ptx, messages = compiled("orders.ll", text, *options)
    t.expect(what, ptx.count("fence.sc") == fences, ptx)
    t.expect(what + ": note", ("relaxed and of device scope" in messages) == note, messages)
    if fences == 0:
        t.expect(what + ": relaxed", len(re.findall(r"(red|atom)\.relaxed\.(gpu|cta)", ptx)) == 3, ptx)
ptx, _ = compiled("shared.ll", SHARED, "--atomic-order=ir")
t.expect("shared memory has the block's fence", "fence.sc.cta" in ptx and "fence.sc.sys" not in ptx, ptx)
t.error("no such order", ["compile", "orders.ll", "--atomic-order=weak"], 2, "--atomic-order")

PROGRAM = """
%S = type { [6 x i32] }
define internal i32 @pick(ptr byval(%S) align 4 %s, i32 %i) noinline {
  %p = getelementptr i32, ptr %s, i32 %i
  %v = load i32, ptr %p
  store i32 7, ptr %p
  %q = getelementptr i32, ptr %s, i32 2
  %w = load i32, ptr %q
  %r = add i32 %v, %w
  ret i32 %r
}
define internal i32 @reads(ptr readonly captures(none) %s, i32 %i) noinline {
  %p = getelementptr i32, ptr %s, i32 %i
  %v = load i32, ptr %p
  ret i32 %v
}
define internal i32 @atomically(ptr %p, i32 %w) noinline {
  %r = atomicrmw add ptr %p, i32 %w monotonic
  ret i32 %r
}
define ptx_kernel void @byval(ptr byval(%S) align 4 %s, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @pick(ptr byval(%S) align 4 %s, i32 %t)
  %b = call i32 @reads(ptr %s, i32 %t)
  %c = mul i32 %b, 1000
  %d = add i32 %a, %c
  %q = getelementptr i32, ptr %o, i32 %t
  store i32 %d, ptr %q
  ret void
}
define ptx_kernel void @local(ptr %o) {
  %x = alloca i32
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %t, ptr %x
  %a = call i32 @atomically(ptr %x, i32 5)
  %b = load i32, ptr %x
  %g = call i32 @atomically(ptr %o, i32 1)
  %q = getelementptr i32, ptr %o, i32 %t
  %q1 = getelementptr i32, ptr %q, i32 1
  %c = mul i32 %a, 100
  %d = add i32 %c, %b
  store i32 %d, ptr %q1
  ret void
}
define ptx_kernel void @array(ptr %o) {
  %x = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 16, i1 false)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 3
  %p = getelementptr i32, ptr %x, i32 %i
  store i32 %t, ptr %p
  %n = xor i32 %i, 1
  %j = getelementptr i32, ptr %x, i32 %n
  store i32 9, ptr %j
  %k = add i32 %t, 1
  %k2 = and i32 %k, 3
  %k3 = getelementptr i32, ptr %x, i32 %k2
  %u = load i32, ptr %k3
  %v = load i32, ptr %p
  %c = mul i32 %u, 100
  %d = add i32 %c, %v
  %q = getelementptr i32, ptr %o, i32 %t
  store i32 %d, ptr %q
  ret void
}
define ptx_kernel void @vector(ptr %o) {
  %r = atomicrmw fadd ptr %o, <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0> monotonic
  %h = getelementptr i8, ptr %o, i64 16
  %z = atomicrmw fsub ptr %h, <2 x float> <float 1.0, float 2.0> syncscope("device") acq_rel
  ret void
}
define ptx_kernel void @wide(ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %e = zext i32 %t to i128
  %k = shl i128 %e, 64
  %f = or i128 %k, 1
  %r = atomicrmw add ptr %o, i128 %f syncscope("device") seq_cst, align 16
  %h = getelementptr i8, ptr %o, i64 16
  %c = cmpxchg ptr %h, i128 0, i128 77 syncscope("device") acq_rel acquire, align 16
  %g = getelementptr i8, ptr %o, i64 32
  %old = load atomic i128, ptr %h syncscope("device") acquire, align 16
  store atomic i128 %old, ptr %g syncscope("device") release, align 16
  %y = getelementptr i8, ptr %o, i64 48
  %x = atomicrmw xchg ptr %y, i128 5 syncscope("device") monotonic, align 16
  ret void
}
"""
FIELDS = [10, 20, 30, 40, 50, 60]
BYTES = "bytes:" + b"".join(x.to_bytes(4, "little") for x in FIELDS).hex()


def array(thread):
    x = [0] * 4
    x[thread & 3] = thread
    x[(thread & 3) ^ 1] = 9
    return x[(thread + 1) & 3] * 100 + x[thread & 3]


EXPECTED = (
    ("byval", 6, [BYTES, "fill:i32:6:0:-"],
     [FIELDS[i] * 1001 + (7 if i == 2 else FIELDS[2]) for i in range(6)]),
    ("local", 4, ["fill:i32:5:0:-"], [4] + [i * 100 + i + 5 for i in range(4)]),
    ("array", 8, ["fill:i32:8:0:-"], [array(i) for i in range(8)]),
    ("vector", 2, ["fill:f32:6:0:-"], [2, 4, 6, 8, -2, -4]),
    ("wide", 4, ["fill:i64:8:0:-"], [4, 6, 77, 0, 77, 0, 5, 0]))
for level in ("-O0", "-O1", "-O3"):
    ptx, _ = compiled("program.ll", PROGRAM, level)
    name = t.file("program.ptx", ptx.encode())
    for kernel, threads, arguments, wanted in EXPECTED:
        done = t.run("run", name, "--kernel", kernel, "--block", str(threads), *[x for a in arguments for x in ("--arg", a)])
        got = [float(x) for x in done.stdout.split()]
        t.expect(f"{kernel} {level}", done.returncode == 0 and got == wanted, f"{got}, expected {wanted}: {done.stderr.decode()}")
    if level == "-O3":
        t.expect("a reader gets the parameter's own address", "cvta.param" in ptx, ptx)
        t.expect("no array in local memory", ptx.count("__local_depot[") == 1, ptx)  # the variable of `local`

# ---- min and max of vectors of halves, by element: instructions where memory is known to be global, else loops; numbers before NaNs

HALVES = {"half": [0x3c00, 0xbc00, 0x7e00, 0x7c00, 0x0001, 0x8001, 0xfbff, 0x4000], "bfloat": [0x3f80, 0xbf80, 0x7fc0, 0x7f80, 0x0001, 0x8001, 0xff7f, 0x4000]}
OTHERS = {"half": [0x4000, 0x7e00, 0x3c00, 0xfc00, 0x8001, 0x0002, 0xfc00, 0x3c00], "bfloat": [0x4000, 0x7fc0, 0x3f80, 0xff80, 0x8001, 0x0002, 0xff80, 0x3f80]}


def extreme(kind, op, a, b):
    """Of bits, no zeros among them; the NaN is 0x7fff."""
    infinity = {"half": 0x7c00, "bfloat": 0x7f80}[kind]
    numbers = [x for x in (a, b) if (x & 0x7fff) <= infinity]
    order = lambda x: -(x & 0x7fff) if x & 0x8000 else x  # noqa: E731
    return (min if op == "fmin" else max)(numbers, key=order) if numbers else 0x7fff


def halves(kind, op, count, wanted, space):
    values = ", ".join(f"i16 {x}" for x in OTHERS[kind][:count])
    vector, pointer = f"<{count} x {kind}>", "ptr addrspace(1)" if space else "ptr"
    text = f"define ptx_kernel void @k({pointer} %o, ptr %old) {{\n"
    text += f"  %v = bitcast <{count} x i16> <{values}> to {vector}\n  %r = atomicrmw {op} {pointer} %o, {vector} %v syncscope(\"device\") monotonic, align {2 * count}\n"
    if wanted:
        text += f"  store {vector} %r, ptr %old, align 2\n"
    return text + "  ret void\n}\n"


for kind in HALVES:
    short = {"half": "f16", "bfloat": "bf16"}[kind]
    for op in ("fmin", "fmax"):
        for count in (2, 4, 8):
            for wanted, space, cpu, options in ((True, 1, "sm_90", ["-mattr=+ptx81"]), (False, 1, "sm_90", ["-mattr=+ptx81", "-O0"]), (True, 1, "sm_100", []),
                                                (True, 0, "sm_90", ["-mattr=+ptx84"]), (False, 1, "sm_90", ["-mattr=+ptx80"]), (True, 1, "sm_80", [])):
                bits = 16 * count
                if bits == 128 and (cpu == "sm_80" or options == ["-mattr=+ptx80"]):
                    continue  # no compare-and-swap of 128 bits there
                what = f"{op} of <{count} x {kind}> {'old' if wanted else ''} space {space}"
                text = t.compiled("h", halves(kind, op, count, wanted, space), cpu, *options)
                native = cpu != "sm_80" and "-mattr=+ptx80" not in options
                form = f"{'atom' if wanted else 'red'}.relaxed.gpu.global.{op[1:]}.noftz.{'v2.' + short if count == 2 else f'v{count // 2}.{short}x2'}"
                t.expect(f"{what} {cpu} {options}: an instruction", (form in text) == native and (".cas" in text) != native, text)
                before = HALVES[kind][:count]
                t.file("halves.raw", b"".join(x.to_bytes(2, "little") for x in before))
                t.file("zeros.raw", bytes(2 * count))
                done = t.run("run", "h.ptx", "--kernel", "k", "--arg", "inout:halves.raw:new.raw", "--arg", "inout:zeros.raw:old.raw")
                t.expect(f"{what} runs", done.returncode == 0, done.stderr.decode())
                results = []
                for name in ("new.raw", "old.raw"):
                    with open(name, "rb") as file:
                        data = file.read()
                    results.append([int.from_bytes(data[i:i + 2], "little") for i in range(0, len(data), 2)])
                t.expect(f"{what} {cpu} {options}: results", results == [[extreme(kind, op, a, b) for a, b in zip(before, OTHERS[kind])], before if wanted else [0] * count],
                         f"{results}\n{text}")
for op in ("fmaximum", "fminimum"):
    text = t.compiled("h", halves("half", op, 2, True, 1), "sm_90", "-mattr=+ptx81")
    t.expect(f"{op}, NaNs before numbers, is a loop", ".cas" in text, text)
t.finish()
