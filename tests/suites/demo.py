#!/usr/bin/env python3
"""Compiles a few CUDA kernels with lathe and shows, for each: PTX instructions, registers (by ptxas where present),
time, and where the PTX is.

  demo.py --lathe PATH [--out DIR] [--target sm_90] [NAME ...]
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ["elementwise_float", "reduce", "matmul_tiled", "wmma_f16", "fft", "nbody", "sha256", "mandelbrot"]


def find_ptxas():
    for folder in [None, os.environ.get("CUDA_HOME"), "/usr/local/cuda"]:
        found = shutil.which("ptxas") if folder is None else shutil.which(os.path.join(folder, "bin", "ptxas"))
        if found:
            return found
    return None


def instructions(text):
    return sum(1 for line in text.splitlines() if line.rstrip().endswith(";") and line[:1] == "\t" and not line.lstrip().startswith("."))


def registers(ptxas, ptx, target):
    run = subprocess.run([ptxas, f"-arch={target}", "-v", "-c", "-o", os.devnull, str(ptx)], capture_output=True, text=True)
    if run.returncode != 0:
        return "refused: " + (run.stderr.strip().splitlines() or ["?"])[0][:60]
    used = [int(n) for n in re.findall(r"Used (\d+) registers", run.stderr)]
    return str(max(used)) if used else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=str(ROOT / "build/release/bin/lathe"))
    parser.add_argument("--out", default=str(ROOT / "build/demo"))
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("names", nargs="*", help="kernels of tests/kernels/ll")
    args = parser.parse_args()
    folder = ROOT / "tests/kernels/ll"
    names = args.names or [n for n in KERNELS if (folder / f"{n}.ll").exists()]
    unknown = [n for n in names if not (folder / f"{n}.ll").exists()]
    if unknown or not names:
        print(f"demo.py: no such kernel: {', '.join(unknown)}; see tests/kernels/ll", file=sys.stderr)
        return 2
    ptxas, out, failed = find_ptxas(), pathlib.Path(args.out), 0
    out.mkdir(parents=True, exist_ok=True)
    if not ptxas:
        print("ptxas is not here: registers are left out")
    print(f"{'kernel':<16} {'PTX instructions':>16} {'registers':>9} {'ms':>7}  PTX ({args.target})")
    for name in names:
        ptx = out / f"{name}.ptx"
        begin = time.perf_counter()
        run = subprocess.run([args.lathe, "compile", f"-mcpu={args.target}", str(folder / f"{name}.ll"), "-o", str(ptx)],
                             capture_output=True, text=True)
        took = (time.perf_counter() - begin) * 1000
        if run.returncode != 0:
            failed += 1
            print(f"{name:<16} {run.stderr.strip().splitlines()[0] if run.stderr.strip() else 'failed'}")
            continue
        count = instructions(ptx.read_text())
        used = registers(ptxas, ptx, args.target) if ptxas else "-"
        failed += used.startswith("refused")
        shown = os.path.relpath(ptx)
        print(f"{name:<16} {count:>16} {used:>9} {took:>7.1f}  {shown}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
