#!/usr/bin/env python3
"""The table of passes on the command line: orders, reports, limits, a gate, texts that can be read back, bisection.

  passes.py LATHE
"""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cli import Checks, GOOD, few  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The reference's knobs that turn passes off, and what these are called here.
OFF = {"disable-machine-dce": "dead-code final-dead-code", "disable-machine-licm": "early-machinelicm", "disable-postra-machine-licm": "machinelicm",
       "disable-machine-cse": "machine-cse", "disable-machine-sink": "machine-sink", "disable-postra-machine-sink": "postra-machine-sink", "disable-branch-fold": "branch-folder",
       "disable-tail-duplicate": "tailduplication", "disable-early-taildup": "early-tailduplication", "disable-block-placement": "block-order chain-placement",
       "disable-copyprop": "copy-propagation late-copies", "disable-ssc": "stack-slot-coloring", "disable-post-ra": "post-schedule", "disable-early-ifcvt": "early-ifcvt",
       "disable-peephole": "peephole-opt", "nv-disable-mem2reg": "nvptx-mem2reg", "nv-disable-remat": "nvptx-remat-block"}
KERNELS = "crc reduce spmv fft softmax".split()
DEFAULT = ["copy-propagation", "fold-addresses", "dead-code", "wide-addresses", "phi-elimination", "redundant-moves",
           "block-order", "final-dead-code"]
# Two functions; the second has blocks.
TWO = b"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @first(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @second(ptr addrspace(1) %p, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %v = phi i32 [ 7, %a ], [ %n, %entry ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 5
  store i32 %v, ptr addrspace(1) %q
  ret void
}
"""
# Two variables whose lives do not meet.
APART = b"""target triple = "nvptx64-nvidia-cuda"
declare void @use(ptr)
define void @f() {
  %a = alloca [64 x i8], align 8
  %b = alloca [64 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  ret void
}
"""
# What `ssa` and then opt-phis have to do: a loop that hands a register around.
PHIS = b""".version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, 0;
L:
  mov.b32 %r3, %r1;
  add.s32 %r2, %r2, %r3;
  mov.b32 %r1, %r3;
  setp.lt.s32 %p1, %r2, 100;
  @%p1 bra L;
  st.global.u32 [%rd1], %r1;
  ret;
}
"""


def names(text):
    return [line.split()[0] for line in text.decode().splitlines()]


def table(text):
    """--time-passes -> [(pass, functions, changed, before, behind)]"""
    rows = re.findall(r"^ +[\d.]+ +[\d.]+ +(\d+) +(\d+) +(\d+) +(\d+)  (\S+)", text.decode(), re.M)
    return [(name, int(runs), int(changed), int(before), int(behind)) for runs, changed, before, behind, name in rows]


def pipelines(t, good):
    def shown(*options):
        return names(t.run("compile", good, "--print-pipeline", *options).stdout)
    t.expect("-O3", shown() == DEFAULT, str(shown()))
    t.expect("-O0", shown("-O0") == ["phi-elimination"], str(shown("-O0")))
    t.expect("-O1", shown("-O1") == [p for p in DEFAULT if p != "wide-addresses"])
    t.expect("--disable", "dead-code" not in shown("--disable=dead-mi-elimination"))
    t.expect("--enable", "opt-phis" in shown("--enable=opt-phis") and shown("--enable=pipeliner")[-1] == "pipeline-loops")
    order = ["phi-elimination", "dead-code", "block-order", "dead-code"]
    t.expect("--pipeline", shown("--pipeline=" + ",".join(order)) == order)
    t.expect("--pipeline at -O0", shown("-O0", "--pipeline=phi-elimination,pipeliner") == ["phi-elimination", "pipeline-loops"])
    t.expect("nothing is compiled", not os.path.exists("good.ptx"))
    t.error("phi-elimination stays", ["compile", good, "--disable=phi-elimination", "-o", "-"], 2, "phi-elimination")
    t.error("by its other name", ["compile", good, "--disable=phi-node-elimination", "-o", "-"], 2, "phi-node-elimination")
    for name in few(("phi-elimination", "alloca-hoisting", "finalize-isel", "generic-to-nvvm", "nvptx-assign-valid-global-names", "post-ra-pseudos", "two-address-instruction")):
        for command, source, options in (("compile", good, ("enable", "disable", "pipeline")), ("opt", os.devnull, ("enable", "disable", "passes"))):
            if name != "phi-elimination":  # a pass of the pipeline, so it may be named
                for option in options:
                    t.error("%s --%s=%s" % (command, option, name), [command, source, "--%s=%s" % (option, name), "-o", "-"], 2, name, "cannot be switched")
        t.error("--disable=" + name, ["compile", good, "--disable=" + name, "-o", "-"], 2, name, "cannot be switched")
    frames = [re.search(rb"__local_depot\[(\d+)\]", t.run("compile", "-", "-o", "-", *o, stdin=APART).stdout)[1] for o in ([], ["--disable=stack-coloring"])]
    t.expect("--disable=stack-coloring", frames == [b"64", b"128"], str(frames))
    t.error("no phis in PTX", ["compile", good, "--pipeline=dead-code", "-o", "-"], 2, "phi-elimination must stand")
    t.error("no such pass", ["compile", good, "--pipeline=dead-cod", "-o", "-"], 2, "dead-cod", "known:")
    t.error("a knob's value", ["compile", good, "--opt-phis-max-set=many", "-o", "-"], 2, "many")
    for knob, passes in few(list(OFF.items())):
        with_them = "--enable=" + ",".join(p for p in passes.split() if p not in DEFAULT)
        for command, source in (("compile", good), ("opt", os.devnull)):
            for value, runs in (("", False), ("=true", False), ("=false", True)):
                text = t.run(command, source, "--print-pipeline", *([with_them] if with_them[-1] != "=" else []), "--%s%s" % (knob, value))
                found = [p in names(text.stdout) for p in passes.split()]
                t.expect("%s --%s%s" % (command, knob, value), text.returncode == 0 and found == [runs] * len(found), str(text))
    t.expect("a knob turns a pass on", "machine-cse" in shown("--enable-mcse") and "machine-cse" not in shown("--enable-mcse", "-O0"))
    t.expect("a knob turns a pass off", "machine-cse" not in shown("--enable=machine-cse", "--disable-machine-cse") and
             "copy-propagation" not in shown("--disable-copyprop"))


def reports(t):
    taken_back = 0
    for kernel in few(KERNELS, 2):
        source = os.path.join(ROOT, "tests/kernels/ll", kernel + ".ll")
        done = t.run("compile", source, "-o", "-", "--time-passes", "--print-after=block-order")
        rows = table(done.stderr)
        t.expect(kernel + ": a row for each pass", [r[0] for r in rows] == DEFAULT, str(rows))
        for one, other in zip(rows, rows[1:]):
            t.expect(f"{kernel}: {other[0]} starts where {one[0]} ended", one[4] == other[3], str(rows))
        t.expect(kernel + ": something is dead", rows[2][4] < rows[2][3] and rows[2][2] > 0, str(rows))
        printed = done.stderr.count(b"// behind block-order")
        t.expect(kernel + ": printed behind a pass", printed == rows[0][1], str(printed))
        plain = t.run("compile", source, "-o", "-")
        t.expect(kernel + ": reports change nothing", plain.stdout == done.stdout and b" ms " not in plain.stderr)
        # What a stage printed goes the rest of the way, and does the same.
        t.file("whole.ptx", plain.stdout)
        for stage in DEFAULT:
            text = t.run("compile", source, "--stop-after=" + stage, "-o", "stage.ptx")
            read = t.run("opt", "stage.ptx", "-o", "read.ptx")
            same = t.run("equal", "read.ptx", "whole.ptx")
            t.expect(f"{kernel}: {stage} read back", text.returncode == read.returncode == same.returncode == 0,
                     str(read.stderr + same.stdout)[:400])
        gated = t.run("compile", source, "-o", "-", "--keep-if-better=all", "--time-passes", "--enable=schedule", "--verify-each")
        t.expect(kernel + ": the gate", gated.returncode == 0 and gated.stderr.count(b"taken back") < 9, str(gated.stderr[:400]))
        taken_back += gated.stderr.count(b"taken back")
    t.expect("the gate takes something back", taken_back > 0)


def remarks(t):
    """Each pass speaks under the name by which it is switched."""
    source, every = os.path.join(ROOT, "tests/kernels/ll/crc.ll"), set()
    for name in ("early-machinelicm", "machinelicm", "machine-cse", "late-copies", "chain-placement", "tailduplication",
                 "register-coalescer", "phi-edge-splitting"):
        t.run("compile", source, "-o", "out.ptx", "--enable=" + name, "--remarks", "said.yaml")
        said = set(re.findall(r"^Pass: +(\S+)$", open("said.yaml").read(), re.M))
        t.expect(name + ": remarks", said <= {name}, str(said))
        every.update(said)
    t.expect("some say something", len(every) > 2, str(every))


# Counted by hand: three words and an address of two registers live behind the third load, and one predicate.
PRESSURE = b""".version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
.maxntid 256, 1, 1
.minnctapersm 2
{
  .reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p<2>;
  ld.param.u64 %rd1, [p];
  ld.global.u32 %r1, [%rd1];
  ld.global.u32 %r2, [%rd1+4];
  ld.global.u32 %r3, [%rd1+8];
  setp.lt.s32 %p1, %r1, %r2;
  @%p1 bra L;
  add.s32 %r4, %r1, %r2;
  add.s32 %r3, %r4, %r3;
L:
  st.global.u32 [%rd1], %r3;
  ret;
}
"""


# Of 384 threads, which leaves 168 registers to each; one warpgroup takes 240.
RECONFIGURED = b""".version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p) .maxntid 384, 1, 1
{
  .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 128;
  @%p1 bra L;
  setmaxnreg.inc.sync.aligned.u32 240;
  st.global.u32 [%rd1], %r1;
  ret;
L:
  setmaxnreg.dec.sync.aligned.u32 40;
  st.global.u32 [%rd1+4], %r1;
  ret;
}
"""


def crowded(limit):
    """A product that is there again behind twenty live values, in a function of `limit` registers that takes 240 while it runs."""
    lines = [".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 p) .maxnreg %d\n{" % limit,
             ".reg .b32 %r<60>; .reg .b64 %rd<4>; ld.param.u64 %rd1, [p]; setmaxnreg.inc.sync.aligned.u32 240;",
             "ld.global.u32 %r1, [%rd1]; ld.global.u32 %r2, [%rd1+4]; mad.lo.s32 %r3, %r1, %r2, 5; st.global.u32 [%rd1+8], %r3;"]
    lines += ["ld.global.u32 %%r%d, [%%rd1+%d];" % (10 + k, 100 + 4 * k) for k in range(20)]
    lines += ["st.global.u32 [%%rd1+%d], %%r%d;" % (200 + 4 * k, 10 + k) for k in range(20)]
    lines += ["mad.lo.s32 %r4, %r1, %r2, 5; st.global.u32 [%rd1+12], %r4; st.global.u32 [%rd1+16], %r1; st.global.u32 [%rd1+20], %r2; ret;", "}"]
    return "\n".join(lines).encode()


def pressure(t):
    source = t.file("crowded.ptx", crowded(24))
    for options, products in [([], 2), (["--cta-reconfig-aware-mrpa"], 1), (["--cta-reconfig-aware-rpa", "--enable=machine-rpa"], 2), (["--maxreg=40"], 1), (["--maxreg=40", "--reg-target-adjust=-10"], 1),
                              (["--maxreg=30", "--reg-target-adjust=-6"], 2), (["--rp-aware-mcse=false"], 1)]:
        told = t.run("opt", source, "-o", "-", "--enable=ssa,machine-cse", *options).stdout
        t.expect("machine-cse by registers %s" % options, told.count(b"mad.lo") == products, told.decode())
    plain, bounds = t.file("plain.ptx", PRESSURE.replace(b".maxntid 256, 1, 1\n.minnctapersm 2\n", b"")), t.file("bounds.ptx", PRESSURE)
    line = "Function: k%s Register Target: [R: %d, P: 7] Register Pressure: [R: 5, P: 1]\n"
    for source, options, bound, target in [(bounds, [], " Launch bounds (256, 2)", 128), (bounds, ["--maxreg=40"], " Launch bounds (256, 2)", 40),
                                           (plain, ["--maxreg=24"], "", 24), (plain, [], "", 32)]:
        told = t.run("opt", source, "-o", "out.ptx", "--print-reg-target", *options)
        t.expect("target and pressure %s %s" % (source, options), told.stderr.decode() == line % (bound, target), told.stderr.decode())
    for options, line in [(["--reg-target-adjust=-10", "--maxreg=40"], "[R: 30, P: 7]"), (["--reg-target-adjust=7"], "[R: 135, P: 7]"),
                          (["--pred-target-adjust=-3"], "[R: 128, P: 4]")]:
        told = t.run("opt", bounds, "-o", "out.ptx", "--print-reg-target", *options).stderr.decode()
        t.expect("adjusted by %s" % options, "Register Target: " + line in told, told)
    for knob in ("reg", "pred"):
        t.error("adjusted too far", ["opt", bounds, "-o", "out.ptx", "--print-reg-target", "--%s-target-adjust=11" % knob], 2, "-target-adjust")
    reconfigured = t.file("reconfigured.ptx", RECONFIGURED)
    for options, limit in [([], 168), (["--cta-reconfig-aware-rpa"], 240), (["--cta-reconfig-aware-mrpa", "--enable=machine-cse"], 168), (["--cta-reconfig-aware-rpa", "--maxreg=50"], 50)]:
        told = t.run("opt", reconfigured, "-o", "out.ptx", "--enable=machine-rpa", *options).stderr.decode()
        t.expect("blocks that take more registers %s" % options, "limit %d" % limit in told, told)
        told = t.run("opt", reconfigured, "-o", "out.ptx", "--print-reg-target", *options).stderr.decode()
        t.expect("targets of such blocks", ("R: %d," % limit in told) == (limit != 168), told)
    told = t.run("opt", bounds, "-o", "out.ptx", "--enable=extra-machineinstr-printer").stderr
    # Ten, and two jumps to neighbours, which block-order takes away behind it.
    t.expect("the reference's lines", told == b"function k\nMax Live RRegs: 5\tPRegs: 1\nFunction Size: 12\n", told.decode())
    told = t.run("opt", bounds, "-o", "out.ptx", "--enable=machine-rpa").stderr.decode()
    for said in ("set gpr max 5 in block0 limit 128", "set pred max 1 in block0 limit 7", "block L live in 2 out 0", "gpr 5 at 4 (ld.global.u32)"):
        t.expect("pressure by blocks", said in told, told)
    t.error("a limit that nothing reads", ["opt", bounds, "-o", "out.ptx", "--maxreg=40"], 2, "--maxreg does nothing", "machine-rpa")
    # Knobs without a pass that reads them, with it, where it is left out, and with values that change nothing.
    for options, said in [(["--pipeliner-max-mii=3"], "pipeline-loops, which reads it, does not run"), (["--tail-dup-size=9"], "early-tailduplication, tailduplication"),
                          (["--pipeliner-max-mii=3", "--enable=pipeline-loops", "-O0"], "at -O0"), (["--machine-sink-split", "--pipeline=phi-elimination,dead-code"], "machine-sink"),
                          (["--enable=machine-sink", "--disable=machine-sink", "--machine-sink-split"], "machine-sink"),
                          (["--outliner-benefit-threshold=9", "--enable-machine-outliner=never"], "machine-outliner")]:
        t.error("knobs that nothing reads %s" % options, ["opt", bounds, "-o", "out.ptx", *options], 2, " does nothing", said)
    for options in (["--pipeliner-max-mii=3", "--enable-pipeliner"], ["--tail-dup-size=9", "--enable=tailduplication"], ["--tail-dup-size=2"], ["--print-reg-target=false"],
                    ["--machine-sink-split", "--nvptx-enable-machine-sink"], ["--outliner-benefit-threshold=9"], ["--maxreg=40", "--passes=dead-code,schedule"]):
        done = t.run("opt", bounds, "-o", "out.ptx", *options)
        t.expect("knobs that are read %s" % options, done.returncode == 0, done.stderr.decode())


FRAME = b""".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
  .local .align 8 .b64 plain; .local .align 4 .b8 large[12];
  .reg .b32 %r<9>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [p];
  ld.global.u32 %r1, [%rd1]; ld.global.s32 %rd2, [%rd1+4];
  mov.u64 %rd3, large; add.s64 %rd4, %rd3, %rd2;
  st.local.u32 [%rd4], %r1; st.local.u64 [plain], %rd1; ld.local.u32 %r2, [large+8]; ld.local.u64 %rd5, [plain];
  st.global.u32 [%rd5], %r2;
  ret;
}
"""


def frames(t):
    """One depot, how large it is, and a warning above a limit."""
    source, on = t.file("frame.ptx", FRAME), ["--enable=nvptx-prolog-epilog", "--disable=nvptx-mem2reg"]
    for options, warned in [([], False), (["--warn-stack-size=24"], False), (["--warn-stack-size=23"], True), (["--warn-stack-size=0"], True)]:
        told = t.run("opt", source, "-o", "-", *on, *options)
        limit = options[0].split("=")[1] if options else ""
        t.expect("a warning of %s" % options, told.stderr.decode() == ("warning: stack frame size (24) exceeds limit (%s) in function 'k'\n" % limit if warned else ""), told.stderr.decode())
        t.expect("one depot", b".local .align 8 .b8 __local_depot0[24];" in told.stdout and b"plain" not in told.stdout and b"__local_depot0+16" in told.stdout, told.stdout.decode())
    told = t.run("opt", source, "-o", "out.ptx", *on, "--remarks=r.yaml", "--warn-stack-size=23")
    with open("r.yaml") as file:
        remarks = file.read()
    t.expect("remarks of the frame", "24 stack bytes in function" in remarks and "StackSizeExceeded" in remarks, remarks)


def orders_behind(t):
    """post-schedule by the reference's knobs; usedessa=1 has it alone."""
    source = t.file("frame.ptx", FRAME)
    for options, runs in [([], False), (["--misched-postra"], True), (["--enable=post-schedule"], True), (["--misched-postra", "--disable-post-ra"], False),
                          (["--enable=post-schedule", "--disable-post-ra"], False), (["--enable=schedule,post-schedule", "--usedessa=1"], True), (["--misched-postra=false"], False)]:
        told = t.run("opt", source, "-o", "out.ptx", "--print-pipeline", *options).stdout.decode()
        t.expect("post-schedule with %s" % options, ("post-schedule" in told) == runs, told)
        t.expect("no schedule in front of it with usedessa below 2", "--usedessa=1" not in options or "\nschedule" not in told, told)


def looped(inside):
    """Twenty products that a loop adds up, computed in it or in front of it."""
    products = "".join("mad.lo.s32 %%r%d, %%r1, %d, %d;\n" % (10 + k, 7 * k + 3, k) for k in range(20))
    sums = "".join("add.s32 %%r3, %%r3, %%r%d; st.global.u32 [%%rd1+%d], %%r3;\n" % (10 + k, 4 * k) for k in range(20))
    return (".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u32 n)\n{\n.reg .b32 %r<40>; .reg .b64 %rd<4>; .reg .pred %p<4>;\n"
            "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n]; mov.u32 %r2, 0; mov.u32 %r3, 0;\n" + ("LOOP:\n" + products if inside else products + "LOOP:\n") + sums +
            "add.s32 %r2, %r2, 1; setp.lt.s32 %p1, %r2, %r1; @%p1 bra LOOP; st.global.u32 [%rd1], %r3; ret;\n}\n").encode()


def invariants(t):
    """Out of the loop, as many as registers allow, and back into it: by the knobs of both passes."""
    inside, before = t.file("inside.ptx", looped(True)), t.file("before.ptx", looped(False))
    few = ["--maxreg=12"]
    early, late, avoid = ["--enable=ssa,early-machinelicm"], ["--enable=machinelicm"], ["--sink-insts-to-avoid-spills"]
    for source, options, fine in [(inside, [], lambda n: n == 20), (inside, early, lambda n: n == 0), (inside, late, lambda n: n == 0), (inside, ["--enable=ssa", "--enable-mlicm"], lambda n: n == 0),
                                  (inside, early + ["--disable-machine-licm"], lambda n: n == 20), (inside, late + ["--disable-postra-machine-licm"], lambda n: n == 20),
                                  (inside, late + ["--disable-machine-licm"], lambda n: n == 0), (inside, early + few, lambda n: 0 < n < 20), (inside, late + few, lambda n: 0 < n < 20),
                                  (before, early + few, lambda n: n == 0), (before, early + avoid, lambda n: n == 0), (before, early + few + avoid, lambda n: 0 < n < 20),
                                  (before, late + few + avoid, lambda n: 0 < n < 20)]:
        told = t.run("opt", source, "-o", "-", *options).stdout
        loop = told[told.find(b"LOOP:"):]
        t.expect("products in the loop of %s with %s" % (os.path.basename(source), options), fine(loop.count(b"mad.lo")), told.decode())
    twice = t.file("twice.ptx", looped(True).replace(b"LOOP:\n", b"mad.lo.s32 %r35, %r1, 10, 1; st.global.u32 [%rd1+400], %r35;\nLOOP:\n"))
    for options, total in [([], 20), (["--machinelicm-reuse=false"], 21)]:
        told = t.run("opt", twice, "-o", "-", *early, *options).stdout
        t.expect("one of the products is there in front of the loop: with %s" % options, told.count(b"mad.lo") == total, told.decode())


MAZE = b""".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
.reg .b32 %r<10>; .reg .b64 %rd<4>; .reg .pred %p<8>;
ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n]; mov.u32 %r2, 0;
setp.eq.u32 %p1, %r1, 7; @%p1 bra X;
setp.gt.u32 %p2, %r1, 100; @%p2 bra X; bra Y;
X: bar.sync 0; add.u32 %r2, %r2, 5; bra L;
Y: add.u32 %r2, %r2, 9; setp.eq.u32 %p5, %r1, 50; @%p5 bra M;
L: add.u32 %r2, %r2, 1; setp.eq.u32 %p3, %r2, 77; @%p3 bra E;
M: add.u32 %r2, %r2, 2; setp.lt.u32 %p4, %r2, %r1; @%p4 bra L;
st.global.u32 [%rd1], %r2; ret;
E: mov.u32 %r3, 3; st.global.u32 [%rd1], %r3; ret;
}
"""


def structure(t):
    """What is not structured goes by flags, with its barrier as it was; or stays where that would be too much."""
    def told(source):
        return t.run("opt", source, "-o", os.devnull, "--structurizecfg-check").stderr
    for faults, text in (((b"several entries", b"entered elsewhere"), MAZE), ((b"several exits", b"entered elsewhere"), MAZE.replace(b"@%p5 bra M;", b""))):
        maze = t.file("maze.ptx", text)
        found = told(maze)
        t.expect("faults", all(what in found for what in faults), found.decode())
        mended = t.run("opt", maze, "-o", "-", "--enable=structurizecfg-flags").stdout
        t.expect("structured", told(t.file("mended.ptx", mended)).split() == b"function k structured".split() and mended.count(b"bar.sync") == 1, mended.decode())
    ways = "".join("Q%d: st.global.u32 [%%rd1], %%r1; setp.gt.u32 %%p2, %%r1, %d; @%%p2 bra Q%d;\n" % (k, k, min(60, k + 2 + k * 7 % 11)) for k in range(60))
    large = MAZE.replace(b"bra Y;\nX: bar", b"@%p1 bra Y;\n" + ways.encode() + b"Q60: X: bar")
    large = t.file("large.ptx", large)
    t.expect("growth is bounded", told(t.file("rest.ptx", t.run("opt", large, "-o", "-", "--enable=structurizecfg-flags", "--structurizecfg-growth=1").stdout)).count(b": ") > 0)
    t.expect("or not", told(t.file("none.ptx", t.run("opt", large, "-o", "-", "--enable=structurizecfg-flags", "--structurizecfg-growth=900").stdout)).count(b": ") == 0)


def weighed(yes, no):
    return ("""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %%p, i32 %%n) {
  %%c = icmp slt i32 %%n, 7
  br i1 %%c, label %%a, label %%b%s
a:
  store volatile i32 111, ptr addrspace(1) %%p
  br label %%end
b:
  store volatile i32 222, ptr addrspace(1) %%p
  br label %%end
end:
  store volatile i32 333, ptr addrspace(1) %%p
  ret void
}
!0 = !{!"branch_weights", i32 %d, i32 %d}
""" % (", !prof !0" if yes + no else "", yes, no)).encode()


def weights(t):
    """The likely side comes behind the branch, with both orders of blocks; without weights the order is what it was."""
    for order in ([], ["--enable=chain-placement"], ["--enable=structurizecfg-flags,branch-folder,chain-placement"]):
        first = {}
        for name, (yes, no) in {"yes": (99, 1), "no": (1, 99), "never": (0, 7), "unknown": (0, 0)}.items():
            text = t.run("compile", t.file(name + ".ll", weighed(yes, no)), "-o", "-", *order).stdout
            first[name] = b"111" if 0 <= text.find(b"111") < text.find(b"222") else b"222"
        t.expect("by weights, %s" % order, first["yes"] == b"111" and first["no"] == first["never"] == b"222", str(first))


HOT = b"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %%p, i32 %%x) {
  switch i32 %%x, label %%other [i32 1, label %%a
    i32 700, label %%b
    i32 3000, label %%c], !prof !0
a:
  store volatile i32 111, ptr addrspace(1) %%p
  ret void
b:
  store volatile i32 222, ptr addrspace(1) %%p
  ret void
c:
  store volatile i32 333, ptr addrspace(1) %%p
  ret void
other:
  store volatile i32 444, ptr addrspace(1) %%p
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 %d, i32 %d, i32 %d}
"""


def switch_weights(t):
    """Which case comes often decides what is asked first, and what stands first."""
    for k, marker in enumerate((b"111", b"222", b"333")):
        text = t.run("compile", t.file("hot.ll", HOT % tuple(1000 if i == k else 1 for i in range(3))), "-o", "-").stdout
        found = {m: text.find(m) for m in (b"111", b"222", b"333", b"444")}
        t.expect("the case that comes often stands first, %d" % k, found[marker] == min(found.values()) >= 0, text.decode())


def bisection(t):
    two, phis = t.file("two.ll", TWO), t.file("phis.ptx", PHIS)
    whole = t.run("compile", two, "-o", "-").stdout
    t.expect("jumps that the layout makes needless are gone", b"bra.uni" not in whole, str(whole))
    limited = t.run("compile", two, "-o", "-", "--pass-limit=0")
    t.expect("no pass but what is required", b"bra.uni" in limited.stdout and b"phi" not in limited.stdout, str(limited.stdout))
    for threads in ("1", "3"):
        again = t.run("compile", two, "-o", "-", "--pass-limit=10", "--threads=" + threads)
        t.expect("limits are the same for all threads", again.stderr == t.run("compile", two, "-o", "-", "--pass-limit=10").stderr)
    found = t.run("bisect", "--check", "grep -q bra.uni {}", "compile", two)
    text = found.stdout.decode()
    t.expect("the pass and the function", found.returncode == 0 and text.startswith("second block-order: step 15 of 16"), text + str(found.stderr))
    bad = re.search(r"^bad:  lathe (.*)$", text, re.M)
    fine = re.search(r"^good: lathe (.*)$", text, re.M)
    t.expect("what it says to run is bad", b"bra.uni" not in t.run(*bad.group(1).split(), "-o", "-").stdout, text)
    t.expect("and good", b"bra.uni" in t.run(*fine.group(1).split(), "-o", "-").stdout, text)
    found = t.run("bisect", "--check", "test $(grep -c 'mov.b32' {}) -gt 0", "opt", phis, "--pipeline=opt-phis,ssa,opt-phis,phi-elimination")
    t.expect("a PTX module", found.stdout.startswith(b"k ssa: step 2 of 4"), str(found.stdout + found.stderr))
    t.error("nothing to find", ["bisect", "--check", "true", "compile", two], 1, "nothing to find")
    t.error("not in the passes", ["bisect", "--check", "false", "compile", two], 1, "without any machine pass")
    t.error("no command", ["bisect", "--check", "true"], 2, "compile or opt")
    t.error("a mistyped option", ["bisect", "--chekc", "true", "compile", two], 2, "--chekc", "did you mean --check")
    t.error("no check", ["bisect", "compile", two], 2, "--check")
    t.error("fuel without a limit", ["compile", two, "--pass-fuel=3", "-o", "-"], 2, "--pass-fuel", "--pass-limit")
    t.error("its own options", ["bisect", "--check", "true", "compile", two, "--pass-limit=3"], 2, "--pass-limit")
    t.error("a broken input", ["bisect", "--check", "true", "compile", "nowhere.ll"], 1, "nowhere.ll")
    # Fuel: how many changes the last step made, and fewer of them.
    told = t.run("opt", phis, "-o", "-", "--pipeline=ssa,opt-phis,phi-elimination", "--pass-limit=2").stderr.decode()
    count = re.search(r"pass step 2 of 3, (\d+) changes: k opt-phis", told)
    t.expect("changes are counted", count and int(count.group(1)) > 0, told)
    told = t.run("opt", phis, "-o", "-", "--pipeline=ssa,opt-phis,phi-elimination", "--pass-limit=2", "--pass-fuel=0").stderr
    t.expect("fuel", b"0 changes: k opt-phis" in told, str(told))


def main():
    t = Checks(sys.argv[1])
    good = t.file("good.ll", GOOD)
    pipelines(t, good)
    reports(t)
    remarks(t)
    pressure(t)
    frames(t)
    orders_behind(t)
    invariants(t)
    structure(t)
    weights(t)
    switch_weights(t)
    bisection(t)
    t.finish()


main()
