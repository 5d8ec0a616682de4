#!/usr/bin/env python3
"""Registers and machine code of `lathe thinlto`, behind ptxas -c and nvlink, beside other ways to compile the same modules.

  thinlto_quality.py LATHE [--modules 20] [--shapes mixed,hubs,...] [--routes whole,whole-llc,rdc,lto,nvidia] [--seed 1]
                           [--mcpu sm_90] [--flags "OPTIONS OF LATHE THINLTO"] [--check 4] [--worst 3] [--threads 0] [--keep FOLDER]

Programs are those of thinlto_programs.py, a kernel in each module; clang-22 makes bitcode of each (-O3 -fgpu-rdc), and all but
`nvidia` go on from there:

  whole      llvm-link-22, internalize, opt-22 -O3, lathe compile, ptxas
  whole-llc  the same with llc-22 -O3
  rdc        what clang's -fgpu-rdc does: llc-22 -O3 of each module, ptxas -c, nvlink
  lto        llvm-lto2-22's ThinLTO (-O3), ptxas -c, nvlink
  nvidia     nvcc -dlto of the same sources, nvlink -dlto

Of each kernel: registers, by nvlink or ptxas, and bytes of machine code: the kernel's section and those of all functions that it
reaches, by direct calls and, where it calls through pointers, by all addresses that stand in data. Told: ours to theirs, the geometric mean over kernels, the sum of registers,
bytes of all code that kernels reach (each function once), and the worst kernels: those above 1.10 by registers are told apart by
what they call, since a kernel that calls needs the registers of the call's convention (24) and of what is called. `--check` kernels of each program are executed
by `lathe run`: ours, linked, beside the whole program by llc. Exit state 1 where a result differs.
"""
import argparse
import concurrent.futures
import math
import os
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import thinlto_programs  # noqa: E402

ROUTES = ("whole", "whole-llc", "rdc", "lto", "nvidia")
CLANG = ["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-fgpu-rdc", "-O3", "-std=c++17", "-ffp-contract=on",
         "-Wno-unknown-cuda-version", "-emit-llvm", "-c"]


def cuda(name):
    home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    return shutil.which(name) or shutil.which(os.path.join(home, "bin", name))


def tool(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(str(c) for c in command)[:200]}: {(done.stderr + done.stdout)[-1500:]}")
    return done.stdout + done.stderr


class Cubin:
    """Sections of code of a linked program, and which functions each may call."""

    def __init__(self, path):
        data = path.read_bytes()
        table, = struct.unpack_from("<Q", data, 0x28)
        size, count, names = struct.unpack_from("<HHH", data, 0x3A)
        heads = [struct.unpack_from("<IIQQQQIIQQ", data, table + size * i) for i in range(count)]

        def text(start):
            return data[start:data.index(b"\0", start)].decode()
        self.names = [text(heads[names][4] + h[0]) for h in heads]
        self.sizes = {i: h[5] for i, h in enumerate(heads) if self.names[i].startswith(".text.")}
        self.calls = {i: set() for i in range(count)}
        symbols = heads[self.names.index(".symtab")]

        def section(symbol):
            return struct.unpack_from("<H", data, symbols[4] + 24 * symbol + 6)[0]
        taken, indirect = set(), set()
        for name, h in zip(self.names, heads):
            if h[1] in (4, 9) and not name.endswith(".debug_frame"):  # RELA, REL; debug information names all functions
                for at in range(h[4], h[4] + h[5], 24 if h[1] == 4 else 16):
                    to = section(struct.unpack_from("<QQ", data, at)[1] >> 32)
                    if to in self.sizes:
                        (self.calls[h[7]] if h[7] in self.sizes else taken).add(to)
            elif name == ".nv.callgraph":  # a call through a pointer has no function
                for at in range(h[4], h[4] + h[5], 8):
                    caller, callee = struct.unpack_from("<II", data, at)
                    if callee < 0xfffffff0 and section(caller) in self.sizes:
                        if section(callee) in self.sizes:
                            self.calls[section(caller)].add(section(callee))
                        else:
                            indirect.add(section(caller))
        for caller in indirect:
            self.calls[caller] |= taken
        self.registers = {}
        info = heads[self.names.index(".nv.info")]
        at, end = info[4], info[4] + info[5]
        while at + 4 <= end:  # form, attribute, then two bytes or a length
            form, attribute, value = struct.unpack_from("<BBH", data, at)
            if form == 4 and attribute == 0x2f:  # registers of a function
                symbol, registers = struct.unpack_from("<II", data, at + 4)
                self.registers[text(heads[symbols[6]][4] + struct.unpack_from("<I", data, symbols[4] + 24 * symbol)[0])] = registers
            at += 4 + (value if form == 4 else 0)

    def reached(self, kernels):
        todo = [i for i in self.sizes if self.names[i][6:] in kernels]
        seen = set(todo)
        while todo:
            for other in self.calls[todo.pop()] - seen:
                seen.add(other)
                todo.append(other)
        return seen

    def bytes_of(self, kernels):
        return sum(self.sizes[i] for i in self.reached(kernels))


class Program:
    def __init__(self, a, shape, folder, pool):
        self.a, self.shape, self.folder, self.pool = a, shape, folder, pool
        self.kernels = [f"k{n}" for n in range(a.modules)]
        folder.mkdir(parents=True, exist_ok=True)
        self.sources = [folder / f"m{n}.cu" for n in range(a.modules)]
        self.modules = [folder / f"m{n}.bc" for n in range(a.modules)]
        self.each(self.make, range(a.modules))

    def each(self, work, items):
        return list(self.pool.map(work, items))

    def make(self, n):
        if self.modules[n].exists():
            return
        self.sources[n].write_text(thinlto_programs.module(self.shape, self.a.seed, n, self.a.modules))
        plain = self.folder / f"plain{n}.bc"
        tool("clang-22", *CLANG, f"--cuda-gpu-arch={self.a.mcpu}", self.sources[n], "-o", plain)
        tool("opt-22", "-module-summary", plain, "-o", self.modules[n])
        plain.unlink()

    def room(self, name):
        out = self.folder / name
        out.mkdir(exist_ok=True)
        return out

    # ---- behind PTX
    def linked(self, files, out):
        """PTX of each module -> the program and its kernels' registers."""
        def assemble(file):
            tool(cuda("ptxas"), "-c", f"-arch={self.a.mcpu}", file, "-o", f"{file}.o")
            return f"{file}.o"
        objects = self.each(assemble, files)
        (out / "objects").write_text("\n".join(objects))
        said = tool(cuda("nvlink"), "-v", f"-arch={self.a.mcpu}", "--options-file", out / "objects", "-o", out / "linked.cubin")
        return self.measured(out / "linked.cubin", said)

    def measured(self, cubin, said):
        registers, kernel = {}, None
        for line in said.splitlines():
            if found := re.search(r"(?:Function properties for|Compiling entry function) '?([^' ]+)'?", line):
                kernel = found[1]
            if (found := re.search(r"[Uu]sed (\d+) registers", line)) and kernel:
                registers.setdefault(kernel, int(found[1]))
        code = Cubin(cubin)
        registers = registers or code.registers  # nvlink -dlto says nothing
        return {k: (registers[k], code.bytes_of({k}), len(code.reached({k})) - 1) for k in self.kernels}, code.bytes_of(set(self.kernels))

    def assembled(self, file, out):
        said = tool(cuda("ptxas"), "-v", f"-arch={self.a.mcpu}", file, "-o", out / "whole.cubin")
        return self.measured(out / "whole.cubin", said)

    # ---- the ways
    def ours(self):
        out = self.room("ours")
        tool(self.a.lathe, "thinlto", *self.modules, "-o", out, f"--mcpu={self.a.mcpu}", f"--threads={self.a.threads}", *shlex.split(self.a.flags))
        return self.linked([out / f"m{n}.ptx" for n in range(self.a.modules)], out)

    def joined(self):
        out = self.folder / "whole.bc"
        if not out.exists():
            tool("llvm-link-22", *self.modules, "-o", f"{out}.linked")
            (self.folder / "kernels").write_text("\n".join(self.kernels))
            tool("opt-22", "-passes=internalize,globaldce,default<O3>", f"-internalize-public-api-file={self.folder / 'kernels'}",
                 f"-mcpu={self.a.mcpu}", *shlex.split(self.a.opt_flags), f"{out}.linked", "-o", out)
        return out

    def whole(self):
        out = self.room("whole")
        tool(self.a.lathe, "compile", self.joined(), f"--mcpu={self.a.mcpu}", "-o", out / "whole.ptx")
        return self.assembled(out / "whole.ptx", out)

    def whole_llc(self):
        out = self.room("whole-llc")
        tool("llc-22", "-O3", f"-mcpu={self.a.mcpu}", self.joined(), "-o", out / "whole.ptx")
        return self.assembled(out / "whole.ptx", out)

    def rdc(self):
        out = self.room("rdc")

        def one(n):
            tool("llc-22", "-O3", f"-mcpu={self.a.mcpu}", self.modules[n], "-o", out / f"m{n}.ptx")
            return out / f"m{n}.ptx"
        return self.linked(self.each(one, range(self.a.modules)), out)

    def lto(self):
        out = self.room("lto")
        seen, words = set(), [str(m) for m in self.modules]
        for module in self.modules:
            for line in tool("llvm-nm-22", "--format=posix", module).splitlines():
                name, kind = line.split()[:2]
                first = kind not in "Uu" and name not in seen
                if kind != "U":
                    seen.add(name)
                words.append(f"-r={module},{name},{('plx' if name in self.kernels else 'pl') if first and kind != 'U' else ''}")
        (out / "words").write_text("\n".join(words))
        tool("llvm-lto2-22", "run", f"@{out / 'words'}", "-o", out / "m", f"-mcpu={self.a.mcpu}", "-O3", "-filetype=asm",
             f"-thinlto-threads={self.a.threads or os.cpu_count()}")
        files = []
        for file in sorted(out.glob("m.*")):
            if re.fullmatch(r"m\.\d+", file.name) and file.stat().st_size:
                file.rename(out / f"{file.name}.ptx")
                files.append(out / f"{file.name}.ptx")
        return self.linked(files, out)

    def nvidia(self):
        out = self.room("nvidia")

        def one(n):
            tool(cuda("nvcc"), "-dlto", "-ltoir", f"-arch={self.a.mcpu.replace('sm', 'lto')}", "-rdc=true", "-O3", "-std=c++17", "-fmad=true",
                 "-x", "cu", self.sources[n], "-o", out / f"m{n}.ltoir")
            return str(out / f"m{n}.ltoir")
        (out / "objects").write_text("\n".join(self.each(one, range(self.a.modules))))
        home = pathlib.Path(cuda("nvlink")).resolve().parent.parent
        said = tool(cuda("nvlink"), "-v", "-dlto", f"-nvvmpath={self.a.nvvm or home}", f"-arch={self.a.mcpu}", "--options-file", out / "objects", "-o", out / "linked.cubin")
        return self.measured(out / "linked.cubin", said)

    def wrong(self):
        """Kernels whose results differ."""
        whole, out = self.folder / "whole-llc/whole.ptx", []
        if not whole.exists():
            self.whole_llc()
        ours = [self.folder / f"ours/m{n}.ptx" for n in range(self.a.modules)]
        step = max(1, len(self.kernels) // max(1, self.a.check))
        for kernel in self.kernels[step - 1::step][:self.a.check]:
            results = [tool(self.a.lathe, "run", *files, "--kernel", kernel, "--block", "32", "--arg", "out:i32:32:-", "--arg", "iota:i32:64")
                       for files in (ours, [whole])]
            if results[0] != results[1]:
                out.append(kernel)
        return out


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def compare(ours, theirs, worst):
    """(geometric means of registers and bytes, ratio of the sums, text of the worst kernels)"""
    (a, all_a), (b, all_b) = ours, theirs
    registers = {k: a[k][0] / b[k][0] for k in a}
    size = {k: a[k][1] / b[k][1] for k in a}
    above = sorted((k for k in a if registers[k] > 1.1), key=lambda k: -registers[k])
    text = f"{len(above)} of {len(a)} kernels above 1.10 by registers"
    for what, some in (("only ours calls", [k for k in above if a[k][2] and not b[k][2]]), ("both call", [k for k in above if a[k][2] and b[k][2]]),
                       ("no call", [k for k in above if not a[k][2]])):
        text += f"; {what} {len(some)}" + "".join(f", {k} {a[k][0]}:{b[k][0]}" for k in some[:worst]) if some else ""
    fat = sorted((k for k in a if size[k] > 1.1), key=lambda k: -size[k])
    text += f"; {len(fat)} by bytes" + "".join(f", {k} {a[k][1]}:{b[k][1]}" for k in fat[:worst])
    return (mean(registers.values()), mean(size.values()), sum(x[0] for x in a.values()) / sum(x[0] for x in b.values()), all_a / all_b), text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lathe", type=pathlib.Path)
    parser.add_argument("--modules", type=int, default=20)
    parser.add_argument("--shapes", default=",".join(thinlto_programs.SHAPES))
    parser.add_argument("--routes", default=",".join(ROUTES))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--mcpu", default="sm_90")
    parser.add_argument("--flags", default="")
    parser.add_argument("--opt-flags", default="", help="for opt-22, of whole programs")
    parser.add_argument("--check", type=int, default=4)
    parser.add_argument("--worst", type=int, default=3)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for all files; modules that are there are taken as they are")
    parser.add_argument("--nvvm", default="", help="of the route nvidia: a folder with lib or lib64/libnvvm.so; default: CUDA's")
    a = parser.parse_args()
    a.lathe = a.lathe.resolve()
    for name in ("clang-22", "opt-22", "llc-22", "llvm-link-22", "llvm-lto2-22", "llvm-nm-22"):
        if not shutil.which(name):
            sys.exit(f"{name} is not here")
    if not cuda("ptxas") or not cuda("nvlink"):
        sys.exit("ptxas and nvlink are not here")
    failed, rows = False, {}
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(a.threads or os.cpu_count()) as pool:
        print(f"{a.modules} modules, {a.mcpu}, seed {a.seed}: ours to theirs; registers and bytes, geometric means over kernels; sums of both")
        for shape in a.shapes.split(","):
            program = Program(a, shape, (a.keep or pathlib.Path(scratch)) / shape, pool)
            ours = program.ours()
            for route in a.routes.split(","):
                try:
                    theirs = getattr(program, route.replace("-", "_"))()
                except (RuntimeError, KeyError) as error:
                    print(f"{shape:10} {route:10} left out: {str(error)[-300:]}", flush=True)
                    continue
                ratios, text = compare(ours, theirs, a.worst)
                rows.setdefault(route, []).append(ratios)
                print(f"{shape:10} {route:10} " + " ".join(f"{x:.3f}" for x in ratios) + "  " + text, flush=True)
            wrong = program.wrong() if a.check else []
            failed |= bool(wrong)
            if a.check:
                print(f"{shape:10} {'results':10} " + (f"differ: {', '.join(wrong)}" if wrong else f"as the whole program's, {min(a.check, a.modules)} kernels"), flush=True)
    for route, found in rows.items():
        print(f"{'all':10} {route:10} " + " ".join(f"{mean([f[i] for f in found]):.3f}" for i in range(4)))
    sys.exit(failed)


if __name__ == "__main__":
    main()
