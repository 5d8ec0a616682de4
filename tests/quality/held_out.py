#!/usr/bin/env python3
"""The held-out programs of `./dev bench quality --held-out`: CUDA files that no rule was made for, clang -O1 and -O0 code, Numba.

  held_out.py [--out DIR] [NAME ...]   makes DIR/NAME.ll (default: build/cache/held_out) by clang 22 and the CUDA headers

The files here use the primitives of CUB, Thrust, curand, cooperative groups and libcu++, most of them for four types.
The -O1 and -O0 programs are files of tests/kernels, compiled with little or no optimization. numba_like.ll is IR in the
form that Numba emits, written by hand. motives.cu is not among them: it holds the
kernels that steps of `prepare` were made for.
"""
import argparse
import fnmatch
import glob
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "suites"))
import common  # noqa: E402

FOLDER = os.path.join(common.ROOT, "build", "cache", "held_out")  # where they are made
LEAST = "80"  # lowest target; the .ll is made for it
LESS_OPTIMIZED = ["bitonic_sort", "reduce", "scan", "stencil", "matmul_tiled", "nbody", "sha256", "sorts", "spmv", "interpreter",
                  "image", "floyd_warshall", "dynamic_programming", "histogram", "mandelbrot", "string_search"]


class Program:
    """One input, in the form that bench/nvptx/quality.py takes (see common.Kernel)."""

    libdevice = "linked"

    def __init__(self, source, folder, level):
        stem = os.path.splitext(os.path.basename(source))[0]
        self.source, self.level = source, level
        self.name = stem if level == "3" else "%s.O%s" % (stem, level)
        self.ll = source if source.endswith(".ll") else os.path.join(folder, self.name + ".ll")

    def machine_flags(self, target):
        return ["-mcpu=sm_" + target]

    def runs_on(self, target):
        return int(target.rstrip("af")) >= int(LEAST)

    def command(self, cuda):
        # -O0 alone marks every function optnone, which asks the compilers here to leave them as they are.
        level = ["-O0", "-Xclang", "-disable-O0-optnone"] if self.level == "0" else ["-O" + self.level]
        return [common.llvm_tool("clang"), "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_" + LEAST, *level,
                "-std=c++17", "--cuda-path=" + cuda, "-w", "-Wno-unknown-cuda-version", "-isystem",
                os.path.join(cuda, "include", "cccl"), "-S", "-emit-llvm", self.source, "-o", self.ll]

    def make(self, cuda):
        """Writes the .ll unless it is newer than its source. Returns an error line or None."""
        sources = [self.source, os.path.join(HERE, "types.hpp")]
        if self.ll == self.source:
            return None
        if os.path.exists(self.ll) and os.path.getmtime(self.ll) >= max(map(os.path.getmtime, sources)):
            return None
        result = common.run(self.command(cuda), limit=1200)
        if result.rc == 0 and not result.timed_out:
            return None
        if os.path.exists(self.ll):
            os.unlink(self.ll)
        return common.first_error(result)


def programs(folder, patterns="*"):
    """All programs whose names fit one of the patterns (separated by commas), whether made or not."""
    sources = sorted(p for p in glob.glob(os.path.join(HERE, "*.cu")) if not p.endswith("motives.cu"))
    chosen = [Program(s, folder, "3") for s in sources]
    chosen += [Program(os.path.join(HERE, "numba_like.ll"), folder, "3")]
    chosen += [Program(os.path.join(common.KERNELS, n + ".cu"), folder, level) for level in "10" for n in LESS_OPTIMIZED]
    return [p for p in chosen if any(fnmatch.fnmatch(p.name, q) for q in patterns.split(","))]


def make_all(folder, patterns="*", jobs=1):
    """Makes what is missing; prints each that cannot be made. Returns the programs that are there."""
    cuda = common.cuda_home()
    if not cuda or not common.llvm_tool("clang"):
        common.fail("needs clang 22 and the CUDA toolkit")
    os.makedirs(folder, exist_ok=True)
    chosen = programs(folder, patterns)
    errors = common.parallel(jobs, lambda p: p.make(cuda), chosen)
    for program, error in zip(chosen, errors):
        if error:
            print("%s: not made: %s" % (program.name, error), flush=True)
    return [p for p, e in zip(chosen, errors) if not e]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="names or shell patterns")
    parser.add_argument("--out", default=FOLDER)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    made = make_all(args.out, ",".join(args.names) or "*", args.jobs)
    return 0 if len(made) == len(programs(args.out, ",".join(args.names) or "*")) else 1


if __name__ == "__main__":
    sys.exit(main())
