#!/usr/bin/env python3
"""The bench programs of another commit and of this tree, by instruction counts: a ratio for each row.

  against.py COMMIT [FAMILY...] [--above 3] [--all] [--keep DIR]

Builds the programs of COMMIT in build/against/HASH, a worktree that goes at the end unless --keep-build, and those of this
tree in build/bench; runs both under valgrind's callgrind, each row a fixed number of times, and counts what Google Benchmark
would time: not what makes the problem, nor what a row pauses for. Rows of peers (LLVM, Boost, ...) and sizes above a
family's limit are left out. Rows called "whole" are a run of the program by itself with the options that stand there.
Counts do not depend on what else the machine does; of caches and memory they know nothing.

Prints the rows that are more than --above per cent dearer (--all: all rows) and for each family its rows, the geometric mean
and the worst of their ratios. --keep DIR: callgrind's profiles stay there, for callgrind_annotate. Exit status 0: no row is
dearer than that; 1: one is; 2: valgrind is missing or a run failed.
"""
import argparse
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEERS = re.compile(r"/(llvm|boost|absl|tsl|std)(/|$)|^llvm/|<Llvm>|^rec_mii_boost|^peer_pairwise|^peer/llvm")
# callgrind counts `rep stosb` as an instruction for each byte: the C library is told to write loops in its place.
NO_STRING_INSTRUCTIONS = "glibc.cpu.x86_rep_stosb_threshold=1000000000:glibc.cpu.x86_rep_movsb_threshold=1000000000"
# Of each family: the program, what of its rows (a regular expression), the largest of the numbers in a row's name, and how
# often it runs; or the options of a whole run.
FAMILIES = {
    "bits": [("bits", "^lathe/", 0, 2048), ("bits", "", 16384, 1)],
    "combine": [("combine", "", 8192, 1)],
    "dense": [("dense", "", 16384, 1)],
    "flow": [("flow", "", 65536, 1)],
    "group": [("group", "", 65536, 1)],
    "legalize": [("legalize", "", 16384, 1)],
    "modulo": [("modulo", "^(schedule_100|growth|rec_mii)", 4096, 1), ("modulo_expand", "", 16384, 1)],
    "opt": [("opt", "", 65536, 1)],
    "outline": [("outline", "", 300000, 1), ("outline_saved", [])],
    "pressure": [("pressure", "^edit", 100000, 2000), ("pressure", "^(full|block|growth)", 65536, 1),
                 ("pressure", ["--edits", "5000", "1"])],
    "sched": [("sched", "", 8192, 1), ("sched", ["--regions", "70"])],
    "thinlto": [("thinlto", "", 100000, 1)],
    "trace": [("trace", "", 4096, 1)],
}


def run(*argv, **options):
    return subprocess.run([str(a) for a in argv], check=True, capture_output=True, text=True, **options)


def programs_of(families):
    return list(dict.fromkeys(part[0] for family in families for part in FAMILIES[family]))


def build(tree, programs):
    """The tree's bench_* programs, by ./dev. Sources of older commits name headers from tests/ on."""
    environment = dict(os.environ, CPATH=str(tree / "tests"))
    subprocess.run(["./dev", "build", "bench", *("bench_" + p for p in programs)], cwd=tree, check=True, stdout=sys.stderr,
                   env=environment)


def has(commit, program):
    files = run("git", "ls-tree", "-r", "--name-only", commit, "bench", cwd=ROOT).stdout.split()
    return any(pathlib.Path(f).name == program + ".cpp" for f in files)


def size_of(row):
    return max([int(n) for n in re.findall(r"(?<![\w.])\d+", row)], default=0)


def rows_of(program, wanted, limit):
    """Names of the rows to run, peers and large ones left out."""
    names = run(program, "--benchmark_list_tests").stdout.split("\n")
    return [n for n in names if n and re.search(wanted, n) and not PEERS.search(n) and (not limit or size_of(n) <= limit)]


class Counter:
    def __init__(self, folder):
        self.folder, self.library = pathlib.Path(folder), pathlib.Path(folder, "count.so")
        self.folder.mkdir(parents=True, exist_ok=True)
        run("g++", "-std=c++20", "-O2", "-shared", "-fPIC", ROOT / "bench/against_count.cpp", "-o", self.library)

    def callgrind(self, side, program, options, environment, at_start):
        place = self.folder / side / program.name
        place.mkdir(parents=True, exist_ok=True)
        bare = place / program.name  # valgrind does not read all that compilers write for debuggers
        run("strip", "--strip-debug", "-o", bare, program)
        for old in place.glob("cg.*"):
            old.unlink()
        done = run("valgrind", "--tool=callgrind", f"--instr-atstart={at_start}", f"--callgrind-out-file={place}/cg.%p", bare,
                   *options, env=dict(os.environ, GLIBC_TUNABLES=NO_STRING_INSTRUCTIONS, **environment))
        return done, place

    def whole(self, side, program, options):
        done, _ = self.callgrind(side, program, options, {}, "yes")
        return {"whole " + " ".join(options): int(re.search(r"Collected : (\d+)", done.stderr).group(1))}

    def rows(self, side, program, names, iterations):
        """{row: instructions of one iteration}. The n-th row that ran has the n-th profile."""
        names = "^(" + "|".join(re.escape(n).replace("\\-", "-").replace("\\ ", " ") for n in names) + ")(/iterations:.*)?$"
        done, place = self.callgrind(side, program, ["--benchmark_filter=" + names, "--benchmark_format=json"],
                                     {"LD_PRELOAD": str(self.library), "LATHE_ITERATIONS": str(iterations)}, "no")
        ran = [r for r in json.loads(done.stdout)["benchmarks"] if r.get("run_type") == "iteration"]
        profiles = {}
        for profile in place.glob("cg.*.*"):
            text = profile.read_text()
            if row := re.search(r"^desc: Trigger: Client Request: row (\d+)$", text, re.M):
                profiles[int(row.group(1))] = (profile, int(re.search(r"^totals: (\d+)", text, re.M).group(1)))
        if len(profiles) != len(ran):
            sys.exit(f"{program}: {len(ran)} rows ran, {len(profiles)} profiles")
        found = {}
        for number, row in enumerate(ran):
            profile, total = profiles[number]
            name = re.sub(r"/iterations:\d+|/manual_time", "", row["name"])
            found[name] = total / row["iterations"]
            profile.rename(place / (re.sub(r"\W+", "_", name) + ".callgrind"))
        return found


def measure(counter, family, before, now):
    """{row: (instructions before, now)} of what both have."""
    found = {}
    for name, what, *how in FAMILIES[family]:
        sides = [("before", before / ("bench_" + name)), ("now", now / ("bench_" + name))]
        if isinstance(what, list):
            a, b = (counter.whole(side, program, what) for side, program in sides)
        else:
            lists = [rows_of(program, what, how[0]) for _, program in sides]
            both = [n for n in lists[0] if n in lists[1]]
            a, b = (counter.rows(side, program, both, how[1]) for side, program in sides)
        found.update({f"{name}: {row}": (a[row], b[row]) for row in a})
    return found


def report(family, found, args):
    ratios = {row: b / a for row, (a, b) in found.items()}
    for row, ratio in ratios.items():
        if args.all or ratio > 1 + args.above / 100:
            print("  %-64s %14.0f %14.0f %7.3f" % (row, *found[row], ratio))
    worst = max(ratios, key=ratios.get)
    mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
    print("%-10s %3d rows, geometric mean %.3f, worst %.3f (%s)" % (family, len(ratios), mean, ratios[worst], worst), flush=True)
    return ratios[worst]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="one of " + ", ".join(FAMILIES))
    parser.add_argument("--above", type=float, default=3, help="per cent that a row may be dearer")
    parser.add_argument("--all", action="store_true", help="print all rows")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the profiles in this folder")
    parser.add_argument("--keep-build", action="store_true", help="keep the worktree, for the next time")
    args = parser.parse_args()
    if unknown := set(args.families) - set(FAMILIES):
        parser.error("no such family: " + ", ".join(sorted(unknown)))
    if not shutil.which("valgrind"):
        print("valgrind is not here; on Debian: apt-get install valgrind")
        return 2
    commit = run("git", "rev-parse", "--verify", args.commit + "^{commit}", cwd=ROOT).stdout.strip()
    families = []
    for family in args.families or FAMILIES:
        if all(has(commit, part[0]) for part in FAMILIES[family]):
            families.append(family)
        else:
            print(f"{family}: not at {args.commit}")
    tree = ROOT / "build/against" / commit[:12]
    if not tree.exists():
        run("git", "worktree", "add", "--detach", tree, commit, cwd=ROOT)
    worst = 0
    try:
        for place in (tree, ROOT):
            build(place, programs_of(families))
        with tempfile.TemporaryDirectory() as folder:
            counter = Counter(folder if args.keep is None else args.keep)
            for family in families:
                worst = max(worst, report(family, measure(counter, family, tree / "build/bench", ROOT / "build/bench"), args))
    except subprocess.CalledProcessError as error:
        print("failed: " + " ".join(error.cmd) + "\n" + (error.stderr or "")[-2000:])
        return 2
    finally:
        if not args.keep_build:
            run("git", "worktree", "remove", "--force", tree, cwd=ROOT)
    return 1 if worst > 1 + args.above / 100 else 0


if __name__ == "__main__":
    sys.exit(main())
