#!/usr/bin/env python3
"""The target and PTX version of lathe compile and run: from the command line, else from the functions' attributes, and
raised with a note where something needs it.  target.py LATHE"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
from cli import Checks  # noqa: E402
import common  # noqa: E402

t = Checks(sys.argv[1])
HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'


def kernel(name, attributes="", body="", parameters="ptr %p"):
    return "define ptx_kernel void @%s(%s) %s {\n%s  ret void\n}\n" % (name, parameters, attributes, body)


def asks(cpu, features=""):
    return '"target-cpu"="%s"' % cpu + (' "target-features"="%s"' % features if features else "")


def compiled(text, *flags):
    """-> (target, version, messages, exit state)"""
    done = t.run("compile", t.file("in.ll", (HEAD + text).encode()), "-o", "-", *flags)
    out = done.stdout.decode()
    target, version = re.search(r"\.target (\w+)", out), re.search(r"\.version (\S+)", out)
    return target and target.group(1), version and version.group(1), done.stderr.decode(), done.returncode


def expect(what, text, flags, target, version, note=None):
    got = compiled(text, *flags)
    t.expect(what, got[0] == target and got[1] == version, got)
    t.expect(what + ": note", (note in got[2] and "lathe: note: " in got[2]) if note else not got[2], got[2])


def check_defaults():
    plain = kernel("k")
    expect("nothing said", plain, [], "sm_75", "6.3")
    expect("the module says", kernel("k", asks("sm_90")), [], "sm_90", "7.8")
    expect("the module says, with a version", kernel("k", asks("sm_80", "+ptx85,+sm_80")), [], "sm_80", "8.5")
    expect("its suffix", kernel("k", asks("sm_90a", "+ptx80")), [], "sm_90a", "8.0")
    expect("clang's version without CUDA is too low", kernel("k", asks("sm_90", "+ptx42,+sm_90")), [], "sm_90", "7.8")
    expect("the command line wins", kernel("k", asks("sm_90", "+ptx85")), ["-mcpu=sm_80"], "sm_80", "7.0")
    expect("also by -mattr", kernel("k", asks("sm_90", "+ptx85")), ["-mattr=+sm_80"], "sm_80", "7.0")
    expect("-mattr with a version adds to it", kernel("k", asks("sm_80", "+ptx71")), ["-mattr=+ptx78"], "sm_80", "7.8")
    expect("and does not lower it", kernel("k", asks("sm_90", "+ptx85")), ["-mattr=+ptx80"], "sm_90", "8.5")
    two = kernel("a", asks("sm_75")) + kernel("b", asks("sm_86", "+ptx74")) + kernel("c")
    expect("the highest of several", two, [], "sm_86", "7.4")
    for attributes, part in ((asks("sm_91"), "sm_91"), (asks("sm_90", "+nonsense"), "+nonsense")):
        got = compiled(kernel("k", attributes))
        t.expect("wrong attribute", got[3] == 1 and part in got[2] and "'k'" in got[2], got)
        t.expect("which the command line replaces", compiled(kernel("k", attributes), "-mcpu=sm_90")[3] == 0)
    done = t.run("run", t.file("run.ll", (HEAD + kernel("k", asks("sm_91"))).encode()), "--arg", "zeros:u32:1")
    t.expect("lathe run takes the module's, too", done.returncode == 1 and b"sm_91" in done.stderr, done.stderr)


def assembly(text, constraints="", arguments=""):
    return '  call void asm sideeffect "%s", "%s"(%s)\n' % (text, constraints, arguments)


def check_raised():
    bulk = kernel("bulk", body=assembly("cp.async.bulk.commit_group;"))
    expect("bulk copies", bulk, ["-mcpu=sm_90"], "sm_90", "8.0", "in function 'bulk': PTX version raised from 7.8 to 8.0 for cp.async.bulk")
    expect("a version that is enough", bulk, ["-mcpu=sm_90", "-mattr=+ptx81"], "sm_90", "8.1")
    expect("the target is not raised", bulk, ["-mcpu=sm_80"], "sm_80", "7.0")
    packed = kernel("packed", body='  %r = call i32 asm "max.s16x2 $0, $1, $2;", "=r,r,r"(i32 1, i32 2)\n  store i32 %r, ptr %p\n')
    expect("s16x2", packed, ["-mcpu=sm_90"], "sm_90", "8.0", "s16x2")
    most = kernel("both", body=assembly("cp.async.bulk.commit_group;") + assembly("fence.proxy.tensormap::generic.release.gpu;"))
    expect("the highest counts", most, ["-mcpu=sm_90"], "sm_90", "8.3", "fence.proxy.tensormap")
    for size, version, note in ((4352 - 8, "6.3", None), (4352 - 7, "8.1", "parameters")):
        large = kernel("large", parameters="ptr %%p, ptr byval([%d x i8]) align 1 %%q" % size)
        expect("parameters of %d bytes" % (size + 8), large, ["-mcpu=sm_75"], "sm_75", version, note)
        check_ptxas(large, "-mcpu=sm_75")
    for text in (bulk, packed, most):
        check_ptxas(text, "-mcpu=sm_90")


def check_ptxas(text, *flags):
    ptxas = common.cuda_tool("ptxas")
    if not ptxas:
        return
    done = t.run("compile", t.file("in.ll", (HEAD + text).encode()), "-o", "out.ptx", *flags)
    judged = subprocess.run([ptxas, "-arch", flags[0].split("=")[1], "out.ptx", "-o", "out.cubin"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    t.expect("ptxas takes it", done.returncode == 0 and judged.returncode == 0, judged.stdout.decode())


check_defaults()
check_raised()
t.finish()
