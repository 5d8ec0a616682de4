"""Numba's kernels and ours, compiled by the libNVVM that CUDA_HOME names, executed by liblathe, compared with Numba's simulator.

  numba_cases.py --simulate FILE            results of Numba's own simulator (NUMBA_ENABLE_CUDASIM=1) into FILE
  numba_cases.py --check FILE --library SO  compiled, assembled where there is ptxas, run, and compared; exit 1 on a fault

Started by numba_room.py, which makes the room.
"""
import argparse
import importlib
import math
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import types as types_module

import numpy as np
from numba import cuda, float32, int32, typeof, types

TARGETS = ((7, 5), (8, 0), (9, 0), (10, 0), (12, 0))
rng = np.random.default_rng(7)


def f32(n, low=0.1, high=0.9):
    return rng.uniform(low, high, n).astype(np.float32)


def f64(n, low=0.1, high=0.9):
    return rng.uniform(low, high, n)


def i32(n, low=1, high=100):
    return rng.integers(low, high, n).astype(np.int32)


# ---- kernels written here: ufunc-like, reductions, shared memory, atomics, complex numbers, records, libdevice
def elementwise(body):
    def kernel(out, a, b):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = body(a[i], b[i])
    return kernel


def device(f):
    return cuda.jit(f, device=True)


OPERATIONS = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y,
    "floordiv": lambda x, y: x // y, "mod": lambda x, y: x % y, "max": lambda x, y: max(x, y), "min": lambda x, y: min(x, y),
    "select": lambda x, y: x if x > y else y * 2, "square": lambda x, y: x * x + y * y, "power": lambda x, y: x ** 2 + y,
    "sin_cos": lambda x, y: math.sin(x) * math.cos(y), "exp_log": lambda x, y: math.exp(x) + math.log(y),
    "root": lambda x, y: math.sqrt(x) + y, "hypot": lambda x, y: math.hypot(x, y), "atan2": lambda x, y: math.atan2(x, y),
    "tanh": lambda x, y: math.tanh(x) - math.tanh(y), "floor": lambda x, y: math.floor(x * 10) + math.ceil(y * 10),
    "erf": lambda x, y: math.erf(x) + math.erfc(y), "gamma": lambda x, y: math.gamma(x + 1) + math.lgamma(y + 1),
}
INTEGER = {
    "and": lambda x, y: x & y, "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y, "shift": lambda x, y: (x << (y & 7)) >> 2,
    "divide": lambda x, y: x // y, "remainder": lambda x, y: x % y, "negate": lambda x, y: -x - ~y, "mix": lambda x, y: x * 31 + y,
}


def collatz(out, a):
    i = cuda.grid(1)
    if i < a.size:
        n, steps = a[i], 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        out[i] = steps


def reduce_shared(out, a):
    tile = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    tile[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    step = 32
    while step > 0:
        if t < step:
            tile[t] += tile[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


def transpose_shared(out, a):
    tile = cuda.shared.array((8, 9), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    i, j = cuda.grid(2)
    tile[y, x] = a[j, i]
    cuda.syncthreads()
    out[cuda.blockIdx.x * 8 + y, cuda.blockIdx.y * 8 + x] = tile[x, y]


def matmul(c, a, b):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


def histogram(bins, a):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(bins, a[i] % bins.size, 1)


def atomic_max(out, a):
    cuda.atomic.max(out, 0, a[cuda.grid(1)])


def atomic_cas(out, a):
    i = cuda.grid(1)
    cuda.atomic.compare_and_swap(out[i:], -1, a[i])


def mandelbrot(out, width):
    i = cuda.grid(1)
    if i < out.size:
        c = complex(-2.0 + 3.0 * (i % width) / width, -1.0 + 2.0 * (i // width) / width)
        z, n = 0j, 0
        while n < 50 and z.real * z.real + z.imag * z.imag < 4:
            z = z * z + c
            n += 1
        out[i] = n


def complex_product(out, a, b):
    i = cuda.grid(1)
    out[i] = a[i] * b[i] + a[i].conjugate()


def record_sum(out, r):
    i = cuda.grid(1)
    out[i] = r[i]["x"] * r[i]["n"] + r[i]["y"]


def record_write(r, a):
    i = cuda.grid(1)
    r[i]["x"] = a[i]
    r[i]["n"] = i


def stencil(out, a):
    i, j = cuda.grid(2)
    if 0 < i < a.shape[0] - 1 and 0 < j < a.shape[1] - 1:
        out[i, j] = (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) * 0.25


def local_sort(out, a):
    mine = cuda.local.array(8, int32)
    i = cuda.grid(1)
    for k in range(8):
        mine[k] = a[i, k]
    for k in range(1, 8):
        value, at = mine[k], k
        while at > 0 and mine[at - 1] > value:
            mine[at] = mine[at - 1]
            at -= 1
        mine[at] = value
    for k in range(8):
        out[i, k] = mine[k]


def bits(out, a):
    i = cuda.grid(1)
    out[i] = cuda.popc(a[i]) + cuda.clz(a[i]) * 100


def strided(out, a):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = a[i] * 2 + i


RECORD = np.dtype([("x", np.float32), ("n", np.int32), ("y", np.float64)], align=True)


def ours():
    for name, body in OPERATIONS.items():
        for kind, make in (("f32", f32), ("f64", f64)):
            yield f"own {name} {kind}", elementwise(device(body)), (make(96) * 0, make(96), make(96)), 3, 32
    for name, body in INTEGER.items():
        yield f"own {name} i32", elementwise(device(body)), (i32(96) * 0, i32(96), i32(96)), 3, 32
    records = np.zeros(64, RECORD)
    records["x"], records["n"], records["y"] = f32(64), i32(64), f64(64)
    c = (f32(64) + 1j * f32(64)).astype(np.complex64)
    yield "own collatz", collatz, (i32(64) * 0, i32(64)), 2, 32
    yield "own reduce_shared", reduce_shared, (f32(4) * 0, f32(256)), 4, 64
    yield "own transpose_shared", transpose_shared, (f32((16, 24)) * 0, f32((24, 16))), (2, 3), (8, 8)
    yield "own matmul", matmul, (f32((13, 11)) * 0, f32((13, 7)), f32((7, 11))), (2, 2), (8, 8)
    yield "own histogram", histogram, (np.zeros(10, np.int32), i32(100)), 4, 32
    yield "own atomic_max", atomic_max, (np.zeros(1, np.int32), i32(64)), 2, 32
    yield "own atomic_cas", atomic_cas, (np.where(i32(64) > 50, -1, 3).astype(np.int32), i32(64)), 2, 32
    yield "own mandelbrot", mandelbrot, (np.zeros(24 * 24, np.int32), np.int32(24)), 18, 32
    yield "own complex_product", complex_product, (c * 0, c, c[::-1].copy()), 2, 32
    yield "own record_sum", record_sum, (f64(64) * 0, records), 2, 32
    yield "own record_write", record_write, (records.copy(), f32(64)), 2, 32
    yield "own stencil", stencil, (f32((16, 16)) * 0, f32((16, 16))), (2, 2), (8, 8)
    yield "own local_sort", local_sort, (i32((32, 8)) * 0, i32((32, 8))), 1, 32
    yield "own bits", bits, (i32(64) * 0, i32(64)), 2, 32
    yield "own strided", strided, (i32(100) * 0, i32(100)), 2, 16


def of_numba():
    """Kernels of Numba's own tests, as they are."""
    def kernels(module):
        return importlib.import_module("numba.cuda.tests.cudapy." + module)
    tests = kernels("test_math")
    two = {"atan2", "remainder", "hypot", "pow", "copysign", "fmod", "pow_binop", "mod_binop"}
    for name in sorted(n[5:] for n in dir(tests) if n.startswith("math_")):
        if name == "modf":
            continue  # two results into one array of pairs
        kernel = getattr(tests, "math_" + name)
        for kind, make in (("f32", f32), ("f64", f64)):
            low = 1.1 if name == "acosh" else 0.1
            inputs = [make(64, low, low + 0.8) for _ in range(2 if name in two else 1)]
            out = np.zeros(64, np.int32) if name.startswith("is") else make(64) * 0
            yield f"numba math_{name} {kind}", kernel, (*inputs, out), 2, 32
    more = kernels("test_minmax")
    yield "numba builtin_max", more.builtin_max, (f32(64), f32(64), f32(64) * 0), 2, 32
    yield "numba builtin_min", more.builtin_min, (f32(64), f32(64), f32(64) * 0), 2, 32
    scholes = kernels("test_blackscholes")
    if hasattr(scholes, "black_scholes_cuda"):
        yield "numba black_scholes", scholes.black_scholes_cuda, (f64(64), f64(64), f64(64), f64(64), f64(64), 0.02, 0.3), 2, 32
    power = kernels("test_powi")
    yield "numba vec_pow", power.vec_pow, (f64(32) * 0, f64(32), f64(32)), 1, 32
    yield "numba vec_pow_binop", power.vec_pow_binop, (f64(32) * 0, f64(32), f64(32)), 1, 32
    yield "numba cu_mat_power", power.cu_mat_power, (f64((8, 8)), np.int32(2), f64((8, 8)) * 0), (1, 1), (8, 8)
    sync = kernels("test_sync")
    yield "numba simple_smem", sync.simple_smem, (np.zeros(100, np.int32),), 1, 100
    yield "numba coop_smem2d", sync.coop_smem2d, (np.zeros((10, 20), np.float32),), 1, (10, 20)
    yield "numba useless_syncthreads", sync.useless_syncthreads, (np.zeros(10, np.int32),), 1, 10
    for which in ("count", "and", "or"):
        yield f"numba use_syncthreads_{which}", getattr(sync, "use_syncthreads_" + which), (i32(32) % 2, np.zeros(32, np.int32)), 1, 32
    places = kernels("test_intrinsics")
    yield "numba fill_threadidx", places.fill_threadidx, (np.zeros((8, 8), np.int32),), 1, (8, 8)
    yield "numba fill3d_threadidx", places.fill3d_threadidx, (np.zeros((4, 4, 4), np.int32),), 1, (4, 4, 4)
    yield "numba simple_grid1d", places.simple_grid1d, (np.zeros(96, np.int32),), 3, 32
    yield "numba simple_grid2d", places.simple_grid2d, (np.zeros((16, 12), np.int32),), (2, 3), (8, 4)
    yield "numba simple_gridsize1d", places.simple_gridsize1d, (np.zeros(1, np.int32),), 3, 7
    local = kernels("test_localmem")
    yield "numba culocal", local.culocal, (i32(1000), np.zeros(1000, np.int32)), 1, 1
    yield "numba culocalcomplex", local.culocalcomplex, ((f64(100) + 1j), np.zeros(100, np.complex128)), 1, 1
    constant = kernels("test_constmem")
    yield "numba cuconst", constant.cuconst, (np.zeros(10, np.float64),), 1, 10
    yield "numba cuconst2d", constant.cuconst2d, (np.zeros((10, 10), np.int32),), (2, 2), (5, 5)
    yield "numba set_to_three", kernels("test_retrieve_autoconverted_arrays").set_array_to_three, (np.zeros(1, np.int32),), 1, 1


def cases():
    made = list(ours()) + list(of_numba())
    for name, kernel, arguments, grid, block in made:
        three = [tuple(d) if isinstance(d, tuple) else (d,) for d in (grid, block)]
        yield name, getattr(kernel, "py_func", kernel), arguments, *three


def simulate(path):
    results = {}
    for name, kernel, arguments, grid, block in cases():
        copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        try:
            cuda.jit(kernel)[grid, block](*copies)
        except Exception as fault:  # the simulator cannot: told, and counted by the caller
            results[name] = str(fault) or type(fault).__name__
            continue
        results[name] = [a for a in copies if isinstance(a, np.ndarray)]
    path.write_bytes(pickle.dumps(results))


def parts_of(ptx):
    """With -g Numba has each function compiled alone, and leaves the texts one behind the other, for the driver to link."""
    return [".version " + text for text in re.split(r"(?m)^\.version ", ptx)[1:]]


def linked(parts):
    """One module of them, to be executed: callees first, nothing of debuggers, no declaration of what another part defines."""
    head = "".join(line + "\n" for line in parts[0].split("\n")[:3])
    bodies = ["\n".join(part.split("\n")[3:]) for part in parts]
    bodies = [re.sub(r"(?ms)^\t?\.section.*?^\t?\}\n?|^\.extern \.func.*?;\n|^\s*\.(?:file|loc)\b[^\n]*\n", "", body) for body in bodies]
    return head.replace(", debug", "") + "\n".join(reversed(bodies))


class Checker:
    def __init__(self, library):
        sys.path.insert(0, str(pathlib.Path(__file__).parent))
        from binding import Library
        self.lathe = Library(library)
        self.ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
        self.assembled = 0

    def assemble(self, ptx, target):
        parts = parts_of(ptx)
        faults = [self.assemble_part(part, target, ["-c"] * (len(parts) > 1)) for part in parts] if self.ptxas else []
        return next((fault for fault in faults if fault), "")

    def assemble_part(self, ptx, target, more):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "k.ptx")
            source.write_text(ptx)
            done = subprocess.run([self.ptxas, *more, f"-arch=sm_{target[0]}{target[1]}", source, "-o", pathlib.Path(folder, "k.cubin")],
                                  capture_output=True, text=True)
        self.assembled += 1
        return done.stderr.strip() if done.returncode else ""

    def arguments(self, given):
        """As Numba hands them to a kernel: an array is two pointers that nobody reads, sizes, data, shape and strides."""
        flat, buffers = [], []
        for a in given:
            if isinstance(a, np.ndarray):
                data = a.copy()
                buffers.append(data)
                flat += [np.int64(0), np.int64(0), np.int64(data.size), np.int64(data.itemsize), data]
                flat += [np.int64(n) for n in data.shape + data.strides]
            else:
                flat.append(a if isinstance(a, np.generic) else np.float64(a))
        return flat, buffers

    def check(self, name, kernel, given, grid, block, expected, targets, options):
        kinds = tuple(typeof(a) if isinstance(a, (np.ndarray, np.generic)) else types.float64 for a in given)
        for target in targets:
            ptx, _ = cuda.compile_ptx(kernel, kinds, cc=target, **options)
            if fault := self.assemble(ptx, target):
                return f"ptxas sm_{target[0]}{target[1]}: {fault.splitlines()[0]}"
        parts = parts_of(ptx)
        ptx = linked(parts) if len(parts) > 1 else ptx
        flat, buffers = self.arguments(given)
        entry = re.search(r"\.entry ([\w$]+)", ptx).group(1)
        status, _, log = self.lathe.run(ptx.encode(), entry, grid, block, flat)
        if status != 0:
            return f"lathe_run: {log.strip()}"
        for got, wanted in zip(buffers, expected):
            fields = got.dtype.names or (None,)
            for field in fields:
                x, y = (got, wanted) if field is None else (got[field], wanted[field])
                exact = not np.issubdtype(x.dtype, np.inexact)
                narrow = x.dtype in (np.float32, np.complex64)
                if exact and not np.array_equal(x, y) or not exact and not np.allclose(x, y, 2e-5 if narrow else 1e-12, 1e-6 if narrow else 1e-13):
                    return f"differs: {x.ravel()[:4]} in place of {y.ravel()[:4]}"
        return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--simulate", type=pathlib.Path)
    parser.add_argument("--check", type=pathlib.Path)
    parser.add_argument("--library")
    parser.add_argument("--all", action="store_true", help="each kernel for five targets and with three sets of options")
    parser.add_argument("--spoil", action="store_true", help="expect something else")
    a = parser.parse_args()
    if a.simulate:
        simulate(a.simulate)
        return 0
    from numba.cuda.cudadrv import nvvm
    # What it would ask NVIDIA's runtime and driver for, which need not be here.
    nvvm._supported_cc = TARGETS
    device = types_module.SimpleNamespace(compute_capability=(9, 0))
    cuda.get_current_device = lambda: device
    from numba.cuda.cudadrv import devices
    devices.get_context = lambda *_: types_module.SimpleNamespace(device=device)
    expected = pickle.loads(a.check.read_bytes())
    checker = Checker(a.library)
    failed = skipped = good = 0
    for number, (name, kernel, given, grid, block) in enumerate(cases()):
        if a.spoil and number % 20 != 1:
            continue
        wanted = expected.get(name, "not simulated")
        if isinstance(wanted, str):
            print(f"{name}: not simulated: {wanted.splitlines()[0][:100]}")
            skipped += 1
            continue
        if a.spoil:
            wanted = [w[::-1] for w in wanted]
        sets = ({}, {"opt": False}, {"debug": True, "opt": False}) if a.all else ({},)
        targets = TARGETS if a.all else (TARGETS[number % len(TARGETS)],)
        for options in sets:
            try:
                fault = checker.check(name, kernel, given, grid, block, wanted, targets, options)
            except Exception as thrown:
                fault = f"{type(thrown).__name__}: {str(thrown).strip()[:300]}"
            good += not fault
            failed += bool(fault)
            if fault:
                print(f"{name} {options or ''}: {fault}")
    own = sum(1 for name in expected if name.startswith("own"))
    print(f"{good} good, {failed} failed, {skipped} not simulated; {own} kernels of ours, {len(expected) - own} of Numba's; "
          f"{checker.assembled} taken by ptxas or refused")
    return 1 if failed or min(own, len(expected) - own - skipped) < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
