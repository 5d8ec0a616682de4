"""lathe-c/lathe.h by ctypes: its structs and constants, and the end of every call. Nothing of it raises."""
import ctypes

STATUS = ("ok", "failed", "wrong usage", "no memory", "no stack", "internal")
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


def load(path):
    """The library at this path, its functions typed."""
    c = ctypes.CDLL(str(path))
    for name in ("lathe_output", "lathe_log"):
        getattr(c, name).restype = ctypes.c_void_p
        getattr(c, name).argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)]
    c.lathe_free.argtypes = [ctypes.c_void_p]
    c.lathe_version_text.restype = c.lathe_llvm_version.restype = ctypes.c_char_p
    return c


def finish(c, status, result):
    """(status, output as bytes, log) of a call; frees the result."""
    def text(function):
        size = ctypes.c_size_t()
        return ctypes.string_at(function(result, ctypes.byref(size)), size.value)
    output, log = text(c.lathe_output), text(c.lathe_log).decode(errors="replace")
    c.lathe_free(result)
    return status, output, log
