"""What the operations of nvptx/passes/peephole.rules mean: PTX's, as z3 has them (PTX ISA, chapter 9).

Nothing is poison but quotients by zero and what has no result; shifts clamp their amounts. Addresses of a space are generic ones
less where the space's window begins, which is a number that nobody knows.
"""
import z3

from rules_smt import Lane, Meaning, Unknown

RULES = "nvptx/passes/*.rules"


def inputs(node):
    return [Lane(z3.BitVec(node.value, node.type.bits), False, type=node.type.element)]


class PtxMeaning(Meaning):
    def shift(self, op, x, w, node):
        if op in ("shl", "srl", "sra"):
            size = max(w, x[1].size())
            value = z3.SignExt(size - w, x[0]) if op == "sra" else z3.ZeroExt(size - w, x[0])
            by = z3.ZeroExt(size - x[1].size(), x[1])
            most = z3.BitVecVal(w - 1, size)
            if op == "sra":  # all copies of the sign
                return z3.Extract(w - 1, 0, value >> z3.If(z3.UGT(by, most), most, by))
            out = value << by if op == "shl" else z3.LShR(value, by)
            return z3.If(z3.UGT(by, most), z3.BitVecVal(0, w), z3.Extract(w - 1, 0, out))
        return super().shift(op, x, w, node)

    def machine(self, op, x, w, node):
        if op == "lop3":
            if node.imm is None:
                raise Unknown("lop3 without a table")
            out = z3.BitVecVal(0, w)
            for line in range(8):
                if node.imm >> line & 1:
                    out |= (x[0] if line & 4 else ~x[0]) & (x[1] if line & 2 else ~x[1]) & (x[2] if line & 1 else ~x[2])
            return out
        if op in ("cvta", "cvta_to"):
            window = z3.BitVec("window %d of %d bits" % (node.imm, w), w)
            return x[0] + window if op == "cvta" else x[0] - window
        return super().machine(op, x, w, node)

    def lane(self, node, x):
        if node.op in ("fadd_ftz", "fmul_ftz", "fma_ftz"):
            raise Unknown(node.op)
        return super().lane(node, x)
