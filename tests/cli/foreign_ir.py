#!/usr/bin/env python3
"""IR that front ends of other targets write, with the checkers between steps: compiled, or refused by name; no step leaves invalid
IR, and nothing crashes. Each was found by `./dev suite llvm_ir`.  foreign_ir.py LATHE"""
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
# Name -> IR, and what is said (None: it compiles; a text that starts with "warning": it does, and says so).
CASES = {
    "a landing pad names a variable": ("""@info = external constant ptr
declare void @f()
declare i32 @personality(...)
define void @k() personality ptr @personality {
  invoke void @f() to label %end unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr @info
  resume { ptr, i32 } %l
end:
  ret void
}""", None),
    "a funclet names a variable": ("""@info = external constant ptr
declare void @f()
declare i32 @__CxxFrameHandler3(...)
define void @k() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %end unwind label %switch
switch:
  %s = catchswitch within none [label %pad] unwind to caller
pad:
  %p = catchpad within %s [ptr @info, i32 0, ptr null]
  catchret from %p to label %end
end:
  ret void
}""", None),
    "an exception that is thrown on by who catches none": ("""declare i32 @personality(...)
define void @k({ ptr, i32 } %x) personality ptr @personality {
  resume { ptr, i32 } %x
}""", None),
    "a variadic function is called by another type": ("""define void @v(i32 %x, ...) {
  ret void
}
define void @k(ptr %y) {
  call void @v(ptr %y)
  call void () @v()
  call void (...) @v()
  ret void
}""", None),
    "a variadic function is handed to itself": ("""declare i32 @v(ptr, ...)
define i32 @k() {
  %x = call i32 (ptr, ...) @v(ptr @v, ptr @v, i32 1)
  ret i32 %x
}""", None),
    "a variadic function takes memory of its caller": ("""define internal i32 @v(ptr inalloca(i32) %a, ...) {
  %x = load i32, ptr %a
  ret i32 %x
}
define i32 @k() {
  %memory = alloca inalloca i32
  store i32 5, ptr %memory
  %x = call i32 (ptr, ...) @v(ptr inalloca(i32) %memory)
  ret i32 %x
}""", None),
    "a variadic function without a result is called for one that nobody reads": ("""declare void @v(ptr, ...)
define void @k(ptr %p) {
  %x = call float @v(ptr %p, ptr %p)
  %y = call signext i8 @v(ptr %p)
  ret void
}""", None),
    "aliases of what other modules provide": ("""@v = available_externally global i32 42
@va = available_externally alias i32, ptr @v
@fa = available_externally alias i32 (), ptr @f
define available_externally i32 @f() {
  ret i32 0
}
define i32 @k() {
  %x = call i32 @fa()
  %y = load i32, ptr @va
  %z = add i32 %x, %y
  ret i32 %z
}""", None),
    "a structure of 2 to the power of 40 fields, of which one is named": (
        "".join(f"%{n} = type {{ {', '.join([f'%{n + 1}'] * 8)} }}\n" for n in range(13)) + """%13 = type { i32, i32 }
define ptr @k(ptr %p, i64 %i) {
  %q = getelementptr %0, ptr %p, i64 %i, i32 3, i32 2
  ret ptr %q
}""", None),
    "a thunk hands on variadic arguments": ("""declare void @v(ptr, ...)
define void @k(ptr %p, ...) {
  musttail call void (ptr, ...) @v(ptr %p, ...)
  ret void
}""", "in function 'k': a musttail call hands on variadic arguments"),
    "fields of a structure that are none": ("""declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @k(ptr %a, ptr %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %b, i64 16, i1 false), !tbaa.struct !0
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %a, i64 16, i1 false), !tbaa.struct !1
  ret void
}
!0 = !{!2, i64 0, !2}
!1 = !{i64 0, i64 4, null}
!2 = !{!"int"}""", None),
    "errors in a register of their own": ("""declare void @f(ptr swifterror)
define void @k(ptr %out) {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  call void @f(ptr swifterror %e)
  %v = load ptr, ptr %e
  store ptr %v, ptr %out
  ret void
}""", None),
    "a constrained operation on fp128": ("""declare fp128 @llvm.experimental.constrained.fdiv.f128(fp128, fp128, metadata, metadata)
define void @k(ptr %p) strictfp {
  %a = load fp128, ptr %p
  %q = call fp128 @llvm.experimental.constrained.fdiv.f128(fp128 %a, fp128 %a, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  store fp128 %q, ptr %p
  ret void
}""", "in function 'k': type fp128 has no PTX form"),
    "outputs where assembly jumps to": ("""declare i32 @llvm.callbr.landingpad.i32(i32)
define i32 @k(i32 %a) {
  %x = callbr i32 asm sideeffect "mov.b32 $0, $1; bra ${2:l};", "=r,r,!i"(i32 %a) to label %one [label %two]
one:
  ret i32 %x
two:
  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret i32 %y
}""", None),
    "a masked address of a variable": ("""@s = addrspace(3) global [64 x i8] undef, align 4
@c = external constant [8 x i8], align 4
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i8 @k(i64 %m) {
  %a = call ptr @llvm.ptrmask.p0.i64(ptr @c, i64 %m)
  %b = call ptr @llvm.ptrmask.p0.i64(ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 -16)
  %ax = getelementptr inbounds i16, ptr %a, i64 %m
  %x = load i8, ptr %ax
  %y = load i8, ptr %b
  %z = add i8 %x, %y
  ret i8 %z
}""", None),
    "a section that lives as long as another's": ("""@a = internal global i32 0
@b = global i32 1, !associated !0
define void @k(ptr %p) {
  %v = load i32, ptr @b
  store i32 %v, ptr %p
  ret void
}
!0 = !{ptr @a}""", None),
    "bytes by value in a thread's own memory": ("""define void @k(ptr addrspace(5) byval(i64) %a) {
  %p = getelementptr i8, ptr addrspace(5) %a, i32 4
  store i32 1, ptr addrspace(5) %p
  ret void
}""", None),
    "bytes by value in memory that no function has of its own": ("""define void @k(ptr addrspace(1) byval(i64) %a) {
  %p = getelementptr i8, ptr addrspace(1) %a, i32 4
  store i32 1, ptr addrspace(1) %p
  ret void
}""", "in function 'k': argument 0 is passed by value and a pointer to address space 1"),
    "a variable aligned to more than there is": ("""declare void @use(ptr)
define void @k() {
  %a = alloca i32, align 4294967296
  call void @use(ptr %a)
  ret void
}""", "in function 'k': a local variable aligned to 4294967296 bytes does not fit"),
    "debug information without a file": ("""define void @k() !dbg !4 {
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cc", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "b.cc", directory: "")
!4 = distinct !DISubprogram(scope: null, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !9)
!6 = !DILocation(line: 0, scope: !7, inlinedAt: !10)
!7 = distinct !DISubprogram(scope: null, unit: !2)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{}
!10 = !DILocation(line: 0, scope: !4)""", None),
    "debug information that LLVM's verifier refuses": ("""define void @k() !dbg !4 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, enums: !2)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{!1}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}""", "warning"),
}
for name, (text, said) in CASES.items():
    t.file("x.ll", ('target triple = "nvptx64-nvidia-cuda"\n' + text + "\n").encode())
    for level in ("0", "3"):
        done = t.run("compile", "x.ll", "-mcpu=sm_90", "-O" + level, "--verify-each", "-o", "x.ptx")
        words = done.stderr.decode(errors="replace")
        good = done.returncode == 0 and "error" not in words if said in (None, "warning") else done.returncode == 1 and said in words
        t.expect(f"{name}, -O{level}", good and ("warning" in words) == (said == "warning"), f"exit {done.returncode}: {words[:300]}")
t.finish()
