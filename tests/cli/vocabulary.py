#!/usr/bin/env python3
"""The words that mean the same in every command: which command takes which, what each of them does, and that the others are
refused by name.  vocabulary.py LATHE

One line of TAKES per command. For each word that a command takes `effect_of_WORD` runs it with and without and looks at the
difference; a word that it does not take is wrong usage, with a reason, and is not in its help.
"""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

WORDS = ["function", "fuel", "rewrite", "maxreg", "check", "stats", "remarks", "report"]
TAKES = {
    "flow": "function check stats remarks report",
    "pressure": "function fuel maxreg check stats remarks report",
    "outline": "function fuel rewrite check stats remarks report",
    "modulo": "function fuel rewrite maxreg check stats remarks report",
    "group": "function fuel rewrite check stats remarks report",
    "sched": "function fuel rewrite maxreg check stats remarks report",
    "bits": "check stats",
    "combine": "function fuel check stats remarks report",
    "import": "fuel check stats remarks report",
    "inline": "fuel check stats remarks report",
    "thinlto": "fuel maxreg check stats remarks",
    "equal": "function stats",
    "opt": "function maxreg stats remarks",
    "compile": "maxreg stats remarks",
    "run": "check stats",
    "report": "function",
}
# A mode and words that would do nothing with it: refused as wrong usage, by the word's name, whatever its value (also that which it has anyway).
SCHED_KNOBS = "--mode=latency --nvptx-sched4reg=0 --usedessa=2 --direction=both --no-guard --shorter=1 --least-gain=1 --windows=1 --window-width=1 " \
    "--look-ahead=16 --search=20000 --fuel=9"
OUTLINE_KNOBS = "--engine=array --benefit=classic --choice=best --machine-outliner-reruns=0 --calls-are-legal"
MODULO_KNOBS = "--lift --plain --exact --improvement=1500 --pipeliner-max-mii=27 --expand --max-growth=0 --fuel=9"
SLURM = "--slurm-tasks=0 --slurm-parallel=1 --slurm-cpus=1 --slurm-mem=9 --slurm-time=1 --slurm-partition=x --slurm-account=x --slurm-arg=--x --slurm-no-wait"
IDLE = [(command, "--print-problem" if command != "sched" else "--print-problem=0", words) for command, words in {
    "flow": "--check --stats --remarks=x --report=x --intervals --sweeps=9", "pressure": "--check --stats --remarks=x --report=x --edits=x --fuel=9 --window=9",
    "outline": "--rewrite=x --check --stats --remarks=x --report=x --publish --consume=x --fuel=9 --min-length=2 --gram=3 " + OUTLINE_KNOBS,
    "modulo": "--rewrite=x --check --stats --remarks=x --report=x " + MODULO_KNOBS,
    "group": "--rewrite=x --apply --check --stats --remarks=x --report=x --verify=x --tries=9 --fuel=9",
    "sched": "--rewrite=x --check --stats --remarks=x --report=x " + SCHED_KNOBS,
    "bits": "--check --stats --claims=x --inputs=64 --seed=1 --max-depth=3 --max-expansion=1024 --forget",
    "inline": "--check --stats --remarks=x --report=x --fuel=9 --inline-budget=20000 --inline-info --inliner-function-import-stats=basic",
    "import": "--check --stats --remarks=x --report=x --compare=llvm --emit-index=x --print-imports --rule=best --fuel=9",
    "combine": "--check --stats --remarks=x --report=x --trace=x --coverage=x --replay=x --whole --fuel=9 --inputs=9 --max-visits=9"}.items()] + [
    ("outline", "--publish", "--link=whole --rewrite=x --check --stats --remarks=x --report=x --fuel=9 --outliner-benefit-threshold=1 " + OUTLINE_KNOBS),
    ("outline", "--merge", "--link=whole --rewrite=x --check --function=one --remarks=x --report=x --fuel=18446744073709551615 --print-problem --gram=3 " + OUTLINE_KNOBS),
    ("outline", "--consume=x", "--link=whole --fuel=9 " + OUTLINE_KNOBS),
    ("modulo", "--rewrite=x", "--report=x --remarks=x --plain --pipeliner-show-mask=1 --pipeliner-dbg-res=0"),
    ("group", "--verify=x", "--rewrite=x --apply --output=x --remarks=x --report=x"),
    ("combine", "--replay=x", "--trace=x --coverage=x --remarks=x --report=x --only=x --disable=x --max-visits=0 --reach=1 --confirm"),
    ("combine", "--list-rules", "--check --stats --remarks=x --report=x --trace=x --fuel=9 --function=one --print-problem"),
    ("bits", "--max-depth=0", "--max-expansion=7 --max-expansion=1024 --forget"),
    ("bits", "--claims=x", "--output=x --max-depth=3 --max-expansion=1024 --forget"),
    ("compile", "--no-libdevice", "--libdevice=x"),
    ("compile", "--nvptx-fma-level=1", "--fp-contract=fast --fp-contract=on"),
    ("thinlto", "--nvptx-fma-level=0", "--fp-contract=fast"),
    ("thinlto", "--plan=x", "--fp-contract=fast --inline-info --enable=schedule --libdevice=x --verify-each"),
    ("distribute", "--with=ninja", "--threads=0 --memory=7 --retries=1 --logs=x --job=1 --jobs=0 --state=x " + SLURM),
    ("distribute", "--with=key", "--threads=0 --memory=0 --retries=2 --logs=x --jobs=0 --state=x " + SLURM),
    ("distribute", "--with=local", "--job=0 --output=x " + SLURM), ("distribute", "--with=slurm", "--job=0 --threads=1 --memory=0 --jobs=0"),
    ("combine", "--whole", "--check --trace=x --replay=x --remarks=x --report=x --only=x --disable=x --confirm --max-visits=0 --reach=1 --inputs=32 --seed=1"),
    ("group", "--no-textures", "--texture-reach=0"),
    ("flow", "--uniform", "--intervals --report=x --throughput"), ("flow", "--throughput", "--intervals --most-trips=9 --sweeps=9 --report=x"), ("report", "--no-alternatives", "--alternative=--enable=schedule"),
    ("import", "--compare=llvm", "--print-import-failures"),
    ("modulo", "--expand=peel", "--pipeliner-annotate-for-testing=1 --pipeliner-experimental-cg=0 --pipeliner-mve-cg=1"),
    ("modulo", "--lift", "--pipeliner-max-mii=27 --pipeliner-max-stages=3 --pipeliner-ii-search-range=10"),
    ("modulo", "--pipeliner-force-ii=3", "--pipeliner-ii-search-range=10"),
    ("run", "--list", "--kernel=one --grid=1 --block=1 --arg=5 --check=race --trace --profile --stats --threads=1 --repeat=1 --shared=0 --cooperative"),
    ("run", "--device", "--threads=1 --max-steps=9"),
    ("sched", "--no-guard", "--shorter=1 --least-gain=1"),
    ("sched", "--usedessa=1", "--mode=latency --nvptx-sched4reg=0 --look-ahead=16"),
    ("sched", "--mode=latency", "--nvptx-sched4reg=1 --look-ahead=16"),
    ("sched", "--mode=pressure", "--nvptx-sched4reg=1 --shorter=1 --direction=both --windows=1 --window-width=1 --look-ahead=16"),
    ("sched", "--nvptx-sched4reg=1", "--direction=both --windows=0")]
# Words that would do nothing without others: refused likewise.
ALONE = [("outline", "--publish or --consume", "--gram=3 --window=16 --span=1"),
         ("pressure", "--edits", "--window=9 --incremental-update-mcse=1 --verify-update-mcse=0 --print-verify=0 --fuel=9"),
         ("bits", "--check or --claims", "--inputs=64 --seed=1"), ("combine", "--check or --replay", "--inputs=32 --seed=1"),
         ("modulo", "--exact", "--exact-ops=9 --exact-nodes=9"), ("modulo", "--remarks", "--pipeliner-show-mask=0 --pipeliner-dbg-res=1"),
         ("modulo", "--pipeliner-register-pressure", "--pipeliner-register-pressure-margin=5"),
         ("modulo", "--expand or --report or --rewrite", "--max-growth=0 --respect-limits=1 --pipeliner-mve-cg=1 --pipeliner-experimental-cg=1"),
         ("import", "--print-imports", "--enable-import-metadata"), ("compile", "--unroll", "--unroll-limit=4096"), ("thinlto", "--unroll", "--unroll-limit=9")]
# Of a problem text they mean nothing.
OF_PTX = {"outline": "--outline-bounded --link=whole", "modulo": "--pipeliner-prune-deps=1 --pipeliner-prune-loop-carried=1 --pipeliner-enable-copytophi=1",
          "group": "--widest=16 --texture-reach=1 --no-loads --no-stores --no-textures", "sched": "--usedessa=2 --extra-registers=1"}
BODY = """
{
\t.reg .pred %p<3>;
\t.reg .b32 %r<40>;
\t.reg .f32 %f<24>;
\t.reg .b64 %rd<4>;
\tld.param.u64 %rd1, [k_param_0];
\tld.param.u32 %r1, [k_param_1];
\tcvta.to.global.u64 %rd2, %rd1;
\tmov.u32 %r2, %tid.x;
\tmul.wide.s32 %rd3, %r2, 4;
\tadd.s64 %rd2, %rd2, %rd3;
\tmov.u32 %r3, 0;
\tadd.s32 %r30, %r1, 0;
$L:
\tld.global.f32 %f1, [%rd2];
\tld.global.f32 %f2, [%rd2+4];
\tfma.rn.f32 %f3, %f1, %f2, %f1;
\tfma.rn.f32 %f4, %f3, %f2, %f1;
\tst.global.f32 [%rd2], %f4;
\tadd.s64 %rd2, %rd2, 8;
\tadd.s32 %r3, %r3, 1;
\tsetp.lt.s32 %p1, %r3, %r30;
\t@%p1 bra $L;
REPEATS\tret;
}
"""
REPEAT = "".join(f"\t{op}.s32 %r{d}, %r{a}, %r{b};\n" for op, d, a, b in
                 [("add", 4, 1, 2), ("sub", 5, 4, 1), ("min", 6, 5, 2), ("max", 7, 6, 4), ("add", 8, 7, 5), ("sub", 9, 8, 6), ("min", 10, 9, 7),
                  ("max", 11, 10, 8), ("add", 12, 11, 9), ("sub", 13, 12, 10), ("min", 14, 13, 11), ("max", 15, 14, 12)]) + "\tst.global.u32 [%rd2], %r15;\n"
# Loads long before their uses: an order with fewer registers is near.
WIDE = "".join(f"\tld.global.u32 %r{16 + i}, [%rd2+{64 + 8 * i}];\n" for i in range(8)) + \
    "".join(f"\tst.global.u32 [%rd2+{256 + 8 * i}], %r{16 + i};\n" for i in range(8))
HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n.shared .align 16 .b8 tile[64];\n"
NEIGHBOURS = "\tst.shared.b32 [tile], %r4;\n\tst.shared.b32 [tile+4], %r5;\n"


def kernel(name):
    return f".visible .entry {name}(.param .u64 k_param_0, .param .u32 k_param_1)" + BODY.replace("k_param", name + "_param").replace("$L", "$L_" + name).replace(
        "REPEATS", REPEAT * 6 + NEIGHBOURS + WIDE)


PTX = (HEAD + kernel("one").replace(" k_param", " one_param") + kernel("two").replace(" k_param", " two_param")).encode()
GRAPH = "%0 = entry chain\n%1 = copy_from_reg i32 aux=2\n%2 = constant i32 0\n%3 = add i32 %1, %2\n%4 = copy_to_reg chain %0, %3 aux=7\nroot %4\n"
DAG = f"; function one, block 0\n{GRAPH}\n; function two, block 0\n{GRAPH}".encode()
BITS = b"bits\n%0 input 8\n%1 ctpop 8 %0\nroot %1\n"
INDEX = b"thinlto\nmodule a.bc\nfunction main external insts 5\ncall f\ncall big\nmodule b.bc\nfunction f external insts 70\nfunction big external insts 500\nroot main\n"
IR = b"""define ptx_kernel void @one(ptr %p, i32 %x) {
  %a = mul i32 %x, 8
  %b = and i32 %a, 7
  %c = add i32 %b, %x
  store i32 %c, ptr %p
  ret void
}
"""
LIBRARY = b"define i32 @f(i32 %x) {\n  %a = mul i32 %x, %x\n  ret i32 %a\n}\n"
MAIN = b"declare i32 @f(i32)\ndefine ptx_kernel void @k(ptr %p) {\n  %a = call i32 @f(i32 7)\n  store i32 %a, ptr %p\n  ret void\n}\n"


class Matrix:
    def __init__(self, t):
        self.t = t
        ptx, self.other = t.file("k.ptx", PTX), t.file("l.ptx", PTX.replace(b"add.s32", b"sub.s32"))
        self.inputs = {"bits": [t.file("bits.txt", BITS)], "combine": [t.file("k.dag", DAG)], "import": [t.file("index.txt", INDEX)],
                       "inline": [t.file("calls.txt", b"inlining\nfunction f size 9\ncall g saved 5\nfunction g size 20\n")],
                       "distribute": [t.file("jobs.json", b'{"common": {"args": ["x"]}, "jobs": []}')],
                       "thinlto": [t.file("main.ll", MAIN), t.file("library.ll", LIBRARY), "-o", "folder"], "equal": [ptx, ptx],
                       "compile": [t.file("k.ll", IR), "-o", "-"], "report": [ptx, "--no-alternatives", "-o", "-"],
                       "run": [ptx, "--kernel", "one", "--block", "1", "--arg", "zeros:f32:256", "--arg", "2"]}
        self.edits = t.file("edits.txt", b"erase 20\n")
        for name in ("flow", "pressure", "outline", "modulo", "group", "sched", "opt"):
            self.inputs[name] = [ptx]

    def run(self, command, *more):
        return self.t.run(command, *self.inputs[command], *more)

    def both(self, command, word, *more, base=()):
        """Without and with; each must be right usage."""
        plain, done = self.run(command, *base), self.run(command, *base, *more)
        self.t.expect(f"{command} {' '.join(base)}", plain.returncode == 0, str(plain)[:500])
        self.t.expect(f"{command} --{word}", done.returncode == 0, str(done)[:500])
        return plain, done

    def differ(self, command, word, *more, base=()):
        plain, done = self.both(command, word, *more, base=base)
        self.t.expect(f"{command} --{word} changes the answer", plain.stdout != done.stdout, plain.stdout.decode()[:300])
        return plain.stdout.decode(), done.stdout.decode()

    # ---- what each word does
    def effect_of_function(self, command):
        base = {"modulo": ["--lift"], "opt": ["--enable=group-accesses"]}.get(command, [])
        if command == "combine":
            parts = self.differ(command, "function", "--function=one")[1].split("; function ")
            self.t.expect("combine --function: one graph is smaller", " add " not in parts[1] and " add " in parts[2], str(parts))
        elif command == "opt":
            tail = re.compile(r"entry two\(.*", re.S)
            text = self.differ(command, "function", "--function=one", base=base)[1]
            as_it_was = self.run("opt", "--passes=dead-code", "--function=one").stdout.decode()
            self.t.expect("opt --function: two is as it was", tail.search(text)[0] == tail.search(as_it_was)[0], text[-300:])
        elif command == "outline":
            every, one = self.differ(command, "function", "--function=one", "--print-problem", base=["--print-problem"])
            parts = re.split(r"\nfunction ", one)
            self.t.expect("outline --function: the other is left alone", "nooutline" not in every + parts[1] and " nooutline " in parts[2], one[:400])
        elif command == "report":
            names = [[k["function"] for k in json.loads(self.run(command, *more, "--json").stdout)["results"][0]["kernels"]] for more in ([], ["--function=one"])]
            self.t.expect("report --function", sorted(names[0]) == ["one", "two"] and names[1] == ["one"], str(names))
        elif command == "group":
            self.t.expect("group --function: half of the groups", self.groups("--function=one") * 2 == self.groups() > 0)
        else:
            every, one = self.differ(command, "function", "--function=one", base=base)
            self.t.expect(f"{command} --function: the other is not told of", "two" in every and "one" in one and "two" not in one, one[:300])
        text = "l.ptx" if command == "equal" else ""
        if command != "combine":
            self.t.error(f"{command} --function: no such", [command, *self.inputs[command], "--function=three"], 1, "three", text and "k.ptx")

    def groups(self, *more):
        return self.run("group", *more).stdout.decode().count("group ")

    def effect_of_fuel(self, command):
        if command == "pressure":
            text = self.differ(command, "fuel", "--fuel=0", base=["--function=one", "--edits", self.edits])[1]
            self.t.expect("pressure --fuel: the edit is refused", "refused" in text, text)
        elif command == "thinlto":
            self.t.run(command, *self.inputs[command])
            full = sorted(os.listdir("folder")), open("folder/main.ptx").read()
            self.run(command, "--fuel=0")
            self.t.expect("thinlto --fuel: nothing is imported", "call" in open("folder/main.ptx").read() and "call" not in full[1], full[1])
        else:
            base = {"sched": ["--mode=pressure", "--no-guard"], "modulo": ["--lift"]}.get(command, [])
            self.differ(command, "fuel", "--fuel=0", base=base)

    def effect_of_rewrite(self, command):
        base = {"sched": ["--mode=pressure", "--no-guard"], "modulo": ["--lift"], "outline": ["--min-length=4"]}.get(command, [])
        done = self.run(command, *base, "--rewrite", "out.ptx")
        self.t.expect(f"{command} --rewrite", done.returncode == 0 and os.path.exists("out.ptx"), str(done)[:300])
        as_it_was = self.run("opt", "--passes=dead-code", "--function=one").stdout
        text = open("out.ptx", "rb").read()
        self.t.expect(f"{command} --rewrite gives other PTX", b".entry one(" in text and b".entry two(" in text and text != as_it_was, text[:300])
        again = self.t.run("flow", "out.ptx")
        self.t.expect(f"{command} --rewrite gives PTX", again.returncode == 0, str(again)[:300])
        to_output = self.run(command, *base, "--rewrite", "-")
        self.t.expect(f"{command} --rewrite -: the module alone", to_output.stdout == text, to_output.stdout.decode()[-300:])
        problem = self.t.file("problem.txt", self.run(command, "--print-problem", *(["0"] if command == "sched" else [])).stdout)
        os.remove("out.ptx")
        self.t.error(f"{command} --rewrite of a problem text", [command, problem, "--rewrite", "out.ptx"], 1, "--rewrite wants PTX")

    def effect_of_maxreg(self, command):
        if command in ("compile", "opt", "thinlto"):  # what it does to code: unit_nvptx_passes, ./dev bench limits
            self.both(command, "maxreg", "--maxreg=21", base=["--enable=register-target"])
            idle = ["--inline-pressure=false"] if command == "thinlto" else []  # its inliner asks, too
            self.t.error(f"{command} --maxreg alone", [command, *self.inputs[command], *idle, "--maxreg=21"], 2, "--maxreg", "--enable")
            return
        base = {"pressure": ["--function=one"], "sched": ["--print-problem", "0"], "modulo": ["--print-problem"]}[command]
        every, few = self.differ(command, "maxreg", "--maxreg=21", base=base)
        self.t.expect(f"{command} --maxreg: the limit", re.search(r"\b21\b", few) and not re.search(r"\b21\b", every), few[:400])

    def effect_of_check(self, command):
        if command == "run":
            spoiled = ["run", self.inputs["run"][0], "--kernel", "one", "--block", "1", "--arg", "out:f32:256", "--arg", "2"]
            self.t.expect("run without --check", self.t.run(*spoiled).returncode == 0)
            done = self.t.run(*spoiled, "--check=uninit")
            self.t.expect("run --check", done.returncode == 1 and b"uninit: " in done.stderr, str(done)[:300])
            return
        plain, done = self.both(command, "check", "--check")
        self.t.expect(f"{command} --check says so", b"checker: 0 faults" in done.stderr and b"checker" not in plain.stderr, done.stderr.decode())

    def effect_of_stats(self, command):
        plain, table = self.both(command, "stats", "--stats")
        _, told = self.both(command, "stats=json", "--stats=json")
        self.t.expect(f"{command} --stats", table.stderr and not plain.stderr and table.stdout == plain.stdout, table.stderr.decode())
        first = told.stderr.decode().splitlines()[0] if told.stderr else ""
        try:
            names = json.loads(first if command != "compile" and command != "run" else told.stderr)
        except ValueError as wrong:
            names = str(wrong)
        self.t.expect(f"{command} --stats=json is an object", isinstance(names, dict) and names, told.stderr.decode())
        if command not in ("compile", "run"):
            lines = [line.split(None, 1) for line in table.stderr.decode().splitlines()]
            missing = [name for name in names if not any(len(line) == 2 and line[1] == name for line in lines)]
            self.t.expect(f"{command} --stats=json has the table's names", not missing, str(missing))
        self.t.error(f"{command} --stats=some", [command, *self.inputs[command], "--stats=some"], 2, "--stats", "some")

    def effect_of_remarks(self, command):
        passes = ["--enable=machine-cse,early-machinelicm,machine-sink,late-copies,branch-folder,chain-placement"]
        base = {"pressure": ["--maxreg=8"], "modulo": ["--lift"], "outline": ["--min-length=4"], "opt": passes, "compile": passes}.get(command, [])
        if command == "compile":  # code with something to do
            source = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "kernels/ll/crc.ll")
            done = self.t.run("compile", source, "-o", "-", *base, "--remarks", "remarks.yaml")
        else:
            done = self.run(command, *base, "--remarks", "remarks.yaml")
        text = open("remarks.yaml").read() if os.path.exists("remarks.yaml") else "no file"
        self.t.expect(f"{command} --remarks", done.returncode == 0 and (text.startswith("--- !") or command == "flow" and not text), str(done)[:200] + text[:200])
        if os.path.exists("remarks.yaml"):
            os.remove("remarks.yaml")

    def effect_of_report(self, command):
        base = {"modulo": ["--lift"], "outline": ["--min-length=4"], "sched": ["--mode=pressure", "--no-guard"]}.get(command, [])
        done = self.run(command, *base, "--report", "page.html", "--json=said.json")
        page = open("page.html").read() if os.path.exists("page.html") else ""
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
        self.t.expect(f"{command} --report", done.returncode == 0 and data and "</html>" in page and "BSD" in page, str(done)[:300])
        part = json.loads(data[1])["results"][0]["parts"][command] if data else {}
        said = json.load(open("said.json"))
        figures = {k: v for k, v in part.get("stats", {}).items() if k != "milliseconds"}
        self.t.expect(f"{command} --report: the results of --json", part.get("results") == said["results"] and (part.get("pictures") or command == "inline"), str(part)[:300])
        self.t.expect(f"{command} --report: the figures of --stats=json", figures == {k: v for k, v in said["stats"].items() if k != "milliseconds"}, str(figures))
        self.t.error(f"{command} --report: no folder", [command, *self.inputs[command], *base, "-o", "x.txt", "--report=/nowhere/page.html"], 1, "/nowhere/page.html")
        for name in ("page.html", "said.json"):
            os.remove(name)


def refuses_idle(t, matrix):
    for command, mode, words in IDLE:
        for word in words.split():
            inputs = matrix.inputs[command][:1] if command == "run" else matrix.inputs[command]
            t.error(f"{command} {mode} {word}", [command, *inputs, mode, word], 2, word.split("=")[0], mode.split("=")[0])
    for command, wanted, words in ALONE:
        for word in words.split():
            t.error(f"{command} {word} alone", [command, *matrix.inputs[command], word], 2, word.split("=")[0] + " does nothing without " + wanted)
    for command, words in OF_PTX.items():
        problem = t.file(command + ".txt", matrix.run(command, "--print-problem", *(["0"] if command == "sched" else [])).stdout)
        for word in words.split():
            t.error(f"{command} {word} of a problem text", [command, problem, word], 1, word.split("=")[0] + " wants PTX")


def refuses_senseless(t, matrix):
    """What does nothing by its value, or by what the input is."""
    kernel = matrix.inputs["compile"][0]
    t.error("compile --filetype=null -o", ["compile", kernel, "--filetype=null", "-o", "k.ptx"], 2, "--output does nothing with --filetype=null")
    done = t.run("compile", kernel, "--filetype=null", "-o", "-")
    t.expect("compile --filetype=null -o -, as llc has it", done.returncode == 0 and not done.stdout, str(done)[:200])
    t.error("compile: denormals to positive zero", ["compile", kernel, "-o", "-", "--denormal-fp-math-f32=positive-zero"], 2,
            "--denormal-fp-math-f32", "positive-zero")
    for word in ("--mcpu=sm_90", "--mattr=+ptx85"):
        t.error(f"run {word} of PTX", ["run", *matrix.inputs["run"], word], 1, word.split("=")[0] + " wants LLVM IR")
        done = t.run("run", kernel, "--arg", "zeros:u32:4", "--arg", "2", word)
        t.expect(f"run {word} of LLVM IR", done.returncode == 0, str(done)[:300])


def main():
    t = Checks(sys.argv[1])
    # The words behind bisect are those of the command that it looks into; distribute runs jobs, which have their own.
    shown = re.findall(r"^  lathe (\w+) +\S", t.run("--help").stdout.decode(), re.M)
    t.expect("every command has its row", set(shown) - {"COMMAND", "bisect", "distribute", "help", "completion"} == set(TAKES), str(set(shown) ^ set(TAKES)))
    matrix = Matrix(t)
    for command, takes in TAKES.items():
        text = t.run(command, "--help").stdout.decode()
        for word in WORDS:
            there = re.search(rf"^ +(-[\w-]+,)*--{word}(?![\w-])", text, re.M)
            t.expect(f"{command} --help on --{word}", bool(there) == (word in takes.split()), text[:100])
            if word in takes.split():
                getattr(matrix, "effect_of_" + word)(command)
            else:
                for more in ([f"--{word}=1"], [f"--{word}", "1"]):
                    t.error(f"{command} --{word}", [command, *matrix.inputs[command], *more], 2, f"lathe {command} has no --{word}: ")
    refuses_idle(t, matrix)
    refuses_senseless(t, matrix)
    t.finish()


if __name__ == "__main__":
    main()
