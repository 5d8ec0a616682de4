#!/usr/bin/env python3
"""Lathe's outliner inside llc-22 (plugins/llvm) beside LLVM's own and none: bytes of .text of programs compiled by
clang-22 -Oz for AArch64, x86-64 and RISC-V, all functions outlined from; csmith's programs are run, too.

  llvm_outliner.py --plugin BUILD/liblathe_plugin.so [--count 20] [--seed 1] [--targets x86_64,...] [--work DIR]
                   [--minutes 10] [FILE.c|FILE.cpp ...]

Programs: csmith's, and the C and C++ files that are named: without any, googletest's where its sources are installed
(/usr/src/googletest). Every function is looked at by LLVM's verifier. Prints for each kind the bytes that each saves.
Exit 1 when something fails or a program prints something else, 77 when a tool is missing.
"""
import argparse
import collections
import pathlib
import shutil
import sys
import tempfile
import time

from llvm_passes import RUNTIME, TARGETS, Target, csmith, printed, run

VARIANTS = {"none": ["-enable-machine-outliner=never"], "LLVM": ["-enable-machine-outliner=always"],
            "ours": ["-enable-machine-outliner=always", "-lathe-passes=machine-outliner"]}
GOOGLETEST = pathlib.Path("/usr/src/googletest")


def compile_ir(source, out, triple):
    command = ["clang-22", "-w", "-Oz", "--target=" + triple, f"-I{RUNTIME}"]
    if source.suffix != ".c":
        command[0] = "clang++-22"
        for part in ("googletest", "googlemock"):
            command += [f"-I{GOOGLETEST / part}", f"-I{GOOGLETEST / part / 'include'}"]
    return run([*command, "-S", "-emit-llvm", source, "-o", out]).returncode == 0


def text_bytes(path):
    lines = run(["llvm-size-22", "-A", path]).stdout.splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(".text"))


def one(source, name, target, args, bad):
    """Bytes by variant, and whether it was run; nothing where LLVM does not compile it."""
    ir = args.work / f"{source.stem}.{name}.ll"
    if not compile_ir(source, ir, target.triple):
        return None
    bytes_of, said = {}, {}
    for variant, options in VARIANTS.items():
        out = args.work / f"{source.stem}.{name}.{variant}.o"
        done = run(["llc-22", "-O2", "-verify-machineinstrs", "-relocation-model=pic", "-filetype=obj",
                    "--load=" + str(args.plugin), *options, ir, "-o", out])
        if done.returncode != 0:
            if variant == "ours":
                bad.append(f"{source.name} {name}: llc: {done.stderr[:300]}")
            return None
        bytes_of[variant] = text_bytes(out)
        if source.name.startswith("csmith") and target.runs:
            exe = out.with_suffix(".exe")
            linked = run([target.cross + "gcc" if target.cross else "clang-22", out, "-o", exe, "-lm"]).returncode == 0
            said[variant] = printed(exe, target.emulator) if linked else None
    ran = said.get("none") is not None
    if ran and said["ours"] != said["none"]:
        bad.append(f"{source.name} {name}: another result")
    return bytes_of, ran


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=20, help="programs of csmith")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--targets", default="aarch64,x86_64,riscv64")
    parser.add_argument("--minutes", type=float, default=10, help="no further program behind that")
    parser.add_argument("--work", type=pathlib.Path, help="and everything stays there")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    for tool in ("csmith", "clang-22", "llc-22", "llvm-size-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    files = args.files or [f for f in (GOOGLETEST / "googletest/src/gtest.cc", GOOGLETEST / "googlemock/src/gmock-all.cc")
                           if f.exists()]
    bad, end = [], time.monotonic() + 60 * args.minutes
    args.plugin = args.plugin.resolve()
    with tempfile.TemporaryDirectory() as folder:
        args.work = (args.work or pathlib.Path(folder)).resolve()
        args.work.mkdir(parents=True, exist_ok=True)
        sums = collections.defaultdict(lambda: [0, collections.Counter(), 0, 0, 0])
        targets = [t for t in args.targets.split(",") if t in TARGETS]
        programs = [(f, f.name) for f in files] + [(None, seed) for seed in range(args.seed, args.seed + args.count)]
        for source, seed in programs:
            if time.monotonic() > end:
                break
            source = source or csmith(seed, args.work)
            for name in targets:
                found = one(source, name, Target(name, []), args, bad)
                if found is None:
                    continue
                bytes_of, ran = found
                kind = "csmith" if source.name.startswith("csmith") else source.name
                row = sums[name, kind]
                row[0] += 1
                row[1].update(bytes_of)
                row[2] += ran
                row[3] += bytes_of["ours"] < bytes_of["LLVM"]
                row[4] += bytes_of["ours"] > bytes_of["LLVM"]
    for (name, kind), (count, total, ran, better, worse) in sorted(sums.items()):
        none = total["none"]
        print(f"{name:8} {kind:16} {count:4} programs, {none} bytes: LLVM saves {none - total['LLVM']}, ours"
              f" {none - total['ours']}; smaller in {better}, larger in {worse}; run alike {ran}")
    print("\n".join(sorted(bad)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
