#!/usr/bin/env python3
"""Quotients and remainders by constants in PTX of others: behind `--enable=peephole-opt` none is left where there is a product
for it, and each is what Python says.

  quotients.py LATHE
"""
import os
import random
import struct
import subprocess
import sys
import tempfile

LATHE = sys.argv[1]
COUNT = 96  # dividends
chance, failed = random.Random(3), []


def lathe(*args):
    done = subprocess.run([LATHE, *args], capture_output=True, text=True)
    if done.returncode:
        failed.append(f"{' '.join(args)[:120]}: {done.stderr[:300]}")
    return done.returncode == 0


def divisors(bits, signed):
    out = {3, 5, 6, 7, 9, 10, 11, 14, 25, 28, 100, 641, 1000, 32767} | ({-3, -7, -8, -10, -14, -1000, 12345} if signed else {65535, 40000, 49151})
    if bits > 16:
        out |= {1000000007, 715827883, 86400} | ({-(1 << 31) + 1} if signed else {(1 << 32) - 1, (1 << 31) + 1, 0xaaaaaaab})
    return sorted(out)


def dividends(bits, signed, by):
    most = (1 << bits) - 1
    near = {0, 1, most, most >> 1, (most >> 1) + 1} | {(n * abs(d) + e) & most for d in by for n in (1, 2, (most >> 1) // abs(d), most // abs(d)) for e in (-1, 0)}
    chosen = sorted(near)
    chance.shuffle(chosen)
    return (chosen + [chance.randrange(most) >> chance.randrange(bits) for _ in range(COUNT)])[:COUNT]


def text(kinds):
    out = [".version 8.0\n.target sm_90\n.address_size 64\n"]
    for name, bits, signed, by in kinds:
        letter, width, scale = "s" if signed else "u", bits // 8, COUNT * bits // 8
        out.append(f".visible .entry {name}(.param .u64 from, .param .u64 to)\n{{\n.reg .b{bits} %x, %q; .reg .b32 %t; .reg .b64 %at, %a, %b;\n"
                   "ld.param.u64 %a, [from]; ld.param.u64 %b, [to]; mov.u32 %t, %tid.x;\n"
                   f"mul.wide.u32 %at, %t, {width}; add.s64 %a, %a, %at; add.s64 %b, %b, %at; ld.global.b{bits} %x, [%a];\n")
        for n, d in enumerate(by):
            for m, op in enumerate(("div", "rem")):
                out.append(f"{op}.{letter}{bits} %q, %x, {d}; st.global.b{bits} [%b+{(2 * n + m) * scale}], %q;\n")
        out.append("ret;\n}\n")
    return "".join(out)


def signed_of(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


def expected(x, d, bits, signed):
    if not signed:
        return x // d, x % d
    value = signed_of(x, bits)
    q = abs(value) // abs(d) * (-1 if (value < 0) != (d < 0) else 1)
    return q & (1 << bits) - 1, (value - q * d) & (1 << bits) - 1


with tempfile.TemporaryDirectory() as folder:
    path = {name: os.path.join(folder, name) for name in ("in.ptx", "out.ptx", "from.raw", "to.raw")}
    kinds = [(f"f{'s' if signed else 'u'}{bits}", bits, signed, divisors(bits, signed)) for bits in (16, 32, 64) for signed in (False, True)]
    with open(path["in.ptx"], "w") as file:
        file.write(text(kinds))
    for flags, left in (["--enable=peephole-opt", "--nvptx-peephole-forms"], 0), (["--enable=peephole-opt"], 0), ([], None):
        if not lathe("opt", path["in.ptx"], "-o", path["out.ptx"], *flags):
            continue
        rest = [line for line in open(path["out.ptx"]) if line.split()[:1] and line.split()[0].startswith(("div.", "rem."))]
        if left is not None and rest:
            failed.append(f"{len(rest)} are left: {rest[0].strip()}")
        if left is None and not rest:
            failed.append("without peephole-opt products stand for quotients, too: it is no option")
        for name, bits, signed, by in kinds:
            letter = {16: "H", 32: "I", 64: "Q"}[bits]
            values = dividends(bits, signed, by)
            with open(path["from.raw"], "wb") as file:
                file.write(struct.pack(f"<{COUNT}{letter}", *values))
            if not lathe("run", path["out.ptx"], f"--kernel={name}", f"--block={COUNT}", f"--arg=in:{path['from.raw']}",
                         f"--arg=zeros:u{bits}:{COUNT * 2 * len(by)}:{path['to.raw']}"):
                continue
            got = struct.unpack(f"<{COUNT * 2 * len(by)}{letter}", open(path["to.raw"], "rb").read())
            for n, d in enumerate(by):
                for i, x in enumerate(values):
                    want = expected(x, d, bits, signed)
                    if (got[2 * n * COUNT + i], got[(2 * n + 1) * COUNT + i]) != want:
                        failed.append(f"{name}: {x} by {d}: {got[2 * n * COUNT + i]}, {got[(2 * n + 1) * COUNT + i]} in place of {want}")
for line in failed[:10]:
    print("FAIL", line)
print(f"quotients: {len(failed)} failures")
sys.exit(1 if failed else 0)
