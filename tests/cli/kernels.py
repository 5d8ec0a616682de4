#!/usr/bin/env python3
"""Every kernel of tests/kernels/ll compiles with the checkers on between all stages, at -O0 and -O3, and gives the same
bytes with one thread and with four; `lathe opt` reads and rewrites the PTX. Where ptxas is, it takes both PTX of the
smaller ones. Kernels that call CUDA's libdevice are left out, by name, where it is not.

  kernels.py LATHE
"""
import os
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "suites"))
import common  # noqa: E402

LL = pathlib.Path(__file__).resolve().parents[1] / "kernels" / "ll"
TARGET = ["-mcpu=sm_90a", "-mattr=+ptx88"]


def compile(lathe, file, *options):
    run = subprocess.run([lathe, "compile", str(file), "-o", "-", *TARGET, *options], capture_output=True)
    lines = run.stderr.decode(errors="replace").splitlines()
    return run.returncode, run.stdout, "\n".join(x for x in lines if not x.startswith("lathe: note: "))


def find_ptxas():
    return next((p for p in (shutil.which("ptxas"), shutil.which(os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin", "ptxas"))) if p), None)


def main():
    lathe, ptxas, failed, taken = sys.argv[1], find_ptxas(), [], 0
    files = sorted(LL.glob("*.ll"))
    if not common.libdevice():
        left_out = [f for f in files if "@__nv_" in f.read_text()]
        files = [f for f in files if f not in left_out]
        print("left out, no libdevice here: " + ", ".join(f.name for f in left_out))
    for file in files:
        for level in ("-O0", "-O3"):
            code, ptx, error = compile(lathe, file, level, "--verify-each")
            if code != 0 or error:
                failed.append(f"{file.name} {level}: {error or 'exit ' + str(code)}")
        if compile(lathe, file, "-O3", "--threads=4")[1] != ptx:
            failed.append(f"{file.name}: other bytes with four threads")
        again = subprocess.run([lathe, "opt", "-", "-o", "-", "--verify-each"], input=ptx, capture_output=True)
        if again.returncode != 0:
            failed.append(f"{file.name}: lathe opt: {again.stderr.decode().strip()}")
        for text in (ptx, again.stdout) if ptxas and len(ptx) < 60000 else ():
            run = subprocess.run([ptxas, "-arch=sm_90a", "-O0", "-c", "-o", os.devnull, "-"], input=text, capture_output=True)
            taken += run.returncode == 0
            if run.returncode != 0:
                failed.append(f"{file.name}: ptxas: {(run.stdout + run.stderr).decode().strip().splitlines()[0]}")
    print("\n".join(failed))
    print(f"{len(files)} kernels, {taken} PTX taken by ptxas, {len(failed)} failures" + ("" if ptxas else " (ptxas is not here)"))
    return 1 if failed or len(files) < 80 else 0


if __name__ == "__main__":
    sys.exit(main())
