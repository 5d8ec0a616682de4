#!/usr/bin/env python3
"""Mutants of single headers, without a build: each header's tests are compiled alone at -O0, as one small program, with the
header changed as tests/suites/mutants.py changes sources, and run once for each change.

  mutants_alone.py include/lathe/passes/sink.hpp ... [--count 40] [--seed 1] [--jobs 1] [--list]

A header's tests are the sources below tests/unit that include it by name. Exit status: 0 at least 95 % of those changes that
change a result are noticed (mutants_equivalent.txt has those that change none), 1 not, 2 wrong usage.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tests", "suites"))
import mutants  # noqa: E402
import mutate  # noqa: E402

WORK = os.path.join(ROOT, "build", "mutants_alone")


def tests_of(header):
    """Sources below tests/unit that include it."""
    name, found = '#include <%s>' % header.split("include/", 1)[1], []
    for folder, _, files in os.walk(os.path.join(ROOT, "tests", "unit")):
        found += [os.path.join(folder, f) for f in files if f.endswith(".cpp") and name in mutants.read(os.path.join(folder, f))]
    return sorted(found)


def compile_tests(header, folder, chosen, tests, jobs):
    """-> (programs, the mutants that compile)"""
    copy = os.path.join(folder, header)
    mutants.write(os.path.join(folder, "include/lathe/mutants.hpp"), mutate.HEADER)

    def one(test):
        program = os.path.join(folder, os.path.splitext(os.path.basename(test))[0])
        done = subprocess.run(["g++", "-std=c++20", "-O1" if "// Compiled at -O1" in mutants.read(test) else "-O0", "-w", "-DDOCTEST_CONFIG_IMPLEMENT_WITH_MAIN",
                               "-I" + os.path.join(folder, "include"), "-Iinclude", "-I.", "-Itests", test, "-o", program], cwd=ROOT, capture_output=True, text=True)
        return program, done
    for _ in range(8):
        text = mutants.read(os.path.join(ROOT, header))
        mutants.write(copy, "#include <lathe/mutants.hpp>\n" + mutate.rewrite(text, {m.number: m.site for m in chosen}))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            made = list(pool.map(one, tests))
        failed = [done.stderr for _, done in made if done.returncode != 0]
        if not failed:
            return [program for program, _ in made], chosen
        broken = {int(m.group(1)) - 2 for m in re.finditer(re.escape(copy) + r":(\d+)[:,]", "\n".join(failed))}
        left = [m for m in chosen if m.site.line not in broken]
        if len(left) == len(chosen):
            sys.exit("%s: no build, and not for a change:\n%s" % (header, failed[0][-2000:]))
        chosen = left
    sys.exit("%s: no build after 8 attempts" % header)


def judge(programs, chosen, jobs):
    """{number: noticed}"""
    mutants.BUILD, base = "/", {}
    for program in programs:
        state, base[program] = mutants.run_program(program, 0, 900)
        if state:
            sys.exit("%s %s without a mutant" % (program, state))

    def one(mutant):
        return mutant.number, any(mutants.run_program(p, mutant.number, 15 + 8 * base[p])[0] for p in programs)
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="+")
    parser.add_argument("--count", type=int, default=40, help="changes of each header (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print the changes, make none")
    args = parser.parse_args()
    known, fine = mutants.equivalents(), True
    for header in args.headers:
        if not header.startswith("include/") or not os.path.exists(os.path.join(ROOT, header)) or not tests_of(header):
            parser.error("%s: no header below include/ that a unit test includes" % header)
        chosen, possible = choose(header, args.count, args.seed)
        if args.list:
            print("\n".join(m.key for m in chosen))
            continue
        folder = os.path.join(WORK, os.path.splitext(os.path.basename(header))[0])
        programs, chosen = compile_tests(header, folder, chosen, tests_of(header), args.jobs)
        noticed = judge(programs, chosen, args.jobs)
        left = [m for m in chosen if not noticed[m.number]]
        same = [m for m in left if m.key in known]
        share = sum(noticed.values()) / max(1, len(chosen) - len(same))
        fine &= share >= mutants.GOAL
        print("%-50s %3d of %3d possible changes, %3d noticed, %2d equivalent, %2d survived: %.1f %%" % (
            header, len(chosen), possible, sum(noticed.values()), len(same), len(left) - len(same), 100 * share), flush=True)
        for m in left:
            if m not in same:
                print("survivor: " + m.key, flush=True)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
