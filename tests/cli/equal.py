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
            run(lathe, "opt", b, "-o", os.path.join(folder, "c.ptx"))
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
        # The command itself.
        write(a, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .func f()\n{\n  ret;\n}\n")
        write(b, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .func g()\n{\n  ret;\n}\n")
        rc, out, _ = run(lathe, "equal", a, b)
        check("functions of one side only: " + out, rc == 1 and "f: not in " in out and "g: not in " in out)
        rc, out, error = run(lathe, "equal", a, a, "--stats", "--runs=3")
        check("statistics: " + error, rc == 0 and out == "f: equal on 3 paths, 3 of them to the end\n" and "instructions run" in error)
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
