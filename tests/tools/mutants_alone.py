#!/usr/bin/env python3
"""Mutants of single headers, without a build: the headers' tests are compiled alone at -O0, each as one small program, with the
headers changed as tests/suites/mutants.py changes sources, and run once for each change. The standard library looks at
indices (_GLIBCXX_ASSERTIONS), so that a walk over an end is told.

  mutants_alone.py include/lathe/passes/sink.hpp ... [--count 40] [--seed 1] [--jobs 1] [--without chain_test] [--list] [--table] [--survivors FILE]

--survivors FILE tries those changes alone that FILE, what an earlier run printed, calls survivors: tests that were added
since notice no less than those before.

Each header by itself, with --work FOLDER of its own, and several of these at once, use less memory than all in one call.

A header's tests are the sources below tests/unit/lathe that include it by name or, where none does, through the fewest headers. Exit status: 0 of each header at least 95 % of
those changes that change a result are noticed (mutants_equivalent.txt has those that change none), 1 not, 2 wrong usage.
"""
import argparse
import concurrent.futures
import os
import re
import resource
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tests", "suites"))
import mutants  # noqa: E402
import mutate  # noqa: E402

WORK = COMMON = os.path.join(ROOT, "build", "mutants_alone")  # COMMON: what runs with folders of their own share
ATTEMPTS = 8
COMPILER = shutil.which("clang++-22") or "g++"  # the faster of the two at -O0


def includers():
    """{name in <> or, of the tests' own headers, "": files below include/ and tests/unit/lathe that include it}"""
    found = {}
    for top in ("include", "tests/unit/lathe"):
        for folder, _, files in os.walk(os.path.join(ROOT, top)):
            for f in files:
                if f.endswith((".cpp", ".hpp")):
                    path = os.path.relpath(os.path.join(folder, f), ROOT)
                    for name in re.findall(r'(?m)^#include [<"]([^>"]+)[>"]', mutants.read(os.path.join(ROOT, path))):
                        found.setdefault(name, []).append(path)
    return found


def tests_of(header, without=()):
    """Sources below tests/unit/lathe that include it by name or through the fewest other headers: those need nothing but the headers."""
    by, level, seen = includers(), [header], set()
    while level:
        names = {name for path in level for name in (path.split("include/", 1)[-1], path.split("tests/", 1)[-1])}
        level = sorted({path for name in names for path in by.get(name, [])} - seen)
        seen.update(level)
        found = [os.path.join(ROOT, path) for path in level if path.endswith(".cpp")]
        found = [path for path in found if os.path.splitext(os.path.basename(path))[0] not in without]
        if found:
            return found
    return []


def program_of(test):
    return os.path.join(WORK, os.path.splitext(os.path.relpath(test, os.path.join(ROOT, "tests", "unit", "lathe")))[0].replace(os.sep, "-"))


def compile_one(test):
    flag = "-O1" if "// Compiled at -O1" in mutants.read(test) else "-O0"
    made = program_of(test) + ".o"
    all_errors = "-ferror-limit=0" if "clang" in COMPILER else "-fmax-errors=0"
    done = subprocess.run([COMPILER, "-std=c++20", flag, "-w", all_errors, "-D_GLIBCXX_ASSERTIONS",
                           "-I" + os.path.join(WORK, "include"), "-Iinclude", "-I.", "-Itests", "-c", test, "-o", made],
                          cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        done = subprocess.run([COMPILER, made, runner(), "-o", program_of(test)], cwd=ROOT, capture_output=True, text=True)
    return done


def runner():
    """doctest's own code and main, compiled once for all headers."""
    made = os.path.join(COMMON, "main.o")
    if not os.path.exists(made):
        fresh = "%s.new%d" % (made, os.getpid())
        subprocess.run([COMPILER, "-std=c++20", "-O1", "-w", "-DDOCTEST_CONFIG_IMPLEMENT_WITH_MAIN", "-x", "c++", "-c", "-", "-o", fresh],
                       input="#include <doctest/doctest.h>\n", text=True, check=True)
        os.replace(fresh, made)
    return made


def uncompiled():
    """Keys of changes that did not compile when they were tried: they are not tried again."""
    path = os.path.join(COMMON, "uncompiled.txt")
    return path, set(mutants.read(path).split("\n")) if os.path.exists(path) else set()


def compile_tests(chosen, tests, jobs):
    """The programs, of all tests; -> the mutants that compile. The changes keep their numbers, so that what is built stays."""
    shutil.rmtree(os.path.join(WORK, "include"), ignore_errors=True)
    mutants.write(os.path.join(WORK, "include/lathe/mutants.hpp"), mutate.HEADER)
    path, broken_before = uncompiled()
    chosen = [m for m in chosen if m.key not in broken_before]
    runner()
    for _ in range(ATTEMPTS):
        for header in {m.path for m in chosen}:
            text = mutants.read(os.path.join(ROOT, header))
            own = {m.number: m.site for m in chosen if m.path == header}
            mutants.write(os.path.join(WORK, header), "#include <lathe/mutants.hpp>\n" + mutate.rewrite(text, own))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            made = list(zip(tests, pool.map(compile_one, tests)))
        failed = [(test, done.stderr) for test, done in made if done.returncode != 0]
        if not failed:
            return chosen
        told = "\n".join(text for _, text in failed)
        broken = {(m.group(1), int(m.group(2)) - 2) for m in re.finditer(re.escape(WORK) + r"/(include/[^\s:]+):(\d+)[:,]", told)}
        left = [m for m in chosen if (m.path, m.site.line) not in broken]
        if len(left) == len(chosen):
            sys.exit("%s: no build, and not for a change:\n%s" % (failed[0][0], failed[0][1][-2000:]))
        print("%d changes do not compile and are left out" % (len(chosen) - len(left)), file=sys.stderr, flush=True)
        with open(path, "a", encoding="utf-8") as file:
            file.writelines(m.key + "\n" for m in chosen if (m.path, m.site.line) in broken)
        chosen, tests = left, [test for test, _ in failed]
    sys.exit("no build after %d attempts" % ATTEMPTS)


def run_cases(program, number, limit, *filters):
    """'fails', 'hangs' or ''; what was printed. `limit`: seconds of the processor, which other work on the machine does not use up"""
    limit = int(limit) + 1
    done = subprocess.run([program, "--abort-after=1", "--no-version", *filters], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, errors="replace", env=dict(os.environ, LATHE_MUTANT=str(number)),
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2)))
    return ("" if done.returncode == 0 else "hangs" if done.returncode == -signal.SIGXCPU else "fails"), done.stdout


class Program:
    """A test, and which of its cases are slow: what is quick is asked first."""

    def __init__(self, path):
        self.path, start = path, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        state, told = run_cases(path, 0, 900, "-d")
        if state:
            sys.exit("%s %s without a mutant" % (path, state))
        self.seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start
        cases = [(float(m.group(1)), m.group(2)) for m in re.finditer(r"(?m)^([\d.]+) s: (.*)$", told)]
        slow = {name for seconds, name in cases if seconds > max(0.02, self.seconds / 20)}
        self.quick = sum(seconds for seconds, name in cases if name not in slow)
        self.slow = ",".join(re.sub(r"[,*\\]", "?", name) for _, name in cases if name in slow) if 0 < len(slow) < len(cases) else ""

    def notices(self, number):
        if not self.slow:
            return bool(run_cases(self.path, number, 3 + 4 * self.seconds)[0])
        limits = {"-tce=": 2 + 4 * self.quick, "-tc=": 3 + 4 * self.seconds}
        return any(run_cases(self.path, number, limit, option + self.slow)[0] for option, limit in limits.items())


def judge(tests, chosen, jobs):
    """{number: noticed}; `tests`: {header: sources}"""
    programs = {path: Program(path) for path in sorted({program_of(t) for found in tests.values() for t in found})}

    def one(mutant):
        asked = sorted((programs[program_of(t)] for t in tests[mutant.path]), key=lambda p: p.seconds)
        return mutant.number, any(p.notices(mutant.number) for p in asked)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(pool.map(one, chosen))


def choose(header, count, seed):
    text = mutants.read(os.path.join(ROOT, header))
    lines, seen, found = text.split("\n"), {}, []
    for site in mutate.sites(text):
        what = (lines[site.line].strip(), site.change())
        seen[what] = seen.get(what, 0) + 1
        found.append(mutants.Mutant(header, header, site, lines[site.line], seen[what]))
    return mutants.choose({header: found}, count, seed), len(found)


def main():
    global WORK
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="+")
    parser.add_argument("--count", type=int, default=40, help="changes of each header (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--without", default="", help="tests that are not asked")
    parser.add_argument("--work", default=WORK, help="folder for what is built (default: %(default)s)")
    parser.add_argument("--list", action="store_true", help="print the changes, make none")
    parser.add_argument("--survivors", default="", help="what an earlier run printed: its survivors alone")
    parser.add_argument("--table", action="store_true", help="rows of a table in Markdown")
    args = parser.parse_args()
    WORK = os.path.abspath(args.work)
    known, fine, chosen, possible = mutants.equivalents(), True, [], {}
    for header in args.headers:
        if not header.startswith("include/") or not os.path.exists(os.path.join(ROOT, header)) or not tests_of(header):
            parser.error("%s: no header below include/ that a unit test includes" % header)
        found, possible[header] = choose(header, args.count, args.seed)
        chosen += found
    if args.survivors:
        before = set(re.findall(r"(?m)^survivor: (.*) \(line \d+\)$", mutants.read(args.survivors)))
        chosen = [m for m in chosen if m.key in before]
    if args.list:
        print("\n".join(m.key for m in chosen))
        return 0
    for number, mutant in enumerate(chosen, 1):
        mutant.number = number
    tests = {header: tests_of(header, args.without.split(",")) for header in args.headers}
    os.makedirs(WORK, exist_ok=True)
    os.makedirs(COMMON, exist_ok=True)
    chosen = compile_tests(chosen, sorted({t for found in tests.values() for t in found}), args.jobs)
    noticed = judge(tests, chosen, args.jobs)
    row = "{0:50} {2:3} of {1:3} possible changes, {3:3} noticed, {4:2} equivalent, {5:2} survived: {6:.1f} %"
    if args.table:
        row = "| {0} | {2} of {1} | {3} | {4} | {5} | {6:.1f} % |"
    for header in args.headers:
        own = [m for m in chosen if m.path == header]
        left = [m for m in own if not noticed[m.number]]
        same = [m for m in left if m.key in known]
        share = (len(own) - len(left)) / max(1, len(own) - len(same))
        fine &= share >= mutants.GOAL
        print(row.format(header, possible[header], len(own), len(own) - len(left), len(same), len(left) - len(same), 100 * share), flush=True)
        for m in left:
            if m not in same:
                print("survivor: %s (line %d)" % (m.key, m.site.line + 1), flush=True)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
