#!/usr/bin/env python3
"""Compiles random programs of llvm-stress for nvptx64; none may crash, and ptxas has to accept each PTX.

Three kinds, all from fixed seeds:
  plain     llvm-stress with its default types (vectors of 1 to 16 elements of i1 .. i64, float, double)
  odd       the same with one integer type widened: i16 -> i24, i64 -> i128, i32 -> i40, where the result is valid IR
  scalable  with scalable vectors, which PTX cannot hold: most are refused with a message that names the type
A program ends as accepted, refused (exit 1 and one line that names a type), rejected (ptxas refuses the PTX), failed
(exit status other than 0 and 1, or a refusal that names no type) or crashed (signal, time-out, assertion).

Exit status: 0 if all are accepted or refused, 1 if not, 2 if something needed is missing.
"""
import argparse
import collections
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402

HEADER = ('target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"\n'
          'target triple = "nvptx64-nvidia-cuda"\n')
WIDEN = [("i16", "i24"), ("i64", "i128"), ("i32", "i40")]
TYPE_NAME = re.compile(r"(<\s*(vscale\s+x\s+)?\d+\s+x\s+\w+\s*>|\b(i\d+|half|bfloat|float|double|fp128|x86_fp80|ppc_fp128|scalable|vscale)\b)")
GOOD = ("accepted", "refused")


def stress_tool():
    return common.llvm_tool("llvm-stress")


def program(kind, seed, size):
    """Text of one program, or None if it cannot be made valid."""
    flags = ["-enable-scalable-vectors"] if kind == "scalable" else []
    result = common.run([stress_tool(), "-size", str(size), "-seed", str(seed), *flags])
    if result.rc != 0:
        return None
    text = HEADER + re.sub(r"^(; ModuleID|source_filename).*\n", "", result.out, flags=re.M)
    if kind == "scalable":
        return text if "vscale" in text else None
    if kind == "odd":
        narrow, wide = WIDEN[seed % len(WIDEN)]
        text = widen(text, narrow, wide)
        check = common.run([common.llvm_tool("llvm-as"), "-", "-o", os.devnull], stdin=text)
        return text if check.rc == 0 and wide in text else None
    return text


def widen(text, narrow, wide):
    """Replaces an integer type everywhere but in shuffle masks, which have to be i32."""
    lines = []
    for line in text.split("\n"):
        head, mask = line, ""
        if "shufflevector" in line and narrow == "i32":
            head, comma, mask = line.rpartition(", <")
            mask = comma + mask
            if " x i32> <" not in mask and "x i32> zeroinit" not in mask and "x i32> poison" not in mask:
                head, mask = line, ""
        lines.append(re.sub(r"\b%s\b" % narrow, wide, head) + mask)
    return "\n".join(lines)


def programs(args):
    """(name, kind, text) of all programs; sizes 50, 100 .. 400 in turn; seeds count up from --seed."""
    for kind, count in (("plain", args.count), ("odd", args.odd), ("scalable", args.scalable)):
        made, seed = 0, args.seed
        while made < count and seed < args.seed + 20 * count + 20:
            size = 50 + 50 * (seed % 8)
            text = program(kind, seed, size)
            if text:
                made += 1
                yield "%s-%d-%d" % (kind, seed, size), kind, text
            seed += 1


def judge(compiler, assembler, name, text, target, limit):
    """-> (verdict, line)"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name + ".ll")
        with open(path, "w") as file:
            file.write(text)
        output = os.path.join(folder, "out.ptx")
        result = common.run(compiler.command(path, ["-mcpu=sm_" + target], output), limit=limit)
        made = compilers.outcome(result, output)
    if made.crash:
        return "crashed", made.error
    if result.rc == 1:
        return ("refused" if TYPE_NAME.search(made.error.replace(name, "")) else "failed"), made.error
    if made.error:
        return "failed", "exit status %d: %s" % (result.rc, made.error)
    error = assembler.accepts(made.ptx, target, relocatable=True) if assembler.available() else None
    return ("rejected", "ptxas: " + error) if error else ("accepted", "")


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--compiler", choices=["lathe", "llc"], default="lathe", help="llc: judge llc-22 instead")
    parser.add_argument("--count", type=int, default=300, help="plain programs (default: %(default)s)")
    parser.add_argument("--odd", type=int, default=50, help="programs with odd integer widths (default: %(default)s)")
    parser.add_argument("--scalable", type=int, default=10, help="programs with scalable vectors (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="first seed (default: %(default)s)")
    parser.add_argument("--target", default="90", help="default: 90")
    parser.add_argument("--limit", type=int, default=60, help="seconds per program (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="put the programs that are not accepted there")
    parser.add_argument("--json", metavar="OUT", help="write the verdicts to a file")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    if not stress_tool() or not common.llvm_tool("llvm-as"):
        common.fail("needs llvm-stress and llvm-as of LLVM 22")
    cache = common.Cache(None)
    compiler = compilers.Llc(cache) if args.compiler == "llc" else compilers.Lathe(os.path.abspath(args.lathe))
    if not compiler.available():
        common.fail("%s not found" % compiler.name)
    assembler = compilers.Assembler(cache)

    def one(item):
        return (item[0], item[1], *judge(compiler, assembler, item[0], item[2], args.target, args.limit), item[2])
    answers = common.parallel(args.jobs, one, programs(args))
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    for name, _, verdict, line, text in answers:
        if verdict not in ("accepted", "refused"):
            print("%-9s %s: %s" % (verdict, name, line))
        if args.keep and verdict != "accepted":
            with open(os.path.join(args.keep, name + ".ll"), "w") as file:
                file.write(text)
    for kind in ("plain", "odd", "scalable"):
        counts = collections.Counter(v for _, k, v, _, _ in answers if k == kind)
        if counts:
            print("%s %-8s %d programs: %s" % (compiler.name, kind, sum(counts.values()), ", ".join("%d %s" % (n, v) for v, n in sorted(counts.items()))))
    refusals = collections.Counter(line for _, _, v, line, _ in answers if v == "refused")
    for line, count in refusals.most_common(5):
        print("  refused %d: %s" % (count, line))
    if not assembler.available():
        print("no ptxas here: PTX not judged")
    if args.json:
        with open(args.json, "w") as file:
            json.dump([{"name": n, "verdict": v, "line": line} for n, _, v, line, _ in answers], file, indent=1)
    return 0 if all(v in GOOD for _, _, v, _, _ in answers) else 1


if __name__ == "__main__":
    sys.exit(main())
