"""Kernels of toy_programs.py: a module of them from a seed, as one text that is device code and host code.

A kernel is a sequence of phases with barriers between them, some in uniform loops and conditions. What a thread keeps from
phase to phase is its State; so host code runs a phase for one thread after the other. In a phase each array that threads
share has one mode: each thread uses its own elements, or all read, or all do atomics whose order does not matter. A statement
that is left out (`off`, numbers of statements) leaves a program that is as defined as before. Python 3 standard library only.
"""
import random

from toy_programs_statements import Body, Function, Stmt, Struct
from toy_programs_values import F32, TYPES, U32, U64, VECTORS, Array, Draw, Features, Value, scalar

BLOCKS = [(32, 1, 1), (64, 1, 1), (32, 1, 1), (16, 2, 1), (8, 4, 2), (33, 1, 1), (48, 1, 1), (7, 3, 1), (96, 1, 1), (1, 1, 1)]
GRIDS = [(1, 1, 1), (2, 1, 1), (3, 1, 1), (2, 2, 1)]
SLOTS = 36


class Module:
    """`size` kernels from a seed. kernels: those that are rendered (numbers); all at first."""

    def __init__(self, seed, size, features=None, only=None):
        self.r, self.seed, self.features = random.Random(seed * 1000003 + 17), seed, features or Features()
        self.structs = [self.struct("S%d" % i) for i in range(3)]
        self.tables = [self.table(i) for i in range(3)]
        self.functions, self.counts = [], [0]
        if self.features.calls:
            self.make_functions()
        self.kernels = []
        for i in range(size):
            # Each has numbers of its own, so that one can be made without the others.
            self.kernels.append(Kernel(self, i, random.Random((seed << 20) + i)) if only is None or i in only else None)

    def struct(self, name):
        r = self.r
        fields, widths = [], {}
        for i in range(r.randint(2, 6)):
            t = scalar(r, self.features)
            fields.append(("m%d" % i, t, r.choice((1, 1, 1, 2, 4)) if t.bits <= 32 else 1))
            if not t.float and t.bits <= 64 and fields[-1][2] == 1 and r.random() < 0.25:
                widths["m%d" % i] = r.randint(1, t.bits - 1)
        return Struct(name, fields, widths)

    def table(self, i):
        r = self.r
        t, size = TYPES[r.choice(("u32", "u8", "s16", "f32", "u64"))], r.choice((4, 8, 16, 64))
        d = Draw(r, self.features)
        d.names.values = []
        space = r.choice(("CONSTANT", "CONSTANT", "TABLE"))
        text = "static %s const %s table%d[%d] = {%s};" % (space, t.name, i, size, ", ".join(d.constant(t) for _ in range(size)))
        return Array("table%d" % i, t, size, False), text

    def make_functions(self):
        r, f = self.r, self.features
        for i in range(8):
            if i in (1, 2) and not self.functions[0].recursive:  # as the first, for calls by pointers
                made = Function("f%d" % i, self.functions[0].result, self.functions[0].parameters)
            else:
                parameters = [("value", scalar(r, f)) for _ in range(r.randint(1, 3))]
                if i > 2 and r.random() < 0.5:
                    parameters.append(("struct", r.choice(self.structs)))
                if i > 2 and r.random() < 0.6:
                    parameters.append((r.choice(("array", "array", "table")), TYPES[r.choice(("u32", "u32", "f32", "u64", "u8"))], r.choice((2, 4))))
                if i > 2 and r.random() < 0.25:
                    parameters.append(("value", r.choice([v for v in VECTORS if f.f64 or v.name[:3] != "f64"])))
                result = r.choice(self.structs) if i > 2 and r.random() < 0.3 else scalar(r, f)
                made = Function("f%d" % i, result, parameters, i > 2 and r.random() < 0.25)
            self.write_function(made)
            self.functions.append(made)

    def write_function(self, f):
        r = self.r
        body = Body(r, self.features, self.counts, [g for g in self.functions if not g.recursive][-2:], heavy=4)
        names, declared = body.names, []
        for i, (kind, *what) in enumerate(f.parameters):
            p = "a%d" % i
            if kind == "value":
                declared.append("%s %s" % (what[0].name, p))
                names.values.append(Value(p, what[0]))
            elif kind == "struct":
                declared.append("%s %s" % (what[0].name, p))
                names.structs.append((p, what[0]))
            else:
                declared.append("%s%s *%s" % ("const " if kind == "table" else "", what[0].name, p))
                names.arrays.append(Array(p, what[0], what[1], kind == "array"))
        names.arrays += [a for a, _ in self.tables[:1]]
        own = []
        for i in range(2):
            t = scalar(r, self.features)
            own.append(Stmt(None, "%s b%d = %s;" % (t.name, i, body.value(t, 1))))
            names.values.append(Value("b%d" % i, t))
        structure = isinstance(f.result, Struct)
        own.append(Stmt(None, "%s result = %s;" % (f.result.name, "{}" if structure else body.value(f.result, 1))))
        if structure:
            names.structs.append(("result", f.result))
            body.leave = lambda: "return result;"
        else:
            names.values.append(Value("result", f.result))
            body.leave = lambda: "return %s;" % body.value(f.result, 1)
        own += body.block(r.randint(2, 5), 2, 4)
        if f.recursive:
            declared.append("u32 depth")
            again = ["(%s + depth)" % a if k[0] == "value" and k[1].name == "u32" else a for k, a in zip(f.parameters, ["a%d" % i for i in range(len(f.parameters))])]
            more = "%s(%s)" % (f.name, ", ".join([*again, "depth - 1"]))
            sum_up = "result = %s;" % more if structure else "result = %s;" % (body.cast("(%s(result) + %s)" % (f.result.name, more), f.result, f.result) if not f.result.float else more)
            own.append(body.statement("if (depth != 0) %s" % sum_up))
        own.append(Stmt(None, "return result;"))
        f.head = "%s %s %s(%s)" % ("NOINLINE" if r.random() < 0.7 or f.recursive else "static", f.result.name, f.name, ", ".join(declared))
        f.body = own

    def text(self, off=frozenset(), kernels=None):
        """The module's C++ text for both sides. off: per kernel's number, or "module" for the functions, statements left out."""
        off = off or {}
        lines = ['#include "toy_programs_prelude.hpp"', ""]
        lines += [s.text() for s in self.structs] + [text for _, text in self.tables] + [""]
        for f in self.functions:
            lines += [f.head + " {"]
            for s in f.body:
                lines += s.render(off.get("module", ()))
            lines += ["}"]
        shown = [k for i, k in enumerate(self.kernels) if k and (kernels is None or i in kernels)]
        for k in shown:
            lines += k.phases(off.get(k.number, ()))
        lines += ["#ifdef __CUDA__"]
        for k in shown:
            lines += k.device(off.get(k.number, ()))
        lines += ["#else", '#include "toy_programs_host.hpp"']
        for k in shown:
            lines += k.host(off.get(k.number, ()))
        lines += ["int main(int argc, char **argv) {", "  if (!begin(argc, argv)) return 1;"]
        lines += ["  %s_main();" % k.name for k in shown]
        return "\n".join([*lines, "  return finish();", "}", "#endif", ""])


class Phase:
    def __init__(self, name, body, inline):
        self.name, self.body, self.inline = name, body, inline


class Kernel:
    """One kernel: its State, its arguments, its phases, and the way through them."""

    def __init__(self, module, number, r):
        self.module, self.number, self.r, self.name = module, number, r, "k%d" % number
        self.features, self.count = module.features, [0]
        self.block, self.grid = r.choice(BLOCKS), r.choice(GRIDS)
        self.threads = self.block[0] * self.block[1] * self.block[2]
        self.votes = self.features.votes and self.threads % 32 == 0 and r.random() < 0.25
        self.parameters = self.make_parameters()
        self.wide = r.random() < 0.08  # many values live at once
        self.make_state()
        self.cells = {"global": r.random() < 0.4, "shared": r.random() < 0.3}
        self.shared = [Array("sh.w%d" % i, TYPES[r.choice(("u32", "u32", "f32", "u64", "u8", "s16"))], 128 * r.choice((1, 2)), True)
                       for i in range(r.choice((0, 1, 1, 2)))]
        self.list, self.way = [], []
        self.way.append(self.phase(first=True))
        for _ in range(r.choice((0, 1, 1, 2, 3))):
            self.way += self.step(2)

    def make_parameters(self):
        r = self.r
        types = [scalar(r, self.features) for _ in range(r.randint(1, 3))]
        found = [("x%d" % i, t.name, t) for i, t in enumerate(types)] + [("n", "u32", U32)]
        if r.random() < 0.6:
            found.append(("s", (s := r.choice(self.module.structs)).name, s))
        if r.random() < 0.2:
            found.append(("many", (s := r.choice(self.module.structs)).name, s))  # 4 of them, in a struct
        if r.random() < 0.3:
            found.append(("v", (t := r.choice([v for v in VECTORS if self.features.f64 or v.name[:3] != "f64"])).name, t))
        return found

    def declared(self):
        return ", ".join("%s %s" % (self.name.upper() + "_Many" if n == "many" else t, n) for n, t, _ in self.parameters)

    def make_state(self):
        """values: (type, name); arrays; structs of what a thread keeps."""
        r = self.r
        types = [U32, TYPES[r.choice(("s32", "u64", "s64"))]] + [scalar(r, self.features) for _ in range(44 if self.wide else r.randint(3, 9))]
        types += [r.choice([v for v in VECTORS if self.features.f64 or v.name[:3] != "f64"]) for _ in range(r.choice((0, 0, 1, 2)))]
        self.values = [(t, "g%d" % i) for i, t in enumerate(types)]
        self.arrays = [(TYPES[r.choice(("u32", "u32", "f32", "u64", "u8", "s16"))], "h%d" % i, r.choice((2, 4, 4, 8, 16))) for i in range(r.choice((0, 1, 1, 2)))]
        self.structs = [(r.choice(self.module.structs), "t%d" % i) for i in range(r.choice((0, 1, 1, 2)))]
        self.triple = r.random() < 0.3

    def words(self, body):
        """What all expressions of this kernel may name."""
        names = body.names
        for n, t, what in self.parameters:
            if isinstance(what, Struct):
                names.structs.append(("%s.a[%s]" % (n, "TID & 3u") if n == "many" else n, what))
            else:
                names.values.append(Value(n, what, False))
        names.values += [Value("s_.%s" % n, t) for t, n in self.values]
        names.values += [Value(w, U32, False) for w in self.r.sample(["TID", "GID", "BLOCK", "round", "u32(TID_X)", "THREADS"], 3)]
        names.structs += [("s_.%s" % n, s) for s, n in self.structs]
        names.arrays += [Array("s_.%s" % n, t, size, True) for t, n, size in self.arrays] + [a for a, _ in self.module.tables]
        names.extra.append((U32, lambda index: "io.in[%s]" % index(4096)))
        names.extra.append((U32, lambda index: "io.in[(GID * 16 + %s) & 4095u]" % index(16)))
        t = TYPES[self.r.choice(("u64", "f32", "u8", "s16") + (("f64",) if self.features.f64 else ()))]
        names.extra.append((t, lambda index: "as<%s>(io.in)[%s]" % (t.name, index(131072 // t.bits))))

    # ---- phases
    def phase(self, first=False):
        r = self.r
        body = Body(r, self.features, self.count, self.module.functions, heavy=r.choice((4, 12)))
        self.words(body)
        if first:
            body.names.values = [v for v in body.names.values if not v.text.startswith("s_.")]
            body.names.structs = [s for s in body.names.structs if not s[0].startswith("s_.")]
            body.names.arrays = [a for a in body.names.arrays if not a.text.startswith("s_.")]
            statements = self.beginning(body)
            self.words(body)
        else:
            statements = []
        if not first:
            self.share(body)
        self.own_memory(body)
        can_leave = not self.votes and r.random() < 0.15
        body.leave = (lambda: "{ s_.done = 1; return; }") if can_leave else None
        statements += body.block(r.randint(3, 9), 3)
        if not first:
            statements += self.edges(body)
        made = Phase("%s_%d" % (self.name, len(self.list)), statements, r.random() < 0.8)
        self.list.append(made)
        call = "%s(s_, %sio, round, %s)" % (made.name, "sh, ", ", ".join(n for n, _, _ in self.parameters))
        return body.statement(("%s;\nif (s_.done) return;\nBARRIER();" % call, "FOR_THREADS(%s);" % call)) if not first else \
            Stmt(None, ("%s;\nif (s_.done) return;\nBARRIER();" % call, "FOR_THREADS(%s);" % call))

    def beginning(self, body):
        """Gives all of the State a value, and begins what threads share."""
        r, lines = self.r, []
        for t, n in self.values:
            lines.append("s_.%s = %s;" % (n, body.value(t, 2 if r.random() < 0.3 else 0)))
        for t, n, size in self.arrays:
            lines.append("for (u32 i = 0; i < %du; ++i) s_.%s[i] = %s(io.in[(GID * 8 + i) & 4095u]);" % (size, n, t.name))
        for s, n in self.structs:
            lines.append("s_.%s = {};" % n)
            for name, t, size in s.fields:
                for i in range(size):
                    lines.append("s_.%s.%s%s = %s;" % (n, name, "[%d]" % i if size > 1 else "", body.value(t, 0)))
        if self.triple:
            lines.append("s_.p = as<P3>(io.in)[%s];" % body.index(1024))
        for a in self.shared:
            lines.append("for (u32 i = TID; i < %du; i += THREADS) %s[i] = %s(i * %du + %s);" % (a.size, a.text, a.type.name, r.randrange(1, 1000), body.integer(U32, 0)))
        for where, text in (("global", "io.cells"), ("shared", "&sh.cells")):
            if self.cells[where]:
                lines.append("start(%s, TID, THREADS, %du);" % (text, r.randrange(1 << 32)))
        return [Stmt(None, line) for line in lines]

    def share(self, body):
        """What of the memory that threads share this phase may use, and how."""
        r = self.r
        for a in self.shared:
            if r.random() < 0.5:
                body.names.extra.append((a.type, lambda index, a=a: "%s[%s]" % (a.text, index(a.size))))
                body.names.arrays.append(Array(a.text, a.type, a.size, False))
                continue
            share = a.size // 128
            if self.threads <= 64 and r.random() < 0.5:
                share *= 2
            body.names.arrays.append(Array("(&%s[TID * %du])" % (a.text, share), a.type, share, True))
            if not a.type.float and a.type.bits >= 32 and (a.type.bits == 32 or self.features.wide_atomics):
                body.places.append(lambda inside, a=a, share=share: self.own_atomic(body, a, share))
        for where, text in (("global", "io.cells->"), ("shared", "sh.cells.")):
            if self.cells[where] and r.random() < 0.4:
                for name, t, size in self.cell_rows():
                    body.names.extra.append((t, lambda index, name=name, size=size, text=text: "%s%s[%s]" % (text, name, index(size))))
            elif self.cells[where]:
                body.places.append(lambda inside, text=text: self.atomic(body, text))

    def cell_rows(self):
        f = self.features
        return [("word", U32, 64)] + ([("wide_add", U64, 8), ("wide_max", U64, 8)] if f.wide_atomics else []) + \
            ([("sum", F32, 8)] if f.float_atomics else []) + ([("half", TYPES["u16"], 8), ("byte", TYPES["u8"], 8)] if f.narrow_atomics else [])

    def atomic(self, body, text):
        """One of those whose order does not matter."""
        r = self.r
        kind = r.random()
        f = self.features
        if kind < 0.12 and f.wide_atomics:
            what = r.choice((("add", "wide_add"), ("max", "wide_max")))
            return body.statement("ATOMIC(%s, &%s%s[%s], %s);" % (what[0], text, what[1], body.index(8), body.integer(U64, 2)))
        if kind < 0.2 and f.float_atomics:
            return body.statement("ATOMIC(add, &%ssum[%s], f32(%s & 15u));" % (text, body.index(8), body.integer(U32, 2)))
        if kind < 0.28 and f.narrow_atomics:
            name, t = r.choice((("half", "u16"), ("byte", "u8")))
            return body.statement("ATOMIC(add, &%s%s[%s], %s);" % (text, name, body.index(8), body.integer(TYPES[t], 2)))
        at, op = r.choice(list(enumerate(("add", "min", "max", "min", "max", "and", "or", "xor"))))
        place = "&%sword[%d + %s]" % (text, 8 * at, body.index(8))
        if at in (3, 4):
            return body.statement("ATOMIC(%s, (s32 *)%s, %s);" % (op, place, body.integer(TYPES["s32"], 2)))
        return body.statement("ATOMIC(%s, %s, %s);" % (op, place, body.integer(U32, 2)))

    def own_atomic(self, body, a, share):
        """On a cell of this thread, so its old value is known."""
        r = self.r
        v = r.choice([v for v in body.names.values if v.writable and v.type.lanes == 1 and not v.type.float])
        place = "&%s[TID * %du + %s]" % (a.text, share, body.index(share))
        if r.random() < 0.4:
            old = "swap_if<%s>(%s, %s, %s)" % (a.type.name, place, body.integer(a.type, 1), body.integer(a.type, 1))
        else:
            old = "ATOMIC(%s, %s, %s)" % (r.choice(("add", "sub", "and", "or", "xor", "max", "min")), place, body.integer(a.type, 2))
        return body.statement("%s = %s(%s + %s);" % (v.text, v.type.name, v.text, old))

    def own_memory(self, body):
        """The 64 bytes that a thread has in the results: accesses of many widths."""
        r = self.r
        t = TYPES[r.choice(("u8", "u16", "u32", "u64", "f32"))]
        if r.random() < 0.5 and not t.float:
            body.names.arrays.append(Array("((%s *)own)" % t.name, t, 512 // t.bits, True))

        def access(inside):
            draw = r.random()
            if draw < 0.4 and self.triple:
                return body.statement(r.choice(("*(P3 *)(own + 4 * %s) = s_.p;" % body.index(8), "s_.p = *(P3 *)(own + 4 * %s);" % body.index(8),
                                                "s_.p.%s = %s;" % (r.choice("xyz"), body.integer(U32, 1)))))
            vectors = [v for v in body.names.values if v.writable and v.type.lanes > 1 and not v.type.float]
            if draw < 0.7 and vectors:
                v = r.choice(vectors)
                size = v.type.bits // 8 * (4 if v.type.lanes == 3 else v.type.lanes)
                at = "(own + %d * %s)" % (size, body.index(64 // size))
                if r.random() < 0.5:
                    return body.statement("%s = *(%s *)%s;" % (v.text, v.type.name, at))
                # What a store of three lanes leaves in the fourth is not said; no index may read it either.
                fourth = " ((%s *)p)[3] = 1;" % v.type.element.name if v.type.lanes == 3 else ""
                return body.statement("{ auto *p = (%s *)%s; *p = %s;%s }" % (v.type.name, at, v.text, fourth))
            of = TYPES[r.choice(("u8", "u16", "u32", "u64"))]
            return body.statement("((%s *)own)[%s] = %s;" % (of.name, body.index(512 // of.bits), body.integer(of, 2)))
        body.places.append(access)

    def edges(self, body):
        """What stands at the edge of a fact: accesses aligned to less than their size, far offsets, thread numbers."""
        r, found = self.r, []
        if r.random() < 0.15:
            t, at, to = r.choice(("P4", "V4")), body.index(8), body.index(8)
            found.append(body.statement("{ %s q = *(const %s *)(io.in + GID %% 64 * 5 + %s); q.y += s_.g0; *(%s *)(own + 4 * %s) = q; s_.g0 = q.w ^ q.y; }"
                                        % (t, t, at, t, to)))
        if r.random() < 0.015:
            found.append(body.statement("{ u32 far[9000];\n  for (u32 i = 0; i < 4; ++i) far[i] = far[8990 + i] = s_.g0 * (i + 3);\n"
                                        "  far[8990 + %s] += %s;\n  far[1] = far[8992] ^ far[%s];\n  s_.g0 = far[8991] + far[8993] + far[1]; }"
                                        % (body.index(4), body.integer(U32, 1), body.index(4))))
        if r.random() < 0.3:
            found.append(body.statement(r.choice(("if (TID_X >= 8u) s_.g0 += %s;", "s_.g0 = s_.g0 * 5u + (TID_X >> 3) + %s;", "if ((TID_X & 16u) != 0) s_.g0 ^= %s;",
                                                  "s_.g0 += remainder<u32>(TID_X, 12u) ^ %s;")) % body.integer(U32, 1)))
        return found

    # ---- the way through them
    def step(self, depth):
        r = self.r
        if depth and r.random() < 0.2:
            self.count[0] += 1
            inner = [s for _ in range(r.randint(1, 2)) for s in self.step(depth - 1)]
            head = "for (u32 round = 0; round < (n & %du); ++round) {" % r.choice((1, 3, 3))
            return [Stmt(self.count[0], head, inner, "}")]
        if depth and r.random() < 0.1:
            self.count[0] += 1
            condition = r.choice(("(n & 1u)", "(n > 100u)", "(BLOCK & 1u)", "(BLOCK + n) % 3u == 0"))
            return [Stmt(self.count[0], "if (%s) {" % condition, self.step(depth - 1), "}")]
        if self.votes and r.random() < 0.5:
            return [self.vote()]
        return [self.phase()]

    def vote(self):
        """What a warp does together: a step for all threads, between two barriers."""
        r = self.r
        self.count[0] += 1
        to = r.choice([n for t, n in self.values if t is U32])
        source = r.choice([n for t, n in self.values if not t.float and t.lanes == 1])
        draw = r.random()
        if draw < 0.4:
            lanes = r.choice((1, 2, 4, 8, 16, 31))
            return Stmt(self.count[0], ("s_.%s = u32(__nvvm_shfl_sync_bfly_i32(0xffffffffu, s32(s_.%s), %d, 31));" % (to, source, lanes),
                                        "FOR_WARPS(u32(state[t].%s), state[t].%s = seen[t ^ %d]);" % (source, to, lanes)))
        if draw < 0.7:
            return Stmt(self.count[0], ("s_.%s = u32(__nvvm_shfl_sync_idx_i32(0xffffffffu, s32(s_.%s), s32(s_.%s & 31), 31));" % (to, source, to),
                                        "FOR_WARPS(u32(state[t].%s), state[t].%s = seen[(t & ~31u) + (state[t].%s & 31)]);" % (source, to, to)))
        return Stmt(self.count[0], ("s_.%s = __nvvm_vote_ballot_sync(0xffffffffu, (s_.%s & 4) != 0);" % (to, source),
                                    "FOR_WARPS((state[t].%s & 4) != 0, state[t].%s = ballot(seen, t));" % (source, to)))

    def numbers(self):
        """Numbers of the statements that may be left out, outer ones first."""
        return [n for s in self.way for n in s.numbers()] + [n for p in self.list for s in p.body for n in s.numbers()]

    def types(self):
        upper = self.name.upper()
        lines = ["struct %s_State {" % upper, "  u32 done;"] + ["  %s %s;" % (t.name, n) for t, n in self.values]
        lines += ["  %s %s[%d];" % (t.name, n, size) for t, n, size in self.arrays] + ["  %s %s;" % (s.name, n) for s, n in self.structs]
        lines += ["  P3 p;"] * self.triple + ["};", "struct %s_Shared {" % upper]
        lines += ["  %s %s[%d];" % (a.type.name, a.text[3:], a.size) for a in self.shared] + ["  Cells cells;"] * self.cells["shared"]
        lines += ["  u32 first;"] * (not self.shared and not self.cells["shared"]) + ["};"]
        for n, t, what in self.parameters:
            if n == "many":
                lines += ["struct %s_Many {" % upper, "  %s a[4];" % t, "};"]
        return lines

    def phases(self, off):
        upper, lines = self.name.upper(), ["", *self.types()]
        for p in self.list:
            lines.append("%s void %s(%s_State &s_, %s_Shared &sh, const Io &io, u32 round, %s) {" % ("INLINE" if p.inline else "NOINLINE", p.name, upper, upper, self.declared()))
            lines.append("  u8 *own = io.out + GID * ROW;")
            for s in p.body:
                lines += s.render(off)
            lines.append("}")
        lines.append("INLINE void %s_end(const %s_State &s_, const Io &io) {" % (self.name, upper))
        lines.append("  u64 *slot = (u64 *)(io.out + GID * ROW + 64);")
        lines += ["  slot[%d] = %s;" % (i, text) for i, (text, _) in enumerate(self.slots())]
        return lines + ["}"]

    def slots(self):
        """(expression, its name for people) of what a thread leaves."""
        found = []
        for t, n in self.values:
            if t.lanes == 1:
                found.append(("show(s_.%s)" % n, n))
            else:
                text = "1"
                for c in "xyzw"[:t.lanes]:
                    text = "fold(%s, show(s_.%s.%s))" % (text, n, c)
                found.append((text, n))
        found += [("show(s_.%s)" % n, n) for _, n in self.structs] + [("show(s_.p)", "p")] * self.triple
        for t, n, size in self.arrays:
            text = "1"
            for i in range(size):
                text = "fold(%s, show(s_.%s[%d]))" % (text, n, i)
            found.append((text, n))
        while len(found) > SLOTS:  # two in one
            (a, x), (b, y) = found[-2:]
            found[-2:] = [("fold(%s, %s)" % (a, b), x + "+" + y)]
        return found

    def device(self, off):
        upper = self.name.upper()
        lines = ["GLOBAL void %s(const u32 *in, u8 *out, Cells *cells, %s) {" % (self.name, self.declared()),
                 "  SHARED %s_Shared sh;" % upper, "  %s_State s_;" % upper, "  const u32 round = 0;", "  s_.done = 0;",
                 "  const Io io = {in, out, cells + BLOCK};"]
        for s in self.way:
            lines += s.render(off)
        return lines + ["  %s_end(s_, io);" % self.name, "}"]

    def host(self, off):
        upper = self.name.upper()
        lines = ["static void %s_main() {" % self.name,
                 "  Launch launch(\"%s\", %d, %d, %d, %d, %d);" % (self.name, *self.grid[:2], *self.block)]
        for i, (n, t, _) in enumerate(self.parameters):
            lines.append("  %s %s; launch.argument(&%s, sizeof %s, alignof(decltype(%s)), %d);" % (upper + "_Many" if n == "many" else t, n, n, n, n, self.seed_of(i)))
        lines += ["  launch.blocks<%s_State, %s_Shared>([&](%s_State *state, %s_Shared &sh, const Io &io) {" % (upper, upper, upper, upper), "    const u32 round = 0;"]
        for s in self.way:
            lines += s.render(off, True, "    ")
        return lines + ["    FOR_THREADS(%s_end(s_, io));" % self.name, "  });", "}"]

    def seed_of(self, i):
        return (self.module.seed * 64 + self.number) * 16 + i
