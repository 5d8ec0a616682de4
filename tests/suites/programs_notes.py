"""Metadata and hints on the programs of `programs_ir.py`: true ones where they promise something, any where they only advise.

Weights of branches, selects and calls, advice about loops (llvm.loop.*, known and unknown names, absurd numbers), !range, !noundef,
!annotation, entry counts, hints of caches, and the intrinsics that carry such (llvm.annotation, llvm.expect, llvm.assume). Pointers and extended numbers
go through memory, or through a call that gives its argument back, and what is known of them is said of the load (!nonnull, !align,
!dereferenceable, !range) or of what the call returns (nonnull, align, dereferenceable, range, noundef). What the program computes stays
what it is without: both sides of the comparison get the same text. The same seed gives the same notes.
"""
import random
import re

WEIGHTS = [0, 1, 1, 2, 7, 1000, 2 ** 31, 2 ** 32 - 1]
ADVICE = ["mustprogress", "unroll.disable", "unroll.enable", "unroll.full", "unroll.runtime.disable", "unroll.count", "unroll_and_jam.enable", "unroll_and_jam.disable",
          "unroll_and_jam.count", "vectorize.enable", "vectorize.width", "vectorize.scalable.enable", "vectorize.predicate.enable", "vectorize.followup_all", "interleave.count",
          "distribute.enable", "peeled.count", "isvectorized", "disable_nonforced", "pipeline.disable", "pipeline.initiationinterval", "estimated_trip_count",
          "licm_versioning.disable", "no.such.advice"]
FLAGS = {"vectorize.enable", "vectorize.scalable.enable", "vectorize.predicate.enable", "distribute.enable", "pipeline.disable"}
COUNTS = [0, 1, 2, 3, 4, 8, 17, 1000, -1]
KEPT = re.compile(r"\s+%v\d+ = (?:zext|sext|trunc|add|and|or|xor|mul|shl|lshr|ashr|getelementptr|freeze|bitcast|icmp) ")


class Notes:
    def __init__(self, seed):
        self.r, self.nodes, self.known, self.declared, self.fresh = random.Random(seed * 7919 + 5), [], {}, {}, 0
        self.slots = []  # of the function at hand: variables through which values go, declared at its head

    def node(self, body, distinct=False):
        """A node's name; equal ones are one. `SELF` is the node itself."""
        if not distinct and body in self.known:
            return self.known[body]
        name = "!%d" % len(self.nodes)
        self.nodes.append("%s = %s!{%s}" % (name, "distinct " if distinct else "", body.replace("SELF", name)))
        if not distinct:
            self.known[body] = name
        return name

    def weights(self, count):
        r = self.r
        expected = '!"expected", ' if r.random() < 0.2 else ""
        return ", !prof " + self.node('!"branch_weights", ' + expected + ", ".join("i32 %d" % r.choice(WEIGHTS) for _ in range(count)))

    def loop(self):
        r, items = self.r, ["SELF"]
        for name in r.sample(ADVICE, r.randrange(0, 5)):
            if name in FLAGS:
                value = ", i1 %s" % r.choice(["true", "false"])
            elif "count" in name or name.endswith(("width", "interval")) or r.random() < 0.1:
                value = ", i32 %d" % r.choice(COUNTS if not name.startswith(("unroll.count", "peeled", "interleave", "vectorize.width")) else [1, 2, 4, 8])
            elif "followup" in name:
                value = ", " + self.node('!"llvm.loop.unroll.disable"')
            else:
                value = ""
            items.append(self.node('!"llvm.loop.%s"%s' % (name, value)))
        return ", !llvm.loop " + self.node(", ".join(items), distinct=True)

    def cache(self, line):
        """What later LLVMs have of caches, by the number of the operand, and streaming."""
        r = self.r
        if "call" not in line and r.random() < 0.2:
            return ", !nontemporal " + self.node("i32 1")
        pairs = ['!"nvvm.l1_eviction", !"%s"' % r.choice(["first", "last", "unchanged", "no_allocate", "normal"]), '!"nvvm.l2_prefetch_size", !"%s"' % r.choice(["64B", "128B", "256B"]),
                 '!"nvvm.l2_eviction", !"%s"' % r.choice(["first", "last"]), '!"nvvm.l2_cache_hint", i64 %d' % r.choice([1, 2, 0x12F0000000000000, -1])]
        of = [self.node(", ".join(r.sample(pairs, r.randrange(1, 4)))) for _ in range(2)]
        return ", !mem.cache_hint " + self.node("i32 0, %s, i32 1, %s" % tuple(of))

    def anything(self):
        r = self.r
        kind = r.randrange(4)
        if kind == 0:
            return ", !annotation " + self.node(r.choice(['!"auto-init"', '!"_remarks", !"here"', self.node('!"a pair", !"of words"')]))
        if kind == 1:
            return ", !nosanitize " + self.node("")
        if kind == 2:
            return ", !of.nobody " + self.node('i32 %d, !"x", null' % r.randrange(3))
        return ", !pcsections " + self.node('!"section"')

    # ---- lines
    def call_of_count(self, line):
        """What bits are counted is at most their number."""
        found = re.search(r"call (i\d+) @llvm\.(ctpop|ctlz|cttz)\.i(\d+)\(", line)
        if found is None or int(found[3]) < 4:
            return ""
        return ", !range " + self.node("%s 0, %s %d" % (found[1], found[1], int(found[3]) + 1))

    def load(self, line):
        out = ""
        if "%steps" in line:
            out += ", !range " + self.node("i32 0, i32 %d" % self.r.choice([100, 1 << 20, 0x7fffffff]))
        if re.search(r"load (?:volatile )?ptr,", line):
            return out
        if self.r.random() < 0.5 and "atomic" not in line:
            out += ", !noundef " + self.node("")
        return out

    def one(self, line):
        r = self.r
        if re.match(r"\s+(%v\d+ = load |store |call void @llvm\.mem(cpy|move|set)\.)", line) and r.random() < 0.3 and "atomic" not in line:
            return line + self.cache(line)
        if re.match(r"\s+br i1 ", line):
            return line + (self.weights(2) if r.random() < 0.5 else ", !unpredictable " + self.node("") if r.random() < 0.2 else "") + (self.loop() if r.random() < 0.5 else "")
        if re.match(r"\s+br label", line):
            return line + (self.loop() if r.random() < 0.3 else "")
        if re.match(r"\s+switch ", line):
            return line + (self.weights(line.count("label")) if r.random() < 0.6 else "")
        if " = select i1 " in line:
            return line + (self.weights(2) if r.random() < 0.5 else ", !unpredictable " + self.node(""))
        if re.match(r"\s+%v\d+ = load ", line):
            return line + self.load(line)
        if re.match(r"\s+(%v\d+ = )?call ", line):
            if "@llvm." in line:
                return line + (self.call_of_count(line) or (self.anything() if r.random() < 0.3 else ""))
            if "call %" in line or " %v" in line.split("(")[0].split("= call")[-1]:  # through a pointer: which callees there were
                return line + ", !prof " + self.node('!"VP", i32 0, i64 1600, i64 7651369219802541373, i64 1030, i64 -4377547752858689819, i64 410')
            return line + (", !prof " + self.node('!"branch_weights", i32 %d' % r.choice(WEIGHTS)) if r.random() < 0.4 else "")
        if re.match(r"\s+(store|%a)", line) or KEPT.match(line):
            return line + (self.anything() if r.random() < 0.1 else "")
        return line

    # ---- what is known of a value, said where it comes out of memory or of a call
    def again(self, kind, name, of_load, of_call):
        """The value once more, with what is true of it: -> lines, its name, the new one."""
        r = self.r
        self.fresh += 1
        new = "%%e%d" % self.fresh
        if r.random() < 0.5:
            self.declared.setdefault("define internal %s @same.%s(%s %%x) noinline {\n  ret %s %%x\n}" % (kind, kind, kind, kind))
            return ["  %s = call %s %s @same.%s(%s %s)" % (new, " ".join(of_call), kind, kind, kind, name)], name, new
        slot = "%%slot.%s" % kind
        alloca = "  %s = alloca %s, align 8" % (slot, kind)
        if alloca not in self.slots:
            self.slots.append(alloca)
        word = r.choice(["load", "load", "load volatile"])
        return ["  store %s %s, ptr %s, align 8" % (kind, name, slot), "  %s = %s %s, ptr %s, align 8%s" % (new, word, kind, slot, "".join(of_load))], name, new

    def pointer_again(self, name, ahead):
        """What is true of a pointer into an array: that it is not null, and what the next access of it in the block says."""
        r, align, size = self.r, 1, 1
        for line in ahead:
            if not line.startswith("  "):
                break
            found = re.match(r"\s+(?:%v\d+ = load|store) (?:volatile )?(i(\d+)|float|double|half|<)?.*ptr " + name + r", align (\d+)$", line)
            if found:
                align = int(found[3])
                size = (int(found[2]) + 7) // 8 if found[2] else {"float": 4, "double": 8, "half": 2}.get(found[1], 1)
                break
        loads, calls = [", !noundef " + self.node("")], ["noundef"]
        for word, number in (("nonnull", None), ("align", align), ("dereferenceable", size)):
            if r.random() < 0.6:
                loads.append(", !%s " % word + self.node("" if number is None else "i64 %d" % number))
                calls.append({"nonnull": "nonnull", "align": "align %d" % align, "dereferenceable": "dereferenceable(%d)" % size}[word])
        return self.again("ptr", name, loads[0 if r.random() < 0.7 else 1:], calls[0 if r.random() < 0.7 else 1:])

    def number_again(self, line):
        found = re.match(r"\s+(%v\d+) = (zext|sext) i(\d+) \S+ to (i(?:8|16|32|64))$", line)
        if found is None:
            return None
        name, kind, bits, wide = found[1], found[4], int(found[3]), int(found[4][1:])
        low, end = (0, 1 << bits) if found[2] == "zext" else (-(1 << (bits - 1)), 1 << (bits - 1))
        # A range may go around: what is left of the full circle is behind the last number.
        more = self.r.choice([0, 1, (1 << wide) - (end - low) - 1])
        signed = lambda x: (x + (1 << (wide - 1))) % (1 << wide) - (1 << (wide - 1))  # noqa: E731
        pair = (signed(low), signed(end + more))
        if pair[0] == pair[1]:
            pair = (signed(low), signed(end))
        return self.again(kind, name, [", !range " + self.node("%s %d, %s %d" % (kind, pair[0], kind, pair[1])), self.r.choice(["", ", !noundef " + self.node("")])],
                          [self.r.choice(["", "noundef"]), "range(%s %d, %d)" % (kind, *pair)])

    def behind(self, line, ahead):
        """Lines that may follow: the value again through an intrinsic that says something of it."""
        made = re.match(r"\s+(%v\d+) = (?:zext|sext|trunc|add|and|or|xor|mul) .*?(i(?:8|16|32|64))\b", line)
        pointer = re.match(r"\s+(%v\d+) = getelementptr inbounds i8, ptr (%m\d+)", line)
        r = self.r
        if pointer and r.random() < 0.3:
            self.declared.setdefault("declare void @llvm.assume(i1)")
            return ['  call void @llvm.assume(i1 true) [ "nonnull"(ptr %s), "align"(ptr %s, i64 %d) ]' % (pointer[1], pointer[2], r.choice([1, 4, 16]))]
        if pointer and r.random() < 0.7:
            return self.pointer_again(pointer[1], ahead)
        if r.random() < 0.2:
            again = self.number_again(line)
            if again:
                return again
        condition = re.match(r"\s+(%v\d+) = icmp ", line)
        if condition and "<" not in line and r.random() < 0.3:
            self.declared.setdefault("declare i1 @llvm.expect.i1(i1, i1)")
            self.declared.setdefault("declare i1 @llvm.expect.with.probability.i1(i1, i1, double)")
            self.fresh += 1
            last = r.choice(["@llvm.expect.i1(i1 %s, i1 %s)", "@llvm.expect.with.probability.i1(i1 %s, i1 %s, double 0.75)"])
            return ["  %%e%d = call i1 %s" % (self.fresh, last % (condition[1], r.choice(["true", "false"])))], condition[1], "%%e%d" % self.fresh
        if made and r.random() < 0.05 and line.rstrip().endswith(made[2]) and " to " in line:
            self.declared.setdefault("@said = private constant [5 x i8] c\"word\\00\", section \"llvm.metadata\"")
            self.declared.setdefault("declare %s @llvm.annotation.%s.p0(%s, ptr, ptr, i32)" % (made[2], made[2], made[2]))
            self.fresh += 1
            return ["  %%e%d = call %s @llvm.annotation.%s.p0(%s %s, ptr @said, ptr @said, i32 7)" % (self.fresh, made[2], made[2], made[2], made[1])], made[1], "%%e%d" % self.fresh
        return []

    def function(self, head):
        if self.r.random() < 0.5:
            count = self.node('!"function_entry_count", i64 %d' % self.r.choice([0, 1, 1000, 2 ** 40, -1]))
            return head[:-1] + "!prof %s {" % count
        return head

    def text(self, ir):
        out, renamed, head, lines = [], {}, 0, ir.split("\n")
        for at, line in enumerate(lines):
            if line.startswith("define ") and line.endswith("{"):
                renamed, self.slots = {}, []
                out += [self.function(line), ""]
                head = len(out) - 1
                continue
            if line == "}" and self.slots:
                out[head] = "\n".join(self.slots)
            if renamed and line.startswith("  "):
                line = re.sub(r"%v\d+", lambda m: renamed.get(m[0], m[0]), line)
            out.append(self.one(line) if line.startswith("  ") else line)
            more = self.behind(line, lines[at + 1:at + 25]) if line.startswith("  ") else []
            if isinstance(more, tuple):
                more, old, new = more
                renamed[old] = new
            out += more
            if re.match(r"\w+:$", line):
                renamed = {}  # who follows need not be reached from there
        return "\n".join(out + list(self.declared) + self.nodes) + "\n"


def with_notes(ir, seed):
    return Notes(seed).text(ir)
