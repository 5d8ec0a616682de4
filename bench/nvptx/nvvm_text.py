#!/usr/bin/env python3
"""Turns LLVM 22 IR text into bitcode that NVIDIA's cicc (CUDA 13, an LLVM 20 reader) takes, to compare code quality.

  nvvm_text.py IN.ll -o OUT.bc              bitcode
  nvvm_text.py IN.ll -o OUT.ptx --arch 100  the PTX that `cicc -libnvvm -arch=compute_100` makes of it

Only hints are dropped (attributes and flags that LLVM 20 does not know); the meaning stays. The assembler is LLVM 22's
own, which would bring back on intrinsics and annotations what the rewriting removed. So these names are misspelt in the
text, with the same length, and put right in the bitcode's string tables.
"""
import argparse
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "tests", "suites"))
import common  # noqa: E402

LAYOUT = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
# Misspelling in the text -> true spelling in the bitcode; equal lengths.
DISGUISES = [("l1vm.", "llvm."), ("k3rnel", "kernel"), ("maxnt1d", "maxntid"), ("m1nctasm", "minctasm"), ("maxnr3g", "maxnreg")]
RENAMED = {  # intrinsics: the name in LLVM 22 -> in LLVM 20
    "llvm.nvvm.barrier.cta.sync.aligned.all(": "llvm.nvvm.barrier.n(",
    "llvm.nvvm.barrier.cta.sync.all(": "llvm.nvvm.barrier.sync(",
    "llvm.nvvm.barrier.cta.sync.aligned.count(": "llvm.nvvm.barrier(",
}


def drop_hints(text):
    """Attributes and flags newer than LLVM 20."""
    for pattern in (r" samesign\b", r"\bcaptures\([^()]*(?:\([^()]*\)[^()]*)*\) ?", r"\binitializes\((?:\([^()]*\)(?:, )?)+\) ?",
                    r"\bdead_on_return(?:\(\d+\))? ?", r"\bnocreateundeforpoison ?", r"\bnodivergencesource ?",
                    r"\bimmarg ?", r"\bmemory\([^()]*\) ?", r" errnomem: \w+,?", r'"uniform-work-group-size"(?:="\w+")? ?'):
        text = re.sub(pattern, "", text)
    text = re.sub(r"\b((?:tail |notail )?call )(?:(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) )+(?=\{|void|i\d|ptr)", r"\1", text)
    return re.sub(r'target datalayout = "[^"]*"', 'target datalayout = "%s"' % LAYOUT, text)


def rename_intrinsics(text):
    """Intrinsics that LLVM 20 spells otherwise or lacks."""
    text = text.replace("@llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)", "@llvm.nvvm.barrier0()")
    text = re.sub(r"^(declare void @llvm\.nvvm\.barrier)\.cta\.sync\.aligned\.all\(.*$", r"\g<1>0()\n\1.n(i32)", text, flags=re.M)
    for new, old in RENAMED.items():
        text = text.replace(new, old)
    text = re.sub(r"@llvm\.nvvm\.fabs\.(v2)?(f16|bf16|f32|f64)\b", r"@llvm.fabs.\1\2", text)
    text = re.sub(r"(@llvm\.lifetime\.(?:start|end)\.p\d+)\((ptr[^,)]*)\)",
                  lambda m: m.group(1) + ("(i64 -1, " if "%" in m.group(2) else "(i64, ") + m.group(2) + ")", text)
    text = re.sub(r"@llvm\.nvvm\.fabs\.ftz\.f32\b", "@llvm.nvvm.fabs.ftz.f", text)
    text = re.sub(r"@llvm\.nvvm\.ex2\.approx\.(ftz\.)?f32\b", r"@llvm.nvvm.ex2.approx.\1f", text)
    text = re.sub(r"^.*@llvm\.experimental\.noalias\.scope\.decl\(.*\n", "", text, flags=re.M)
    text = re.sub(r"^declare [^\n]*@llvm\.nvvm\.activemask\(.*\n", "", text, flags=re.M)
    return text.replace("@llvm.nvvm.activemask()", 'asm sideeffect "activemask.b32 $0;", "=r"()')


def integer_reductions(text):
    """Barriers that reduce a predicate take and give an i32 in LLVM 20."""
    count = 0

    def rewrite_call(found):
        nonlocal count
        count += 1
        result, call, kind, predicate = found.groups()
        value = "%%lathe.asked.%d = zext i1 %s to i32\n  " % (count, predicate)
        wide = result if kind == "popc" else "%%lathe.answer.%d" % count
        value += "%s = %scall i32 @llvm.nvvm.barrier0.%s(i32 %%lathe.asked.%d)" % (wide, call, kind, count)
        return value if kind == "popc" else value + "\n  %s = icmp ne i32 %s, 0" % (result, wide)
    text = re.sub(r"(%[\w.]+) = ((?:tail )?)call i(?:1|32) @llvm\.nvvm\.barrier\.cta\.red\.(or|and|popc)\.aligned\.all\(i32 0, i1 ([%\w.]+)\)[^\n]*",
                  rewrite_call, text)
    return re.sub(r"^declare i(?:1|32) @llvm\.nvvm\.barrier\.cta\.red\.(or|and|popc)\.aligned\.all\(.*$",
                  r"declare i32 @llvm.nvvm.barrier0.\1(i32)", text, flags=re.M)


def one_declaration_each(text):
    """A rewritten declaration may meet one that was there."""
    seen, lines = set(), []
    for line in text.split("\n"):
        found = re.match(r"declare [^@]*@([\w.$]+)\(", line)
        if found and found.group(1) in seen:
            continue
        if found:
            seen.add(found.group(1))
        lines.append(line)
    return "\n".join(lines)


def annotate_kernels(text):
    """Kernels and their launch bounds as nvvm.annotations, beside the calling convention."""
    groups = {m.group(1): m.group(2) for m in re.finditer(r"^attributes (#\d+) = \{(.*)\}", text, flags=re.M)}
    numbers = [int(n) for n in re.findall(r"^!(\d+) = ", text, flags=re.M)]
    free, notes, names = max(numbers, default=-1) + 1, [], []

    def note(body):
        nonlocal free
        notes.append("!%d = !{%s}" % (free, body))
        names.append("!%d" % free)
        free += 1
    for line in re.findall(r"^define [^\n]*", text, flags=re.M):
        found = re.search(r"\bptx_kernel\b[^@]*@([\w.$]+)\(", line)
        if not found:
            continue
        note('ptr @%s, !"k3rnel", i32 1' % found.group(1))
        group = next((groups.get(g, "") for g in re.findall(r"#\d+", line.split(")")[-1] or line)), "")
        limits = re.search(r'"nvvm\.maxntid"="([\d,]+)"', group)
        for axis, value in zip("xyz", limits.group(1).split(",") if limits else []):
            note('ptr @%s, !"maxnt1d%s", i32 %s' % (found.group(1), axis, value))
        for key, fake in (("minctasm", "m1nctasm"), ("maxnreg", "maxnr3g")):
            value = re.search(r'"nvvm\.%s"="(\d+)"' % key, group)
            if value:
                note('ptr @%s, !"%s", i32 %s' % (found.group(1), fake, value.group(1)))
    text = re.sub(r"^!nvvm\.annotations = .*\n", "", text, flags=re.M)
    text = re.sub(r' "nvvm\.\w+"="[^"]*"', "", text)
    text += "\n" + "\n".join(notes) + "\n!nvvm.annotations = !{%s}\n" % ", ".join(names)
    if "!nvvmir.version" not in text:
        text += "!nvvmir.version = !{!%d}\n!%d = !{i32 2, i32 0}\n" % (free, free)
    return text


def rewrite(text):
    text = one_declaration_each(integer_reductions(rename_intrinsics(drop_hints(text))))
    return annotate_kernels(text).replace("@llvm.", "@l1vm.")


def assemble(source, output):
    """IN.ll -> bitcode for cicc. Returns an error line or None."""
    with open(source) as file:
        text = rewrite(file.read())
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rewritten.ll")
        with open(path, "w") as file:
            file.write(text)
        result = common.run([common.llvm_tool("llvm-as"), path, "-o", output])
    if result.rc != 0:
        return common.first_error(result)
    with open(output, "rb") as file:
        data = file.read()
    for fake, true in DISGUISES:
        data = data.replace(fake.encode(), true.encode())
    with open(output, "wb") as file:
        file.write(data)
    return None


def compile_with_cicc(source, output, arch):
    """IN.ll -> PTX. Returns an error line or None."""
    cicc = common.cuda_tool("cicc")
    if not cicc:
        return "no cicc here"
    with tempfile.TemporaryDirectory() as folder:
        bitcode = os.path.join(folder, "in.bc")
        error = assemble(source, bitcode)
        if error:
            return "rewriting: " + error
        result = common.run([cicc, "-libnvvm", "-arch=compute_" + arch, bitcode, "-o", output], cwd=folder)
        return common.first_error(result) if result.rc != 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("--arch", help="also run cicc for compute_ARCH and write PTX")
    args = parser.parse_args()
    error = compile_with_cicc(args.input, args.output, args.arch) if args.arch else assemble(args.input, args.output)
    if error:
        sys.stderr.write("error: %s: %s\n" % (args.input, error))
    return 1 if error else 0


if __name__ == "__main__":
    sys.exit(main())
