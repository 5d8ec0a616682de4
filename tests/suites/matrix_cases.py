"""Every operation of LLVM IR that computes, on every type: instructions and the generic arithmetic intrinsics.

Each function keeps to defined values: divisors are not 0, shifts shorter than the width, conversions within the range.
"""
from matrix_ir import Case, FLOATS, fp, is_float, splat, ty, width

INTEGERS = ["i%d" % n for n in (1, 3, 7, 8, 9, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 100, 127, 128)]
FEW_INTEGERS = ["i1", "i8", "i13", "i16", "i32", "i64", "i100", "i128"]
REALS = ["half", "bfloat", "float", "double"]
LANES = [0, 2, 3, 4, 5, 8, 16]


def key(*types):
    return "_".join(("v%d" % n if n else "") + e for e, n in types)


def i1(t):
    return ("i1", t[1])


def nonzero(w, t, v):
    zero = w.new("icmp eq %s %s, zeroinitializer" % (ty(t), v) if t[1] else "icmp eq %s %s, 0" % (ty(t), v))
    return w.choose(t, zero, splat(t, "1" if t[0] != "i1" else "true"), v)


def dividend(w, t, a, b):
    """0 in place of the smallest value divided by -1."""
    least = splat(t, str(-(1 << (width(t[0]) - 1)))) if t[0] != "i1" else splat(t, "true")
    minus = splat(t, "-1" if t[0] != "i1" else "true")
    both = w.two("and", i1(t), w.new("icmp eq %s %s, %s" % (ty(t), a, least)), w.new("icmp eq %s %s, %s" % (ty(t), b, minus)))
    return w.choose(t, both, splat(t, "0" if t[0] != "i1" else "false"), a)


def amount(w, t, b):
    return splat(t, "false") if t[0] == "i1" else w.two("urem", t, b, splat(t, str(width(t[0]))))


def integer_binary(op):
    def write(t):
        def body(w):
            a, b = w.operand(t, 0), w.operand(t, 1)
            if op in ("udiv", "urem", "sdiv", "srem"):
                b = nonzero(w, t, b)
            if op in ("sdiv", "srem"):
                a = dividend(w, t, a, b)
            if op in ("shl", "lshr", "ashr"):
                b = amount(w, t, b)
            w.result(t, w.two(op, t, a, b))
        return body
    return write


def call_n(name, n, extra=(), shift=None):
    """An intrinsic on n operands of one type, and constant operands."""
    def write(t):
        def body(w):
            args = [w.operand(t, i) for i in range(n)]
            if shift is not None:
                args[shift] = amount(w, t, args[shift])
            w.result(t, w.call("llvm." + name, ty(t), *[(ty(t), a) for a in args], *extra))
        return body
    return write


def with_overflow(name):
    def write(t):
        def body(w):
            pair = "{ %s, %s }" % (ty(t), ty(i1(t)))
            r = w.call("llvm." + name, pair, (ty(t), w.operand(t, 0)), (ty(t), w.operand(t, 1)))
            w.result(t, w.new("extractvalue %s %s, 0" % (pair, r)))
            w.result(i1(t), w.new("extractvalue %s %s, 1" % (pair, r)))
        return body
    return write


def add(cases, op, types, write, **more):
    for t in types:
        cases.append(Case(op, key(t), write(t), **more))


def vectors(elements, lanes=LANES):
    return [(e, n) for e in elements for n in lanes]


def integers(cases):
    every = vectors(INTEGERS)
    for op in ("add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem"):
        # Long division: a few widths above 64 bits do.
        wide = [t for t in every if width(t[0]) <= 64 or t[1] <= 3] if op.endswith(("div", "rem")) else every
        add(cases, op, wide, integer_binary(op))
    for name, n in (("smin", 2), ("smax", 2), ("umin", 2), ("umax", 2), ("sadd.sat", 2), ("uadd.sat", 2), ("ssub.sat", 2), ("usub.sat", 2),
                    ("fshl", 3), ("fshr", 3), ("ctpop", 1), ("bitreverse", 1)):
        add(cases, name, every, call_n(name, n))
    for name in ("sshl.sat", "ushl.sat"):
        add(cases, name, every, call_n(name, 2, shift=1))
    for name in ("ctlz", "cttz", "abs"):
        add(cases, name, every, call_n(name, 1, (("i1", "false"),)))
    add(cases, "bswap", vectors(["i16", "i32", "i48", "i64", "i96", "i128"]), call_n("bswap", 1))
    for name in ("sadd", "uadd", "ssub", "usub", "smul", "umul"):
        add(cases, name + ".with.overflow", every, with_overflow(name + ".with.overflow"))
    for p in ("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"):
        add(cases, "icmp_" + p, every, lambda t, p=p: lambda w: w.result(i1(t), w.new("icmp %s %s %s, %s" % (p, ty(t), w.operand(t, 0), w.operand(t, 1)))))
    for name in ("scmp", "ucmp"):
        add(cases, name, every, lambda t, name=name: lambda w: w.result(("i8", t[1]), w.call("llvm." + name, ty(("i8", t[1])), (ty(t), w.operand(t, 0)), (ty(t), w.operand(t, 1)))))
    for op in ("add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"):
        add(cases, "vector.reduce." + op, vectors(INTEGERS, LANES[1:]), lambda t, op=op: lambda w: w.result((t[0], 0), w.call("llvm.vector.reduce." + op, t[0], (ty(t), w.operand(t, 0)))))


def carryless(t):
    """The host calls the harness: llc writes a step per bit, which for sixteen i128 takes it minutes."""
    def on_host(w):
        a, b, lanes = w.operand(t, 0), w.operand(t, 1), []
        for lane in range(t[1] or 1):
            places = []
            for v in (a, b):
                x = w.extract(t, v, lane)
                x = w.new("zext %s %s to i128" % (t[0], x)) if t[0] != "i128" else x
                places.append(w.alloca(16))
                w.raw("store i128 %s, ptr %s" % (x, places[-1]))
            w.call("carryless", "void", ("ptr", places[0]), ("ptr", places[1]))
            x = w.new("load i128, ptr %s" % places[0])
            lanes.append(w.new("trunc i128 %s to %s" % (x, t[0])) if t[0] != "i128" else x)
        w.result(t, w.vector(t, lanes) if t[1] else lanes[0])
    return Case("clmul", key(t), call_n("clmul", 2)(t), on_host)


def fixed_points(cases):
    cases += [carryless((e, n)) for e in INTEGERS for n in (0, 2, 3, 4) if n < 4 or width(e) <= 64]
    for e in ("i3", "i7", "i8", "i16", "i17", "i24", "i32", "i33", "i63", "i64", "i100", "i128"):
        for sign in "su":
            for form in ("mul.fix", "mul.fix.sat", "div.fix", "div.fix.sat"):
                for scale in sorted({0, 1, width(e) // 2, width(e) - 1}):
                    for n in (0, 2, 3, 4) if width(e) <= 64 else (0, 2):
                        name, t = sign + form, (e, n)
                        # LLVM has no wider type to compute a quotient in, and says so, for x86 as for NVPTX.
                        cases.append(Case(name, "%s_%d" % (key(t), scale), fixed_point(name, t, scale)))


def fixed_point(name, t, scale):
    def body(w):
        a, b = w.operand(t, 0), w.operand(t, 1)
        bits = width(t[0])
        if "div" in name:
            b = nonzero(w, t, b)
            if not name.endswith("sat"):  # small numbers by large ones: the quotient fits
                if name[0] == "s":
                    a = w.two("ashr", t, a, splat(t, str(min(bits - 1, scale + 1))))
                    a = dividend(w, t, a, b)
                elif scale:
                    a = w.two("lshr", t, a, splat(t, str(scale)))
                if scale == bits - 1 and name[0] == "s":
                    b = splat(t, str((1 << (bits - 1)) - 1))  # below one in size only this divisor keeps all in range
        elif not name.endswith("sat"):
            half = splat(t, str(min(bits - 1, (bits - scale + 1) // 2)))
            a, b = (w.two("ashr" if name[0] == "s" else "lshr", t, x, half) for x in (a, b))
        if w.host and name == "umul.fix.sat" and bits > 64 and scale == bits - 1:  # llc-22 saturates there what fits
            wider = ("i%d" % (2 * bits), t[1])
            x, y = (w.new("zext %s %s to %s" % (ty(t), v, ty(wider))) for v in (a, b))
            product = w.two("lshr", wider, w.two("mul", wider, x, y), splat(wider, str(scale)))
            least = w.call("llvm.umin", ty(wider), (ty(wider), product), (ty(wider), splat(wider, str((1 << bits) - 1))))
            return w.result(t, w.new("trunc %s %s to %s" % (ty(wider), least, ty(t))))
        w.result(t, w.call("llvm." + name, ty(t), (ty(t), a), (ty(t), b), ("i32", str(scale))))
    return body


# ---------------------------------------------------------------- floating point
def zero_of_any_sign(w, t, v):
    """minnum and maxnum may give either zero, and NaN or a number for a signaling NaN."""
    return w.two("fadd", t, v, splat(t, fp(t[0], 0.0)))


def real_binary(op):
    def write(t):
        return lambda w: w.result(t, w.two(op, t, w.operand(t, 0), w.operand(t, 1)))
    return write


def quiet(w, t, v):
    """1 for a NaN: what a signaling one does is open in minnum and maxnum."""
    nan = w.new("fcmp uno %s %s, %s" % (ty(t), v, v))
    return w.choose(t, nan, splat(t, fp(t[0], 1.0)), v)


def least_of(name):
    def write(t):
        def body(w):
            a, b = w.operand(t, 0), w.operand(t, 1)
            b = quiet(w, t, b)
            v = w.call("llvm." + name, ty(t), (ty(t), quiet(w, t, a)), (ty(t), b))
            w.result(t, zero_of_any_sign(w, t, v))
        return body
    return write


def fused(name, t):
    """One rounding; LLVM's way through f32 for halves on x86 rounds twice, so the host calls the harness."""
    def body(w):
        args = [w.operand(t, i) for i in range(3)]
        w.result(t, w.call("llvm." + name, ty(t), *[(ty(t), a) for a in args]))

    def on_host(w):
        e = t[0]
        args = [w.operand(t, i) for i in range(3)]
        lanes = []
        for lane in range(t[1] or 1):
            xs = [w.new("bitcast %s %s to i16" % (e, w.extract(t, a, lane))) for a in args]
            r = w.call("exact_fma_" + e, "i16", *[("i16 zeroext", x) for x in xs])
            lanes.append(w.new("bitcast i16 %s to %s" % (r, e)))
        w.result(t, w.vector(t, lanes) if t[1] else lanes[0])
    return body, on_host if t[0] in ("half", "bfloat") else None


def reals(cases):
    every = vectors(REALS)
    for op in ("fadd", "fsub", "fmul", "fdiv"):
        add(cases, op, every, real_binary(op))
    add(cases, "frem", every, real_binary("frem"))
    add(cases, "fneg", every, lambda t: lambda w: w.result(t, w.new("fneg %s %s" % (ty(t), w.operand(t, 0)))))
    for name, n in (("fabs", 1), ("sqrt", 1), ("copysign", 2), ("floor", 1), ("ceil", 1), ("trunc", 1), ("rint", 1), ("nearbyint", 1),
                    ("round", 1), ("roundeven", 1), ("canonicalize", 1), ("minimum", 2), ("maximum", 2), ("minimumnum", 2), ("maximumnum", 2)):
        add(cases, name, every, call_n(name, n))
    for name in ("minnum", "maxnum"):
        add(cases, name, every, least_of(name))
    for t in every:
        device, host = fused("fma", t)
        cases.append(Case("fma", key(t), device, host))
    for p in ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"):
        add(cases, "fcmp_" + p, every, lambda t, p=p: lambda w: w.result(i1(t), w.new("fcmp %s %s %s, %s" % (p, ty(t), w.operand(t, 0), w.operand(t, 1)))))
    for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log", "log2", "log10"):
        add(cases, name, every, call_n(name, 1), compare=False)  # the accuracy suite has their results
    for name in ("pow", "atan2"):
        add(cases, name, every, call_n(name, 2), compare=False)
    add(cases, "fmuladd", every, call_n("fmuladd", 3), compare=False)
    for e, n in every:
        t = (e, n)
        exponent = ("i32", n)
        cases.append(Case("ldexp", key(t), lambda w, t=t, x=exponent: w.result(t, w.call("llvm.ldexp", ty(t), (ty(t), w.operand(t, 0)), (ty(x), small(w, x))))))
        cases.append(Case("powi", key(t), lambda w, t=t: w.result(t, w.call("llvm.powi", ty(t), (ty(t), w.operand(t, 0)), ("i32", w.operand(("i32", 0), 1)))), compare=False))
        cases.append(Case("frexp", key(t), pair_of("frexp", t, ("i32", n), finite=True)))
        cases.append(Case("modf", key(t), pair_of("modf", t, t)))
        cases.append(Case("sincos", key(t), pair_of("sincos", t, t), compare=False))
        cases.append(Case("sincospi", key(t), pair_of("sincospi", t, t), compare=False))
        for mask in (1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 0x204, 0x108, 0x90, 0x60, 0x1F8, 0x3FF):
            cases.append(Case("is.fpclass", "%s_%d" % (key(t), mask), lambda w, t=t, mask=mask: w.result(i1(t), w.call("llvm.is.fpclass", ty(i1(t)), (ty(t), w.operand(t, 0)), ("i32", str(mask))))))
        if n:
            for op in ("fmin", "fmax", "fminimum", "fmaximum"):
                cases.append(Case("vector.reduce." + op, key(t), reduction(op, t)))
            for op in ("fadd", "fmul"):
                cases.append(Case("vector.reduce." + op, key(t), started(op, t)))


def small(w, t):
    return w.two("srem", t, w.operand(t, 1), splat(t, "2500"))


def pair_of(name, first, second, finite=False):
    def body(w):
        pair = "{ %s, %s }" % (ty(first), ty(second))
        x = w.operand(first, 0)
        if finite:  # the exponent of an infinity or a NaN is open
            size = w.call("llvm.fabs", ty(first), (ty(first), x))
            inf = fp(first[0], float("inf"))
            good = w.new("fcmp olt %s %s, %s" % (ty(first), size, splat(first, inf)))
            x = w.choose(first, good, x, splat(first, fp(first[0], 1.0)))
        r = w.call("llvm." + name, pair, (ty(first), x))
        w.result(first, w.new("extractvalue %s %s, 0" % (pair, r)))
        w.result(second, w.new("extractvalue %s %s, 1" % (pair, r)))
    return body


def reduction(op, t):
    def body(w):
        v = w.operand(t, 0)
        if op in ("fmin", "fmax"):
            v = quiet(w, t, v)
        r = w.call("llvm.vector.reduce." + op, t[0], (ty(t), v))
        w.result((t[0], 0), zero_of_any_sign(w, (t[0], 0), r) if op in ("fmin", "fmax") else r)
    return body


def started(op, t):
    return lambda w: w.result((t[0], 0), w.call("llvm.vector.reduce." + op, t[0], (t[0], w.operand((t[0], 0), 1)), (ty(t), w.operand(t, 0))))


# ---------------------------------------------------------------- conversions
def clamped(w, real, integer, signed, v):
    """Within the range of the integer, and a number."""
    e, bits = real[0], width(integer[0])
    size = w.call("llvm.fabs", ty(real), (ty(real), v))
    good = w.new("fcmp olt %s %s, %s" % (ty(real), size, splat(real, fp(e, float("inf")))))
    top = bits - (1 if signed else 0)
    largest = {"half": 16, "bfloat": 128, "float": 128, "double": 1024}[e]
    if top < largest:
        below = w.new("fcmp olt %s %s, %s" % (ty(real), v, splat(real, fp(e, 2.0 ** top))))
        good = w.two("and", i1(real), good, below)
    least = -(2.0 ** top) if signed else 0.0
    if not signed or top < largest:
        above = w.new("fcmp oge %s %s, %s" % (ty(real), v, splat(real, fp(e, least))))
        good = w.two("and", i1(real), good, above)
    return w.choose(real, good, v, splat(real, fp(e, 0.0)))


def conversions(cases):
    for n in (0, 2, 3, 4, 5, 8, 16):
        for real in REALS:
            for integer in INTEGERS:
                r, i = (real, n), (integer, n)
                if width(integer) > 64 and n > 4:
                    continue
                for op, signed in (("fptosi", True), ("fptoui", False)):
                    cases.append(Case(op, key(r, i), lambda w, op=op, r=r, i=i, s=signed: w.result(i, w.new("%s %s %s to %s" % (op, ty(r), clamped(w, r, i, s, w.operand(r, 0)), ty(i))))))
                    cases.append(Case(op + ".sat", key(r, i), lambda w, op=op, r=r, i=i: w.result(i, w.call("llvm." + op + ".sat", ty(i), (ty(r), w.operand(r, 0))))))
                for op in ("sitofp", "uitofp"):
                    cases.append(Case(op, key(i, r), lambda w, op=op, r=r, i=i: w.result(r, w.new("%s %s %s to %s" % (op, ty(i), w.operand(i, 0), ty(r)))),
                                      host=exact_conversion(op, r, i) if real in ("half", "bfloat") else None))
            for other in REALS:
                if width(other) < width(real):
                    cases.append(Case("fptrunc", key((real, n), (other, n)), cast("fptrunc", (real, n), (other, n))))
                elif width(other) > width(real):
                    cases.append(Case("fpext", key((real, n), (other, n)), cast("fpext", (real, n), (other, n))))
                    cases.append(Case("fpext_twice", key((real, n), (other, n)), cast("fpext", (real, n), ("float", n), (other, n)) if other == "double" and real != "float" else cast("fpext", (real, n), (other, n))))
            for integer in ("i32", "i64"):
                for name in ("lrint", "llrint", "lround", "llround"):
                    r, i = (real, n), (integer, n)
                    cases.append(Case(name, key(r, i), lambda w, name=name, r=r, i=i: w.result(i, w.call("llvm." + name, ty(i), (ty(r), clamped(w, r, (i[0][0] + "30", n), True, w.operand(r, 0)))))))
        for a in INTEGERS:
            for b in INTEGERS:
                if width(a) < width(b):
                    for op in ("zext", "sext"):
                        cases.append(Case(op, key((a, n), (b, n)), cast(op, (a, n), (b, n))))
                elif width(a) > width(b):
                    cases.append(Case("trunc", key((a, n), (b, n)), cast("trunc", (a, n), (b, n))))


def exact_conversion(op, real, integer):
    """LLVM on x86 converts a wide integer to a half through f32, with two roundings; the harness with one."""
    if width(integer[0]) <= 24 and real[0] == "half" or width(integer[0]) <= 8:
        return None

    def body(w):
        lanes, v = [], w.operand(integer, 0)
        for lane in range(integer[1] or 1):
            x = w.extract(integer, v, lane)
            if width(integer[0]) < 128:
                x = w.new("%s %s %s to i128" % ("sext" if op == "sitofp" else "zext", integer[0], x))
            place = w.alloca(16)
            w.raw("store i128 %s, ptr %s" % (x, place))
            r = w.call("exact_%s_%s" % (op, real[0]), "i16", ("ptr", place))
            lanes.append(w.new("bitcast i16 %s to %s" % (r, real[0])))
        w.result(real, w.vector(real, lanes) if real[1] else lanes[0])
    return body


def cast(op, *types):
    def body(w):
        v = w.operand(types[0], 0)
        for a, b in zip(types, types[1:]):
            v = w.new("%s %s %s to %s" % (op, ty(a), v, ty(b)))
        w.result(types[-1], v)
    return body


# ---------------------------------------------------------------- select, lanes, bits, memory
def moves(cases):
    every = vectors(INTEGERS + REALS)
    for t in every:
        e, n = t
        cases.append(Case("select", key(t), lambda w, t=t: w.result(t, w.choose(t, w.operand(i1(t), 2), w.operand(t, 0), w.operand(t, 1)))))
        cases.append(Case("select_one", key(t), lambda w, t=t: w.result(t, w.new("select i1 %s, %s %s, %s %s" % (w.operand(("i1", 0), 2), ty(t), w.operand(t, 0), ty(t), w.operand(t, 1))))))
        cases.append(Case("freeze", key(t), lambda w, t=t: w.result(t, w.new("freeze %s %s" % (ty(t), w.operand(t, 0))))))
        cases.append(Case("bitcast", key(t), bits_of(t)))
        cases.append(Case("phi", key(t), phi(t)))
        cases.append(Case("call", key(t), through_call(t)))
        cases.append(Case("memory", key(t), through_memory(t)))
        if not n:
            continue
        cases.append(Case("extractelement", key(t), lambda w, t=t: w.result((t[0], 0), w.new("extractelement %s %s, i32 %s" % (ty(t), w.operand(t, 0), index(w, t))))))
        cases.append(Case("insertelement", key(t), lambda w, t=t: w.result(t, w.new("insertelement %s %s, %s %s, i32 %s" % (ty(t), w.operand(t, 0), t[0], w.operand((t[0], 0), 1), index(w, t))))))
        cases.append(Case("shufflevector", key(t), lambda w, t=t: w.result(t, shuffled(w, t))))
        for name, count in (("vector.reverse", 1),):
            cases.append(Case(name, key(t), call_n(name, count)(t)))
        for side in ("left", "right"):
            for by in (0, 1, n - 1):
                cases.append(Case("vector.splice." + side, "%s_%d" % (key(t), by), lambda w, t=t, side=side, by=by: w.result(t, w.call("llvm.vector.splice." + side, ty(t), (ty(t), w.operand(t, 0)), (ty(t), w.operand(t, 1)), ("i32", str(by))))))


def index(w, t):
    return w.two("urem", ("i32", 0), w.operand(("i32", 0), 2), str(t[1]))


def shuffled(w, t):
    n = t[1]
    mask = ", ".join("i32 %d" % ((i * 7 + 3) % (2 * n)) for i in range(n))
    return w.new("shufflevector %s %s, %s %s, <%d x i32> <%s>" % (ty(t), w.operand(t, 0), ty(t), w.operand(t, 1), n, mask))


def bits_of(t):
    """All bits as one integer, changed, and back."""
    def body(w):
        whole = "i%d" % (width(t[0]) * max(t[1], 1))
        v = w.new("bitcast %s %s to %s" % (ty(t), w.operand(t, 0), whole)) if whole != ty(t) else w.operand(t, 0)
        v = w.two("xor", (whole, 0), v, "1" if whole != "i1" else "true")
        v = w.new("bitcast %s %s to %s" % (whole, v, ty(t))) if whole != ty(t) else v
        w.result(t, v)
    return body


def phi(t):
    def body(w):
        a, b, c = w.operand(t, 0), w.operand(t, 1), w.operand(("i1", 0), 2)
        w.raw("br i1 %s, label %%yes, label %%no" % c)
        w.block("yes")
        w.raw("br label %join")
        w.block("no")
        w.raw("br label %join")
        w.block("join")
        w.result(t, w.new("phi %s [ %s, %%yes ], [ %s, %%no ]" % (ty(t), a, b)))
    return body


def through_call(t):
    def body(w):
        name = "second_" + key(t)
        w.globals.append("define internal %s @%s(%s %%a, i8 %%between, %s %%b) noinline { ret %s %%b }" % (ty(t), name, ty(t), ty(t), ty(t)))
        w.result(t, w.call(name, ty(t), (ty(t), w.operand(t, 0)), ("i8", "1"), (ty(t), w.operand(t, 1))))
    return body


def through_memory(t):
    def body(w):
        place = w.alloca(512, 256)
        w.raw("store volatile %s %s, ptr %s, align 1" % (ty(t), w.operand(t, 0), place))
        w.result(t, w.new("load volatile %s, ptr %s, align 1" % (ty(t), place)))
        far = w.at(place, 256)
        w.raw("store %s %s, ptr %s" % (ty(t), w.operand(t, 1), far))
        w.result(t, w.new("load %s, ptr %s" % (ty(t), far)))
    return body


def wide(cases):
    """Vectors far wider than any register, and lane counts that are no power of two."""
    for e, n in (("float", 17), ("float", 64), ("float", 257), ("float", 1025), ("float", 2048), ("i8", 4096), ("i8", 64), ("i8", 255), ("i1", 33), ("i1", 128), ("i32", 100), ("half", 100), ("double", 31), ("i64", 130)):
        t = (e, n)
        if is_float(e):
            cases.append(Case("fmul", key(t), real_binary("fmul")(t)))
            cases.append(Case("vector.reduce.fadd", key(t), started("fadd", t)))
            cases.append(Case("vector.reduce.fmaximum", key(t), reduction("fmaximum", t)))
        else:
            cases.append(Case("mul", key(t), integer_binary("mul")(t)))
            cases.append(Case("vector.reduce.add", key(t), lambda w, t=t: w.result((t[0], 0), w.call("llvm.vector.reduce.add", t[0], (ty(t), w.operand(t, 0))))))
            cases.append(Case("icmp_sgt", key(t), lambda w, t=t: w.result(i1(t), w.new("icmp sgt %s %s, %s" % (ty(t), w.operand(t, 0), w.operand(t, 1))))))
        cases.append(Case("shufflevector", key(t), lambda w, t=t: w.result(t, shuffled(w, t))))


WIDE_INTEGERS = (192, 500, 1024, 1025, 2048, 5000, 16384)


def wide_operand(w, n, number):
    """An integer of n bits: the lanes of two operands, again and again, its highest bits any."""
    value = "0"
    for at in range(0, n, 1024):
        part = w.new("load i1024, ptr %s, align 8" % w.at("%in", w.offsets["i64", (number + at // 1024) % 2]))
        part = w.new("zext i1024 %s to i%d" % (part, n)) if n > 1024 else part if n == 1024 else w.new("trunc i1024 %s to i%d" % (part, n))
        value = w.new("or i%d %s, %s" % (n, value, w.new("shl i%d %s, %d" % (n, part, at)) if at else part))
    return value


def wide_result(w, n, value):
    words = (n + 63) // 64
    value = w.new("zext i%d %s to i%d" % (n, value, words * 64)) if n % 64 else value
    w.out = (w.out + 7) // 8 * 8
    w.raw("store i%d %s, ptr %s, align 8" % (words * 64, value, w.at("%out", w.out)))
    w.out += words * 8


def wide_amount(w, n):
    return w.new("zext i32 %s to i%d" % (w.new("urem i32 %s, %d" % (w.operand(("i32", 0), 1), n)), n))


def wide_binary(op, n):
    def body(w):
        a, b = wide_operand(w, n, 0), wide_operand(w, n, 1)
        if op in ("shl", "lshr", "ashr"):
            b = wide_amount(w, n)
        elif op.endswith(("div", "rem")):  # a divisor of any length, never 0; a dividend that is not the smallest number
            b = w.new("lshr i%d %s, %s" % (n, b, wide_amount(w, n)))
            b, a = w.new("or i%d %s, 1" % (n, b)), w.new("lshr i%d %s, 1" % (n, a))
        wide_result(w, n, w.two(op, ("i%d" % n, 0), a, b))
    return body


def wide_integers(cases):
    """Integers wider than any that a source language has a name for."""
    for n in WIDE_INTEGERS:
        for op in ("add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem"):
            if n <= 5000 or op in ("add", "sub", "and", "or", "xor"):  # llc takes minutes for the others
                cases.append(Case(op, "i%d" % n, wide_binary(op, n)))
        for p in ("eq", "ult", "sgt"):
            cases.append(Case("icmp_" + p, "i%d" % n, lambda w, n=n, p=p: w.result(("i1", 0), w.new("icmp %s i%d %s, %s" % (p, n, wide_operand(w, n, 0), wide_operand(w, n, 1))))))
        for name in ("ctpop", "smax", "umin", "uadd.sat", "abs", "fshl") if n <= 5000 else ():
            more = {"ctpop": 1, "abs": 1, "fshl": 3}.get(name, 2)

            def body(w, n=n, name=name, more=more):
                args = [("i%d" % n, wide_operand(w, n, i % 2)) for i in range(more)]
                if name == "abs":
                    args.append(("i1", "false"))
                wide_result(w, n, w.call("llvm." + name, "i%d" % n, *args))
            cases.append(Case(name, "i%d" % n, body))


def all_cases():
    cases = []
    for family in (integers, fixed_points, reals, conversions, moves, wide, wide_integers):
        family(cases)
    assert set(FLOATS) == set(REALS)
    return cases
