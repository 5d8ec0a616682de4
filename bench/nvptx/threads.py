#!/usr/bin/env python3
"""What two threads and more make of a module of a hundred functions, by instruction counts: they do not depend on what
else the machine does. valgrind's callgrind counts each thread by itself; what the program waits for is what runs alone
plus the longest of the threads that run side by side. What threads lose to caches and memory is not in it; --time N
measures that, in pairs with the order swapped, which means something on a quiet machine alone.

  threads.py [--lathe BIN] [--threads 2,4] [--functions 100] [--bitcode] [FILE...]
                                modules of FILE, or generated ones
  threads.py --threshold        what a second thread costs and gains on small modules: where it begins to pay

Exit status 0: measured, 1: a run failed, 2: valgrind or llvm-as is missing.
"""
import argparse
import glob
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests", "suites")]
import common  # noqa: E402
import thread_modules  # noqa: E402


def counts(program, argv, folder):
    """Instructions: what runs alone, what each thread has of what runs side by side. The thread with the large stack
    takes a share itself: it is what its calls of run_on_big_stacks cost; the threads of a later phase have the numbers
    of those before."""
    for old in glob.glob(os.path.join(folder, "cg*")):
        os.unlink(old)
    subprocess.run(["valgrind", "--tool=callgrind", "--separate-threads=yes", "--fair-sched=yes",
                    "--callgrind-out-file=" + os.path.join(folder, "cg"), program, *argv],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    alone, shares = 0, []
    for name in glob.glob(os.path.join(folder, "cg-*")):
        with open(name) as file:
            text = file.read()
        thread, total = int(name.rsplit("-", 1)[1]), int(re.search(r"^totals: (\d+)", text, re.M).group(1))
        share = calls_of(text, "lathe::nvptx::run_on_big_stacks(unsigned int, ") if thread == 2 else 0
        share = share if thread <= 2 else total
        alone += total - share
        shares.append(share)
    return alone, shares


def calls_of(text, function):
    """What all calls of a function cost, by the text of a profile. Its names are numbered, and told once."""
    number = re.search(r"^c?fn=(\(\d+\)) " + re.escape(function) + r"[^{]*$", text, re.M)
    if not number:
        return 0
    called = r"^cfn=" + re.escape(number.group(1)) + r"(?: .*)?\ncalls=.*\n\S+ (\d+)$"
    return sum(int(cost) for cost in re.findall(called, text, re.M))


def in_all(found):
    return found[0] + sum(found[1])


def waited_for(found):
    """The longest share side by side with the others."""
    return found[0] + max(found[1])


def timed(program, argv, threads, pairs):
    """Medians of wall seconds and of CPU seconds, for one thread and for `threads`."""
    wall, cpu = {1: [], threads: []}, {1: [], threads: []}
    for pair in range(pairs):
        for count in (1, threads) if pair % 2 else (threads, 1):
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            subprocess.run([program, *argv, "--threads=%d" % count], check=True, stdout=subprocess.DEVNULL)
            wall[count].append(time.monotonic() - start)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu[count].append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return [statistics.median(wall[n]) for n in (1, threads)], [statistics.median(cpu[n]) for n in (1, threads)]


def compare(args, program, files, folder):
    print("%-28s %3s %10s %10s %7s %7s %8s" % ("module", "thr", "alone M", "longest M", "all M", "faster", "more CPU"))
    for file in files:
        argv = ["compile", file, "-o", os.path.join(folder, "out.ptx"), "-O%d" % args.level]
        one = in_all(counts(program, [*argv, "--threads=1"], folder))
        print("%-28s %3d %10s %10s %7.1f" % (os.path.basename(file)[-28:], 1, "", "", one / 1e6), flush=True)
        for threads in args.threads:
            found = counts(program, [*argv, "--threads=%d" % threads], folder)
            alone, shares = found
            line = "%-28s %3d %10.1f %10.1f %7.1f %7.2f %8.2f" % ("", threads, alone / 1e6, max(shares) / 1e6, in_all(found) / 1e6,
                                                               one / waited_for(found), in_all(found) / one)
            if args.time:
                wall, cpu = timed(program, argv, threads, args.time)
                line += "   wall %.2f, CPU %.2f" % (wall[0] / wall[1], cpu[1] / cpu[0])
            print(line, flush=True)


def threshold(args, program, folder):
    print("%12s %10s %12s %12s %8s" % ("instructions", "one M", "two wait M", "two in all M", "faster"))
    for functions, size in [(2, 4), (4, 4), (4, 8), (8, 8), (8, 12), (16, 12), (32, 12), (64, 12)]:
        file = os.path.join(folder, "small.ll")
        with open(file, "w") as out:
            out.write(thread_modules.work(functions, size))
        argv = ["compile", file, "-o", os.path.join(folder, "out.ptx"), "-O%d" % args.level]
        one = in_all(counts(program, [*argv, "--threads=1"], folder))
        two = counts(program, [*argv, "--threads=2"], folder)
        print("%12d %10.2f %12.2f %12.2f %8.2f" % (functions * (7 * size + 6), one / 1e6, waited_for(two) / 1e6, in_all(two) / 1e6,
                                                one / waited_for(two)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], default=[2])
    parser.add_argument("--functions", type=int, default=100)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--time", type=int, default=0, metavar="PAIRS")
    parser.add_argument("--bitcode", action="store_true", help="the generated modules as bitcode")
    parser.add_argument("--threshold", action="store_true")
    args = parser.parse_args()
    if not shutil.which("valgrind"):
        print("valgrind is not here; on Debian: apt-get install valgrind")
        return 2
    if args.bitcode and (args.files or args.threshold):
        parser.error("--bitcode is about the generated modules: leave FILE and --threshold out")
    if args.bitcode and not common.llvm_tool("llvm-as"):
        print("llvm-as of LLVM 22 is not here; ./dev setup says what to install")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "lathe")
        subprocess.run(["strip", "--strip-debug", "-o", program, args.lathe], check=True)
        try:
            if args.threshold:
                threshold(args, program, folder)
                return 0
            files = args.files
            for name, size in [] if files else [("small", 4), ("middle", 12), ("large", 40)]:
                files.append(os.path.join(folder, "%s_%d.ll" % (name, args.functions)))
                with open(files[-1], "w") as out:
                    out.write(thread_modules.work(args.functions, size))
                if args.bitcode:
                    subprocess.run([common.llvm_tool("llvm-as"), files[-1]], check=True)
                    files[-1] = files[-1][:-3] + ".bc"
            compare(args, program, files, folder)
        except subprocess.CalledProcessError as error:
            print("failed: " + " ".join(error.cmd))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
