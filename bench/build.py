#!/usr/bin/env python3
"""What building costs: user seconds of the compiler by target, by file, by header, beside a fixed reference file.

  build.py BUILD_FOLDER [--jobs N] [--only REGEX] [--top 20] [--headers] [--adopters]
  build.py BUILD_FOLDER --alone [--every] [--only REGEX]
  build.py BUILD_FOLDER --after FILE [TARGET...]

Every compile command of the folder is run again without a cache, its output thrown away. `ref` is the median of five
compilations of bench/build_reference.cpp with the same compiler, first and last in the run: figures in `ref` can be
compared between machines, seconds cannot. --headers: the dearest headers over the dearest files, by clang's own report
(-ftime-trace; what a header brings in is counted in it). --adopters: user seconds of -fsyntax-only of each family's header
alone and with one use over a toy program (an example), by g++ and clang, beside the standard headers that nearly all need
and the reference file, as the table of include/lathe/README.md; it takes a few minutes.

What whoever changed a file waits for, with the folder up to date before, and no cache:
--alone: one source of each unit test program is touched, that of the largest compiled file (--every: of each compiled file),
and the program built by one job: seconds by the clock, seconds of all its processes, the latter in `ref`. The goal is 15 s on
an idle core. --after: FILE is touched, and targets built by as many jobs as there are cores; without names, the tests of the
room that the file is of, and the program where it is a room's. The goals are 45 s for a rule of the combiner, 60 s for
a family's header.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "bench/build_reference.cpp"
# Each family's header, and the example that is one use of it.
ADOPTERS = {"bits": "bits", "combine": "combine", "dense": "dense", "expand": "modulo_expand", "flow": "flow", "group": "group",
            "modulo": "modulo", "opt": "block_order", "outline": "outline", "pressure": "pressure", "sched": "sched",
            "select": "select", "thinlto": "thinlto", "legalize/types": "legalize"}
SYNTAX = ["-std=c++20", "-fsyntax-only", f"-I{ROOT}/include", f"-I{ROOT}"]


def user_seconds(command, folder):
    """User time of the command with its children; None when it fails."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=dict(os.environ, CCACHE_DISABLE="1"))
    _, status, usage = os.wait4(process.pid, 0)
    return usage.ru_utime if status == 0 else None


def commands_of(folder):
    """What compiles each file, as ninja runs it: with the compiler that CMake's own list names only for the rest (cmake/test_compiler.sh)."""
    told = subprocess.run(["ninja", "-C", str(folder), "-t", "compdb"], check=True, capture_output=True, text=True)
    entries = json.loads(told.stdout)
    return [e for e in entries if " -c " in e["command"] and "CMakeFiles/" in e["command"]]


def without_output(command):
    words = shlex.split(command)
    if pathlib.Path(words[0]).name == "ccache":
        words = words[1:]
    words[words.index("-o") + 1] = "/dev/null"
    return words


def compiler_of(command):
    """Of the rest, where a test is another's; and what it is given."""
    words = without_output(command)
    return words[3:] if pathlib.Path(words[0]).name == "test_compiler.sh" else words


def reference(compiler):
    command = [compiler, "-std=c++20", "-O2", "-c", str(REFERENCE), "-o", "/dev/null"]
    return [user_seconds(command, ROOT) for _ in range(5)]


def target_of(command):
    found = re.search(r" -o \S*CMakeFiles/([^/ ]+)\.dir/", command)  # others: of a precompiled header that it borrows
    return found[1] if found else "?"


def by_header(entries, top):
    """Seconds of each header over these files, by clang's time report."""
    sums = collections.Counter()
    with tempfile.TemporaryDirectory() as work:
        for entry in entries:
            words = compiler_of(entry["command"])
            words[0] = shutil.which("clang++-22") or "clang++"
            words[words.index("-o") + 1] = f"{work}/x.o"
            words += ["-ftime-trace", "-ftime-trace-granularity=0", "-O0", "-w", "-Wno-unknown-warning-option"]
            if subprocess.run(words, cwd=entry["directory"], capture_output=True).returncode != 0:
                continue
            open_since = []  # begin and end of a header stand as two events, properly nested
            for event in json.loads(pathlib.Path(f"{work}/x.json").read_text())["traceEvents"]:
                if event["name"] == "Source" and event["ph"] == "b":
                    open_since.append((event["args"]["detail"], event["ts"]))
                elif event["name"] == "Source" and event["ph"] == "e":
                    header, since = open_since.pop()
                    sums[header] += (event["ts"] - since) / 1e6
    print(f"\ndearest headers over {len(entries)} files (seconds of clang, what they include counted in)")
    for header, seconds in sums.most_common(top):
        print(f"{seconds:9.2f}  {os.path.relpath(header, ROOT) if header.startswith(str(ROOT)) else header}")


def adopters():
    """The table of include/lathe/README.md: least of two, of -fsyntax-only, which is what headers cost."""
    compilers = [c for c in ("g++-12", "clang++-22") if shutil.which(c)] or ["g++"]
    print("| header | " + " | ".join(f"{c} alone | {c} one use" for c in compilers) + " |")
    print("|---|" + "---|---|" * len(compilers))
    with tempfile.TemporaryDirectory() as work:
        nothing = pathlib.Path(work, "nothing.cpp")
        nothing.write_text("#include <algorithm>\n#include <optional>\n#include <span>\n#include <string>\n#include <vector>\n")
        rows = {"standard library": (nothing, None), "`bench/build_reference.cpp`": (REFERENCE, None)}
        for header, example in ADOPTERS.items():
            source = pathlib.Path(work, header.replace("/", "_") + ".cpp")
            source.write_text(f"#include <lathe/{header}.hpp>\n")
            rows[f"`lathe/{header}.hpp`"] = (source, ROOT / f"examples/{example}.cpp")
        for name, files in rows.items():
            row = []
            for compiler in compilers:
                for file in files:
                    times = [user_seconds([compiler, *SYNTAX, str(file)], ROOT) for _ in range(2)] if file else None
                    row.append("" if not times else "failed" if None in times else f"{min(times):.2f}")
            print(f"| {name} | " + " | ".join(row) + " |", flush=True)


def build(folder, targets, jobs, **more):
    subprocess.run(["cmake", "--build", str(folder), "-j", str(jobs), "--target", *targets], check=True,
                   stdout=subprocess.DEVNULL, **more)


def ready(folder, touched, targets, jobs):
    """Seconds by the clock, and of all processes, until the targets are built again after a file is another; it is put back."""
    build(folder, targets, os.cpu_count())
    content = touched.read_bytes()
    try:  # where sources are put together, a file that is merely newer changes nothing
        touched.write_bytes(content + b"// another\n")
        before, start = os.times(), time.monotonic()
        build(folder, targets, jobs, env=dict(os.environ, CCACHE_DISABLE="1"))
        after = os.times()
    finally:
        touched.write_bytes(content)
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.monotonic() - start, used


def sources_of(compiled):
    """The sources that a compiled file is of: itself, or those of a batch, by its includes."""
    names = re.findall(r'^#include "(tests/unit/.*[.]cpp)"$', compiled.read_text(), re.M)
    return [ROOT / name for name in names] or [compiled]


def alone(folder, entries, only, every, top):
    programs = collections.defaultdict(list)
    for entry in entries:
        program = target_of(entry["command"])
        if not program.startswith("unit_") or "cmake_pch" in entry["file"]:
            continue
        sources = sources_of(pathlib.Path(entry["file"]))
        named = [source for source in sources if re.search(only, str(source))]
        if named or re.search(only, entry["file"]):
            programs[program].append(named + [source for source in sources if source not in named])
    if not programs:
        sys.exit(f"no source of a unit test program matches {only}")
    compiler = compiler_of(entries[0]["command"])[0]
    references = reference(compiler)
    rows = []
    for program, files in sorted(programs.items()):
        files.sort(key=lambda sources: -sum(source.stat().st_size for source in sources))
        for sources in files if every else files[:1]:
            rows.append((*ready(folder, sources[0], [program], 1), program, sources))
    references += reference(compiler)
    unit = statistics.median(references)
    print(f"reference file: {unit:.2f} s (median of {len(references)}, {min(references):.2f} to {max(references):.2f})")
    print(f"{len(rows)} sources touched, of {len(programs)} programs; the slowest\n")
    print("  clock s  used s     ref  program: source (and what is compiled with it)")
    for clock, used, program, sources in sorted(rows, key=lambda row: -row[1])[:top]:
        rest = f" (and {len(sources) - 1})" if len(sources) > 1 else ""
        print(f"{clock:9.1f} {used:7.1f} {used / unit:7.1f}  {program}: {sources[0].name}{rest}")


def room_targets(folder, file):
    """The tests of the room that a file is of, and the program where it is a room's."""
    parts = file.resolve().relative_to(ROOT).parts
    shipped = parts[0] in ("codegen", "nvptx", "simt", "tools")
    parts = {"include": parts[1:], "tests": parts[2:]}.get(parts[0], parts)[:-1]
    names = {"_".join(["unit", *parts[:n]]) for n in range(1, len(parts) + 1)}
    known = {target_of(e["command"]) for e in commands_of(folder)}
    return sorted(names & known) + (["lathe_exe"] if shipped else [])


def after(folder, file, targets, compiler):
    targets = targets or room_targets(folder, file)
    if not targets:
        sys.exit(f"{file}: of no room with tests; name the targets to build")
    references = reference(compiler)
    if not file.is_file():
        sys.exit(f"{file}: there is no such file")
    clock, used = ready(folder, file, targets, os.cpu_count())
    unit = statistics.median(references + reference(compiler))
    print(f"reference file: {unit:.2f} s")
    print(f"{file} touched, {', '.join(targets)} built: {clock:.1f} s by the clock on {os.cpu_count()} cores, {used:.1f} s used = "
          f"{used / unit:.1f} ref")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="files whose path matches")
    parser.add_argument("--top", type=int, default=20)
    parser.add_argument("--headers", action="store_true")
    parser.add_argument("--adopters", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--after", nargs="+", metavar=("FILE", "TARGET"))
    args = parser.parse_args()
    if args.adopters:
        return adopters()
    entries = commands_of(args.build)
    if args.alone:
        return alone(args.build, entries, args.only, args.every, min(args.top, 10))
    entries = [e for e in entries if re.search(args.only, e["file"])]
    if args.after:
        return after(args.build, pathlib.Path(args.after[0]), args.after[1:], compiler_of(entries[0]["command"])[0])
    compiler = compiler_of(entries[0]["command"])[0]
    references = reference(compiler)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        times = list(pool.map(lambda e: user_seconds(without_output(e["command"]), e["directory"]), entries))
    references += reference(compiler)
    unit = statistics.median(references)
    failed = [e["file"] for e, t in zip(entries, times) if t is None]
    rows = sorted(((t, e) for e, t in zip(entries, times) if t is not None), key=lambda row: -row[0])
    targets = collections.defaultdict(list)
    for seconds, entry in rows:
        targets[target_of(entry["command"])].append(seconds)
    total = sum(seconds for seconds, _ in rows)
    print(f"reference file: {unit:.2f} s (median of {len(references)}, {min(references):.2f} to {max(references):.2f})")
    print(f"{len(rows)} files: {total:.0f} s of user time = {total / unit:.0f} ref\n")
    print("   user s     ref   files  target")
    for target, seconds in sorted(targets.items(), key=lambda item: -sum(item[1])):
        print(f"{sum(seconds):9.1f} {sum(seconds) / unit:7.1f} {len(seconds):7}  {target}")
    print("\ndearest files\n   user s     ref")
    for seconds, entry in rows[:args.top]:
        print(f"{seconds:9.1f} {seconds / unit:7.1f}  {os.path.relpath(entry['file'], ROOT)}")
    if args.headers:
        by_header([entry for _, entry in rows[:args.top]], args.top)
    if failed:
        sys.exit("does not compile: " + ", ".join(failed))


if __name__ == "__main__":
    main()
