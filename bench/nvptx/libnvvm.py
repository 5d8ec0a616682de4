#!/usr/bin/env python3
"""Our libNVVM beside NVIDIA's, in one process each, on the same bitcode: time, registers and machine code by ptxas.

  libnvvm.py --ours build/release/nvvm/libnvvm.so.4 [--only 'nbody,scan*'] [--runs 5] [--list]

Two sets, sm_100, -opt=3, libdevice added lazily: the kernels' IR as clang -O3 left it, and as clang made it before any pass
(-Xclang -disable-llvm-passes), where both libraries' own optimizers do the work. The bitcode is what NVIDIA's reader takes
(nvvm_text.py). Ratios are ours to theirs over the kernels that both take; times are the least of --runs, whole calls. Last, one
tiny kernel, warm, and by lathe_compile, whose input is as it stands. Exit status 2: NVIDIA's library, clang or ptxas is missing.
"""
import argparse
import ctypes
import fnmatch
import glob
import math
import os
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "suites"))
sys.path.insert(0, HERE)
import common  # noqa: E402
import compilers  # noqa: E402
import nvvm_text  # noqa: E402
import quality  # noqa: E402

TINY = b"""target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @k(float* %p) {
  %v = load float, float* %p
  %w = fadd float %v, 1.0
  store float %w, float* %p
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (float*)* @k, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
"""


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(path)

    def compile(self, modules, *options):
        """modules: (bytes, lazy). (PTX, seconds), or (None, log)."""
        c, handle = self.c, ctypes.c_void_p()
        start = time.perf_counter()
        c.nvvmCreateProgram(ctypes.byref(handle))
        for data, lazy in modules:
            (c.nvvmLazyAddModuleToProgram if lazy else c.nvvmAddModuleToProgram)(handle, data, ctypes.c_size_t(len(data)), b"k")
        state = c.nvvmCompileProgram(handle, len(options), (ctypes.c_char_p * len(options))(*(o.encode() for o in options)))
        seconds = time.perf_counter() - start
        kind = "Log" if state else "Result"
        size = ctypes.c_size_t()
        ask, get = ((c.nvvmGetProgramLogSize, c.nvvmGetProgramLog), (c.nvvmGetCompiledResultSize, c.nvvmGetCompiledResult))[state == 0]
        ask(handle, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        get(handle, text)
        c.nvvmDestroyProgram(ctypes.byref(handle))
        return (text.value.decode(errors="replace"), seconds) if kind == "Result" else (None, text.value.decode(errors="replace"))


def raw_ir(kernel, folder, cuda):
    """clang's IR before any pass, as a file; None where it cannot be had."""
    output = os.path.join(folder, kernel.name + ".raw.ll")
    flags = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_100", "-O3", "-Xclang", "-disable-llvm-passes", "-std=c++17", "-nogpulib",
             "--cuda-path=" + cuda, "-Wno-unknown-cuda-version", "-isystem", os.path.join(cuda, "include", "cccl"), *kernel.clang]
    made = common.run([common.llvm_tool("clang"), *flags, "-S", "-emit-llvm", kernel.files[0], "-o", output], limit=120)
    return output if made.rc == 0 else None


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def compare(title, inputs, libraries, libdevice, runs, measured, listed):
    """inputs: {name: bitcode}. A row of the table."""
    taken, both, times, registers, sizes, spills = {"ours": 0, "theirs": 0}, 0, [], [], [], {"ours": 0, "theirs": 0}
    worst = (0, "")
    for name, bitcode in inputs.items():
        made, best = {}, {}
        for who, library in libraries.items():
            answers = [library.compile([(bitcode, False), (libdevice, True)], "-arch=compute_100", "-opt=3") for _ in range(runs)]
            if answers[0][0] is None:
                if listed:
                    print(f"{name}: {who}: {answers[0][1].strip().splitlines()[0][:150] if answers[0][1].strip() else 'refused'}")
                continue
            taken[who] += 1
            made[who], best[who] = answers[0][0], min(seconds for _, seconds in answers)
        if len(made) < 2:
            continue
        figures = {who: measured(ptx) for who, ptx in made.items()}
        if any("error" in f for f in figures.values()):
            print(f"{name}: {figures}")
            continue
        both += 1
        times.append(best["ours"] / best["theirs"])
        for who in spills:
            spills[who] += figures[who]["spills"]
        for kernel, (count, size) in figures["ours"]["kernels"].items():
            if kernel in figures["theirs"]["kernels"]:
                theirs = figures["theirs"]["kernels"][kernel]
                registers.append(count / theirs[0])
                sizes.append(size / theirs[1])
                worst = max(worst, (sizes[-1], f"{name}/{kernel}"))
    print(f"| {title} | {len(inputs)} | {taken['ours']}, {taken['theirs']} | {both} | {mean(times):.3f} | {mean(registers):.3f} | "
          f"{mean(sizes):.3f} | {worst[0]:.2f} {worst[1]} | {spills['ours']}, {spills['theirs']} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", default=os.path.join(ROOT, "build/release/nvvm/libnvvm.so.4"))
    parser.add_argument("--only", default="*")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--list", action="store_true", help="what was refused, and why")
    a = parser.parse_args()
    ptxas = common.cuda_tool("ptxas")
    cuda = os.path.dirname(os.path.dirname(os.path.realpath(ptxas))) if ptxas else "/usr/local/cuda"
    theirs = [p for p in glob.glob(cuda + "/**/libnvvm.so.4", recursive=True) if os.path.exists(p)]
    devices = glob.glob(cuda + "/nvvm/libdevice/libdevice.10.bc")
    if not theirs or not devices or not common.llvm_tool("clang"):
        print("NVIDIA's libNVVM, libdevice or clang is not here")
        return 2
    cache = common.Cache(None)
    assembler = compilers.Assembler(cache)
    libraries = {"ours": Library(a.ours), "theirs": Library(theirs[0])}
    with open(devices[0], "rb") as file:
        libdevice = file.read()
    kernels = [k for k in common.load_kernels() if len(k.files) == 1 and any(fnmatch.fnmatch(k.name, p) for p in a.only.split(","))]
    print("| IR | kernels | taken by ours, NVIDIA's | both | time | registers | machine code | worst | spill bytes |\n|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for title, file_of in (("clang -O3", lambda k: k.ll), ("before any pass", lambda k: raw_ir(k, folder, cuda))):
            inputs = {}
            for kernel in kernels:
                source, output = file_of(kernel), os.path.join(folder, "k.bc")
                if source and not nvvm_text.assemble(source, output):
                    with open(output, "rb") as file:
                        inputs[kernel.name] = file.read()
            compare(title, inputs, libraries, libdevice, a.runs, lambda ptx: quality.measure(assembler, cache, ptx, "100"), a.list)
    for who, library in libraries.items():
        seconds = sorted(library.compile([(TINY, False)], "-arch=compute_90")[1] for _ in range(200))
        print(f"a tiny kernel, {who}: median {seconds[100] * 1e3:.2f} ms, least {seconds[0] * 1e3:.2f} ms")
    sys.path.insert(0, os.path.join(ROOT, "tests", "library"))
    import binding
    lathe = binding.Library(os.path.join(os.path.dirname(os.path.realpath(a.ours)), "..", "liblathe.so.0"))
    seconds = []
    for _ in range(200):
        start = time.perf_counter()
        lathe.compile(TINY, "-mcpu=sm_90")
        seconds.append(time.perf_counter() - start)
    seconds.sort()
    print(f"the same by lathe_compile, not optimized: median {seconds[100] * 1e3:.2f} ms, least {seconds[0] * 1e3:.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
