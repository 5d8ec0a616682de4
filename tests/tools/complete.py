#!/usr/bin/env python3
"""Has the build every test of the tree? Says how many it has, and fails when one is missing.

  complete.py ROOT BUILD

A test program per folder of tests/unit, a test per example, and each script of tests/cli. A build that was configured
without them, or without a library that they need, would otherwise pass with less.
"""
import json
import pathlib
import subprocess
import sys


def main():
    root, build = pathlib.Path(sys.argv[1]), sys.argv[2]
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    tests = json.loads(shown.stdout)["tests"]
    names = {test["name"] for test in tests}
    words = {pathlib.Path(word).name for test in tests for word in test.get("command", [])}
    wanted = {f"unit_{folder.parent.name}_{folder.name}" for folder in (root / "tests/unit").glob("*/*") if any(folder.glob("*.cpp"))}
    wanted |= {f"unit_{folder.name}" for folder in (root / "tests/unit").glob("*") if any(folder.glob("*.cpp"))}
    cache = pathlib.Path(build, "CMakeCache.txt").read_text()
    if "LATHE_EXAMPLES:BOOL=ON" in cache:
        wanted |= {f"example_{source.stem}" for source in (root / "examples").glob("*.cpp")}
    missing = sorted(wanted - names)
    missing += sorted(script.name for script in (root / "tests/cli").glob("*.py")
                      if script.name not in words | {"browser.py", "cli.py", "linking.py", "slurm_cluster.py"})
    print(f"{len(tests)} tests in {build}; of the tree's {len(wanted)} programs and scripts of tests/cli {len(missing)} are missing")
    for name in missing:
        print(f"  missing: {name}")
    if missing:
        sys.exit(f"{build} has not all tests of the tree: is a package missing (./dev setup), or an option off?")


if __name__ == "__main__":
    main()
