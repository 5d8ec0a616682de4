"""Rules that make products of quotients by constants, at numbers in place of a solver, which 64-bit products of unknowns are too much for.

At 16 bits each divisor that meets the conditions is tried, at the dividends next to each of its multiples and at the ends. That is
all of them: both the quotient and what stands for it rise with the dividend (of what a rule may give, products with a number, their high
halves, shifts to the right, sums of such; judged signed, in signed order, but for the sign that is taken off in the end, whose step is
tried), and they agree where either may step; remainders rise by one between the same steps. At 32 and 64 bits divisors next to powers of two, small ones and random ones are tried at
dividends that matter (rules_dividends.py), which is no proof.
"""
import random

import rules_dividends
from rules_dividends import quotient, signed
from rules_terms import Instance

FUNCTIONS = {"add": lambda a, b, w: a + b, "sub": lambda a, b, w: a - b, "mul": lambda a, b, w: a * b, "mulhu": lambda a, b, w: a * b >> w,
             "mulhs": lambda a, b, w: signed(a, w) * signed(b, w) >> w, "srl": lambda a, b, w: a >> b if b < w else 0,
             "sra": lambda a, b, w: signed(a, w) >> min(b, w - 1), "udiv": lambda a, b, w: a // b, "sdiv": lambda a, b, w: quotient(signed(a, w), signed(b, w)),
             "urem": lambda a, b, w: a % b, "srem": lambda a, b, w: signed(a, w) - quotient(signed(a, w), signed(b, w)) * signed(b, w)}


def formula(node, bits):
    """The node as a function of the dividend."""
    if node.op == "input":
        return lambda x: x
    if node.op == "constant":
        return lambda x, value=node.value: value
    one, left, right = FUNCTIONS[node.op], *(formula(operand, bits) for operand, _ in node.operands)
    mask = (1 << bits) - 1
    return lambda x: one(left(x), right(x), bits) & mask


def steps(bits, by):
    """All dividends next to a multiple of the divisor, signed or not, and the ends."""
    most = (1 << bits) - 1
    near = {y & most for x in range(0, most + by, by) for y in (x - 1, x, x + 1, -x - 1, -x, 1 - x)}
    return near | {0, most, most >> 1, (most >> 1) + 1}


def divisors(bits, chance):
    if bits <= 16:
        return range(1 << bits)
    most = (1 << bits) - 1
    near = {((1 << n) + d) & most for n in range(bits) for d in range(-4, 5)} | set(range(200))
    return sorted(near | {chance.randrange(1, most) >> chance.randrange(bits) for _ in range(400)} | {most - n for n in range(20)})


def prove(rule, types):
    """State, counterexample as text."""
    bits, tried = types["t"].bits, 0
    names = list(Instance(rule, types).open)
    for by in divisors(bits, random.Random(bits)):
        instance = Instance(rule, types, literals={names[0]: by})
        if not all(instance.conditions()[0]):
            continue
        tried += 1
        before, after = (formula(node, bits) for node in (instance.before, instance.after[0]))
        size = abs(signed(by, bits)) if rule.match.name[0] == "s" else by
        for x in steps(bits, size) if bits <= 16 else rules_dividends.dividends(bits, size):
            if before(x) != after(x):
                return "refuted", "%d by %d: before: %d, after: %d" % (x, by, before(x), after(x))
    if not tried:
        return "idle", ""
    return ("proved", "") if bits <= 16 else ("open", "%d divisors, at dividends that matter" % tried)
