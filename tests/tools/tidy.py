#!/usr/bin/env python3
"""clang-tidy in the time that a lint may take: all headers of include/lathe, in one file made here, and the sources
changed since the commit before the last one, each as it is compiled without batches (build/tidy).

  tidy.py ROOT [--seconds N]    sources that were not looked at after N seconds (default 90) are said, and are no fault
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TIDY = "clang-tidy-22"


def all_headers(root, folder):
    """A file that includes them all: one parse of the standard library."""
    headers = sorted(p.relative_to(root / "include") for p in (root / "include" / "lathe").rglob("*.hpp"))
    path = folder / "all_headers.cpp"
    path.write_text("".join(f"#include <{h}>\n" for h in headers))
    return path, [str(path), "--", "-std=c++20", f"-I{root / 'include'}"]


def changed_sources(root):
    """The changed sources with their options, from a database in which each is compiled by itself."""
    if not (root / "build" / "release" / "compile_commands.json").exists():
        print("tidy: build/release is not configured: sources are left out")
        return []
    folder = root / "build" / "tidy"
    subprocess.run(["cmake", "-S", root, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DLATHE_BATCH=OFF",
                    "-DLATHE_PCH=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"], check=True, stdout=subprocess.DEVNULL)
    commands = folder / "compile_commands.json"
    commands.write_text(re.sub(r" -fno-(tree|ipa)-[a-z-]+", "", commands.read_text()))  # g++'s, which clang does not know
    entries = json.loads(commands.read_text())
    known = {os.path.relpath(entry["file"], root) for entry in entries}
    base = ["HEAD~1"] if subprocess.run(["git", "rev-parse", "-q", "--verify", "HEAD~1"], cwd=root,
                                        capture_output=True).returncode == 0 else []
    names = subprocess.run(["git", "diff", "--name-only", *base, "--", "*.cpp"], cwd=root, capture_output=True,
                           text=True, check=True).stdout.split()
    tests = [n for n in names if n.startswith("tests/unit/") or (n not in known and (root / n).exists())]
    if tests:
        print(f"tidy: {len(tests)} changed sources are tests, or not compiled by this build: left out")
    return [(root / n, ["-p", str(folder), str(root / n)]) for n in sorted(set(names) - set(tests)) if n in known]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=90)
    args = parser.parse_args()
    root, begin = args.root.resolve(), time.monotonic()

    def one(work):
        """What was found, "" for nothing, None when there was no time; for the headers there always is."""
        left = None if work is works[0] else args.seconds - (time.monotonic() - begin)
        if left is not None and left <= 0:
            return None
        command = [TIDY, "--quiet", f"--config-file={root / '.clang-tidy'}", *work[1]]
        try:
            done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=left)
        except subprocess.TimeoutExpired:
            return None
        return "" if done.returncode == 0 else done.stdout + done.stderr

    with tempfile.TemporaryDirectory() as folder:
        works = [all_headers(root, pathlib.Path(folder))] + changed_sources(root)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            results = list(pool.map(one, works))
    for (path, _), found in zip(works, results):
        if found:
            print(found, end="")
        elif found is None:
            print(f"tidy: no time for {path.name}")
    return 1 if any(results) else 0


if __name__ == "__main__":
    sys.exit(main())
