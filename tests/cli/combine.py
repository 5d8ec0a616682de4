#!/usr/bin/env python3
"""`lathe combine`: the runs of the combiner on DAG text, checked; traces replayed; fuel; rules switched off; broken input.

  combine.py LATHE
"""
import pathlib
import re
import subprocess
import sys
import tempfile

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "kernels/ll"
CHECKED = ("aes", "cub_block", "fft", "half_math", "histogram", "inline_ptx", "mma_ldmatrix", "simd_video")
SOURCE = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b) {
entry:
  %x = add i32 %a, 5
  %y = add i32 %x, 7
  %z = mul i32 %y, 8
  %m = and i32 %z, 3
  %c = icmp eq i32 %b, 0
  br i1 %c, label %one, label %two
one:
  %u = urem i32 %z, 16
  store i32 %u, ptr addrspace(1) %p
  ret void
two:
  %s = or i32 %m, %b
  store i32 %s, ptr addrspace(1) %p
  ret void
}
"""
# A block by hand: shapes are checked before any rule looks.
GOOD = """%0 = entry chain
%1 = copy_from_reg i32 aux=2
%2 = constant i32 0
%3 = add i32 %1, %2
%4 = copy_to_reg chain %0, %3 aux=7
root %4
"""
failed = []


def lathe(*args, text=None):
    return subprocess.run([sys.argv[1], *[str(a) for a in args]], capture_output=True, text=True, input=text)


def combine(*args, text=None):
    return lathe("combine", *args, text=text)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:800] + done.stderr[:800]) if done else ""))


def read(path):
    with open(path) as file:
        return file.read()


def by_hand():
    done = combine("-", "--check", "--stats", text=GOOD)
    expect(done.returncode == 0 and "checker: 0 faults" in done.stderr, "x + 0, checked", done)
    expect("add" not in done.stdout and "%2 = copy_to_reg chain %0, %1 aux=7\n" in done.stdout, "x + 0 is x", done)
    expect(re.search(r"^ +1  rewrites$", done.stderr, re.M) is not None, "one rewrite is counted", done)
    twice = combine("-", text="; function a, block 0\n" + GOOD + "\n; function b, block 3\n" + GOOD)
    expect(twice.stdout.count("root") == 2 and "; function b, block 3\n" in twice.stdout, "two blocks", twice)
    plain = combine("-", "--print-problem", text=GOOD)
    expect(plain.stdout == GOOD + "\n", "a graph is printed as it was read", plain)
    for old, new, says in (("add i32 %1, %2", "add i32 %1", "%3 add i32: operands or results are not those of the operation"),
                           ("add i32 %1", "add i64 %1", "%3 add i64: operands or results"),
                           ("constant i32 0", "constant i32 imm=4294967296", "the constant is wider than its type"),
                           ("constant i32 0", "frame_index i64 aux=3", "no such frame object"),
                           ("= add", "= sum", "<stdin>: line 6: unknown operation 'sum'"),
                           ("aux=7", "aux=7x", "<stdin>: line 7: "),
                           ("%0, %3", "%0, %9", "line 7: %9 is not defined above")):
        wrong = combine("-", text="\n\n" + GOOD.replace(old, new))
        expect(wrong.returncode == 1 and says in wrong.stderr and not wrong.stdout, "broken: " + new, wrong)


def usage(folder, dag):
    for arguments, code, says in ((["--run=4"], 2, "--run"), (["--whole", "--trace", "x"], 2, "--whole goes with"),
                                  (["--disable=fold_ad"], 2, "no rule 'fold_ad' in run 1; nearest: "),
                                  (["-mcpu=sm_1"], 1, "unknown target"), (["--nothing"], 2, "usage: lathe combine")):
        done = combine(dag, *arguments)
        expect(done.returncode == code and says in done.stderr, "exit %d: %s" % (code, " ".join(arguments)), done)
    done = combine(folder + "/none.dag")
    expect(done.returncode == 1 and "none.dag" in done.stderr, "a file that is not there", done)
    rules = combine("--list-rules")
    names = [line.split(":")[0] for line in rules.stdout.splitlines()]
    expect(len(names) > 50 and all(re.fullmatch(r"\S+", n) for n in names), "rules are listed", rules)
    wide = combine("-", "--run=2", text=GOOD.replace("i32", "i24"))
    expect(wide.returncode == 1 and "no register holds a i24" in wide.stderr and "legalize-types" in wide.stderr,
           "run 2 wants legal types", wide)


RULES = """rule right   # literals stand second
each op = add mul
match ($op C x)
when not_literal(x)
give ($op x C)
rule sums
match (add (add x C) D)
give (add x {C + D})
rule power
types t = i32 i64
match (mul x C)
when pow2(C), C >= 2
give (shl x {log2(C)})
"""
SUMS = """%0 = entry chain
%1 = copy_from_reg i32 aux=2
%2 = constant i32 8
%3 = mul i32 %2, %1
%4 = add i32 %3, %2
%5 = add i32 %2, %4
%6 = copy_to_reg chain %0, %5 aux=7
root %6
"""


def rule_files(folder):
    rules, trace = folder + "/a.rules", folder + "/a.trace"

    def write(text):
        with open(rules, "w") as file:
            file.write(text)

    write(RULES)
    done = combine("-", "--rules", rules, "--check", "--stats", "--confirm", "--trace", trace, text=SUMS)
    expect(done.returncode == 0 and "checker: 0 faults" in done.stderr and "constant i32 16" in done.stdout and "shl i32" in done.stdout,
           "rules of a file", done)
    expect("1  rewrites by power" in done.stderr and "rules let through" in done.stderr, "statistics of a file's rules", done)
    replayed = combine("-", "--rules", rules, "--replay", trace, text=SUMS)
    expect(replayed.returncode == 0 and replayed.stdout == done.stdout, "a trace of a file's rules", replayed)
    short = combine("-", "--rules", rules, "--fuel", "1", text=SUMS)
    expect("out of fuel" in short.stderr, "fuel with rules of a file", short)
    only = combine("-", "--rules", rules, "--only=sums", text=SUMS)
    expect(only.returncode == 0 and "mul i32" in only.stdout, "one rule of a file", only)
    expect(combine("-", "--rules", rules, "--list-rules").stdout == "power: mul\nright/add: add\nright/mul: mul\nsums: add\n",
           "a file's rules are listed")
    measure = combine("-", "--rules", rules, "--print-measure")
    expect("rule right/add lowers level 1\n" in measure.stdout and "mul=2" in measure.stdout, "why they end", measure)
    for old, new, code, says in (("pow2(C)", "pow2(E)", 1, "a.rules:12:11: error: the match has no literal or type variable"),
                                 ("(mul x C)", "(mull x C)", 1, "a.rules:11:8: error: expected an operation's name"),
                                 ("give (shl x {log2(C)})", "", 1, "a.rules:9:1: error: rule power gives nothing"),
                                 ("when not_literal(x)\n", "", 1, "no proof that these rules come to an end: right/add (line 1)"),
                                 ("types t = i32", "types t = i3", 1, "no type 'i3'")):
        write(RULES.replace(old, new))
        wrong = combine("-", "--rules", rules, text=SUMS)
        expect(wrong.returncode == code and says in wrong.stderr and not wrong.stdout, "a wrong rule: " + says, wrong)
    write(RULES.replace("{C + D}", "{C - D}"))
    wrong = combine("-", "--rules", rules, "--check", text=SUMS)
    expect(wrong.returncode == 1 and "sums changes the meaning" in wrong.stdout + wrong.stderr, "a rule that is wrong is found", wrong)
    write("rule turn\nmatch (add x y)\ngive (add y x)\n")
    expect(combine("-", "--rules", rules, "--unproved", text=SUMS).returncode == 0, "rules without a proof, bounded by visits")
    for arguments, says in ((["--rules", rules, "--mcpu=sm_90"], "--rules"), (["--unproved"], "--unproved")):
        done = combine("-", *arguments, text=SUMS)
        expect(done.returncode == 2 and says in done.stderr, "idle words: " + " ".join(arguments), done)


def traces(folder, dag):
    trace, again = folder + "/a.trace", folder + "/b.trace"
    done = combine(dag, "--trace", trace, "--coverage", folder + "/cover", "--remarks", folder + "/remarks", "--check")
    text = read(trace)
    steps = [line for line in text.splitlines() if line.startswith("rewrite ")]
    expect(done.returncode == 0 and len(steps) >= 4, "a trace is written", done)
    expect(read(folder + "/cover").count("COVERED:") == len(steps), "two lines of coverage for each rewrite")
    expect(read(folder + "/remarks").count("--- !Passed") == len(steps) and re.search("Function: +'?k, block 0'?$", read(folder + "/remarks"), re.M), "a remark for each rewrite")
    replayed = combine(dag, "--replay", trace)
    expect(replayed.returncode == 0 and replayed.stdout == done.stdout, "the trace gives the same graphs", replayed)
    expect("checker: 0 faults" in replayed.stderr, "a replay is judged", replayed)
    for fuel in (0, 1, 2):
        part, short = combine(dag, "--fuel", fuel, "--trace", again), combine(dag, "--replay", trace, "--fuel", fuel)
        # The attempt that fuel stopped may have found an older node, and made its place in the order an earlier one.
        graphs = [re.sub(r" order=\d+", "", done.stdout) for done in (part, short)]
        expect(graphs[0] == graphs[1] and part.returncode == 0, "the first %d rewrites" % fuel, short)
        expect("out of fuel; " in part.stderr, "fuel tells who waits", part)
    rule = steps[0].split()[1]
    without = combine(dag, "--disable", rule, "--trace", again, "--check")
    expect(without.returncode == 0 and " %s at" % rule not in read(again), "a rule that is switched off", without)
    only = combine(dag, "--only", rule, "--trace", again, "--check")
    expect(only.returncode == 0 and set(re.findall(r"rewrite (\S+)", read(again))) == {rule}, "one rule alone", only)
    for old, new, code, says in ((rule, "no-such-rule", 1, "expected the name of a rule"), (" becomes ", " turns ", 1, "expected 'becomes'"),
                                 (steps[0], steps[0].replace(" becomes ", " becomes 9:9 "), 1, "gives other values"),
                                 (steps[-1] + "\n", "combine-trace\n", 1, "4 traces for the 3 graphs"),
                                 ("combine-trace", "combine", 1, "b.trace:1:1: error: expected 'combine-trace'")):
        with open(again, "w") as file:
            file.write(text.replace(old, new, 1))
        wrong = combine(dag, "--replay", again)
        expect(wrong.returncode == code and says in wrong.stderr, "a wrong trace: %s" % says, wrong)
    expect(combine(dag, "--whole", "--coverage", again).returncode == 0, "--whole with its coverage")


def kernels(folder):
    dag = folder + "/kernel.dag"
    for name in CHECKED:
        source = KERNELS / (name + ".ll")
        if not source.exists():
            continue
        for run, stage, behind in ((1, "build", "combine-1"), (2, "legalize-types", "combine-2"), (3, "legalize", "combine-3")):
            target = ["-mcpu=sm_90a", "-mattr=+ptx88"]
            if lathe("compile", source, *target, "--stop-after=" + stage, "-o", dag).returncode != 0:
                expect(False, "%s is compiled up to %s" % (name, stage))
                continue
            done = combine(dag, "--run", run, *target, "--check", "--inputs", 2, "-o", folder + "/out.dag")
            expect(done.returncode == 0 and "checker: 0 faults" in done.stderr, "%s, run %d" % (name, run), done)
            whole = combine(dag, "--run", run, *target, "--whole")
            expected = lathe("compile", source, *target, "--stop-after=" + behind, "-o", "-")
            count = [len(re.findall(r"^%", text.stdout, re.M)) for text in (whole, expected)]
            expect(whole.returncode == 0 and count[0] == count[1], "%s: as many nodes as after %s: %s" % (name, behind, count))


def main():
    with tempfile.TemporaryDirectory() as folder:
        dag = folder + "/k.dag"
        built = lathe("compile", "-", "-mcpu=sm_90", "--stop-after=build", "-o", dag, text=SOURCE)
        expect(built.returncode == 0, "the sample is built", built)
        by_hand()
        usage(folder, dag)
        rule_files(folder)
        traces(folder, dag)
        kernels(folder)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
