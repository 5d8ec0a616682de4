#!/usr/bin/env python3
"""Options as llc, `cicc -libnvvm` and opt spell them: each row of tools/lathe/llvm/spelling_tables.cpp and each option that has
their name anyway. One that is accepted gives the PTX of our own spelling, which is another than without it where its meaning
says so; the others are refused by name.  spellings.py LATHE

Every NVPTX option that an installed llc-22 shows has a place in the tables or is an option of ours.
"""
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
from cli import Checks  # noqa: E402
import common  # noqa: E402

t = Checks(sys.argv[1])
CODE = b"""target triple = "nvptx64-nvidia-cuda"
declare float @llvm.sqrt.f32(float)
declare float @llvm.log2.f32(float)
declare float @llvm.maxnum.f32(float, float)
declare i32 @__nvvm_reflect(ptr)
@name = private unnamed_addr addrspace(4) constant [11 x i8] c"__CUDA_FTZ\\00"
define ptx_kernel void @floats(ptr %p, float %x, float %y, half %h, <2 x float> %v) {
  %q = fdiv float %x, %y
  %s = call float @llvm.sqrt.f32(float %q)
  %m = fmul float %s, %y
  %a = fadd float %m, %x
  %k = fadd half %h, %h
  %w = fadd <2 x float> %v, %v
  store volatile float %a, ptr %p
  store volatile half %k, ptr %p
  store volatile <2 x float> %w, ptr %p
  ret void
}
define ptx_kernel void @log(ptr %p, float %x) {
  %l = call float @llvm.log2.f32(float %x)
  store float %l, ptr %p
  ret void
}
define ptx_kernel void @table(ptr %p, i32 %x) {
  switch i32 %x, label %end [ i32 0, label %b0
    i32 1, label %b1
    i32 2, label %b2
    i32 3, label %b3
    i32 4, label %b4
    i32 5, label %b5
    i32 6, label %b6
    i32 7, label %b7
    i32 8, label %b8 ]
BLOCKSend:
  ret void
}
define ptx_kernel void @never(ptr %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  ret void
b:
  store i32 2, ptr %p
  unreachable
}
define ptx_kernel void @zero(ptr %p, float %x) {
  %a = fadd float %x, 0.0
  %u = fcmp uno float %x, %x
  %s = select i1 %u, float 7.0, float %a
  store float %s, ptr %p
  ret void
}
"""
CODE = CODE.replace(b"BLOCKS", b"".join(b"b%d:\n  store volatile i32 %d, ptr %%p\n  ret void\n" % (i, i * i + 7) for i in range(9)))
# Theirs, ours, and whether that is other PTX than without.
SAME = [
    ("-opt=0", "-O0", True), ("-opt=1", "-O1", None), ("-opt=2", "-O2", None), ("-opt=3", "-O3", False),
    ("-O0", "-O0", True), ("-O=2", "-O2", None),
    ("-ftz=0", "--denormal-fp-math-f32=ieee", False), ("-ftz=1", "--denormal-fp-math-f32=preserve-sign", True),
    ("-nvptx-f32ftz", "--denormal-fp-math-f32=preserve-sign", True), ("-nvptx-f32ftz=false", "--denormal-fp-math-f32=ieee", False),
    ("-denormal-fp-math=preserve-sign", "--denormal-fp-math-f32=preserve-sign", True), ("-denormal-fp-math=ieee,ieee", "", False),
    ("-denormal-fp-math=preserve-sign -denormal-fp-math-f32=ieee", "", False), ("-denormal-fp-math-f32=preserve-sign", "--denormal-fp-math-f32 preserve-sign", True),
    ("-prec-div=0", "--nvptx-prec-divf32=1", True), ("-prec-div=1", "--nvptx-prec-divf32=2", False),
    ("-prec-sqrt=0", "--nvptx-prec-sqrtf32=0", True), ("-prec-sqrt=1", "--nvptx-prec-sqrtf32=1", False),
    ("-nvptx-prec-sqrtf32", "--nvptx-prec-sqrtf32=1", False), ("-nvptx-prec-sqrtf32=false", "--nvptx-prec-sqrtf32=0", True),
    ("-nvptx-prec-sqrtf32=true", "--nvptx-prec-sqrtf32 1", False), ("-nvptx-prec-sqrtf32=0", "--nvptx-prec-sqrtf32 0", True),
    ("-nvptx-prec-divf32=0", "--nvptx-prec-divf32 0", True), ("-nvptx-prec-divf32=3", "", False),
    ("-fma=0", "--fp-contract=off", False), ("-fma=1", "--fp-contract=fast", True), ("-fp-contract=fast", "--fp-contract fast", True),
    ("-nvptx-fma-level=1", "--fp-contract=fast", True), ("-nvptx-fma-level=0", "--nvptx-fma-level 0", None),
    ("-jump-table-density=101", "--jump-table-min=4294967295", True), ("-min-jump-table-entries=100", "--jump-table-min=100", True), ("-unroll-count=4", "--unroll=4", None), ("-nvptx-short-ptr", "--pointers=short", None), ("-nvptx-short-ptr=false", "--pointers=long", None),
    ("-min-jump-table-entries 100", "--jump-table-min 100", True),
    ("-opt-bisect-limit=-1", "", False), ("-opt-bisect-limit=3", "--pass-limit=3", None),
    ("-arch=compute_90", "--mcpu=sm_90", True), ("-arch compute_100f", "--mcpu=sm_100f", True), ("-mcpu=sm_90", "--arch sm_90", True),
    ("-mattr=+ptx85", "--mattr +ptx85", True), ("-march=nvptx64", "", False), ("-mtriple=nvptx64-nvidia-cuda", "", False), ("--target=nvptx64-nvidia-cuda", "", False),
    ("-filetype=asm", "", False), ("-verify-machineinstrs", "", False), ("-x ir", "", False), ("-g", "", False), ("-Xllc -O0", "-O0", True),
    ("-Xllc -nvptx-no-f16-math", "--nvptx-no-f16-math", True), ("-nvptx-approx-log2f32", "--nvptx-approx-log2f32", True),
    ("-enable-no-nans-fp-math", "--enable-no-nans-fp-math", True), ("-enable-no-signed-zeros-fp-math", "--enable-no-signed-zeros-fp-math", True),
    ("-enable-no-infs-fp-math", "--enable-no-infs-fp-math", None), ("-enable-approx-func-fp-math", "--enable-approx-func-fp-math", True),
    ("-enable-unsafe-fp-math", "--enable-unsafe-fp-math", True), ("-disable-nvptx-load-store-vectorizer", "--disable-nvptx-load-store-vectorizer", None),
    ("-trap-unreachable", "--trap-unreachable", True), ("-nvptx-sched4reg", "--enable=schedule --nvptx-sched4reg", None),
    ("-disable-block-placement", "--disable=block-order", None), ("-print-after-all=false", "", False), ("-print-pipeline-passes=false", "", False),
    ("-stop-after=nvptx-isel", "--stop-after=select", True), ("-stop-after=dead-mi-elimination", "--stop-after=final-dead-code", None), ("-pass-remarks-format=yaml", "", False), ("-pass-remarks-filter=cse", "--remarks-filter=cse", False),
]
REPORTS = [("-print-after-all", "--print-after=all", b"in SSA form"), ("-time-passes", "--time-passes", b"all passes"),
           ("-print-after=machine-cp", "--print-after=machine-cp", b"")]
PIPELINES = [("-passes=default<O%d>" % level, "--optimize -O%d" % level) for level in range(4)] + [
    ("-libnvvm", "--optimize --mcpu=sm_75 --fp-contract=fast --nvptx-prec-divf32=2 --nvptx-prec-sqrtf32=1"),
    ("-libnvvm -opt=0 -arch=compute_90 -fma=0 -prec-div=0 -prec-sqrt=0",
     "-O0 --mcpu=sm_90 --fp-contract=off --nvptx-prec-divf32=1 --nvptx-prec-sqrtf32=0")]
# Options of cicc -libnvvm -Xllc -help-hidden with NVPTX in their names, and of llc's that say how code is generated.
THEIRS = """nvptx-32-bit-smem nvptx-approx-log2f32 nvptx-disable-combiner-for-O0 nvptx-disable-set-global-array-alignment
nvptx-disable-set-local-array-alignment nvptx-disable-set-shared-array-alignment nvptx-early-byval-copy nvptx-emit-init-fini-kernel nvptx-emit-src
nvptx-enable-machine-sink nvptx-exit-on-unreachable nvptx-f32ftz nvptx-fma-level nvptx-force-min-byval-param-align nvptx-generate-pack-unpack
nvptx-kernel-params-restrict nvptx-lower-global-ctor-dtor nvptx-lower-global-ctor-dtor-id nvptx-nan nvptx-no-f16-math nvptx-normalize-select nvptx-prec-divf32
nvptx-prec-sqrtf32 nvptx-rsqrt-approx-opt nvptx-sched4reg nvptx-short-ptr nvptx-traverse-address-aliasing-limit nvptx-use-max-local-array-alignment
nvptxaa-relax-fences nvvm-lower-printf nvvm-reflect-enable nvvm-verify-show-info disable-nvptx-load-store-vectorizer disable-nvptx-require-structured-cfg
code-model relocation-model frame-pointer function-sections data-sections unique-section-names float-abi thread-model exception-model tls-size emulated-tls
disable-tail-calls tailcallopt stackrealign denormal-fp-math denormal-fp-math-f32 fp-contract fast-isel global-isel enable-misched pre-RA-sched regalloc
optimize-regalloc start-after start-before stop-after stop-before run-pass print-after print-after-all print-before print-before-all time-passes verify-machineinstrs
dwarf-version trap-unreachable no-trap-after-noreturn disable-simplify-libcalls no-integrated-as load load-pass-plugin opt-bisect-limit pass-remarks-output
fca-size enable-new-nvvm-remat pipeliner-annotate-for-testing pipeliner-dbg-res pipeliner-experimental-cg pipeliner-force-ii pipeliner-force-issue-width
pipeliner-mve-cg pipeliner-prune-deps pipeliner-prune-loop-carried pipeliner-show-mask jump-table-density min-jump-table-entries max-jump-table-size maxreg usedessa Xopt Xllc Xlnk gen-lto opt arch ftz prec-div prec-sqrt fma g generate-line-info""".split()


def tables():
    """Rows of the source: names that are translated, idle ones with values, refused ones."""
    with open(os.path.join(common.ROOT, "tools/lathe/llvm/spelling_tables.cpp"), encoding="utf-8") as f:
        text = f.read()
    part = {name: text[text.index(start):].split("};")[0] for name, start in
            (("spelled", "Spelling spelled[]"), ("idle", "Idle idle[]"), ("refused", "Refused not_had[]"))}
    spelled = set(re.findall(r'^    \{"([^"]+)",', part["spelled"], re.M))
    idle = re.findall(r'^    \{"([^"]+)", "([^"]*)",', part["idle"], re.M)
    refused = re.findall(r'^    \{"([^"]+)",', part["refused"], re.M)
    names = [*spelled, *(name for name, _ in idle), *refused]
    t.expect("each option stands in one table", len(names) == len(set(names)) and len(names) > 150, sorted(names))
    return spelled, idle, refused


def compiled(options, *more):
    return t.run("compile", kernel, "-o", "-", *base, *options, *more)


def accepted(spelled):
    asked = " ".join(row[0] for row in SAME + REPORTS + PIPELINES)
    missing = [name for name in spelled if not re.search(r"-%s\b" % name, asked) and name not in ("help-hidden", "pass-remarks-output", "print-pipeline-passes", "fthinlto-index")]  # thinlto_jobs.py asks for that
    t.expect("each spelling is asked for", not missing, missing)
    for theirs, ours, changes in SAME:
        a, b = compiled(theirs.split()), compiled(ours.split())
        t.expect(f"{theirs} is {ours}", a.returncode == 0 and a.stdout == b.stdout and a.stdout, f"{a.stderr!r} {b.stderr!r}")
        if changes is not None:
            t.expect(f"{theirs} changes {'something' if changes else 'nothing'}", (a.stdout != plain) == changes, b.stdout.decode()[:2000])
    for theirs, ours, part in REPORTS:
        a, b = compiled([theirs]), compiled([ours])
        t.expect(theirs, a.returncode == 0 and a.stdout == plain and a.stderr and len(a.stderr.splitlines()) == len(b.stderr.splitlines()), a.stderr[:300])
    a, b = compiled(["-pass-remarks-output=a.yaml", "--enable=machine-sink"]), compiled(["--remarks=b.yaml", "--enable=machine-sink"])
    t.expect("-pass-remarks-output", a.stdout == b.stdout and open("a.yaml").read() == open("b.yaml").read(), str(a))
    t.expect("-print-pipeline-passes", compiled(["-print-pipeline-passes"]).stdout == compiled(["--print-pipeline"]).stdout != plain)
    t.expect("-help-hidden", compiled(["-help-hidden"]).stdout == compiled(["--help"]).stdout != plain)
    for level in ("-fma=1", "-O0 -nvptx-fma-level=2"):
        t.expect(f"{level}: fma", b"fma.rn.f32" in compiled(level.split()).stdout)
    flushed = compiled(["-ftz=1", "-nvptx-prec-divf32=3"]).stdout
    t.expect("level 3 of divisions does not flush", b"div.rn.f32 " in flushed.replace(b"\t", b" ") and b"sqrt.rn.ftz" in flushed, flushed.decode()[:900])
    t.expect("-nvptx-no-f16-math", not re.search(rb"add[.\w]*f16", compiled(["-nvptx-no-f16-math"]).stdout))
    hopper = ["-mcpu=sm_100", "-mattr=+ptx88"]
    t.expect("-nvptx-no-f32x2", b"f32x2" in compiled(hopper).stdout and b"f32x2" not in compiled(hopper, "-nvptx-no-f32x2").stdout)
    t.expect("-nvptx-approx-log2f32", b"lg2.approx" in compiled(["-nvptx-approx-log2f32"]).stdout)


def pipelines():
    done = compiled(["--optimize"])
    if b"liblathe.so.0" in done.stderr:
        t.expect("without the library --optimize says what it wants", done.returncode == 1 and not done.stdout, done.stderr)
        return
    for theirs, ours in PIPELINES:
        a, b = compiled(theirs.split()), compiled(ours.split())
        t.expect(f"{theirs} is {ours}", a.returncode == 0 and a.stdout == b.stdout and a.stdout, f"{a.stderr!r} {b.stderr!r}")
    memory = t.file("memory.ll", b"define ptx_kernel void @k(ptr %p, i32 %x) {\n  %v = alloca i32\n  store i32 %x, ptr %v\n  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %j, %l ]\n"
                    b"  %o = load i32, ptr %v\n  %n = add i32 %o, 3\n  store i32 %n, ptr %v\n  %j = add i32 %i, 1\n  %c = icmp slt i32 %j, 8\n  br i1 %c, label %l, label %e\n"
                    b"e:\n  %r = load i32, ptr %v\n  store i32 %r, ptr %p\n  ret void\n}\n")
    done = t.run("compile", memory, "-o", "-", "--optimize")
    t.expect("--optimize: the loop is gone", done.returncode == 0 and b"24" in done.stdout and b"bra" not in done.stdout and not done.stderr, done.stdout.decode())
    t.error("--optimize of what is no module", ["compile", t.file("wrong.ll", b"define void @f() {\n  ret i32 0\n}\n"), "--optimize", "-o", "wrong.ptx"], 1, "wrong.ll:2:")


def idle_and_refused(idle, refused):
    for name, values in idle:
        for value in values.split():
            option = f"-{name}=" + ("5" if value == "*" else value)
            done = compiled([option])
            t.expect(f"{option} is so anyway", done.returncode == 0 and done.stdout == plain and not done.stderr, str(done)[:300])
        if values != "*":
            t.error(f"-{name}=nonsense", ["compile", kernel, f"-{name}=nonsense"], 2, f"--{name}=nonsense is not supported: ")
        if values == "false":
            t.error(f"-{name}", ["compile", kernel, "-" + name], 2, f"--{name} is not supported: ")
    for name in refused:
        for option in ("-" + name, f"-{name}=1"):
            t.error(option, ["compile", kernel, option], 2, f"--{name}", " is not supported: ")
    for option, *parts in (("-opt=4", "--opt=4", "0, 1, 2, 3"), ("-prec-div=2", "--prec-div=2"), ("-fma", "--fma"), ("-arch=lto_90", "LTO", "compute_90"),
                           ("-arch=compute_91", "sm_91"), ("-passes=instcombine", "--passes=instcombine", "default<O3>"), ("-x=mir", "-x"),
                           ("-jump-table-density=10", "--jump-table-density=10"), ("-mcpu=sm_900", "sm_90"), ("-denormal-fp-math=dynamic", "--denormal-fp-math"),
                           ("-verify-machineinstr", "did you mean --verify-machineinstrs"), ("-nvptx-prec-divf32=4", "--nvptx-prec-divf32")):
        done = t.run("compile", kernel, "-o", "wrong.ptx", option)
        text = done.stderr.decode()
        t.expect(f"{option} is refused", done.returncode in (1, 2) and all(part in text for part in parts) and not os.path.exists("wrong.ptx"), text)
    t.error("-Xllc alone", ["compile", kernel, "-Xllc"], 2, "--Xllc: an option must follow")


def every_option():
    names = list(THEIRS)
    if llc := shutil.which("llc-22"):
        shown = subprocess.run([llc, "-march=nvptx64", "--help-hidden"], capture_output=True, text=True).stdout
        names += [name for name in re.findall(r"^  --?([\w-]+)", shown, re.M) if "nvptx" in name.lower()]
    for name in sorted(set(names)):
        done = compiled(["-" + name])
        t.expect(f"-{name} is known", b"unknown option" not in done.stderr, done.stderr.decode()[:200])


def native():
    done = compiled(["-mcpu=native"])
    target = re.search(rb"\.target sm_\d+", done.stdout)
    no_gpu = done.returncode == 1 and b"--mcpu=native: " in done.stderr and b"name a target" in done.stderr and not done.stdout
    t.expect("-mcpu=native: a GPU's target, or what to do", no_gpu or done.returncode == 0 and target, str(done)[:300])
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang-22")
    if not compiler:
        return
    # A driver that knows nothing but a GPU's number.
    with open(os.path.join(common.ROOT, "nvptx/exec/device/cuda_api.hpp"), encoding="utf-8") as f:
        names = set(re.findall(r"F\(\w+, (cu\w+),", f.read()))
    own = {"cuDeviceGetCount": "int cuDeviceGetCount(int* n) { *n = 1; return 0; }",
           "cuDeviceGetAttribute": "int cuDeviceGetAttribute(int* v, int a, int d) { *v = a == 75 ? MAJOR : a == 76 ? 0 : -1; return 0; }"}
    t.expect("the driver's functions", set(own) < names, names)
    source = "\n".join(own.get(name, f"int {name}(void) {{ return 0; }}") for name in sorted(names))
    for major, wanted in ((9, b".target sm_90"), (12, b".target sm_120"), (77, b"sm_770, which is not known")):
        t.file("driver.c", source.replace("MAJOR", str(major)).encode())
        made = subprocess.run([compiler, "-shared", "-fPIC", "-fno-builtin", "driver.c", "-o", "libcuda.so.1"], capture_output=True)
        t.expect("the driver", made.returncode == 0, made.stderr.decode())
        done = t.run("compile", kernel, "-o", "-", "-mcpu=native", environment={"LD_LIBRARY_PATH": os.getcwd()})
        t.expect(f"-mcpu=native with a GPU {major}.0", wanted in done.stdout + done.stderr, str(done)[:300])


base = []
kernel = t.file("code.ll", CODE)
plain = compiled([]).stdout
t.expect("the code", b"brx.idx" in plain and b"div.rn.f32" in plain, plain.decode()[:1500])
rows = tables()
accepted(rows[0])
pipelines()
idle_and_refused(*rows[1:])
every_option()
native()
t.finish()
