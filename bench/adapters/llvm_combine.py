#!/usr/bin/env python3
"""The combiner inside LLVM 22 on whole programs: csmith's, by clang-22 with nothing but sroa and simplifycfg, run before
and after; what they print must be the same. Beside it, the instructions that LLVM's instsimplify
and instcombine leave of the same code, each alone.

  llvm_combine.py --example BUILD/example_llvm_combine [--count 20] [--seed 1] [--work DIR]

Exit 1 when a program prints something else or the checker or LLVM's verifier finds a fault. 77 when a tool is missing.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RUNTIME = pathlib.Path(__file__).resolve().parents[2] / "tests/suites/csmith_runtime"
TIMEOUT = 20


def instructions(path):
    # Lines of bodies that are neither labels nor braces.
    return sum(1 for line in path.read_text().splitlines() if re.match(r"  \S", line) and not line.startswith("  ]"))


def output(program):
    try:
        done = subprocess.run([program], capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--example", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    for tool in ("csmith", "clang-22", "opt-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    work = (args.work or pathlib.Path(tempfile.mkdtemp())).resolve()
    work.mkdir(parents=True, exist_ok=True)
    total, same, slow, bad = {}, 0, 0, []
    for seed in range(args.seed, args.seed + args.count):
        source, raw, before, after = (work / f"{seed}{end}" for end in (".c", ".raw.ll", ".ll", ".ours.ll"))
        subprocess.run(["csmith", "--seed", str(seed), "--no-argc", "-o", source], check=True, cwd=work)
        subprocess.run(["clang-22", "-w", "-O1", "-Xclang", "-disable-llvm-passes", f"-I{RUNTIME}", "-emit-llvm", "-S",
                        source, "-o", raw], check=True)
        subprocess.run(["opt-22", "-S", "-passes=function(sroa,simplifycfg)", raw, "-o", before], check=True)
        done = subprocess.run([args.example.resolve(), before, "--write", after], capture_output=True, text=True)
        if done.returncode != 0:
            bad.append(f"{seed}: {done.stdout[-300:]}{done.stderr[-300:]}")
            continue
        results = []
        for ir in (before, after):
            subprocess.run(["clang-22", "-w", "-O0", ir, "-o", work / "program", "-lm"], check=True)
            results.append(output(work / "program"))
        slow, same = slow + (results[0] is None), same + (results[0] is not None and results[0] == results[1])
        if results[0] is not None and results[0] != results[1]:
            bad.append(f"{seed}: prints something else")
        counts = {"before": instructions(before), "lathe": instructions(after)}
        for name, run in (("instsimplify", "instsimplify"), ("instcombine", "instcombine<no-verify-fixpoint>")):
            out = work / f"{seed}.{name}.ll"
            subprocess.run(["opt-22", "-S", f"-passes=function({run})", before, "-o", out], check=True)
            counts[name] = instructions(out)
        for name, n in counts.items():
            total[name] = total.get(name, 0) + n
    print(f"{same} programs print the same, {slow} too slow; instructions: "
          + ", ".join(f"{name} {n}" for name, n in total.items()))
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
