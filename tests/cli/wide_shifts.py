#!/usr/bin/env python3
"""Shifts and funnel shifts of wide integers by variables, executed: each width at the amounts where words begin and end, against Python's
numbers, and taken by ptxas where it is there.  wide_shifts.py LATHE"""
import random
import sys

sys.dont_write_bytecode = True
from cli import Checks, few  # noqa: E402

t = Checks(sys.argv[1])
WIDTHS = (65, 96, 127, 128, 129, 160, 191, 192, 193, 224, 255, 256, 257, 320, 384, 448, 511, 512, 513, 1000, 1024)
PLAIN, FUNNEL = ("shl", "lshr", "ashr"), ("fshl", "fshr")
THREADS = 96


def amounts(r, width):
    edges = {n for word in range(0, width + 1, 32) for n in (word - 1, word, word + 1)} | {0, 1, width // 2, width - 2, width - 1}
    inside = sorted(n for n in edges if 0 <= n < width)
    return [inside[i] if i < len(inside) else r.randrange(width) for i in range(THREADS)]


def kernel(width, size):
    """Thread i shifts value i by amount i; funnel shifts take the next value below it, and the amount and a multiple of the width."""
    lines = [f"define ptx_kernel void @k{width}(ptr addrspace(1) %x, ptr addrspace(1) %n, ptr addrspace(1) %o) {{",
             "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", "  %i = zext i32 %t to i64", f"  %at = mul i64 %i, {2 * size}",
             "  %p = getelementptr i8, ptr addrspace(1) %x, i64 %at", f"  %q = getelementptr i8, ptr addrspace(1) %p, i64 {size}",
             "  %m = getelementptr i32, ptr addrspace(1) %n, i64 %i", "  %amount = load i32, ptr addrspace(1) %m",
             f"  %more = add i32 %amount, {3 * width}", f"  %to.n = mul i64 %i, {5 * size}", "  %to = getelementptr i8, ptr addrspace(1) %o, i64 %to.n"]
    for name, where in (("a", "p"), ("b", "q")):
        lines += [f"  %{name}.w = load i{8 * size}, ptr addrspace(1) %{where}, align 8",
                  f"  %{name} = trunc i{8 * size} %{name}.w to i{width}" if width % 64 else f"  %{name} = freeze i{width} %{name}.w"]
    lines += [f"  %s = zext i32 %amount to i{width}", f"  %f = zext i32 %more to i{width}"]
    for place, op in enumerate(PLAIN + FUNNEL):
        lines += [f"  %{op} = {op} i{width} %a, %s" if op in PLAIN else f"  %{op} = call i{width} @llvm.{op}.i{width}(i{width} %a, i{width} %b, i{width} %f)",
                  f"  %{op}.w = zext i{width} %{op} to i{8 * size}" if width % 64 else f"  %{op}.w = freeze i{width} %{op}",
                  f"  %{op}.p = getelementptr i8, ptr addrspace(1) %to, i64 {place * size}", f"  store i{8 * size} %{op}.w, ptr addrspace(1) %{op}.p, align 8"]
    return "\n".join(lines) + "\n  ret void\n}\n"


def expected(op, a, b, n, width):
    mask = (1 << width) - 1
    if op in PLAIN:
        return {"shl": a << n, "lshr": a >> n, "ashr": (a - ((a >> width - 1) << width)) >> n}[op] & mask
    both = (a << width | b) << n >> width if op == "fshl" else (a << width | b) >> n
    return both & mask


widths = few(WIDTHS)
for cpu, level in (("sm_75", "-O0"), ("sm_90", "-O3"), ("sm_120", "-O1")):
    if not t.compiled("k", "".join(kernel(width, (width + 63) // 64 * 8) for width in widths), cpu, level, ptxas=["-O1"]):
        continue
    for width in widths:
        r, size = random.Random(width), (width + 63) // 64 * 8
        values = [(r.getrandbits(width), r.getrandbits(width)) for _ in range(THREADS)]
        shifts = amounts(r, width)
        t.file("x.raw", b"".join(v.to_bytes(size, "little") for pair in values for v in pair))
        t.file("n.raw", b"".join(n.to_bytes(4, "little") for n in shifts))
        t.file("o.raw", bytes(5 * size * THREADS))
        ran = t.run("run", "k.ptx", "--kernel", f"k{width}", "--block", str(THREADS), "--arg", "in:x.raw", "--arg", "in:n.raw", "--arg", "inout:o.raw:out.raw")
        if ran.returncode != 0:
            t.expect(f"i{width} {cpu} {level}", False, ran.stderr.decode()[:300])
            continue
        with open("out.raw", "rb") as file:
            got = file.read()
        wrong = []
        for i, ((a, b), n) in enumerate(zip(values, shifts)):
            for place, op in enumerate(PLAIN + FUNNEL):
                at = (5 * i + place) * size
                if int.from_bytes(got[at:at + size], "little") != expected(op, a, b, n, width):
                    wrong.append(f"{op} by {n}")
        t.expect(f"i{width} {cpu} {level}", not wrong, f"{len(wrong)} wrong: {wrong[:5]}")
t.finish()
