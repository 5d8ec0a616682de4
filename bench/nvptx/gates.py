#!/usr/bin/env python3
"""What the optional passes that ask what they cost (pipeline-loops, group-accesses and group-textures, schedule) do to kernels, by
ptxas: each alone and all together, with their gates and without.

Per set of passes, over kernels: how many of the kernels' registers, bytes of machine code or both are others than without any of
these passes; geometric means of behind / before over all kernels and over those that changed; kernels whose registers cross a
step of occupancy for the worse (fewer warps by registers alone) and for the better; the kernels whose code grew, all, and
those that got nothing for it: the model of time (lathe flow --throughput, with the warps that the registers allow) tells no
fewer cycles, nor are registers fewer, which is what schedule is for; and the model's cycles behind / before. --list prints
each kernel that changed, --worst the worst ones.

  gates.py [--only 'nbody,scan*'] [--sets all,pipeline,machinelicm,machine-cse+machine-sink] [--list]

Exit status: 0 measured, 2 something needed is missing; with --limits 1 where a kernel crosses a step for the worse with
all passes and their gates, or grows for nothing.
"""
import argparse
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests", "suites"))
sys.path.insert(0, HERE)
import common  # noqa: E402
import compilers  # noqa: E402
import foreign  # noqa: E402
import quality  # noqa: E402

UNGATED = {"pipeline-loops": "--pipeliner-gate=false", "group-accesses": "--group-gate=false"}  # refused without the pass
PASSES = {"pipeline": "pipeline-loops", "group": "group-accesses", "textures": "group-textures", "schedule": "schedule", "strength": "strength-reduction", "combiner": "machine-combiner",
          "all": "group-accesses,group-textures,pipeline-loops,schedule"}
GATED = ("pipeline", "group", "all")


def passes_of(name):
    """Of a set: by its name here, or by those of its passes."""
    return PASSES.get(name, name.replace("+", ","))


def warps(registers):
    """That reside on a multiprocessor of 65,536 registers in four parts, by registers alone."""
    granule = (max(registers, 1) + 7) // 8 * 8
    return min(64, 65536 // 4 // (32 * granule) * 4)


def cycles(lathe, kernel, target, flags, cache, registers):
    """By kernel of a file: cycles of a warp by the model, its most."""
    def compute():
        made = common.run([lathe.path, "compile", kernel.ll, *kernel.machine_flags(target), *flags, "-o", "-"], limit=300)
        out = {}
        with tempfile.TemporaryDirectory() as folder:
            ptx = os.path.join(folder, "out.ptx")
            with open(ptx, "w") as file:
                file.write(made.out)
            for name, count in sorted(registers.items()):
                told = common.run([lathe.path, "flow", ptx, "--throughput", "--function=" + name, "--warps=%d" % max(1, warps(count) // 4), "--json"], limit=300)
                out[name] = json.loads(told.out)["results"][0]["together"] if told.rc == 0 else 0
        return out
    key = ["cycles", common.file_hash(lathe.path), *flags, target, common.file_hash(kernel.ll), *("%s=%d" % r for r in sorted(registers.items()))]
    return cache.get(key, compute)


def pipelined(lathe, kernel, target, flags, cache):
    """Loops of a file that the pass wrote anew."""
    def compute():
        with tempfile.TemporaryDirectory() as folder:
            made = common.run([lathe.path, "compile", kernel.ll, *kernel.machine_flags(target), "--time-passes", *flags,
                               "-o", os.path.join(folder, "out.ptx")], limit=300)
            return sum(int(n) for n in re.findall(r"^ *(\d+)  loops pipelined$", made.err, re.M))
    return cache.get(["pipelined", common.file_hash(lathe.path), *flags, target, common.file_hash(kernel.ll)], compute)


class Set:
    """Kernels of all files with some passes beside the same without."""

    def __init__(self, before, behind, loops, cycles_before, cycles_behind):
        self.rows = []  # (file, kernel, registers, bytes before; behind; loops pipelined in the file; cycles before, behind)
        self.errors = {f: a["error"] for f, a in behind.items() if "error" in a and "error" not in before.get(f, {"error": 1})}
        for file in sorted(before):
            if "error" in before[file] or "error" in behind.get(file, {"error": 1}):
                continue
            for name, was in sorted(before[file]["kernels"].items()):
                self.rows.append((file, name, was, behind[file]["kernels"][name], loops.get(file, 0),
                                  cycles_before[file][name], cycles_behind[file][name]))

    def changed(self):
        return [r for r in self.rows if r[2] != r[3]]

    def worse(self):
        return [r for r in self.rows if warps(r[3][0]) < warps(r[2][0])]

    def better(self):
        return [r for r in self.rows if warps(r[3][0]) > warps(r[2][0])]

    def grown(self):
        return [r for r in self.rows if r[3][1] > r[2][1]]

    def unpaid(self):
        return [r for r in self.grown() if r[6] >= r[5] and r[3][0] >= r[2][0]]

    def mean(self, which, rows):
        return quality.geomean([max(1, r[3][which]) / max(1, r[2][which]) for r in rows]) if rows else 1.0

    def line(self, name):
        few = self.changed()
        return "%-22s %5d of %d  %.4f %.4f  %.4f %.4f  %5d %5d  %5d %5d      %.4f" % (
            name, len(few), len(self.rows), self.mean(0, self.rows), self.mean(1, self.rows), self.mean(0, few), self.mean(1, few),
            len(self.worse()), len(self.better()), len(self.grown()), len(self.unpaid()),
            quality.geomean([max(1, r[6]) / max(1, r[5]) for r in few]) if few else 1.0)


HEAD = """                       kernels        all: regs SASS  changed: regs SASS   steps of occupancy   SASS grows       cycles
passes                 changed        behind/before   behind/before        worse better         all, for nothing of the changed"""


def shown(row):
    file, name, was, now, loops, cycles_was, cycles_now = row
    return "  %-24s %-28s registers %3d -> %3d (%2d -> %2d warps)  SASS %6d -> %6d  %.2f  cycles %.1f -> %.1f%s" % (
        file, name, was[0], now[0], warps(was[0]), warps(now[0]), was[1], now[1], now[1] / max(1, was[1]), cycles_was, cycles_now,
        "  %d loops pipelined" % loops if loops else "")


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_measuring(parser)
    parser.add_argument("--target", default="90", help="default: 90")
    parser.add_argument("--only", default="*", help="shell patterns of names of kernels, separated by commas")
    parser.add_argument("--sets", default=",".join(PASSES), help="of %s (default: all of them), or optional passes by their names, joined by + where they are to run together" % ", ".join(PASSES))
    parser.add_argument("--flags", default="", help="of lathe compile, besides, separated by blanks")
    parser.add_argument("--no-ungated", action="store_true", help="leave out the figures without gates")
    parser.add_argument("--worst", type=int, default=5, help="kernels listed for each set (default: %(default)s)")
    parser.add_argument("--list", action="store_true", help="each kernel that changed")
    parser.add_argument("--limits", action="store_true", help="exit 1 where the goal is missed")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    kernels, cache = common.load_kernels(args.only), common.Cache(args.cache)
    assembler = compilers.Assembler(cache)
    if not assembler.available():
        common.fail("needs ptxas of the CUDA toolkit")
    sets, optional = args.sets.split(","), foreign.optional_passes(args.lathe)
    unknown = [p for s in sets if s not in PASSES for p in passes_of(s).split(",") if p not in optional]
    if unknown:
        common.fail("--sets: no such set or pass: %s; there are %s; %s" % (", ".join(unknown), ", ".join(PASSES), ", ".join(sorted(optional))))

    def collect(flags):
        lathe = compilers.Lathe(os.path.abspath(args.lathe), flags)
        if not lathe.available():
            common.fail("%s not found" % args.lathe)
        return lathe, quality.collect(kernels, lathe, assembler, cache, args.target, args.jobs)

    def model(lathe, files, flags):
        chosen = [k for k in kernels if k.name in files and "error" not in files[k.name]]
        registers = [{name: figures[0] for name, figures in files[k.name]["kernels"].items()} for k in chosen]
        found = common.parallel(args.jobs, lambda both: cycles(lathe, both[0], args.target, flags, cache, both[1]), list(zip(chosen, registers)))
        return {k.name: n for k, n in zip(chosen, found)}
    plain, before = collect([])
    was = model(plain, before, [])
    answer, missed = {}, False
    print(HEAD)
    for name in sets:
        for gated in (True, False):
            if not gated and (args.no_ungated or name not in GATED):
                continue
            flags = ["--enable=" + passes_of(name), *args.flags.split(), *([] if gated else [no for of, no in UNGATED.items() if of in passes_of(name).split(",")])]
            lathe, behind = collect(flags)
            loops = {}
            if "pipeline-loops" in passes_of(name):
                chosen = [k for k in kernels if k.name in behind and "error" not in behind[k.name]]
                found = common.parallel(args.jobs, lambda k: pipelined(lathe, k, args.target, flags, cache), chosen)
                loops = {k.name: n for k, n in zip(chosen, found)}
            made = Set(before, behind, loops, was, model(lathe, behind, flags))
            print(made.line(name + ("" if gated or name not in GATED else ", no gates")), flush=True)
            answer[name + ("" if gated else " ungated")] = made.rows
            for file, error in made.errors.items():
                print("  %s: %s" % (file, error))
            worst = sorted(made.changed(), key=lambda r: (warps(r[3][0]) - warps(r[2][0]), -r[3][1] / max(1, r[2][1])))
            for row in worst if args.list else worst[:args.worst]:
                print(shown(row))
            if name == "all" and gated:
                missed = bool(made.worse() or made.unpaid() or made.errors)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(answer, file, indent=1)
    return 1 if args.limits and missed else 0


if __name__ == "__main__":
    sys.exit(main())
