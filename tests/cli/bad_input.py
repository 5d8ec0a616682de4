#!/usr/bin/env python3
"""Bad input and bad places: each exits 1 with one clear line, nothing half written.  bad_input.py LATHE"""
import os
import resource
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import GOOD, LIMIT, Checks  # noqa: E402

t = Checks(sys.argv[1])
good = t.file("good.ll", GOOD)
out = ["-o", "out.ptx"]

t.error("not IR", ["compile", t.file("prose.ll", b"Hello, this is not IR.\n"), *out], 1, "prose.ll:1:1", "not LLVM IR")
t.error("binary rubbish", ["compile", t.file("rubbish.bc", bytes(range(256)) * 8), *out], 1, "rubbish.bc")
t.error("syntax error", ["compile", t.file("syntax.ll", b"define void @f() {\n  %x = add i32 1,\n  ret void\n}\n"), *out], 1, "syntax.ll:3:3")
t.error("invalid IR", ["compile", t.file("invalid.ll", b"define void @f(i32 %x) {\n  br label %b\nb:\n  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret void\n}\n"),
                       *out], 1, "invalid.ll", "'f'", "does not dominate")
t.error("invalid IR with debug information", ["compile", t.file("invalid_debug.ll", b"define void @f(i32 %x) {\n  br label %b\nb:\n  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret void\n}\n"
                                          b'!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n'),
                       *out], 1, "invalid_debug.ll", "'f'", "does not dominate")
t.error("empty file", ["compile", t.file("empty.ll", b""), *out], 1, "empty.ll", "empty")
t.error("empty standard input", ["compile", "-", "-o", "-"], 1, "<stdin>", "empty")
t.error("blank file", ["compile", t.file("blank.ll", b" \n\n"), *out], 1, "empty")
t.error("other target", ["compile", t.file("x86.ll", b'target triple = "x86_64-pc-linux-gnu"\n' + GOOD), *out], 1, "x86_64-pc-linux-gnu", "nvptx64")
t.error("32-bit target", ["compile", t.file("n32.ll", b'target triple = "nvptx-nvidia-cuda"\n' + GOOD), *out], 1, "32-bit")
t.error("32-bit -march", ["compile", "-march=nvptx", good, *out], 1, "32-bit")
t.error("other -march", ["compile", "-march=x86-64", good, *out], 1, "x86-64", "nvptx64")
t.error("other -mtriple", ["compile", "-mtriple=aarch64-linux", good, *out], 1, "aarch64")
t.error("unknown -mcpu", ["compile", "-mcpu=sm_91", good, *out], 1, "sm_91", "sm_90")
t.error("unknown -mattr", ["compile", "-mattr=+nonsense", good, *out], 1, "nonsense")
t.error("unsupported type", ["compile", t.file("fp128.ll", b"define fp128 @odd(fp128 %x) {\n  ret fp128 %x\n}\n"), *out], 1, "'odd'", "fp128")
t.error("unsupported intrinsic", ["compile", t.file("rdtsc.ll", b"declare i64 @llvm.x86.rdtsc()\ndefine i64 @clock() {\n"
                                                    b"  %r = call i64 @llvm.x86.rdtsc()\n  ret i64 %r\n}\n"), *out], 1, "'clock'", "llvm.x86.rdtsc")
t.error("a kernel called", ["compile", t.file("inner.ll", b"define ptx_kernel void @inner() {\n  ret void\n}\ndefine ptx_kernel void @outer() {\n"
                                              b"  call ptx_kernel void @inner()\n  ret void\n}\n"), *out], 1, "'outer'", "kernel 'inner'", "launch")
OBJECTS = (b"@image = internal addrspace(1) global i64 0\n@picture = internal addrspace(1) global i64 0\n!nvvm.annotations = !{!0, !1}\n"
           b'!0 = !{ptr addrspace(1) @image, !"texture", i32 1}\n!1 = !{ptr addrspace(1) @picture, !"surface", i32 1}\n'
           b"declare i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1))\n")
for name, result, arguments, used, what in [
        ("suq.width", "i32", "", "image", "surface"), ("sust.b.1d.i32.trap", "void", ", i32 0, i32 0", "image", "surface"),
        ("suld.1d.i32.zero", "i32", ", i32 0", "image", "surface"), ("txq.width", "i32", "", "picture", "texture"),
        ("tex.unified.1d.v4f32.s32", "{ float, float, float, float }", ", i32 0", "picture", "texture")]:
    t.error(name + " on the other kind", ["compile", t.file("object.ll", OBJECTS + (
        "define ptx_kernel void @k() {\n  %%h = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @%s)\n  %scall %s @llvm.nvvm.%s(i64 %%h%s)\n"
        "%s  ret void\n}\ndeclare %s @llvm.nvvm.%s(i64%s)\n" % (used, "" if result == "void" else "%r = ", result, name, arguments,
                                                          "" if result == "void" else "  store volatile %s %%r, ptr null\n" % result, result, name,
                                                          ", i32" * arguments.count(",")))
        .encode()), *out], 1, "'k'", "works on a " + what, "'%s'" % used)
t.error("thread-local variable", ["compile", t.file("tls.ll", b"@t = thread_local global i32 0\n"), *out], 1, "'t'", "thread-local")
t.error("constructors", ["compile", t.file("ctors.ll", b"@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]\n"
                                                b"define internal void @c() { ret void }\n"), *out], 1, "llvm.global_ctors")
t.error("wide atomic", ["compile", t.file("atomic.ll", b"define void @wide(ptr %p) {\n  %v = cmpxchg ptr %p, i128 1, i128 2 monotonic monotonic\n  ret void\n}\n"), *out], 1,
        "'wide'", "128 bits")
t.error("no such file", ["compile", "missing.ll", *out], 1, "missing.ll", "No such file")
os.mkdir("folder")
t.error("directory as input", ["compile", "folder", *out], 1, "folder", "directory")
t.error("directory as output", ["compile", good, "-o", "folder"], 1, "folder", "directory")
t.error("output in no directory", ["compile", good, "-o", "none/out.ptx"], 1, "none/out.ptx", "No such file")
if os.path.exists("/dev/full"):
    t.error("full device", ["compile", good, "-o", "/dev/full"], 1, "/dev/full", "No space left")
    with open("/dev/full", "wb") as full:
        t.error("full standard output", ["compile", good, "-o", "-"], 1, "<stdout>", "No space left", stdout=full)

# A folder that takes no new file: what is there and may be written is written in place, and stays as it was on a fault.
os.chmod(".", 0o755)
os.mkdir("locked", 0o755)
everybody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}


def in_locked(*args, most=None):
    """`most`: bytes that a file may have."""
    return subprocess.run([t.program, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT, **everybody,
                          preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))) if most else None)


ours = t.run("compile", good, "-o", "-").stdout
for name, old in (("longer", b"old line\n" * 5000), ("shorter", b"old\n"), ("empty", b"")):
    path = t.file("locked/" + name, old)
    os.chmod(path, 0o666)
    os.link(path, "other_" + name)
broken = t.file("broken.ll", b"define void @f() {\n  ret i32 0\n}\n")
readonly = t.file("locked/readonly", b"old")
os.chmod(readonly, 0o444)
os.chmod("locked", 0o555)
try:
    reachable = in_locked("--version").returncode == 0
except PermissionError:
    reachable = False
t.expect("the program can be run by everybody", reachable, t.program)
for name in ("longer", "shorter", "empty") if reachable else ():
    done = in_locked("compile", broken, "-o", "locked/" + name)
    t.expect(f"{name}: stays on an error", done.returncode == 1 and open("locked/" + name, "rb").read() != ours, str(done))
    old = open("locked/" + name, "rb").read()
    if len(old) < 60:
        done = in_locked("compile", good, "-o", "locked/" + name, most=60)
        t.expect(f"{name}: stays where the new content has no room", done.returncode == 1 and open("locked/" + name, "rb").read() == old and
                 done.stderr.count(b"\n") == 1 and b"cannot write: File too large" in done.stderr, str(done))
    done = in_locked("compile", good, "-o", "locked/" + name)
    t.expect(f"{name}: written in place", done.returncode == 0 and not done.stderr and open("locked/" + name, "rb").read() == ours, str(done))
    t.expect(f"{name}: the same file", os.path.samefile("locked/" + name, "other_" + name))
if reachable:
    done = in_locked("compile", good, "-o", "locked/new.ptx")
    t.expect("no new file in a locked folder", done.returncode == 1 and b"locked/new.ptx: cannot write: Permission denied" in done.stderr, str(done))
    done = in_locked("compile", good, "-o", "locked/readonly")
    t.expect("nor over what may not be written", done.returncode == 1 and open(readonly, "rb").read() == b"old", str(done))
    t.expect("nothing is left there", sorted(os.listdir("locked")) == ["empty", "longer", "readonly", "shorter"])
os.chmod("locked", 0o755)

# A name with a newline, or what moves the cursor: one line each.
for name in ("two\nlines.ll", "back\rwards.ll", "esc\x1b[2Jape.ll"):
    shown = name.replace("\n", "\\n").replace("\r", "\\r").replace("\x1b", "\\x1b")
    for args in (["compile", name], ["opt", name], ["run", name], ["flow", name], ["import", name], ["sched", name], ["combine", name],
                 ["thinlto", name, "-o", "made"]):
        done = t.run(*args)
        text = done.stderr.decode()
        t.expect(f"{args}: one line", done.returncode == 1 and text.count("\n") == 1 and "\r" not in text and "\x1b" not in text and shown in text, repr(text))
    t.file(name, b"define void @f() {\n  ret i32 0\n}\n")
    done = t.run("compile", name, "-o", "-")
    t.expect(f"{name!r} with an error", done.returncode == 1 and done.stderr.decode().count("\n") == 1 and shown in done.stderr.decode(), repr(done.stderr))
    os.remove(name)
    t.error(f"{name!r} as an option", ["compile", "--stop-after=" + name], 2, shown.replace(".ll", ""))
    t.error(f"{name!r} as a command", [name], 2, shown)
t.error("libdevice is missing", ["compile", "--libdevice=nowhere.bc", t.file("sin.ll", b"declare float @llvm.sin.f32(float)\ndefine float @s(float %x) {\n"
                                                                        b"  %r = call float @llvm.sin.f32(float %x)\n  ret float %r\n}\n"), *out], 1, "nowhere.bc")
t.error("no ptxas", ["compile", good, "-o", "out.cubin"], 1, "ptxas", environment={"PATH": "", "CUDA_HOME": "/nowhere", "CUDA_PATH": ""}) if not os.path.exists(
    "/usr/local/cuda/bin/ptxas") else None

# Broken PTX for the PTX parser.
HEAD = b".version 8.0\n.target sm_90\n.address_size 64\n"
ptx_out = ["-o", "out.ptx"]
for what, text, *parts in [
        ("empty PTX", b"", "no .target"), ("not PTX", b"\x00\xff\xfe", ":1: "),
        ("unknown target", b".version 8.0\n.target sm_1\n.address_size 64\n", "sm_1"),
        ("undeclared register", HEAD + b".visible .entry f()\n{\n mov.u32 %r1, 1;\n}\n", ":6: ", "%r1"),
        ("missing semicolon", HEAD + b".visible .entry f()\n{\n ret\n}\n", "ptx:"),
        ("body without end", HEAD + b".visible .entry f()\n{\n ret;\n", "ptx:"),
        ("unknown label", HEAD + b".visible .entry f()\n{\n bra $nowhere;\n}\n", "$nowhere")]:
    t.error(what, ["opt", t.file("broken.ptx", text), *ptx_out], 1, "broken.ptx", *parts)
t.error("PTX file is not there", ["opt", "missing.ptx", *ptx_out], 1, "missing.ptx", "No such file")

# Truncated bitcode, at many lengths: an error each, never a crash.
assembler = shutil.which("llvm-as-22") or shutil.which("llvm-as")
if assembler:
    bitcode = subprocess.run([assembler, good, "-o", "-"], capture_output=True, check=True).stdout
    for length in sorted({4, 8, 20, 64, len(bitcode) // 3, len(bitcode) // 2, len(bitcode) - 4}):
        t.error(f"bitcode cut to {length}", ["compile", t.file("cut.bc", bitcode[:length]), *out], 1, "cut.bc")

# An output that is there stays as it was when compilation fails.
t.file("old.ptx", b"old")
t.error("old output", ["compile", "prose.ll", "-o", "old.ptx"], 1)
t.expect("old output stays", open("old.ptx", "rb").read() == b"old")

# Deep nesting: an answer or a message, never a crash of the stack (100,000 deep, which ends `llc-22`; structures less deep,
# for LLVM's reader needs quadratic time for those).
DEEP = 100000
for name, text in {"arrays": b"@g = global " + b"[1 x " * DEEP + b"i8" + b"]" * DEEP + b" zeroinitializer\n",
                   "metadata": b"!a = !{!0}\n!0 = " + b"!{" * DEEP + b"i32 1" + b"}" * DEEP + b"\n",
                   "constants": b"@g = global i64 " + b"add (i64 ptrtoint (ptr @g to i64), i64 " * DEEP + b"1" + b")" * DEEP + b"\n",
                   "structures": b"@g = global " + b"{ " * 5000 + b"i32" + b" }" * 5000 + b" zeroinitializer\n"}.items():
    done = t.run("compile", t.file("deep.ll", text), "-o", "deep.ptx")
    t.expect("deep " + name, done.returncode in (0, 1), f"exit {done.returncode}")
t.finish()
