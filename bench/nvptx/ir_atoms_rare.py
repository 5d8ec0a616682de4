"""More pieces for `ir_atoms.py`: what programs have less often, and where an analysis asks all that was said of a value.

Atoms take the writer; combinators the writer, where to stop, their arguments and `run`, which writes what they are given.
"""


def constant(w, limit=100):
    return w.random.randrange(1, limit)


# ---- atoms: one step each ------------------------------------------------------------------------------

def assumes(w):
    """What is assumed of one parameter, again and again."""
    w.declare("declare void @llvm.assume(i1)")
    test = w.value("icmp %s i32 %%p_i32, %d" % (w.random.choice(("ult", "slt", "ne")), constant(w, 1 << 20)))
    w.emit("call void @llvm.assume(i1 %s)" % test)


def indices(w):
    """A sum of 32 bits that becomes an address."""
    x = w.value("shl i32 %s, 2" % w.any("i32"))
    x = w.value("add i32 %s, %d" % (x, constant(w)))
    at = w.value("getelementptr inbounds i32, ptr %%base, i64 %s" % w.value("zext i32 %s to i64" % x))
    w.set("index_%d" % w.random.randrange(4), "i32", w.value("load i32, ptr %s" % at))


def memories(w, size=40):
    """Copies of memory of so many bytes; 0: nobody knows how many, so each is a loop."""
    w.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
    place = 16 * w.random.randrange(1 << 12)
    source, to = (w.value("getelementptr inbounds i8, ptr %s, i64 %d" % (p, place)) for p in ("%base", "%out"))
    w.emit("call void @llvm.memcpy.p0.p0.i64(ptr align 8 %s, ptr align 8 %s, i64 %s, i1 false)" % (to, source, size or w.any("i64")))
    w.count += size // 32 if size else 20


def swaps(w, kind="i8"):
    """Compare-and-swap narrower than a word: a loop each."""
    at = w.value("getelementptr inbounds i8, ptr %%base, i64 %d" % w.random.randrange(1 << 12))
    new = w.value("trunc i32 %s to %s" % (w.any("i32"), kind))
    pair = w.value("cmpxchg ptr %s, %s %d, %s %s monotonic monotonic" % (at, kind, constant(w), kind, new))
    w.set("swapped", "i1", w.value("extractvalue { %s, i1 } %s, 1" % (kind, pair)))
    w.count += 12


def nands(w):
    """An atomic operation that the machine has not: a loop each."""
    w.set("nand", "i32", w.value('atomicrmw nand ptr %%base, i32 %s syncscope("device") monotonic' % w.any("i32")))
    w.count += 8


def reductions(w, lanes=8):
    kind = "<%d x i32>" % lanes
    w.declare("declare i32 @llvm.vector.reduce.add.v%di32(%s)" % (lanes, kind))
    x = w.value("xor %s %s, splat (i32 %d)" % (kind, w.get("reduced_" + kind, kind), constant(w)))
    w.set("reduced_" + kind, kind, x)
    w.set("reduction", "i32", w.value("call i32 @llvm.vector.reduce.add.v%di32(%s %s)" % (lanes, kind, x)))
    w.count += lanes


def counted(w):
    """Funnel shifts, counts and reversals of bits."""
    name = w.random.choice(("ctpop", "ctlz", "bitreverse", "bswap"))
    more = ", i1 false" if name == "ctlz" else ""
    w.declare("declare i32 @llvm.%s.i32(i32%s)" % (name, ", i1" if more else ""))
    w.declare("declare i32 @llvm.fshl.i32(i32, i32, i32)")
    x = w.value("call i32 @llvm.%s.i32(i32 %s%s)" % (name, w.any("i32"), more))
    w.set("counted", "i32", w.value("call i32 @llvm.fshl.i32(i32 %s, i32 %s, i32 %s)" % (w.get("counted", "i32"), x, w.any("i32"))))


def freezes(w):
    w.set("frozen", "i32", w.value("freeze i32 %s" % w.value("add nsw i32 %s, %d" % (w.get("frozen", "i32"), constant(w)))))


def choices_of_memory(w):
    """A pointer to one of two memories."""
    test = w.value("icmp slt i32 %s, %d" % (w.any("i32"), constant(w)))
    w.set("chosen", "ptr", w.value("select i1 %s, ptr %s, ptr %s" % (test, w.get("chosen", "ptr"), w.random.choice(("%base", "%out")))))
    w.set("from_chosen", "i32", w.value("load i32, ptr %s" % w.env["chosen"][1]))


def structs(w):
    """A struct by value to a callee."""
    w.declare("declare i32 @takes(ptr byval([6 x i64]) align 8)")
    name = w.name()
    w.allocas.append("  %s = alloca [6 x i64], align 8" % name)
    w.emit("store i64 %s, ptr %s" % (w.any("i64"), name))
    w.set("taken", "i32", w.value("call i32 @takes(ptr byval([6 x i64]) align 8 %s)" % name))
    w.count += 6


def masks(w):
    """A load whose lanes are chosen when it runs: a branch each."""
    w.declare("declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)")
    old = w.get("masked", "<4 x i32>")
    mask = w.value("icmp slt <4 x i32> %s, splat (i32 %d)" % (old, constant(w)))
    w.set("masked", "<4 x i32>", w.value("call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 16 %%base, <4 x i1> %s, <4 x i32> %s)" % (mask, old)))
    w.count += 16


def locals_(w):
    """A variable that lives for one step, told by markers."""
    w.declare("declare void @llvm.lifetime.start.p0(ptr)")
    w.declare("declare void @llvm.lifetime.end.p0(ptr)")
    name = w.name()
    w.allocas.append("  %s = alloca [8 x i32]" % name)
    w.emit("call void @llvm.lifetime.start.p0(ptr %s)" % name)
    at = w.value("getelementptr inbounds [8 x i32], ptr %s, i32 0, i32 %s" % (name, w.any("i32")))
    w.emit("store i32 %s, ptr %s" % (w.any("i32"), at))
    w.declare("declare void @looks(ptr)")
    w.emit("call void @looks(ptr %s)" % name)
    w.emit("call void @llvm.lifetime.end.p0(ptr %s)" % name)


# ---- combinators ---------------------------------------------------------------------------------------

def traps(w, stop, length, body, run):
    """Checks that end the program where they fail."""
    run(w, body, w.count + length)
    w.declare("declare void @llvm.trap()")
    bad, following = w.new_label(), w.new_label()
    test = w.value("icmp ugt i32 %s, %d" % (w.any("i32"), constant(w, 1 << 30)))
    w.emit("br i1 %s, label %%%s, label %%%s" % (test, bad, following))
    w.label(bad)
    w.emit("call void @llvm.trap()")
    w.emit("unreachable")
    w.label(following)


def continues(w, stop, length, body, run):
    """One loop, which starts anew from as many places as the size asks for."""
    head, after = w.new_label(), w.new_label()
    run(w, body, w.count + 1)
    start, turns = w.block, []
    w.emit("br label %%%s" % head)
    w.label(head)
    place, counter = len(w.lines), w.name()
    w.arms += 1
    while w.count < stop:
        run(w, body, w.count + length)
        following = w.new_label()
        test = w.value("icmp eq i32 %s, %d" % (w.any("i32"), constant(w)))
        turns.append((w.any("i32"), w.block))
        w.emit("br i1 %s, label %%%s, label %%%s" % (test, head, following))
        w.label(following)
    w.arms -= 1
    test = w.value("icmp slt i32 %s, %s" % (counter, "%p_i32"))
    turns.append((w.any("i32"), w.block))
    w.emit("br i1 %s, label %%%s, label %%%s" % (test, head, after))
    inputs = ", ".join("[ %s, %%%s ]" % pair for pair in [("0", start), *turns])
    w.lines[place:place] = ["  %s = phi i32 %s" % (counter, inputs)]
    w.label(after)


def burrow(w, stop, length, body, run):
    """Loops in each other, as deep as the size asks for."""
    levels, open_loops = max(1, (stop - w.count) // (length + 6)), []
    run(w, body, w.count + 1)
    for _ in range(levels):
        head, start, counter = w.new_label(), w.block, w.name()
        w.emit("br label %%%s" % head)
        w.label(head)
        open_loops.append((head, start, counter, len(w.lines)))
        w.lines.append("")                                # the phi, once its latch is known
        w.count += 1
        run(w, body, w.count + length)
    for head, start, counter, place in reversed(open_loops):
        after = w.new_label()
        following = w.value("add i32 %s, 1" % counter)
        test = w.value("icmp slt i32 %s, %s" % (following, "%p_i32"))
        w.lines[place] = "  %s = phi i32 [ 0, %%%s ], [ %s, %%%s ]" % (counter, start, following, w.block)
        w.emit("br i1 %s, label %%%s, label %%%s" % (test, head, after))
        w.label(after)


def tangles(w, stop, length, body, run):
    """A loop with two entries."""
    one, two, after = w.new_label(), w.new_label(), w.new_label()
    run(w, body, w.count + 1)
    start, before = w.block, dict(w.env)
    x, test = w.any("i32"), w.value("icmp slt i32 %s, %d" % (w.any("i32"), constant(w)))
    w.emit("br i1 %s, label %%%s, label %%%s" % (test, one, two))
    w.arms += 1
    w.label(one)
    place, first = len(w.lines), w.name()
    w.set("tangled", "i32", first)
    run(w, body, w.count + length)
    y, block_one = w.any("i32"), w.block
    w.emit("br label %%%s" % two)
    w.env = dict(before)
    w.label(two)
    second = w.value("phi i32 [ %s, %%%s ], [ %s, %%%s ]" % (x, start, y, block_one))
    w.set("tangled", "i32", second)
    run(w, body, w.count + length)
    test = w.value("icmp slt i32 %s, %s" % (second, "%p_i32"))
    w.lines[place:place] = ["  %s = phi i32 [ %s, %%%s ], [ %s, %%%s ]" % (first, x, start, w.any("i32"), w.block)]
    w.emit("br i1 %s, label %%%s, label %%%s" % (test, one, after))
    w.arms -= 1
    w.label(after)


ATOMS = {f.__name__.rstrip("_"): f for f in (
    assumes, indices, memories, swaps, nands, reductions, counted, freezes, choices_of_memory, structs, masks, locals_)}
COMBINATORS = {f.__name__: f for f in (traps, continues, burrow, tangles)}
