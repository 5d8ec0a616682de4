#!/usr/bin/env python3
"""DenseMap against the best of five peers on keys that nobody tuned to: a row per cell, then per class of cell the
geometric mean and the worst cell, and bytes on the heap for an entry.

  dense_others.py PROGRAM [--rounds 9] [--size N]... [--keys NAME]... [--op NAME]... [--quick] [--json FILE] [--against FILE]

PROGRAM is bench_dense_others (its head says what the keys are). A cell's figure is the time of its best peer by ours: the
median over rounds in which all maps ran in turn. --quick: three sizes, three rounds, half a minute. --json keeps the
cells, --against shows another run's means beside these.
"""
import argparse
import json
import math
import subprocess
import sys

PEERS = ["llvm", "boost", "absl", "tsl", "std"]


def geomean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def best(row):
    peer = min(row["ratio"], key=row["ratio"].get)
    return row["ratio"][peer], peer


def classes(cells):
    """Name of a class -> its rows."""
    out = {"all": cells, "up to 10000": [r for r in cells if r["n"] <= 10000], "above 10000": [r for r in cells if r["n"] > 10000]}
    for what in ("keys", "op"):
        for name in dict.fromkeys(r[what] for r in cells):
            out[name] = [r for r in cells if r[what] == name]
    return {name: rows for name, rows in out.items() if rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--size", type=int, action="append", default=[])
    parser.add_argument("--keys", action="append", default=[])
    parser.add_argument("--op", action="append", default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json")
    parser.add_argument("--against")
    args = parser.parse_args()
    sizes = args.size or ([300, 10000, 100000] if args.quick else [])
    command = [args.program, "--rounds", str(args.rounds or (3 if args.quick else 9))]
    for option, words in (("--size", sizes), ("--keys", args.keys), ("--op", args.op)):
        for word in words:
            command += [option, str(word)]
    cells, memory = [], []
    print(f"{'ns per operation':26}" + "".join(f"{name:>8}" for name in ["lathe", *PEERS]) + "    best peer / lathe", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout:
            row = json.loads(line)
            if row["op"] == "bytes":
                memory.append(row)
                continue
            cells.append(row)
            ratio, peer = best(row)
            print(f"{row['keys']:9}{row['n']:>8} {row['op']:8}" + "".join(f"{row['ns'][name]:8.2f}" for name in ["lathe", *PEERS])
                  + f"{ratio:9.2f} {peer}", flush=True)
    before = {}
    if args.against:
        with open(args.against, encoding="utf-8") as file:
            before = classes(json.load(file)["cells"])
    if cells:
        print(f"\n{'class of cells':16}{'cells':>6}{'mean':>7}{'worst':>7}" + ("   before" if before else "") + "   worst cell; cells under 0.9")
        for name, rows in classes(cells).items():
            worst = min(rows, key=lambda r: best(r)[0])
            old = f"{geomean(best(r)[0] for r in before[name]):9.2f}" if name in before else ""
            print(f"{name:16}{len(rows):>6}{geomean(best(r)[0] for r in rows):7.2f}{best(worst)[0]:7.2f}{old}"
                  f"   {worst['keys']} {worst['n']} {worst['op']} ({best(worst)[1]}); {sum(best(r)[0] < 0.9 for r in rows)}")
        for peer in PEERS:
            print(f"against {peer:8}{len(cells):>6}{geomean(r['ratio'][peer] for r in cells):7.2f}{min(r['ratio'][peer] for r in cells):7.2f}")
    if memory:
        print(f"\n{'heap bytes per entry, mean n/2 to n':36}" + "".join(f"{name:>8}" for name in ["lathe", *PEERS]))
        for row in memory:
            print(f"{row['keys']:9}{row['n']:>8}{'':19}" + "".join(f"{row['mean'][name]:8.1f}" for name in ["lathe", *PEERS]))
        print(f"{'geometric mean':36}" + "".join(f"{geomean(r['mean'][name] for r in memory):8.1f}" for name in ["lathe", *PEERS]))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump({"cells": cells, "memory": memory}, file)
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
