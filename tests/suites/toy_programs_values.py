"""Expressions and types of the programs of toy_programs.py: C text in the words of toy_programs_prelude.hpp, drawn at random.

What is drawn is defined for all inputs: divisors, shift amounts and indices are guarded. Each expression has exactly the
type that was asked for; none has an effect. Python 3 standard library only.
"""


class Type:
    """kind: u, s or f; bits of an element; lanes: 1, or 2 to 4 of a vector."""

    def __init__(self, kind, bits, lanes=1):
        self.kind, self.bits, self.lanes = kind, bits, lanes
        self.name = "%s%d" % (kind, bits) + ("x%d" % lanes if lanes > 1 else "")

    @property
    def element(self):
        return TYPES["%s%d" % (self.kind, self.bits)]

    @property
    def float(self):
        return self.kind == "f"


TYPES = {}
for _kind, _bits in [("u", b) for b in (8, 16, 32, 64, 128)] + [("s", b) for b in (8, 16, 32, 64, 128)] + [("f", b) for b in (16, 32, 64)]:
    TYPES["%s%d" % (_kind, _bits)] = Type(_kind, _bits)
for _name in ("u8", "s16", "u32", "s32", "u64", "f32", "f64"):
    for _lanes in (2, 3, 4):
        _element = TYPES[_name]
        TYPES["%sx%d" % (_name, _lanes)] = Type(_element.kind, _element.bits, _lanes)
U32, S32, U64, F32, F64 = (TYPES[n] for n in ("u32", "s32", "u64", "f32", "f64"))
VECTORS = [t for t in TYPES.values() if t.lanes > 1]


class Features:
    """What a target has. wide_atomics: those of 64 bits; narrow_atomics: of 8 and 16; i128: integers of 128 bits."""

    def __init__(self, wide_atomics=True, narrow_atomics=True, float_atomics=True, i128=True, f64=True, f16=True, calls=True, votes=True):
        self.wide_atomics, self.narrow_atomics, self.float_atomics = wide_atomics, narrow_atomics, float_atomics
        self.i128, self.f64, self.f16, self.calls, self.votes = i128, f64, f16, calls, votes


def scalar(r, features, ints_only=False):
    """A type at random, those of 32 bits more often."""
    names = ["u32"] * 7 + ["s32"] * 6 + ["u64"] * 3 + ["s64"] * 3 + ["u8", "s8", "u16", "s16"]
    if not ints_only:
        names += ["f32"] * 5 + (["f64"] * 2 if features.f64 else [])
    if features.i128 and r.random() < 0.15:
        names += ["u128", "s128"]
    return TYPES[r.choice(names)]


class Value:
    """Something that has a name: `text` of a type."""

    def __init__(self, text, type, writable=True):
        self.text, self.type, self.writable = text, type, writable


class Array:
    """`size` elements, a power of two. own: only this thread writes them. aligned: to its element."""

    def __init__(self, text, type, size, writable):
        self.text, self.type, self.size, self.writable = text, type, size, writable


class Names:
    """What an expression may name. Copies share nothing."""

    def __init__(self):
        self.values, self.arrays, self.structs = [], [], []
        self.extra = []  # (type, function of self.index to text): other places to read from

    def copy(self):
        other = Names()
        other.values, other.arrays, other.structs, other.extra = list(self.values), list(self.arrays), list(self.structs), list(self.extra)
        return other


SPECIAL = [0, 1, 2, 3, 7, 10, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 1000, 32767, 32768, 65535, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
           0xAAAAAAAA, 0x12345678, 0x100000000, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x0123456789ABCDEF]
FLOATS = ["0.0", "1.0", "-1.0", "0.5", "2.0", "-3.25", "10.0", "0.1", "1e-3", "16777216.0", "-65536.0", "1e10", "3e38", "1e-38", "1e-45", "2147483648.0"]


class Draw:
    """Draws expressions. r: random.Random; heavy: how many of the dear operations may still be drawn."""

    def __init__(self, r, features, heavy=20):
        self.r, self.features, self.heavy = r, features, heavy
        self.names = Names()

    def dear(self):
        """Whether a dear operation (division, root, f64, 128 bits) may be drawn here."""
        self.heavy -= 1
        return self.heavy >= 0

    # ---- leaves
    def constant(self, t):
        r = self.r
        if t.float:
            text = r.choice(FLOATS) if r.random() < 0.5 else "%.*g" % (r.randint(2, 9), r.uniform(-100, 100) * 10.0 ** r.randint(-4, 4))
            return "f64(%s)" % text if t.bits == 64 else "%s(%s%s)" % (t.name, text if "." in text or "e" in text else text + ".0", "f")
        number = r.choice(SPECIAL) if r.random() < 0.4 else r.randrange(1 << r.choice((3, 5, 8, 16, 31, 32, 64)))
        if r.random() < 0.2:
            number = (1 << 64) - 1 - number
        return "%s(0x%xul)" % (t.name, number & ((1 << min(t.bits, 64)) - 1))

    def leaf(self, t):
        r, n = self.r, self.names
        same = [v.text for v in n.values if v.type is t]
        if same and r.random() < 0.65:
            return r.choice(same)
        draw = r.random()
        arrays = [a for a in n.arrays if a.type is t] or [a for a in n.arrays if a.type.lanes == 1]
        if arrays and draw < 0.3:
            a = r.choice(arrays)
            return self.cast("%s[%s]" % (a.text, self.index(a.size)), a.type, t)
        if n.extra and draw < 0.55:
            of, text = r.choice([e for e in n.extra if e[0] is t] or n.extra)
            return self.cast(text(self.index), of, t)
        if n.structs and draw < 0.7:
            text, of = self.field_of(*r.choice(n.structs))
            return self.cast(text, of, t)
        if n.values and draw < 0.9:
            v = r.choice(n.values)
            if v.type.lanes > 1:
                return self.cast(self.lane_of(v.text, v.type), v.type.element, t)
            return self.cast(v.text, v.type, t)
        return self.constant(t)

    def lane_of(self, text, t):
        if self.r.random() < 0.75:
            return "%s.%s" % (text, self.r.choice("xyzw"[:t.lanes]))
        return "%s[%s]" % (text, self.index(t.lanes))

    def field_of(self, text, struct):
        """A scalar in a struct -> (text, type)."""
        name, t, size = self.r.choice(struct.fields)
        return ("%s.%s[%s]" % (text, name, self.index(size)) if size > 1 else "%s.%s" % (text, name)), t

    def index(self, size, depth=1):
        """0 to size - 1; of any size."""
        if self.r.random() < 0.25 or size == 1:
            return str(self.r.randrange(size))
        text = self.integer(U32, depth)
        return "(%s & %du)" % (text, size - 1) if size & (size - 1) == 0 else "(%s %% %du)" % (text, size)

    def cast(self, text, of, to):
        """Any scalar to any other; what C leaves open gives 77."""
        if of is to:
            return text if "[" not in text and "." not in text else "%s(%s)" % (to.name, text)
        if of.float and not to.float:
            return "to_int<%s>(%s)" % (to.name, "f32(%s)" % text if of.bits == 16 else text)
        if to.float and to.bits == 16 and not of.float:
            return "to_f16(f32(%s))" % text  # one step may round twice here
        if to.float and to.bits == 16:
            return "to_f16(%s)" % text
        return "%s(%s)" % (to.name, text)

    # ---- scalars
    def value(self, t, depth):
        if t.lanes > 1:
            return self.vector(t, depth)
        return self.floating(t, depth) if t.float else self.integer(t, depth)

    def condition(self, depth):
        r = self.r
        draw = r.random()
        if draw < 0.15 and depth > 0:
            return "(%s %s %s)" % (self.condition(depth - 1), r.choice(("&&", "||", "!=")), self.condition(depth - 1))
        if draw < 0.2:
            return "!%s" % self.condition(depth - 1)
        if draw < 0.3:
            return "(%s & %s)" % (self.integer(U32, depth - 1), r.choice(("1u", "2u", "0x80000000u", "5u", "12u")))
        t = scalar(r, self.features)
        return "(%s %s %s)" % (self.value(t, depth - 1), r.choice(("<", "<=", ">", ">=", "==", "!=")), self.value(t, depth - 1))

    def integer(self, t, depth):
        r = self.r
        if depth <= 0 or r.random() < 0.1:
            return self.leaf(t)

        def sub():
            return self.integer(t, depth - 1)

        def amount():
            return str(r.randrange(t.bits)) if r.random() < 0.5 else self.integer(U32, depth - 1)
        draw = r.random()
        if draw < 0.36:
            return "%s(%s %s %s)" % (t.name, sub(), r.choice(("+", "-", "*", "&", "|", "^", "+", "-")), sub())
        if draw < 0.47:
            if t.kind == "u" and r.random() < 0.35:
                return "%s(%s, %s)" % (r.choice(("rotl", "rotr")), sub(), amount())
            if r.random() < 0.12:
                return "funnel<%s>(%s, %s, %s)" % (t.name.replace("s", "u"), sub(), sub(), amount()) if t.kind == "u" else "shl(%s, %s)" % (sub(), amount())
            return "%s<%s>(%s, %s)" % (r.choice(("shl", "shr", "shr")), t.name, sub(), amount())
        if draw < 0.54 and self.dear() and (t.bits < 128 or self.dear()):
            return self.quotient(t, sub)
        if draw < 0.6:
            return "%s(%s ? %s : %s)" % (t.name, self.condition(depth - 1), sub(), sub())
        if draw < 0.66:
            return "%s(%s%s)" % (t.name, r.choice(("~", "-", "!")), sub())
        if draw < 0.74:
            return self.bit_operation(t, depth, sub, amount)
        if draw < 0.8:
            return "%s<%s>(%s, %s)" % (r.choice(("choose_min", "choose_max")), t.name, sub(), sub())
        if draw < 0.85 and t.bits < 128:
            return self.overflow(t, sub)
        if draw < 0.88:
            return "%s(%s)" % (t.name, self.condition(depth - 1))
        if draw < 0.93:
            f = self.float_type()
            if r.random() < 0.5:
                return "to_int<%s>(%s)" % (t.name, self.floating(f, depth - 1)) if f.bits > 16 else "%s(bits(%s))" % (t.name, self.floating(f, 0))
            return "%s(bits(%s))" % (t.name, self.floating(f, depth - 1))
        other = scalar(r, self.features, ints_only=True)
        return "%s(%s)" % (t.name, self.integer(other, depth - 1))

    def quotient(self, t, sub):
        r = self.r
        draw = r.random()
        if draw < 0.4:  # by a constant
            number = r.choice((2, 3, 5, 7, 10, 12, 16, 60, 100, 641, 1000, 127, 25, 64))
            return "%s(%s %s %s(%d))" % (t.name, sub(), r.choice("/%"), t.name, number)
        if draw < 0.6 and t.kind == "u":
            return "%s(%s %s (%s | %s(1)))" % (t.name, sub(), r.choice("/%"), sub(), t.name)
        return "%s<%s>(%s, %s)" % (r.choice(("divide", "remainder")), t.name, sub(), sub())

    def bit_operation(self, t, depth, sub, amount):
        r = self.r
        draw = r.random()
        if draw < 0.3 and t.kind == "u":
            return "field(%s, %s, %s)" % (sub(), amount(), amount())
        if draw < 0.5 and t.kind == "u":
            return "insert(%s, %s, %s, %s)" % (sub(), sub(), amount(), amount())
        if draw < 0.6 and t.kind == "s":  # a field with its sign
            left = r.randrange(t.bits)
            return "shr(shl(%s, %d), %s)" % (sub(), left, r.randrange(left, t.bits))
        of = TYPES[r.choice(("u32", "u32", "u64", "u16", "u8"))]
        text = self.integer(of, depth - 1)
        what = r.choice(("clz", "ctz", "popcount", "reverse", "swap"))
        if what == "popcount":
            return "%s(__builtin_popcountg(%s))" % (t.name, text)
        if what == "reverse":
            return "%s(__builtin_bitreverse%d(%s))" % (t.name, of.bits, text)
        if what == "swap" and of.bits > 8:
            return "%s(__builtin_bswap%d(%s))" % (t.name, of.bits, text)
        return "%s(__builtin_%sg(%s, %d))" % (t.name, "clz" if what == "swap" else what, text, of.bits)

    def overflow(self, t, sub):
        r = self.r
        draw = r.random()
        if draw < 0.3 and t.bits >= 32:
            return "mulhi(%s, %s)" % (sub(), sub())
        if draw < 0.6:
            return "__builtin_elementwise_%s_sat(%s, %s)" % (r.choice(("add", "sub")), sub(), sub())
        if draw < 0.7 and t.kind == "s":
            return "__builtin_elementwise_abs(%s)" % sub()
        return "%s<%s>(%s, %s, %s)" % (r.choice(("add_or", "sub_or", "mul_or")), t.name, sub(), sub(), sub())

    def float_type(self):
        names = ["f32"] * 4 + (["f64"] if self.features.f64 and self.heavy > 0 else []) + (["f16"] if self.features.f16 else [])
        return TYPES[self.r.choice(names)]

    def floating(self, t, depth):
        r = self.r
        if t.bits == 16:
            return "to_f16(%s)" % self.floating(F32 if r.random() < 0.7 or not self.features.f64 else F64, depth - 1)
        if depth <= 0 or r.random() < 0.1:
            return self.leaf(t)
        if t.bits == 64:
            self.heavy -= 1

        def sub():
            return self.floating(t, depth - 1)
        draw = r.random()
        if draw < 0.42:
            return "%s(%s %s %s)" % (t.name, sub(), r.choice("+-*"), sub())
        if draw < 0.5 and self.dear():
            return "%s(%s / %s)" % (t.name, sub(), sub())
        if draw < 0.54 and self.dear():
            return "root(%s)" % sub()
        if draw < 0.6 and self.dear():
            return "fused(%s, %s, %s)" % (sub(), sub(), sub())
        if draw < 0.68:
            return "%s(%s ? %s : %s)" % (t.name, self.condition(depth - 1), sub(), sub())
        if draw < 0.76:
            what = r.choice(("-", "magnitude", "round_down", "round_up", "round_in", "round_even"))
            return "%s(%s%s)" % (t.name, what, sub()) if what == "-" else "%s(%s)" % (what, sub())
        if draw < 0.8:
            return "with_sign(%s, %s)" % (sub(), sub())
        if draw < 0.85:
            return "%s<%s>(%s, %s)" % (r.choice(("choose_min", "choose_max")), t.name, sub(), sub())
        if draw < 0.9:
            return "float_of(%s)" % self.integer(U32 if t.bits == 32 else U64, depth - 1)
        if draw < 0.95:
            other = self.float_type()
            return self.cast(self.floating(other, depth - 1), other, t)
        return "%s(%s)" % (t.name, self.integer(scalar(r, self.features, ints_only=True), depth - 1))

    # ---- vectors
    def vector(self, t, depth):
        r = self.r
        same = [v.text for v in self.names.values if v.type is t]
        if depth <= 0 or r.random() < 0.1:
            if same and r.random() < 0.8:
                return r.choice(same)
            if r.random() < 0.5:
                return "((%s)(%s))" % (t.name, ", ".join(self.value(t.element, 0) for _ in range(t.lanes)))
            return "((%s)(%s))" % (t.name, self.value(t.element, 0))

        def sub():
            return self.vector(t, depth - 1)
        draw = r.random()
        if draw < 0.35:
            return "(%s %s %s)" % (sub(), r.choice("+-*" if t.float else "+-*&|^"), sub())
        if draw < 0.45 and not t.float:
            return "(%s %s (%s & %s(%d)))" % (sub(), r.choice(("<<", ">>")), sub(), "(%s)" % t.name, t.bits - 1)
        if draw < 0.5 and t.kind != "s" and self.dear():
            return "(%s / %s)" % (sub(), sub()) if t.float else "(%s %s (%s | (%s)(1)))" % (sub(), r.choice("/%"), sub(), t.name)
        if draw < 0.65:  # lanes in another order
            letters = "xyzw"[:t.lanes]
            if r.random() < 0.5 and same:
                return "%s.%s" % (r.choice(same), "".join(r.choice(letters) for _ in range(t.lanes)))
            return "__builtin_shufflevector(%s, %s, %s)" % (sub(), sub(), ", ".join(str(r.randrange(2 * t.lanes)) for _ in range(t.lanes)))
        if draw < 0.75:
            return "((%s %s %s) ? %s : %s)" % (sub(), r.choice(("<", ">", "==", "<=")), sub(), sub(), sub())
        if draw < 0.85:
            sources = [v for v in VECTORS if v.lanes == t.lanes and (t.float or not v.float) and (self.features.f64 or v.bits != 64 or not v.float)]
            return "__builtin_convertvector(%s, %s)" % (self.vector(r.choice(sources), depth - 1), t.name)
        if draw < 0.9 and not t.float:
            return "__builtin_elementwise_%s(%s, %s)" % (r.choice(("min", "max", "add_sat", "sub_sat")), sub(), sub())
        if draw < 0.95:
            return "(%s%s)" % ("-" if t.float else r.choice("-~"), sub())
        return "((%s)(%s))" % (t.name, ", ".join(self.value(t.element, depth - 1) for _ in range(t.lanes)))
