#!/usr/bin/env python3
"""Uniformity beside LLVM's: for each value and branch of kernels in LLVM IR, do both say that it is divergent?

  uniformity.py LATHE [--opt opt-22] [--show] [FILE.ll...]     (default: tests/kernels/ll)

LLVM's answer is that of `opt -passes='print<uniformity>'` for the file's target. The function goes to `lathe flow --uniform`
as a problem text with LLVM's own sources: calls, loads and atomic operations that it calls divergent though all their
operands are uniform, and arguments. So what differs is what follows from them. Exit 1 when ours calls something divergent
that LLVM calls uniform.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NAME = re.compile(r'%([\w.$-]+|"[^"]*")')
MEMORY = re.compile(r"^(tail |musttail |notail )?(call|load|atomicrmw|cmpxchg|invoke)\b")


def functions(text):
    """(name, arguments, [(label, [instruction])]) of each function with a body."""
    for match in re.finditer(r"^define [^\n]*?@([\w.$-]+|\"[^\"]*\")\(([^\n]*)\)[^\n]*\{\n(.*?)^\}", text, re.S | re.M):
        arguments = [NAME.findall(a)[-1] for a in re.split(r",\s*(?![^(]*\))", match[2]) if NAME.search(a)]
        blocks, lines = [], iter(match[3].splitlines())
        unnamed = sum(a.isdigit() for a in arguments)
        for line in lines:
            line = re.sub(r"\s*;.*$", "", line)
            if label := re.match(r'^([\w.$-]+|"[^"]*"):', line):
                blocks.append((label[1], []))
            elif line.strip():
                if not blocks:
                    blocks.append((str(unnamed), []))
                line = line.strip()
                while "switch" in line and line.count("[") > line.count("]"):
                    line += " " + next(lines).strip()
                if not line.startswith("#dbg"):
                    blocks[-1][1].append(line)
        yield match[1], arguments, blocks


def llvm_answers(opt, path):
    """name -> (divergent values, blocks with a divergent branch, all values) as LLVM has them."""
    out = subprocess.run([opt, "-passes=print<uniformity>", "-disable-output", path], capture_output=True, text=True).stderr
    answers, part = {}, None
    for line in out.splitlines():
        if start := re.match(r"UniformityInfo for function '(.*)'", line):
            values, branches = answers.setdefault(start[1], (set(), set()))
            part = None
        elif start := re.match(r"BLOCK (.*)$", line):
            block, part = start[1], None
        elif line in ("DEFINITIONS", "TERMINATORS", "DIVERGENT ARGUMENTS:"):
            part = line
        elif "DIVERGENT:" in line:
            if part == "TERMINATORS":
                branches.add(block)
            elif name := re.match(r"\s*DIVERGENT:\s*(?:[^=%]* )?%([\w.$-]+|\"[^\"]*\")( =|$)", line):
                values.add(name[1])
    return answers


class Problem:
    """A function as text for `lathe flow --uniform`; `divergent`: LLVM's divergent values."""

    def __init__(self, name, arguments, blocks, divergent):
        self.number, self.defined = {}, set(arguments)
        for _, code in blocks:
            self.defined.update(m[1] for line in code if (m := re.match(r'%([\w.$-]+|"[^"]*") = ', line)))
        self.constants = {}
        self.values = []  # per instruction: its value, or None
        self.blocks = {label: k for k, (label, _) in enumerate(blocks)}
        lines = [f"parameter {self.of(a)}" + ("" if a in divergent else " uniform") for a in arguments]
        body = [self.block(label, code, divergent) for label, code in blocks]
        constants = [f"inst write {v}" for v in self.constants.values()]
        self.skip = len(constants)
        where = next((k for k, line in enumerate(body[0]) if not line.startswith("block")), len(body[0])) if body else 0
        body[0][where:where] = constants
        self.text = "\n".join([f"uniformity {name}", f"variables {len(self.number) + 1}"] + lines + sum(body, [])) + "\n"

    def of(self, value):
        return self.number.setdefault(value, len(self.number))

    def constant(self, text):
        if text in ("undef", "poison"):
            return self.of("undefined value")
        return self.constants.setdefault(text, self.of("constant " + text))

    def taken(self, text):
        return self.of(text[1:]) if text[0] == "%" and text[1:] in self.defined else self.constant(text)

    def reads(self, text):
        return [n for n in dict.fromkeys(NAME.findall(re.sub(r"label %\S+", "", text))) if n in self.defined]

    def block(self, label, code, divergent):
        out, to, by = [], [], []
        for line in code:
            value = m[1] if (m := re.match(r'%([\w.$-]+|"[^"]*") = ', line)) else None
            text = line[len(m[0]):] if m else line
            if re.match(r"(br|switch|ret|unreachable|indirectbr)\b", text):
                to = [self.blocks[t] for t in re.findall(r'label %([\w.$-]+|"[^"]*")', text)]
                by = self.reads(text) if len(set(to)) > 1 else []
                continue
            self.values.append(value)
            if text.startswith("phi "):
                pairs = re.findall(r"\[ (.+?), %([\w.$-]+|\"[^\"]*\") \]", text)
                out.append(f"phi write {self.of(value)}" + "".join(
                    f" from {self.blocks[b]} {self.taken(v)}" for v, b in pairs))
                continue
            reads = self.reads(text)
            source = ""
            if memory := MEMORY.match(text):
                any_divergent = any(r in divergent for r in reads)
                if value in divergent and not any_divergent:
                    source = " divergent"
                elif value is not None and value not in divergent and any_divergent:
                    source = " uniform"
            out.append("inst" + source + (" changing" if memory else "") +
                       (" read " + " ".join(str(self.of(r)) for r in reads) if reads else "") +
                       (f" write {self.of(value)}" if value is not None else ""))
        head = "block to " + " ".join(str(t) for t in dict.fromkeys(to)) + (" by " + " ".join(str(self.of(v)) for v in by) if by else "")
        return [head] + out


def compare(lathe, path, answers, show, sums):
    for name, arguments, blocks in functions(path.read_text()):
        llvm, branches = answers.get(name.strip('"'), (set(), set()))
        problem = Problem(name, arguments, blocks, llvm)
        done = subprocess.run([lathe, "flow", "--uniform", "--check", "-"], input=problem.text, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{path.name}: {name}: {done.stderr}")
        at, place = -1, -1
        for line in done.stdout.splitlines():
            words = line.split()
            if words[0] == "block":
                at += 1
                label, code = blocks[at]
                if not re.match(r"(br i1|switch)\b", code[-1] if code else ""):
                    continue
                count(sums, "branches", "branch" in words, label in branches, show, f"{path.name}: {name}: block {label}")
            elif words[0] == "inst":
                place += 1
                if place < len(problem.values) + problem.skip:
                    number = place - problem.skip if place >= problem.skip else None
                    # Constants stand at the head of the entry, behind no phi.
                    value = problem.values[number] if number is not None else None
                    if value is not None:
                        ours = words[words.index(str(problem.number[value]), 2) - 1] == "d"
                        count(sums, "values", ours, value in llvm, show, f"{path.name}: {name}: %{value}")


def count(sums, what, ours, llvm, show, where):
    kind = ("both divergent" if ours else "LLVM alone") if llvm else ("ours alone" if ours else "both uniform")
    sums[what, kind] += 1
    if show and kind.endswith("alone"):
        print(f"{where}: divergent by {kind}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lathe")
    parser.add_argument("--opt", default="opt-22")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("files", type=pathlib.Path, nargs="*")
    args = parser.parse_intermixed_args()
    files = args.files or sorted((ROOT / "tests/kernels/ll").glob("*.ll"))
    sums = collections.Counter()
    for path in files:
        compare(args.lathe, path, llvm_answers(args.opt, path), args.show, sums)
    print(f"{'':10}{'both uniform':>14}{'both divergent':>16}{'LLVM alone':>12}{'ours alone':>12}")
    for what in ("values", "branches"):
        print(f"{what:10}{sums[what, 'both uniform']:14,}{sums[what, 'both divergent']:16,}{sums[what, 'LLVM alone']:12,}"
              f"{sums[what, 'ours alone']:12,}")
    return 1 if sums["values", "ours alone"] + sums["branches", "ours alone"] else 0


if __name__ == "__main__":
    sys.exit(main())
