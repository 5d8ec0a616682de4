#!/usr/bin/env python3
"""`lathe modulo` with expansions: their text, check and page; PTX with pipelined loops computes what it did.

  modulo_expand.py LATHE
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from cli import FEW, few  # noqa: E402

THREADS, ROW = 40, 64  # each thread has a trip count and a row of words of its own
failed = []
PROBLEM = """modulo chain
unit mem
op load latency 4 use mem
op add latency 1
op store latency 1 use mem
class r
value 0 class r
value 1 class r
data 0 1 latency 4 value 0
data 1 2 latency 1 value 1
"""

# Thread t gets %r0 = t, %r1 = t + 1, %rd1 = its words of x, %rd2 = its row of out. Registers above 9 are free. Behind
# the body, 32-bit results go to the row's end: %r10 and %r11.
FRAME = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 out)
{
.reg .pred %%p<8>;
.reg .b16 %%h<30>;
.reg .b32 %%r<30>;
.reg .f32 %%f<30>;
.reg .b64 %%rd<30>;
ld.param.u64 %%rd1, [x];
ld.param.u64 %%rd2, [out];
mov.u32 %%r0, %%tid.x;
add.s32 %%r1, %%r0, 1;
mul.wide.u32 %%rd3, %%r0, 4;
add.s64 %%rd1, %%rd1, %%rd3;
mul.wide.u32 %%rd3, %%r0, 256;
add.s64 %%rd2, %%rd2, %%rd3;
mov.u64 %%rd4, %%rd2;
mov.u32 %%r10, 0;
mov.u32 %%r11, 0;
%s
st.global.u32 [%%rd4+248], %%r10;
st.global.u32 [%%rd4+252], %%r11;
ret;
}
"""
KERNELS = {
    "saxpy": """L:
ld.global.nc.f32 %f1, [%rd1];
ld.global.f32 %f2, [%rd2];
fma.rn.f32 %f2, %f1, 0f40400000, %f2;
st.global.f32 [%rd2], %f2;
add.s64 %rd1, %rd1, 4;
add.s64 %rd2, %rd2, 4;
add.s32 %r1, %r1, -1;
setp.ne.s32 %p1, %r1, 0;
@%p1 bra L;""",
    "dot": """mov.f32 %f3, 0f00000000;
mov.u32 %r12, 0;
L:
ld.global.f32 %f1, [%rd1];
ld.global.f32 %f2, [%rd1+64];
fma.rn.f32 %f3, %f1, %f2, %f3;
add.s64 %rd1, %rd1, 4;
add.s32 %r12, %r12, 1;
setp.ge.s32 %p1, %r12, %r1;
@!%p1 bra L;
mov.b32 %r10, %f3;
mov.u32 %r11, %r12;""",
    "prefix": """mov.u32 %r12, 0;
L:
ld.global.nc.u32 %r13, [%rd1];
add.u32 %r10, %r10, %r13;
xor.b32 %r14, %r10, %r12;
st.global.u32 [%rd2], %r14;
add.s64 %rd1, %rd1, 4;
add.s64 %rd2, %rd2, 4;
setp.ge.u32 %p1, %r12, %r0;
add.u32 %r12, %r12, 1;
@!%p1 bra L;
bra OUT;
OUT:
mov.u32 %r11, %r13;""",
    "carried memory": """mov.u32 %r12, 7;
L:
ld.global.u32 %r13, [%rd2];
mad.lo.u32 %r13, %r13, 3, %r12;
mul.lo.u32 %r15, %r13, %r13;
mul.lo.u32 %r15, %r15, %r13;
st.global.u32 [%rd2+16], %r15;
add.s64 %rd2, %rd2, 4;
add.s32 %r12, %r12, -2;
add.s32 %r1, %r1, -1;
setp.gt.s32 %p1, %r1, 0;
@%p1 bra L;
mov.u32 %r10, %r12;""",
    # Values handed round by moves, each of which reads what another writes; the test reads the old counter.
    "moves": """mov.u32 %r12, 1;
mov.u32 %r13, 5;
mov.u32 %r16, 11;
mov.u32 %r14, 0;
L:
mad.lo.u32 %r15, %r12, 7, %r13;
mul.lo.u32 %r17, %r15, %r15;
add.u32 %r10, %r10, %r17;
mov.b32 %r18, %r12;
mov.b32 %r12, %r13;
mov.b32 %r13, %r16;
mov.b32 %r16, %r18;
setp.lt.u32 %p1, %r14, %r0;
add.s32 %r19, %r14, 3;
mov.b32 %r14, %r19;
@%p1 bra L;
add.u32 %r11, %r12, %r13;""",
    # Guards: what is not written keeps its value, of this iteration or of the one before.
    "guards": """mov.u32 %r12, 0;
mov.u32 %r16, 3;
L:
ld.global.nc.u32 %r13, [%rd1];
and.b32 %r14, %r13, 3;
setp.gt.u32 %p2, %r14, 1;
setp.gt.u32 %p3, %r13, %r11;
@%p3 mov.u32 %r11, %r13;
mul.lo.u32 %r15, %r13, 5;
@%p2 add.u32 %r15, %r15, %r16;
@!%p2 mul.lo.u32 %r16, %r15, %r15;
@%p2 add.u32 %r10, %r10, %r15;
@%p3 st.global.u32 [%rd2], %r15;
@!%p3 setp.eq.u32 %p2, %r14, 2;
selp.b32 %r17, %r16, %r15, %p2;
st.global.u32 [%rd2+4], %r17;
add.s64 %rd1, %rd1, 4;
add.s64 %rd2, %rd2, 4;
add.s32 %r12, %r12, 1;
setp.lt.s32 %p1, %r12, %r1;
@%p1 bra L;
add.u32 %r10, %r10, %r16;""",
    "64 bits down": """mul.wide.s32 %rd10, %r0, -3;
sub.s64 %rd11, %rd10, %rd10;
L:
ld.global.nc.u32 %r12, [%rd1];
mul.lo.u32 %r13, %r12, %r12;
add.u32 %r10, %r10, %r13;
add.s64 %rd1, %rd1, 4;
sub.s64 %rd11, %rd11, 2;
setp.le.s64 %p1, %rd10, %rd11;
@%p1 bra L;
cvt.u32.u64 %r11, %rd11;""",
    # Some of these counters pass 65535 and go round once.
    "past the end": """add.u32 %r12, %r0, 65490;
cvt.u16.u32 %h1, %r12;
mov.u16 %h2, 65531;
L:
cvt.u32.u16 %r13, %h1;
mul.lo.u32 %r14, %r13, %r13;
mul.lo.u32 %r14, %r14, %r14;
xor.b32 %r10, %r10, %r14;
add.u32 %r11, %r11, 1;
add.u16 %h1, %h1, 7;
setp.lt.u16 %p1, %h1, %h2;
@%p1 bra L;""",
    "by an inverse": """mov.u16 %h1, 12;
cvt.u16.u32 %h2, %r0;
mul.lo.u16 %h2, %h2, 2;
L:
cvt.u32.u16 %r13, %h1;
mul.lo.u32 %r14, %r13, %r13;
mul.lo.u32 %r14, %r14, %r14;
add.u32 %r10, %r10, %r14;
add.u32 %r11, %r11, 1;
add.s16 %h1, %h1, -6;
setp.ne.s16 %p1, %h1, %h2;
@%p1 bra L;""",
    # The inner loop goes on where it was: its pointer and its sum are read nowhere else.
    "nested": """mov.u32 %r12, 3;
mov.u32 %r15, 1;
OUTER:
mov.u32 %r13, 0;
L:
ld.global.nc.u32 %r14, [%rd1];
mul.lo.u32 %r16, %r14, %r14;
add.u32 %r15, %r15, %r16;
st.global.u32 [%rd2], %r15;
add.s64 %rd1, %rd1, 4;
add.s64 %rd2, %rd2, 4;
add.s32 %r13, %r13, 2;
setp.lt.s32 %p1, %r13, %r1;
@%p1 bra L;
add.s32 %r12, %r12, -1;
setp.ne.s32 %p2, %r12, 0;
@%p2 bra OUTER;""",
    # The branch's predicate is read in the loop and behind it.
    "predicate": """mov.u32 %r12, 0;
setp.eq.u32 %p1, %r0, 0;
L:
ld.global.nc.u32 %r13, [%rd1];
selp.b32 %r14, %r13, 9, %p1;
mul.lo.u32 %r14, %r14, %r14;
add.u32 %r10, %r10, %r14;
add.s64 %rd1, %rd1, 4;
add.s32 %r12, %r12, 1;
setp.lt.s32 %p1, %r12, %r1;
@%p1 bra L;
selp.b32 %r11, 5, 6, %p1;""",
    "vectors": """mul.wide.u32 %rd10, %r1, 16;
and.b64 %rd1, %rd1, -16;
add.s64 %rd10, %rd10, %rd1;
L:
ld.global.nc.v4.u32 {%r12, %r13, %r14, %r15}, [%rd1];
mad.lo.u32 %r10, %r12, %r13, %r10;
mul.lo.u32 %r16, %r14, %r15;
xor.b32 %r11, %r11, %r16;
add.s64 %rd1, %rd1, 16;
setp.ne.u64 %p1, %rd1, %rd10;
@%p1 bra L;""",
}
# A function whose result is a register that only the loop writes.
FUNCTION = """.func (.reg .b32 %out) sum(.reg .b64 %from, .reg .b32 %n)
{
.reg .pred %p<3>;
.reg .b32 %r<5>;
mov.u32 %out, 0;
L:
ld.global.nc.u32 %r1, [%from];
mul.lo.u32 %r2, %r1, %r1;
add.u32 %out, %out, %r2;
add.s64 %from, %from, 4;
add.s32 %n, %n, -1;
setp.ne.s32 %p1, %n, 0;
@%p1 bra L;
ret;
}
.visible .entry"""
CALL = "call (%r10), sum, (%rd1, %r1);\nadd.u32 %r11, %r1, 0;"
KERNELS["grid stride"] = """mov.u32 %r12, 3;
add.u32 %r13, %r12, %r0;
mov.u32 %r14, 90;
L:
mul.wide.s32 %rd5, %r12, 4;
add.s64 %rd5, %rd5, %rd1;
ld.global.nc.u32 %r15, [%rd5];
mad.lo.u32 %r10, %r15, 3, %r10;
add.s32 %r12, %r13, %r12;
setp.lt.s32 %p1, %r12, %r14;
@%p1 bra L;
mov.u32 %r11, %r12;"""
# What an iteration stores the next one loads: the address counts down, in 32 bits.
KERNELS["memory below"] = """.shared .align 4 .b8 words[10240];
mov.u32 %r12, words;
mad.lo.u32 %r13, %r0, 256, %r12;
add.s32 %r13, %r13, 252;
st.shared.u32 [%r13], %r0;
mov.u32 %r14, %r1;
L:
ld.shared.u32 %r15, [%r13];
add.s32 %r16, %r15, 3;
st.shared.u32 [%r13+-4], %r16;
mul.lo.u32 %r17, %r14, %r14;
mul.lo.u32 %r17, %r17, %r17;
xor.b32 %r11, %r11, %r17;
add.s32 %r13, %r13, -4;
add.s32 %r14, %r14, -1;
setp.ne.s32 %p1, %r14, 0;
@%p1 bra L;
ld.shared.u32 %r10, [%r13];"""
# Steps below 1: the counter goes down past the end of its range.
KERNELS["steps below 1"] = """cvt.u16.u32 %h3, %r0;
sub.s16 %h3, %h3, 60;
mov.u16 %h1, -32700;
L:
cvt.u32.u16 %r13, %h1;
mul.lo.u32 %r14, %r13, %r13;
mul.lo.u32 %r14, %r14, %r14;
xor.b32 %r10, %r10, %r14;
add.u32 %r11, %r11, 1;
add.s16 %h1, %h1, %h3;
setp.lt.s16 %p1, %h1, 5;
@%p1 bra L;"""
REFUSED = {
    "not by a setp": "setp.ne.f32 %p1, %f1, %f2;\n@%p1 bra L;",
    "does not move by one step": "shr.u32 %r1, %r1, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra L;",
    "bound changes": "add.s32 %r1, %r1, 1;\nshr.u32 %r0, %r0, 1;\nsetp.lt.s32 %p1, %r1, %r0;\n@%p1 bra L;",
    "run up to its bound": "add.s32 %r1, %r1, 1;\nsetp.gt.s32 %p1, %r1, 0;\n@%p1 bra L;",
    "a clock": "mov.u32 %r12, %clock;\nadd.s32 %r1, %r1, -1;\nsetp.gt.s32 %p1, %r1, 0;\n@%p1 bra L;",
    "carry flag": "add.cc.u32 %r12, %r10, 1;\naddc.u32 %r10, %r12, 1;\nadd.s32 %r1, %r1, -1;\nsetp.gt.s32 %p1, %r1, 0;\n@%p1 bra L;",
}


def run(*args, text=None):
    return subprocess.run([sys.argv[1], *args], capture_output=True, text=True, input=text)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:800] + done.stderr[:800]) if done else ""))


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def results(ptx, kind, out):
    done = run("run", ptx, "--block", str(THREADS), "--arg", "rand:%s:512:7:0:1000" % kind,
               "--arg", "fill:%s:%d:1:%s" % (kind, THREADS * ROW, out))
    expect(done.returncode == 0, "the kernel runs", done)
    if done.returncode != 0:
        return None
    with open(out, "rb") as file:
        return file.read()


def rewriting(folder):
    path = lambda name: os.path.join(folder, name)
    ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    assembles = os.access(ptxas, os.X_OK)
    texts = [(name, FRAME % body) for name, body in KERNELS.items()]
    texts.append(("function", (FRAME % CALL).replace(".visible .entry", FUNCTION)))
    for name, text in few(texts, 2):
        write(path("a.ptx"), text)
        kind = "f32" if name in ("saxpy", "dot") else "u32"
        before = results(path("a.ptx"), kind, path("out.raw"))
        for method in ("mve", "peel"):
            for knobs in ([], ["--pipeliner-force-ii", "24"]):
                what = "%s, %s %s" % (name, method, knobs)
                done = run("modulo", path("a.ptx"), "--lift", "--check", "--respect-limits", "false", "--expand=" + method, "--rewrite", path("b.ptx"), *knobs)
                expect(done.returncode == 0 and "0 faults" in done.stderr, what + ": checked", done)
                if knobs and "not pipelined" in done.stdout:
                    continue
                expect(": pipelined, II " in done.stdout, what + ": pipelined", done)
                after = results(path("b.ptx"), kind, path("out.raw"))
                expect(before is not None and before == after, what + ": the same results")
                if not knobs:  # what stayed of the loop is a loop, too
                    done = run("modulo", path("b.ptx"), "--lift", "--check", "--respect-limits", "false", "--rewrite", path("c.ptx"))
                    expect(done.returncode == 0 and ": pipelined, II " in done.stdout, what + ": once more", done)
                    expect(before == results(path("c.ptx"), kind, path("out.raw")), what + ": the same results after two")
                if assembles and not knobs:
                    done = subprocess.run([ptxas, "-arch=sm_80", path("b.ptx"), "-o", os.devnull], capture_output=True, text=True)
                    expect(done.returncode == 0, what + ": ptxas", done)
    for why, body in REFUSED.items():
        text = FRAME % ("L:\n" + body)
        line = 1 + text[:text.index("@%p1")].count("\n")
        done = run("modulo", "-", "--lift", "--rewrite", path("b.ptx"), text=text)
        expect(done.returncode == 0 and why in done.stdout and "<stdin>:" in done.stdout, "refused: " + why, done)
        place = int(done.stdout.split(":")[1]) if done.stdout.startswith("<stdin>:") else 0
        expect(line - 4 <= place <= line, "%s: line %d, the loop ends in %d" % (why, place, line))
        same = run("modulo", path("b.ptx"), "--print-problem").stdout == run("modulo", "-", "--print-problem", text=text).stdout
        expect(same, "refused, and left as it was: " + why)
    tight = run("modulo", "-", "--lift", "--expand=peel", "--rewrite", path("b.ptx"), text=FRAME % KERNELS["guards"])
    expect("not pipelined: 8 registers of class 'p', which has 7" in tight.stdout, "more predicates than there are", tight)
    both = run("modulo", "-", "--lift", "--rewrite", "-", text=FRAME % KERNELS["dot"])
    expect(both.stdout.startswith(".version"), "standard output has the module alone", both)
    problem = run("modulo", "-", "--rewrite", "-", text=PROBLEM)
    expect(problem.returncode == 1 and "--rewrite wants PTX" in problem.stderr, "a problem is not rewritten", problem)


class Random:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state + 0x9E3779B97F4A7C15) & (1 << 64) - 1
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
        z = (z ^ z >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
        return (z ^ z >> 31) % n

    def of(self, items):
        return items[self.below(len(items))]


COMPARE = {"lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
           "ne": lambda a, b: a != b}
MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "ne": "ne"}
NEGATED = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "ne": "eq"}


def counted(random, path):
    """A loop with some counter, from the written rule: iterations of each thread by a simulation in Python."""
    bits, signed = random.of((16, 32, 64)), random.below(2)
    wrap = lambda v: (v + (signed << bits - 1)) % (1 << bits) - (signed << bits - 1)
    low = wrap(1 << bits - 1) if signed else 0
    step = random.of((1, 1, 2, 3, 4, 6, 7, 1000))
    compare = random.of(("lt", "le", "ne")) if random.below(2) else random.of(("gt", "ge", "ne"))
    if compare in ("gt", "ge") or (compare == "ne" and random.below(2)):
        step = -step
    early, immediate = random.below(2), random.below(3) == 0
    by_register = compare in ("lt", "le") and random.below(2)

    def count(first, bound):
        at = first
        for k in range(1, 200):
            tested, at = (at if early else wrap(at + step)), wrap(at + step)
            if not COMPARE[compare](tested, bound):
                return k
        return 0

    edges = [0, low, wrap(low - 1), wrap(low + (1 << bits - 1)), random.below(1 << bits)]
    fixed = wrap(random.of(edges) + random.below(60) - 30)
    pairs, tried = [], 0
    while len(pairs) < THREADS and tried < 4000:
        tried += 1
        bound = fixed if immediate else wrap(random.of(edges) + random.below(60) - 30)
        first = wrap(bound - step * random.below(80) + random.of((0, 0, 1, -1, 3)))
        if count(first, bound):
            pairs.append((first, bound))
    if len(pairs) < THREADS:
        return None
    t, r = "%s%d" % ("su"[not signed], bits), {16: "%h", 32: "%r2", 64: "%rd2"}[bits]
    words = b"".join((v & (1 << 64) - 1).to_bytes(8, "little") for pair in pairs for v in pair)
    with open(path, "wb") as file:
        file.write(words)
    cut = "cvt.u%d.u64" % bits if bits != 64 else "mov.u64"
    operands = ["%s1" % r, str(fixed) if immediate else "%s2" % r]
    swapped, negated = not immediate and random.below(2), random.below(2)
    name = MIRRORED[compare] if swapped else compare
    test = "setp.%s.%s %%p1, %s;" % (NEGATED[name] if negated else name, t, ", ".join(operands[::-1] if swapped else operands))
    move = "add.s%d %s1, %s1, %s;" % (bits, r, r, r + "3" if by_register else str(step))
    body = ["ld.param.u64 %rd1, [x];", "mul.wide.u32 %rd3, %r0, 16;", "add.s64 %rd1, %rd1, %rd3;",
            "ld.global.nc.u64 %rd11, [%rd1];", "ld.global.nc.u64 %rd12, [%rd1+8];", "%s %s1, %%rd11;" % (cut, r),
            "%s %s2, %%rd12;" % (cut, r), "mov.b%d %s3, %d;" % (bits, r, step),
            "L:", "mul.lo.u32 %r13, %r11, %r11;", "mul.lo.u32 %r13, %r13, 77;", "xor.b32 %r13, %r13, %r11;",
            "add.u32 %r10, %r10, %r13;", "add.u32 %r11, %r11, 1;"]
    body += ([test, move] if early else [move, test]) + ["@!%p1 bra L;" if negated else "@%p1 bra L;"]
    return FRAME % "\n".join(body), [count(*pair) for pair in pairs], "%s %s %d%s" % (compare, t, step, ", early" * early + ", in a register" * bool(by_register))


def counters(folder, cases):
    path = lambda name: os.path.join(folder, name)
    random, pipelined = Random(5), 0
    for _ in range(cases):
        made = counted(random, path("in.raw"))
        if made is None:
            continue
        text, counts, what = made
        write(path("a.ptx"), text)
        done = run("modulo", path("a.ptx"), "--lift", "--rewrite", path("b.ptx"))
        expect(done.returncode == 0, "counter " + what, done)
        pipelined += ": pipelined, " in done.stdout
        done = run("run", path("b.ptx"), "--block", str(THREADS), "--arg", "in:" + path("in.raw"), "--arg",
                   "zeros:u32:%d:%s" % (THREADS * ROW, path("out.raw")))
        expect(done.returncode == 0, "counter %s runs" % what, done)
        if done.returncode != 0:
            continue
        with open(path("out.raw"), "rb") as file:
            words = file.read()
        for t, n in enumerate(counts):
            total = sum((k * k * 77 & 0xffffffff) ^ k for k in range(n)) & 0xffffffff
            at = 4 * (t * ROW + 62)
            if words[at:at + 8] != total.to_bytes(4, "little") + n.to_bytes(4, "little"):
                expect(False, "counter %s, thread %d: %d iterations wanted, %d made\n%s" % (
                    what, t, n, int.from_bytes(words[at + 4:at + 8], "little"), text))
                break
    expect(pipelined > cases / 2, "most of the counters are pipelined: %d of %d" % (pipelined, cases))


def expansions(folder):
    path = lambda name: os.path.join(folder, name)
    for knobs, head in ((["--expand"], "expansion mve ii 2 "), (["--expand=mve"], "expansion mve "),
                        (["--expand=peel"], "expansion peel "), (["--expand=annotate"], "expansion annotate "),
                        (["--expand", "--pipeliner-experimental-cg", "true"], "expansion peel "),
                        (["--expand", "--pipeliner-mve-cg", "false"], "expansion peel "),
                        (["--expand", "--pipeliner-annotate-for-testing", "true", "--pipeliner-experimental-cg", "true"],
                         "expansion annotate ")):
        done = run("modulo", "-", "--check", *knobs, text=PROBLEM)
        expect(done.returncode == 0 and "\n" + head in done.stdout and "0 faults" in done.stderr, "%s" % knobs, done)
    plain = run("modulo", "-", text=PROBLEM)
    expect("expansion" not in plain.stdout, "no expansion when none is asked for", plain)
    small = run("modulo", "-", "--expand=peel", "--max-growth", "101", text=PROBLEM)
    expect(small.returncode == 0 and "refused code growth" in small.stdout, "an expansion that is too large", small)
    wrong = run("modulo", "-", "--expand=twice", text=PROBLEM)
    expect(wrong.returncode == 2 and "found 'twice'" in wrong.stderr, "a method that there is not", wrong)
    two = FRAME % (KERNELS["dot"] + KERNELS["moves"].replace("L:", "M:").replace("bra L", "bra M"))
    pages = run("modulo", "-", "--lift", "--report", path("page.html"), text=two)
    page = open(path("page.html")).read() if os.path.exists(path("page.html")) else ""
    expect(pages.returncode == 0 and page.startswith("<!DOCTYPE html>") and '"loop":"k:1"' in page and '"loop":"k:3"' in page
           and page.rstrip().endswith("</html>"), "a page of all loops", pages)
    none = run("modulo", "-", "--report", "/does/not/exist/page.html", text=PROBLEM)
    expect(none.returncode == 1 and "page.html" in none.stderr, "a page that cannot be written", none)


def main():
    with tempfile.TemporaryDirectory() as folder:
        expansions(folder)
        rewriting(folder)
        counters(folder, 60 if not FEW else 15)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
