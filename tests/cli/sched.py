#!/usr/bin/env python3
"""`lathe sched`: plans for PTX and problem texts, checked; rewritten kernels compute what they did; wrong input.

  sched.py LATHE [KERNEL_CHECKS]
"""
import glob
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPUS = sorted(glob.glob(os.path.join(ROOT, "tests/corpus/executor/*.ptx")))
failed = []

LOADS = """sched loads
issue 1
set gpr limit 5
class c gpr:1
""" + "value c\n" * 8 + "".join("node ld latency 10 def %d\n" % i for i in range(8)) + \
    "".join("node st latency 1 use %d\n" % i for i in range(8))


def lathe(*args, command="sched"):
    return subprocess.run([sys.argv[1], command, *args], capture_output=True, text=True)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:500] + done.stderr[:500]) if done else ""))


def read(path):
    with open(path) as file:
        return file.read()


def problem_tests(path):
    with open(path("p.txt"), "w") as file:
        file.write(LOADS)
    plan = lathe(path("p.txt"), "--check", "--mode", "pressure", "--remarks", path("remarks.yaml"))
    expect(plan.returncode == 0 and "decision excess" in plan.stdout and "excess 0" in plan.stdout, "excess is removed", plan)
    expect("checker: 0 faults" in plan.stderr, "the checker agrees", plan)
    expect("Name:            Reordered" in read(path("remarks.yaml")), "remarks")
    expect("registers 1\n" in plan.stdout, "one register is enough", plan)
    for_registers = lathe(path("p.txt"), "--nvptx-sched4reg=true")
    expect(for_registers.stdout == plan.stdout, "nvptx-sched4reg is the pressure mode", for_registers)
    balanced = lathe(path("p.txt"), "--check")
    expect("registers 5\n" in balanced.stdout, "balanced uses what there is", balanced)
    printed = lathe(path("p.txt"), "--print-problem", "0")
    with open(path("q.txt"), "w") as file:
        file.write(printed.stdout)
    expect(lathe(path("q.txt"), "--print-problem", "0").stdout == printed.stdout, "a problem comes back", printed)
    fuel = lathe(path("p.txt"), "--mode", "pressure", "--fuel", "4", "--check")
    expect("decision out-of-fuel" in fuel.stdout and fuel.returncode == 0, "fuel", fuel)
    with open(path("p.txt"), "w") as file:
        file.write(LOADS + "node x use 9\n")
    wrong = lathe(path("p.txt"))
    expect(wrong.returncode == 1 and "p.txt:29:12: error: expected a value" in wrong.stderr, "broken text is told by place", wrong)


def ptx_tests(path):
    jobs = []
    for ptx in CORPUS:
        name = os.path.splitext(os.path.basename(ptx))[0]
        for mode in ("pressure", "balanced", "latency"):
            out = path("%s_%s.ptx" % (name, mode))
            done = lathe(ptx, "--check", "--stats", "--mode", mode, "--no-guard", "--rewrite", out)
            expect(done.returncode == 0 and "checker: 0 faults" in done.stderr, name + " is scheduled by " + mode, done)
            again = lathe(ptx, "--mode", mode, "--no-guard", "--rewrite", "-", "-o", "/dev/null")
            expect(again.stdout == read(out), name + ": the same twice")
            jobs.append((name, out))
            if mode != "pressure":
                continue
            for line in done.stdout.splitlines():
                words = line.split()
                gpr = words.index("gpr")
                expect(int(words[gpr + 3]) <= int(words[gpr + 1]), "no region above source order: " + line)
    changed = 0
    for ptx in CORPUS:  # printed without a change
        name = os.path.splitext(os.path.basename(ptx))[0]
        same = lathe(ptx, "--fuel", "0", "--rewrite", "-", "-o", "/dev/null").stdout
        changed += sum(read(out) != same for job, out in jobs if job == name)
    expect(changed > len(CORPUS), "most kernels changed: %d of %d" % (changed, len(jobs)))
    if len(sys.argv) > 2 and not os.access(sys.argv[2], os.X_OK):
        print("%s is not built (./dev build release kernel_checks): kernels are not executed" % sys.argv[2])
    elif len(sys.argv) > 2:
        known = subprocess.run([sys.argv[2], "--list"], capture_output=True, text=True).stdout.split()
        run = [(name, out) for name, out in jobs if name in known]
        with open(path("batch"), "w") as file:
            file.writelines("%s %s\n" % job for job in run)
        results = subprocess.run([sys.argv[2], "--batch", path("batch")], capture_output=True, text=True)
        expect(results.returncode == 0 and len(run) > 20, "scheduled kernels compute what they did", results)
    one = lathe(CORPUS[0], "--print-problem", "0")
    expect(one.returncode == 0 and one.stdout.startswith("sched "), "a region of PTX as a problem", one)
    none = lathe(CORPUS[0], "--print-problem", "100000")
    expect(none.returncode == 1 and "none is number" in none.stderr, "no such region", none)
    late = lathe(CORPUS[0], "--usedessa", "1", "--check")
    expect(late.returncode == 0 and "checker: 0 faults" in late.stderr, "the pass after assignment alone", late)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        problem_tests(path)
        ptx_tests(path)
    missing = lathe("/does/not/exist.txt")
    expect(missing.returncode == 1 and "exist.txt" in missing.stderr, "a missing file is named", missing)
    for wrong in (["--mode", "magic"], ["--usedessa", "3"], ["--look-ahead", "0"]):
        done = lathe(CORPUS[0], *wrong)
        expect(done.returncode == 2 and wrong[0] in done.stderr, "wrong usage: " + " ".join(wrong), done)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
