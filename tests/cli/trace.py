#!/usr/bin/env python3
"""lathe compile --combine-trace, --known-bits-depth, --known-bits-limit, --demanded-bits-depth,
--demanded-bits-limit, --combine-disable: the form of the trace, its agreement with the
figures, the same bytes for any number of threads; and code that gives the same values whatever is known.  trace.py LATHE"""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])

# The mask goes because of what is known of the shift; the two sums become one.
KERNEL = """define ptx_kernel void @k%d(ptr addrspace(1) %%p, i32 %%n) {
entry:
  %%a = load i32, ptr addrspace(1) %%p
  %%s = lshr i32 %%a, 28
  %%m = and i32 %%s, 31
  %%x = add i32 %%m, 3
  %%y = add i32 %%x, 4
  %%go = icmp sgt i32 %%n, 5
  br i1 %%go, label %%more, label %%done
more:
  %%z = mul i32 %%y, 24
  %%t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%u = and i32 %%t, 1023
  %%w = urem i32 %%u, 48
  %%v = add i32 %%z, %%w
  store i32 %%v, ptr addrspace(1) %%p
  ret void
done:
  store i32 %%y, ptr addrspace(1) %%p
  ret void
}
"""
DECLARE = "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
one = t.file("one.ll", (KERNEL % 1 + DECLARE).encode())
many = t.file("many.ll", ("".join(KERNEL % i for i in range(12)) + DECLARE).encode())


def compile(source, *options):
    done = t.run("compile", source, "-o", "-", *options)
    t.expect(f"compile {source} {options}", done.returncode == 0, str(done))
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def sections(text):
    """(function, block, run) -> [(rule, covered, included)]; every line must have its place."""
    out, rewrites = {}, None
    lines = text.splitlines()
    i = 0
    while i < len(lines):
        head = re.fullmatch(r"; function (\S+), block (\d+), combine-([123])", lines[i])
        if head:
            rewrites = out.setdefault((head[1], int(head[2]), int(head[3])), [])
            i += 1
            continue
        covered = re.fullmatch(r"COVERED: ([a-z0-9-]+)((?: \d+)*)", lines[i])
        included = re.fullmatch(r"INCLUDED: ([a-z0-9-]+)((?: \d+)*)", lines[i + 1]) if i + 1 < len(lines) else None
        t.expect("the form of a rewrite", rewrites is not None and covered and included and covered[1] == included[1],
                 f"line {i + 1}: {lines[i:i + 2]}")
        if not (covered and included and rewrites is not None):
            break
        rewrites.append((covered[1], [int(n) for n in covered[2].split()], [int(n) for n in included[2].split()]))
        i += 2
    return out


plain = compile(one)
before = sorted(os.listdir("."))
done = t.run("compile", one, "-o", "-", "--combine-trace=one.txt", "--stats=json")
t.expect("the trace changes no code", done.stdout == plain)
figures = json.loads(done.stderr)
t.expect("one file more", sorted(os.listdir(".")) == sorted([*before, "one.txt"]), str(os.listdir(".")))
runs = sections(read("one.txt"))
blocks = {block for _, block, _ in runs}
t.expect("three runs for each block, in order",
         list(runs) == [("k1", b, r) for b in sorted(blocks) for r in (1, 2, 3)] and len(blocks) == 3, str(list(runs)))
t.expect("a line pair for each rewrite", sum(len(r) for r in runs.values()) == figures["combined"] > 0,
         f"{sum(len(r) for r in runs.values())} of {figures['combined']}")
t.expect("rules by name", any(rule == "add-constants" for rule, _, _ in runs["k1", 0, 1])
         and any(rule == "logic-known" for rule, _, _ in runs["k1", 2, 1]), str(runs))
for where, rewrites in runs.items():
    gone, made = set(), set()
    for rule, covered, included in rewrites:
        t.expect("a node goes once", not gone & set(covered) and len(set(covered)) == len(covered), f"{where} {rule} {covered}")
        t.expect("a node comes once", not made & set(included) and not gone & set(included), f"{where} {rule} {included}")
        gone |= set(covered)
        made |= set(included)

compile(many, "--combine-trace=1.txt", "--threads=1")
first = read("1.txt")
t.expect("functions in order", [f for f, b, r in sections(first) if (b, r) == (0, 1)] == [f"k{i}" for i in range(12)])
for threads in (2, 4, 0):
    compile(many, "--combine-trace=n.txt", f"--threads={threads}")
    t.expect(f"the same with {threads} threads", read("n.txt") == first)
compile(one, "--combine-trace=zero.txt", "-O0")
t.expect("no combiner, no trace", read("zero.txt") == "")
t.error("a file that cannot be written", ["compile", one, "-o", "/dev/null", "--combine-trace=none/x.txt"], 1, "none/x.txt", "cannot write")
t.error("no file name", ["compile", one, "--combine-trace"], 2, "--combine-trace")
t.error("too many levels", ["compile", one, "--known-bits-depth=65"], 2, "--known-bits-depth")
t.error("a limit that is no number", ["compile", one, "--known-bits-limit=-1"], 2, "--known-bits-limit")

# Whatever the limits, the same values.
def values(ptx, n):
    path = t.file("v.ptx", ptx)
    done = t.run("run", path, "--arg", "fill:u32:1:0xdeadbeef:-", "--arg", str(n))
    t.expect("run", done.returncode == 0, str(done))
    return done.stdout


expected = {n: values(plain, n) for n in (0, 9)}
t.expect("values", b"20" in expected[0] and b"480" in expected[9], str(expected))  # 13 + 7; 20 * 24 + 0 % 48
seen = {}
for option in ("--known-bits-limit=0", "--known-bits-limit=1", "--known-bits-limit=3", "--known-bits-depth=0", "--known-bits-depth=64"):
    done = t.run("compile", one, "-o", "-", "--verify-each", "--stats=json", option)
    t.expect(option, done.returncode == 0, str(done))
    figures = json.loads(done.stderr)["known_bits"]
    kind, number = option.rsplit("=", 1)
    t.expect(f"{option}: work within the limit", figures["most"] <= (int(number) if "limit" in kind else 1024), str(figures))
    t.expect(f"{option}: questions", figures["questions"] > 0, str(figures))
    for n, wanted in expected.items():
        t.expect(f"{option}: values for {n}", values(done.stdout, n) == wanted, str(done.stdout))
    seen[option] = done.stdout
t.expect("the defaults, spelled out", compile(one, "--known-bits-depth=6", "--known-bits-limit=1024") == plain)
t.expect("knowing nothing leaves a mask", seen["--known-bits-limit=0"].count(b"and.b32") > plain.count(b"and.b32"), str(seen["--known-bits-limit=0"]))

# Demanded bits within their limits, and rules left out by name.
BITS = """define ptx_kernel void @k0(ptr addrspace(1) %p, i32 %n) {
  %a = load i32, ptr addrspace(1) %p
  %m = and i32 %a, 65535
  %x = mul i32 %m, %a
  %y = xor i32 %x, %n
  %z = shl i32 %y, 16
  store i32 %z, ptr addrspace(1) %p
  ret void
}
"""
masked = t.file("bits.ll", BITS.encode())
full = compile(masked)
t.expect("a mask that a shift hides goes", b"and.b32" not in full, str(full))
for option in ("--demanded-bits-depth=0", "--demanded-bits-depth=1", "--demanded-bits-limit=0", "--combine-disable=demanded-bits",
               "--combine-disable=merge-memory,known-bits"):
    t.expect(f"{option}: it stays", b"and.b32" in compile(masked, option), option)
t.expect("the defaults of demanded bits", compile(masked, "--demanded-bits-depth=6", "--demanded-bits-limit=24") == full)
t.expect("another group changes nothing here", compile(masked, "--combine-disable=reassociation") == full)
compile(masked, "--combine-disable=demanded-bits", "--combine-trace=off.txt")
t.expect("a rule that is off leaves no trace", "demanded-bits" not in read("off.txt"))
t.error("no such rule", ["compile", masked, "--combine-disable=nothing"], 2, "no rule nothing")
t.error("too many levels of demand", ["compile", masked, "--demanded-bits-depth=65"], 2, "--demanded-bits-depth")
t.finish()
