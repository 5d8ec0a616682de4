"""LLVM IR to PTX, and PTX executed on the CPU.

    ptx = lathe.compile(ir, "-mcpu=sm_90")
    lathe.run(ptx, "axpy", (4,), (256,), out, x, numpy.float32(2.0))    # out is changed in place

Both are the C library's (lathe-c/lathe.h): they may be called by any number of threads, and release the interpreter's lock while
they work. What is wrong with an input is a LatheError with the library's log; nothing ends the process.
"""
import ctypes
import json
import pathlib

from . import _binding, _problems
from ._binding import IN, INOUT, LIBRARY, STATUS, VALUE, Argument, Buffer, Launch

__all__ = ["LatheError", "Library", "compile", "link", "llvm_version", "plan", "run", "verify", "version"]


class LatheError(Exception):
    """`status`: one of STATUS. `log`: what the library said, a line each; also the text of the exception."""

    def __init__(self, status, log):
        super().__init__(log.strip() or status)
        self.status, self.log = status, log


_c = _binding.load(pathlib.Path(__file__).parent / "liblathe.so.0")


class Library:
    """A module of which only what others need is linked, and nobody outside sees it: libdevice, for example."""

    def __init__(self, ir, name=None):
        self.ir, self.name = ir, name


def _modules(modules):
    made = []
    for number, module in enumerate(modules, 1):
        ir, name, flags = (module.ir, module.name, LIBRARY) if isinstance(module, Library) else (module, None, 0)
        if isinstance(ir, pathlib.PurePath):
            ir, name = pathlib.Path(ir).read_bytes(), name or str(ir)
        data = ir.encode() if isinstance(ir, str) else bytes(ir)
        made.append(Buffer((name or f"<input {number}>").encode(), data, len(data), flags))
    return (Buffer * len(made))(*made), ctypes.c_size_t(len(made))


def _options(options):
    return (ctypes.c_char_p * len(options))(*(str(o).encode() for o in options)), ctypes.c_size_t(len(options))


def _finish(status, result):
    status, output, log = _binding.finish(_c, status, result)
    if status != 0:
        raise LatheError(STATUS[status], log)
    return output


def _call(function, modules, options):
    result = ctypes.c_void_p()
    return _finish(function(*_modules(modules), *_options(options), ctypes.byref(result)), result)


def link(modules, *options):
    """PTX of several modules as one: str, bytes (bitcode), pathlib.Path, or Library each."""
    return _call(_c.lathe_compile, modules, options).decode()


def compile(ir, *options):
    """PTX of one module of LLVM IR: text, bitcode, or a pathlib.Path. Options are those of `lathe compile` that name no file, and
    "--optimize" for IR that no optimizer has seen. With "--filetype=obj" the answer is a cubin, as bytes."""
    output = _call(_c.lathe_compile, [ir], options)
    return output if "--filetype=obj" in options else output.decode()


def verify(ir, *options):
    """Raises LatheError where the IR is not well formed."""
    _call(_c.lathe_verify, [ir], options)


def _argument(value, keep):
    if isinstance(value, (bool, int, float)):
        raise TypeError(f"{value!r} has no width: write numpy.int32(...) or ctypes.c_int(...)")
    if isinstance(value, ctypes._SimpleCData):
        keep.append(value)
        return Argument(VALUE, ctypes.addressof(value), ctypes.sizeof(value))
    view = memoryview(value)
    if view.ndim == 0:  # a scalar of NumPy's
        keep.append(ctypes.create_string_buffer(view.tobytes(), view.nbytes))
        return Argument(VALUE, ctypes.addressof(keep[-1]), view.nbytes)
    if not view.c_contiguous:
        raise ValueError("an array must lie in memory in one piece, rows first")
    if view.readonly:
        keep.append(ctypes.create_string_buffer(view.tobytes(), view.nbytes))
        return Argument(IN, ctypes.addressof(keep[-1]), view.nbytes)
    if view.nbytes == 0:
        return Argument(INOUT, None, 0)
    keep.append((ctypes.c_char * view.nbytes).from_buffer(view.cast("B")))
    return Argument(INOUT, ctypes.addressof(keep[-1]), view.nbytes)


def run(code, kernel, grid, block, *arguments, options=(), shared=0, cluster=(), cooperative=False):
    """Executes a kernel of PTX or LLVM IR on the CPU; what its printf wrote.

    Arrays (whatever has a buffer: NumPy's, bytearray, array) are the kernel's buffers, and are changed in place; read-only ones
    (bytes) are read alone. Scalars are NumPy's or ctypes'. grid, block, cluster: one to three numbers. kernel: None where there is
    but one. Options: "--check=memory|race|uninit", "--threads=N", "--max-steps=N", "--memory-limit=BYTES"."""
    keep = []
    made = [_argument(a, keep) for a in arguments]

    def three(numbers):
        numbers = (numbers,) if isinstance(numbers, int) else tuple(numbers)
        return (ctypes.c_uint32 * 3)(*numbers)
    launch = Launch(ctypes.sizeof(Launch), kernel.encode() if kernel else None, three(grid), three(block), three(cluster), shared,
                     int(cooperative), (Argument * len(made))(*made), len(made))
    result = ctypes.c_void_p()
    modules = code if isinstance(code, (list, tuple)) else [code]
    status = _c.lathe_run(*_modules(modules), ctypes.byref(launch), *_options(options), ctypes.byref(result))
    return _finish(status, result).decode(errors="replace")


def plan(algorithm, problem, *options):
    """What one algorithm makes of a problem: "bits", "combine", "flow", "group", "import", "inline", "modulo", "outline", "pressure", "sched".

    The problem is a dict (lathe._problems has a writer for each), the text form of the algorithm, PTX, or a pathlib.Path of either;
    of "combine" a text. Options are those of the command of this name that name no file. The answer is a dict: "results", one for
    each function, loop, region or graph, "stats", "remarks", "faults" of "--check"; docs/json.md tells the members."""
    if isinstance(problem, dict):
        problem = _problems.text(algorithm, problem)
    modules, _ = _modules([problem])
    result = ctypes.c_void_p()
    status = _c.lathe_plan(algorithm.encode(), modules, *_options((*options, "--json")), ctypes.byref(result))
    return json.loads(_finish(status, result))


def version():
    """Of the library: "0.2.0"; lathe.__version__ is the same."""
    return _c.lathe_version_text().decode()


def llvm_version():
    """Of the LLVM within the library: "22.1.8"."""
    return _c.lathe_llvm_version().decode()


__version__ = version()
