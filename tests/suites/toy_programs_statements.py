"""Statements of the kernels of toy_programs_c.py, and what they call: loops, conditions, switches, calls, assignments.

A statement that is left out (`off`, numbers of statements) leaves a program that is as defined as before. Python 3 standard library only.
"""
from toy_programs_values import U32, Draw, Value


class Struct:
    """fields: (name, type, elements); widths: name to bits of a bit field."""

    def __init__(self, name, fields, widths):
        self.name, self.fields, self.widths = name, fields, widths

    def text(self):
        lines = ["  %s %s%s;" % (t.name, n, " : %d" % self.widths[n] if n in self.widths else "[%d]" % s if s > 1 else "")
                 for n, t, s in self.fields]
        shown = ["  for (u32 i = 0; i < %d; ++i) h = fold(h, show(v.%s[i]));" % (s, n) if s > 1 else "  h = fold(h, show(%s(v.%s)));" % (t.name, n)
                 for n, t, s in self.fields]
        return "\n".join(["struct %s {" % self.name, *lines, "};", "INLINE u64 show(const %s &v) {" % self.name, "  u64 h = 1;", *shown,
                          "  return h;", "}"])


class Function:
    """parameters: what a caller hands over, each ("value", type), ("struct", Struct), ("array", type, size) or ("table", ...)."""

    def __init__(self, name, result, parameters, recursive=False):
        self.name, self.result, self.parameters, self.recursive = name, result, parameters, recursive
        self.body = self.head = None


class Stmt:
    """parts: text, a pair (device, host) of texts, or a list of statements. number: None where it must stay."""

    def __init__(self, number, *parts):
        self.number, self.parts = number, parts

    def render(self, off, host=False, indent="  "):
        if self.number in off:
            return []
        lines = []
        for part in self.parts:
            if isinstance(part, list):
                for child in part:
                    lines += child.render(off, host, indent + "  ")
            else:
                text = part[host] if isinstance(part, tuple) else part
                lines += [indent + line for line in text.split("\n") if line]
        return lines

    def numbers(self):
        inner = [n for part in self.parts if isinstance(part, list) for child in part for n in child.numbers()]
        return ([self.number] if self.number is not None else []) + inner


class Body(Draw):
    """Draws statements. count: a list of one number, the next statement's; at: what a loop may still cost."""

    def __init__(self, r, features, count, functions=(), heavy=20):
        super().__init__(r, features, heavy)
        self.count, self.functions, self.loops, self.leave = count, list(functions), 0, None
        self.private = 0  # names of loops' variables
        self.places = []  # functions that draw a statement of what is shared

    def statement(self, *parts):
        self.count[0] += 1
        return Stmt(self.count[0], *parts)

    def block(self, length, depth, inside=1):
        return [self.one(depth, inside) for _ in range(max(1, length))]

    def one(self, depth, inside):
        """One statement. inside: how often the loops around it run at most."""
        r = self.r
        draw = r.random()
        if depth > 0 and draw < 0.12:
            branches = [self.block(r.randint(1, 3), depth - 1, inside)]
            if r.random() < 0.5:
                branches.append(self.block(r.randint(1, 3), depth - 1, inside))
            return self.statement("if (%s) {" % self.condition(2), branches[0], *(("} else {", branches[1]) if len(branches) > 1 else ()), "}")
        if depth > 0 and draw < 0.21 and inside < 60:
            return self.loop(depth, inside)
        if depth > 0 and draw < 0.25:
            return self.switch(depth, inside)
        if draw < 0.28 and self.loops:
            return self.statement("if (%s) %s;" % (self.condition(1), r.choice(("break", "continue"))))
        if draw < 0.29 and self.leave and not self.loops:
            return self.statement("if (%s && %s) %s" % (self.condition(1), self.condition(1), self.leave()))
        if draw < 0.38 and self.functions and inside <= 16:
            return self.call()
        if draw < 0.52 and self.places:
            return r.choice(self.places)(inside)
        return self.assignment()

    def loop(self, depth, inside):
        r = self.r
        self.private += 1
        i = "i%d" % self.private
        limit = r.choice((2, 3, 4, 8) if inside == 1 else (2, 3, 4))
        trips = str(r.randint(1, limit)) if r.random() < 0.3 else "(%s & %du)" % (self.integer(U32, 1), limit - 1 if limit in (2, 4, 8) else 1)
        kept, before = len(self.names.values), self.loops
        self.names.values.append(Value(i, U32, False))
        self.loops += 1
        body = self.block(r.randint(1, 4), depth - 1, inside * limit)
        self.loops = before
        del self.names.values[kept:]
        draw = r.random()
        if draw < 0.7:
            return self.statement("for (u32 %s = 0; %s < %s; ++%s) {" % (i, i, trips, i), body, "}")
        if draw < 0.85:
            return self.statement("for (u32 %s = 0; %s < %du && %s; ++%s) {" % (i, i, limit, self.condition(1), i), body, "}")
        return self.statement("for (u32 %s = %s + 1; %s-- > 0;) {" % (i, trips, i), body, "}")

    def switch(self, depth, inside):
        r = self.r
        parts, before = [], self.loops
        self.loops = 0  # a break would leave the switch alone
        ways = r.choice((4, 4, 8))
        for label in sorted(r.sample(range(ways), r.randint(2, ways - 1))):
            parts += ["case %d:" % label, self.block(r.randint(1, 2), depth - 1, inside), *(["  break;"] if r.random() < 0.8 else [])]
        if r.random() < 0.7:
            parts += ["default:", self.block(1, depth - 1, inside)]
        self.loops = before
        return self.statement("switch (%s & %du) {" % (self.integer(U32, 2), ways - 1), *parts, "}")

    def assignment(self):
        r, n = self.r, self.names
        draw = r.random()
        arrays = [a for a in n.arrays if a.writable]
        if arrays and draw < 0.15:
            a = r.choice(arrays)
            return self.statement("%s[%s] = %s;" % (a.text, self.index(a.size), self.value(a.type, 2)))
        if n.structs and draw < 0.27:
            text, struct = r.choice(n.structs)
            same = [s for s, t in n.structs if t is struct and s != text]
            if same and r.random() < 0.3:
                return self.statement("%s = %s;" % (text, r.choice(same)))
            place, t = self.field_of(text, struct)
            return self.statement("%s = %s;" % (place, self.value(t, 2)))
        writable = [v for v in n.values if v.writable]
        v = r.choice(writable)
        if v.type.lanes > 1 and r.random() < 0.3:
            return self.statement("%s = %s;" % (self.lane_of(v.text, v.type), self.value(v.type.element, 2)))
        if v.type.lanes == 1 and not v.type.float and r.random() < 0.25:
            return self.statement("%s %s= %s;" % (v.text, r.choice("+-*^|&"), self.integer(v.type, 2)))
        return self.statement("%s = %s;" % (v.text, self.value(v.type, r.choice((1, 2, 2, 3)) if v.type.lanes == 1 else 2)))

    def call(self):
        """A call whose result goes to a variable of its type, or by way of a sum to one."""
        r, n = self.r, self.names
        able = [f for f in self.functions if self.arguments(f, False) is not None]
        whole = [v for v in n.values if v.writable and v.type.lanes == 1 and not v.type.float]
        if not able or not whole:
            return self.assignment()
        f = r.choice(able)
        text = "%s(%s)" % (f.name, ", ".join(self.arguments(f, True)))
        same = [f2 for f2 in able if f2 is not f and f2.result is f.result and f2.parameters == f.parameters and f2.recursive == f.recursive]
        before = ""
        if same and not isinstance(f.result, Struct) and r.random() < 0.5:  # by a pointer
            self.private += 1
            pointer = "p%d" % self.private
            before = "auto *%s = %s ? &%s : &%s;" % (pointer, self.condition(1), f.name, r.choice(same).name)
            text = pointer + text[len(f.name):]
        if isinstance(f.result, Struct):
            same = [s for s, t in n.structs if t is f.result]
            if same:
                return self.statement("%s = %s;" % (r.choice(same), text))
            v = r.choice(whole)
            return self.statement("%s = %s(%s ^ show(%s));" % (v.text, v.type.name, v.text, text))
        same = [v for v in n.values if v.writable and v.type is f.result]
        if same:
            return self.statement("{ %s%s = %s; }" % (before + " " * bool(before), r.choice(same).text, text))
        v = r.choice(whole)
        shown = "show(%s)" % text if f.result.lanes == 1 else "show(%s.%s)" % (text, r.choice("xyzw"[:f.result.lanes]))
        return self.statement("{ %s%s = %s(%s + %s); }" % (before + " " * bool(before), v.text, v.type.name, v.text, shown))

    def arguments(self, f, draw):
        """Texts, or None where something is not there."""
        texts = []
        for kind, *what in f.parameters:
            if kind == "value":
                texts.append(self.value(what[0], 1) if draw else "")
            elif kind == "struct":
                same = [s for s, t in self.names.structs if t is what[0]]
                if not same:
                    return None
                texts.append(self.r.choice(same) if draw else "")
            else:
                same = [a for a in self.names.arrays if a.type is what[0] and a.size >= what[1] and (a.writable or kind == "table")]
                if not same:
                    return None
                texts.append("&%s[0]" % self.r.choice(same).text if draw else "")
        if f.recursive:
            texts.append("(%s & 3u)" % self.integer(U32, 1) if draw else "")
        return texts
