"""The generator of `programs.py`: LLVM IR that is defined for all inputs, and means the same on a GPU and on this processor.

A module holds functions @p0, @p1, ... of (input record, output slot), helpers that they call, and one entry that calls all.
Variables live in memory, so any graph of blocks is legal IR, irreducible ones too; mem2reg makes phis of them. Every edge
goes through a counter of steps, so every run ends. Nothing here is undefined: shifts are below the width, divisors are not
zero, indices in bounds, NaN has one form wherever its bits can be seen, zeros are positive where min and max would choose.
The same seed gives the same text.
"""
import random

LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
INPUT, SLOT = 512, 1024  # bytes of a thread's input record; of a function's output
STEPS = 40               # blocks that a function may enter
THREADS = 32
COUNTERS = 16            # words that all threads add to
FLOATS = {"half": 16, "float": 32, "double": 64}
WIDTHS = [1, 8, 16, 32, 64, 128, 256, 32, 64, 32, 5, 7, 13, 24, 33, 48, 63, 65, 96, 100, 129, 160, 192, 200, 255]
LANES = [2, 3, 4, 4, 5, 8, 16]
PACKED = [("i1", 8), ("i1", 16), ("i1", 32), ("i3", 8), ("i4", 2), ("i4", 4), ("i5", 8), ("i7", 8), ("i12", 2), ("i12", 4), ("i13", 8),
          ("i24", 0), ("i24", 2), ("i24", 3), ("i40", 0), ("i48", 2), ("i56", 0), ("i96", 0)]


def bits(element):
    return FLOATS.get(element) or int(element[1:])


def text(t):
    return "<%d x %s>" % (t[1], t[0]) if t[1] else t[0]


def splat(t, value):
    return "splat (%s %s)" % (t[0], value) if t[1] else str(value)


def container(element):
    """Bytes of the whole power of two that an element's bits fit in."""
    size = 1
    while size * 8 < bits(element):
        size *= 2
    return size


class Function:
    """One function's body: blocks of lines over variables in memory."""

    def __init__(self, module, r, name, size, parameters=(), result=None, depth=0):
        self.module, self.r, self.name, self.size, self.depth = module, r, name, size, depth
        self.parameters, self.result = list(parameters), result
        self.lines, self.next, self.variables, self.arrays = [], 0, [], []

    # ---- writing
    def emit(self, line):
        self.lines.append("  " + line)

    def value(self, expression):
        self.next += 1
        self.emit("%%v%d = %s" % (self.next, expression))
        return "%%v%d" % self.next

    def load(self, variable):
        name, t = variable
        return self.value("load %s, ptr %s, align %d" % (text(t), name, self.align(t)))

    def store(self, value, variable):
        name, t = variable
        self.emit("store %s %s, ptr %s, align %d" % (text(t), value, name, self.align(t)))

    @staticmethod
    def align(t):
        return min(16, container(t[0])) if not t[1] else 16

    def intrinsic(self, name, result, arguments):
        """A call of an intrinsic; arguments are (type text, value)."""
        return self.value(self.call_of(name, result, arguments))

    def effect(self, name, arguments):
        """A call of an intrinsic that has no result."""
        self.emit(self.call_of(name, "void", arguments))

    def call_of(self, name, result, arguments):
        self.module.declare("declare %s @%s(%s)" % (result, name, ", ".join(t.split()[0] if t.startswith("ptr") else t for t, _ in arguments)))
        return "call %s @%s(%s)" % (result, name, ", ".join("%s %s" % a for a in arguments))

    @staticmethod
    def mangled(t):
        e = {"half": "f16", "float": "f32", "double": "f64"}.get(t[0], t[0])
        return "v%d%s" % (t[1], e) if t[1] else e

    # ---- types and constants
    def integer(self, lanes=True):
        r = self.r
        return ("i%d" % r.choice(WIDTHS), r.choice(LANES) if lanes and r.random() < 0.2 else 0)

    def any_type(self):
        r = self.r
        if r.random() < 0.25:
            return (r.choice(["float", "float", "double", "half"]), r.choice([2, 3, 4, 8]) if r.random() < 0.25 else 0)
        t = self.integer()
        return (t[0], t[1] if bits(t[0]) * max(1, t[1]) <= 512 else 0)

    def number(self, e):
        r, w = self.r, bits(e)
        kind = r.randrange(7)
        if kind == 0:
            v = r.choice([0, 1, 1, 2, 3, (1 << w) - 1])
        elif kind == 1:
            v = 1 << r.randrange(w)
        elif kind == 2:
            v = (1 << r.randrange(1, w + 1)) - 1
        elif kind == 3:
            v = (1 << (w - 1)) - r.randrange(2)
        elif kind == 4:
            v = r.getrandbits(min(w, 8))
        else:
            v = r.getrandbits(w)
        v &= (1 << w) - 1
        return ("true" if v else "false") if w == 1 else v - (1 << w) if v >> (w - 1) and r.random() < 0.5 else v

    def real(self, e):
        return {"half": ["0xH3C00", "0xHC000", "0xH0001", "0xH7BFF", "0xH3555"],
                "float": ["1.0", "-2.5", "0x36A0000000000000", "0x47EFFFFFE0000000", "0x3FB99999A0000000", "1.0e9"],
                "double": ["1.0", "-2.5", "0x0000000000000001", "0x7FEFFFFFFFFFFFFF", "0.1", "1.0e300"]}[e][self.r.randrange(5)]

    def constant(self, t):
        one = (lambda: self.real(t[0])) if t[0] in FLOATS else (lambda: self.number(t[0]))
        if not t[1]:
            return str(one())
        return "<%s>" % ", ".join("%s %s" % (t[0], one()) for _ in range(t[1])) if self.r.random() < 0.6 else splat(t, one())

    # ---- getting operands of a type out of what there is
    def operand(self, t):
        if self.r.random() < 0.2:
            return self.constant(t)
        same = [v for v in self.variables if v[1] == t]
        if same and self.r.random() < 0.8:
            return self.load(self.r.choice(same))
        return self.converted(t)

    def converted(self, t):
        """A value of type t made from a variable of any type."""
        v = self.r.choice(self.variables)
        return self.to_type(self.load(v), v[1], t)

    def to_type(self, value, t, u):
        if t == u:
            return value
        if t[1] and not u[1]:
            index = self.r.randrange(t[1])
            return self.to_type(self.value("extractelement %s %s, i32 %d" % (text(t), value, index)), (t[0], 0), u)
        if u[1] and not t[1]:
            one = self.to_type(value, t, (u[0], 0))
            first = self.value("insertelement %s %s, %s %s, i32 0" % (text(u), self.constant(u), u[0], one))
            mask = ", ".join("i32 %d" % self.r.choice([0, 0, k]) for k in range(u[1]))
            return self.value("shufflevector %s %s, %s zeroinitializer, <%d x i32> <%s>" % (text(u), first, text(u), u[1], mask))
        if t[1] != u[1]:
            mask = ", ".join("i32 %d" % self.r.randrange(2 * t[1]) for _ in range(u[1]))
            mixed = (t[0], u[1])
            value = self.value("shufflevector %s %s, %s %s, <%d x i32> <%s>" % (text(t), value, text(t), self.constant(t), u[1], mask))
            return self.to_type(value, mixed, u)
        return self.element_to(value, t, u)

    def element_to(self, value, t, u):
        a, b, r = t[0], u[0], self.r
        if a == b:
            return value
        if a in FLOATS and b in FLOATS:
            return self.value("%s %s %s to %s" % ("fpext" if bits(a) < bits(b) else "fptrunc", text(t), value, text(u)))
        if a in FLOATS:
            if bits(a) == bits(b) and r.random() < 0.5:
                return self.value("bitcast %s %s to %s" % (text(t), self.plain(value, t), text(u)))
            return self.saturated(value, t, u)
        if b in FLOATS:
            if bits(a) == bits(b) and r.random() < 0.3:
                return self.plain(self.value("bitcast %s %s to %s" % (text(t), value, text(u))), u)
            # Halves overflow the same way everywhere only from what a float holds exactly.
            if bits(a) > 64 or b == "half":
                small = ("i8" if b == "half" else "i64", t[1])
                value, t = self.element_to(value, t, small), small
            if b == "half" and t[1]:  # which LLVM 22 cannot compile for x86
                wide = ("float", t[1])
                return self.value("fptrunc %s %s to %s" % (text(wide), self.element_to(value, t, wide), text(u)))
            return self.value("%s %s %s to %s" % (r.choice(["sitofp", "uitofp"]), text(t), value, text(u)))
        op = "trunc" if bits(a) > bits(b) else r.choice(["zext", "sext"])
        return self.value("%s %s %s to %s" % (op, text(t), value, text(u)))

    def saturated(self, value, t, u):
        sign = self.r.choice("su")
        if bits(u[0]) > 64:
            value, t, last = self.saturated(value, t, ("i64", t[1])), ("i64", t[1]), u
            return self.element_to(value, t, last)
        return self.intrinsic("llvm.fpto%si.sat.%s.%s" % (sign, self.mangled(u), self.mangled(t)), text(u), [(text(t), value)])

    def plain(self, value, t):
        """The value with one form of NaN."""
        lanes = "<%d x i1>" % t[1] if t[1] else "i1"
        nan = {"half": "0xH7E00", "float": "0x7FF8000000000000", "double": "0x7FF8000000000000"}[t[0]]
        test = self.value("fcmp uno %s %s, %s" % (text(t), value, splat(t, "0.0") if t[0] != "half" else splat(t, "0xH0000")))
        return self.value("select %s %s, %s %s, %s %s" % (lanes, test, text(t), splat(t, nan), text(t), value))

    # ---- one step: a variable gets a new value
    def step(self):
        target = self.r.choice(self.variables)
        t = target[1]
        kinds = self.float_kinds() if t[0] in FLOATS else self.integer_kinds()
        kinds += [self.conversion, self.choice, self.memory]
        if t[1]:
            kinds += [self.lanes, self.lanes, self.shuffle]
        if self.depth < 2 and self.module.helpers:
            kinds.append(self.call)
        self.store(self.r.choice(kinds)(t), target)

    def integer_kinds(self):
        return [self.arithmetic, self.arithmetic, self.bitwise, self.shift, self.division, self.bit_count, self.compare, self.saturating,
                self.overflow, self.funnel, self.promised, self.multiply_high, self.reduction]

    def float_kinds(self):
        return [self.real_arithmetic, self.real_arithmetic, self.real_unary, self.fused, self.extreme]

    def conversion(self, t):
        return self.converted(t)

    def condition(self, lanes):
        u = self.r.choice(self.variables)[1]
        u = (u[0], lanes)
        if bits(u[0]) * max(1, lanes) > 512:
            u = ("i32", lanes)
        a, b = self.operand(u), self.operand(u)
        if u[0] in FLOATS:
            p = self.r.choice(["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"])
            return self.value("fcmp %s %s %s, %s" % (p, text(u), a, b))
        p = self.r.choice(["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"])
        return self.value("icmp %s %s %s, %s" % (p, text(u), a, b))

    def choice(self, t):
        lanes = t[1] if t[1] and self.r.random() < 0.5 else 0
        c = self.condition(lanes)
        return self.value("select %s %s, %s %s, %s %s" % ("<%d x i1>" % lanes if lanes else "i1", c, text(t), self.operand(t), text(t), self.operand(t)))

    def arithmetic(self, t):
        a, b = self.operand(t), self.operand(t)
        return self.value("%s %s %s, %s" % (self.r.choice(["add", "sub", "mul"]), text(t), a, b))

    def promised(self, t):
        """With nsw, nuw, exact, disjoint, nneg: made true before."""
        if bits(t[0]) < 4:
            return self.arithmetic(t)
        half = (1 << (bits(t[0]) // 2 - 1)) - 1
        a = self.value("and %s %s, %s" % (text(t), self.operand(t), splat(t, half)))
        b = self.value("and %s %s, %s" % (text(t), self.operand(t), splat(t, half)))
        kind = self.r.randrange(5)
        if kind == 0:
            return self.value("%s %s %s, %s" % (self.r.choice(["add nsw", "add nuw", "add nuw nsw", "mul nuw nsw", "mul nsw", "sub nsw"]), text(t), a, b))
        if kind == 1:
            k = self.r.randrange(bits(t[0]) // 2)
            shifted = self.value("shl nuw nsw %s %s, %s" % (text(t), a, splat(t, k)))
            return self.value("%s exact %s %s, %s" % (self.r.choice(["lshr", "ashr"]), text(t), shifted, splat(t, self.r.randrange(k + 1))))
        if kind == 2:
            k = bits(t[0]) // 2 - 1
            high = self.value("shl nuw nsw %s %s, %s" % (text(t), a, splat(t, k)))
            return self.value("or disjoint %s %s, %s" % (text(t), high, b))
        if kind == 3:
            k = self.r.choice([3, 5, 6, 7]) if bits(t[0]) > 8 else 1
            times = self.value("mul nuw nsw %s %s, %s" % (text(t), self.value("and %s %s, %s" % (text(t), a, splat(t, half >> 1))), splat(t, k)))
            return self.value("%s exact %s %s, %s" % (self.r.choice(["udiv", "sdiv"]), text(t), times, splat(t, k)))
        wide = ("i%d" % (bits(t[0]) + self.r.choice([1, 8, 32])), t[1])
        up = self.value("zext nneg %s %s to %s" % (text(t), a, text(wide)))
        return self.value("trunc nuw nsw %s %s to %s" % (text(wide), up, text(t)))

    def bitwise(self, t):
        a, b = self.operand(t), self.operand(t)
        return self.value("%s %s %s, %s" % (self.r.choice(["and", "or", "xor"]), text(t), a, b))

    def amount(self, t):
        w = bits(t[0])
        if self.r.random() < 0.4:
            return splat(t, self.r.randrange(w)) if w > 1 else splat(t, "false")
        if w == 1:
            return splat(t, "false")
        low = 1
        while low * 2 <= w:
            low *= 2
        return self.value("and %s %s, %s" % (text(t), self.operand(t), splat(t, low - 1)))

    def shift(self, t):
        a = self.operand(t)
        return self.value("%s %s %s, %s" % (self.r.choice(["shl", "lshr", "ashr"]), text(t), a, self.amount(t)))

    def funnel(self, t):
        name = self.r.choice(["fshl", "fshr"])
        a = self.operand(t)
        b = a if self.r.random() < 0.4 else self.operand(t)
        w = bits(t[0])
        if w & (w - 1) == 0:
            c = self.operand(t)
        else:  # above 128 bits LLVM 22 takes the amount's remainder by a library call that x86 has not
            c = self.amount(t) if w < 128 else splat(t, self.r.randrange(w))
        return self.intrinsic("llvm.%s.%s" % (name, self.mangled(t)), text(t), [(text(t), a), (text(t), b), (text(t), c)])

    def division(self, t):
        w, op = bits(t[0]), self.r.choice(["udiv", "urem", "sdiv", "srem"])
        if w < 3 or (w > 128 and self.r.random() < 0.7):
            return self.bitwise(t)
        mask = (1 << self.r.choice([w - 1, w - 1, w // 2])) - 1
        b = self.value("and %s %s, %s" % (text(t), self.operand(t), splat(t, mask))) if self.r.random() < 0.6 else None
        if b is None:
            k = self.r.choice([1, 2, 3, 5, 7, 10, 16, 64, 100, 641, 1000, (1 << (w - 1)) - 1]) & ((1 << (w - 1)) - 1)
            return self.value("%s %s %s, %s" % (op, text(t), self.operand(t), splat(t, k or 1)))
        b = self.value("or %s %s, %s" % (text(t), b, splat(t, 1)))
        return self.value("%s %s %s, %s" % (op, text(t), self.operand(t), b))

    def bit_count(self, t):
        w, name = bits(t[0]), self.r.choice(["ctpop", "ctlz", "cttz", "bitreverse", "bswap", "abs"])
        if name == "bswap" and w % 16:
            name = "bitreverse"
        more = [("i1", "false")] if name in ("ctlz", "cttz", "abs") else []
        return self.intrinsic("llvm.%s.%s" % (name, self.mangled(t)), text(t), [(text(t), self.operand(t)), *more])

    def saturating(self, t):
        name = self.r.choice(["uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "ushl.sat", "sshl.sat", "smin", "smax", "umin", "umax", "scmp", "ucmp"])
        if name in ("scmp", "ucmp") and bits(t[0]) < 2:
            name = "umin"
        a = self.operand(t)
        b = self.amount(t) if "shl" in name else self.operand(t)
        if name in ("scmp", "ucmp"):
            return self.intrinsic("llvm.%s.%s.%s" % (name, self.mangled(t), self.mangled(t)), text(t), [(text(t), a), (text(t), b)])
        return self.intrinsic("llvm.%s.%s" % (name, self.mangled(t)), text(t), [(text(t), a), (text(t), b)])

    def overflow(self, t):
        name = self.r.choice(["uadd", "usub", "sadd", "ssub", "umul", "smul"])
        if "mul" in name and bits(t[0]) > 128:
            name = name[0] + "add"
        flags = "<%d x i1>" % t[1] if t[1] else "i1"
        pair = "{ %s, %s }" % (text(t), flags)
        both = self.intrinsic("llvm.%s.with.overflow.%s" % (name, self.mangled(t)), pair, [(text(t), self.operand(t)), (text(t), self.operand(t))])
        value = self.value("extractvalue %s %s, 0" % (pair, both))
        flag = self.value("extractvalue %s %s, 1" % (pair, both))
        return self.value("select %s %s, %s %s, %s %s" % (flags, flag, text(t), self.operand(t), text(t), value))

    def multiply_high(self, t):
        w = bits(t[0])
        if w > 128:
            return self.arithmetic(t)
        wide, ext = ("i%d" % (2 * w), t[1]), self.r.choice(["zext", "sext"])
        a, b = (self.value("%s %s %s to %s" % (ext, text(t), self.operand(t), text(wide))) for _ in range(2))
        product = self.value("mul %s %s, %s" % (text(wide), a, b))
        high = self.value("lshr %s %s, %s" % (text(wide), product, splat(wide, w)))
        return self.value("trunc %s %s to %s" % (text(wide), high, text(t)))

    def compare(self, t):
        c = self.condition(t[1])
        ext = self.r.choice(["zext", "sext"]) if bits(t[0]) > 1 else None
        lanes = "<%d x i1>" % t[1] if t[1] else "i1"
        return self.value("%s %s %s to %s" % (ext, lanes, c, text(t))) if ext else c

    def reduction(self, t):
        u = (t[0], self.r.choice(LANES))
        if bits(t[0]) > 64:
            return self.arithmetic(t)
        name = self.r.choice(["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"])
        one = self.intrinsic("llvm.vector.reduce.%s.%s" % (name, self.mangled(u)), t[0], [(text(u), self.operand(u))])
        return self.to_type(one, (t[0], 0), t)

    def lanes(self, t):
        low = 1
        while low * 2 <= t[1]:
            low *= 2
        index = self.value("and i32 %s, %d" % (self.operand(("i32", 0)), low - 1))
        vector = self.operand(t)
        if self.r.random() < 0.5:
            one = self.value("extractelement %s %s, i32 %s" % (text(t), self.operand(t), index))
            index = str(self.r.randrange(t[1]))
        else:
            one = self.operand((t[0], 0))
        return self.value("insertelement %s %s, %s %s, i32 %s" % (text(t), vector, t[0], one, index))

    def shuffle(self, t):
        mask = ", ".join("i32 %d" % self.r.randrange(2 * t[1]) for _ in range(t[1]))
        return self.value("shufflevector %s %s, %s %s, <%d x i32> <%s>" % (text(t), self.operand(t), text(t), self.operand(t), t[1], mask))

    def real_arithmetic(self, t):
        return self.value("%s %s %s, %s" % (self.r.choice(["fadd", "fsub", "fmul", "fdiv"]), text(t), self.operand(t), self.operand(t)))

    def real_unary(self, t):
        name = self.r.choice(["fneg", "fabs", "floor", "ceil", "trunc", "rint", "roundeven", "sqrt", "copysign"])
        if name == "fneg":
            return self.value("fneg %s %s" % (text(t), self.operand(t)))
        if name == "sqrt" and t[0] == "half":
            name = "fabs"
        more = [(text(t), self.plain(self.operand(t), t))] if name == "copysign" else []
        a = self.operand(t)
        if name == "sqrt":  # LLVM 22 takes x86's negative NaN for any NaN: select (x < 0), NaN, (sqrt x) is sqrt x to it
            a = self.intrinsic("llvm.fabs.%s" % self.mangled(t), text(t), [(text(t), a)])
        return self.intrinsic("llvm.%s.%s" % (name, self.mangled(t)), text(t), [(text(t), a), *more])

    def fused(self, t):
        if t[0] == "half":
            return self.real_arithmetic(t)
        return self.intrinsic("llvm.fma.%s" % self.mangled(t), text(t), [(text(t), self.operand(t)) for _ in range(3)])

    def extreme(self, t):
        zero = splat(t, "0xH0000" if t[0] == "half" else "0.0")
        a, b = (self.value("fadd %s %s, %s" % (text(t), self.operand(t), zero)) for _ in range(2))  # no negative zero
        name = self.r.choice(["minnum", "maxnum", "minimum", "maximum"])
        return self.intrinsic("llvm.%s.%s" % (name, self.mangled(t)), text(t), [(text(t), a), (text(t), b)])

    # ---- memory
    def place(self, t):
        """A pointer to room for t within a local array, and the alignment that holds there."""
        name, size = self.r.choice(self.arrays)
        need = container(t[0]) * max(1, t[1])
        unit = self.r.choice([1, 2, 4, 8, 16])
        room = 1
        while room * 2 * unit <= size - need:
            room *= 2
        index = self.value("and i32 %s, %d" % (self.operand(("i32", 0)), room - 1))
        wide = self.value("zext i32 %s to i64" % index)
        offset = self.value("mul nuw nsw i64 %s, %d" % (wide, unit))
        return self.value("getelementptr inbounds i8, ptr %s, i64 %s" % (name, offset)), unit

    def bytes_type(self):
        r = self.r
        if r.random() < 0.15:  # lanes that are no whole bytes, or no power of two of them, one behind the other
            return r.choice(PACKED)
        e = r.choice(["i8", "i16", "i32", "i64", "i128", "float", "double", "half"])
        return (e, r.choice([0, 0, 2, 3, 4]))

    def memory(self, t):
        r, kind = self.r, self.r.randrange(9)
        u = self.bytes_type()
        if kind == 8:
            return self.masked(t)
        if kind <= 2:
            pointer, align = self.place(u)
            value = self.operand(u)
            if u[0] in FLOATS:
                value = self.plain(value, u)
            self.emit("store %s%s %s, ptr %s, align %d" % (r.choice(["", "", "volatile "]), text(u), value, pointer, align))
            return self.operand(t)
        if kind == 3:
            a, b = self.place(("i8", 16)), self.place(("i8", 16))
            name = r.choice(["memmove", "memset", "memmove"])
            length = str(r.randrange(17)) if r.random() < 0.5 else self.value("and i64 %s, 15" % self.operand(("i64", 0)))
            if name == "memset":
                self.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
                self.emit("call void @llvm.memset.p0.i64(ptr align %d %s, i8 %s, i64 %s, i1 false)" % (a[1], a[0], self.operand(("i8", 0)), length))
            else:
                self.module.declare("declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)")
                self.emit("call void @llvm.memmove.p0.p0.i64(ptr align %d %s, ptr align %d %s, i64 %s, i1 false)" % (a[1], a[0], b[1], b[0], length))
            return self.operand(t)
        if kind == 4:
            return self.atomic(t)
        if kind == 5:
            name, element, count = self.module.table(r)
            index = self.value("and i32 %s, %d" % (self.operand(("i32", 0)), count - 1))
            pointer = self.value("getelementptr inbounds [%d x %s], ptr @%s, i32 0, i32 %s" % (count, element, name, index))
            return self.to_type(self.value("load %s, ptr %s, align %d" % (element, pointer, container(element))), (element, 0), t)
        pointer, align = self.place(u)
        value = self.value("load %s%s, ptr %s, align %d" % (r.choice(["", "", "volatile "]), text(u), pointer, align))
        return self.to_type(self.plain(value, u) if u[0] in FLOATS else value, u, t)

    def masked(self, t):
        """Some lanes of a vector in memory, read or written; LLVM's own expansion on this processor wants lanes of whole bytes."""
        r = self.r
        u = (r.choice(["i8", "i16", "i32", "i64", "float", "double"]), r.choice([2, 3, 4, 8]))
        pointer, align = self.place(u)
        mask = ("<%d x i1>" % u[1], self.condition(u[1]) if r.random() < 0.8 else self.constant(("i1", u[1])))
        at, row = ("ptr align %d" % align, pointer), r.random() < 0.3  # in a row: the lanes that are on, one behind the other
        if r.random() < 0.5:
            value = self.operand(u)
            self.effect("llvm.masked.%s.%s" % ("compressstore" if row else "store", self.mangled(u) + ("" if row else ".p0")),
                        [(text(u), self.plain(value, u) if u[0] in FLOATS else value), at, mask])
            return self.operand(t)
        name = "llvm.masked.%s.%s" % ("expandload" if row else "load", self.mangled(u) + ("" if row else ".p0"))
        value = self.intrinsic(name, text(u), [at, mask, (text(u), self.operand(u))])
        return self.to_type(self.plain(value, u) if u[0] in FLOATS else value, u, t)

    def atomic(self, t):
        r = self.r
        e, op = r.choice(["i32", "i64"]), r.choice(["add", "sub", "and", "or", "xor", "max", "min", "umax", "umin", "xchg", "uinc_wrap", "udec_wrap", "nand"])
        if r.random() < 0.3:  # what all threads do to a counter is a sum, and nobody looks at it before the end
            pointer = "getelementptr inbounds ([%d x i64], ptr @counters, i32 0, i32 %d)" % (COUNTERS, r.randrange(COUNTERS))
            self.emit("%%a%d = atomicrmw %s ptr %s, i64 %s %s" % (self.count(), r.choice(["add", "sub", "add"]), pointer, self.operand(("i64", 0)),
                                                                 r.choice(["monotonic", "seq_cst", "acq_rel"])))
            return self.operand(t)
        kind = r.randrange(4)
        if kind == 0:
            e = r.choice(["i8", "i16", "i32", "i64"])
        name = r.choice(self.cells)
        if kind == 0:
            pair = self.value("cmpxchg ptr %s, %s %s, %s %s acq_rel monotonic" % (name, e, self.operand((e, 0)), e, self.operand((e, 0))))
            old = self.value("extractvalue { %s, i1 } %s, 0" % (e, pair))
        elif kind == 1:
            old = self.value("load atomic %s, ptr %s acquire, align 8" % (e, name))
            self.emit("store atomic %s %s, ptr %s release, align 8" % (e, self.operand((e, 0)), name))
        else:
            old = self.value("atomicrmw %s ptr %s, %s %s %s" % (op, name, e, self.operand((e, 0)), r.choice(["monotonic", "acquire", "release", "seq_cst"])))
        return self.to_type(old, (e, 0), t)

    def count(self):
        self.next += 1
        return self.next

    # ---- calls
    def call(self, t):
        helper = self.r.choice(self.module.helpers)
        arguments = ", ".join("%s %s" % (a, self.argument(u, a)) for a, u in zip(helper.signature(), helper.parameters))
        callee = "@" + helper.name
        if self.r.random() < 0.3:
            alike = [h for h in self.module.helpers if h.parameters == helper.parameters and h.result == helper.result]
            callee = self.value("select i1 %s, ptr @%s, ptr @%s" % (self.condition(0), self.r.choice(alike).name, helper.name))
        value = self.value("call %s %s(%s)" % (helper.result_text(), callee, arguments))
        if helper.result[1] == "pair":
            first = self.value("extractvalue %s %s, %d" % (helper.result_text(), value, 1))
            return self.to_type(first, ("i64", 0), t)
        return self.to_type(value, helper.result, t)

    def argument(self, u, a):
        if u == "byval":
            name, size = self.arrays[0]
            return name
        return self.operand(u)

    def signature(self):
        return ["ptr byval([24 x i8]) align 8" if p == "byval" else text(p) for p in self.parameters]

    def result_text(self):
        return "{ %s, i64 }" % self.result[0] if self.result[1] == "pair" else text(self.result)

    # ---- the whole
    def head(self, entry):
        r = self.r
        count = 5 + r.randrange(6)
        for k in range(count):
            t = self.any_type()
            self.variables.append(("%%x%d" % k, t))
        self.variables += [("%xi", ("i32", 0)), ("%xl", ("i64", 0))]
        for name, t in self.variables:
            self.emit("%s = alloca %s, align %d" % (name, text(t), self.align(t)))
        for k in range(2):
            size = r.choice([64, 96, 128])
            self.arrays.append(("%%m%d" % k, size))
            self.emit("%%m%d = alloca [%d x i8], align 16" % (k, size))
        self.cells = ["%c0", "%c1"]
        for c in self.cells:
            self.emit("%s = alloca i64, align 8" % c)
            self.emit("store i64 %d, ptr %s, align 8" % (r.getrandbits(63), c))
        self.emit("%steps = alloca i32, align 4")
        self.emit("store i32 0, ptr %steps, align 4")
        self.module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        for name, size in self.arrays:
            if entry:
                self.emit("call void @llvm.memcpy.p0.p0.i64(ptr align 16 %s, ptr align 16 %%in, i64 %d, i1 false)" % (name, size))
            else:
                self.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
                self.emit("call void @llvm.memset.p0.i64(ptr align 16 %s, i8 %d, i64 %d, i1 false)" % (name, r.randrange(256), size))

    def first_values(self):
        """Variables of an entry come from the input record: bytes, so that no type lies in memory in a way of its own."""
        at = 0
        for name, t in self.variables:
            if self.result is None:
                e = t[0]
                size = container(e)
                lanes = []
                for _ in range(max(1, t[1])):
                    at = (at + size - 1) // size * size
                    if at + size > INPUT:
                        at = 0
                    p = self.value("getelementptr inbounds i8, ptr %%in, i64 %d" % at)
                    raw = self.value("load i%d, ptr %s, align %d" % (size * 8, p, min(16, size)))
                    at += size
                    if e in FLOATS:
                        one = self.plain(self.value("bitcast i%d %s to %s" % (size * 8, raw, e)), (e, 0))
                    else:
                        one = raw if bits(e) == size * 8 else self.value("trunc i%d %s to %s" % (size * 8, raw, e))
                    lanes.append(one)
                value = lanes[0]
                if t[1]:
                    value = "poison"
                    for k, one in enumerate(lanes):
                        value = self.value("insertelement %s %s, %s %s, i32 %d" % (text(t), value, e, one, k))
                self.store(value, (name, t))
            else:
                given = [(k, p) for k, p in enumerate(self.parameters) if p != "byval"]
                k, p = self.r.choice(given)
                self.store(self.to_type("%%p%d" % k, p, t) if self.r.random() < 0.7 else self.constant(t), (name, t))

    def body(self):
        r = self.r
        blocks = r.choice([1, 1, 2, 4, 6, 9]) if self.result is None else r.choice([1, 1, 3])
        self.emit("br label %b0")
        for b in range(blocks):
            self.lines.append("b%d:" % b)
            for _ in range(max(1, self.size // blocks)):
                self.step()
            if blocks > 1:
                self.jump(b, blocks)
            else:
                self.emit("br label %end")
        self.lines.append("end:")

    def jump(self, b, blocks):
        """Anywhere, until the steps are used up: loops, irreducible ones too."""
        r = self.r
        n = self.value("load i32, ptr %steps, align 4")
        n1 = self.value("add nuw nsw i32 %s, 1" % n)
        self.emit("store i32 %s, ptr %%steps, align 4" % n1)
        done = self.value("icmp ugt i32 %s, %d" % (n1, STEPS if self.result is None else 4))
        self.emit("br i1 %s, label %%end, label %%j%d" % (done, b))
        self.lines.append("j%d:" % b)
        target = lambda: "%%b%d" % r.randrange(blocks) if r.random() < 0.8 else "%end"  # noqa: E731
        kind = r.randrange(4)
        if kind == 0:
            self.emit("br label %s" % target())
        elif kind == 1:
            e = ("i%d" % r.choice([3, 8, 32, 64, 100]), 0)
            low = self.value("urem %s %s, %d" % (e[0], self.operand(e), 7))
            cases = r.sample(range(7), r.randrange(1, 6))
            self.emit("switch %s %s, label %s [ %s ]" % (e[0], low, target(), " ".join("%s %d, label %s" % (e[0], c, target()) for c in cases)))
        else:
            self.emit("br i1 %s, label %s, label %s" % (self.condition(0), target(), target()))

    def tail(self):
        """An entry's variables go to the output slot as 64-bit words."""
        at = 0
        for name, t in self.variables:
            value = self.load((name, t))
            for k in range(max(1, t[1])):
                one = self.value("extractelement %s %s, i32 %d" % (text(t), value, k)) if t[1] else value
                e = t[0]
                if e in FLOATS:
                    one = self.value("bitcast %s %s to i%d" % (e, self.plain(one, (e, 0)), bits(e)))
                    e = "i%d" % bits(e)
                for word in range((bits(e) + 63) // 64):
                    part = self.value("lshr %s %s, %d" % (e, one, 64 * word)) if word else one
                    if bits(e) != 64:
                        part = self.value("%s %s %s to i64" % ("zext" if bits(e) < 64 else "trunc", e, part))
                    if at + 8 <= SLOT - 128:
                        self.emit("store i64 %s, ptr %s, align 8" % (part, self.value("getelementptr inbounds i8, ptr %%out, i64 %d" % at)))
                        at += 8
        for k, name in enumerate(["%m0", *self.cells]):
            size = 64 if k == 0 else 8
            p = self.value("getelementptr inbounds i8, ptr %%out, i64 %d" % (SLOT - 128 + 64 * min(k, 1) + 8 * max(0, k - 1)))
            self.emit("call void @llvm.memcpy.p0.p0.i64(ptr align 8 %s, ptr align 8 %s, i64 %d, i1 false)" % (p, name, size))
        self.emit("ret void")

    def entry(self):
        self.head(True)
        self.first_values()
        self.body()
        self.tail()
        return "define internal void @%s(ptr %%in, ptr %%out) %s {\n%s\n}\n" % (self.name, self.r.choice(["", "noinline"]), "\n".join(self.lines))

    def helper(self):
        self.head(False)
        self.first_values()
        for k, p in enumerate(self.parameters):
            if p == "byval":
                self.module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
                self.emit("call void @llvm.memcpy.p0.p0.i64(ptr align 8 %%m0, ptr align 8 %%p%d, i64 24, i1 false)" % k)
        self.body()
        if self.result[1] == "pair":
            one = self.value("insertvalue %s poison, %s %s, 0" % (self.result_text(), self.result[0], self.operand((self.result[0], 0))))
            both = self.value("insertvalue %s %s, i64 %s, 1" % (self.result_text(), one, self.operand(("i64", 0))))
            self.emit("ret %s %s" % (self.result_text(), both))
        else:
            self.emit("ret %s %s" % (text(self.result), self.operand(self.result)))
        names = ", ".join("%s %%p%d" % (s, k) for k, s in enumerate(self.signature()))
        return "define internal %s @%s(%s) %s {\n%s\n}\n" % (self.result_text(), self.name, names, self.r.choice(["", "noinline"]), "\n".join(self.lines))


class Module:
    """`count` programs; `host`: for this processor, in place of a kernel."""

    def __init__(self, seed, count):
        self.r, self.count = random.Random(seed), count
        self.declarations, self.helpers, self.tables, self.functions = {}, [], [], []
        self.make()

    def declare(self, line):
        self.declarations.setdefault(line)

    def table(self, r):
        if len(self.tables) < 3 or r.random() < 0.1:
            e, n = "i%d" % r.choice([8, 16, 32, 64]), r.choice([4, 8, 16, 32])
            name = "t%d" % len(self.tables)
            values = ", ".join("%s %d" % (e, r.getrandbits(bits(e) - 1)) for _ in range(n))
            self.tables.append((name, e, n, "@%s = internal constant [%d x %s] [%s], align 8" % (name, n, e, values)))
        return r.choice(self.tables)[:3]

    def make(self):
        r = self.r
        helpers = []
        shapes = []
        for k in range(3 + r.randrange(4)):
            one = Function(self, r, "h%d" % k, 4 + r.randrange(10), depth=1)
            if shapes and r.random() < 0.5:
                one.parameters, one.result = r.choice(shapes)
            else:
                one.parameters = [one.any_type() for _ in range(1 + r.randrange(4))] + (["byval"] if r.random() < 0.3 else [])
                one.result = (r.choice(["i8", "i32", "float", "i128"]), "pair") if r.random() < 0.2 else one.any_type()
                shapes.append((one.parameters, one.result))
            helpers.append((one, one.helper()))
            self.helpers.append(one)  # the next ones may call it
        self.functions += [body for _, body in helpers]
        for k in range(self.count):
            self.functions.append(Function(self, r, "p%d" % k, 6 + r.randrange(50)).entry())

    def text(self):
        """The module with @all(input, output), which both sides call."""
        calls = []
        for k in range(self.count):
            calls.append("  %%o%d = getelementptr inbounds i8, ptr %%out, i64 %d" % (k, k * SLOT))
            calls.append("  call void @p%d(ptr %%in, ptr %%o%d)" % (k, k))
        parts = ['target datalayout = "%s"' % LAYOUT, "@counters = global [%d x i64] zeroinitializer, align 8" % COUNTERS]
        parts += [t[3] for t in self.tables] + list(self.declarations)
        parts += self.functions + ["define void @all(ptr %in, ptr %out) {\n" + "\n".join(calls) + "\n  ret void\n}\n"]
        return "\n".join(parts)


def device(ir, count):
    """The kernel behind optimized or plain text of a module: a thread's records, and the counters when all is done."""
    return 'target triple = "nvptx64-nvidia-cuda"\n' + ir + """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @programs(ptr addrspace(1) align 16 %%in, ptr addrspace(1) align 16 %%out) {
  %%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%w = zext i32 %%t to i64
  %%i = mul i64 %%w, %d
  %%o = mul i64 %%w, %d
  %%ip = getelementptr i8, ptr addrspace(1) %%in, i64 %%i
  %%op = getelementptr i8, ptr addrspace(1) %%out, i64 %%o
  %%ig = addrspacecast ptr addrspace(1) %%ip to ptr
  %%og = addrspacecast ptr addrspace(1) %%op to ptr
  call void @all(ptr %%ig, ptr %%og)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %%first = icmp eq i32 %%t, 0
  br i1 %%first, label %%last, label %%done
last:
  %%end = getelementptr i8, ptr addrspace(1) %%out, i64 %d
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %%end, ptr align 8 @counters, i64 %d, i1 false)
  br label %%done
done:
  ret void
}
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
""" % (INPUT, count * SLOT, THREADS * count * SLOT, 8 * COUNTERS)
