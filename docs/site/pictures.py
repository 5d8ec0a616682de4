"""Pictures of the site, drawn when it is built: `<!-- picture: NAME -->` in a page.

Each function draws one, with a title that is its text for who does not see it. Where a picture shows numbers they are those that the
page's command or example prints (tests/docs/commands.py holds them there).
"""
import html

BLUE, GREEN, YELLOW, RED, GREY, WHITE = "#d6e6f5", "#dcefdc", "#fdf1c7", "#f8d7d5", "#eeeeee", "#ffffff"
ALL = {}


class Picture:
    """460 wide at most, so that it can be read on a telephone."""

    def __init__(self, height, width=460):
        self.size, self.parts = (width, height), []

    def text(self, x, y, text, size=12, anchor="middle", bold=False, mono=False, colour="#222"):
        family = "monospace" if mono else "sans-serif"
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{x}" y="{y}" font-size="{size}" font-family="{family}" text-anchor="{anchor}" fill="{colour}"{weight}>'
                          f"{html.escape(text)}</text>")

    def box(self, x, y, w, h, text="", fill=BLUE, size=12, mono=False, dashed=False, left=False):
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="3" fill="{fill}" stroke="#666"{dash}/>')
        lines = text.split("\n") if text else []
        for at, line in enumerate(lines):
            middle = y + h / 2 + size * 0.36 + (at - (len(lines) - 1) / 2) * (size + 3)
            self.text(x + 6 if left else x + w / 2, round(middle, 1), line, size, "start" if left else "middle", mono=mono)

    def arrow(self, x1, y1, x2, y2, dashed=False, bend=0, colour="#444"):
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        cx, cy = (x1 + x2) / 2 + bend * (1 if y1 != y2 else 0), (y1 + y2) / 2 + bend * (1 if y1 == y2 else 0)
        self.parts.append(f'<path d="M {x1} {y1} Q {cx} {cy} {x2} {y2}" fill="none" stroke="{colour}" stroke-width="1.4" marker-end="url(#end)"{dash}/>')

    def line(self, x1, y1, x2, y2, colour="#999", dashed=False):
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}"{dash}/>')

    def svg(self, title):
        width, height = self.size
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
                f"<title>{html.escape(title)}</title>"
                '<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
                '<path d="M 0 0 L 8 4 L 0 8 z" fill="#444"/></marker></defs>'
                f'<rect width="{width}" height="{height}" fill="#fff"/>' + "".join(self.parts) + "</svg>\n")


def picture(title):
    def enter(function):
        ALL[function.__name__] = (title, function)
        return function
    return enter


def draw(name):
    """(title, SVG)."""
    title, function = ALL[name]
    return title, function().svg(title)


def bars(p, x, base, values, limit, labels, most):
    """Live registers behind each instruction, with the limit as a line."""
    step, unit = 24, 18
    for at, value in enumerate(values):
        over = value > limit
        p.box(x + at * step, base - value * unit, 18, max(value * unit, 1), str(value) if value else "", RED if over else GREEN, 11)
        p.text(x + at * step + 9, base + 13, labels[at], 10, mono=True)
    p.line(x - 4, base - limit * unit, x + most * step, base - limit * unit, "#c0392b", True)


@picture("LLVM IR becomes PTX in rooms that are made of generic algorithms")
def lathe():
    p = Picture(196)
    rooms = [("LLVM IR", GREY), ("prepare", BLUE), ("build", BLUE), ("combine\nlegalize", BLUE)]
    for at, (name, fill) in enumerate(rooms):
        p.box(8 + at * 114, 12, 92, 44, name, fill)
        if at:
            p.arrow(100 + (at - 1) * 114, 34, 121 + (at - 1) * 114, 34)
    p.arrow(396, 56, 396, 84)
    for at, (name, fill) in enumerate([("select", BLUE), ("passes", BLUE), ("print", BLUE), ("PTX", GREY)]):
        x = 350 - at * 114
        p.box(x, 86, 92, 36, name, fill)
        if at:
            p.arrow(x + 114, 104, x + 94, 104)
    p.box(8, 142, 434, 44, "include/lathe: the algorithms, which know no IR and no target\nalso over LLVM's machine code, toy machines, your own program", GREEN, 12)
    for x in (54, 168, 282, 396):
        p.arrow(x, 142, x, 125, dashed=True)
    return p


@picture("Three functions with the same five instructions; one new function and three calls")
def outline():
    p = Picture(214)
    for at, (a, b, c, d) in enumerate([("r0", "r1", "r2", "r3"), ("r1", "r2", "r3", "r4"), ("r2", "r3", "r4", "r5")]):
        x = 8 + at * 84
        p.text(x + 38, 14, f"f{at}", bold=True)
        p.box(x, 22, 76, 20, f"{a} = {7 + at}", WHITE, 10, True)
        p.box(x, 46, 76, 92, f"{b} = 5\n{c} = {a}*{b}\n{d} = {c}-{a}\n{d} = {d}*{d}\n{c} = {d}+{a}\nshow {c}", BLUE, 10, True)
        p.box(x, 142, 76, 20, "return", WHITE, 10, True)
    p.arrow(258, 90, 282, 90)
    for at in range(3):
        y = 22 + at * 46
        p.text(296, y + 22, f"f{at}", bold=True)
        p.box(310, y, 112, 38, f"r{at} = {7 + at}\ncall OUT(r{at})", WHITE, 10, True)
        p.line(422, y + 19, 440, y + 19, "#444")
    p.line(440, 41, 440, 185, "#444")
    p.arrow(440, 185, 424, 185)
    p.box(310, 164, 112, 42, "OUT(a): the six\ninstructions, once", BLUE, 11)
    p.text(130, 184, "equal up to names of values:", 11)
    p.text(130, 200, "what is read from before is a parameter", 11)
    return p


@picture("The daxpy loop of this page: an iteration starts every three cycles, four are under way")
def modulo():
    p = Picture(314)
    start = {"load y": (0, BLUE), "load x": (2, BLUE), "fma": (6, GREEN), "store": (10, YELLOW)}
    p.text(28, 16, "cycle", 11)
    for k in range(4):
        p.text(104 + k * 98, 16, f"iteration {k}", 11)
    for cycle in range(13):
        y = 22 + cycle * 20
        p.text(28, y + 14, str(cycle), 11, mono=True)
        p.line(8, y, 452, y, "#e6e6e6")
        for k in range(4):
            for name, (at, fill) in start.items():
                if at + 3 * k == cycle:
                    p.box(62 + k * 98, y + 2, 84, 16, name, fill, 10)
    p.parts.append('<rect x="48" y="202" width="404" height="60" fill="none" stroke="#c0392b" stroke-width="2"/>')
    p.text(230, 304, "the kernel: from here on the same three cycles again (II = 3)", 11, colour="#c0392b")
    return p


@picture("The region of this page: four registers in source order, three in the new one")
def sched():
    p = Picture(152)
    p.text(104, 16, "source order: 4 registers", 12, bold=True)
    bars(p, 10, 112, [1, 2, 3, 4, 3, 2, 1, 0], 3, "0 1 2 3 4 5 6 7".split(), 8)
    p.text(340, 16, "new order: 3 registers", 12, bold=True)
    bars(p, 250, 112, [1, 2, 3, 2, 1, 2, 1, 0], 3, "3 2 1 5 7 0 4 6".split(), 8)
    p.text(230, 145, "live values behind each instruction; up to 3 there is room for 8 threads, up to 4 for 5", 10.5)
    return p


@picture("The function of this page: four live registers with a limit of three, and three after one instruction has moved down")
def pressure():
    p = Picture(152)
    p.text(80, 16, "as it is", 12, bold=True)
    bars(p, 10, 112, [1, 2, 3, 4, 2, 0], 3, ["=a", "=b", "=c", "=d", "ab", "cd"], 6)
    p.text(320, 16, "instruction 3 moved before 5", 12, bold=True)
    bars(p, 250, 112, [1, 2, 3, 1, 2, 0], 3, ["=a", "=b", "=c", "ab", "=d", "cd"], 6)
    p.text(230, 145, "dashed: the limit; red: above it", 11)
    p.arrow(166, 76, 236, 76)
    p.text(200, 68, "what if?", 11)
    return p


@picture("Four loads of neighbouring words become one, in front of what needs the last of them")
def group():
    p = Picture(190)
    code = [("0  load [r0+0]", BLUE), ("1  load [r0+4]", BLUE), ("2  store [r7]", RED), ("3  load [r0+8]", BLUE),
             ("4  load [r0+12]", BLUE), ("5  ...", WHITE)]
    for at, (text, fill) in enumerate(code):
        p.box(14, 12 + at * 28, 140, 24, text, fill, 11, True, left=True)
    p.arrow(156, 80, 156, 136, bend=34, colour="#c0392b")
    p.text(178, 112, "2 must stay", 10.5, "start", colour="#c0392b")
    p.text(178, 126, "before 4", 10.5, "start", colour="#c0392b")
    p.arrow(240, 96, 276, 96)
    for at, (text, fill) in enumerate([("2  store [r7]", RED), ("load.v4 [r0+0]", GREEN), ("5  ...", WHITE)]):
        p.box(290, 54 + at * 30, 156, 26, text, fill, 11, True, left=True)
    p.text(368, 164, "two numbers decide whether", 10.5)
    p.text(368, 178, "there is a place", 10.5)
    return p


@picture("Two registers, three values: the one whose next use is furthest away goes to the frame and comes again")
def regalloc():
    p = Picture(230)
    for x, name in ((190, "r0"), (262, "r1"), (352, "frame")):
        p.text(x, 16, name, bold=True)
    rows = [("a = ...", "a", "", ""), ("b = ...", "a", "b", ""), ("store a", "", "b", "a"), ("c = ...", "c", "b", "a"),
             ("use b, c", "c", "b", "a"),
            ("load a", "a", "", "a"), ("use a", "a", "", "a")]
    for at, (code, r0, r1, frame) in enumerate(rows):
        y = 24 + at * 26
        made = code.split(" ")[0] in ("store", "load")
        p.box(10, y, 124, 22, code, YELLOW if made else WHITE, 11, True, left=True)
        for x, value, fill in ((160, r0, BLUE), (232, r1, BLUE), (322, frame, GREY)):
            p.box(x, y, 60, 22, value, fill if value else WHITE, 11, True)
    p.text(230, 222, "yellow: what the plan puts in; of a and b, a is wanted last", 11)
    return p


@picture("A map: small ids index an array, other keys stand in a table in the order of their hashes")
def dense():
    p = Picture(170)
    p.text(10, 18, "ids that are dense: an array", 12, "start", bold=True)
    for at in range(8):
        there = at in (0, 1, 2, 4, 6)
        p.box(10 + at * 54, 26, 50, 26, f"{at}" if there else "", BLUE if there else WHITE, 11, True)
    p.text(10, 84, "everything else: a table, by hash", 12, "start", bold=True)
    hashes = ["07", "", "2a", "2c", "41", "", "9e", "f3"]
    for at, value in enumerate(hashes):
        p.box(10 + at * 54, 92, 50, 26, value, GREEN if value else WHITE, 11, True)
    p.arrow(118, 146, 142, 121)
    p.text(10, 160, "look for 2b: 2a is smaller, 2c larger: not there, no tombstones to pass", 11, "start")
    return p


def tree(p, nodes, edges):
    for a, b in edges:
        (x1, y1, *_), (x2, y2, *_) = nodes[a], nodes[b]
        p.line(x1, y1, x2, y2, "#777")
    for x, y, text, fill in nodes.values():
        p.box(x - 17, y - 11, 34, 22, text, fill, 11, True)


@picture("((a + 3) + 4) * 8 - (-(-b)) becomes ((a + 7) << 3) - b by three rules")
def combine():
    p = Picture(210)
    tree(p, {"-": (112, 20, "-", WHITE), "*": (70, 58, "*", BLUE), "8": (106, 94, "8", WHITE), "+": (44, 94, "+", GREEN),
             "4": (76, 132, "4", WHITE), "+2": (28, 132, "+", GREEN),
             "a": (20, 172, "a", WHITE), "3": (62, 172, "3", WHITE), "n": (170, 58, "neg", YELLOW),
             "n2": (170, 94, "neg", YELLOW), "b": (170, 132, "b", WHITE)},
         [("-", "*"), ("-", "n"), ("*", "+"), ("*", "8"), ("+", "+2"), ("+", "4"), ("+2", "a"), ("+2", "3"), ("n", "n2"), ("n2", "b")])
    p.arrow(212, 90, 258, 90)
    tree(p, {"-": (360, 20, "-", WHITE), "<": (318, 58, "<<", BLUE), "3": (354, 94, "3", WHITE), "+": (290, 94, "+", GREEN),
             "a": (270, 132, "a", WHITE), "7": (316, 132, "7", WHITE),
             "b": (408, 58, "b", WHITE)}, [("-", "<"), ("-", "b"), ("<", "+"), ("<", "3"), ("+", "a"), ("+", "7")])
    for at, (text, fill) in enumerate([("reassociate-add", GREEN), ("shift-for-mul", BLUE), ("double-negation", YELLOW)]):
        p.box(236, 150 + at * 19, 12, 12, "", fill)
        p.text(254, 160 + at * 19, text, 11, "start")
    return p


@picture("A sum of 64 bits becomes two sums of 32 bits and a carry; the carry, which the machine lacks, becomes a comparison")
def legalize():
    p = Picture(190)
    p.text(62, 18, "64 bits", bold=True)
    tree(p, {"+": (62, 48, "+", RED), "a": (34, 100, "a", RED), "b": (90, 100, "b", RED)}, [("+", "a"), ("+", "b")])
    p.arrow(112, 70, 140, 70)
    p.text(126, 60, "types", 10.5)
    p.text(226, 18, "32 bits", bold=True)
    nodes = {"l": (178, 48, "+", GREEN), "h": (262, 48, "+", GREEN), "c": (262, 92, "carry", RED), "s": (222, 92, "+", GREEN)}
    tree(p, nodes, [("h", "c"), ("h", "s")])
    p.text(222, 128, "low a, low b; high a, high b", 10.5)
    p.arrow(292, 70, 346, 70)
    p.text(320, 62, "operations", 10.5)
    p.text(404, 18, "of the machine", bold=True)
    tree(p, {"l": (374, 48, "+", GREEN), "h": (436, 48, "+", GREEN), "c": (436, 92, "less", GREEN),
             "s": (398, 92, "+", GREEN)}, [("h", "c"), ("h", "s")])
    p.text(230, 168, "one step at a time; what a rule makes is looked at again", 11)
    return p


@picture("(a * 5 + b) - (b + 7): the product goes into its sum as one mad, constants become immediates")
def select():
    p = Picture(206)
    p.parts.append('<rect x="14" y="44" width="126" height="106" rx="10" fill="#dcefdc" stroke="#5a5" stroke-dasharray="4 3"/>')
    p.parts.append('<rect x="150" y="44" width="92" height="106" rx="10" fill="#d6e6f5" stroke="#57a" stroke-dasharray="4 3"/>')
    tree(p, {"-": (130, 22, "-", YELLOW), "+": (98, 64, "+", WHITE), "*": (58, 100, "*", WHITE), "a": (36, 172, "a", WHITE),
             "5": (82, 134, "5", WHITE), "b": (126, 172, "b", WHITE),
             "p": (196, 64, "+", WHITE), "7": (222, 134, "7", WHITE)},
         [("-", "+"), ("-", "p"), ("+", "*"), ("+", "b"), ("*", "a"), ("*", "5"), ("p", "b"), ("p", "7")])
    p.arrow(256, 98, 286, 98)
    for at, (text, fill) in enumerate([("arg r0, #0", WHITE), ("arg r1, #1", WHITE), ("mad r4, r0, 5, r1", GREEN),
             ("add r6, r1, 7", BLUE), ("sub r7, r4, r6", YELLOW), ("out r7", WHITE)]):
        p.box(300, 18 + at * 29, 150, 25, text, fill, 11, True, left=True)
    return p


@picture("The control flow of the example, its loops, and its dominator tree")
def flow():
    p = Picture(236)
    p.text(110, 16, "control flow", bold=True)
    p.parts.append('<rect x="58" y="66" width="120" height="132" rx="10" fill="#eef5fb" stroke="#57a" stroke-dasharray="4 3"/>')
    p.parts.append('<rect x="70" y="112" width="96" height="38" rx="8" fill="#d6e6f5" stroke="#57a" stroke-dasharray="4 3"/>')
    at = {0: (118, 40), 1: (118, 88), 2: (118, 131), 3: (118, 176), 4: (28, 131), 5: (28, 200)}
    for block, (x, y) in at.items():
        p.box(x - 17, y - 11, 34, 22, str(block), GREY if block == 5 else WHITE, 12, True)
    for a, b in ((0, 1), (1, 2), (2, 3)):
        p.arrow(at[a][0], at[a][1] + 11, at[b][0], at[b][1] - 11)
    p.arrow(101, 92, 32, 119)
    p.arrow(135, 126, 135, 137, bend=40)
    p.arrow(136, 178, 136, 90, bend=84)
    p.arrow(28, 189, 28, 143)
    p.text(118, 222, "two loops, one in the other", 11)
    p.text(340, 16, "dominators", bold=True)
    where = {0: (340, 44), 1: (340, 92), 2: (372, 140), 4: (308, 140), 3: (372, 188)}
    for a, b in ((0, 1), (1, 2), (1, 4), (2, 3)):
        p.line(where[a][0], where[a][1], where[b][0], where[b][1])
    for block, (x, y) in where.items():
        p.box(x - 17, y - 11, 34, 22, str(block), GREEN, 12, True)
    p.text(340, 222, "5 is never reached", 11)
    return p


@picture("Known and demanded bits of byte.txt, byte by byte")
def bits():
    p = Picture(178)
    for at, name in enumerate(("31..24", "23..16", "15..8", "7..0")):
        p.text(180 + at * 78, 16, name, 10.5)
    rows = [("%0 input", ["?", "?", "?", "?"], {2}), ("%2 lshr 8", ["0", "?", "?", "?"], {3}),
             ("%4 and 255", ["0", "0", "0", "?"], {3}), ("%5 trunc", [None, None, None, "?"], {3})]
    for row, (name, known, wanted) in enumerate(rows):
        y = 24 + row * 32
        p.text(10, y + 18, name, 12, "start", mono=True)
        for at, what in enumerate(known):
            if what is not None:
                p.box(144 + at * 78, y, 72, 26, what * 8, YELLOW if at in wanted else BLUE if what == "0" else WHITE, 11, True)
    p.text(230, 170, "blue: known to be 0; yellow: bits that anybody looks at", 11)
    return p


@picture("A phi becomes copies at the ends of its predecessors; what can share a location needs none")
def opt():
    p = Picture(206)
    p.text(110, 16, "SSA form", bold=True)
    p.box(10, 26, 92, 42, "x1 = ...", WHITE, 11, True)
    p.box(122, 26, 92, 42, "x2 = 5", WHITE, 11, True)
    p.box(52, 116, 124, 56, "x = phi(x1, x2)\nshow x", BLUE, 11, True)
    p.arrow(56, 68, 96, 114)
    p.arrow(168, 68, 132, 114)
    p.arrow(216, 96, 244, 96)
    p.text(350, 16, "out of it", bold=True)
    p.box(252, 26, 92, 42, "r = ...", GREEN, 11, True)
    p.box(362, 26, 92, 42, "x2 = 5\nr = 5", YELLOW, 11, True)
    p.box(292, 116, 124, 56, "show r", GREEN, 11, True)
    p.arrow(298, 68, 336, 114)
    p.arrow(408, 68, 372, 114)
    p.text(230, 194, "x and x1 share r: their copy vanished; the constant's remains", 11)
    return p


@picture("A pass asks and changes; observers hear of each edit, a gate counts registers, a checker judges")
def passes():
    p = Picture(214)
    p.box(150, 10, 160, 34, "a pass", YELLOW)
    p.box(150, 74, 160, 34, "Editing: edits, undo", BLUE)
    p.box(150, 150, 160, 34, "your code: 8 + 9 members", GREY, 11)
    p.arrow(220, 44, 220, 72)
    p.arrow(220, 108, 220, 148)
    p.text(228, 63, "changes", 10.5, "start")
    p.box(8, 10, 108, 34, "pressure gate", GREEN, 11)
    p.arrow(148, 22, 118, 22)
    p.arrow(118, 32, 148, 32)
    for at, name in enumerate(("uses", "dominators", "liveness", "journal")):
        p.box(352, 40 + at * 30, 100, 24, name, GREEN, 11)
        p.arrow(312, 90, 350, 52 + at * 30)
    p.text(402, 30, "observers", 11)
    p.box(8, 150, 108, 34, "equivalence", GREEN, 11)
    p.arrow(118, 167, 148, 167)
    p.text(230, 206, "every prefix of the changes leaves code that does the same", 11)
    return p


@picture("Two functions whose operations have equal words, though registers and order differ; and one whose do not")
def equal():
    p = Picture(186)
    left = [("mul r2, r0, r1", "a3", BLUE), ("add r3, r2, r0", "7c", GREEN), ("sub r4, r0, r1", "1f", YELLOW), ("store r3, r4", "e0", GREY)]
    right = [("sub r9, r0, r1", "1f", YELLOW), ("mul r5, r1, r0", "a3", BLUE), ("add r6, r0, r5", "7c", GREEN),
             ("store r6, r9", "e0", GREY)]
    for at, ((a, word, fill), (b, other, paint)) in enumerate(zip(left, right)):
        y = 24 + at * 34
        p.box(8, y, 128, 28, a, fill, 11, True, left=True)
        p.text(156, y + 18, word, 11, mono=True)
        p.box(324, y, 128, 28, b, paint, 11, True, left=True)
        p.text(304, y + 18, other, 11, mono=True)
    for a, b in ((0, 1), (1, 2), (2, 0), (3, 3)):
        p.line(168, 38 + a * 34, 292, 38 + b * 34)
    p.text(72, 16, "before", bold=True)
    p.text(388, 16, "moved, renamed", bold=True)
    p.text(230, 178, "a word: the hash of an operation and of its operands' words", 11)
    return p


@picture("Three modules: helper and leaf are imported into a, leaf into b; large stays where it is")
def thinlto():
    p = Picture(190)
    for at, (name, functions) in enumerate([("a.bc", ["main"]), ("b.bc", ["helper", "large"]), ("c.bc", ["leaf"])]):
        x = 10 + at * 154
        p.box(x, 24, 132, 142, "", "#f8f8f8")
        p.text(x + 66, 16, name, bold=True)
        for k, function in enumerate(functions):
            p.box(x + 10, 34 + k * 30, 112, 24, function, BLUE if function != "large" else RED, 11, True)
    p.box(20, 98, 112, 24, "helper", GREEN, 11, True, dashed=True)
    p.box(20, 130, 112, 24, "leaf", GREEN, 11, True, dashed=True)
    p.box(174, 130, 112, 24, "leaf", GREEN, 11, True, dashed=True)
    p.arrow(172, 50, 134, 106)
    p.arrow(326, 54, 288, 138)
    p.arrow(326, 50, 134, 140, bend=-20)
    p.text(230, 184, "dashed: copies that the plan imports; large is above what is left of the threshold", 10.5)
    return p


@picture("Functions callees first; the calls of main by what they win for their growth; what is left of the budget of main")
def inlining():
    p = Picture(176)
    p.box(10, 20, 120, 120, "", "#f8f8f8")
    p.text(70, 14, "callees first", bold=True)
    p.box(20, 30, 100, 26, "twice", GREEN, 11, True)
    p.box(20, 68, 100, 26, "more", GREEN, 11, True)
    p.box(20, 106, 100, 26, "main", BLUE, 11, True)
    p.arrow(70, 94, 70, 104)
    p.arrow(70, 56, 70, 66)
    p.box(160, 20, 134, 120, "", "#f8f8f8")
    p.text(227, 14, "calls of main, best first", bold=True)
    p.box(170, 30, 114, 26, "more: 4 won for 2", GREEN, 11)
    p.box(170, 68, 114, 26, "twice: 1 won for 0", GREEN, 11)
    p.box(170, 106, 114, 26, "large: too large", RED, 11)
    p.box(324, 20, 126, 120, "", "#f8f8f8")
    p.text(387, 14, "budget of main", bold=True)
    p.box(336, 30, 102, 26, "spent", YELLOW, 11)
    p.box(336, 62, 102, 70, "left", WHITE, 11, dashed=True)
    p.arrow(286, 43, 334, 43)
    p.text(230, 162, "a body brings its own calls, which join the queue; each call that stays has its reason", 10.5)
    return p


@picture("Your program, its View of eight members, and the families that take it")
def view():
    p = Picture(200)
    p.box(8, 70, 104, 50, "your program\nas you have it", GREY, 11)
    p.box(150, 18, 130, 154, "blocks\ninstructions\nfor_each_successor\nfor_each_operand\neffects\nkey\nValue, facts", BLUE, 11, True)
    p.text(215, 190, "a View", 12, bold=True)
    p.arrow(114, 95, 148, 95)
    for at, name in enumerate(("flow", "pressure", "sched, modulo", "group, outline", "passes", "equivalence")):
        p.box(322, 8 + at * 31, 128, 25, name, GREEN, 11)
        p.arrow(282, 95, 320, 20 + at * 31)
    return p


@picture("An edit in a transaction: observers hear of it, and a rollback is editing, too")
def editor():
    p = Picture(166)
    for at, (name, fill) in enumerate([("begin", GREY), ("split edge", BLUE), ("insert", BLUE), ("rollback", RED)]):
        p.box(10 + at * 114, 14, 92, 32, name, fill)
        if at:
            p.arrow(104 + (at - 1) * 114, 30, 122 + (at - 1) * 114, 30)
    for at, (uses, blocks) in enumerate([("3", "3"), ("", "4"), ("4", "4"), ("3", "3")]):
        p.box(10 + at * 114, 70, 92, 42, (f"{uses} uses of i\n" if uses else "") + f"{blocks} blocks", GREEN, 11)
        p.arrow(56 + at * 114, 48, 56 + at * 114, 68, dashed=True)
    p.text(230, 136, "what the example's followers say behind each edit;", 11)
    p.text(230, 152, "behind the rollback the code's text is as before, to the letter", 11)
    return p
