#!/usr/bin/env python3
"""Maps of groups do the same on every machine and with each way to look at a group (SSE2, NEON, words of 64 bits).

  dense_machines.py ROOT [CXX]     exit 1 when one differs; 77 when nothing but this machine can be asked

dense_machines.cpp, which tells what it is that they do, is compiled for this machine, for it without SSE2, and by clang-22
and ld.lld-22 without a C library for AArch64 of both byte orders (NEON) and s390x (words, the highest byte first), which
qemu-user runs. What a system has not is said and left out.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

BARE = ["aarch64", "aarch64_be", "s390x"]
FLAGS = ["-std=c++20", "-O1", "-fno-exceptions", "-fno-rtti"]


def said(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout.strip()


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    native = sys.argv[2] if len(sys.argv) > 2 else shutil.which("g++") or shutil.which("clang++")
    clang, linker = shutil.which("clang++-22"), shutil.which("ld.lld-22")
    source = [f"-I{root}/include", root / "tests/alone/dense_machines.cpp"]
    answers = {}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for name, flags in (("this machine", []), ("this machine by words", ["-U__SSE2__", "-U__ARM_NEON"])):
            said([native, *FLAGS, *flags, *source, "-o", scratch / "here"])
            answers[name] = said([scratch / "here"])
        for name in BARE:
            qemu = f"qemu-{name}"
            if not (clang and linker and shutil.which(qemu)):
                print(f"not asked: {name} (clang++-22, ld.lld-22 and {qemu} are needed)")
                continue
            bare = ["-DLATHE_BARE", "-ffreestanding", "-fno-stack-protector", "-fno-threadsafe-statics", "-static", "-fno-pie", "-nostdlib"]
            # __x86_64__: what this machine's C library asks of its headers; nothing of theirs is called.
            said([clang, *FLAGS, f"--target={name}-linux-gnu", *bare, "-D__x86_64__", "-fuse-ld=lld", *headers(native), *source, "-o", scratch / name])
            answers[name] = said([qemu, scratch / name])
    for name, answer in answers.items():
        print(f"{answer}  {name}")
    if len(set(answers.values())) != 1:
        sys.exit("dense_machines: they differ")
    sys.exit(0 if len(answers) > 2 else 77)


def headers(native):
    """Those that the compiler of this machine looks into, for templates alone."""
    text = subprocess.run([native, "-E", "-v", "-x", "c++", "/dev/null"], capture_output=True, text=True, check=True).stderr
    lines = text[text.index("#include <...>"):text.index("End of search list")].splitlines()[1:]
    found = [line.strip() for line in lines if "/lib/gcc" not in line]
    return ["-nostdinc++", *(word for path in found for word in ("-isystem", path))]


if __name__ == "__main__":
    main()
