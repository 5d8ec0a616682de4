#!/usr/bin/env python3
"""In which order the linker places the program's functions: those that compiling a kernel needs, in front.
They are a tenth of the program and lie all over it, LLVM's command line options above all; each part of 64 KiB that is
touched costs a page fault. lld takes such an order (cmake/program.cmake); other linkers leave it.

  order.py --write FILE [--lathe BIN]     what the kernels of the tree run, by valgrind, into FILE (cmake/program_order.txt)
  order.py --check FILE [--lathe BIN]     how many of FILE's names the program still has, and the page faults of a start

What starts and ends the program comes in the order of its first use; the rest by how many of the kernels use it. Held-out
programs have no part in it.

Exit status 0: done, 1: less than half of the names are there, or a run failed, 2: a tool is missing.
"""
import argparse
import bisect
import collections
import glob
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "suites"))
import common  # noqa: E402

EMPTY = 'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k() {\n  ret void\n}\n'


def symbols(program):
    """Addresses and names of what the program defines, sorted by address; of several at one address, one."""
    out = subprocess.run(["nm", "-n", "--defined-only", program], check=True, capture_output=True, text=True).stdout
    table = {}
    for line in out.splitlines():
        address, kind, name = line.split(" ", 2)
        if kind in "tTwWuV":
            table.setdefault(int(address, 16), name)
    addresses = sorted(table)
    return addresses, [table[a] for a in addresses]


def command(program, path, level):
    return [program, "compile", f"-O{level}", "-mcpu=sm_90", "--threads=2", path, "-o", os.devnull]


def touched(program, path):
    """Names in the order of first use, of functions."""
    addresses, names = symbols(program)
    end = addresses[-1] + 4096
    read, write = os.pipe()
    child = subprocess.Popen(["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-fd={write}", *command(program, path, 3)],
                             pass_fds=[write], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    found = {}
    with open(read) as trace:
        for line in trace:
            if line[0] != "I":
                continue
            at = int(line[3:].split(",")[0], 16)
            if addresses[0] <= at < end:
                found.setdefault(names[bisect.bisect_right(addresses, at) - 1])
    if child.wait() != 0:
        common.fail("the traced run failed")
    return list(found)


def ran(program, path, level, folder):
    """Names of the functions that ran."""
    out = os.path.join(folder, "cg")
    subprocess.run(["valgrind", "--tool=callgrind", "--demangle=no", "--callgrind-out-file=" + out, *command(program, path, level)],
                   check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(out) as file:
        # A call within a recursion has a number behind the name.
        return {re.sub(r"'\d+$", "", name) for name in re.findall(r"^c?fn=\(\d+\) (\S+)$", file.read(), re.M)}


def write(program, path):
    with tempfile.TemporaryDirectory() as folder:
        empty = os.path.join(folder, "empty.ll")
        with open(empty, "w") as file:
            file.write(EMPTY)
        # valgrind knows less of debug information than compilers write.
        plain = os.path.join(folder, "lathe")
        subprocess.run(["strip", "--strip-debug", "-o", plain, program], check=True)
        program = plain
        order = dict.fromkeys(touched(program, empty))
        count = collections.Counter()
        assembler = common.llvm_tool("llvm-as")
        for i, kernel in enumerate(sorted(glob.glob(os.path.join(ROOT, "tests", "kernels", "ll", "*.ll")))[::6]):
            bitcode = os.path.join(folder, "kernel.bc")
            # As text and as bitcode, in turn: each has a reader of its own.
            if assembler and i % 2 == 0 and subprocess.run([assembler, kernel, "-o", bitcode], check=False, capture_output=True).returncode == 0:
                kernel = bitcode
            count.update(ran(program, kernel, 0 if i % 6 == 5 else 3, folder))
        addresses, names = symbols(program)
        place = {name: address for address, name in zip(addresses, names)}
        for name in sorted(count, key=lambda n: (-count[n], place.get(n, 0))):
            if name in place:
                order.setdefault(name)
    with open(path, "w") as file:
        file.write("".join(name + "\n" for name in order))
    print(f"{path}: {len(order)} names")


def check(program, path):
    with open(path) as file:
        wanted = file.read().split("\n")[:-1]
    there = set(symbols(program)[1])
    known = sum(name in there for name in wanted)
    with tempfile.NamedTemporaryFile("w", suffix=".ll") as file:
        file.write(EMPTY)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
        subprocess.run(command(program, file.name, 3), check=True)
        faults = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt - before
    print(f"{path}: {known} of {len(wanted)} names are in the program; {faults} page faults to compile an empty kernel")
    return 0 if 2 * known >= len(wanted) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", metavar="FILE")
    what.add_argument("--check", metavar="FILE")
    args = parser.parse_args()
    for tool in ("nm", *(("strip", "valgrind") if args.write else ())):
        if not shutil.which(tool):
            print(f"{tool} is missing", file=sys.stderr)
            return 2
    if args.check:
        return check(args.lathe, args.check)
    write(args.lathe, args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
