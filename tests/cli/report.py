#!/usr/bin/env python3
"""`lathe report`: its numbers are those of the other commands and of ptxas, --fail-on stops for what it says, the page needs
nothing from elsewhere, and in a browser every view of it opens without an error.  report.py LATHE"""
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from browser import Browser, program  # noqa: E402
from cli import Checks  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KERNELS = os.path.join(ROOT, "tests/kernels/ll")
COMMANDS = ("flow", "pressure", "sched", "modulo", "group", "outline")
VIEWS = {"kernels", "occupancy", "time", "pressure", "schedule", "loops", "memory", "flow", "repeats", "graphs", "passes", "remarks"}


def ptxas():
    found = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    return found if os.access(found, os.X_OK) else None


def data_of(page):
    with open(page) as f:
        text = f.read()
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1]), text


def report(t, *arguments, state=0):
    done = t.run("report", *arguments, "--json")
    t.expect(f"report {arguments}", done.returncode == state, f"exit {done.returncode}: {done.stdout[-300:]}{done.stderr[:300]}")
    return json.loads(done.stdout)


def untimed(stats):
    return {k: v for k, v in stats.items() if k != "milliseconds"}


def as_the_commands(t, kernels):
    """Results, statistics and the table's numbers are those that the commands give by themselves."""
    source = os.path.join(KERNELS, kernels + ".ll")
    t.file("m.ptx", t.run("compile", source, "--mcpu=sm_90", "-o", "-").stdout)
    done = t.run("report", source, "--mcpu=sm_90", "-o", "m.html", "--json=m.json")
    t.expect("report", done.returncode == 0 and not done.stdout and not done.stderr, str(done)[:300])
    doc, (page, _) = json.load(open("m.json")), data_of("m.html")
    module = doc["results"][0]
    t.expect("the page has the document", page["results"] == doc["results"] and page["schema"] == doc["schema"], "")
    t.expect("the PTX is that of compile", module["ptx"] == open("m.ptx").read() and module["target"] == "sm_90", module["target"])
    for command in COMMANDS:
        alone = json.loads(t.run(command, "m.ptx", "--json").stdout)
        told = json.loads(t.run(command, "m.ptx", "-o", os.devnull, "--stats=json").stderr.decode().splitlines()[0])
        part = module["parts"][command]
        t.expect(f"{command}: the results of --json", part["results"] == alone.get("results", []), "")
        t.expect(f"{command}: some results", part["results"] or command == "modulo" and kernels != "reduce", "")
        t.expect(f"{command}: the figures of --stats=json", untimed(part["stats"]) == untimed(told), str(part["stats"]))
        t.expect(f"{command}: a picture for each result", command == "outline" or len(part["pictures"]) == len(part["results"]), "")
        t.expect(f"{command}: how to have it", part["command"] == f"lathe compile {source} --mcpu=sm_90 -o - | lathe {command} - --json", part["command"])
    sets = {r["function"]: {s["set"]: s["pressure"] for s in r["sets"]} for r in module["parts"]["pressure"]["results"]}
    infos = t.run("run", "m.ptx", "--list").stdout.decode()
    for kernel in module["kernels"]:
        name = kernel["function"]
        t.expect(f"{name}: registers", (kernel["registers"], kernel["predicates"]) == (sets[name]["r32"], sets[name]["pred"]), kernel)
        shared = re.search(rf"^kernel {name}\n(?:  .*\n)*?  (\d+) bytes of shared", infos, re.M)
        t.expect(f"{name}: shared memory", not shared or kernel["shared"] <= int(shared[1]), kernel["shared"])
        stairs = kernel["stairs_registers"]
        blocks = [stairs[i + 1] for i in range(0, len(stairs), 2) if stairs[i] <= kernel["registers"]][-1]
        t.expect(f"{name}: on its staircase", blocks == kernel["blocks"], (blocks, kernel["blocks"]))
        more = [[stairs[i + 1] for i in range(0, len(stairs), 2) if stairs[i] <= n][-1] for n in (kernel["registers"] + kernel["slack"], kernel["registers"] + kernel["slack"] + 1)]
        t.expect(f"{name}: the slack ends there", more[0] == kernel["blocks"] and (more[1] < more[0] or kernel["registers"] + kernel["slack"] == 255), more)
        if kernel["to_next"] is not None:
            fewer = kernel["registers"] - kernel["to_next"]
            near = [[stairs[i + 1] for i in range(0, len(stairs), 2) if stairs[i] <= n][-1] for n in (fewer, fewer + 1)]
            t.expect(f"{name}: the next step begins there", fewer == kernel["next_registers"] and near[0] > near[1] == kernel["blocks"], near)
        alone = json.loads(t.run("flow", "m.ptx", "--throughput", f"--function={name}", f"--warps={kernel['time']['threads']}", "--json").stdout)["results"]
        t.expect(f"{name}: the model's time", [kernel["time"]] == alone and kernel["cycles_together"] == alone[0]["together"] > 0, str(alone)[:200])
        t.expect(f"{name}: warps of an issuer", kernel["time"]["threads"] == max(1, kernel["warps"] // 4), kernel["time"])
        t.expect(f"{name}: no ptxas was asked", kernel["registers_ptxas"] is None and kernel["sass_bytes"] is None, kernel)
    passes = json.loads(t.run("compile", source, "--mcpu=sm_90", "-o", os.devnull, "--time-passes", "--json").stdout)["passes"]
    of = [(p["pass"], p["before"], p["after"], p.get("registers", 0)) for p in module["compile"]["passes"]]
    t.expect("passes", of == [(p["pass"], p["before"], p["after"], p.get("registers", 0)) for p in passes] and of[-1][3] > 0, of)
    stages = {s["stage"]: s for s in module["stages"]}
    build = t.run("compile", source, "--mcpu=sm_90", "--stop-after=build", "-o", "-").stdout
    t.expect("graphs", stages["build"]["text"].encode() == build and len(stages) == 6, sorted(stages))
    fired = json.loads(t.run("combine", "-", "--run=1", "--mcpu=sm_90", "--json", stdin=build).stdout)["results"]
    t.expect("rules that fired", stages["build"]["combine"]["results"] == fired, "")
    unrolled(t, source, module)
    again = t.run("report", source, "--mcpu=sm_90", "-o", "again.html")
    same = re.compile(r'"(ms|milliseconds|read|prepare|codegen|print|total)":[\d.e-]+')
    t.expect("the same bytes but for times", again.returncode == 0 and same.sub("", open("m.html").read()) == same.sub("", open("again.html").read()), "")
    return module


def unrolled(t, source, module):
    """Builds with other unrolling, really made: their numbers are those of the command that stands beside them."""
    builds = {a["name"]: a for a in module["alternatives"]}
    seen = []
    for name, word in (("loops unrolled by 2", "--unroll=2"), ("loops unrolled by 4", "--unroll=4"), ("loops unrolled whole", "--unroll=full")):
        build = builds.get(name, {"command": "", "kernels": []})
        t.expect(f"{name}: its command", build["command"] == f"lathe compile {source} --mcpu=sm_90 {word} -o -", build["command"])
        t.file("u.ptx", t.run(*build["command"].split()[1:]).stdout)
        alone = {k["function"]: k for k in report(t, "u.ptx", "--no-alternatives")["results"][0]["kernels"]}
        t.expect(f"{name}: as that command has it", {k["function"]: k for k in build["kernels"]} == alone and alone, "")
        seen.append(sum(k["instructions"] for k in build["kernels"]))
    # The other one's loops have barriers, and nobody knows how often they turn: they stay as they are.
    t.expect("more turns, more code", "reduce" not in source or sum(k["instructions"] for k in module["kernels"]) < seen[0] < seen[1], seen)


def sections_of(path):
    """Sizes of a cubin's sections, by name."""
    with open(path, "rb") as f:
        cubin = f.read()
    table, size, count, names = struct.unpack_from("<Q", cubin, 40)[0], *struct.unpack_from("<HHH", cubin, 58)
    head = [struct.unpack_from("<IIQQQQ", cubin, table + size * i) for i in range(count)]
    return {cubin[head[names][4] + h[0]:].split(b"\0", 1)[0].decode(): h[5] for h in head}


def by_ptxas(t):
    """The table's columns are what ptxas -v prints, and the sizes of the cubin's sections."""
    if ptxas() is None:
        return
    kernel = report(t, "m.ptx", "--cubin", "--no-alternatives")["results"][0]
    done = subprocess.run([ptxas(), "-v", "-arch=sm_90", "-lineinfo", "m.ptx", "-o", "m.cubin"], stderr=subprocess.PIPE, check=True)
    said = {}
    for name, text in re.findall(r"Compiling entry function '(\S+)' for.*?\n(.*?)(?=ptxas info    : Compil(?:ing|e time)|\Z)", done.stderr.decode(), re.S):
        said[name] = text
    sections = sections_of("m.cubin")
    t.expect("ptxas: kernels", len(kernel["kernels"]) == len(said) >= 3, str(said))
    for row in kernel["kernels"]:
        text = said[row["function"]]
        numbers = {word: int((re.search(rf"(\d+) {word}", text) or ["", "0"])[1]) for word in ("registers", "bytes smem", "bytes spill stores", "bytes stack frame")}
        t.expect(f"ptxas: {row['function']}", (row["registers_ptxas"], row["shared_ptxas"], row["spill_stores"], row["stack"]) == tuple(numbers.values()), (row, numbers))
        t.expect(f"bytes of {row['function']}", row["sass_bytes"] == sections[".text." + row["function"]], row["sass_bytes"])
        t.expect(f"{row['function']}: by ptxas", row["occupancy_by"] == "ptxas", row["occupancy_by"])
    # Outlined, for nvlink and as a whole program.
    source = os.path.join(KERNELS, "curand_philox.ll")
    t.file("c.ptx", t.run("compile", source, "--mcpu=sm_90", "-o", "-").stdout)
    outlined = report(t, "c.ptx", "--cubin", "--no-alternatives")["results"][0]["outlined"]
    t.file("d.ptx", t.run("outline", "c.ptx", "--rewrite", "-").stdout)
    for name, ptx, how in (("before", "c.ptx", ["-c"]), ("after", "d.ptx", ["-c"]), ("whole_before", "c.ptx", []), ("whole_after", "d.ptx", [])):
        subprocess.run([ptxas(), "-arch=sm_90", "-lineinfo", *how, ptx, "-o", "c.cubin"], check=True)
        t.expect(f"outlined: {name}", outlined[name] == sum(n for s, n in sections_of("c.cubin").items() if s.startswith(".text.")), outlined)
    # A limit that makes it spill, as an alternative and as this build.
    tight = re.sub(r"(\.entry matmul_reg\([^)]*\))", r"\1 .maxnreg 24", open("m.ptx").read())
    t.file("tight.ptx", tight.encode())
    doc = spilled = report(t, "tight.ptx", "--cubin", "--fail-on=spills,occupancy-step-lost", "--against=m.ptx", "--no-alternatives", state=1)
    t.expect("spills are found", [f.split(": ")[:3] for f in doc["faults"]] == [["spills", "tight.ptx", "matmul_reg"]], doc["faults"])
    doc = report(t, "tight.ptx", "--cubin", "--fail-on=spills-grown,local", "--against=m.ptx", "--no-alternatives", state=1)
    t.expect("spills have grown, and the stack", [f.split(": ")[:3] for f in doc["faults"]] == [[r, "tight.ptx", "matmul_reg"] for r in ("spills-grown", "local")], doc["faults"])
    doc = report(t, "much.ptx", "--cubin", "--fail-on=sass-grown", "--against=little.ptx", "--no-alternatives", state=1)
    t.expect("machine code has grown", [f.split(": ")[:3] for f in doc["faults"]] == [["sass-grown", "much.ptx", "k"]], doc["faults"])
    t.expect("spills stand first", spilled["results"][0]["kernels"][0]["function"] == "matmul_reg", "")
    doc = report(t, "m.ptx", "--cubin", "--fail-on=occupancy-step-lost,sass-grown,registers", "--against=tight.ptx", state=1)
    rules = [f.split(": ")[0] for f in doc["faults"]]
    t.expect("a step is lost the other way", rules == ["occupancy-step-lost", "registers"], doc["faults"])
    builds = {a["name"]: a for a in doc["results"][0]["alternatives"]}
    t.expect("builds beside it", "schedule" in builds and any(n.startswith("ptxas -maxrregcount=") for n in builds), sorted(builds))
    limited = [a for n, a in builds.items() if n.startswith("ptxas -maxrregcount=")][0]
    most = int(re.search(r"\d+$", limited["name"])[0])
    t.expect("and they are really made", all(k["registers_ptxas"] <= most for k in limited["kernels"]), limited)


def against(t):
    """Former reports, modules and folders as the other build, and what fails."""
    os.makedirs("before", exist_ok=True)
    source = os.path.join(KERNELS, "reduce.ll")
    t.file("r.ptx", t.run("compile", source, "--mcpu=sm_80", "-o", "-").stdout)
    t.file("before/r.ptx", t.run("compile", source, "--mcpu=sm_80", "-O0", "-o", "-").stdout)
    t.run("report", "before/r.ptx", "--no-alternatives", "--json=before.json")
    seen = []
    for other in ("before", "before/r.ptx", "before.json"):
        doc = report(t, "r.ptx", "--against", other, "--no-alternatives")
        seen.append([(k["function"], k["was"]["instructions"], k["was"]["registers"]) for k in doc["results"][0]["kernels"]])
        t.expect(f"against {other}: its PTX", doc["results"][1]["part"] == "against" and "reduce_sum_i32" in doc["results"][1]["modules"][0]["ptx"], "")
    t.expect("the same by each way", seen[0] == seen[1] == seen[2] and len(seen[0]) == 3, str(seen))
    t.expect("and they are the other's", all(was > k["instructions"] for k, (_, was, _) in zip(doc["results"][0]["kernels"], seen[0])), seen[0])
    done = t.run("report", "before/r.ptx", "--against=r.ptx", "--fail-on=ptx-grown")
    lines = done.stderr.decode().splitlines()
    t.expect("a line for each finding", done.returncode == 1 and len(lines) == 3 and all(line.startswith("ptx-grown: before/r.ptx: reduce_") for line in lines), lines)
    t.expect("nothing is found", t.run("report", "r.ptx", "--against=before", "--fail-on=ptx-grown,shared,local,kernel-missing").returncode == 0, "")
    done = t.run("report", "before/r.ptx", "--against=r.ptx", "--fail-on=slower-by-model")
    t.expect("slower by the model", done.returncode == 1 and done.stderr.count(b"slower-by-model: before/r.ptx: reduce_") == 3, done.stderr)
    t.expect("and faster is not", t.run("report", "r.ptx", "--against=before.json", "--fail-on=slower-by-model").returncode == 0, "")
    head = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
    t.file("little.ptx", (head + "\tret;\n}\n").encode())
    t.file("much.ptx", (head + "\t.shared .align 4 .b8 s[64];\n\t.local .align 4 .b8 l[32];\n\t.reg .b32 %r<3>;\n\t.reg .b64 %d<2>;\n\tld.param.u64 %d1, [p];\n"
                        "\tmov.u32 %r1, %tid.x;\n\tst.shared.u32 [s], %r1;\n\tst.local.u32 [l], %r1;\n\tbar.sync 0;\n\tld.volatile.shared.u32 %r1, [s];\n"
                        "\tld.local.u32 %r2, [l];\n\tadd.s32 %r1, %r1, %r2;\n\tst.global.u32 [%d1], %r1;\n\tret;\n}\n").encode())
    grown = {"shared": "bytes of shared memory from 0 to 64", "local": "bytes of local variables from 0 to 32", "registers": "registers live at once", "ptx-grown": "instructions"}
    done = t.run("report", "much.ptx", "--against=little.ptx", "--fail-on=" + ",".join(grown))
    lines = done.stderr.decode().splitlines()
    t.expect("each rule without ptxas", done.returncode == 1 and [line.split(": ")[0] for line in lines] == list(grown) and
             all(what in line for what, line in zip(grown.values(), lines)), lines)
    t.expect("none the other way", t.run("report", "little.ptx", "--against=much.ptx", "--fail-on=" + ",".join(grown)).returncode == 0, "")
    few = re.sub(r"\.visible \.entry reduce_max_f32.*?\n}\n", "", open("r.ptx").read(), flags=re.S)
    t.file("few.ptx", few.encode())
    done = t.run("report", "few.ptx", "--against=r.ptx", "--fail-on=kernel-missing")
    t.expect("a kernel is missing", done.returncode == 1 and done.stderr == b"kernel-missing: r.ptx: reduce_max_f32 is not there\n", done.stderr)
    wide = re.sub(r"(\.entry reduce_sum_i32\([^)]*\))", r"\1 .reqntid 1024", open("r.ptx").read())
    done = t.run("report", t.file("wide.ptx", wide.encode()), "--shared=200000", "--fail-on=unlaunchable")
    t.expect("no block fits", done.returncode == 1 and done.stderr.count(b"unlaunchable: wide.ptx: ") == 3, done.stderr)


def imports(t):
    """Imports are those that lathe thinlto plans, with its limits: one of 300 instructions is more than LLVM's, one of 1,200 than its own."""
    def function(name, size):
        lines = "".join(f"  %v{i} = mul i32 %v{i - 1}, %v{max(0, i - 2)}\n" for i in range(1, size))
        return f"define i32 @{name}(i32 %v0) {{\n{lines}  ret i32 %v{size - 1}\n}}\n"
    names = [t.file("user.ll", b"declare i32 @middle(i32)\ndeclare i32 @large(i32)\ndefine ptx_kernel void @user(ptr %p) {\n  %a = call i32 @middle(i32 7)\n"
                    b"  %b = call i32 @large(i32 %a)\n  store i32 %b, ptr %p\n  ret void\n}\n"),
             t.file("bodies.ll", (function("middle", 300) + function("large", 1200)).encode())]
    part = [r for r in report(t, *names, "--mcpu=sm_80", "--no-alternatives")["results"] if r["part"] == "imports"][0]
    user = part["results"][0]
    done = t.run("thinlto", *names, "-o", "imported", "--mcpu=sm_80", "--print-imports", "--print-import-failures")
    said = done.stderr.decode().splitlines()
    t.expect("imports of thinlto", [f"import: user.ll {i['name']} from {i['from']}" for i in user["imports"]] == [s for s in said if s.startswith("import: user.ll")] and
             [i["name"] for i in user["imports"]] == ["middle"], f"{user} {said}")
    t.expect("and what it refuses", [f"not imported: user.ll {r['name']}: {r['why']}, threshold {r['threshold']}" for r in user["refused"]] == [s for s in said if s.startswith("not imported: user.ll")] and
             [r["name"] for r in user["refused"]] == ["large"], f"{user} {said}")
    again = json.loads(t.run(*part["command"].split()[1:]).stdout)
    t.expect("by the command that stands there", again["results"] == part["results"], part["command"])


def refusals(t):
    t.error("nothing asked for", ["report", "r.ptx"], 2, "-o PAGE.html", "--json")
    t.error("no such rule", ["report", "r.ptx", "--fail-on=slow"], 2, "--fail-on=slow", "occupancy-step-lost")
    t.error("a rule without the other build", ["report", "r.ptx", "--fail-on=registers"], 2, "--against")
    t.error("a rule without ptxas", ["report", "r.ptx", "--fail-on=spills"], 2, "--cubin")
    t.error("a target for PTX", ["report", "r.ptx", "-o", "p.html", "--mcpu=sm_90"], 2, "--mcpu")
    t.error("no such function", ["report", "r.ptx", "-o", "p.html", "--function=f"], 1, "no function 'f'")
    t.error("no such file", ["report", "none.ll", "-o", "p.html"], 1, "none.ll")
    t.error("no such other", ["report", "r.ptx", "-o", "p.html", "--against=none.json"], 1, "none.json")
    t.error("another JSON", ["report", "r.ptx", "-o", "p.html", "--against=" + t.file("x.json", b"{}")], 1, "not the JSON of lathe report")
    t.error("a folder without PTX", ["report", "r.ptx", "-o", "p.html", "--against=" + (os.makedirs("none", exist_ok=True) or "none")], 1, "no .ptx file")
    t.error("no profile", ["report", "r.ptx", "-o", "p.html", "--profile=x.json"], 1, "--profile")
    t.error("no d3.js", ["report", "r.ptx", "-o", "p.html", "--d3=r.ptx"], 1, "not d3.js")
    t.error("d3.js without its licence", ["report", "r.ptx", "-o", "p.html", "--d3=" + t.file("d3.js", b"var d3={}")], 1, "licence", "LICENSE")
    t.error("broken IR", ["report", t.file("bad.ll", b"garbage(\n"), "-o", "p.html"], 1, "bad.ll:1")
    t.error("broken PTX", ["report", t.file("bad.ptx", b".version 8.0\n.target sm_80\n.entry k(){ add.s32 %r1; }\n"), "-o", "p.html"], 1, "bad.ptx:3")
    odd = ".version 8.0\n.target sm_999\n.address_size 64\n.visible .entry k()\n{\n\tret;\n}\n"
    doc = report(t, t.file("odd.ptx", odd.encode()))
    t.expect("a target that nobody knows", [k["function"] for k in doc["results"][0]["kernels"]] == ["k"], doc["results"])
    doc = report(t, t.file("empty.ptx", b".version 8.0\n.target sm_80\n.address_size 64\n"))
    t.expect("a module without functions", doc["results"][0]["kernels"] == [], doc["results"])
    done = t.run("report", "-", "-o", "-", "--no-alternatives", stdin=open("r.ptx", "rb").read())
    t.expect("by standard input and output", done.returncode == 0 and done.stdout.startswith(b"<!DOCTYPE html>") and b"reduce_sum_i32" in done.stdout, str(done)[:200])
    os.makedirs("other", exist_ok=True)
    t.file("other/LICENSE", b"As you <like> it.\n")
    own = t.file("other/d3.js", b"var d3={own:'</script>'};")
    done = t.run("report", "r.ptx", "--no-alternatives", "--d3", own, "-o", "own.html")
    text = open("own.html").read()
    t.expect("another d3.js", done.returncode == 0 and "own:'<\\/script>'" in text and "As you &lt;like&gt; it." in text, str(done)[:300])


def large(name, instructions):
    """One kernel of so many instructions: sums and products over a few registers."""
    body = "".join(f"\tmad.lo.s32 %r{1 + i % 60}, %r{1 + (i * 7 + 3) % 60}, %r{1 + (i * 13 + 5) % 60}, {i % 97};\n" for i in range(instructions))
    first = "".join(f"\tmov.u32 %r{i}, {i};\n" for i in range(1, 61))
    with open(name, "w") as f:
        f.write(f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry large(.param .u64 p)\n{{\n\t.reg .b32 %r<61>;\n\t.reg .b64 %d<2>;\n"
                f"{first}{body}\tld.param.u64 %d1, [p];\n\tst.global.u32 [%d1], %r1;\n\tret;\n}}\n")
    return name


# Lines of a source, and what a disassembler would print of the kernel: there is none where the tests run.
LINES = """.version 8.0
.target sm_90
.address_size 64
.file 1 "lines.cu"
.visible .entry lines(.param .u64 p)
{
\t.reg .b32 %r<4>;
\t.reg .b64 %rd<2>;
\t.loc 1 2 3
\tld.param.u64 %rd1, [p];
\tmov.u32 %r1, %tid.x;
\t.loc 1 3 3
\tadd.s32 %r2, %r1, 7;
\tst.global.u32 [%rd1], %r2;
\t.loc 1 4 1
\tret;
}
"""
SASS = r"""cat <<'TEXT'
\t.section\t.text.lines,"ax",@progbits
.text.lines:
\t//## File "lines.cu", line 2
        /*0000*/                   S2R R0, SR_TID.X ;
\t//## File "lines.cu", line 3
        /*0010*/                   IADD3 R0, R0, 0x7, RZ ;
        /*0020*/                   EXIT ;
TEXT
"""


def side_by_side(t, browser):
    """Source, PTX and SASS: a line that is chosen in one column is chosen in the others."""
    t.file("lines.ptx", LINES.encode())
    t.file("lines.cu", b"__global__ void lines(int *p) {\n  int i = threadIdx.x;\n  *p = i + 7;\n}\n")
    os.makedirs("cuda/bin", exist_ok=True)
    more = []
    if ptxas():
        os.symlink(ptxas(), "cuda/bin/ptxas")
        t.file("cuda/bin/nvdisasm", b"#!/bin/sh\n" + SASS.encode())
        os.chmod("cuda/bin/nvdisasm", 0o755)
        more = ["--cubin"]
    done = t.run("report", "lines.ptx", *more, "-o", "lines.html", environment={"CUDA_HOME": os.path.abspath("cuda")})
    t.expect("a page with sources", done.returncode == 0, done.stderr[:300])
    browser.open("lines.html", "#pressure/0/lines")
    browser.settle()
    browser.settle()
    heads = browser.run("[...document.querySelectorAll('.columns h3')].map(h => h.textContent)")
    t.expect("columns", heads == ["lines.cu", "PTX"] + (["SASS"] if more else []), heads)
    browser.run("[...document.querySelectorAll('[aria-label=PTX] .ln')].filter(l => /add.s32/.test(l.textContent))[0].click()")
    browser.settle()
    chosen = browser.run("[...document.querySelectorAll('.ln.at, .ln.same')].map(l => l.textContent.trim())")
    wanted = ["*p = i + 7;", "add.s32", "st.global.u32"] + (["IADD3"] if more else [])
    t.expect("chosen together", all(any(w in c for c in chosen) for w in wanted) and not any("tid.x" in c or "S2R" in c for c in chosen), chosen)
    values = browser.run("[...document.querySelectorAll('#panel tbody tr')].map(r => r.textContent)")
    t.expect("what is live at the peak", any(v.startswith("rd1") and v.endswith("yes") for v in values), values)
    browser.errors.clear()


def in_browser(t):
    """Each view of a page with everything in it, for each function, by clicks; keys; both themes; nothing is loaded."""
    if program() is None:
        print("no chromium: the page was not opened")
        return
    source = os.path.join(KERNELS, "matmul_tiled.ll")
    t.run("run", "m.ptx", "--kernel", "matmul_f32", "--grid=1,1", "--block=16,16", "--arg=fill:f32:256:1.0", "--arg=fill:f32:256:2.0", "--arg=out:f32:256",
          "--arg=16", "--arg=16", "--arg=16", "--profile=p.json")
    counts = json.load(open("p.json"))
    modules = [t.file("a.ll", b"declare i32 @f(i32)\ndefine ptx_kernel void @k(ptr %p) {\n  %a = call i32 @f(i32 7)\n  store i32 %a, ptr %p\n  ret void\n}\n"),
               t.file("b.ll", b"define i32 @f(i32 %x) {\n  %a = mul i32 %x, %x\n  ret i32 %a\n}\n")]
    cubin = ["--cubin"] if ptxas() else []
    done = t.run("report", source, *modules, "--mcpu=sm_90", *cubin, "--against=" + ("tight.ptx" if os.path.exists("tight.ptx") else "r.ptx"), "--profile=p.json",
                 "-o", "all.html")
    t.expect("a page with everything", done.returncode == 0, str(done)[:400])
    data, text = data_of("all.html")
    t.expect("the page asks for nothing", not re.search(r'(src|href)="(?!#)', text), "")
    try:
        browser = Browser()
    except (RuntimeError, OSError) as why:
        print(f"chromium does not start here ({why}): the page was not opened")
        return
    try:
        browser.open("all.html")
        browser.settle()
        tabs = browser.run("[...document.querySelectorAll('[role=tab]')].map(x => x.id.slice(4))")
        t.expect("the views", VIEWS | {"diff", "imports", "inlining"} == set(tabs), tabs)
        functions = browser.run("Lathe.functions()")
        for function in functions:
            browser.run(f"Lathe.go('kernels', {json.dumps(function)})")
            for tab in tabs:
                browser.run(f"document.getElementById('tab-{tab}').click()")
                browser.settle()
                seen = browser.run("[document.querySelector('h2').textContent, document.getElementById('panel').textContent.length]")
                t.expect(f"{function}: {tab}", seen[1] > 40 and not browser.errors, f"{seen} {browser.errors}")
                browser.errors.clear()
        measured = browser.run("Lathe.go('memory', 'matmul_f32'), [...document.querySelectorAll('#panel table:last-of-type tbody tr')].map(r => [...r.children].map(c => c.textContent))")
        wanted = {str(i["line"]): str(i["global"]["requests"] + i["shared"]["requests"]) for i in counts["instructions"] if i["global"]["requests"] or i["shared"]["requests"]}
        got = {row[0]: row[6] for row in measured if len(row) == 11}
        t.expect("the profile's counts", wanted and all(got.get(line) == count for line, count in wanted.items()), (wanted, got))
        t.expect("k takes f in", [r["imports"][0]["name"] for r in data["results"] if r["part"] == "imports" for r in r["results"] if r["imports"]] == ["f"], "")
        decided = browser.run("Lathe.go('inlining'), [...document.querySelectorAll('#panel table:last-of-type tbody tr')].map(r => r.textContent)")
        t.expect("inlined under the budget", any(d.startswith("kfinlined") for d in decided), decided)
        shown = browser.run("Lathe.go('kernels'), [...document.querySelectorAll('#panel tbody tr')].map(r => r.textContent)")
        for kernel in data["results"][0]["kernels"]:
            row = [r for r in shown if kernel["function"] in r]
            t.expect(f"{kernel['function']} in the table", row and str(kernel["registers"]) in row[0] and str(kernel["instructions"]) in row[0], row)
        links = browser.run("""(async () => {
          const wrong = [];
          for (const tab of ['schedule', 'loops', 'kernels', 'pressure']) {
            Lathe.go(tab);
            for (const b of [...document.querySelectorAll('#panel button, #panel summary')].slice(0, 60)) {
              try { b.click(); } catch (e) { wrong.push(tab + ': ' + e); }
              await new Promise(requestAnimationFrame);
              if (Lathe.state.view !== tab) Lathe.go(tab);
            }
          }
          return wrong;
        })()""")
        t.expect("each button", not links and not browser.errors, f"{links} {browser.errors}")
        browser.run("Lathe.go('kernels'); document.activeElement.blur()")
        browser.key("3")
        browser.settle()
        t.expect("a key goes to a view", browser.run("Lathe.state.view") == tabs[2], browser.run("Lathe.state.view"))
        browser.run("document.getElementById('tab-' + Lathe.state.view).focus()")
        browser.key("ArrowDown", number=40)
        t.expect("arrows move between views", browser.run("Lathe.state.view") == tabs[3] and browser.run("document.activeElement.id") == "tab-" + tabs[3], "")
        focus(t, browser, tabs)
        named = browser.run("""[...document.querySelectorAll('svg, canvas, select, input, [role=region], button')]
          .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label'))).map(e => e.outerHTML.slice(0, 80))""")
        t.expect("everything has a name for a screen reader", not named, named)
        for theme in ("dark", "light"):
            browser.theme(theme)
            browser.settle()
            t.expect(f"{theme}", browser.run("document.documentElement.dataset.theme") == theme and not browser.errors, browser.errors)
        t.expect("nothing was loaded", all(u.startswith("file://") and u.split("#")[0].endswith("all.html") for u in browser.requests), browser.requests)
        t.run("report", "r.ptx", "m.ptx", "--no-alternatives", "-o", "two.html")
        browser.open("two.html")
        browser.settle()
        order = browser.run("[...document.querySelectorAll('#panel tbody tr button.link')].map(b => b.textContent)")
        two = {k["function"]: (k["gain"], k["instructions"]) for r in data_of("two.html")[0]["results"] for k in r["kernels"]}
        t.expect("by what can be gained, over all modules", order == sorted(two, key=two.get, reverse=True) and order[0] == "matmul_reg", order)
        side_by_side(t, browser)
        opened(t, browser)
        single(t, browser)
    finally:
        browser.close()


def focus(t, browser, tabs):
    """Who works by keys does not lose the place: a tab, a list and a link within a view hand the focus on."""
    browser.run(f"document.getElementById('tab-{tabs[0]}').focus(); document.activeElement.click()")
    t.expect("a tab that was pressed keeps the focus", browser.run("document.activeElement.id") == "tab-" + tabs[0], browser.run("document.activeElement.outerHTML.slice(0, 80)"))
    browser.run("""(() => { const list = [...document.querySelectorAll('#choice select')].pop(); list.focus(); list.selectedIndex = list.options.length - 1;
      list.dispatchEvent(new Event('change')); })()""")
    t.expect("a list keeps the focus", browser.run("document.activeElement.tagName + ' ' + document.activeElement.selectedIndex") ==
             "SELECT " + str(browser.run("[...document.querySelectorAll('#choice select')].pop().options.length - 1")), browser.run("document.activeElement.tagName"))
    browser.run("Lathe.go('kernels'); (() => { const link = document.querySelector('#panel tbody button.link'); link.focus(); link.click(); })()")
    browser.settle()
    t.expect("a link leads to its view", browser.run("Lathe.state.view + ' ' + document.activeElement.id") == "pressure panel", browser.run("document.activeElement.id"))
    reached = browser.run("Lathe.go('kernels'), [...document.querySelectorAll('#panel tbody abbr')].filter(e => e.tabIndex === 0 && e.dataset.tip).length")
    t.expect("numbers and their commands can be reached by keys", reached >= len(browser.run("Lathe.functions()")), reached)
    order = browser.run("""[...document.querySelectorAll('a.skip, #choice select, [role=tab][tabindex="0"], #panel')].map(e => e.id || e.className || e.tagName)""")
    t.expect("the skip link stands first, then the choice, the tabs, the view", order[0] == "skip" and order[-1] == "panel" and order[-2].startswith("tab-"), order)


def opened(t, browser):
    """A kernel of 100,000 instructions: the time is told; that it opens far below what a slow machine needs is asked."""
    large("large.ptx", 100000)
    start = time.monotonic()
    done = subprocess.run([t.program, "report", "large.ptx", "-o", "large.html"], capture_output=True, timeout=300)
    made = time.monotonic() - start
    t.expect("a large report", done.returncode == 0, done.stderr[:300])
    browser.open("large.html")
    browser.settle()
    first = int(browser.run("document.body.dataset.openedMs"))
    browser.run("document.getElementById('tab-pressure').click()")
    browser.settle()
    lines = browser.run("document.querySelectorAll('.listing .ln').length")
    whole = browser.run("document.querySelector('#panel canvas').toDataURL()")
    browser.run("document.querySelector('#panel canvas').focus()")
    for _ in range(4):
        browser.key("+")
    browser.settle()
    t.expect("a key zooms the curve", browser.run("document.querySelector('#panel canvas').toDataURL()") != whole and not browser.errors, browser.errors)
    t.expect("only lines in sight are there", 10 < lines < 400 and not browser.errors, f"{lines} {browser.errors}")
    views = browser.run("""(async () => {
      const out = {};
      for (const tab of [...document.querySelectorAll('[role=tab]')].map(x => x.id)) {
        const start = performance.now();
        document.getElementById(tab).click();
        await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
        out[tab.slice(4)] = Math.round(performance.now() - start);
      }
      return out;
    })()""")
    print(f"100,000 instructions: made in {made:.1f} s, {os.path.getsize('large.html') / 1e6:.1f} MB, opened in {first} ms, views in ms {views}")


def single(t, browser):
    """The page of one algorithm, of a problem text and of PTX."""
    group = b"group g\nkind ld gap 4 least 2 most 4 powers aligned early\nblock 4\ncandidate 0 kind 0 key 1 order 0 size 4 align 8\ncandidate 2 kind 0 key 1 order 4 size 4 align 4\n"
    modulo = b"modulo l\nunit a copies 1\nclass r\nop x latency 2 use a\nop y latency 3 use a\nvalue 0 class r\nvalue 1 class r\ndata 0 1 latency 2 value 0\ndata 1 0 latency 3 distance 3 value 1\n"
    flow = b"flow f variables 1\nblock\ninst def 0\nto 1\nblock\ninst use 0\nto 1\nto 2\nblock\n"
    modules = b"thinlto\nmodule a\nfunction main external insts 40\ncall f hot\nmodule b\nfunction f external insts 12\nroot main\n"
    dag = t.run("compile", "a.ll", "--stop-after=build", "-o", "-").stdout
    line = "".join(f"i op{n} 4 d{n}:r u{n - 1}:r\n" for n in range(1, 9))
    outline = f"outline\ncosts call 4 parameter 0 result 0 frame 4\nclass r\nfunction f\nblock live 8\n{line}function g\nblock live 8\n{line}".encode()
    pressure = t.run("pressure", "m.ptx", "--function=matmul_f32", "--print-problem").stdout
    sched = t.run("sched", "m.ptx", "--print-problem=1").stdout
    for command, view, text in (("group", "memory", group), ("flow", "flow", flow), ("import", "imports", modules), ("combine", "graphs", dag),
                                ("outline", "repeats", outline), ("modulo", "loops", modulo), ("inline", "inlining", b"inlining\nfunction f size 9\ncall g saved 5\ncall f\nfunction g size 20\n"), ("pressure", "pressure", pressure), ("sched", "schedule", sched)):
        for name in (t.file(command + ".txt", text), *(["m.ptx"] if command not in ("import", "combine", "inline") else [])):
            done = t.run(command, name, "-o", os.devnull, "--report", "one.html")
            t.expect(f"{command} {name} --report", done.returncode == 0, done.stderr[:300])
            browser.open("one.html")
            browser.settle()
            tabs = browser.run("[...document.querySelectorAll('[role=tab]')].map(x => x.id.slice(4))")
            t.expect(f"{command} {name}: its view", view in tabs and not browser.errors, f"{tabs} {browser.errors}")
            browser.run(f"document.getElementById('tab-{view}').click()")
            browser.settle()
            t.expect(f"{command} {name}: it is drawn", browser.run("document.getElementById('panel').textContent.length") > 60 and not browser.errors, browser.errors)
            browser.errors.clear()


def main():
    t = Checks(sys.argv[1])
    as_the_commands(t, "reduce")  # has loops that could be pipelined
    as_the_commands(t, "matmul_tiled")
    against(t)
    imports(t)
    by_ptxas(t)
    refusals(t)
    in_browser(t)
    t.finish()


if __name__ == "__main__":
    main()
