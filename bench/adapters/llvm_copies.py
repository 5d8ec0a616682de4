#!/usr/bin/env python3
"""Of the copies that LLVM's register coalescer removes, how many does ours remove, in front of it?

  llvm_copies.py --plugin BUILD/liblathe_plugin.so [--seed 3] [--count 1] [--targets x86_64,aarch64,riscv64,gfx1100] [--ir FILE...]

Programs of csmith by clang-22 -O2, or files of IR (for the target that they are of). Counted in LLVM's machine code in front
of its coalescer, without ours and with it, and behind it: COPY and SUBREG_TO_REG. All is looked at by LLVM's verifier.
Exit 1 when llc fails, 77 when a tool is missing.
"""
import argparse
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import llvm_passes  # noqa: E402

TARGETS = {**{k: v[:2] for k, v in llvm_passes.TARGETS.items()}, "gfx1100": ("amdgcn-amd-amdhsa", "gfx1100")}
COPY = re.compile(r"= (?:COPY|SUBREG_TO_REG)\b")


def copies(ir, cpu, *options):
    """How many there are where llc stops; None: it fails."""
    done = llvm_passes.run(["llc-22", "-O2", "-verify-machineinstrs", "-o", "-", "-relocation-model=pic", f"-mcpu={cpu}", *options, ir], timeout=300)
    if done.returncode != 0:
        print(done.stderr[-2000:], file=sys.stderr)
        return None
    return len(COPY.findall(done.stdout))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--targets", default="x86_64,aarch64,riscv64,gfx1100")
    parser.add_argument("--ir", nargs="*", default=[])
    args = parser.parse_args()
    if any(shutil.which(tool) is None for tool in ("csmith", "clang-22", "llc-22")):
        print("csmith, clang-22 and llc-22 are wanted", file=sys.stderr)
        return 77
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name in args.targets.split(","):
            triple, cpu = TARGETS[name]
            files = [pathlib.Path(f) for f in args.ir]
            for seed in range(args.seed, args.seed + args.count if not files else args.seed):
                source, ir = work / f"{seed}.c", work / f"{seed}.{name}.ll"
                source.write_text(llvm_passes.run(["csmith", "--seed", str(seed), "--no-argc"], cwd=work).stdout)
                llvm_passes.compile_ir(source, ir, triple, cpu)
                files.append(ir)
            before = ours = behind = 0
            for ir in files:
                own = ("-load", args.plugin, "-lathe-passes=register-coalescer")
                found = (copies(ir, cpu, "-stop-before=register-coalescer"), copies(ir, cpu, *own, "-stop-before=register-coalescer"),
                         copies(ir, cpu, "-stop-after=register-coalescer"), copies(ir, cpu, *own))
                if None in found:
                    failed = True
                    print(f"{name}: llc fails on {ir}")
                    continue
                before, ours, behind = before + found[0], ours + found[1], behind + found[2]
            share = (before - ours) / max(1, before - behind)
            print(f"{name}: {before} copies, {ours} behind ours, {behind} behind LLVM's: {share:.1%} of those that LLVM's removes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
