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
import shlex
import sys
import tempfile

import kernel_runs

REWRITE = """"$lathe" outline "$out" --rewrite "$out.new" --outline-bounded --check --machine-outliner-reruns 2 2>/dev/null &&
    if grep -q OUTLINED_FUNCTION "$out.new"; then cp "$out.new" {kept}/"$(basename "$source" .ll)".ptx; fi"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", type=pathlib.Path, required=True)
    parser.add_argument("--checks", type=pathlib.Path, required=True)
    args, rest = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = pathlib.Path(folder) / "kept"
        kept.mkdir()
        wrong = kernel_runs.results(args.lathe, args.checks, REWRITE.format(kept=shlex.quote(str(kept))), folder, rest)
        modules, refused = sorted(kept.glob("*.ptx")), []
        for module in modules if os.access(kernel_runs.PTXAS, os.X_OK) else []:
            done = kernel_runs.run(kernel_runs.PTXAS, "-arch=" + kernel_runs.target_of(module), "-O1", module, "-o", os.devnull)
            if done.returncode != 0:
                refused.append(module.stem)
        print(f"{len(modules)} modules have outlined functions; ptxas refuses {len(refused)}: {refused}")
    return 1 if wrong or refused else 0


if __name__ == "__main__":
    sys.exit(main())
