#!/usr/bin/env python3
"""Backend jobs of distributed ThinLTO: `lathe compile` with a slice of the index, by our plan and by LLVM's DTLTO.

  thinlto_jobs.py LATHE

The same bytes as `lathe thinlto` by our slices; right results, and what nvlink takes, by llvm-lto2-22's; errors.
"""
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
import common  # noqa: E402
import linking  # noqa: E402
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
MAIN = HEAD + """
declare i32 @square(i32)
declare i32 @through_local(i32)
declare i32 @kept(i32)
@shared_count = external addrspace(1) global i32
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %x) TARGET {
  %a = call i32 @square(i32 %x)
  %b = call i32 @through_local(i32 %a)
  %c = call i32 @kept(i32 %b)
  %d = load i32, ptr addrspace(1) @shared_count
  %e = add i32 %c, %d
  store i32 %e, ptr addrspace(1) %out
  ret void
}
"""
LIB = HEAD + """
@shared_count = addrspace(1) global i32 1000
@0 = private addrspace(1) constant [2 x i32] [i32 3, i32 4]
define i32 @square(i32 %x) TARGET {
  %r = mul i32 %x, %x
  ret i32 %r
}
define internal i32 @local(i32 %x) noinline {
  %low = and i32 %x, 1
  %p = getelementptr [2 x i32], ptr addrspace(1) @0, i32 0, i32 %low
  %v = load i32, ptr addrspace(1) %p
  %r = add i32 %x, %v
  ret i32 %r
}
define i32 @through_local(i32 %x) {
  %r = call i32 @local(i32 %x)
  ret i32 %r
}
define i32 @kept(i32 %x) noinline {
  %r = shl i32 %x, 2
  ret i32 %r
}
"""
X = 7


def wanted():
    a = X * X
    b = a + (3, 4)[a & 1]
    return (b << 2) + 1000


def text(path):
    with open(path, errors="replace") as f:
        return f.read()


def result(what, files):
    done = linking.executed(t, what, files, "k", "--arg", "out:i32:1:-", "--arg", "i32:%d" % X)
    got = re.findall(r"-?\d+", done.stdout.decode().split(":")[-1])
    t.expect(what + ": result", got and int(got[-1]) == wanted(), done.stdout.decode() + done.stderr.decode())


def job(what, *words):
    done = t.run("compile", *words)
    t.expect(what, done.returncode == 0, done.stderr.decode())
    return done.stderr.decode()


def check_slices(end):
    """Our plan by slices: each job alone gives the bytes of the whole."""
    files = ["main" + end, "lib" + end]
    done = t.run("import", *files, "--emit-index", "shards" + end)
    t.expect("slices of " + end, done.returncode == 0, done.stderr.decode())
    done = t.run("thinlto", *files, "-o", "whole" + end)
    t.expect("whole of " + end, done.returncode == 0, done.stderr.decode())
    for file in files:
        made = file + ".ptx"
        job("job of " + file, file, "-fthinlto-index=shards%s/%s.thinlto.bc" % (end, file), "-o", made)
        t.expect("job of %s: the same bytes" % file, text(made) == text("whole%s/%s" % (end, file.replace(end, ".ptx"))), text(made))
    t.expect("calls are inlined", "square" not in text("main%s.ptx" % end), text("main%s.ptx" % end))
    result("slices of " + end, [f + ".ptx" for f in files])
    index = "-fthinlto-index=shards%s/main%s.thinlto.bc" % (end, end)
    job("clang's words", "-c", "--target=nvptx64-nvidia-cuda", "-O3", "-fpic", "-Wno-unused-command-line-argument", "main" + end, index, "-o", "again.ptx")
    t.expect("clang's words: the same bytes", text("again.ptx") == text("main%s.ptx" % end))
    done = t.run("-c", "main" + end, index, "-o", "called.ptx")
    t.expect("called as a compiler is", done.returncode == 0 and text("called.ptx") == text("main%s.ptx" % end), done.stderr.decode())
    job("text behind the import", "main" + end, index, "-o", "moved.ll")
    t.expect("text is IR", "define" in text("moved.ll") and "@square" not in text("moved.ll"), text("moved.ll"))
    job("bitcode behind the import", "main" + end, index, "-o", "moved.bc")
    job("that bitcode", "moved.bc", "-o", "moved.ptx")
    result("bitcode behind the import", ["moved.ptx", "lib%s.ptx" % end])
    t.file("nothing.bc", b"")
    job("an empty slice imports nothing", "main" + end, "-fthinlto-index=nothing.bc", "-o", "alone.ptx")
    t.expect("an empty slice", "square" in text("alone.ptx"), text("alone.ptx"))


def check_targets():
    """The modules' own target, where the command line has none: of jobs and of `thinlto`."""
    for cpu in ("sm_80", "sm_90"):
        for name, code in (("t_main.ll", MAIN), ("t_lib.ll", LIB)):
            t.file(name, code.replace("TARGET", '"target-cpu"="%s"' % cpu).encode())
        t.run("import", "t_main.ll", "t_lib.ll", "--emit-index", "t_shards")
        job("a job's target", "t_main.ll", "-fthinlto-index=t_shards/t_main.ll.thinlto.bc", "-o", "t_job.ptx")
        t.expect("a job's target is the module's", ".target " + cpu in text("t_job.ptx"), text("t_job.ptx")[:80])
        t.run("thinlto", "t_main.ll", "t_lib.ll", "-o", "t_whole")
        for name in ("t_main", "t_lib"):
            t.expect("thinlto's target is the modules'", ".target " + cpu in text("t_whole/%s.ptx" % name), text("t_whole/%s.ptx" % name)[:80])
        result("thinlto at " + cpu, ["t_whole/t_main.ptx", "t_whole/t_lib.ptx"])
        t.run("thinlto", "t_main.ll", "t_lib.ll", "-o", "t_whole", "-mcpu=sm_75")
        t.expect("the command line goes before", ".target sm_75" in text("t_whole/t_main.ptx"))
        result("thinlto, the command line's target", ["t_whole/t_main.ptx", "t_whole/t_lib.ptx"])


DISTRIBUTOR = """import json, subprocess, sys
jobs = json.load(open(sys.argv[-1]))
json.dump(jobs, open("seen.json", "w"))
for job in jobs["jobs"]:
    code = subprocess.call(jobs["common"]["args"] + job["args"])
    if code:
        sys.exit(code)
"""


def check_dtlto():
    """LLVM plans and writes the slices, its DTLTO calls us as the remote compiler."""
    lto, opt = common.llvm_tool("llvm-lto2"), common.llvm_tool("opt")
    if not lto or not opt:
        print("llvm-lto2 is not here: DTLTO not tried")
        return
    t.file("distributor.py", DISTRIBUTOR.encode())
    symbols = ["main.bc,k,plx", "main.bc,square,", "main.bc,through_local,", "main.bc,kept,", "main.bc,shared_count,",
               "lib.bc,square,pl", "lib.bc,through_local,pl", "lib.bc,kept,pl", "lib.bc,shared_count,plx"]

    def run(out, *words, distributor=(sys.executable, "distributor.py")):
        done = subprocess.run([lto, "run", "main.bc", "lib.bc", "-o", out, *[w for s in symbols for w in ("-r", s)], "-relocation-model=pic",
                               "-dtlto-distributor=" + distributor[0], *["-dtlto-distributor-arg=" + w for w in distributor[1:]], "-dtlto-compiler=" + t.program, *words],
                              capture_output=True)
        t.expect("DTLTO " + out, done.returncode == 0, done.stderr.decode())
        with open("seen.json") as f:
            t.expect("DTLTO asked for two jobs", len(json.load(f)["jobs"]) == 2)
        made = sorted(f for f in os.listdir(".") if f.startswith(out + "."))
        t.expect("DTLTO left two files", len(made) == 2, str(os.listdir(".")))
        return made

    made = run("dtlto", "-dtlto-compiler-arg=--filetype=asm")
    for file in made:
        os.replace(file, file + ".ptx")
    result("DTLTO", [file + ".ptx" for file in made])
    ours = run("ours", "-dtlto-compiler-arg=--filetype=asm", distributor=(t.program, "distribute", "--with=local"))
    t.expect("DTLTO: our distributor gives the same", [text(f) for f in ours] == [text(f + ".ptx") for f in made])
    t.expect("DTLTO: calls are inlined", not any("square" in text(f + ".ptx") and ".entry" in text(f + ".ptx") for f in made))
    nvlink = common.cuda_tool("nvlink")
    if nvlink and common.cuda_tool("ptxas"):
        made = run("objects")
        for file in made:
            os.replace(file, file + ".o")
        done = subprocess.run([nvlink, "-arch=sm_75", *[f + ".o" for f in made], "-o", "linked.cubin"], capture_output=True)
        t.expect("DTLTO: nvlink joins the objects", done.returncode == 0, done.stderr.decode())


OTHER = HEAD + """
declare i32 @far(i32)
define ptx_kernel void @apart(ptr addrspace(1) %out) {
  %a = call i32 @far(i32 1)
  store i32 %a, ptr addrspace(1) %out
  ret void
}
"""
FAR = HEAD + """
define i32 @far(i32 %x) {
  %r = sub i32 %x, 9
  ret i32 %r
}
"""


def ninja(what):
    """The jobs that it ran, by module."""
    done = subprocess.run(["ninja", "-f", "jobs.ninja"], capture_output=True)
    said = done.stdout.decode()
    t.expect("ninja " + what, done.returncode == 0, said + done.stderr.decode())
    return sorted(m for m in re.findall(r"^\[\d+/\d+\] (.*)$", said, re.M) if not m.startswith("key of"))


def check_plans():
    """`thinlto --plan`, then the jobs here and by ninja, which runs what has changed."""
    modules = ["main.ll", "lib.ll", "other.ll", "far.ll"]
    t.file("other.ll", OTHER.encode())
    t.file("far.ll", FAR.encode())

    def plan(*words):
        done = t.run("thinlto", *modules, "--plan", "plan", "-o", "made", *words)
        t.expect("plan", done.returncode == 0, done.stderr.decode())

    plan()
    done = t.run("thinlto", *modules, "-o", "all")
    t.expect("all", done.returncode == 0, done.stderr.decode())
    for words in (["--threads=1"], ["--threads=4", "--memory=60"], ["--logs=logs"]):
        for name in os.listdir("made"):
            os.remove("made/" + name)
        done = t.run("distribute", "plan/jobs.json", "--with=local", *words)
        t.expect("local %s" % words, done.returncode == 0 and not done.stdout and not done.stderr, str(done))
        for name in modules:
            name = name.replace(".ll", ".ptx")
            t.expect("local %s: %s as by thinlto" % (words, name), text("made/" + name) == text("all/" + name))
        result("local %s" % words, ["made/" + name.replace(".ll", ".ptx") for name in modules])
    t.expect("a log for each module", len(os.listdir("logs")) == 4, str(os.listdir("logs")))
    plan("--emit=bc", "-O1", "--mcpu=sm_80", "--import-instr-limit=0")
    done = t.run("distribute", "plan/jobs.json", "--with=local")
    t.expect("other options are handed on", done.returncode == 0 and os.path.exists("made/main.bc"), done.stderr.decode())

    # What is inlined, too.
    for words in (["--inline-threshold=0"], ["--inline-budget=0"], ["--inline-total-budget=0"], ["--inline-threshold=0", "--inline-pressure=false", "-O2"]):
        plan(*words)
        done = t.run("distribute", "plan/jobs.json", "--with=local")
        whole = t.run("thinlto", *modules, "-o", "less", *words)
        t.expect(f"{words}", done.returncode == 0 and whole.returncode == 0, done.stderr + whole.stderr)
        for name in (m.replace(".ll", ".ptx") for m in modules):
            t.expect(f"{words}: {name} as by thinlto", text("made/" + name) == text("less/" + name))
        t.expect(f"{words}: are handed on", all(json.dumps(w) in text("plan/jobs.json") for w in words), text("plan/jobs.json"))
        if words[0] == "--inline-threshold=0":
            t.expect(f"{words}: are heeded", any(text("less/" + n) != text("all/" + n) for n in os.listdir("all")))
    t.error("inlining without a slice", ["compile", "main.ll", "-o", "-", "--inline-budget=3"], 2, "--inline-budget", "--thinlto-index")

    # A job that is killed is tried again, one that fails is not; each names its module.
    plan()
    with open("plan/jobs.json") as f:
        jobs = json.load(f)
    t.file("killed.py", b"import os, sys\nif not os.path.exists('again'):\n  open('again', 'w').close()\n  os.kill(os.getpid(), 9)\n"
                        b"os.execv(sys.argv[1], sys.argv[1:])\n")
    spoilt = dict(jobs, common=dict(jobs["common"], args=[sys.executable, "killed.py", *jobs["common"]["args"]]))
    t.file("killed.json", json.dumps(spoilt).encode())
    done = t.run("distribute", "killed.json", "--with=local", "--threads=1")
    t.expect("a killed job is tried again", done.returncode == 0 and os.path.exists("again"), done.stderr.decode())
    t.file("killed.py", b"import os\nos.kill(os.getpid(), 9)\n")
    done = t.run("distribute", "killed.json", "--with=local", "--threads=1", "--retries=0")
    t.expect("a killed job", done.returncode == 1 and done.stderr.count(b".ll: its job was killed") == 4, done.stderr.decode())
    named = dict(jobs, common=dict(jobs["common"], args=["env", *jobs["common"]["args"]]))
    t.file("named.json", json.dumps(named).encode())
    done = t.run("distribute", "named.json", "--with=local")
    t.expect("a program without a path", done.returncode == 0, done.stderr.decode())
    jobs["jobs"][1]["args"][0] = "gone.ll"
    t.file("gone.json", json.dumps(jobs).encode())
    done = t.run("distribute", "gone.json", "--with=local")
    t.expect("a bad job names its module", done.returncode == 1 and b"lib.ll: its job failed with exit state 1" in done.stderr and b"gone.ll" in done.stderr,
             done.stderr.decode())
    for bad, why in ((b"[1]", "no JSON object"), (b"{}", "no object 'common'"), (b'{"common": {"args": []}, "jobs": []}', "the compiler first"),
                     (b'{"common": {"args": ["x"]}, "jobs": [{"args": [], "inputs": ["a"]}]}', "job 0")):
        t.file("bad.json", bad)
        t.error("jobs " + why, ["distribute", "bad.json", "--with=local"], 1, "bad.json", why)
    t.error("no such job", ["distribute", "plan/jobs.json", "--with=key", "--job=9"], 1, "there are 4")
    t.error("nobody to run them", ["distribute", "plan/jobs.json"], 2, "--with")

    done = t.run("distribute", "plan/jobs.json", "--with=ninja", "-o", "jobs.ninja")
    t.expect("a build file", done.returncode == 0, done.stderr.decode())
    if subprocess.run(["sh", "-c", "command -v ninja"], capture_output=True).returncode != 0:
        print("ninja is not here: its file is not tried")
        return
    for name in os.listdir("made"):
        os.remove("made/" + name)
    t.expect("ninja runs all jobs", ninja("first") == sorted(modules))
    for name in modules:
        name = name.replace(".ll", ".ptx")
        t.expect("ninja: %s as by thinlto" % name, text("made/" + name) == text("all/" + name))
    plan()
    t.expect("the same plan again: nothing to do", ninja("second") == [])
    os.utime("lib.ll")
    t.expect("a module was touched: nothing to do", ninja("touched") == [])
    t.file("lib.ll", LIB.replace("TARGET", "").replace("shl i32 %x, 2", "shl i32 %x, 3").replace("mul i32 %x, %x", "add i32 %x, %x").encode())
    plan()
    t.expect("a body changed: its module and its importers", ninja("changed") == ["lib.ll", "main.ll"])
    plan("-O1")
    t.expect("other options: all", ninja("options") == sorted(modules))
    t.file("lib.ll", LIB.replace("TARGET", "").encode())


# A compiler that is none: says which module it has, and that it has it.
COMPILER = b"""#!/bin/sh
echo "start $1" >> times
echo "these are $1's words" >&2
sleep 0.2
echo "end $1" >> times
echo "made of $1" > "$2"
"""


def pool(what, names, *words):
    """The most jobs at the same time; the most that ran beside the first at a time."""
    t.file("times", b"")
    done = t.run("distribute", "pool.json", "--with=local", "--threads=4", *words)
    t.expect(what, done.returncode == 0, done.stderr.decode())
    running, most, beside = set(), 0, 0
    events = text("times").split("\n")[:-1]
    for event in events:
        word, name = event.split()
        running.add(name) if word == "start" else running.discard(name)
        most = max(most, len(running))
        if names and names[0] in running:
            beside = max(beside, len(running) - 1)
    t.expect(what + ": each ran once", sorted(e.split()[1] for e in events if e.startswith("start")) == sorted(names), str(events))
    return most, beside


def check_pool():
    """A cap of memory holds, logs are by module, what is done is not done again."""
    names = ["big", "p/one_two", "p_one/two", "x", "y"]
    t.file("compiler", COMPILER)
    for folder in ("p", "p_one", "o", "o/p", "o/p_one"):
        os.mkdir(folder)
    for name in names:
        t.file(name, b"." * (2 << 20 if name == "big" else 10))  # 128 MiB needed, and 48
    t.file("pool.json", json.dumps({"common": {"args": ["sh", "./compiler"]}, "jobs": [
        {"args": [n, "o/" + n], "inputs": [n], "outputs": ["o/" + n]} for n in names]}).encode())
    most, _ = pool("a pool without a cap", names)
    t.expect("a pool without a cap: many", 2 < most <= 4, str(most))
    for memory, wanted, company in ((100, 2, 0), (60, 1, 0), (180, 3, 1)):
        most, beside = pool("a cap of %d" % memory, names, "--memory=%d" % memory)
        t.expect("a cap of %d: jobs at the same time" % memory, min(wanted, 2) <= most <= wanted and beside <= company, "%d %d" % (most, beside))
    pool("logs", names, "--logs=words")
    logs = {text("words/" + f) for f in os.listdir("words")}
    t.expect("a log of each module's own", logs == {"these are %s's words\n" % n for n in names}, str(os.listdir("words")) + str(logs))
    pool("a state", names, "--state=done")
    pool("all is done", [], "--state=done")
    t.file("x", b"other")
    pool("one has changed", ["x"], "--state=done")
    os.remove("o/y")
    pool("only some are asked for", [], "--state=done", "--jobs=0-1,3")
    pool("an output is gone", ["y"], "--state=done", "--jobs=1,3-4")
    pool("some", ["big", "p_one/two", "x"], "--jobs=2-3,0,2")
    for wrong, why in (("5", "there is no job 5; there are 5"), ("2-x", "'2-x' is no number"), ("3-2", "'3-2' is no number"), ("-1", "'-1' is no number")):
        t.error("--jobs=" + wrong, ["distribute", "pool.json", "--with=local", "--jobs=" + wrong], 1, "pool.json: --jobs: ", why)
    t.file("compiler", COMPILER + b'[ $1 != x ] || { echo "$1 is bad" >&2; exit 3; }\n')
    t.file("x", b"bad")
    done = t.run("distribute", "pool.json", "--with=local", "--state=done", "--logs=words")
    t.expect("a bad job names its module and its log", done.returncode == 1 and done.stderr == b"lathe: error: x: its job failed with exit state 3; see words/o_x.log\n",
             done.stderr.decode())
    t.expect("and its log says why", os.path.exists("words/o_x.log") and text("words/o_x.log").endswith("x is bad\n"))
    t.expect("it is not done", not os.path.exists("done/o_x.done") and text("done/o_x.failed").startswith("final\n"))
    done = t.run("distribute", "pool.json", "--with=local", "--state=done", "--jobs=0-2,4")
    t.expect("the others are", done.returncode == 0, done.stderr.decode())
    t.file("compiler", COMPILER.replace(b'echo "these', b'[ $1 != y ] || exit 1; echo "these'))
    t.file("times", b"")
    done = t.run("distribute", "pool.json", "--with=local", "--jobs=4", "--retries=2")
    t.expect("one that fails without a word is tried again", done.returncode == 1 and text("times") == "start y\n" * 3, text("times") + done.stderr.decode())
    t.file("compiler", COMPILER)
    for words in (["--output=x", "--retries=1"], ["--output=x", "--slurm-no-wait"], ["--slurm-no-wait", "--retries=1"]):
        t.error("idle words of slurm's", ["distribute", "pool.json", "--with=slurm", *words], 2, "%s does nothing with %s" % tuple(w.split("=")[0] for w in words[::-1]))


def check_errors():
    t.file("garbage.bc", b"no bitcode")
    t.error("a slice that is none", ["compile", "main.ll", "-fthinlto-index=garbage.bc", "-o", "e.ptx"], 1, "garbage.bc", "not an index")
    t.error("no slice", ["compile", "main.ll", "-fthinlto-index=none.bc", "-o", "e.ptx"], 1, "error loading file: none.bc", "cannot read")
    t.error("an import without a summary file", ["compile", "main.ll", "-function-import", "-o", "e.ptx"], 2, "--function-import", "--summary-file")
    job("the reference's words", "main.ll", "-function-import", "-summary-file=shards.ll/main.ll.thinlto.bc", "-o", "words.ptx")
    t.expect("the reference's words: the same bytes", text("words.ptx") == text("main.ll.ptx"))
    t.file("newer.ll", text("main.ll").replace("@k(", "@other_name(").encode())
    os.replace("main.ll", "older.ll")
    os.replace("newer.ll", "main.ll")
    t.error("a slice of an older module", ["compile", "main.ll", "-fthinlto-index=shards.ll/main.ll.thinlto.bc", "-o", "e.ptx"], 1, "'other_name'", "main.ll")
    os.replace("older.ll", "main.ll")
    t.error("another's slice", ["compile", "main.ll", "-fthinlto-index=shards.ll/lib.ll.thinlto.bc", "-o", "e.ptx"], 1, "main.ll", "lib.ll")
    os.replace("lib.ll", "away.ll")
    t.error("an import that is not there", ["compile", "main.ll", "-fthinlto-index=shards.ll/main.ll.thinlto.bc", "-o", "e.ptx"], 1, "lib.ll", "cannot")
    t.expect("nothing half written", not os.path.exists("e.ptx"))
    os.replace("away.ll", "lib.ll")


for name, code in (("main.ll", MAIN), ("lib.ll", LIB)):
    t.file(name, code.replace("TARGET", "").encode())
check_slices(".ll")
if common.llvm_tool("opt"):
    for name in ("main", "lib"):
        subprocess.run([common.llvm_tool("opt"), "-module-summary", name + ".ll", "-o", name + ".bc"], check=True)
    check_slices(".bc")  # of values without names opt's summaries say nothing
    for name in ("main", "lib"):  # as clang writes them
        subprocess.run([common.llvm_tool("opt"), "-passes=name-anon-globals", "-module-summary", name + ".ll", "-o", name + ".bc"], check=True)
check_targets()
check_dtlto()
check_plans()
check_pool()
check_errors()
t.finish()
