#!/usr/bin/env python3
"""Remarks with their places, in files that LLVM's tools read: llvm-remarkutil and opt-viewer, where they are installed.  remarks.py LATHE"""
import glob
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEAD = b""".version 8.5
.target sm_90
.address_size 64
"""
# Line by line: what is computed twice is on lines that the tests name.
BODY = b""".visible .entry k(.param .u64 p, .param .u32 n)
{
\t.reg .b32 %r<9>;
\t.reg .b64 %rd<4>;
\tld.param.u64 %rd1, [p];
\tld.param.u32 %r1, [n];
%L1
\tadd.s32 %r2, %r1, 7;
%L2
\tadd.s32 %r3, %r1, 7;
\tst.global.u32 [%rd1], %r2;
\tst.global.u32 [%rd1+4], %r3;
\tret;
}
"""
SOURCE = b"__global__ void k(int *p, int n) {\n  p[0] = n + 7;\n  p[1] = n + 7;\n}\n"
# Something for each algorithm: a counted loop, neighbouring loads, a sequence that comes twice.
WORK = b""".visible .entry w(.param .u64 p, .param .u32 n)
{
\t.reg .pred %p<3>;
\t.reg .b32 %r<20>;
\t.reg .f32 %f<20>;
\t.reg .b64 %rd<6>;
\tld.param.u64 %rd1, [p];
\tld.param.u32 %r1, [n];
\tmov.u32 %r2, 0;
$top:
\tld.global.f32 %f1, [%rd1];
\tld.global.f32 %f2, [%rd1+4];
\tmul.f32 %f3, %f1, %f2;
\tadd.f32 %f4, %f3, %f1;
\tst.global.f32 [%rd1+64], %f4;
\tadd.s64 %rd1, %rd1, 8;
\tadd.s32 %r2, %r2, 1;
\tsetp.lt.s32 %p1, %r2, 64;
\t@%p1 bra $top;
\tret;
}
"""
DOCUMENT = re.compile(r"^--- !(\w+)\n(.*?)^\.\.\.$", re.M | re.S)


def places(text):
    """(pass, file, line, column) of each remark that has a place."""
    out = []
    for _, body in DOCUMENT.findall(text):
        at = re.search(r"^DebugLoc: +\{ File: '?([^',]*)'?, Line: (\d+),\s+Column: (\d+) \}", body, re.M)
        out.append((re.search(r"^Pass: +(\S+)", body, re.M)[1], *((at[1], int(at[2]), int(at[3])) if at else (None, 0, 0))))
    return out


def read(name):
    with open(name, encoding="utf-8", errors="replace") as f:
        return f.read()


def tool(name):
    return shutil.which(name + "-22") or shutil.which(f"/usr/lib/llvm-22/bin/{name}")


def of_passes(t):
    """.loc says where; where there is none, the line of the PTX."""
    lined = HEAD + b'.file 1 "k.cu"\n' + BODY.replace(b"%L1", b"\t.loc 1 2 10").replace(b"%L2", b"\t.loc 1 3 12")
    bare = HEAD + BODY.replace(b"%L1\n", b"").replace(b"%L2\n", b"")
    t.file("k.cu", SOURCE)
    t.file("lined.ptx", lined)
    t.file("bare.ptx", bare)
    t.run("opt", "lined.ptx", "-o", "out.ptx", "--enable=machine-cse", "--remarks=lined.yaml")
    found = [p for p in places(read("lined.yaml")) if p[0] == "machine-cse"]
    t.expect("the place by .loc", ("machine-cse", "k.cu", 3, 12) in found, str(found) + read("lined.yaml")[:600])
    t.run("opt", "bare.ptx", "-o", "out.ptx", "--enable=machine-cse", "--remarks=bare.yaml")
    line = bare.decode().split("\n").index("\tadd.s32 %r3, %r1, 7;") + 1
    found = [p for p in places(read("bare.yaml")) if p[0] == "machine-cse"]
    t.expect("the line of the PTX", ("machine-cse", "bare.ptx", line, 0) in found, f"{found}, not {line}")
    words = [re.sub(r"^DebugLoc:.*\n", "", body, flags=re.M) for _, body in DOCUMENT.findall(read("lined.yaml"))]
    t.expect("places change no word", words == [re.sub(r"^DebugLoc:.*\n", "", b, flags=re.M) for _, b in DOCUMENT.findall(read("bare.yaml"))], str(words))
    done = t.run("opt", "lined.ptx", "-o", "out.ptx", "--enable=machine-cse", "--json=doc.json")
    t.expect("places in the document", done.returncode == 0 and '"line": 3' in read("doc.json") and '"file": "k.cu"' in read("doc.json"), read("doc.json")[:900])
    source = os.path.join(ROOT, "tests/cli/debug_info_optimized.ll")
    done = t.run("compile", source, "-o", "out.ptx", "--enable=machine-cse,machine-sink,machine-rpa,late-copies,branch-folder,schedule",
                 "--enable=machinelicm,peephole-opt,coalescing", "--remarks=c.yaml")
    if done.returncode != 0:  # an optional pass by another name
        done = t.run("compile", source, "-o", "out.ptx", "--enable=machine-cse,machine-sink,schedule", "--remarks=c.yaml")
    found = places(read("c.yaml")) if done.returncode == 0 else []
    t.expect("lathe compile: places of the source", any(p[1] and not p[1].endswith((".ll", ".ptx")) and p[2] for p in found), f"{found[:9]} {done.stderr[:300]}")


def of_algorithms(t):
    t.file("w.ptx", HEAD + WORK)
    lines = (HEAD + WORK).decode().split("\n")
    top, loads = lines.index("$top:") + 1, lines.index("\tld.global.f32 %f1, [%rd1];") + 1
    for command, words, wanted in (("sched", [], range(7, len(lines))), ("modulo", ["--lift"], [top + 1]), ("group", [], [loads, loads + 1, loads + 4]),
                                   ("pressure", ["--maxreg=2"], range(7, len(lines))), ("outline", ["--min-length=2", "--outliner-benefit-threshold=1"], range(7, len(lines)))):
        name = command + ".yaml"
        done = t.run(command, "w.ptx", "-o", "answer.txt", *words, "--remarks", name)
        found = places(read(name)) if os.path.exists(name) else []
        right = [p for p in found if p[1] == "w.ptx" and p[2] in wanted]
        t.expect(f"lathe {command}: each remark has its place", done.returncode == 0 and len(right) == len(found) and (found or command == "outline"), f"{found} {done.stderr[:300]}")
    done = t.run("sched", "w.ptx", "--print-problem=0", "-o", "region.txt")
    t.file("commented.txt", b"# a comment\n\n" + open("region.txt", "rb").read())
    t.run("sched", "commented.txt", "-o", "answer.txt", "--remarks=text.yaml")
    kernel = os.path.join(ROOT, "tests/kernels/ll/sha256.ll")
    t.run("compile", kernel, "-o", "r.dag", "--stop-after=build")
    done = t.run("combine", "r.dag", "-o", "answer.dag", "--remarks=graphs.yaml")
    heads = {n for n, line in enumerate(read("r.dag").split("\n"), 1) if line.startswith("; function ")}
    found = places(read("graphs.yaml"))
    t.expect("lathe combine: the line of each graph", done.returncode == 0 and found and {p[2] for p in found} <= heads, f"{found[:5]} {sorted(heads)[:9]}")
    t.expect("a problem text: its first line", [p[1:3] for p in places(read("text.yaml"))] == [("commented.txt", 3)], read("text.yaml")[:400])


def forms(t):
    """YAML and bitstream, by name, by llc's spelling, filtered."""
    base = ["opt", "lined.ptx", "-o", "out.ptx", "--enable=machine-cse,late-copies,branch-folder"]
    for words in (["--remarks=a.yaml"], ["--pass-remarks-output=a.yaml"], ["--pass-remarks-output", "a.yaml", "--pass-remarks-format=yaml"]):
        done = t.run(*base, *words)
        t.expect(" ".join(words), done.returncode == 0 and "--- !" in read("a.yaml"), str(done.stderr))
    t.run(*base, "--remarks=few.yaml", "--remarks-filter=^machine-c.e$")
    passes = {p[0] for p in places(read("few.yaml"))}
    t.expect("--remarks-filter", passes == {"machine-cse"}, str(passes))
    t.run(*base, "--remarks=none.yaml", "--pass-remarks-filter=nothing")
    t.expect("a filter that nothing matches", read("none.yaml") == "", read("none.yaml"))
    t.error("a filter that is none", [*base, "--remarks=x.yaml", "--remarks-filter=("], 2, "--remarks-filter", "regular expression")
    t.error("a form that is none", [*base, "--remarks=x.yaml", "--remarks-format=xml"], 2, "--remarks-format", "yaml")
    done = t.run(*base, "--remarks=a.bits", "--remarks-format=bitstream")
    t.expect("bitstream", done.returncode == 0 and open("a.bits", "rb").read(4) == b"RMRK", str(done.stderr))
    util = tool("llvm-remarkutil")
    if util is None:
        return print("no llvm-remarkutil-22")
    def ask(*words):
        done = subprocess.run([util, *words], capture_output=True, timeout=300)
        t.expect(" ".join(("llvm-remarkutil", *words)), done.returncode == 0, done.stderr.decode()[:300])
        return done.stdout.decode(errors="replace")
    count = len(DOCUMENT.findall(read("a.yaml")))
    ask("bitstream2yaml", "a.bits", "-o", "back.yaml")
    t.expect("bitstream and YAML say the same", read("back.yaml") == read("a.yaml"), read("back.yaml")[:300])
    ask("yaml2bitstream", "a.yaml", "-o", "b.bits")
    ask("bitstream2yaml", "b.bits", "-o", "again.yaml")
    t.expect("YAML to bitstream and back", read("again.yaml") == read("a.yaml"), read("again.yaml")[:300])
    for parser, file in (("yaml", "a.yaml"), ("bitstream", "a.bits")):
        said = ask("count", f"--parser={parser}", "--count-by=remark-name", "--group-by=function", file)
        numbers = [int(n) for n in re.findall(r",(\d+)", said)]
        t.expect(f"llvm-remarkutil counts {parser}", sum(numbers) == count, f"{said!r} {count}")
        kept = ask("filter", f"--parser={parser}", "--pass-name=machine-cse", file)
        t.expect(f"llvm-remarkutil filters {parser}", "machine-cse" in kept or parser == "bitstream", kept[:200])


def viewer(t):
    found = sorted(glob.glob("/usr/lib/llvm-*/share/opt-viewer/opt-viewer.py"))
    if not found:
        return print("no opt-viewer")
    done = subprocess.run([sys.executable, found[-1], "-j", "1", "-s", ".", "-o", "html", "lined.yaml"], capture_output=True, timeout=120)
    if b"ModuleNotFoundError" in done.stderr or b"ImportError" in done.stderr:
        return print("opt-viewer wants modules that are not installed")
    pages = {os.path.basename(p): read(p) for p in glob.glob("html/*.html")}
    t.expect("opt-viewer makes pages", done.returncode == 0 and "index.html" in pages, done.stderr.decode()[-400:])
    t.expect("opt-viewer shows the source with our remarks", any("machine-cse" in text for name, text in pages.items() if name != "index.html"), str(list(pages)))


def main():
    t = Checks(sys.argv[1])
    of_passes(t)
    of_algorithms(t)
    forms(t)
    viewer(t)
    t.finish()


if __name__ == "__main__":
    main()
