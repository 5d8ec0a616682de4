#!/usr/bin/env python3
"""Quality of the modulo scheduler over the Livermore kernels, random loops and the loops of tests/kernels/ll.

  modulo.py --lathe BIN/lathe --bench BIN/bench_modulo [--work DIR]

Compiles each kernel to PTX, writes a problem text for each of its loops of one block, has `lathe modulo --check` schedule
them, and gives all to bench_modulo --corpus. Exit 1 when a schedule has a fault or a goal is missed.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", type=pathlib.Path, required=True)
    parser.add_argument("--bench", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path)
    args = parser.parse_args()
    work = args.work or pathlib.Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    files, faulty, left_out, seen = [], [], 0, set()
    for kernel in sorted((pathlib.Path(__file__).resolve().parents[2] / "tests/kernels/ll").glob("*.ll")):
        ptx = work / (kernel.stem + ".ptx")
        if subprocess.run([args.lathe, "compile", kernel, "-o", ptx], capture_output=True).returncode != 0:
            left_out += 1
            continue
        if subprocess.run([args.lathe, "modulo", ptx, "--lift", "--check"], capture_output=True).returncode != 0:
            faulty.append(kernel.stem)
        text = subprocess.run([args.lathe, "modulo", ptx, "--print-problem"], capture_output=True, text=True, check=True).stdout
        for loop in text.split("modulo ")[1:]:
            body = loop.split("\n", 1)[1]
            if body in seen:  # the same loop in several instances of a template
                continue
            seen.add(body)
            files.append(work / ("%s.%d.txt" % (kernel.stem, len(files))))
            files[-1].write_text("modulo " + loop)
    print(f"{len(files)} loops of kernels, faults in {len(faulty)}: {faulty}; kernels not compiled: {left_out}", flush=True)
    missed = subprocess.run([args.bench, "--corpus", *files]).returncode
    return 1 if missed or faulty else 0


if __name__ == "__main__":
    sys.exit(main())
