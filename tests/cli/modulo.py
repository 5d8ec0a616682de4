#!/usr/bin/env python3
"""`lathe modulo`: schedules for the loops of PTX and for problem texts, checked; knobs, diagnostics, wrong input.

  modulo.py LATHE
"""
import os
import subprocess
import sys
import tempfile

failed = []
PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .u32 n)
{
\t.reg .pred %p<2>;
\t.reg .b32 %r<4>;
\t.reg .f32 %f<4>;
\t.reg .b64 %rd<3>;
\tld.param.u64 %rd1, [x];
\tld.param.u64 %rd2, [y];
\tld.param.u32 %r1, [n];
\tmov.f32 %f3, 0f40000000;
$L:
\tld.global.f32 %f1, [%rd1];
\tld.global.f32 %f2, [%rd2];
\tfma.rn.f32 %f2, %f1, %f3, %f2;
\tst.global.f32 [%rd2], %f2;
\tadd.s64 %rd1, %rd1, 4;
\tadd.s64 %rd2, %rd2, 4;
\tadd.s32 %r1, %r1, -1;
\tsetp.ne.s32 %p1, %r1, 0;
\t@%p1 bra $L;
\tret;
}
"""
PROBLEM = """modulo chain
unit mem
op load latency 4 use mem
op add latency 1
op store latency 1 use mem
class r
value 0 class r
data 0 1 latency 4 value 0
data 1 2 latency 1
memory 2 0 latency 1 distance 2
"""


def lathe(*args, text=None):
    return subprocess.run([sys.argv[1], "modulo", *args], capture_output=True, text=True, input=text)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:800] + done.stderr[:800]) if done else ""))


def main():
    loop = lathe("-", "--lift", "--exact", "--check", "--stats", text=PTX)
    expect(loop.returncode == 0 and "checker: 0 faults" in loop.stderr and "saxpy:1: 8 instructions" in loop.stdout
           and "ld.global.f32 stage 0" in loop.stdout and "MaxLive r " in loop.stdout, "the loop of a kernel", loop)
    expect("intervals tried" in loop.stderr, "counters", loop)
    again = lathe("-", "--lift", "--exact", text=PTX)
    expect(again.stdout == loop.stdout, "the same schedule twice", again)
    with tempfile.TemporaryDirectory() as folder:
        path, remarks = os.path.join(folder, "problem.txt"), os.path.join(folder, "remarks.yaml")
        with open(path, "w") as file:
            file.write(PROBLEM)
        plan = lathe(path, "--check", "--remarks", remarks)
        expect(plan.returncode == 0 and "MII 3: RecMII 3 (0:load -> 1:add -> 2:store -> 0, 6 cycles in 2 iterations), "
               "ResMII 2 (unit mem)" in plan.stdout and "II 3 (least), 2 stages" in plan.stdout, "bounds and a table", plan)
        expect("Pipelined succesfully!" in open(remarks).read(), "the remark of success")
        text = lathe(path, "--plain")
        expect(text.stdout.startswith("schedule ii 3\ncycle 0 at 0 copies 0\n"), "the text form", text)
        small = lathe(path, "--pipeliner-max-mii", "2")
        expect(small.returncode == 0 and "MII > SwpMaxMii" in small.stdout, "an MII that is too large", small)
        forced = lathe(path, "--pipeliner-force-ii", "2", "--remarks", remarks)
        expect("Unable to find schedule" in forced.stdout and "!Missed" in open(remarks).read(), "a forced interval", forced)
        printed = lathe("-", "--print-problem", text=PTX)
        with open(path, "w") as file:
            file.write(printed.stdout)
        same = lathe(path, "--print-problem")
        expect(printed.returncode == 0 and same.stdout == printed.stdout, "a problem text is read and printed as it was", same)
        from_text = lathe(path, "--lift", "--exact")
        expect(from_text.stdout == loop.stdout, "the same schedule from the problem's text", from_text)
    wrong = lathe("-", text="modulo x\nop\nfoo\n")
    expect(wrong.returncode == 1 and "<stdin>:3:1: error: expected" in wrong.stderr and not wrong.stdout, "nonsense is told with its place", wrong)
    cycle = lathe("-", text="modulo x\nop a\ndata 0 0 latency 1\n")
    expect(cycle.returncode == 1 and "waits for itself" in cycle.stderr, "a broken problem is told", cycle)
    missing = lathe("/does/not/exist.txt")
    expect(missing.returncode == 1 and "exist.txt" in missing.stderr, "a missing file is named", missing)
    flag = lathe("-", "--pipeliner-max-mii", "many", text=PROBLEM)
    expect(flag.returncode == 2 and "many" in flag.stderr, "a knob that is no number is wrong usage", flag)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
