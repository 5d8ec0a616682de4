#!/usr/bin/env python3
"""`lathe import`: plans that are worked out by hand here, workloads, refusals with reasons, wrong input.

  import.py LATHE
"""
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
import common  # noqa: E402
import linking  # noqa: E402
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])

# main calls f (70 instructions) and, hot, x (900), which both call h (70): f offers 70, x, below a hot call, still 100.
# h then offers 70, too little for deep (71). k is noinline, big is larger than 100.
PROBLEM = """thinlto
module a.bc
function main external insts 5
call f
call x hot
call k
call big
call puts
ref table readonly
module b.bc
function f external insts 70
call h
function x external insts 900
call h
function h external insts 70
call deep
function deep external insts 71
function k external insts 3 noinline
function big external insts 101
function unused external insts 1
variable table external constant readonly
root main
"""


# Two modules. The kernel k calls f, which reads a table; g, which calls a local function that writes a variable; big, of
# 101 instructions; and behind, by another name. Nothing calls dead. The kernel k2 is never imported.
TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
FIRST = TRIPLE + """
declare i32 @f(i32)
declare i32 @g(i32)
declare i32 @big(i32)
declare i32 @other(i32)
define ptx_kernel void @k(ptr %p) {
  %a = call i32 @f(i32 1)
  %b = call i32 @g(i32 %a)
  %c = call i32 @big(i32 %b)
  %d = call i32 @other(i32 %c)
  store i32 %d, ptr %p
  ret void
}
"""
SECOND = TRIPLE + """
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@state = addrspace(1) global i32 0
@other = alias i32 (i32), ptr @behind
define i32 @behind(i32 %x) {
  %r = add i32 %x, 4
  ret i32 %r
}
define i32 @f(i32 %x) {
  %p = getelementptr [4 x i32], ptr @table, i32 0, i32 %x
  %r = load i32, ptr %p
  ret i32 %r
}
define internal i32 @hidden(i32 %x) {
  store i32 %x, ptr addrspace(1) @state
  ret i32 %x
}
define i32 @g(i32 %x) {
  %r = call i32 @hidden(i32 %x)
  ret i32 %r
}
define ptx_kernel void @k2() {
  ret void
}
define i32 @dead(i32 %x) {
  ret i32 %x
}
define i32 @big(i32 %x) {
""" + "".join("  %%v%d = add i32 %s, %%x\n" % (i, "%%v%d" % (i - 1) if i else "%x") for i in range(100)) + """  ret i32 %v99
}
"""


def lathe(*args, text=None):
    done = t.run("import", *args, stdin=(text or "").encode())
    done.stdout, done.stderr = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    return done


def expect(fine, what, done=None):
    t.expect(what, fine, "\n" + done.stdout[:1500] + done.stderr[:1500] if done else "")


def imported(done):
    """(module, word, name) of each import, variable and declaration."""
    found, module = set(), ""
    for line in done.stdout.splitlines():
        words = line.split()
        if words[0] == "module":
            module = words[1]
        elif words[0] in ("import", "variable", "declare"):
            found.add((module, words[0], words[1]))
    return found


def tool(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    expect(done.returncode == 0, "ran " + " ".join(command), done)
    return done.stdout


def modules():
    """LLVM modules as input, against what stands in their text and against LLVM's tools."""
    for name, text in (("a.ll", FIRST), ("b.ll", SECOND)):
        t.file(name, text.encode())
    plan = {("a.ll", "import", "f"), ("a.ll", "import", "other"), ("a.ll", "import", "g"), ("a.ll", "import", "hidden"),
            ("a.ll", "variable", "table"), ("a.ll", "variable", "state")}
    texts = ["a.ll", "b.ll"]
    done = lathe(*texts, "--check", "--print-import-failures")
    expect(done.returncode == 0 and imported(done) == plan, "the plan of two modules in text", done)
    for line in ("dead dead", "refuse big too_large threshold 100", "export hidden", "export table"):
        expect(line in done.stdout, "the plan of modules says: " + line, done)
    problem = lathe(*texts, "--print-problem")
    for line in ("function k external insts 6 prevailing kernel", "function k2 external insts 1 prevailing kernel", "root state"):
        expect(line in problem.stdout, "the problem of modules says: " + line, problem)
    expect(lathe("-", "--print-import-failures", text=problem.stdout).stdout == done.stdout, "the same plan from its text")
    done = t.run("thinlto", *texts, "-o", "made", "--import-instr-limit=100")
    t.expect("the plan carried out", done.returncode == 0, done.stderr.decode())
    result("the plan carried out", ["made/a.ptx", "made/b.ptx"])
    compared = lathe(*texts, "--compare=llvm")
    expect(compared.returncode == 0 and "both 6 only-lathe 0 only-llvm 0" in compared.stdout, "compared with LLVM", compared)
    every = lathe(*texts, "--compare=llvm", "--rule=best", "--import-instr-limit=101")
    expect("both 7 only-lathe 0 only-llvm 0" in every.stdout, "LLVM's thresholds are ours", every)
    address = lathe(*texts, "--force-import-priority=3", "--compare=llvm")
    expect("module %s\nonly big from %s refused threshold 100 reason too_large other 100\ncause options at k %s to big %s" %
           (*texts, *texts) in address.stdout, "a difference has its reason and its cause", address)
    expect("dead dead" not in lathe(*texts, "--exported-symbol", "dead").stdout, "an exported symbol is alive")
    for args, word in (((texts[0], "/no.bc"), "no.bc"), ((texts[0], texts[0]), "twice"),
                       ((*texts, "--exported-symbol", "nobody"), "nobody")):
        wrong = lathe(*args)
        expect(wrong.returncode == 1 and word in wrong.stderr and not wrong.stdout, "refused: " + word, wrong)
    for flag in ("--compare=llvm", "--emit-index=shards"):
        wrong = lathe("-", flag, text=PROBLEM)
        expect(wrong.returncode == 1 and "problem text" in wrong.stderr, "a problem text with " + flag, wrong)
    with_tools(texts, plan)


def result(what, files):
    """f(1) is table[1], 2; g gives it back, big adds it a hundred times, and other 4."""
    done = linking.executed(t, what, files, "k", "--arg", "out:i32:1:-")
    t.expect(what + ": result", done.stdout.decode().split()[-1:] == ["206"], done.stdout.decode())


def broken_bits(file, broken):
    """LLVM's reader of summaries trusts them: whatever stands there, the answer is a plan or an error."""
    choose = random.Random(3)
    with open(file, "rb") as source:
        good = source.read()
    for number in range(100):
        bits = bytearray(good)
        for _ in range(choose.randint(1, 3)):
            at = choose.randrange(8 * len(bits))
            bits[at // 8] ^= 1 << at % 8
        with open(broken, "wb") as out:
            out.write(bits)
        done = lathe(broken)
        expect(done.returncode == 0 or (done.returncode == 1 and "broken.bc" in done.stderr and not done.stdout),
               "flipped bits, number %d: exit state %d" % (number, done.returncode), done)


def with_tools(texts, plan):
    opt, lto, clang, dis = (common.llvm_tool(name) for name in ("opt", "llvm-lto", "clang", "llvm-dis"))
    if not opt or not lto or not dis:
        return
    files = ["a.bc", "b.bc"]
    for source, to in zip(texts, files):
        tool(opt, "-module-summary", "-module-hash", source, "-o", to)
    plan = {(m.replace(".ll", ".bc"), word, name) for m, word, name in plan}
    done = lathe(*files, "--check")
    expect(done.returncode == 0 and imported(done) == plan, "modules with summaries", done)
    broken_bits(files[0], "broken.bc")
    tool(lto, "-thinlto", "-thinlto-action=thinlink", "-o", "index.thinlto.bc", *files)
    combined = lathe("index.thinlto.bc", "--check")
    expect(combined.returncode == 0 and imported(combined) == plan, "a combined index", combined)
    compared = lathe("index.thinlto.bc", "--compare=llvm")
    expect("both 6 only-lathe 0 only-llvm 0" in compared.stdout, "a combined index compared with LLVM", compared)
    beside = lathe("index.thinlto.bc", files[0])
    expect(beside.returncode == 1 and "combined index" in beside.stderr, "a combined index and a module", beside)
    # Summaries out: LLVM's own function import takes them, and imports what the plan says.
    shards = "shards"
    written = lathe(*files, "--emit-index", shards)
    expect(written.returncode == 0 and sorted(os.listdir(shards)) ==
           ["a.bc.imports", "a.bc.thinlto.bc", "b.bc.imports", "b.bc.thinlto.bc"], "indexes are written", written)
    with open(os.path.join(shards, "a.bc.imports")) as file:
        expect(file.read() == files[1] + "\n", "a imports from b")
    with open(os.path.join(shards, "b.bc.imports")) as file:
        expect(file.read() == "", "b imports nothing")
    moved = tool(opt, "-S", "-passes=function-import", "-import-all-index", "-summary-file", os.path.join(shards, "a.bc.thinlto.bc"), files[0])
    for name in ("f", "g"):
        expect("define available_externally i32 @%s(" % name in moved, "opt imports " + name, None)
    expect("hidden.llvm." in moved and "@k2" not in moved and "define available_externally i32 @big" not in moved,
           "opt imports the promoted local, and neither the kernel nor what is too large")
    shard = lathe(os.path.join(shards, "a.bc.thinlto.bc"))
    expect(shard.returncode == 1 and "index of one backend" in shard.stderr, "the index of one backend is no program", shard)
    none = lathe(*files, "--emit-index", shards, "--import-instr-limit=0")
    moved = tool(opt, "-S", "-passes=function-import", "-import-all-index", "-summary-file", os.path.join(shards, "a.bc.thinlto.bc"), files[0])
    expect(none.returncode == 0 and "available_externally" not in moved, "opt imports nothing where the plan has nothing")
    if clang:
        lathe(*files, "--emit-index", shards)
        tool(clang, *common.device_flags("75"), "-O2", "-S", "-x", "ir", files[0],
             "-fthinlto-index=" + os.path.join(shards, "a.bc.thinlto.bc"), "-o", "a.ptx")
        with open("a.ptx") as file:
            kernel = file.read().split(".entry k(")[-1]
        expect("call" in kernel and "big" in kernel and not any(" %s," % name in kernel for name in ("f", "g", "hidden")),
               "clang inlines what the index lets it import, and only that")
        # Names of promoted locals have a dot, which LLVM leaves in PTX; so the other module is ours.
        done = t.run("compile", files[1], "-fthinlto-index=" + os.path.join(shards, "b.bc.thinlto.bc"), "-mcpu=sm_75", "-o", "b.ptx")
        t.expect("the other module's job", done.returncode == 0, done.stderr.decode())
        result("clang's code beside ours", ["a.ptx", "b.ptx"])


def main():
    problem = "index.txt"
    t.file(problem, PROBLEM.encode())
    plain = {("a.bc", "import", "f"), ("a.bc", "import", "x"), ("a.bc", "import", "h"), ("a.bc", "variable", "table")}
    plan = lathe(problem, "--check", "--print-import-failures", "--print-imports", "--stats")
    expect(plan.returncode == 0 and imported(plan) == plain, "the plan worked out by hand", plan)
    for line in ("dead unused", "refuse k no_inline", "refuse big too_large threshold 100",
                 "refuse deep too_large threshold 70", "refuse puts no_summary",
                 "import x from b.bc threshold 1000 pass direct hotness hot", "export table"):
        expect(line in plan.stdout, "the plan says: " + line, plan)
    expect("import: a.bc h from b.bc" in plan.stderr and "imported functions" in plan.stderr, "imports are printed", plan)
    low = lathe(problem, "--check", "--import-instr-limit=60", "--import-hot-multiplier", "2")
    expect(imported(low) == {("a.bc", "variable", "table")}, "a lower limit", low)
    one = lathe(problem, "--check", "--import-cutoff=1", "--print-import-failures")
    expect(("a.bc", "import", "x") in imported(one) and len(imported(one)) == 2 and "f import_cutoff" in one.stdout,
           "a budget of one goes to the hot callee", one)
    seen = lathe("-", "--check", "--profile-gate=1", text=PROBLEM.replace("call big", "call big counted"))
    unseen = lathe("-", "--check", "--profile-gate=1", text=PROBLEM)
    expect(("a.bc", "import", "big") in imported(seen) and imported(unseen) == plain, "the gate lets in what a profile saw", seen)
    declared = lathe(problem, "--check", "--import-declaration=1")
    expect(imported(declared) - plain >= {("a.bc", "declare", "k"), ("a.bc", "declare", "big")}, "declarations", declared)
    every = lathe(problem, "--check", "--force-import-all=1")
    expect(every.returncode == 0 and ("a.bc", "import", "k") in imported(every), "force-import-all", every)
    llvm = lathe(problem, "--check", "--rule", "llvm")
    expect(llvm.returncode == 0 and imported(llvm) <= plain, "LLVM's rule", llvm)
    workload = "workload.json"
    with open(workload, "w") as file:
        file.write('{"main": ["big", "k", "nobody"]}')
    listed = lathe(problem, "--check", "--thinlto-workload-def", workload)
    expect(imported(listed) == {("a.bc", "import", "big"), ("a.bc", "import", "k")} and "nobody" in listed.stderr,
           "a workload's list", listed)
    with open(workload, "w") as file:
        file.write('{"main": 3}')
    for wrong in (lathe(problem, "--thinlto-workload-def", workload), lathe(problem, "--thinlto-workload-def", "/no.json")):
        expect(wrong.returncode == 1 and ".json" in wrong.stderr and not wrong.stdout, "a broken workload", wrong)
    remarks = "remarks.yaml"
    lathe(problem, "--remarks", remarks)
    text = open(remarks).read()
    expect("Imported" in text and "NotImported" in text and re.search("Cost: +'900'", text), "remarks with cost and threshold")
    printed = lathe(problem, "--print-problem")
    again = lathe("-", "--print-problem", text=printed.stdout)
    expect(printed.returncode == 0 and printed.stdout == again.stdout, "a problem text is read and printed as it was", again)
    expect(lathe("-", text=printed.stdout).stdout == lathe(problem).stdout, "the same plan from the printed problem")
    broken = lathe("-", text="thinlto\nmodule a\nfunction f extrenal insts 3\n")
    expect(broken.returncode == 1 and "<stdin>:3:12" in broken.stderr and not broken.stdout, "a wrong word has its place", broken)
    nonsense = lathe("-", text="no problem\n")
    expect(nonsense.returncode == 1 and "expected 'thinlto'" in nonsense.stderr, "nonsense is refused", nonsense)
    missing = lathe("/does/not/exist.txt")
    expect(missing.returncode == 1 and "exist.txt" in missing.stderr, "a missing file is named", missing)
    for flag in (["--rule", "magic"], ["--import-instr-evolution-factor", "1.5"], ["--import-cold-multiplier=-1"]):
        wrong = lathe("-", *flag, text=PROBLEM)
        expect(wrong.returncode == 2, "wrong usage: " + " ".join(flag), wrong)
    modules()
    t.finish()


if __name__ == "__main__":
    main()
