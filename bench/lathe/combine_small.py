#!/usr/bin/env python3
"""What the combiner makes of small random functions, counted in PTX instructions, beside llc-22 -O3.

Each function is a kernel of 2 to --operations integer operations on numbers from memory: arithmetic, logic, shifts,
divisions by constants, comparisons and choices, extensions and truncations, minima, saturation, i8 to i64, with flags. Both
compilers read the same IR; the loads (volatile, so that they stay what they are), the store of the result and the return
are the same and are not counted. With --opt
the IR went through `opt-22 -O2` first, as clang's does, so that what is left is what code generation meets in practice.

  combine_small.py --lathe BIN/lathe [--functions 4000] [--seed 1] [--opt] [--worst 10]
  combine_small.py --lathe BIN/lathe --source bench/lathe/combine_bytes.c [--lathe-args=--demanded-bits-limit=0]

The second form takes functions from C (by clang-22 -O2) or LLVM IR in place of random ones.

Prints the sums, in how many functions either needs more, and the functions where lathe loses most. Same seed, same
functions. Exit status: 0 measured, 2 something needed is missing.
"""
import argparse
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

TARGET = ["-mcpu=sm_90", "-mattr=+ptx80"]
HEADER = ('target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"\n'
          'target triple = "nvptx64-nvidia-cuda"\n')
WIDTHS = [8, 16, 32, 64]
WIDTH_WEIGHTS = [2, 2, 6, 3]
CONDITIONS = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]


class Function:
    """One kernel: `text`, and `classes`, the operations in it."""

    def __init__(self, name, rng, operations):
        self.rng, self.lines, self.pool, self.classes, self.next = rng, [], [], [], 0
        self.declared = set()
        arguments = []
        for i in range(rng.randint(1, 3)):
            width = rng.choices(WIDTHS, WIDTH_WEIGHTS)[0]
            arguments.append(f"ptr addrspace(1) %p{i}")
            self.lines.append(f"%a{i} = load volatile i{width}, ptr addrspace(1) %p{i}")
            self.pool.append((f"%a{i}", width))
        self.last = rng.choice(self.pool)
        for _ in range(rng.randint(2, operations)):
            self.operation()
        value, width = self.last
        if width == 1:
            value, width = self.emit("zext", f"zext i1 {value} to i32", 32), 32
        body = "\n".join("  " + line for line in self.lines)
        self.name = name
        self.text = (f"define ptx_kernel void @{name}(ptr addrspace(1) %out, {', '.join(arguments)}) {{\n{body}\n"
                     f"  store i{width} {value}, ptr addrspace(1) %out\n  ret void\n}}\n")

    def emit(self, kind, text, width):
        name = f"%v{self.next}"
        self.next += 1
        self.lines.append(f"{name} = {text}")
        self.classes.append(kind)
        self.last = (name, width)
        self.pool.append(self.last)
        return name

    def constant(self, width):
        rng = self.rng
        kind = rng.randrange(6)
        mask = (1 << width) - 1
        if kind == 0:
            value = rng.choice([0, 1, 2, 3, 5, 7, 10])
        elif kind == 1:
            value = 1 << rng.randrange(width)
        elif kind == 2:
            value = (1 << rng.randrange(1, width + 1)) - 1
        elif kind == 3:
            value = -(1 << rng.randrange(width))
        elif kind == 4:
            value = rng.choice([255, 0xffff, 0xff00, 0x7f, 0xff0000, 0xf0f0f0f0, -1, -2])
        else:
            value = rng.getrandbits(width)
        value &= mask
        return str(value - (1 << width) if value >> (width - 1) else value)

    def other(self, width, constants=0.6):
        """A constant, or another value of this width."""
        same = [v for v, w in self.pool if w == width]
        if not same or self.rng.random() < constants:
            return self.constant(width)
        return self.rng.choice(same)

    def flags(self, choices):
        return "".join(f" {f}" for f in choices if self.rng.random() < 0.2)

    def operation(self):
        rng, (x, w) = self.rng, self.last
        if rng.random() < 0.15:
            x, w = self.last = rng.choice(self.pool)
        if w == 1:
            return self.of_boolean(x)
        kind = rng.choices(["sum", "product", "logic", "shift", "division", "compare", "convert", "call"],
                           [5, 2, 6, 6, 1, 3, 5, 2])[0]
        getattr(self, kind)(x, w)

    def of_boolean(self, x):
        rng = self.rng
        kind = rng.randrange(4)
        if kind == 0:
            w = rng.choices(WIDTHS, WIDTH_WEIGHTS)[0]
            op = rng.choice(["zext", "sext"])
            self.emit(op, f"{op} i1 {x} to i{w}", w)
        elif kind == 1:
            v, w = rng.choice(self.pool)
            if w > 1:
                op, c = rng.choice(["and", "or"]), rng.choice(CONDITIONS)
                other = self.emit("icmp", f"icmp {c} i{w} {v}, {self.other(w)}", 1)
                self.emit(op + "1", f"{op} i1 {x}, {other}", 1)
            else:
                self.emit("not", f"xor i1 {x}, true", 1)
        else:
            v, w = rng.choice([p for p in self.pool if p[1] > 1])
            self.emit("select", f"select i1 {x}, i{w} {v}, i{w} {self.other(w)}", w)

    def sum(self, x, w):
        op = self.rng.choice(["add", "sub"])
        a, b = x, self.other(w)
        if op == "sub" and self.rng.random() < 0.4:
            a, b = b, a
        self.emit(op, f"{op}{self.flags(['nuw', 'nsw'])} i{w} {a}, {b}", w)

    def product(self, x, w):
        self.emit("mul", f"mul{self.flags(['nuw', 'nsw'])} i{w} {x}, {self.other(w)}", w)

    def logic(self, x, w):
        op = self.rng.choice(["and", "and", "or", "xor"])
        self.emit(op, f"{op} i{w} {x}, {self.other(w)}", w)

    def shift(self, x, w):
        op = self.rng.choice(["shl", "lshr", "ashr"])
        flags = self.flags(["nuw", "nsw"] if op == "shl" else ["exact"])
        by = self.rng.randrange(1, w) if self.rng.random() < 0.85 else self.other(w, 0)
        self.emit(op, f"{op}{flags} i{w} {x}, {by}", w)

    def division(self, x, w):
        op = self.rng.choice(["udiv", "sdiv", "urem", "srem"])
        by = self.rng.choice([2, 3, 4, 5, 7, 8, 10, 16, 100, -3, -8])
        exact = self.flags(["exact"]) if op.endswith("div") else ""
        self.emit(op, f"{op}{exact} i{w} {x}, {by}", w)

    def compare(self, x, w):
        self.emit("icmp", f"icmp {self.rng.choice(CONDITIONS)} i{w} {x}, {self.other(w, 0.7)}", 1)

    def convert(self, x, w):
        to = self.rng.choice([v for v in WIDTHS if v != w])
        op = "trunc" if to < w else self.rng.choice(["zext", "sext"])
        self.emit(op, f"{op} i{w} {x} to i{to}", to)

    def call(self, x, w):
        op = self.rng.choice(["smin", "smax", "umin", "umax", "abs", "ctpop", "bswap", "fshl", "uadd.sat", "usub.sat"])
        if op == "bswap" and w == 8:
            op = "umin"
        t = f"i{w}"
        if op == "abs":
            arguments, types = f"{t} {x}, i1 false", f"{t}, i1"
        elif op in ("ctpop", "bswap"):
            arguments, types = f"{t} {x}", t
        elif op == "fshl":
            arguments = f"{t} {x}, {t} {self.other(w, 0)}, {t} {self.rng.randrange(1, w)}"
            types = f"{t}, {t}, {t}"
        else:
            arguments, types = f"{t} {x}, {t} {self.other(w)}", f"{t}, {t}"
        self.declared.add(f"declare {t} @llvm.{op}.{t}({types})")
        self.emit(op, f"call {t} @llvm.{op}.{t}({arguments})", w)


def module(functions):
    declared = sorted(set().union(*(f.declared for f in functions)))
    return HEADER + "\n".join(f.text for f in functions) + "\n".join(declared) + "\n"


def bodies(ptx, skipped=("ld.param", "st.param", "cvta.to.global", "ld.volatile", "st.global", "ret")):
    """Kernel name -> the lines of its instructions, without what every kernel has."""
    out, name = {}, None
    for line in ptx.splitlines():
        found = re.match(r"\s*(?:\.visible |\.weak )?\s*\.(?:entry|func)\s+(?:\([^)]*\)\s*)?(\w+)", line)
        if found:
            name = found.group(1)
            out[name] = []
        text = line.strip()
        if name is None or not text.endswith(";") or text.startswith((".", "//")) or text.endswith(":"):
            continue
        op = text.split()[0] if not text.startswith("@") else text.split()[1]
        if op.startswith(skipped):
            continue
        out[name].append(text)
    return out


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()[:2000]}")
    return done.stdout


def compile_all(arguments, functions, folder):
    text = module(functions)
    if arguments.opt:
        text = run(["opt-22", "-O2", "-S", "-"], text)
    path = os.path.join(folder, "small.ll")
    with open(path, "w") as out:
        out.write(text)
    return text, *compile_one(arguments, path)


def compile_one(arguments, path):
    extra = arguments.lathe_args.split()
    return (run([arguments.lathe, "compile", path, *TARGET, *extra, "-o", "-"]),
            run([arguments.llc, "-O3", *TARGET, path, "-o", "-"]))


def of_source(arguments, folder):
    """Every function of a C or LLVM IR file: all instructions but those of the calling convention."""
    path = arguments.source
    if path.endswith(".c"):
        ir = os.path.join(folder, "source.ll")
        run(["clang-22", "--target=nvptx64-nvidia-cuda", "-march=sm_90", "-nogpulib", "-O2", "-S", "-emit-llvm", path,
             "-o", ir])
        path = ir
    ours, theirs = (bodies(ptx, ("ld.param", "st.param", "ret")) for ptx in compile_one(arguments, path))
    total = [0, 0]
    print(f"{'function':24}{'lathe':>8}{'llc':>8}")
    for name in ours:
        a, b = len(ours[name]), len(theirs.get(name, []))
        total = [total[0] + a, total[1] + b]
        print(f"{name:24}{a:8}{b:8}{'   <-- more' if a > b else ''}")
    print(f"{'all':24}{total[0]:8}{total[1]:8}   ratio {total[0] / max(1, total[1]):.4f}")
    return 0


def source_of(text, name):
    found = re.search(r"^define [^\n]*@" + name + r"\(.*?^}", text, re.M | re.S)
    return found.group(0) if found else ""


def report(arguments, functions, found, sizes):
    ours, theirs = sum(s[0] for s in sizes.values()), sum(s[1] for s in sizes.values())
    more = [n for n, (a, b) in sizes.items() if a > b]
    fewer = [n for n, (a, b) in sizes.items() if a < b]
    print(f"{len(sizes)} functions, PTX instructions: lathe {ours}, llc {theirs}, ratio {ours / max(1, theirs):.4f}; "
          f"lathe needs more in {len(more)} (by {sum(sizes[n][0] - sizes[n][1] for n in more)}), "
          f"fewer in {len(fewer)} (by {sum(sizes[n][1] - sizes[n][0] for n in fewer)})")
    by_class = collections.Counter()
    kinds = {f.name: f.classes for f in functions}
    for name in more:
        for kind in set(kinds[name]):
            by_class[kind] += sizes[name][0] - sizes[name][1]
    if more:
        print("lost, by operation in the function:", ", ".join(f"{k} {v}" for k, v in by_class.most_common(12)))
    more.sort(key=lambda n: (-(sizes[n][0] - sizes[n][1]) / max(1, sizes[n][1]), len(kinds[n]), n))
    for name in more[:arguments.worst]:
        text, ours, theirs = found[name]
        print(f"\n; {name}: lathe {sizes[name][0]}, llc {sizes[name][1]}\n{text}")
        for who, lines in (("lathe", ours), ("llc", theirs)):
            print(f"  {who}:\n" + "\n".join("    " + line for line in lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", required=True)
    parser.add_argument("--llc", default="llc-22")
    parser.add_argument("--functions", type=int, default=4000)
    parser.add_argument("--operations", type=int, default=5, help="at most so many in a function (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opt", action="store_true", help="opt-22 -O2 first")
    parser.add_argument("--worst", type=int, default=10, help="functions shown (default: %(default)s)")
    parser.add_argument("--source", help="a C or LLVM IR file in place of random functions")
    parser.add_argument("--lathe-args", default="", help="more arguments for lathe compile")
    arguments = parser.parse_args()
    if arguments.source:
        with tempfile.TemporaryDirectory() as folder:
            return of_source(arguments, folder)
    rng = random.Random(arguments.seed)
    functions = [Function(f"f{i}", rng, arguments.operations) for i in range(arguments.functions)]
    found, sizes = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(functions), 500):
            part = functions[first:first + 500]
            text, ours, theirs = compile_all(arguments, part, folder)
            a, b = bodies(ours), bodies(theirs)
            for f in part:
                found[f.name] = (source_of(text, f.name), a[f.name], b[f.name])
                sizes[f.name] = (len(a[f.name]), len(b[f.name]))
    report(arguments, functions, found, sizes)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FileNotFoundError as missing:
        print(missing, file=sys.stderr)
        sys.exit(2)
