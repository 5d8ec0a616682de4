"""Pieces of LLVM IR of any length, and ways to put them together: what `generate_ir.py` and `growth.py` are made of.

A composition is text, as `diamonds(3, mix(horner("float"), loads()))`. Names are atoms (one step writes a few
instructions) or combinators (they run what they are given inside blocks, loops, functions ...). `module(text, size,
seed)` gives the IR of about `size` instructions; the same three give the same text.

Values live in `env`: key -> (type, name). A branch saves it; the join makes a phi of each key that changed.
"""
import ast
import functools
import random

import ir_atoms_rare

INT_OPS = ("add", "sub", "mul", "xor", "and", "or")
FLOAT_TYPES = ("half", "float", "double")
HEAD = """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
"""
TYPES = ("i1", "i8", "i16", "i32", "i64", "i128", "half", "float", "double", "<4 x float>", "<2 x half>", "<4 x i8>", "<8 x i32>", "ptr")


def is_float(kind):
    return kind in FLOAT_TYPES or "float" in kind or "half" in kind


class Writer:
    """One module on its way: finished functions, the current one, its block, and the values that can be used here."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = self.names = self.lines_of_source = 0
        self.globals, self.functions, self.declares, self.metadata = [], [], {}, []
        self.debug, self.scope, self.arms = False, None, 0
        self.open_function()

    # ---- functions ----
    def open_function(self):
        self.lines, self.allocas, self.env, self.block = [], [], {}, "entry"
        self.used, self.exits = set(), []
        for kind in ("i32", "i64", "float", "double"):
            self.env["p_" + kind] = (kind, "%p_" + kind)
        if self.debug:
            self.scope = "!%d" % (10 + len(self.functions))

    def close_function(self):
        for number, (key, (kind, name)) in enumerate(sorted(self.env.items())):
            if not key.startswith("p_"):
                at = self.name()
                self.lines.append("  %s = getelementptr inbounds i8, ptr %%out, i64 %d" % (at, 4096 + 64 * (number % 4096)))
                self.lines.append("  store %s %s, ptr %s" % (kind, name, at))
        if self.exits:
            self.lines += ["  br label %exit", "exit:"]
            pairs = ", ".join("[ %s, %%%s ]" % pair for pair in self.exits + [("%p_i32", self.block)])
            self.lines += ["  %exit.v = phi i32 " + pairs, "  store i32 %exit.v, ptr %out"]
        number = len(self.functions)
        parameters = "ptr %base, ptr %out, i32 %p_i32, i64 %p_i64, float %p_float, double %p_double"
        self.functions.append("define ptx_kernel void @f%d(%s) %s{\nentry:\n%s\n  ret void\n}\n"
                              % (number, parameters, "!dbg %s " % self.scope if self.debug else "", "\n".join(self.allocas + self.lines)))
        if self.debug:
            self.metadata.append('!%d = distinct !DISubprogram(name: "f%d", file: !2, line: %d, type: !3, unit: !1, spFlags: DISPFlagDefinition)'
                                 % (10 + number, number, number + 1))

    def text(self):
        self.close_function()
        parts = [HEAD] + self.globals + self.functions + sorted(self.declares)
        if self.debug:
            parts += ['!llvm.dbg.cu = !{!1}', '!llvm.module.flags = !{!0}', '!0 = !{i32 2, !"Debug Info Version", i32 3}',
                      '!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: LineTablesOnly)',
                      '!2 = !DIFile(filename: "a.c", directory: "/")', '!3 = !DISubroutineType(types: !4)', '!4 = !{null}'] + self.metadata
        return "\n".join(parts) + "\n"

    # ---- instructions ----
    def name(self):
        self.names += 1
        return "%%v%d" % self.names

    def location(self):
        if not self.debug:
            return ""
        self.lines_of_source += 1
        return ", !dbg !DILocation(line: %d, column: %d, scope: %s)" % (self.lines_of_source, 1 + self.lines_of_source % 80, self.scope)

    def emit(self, text):
        self.count += 1
        self.lines.append("  " + text + self.location())

    def value(self, text):
        name = self.name()
        self.emit("%s = %s" % (name, text))
        return name

    def set(self, key, kind, name):
        self.env[key] = (kind, name)
        return name

    def get(self, key, kind):
        """The value of this key; made of the parameters where it is not there yet."""
        if key in self.env:
            return self.env[key][1]
        return self.set(key, kind, self.fresh(kind))

    def fresh(self, kind):
        """A new value of the type, loaded from memory."""
        if kind == "ptr":
            return "%base"
        at = self.value("getelementptr inbounds i8, ptr %%base, i64 %d" % (16 * self.random.randrange(4096)))
        return self.value("load %s, ptr %s" % (kind, at))

    def any(self, kind):
        """Some value of the type."""
        names = [n for k, n in self.env.values() if k == kind]
        return self.random.choice(names) if names else self.set("any_" + kind, kind, self.fresh(kind))

    def label(self, name):
        self.lines.append("%s:" % name)
        self.block = name

    def new_label(self):
        self.names += 1
        return "b%d" % self.names

    def declare(self, text):
        self.declares[text] = True


# ---- atoms: one step each ------------------------------------------------------------------------------

def binary(w, kind, op, a, b):
    return w.value("%s %s %s, %s" % (op, kind, a, b))


def constant(w, kind):
    if kind.startswith("<"):
        lanes, element = kind[1:-1].split(" x ")
        return "<" + ", ".join("%s %s" % (element, constant(w, element)) for _ in range(int(lanes))) + ">"
    if is_float(kind):
        return "%d.5" % w.random.randrange(1, 1000)
    return str(w.random.randrange(1, 2 if kind == "i1" else 100))


def chain(w, kind="i32", op="mul"):
    """x = x op p: deep, one parameter with many users."""
    key = "chain_%s_%s" % (kind, op)
    w.set(key, kind, binary(w, kind, op, w.get(key, kind), w.get("p_" + kind, kind)))


def horner(w, kind="float"):
    """x = x * p + c: what becomes mad and fma."""
    key, mul, add = "horner_" + kind, "fmul contract" if is_float(kind) else "mul", "fadd contract" if is_float(kind) else "add"
    product = binary(w, kind, mul, w.get(key, kind), w.get("p_" + kind, kind))
    w.set(key, kind, binary(w, kind, add, product, constant(w, kind)))


def fan(w, kind="i32"):
    """Many users of one value, whose results meet again."""
    one = binary(w, kind, "fadd" if is_float(kind) else "xor", w.get("p_" + kind, kind), constant(w, kind))
    w.set("fan_" + kind, kind, binary(w, kind, "fmul" if is_float(kind) else "mul", w.get("fan_" + kind, kind), one))


def fan_load(w, kind="i32"):
    """Many users of one loaded value, narrowed, widened and shifted."""
    x = w.get("fanload_" + kind, kind)
    wide = w.value("zext %s %s to i64" % (kind, x))
    part = w.value("lshr i64 %s, %d" % (wide, w.random.randrange(1, 24)))
    w.set("fanload_sum", "i64", binary(w, "i64", "add", w.get("fanload_sum", "i64"), part))


def total(w, kind="i32"):
    """A sum over memory."""
    at = w.value("getelementptr inbounds %s, ptr %%base, i64 %d" % (kind, w.random.randrange(1 << 20)))
    x = w.value("load %s, ptr %s" % (kind, at))
    w.set("total_" + kind, kind, binary(w, kind, "fadd" if is_float(kind) else "add", w.get("total_" + kind, kind), x))


def extract(w, kind="<4 x float>"):
    """One vector, many elements taken."""
    lanes, element = kind[1:-1].split(" x ")
    x = w.value("extractelement %s %s, i64 %d" % (kind, w.get("vector_" + kind, kind), w.random.randrange(int(lanes))))
    w.set("extract_" + kind, element, binary(w, element, "fadd" if is_float(element) else "add", w.get("extract_" + kind, element), x))


def insert(w, kind="<4 x float>"):
    lanes, element = kind[1:-1].split(" x ")
    x = w.value("insertelement %s %s, %s %s, i64 %d" % (kind, w.get("insert_" + kind, kind), element, w.any(element), w.random.randrange(int(lanes))))
    w.set("insert_" + kind, kind, x)


def shuffle(w, kind="<4 x float>"):
    lanes = int(kind[1:-1].split(" x ")[0])
    mask = ", ".join("i32 %d" % w.random.randrange(2 * lanes) for _ in range(lanes))
    a, b = w.get("shuffle_" + kind, kind), w.get("vector_" + kind, kind)
    w.set("shuffle_" + kind, kind, w.value("shufflevector %s %s, %s %s, <%d x i32> <%s>" % (kind, a, kind, b, lanes, mask)))


def vector(w, kind="<4 x float>"):
    op = w.random.choice(("fadd", "fmul", "fsub")) if is_float(kind) else w.random.choice(INT_OPS)
    w.set("arith_" + kind, kind, binary(w, kind, op, w.get("arith_" + kind, kind), w.get("vector_" + kind, kind)))


def aggregate(w):
    """insertvalue and extractvalue over one struct."""
    kind = "{ i32, i64, float }"
    key = "aggregate"
    old = w.env[key][1] if key in w.env else "zeroinitializer"
    new = w.value("insertvalue %s %s, i32 %s, 0" % (kind, old, w.any("i32")))
    w.set("aggregate_x", "i64", w.value("extractvalue %s %s, 1" % (kind, new)))
    w.set(key, kind, w.value("insertvalue %s %s, i64 %s, 1" % (kind, new, w.any("i64"))))


def loads(w, kind="i32", stride=0):
    """Loads at constant offsets: neighbours (stride 1), or anywhere (0)."""
    place = w.names * stride if stride else w.random.randrange(1 << 16)
    at = w.value("getelementptr inbounds %s, ptr %%base, i64 %d" % (kind, place))
    w.set("load_%s_%d" % (kind, w.random.randrange(4)), kind, w.value("load %s, ptr %s" % (kind, at)))


def gathers(w, kind="float"):
    """Loads at computed places."""
    index = w.value("sext i32 %s to i64" % w.any("i32"))
    at = w.value("getelementptr inbounds %s, ptr %%base, i64 %s" % (kind, index))
    w.set("gather_" + kind, kind, w.value("load %s, ptr %s" % (kind, at)))


def stores(w, kind="i32", stride=0):
    place = w.names * stride if stride else w.random.randrange(1 << 16)
    at = w.value("getelementptr inbounds %s, ptr %%out, i64 %d" % (kind, place))
    w.emit("store %s %s, ptr %s" % (kind, w.any(kind), at))


def copies(w, kind="i32"):
    """Load and store in turn: a long chain of memory."""
    place = w.random.randrange(1 << 16)
    at = w.value("getelementptr inbounds %s, ptr %%base, i64 %d" % (kind, place))
    x = w.value("load %s, ptr %s" % (kind, at))
    to = w.value("getelementptr inbounds %s, ptr %%out, i64 %d" % (kind, place))
    w.emit("store %s %s, ptr %s" % (kind, x, to))


def atomics(w):
    x = w.value("atomicrmw add ptr %%base, i32 %s syncscope(\"device\") monotonic" % w.any("i32"))
    w.set("atomic", "i32", x)


def selects(w, kind="i32"):
    """A chain of choices."""
    test = w.value("icmp slt i32 %s, %s" % (w.any("i32"), constant(w, "i32")))
    w.set("select_" + kind, kind, w.value("select i1 %s, %s %s, %s %s" % (test, kind, w.get("select_" + kind, kind), kind, w.any(kind))))


def compares(w):
    """Conditions joined by and, or."""
    test = w.value("icmp %s i32 %s, %s" % (w.random.choice(("slt", "ult", "eq", "ne")), w.any("i32"), constant(w, "i32")))
    w.set("condition", "i1", binary(w, "i1", w.random.choice(("and", "or", "xor")), w.get("condition", "i1"), test))


def bits(w, kind="i32"):
    """Masks, shifts and rotations."""
    key = "bits_" + kind
    x = w.value("lshr %s %s, %d" % (kind, w.get(key, kind), w.random.randrange(1, 8)))
    x = w.value("and %s %s, %d" % (kind, x, w.random.randrange(1, 128)))
    w.set(key, kind, binary(w, kind, "or", x, w.any(kind)))


def casts(w):
    """Narrow, widen, there and back."""
    x = w.value("trunc i64 %s to i32" % w.get("cast", "i64"))
    x = w.value("%s i32 %s to i64" % (w.random.choice(("sext", "zext")), x))
    w.set("cast", "i64", w.value("add i64 %s, %s" % (x, constant(w, "i64"))))


def converts(w):
    x = w.value("sitofp i32 %s to float" % w.any("i32"))
    w.set("converted", "i32", w.value("fptosi float %s to i32" % x))


def geps(w):
    """A chain of address arithmetic, loaded from now and then."""
    at = w.value("getelementptr inbounds i8, ptr %s, i64 %s" % (w.get("gep", "ptr"), w.any("i64")))
    w.set("gep", "ptr", at)


def pointers(w):
    """ptrtoint and inttoptr, address spaces."""
    number = w.value("ptrtoint ptr %s to i64" % w.get("pointer", "ptr"))
    number = w.value("add i64 %s, %d" % (number, 8 * w.random.randrange(100)))
    w.set("pointer", "ptr", w.value("inttoptr i64 %s to ptr" % number))


def walk(w):
    """A list followed: each address comes from the load before."""
    w.set("walk", "ptr", w.value("load ptr, ptr %s" % w.get("walk", "ptr")))


def calls(w, parameters=2):
    """Calls of one function with so many parameters."""
    name = "callee%d" % parameters
    w.declare("declare i32 @%s(%s)" % (name, ", ".join(["i32"] * parameters)))
    arguments = ", ".join("i32 %s" % w.any("i32") for _ in range(parameters))
    w.set("called", "i32", w.value("call i32 @%s(%s)" % (name, arguments)))
    w.count += parameters // 8


def math(w, name="sqrt"):
    w.declare("declare float @llvm.%s.f32(float)" % name)
    w.set("math", "float", w.value("call float @llvm.%s.f32(float %s)" % (name, w.any("float"))))


def minmax(w):
    w.declare("declare i32 @llvm.smax.i32(i32, i32)")
    w.set("minmax", "i32", w.value("call i32 @llvm.smax.i32(i32 %s, i32 %s)" % (w.get("minmax", "i32"), w.any("i32"))))


def barriers(w):
    w.declare("declare void @llvm.nvvm.barrier0()")
    w.emit("call void @llvm.nvvm.barrier0()")


def asm(w, lines=1):
    """Inline assembly of so many lines."""
    text = "\\0A\\09".join(["add.s32 $0, $1, %d;" % i for i in range(lines)])
    w.set("asm", "i32", w.value('call i32 asm "%s", "=r,r"(i32 %s)' % (text, w.any("i32"))))
    w.count += lines // 4


def allocas(w, size=4):
    """A variable of its own each time, with an index that is not known."""
    name = w.name()
    w.allocas.append("  %s = alloca [%d x i32]" % (name, size))
    at = w.value("getelementptr inbounds [%d x i32], ptr %s, i32 0, i32 %s" % (size, name, w.any("i32")))
    w.emit("store i32 %s, ptr %s" % (w.any("i32"), at))
    w.set("alloca", "i32", w.value("load i32, ptr %s" % name))


def variables(w):
    """A scalar variable each time: what SROA removes."""
    name = w.name()
    w.allocas.append("  %s = alloca i32" % name)
    w.emit("store i32 %s, ptr %s" % (w.any("i32"), name))
    w.set("variable", "i32", w.value("load i32, ptr %s" % name))


def globals_(w, words=1):
    """A global of its own each time, with an initializer of so many words."""
    number = len(w.globals)
    words_text = ", ".join("i32 %d" % (number * 7 + i) for i in range(words))
    w.globals.append("@g%d = addrspace(1) global [%d x i32] [%s]" % (number, words, words_text))
    w.set("global", "i32", w.value("load i32, ptr addrspace(1) @g%d" % number))
    w.count += words // 8


def pointers_global(w, words=16):
    """A table of addresses of functions and of other globals."""
    number = len(w.globals)
    w.declare("declare i32 @callee2(i32, i32)")
    other = "ptr addrspacecast (ptr addrspace(1) @g%d to ptr)" % (number - 1) if number else "ptr null"
    w.globals.append("@g%d = addrspace(1) global [%d x ptr] [%s]" % (number, words, ", ".join(["ptr @callee2", other] * (words // 2))))
    w.set("pointer_global", "ptr", w.value("load ptr, ptr addrspace(1) @g%d" % number))
    w.count += words // 8


def divisions(w, kind="i32"):
    w.set("division_" + kind, kind, binary(w, kind, w.random.choice(("udiv", "urem", "sdiv", "srem")), w.any(kind), str(w.random.randrange(3, 1000))))


def overflow(w):
    w.declare("declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)")
    pair = w.value("call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %s, i32 %s)" % (w.get("overflow", "i32"), w.any("i32")))
    w.set("overflow", "i32", w.value("extractvalue { i32, i1 } %s, 0" % pair))
    w.set("overflow_bit", "i1", w.value("extractvalue { i32, i1 } %s, 1" % pair))


def wide(w, kind="i128"):
    op = w.random.choice(("add", "sub", "xor", "and", "or", "mul"))
    w.set("wide_" + kind, kind, binary(w, kind, op, w.get("wide_" + kind, kind), w.get("widep_" + kind, kind)))


def keep(w):
    """A value that is used at the end of the function only."""
    if w.arms == 0:
        w.set("keep%d" % w.names, "i32", binary(w, "i32", "add", w.any("i32"), constant(w, "i32")))
    else:
        chain(w)


def mixed(w):
    """Any of the plain atoms."""
    w.random.choice((chain, horner, selects, bits, casts, converts, minmax, gathers, stores, total))(w)


# ---- combinators ---------------------------------------------------------------------------------------

def run(w, node, stop):
    """Writes until the module has `stop` instructions."""
    kind, name, arguments = node
    if kind == "atom":
        step = ATOMS[name]
        while w.count < stop:
            step(w, *arguments)
    else:
        while w.count < stop:
            COMBINATORS[name](w, stop, *arguments)


def mix(w, stop, *parts):
    for part in parts:
        run(w, part, min(stop, w.count + 1))


def seq(w, stop, *parts):
    """Each part gets its share of what is left."""
    for index, part in enumerate(parts):
        run(w, part, w.count + max(1, (stop - w.count) // (len(parts) - index)))


def arm(w, label, to, body, stop):
    w.label(label)
    w.arms += 1
    run(w, body, stop)
    w.arms -= 1
    w.emit("br label %%%s" % to)


def join(w, before, sides):
    """Phis for what changed; keys that only one side knows are dropped."""
    w.env = dict(before)
    for key, (kind, old) in sorted(before.items()):
        names = [env[key][1] for env, _ in sides]
        if any(n != old for n in names):
            w.set(key, kind, w.value("phi %s %s" % (kind, ", ".join("[ %s, %%%s ]" % (n, b) for n, (_, b) in zip(names, sides)))))


def diamonds(w, stop, length, body):
    yes, no, after = w.new_label(), w.new_label(), w.new_label()
    run(w, body, w.count + 1)                             # so that the keys are known before
    test = w.value("icmp slt i32 %s, %s" % (w.any("i32"), constant(w, "i32")))
    w.emit("br i1 %s, label %%%s, label %%%s" % (test, yes, no))
    before, sides = dict(w.env), []
    for label in (yes, no):
        w.env = dict(before)
        arm(w, label, after, body, w.count + length)
        sides.append((w.env, w.block))
    w.label(after)
    join(w, before, sides)


def triangles(w, stop, length, body):
    then, after = w.new_label(), w.new_label()
    run(w, body, w.count + 1)
    test = w.value("icmp ult i32 %s, %s" % (w.any("i32"), constant(w, "i32")))
    start = w.block
    w.emit("br i1 %s, label %%%s, label %%%s" % (test, then, after))
    before = dict(w.env)
    arm(w, then, after, body, w.count + length)
    sides = [(w.env, w.block), (before, start)]
    w.label(after)
    join(w, before, sides)


def switches(w, stop, cases, body):
    """A switch over so many cases (0: as many as fit), each with a block of its own."""
    cases = cases or max(2, (stop - w.count) // 3)
    labels, after = [w.new_label() for _ in range(cases)], w.new_label()
    run(w, body, w.count + 1)
    start = w.block
    table = " ".join("i32 %d, label %%%s" % (3 * i, label) for i, label in enumerate(labels))
    w.emit("switch i32 %s, label %%%s [ %s ]" % (w.any("i32"), after, table))
    before, sides = dict(w.env), []
    for label in labels:
        w.env = dict(before)
        arm(w, label, after, body, w.count + 1)
        sides.append((w.env, w.block))
    sides.append((before, start))
    w.label(after)
    join(w, before, sides)


def dense_switches(w, stop, cases, body):
    """A switch whose many cases share four blocks: a table of constants."""
    cases = cases or max(2, stop - w.count)
    labels, after = [w.new_label() for _ in range(4)], w.new_label()
    run(w, body, w.count + 1)
    start = w.block
    table = " ".join("i32 %d, label %%%s" % (i, w.random.choice(labels)) for i in range(cases))
    w.emit("switch i32 %s, label %%%s [ %s ]" % (w.any("i32"), after, table))
    w.count += cases
    before, sides = dict(w.env), []
    for label in labels:
        w.env = dict(before)
        arm(w, label, after, body, w.count + 1)
        sides.append((w.env, w.block))
    sides.append((before, start))
    w.label(after)
    join(w, before, sides)


def loops(w, stop, length, body):
    """A counted loop; all that it defines can be used behind it."""
    head, after = w.new_label(), w.new_label()
    run(w, body, w.count + 1)
    carried = [k for k in sorted(w.env) if not k.startswith("p_")]
    carried = w.random.sample(carried, min(3, len(carried)))
    start, before = w.block, dict(w.env)
    w.emit("br label %%%s" % head)
    w.label(head)
    counter = w.name()
    place = len(w.lines)
    phis = {k: w.name() for k in carried}
    for key, name in phis.items():
        w.set(key, before[key][0], name)
    w.count += 1 + len(carried)
    run(w, body, w.count + length)
    following = w.value("add i32 %s, 1" % counter)
    test = w.value("icmp slt i32 %s, %s" % (following, "%p_i32"))
    latch = w.block
    w.emit("br i1 %s, label %%%s, label %%%s" % (test, head, after))
    lines = ["  %s = phi i32 [ 0, %%%s ], [ %s, %%%s ]" % (counter, start, following, latch)]
    for key, name in phis.items():
        lines.append("  %s = phi %s [ %s, %%%s ], [ %s, %%%s ]" % (name, before[key][0], before[key][1], start, w.env[key][1], latch))
    w.lines[place:place] = lines
    w.label(after)


def nest(w, stop, depth, body):
    """Loops in each other, so deep."""
    if depth <= 1:
        loops(w, stop, 6, body)
    else:
        loops(w, stop, 1, ("combinator", "nest", (depth - 1, body)))


def tower(w, stop, length, body):
    """if within if within if: as deep as the size asks for."""
    levels = max(1, (stop - w.count) // (length + 6))
    labels = []
    run(w, body, w.count + 1)
    before = dict(w.env)
    for _ in range(levels):
        inner, after = w.new_label(), w.new_label()
        test = w.value("icmp slt i32 %s, %s" % (w.any("i32"), constant(w, "i32")))
        labels.append((after, w.block, dict(w.env)))
        w.emit("br i1 %s, label %%%s, label %%%s" % (test, inner, after))
        w.label(inner)
        w.arms += 1
        run(w, body, w.count + length)
    for after, block, env in reversed(labels):
        w.arms -= 1
        w.emit("br label %%%s" % after)
        inside = (w.env, w.block)
        w.label(after)
        join(w, env, [inside, (env, block)])
    w.env = {k: v for k, v in w.env.items() if k in before}


def ladders(w, stop, length, body):
    """Early exits to one block, which has a phi with as many inputs."""
    run(w, body, w.count + length)
    if w.arms:
        return
    following = w.new_label()
    test = w.value("icmp eq i32 %s, %s" % (w.any("i32"), constant(w, "i32")))
    w.exits.append((w.any("i32"), w.block))
    w.emit("br i1 %s, label %%exit, label %%%s" % (test, following))
    w.label(following)


def funcs(w, stop, length, body):
    """Functions of so many instructions."""
    run(w, body, w.count + length)
    if w.arms == 0:
        w.close_function()
        w.open_function()


def located(w, stop, body):
    """With debug locations."""
    if not w.debug and not w.lines and not w.functions:
        w.debug, w.scope = True, "!10"
    run(w, body, stop)


ATOMS = {f.__name__.rstrip("_"): f for f in (
    chain, horner, fan, fan_load, total, extract, insert, shuffle, vector, aggregate, loads, gathers, stores, copies, atomics, selects,
    compares, bits, casts, converts, geps, pointers, walk, calls, math, minmax, barriers, asm, allocas, variables, globals_,
    pointers_global, divisions, overflow, wide, keep, mixed)} | ir_atoms_rare.ATOMS
COMBINATORS = {f.__name__: f for f in (mix, seq, diamonds, triangles, switches, dense_switches, loops, nest, tower, ladders, funcs, located)}
COMBINATORS |= {name: functools.partial(f, run=run) for name, f in ir_atoms_rare.COMBINATORS.items()}


def parse(text):
    """The tree of a composition; ValueError names what is not known."""
    def node(tree):
        if isinstance(tree, ast.Constant):
            return tree.value
        if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.keywords:
            raise ValueError("a composition is made of calls, as mix(loads(), horner(\"float\"))")
        name, arguments = tree.func.id, tuple(node(a) for a in tree.args)
        if name not in ATOMS and name not in COMBINATORS:
            raise ValueError("no atom or combinator '%s'; there are: %s" % (name, ", ".join(sorted(ATOMS) + sorted(COMBINATORS))))
        return ("atom" if name in ATOMS else "combinator", name, arguments)
    try:
        return node(ast.parse(text, mode="eval").body)
    except SyntaxError as error:
        raise ValueError("not a composition: %s" % error) from None


def module(text, size, seed=1):
    """IR of about `size` instructions."""
    w = Writer(seed)
    run(w, parse(text), size)
    return w.text()
