#!/usr/bin/env python3
"""Lathe's passes inside LLVM 22's code generator, beside LLVM's own: programs by clang-22 -O2, compiled by one llc-22 with
and without the plugin, for each target, each pass alone and all together.

  llvm_passes.py --plugin BUILD/liblathe_plugin.so [--count 20] [--seed 1] [--passes a,b] [--targets x86_64,...] [--work DIR]

Instructions are lines of the assembly text that are no label, directive or comment; spills and reloads are what LLVM's
register allocator says (-pass-remarks-missed=regalloc). "time": seconds in our pass and in the one of LLVM's that it
stands in the place of (-time-passes, sums of user and system time); of a pass that is added LLVM has none. Every
function is looked at by LLVM's verifier (-verify-machineinstrs). x86-64 programs are run, AArch64 and RISC-V under
qemu-user where that and a cross compiler are there, and print what LLVM's own print; AMD GPU's code is assembled.
Programs are csmith's and, for all targets, llvm-stress-22's (assembled only). Exit 1 when something fails, 77 when a
tool is missing.
"""
import argparse
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

RUNTIME = pathlib.Path(__file__).resolve().parents[2] / "tests/suites/csmith_runtime"
# triple, CPU, prefix of the cross compiler, emulator
TARGETS = {"x86_64": ("x86_64-linux-gnu", "x86-64-v3", "", None),
           "aarch64": ("aarch64-linux-gnu", "cortex-a72", "aarch64-linux-gnu-", "qemu-aarch64"),
           "riscv64": ("riscv64-linux-gnu", "sifive-u74", "riscv64-linux-gnu-", "qemu-riscv64"),
           "amdgcn": ("amdgcn-amd-amdhsa", "gfx90a", None, None)}
# ours, as -time-passes has it, and LLVM's
PASSES = {"dead-code": ("Lathe: dead code", "Remove dead machine instructions"),
          "copies": ("Lathe: copy propagation", None),
          "schedule": ("Lathe: schedule for registers", "Machine Instruction Scheduler"),
          "block-placement": ("Lathe: block placement", "Branch Probability Basic Block Placement")}
TIMEOUT = 20


def run(command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)


def compile_ir(source, out, triple, cpu):
    flag = {"x86": "-march=", "ris": "-mcpu="}.get(triple[:3], "-mcpu=")
    extra = [] if triple.startswith("x86") else ["-ffreestanding"]
    if triple.startswith("amdgcn"):
        extra.append("-nogpulib")
    return run(["clang-22", "-w", "-O2", "--target=" + triple, flag + cpu, *extra, f"-I{RUNTIME}", "-emit-llvm", "-S", source,
                "-o", out])


def llc(ir, out, triple, cpu, options, kind="asm"):
    # The attributes of the functions have the processor.
    return run(["llc-22", "-O2", "-relocation-model=pic", "-verify-machineinstrs", "-time-passes",
                "-pass-remarks-missed=regalloc", "-mtriple=" + triple, "-filetype=" + kind, *options, ir, "-o", out],
               timeout=300)


def instructions(path):
    count = 0
    for line in path.read_text().splitlines():
        line = line.split("#")[0].split("//")[0].split(";")[0].strip()
        count += bool(line) and not line.startswith(".") and not line.endswith(":")
    return count


def moved(text):
    found = 0
    for line in text.splitlines():
        if "generated in function" in line:
            found += sum(int(n) for n in re.findall(r"(\d+) (?:folded )?(?:spills|reloads)", line))
    return found


def seconds(text, name):
    """Of all lines of the report that end in the pass's name: user and system time together, else wall time."""
    total = 0.0
    for line in text.splitlines():
        if name and re.search(r"\)\s+" + re.escape(name) + r"(?: #\d+)?$", line.rstrip()):
            numbers = [float(n) for n in re.findall(r"(\d+\.\d+) \(", line)]
            total += numbers[-2] if len(numbers) >= 2 else sum(numbers)
    return total


def printed(program, emulator):
    command = [program] if emulator is None else [emulator, "-L", "/usr/" + emulator.replace("qemu-", "") + "-linux-gnu", program]
    try:
        done = run(command, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout


class Target:
    """Sums of one target, by pass."""

    def __init__(self, name, passes):
        self.name = name
        self.triple, self.cpu, self.cross, self.emulator = TARGETS[name]
        self.rows = {p: {"logs": [], "worst": (1.0, ""), "ours": 0, "llvm": 0, "spills": [0, 0], "time": [0.0, 0.0],
                         "same": 0, "slow": 0} for p in passes}
        tools = [self.cross + "gcc"] if self.cross is not None else []
        self.runs = self.cross is not None and all(shutil.which(t) for t in tools + ([self.emulator] if self.emulator else []))

    def link(self, assembly):
        out = assembly.with_suffix(".exe")
        tool = "clang-22" if self.cross == "" else self.cross + "gcc"
        done = run([tool, assembly, "-o", out, "-lm"])
        return out if done.returncode == 0 else None

    def one(self, name, ir, plugin, work, bad, executable):
        base = work / f"{name}.{self.name}.llvm.s"
        theirs = llc(ir, base, self.triple, self.cpu, [])
        if theirs.returncode != 0:
            return  # LLVM itself does not compile it
        expected = printed(self.link(base), self.emulator) if self.runs and executable and self.link(base) else None
        for p, row in self.rows.items():
            out = work / f"{name}.{self.name}.{p}.s"
            chosen = ",".join(PASSES) if p == "together" else p
            done = llc(ir, out, self.triple, self.cpu, [f"--load={plugin}", "-lathe-passes=" + chosen])
            if done.returncode != 0:
                bad.append(f"{name} {self.name} {p}: llc: {done.stderr[:300]}")
                continue
            ratio = instructions(out) / max(1, instructions(base))
            row["logs"].append(math.log(ratio))
            row["worst"] = max(row["worst"], (ratio, name))
            row["spills"][0] += moved(done.stderr)
            row["spills"][1] += moved(theirs.stderr)
            for q in PASSES if p == "together" else [p]:
                if PASSES[q][1] is not None:
                    row["time"][0] += seconds(done.stderr, PASSES[q][0])
                    row["time"][1] += seconds(theirs.stderr, PASSES[q][1])
            if not executable or not self.runs:
                made = run(["llvm-mc-22", "-triple=" + self.triple, "-mcpu=" + self.cpu, "-filetype=obj", out, "-o", "/dev/null"])
                if made.returncode != 0 and run(["llvm-mc-22", "-triple=" + self.triple, "-mcpu=" + self.cpu, "-filetype=obj",
                                                 base, "-o", "/dev/null"]).returncode == 0:
                    bad.append(f"{name} {self.name} {p}: not assembled: {made.stderr[:200]}")
                continue
            if expected is None:
                row["slow"] += 1
                continue
            program = self.link(out)
            if program is None or printed(program, self.emulator) != expected:
                bad.append(f"{name} {self.name} {p}: another result")
            else:
                row["same"] += 1

    def report(self):
        for p, row in self.rows.items():
            if not row["logs"]:
                continue
            mean = math.exp(sum(row["logs"]) / len(row["logs"]))
            ours, llvm = row["spills"]
            spills = f"{ours} {llvm} ({ours / llvm:.3f})" if llvm else f"{ours} {llvm}"
            print(f"{self.name:8} {p:16} {len(row['logs']):4} programs: instructions {mean:.4f}, worst {row['worst'][0]:.3f}"
                  f" ({row['worst'][1]}); spills and reloads {spills}; time {row['time'][0]:.3f} s, LLVM "
                  f"{row['time'][1]:.3f} s; run alike {row['same']}, not run {row['slow']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=20, help="programs of csmith; half as many of llvm-stress")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", default=",".join([*PASSES, "together"]))
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=3600, help="no further program behind that")
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    for tool in ("csmith", "clang-22", "llc-22", "llvm-stress-22", "llvm-mc-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    work = (args.work or pathlib.Path(tempfile.mkdtemp())).resolve()
    work.mkdir(parents=True, exist_ok=True)
    plugin, bad = args.plugin.resolve(), []
    end, left_out = time.monotonic() + args.seconds, 0
    targets = [Target(t, args.passes.split(",")) for t in args.targets.split(",")]
    for seed in range(args.seed, args.seed + args.count):
        if time.monotonic() > end:
            left_out += 1
            continue
        source = work / f"csmith{seed}.c"
        run(["csmith", "--seed", seed, "--no-argc", "-o", source], check=True, cwd=work)
        for target in targets:
            ir = work / f"csmith{seed}.{target.name}.ll"
            made = compile_ir(source, ir, target.triple, target.cpu)
            if made.returncode != 0:
                bad.append(f"csmith{seed} {target.name}: clang-22: {made.stderr[:200]}")
                continue
            target.one(f"csmith{seed}", ir, plugin, work, bad, True)
    for seed in range(args.seed, args.seed + args.count // 2):
        if time.monotonic() > end:
            left_out += 1
            continue
        ir = work / f"stress{seed}.ll"
        run(["llvm-stress-22", "-size=300", f"-seed={seed}", "-o", ir], check=True)
        for target in targets:
            target.one(f"stress{seed}", ir, plugin, work, bad, False)
    for target in targets:
        target.report()
        if not target.runs:
            print(f"{target.name}: not run, assembled only")
    if left_out:
        print(f"{left_out} programs left out after {args.seconds} seconds")
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
