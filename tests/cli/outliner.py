#!/usr/bin/env python3
"""machine-outliner within lathe compile, opt and thinlto: where it runs, what it leaves alone, and results as before.

  outliner.py LATHE
"""
import json
import os
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
import common  # noqa: E402
import linking  # noqa: E402
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
HEAD = 'target triple = "nvptx64-nvidia-cuda"\ndeclare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\n'


def work(name, source):
    """Eighty operations on a value, which no optimizer makes fewer."""
    lines, last = [], source
    for k in range(80):
        lines.append("  %%%s%d = %s i32 %s, %s" % (name, k, ("mul", "xor", "add")[k % 3], last, 1013 + 14 * k if k % 3 else source))
        last = "%%%s%d" % (name, k)
    return lines, last


def kernel(name, sites, attributes=""):
    lines = ["define ptx_kernel void @%s(ptr %%p) %s {" % (name, attributes)]
    for s in range(sites):
        lines += ["  %%a%d = getelementptr i32, ptr %%p, i32 %d" % (s, s), "  %%x%d = load volatile i32, ptr %%a%d" % (s, s)]
        lines.append("  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
        code, last = work("v%d_" % s, "%%x%d" % s)
        lines += code + ["  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)", "  store volatile i32 %s, ptr %%a%d" % (last, s)]
    return "\n".join(lines + ["  ret void", "}", ""])


def read(path):
    with open(path) as file:
        return file.read()


def made(command, source, *options):
    done = t.run(command, source, "-o", "-", "--verify-each", *options)
    t.expect("%s %s" % (command, " ".join(options)), done.returncode == 0, done.stderr.decode()[:500])
    return done.stdout.decode()


def results(what, *files, name="k"):
    done = t.run("run", *files, "--kernel", name, "--arg", "iota:i32:4:-")
    t.expect("results " + what, done.returncode == 0, done.stderr.decode()[:500])
    return done.stdout


def assembled(what, path):
    """Bytes of code, or None where there is no ptxas."""
    if not common.cuda_tool("ptxas"):
        return None
    done = subprocess.run([common.cuda_tool("ptxas"), "-arch=sm_80", path, "-o", path + ".o"],
                          capture_output=True, text=True)
    t.expect("ptxas " + what, done.returncode == 0 and "warning" not in done.stderr, done.stderr[:500])
    with open(path + ".o", "rb") as file:
        data = file.read()
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, _ = struct.unpack_from("<HHH", data, 0x3A)
    # Of code: sections that are executable.
    headers = [struct.unpack_from("<IIQQQQ", data, table + size * i) for i in range(count)]
    return sum(h[5] for h in headers if h[2] & 4)


def compile_and_opt():
    plain = t.file("k.ll", (HEAD + kernel("k", 3)).encode())
    small = t.file("small.ll", (HEAD + kernel("k", 3, "minsize optsize")).encode())
    kept = t.file("kept.ll", (HEAD + kernel("k", 3, 'minsize optsize "nooutline"')).encode())
    sm = "--mcpu=sm_80"
    asked = {"-O3": False, "-Os": True, "-Oz": True, "--enable=machine-outliner": True, "--enable-machine-outliner=always": True,
             "-Oz --enable-machine-outliner=never": False, "-Oz --disable=machine-outliner": False, "-O0 --enable-machine-outliner=always": False}
    for options, expected in asked.items():
        t.expect("compile " + options, ("OUTLINED" in made("compile", plain, sm, *options.split())) == expected, options)
    t.expect("minsize at -O3", "OUTLINED" in made("compile", small, sm))
    t.expect("nooutline", "OUTLINED" not in made("compile", kept, sm, "-Oz"))
    shown = t.run("compile", plain, "-Oz", "--print-pipeline").stdout.decode().splitlines()
    t.expect("--print-pipeline -Oz", shown[-1].startswith("machine-outliner ") and "machine-outliner" not in
             t.run("compile", plain, "--print-pipeline").stdout.decode(), str(shown))
    t.file("before.ptx", made("compile", plain, sm).encode())
    t.file("after.ptx", made("compile", plain, sm, "-Oz").encode())
    before = results("before", "before.ptx")
    t.expect("results are the same", before and before == results("behind", "after.ptx"))
    t.expect("one thread or several", made("compile", plain, sm, "-Oz", "--threads=1") == made("compile", plain, sm, "-Oz", "--threads=3"))
    sizes = assembled("before", "before.ptx"), assembled("behind", "after.ptx")
    t.expect("smaller behind ptxas", sizes[0] is None or sizes[1] < sizes[0], str(sizes))
    opted = made("opt", "before.ptx", "--enable-machine-outliner=always")
    t.expect("opt", "OUTLINED" in opted and "OUTLINED" not in made("opt", "before.ptx"))
    t.file("opted.ptx", opted.encode())
    t.expect("opt: results are the same", results("opt", "opted.ptx") == before)
    t.file("again.ptx", made("opt", "opted.ptx", "--enable-machine-outliner=always", "--machine-outliner-reruns=2").encode())
    t.expect("outlined again: results are the same", results("again", "again.ptx") == before)
    reports(plain, sm)


def reports(plain, sm):
    told = t.run("compile", plain, sm, "-Oz", "-o", "k.ptx", "--time-passes", "--print-after=machine-outliner", "--remarks", "k.yaml").stderr.decode()
    t.expect("--time-passes", any(line.split()[-1:] == ["machine-outliner"] for line in told.splitlines()), told[-600:])
    t.expect("--print-after", "// behind machine-outliner" in told and "OUTLINED_FUNCTION_0" in told, told[:300])
    t.expect("--remarks", "OutlinedFunction" in read("k.yaml"), read("k.yaml")[:300])
    steps = t.run("compile", plain, sm, "-Oz", "-o", "-", "--pass-limit=0").stderr.decode()
    last = int(steps.split(" of ")[1].split(",")[0])
    less = t.run("compile", plain, sm, "-Oz", "-o", "-", "--pass-limit=%d" % (last - 1))
    all_of_it = t.run("compile", plain, sm, "-Oz", "-o", "-", "--pass-limit=%d" % last)
    none = t.run("compile", plain, sm, "-Oz", "-o", "-", "--pass-limit=%d" % last, "--pass-fuel=0")
    t.expect("--pass-limit", b"OUTLINED" not in less.stdout and b"OUTLINED" in all_of_it.stdout and b"OUTLINED" not in none.stdout, steps)
    for words in (["--enable-machine-outliner=sometimes"], ["--outliner-link=half"], ["--keep-if-better=machine-outliner"],
                  ["--pipeline=phi-elimination,machine-outliner,dead-code"], ["--disable-global-outlining"]):
        t.error("compile " + words[0], ["compile", plain, "-o", "-", *words], 2, words[0].split("=")[0])
    t.error("thinlto --outliner-link", ["thinlto", plain, "-o", "x", "--outliner-link=whole"], 2, "--outliner-link")


def outlining(path):
    """Names, places and sentences of the outliner's remarks in a file."""
    return [(name, place, text) for part in read(path).split("--- ")[1:] for name in re.findall(r"^Name: +(.*)$", part, re.M)
            for place in re.findall(r"^Function: +(.*)$", part, re.M)[:1] for text in re.findall(r"^  - String: +(.*)$", part, re.M)[:1]
            if "\nPass:            machine-outliner\n" in part]


def remarks():
    """The same remarks of compile, opt, outline and thinlto; of what modules share, thinlto's are those of outline --consume."""
    sm, reasons = "--mcpu=sm_80", {"OutlinedFunction", "NotOutliningCheaper"}
    # A second repeat, which would not pay.
    short = "".join("  %%s%d = xor i32 %%y, %d\n  %%t%d = mul i32 %%s%d, %%y\n  store volatile i32 %%t%d, ptr %%p\n" % (k, 77, k, k, k) for k in range(2))
    t.file("r.ll", (HEAD + kernel("k", 3) + "define ptx_kernel void @two(ptr %p, i32 %y) {\n" + short + "  ret void\n}\n").encode())
    t.file("r.ptx", made("compile", "r.ll", sm).encode())
    words = ["--enable-machine-outliner=always", "--remarks"]
    t.run("compile", "r.ll", sm, "-o", "r1.ptx", "--outliner-link=relocatable", *words, "r1.yaml")
    t.run("opt", "r.ptx", "-o", "r2.ptx", "--outliner-link=relocatable", *words, "r2.yaml")
    t.run("outline", "r.ptx", "-o", "r3.txt", "--link=relocatable", "--remarks", "r3.yaml")
    done = t.run("thinlto", "r.ll", "-o", "r4", sm, *words, "r4.yaml")
    t.expect("thinlto with remarks", done.returncode == 0, done.stderr.decode()[:500])
    told = [outlining("r%d.yaml" % k) for k in (1, 2, 3, 4)]
    t.expect("reasons", {name for name, _, _ in told[0]} == reasons, str(told[0])[:800])
    for what, one in zip(("opt", "outline", "thinlto"), told[1:]):
        t.expect("remarks of %s are those of compile" % what, one == told[0], "%s\n%s" % (one, told[0]))
    t.file("a.ll", (HEAD + kernel("ka", 1)).encode())
    t.file("b.ll", (HEAD + kernel("kb", 1) + kernel("kc", 1)).encode())
    t.run("thinlto", "a.ll", "b.ll", "-o", "r5", sm, *words, "r5.yaml")
    for name in ("a", "b"):
        t.file(name + ".ptx", made("compile", name + ".ll", sm).encode())
        t.run("outline", name + ".ptx", "--publish", "--span=48", "-o", name + ".pub")
    t.run("outline", "--merge", "a.pub", "b.pub", "-o", "all.pub")
    consumed = []
    for name in ("a", "b"):
        t.run("outline", name + ".ptx", "--consume", "all.pub", "--span=48", "-o", name + ".plan", "--remarks", name + ".yaml")
        consumed += [r for r in outlining(name + ".yaml") if r[0] == "OutlinedFunction"]
    shared = [r for r in outlining("r5.yaml") if "OUTLINED_SHARED" in r[1]]
    t.expect("remarks of what modules share", len(shared) == 2 and sorted(shared) == sorted(consumed), "%s\n%s" % (shared, consumed))
    t.expect("the same by one thread", t.run("thinlto", "a.ll", "b.ll", "-o", "r6", sm, "--threads=1", *words, "r6.yaml").returncode == 0 and
             read("r5.yaml") == read("r6.yaml"))
    doc = json.loads(t.run("thinlto", "a.ll", "b.ll", "-o", "r6", sm, words[0], "--json").stdout)
    t.expect("and as data", len([r for r in doc["remarks"] if r["name"] == "OutlinedFunction"]) == len([r for r in outlining("r5.yaml") if r[0] == "OutlinedFunction"]), "")


def modules():
    """What stands once in each of two modules becomes one function of both."""
    t.file("a.ll", (HEAD + kernel("ka", 1)).encode())
    t.file("b.ll", (HEAD + kernel("kb", 1) + kernel("kc", 1)).encode())
    sm = "--mcpu=sm_80"
    for folder, options in (("plain", []), ("small", ["-Oz"]), ("apart", ["-Oz", "--disable-global-outlining"]), ("one", ["-Oz", "--threads=1"])):
        done = t.run("thinlto", "a.ll", "b.ll", "-o", folder, sm, "--verify-each", *options)
        t.expect("thinlto " + folder, done.returncode == 0, done.stderr.decode()[:500])
    a, b = read("small/a.ptx"), read("small/b.ptx")
    names = [{word for word in text.replace("(", " ").replace(",", " ").split() if word.startswith("OUTLINED_SHARED_")} for text in (a, b)]
    t.expect("one function in both modules", len(names[0]) == 1 and names[0] == names[1], str(names))
    t.expect("threads do not show", (a, b) == (read("one/a.ptx"), read("one/b.ptx")))
    t.expect("--disable-global-outlining", "SHARED" not in read("apart/a.ptx") + read("apart/b.ptx"))
    t.expect("off at -O3", "OUTLINED" not in read("plain/a.ptx") + read("plain/b.ptx"))
    for name in ("ka", "kb", "kc"):
        before = results(name, "plain/a.ptx", "plain/b.ptx", name=name)
        t.expect("results of %s are the same" % name, before and before == results(name, "small/a.ptx", "small/b.ptx", name=name))
    linking.joined(t, "outlined", ["small/a.ptx", "small/b.ptx"])


compile_and_opt()
remarks()
modules()
t.finish()
