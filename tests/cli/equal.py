#!/usr/bin/env python3
"""`lathe equal` on the kernels' PTX: what passes made of a module is equal to it, mutants of it are not.

  equal.py LATHE [KERNEL...]     all kernels, or these
"""
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "..", "kernels", "ll")
PASSES = ["copy-propagation", "fold-addresses", "dead-code", "redundant-moves", "block-order", "final-dead-code"]
INST = re.compile(r"^\s+(?:@!?%p\d+ )?([a-z][\w.:]*)\s+([^;{]*);\s*$")
failed = 0


def check(what, good):
    global failed
    if not good:
        failed += 1
        print("FAILED: " + what)


def run(*arguments):
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def candidates(lines):
    """Lines of plain instructions, with their mnemonic."""
    out = []
    for at, line in enumerate(lines):
        found = INST.match(line)
        if found and not re.match(r"(bra|ret|exit|bar|ld\.param|st\.param|call|trap)\b", found.group(1)):
            out.append((at, found.group(1)))
    return out


def mutants(text, r):
    """(kind, text): one instruction changed in each. A change to code that no path reaches, or that nothing needs, is none."""
    lines = text.split("\n")
    places = candidates(lines)
    stores = [at for at, op in places if op.startswith("st.")]
    if stores:
        at = r.choice(stores)
        yield "drop a store", "\n".join(lines[:at] + lines[at + 1:])
        yield "a store twice", "\n".join(lines[:at + 1] + lines[at:])
    for kind, pattern, make in (
            ("operands of sub", r"^sub\.", lambda o: [o[0], o[2], o[1]]),
            ("another operation", r"^(add|mul\.lo|fma|and|or|xor|shl)\.", None),
            ("another offset", r"^(ld|st)\.global\.", lambda o: [re.sub(r"\[(%\w+)(\+\d+)?\]", r"[\1+1024]", x) for x in o]),
            ("another immediate", r"^(shl|shr|and|add)\..*", lambda o: [*o[:-1], str(int(o[-1]) + 1)] if re.fullmatch(r"-?\d+", o[-1]) else None)):
        some = [(at, op) for at, op in places if re.match(pattern, op)]
        r.shuffle(some)
        for at, op in some[:20]:
            operands = [x.strip() for x in INST.match(lines[at]).group(2).split(",")]
            if make is None:
                changed = lines[at].replace(op, {"add": "sub", "mul": "mad", "fma": "fma", "and": "or", "or": "xor", "xor": "and", "shl": "shr"}[op.split(".")[0]] + op[op.index("."):], 1)
                if op.startswith(("mul", "fma")) or (op.startswith("shl") and ".b" in op):
                    continue
            else:
                new = make(operands)
                if new is None or new == operands or (kind == "operands of sub" and len(set(operands[1:])) == 1):
                    continue
                changed = lines[at][:lines[at].index(op) + len(op)] + " \t" + ", ".join(new) + ";"
            yield kind, "\n".join(lines[:at] + [changed] + lines[at + 1:])
            break


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


FRAME = """.version 8.8
.target sm_90
.address_size 64
.extern .shared .align 8 .b8 one[];
.extern .shared .align 8 .b8 two[];
.shared .align 8 .b8 sized[64];
.shared .align 8 .b8 other[64];
.visible .entry k(.param .u64 p, .param .u32 x)
{
  .reg .b32 %r<5>;
  .reg .b64 %d<5>;
  ld.param.b64 %d1, [p];
  ld.param.b32 %r1, [x];
BODY
  ret;
}
"""
STORE, LOAD, OUT = "  st.shared.b32 [%s], %%r1;\n", "  ld.shared.b32 %%r2, [%s];\n", "  st.global.b32 [%d1], %r2;"
WIDE = "  mad.wide.s32 %%d2, %%r1, 4, %d;\n  st.global.b64 [%%d1], %%d2;"
DOWN = "  mov.b32 %r3, sized;\n  add.s32 %r4, %r3, -4;\n"
# Two bodies, and whether they do the same.
PAIRS = [
    ("two arrays of a launch's size begin at one place", STORE % "one" + LOAD % "two+4" + OUT, LOAD % "two+4" + STORE % "one" + OUT, False),
    ("a sized array may lie within one of a launch's size", STORE % "sized" + LOAD % "two" + OUT, LOAD % "two" + STORE % "sized" + OUT, False),
    ("two sized arrays", STORE % "sized" + LOAD % "other" + OUT, LOAD % "other" + STORE % "sized" + OUT, True),
    ("the third operand of mad.wide is wide", WIDE % (1 << 32), WIDE % (1 << 33), False),
    ("an address of 32 bits that counts down", DOWN + STORE % "%r3" + LOAD % "%r4+4" + OUT, DOWN + LOAD % "%r4+4" + STORE % "%r3" + OUT, False),
    ("and beside it", DOWN + STORE % "%r3" + LOAD % "%r4" + OUT, DOWN + LOAD % "%r4" + STORE % "%r3" + OUT, True),
    ("as two's complement", WIDE % -1, WIDE % ((1 << 64) - 1), True),
    ("which array it is", LOAD % "one" + OUT, LOAD % "two" + OUT, False),
]


def pairs(lathe, a, b):
    for what, first, second, same in PAIRS:
        write(a, FRAME.replace("BODY", first))
        write(b, FRAME.replace("BODY", second))
        rc, out, error = run(lathe, "equal", a, b)
        check("%s: %d %s%s" % (what, rc, out, error), rc == (0 if same else 1) and error == "")


def main():
    lathe, names = sys.argv[1], sys.argv[2:] or sorted(f[:-3] for f in os.listdir(KERNELS))
    functions, seen, missed = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        a, b = os.path.join(folder, "a.ptx"), os.path.join(folder, "b.ptx")
        for name in names:
            source = os.path.join(KERNELS, name + ".ll")
            rc, _, error = run(lathe, "compile", source, "-o", a)
            if rc != 0:
                if "libdevice" in error:  # not here
                    continue
                check("%s: %s" % (name, error), False)
                continue
            rc, _, error = run(lathe, "compile", source, "-o", b, *("--disable=" + p for p in PASSES))
            rc, out, error = run(lathe, "equal", a, b)
            check("%s without passes: %s%s" % (name, out, error), rc == 0)
            functions += out.count(": equal")
            # What leaves memory that a callee is given the address of is other memory to the checker: cli_mem2reg runs it.
            run(lathe, "opt", b, "--nv-disable-mem2reg", "-o", os.path.join(folder, "c.ptx"))
            rc, out, error = run(lathe, "equal", b, os.path.join(folder, "c.ptx"), "--quiet")
            check("%s through opt: %s%s" % (name, out, error), rc == 0 and out == "")
            with open(a) as file:
                text = file.read()
            r = random.Random(name)
            for kind, changed in mutants(text, r):
                write(b, changed)
                rc, out, error = run(lathe, "equal", a, b, "--quiet")
                if error:
                    continue  # no longer PTX
                seen += rc == 1
                if rc != 1:
                    missed.append("%s: %s" % (name, kind))
        pairs(lathe, a, b)
        # The command itself.
        write(a, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .func f()\n{\n  ret;\n}\n")
        write(b, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .func g()\n{\n  ret;\n}\n")
        rc, out, _ = run(lathe, "equal", a, b)
        check("functions of one side only: " + out, rc == 1 and "f: not in " in out and "g: not in " in out)
        rc, out, error = run(lathe, "equal", a, a, "--stats", "--runs=3")
        check("statistics: " + error, rc == 0 and out == "f: equal on 3 paths, 3 of them to the end\n" and "instructions run" in error)
        write(b, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .func f()\n{\nL:\n  bra L;\n}\n")
        rc, out, error = run(lathe, "equal", b, b, "--quiet")
        check("no path ends: " + out, rc == 1 and out.startswith("f: not compared: none of 24 paths comes to its end"))
        for wrong, text in ((["equal", a], "second"), (["equal", a, os.path.join(folder, "none")], "none"), (["equal", "-", "-"], "standard input"),
                            (["equal", a, b, "--function", "h"], "no function 'h'")):
            rc, out, error = run(lathe, *wrong)
            check("%s: %s" % (wrong, error), rc != 0 and out == "" and text in error)
    print("%d functions equal; %d mutants told, %d not: %s" % (functions, seen, len(missed), "; ".join(missed)))
    # Most of what is not told is in code that no path of 24 reached, or that nothing needs.
    check("mutants", seen >= 6 * len(missed))
    return 1 if failed or functions == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
