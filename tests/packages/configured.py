#!/usr/bin/env python3
"""Every way to configure the tree links against libraries that it has: what CMake does not know as a target of its own becomes
`-lNAME`, which fails only where somebody links. Configured, not built. And what compiles tests removes no device that it is to write to.

  configured.py ROOT CXX
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT, CXX = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
# What differs from: all, without benchmarks and sanitizers, several sources at a time.
WAYS = {"examples, no tests": {"TESTS": "OFF"}, "benchmarks": {"TESTS": "OFF", "BENCH": "ON"}, "tests, no examples": {"EXAMPLES": "OFF"},
        "without LLVM": {"NVPTX": "OFF", "TESTS": "OFF"}}
ALL = {"TESTS": "ON", "EXAMPLES": "ON", "BENCH": "OFF", "NVPTX": "ON", "PROGRAM": "ON", "SANITIZE": "OFF", "BATCH": "ON"}


def missing(rules):
    """Names behind -l that the linker does not find."""
    names = sorted(set(re.findall(r" -l([\w+.-]+)", rules)))
    out = []
    for name in names:
        done = subprocess.run([CXX, "-shared", "-x", "c++", "/dev/null", "-o", "/dev/null", "-l" + name], capture_output=True)
        if done.returncode:
            out.append(name)
    return names, out


def keeps_devices():
    """A precompiled header is removed before it is made; a device, for which a pipe stands here, is not."""
    with tempfile.TemporaryDirectory() as folder:
        pipe, header = pathlib.Path(folder, "pipe"), pathlib.Path(folder, "header.gch")
        os.mkfifo(pipe)
        header.write_text("old")
        for output in (pipe, header):
            subprocess.run([ROOT / "cmake/test_compiler.sh", "true", "-", CXX, "-x", "c++-header", "-o", output], check=True)
        return pipe.exists() and not header.exists()


def main():
    failures = 0 if keeps_devices() else 1
    if failures:
        print("FAIL cmake/test_compiler.sh: removes what is no file, or keeps an old precompiled header")
    with tempfile.TemporaryDirectory() as folder:  # one for all: the compiler is tried once
        for way, differs in WAYS.items():
            options = [f"-DLATHE_{name}={value}" for name, value in {**ALL, **differs}.items()]
            done = subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_COMPILER={CXX}", *options],
                                  capture_output=True, text=True)
            if done.returncode and way == "benchmarks" and "benchmarkConfig.cmake" in done.stderr:
                print(f"{way}: not tried, Google Benchmark is not here")
                continue
            if done.returncode:
                print(f"FAIL {way}: {done.stderr[-2000:]}")
                failures += 1
                continue
            known, lacks = missing(pathlib.Path(folder, "build.ninja").read_text())
            failures += bool(lacks)
            print(f"{'FAIL ' if lacks else ''}{way}: {len(known)} libraries by name" + (f", not found: {', '.join(lacks)}" if lacks else ""))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
