#!/usr/bin/env python3
"""Loads and stores, volatile or not, of each type in each space, the pointer's space known by its type, by a cast, by
casts on two ways: the instruction names the space, nothing is cast, and the word comes out as it went in.

  volatile_spaces.py LATHE

Local and constant memory have no .volatile (ptxas refuses it; nobody else writes there), but the access must be there.
"""
import os
import random
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
# Type, bytes, instructions that an access is made of.
TYPES = [("i8", 1, 1), ("i16", 2, 1), ("i32", 4, 1), ("i64", 8, 1), ("half", 2, 1), ("float", 4, 1), ("double", 8, 1), ("ptr", 8, 1),
         ("i128", 16, 1), ("<2 x i16>", 4, 1), ("<2 x i32>", 8, 1), ("<4 x float>", 16, 1), ("<2 x double>", 16, 1), ("<8 x i32>", 32, 2)]
SPACES = {1: "global", 3: "shared", 4: "const", 5: "local", 7: "shared::cluster"}
WAYS = ["type", "cast", "offset", "select", "phi"]
BYTES = random.Random(5).randbytes(64)


def pointer(space, way):
    """Lines that make %p of the object of the space, 64 bytes at 0 and again at 64; the kernel's %c is true."""
    own = "ptr addrspace(%d)" % space
    lines = []
    here = "@o%d" % space
    if space == 5:
        lines.append("  %a = alloca [128 x i8], align 64, addrspace(5)")
        here = "%a"
    if space == 7:
        lines.append("  %a = addrspacecast ptr addrspace(3) @o3 to ptr addrspace(7)")
        here = "%a"
    if way == "type":
        return own, lines + ["  %%p = getelementptr i8, %s %s, i64 0" % (own, here)]
    lines.append("  %%g = addrspacecast %s %s to ptr" % (own, here))
    if way == "cast":
        return "ptr", lines + ["  %p = getelementptr i8, ptr %g, i64 0"]
    lines.append("  %h = getelementptr i8, ptr %g, i64 64")
    if way == "offset":
        return "ptr", lines + ["  %p = getelementptr i8, ptr %h, i64 -64"]
    if way == "select":
        return "ptr", lines + ["  %p = select i1 %c, ptr %g, ptr %h"]
    return "ptr", lines + ["  br i1 %c, label %one, label %two", "one:", "  br label %both", "two:", "  br label %both", "both:",
                           "  %p = phi ptr [ %g, %one ], [ %h, %two ]"]


def kernel(name, space, kind, way, volatile):
    to, lines = pointer(space, way)
    v = " volatile" if volatile else ""
    align = min(kind[1], 16)
    if space != 4:
        lines += ["  %%w = load %s, ptr addrspace(1) %%in, align 32" % kind[0], "  store%s %s %%w, %s %%p, align %d" % (v, kind[0], to, align)]
    lines += ["  %%r = load%s %s, %s %%p, align %d" % (v, kind[0], to, align), "  store %s %%r, ptr addrspace(1) %%out, align 32" % kind[0]]
    return ("define ptx_kernel void @%s(ptr addrspace(1) %%in, ptr addrspace(1) %%out, i32 %%n) {\n  %%c = icmp eq i32 %%n, 1\n%s\n  ret void\n}\n"
            % (name, "\n".join(lines)))


def body_of(ptx, name):
    at = ptx.index(".entry %s(" % name)
    return ptx[at:ptx.index("\n}", at)]


rows = [(s, k, w, v) for s in SPACES for k in TYPES for w in WAYS for v in (False, True)]
constant = "".join("\\%02X" % b for b in BYTES) * 2
text = 'target triple = "nvptx64-nvidia-cuda"\n@o1 = internal addrspace(1) global [128 x i8] zeroinitializer, align 64\n' \
    '@o3 = internal addrspace(3) global [128 x i8] poison, align 64\n@o4 = internal addrspace(4) constant [128 x i8] c"%s", align 64\n' % constant
source = t.file("v.ll", (text + "".join(kernel("k%d" % n, *row) for n, row in enumerate(rows))).encode())
t.file("in.raw", BYTES)
t.file("zero.raw", bytes(64))
ptxas = shutil.which("ptxas")
for level in ("-O0", "-O3"):
    done = t.run("compile", source, level, "-mcpu=sm_90", "-o", "v.ptx")
    t.expect(level, done.returncode == 0, done.stderr.decode()[:300])
    if done.returncode != 0:
        break
    ptx = open("v.ptx").read()
    if ptxas:
        fine = subprocess.run([ptxas, "-arch=sm_90", "-O0", "v.ptx", "-o", os.devnull], capture_output=True, text=True)
        t.expect("ptxas " + level, fine.returncode == 0, (fine.stdout + fine.stderr)[:300])
    for n, (space, kind, way, volatile) in enumerate(rows):
        what = "%s %s %s %s%s" % (level, SPACES[space], kind[0], way, " volatile" if volatile else "")
        body = body_of(ptx, "k%d" % n)
        found = [m.groups() for m in re.finditer(r"\b(ld|st)((?:\.volatile)?)\.((?:global|shared::cluster|shared|const|local|param)?)\b", body)]
        casts = [line for line in body.splitlines() if "cvta" in line and "shared.u64" not in line]
        t.expect(what, space == 7 or not casts, "a cast: %s" % casts)
        t.expect(what, all(where for _, _, where in found), "a generic access in\n" + body)
        # Cast to a window of the cluster and back it may be known to be in the block's own.
        own = {SPACES[space]} | ({"shared"} if space == 7 else set())
        mark = ".volatile" if volatile and space not in (4, 5) else ""
        for op in ("ld", "st") if space != 4 else ("ld",):
            count = sum(o == op and m == mark and w in own for o, m, w in found)
            if volatile:
                t.expect(what, count == kind[2], "%d times %s%s.%s in\n%s" % (count, op, mark, SPACES[space], body))
        t.expect(what, volatile or ".volatile" not in body, "volatile where nothing is")
    kernels = [n for n, row in enumerate(rows) if row[3]]
    for n in random.Random(1).sample(kernels, 150 if level == "-O3" else 40):
        space, kind, way, volatile = rows[n]
        ran = t.run("run", "v.ptx", "--kernel", "k%d" % n, "--arg", "in:in.raw", "--arg", "inout:zero.raw:out.raw", "--arg", "i32:1")
        got = open("out.raw", "rb").read() if ran.returncode == 0 else b""
        t.expect("%s %s" % (level, rows[n]), got == BYTES[:kind[1]] + bytes(64 - kind[1]), ran.stderr.decode()[:200] or got.hex())
t.finish()
