#!/usr/bin/env python3
"""Pointers of 32 bits to shared, constant and local memory: asked for by option or by the module's data layout; what is computed with them,
kept in memory, passed and cast is right, and modules that differ are not put together.  short_pointers.py LATHE
"""
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
LAYOUT = b"""target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
"""
# Every thread of `all` sums what it reads through short pointers: computed, compared, kept in a struct (whose size tells), passed, cast there and back.
CODE = b"""target triple = "nvptx64-nvidia-cuda"
%pair = type { ptr addrspace(3), i32, ptr addrspace(3) }
@tile = internal addrspace(3) global [256 x i32] undef, align 16
@bar = internal addrspace(3) global i64 undef, align 8
@table = internal addrspace(4) constant [16 x i32] [i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31, i32 33], align 4
@dyn = external addrspace(3) global [0 x i32], align 16

define i32 @peek(ptr addrspace(3) %p, ptr byval(%pair) align 4 %b) noinline {
  %v = load i32, ptr addrspace(3) %p
  %q = getelementptr %pair, ptr %b, i32 0, i32 2
  %s = load ptr addrspace(3), ptr %q
  %w = load i32, ptr addrspace(3) %s
  %r = add i32 %v, %w
  ret i32 %r
}

define ptx_kernel void @all(ptr addrspace(1) %out, i32 %n, ptr addrspace(1) %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %x = load i32, ptr addrspace(1) %g
  %at = getelementptr [256 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %x, ptr addrspace(3) %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %up = add i32 %t, 1
  %m = and i32 %up, 31
  %nb = getelementptr [256 x i32], ptr addrspace(3) @tile, i32 0, i32 %m
  %y = load i32, ptr addrspace(3) %nb
  %k = and i32 %y, 15
  %c = getelementptr [16 x i32], ptr addrspace(4) @table, i32 0, i32 %k
  %cv = load i32, ptr addrspace(4) %c
  %gen = addrspacecast ptr addrspace(4) %c to ptr
  %cv2 = load i32, ptr %gen
  %gs = addrspacecast ptr addrspace(3) %nb to ptr
  %gv = load volatile i32, ptr %gs
  %bk = addrspacecast ptr %gs to ptr addrspace(3)
  %same = icmp eq ptr addrspace(3) %bk, %nb
  %i = ptrtoint ptr addrspace(3) %nb to i32
  %i2 = ptrtoint ptr addrspace(3) %at to i32
  %d = sub i32 %i, %i2
  %wide = ptrtoint ptr addrspace(3) %nb to i64
  %tr = trunc i64 %wide to i32
  %p2 = inttoptr i32 %tr to ptr addrspace(3)
  %z = load i32, ptr addrspace(3) %p2
  %a = alloca [32 x i32], align 8
  %ap = getelementptr [32 x i32], ptr %a, i32 0, i32 %k
  store i32 %z, ptr %ap
  %al = addrspacecast ptr %ap to ptr addrspace(5)
  %lv = load i32, ptr addrspace(5) %al
  %old = atomicrmw add ptr addrspace(3) %at, i32 1 syncscope("block") monotonic
  %e = alloca %pair, align 8
  store ptr addrspace(3) %at, ptr %e
  %e1 = getelementptr %pair, ptr %e, i32 0, i32 1
  store i32 7, ptr %e1
  %e2 = getelementptr %pair, ptr %e, i32 0, i32 2
  store ptr addrspace(3) %nb, ptr %e2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %pk = call i32 @peek(ptr addrspace(3) %at, ptr byval(%pair) align 4 %e)
  %sz = ptrtoint ptr getelementptr (%pair, ptr null, i32 1) to i32
  %same32 = zext i1 %same to i32
  %s1 = add i32 %cv, %cv2
  %s2 = add i32 %s1, %gv
  %s3 = add i32 %s2, %d
  %s4 = add i32 %s3, %lv
  %s5 = add i32 %s4, %old
  %s6 = add i32 %s5, %pk
  %s7 = add i32 %s6, %sz
  %s8 = add i32 %s7, %same32
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s8, ptr addrspace(1) %o
  ret void
}
define ptx_kernel void @given(ptr addrspace(3) %s, ptr addrspace(4) %c, ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(3) %s
  %w = load i32, ptr addrspace(4) %c
  %x = add i32 %v, %w
  %far = getelementptr i8, ptr addrspace(3) %s, i32 -4
  %y = load i32, ptr addrspace(3) %far
  %z = add i32 %x, %y
  store i32 %z, ptr addrspace(1) %out
  ret void
}
define ptx_kernel void @stack(i32 %n, ptr addrspace(1) %out) {
  %a = alloca i32, i32 %n, align 8
  %sp = call ptr @llvm.stacksave.p0()
  %e = getelementptr i32, ptr %a, i32 1
  store volatile i32 3, ptr %e
  %v = load volatile i32, ptr %e
  call void @llvm.stackrestore.p0(ptr %sp)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
define ptx_kernel void @barriers(ptr addrspace(1) %in) {
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr [256 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %at, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.wait.all()
  %st = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  %dn = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %st)
  %far = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %at, i32 0)
  %lv = load i32, ptr addrspace(7) %far
  %ot = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %m = call {i32,i32,i32,i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %at)
  %m0 = extractvalue {i32,i32,i32,i32} %m, 0
  %s = add i32 %lv, %m0
  store i32 %s, ptr addrspace(1) %ot
  ret void
}
@ptrs = addrspace(1) global [2 x ptr addrspace(4)] [ptr addrspace(4) @table, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @table, i32 8)]
@mixed = addrspace(1) global { i8, ptr addrspace(4) } { i8 1, ptr addrspace(4) @table }
define ptx_kernel void @initial(ptr addrspace(1) %out) {
  %p = load ptr addrspace(4), ptr addrspace(1) getelementptr ([2 x ptr addrspace(4)], ptr addrspace(1) @ptrs, i64 0, i64 1)
  %v = load i32, ptr addrspace(4) %p
  %q = load ptr addrspace(4), ptr addrspace(1) getelementptr ({ i8, ptr addrspace(4) }, ptr addrspace(1) @mixed, i64 0, i32 1)
  %w = load i32, ptr addrspace(4) %q
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %out
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), i64)
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.wait.all()
declare ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)
declare {i32,i32,i32,i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
"""


def threads():
    """What the threads of `all` store, computed here: 32 of them, the inputs 0 to 31."""
    table = [3 + 2 * i for i in range(16)]
    out = []
    for i in range(32):
        up = (i + 1) % 32
        distance = 4 * (up - i)
        # The atomic operation gives the old value, and all are done when `peek` reads its own and its neighbour's.
        out.append(2 * table[up % 16] + up + distance + up + i + (i + 1) + (up + 1) + 12 + 1)
    return out


def compiled(path, *words):
    done = t.run("compile", path, "-o", "-", "--mcpu=sm_90", "--verify-each", "--verify-machineinstrs", *words)
    t.expect("compile " + " ".join(words), done.returncode == 0, done.stderr.decode()[:500])
    return done.stdout.decode()


def run(ptx, kernel, *arguments):
    done = t.run("run", t.file("r.ptx", ptx.encode()), "--kernel=" + kernel, *arguments)
    return done.stdout.decode().split() if done.returncode == 0 else done.stderr.decode()


def accepted(what, ptx):
    if shutil.which("ptxas"):
        done = subprocess.run(["ptxas", "-arch=sm_90", t.file("r.ptx", ptx.encode()), "-o", "/dev/null"], capture_output=True, text=True)
        t.expect(f"ptxas: {what}", done.returncode == 0, done.stdout[:400])


def executed(what, ptx, size):
    """`size`: bytes of the struct of two pointers and a number."""
    expected = [str(v - 12 + size) for v in threads()]
    got = run(ptx, "all", "--block=32", "--arg=out:i32:32:-", "--arg=0", "--arg=iota:i32:32")
    t.expect(f"{what}: all", got[-32:] == expected, got)
    t.expect(f"{what}: initial values", run(ptx, "initial", "--arg=out:i32:1:-")[-1:] == [str(7 + 3)], run(ptx, "initial", "--arg=out:i32:1:-"))
    t.expect(f"{what}: the stack", run(ptx, "stack", "--arg=4", "--arg=out:i32:1:-")[-1:] == ["3"], run(ptx, "stack", "--arg=4", "--arg=out:i32:1:-"))


def main():
    says, silent = t.file("says.ll", LAYOUT + CODE), t.file("silent.ll", CODE)
    for level in ("-O0", "-O1", "-O3"):
        ptx = compiled(says, level)
        accepted(level, ptx)
        executed(level, ptx, 12)
        t.expect(f"{level}: the option is the layout", compiled(silent, level, "--pointers=short") == ptx)
        wide = compiled(silent, level)
        accepted(f"long {level}", wide)
        executed(f"long {level}", wide, 24)
        t.expect(f"{level}: the option overrides the layout", compiled(says, level, "--pointers=long") == wide)
    ptx = compiled(says)
    for wanted in (".param .u32 .ptr .shared", ".param .u32 .ptr .const", "alloca.u32", "stacksave.u32", "mapa.shared::cluster.u32", "mov.b32", ".param .b32 peek_param_0", "[%r1+-4]"):
        t.expect(wanted, wanted in ptx, ptx)
    t.expect("several threads", compiled(says, "--threads=3") == compiled(says, "--threads=1") == ptx)
    together()
    t.error("a word that is none", ["compile", says, "-o", "-", "--pointers=wide"], 2, "--pointers", "short", "long")
    t.finish()


def together():
    """Several modules: one kind of pointers."""
    part = b'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k%d(ptr addrspace(3) %%p) {\n  store i32 1, ptr addrspace(3) %%p\n  ret void\n}\n'
    t.file("a.ll", LAYOUT + part % 1)
    t.file("b.ll", part % 2)
    t.file("c.ll", LAYOUT + part % 3)
    t.error("thinlto of both kinds", ["thinlto", "a.ll", "b.ll", "-o", "out"], 1, "b.ll", "64 bits", "a.ll has 32")
    t.error("the other way round", ["thinlto", "b.ll", "a.ll", "-o", "out"], 1, "a.ll", "32 bits", "b.ll has 64")
    for words, inputs, kind in (([], ("a", "c"), "u32"), (["--pointers=short"], ("a", "b"), "u32"), (["--pointers=long"], ("a", "b"), "u64")):
        done = t.run("thinlto", *(name + ".ll" for name in inputs), "-o", "out", *words)
        t.expect(f"thinlto {inputs} {words}", done.returncode == 0, done.stderr)
        for name in inputs:
            with open(f"out/{name}.ptx") as f:
                t.expect(f"thinlto {name} {words}", f".param .{kind} .ptr .shared" in f.read(), name)


if __name__ == "__main__":
    main()
