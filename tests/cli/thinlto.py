#!/usr/bin/env python3
"""lathe thinlto: two modules, what is moved and inlined, the same results as the linked whole, errors.

  thinlto.py LATHE [KERNEL_CHECKS [PATTERNS]]

With kernel_checks: kernels of the corpus (shell patterns, or a few that call functions) are cut in two modules by
llvm-split, compiled by thinlto, and their results compared with those that independent C++ computes.
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
import common  # noqa: E402
import linking  # noqa: E402
from cli import Checks  # noqa: E402

CHECKS = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
PATTERNS = sys.argv[3] if len(sys.argv) > 3 else "calls*,two_file,templates*,virtual_calls*,libdevice_calls_f32,constant_tables,histogram*"
t = Checks(sys.argv[1])

HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
# `inlined` has calls that all can go; `kept` has those that cannot.
MAIN = HEAD + """
declare i32 @square(i32)
declare i32 @looked_up(i32)
declare i32 @by_alias(i32)
declare i32 @through_local(i32)
declare i32 @never(i32)
declare i32 @large(i32)
declare i32 @calls_kept_local(i32)
declare i32 @replaceable(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@counter = external addrspace(1) global i32

define linkonce_odr i32 @template(i32 %x) {
  %r = mul i32 %x, 5
  ret i32 %r
}
define ptx_kernel void @inlined(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @square(i32 %i)
  %b = call i32 @looked_up(i32 %i)
  %c = call i32 @by_alias(i32 %i)
  %d = call i32 @through_local(i32 %i)
  %e = call i32 @template(i32 %i)
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %abcd = add i32 %ab, %cd
  %all = add i32 %abcd, %e
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %all, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @kept(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @never(i32 %i)
  %b = call i32 @large(i32 %i)
  %c = call i32 @calls_kept_local(i32 %i)
  %d = call i32 @replaceable(i32 %i)
  %old = atomicrmw add ptr addrspace(1) @counter, i32 1 monotonic
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %all = add i32 %ab, %cd
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %all, ptr addrspace(1) %p
  ret void
}
"""
LIB = HEAD + """
@primes = internal constant [8 x i32] [i32 2, i32 3, i32 5, i32 7, i32 11, i32 13, i32 17, i32 19]
@counter = addrspace(1) global i32 0
@by_alias = alias i32 (i32), ptr @plus_seven

define i32 @square(i32 %x) "target-cpu"="sm_90" "target-features"="+ptx80" {
  %r = mul i32 %x, %x
  ret i32 %r
}
define i32 @looked_up(i32 %x) {
  %low = and i32 %x, 7
  %p = getelementptr [8 x i32], ptr @primes, i32 0, i32 %low
  %r = load i32, ptr %p
  ret i32 %r
}
define i32 @plus_seven(i32 %x) {
  %r = add i32 %x, 7
  ret i32 %r
}
define internal i32 @local(i32 %x) {
  %r = xor i32 %x, 21
  ret i32 %r
}
define i32 @through_local(i32 %x) {
  %r = call i32 @local(i32 %x)
  ret i32 %r
}
define internal i32 @kept_local(i32 %x) noinline {
  %r = shl i32 %x, 3
  ret i32 %r
}
define i32 @calls_kept_local(i32 %x) {
  %a = call i32 @kept_local(i32 %x)
  %r = add i32 %a, 1
  ret i32 %r
}
define i32 @never(i32 %x) noinline {
  %r = sub i32 1000, %x
  ret i32 %r
}
define weak i32 @replaceable(i32 %x) {
  %r = mul i32 %x, 9
  ret i32 %r
}
define linkonce_odr i32 @template(i32 %x) {
  %r = mul i32 %x, 5
  ret i32 %r
}
define i32 @unused(i32 %x) {
  %r = call i32 @template(i32 %x)
  ret i32 %r
}
define i32 @large(i32 %x) {
""" + "".join("  %%v%d = mul i32 %s, 3\n  %%w%d = xor i32 %%v%d, %%x\n" % (i, "%%w%d" % (i - 1) if i else "%x", i, i) for i in range(60)) + """  ret i32 %w59
}
"""


def large(x):
    w = x
    for _ in range(60):
        w = (w * 3 ^ x) & 0xFFFFFFFF
    return w


def expected(kernel, i):
    if kernel == "inlined":
        r = i * i + [2, 3, 5, 7, 11, 13, 17, 19][i % 8] + i + 7 + (i ^ 21) + 5 * i
    else:
        r = 1000 - i + large(i) + 8 * i + 1 + 9 * i
    r &= 0xFFFFFFFF
    return r - (1 << 32) if r >> 31 else r


def entry(ptx, name):
    """The text of one function."""
    found = re.search(r"\.(entry|func)[^;{]*\b%s\b[^;{]*\{.*?\n\}" % name, ptx, re.S)
    return found.group(0) if found else ""


def text(path):
    with open(path, errors="replace") as f:
        return f.read()


def values(kernel, *files):
    done = linking.executed(t, "run " + kernel, files, kernel, "--block", "32", "--arg", "out:i32:32:-")
    return [int(n) for n in re.findall(r"-?\d+", done.stdout.decode().split(":")[-1])][-32:]


def results(what, files):
    for kernel in ("inlined", "kept"):
        got, want = values(kernel, *files), [expected(kernel, i) for i in range(32)]
        t.expect(what + ": results of " + kernel, got == want, "%s instead of %s" % (got, want))


def main_and_lib(out, *options, modules=("main.ll", "lib.ll")):
    if not any(o.startswith("--import-instr-limit") for o in options):
        options += ("--import-instr-limit=100",)  # that of the planner alone
    done = t.run("thinlto", *modules, "-o", out, "--check", *options)
    t.expect("thinlto " + " ".join(options), done.returncode == 0, done.stderr.decode())
    return done.stderr.decode()


def check_program():
    t.file("main.ll", MAIN.encode())
    t.file("lib.ll", LIB.encode())
    said = main_and_lib("out", "--stats", "--print-imports", "--print-import-failures", "--remarks", "remarks.yaml")
    ptx = text("out/main.ptx")
    t.expect("calls are inlined", entry(ptx, "inlined") and "call" not in entry(ptx, "inlined"), entry(ptx, "inlined"))
    kept = entry(ptx, "kept")
    for name in ("never", "large", "kept_local", "replaceable"):
        t.expect("the call of %s stays" % name, re.search(r"call[^;]*\b%s" % name, kept), kept)
    t.expect("a noinline local became visible", re.search(r"\.extern \.func[^;]*\bkept_local", ptx), ptx)
    for line in ("import: main.ll square from lib.ll", "import: main.ll primes from lib.ll",
                 "import: main.ll by_alias from lib.ll", "not imported: main.ll never: no_inline",
                 "not imported: main.ll large: too_large", "not imported: main.ll replaceable: interposable_linkage"):
        t.expect("says " + line, line in said, said)
    remarks = text("remarks.yaml")
    for part in ("Imported", "NotImported", "Cost: ", "Threshold: +'100'"):
        t.expect("remarks have " + part, re.search(part, remarks), remarks[:500])
    lib = text("out/lib.ptx")
    t.expect("what nothing reaches is left out", "unused" not in lib and ".entry" not in lib and "square" in lib, lib)
    results("modules", ["out/main.ptx", "out/lib.ptx"])
    return said


def check_forms():
    main_and_lib("ll", "--emit=ll")
    code = text("ll/main.ll")
    t.expect("moved code is LLVM IR", "define" in code and "@square" not in code, code[:2000])
    main_and_lib("O0", "--emit=ll", "-O0")
    results("-O0 code", ["O0/main.ll", "O0/lib.ll"])
    main_and_lib("all", "--emit=ll", "--force-import-all=1", "--interposable=prevailing", "--import-instr-limit=1000")
    kernel = re.search(r"define[^\n]*@kept\(.*?\n\}", text("all/main.ll"), re.S).group(0)
    t.expect("a weak function that the linker keeps is inlined", "@replaceable" not in kernel and "@large" not in kernel, kernel)
    results("everything imported", ["all/main.ll", "all/lib.ll"])
    main_and_lib("bc", "--emit=bc")
    again = main_and_lib("again", modules=("bc/main.bc", "bc/lib.bc"))
    t.expect("its own output is input", "error" not in again, again)
    for threads in ("2", "8"):
        main_and_lib("threads" + threads, "--threads", threads)
        for name in ("main.ptx", "lib.ptx"):
            t.expect("the same bytes with %s threads" % threads, text("threads%s/%s" % (threads, name)) == text("out/" + name))
    main_and_lib("order", modules=("lib.ll", "main.ll"))
    t.expect("the order of modules does not matter", text("order/main.ptx") == text("out/main.ptx"))
    main_and_lib("limit", "--import-instr-limit=0")
    t.expect("no import at limit 0", "square" in entry(text("limit/main.ptx"), "inlined"), text("limit/main.ptx"))
    results("nothing imported", ["limit/main.ptx", "limit/lib.ptx"])
    main_and_lib("library", modules=("lib.ll",))
    t.expect("a library keeps what it shows", "unused" in text("library/lib.ptx"), text("library/lib.ptx"))


def check_same_local():
    """Two modules from files of one name, with different locals of one name that both are moved."""
    source = HEAD + 'source_filename = "same.c"\n'
    for n in (1, 2):
        t.file("l%d.ll" % n, (source + "define internal i32 @f(i32 %%x) noinline {\n  %%r = mul i32 %%x, %d\n  ret i32 %%r\n}\n"
                              "define i32 @g%d(i32 %%x) {\n  %%r = call i32 @f(i32 %%x)\n  ret i32 %%r\n}\n" % (n * 10 + 1, n)).encode())
    t.file("k.ll", (HEAD + "declare i32 @g1(i32)\ndeclare i32 @g2(i32)\ndefine ptx_kernel void @k(ptr addrspace(1) %o, i32 %x) {\n"
                    "  %a = call i32 @g1(i32 %x)\n  %b = call i32 @g2(i32 %a)\n  store i32 %b, ptr addrspace(1) %o\n  ret void\n}\n").encode())
    done = t.run("thinlto", "k.ll", "l1.ll", "l2.ll", "-o", "same", "--check")
    t.expect("locals of one name", done.returncode == 0, done.stderr.decode())
    done = linking.executed(t, "locals of one name", ["same/k.ptx", "same/l1.ptx", "same/l2.ptx"], "k", "--arg", "out:i32:1:-", "--arg", "i32:2")
    t.expect("locals of one name stay apart", b"462" in done.stdout, done.stdout.decode())


def check_tools():
    """With LLVM's tools: the whole program linked first gives the same; modules with summaries. With CUDA: ptxas."""
    linker, opt, ptxas, nvlink = common.llvm_tool("llvm-link"), common.llvm_tool("opt"), common.cuda_tool("ptxas"), common.cuda_tool("nvlink")
    if linker:
        subprocess.run([linker, "-S", "main.ll", "lib.ll", "-o", "whole.ll"], check=True)
        for kernel in ("inlined", "kept"):
            t.expect("as the linked whole: " + kernel,
                     values(kernel, "whole.ll") == values(kernel, "out/main.ptx", "out/lib.ptx"))
    if opt:
        for name in ("main", "lib"):
            subprocess.run([opt, "-module-summary", name + ".ll", "-o", name + ".bc"], check=True)
        main_and_lib("summaries", modules=("main.bc", "lib.bc"))
        t.expect("summaries of the bitcode", "call" not in entry(text("summaries/main.ptx"), "inlined"))
        results("modules with summaries", ["summaries/main.ptx", "summaries/lib.ptx"])
        check_gate(opt)
        # A summary in the text, as it is and with a lie.
        subprocess.run([opt, "-module-summary", "-S", "lib.ll", "-o", "with.ll"], check=True)
        main_and_lib("with", modules=("main.ll", "with.ll"))
        results("a module with its summary in text", ["with/main.ptx", "with/with.ptx"])
        summary = text("with.ll")
        lie = re.sub(r'(name: "square".*?linkage: )external', r"\1internal", summary)
        t.expect("the lie is one", lie != summary)
        t.file("lie.ll", lie.encode())
        t.error("a summary that lies", ["thinlto", "main.ll", "lie.ll", "-o", "e"], 1, "lie.ll", "'square'")
    if ptxas:
        for out in ("out", "limit"):
            for name in ("main", "lib"):
                done = subprocess.run([ptxas, "-c", "-arch=" + linking.target("%s/%s.ptx" % (out, name)), "%s/%s.ptx" % (out, name), "-o", name + ".o"], capture_output=True)
                t.expect("ptxas takes %s/%s" % (out, name), done.returncode == 0, done.stderr.decode() + done.stdout.decode())
        main_and_lib("cubin", "--emit=cubin")
        if nvlink:
            done = subprocess.run([nvlink, "-arch=" + linking.target("out/main.ptx"), "cubin/main.cubin", "cubin/lib.cubin", "-o", "linked.cubin"], capture_output=True)
            t.expect("nvlink joins the cubins", done.returncode == 0 and os.path.getsize("linked.cubin") > 0, done.stderr.decode())


# Counts of 500 are hot, of 5 cold.
PROFILE = """
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"ProfileSummary", !2}
!2 = !{!3, !4, !5, !6, !7, !8, !9, !10}
!3 = !{!"ProfileFormat", !"InstrProf"}
!4 = !{!"TotalCount", i64 10000}
!5 = !{!"MaxCount", i64 1000}
!6 = !{!"MaxInternalCount", i64 1}
!7 = !{!"MaxFunctionCount", i64 1000}
!8 = !{!"NumCounts", i64 3}
!9 = !{!"NumFunctions", i64 3}
!10 = !{!"DetailedSummary", !11}
!11 = !{!12, !13, !14}
!12 = !{i32 10000, i64 1000, i32 1}
!13 = !{i32 990000, i64 500, i32 1}
!14 = !{i32 999999, i64 5, i32 2}
!15 = !{!"function_entry_count", i64 COUNT}
"""


def check_gate(opt):
    """A call that a profile knows lets its callee in with the gate, whatever the size; one that it calls cold does not."""
    for count, options, there in ((100, ["--profile-gate=1"], True), (100, [], False), (1, ["--profile-gate=1"], False), (None, ["--profile-gate=1"], False)):
        code = MAIN.replace("@kept(ptr addrspace(1) %out) {", "@kept(ptr addrspace(1) %out) !prof !15 {") + PROFILE.replace("COUNT", str(count))
        t.file("profile.ll", (code if count else MAIN).encode())
        subprocess.run([opt, "-module-summary", "profile.ll", "-o", "profile.bc"], check=True)
        said = main_and_lib("profile", "--import-instr-limit=100", "--print-imports", *options, modules=("profile.bc", "lib.ll"))
        t.expect("the gate, %s %s" % (count, options), ("import: profile.bc large from lib.ll" in said) == there, said)
        results("the gate, %s %s" % (count, options), ["profile/profile.ptx", "profile/lib.ptx"])


def check_cuda():
    """The two CUDA files of the kernel corpus, where clang and CUDA are there."""
    clang, home = common.llvm_tool("clang"), common.cuda_home()
    if not clang or not home:
        return
    for name in ("main", "lib"):
        done = subprocess.run([clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_75", "-fgpu-rdc", "-O2", "-std=c++17",
                               "--cuda-path=" + home, "-Wno-unknown-cuda-version", "-emit-llvm", "-c",
                               os.path.join(common.KERNELS, "two_file_%s.cu" % name), "-o", "cu_%s.bc" % name], capture_output=True)
        if done.returncode != 0:
            print("two_file_%s.cu: not compiled, left out" % name)
            return
    main_and_lib("cu", modules=("cu_main.bc", "cu_lib.bc"))
    for kernel, arguments, want in (
            ("linked_map", ["iota:i32:64", "out:i32:64:-", "i32:64"], [3 * x * x - 2 * x + 1 + 2 * x for x in range(64)]),
            ("linked_state", ["out:i32:64:-", "i32:64"], [[10, 20, 30, 40][x % 4] + x for x in range(64)])):
        done = linking.executed(t, "CUDA: " + kernel, ["cu/cu_main.ptx", "cu/cu_lib.ptx"], kernel, "--block", "64", *[w for a in arguments for w in ("--arg", a)])
        got = [int(n) for n in re.findall(r"-?\d+", done.stdout.decode().split(":")[-1])][-64:]
        t.expect("CUDA: " + kernel, got == want, str(got))


def check_kernels():
    split = common.llvm_tool("llvm-split")
    if not CHECKS or not split:
        return
    sys.path.insert(0, common.KERNELS)
    import results
    checker = results.Checker(CHECKS)
    if not checker.available():
        print("kernels cut in two are linked, not executed: %s is not built (./dev build release kernel_checks)" % CHECKS)
    jobs, calls, left = [], 0, 0
    for kernel in common.load_kernels(PATTERNS):
        if kernel.libdevice == "calls" and not common.libdevice():
            continue
        parts, name = [kernel.name + "_0.bc", kernel.name + "_1.bc"], kernel.name
        # Functions in turn, locals made visible: all that one module uses of the other goes between them. What the
        # sources forbid to inline may be, or there would be few imports.
        t.file("source.ll", re.sub(r" (noinline|optnone)\b", "", text(kernel.ll)).encode())
        subprocess.run([split, "-j", "2", "-round-robin", "source.ll", "-o", name], check=True)
        for i in range(2):
            os.rename(name + str(i), parts[i])
        said = main_and_lib("split_" + name, "--stats", *kernel.machine_flags(kernel.sm), modules=parts)
        calls += sum(int(n) for n in re.findall(r"(\d+) calls of them", said))
        left += sum(int(n) for n in re.findall(r"(\d+) calls of other modules left", said))
        linking.joined(t, "split kernel " + name, ["split_%s/%s_%d.ptx" % (name, name, i) for i in range(2)])
        jobs.append((name, checker.check_of(kernel), [text("split_%s/%s_%d.ptx" % (name, name, i)) for i in range(2)]))
    if not checker.available():
        return
    cells = checker.run(jobs, os.cpu_count() or 2)
    for (name, _, _), cell in zip(jobs, cells):
        t.expect("split kernel " + name, cell.state == "pass", cell.error)
    print("kernels cut in two: %d of %d right; %d calls of imported functions, %d calls between modules left" %
          (sum(c.state == "pass" for c in cells), len(jobs), calls, left))


def check_errors():
    t.error("a missing file", ["thinlto", "main.ll", "none.bc", "-o", "e"], 1, "none.bc", "cannot read")
    t.file("broken.bc", b"BC\xc0\xde" + b"\x35\x14" * 20)
    t.error("broken bitcode", ["thinlto", "main.ll", "broken.bc", "-o", "e"], 1, "broken.bc")
    t.file("cut.ll", MAIN.encode()[:-40])
    t.error("broken text", ["thinlto", "cut.ll", "lib.ll", "-o", "e"], 1, "cut.ll:")
    t.file("host.ll", b'target triple = "x86_64-pc-linux-gnu"\ndefine void @h() {\n  ret void\n}\n')
    t.error("another target", ["thinlto", "main.ll", "host.ll", "-o", "e"], 1, "host.ll", "x86_64", "nvptx64")
    t.file("nvcl.ll", b'target triple = "nvptx64-nvidia-nvcl"\ndefine void @h() {\n  ret void\n}\n')
    t.error("mixed triples", ["thinlto", "main.ll", "nvcl.ll", "-o", "e"], 1, "nvcl.ll", "main.ll", "--mtriple")
    t.file("twice.ll", (HEAD + "define i32 @square(i32 %x) {\n  ret i32 %x\n}\n").encode())
    t.error("two strong definitions", ["thinlto", "main.ll", "lib.ll", "twice.ll", "-o", "e"], 1, "twice.ll", "'square'", "lib.ll")
    t.file("kind.ll", (HEAD + "@square = global i32 0\n").encode())
    t.error("function and variable", ["thinlto", "main.ll", "kind.ll", "-o", "e"], 1, "kind.ll", "'square'", "variable")
    t.error("the same file twice", ["thinlto", "main.ll", "main.ll", "-o", "e"], 1, "main.ll", "twice")
    t.error("an unknown symbol", ["thinlto", "main.ll", "lib.ll", "-o", "e", "--exported-symbol=nobody"], 1, "nobody")
    t.error("no input", ["thinlto", "-o", "e"], 2)
    t.error("no output", ["thinlto", "main.ll"], 2)
    t.error("a wrong form", ["thinlto", "main.ll", "-o", "e", "--emit=elf"], 2)
    t.error("a wrong target", ["thinlto", "main.ll", "-o", "e", "-mcpu=sm_1"], 1, "sm_1")
    t.error("a folder that is a file", ["thinlto", "main.ll", "lib.ll", "-o", "main.ll"], 1, "main.ll")
    t.file("lib.bc.ll", HEAD.encode() + b"define i32 @other(i32 %x) {\n  ret i32 %x\n}\n")
    os.replace("lib.bc.ll", "main.bc")
    t.error("two outputs of one name", ["thinlto", "main.ll", "lib.ll", "main.bc", "-o", "out"], 1, "main", "rename")


def check_linking():
    """What cannot be joined nvlink and `lathe run` refuse alike."""
    arguments = ("kept", "--block", "32", "--arg", "out:i32:32:-")
    linking.executed(t, "a module too few", ["out/main.ptx"], *arguments, good=False)
    linking.executed(t, "a module twice", ["out/main.ptx", "out/lib.ptx", "limit/lib.ptx"], *arguments, good=False)
    linking.executed(t, "in the other order", ["out/lib.ptx", "out/main.ptx"], *arguments)


LITTLE = HEAD + """
declare i32 @wanted(i32)
declare i32 @seldom(i32)
declare i32 @last(i32)
define ptx_kernel void @k(ptr addrspace(1) %o) {
  %a = call i32 @wanted(i32 3)
  %b = call i32 @seldom(i32 %a)
  %c = call i32 @last(i32 %b)
  store i32 %c, ptr addrspace(1) %o
  ret void
}
"""
LEVELS = HEAD + """
define i32 @wanted(i32 %x) noinline WANTED {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @seldom(i32 %x) SELDOM {
  %r = add i32 %x, 2
  ret i32 %r
}
define i32 @last(i32 %x) LAST {
  %r = add i32 %x, 4
  ret i32 %r
}
!0 = !{i32 0}
!3 = !{i32 3}
!9 = !{i32 9}
"""


def check_priorities():
    """How eagerly a function is imported, by attribute, metadata, pattern and table."""
    t.file("little.ll", LITTLE.encode())

    def imports(what, wanted="", seldom="", last="", *options):
        t.file("levels.ll", LEVELS.replace("WANTED", wanted).replace("SELDOM", seldom).replace("LAST", last).encode())
        done = t.run("thinlto", "little.ll", "levels.ll", "-o", "levels", "--check", "--print-imports", *options)
        t.expect("priorities, " + what, done.returncode == 0, done.stderr.decode())
        got = linking.executed(t, "priorities, " + what, ["levels/little.ptx", "levels/levels.ptx"], "k", "--arg", "out:i32:1:-")
        t.expect("priorities, %s: result" % what, b"10" in got.stdout, got.stdout.decode())
        return set(re.findall(r"import: \S+ (\w+) from", done.stderr.decode())), done.stderr.decode()

    zero, three = '"lathe-import-priority"="0"', '"lathe-import-priority"="3"'
    t.expect("none said", imports("none")[0] == {"seldom", "last"})
    t.expect("attributes", imports("attributes", three, zero)[0] == {"wanted", "last"})
    t.expect("metadata", imports("metadata", "!lathe-import-priority !3", "", "!lathe-import-priority !0")[0] == {"wanted", "seldom"})
    t.expect("a pattern", imports("pattern", "", "", "", "--import-priority=w*=3", "--import-priority=[sl]*=0")[0] == {"wanted"})
    t.expect("a pattern goes before an attribute", imports("both", three, "", "", "--import-priority", "wanted=2")[0] == {"seldom", "last"})
    t.file("levels.txt", b"# who is wanted\n\nw?nted 3  # whatever its size\nlast 0\n")
    t.expect("a table", imports("table", "", "", "", "--import-priorities=levels.txt")[0] == {"wanted", "seldom"})
    t.expect("a pattern goes before a table",
             imports("order", "", "", "", "--import-priorities=levels.txt", "--import-priority=last=1")[0] == {"wanted", "seldom", "last"})
    t.expect("a pattern that fits nothing is told", "'nobody'" in imports("idle", "", "", "", "--import-priority=nobody=3")[1])
    t.expect("seldom: half the limit", imports("low", "", '"lathe-import-priority"="1"', "", "--import-instr-limit=3")[0] == {"last"})
    t.file("calls_25.ll", (HEAD + "declare i32 @d(i32) addrspace(25)\ndefine ptx_kernel void @k(ptr addrspace(1) %o) {\n"
                           "  %a = call addrspace(25) i32 @d(i32 1)\n  store i32 %a, ptr addrspace(1) %o\n  ret void\n}\n").encode())
    t.file("has_25.ll", (HEAD + "define i32 @d(i32 %x) addrspace(25) {\n  ret i32 %x\n}\n").encode())
    done = t.run("import", "calls_25.ll", "has_25.ll", "--print-import-failures")
    t.expect("functions of address space 25 are skipped", b"refuse d skipped_declaration" in done.stdout, str(done))
    t.file("levels.ll", LEVELS.replace("WANTED", "!lathe-import-priority !9").replace("SELDOM", "").replace("LAST", "").encode())
    t.error("a level that there is not", ["thinlto", "little.ll", "levels.ll", "-o", "e"], 1, "levels.ll", "'wanted'", "0 to 3")
    t.error("a pattern without a level", ["thinlto", "main.ll", "lib.ll", "-o", "e", "--import-priority=square"], 1, "PATTERN=LEVEL")
    t.file("bad.txt", b"square 3\nlooked_up four\n")
    t.error("a table with a wrong line", ["thinlto", "main.ll", "lib.ll", "-o", "e", "--import-priorities=bad.txt"], 1, "bad.txt:2:1")


def check_assembly():
    """What a module's own assembly names keeps its name, and stays where it is."""
    t.file("asm.ll", (HEAD + """module asm ".visible .global .u32 foo = 5;"
module asm "// hidden is read from here"
@hidden = internal addrspace(1) global i32 30
@foo = external addrspace(1) global i32
declare i32 @far(i32)
define i32 @reads(i32 %x) {
  %v = load i32, ptr addrspace(1) @hidden
  %r = add i32 %v, %x
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %o) {
  %a = call i32 @far(i32 1)
  %b = call i32 @reads(i32 %a)
  store i32 %b, ptr addrspace(1) %o
  ret void
}
""").replace("@foo = external addrspace(1) global i32\n", "").encode())
    t.file("far.ll", (HEAD + "declare i32 @reads(i32)\ndefine i32 @far(i32 %x) {\n  %r = call i32 @reads(i32 %x)\n  ret i32 %r\n}\n").encode())
    said = main_and_lib("asm", "--print-imports", modules=("asm.ll", "far.ll"))
    t.expect("what refers to a local that assembly names is not moved", "far.ll reads" not in said, said)
    ptx = text("asm/asm.ptx")
    t.expect("assembly stays", ".global .u32 foo = 5;" in ptx and re.search(r"\.global[^;]*\bhidden = 30", ptx), ptx)
    done = linking.executed(t, "assembly", ["asm/asm.ptx", "asm/far.ptx"], "k", "--arg", "out:i32:1:-")
    t.expect("assembly: result", "61" in done.stdout.decode().split(), done.stdout.decode())


def check_aliases():
    """A visible alias of what became local is found by the linker."""
    t.file("user.ll", (HEAD + "declare i32 @other_name(i32)\ndeclare i32 @second_name(i32)\n"
                       "define ptx_kernel void @k(ptr addrspace(1) %o) {\n  %a = call i32 @other_name(i32 3)\n"
                       "  %b = call i32 @second_name(i32 %a)\n  store i32 %b, ptr addrspace(1) %o\n  ret void\n}\n").encode())
    t.file("aliased.ll", (HEAD + "@other_name = alias i32 (i32), ptr @body\n@second_name = alias i32 (i32), ptr @body\n"
                          "@own_name = internal alias i32 (i32), ptr @body\n"
                          "define i32 @body(i32 %x) noinline {\n  %r = mul i32 %x, 5\n  ret i32 %r\n}\n").encode())
    # Of variables, which PTX has no aliases of, those go that need none.
    t.file("variables.ll", (HEAD + "@seen = alias i32, ptr addrspace(1) @hidden\n@near = internal alias i32, ptr addrspace(1) @far\n"
                            "@hidden = internal addrspace(1) global i32 7\n@far = addrspace(1) global i32 8\n"
                            "define ptx_kernel void @k(ptr addrspace(1) %o) {\n  %a = load i32, ptr addrspace(1) @near\n"
                            "  %b = load i32, ptr addrspace(1) @hidden\n  %c = add i32 %a, %b\n  store i32 %c, ptr addrspace(1) %o\n  ret void\n}\n").encode())
    for threads in ("1", "2"):
        done = t.run("compile", "variables.ll", "-o", "variables.ptx", "--threads=" + threads)
        t.expect("aliases of variables", done.returncode == 0, done.stderr.decode())
        ptx = text("variables.ptx")
        t.expect("a local variable has its alias's name", "seen = 7" in ptx and "hidden" not in ptx and "near" not in ptx, ptx)
    done = linking.executed(t, "aliases of variables", ["variables.ptx"], "k", "--arg", "out:i32:1:-")
    t.expect("aliases of variables: result", "15" in done.stdout.decode().split(), done.stdout.decode())
    for options in ([], ["--import-instr-limit=0"]):
        main_and_lib("aliased", *options, modules=("user.ll", "aliased.ll"))
        done = linking.executed(t, "aliases " + " ".join(options), ["aliased/user.ptx", "aliased/aliased.ptx"], "k", "--arg", "out:i32:1:-")
        t.expect("aliases give the result", b"75" in done.stdout, done.stdout.decode())


def check_folders():
    """Modules of one name in two folders: the output has the inputs' tree."""
    for name in ("one", "two"):
        os.makedirs("tree/" + name, exist_ok=True)
    t.file("tree/one/x.ll", MAIN.encode())
    t.file("tree/two/x.ll", LIB.encode())
    main_and_lib("mirrored", modules=("tree/one/x.ll", os.path.abspath("tree/two/x.ll")))
    results("modules of one name", ["mirrored/one/x.ptx", "mirrored/two/x.ptx"])
    done = t.run("import", "tree/one/x.ll", "tree/two/x.ll", "--emit-index", "shards")
    t.expect("shards of modules of one name", done.returncode == 0 and os.path.exists("shards/two/x.ll.thinlto.bc"), done.stderr.decode())


def check_metadata():
    """thinlto_src_module and thinlto_src_file are there when they are asked for."""
    for option in ([], ["--enable-import-metadata"]):
        main_and_lib("sources", "--emit=ll", "--force-import-all=1", *option)
        code = text("sources/main.ll")
        for word in ("thinlto_src_module", "thinlto_src_file"):
            t.expect("%s %s" % (word, option), (word in code) == bool(option), code)
        results("with " + str(option), ["sources/main.ll", "sources/lib.ll"])
    t.expect("the module is told", re.search(r'!\{!"lib.ll"\}', code), code[-500:])
    t.error("metadata in PTX", ["thinlto", "main.ll", "lib.ll", "-o", "e", "--enable-import-metadata"], 2, "ptx has no metadata")


def check_atomic_orders():
    """Each function keeps what its own module means, wherever its body goes."""
    cuda = '!llvm.module.flags = !{!0}\n!0 = !{i32 4, !"nvvm-reflect-ftz", i32 0}\n'
    t.file("host_side.ll", (HEAD + """declare i32 @far(ptr)
define ptx_kernel void @k(ptr %p) {
  %a = call i32 @far(ptr %p)
  %b = atomicrmw add ptr %p, i32 11 seq_cst, align 4
  ret void
}
""" + cuda).encode())
    t.file("ordered.ll", (HEAD + """define i32 @far(ptr %p) {
  %a = atomicrmw add ptr %p, i32 22 seq_cst, align 4
  fence seq_cst
  ret i32 %a
}
""" + cuda).encode())
    for option, first, second in ((None, "monotonic", "seq_cst"), ("cuda", "monotonic", "monotonic"), ("ir", "seq_cst", "seq_cst")):
        options = ["--atomic-order=" + option] if option else []
        done = t.run("thinlto", "host_side.ll", "ordered.ll", "-o", "orders", "--emit=ll", *options)
        code = text("orders/host_side.ll")
        t.expect("one body moved", "i32 22" in code and "@far" not in code, code)
        for number, order in (("11", first), ("22", second)):
            line = next((x for x in code.splitlines() if "i32 " + number in x), "")
            t.expect("order of %s, %s" % (number, option), order in line, line)
        t.expect("note, %s" % option, (b"relaxed and of device scope" in done.stderr) == (option is None), str(done.stderr))
        t.run("thinlto", "host_side.ll", "ordered.ll", "-o", "orders", "--import-instr-limit=0", *options)
        linking.executed(t, "orders, %s" % option, ["orders/host_side.ptx", "orders/ordered.ptx"], "k", "--arg", "iota:i32:4")


check_program()
check_forms()
check_atomic_orders()
check_same_local()
check_priorities()
check_assembly()
check_aliases()
check_folders()
check_metadata()
check_tools()
check_cuda()
check_kernels()
check_errors()
check_linking()
t.finish()
