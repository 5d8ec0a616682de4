#!/usr/bin/env python3
"""liblathe from a host's side: its symbols, its answers, and that it never ends the process. Exit 1 and a line per fault.

  library.py LIBLATHE LATHE SOURCE_ROOT [--exhaust N] [--room DIR]

--room DIR: LLVM 19 is fetched and unpacked there once (apt-get download, dpkg -x), to be loaded beside; without it, those installed.
--exhaust N: in the last part, the allocations that fail, of each kernel (about; 120).
"""
import argparse
import glob
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from binding import FAILED, IN, LIBRARY, NO_STACK, OK, OUT, WRONG_USAGE, Library

TRIPLE = b'target triple = "nvptx64-nvidia-cuda"\n'
ADD = TRIPLE + b"""define ptx_kernel void @add(ptr %out, ptr %in, float %by) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr float, ptr %in, i32 %i
  %v = load float, ptr %from
  %w = fadd float %v, %by
  %to = getelementptr float, ptr %out, i32 %i
  store float %w, ptr %to
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""
faults = []


def expect(what, holds, more=""):
    if not holds:
        faults.append(what)
        print(f"FAIL {what} {str(more)[:400]}")


def memory_mb():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def symbols(path):
    """What it shows is what the header declares, and it needs the C library alone."""
    shown = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True).stdout.split("\n")
    names = {line.split()[2].split("@")[0] for line in shown if len(line.split()) == 3 and line.split()[1] != "A"}
    header = pathlib.Path(root, "include/lathe-c/lathe.h").read_text()
    declared = {line.split("(")[0].split()[-1].lstrip("*") for line in header.splitlines() if line.startswith("LATHE_API ")}
    expect("symbols are those of the header", names == declared, names ^ declared)
    needed = subprocess.run(["readelf", "-d", path], capture_output=True, text=True).stdout
    libraries = [line.split("[")[1].rstrip("]") for line in needed.splitlines() if "NEEDED" in line]
    expect("no C++ library or LLVM is needed", not [n for n in libraries if "stdc++" in n or "LLVM" in n], libraries)
    # Where a thread has no memory for its first variable with a destructor, the C library ends the process.
    wanted = subprocess.run(["nm", "-D", "--undefined-only", path], capture_output=True, text=True).stdout
    expect("no thread's variable has a destructor", "thread_atexit" not in wanted)


def header_in_c():
    """The header and the example are C of 1999 and C++ without a warning, and the example runs."""
    example = pathlib.Path(root, "examples/c/compile.c")
    with tempfile.TemporaryDirectory() as folder:
        for compiler in (["cc", "-std=c99", "-x", "c"], ["c++", "-std=c++11", "-x", "c++"]):
            program = pathlib.Path(folder, "compile")
            made = subprocess.run([*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", example, "-x", "none", f"-I{root}/include",
                                   path, f"-Wl,-rpath,{path.parent}", "-o", program], capture_output=True, text=True)
            expect(f"examples/c by {compiler[0]}", made.returncode == 0, made.stderr)
            if made.returncode == 0:
                ran = subprocess.run([program], capture_output=True, text=True)
                expect("examples/c runs", ran.returncode == 0 and ran.stdout.endswith("0 2 4 6\n"), ran.stdout + ran.stderr)


def same_as_program():
    for kernel in ("scan", "sha256", "matmul_tiled", "printf", "math", "texture", "warp", "inline_ptx", "fft"):
        source = pathlib.Path(root, f"tests/kernels/ll/{kernel}.ll")
        if not source.exists():
            continue
        for options in (["-mcpu=sm_90"], ["-mcpu=sm_75", "-O1", "--fp-contract=off"]):
            made = subprocess.run([program, "compile", source, "-o", "-", *options], capture_output=True)
            status, ptx, log = lathe.compile([(str(source), source.read_bytes(), 0)], *options)
            expect(f"{kernel} {options}: as the program", status == OK and ptx == made.stdout, log)


def answers():
    """Each kind of fault: its status, and a log that says where."""
    def told(what, status, text, *call, **more):
        got, output, log = lathe.compile(*call, **more)
        expect(what, got == status and text in log and output == b"", (got, log))
    told("broken text", FAILED, "a.ll:1:18: error: ", [("a.ll", b"define void @f( {", 0)])
    told("broken bitcode", FAILED, "error: ", [("a.bc", b"BC\xc0\xde" + bytes(64), 0)])
    told("another target", FAILED, "not an NVPTX target", b'target triple = "x86_64-linux-gnu"\n')
    told("nothing", FAILED, "the input is empty", b"")
    told("no module", WRONG_USAGE, "no module was given", [])
    told("unknown flag", WRONG_USAGE, "unknown flags 4", [("a.ll", ADD, 4)])
    told("unknown option", WRONG_USAGE, "did you mean --mcpu", ADD, "--mcp=sm_90")
    told("unknown target", WRONG_USAGE, "unknown target", ADD, "-mcpu=sm_1")
    for option, what in (("-o=x", "files"), ("-output=x", "files"), ("-pass-remarks-output=x", "files"), ("-time-passes", "stream"), ("-print-after-all", "stream")):
        told(option, WRONG_USAGE, f"the library writes {'no files' if what == 'files' else 'to no stream'}", ADD, option)
    told("-nvptx-32-bit-smem", WRONG_USAGE, "--nvptx-32-bit-smem is not supported: --pointers=short has", ADD, "-nvptx-32-bit-smem")
    told("a word", WRONG_USAGE, "'x' is no option", ADD, "x")
    told("help", WRONG_USAGE, "--help", ADD, "--help")
    told("a page", WRONG_USAGE, "--help", ADD, "--help=man")
    told("only libraries", FAILED, "no module but libraries", [("a.ll", ADD, LIBRARY)])
    told("two definitions", FAILED, "add", [("a.ll", ADD, 0), ("b.ll", ADD, 0)])
    unsupported = TRIPLE + b"define void @f(ptr %p) {\n  %v = load x86_fp80, ptr %p\n  store x86_fp80 %v, ptr %p\n  ret void\n}\n"
    told("an unsupported type", FAILED, "in function 'f'", unsupported)
    expect("verify takes what is right", lathe.compile(ADD, verify=True)[0] == OK)
    expect("verify tells what is wrong", lathe.compile(b"define void @f() {\n}\n", verify=True)[0] == FAILED)
    expect("version", lathe.c.lathe_version() > 0 and lathe.c.lathe_llvm_version().startswith(b"22."))


def spellings():
    """As the program reads them (tests/cli/spellings.py); LLVM's pipeline alone."""
    ours = lathe.compile(ADD, "--mcpu=sm_90", "-O2", "--denormal-fp-math-f32=preserve-sign", "--fp-contract=fast")
    theirs = lathe.compile(ADD, "-arch=compute_90", "-opt=2", "-ftz=1", "-fma=1", "-Xllc", "-relocation-model=pic")
    expect("theirs are ours", ours[0] == OK and ours == theirs and b"ftz" in ours[1], theirs)
    whole = lathe.compile(ADD, "-libnvvm", "-arch=compute_90")
    expect("libNVVM's defaults", whole[0] == OK and b".target sm_90" in whole[1], whole)
    status, bitcode, log = lathe.compile(ADD, "--optimize", "--stop-after=optimize")
    expect("--stop-after=optimize gives bitcode", status == OK and bitcode.startswith(b"BC"), log)
    expect("which is as good as the module", lathe.compile([("add.bc", bitcode, 0)])[1] == lathe.compile(ADD, "--optimize")[1])


def linking():
    """A library's functions are linked where they are needed, hidden, inlined; the rest is not there."""
    user = TRIPLE + b"declare float @used(float)\n" + ADD.replace(TRIPLE, b"").replace(b"fadd float %v, %by", b"call float @used(float %v)")
    lib = TRIPLE + b"define float @used(float %x) {\n  %y = fmul float %x, 3.0\n  ret float %y\n}\ndefine void @unused() {\n  ret void\n}\n"
    modules = [("lib.ll", lib, LIBRARY), ("user.ll", user, 0)]
    status, ptx, log = lathe.compile(modules)
    expect("a library is linked", status == OK and b".func" in ptx and b".visible .func" not in ptx and b"unused" not in ptx, log)
    status, ptx, log = lathe.compile(modules, "--optimize")
    expect("and inlined", status == OK and b"call" not in ptx and b"mul" in ptx, log or ptx)
    old = TRIPLE + b"""%s = type { i32, float* }
@g = addrspace(1) global i8 addrspace(1)* null ; a star * here
declare void @h(%s* byval align 8, i8** nocapture)
define void @f(float addrspace(3)* %a, [4 x i32]* %b, void (i32)* %c, <2 x i8*>* %d) {
  %p = addrspacecast float addrspace(3)* %a to float*
  %v = load float, float* %p, align 4
  store float %v, float addrspace(3)* %a
  %q = bitcast [4 x i32]* %b to i8*
  call void @llvm.memset.p0i8.i64(i8* %q, i8 0, i64 16, i1 false)
  call void %c(i32 1)
  ret void
}
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)
!nvvm.annotations = !{!0}
!0 = !{void (float addrspace(3)*, [4 x i32]*, void (i32)*, <2 x i8*>*)* @f, !"kernel", i32 1}
"""
    status, ptx, log = lathe.compile([("old.ll", old, 0)], "-mcpu=sm_90")
    expect("typed pointers", status == OK and b".entry f" in ptx and b".ptr .shared" in ptx and b"callprototype" in ptx, log)
    status, _, log = lathe.compile([("old.ll", old.replace(b"i64 16, i1 false", b"i64 16, i9 false"), 0)])
    expect("a fault in old text has its line", status == FAILED and "old.ll:10" in log, log)


def running():
    """Buffers of each kind, values, and each way a launch can be wrong."""
    floats = bytearray(b"\0\0\x80\x3f" * 32)  # 1.0
    _, ptx, _ = lathe.compile(ADD, "-mcpu=sm_90")
    for code in (ptx, ADD):
        out = bytearray(128)
        status, _, log = lathe.run(code, "add", (1, 1, 1), (32, 1, 1), [out, floats, b"\0\0\0\x40"], kinds=[OUT, IN, 0])
        expect("1 + 2", status == OK and bytes(out) == b"\0\0\x40\x40" * 32, log)
    def wrong(what, status, text, *call, **more):
        got, _, log = lathe.run(*call, **more)
        expect(what, got == status and text in log, (got, log))
    two = [bytearray(128), floats]
    wrong("too few arguments", WRONG_USAGE, "takes 3 arguments, not 2", ptx, "add", (1, 1, 1), (32, 1, 1), two)
    wrong("a value of another size", WRONG_USAGE, "has 8 bytes", ptx, "add", (1, 1, 1), (32, 1, 1), [*two, bytes(8)])
    wrong("no such kernel", FAILED, "nearest: add", ptx, "ad", (1, 1, 1), (32, 1, 1), [*two, bytes(4)])
    wrong("a block too large", WRONG_USAGE, "1024 threads", ptx, "add", (1, 1, 1), (2048, 1, 1), [*two, bytes(4)])
    wrong("out of bounds", FAILED, "add", ptx, "add", (1, 1, 1), (64, 1, 1), [*two, bytes(4)], "--check=memory")
    wrong("not initialized", FAILED, "never written", ptx, "add", (1, 1, 1), (32, 1, 1), [*two, bytes(4)], "--check=uninit", kinds=[OUT, OUT, 0])
    wrong("no PTX", FAILED, "", b".version", None, (1, 1, 1), (1, 1, 1), [])
    before = bytes(two[0])
    expect("nothing comes back of a launch that failed", bytes(two[0]) == before)


def planning():
    """Each algorithm on PTX's problems: what the command says, and the document of --json; faults with the problem's line."""
    ptx = lathe.compile(pathlib.Path(root, "tests/kernels/ll/scan.ll").read_bytes())[1]
    graph = subprocess.run([program, "compile", f"{root}/tests/kernels/ll/scan.ll", "--stop-after=build", "-o", "-"], capture_output=True).stdout
    inputs = dict.fromkeys(("flow", "modulo", "sched", "group", "outline", "pressure"), ptx)
    inputs |= {"combine": graph, "bits": b"bits\n%0 input 8\n%1 ctpop 8 %0\nroot %1\n",
               "inline": b"inlining\nfunction f size 9\ncall g saved 5\nfunction g size 20\n",
               "import": b"thinlto\nmodule a\nfunction main external insts 40\ncall f hot\nmodule b\nfunction f external insts 12\nroot main\n"}
    for name, problem in inputs.items():
        made = subprocess.run([program, name, "-", "--check"], input=problem, capture_output=True)
        status, output, log = lathe.plan(name, problem, "--check")
        expect(f"{name}: as the program", status == OK and output == made.stdout and "checker: 0 faults" in log, log)
        made = subprocess.run([program, name, "-", "--check", "--json"], input=problem, capture_output=True)
        status, output, log = lathe.plan(name, problem, "--check", "--json")
        ours, theirs = json.loads(output), json.loads(made.stdout)
        expect(f"{name}: --json", status == OK and ours["results"] == theirs.get("results", []) and ours["stats"].keys() == theirs["stats"].keys() and
               ours["command"] == name and ours["faults"] == [], log)
        if name != "combine":
            status, output, log = lathe.plan(name, inputs[name][:-1].replace(b"\n", b"\n#\n", 1) + b"\nnonsense\n")
            expect(f"{name}: its faults", status == FAILED and "problem:" in log and output == b"", (status, log))
    for name, options, what in (("run", (), "no algorithm 'run'"), (None, (), "no algorithm ''"), ("flow", ("--nothing",), "--nothing"),
                                ("flow", ("--help",), "--help")):
        status, output, log = lathe.plan(name, ptx, *options)
        expect(f"plan {name} {options}", status == WRONG_USAGE and what in log and output == b"", log)
    with tempfile.TemporaryDirectory() as folder:
        status, output, log = lathe.plan("flow", ptx, "-o", f"{folder}/a.txt")
        expect("no file is written", status == FAILED and not os.listdir(folder) and "no file is read or written here" in log, log)


def depths():
    for depth in (60_000, 4_000_000):
        text = TRIPLE + b"@x = global " + b"[1 x " * depth + b"i32" + b"]" * depth + b" zeroinitializer\n"
        status, _, log = lathe.compile(text)
        expect(f"nested {depth} deep", status == OK if depth < 100_000 else status == NO_STACK and "nests too deeply" in log, (status, log))
    expect("and the next one works", lathe.compile(ADD)[0] == OK)


def many_threads():
    answers = []
    threads = [threading.Thread(target=lambda: answers.extend(lathe.compile(ADD)[:2] for _ in range(40))) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    expect("threads get the same", len(answers) == 320 and len(set(answers)) == 1 and answers[0][0] == OK)


def growth():
    for options, modules in (([], ADD), (["--optimize"], ADD), ([], b"define void @f( {")):
        for _ in range(100):
            lathe.compile(modules, *options)
        before = memory_mb()
        for _ in range(1000):
            lathe.compile(modules, *options)
        expect(f"a thousand compilations {options} leave no memory", memory_mb() - before < 3, (before, memory_mb()))


def beside_other_llvms():
    """In processes that have another LLVM, loaded first or after, its symbols for all."""
    found = sorted(set(map(os.path.realpath, glob.glob("/usr/lib/*/libLLVM*.so*") + glob.glob("/usr/lib/llvm-*/lib/libLLVM*.so*"))))
    if room is not None:
        room.mkdir(parents=True, exist_ok=True)
        if not list(room.glob("**/libLLVM.so.19*")):
            try:
                subprocess.run(["apt-get", "download", "libllvm19"], cwd=room, capture_output=True, check=True)
                subprocess.run(["dpkg", "-x", *room.glob("libllvm19_*.deb"), room], check=True)
            except (OSError, subprocess.CalledProcessError) as fault:
                print(f"not beside LLVM 19, which cannot be fetched: {fault}")
        found += sorted(set(map(os.path.realpath, room.glob("**/libLLVM.so.19*"))))
    expect("there is another LLVM here", found)
    code = """if 1:
      import ctypes, sys
      sys.path.insert(0, sys.argv[3])
      from binding import Library
      def other():
        c = ctypes.CDLL(sys.argv[2], mode=ctypes.RTLD_GLOBAL)
        for f in ('LLVMContextCreate', 'LLVMModuleCreateWithNameInContext', 'LLVMPrintModuleToString'): getattr(c, f).restype = ctypes.c_void_p
        context = ctypes.c_void_p(c.LLVMContextCreate())
        module = ctypes.c_void_p(c.LLVMModuleCreateWithNameInContext(b'other', context))
        text = ctypes.string_at(c.LLVMPrintModuleToString(module))
        assert b'other' in text
      if sys.argv[4] == 'first': other()
      lathe = Library(sys.argv[1])
      source = open(sys.argv[5], 'rb').read()
      one = lathe.compile(source, '--optimize')
      other()
      assert lathe.compile(source, '--optimize') == one and one[0] == 0, one
    """
    for library in found:
        for order in ("first", "after"):
            made = subprocess.run([sys.executable, "-c", code, path, library, pathlib.Path(__file__).parent, order,
                                   f"{root}/tests/kernels/ll/scan.ll"], capture_output=True, text=True)
            expect(f"beside {library}, loaded {order}", made.returncode == 0 and made.stderr == "", made.stderr)
    print("beside", *(pathlib.Path(library).name for library in found))


def silence():
    """Nothing on the host's streams, and its signals are its own again."""
    code = """if 1:
      import ctypes, sys, faulthandler, signal
      sys.path.insert(0, sys.argv[2])
      from binding import Library
      lathe = Library(sys.argv[1])
      for text in (b'define void @f( {', b'', b'@x = global ' + b'[1 x ' * 4000000 + b'i32' + b']' * 4000000 + b' zeroinitializer'):
        assert lathe.compile(text, '--nothing')[0] and lathe.compile(text)[0]
      libc = ctypes.CDLL(None)
      now = ctypes.create_string_buffer(256)
      libc.sigaction(signal.SIGSEGV, None, now)
      assert int.from_bytes(now.raw[:8], 'little') == 0, now.raw[:16]
    """
    made = subprocess.run([sys.executable, "-c", code, path, pathlib.Path(__file__).parent], capture_output=True, text=True)
    expect("silence", made.returncode == 0 and made.stdout == made.stderr == "", made.stdout + made.stderr)


def memory_that_ends():
    """Under limits of address space, then with single allocations that fail: an error, and the next call works."""
    code = """if 1:
      import resource, sys
      sys.path.insert(0, sys.argv[2])
      from binding import Library, NO_MEMORY, OK
      lathe = Library(sys.argv[1])
      small = open(sys.argv[3], 'rb').read()
      good = lathe.compile(small)
      large = b''.join(b'define void @f%d(ptr %%p) {\\n' % i + b''.join(b'  store volatile i32 %d, ptr %%p\\n' % j for j in range(2000)) +
                       b'  ret void\\n}\\n' for i in range(300))
      used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()
      seen = set()
      for megabytes in (4, 16, 32, 64, 128, 1024):
        resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20), resource.RLIM_INFINITY))
        for _ in range(2):
          status, _, log = lathe.compile(large)
          assert status in (OK, NO_MEMORY), (megabytes, status, log)
          seen.add(status)
          status, text, log = lathe.compile(small)
          assert (status, text, log) == good or status == NO_MEMORY, (megabytes, status, log)
      assert seen == {OK, NO_MEMORY}, seen
      assert lathe.compile(small) == good  # under the last limit, which is larger than all that was lost
    """
    kernel = f"{root}/tests/kernels/ll/scan.ll"
    made = subprocess.run([sys.executable, "-c", code, path, pathlib.Path(__file__).parent, kernel], capture_output=True, text=True)
    expect("limits of memory", made.returncode == 0, made.stderr)
    code = """if 1:
      import ctypes, random, sys
      sys.path.insert(0, sys.argv[2])
      from binding import Library, NO_MEMORY, OK
      lathe, c = Library(sys.argv[1]), ctypes.CDLL(None)
      c.fail_from.argtypes = c.fail_once.argtypes = [ctypes.c_long]
      c.failures.restype = ctypes.c_long
      source, options, share = open(sys.argv[3], 'rb').read(), sys.argv[5:], 1 + 9.0 / int(sys.argv[4])
      good = lathe.compile(source, *options)
      random.seed(3)
      tried = 0
      for fail in (c.fail_once, c.fail_from):
        at = 1
        while True:
          fail(at)
          got = lathe.compile(source, *options)
          failures = c.failures()
          c.fail_from(0)
          if failures == 0: break
          tried += 1
          assert got == good or got[0] == NO_MEMORY, (at, got)
          at = max(at + 1, int(at * share) + random.randrange(2))
      assert tried > 20 and lathe.compile(source, *options) == good
    """
    with tempfile.TemporaryDirectory() as folder:
        failing = pathlib.Path(folder, "failing_malloc.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", pathlib.Path(__file__).parent / "failing_malloc.c", "-o", failing], check=True)
        for kernel, options in (("scan", []), ("scan", ["--optimize"]), ("fft", ["--threads=2"]), ("struct_params", ["-O0"])):
            made = subprocess.run([sys.executable, "-c", code, path, pathlib.Path(__file__).parent, f"{root}/tests/kernels/ll/{kernel}.ll",
                                   str(exhaust), *options], capture_output=True, text=True, env=os.environ | {"LD_PRELOAD": str(failing)})
            expect(f"{kernel} {options}: allocations that fail", made.returncode == 0, made.stderr[-600:])


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("library", type=pathlib.Path)
parser.add_argument("program", type=pathlib.Path)
parser.add_argument("root")
parser.add_argument("--exhaust", type=int, default=120)
parser.add_argument("--room", type=pathlib.Path)
arguments = parser.parse_args()
path, program, root, exhaust = arguments.library.resolve(), arguments.program.resolve(), arguments.root, arguments.exhaust
room = arguments.room
lathe = Library(path)
symbols(path)
for part in (header_in_c, same_as_program, answers, spellings, linking, running, planning, depths, many_threads, growth, beside_other_llvms, silence,
             memory_that_ends):
    part()
print(f"{len(faults)} faults")
sys.exit(1 if faults else 0)
