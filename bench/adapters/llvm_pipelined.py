#!/usr/bin/env python3
"""Loops of bench/adapters/loops pipelined inside an unmodified llc-22, by LLVM's MachinePipeliner and by ours in its place (plugins/llvm, row
`pipeliner`), both emitted by LLVM's expander, verified and executed.

  llvm_pipelined.py --plugin BUILD/liblathe_plugin.so [--targets aarch64,...] [--stages 50] [--loops] [--work DIR]

For each target the loops are compiled without pipelining, by LLVM's, and by ours twice: with the latency of what computes a value that a phi takes
to the next iteration ("in full"), and with one cycle for it, as LLVM has it. Each program (loops_run.c) runs under qemu-user, every loop for 19
counts of iterations, and prints a sum of all arrays behind each; what is not as without pipelining is said. Intervals are what both say in their
remarks. Cycles: what llvm-mca-22 counts for one of 200 runs of the loop's block on the same CPU (not for Hexagon, of which it knows nothing).
Exit 1 when one of ours is unequal or refused by the verifier; 77 when a tool is missing.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE / "loops"
# triple, CPU, what switches the pipeliner on
TARGETS = {"aarch64": ("aarch64-linux-gnu", "cortex-a55", ["-aarch64-enable-pipeliner"]),
           "power": ("powerpc64le-linux-gnu", "pwr9", ["-ppc-enable-pipeliner"]),
           "riscv": ("riscv64-linux-gnu", "sifive-u74", ["-riscv-enable-pipeliner"]),
           "hexagon": ("hexagon-linux-musl", "hexagonv68", [])}
CLANG = ["-ffreestanding", "-ffp-contract=off", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]
# lld knows no addresses from Hexagon's global pointer
SMALL = {"hexagon": (["-G0"], ["-hexagon-small-data-threshold=0"])}
EMULATORS = {"aarch64": ["qemu-aarch64"], "power": ["qemu-ppc64le", "-cpu", "power9"], "riscv": ["qemu-riscv64"], "hexagon": ["qemu-hexagon", "-cpu", "v67"]}
RUNS = 200
TOOLS = ("clang-22", "llc-22", "ld.lld-22")


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)


def compile_ir(source, triple, cpu, out):
    subprocess.run(["clang-22", "-O2", "--target=" + triple, "-mcpu=" + cpu, *CLANG, "-emit-llvm", "-S", source, "-o", out], check=True)


def names(source):
    return re.findall(r"^LOOP\((\w+)\)", source.read_text(), re.M)


def remarks(text):
    """Interval and stages by function, of those with one pipelined loop; what was refused, by function."""
    found, refused = {}, {}
    for one in text.split("--- ")[1:]:
        name, interval = re.search(r"^Function: +(\S+)", one, re.M), re.search(r"- II: +'(\d+)'", one)
        if name and interval:
            stages = re.search(r"- (?:Stages|MaxStageCount): +'(\d+)'", one)
            stages = int(stages[1]) + ("MaxStageCount" in one) if stages else 0
            if stages > 1:  # LLVM's tells of schedules in which nothing overlaps, too, and then leaves the loop as it is
                found.setdefault(name[1].strip("'"), []).append((int(interval[1]), stages))
            else:
                refused[name[1].strip("'")] = f"one stage of {interval[1]}"
        elif name:
            refused[name[1].strip("'")] = " ".join(re.findall(r"- \w+: +'?(.*?)'?\n", one))
    return {name: values[0] for name, values in found.items() if len(values) == 1}, refused


def blocks_of_loops(text, note):
    """By function, the instructions of the longest block that branches to its own head."""
    found, name, label, lines = {}, None, None, []
    for line in text.splitlines():
        code = line.split(note)[0].strip()
        head = re.match(r"([.\w$]+):$", code)
        if head:
            if not head[1].startswith("."):
                name = head[1]
            label, lines = head[1], []
            continue
        if not code or code.startswith("."):
            continue
        lines.append(code)
        if label and re.search(r"[\s,]" + re.escape(label) + r"$", code) and len(lines) > len(found.get(name, ())):
            found[name] = lines[:]
    return found


def cycles(blocks, note, triple, cpu, work):
    """Cycles of a run of each block, by llvm-mca."""
    listing = work / "blocks.s"
    listing.write_text("".join("\n".join([f"{note} LLVM-MCA-BEGIN {name}", *lines, f"{note} LLVM-MCA-END {name}", ""]) for name, lines in sorted(blocks.items())))
    done = run("llvm-mca-22", "-mtriple=" + triple, "-mcpu=" + cpu, f"-iterations={RUNS}", "-resource-pressure=false", "-instruction-info=false", listing)
    return {name: int(total) / RUNS for name, total in re.findall(r"Code Region - (\w+)\s.*?Total Cycles: +(\d+)", done.stdout, re.S)}


class Target:
    def __init__(self, name, args, work):
        self.name, self.args, self.work = name, args, work
        self.triple, self.cpu, self.switch = TARGETS[name]
        self.note = "//" if name in ("aarch64", "hexagon") else "#"
        self.program = self.harness()
        self.irs = []
        for source in sorted(SOURCES.glob("*.c")):
            self.irs.append(work / f"{source.stem}.{name}.ll")
            compile_ir(source, self.triple, self.cpu, self.irs[-1])

    def harness(self):
        table, out = self.work / "loops.inc", self.work / f"run.{self.name}.o"
        table.write_text("".join(f"LOOP({n})\n" for source in sorted(SOURCES.glob("*.c")) for n in names(source)))
        subprocess.run(["clang-22", "-O1", "--target=" + self.triple, "-mcpu=" + self.cpu, *CLANG, *SMALL.get(self.name, ((), ()))[0], "-fno-builtin", f'-DLOOPS="{table}"', "-c",
                        HERE / "loops_run.c", "-o", out], check=True)
        return out

    def emit(self, kind, options):
        """Remarks, what was refused, what the program prints and cycles by loop; None where llc fails."""
        objects, said, refused, blocks = [self.program], {}, {}, {}
        for ir in self.irs:
            made = ir.with_suffix(f".{kind}.s")
            yaml = ir.with_suffix(f".{kind}.yaml")
            done = run("llc-22", "-O2", "-mtriple=" + self.triple, "-mcpu=" + self.cpu, "-verify-machineinstrs", f"-pass-remarks-output={yaml}",
                       "-pass-remarks-filter=pipeliner", *SMALL.get(self.name, ((), ()))[1], *options, ir, "-o", made)
            if done.returncode != 0:
                print(f"{self.name}: {kind}: llc-22 fails on {ir.name}: {done.stderr[:1500]}")
                return None
            subprocess.run(["clang-22", "--target=" + self.triple, "-mcpu=" + self.cpu, "-c", made, "-o", made.with_suffix(".o")], check=True)
            objects.append(made.with_suffix(".o"))
            if yaml.exists():
                more, no = remarks(yaml.read_text())
                said.update(more)
                refused.update(no)
            blocks.update(blocks_of_loops(made.read_text(), self.note))
        program = self.work / f"{self.name}.{kind}"
        subprocess.run(["ld.lld-22", *map(str, objects), "-o", str(program)], check=True)
        printed = {}
        if shutil.which(EMULATORS[self.name][0]):
            for line in run(*EMULATORS[self.name], program).stdout.splitlines():
                loop, count, total = line.split()
                printed.setdefault(loop, {})[int(count)] = total
        counted = cycles(blocks, self.note, self.triple, self.cpu, self.work) if self.name != "hexagon" and shutil.which("llvm-mca-22") else {}
        return said, refused, printed, counted


class Made:
    """What one way of pipelining made of all loops."""

    def __init__(self, name, found):
        self.name = name
        self.said, self.refused, self.printed, self.cycles = found or ({}, {}, {}, {})


def line(target, plain, theirs, ours):
    both = sorted(n for n in ours.said if n in theirs.said)
    longer = [n for n in both if ours.said[n][0] > theirs.said[n][0]]
    equal = {made: sum(made.printed.get(n) == p for n, p in plain.printed.items()) for made in (theirs, ours)}
    count = len(plain.printed)
    print(f"{target.name:8} {target.cpu}, latencies {ours.name}: of {count} loops pipelined by LLVM's {len(theirs.said)}, by ours {len(ours.said)}, by both {len(both)}; "
          f"II of these {sum(ours.said[n][0] for n in both)} of {sum(theirs.said[n][0] for n in both)}, longer in {len(longer)}; "
          f"executed equal: LLVM's {equal[theirs]}, ours {equal[ours]} of {count}")
    if ours.cycles:
        known = sorted(n for n in both if n in plain.cycles and n in theirs.cycles and n in ours.cycles)
        mine = sorted(n for n in ours.said if n in plain.cycles and n in ours.cycles)
        least = 1.02  # of LLVM's: what is told as slower
        slower = [n for n in known if ours.cycles[n] > theirs.cycles[n] * least]
        faster = [n for n in known if ours.cycles[n] * least < theirs.cycles[n]]
        print(f"         cycles an iteration, the {len(known)} that both pipeline: ours {sum(ours.cycles[n] for n in known):.0f}, LLVM's "
              f"{sum(theirs.cycles[n] for n in known):.0f}, not pipelined {sum(plain.cycles[n] for n in known):.0f}; ours faster in {len(faster)}, slower in {len(slower)}; "
              f"the {len(mine)} that ours pipelines {sum(ours.cycles[n] for n in mine):.0f} of {sum(plain.cycles[n] for n in mine):.0f}")
    return longer


def compare(target, args):
    """Prints the target's lines; False when a loop of ours is wrong."""
    on = ["-enable-pipeliner", *target.switch, f"-pipeliner-max-stages={args.stages}"]
    load = [f"--load={args.plugin}", "-lathe-passes=pipeliner"]
    plain, theirs = Made("plain", target.emit("plain", ["-enable-pipeliner=false"])), Made("LLVM's", target.emit("llvm", on))
    full, relaxed = Made("in full", target.emit("full", [*on, *load])), Made("as LLVM's", target.emit("relaxed", [*on, *load, "-lathe-pipeline-stalls"]))
    good = bool(plain.printed)
    for ours in (full, relaxed):
        line(target, plain, theirs, ours)
    below = [n for n in full.said if n in theirs.said and full.said[n][0] > theirs.said[n][0]]
    if full.cycles and below:
        known = [n for n in below if n in theirs.cycles and n in full.cycles]
        print(f"         where LLVM's interval is below ours in full ({len(known)}): LLVM's intervals {sum(theirs.said[n][0] for n in known)}, its loops run "
              f"{sum(theirs.cycles[n] for n in known):.0f} cycles; ours {sum(full.said[n][0] for n in known)}, {sum(full.cycles[n] for n in known):.0f}")
    for made in (theirs, full, relaxed):
        wrong = sorted(n for n, p in plain.printed.items() if made.printed.get(n) != p)
        if wrong:
            print(f"         unequal, {made.name}: " + ", ".join(wrong))
            good &= made is theirs
    for n in sorted(plain.printed) if args.loops else ():
        told = [made.said.get(n, made.refused.get(n, "-")) for made in (full, relaxed, theirs)]
        print(f"         {n:18} II and stages in full, as LLVM's, LLVM's: {told}; cycles {[made.cycles.get(n) for made in (full, relaxed, theirs, plain)]}")
    return good


def parser():
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--plugin", type=pathlib.Path, required=True)
    made.add_argument("--targets", default=",".join(TARGETS))
    made.add_argument("--stages", type=int, default=50, help="-pipeliner-max-stages for both")
    made.add_argument("--loops", action="store_true", help="a line for each")
    made.add_argument("--work", type=pathlib.Path)
    return made


def main():
    args = parser().parse_args()
    for tool in ("clang-22", "llc-22", "ld.lld-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    with tempfile.TemporaryDirectory() as folder:
        work = args.work or pathlib.Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        good = [compare(Target(name, args, work), args) for name in args.targets.split(",")]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
