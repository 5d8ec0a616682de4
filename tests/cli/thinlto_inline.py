#!/usr/bin/env python3
"""What lathe thinlto inlines behind the import: under a budget, and within the registers of kernels with launch bounds.

  thinlto_inline.py LATHE
"""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
import linking  # noqa: E402
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'


def text(path):
    with open(path, errors="replace") as file:
        return file.read()


def entry(ptx, name):
    """The text of one function."""
    found = re.search(r"\.(entry|func)[^;{]*\b%s\b[^;{]*\{.*?\n\}" % name, ptx, re.S)
    return found.group(0) if found else ""


def compiled(out, *options, modules):
    done = t.run("thinlto", *modules, "-o", out, "--check", *options)
    t.expect("thinlto " + " ".join(options), done.returncode == 0, done.stderr.decode())
    return done.stderr.decode()


def check_threshold():
    """A call of 5 for each of 900 instructions (half as much more is allowed where all is one block): too large at -O2, where LLVM's threshold is taken, not at -O3."""
    body = "".join("  %%v%d = mul i32 %s, %%x\n" % (i, "%%v%d" % (i - 1) if i else "%x") for i in range(900))
    t.file("large.ll", (HEAD + "define i32 @large(i32 %x) {\n" + body + "  ret i32 %v899\n}\n").encode())
    t.file("calls_large.ll", (HEAD + "declare i32 @large(i32)\ndefine ptx_kernel void @k(ptr addrspace(1) %o, i32 %x) {\n  %a = call i32 @large(i32 %x)\n"
                              "  store i32 %a, ptr addrspace(1) %o\n  ret void\n}\n").encode())
    for options, there in (([], True), (["-O3"], True), (["-O2"], False), (["-Os"], False), (["-O2", "--inline-threshold=4000"], True),
                           (["-O3", "--inline-threshold=2475"], False)):
        said = compiled("threshold", "--inline-info", *options, modules=["calls_large.ll", "large.ll"])
        t.expect("the threshold of %s" % options, ("k: large inlined" if there else "k: large not inlined: too_large") in said, said)
        done = linking.executed(t, "the threshold of %s" % options, ["threshold/calls_large.ptx", "threshold/large.ptx"], "k", "--arg", "out:i32:1:-", "--arg", "i32:3")
        want = 3 ** 901 % (1 << 32)
        t.expect("the threshold of %s: result" % options, done.stdout.decode().split()[-1:] == [str(want - (1 << 32) if want >> 31 else want)], done.stdout.decode())


def check_budget():
    """What is inlined first where a caller may not grow by all: what wins most for its growth."""
    body = "".join("  %%v%d = mul i32 %s, %%x\n" % (i, "%%v%d" % (i - 1) if i else "%x") for i in range(30))
    t.file("budget_main.ll", (HEAD + """
declare i32 @before(i32)
declare i32 @often(i32)
declare i32 @little(i32)
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n) {
entry:
  %a = call i32 @before(i32 %n)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %a, %entry ], [ %more, %loop ]
  %b = call i32 @often(i32 %i)
  %more = add i32 %sum, %b
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %c = call i32 @little(i32 %more)
  store i32 %c, ptr addrspace(1) %out
  ret void
}
""").encode())
    t.file("budget_lib.ll", (HEAD + "define i32 @before(i32 %%x) {\n%s  ret i32 %%v29\n}\ndefine i32 @often(i32 %%x) {\n%s  %%r = add i32 %%v29, 1\n"
                             "  ret i32 %%r\n}\ndefine i32 @little(i32 %%x) {\n  %%r = add i32 %%x, 7\n  ret i32 %%r\n}\n" % (body, body)).encode())
    results = []
    for budget, stays in (("20000", set()), ("150", {"before"}), ("0", {"before", "often"})):
        said = compiled("budget", "--inline-budget=" + budget, "--inline-info", "--inliner-function-import-stats=verbose", "--stats",
                            modules=("budget_main.ll", "budget_lib.ll"))
        calls = set(re.findall(r"call[^;]*\), (\w+), ", entry(text("budget/budget_main.ptx"), "k")))
        t.expect("calls that stay at a budget of " + budget, calls == stays, "%s %s" % (calls, said))
        for name in ("before", "often", "little"):
            line = "k: %s not inlined: budget" % name if name in stays else "k: %s inlined, cost" % name
            t.expect("says '%s' at %s" % (line, budget), line in said, said)
            t.expect("counts %s at %s" % (name, budget), "Inlined imported function [%s]: #inlines = %d" % (name, name not in stays) in said, said)
        t.expect("sums at " + budget, "imported functions 3, inlined %d, inlined everywhere %d; all inlined calls %d, kept for the budget %d, for registers 0" %
                 (3 - len(stays), 3 - len(stays), 3 - len(stays), len(stays)) in said, said)
        done = linking.executed(t, "budget " + budget, ["budget/budget_main.ptx", "budget/budget_lib.ptx"], "k", "--arg", "out:i32:1:-", "--arg", "i32:5")
        results.append(done.stdout)
    t.expect("the same result with each budget", len(set(results)) == 1, str(results))
    said = compiled("budget", "--inline-total-budget=150", "--inliner-function-import-stats=basic", modules=("budget_main.ll", "budget_lib.ll"))
    t.expect("a budget for the module", "inlined 2, inlined everywhere 2" in said and "#inlines" not in said, said)


def check_pressure():
    """A kernel with launch bounds stays on its step of occupancy: a body that needs the registers that live across its call stays out of line."""
    count = 28
    loads = "".join("  %%p%d = getelementptr i32, ptr addrspace(1) %%o, i64 %d\n  %%v%d = load volatile i32, ptr addrspace(1) %%p%d\n" %
                    (i, i + 1, i, i) for i in range(count))
    sums = "".join("  %%s%d = add i32 %s, %%v%d\n" % (i, "%%s%d" % (i - 1) if i else "%c", i) for i in range(count))
    # The caller has 28 values across the call; so many the callee has between its loads and its sums.
    wide = HEAD + "define i32 @wide(ptr addrspace(1) %%o, i32 %%c) {\n%s%s  ret i32 %%s%d\n}\n" % (loads, sums, count - 1)

    def kernel(bounds):
        return HEAD + ("declare i32 @wide(ptr addrspace(1), i32)\ndefine ptx_kernel void @k(ptr addrspace(1) %%o) %s {\n%s"
                       "  %%c = call i32 @wide(ptr addrspace(1) %%o, i32 1)\n%s  store i32 %%s%d, ptr addrspace(1) %%o\n  ret void\n}\n" %
                       (bounds, loads, sums, count - 1))
    t.file("wide.ll", wide.encode())
    seen = set()
    # 40 registers: a step of sm_90 by registers alone, and what 1,536 threads leave. 64 hold both bodies.
    for bounds, options, stays in (('"nvvm.maxntid"="768" "nvvm.minctasm"="2"', [], True),
                                   ('"nvvm.maxntid"="768" "nvvm.minctasm"="2"', ["--inline-pressure=false"], False),
                                   ('"nvvm.maxntid"="128"', [], True), ('"nvvm.maxnreg"="40"', [], True), ("", [], False),
                                   ("", ["--maxreg=40"], True), ("", ["--maxreg=40", "--inline-pressure=false", "--enable=register-target"], False)):
        what = "pressure, %s %s" % (bounds, " ".join(options))
        t.file("narrow.ll", kernel(bounds).encode())
        said = compiled("pressure", "--mcpu=sm_90", "--inline-info", "--stats", "--inliner-function-import-stats=basic", *options,
                            modules=("narrow.ll", "wide.ll"))
        calls = "call" in entry(text("pressure/narrow.ptx"), "k")
        t.expect(what, calls == stays, said)
        t.expect(what + ": says so", ("k: wide not inlined: pressure" in said) == stays and ("for registers %d" % stays) in said, said)
        done = linking.executed(t, what, ["pressure/narrow.ptx", "pressure/wide.ptx"], "k", "--arg", "iota:i32:40")
        seen.add(done.stdout)
    t.expect("the same result with either", len(seen) == 1, str(seen))
    t.error("--maxreg that nothing reads", ["thinlto", "narrow.ll", "wide.ll", "-o", "e", "--maxreg=40", "--inline-pressure=false"], 2, "--maxreg")


TABLE = HEAD + """
@table = linkonce_odr constant [2 x ptr] [ptr @near, ptr @far]
declare i32 @far(i32)
declare i32 @dispatch(ptr, i32)
define linkonce_odr i32 @near(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %o) {
  %object = alloca ptr
  store ptr @table, ptr %object
  %a = call i32 @dispatch(ptr %object, i32 3)
  store i32 %a, ptr addrspace(1) %o
  ret void
}
"""
DISPATCH = HEAD + """
define i32 @dispatch(ptr %object, i32 %x) {
  %table = load ptr, ptr %object
  %f = load ptr, ptr %table
  %a = call i32 %f(i32 %x)
  %next = getelementptr ptr, ptr %table, i64 1
  %g = load ptr, ptr %next
  %b = call i32 %g(i32 %a)
  ret i32 %b
}
"""
FAR = HEAD + """
define i32 @far(i32 %x) {
  %r = mul i32 %x, 10
  ret i32 %r
}
"""


def check_tables():
    """A function that only a virtual table names is there when its call becomes direct."""
    for name, code in (("table.ll", TABLE), ("dispatch.ll", DISPATCH), ("far.ll", FAR)):
        t.file(name, code.encode())
    for options, stays in (([], False), (["--import-table-targets=2"], False), (["--import-table-targets=1"], True), (["--import-table-targets=0"], True)):
        what = "tables " + " ".join(options)
        said = compiled("tables", "--print-imports", *options, modules=("table.ll", "dispatch.ll", "far.ll"))
        kernel = entry(text("tables/table.ptx"), "k")
        t.expect(what, ("call" in kernel) == stays and ("import: table.ll far from far.ll" in said) != stays, said + kernel)
        done = linking.executed(t, what, ["tables/%s.ptx" % n for n in ("table", "dispatch", "far")], "k", "--arg", "out:i32:1:-")
        t.expect(what + ": result", "40" in done.stdout.decode().split(), done.stdout.decode())


def check_limits():
    """Bodies of up to a thousand instructions are moved, nine tenths of that a level deeper; `lathe import` has the reference's limits."""
    def body(name, size, callee=""):
        lines = "".join("  %%v%d = add i32 %s, %%x\n" % (i, "%%v%d" % (i - 1) if i else "%x") for i in range(size - 1 - bool(callee)))
        last = "%%v%d" % (size - 2 - bool(callee))
        if callee:
            return "declare i32 @%s(i32)\ndefine i32 @%s(i32 %%x) {\n%s  %%r = call i32 @%s(i32 %s)\n  ret i32 %%r\n}\n" % (callee, name, lines, callee, last)
        return "define i32 @%s(i32 %%x) {\n%s  ret i32 %s\n}\n" % (name, lines, last)
    t.file("caller.ll", (HEAD + "declare i32 @full(i32)\ndeclare i32 @more(i32)\ndefine ptx_kernel void @k(ptr addrspace(1) %o) {\n  %a = call i32 @full(i32 1)\n"
                         "  %b = call i32 @more(i32 %a)\n  store i32 %b, ptr addrspace(1) %o\n  ret void\n}\n").encode())
    for name, code in (("full", body("full", 1000, "deep")), ("more", body("more", 1001)), ("deep", body("deep", 900, "deeper")), ("deeper", body("deeper", 811))):
        t.file(name + ".ll", (HEAD + code).encode())
    modules = ("caller.ll", "full.ll", "more.ll", "deep.ll", "deeper.ll")
    said = compiled("limits", "--print-imports", modules=modules)
    t.expect("the limits of thinlto", set(re.findall(r"import: caller.ll (\w+)", said)) == {"full", "deep"}, said)
    linking.executed(t, "limits", ["limits/%s.ptx" % m[:-3] for m in modules], "k", "--arg", "out:i32:1:-")
    done = t.run("import", *modules, "--print-imports")
    t.expect("the limits of import", done.returncode == 0 and b"import: " not in done.stderr, done.stderr.decode())


check_threshold()
check_budget()
check_pressure()
check_tables()
check_limits()
t.finish()
