#!/usr/bin/env python3
"""The allocator beside LLVM 22's greedy and basic allocators, on functions of equal shape.

Random functions (straight-line code; loops in loops with branches inside) are written as LLVM IR over i64, brought into SSA
form by opt-22, and given to both: to llc-22 for riscv64 with what would move or fold instructions switched off, and, read
from the same text, as a problem to bench_regalloc: one instruction for each of LLVM's, a compare and its branch as one, 28
registers, which is what LLVM has there.

  instructions that are executed, by callgrind, which no other work on the machine changes (a minute and more for each
             function). Ours: from SSA form to registers, liveness, spilling, colouring, phis and slots included. LLVM's: those of
             RegAllocBase::allocatePhysRegs, the loop that both allocators share, which is the part of them that has a name; without
             liveness, phis, coalescing, spill weights, rewriting, slots.
  --time     in place of that, CPU time: of ours as above; LLVM's "allocator" is the allocator's own line of -time-passes; "all" is
             the lines of what leads from SSA form to registers (liveness, phis, two-address form, coalescing, live intervals,
             spill weights, rewriting, slots). Its clock is coarse: for large functions on a quiet machine. The least of --runs.
  spills     stores and loads of the frame: ours from the plan, LLVM's from the comments of its assembly ("Folded Spill",
             "Folded Reload"; what it makes again is not counted there, nor here). `weighted`: times 8 to the depth of loops.
  moves      ours from the plan; LLVM's `mv` in the assembly.

What cannot be compared: LLVM has ties to fixed registers for the one argument and result, saves registers of its caller
(not counted), and folds a value that it loaded into no instruction here; its phis are copies that its coalescer has seen
before; it may reorder nothing, but its live intervals are split by its own rules. Its figures are of one target.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

QUIET = ["-enable-misched=false", "-enable-post-misched=false", "-disable-machine-cse", "-disable-machine-licm", "-disable-machine-sink",
         "-disable-copyprop", "-disable-branch-fold", "-disable-tail-duplicate", "-disable-early-taildup", "-disable-block-placement",
         "-disable-peephole", "-frame-pointer=none", "-disable-lsr", "-disable-cgp"]
ALLOCATOR = {"greedy": "Greedy Register Allocator", "basic": "Basic Register Allocator"}
ALL = ["Detect Dead Lanes", "Process Implicit Definitions", "Live Variable Analysis", "Eliminate PHI nodes for register allocation",
       "Two-Address instruction pass", "Slot index numbering", "Live Interval Analysis", "Register Coalescer", "Live Stack Slot Analysis",
       "Live Register Matrix", "Virtual Register Map", "Bundle Machine CFG Edges", "Spill Code Placement Analysis",
       "Virtual Register Rewriter", "Stack Slot Coloring", "Unreachable machine basic block elimination"]
REGISTERS = 28


class Function:
    """Random code over variables, as LLVM IR with an alloca for each."""

    def __init__(self, seed, shape, insts, variables):
        self.random = random.Random(seed)
        self.out, self.variables, self.blocks, self.temporary, self.last = [], variables, 0, 0, 0
        self.emit("define i64 @f(ptr %p) {")
        self.label("entry")
        for v in range(variables):
            self.emit(f"  %v{v} = alloca i64")
        for v in range(variables):
            t = self.fresh()
            self.emit(f"  {t} = load volatile i64, ptr %p")
            self.emit(f"  store i64 {t}, ptr %v{v}")
        if shape == "straight":
            self.straight(insts)
        else:
            left = insts
            while left > 0:
                left -= self.loop(min(left, 60), 1)
        for v in range(variables):
            self.emit(f"  store volatile i64 {self.read(v)}, ptr %p")
        self.emit(f"  ret i64 {self.read(0)}")
        self.emit("}")

    def emit(self, line):
        self.out.append(line)

    def fresh(self):
        self.temporary += 1
        return f"%t{self.temporary}"

    def label(self, name):
        self.emit(f"{name}:")

    def read(self, v):
        t = self.fresh()
        self.emit(f"  {t} = load i64, ptr %v{v}")
        return t

    def recent(self):
        if self.random.randrange(3) == 0:
            return self.random.randrange(self.variables)
        return (self.last - self.random.randrange(min(6, self.variables))) % self.variables

    def straight(self, insts):
        for _ in range(insts):
            a, b = self.read(self.recent()), self.read(self.recent())
            t = self.fresh()
            self.emit(f"  {t} = {self.random.choice(['add', 'xor', 'sub', 'or', 'mul'])} i64 {a}, {b}")
            self.last = (self.last + 1) % self.variables
            self.emit(f"  store i64 {t}, ptr %v{self.last}")

    def branch(self, yes, no):
        a, b = self.read(self.recent()), self.read(self.recent())
        c = self.fresh()
        self.emit(f"  {c} = icmp slt i64 {a}, {b}")
        self.emit(f"  br i1 {c}, label %{yes}, label %{no}")

    def block(self):
        self.blocks += 1
        return f"b{self.blocks}"

    def loop(self, insts, depth):
        """A loop with a branch inside, and another loop; the number of instructions made."""
        head, yes, join, latch, out = (self.block() for _ in range(5))
        self.emit(f"  br label %{head}")
        self.label(head)
        made = 0
        for part in (head, yes, join):
            if part != head:
                self.label(part)
            size = 1 + self.random.randrange(max(2, insts // 4))
            self.straight(size)
            made += size
            if part == head:
                self.branch(yes, join)
            elif part == yes:
                self.emit(f"  br label %{join}")
            else:
                if depth < 3 and self.random.randrange(2):
                    made += self.loop(insts // 2, depth + 1)
                self.emit(f"  br label %{latch}")
        self.label(latch)
        self.straight(1)
        self.branch(head, out)
        self.label(out)
        return made + 1

    def text(self):
        return "\n".join(self.out) + "\n"


def problem_of(ir):
    """The text form of the allocator's problem, of a function in SSA form; and the depth of each block."""
    blocks, order, current = {}, [], None
    for line in ir.splitlines():
        line = line.split(";")[0].rstrip()
        head = re.match(r"^([\w.]+):", line)
        if line.startswith("define"):
            current = "entry"
            blocks[current] = []
            order.append(current)
        elif head and head.group(1) != "entry":
            current = head.group(1)
            blocks[current] = []
            order.append(current)
        elif current and line.startswith("  "):
            blocks[current].append(line.strip())
    number = {name: k for k, name in enumerate(order)}
    values = {"%p": 0}

    def value(name):
        return values.setdefault(name, len(values))

    successors = {b: re.findall(r"label %([\w.]+)", blocks[b][-1]) for b in order}
    depth = depths(order, successors)
    body = []
    for b in order:
        ways = [number[s] for s in dict.fromkeys(successors[b])]
        body.append(f"block weight {8 ** depth[b]} to {' '.join(map(str, ways))}")
        phis, code, compares = [], [], {}
        for line in blocks[b]:
            result = re.match(r"(%[\w.]+) = (.*)", line)
            what = result.group(2) if result else line
            names = [n for n in re.findall(r"%[\w.]+", what)]
            if what.startswith("phi"):
                pairs = re.findall(r"\[ (%[\w.]+), %([\w.]+) \]", what)
                phis.append(f"phi {value(result.group(1))} " + " ".join(f"from {number[f]} {value(n)}" for n, f in pairs))
            elif what.startswith("icmp"):
                compares[result.group(1)] = names
            elif what.startswith("br"):
                condition = re.match(r"br i1 (%[\w.]+)", what)
                reads = compares[condition.group(1)] if condition else []
                code.append("end" + "".join(f" use {value(n)}" for n in reads))
            elif what.startswith("ret"):
                code.append("end" + "".join(f" use {value(n)} fixed x9" for n in names))
            else:
                code.append("inst" + "".join(f" use {value(n)}" for n in names) + (f" def {value(result.group(1))}" if result else ""))
        body += phis + code
    names = " ".join(f"x{k}" for k in range(REGISTERS))
    head = [f"regalloc f\nclass x registers {names} bytes 8 align 8"] + ["value class 0"] * len(values) + ["parameter 0 fixed x9"]
    return "\n".join(head + body) + "\n"


def depths(order, successors):
    """Loops here are reducible, and a header stands before all of its loop's blocks: back edges go upwards."""
    place = {b: k for k, b in enumerate(order)}
    before = {b: [] for b in order}
    for b in order:
        for s in successors[b]:
            before[s].append(b)
    depth = {b: 0 for b in order}
    for head in order:
        latches = [b for b in before[head] if place[b] >= place[head]]
        if not latches:
            continue
        body, left = {head}, list(latches)
        while left:
            b = left.pop()
            if b not in body:
                body.add(b)
                left += before[b]
        for b in body:
            depth[b] += 1
    return depth


def llvm_counts(assembly):
    """Spills, reloads, moves; and spills with reloads, and moves, by 8 to the depth of their loop."""
    spills = reloads = moves = weighted = weighted_moves = depth = 0
    for line in assembly.splitlines():
        if re.match(r"^(\.LBB|# %bb)", line):
            depth = 0
        found = re.search(r"Depth[= ](\d+)", line)
        if found and ("Loop" in line or "Header" in line):
            depth = max(depth, int(found.group(1)))
        if "Folded Spill" in line:
            spills += 1
            weighted += 8 ** depth
        if "Folded Reload" in line:
            reloads += 1
            weighted += 8 ** depth
        if re.match(r"^\s+mv\s", line):
            moves += 1
            weighted_moves += 8 ** depth
    return spills, reloads, moves, weighted, weighted_moves


def llvm_times(text):
    times = {}
    for line in text.splitlines():
        columns = re.findall(r"(\d+\.\d+) \(\s*[\d.]+%\)", line)
        name = re.sub(r" #\d+$", "", re.sub(r"^.*%\)\s+", "", line).strip())
        if columns and name:
            times[name] = times.get(name, 0) + float(columns[0])  # user seconds
    return times


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr[:2000]}")
    return done


def executed(command, function):
    """Instructions within a function, by callgrind."""
    done = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={function}", *command])
    found = re.search(r"Collected : (\d+)", done.stderr)
    return int(found.group(1))


def count(arguments, ir_file, problem):
    """What measure gives, with millions of instructions in place of seconds."""
    got = json.loads(run([arguments.bench, "--problem", problem, "1"]).stdout)
    row = {"ours": executed([arguments.bench, "--problem", problem, "1"], "lathe::regalloc::Plan lathe::regalloc::allocate*") / 1e6,
           "counts": got["counts"] | {"frame": got["frame"], "other": got["other"]}}
    for kind in ALLOCATOR:
        llc = ["llc-22", "-mtriple=riscv64", "-mattr=+m", "-O2", f"-regalloc={kind}", *QUIET, ir_file, "-o", "-"]
        row[kind] = (executed(llc, "llvm::RegAllocBase::allocatePhysRegs*") / 1e6, 0)
        row[kind + " counts"] = llvm_counts(run(llc).stdout)
    return row


def measure(arguments, folder, shape, insts, variables, seed):
    ir = run(["opt-22", "-passes=mem2reg", "-S"], input=Function(seed, shape, insts, variables).text()).stdout
    ir_file, problem = os.path.join(folder, "f.ll"), os.path.join(folder, "f.txt")
    with open(ir_file, "w", encoding="utf-8") as file:
        file.write(ir)
    with open(problem, "w", encoding="utf-8") as file:
        file.write(problem_of(ir))
    if not arguments.time:
        return count(arguments, ir_file, problem)
    row = {"ours": 1e9, "greedy": (1e9, 1e9), "basic": (1e9, 1e9)}
    for _ in range(arguments.runs):
        got = json.loads(run([arguments.bench, "--problem", problem, "3"]).stdout)
        row["ours"] = min(row["ours"], got["seconds"])
        row["counts"] = got["counts"] | {"frame": got["frame"], "other": got["other"]}
        for kind, line in ALLOCATOR.items():
            done = run(["llc-22", "-mtriple=riscv64", "-mattr=+m", "-O2", f"-regalloc={kind}", "-time-passes", *QUIET, ir_file, "-o", "-"])
            times = llvm_times(done.stderr)
            if line not in times:
                sys.exit(f"llc-22 says nothing of '{line}'")
            own = times[line]
            both = own + sum(times.get(name, 0) for name in ALL)
            row[kind] = (min(row[kind][0], own), min(row[kind][1], both))
            row[kind + " counts"] = llvm_counts(done.stdout)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default="build/bench/bench_regalloc", help="the program bench_regalloc")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=1, help="functions of each shape, size and pressure")
    parser.add_argument("--insts", default="1000")
    parser.add_argument("--variables", default="20,32,48")
    parser.add_argument("--shapes", default="straight,loops")
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--keep", help="a folder for the functions, in place of a temporary one")
    arguments = parser.parse_args()
    print(f"{'microseconds' if arguments.time else 'executed instructions'} an instruction: ours | greedy: allocator, all | basic: allocator, all"
          " || stores + loads, moves, both weighted: ours | greedy | basic")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        for shape in arguments.shapes.split(","):
            for insts in map(int, arguments.insts.split(",")):
                for variables in map(int, arguments.variables.split(",")):
                    table(arguments, folder, shape, insts, variables)


def table(arguments, folder, shape, insts, variables):
    rows = [measure(arguments, folder, shape, insts, variables, seed) for seed in range(arguments.seeds)]
    size = sum(r["counts"]["instructions"] for r in rows)

    def micro(pick):
        return f"{sum(map(pick, rows)) / size * 1e6:.2f}"

    times = [micro(lambda r: r["ours"])] + [micro(lambda r, k=k, j=j: r[k][j]) for k in ALLOCATOR for j in (0, 1)]
    ours = [sum(r["counts"][name] for r in rows) for name in ("stores", "loads", "moves", "frame", "other")]
    text = [f"{ours[0]}+{ours[1]}, {ours[2]}, {ours[3]}, {ours[4]}"]
    for kind in ALLOCATOR:
        spills, reloads, moves, weighted, heavy = (sum(r[kind + " counts"][j] for r in rows) for j in range(5))
        text.append(f"{spills}+{reloads}, {moves}, {weighted}, {heavy}")
    print(f"{shape} {insts} v{variables}: {times[0]} | {times[1]}, {times[2]} | {times[3]}, {times[4]} || " + " | ".join(text), flush=True)


if __name__ == "__main__":
    main()
