#!/usr/bin/env python3
"""Calls without a prototype, and calls that the compiler makes.  calls.py LATHE"""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
from cli import Checks  # noqa: E402
import common  # noqa: E402

t = Checks(sys.argv[1])


def compiled(what, text, *flags, target="sm_80"):
    """PTX, or IR with --stop-after."""
    made = t.run("compile", t.file("calls.ll", text.encode()), "-mcpu=" + target, "--verify-each", "-o", "-", *flags)
    t.expect(what + ": compiles", made.returncode == 0, made.stderr.decode())
    return made.stdout.decode()


# An indirect call that names all it can reach: they stand in place of the prototype, and are called.
INDIRECT = """
define internal i32 @twice(i32 %x) noinline { %r = mul i32 %x, 2 ret i32 %r }
define internal i32 @next(i32 %x) noinline { %r = add i32 %x, 1 ret i32 %r }
define ptx_kernel void @k(i32 %which, ptr %out) {
  %odd = trunc i32 %which to i1
  %f = select i1 %odd, ptr @twice, ptr @next
  %r = call i32 %f(i32 20)CALLEES
  store i32 %r, ptr %out
  ret void
}
!0 = !{ptr @twice, ptr @next}
"""
ptx = compiled("known callees", INDIRECT.replace("CALLEES", ", !callees !0"))
t.expect("known callees are listed", ".calltargets twice, next;" in ptx and ".callprototype" not in ptx)
t.expect("unknown callees have a prototype", ".callprototype" in compiled("unknown callees", INDIRECT.replace("CALLEES", "")))
for which, result in ((0, b"21"), (1, b"40")):
    ran = t.run("run", t.file("known.ptx", ptx.encode()), "--arg", str(which), "--arg", "fill:i32:1:0:-")
    t.expect("known callees run", ran.returncode == 0 and ran.stdout.split() == [result], ran.stderr.decode() + ran.stdout.decode())
other = INDIRECT.replace("CALLEES", ", !callees !0").replace("@next(i32 %x) noinline { %r = add i32 %x, 1 ret i32 %r }", "@next(i64 %x) noinline { ret i32 1 }")
t.expect("a callee of another type: the prototype stays", ".callprototype" in compiled("another type", other))

# What a kernel got by value it passes on by value, in a block of its own: copied from where it lies, without a generic address, which
# parameters do not have before PTX 7.7. Likewise from a copy, by an address that two blocks share.
BY_VALUE = """
%S = type { [3 x i32] }
%M = type { [4 x %S] }
define internal i32 @sum(ptr byval(%S) align 4 %s, i32 %i) noinline {
  %p = getelementptr i32, ptr %s, i32 %i
  %r = load i32, ptr %p
  ret i32 %r
}
define ptx_kernel void @k(ptr byval(%S) align 4 %s, i32 %i, ptr %out) {
  %c = icmp ult i32 %i, 3
  br i1 %c, label %calls, label %end
calls:
  %r = call i32 @sum(ptr byval(%S) align 4 %s, i32 %i)
  store i32 %r, ptr %out
  br label %end
end:
  ret void
}
define ptx_kernel void @twice(ptr byval(%M) align 4 %m, i32 %i, ptr %out) {
  %copy = alloca %M, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy, ptr align 4 %m, i64 48, i1 false)
  %p = getelementptr %S, ptr %copy, i32 %i
  %first = load i32, ptr %p
  store i32 %first, ptr %out
  %q = call i32 @sum(ptr byval(%S) align 4 %p, i32 %i)
  %c = icmp ult i32 %i, 3
  br i1 %c, label %calls, label %end
calls:
  %r = call i32 @sum(ptr byval(%S) align 4 %p, i32 2)
  %t = mul i32 %r, 100
  %u = add i32 %t, %q
  store i32 %u, ptr %out
  br label %end
end:
  ret void
}
"""
words = "".join("%02x000000" % n for n in range(1, 13))
for level in ("-O0", "-O1", "-O3"):
    ptx = compiled("by value, passed on " + level, BY_VALUE, level)
    for kernel, size, result in (("k", 24, b"2"), ("twice", 96, b"605")):
        ran = t.run("run", t.file("value.ptx", ptx.encode()), "--kernel", kernel, "--arg", "bytes:" + words[:size], "--arg", "1", "--arg", "fill:i32:1:0:-")
        t.expect("by value, passed on: %s %s" % (kernel, level), ran.returncode == 0 and ran.stdout.split() == [result], ran.stderr.decode() + ran.stdout.decode())

# The same by pointers to local memory, as front ends write that have variables there: read, written, at an index, cast, passed on.
OWN_VALUE = """
%S = type { i32, i32, [2 x i32] }
define internal i32 @reads(ptr addrspace(5) byval(%S) align 4 %a) noinline {
  %p = getelementptr i8, ptr addrspace(5) %a, i32 4
  %x = load i32, ptr addrspace(5) %p
  ret i32 %x
}
define internal i32 @writes(ptr addrspace(5) byval(%S) align 4 %a) noinline {
  %p = getelementptr i8, ptr addrspace(5) %a, i32 4
  %x = load i32, ptr addrspace(5) %p
  store volatile i32 99, ptr addrspace(5) %p
  %y = load i32, ptr addrspace(5) %p
  %z = add i32 %x, %y
  ret i32 %z
}
define internal i32 @index(ptr addrspace(5) byval(%S) align 4 %a, i32 %i) noinline {
  %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
  %x = load i32, ptr addrspace(5) %p
  store i32 5, ptr addrspace(5) %p
  %g = addrspacecast ptr addrspace(5) %a to ptr
  %y = call i32 @escapes(ptr %g, i32 %i)
  %z = add i32 %x, %y
  ret i32 %z
}
define internal i32 @escapes(ptr %a, i32 %i) noinline {
  %p = getelementptr i32, ptr %a, i32 %i
  %x = load i32, ptr %p
  ret i32 %x
}
define internal i32 @on(ptr addrspace(5) byval(%S) align 4 %a, i32 %i) noinline {
  %x = call i32 @index(ptr addrspace(5) byval(%S) align 4 %a, i32 %i)
  %g = addrspacecast ptr addrspace(5) %a to ptr
  %y = call i32 @gen(ptr byval(%S) align 4 %g, i32 %i)
  %z = add i32 %x, %y
  ret i32 %z
}
define internal i32 @gen(ptr byval(%S) align 4 %a, i32 %i) noinline {
  %p = getelementptr i32, ptr %a, i32 %i
  %x = load i32, ptr %p
  %c = addrspacecast ptr %a to ptr addrspace(5)
  %y = call i32 @reads(ptr addrspace(5) byval(%S) align 4 %c)
  %z = add i32 %x, %y
  ret i32 %z
}
define ptx_kernel void @k(ptr addrspace(5) byval(%S) align 4 %s, i32 %i, ptr %out) {
  %a = call i32 @reads(ptr addrspace(5) byval(%S) align 4 %s)
  %b = call i32 @writes(ptr addrspace(5) byval(%S) align 4 %s)
  %c = call i32 @index(ptr addrspace(5) byval(%S) align 4 %s, i32 %i)
  %d = call i32 @on(ptr addrspace(5) byval(%S) align 4 %s, i32 %i)
  store i32 %a, ptr %out
  %o1 = getelementptr i32, ptr %out, i32 1
  store i32 %b, ptr %o1
  %o2 = getelementptr i32, ptr %out, i32 2
  store i32 %c, ptr %o2
  %o3 = getelementptr i32, ptr %out, i32 3
  store i32 %d, ptr %o3
  %p = getelementptr i32, ptr addrspace(5) %s, i32 %i
  %e = load i32, ptr addrspace(5) %p
  store i32 77, ptr addrspace(5) %p
  %q = getelementptr i32, ptr addrspace(5) %s, i32 2
  %f = load i32, ptr addrspace(5) %q
  %g = add i32 %e, %f
  %o4 = getelementptr i32, ptr %out, i32 4
  store i32 %g, ptr %o4
  ret void
}
"""
for level in ("-O0", "-O1", "-O3"):
    for target in ("sm_75", "sm_90", "sm_120"):
        ptx = compiled("by value in local memory " + level, OWN_VALUE, level, target=target)
        if common.cuda_tool("ptxas"):
            taken = subprocess.run([common.cuda_tool("ptxas"), "-arch=" + target, t.file("own.ptx", ptx.encode()), "-o", os.devnull], capture_output=True)
            t.expect("by value in local memory: ptxas takes %s %s" % (level, target), taken.returncode == 0, taken.stderr.decode())
        for index, results in (("1", b"20 119 25 65 50"), ("2", b"20 119 35 85 107")):
            ran = t.run("run", t.file("own.ptx", ptx.encode()), "--kernel", "k", "--arg", "bytes:0a000000140000001e00000028000000", "--arg", index,
                        "--arg", "fill:i32:5:0:-")
            t.expect("by value in local memory: %s %s" % (level, target), ran.stdout.split() == results.split(), ran.stderr.decode() + ran.stdout.decode())
    t.expect("passed on from where it lies", ptx.count(".local .align") <= 1 or level == "-O0", ptx)

# Declared without a prototype, as in old C: called by its name with what the calls pass.
OLD = """
declare i32 @f(...)
define i32 @g(i32 %x, i64 %y) {
  %r = call i32 @f(i32 %x, i64 %y)
  %s = call i32 @f(i32 %r, i64 %y)
  %t = add i32 %r, %s
  ret i32 %t
}
"""
ptx = compiled("no prototype", OLD)
t.expect("no prototype: declared by its calls", ".extern .func" in ptx and "f_param_1" in ptx.replace("\n", " ") and ptx.count("call.uni") == 2)
# Calls that differ: what each passes lies in memory, at its own alignment, and one pointer is passed; results may be dropped.
DIFFER = """
define i32 @f(...) noinline {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %kind = va_arg ptr %list, i32
  %wide = icmp eq i32 %kind, 8
  br i1 %wide, label %double, label %single
double:
  %d = va_arg ptr %list, double
  %x = fptosi double %d to i32
  ret i32 %x
single:
  %y = va_arg ptr %list, i32
  ret i32 %y
}
define ptx_kernel void @k(ptr %out) {
  %a = call i32 (...) @f(i32 4, i32 30)
  %b = call i32 (...) @f(i32 8, double 5.0)
  call void (...) @f(i32 4, i32 1)
  %c = call i32 (...) @f(i32 4, i32 7, i64 9)
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr %out
  ret void
}
"""
for level in "0123":
    ran = t.run("run", t.file("differ.ptx", compiled("calls that differ", DIFFER, "-O" + level).encode()), "--arg", "fill:i32:1:0:-")
    t.expect("calls that differ run at -O" + level, ran.returncode == 0 and ran.stdout.split() == [b"42"], ran.stderr.decode() + ran.stdout.decode())
external = """
declare i32 @f(...)
define i32 @g(i32 %x, i64 %y, double %d) {
  %r = call i32 @f(i32 %x, i64 %y)
  %s = call i32 @f(double %d, i32 %r)
  call void @f()
  ret i32 %s
}
"""
ptx = compiled("an external function called in many ways", external)
t.expect("it is declared once, with a pointer", ptx.count("f_param_0") == 1 and "f_param_1" not in ptx and ptx.count("call.uni") == 3, ptx)
other = external.replace("%s = call i32 @f", "%t = call double @f").replace("ret i32 %s", "%s = fptosi double %t to i32 ret i32 %s")
t.error("a result of another type", ["compile", t.file("other.ll", other.encode()), "-o", "-"], 1, "'g'", "'f' is called for a result of another type")

# Parameters and results without bytes: nothing is passed, the others keep their places.
EMPTY = """
define {} @by_value({} %a, i32 %x, [0 x i64] %b, ptr %p, {{}, [0 x {}]} %c) noinline { store i32 %x, ptr %p ret {} undef }
define i32 @copied(ptr byval({}) %a, i32 %x, ptr byval([0 x i32]) align 4 %b) noinline {
  %other = icmp ne ptr %a, null
  %one = zext i1 %other to i32
  %r = add i32 %x, %one
  ret i32 %r
}
define {} @passed_on({} %x) noinline { ret {} %x }
define ptx_kernel void @k({} %first, ptr %out, ptr byval({}) %second, i32 %n, [0 x i32] %last) {
  %e = alloca {}
  %cell = alloca i32
  %n1 = call {} @passed_on({} undef)
  %n2 = call {} @by_value({} %n1, i32 %n, [0 x i64] undef, ptr %cell, {{}, [0 x {}]} undef)
  %x = load i32, ptr %cell
  %y = call i32 @copied(ptr byval({}) %second, i32 %x, ptr byval([0 x i32]) align 4 %e)
  %odd = trunc i32 %n to i1
  %f = select i1 %odd, ptr @copied, ptr @again
  %z = call i32 %f(ptr byval({}) %e, i32 %y, ptr byval([0 x i32]) align 4 %e)
  store i32 %z, ptr %out
  ret void
}
define i32 @again(ptr byval({}) %a, i32 %x, ptr byval([0 x i32]) align 4 %b) noinline { %r = mul i32 %x, 10 ret i32 %r }
declare void @outside({}, i32, ptr byval({}))
define void @h() { call void @outside({} undef, i32 1, ptr byval({}) null) ret void }
"""
for level in "0123":
    ptx = compiled("nothing is passed", EMPTY, "-O" + level)
    for n, result in ((5, b"7"), (6, b"70")):
        ran = t.run("run", t.file("empty.ptx", ptx.encode()), "--kernel", "k", "--arg", "fill:i32:1:0:-", "--arg", str(n))
        t.expect("nothing is passed at -O%s, %d" % (level, n), ran.returncode == 0 and ran.stdout.split() == [result], ran.stderr.decode() + ran.stdout.decode())
    ptxas = common.cuda_tool("ptxas")
    if ptxas:
        judged = subprocess.run([ptxas, "-arch=sm_80", "-c", "empty.ptx", "-o", "empty.cubin"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        t.expect("ptxas takes it", judged.returncode == 0, judged.stdout.decode())
# A call that stands for an operation is marked; one that the program wrote is not.
MADE = """
declare double @__nv_exp(double)
declare double @__nv_log(double)
define double @p(double %x, double %y) {
  %r = call double @llvm.pow.f64(double %x, double %y)
  %s = call double @__nv_exp(double %r)
  ret double %s
}
"""
LIBRARY = b"""
define double @__nv_pow(double %x, double %y) noinline { %r = fadd double %x, %y ret double %r }
define double @__nv_exp(double %x) noinline { ret double %x }
"""
assembler = shutil.which("llvm-as-22") or shutil.which("llvm-as")
if assembler:
    subprocess.run([assembler, t.file("library.ll", LIBRARY), "-o", "library.bc"], check=True)
    ir = compiled("library calls", MADE, "--stop-after=prepare", "--libdevice=library.bc")
    marks = {line.split("#")[1].split()[0] for line in ir.splitlines() if line.startswith("attributes #") and '"nvptx-libcall-callee"="true"' in line}
    marked = {name for name in ("pow", "exp") for line in ir.splitlines()
              if line.startswith("define") and "@__nv_%s(" % name in line and any("#%s " % m in line for m in marks)}
    t.expect("the function behind pow is marked, exp, which the program calls, is not", marked == {"pow"}, ir)
t.finish()
