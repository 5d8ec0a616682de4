#!/usr/bin/env python3
"""Runs bench_dense --paired and prints its table: median ns per operation of each map, geometric means, the worst cell
against LLVM's DenseMap, and heap bytes per entry.

    bench/lathe/dense.py build/bench/bench_dense [--rounds 11] [--large] [--size N] [--runs 1]

With --runs N the program is started N times and the median over runs is taken (another address layout each time).
`churn` (one key in, an older one out) is shown beside the six operations of the goal and kept out of the means.
"""
import argparse
import json
import math
import statistics
import subprocess


def geomean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--large", action="store_true", help="also a million entries")
    parser.add_argument("--size", type=int, action="append", default=[], help="these sizes only")
    args = parser.parse_args()
    command = [args.program, "--paired", str(args.rounds)] + (["--large"] if args.large else [])
    command += [word for size in args.size for word in ("--size", str(size))]
    cells, memory = {}, {}
    for _ in range(args.runs):
        for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
            row = json.loads(line)
            key = (row["keys"], row["n"], row["op"])
            if row["op"] == "bytes":
                memory[key] = row
            else:
                for name, ns in row["ns"].items():
                    cells.setdefault(key, {}).setdefault(name, []).append(ns)
    cells = {key: {name: statistics.median(runs) for name, runs in maps.items()} for key, maps in cells.items()}
    names = list(next(iter(cells.values())))
    print(f"{'ns per operation':26}" + "".join(f"{name:>9}" for name in names) + f"{'llvm/lathe':>12}")
    for (keys, n, op), ns in cells.items():
        print(f"{keys:7}{n:>8} {op:10}" + "".join(f"{ns[name]:9.2f}" for name in names)
              + f"{ns['llvm'] / ns['lathe']:12.2f}")
    goal = {key: ns for key, ns in cells.items() if key[2] != "churn"}
    small = {key: ns for key, ns in goal.items() if key[1] <= 10000} or goal
    print("\ngeometric mean, n <= 10000" + "".join(f"{geomean(ns[name] for ns in small.values()):9.2f}" for name in names))
    for op in dict.fromkeys(key[2] for key in cells):
        print(f"  {op:24}" + "".join(
            f"{geomean(ns[name] for key, ns in cells.items() if key[2] == op and key[1] <= 10000):9.2f}"
            for name in names))
    peers = {name: geomean(ns[name] / ns["lathe"] for ns in small.values()) for name in names if name != "lathe"}
    best = min(peers, key=peers.get)
    print(f"\nbest peer overall (n <= 10000): {best}; lathe is {peers[best]:.2f} times as fast (geometric mean)")
    ratios = sorted(((ns["lathe"] / ns["llvm"], key) for key, ns in goal.items()), reverse=True)
    print("worst cells against LLVM's DenseMap (lathe time / LLVM time): "
          + ", ".join(f"{ratio:.2f} {' '.join(map(str, key))}" for ratio, key in ratios[:5]))
    print(f"cells over 1.2: {sum(ratio > 1.2 for ratio, _ in ratios)} of {len(ratios)}")
    print(f"\n{'heap bytes per entry':26}" + "".join(f"{name:>9}" for name in names))
    for (keys, n, _), row in memory.items():
        for what in ("at_n", "mean"):
            label = f"{keys} {n}" + ("" if what == "at_n" else ", mean n/2..n")
            print(f"{label:26}" + "".join(f"{row[what][name]:9.1f}" for name in names))


if __name__ == "__main__":
    main()
