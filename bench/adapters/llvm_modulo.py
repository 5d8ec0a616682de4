#!/usr/bin/env python3
"""Initiation intervals of our modulo scheduler beside those of LLVM's MachinePipeliner, over the loops of bench/adapters/loops as clang-22
compiles them for AArch64 (Cortex-A55), POWER9, RISC-V (SiFive U74) and Hexagon, on the machine as LLVM's pipeliner counts it.

  llvm_modulo.py --program BUILD/bin/modulo_llvm [--targets aarch64,...] [--stages 50] [--loops] [--work DIR]

LLVM's interval is what llc-22 says in its remarks (-pass-remarks-output, filter `pipeliner`). Ours is told twice: with the latency of what
computes a value that a phi takes to the next iteration, and with one cycle for it, which is what LLVM takes. LLVM's intervals below the
first kind's RecMII are below what the recurrence needs: the processor waits for it, whatever the schedule says. Compared are loops that
both pipeline. --loops prints each. Exit 1 when a schedule of ours has a fault, or is longer than LLVM's on LLVM's latencies; 77 when a tool is missing.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parent / "loops"
# triple, CPU, what switches the pipeliner on
TARGETS = {"aarch64": ("aarch64-linux-gnu", "cortex-a55", ["-aarch64-enable-pipeliner"]),
           "power": ("powerpc64le-linux-gnu", "pwr9", ["-ppc-enable-pipeliner"]),
           "riscv": ("riscv64-linux-gnu", "sifive-u74", ["-riscv-enable-pipeliner"]),
           "hexagon": ("hexagon-linux-musl", "hexagonv68", [])}
CLANG = ["-ffreestanding", "-ffp-contract=off", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]


def compile_ir(source, triple, cpu, out):
    subprocess.run(["clang-22", "-O2", "--target=" + triple, "-mcpu=" + cpu, *CLANG, "-emit-llvm", "-S", source, "-o", out], check=True)


def theirs(ir, triple, cpu, switch, stages, work):
    """Interval by function, of those with one remark."""
    said = work / "said.yaml"
    subprocess.run(["llc-22", "-O2", "-mtriple=" + triple, "-mcpu=" + cpu, "-enable-pipeliner", *switch, f"-pipeliner-max-stages={stages}",
                    f"-pass-remarks-output={said}", "-pass-remarks-filter=pipeliner", ir, "-o", "/dev/null"], check=True)
    found = {}
    for one in said.read_text().split("--- ")[1:]:
        name, interval = re.search(r"^Function: +(\S+)", one, re.M), re.search(r"- II: +'(\d+)'", one)
        if interval:
            found.setdefault(name[1].strip("'"), []).append(int(interval[1]))
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def ours(program, ir, triple, cpu):
    """ResMII, RecMII, II, and the two on LLVM's latencies, by function, of those with one loop; whether all are right."""
    done = subprocess.run([program, ir, triple, cpu], capture_output=True, text=True)
    found = {}
    for line in done.stdout.splitlines():
        name, *numbers = line.split()
        found.setdefault(name, []).append([int(n) for n in numbers])
    if done.returncode != 0:
        print(triple, done.stderr[:300])
    return {name: values[0] for name, values in found.items() if len(values) == 1}, done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--stages", type=int, default=50, help="-pipeliner-max-stages for LLVM; ours has no limit")
    parser.add_argument("--loops", action="store_true", help="a line for each")
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    for tool in ("clang-22", "llc-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    work = args.work or pathlib.Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    bad = False
    for target in args.targets.split(","):
        triple, cpu, switch = TARGETS[target]
        mine, llvm = {}, {}
        for source in sorted(SOURCES.glob("*.c")):
            ir = work / f"{source.stem}.{target}.ll"
            compile_ir(source, triple, cpu, ir)
            llvm.update(theirs(ir, triple, cpu, switch, args.stages, work))
            found, good = ours(args.program, ir, triple, cpu)
            mine.update(found)
            bad |= not good
        both = sorted(n for n in mine if n in llvm and mine[n][2] != 0)
        below = [n for n in both if llvm[n] < mine[n][1]]
        fair = [n for n in both if n not in below]
        longer = [n for n in fair if mine[n][2] > llvm[n]]
        relaxed = [n for n in both if mine[n][4] > llvm[n]]
        bad |= bool(relaxed)
        print(f"{target:8} {cpu}: {len(mine)} loops, ours {sum(m[2] != 0 for m in mine.values())}, LLVM's {len(llvm)}, both {len(both)}; "
              f"on LLVM's latencies II {sum(mine[n][4] for n in both)} of {sum(llvm[n] for n in both)}, longer in {len(relaxed)}; "
              f"in full II {sum(mine[n][2] for n in fair)} of {sum(llvm[n] for n in fair)} in {len(fair)} loops, longer in {len(longer)}; "
              f"LLVM's below RecMII in {len(below)}")
        for name in sorted(relaxed) + [n for n in longer if n not in relaxed]:
            res, rec, ii, rec_llvm, ii_llvm = mine[name]
            print(f"         longer: {name}: ResMII {res}, RecMII {rec}, II {ii}, on LLVM's latencies RecMII {rec_llvm}, II {ii_llvm}; LLVM {llvm[name]}")
        for name in both if args.loops else ():
            print(f"         {name}: ResMII {mine[name][0]} RecMII {mine[name][1]} II {mine[name][2]} ({mine[name][4]}), LLVM {llvm[name]}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
