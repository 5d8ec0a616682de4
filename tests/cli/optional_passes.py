#!/usr/bin/env python3
"""Optional passes of `lathe compile` and `lathe opt`: off by default, on by name, checked, and kernels compute what they did.

  optional_passes.py LATHE [KERNEL_CHECKS]
"""
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from cli import FEW, few  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The first of four have most for the passes to do: `few` takes these.
KERNELS = "keccak nbody softmax matmul_tiled bigint spmv stencil sha256 physics convolution reduce mandelbrot".split()
PASSES = {"schedule": "--enable=schedule", "sched4reg": "--nvptx-sched4reg", "pipeline-loops": "--enable-pipeliner --pipeliner-gate=false",
          "group-accesses": "--enable=group-accesses --group-gate=false", "kept if better": "--keep-if-better=all",
          "values": "--enable=opt-phis,machine-cse,early-machinelicm,machine-sink,machinelicm,postra-machine-sink,late-copies,machine-latecleanup",
          "unsink": "--enable=unsink --maxreg=16 --unsink-least=1",
          "combiner": "--enable=machine-combiner,stack-slot-coloring,nvptx-prolog-epilog",
          "fused": "--enable=machine-combiner --machine-combiner-fuse",
          "control": "--enable=structurizecfg,early-tailduplication,early-ifcvt,tailduplication,branch-folder,chain-placement",
          "flags": "--enable=structurizecfg-flags",
          "strength": "--enable=strength-reduction --strength-reduction-chain=20",
          "patterns": "--enable=peephole-opt,nvptx-peephole,nvptx-trunc-opts,nvptx-proxy-reg-erasure --nvptx-peephole-forms",
          "registers": "--enable=phi-edge-splitting,register-coalescer --usedessa=0 --verify-coalescing", "cssa": "--cssa-coalesce=1 --cssa-verbosity=0",
          "lanes": "--enable=nvptx-mem2reg,detect-dead-lanes,rename-independent-subregs",
          "handles": "--enable=nvptx-image-optimizer,nvptx-replace-image-handles,param-opt,ldgxform --hoist-load-param --sink-ld-param",
          "register-target": "--enable=register-target --maxreg=24",
          "strict": "--enable=register-target --register-target-strict --maxreg=20",
          "remat": "--enable=nvptx-remat-block --nv-remat-default-max-reg=24 --nv-remat-check-internal-live --nv-remat-block-loop-cost-factor=1",
          "post-schedule": "--enable=post-schedule", "outliner": "--enable-machine-outliner=always --machine-outliner-reruns=1", "gated": "--enable=group-accesses,group-textures,pipeline-loops,schedule",
          "all": "--enable=group-accesses,group-textures,pipeline-loops,schedule --pipeliner-gate=false --group-gate=false"}
failed = []


def lathe(*args):
    return subprocess.run([sys.argv[1], *args], capture_output=True, text=True)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:500] + done.stderr[:500]) if done else ""))


def compile_tests(path):
    jobs, changed = [], {name: 0 for name in PASSES}
    kernels = few(KERNELS)
    for kernel in kernels:
        source = os.path.join(ROOT, "tests/kernels/ll", kernel + ".ll")
        plain = lathe("compile", source, "-mcpu=sm_90", "-o", "-")
        expect(plain.returncode == 0, kernel + " compiles", plain)
        for name, option in PASSES.items():
            out = path("%s_%s.ptx" % (kernel, name.replace(" ", "_")))
            done = lathe("compile", source, "-mcpu=sm_90", *option.split(), "--verify-each", "-o", out)
            expect(done.returncode == 0 and all(": note:" in line for line in done.stderr.splitlines()), "%s with %s" % (kernel, name), done)
            if done.returncode != 0:
                continue
            with open(out) as file:
                changed[name] += file.read() != plain.stdout
            jobs.append((kernel, out))
    for name in PASSES:
        expect(FEW or changed[name] > 0, "%s changes something" % name)
    print("kernels changed, of %d: %s" % (len(kernels), changed))
    if len(sys.argv) > 2 and not os.access(sys.argv[2], os.X_OK):
        print("%s is not built (./dev build release kernel_checks): kernels are not executed" % sys.argv[2])
    elif len(sys.argv) > 2:
        known = subprocess.run([sys.argv[2], "--list"], capture_output=True, text=True).stdout.split()
        run = [job for job in jobs if job[0] in known]
        with open(path("batch"), "w") as file:
            file.writelines("%s %s\n" % job for job in run)
        results = subprocess.run([sys.argv[2], "--batch", path("batch")], capture_output=True, text=True)
        expect(results.returncode == 0 and len(run) > 40, "the kernels compute what they did (%d)" % len(run), results)


def limit_tests():
    """register-target-strict: no place has more live registers than --maxreg, or the 70 of nv-remat-default-max-reg."""
    for kernel in few(KERNELS + ["attention"]):
        source = os.path.join(ROOT, "tests/kernels/ll", kernel + ".ll")
        for options, limit in (["--maxreg=20"], 20), (["--maxreg=32", "--reg-target-adjust=-8"], 24), ([], 70):
            done = lathe("compile", source, "-mcpu=sm_90", "-o", os.devnull, "--enable=register-target,extra-machineinstr-printer", "--register-target-strict", *options)
            live = [int(line.split()[3]) for line in done.stderr.splitlines() if line.startswith("Max Live RRegs:")]
            expect(done.returncode == 0 and live and max(live) <= limit, "%s keeps to %d registers: %s" % (kernel, limit, live), done)


def usage_tests(path):
    source = os.path.join(ROOT, "tests/kernels/ll/nbody.ll")
    every = PASSES["all"].split()
    one = lathe("compile", source, *every, "--threads", "1", "-o", "-").stdout
    expect(one != "" and one == lathe("compile", source, *every, "--threads", "4", "-o", "-").stdout, "threads do not show")
    plain = lathe("compile", source, "-o", "-")
    told = lathe("compile", source, "--cssa-verbosity=1", "-o", "-")
    expect(told.stdout == plain.stdout and "phi-elimination " in told.stderr and " arguments of phis, " in told.stderr, "cssa-verbosity tells and changes nothing", told)
    with open(path("plain.ptx"), "w") as file:
        file.write(lathe("compile", source, "-o", "-").stdout)
    kept = lathe("opt", path("plain.ptx"), "--passes=schedule", "--verify-each")
    asked = lathe("sched", path("plain.ptx"), "--extra-registers=5", "--rewrite", "-", "-o", "/dev/null")
    expect(kept.returncode == 0 and kept.stdout == asked.stdout, "opt --passes=schedule is what lathe sched does", kept)
    free = ["--pipeliner-gate=false", "--pipeliner-rotate=false"]
    piped = lathe("opt", path("plain.ptx"), "--enable-pipeliner", "--passes=pipeline-loops", "--verify-each", *free)
    asked = lathe("modulo", path("plain.ptx"), "--rewrite", "-", "-o", "-")
    expect(piped.returncode == 0 and piped.stdout == asked.stdout, "opt's pipeliner is what lathe modulo does", piped)
    with open(path("sparse.ptx"), "w") as file:
        file.write(lathe("compile", os.path.join(ROOT, "tests/kernels/ll/spmv.ll"), "-o", "-").stdout)
    usual = lathe("opt", path("sparse.ptx"), "--enable-pipeliner", "--passes=pipeline-loops", *free).stdout
    for knobs, shows in ((["--pipeliner-ii-search-range=0"], True), (["--pipeliner-ignore-recmii=true"], False), (["--pipeliner-register-pressure=true", "--maxreg=12"], True),
                         (["--pipeliner-register-pressure=true", "--maxreg=40", "--pipeliner-register-pressure-margin=90"], True),
                         (["--pipeliner-force-ii=30"], True), (["--pipeliner-force-issue-width=2"], True), (["--pipeliner-prune-deps=false"], False),
                         (["--pipeliner-prune-loop-carried=false"], False), (["--pipeliner-annotate-for-testing=true"], True),
                         (["--pipeliner-experimental-cg=true"], True), (["--pipeliner-mve-cg=false"], True)):
        piped = lathe("opt", path("sparse.ptx"), "--enable-pipeliner", "--passes=pipeline-loops", "--verify-machineinstrs", *free, *knobs)
        asked = lathe("modulo", path("sparse.ptx"), "--rewrite", "-", "-o", "-", *knobs)
        expect(piped.returncode == 0 and piped.stdout == asked.stdout and (not shows or piped.stdout != usual), "opt's pipeliner is what lathe modulo does with %s" % knobs, piped)
    with open(path("waves.ptx"), "w") as file:
        file.write(lathe("compile", os.path.join(ROOT, "tests/kernels/ll/fft.ll"), "-o", "-").stdout)
    usual, unsure = (lathe("opt", path("waves.ptx"), "--enable-pipeliner", "--passes=pipeline-loops", *free, *more).stdout
                     for more in ([], ["--pipeliner-prune-loop-carried=false"]))
    expect(usual and unsure and usual != unsure, "--pipeliner-prune-loop-carried does something")
    for knob, name in (("show-mask", "Mask"), ("dbg-res", "Resource"), ("annotate-for-testing", "Annotated")):
        for on in (False, True):
            lathe("opt", path("sparse.ptx"), "-o", os.devnull, "--enable-pipeliner", "--passes=pipeline-loops", *free, "--remarks", path("r.yaml"),
                  *(["--pipeliner-" + knob] if on else []))
            with open(path("r.yaml")) as file:
                told = file.read()
            expect(bool(re.search(r"Name: +%s\n" % name, told)) == on, "--pipeliner-%s: %s: %s" % (knob, on, told))
    for command in ("compile", "opt"):
        wrong = lathe(command, source, "--enable=magic")
        expect(wrong.returncode == 2 and "magic" in wrong.stderr and "pipeline-loops" in wrong.stderr,
               command + ": an unknown pass is told", wrong)
    stopped = lathe("compile", source, "--enable=schedule", "--stop-after=schedule", "-o", "-")
    expect(stopped.returncode == 0 and "st.global" in stopped.stdout, "--stop-after takes an optional pass", stopped)


def main():
    with tempfile.TemporaryDirectory() as folder:
        compile_tests(lambda name: os.path.join(folder, name))
        limit_tests()
        usage_tests(lambda name: os.path.join(folder, name))
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
