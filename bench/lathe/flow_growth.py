#!/usr/bin/env python3
"""How the instructions of uniformity and throughput grow with the program, counted by valgrind: other work on the machine changes
nothing.

  flow_growth.py BENCH [SIZE ...]     (BENCH: bench_throughput or bench_uniformity; default sizes 1024 8192 65536 131072, blocks of eight instructions)

For each shape: executed instructions for one of the program's at each size, of the analysis alone, and the slope of their logarithms (1 is linear).
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from thinlto_growth import slope


def shapes(program):
    listed = subprocess.run([program, "--benchmark_list_tests"], capture_output=True, text=True, check=True).stdout
    return list(dict.fromkeys(re.findall(r"^growth/(\w+)/\d+$", listed, re.M)))


def instructions(program, shape, blocks, folder):
    """(executed instructions, the program's)."""
    out = folder / "profile"
    done = subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=*analysed_here*", f"--callgrind-out-file={out}", program,
                           "--once", shape, str(blocks)], capture_output=True, text=True)
    counted = re.search(r"^(?:summary|totals): (\d+)", out.read_text() if out.exists() else "", re.M)
    if done.returncode != 0 or not counted or counted[1] == "0":
        sys.exit(f"{shape} {blocks}: {done.stdout[-500:]}{done.stderr[-1500:]}")
    return int(counted[1])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, sizes = sys.argv[1], [int(x) for x in sys.argv[2:]] or [1024, 8192, 65536, 131072]
    with tempfile.TemporaryDirectory() as scratch:
        for shape in shapes(program):
            points = [(8 * size, instructions(program, shape, size, pathlib.Path(scratch))) for size in sizes]
            print(f"{shape:12} " + "  ".join(f"{size}: {count / size:.0f}" for size, count in points) + f"  executed for each instruction, slope {slope(points):.3f}",
                  flush=True)


if __name__ == "__main__":
    main()
