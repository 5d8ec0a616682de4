#!/usr/bin/env python3
"""The single-header forms: made, alone in a folder, the families' examples compiled with them and run.

  single.py ROOT           each example by clang; by g++ the three headers in one source, and the example of dense
  single.py ROOT --every   each by both
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FAMILIES = ["dense", "outline", "modulo"]
LATHE = re.compile(r"^#include <lathe/.*>\n", re.M)


def run(*command, cwd):
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, timeout=500)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def main():
    root, every = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:] == ["--every"]
    clang = shutil.which("clang++-22") or shutil.which("clang++")
    compilers = [c for c in (clang, shutil.which("g++")) if c]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for folder in ("one", "two"):
            run(sys.executable, root / "cmake/single_header.py", scratch / folder, cwd=scratch)
        for family in FAMILIES:
            text = (scratch / f"one/lathe_{family}.hpp").read_text()
            assert text == (scratch / f"two/lathe_{family}.hpp").read_text(), f"{family}: made twice, it differs"
            assert not re.search(r'^\s*#\s*include\s*(?:"|<lathe/|<boost)', text, re.M), f"{family} includes more than the standard library"
            example, number = LATHE.subn("", (root / f"examples/{family}.cpp").read_text())
            assert number > 0
            (scratch / f"one/{family}.cpp").write_text(f'#include "lathe_{family}.hpp"\n' + example)
        count = 0
        for compiler in compilers:
            for family in FAMILIES:
                if not every and compiler != compilers[0] and family != "dense":
                    continue
                flags = ["-std=c++20", "-O0", "-Wall", "-Wextra"]
                run(compiler, *flags, f"{family}.cpp", "-o", family, cwd=scratch / "one")
                run(scratch / "one" / family, cwd=scratch / "one")  # an example looks at its own answer
                count += 1
        (scratch / "one/all.cpp").write_text("".join(f'#include "lathe_{f}.hpp"\n' for f in FAMILIES) + "int main() {}\n")
        run(compilers[-1], "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "all.cpp", cwd=scratch / "one")
    print(f"{len(FAMILIES)} single headers, {count} programs by {len(compilers)} compilers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
