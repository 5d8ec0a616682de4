#!/usr/bin/env python3
"""libnvvm.so.4 from a client's side: every function of nvvm.h, its results and logs. Exit 1 and a line per fault.

  nvvm.py LIBNVVM SOURCE_ROOT
"""
import ctypes
import pathlib
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
# Bitcode as LLVM 14 wrote it, with typed pointers, where there is one.
made = subprocess.run("llvm-as-14 -o - 2>/dev/null", shell=True, input=OLD, capture_output=True)
if made.returncode == 0:
    result, ptx, log = work([(made.stdout, False), (PART, True)])
    expect("bitcode of LLVM 14", result == SUCCESS and ".entry k" in ptx, log)
print(f"{len(faults)} faults")
sys.exit(1 if faults else 0)
