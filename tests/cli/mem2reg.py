#!/usr/bin/env python3
"""lathe opt --enable=nvptx-mem2reg: which words of the depot become registers and which stay, in SSA form and not, and
that results stay what they are.

  mem2reg.py LATHE
"""
import random
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
HEAD = """.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .local .align 16 .b8 d[64];
  .reg .pred %p<4>;
  .reg .b16 %rs<8>;
  .reg .b32 %r<20>;
  .reg .f32 %f<8>;
  .reg .b64 %rd<20>;
  ld.param.u64 %rd17, [in];
  ld.param.u64 %rd18, [out];
  mov.u32 %r19, %ctaid.x;
  mul.wide.u32 %rd19, %r19, 16;
  add.s64 %rd1, %rd17, %rd19;
  add.s64 %rd2, %rd18, %rd19;
  ld.global.u32 %r1, [%rd1];
  ld.global.u32 %r2, [%rd1+4];
  setp.gt.s32 %p1, %r1, %r2;
  mov.u64 %rd3, d;
  cvta.local.u64 %rd4, %rd3;
"""
TAIL = """  st.global.u32 [%rd2], %r10;
  st.global.u32 [%rd2+4], %r11;
  ret;
}
"""
# Name, body (words to r10 and r11), accesses of local memory that stay.
CASES = [
    ("words", "st.u32 [%rd4], %r1; st.local.u32 [d+4], %r2; ld.u32 %r10, [%rd4+4]; ld.local.u32 %r11, [%rd3];", 0),
    ("narrow words, both signs", "st.local.u8 [d], %r1; st.local.u16 [d+2], %r2; ld.local.s8 %r10, [d]; ld.local.u16 %r11, [d+2];", 0),
    ("narrow words, zero-extended", "st.local.b8 [d], %r1; st.local.b8 [d+1], -3; ld.local.u8 %r10, [d]; ld.local.b8 %r11, [d+1];", 0),
    ("wide registers", "cvt.s64.s32 %rd5, %r1; st.local.u32 [d], %rd5; ld.local.s32 %rd6, [d]; shr.u64 %rd6, %rd6, 16; cvt.u32.u64 %r10, %rd6; mov.u32 %r11, 7;", 0),
    ("numbers", "st.local.f32 [d], 0f40490FDB; ld.local.u32 %r10, [d]; st.local.b32 [d+8], -5; ld.local.b32 %r11, [d+8];", 0),
    ("vectors", "st.local.v2.u32 [d+8], {%r1, %r2}; ld.local.u32 %r10, [d+12]; ld.local.v2.u32 {%r11, %r12}, [d+8];", 0),
    ("under a guard", "st.local.u32 [d], %r1; @%p1 st.local.u32 [d], %r2; mov.u32 %r11, 9; @!%p1 ld.local.u32 %r11, [d]; ld.local.u32 %r10, [d];", 0),
    ("both ways", "st.local.u32 [d], 1; mov.u32 %r11, 0; @%p1 bra A; st.local.u32 [d], %r1; A: ld.local.u32 %r10, [d];", 0),
    ("a loop", "mov.u32 %r11, 0; st.local.u32 [d], 0; L: ld.local.u32 %r10, [d]; add.s32 %r10, %r10, %r11; st.local.u32 [d], %r10; add.s32 %r11, %r11, 1; "
               "setp.lt.s32 %p2, %r11, 10; @%p2 bra L;", 0),
    ("sums", "add.s64 %rd5, %rd4, 8; add.s64 %rd6, 8, %rd5; sub.s64 %rd7, %rd6, 4; st.u32 [%rd7], %r1; ld.local.u32 %r10, [d+12]; mov.u32 %r11, 2;", 0),
    ("unlike words stay, others go", "st.local.u32 [d], %r1; ld.local.u8 %r10, [d+2]; st.local.u32 [d+4], %r2; ld.local.u32 %r11, [d+4];", 2),
    ("halves of a word", "st.local.u32 [d], %r1; ld.local.u16 %r10, [d+2]; st.local.u32 [d+4], %r2; ld.local.u32 %r11, [d+4];", 0),
    ("a wide word over two", "st.local.u32 [d], %r1; st.local.u32 [d+4], %r2; ld.local.u64 %rd5, [d]; cvt.u32.u64 %r10, %rd5; shr.u64 %rd5, %rd5, 32; cvt.u32.u64 %r11, %rd5;", 0),
    ("two over a wide word, under a guard", "mov.b64 %rd5, {%r1, %r2}; st.local.b64 [d], 7; @%p1 st.local.b64 [d], %rd5; ld.local.u32 %r10, [d]; ld.local.b32 %r11, [d+4];", 4),
    ("two over a wide word", "mov.b64 %rd5, {%r1, %r2}; st.local.b64 [d], %rd5; mov.b64 %rd5, {%r2, %r2}; @%p1 st.local.f64 [d], %rd5; ld.local.u32 %r10, [d]; ld.local.f32 %f1, [d+4]; mov.b32 %r11, %f1;", 0),
    ("a vector over wide words", "mov.b64 %rd5, {%r1, %r2}; st.local.v2.b64 [d], {%rd5, %rd5}; st.local.v4.b32 [d+16], {%r1, %r2, %r1, %r2}; ld.local.v2.b64 {%rd6, %rd7}, [d+16]; "
                                 "cvt.u32.u64 %r10, %rd7; ld.local.u32 %r11, [d+12];", 0),
    ("quarters", "mov.b64 %rd5, {%r1, %r2}; st.local.b64 [d], %rd5; @%p1 st.local.b16 [d+2], 77; ld.local.u64 %rd6, [d]; mov.b64 {%r10, %r11}, %rd6;", 0),
    ("an address that is computed", "st.local.u32 [d], %r1; st.local.u32 [d+4], %r2; and.b32 %r3, %r1, 4; cvt.u64.u32 %rd5, %r3; add.s64 %rd6, %rd3, %rd5; "
                                    "ld.local.u32 %r10, [%rd6]; ld.local.u32 %r11, [d];", 4),
    ("an address that is stored", "st.local.u32 [d], %r1; st.global.u64 [%rd2+8], %rd4; ld.global.u64 %rd5, [%rd2+8]; ld.u32 %r10, [%rd5]; ld.local.u32 %r11, [d];", 2),
    ("an address that is written twice", "st.local.u32 [d], %r1; st.local.u32 [d+4], %r2; mov.u64 %rd5, d; @%p1 add.s64 %rd5, %rd3, 4; ld.local.u32 %r10, [%rd5]; mov.u32 %r11, 1;", 3),
    ("an address under a guard", "st.local.u32 [d], %r1; mov.u64 %rd5, %rd1; @%p1 mov.u64 %rd5, %rd4; ld.u32 %r10, [%rd5]; mov.u32 %r11, 1;", 1),
    ("volatile", "st.volatile.u32 [%rd4], %r1; ld.volatile.u32 %r10, [%rd4]; mov.u32 %r11, 1;", 0),
]
# What a function does with a pointer that it is given: in its own depot first, as compilers write it without optimization.
OWN = """.func set(.param .b64 set_0, .param .b32 set_1)
{
  .local .align 8 .b8 own[16];
  .reg .b32 %r<4>;
  .reg .b64 %rd<9>;
  ld.param.b64 %rd1, [set_0];
  ld.param.b32 %r1, [set_1];
  mov.b64 %rd2, own;
  cvta.local.u64 %rd3, %rd2;
  st.b64 [%rd3], %rd1;
  st.b32 [%rd3+8], %r1;
  ld.b64 %rd4, [%rd3];
  ld.b32 %r2, [%rd3+8];
  BODY
  ret;
}
"""
OUTER = """.func outer(.param .b64 outer_0, .param .b32 outer_1)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<9>;
  ld.param.b64 %rd1, [outer_0];
  ld.param.b32 %r1, [outer_1];
  add.s64 %rd2, %rd1, 4;
  { .param .b64 p0; .param .b32 p1; st.param.b64 [p0], %rd2; st.param.b32 [p1], %r1; call.uni set, (p0, p1); }
  ret;
}
"""
START = "st.local.u32 [d], %r1; st.local.u32 [d+12], %r1; add.s64 %rd5, %rd4, 8; "
CALL = "{ .param .b64 p0; .param .b32 p1; st.param.b64 [p0], %rd5; st.param.b32 [p1], %r2; call.uni NAME, (p0, p1); } ld.local.u32 %r10, [d]; ld.local.u32 %r11, [d+12]"
# Name, callees, what is called, accesses of local memory by name or address of .local that stay in the kernel.
CALLS = [
    ("a callee that writes a word", OWN.replace("BODY", "st.b32 [%rd4+4], %r2;"), "set", 2),
    ("one that touches nothing", OWN.replace("BODY", "setp.eq.s64 %p1, %rd4, 0;").replace(".reg .b32", ".reg .pred %p<2>; .reg .b32"), "set", 0),
    ("one behind another", OWN.replace("BODY", "st.b32 [%rd4], %r2;") + OUTER, "outer", 2),
    ("the other way round", ".func set(.param .b64 set_0, .param .b32 set_1);\n" + OUTER + OWN.replace("BODY", "st.b32 [%rd4], %r2;"), "outer", 2),
    ("one that reads half of it", OWN.replace("BODY", "ld.u16 %r3, [%rd4+6]; st.b32 [%rd4+8], %r3;"), "set", 2),
    ("one that keeps the pointer", OWN.replace("BODY", "st.b32 [%rd4+4], %r2; st.b64 [%rd4+8], %rd4;"), "set", 4),
    ("one that computes", OWN.replace("BODY", "cvt.u64.u32 %rd5, %r2; and.b64 %rd5, %rd5, 4; add.s64 %rd6, %rd4, %rd5; st.b32 [%rd6], %r1;"), "set", 4),
    ("one that a linker may replace", OWN.replace("BODY", "st.b32 [%rd4+4], %r2;").replace(".func", ".weak .func"), "set", 4),
    ("one that is not there", ".extern .func set(.param .b64 set_0, .param .b32 set_1);\n", "set", 4),
]


r = random.Random(3)
# Two words for each block, which has 16 bytes of its own to read and to write.
WORDS = [[5, 3], [3, 5], [-70000, 129], [r.getrandbits(30), -r.getrandbits(30)]]
t.file("in.raw", b"".join(w.to_bytes(4, "little", signed=True) for pair in WORDS for w in (*pair, 0, 0)))
t.file("zero.raw", bytes(16 * len(WORDS)))


def results(ptx):
    """The two words that each block writes; why not, as text."""
    done = t.run("run", ptx, "--kernel", "k", "--grid", str(len(WORDS)), "--arg", "in:in.raw", "--arg", "inout:zero.raw:out.raw")
    if done.returncode != 0:
        return done.stderr.decode()
    out = open("out.raw", "rb").read()
    return [out[16 * k:16 * k + 8] for k in range(len(WORDS))]


for name, body, stay in CASES:
    text = HEAD + "".join("  %s;\n" % line.strip() for line in body.replace("A:", "A: ").replace("L:", "L: ").split(";") if line.strip()) + TAIL
    t.file("t.ptx", text.encode())
    was = results("t.ptx")
    for more in ("nvptx-mem2reg", "ssa,nvptx-mem2reg"):
        done = t.run("opt", "t.ptx", "--enable=" + more, "--verify-each", "-o", "o.ptx")
        what = "%s, %s" % (name, more)
        t.expect(what, done.returncode == 0, done.stderr.decode()[:300])
        if done.returncode != 0:
            continue
        out = open("o.ptx").read()
        count = len(re.findall(r"\b(?:ld|st)\.local", out))
        t.expect(what, count == stay, "%d accesses stay, not %d\n%s" % (count, stay, out))
        gone = stay == 0 and name != "volatile"
        t.expect(what, (".local" not in out) == gone or not gone, "memory is left\n" + out)
        now = results("o.ptx")
        t.expect(what, isinstance(was, list) and was == now, "%r, was %r\n%s" % (now, was, out))
        if shutil.which("ptxas"):
            fine = subprocess.run(["ptxas", "-arch=sm_90", "o.ptx", "-o", "o.cubin"], capture_output=True, text=True)
            t.expect(what, fine.returncode == 0, fine.stdout + fine.stderr)
for name, callees, called, stay in CALLS:
    before, kernel = HEAD.split(".visible", 1)
    body = START + CALL.replace("NAME", called)
    t.file("t.ptx", (before + callees + ".visible" + kernel + body.replace(";", ";\n") + ";\n" + TAIL).encode())
    whole = not (called == "set" and "extern" in callees)
    was = results("t.ptx") if whole else []
    for more in ("nvptx-mem2reg", "ssa,nvptx-mem2reg"):
        done = t.run("opt", "t.ptx", "--enable=" + more, "--verify-each", "-o", "o.ptx")
        what = "%s, %s" % (name, more)
        t.expect(what, done.returncode == 0, done.stderr.decode()[:300])
        if done.returncode != 0:
            continue
        out = open("o.ptx").read().split(".visible", 1)[1]
        count = len(re.findall(r"\b(?:ld|st)\.local", out))
        t.expect(what, count == stay, "%d accesses stay, not %d\n%s" % (count, stay, out))
        t.expect(what, not whole or isinstance(was, list) and was == results("o.ptx"), "other results\n" + out)
t.file("t.ptx", (HEAD + CASES[0][1].replace(";", ";\n") + "\n" + TAIL).encode())
kept = t.run("opt", "t.ptx", "--enable=nvptx-mem2reg", "--nv-disable-mem2reg", "-o", "-")
t.expect("the knob", kept.returncode == 0 and b"st.local" in kept.stdout, kept.stderr.decode()[:200])
t.finish()
