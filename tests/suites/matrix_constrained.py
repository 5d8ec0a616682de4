"""Constrained floating point: every operation in every rounding mode, with exceptions ignored and strict.

The host honours no mode but the one it is set to, so it calls the harness, which sets it (fesetround) around the operation.
"""
from matrix_ir import Case, is_float, ty, width

REALS = ["half", "bfloat", "float", "double"]
MODES = {"tonearest": 0, "downward": 0x400, "upward": 0x800, "towardzero": 0xC00, "dynamic": 0}  # fesetround on x86
ONE = {"sqrt": 1, "fadd": 2, "fsub": 2, "fmul": 2, "fdiv": 2, "fma": 3, "fmuladd": 3, "rint": 1, "nearbyint": 1}
UNMOVED = {"floor": 1, "ceil": 1, "trunc": 1, "round": 1, "roundeven": 1, "maximum": 2, "minimum": 2, "maxnum": 2, "minnum": 2, "frem": 2}
LIBRARY = {n: 1 for n in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "log", "log2", "log10")} | {"pow": 2, "atan2": 2}


def key(*types):
    return "_".join(("v%d" % n if n else "") + e for e, n in types)


def operation(name, result, args, mode, host):
    """One constrained call; on the host between two changes of the mode."""
    def body(w):
        from matrix_cases import clamped, quiet
        given = []
        for number, t in enumerate(args):
            v = w.operand(t, number)
            if name in ("maxnum", "minnum"):
                v = quiet(w, t, v)
            if name in ("fptosi", "fptoui"):
                v = clamped(w, t, result, name == "fptosi", v)
            if name in ("lrint", "llrint", "lround", "llround"):
                v = clamped(w, t, ("i30", t[1]), True, v)
            given.append((ty(t), v))
        tail = [("metadata", '!"round.%s"' % mode)] if mode else []
        if host and mode:
            w.call("set_rounding", "void", ("i32", str(MODES[mode])))
        r = w.call("llvm.experimental.constrained." + name, ty(result), *given, *tail, ("metadata", '!"fpexcept.strict"'))
        if host and mode:
            w.call("set_rounding", "void", ("i32", "0"))
        w.result(result, r)
    return body


def unsigned(t, i, mode):
    """As signed numbers of twice the width; llc-22's own way for vectors makes -0 of 0 when it rounds downwards."""
    def body(w):
        wide = ("i64", i[1])
        w.call("set_rounding", "void", ("i32", str(MODES[mode])))
        r = w.call("llvm.experimental.constrained.sitofp", ty(t), (ty(wide), w.new("zext %s %s to %s" % (ty(i), w.operand(i, 0), ty(wide)))), ("metadata", '!"round.%s"' % mode), ("metadata", '!"fpexcept.strict"'))
        w.call("set_rounding", "void", ("i32", "0"))
        w.result(t, r)
    return body


def extension(t, o):
    """Exact in any mode; llc-22's own way for bfloat gives zeros."""
    return lambda w: w.result(o, w.new("fpext %s %s to %s" % (ty(t), w.operand(t, 0), ty(o))))


def exact(name, result, args, mode):
    """Halves: LLVM's way through f32 rounds twice, so the harness computes them."""
    def body(w):
        w.call("set_rounding", "void", ("i32", str(MODES[mode])))
        lanes, given = [], [w.operand(t, i) for i, t in enumerate(args)]
        for lane in range(result[1] or 1):
            words = []
            for t, v in zip(args, given):
                x = w.extract(t, v, lane)
                if width(t[0]) < 64 or is_float(t[0]):
                    x = w.new("bitcast %s %s to i%d" % (t[0], x, width(t[0]))) if is_float(t[0]) else x
                    if width(t[0]) < 64:
                        x = w.new("%s i%d %s to i64" % ("sext" if name == "sitofp" else "zext", width(t[0]), x))
                words.append(("i64", x))
            words += [("i64", "0")] * (3 - len(words))
            source = args[0][0]
            code = {"half": 0, "bfloat": 1, "float": 2, "double": 3}.get(source, 4)
            r = w.call("directed_%s" % name, "i16", *words, ("i32", str(code)), ("i32", {"half": "0", "bfloat": "1"}[result[0]]), ("i32", str(MODES[mode])))
            lanes.append(w.new("bitcast i16 %s to %s" % (r, result[0])))
        w.call("set_rounding", "void", ("i32", "0"))
        w.result(result, w.vector(result, lanes) if result[1] else lanes[0])
    return body


def constrained(cases):
    for n in (0, 2, 3, 4):
        for e in REALS:
            t, halves = (e, n), e in ("half", "bfloat")
            for name, count in ONE.items():
                for mode in MODES:
                    device = operation(name, t, [t] * count, mode, False)
                    host = exact(name, t, [t] * count, mode) if halves and name not in ("rint", "nearbyint") else operation(name, t, [t] * count, mode, True)
                    compare = name != "fmuladd" and not (name in ("rint", "nearbyint") and halves)
                    cases.append(Case("experimental.constrained." + name, "%s_%s" % (key(t), mode), device, host, compare=compare))
            for name, count in UNMOVED.items():
                modes = [None] if name != "frem" else ["towardzero"]
                for mode in modes:
                    cases.append(Case("experimental.constrained." + name, key(t), operation(name, t, [t] * count, mode, False), compare=not halves and name not in ("maxnum", "minnum")))
            for name, count in LIBRARY.items():
                cases.append(Case("experimental.constrained." + name, key(t), operation(name, t, [t] * count, "upward", False), compare=False))
            for other in REALS:
                o = (other, n)
                if width(other) > width(e):
                    cases.append(Case("experimental.constrained.fpext", key(t, o), operation("fpext", o, [t], None, False), extension(t, o)))
                elif width(other) < width(e):
                    for mode in MODES:
                        host = exact("fptrunc", o, [t], mode) if other in ("half", "bfloat") else operation("fptrunc", o, [t], mode, True)
                        cases.append(Case("experimental.constrained.fptrunc", "%s_%s" % (key(t, o), mode), operation("fptrunc", o, [t], mode, False), host))
            for integer in ("i8", "i32", "i64"):
                i = (integer, n)
                for name in ("fptosi", "fptoui"):
                    cases.append(Case("experimental.constrained." + name, key(t, i), operation(name, i, [t], None, False), compare=not halves))
                for name in ("sitofp", "uitofp"):
                    for mode in MODES:
                        host = exact(name, t, [i], mode) if halves else unsigned(t, i, mode) if name == "uitofp" and integer != "i64" else operation(name, t, [i], mode, True)
                        compare = name == "sitofp" or integer != "i64" or halves or not n
                        cases.append(Case("experimental.constrained." + name, "%s_%s" % (key(i, t), mode), operation(name, t, [i], mode, False), host, compare=compare))
            for name, mode in (("lrint", "upward"), ("llrint", "towardzero"), ("lround", None), ("llround", None)) if not n else ():
                i = ("i64", n)
                cases.append(Case("experimental.constrained." + name, key(t), operation(name, i, [t], mode, False), operation(name, i, [t], mode, True), compare=not halves))
            for p in ("oeq", "olt", "ugt", "une", "ord"):
                for name in ("fcmp", "fcmps"):
                    def body(w, t=t, p=p, name=name):
                        w.result(("i1", t[1]), w.call("llvm.experimental.constrained." + name, ty(("i1", t[1])), (ty(t), w.operand(t, 0)), (ty(t), w.operand(t, 1)), ("metadata", '!"%s"' % p), ("metadata", '!"fpexcept.strict"')))
                    cases.append(Case("experimental.constrained." + name, "%s_%s" % (key(t), p), body, compare=not halves))
            for mode in MODES:  # halves: by exact fractions in tests/cli/constrained_modes.py
                given = [t, ("i32", n)]
                cases.append(Case("experimental.constrained.ldexp", "%s_%s" % (key(t), mode), operation("ldexp", t, given, mode, False), operation("ldexp", t, given, mode, True),
                                  compare=not halves))

            def power(w, t=t):
                x = ("i32", 0)
                w.result(t, w.call("llvm.experimental.constrained.powi", ty(t), (ty(t), w.operand(t, 0)), (ty(x), w.operand(x, 1)), ("metadata", '!"round.tonearest"'), ("metadata", '!"fpexcept.ignore"')))
            cases.append(Case("experimental.constrained.powi", key(t), power, compare=False))
