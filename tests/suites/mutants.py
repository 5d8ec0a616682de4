#!/usr/bin/env python3
"""Do the tests notice? Changes one operator, number, name or condition of the sources at a time, runs the unit tests of
the family, and lists the changes that no test notices.

All mutants of a family are in one build, of a copy of the tree under build/mutants; the environment says which one is
in force (tests/tools/mutate.py). Those that change no result are named, with the reason, in mutants_equivalent.txt.

  mutants.py [--family dense,combine] [--count 400] [--seed 1] [--jobs 2] [--list]
"""
import argparse
import concurrent.futures
import hashlib
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
sys.path.insert(0, os.path.join(common.ROOT, "tests", "tools"))
import mutate  # noqa: E402

# family -> folders of its sources, unit test programs in the order in which they are asked
FAMILIES = {  # folders, and the unit tests to run
    "combine": (["include/lathe/combine", "include/lathe/dag"], ["lathe_dag"]),
    "legalize": (["include/lathe/legalize"], ["lathe_legalize"]), "select": (["include/lathe/select"], ["lathe_select"]),
    "modulo": (["include/lathe/modulo", "include/lathe/expand"], ["lathe_modulo"]),
    **{f: (["include/lathe/" + f], ["lathe_" + f])
       for f in ("bits", "dense", "flow", "group", "opt", "outline", "passes", "pressure", "program", "sched", "support", "thinlto")},
    "codegen_dag": (["codegen/dag", "codegen/types"], ["codegen_dag", "codegen_combine"]),
    **{"nvptx_" + f: (["nvptx/" + f], ["nvptx_" + f]) for f in ("combine", "legalize", "select", "build", "passes")},
}
WORK = os.path.join(common.ROOT, "build", "mutants")
TREE, BUILD = os.path.join(WORK, "src"), os.path.join(WORK, "build")
EQUIVALENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutants_equivalent.txt")
GOAL = 0.95


class Mutant:
    def __init__(self, family, path, site, line, nth):
        self.family, self.path, self.site = family, path, site
        self.key = "%s | %s | %s%s" % (path, line.strip(), site.change(), " #%d" % nth if nth > 1 else "")
        self.number = 0

    def rank(self, seed):
        return hashlib.sha256(("%d %s" % (seed, self.key)).encode()).digest()


def tracked():
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=common.ROOT, capture_output=True, text=True, check=True)
    return [p for p in done.stdout.split("\n") if p and os.path.isfile(os.path.join(common.ROOT, p))]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """Only when it differs: what is built stays built."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def all_mutants(paths, families):
    """Every site of the families, by source and family."""
    out = {family: [] for family in families}
    for family in families:
        for path in paths:
            if not path.endswith((".cpp", ".hpp")) or not any(path.startswith(f + "/") for f in FAMILIES[family][0]):
                continue
            text = read(os.path.join(common.ROOT, path))
            lines, seen = text.split("\n"), {}
            for site in mutate.sites(text):
                what = (lines[site.line].strip(), site.change())
                seen[what] = seen.get(what, 0) + 1
                out[family].append(Mutant(family, path, site, lines[site.line], seen[what]))
    return out


def choose(found, count, seed):
    """About `count` of them, as many from each family as its size says but at least 12; none overlap."""
    total, chosen = sum(len(v) for v in found.values()) or 1, []
    for family, mutants in found.items():
        wanted, spans = max(12, round(count * len(mutants) / total)), {}
        for mutant in sorted(mutants, key=lambda m: m.rank(seed)):
            if wanted == 0:
                break
            s, taken = mutant.site, spans.setdefault((mutant.path, mutant.site.line), [])
            if any(s.start < end and start < s.end for start, end in taken):
                continue
            taken.append((s.start, s.end))
            chosen.append(mutant)
            wanted -= 1
    for number, mutant in enumerate(chosen, 1):
        mutant.number = number
    return chosen


def copy_tree(paths, mutants):
    by_path = {}
    for mutant in mutants:
        by_path.setdefault(mutant.path, {})[mutant.number] = mutant.site
    write(os.path.join(TREE, "include/lathe/mutants.hpp"), mutate.HEADER)
    for path in paths:
        source, target = os.path.join(common.ROOT, path), os.path.join(TREE, path)
        try:
            text = read(source)
        except UnicodeDecodeError:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(source, "rb") as a, open(target, "wb") as b:
                b.write(a.read())
            continue
        if path in by_path:
            text = "#include <lathe/mutants.hpp>\n" + mutate.rewrite(text, by_path[path])
        write(target, text)
        if os.access(source, os.X_OK):
            os.chmod(target, 0o755)


def build(paths, mutants, programs, jobs):
    """Builds the programs; leaves out, line by line, what the compiler does not take. The mutants that are in."""
    for attempt in range(12):
        copy_tree(paths, mutants)
        if not os.path.exists(os.path.join(BUILD, "build.ninja")):
            launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if common.find_tool("ccache") else []
            subprocess.run(["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
                            "-DLATHE_EXAMPLES=OFF", *launcher], check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run(["cmake", "--build", BUILD, "-j", str(jobs), "--target", *programs, "--", "-k", "0"],
                              capture_output=True, text=True)
        if done.returncode == 0:
            return mutants
        # The line of the error, and the lines that led there.
        broken = {(os.path.relpath(os.path.normpath(os.path.join(BUILD, m.group(1))), TREE), int(m.group(2)) - 2)
                  for m in re.finditer(r"(?m)^(?:In file included from )?([^\s:]+\.[ch]pp):(\d+)[:,]", done.stdout + done.stderr)
                  if "warning" not in m.string[m.end():m.string.find("\n", m.end())]}
        left = [m for m in mutants if (m.path, m.site.line) not in broken]
        print("build %d: %d changes do not compile and are left out" % (attempt + 1, len(mutants) - len(left)), flush=True)
        if len(left) == len(mutants):
            sys.exit("mutants: the build fails, and not for a change:\n" + (done.stdout + done.stderr)[-3000:])
        mutants = left
    sys.exit("mutants: no build after 12 attempts")


def run_program(program, number, limit):
    """'fails', 'hangs' or '' ; and the seconds it took."""
    start = time.monotonic()
    try:
        done = subprocess.run([os.path.join(BUILD, program), "--abort-after=1", "--no-version"], cwd=common.ROOT, timeout=limit,
                              env=dict(os.environ, LATHE_MUTANT=str(number)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        state = "" if done.returncode == 0 else "fails"
    except subprocess.TimeoutExpired:
        state = "hangs"
    return state, time.monotonic() - start


def equivalents():
    """key -> reason."""
    out = {}
    if os.path.exists(EQUIVALENT):
        for line in read(EQUIVALENT).split("\n"):
            if line.strip() and not line.startswith("#"):
                key, _, reason = line.rpartition(" | ")
                out[key] = reason
    return out


def judge(mutants, programs_of, jobs):
    """number -> the program that noticed it, or None."""
    base = {}
    for program in sorted({p for programs in programs_of.values() for p in programs}):
        state, base[program] = run_program(program, 0, 900)
        if state:
            sys.exit("mutants: %s %s without a mutant" % (program, state))

    def one(mutant):
        for program in programs_of[mutant.family]:
            if run_program(program, mutant.number, 15 + 8 * base[program])[0]:
                return mutant.number, program
        return mutant.number, None

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(pool.map(one, mutants))


def report(mutants, noticed):
    known, bad, rows = equivalents(), [], {}
    for mutant in mutants:
        row = rows.setdefault(mutant.family, [0, 0, 0])
        row[0] += 1
        if noticed[mutant.number]:
            row[1] += 1
        elif mutant.key in known:
            row[2] += 1
        else:
            bad.append(mutant)
    print("%-10s %8s %8s %11s %9s" % ("family", "mutants", "noticed", "equivalent", "survived"))
    for family, (all_, seen, same) in sorted(rows.items()):
        print("%-10s %8d %8d %11d %9d" % (family, all_, seen, same, all_ - seen - same))
    total, seen, same = (sum(r[i] for r in rows.values()) for i in range(3))
    print("%-10s %8d %8d %11d %9d" % ("all", total, seen, same, total - seen - same))
    for mutant in bad:
        print("survivor: " + mutant.key)
    share = seen / max(1, total - same)
    print("noticed: %.1f %% of those that change a result (goal %d %%)" % (100 * share, 100 * GOAL))
    return 0 if share >= GOAL else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--lathe", help=argparse.SUPPRESS)  # what ./dev suite gives every suite
    parser.add_argument("--family", default=",".join(FAMILIES), help="of: " + ", ".join(FAMILIES))
    parser.add_argument("--count", type=int, default=480)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="print the changes, make none")
    a = parser.parse_args()
    families = [f for f in a.family.split(",") if f]
    for family in families:
        if family not in FAMILIES:
            parser.error("no family '%s'; one of: %s" % (family, ", ".join(FAMILIES)))
    paths = tracked()
    found = all_mutants(paths, families)
    mutants = choose(found, a.count, a.seed)
    print("%d of %d possible changes" % (len(mutants), sum(len(v) for v in found.values())), flush=True)
    if a.list:
        for mutant in mutants:
            print(mutant.key)
        return 0
    programs_of = {f: ["unit_" + p for p in FAMILIES[f][1]] for f in families}
    programs = sorted({p for v in programs_of.values() for p in v})
    mutants = build(paths, mutants, programs, a.jobs)
    return report(mutants, judge(mutants, programs_of, a.jobs))


if __name__ == "__main__":
    sys.exit(main())
