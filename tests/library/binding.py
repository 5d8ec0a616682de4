"""liblathe by ctypes: what the tests call it by."""
import ctypes

OK, FAILED, WRONG_USAGE, NO_MEMORY, NO_STACK, INTERNAL = range(6)
LIBRARY = 1
VALUE, INOUT, IN, OUT = range(4)


class Buffer(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("data", ctypes.c_char_p), ("size", ctypes.c_size_t), ("flags", ctypes.c_uint)]


class Argument(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Launch(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("kernel", ctypes.c_char_p), ("grid", ctypes.c_uint32 * 3),
                ("block", ctypes.c_uint32 * 3), ("cluster", ctypes.c_uint32 * 3), ("shared_bytes", ctypes.c_uint32),
                ("cooperative", ctypes.c_uint32), ("arguments", ctypes.POINTER(Argument)), ("argument_count", ctypes.c_size_t)]


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(str(path))
        for name in ("lathe_output", "lathe_log"):
            getattr(self.c, name).restype = ctypes.c_void_p
            getattr(self.c, name).argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)]
        self.c.lathe_free.argtypes = [ctypes.c_void_p]
        self.c.lathe_version_text.restype = self.c.lathe_llvm_version.restype = ctypes.c_char_p

    def _text(self, function, result):
        size = ctypes.c_size_t()
        at = function(result, ctypes.byref(size))
        return ctypes.string_at(at, size.value)

    def _done(self, status, result):
        output, log = self._text(self.c.lathe_output, result), self._text(self.c.lathe_log, result).decode()
        self.c.lathe_free(result)
        return status, output, log

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
        return self._done(status, result)

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
        return self._done(status, result)
