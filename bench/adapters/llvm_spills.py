#!/usr/bin/env python3
"""The list scheduler in the place of LLVM's (row `schedule` of plugins/llvm) inside llc-22, over C and C++ programs for x86-64,
AArch64 and RISC-V: spills and reloads that LLVM's allocator then makes, ours beside LLVM's and beside no scheduler at all, and
instructions executed in the pass by callgrind.

  llvm_spills.py --plugin BUILD/liblathe_plugin.so [--kinds debian,c++,csmith] [--count 8] [--seed 1] [--targets x86_64,...]
                 [--counted 6] [--spills-only] [--minutes 20] [--jobs 2] [--work DIR]

Programs: C and C++ sources of Debian packages, fetched by apt-get (C++ with libstdc++'s headers of this machine), googletest's where
they are installed, csmith's. Every function goes through LLVM's verifier. What is a whole program is run (AArch64 and RISC-V
under qemu-user where that and a cross compiler are there) and must print what LLVM's own prints. --spills-only: no verifier, no
callgrind and no runs, so that all sources take minutes. Exit 1 when something fails, 77 when a tool is missing. A source that clang
does not take as it stands is left out and counted.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time

import llvm_passes
from llvm_passes import DEBIAN_WORK, Target, csmith, executed, llc, run

GOOGLETEST = pathlib.Path("/usr/src/googletest")
# source packages of C++, and where in them the files stand
CXX = {"tinyxml2": ["."], "pugixml": ["src"], "libjsoncpp": ["src/lib_json"], "double-conversion": ["double-conversion"],
       "yaml-cpp": ["src"], "box2d": ["src/collision", "src/dynamics", "src/common"], "re2": ["re2"]}
INCLUDES = {"libjsoncpp": ["include"], "yaml-cpp": ["include"], "box2d": ["include"], "googletest": ["include", ""],
            "googlemock": ["include", ""]}
# whole programs: package, sources (a pattern each), what is left out, arguments
WHOLE = {"bzip2": ("bzip2", ["*.c"], {"bzip2recover", "dlltest", "mk251", "spewG", "unzcrash"}, ["--help"]),
         "lua": ("lua5.4", ["src/*.c"], {"luac"}, ["-e", "local t={} for i=1,2000 do t[i]=math.sin(i)*i end table.sort(t) "
                 "local s=0 for i,v in ipairs(t) do s=s+v*i%7 end print(s, ('x'):rep(20):gsub('x', tostring), string.format('%q %g', 'a\\nb', 1/3))"])}
ORDERS = {"none": ["-enable-misched=false"], "LLVM": [], "ours": None}


def compile_ir(source, out, triple, cpu, level="-O2"):
    if source.suffix == ".c":
        return llvm_passes.compile_ir(source, out, triple, cpu, level)
    command = ["clang++-22", "-w", level, "-std=c++17", *llvm_passes.machine(triple, cpu)]
    if not triple.startswith("x86"):  # no standard library of theirs need be installed: nothing of it is linked
        library = sorted(pathlib.Path("/usr/include/c++").glob("*"))[-1]
        command += ["-nostdinc++", "-isystem", library, "-isystem", f"/usr/include/x86_64-linux-gnu/c++/{library.name}", "-isystem", library / "backward",
                    "-isystem", "/usr/" + triple + "/include"]
    folders = [f for f in (source.parent, *source.parents) if DEBIAN_WORK in f.parts and f.name != DEBIAN_WORK or GOOGLETEST in f.parents]
    for folder in folders:
        command += [f"-I{folder}", *(f"-I{folder / more}" for more in INCLUDES.get(folder.name, []))]
    return run([*command, "-emit-llvm", "-S", source, "-o", out], timeout=llvm_passes.PATIENCE)


def spilled(text):
    """Spills and reloads, those that an instruction does itself included."""
    found = [0, 0]
    for line in text.splitlines():
        if "generated in function" in line:
            for k, what in enumerate(("spills", "reloads")):
                found[k] += sum(int(n) for n in re.findall(r"(\d+) (?:folded |zero cost folded )?" + what, line))
    return found


class Sums:
    def __init__(self, target):
        self.target, self.lock = target, threading.Lock()
        self.moved = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))  # kind, order
        self.count, self.executed = collections.Counter(), collections.defaultdict(lambda: [0, 0])
        self.worse, self.same, self.left_out, self.programs = [], 0, 0, {}

    def one(self, kind, source, args, bad, counted):
        t, name = self.target, name_of(source)
        ir = args.work / f"{name}.{t.name}.ll"
        if (not ir.exists() and compile_ir(source, ir, t.triple, t.cpu).returncode != 0):
            with self.lock:
                self.left_out += 1
            return
        found = {}
        for order, options in ORDERS.items():
            options = ["--load=" + str(args.plugin), "-lathe-passes=schedule"] if options is None else options
            out = args.work / f"{name}.{t.name}.{order}.s"
            done = llc(ir, out, t.triple, options, () if args.spills_only else ("-verify-machineinstrs",))
            if done.returncode != 0:
                if order == "ours":
                    bad.append(f"{name} {t.name}: llc: {done.stderr[:300]}")
                return
            found[order] = spilled(done.stderr)
        passes = [0, 0]
        if counted and shutil.which("valgrind"):
            passes = [executed(ir, t.triple, args.plugin, "schedule", args.work)["schedule"],
                      executed(ir, t.triple, args.plugin, "", args.work)["machine-scheduler"]]
        with self.lock:
            self.count[kind] += 1
            self.executed[kind] = [a + b for a, b in zip(self.executed[kind], passes)]
            for order, numbers in found.items():
                self.moved[kind][order] = [a + b for a, b in zip(self.moved[kind][order], numbers)]
            more = sum(found["ours"]) - sum(found["LLVM"])
            self.worse.append((more, name, found["ours"], found["LLVM"]))

    def prints_the_same(self, name, stems, work, arguments, bad):
        """Links what LLVM's scheduler made and what ours made, and compares what both print."""
        t, said = self.target, {}
        for order in ("LLVM", "ours"):
            objects = []
            for stem in stems:
                assembly = work / f"{stem}.{t.name}.{order}.s"
                objects.append(assembly.with_suffix(".o"))
                if not assembly.exists() or t.assembles(assembly, objects[-1]).returncode != 0:
                    return
            said[order] = linked_says(t, objects, work / f"{name}.{t.name}.{order}.exe", arguments)
        if said["LLVM"] is None:
            return
        self.same += said["LLVM"] == said["ours"]
        if said["LLVM"] != said["ours"]:
            bad.append(f"{name} {t.name}: prints something else")

    def report(self):
        t = self.target.name
        total, seconds = collections.defaultdict(lambda: [0, 0]), [0, 0]
        for kind in sorted(self.count):
            for order, numbers in self.moved[kind].items():
                total[order] = [a + b for a, b in zip(total[order], numbers)]
            seconds = [a + b for a, b in zip(seconds, self.executed[kind])]
            print(f"{t:8} {kind:7} {self.count[kind]:4} sources: {line(self.moved[kind], self.executed[kind])}")
        print(f"{t:8} all     {sum(self.count.values()):4} sources: {line(total, seconds)}; {self.same} programs print the same; "
              f"{self.left_out} left out by clang")
        worse = sorted((w for w in self.worse if w[0] > 0), reverse=True)[:8]
        print(" " * 8, "most above LLVM's:", ", ".join(f"{n} {a} of {b}" for _, n, a, b in worse))


def name_of(source):
    """Of a source's files: its package and its stem."""
    return f"{source.parts[source.parts.index(DEBIAN_WORK) + 1]}-{source.stem}" if DEBIAN_WORK in source.parts else source.stem


def linked_says(target, objects, out, arguments):
    """What the program of these objects prints; None where it cannot be linked or is too slow."""
    if run([target.cross + "gcc" if target.cross else "clang++-22", *objects, "-o", out, "-lm", "-lpthread"]).returncode != 0:
        return None
    return said_by(out, target.emulator, arguments)


def said_by(program, emulator, arguments):
    command = [program] if emulator is None else [emulator, "-L", llvm_passes.library_of(emulator), program]
    try:
        done = run([*command, *arguments], timeout=60)
    except Exception:  # noqa: BLE001  too slow, or no text
        return None
    return done.returncode, done.stdout


def line(moved, passes):
    none, llvm, ours = moved["none"], moved["LLVM"], moved["ours"]
    text = ", ".join(f"{what} {ours[k]} of {llvm[k]} ({ours[k] / max(1, llvm[k]):.3f}; without a scheduler {none[k]})"
                     for k, what in enumerate(("spills", "reloads")))
    return text + (f"; executed {passes[0] / 1e6:.1f} of {passes[1] / 1e6:.1f} million ({passes[0] / passes[1]:.2f})" if passes[1] else "")


def sources(args):
    found, kinds = [], args.kinds.split(",")
    if "csmith" in kinds:
        found += [("csmith", csmith(seed, args.work)) for seed in range(args.seed, args.seed + args.count)]
    if "debian" in kinds:
        found += [("debian", source) for _, source in llvm_passes.debian(args.work)]
    if "c++" in kinds:
        llvm_passes.debian(args.work, CXX)
        for package, folders in CXX.items():
            root = args.work / DEBIAN_WORK / package
            found += [("c++", s) for folder in folders for s in sorted([*(root / folder).glob("*.cpp"), *(root / folder).glob("*.cc")])]
        found += [("c++", s) for s in (GOOGLETEST / "googletest/src/gtest-all.cc", GOOGLETEST / "googlemock/src/gmock-all.cc",
                                      GOOGLETEST / "googletest/test/gtest_unittest.cc") if s.exists()]
    return found


def whole_programs(args):
    """Of each its name, the stems of its assembly files, and its arguments."""
    out = [(f"csmith{seed}", [f"csmith{seed}"], []) for seed in range(args.seed, args.seed + args.count)] if "csmith" in args.kinds else []
    for name, (package, patterns, left_out, arguments) in WHOLE.items() if "debian" in args.kinds else []:
        files = [s for pattern in patterns for s in sorted((args.work / DEBIAN_WORK / package).glob(pattern)) if s.stem not in left_out]
        out.append((name, [f"{package}-{s.stem}" for s in files], arguments))
    if "c++" in args.kinds:
        out += [("tinyxml2", ["tinyxml2-tinyxml2", "tinyxml2-xmltest"], []), ("gtest", ["gtest-all", "gtest_unittest"], ["--gtest_print_time=0"])]
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", type=pathlib.Path, required=True)
    parser.add_argument("--kinds", default="debian,c++,csmith")
    parser.add_argument("--count", type=int, default=8, help="programs of csmith")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--targets", default="x86_64,aarch64,riscv64")
    parser.add_argument("--only", default="", help="sources whose path matches")
    parser.add_argument("--counted", type=int, default=6, help="every how manieth source callgrind looks at; 0: none")
    parser.add_argument("--spills-only", action="store_true")
    parser.add_argument("--minutes", type=float, default=20, help="no further source behind that")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=pathlib.Path, help="and everything stays there")
    args = parser.parse_args()
    for tool in ("csmith", "clang-22", "clang++-22", "llc-22", "llvm-mc-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    args.plugin, bad, end = args.plugin.resolve(), [], time.monotonic() + 60 * args.minutes
    with tempfile.TemporaryDirectory() as folder:
        args.work = (args.work or pathlib.Path(folder)).resolve()
        args.work.mkdir(parents=True, exist_ok=True)
        sums = [Sums(Target(name, ["schedule"])) for name in args.targets.split(",")]
        todo = [(kind, s) for kind, s in sources(args) if re.search(args.only, str(s))]

        def one(job):
            number, (kind, source) = job
            if time.monotonic() > end:
                return False
            for s in sums:
                s.one(kind, source, args, bad, args.counted and not args.spills_only and number % args.counted == 0)
            return True
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            done = list(pool.map(one, enumerate(todo)))
        for name, stems, arguments in [] if args.spills_only else whole_programs(args):
            for s in sums:
                if s.target.runs:
                    s.prints_the_same(name, stems, args.work, arguments, bad)
    for s in sums:
        s.report()
    if not all(done):
        print(f"{done.count(False)} sources left out after {args.minutes:g} minutes")
    print("\n".join(sorted(bad)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
