#!/usr/bin/env python3
"""Lathe's passes inside LLVM 22's code generator for AMD GPUs, beside LLVM's default: kernels in which registers decide.

  llvm_amd.py --plugin BUILD/liblathe_plugin.so [--rows all,schedule,...] [--targets gfx1100,gfx1201,gfx90a,gfx942]
              [--set registers|kernels] [--files gemm,fft] [--equal] [--llc=OPTIONS] [--ours=OPTIONS] [--quick] [--light] [--counted] [--kernels] [--jobs 2] [--work DIR]

Kernels: bench/adapters/amd (its README says what each is), by clang-22 -O3 as HIP for the device alone, llc-22 -O3. A row is one
pass of -lathe-passes or several with + between them; "none" is LLVM's default against itself. Each is compared with LLVM's default
in the same run; --ours are options of llc for the rows only, --llc for both.

Of each kernel: vector, accumulation and scalar registers, occupancy, scratch, bytes of code as llc's comments and metadata say;
spills of both kinds; copies to and from accumulation registers (v_accvgpr_*); cycles: llvm-mca-22 of each block alone, one
iteration, times 10 to the power of the depth of loops around it. "not taken": instructions that it did not take.
--set kernels: tests/kernels instead, each file's IR for NVPTX as IR of the GPU (amd/retarget.py, with libclc-22); what has no meaning there is
named and left out. A kernel is FILE:NAME then.
--equal: each function that a row changes is held against what it was, inside llc, by the equivalence checker (-lathe-equal of the plugin).
"Short of registers": below the highest occupancy there is, with more vector registers than that allows.
User time is llc's of whole files, without the verifier; --repeat N: as often, LLVM's default and the rows in turn, and the median of each file.
--counted: beside the seconds, instructions that llc executes for a whole file, by valgrind's cachegrind: the same each time but for some ten
thousandth, whatever else the machine does; some 20 times llc's time. Each output is made a second time under the verifier, has to be the same,
and has to be taken by llvm-mc-22 and ld.lld-22. Exit 1 when something is refused, 77 when a tool is missing.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading

KERNELS = pathlib.Path(__file__).resolve().parent / "amd"
sys.dont_write_bytecode = True
sys.path.insert(0, str(KERNELS))
import retarget  # noqa: E402

IR = KERNELS.parents[2] / "tests/kernels/ll"
shared = threading.Lock()  # what retarget.py makes once for a target
# The highest occupancy, and the vector registers that allow it: waves a SIMD and registers a lane of a SIMD over them, in the
# granule of the subtarget, as LLVM's AMDGPUBaseInfo has them (getTotalNumVGPRs, getVGPRAllocGranule); kernels here are of 32 lanes
# a wave on gfx11 and gfx12, 64 on gfx9.
TARGETS = {"gfx1100": (16, 96), "gfx1201": (16, 96), "gfx90a": (8, 64), "gfx942": (8, 64)}
QUICK = ("gemm", "fft")
TOOLS = ("clang-22", "llc-22", "llvm-mc-22", "ld.lld-22", "llvm-mca-22")
PATIENCE = 600  # seconds

Kernel = collections.namedtuple("Kernel", "vector accumulation scalar occupancy scratch spills scalar_spills copies bytes cycles skipped")


def run(command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=PATIENCE, **more)


def timed(command):
    """What it says, its result, and its user seconds."""
    with tempfile.TemporaryFile("w+") as says:
        process = subprocess.Popen([str(c) for c in command], stderr=says, stdout=says)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        says.seek(0)
        return says.read(), process.returncode, usage.ru_utime


def counted(command, work):
    """Instructions that it executes, or None where valgrind did not tell."""
    done = run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=" + os.devnull, *command])
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    return int(found.group(1).replace(",", "")) if found and done.returncode == 0 else None


def stripped(program, work):
    bare = work / program.name
    run(["strip", "--strip-debug", "-o", bare, program], check=True)
    return bare


def blocks(lines):
    """Of a kernel's assembly: (depth of loops, instructions) of each block."""
    out, depth, now = [], 0, []
    for line in lines:
        label = re.match(r"\.LBB\d+_\d+:|; %bb\.\d+:", line)
        if label:
            out.append((depth, now))
            depth, now = 0, []
        comment = line.partition(";")[2]
        if "Depth=" in comment and "Child" not in comment and not now:
            depth = max(depth, *(int(d) for d in re.findall(r"Depth=(\d+)", comment)))
        text = line.partition(";")[0].strip()
        if text and not text.startswith(".") and not text.endswith(":"):
            now.append(text)
    out.append((depth, now))
    return [b for b in out if b[1]]


def cycles(found, cpu, work):
    """By kernel, of its blocks: cycles by llvm-mca, weighted, and how many instructions it did not take. Without a folder: 1."""
    if work is None:
        return collections.Counter({name: 1 for name in found}), collections.Counter()
    text, names = [], []
    for name, parts in found.items():
        for k, (depth, instructions) in enumerate(parts):
            text += [f"# LLVM-MCA-BEGIN r{len(names)}", *instructions, f"# LLVM-MCA-END r{len(names)}"]
            names.append((name, k, depth, len(instructions)))
    file = work / "regions.s"
    file.write_text("\n".join(text) + "\n")
    done = run(["llvm-mca-22", "-mtriple=amdgcn-amd-amdhsa", "-mcpu=" + cpu, "-iterations=1", "-instruction-info=false",
                "-resource-pressure=false", "-skip-unsupported-instructions=any", file])
    sums, skipped, taken = collections.Counter(), collections.Counter(), {}
    for region in re.finditer(r"Code Region - r(\d+)\s+Iterations:.*?Instructions:\s+(\d+)\s+Total Cycles:\s+(\d+)", done.stdout, re.S):
        taken[int(region.group(1))] = int(region.group(2)), int(region.group(3))
    for n, (name, _, depth, count) in enumerate(names):
        instructions, total = taken.get(n, (0, 0))
        sums[name] += total * 10 ** depth
        skipped[name] += count - instructions
    return sums, skipped


def read(assembly, cpu, work):
    """Kernels of an assembly text, by name; not those that call functions."""
    text = assembly.read_text()
    bodies = dict(re.findall(r"^(\w+): +; @\1\n(.*?)(?=^\t\.section\t\.rodata|^\.Lfunc_end)", text, re.S | re.M))
    found = {name: blocks(body.splitlines()) for name, body in bodies.items()}
    sums, skipped = cycles(found, cpu, work)
    metadata = {}
    for part in text[text.index(".amdgpu_metadata"):].split("  - .a")[1:]:
        name = re.search(r"\.name:\s+(\S+)\n\s+\.private", part)
        if name:
            metadata[name.group(1)] = {key: int(re.search(rf"\.{key}: +(\d+)", part).group(1)) for key in ("vgpr_spill_count", "sgpr_spill_count")}
    out = {}
    names = re.findall(r"^\t\.amdhsa_kernel (\S+)", text, re.M)
    for name, info in zip(names, text.split("; Kernel info:")[1:]):
        says = {key: int(value) for key, value in re.findall(r"^; (\w+) ?[:=] (\d+)$", info, re.M)}
        if "Occupancy" not in says:
            continue  # it calls functions, so that its registers are an expression for the assembler
        code = [i for _, part in found[name] for i in part]
        out[name] = Kernel(says["NumVgprs"], says.get("NumAgprs", 0), says["TotalNumSgprs"], says["Occupancy"], says["ScratchSize"],
                           metadata[name]["vgpr_spill_count"], metadata[name]["sgpr_spill_count"],
                           sum(i.startswith("v_accvgpr") for i in code), says["codeLenInByte"], sums[name], skipped[name])
    return out


def compiled(source, cpu, args):
    """IR for the target; retarget.Refused where there is none."""
    ir = args.work / f"{source.stem}.{cpu}.ll"
    if source.suffix == ".ll":
        with shared:
            retarget.meanings(cpu, args.work)
            retarget.library(cpu, args.work)
        retarget.retarget(source, cpu, ir, args.work)
        return ir
    done = run(["clang-22", "-w", "-x", "hip", "-std=c++17", "--offload-device-only", "--offload-arch=" + cpu, "-nogpulib", "-nogpuinc", "-O3",
                "-emit-llvm", "-S", source, "-o", ir])
    if done.returncode != 0:
        raise SystemExit(f"{source}: {done.stderr[:2000]}")
    return ir


def seconds_of(commands, times, repeat):
    """Median user seconds by row, of what was measured once and of further rounds in which the rows take turns."""
    measured = {row: [seconds] for row, seconds in times.items()}
    for _ in range(repeat - 1):
        for row, command in commands.items():
            measured[row].append(timed(command)[2])
    return {row: statistics.median(seconds) for row, seconds in measured.items()}


def one(job):
    """A file for a target, LLVM's default and the rows: {row: (kernels, seconds, faults, verdicts, instructions of llc)}; or why there is none."""
    source, cpu, args = job
    out, commands = {}, {}
    try:
        ir = compiled(source, cpu, args)
    except retarget.Refused as why:
        return source, cpu, str(why)
    for row in ["", *args.rows]:
        with tempfile.TemporaryDirectory(dir=args.work) as folder:
            work = pathlib.Path(folder)
            first, second, made = work / "first.s", work / "second.s", work / "made.o"
            options = args.llc.split()
            if row not in ("", "none"):
                options += ["--load=" + str(args.plugin), "-lathe-passes=" + row.replace("+", ","), *args.ours.split()]
            command = ["llc-22", "-O3", "-mcpu=" + cpu, *options, ir, "-o"]
            says, failed, seconds = timed([*command, first])
            commands[row] = [*command, os.devnull]
            faults, verdicts = [f"llc: {says[:300]}"] if failed else [], []
            if not failed and args.equal and row not in ("", "none"):
                verdicts = re.findall(r"^lathe-equal: (\S+) (\S+): (.*)$", run([*command, second, "-lathe-equal"]).stderr, re.M)
                if first.read_bytes() != second.read_bytes():
                    faults.append("another output with -lathe-equal")
            if not failed and not args.light:
                again = run([*command, second, "-verify-machineinstrs"])
                if again.returncode != 0:
                    faults.append(f"verifier: {again.stderr[:300]}")
                elif first.read_bytes() != second.read_bytes():
                    faults.append("another output the second time")
                for tool in (["llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu=" + cpu, "-filetype=obj", first, "-o", made],
                             ["ld.lld-22", "-shared", "-Bsymbolic", made, "-o", work / "made.co"]):
                    done = run(tool)
                    if done.returncode != 0:
                        faults.append(f"{tool[0]}: {done.stderr[:300]}")
            if not failed and args.keep:
                shutil.copy(first, args.work / f"{source.stem}.{cpu}.{row.replace('+', '_') or 'llvm'}.s")
            kernels = read(first, cpu, None if args.light else work) if not failed else {}
            if source.suffix == ".ll":
                kernels = {f"{source.stem}:{name}": k for name, k in kernels.items()}
            executed = counted(commands[row], work) if args.counted and not failed else 0
            if executed is None:
                faults.append("valgrind counts nothing")
            out[row] = [kernels, seconds, [f"{source.stem} {cpu} {row or 'llvm'}: {f}" for f in faults], verdicts, executed or 0]
    for row, seconds in seconds_of(commands, {row: answer[1] for row, answer in out.items()}, args.repeat).items():
        out[row][1] = seconds
    return source, cpu, out


def mean(ratios):
    return math.exp(sum(math.log(r) for r in ratios) / len(ratios)) if ratios else 1.0


def ratio(ours, theirs):
    return f"{ours} of {theirs}" + (f" ({ours / theirs:.3f})" if theirs else "")


def report(cpu, row, pairs, seconds):
    """pairs: (name, LLVM's, ours)."""
    top, allowed = TARGETS[cpu]
    short = [p for p in pairs if p[1].occupancy < top and p[1].vector > allowed]
    gained, lost = [p for p in pairs if p[2].occupancy > p[1].occupancy], [p for p in pairs if p[2].occupancy < p[1].occupancy]
    more = {key: [p for p in pairs if getattr(p[2], key) > getattr(p[1], key)] for key in ("spills", "scalar_spills", "scratch", "copies")}
    total = lambda key: [sum(getattr(p[k], key) for p in pairs) for k in (2, 1)]
    worst = max(pairs, key=lambda p: p[2].cycles / max(1, p[1].cycles))
    print(f"{cpu} {row}: {len(pairs)} kernels, {len(short)} short of registers; a step gained {len(gained)} ({len(gained) / max(1, len(short)):.0%}), lost {len(lost)}")
    print(f"    scratch {ratio(*total('scratch'))}; code {ratio(*total('bytes'))}; vector registers {ratio(*total('vector'))}; user time of llc {seconds[0]:.1f} of {seconds[1]:.1f} s"
          f" ({seconds[0] / max(seconds[1], 1e-9):.2f})")
    print(f"    spills {ratio(*total('spills'))}, scalar {ratio(*total('scalar_spills'))}, copies of accumulation registers {ratio(*total('copies'))}")
    print(f"    cycles {mean([p[2].cycles / p[1].cycles for p in pairs]):.4f} over all, {mean([p[2].cycles / p[1].cycles for p in gained]):.4f} over those that gain,"
          f" worst {worst[2].cycles / max(1, worst[1].cycles):.3f} ({worst[0]}); not taken {sum(p[2].skipped for p in pairs)} instructions of {sum(p[1].skipped for p in pairs)}")
    step = lambda p: f"{p[0]} {p[1].occupancy}>{p[2].occupancy}"
    if gained:
        print("    gained:", ", ".join(step(p) for p in gained))
    if lost:
        print("    lost:", ", ".join(step(p) for p in lost))
    for key, found in more.items():
        if found:
            print(f"    more {key.replace('_', ' ')}:", ", ".join(f"{p[0]} {getattr(p[1], key)}>{getattr(p[2], key)}" for p in found))


def executed(row, counts):
    """Instructions of llc. counts: {file: {row: instructions}}."""
    total = lambda of: sum(rows[of] for rows in counts.values())
    worst = max(counts, key=lambda file: counts[file][row] / max(1, counts[file][""]))
    print(f"    instructions of llc {total(row) / 1e6:.0f} of {total('') / 1e6:.0f} million ({total(row) / max(1, total('')):.4f}); of files "
          + ", ".join(f"{file} {rows[row] / max(1, rows['']):.4f}" for file, rows in sorted(counts.items())) + f"; worst {worst}")


def judged(cpu, row, verdicts):
    """What the equivalence checker says of the functions that the row's passes changed."""
    for name in row.split("+"):
        of = [(function, said) for by, function, said in verdicts if by == name]
        count = lambda start: sum(said.startswith(start) for _, said in of)
        print(f"{cpu} {name}: {len(of)} functions changed: equal {count('equal')} ({count('equal, ')} of them but for the order of accesses, which alias analysis allows),"
              f" not judged {count('not judged')}, unlike {count('unlike')}")
        for function, said in of:
            if not said.startswith("equal"):
                print(f"    {function}: {said}")


def table(cpu, rows):
    """Every kernel, LLVM's and each row's."""
    print(f"{cpu}: vector registers, accumulation, scalar, occupancy, scratch, spills, scalar spills, copies, bytes, cycles; LLVM's" + "".join(f" | {r}" for r in rows if r))
    for name in rows[""]:
        print(f"  {name:24}", " | ".join(" ".join(str(x) for x in kernels[name][:-1]) for kernels in rows.values() if name in kernels))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", type=pathlib.Path, required=True)
    parser.add_argument("--rows", default="all", help="passes, + between those that run together")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--set", choices=("registers", "kernels"), default="registers", help="which kernels: bench/adapters/amd, or tests/kernels")
    parser.add_argument("--equal", action="store_true", help="the equivalence checker on each function that a row changes")
    parser.add_argument("--files", default="", help="of the folder, by their stems")
    parser.add_argument("--llc", default="", help="options for both")
    parser.add_argument("--ours", default="", help="options for the rows")
    parser.add_argument("--quick", action="store_true", help=f"{' and '.join(QUICK)} for gfx1100 and gfx90a")
    parser.add_argument("--light", action="store_true", help="neither cycles (they are all 1) nor verifier, second output and objects")
    parser.add_argument("--counted", action="store_true", help="instructions of llc by valgrind, beside its seconds")
    parser.add_argument("--kernels", action="store_true", help="a line for each kernel")
    parser.add_argument("--repeat", type=int, default=1, help="rounds of user time, of which the median counts")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=pathlib.Path, help="and everything stays there")
    args = parser.parse_args()
    for tool in TOOLS + (retarget.TOOLS if args.set == "kernels" else ()) + (("valgrind", "strip") if args.counted else ()):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    if args.quick:
        args.targets, args.files = args.targets if args.targets != ",".join(TARGETS) else "gfx1100,gfx90a", args.files or ",".join(QUICK)
    targets = args.targets.split(",")
    if unknown := [t for t in targets if t not in TARGETS]:
        raise SystemExit(f"no target {', '.join(unknown)}: there are {', '.join(TARGETS)}")
    sources = [f for f in sorted(KERNELS.glob("*.hip") if args.set == "registers" else IR.glob("*.ll")) if not args.files or f.stem in args.files.split(",")]
    args.rows, args.plugin, args.keep = [r for r in args.rows.split(",") if r], args.plugin.resolve(), args.work is not None
    with tempfile.TemporaryDirectory() as folder:
        args.work = (args.work or pathlib.Path(folder)).resolve()
        args.work.mkdir(parents=True, exist_ok=True)
        if args.counted:  # valgrind does not read all that compilers write for debuggers
            args.plugin = stripped(args.plugin, args.work)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            done = list(pool.map(one, [(s, cpu, args) for cpu in targets for s in sources]))
    faults = []
    for cpu in targets:
        rows, seconds = collections.defaultdict(dict), collections.Counter()
        refused, verdicts, counts = [], collections.defaultdict(list), collections.defaultdict(dict)
        for source, at, out in done:
            if at == cpu and isinstance(out, str):
                refused.append(f"{source.stem} ({out})")
                continue
            for row, (kernels, took, bad, said, count) in out.items() if at == cpu else ():
                rows[row].update(kernels)
                seconds[row] += took
                faults += bad
                verdicts[row] += said
                counts[source.stem][row] = count
        if args.set == "kernels":
            print(f"{cpu}: {len(sources) - len(refused)} of {len(sources)} files" + (f"; not: {', '.join(refused)}" if args.kernels and refused else ""))
        if args.kernels:
            table(cpu, rows)
        for row in args.rows:
            pairs = [(name, theirs, rows[row][name]) for name, theirs in rows[""].items() if name in rows[row]]
            if pairs:
                report(cpu, row, pairs, (seconds[row], seconds[""]))
            if pairs and args.counted:
                executed(row, counts)
            if args.equal:
                judged(cpu, row, verdicts[row])
    print("\n".join(faults) if faults else "compiled: all" if args.light else "verified, the same output twice, assembled and linked: all")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
