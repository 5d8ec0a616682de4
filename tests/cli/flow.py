#!/usr/bin/env python3
"""`lathe flow`: reports of PTX and of problem texts, checked; wrong input.

  flow.py LATHE
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
failed = []


def lathe(*args, command="flow", stdin=None):
    return subprocess.run([sys.argv[1], command, *args], capture_output=True, text=True, input=stdin)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:1500] + done.stderr[:800]) if done else ""))


# A nest of two loops: the outer one turns ten times, the inner one four times.
NEST = """flow nest variables 2
block
inst def 0
to 1
block
to 2 weight 9
to 4 weight 1
block
inst use 0 def 1
to 2 weight 3
to 3 weight 1
block
inst use 1 def 0
to 1
block
inst use 0
block
to 4
"""
NEST_REPORT = """function nest
block 0 dominator - post-dominator 1 depth 0 frequency 1 in out 0
block 1 dominator 0 post-dominator 4 depth 1 frequency 10 in 0 out 0
block 2 dominator 1 post-dominator 3 depth 2 frequency 36 in 0 out 0 1
block 3 dominator 2 post-dominator 1 depth 1 frequency 9 in 1 out 0
block 4 dominator 1 post-dominator - depth 0 frequency 1 in 0 out
exits 4
loop 0 header 2 parent 1 depth 2 blocks 2
loop 1 header 1 parent - depth 1 blocks 1 2 3
"""

KERNEL = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
.reg .b64 %rd<3>;
.reg .b32 %r<5>;
.reg .pred %p<3>;
ld.param.u64 %rd1, [p];
ld.param.u32 %r1, [n];
mov.u32 %r2, 0;
setp.eq.s32 %p1, %r1, 0;
@%p1 bra $done;
$loop:
add.s32 %r2, %r2, 1;
setp.lt.s32 %p2, %r2, %r1;
@%p2 bra $loop;
st.global.u32 [%rd1], %r2;
$done:
ret;
}
.visible .entry endless()
{
.reg .b32 %r<3>;
mov.u32 %r1, 0;
$again:
add.s32 %r1, %r1, 1;
bra $again;
}
"""


def problem_tests(folder):
    path = lambda name: os.path.join(folder, name)
    with open(path("p.txt"), "w") as file:
        file.write(NEST)
    done = lathe(path("p.txt"), "--check", "--stats")
    expect(done.returncode == 0 and done.stdout == NEST_REPORT, "the report of a nest", done)
    expect("checker: 0 faults" in done.stderr and "2  deepest loop" in done.stderr, "its checkers and counters", done)
    expect(lathe("-", stdin=NEST).stdout == NEST_REPORT, "standard input")
    expect(lathe(path("p.txt"), "--print-problem").stdout == NEST, "a problem is printed as it was")
    intervals = lathe(path("p.txt"), "--intervals", "--check")
    expect("live 0 1w..5w 8w..10w\n" in intervals.stdout or "\nlive 0 1w.." in intervals.stdout, "live intervals", intervals)
    few = lathe(path("p.txt"), "--most-trips", "2", "--check")
    # The inner loop turns twice, not four times, so control comes back to the outer header with a chance of 0.9 * 2 / 4.
    expect(few.returncode == 0 and "depth 1 frequency 1.81818 " in few.stdout, "turns are limited", few)
    for text, message in ((NEST + "to 77\n", "block 5: an edge"), (NEST + "inst use 2\n", "p.txt:19:10"), ("flow\n", "p.txt:1")):
        with open(path("p.txt"), "w") as file:
            file.write(text)
        wrong = lathe(path("p.txt"))
        expect(wrong.returncode == 1 and message in wrong.stderr and not wrong.stdout, "a broken problem is told with its place", wrong)


def ptx_tests(folder):
    path = lambda name: os.path.join(folder, name)
    with open(path("k.ptx"), "w") as file:
        file.write(KERNEL)
    done = lathe(path("k.ptx"), "--check", "--remarks", path("remarks.yaml"))
    expect(done.returncode == 0 and done.stdout.count("function ") == 2 and "checker: 0 faults" in done.stderr, "functions of PTX", done)
    # Entered every second time, left once in 32 turns.
    expect("block 1 dominator 0 post-dominator 2 depth 1 frequency 16 " in done.stdout, "a loop turns as loops do", done)
    expect("frequency 4096 " in done.stdout, "an endless loop is limited", done)
    with open(path("remarks.yaml")) as file:
        yaml = file.read()
    expect("Name:            Endless" in yaml and re.search("Function:        '?endless'?$", yaml, re.M), "remarks")
    one = lathe(path("k.ptx"), "--function", "k")
    expect(one.stdout.count("function ") == 1, "one function", one)
    text = lathe(path("k.ptx"), "--function", "k", "--print-problem").stdout
    expect(lathe("-", "--check", stdin=text).stdout == one.stdout, "the problem of PTX gives the same report")
    none = lathe(path("k.ptx"), "--function", "q")
    expect(none.returncode == 1 and "no function 'q'" in none.stderr, "no such function", none)


def uniform_tests():
    same = lathe("-", "--uniform", "--check", "--function", "k", stdin=KERNEL)
    expect(same.returncode == 0 and "checker: 0 faults" in same.stderr and "divergent" not in same.stdout, "parameters are the same for all", same)
    own = lathe("-", "--uniform", "--check", "--function", "k", stdin=KERNEL.replace("mov.u32 %r2, 0;", "mov.u32 %r2, %tid.x;"))
    expect(own.returncode == 0 and "checker: 0 faults" in own.stderr, "threads' numbers, checked", own)
    expect(own.stdout.count("branch divergent") == 1 and "block 0 branch divergent" not in own.stdout, "the loop alone parts threads", own)
    text = lathe("-", "--uniform", "--function", "k", "--print-problem", stdin=KERNEL).stdout
    expect(lathe("-", "--uniform", "--check", stdin=text).stdout == same.stdout, "the problem of PTX gives the same answer")
    wrong = lathe("-", "--uniform", stdin="uniformity\nblock x\n")
    expect(wrong.returncode == 1 and wrong.stderr and not wrong.stdout, "a broken problem", wrong)


# A loop that loads what the next turn's load needs: 33 cycles from load to load, whatever else is in it.
CHASE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) {
.reg .b64 %rd<3>;
.reg .pred %p<2>;
ld.param.u64 %rd1, [p];
L:
ld.global.u64 %rd1, [%rd1];
setp.ne.u64 %p1, %rd1, 0;
@%p1 bra L;
ret;
}
"""


def throughput_tests(folder):
    path = lambda name: os.path.join(folder, name)
    with open(path("c.ptx"), "w") as file:
        file.write(CHASE)
    one = lathe(path("c.ptx"), "--throughput", "--check", "--warps=1")
    expect(one.returncode == 0 and "checker: 0 faults" in one.stderr and " bound latency" in one.stdout, "one warp waits", one)
    alone = float(re.search(r"block 1 .*alone ([\d.]+)", one.stdout)[1])
    many = lathe(path("c.ptx"), "--throughput", "--check", "--warps=64")
    expect(re.search(r"block 1 share .* cycles 4.00 bound unit lsu issue 3.00 busiest 4.00 alone %.2f" % alone, many.stdout), "many wait for the unit", many)
    text = lathe(path("c.ptx"), "--throughput", "--warps=64", "--print-problem").stdout
    expect(lathe("-", "--throughput", "--check", stdin=text).stdout == many.stdout, "the problem of PTX gives the same answer")
    data = json.loads(lathe(path("c.ptx"), "--throughput", "--warps=64", "--json").stdout)["results"][0]
    expect(data["function"] == "k" and data["blocks"][1]["bound"] == "unit lsu" and data["threads"] == 64, "as data: %s" % data)
    # A launch that turned the loop three times, with eight lines for each load of a warp.
    rows = [{"function": "k", "line": line, "issued": runs, "requests": runs if line == 9 else 0, "lines": 8 * runs if line == 9 else 0}
            for line, runs in ((7, 1), (9, 3), (10, 3), (11, 3), (12, 1))]
    with open(path("p.json"), "w") as file:
        json.dump({"instructions": rows}, file)
    done = lathe(path("c.ptx"), "--throughput", "--check", "--warps=64", "--profile", path("p.json"))
    expect("block 1 share" in done.stdout and "cycles 32.00 bound unit lsu" in done.stdout and "together 9" in done.stdout, "what a launch did", done)
    for arguments, stdin, message in ((["-", "--throughput", "--warps=2"], text, "--warps"), (["-", "--warps=2"], text, "--throughput"),
                                      ([path("c.ptx"), "--throughput", "--profile", path("c.ptx")], None, "c.ptx")):
        wrong = lathe(*arguments, stdin=stdin)
        expect(wrong.returncode in (1, 2) and message in wrong.stderr and not wrong.stdout, "refused: %s" % arguments, wrong)


def main():
    uniform_tests()
    with tempfile.TemporaryDirectory() as folder:
        throughput_tests(folder)
    with tempfile.TemporaryDirectory() as folder:
        problem_tests(folder)
        ptx_tests(folder)
    ptx = os.path.join(ROOT, "tests/corpus/executor/scan.ptx")
    done = lathe(ptx, "--check", "--stats")
    expect(done.returncode == 0 and "checker: 0 faults" in done.stderr, "PTX of a compiler", done)
    expect(lathe(ptx).stdout == done.stdout, "the same again")
    for args in (("/does/not/exist.ptx",), (ptx, "--sweeps", "x"), (ptx, "--fule", "1"), (ptx, "--most-trips", "0")):
        wrong = lathe(*args)
        expect(wrong.returncode == (1 if len(args) == 1 else 2) and wrong.stderr and not wrong.stdout, "wrong usage: %s" % (args,), wrong)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
