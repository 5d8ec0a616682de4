#!/usr/bin/env python3
"""The equivalence checker on hundreds of LLVM's machine functions: what machine-cse, LICM, sinking, dead code, tail
duplication, the register coalescer, copy propagation and block placement make of them is equal, or named.

Functions come from csmith by clang-22 (x86-64, AArch64) and from the kernels of the corpus (NVPTX); the judge is
unit_adapters_llvm_mir's case "the same on other files".

  llvm_equal.py [--unit PROGRAM] [--count N] [--seed N] [--kernels N]

Exit status: 0 at least --accept of the functions' cells are equal (default 0.97), 1 fewer, 2 nothing to judge.
"""
import argparse
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402

TARGETS = ["x86_64-linux-gnu", "aarch64-linux-gnu", "nvptx64-nvidia-cuda"]
ROW = re.compile(r"^(\S+) (\S+): (\d+) functions, (\d+) changed, (\d+) unlike$")


def programs(target, args, folder):
    """Files of IR for a target."""
    if target.startswith("nvptx"):
        return [k.ll for k in common.load_kernels()[:args.kernels]]
    clang, csmith = common.llvm_tool("clang"), common.find_tool("csmith")
    files, header = [], os.path.join(folder, "declared.h")
    with open(header, "w") as file:
        file.write("int strcmp(const char *, const char *);\n")
    for seed in range(args.seed, args.seed + args.count) if clang and csmith else []:
        source, output = os.path.join(folder, "c%d.c" % seed), os.path.join(folder, "%s.%d.ll" % (target.split("-")[0], seed))
        made = common.run([csmith, "--seed", str(seed), "--max-funcs", "12", "--no-packed-struct"], cwd=folder)
        with open(source, "w") as file:
            file.write(made.out)
        runtime = os.path.join(common.ROOT, "tests", "suites", "csmith_runtime")
        done = common.run([clang, "-w", "-O1", "-fno-inline", "-fno-stack-protector", "-ffreestanding", "-include", header, "-S", "-emit-llvm", "-I", runtime,
                           "--target=" + target, source, "-o", output])
        if done.rc == 0:
            files.append(output)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="where the build is: the judge lies beside its folder")
    parser.add_argument("--unit", help="unit_adapters_llvm_mir (default: of the build that --lathe is of)")
    parser.add_argument("--count", type=int, default=10, help="csmith programs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=60, help="of the corpus, for NVPTX (default: %(default)s)")
    parser.add_argument("--accept", type=float, default=0.97)
    args = parser.parse_args()
    args.unit = args.unit or os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(args.lathe))), "unit_adapters_llvm_mir")
    functions, cells, unlike, changed = 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for target in TARGETS:
            most, by_pass = 0, {}
            for file in programs(target, args, folder):
                # One at a time: a target or a pass of LLVM that gives up takes only this one along.
                os.environ.update(LATHE_EQUAL_IR=file, LATHE_EQUAL_TARGET=target)
                done = common.run([args.unit, "-tc=the same on other files"], cwd=common.ROOT, limit=600)
                rows = [m for m in map(ROW.match, done.out.splitlines()) if m]
                if "SIG" in done.out or not rows:
                    print("%s: not judged to its end" % os.path.basename(file))
                most += max([int(m.group(3)) for m in rows], default=0)
                for m in rows:
                    row = by_pass.setdefault(m.group(2), [0, 0, 0])
                    for k in range(3):
                        row[k] += int(m.group(3 + k))
                named = [line for line in done.out.splitlines() if re.match(r"[a-z-]+ \S+-\S+ .* | ", line)]
                print("".join(line.replace(folder + os.sep, "").replace(common.ROOT + os.sep, "") + "\n" for line in named), end="", flush=True)
            for name, row in by_pass.items():
                print("%-22s %-22s %5d functions %5d changed %4d unlike" % (target, name, *row), flush=True)
                cells, changed, unlike = cells + row[0], changed + row[1], unlike + row[2]
            functions += most
    print("%d functions, %d cells of function and pass, %d of them changed by it, %d equal" % (functions, cells, changed, cells - unlike))
    if not cells:
        return 2
    return 0 if cells - unlike >= args.accept * cells else 1


if __name__ == "__main__":
    sys.exit(main())
