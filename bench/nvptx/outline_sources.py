"""Programs that outlining is measured on, as PTX: kernels of tests/kernels, CUB and its like (tests/quality), csmith, generated.

  sources(lathe, folder, kinds, jobs, only, first) -> [(kind, name, path of the PTX, target)], written into folder/KIND; what is there
  stays. `only`: patterns of kernels and CUB programs; `first`: seed of the first csmith program and the first generated one.

`families` are PTX of this file's own, by a seed: a piece of straight code, of one of several sorts, at several places of several
kernels and device functions, between loads, stores and barriers.
"""
import os
import random
import shutil
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "suites"))
sys.path.insert(0, os.path.join(ROOT, "tests", "quality"))
import common  # noqa: E402
import csmith  # noqa: E402
import held_out  # noqa: E402

KINDS = ["kernels", "cub", "csmith", "families"]  # and nvcc: the kernels by nvcc, which no cost is fitted on
CSMITH, FAMILIES = 40, 60


# ---------------------------------------------------------------- generated
SORTS = {
    # name: (type, registers' letter, bits, operations as (mnemonic, operands))
    "int": ("b32", "r", 32, [("mad.lo.s32", 3), ("xor.b32", 2), ("add.s32", 2), ("sub.s32", 2), ("shf.l.wrap.b32", 3), ("mul.hi.u32", 2),
                             ("min.s32", 2), ("lop3.b32", 3)]),
    "mixed": ("b32", "r", 32, [("add.s32", 2), ("mul.lo.s32", 2), ("and.b32", 2), ("or.b32", 2), ("shr.u32", 2), ("max.u32", 2), ("shl.b32", 2),
                               ("popc.b32", 1), ("brev.b32", 1)]),
    "float": ("f32", "f", 32, [("fma.rn.f32", 3), ("add.rn.f32", 2), ("mul.rn.f32", 2), ("sub.rn.f32", 2), ("max.f32", 2), ("ex2.approx.ftz.f32", 1),
                               ("rcp.approx.ftz.f32", 1), ("sqrt.approx.f32", 1)]),
    "double": ("f64", "fd", 64, [("fma.rn.f64", 3), ("add.rn.f64", 2), ("mul.rn.f64", 2)]),
    "wide": ("b64", "rl", 64, [("add.s64", 2), ("xor.b64", 2), ("mul.lo.s64", 2), ("shl.b64", 2), ("sub.s64", 2), ("and.b64", 2), ("shr.u64", 2)]),
    "divide": ("b32", "r", 32, [("div.u32", 2), ("rem.s32", 2), ("add.s32", 2), ("xor.b32", 2), ("mad.lo.s32", 3)]),
}


def body(rnd, sort, length, inputs, results):
    """[(mnemonic, operands as numbers of values or literals)]; values 0 .. inputs - 1 come from outside, the last `results` go there,
    and all others are read."""
    out, unread = [], list(range(inputs))
    while len(out) < length or len(unread) > results:
        i = len(out)
        joins = len(out) >= length - 1
        name, operands = rnd.choice([o for o in SORTS[sort][3] if not joins or o[1] >= 2 and not o[0].startswith("sh")])
        picked = [unread.pop(0)]
        for k in range(operands - 1):
            picked.append(unread.pop(0) if len(unread) >= max(1, results) and (joins or rnd.random() < 0.3) else rnd.randrange(inputs + i))
            if picked[-1] == picked[0]:  # x xor x, x / x: no compiler leaves such
                picked[-1] = (picked[0] + 1) % (inputs + i)
        unread.append(inputs + i)
        if name.startswith(("shl", "shr", "shf")):
            picked[-1] = str(rnd.randrange(1, 30) if name.startswith("shf") else rnd.randrange(1, 3))
        if name.startswith("lop3"):
            picked.append(str(rnd.randrange(8, 250)))
        if name.startswith(("div", "rem")) and rnd.random() < 0.5:
            picked[-1] = str(rnd.randrange(3, 99))
        out.append((name, picked))
    return out


class Writer:
    """One function's text."""

    def __init__(self, sort):
        self.lines, self.next = [], {}
        self.type, self.letter, self.bits, _ = SORTS[sort]

    def register(self, letter):
        self.next[letter] = self.next.get(letter, 0) + 1
        return "%%%s%d" % (letter, self.next[letter])

    def site(self, code, inputs, results, pointer, at, reuse):
        values = list(reuse)
        while len(values) < inputs:
            values.append(self.register(self.letter))
            self.lines.append("ld.global.%s %s, [%s+%d];" % (self.type, values[-1], pointer, at + 8 * len(values)))
        self.lines.append("bar.sync 0;")
        for name, operands in code:
            fresh = self.register(self.letter)
            self.lines.append("%s %s, %s;" % (name, fresh, ", ".join(o if isinstance(o, str) else values[o] for o in operands)))
            values.append(fresh)
        self.lines.append("bar.sync 0;")
        for k in range(results):
            self.lines.append("st.global.%s [%s+%d], %s;" % (self.type, pointer, at + 8 * k, values[-1 - k]))
        return values[inputs:]

    def text(self, head, pointer):
        kinds = {"r": "b32", "f": "f32", "fd": "f64", "rl": "b64", "rd": "b64"}
        declared = [".reg .%s %%%s<%d>;" % (kinds[k], k, n + 1) for k, n in sorted(self.next.items())]
        return [head, "{", *declared, "ld.param.b64 %%rd1, [%s];" % pointer, *self.lines, "ret;", "}"]


def family(seed):
    rnd = random.Random(seed * 7919)
    sort = sorted(SORTS)[seed % len(SORTS)]
    lines = [".version 8.8", ".target sm_90", ".address_size 64"]
    inputs, results = rnd.randrange(1, 7), rnd.choice([1, 1, 1, 2, 3])
    code = body(rnd, sort, rnd.choice([3, 5, 8, 12, 20, 40, 80]), inputs, results)
    kernels, device = rnd.choice([1, 1, 2, 3, 6]), rnd.choice([0, 0, 1, 2])
    heads = [".func device%d(.param .b64 p)" % k for k in range(device)] + [".visible .entry kernel%d(.param .b64 p)" % k for k in range(kernels)]
    for number, head in enumerate(heads):
        w = Writer(sort)
        w.next["rd"] = 1
        made = []
        for k in range(rnd.choice([1, 2, 2, 3, 4, 6])):
            # Other code stands between, too, and now and then inputs are results of what was before, which live on.
            own = body(rnd, sort, rnd.randrange(3, 9), 2, 1)
            reuse = rnd.sample(made, min(len(made), rnd.randrange(inputs + 1)))
            w.site(own, 2, 1, "%rd1", 512 * k + 4096 * number, [])
            made += w.site(code, inputs, results, "%rd1", 512 * k + 256, reuse)
        for value in rnd.sample(made, min(len(made), rnd.choice([0, 2, 12]))):
            w.lines.append("st.global.%s [%%rd1+%d], %s;" % (w.type, 8 * len(w.lines), value))
        for callee in range(device if head.startswith(".vis") else 0):
            if rnd.random() < 0.7:
                w.lines += ["{", ".param .b64 q;", "st.param.b64 [q], %rd1;", "call device%d, (q);" % callee, "}"]
        lines += w.text(head, "p")
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- what is compiled
def compile_with(lathe, source, flags, path):
    """An error line, or None."""
    result = common.run([lathe, "compile", source, *flags, "--threads", "1", "-o", path + ".part"], limit=300)
    if result.rc != 0 or result.timed_out:
        return common.first_error(result)
    os.replace(path + ".part", path)
    return None


def by_nvcc(kernel, path):
    if not os.path.exists(path):
        common.run([common.cuda_tool("nvcc"), "-ptx", "-arch=sm_90", "-std=c++17", *kernel.nvcc, kernel.files[0], "-o", path], limit=300)
    return os.path.exists(path)


def csmith_ir(seed, folder):
    plan = csmith.Plan(seed)
    source, ir = os.path.join(folder, "%d.c" % seed), os.path.join(folder, "%d.bc" % seed)
    made = common.run([shutil.which("csmith"), *plan.csmith, "--output", source], cwd=folder)
    if made.rc != 0:
        return None
    done = common.run([common.llvm_tool("clang"), *common.device_flags("90"), "-Oz", "-ffreestanding", "-nostdlibinc", *csmith.DIALECT,
                       "-emit-llvm", "-c", source, "-o", ir])
    return ir if done.rc == 0 else None


def sources(lathe, folder, kinds, jobs, only="*", first=0):
    chosen, folder = [], os.path.abspath(folder)

    def one(job):
        kind, name, flags, ir, target = job
        path = os.path.join(folder, kind, name + ".ptx")
        if not os.path.exists(path):
            error = "no IR" if ir is None else compile_with(lathe, ir, flags, path)
            if error:
                return None
        return kind, name, path, target
    for kind in kinds:
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        if kind == "kernels":
            for k in common.load_kernels(only):
                target = "90" if k.runs_on("90") else "90a" if k.runs_on("90a") else "100"
                chosen.append((kind, k.name, k.machine_flags(target), k.ll, target))
        elif kind == "cub":
            made = held_out.make_all(held_out.FOLDER, only, jobs)
            chosen += [(kind, p.name, ["-mcpu=sm_90"], p.ll, "90") for p in made if ".O" not in p.name]
        elif kind == "csmith":
            seeds = range(first + 1, first + CSMITH + 1)
            irs = common.parallel(jobs, lambda s: csmith_ir(s, os.path.join(folder, kind)), seeds)
            chosen += [(kind, "seed%d" % s, ["-mcpu=sm_90"], ir, "90") for s, ir in zip(seeds, irs) if ir]
        elif kind == "nvcc":
            kernels = [k for k in common.load_kernels(only) if not k.relocatable]
            paths = [os.path.join(folder, kind, k.name + ".ptx") for k in kernels]
            there = common.parallel(jobs, lambda job: by_nvcc(*job), list(zip(kernels, paths)))
            chosen += [(kind, k.name, [], "", "90") for k, fine in zip(kernels, there) if fine]
        else:
            for seed in range(first, first + FAMILIES):
                path = os.path.join(folder, kind, "family%d.ptx" % seed)
                with open(path, "w") as file:
                    file.write(family(seed))
                chosen.append((kind, "family%d" % seed, [], "", "90"))
    return [s for s in common.parallel(jobs, one, chosen) if s]
