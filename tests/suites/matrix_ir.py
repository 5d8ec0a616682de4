"""What the matrix of operations is written with: types, edge values, and the writer of one function.

A type is (element, lanes): ("i24", 0) is a scalar, ("half", 3) a vector. Elements lie in memory each in a container of 1, 2,
4, 8 or 16 bytes, so nothing depends on how vectors of odd widths are packed; `load_packed` is there for those that do.
"""
import random
import struct

THREADS = 128
LANES = 16  # of an operand in the input record
FLOATS = {"half": (16, 10), "bfloat": (16, 7), "float": (32, 23), "double": (64, 52)}


def is_float(e):
    return e in FLOATS


def width(e):
    return FLOATS[e][0] if e in FLOATS else 64 if e == "ptr" else int(e[1:])


def container(e):
    """Bytes that an element takes in a record."""
    bits, size = width(e), 1
    while size * 8 < bits:
        size *= 2
    return size


def ty(t):
    e, n = t
    return "<%d x %s>" % (n, e) if n else e


def splat(t, value):
    e, n = t
    return "splat (%s %s)" % (e, value) if n else value


def fp(e, value):
    """A floating-point constant that `e` holds exactly."""
    if e == "half":
        return "0xH%04X" % struct.unpack("<H", struct.pack("<e", value))[0]
    if e == "bfloat":
        return "0xR%04X" % (struct.unpack("<I", struct.pack("<f", value))[0] >> 16)
    return "0x%016X" % struct.unpack("<Q", struct.pack("<d", value))[0]


def fp_bits(e, bits):
    return "bitcast (i%d %d to %s)" % (width(e), bits, e)


def edges(e):
    """Values of an element, as bits, that are at some operation's edge; the first eleven are crossed with each other."""
    bits = width(e)
    mask = (1 << bits) - 1
    if not is_float(e):
        values = [0, 1, -1, 1 << (bits - 1), (1 << (bits - 1)) - 1, 2, -2, 7, bits, bits - 1, 0x5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A, 1 << (bits // 2), 3,
                  (1 << (bits // 2)) - 1, -(1 << (bits // 2)), 0x80, 0xFF, 0x8000, 0x7FFFFFFF, 1 << 31, 1 << 32, (1 << 63) - 1, 10, 100, -10, -7]
        return list(dict.fromkeys(v & mask for v in values))
    _, m = FLOATS[e]
    sign, inf, one = 1 << (bits - 1), ((1 << (bits - 1 - m)) - 1) << m, ((1 << (bits - 2 - m)) - 1) << m
    values = [0, sign, one, inf, inf | sign, inf | (1 << (m - 1)), 1, one | sign, inf - 1, one | 1, one - (1 << m), (1 << m) - 1 | sign, 1 << m,
              one + (1 << (m - 1)), one + (1 << m) + (1 << (m - 2)) | sign, one + (m << m), one + (m << m) + 1, one + ((m - 1) << m) + 1, one + (5 << m) | sign | 5,
              (one - (1 << m)) | sign, inf | (1 << (m - 2)), one + (2 << m) + 3 | sign, one + (6 << m) + (1 << (m - 1)), 3, inf - 1 | sign]
    return [v & mask for v in dict.fromkeys(values)]


def records(elements, seed):
    """Input of all threads and {(element, operand): offset}; lane 0 crosses the edges, the others mix them with random bits."""
    r, offsets, at = random.Random(seed), {}, 0
    for e in sorted(elements, key=lambda e: (-container(e), e)):
        for operand in range(3):
            offsets[e, operand] = at
            at += LANES * container(e)
    size = (at + 15) // 16 * 16
    memory = bytearray(size * THREADS)
    for e in elements:
        known, bits, size_e = edges(e), width(e), container(e)
        cross = min(11, len(known))
        for t in range(THREADS):
            for operand in range(3):
                for lane in range(LANES):
                    if lane == 0:
                        value = known[(t // cross ** operand) % cross] if operand < 2 else known[(t * 5 + t // 11) % len(known)]
                    else:
                        value = r.choice(known) if r.random() < 0.6 else near(e, r) if is_float(e) else r.getrandbits(r.randint(1, bits))
                    place = t * size + offsets[e, operand] + lane * size_e
                    memory[place:place + size_e] = value.to_bytes(size_e, "little")
    return bytes(memory), size, offsets


def near(e, r):
    """A float of ordinary size, or any."""
    bits, m = FLOATS[e]
    if r.random() < 0.3:
        return r.getrandbits(bits)
    one = ((1 << (bits - 2 - m)) - 1) << m
    span = 4 if e == "half" else 20
    return (one + (r.randint(-span, span) << m) + r.getrandbits(m)) | (r.getrandbits(1) << (bits - 1))


class Writer:
    """The body of one function: void @name(ptr %in, ptr %out)."""

    def __init__(self, offsets, host=False):
        self.offsets, self.lines, self.count, self.host, self.out = offsets, [], 0, host, 0
        self.globals = []

    def raw(self, text):
        self.lines.append("  " + text)

    def new(self, text):
        self.count += 1
        self.lines.append("  %%v%d = %s" % (self.count, text))
        return "%%v%d" % self.count

    def block(self, label):
        self.lines.append(label + ":")

    def at(self, base, offset):
        return self.new("getelementptr i8, ptr %s, i64 %d" % (base, offset)) if offset else base

    def operand(self, t, number):
        e, n = t
        if e == "ptr":
            return "%in"
        size, bits = container(e), width(e)
        start = self.offsets[e, number]
        if n and n <= LANES and bits == size * 8:
            return self.new("load %s, ptr %s, align %d" % (ty(t), self.at("%in", start), size))
        lanes = []
        for lane in range(n or 1):
            value = self.new("load i%d, ptr %s" % (size * 8, self.at("%in", start + lane % LANES * size)))
            if is_float(e):
                value = self.new("bitcast i%d %s to %s" % (bits, value, e))
            elif size * 8 != bits:
                value = self.new("trunc i%d %s to %s" % (size * 8, value, e))
            lanes.append(value)
        return self.vector(t, lanes) if n else lanes[0]

    def vector(self, t, lanes):
        value = "poison"
        for i, lane in enumerate(lanes):
            value = self.new("insertelement %s %s, %s %s, i32 %d" % (ty(t), value, t[0], lane, i))
        return value

    def extract(self, t, value, lane):
        return self.new("extractelement %s %s, i32 %d" % (ty(t), value, lane)) if t[1] else value

    def result(self, t, value):
        """Stores all elements; every NaN as one."""
        e, n = t
        size, bits = container(e), width(e)
        if is_float(e):
            nan = self.new("fcmp uno %s %s, %s" % (ty(t), value, value))
            quiet = {"half": "0xH7E00", "bfloat": "0xR7FC0"}.get(e, "0x7FF8000000000000")
            value = self.new("select %s %s, %s %s, %s %s" % (ty(("i1", n)), nan, ty(t), splat(t, quiet), ty(t), value))
        for lane in range(n or 1):
            x = self.extract(t, value, lane)
            if is_float(e):
                x = self.new("bitcast %s %s to i%d" % (e, x, bits))
            elif size * 8 != bits:
                x = self.new("zext %s %s to i%d" % (e, x, size * 8))
            self.out = (self.out + size - 1) // size * size
            self.raw("store i%d %s, ptr %s, align %d" % (size * 8, x, self.at("%out", self.out), size))
            self.out += size

    # ---- shorthands
    def two(self, op, t, a, b):
        return self.new("%s %s %s, %s" % (op, ty(t), a, b))

    def call(self, name, t, *args):
        """args: (type text, value)"""
        text = "call %s @%s(%s)" % (t, name, ", ".join("%s %s" % a for a in args))
        if t == "void":
            return self.raw(text)
        return self.new(text)

    def choose(self, t, condition, a, b):
        return self.new("select %s %s, %s %s, %s %s" % (ty(("i1", t[1])), condition, ty(t), a, ty(t), b))

    def alloca(self, bytes_, align=16):
        return self.new("alloca [%d x i8], align %d" % (bytes_, align))


class Case:
    """One cell: `write(w)` writes the body (results included)."""

    def __init__(self, op, key, write, host=None, compare=True, fill=0):
        self.op, self.key, self.write, self.host, self.compare = op, key, write, host or write, compare
        self.name = "%s/%s" % (op, key)

    def text(self, symbol, offsets, on_host):
        w = Writer(offsets, on_host)
        (self.host if on_host else self.write)(w)
        return "%sdefine internal void @%s(ptr %%in, ptr %%out) noinline {\n%s\n  ret void\n}\n" % (
            "".join(g + "\n" for g in w.globals), symbol, "\n".join(w.lines)), w.out
