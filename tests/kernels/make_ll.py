#!/usr/bin/env python3
"""Makes ll/NAME.ll from the CUDA files that manifest.json lists, with clang 22 and the CUDA headers.

  make_ll.py [NAME ...]      all kernels, or those named (shell patterns)
  make_ll.py --check [...]   writes nothing; exit 1 if a file would change

The text is the same on every machine: no paths, source names, comments or debug places remain.
"""
import argparse
import os
import re
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "suites"))
import common  # noqa: E402


def clang_command(kernel, source, cuda):
    flags = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_" + kernel.sm, "-O3", "-std=c++17",
             "--cuda-path=" + cuda, "-Wno-unknown-cuda-version", "-ffile-prefix-map=%s=cuda" % os.path.realpath(cuda),
             "-ffile-prefix-map=%s=cuda" % cuda, "-isystem", os.path.join(cuda, "include", "cccl")]
    if kernel.libdevice == "calls":
        flags.append("-nogpulib")
    if kernel.relocatable:
        flags.append("-fgpu-rdc")
    return [common.llvm_tool("clang")] + flags + kernel.clang + ["-S", "-emit-llvm", os.path.basename(source), "-o", "-"]


def clean(text):
    """Drops what depends on the machine or only serves diagnostics."""
    text = re.sub(r"^; (ModuleID|Function Attrs:).*\n", "", text, flags=re.M)
    text = re.sub(r"^source_filename.*\n", "", text, flags=re.M)
    text = re.sub(r"\s*; preds = .*$", "", text, flags=re.M)
    text = re.sub(r", !srcloc !\d+", "", text)
    text = re.sub(r'"[^"\n]*/clang/\d+/include/', '"clang/', text)
    text = re.sub(r'producer: "[^"]*"', 'producer: "clang"', text)
    text = re.sub(r"^!llvm\.ident = .*\n", "", text, flags=re.M)
    return drop_unused_metadata(text).strip() + "\n"


def drop_unused_metadata(text):
    """Removes numbered metadata that nothing refers to any more (places of inline assembly, the compiler's name)."""
    while True:
        lines = text.split("\n")
        defined = {m.group(1) for line in lines if (m := re.match(r"!(\d+) = ", line))}
        used = set(re.findall(r"!(\d+)\b(?! = )", text))
        unused = defined - used
        if not unused:
            return text
        text = "\n".join(x for x in lines if not ((m := re.match(r"!(\d+) = ", x)) and m.group(1) in unused))


def make(kernel, cuda):
    """The text of the kernel's .ll, or raises RuntimeError with the compiler's first error."""
    parts = []
    for source in kernel.files:
        result = common.run(clang_command(kernel, source, cuda), cwd=HERE, limit=300)
        if result.rc != 0:
            raise RuntimeError(common.first_error(result))
        parts.append(result.out)
    if len(parts) == 1:
        return clean(parts[0])
    return clean(link(parts))


def link(parts):
    with common.tempfile.TemporaryDirectory() as folder:
        names = []
        for index, part in enumerate(parts):
            names.append("part%d.ll" % index)
            with open(os.path.join(folder, names[-1]), "w") as file:
                file.write(part)
        result = common.run([common.llvm_tool("llvm-link"), "-S"] + names + ["-o", "-"], cwd=folder)
        if result.rc != 0:
            raise RuntimeError(common.first_error(result))
        return result.out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="kernel names, file names or shell patterns")
    parser.add_argument("--check", action="store_true", help="compare only")
    args = parser.parse_args()
    cuda = common.cuda_home()
    if not cuda or not common.llvm_tool("clang"):
        common.fail("needs clang 22 and the CUDA toolkit")
    os.makedirs(os.path.join(HERE, "ll"), exist_ok=True)
    bad = 0
    for kernel in common.load_kernels(",".join(n.removesuffix(".cu") for n in args.names) or "*"):
        try:
            text = make(kernel, cuda)
        except RuntimeError as error:
            bad += 1
            print("%-24s FAILED  %s" % (kernel.name, error), flush=True)
            continue
        old = open(kernel.ll).read() if os.path.exists(kernel.ll) else ""
        state = "same" if text == old else "differs" if args.check else "written"
        bad += state == "differs"
        if state == "written":
            with open(kernel.ll, "w") as file:
                file.write(text)
        print("%-24s %s, %d bytes" % (kernel.name, state, len(text)), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
