#!/usr/bin/env python3
"""`lathe compile --unroll`: which loops become what, results as before, and what is refused.  unroll.py LATHE"""
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
# A sum over n elements, a nest of known sizes over a local array, and a loop that its source keeps.
CODE = b"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @sum(ptr %p, i32 %n, ptr %out) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %more, %loop ]
  %a = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %w = mul i32 %v, %i
  %more = add i32 %s, %w
  %next = add nuw nsw i32 %i, 1
  %go = icmp slt i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  %r = phi i32 [ 0, %entry ], [ %more, %loop ]
  store i32 %r, ptr %out
  ret void
}
define ptx_kernel void @array(ptr %p, ptr %out) {
entry:
  %x = alloca [16 x i32]
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %inext, %fill ]
  %from = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %from
  %to = getelementptr [16 x i32], ptr %x, i32 0, i32 %i
  store i32 %v, ptr %to
  %inext = add nuw nsw i32 %i, 1
  %igo = icmp ne i32 %inext, 16
  br i1 %igo, label %fill, label %rows
rows:
  %o = phi i32 [ 0, %fill ], [ %onext, %latch ]
  %osum = phi i32 [ 0, %fill ], [ %more, %latch ]
  br label %row
row:
  %k = phi i32 [ 0, %rows ], [ %knext, %row ]
  %s = phi i32 [ %osum, %rows ], [ %more, %row ]
  %at4 = shl i32 %o, 2
  %at = add i32 %at4, %k
  %here = getelementptr [16 x i32], ptr %x, i32 0, i32 %at
  %y = load i32, ptr %here
  %twice = shl i32 %s, 1
  %more = add i32 %twice, %y
  %knext = add nuw nsw i32 %k, 1
  %kgo = icmp ne i32 %knext, 4
  br i1 %kgo, label %row, label %latch
latch:
  %onext = add nuw nsw i32 %o, 1
  %ogo = icmp ne i32 %onext, 4
  br i1 %ogo, label %rows, label %done
done:
  store i32 %more, ptr %out
  ret void
}
define ptx_kernel void @kept(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i32 %i
  store volatile i32 %i, ptr %a
  %next = add nuw nsw i32 %i, 1
  %go = icmp ne i32 %next, 8
  br i1 %go, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
"""


def made(*words):
    done = t.run("compile", "a.ll", "-o", "-", "--mcpu=sm_80", "--verify-each", "--verify-machineinstrs", *words)
    t.expect("compile " + " ".join(words), done.returncode == 0, done.stderr.decode()[:500])
    return done.stdout.decode()


def kernel(ptx, name):
    return ptx.split(".entry " + name + "(")[1].split("\n}")[0]


def results(ptx):
    """What the kernels give: sums of no, few and many elements, and of the array."""
    path, out = t.file("r.ptx", ptx.encode()), []
    for n in (0, 1, 2, 3, 4, 5, 7, 8, 17):
        out.append(t.run("run", path, "--kernel=sum", "--arg=iota:i32:32", "--arg", str(n), "--arg=out:i32:1:-").stdout)
    out.append(t.run("run", path, "--kernel=array", "--arg=iota:i32:16", "--arg=out:i32:1:-").stdout)
    return out


def main():
    t.file("a.ll", CODE)
    plain = made()
    expected = results(plain)
    sums = [sum(i * i for i in range(n)) for n in (0, 1, 2, 3, 4, 5, 7, 8, 17)]
    array = 0
    for i in range(16):
        array = array * 2 + i
    t.expect("the results", [r.split()[-1:] for r in expected] == [[str(s).encode()] for s in [*sums, array]], expected)
    for mode in ("none", "full", "2", "3", "4", "8", "64"):
        t.expect("results of --unroll=" + mode, results(made("--unroll=" + mode)) == expected, mode)
    t.expect("a count is one of each turn, and a loop for the rest", kernel(made("--unroll=4"), "sum").count("ld.global") == 5, kernel(made("--unroll=4"), "sum"))
    full = kernel(made("--unroll=full"), "array")
    t.expect("whole: no loop, and no array any more", "bra" not in full and "local" not in full and full.count("ld.global") >= 4, full)
    t.expect("as it was: both are there", "bra" in kernel(plain, "array") and "local" in kernel(plain, "array"), kernel(plain, "array"))
    t.expect("--unroll-limit", made("--unroll=full", "--unroll-limit=10") == plain, "")
    none = made("--unroll=none")
    t.expect("none: ptxas is told of each loop", none.count('.pragma "nounroll"') == 5 and plain.count('.pragma "nounroll"') == 1, none)
    for mode in ("full", "4", "none"):
        t.expect("what the source says is kept to: " + mode, kernel(made("--unroll=" + mode), "kept") == kernel(plain, "kept"), mode)
    t.expect("one thread or several", made("--unroll=4", "--threads=1") == made("--unroll=4", "--threads=3"), "")
    done = t.run("thinlto", "a.ll", "-o", "out", "--mcpu=sm_80", "--unroll=4")
    with open("out/a.ptx") as f:
        t.expect("thinlto", done.returncode == 0 and kernel(f.read(), "sum").count("ld.global") == 5, done.stderr)
    for bad in ("1", "65", "0", "x", "", "2x", "-2"):
        t.error("--unroll=" + bad, ["compile", "a.ll", "-o", "-", "--unroll=" + bad], 2, "--unroll")
    t.error("at -O0", ["compile", "a.ll", "-o", "-", "--unroll=2", "-O0"], 2, "--unroll=2", "-O0")
    t.error("and left out", ["compile", "a.ll", "-o", "-", "--unroll=2", "--disable=loop-unroll"], 2, "--unroll=2", "--disable")
    t.finish()


main()
