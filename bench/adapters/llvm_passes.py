#!/usr/bin/env python3
"""Lathe's passes inside LLVM 22's code generator, beside LLVM's own: programs by clang-22 -O2, compiled by one llc-22 with
and without the plugin, for each target, all passes together and, of the first programs, each one alone.

  llvm_passes.py --plugin BUILD/liblathe_plugin.so [--count 20] [--alone 6] [--counted 2] [--seed 1] [--passes a,b]
                 [--targets x86_64,...] [--kinds csmith,stress,tree,debian] [--minutes 30] [--jobs 2] [--llc=OPTIONS]
                 [--work DIR]

Programs: csmith's, run and compared; half as many of llvm-stress-22; the corpus of kernels (tests/kernels) as far as
clang takes them for a host, or for AMD GPU as HIP; the C of the tree; C sources of Debian packages, fetched by apt-get
(for the hosts; those that clang takes with the package's own headers alone). "copies": COPY that LLVM's coalescer leaves,
of the programs in which each pass is looked at alone. Instructions are lines of the assembly text that are
no label, directive or comment; spills and reloads are what LLVM's register allocator says (-pass-remarks-missed=regalloc).
Every function is looked at by LLVM's verifier (-verify-machineinstrs). x86-64 programs are run, AArch64 and RISC-V under
qemu-user where that and a cross compiler are there, and print what LLVM's own print; all others are assembled.
"executed": instructions that callgrind counts in a pass of ours and in the one of LLVM's that it stands in the place of,
of the first --counted programs, without the analyses that LLVM makes for either. Exit 1 when something fails, 77 when a
tool is missing.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "tests/suites/csmith_runtime"
SHIM = pathlib.Path(__file__).resolve().parent / "llvm_passes_kernels.h"
# triple, CPU, prefix of the cross compiler, emulator
TARGETS = {"x86_64": ("x86_64-linux-gnu", "x86-64-v3", "", None),
           "aarch64": ("aarch64-linux-gnu", "cortex-a72", "aarch64-linux-gnu-", "qemu-aarch64"),
           "riscv64": ("riscv64-linux-gnu", "sifive-u74", "riscv64-linux-gnu-", "qemu-riscv64"),
           "amdgcn": ("amdgcn-amd-amdhsa", "gfx90a", None, None)}
# The outliner's alone.
MORE_TARGETS = {"arm": ("arm-linux-gnueabihf", "cortex-a15", "arm-linux-gnueabihf-", "qemu-arm"),
                "thumb": ("thumbv7-linux-gnueabihf", "cortex-a15", "arm-linux-gnueabihf-", "qemu-arm")}
# ours, and LLVM's that each stands in the place of
PASSES = {"early-tailduplication": "early-tailduplication", "opt-phis": "opt-phis", "dead-code": "dead-mi-elimination",
          "machine-cse": "machine-cse", "early-machinelicm": "early-machinelicm", "machine-sink": "machine-sink", "copies": None,
          "two-address": "twoaddressinstruction", "register-coalescer": None, "schedule": "machine-scheduler",
          "machinelicm": "machinelicm", "block-placement": "block-placement", "machine-outliner": None}
BY_NAME = {("amdgcn", "register-coalescer")}  # what the plugin's `all` leaves out there
TIMEOUT, PATIENCE = 20, 90  # seconds: of a program, of clang
# source packages, and where in them the C files and the headers stand
DEBIAN_WORK = "debian-sources"
DEBIAN = {"bzip2": ["."], "zlib": ["."], "lz4": ["lib"], "lua5.4": ["src"],
          "libzstd": ["lib", "lib/common", "lib/compress", "lib/decompress", "lib/dictBuilder"]}


def run(command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)


def headers_of(triple):
    """Of the C library of a target, where Debian's cross compilers have it."""
    return "/usr/include" if triple.startswith("x86") else "/usr/" + re.sub("^thumbv7-", "arm-", triple) + "/include"


def machine(triple, cpu):
    """Clang's options for it."""
    return ["--target=" + triple, ("-march=" if triple.startswith("x86") else "-mcpu=") + cpu, *(["-mthumb"] if triple.startswith("thumb") else [])]


def compile_ir(source, out, triple, cpu, level="-O2"):
    extra = [] if triple.startswith("x86") else ["-ffreestanding"]
    if triple.startswith("amdgcn"):
        extra.append("-nogpulib")
    command = ["clang-22", "-w", level, *machine(triple, cpu), *extra, f"-I{RUNTIME}"]
    if DEBIAN_WORK in source.parts:  # with the headers of a host's C library
        folders = {f for f in (source.parent, *source.parents) if DEBIAN_WORK in f.parts}
        command = ["clang-22", "-w", level, *machine(triple, cpu), "-isystem", headers_of(triple), "-DHAVE_UNISTD_H=1", *(f"-I{f}" for f in sorted(folders))]
    if source.suffix == ".cu":
        command = ["clang-22", "-w", level, "-std=c++17", "-nostdinc++", "-include", SHIM]
        if triple.startswith("amdgcn"):
            command += ["-x", "hip", "--offload-device-only", "--offload-arch=" + cpu, "-nogpulib", "-nogpuinc"]
        else:
            command += ["-x", "c++", *machine(triple, cpu), "-ffreestanding"]
        headers = out.parent / "headers"  # what SHIM has already
        headers.mkdir(exist_ok=True)
        (headers / "cstdint").write_text("")
        command.append(f"-I{headers}")
    return run([*command, "-emit-llvm", "-S", source, "-o", out], timeout=PATIENCE)


def llc_command(ir, out, triple, options):
    cpu = next(cpu for name, cpu, *_ in {**TARGETS, **MORE_TARGETS}.values() if name == triple)
    return ["llc-22", "-O2", "-relocation-model=pic", "-mtriple=" + triple, "-mcpu=" + cpu, *options, ir, "-o", out]


def llc(ir, out, triple, options, verify=("-verify-machineinstrs",)):
    return run(llc_command(ir, out, triple, [*verify, "-pass-remarks-missed=regalloc", *options]), timeout=300)


def copies(ir, triple, options):
    done = run(llc_command(ir, "-", triple, ["-stop-after=register-coalescer", *options]), timeout=300)
    return len(re.findall(r" = (?:nuw |nsw )*COPY ", done.stdout))


def executed(ir, triple, plugin, passes, work):
    """Instructions by pass, ours by our names and LLVM's by LLVM's."""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        dumps = pathlib.Path(folder) / "dumps"
        options = ["--load=" + str(plugin), "-lathe-count", *(["-lathe-passes=" + passes] if passes else [])]
        run(["valgrind", "--tool=callgrind", "--combine-dumps=yes", f"--callgrind-out-file={dumps}",
             *llc_command(ir, "/dev/null", triple, options)], timeout=600)
        return dumped(dumps)


def dumped(dumps):
    """Instructions by what each dump of callgrind's was asked for, of a file that has them all."""
    sums, name = collections.Counter(), None
    for line in dumps.read_text(errors="replace").splitlines() if dumps.exists() else []:
        if line.startswith("desc: Trigger:"):
            found = re.search(r"Client Request: (.*)", line)
            name = found.group(1).strip() if found else None
        elif line.startswith("summary:") and name:
            sums[name] += int(line.split()[1])
            name = None
    return sums


def instructions(path):
    count = 0
    for line in path.read_text().splitlines():
        line = line.split("#")[0].split("//")[0].split(";")[0].strip()
        count += bool(line) and not line.startswith(".") and not line.endswith(":")
    return count


def moved(text):
    found = 0
    for line in text.splitlines():
        if "generated in function" in line:
            found += sum(int(n) for n in re.findall(r"(\d+) (?:folded )?(?:spills|reloads)", line))
    return found


def library_of(emulator):
    cpu = emulator.replace("qemu-", "")
    return f"/usr/{cpu}-linux-gnu" + ("eabihf" if cpu == "arm" else "")


def printed(program, emulator):
    command = [program] if emulator is None else [emulator, "-L", library_of(emulator), program]
    try:
        done = run(command, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout


def reason(said):
    """Of what llc says as it gives up: what is wrong and where, without the function and the remarks."""
    lines = [line for line in said.splitlines() if "remark:" not in line]
    told = [line for line in lines if line.startswith(("*** Bad", "- function", "- basic block", "- instruction", "# After", "LLVM ERROR")) or "error:" in line]
    return "; ".join(told or lines)[:500]


class Target:
    """Sums of one target, by pass."""

    def __init__(self, name, passes):
        self.name = name
        self.triple, self.cpu, self.cross, self.emulator = {**TARGETS, **MORE_TARGETS}[name]
        self.rows = {p: {"logs": [], "worst": (1.0, ""), "over": [], "more_spills": [], "spills": [0, 0], "copies": [0, 0], "same": 0, "slow": 0, "assembled": 0}
                     for p in [*passes, "together"]}
        self.executed = {p: [0, 0] for p in passes}
        self.counted = self.late = 0
        self.lock = threading.Lock()
        tools = [self.cross + "gcc"] if self.cross else []
        self.runs = self.cross is not None and all(shutil.which(t) for t in tools + ([self.emulator] if self.emulator else []))

    def link(self, assembly):
        out = assembly.with_suffix(".exe")
        if self.cross:  # whose assembler may not know all that LLVM's knows
            made = assembly.with_suffix(".o")
            if self.assembles(assembly, made).returncode != 0:
                return None
            assembly = made
        done = run([self.cross + "gcc" if self.cross else "clang-22", assembly, "-o", out, "-lm"])
        return out if done.returncode == 0 else None

    def assembles(self, assembly, out=os.devnull):
        more = ["-mattr=+m,+a,+f,+d,+c"] if self.triple.startswith("riscv") else []
        return run(["llvm-mc-22", "-triple=" + self.triple, "-mcpu=" + self.cpu, *more, "-filetype=obj", assembly, "-o", out])

    def one(self, program, ir, args, bad):
        base = args.work / f"{program.name}.{self.name}.llvm.s"
        theirs = llc(ir, base, self.triple, [], [])
        if theirs.returncode != 0 or instructions(base) == 0:
            return  # LLVM itself does not compile it
        expected, executable = None, self.runs and program.executable
        if executable:
            linked = self.link(base)
            expected = printed(linked, self.emulator) if linked else None
        for p, row in self.rows.items():
            if p != "together" and not program.alone:
                continue
            out = args.work / f"{program.name}.{self.name}.{p}.s"
            chosen = ",".join(q for q in self.executed if (self.name, q) not in BY_NAME) if p == "together" else p
            ours = ["--load=" + str(args.plugin), "-lathe-passes=" + chosen, *args.llc.split()]
            done = llc(ir, out, self.triple, ours)
            if done.returncode != 0:
                bad.append(f"{program.name} {self.name} {p}: llc: {reason(done.stderr)}")
                continue
            ratio, same, slow, assembled = instructions(out) / instructions(base), 0, 0, 0
            if executable and expected is not None:
                linked = self.link(out)
                same = linked is not None and printed(linked, self.emulator) == expected
                if not same:
                    bad.append(f"{program.name} {self.name} {p}: another result")
            else:
                slow = executable
                made = self.assembles(out)
                assembled = made.returncode == 0
                if not assembled and self.assembles(base).returncode == 0:
                    bad.append(f"{program.name} {self.name} {p}: not assembled: {made.stderr[:200]}")
            left = [copies(ir, self.triple, o) for o in (ours, [])] if program.alone or len(self.executed) == 1 else [0, 0]
            with self.lock:
                row["logs"].append(math.log(ratio))
                row["copies"] = [a + b for a, b in zip(row["copies"], left)]
                if ratio > 1.02:
                    row["over"].append((ratio, program.name))
                row["worst"] = max(row["worst"], (ratio, program.name))
                a, b = moved(done.stderr), moved(theirs.stderr)
                row["spills"] = [row["spills"][0] + a, row["spills"][1] + b]
                if a > b:
                    row["more_spills"].append((a - b, program.name, a, b))
                row["same"], row["slow"], row["assembled"] = row["same"] + same, row["slow"] + slow, row["assembled"] + assembled
            if not args.keep:
                for file in (out, out.with_suffix(".exe"), out.with_suffix(".o")):
                    file.unlink(missing_ok=True)
        if not args.keep:
            for file in (base, base.with_suffix(".exe"), base.with_suffix(".o")):
                file.unlink(missing_ok=True)

    def count(self, ir, args):
        ours = executed(ir, self.triple, args.plugin, ",".join(self.executed), args.work)
        theirs = executed(ir, self.triple, args.plugin, "", args.work)
        with self.lock:
            self.counted += 1
            for p, sums in self.executed.items():
                sums[0] += ours[p]
                sums[1] += theirs[PASSES[p]]

    def report(self):
        for p, row in self.rows.items():
            if not row["logs"]:
                continue
            mean = math.exp(sum(row["logs"]) / len(row["logs"]))
            ours, llvm = row["spills"]
            spills = f"{ours} of {llvm}" + (f" ({ours / llvm:.3f})" if llvm else "")
            print(f"{self.name:8} {p:17} {len(row['logs']):4} programs: instructions {mean:.4f}, worst {row['worst'][0]:.3f}"
                  f" ({row['worst'][1]}); spills and reloads {spills}; run alike {row['same']}, assembled {row['assembled']},"
                  f" too slow to run {row['slow']}" + (f"; copies {row['copies'][0]} of {row['copies'][1]}" if row["copies"][1] else ""))
            if row["over"]:
                print(" " * 8, "over 1.02:", ", ".join(f"{name} {ratio:.3f}" for ratio, name in sorted(row["over"], reverse=True)[:12]))
            if row["more_spills"]:
                print(" " * 8, "more spills:", ", ".join(f"{name} {a} of {b}" for _, name, a, b in sorted(row["more_spills"], reverse=True)[:12]))
        if self.late:
            print(f"{self.name:8} {self.late} programs that clang or llc did not compile in time")
        if self.counted:
            both = [sum(s[k] for p, s in self.executed.items() if PASSES[p]) for k in (0, 1)]
            for p, (ours, llvm) in [*self.executed.items(), ("together", both)]:
                beside = f"LLVM {llvm / 1e6:.1f} million ({ours / llvm:.2f})" if llvm else "beside nothing of LLVM's"
                print(f"{self.name:8} {p:17} executed in {self.counted} programs: {ours / 1e6:.1f} million, {beside}")


Program = collections.namedtuple("Program", "name source executable alone counted")


def programs(args):
    """All of them, those first whose passes are looked at one by one."""
    found = []
    kinds = args.kinds.split(",")
    for seed in range(args.seed, args.seed + args.count) if "csmith" in kinds else []:
        found.append(("csmith%d" % seed, lambda seed=seed: csmith(seed, args.work), True))
    for seed in range(args.seed, args.seed + args.count // 2) if "stress" in kinds else []:
        found.append(("stress%d" % seed, lambda seed=seed: stress(seed, args.work), False))
    kernels = sorted((ROOT / "tests/kernels").glob("*.cu")) + sorted((ROOT / "bench/lathe").glob("*.c"))
    for source in kernels[:: max(1, len(kernels) // max(1, args.count))][: args.count] if "tree" in kinds else []:
        found.append((source.stem, lambda source=source: source, False))
    if "debian" in kinds:
        for package, source in debian(args.work):
            found.append((f"{package}-{source.stem}", lambda source=source: source, False))
    if args.mixed:
        random.Random(args.seed).shuffle(found)
    found = found[args.skip:]
    step = max(1, len(found) // max(1, args.alone))
    alone = set(range(0, len(found), step)) if args.alone else set()
    counted = set(range(args.counted))
    return [Program(name, make, executable, k in alone, k in counted) for k, (name, make, executable) in enumerate(found)]


def debian(work, packages=None):
    """C files (or what else stands in the folders) of Debian's source packages, fetched once for a folder."""
    packages = packages or DEBIAN
    apt, out = work / "apt", work / DEBIAN_WORK
    missing = [package for package in packages if not (out / package).exists()]
    if missing:
        (apt / "lists/partial").mkdir(parents=True, exist_ok=True)
        (apt / "parts").mkdir(exist_ok=True)
        # Where this machine has its binaries from, in either of apt's two forms.
        known = pathlib.Path("/etc/apt")
        for source in [*known.glob("sources.list"), *known.glob("sources.list.d/*.list")]:
            (apt / "parts" / source.name).with_suffix(".list").write_text(re.sub(r"^deb ", "deb-src ", source.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")
        for source in known.glob("sources.list.d/*.sources"):
            (apt / "parts" / source.name).write_text(re.sub(r"^Types: .*$", "Types: deb-src", source.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")
        options = ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={apt}/parts", "-o", f"Dir::State::lists={apt}/lists",
                   "-o", "APT::Sandbox::User=root", "-q"]
        run(["apt-get", *options, "update"], check=True, cwd=apt)
        if run(["apt-get", *options, "source", "--download-only", *missing], cwd=apt).returncode != 0:
            for package in missing:
                fetch_any_version(package, options, apt)
        for package in missing:
            unpacked = work / (DEBIAN_WORK + ".part")  # what is whole has its name
            shutil.rmtree(unpacked, ignore_errors=True)
            unpacked.mkdir()
            archives = sorted(apt.glob(f"{package}_*.orig.tar.*"))
            run(["tar", "xf", next(a for a in archives if a.suffix != ".asc"), "-C", unpacked, "--strip-components=1"], check=True)
            out.mkdir(exist_ok=True)
            unpacked.rename(out / package)
    return [(package, source) for package, folders in packages.items() for folder in folders
            for source in sorted((out / package / folder).glob("*.c"))]


def fetch_any_version(package, options, apt):
    """The newest source of a package that its server has: an index may name one that is gone."""
    shown = run(["apt-cache", *options, "showsrc", package], check=True, cwd=apt).stdout
    versions = re.findall(r"^Version: (\S+)", shown, flags=re.M)
    for version in reversed(versions):
        if run(["apt-get", *options, "source", "--download-only", f"{package}={version}"], cwd=apt).returncode == 0:
            return
    sys.exit(f"apt-get fetched no source of {package}: tried {', '.join(versions) or 'none, it knows no version'}")


def csmith(seed, work):
    source = work / f"csmith{seed}.c"
    run(["csmith", "--seed", seed, "--no-argc", "-o", source], check=True, cwd=work)
    return source


def stress(seed, work):
    ir = work / f"stress{seed}.ll"
    run(["llvm-stress-22", "-size=300", f"-seed={seed}", "-o", ir], check=True)
    return ir


def judge(program, targets, args, bad, end):
    if time.monotonic() > end:
        return False
    source = program.source()
    for target in targets:
        ir = args.work / f"{program.name}.{target.name}.ll" if source.suffix != ".ll" else source
        try:
            if ir != source and compile_ir(source, ir, target.triple, target.cpu).returncode != 0:
                continue  # what clang does not take for the target
            target.one(program, ir, args, bad)
            if program.counted and shutil.which("valgrind"):
                target.count(ir, args)
        except subprocess.TimeoutExpired as late:  # LLVM's own or clang: then there is nothing to compare with
            if "-lathe-passes=" in str(late):
                bad.append(f"{program.name} {target.name}: {late}"[:300])
            with target.lock:
                target.late += 1
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=20, help="programs of csmith, and of the tree at most; half as many of llvm-stress")
    parser.add_argument("--alone", type=int, default=6, help="programs in which each pass is looked at alone, too")
    parser.add_argument("--counted", type=int, default=1, help="programs in which callgrind counts what passes execute")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", default=",".join(PASSES))
    parser.add_argument("--kinds", default="csmith,stress,tree", help="of programs")
    parser.add_argument("--mixed", action="store_true", help="programs of all kinds in turn, as --seed shuffles them")
    parser.add_argument("--skip", type=int, default=0, help="as many programs: where a run that was cut off goes on")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--minutes", type=float, default=30, help="no further program behind that")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--llc", default="", help="options for ours only: -join-liveintervals=false leaves coalescing to ours")
    parser.add_argument("--work", type=pathlib.Path, help="and everything stays there")
    args = parser.parse_args()
    for tool in ("csmith", "clang-22", "llc-22", "llvm-stress-22", "llvm-mc-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    args.plugin, args.keep, bad, begin = args.plugin.resolve(), args.work is not None, [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        args.work = (args.work or pathlib.Path(folder)).resolve()
        args.work.mkdir(parents=True, exist_ok=True)
        targets = [Target(t, args.passes.split(",")) for t in args.targets.split(",")]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            done = list(pool.map(lambda p: judge(p, targets, args, bad, begin + 60 * args.minutes), programs(args)))
    for target in targets:
        target.report()
        if not target.runs:
            print(f"{target.name}: not run, assembled only")
    print(f"{sum(done)} programs in {(time.monotonic() - begin) / 60:.1f} minutes"
          + (f", {done.count(False)} left out after {args.minutes:g}" if not all(done) else ""))
    print("\n".join(sorted(bad)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
