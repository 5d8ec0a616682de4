#!/usr/bin/env python3
"""Bytes that the outliner saves in machine functions of LLVM against LLVM's own outliner on the same functions, after
register allocation, for AArch64 and x86-64. The programs are csmith's, compiled by clang-22 -Oz.

  outline_llvm.py --example BUILD/example_llvm_outline [--count 40] [--seed 1] [--work DIR]

Exit 1 when a plan has a fault or saves less than LLVM's. 77 when csmith or clang-22 is missing.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RUNTIME = pathlib.Path(__file__).resolve().parents[2] / "tests/suites/csmith_runtime"
LINE = re.compile(r"(\S+) (\S+): (\d+) bytes, saved (\d+), (\d+) faults, LLVM (-?\d+)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--example", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    if not shutil.which("csmith") or not shutil.which("clang-22"):
        print("csmith or clang-22 is missing")
        return 77
    work = args.work or pathlib.Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    sums, bad, programs = {}, [], 0
    for seed in range(args.seed, args.seed + args.count):
        source, ir = work / f"{seed}.c", work / f"{seed}.ll"
        subprocess.run(["csmith", "--seed", str(seed), "--no-argc", "-o", source], check=True)
        subprocess.run(["clang-22", "-w", "-Oz", f"-I{RUNTIME}", "-emit-llvm", "-S", source, "-o", ir], check=True)
        # For any target: what clang said of this computer's is dropped.
        text = re.sub(r"^target .*\n", "", ir.read_text(), flags=re.M)
        ir.write_text(re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text))
        done = subprocess.run([args.example, ir], capture_output=True, text=True)
        print(done.stdout, done.stderr, sep="", end="")
        found = LINE.findall(done.stdout)
        if done.returncode != 0 or len(found) != 2:
            bad.append(f"{seed}: failed")
        programs += 1
        for _, triple, before, ours, _, llvm in found:
            s = sums.setdefault(triple, [0, 0, 0, 0, 0])
            for i, value in enumerate((int(before), int(ours), int(llvm), int(ours) > int(llvm), int(ours) < int(llvm))):
                s[i] += value
            if int(ours) < int(llvm):
                bad.append(f"{seed} {triple}: {ours} < {llvm}")
    for triple, (before, ours, llvm, more, less) in sorted(sums.items()):
        print(f"{triple}: {programs} programs, {before} bytes: {ours} saved, LLVM {llvm}; better in {more}, worse in {less}")
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
