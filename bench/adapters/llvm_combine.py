#!/usr/bin/env python3
"""The combiner inside LLVM 22 on whole programs: csmith's, by clang-22 with nothing but sroa and simplifycfg, run before
and after; what they print must be the same. Beside it, the instructions that LLVM's instsimplify
and instcombine leave of the same code, each alone.

  llvm_combine.py --example BUILD/example_llvm_combine [--count 20] [--seed 1] [--work DIR]
  llvm_combine.py --example BUILD/example_llvm_combine --growth [--largest 65536]

--growth: what an instruction costs in functions of 1,024 instructions to the largest, of shapes with values, constants and
phis that very many instructions use: user time of the program, reading and verifying included, and that of opt's instcombine
on the same file.

Exit 1 when a program prints something else or the checker or LLVM's verifier finds a fault. 77 when a tool is missing.
"""
import argparse
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

RUNTIME = pathlib.Path(__file__).resolve().parents[2] / "tests/suites/csmith_runtime"
TIMEOUT = 20


def instructions(path):
    # Lines of bodies that are neither labels nor braces.
    return sum(1 for line in path.read_text().splitlines() if re.match(r"  \S", line) and not line.startswith("  ]"))


def output(program):
    try:
        done = subprocess.run([program], capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout


def shape(name, n):
    """A function of about n instructions."""
    body, last = [], "%x"
    if name == "shared sums":  # each sum is needed twice by the next, and all add the same constant
        for i in range(n // 2):
            body += [f"%a{i} = add i64 {last}, 7", f"%s{i} = add i64 %a{i}, {last}"]
            last = f"%s{i}"
    elif name == "one value, many users":
        for i in range(n // 2):
            body += [f"%a{i} = mul i64 %x, {i + 3}", f"%s{i} = xor i64 {last}, %a{i}"]
            last = f"%s{i}"
    elif name == "one value, folded away":  # all users of a value get another one at once, again and again
        for i in range(n // 2):
            body += [f"%z{i} = add i64 {last}, 0", f"%s{i} = or i64 %z{i}, %x"]
            last = f"%s{i}"
    elif name == "tree":
        level = ["%x", "%y"] * (n // 4)
        while len(level) > 1:
            names = [f"%t{len(body) + i}" for i in range(len(level) // 2)]
            body += [f"{t} = add i64 {level[2 * i]}, {level[2 * i + 1]}" for i, t in enumerate(names)]
            level = names + level[2 * len(names):]
        last = level[0]
    elif name == "switch and phi":  # one phi with a value of each of n / 3 blocks
        blocks = n // 3
        cases = " ".join(f"i64 {i}, label %b{i}" for i in range(blocks))
        body.append(f"switch i64 %x, label %end [ {cases} ]")
        for i in range(blocks):
            body += [f"b{i}:", f"%a{i} = add i64 %y, {i}", "br label %end"]
        incoming = ", ".join(["[ %x, %0 ]"] + [f"[ %a{i}, %b{i} ]" for i in range(blocks)])
        body += ["end:", f"%p = phi i64 {incoming}"]
        last = "%p"
    return "define i64 @f(i64 %x, i64 %y) {\n  " + "\n  ".join(body) + f"\n  ret i64 {last}\n}}\n"


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command}: {done.stdout[-300:]}{done.stderr[-300:]}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def growth(example, largest):
    sizes = [n for n in (1024, 4096, 16384, 65536, 262144, 1048576) if n <= largest]
    print(f"{'us an instruction, user time':32}" + "".join(f"{n:>10}" for n in sizes))
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "shape.ll"
        for name in ("shared sums", "one value, many users", "one value, folded away", "tree", "switch and phi"):
            rows = {"lathe": [], "instcombine": []}
            for n in sizes:
                source.write_text(shape(name, n))
                rows["lathe"].append(min(user_seconds([example, source]) for _ in range(3)) / n)
                rows["instcombine"].append(min(user_seconds(
                    ["opt-22", "-passes=function(instcombine<no-verify-fixpoint>)", "-disable-output", source])
                    for _ in range(3)) / n)
            for who, row in rows.items():
                print(f"{name + ', ' + who:32}" + "".join(f"{1e6 * t:10.2f}" for t in row))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--example", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--largest", type=int, default=65536)
    args = parser.parse_args()
    if args.growth:
        return growth(args.example.resolve(), args.largest) if shutil.which("opt-22") else 77
    for tool in ("csmith", "clang-22", "opt-22"):
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    work = (args.work or pathlib.Path(tempfile.mkdtemp())).resolve()
    work.mkdir(parents=True, exist_ok=True)
    total, same, slow, bad = {}, 0, 0, []
    for seed in range(args.seed, args.seed + args.count):
        source, raw, before, after = (work / f"{seed}{end}" for end in (".c", ".raw.ll", ".ll", ".ours.ll"))
        subprocess.run(["csmith", "--seed", str(seed), "--no-argc", "-o", source], check=True, cwd=work)
        subprocess.run(["clang-22", "-w", "-O1", "-Xclang", "-disable-llvm-passes", f"-I{RUNTIME}", "-emit-llvm", "-S",
                        source, "-o", raw], check=True)
        subprocess.run(["opt-22", "-S", "-passes=function(sroa,simplifycfg)", raw, "-o", before], check=True)
        done = subprocess.run([args.example.resolve(), before, "--write", after], capture_output=True, text=True)
        if done.returncode != 0:
            bad.append(f"{seed}: {done.stdout[-300:]}{done.stderr[-300:]}")
            continue
        results = []
        for ir in (before, after):
            subprocess.run(["clang-22", "-w", "-O0", ir, "-o", work / "program", "-lm"], check=True)
            results.append(output(work / "program"))
        slow, same = slow + (results[0] is None), same + (results[0] is not None and results[0] == results[1])
        if results[0] is not None and results[0] != results[1]:
            bad.append(f"{seed}: prints something else")
        counts = {"before": instructions(before), "lathe": instructions(after)}
        for name, run in (("instsimplify", "instsimplify"), ("instcombine", "instcombine<no-verify-fixpoint>")):
            out = work / f"{seed}.{name}.ll"
            subprocess.run(["opt-22", "-S", f"-passes=function({run})", before, "-o", out], check=True)
            counts[name] = instructions(out)
        for name, n in counts.items():
            total[name] = total.get(name, 0) + n
    print(f"{same} programs print the same, {slow} too slow; instructions: "
          + ", ".join(f"{name} {n}" for name, n in total.items()))
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
