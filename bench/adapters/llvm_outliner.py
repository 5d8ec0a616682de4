#!/usr/bin/env python3
"""Lathe's outliner inside llc-22 (plugins/llvm) beside LLVM's own and none: bytes of .text of programs compiled by
clang-22 -Oz for AArch64, x86-64, RISC-V and ARM (its own instructions and Thumb's), all functions outlined from; whole programs are run.

  llvm_outliner.py --plugin BUILD/liblathe_plugin.so [--kinds debian,c++,csmith] [--count 12] [--seed 1] [--targets x86_64,...]
                   [--only REGEX] [--minutes 20] [--jobs 2] [--work DIR]

Programs: C and C++ sources of Debian packages, fetched by apt-get, googletest's where they are installed (C++ for targets other
than the host's with libstdc++'s headers of this machine), csmith's. Every function is looked at by LLVM's verifier. Prints for each
target and kind the bytes that each saves, in how many sources ours are fewer or more than LLVM's, and the worst of them. What is a
whole program (csmith's, bzip2, lua, tinyxml2's and googletest's own tests) is linked and run, under qemu-user where that and a cross compiler
are there, and must print what it prints without an outliner. Exit 1 when something fails, 77 when a tool is missing. A source
that clang or LLVM's own llc does not take as it stands is left out and counted.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time

import llvm_spills
from llvm_passes import Target, run
from llvm_spills import compile_ir, linked_says, name_of, whole_programs

VARIANTS = {"none": ["-enable-machine-outliner=never"], "LLVM": ["-enable-machine-outliner=always"],
            "ours": ["-enable-machine-outliner=always", "-lathe-passes=machine-outliner"]}


def text_bytes(path):
    lines = run(["llvm-size-22", "-A", path]).stdout.splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(".text"))


class Sums:
    def __init__(self, target):
        self.target, self.lock = target, threading.Lock()
        self.bytes = collections.defaultdict(collections.Counter)  # by kind, of each variant
        self.count, self.fewer, self.more, self.left_out, self.alike, self.worst = (collections.Counter(), collections.Counter(), collections.Counter(), 0, 0, [])

    def one(self, kind, source, args, bad):
        t, name = self.target, name_of(source)
        ir, found = args.work / f"{name}.{t.name}.ll", {}
        if not ir.exists() and compile_ir(source, ir, t.triple, t.cpu, "-Oz").returncode != 0:
            self.left_out += 1
            return
        for variant, options in VARIANTS.items():
            out = args.work / f"{name}.{t.name}.{variant}.o"
            done = run(["llc-22", "-O2", "-verify-machineinstrs", "-relocation-model=pic", "-filetype=obj", "-mtriple=" + t.triple, "-mcpu=" + t.cpu,
                        "--load=" + str(args.plugin), *options, ir, "-o", out], timeout=600)
            if done.returncode != 0:
                if variant == "ours":
                    bad.append(f"{name} {t.name}: llc: {done.stderr[:300]}")
                else:
                    self.left_out += 1
                return
            found[variant] = text_bytes(out)
        with self.lock:
            self.count[kind] += 1
            self.bytes[kind].update(found)
            self.fewer[kind] += found["ours"] < found["LLVM"]
            self.more[kind] += found["ours"] > found["LLVM"]
            self.worst.append((found["ours"] - found["LLVM"], name, found["none"] - found["LLVM"], found["none"] - found["ours"]))

    def prints_the_same(self, name, stems, work, arguments, bad):
        t, said = self.target, {}
        for variant in ("none", "ours"):
            objects = [work / f"{stem}.{t.name}.{variant}.o" for stem in stems]
            plus = any(stem.split("-")[0] in ("gtest", "tinyxml2") for stem in stems)
            if not all(o.exists() for o in objects) or plus and t.cross:
                return
            said[variant] = linked_says(t, objects, work / f"{name}.{t.name}.{variant}.exe", arguments)
        if said["none"] is None:
            return
        self.alike += said["none"] == said["ours"]
        if said["none"] != said["ours"]:
            bad.append(f"{name} {t.name}: prints something else")

    def line(self, kind, kinds):
        total = sum((self.bytes[k] for k in kinds), collections.Counter())
        theirs, ours = total["none"] - total["LLVM"], total["none"] - total["ours"]
        print(f"{self.target.name:8} {kind:7} {sum(self.count[k] for k in kinds):4} sources, {total['none']:8} bytes: LLVM saves {theirs:6}, ours {ours:6}"
              f" ({ours / max(1, theirs):.3f}); fewer bytes in {sum(self.fewer[k] for k in kinds)}, more in {sum(self.more[k] for k in kinds)}")

    def report(self):
        for kind in sorted(self.count):
            self.line(kind, [kind])
        self.line("all", sorted(self.count))
        print(f"{'':8} run alike: {self.alike}; left out: {self.left_out}; most above LLVM's:",
              ", ".join(f"{name} {more} bytes (LLVM saves {theirs}, ours {ours})" for more, name, theirs, ours in sorted(self.worst, reverse=True)[:5] if more > 0) or "none")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", type=pathlib.Path, required=True)
    parser.add_argument("--kinds", default="debian,c++,csmith")
    parser.add_argument("--count", type=int, default=12, help="programs of csmith")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--targets", default="aarch64,x86_64,riscv64,arm,thumb")
    parser.add_argument("--only", default="", help="sources whose path matches")
    parser.add_argument("--minutes", type=float, default=20, help="no further source behind that")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=pathlib.Path, help="and everything stays there")
    args = parser.parse_args()
    for tool in ("csmith", "clang-22", "clang++-22", "llc-22", "llvm-size-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    args.plugin, bad, end = args.plugin.resolve(), [], time.monotonic() + 60 * args.minutes
    with tempfile.TemporaryDirectory() as folder:
        args.work = (args.work or pathlib.Path(folder)).resolve()
        args.work.mkdir(parents=True, exist_ok=True)
        sums = [Sums(Target(name, [])) for name in args.targets.split(",")]
        todo = [(kind, s) for kind, s in llvm_spills.sources(args) if re.search(args.only, str(s))]

        def one(job):
            if time.monotonic() > end:
                return False
            for s in sums:
                s.one(*job, args, bad)
            return True
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            done = list(pool.map(one, todo))
        for name, stems, arguments in whole_programs(args):
            for s in sums:
                if s.target.runs:
                    s.prints_the_same(name, stems, args.work, arguments, bad)
    for s in sums:
        s.report()
    if not all(done):
        print(f"{done.count(False)} sources left out after {args.minutes:g} minutes")
    print("\n".join(sorted(bad)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
