"""PTX of the kind that Triton hands to ptxas, written here: one entry per text with .reqntid, assembly in `begin inline asm`
blocks, registers that are cleared and then loaded under a guard, a 64-bit address for each access, bits moved between .b32 and
.f32, reductions by shfl and shared memory, loops whose values are copied at their end, cp.async, ldmatrix and mma.

Programs().programs() are the texts, each with arguments under which `lathe run` can run it.
"""
import os
import tempfile

import common
import compilers

LOG2E = "0f3FB8AA3B"


def group(words):
    return "{ %s }" % ", ".join(words) if len(words) > 1 else words[0]


class Text:
    """Writes one entry."""

    def __init__(self, name, warps, pointers, scalars, shared):
        self.name, self.threads, self.shared = name, 32 * warps, shared
        self.params = ["u64"] * pointers + ["u32"] * scalars
        self.counts, self.lines, self.labels, self.known = {}, [], 0, {}

    def new(self, kind):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return "%%%s%d" % (kind, self.counts[kind])

    def put(self, text):
        self.lines.append("\t" + text + ";")

    def op(self, name, *sources, kind=None):
        """name, sources -> a new register of the type that the name ends with, or of `kind`."""
        key = (name, sources, kind)
        if key in self.known:
            return self.known[key]  # as LLVM leaves it: nothing twice
        to = self.new(kind or {"f32": "f", "s64": "rd", "u64": "rd", "b64": "rd", "pred": "p", "b16": "rs"}.get(name.split(".")[-1], "r"))
        self.put("%s \t%s, %s" % (name, to, ", ".join(map(str, sources))))
        if not name.startswith(("ld.", "shfl.")):
            self.known[key] = to
        return to

    def asm(self, *texts):
        self.lines.append("\t// begin inline asm")
        for text in texts:
            self.put(text)
        self.lines.append("\t// end inline asm")

    def special(self, name):
        to = self.new("r")
        self.asm("mov.u32 %s, %%%s" % (to, name))
        return to

    def compare(self, how, a, b):
        return self.op("setp." + how, a, b, kind="p")

    def label(self):
        self.labels += 1
        return "$L__BB0_%d" % self.labels

    def at(self, label):
        self.lines.append(label + ":")

    def load(self, address, words, guard, other="0x0"):
        """`words` 32-bit words; `other` where the guard does not hold."""
        to = [self.new("r") for _ in range(words)]
        shape = ".v%d" % words if words > 1 else ""
        self.asm(*["mov.u32 %s, %s" % (r, other) for r in to],
                 "@%s ld.global%s.b32 %s, [ %s + 0 ]" % (guard, shape, group(to), address))
        return to

    def store(self, address, words, guard):
        shape = ".v%d" % len(words) if len(words) > 1 else ""
        self.asm("@%s st.global%s.b32 [ %s + 0 ], %s" % (guard, shape, address, group(words)))

    def param(self, k):
        return self.op("ld.param." + self.params[k], "[%s_param_%d]" % (self.name, k))

    def floats(self, words):
        return [self.op("mov.b32", r, kind="f") for r in words]

    def words(self, floats):
        return [self.op("mov.b32", f, kind="r") for f in floats]

    def exp(self, x):
        scaled = self.op("mul.f32", x, LOG2E)
        to = self.new("f")
        self.asm("ex2.approx.f32 %s, %s" % (to, scaled))
        return to

    def reduce(self, how, values, tid):
        """All threads' values to one that all have."""
        value = values[0]
        for other in values[1:]:
            value = self.op(how, value, other)
        warps = self.threads // 32
        for lane in (16, 8, 4, 2, 1):
            value = self.shuffle(how, value, lane)
        base = self.op("mov.u32", "global_smem")
        lane, warp = self.op("and.b32", tid, 31), self.op("shr.u32", tid, 5)
        first, slot = self.compare("eq.s32", lane, 0), self.op("shl.b32", self.op("and.b32", warp, warps - 1), 2)
        place, bits = self.op("add.s32", base, slot), self.words([value])[0]
        self.asm("@%s st.shared.b32 [ %s + 0 ], %s" % (first, place, bits))
        self.put("bar.sync \t0")
        inside, mine, got = self.compare("lt.s32", tid, warps), self.op("add.s32", base, self.op("shl.b32", tid, 2)), self.new("r")
        self.asm("mov.u32 %s, 0x0" % got, "@%s ld.shared.b32 %s, [ %s + 0 ]" % (inside, got, mine))
        value, lane = self.floats([got])[0], warps // 2
        while lane:
            value, lane = self.shuffle(how, value, lane), lane // 2
        bits = self.words([value])[0]
        writes = self.op("and.pred", inside, self.compare("eq.s32", tid, 0))
        self.asm("@%s st.shared.b32 [ %s + 0 ], %s" % (writes, mine, bits))
        self.put("bar.sync \t0")
        value = self.op("ld.shared.f32", "[global_smem]")
        self.put("bar.sync \t0")
        return value

    def shuffle(self, how, value, lane):
        other = self.op("shfl.sync.bfly.b32", self.words([value])[0], lane, 31, -1)
        return self.op(how, value, self.floats([other])[0])

    def text(self, target):
        kinds = {"p": "pred", "r": "b32", "rs": "b16", "f": "f32", "rd": "b64"}
        params = ",\n".join("\t.param .%s %s_param_%d" % (t, self.name, k) for k, t in enumerate(self.params))
        head = ["//", "// Generated by LLVM NVPTX Back-End", "//", "", ".version 8.4", ".target sm_" + target, ".address_size 64", "",
                ".extern .shared .align 16 .b8 global_smem[];" if not self.shared else ".shared .align 16 .b8 global_smem[%d];" % self.shared,
                ".visible .entry %s(" % self.name, params, ")", ".reqntid %d, 1, 1" % self.threads, "{"]
        head += ["\t.reg .%s \t%%%s<%d>;" % (kinds[k], k, n + 1) for k, n in self.counts.items()]
        return "\n".join(head + self.lines + ["\tret;", "}", ""])


# ---------------------------------------------------------------- the programs
def offsets(t, block, words):
    """Of a block of elements by threads, `words` side by side: (tid, [offset of each access])."""
    tid = t.special("tid.x")
    mine = t.op("and.b32", t.op("shl.b32", tid, words.bit_length() - 1), t.threads * words - words)
    return tid, [mine if k == 0 else t.op("or.b32", mine, k) for k in range(0, block, t.threads * words)]


def elementwise(name, block, body, inputs=2):
    t = Text(name, 4, inputs + 1, 1, 0)
    pointers, n = [t.param(k) for k in range(inputs + 1)], t.param(inputs + 1)
    start = t.op("shl.b32", t.special("ctaid.x"), block.bit_length() - 1)
    _, places = offsets(t, block, 4)
    places = [t.op("or.b32", start, p) for p in places]
    masks = [t.compare("lt.s32", p, n) for p in places]
    loaded = [[t.load(t.op("add.s64", pointer, t.op("mul.wide.s32", p, 4, kind="rd")), 4, m) for p, m in zip(places, masks)] for pointer in pointers[:-1]]
    for k, (p, m) in enumerate(zip(places, masks)):
        columns = [t.floats(words[k]) for words in loaded]
        out = [body(t, *values) for values in zip(*columns)]
        t.store(t.op("add.s64", pointers[-1], t.op("mul.wide.s32", p, 4, kind="rd")), t.words(out), m)
    return t


def gelu(t, x):
    cube = t.op("mul.f32", t.op("mul.f32", x, x), x)
    inner = t.op("mul.f32", t.op("fma.rn.f32", cube, "0f3D372713", x), "0f3F4C422A")
    e = t.exp(t.op("add.f32", inner, inner))
    tanh = t.op("sub.f32", "0f3F800000", t.op("div.full.f32", "0f40000000", t.op("add.f32", e, "0f3F800000")))
    return t.op("mul.f32", t.op("mul.f32", x, "0f3F000000"), t.op("add.f32", tanh, "0f3F800000"))


def swiglu(t, x, y):
    sigmoid = t.op("div.full.f32", "0f3F800000", t.op("add.f32", t.exp(t.op("neg.f32", x)), "0f3F800000"))
    return t.op("mul.f32", t.op("mul.f32", x, sigmoid), y)


def softmax(name, block, warps):
    t = Text(name, warps, 2, 3, 4 * warps)
    source, target, in_stride, out_stride, columns = (t.param(k) for k in range(5))
    row = t.special("ctaid.x")
    tid, places = offsets(t, block, 4)
    base = t.op("add.s64", source, t.op("mul.wide.s32", t.op("mul.lo.s32", row, in_stride), 4, kind="rd"))
    masks = [t.compare("lt.s32", p, columns) for p in places]
    values = []
    for p, m in zip(places, masks):
        values += t.floats(t.load(t.op("add.s64", base, t.op("mul.wide.u32", p, 4, kind="rd")), 4, m, "0xff800000"))
    most = t.reduce("max.f32", values, tid)
    values = [t.exp(t.op("sub.f32", v, most)) for v in values]
    total = t.reduce("add.f32", values, tid)
    values = [t.op("div.full.f32", v, total) for v in values]
    base = t.op("add.s64", target, t.op("mul.wide.s32", t.op("mul.lo.s32", row, out_stride), 4, kind="rd"))
    for k, (p, m) in enumerate(zip(places, masks)):
        t.store(t.op("add.s64", base, t.op("mul.wide.u32", p, 4, kind="rd")), t.words(values[4 * k:4 * k + 4]), m)
    return t


def loop(t, start, limit, step, carried, body):
    """for (i = start; i < limit; i += step) carried = body(i, carried); -> carried"""
    i, now = t.new("r"), [t.new("rd" if c.startswith("%rd") else "f" if c.startswith("%f") or c.startswith("0f") else "r") for c in carried]
    move = lambda to, of: t.put("mov.%s \t%s, %s" % ({"%rd": "b64"}.get(to[:3], "f32" if to[1] == "f" else "b32"), to, of))  # noqa: E731
    begin, end = t.label(), t.label()
    for to, of in zip([i] + now, [start] + carried):
        move(to, of)
    none = t.compare("ge.s32", start if str(start).startswith("%") else i, limit)
    t.put("@%s bra \t%s" % (none, end))
    t.at(begin)
    outside = dict(t.known)
    behind = body(i, now)
    further = t.op("add.s32", i, step)
    again = t.compare("lt.s32", further, limit)
    for to, of in zip([i] + now, [further] + behind):
        move(to, of)
    t.put("@%s bra \t%s" % (again, begin))
    t.at(end)
    t.known = outside
    return now


def layer_norm(name, block, warps):
    t = Text(name, warps, 4, 2, 4 * warps)
    source, target, weight, bias, stride, columns = (t.param(k) for k in range(6))
    offset = t.op("mul.wide.s32", t.op("mul.lo.s32", t.special("ctaid.x"), stride), 4, kind="rd")
    source, target = t.op("add.s64", source, offset), t.op("add.s64", target, offset)
    tid, places = offsets(t, block, 4)

    def loads(pointer, i):
        out = []
        for p in places:
            at = t.op("add.s32", i, p)
            out.append((at, t.compare("lt.s32", at, columns)))
        return [t.floats(t.load(t.op("add.s64", pointer, t.op("mul.wide.s32", at, 4, kind="rd")), 4, m)) for at, m in out], out
    accumulators = ["0f00000000"] * (4 * len(places))

    def sum_up(i, sums):
        got, _ = loads(source, i)
        return [t.op("add.f32", s, x) for s, x in zip(sums, [x for some in got for x in some])]
    count = t.op("cvt.rn.f32.s32", columns, kind="f")
    mean = t.op("div.full.f32", t.reduce("add.f32", loop(t, "0", columns, block, accumulators, sum_up), tid), count)

    def squares(i, sums):
        got, masks = loads(source, i)
        out = []
        for k, s in enumerate(sums):
            x = t.op("selp.f32", t.op("sub.f32", got[k // 4][k % 4], mean), "0f00000000", masks[k // 4][1])
            out.append(t.op("fma.rn.f32", x, x, s))
        return out
    variance = t.op("div.full.f32", t.reduce("add.f32", loop(t, "0", columns, block, accumulators, squares), tid), count)
    scale = t.op("rsqrt.approx.ftz.f32", t.op("add.f32", variance, "0f3727C5AC"))

    def write(i, carried):
        got, masks = loads(source, i)
        factors, more = loads(weight, i)[0], loads(bias, i)[0]
        for k, (at, m) in enumerate(masks):
            out = [t.op("fma.rn.f32", t.op("mul.f32", t.op("sub.f32", x, mean), scale), w, b) for x, w, b in zip(got[k], factors[k], more[k])]
            t.store(t.op("add.s64", target, t.op("mul.wide.s32", at, 4, kind="rd")), t.words(out), m)
        return carried
    loop(t, "0", columns, block, [], write)
    return t


def matmul(name, m_tiles, n_tiles):
    """A warp has m_tiles of 16 rows and n_tiles (even) of 8 columns; 4 warps two by two; 32 deep, two stages."""
    rows, columns, depth = 32 * m_tiles, 16 * n_tiles, 32
    a_bytes, b_bytes = rows * depth * 2, depth * columns * 2
    t = Text(name, 4, 3, 6, 2 * (a_bytes + b_bytes))
    a, b, c, m, n, k, lda, ldb, ldc = (t.param(x) for x in range(9))
    block = t.special("ctaid.x")
    across = t.op("div.s32", t.op("add.s32", n, columns - 1), columns)
    row0, column0 = t.op("mul.lo.s32", t.op("div.s32", block, across), rows), t.op("mul.lo.s32", t.op("rem.s32", block, across), columns)
    tid = t.special("tid.x")
    lane, warp = t.op("and.b32", tid, 31), t.op("shr.u32", tid, 5)
    smem = t.op("mov.u32", "global_smem")

    def pieces(total_rows, width):
        """16 bytes each: [(row, column, place in shared memory)]; rows swizzled."""
        out, each = [], width // 8
        for at in range(0, total_rows * each, t.threads):
            number = t.op("add.s32", tid, at) if at else tid
            r, col = t.op("shr.u32", number, each.bit_length() - 1), t.op("shl.b32", t.op("and.b32", number, each - 1), 3)
            swizzled = t.op("xor.b32", col, t.op("and.b32", t.op("shl.b32", r, 3), min(width, 64) - 8))
            out.append((r, col, t.op("shl.b32", t.op("add.s32", t.op("mul.lo.s32", r, width), swizzled), 1)))
        return out
    a_pieces, b_pieces = pieces(rows, depth), pieces(depth, columns)
    a_from = [t.op("add.s64", a, t.op("mul.wide.s32", t.op("add.s32", t.op("mul.lo.s32", t.op("add.s32", row0, r), lda), col), 2, kind="rd")) for r, col, _ in a_pieces]
    b_from = [t.op("add.s64", b, t.op("mul.wide.s32", t.op("add.s32", t.op("mul.lo.s32", r, ldb), t.op("add.s32", column0, col)), 2, kind="rd")) for r, col, _ in b_pieces]
    a_fits = [t.compare("lt.s32", t.op("add.s32", row0, r), m) for r, _, _ in a_pieces]
    b_fits = [t.compare("lt.s32", t.op("add.s32", column0, col), n) for _, col, _ in b_pieces]
    b_step = t.op("mul.wide.s32", t.op("shl.b32", ldb, 5), 2, kind="rd")

    def fetch(stage, left, a_at, b_at):
        """All pieces of one step into the stage (a register or a number of bytes); `left`: how deep there still is something."""
        where = t.op("add.s32", smem, stage)
        for (r, col, place_), at, fits in zip(a_pieces, a_at, a_fits):
            there = t.op("and.pred", fits, t.compare("lt.s32", col, left))
            t.asm("cp.async.cg.shared.global [ %s + 0 ], [ %s + 0 ], 0x10, %s" % (t.op("add.s32", where, place_), at, t.op("selp.b32", 16, 0, there)))
        for (r, col, place_), at, fits in zip(b_pieces, b_at, b_fits):
            there = t.op("and.pred", fits, t.compare("lt.s32", r, left))
            t.asm("cp.async.cg.shared.global [ %s + 0 ], [ %s + 0 ], 0x10, %s" % (t.op("add.s32", t.op("add.s32", where, a_bytes), place_), at, t.op("selp.b32", 16, 0, there)))
        t.asm("cp.async.commit_group")
    fetch(0, k, a_from, b_from)
    tiles = [(x, y) for x in range(m_tiles) for y in range(n_tiles)]
    warp_row, warp_column = t.op("mul.lo.s32", t.op("and.b32", warp, 1), 16 * m_tiles), t.op("mul.lo.s32", t.op("shr.u32", warp, 1), 8 * n_tiles)
    row, half = t.op("and.b32", lane, 15), t.op("shl.b32", t.op("shr.u32", lane, 4), 3)

    def fragments(where, width, row_, column, trans):
        swizzled = t.op("xor.b32", column, t.op("and.b32", t.op("shl.b32", row_, 3), min(width, 64) - 8))
        at = t.op("add.s32", where, t.op("shl.b32", t.op("add.s32", t.op("mul.lo.s32", row_, width), swizzled), 1))
        to = [t.new("r") for _ in range(4)]
        t.asm("ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 { %s }, [ %s + 0 ]" % (".trans" if trans else "", ", ".join(to), at))
        return to

    def step(i, carried):
        stage, a_at, b_at, sums = carried[0], carried[1:1 + len(a_from)], carried[1 + len(a_from):1 + len(a_from) + len(b_from)], carried[1 + len(a_from) + len(b_from):]
        a_next, b_next = [t.op("add.s64", x, 2 * depth) for x in a_at], [t.op("add.s64", x, b_step) for x in b_at]
        other = t.op("xor.b32", stage, a_bytes + b_bytes)
        fetch(other, t.op("sub.s32", k, t.op("add.s32", i, depth)), a_next, b_next)
        t.asm("cp.async.wait_group 0x1")
        t.put("bar.sync \t0")
        where = t.op("add.s32", smem, stage)
        below = t.op("add.s32", where, a_bytes)
        for deep in range(0, depth, 16):
            a_tiles = [fragments(where, depth, t.op("add.s32", t.op("add.s32", warp_row, row), 16 * x), t.op("add.s32", half, deep), False) for x in range(m_tiles)]
            b_tiles = []
            for y in range(0, n_tiles, 2):
                got = fragments(below, columns, t.op("add.s32", row, deep), t.op("add.s32", t.op("add.s32", warp_column, half), 8 * y), True)
                b_tiles += [got[:2], got[2:]]
            for number, (x, y) in enumerate(tiles):
                old, new = sums[4 * number:4 * number + 4], [t.new("f") for _ in range(4)]
                t.asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { %s }, { %s }, { %s }, { %s }" % tuple(map(", ".join, (new, a_tiles[x], b_tiles[y], old))))
                sums = sums[:4 * number] + new + sums[4 * number + 4:]
        t.put("bar.sync \t0")
        return [other, *a_next, *b_next, *sums]
    zero = t.op("mov.b32", 0, kind="r")
    out = loop(t, "0", k, depth, [zero, *a_from, *b_from] + ["0f00000000"] * (4 * len(tiles)), step)[1 + len(a_from) + len(b_from):]
    t.asm("cp.async.wait_group 0x0")
    t.put("bar.sync \t0")
    r, col = t.op("shr.u32", lane, 2), t.op("shl.b32", t.op("and.b32", lane, 3), 1)
    for number, (x, y) in enumerate(tiles):
        at_column = t.op("add.s32", t.op("add.s32", column0, warp_column), t.op("add.s32", col, 8 * y))
        for lower in (0, 1):
            at_row = t.op("add.s32", t.op("add.s32", row0, warp_row), t.op("add.s32", r, 16 * x + 8 * lower))
            inside = t.op("and.pred", t.compare("lt.s32", at_row, m), t.compare("lt.s32", at_column, n))
            packed = t.op("cvt.rn.f16x2.f32", out[4 * number + 2 * lower + 1], out[4 * number + 2 * lower], kind="r")
            place_ = t.op("add.s64", c, t.op("mul.wide.s32", t.op("add.s32", t.op("mul.lo.s32", at_row, ldc), at_column), 2, kind="rd"))
            t.store(place_, [packed], inside)
    return t


class Program:
    def __init__(self, text, grid, arguments):
        self.name, self.made, self.grid, self.arguments = text.name, text, grid, arguments

    def run(self, lathe, text):
        """-> (what its buffers hold behind the launch, error line or None)"""
        with tempfile.TemporaryDirectory() as folder:
            source, given, outputs = os.path.join(folder, "in.ptx"), [], []
            with open(source, "w") as file:
                file.write(text)
            for k, argument in enumerate(self.arguments):
                if "OUT" in argument:
                    outputs.append(os.path.join(folder, "out%d.raw" % k))
                    argument = argument.replace("OUT", outputs[-1])
                given += ["--arg", argument]
            made = common.run([lathe, "run", source, "--kernel", self.name, "--grid", str(self.grid), "--block", str(self.made.threads), *given])
            if made.rc != 0:
                return b"", common.first_error(made)
            out = []
            for path in outputs:
                with open(path, "rb") as file:
                    out.append(file.read())
            return b"".join(out), None


def rand(count, seed, kind="f32"):
    return "rand:%s:%d:%d:-2:2" % (kind, count, seed)


def make_programs():
    add, product = lambda t, x, y: t.op("add.f32", x, y), lambda t, x, y, z: t.op("fma.rn.f32", x, y, z)  # noqa: E731
    out = []
    for block in (1024, 2048):
        for name, body, inputs in (("add", add, 2), ("fma", product, 3), ("gelu", gelu, 1), ("swiglu", swiglu, 2)):
            text = elementwise("%s_%d" % (name, block), block, body, inputs)
            out.append(Program(text, 2, [rand(2 * block, k + 1) for k in range(inputs)] + ["zeros:f32:%d:OUT" % (2 * block), "i32:%d" % (2 * block - 140)]))
    for block, warps in ((512, 4), (2048, 4), (4096, 8)):
        columns = block - 28
        out.append(Program(softmax("softmax_%d" % block, block, warps), 2, [rand(2 * columns, 3), "zeros:f32:%d:OUT" % (2 * columns), *["i32:%d" % columns] * 3]))
    for block, warps in ((512, 4), (1024, 4), (2048, 8)):
        columns = 2 * block + 200
        out.append(Program(layer_norm("layer_norm_%d" % block, block, warps), 2, [rand(2 * columns, 5), "zeros:f32:%d:OUT" % (2 * columns), rand(columns, 6), rand(columns, 7),
                                                                                *["i32:%d" % columns] * 2]))
    for m_tiles, n_tiles in ((1, 4), (2, 4), (4, 8)):
        m, n, k = 32 * m_tiles + 16, 16 * n_tiles, 72
        out.append(Program(matmul("matmul_%dx%d" % (32 * m_tiles, 16 * n_tiles), m_tiles, n_tiles), 2,
                           [rand((m + 32 * m_tiles) * k, 8, "f16"), rand((k + 32) * n, 9, "f16"), "zeros:f16:%d:OUT" % (m * n), *["i32:%d" % x for x in (m, n, k, k, n, n)]]))
    return out


class Programs:
    name = "triton"

    def available(self):
        return True

    def programs(self):
        return make_programs()

    def compile(self, program, target):
        return compilers.Outcome([program.made.text(target)])
