#!/usr/bin/env python3
"""Calls without a prototype, and calls that the compiler makes.  calls.py LATHE"""
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])


def compiled(what, text, *flags):
    """PTX, or IR with --stop-after."""
    made = t.run("compile", t.file("calls.ll", text.encode()), "-mcpu=sm_80", "--verify-each", "-o", "-", *flags)
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
