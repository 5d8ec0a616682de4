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
# (algorithm, the problem as a dict, as the text form has it)
PROBLEMS = [
    ("modulo", {"name": "a b", "issue": 2, "units": [{"name": "mem", "copies": 2}], "sets": [{"name": "f", "limit": 32}],
                "instructions": [{"name": "load", "latency": 4, "uses": ["mem"]}, {"name": "mul", "latency": 3, "issue": 2, "uses": [{"unit": "mem", "at": 1, "for": 2}]}],
                "values": [{"instruction": 0, "set": "f", "weight": 2, "live_out": True}],
                "edges": [{"kind": "data", "from": 0, "to": 1, "latency": 4, "distance": 1, "value": 0}]},
     "modulo a%20b\nissue 2\nunit mem copies 2\nclass f limit 32\nop load latency 4 use mem\nop mul latency 3 issue 2 use mem at 1 for 2\n"
     "value 0 class f weight 2 liveout\ndata 0 1 latency 4 distance 1 value 0\n"),
    ("sched", {"name": "r", "issue": 1, "units": [{"name": "lsu", "copies": 1}], "sets": [{"name": "gpr", "limit": 255, "floor": 20, "steps": [(32, 64), (40, 48)]}],
               "classes": [{"name": "b64", "sets": {"gpr": 2}}], "windows": [{"begin": 0, "end": 10, "priority": 5, "width": 3}],
               "values": [{"class": "b64", "in": True}, {"class": "b64", "out": True, "weight": 2}],
               "instructions": [{"name": "ld", "latency": 33, "priority": 2, "units": [{"unit": "lsu", "cycles": 2}, {"unit": "lsu", "at": 30}], "uses": [0], "defs": [1]},
                                {"name": "st", "latency": 1, "uses": [1]}], "edges": [{"from": 0, "to": 1, "latency": 1, "kind": "memory"}]},
     "sched r\nissue 1\nunit lsu 1\nset gpr limit 255 floor 20 steps 32:64 40:48\nclass b64 gpr:2\nwindow 0 10 priority 5 width 3\nvalue b64 in\n"
     "value b64 out weight 2\nnode ld latency 33 priority 2 unit lsu:2 lsu:1 at 30 use 0 def 1\nnode st latency 1 use 1\nedge 0 1 latency 1 memory\n"),
    ("group", {"name": "g", "kinds": [{"name": "ld", "gap": 4, "least": 2, "most": 4, "powers": True, "aligned": True, "place": "early", "carry": True}], "blocks": [4],
               "candidates": [{"instruction": 0, "kind": 0, "key": 1, "order": 0, "size": 4, "align": 8}, {"instruction": 2, "kind": 0, "key": 1, "order": 4, "size": 4, "align": 4}],
               "movable": [1], "edges": [(0, 3)]},
     "group g\nkind ld gap 4 least 2 most 4 powers aligned early carry\nblock 4\ncandidate 0 kind 0 key 1 order 0 size 4 align 8\n"
     "candidate 2 kind 0 key 1 order 4 size 4 align 4\nmovable 1\nedge 0 3\n"),
    ("outline", {"costs": {"call": 4, "parameter": 1, "result": 2, "frame": 4}, "classes": ["r", {"name": "p", "passable": False}],
                 "functions": [{"name": "f", "linkonce": True, "blocks": [{"weight": 3, "live": [1], "instructions": [
                     {"name": "add", "bytes": 4, "operands": [("def", 1, "r"), ("use", 0, "r")]}, {"name": "bar", "bytes": 8, "legal": False}]}]}]},
     "outline\ncosts call 4 parameter 1 result 2 frame 4\nclass r\nclass p unpassable\nfunction f linkonce\nblock weight 3 live 1\ni add 4 d1:r u0:r\nx bar 8\n"),
    ("pressure", {"name": "f", "sets": [{"name": "r32", "limit": 64, "steps": [32, 40]}], "classes": [{"name": "b64", "sets": {"r32": 2}}],
                  "registers": [{"name": "a", "class": "b64"}, {"name": "q", "class": "b64", "lanes": 4, "reserved": True}, {"name": "lo", "overlaps": ["q:3", "a"]}],
                  "blocks": [{"name": "entry", "to": ["end"], "instructions": [{"name": "add", "flags": ["store"], "writes": ["a"], "reads": ["lo"], "changes": ["q:3"]}]},
                             {"name": "end", "live": ["a", "q:c"]}]},
     "pressure f\nset r32 limit 64 steps 32 40\nclass b64 feeds r32 2\nregister a b64\nregister q b64 lanes 4 reserved\nregister lo overlaps q:3 a\n"
     "block entry to end\ni add !store =a lo +q:3\nblock end live a q:c\n"),
    ("flow", {"name": "f", "variables": 2, "blocks": [{"instructions": [{"defs": [0, 1]}], "to": [1]},
                                                      {"cold": True, "instructions": [{"uses": [0], "defs": [1]}], "to": [{"to": 1, "weight": 9}, 2], "edge_uses": [1]}, {}]},
     "flow f variables 2\nblock\ninst def 0 1\nto 1\nblock cold\ninst use 0 def 1\nto 1 weight 9\nto 2\nedge use 1\nblock\n"),
    ("bits", {"values": [{"op": "input", "width": 8}, {"op": "constant", "width": 8, "value": 3}, {"op": "shl", "width": 8, "operands": [0, 1], "wrap": True}, {"op": "add", "width": 8, "operands": [0, 2], "nuw": True},
                         {"op": "extract", "width": 4, "operands": [3], "at": 2, "root": True}]},
     "bits\n%0 input 8\n%1 constant 8 3\n%2 shl 8 %0 %1 wrap\n%3 add 8 %0 %2 nuw\n%4 extract 4 %3 at 2\nroot %4\n"),
    ("inline", {"functions": [{"name": "f", "size": 9, "registers": 7, "limit": 40, "kept": True, "calls": ["h", {"to": "g", "saved": 5, "live": 3, "hot": True}]},
                              {"name": "g", "size": 20, "local": True}, {"name": "h", "declared": True}]},
     "inlining\nfunction f size 9 registers 7 limit 40 kept\ncall h\ncall g saved 5 live 3 hot\nfunction g size 20 local\nfunction h declared\n"),
    ("import", {"modules": [{"name": "a.bc", "functions": [{"name": "main", "instructions": 40, "calls": ["f", {"to": "g", "hotness": "hot"}], "refs": [{"to": "t", "readonly": True}]}]},
                            {"name": "b c", "functions": [{"name": "f", "linkage": "linkonce_odr", "instructions": 9, "flags": ["noinline"]}, {"name": "g", "instructions": 3}],
                             "variables": [{"name": "t", "flags": ["constant"]}], "aliases": [{"name": "h", "of": "g"}]}], "roots": ["main"], "outside": ["f"]},
     "thinlto\nmodule a.bc\nfunction main external insts 40\ncall f unknown\ncall g hot\nref t readonly\nmodule b%20c\nfunction f linkonce_odr insts 9 noinline\n"
     "function g external insts 3\nvariable t external constant\nalias h external g\nroot main\noutside f\n")]


def plans(lathe, ptx):
    """A dict is the problem that its text is: both are printed alike, and planned alike."""
    for algorithm, problem, text in PROBLEMS:
        try:
            expect(f"{algorithm}: a dict's text", lathe._problems.text(algorithm, problem) == text, lathe._problems.text(algorithm, problem))
            ours, theirs = lathe.plan(algorithm, problem), lathe.plan(algorithm, text)
            expect(f"{algorithm}: a dict", ours["results"] == theirs["results"] and len(ours["results"]) >= 1 and ours["schema"] == 1, ours)
        except lathe.LatheError as fault:
            expect(f"{algorithm}: a dict", False, fault)
    expect("modulo: the answer", lathe.plan("modulo", PROBLEMS[0][1], "--lift", "--check")["results"][0]["ii"] >= 2)
    expect("group: one group", lathe.plan("group", PROBLEMS[2][1], "--check")["results"][0]["groups"][0]["members"] == [0, 2])
    expect("PTX", lathe.plan("flow", ptx)["results"][0]["function"] == "add")
    for algorithm, problem, kind in (("combine", {}, TypeError), ("nothing", {}, TypeError), ("nothing", "a", lathe.LatheError),
                                     ("flow", "flow f variables 1\nblock\nto 7\n", lathe.LatheError), ("modulo", {"instructions": [{}]}, KeyError)):
        try:
            lathe.plan(algorithm, problem)
            expect(f"{algorithm} {problem}", False)
        except kind:
            pass


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
    expect("versions", lathe.version() == lathe.__version__ == backend.PROJECT["version"] and lathe.llvm_version().startswith("22."))
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
    plans(lathe, ptx)
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
