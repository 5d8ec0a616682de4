#!/usr/bin/env python3
"""The checkers of `lathe run --check` on the kernels of the corpus, compiled by lathe.

  checkers.py             each kernel with each checker: what is found where nothing is wrong, and how much slower it is
  checkers.py --mutants   also every kernel with one barrier, fence or wait for a copy taken out, under the race checker:
                          how many of them are found. Some of them are redundant, so not all can be.
  checkers.py --kernels 'reduce,scan' --checks race

Exit status: 0 no finding in the kernels but those that are known, and a race in mutants of 12 kernels at least;
1 otherwise; 2 wrong usage or nothing to run.
"""
import argparse
import collections
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402
import results  # noqa: E402

# Kernels that race by their nature: the value that a plain access sees may be old, and they are right with both.
RACY = {
    "bfs": "bfs_levels reads depths while others write them",
    "atomics": "a loop of atomicCAS begins with a plain read",
    "union_find": "flatten stores parents while others follow them; bellman_round reads distances before atomicMin",
}
SYNC = re.compile(r"^\s*(?:@!?%\w+\s+)?((?:bar|barrier)\.(?:cta\.)?(?:sync|arrive)|bar\.warp\.sync|barrier\.cluster\.\w+"
                  r"|membar|fence|cp\.async\.wait\w*)\b[^;]*;")
LEAST = 12  # kernels of which a mutant must be found


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--program", help="kernel_checks (default: beside lathe)")
    parser.add_argument("--checks", default="race,memory,uninit")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="also mutants that are not found")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--limit", type=int, default=300, help="seconds for one run (default: %(default)s)")
    return parser.parse_args(argv)


def run(args, jobs, check, *more):
    """jobs: [(check name, [paths])] -> answers of kernel_checks."""
    with tempfile.NamedTemporaryFile("w", suffix=".batch") as batch:
        batch.write("".join("%s %s\n" % (name, " ".join(paths)) for name, paths in jobs))
        batch.flush()
        command = [args.program, "--batch", batch.name, "--json", "--jobs", str(args.jobs), "--limit", str(args.limit), *more]
        done = common.run(command + (["--check", check] if check else []), limit=(args.limit + 10) * len(jobs))
        return json.loads(done.out)


def compile_all(args, folder, checker):
    lathe = compilers.Lathe(os.path.abspath(args.lathe))
    kernels = [k for k in common.load_kernels(args.kernels) if checker.check_of(k)]
    jobs = []
    for kernel, made in zip(kernels, common.parallel(args.jobs, lambda k: lathe.compile(k, k.sm), kernels)):
        if made.error:
            print("%s: not compiled: %s" % (kernel.name, made.error))
            continue
        paths = [os.path.join(folder, "%s%s.ptx" % (kernel.name, ".%d" % i if i else "")) for i in range(len(made.ptx))]
        for path, text in zip(paths, made.ptx):
            with open(path, "w") as file:
                file.write(text)
        jobs.append((kernel.name, checker.check_of(kernel), paths))
    return jobs


def clean(args, jobs, folder):
    """Whether the kernels have no findings but the known ones."""
    pairs = [(check, paths) for _, check, paths in jobs]
    plain = sum(a["ms"] for a in run(args, pairs, None))
    fine = True
    for check in args.checks.split(","):
        answers = run(args, pairs, check)
        found = 0
        for (name, _, _), answer in zip(jobs, answers):
            known = check == "race" and name in RACY
            found += len(answer["failures"])
            for failure in answer["failures"]:
                print("%s %s: %s" % ("known" if known else "FOUND", name, failure.replace(folder + os.sep, "")))
                fine &= known
        ms = sum(a["ms"] for a in answers)
        print("%-6s %d kernels, %d findings, %.1f s in place of %.1f s: %.0f times"
              % (check, len(answers), found, ms / 1000, plain / 1000, ms / max(plain, 1)), flush=True)
    return fine


def make_mutants(jobs, folder):
    """[(kernel, line, operation, check, path)]: each has one synchronization less."""
    made = []
    for name, check, paths in jobs:
        if len(paths) != 1 or name in RACY:
            continue
        with open(paths[0]) as file:
            lines = file.read().split("\n")
        for at, line in enumerate(lines):
            match = SYNC.match(line)
            if not match:
                continue
            path = os.path.join(folder, "%s.line%d.ptx" % (name, at + 1))
            with open(path, "w") as file:
                file.write("\n".join(lines[:at] + ["// " + line] + lines[at + 1:]))
            made.append((name, at + 1, match.group(1), check, path))
    return made


def mutants(args, jobs, folder):
    """Whether enough mutants are found."""
    made = make_mutants(jobs, folder)
    answers = run(args, [(check, [path]) for _, _, _, check, path in made], "race", "--max-steps", "4000000")
    table = collections.defaultdict(collections.Counter)
    kernels = collections.defaultdict(set)
    for (name, line, operation, _, _), answer in zip(made, answers):
        races = any(f.startswith("race:") for f in answer["failures"])
        state = "found" if races else "wrong results or a fault" if answer["failures"] else "nothing"
        table[operation][state] += 1
        kernels[state].add(name)
        if args.verbose and not races:
            print("%s line %d, %s: %s" % (name, line, operation, state))
    for operation in sorted(table):
        count = table[operation]
        print("without one %-24s %4d of %4d are races; %d have wrong results or a fault, in %d nothing shows"
              % (operation, count["found"], sum(count.values()), count["wrong results or a fault"], count["nothing"]))
    print("races in mutants of %d kernels" % len(kernels["found"]))
    return len(kernels["found"]) >= LEAST


def main(argv=None):
    args = parse(argv)
    args.program = args.program or results.default_checks(args.lathe)
    checker = results.Checker(args.program)
    if not checker.available():
        common.fail("%s is not there; build it" % args.program)
    with tempfile.TemporaryDirectory() as folder:
        jobs = compile_all(args, folder, checker)
        if not jobs:
            common.fail("no such kernel")
        fine = clean(args, jobs, folder)
        if args.mutants:
            fine &= mutants(args, jobs, folder)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
