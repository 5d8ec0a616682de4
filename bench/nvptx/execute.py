#!/usr/bin/env python3
"""How fast `lathe run` executes: thread-instructions a second on one CPU thread, and with all of them.

Kernels of tests/kernels, compiled by lathe for sm_80, on inputs made by `lathe run` itself. A figure is the median of
--runs launches (each a process of its own; the time is that of the launch alone). Exit status 1 when a run fails.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RANDOM = "rand:f32:%d:1:0:1"
# kernel file, kernel, grid, block, arguments: what each is dominated by
CASES = [
    ("nbody", "nbody_step", "32", "128", [RANDOM % 16384, RANDOM % 16384, "out:f32:16384", "4096", "0.01", "0.001"],
     "f32 arithmetic, shared memory"),
    ("mandelbrot", "mandelbrot_f64", "32,32", "16,16", ["out:u32:262144", "512", "512", "-0.5", "0.0", "0.005", "400"],
     "f64, divergent loops"),
    ("matmul_tiled", "matmul_f32", "16,16", "16,16", [RANDOM % 65536, RANDOM % 65536, "out:f32:65536", "256", "256", "256"],
     "shared loads"),
    ("sha256", "sha256_many", "16", "128", ["rand:u8:131072", "64", "out:u8:65536", "2048"], "integer, local arrays"),
    ("transpose", "transpose_tiled", "32,32", "32,8", ["iota:f32:1048576", "out:f32:1048576", "1024", "1024"],
     "global and shared memory"),
    ("bitonic_sort", "bitonic_block", "64", "256", ["rand:i32:32768"], "barriers, compare and swap"),
    ("histogram", "histogram_u8", "32", "256", ["rand:u8:262144", "zeros:u32:256", "65536"], "atomics"),
    ("reduce", "reduce_sum_i32", "64", "256", ["rand:i32:1048576:1:0:9", "zeros:i32:1", "1048576"], "shuffles, atomics"),
    ("chacha20", "chacha_blocks", "64", "64", ["rand:u32:8", "rand:u32:3", "1", "out:u32:65536", "4096"], "rotates"),
]


def compiled(lathe, name, folder):
    path = os.path.join(folder, name + ".ptx")
    subprocess.run([lathe, "compile", os.path.join(ROOT, "tests/kernels/ll", name + ".ll"), "-mcpu=sm_80", "-o", path],
                   check=True)
    return path


def launch(lathe, ptx, case, threads):
    _, kernel, grid, block, arguments, _ = case
    command = [lathe, "run", ptx, "--kernel", kernel, "--grid", grid, "--block", block, "--threads", str(threads),
               "--stats=json"]
    for a in arguments:
        command += ["--arg", a]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("execute: %s\n%s" % (" ".join(command), done.stderr))
    return json.loads(done.stderr or done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=os.path.join(ROOT, "build/bench/bin/lathe"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--kernels", default="", help="names, separated by commas (default: all)")
    args = parser.parse_args()
    cores = os.cpu_count() or 1
    wanted = set(filter(None, args.kernels.split(",")))
    print("%-14s %14s %9s %8s %10s %10s  %s" % ("kernel", "thread instr.", "ms", "lanes", "M/s, 1", "M/s, %d" % cores, ""))
    rates = []
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if wanted and case[0] not in wanted:
                continue
            ptx = compiled(args.lathe, case[0], folder)
            one = [launch(args.lathe, ptx, case, 1) for _ in range(args.runs)]
            many = [launch(args.lathe, ptx, case, cores) for _ in range(args.runs)]
            count = one[0]["thread_instructions"]
            ms = statistics.median(r["ms_best"] for r in one)
            rate, rate_many = count / ms / 1e3, count / statistics.median(r["ms_best"] for r in many) / 1e3
            rates.append(rate)
            print("%-14s %14d %9.2f %8.1f %10.0f %10.0f  %s"
                  % (case[0], count, ms, count / one[0]["warp_instructions"], rate, rate_many, case[5]), flush=True)
    if rates:
        print("geometric mean on one thread: %.0f million thread-instructions a second; least %.0f"
              % (statistics.geometric_mean(rates), min(rates)))


if __name__ == "__main__":
    main()
