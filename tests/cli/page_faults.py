#!/usr/bin/env python3
"""The heap comes in huge pages where the system has them, with few calls of it, from each thread: same bytes as without,
and a fraction of the page faults.  page_faults.py LATHE"""
import mmap
import os
import resource
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402


def has_huge_pages():
    """By asking for one: the system may know of none, be told to give none, or have none left."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return False
    with mmap.mmap(-1, 8 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as room:
        try:
            room.madvise(mmap.MADV_HUGEPAGE)
        except OSError:
            return False
        room[:] = bytes(len(room))
        with open("/proc/self/smaps") as file:
            return any(line.startswith("AnonHugePages:") and int(line.split()[1]) > 0 for line in file)


def kernels(count, loads):
    text = 'target triple = "nvptx64-nvidia-cuda"\n'
    for k in range(count):
        body = "".join(f"  %a{i} = getelementptr i32, ptr addrspace(1) %p, i32 %v{i}\n  %l{i} = load i32, ptr addrspace(1) %a{i}\n"
                       f"  %v{i + 1} = xor i32 %l{i}, {i + k}\n" for i in range(loads))
        text += (f"define ptx_kernel void @k{k}(ptr addrspace(1) %p, i32 %n) {{\n  %v0 = add i32 %n, {k}\n{body}"
                 f"  store i32 %v{loads}, ptr addrspace(1) %p\n  ret void\n}}\n")
    return text


def faults(t, threads, out, limit=None):
    """Of one run. Under a limit of address space, one that is never reached, the heap is as the system gives it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
    child = os.fork()
    if child == 0:
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        os.execv(t.program, [t.program, "compile", "m.ll", "-o", out, f"--threads={threads}"])
    state = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    t.expect(f"{threads} threads, limit {limit}: compiles", state == 0, state)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt - before


def main():
    t = Checks(sys.argv[1])
    with open(t.program, "rb") as file:
        program = file.read()
        if b"__asan_init" in program or b"__tsan_init" in program:
            print("skipped: sanitizers have a heap of their own")
            return 77
    if not has_huge_pages():
        print("skipped: no huge pages here")
        return 77
    t.file("m.ll", kernels(150, 60).encode())
    for threads in (1, 2):
        # The least of three: the system may have no huge page to give for a while.
        plain = min(faults(t, threads, "plain.ptx", 16 << 30) for _ in range(3))
        huge = min(faults(t, threads, "huge.ptx") for _ in range(3))
        t.expect(f"{threads} threads: fewer page faults", 3 * huge < plain, f"{huge} and {plain}")
        with open("plain.ptx", "rb") as one, open("huge.ptx", "rb") as other:
            t.expect(f"{threads} threads: the same bytes", one.read() == other.read())
    t.finish()
    return 0


if __name__ == "__main__":
    sys.exit(main())
