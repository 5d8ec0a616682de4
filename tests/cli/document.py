#!/usr/bin/env python3
"""`--json` on every command: the document of docs/json.md, and the same exit state, files and output as without.  document.py LATHE"""
import json
import os
import pty
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

TYPES = {"schema": int, "version": str, "command": str, "status": int, "messages": list, "outputs": list, "output": str, "told": str,
         "results": list, "passes": list, "remarks": list, "faults": list, "stats": dict}
RESULTS = {
    "flow": {"function": str, "blocks": list, "loops": list, "exits": list, "irreducible": bool},
    "pressure": {"function": str, "sets": list, "blocks": list},
    "modulo": {"loop": str, "instructions": int, "mii": int, "rec_mii": int, "res_mii": int, "recurrence": list},
    "sched": {"region": str, "decision": str, "strategy": str, "before": dict, "after": dict, "order": list, "cycles": list},
    "group": {"groups": list, "refused": list}, "outline": {"rounds": list}, "bits": {"values": list},
    "combine": {"graph": str, "outcome": str, "nodes": int, "visits": int, "rewrites": int, "erased": int, "fired": dict},
    "inline": {"inlined": list, "kept": list},
    "import": {"module": str, "workload": bool, "imports": list, "refused": list},
    "report": {"part": str},
    "equal": {"function": str, "equal": bool, "vacuous": bool, "paths_to_the_end": int, "paths_cut": int,
              "instructions": int}}
IR = b"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr float, ptr addrspace(1) %p, i32 64
  %r = getelementptr float, ptr addrspace(1) %p, i32 65
  store float %sum, ptr addrspace(1) %q
  store float %more, ptr addrspace(1) %r
  ret void
}
"""
LINE = "".join(f"i op{n} 4 d{n}:r u{n - 1}:r\n" for n in range(1, 9))
OUTLINE = f"outline\ncosts call 4 parameter 0 result 0 frame 4\nclass r\nfunction f\nblock live 8\n{LINE}function g\nblock live 8\n{LINE}".encode()
MODULES = b"thinlto\nmodule a\nfunction main external insts 40\ncall f hot\nmodule b\nfunction f external insts 12\nroot main\n"
GROUP = (b"group g\nkind ld gap 4 least 2 most 4 powers aligned early\nblock 4\ncandidate 0 kind 0 key 1 order 0 size 4 align 8\n"
         b"candidate 2 kind 0 key 1 order 4 size 4 align 4\n")
BITS = b"bits\n%0 input 8\n%1 ctpop 8 %0\nroot %1\n"


def document(t, what, text):
    try:
        doc = json.loads(text)
    except ValueError as wrong:
        t.expect(what, False, f"{wrong}: {text[:200]}")
        return {}
    for name, value in doc.items():
        t.expect(what, isinstance(value, TYPES.get(name, ())), f"member {name}: {str(value)[:60]}")
    for name in ("schema", "version", "command", "status", "messages", "outputs"):
        t.expect(what, name in doc, f"no {name}")
    for one in doc.get("results", ()):
        for name, kind in RESULTS[doc["command"]].items():
            t.expect(what, type(one.get(name)) is kind, f"results: {name}: {str(one.get(name))[:60]}")
    return doc


def untimed(value):
    """Without what differs from run to run."""
    if isinstance(value, dict):
        return {k: untimed(v) for k, v in value.items() if k not in ("ms", "milliseconds")}
    return [untimed(v) for v in value] if isinstance(value, list) else value


def compare(t, command, *arguments, results=0, timed=False):
    """With and without: the documents hold what is said without. The document."""
    what = " ".join([command, *arguments])
    plain, asked = t.run(command, *arguments), t.run(command, *arguments, "--json")
    doc = document(t, what, asked.stdout)
    t.expect(what, asked.stderr == b"", f"standard error: {asked.stderr[:200]}")
    t.expect(what, plain.returncode == asked.returncode == doc.get("status"), f"{plain.returncode}, {asked.returncode}, {doc.get('status')}")
    t.expect(what, doc.get("command") == command and doc.get("output") == plain.stdout.decode(), "another output")
    t.expect(what, len(doc.get("results", ())) >= results, f"{len(doc.get('results', ()))} results")
    beside = t.run(command, *arguments, "--json=beside.json")
    t.expect(what, beside.stdout == plain.stdout and beside.returncode == plain.returncode, "=FILE changes the output")

    def lines(text):
        return [line for line in text.splitlines() if not re.search(rb"milliseconds|\bms\b|time|million", line)]
    t.expect(what, timed or lines(beside.stderr) == lines(plain.stderr), f"=FILE changes standard error: {beside.stderr[:200]}, {plain.stderr[:200]}")
    with open("beside.json", "rb") as f:
        again = document(t, what + " =FILE", f.read())
    t.expect(what, "output" not in again and untimed(again.get("results")) == untimed(doc.get("results")) and again.get("messages") == doc.get("messages"),
             "=FILE is another document")
    return doc


def answers(t):
    t.file("a.ll", IR)
    doc = compare(t, "compile", "a.ll", "-o", "a.ptx", "-O3", "--time-passes", "--enable=machinelicm", timed=True)
    t.expect("compile: file", [o["file"] for o in doc["outputs"]] == ["a.ptx"] and doc["outputs"][0]["bytes"] > 100, doc["outputs"])
    t.expect("compile: stats and passes", doc["stats"]["functions"] == 1 and any(p["functions"] for p in doc["passes"]), doc.get("stats"))
    if t.run("compile", "a.ll", "-o", "a.cubin").returncode == 0:  # ptxas is there
        doc = json.loads(t.run("compile", "a.ll", "-o", "a.cubin", "--json").stdout)
        t.expect("compile: what passes to ptxas is no output", [o["file"] for o in doc["outputs"]] == ["a.cubin"], doc["outputs"])
    doc = compare(t, "opt", "a.ptx", "--enable=machinelicm")
    t.expect("opt: stats", doc["stats"]["functions"] == 1, doc["stats"])
    doc = compare(t, "flow", "a.ptx", "--check", results=1)
    flow = doc["results"][0]
    t.expect("flow: loop", len(flow["loops"]) == 1 and flow["blocks"][0]["dominator"] is None and flow["function"] == "k", flow)
    doc = compare(t, "pressure", "a.ptx", results=1)
    shown = dict(re.findall(r"^set (\S+) max (\d+)", doc["output"], re.M))
    t.expect("pressure: as the text", {s["set"]: str(s["pressure"]) for s in doc["results"][0]["sets"]} == shown, shown)
    doc = compare(t, "modulo", "a.ptx", "--lift", "--check", results=1)
    t.expect("modulo: as the text", [str(r.get("ii")) for r in doc["results"]] == re.findall(r"^II (\d+)", doc["output"], re.M), doc["results"])
    doc = compare(t, "modulo", "a.ptx", "--pipeliner-max-mii=1", results=1)
    t.expect("modulo: refused", doc["results"][0].get("refused") and "ii" not in doc["results"][0], doc["results"])
    doc = compare(t, "sched", "a.ptx", results=1)
    t.expect("sched: orders", all(sorted(r["order"]) == list(range(len(r["order"]))) for r in doc["results"]), "")
    t.file("group.txt", GROUP)
    compare(t, "group", "a.ptx", "--check", results=1)
    doc = compare(t, "group", "group.txt", "--check", results=1)
    t.expect("group: two loads", [g["members"] for g in doc["results"][0]["groups"]] == [[0, 2]], doc["results"])
    t.file("outline.txt", OUTLINE)
    doc = compare(t, "outline", "outline.txt", "--check", results=1)
    rounds = doc["results"][0]["rounds"]
    t.expect("outline: one function, two sites", [len(r["functions"]) for r in rounds] == [1] and len(rounds[0]["sites"]) == 2, rounds)
    t.file("inline.txt", b"inlining\nfunction f size 9\ncall g saved 5\ncall f\nfunction g size 20\n")
    doc = compare(t, "inline", "inline.txt", "--check", results=1)
    result = doc["results"][0]
    t.expect("inline: one call", [x["callee"] for x in result["inlined"]] == ["g"] and [x["why"] for x in result["kept"]] == ["recursive"], result)
    t.file("bits.txt", BITS)
    doc = compare(t, "bits", "bits.txt", "--check", results=1)
    t.expect("bits: ctpop", doc["results"][0]["values"][1]["zero"] == 0xF0, doc["results"])
    t.run("compile", "a.ll", "--stop-after=build", "-o", "a.dag")
    doc = compare(t, "combine", "a.dag", "--check", results=1)
    t.expect("combine: rewrites", sum(r["rewrites"] for r in doc["results"]) == doc["stats"]["rewrites"], doc["stats"])
    t.file("import.txt", MODULES)
    doc = compare(t, "import", "import.txt", "--check", results=2)
    t.expect("import: f", doc["results"][0]["imports"][0]["name"] == "f" and doc["results"][0]["imports"][0]["from"] == "b", doc["results"])
    doc = compare(t, "equal", "a.ptx", "a.ptx", results=1)
    t.expect("equal", doc["results"][0]["equal"] is True, doc["results"])
    doc = compare(t, "run", "a.ptx", "--arg=fill:f32:66:1.0:-", "--arg=64", "--grid=1", "--block=1", "--stats")
    t.expect("run: stats", doc["stats"]["launches"] == 1 and doc["stats"]["blocks"] == 1, doc.get("stats"))
    doc = compare(t, "thinlto", "a.ll", "-o", "out")
    t.expect("thinlto: file", len(doc["outputs"]) == 1 and "a.ll" in doc["stats"]["modules"], doc)
    doc = compare(t, "report", "a.ll", "--no-alternatives", "--fail-on=unlaunchable", results=1, timed=True)
    t.expect("report: the kernel", [k["function"] for k in doc["results"][0]["kernels"]] == ["k"], doc["results"][0]["kernels"])
    doc = compare(t, "run", "a.ptx", "--list")
    t.expect("run --list", "kernel k" in doc["output"], doc)


def faults(t):
    """What is wrong stands in the document, with its place."""
    t.file("bad.ll", b"define void @f() {\n  ret i32\n}\n")
    doc = compare(t, "compile", "bad.ll", "-o", "bad.ptx")
    t.expect("broken IR", doc["status"] == 1 and doc["messages"][0]["level"] == "error" and doc["messages"][0]["line"] == 3 and
             doc["messages"][0]["file"] == "bad.ll" and doc["outputs"] == [], doc)
    doc = compare(t, "opt", "nowhere.ptx")
    t.expect("no file", doc["status"] == 1 and "nowhere.ptx" in doc["messages"][0]["text"], doc)
    t.file("wrong.ptx", b".version 8.0\n.target sm_80\n.address_size 64\n" + b".entry k(){\n" + b"\tadd.s32 %r1;\n" * 30 + b"\tret;\n}\n")
    doc = compare(t, "opt", "wrong.ptx")
    t.expect("all errors", doc["status"] == 1 and len(doc["messages"]) >= 1 and all("line" in m for m in doc["messages"]), doc["messages"][:2])
    for command in RESULTS:
        asked = t.run(command, "--no-such-option", "--json")
        doc = document(t, f"{command}: wrong usage", asked.stdout)
        t.expect(f"{command}: wrong usage", asked.returncode == doc.get("status") == 2 and len(doc.get("messages", ())) == 1 and asked.stderr == b"",
                 asked.stderr)
    doc = compare(t, "equal", "a.ptx", "other.ptx")
    t.file("claims.txt", b"claims\n%0 bits 1???????  signs 1 demanded 255\n%1 bits 1??????? signs 1 demanded 255\n")
    doc = compare(t, "bits", "bits.txt", "--claims=claims.txt")
    t.expect("faults of a checker", doc["status"] == 1 and len(doc["faults"]) >= 1, doc)
    done = t.run("flow", "a.ptx", "--json=/nowhere/at/all.json")
    t.expect("a document that cannot be written", done.returncode == 1 and b"/nowhere/at/all.json" in done.stderr, done.stderr)


def on_terminal(t, *arguments, **environment):
    """What a terminal gets on standard error."""
    ours, theirs = pty.openpty()
    done = subprocess.Popen([t.program, *arguments], stdout=subprocess.DEVNULL, stderr=theirs, env=dict(os.environ, **{"TERM": "xterm"} | environment))
    os.close(theirs)
    text = b""
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:  # nobody writes any more
            break
        if not more:
            break
        text += more
    done.wait()
    os.close(ours)
    return text.decode().replace("\r\n", "\n")


def places(t):
    """FILE:LINE:COLUMN in front; on a terminal the line and a mark, in colours unless NO_COLOR says not."""
    t.file("bad.txt", b"flow f variables 1\n\tnonsense 9\n")
    plain = t.run("flow", "bad.txt").stderr.decode()
    place = re.match(r"bad\.txt:2:(\d+): error: ", plain)
    t.expect("a place in front", place and plain.count("\n") == 1, plain)
    column = int(place[1]) if place else 1
    without = on_terminal(t, "flow", "bad.txt", NO_COLOR="1")
    mark = "\t" + " " * (column - 2) + "^" if column > 1 else "^"
    t.expect("the line and a mark", without == plain + "\tnonsense 9\n" + mark + "\n", repr(without))
    coloured = on_terminal(t, "flow", "bad.txt", NO_COLOR="")
    t.expect("colours", "\x1b[1;31merror\x1b[0m" in coloured and re.sub(r"\x1b\[[0-9;]*m", "", coloured) == without, repr(coloured))
    t.expect("a dumb terminal", on_terminal(t, "flow", "bad.txt", TERM="dumb") == plain)
    t.file("bad.txt", b"flow f variables 1\n\x1b[2Jnonsense 9\n")
    t.expect("no control characters", "\x1b[2J" not in on_terminal(t, "flow", "bad.txt"))


def main():
    t = Checks(sys.argv[1])
    places(t)
    answers(t)
    faults(t)
    t.finish()


main()
