#!/usr/bin/env python3
"""Integers of odd widths, and vectors of them, through memory: one kernel of many functions, executed, against Python's numbers.

  wide_memory.py LATHE
"""
import os
import random
import subprocess
import sys
import tempfile

WIDTHS = [1, 5, 7, 9, 13, 17, 24, 31, 33, 40, 48, 56, 63, 65, 96, 100, 120, 127, 129, 160, 191, 192, 193, 200, 248, 254, 255, 257, 300, 384, 440, 448, 449, 500, 504,
          505, 506, 507, 508, 509, 510, 511, 513, 760, 1000, 1017, 1020, 1023]
SLOT = 128  # bytes of an element


def function(index, width, lanes):
    """Elements come from memory one by one, go through memory as a whole, and come out one by one."""
    t = "<%d x i%d>" % (lanes, width) if lanes else "i%d" % width
    lines = ["  %%a = alloca %s, align 16" % t]
    whole = "poison"
    for k in range(max(1, lanes)):
        lines += ["  %%p%d = getelementptr i8, ptr addrspace(1) %%in, i64 %d" % (k, k * SLOT),
                  "  %%q%d = load i1024, ptr addrspace(1) %%p%d, align 8" % (k, k), "  %%t%d = trunc i1024 %%q%d to i%d" % (k, k, width)]
        if lanes:
            lines.append("  %%v%d = insertelement %s %s, i%d %%t%d, i32 %d" % (k, t, whole, width, k, k))
        whole = "%%%s%d" % ("v" if lanes else "t", k)
    lines += ["  store volatile %s %s, ptr %%a, align 16" % (t, whole), "  %%l = load volatile %s, ptr %%a, align 16" % t]
    for k in range(max(1, lanes)):
        one = "%l"
        if lanes:
            one = "%%e%d" % k
            lines.append("  %s = extractelement %s %%l, i32 %d" % (one, t, k))
        lines += ["  %%z%d = zext i%d %s to i1024" % (k, width, one), "  %%o%d = getelementptr i8, ptr addrspace(1) %%out, i64 %d" % (k, k * SLOT),
                  "  store i1024 %%z%d, ptr addrspace(1) %%o%d, align 8" % (k, k)]
    return "define ptx_kernel void @k%d(ptr addrspace(1) %%in, ptr addrspace(1) %%out) {\n%s\n  ret void\n}\n" % (index, "\n".join(lines))


def main():
    lathe, failed, done = sys.argv[1], 0, 0
    r = random.Random(1)
    shapes = [(w, 0) for w in WIDTHS] + [(w, n) for w in WIDTHS if w < 300 for n in (2, 3, 4, 5)]
    data = r.randbytes(5 * SLOT)
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)  # noqa: E731
        with open(path("t.ll"), "w") as file:
            file.write('target triple = "nvptx64-nvidia-cuda"\n' + "".join(function(i, w, n) for i, (w, n) in enumerate(shapes)))
        with open(path("in.raw"), "wb") as file:
            file.write(data)
        with open(path("zero.raw"), "wb") as file:
            file.write(bytes(5 * SLOT))
        for level in (0, 3):
            made = subprocess.run([lathe, "compile", path("t.ll"), "-O%d" % level, "-mcpu=sm_90", "-o", path("t.ptx")], capture_output=True, text=True)
            if made.returncode != 0:
                print("FAILED: -O%d: %s" % (level, made.stderr[:300]))
                return 1
            for i, (width, lanes) in enumerate(shapes):
                ran = subprocess.run([lathe, "run", path("t.ptx"), "--kernel", "k%d" % i, "--arg", "in:" + path("in.raw"), "--arg",
                                      "inout:%s:%s" % (path("zero.raw"), path("out.raw"))], capture_output=True, text=True)
                got = b""
                if ran.returncode == 0:
                    with open(path("out.raw"), "rb") as file:
                        got = file.read()
                numbers = [int.from_bytes(data[k * SLOT:(k + 1) * SLOT], "little") & ((1 << width) - 1) for k in range(max(1, lanes))]
                want = b"".join(n.to_bytes(SLOT, "little") for n in numbers)
                done += 1
                if got[:len(want)] != want:
                    failed += 1
                    print("FAILED: -O%d %s i%d: %s" % (level, lanes or "one", width, ran.stderr[:200] or "wrong"))
    print("%d shapes, %d wrong" % (done, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
