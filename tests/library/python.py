#!/usr/bin/env python3
"""The Python package: its wheel made without a network, installed in a folder of its own, used. Exit 1 and a line per fault.

  python.py LIBLATHE SOURCE_ROOT
"""
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import zipfile

sys.dont_write_bytecode = True
faults = []


def expect(what, holds, more=""):
    if not holds:
        faults.append(what)
        print(f"FAIL {what} {str(more)[:400]}")


ADD = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @add(ptr %out, ptr %in, i32 %by) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %in, i32 %i
  %v = load i32, ptr %from
  %w = add i32 %v, %by
  %to = getelementptr i32, ptr %out, i32 %i
  store i32 %w, ptr %to
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""
library, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
os.environ["LATHE_LIBRARY"] = str(library)
with tempfile.TemporaryDirectory() as place:
    sys.path.insert(0, str(root / "python"))
    import backend
    name = backend.build_wheel(place)
    first = pathlib.Path(place, name).read_bytes()
    backend.build_wheel(place)
    expect("the same wheel twice", pathlib.Path(place, name).read_bytes() == first)
    sys.path.remove(str(root / "python"))
    room = pathlib.Path(place, "room")
    pip = subprocess.run([sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", room, root], capture_output=True, text=True,
                         env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    if "No module named pip" in pip.stderr:
        zipfile.ZipFile(pathlib.Path(place, name)).extractall(room)
    else:
        expect("pip install .", pip.returncode == 0, pip.stderr)
    sys.path.insert(0, str(room))
    import lathe
    expect("it is the installed one", pathlib.Path(lathe.__file__).is_relative_to(room))
    expect("versions", lathe.version() == backend.PROJECT["version"] and lathe.llvm_version().startswith("22."))
    ptx = lathe.compile(ADD, "-mcpu=sm_90")
    expect("compile", ".target sm_90" in ptx and ".entry add" in ptx, ptx)
    file = pathlib.Path(place, "add.ll")
    file.write_text(ADD)
    expect("compile a file", lathe.compile(file, "-mcpu=sm_90") == ptx)
    for text, status in (("define void @f( {", "failed"), (ADD, "wrong usage")):
        try:
            lathe.compile(text, *(["--nonsense"] if text == ADD else []))
            expect("a fault is thrown", False)
        except lathe.LatheError as fault:
            expect("a fault says what", fault.status == status and "error: " in str(fault), fault)
    expect("link", "call" not in lathe.link([ADD.replace("add i32 %v, %by", "call i32 @f(i32 %v)") + "declare i32 @f(i32)\n",
                                             lathe.Library("define i32 @f(i32 %x) {\n  %y = mul i32 %x, 3\n  ret i32 %y\n}\n")], "--optimize"))
    given = (ctypes.c_int32 * 8)(*range(8))
    out = bytearray(32)
    for code in (ptx, ADD):
        lathe.run(code, "add", 1, 8, out, bytes(given), ctypes.c_int32(5))
        expect("run", list(memoryview(out).cast("i")) == list(range(5, 13)), out)
    try:
        lathe.run(ptx, "add", 1, 16, out, given, ctypes.c_int32(5), options=["--check=memory"])
        expect("out of bounds is told", False)
    except lathe.LatheError as fault:
        expect("out of bounds is told", fault.status == "failed", fault)
    for wrong, kind in ((5, TypeError), (memoryview(bytearray(64))[::2], ValueError)):
        try:
            lathe.run(ptx, "add", 1, 8, out, given, wrong)
            expect(f"{kind.__name__}", False)
        except kind:
            pass
    try:
        import numpy
        array = numpy.arange(8, dtype=numpy.int32)
        result = numpy.zeros(8, numpy.int32)
        lathe.run(ptx, "add", (1,), (8,), result, array, numpy.int32(7))
        expect("NumPy", (result == array + 7).all(), result)
    except ModuleNotFoundError:
        print("no NumPy here: not tried with it")
    # The lock is free while the library works: a thread counts meanwhile.
    big = "target triple = \"nvptx64-nvidia-cuda\"\n" + "".join(
        f"define void @f{i}(ptr %p) {{\n" + "".join(f"  store volatile i32 {j}, ptr %p\n" for j in range(2000)) + "  ret void\n}\n" for i in range(60))
    working = threading.Thread(target=lambda: lathe.compile(big))
    counted = 0
    working.start()
    while working.is_alive():
        counted += 1
    working.join()
    expect("others go on meanwhile", counted > 1000, counted)
print(f"{len(faults)} faults")
sys.exit(1 if faults else 0)
