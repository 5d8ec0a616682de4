#!/usr/bin/env python3
"""`lathe import`: plans that are worked out by hand here, workloads, refusals with reasons, wrong input.

  import.py LATHE
"""
import os
import subprocess
import sys
import tempfile

failed = []

# main calls f (70 instructions) and, hot, x (900), which both call h (70): f offers 70, x, below a hot call, still 100.
# h then offers 70, too little for deep (71). k is noinline, big is larger than 100.
PROBLEM = """thinlto
module a.bc
function main external insts 5
call f
call x hot
call k
call big
call puts
ref table readonly
module b.bc
function f external insts 70
call h
function x external insts 900
call h
function h external insts 70
call deep
function deep external insts 71
function k external insts 3 noinline
function big external insts 101
function unused external insts 1
variable table external constant readonly
root main
"""


def lathe(*args, text=None):
    return subprocess.run([sys.argv[1], "import", *args], capture_output=True, text=True, input=text)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + done.stdout[:1500] + done.stderr[:1500] if done else ""))


def imported(done):
    """(module, word, name) of each import, variable and declaration."""
    found, module = set(), ""
    for line in done.stdout.splitlines():
        words = line.split()
        if words[0] == "module":
            module = words[1]
        elif words[0] in ("import", "variable", "declare"):
            found.add((module, words[0], words[1]))
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        problem = os.path.join(folder, "index.txt")
        with open(problem, "w") as file:
            file.write(PROBLEM)
        plain = {("a.bc", "import", "f"), ("a.bc", "import", "x"), ("a.bc", "import", "h"), ("a.bc", "variable", "table")}
        plan = lathe(problem, "--check", "--print-import-failures", "--print-imports", "--stats")
        expect(plan.returncode == 0 and imported(plan) == plain, "the plan worked out by hand", plan)
        for line in ("dead unused", "refuse k no_inline", "refuse big too_large threshold 100",
                     "refuse deep too_large threshold 70", "refuse puts no_summary",
                     "import x from b.bc threshold 1000 pass direct hotness hot", "export table"):
            expect(line in plan.stdout, "the plan says: " + line, plan)
        expect("import: a.bc h from b.bc" in plan.stderr and "imported functions" in plan.stderr, "imports are printed", plan)
        low = lathe(problem, "--check", "--import-instr-limit=60", "--import-hot-multiplier", "2")
        expect(imported(low) == {("a.bc", "variable", "table")}, "a lower limit", low)
        one = lathe(problem, "--check", "--import-cutoff=1", "--print-import-failures")
        expect(("a.bc", "import", "x") in imported(one) and len(imported(one)) == 2 and "f import_cutoff" in one.stdout,
               "a budget of one goes to the hot callee", one)
        declared = lathe(problem, "--check", "--import-declaration=1")
        expect(imported(declared) - plain >= {("a.bc", "declare", "k"), ("a.bc", "declare", "big")}, "declarations", declared)
        every = lathe(problem, "--check", "--force-import-all=1")
        expect(every.returncode == 0 and ("a.bc", "import", "k") in imported(every), "force-import-all", every)
        llvm = lathe(problem, "--check", "--rule", "llvm")
        expect(llvm.returncode == 0 and imported(llvm) <= plain, "LLVM's rule", llvm)
        workload = os.path.join(folder, "workload.json")
        with open(workload, "w") as file:
            file.write('{"main": ["big", "k", "nobody"]}')
        listed = lathe(problem, "--check", "--thinlto-workload-def", workload)
        expect(imported(listed) == {("a.bc", "import", "big"), ("a.bc", "import", "k")} and "nobody" in listed.stderr,
               "a workload's list", listed)
        with open(workload, "w") as file:
            file.write('{"main": 3}')
        for wrong in (lathe(problem, "--thinlto-workload-def", workload), lathe(problem, "--thinlto-workload-def", "/no.json")):
            expect(wrong.returncode == 1 and ".json" in wrong.stderr and not wrong.stdout, "a broken workload", wrong)
        remarks = os.path.join(folder, "remarks.yaml")
        lathe(problem, "--remarks", remarks)
        text = open(remarks).read()
        expect("Imported" in text and "NotImported" in text and "Cost: '900'" in text, "remarks with cost and threshold")
        printed = lathe(problem, "--print-problem")
        again = lathe("-", "--print-problem", text=printed.stdout)
        expect(printed.returncode == 0 and printed.stdout == again.stdout, "a problem text is read and printed as it was", again)
        expect(lathe("-", text=printed.stdout).stdout == lathe(problem).stdout, "the same plan from the printed problem")
    broken = lathe("-", text="thinlto\nmodule a\nfunction f extrenal insts 3\n")
    expect(broken.returncode == 1 and "<stdin>:3:12" in broken.stderr and not broken.stdout, "a wrong word has its place", broken)
    nonsense = lathe("-", text="no problem\n")
    expect(nonsense.returncode == 1 and "expected 'thinlto'" in nonsense.stderr, "nonsense is refused", nonsense)
    missing = lathe("/does/not/exist.txt")
    expect(missing.returncode == 1 and "exist.txt" in missing.stderr, "a missing file is named", missing)
    for flag in (["--rule", "magic"], ["--import-instr-evolution-factor", "1.5"], ["--import-cold-multiplier=-1"]):
        wrong = lathe("-", *flag, text=PROBLEM)
        expect(wrong.returncode == 2, "wrong usage: " + " ".join(flag), wrong)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
