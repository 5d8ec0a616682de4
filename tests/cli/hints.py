#!/usr/bin/env python3
"""What metadata says about caches, on loads and stores; ptxas takes it, and the values stay.  hints.py LATHE"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
from cli import Checks  # noqa: E402
import common  # noqa: E402

t = Checks(sys.argv[1])
NODES = "!0 = !{i32 1}\n!1 = !{i32 0, !2}\n"
NONTEMPORAL = ", !nontemporal !0"


def hint(**keys):
    """Words are strings, other numbers integers of 64 bits."""
    pairs = ('!"nvvm.%s", %s' % (key, '!"%s"' % value if isinstance(value, str) else "i64 %d" % value) for key, value in keys.items())
    return ", !mem.cache_hint !1", "!2 = !{%s}\n" % ", ".join(pairs)


def code(type_name, space, metadata, flags, extra="", volatile="", align=16, reads=""):
    pointer = "ptr addrspace(%d)" % space if space else "ptr"
    text = 'target triple = "nvptx64-nvidia-cuda"\n'
    text += "define ptx_kernel void @k(%s %%p, %s %%q) {\n" % (pointer, pointer)
    text += "  %%x = load %s%s, %s %%p, align %d%s\n" % (volatile, type_name, pointer, align, metadata + reads)
    text += "  store %s%s %%x, %s %%q, align %d%s\n  ret void\n}\n%s!2 = !{}\n" % (volatile, type_name, pointer, align, metadata, NODES)
    text = text.replace("!2 = !{}\n", extra or "!2 = !{}\n")
    done = t.run("compile", t.file("in.ll", text.encode()), "-o", "out.ptx", *flags)
    t.expect("compiles", done.returncode == 0, done.stderr.decode())
    ptxas = common.cuda_tool("ptxas")
    if ptxas:
        judged = subprocess.run([ptxas, "-arch", flags[0].split("=")[1], "out.ptx", "-o", "out.cubin"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        t.expect("ptxas takes it", judged.returncode == 0, judged.stdout.decode())
    with open("out.ptx") as file:
        return file.read()


def has(what, text, *parts, lacks=()):
    for part in parts:
        t.expect(what, part in text, "no %r in %s" % (part, text))
    for part in lacks:
        t.expect(what, part not in text, "%r in %s" % (part, text))


SM90 = ["-mcpu=sm_90"]
has("nontemporal, global", code("i32", 1, NONTEMPORAL, SM90), "ld.global.cs.b32", "st.global.cs.b32")
has("nontemporal, a vector", code("<4 x float>", 1, NONTEMPORAL, SM90), "ld.global.cs.v4", "st.global.cs.v4")
has("nontemporal, shared memory has no such", code("i32", 3, NONTEMPORAL, SM90), "ld.shared.b32", "st.shared.b32")
has("nontemporal, volatile", code("i32", 1, NONTEMPORAL, SM90, volatile="volatile "), "ld.volatile.global.b32", lacks=(".cs",))
for word, suffix in (("normal", "evict_normal"), ("first", "evict_first"), ("last", "evict_last"), ("unchanged", "evict_unchanged"),
                     ("no_allocate", "no_allocate")):
    metadata, node = hint(l1_eviction=word)
    has("L1 " + word, code("i32", 1, metadata, SM90, node), "ld.global.L1::%s.b32" % suffix, "st.global.L1::%s.b32" % suffix)
for size in ("64B", "128B", "256B"):
    metadata, node = hint(l2_prefetch_size=size)
    has("L2 " + size, code("i32", 1, metadata, SM90, node), "ld.global.L2::%s.b32" % size, "st.global.b32")
metadata, node = hint(l1_eviction="last", l2_prefetch_size="128B")
has("both", code("<4 x i32>", 1, metadata, SM90, node), "ld.global.L1::evict_last.L2::128B.v4.b32", "st.global.L1::evict_last.v4.b32")
has("an older PTX has no such hint", code("i32", 1, metadata, ["-mcpu=sm_75"], node), "ld.global.b32", "st.global.b32")
SM100 = ["-mcpu=sm_100", "-mattr=+ptx88"]
for word in ("first", "last"):
    metadata, node = hint(l1_eviction="last", l2_eviction=word, l2_prefetch_size="64B")
    for kind, vector in (("<8 x i32>", "v8.b32"), ("<4 x i64>", "v4.b64"), ("<8 x float>", "v4.b64")):
        text = code(kind, 1, metadata, SM100, node)
        has("L2 %s, an access of 128 bits has none" % word, text, lacks=("L2::evict",))
        wide = code(kind, 1, metadata, SM100, node, align=32)
        has("L2 %s, %s" % (word, kind), wide, "ld.global.L1::evict_last.L2::evict_%s.L2::64B.%s" % (word, vector), "st.global.L1::evict_last.L2::evict_%s.%s" % (word, vector))
        has("L2 %s, an older target has none" % word, code(kind, 1, metadata, SM90, node, align=32), lacks=("L2::evict",))
has("L2 normal is what is without", code("<8 x i32>", 1, hint(l2_eviction="normal")[0], SM100, hint(l2_eviction="normal")[1], align=32), "ld.global.v8.b32", lacks=("L2::",))
has("a key that PTX lacks", code("i32", 1, *hint(l3_eviction="first")[:1], SM90, hint(l3_eviction="first")[1]), "ld.global.b32")

# ---- policies by number

FIRST, LAST = 0x12F0000000000000, 0x14F0000000000000  # what createpolicy.fractional makes of evict_first and evict_last
for flags in (["-mcpu=sm_80", "-mattr=+ptx74"], SM90, ["-mcpu=sm_100"]):
    metadata, node = hint(l2_cache_hint=FIRST)
    for kind, form in (("i32", "b32"), ("i8", "b8"), ("double", "f64"), ("<4 x float>", "v4.f32"), ("<2 x half>", "b32")):
        form = "v2.b64" if flags[0] == "-mcpu=sm_100" and "v4" in form else form  # pairs of floats, in registers of 64 bits
        text = code(kind, 1, metadata, flags, node)
        has("a policy, " + kind, text, "mov.b64 \t%%rd2, %d;" % FIRST, "ld.global.L2::cache_hint." + form, "st.global.L2::cache_hint." + form)
        t.expect("one register for both, " + kind, text.count("mov.b64") == 1 and text.count(", %rd2;") == 2, text)
    has("a policy, a generic address", code("i32", 0, metadata, flags, node), "L2::cache_hint")
    has("a policy at -O0", code("i32", 1, metadata, [*flags, "-O0"], node), "ld.global.L2::cache_hint.b32", "st.global.L2::cache_hint.b32")
    metadata, node = hint(l1_eviction="last", l2_cache_hint=LAST, l2_prefetch_size="128B")
    has("a policy beside others", code("i64", 1, metadata, flags, node + "!3 = !{}\n", reads=", !invariant.load !3"),
        "ld.global.nc.L1::evict_last.L2::cache_hint.L2::128B.b64")
metadata, node = hint(l2_cache_hint=LAST)
has("a wide number keeps its policy", code("i256", 1, metadata, SM90, node, align=8), "ld.global.L2::cache_hint.b64", "st.global.L2::cache_hint.b64",
    lacks=("ld.global.b64", "st.global.b64"))
has("no policy below sm_80", code("i32", 1, metadata, ["-mcpu=sm_75"], node), "ld.global.b32", "st.global.b32", lacks=("L2::", "mov.b64"))
has("no policy below PTX 7.4", code("i32", 1, metadata, ["-mcpu=sm_80", "-mattr=+ptx73"], node), "ld.global.b32", "st.global.b32", lacks=("L2::", "mov.b64"))
has("volatile accesses have none", code("i32", 1, metadata, SM90, node, volatile="volatile "), lacks=("L2::", "mov.b64"))
for space in (3, 5):
    has("other spaces have none", code("i32", space, metadata, SM90, node), lacks=("L2::", "mov.b64"))
has("no policy is zero", code("i32", 1, *hint(l2_cache_hint=0)[:1], SM90, hint(l2_cache_hint=0)[1]), lacks=("L2::",))
has("a word is no policy", code("i32", 1, *hint(l2_cache_hint="first")[:1], SM90, hint(l2_cache_hint="first")[1]), lacks=("L2::",))
SM100 = ["-mcpu=sm_100", "-mattr=+ptx88"]
metadata, node = hint(l1_eviction="first", l2_eviction="last", l2_prefetch_size="64B", l2_cache_hint=7)
has("all at once", code("<8 x i32>", 1, metadata, SM100, node, align=32), "ld.global.L1::evict_first.L2::evict_last.L2::cache_hint.L2::64B.v8.b32",
    "st.global.L1::evict_first.L2::evict_last.L2::cache_hint.v8.b32")

# ---- neighbours, copies: executed, too

HINTS = "!0 = !{i32 0, !1}\n!1 = !{!\"nvvm.l2_cache_hint\", i64 5}\n!2 = !{i32 1, !1}\n!3 = !{i32 0, !4}\n" \
    "!4 = !{!\"nvvm.l1_eviction\", !\"last\", !\"nvvm.l2_cache_hint\", i64 6}\n!5 = !{i32 1, !4}\n!6 = !{i32 0, !1, i32 1, !4}\n"
DATA = bytes(range(256))


def executed(what, text, expected, kernel="k", options=()):
    """Through the executor, before and behind lathe opt."""
    t.file("in.raw", DATA)
    t.file("zero.raw", bytes(len(expected)))
    for path, arguments in (("n.ptx", None), ("o.ptx", ["opt", "n.ptx", "-o", "o.ptx", *options])):
        if arguments is None:
            t.file(path, text.encode())
        else:
            done = t.run(*arguments)
            t.expect(what + ", opt", done.returncode == 0, done.stderr.decode())
        ran = t.run("run", path, "--kernel", kernel, "--arg", "in:in.raw", "--arg", "inout:zero.raw:out.raw")
        got = b""
        if ran.returncode == 0:
            with open("out.raw", "rb") as file:
                got = file.read()
        t.expect(what + " executed, " + path, got == expected, ran.stderr.decode() + text)


def neighbours(loads, stores):
    lines = ["define ptx_kernel void @k(ptr addrspace(1) align 16 %p, ptr addrspace(1) align 16 %q) {"]
    for i, node in enumerate(loads):
        lines += ["  %%p%d = getelementptr i32, ptr addrspace(1) %%p, i64 %d" % (i, i), "  %%x%d = load i32, ptr addrspace(1) %%p%d, align %d%s" % (i, i, (16, 4, 8, 4)[i], node)]
    for i, node in enumerate(stores):
        lines += ["  %%q%d = getelementptr i32, ptr addrspace(1) %%q, i64 %d" % (i, i), "  store i32 %%x%d, ptr addrspace(1) %%q%d, align %d%s" % (i, i, (16, 4, 8, 4)[i], node)]
    return "\n".join(lines) + "\n  ret void\n}\n" + HINTS


LOAD5, LOAD6, STORE5, STORE6 = (", !mem.cache_hint !%d" % n for n in (0, 3, 2, 5))
for level in ("-O3", "-O0"):
    text = t.compiled("n", neighbours([LOAD5] * 2 + [LOAD6] * 2, [STORE5] * 2 + [STORE6] * 2), "sm_90", level)
    has("neighbours of one policy keep it", text, *(["ld.global.L2::cache_hint.v2.b32", "ld.global.L1::evict_last.L2::cache_hint.v2.b32",
                                                    "st.global.L2::cache_hint.v2.b32", "st.global.L1::evict_last.L2::cache_hint.v2.b32"] if level == "-O3" else []),
        lacks=("ld.global.b", "ld.global.v", "st.global.b", "st.global.v", "v4"))
    executed("neighbours of one policy", text, DATA[:16])
    text = t.compiled("n", neighbours([LOAD5, LOAD6, "", LOAD5], [STORE5, STORE6, STORE5, ""]), "sm_90", level)
    has("unlike neighbours stay apart", text, lacks=(".v2", ".v4"))
    for form, times in (("ld.global.b32", 1), ("ld.global.L2::cache_hint.b32", 2), ("ld.global.L1::evict_last.L2::cache_hint.b32", 1), ("st.global.b32", 1),
                        ("st.global.L2::cache_hint.b32", 2), ("st.global.L1::evict_last.L2::cache_hint.b32", 1)):
        t.expect("unlike neighbours, " + form, text.count(form) == times, text)
    executed("unlike neighbours", text, DATA[:16])


def transfer(call, length="i64 %n"):
    return ("define ptx_kernel void @k(ptr addrspace(1) align 4 %%p, ptr addrspace(1) align 4 %%q) {\n  %%b = getelementptr i8, ptr addrspace(1) %%p, i64 20\n"
            "  %%n8 = load i8, ptr addrspace(1) %%b\n  %%n = zext i8 %%n8 to i64\n  %%w = load i32, ptr addrspace(1) %%p\n"
            "  call void @llvm.%s, %s, i1 false), !mem.cache_hint !6\n"
            "  %%r = getelementptr i8, ptr addrspace(1) %%q, i64 100\n  store i32 %%w, ptr addrspace(1) %%r\n  ret void\n}\n" % (call, length)) + HINTS


text = t.compiled("n", transfer("memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p").replace(" addrspace(1)", "") + "", "sm_90", "-O3")
t.expect("generic pointers that are found to be global", text.count("L2::cache_hint") >= 2 and text.count("ld.global.L1::evict_last.L2::cache_hint") >= 1, text)
executed("generic pointers", text, DATA[:20].ljust(100, b"\0") + DATA[:4])
BYVAL = """define void @f(ptr byval([500 x i32]) align 8 %%b, ptr addrspace(1) %%q) noinline {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %%q, ptr align 4 %%b, i64 2000, i1 false)%s
  ret void
}
""" + HINTS
text = t.compiled("n", BYVAL % ", !mem.cache_hint !6", "sm_90", "-O3")
t.expect("parameters of functions are read at constant offsets", text.count("ld.param.b32") == 500 and "ld.param.b32 \t%r1, [%" not in text, text[:600])
COPY, FILL = "%s.p1.p1.i64(ptr addrspace(1) align 4 %%q, ptr addrspace(1) align 4 %%p", "memset.p1.i64(ptr addrspace(1) align 4 %q, i8 7"
for level in ("-O3", "-O0"):
    for call in ("memcpy", "memmove", "memset"):
        for length, size in (("i64 44", 44), ("i64 %n", 20), ("i64 90", 90)):
            name = "%s of %s %s" % (call, length, level)
            text = t.compiled("n", transfer(FILL if call == "memset" else COPY % call, length), "sm_90", level)
            plain = [line for line in text.splitlines() if ("ld.global" in line or "st.global" in line) and "L2::cache_hint" not in line]
            t.expect(name + ": what is not of the intrinsic has no hint", len(plain) == (3 if "%n" in length else 2), text)
            hinted = {line.split()[0].rsplit(".", 1)[0].replace(".v2", "").replace(".v4", "") for line in text.splitlines() if "cache_hint" in line}
            t.expect(name + ": operands' hints", hinted == {"st.global.L2::cache_hint"} | ({"ld.global.L1::evict_last.L2::cache_hint"} if call != "memset" else set()), text)
            executed(name, text, ((b"\7" * size if call == "memset" else DATA[:size]).ljust(100, b"\0")) + DATA[:4])

# ---- lathe opt on them

PTX = """.version 8.8
.target sm_100
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q) {
  .reg .b64 %rd<20>; .reg .b32 %r<20>; .reg .pred %p;
  .local .align 4 .b8 a[4]; .local .align 4 .b8 b[4];
  ld.param.u64 %rd1, [p];
  ld.param.u64 %rd2, [q];
  cvta.to.global.u64 %rd11, %rd1;
  cvta.to.global.u64 %rd12, %rd2;
  ld.global.u32 %r1, [%rd11];
  mov.u64 %rd3, a;
  cvta.local.u64 %rd4, %rd3;
  st.L1::evict_last.b32 [%rd4], %r1;
  bar.sync 0;
  ld.L2::128B.b32 %r2, [%rd4];
  mov.u64 %rd5, b;
  cvta.local.u64 %rd6, %rd5;
  mov.b64 %rd7, 5;
  st.weak.L2::cache_hint.b32 [%rd6], %r2, %rd7;
  bar.sync 0;
  ld.L1::evict_last.L2::cache_hint.b32 %r3, [%rd6], %rd7;
  st.global.u32 [%rd12], %r3;
  ld.global.u64 %rd8, [%rd11+8];
  and.b64 %rd9, %rd8, 0xffffffffff;
  st.global.L2::cache_hint.b8 [%rd12+4], %rd9, %rd9;
  ret;
}
"""
t.file("slots.ptx", PTX.encode())
for options in (["--enable", "stack-slot-coloring", "--disable", "nvptx-mem2reg"], ["--enable", "nvptx-trunc-opts"], ["-O3"], ["-O1"]):
    done = t.run("opt", "slots.ptx", "-o", "done.ptx", *options)
    with open("done.ptx") as file:
        text = file.read()
    what = "opt " + " ".join(options)
    t.expect(what, done.returncode == 0, done.stderr.decode())
    t.expect(what + " takes a policy for what it is", re.search(r"cache_hint.b(8|32) \t\[[^]]*\], %r\w+, \d", text) is None, text)
    t.expect(what + " keeps a policy's bits", "and.b64" in text, text)
    if common.cuda_tool("ptxas"):
        judged = subprocess.run([common.cuda_tool("ptxas"), "-arch=sm_100", "done.ptx", "-o", os.devnull], capture_output=True, text=True)
        t.expect(what + ", ptxas", judged.returncode == 0, judged.stdout + judged.stderr + text)
    executed(what, PTX, DATA[:4] + DATA[8:9], options=options)
t.finish()
