#!/usr/bin/env python3
"""`lathe outline`: a plan for PTX, the same plan from its problem text and from both engines, checked; wrong input.

  outline.py LATHE
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
failed = []


def lathe(*args):
    return subprocess.run([sys.argv[1], "outline", *args], capture_output=True, text=True)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:500] + done.stderr[:500]) if done else ""))


def main():
    ptx = os.path.join(ROOT, "tests/corpus/executor/scan.ptx")
    plan = lathe(ptx, "--check")
    expect(plan.returncode == 0 and plan.stdout.count("\n") > 3, "a plan for PTX that the checker accepts", plan)
    tree = lathe(ptx, "--engine", "tree", "--check")
    expect(tree.returncode == 0 and tree.stdout == plan.stdout, "the same plan from the suffix tree", tree)
    again = lathe(ptx, "--check")
    expect(again.stdout == plan.stdout, "the same plan twice", again)
    with tempfile.TemporaryDirectory() as folder:
        problem = os.path.join(folder, "problem.txt")
        text = lathe(ptx, "--print-problem")
        with open(problem, "w") as file:
            file.write(text.stdout)
        printed = lathe(problem, "--print-problem")
        expect(text.returncode == 0 and printed.stdout == text.stdout, "a problem text is read and printed as it was", printed)
        from_text = lathe(problem, "--check")
        expect(from_text.returncode == 0, "a plan from the problem text", from_text)
        with open(problem, "w") as file:
            file.write("no problem\n")
        wrong = lathe(problem)
        expect(wrong.returncode == 1 and "problem.txt" in wrong.stderr and not wrong.stdout, "nonsense is refused with its place", wrong)
    missing = lathe("/does/not/exist.txt")
    expect(missing.returncode == 1 and "exist.txt" in missing.stderr, "a missing file is named", missing)
    flag = lathe(ptx, "--engine", "magic")
    expect(flag.returncode == 2 and "magic" in flag.stderr, "an unknown engine is wrong usage", flag)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
