#!/usr/bin/env python3
"""clang-22 with lathe-clang.so: its PTX is that of `lathe compile`, whole CUDA programs compile, refusals are told.

  clang.py PLUGIN LATHE SOURCE_ROOT [--all [--share K/N]]

--all: every kernel of tests/kernels, or the K-th of N parts of them. Exit status 77 without clang 22 or the CUDA toolkit's headers.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FLAGS = {"-O3": ["-O3", "--fp-contract=fast"], "-O0": ["-O0", "--fp-contract=fast"], "-O2 -g": ["-O2", "--fp-contract=fast"],
         "-O1 -fgpu-rdc": ["-O1", "--fp-contract=fast"], "-O3 -ffast-math": ["-O3", "--fp-contract=fast"],
         "-O3 -ffp-contract=off": ["-O3", "--fp-contract=off"]}
SOME = ("reduce", "scan", "sha256", "matmul_tiled", "mandelbrot", "nbody", "struct_params", "calls", "histogram", "warp")
faults = []


def expect(what, holds, more=""):
    if not holds:
        faults.append(what)
        print(f"FAIL {what}: {str(more)[-600:]}")


def run(*command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("plugin", type=pathlib.Path)
parser.add_argument("lathe", type=pathlib.Path)
parser.add_argument("root", type=pathlib.Path)
parser.add_argument("--all", action="store_true")
parser.add_argument("--share", default="1/1")
a = parser.parse_args()
share, shares = (int(n) for n in a.share.split("/"))
plugin, lathe = a.plugin.resolve(), a.lathe.resolve()
clang = shutil.which("clang++-22")
cuda = next((h for h in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda")
             if h and pathlib.Path(h, "include/cuda_runtime.h").exists()), None)
if not clang or not cuda:
    print("skipped: no clang++-22" if not clang else "skipped: no CUDA toolkit")
    sys.exit(77)
ptxas = pathlib.Path(cuda, "bin/ptxas")
base = [clang, "-x", "cuda", f"--cuda-path={cuda}", "-std=c++17", "-Wno-unknown-cuda-version", "-isystem", f"{cuda}/include/cccl"]
kernels = sorted(p.stem for p in (a.root / "tests/kernels").glob("*.cu"))
# Files of programs of several.
parts = {file.split(".")[0] for k in json.loads((a.root / "tests/kernels/manifest.json").read_text())["kernels"] for file in k.get("files", [])}
manifest = {k["name"]: k for k in json.loads((a.root / "tests/kernels/manifest.json").read_text())["kernels"]}


def plain(path):
    """Without the number of the compilation, which clang makes of its options for -fgpu-rdc."""
    return re.sub("__static__[0-9a-f]+", "__static__", path.read_text())


def front_end(common, folder, name):
    """What clang runs for the driver's words, the file's parse apart from the rest, as most of the time goes there: (parsed, words).
    Nothing where the driver runs it otherwise, which is a fault."""
    told = run(*common, "-S", f"-fpass-plugin={plugin}", "-o", folder / f"{name}.ptx", "-###").stderr
    lines = [shlex.split(line) for line in told.splitlines() if '"-cc1"' in line]
    expect(f"{name}: clang runs itself once", len(lines) == 1, told)
    if len(lines) != 1:
        return None
    words, raw = lines[0], folder / f"{name}.raw.bc"
    language = words.index("-x", len(words) - 3)
    parsed = run(*bitcode_of(words, raw), "-disable-llvm-passes")
    return parsed, [*words[:language], "-x", "ir", raw]


def bitcode_of(words, output):
    """The same words for clang's own bitcode, in place of the plugin's PTX."""
    return [*(w for w in words if w != "-S" and not str(w).startswith("-fpass-plugin")), "-emit-llvm-bc", "-o", output]


def compare(folder):
    """The PTX through the plugin against clang's IR through the program, both behind one parse (backend_options: of the source)."""
    compared = 0
    for number, name in enumerate(kernels):
        if (not a.all and name not in SOME) or number % shares != share - 1:
            continue
        entry = manifest.get(name, {})
        source = a.root / f"tests/kernels/{name}.cu"
        arch = "sm_" + str(entry.get("sm", "90"))
        for flags, ours in (FLAGS.items() if name in SOME[:3] or a.all else list(FLAGS.items())[number % 2::2]):
            common = [*base, "--cuda-device-only", f"--cuda-gpu-arch={arch}", *entry.get("clang", []), *flags.split(), source]
            ir, through, direct = (folder / f"{name}.{kind}" for kind in ("bc", "ptx", "direct.ptx"))
            divided = front_end(common, folder, name)
            if divided is None:
                continue
            parsed, words = divided
            if parsed.returncode != 0:
                continue  # clang itself does not take it so
            made = run(*bitcode_of(words, ir))
            expect(f"{name} {flags}: clang's IR", made.returncode == 0, made.stderr)
            made = run(*words, "-o", through, env=os.environ | {"LATHE_ONLY": "1"})
            expect(f"{name} {flags}", made.returncode == 0, made.stderr)
            if made.returncode != 0:
                continue
            run(lathe, "compile", ir, "-o", direct, *ours)
            same = direct.exists() and plain(through) == plain(direct)
            expect(f"{name} {flags}: as lathe compile", same, f"diff {through} {direct}")
            if ptxas.exists() and "-fgpu-rdc" not in flags:
                taken = run(ptxas, f"-arch={arch}", *(["-c"] if name in parts else []), through, "-o", folder / "k.cubin")
                expect(f"{name} {flags}: ptxas", taken.returncode == 0, taken.stderr)
            compared += 1
    print(f"{compared} compilations compared")
    expect("enough were compared", compared >= 30 or shares > 1, compared)


def whole_programs(folder):
    """Host and device, two architectures, one object; and what is no GPU's is left alone."""
    source = folder / "program.cu"
    source.write_text("""#include <cstdio>
__global__ void twice(int* p) { p[threadIdx.x] *= 2; }
int main() {
  int* p = nullptr;
  if (cudaMallocManaged(&p, 64) != cudaSuccess) return std::puts("no GPU"), 0;
  twice<<<1, 16>>>(p);
  return cudaDeviceSynchronize();
}
""")
    runtime = [p for p in (f"{cuda}/lib64", f"{cuda}/lib") if pathlib.Path(p, "libcudart_static.a").exists()]
    link = [f"-L{runtime[0]}", "-lcudart_static", "-ldl", "-lrt", "-pthread"] if runtime else ["-c"]  # as far as there is a runtime
    made = run(*base, "--offload-arch=sm_75", "--offload-arch=sm_90", f"-fpass-plugin={plugin}", source, "-o", folder / "program", *link,
               env=os.environ | {"LATHE_ONLY": "1"})
    expect("a whole program of two architectures", made.returncode == 0, made.stderr)
    host = folder / "host.cpp"
    host.write_text("int main() { return 7; }\n")
    made = run(clang, f"-fpass-plugin={plugin}", host, "-o", folder / "host")
    expect("a program without a GPU", made.returncode == 0 and run(folder / "host").returncode == 7, made.stderr)


def refusals(folder):
    """An option that Lathe does not know: LLVM goes on, with a note; or it is an error."""
    source = a.root / "tests/kernels/reduce.cu"
    wrong = [*base, "--cuda-device-only", "--cuda-gpu-arch=sm_90", "-O1", "-S", source, "-Xclang", "-load", "-Xclang", plugin,
             f"-fpass-plugin={plugin}", "-mllvm", "-lathe-option=--nonsense", "-o", folder / "r.ptx"]
    made = run(*wrong)
    expect("LLVM goes on", made.returncode == 0 and "LLVM NVPTX" in (folder / "r.ptx").read_text(), made.stderr)
    expect("with a note", "unknown option '--nonsense'" in made.stderr and "LLVM generates this module" in made.stderr, made.stderr)
    (folder / "r.ptx").unlink()
    for more, variables in ((["-mllvm", "-lathe-only"], {}), ([], {"LATHE_ONLY": "1"})):
        made = run(*wrong, *more, env=os.environ | variables)
        expect(f"or fails {more}", made.returncode != 0 and "error: lathe: " in made.stderr and not (folder / "r.ptx").exists(), made.stderr)


def backend_options(folder):
    """-mllvm -nvptx-*: passed on where it means something to Lathe; else LLVM goes on, and says why."""
    source = folder / "divide.cu"
    source.write_text("""extern "C" __global__ void k(float* p, _Float16* h) { p[2] = p[0] / p[1] + __builtin_sqrtf(p[3]) * p[4] + p[5]; h[0] += h[1]; }\n""")
    common = [*base, "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-O2", source]
    ir = folder / "divide.bc"
    made = run(*common, "-emit-llvm", "-c", "-o", ir)
    expect("divide.cu", made.returncode == 0, made.stderr)
    plain = None
    for words, ours in (([], []), (["-nvptx-prec-divf32=0"], ["--nvptx-prec-divf32=0"]), (["-nvptx-prec-divf32=1"], ["--nvptx-prec-divf32=1"]),
                        (["-nvptx-prec-sqrtf32=0"], ["--nvptx-prec-sqrtf32=0"]), (["-nvptx-no-f16-math"], ["--nvptx-no-f16-math"]),
                        (["-nvptx-fma-level=0"], ["--nvptx-fma-level=0"]), (["-nvptx-short-ptr=false"], [])):
        through, direct = folder / "m.ptx", folder / "m.direct.ptx"
        made = run(*common, "-S", f"-fpass-plugin={plugin}", *(x for word in words for x in ("-mllvm", word)), "-o", through, env=os.environ | {"LATHE_ONLY": "1"})
        contract = [] if any("fma" in word for word in ours) else ["--fp-contract=fast"]
        run(lathe, "compile", ir, "-o", direct, "-O2", *contract, *ours)
        expect(f"-mllvm {words}", made.returncode == 0 and through.read_text() == direct.read_text(), made.stderr)
        plain = plain or through.read_text()
        expect(f"-mllvm {words} does something", not ours or through.read_text() != plain)
    made = run(*common, "-S", f"-fpass-plugin={plugin}", "-mllvm", "-nvptx-early-byval-copy", "-o", folder / "early.ptx")
    expect("-mllvm -nvptx-early-byval-copy: LLVM goes on", made.returncode == 0 and "LLVM NVPTX" in (folder / "early.ptx").read_text(), made.stderr)
    expect("and why is told", "--nvptx-early-byval-copy=true is not supported: parameters are copied" in made.stderr, made.stderr)


with tempfile.TemporaryDirectory() as place:
    for part in (compare, whole_programs, refusals, backend_options):
        part(pathlib.Path(place))
print(f"{len(faults)} faults")
sys.exit(1 if faults else 0)
