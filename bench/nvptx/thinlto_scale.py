#!/usr/bin/env python3
"""`lathe thinlto` on many generated modules, beside LLVM's in-process ThinLTO (llvm-lto2) with its NVPTX target.

  thinlto_scale.py LATHE [--modules 1000 10000] [--seed 1] [--threads 0] [--no-peer] [--peer-most N] [--plan-only]
                         [--keep FOLDER]

A module has a kernel, eight functions of its own and copies of templates (linkonce_odr) that others have, too. Callees follow a
power law: hubs that most modules call, and helpers that few do; calls go to modules before, so no function calls itself. Both
read the same bitcode with summaries. Three rows each:

  thin link  alone: `lathe thinlto --plan` and `llvm-lto2 -thinlto-distributed-indexes`; bytes are those of all slices of the
             index, which each writes, a file for a module (ours the lists of imports, too)
  back ends  what is left of the whole run's time without the thin link's
  whole      `lathe thinlto` and llvm-lto2's in-process ThinLTO; bytes are those of PTX, a file for each module

Told: wall clock and processor time, that in the system apart (files are made there; TMPDIR=/dev/shm leaves the disk out), the
largest resident set, imported functions; ratios ours to theirs, of processor time user and system together. Their import limits are equal by
default; LLVM runs its whole -O2 pipeline behind the import, ours a modest share of it (see `lathe thinlto --help`), so times
compare what users wait for. LLVM takes about 0.12 s a module on two cores: --peer-most N compiles with it only up to N modules,
--plan-only nobody.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

TEMPLATES = 200


def body(r, name, linkage, size, callees):
    lines = [f"define {linkage} i32 @{name}(i32 %x, ptr addrspace(1) %p) {{"]
    last = "%x"
    for i in range(size):
        op = r.choice(["add", "mul", "xor", "sub"])
        lines.append(f"  %v{i} = {op} i32 {last}, {r.choice(['%x', str(r.randrange(1, 1000))])}")
        last = f"%v{i}"
    for i, callee in enumerate(callees):
        lines.append(f"  %c{i} = call i32 @{callee}(i32 {last}, ptr addrspace(1) %p)")
        lines.append(f"  %s{i} = add i32 %c{i}, {last}")
        last = f"%s{i}"
    if r.random() < 0.3:
        lines += ["  %m = load i32, ptr addrspace(1) %p", f"  %l = add i32 %m, {last}"]
        last = "%l"
    return lines + [f"  ret i32 {last}", "}"]


def template(number):
    """The same wherever it stands; calls templates of smaller numbers."""
    r = random.Random(f"template {number}")
    callees = [f"t{r.randrange(number)}" for _ in range(r.randrange(3))] if number else []
    return body(r, f"t{number}", "linkonce_odr", r.randrange(2, 40), callees), callees


def module(seed, number):
    r = random.Random(f"{seed} {number}")
    lines, called, wanted = [], set(), []

    def far():
        """A function of a module before: mostly of the first ones."""
        return f"f{int(number * r.random() ** 4)}_{r.randrange(8)}"
    for k in range(8):
        callees = [far() for _ in range(r.randrange(4))] if number else []
        callees += [f"t{r.randrange(TEMPLATES)}" for _ in range(r.randrange(2))]
        wanted += [c for c in callees if c[0] == "t"]
        called |= {c for c in callees if c[0] == "f"}
        lines += body(r, f"f{number}_{k}", "", r.choice([3, 8, 20, 60, 150]), callees)
    lines += [f"define ptx_kernel void @k{number}(ptr addrspace(1) %p) {{", "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"]
    last = "%i"
    for k in range(3):
        callee = f"f{number}_{k}" if number == 0 or k == 0 else far()
        called |= {callee} - {f"f{number}_{j}" for j in range(8)}
        lines.append(f"  %v{k} = call i32 @{callee}(i32 {last}, ptr addrspace(1) %p)")
        last = f"%v{k}"
    lines += [f"  store i32 {last}, ptr addrspace(1) %p", "  ret void", "}", "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()"]
    there = set()
    while wanted:
        name = wanted.pop()
        if name in there:
            continue
        there.add(name)
        text, more = template(int(name[1:]))
        lines += text
        wanted += more
    own = {f"f{number}_{k}" for k in range(8)}
    lines += [f"declare i32 @{c}(i32, ptr addrspace(1))" for c in sorted(called - own)]
    symbols = [(f"k{number}", "plx")] + [(f, "plx" if f in own else "") for f in sorted(own | called)] + [(t, "t") for t in sorted(there)]
    return 'target triple = "nvptx64-nvidia-cuda"\n' + "\n".join(lines) + "\n", symbols


# By a process that is small: the largest resident set that the kernel tells of a child is never less than its parent's was.
LAUNCH = """
import os, subprocess, sys, time
start = time.monotonic()
process = subprocess.Popen(sys.argv[2:])
_, status, usage = os.wait4(process.pid, 0)
with open(sys.argv[1], "w") as file:
    print(time.monotonic() - start, usage.ru_utime, usage.ru_stime, usage.ru_maxrss / 1024, file=file)
sys.exit(status != 0)
"""


def timed(command, figures):
    """Wall, user and system seconds, MiB, what it said; ends the program where the command fails."""
    done = subprocess.run([sys.executable, "-c", LAUNCH, figures, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stdout[-2000:].decode(errors='replace')}")
    return *map(float, pathlib.Path(figures).read_text().split()), done.stdout.decode(errors="replace")


def bytes_of(folder, ending=""):
    return sum(f.stat().st_size for f in folder.rglob("*" + ending) if f.is_file())


def make(job):
    """A module's bitcode with its summary; what its symbols are."""
    opt, folder, seed, number = job
    text, symbols = module(seed, number)
    file = f"{folder}/in/m{number}.bc"
    if not os.path.exists(file):
        subprocess.run([opt, "-module-summary", "-o", file, "-"], input=text.encode(), check=True)
    return file, symbols


def symbol_words(made):
    """What llvm-lto2 is told of symbols; of a template the first module's copy is kept."""
    seen, words = set(), []
    for file, symbols in made:
        for name, how in symbols:
            if how == "t":
                how = "" if name in seen else "pl"
                seen.add(name)
            words.append(f"-r={file},{name},{how}")
    return words


def ours(a, folder, files):
    common = [*files, "-o", folder / "ours", "--mcpu=sm_90", "--stats", f"--threads={a.threads}",
              "--import-instr-limit=100", "--import-instr-evolution-factor=0.7", "--import-table-targets=0"]  # LLVM's limits
    rows = {}
    for what, more in (("thin link", ["--plan", folder / "plan"]), ("whole", ["--inline-threshold=2475"])):
        if what == "whole" and a.plan_only:
            continue
        *cost, said = timed([a.lathe.resolve(), "thinlto", *common, *more], folder / "figures")
        imported = re.search(r"(\d+)  imported functions", said)
        made = bytes_of(folder / "plan", ".thinlto.bc") if what == "thin link" else bytes_of(folder / "ours")
        rows[what] = (*cost, made, int(imported[1]) if imported else -1)
    return rows


def theirs(a, folder, files, made, lto):
    response = folder / "symbols"
    response.write_text("\n".join([*files, *symbol_words(made)]))
    (folder / "theirs").mkdir(exist_ok=True)
    common = [lto, "run", f"@{response}", "-o", folder / "theirs/m", "-mcpu=sm_90", "-filetype=asm", f"-thinlto-threads={a.threads or os.cpu_count()}"]
    rows = {}
    for what, more in (("thin link", ["-thinlto-distributed-indexes"]), ("whole", [])):
        if not more and (a.plan_only or (a.peer_most is not None and len(files) > a.peer_most)):
            continue
        *cost, _ = timed([*common, *more], folder / "figures")
        rows[what] = (*cost, bytes_of(folder / "in", ".thinlto.bc") if more else bytes_of(folder / "theirs"), -1)
    return rows


def measure(a, modules, folder, opt, lto):
    (folder / "in").mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(make, [(opt, folder, a.seed, number) for number in range(modules)], chunksize=20))
    files = [file for file, _ in made]
    print(f"{modules} modules, {bytes_of(folder / 'in')} bytes of bitcode, seed {a.seed}, made in {time.monotonic() - start:.0f} s", flush=True)
    rows = {"lathe": ours(a, folder, files)}
    if lto and not a.no_peer:
        rows["llvm-lto2"] = theirs(a, folder, files, made, lto)
    for row in rows.values():
        if "whole" in row:
            row["back ends"] = (*(x - y for x, y in zip(row["whole"][:3], row["thin link"][:3])), None, None, -1)
    print(f"{'':20} {'wall s':>8} {'user s':>8} {'system s':>8} {'MiB':>8} {'bytes':>12} {'imported':>9}")
    for what in ("thin link", "back ends", "whole"):
        both = [(name, row[what]) for name, row in rows.items() if what in row]
        for name, row in both:
            show(f"{name} {what}", row[:3], row[3], row[4], row[5] if row[5] >= 0 else "")
        if len(both) == 2:
            (wall, *processor, memory, made, _), (their_wall, *their_processor, their_memory, their_made, _) = both[0][1], both[1][1]
            show("ratio", (wall / their_wall, sum(processor) / sum(their_processor), None),
                 *(x / y if y else None for x, y in ((memory, their_memory), (made, their_made))), "", digits=3)


def show(name, seconds, memory, made, imported, digits=2):
    """A row; None is not known."""
    def cell(x, width, places):
        return f"{'' if x is None else format(x, f'.{places}f'):>{width}}"
    print(" ".join([f"{name:20}", *(cell(x, 8, digits) for x in seconds), cell(memory, 8, digits if digits == 3 else 0),
                    cell(made, 12, digits if digits == 3 else 0), f"{imported:>9}"]), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lathe", type=pathlib.Path)
    parser.add_argument("--modules", type=int, nargs="+", default=[1000, 10000])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--peer-most", type=int)
    parser.add_argument("--plan-only", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for all files; modules that are there are taken as they are")
    a = parser.parse_args()
    opt, lto = shutil.which("opt-22"), shutil.which("llvm-lto2-22")
    if not opt:
        sys.exit("opt-22 is not here: it writes the modules' bitcode")
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    for modules in a.modules:
        with tempfile.TemporaryDirectory() as scratch:
            measure(a, modules, a.keep / str(modules) if a.keep else pathlib.Path(scratch), opt, lto)


if __name__ == "__main__":
    main()
