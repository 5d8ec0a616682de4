#!/usr/bin/env python3
"""Each pass of include/lathe/passes on so many generated functions of the toy machine (tests/suites/passes): flow of any shape,
memory, calls, in SSA form, out of it, and then with guards. Before and behind are run by the toy machine and, where the pass
leaves arithmetic alone, compared by the equivalence checker (lathe/program/equal.hpp). Knobs, register limits and fuel vary.

  passes.py                            100,000 functions a pass: about two hours on one core
  passes.py --functions 5000 --only hoist,sink
  passes.py --share 3/8                every eighth function, from the third on; all shares together are the whole
  passes.py --spoil                    each result is changed behind the pass: this must be seen
  passes.py --function 4711 --only hoist     one function alone

Functions that do not end within 200,000 steps are not compared, and counted.
Exit status: 0 all equal, 1 some are not, 2 wrong usage or no compiler.
"""
import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = os.path.join(ROOT, "tests", "suites", "passes")
COMPILER = shutil.which("g++") or shutil.which("clang++-22")
HEAD = "%-28s %10s %10s %10s %8s %9s"


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", help="not needed: the passes are headers")
    parser.add_argument("--functions", type=int, default=100000, help="for each pass (default: %(default)s)")
    parser.add_argument("--function", type=int, help="this one alone")
    parser.add_argument("--share", default="1/1", metavar="K/N", help="the K-th of N shares")
    parser.add_argument("--only", default="", help="passes, separated by commas (default: all)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--spoil", action="store_true", help="change each result behind the pass: must be seen")
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "suite_passes"), help="where the program is built")
    args = parser.parse_args(argv)
    try:
        args.part, args.parts = (int(word) for word in args.share.split("/"))
    except ValueError:
        args.part, args.parts = 0, 0
    if not 1 <= args.part <= args.parts or args.functions < 1:
        parser.error("--share K/N with 1 <= K <= N, --functions of at least 1")
    return args


def newest():
    """When the last of what the program includes was changed."""
    folders = ("include/lathe", "adapters", "tests/support", "tests/unit/lathe/passes", "tests/suites/passes")
    return max(os.path.getmtime(os.path.join(folder, name)) for top in folders for folder, _, names in os.walk(os.path.join(ROOT, top))
               for name in names if name.endswith(".hpp"))


def compile_one(work, source, changed):
    made = os.path.join(work, os.path.splitext(source)[0] + ".o")
    if os.path.exists(made) and os.path.getmtime(made) > max(changed, os.path.getmtime(os.path.join(SOURCES, source))):
        return made
    # Indices are looked at: a walk over an end ends the program, and is told as a crash.
    flags = ["-std=c++20", "-O1", "-w", "-D_GLIBCXX_ASSERTIONS", "-DDOCTEST_CONFIG_DISABLE", "-Iinclude", "-I.", "-Itests"]
    done = subprocess.run([COMPILER, *flags, "-c", os.path.join(SOURCES, source), "-o", made], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("passes: %s does not compile:\n%s" % (source, done.stderr[:3000]))
    return made


def build(work, jobs):
    os.makedirs(work, exist_ok=True)
    changed = newest()
    sources = sorted(name for name in os.listdir(SOURCES) if name.endswith(".cpp"))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        objects = list(pool.map(lambda source: compile_one(work, source, changed), sources))
    program = os.path.join(work, "passes")
    subprocess.run([COMPILER, *objects, "-o", program], check=True)
    return program


def run(program, name, args):
    """(fields of its line, its messages)"""
    first, last, step = args.part - 1, args.functions, args.parts
    if args.function is not None:
        first, last, step = args.function, args.function + 1, 1
    done = subprocess.run([program, str(first), str(last), str(step), name], capture_output=True, text=True,
                          env=dict(os.environ, LATHE_SPOIL="1" if args.spoil else ""))
    if done.returncode not in (0, 1) or not done.stdout:
        return [name, "0", "0", "0", "crash", "0"], done.stderr[-3000:] or "ended with %d\n" % done.returncode
    return done.stdout.rstrip("\n").split("\t"), done.stderr


def main(argv):
    args = parse(argv)
    if COMPILER is None:
        print("passes: no g++ or clang++-22 here; ./dev setup", file=sys.stderr)
        return 2
    program = build(args.work, args.jobs)
    known = subprocess.run([program, "--list"], check=True, capture_output=True, text=True).stdout.splitlines()
    names = [name for name in args.only.split(",") if name] or known
    for name in names:
        if name not in known:
            print("passes: no pass '%s'; one of: %s" % (name, ", ".join(known)), file=sys.stderr)
            return 2
    print(HEAD % ("pass", "functions", "changed", "endless", "unequal", "seconds"), flush=True)
    fine = True
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for fields, told in pool.map(lambda name: run(program, name, args), names):
            print(HEAD % tuple(fields), flush=True)
            if not args.spoil:
                sys.stderr.write(told)
            seen = fields[4] not in ("0", "crash")
            fine &= seen if args.spoil else fields[4] == "0"
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
