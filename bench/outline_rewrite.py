#!/usr/bin/env python3
"""The kernels of tests/kernels/ll, outlined: does ptxas take them, and do they compute what they did?

  outline_rewrite.py --lathe BIN/lathe --checks BIN/kernel_checks [arguments of tests/suites/results.py]

Gives tests/suites/results.py a compiler that compiles with lathe and then carries out the outliner's plan of three
rounds, checked, kernels under launch bounds included. Counts the modules that have outlined functions, and assembles
them where ptxas is found. Exit 1 when a result is wrong or ptxas refuses one.
"""
import argparse
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile

RESULTS = pathlib.Path(__file__).parent.parent / "tests/suites/results.py"
COMPILER = """#!/bin/sh
# What results.py calls: compile SOURCE -o OUTPUT FLAGS...
"{lathe}" "$@" || exit $?
"{lathe}" outline "$4" --rewrite "$4.outlined" --outline-bounded --check --machine-outliner-reruns 2 2>/dev/null || exit 1
mv "$4.outlined" "$4"
if grep -q OUTLINED_FUNCTION "$4"; then cp "$4" "{kept}/$(basename "$2" .ll).ptx"; fi
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", type=pathlib.Path, required=True)
    parser.add_argument("--checks", type=pathlib.Path, required=True)
    args, rest = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = pathlib.Path(folder) / "kept"
        kept.mkdir()
        compiler = pathlib.Path(folder) / "lathe"
        compiler.write_text(COMPILER.format(lathe=args.lathe.resolve(), kept=kept))
        compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
        wrong = subprocess.run([sys.executable, RESULTS, "--lathe", compiler, "--checks", args.checks, *rest]).returncode
        modules = sorted(kept.glob("*.ptx"))
        ptxas, refused = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas", []
        for module in modules if os.access(ptxas, os.X_OK) else []:
            text = module.read_text()
            target = next(line for line in text.splitlines() if line.startswith(".target")).split()[1].strip(",")
            done = subprocess.run([ptxas, f"-arch={target}", "-O1", module, "-o", module.with_suffix(".cubin")], capture_output=True)
            if done.returncode != 0:
                refused.append(module.stem)
        print(f"{len(modules)} modules have outlined functions; ptxas refuses {len(refused)}: {refused}")
    return 1 if wrong or refused else 0


if __name__ == "__main__":
    sys.exit(main())
