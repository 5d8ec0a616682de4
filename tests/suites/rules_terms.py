"""A rule's terms as nodes at given types, its conditions as z3's, and its literals as z3's bits or plain numbers.

`Instance` has one way of reading for both: with literals left open (a proof for all of them), and with numbers for them (a graph).
"""
import ast
import struct

import z3

from rules_smt import Node, Type, shifted_left, type_of
from rules_text import CONDITIONS, RuleError, Term

HALF = ("mul_wide_s", "mul_wide_u", "build_pair")
CONVERSIONS = ("trunc", "zext", "sext", "anyext", "fp_ext", "fp_trunc", "bitcast", "si_to_fp", "ui_to_fp", "extract_limb",
               "fp_to_si", "fp_to_ui", "extract_element")
ATTRIBUTED = ("setcc", "sext_inreg", "extract_limb", "extract_subvector")  # mean nothing without
# What says when a rule is worth it, or asks the target: no part of what must hold for it to be right.
NOT_SEMANTIC = ("one_use", "legal", "not_literal")


def float_bits(number, t):
    if t.kind == "b":
        return struct.unpack("<I", struct.pack("<f", number))[0] >> 16
    code = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}[t.bits]
    return struct.unpack(code[1], struct.pack(code[0], number))[0]


class Words:
    """Expressions in words: literals are extended by zeros, all is modulo 2^size. With z3's bits or Python's numbers."""

    def __init__(self, instance, size, concrete):
        self.instance, self.size, self.concrete = instance, size, concrete
        self.mask = (1 << size) - 1

    # The few operations that z3 and Python write differently.
    def word(self, number):
        return number & self.mask if self.concrete else z3.BitVecVal(number, self.size)

    def signed(self, x):
        return x - (1 << self.size) if self.concrete and x >> (self.size - 1) else x

    def choose(self, condition, a, b):
        if isinstance(condition, bool):
            return a if condition else b
        return z3.If(condition, a, b)

    def up(self, x, by):
        return (x << by) & self.mask if self.concrete and by < self.size else 0 if self.concrete else shifted_left(x, by)

    def down(self, x, by):
        return (x >> by if by < self.size else 0) if self.concrete else z3.LShR(x, by)

    def low(self, n):
        return self.choose(self.compare(ast.GtE(), n, self.word(self.size)), self.word(-1), (self.up(self.word(1), n) - 1) & self.mask
                           if self.concrete else self.up(self.word(1), n) - 1)

    def sext(self, x, n):
        by = self.word(self.size) - n
        if self.concrete:
            x &= (1 << n) - 1
            return (x - (1 << n) if n and x >> (n - 1) else x) & self.mask
        return (x << by) >> by

    def count(self, x, test):
        """How many i have test(x, i): for logarithms and zeros."""
        total = self.word(0)
        for i in range(self.size):
            total = total + self.choose(test(x, i), self.word(1), self.word(0))
        return total

    def compare(self, op, a, b):
        if isinstance(op, ast.Eq):
            return a == b
        if isinstance(op, ast.NotEq):
            return a != b
        if self.concrete:
            return {ast.Lt: a < b, ast.LtE: a <= b, ast.Gt: a > b, ast.GtE: a >= b}[type(op)]
        return {ast.Lt: z3.ULT, ast.LtE: z3.ULE, ast.Gt: z3.UGT, ast.GtE: z3.UGE}[type(op)](a, b)

    def inverse(self, x):
        out = x
        for _ in range(6):
            out = out * (2 - x * out)
        return out & self.mask if self.concrete else out

    def float_call(self, name, literal):
        """Of a literal that is a float: its negation, and what kind of number it is."""
        x, t = self.read(literal), self.instance.literal_types[literal.id]
        sign = 1 << (t.bits - 1)
        infinite = {16: 0x7c00, 32: 0x7f800000, 64: 0x7ff << 52}[t.bits]
        if name == "fneg":
            return x ^ sign
        size = x & (sign - 1)
        if name == "nonzero":
            return self.compare(ast.NotEq(), size, self.word(0))
        return self.compare(ast.Gt() if name == "isnan" else ast.Lt(), size, self.word(infinite))

    def call(self, name, args):
        if name in ("fneg", "isnan", "finite", "nonzero"):
            return self.float_call(name, args[0])
        one = [self.read(arg) for arg in args] if name not in ("zeros", "ones", "nonneg", "signbits", "never_poison") else None
        if name == "low":
            return self.low(one[0])
        if name == "sign":
            return self.up(self.word(1), one[0] - 1)
        if name == "sext":
            return self.sext(*one)
        if name == "pow2":
            x = one[0]
            both = (x != 0, (x & (x - 1)) == 0)
            return all(both) if self.concrete else z3.And(*both)
        if name == "log2":  # of what is above the lowest bit: floor
            return self.count(one[0], lambda x, i: self.down(x, self.word(i + 1)) != 0 if i + 1 < self.size else False)
        if name == "trailing":
            return self.count(one[0], lambda x, i: (x & self.low(self.word(i + 1))) == 0)
        if name in ("slt", "sle"):
            a, b = one
            if self.concrete:
                a, b = self.signed(a), self.signed(b)
            return a < b if name == "slt" else a <= b
        if name in ("min", "max"):
            less = self.compare(ast.Lt(), *one)
            return self.choose(less, *(one if name == "min" else one[::-1]))
        if name == "choose":
            return self.choose(*one)
        if name == "inverse":
            return self.inverse(one[0])
        if name == "ashr":
            return self.signed(one[0]) >> min(one[1], self.size - 1) & self.mask if self.concrete else one[0] >> one[1]
        if name in ("div", "mod"):
            made = {("div", True): int.__floordiv__, ("mod", True): int.__mod__, ("div", False): z3.UDiv, ("mod", False): z3.URem}[name, self.concrete]
            if self.concrete:  # by zero: zero, as include/lathe/combine has it
                return made(*one) if one[1] else 0
            return z3.If(one[1] == 0, self.word(0), made(*one))
        raise RuleError("no function '%s'" % name)

    def read(self, tree):
        if isinstance(tree, ast.Constant):
            return self.word(tree.value)
        if isinstance(tree, ast.Name):
            return self.instance.word(tree.id, self)
        if isinstance(tree, ast.Call):
            return self.call(tree.func.id, tree.args)
        if isinstance(tree, ast.Compare):
            return self.compare(tree.ops[0], self.read(tree.left), self.read(tree.comparators[0]))
        if isinstance(tree, ast.BoolOp):
            parts = [self.read(part) for part in tree.values]
            if all(isinstance(part, bool) for part in parts):
                return all(parts) if isinstance(tree.op, ast.And) else any(parts)
            return z3.And(*parts) if isinstance(tree.op, ast.And) else z3.Or(*parts)
        if isinstance(tree, ast.UnaryOp):
            x = self.read(tree.operand)
            if isinstance(tree.op, ast.Not):
                return not x if isinstance(x, bool) else z3.Not(x)
            out = ~x if isinstance(tree.op, ast.Invert) else -x
            return out & self.mask if self.concrete else out
        if isinstance(tree, ast.BinOp):
            a, b = self.read(tree.left), self.read(tree.right)
            if isinstance(tree.op, ast.LShift):
                return self.up(a, b)
            if isinstance(tree.op, ast.RShift):
                return self.down(a, b)
            out = {ast.Add: lambda: a + b, ast.Sub: lambda: a - b, ast.Mult: lambda: a * b, ast.BitAnd: lambda: a & b,
                   ast.BitOr: lambda: a | b, ast.BitXor: lambda: a ^ b}[type(tree.op)]()
            return out & self.mask if self.concrete else out
        raise RuleError("cannot use this in an expression: " + ast.dump(tree))


class Instance:
    """A rule at types. `literals`: numbers for them, by name; without, they stay open, but for those in `fixed`."""

    def __init__(self, rule, types, literals=None, fixed=None):
        self.rule, self.types, self.literals = rule, types, literals
        self.values, self.bound, self.open = {}, {}, dict(fixed or {})
        self.literal_types = {}
        self.before = self.node(rule.match, types.get("t"))
        self.beside = [self.node(term, types.get("t")) for term in rule.beside]
        root = self.before.types
        self.after = []
        for i, term in enumerate(rule.give):
            made = None if term.kind == "none" else self.node(term, root[i])
            self.after.append(made)
        size = max([64] + [t.bits for t in types.values()])
        self.words = Words(self, size, literals is not None)

    def type(self, name):
        return self.types[name] if name in self.types else type_of(name)

    # ---- terms
    def node(self, term, wanted):
        if term.type:
            wanted_here = self.type(term.type)
        else:
            wanted_here = wanted
        if term.kind == "op":
            made = self.operation(term, wanted_here)
            if term.bound:
                self.bound[term.bound] = made
            return made
        if term.kind == "value":
            if term.name in self.bound:
                return self.bound[term.name]
            if term.name not in self.values:
                self.values[term.name] = Node("input", [wanted_here], value=term.name)
            return self.values[term.name]
        return Node("constant_fp" if wanted_here.kind in "fb" else "constant", [wanted_here], value=self.number(term, wanted_here))

    def number(self, term, t):
        """The bits of what stands for a constant."""
        return term_value(term, t, self)

    def operation(self, term, wanted):
        op = term.name
        attribute = term.attribute
        if term.condition:
            attribute = CONDITIONS[term.condition]
        elif isinstance(attribute, str):
            attribute = self.literals[attribute] if self.literals else None
            if attribute is None and term.attribute in self.types:
                attribute = self.types[term.attribute].bits
        if attribute is None and op in ATTRIBUTED:
            raise RuleError("%s: say which %s" % (self.rule.place, op))
        if op in ("setcc", "br_cond"):
            inner = self.type(term.type or "t")
            operands = [self.node(operand, inner) for operand in term.operands]
            inner = operands[0].type if operands[0].op == "input" else inner
            return Node(op, [Type("i", 1, inner.lanes)], [(x, 0) for x in operands], term.flags, imm=attribute)
        types = [wanted, Type("i", 1, wanted.lanes)] if op.endswith("_o") else [wanted]
        operands = []
        for i, operand in enumerate(term.operands):
            inner = wanted
            if op == "select" and i == 0:
                inner = Type("i", 1, wanted.lanes)
            elif op in CONVERSIONS or op in HALF or (op.startswith("mad_wide") and i < 2):
                inner = self.types.get("n", wanted)
            elif op in ("bfe_u", "bfe_s") and i > 0:
                inner = Type("i", 32)
            operands.append((self.node(operand, inner), 0))
        return Node(op, types, operands, term.flags, imm=attribute)

    # ---- literals and conditions
    def literal(self, name, t):
        self.literal_types.setdefault(name, t)
        if self.literals is not None:
            return self.literals.get(name, 0)
        if name not in self.open:
            self.open[name] = z3.BitVec(name, t.bits)
        return self.open[name]

    def word(self, name, words):
        if name in self.types:
            return words.word(self.types[name].bits)
        if name not in self.literal_types:
            raise RuleError("%s: '%s' is no literal of the match" % (self.rule.place, name))
        if words.concrete:
            return self.literals[name]
        x = self.open[name]
        return z3.ZeroExt(words.size - x.size(), x) if x.size() < words.size else x

    def conditions(self):
        """Pairs of condition and tree, those that say what must hold; those on values as (name, node, z3 mask or number)."""
        plain, on_values = [], []
        for tree in self.rule.when:
            if isinstance(tree, ast.Call) and tree.func.id in NOT_SEMANTIC:
                continue
            if isinstance(tree, ast.Call) and tree.func.id in ("zeros", "ones", "nonneg", "signbits", "never_poison"):
                name = tree.args[0].id
                node = self.bound.get(name) or self.values[name]
                more = self.words.read(tree.args[1]) if len(tree.args) > 1 else None
                on_values.append((tree.func.id, node, more))
            else:
                plain.append(self.words.read(tree))
        return plain, on_values


RING = {z3.Z3_OP_BADD: lambda *x: sum(x[1:], x[0]), z3.Z3_OP_BMUL: lambda *x: product(x), z3.Z3_OP_BSUB: lambda a, b: a - b,
        z3.Z3_OP_BNEG: lambda a: -a, z3.Z3_OP_BAND: lambda a, b: a & b, z3.Z3_OP_BOR: lambda a, b: a | b,
        z3.Z3_OP_BXOR: lambda a, b: a ^ b, z3.Z3_OP_BNOT: lambda a: ~a}


def product(factors):
    out = factors[0]
    for factor in factors[1:]:
        out = out * factor
    return out


def narrow(x, bits):
    """The low bits of x, computed in as many bits where the operation allows it."""
    if x.size() == bits:
        return x
    kind = x.decl().kind()
    if z3.is_bv_value(x):
        return z3.BitVecVal(x.as_long(), bits)
    if kind == z3.Z3_OP_ZERO_EXT:
        inner = x.children()[0]
        return narrow(inner, bits) if inner.size() >= bits else z3.ZeroExt(bits - inner.size(), inner)
    if kind in RING:
        return RING[kind](*[narrow(part, bits) for part in x.children()])
    return z3.Extract(bits - 1, 0, x)


def term_value(term, t, instance):
    if term.kind == "number":
        return term.name & ((1 << t.bits) - 1)
    if term.kind == "real":
        return float_bits(term.name, t)
    if term.kind == "literal":
        return instance.literal(term.name, t)
    if term.kind == "computed":
        size = max([64] + [x.bits for x in instance.types.values()])
        words = Words(instance, size, instance.literals is not None)
        out = words.read(term.name)
        if isinstance(out, bool):
            out = int(out)
        if isinstance(out, int):
            return out & ((1 << t.bits) - 1)
        return narrow(out, t.bits)
    raise RuleError("no literal: " + str(term.name))


def assignments(rule, kinds):
    """All ways to give the rule's type variables types: its `types` lines, else `kinds`; `t` is there always."""
    names = dict(rule.types)
    names.setdefault("t", kinds)
    out = [{}]
    for name, types in names.items():
        out = [{**one, name: type_of(t)} for one in out for t in types]
    return out
__all__ = ["Instance", "Words", "assignments", "Term"]
