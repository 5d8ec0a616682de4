#!/usr/bin/env python3
"""The import planner beside LLVM 22's function import on the same index, on ten shapes of 100,000 functions: CPU time and bytes.

  thinlto_peers.py PROGRAM [--only REGEX]

PROGRAM is bench_thinlto (bench/lathe/thinlto_shapes.hpp says what the shapes are). Dead values and attributes are left out, as LLVM's
function leaves them to others. Bytes are those that operator new handed out at most, the index included. `first found` is ours by
LLVM's rule, whose imports may differ in what the order of calls decides. Exit 1 where ours needs more time or more memory.
"""
import argparse
import json
import math
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="shapes whose name matches")
    args = parser.parse_args()
    listed = subprocess.run([args.program, "--benchmark_filter=peer/", "--benchmark_list_tests"], check=True, capture_output=True, text=True).stdout.split()
    shapes = [s for s in dict.fromkeys(name.split("/")[1] for name in listed) if re.search(args.only, s)]
    rows, worse = {}, False
    print(f"{'shape':10} {'imports':>10}   {'ms: LLVM':>9} {'best':>8} {'first found':>11}    {'bytes a function: LLVM':>22} {'best':>6} {'first found':>11}", flush=True)
    for shape in shapes:
        done = subprocess.run([args.program, f"--benchmark_filter=peer/{shape}/", "--benchmark_format=json"], check=True, capture_output=True, text=True)
        found = {row["name"].split("/")[2]: row for row in json.loads(done.stdout)["benchmarks"]}
        if len(found) != 3 or any(row.get("error_occurred") for row in found.values()):
            raise SystemExit(f"{shape}: {done.stdout[-500:]}")
        time = {k: row["cpu_time"] for k, row in found.items()}
        memory = {k: row["bytes/function"] for k, row in found.items()}
        rows[shape] = time["llvm"] / time["best"], memory["best"] / memory["llvm"], time["llvm"] / time["first_found"], memory["first_found"] / memory["llvm"]
        worse = worse or min(rows[shape][0], rows[shape][2]) < 1 or max(rows[shape][1], rows[shape][3]) > 1
        print(f"{shape:10} {found['best']['imports']:10.0f}   {time['llvm']:9.1f} {time['best']:8.1f} {time['first_found']:11.1f}    "
              f"{memory['llvm']:22.1f} {memory['best']:6.1f} {memory['first_found']:11.1f}", flush=True)
    for what, k in (("best", 0), ("first found", 2)):
        mean = [math.exp(sum(math.log(row[k + j]) for row in rows.values()) / len(rows)) for j in range(2)]
        slowest, largest = min(rows, key=lambda s: rows[s][k]), max(rows, key=lambda s: rows[s][k + 1])
        print(f"{what}: {mean[0]:.2f} times LLVM's speed (worst {slowest} {rows[slowest][k]:.2f}), {mean[1]:.2f} of its memory (worst {largest} {rows[largest][k + 1]:.2f})")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
