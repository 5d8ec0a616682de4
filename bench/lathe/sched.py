#!/usr/bin/env python3
"""The scheduler on the regions of the kernels of tests/kernels/ll, and what ptxas makes of the rewritten kernels.

  sched.py --lathe BIN/lathe [--ptxas PTXAS] [--kernels NAME ...] [--work DIR]

Compiles each kernel to PTX (for sm_90a) and schedules it in pressure mode, with and without the guard, and in balanced mode, each plan
checked: regions, share of those whose MaxLive is above that of the source order, registers before and after. With ptxas
also registers and spilled bytes of each entry before and after the rewriting, wins and losses counted. Exit 1 when a
plan has a fault or a region in pressure mode is above source order in more than 0.1 % of them.
"""
import argparse
import pathlib
import re
import sys
import tempfile

import kernel_runs

VARIANTS = [("pressure, no guard", ["--mode=pressure", "--no-guard"]), ("pressure", ["--mode=pressure"]),
            ("balanced", ["--mode=balanced"]), ("balanced, no guard", ["--mode=balanced", "--no-guard"]),
            ("latency, no guard", ["--mode=latency", "--no-guard"])]
LINE = re.compile(r"region (\S+) instructions (\d+) (\S+) (\S+) cycles (\d+) -> (\d+) gpr (\d+) -> (\d+) pred (\d+) -> (\d+)")


def resources(ptxas, ptx):
    """{entry: (registers, spilled bytes)}; None when ptxas refuses the file."""
    done = kernel_runs.run(ptxas, "-v", "-arch=sm_90a", ptx, "-o", "/dev/null")
    if done.returncode != 0:
        return None
    found, entry, spill = {}, None, 0
    for line in done.stderr.splitlines():
        if m := re.search(r"(?:Compiling entry function|Function properties for) '?([\w$.]+)", line):
            entry = m[1]
        if m := re.search(r"(\d+) bytes spill stores", line):
            spill = int(m[1])
        if m := re.search(r"Used (\d+) registers", line):
            found[entry] = (int(m[1]), spill)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", type=pathlib.Path, required=True)
    parser.add_argument("--ptxas", default=kernel_runs.PTXAS)
    parser.add_argument("--kernels", nargs="*")
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    ptxas = args.ptxas if pathlib.Path(args.ptxas).exists() else None
    work = args.work or pathlib.Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    kernels = [k for k in kernel_runs.sources() if not args.kernels or k.stem in args.kernels]
    totals = {name: dict(regions=0, above=0, above_pred=0, moved=0, before=0, after=0, big_before=0, big_after=0,
                         cycles=0, cycles_after=0, wins=0, losses=0, same=0, step_wins=0, step_losses=0, registers=0, registers_after=0,
                         spills=0, spills_after=0, faults=[], refused=[], worst=[]) for name, _ in VARIANTS}
    compiled = 0
    for kernel, ptx in kernel_runs.compiled(args.lathe, kernels, work, kernel_runs.NEWEST):
        compiled += 1
        before = resources(ptxas, ptx) if ptxas else None
        for name, flags in VARIANTS:
            t, new = totals[name], work / (kernel + ".new.ptx")
            done = kernel_runs.run(args.lathe, "sched", ptx, *flags, "--check", "--rewrite", new)
            if done.returncode != 0:
                t["faults"].append(kernel)
                continue
            for m in map(LINE.match, done.stdout.splitlines()):
                insts, c0, c1, g0, g1, p0, p1 = (int(m[i]) for i in (2, 5, 6, 7, 8, 9, 10))
                t["regions"] += 1
                t["above"] += g1 > g0
                t["above_pred"] += p1 > p0
                t["moved"] += m[3] in ("excess", "occupancy", "shorter", "fewer")
                t["before"] += g0
                t["after"] += g1
                if insts >= 32:
                    t["big_before"] += g0
                    t["big_after"] += g1
                t["cycles"] += c0
                t["cycles_after"] += c1
            if not before:
                continue
            after = resources(ptxas, new) if new.read_bytes() != ptx.read_bytes() else before
            if after is None:
                t["refused"].append(kernel)
                continue
            for entry, (registers, spill) in before.items():
                r, s = after.get(entry, (0, 0))
                t["wins"] += (s, r) < (spill, registers)
                t["losses"] += (s, r) > (spill, registers)
                t["same"] += (s, r) == (spill, registers)
                t["step_wins"] += (s, -(-r // 8)) < (spill, -(-registers // 8))  # ptxas gives out registers by 8
                t["step_losses"] += (s, -(-r // 8)) > (spill, -(-registers // 8))
                t["registers"] += registers
                t["registers_after"] += r
                t["spills"] += spill
                t["spills_after"] += s
                t["worst"].append((r - registers, kernel, entry, registers, r))
    bad = 0
    print(f"{compiled} kernels")
    for name, _ in VARIANTS:
        t = totals[name]
        n = max(1, t["regions"])
        print(f"{name}: {t['regions']} regions, {t['moved']} reordered, above source order {t['above']} "
              f"({100 * t['above'] / n:.3f} %), by predicates {t['above_pred']}; sum of MaxLive {t['before']} -> {t['after']}, "
              f"of regions from 32 instructions {t['big_before']} -> {t['big_after']}; cycles {t['cycles']} -> {t['cycles_after']}; "
              f"faults in {len(t['faults'])} {t['faults']}")
        if ptxas:
            t["worst"].sort()
            print(f"  ptxas: {t['wins']} entries lower, {t['losses']} higher, {t['same']} the same (counted by 8: "
                  f"{t['step_wins']} lower, {t['step_losses']} higher); registers "
                  f"{t['registers']} -> {t['registers_after']}, spilled bytes {t['spills']} -> {t['spills_after']}; "
                  f"refused {t['refused']}")
            print("  most and least:", t["worst"][:3], t["worst"][-3:])
        if t["faults"] or t["refused"] or ("pressure" in name and t["above"] > 0.001 * n):
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
