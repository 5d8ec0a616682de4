#!/usr/bin/env python3
"""SASS bytes of functions that nobody here wrote or looked at: what LLVM's own tests hold (tests/suites/llvm_ir.py fetches them), by lathe
-O3 and llc-22 -O3, sm_90, behind ptxas.

  functions.py [--under FOLDER] [--share N] [--part K]      one file of N from the K-th on; worst functions last
  functions.py --against PROGRAM                            another build of lathe in llc's place

foreign_kernels (tests/tools) makes device functions of what it can take. Each is compiled as it stands, none into another, so parameters
and results go through registers that the ABI names: a move more or less is the register allocator's luck, and ratios of single small
functions say little. llc returns vectors of elements that are no bytes wrong, and shorter: functions of such are left out. Both are asked
for CUDA's order of atomics, which is llc's. Exit status: 0 measured, 77 where something needed is missing.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import re
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "suites"))
import common  # noqa: E402
import llvm_ir  # noqa: E402
import quality  # noqa: E402

PACKED = re.compile(r"^define [^@]*<\d+ x i(?!8>|16>|32>|64>|128>|256>|24>|48>|96>)\d+>[^@]* @\"?([^\"(]*)", re.M)
FILLERS = (0x7918, 0x7947)  # nop, and the branch to itself at a function's end


def code_bytes(path):
    """{function: bytes of its instructions} of a relocatable cubin, without what fills its sections up."""
    with open(path, "rb") as file:
        found = quality.machine_code(file.read())
    out = {}
    for name, code in found.items():
        while len(code) >= 16 and struct.unpack_from("<H", code, len(code) - 16)[0] in FILLERS:
            code = code[:-16]
        out[name] = len(code)
    return out


def sizes(compiler, source, folder, name):
    """What a compiler's code for the module takes, or None."""
    ptx, cubin = os.path.join(folder, name + ".ptx"), os.path.join(folder, name + ".o")
    if common.run([*compiler, source, "-o", ptx], limit=60).rc != 0:
        return None
    if common.run([common.cuda_tool("ptxas"), "-c", "-arch=sm_90", ptx, "-o", cubin], limit=120).rc != 0:
        return None
    return code_bytes(cubin)


def one(args, path):
    """[(ours, theirs, function)] of one file."""
    with tempfile.TemporaryDirectory() as folder:
        if common.run([args.kernels, str(path), os.path.join(folder, "f")], limit=60).rc != 0:
            return []
        source = os.path.join(folder, "f.ll")
        flags = ["compile", "-O3", "-mcpu=sm_90", "--atomic-order=cuda"]
        ours = sizes([args.lathe, *flags], source, folder, "ours")
        other = [args.against, *flags] if args.against else [common.llvm_tool("llc"), "-O3", "-mcpu=sm_90", "-mattr=+ptx78"]
        theirs = ours and sizes(other, source, folder, "theirs")
        if not theirs:
            return []
        with open(source) as file:
            packed = set(PACKED.findall(file.read()))
        return [(ours[n], theirs[n], n) for n in ours if n in theirs and not n.startswith("foreign") and n not in packed and theirs[n]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--against", help="another lathe in llc's place")
    parser.add_argument("--kernels", help="foreign_kernels (default: beside lathe)")
    parser.add_argument("--tests", type=pathlib.Path, default=pathlib.Path("build/llvm-tests"))
    parser.add_argument("--under", default="", help="files below this folder alone")
    parser.add_argument("--share", type=int, default=40)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--worst", type=int, default=20, help="files of which the worst function is named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    args.kernels = args.kernels or os.path.join(os.path.dirname(os.path.abspath(args.lathe)), "foreign_kernels")
    missing = [n for n, p in (("ptxas", common.cuda_tool("ptxas")), ("llc-22", common.llvm_tool("llc"))) if not p]
    missing += [p for p in (args.lathe, args.kernels) if not os.access(p, os.X_OK)]
    if not missing and not args.tests.is_dir() and not llvm_ir.fetch(args.tests.resolve()):
        missing = ["LLVM's tests (apt and its source lists)"]
    if missing:
        print("functions.py: not here: " + ", ".join(missing), file=sys.stderr)
        return 77
    files = sorted((args.tests / args.under).rglob("*.ll"))[args.part::args.share]
    rows = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, found in zip(files, pool.map(lambda f: one(args, f), files)):
            rows += [(*row, str(path.relative_to(args.tests))) for row in found]
    if not rows:
        print("functions.py: no function is compiled by both", file=sys.stderr)
        return 77
    ours, theirs = sum(r[0] for r in rows), sum(r[1] for r in rows)
    mean = math.exp(sum(math.log(r[0] / r[1]) for r in rows) / len(rows))
    print("%d functions of %d files: SASS bytes %d of %d (%.3f), geometric mean %.3f; %d take more, %d less" % (
        len(rows), len({r[3] for r in rows}), ours, theirs, ours / theirs, mean, sum(r[0] > r[1] for r in rows), sum(r[0] < r[1] for r in rows)))
    worst = collections.OrderedDict()
    for row in sorted((r for r in rows if r[0] > 1.1 * r[1]), key=lambda r: -r[0] / r[1]):
        worst.setdefault(row[3], row)
    for ours, theirs, name, path in list(worst.values())[:args.worst]:
        print("%7.2f %6d %6d  %s %s" % (ours / theirs, ours, theirs, path, name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
