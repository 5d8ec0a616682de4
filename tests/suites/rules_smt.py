"""What each operation of the DAG means to z3: values as lanes of (bits, poison), floats as z3's floating point.

Poison and undefined are one thing here, as in the DAG (`undef`: "undef and poison"). What an operation may choose (freeze of poison,
the bits above an anyext, the sign of a zero under nsz) is a choice: the result must be one that the source could have chosen too.
The meaning is that of codegen/dag/isd.def and codegen/dag/interpret_lanes.hpp, written anew.
Needs python3-z3.
"""
import z3

RNE = z3.RNE()
SORTS = {16: z3.Float16, 32: z3.Float32, 64: z3.Float64}


class Unknown(Exception):
    """An operation that has no meaning here."""


class Type:
    """kind: i, f, b (bf16) or chain; bits of a lane; lanes (0: a scalar)."""

    def __init__(self, kind, bits, lanes=0):
        self.kind, self.bits, self.lanes = kind, bits, lanes

    def __eq__(self, other):
        return (self.kind, self.bits, self.lanes) == (other.kind, other.bits, other.lanes)

    def __hash__(self):
        return hash((self.kind, self.bits, self.lanes))

    @property
    def count(self):
        return self.lanes or 1

    @property
    def element(self):
        return Type(self.kind, self.bits)

    def sort(self):
        if self.kind == "b":
            return z3.FPSort(8, 8)
        return SORTS[self.bits]()

    def __str__(self):
        text = "chain" if self.kind == "chain" else "bf16" if self.kind == "b" else "%s%d" % (self.kind, self.bits)
        return ("v%d" % self.lanes if self.lanes else "") + text


def type_of(text):
    lanes = 0
    if text.startswith("v") and text[1].isdigit():
        digits = text[1:].split("i")[0].split("f")[0].split("b")[0]
        lanes, text = int(digits), text[1 + len(digits):]
    if text == "chain":
        return Type("chain", 0)
    if text == "bf16":
        return Type("b", 16, lanes)
    return Type(text[0], int(text[1:]), lanes)


class Node:
    """An operation with its results' types; operands are pairs of node and result. `value`: of a constant, z3's or a number."""

    def __init__(self, op, types, operands=(), flags=(), imm=None, value=None, aux=None, mask=None, memory=""):
        self.op, self.types, self.operands, self.flags = op, types, list(operands), frozenset(flags)
        self.imm, self.value, self.aux, self.mask, self.memory = imm, value, aux, mask, memory

    @property
    def type(self):
        return self.types[0]


class Lane:
    """Bits or a float, whichever was there first; the other is made when it is asked for."""

    def __init__(self, bits=None, poison=False, number=None, type=None):
        self._bits, self._number, self.type = bits, number, type
        self.poison = z3.BoolVal(poison) if isinstance(poison, bool) else poison

    @property
    def bits(self):
        if self._bits is None:
            self._bits = z3.fpToIEEEBV(self._number)
        return self._bits

    @property
    def number(self):
        if self._number is None:
            self._number = z3.fpBVToFP(self._bits, self.type.sort())
        return self._number


def boolean(condition):
    return z3.If(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))


def widen(x, bits, signed=False):
    if bits <= x.size():
        return z3.Extract(bits - 1, 0, x)
    return (z3.SignExt if signed else z3.ZeroExt)(bits - x.size(), x)


def count_ones(x, bits):
    total = z3.BitVecVal(0, bits)
    for i in range(x.size()):
        total = total + widen(z3.Extract(i, i, x), bits)
    return total


def leading_zeros(x):
    out = z3.BitVecVal(x.size(), x.size())
    for i in range(x.size()):
        out = z3.If(z3.Extract(i, i, x) == 1, z3.BitVecVal(x.size() - 1 - i, x.size()), out)
    return out


def trailing_zeros(x):
    out = z3.BitVecVal(x.size(), x.size())
    for i in reversed(range(x.size())):
        out = z3.If(z3.Extract(i, i, x) == 1, z3.BitVecVal(i, x.size()), out)
    return out


def overflow(op, x, y):
    """Does the sum, difference or product wrap; op as the `_o` operations: sadd, uadd, ..."""
    w, signed = x.size(), op[0] == "s"
    more = 2 * w if op.endswith("mul") else w + 1
    a, b = widen(x, more, signed), widen(y, more, signed)
    wide = {"add": a + b, "sub": a - b, "mul": a * b}[op[1:]]
    return widen(z3.Extract(w - 1, 0, wide), more, signed) != wide


def shifted_left(x, by):
    """By a number: a product, which the algebra of sums and products sees through."""
    by = z3.simplify(by)
    return x * (1 << by.as_long()) if z3.is_bv_value(by) and by.as_long() < x.size() else x << by


def amount_of(by, w):
    """A shift amount as a number of w bits, and whether it is too large."""
    if by.size() > w:
        return z3.Extract(w - 1, 0, by), z3.UGE(by, w)
    if by.size() < w:
        by = z3.ZeroExt(w - by.size(), by)
    return by, z3.UGE(by, w) if w < 1 << w else z3.BoolVal(False)


class Meaning:
    """Evaluates nodes. `choices`: what the operations of this side may choose; `real`: floats as real numbers."""

    def __init__(self, side, inputs, real=False, fields="clamped"):
        self.side, self.inputs, self.real, self.fields = side, inputs, real, fields
        self.choices, self.done = [], {}

    def choose(self, sort):
        choice = z3.Const("%s_choice%d" % (self.side, len(self.choices)), sort)
        self.choices.append(choice)
        return choice

    def value(self, node, result=0):
        if id(node) not in self.done:
            self.done[id(node)] = self.compute(node)
        return self.done[id(node)][result]

    # ---- whole nodes
    def compute(self, node):
        op = node.op
        if op in ("input", "load"):
            return [self.inputs(node)]
        if op in ("constant", "constant_fp", "wide_constant"):
            bits = node.value if z3.is_expr(node.value) else z3.BitVecVal(node.value, node.type.bits)
            return [[Lane(bits, type=node.type.element)] * node.type.count]
        if op == "undef":
            return [[Lane(z3.BitVecVal(0, node.type.bits), True, type=node.type.element)] * node.type.count]
        operands = [self.value(*operand) for operand in node.operands]
        if op in ("build_vector", "extract_element", "insert_element", "shuffle", "concat_vectors", "extract_subvector"):
            return [self.vector(node, operands)]
        if op == "bitcast" and (node.type.lanes or node.operands[0][0].types[node.operands[0][1]].lanes):
            return [self.repack(node, operands[0])]
        results = [[] for _ in node.types]
        for lane in range(node.type.count):
            x = [lanes[lane if len(lanes) > 1 else 0] for lanes in operands]
            out = self.lane(node, x)
            for result, value in zip(results, out if isinstance(out, list) else [out]):
                result.append(value)
        return results

    def vector(self, node, x):
        op, t = node.op, node.type
        if op == "build_vector":
            return [Lane(widen(lanes[0].bits, t.bits), lanes[0].poison, type=t.element) for lanes in x]
        if op == "concat_vectors":
            return [lane for lanes in x for lane in lanes]
        if op == "extract_subvector":
            return x[0][node.imm or 0:(node.imm or 0) + t.lanes]
        if op == "shuffle":
            both = x[0] + x[1]
            return [both[i] if i >= 0 else Lane(z3.BitVecVal(0, t.bits), True, type=t.element) for i in node.mask]
        at = x[-1][0]
        bad = z3.Or(at.poison, z3.UGE(at.bits, len(x[0])) if len(x[0]) < 1 << at.bits.size() else False)
        if op == "extract_element":
            lane = x[0][-1]
            bits, poison = lane.bits, lane.poison
            for i in range(len(x[0]) - 1):
                bits = z3.If(at.bits == i, x[0][i].bits, bits)
                poison = z3.If(at.bits == i, x[0][i].poison, poison)
            if t.bits > bits.size():
                bits = z3.Concat(self.choose(z3.BitVecSort(t.bits - bits.size())), bits)
            return [Lane(bits, z3.Or(bad, poison), type=t.element)]
        return [Lane(z3.If(at.bits == i, widen(x[1][0].bits, t.bits), lane.bits),
                     z3.Or(bad, z3.If(at.bits == i, x[1][0].poison, lane.poison)), type=t.element)
                for i, lane in enumerate(x[0])]

    def repack(self, node, lanes):
        """A poisoned part of a lane makes the lane poison: more undefined in the result than the DAG says, so only where the
        source and the target agree on the lanes; wider lanes of parts that are poison are choices."""
        t = node.type
        whole = z3.Concat(*[lane.bits for lane in reversed(lanes)]) if len(lanes) > 1 else lanes[0].bits
        undefined = [z3.If(lane.poison, z3.BitVecVal(-1, lane.bits.size()), z3.BitVecVal(0, lane.bits.size())) for lane in lanes]
        undefined = z3.Concat(*reversed(undefined)) if len(undefined) > 1 else undefined[0]
        choice = self.choose(z3.BitVecSort(whole.size()))
        whole = (whole & ~undefined) | (choice & undefined)
        out = []
        for i in range(t.count):
            part = z3.Extract(t.bits * (i + 1) - 1, t.bits * i, undefined)
            out.append(Lane(z3.Extract(t.bits * (i + 1) - 1, t.bits * i, whole), part == z3.BitVecVal(-1, t.bits), type=t.element))
        return out

    # ---- one lane
    def lane(self, node, x):
        op = node.op
        poison = z3.Or(*[lane.poison for lane in x]) if len(x) > 1 else x[0].poison
        if op == "freeze":
            choice = self.choose(z3.BitVecSort(node.type.bits))
            return Lane(z3.If(x[0].poison, choice, x[0].bits), False, type=node.type.element)
        if op == "select":
            chosen = x[0].bits == 1
            flags = self.float_flags(node, [x[1], x[2]], None) if node.type.kind != "i" else False
            lane = Lane(z3.If(chosen, x[1].bits, x[2].bits),
                        z3.Or(x[0].poison, flags, z3.If(chosen, x[1].poison, x[2].poison)), type=node.type.element)
            return self.free_zero(node, lane)
        if op in ("setcc", "br_cond"):
            return self.compare(node, x, poison)
        if node.type.kind in "fb" or op in ("fp_to_si", "fp_to_ui"):
            return self.float(node, x, poison)
        made = self.integer(node, [lane.bits for lane in x])
        if isinstance(made, list):
            return [Lane(bits, poison, type=t.element) for bits, t in zip(made, node.types)]
        bits, more = made if isinstance(made, tuple) else (made, False)
        return Lane(bits, z3.Or(poison, more), type=node.type.element)

    def free_zero(self, node, lane):
        """Under nsz the sign of a zero may be either."""
        if "nsz" not in node.flags:
            return lane
        zero = z3.Concat(z3.If(self.choose(z3.BoolSort()), z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)), z3.BitVecVal(0, node.type.bits - 1))
        is_zero = z3.Extract(node.type.bits - 2, 0, lane.bits) == 0
        return Lane(z3.If(is_zero, zero, lane.bits), lane.poison, type=lane.type)

    def compare(self, node, x, poison):
        code = node.imm
        if code >= 16:
            a, b, signed = x[0].bits, x[1].bits, not code & 32
            less, greater = (a < b, a > b) if signed else (z3.ULT(a, b), z3.UGT(a, b))
            truth = z3.Or(*[c for bit, c in ((4, less), (2, greater), (1, a == b)) if code & bit] or [z3.BoolVal(False)])
            return Lane(boolean(truth), poison, type=Type("i", 1))
        a, b = x[0].number, x[1].number
        parts = ((8, z3.Or(z3.fpIsNaN(a), z3.fpIsNaN(b))), (4, z3.fpLT(a, b)), (2, z3.fpGT(a, b)), (1, z3.fpEQ(a, b)))
        truth = z3.Or(*[c for bit, c in parts if code & bit] or [z3.BoolVal(False)])
        return Lane(boolean(truth), z3.Or(poison, self.float_flags(node, x, None)), type=Type("i", 1))

    def float_flags(self, node, x, result):
        out = []
        for flag, bad in (("nnan", z3.fpIsNaN), ("ninf", z3.fpIsInf)):
            if flag in node.flags:
                out += [bad(lane.number) for lane in x] + ([bad(result)] if result is not None else [])
        return z3.Or(*out) if out else z3.BoolVal(False)

    def integer(self, node, x):
        op, w, flags = node.op, node.type.bits, node.flags
        if op.endswith("_o") and op[1:4] in ("add", "sub", "mul"):
            plain = {"add": x[0] + x[1], "sub": x[0] - x[1], "mul": x[0] * x[1]}[op[1:4]]
            return [plain, boolean(overflow(op[:-2], x[0], x[1]))]
        if op in ("add", "sub", "mul"):
            bad = [overflow(sign + op, x[0], x[1]) for sign, flag in (("s", "nsw"), ("u", "nuw")) if flag in flags]
            return {"add": x[0] + x[1], "sub": x[0] - x[1], "mul": x[0] * x[1]}[op], z3.Or(*bad, False)
        if op in ("and", "or", "xor"):
            bad = (x[0] & x[1]) != 0 if op == "or" and "disjoint" in flags else False
            return {"and": x[0] & x[1], "or": x[0] | x[1], "xor": x[0] ^ x[1]}[op], bad
        for family in (self.shift, self.divide, self.order, self.convert, self.machine, self.count):
            made = family(op, x, w, node)
            if made is not None:
                return made
        raise Unknown(op)

    def shift(self, op, x, w, node):
        if op in ("shl", "srl", "sra"):
            by, bad = amount_of(x[1], w)
            out = {"shl": shifted_left(x[0], by), "srl": z3.LShR(x[0], by), "sra": x[0] >> by}[op]
            bad = [bad]
            if op == "shl" and "nuw" in node.flags:
                bad.append(z3.LShR(out, by) != x[0])
            if op == "shl" and "nsw" in node.flags:
                bad.append(out >> by != x[0])
            if op != "shl" and "exact" in node.flags:
                bad.append(out << by != x[0])
            return out, z3.Or(*bad)
        if op in ("rotl", "rotr", "fshl", "fshr"):
            by = x[-1]
            size = max(by.size(), w, 8)
            by = widen(z3.URem(widen(by, size), z3.BitVecVal(w, size)), 2 * w if 2 * w >= 8 else 8)
            pair = z3.Concat(x[0], x[0] if op[0] == "r" else x[1])
            if pair.size() < by.size():
                raise Unknown(op + " of few bits")
            if op[-1] == "l":
                return z3.Extract(2 * w - 1, w, pair << by)
            return z3.Extract(w - 1, 0, z3.LShR(pair, by))
        return None

    def divide(self, op, x, w, node):
        if op not in ("udiv", "urem", "sdiv", "srem"):
            return None
        bad = [x[1] == 0]
        if op[0] == "s":
            bad.append(z3.And(x[0] == 1 << (w - 1), x[1] == -1))
        if "exact" in node.flags:
            bad.append((z3.SRem if op[0] == "s" else z3.URem)(x[0], x[1]) != 0)
        return {"udiv": z3.UDiv, "urem": z3.URem, "sdiv": lambda a, b: a / b, "srem": z3.SRem}[op](x[0], x[1]), z3.Or(*bad)

    def order(self, op, x, w, node):
        if op in ("smin", "smax", "umin", "umax"):
            less = x[0] < x[1] if op[0] == "s" else z3.ULT(x[0], x[1])
            return z3.If(less, x[0], x[1]) if op.endswith("min") else z3.If(less, x[1], x[0])
        if op in ("sadd_sat", "uadd_sat", "ssub_sat", "usub_sat"):
            plain = x[0] + x[1] if "add" in op else x[0] - x[1]
            if op[0] == "u":
                end = z3.BitVecVal(-1 if "add" in op else 0, w)
            else:
                end = z3.If(x[0] < 0, z3.BitVecVal(1 << (w - 1), w), z3.BitVecVal((1 << (w - 1)) - 1, w))
            return z3.If(overflow(op[:4], x[0], x[1]), end, plain)
        if op == "abs":
            return z3.If(x[0] < 0, -x[0], x[0]), x[0] == 1 << (w - 1) if node.imm else False
        return None

    def convert(self, op, x, w, node):
        if op == "trunc":
            out = z3.Extract(w - 1, 0, x[0])
            bad = [widen(out, x[0].size(), flag == "nsw") != x[0] for flag in ("nuw", "nsw") if flag in node.flags]
            return out, z3.Or(*bad, False)
        if op == "zext":
            return widen(x[0], w), x[0] < 0 if "nneg" in node.flags else False
        if op == "sext":
            return widen(x[0], w, True)
        if op == "anyext":
            return z3.Concat(self.choose(z3.BitVecSort(w - x[0].size())), x[0])
        if op == "sext_inreg":
            return widen(z3.Extract(min(node.imm, w) - 1, 0, x[0]), w, True)
        if op == "bitcast":
            return x[0]
        return None

    def machine(self, op, x, w, node):
        if op in ("mulhs", "mulhu", "mul_wide_s", "mul_wide_u", "mad_wide_s", "mad_wide_u"):
            size = 2 * x[0].size()
            product = widen(x[0], size, op[-1] == "s") * widen(x[1], size, op[-1] == "s")
            if op[3] == "h":
                return z3.Extract(size - 1, w, product)
            return product + x[2] if op.startswith("mad") else product
        if op == "mad":
            return x[0] * x[1] + x[2]
        if op == "build_pair":
            return z3.Concat(x[1], x[0])
        if op == "extract_limb":
            return z3.Extract(w * ((node.imm or 0) + 1) - 1, w * (node.imm or 0), x[0])
        if op in ("bfe_u", "bfe_s"):
            # Where start and length say what every target does with them; they are numbers in all rules that make fields.
            start, length = widen(x[1], w + 8), widen(x[2], w + 8)
            known = z3.And(z3.ULT(start, w), length != 0, z3.ULE(start + length, w))
            up = widen(z3.BitVecVal(w, w + 8) - length - start, w)
            down = widen(z3.BitVecVal(w, w + 8) - length, w)
            return (x[0] << up) >> down if op[-1] == "s" else z3.LShR(x[0] << up, down), z3.Not(known)
        if op == "prmt":
            both, out = z3.Concat(x[1], x[0]), []
            for i in range(4):
                nibble = z3.Extract(4 * i + 3, 4 * i, x[2])
                byte = z3.Extract(7, 0, z3.LShR(both, 8 * widen(z3.Extract(2, 0, nibble), 64)))
                out.append(z3.If(z3.Extract(3, 3, nibble) == 1, byte >> 7, byte))
            return z3.Concat(*reversed(out))
        return None

    def count(self, op, x, w, node):
        if op == "ctpop":
            return count_ones(x[0], w)
        if op in ("ctlz", "cttz"):
            return (leading_zeros if op == "ctlz" else trailing_zeros)(x[0]), x[0] == 0 if node.imm else False
        if op == "bswap":
            return z3.Concat(*[z3.Extract(i + 7, i, x[0]) for i in range(0, w, 8)]) if w > 8 else x[0]
        if op == "bitreverse":
            return z3.Concat(*[z3.Extract(i, i, x[0]) for i in range(w)]) if w > 1 else x[0]
        return None

    # ---- floats
    def float(self, node, x, poison):
        op, t = node.op, node.type.element
        made = self.float_bits(op, x, t)
        if made is not None:
            again = {"fneg": z3.fpNeg, "fabs": z3.fpAbs}.get(op)  # the same as a number: what is alike stays alike
            lane = Lane(made, poison, again(x[0].number) if again else None, t)
            lane.poison = z3.Or(poison, self.float_flags(node, x if op != "fcopysign" else x[:1], lane.number))
            return self.free_zero(node, lane)
        if op == "bitcast":
            return Lane(x[0].bits, poison, type=t)
        if op in ("fp_ext", "fp_trunc"):
            return self.converted(z3.fpFPToFP(RNE, x[0].number, t.sort()), poison, t)
        if op == "si_to_fp":
            return Lane(None, poison, z3.fpSignedToFP(RNE, x[0].bits, t.sort()), t)
        if op == "ui_to_fp":
            return Lane(None, poison, z3.fpUnsignedToFP(RNE, x[0].bits, t.sort()), t)
        if op in ("fp_to_si", "fp_to_ui"):
            raise Unknown(op)
        number = self.arithmetic(op, [lane.number for lane in x])
        bad = z3.Or(poison, self.float_flags(node, x, number))
        if "nsz" in node.flags or op in ("fminnum", "fmaxnum"):
            negative = self.choose(z3.BoolSort())
            zero = z3.If(negative, z3.fpMinusZero(t.sort()), z3.fpPlusZero(t.sort()))
            free = z3.fpIsZero(number)
            if "nsz" not in node.flags:  # of two zeros either
                free = z3.And(z3.fpIsZero(x[0].number), z3.fpIsZero(x[1].number))
            number = z3.If(free, zero, number)
        return Lane(None, bad, number, t)

    def converted(self, number, poison, t):
        """A conversion may give a NaN either sign."""
        sign = z3.If(self.choose(z3.BoolSort()), z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
        nan = z3.Concat(sign, z3.BitVecVal((1 << (t.bits - 1)) - 1, t.bits - 1))
        return Lane(z3.If(z3.fpIsNaN(number), nan, z3.fpToIEEEBV(number)), poison, number, t)

    @staticmethod
    def float_bits(op, x, t):
        sign = 1 << (t.bits - 1)
        if op == "fneg":
            return x[0].bits ^ sign
        if op == "fabs":
            return x[0].bits & ~z3.BitVecVal(sign, t.bits)
        if op == "fcopysign":
            negative = z3.Extract(x[1].bits.size() - 1, x[1].bits.size() - 1, x[1].bits)
            return z3.Concat(negative, z3.Extract(t.bits - 2, 0, x[0].bits))
        return None

    @staticmethod
    def arithmetic(op, x):
        plain = {"fadd": z3.fpAdd, "fsub": lambda mode, a, b: z3.fpAdd(mode, a, z3.fpNeg(b)), "fmul": z3.fpMul, "fdiv": z3.fpDiv}
        if op in plain:
            return plain[op](RNE, x[0], x[1])
        if op == "fma":
            return z3.fpFMA(RNE, *x)
        if op == "fsqrt":
            return z3.fpSqrt(RNE, x[0])
        least = op in ("fminnum", "fminimum", "fminimumnum")
        if least or op in ("fmaxnum", "fmaximum", "fmaximumnum"):
            a, b = x
            first = z3.fpLT(a, b) if least else z3.fpGT(a, b)
            # Zeros by their sign where the operation orders them.
            negative = z3.fpIsNegative(a)
            ordered = z3.If(z3.And(z3.fpIsZero(a), z3.fpIsZero(b)), z3.If(negative if least else z3.Not(negative), a, b),
                            z3.If(first, a, b))
            if op in ("fminimum", "fmaximum"):
                return z3.If(z3.fpIsNaN(a), a, z3.If(z3.fpIsNaN(b), b, ordered))
            return z3.If(z3.fpIsNaN(a), b, z3.If(z3.fpIsNaN(b), a, ordered))
        raise Unknown(op)


def same(a, b, t):
    if t.kind == "i":
        # Sums of products in one form first: what is equal by algebra, no search for bits need find.
        apart = z3.simplify(a.bits - b.bits, som=True)
        return z3.BoolVal(True) if z3.is_bv_value(apart) and apart.as_long() == 0 else a.bits == b.bits
    if a._bits is not None and b._bits is not None:
        return z3.Or(a.bits == b.bits, z3.And(z3.fpIsNaN(a.number), z3.fpIsNaN(b.number)))
    return a.number == b.number  # z3's `==` of floats: one NaN, two zeros


def refines(before, after, t):
    """May the lanes `after` stand for the lanes `before`?"""
    return z3.And(*[z3.Or(b.poison, z3.And(z3.Not(a.poison), same(b, a, t.element))) for b, a in zip(before, after)])


def refuted(premises, before, after, t, choices, guesses=None):
    """The question whose models are counterexamples: no choice of the source gives what the target gives. With `guesses`, the
    choices of the target: the source's choices are the like ones, bits or zeros, so that no `for all` is asked; only a "no" counts."""
    wrong = z3.Not(refines(before, after, t))
    for choice in choices:
        if choice.sort() == z3.BoolSort():
            wrong = z3.And(z3.substitute(wrong, (choice, z3.BoolVal(False))), z3.substitute(wrong, (choice, z3.BoolVal(True))))
    rest = [choice for choice in choices if choice.sort() != z3.BoolSort()]
    if guesses is not None:
        left = list(guesses)
        for choice in rest:
            like = next((guess for guess in left if guess.sort() == choice.sort()), None)
            less = next((guess for guess in left if z3.is_bv(guess) and guess.size() < choice.size()), None)
            if like is not None:
                left.remove(like)
            elif less is not None:
                left.remove(less)
                like = z3.ZeroExt(choice.size() - less.size(), less)
            elif after[0].bits.size() >= choice.size():
                like = z3.Extract(after[0].bits.size() - 1, after[0].bits.size() - choice.size(), after[0].bits)
            else:
                like = z3.BitVecVal(0, choice.size())
            wrong = z3.substitute(wrong, (choice, like))
    elif rest:
        wrong = z3.ForAll(rest, wrong)
    return z3.And(*premises, wrong)
