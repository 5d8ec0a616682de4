#!/usr/bin/env python3
"""`lathe outline`: a plan for PTX, the same plan from its problem text and from both engines, checked; wrong input.

  outline.py LATHE
"""
import os
import shutil
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


def chain(to, by, count):
    """So many instructions on one register: a call of them pays."""
    lines = ["mad.lo.s32 {0}, {0}, {1}, {2};", "xor.b32 {0}, {0}, {2};", "mul.hi.u32 {0}, {0}, {1};", "sub.s32 {0}, {0}, {2};"]
    return "\n".join(lines[k % 4].format(to, by, 1013 + 7 * k) for k in range(count))


# Two modules that share a sequence which stands once in each.
MODULE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry %s(.param .u64 p)
{
.reg .b64 %%rd<4>;
.reg .b32 %%r<12>;
ld.param.u64 %%rd1, [p];
ld.global.u32 %%r1, [%%rd1];
%s
ld.global.u32 %%r2, [%%rd1+4];
ld.global.u32 %%r3, [%%rd1+8];
mul.lo.s32 %%r4, %%r2, %%r3;
xor.b32 %%r5, %%r4, %%r2;
add.s32 %%r6, %%r5, %%r3;
shl.b32 %%r7, %%r6, 3;
sub.s32 %%r8, %%r7, %%r4;
CHAIN
and.b32 %%r9, %%r8, 255;
st.global.u32 [%%rd1+12], %%r9;
bar.sync 0;
%s
ret;
}
""".replace("CHAIN", chain("%r8", "%r4", 80).replace("%", "%%"))

SINGLE = """add.s32 %r1, %r1, 1;
add.s32 %r10, %r1, 5;
""" + chain("%r10", "%r1", 12) + """
mul.lo.s32 %r10, %r10, %r10;
xor.b32 %r10, %r10, 9;
st.global.u32 [%rd1+16], %r10;"""


def modules(ptx):
    """publish, merge, consume."""
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        for name, body, end in (("a", "bar.sync 0;", SINGLE),
                                ("b", "add.s32 %r1, %r1, 7;\nbar.sync 0;", "")):
            with open(path(name + ".ptx"), "w") as file:
                file.write(MODULE % (name, body, end))
            done = lathe(path(name + ".ptx"), "--publish", "--span", "64", "-o", path(name + ".pub"))
            expect(done.returncode == 0 and not done.stderr, "a module published", done)
        alone = lathe(path("a.ptx"))
        expect(alone.stdout == "plan\n", "nothing to outline in one module alone", alone)
        both = lathe("--merge", path("a.pub"), path("b.pub"), "-o", path("all.pub"))
        other = lathe("--merge", path("b.pub"), path("a.pub"))
        with open(path("all.pub")) as file:
            merged = file.read()
        expect(both.returncode == 0 and " sites 2 modules 2" in merged and other.stdout == merged,
               "published texts merged, in whatever order", both)
        kept = lathe("--merge", "--keep-single", path("a.pub"), path("b.pub"))
        expect(" sites 1 modules 1" in kept.stdout and " sites 1 " not in merged, "single ones kept when asked for", kept)
        names = []
        for name in "ab":
            plan = lathe(path(name + ".ptx"), "--consume", path("all.pub"), "--span", "64", "--check")
            expect(plan.returncode == 0 and plan.stdout.count("\nsite ") == 1, "a plan by what all modules published", plan)
            names.append([line.split()[1] for line in plan.stdout.splitlines() if line.startswith("function ")])
        expect(names[0] == names[1] and names[0][0].startswith("OUTLINED_SHARED_"), "one name in both modules: %s" % names)
        with open(path("all.pub"), "w") as file:
            file.write("published\nnonsense\n")
        wrong = lathe(path("a.ptx"), "--consume", path("all.pub"))
        expect(wrong.returncode == 1 and "all.pub:2" in wrong.stderr and not wrong.stdout, "a broken published text is told", wrong)
    for args in ((ptx, ptx), (ptx, "--publish", "--merge"), (ptx, "--publish", "--consume", ptx), (ptx, "--keep-single")):
        wrong = lathe(*args)
        expect(wrong.returncode == 2 and "usage" in wrong.stderr, "wrong usage: %s" % (args,), wrong)


# The same work three times, with one result (a) and with two (b); %r and %rd take turns.
WORK = """mul.lo.s32 %%r%d, %%r%d, %%r%d;
xor.b32 %%r%d, %%r%d, 99;
shl.b32 %%r%d, %%r%d, 3;
add.s32 %%r%d, %%r%d, %%r%d;
mul.wide.s32 %%rd%d, %%r%d, 12345;
and.b32 %%r%d, %%r%d, 4095;
sub.s32 %%r%d, %%r%d, %%r%d;
xor.b32 %%r%d, %%r%d, %%r%d;
mul.lo.s32 %%r%d, %%r%d, %%r%d;
add.s32 %%r%d, %%r%d, 77;
"""


def work(x, y, t):
    r = [t + i for i in range(9)]
    return WORK % (r[0], x, y, r[1], r[0], r[2], r[1], r[3], r[2], x, t, r[3], r[4], r[3], r[5], r[4], r[1], r[6], r[5], r[0],
                   r[7], r[6], r[5], r[8], r[7]) + chain("%%r%d" % r[8], "%%r%d" % r[7], 40) + "\n"


def kernel():
    lines = [".version 8.0", ".target sm_80", ".address_size 64", ".visible .entry k(.param .u64 p)", "{", ".reg .b64 %rd<60>;",
             ".reg .b32 %r<80>;", "ld.param.u64 %rd1, [p];", "mov.u32 %r1, %tid.x;", "ld.global.u32 %r2, [%rd1];"]
    for i, t in enumerate((10, 30, 50)):
        lines += [work(1 + i % 2, 2 - i % 2, t).rstrip(), "bar.sync 0;", "st.global.u32 [%%rd1+%d], %%r%d;" % (16 * i, t + 8)]
        if i != 1:
            lines += ["bar.sync 0;", "st.global.u64 [%%rd1+%d], %%rd%d;" % (16 * i + 8, t)]
    return "\n".join(lines + ["ret;", "}", ""])


# Two functions that do the same, their results in registers.
BODY = """mul.lo.s32 %%a, %s, %s;
xor.b32 %%b, %%a, 99;
shl.b32 %%c, %%b, 3;
add.s32 %%d, %%c, %%a;
xor.b32 %%e, %%d, %%b;
mul.lo.s32 %%f, %%e, %%e;
xor.b32 %%f, %%f, %%a;
shl.b32 %%e, %%f, 2;
sub.s32 %%f, %%f, %%e;
xor.b32 %%f, %%f, %%b;
CHAIN
add.s32 %%f, %%f, %%d;
add.s32 %s, %%f, 7;
ret;
}
""".replace("CHAIN", chain("%f", "%d", 40).replace("%", "%%"))
FUNC = ".func (.reg .b32 %s) %s(.reg .b32 %s, .reg .b32 %s)\n{\n.reg .b32 %%a, %%b, %%c, %%d, %%e, %%f;\n"
REGISTER_RESULTS = (".version 8.0\n.target sm_80\n.address_size 64\n" + FUNC % ("%o", "f", "%x", "%y") + BODY % ("%x", "%y", "%o") +
                    FUNC % ("%q", "g", "%u", "%v") + BODY % ("%u", "%v", "%q") + """.visible .entry k(.param .u64 p)
{
.reg .b64 %rd1;
.reg .b32 %r<5>;
ld.param.u64 %rd1, [p];
ld.global.u32 %r1, [%rd1];
ld.global.u32 %r2, [%rd1+8];
call (%r3), f, (%r1, %r2);
call (%r4), g, (%r3, %r2);
st.global.u32 [%rd1], %r3;
st.global.u32 [%rd1+4], %r4;
ret;
}
""")


def results(ptx, folder):
    data, out = os.path.join(folder, "in.bin"), os.path.join(folder, "out.bin")
    with open(data, "wb") as file:
        file.write(bytes(range(1, 65)))
    done = subprocess.run([sys.argv[1], "run", ptx, "--arg", "inout:%s:%s" % (data, out)], capture_output=True, text=True)
    expect(done.returncode == 0, "the kernel runs", done)
    if done.returncode != 0:
        return None
    with open(out, "rb") as file:
        return file.read()


def rewriting():
    """A plan carried out: ptxas takes the module, and the kernel computes what it did."""
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        with open(path("a.ptx"), "w") as file:
            file.write(kernel())
        plan = lathe(path("a.ptx"), "--rewrite", path("b.ptx"), "--check", "-o", "-")
        expect(plan.returncode == 0 and "function OUTLINED_FUNCTION_0 " in plan.stdout and "0 faults" in plan.stderr, "a plan carried out", plan)
        with open(path("b.ptx")) as file:
            text = file.read()
        expect(".func (.param .align 16 .b8 out[16]) OUTLINED_FUNCTION_0" in text and ".reg .b32 %in0" in text and text.count("call ") == 3,
               "a function with register parameters and several results, called three times:\n" + text)
        before, after = results(path("a.ptx"), folder), results(path("b.ptx"), folder)
        expect(before is not None and before == after, "the same results before and after")
        assembled = [path("b.ptx")]
        one = kernel().replace("st.global.u64", "// st.global.u64")
        with open(path("c.ptx"), "w") as file:
            file.write(one)
        plan = lathe(path("c.ptx"), "--rewrite", path("d.ptx"), "--machine-outliner-reruns", "2")
        with open(path("d.ptx")) as file:
            text = file.read()
        expect(plan.returncode == 0 and not plan.stdout and ".func (.reg .b32 %out0) OUTLINED_FUNCTION_0" in text, "one result in a register:\n" + text, plan)
        expect(results(path("c.ptx"), folder) == results(path("d.ptx"), folder), "the same results with one in a register")
        assembled.append(path("d.ptx"))
        ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
        for ptx in assembled if os.access(ptxas, os.X_OK) else []:
            done = subprocess.run([ptxas, "-arch=sm_80", ptx, "-o", path("x.cubin")], capture_output=True, text=True)
            expect(done.returncode == 0 and "warning" not in done.stderr, "ptxas takes it", done)
        with open(path("f.ptx"), "w") as file:
            file.write(REGISTER_RESULTS)
        plan = lathe(path("f.ptx"), "--rewrite", path("g.ptx"), "--check")
        with open(path("g.ptx")) as file:
            text = file.read()
        expect(plan.returncode == 0 and text.count("OUTLINED_FUNCTION_0") == 3, "the bodies of two functions as one:\n" + text, plan)
        before = results(path("f.ptx"), folder)
        expect(before is not None and before[:4] != before[4:8] and before == results(path("g.ptx"), folder),
               "a return reads the results that are registers")
        with open(path("p.txt"), "w") as file:
            file.write("outline\n")
        wrong = lathe(path("p.txt"), "--rewrite", path("e.ptx"))
        expect(wrong.returncode == 1 and "wants PTX" in wrong.stderr and not os.path.exists(path("e.ptx")), "a problem text cannot be rewritten", wrong)


def main():
    with tempfile.TemporaryDirectory() as folder:
        ptx = os.path.join(folder, "kernel.ptx")
        with open(ptx, "w") as file:
            file.write(kernel())
        plans(ptx)
    missing = lathe("/does/not/exist.txt")
    expect(missing.returncode == 1 and "exist.txt" in missing.stderr, "a missing file is named", missing)
    print("%d failed" % len(failed))
    return 1 if failed else 0


def plans(ptx):
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
    modules(ptx)
    rewriting()
    flag = lathe(ptx, "--engine", "magic")
    expect(flag.returncode == 2 and "magic" in flag.stderr, "an unknown engine is wrong usage", flag)


if __name__ == "__main__":
    sys.exit(main())
