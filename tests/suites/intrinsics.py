#!/usr/bin/env python3
"""Every llvm.nvvm intrinsic of LLVM 22: does it have a recipe, does ptxas accept it, does llc-22 print the same?

The list and the signatures come from LLVM's own tables (tests/tools/nvvm_signatures.cpp). Each intrinsic is called in
every overload and with every value of its flag arguments that matters. nvptx/intrinsics writes its recipe for the
lowest target that it says will do (tests/tools/print_recipes.cpp), into a kernel with declared registers, and ptxas has
to accept that kernel for that target. Where llc-22 compiles the same call, the instructions are compared: mnemonics
(modifiers in any order) and the shape of the operands.

With --gates ptxas also says on which targets and from which PTX version on it takes each mnemonic, and the recipes'
gates are compared with that.
Exit status: 0 if no call that llc-22 compiles is refused, differs or is rejected by ptxas; 1 if some are; 2 if
something needed is missing. Without CUDA only the comparison is made.
"""
import argparse
import collections
import fnmatch
import glob
import itertools
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402

PTX = [63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90]
CPUS = {"75": 63, "80": 70, "86": 71, "87": 74, "89": 78, "90": 78, "100": 86, "103": 88, "110": 90, "120": 87,
        "90a": 80, "100f": 88, "100a": 86, "103f": 88, "103a": 88, "110f": 90, "110a": 90, "120f": 88, "120a": 87}
LLC_OPTIONS = []  # with --short-pointers
LLC_CPUS = [("sm_100a", 90), ("sm_120a", 90), ("sm_103a", 90), ("sm_90a", 90), ("sm_60", 60)]


# ---------------------------------------------------------------- the tools
def build_tools(folder):
    """Compiles the two helper programs when their sources changed; paths of both."""
    os.makedirs(folder, exist_ok=True)
    src = lambda *parts: os.path.join(common.ROOT, *parts)  # noqa: E731
    config = common.find_tool("llvm-config-22") or common.llvm_tool("llvm-config")
    if not config:
        common.fail("llvm-config of LLVM 22 is missing")
    ask = lambda *flags: common.run([config, *flags]).out.split()  # noqa: E731
    jobs = [("nvvm_signatures", [src("tests/tools/nvvm_signatures.cpp")],
             ["-isystem", ask("--includedir")[0]], ["-L" + ask("--libdir")[0], "-lLLVM-22"]),
            ("print_recipes", [src("tests/tools/print_recipes.cpp"), src("nvptx/target/features.cpp"),
                               *sorted(glob.glob(src("nvptx/intrinsics/*.cpp")))], ["-I" + common.ROOT], [])]
    headers = glob.glob(src("nvptx/intrinsics/*.hpp")) + [src("nvptx/target/features.hpp"), src("codegen/types/vt.hpp")]
    compiler = (["ccache"] if common.find_tool("ccache") else []) + [os.environ.get("CXX", "g++"), "-std=c++20", "-O1"]
    paths = []
    for name, sources, flags, links in jobs:
        path = os.path.join(folder, name)
        paths.append(path)
        newest = max(os.path.getmtime(f) for f in sources + headers)
        if os.path.exists(path) and os.path.getmtime(path) > newest:
            continue
        objects = [os.path.join(folder, name + "-" + os.path.basename(s) + ".o") for s in sources]
        results = common.parallel(2, lambda so: common.run([*compiler, *flags, "-c", so[0], "-o", so[1]], limit=600),
                                  list(zip(sources, objects)))
        results.append(common.run(["g++", *objects, "-o", path, *links]))
        for result in results:
            if result.rc != 0:
                common.fail("cannot build %s: %s" % (name, common.first_error(result)))
    return paths


# ---------------------------------------------------------------- the calls
LL_NAMES = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}


def split_top(text):
    parts, depth, part = [], 0, ""
    for c in text:
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
            continue
        depth += (c == "{") - (c == "}")
        part += c
    return parts + [part] if part else parts


def ll_type(t):
    if t.startswith("{"):
        return "{ " + ", ".join(map(ll_type, split_top(t[1:-1]))) + " }"
    vector = re.fullmatch(r"v(\d+)(.*)", t)
    if vector:
        return "<%s x %s>" % (vector.group(1), ll_type(vector.group(2)))
    pointer = re.fullmatch(r"p(\d+)", t)
    if pointer:
        return "ptr" if pointer.group(1) == "0" else "ptr addrspace(%s)" % pointer.group(1)
    return LL_NAMES.get(t, t)


class Call:
    """One way to call an intrinsic: all types known, a value for each immediate argument."""

    def __init__(self, name, symbol, result, args, consts):
        self.name, self.symbol, self.result, self.args, self.consts = name, symbol, result, args, consts
        self.short = symbol[len("llvm.nvvm."):] + ("(%s)" % ",".join(map(str, consts.values())) if consts else "")
        self.family = name.split(".")[2] if not name.startswith("llvm.nvvm.cp.async.bulk") else "cp.async.bulk"

    def mode(self):
        """Forms with a sampler of their own are for modules in independent texture mode only."""
        return ":texmode_independent" if self.family in ("tex", "tld4") and ".unified." not in self.name else ""

    def tool_line(self):
        results = [] if self.result == "void" else split_top(self.result[1:-1]) if self.result[0] == "{" else [self.result]
        args = []
        for i, t in enumerate(self.args):
            if self.name.startswith("llvm.nvvm.texsurf.handle") and t[0] == "p":
                t += "=@surf0"
            args.append("%s=%d" % (t, self.consts[i]) if i in self.consts else t)
        return "%s\t%s\t%s\n" % (self.symbol, " ".join(results), " ".join(args))

    def ir(self, number):
        """Declaration, and a function that makes the call."""
        params, actual = [], []
        for i, t in enumerate(self.args):
            if t == "metadata":
                actual.append("metadata ptr addrspace(1) @surf0")
            elif self.name.startswith("llvm.nvvm.texsurf.handle"):
                actual.append("ptr addrspace(1) @surf0")
            elif i in self.consts:
                value = self.consts[i]
                actual.append("%s %s" % (t, ("true" if value else "false") if t == "i1" else value))
            else:
                params.append("%s %%a%d" % (ll_type(t), i))
                actual.append("%s %%a%d" % (ll_type(t), i))
        result = ll_type(self.result)
        declare = "declare %s @%s(%s)" % (result, self.symbol, ", ".join(map(ll_type, self.args)))
        ret = "  ret void" if result == "void" else "  ret %s %%r" % result
        assign = "" if result == "void" else "%r = "
        return declare, "define %s @f%d(%s) {\n  %scall %s @%s(%s)\n%s\n}" % (
            result, number, ", ".join(params), assign, result, self.symbol, ", ".join(actual), ret)


def pointer_spaces(name):
    for part, spaces in (("ldu", "p0 p1"), ("texsurf", "p1"), ("prefetch.tensormap", "p0 p4 p101"),
                         ("matrix.sync", "p0 p3"), ("move.ptr", "p0 p3"), ("compiler", "p0")):
        if part in name:
            return spaces.split()
    return ["p0", "p1", "p3"]


def overloads(name, kind):
    if kind == "ptr":
        return pointer_spaces(name)
    if kind == "float":
        return ["f16", "bf16", "f32", "f64", "v2f16", "v2bf16"] + (["v2f32", "v4f32", "v2f64"] if "ldu" in name else [])
    if kind == "int":
        if "ldu" in name:
            return ["i8", "i16", "i32", "i64", "v2i32", "v4i32", "v2i16", "v2i64"]
        return ["i16", "i32", "i64"] if "atomic" in name else ["i32", "i64"]
    return ["i32"]


def immediate_values(name, text, kind):
    """Values to try for an immediate argument: all of a small range, else ones that are right for the instruction."""
    parts = text.split(":")
    if kind == "i1":
        return [0, 1]
    if len(parts) == 3:
        low, high = int(parts[1]), int(parts[2])
        if "setmaxnreg" in name:
            return [24, 64]
        if kind == "i64":
            return [0, 5]
        return list(range(low, high)) if high - low <= 32 else [low, high - 1]
    for part, values in (("applypriority", [128]), ("discard", [128]), ("st.bulk", [0]), ("wait", [0, 2]),
                         ("tensormap.replace", [0, 4])):
        if part in name:
            return values
    return [1]


def expand(line):
    """All calls of one line of nvvm_signatures."""
    name, result, args, immediates = line.split("\t")
    args = args.split()
    kinds = {}
    for t in [result] + args:
        slot = re.fullmatch(r"any(\w*)#(\d+)", t)
        if slot:
            kinds[int(slot.group(2))] = slot.group(1)
    for choice in itertools.product(*(overloads(name, kinds[i]) for i in sorted(kinds))):
        def known(t):
            slot = re.fullmatch(r"(?:any\w*|match)#(\d+)", t)
            return choice[int(slot.group(1))] if slot else t
        types = [known(t) for t in args]
        places = [int(x.split(":")[0]) for x in immediates.split()]
        values = [immediate_values(name, x, types[p]) for x, p in zip(immediates.split(), places)]
        for picked in itertools.product(*values):
            yield Call(name, name + "".join("." + c for c in choice), known(result), types, dict(zip(places, picked)))


# ---------------------------------------------------------------- llc's answers
def llc_module(numbered):
    declares, bodies = [], []
    for number, call in numbered:
        declare, body = call.ir(number)
        if declare not in declares:
            declares.append(declare)
        bodies.append(body)
    return "\n".join(['target triple = "nvptx64-nvidia-cuda"', "@surf0 = internal addrspace(1) global i64 0, align 8"] +
                     declares + bodies + ["!nvvm.annotations = !{!0}", '!0 = !{ptr addrspace(1) @surf0, !"surface", i32 1}', ""])


def llc_bodies(ptx):
    """{number: instructions of function f<number>}"""
    found = {}
    for match in re.finditer(r"^\.visible \.func.*?\bf(\d+)\((.*?)^\}", ptx, re.S | re.M):
        text = match.group(2)
        text = re.sub(r"//.*", "", text[text.find("\n{") + 2:])
        lines = [x.strip() for x in text.replace("{ .reg", "\n{\n.reg").split("\n")]
        lines = [x for x in lines if not x.startswith((".reg", ".param", ".local")) and not x.endswith(":") and x not in "{}"]
        found[int(match.group(1))] = [x.strip() for x in " ".join(lines).split(";") if x.strip()]
    return found


def llc_batch(llc, numbered, cpu, ptx):
    """{number: instructions} of the calls that llc compiles; halves a batch that fails."""
    result = common.run([llc, "-mcpu=" + cpu, "-mattr=+ptx%d" % ptx, *LLC_OPTIONS, "-o", "-", "-"], stdin=llc_module(numbered))
    if result.rc == 0:
        return llc_bodies(result.out)
    if len(numbered) == 1:
        return {}
    half = len(numbered) // 2
    found = llc_batch(llc, numbered[:half], cpu, ptx)
    found.update(llc_batch(llc, numbered[half:], cpu, ptx))
    return found


def llc_answers(calls, jobs, cache):
    llc = common.llvm_tool("llc")
    if not llc:
        return {}
    answers, version = {}, common.version_of(llc)
    for cpu, ptx in LLC_CPUS:
        todo = [(n, c) for n, c in enumerate(calls) if n not in answers]
        batches = [todo[i:i + 64] for i in range(0, len(todo), 64)]

        def one(batch):
            key = [version, cpu, str(ptx), llc_module(batch), "1", *LLC_OPTIONS]
            return cache.get(key, lambda: {str(n): b for n, b in llc_batch(llc, batch, cpu, ptx).items()})
        for found in common.parallel(jobs, one, batches):
            answers.update((int(n), body) for n, body in found.items())
    return answers


# ---------------------------------------------------------------- our answers
class Answer:
    """What the recipe tool said: state ok, plain or refused; target; text of the kernel's body."""

    def __init__(self, head):
        self.state, rest = head[1:].split(" ", 1)
        self.target, self.detail = rest.split(" ", 1) if self.state != "refused" else ("", rest)
        self.body, self.error = [], None

    def instructions(self):
        inside = "\n".join(self.body).split("// recipe\n")[1].split("// end")[0]
        lines = [x.strip() for x in inside.replace("{\n", "\n").replace("\n}\n", "\n").split(";")]
        return [x for x in lines if x and not x.startswith(".reg")]


def ask(tool, calls, targets):
    result = common.run([tool, *targets], stdin="".join(c.tool_line() for c in calls), limit=600)
    if result.rc != 0:
        common.fail("print_recipes: " + common.first_error(result))
    answers = []
    for line in result.out.split("\n"):
        if line.startswith("#"):
            answers.append(Answer(line))
        elif line:
            answers[-1].body.append(line)
    if len(answers) != len(calls):
        common.fail("print_recipes answered %d of %d calls" % (len(answers), len(calls)))
    return answers


def ladder():
    """All targets with each PTX version that knows them, lowest first; plain names before 'f' and 'a'."""
    order = sorted(CPUS, key=lambda c: (not c.isdigit(), CPUS[c] if not c.isdigit() else int(c), c[-1] == "a"))
    return ["sm_%s:%d" % (cpu, ptx) for cpu in order for ptx in PTX if ptx >= CPUS[cpu]]


def assemble(ptxas, target, bodies):
    """{key: first error} of the kernels that ptxas rejects; rejected ones are taken out until the rest passes."""
    cpu, ptx, *options = target.split(":")
    rejected, left = {}, dict(bodies)
    while left:
        lines = [".version %s.%s" % (ptx[0], ptx[1]), ".target " + ", ".join([cpu] + options), ".address_size 64", ".global .surfref surf0;"]
        owner = {}
        for key, body in left.items():
            lines.append(".visible .entry k%d(.param .u64 memory) {" % key)
            for line in body:
                lines.append(line)
                owner[len(lines)] = key
            lines += ["ret;", "}"]
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            result = common.run([ptxas, "-arch=" + cpu, "-O1", "-o", os.devnull, file.name], limit=600)
        if result.rc == 0:
            return rejected
        found = {}
        for match in re.finditer(r"line (\d+); (?:error|fatal)\s*: (.*)", result.err + result.out):
            key = owner.get(int(match.group(1)))
            if key is not None:
                found.setdefault(key, match.group(2))
        if not found:  # nothing says which: halve
            if len(left) == 1:
                rejected[next(iter(left))] = common.first_error(result)
                return rejected
            keys = list(left)
            for part in (keys[:len(keys) // 2], keys[len(keys) // 2:]):
                rejected.update(assemble(ptxas, target, {k: left[k] for k in part}))
            return rejected
        rejected.update(found)
        left = {k: b for k, b in left.items() if k not in found}
    return rejected


def assemble_all(ptxas, work, jobs):
    """work: {target: {key: body}} -> {(target, key): error}"""
    batches = []
    for target in sorted(work):
        items = list(work[target].items())
        batches += [(target, dict(items[i:i + 200])) for i in range(0, len(items), 200)]
    errors = {}
    for (target, _), found in zip(batches, common.parallel(jobs, lambda b: assemble(ptxas, b[0], b[1]), batches)):
        errors.update(((target, key), error) for key, error in found.items())
    return errors


# ---------------------------------------------------------------- the comparison
def shape(text, loose):
    """An instruction without its registers: modifiers in order of the alphabet, operands with % for registers (of results)."""
    mnemonic, _, operands = text.strip().replace("\t", " ").partition(" ")
    if "{" in mnemonic:
        mnemonic, operands = mnemonic.split("{", 1)[0], "{" + mnemonic.split("{", 1)[1] + operands
    operands = re.sub(r"%(?:rs|rd|rq|r|p|f|fd|h|hh|b|i|o)\d+", "%", operands)
    parts = mnemonic.split(".")
    if loose:  # what does not change the meaning: sign of a sum, type of a move, a space that the pointer's type gives
        same = {"s32": "b32", "u32": "b32", "s64": "b64", "u64": "b64", "f32": "b32", "f64": "b64"}
        if parts[0] == "mov" or (parts[0] == "atom" and "add" in parts):
            parts = [same.get(p, p) for p in parts]
        if parts[0] == "atom":
            parts = [p for p in parts if p not in ("global", "shared", "noftz")]
        if parts[0] == "tcgen05" and "block_scale" in parts:  # two spellings of how many elements share a scale
            counts = {"block16": "scale_vec::4X", "block32": "scale_vec::1X" if "kind::mxf8f6f4" in parts else "scale_vec::2X"}
            parts = [counts.get(p, p) for p in parts]
            if not any(p.startswith("scale_vec") for p in parts):
                parts.append(counts["block32"])
        if parts[0] == "ldu" and "b64" in parts and "v2" not in parts:  # two words may be one
            parts, operands = ["ldu", "global", "v2", "b32"], operands.replace("%,", "{%,%},", 1)
    return parts[0] + "".join("." + p for p in sorted(parts[1:])) + " " + re.sub(r"\s+", "", operands)


def named(text, names):
    """The instruction with registers replaced by the arguments that they hold, where that is known."""
    return re.sub(r"%[a-z]+\d+", lambda m: names.get(m.group(0), m.group(0)), text)


def our_names(body):
    places = next(x for x in body if x.startswith("// inputs")).split()[2:]
    return {"%%i%d" % i: "$" + place for i, place in enumerate(places)}


def llc_names(call, theirs):
    """Which argument each register of llc's function holds: loaded from a parameter, or copied or tested once."""
    given = [i for i, t in enumerate(call.args) if i not in call.consts and t != "metadata"]
    names = {}
    for text in theirs:
        text = re.sub(r"\s+", " ", text)
        load = re.match(r"ld\.param\.(?:v\d\.)?b(\d+) (\{[^}]*\}|%\w+), \[f\d+_param_(\d+)(?:\+(\d+))?\]", text)
        if load:
            argument, width = given[int(load.group(3))], int(load.group(1)) // 8
            registers = re.findall(r"%\w+", load.group(2))
            first = int(load.group(4) or 0) // width
            whole = len(registers) == 1 and not re.match(r"v\d+(?!f16|bf16)|i128", call.args[argument])
            for i, register in enumerate(registers):
                names[register] = "$%d" % argument if whole else "$%d.%d" % (argument, first + i)
            continue
        copy = re.match(r"(?:and\.b16|setp\.ne\.b16|cvt\.[us]\d+\.[us]\d+|mov\.\w+) (%\w+), (%\w+)(?:, \d+)?$", text)
        if copy and copy.group(2) in names:
            names[copy.group(1)] = names[copy.group(2)]
    return names


def same(call, answer, theirs):
    """Do llc's instructions contain ours, with the arguments in the same places?"""
    ours_are, theirs_are = our_names(answer.body), llc_names(call, theirs)
    given = {shape(named(x, theirs_are), True) for x in theirs}
    wanted = [shape(named(x, ours_are), True) for x in answer.instructions()]
    wanted = [w for w in wanted if "small" not in w and "handle" not in w]  # our own names of scratch registers
    return all(w in given for w in wanted)


# ---------------------------------------------------------------- report
def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--filter", default="*", help="intrinsics to look at, without llvm.nvvm. (glob)")
    parser.add_argument("--list", action="store_true", help="each call that is not covered, accepted and the same")
    parser.add_argument("--constants", action="store_true", help="also try constants where a recipe has inputs")
    parser.add_argument("--gates", action="store_true", help="also compare the gates with what ptxas takes (slow)")
    parser.add_argument("--short-pointers", action="store_true", help="pointers to shared, constant and local memory have 32 bits")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--work", default=os.path.join(common.ROOT, "build", "suite-intrinsics"), help="where tools and answers are kept")
    parser.add_argument("--lathe", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def gate_faults(ptxas, printer, calls, answers, accepted, jobs):
    """Lines about gates that differ from ptxas's. One call per mnemonic is tried: on every target with the newest PTX
    version, where recipe and ptxas have to agree; and on its lowest target with the PTX version before its gate's."""
    chosen = {}
    for key in accepted:
        chosen.setdefault(shape(answers[key].instructions()[0], True).split(" ")[0], key)
    keys, faults = sorted(chosen.values()), []
    newest = {cpu: ask(printer, [calls[k] for k in keys], ["sm_%s:%d" % (cpu, PTX[-1])]) for cpu in CPUS}
    work = {"sm_%s:%d" % (cpu, PTX[-1]): {} for cpu in CPUS}
    for cpu in CPUS:
        for key in keys:
            if not calls[key].mode():
                work["sm_%s:%d" % (cpu, PTX[-1])][key] = answers[key].body
    errors = assemble_all(ptxas, work, jobs)
    for cpu, made in newest.items():
        target = "sm_%s:%d" % (cpu, PTX[-1])
        for key, answer in zip(keys, made):
            if key in work[target] and (answer.state == "ok") != ((target, key) not in errors):
                faults.append("%s %s on sm_%s: %s" % ("loose   " if answer.state == "ok" else "strict  ", calls[key].short, cpu,
                                                      errors.get((target, key), "ptxas takes it; " + answer.detail)))
    older = collections.defaultdict(dict)
    for key in keys:
        cpu, ptx = answers[key].target.split(":")
        below = [p for p in PTX if CPUS[cpu[3:]] <= p < int(ptx)]
        if below and not calls[key].mode():
            older["%s:%d" % (cpu, below[-1])][key] = answers[key].body
    errors = assemble_all(ptxas, older, jobs)
    for target, bodies in older.items():
        faults += ["strict   %s: its gate is %s, ptxas takes it at %s" % (calls[k].short, answers[k].target, target)
                   for k in bodies if (target, k) not in errors]
    return sorted(faults)


def llc_is_wrong(ptxas, calls, jobs):
    """Those calls for which llc prints PTX that ptxas rejects."""
    llc = common.llvm_tool("llc")

    def one(call):
        for cpu, ptx in LLC_CPUS[:-1]:
            made = common.run([llc, "-mcpu=" + cpu, "-mattr=+ptx%d" % ptx, *LLC_OPTIONS, "-o", "-", "-"], stdin=llc_module([(0, call)]))
            if made.rc != 0:
                continue
            with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
                file.write(made.out)
                file.flush()
                if common.run([ptxas, "-arch=" + cpu, "-c", "-o", os.devnull, file.name]).rc == 0:
                    return False
        return True
    return {call for call, bad in zip(calls, common.parallel(jobs, one, calls)) if bad}


def main(argv):
    options = parse(argv)
    given = ["--short-pointers"] if options.short_pointers else []
    if given:
        LLC_OPTIONS.append("-nvptx-short-ptr")
    signatures, printer = build_tools(options.work)
    lines = common.run([signatures]).out.splitlines()
    lines = [x for x in lines if fnmatch.fnmatch(x.split("\t")[0][len("llvm.nvvm."):], options.filter)]
    calls = [c for line in lines for c in expand(line)]
    answers = ask(printer, calls, given + ladder())
    theirs = llc_answers(calls, options.jobs, common.Cache(os.path.join(options.work, "llc")))
    ptxas = common.cuda_tool("ptxas")
    work = collections.defaultdict(dict)
    for key, answer in enumerate(answers):
        if answer.state == "ok":
            work[answer.target + calls[key].mode()][key] = answer.body
    errors = {k: e for (_, k), e in assemble_all(ptxas, work, options.jobs).items()} if ptxas else {}

    refused = [k for k, a in enumerate(answers) if a.state == "refused" and k in theirs]
    wrong = llc_is_wrong(ptxas, [calls[k] for k in refused], options.jobs) if ptxas else set()

    if options.constants and ptxas:
        constant = ask(printer, calls, ["--constants", *given, *ladder()])
        work = collections.defaultdict(dict)
        for key, answer in enumerate(constant):
            if answer.state == "ok" and key not in errors and answer.body != answers[key].body:
                work[answer.target + calls[key].mode()][key] = answer.body
        for (_, key), error in sorted(assemble_all(ptxas, work, options.jobs).items()):
            print("constant %s: %s\n           %s" % (calls[key].short, error, constant[key].instructions()))

    columns = ["calls", "llc", "recipe", "plain", "accepted", "rejected", "same", "differs", "refused", "llc wrong"]
    table = collections.defaultdict(collections.Counter)
    notes = []
    for key, (call, answer) in enumerate(zip(calls, answers)):
        row = table[call.family]
        row["calls"] += 1
        compiles = key in theirs
        row["llc"] += compiles
        if answer.state == "refused":
            row["refused"] += compiles and call not in wrong
            row["llc wrong"] += call in wrong
            if compiles:
                notes.append("refused  %s: %s; llc: %s" % (call.short, answer.detail, theirs[key]))
            elif "unknown intrinsic" in answer.detail:
                notes.append("unknown  %s" % call.short)
            continue
        row["plain" if answer.state == "plain" else "recipe"] += 1
        if answer.state == "plain":
            continue
        row["rejected" if key in errors else "accepted" if ptxas else "recipe"] += 1
        if key in errors:
            notes.append("rejected %s on %s: %s\n           %s" % (call.short, answer.target, errors[key], answer.instructions()))
        if compiles:
            equal = same(call, answer, theirs[key])
            row["same" if equal else "differs"] += 1
            if not equal:
                notes.append("differs  %s\n           ours %s\n           llc  %s" % (call.short, answer.instructions(), theirs[key]))
    print("%-24s" % "family" + "".join("%10s" % c for c in columns))
    total = collections.Counter()
    for family in sorted(table):
        total.update(table[family])
        print("%-24s" % family + "".join("%10d" % table[family][c] for c in columns))
    print("%-24s" % ("%d intrinsics" % len(lines)) + "".join("%10d" % total[c] for c in columns))
    if options.list:
        print("\n".join(notes))
    if options.gates and ptxas:
        accepted = [k for target in work for k in work[target] if k not in errors]
        print("\n".join(gate_faults(ptxas, printer, calls, answers, accepted, options.jobs)))
    return 1 if total["rejected"] or total["refused"] or total["differs"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
