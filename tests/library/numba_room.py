#!/usr/bin/env python3
"""Debian's Numba with our libNVVM: its kernels and ours compiled, taken by ptxas, executed, compared with its simulator.

  numba_room.py LIBLATHE LIBNVVM [--room DIR] [--all] [--spoil]
  numba_room.py LIBLATHE LIBNVVM [--room DIR] --own [--part] [--verbose] [NAME...]   Numba's own tests instead (numba_own.py)

Numba and what it needs are unpacked into a folder of their own (apt-get download, dpkg -x), for its scipy brings a Boost that
cannot be installed beside ours. --all: each kernel for five targets, with -opt=3, -opt=0 and -g. --spoil: expect something
else, and see that it is told. Exit status 77 where the packages or libdevice cannot be had.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

PACKAGES = ("python3-numba", "python3-llvmlite", "python3-numpy", "python3-pkg-resources", "libllvm14", "libblas3", "liblapack3",
            "libgfortran5", "libquadmath0", "libedit2", "libbsd0", "libmd0", "libgomp1")
PYTHON = "/usr/bin/python3"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def unpack(room):
    """The packages' files below room/root; nothing is installed."""
    root = room / "root"
    if (root / "whole").exists():
        return root
    shutil.rmtree(root, ignore_errors=True)
    files = room / "files"
    files.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run(["apt-get", "download", *PACKAGES], cwd=files, capture_output=True, check=True)
        for package in sorted(files.glob("*.deb")):
            subprocess.run(["dpkg", "-x", package, root], check=True)
    except (OSError, subprocess.CalledProcessError) as fault:
        skip(f"Debian's Numba cannot be fetched: {fault}")
    (root / "whole").touch()
    return root


def cuda_home(room, library):
    """A toolkit's folder, of our libNVVM and the libdevice that is here."""
    homes = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    found = [p for h in homes if h and (p := pathlib.Path(h, "nvvm/libdevice/libdevice.10.bc")).exists()]
    if not found:
        skip("no libdevice, which Numba wants")
    home = room / "cuda"
    shutil.rmtree(home, ignore_errors=True)
    for folder in ("nvvm/lib64", "nvvm/libdevice", "lib64"):
        (home / folder).mkdir(parents=True)
    for name in ("libnvvm.so", "libnvvm.so.4"):
        (home / "nvvm/lib64" / name).symlink_to(library)
    (home / "nvvm/libdevice/libdevice.10.bc").symlink_to(found[0])
    return home


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("liblathe", type=pathlib.Path)
    parser.add_argument("libnvvm", type=pathlib.Path)
    parser.add_argument("--room", type=pathlib.Path, default=pathlib.Path("numba_room"), help="where it is unpacked, and kept")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--spoil", action="store_true")
    parser.add_argument("--own", action="store_true", help="Numba's own tests that only compile; what is left goes to numba_own.py")
    a, rest = parser.parse_known_args()
    if rest and not a.own:
        parser.error(f"unknown: {' '.join(rest)}")
    if not pathlib.Path(PYTHON).exists():
        skip("no Debian Python")
    room = a.room.resolve()
    root = unpack(room)
    libraries = root / "usr/lib/x86_64-linux-gnu"
    environment = os.environ | {
        "PYTHONPATH": f"{root}/usr/lib/python3/dist-packages", "CUDA_HOME": str(cuda_home(room, a.libnvvm.resolve())),
        "LD_LIBRARY_PATH": f"{libraries}:{libraries}/blas:{libraries}/lapack", "PYTHONDONTWRITEBYTECODE": "1"}
    here = pathlib.Path(__file__).resolve().parent
    if a.own:
        return subprocess.run([PYTHON, here / "numba_own.py", *rest], env=environment, cwd=room).returncode
    cases = [PYTHON, here / "numba_cases.py"]
    expected = room / "expected"
    subprocess.run([*cases, "--simulate", expected], env=environment | {"NUMBA_ENABLE_CUDASIM": "1"}, check=True)
    more = [word for word, wanted in (("--all", a.all), ("--spoil", a.spoil)) if wanted]
    return subprocess.run([*cases, "--check", expected, "--library", a.liblathe.resolve(), *more], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
