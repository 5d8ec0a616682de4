"""Nodes to the DAG's text and back (codegen/dag/dag_text.cpp), as far as the prover needs it."""
import re

from rules_smt import Node, Type, type_of
from rules_text import CONDITIONS, FLAGS, NAMES

SHIFTS = {"shl": 1, "srl": 1, "sra": 1, "rotl": 1, "rotr": 1, "fshl": 2, "fshr": 2}


class Writer:
    """One block: what is asked for goes to registers, inputs are loads of parameters, since those may be poison."""

    def __init__(self, legal, known=()):
        self.lines, self.numbers, self.count = [], {}, 0
        self.legal, self.known, self.inputs = legal, known, []
        self.chain = self.line("entry chain")
        self.line("wide_constant i128 0x1")  # unused; where a block has none, rules for wide values are not tried

    def line(self, text):
        self.lines.append("%%%d = %s" % (self.count, text))
        self.count += 1
        return "%%%d" % (self.count - 1)

    def constant(self, value, t):
        if t.lanes:
            lane = self.constant(value, t.element)
            return self.line("build_vector %s %s" % (t, ", ".join([lane] * t.lanes)))
        if t.kind in "fb":
            return self.line("constant_fp %s 0x%x" % (t, value))
        if t.bits > 64:
            return self.line("wide_constant %s 0x%x" % (t, value))
        return self.line("constant %s %d" % (t, value))

    def load(self, t):
        address = self.line("param_address i64 aux=%d" % len(self.inputs))
        size = max(8, t.bits * t.count)
        number = self.line("load %s, chain %s, %s mem(%s align %d param)" % (t, self.chain, address, t, min(16, size // 8)))
        self.inputs.append(number)
        return number

    def input(self, node):
        """An input for which what the rule's conditions say is seen to hold."""
        t, x = node.type, None
        for what, at, more in self.known:
            if at is not node:
                continue
            if what == "never_poison":
                x = self.line("copy_from_reg %s aux=%d" % (t, 1000 + self.count))
                continue
            x = x or self.load(t)
            mask = (1 << t.bits) - 1
            if what == "nonneg":
                x = self.line("and %s %s, %s" % (t, x, self.constant(mask >> 1, t)))
            elif what == "zeros":
                x = self.line("and %s %s, %s" % (t, x, self.constant(mask & ~more, t)))
            elif what == "ones":
                x = self.line("or %s %s, %s" % (t, x, self.constant(mask & more, t)))
            elif what == "signbits":
                amount = self.constant(more - 1, Type("i", 32) if self.legal and not t.lanes else t)
                x = self.line("sra %s %s, %s" % (t, x, amount))
        return x or self.load(t)

    def node(self, node):
        if id(node) in self.numbers:
            return self.numbers[id(node)][0]
        if node.op == "input":
            out = self.input(node)
        elif node.op in ("constant", "constant_fp"):
            out = self.constant(node.value, node.type)
        else:
            operands = []
            for i, (operand, result) in enumerate(node.operands):
                if self.legal and SHIFTS.get(node.op) == i and operand.op == "constant" and not operand.type.lanes:
                    operand = Node("constant", [Type("i", 32)], value=operand.value)
                operands.append(self.node(operand) + (":%d" % result if result else ""))
            words = [node.op, ", ".join(map(str, node.types)), ", ".join(operands)]
            if node.op == "setcc":
                words.append(NAMES[node.imm])
            elif node.imm is not None:
                words.append("imm=%d" % node.imm)
            out = self.line(" ".join(words + sorted(node.flags)))
        self.numbers[id(node)] = (out, node)  # kept: a node that is gone would leave its id to another
        return out

    def finish(self, node, name, results, beside=()):
        number = self.node(node)
        chain = self.chain
        for i, other in enumerate(beside):
            chain = self.line("copy_to_reg chain %s, %s aux=%d" % (chain, self.node(other), 100 + i))
        for result in range(results):
            chain = self.line("copy_to_reg chain %s, %s%s aux=%d" % (chain, number, ":%d" % result if result else "", 1 + result))
        return "; function %s, block 0\n%s\nroot %s\n" % (name, "\n".join(self.lines), chain)


LINE = re.compile(r"%(\d+) = (\w+)\s*(.*)")


def read_node(op, rest, nodes):
    types, operands, flags = [], [], []
    node = Node(op, types)
    memory = re.search(r"mem\(([^)]*)\)", rest)
    if memory:
        node.memory, rest = memory.group(1), rest.replace(memory.group(0), "")
    mask = re.search(r"mask\(([^)]*)\)", rest)
    if mask:
        node.mask, rest = [int(x) for x in mask.group(1).split(",")], rest.replace(mask.group(0), "")
    for word in rest.replace(",", " ").split():
        if word.startswith("%"):
            number, _, result = word[1:].partition(":")
            operands.append((nodes[int(number)], int(result or 0)))
        elif word in FLAGS:
            flags.append(word)
        elif word in CONDITIONS and op == "setcc":
            node.imm = CONDITIONS[word]
        elif word.startswith(("imm=", "aux=")):
            setattr(node, word[:3], int(word[4:], 0))
        elif word.startswith(("order=", "loc=")):
            pass
        elif re.match(r"-?(0x[0-9a-f]+|\d+)$", word):
            node.value = int(word, 0)
        else:
            types.append(type_of(word))
    node.operands, node.flags = operands, frozenset(flags)
    if op in ("extract_limb", "ctlz", "cttz", "abs") and node.imm is None:
        node.imm = 0
    if op == "setcc" and node.imm is None:
        node.imm = 0
    if op == "constant" and node.value is None:
        node.value = 0
    if node.value is not None:
        node.value &= (1 << types[0].bits) - 1
    return node


def read_blocks(text):
    """{block's name: what is copied to registers, by register}, pairs of node and result."""
    blocks, nodes, kept = {}, {}, None
    for line in text.splitlines():
        if line.startswith("; function "):
            nodes, kept = {}, {}
            blocks[line[len("; function "):].rsplit(", block", 1)[0]] = kept
            continue
        found = LINE.match(line)
        if not found or kept is None:
            continue
        node = read_node(found.group(2), found.group(3), nodes)
        nodes[int(found.group(1))] = node
        if node.op == "copy_to_reg":
            kept[node.aux] = node.operands[1]
    return blocks
