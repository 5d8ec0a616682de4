"""Rules on floats at 16 bits without a solver: all 65536 values of an operand, by the host's arithmetic.

One operand: all values. Two: all values of each beside those that matter of the other, and random pairs. Results are computed in
doubles and rounded once to half; that is right for sums, differences, products and quotients of halves (a double has more than twice
their digits) and for fma where the exact sum fits a double (|exponents| of half are below 16). NaNs are one.
"""
import math
import random
import struct

from rules_terms import Instance
from rules_text import NAMES

SPECIAL = [0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x8400, 0x3c00, 0xbc00, 0x3c01, 0x4000, 0x4100, 0x3e00, 0x3800, 0xb400,
           0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x5640, 0xd640, 0x2e66]
VALUES = [struct.unpack("<e", struct.pack("<H", bits))[0] for bits in range(1 << 16)]
NAN = 0x7e00


class NotHere(Exception):
    """The rule asks for what this does not do."""


def to_half(x):
    if math.isnan(x):
        return NAN
    try:
        return struct.unpack("<H", struct.pack("<e", x))[0]
    except OverflowError:
        return 0xfc00 if x < 0 else 0x7c00


def one_nan(bits):
    return NAN if bits & 0x7fff > 0x7c00 else bits


def quotient(a, b):
    if b == 0:
        return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))
    return a / b


def product(a, b):
    return math.nan if (math.isinf(a) and b == 0) or (math.isinf(b) and a == 0) else a * b


def difference(a, b):
    return math.nan if math.isinf(a) and a == b else a - b


def total(a, b):
    return math.nan if math.isinf(a) and a == -b else a + b


ARITHMETIC = {"fadd": total, "fsub": difference, "fmul": product, "fdiv": quotient,
              "fma": lambda a, b, c: total(product(a, b), c)}


class Choice(Exception):
    """Of two zeros, either: the source may give both."""


def least_or_most(op, a, b):
    x, y = VALUES[a], VALUES[b]
    if math.isnan(x) or math.isnan(y):
        if op in ("fminimum", "fmaximum"):
            return NAN
        return one_nan(b) if math.isnan(x) else one_nan(a)
    if x == y:
        if a != b and op in ("fminnum", "fmaxnum"):
            raise Choice
        return (a | b if op.startswith("fmin") else a & b) if x == 0 else a
    return a if (x < y) == op.startswith("fmin") else b


def compute(node, values, done):
    """Bits, or None where the value is poison."""
    if id(node) in done:
        return done[id(node)]
    if node.op == "input":
        out = values[node.value]
    elif node.op in ("constant", "constant_fp"):
        out = node.value
    else:
        out = operation(node, [compute(operand, values, done) for operand, _ in node.operands])
    done[id(node)] = out
    return out


def bad(node, bits):
    size = bits & 0x7fff
    return ("nnan" in node.flags and size > 0x7c00) or ("ninf" in node.flags and size == 0x7c00)


def operation(node, x):
    op = node.op
    if any(value is None for value in x):
        return None
    if op == "setcc":
        a, b = VALUES[x[0]], VALUES[x[1]]
        if any(bad(node, v) for v in x):
            return None
        relation = 8 if math.isnan(a) or math.isnan(b) else 4 if a < b else 2 if a > b else 1
        return int(node.imm & relation != 0)
    if op == "fneg":
        out = x[0] ^ 0x8000
    elif op == "fabs":
        out = x[0] & 0x7fff
    elif op == "fcopysign":
        out = (x[0] & 0x7fff) | (x[1] & 0x8000)
    elif op in ARITHMETIC:
        out = to_half(ARITHMETIC[op](*[VALUES[v] for v in x]))
    elif op.startswith(("fmin", "fmax")):
        out = least_or_most(op, *x)
    elif op == "xor":
        return x[0] ^ (x[1] & 1)
    else:
        raise NotHere(op)
    if any(bad(node, v) for v in (x if op != "fcopysign" else x[:1]) + [out]):
        return None
    return out


def inputs_of(names, chance):
    if len(names) == 1:
        return ({names[0]: bits} for bits in range(1 << 16))
    if not names:
        return [{}]

    def several():
        for name in names:
            for bits in range(0, 1 << 16, 1 if len(names) == 2 else 7):
                others = {other: chance.choice(SPECIAL) for other in names}
                yield {**others, name: bits}
        for _ in range(20000):
            yield {name: chance.choice(SPECIAL) if chance.random() < 0.3 else chance.randrange(1 << 16) for name in names}
    return several()


def check(rule, types, literals):
    """'proved' (by exhaustion, of one operand), 'refuted' with text, or 'open' with what is not done here."""
    instance = Instance(rule, types, literals)
    names = sorted(instance.values)
    if any(node.type.kind != "f" or node.type.bits != 16 for node in instance.values.values()):
        raise NotHere("an operand that is no half")
    free_zero = any("nsz" in node.flags for node in nodes(instance.before))
    for values in inputs_of(names, random.Random(rule.name)):
        try:
            before = compute(instance.before, values, {})
        except Choice:
            continue
        if before is None:
            continue
        try:
            after = compute(instance.after[0], values, {})
        except Choice:
            after = None
        if after is not None and one_nan(before) == one_nan(after):
            continue
        if free_zero and after is not None and before & 0x7fff == 0 and after & 0x7fff == 0:
            continue
        text = "; ".join("%s = 0x%x" % item for item in values.items())
        return "refuted", "at 16 bits: %s%s; before: 0x%x, after: %s" % (
            text, "".join("; %s = 0x%x" % item for item in literals.items()), before, "poison" if after is None else hex(after))
    return "proved", "all values" if len(names) == 1 else "values that matter"


def nodes(node):
    yield node
    for operand, _ in node.operands:
        yield from nodes(operand)


__all__ = ["check", "NotHere", "NAMES"]
