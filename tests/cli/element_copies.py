#!/usr/bin/env python3
"""Copies, moves and fills whose elements are atomic (llvm.mem*.element.unordered.atomic), executed: each size of an element in each
space, lengths that are known and not, overlap in both directions; each access is of one element.  element_copies.py LATHE"""
import random
import re
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
BYTES = 2048
SPACES = {"generic": 0, "global": 1, "shared": 3, "local": 5, "cluster": 7}


def operations(size):
    """Kind, to, from (or the byte), elements, whether the length is known."""
    return [("memset", 0, 0xA5, 3, True), ("memcpy", 512, 256, 5, True), ("memcpy", 1024, 272, 20, False), ("memmove", 1040, 1024, 6, True),
            ("memmove", 1024 + size, 1024, 9, False), ("memmove", 512, 512 + size, 9, False), ("memmove", 528, 528 + size, 4, True),
            ("memset", 64, 0x3C, 7, False), ("memmove", 1536 + size, 1536, 30, True), ("memmove", 1536, 1552, 29, True), ("memset", 32, 0xFF, 0, False),
            ("memcpy", 1792, 0, 16, True), ("memmove", 96, 96, 3, False), ("memcpy", 1808, 1808, 4, False), ("memset", 128, 0x81, 24, True),
            ("memcpy", 768, 1536, 0, True), ("memmove", 1024, 0, 1, False), ("memset", 200 // size * size, 0x11, 1, False)]


def kernel(size, space):
    """In place on the buffer, or on a copy of it in the space, which is copied back. Lengths that are not known are read."""
    number = SPACES[space]
    pointer = f"ptr addrspace({number})" if number else "ptr"
    mangled = f"p{number}"
    lines = [f"define ptx_kernel void @{space}{size}(ptr %p, ptr %lengths) {{"]
    if space == "global":
        lines.append("  %b = addrspacecast ptr %p to ptr addrspace(1)")
    elif space == "local":
        lines += [f"  %own = alloca [{BYTES} x i8], align 16", "  %b = addrspacecast ptr %own to ptr addrspace(5)"]
    elif space == "cluster":
        lines.append("  %b = addrspacecast ptr addrspace(3) @shared to ptr addrspace(7)")
    base = {"generic": "%p", "shared": "@shared"}.get(space, "%b")
    if space not in ("generic", "global"):
        lines.append(f"  call void @llvm.memcpy.{mangled}.p0.i64({pointer} align 16 {base}, ptr align 16 %p, i64 {BYTES}, i1 false)")
    for at, (kind, to, other, count, known) in enumerate(operations(size)):
        length = str(count * size)
        if not known:
            lines += [f"  %l{at}.p = getelementptr i64, ptr %lengths, i64 {at}", f"  %l{at} = load i64, ptr %l{at}.p"]
            length = f"%l{at}"
        lines.append(f"  %t{at} = getelementptr i8, {pointer} {base}, i64 {to}")
        if kind == "memset":
            lines.append(f"  call void @llvm.memset.element.unordered.atomic.{mangled}.i64({pointer} align {size} %t{at}, i8 {other}, i64 {length}, i32 {size})")
        else:
            lines += [f"  %f{at} = getelementptr i8, {pointer} {base}, i64 {other}",
                      f"  call void @llvm.{kind}.element.unordered.atomic.{mangled}.{mangled}.i64({pointer} align {size} %t{at}, {pointer} align {size} %f{at}, i64 {length}, i32 {size})"]
    if space not in ("generic", "global"):
        lines.append(f"  call void @llvm.memcpy.p0.{mangled}.i64(ptr align 16 %p, {pointer} align 16 {base}, i64 {BYTES}, i1 false)")
    return "\n".join(lines) + "\n  ret void\n}\n"


def expected(data, size):
    data = bytearray(data)
    for kind, to, other, count, _ in operations(size):
        n = count * size
        data[to:to + n] = bytes([other]) * n if kind == "memset" else bytes(data[other:other + n])
    return bytes(data)


data = random.Random(5).randbytes(BYTES)
t.file("in.raw", data)
SHARED = f"@shared = internal addrspace(3) global [{BYTES} x i8] undef, align 16\n"
for cpu, level, sizes in (("sm_90", "-O3", (1, 2, 4, 8, 16)), ("sm_70", "-O0", (1, 2, 4, 8, 16)), ("sm_60", "-O3", (1, 2, 4, 8)), ("sm_75", "-O2", (1, 2, 4, 8, 16)), ("sm_120", "-O1", (1, 2, 4, 8, 16))):
    spaces = [s for s in SPACES if s != "cluster" or cpu in ("sm_90", "sm_120")]
    t.compiled("k", SHARED + "".join(kernel(size, space) for size in sizes for space in spaces), cpu, level)
    for size in sizes:
        t.file("lengths.raw", b"".join((count * size).to_bytes(8, "little") for _, _, _, count, _ in operations(size)))
        for space in spaces:
            name = f"{space}{size}"
            ran = t.run("run", "k.ptx", "--kernel", name, "--arg", "inout:in.raw:out.raw", "--arg", "in:lengths.raw")
            got = b""
            if ran.returncode == 0:
                with open("out.raw", "rb") as file:
                    got = file.read()
            t.expect(f"{name} {cpu} {level}", got == expected(data, size), ran.stderr.decode()[:300])

# Each access is atomic and of one element: eight written out, and one in each loop.
ATOMIC = re.compile(r"\b(?:ld|st)\.relaxed\.sys(?:\.global)?\.(\S+)")
for size, kinds in ((1, {"b8", "u8"}), (2, {"b16", "u16"}), (4, {"b32", "u32"}), (8, {"b64", "u64"}), (16, {"b128"})):
    ptx = t.compiled("k", f"""define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {{
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i64(ptr addrspace(1) align 16 %a, ptr addrspace(1) align 16 %b, i64 {4 * size}, i32 {size})
  call void @llvm.memmove.element.unordered.atomic.p1.p1.i64(ptr addrspace(1) align 16 %a, ptr addrspace(1) align 16 %b, i64 %n, i32 {size})
  call void @llvm.memset.element.unordered.atomic.p1.i64(ptr addrspace(1) align 16 %a, i8 7, i64 %n, i32 {size})
  ret void
}}
""", "sm_90", "-mattr=+ptx84")
    found = ATOMIC.findall(ptx)
    t.expect(f"elements of {size}", len(found) == 4 * 2 + 2 + 1 and set(found) <= kinds and "call" not in ptx, f"{found}: {ptx}")

# Spaces that differ: what cannot overlap is copied forwards, what can is compared as generic pointers. Constant memory and a parameter by
# value are read plainly, local memory is nobody else's.
MIXED = SHARED + """@table = addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare void @llvm.memmove.element.unordered.atomic.p0.p3.i32(ptr, ptr addrspace(3), i32, i32)
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n, ptr byval([4 x i32]) align 4 %given) {
  %own = alloca [4 x i32], align 4
  %wide = zext i32 %n to i64
  call void @llvm.memcpy.element.unordered.atomic.p3.p4.i64(ptr addrspace(3) align 4 @shared, ptr addrspace(4) align 4 @table, i64 16, i32 4)
  %second = getelementptr i8, ptr addrspace(3) @shared, i64 4
  %generic = addrspacecast ptr addrspace(3) %second to ptr
  call void @llvm.memmove.element.unordered.atomic.p0.p3.i32(ptr align 4 %generic, ptr addrspace(3) align 4 @shared, i32 %n, i32 4)
  call void @llvm.memmove.element.unordered.atomic.p1.p3.i64(ptr addrspace(1) align 4 %out, ptr addrspace(3) align 4 @shared, i64 %wide, i32 4)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %own, ptr align 4 %given, i64 %wide, i32 4)
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 4 %own, i8 9, i64 4, i32 4)
  %rest = getelementptr i8, ptr addrspace(1) %out, i64 16
  call void @llvm.memcpy.element.unordered.atomic.p1.p0.i64(ptr addrspace(1) align 4 %rest, ptr align 4 %own, i64 12, i32 4)
  ret void
}
"""
for level in ("-O0", "-O1", "-O3"):
    ptx = t.compiled("k", MIXED, "sm_80", level)
    ran = t.run("run", "k.ptx", "--arg", "fill:i32:8:0:-", "--arg", "12", "--arg", "bytes:" + "".join("%02x000000" % x for x in (50, 60, 70, 80)))
    got = [int(x) for x in ran.stdout.split()][:7]
    t.expect(f"mixed spaces {level}", ran.returncode == 0 and got == [1, 1, 2, 0, 0x09090909, 60, 70], f"{got} {ran.stderr.decode()}")
    t.expect(f"nothing atomic in memory of one thread {level}", not re.search(r"\.relaxed\S*\.(local|const|param)", ptx))

t.file("wide.ll", (HEAD + "define ptx_kernel void @k(ptr addrspace(1) %a, i64 %n) {\n  call void @llvm.memset.element.unordered.atomic.p1.i64(ptr addrspace(1) "
                   "align 32 %a, i8 7, i64 %n, i32 32)\n  ret void\n}\n").encode())
t.error("wider than the target's atomic accesses", ["compile", "wide.ll", "-mcpu=sm_90", "-o", "wide.ptx"], 1, "unsupported atomic store of 256 bits")
t.finish()
