"""Rules that the flags reassoc, arcp and contract allow: equal over the real numbers, where nothing is rounded.

What is not asked for here: NaNs, infinities, the sign of zero, and by how much the roundings differ; the flags leave these open.
"""
import ast
import struct
from fractions import Fraction

import z3

from rules_terms import Instance, float_bits
from rules_text import RuleError

NICE = [2.0, 0.5, 3.0, -4.0, 10.0, 0.75]


def number_of(bits, t):
    """What a float's bits mean."""
    code = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}[t.bits]
    return struct.unpack(code[0], struct.pack(code[1], bits))[0]


class RealInstance(Instance):
    """Constants are real numbers: variables for the rule's literals."""

    def number(self, term, t):
        if term.kind == "real":
            return z3.RealVal(str(Fraction(term.name)))
        if term.kind == "literal":
            self.literal_types[term.name] = t
            return z3.Real(term.name)
        if term.kind == "computed":
            return self.expression(term.name)
        raise RuleError("no real number: " + str(term.name))

    def expression(self, tree):
        if isinstance(tree, ast.Name):
            return z3.Real(tree.id)
        if isinstance(tree, ast.Constant):
            return z3.RealVal(tree.value)
        x = [self.expression(arg) for arg in tree.args]
        return {"fadd": lambda: x[0] + x[1], "fmul": lambda: x[0] * x[1], "fdiv": lambda: x[0] / x[1], "fneg": lambda: -x[0]}[
            tree.func.id]()


class NumberInstance(Instance):
    """Constants are numbers, computed ones by the host."""

    def number(self, term, t):
        if term.kind != "computed":
            return super().number(term, t)
        return float_bits(self.expression(term.name), t)

    def expression(self, tree):
        if isinstance(tree, ast.Name):
            return number_of(self.literals[tree.id], self.literal_types[tree.id])
        if isinstance(tree, ast.Constant):
            return float(tree.value)
        x = [self.expression(arg) for arg in tree.args]
        return {"fadd": lambda: x[0] + x[1], "fmul": lambda: x[0] * x[1], "fdiv": lambda: x[0] / x[1], "fneg": lambda: -x[0]}[
            tree.func.id]()


def meaning(node, done):
    if id(node) not in done:
        done[id(node)] = compute(node, done)
    return done[id(node)]


def compute(node, done):
    op = node.op.removesuffix("_ftz")  # of PTX
    if op == "input":
        return z3.Real(str(node.value))
    if op == "load":
        return z3.Real("input%d" % (node.operands[1][0].aux or 0))
    if op == "constant_fp":
        if z3.is_expr(node.value):
            return node.value
        return z3.RealVal(str(Fraction(number_of(node.value, node.type))))
    x = [meaning(operand, done) for operand, _ in node.operands]
    if op == "fma":
        return x[0] * x[1] + x[2]
    if op not in ("fadd", "fsub", "fmul", "fdiv", "fneg"):
        raise RuleError("no operation on real numbers: " + op)
    return {"fadd": lambda: x[0] + x[1], "fsub": lambda: x[0] - x[1], "fmul": lambda: x[0] * x[1], "fdiv": lambda: x[0] / x[1],
            "fneg": lambda: -x[0]}[op]()


def equal(before, after, premises, limit, rounded):
    solver = z3.Solver()
    solver.set("rlimit", int(limit * 1000000))
    apart = z3.simplify(before - after, som=True)
    if rounded:  # one rounding of a constant, to single precision at least
        solver.add(*premises, z3.Or(apart * (1 << 22) > z3.If(before < 0, -before, before),
                                    -apart * (1 << 22) > z3.If(before < 0, -before, before)))
    else:
        solver.add(*premises, apart != 0)
    state = solver.check()
    if state == z3.sat:
        return "refuted", "over the reals: %s" % solver.model()
    return ("proved", "") if state == z3.unsat else ("open", "")


def prove(rule, types, limit):
    instance = RealInstance(rule, types)
    premises = [z3.Real(tree.args[0].id) != 0 for tree in rule.when if isinstance(tree, ast.Call) and tree.func.id == "nonzero"]
    return equal(meaning(instance.before, {}), meaning(instance.after[0], {}), premises, limit, False)


def numbers_for(rule, types):
    instance = RealInstance(rule, types)
    names = sorted(instance.literal_types)
    return [{name: float_bits(NICE[(i + 2 * k) % len(NICE)], instance.literal_types[name]) for k, name in enumerate(names)}
            for i in range(3 if names else 1)]


def validate(before, after, limit):
    for register, (node, _) in before.items():
        state, what = equal(meaning(node, {}), meaning(after[register][0], {}), [], limit, True)
        if state != "proved":
            return state, what
    return "proved", ""
