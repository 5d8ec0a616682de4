"""What the drivers of single algorithms share: the kernels of tests/kernels/ll compiled to PTX one after the other,
rewritten files given to ptxas, and all kernels run with rewritten PTX against independent C++.
"""
import fnmatch
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PTXAS = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
NEWEST = ("-mcpu=sm_90a", "-mattr=+ptx88")  # what the newest of the kernels needs

# Stands in for lathe in results.py, which calls it as `lathe compile SOURCE -o OUTPUT FLAGS...`: {rewrite} is shell that
# makes "$out".new of "$out", the PTX of "$source"; without that file the PTX stays as it is.
COMPILER = """#!/bin/sh
lathe={lathe}
"$lathe" "$@" || exit $?
[ "$1" = compile ] || exit 0
source="$2"
while [ $# -gt 1 ]; do [ "$1" = -o ] && out="$2"; shift; done
case "$out" in
  *.ptx) {{ {rewrite}; }} || exit 1
    if [ -e "$out.new" ]; then mv "$out.new" "$out"; fi ;;
esac
"""


def run(*args):
    return subprocess.run([str(a) for a in args], capture_output=True, text=True)


def sources(pattern="*"):
    """The kernels whose names match, sorted."""
    return sorted(p for p in (ROOT / "tests/kernels/ll").glob("*.ll") if fnmatch.fnmatch(p.stem, pattern))


def compiled(lathe, kernels, folder, flags):
    """(name, PTX file) of each kernel that compiles; what does not is told."""
    for source in kernels:
        ptx = pathlib.Path(folder) / (source.stem + ".ptx")
        done = run(lathe, "compile", source, *flags, "-o", ptx)
        if done.returncode == 0:
            yield source.stem, ptx
        else:
            print("%s: not compiled: %s" % (source.stem, (done.stderr.splitlines() or [""])[0]))


def refusal(ptx, before, mcpu, ptxas=PTXAS):
    """Why ptxas refuses a rewritten file; empty when it takes it, or refuses the file before it was rewritten too (a
    newer PTX version is needed: that says nothing of the rewriting)."""
    done = run(ptxas, "-arch=" + mcpu, ptx, "-o", os.devnull)
    if done.returncode == 0 or run(ptxas, "-arch=" + mcpu, before, "-o", os.devnull).returncode != 0:
        return ""
    return done.stderr.strip() or "no reason given"


def target_of(ptx):
    """The target that a PTX file names, sm_90a or the like."""
    line = next(line for line in pathlib.Path(ptx).read_text().splitlines() if line.startswith(".target"))
    return line.split()[1].strip(",")


def results(lathe, checks, rewrite, folder, arguments=()):
    """Runs tests/suites/results.py with a compiler that rewrites what it compiles; its exit status."""
    compiler = pathlib.Path(folder) / "lathe"
    compiler.write_text(COMPILER.format(lathe=shlex.quote(os.path.abspath(lathe)), rewrite=rewrite))
    compiler.chmod(0o755)
    return subprocess.run([sys.executable, ROOT / "tests/suites/results.py", "--lathe", compiler, "--checks", checks,
                           *arguments]).returncode
