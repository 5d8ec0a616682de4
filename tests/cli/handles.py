#!/usr/bin/env python3
"""Textures and surfaces by name and by handle, parameters and the read-only cache: lathe opt and lathe compile with
nvptx-image-optimizer, nvptx-replace-image-handles, param-opt and ldgxform; errors with file and line; results stay what
they are; ptxas takes it where it is there.

  handles.py LATHE
"""
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
PTXAS = shutil.which("ptxas")


def assembled(what, ptx, arch="sm_90"):
    if PTXAS:
        done = subprocess.run([PTXAS, "-arch=" + arch, ptx, "-o", "o.cubin"], capture_output=True, text=True)
        t.expect(what + ": ptxas", done.returncode == 0, done.stdout + done.stderr + open(ptx).read())


def optimized(what, text, *options, arch="sm_90"):
    t.file("t.ptx", text.encode())
    done = t.run("opt", "t.ptx", "--verify-each", *options, "-o", "o.ptx")
    t.expect(what, done.returncode == 0, done.stderr.decode()[:400])
    assembled(what, "o.ptx", arch)
    return open("o.ptx").read()


HEAD = ".version 8.5\n.target sm_90\n.address_size 64\n.global .texref t;\n.global .surfref s;\n.global .align 4 .u32 g[8];\n"
REGISTERS = ".reg .b64 %rd<20>;\n.reg .b32 %r<20>;\n.reg .f32 %f<9>;\n.reg .pred %p<9>;\n"

# ---- names, across functions, and the optimizer's errors

CALLEE = """.func fetch(.param .b64 h) {
%s
ld.param.u64 %%rd1, [h];
istypep.surfref %%p1, %%rd1;
@%%p1 bra A;
mov.u32 %%r1, 0;
tex.1d.v4.f32.s32 {%%f1, %%f2, %%f3, %%f4}, [%%rd1, {%%r1}];
st.global.f32 [g], %%f1;
ret;
A:
suq.width.b32 %%r2, [%%rd1];
st.global.u32 [g], %%r2;
ret;
}
""" % REGISTERS
KERNEL = ".visible .entry k(.param .u64 p) {\n" + REGISTERS + """mov.u64 %rd1, t;
{
.param .b64 p0;
st.param.b64 [p0], %rd1;
call.uni fetch, (p0);
}
ret;
}
"""
BOTH = "--enable=nvptx-image-optimizer,nvptx-replace-image-handles"
plain = optimized("handles as they are", HEAD + CALLEE + KERNEL)
t.expect("off by default", "[%rd1, {%r1}]" in plain and "istypep" in plain, plain)
named = optimized("names", HEAD + CALLEE + KERNEL, BOTH)
t.expect("names in a callee, and its dead arm goes", "[t, {" in named and "suq" not in named and "istypep" not in named, named)
alone = optimized("a callee that others may call", HEAD + CALLEE.replace(".func", ".visible .func") + KERNEL, BOTH)
t.expect("nothing is known of others' arguments", "istypep" in alone and "suq" in alone, alone)
handles = optimized("handles", HEAD + KERNEL.replace("mov.u64 %rd1, t;", "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [t, {%r1}];\nst.global.f32 [g], %f1;\nmov.u64 %rd1, t;").replace("call.uni fetch, (p0);", ""),
                    BOTH, "--force-texture-handle")
t.expect("--force-texture-handle", re.search(r"\[%rd\d+, \{%r1\}\]", handles), handles)
WRONG = HEAD + ".visible .entry k(.param .u64 p) {\n" + REGISTERS + "mov.u64 %rd1, THING;\nLINE\nst.global.f32 [g], %f1;\nst.global.u32 [g], %r1;\nst.global.u32 [g], %r2;\nret;\n}\n"
for thing, line, message in (
        ("s", "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1}];", "Invalid image type in .tex"),
        ("t", "suld.b.1d.b32.trap {%r2}, [%rd1, {%r1}];", "Invalid image type in .suld"),
        ("t", "sust.b.1d.b32.trap [%rd1, {%r1}], {%r2};", "Invalid image type in .sust"),
        ("t", "suq.width.b32 %r1, [%rd1];", "Invalid image type in suq.")):
    text = WRONG.replace("THING", thing).replace("LINE", line)
    t.file("w.ptx", text.encode())
    t.error(message, ["opt", "w.ptx", "--enable=nvptx-image-optimizer", "-o", "x.ptx"], 1, "w.ptx:", message, "give it a ")
    done = t.run("opt", "w.ptx", "--passes=nvptx-image-optimizer", "-o", "x.ptx").stderr.decode()
    number = text.split("\n").index(line) + 1
    t.expect(message + ": the line", "w.ptx:%d: " % number in done, done)

# ---- lathe compile

SOURCE = b"""target triple = "nvptx64-nvidia-cuda"
@t = internal addrspace(1) global i64 0, align 8
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %x) {
  %h = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @t)
  %v = call { float, float, float, float } @llvm.nvvm.tex.unified.1d.v4f32.s32(i64 %h, i32 %x)
  %r = extractvalue { float, float, float, float } %v, 0
  store float %r, ptr addrspace(1) %out
  %is = call i1 @llvm.nvvm.istypep.surface(i64 %h)
  br i1 %is, label %a, label %b
a:
  store float 1.0, ptr addrspace(1) %out
  ret void
b:
  ret void
}
declare i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1))
declare { float, float, float, float } @llvm.nvvm.tex.unified.1d.v4f32.s32(i64, i32)
declare i1 @llvm.nvvm.istypep.surface(i64)
!nvvm.annotations = !{!0}
!0 = !{ptr addrspace(1) @t, !"texture", i32 1}
"""
t.file("k.ll", SOURCE)
for option, present, absent in (("--verify-each", "istypep", None), (BOTH, "[t, {", "istypep")):
    done = t.run("compile", "k.ll", "-mcpu=sm_90", option, "--verify-each", "-o", "o.ptx")
    t.expect("compile " + option, done.returncode == 0, done.stderr.decode()[:300])
    text = open("o.ptx").read()
    t.expect("compile " + option, present in text and (absent is None or absent not in text), text)
    assembled("compile " + option, "o.ptx")

t.file("n.ll", b"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) noalias %a, ptr addrspace(1) %b) {
  %x = load i32, ptr addrspace(1) %a
  store i32 %x, ptr addrspace(1) %b
  ret void
}
""")
for option, cached in (("--ldg", False), ("--enable=ldgxform", True)):
    done = t.run("compile", "n.ll", "-mcpu=sm_90", option, "--verify-each", "-o", "-")
    t.expect("noalias " + option, done.returncode == 0 and (b"ld.global.nc" in done.stdout) == cached, done.stdout + done.stderr)

# ---- parameters and the read-only cache: results, on PTX of others' form

LOADS = """.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 in, .param .u64 .ptr .global .align 16 out, .param .u32 n)
{
.reg .b64 %rd<20>;
.reg .b32 %r<20>;
.reg .pred %p<9>;
.shared .align 4 .b32 sh[32];
mov.u32 %r1, %tid.x;
ld.param.u32 %r2, [n];
setp.ge.u32 %p1, %r1, %r2;
@%p1 bra END;
ld.param.u64 %rd1, [in];
cvta.to.global.u64 %rd2, %rd1;
mul.wide.u32 %rd3, %r1, 16;
add.s64 %rd4, %rd2, %rd3;
ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd4];
mov.u32 %r7, sh;
mad.lo.u32 %r7, %r1, 4, %r7;
st.shared.u32 [%r7], %r3;
bar.warp.sync -1;
ld.shared.u32 %r8, [%r7];
ld.param.u64 %rd5, [in];
ld.param.u32 %r9, [n];
cvta.to.global.u64 %rd6, %rd5;
ld.global.u32 %r10, [%rd6];
add.u32 %r11, %r8, %r9;
add.u32 %r11, %r11, %r10;
add.u32 %r11, %r11, %r6;
ld.param.u64 %rd7, [out];
mul.wide.u32 %rd8, %r1, 4;
add.s64 %rd9, %rd7, %rd8;
st.global.u32 [%rd9], %r11;
END:
ret;
}
"""


def results(ptx):
    done = t.run("run", ptx, "--kernel", "k", "--block", "32", "--arg", "rand:u32:128:5", "--arg", "zeros:u32:32:-", "--arg", "u32:30")
    t.expect("run " + ptx, done.returncode == 0 and len(done.stdout) > 50, done.stderr.decode()[:300])
    return done.stdout


t.file("before.ptx", LOADS.encode())
expected = results("before.ptx")
for options, parts, gone in (
        (["--passes=param-opt"], [], ["%rd5, [in]", "%r9, [n]"]),
        (["--passes=param-opt", "--hoist-load-param"], ["ld.param.u64"], ["%rd5, [in]"]),
        (["--passes=param-opt", "--sink-ld-param"], ["%rd1, [in]"], []),
        (["--passes=ldgxform"], ["ld.global.v4.u32"], [".nc"]),
        (["--passes=ldgxform", "--nvptx-kernel-params-restrict"], ["ld.global.nc.v4.u32", "ld.global.nc.u32"], []),
        (["--passes=ldgxform", "--nvptx-kernel-params-restrict", "--ldg=false"], [], [".nc"]),
        (["--enable=param-opt,ldgxform", "--nvptx-kernel-params-restrict"], [".nc.v4"], [])):
    text = optimized(" ".join(options), LOADS, *options)
    squeezed = re.sub(r"[ \t]+", " ", text)
    t.expect(" ".join(options), all(p in squeezed for p in parts) and not any(g in squeezed for g in gone), squeezed)
    t.expect(" ".join(options) + ": results", results("o.ptx") == expected)
told = t.run("opt", "before.ptx", "-o", "o.ptx", "--enable=ldgxform,param-opt", "--remarks", "said.yaml", "--time-passes")
said = open("said.yaml").read()
t.expect("remarks", "Pass:            ldgxform" in said and "MayBeWritten" in said and "LoadAgain" in said, said)
t.expect("statistics", b"left for what writes" in told.stderr and b"loads erased" in told.stderr, told.stderr.decode())
WIDE = """.version 8.8
.target sm_100
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 32 in)
{
.reg .b64 %rd<20>;
.reg .b32 %r<20>;
.shared .align 4 .b32 sh[8];
ld.param.u64 %rd1, [in];
ld.global.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%rd1];
add.u32 %r1, %r1, %r8;
st.shared.u32 [sh], %r1;
ret;
}
"""
t.expect("32 bytes", "ld.global.nc.v8.b32" in optimized("32 bytes", WIDE, "--passes=ldgxform", arch="sm_100"))
split = optimized("32 bytes split", WIDE, "--passes=ldgxform", "--enable-256-bit-load-store=false", arch="sm_100")
t.expect("32 bytes split", split.count("ld.global.nc.v4.b32") == 2 and "+16]" in split, split)
t.finish()
