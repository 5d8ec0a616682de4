#!/usr/bin/env python3
"""How the instructions of the import planner grow with the program, counted by valgrind: other work on the machine changes nothing.

  thinlto_growth.py BENCH_THINLTO [SIZE ...]     (default 65536 131072 262144 524288 1000000: sizes that bench_thinlto has)

For each shape of bench_thinlto: instructions a function at each size, of plan_problem alone, and the slope of their logarithms
(1 is linear). A program of a million functions takes about two minutes.
"""
import math
import pathlib
import re
import subprocess
import sys
import tempfile

SHAPES = ["growth/best", "growth/templates"]


def instructions(program, row, folder):
    out = folder / "profile"
    done = subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=*planned_here*", f"--callgrind-out-file={out}", program,
                           f"--benchmark_filter=^{row}$", "--benchmark_min_time=0"], capture_output=True, text=True)
    found = re.search(r"^(?:summary|totals): (\d+)", out.read_text() if out.exists() else "", re.M)
    if done.returncode != 0 or not found or found[1] == "0":
        sys.exit(f"{row}: {done.stdout[-500:]}{done.stderr[-1500:]}")
    return int(found[1])


def slope(points):
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, sizes = sys.argv[1], [int(x) for x in sys.argv[2:]] or [65536, 131072, 262144, 524288, 1000000]
    with tempfile.TemporaryDirectory() as scratch:
        for shape in SHAPES:
            points = [(size, instructions(program, f"{shape}/{size}", pathlib.Path(scratch))) for size in sizes]
            print(f"{shape:18} " + "  ".join(f"{size}: {count / size:.0f}" for size, count in points) + f"  instructions a function, slope {slope(points):.3f}", flush=True)


if __name__ == "__main__":
    main()
