#!/usr/bin/env python3
"""libnvvm.so.4 from a client's side: every function of nvvm.h, its results and logs. Exit 1 and a line per fault.

  nvvm.py LIBNVVM SOURCE_ROOT
"""
import ctypes
import random
import shutil
import subprocess
import sys

(SUCCESS, OUT_OF_MEMORY, _, _, INVALID_INPUT, INVALID_PROGRAM, INVALID_IR, INVALID_OPTION, NO_MODULE, COMPILATION) = range(10)
FUNCTIONS = {"nvvmGetErrorString", "nvvmVersion", "nvvmIRVersion", "nvvmLLVMVersion", "nvvmCreateProgram", "nvvmDestroyProgram",
             "nvvmAddModuleToProgram", "nvvmLazyAddModuleToProgram", "nvvmCompileProgram", "nvvmVerifyProgram",
             "nvvmGetCompiledResultSize", "nvvmGetCompiledResult", "nvvmGetProgramLogSize", "nvvmGetProgramLog",
             "nvvmDisableConcurrentAPI"}
faults = []


def expect(what, holds, more=""):
    if not holds:
        faults.append(what)
        print(f"FAIL {what} {str(more)[:500]}")


path, root = sys.argv[1:3]
c = ctypes.CDLL(path)
c.nvvmGetErrorString.restype = ctypes.c_char_p
HANDLE = ctypes.c_void_p
for f in ("nvvmGetCompiledResultSize", "nvvmGetProgramLogSize"):
    getattr(c, f).argtypes = [HANDLE, ctypes.POINTER(ctypes.c_size_t)]
for f in ("nvvmGetCompiledResult", "nvvmGetProgramLog"):
    getattr(c, f).argtypes = [HANDLE, ctypes.c_char_p]
for f in ("nvvmAddModuleToProgram", "nvvmLazyAddModuleToProgram"):
    getattr(c, f).argtypes = [HANDLE, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p]
for f in ("nvvmCompileProgram", "nvvmVerifyProgram"):
    getattr(c, f).argtypes = [HANDLE, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]


def text(kind, program):
    size = ctypes.c_size_t()
    expect(f"{kind}Size", getattr(c, f"nvvmGet{kind}Size")(program, ctypes.byref(size)) == SUCCESS and size.value > 0)
    buffer = ctypes.create_string_buffer(size.value)
    expect(kind, getattr(c, f"nvvmGet{kind}")(program, buffer) == SUCCESS and len(buffer.value) == size.value - 1)
    return buffer.value.decode()


def work(modules, *options, verify=False):
    """modules: (bytes, lazy). (result, PTX, log)."""
    program = HANDLE()
    expect("create", c.nvvmCreateProgram(ctypes.byref(program)) == SUCCESS)
    for data, lazy in modules:
        add = c.nvvmLazyAddModuleToProgram if lazy else c.nvvmAddModuleToProgram
        expect("add", add(program, data, len(data), None) == SUCCESS)
    call = c.nvvmVerifyProgram if verify else c.nvvmCompileProgram
    result = call(program, len(options), (ctypes.c_char_p * len(options))(*(o.encode() for o in options)))
    made = result, text("CompiledResult", program), text("ProgramLog", program)
    stale = HANDLE(program.value)
    expect("destroy", c.nvvmDestroyProgram(ctypes.byref(program)) == SUCCESS and not program.value)
    expect("a stale program", c.nvvmDestroyProgram(ctypes.byref(stale)) == INVALID_PROGRAM)
    return made


# As LLVM 7 wrote it, which is what libNVVM asks for.
OLD = b"""target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @k(float* %out, float %x, float %y, float %z) {
  %m = fmul float %x, %y
  %a = fadd float %m, %z
  %d = fdiv float %a, %y
  %s = call float @llvm.sqrt.f32(float %d)
  %p = call float @part(float %s)
  store float %p, float* %out
  ret void
}
declare float @llvm.sqrt.f32(float)
declare float @part(float)
!nvvm.annotations = !{!0}
!0 = !{void (float*, float, float, float)* @k, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 1, i32 6}
"""
PART = b"""target triple = "nvptx64-nvidia-cuda"
define float @part(float %x) {
  %c = call i32 @__nvvm_reflect(i8* getelementptr ([11 x i8], [11 x i8]* @name, i64 0, i64 0))
  %f = sitofp i32 %c to float
  %y = fadd float %x, %f
  ret float %y
}
@name = private constant [11 x i8] c"__CUDA_FTZ\\00"
declare i32 @__nvvm_reflect(i8*)
define void @other() {
  ret void
}
"""
BOTH = [(OLD, False), (PART, True)]

names = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True).stdout.split("\n")
shown = {line.split()[2] for line in names if len(line.split()) == 3}
expect("the functions of nvvm.h, and nothing else", shown == FUNCTIONS, shown ^ FUNCTIONS)
a, b, d, e = (ctypes.c_int() for _ in range(4))
expect("versions", c.nvvmIRVersion(*map(ctypes.byref, (a, b, d, e))) == SUCCESS and a.value == 2 and d.value == 3)
expect("version", c.nvvmVersion(ctypes.byref(a), ctypes.byref(b)) == SUCCESS and a.value == 2)
expect("LLVM's version", c.nvvmLLVMVersion(b"compute_90", ctypes.byref(a)) == SUCCESS and a.value == 22)
expect("of no target", c.nvvmLLVMVersion(b"sm_90", ctypes.byref(a)) == INVALID_INPUT)
for number, name in enumerate(["NVVM_SUCCESS", "NVVM_ERROR_OUT_OF_MEMORY", "NVVM_ERROR_PROGRAM_CREATION_FAILURE",
                               "NVVM_ERROR_IR_VERSION_MISMATCH", "NVVM_ERROR_INVALID_INPUT", "NVVM_ERROR_INVALID_PROGRAM",
                               "NVVM_ERROR_INVALID_IR", "NVVM_ERROR_INVALID_OPTION", "NVVM_ERROR_NO_MODULE_IN_PROGRAM",
                               "NVVM_ERROR_COMPILATION"]):
    expect(name, c.nvvmGetErrorString(number) == name.encode())

result, ptx, log = work(BOTH)
expect("defaults", result == SUCCESS and ".target sm_75" in ptx and ".entry k" in ptx and "part" not in ptx and log == "", log or ptx)
expect("defaults are exact", "fma.rn.f32" in ptx and "div.rn.f32" in ptx and "sqrt.rn.f32" in ptx and ".ftz" not in ptx, ptx)
# Option -> what must be in the PTX, and what must not.
for options, inside, outside in [
        (["-arch=compute_90a"], ".target sm_90a", ""), (["-arch=compute_120f"], ".target sm_120f", ""), (["-fma=0"], "mul", "fma.rn"),
        (["-fma=1"], "fma.rn.f32", ""), (["-ftz=1"], "fma.rn.ftz.f32", "fma.rn.f32"), (["-ftz=0"], "fma.rn.f32", ".ftz"),
        (["-prec-div=0"], "div.full.f32", "div.rn"), (["-prec-div=1"], "div.rn.f32", ""), (["-prec-sqrt=0"], "sqrt.approx", "sqrt.rn"),
        (["-prec-sqrt=1"], "sqrt.rn.f32", ""), (["-opt=0"], "call", ""), (["-opt=3"], "sqrt", "call"), (["-g", "-opt=0"], "sqrt", ""),
        (["-generate-line-info"], "sqrt", ""), (["-jump-table-density=101"], "sqrt", ""), (["-Xllc", "-mattr=+ptx85"], ".version 8.5", "")]:
    result, ptx, log = work(BOTH, *options)
    expect(" ".join(options), result == SUCCESS and inside in ptx and not (outside and outside in ptx), log or ptx)
# __nvvm_reflect in a lazy module hears of -ftz.
expect("reflection", "0f3F800000" in work(BOTH, "-ftz=1")[1] and "0f3F800000" not in work(BOTH)[1])
# What NVVM IR has and LLVM has not: one function for all modes of a shuffle, and of a vote; the mode a constant, or in a register.
WARP = """declare {{ i32, i1 }} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
declare {{ i32, i1 }} @llvm.nvvm.vote.sync(i32, i32, i1)
define void @k(i32* %out, i32 %x, i32 %mode) {{
  %c = icmp ult i32 %x, 7
  %s = call {{ i32, i1 }} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 {0}, i32 %x, i32 3, i32 31)
  %v = call {{ i32, i1 }} @llvm.nvvm.vote.sync(i32 -1, i32 {0}, i1 %c)
  %s0 = extractvalue {{ i32, i1 }} %s, 0
  %v0 = extractvalue {{ i32, i1 }} %v, 0
  %v1 = extractvalue {{ i32, i1 }} %v, 1
  %z = zext i1 %v1 to i32
  %a = add i32 %s0, %v0
  %b = add i32 %a, %z
  store i32 %b, i32* %out
  ret void
}}
!nvvm.annotations = !{{!0}}
!0 = !{{void (i32*, i32, i32)* @k, !"kernel", i32 1}}
"""
SHUFFLES, VOTES = ("idx", "up", "down", "bfly"), ("all.pred", "any.pred", "uni.pred", "ballot.b32")
for mode in ("0", "1", "2", "3", "%mode"):
    for option in ("-opt=3", "-opt=0"):
        result, ptx, log = work([(WARP.format(mode).encode(), False)], option)
        wanted = range(4) if mode == "%mode" else (int(mode),)
        expect(f"mode {mode} {option}", result == SUCCESS and all(f"shfl.sync.{SHUFFLES[m]}.b32" in ptx and f"vote.sync.{VOTES[m]}" in ptx for m in wanted), log or ptx)
        expect(f"mode {mode} {option} alone", option == "-opt=0" or ptx.count("shfl.sync") == len(wanted) == ptx.count("vote.sync"), ptx)
for option in ("-arch=sm_90", "-arch=compute_1", "-opt=4", "-ftz=2", "-bogus", "-gen-lto", "-Xopt", "-Xllc", "-jump-table-density=102",
               "-jump-table-density=50", "-prec-div=", "-Xllc=-O2"):
    result, ptx, log = work(BOTH, option)
    expect(f"{option} is refused", result == INVALID_OPTION and ptx == "" and option.split("=")[0].split("-")[1] in log or
           option == "-arch=compute_1" and result == INVALID_OPTION, (result, log))
expect("twice", work(BOTH, "-arch=compute_80", "-arch=compute_90")[0] == INVALID_OPTION)
expect("-Xllc of nothing known", work(BOTH, "-Xllc", "-nonsense")[0] == INVALID_OPTION)
expect("no module", work([])[0] == NO_MODULE and work([(PART, True)])[0] == NO_MODULE)
result, ptx, log = work([(b"define void @f( {", False)])
expect("broken IR", result == COMPILATION and "<unnamed>:1:18: error" in log, (result, log))
expect("verified", work([(OLD, False)], verify=True)[0] == SUCCESS)
result, _, log = work([(b"define void @f() {\n}\n", False)], verify=True)
expect("not verified", result == INVALID_IR and "error" in log, (result, log))
expect("options are verified", work(BOTH, "-bogus", verify=True)[0] == INVALID_OPTION)
for call in (lambda: c.nvvmCreateProgram(None), lambda: c.nvvmAddModuleToProgram(None, b"x", 1, None),
             lambda: c.nvvmGetProgramLogSize(HANDLE(77), ctypes.byref(ctypes.c_size_t())), lambda: c.nvvmDestroyProgram(None)):
    expect("no program", call() == INVALID_PROGRAM)
program = HANDLE()
c.nvvmCreateProgram(ctypes.byref(program))
expect("an empty module", c.nvvmAddModuleToProgram(program, b"", 0, None) == INVALID_INPUT)
expect("no place for the size", c.nvvmGetProgramLogSize(program, None) == INVALID_INPUT)
expect("no place for the result", c.nvvmGetCompiledResult(program, None) == INVALID_INPUT)


class Typed:
    """A random module in the language of LLVM 14."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names, self.lines, self.number = [], [], 0

    def type(self, depth=3):
        r = self.random
        if depth == 0 or r.random() < 0.3:
            return r.choice(["i8", "i16", "i32", "i64", "float", "double", *self.names])
        inner = [self.type(depth - 1) for _ in range(r.randrange(1, 4))]
        return r.choice([self.pointer(inner[0]), self.pointer(inner[0]), f"[{r.randrange(1, 5)} x {inner[0]}]",
                         "{ " + ", ".join(inner) + " }", "<{ " + ", ".join(inner) + " }>", f"<2 x {r.choice(['i32', 'i8*', 'float'])}>",
                         f"{r.choice(['void', 'i32', 'i8*'])} ({', '.join(inner)})*"])

    def pointer(self, to):
        space = self.random.choice(["", "", "", " addrspace(1)", " addrspace(3)"])
        return f"{to}{space}*"

    def body(self, at, of):
        """Something done with `at`, a pointer to `of` of the space that its type says."""
        n = self.number = self.number + 1
        kind, to = self.random.choice(["load", "cast", "index", "call"]), of
        space = at[0][len(to):-1]
        if kind == "load":
            self.lines += [f"  %v{n} = load {to}, {at[0]} {at[1]}, align 1", f"  store volatile {to} %v{n}, {at[0]} {at[1]}, align 1"]
        elif kind == "cast":
            self.lines += [f"  %v{n} = bitcast {at[0]} {at[1]} to i16{space}*", f"  store i16 {n}, i16{space}* %v{n}, align 1"]
        elif kind == "index":
            self.lines += [f"  %v{n} = getelementptr inbounds {to}, {at[0]} {at[1]}, i64 {n}",
                           f"  %w{n} = ptrtoint {at[0]} %v{n} to i64", f"  store volatile i64 %w{n}, i64* %sink"]
        else:
            self.lines += [f"  %v{n} = addrspacecast {at[0]} {at[1]} to {to}*" if space else f"  %v{n} = bitcast {at[0]} {at[1]} to {to}*",
                           f"  %w{n} = bitcast {to}* %v{n} to i8*", f"  call void @use(i8* nocapture %w{n})"]

    def text(self):
        for n in range(3):
            self.lines.append(f"%s{n} = type {{ {self.type(2)}, %s{n}*, i32 }}")  # of those before it
            self.names.append(f"%s{n}")
        self.lines += ["declare void @use(i8* nocapture)"]
        kernels = []
        for f in range(3):
            kinds = [self.type() for _ in range(3)]
            pointers = [self.pointer(k) for k in kinds]
            parameters = ", ".join(["i64* %sink", *(f"{p} %p{i}" for i, p in enumerate(pointers))])
            self.lines.append(f"define void @k{f}({parameters}) {{ ; a * in a comment")
            for i, k in enumerate(kinds):
                for _ in range(2):
                    self.body((pointers[i], f"%p{i}"), k)
            self.lines += ["  ret void", "}"]
            kernels.append(f"!{{void ({', '.join(['i64*', *pointers])})* @k{f}, !\"kernel\", i32 1}}")
        self.lines.append("!nvvm.annotations = !{!0, !1, !2}")
        self.lines += [f"!{i} = {k}" for i, k in enumerate(kernels)]
        return b"\n".join([*OLD.split(b"\n")[:2], *(line.encode() for line in self.lines), b""])


# The same modules as text, which we rewrite, and as bitcode of LLVM 14, which LLVM 22 upgrades: the same PTX.
compared = 0
for seed in range(60 if shutil.which("llvm-as-14") else 0):
    source = Typed(seed).text()
    made = subprocess.run(["llvm-as-14", "-o", "-"], input=source, capture_output=True)
    if made.returncode != 0:
        continue  # a type that may not be loaded, say
    by_text, by_bitcode = work([(source, False)], "-opt=0"), work([(made.stdout, False)], "-opt=0")
    compared += 1
    expect(f"random module {seed}", by_text == by_bitcode, (by_text[2], by_bitcode[2], source.decode()[:2000]))
expect("enough modules", compared >= 30 or not shutil.which("llvm-as-14"), compared)
print(f"{len(faults)} faults")
sys.exit(1 if faults else 0)
