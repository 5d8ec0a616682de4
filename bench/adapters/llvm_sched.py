#!/usr/bin/env python3
"""Registers after the list scheduler inside LLVM 22, against LLVM's own scheduler on the same machine functions: csmith's
programs by clang-22 -O2, for each target. For x86-64 the reordered code is compiled to the end by llc-22 and run: what
it prints must be what clang's own program prints; spills and reloads are those of LLVM's allocator.

  llvm_sched.py --example BUILD/example_llvm_sched [--count 20] [--seed 1] [--guard] [--work DIR]

"peaks": sums of RegPressureTracker's highest pressure over functions and pressure sets; "excess": registers beyond the
limits, over blocks and sets. Exit 1 when a plan has a fault, LLVM's verifier complains or a program prints something
else. 77 when a tool is missing.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RUNTIME = pathlib.Path(__file__).resolve().parents[2] / "tests/suites/csmith_runtime"
TARGETS = {"x86_64-linux-gnu": "x86-64-v3", "aarch64-linux-gnu": "cortex-a72", "amdgcn-amd-amdhsa": "gfx90a",
           "nvptx64-nvidia-cuda": "sm_80"}
LINE = re.compile(r"peaks (\d+), LLVM (\d+), ours (\d+); excess (\d+), LLVM (\d+), ours (\d+)")
TIMEOUT = 20


def compile_ir(source, out, triple, cpu):
    flag = "-march=" if triple.startswith("x86") else "-mcpu="
    extra = {"nvptx64-nvidia-cuda": ["-march=" + cpu, "-nocudalib"],
             "amdgcn-amd-amdhsa": [flag + cpu, "-nogpulib"]}.get(triple, [flag + cpu])
    if not triple.startswith("x86"):
        extra.append("-ffreestanding")  # there are no headers of a C library for it
    return subprocess.run(["clang-22", "-w", "-O2", "--target=" + triple, *extra, f"-I{RUNTIME}", "-emit-llvm", "-S",
                           source, "-o", out], capture_output=True, text=True)


def spills(arguments):
    done = subprocess.run(["llc-22", "-O2", "-relocation-model=pic", "-pass-remarks-missed=regalloc", *arguments],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return None
    found = [0, 0]
    for line in done.stderr.splitlines():
        if "generated in function" in line:
            for i, what in enumerate(("spills", "reloads")):
                m = re.search(r"(\d+) (?:folded )?%s" % what, line)
                found[i] += int(m.group(1)) if m else 0
    return found


def output(program):
    try:
        done = subprocess.run([program], capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout


def run_x86(work, name, ir, mir):
    """Spills and reloads in the source order, LLVM's and ours; whether the program does the same. None: too slow."""
    cpu = ["-mcpu=x86-64-v3"]
    found = [spills(["-enable-misched=false", *cpu, ir, "-o", work / (name + ".none.s")]),
             spills([*cpu, ir, "-filetype=obj", "-o", work / (name + ".llvm.o")]),
             spills([*cpu, "-start-after=machine-scheduler", mir, "-filetype=obj", "-o", work / (name + ".ours.o")])]
    if None in found:
        return found, False
    results = []
    for kind in ("llvm", "ours"):
        program = work / (name + "." + kind)
        subprocess.run(["clang-22", work / f"{name}.{kind}.o", "-o", program, "-lm"], check=True)
        results.append(output(program))
    return found, None if results[0] is None else results[0] == results[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--example", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guard", action="store_true", help="keep the order where nothing beyond a limit is saved")
    parser.add_argument("--seconds", type=int, default=60, help="for one program and target; LLVM itself may take longer")
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    for tool in ("csmith", "clang-22", "llc-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    work = args.work or pathlib.Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    sums = {t: [0] * 9 for t in TARGETS}
    moved, bad, same, slow, large = [[0, 0] for _ in range(3)], [], 0, 0, 0
    for seed in range(args.seed, args.seed + args.count):
        source = work / f"{seed}.c"
        subprocess.run(["csmith", "--seed", str(seed), "--no-argc", "-o", source.resolve()], check=True,
                       cwd=work)  # it leaves a file where it runs
        for triple, cpu in TARGETS.items():
            ir, mir = work / f"{seed}.{triple}.ll", work / f"{seed}.{triple}.mir"
            made = compile_ir(source, ir, triple, cpu)
            if made.returncode != 0:
                bad.append(f"{seed} {triple}: clang-22: {made.stderr[:200]}")
                continue
            command = [args.example, ir, "--triple", triple, "--cpu", cpu, "--write", mir] + ["--guard"] * args.guard
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=args.seconds)
            except subprocess.TimeoutExpired:
                large += 1
                continue
            found = LINE.search(done.stdout)
            if done.returncode != 0 or not found:
                bad.append(f"{seed} {triple}: {done.stdout[-300:]}{done.stderr[-300:]}")
                continue
            numbers = [int(n) for n in found.groups()]
            for i, n in enumerate(numbers + [numbers[2] < numbers[1], numbers[2] > numbers[1], 1]):
                sums[triple][i] += n
            if triple.startswith("x86"):
                found, fine = run_x86(work, str(seed), ir, mir)
                same, slow = same + (fine is True), slow + (fine is None)
                if fine is False:
                    bad.append(f"{seed} x86-64: another result, or not compiled: {found}")
                else:
                    for to, of in zip(moved, found):
                        to[0], to[1] = to[0] + of[0], to[1] + of[1]
    for triple, (p0, p1, p2, e0, e1, e2, lower, higher, count) in sums.items():
        print(f"{triple}: {count} programs; peaks {p0}, LLVM {p1}, ours {p2}, lower in {lower}, higher in {higher}; "
              f"excess {e0}, LLVM {e1}, ours {e2}")
    print(f"x86-64: {same} programs print the same, {slow} too slow; spills and reloads: source order {moved[0]}, "
          f"LLVM's {moved[1]}, ours {moved[2]}")
    print(f"{large} not done in {args.seconds} seconds")
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
