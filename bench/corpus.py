#!/usr/bin/env python3
"""A corpus of problem texts, for who wants to compare algorithms of their own: made, and run through ours.

  corpus.py make DIR [--lathe PROGRAM] [--kernels NAME,...] [--targets sm_90,...] [--llvm PROGRAM]   writes DIR/FAMILY/*, DIR/index.json, DIR/README.md, DIR/LICENSE
  corpus.py run DIR [--lathe PROGRAM] [--family F,...] [--check] [--json FILE] [--compare=llvm]     runs `lathe FAMILY` on each text: a table of sums
  corpus.py --self-test [--lathe PROGRAM]

The texts come from the kernels of tests/kernels (written for this project), as `lathe compile` leaves them, from LLVM's machine code of
bench/adapters/corpus/*.c for four targets (where clang-22, llc-22 and the program corpus_llvm are there), and from generators with a seed
in this file; the same tree makes the same bytes. `--compare=llvm` sets LLVM's figure beside ours where LLVM has one on the same problem,
and names why not where it has none. index.json says of each file where it comes from, its SHA-256, and the
command that says what our algorithm makes of it; `include/lathe/FAMILY/text.hpp` is the grammar. `run` takes any program that answers
as `lathe FAMILY FILE --json` does (docs/json.md), so another implementation can stand in its place.
"""
import argparse
import hashlib
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FAMILIES = ("flow", "pressure", "modulo", "sched", "group", "outline", "bits", "combine", "import")
# Options without which a family does little, and what of the counters is told.
OPTIONS = {"modulo": ["--lift"]}
TOLD = {"flow": ("blocks", "loops", "deepest loop", "live into blocks"), "pressure": ("instructions", "units"),
        "modulo": ("loops", "instructions", "MaxLive before", "MaxLive after"),
        "sched": ("instructions", "registers before", "registers after", "makespan before", "makespan after"),
        "group": ("candidates", "groups", "saved"), "outline": ("instructions", "functions", "sites", "bytes before", "bytes saved"),
        "bits": ("questions", "expanded"), "combine": ("nodes", "rewrites", "visits"), "import": ("modules", "calls", "imported functions", "visits")}


class Program:
    def __init__(self, path):
        self.path = str(path)

    def __call__(self, *words, text=None):
        done = subprocess.run([self.path, *(str(w) for w in words)], input=text, capture_output=True)
        return done.returncode, done.stdout

    def document(self, *words):
        return json.loads(self(*words, "--json")[1])


# ---- from kernels
def sections(text, head):
    """A text of several problems, cut in front of each line that begins one."""
    out = []
    for line in text.split(b"\n"):
        if line.split(b" ")[0] == head:
            out.append([])
        if out:
            out[-1].append(line)
    return [b"\n".join(lines).rstrip() + b"\n" for lines in out]


def of_kernel(lathe, ptx, source):
    """(family, part, text) of one kernel's PTX; `source`: its IR."""
    for family in ("flow", "modulo", "group", "outline"):
        for number, text in enumerate(sections(lathe(family, ptx, "--print-problem", "-o", "-")[1], family.encode())):
            yield family, number, text
    for number, one in enumerate(lathe.document("flow", ptx).get("results", ())):
        yield "pressure", number, lathe("pressure", ptx, "--print-problem", f"--function={one['function']}")[1]
    # The largest region of each kernel says most.
    regions = lathe.document("sched", ptx).get("results", ())
    if regions:
        largest = max(range(len(regions)), key=lambda n: len(regions[n]["order"]))
        yield "sched", largest, lathe("sched", ptx, f"--print-problem={largest}")[1]
    yield "combine", 0, lathe("compile", source, "--stop-after=build", "-mcpu=sm_90", "-o", "-")[1]


# ---- of LLVM's machine code
SOURCES = ROOT / "bench/adapters/corpus"
MACHINES = {"x86_64-linux-gnu": "x86-64-v3", "aarch64-linux-gnu": "cortex-a72", "riscv64-linux-gnu": "sifive-u74", "powerpc64le-linux-gnu": "pwr9"}
PIPELINERS = {"riscv64-linux-gnu": "-riscv-enable-pipeliner", "powerpc64le-linux-gnu": "-ppc-enable-pipeliner"}


def ir_of(source, triple, cpu, out):
    """LLVM IR of a file of bench/adapters/corpus; what a target's machine code is made of."""
    flag = "-march=" if triple.startswith(("x86", "nvptx")) else "-mcpu="
    extra = ["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"] if source.stem == "loops" else ["-fno-slp-vectorize"]
    subprocess.run(["clang-22", "-O2", f"--target={triple}", flag + cpu, "-ffreestanding", "-fno-ident", *extra, "-emit-llvm", "-S",
                    source.name, "-o", str(out)], cwd=SOURCES, check=True)


def intervals(ir, triple, cpu, scratch):
    """II of LLVM's pipeliner by function, of those with one loop that it found a schedule for."""
    said = pathlib.Path(scratch, "pipeliner.yaml")
    subprocess.run(["llc-22", "-O2", f"-mtriple={triple}", f"-mcpu={cpu}", "-enable-pipeliner", PIPELINERS[triple], "-pipeliner-max-stages=50",
                    f"-pass-remarks-output={said}", "-pass-remarks-filter=pipeliner", str(ir), "-o", "/dev/null"], check=True)
    found = {}
    for one in said.read_text().split("--- ")[1:]:
        name, interval = re.search(r"^Function: +(\S+)", one, re.M), re.search(r"- II: +'(\d+)'", one)
        if interval:
            found.setdefault(name[1].strip("'"), []).append(int(interval[1]))
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def machine_code(program, folder, scratch, index):
    """The texts of all targets; what LLVM says of the same problem stands in the index."""
    (folder / "llvm").mkdir(exist_ok=True)
    for triple, cpu in MACHINES.items():
        short = triple.split("-")[0]
        for source in (SOURCES / "loops.c", SOURCES / "blocks.c"):
            ir = folder / "llvm" / f"{source.stem}-{short}.ll"
            ir_of(source, triple, cpu, ir)
            made = pathlib.Path(scratch, "made")
            shutil.rmtree(made, ignore_errors=True)
            subprocess.run([str(program), str(ir), triple, cpu, str(made), f"llvm-{short}-{source.stem}"], check=True)
            found = intervals(ir, triple, cpu, scratch) if triple in PIPELINERS else {}
            for path in sorted(made.rglob("*.txt")):
                family, text = path.parent.name, path.read_bytes()
                if family == "modulo" and source.stem == "blocks":
                    continue
                peer = {}
                if family == "pressure":
                    words = text.split(b"\n")[0].decode().split()[3:]
                    peer = {"peaks": dict(zip(words[::2], map(int, words[1::2])))}
                function = path.stem[len(f"llvm-{short}-{source.stem}-"):].rsplit("-", 1)[0]
                if family == "modulo" and function in found and len(list((made / "modulo").glob(f"*-{function}-*"))) == 1:
                    peer = {"II": found[function]}
                write(folder, family, path.stem, text, f"bench/adapters/corpus/{source.name}, clang-22 and LLVM 22, {triple} {cpu}", index, llvm=peer)
    names = []
    for source in (SOURCES / "import_a.c", SOURCES / "import_b.c"):
        ir_of(source, "nvptx64-nvidia-cuda", "sm_90", folder / "llvm" / f"{source.stem}.ll")
        names.append(f"llvm/{source.stem}.ll")
    text = b"".join((folder / n).read_bytes() for n in names)
    index.append({"file": names[0], "more": names[1:], "family": "import", "from": "bench/adapters/corpus/import_*.c, clang-22", "bytes": len(text),
                  "sha256": hashlib.sha256(text).hexdigest(), "command": " ".join(["lathe", "import", *names, "--check"]), "llvm": {"imports": True}})


# Why LLVM has no figure beside ours, or where else it stands.
NOT_COMPARED = {"flow": "LLVM's dominators stand beside ours in ./dev bench flow, on graphs of its own classes",
                "group": "LLVM joins loads and stores in IR, before there are the accesses that these texts have",
                "bits": "LLVM's known bits stand beside ours in bench_bits (./dev bench unit), on operations of its own classes",
                "combine": "LLVM's combiner reads no graph; code quality against llc-22 is ./dev bench quality"}


def ours_beside_llvm(one, document, folder, programs, beside):
    """Adds LLVM's figure and ours of one text, where there is one."""
    family, peer = one["family"], one.get("llvm") or {}
    sums = beside.setdefault(family, {"compared": 0, "better": 0, "equal": 0, "worse": 0, "ours": 0, "LLVM": 0})
    pairs = []  # ours, theirs: the less the better
    if family == "modulo" and "II" in peer:
        found = [(r["ii"], r["mii"], peer["II"]) for r in document.get("results", ()) if "ii" in r]
        pairs = [(ours, theirs) for ours, least, theirs in found if theirs >= least]
        # A recurrence needs what its latencies say (the checker proves it): LLVM counts some of them as less.
        sums["LLVM's below the bound"] = sums.get("LLVM's below the bound", 0) + len(found) - len(pairs)
    if family == "pressure" and peer:
        ours = {s["set"]: s["pressure"] for r in document.get("results", ()) for s in r["sets"]}
        pairs = [(ours[name], value) for name, value in peer["peaks"].items() if name in ours]
    if family == "outline" and programs.get("outline"):
        theirs = subprocess.run([programs["outline"], "--outline", str(folder / one["file"])], capture_output=True, text=True)
        pairs = [(-document["stats"]["bytes saved"], -int(theirs.stdout))] if theirs.returncode == 0 else []
    for ours, theirs in pairs:
        sums["compared"] += 1
        sums["better" if ours < theirs else "equal" if ours == theirs else "worse"] += 1
        sums["ours"] += abs(ours)
        sums["LLVM"] += abs(theirs)


def schedulers(folder, program):
    """Our list scheduler and LLVM's on the same machine functions: peaks of RegPressureTracker, registers beyond the limits."""
    out = {"source": 0, "LLVM": 0, "ours": 0, "beyond limits LLVM": 0, "beyond limits ours": 0}
    for triple, cpu in MACHINES.items():
        for ir in sorted((folder / "llvm").glob(f"*-{triple.split('-')[0]}.ll")):
            done = subprocess.run([program, str(ir), "--triple", triple, "--cpu", cpu], capture_output=True, text=True)
            figures = re.search(r"peaks (\d+), LLVM (\d+), ours (\d+); excess \d+, LLVM (\d+), ours (\d+)", done.stdout)
            if done.returncode != 0 or not figures:
                return {"failed": done.stdout[-300:] + done.stderr[-300:]}
            for name, value in zip(out, figures.groups()):
                out[name] += int(value)
    return out


WHAT = {"modulo": "initiation intervals, LLVM's MachinePipeliner on the same loop", "pressure": "peaks by set, LLVM's RegPressureTracker",
        "outline": "bytes saved, LLVM's rule on its suffix tree (better: more)", "import": "imports, LLVM's own function import",
        "sched": "sums of peaks, LLVM's machine scheduler on the same functions"}


def tell_comparison(beside, folder, families, programs, imports):
    if "sched" in families and programs.get("sched") and (folder / "llvm").is_dir():
        beside["sched"] = schedulers(folder, programs["sched"])
    if "import" in families and imports:
        beside["import"] = {name: sum(row[k] for row in imports) for k, name in enumerate(("both", "only ours", "only LLVM's"))}
    print("beside LLVM 22:")
    for family in families:
        sums = beside.get(family, {})
        if family in WHAT and any(sums.values()):
            print(f"{family:>9}  {WHAT[family]}: " + ", ".join(f"{name} {value}" for name, value in sums.items()))
        else:
            why = NOT_COMPARED.get(family, "nothing to compare with: made without clang-22, or a program is not built (corpus_llvm, example_llvm_sched)")
            print(f"{family:>9}  not compared: {why}")
    return {family: sums for family, sums in beside.items() if any(sums.values())}


# ---- generated
def loop(seed):
    """A loop with recurrences: 4 to 60 operations, two kinds of units."""
    random.seed(seed)
    count = random.randrange(4, 61)
    out = [f"modulo loop{seed}", "issue 4", "unit mem copies 2", "unit fp copies 1", "class f limit 64"]
    kinds = [random.choice((("load", 4, "mem"), ("store", 1, "mem"), ("mul", 3, "fp"), ("add", 2, "fp"))) for _ in range(count)]
    out += [f"op {name} latency {latency} use {unit}" for name, latency, unit in kinds]
    made, edges = {}, []
    for at, (name, _, _) in enumerate(kinds):
        if name != "store":
            made[at] = len(made)
    out += [f"value {at} class f weight 1" for at in made]
    for at, (name, _, _) in enumerate(kinds):
        for source in random.sample(range(max(0, at - 8), at), min(at, random.randrange(0, 3))):
            if source in made:
                edges.append(f"data {source} {at} latency {kinds[source][1]} value {made[source]}")
        if name == "add" and random.random() < 0.3:
            back = random.randrange(at, min(count, at + 6))
            if back in made:
                edges.append(f"data {back} {at} latency {kinds[back][1]} distance {random.randrange(1, 4)} value {made[back]}")
    return "\n".join(out + edges) + "\n"


def repeats(seed):
    """Functions that share sequences under other names of values."""
    random.seed(seed)
    motifs = [[random.choice(("add", "sub", "mul", "min", "ld", "cvt")) for _ in range(random.randrange(4, 20))] for _ in range(8)]
    out = ["outline", "costs call 4 parameter 1 result 1 frame 4", "class r"]
    for function in range(random.randrange(4, 40)):
        out += [f"function f{function}"]
        for _ in range(random.randrange(1, 4)):
            out.append("block")
            value = random.randrange(100)
            for name in [n for _ in range(random.randrange(1, 5)) for n in (random.choice(motifs) if random.random() < 0.7 else [random.choice(("xor", "shl"))])]:
                out.append(f"i {name} 4 d{value + 1}:r u{value}:r")
                value += 1
            out[-1] = out[-1].replace("i ", "x ", 1)
    return "\n".join(out) + "\n"


def graph(seed):
    """A function's blocks, irreducible ones among them, with variables."""
    random.seed(seed)
    blocks, variables = random.randrange(4, 200), random.randrange(2, 60)
    out = [f"flow graph{seed} variables {variables}"]
    for at in range(blocks):
        out.append("block")
        for _ in range(random.randrange(0, 5)):
            out.append(f"inst use {random.randrange(variables)} def {random.randrange(variables)}")
        if at + 1 < blocks:
            targets = {at + 1} | {min(blocks - 1, max(1, at + random.choice((-9, -3, 2, 5, 17)))) for _ in range(random.randrange(0, 2))}
            out += [f"to {to}" for to in sorted(targets)]
    return "\n".join(out) + "\n"


def line_of_operations(seed):
    random.seed(seed)
    width = random.choice((8, 16, 32, 64))
    out = ["bits", f"%0 input {width}", f"%1 input {width}"]
    for at in range(2, random.randrange(10, 400)):
        kind = random.choice(("constant", "and", "or", "xor", "not", "add", "sub", "mul", "neg"))
        if kind == "constant":
            out.append(f"%{at} constant {width} {random.choice((1, 7, 15, 240, 85, 128))}")
        elif kind in ("not", "neg"):
            out.append(f"%{at} {kind} {width} %{random.randrange(max(0, at - 20), at)}")
        else:
            out.append(f"%{at} {kind} {width} %{random.randrange(max(0, at - 20), at)} %{random.randrange(max(0, at - 20), at)}")
    return "\n".join(out + [f"root %{len(out) - 2}"]) + "\n"


def modules(seed):
    """Modules whose calls follow a power law: few functions are called by most."""
    random.seed(seed)
    count = random.choice((10, 50, 200))
    names = [f"f{m}_{n}" for m in range(count) for n in range(random.randrange(2, 30))]
    out = ["thinlto"]
    for m in range(count):
        out.append(f"module m{m}")
        for name in (n for n in names if n.startswith(f"f{m}_")):
            out.append(f"function {name} external insts {int(random.paretovariate(1.1) * 5)}")
            for _ in range(random.randrange(0, 6)):
                out.append(f"call {names[min(len(names) - 1, int(random.paretovariate(0.6)) - 1)]} {random.choice(('unknown', 'cold', 'none', 'hot', 'critical'))}")
    return "\n".join(out + ["root f0_0"]) + "\n"


GENERATED = {"modulo": loop, "outline": repeats, "flow": graph, "bits": line_of_operations, "import": modules}
EACH = 40  # seeds of each generator

README = """# Problem texts of compiler back-end algorithms
Made by `./dev corpus` of Lathe {version}: {count} texts. A folder for each family; its grammar is `include/lathe/FAMILY/text.hpp`, its answer as data
`docs/json.md`. `index.json` has for each file where it comes from, its SHA-256 and the command that runs our algorithm on it.

    lathe modulo modulo/FILE.txt --check --stats        # schedules, judged by a checker that shares no code with the scheduler
    ./dev corpus --run DIR --check                      # all of them; a table of sums

    ./dev corpus --run DIR --compare=llvm               # with LLVM's figure beside ours, where it has one on the same problem

Texts named llvm-* are LLVM 22's machine code of the C files in bench/adapters/corpus, for x86-64, AArch64, RISC-V and POWER, in front of LLVM's
own pass of that kind; llvm/ has the IR. Texts from kernels are what `lathe compile -O3` makes of `tests/kernels`, all of which were written for that project, as those were; the others are from generators with seeds.
The licence is Lathe's (LICENSE).
"""


def write(folder, family, name, text, origin, index, **more):
    path = folder / family / f"{name}.{'dag' if family == 'combine' else 'txt'}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
    file = str(path.relative_to(folder))
    command = " ".join(["lathe", family, file, *OPTIONS.get(family, ()), "--check"])
    index.append({"file": file, "family": family, "from": origin, "sha256": hashlib.sha256(text).hexdigest(), "bytes": len(text), "command": command, **{k: v for k, v in more.items() if v}})


def make(lathe, folder, kernels, targets, llvm=None):
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    with tempfile.TemporaryDirectory() as scratch:
        ptx = pathlib.Path(scratch) / "k.ptx"
        for source in kernels:
            for target in targets:
                state, _ = lathe("compile", source, f"-mcpu={target}", "-O3", "-o", ptx)
                if state != 0:
                    print(f"{source.stem}: not for {target}")
                    continue
                for family, number, text in of_kernel(lathe, ptx, source):
                    if text and (family != "combine" or target == targets[0]):
                        write(folder, family, f"{source.stem}-{target}-{number}", text, f"tests/kernels/ll/{source.name}, -mcpu={target} -O3, number {number}", index)
        if llvm:
            machine_code(llvm, folder, scratch, index)
    for family, generator in GENERATED.items():
        for seed in range(EACH):
            write(folder, family, f"generated-{seed:02}", generator(seed).encode(), f"bench/corpus.py, {generator.__name__}({seed})", index)
    version = lathe("--version")[1].decode().split()[1]
    (folder / "index.json").write_text(json.dumps(index, indent=1) + "\n")
    (folder / "README.md").write_text(README.format(version=version, count=len(index)))
    (folder / "LICENSE").write_bytes((ROOT / "LICENSE").read_bytes())
    for family in FAMILIES:
        files = [one for one in index if one["family"] == family]
        print(f"{family:>9} {len(files):>6} texts {sum(one['bytes'] for one in files):>12} bytes")
    return 0


def run(lathe, folder, families, check, to, peer=None):
    """`peer`: programs by family to compare with; None: nobody asked."""
    index = json.loads((folder / "index.json").read_text())
    sums, failed, beside, imports = {}, [], {}, []
    for one in index:
        if one["family"] not in families:
            continue
        words = [one["family"], folder / one["file"], *(folder / name for name in one.get("more", ())), *OPTIONS.get(one["family"], ()), *(["--check"] if check else [])]
        document = lathe.document(*words)
        total = sums.setdefault(one["family"], {"texts": 0, "results": 0, "refused": 0, "faults": 0, "milliseconds": 0.0})
        total["texts"] += 1
        total["results"] += len(document.get("results", ()))
        total["refused"] += sum("refused" in r and not isinstance(r["refused"], list) for r in document.get("results", ()))
        total["faults"] += len(document.get("faults", ()))
        for r in document.get("results", ()):
            if one["family"] == "modulo" and "ii" in r:
                total["II"] = total.get("II", 0) + r["ii"]
                total["MII"] = total.get("MII", 0) + r["mii"]
        for name, value in document.get("stats", {}).items():
            if name in TOLD[one["family"]] or name == "milliseconds":
                total[name] = total.get(name, 0) + value
        if peer is not None:
            ours_beside_llvm(one, document, folder, peer, beside)
            if one["family"] == "import" and one.get("llvm"):
                state, said = lathe(*words, "--compare=llvm", "-o", "-")
                figures = re.search(rb"^# both (\d+) only-lathe (\d+) only-llvm (\d+)", said, re.M)
                if state == 0 and figures:
                    imports.append([int(n) for n in figures.groups()])
        if document["status"] != 0:
            failed.append(f"{one['file']}: {(document['messages'] or [{'text': 'a checker found faults'}])[0]['text']}")
    for family, total in sums.items():
        print(f"{family:>9}  " + ", ".join(f"{name} {value:.1f}" if isinstance(value, float) else f"{name} {value}" for name, value in total.items()))
    print("\n".join(failed) if failed else "every text was taken" + (", no checker found a fault" if check else ""))
    if peer is not None:
        compared = tell_comparison(beside, folder, families, peer, imports)
        sums = {family: {**total, **({"llvm": compared[family]} if family in compared else {})} for family, total in sums.items()}
    if to:
        pathlib.Path(to).write_text(json.dumps(sums, indent=1) + "\n")
    return 1 if failed else 0


def self_test(lathe, llvm, peer):
    """One kernel and the generators: every text is taken and right; the same again; a text that is changed is seen."""
    with tempfile.TemporaryDirectory() as scratch:
        first, second = pathlib.Path(scratch, "a"), pathlib.Path(scratch, "b")
        for folder in (first, second):
            make(lathe, folder, [ROOT / "tests/kernels/ll/fft.ll"], ["sm_90"], llvm)
        files = sorted(p.relative_to(first) for p in first.rglob("*") if p.is_file())
        assert all((first / f).read_bytes() == (second / f).read_bytes() for f in files), "not the same twice"
        assert {f.parts[0] for f in files} >= set(FAMILIES), files
        assert run(lathe, first, FAMILIES, True, second / "sums.json", peer) == 0
        sums = json.loads((second / "sums.json").read_text())
        for family in ("modulo", "pressure", "outline") if llvm else ():
            assert sums[family]["llvm"]["compared"] > 0, family
            assert sums[family]["llvm"]["worse"] == 0, sums[family]["llvm"]
        assert not llvm or sums["pressure"]["llvm"]["better"] == 0, "peaks are counted alike"
        (first / "flow/generated-00.txt").write_text("flow f variables 1\nblock\nto 9\n")
        assert run(lathe, first, ("flow",), True, None) == 1
    print("self-test: good")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", nargs="?", choices=("make", "run"))
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--lathe", default=ROOT / "build/release/bin/lathe")
    parser.add_argument("--kernels", default="")
    parser.add_argument("--targets", default="sm_90")
    parser.add_argument("--family", default=",".join(FAMILIES))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--llvm", default=ROOT / "build/release/bin/corpus_llvm")
    parser.add_argument("--llvm-sched", default=ROOT / "build/release/example_llvm_sched")
    parser.add_argument("--compare", choices=("llvm",))
    parser.add_argument("--json")
    parser.add_argument("--self-test", action="store_true")
    a = parser.parse_args()
    lathe = Program(pathlib.Path(a.lathe).resolve())
    llvm = pathlib.Path(a.llvm).resolve()
    llvm = llvm if llvm.exists() and shutil.which("clang-22") and shutil.which("llc-22") else None
    peer = {"outline": str(llvm) if llvm else None, "sched": str(a.llvm_sched) if pathlib.Path(a.llvm_sched).exists() else None}
    if a.self_test:
        return self_test(lathe, llvm, peer)
    if not a.what or not a.folder:
        parser.error("make DIR or run DIR")
    if a.what == "run":
        return run(lathe, a.folder, a.family.split(","), a.check, a.json, peer if a.compare else None)
    wanted = [k for k in a.kernels.split(",") if k]
    kernels = sorted(p for p in (ROOT / "tests/kernels/ll").glob("*.ll") if not wanted or p.stem in wanted)
    if not llvm:
        print("no texts of LLVM's machine code: clang-22, llc-22 or the program corpus_llvm is not there")
    return make(lathe, a.folder, kernels, a.targets.split(","), llvm)


if __name__ == "__main__":
    sys.exit(main())
