#!/usr/bin/env python3
"""Limits of memory (ulimit -v): under each the output is what it is without, or one line says that memory is out. Deep
nesting: an answer or a line.  memory.py LATHE"""
import os
import resource
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import GOOD, Checks  # noqa: E402

t = Checks(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CAPS = [*range(150, 401, 10), 512, 768, 1024]  # MB
# Of a program with address checking the shadow alone is terabytes.
sanitized = b"__asan_init" in open(t.program, "rb").read()


def limited(cap, args, what=resource.RLIMIT_AS):
    def set_limit():
        resource.setrlimit(what, (cap << 20, cap << 20))
    return subprocess.run([t.program, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600,
                          preexec_fn=None if sanitized else set_limit)


good = t.file("good.ll", GOOD)
ptx = t.file("good.ptx", t.run("compile", good, "-o", "-").stdout)
large = t.file("large.ll", b"".join(b"define i32 @f%d(i32 %%x) {\n" % f + b"".join(
    b"  %%v%d = mul i32 %s, %d\n" % (i, b"%%v%d" % (i - 1) if i else b"%x", i + 3) for i in range(400)) + b"  ret i32 %v399\n}\n" for f in range(60)))
softmax = os.path.join(ROOT, "tests/kernels/ll/softmax.ll")
least = {}  # by command: the lowest cap under which it works
for name, args in {"compile": ["compile", good, "-o", "-"], "a kernel": ["compile", softmax, "-o", "-", "--no-libdevice"],
                   "many functions": ["compile", large, "-o", "-"], "threads": ["compile", large, "-o", "-", "--threads=4"],
                   "opt": ["opt", ptx], "run": ["run", ptx, "--arg", "out:i32:1:-", "--threads=4"], "flow": ["flow", ptx, "--check"],
                   "buffers": ["run", ptx, "--arg", "zeros:i32:20000000"], "help": ["compile", "--help"]}.items():
    free = t.run(*args)
    for cap in CAPS:
        done = limited(cap, args)
        text = done.stderr.decode(errors="replace")
        right = done.returncode == 0 and done.stdout == free.stdout
        out = done.returncode == 1 and len(text.splitlines()) == 1 and text.startswith("lathe: error: ") and "memory" in text
        t.expect(f"{name}, {cap} MB", right or out, f"exit {done.returncode}: {text[:300]}")
        if right:
            least.setdefault(name, cap)
        else:
            t.expect(f"{name} works under less than {cap} MB, not under {cap}", name not in least, text)
    t.expect(f"{name}: works under 1 GB", name in least)
for name in ("compile", "opt", "run", "flow", "help"):
    t.expect(f"{name}: 150 MB are enough", least.get(name) == CAPS[0], f"least {least.get(name)} MB")
for name in ("a kernel", "threads", "many functions"):
    t.expect(f"{name}: 300 MB are enough", least.get(name, 9999) <= 300, f"least {least.get(name)} MB")
print("least MB:", least)
for cap in (10, 40, 160):
    done = limited(cap, ["compile", good, "-o", "-"], resource.RLIMIT_DATA)
    text = done.stderr.decode(errors="replace")
    t.expect(f"ulimit -d, {cap} MB", done.returncode == 0 or (done.returncode == 1 and len(text.splitlines()) == 1 and "memory" in text), f"exit {done.returncode}: {text[:300]}")

# Nesting: with and without a limit an answer or one line; never a crash.
# (LLVM's parser takes time quadratic in the depth; under a limit the stack ends first.)
for depth, caps in ((2000, (None, 150, 380)), (300000, (150, 200, 380))):
    deep = t.file("deep.ll", b"@g = global " + b"{ " * depth + b"i32" + b" }" * depth + b" zeroinitializer\n")
    for cap in () if sanitized else caps:
        args = ["compile", deep, "-o", "deep.ptx"]
        done = limited(cap, args) if cap else t.run(*args)
        text = done.stderr.decode(errors="replace")
        one = done.returncode == 1 and len(text.splitlines()) == 1 and text.startswith("lathe: error: ") and ("nests too deep" in text or "memory" in text)
        t.expect(f"{depth} deep, limit {cap}", done.returncode == 0 if depth == 2000 else one, f"exit {done.returncode}: {text[:300]}")
t.finish()
