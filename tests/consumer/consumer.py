#!/usr/bin/env python3
"""Installs the build to a fresh prefix and builds a project outside the tree against it: lathe::lathe with the
headers alone, then lathe::nvptx; both are run.

  consumer.py ROOT BUILD
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile


def run(*command, cwd=None):
    result = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True)
    if result.returncode != 0:
        print("failed:", " ".join(str(c) for c in command))
        print(result.stdout[-4000:], result.stderr[-4000:])
        sys.exit(1)
    return result.stdout


def main():
    root, build = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        prefix = scratch / "prefix"
        run("cmake", "--install", build, "--prefix", prefix)
        shutil.copytree(root / "tests" / "consumer" / "project", scratch / "project")
        headers_only = not (prefix / "include" / "nvptx").exists()
        for part in ["headers"] + ([] if headers_only else ["nvptx"]):
            out = scratch / part
            run("cmake", "-S", scratch / "project", "-B", out, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
                f"-DPART={part}", "-DCMAKE_BUILD_TYPE=Release")
            run("cmake", "--build", out)
            print(part + ":", run(out / part).strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
