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
    check_intrinsics()
    check_fixed(bulk)


def check_intrinsics():
    """What is not written as assembly: the version that the error would name, without the error."""
    void, one = "declare void @llvm.nvvm.%s(%s)\n", "declare i32 @llvm.nvvm.%s(%s)\n"
    for target, version, what, body, declared in (
            ("sm_90", "8.0", "llvm.nvvm.cp.async.bulk.commit.group", "  call void @llvm.nvvm.cp.async.bulk.commit.group()\n", void % ("cp.async.bulk.commit.group", "")),
            ("sm_90", "8.0", "llvm.nvvm.elect.sync", "  %r = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)\n  %q = extractvalue { i32, i1 } %r, 0\n  store i32 %q, ptr %p\n",
             "declare { i32, i1 } @llvm.nvvm.elect.sync(i32)\n"),
            ("sm_90", "8.3", "fence.proxy.tensormap", "  call void @llvm.nvvm.fence.proxy.tensormap_generic.release.gpu()\n", void % ("fence.proxy.tensormap_generic.release.gpu", "")),
            ("sm_80", "7.4", "llvm.nvvm.discard.L2", "  call void @llvm.nvvm.discard.L2(ptr %p, i64 128)\n", void % ("discard.L2", "ptr, i64")),
            ("sm_80", "7.4", "llvm.nvvm.prefetch.global.L2.evict.last", "  %g = addrspacecast ptr %p to ptr addrspace(1)\n  call void @llvm.nvvm.prefetch.global.L2.evict.last(ptr addrspace(1) %g)\n",
             void % ("prefetch.global.L2.evict.last", "ptr addrspace(1)")),
            ("sm_75", "7.3", "alloca of variable size", "  %n = load i32, ptr %p\n  %a = alloca i32, i32 %n\n  store volatile i32 1, ptr %a\n", ""),
            ("sm_90", "8.4", "atomic operations of 128 bits", "  %r = cmpxchg ptr %p, i128 1, i128 2 seq_cst seq_cst\n", ""),
            ("sm_90", "8.3", "atomic operations of 128 bits", '  %r = atomicrmw xchg ptr %p, i128 2 syncscope("device") monotonic\n', ""),
            ("sm_75", "8.4", "atomic operations of 128 bits", "  %r = load atomic i128, ptr %p monotonic, align 16\n  store volatile i128 %r, ptr %p\n", ""),
            ("sm_90", "7.8", None, "  call void @llvm.nvvm.barrier.cluster.arrive()\n", void % ("barrier.cluster.arrive", "")),
            ("sm_75", "7.5", "llvm.nvvm.fence.proxy.alias", "  call void @llvm.nvvm.fence.proxy.alias()\n", void % ("fence.proxy.alias", "")),
            ("sm_80", "7.0", None, "  %r = call i32 @llvm.nvvm.redux.sync.add(i32 1, i32 -1)\n  store i32 %r, ptr %p\n", one % ("redux.sync.add", "i32, i32")),
            ("sm_75", "6.3", None, "  %a = alloca i32, i32 4\n  store volatile i32 1, ptr %a\n", "")):
        text = declared + kernel("k", body=body)
        expect(f"{what}", text, ["-mcpu=" + target], target, version, what)
        check_ptxas(text, "-mcpu=" + target)
    got = compiled(kernel("k", body="  %r = cmpxchg ptr %p, i128 1, i128 2 seq_cst seq_cst\n"), "-mcpu=sm_80")
    t.expect("the target is not raised for 128 bits", got[3] == 1 and "128" in got[2] and "raised" not in got[2], got)


def check_fixed(bulk):
    """-mattr fixes the version; what the module's attributes say is raised."""
    got = compiled(bulk, "-mcpu=sm_90", "-mattr=+ptx78")
    t.expect("a fixed version stays", got[:2] == ("sm_90", "7.8") and got[3] == 0, got)
    t.expect("with a warning", "warning" in got[2] and "cp.async.bulk in inline assembly needs PTX 8.0, and -mattr says 7.8" in got[2], got[2])
    got = compiled("declare void @llvm.nvvm.cp.async.bulk.commit.group()\n" + kernel("k", body="  call void @llvm.nvvm.cp.async.bulk.commit.group()\n"), "-mcpu=sm_90", "-mattr=+ptx78")
    t.expect("what cannot be done then is an error", got[3] == 1 and "needs sm_90 and PTX 8.0" in got[2], got)
    own = bulk.replace("define ptx_kernel void @bulk(ptr %p)", 'define ptx_kernel void @bulk(ptr %p) ' + asks("sm_90", "+ptx78"))
    expect("the module's own version is raised", own, [], "sm_90", "8.0", "raised from 7.8 to 8.0")
    large = kernel("large", parameters="ptr %p, ptr byval([8000 x i8]) align 1 %q")
    got = compiled(large, "-mcpu=sm_75", "-mattr=+ptx70")
    t.expect("parameters of a fixed version", got[1] == "7.0" and "parameters of more than 4352 bytes needs" in got[2] or got[3] == 1, got)
    expect("-mcpu raises what the module asks for", kernel("k", asks("sm_75")), ["-mcpu=sm_90"], "sm_90", "7.8")


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
