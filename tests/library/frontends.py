#!/usr/bin/env python3
"""What compilers of other languages hand over: compiled, taken by ptxas, executed, results compared.

  frontends.py LIBLATHE LATHE PLUGIN SOURCE_ROOT [--room DIR] [--only NAME]

Written here after the public forms of such modules: a tensor compiler's, Julia's, a kernel with thousands of instructions. By
the compilers themselves: Rust (Debian's rustc), OpenCL C (clang-22 with Debian's libclc), OpenMP in C (clang-22
with Lathe as its code generator) and Fortran (flang-22); the device runtime is LLVM 19's, for Debian has none of 22. Their packages are unpacked into a folder
(apt-get download, dpkg -x), none is installed; what cannot be had is skipped by name. PLUGIN: lathe-clang.so, or -.
"""
import argparse
import array
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import binding  # noqa: E402

faults = []
counts = {}


class Skip(Exception):
    pass


def expect(what, holds, more=""):
    if not holds:
        faults.append(what)
        print(f"FAIL {what}: {str(more)[-900:]}")


def run(*command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)


def floats(values):
    return bytearray(array.array("f", values).tobytes())


def ints(values):
    return bytearray(array.array("i", values).tobytes())


def of(kind, data):
    return list(array.array(kind, bytes(data)))


def u64(value):
    return struct.pack("<q", value)


def u32(value):
    return struct.pack("<i", value)


def f32(value):
    return struct.pack("<f", value)


class Work:
    def __init__(self, a, folder):
        self.liblathe = a.liblathe.resolve()
        self.library, self.lathe, self.plugin, self.root = binding.Library(self.liblathe), a.lathe.resolve(), a.plugin, a.root
        self.room, self.folder = a.room.resolve(), folder
        self.sources = a.root / "tests/frontends"

    def unpack(self, name, *packages):
        """The packages' files below room/name; nothing is installed."""
        root = self.room / name
        if (root / "whole").exists():
            return root
        shutil.rmtree(root, ignore_errors=True)
        (root / "files").mkdir(parents=True)
        try:
            subprocess.run(["apt-get", "download", *packages], cwd=root / "files", capture_output=True, check=True)
            for package in sorted((root / "files").glob("*.deb")):
                subprocess.run(["dpkg", "-x", package, root], check=True)
                package.unlink()
            for archive in root.rglob("*.a"):  # nobody links against them here
                archive.unlink()
        except (OSError, subprocess.CalledProcessError) as fault:
            raise Skip(f"Debian's {', '.join(packages)} cannot be fetched: {fault}") from fault
        (root / "whole").touch()
        return root

    def assemble(self, what, ptx, targets=("sm_80",)):
        tools = [pathlib.Path(h, "bin/ptxas") for h in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda") if h]
        ptxas = next((p for p in tools if p.exists()), None)
        if ptxas is None:
            return
        (self.folder / "k.ptx").write_bytes(ptx)
        for target in targets:
            done = run(ptxas, f"-arch={target}", self.folder / "k.ptx", "-o", self.folder / "k.cubin")
            expect(f"{what}: ptxas for {target}", done.returncode == 0, done.stdout + done.stderr)

    def compile(self, path, *options, target="sm_80"):
        """By the program, and by the library, which says the same."""
        out = self.folder / (path.stem + ".ptx")
        done = run(self.lathe, "compile", path, "-o", out, f"-mcpu={target}", *options)
        expect(f"{path.name} {' '.join(options)} compiles", done.returncode == 0, done.stderr)
        if done.returncode != 0:
            return b""
        status, ptx, log = self.library.compile([(str(path), path.read_bytes(), 0)], f"-mcpu={target}", *options)
        expect(f"{path.name}: the library's PTX", status == binding.OK and ptx == out.read_bytes(), log)
        self.assemble(path.name, ptx, (target, "sm_90") if target == "sm_80" else (target,))
        return ptx

    def launch(self, ptx, kernel, grid, block, *arguments):
        status, _, log = self.library.run(ptx, kernel, (grid, 1, 1), (block, 1, 1), arguments)
        expect(f"{kernel} runs", status == binding.OK, log)
        counts["kernels executed"] = counts.get("kernels executed", 0) + (status == binding.OK)

    def same(self, what, got, wanted, error=0.0):
        fine = len(got) == len(wanted) and all(abs(g - w) <= error * max(1, abs(w)) for g, w in zip(got, wanted))
        expect(what, fine, f"{got[:16]} {wanted[:16]}")


# ---------------------------------------------------------------- modules written here
def tensors(w):
    for more in ((), ("-O0",), ("--optimize",)):
        ptx = w.compile(w.sources / "triton_like.ll", *more)
        x, y, n = [float(i) for i in range(512)], [float(i * i % 97) for i in range(512)], 300
        z, nothing = floats([-1] * 512), bytearray(8)
        w.launch(ptx, "add_kernel", 2, 64, floats(x), floats(y), z, u32(n), nothing, nothing)
        w.same("add_kernel", of("f", z), [a + b for a, b in zip(x[:n], y[:n])] + [-1.0] * (512 - n))
        rows = [float(i * 37 % 64) / 8 for i in range(64)] + [float(i * 11 % 64) / -4 for i in range(64)]
        out = floats([0] * 128)
        status, _, log = run_shared(w, ptx, "row_max", 2, 64, [floats(rows), out, u32(64)], 16)
        expect("row_max runs", status == binding.OK, log)
        w.same("row_max", of("f", out), [2 ** (v - max(rows[i // 64 * 64:i // 64 * 64 + 64])) for i, v in enumerate(rows)], 1e-5)
        dot(w, ptx)


def run_shared(w, ptx, kernel, grid, block, arguments, shared):
    """With dynamic shared memory, which binding.Library.run has no word for."""
    keep, made = [], []
    import ctypes
    for a in arguments:
        if isinstance(a, bytearray):
            made.append(binding.Argument(binding.INOUT, ctypes.addressof((ctypes.c_char * len(a)).from_buffer(a)), len(a)))
        else:
            keep.append(ctypes.create_string_buffer(a, len(a)))
            made.append(binding.Argument(binding.VALUE, ctypes.addressof(keep[-1]), len(a)))
    dims = [(ctypes.c_uint32 * 3)(n, 1, 1) for n in (grid, block)]
    launch = binding.Launch(ctypes.sizeof(binding.Launch), kernel.encode(), *dims, (ctypes.c_uint32 * 3)(), shared, 0,
                            (binding.Argument * len(made))(*made), len(made))
    result = ctypes.c_void_p()
    c = w.library.c
    status = c.lathe_run(w.library._modules([("kernel", ptx, 0)]), ctypes.c_size_t(1), ctypes.byref(launch), w.library._options([]),
                         ctypes.c_size_t(0), ctypes.byref(result))
    counts["kernels executed"] = counts.get("kernels executed", 0) + (status == binding.OK)
    return binding._binding.finish(c, status, result)


def dot(w, ptx):
    """The fragments of mma.m16n8k16 by PTX ISA 9.7.14.5.8: which thread holds which element."""
    a = [[(r * 3 + c * 5) % 7 - 3 for c in range(16)] for r in range(16)]
    b = [[(r * 2 + c) % 5 - 2 for c in range(8)] for r in range(16)]
    left, right = [], []
    for lane in range(32):
        group, place = lane // 4, lane % 4 * 2
        for row, column in ((0, 0), (8, 0), (0, 8), (8, 8)):
            left += [a[group + row][place + column], a[group + row][place + column + 1]]
        for row in (0, 8):
            right += [b[place + row][group], b[place + row + 1][group]]
    out = floats([0] * 128)
    halves = [bytearray(struct.pack(f"<{len(v)}e", *v)) for v in (left, right)]
    w.launch(ptx, "dot", 1, 32, *halves, out)
    product = [[sum(a[r][k] * b[k][c] for k in range(16)) for c in range(8)] for r in range(16)]
    wanted = []
    for lane in range(32):
        group, place = lane // 4, lane % 4 * 2
        for row in (0, 8):
            wanted += product[group + row][place:place + 2]
    w.same("dot", of("f", out), wanted)


def julia(w):
    for more in ((), ("-O0",), ("--optimize",)):
        ptx = w.compile(w.sources / "julia_like.ll", *more)
        for rows, columns, flagged in ((8, 10, 0), (8, 9, 1)):
            x, y, flag = array.array("d", range(80)), array.array("d", [0.5 * i for i in range(80)]), ints([0])
            wanted = [3.25 * x[i] + y[i] if i < rows * columns else y[i] for i in range(80)]
            bx, by = bytearray(x.tobytes()), bytearray(y.tobytes())
            w.launch(ptx, "saxpy_flat", 3, 32, flag, by, u64(rows), u64(columns), bx, u64(80), struct.pack("<d", 3.25))
            w.same("saxpy", of("d", by), wanted)
            w.same("saxpy: the exception's flag", of("i", flag), [flagged])
        out = ints([-1] * 64)
        w.launch(ptx, "boxes_flat", 1, 64, out, struct.pack("<4i", 2, 3, 5, 7))
        w.same("boxes", of("i", out), [(2, 3, 5, 7)[t & 3] * t for t in range(64)])
    # The collector's address spaces are Julia's own, and are gone before a back end sees them.
    tracked = w.folder / "tracked.ll"
    for space in range(10, 14):
        tracked.write_text(f"define ptx_kernel void @k(ptr addrspace({space}) %p) {{\n  store i32 1, ptr addrspace({space}) %p\n  ret void\n}}\n")
        done = run(w.lathe, "compile", tracked, "-o", w.folder / "tracked.ptx")
        expect(f"space {space} is refused by its number", done.returncode == 1 and str(space) in done.stderr and "error" in done.stderr, done.stderr)


def giant(w):
    """Thirty thousand instructions in a kernel, values in a struct of 64, as unrolled tensor code is."""
    lines = ["define ptx_kernel void @giant(ptr addrspace(1) %p) {", "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", "  %v0 = insertvalue [64 x i32] undef, i32 %t, 0"]
    lines += [f"  %v{k} = insertvalue [64 x i32] %v{k - 1}, i32 {k}, {k}" for k in range(1, 64)]
    last, values = "%v63", None
    for step in range(1, 5000):
        a, b = step * 7 % 64, (step * 13 + 5) % 64
        lines += [f"  %a{step} = extractvalue [64 x i32] {last}, {a}", f"  %b{step} = extractvalue [64 x i32] {last}, {b}", f"  %m{step} = mul i32 %a{step}, {step | 1}",
                  f"  %x{step} = xor i32 %m{step}, %b{step}", f"  %s{step} = add i32 %x{step}, {step}", f"  %r{step} = insertvalue [64 x i32] {last}, i32 %s{step}, {a}"]
        last = f"%r{step}"
    lines += ["  %q = getelementptr [64 x i32], ptr addrspace(1) %p, i32 %t", f"  store [64 x i32] {last}, ptr addrspace(1) %q", "  ret void", "}",
              "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()"]
    source = w.folder / "giant.ll"
    source.write_text("\n".join(lines) + "\n")
    ptx = w.compile(source)
    out, wanted = ints([0] * 64 * 4), []
    w.launch(ptx, "giant", 1, 4, out)
    for thread in range(4):
        values = [thread, *range(1, 64)]
        for step in range(1, 5000):
            a, b = step * 7 % 64, (step * 13 + 5) % 64
            values[a] = ((values[a] * (step | 1) ^ values[b]) + step) & 0xFFFFFFFF
        wanted += [v - (1 << 32) if v >> 31 else v for v in values]
    w.same("giant", of("i", out), wanted)


# ---------------------------------------------------------------- compilers
def rust(w):
    root = w.unpack("rustc", "rustc", "libstd-rust-1.63", "libstd-rust-dev", "libllvm14", "libz3-4", "libedit2", "libbsd0", "libmd0")
    environment = os.environ | {"LD_LIBRARY_PATH": f"{root}/usr/lib/x86_64-linux-gnu", "RUSTC_BOOTSTRAP": "1"}
    # The library from Rust, as its example calls it.
    program = w.folder / "compile"
    made = run(root / "usr/bin/rustc", "-O", w.root / "examples/rust/compile.rs", "-L", w.liblathe.parent, f"-Clink-arg=-Wl,-rpath,{w.liblathe.parent}", "-o", program, env=environment)
    expect("examples/rust", made.returncode == 0 and made.stderr == "", made.stderr)
    if made.returncode == 0:
        ran = run(program)
        expect("examples/rust runs", ran.returncode == 0 and "[0, 2, 4, 6]\nkernel.ll:3:1: error: " in ran.stdout, ran.stdout + ran.stderr)
    for level in ("0", "2"):
        bitcode = w.folder / f"kernels_{level}.bc"
        made = run(root / "usr/bin/rustc", "--target", "nvptx64-nvidia-cuda", "--emit=llvm-bc", f"-Copt-level={level}", "-Coverflow-checks=off", "-Ctarget-cpu=sm_75", w.sources / "kernels.rs",
                   "-o", bitcode, env=environment)
        expect(f"rustc -O{level}", made.returncode == 0, made.stderr)
        for more in ((), ("--optimize",)):
            ptx = w.compile(bitcode, *more)
            x, y = [0.25 * i for i in range(100)], [float(i % 9) for i in range(100)]
            out = floats(y)
            w.launch(ptx, "axpy", 4, 32, out, floats(x), f32(2.0), u32(90))
            w.same("axpy of Rust", of("f", out), [y[i] + 2.0 * x[i] if i < 90 else y[i] for i in range(100)])
            pairs = bytearray(b"".join(struct.pack("<fI", i + 0.5, i) for i in range(8)))
            w.launch(ptx, "pairs", 1, 32, pairs, u32(7))
            wanted = [v for i in range(8) for v in ((2 * i + 1.0, i + 1) if i < 7 else (i + 0.5, i))]
            w.same("pairs of Rust", list(struct.unpack("<" + "fI" * 8, pairs)), wanted)
            out = ints([-1] * 8)
            w.launch(ptx, "shapes", 1, 8, out, u32(8))
            w.same("shapes of Rust", of("i", out), [0, 0, 20, 30, 20, 30, 42, 56])


def through(w, what, flags, environment, part="__kmpc_parallel_60"):
    """By lathe-clang.so within the compiler."""
    if str(w.plugin) == "-":
        return
    out = w.folder / "through.ptx"
    made = run(*flags, f"-fpass-plugin={w.plugin.resolve()}", "-o", out, env=environment)
    text = out.read_text() if out.exists() else ""
    expect(f"{what} through lathe-clang.so", made.returncode == 0 and part in text and "LLVM NVPTX" not in text, made.stderr)


def opencl(w):
    clang = shutil.which("clang-22")
    if not clang:
        raise Skip("no clang-22")
    root = w.unpack("opencl", "libclc-22")
    library = root / "usr/lib/clc/nvptx64--nvidiacl.bc"
    for flags, options in (("-O2", ()), ("-O0", ("--optimize",)), ("-O2 -cl-fast-relaxed-math", ("--optimize", "--internalize"))):
        module = w.folder / "kernels_cl.bc"
        common = [clang, "-x", "cl", "-cl-std=CL2.0", "--target=nvptx64-nvidia-cuda", "-Xclang", "-finclude-default-header", *flags.split(), w.sources / "kernels.cl"]
        made = run(*common, "-c", "-emit-llvm", "-o", module)
        expect(f"clang {flags}", made.returncode == 0, made.stderr)
        through(w, "OpenCL C", [*common, "-S"], os.environ | {"LATHE_ONLY": "1"}, "_Z13get_global_idj")
        status, ptx, log = w.library.compile([("kernels.cl", module.read_bytes(), 0), ("libclc", library.read_bytes(), binding.LIBRARY)], "-mcpu=sm_80", *options)
        expect(f"OpenCL C {flags} compiles", status == binding.OK, log)
        if status != binding.OK:
            continue
        w.assemble("OpenCL C", ptx)
        x, y = [float(i * i) for i in range(64)], [float(i % 5) for i in range(64)]
        out = floats(y)
        w.launch(ptx, "scale", 2, 32, out, floats(x), f32(1.5), u32(60))
        w.same("scale", of("f", out), [1.5 * x[i] + y[i] + i if i < 60 else y[i] for i in range(64)], 1e-5)
        out = ints([0] * 3)
        w.launch(ptx, "reduce", 3, 64, out, ints([i * 3 % 17 for i in range(192)]))
        w.same("reduce", of("i", out), [sum(i * 3 % 17 for i in range(64 * g, 64 * g + 64)) for g in range(3)])
        items = bytearray(b"".join(struct.pack("<4fi12x", i, i + 1, i + 2, i + 3, 3 * i) for i in range(8)))
        out = floats([0] * 8)
        w.launch(ptx, "vectors", 1, 8, items, out)
        w.same("vectors", of("f", out), [float(sum((4 - k) * (i + k) for k in range(4)) + (3, 1, 4, 1)[i & 3] + 3 * i + bin(3 * i).count("1")) for i in range(8)], 1e-6)
        pixels, hist = [(i, i * 3 % 256, i * 5 % 251, 0) for i in range(64)], ints([0] * 10)
        w.launch(ptx, "count", 2, 32, hist, bytearray(bytes(v for p in pixels for v in p)))
        wanted = [sum((p[0] & 7) == k for p in pixels) + 2 * sum((p[1] & 7) == k for p in pixels) for k in range(8)]
        w.same("count", of("i", hist), [*wanted, max(p[2] for p in pixels), 2])


# LLVM 22 calls the runtime by a name that LLVM 19 has not: one argument more.
PARALLEL = b"""target triple = "nvptx64-nvidia-cuda"
declare void @__kmpc_parallel_51(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64)
define void @__kmpc_parallel_60(ptr %i, i32 %t, i32 %c, i32 %n, i32 %b, ptr %f, ptr %w, ptr %a, i64 %s, i32 %strict) {
  call void @__kmpc_parallel_51(ptr %i, i32 %t, i32 %c, i32 %n, i32 %b, ptr %f, ptr %w, ptr %a, i64 %s)
  ret void
}
"""


def openmp(w):
    clang = shutil.which("clang-22")
    if not clang:
        raise Skip("no clang-22")
    flags = [clang, "-O2", "-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda", "-Xopenmp-target", "-march=sm_80", "-nogpulib", "-nogpuinc", "--offload-device-only",
             w.sources / "offload.c"]
    through(w, "OpenMP", [*flags, "-S"], os.environ | {"LATHE_ONLY": "1"})
    root = w.unpack("openmp", "libomp-19-dev")
    module = w.folder / "offload.bc"
    made = run(*flags, "-c", "-emit-llvm", "-o", module)
    expect("clang -fopenmp", made.returncode == 0, made.stderr)
    runtime = root / "usr/lib/llvm-19/lib/libomptarget-nvptx-sm_80.bc"
    modules = [("offload.c", module.read_bytes(), 0), ("parallel", PARALLEL, 0), ("runtime", runtime.read_bytes(), binding.LIBRARY)]
    for options in ((), ("--optimize", "--internalize")):
        status, ptx, log = w.library.compile(modules, "-mcpu=sm_80", *options)
        expect(f"OpenMP {' '.join(options)} compiles", status == binding.OK, log)
        if status != binding.OK:
            continue
        w.assemble("OpenMP", ptx)
        names = [line.split()[2].split("(")[0] for line in ptx.decode().splitlines() if line.startswith(".visible .entry") or line.startswith(".weak .entry")]
        loop, rows = (next(n for n in names if part in n) for part in ("axpy", "rows"))
        x, y, environment = [0.5 * i for i in range(300)], [float(i % 7) for i in range(300)], bytearray(64)
        out = floats(y)
        w.launch(ptx, loop, 2, 64, environment, u64(300), out, f32(3.0) + bytes(4), floats(x))
        w.same("the loop of OpenMP", of("f", out), [3.0 * x[i] + y[i] + 1 + i % 8 for i in range(300)])
        out = ints([-1] * 5)
        w.launch(ptx, rows, 5, 96, environment, u64(5), u64(40), out)
        w.same("the sums of OpenMP", of("i", out), [sum(i * j for j in range(40)) for i in range(5)])


def fortran(w):
    """flang-22. A loop of its runtime has one argument more than LLVM 19's, which takes the last iteration, not their number."""
    if not shutil.which("clang-22"):
        raise Skip("no clang-22, whose libraries flang-22 shares")
    root = w.unpack("fortran", "flang-22", "libflang-22-dev", "libmlir-22")
    runtime = w.unpack("openmp", "libomp-19-dev") / "usr/lib/llvm-19/lib/libomptarget-nvptx-sm_80.bc"
    places = f"{root}/usr/lib/x86_64-linux-gnu:{root}/usr/lib/llvm-22/lib"
    module = w.folder / "offload_f90.ll"
    environment = os.environ | {"LD_LIBRARY_PATH": places, "LATHE_ONLY": "1"}
    flags = [root / "usr/lib/llvm-22/bin/flang-22", "-O2", "-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda", "-nogpulib", "--offload-device-only",
             "--offload-arch=sm_80", "-S", w.sources / "offload.f90"]
    made = run(*flags, "-emit-llvm", "-o", module, env=environment)
    expect("flang -fopenmp", made.returncode == 0, made.stderr)
    through(w, "Fortran", flags, environment)
    name = "__kmpc_distribute_for_static_loop_4u"
    text = module.read_text().replace(f"@{name}(", "@loop_of_22(")
    between = f"""target triple = "nvptx64-nvidia-cuda"
declare void @{name}(ptr, ptr, ptr, i32, i32, i32, i32)
define void @loop_of_22(ptr %l, ptr %f, ptr %a, i32 %n, i32 %t, i32 %b, i32 %c, i8 %one) {{
  %last = sub i32 %n, 1
  call void @{name}(ptr %l, ptr %f, ptr %a, i32 %last, i32 %t, i32 %b, i32 %c)
  ret void
}}
"""
    modules = [("offload.f90", text.encode(), 0), ("parallel", PARALLEL, 0), ("loop", between.encode(), 0), ("runtime", runtime.read_bytes(), binding.LIBRARY)]
    for options in ((), ("--optimize", "--internalize")):
        status, ptx, log = w.library.compile(modules, "-mcpu=sm_80", *options)
        expect(f"Fortran {' '.join(options)} compiles", status == binding.OK, log)
        if status != binding.OK:
            continue
        w.assemble("Fortran", ptx)
        kernel = next(line.split()[2].split("(")[0] for line in ptx.decode().splitlines() if " .entry " in line and "axpy" in line)
        x, y, environment = [0.5 * i for i in range(300)], [float(i % 7) for i in range(300)], bytearray(64)
        out = floats(y)
        w.launch(ptx, kernel, 3, 64, environment, out, floats(x), u64(0), u64(300), f32(3.0) + bytes(4), u64(300), u64(300))
        w.same("the loop of Fortran", of("f", out), [3.0 * x[i] + y[i] for i in range(300)])


PARTS = (tensors, julia, giant, rust, opencl, openmp, fortran)
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("liblathe", type=pathlib.Path)
parser.add_argument("lathe", type=pathlib.Path)
parser.add_argument("plugin", type=pathlib.Path)
parser.add_argument("root", type=pathlib.Path)
parser.add_argument("--room", type=pathlib.Path, default=pathlib.Path("frontends"), help="where packages are unpacked, and kept")
parser.add_argument("--only", choices=[part.__name__ for part in PARTS])
arguments = parser.parse_args()
with tempfile.TemporaryDirectory() as place:
    work = Work(arguments, pathlib.Path(place))
    for part in PARTS:
        if arguments.only in (None, part.__name__):
            try:
                part(work)
                print(f"{part.__name__}: done")
            except Skip as why:
                print(f"skipped: {part.__name__}: {why}")
print(f"{counts.get('kernels executed', 0)} launches, {len(faults)} faults")
sys.exit(1 if faults else 0)
