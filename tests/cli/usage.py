#!/usr/bin/env python3
"""The command line: wrong usage exits 2 with the right form; llc's spelling; outputs and where they go.  usage.py LATHE"""
import json
import os
import stat
import sys

sys.dont_write_bytecode = True
from cli import GOOD, Checks  # noqa: E402

t = Checks(sys.argv[1])
good = t.file("good.ll", GOOD)

t.error("no command", [], 2, "command is missing")
t.error("unknown command", ["compose"], 2, "compose")
t.error("unknown option", ["compile", good, "--mcpus=sm_90"], 2, "--mcpus", "--mcpu")
t.error("unknown llc option", ["compile", good, "-nvptx-32-bit-smem"], 2, "--nvptx-32-bit-smem", "--pointers=short")
t.error("option of a feature that is not there", ["compile", good, "--report", "x.html"], 2, "--report")
t.error("two inputs", ["compile", good, "other.ll"], 2, "more than one input")
t.error("missing value", ["compile", good, "-o"], 2, "-o")
t.error("bad level", ["compile", good, "-O7"], 2, "-O")
t.error("bad stage", ["compile", good, "--stop-after=nowhere"], 2, "nowhere", "prepare")
t.error("unknown pass", ["opt", "a.ptx", "--passes=nothing"], 2, "nothing", "dead-code")
t.error("bad file type", ["compile", good, "-filetype=elf"], 2, "filetype")

LOOP = b"""define ptx_kernel void @f(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %q = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %q
  %next = add nsw i32 %i, 1
  %go = icmp slt i32 %next, %n
  br i1 %go, label %head, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
"""
done = t.run("compile", t.file("loop.ll", LOOP), "-o", "-", "--verify-each")
t.expect("a loop that is not to be unrolled says so at its head", ':\n\t.pragma "nounroll";\n' in str(done.stdout if isinstance(done.stdout, str) else done.stdout.decode()), str(done))
done = t.run("compile", t.file("loop.ll", LOOP.replace(b"disable", b"enable")), "-o", "-")
t.expect("other loops do not", "nounroll" not in str(done.stdout), str(done))

for arguments in (["--version"], ["--help"], ["compile", "--help"], ["compile", "-help"], ["opt", "--help"]):
    done = t.run(*arguments)
    t.expect(" ".join(arguments), done.returncode == 0 and done.stdout and not done.stderr, str(done))

# Standard input and output; llc's spelling of everything gives the same as ours.
ours = t.run("compile", "-", "-o", "-", "--mcpu=sm_90", "--mattr=+ptx85", "-O3", stdin=GOOD)
t.expect("standard input", ours.returncode == 0 and b".visible .entry k(" in ours.stdout, str(ours))
t.expect("target", b".target sm_90" in ours.stdout and b".version 8.5" in ours.stdout)
theirs = t.run("compile", "-march=nvptx64", "-mcpu=sm_90", "-mattr=+ptx85", "-O=3", "-verify-machineinstrs", "-asm-verbose=false",
               "-frame-pointer=all", "-filetype=asm", "-mtriple", "nvptx64-nvidia-cuda", stdin=GOOD)
t.expect("llc's spelling", theirs.returncode == 0 and theirs.stdout == ours.stdout, str(theirs))

# Where the output goes.
done = t.run("compile", good)
t.expect("beside the input", done.returncode == 0 and os.path.exists("good.ptx"), str(done))
mask = os.umask(0)
os.umask(mask)
t.expect("ordinary permissions", stat.S_IMODE(os.stat("good.ptx").st_mode) == 0o666 & ~mask)
t.run("compile", good, "-o", "/dev/null")
t.expect("/dev/null stays a device", stat.S_ISCHR(os.stat("/dev/null").st_mode))
os.symlink("good.ptx", "link.ptx")
t.run("compile", good, "-o", "link.ptx", "-mcpu=sm_80")
t.expect("a link stays a link", os.path.islink("link.ptx") and b"sm_80" in open("good.ptx", "rb").read())
before = sorted(os.listdir("."))
done = t.run("compile", good, "-filetype=null")
t.expect("null", done.returncode == 0 and sorted(os.listdir(".")) == before)

# Figures and stages.
done = t.run("compile", good, "-o", "/dev/null", "--stats=json")
figures = json.loads(done.stderr)
t.expect("figures", figures["functions"] == 1 and figures["ir_instructions"] >= 2 and figures["machine_instructions"] > 0, str(figures))
for stage, part in (("prepare", b"addrspace(1)"), ("build", b"; function k, block 0"), ("legalize", b"store"), ("select", b"st.global")):
    done = t.run("compile", good, "-o", "-", f"--stop-after={stage}")
    t.expect(f"--stop-after={stage}", done.returncode == 0 and part in done.stdout, str(done))

# The number of threads does not show.
many = b"".join(b"define i32 @f%d(i32 %%x) {\n  %%y = mul i32 %%x, %d\n  ret i32 %%y\n}\n" % (i, i + 3) for i in range(60))
one = t.run("compile", "-", "--threads=1", stdin=many)
four = t.run("compile", "-", "--threads=4", stdin=many)
t.expect("threads", one.returncode == 0 and one.stdout == four.stdout and one.stdout.count(b".func") == 60)
t.finish()
