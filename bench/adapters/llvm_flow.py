#!/usr/bin/env python3
"""Analyses of control flow on the machine functions of C and C++ programs (sources of Debian packages, fetched by apt-get), ours beside
LLVM's, both from LLVM's blocks: what the Cfg costs is in each row of ours.

  llvm_flow.py --program BUILD/bin/flow_llvm [--runs 5] [--count 40] [--instructions] [--work DIR]

Functions of clang-22 -O2 for x86-64 in front of phi elimination. --instructions: what callgrind counts in place of time, which is
the same on a machine that does other work; and what is waited for: branches that a simple predictor guesses wrong, misses of a
first level of 48 kB. Exit 1 when a tree or loop of ours is another; 77 when a tool is missing.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import llvm_passes
import llvm_spills

TRIPLE, CPU = "x86_64-linux-gnu", "x86-64-v3"


def waits(dumps):
    """By what each dump was asked for: branches guessed wrong, misses of the first level."""
    found, name, events = {}, None, []
    for line in dumps.read_text(errors="replace").splitlines():
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("desc: Trigger: Client Request: "):
            name = line.split(": ", 3)[3].strip()
        elif line.startswith("summary:") and name:
            of = dict(zip(events, map(int, line.split()[1:])))
            found[name] = [sum(of.get(event, 0) for event in kind) for kind in (("Bcm", "Bim"), ("D1mr", "D1mw"))]
            name = None
    return found


def sources(work, kind, count):
    packages = llvm_passes.DEBIAN if kind == "C" else llvm_spills.CXX
    llvm_passes.debian(work, packages)
    suffix = "*.c" if kind == "C" else "*.cpp"
    found = [f for p, folders in packages.items() for folder in folders for f in sorted((work / llvm_passes.DEBIAN_WORK / p / folder).glob(suffix))]
    if kind != "C":
        found += [f for p, folders in packages.items() for folder in folders for f in sorted((work / llvm_passes.DEBIAN_WORK / p / folder).glob("*.cc"))]
    return found[::max(1, len(found) // count)][:count]


def compiled(work, kind, count):
    """LLVM IR of as many sources of a language as clang takes as they stand."""
    irs = []
    for source in sources(work, kind, count):
        ir = work / f"{source.parts[source.parts.index(llvm_passes.DEBIAN_WORK) + 1]}-{source.stem}.flow.ll"
        if ir.exists() or llvm_spills.compile_ir(source, ir, TRIPLE, CPU).returncode == 0:
            irs.append(ir)
    return irs


def arguments(description, runs):
    """What the command line says; nothing where a tool is missing."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=runs)
    parser.add_argument("--count", type=int, default=40, help="sources of each language")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    for tool in ("clang-22", "apt-get", *(["valgrind"] if args.instructions else [])):
        if not shutil.which(tool):
            print(tool, "is missing")
            return None
    return args


def each_language(args, simulated, wrong):
    """The program on the sources of C, then of C++: language, number of sources, whether it ended well, what it prints, callgrind's dumps
    (none: it was timed), and instructions by what each is of. `simulated`: options of callgrind; `wrong`: what is said where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        work = args.work or pathlib.Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        for kind in ("C", "C++"):
            irs = compiled(work, kind, args.count)
            dumps = work / f"{kind}.dumps" if args.instructions else None
            counting = ["valgrind", "--tool=callgrind", *simulated, "--combine-dumps=yes", f"--callgrind-out-file={dumps}"] if dumps else []
            done = subprocess.run([*counting, args.program, str(args.runs), TRIPLE, CPU, *map(str, irs)], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                print(kind, wrong + ", or:", done.stderr[:500])
            yield kind, len(irs), done.returncode == 0, done.stdout.splitlines(), dumps, llvm_passes.dumped(dumps) if dumps else {}


def main():
    args = arguments(__doc__, 5)
    if args is None:
        return 77
    bad = False
    simulated = ["--branch-sim=yes", "--cache-sim=yes", "--D1=49152,12,64", "--LL=1048576,16,64"]
    for kind, sources_taken, good, lines, dumps, counts in each_language(args, simulated, "some tree or loop is another"):
        waited = waits(dumps) if dumps else {}
        bad |= not good
        for line in lines:
            name, edges, ours, theirs = line.split()
            edges, ours, theirs = int(edges), float(ours), float(theirs)
            if counts:
                ours, theirs = counts["ours " + name], counts["llvm " + name]
            print(f"{kind:4} {sources_taken} sources {edges} edges  {name:16} ours {ours / edges:7.1f} {'instructions' if counts else 'ns'} an edge" +
                  (f"  LLVM {theirs / edges:7.1f}  {theirs / ours:5.2f} times" if name != "Cfg" else ""))
            for what, k in (("branches guessed wrong", 0), ("misses of the first level", 1)) if counts and name != "Cfg" else ():
                mine, its = waited["ours " + name][k], waited["llvm " + name][k]
                print(f"{'':32}{what:26} ours {mine / edges:5.2f} an edge  LLVM {its / edges:5.2f}  {its / max(1, mine):5.2f} times")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
