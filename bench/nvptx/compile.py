#!/usr/bin/env python3
"""Compile time of lathe against `llc-22 -O3`, on the same bitcode.

1. The kernel corpus: both compilers on each kernel in pairs, the order swapped from pair to pair. Per kernel the median
   of user seconds of each; then the geometric mean of the ratios and the ratio of the sums. The same for user and
   system time together, which is the steadier figure: the split of a few milliseconds between the two is sampled.
   --held-out: CUB, Thrust, curand and others (tests/quality/held_out.py) instead, whose files are larger.
2. Growth: generated functions of 1 k to 128 k instructions in four shapes (see generate_ir.py). Seconds per size, and
   the slope of log(time) over log(size) from 4 k on: 1 is linear, 2 quadratic. Start-up time is subtracted.

Exit status: 0 measured, 1 a compiler failed on an input (named), 2 something needed is missing. Figures are no test.
"""
import argparse
import json
import math
import os
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests", "suites"))
sys.path.insert(0, HERE)
import common  # noqa: E402
import compilers  # noqa: E402
import generate_ir  # noqa: E402


LONGER = 5e-3  # seconds of user time from which start-up no longer decides


def bitcode(text_path, output):
    result = common.run([common.llvm_tool("llvm-as"), text_path, "-o", output])
    if result.rc != 0:
        common.fail("llvm-as: " + common.first_error(result))


def prepare(kernels, target, folder):
    """[(name, bitcode, flags)] of the kernels that run on the target; __nv_* calls are linked for both compilers."""
    inputs = []
    for kernel in kernels:
        if not kernel.runs_on(target):
            continue
        path, flags = os.path.join(folder, kernel.name + ".bc"), kernel.machine_flags(target)
        if kernel.libdevice == "calls":
            if compilers.link_libdevice(kernel.ll, path, flags):
                continue
        else:
            bitcode(kernel.ll, path)
        inputs.append((kernel.name, path, flags))
    return inputs


def held_out_programs(patterns):
    """Larger ones than the kernels, in the same form; see tests/quality/held_out.py."""
    sys.path.insert(0, os.path.join(common.ROOT, "tests", "quality"))
    import held_out
    return held_out.make_all(held_out.FOLDER, patterns, os.cpu_count() or 1)


def pair(runners, path, flags, output, rounds):
    """{name: [Times]} with the order of the compilers swapped every round; None where one fails."""
    times = {r.name: [] for r in runners}
    for index in range(rounds):
        for runner in runners if index % 2 == 0 else reversed(runners):
            used = common.timed(runner.command(path, flags, output))
            if used.rc != 0:
                return runner.name
            times[runner.name].append(used)
    return times


def corpus(runners, inputs, folder, rounds):
    """Prints the ratios over the corpus; -> (rows, failed names)."""
    rows, failed = [], []
    for name, path, flags in inputs:
        times = pair(runners, path, flags, os.path.join(folder, "out.ptx"), rounds)
        if isinstance(times, str):
            failed.append("%s fails on %s" % (times, name))
            continue
        rows.append((name, {n: (statistics.median(t.user for t in ts), statistics.median(t.cpu for t in ts)) for n, ts in times.items()}))
    return rows, failed


def geomean(values):
    return math.exp(statistics.fmean(math.log(v) for v in values)) if values else float("nan")


def print_corpus(rows, runners, worst):
    for runner in runners:
        print("%-7s %d kernels: %.3f s user, %.3f s user + system" % (runner.name, len(rows), sum(r[runner.name][0] for _, r in rows),
                                                                     sum(r[runner.name][1] for _, r in rows)))
    if len(runners) < 2 or not rows:
        return {}
    a, b = runners[0].name, runners[1].name
    longer = [(n, r) for n, r in rows if r[a][0] > LONGER]
    floor = 1e-4                                          # a clock that shows 0 must not decide
    ratios = {n: max(r[a][0], floor) / max(r[b][0], floor) for n, r in rows}
    summary = {"user_geomean": geomean(list(ratios.values())),
               "user_total": sum(r[a][0] for _, r in rows) / max(floor, sum(r[b][0] for _, r in rows)),
               "cpu_geomean": geomean([r[a][1] / r[b][1] for _, r in rows]),
               "cpu_total": sum(r[a][1] for _, r in rows) / sum(r[b][1] for _, r in rows)}
    print("%s / %s: user time x%.3f (geometric mean of kernels), x%.3f (sum); user + system x%.3f, x%.3f"
          % (a, b, summary["user_geomean"], summary["user_total"], summary["cpu_geomean"], summary["cpu_total"]))
    if longer:
        summary["user_geomean_longer"] = geomean([ratios[n] for n, _ in longer])
        print("where %s takes over %.0f ms, %d kernels: user time x%.3f (geometric mean)"
              % (a, 1e3 * LONGER, len(longer), summary["user_geomean_longer"]))
    for name in sorted(ratios, key=ratios.get, reverse=True)[:worst]:
        times = dict(rows)[name]
        print("  slowest beside %s: %-20s x%.2f (%.1f ms, %.1f ms)" % (b, name, ratios[name], 1e3 * times[a][0], 1e3 * times[b][0]))
    return summary


def slope(points):
    """Least squares of log(seconds) over log(size), as text; - with fewer than two points."""
    logs = [(math.log(n), math.log(max(t, 1e-4))) for n, t in points]
    if len(logs) < 2:
        return "-"
    mx, my = statistics.fmean(x for x, _ in logs), statistics.fmean(y for _, y in logs)
    return "%.2f" % (sum((x - mx) * (y - my) for x, y in logs) / sum((x - mx) ** 2 for x, _ in logs))


def growth(runners, shapes, sizes, folder, limit, repeat, target):
    """Prints seconds by size and the slopes; -> {shape: {compiler: {size: seconds}}}."""
    table, flags, output = {}, ["-mcpu=sm_" + target], os.path.join(folder, "out.ptx")
    start = {}
    for runner in runners:
        path = source(folder, "straight", 1)
        start[runner.name] = min(common.timed(runner.command(path, flags, output)).cpu for _ in range(5))
    print("\ngrowth, seconds (user + system) without start-up (%s)" % ", ".join("%s %.0f ms" % (n, 1e3 * t) for n, t in start.items()))
    print("%-10s%-8s" % ("shape", "") + "".join("%8dk" % (n // 1000) for n in sizes) + "   slope")
    for shape in shapes:
        paths = {n: source(folder, shape, n) for n in sizes}
        for runner in runners:
            seconds = {}
            for size in sizes:
                used = [common.timed(runner.command(paths[size], flags, output), limit) for _ in range(repeat if size < 32000 else 1)]
                if any(u.rc != 0 for u in used):
                    break
                seconds[size] = max(1e-4, min(u.cpu for u in used) - start[runner.name])
            table.setdefault(shape, {})[runner.name] = seconds
            cells = "".join("%9.3f" % seconds[n] if n in seconds else "%9s" % "-" for n in sizes)
            print("%-10s%-8s%s   %s" % (shape, runner.name, cells, slope([p for p in seconds.items() if p[0] >= 4000])), flush=True)
    print("(- : failed or more than %d CPU seconds)" % limit)
    return table


def source(folder, shape, size):
    path = os.path.join(folder, "%s_%d" % (shape, size))
    if not os.path.exists(path + ".bc"):
        with open(path + ".ll", "w") as file:
            file.write(generate_ir.generate(shape, size))
        bitcode(path + ".ll", path + ".bc")
    return path + ".bc"


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--compilers", default="lathe,llc", help="one or two of lathe, llc (default: %(default)s)")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--target", default="90", help="default: 90")
    parser.add_argument("--rounds", type=int, default=5, help="pairs per kernel (default: %(default)s)")
    parser.add_argument("--held-out", action="store_true", help="programs of tests/quality instead, and no growth")
    parser.add_argument("--no-growth", action="store_true")
    parser.add_argument("--no-corpus", action="store_true")
    parser.add_argument("--shapes", default=",".join(generate_ir.SHAPES))
    parser.add_argument("--max-size", type=int, default=128000, help="largest generated function (default: %(default)s)")
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds per generated function (default: %(default)s)")
    parser.add_argument("--worst", type=int, default=5, help="kernels listed (default: %(default)s)")
    parser.add_argument("--json", metavar="OUT")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    known = {"lathe": lambda: compilers.Lathe(os.path.abspath(args.lathe)), "llc": lambda: compilers.Llc(common.Cache(None))}
    wanted = args.compilers.split(",")
    if set(wanted) - set(known) or not common.llvm_tool("llvm-as"):
        common.fail("--compilers takes lathe and llc; llvm-as of LLVM 22 is needed")
    runners = [known[w]() for w in wanted]
    for runner in runners:
        if not runner.available():
            common.fail("%s not found" % runner.name)
    answer, failed = {}, []
    with tempfile.TemporaryDirectory() as folder:
        if not args.no_corpus:
            kernels = (held_out_programs if args.held_out else common.load_kernels)(args.kernels)
            rows, failed = corpus(runners, prepare(kernels, args.target, folder), folder, args.rounds)
            answer = {"corpus": dict(rows), "summary": print_corpus(rows, runners, args.worst), "failed": failed}
            print("\n".join("  " + line for line in failed) if failed else "all kernels compiled")
        if not args.no_growth and not args.held_out:
            sizes = [1000 * 2 ** k for k in range(8) if 1000 * 2 ** k <= args.max_size]
            answer["growth"] = growth(runners, args.shapes.split(","), sizes, folder, args.limit, 3, args.target)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(answer, file, indent=1)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
