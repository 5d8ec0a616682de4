#!/usr/bin/env python3
"""The steps of prepare that only better the code: named, left out by name, each changes something, and the kernels that
they were made for (tests/quality/motives.cu) compute what Python computes, with every step, without each and without all.

  code_shape.py LATHE
"""
import os
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE = os.path.join(ROOT, "tests", "quality", "motives.ll")
STEPS = ["implied-branches", "shared-addresses", "sink-compares"]
failed = []


def lathe(*args):
    return subprocess.run([sys.argv[1], *args], capture_output=True, text=True)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:500] + done.stderr[:500]) if done else ""))


# ---------------------------------------------------------------- what the kernels compute, in exact numbers
def totals(n, blocks, threads):
    return [sum(i for i in range(n) if i // threads % blocks == b) for b in range(blocks)]


def rows(count, stride, column, height):
    out = [0] * (height * stride)
    for row in range(height):
        if row < count and row % 16 > 0:  # in[k] is k
            out[row * stride + column] += row * stride
    return out


def taps(width, height, columns):
    out = [0] * (width * height)
    for y in range(height):
        for x in range(columns):
            out[y * width + x] = sum((y + b) * width + x + a for b in range(-2, 3) for a in range(-2, 3)
                                     if 0 <= x + a < width and 0 <= y + b < height)
    return out


def steps(a, x, n):
    out = [0] * 160
    for k in range(12):
        if k != n:
            out[(a + x * k) << 1] = a + x * k + k
    return out


def tests(data, n, threads, p):
    a, b, c, d, e, f, g, h = p
    plan = [(a < b, "+", a), (b < c, "*", b), (c < d, "-", c), (d < e, "+", d), (e < f, "*", e), (f < g, "-", f), (g < h, "+", g),
            (h < a, "*", h), (a < c, "-", 2 * a), (b < d, "+", 2 * b), (c < e, "*", 2 * c)]
    out = []
    for thread in range(threads):
        total = 0
        for i in range(thread, n, threads):
            v = data[i]
            for holds, sign, offset in plan:
                if holds:
                    other = data[i + offset]
                    v = v + other if sign == "+" else v - other if sign == "-" else v * other
            total += v
        out.append(total)
    return out


def launches(path):
    data = [(7 * i * i + 3 * i) % 5 - 2 for i in range(128)]
    with open(path("data.raw"), "wb") as file:
        file.write(struct.pack("<128f", *data))
    answer = [("block_total", "2", "96", ["iota:f32:1000", "zeros:f32:2:-", "1000"], totals(1000, 2, 96)),
              ("block_total", "1", "32", ["iota:f32:70", "zeros:f32:1:-", "70"], totals(70, 1, 32)),
              ("tree_total", "2", "256", ["iota:i32:512", "zeros:i32:2:-"], totals(512, 2, 256)),
              ("tree_shuffle_total", "2", "512", ["iota:f64:1024", "zeros:f64:2:-"], totals(1024, 2, 512)),
              ("guarded_rows", "2", "1", ["iota:f32:256", "zeros:f32:256:-", "21", "8", "3"], rows(21, 8, 3, 32)),
              ("guarded_taps", "1,4", "32", ["iota:f32:160", "zeros:f32:160:-", "40", "4"], taps(40, 4, 32)),
              ("unsigned_steps", "1", "1", ["iota:u32:160", "zeros:u32:160:-", "3", "5", "4"], steps(3, 5, 4))]
    for p in ([1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1], [3, 1, 4, 1, 5, 9, 2, 6]):
        answer.append(("invariant_tests", "1", "16", ["in:" + path("data.raw"), "zeros:f32:16:-", "50", *map(str, p)], tests(data, 50, 16, p)))
    return answer


def run_all(path, name, ptx, plan):
    for kernel, grid, block, args, right in plan:
        done = lathe("run", ptx, "--kernel", kernel, "--grid", grid, "--block", block, *[w for a in args for w in ("--arg", a)])
        values = [float(v) for v in done.stdout.split()] if done.returncode == 0 else []
        expect(values == right, "%s with %s" % (kernel, name), done)


def main():
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)
        plan, texts = launches(path), {}
        for name, disabled in [("all", ""), ("none", ",".join(STEPS))] + [("without " + s, s) for s in STEPS]:
            out = path("out.ptx")
            done = lathe("compile", SOURCE, "-mcpu=sm_90", "--verify-each", *(["--disable=" + disabled] if disabled else []), "-o", out)
            expect(done.returncode == 0 and done.stderr == "", "compiles, " + name, done)
            if done.returncode != 0:
                continue
            with open(out) as file:
                texts[name] = file.read()
            run_all(path, name, out, plan)
        for step in STEPS:
            expect(texts.get("without " + step) != texts.get("all"), step + " changes something")
        known = lathe("compile", SOURCE, "--disable=no-such-step", "-o", "-")
        expect(known.returncode != 0 and all(s in known.stderr for s in STEPS), "the steps are listed", known)
    print("FAILED: %d" % len(failed) if failed else "all fine: %d launches, %d sets of steps" % (len(plan), len(texts)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
