#!/usr/bin/env python3
"""`lathe group`: plans for PTX and for problem texts, checked; merged PTX computes the same; wrong input.

  group.py LATHE
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
failed = []


def lathe(*args, command="group"):
    return subprocess.run([sys.argv[1], command, *args], capture_output=True, text=True)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:800] + done.stderr[:500]) if done else ""))


# Each thread reads four neighbouring words from global memory and shared memory, with writes between that some of the
# reads must not cross, and writes four.
KERNEL = """.version 8.0
.target sm_80
.address_size 64
.shared .align 16 .b8 buffer[512];
.visible .entry k(.param .u64 .ptr .global .align 16 p, .param .u64 .ptr .global .align 4 q)
{
.reg .b64 %rd<10>;
.reg .b32 %r<20>;
ld.param.u64 %rd1, [p];
cvta.to.global.u64 %rd2, %rd1;
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 16;
add.s64 %rd4, %rd2, %rd3;
mov.u64 %rd5, buffer;
add.s64 %rd6, %rd5, %rd3;
ld.global.u32 %r2, [%rd4];
ld.global.u32 %r3, [%rd4+4];
add.s32 %r4, %r2, %r3;
ld.global.u32 %r5, [%rd4+12];
st.shared.u32 [%rd6], %r4;
ld.global.u32 %r6, [%rd4+8];
sub.s32 %r7, %r5, %r6;
st.shared.u32 [%rd6+4], %r7;
bar.sync 0;
ld.shared.u32 %r8, [%rd6];
st.shared.u32 [%rd6+4], %r8;
ld.shared.u32 %r9, [%rd6+4];
mul.lo.s32 %r10, %r8, %r9;
st.global.u32 [%rd4+4], %r10;
st.global.u32 [%rd4], %r8;
st.global.u32 [%rd4+12], %r7;
ld.global.u32 %r11, [%rd4];
add.s32 %r11, %r11, %r10;
st.global.u32 [%rd4+8], %r11;
ld.param.u64 %rd7, [q];
cvta.to.global.u64 %rd8, %rd7;
add.s64 %rd9, %rd8, %rd3;
ld.global.u32 %r12, [%rd9];
ld.global.u32 %r13, [%rd9+4];
add.s32 %r12, %r12, %r13;
st.global.u32 [%rd9], %r12;
ret;
}
"""

TEXTURE = """.version 8.0
.target sm_80
.address_size 64
.global .texref t;
.visible .entry k(.param .u64 p)
{
.reg .b64 %rd<3>;
.reg .b32 %r<8>;
.reg .f32 %f<20>;
ld.param.u64 %rd1, [p];
mov.u32 %r1, %tid.x;
add.s32 %r2, %r1, 32;
tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [t, {%r1}];
add.f32 %f5, %f1, %f2;
tex.1d.v4.f32.s32 {%f6, %f7, %f8, %f9}, [t, {%r2}];
add.f32 %f10, %f5, %f6;
cvt.rzi.s32.f32 %r3, %f6;
tex.1d.v4.f32.s32 {%f11, %f12, %f13, %f14}, [t, {%r3}];
add.f32 %f15, %f10, %f11;
st.global.f32 [%rd1], %f15;
ret;
}
"""

PROBLEM = """group f
kind load gap 0 least 2 most 4 powers aligned early
block 4
candidate 0 kind 0 key 9 order 0 size 4 align 16
candidate 2 kind 0 key 9 order 4 size 4 align 16
candidate 3 kind 0 key 9 order 8 size 4 align 16
edge 1 2
"""


def runs_the_same(folder, before, after):
    """Results of the kernel before and after, on the CPU."""
    out = []
    for ptx in (before, after):
        done = lathe(ptx, "--block", "32", "--arg", "rand:u32:128:5:-", "--arg", "iota:u32:130:-", command="run")
        expect(done.returncode == 0, "the kernel runs: " + os.path.basename(ptx), done)
        out.append(done.stdout)
    expect(out[0] == out[1] and len(out[0]) > 100, "merged code computes the same")


def ptx_tests(folder):
    path = lambda name: os.path.join(folder, name)
    with open(path("k.ptx"), "w") as file:
        file.write(KERNEL)
    plan = lathe(path("k.ptx"), "--check", "--stats", "--remarks", path("remarks.yaml"))
    expect(plan.returncode == 0 and "checker: 0 faults" in plan.stderr and plan.stdout.count("\ngroup ") >= 3, "a plan", plan)
    with open(path("remarks.yaml")) as file:
        expect("Name:            Merged" in file.read(), "remarks")
    merged = lathe(path("k.ptx"), "--apply", "--check", "-o", path("m.ptx"))
    with open(path("m.ptx")) as file:
        text = file.read()
    expect(merged.returncode == 0 and "ld.global.v4.u32" in text and "st.shared.v2" in text and "st.global.v2" in text,
           "loads and stores are merged, both clients:\n" + text, merged)
    expect("ld.global.u32 \t%r13, [%rd9+4]" in text, "what is not known to be aligned stays apart")
    expect(text.count("ld.shared.u32") == 2, "a load does not cross the store that it reads from")
    runs_the_same(folder, path("k.ptx"), path("m.ptx"))
    only = lathe(path("k.ptx"), "--apply", "--no-loads")
    expect("ld.global.v" not in only.stdout and "st.shared.v2" in only.stdout, "stores alone", only)
    narrow = lathe(path("k.ptx"), "--apply", "--widest", "8")
    expect("v4" not in narrow.stdout and "ld.global.v2" in narrow.stdout, "no wider than asked for", narrow)
    with open(path("t.ptx"), "w") as file:
        file.write(TEXTURE)
    textures = lathe(path("t.ptx"), "--check")
    expect("group 2 " in textures.stdout and ".Tgm" in textures.stdout and " dependence" in textures.stdout,
           "texture fetches are grouped, but not the one that needs another's value", textures)
    together = lathe(path("t.ptx"), "--apply")
    lines = [line.split()[0] for line in together.stdout.splitlines() if line.startswith("\t")]
    first = lines.index("tex.1d.v4.f32.s32")
    expect(lines[first + 1] == "tex.1d.v4.f32.s32", "they stand together", together)


def problem_tests(folder):
    path = lambda name: os.path.join(folder, name)
    with open(path("p.txt"), "w") as file:
        file.write(PROBLEM)
    plan = lathe(path("p.txt"), "--check")
    expect(plan.returncode == 0 and plan.stdout == "plan\ngroup 0 place 2 members 0 2  # load0\nleft 3 apart\n",
           "a plan from a problem text", plan)
    printed = lathe(path("p.txt"), "--print-problem")
    expect(printed.stdout == PROBLEM, "a problem text is printed as it was", printed)
    with open(path("plan.txt"), "w") as file:
        file.write(plan.stdout)
    verified = lathe(path("p.txt"), "--verify", path("plan.txt"))
    expect(verified.returncode == 0 and "0 faults" in verified.stderr, "a plan's text is checked", verified)
    with open(path("plan.txt"), "w") as file:
        file.write(plan.stdout.replace("place 2", "place 0"))
    crossing = lathe(path("p.txt"), "--verify", path("plan.txt"))
    expect(crossing.returncode == 1 and "does not stay before" in crossing.stderr, "a plan that crosses a dependence is refused", crossing)
    no_fuel = lathe(path("p.txt"), "--fuel", "0")
    expect(no_fuel.stdout.count("out_of_fuel") == 3, "no fuel, no group", no_fuel)
    with open(path("p.txt"), "w") as file:
        file.write(PROBLEM + "edge 3 2\n")
    wrong = lathe(path("p.txt"))
    expect(wrong.returncode == 1 and "p.txt:8" in wrong.stderr and not wrong.stdout, "a broken problem is told with its place", wrong)


def main():
    with tempfile.TemporaryDirectory() as folder:
        ptx_tests(folder)
        problem_tests(folder)
        ptx = os.path.join(ROOT, "tests/corpus/executor/scan.ptx")
        plan = lathe(ptx, "--check")
        expect(plan.returncode == 0, "a plan for PTX of a compiler that the checker accepts", plan)
        problem = os.path.join(folder, "scan.txt")
        lathe(ptx, "--print-problem", "-o", problem)
        expect(lathe(problem, "--check").returncode == 0, "a plan from its problem text")
        for args in (("/does/not/exist.ptx",), (problem, "--apply"), (ptx, "--fule", "1"), (ptx, "--widest", "5")):
            wrong = lathe(*args)
            expect(wrong.returncode in (1, 2) and wrong.stderr and not wrong.stdout, "wrong usage: %s" % (args,), wrong)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
