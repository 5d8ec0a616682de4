#!/usr/bin/env python3
"""Inline assembly: forms that llc takes, executed; what is refused, with the reference's words and the place.  assembly.py LATHE"""
import os
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
from cli import Checks  # noqa: E402
import common  # noqa: E402

t = Checks(sys.argv[1])
HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
FLAGS = ["-mcpu=sm_90", "-mattr=+ptx83"]


def run(what, body, words, expected):
    """Runs kernel `k` whose body reads and writes the words at %p; compares them."""
    path = t.file("in.ll", (HEAD + "define ptx_kernel void @k(ptr %p) {\n" + body + "}\n").encode())
    ptxas = common.cuda_tool("ptxas")
    for level in ("-O0", "-O3"):
        made = t.run("compile", path, "-o", "out.ptx", level, *FLAGS)
        t.expect("%s compiles at %s" % (what, level), made.returncode == 0, made.stderr.decode())
        if made.returncode != 0:
            return
        if ptxas:
            judged = subprocess.run([ptxas, "-arch=sm_90", "out.ptx", "-o", "out.cubin"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            t.expect("ptxas takes %s at %s" % (what, level), judged.returncode == 0, judged.stdout.decode())
        with open("words.raw", "wb") as file:
            file.write(struct.pack("<%dI" % len(words), *words))
        done = t.run("run", "out.ptx", "--arg", "inout:words.raw:out.raw")
        t.expect("%s runs at %s" % (what, level), done.returncode == 0, done.stderr.decode())
        if done.returncode == 0:
            with open("out.raw", "rb") as file:
                got = list(struct.unpack("<%dI" % len(words), file.read()))
            t.expect("%s at %s" % (what, level), got == expected, "%s, expected %s" % (got, expected))


def refuse(what, body, *parts, results="void", extra=""):
    path = t.file("in.ll", (HEAD + "define %s @f(ptr %%p, i32 %%i, <4 x i32> %%v) {\n%s}\n%s" % (results, body, extra)).encode())
    done = t.run("compile", path, "-o", "-", *FLAGS)
    for part in ("'f'", *parts):
        t.expect(what, done.returncode == 1 and part in done.stderr.decode(), done.stderr.decode())


GOTO = """  %%x = load i32, ptr %%p
  %%o = callbr i32 asm sideeffect "{ .reg .pred q; setp.eq.u32 q, $1, 7; add.u32 $0, $1, 1; @q bra ${2:l}; setp.eq.u32 q, $1, 9; @q bra ${3:l}; }", "=&r,r,!i,!i"(i32 %%x)
    to label %%a [label %%b, label %%%s]
a:
  %%r = phi i32 [ %%o, %%0 ]
  store i32 %%r, ptr %%p
  ret void
b:
  store i32 2, ptr %%p
  ret void
c:
  %%s = add i32 %%o, 100
  store i32 %%s, ptr %%p
  ret void
"""
for given, result in ((1, 2), (7, 2), (9, 110), (6, 7)):
    run("asm goto of %d" % given, GOTO % "c", [given], [result])
run("asm goto, one place twice", (GOTO % "b").replace("c:\n", "c: ; nobody comes\n"), [9], [2])
run("asm goto without results", """  %x = load i32, ptr %p
  callbr void asm sideeffect "{ .reg .pred q; setp.eq.u32 q, $0, 7; @q bra ${1:l}; }", "r,!i"(i32 %x) to label %a [label %b]
a:
  store i32 1, ptr %p
  ret void
b:
  store i32 2, ptr %p
  ret void
""", [7], [2])
run("i64 in r: its low half in, zeros above it out", """  %x = load i64, ptr %p
  %r = call i64 asm "add.u32 $0, $1, 1;", "=r,r"(i64 %x)
  store i64 %r, ptr %p
  ret void
""", [5, 6], [6, 0])
run("constraint N", """  %x = load i64, ptr %p
  %r = call i64 asm "add.u64 $0, $1, 1;", "=N,N"(i64 %x)
  store i64 %r, ptr %p
  ret void
""", [0xffffffff, 6], [0, 7])
run("a packed vector in r", """  %x = load <2 x i16>, ptr %p
  %r = call <2 x i16> asm "not.b32 $0, $1;", "=r,r"(<2 x i16> %x)
  store <2 x i16> %r, ptr %p
  ret void
""", [0x12345678], [0xedcba987])
run("a vector of two words in l", """  %x = load <2 x i32>, ptr %p
  %r = call <2 x i32> asm "add.u64 $0, $1, 1;", "=l,l"(<2 x i32> %x)
  store <2 x i32> %r, ptr %p
  ret void
""", [0xffffffff, 1], [0, 2])
run("a vector of two words in r: the first one", """  %x = load <2 x i32>, ptr %p
  %r = call <2 x i32> asm "add.u32 $0, $1, 1;", "=r,r"(<2 x i32> %x)
  %e = extractelement <2 x i32> %r, i32 0
  store i32 %e, ptr %p
  ret void
""", [41, 1], [42, 1])
run("three bytes in r", """  %x = load <3 x i8>, ptr %p
  %r = call <3 x i8> asm "add.u32 $0, $1, 1;", "=r,r"(<3 x i8> %x)
  %e = extractelement <3 x i8> %r, i32 0
  store i8 %e, ptr %p
  ret void
""", [0x04030201], [0x04030202])
run("half in r", """  %x = load half, ptr %p
  %r = call half asm "xor.b32 $0, $1, 1;", "=r,r"(half %x)
  store half %r, ptr %p
  ret void
""", [0x00003c00], [0x00003c01])
run("registers behind pointers", """  %q = getelementptr i32, ptr %p, i64 1
  call void asm "add.u32 $0, $1, 1;", "=*r,*r"(ptr elementtype(i32) %p, ptr elementtype(i32) %q)
  ret void
""", [5, 6], [7, 6])
run("a tied register behind a pointer", """  call void asm "add.u32 $0, $0, 1;", "=*r,*0"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  ret void
""", [5], [6])
run("fp128 is moved", """  %x = load fp128, ptr %p
  %q = getelementptr i8, ptr %p, i64 16
  %r = call fp128 asm "mov.b128 $0, $1;", "=q,q"(fp128 %x)
  store fp128 %r, ptr %q
  ret void
""", [1, 2, 3, 4, 0, 0, 0, 0], [1, 2, 3, 4, 1, 2, 3, 4])

PLACE = ', !srcloc !0, !dbg !9'
NODES = ('!0 = !{i64 4711}\n!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!4}\n!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: LineTablesOnly)\n'
         '!2 = !DIFile(filename: "place.cu", directory: "/x")\n!3 = !DISubroutineType(types: !5)\n!5 = !{}\n!4 = !{i32 2, !"Debug Info Version", i32 3}\n'
         '!8 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)\n!9 = !DILocation(line: 12, column: 3, scope: !8)\n')
refuse("no such register", '  %r = call i32 asm "", "=Z"()\n  ret i32 %r\n', "couldn't allocate output register for constraint", results="i32")
refuse("a type that no register holds", '  call void asm "", "d"(x86_fp80 poison)\n  ret void\n',
       "inline asm error: This value type register class is not natively supported!")
refuse("tied to memory", '  call void asm "add.u32 $0, $1, 1;", "=*m,0"(ptr elementtype(i32) %p, i32 %i)\n  ret void\n',
       "inline asm not supported yet: don't know how to handle tied indirect register inputs")
refuse("a vector that fits no register, in", '  call void asm "", "h"(<4 x i32> %v)\n  ret void\n', "couldn't allocate input reg for constraint 'h'",
       ", possible invalid constraint for vector type")
refuse("a vector that fits no register, out", '  %r = call <4 x i32> asm "", "=h"()\n  ret void\n',
       "non-trivial scalar-to-vector conversion, possible invalid constraint for vector type")
refuse("the number of the place", '  call void asm "", "h"(<4 x i32> %v), !srcloc !0\n  ret void\n', "(!srcloc 4711)", extra="!0 = !{i64 4711}\n")
path = t.file("placed.ll", (HEAD + 'define void @f(<4 x i32> %%v) !dbg !8 {\n  call void asm "", "h"(<4 x i32> %%v)%s\n  ret void, !dbg !9\n}\n%s' % (PLACE, NODES)).encode())
done = t.run("compile", path, "-o", "-")
t.expect("the line of the place", done.returncode == 1 and re.search(rb"place\.cu:12:3: error: in function 'f': .*\(!srcloc 4711\)", done.stderr), done.stderr)
t.finish()
