#!/usr/bin/env python3
"""lathe compile on every math operation: with a libdevice in sight and with none the PTX is the same, byte for byte, or
without it there is an error that names function, operation, line and --libdevice. Nothing else. And frem, executed, is exact.
math_functions.py LATHE

In sight is a library made here, found by $CUDA_HOME as CUDA's own would be; out of sight is the toolkit, if there is one,
by tests/tools/without_cuda.sh."""
import math
import os
import random
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
from cli import Checks  # noqa: E402
import common  # noqa: E402

HIDE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools", "without_cuda.sh")
t = Checks(sys.argv[1])

# Operand letters: x, y of the type, n an i32; "r" results of the type, "i" of i32.
OWN = [("frem", "xy"), ("frexp", "x:ri"), ("modf", "x:rr"), ("ldexp", "xn"), ("round", "x"), ("roundeven", "x"), ("rint", "x"),
       ("nearbyint", "x"), ("trunc", "x"), ("floor", "x"), ("ceil", "x"), ("sqrt", "x"), ("fma", "xyx"), ("minnum", "xy"),
       ("maxnum", "xy"), ("minimum", "xy"), ("maximum", "xy"), ("copysign", "xy"), ("fabs", "x"), ("canonicalize", "x")]
LIBRARY = [("sin", "x"), ("cos", "x"), ("tan", "x"), ("asin", "x"), ("acos", "x"), ("atan", "x"), ("atan2", "xy"), ("sinh", "x"),
           ("cosh", "x"), ("tanh", "x"), ("exp", "x"), ("exp2", "x"), ("exp10", "x"), ("log", "x"), ("log2", "x"), ("log10", "x"),
           ("pow", "xy"), ("powi", "xn"), ("sincos", "x:rr"), ("sincospi", "x:rr")]
TYPES = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "<2 x half>": "v2f16", "<3 x bfloat>": "v3bf16",
         "<4 x float>": "v4f32", "<2 x double>": "v2f64"}


def function(name, form, scalar, place):
    """A function that does one operation, and its declaration."""
    kind = TYPES[scalar]
    operands, _, results = form.partition(":")
    lanes = re.match(r"<(\d+) x", scalar)
    integer = "<%s x i32>" % lanes.group(1) if lanes else "i32"
    types = {"x": scalar, "y": scalar, "n": "i32" if name == "powi" else integer, "r": scalar, "i": integer}
    values = ", ".join("%s %%%s" % (types[c], c) for c in operands)
    result = "{ %s }" % ", ".join(types[c] for c in results) if results else scalar
    symbol = "%s_%s" % (name, kind)
    suffix = kind + (".i32" if name == "powi" else "." + ("v%si32" % lanes.group(1) if lanes else "i32") if name in ("ldexp", "frexp") else "")
    line = "  %%r = call %s @llvm.%s.%s(%s), !dbg !%d\n" % (result, name, suffix, values, place)
    declaration = "declare %s @llvm.%s.%s(%s)\n" % (result, name, suffix, ", ".join(types[c] for c in operands))
    if name == "frem":
        line, declaration = "  %%r = frem %s %%x, %%y, !dbg !%d\n" % (scalar, place), ""
    parameters = ", ".join("%s %%%s" % (types[c], c) for c in dict.fromkeys(operands))
    return "define %s @%s(%s) !dbg !%d {\n%s  ret %s %%r\n}\n" % (result, symbol, parameters, place - 1, line, result), declaration


def module(operations, scalar):
    text, declarations, nodes = "", {}, ""
    for i, (name, form) in enumerate(operations):
        place = 11 + 2 * i
        body, declaration = function(name, form, scalar, place)
        text += body
        declarations[declaration] = None
        nodes += ('!%d = distinct !DISubprogram(name: "%s", scope: !1, file: !1, line: %d, type: !3, unit: !0, spFlags: DISPFlagDefinition)\n'
                  '!%d = !DILocation(line: %d, column: 7, scope: !%d)\n' % (place - 1, name, 100 + i, place, 100 + i, place - 1))
    return ('target triple = "nvptx64-nvidia-cuda"\n' + text + "".join(declarations) +
            '!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!4}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)\n'
            '!1 = !DIFile(filename: "source.cu", directory: "/x")\n!3 = !DISubroutineType(types: !5)\n!5 = !{}\n'
            '!4 = !{i32 2, !"Debug Info Version", i32 3}\n' + nodes).encode()


def compile_to(path, output, hidden, *flags):
    command = [t.program, "compile", path, "-mcpu=sm_90", "-o", output, *flags]
    environment = dict(os.environ, CUDA_HOME=os.path.abspath("toolkit"))
    if hidden:
        environment = {k: v for k, v in os.environ.items() if k not in ("CUDA_HOME", "CUDA_PATH")}
        if common.cuda_home():
            command = [HIDE, *command]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)


def text_of(path):
    with open(path) as file:
        return file.read()


def make_library():
    """A stand-in for libdevice: each function returns something made of its operands."""
    text = 'target triple = "nvptx64-nvidia-gpulibs"\n'
    for name, form in LIBRARY:
        for scalar, letter in (("float", "f"), ("double", "")):
            operands, _, pair = form.partition(":")
            types = [scalar if c != "n" else "i32" for c in operands]
            if pair:
                text += ("define void @__nv_%s%s(%s %%x, ptr %%a, ptr %%b) alwaysinline {\n  store %s %%x, ptr %%a\n  store %s %%x, ptr %%b\n"
                         "  ret void\n}\n" % (name, letter, scalar, scalar, scalar))
            else:
                text += "define %s @__nv_%s%s(%s) alwaysinline {\n  %%r = fadd %s %%0, %%0\n  ret %s %%r\n}\n" % (
                    scalar, name, letter, ", ".join(types), scalar, scalar)
    os.makedirs("toolkit/nvvm/libdevice", exist_ok=True)
    with open("toolkit/nvvm/libdevice.ll", "w") as file:
        file.write(text)
    subprocess.run([common.llvm_tool("llvm-as"), "toolkit/nvvm/libdevice.ll", "-o", "toolkit/nvvm/libdevice/libdevice.10.bc"], check=True)


def check_own():
    for scalar, kind in TYPES.items():
        path = t.file("own_%s.ll" % kind, module(OWN, scalar))
        for flags in ([], ["-O0"], ["--enable-unsafe-fp-math"], ["-denormal-fp-math-f32=preserve-sign"], ["--no-libdevice"]):
            seen, hidden = compile_to(path, "seen.ptx", False, *flags), compile_to(path, "hidden.ptx", True, *flags)
            compiled = seen.returncode == 0 and hidden.returncode == 0
            t.expect("own code, %s %s" % (kind, flags), compiled, seen.stderr + hidden.stderr)
            t.expect("same bytes, %s %s" % (kind, flags), compiled and text_of("seen.ptx") == text_of("hidden.ptx"), "differ")
            if compiled and not flags:
                t.expect("nothing is left to call, " + kind, not re.search("__lathe_|__nv_|\\bcall", text_of("hidden.ptx")), "a call is left")


def check_library():
    for scalar, kind in TYPES.items():
        for part in (LIBRARY[:10], LIBRARY[10:]):
            path = t.file("lib_%s.ll" % kind, module(part, scalar))
            seen, hidden = compile_to(path, "seen.ptx", False), compile_to(path, "hidden.ptx", True)
            t.expect("with the library, " + kind, seen.returncode == 0, seen.stderr)
            t.expect("without it, " + kind, hidden.returncode == 1 and "--libdevice FILE" in hidden.stderr, hidden.stderr)
            for i, (name, _) in enumerate(part):
                native = name == "exp2" and not ("64" in kind)  # ex2.approx is within CUDA's bounds
                told = [line for line in hidden.stderr.splitlines() if "in function '%s_%s'" % (name, kind) in line]
                if native:
                    t.expect("%s of %s is an instruction" % (name, kind), not told, told)
                    continue
                t.expect("%s of %s is refused once" % (name, kind), len(told) == 1 and "llvm.%s." % name in told[0], hidden.stderr)
                t.expect("%s of %s is told with its line" % (name, kind), told and "source.cu:%d:7:" % (100 + i) in told[0], told)
            given = compile_to(path, "given.ptx", True, "--libdevice", os.path.abspath("toolkit/nvvm/libdevice/libdevice.10.bc"))
            t.expect("given by --libdevice, " + kind,
                     given.returncode == 0 and seen.returncode == 0 and text_of("given.ptx") == text_of("seen.ptx"), given.stderr)


def check_calls():
    path = t.file("calls.ll", b'target triple = "nvptx64-nvidia-cuda"\ndeclare float @__nv_sinf(float)\ndefine float @f(float %x) {\n'
                  b"  %r = call float @__nv_sinf(float %x)\n  ret float %r\n}\n")
    hidden = compile_to(path, "hidden.ptx", True)
    t.expect("a call of libdevice without it", hidden.returncode == 1 and "__nv_sinf" in hidden.stderr and "--libdevice FILE" in hidden.stderr and
             "'f'" in hidden.stderr, hidden.stderr)
    for hide in (False, True):
        left = compile_to(path, "left%d.ptx" % hide, hide, "--no-libdevice")
        t.expect("--no-libdevice leaves calls", left.returncode == 0 and ".extern .func" in text_of("left%d.ptx" % hide), left.stderr)
    path = t.file("sin.ll", module([("sin", "x")], "float"))
    for hide in (False, True):
        none = compile_to(path, "none.ptx", hide, "--no-libdevice")
        t.expect("--no-libdevice and an operation that needs it", none.returncode == 1 and "--no-libdevice" in none.stderr, none.stderr)


FORMATS = {"half": ("H", 10, 5), "bfloat": ("H", 7, 8), "float": ("I", 23, 8), "double": ("Q", 52, 11)}


def value_of(bits, digits, width):
    """The number with these bits, as a Python float, which holds all of them exactly."""
    sign, field, low = bits >> (digits + width), bits >> digits & (1 << width) - 1, bits & (1 << digits) - 1
    bias = (1 << width - 1) - 1
    if field == (1 << width) - 1:
        size = math.nan if low else math.inf
    else:
        size = math.ldexp(low + (1 << digits if field else 0), max(field, 1) - bias - digits)
    return -size if sign else size


def same(a, b):
    return math.isnan(a) and math.isnan(b) or a == b and math.copysign(1, a) == math.copysign(1, b)


def samples(digits, width, count):
    """Bits of special numbers, and random ones; every other pair is of like exponents."""
    top = ((1 << width) - 1) << digits
    special = [0, 1, 2, 1 << digits, (1 << digits) - 1, top - 1, top, top + (1 << digits - 1), ((1 << width - 1) - 1) << digits, 3 << digits]
    pairs = [(a | s << digits + width, b) for a in special for b in special for s in (0, 1)]
    state = random.Random(5)
    while len(pairs) < count:
        a, b = state.getrandbits(digits + width + 1), state.getrandbits(digits + width + 1)
        if len(pairs) % 2:
            b = b & ~top | max(0, (a & top) - (state.randrange(30) << digits))
        if len(pairs) % 5 == 0:
            a &= top | 1 << digits - 1
        pairs.append((a, b))
    return pairs


def execute(name, line, scalar, pairs, lanes):
    """Results of the line, which takes %a and %b and gives %r, for each pair."""
    letter = FORMATS[scalar][0]
    kind = "<%d x %s>" % (lanes, scalar) if lanes > 1 else scalar
    size = struct.calcsize(letter) * lanes
    text = """target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %%p, ptr %%q, ptr %%o) {
  %%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%i = zext i32 %%t to i64
  %%at = mul i64 %%i, %d
  %%pa = getelementptr i8, ptr %%p, i64 %%at
  %%pb = getelementptr i8, ptr %%q, i64 %%at
  %%po = getelementptr i8, ptr %%o, i64 %%at
  %%a = load %s, ptr %%pa, align 2
  %%b = load %s, ptr %%pb, align 2
%s  store %s %%r, ptr %%po, align 2
  ret void
}
""" % (size, kind, kind, line.replace("T", kind), kind)
    made = t.run("compile", t.file("run.ll", text.encode()), "-o", "run.ptx", "-mcpu=sm_80", "--no-libdevice")
    t.expect("%s of %s compiles" % (name, kind), made.returncode == 0, made.stderr.decode())
    for i, file in enumerate(("a.raw", "b.raw")):
        t.file(file, struct.pack("<%d%s" % (len(pairs), letter), *[pair[i] for pair in pairs]))
    t.file("o.raw", bytes(len(pairs) * struct.calcsize(letter)))
    done = t.run("run", "run.ptx", "--block", str(len(pairs) // lanes), "--arg", "in:a.raw", "--arg", "in:b.raw", "--arg", "inout:o.raw:o.raw")
    t.expect("%s of %s runs" % (name, kind), done.returncode == 0, done.stderr.decode())
    with open("o.raw", "rb") as file:
        return struct.unpack("<%d%s" % (len(pairs), letter), file.read())


def remainder(x, y):
    return math.nan if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0 else math.fmod(x, y)


def check_values():
    for scalar, (_, digits, width) in FORMATS.items():
        for lanes in (1, 4):
            pairs = samples(digits, width, 960)
            got = execute("frem", "  %r = frem T %a, %b\n", scalar, pairs, lanes)
            wrong = [(hex(a), hex(b), hex(r)) for (a, b), r in zip(pairs, got)
                     if not same(value_of(r, digits, width), remainder(value_of(a, digits, width), value_of(b, digits, width)))]
            t.expect("frem of %s is exact" % scalar, not wrong, "%d wrong, %s" % (len(wrong), wrong[:3]))


def main():
    if not common.llvm_tool("llvm-as"):
        sys.stderr.write("skipped: no llvm-as\n")
        sys.exit(77)
    if common.cuda_home():
        allowed = subprocess.run([HIDE, "true"], stderr=subprocess.PIPE, text=True)
        if allowed.returncode != 0:
            sys.stderr.write("skipped: CUDA is here and cannot be hidden: %s" % allowed.stderr)
            sys.exit(77)
    make_library()
    check_own()
    check_library()
    check_calls()
    check_values()
    t.finish()


main()
