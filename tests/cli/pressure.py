#!/usr/bin/env python3
"""`lathe pressure`: PTX and problem texts analysed and checked, scripts of edits replayed and verified; wrong input.

  pressure.py LATHE
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
failed = []

PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) .maxntid 1024, 1, 1
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [p];
  ld.global.u32 %r1, [%rd1];
  mov.u32 %r2, 7;
  setp.gt.s32 %p1, %r1, 3;
  @%p1 mov.u32 %r2, 9;
  add.cc.u32 %r3, %r1, %r2;
  addc.u32 %r4, %r2, 0;
  st.global.u32 [%rd1], %r3;
  st.global.u32 [%rd1+4], %r4;
  ret;
}
"""
PROBLEM = """pressure
set r limit 2
class b feeds r 1
register a b
register b b
register c b
block x
i 0 =a
i 1 =b
i 2 =c
i 3 a b
i 4 c
"""
EDITS = """feasible 3 before 2
feasible 4 before 0
whatif move 3 before 2
begin
move 3 before 2
check
rollback
erase 9
rename 4 c b
erase 2
check
"""
ANSWER = """set r max 3 in x limit 2 total excess 1
block x live in 0 out 0
  r 3 at 3 (2) excess 1
feasible 3 before 2
  possible, 1 passed, 0 conflicts
feasible 4 before 0
  no: operands conflict (at 2), 4 passed, 1 conflicts
whatif move 3 before 2
  set r max 3 -> 2 total excess 1 -> 0
  block x r 3 -> 2
begin
move 3 before 2
check
  right
rollback
erase 9
  refused: no such instruction
rename 4 c b
erase 2
check
  right
afterwards
set r max 2 in x limit 2
block x live in 0 out 0
  r 2 at 2 (1)
"""


def lathe(*args, text=None):
    return subprocess.run([sys.argv[1], "pressure", *args], capture_output=True, text=True, input=text)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:1500] + done.stderr[:500]) if done else ""))


def scripts(folder):
    def file(name, text):
        path = os.path.join(folder, name)
        with open(path, "w") as out:
            out.write(text)
        return path

    problem, edits = file("problem.txt", PROBLEM), file("edits.txt", EDITS)
    done = lathe(problem, "--edits", edits, "--check", "--verify-update-mcse=true", "--stats")
    expect(done.returncode == 0 and done.stdout == ANSWER, "a script of edits, every answer", done)
    expect("verifications" in done.stderr and "milliseconds" in done.stderr, "counters are told", done)
    afresh = lathe(problem, "--edits", edits, "--incremental-update-mcse=false")
    expect(afresh.returncode == 0 and afresh.stdout == ANSWER, "the same when all is computed afresh", afresh)
    few = lathe(problem, "--edits", edits, "--fuel", "1")
    expect("refused: out of fuel" in few.stdout, "fuel ends the edits", few)
    near = lathe(problem, "--edits", edits, "--window", "1")
    expect("no: too far for the window" in near.stdout, "the window bounds motions", near)
    remarks = os.path.join(folder, "remarks.yaml")
    told = lathe(problem, "--remarks", remarks)
    expect(told.returncode == 0 and "PressureAboveLimit" in open(remarks).read(), "remarks in a file", told)
    wrong = lathe(problem, "--edits", file("wrong.txt", "move 3 near 2\n"))
    expect(wrong.returncode == 1 and "wrong.txt:1:8: error: expected before, after" in wrong.stderr, "a broken script", wrong)
    bad = lathe(file("bad.txt", PROBLEM.replace("i 3 a b", "i 3 a z")))
    expect(bad.returncode == 1 and "bad.txt:11:7: error: no register 'z'" in bad.stderr and not bad.stdout,
           "a broken problem is told with its place", bad)


def ptx():
    done = lathe("-", "--check", text=PTX)
    # At the guarded move the old %r2 is alive: %rd1 (2), %r1, %r2. 1024 threads leave 64 registers.
    expect(done.returncode == 0 and "function k\nset r32 max 4 in block0 limit 64 level 0\n" in done.stdout
           and "set pred max 1" in done.stdout, "weights, guards and the limit of PTX", done)
    limit = lathe("-", "--maxreg", "3", text=PTX)
    expect("limit 3 level 0 total excess 1" in limit.stdout, "a limit by hand", limit)
    problem = lathe("-", "--print-problem", text=PTX)
    expect("register carry" in problem.stdout and "i addc.u32 =r4 r2 carry" in problem.stdout, "the carry flag is a register", problem)
    expect(" =r2 r2" in problem.stdout or "r2 =r2" in problem.stdout, "a guarded write reads", problem)
    again = lathe("-", "--print-problem", text=problem.stdout)
    expect(again.returncode == 0 and again.stdout == problem.stdout, "a problem text is printed as it was read", again)
    for name in ("scan", "reduce", "calls"):
        path = os.path.join(ROOT, "tests/corpus/executor", name + ".ptx")
        whole = lathe(path, "--check")
        expect(whole.returncode == 0 and whole.stdout.count("function ") > 1, name + ": every function, checked", whole)
        expect(lathe(path).stdout == whole.stdout, name + ": the same twice")
        several = lathe(path, "--print-problem")
        expect(several.returncode == 1 and "name one with --function" in several.stderr, "one function of several", several)
    missing = lathe(path, "--function", "nothing")
    expect(missing.returncode == 1 and "no function 'nothing'" in missing.stderr, "a function that is not there", missing)


def main():
    with tempfile.TemporaryDirectory() as folder:
        scripts(folder)
    ptx()
    missing = lathe("/does/not/exist.txt")
    expect(missing.returncode == 1 and "exist.txt" in missing.stderr, "a missing file is named", missing)
    nonsense = lathe("-", text="no problem\n")
    expect(nonsense.returncode == 1 and not nonsense.stdout, "nonsense is refused", nonsense)
    flag = lathe("-", "--speed", text=PROBLEM)
    expect(flag.returncode == 2 and "speed" in flag.stderr, "an unknown option is wrong usage", flag)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
