#!/usr/bin/env python3
"""What metadata says about caches, on loads and stores; ptxas takes it, and the values stay.  hints.py LATHE"""
import os
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
    return ", !mem.cache_hint !1", "!2 = !{%s}\n" % ", ".join('!"nvvm.%s", !"%s"' % item for item in keys.items())


def code(type_name, space, metadata, flags, extra="", volatile="", align=16):
    pointer = "ptr addrspace(%d)" % space if space else "ptr"
    text = 'target triple = "nvptx64-nvidia-cuda"\n'
    text += "define ptx_kernel void @k(%s %%p, %s %%q) {\n" % (pointer, pointer)
    text += "  %%x = load %s%s, %s %%p, align %d%s\n" % (volatile, type_name, pointer, align, metadata)
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
t.finish()
