"""Modules of many small functions, each of which is the first to use something: what LLVM fills in when it is first asked
(structure layouts, arguments of declarations, types, constants, kinds of metadata) is then asked by many threads at once.

module(seed, functions) -> text; the same for the same arguments. Each shape below makes one function and knows its number.
"""
import random

HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'


class Module:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.functions, self.declared, self.globals, self.metadata, self.aliases = [], {}, [], [], []
        self.debug = seed % 3 == 0
        # Sequentially consistent operations make the functions depend on each other, so that one thread prepares them all.
        self.orders = ["monotonic", "acquire"] + (["seq_cst"] if seed % 4 == 1 else [])

    # ---- types -----------------------------------------------------------------------------------
    def integer(self):
        """An integer type of any width that PTX can hold as a value."""
        return "i%d" % self.r.choice([1, 8, 16, 32, 64, 128, self.r.randint(2, 128), self.r.randint(65, 300)])

    def member(self, depth=0):
        kind = self.r.randrange(8)
        if kind < 3:
            return self.r.choice(["i8", "i16", "i32", "i64", "float", "double", "half", "ptr"])
        if kind < 5:
            return "i%d" % self.r.randint(2, 128)
        if kind == 5:
            return "<%d x %s>" % (self.r.choice([2, 3, 4, 5, 8]), self.r.choice(["i8", "i16", "i32", "float", "half"]))
        if kind == 6 or depth > 2:
            return "[%d x %s]" % (self.r.randint(1, 5), self.r.choice(["i8", "i32", "double"]))
        return self.structure(depth + 1)

    def structure(self, depth=0):
        members = ", ".join(self.member(depth) for _ in range(self.r.randint(2, 5)))
        return ("<{ %s }>" if self.r.randrange(6) == 0 else "{ %s }") % members

    def simple_structure(self):
        """One whose members are integers and floats, and the members."""
        members = [self.r.choice(["i8", "i16", "i32", "i64", "float", "double", "i%d" % self.r.randint(2, 128)])
                   for _ in range(self.r.randint(2, 6))]
        return "{ %s }" % ", ".join(members), members

    def declare(self, name, text):
        self.declared.setdefault(name, "declare " + text)

    def constant(self, type):
        if type == "float":
            return "%d.0" % self.r.randint(1, 9)
        if type == "double":
            return "%d.25" % self.r.randint(1, 99)
        return str(self.r.randint(0, 1)) if type == "i1" else str(self.r.randint(0, 2 ** (min(int(type[1:]), 200) - 1) - 1))

    # ---- shapes: each gives (result type, parameters, body); %r is what is returned ------------------------------------
    def overflow(self, n):
        type = "i%d" % self.r.randint(2, 128)
        name = "llvm.%s.with.overflow.%s" % (self.r.choice(["sadd", "uadd", "ssub", "usub"]), type)
        self.declare(name, "{ %s, i1 } @%s(%s, %s)" % (type, name, type, type))
        return "i1", "%s %%a, %s %%b" % (type, type), [
            "%%p = call { %s, i1 } @%s(%s %%a, %s %%b)" % (type, name, type, type), "%%r = extractvalue { %s, i1 } %%p, 1" % type]

    def field(self, n):
        type, members = self.simple_structure()
        at = self.r.randrange(len(members))
        return members[at], "ptr %a, i64 %i", [
            "%%p = getelementptr %s, ptr %%a, i64 %%i, i32 %d" % (type, at), "%%r = load %s, ptr %%p, align 1" % members[at]]

    def whole_structure(self, n):
        type = self.structure()
        return "void", "ptr %a, ptr %b", ["%%v = load %s, ptr %%a, align %d" % (type, self.r.choice([1, 4, 16])),
                                          "store %s %%v, ptr %%b, align %d" % (type, self.r.choice([1, 8]))]

    def local(self, n):
        type = self.structure()
        self.declare("use_local", "void @use_local(ptr)")
        return "void", "", ["%%p = alloca %s, align %d" % (type, self.r.choice([4, 8, 32])), "call void @use_local(ptr %p)"]

    def by_value(self, n):
        type, members = self.simple_structure()
        return members[-1], "ptr byval(%s) align %d %%a" % (type, self.r.choice([1, 4, 8])), [
            "%%p = getelementptr %s, ptr %%a, i32 0, i32 %d" % (type, len(members) - 1),
            "%%r = load %s, ptr %%p, align 1" % members[-1]]

    def passes_by_value(self, n):
        """The address that is passed is a constant: a variable, a place in it, null, or a number."""
        type, _ = self.simple_structure()
        name = "takes%d" % n
        self.globals.append("@bytes%d = addrspace(1) global [%d x i8] zeroinitializer, align %d" % (
            n, self.r.randint(500, 900), self.r.choice([1, 4, 16])))
        generic = "addrspacecast (ptr addrspace(1) @bytes%d to ptr)" % n
        place = self.r.choice([generic, "getelementptr (i8, ptr %s, i64 %d)" % (generic, self.r.randint(1, 64)), "null",
                               "inttoptr (i64 %d to ptr)" % (self.r.randint(1, 1 << 12) * 16)])
        self.declare(name, "void @%s(ptr byval(%s) align 1)" % (name, type))
        return "void", "", ["call void @%s(ptr byval(%s) align 1 %s)" % (name, type, place)]

    def declared_call(self, n):
        type, members = self.simple_structure()
        name = "external%d" % n
        arguments = [self.r.choice(members) for _ in range(self.r.randint(1, 4))]
        self.declare(name, "%s @%s(%s)" % (type, name, ", ".join(arguments)))
        return members[0], "", ["%%v = call %s @%s(%s)" % (
            type, name, ", ".join("%s %s" % (a, self.constant(a)) for a in arguments)),
            "%%r = extractvalue %s %%v, 0" % type]

    def pointer_call(self, n):
        """Metadata that may be, and is not, !callalign; every second time it is."""
        type, members = self.simple_structure()
        self.metadata.append("!{i32 %d}" % n if n % 2 else "!{i32 %d}" % (self.r.choice([8, 16])))
        kind = "own_kind_%d" % (n % 7) if n % 2 else "callalign"
        return members[0], "ptr %f", ["%%v = call %s %%f(i32 %d), !%s !META%d" % (type, n, kind, len(self.metadata) - 1),
                                      "%%r = extractvalue %s %%v, 0" % type]

    def wide(self, n):
        type = "i%d" % self.r.randint(65, 300)
        op = self.r.choice(["add", "mul", "and", "xor", "sub"])
        return type, "%s %%a" % type, ["%%r = %s %s %%a, %s" % (op, type, self.constant(type))]

    def vector_constant(self, n):
        lanes, element = self.r.choice([2, 3, 4, 8]), self.r.choice(["i8", "i16", "i32", "i64", "i%d" % self.r.randint(2, 60)])
        type = "<%d x %s>" % (lanes, element)
        value = self.r.choice(["zeroinitializer", "<%s>" % ", ".join("%s %s" % (element, self.constant(element)) for _ in range(lanes)),
                               "splat (%s %s)" % (element, self.constant(element))])
        return type, "%s %%a" % type, ["%%r = add %s %%a, %s" % (type, value)]

    def aggregate_constant(self, n):
        type, members = self.simple_structure()
        value = "{ %s }" % ", ".join("%s %s" % (m, self.constant(m)) for m in members)
        return type, "i1 %c", ["%%r = select i1 %%c, %s %s, %s %s" % (
            type, value, type, self.r.choice(["zeroinitializer", "poison", "undef"]))]

    def intrinsic(self, n):
        type = self.integer()
        name, count = self.r.choice([("fshl", 3), ("smax", 2), ("umin", 2), ("uadd.sat", 2), ("ctpop", 1), ("bitreverse", 1)])
        full = "llvm.%s.%s" % (name, type)
        self.declare(full, "%s @%s(%s)" % (type, full, ", ".join([type] * count)))
        return type, ", ".join("%s %%%s" % (type, "abc"[i]) for i in range(count)), [
            "%%r = call %s @%s(%s)" % (type, full, ", ".join("%s %%%s" % (type, "abc"[i]) for i in range(count)))]

    def target_intrinsic(self, n):
        name = "llvm.nvvm.read.ptx.sreg." + self.r.choice(["tid.x", "tid.y", "ntid.z", "ctaid.x", "laneid", "smid", "warpid", "gridid"])
        self.declare(name, "i32 @%s()" % name)
        return "i32", "", ["%%r = call i32 @%s()" % name]

    def assembly(self, n):
        letter, type = self.r.choice([("r", "i32"), ("l", "i64"), ("h", "i16"), ("f", "float"), ("d", "double")])
        bits = {"r": 32, "l": 64, "h": 16, "f": 32, "d": 64}[letter]
        return type, "%s %%a" % type, ['%%r = call %s asm%s "mov.b%d $0, $1; // %d", "=%s,%s"(%s %%a)' % (
            type, self.r.choice([" sideeffect", ""]), bits, n, letter, letter, type)]

    def atomic(self, n):
        scope = self.r.choice(['syncscope("block") ', 'syncscope("device") ', 'syncscope("cluster") ', ""])
        op = self.r.choice(["add", "umax", "xor", "xchg", "and"])
        return "i32", "ptr addrspace(1) %a, i32 %v", ["%%r = atomicrmw %s ptr addrspace(1) %%a, i32 %%v %s%s" % (
            op, scope, self.r.choice(self.orders))]

    def shared_atomic(self, n):
        self.globals.append("@counter%d = addrspace(3) global [8 x i32] undef, align 4" % n)
        return "i32", "i32 %v, i64 %i", [
            "%%p = getelementptr i32, ptr addrspace(3) @counter%d, i64 %%i" % n,
            "%%r = atomicrmw %s ptr addrspace(3) %%p, i32 %%v %s%s" % (
                self.r.choice(["add", "umax", "xor"]), self.r.choice(['syncscope("device") ', ""]), self.r.choice(self.orders))]

    def dead_call(self, n):
        """Names what only dead code names: whether it is declared is known when the function is prepared."""
        self.declare("gone%d" % (n % 5), "void @gone%d(i32)" % (n % 5))
        self.declare("kept%d" % (n % 3), "i32 @kept%d(i32)" % (n % 3))
        return "i32", "i32 %a", ["br i1 false, label %dead, label %live", "dead:", "call void @gone%d(i32 %%a)" % (n % 5), "br label %live",
                                 "live:", "%%r = call i32 @kept%d(i32 %%a)" % (n % 3)]

    def called_internal(self, n):
        """An internal function, its parameters aligned by who calls it: direct calls only, or its address is taken, too."""
        self.functions.append("define internal i32 @inner%d(ptr byval({ i32, i32 }) %%a) noinline {\n  %%r = load i32, ptr %%a\n  ret i32 %%r\n}" % n)
        body = ["%%r = call i32 @inner%d(ptr byval({ i32, i32 }) %%a)" % n]
        if self.r.randrange(3) == 0:
            body.append("store ptr @inner%d, ptr %%b" % n)
        return "i32", "ptr %a, ptr %b", body

    def copies(self, n):
        """What the passes over a function work on: arrays, copies, loops over neighbouring loads, wide division."""
        self.declare("llvm.memcpy.p0.p0.i64", "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        size = self.r.choice([8, 48, 200])
        return "i32", "ptr %a, i32 %n, i128 %w", [
            "%%l = alloca [%d x i8], align 4" % size, "call void @llvm.memcpy.p0.p0.i64(ptr %%l, ptr %%a, i64 %d, i1 false)" % size,
            "br label %head", "head:", "%i = phi i32 [ 0, %entry ], [ %j, %head ]", "%k = and i32 %i, 3",
            "%p0 = getelementptr [2 x i32], ptr %a, i32 %i", "%x0 = load i32, ptr %p0, align 8",
            "%p1 = getelementptr [2 x i32], ptr %a, i32 %i, i32 1", "%x1 = load i32, ptr %p1, align 4",
            "%q = getelementptr i8, ptr %l, i32 %k", "%y = load i8, ptr %q", "%z = zext i8 %y to i32", "%s0 = add i32 %x0, %x1",
            "%j = add i32 %i, 1", "%c = icmp ult i32 %j, %n", "br i1 %c, label %head, label %out", "out:",
            "%%v = udiv i128 %%w, %d" % (n + 3), "%t = trunc i128 %v to i32", "%s1 = add i32 %s0, %t", "%r = add i32 %s1, %z"]

    def called_alias(self, n):
        self.functions.append("define i32 @aliased%d(i32 %%a) noinline {\n  %%r = mul i32 %%a, %d\n  ret i32 %%r\n}" % (n, n + 3))
        self.aliases.append("@other%d = alias i32 (i32), ptr @aliased%d" % (n, n))
        return "i32", "i32 %%a", ["%%r = call i32 @other%d(i32 %%a)" % n]

    def loop(self, n):
        self.metadata.append("distinct !{!META%d, !{!\"llvm.loop.unroll.disable\"}}" % len(self.metadata))
        meta = len(self.metadata) - 1
        return "i32", "i32 %a", ["br label %head", "head:", "%i = phi i32 [ 0, %entry ], [ %j, %head ]", "%j = add i32 %i, " + str(n + 1),
                                 "%c = icmp ult i32 %j, %a", "br i1 %%c, label %%head, label %%out, !llvm.loop !META%d" % meta,
                                 "out:", "%r = mul i32 %j, 3"]

    def table(self, n):
        type, members = self.simple_structure()
        values = ", ".join("%s { %s }" % (type, ", ".join("%s %s" % (m, self.constant(m)) for m in members)) for _ in range(4))
        self.globals.append("@table%d = addrspace(%d) constant [4 x %s] [%s]" % (n, self.r.choice([1, 4]), type, values))
        space = self.globals[-1].split("addrspace(")[1][0]
        at = self.r.randrange(len(members))
        return members[at], "i64 %i", [
            "%%p = getelementptr [4 x %s], ptr addrspace(%s) @table%d, i64 0, i64 %%i, i32 %d" % (type, space, n, at),
            "%%r = load %s, ptr addrspace(%s) %%p, align 1" % (members[at], space)]

    def choice(self, n):
        cases = self.r.randint(8, 14)
        body = ["switch i32 %%a, label %%none [ %s ]" % " ".join("i32 %d, label %%c%d" % (i, i) for i in range(cases))]
        for i in range(cases):
            body += ["c%d:" % i, "br label %none" if i % 5 == 0 else "br label %out"]
        incoming = ", ".join("[ %d, %%c%d ]" % (self.r.randint(0, 999), i) for i in range(cases) if i % 5)
        return "i32", "i32 %a", body + ["none:", "br label %out", "out:", "%%r = phi i32 [ %d, %%none ], %s" % (n, incoming)]

    SHAPES = ("overflow field whole_structure local by_value passes_by_value declared_call pointer_call wide vector_constant "
              "aggregate_constant intrinsic target_intrinsic assembly atomic called_alias loop table choice "
              "shared_atomic dead_call called_internal copies").split()

    def add(self, shape, n):
        result, parameters, body = getattr(self, shape)(n)
        parameters = parameters.replace("%%", "%")
        name, tail = "%s_%d" % (shape, n), ""
        if self.debug:
            tail = ", !dbg !SUB%d" % n
        lines = ["entry:"]
        for i, line in enumerate(body):
            label = line.endswith(":")
            # A location of its own for each instruction.
            lines.append(line if label else "  " + line + (", !dbg !LOC%d.%d" % (n, i) if self.debug else ""))
        lines.append("  ret " + ("void" if result == "void" else result + " %r") + (", !dbg !LOC%d.%d" % (n, len(body)) if self.debug else ""))
        self.functions.append("define %s @%s(%s)%s {\n%s\n}" % (result, name, parameters, tail.replace(",", ""), "\n".join(lines)))
        return len(body) + 1

    def text(self, lengths):
        out = [HEAD] + self.globals + list(self.declared.values()) + self.functions + self.aliases
        whole = "\n".join(out) + "\n"
        nodes = []

        def node(text):
            nodes.append(text)
            return "!%d" % (len(nodes) - 1)

        names = {}
        for i, m in enumerate(self.metadata):
            own = "!%d" % len(nodes)
            if "llvm.loop" in m:
                nodes.append("")
                inner = node('!{!"llvm.loop.unroll.disable"}')
                nodes[int(own[1:])] = "distinct !{%s, %s}" % (own, inner)
            else:
                node(m)
            names["!META%d" % i] = own
        if self.debug:
            file = node('!DIFile(filename: "many.cu", directory: "/src")')
            unit = node('distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: %s, emissionKind: LineTablesOnly)' % file)
            kind = node('!DISubroutineType(types: !{})')
            for n, length in enumerate(lengths):
                scope = names["!SUB%d" % n] = node('distinct !DISubprogram(name: "f%d", scope: %s, file: %s, line: %d, type: %s, unit: %s, '
                                                   'spFlags: DISPFlagDefinition)' % (n, file, file, n, kind, unit))
                for i in range(length + 1):
                    names["!LOC%d.%d" % (n, i)] = node("!DILocation(line: %d, column: %d, scope: %s)" % (10 * n + i, i + 1, scope))
            version = node('!{i32 2, !"Debug Info Version", i32 3}')
            whole += "!llvm.dbg.cu = !{%s}\n!llvm.module.flags = !{%s}\n" % (unit, version)
        for name in sorted(names, key=len, reverse=True):
            whole = whole.replace(name + ",", names[name] + ",").replace(name + "\n", names[name] + "\n").replace(name + " ", names[name] + " ")
        return whole + "".join("!%d = %s\n" % (i, text) for i, text in enumerate(nodes))


def module(seed, functions=None):
    m = Module(seed)
    count = functions or m.r.randint(24, 72)
    return m.text([m.add(m.r.choice(Module.SHAPES), n) for n in range(count)])


def overflows():
    """The module that the fault was found with: structures nobody asked about before code generation."""
    widths = [2 + 2 * i for i in range(64)]
    text = [HEAD] + ["declare { i%d, i1 } @llvm.sadd.with.overflow.i%d(i%d, i%d)" % (n, n, n, n) for n in widths]
    for n in widths:
        text.append("define i1 @f%d(i%d %%a, i%d %%b) {\n  %%p = call { i%d, i1 } @llvm.sadd.with.overflow.i%d(i%d %%a, i%d %%b)\n"
                    "  %%r = extractvalue { i%d, i1 } %%p, 1\n  ret i1 %%r\n}" % ((n,) * 8))
    return "\n".join(text) + "\n"


def fields():
    """A field of a structure that no other function has, behind an index that is not known: whoever folds constant addresses
    or moves whole values before code generation has not asked for its layout."""
    text = [HEAD]
    for n in range(96):
        type = "{ i8, i%d, [%d x i16] }" % (n + 2, n % 9 + 1)
        text.append("define i8 @g%d(ptr %%a, i64 %%i) {\n  %%p = getelementptr [2 x %s], ptr %%a, i64 %%i, i64 1, i32 2, i64 %%i\n"
                    "  %%r = load i8, ptr %%p\n  ret i8 %%r\n}" % (n, type))
    return "\n".join(text) + "\n"


def kinds_of_metadata():
    """Calls that have metadata, none of it !callalign, in functions of their own: asking for a kind by name makes it."""
    text = [HEAD, "declare void @out(i32)"]
    for n in range(64):
        text.append("define void @k%d() {\n  call void @out(i32 %d), !own !0\n  ret void\n}" % (n, n))
    return "\n".join(text) + "\n!0 = !{}\n"


def constant_addresses():
    """byval arguments whose address is a constant of its own: LLVM makes a constant to say how it is aligned."""
    text = [HEAD, "@bytes = addrspace(1) global [4096 x i8] zeroinitializer"]
    for n in range(64):
        text.append("declare void @v%d(ptr byval([%d x i8]) align 1)" % (n, n + 1))
        text.append("define void @c%d() {\n  call void @v%d(ptr byval([%d x i8]) align 1 getelementptr (i8, ptr addrspacecast "
                    "(ptr addrspace(1) @bytes to ptr), i64 %d))\n  ret void\n}" % (n, n, n + 1, 3 * n + 1))
    return "\n".join(text) + "\n"


def work(functions, size=12):
    """Functions of ordinary size, for measurements: loops over loads, arithmetic, stores."""
    text = [HEAD]
    for n in range(functions):
        body = ["define void @w%d(ptr addrspace(1) %%a, i32 %%n) {\nentry:\n  br label %%head\nhead:" % n,
                "  %i = phi i32 [ 0, %entry ], [ %j, %head ]"]
        last = "%i"
        for k in range(size):
            body += ["  %%p%d = getelementptr { i32, float, i64 }, ptr addrspace(1) %%a, i32 %s, i32 %d" % (k, last, 0),
                     "  %%l%d = load i32, ptr addrspace(1) %%p%d" % (k, k), "  %%m%d = mul i32 %%l%d, %d" % (k, k, n + k + 3),
                     "  %%x%d = xor i32 %%m%d, %s" % (k, k, last), "  %%s%d = lshr i32 %%x%d, %d" % (k, k, k % 7 + 1),
                     "  store i32 %%s%d, ptr addrspace(1) %%p%d" % (k, k)]
            last = "%%s%d" % k
        body += ["  %j = add i32 %i, 1", "  %c = icmp ult i32 %j, %n", "  br i1 %c, label %head, label %out", "out:", "  ret void", "}"]
        text.append("\n".join(body))
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    import sys
    sys.stdout.write(module(int(sys.argv[1])))
