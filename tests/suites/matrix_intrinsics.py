"""The generic intrinsics beyond arithmetic on whole vectors: masks, vector predication, lanes, matrices, constrained floating
point; and the list of those that are refused, each with its reason.
"""
import fnmatch
import os
import re

import common as suite_common
import matrix_constrained
from matrix_cases import amount, clamped, dividend, i1, key, quiet, zero_of_any_sign
from matrix_ir import Case, container, fp, is_float, splat, ty, width


GLOBALS = ""
MEMORY = ["i8", "i16", "i32", "i64", "i128", "half", "bfloat", "float", "double"]
LANES = [2, 3, 4, 5, 8, 16]
INTEGERS = ["i8", "i16", "i17", "i32", "i64"]
REALS = ["half", "bfloat", "float", "double"]


def vectors(elements, lanes=LANES):
    return [(e, n) for e in elements for n in lanes]


def buffer_of(w, t, operand):
    """A local array that holds an operand element by element."""
    size = container(t[0])
    place = w.alloca(size * max(t[1], 1) * 2)
    v = w.operand(t, operand)
    for lane in range(t[1]):
        w.raw("store %s %s, ptr %s" % (t[0], w.extract(t, v, lane), w.at(place, lane * size)))
    return place


def show(w, t, place):
    """All elements of a local array."""
    for lane in range(t[1]):
        w.result((t[0], 0), w.new("load %s, ptr %s" % (t[0], w.at(place, lane * container(t[0])))))


def mask_of(w, t):
    return w.operand(i1(t), 2)


def pointers(w, t, place, number=2):
    """Vector of pointers into an array of t's elements; lanes may meet."""
    index = w.operand(("i8", t[1]), number)
    index = w.two("urem", ("i8", t[1]), index, splat(("i8", t[1]), str(t[1])))
    index = w.new("zext %s %s to <%d x i64>" % (ty(("i8", t[1])), index, t[1]))
    return w.new("getelementptr %s, ptr %s, <%d x i64> %s" % (t[0] if not t[0] == "i128" else "i128", place, t[1], index))


def masked(cases):
    for t in vectors(MEMORY) + vectors(["i1", "i13", "i17"], [2, 5]):
        n, size = t[1], container(t[0])
        p, m = "<%d x ptr>" % n, ty(i1(t))
        for align in sorted({1, size}) if width(t[0]) % 8 == 0 else []:  # others in a whole vector: packed()
            text = "ptr align %d" % align

            def load(w, t=t, m=m, text=text):
                w.result(t, w.call("llvm.masked.load", ty(t), (text, buffer_of(w, t, 0)), (m, mask_of(w, t)), (ty(t), w.operand(t, 1))))

            def store(w, t=t, m=m, text=text):
                place = buffer_of(w, t, 0)
                w.call("llvm.masked.store", "void", (ty(t), w.operand(t, 1)), (text, place), (m, mask_of(w, t)))
                show(w, t, place)
            cases.append(Case("masked.load", "%s_%d" % (key(t), align), load))
            cases.append(Case("masked.store", "%s_%d" % (key(t), align), store))

        def gather(w, t=t, m=m, p=p):
            place = buffer_of(w, t, 0)
            w.result(t, w.call("llvm.masked.gather", ty(t), (p, pointers(w, t, place)), (m, w.operand(i1(t), 1)), (ty(t), w.operand(t, 1))))

        def scatter(w, t=t, m=m, p=p):
            place = buffer_of(w, t, 0)
            w.call("llvm.masked.scatter", "void", (ty(t), w.operand(t, 1)), (p, pointers(w, t, place)), (m, w.operand(i1(t), 1)))
            show(w, t, place)

        def expand(w, t=t, m=m):
            w.result(t, w.call("llvm.masked.expandload", ty(t), ("ptr", buffer_of(w, t, 0)), (m, mask_of(w, t)), (ty(t), w.operand(t, 1))))

        def compress(w, t=t, m=m):
            place = buffer_of(w, t, 0)
            w.call("llvm.masked.compressstore", "void", (ty(t), w.operand(t, 1)), ("ptr", place), (m, mask_of(w, t)))
            show(w, t, place)
        for name, body in (("gather", gather), ("scatter", scatter), ("expandload", expand), ("compressstore", compress)):
            cases.append(Case("masked." + name, key(t), body))
        if width(t[0]) % 8 != 0:
            def gather_some(w, t=t, p=p, m=m):
                place = buffer_of(w, t, 0)
                some = "<%s>" % ", ".join("i1 %d" % (i % 3 == 0) for i in range(t[1]))
                w.result(t, w.call("llvm.masked.gather", ty(t), (p, pointers(w, t, place)), (m, some), (ty(t), w.operand(t, 1))))
            cases.append(Case("masked.gather", key(t) + "_some", gather_some))
    for t in (("i32", 4), ("float", 8)):
        for name, mask in (("some", "<%s>" % ", ".join("i1 %d" % (i % 3 == 0) for i in range(t[1]))), ("all", splat(i1(t), "true")), ("none", "zeroinitializer")):
            def load(w, t=t, mask=mask):
                w.result(t, w.call("llvm.masked.load", ty(t), ("ptr", buffer_of(w, t, 0)), (ty(i1(t)), mask), (ty(t), w.operand(t, 1))))
            cases.append(Case("masked.load", "%s_%s" % (key(t), name), load))
    packed(cases)


def packed(cases):
    """Lanes that are no bytes stand one behind the other, as in a whole vector. llc-22 gives each bytes of its own here, so that
    the host reads and writes whole vectors and selects lanes."""
    for t in (("i1", 8), ("i1", 5), ("i7", 4), ("i13", 3), ("i17", 4), ("i65", 2)):
        some = "<%s>" % ", ".join("i1 %d" % (i % 3 == 0) for i in range(t[1]))
        for name, mask in (("chosen", mask_of), ("some", lambda w, t, some=some: some)):
            def place(w, t=t):
                at = w.alloca(64)
                w.raw("store %s %s, ptr %s" % (ty(t), w.operand(t, 0), at))
                return at

            def load(w, t=t, mask=mask, place=place):
                m = (ty(i1(t)), mask(w, t))
                w.result(t, w.call("llvm.masked.load", ty(t), ("ptr", place(w)), m, (ty(t), w.operand(t, 1))))

            def store(w, t=t, mask=mask, place=place):
                at, m = place(w), (ty(i1(t)), mask(w, t))
                w.call("llvm.masked.store", "void", (ty(t), w.operand(t, 1)), ("ptr", at), m)
                w.result(t, w.new("load %s, ptr %s" % (ty(t), at)))

            def lanes_of(first, w, t=t, mask=mask):
                values = [(ty(t), w.operand(t, i)) for i in (first, 1 - first)]
                w.result(t, w.new("select %s %s, %s %s, %s %s" % (ty(i1(t)), mask(w, t), *values[0], *values[1])))
            cases.append(Case("masked.load", "%s_packed_%s" % (key(t), name), load, lambda w, lanes_of=lanes_of: lanes_of(0, w)))
            cases.append(Case("masked.store", "%s_packed_%s" % (key(t), name), store, lambda w, lanes_of=lanes_of: lanes_of(1, w)))


# ---------------------------------------------------------------- lanes
def lanes(cases):
    every = vectors(["i1", "i8", "i13", "i32", "i64", "i128"] + REALS)
    for t in every:
        e, n = t
        m = ty(i1(t))
        cases.append(Case("experimental.vector.compress", key(t), lambda w, t=t, m=m: w.result(t, w.call("llvm.experimental.vector.compress", ty(t), (ty(t), w.operand(t, 0)), (m, mask_of(w, t)), (ty(t), w.operand(t, 1))))))
        cases.append(Case("experimental.vector.extract.last.active", key(t), last_active(t)))
        cases.append(Case("vector.insert", key(t), lambda w, t=t: w.result((t[0], 2 * t[1]), w.call("llvm.vector.insert", ty((t[0], 2 * t[1])), (ty((t[0], 2 * t[1])), w.operand((t[0], 2 * t[1]), 0)), (ty(t), w.operand(t, 1)), ("i64", str(t[1]))))))
        cases.append(Case("vector.extract", key(t), lambda w, t=t: w.result(t, w.call("llvm.vector.extract", ty(t), (ty((t[0], 2 * t[1])), w.operand((t[0], 2 * t[1]), 0)), ("i64", str(t[1]))))))
        for factor in range(2, 9):
            if n > 4 and factor not in (2, 3):
                continue
            cases.append(Case("vector.interleave%d" % factor, key(t), interleave(t, factor)))
            cases.append(Case("vector.deinterleave%d" % factor, key(t), deinterleave(t, factor)))
    for e in ("i8", "i16", "i32", "i64"):
        for n in LANES + [17, 64]:
            t = (e, n)
            cases.append(Case("stepvector", key(t), lambda w, t=t: w.result(t, w.two("add", t, w.operand(t, 0), w.call("llvm.stepvector", ty(t))))))
            cases.append(Case("get.active.lane.mask", key(t), lambda w, t=t: w.result(i1(t), w.call("llvm.get.active.lane.mask", ty(i1(t)), (t[0], w.operand((t[0], 0), 0)), (t[0], w.operand((t[0], 0), 1))))))
            for result in ("i8", "i16", "i32", "i64"):
                cases.append(Case("experimental.cttz.elts", "%s_%s" % (key(t), result), lambda w, t=t, r=result: w.result((r, 0), w.call("llvm.experimental.cttz.elts", r, (ty(t), low_bits(w, t)), ("i1", "false")))))
            if n <= 16:
                for other in (1, 2, 4, 8):
                    cases.append(Case("experimental.vector.match", "%s_%d" % (key(t), other), lambda w, t=t, k=other: w.result(i1(t), w.call("llvm.experimental.vector.match", ty(i1(t)), (ty(t), w.operand(t, 0)), ("<%d x %s>" % (k, t[0]), w.operand((t[0], k), 1)), (ty(i1(t)), mask_of(w, t))))))
                for part in (1, 2, 4):
                    if n % part == 0 and n > part:
                        cases.append(Case("vector.partial.reduce.add", "%s_%d" % (key(t), part), partial(t, part)))
                for name in ("add", "uadd.sat", "umax", "umin"):
                    cases.append(Case("experimental.vector.histogram." + name, key(t), histogram(t, name)))
    cases.append(Case("vector.partial.reduce.fadd", "v8float_4", lambda w: w.result(("float", 4), w.call("llvm.vector.partial.reduce.fadd", "<4 x float>", ("<4 x float>", w.operand(("float", 4), 0)), ("<8 x float>", w.operand(("float", 8), 1)))), compare=False))
    for e in ("i16", "i32", "i64"):
        for vf in (1, 4, 7):
            cases.append(Case("experimental.get.vector.length", "%s_%d" % (e, vf), lambda w, e=e, vf=vf: w.result(("i32", 0), w.call("llvm.experimental.get.vector.length", "i32", (e, w.operand((e, 0), 0)), ("i32", str(vf)), ("i1", "false")))))
    for name in ("raw", "war"):
        for n in (2, 3, 4, 8, 16):
            for size in (1, 2, 4, 8, 3):
                cases.append(Case("loop.dependence.%s.mask" % name, "v%d_%d" % (n, size), dependence(name, n, size)))


def last_active(t):
    """The host by its definition: llc-22 takes lane 0 for sixteen lanes on x86."""
    def body(w):
        v, m, other = w.operand(t, 0), mask_of(w, t), w.operand((t[0], 0), 1)
        if not w.host:
            other = w.call("llvm.experimental.vector.extract.last.active", t[0], (ty(t), v), (ty(i1(t)), m), (t[0], other))
        for i in range(t[1] if w.host else 0):
            other = w.choose((t[0], 0), w.extract(i1(t), m, i), w.extract(t, v, i), other)
        w.result((t[0], 0), other)
    return body


def low_bits(w, t):
    """Mostly zeros."""
    return w.two("and", t, w.two("and", t, w.operand(t, 0), w.operand(t, 1)), splat(t, "4"))


def interleave(t, factor):
    def body(w):
        if w.host and factor > 2:
            given = [w.operand(t, i % 3) for i in range(factor)]
            whole = (t[0], t[1] * factor)
            return w.result(whole, w.vector(whole, [w.extract(t, given[i % factor], i // factor) for i in range(whole[1])]))
        whole = (t[0], t[1] * factor)
        w.result(whole, w.call("llvm.vector.interleave%d" % factor, ty(whole), *[(ty(t), w.operand(t, i % 3)) for i in range(factor)]))
    return body


def deinterleave(t, factor):
    def body(w):
        whole = (t[0], t[1] * factor)
        if w.host and factor > 2:
            given = w.operand(whole, 0)
            for k in range(factor):
                w.result(t, w.vector(t, [w.extract(whole, given, i * factor + k) for i in range(t[1])]))
            return None
        parts = "{ %s }" % ", ".join([ty(t)] * factor)
        r = w.call("llvm.vector.deinterleave%d" % factor, parts, (ty(whole), w.operand(whole, 0)))
        for i in range(factor):
            w.result(t, w.new("extractvalue %s %s, %d" % (parts, r, i)))
    return body


def partial(t, part):
    """Which lanes go where is open: their sum is not."""
    def body(w):
        small = (t[0], part)
        if w.host:
            sums = [w.call("llvm.vector.reduce.add", t[0], (ty(x), w.operand(x, k))) for x, k in ((small, 1), (t, 0))]
            return w.result((t[0], 0), w.two("add", (t[0], 0), *sums))
        r = w.call("llvm.vector.partial.reduce.add", ty(small), (ty(small), w.operand(small, 1)), (ty(t), w.operand(t, 0)))
        w.result((t[0], 0), w.call("llvm.vector.reduce.add", t[0], (ty(small), r)))
    return body


def histogram(t, name):
    def body(w):
        place = buffer_of(w, t, 0)
        w.call("llvm.experimental.vector.histogram." + name, "void", ("<%d x ptr>" % t[1], pointers(w, t, place)), (t[0], w.operand((t[0], 0), 1)), (ty(i1(t)), w.operand(i1(t), 1)))
        show(w, t, place)
    return body


def dependence(name, n, size):
    def body(w):
        place = w.alloca(256)
        ends = []
        for operand in (0, 1):
            x = w.new("zext i8 %s to i64" % w.two("urem", ("i8", 0), w.operand(("i8", 0), operand), "60"))
            ends.append(x if w.host else w.new("getelementptr i8, ptr %s, i64 %s" % (place, x)))
        if w.host:  # by the definition: lane i may run when no lane before it touches what it touches
            far = w.two("sub", ("i64", 0), ends[1], ends[0])
            if name == "raw":
                far = w.call("llvm.abs", "i64", ("i64", far), ("i1", "false"))
            far = w.two("sdiv", ("i64", 0), far, str(size))
            none = w.new("icmp %s i64 %s, 0" % ("eq" if name == "raw" else "sle", far))
            lanes = [w.two("or", ("i1", 0), none, w.new("icmp slt i64 %d, %s" % (i, far))) for i in range(n)]
            return w.result(("i1", n), w.vector(("i1", n), lanes))
        w.result(("i1", n), w.call("llvm.loop.dependence.%s.mask" % name, "<%d x i1>" % n, ("ptr", ends[0]), ("ptr", ends[1]), ("i64", str(size))))
    return body


# ---------------------------------------------------------------- vector predication
def length(w, t):
    return w.two("urem", ("i32", 0), w.operand(("i32", 0), 1), str(t[1] + 1))


def active(w, t, mask, evl):
    """Lanes that have a result."""
    n = t[1]
    steps = "<%s>" % ", ".join("i32 %d" % i for i in range(n))
    all_ = w.vector(("i32", n), [evl] * n)
    return w.two("and", i1(t), mask, w.new("icmp ult <%d x i32> %s, %s" % (n, steps, all_)))


def zero(t):
    return "zeroinitializer"


# What llc cannot expand for this processor: the plain operation has the same lanes.
UNPREDICATED = {"vp." + n: n for n in ("ceil", "floor", "rint", "nearbyint", "round", "roundeven", "lrint", "llrint", "copysign", "minimum", "maximum", "is.fpclass")}
UNPREDICATED["vp.roundtozero"] = "trunc"


def dynamic(w, t, v, index):
    """One lane; index 0 where it is out of range."""
    good = w.new("icmp ult i32 %s, %d" % (index, t[1]))
    return w.new("extractelement %s %s, i32 %s" % (ty(t), v, w.new("select i1 %s, i32 %s, i32 0" % (good, index))))


def vp(name, t, args, result=None):
    """args(w) -> list of (type text, value) before mask and length; lanes without a result are 0."""
    result = result or t

    def body(w):
        given = args(w)
        mask, evl = mask_of(w, t), length(w, t)
        if isinstance(given, tuple):
            given, extra = given
            mask = w.two("and", i1(t), mask, extra)
        if w.host and name in UNPREDICATED:
            r = w.call("llvm." + UNPREDICATED[name], ty(result), *given)
        elif w.host and name == "experimental.vp.reverse":
            r = w.vector(t, [dynamic(w, t, given[0][1], w.two("sub", ("i32", 0), evl, str(i + 1))) for i in range(t[1])])
        elif w.host and name == "vp.cttz.elts":
            r = evl
            on = active(w, t, w.two("and", i1(t), mask, w.new("icmp ne %s %s, zeroinitializer" % (ty(t), given[0][1]))), evl)
            for i in reversed(range(t[1])):
                r = w.new("select i1 %s, i32 %d, i32 %s" % (w.extract(i1(t), on, i), i, r))
        else:
            r = w.call("llvm." + name, ty(result), *given, (ty(i1(t)), mask), ("i32", evl))
        w.result(result, w.choose(result, active(w, t, mask, evl), r, zero(result)) if result[1] else r)
    return Case(name, key(t) if result == t else key(t, result), body)


def predicated(cases):
    for t in vectors(INTEGERS):
        for op in ("add", "and", "mul", "or", "smax", "smin", "sub", "umax", "umin", "xor", "sadd.sat", "ssub.sat", "uadd.sat", "usub.sat"):
            cases.append(vp("vp." + op, t, lambda w, t=t: [(ty(t), w.operand(t, i)) for i in (0, 1)]))
        for op in ("shl", "lshr", "ashr"):
            cases.append(vp("vp." + op, t, lambda w, t=t: [(ty(t), w.operand(t, 0)), (ty(t), amount(w, t, w.operand(t, 1)))]))
        for op in ("sdiv", "udiv", "srem", "urem"):  # lanes that would divide by zero are masked off
            def quotient(w, t=t):
                b = w.operand(t, 1)
                a = dividend(w, t, w.operand(t, 0), b)
                return [(ty(t), a), (ty(t), b)], w.new("icmp ne %s %s, zeroinitializer" % (ty(t), b))
            cases.append(vp("vp." + op, t, quotient))
        for op in ("fshl", "fshr"):
            cases.append(vp("vp." + op, t, lambda w, t=t: [(ty(t), w.operand(t, i)) for i in (0, 1, 2)]))
        for op in ("bitreverse", "ctpop") + (("bswap",) if width(t[0]) % 16 == 0 else ()):
            cases.append(vp("vp." + op, t, lambda w, t=t: [(ty(t), w.operand(t, 0))]))
        for op in ("abs", "ctlz", "cttz"):
            cases.append(vp("vp." + op, t, lambda w, t=t: [(ty(t), w.operand(t, 0)), ("i1", "false")]))
        for op in ("add", "and", "mul", "or", "smax", "smin", "umax", "umin", "xor"):
            cases.append(vp("vp.reduce." + op, t, lambda w, t=t: [(t[0], w.operand((t[0], 0), 0)), (ty(t), w.operand(t, 0))], (t[0], 0)))
        for p in ("eq", "slt", "uge"):
            cases.append(vp("vp.icmp", t, lambda w, t=t, p=p: [(ty(t), w.operand(t, 0)), (ty(t), w.operand(t, 1)), ("metadata", '!"%s"' % p)], i1(t)))
            cases[-1].name += "_" + p
        cases.append(vp("vp.cttz.elts", t, lambda w, t=t: [(ty(t), low_bits(w, t)), ("i1", "false")], ("i32", 0)))
        common(cases, t)
        for other in INTEGERS:
            o = (other, t[1])
            for op in ("zext", "sext") if width(other) > width(t[0]) else ("trunc",) if width(other) < width(t[0]) else ():
                cases.append(vp("vp." + op, t, lambda w, t=t: [(ty(t), w.operand(t, 0))], o))
        for real in REALS:
            for op in ("sitofp", "uitofp") if width(t[0]) <= 8 or real in ("float", "double") else ():
                cases.append(vp("vp." + op, t, lambda w, t=t: [(ty(t), w.operand(t, 0))], (real, t[1])))
    for t in vectors(REALS):
        real_predicated(cases, t)
    for n in LANES:
        t, p = ("i64", n), "<%d x ptr>" % n

        def there_and_back(w, t=t, p=p, n=n):
            mask, evl = mask_of(w, t), length(w, t)
            tail = ((ty(i1(t)), mask), ("i32", evl))
            a = w.call("llvm.vp.inttoptr", p, (ty(t), w.operand(t, 0)), *tail)
            b = w.call("llvm.vp.ptrtoint", ty(t), (p, a), *tail)
            w.result(t, w.choose(t, active(w, t, mask, evl), b, zero(t)))
        cases.append(Case("vp.inttoptr", "v%d" % n, there_and_back))
        cases.append(Case("vp.ptrtoint", "v%d" % n, there_and_back))


def real_predicated(cases, t):
    one = lambda w, t=t: [(ty(t), w.operand(t, 0))]
    two = lambda w, t=t: [(ty(t), w.operand(t, i)) for i in (0, 1)]
    for op in ("fadd", "fsub", "fmul", "fdiv", "frem", "copysign", "minimum", "maximum"):
        cases.append(vp("vp." + op, t, two))
    for op in ("minnum", "maxnum"):
        cases.append(vp("vp." + op, t, lambda w, t=t: [(ty(t), w.two("fadd", t, w.two("fmul", t, quiet(w, t, w.operand(t, i)), splat(t, fp(t[0], 1.0))), splat(t, fp(t[0], 0.0)))) for i in (0, 1)]))
    for op in ("fneg", "fabs", "sqrt", "ceil", "floor", "rint", "nearbyint", "round", "roundeven", "roundtozero"):
        cases.append(vp("vp." + op, t, one))
    for op in ("fma", "fmuladd"):
        case = vp("vp." + op, t, lambda w, t=t: [(ty(t), w.operand(t, i)) for i in (0, 1, 2)])
        case.compare = op == "fma" and t[0] in ("float", "double")
        cases.append(case)
    for integer in ("i32", "i64"):
        i = (integer, t[1])
        for op in ("lrint", "llrint"):
            cases.append(vp("vp." + op, t, lambda w, t=t, i=i: [(ty(t), clamped(w, t, ("i30", t[1]), True, w.operand(t, 0)))], i))
        for op, signed in (("fptosi", True), ("fptoui", False)):
            cases.append(vp("vp." + op, t, lambda w, t=t, i=i, s=signed: [(ty(t), clamped(w, t, i, s, w.operand(t, 0)))], i))
    for other in REALS:
        if width(other) != width(t[0]):
            cases.append(vp("vp.fpext" if width(other) > width(t[0]) else "vp.fptrunc", t, one, (other, t[1])))
    for p in ("oeq", "ult", "ord"):
        cases.append(vp("vp.fcmp", t, lambda w, t=t, p=p: [(ty(t), w.operand(t, 0)), (ty(t), w.operand(t, 1)), ("metadata", '!"%s"' % p)], i1(t)))
        cases[-1].name += "_" + p
    for mask in (3, 0x108, 0x3FF):
        cases.append(vp("vp.is.fpclass", t, lambda w, t=t, m=mask: [(ty(t), w.operand(t, 0)), ("i32", str(m))], i1(t)))
        cases[-1].name += "_%d" % mask
    for op in ("fadd", "fmul", "fminimum", "fmaximum"):
        cases.append(vp("vp.reduce." + op, t, lambda w, t=t: [(t[0], w.operand((t[0], 0), 0)), (ty(t), w.operand(t, 0))], (t[0], 0)))
    for op in ("fmin", "fmax"):
        def least(w, t=t, op=op):
            s = (t[0], 0)
            r = w.call("llvm.vp.reduce." + op, t[0], (t[0], quiet(w, s, w.operand(s, 0))), (ty(t), quiet(w, t, w.operand(t, 0))), (ty(i1(t)), mask_of(w, t)), ("i32", length(w, t)))
            w.result(s, zero_of_any_sign(w, s, r))
        cases.append(Case("vp.reduce." + op, key(t), least))
    common(cases, t)


def common(cases, t):
    """What vector predication has for all element types."""
    m = ty(i1(t))
    for op in ("merge", "select"):
        def pick(w, t=t, m=m, op=op):
            mask, evl = mask_of(w, t), length(w, t)
            r = w.call("llvm.vp." + op, ty(t), (m, mask), (ty(t), w.operand(t, 0)), (ty(t), w.operand(t, 1)), ("i32", evl))
            if op == "select":
                r = w.choose(t, active(w, t, splat(i1(t), "true"), evl), r, zero(t))
            w.result(t, r)
        cases.append(Case("vp." + op, key(t), pick))
    cases.append(vp("experimental.vp.reverse", t, lambda w, t=t: [(ty(t), w.operand(t, 0))]))

    def splice(w, t=t, m=m):
        mask, one, two = mask_of(w, t), length(w, t), w.two("urem", ("i32", 0), w.operand(("i32", 0), 0), str(t[1] + 1))
        one = w.call("llvm.umax", "i32", ("i32", one), ("i32", "1"))
        r = w.call("llvm.experimental.vp.splice", ty(t), (ty(t), w.operand(t, 0)), (ty(t), w.operand(t, 1)), ("i32", "1"), (m, mask), ("i32", one), ("i32", two))
        steps = active(w, t, mask, two)
        w.result(t, w.choose(t, steps, r, zero(t)))
    cases.append(Case("experimental.vp.splice", key(t), splice, compare=False))
    if t[0] not in MEMORY:
        return
    p, size = "<%d x ptr>" % t[1], container(t[0])

    def load(w, t=t, m=m, name="vp.load"):
        mask, evl = mask_of(w, t), length(w, t)
        if name == "vp.gather":
            r = w.call("llvm." + name, ty(t), (p, pointers(w, t, buffer_of(w, t, 0), 1)), (m, mask), ("i32", evl))
        elif name == "vp.load":
            r = w.call("llvm." + name, ty(t), ("ptr", buffer_of(w, t, 0)), (m, mask), ("i32", evl))
        elif name == "vp.load.ff":
            pair = "{ %s, i32 }" % ty(t)
            r = w.call("llvm." + name, pair, ("ptr", buffer_of(w, t, 0)), (m, mask), ("i32", evl))
            evl = w.new("extractvalue %s %s, 1" % (pair, r))
            r = w.new("extractvalue %s %s, 0" % (pair, r))
        elif w.host:
            v = w.operand(t, 0)
            r = w.vector(t, [w.extract(t, v, t[1] - 1 - i) for i in range(t[1])])
        else:
            r = w.call("llvm." + name, ty(t), ("ptr", w.at(buffer_of(w, t, 0), size * (t[1] - 1))), ("i64", str(-size)), (m, mask), ("i32", evl))
        w.result(t, w.choose(t, active(w, t, mask, evl), r, zero(t)))

    def store(w, t=t, m=m, name="vp.store"):
        mask, evl = mask_of(w, t), length(w, t)
        place = buffer_of(w, t, 0)
        if name == "vp.scatter":
            w.call("llvm." + name, "void", (ty(t), w.operand(t, 1)), (p, pointers(w, t, place, 1)), (m, mask), ("i32", evl))
        elif name == "vp.store":
            w.call("llvm." + name, "void", (ty(t), w.operand(t, 1)), ("ptr", place), (m, mask), ("i32", evl))
        elif w.host:
            v, on = w.operand(t, 1), active(w, t, mask, evl)
            for i in range(t[1]):
                old = w.new("load %s, ptr %s" % (t[0], w.at(place, size * (t[1] - 1 - i))))
                w.raw("store %s %s, ptr %s" % (t[0], w.new("select i1 %s, %s %s, %s %s" % (w.extract(i1(t), on, i), t[0], w.extract(t, v, i), t[0], old)), w.at(place, size * (t[1] - 1 - i))))
        else:
            w.call("llvm." + name, "void", (ty(t), w.operand(t, 1)), ("ptr", w.at(place, size * (t[1] - 1))), ("i64", str(-size)), (m, mask), ("i32", evl))
        show(w, t, place)
    for name in ("vp.load", "vp.gather", "experimental.vp.strided.load", "vp.load.ff"):
        cases.append(Case(name, key(t), lambda w, f=load, name=name: f(w, name=name)))
    for name in ("vp.store", "vp.scatter", "experimental.vp.strided.store"):
        cases.append(Case(name, key(t), lambda w, f=store, name=name: f(w, name=name)))


# ---------------------------------------------------------------- matrices
def matrices(cases):
    for e in ("float", "double", "half", "i32", "i8", "i64"):
        for r, k, c in ((2, 2, 2), (3, 2, 4), (4, 4, 4), (1, 3, 1), (2, 5, 3)):
            shape = "%s_%d_%d" % (e, r, k)
            cases.append(Case("matrix.multiply", "%s_%d" % (shape, c), product(e, r, k, c), compare=e != "half"))
            cases.append(Case("matrix.transpose", shape, transposed(e, r, k)))
            cases.append(Case("matrix.column.major.load", shape, column_load(e, r, k)))
            cases.append(Case("matrix.column.major.store", shape, column_store(e, r, k)))


# The host's forms are the definitions, element by element; columns lie one after the other.
def product(e, r, k, c):
    a, b, d, one = (e, r * k), (e, k * c), (e, r * c), (e, 0)

    def body(w):
        x, y = w.operand(a, 0), w.operand(b, 1)
        if not w.host:
            return w.result(d, w.call("llvm.matrix.multiply", ty(d), (ty(a), x), (ty(b), y), ("i32", str(r)), ("i32", str(k)), ("i32", str(c))))
        lanes = []
        for column in range(c):
            for row in range(r):
                total = None
                for i in range(k):
                    p = w.two("fmul" if is_float(e) else "mul", one, w.extract(a, x, i * r + row), w.extract(b, y, column * k + i))
                    total = p if total is None else w.two("fadd" if is_float(e) else "add", one, total, p)
                lanes.append(total)
        return w.result(d, w.vector(d, lanes))
    return body


def transposed(e, r, k):
    t = (e, r * k)

    def body(w):
        x = w.operand(t, 0)
        if w.host:
            return w.result(t, w.vector(t, [w.extract(t, x, column * r + row) for row in range(r) for column in range(k)]))
        return w.result(t, w.call("llvm.matrix.transpose", ty(t), (ty(t), x), ("i32", str(r)), ("i32", str(k))))
    return body


def column_load(e, r, k):
    t, big = (e, r * k), (e, (r + 1) * k)

    def body(w):
        if w.host:
            x = w.operand(big, 0)
            return w.result(t, w.vector(t, [w.extract(big, x, column * (r + 1) + row) for column in range(k) for row in range(r)]))
        return w.result(t, w.call("llvm.matrix.column.major.load", ty(t), ("ptr", buffer_of(w, big, 0)), ("i64", str(r + 1)), ("i1", "false"), ("i32", str(r)), ("i32", str(k))))
    return body


def column_store(e, r, k):
    t, big = (e, r * k), (e, (r + 1) * k)

    def body(w):
        place, v = buffer_of(w, big, 0), w.operand(t, 1)
        if w.host:
            for column in range(k):
                for row in range(r):
                    w.raw("store %s %s, ptr %s" % (e, w.extract(t, v, column * r + row), w.at(place, (column * (r + 1) + row) * container(e))))
        else:
            w.call("llvm.matrix.column.major.store", "void", (ty(t), v), ("ptr", place), ("i64", str(r + 1)), ("i1", "false"), ("i32", str(r)), ("i32", str(k)))
        show(w, big, place)
    return body


# ---------------------------------------------------------------- single ones
def single(cases):
    def plain(name, body, **more):
        cases.append(Case(name, "one", body, **more))
    i32, i64 = ("i32", 0), ("i64", 0)

    def relative(w):
        place = w.alloca(64)
        w.raw("store i32 24, ptr %s" % w.at(place, 8))
        r = w.call("llvm.load.relative", "ptr", ("ptr", place), ("i64", "8"))
        w.result(i64, w.two("sub", i64, w.new("ptrtoint ptr %s to i64" % r), w.new("ptrtoint ptr %s to i64" % place)))
    plain("load.relative", relative)
    for name in ("expect", "ssa.copy", "arithmetic.fence"):
        t = ("float", 0) if name == "arithmetic.fence" else i32
        extra = (("i32", "1"),) if name == "expect" else ()
        plain(name, lambda w, name=name, t=t, extra=extra: w.result(t, w.call("llvm." + name, t[0], (t[0], w.operand(t, 0)), *extra)), compare=name != "ssa.copy")
    plain("expect.with.probability", lambda w: w.result(i32, w.call("llvm.expect.with.probability", "i32", ("i32", w.operand(i32, 0)), ("i32", "1"), ("double", "0.5"))))
    plain("ptrmask", lambda w: w.result(i64, w.two("and", i64, w.new("ptrtoint ptr %s to i64" % w.call("llvm.ptrmask", "ptr", ("ptr", "%out"), ("i64", "-16"))), "15")))
    for name in ("launder.invariant.group", "strip.invariant.group", "preserve.static.offset"):
        plain(name, lambda w, name=name: w.result(i32, w.new("load i32, ptr %s" % w.call("llvm." + name, "ptr", ("ptr", "%in")))), compare=name != "preserve.static.offset")
    plain("is.constant", lambda w: w.result(("i1", 0), w.call("llvm.is.constant", "i1", ("i32", w.operand(i32, 0)))))
    plain("objectsize", lambda w: w.result(i64, w.call("llvm.objectsize", "i64", ("ptr", w.alloca(48)), ("i1", "false"), ("i1", "true"), ("i1", "false"))))
    for name in ("allow.runtime.check", "allow.ubsan.check"):
        arg = ("i8", "1") if "ubsan" in name else ("metadata", '!"x"')
        plain(name, lambda w, name=name, arg=arg: w.result(("i1", 0), w.call("llvm." + name, "i1", arg)), compare=False)
    for name in ("donothing", "sideeffect", "debugtrap_not_taken", "trap_not_taken", "ubsantrap_not_taken"):
        cases.append(Case(name.split("_")[0], "one", never(name) if "_" in name else lambda w, name=name: w.call("llvm." + name, "void")))
    plain("assume", lambda w: w.call("llvm.assume", "void", ("i1", "true")))
    plain("get.rounding", lambda w: w.result(i32, w.call("llvm.get.rounding", "i32")))
    plain("readcyclecounter", lambda w: w.call("llvm.readcyclecounter", "i64"), compare=False)
    plain("readsteadycounter", lambda w: w.call("llvm.readsteadycounter", "i64"), compare=False)
    plain("prefetch", lambda w: w.call("llvm.prefetch", "void", ("ptr", "%in"), ("i32", "0"), ("i32", "3"), ("i32", "1")))
    plain("addressofreturnaddress", lambda w: w.call("llvm.addressofreturnaddress", "ptr"), compare=False)
    plain("returnaddress", lambda w: w.call("llvm.returnaddress", "ptr", ("i32", "0")))
    plain("frameaddress", lambda w: w.call("llvm.frameaddress.p0", "ptr", ("i32", "0")), compare=False)
    plain("convert.from.fp16", lambda w: w.result(("float", 0), w.call("llvm.convert.from.fp16", "float", ("i16", w.operand(("i16", 0), 0)))))
    plain("convert.to.fp16", lambda w: w.result(("i16", 0), w.call("llvm.convert.to.fp16", "i16", ("float", quiet(w, ("float", 0), w.operand(("float", 0), 0))))))

    def copies(w):
        place, other = w.alloca(64), w.alloca(64)
        n = w.two("urem", i64, w.operand(i64, 0), "60")
        w.call("llvm.memset", "void", ("ptr", place), ("i8", "7"), ("i64", "64"), ("i1", "false"))
        w.call("llvm.memcpy", "void", ("ptr", place), ("ptr", "%in"), ("i64", n), ("i1", "false"))
        w.call("llvm.memcpy.inline", "void", ("ptr", other), ("ptr", place), ("i64", "64"), ("i1", "false"))
        w.call("llvm.memmove", "void", ("ptr", w.at(place, 3)), ("ptr", place), ("i64", n), ("i1", "false"))
        w.call("llvm.memset.inline", "void", ("ptr", w.at(other, 5)), ("i8", "9"), ("i64", "6"), ("i1", "false"))
        show(w, ("i64", 8), place)
        show(w, ("i64", 8), other)
    for name in ("memcpy", "memmove", "memset", "memcpy.inline", "memset.inline"):
        plain(name, copies)

    def atomic_copies(w):
        place = w.alloca(64)
        n = w.two("mul", i64, w.two("urem", i64, w.operand(i64, 0), "15"), "4")
        w.call("llvm.memset.element.unordered.atomic", "void", ("ptr align 4", place), ("i8", "7"), ("i64", "64"), ("i32", "4"))
        w.call("llvm.memcpy.element.unordered.atomic", "void", ("ptr align 4", place), ("ptr align 4", "%in"), ("i64", n), ("i32", "4"))
        w.call("llvm.memmove.element.unordered.atomic", "void", ("ptr align 4", w.at(place, 4)), ("ptr align 4", place), ("i64", n), ("i32", "4"))
        show(w, ("i64", 8), place)
    for name in ("memcpy", "memmove", "memset"):
        plain(name + ".element.unordered.atomic", atomic_copies, compare=False)  # llc calls a function that nobody has

    def pattern(w):
        place = w.alloca(64)
        w.call("llvm.memset", "void", ("ptr", place), ("i8", "7"), ("i64", "64"), ("i1", "false"))
        w.call("llvm.experimental.memset.pattern", "void", ("ptr", place), ("i32", w.operand(i32, 0)), ("i64", w.two("urem", i64, w.operand(i64, 1), "16")), ("i1", "false"))
        show(w, ("i64", 8), place)
    plain("experimental.memset.pattern", pattern)

    def stack(w):
        saved = w.call("llvm.stacksave", "ptr")
        w.call("llvm.stackrestore", "void", ("ptr", saved))
    plain("stacksave", stack)
    plain("stackrestore", stack)

    def life(w):
        place = w.alloca(16)
        w.call("llvm.lifetime.start", "void", ("ptr", place))
        w.raw("store i32 %s, ptr %s" % (w.operand(i32, 0), place))
        w.result(i32, w.new("load i32, ptr %s" % place))
        w.call("llvm.lifetime.end", "void", ("ptr", place))
    plain("lifetime.start", life)
    plain("lifetime.end", life)

    def invariant(w):
        t = w.call("llvm.invariant.start", "ptr", ("i64", "4"), ("ptr", "%in"))
        w.call("llvm.invariant.end", "void", ("ptr", t), ("i64", "4"), ("ptr", "%in"))
    plain("invariant.start", invariant)
    plain("invariant.end", invariant)
    plain("fake.use", lambda w: w.raw("call void (...) @llvm.fake.use(i32 %s)" % w.operand(i32, 0)))
    plain("fptrunc.round", lambda w: w.result(("half", 0), w.call("llvm.fptrunc.round", "half", ("float", w.operand(("float", 0), 0)), ("metadata", '!"round.towardzero"'))), compare=False)
    plain("experimental.widenable.condition", lambda w: w.call("llvm.experimental.widenable.condition", "i1"))
    plain("clear_cache", lambda w: w.call("llvm.clear_cache", "void", ("ptr", "%in"), ("ptr", "%in")))
    plain("type.test", lambda w: w.call("llvm.assume", "void", ("i1", w.call("llvm.type.test", "i1", ("ptr", "%in"), ("metadata", '!"t"')))), compare=False)
    plain("public.type.test", lambda w: w.call("llvm.assume", "void", ("i1", w.call("llvm.public.type.test", "i1", ("ptr", "%in"), ("metadata", '!"t"')))), compare=False)
    for name, args in REFUSED_CALLS.items():
        result, _, given = args.partition(" ")
        cases.append(Case(name, "one", refused_call(name, result, given), compare=False))


def refused_call(name, result, given):
    """What nobody reads would just be left out."""
    def body(w):
        if result == "void":
            return w.raw("call void @llvm.%s(%s)" % (name, given))
        return w.raw("store volatile %s %s, ptr %%out" % (result, w.new("call %s @llvm.%s(%s)" % (result, name, given))))
    return body


def never(name):
    def body(w):
        w.raw("br i1 %s, label %%bad, label %%good" % w.new("icmp eq ptr %in, null"))
        w.block("bad")
        w.raw("call void @llvm.%s(%s)" % (name.split("_")[0], "i8 1" if name.startswith("ubsan") else ""))
        w.raw("br label %good")
        w.block("good")
    return body


# Intrinsics that PTX cannot have, and a call of each: it has to be refused by its name. RESULT ARGUMENTS
REFUSED_CALLS = {
    "sponentry": "ptr ", "eh.dwarf.cfa": "ptr i32 0", "eh.unwind.init": "void ",
    "eh.typeid.for": "i32 ptr null", "get.dynamic.area.offset.i64": "i64 ", "get.fpenv.i64": "i64 ", "get.fpmode.i32": "i32 ",
    "set.fpenv.i64": "void i64 0", "set.fpmode.i32": "void i32 0", "reset.fpenv": "void ", "reset.fpmode": "void ", "set.rounding": "void i32 1",
    "instrprof.increment": "void ptr null, i64 0, i32 1, i32 0", "instrprof.cover": "void ptr null, i64 0, i32 1, i32 0",
    "thread.pointer": "ptr ", "vscale.i32": "i32 ", "pcmarker": "void i32 1", "localaddress": "ptr ", "stackguard": "ptr ",
    "ptrauth.blend": "i64 i64 1, i64 2", "xray.customevent": "void ptr null, i64 0", "coro.frame": "ptr ", "coro.noop": "ptr ",
    "loop.decrement.i32": "i1 i32 1", "set.loop.iterations.i32": "void i32 1", "hwasan.check.memaccess": "void ptr null, ptr null, i32 1",
    "read_register.i32": "i32 metadata !{!\"sp\"}", "objc.retain": "ptr ptr null", "reloc.none": "void metadata !\"x\"",
    "stackaddress.p0": "ptr ",
    "swift.async.context.addr": "ptr ", "seh.scope.begin": "void ",
}

# What is no operation on values: there is nothing to compare, and a front end for GPUs makes none. By pattern, with the reason.
OUTSIDE = {
    "coro.*": "coroutines are split by LLVM's passes before code generation", "objc.*": "Objective-C's runtime", "eh.*": "no exceptions in PTX",
    "seh.*": "no exceptions in PTX", "instrprof.*": "profiles are lowered by LLVM's passes before code generation", "xray.*": "no runtime of XRay",
    "ptrauth.*": "no pointer authentication", "hwasan.*": "sanitizer of another target", "asan.*": "sanitizer of another target",
    "experimental.gc.*": "no garbage collector", "gcr*": "no garbage collector", "gcwrite": "no garbage collector", "experimental.stackmap": "no stack maps",
    "experimental.patchpoint*": "no stack maps", "experimental.deoptimize": "no stack maps", "experimental.guard": "lowered by LLVM's passes before",
    "call.preallocated.*": "Windows' calling convention", "callbr.landingpad": "asm goto", "codeview.annotation": "Windows' debug information",
    "dbg.*": "debug information", "icall.branch.funnel": "made by whole-program devirtualization only", "localescape": "Windows' exceptions",
    "localrecover": "Windows' exceptions", "*loop.iterations*": "hardware loops of other targets", "loop.decrement*": "hardware loops of other targets",
    "preserve.*.access.index": "BPF's relocations", "protected.field.ptr": "lowered by LLVM's passes before", "pseudoprobe": "profile markers",
    "swift.*": "Swift's calling convention", "stackprotector": "no stack protector", "thread*": "no thread-local variables", "type.checked.load*": "whole-program devirtualization only",
    "va_*": "lowered with the variadic function (unit_nvptx_prepare)", "var.annotation": "a marker", "ptr.annotation": "a marker", "annotation": "a marker",
    "experimental.convergence.*": "markers", "experimental.noalias.scope.decl": "a marker", "adjust.trampoline": "no code in memory", "init.trampoline": "no code in memory", "alloc.token.id": "sanitizer",
    "allow.sanitize.*": "sanitizer", "read_volatile_register": "named registers", "write_register": "named registers", "speculative*": "other targets",
}


def refusal(name, text):
    """The reason why this answer of lathe's is the expected one, or None."""
    op = name.split("/")[0]
    if not text.startswith("refused: "):
        return None
    # What only libdevice has is an error where there is none; where there is one, it is not found missing.
    if "needs CUDA's libdevice, which was not found" in text and not suite_common.libdevice():
        return "no libdevice here"
    bare = "llvm." + op
    if op in REFUSED_CALLS:
        return text if bare in text or bare.rsplit(".", 1)[0] in text else None
    for pattern, words in EXPECTED.items():
        if fnmatch.fnmatch(name, pattern) and words in text:
            return words
    return None


# Cells that are refused, with words of the message.
EXPECTED = {
    "stack*/one": "need PTX 7.3",                            # by the target's default version
    "clear_cache/one": "has no PTX form",
}


def generic_intrinsics():
    """All names in LLVM 22's header, without "llvm."; None where it is not installed."""
    path = "/usr/lib/llvm-22/include/llvm/IR/IntrinsicEnums.inc"
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return re.findall(r"// llvm\.([\w.]+)", file.read())


def uncovered(cases):
    """Generic intrinsics that have neither a cell nor a reason why not."""
    ops = {c.op for c in cases} | {"experimental." + c.op for c in cases}
    ops |= {re.sub(r"\.(i32|i64|p0)$", "", op) for op in ops}
    return [n for n in generic_intrinsics() or () if n not in ops and not any(fnmatch.fnmatch(n, p) for p in OUTSIDE)]


def all_cases():
    cases = []
    for family in (masked, lanes, predicated, matrices, single, matrix_constrained.constrained):
        family(cases)
    return cases
