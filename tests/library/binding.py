"""liblathe as the tests call it: by the package's binding, where a fault is an answer and not an exception."""
import ctypes
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python/lathe"))
import _binding  # noqa: E402
from _binding import (FAILED, IN, INOUT, INTERNAL, LIBRARY, NO_MEMORY, NO_STACK, OK, OUT, VALUE, WRONG_USAGE,  # noqa: E402, F401
                      Argument, Buffer, Launch)


class Library:
    def __init__(self, path):
        self.c = _binding.load(path)

    @staticmethod
    def _modules(modules):
        made = [Buffer(name.encode(), data, len(data), flags) for name, data, flags in modules]
        return (Buffer * len(made))(*made)

    @staticmethod
    def _options(options):
        return (ctypes.c_char_p * len(options))(*(o.encode() for o in options))

    def compile(self, modules, *options, verify=False):
        """modules: (name, bytes, flags) each, or bytes alone. (status, output, log)."""
        if isinstance(modules, bytes):
            modules = [("input.ll", modules, 0)]
        result = ctypes.c_void_p()
        call = self.c.lathe_verify if verify else self.c.lathe_compile
        status = call(self._modules(modules), ctypes.c_size_t(len(modules)), self._options(options),
                      ctypes.c_size_t(len(options)), ctypes.byref(result))
        return _binding.finish(self.c, status, result)

    def plan(self, algorithm, problem, *options):
        result = ctypes.c_void_p()
        status = self.c.lathe_plan(algorithm.encode() if algorithm else None, self._modules([("problem", problem, 0)]), self._options(options),
                                   ctypes.c_size_t(len(options)), ctypes.byref(result))
        return _binding.finish(self.c, status, result)

    def run(self, code, kernel, grid, block, arguments, *options, kinds=None):
        """arguments: NumPy arrays and bytearrays in place, NumPy scalars and bytes by value."""
        made, keep = [], []
        for number, a in enumerate(arguments):
            if hasattr(a, "ctypes") and getattr(a, "ndim", 0) > 0 or isinstance(a, bytearray):
                data = a.ctypes.data if hasattr(a, "ctypes") else ctypes.addressof((ctypes.c_char * len(a)).from_buffer(a))
                size = a.nbytes if hasattr(a, "nbytes") else len(a)
                made.append(Argument(kinds[number] if kinds else INOUT, data, size))
            else:
                data = a if isinstance(a, bytes) else a.tobytes()
                keep.append(ctypes.create_string_buffer(data, len(data)))
                made.append(Argument(VALUE, ctypes.addressof(keep[-1]), len(data)))
        dims = [(ctypes.c_uint32 * 3)(*d) for d in (grid, block)]
        launch = Launch(ctypes.sizeof(Launch), kernel.encode() if kernel else None, *dims, (ctypes.c_uint32 * 3)(), 0, 0,
                        (Argument * len(made))(*made), len(made))
        result = ctypes.c_void_p()
        status = self.c.lathe_run(self._modules([("kernel", code, 0)]), ctypes.c_size_t(1), ctypes.byref(launch),
                                  self._options(options), ctypes.c_size_t(len(options)), ctypes.byref(result))
        return _binding.finish(self.c, status, result)
