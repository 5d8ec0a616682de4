#!/usr/bin/env python3
"""How the combiner grows: log-log slope of time over sizes up to 64 k nodes, visits per node, and the same question to
whole compilers on LLVM IR of the shapes that make LLVM's combiner quadratic.

  combine.py --bench BIN/bench_combine [--repetitions 5]      slope and visits of each shape, exit 1 above the goals
             [--instructions]                                  instructions by valgrind in place of time
             [--lathe BIN/lathe [--llc llc-22]] [--largest N]  generated IR through compilers: the combiners alone (three
                                                               runs of each), then whole compilers: times and slopes
             [--lathe BIN/lathe --kernels]                     visits per node over tests/kernels/ll

The goals: slope at most 1.1; at most 4 visits per node on average over the kernels, all runs of the combiner together.
Times are the least of the repetitions, CPU time; they grow with the caches that a size leaves behind, and with what else
runs on the machine; instructions do not. "In equal memory" as many graphs as make up the largest size are combined one
after the other, so that small ones meet the caches as the largest does. Slopes are least-squares fits of log(time) over log(size).
"""
import argparse
import json
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

SHAPES = ("add chain", "store chain", "strided stores")
TARGET = ["-mcpu=sm_90a", "-mattr=+ptx88"]  # what the newest of the kernels needs


def slope(points):
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def shapes(bench, repetitions):
    out = subprocess.run([bench, "--benchmark_format=json", f"--benchmark_repetitions={repetitions}",
                          "--benchmark_min_time=0.05"], check=True, capture_output=True, text=True).stdout
    points, visits = {}, {}
    for row in json.loads(out)["benchmarks"]:
        if row.get("run_type") != "iteration":
            continue
        if row.get("error_occurred"):
            sys.exit(f"{row['name']}: {row['error_message']}")
        name = row["name"].split("/")[0]
        best = points.setdefault(name, {})
        best[row["nodes"]] = min(best.get(row["nodes"], math.inf), row["cpu_time"] / row.get("graphs", 1))
        visits.setdefault(name, {})[row["nodes"]] = row["visits/node"]
    print(f"{'shape':36}{'nodes':>18}{'ns per node':>18}{'slope':>8}{'visits per node':>20}")
    worst = 0
    for name, best in points.items():
        sizes = sorted(best)
        s = slope(sorted(best.items()))
        worst = max(worst, s)
        print(f"{name:36}{sizes[0]:9.0f}{sizes[-1]:9.0f}{best[sizes[0]] / sizes[0]:9.0f}{best[sizes[-1]] / sizes[-1]:9.0f}"
              f"{s:8.3f}{visits[name][sizes[0]]:10.2f}{visits[name][sizes[-1]]:10.2f}")
    print(f"worst slope {worst:.3f}, goal 1.1")
    return worst <= 1.1


def instructions(bench):
    """Instructions of a shape: those of the program less those of a run that finds nothing to do."""
    def count(what):
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", bench,
                               f"--benchmark_filter=^{what}$", "--benchmark_min_time=0"], capture_output=True, text=True)
        return int(re.search(r"Collected : (\d+)", done.stderr).group(1))

    names = subprocess.run([bench, "--benchmark_list_tests"], check=True, capture_output=True, text=True).stdout.splitlines()
    base = count("nothing")
    worst = 0
    print(f"{'shape':36}{'instructions, making included, for sizes':>60}{'slope':>8}")
    for shape in dict.fromkeys(name.split("/")[0] for name in names if "equal memory" not in name):
        points = [(n, count(f"{shape}/{n}") - base) for n in (1024, 4096, 16384, 65536)]
        worst = max(worst, slope(points))
        print(f"{shape:36}" + "".join(f"{i:15}" for _, i in points) + f"{slope(points):8.3f}")
    print(f"worst slope {worst:.3f}, goal 1.1")
    return worst <= 1.1


def ir(shape, n):
    """A kernel of about n memory operations."""
    body = []
    if shape == "add chain":
        body.append("%s0 = add i64 %v, 1")
        body += [f"%s{i} = {'xor' if i % 2 else 'add'} i64 %s{i - 1}, {i}" for i in range(1, n)]
        body.append(f"store i64 %s{n - 1}, ptr addrspace(1) %p")
    elif shape == "store chain":
        for i in range(n):
            body += [f"%a{i} = getelementptr i64, ptr addrspace(1) %p, i64 {2 * i}",
                     f"store volatile i64 %v, ptr addrspace(1) %a{i}" if i % 8 == 0 else f"store i64 %v, ptr addrspace(1) %a{i}"]
    elif shape == "strided stores":
        body.append("%w = trunc i64 %v to i8")
        for i in range(n):
            body += [f"%a{i} = getelementptr i8, ptr addrspace(1) %p, i64 {3 * i}", f"store i8 %w, ptr addrspace(1) %a{i}"]
    return ("target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @k(ptr addrspace(1) %p, i64 %v) {\n  "
            + "\n  ".join(body) + "\n  ret void\n}\n")


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{command}: {done.stderr[:400]}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stderr


def lathe_combiner(lathe, source, folder):
    """CPU seconds of the three runs of lathe's combiner, each on the text of the stage before it; visits per node."""
    seconds, visits, nodes = 0, 0, 0
    for run, stage in enumerate(("build", "legalize-types", "legalize"), 1):
        text = os.path.join(folder, "stage.dag")
        cpu_seconds([lathe, "compile", *TARGET, source, "--stop-after=" + stage, "-o", text])
        done = cpu_seconds([lathe, "combine", text, *TARGET, f"--run={run}", "--whole", "--stats", "-o", os.devnull])[1]
        figure = {what: float(number) for number, what in re.findall(r"^ *([0-9.]+)  (.+)$", done, re.M)}
        seconds += figure["milliseconds"] / 1e3
        visits += figure["visits"]
        nodes += figure["nodes"]
    return seconds, visits / nodes


def llc_combiner(llc, source):
    """CPU seconds of the runs of LLVM's combiner, by its own timers."""
    report = cpu_seconds([llc, "-O3", "-mcpu=sm_90", "-time-passes", source, "-o", os.devnull])[1]
    return sum(float(seconds) for seconds in re.findall(r"^ *([0-9.]+) .*  DAG Combining", report, re.M))


def combiners(lathe, llc, sizes):
    """The combiners alone on the same IR: ns per operation of the source at the ends, and slopes."""
    print(f"{'combiner alone':36}" + "".join(f"{n:>9}" for n in sizes) + f"{'slope':>8}   (ns per operation of the source)")
    for shape in SHAPES:
        rows = {"lathe": [], "llc": []} if llc else {"lathe": []}
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "shape.ll")
            for n in sizes:
                pathlib.Path(source).write_text(ir(shape, n))
                runs = [lathe_combiner(lathe, source, folder) for _ in range(3)]
                rows["lathe"].append(min(seconds for seconds, _ in runs))
                if llc:
                    rows["llc"].append(min(llc_combiner(llc, source) for _ in range(3)))
        for name, values in rows.items():
            fit = slope([(n, max(v, 1e-5)) for n, v in zip(sizes, values)])
            print(f"{shape + ': ' + name:36}" + "".join(f"{1e9 * v / n:9.0f}" for n, v in zip(sizes, values)) + f"{fit:8.2f}"
                  + (f"   {runs[0][1]:.2f} visits per node" if name == "lathe" else ""))


def compilers(lathe, llc, largest):
    sizes = [n for n in (1000, 2000, 4000, 8000, 16000, 32000) if n <= largest]
    combiners(lathe, llc, sizes)
    print(f"\n{'CPU seconds, memory operations':36}" + "".join(f"{n:>8}" for n in sizes) + f"{'slope':>8}")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "shape.ll")
        for shape in SHAPES:
            rows = {"lathe": [], "lathe, visits per node": []}
            if llc:
                rows["llc"] = []
            for n in sizes:
                pathlib.Path(source).write_text(ir(shape, n))
                out = ["-o", os.devnull]
                runs = [cpu_seconds([lathe, "compile", *TARGET, source, *out, "--stats=json"]) for _ in range(3)]
                stats = json.loads(runs[0][1].splitlines()[-1])
                rows["lathe"].append(min(t for t, _ in runs))
                rows["lathe, visits per node"].append(stats["combine_visits"] / max(1, stats["combine_nodes"]))
                if llc:
                    rows["llc"].append(min(cpu_seconds([llc, "-O3", "-mcpu=sm_90", source, *out])[0] for _ in range(2)))
            for name, values in rows.items():
                fit = "" if "visits" in name else f"{slope([(n, max(v, 1e-4)) for n, v in zip(sizes, values)]):8.2f}"
                print(f"{shape + ': ' + name:36}" + "".join(f"{v:8.3f}" for v in values) + fit)


def kernels(lathe):
    rows = []
    for source in sorted((pathlib.Path(__file__).resolve().parents[2] / "tests/kernels/ll").glob("*.ll")):
        stats = json.loads(cpu_seconds([lathe, "compile", *TARGET, str(source), "-o", os.devnull, "--stats=json"])[1].splitlines()[-1])
        rows.append((source.stem, stats["combine_visits"], stats["combine_nodes"], stats["dag_nodes"]))
    visits, seen, nodes = (sum(row[i] for row in rows) for i in (1, 2, 3))
    name, ratio = max(((row[0], row[1] / max(1, row[2])) for row in rows), key=lambda row: row[1])
    print(f"\n{len(rows)} kernels: {visits} visits; {visits / seen:.2f} per node of a run (most: {ratio:.2f}, {name}), "
          f"{visits / nodes:.2f} per node of the graphs over all three runs; goal 4")
    return visits / nodes <= 4


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=os.path.abspath)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--lathe", type=os.path.abspath)
    parser.add_argument("--llc")
    parser.add_argument("--largest", type=int, default=16000)
    parser.add_argument("--kernels", action="store_true", help="only the kernels, not the generated shapes")
    args = parser.parse_args()
    fine = True
    if args.bench:
        fine &= instructions(args.bench) if args.instructions else shapes(args.bench, args.repetitions)
    if args.lathe and args.kernels:
        fine &= kernels(args.lathe)
    elif args.lathe:
        compilers(args.lathe, args.llc, args.largest)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
