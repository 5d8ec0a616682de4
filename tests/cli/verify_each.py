#!/usr/bin/env python3
"""--verify-each on valid modules: branches that folding decides, and packed vectors with constants, at each level and
on targets that differ in their registers.

  verify_each.py LATHE
"""
import subprocess
import sys

TARGETS = ("sm_75", "sm_90", "sm_100")
HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'

# The condition is known only once DAG rules have run, and the block that loses an edge has a phi.
KNOWN = {
    "false": ("%x = and i32 %a, 15", "icmp ugt i32 %x, 31"), "true": ("%x = or i32 %a, 16", "icmp uge i32 %x, 16"),
    "bits": ("%x = shl i32 %a, 4", "icmp eq i32 %x, 3"), "same": ("%x = xor i32 %a, %a", "icmp ne i32 %x, 0"),
    "sign": ("%x = lshr i32 %a, 1", "icmp slt i32 %x, 0"), "open": ("%x = add i32 %a, 7", "icmp slt i32 %x, %b"),
}


def branches():
    out = ""
    for name, (value, condition) in KNOWN.items():
        for shape, one, two in (("triangle", "one", "join"), ("turned", "join", "one"), ("both", "join", "join")):
            # In `both`, the block `one` is reached by nobody.
            out += """define void @%s_%s(ptr %%p, i32 %%a, i32 %%b) {
entry:
  %s
  %%c = %s
  br i1 %%c, label %%%s, label %%%s
one:
  %%u = add i32 %%b, 7
  store i32 %%u, ptr %%p
  br label %%join
join:
  %%z = phi i32 [ %%a, %%entry ], %s[ %%u, %%one ]
  store i32 %%z, ptr %%p
  ret void
}
""" % (name, shape, value, condition, one, two, "[ %a, %entry ], " if shape == "both" else "")
        out += """define i32 @%s_loop(ptr %%p, i32 %%a, i32 %%b) {
entry:
  br label %%loop
loop:
  %%i = phi i32 [ 0, %%entry ], [ %%n, %%next ]
  %s
  %%c = %s
  br i1 %%c, label %%out, label %%next
next:
  %%n = add i32 %%i, 1
  store volatile i32 %%n, ptr %%p
  %%m = icmp slt i32 %%n, %%b
  br i1 %%m, label %%loop, label %%out
out:
  %%r = phi i32 [ %%i, %%loop ], [ %%n, %%next ]
  ret i32 %%r
}
""" % (name, value, condition)
    # Tables: the index is known in one, out of the table in another, open in the third.
    for name, index in (("known", "%x = shl i32 %a, 31\n  %y = lshr i32 %x, 33\n  %i = and i32 %a, 0"),
                        ("bits", "%x = and i32 %a, 2\n  %i = or i32 %x, 5"), ("open", "%i = and i32 %a, 7"),
                        ("far", "%x = and i32 %a, 3\n  %i = add i32 %x, 100")):
        cases = "".join("    i32 %d, label %%l%d\n" % (k, k) for k in range(8))
        blocks = "".join("l%d:\n  store volatile i32 %d, ptr %%p\n  br label %%end\n" % (k, 3 * k) for k in range(8))
        phi = ", ".join("[ %d, %%l%d ]" % (k * k, k) for k in range(8))
        out += """define i32 @table_%s(ptr %%p, i32 %%a) {
entry:
  %s
  switch i32 %%i, label %%end [
%s  ]
%send:
  %%r = phi i32 [ %%a, %%entry ], %s
  ret i32 %%r
}
""" % (name, index, cases, blocks, phi)
    return out


def vectors():
    out = ""
    for element, lane in (("i8", "5"), ("i8", "-11"), ("i16", "-3"), ("i1", "true"), ("i32", "9"), ("half", "1.0"), ("bfloat", "1.0"),
                          ("float", "2.0")):
        for lanes in (2, 3, 4, 5, 8, 16):
            t = "<%d x %s>" % (lanes, element)
            name = "v%d%s_%s" % (lanes, element, lane.replace("-", "m").replace(".", "_"))
            splat = "<%s>" % ", ".join("%s %s" % (element, lane) for _ in range(lanes))
            real = element in ("half", "bfloat", "float")
            ops = ["fadd", "fmul"] if real else ["and", "or", "xor", "add", "sub"]
            body = "  %%w0 = insertelement %s %%v, %s %%q, i32 %%i\n  %%w1 = insertelement %s %%w0, %s %s, i32 1\n" % (t, element, t, element, lane)
            last = "%w1"
            for k, op in enumerate(ops):
                body += "  %%o%d = %s %s %s, %s\n" % (k, op, t, last, splat if k % 2 == 0 else "%v")
                last = "%%o%d" % k
            body += "  %%s = shufflevector %s %s, %s %%v, <%d x i32> <%s>\n" % (t, last, t, lanes, ", ".join("i32 %d" % ((3 * k + 1) % (2 * lanes)) for k in range(lanes)))
            body += "  %%f = freeze %s %%s\n  %%g = select i1 %%c, %s %%f, %s %s\n" % (t, t, t, splat)
            body += "  %%e = extractelement %s %%g, i32 %d\n  store %s %%e, ptr %%p\n" % (t, lanes - 1, element)
            body += "  %%at = getelementptr i8, ptr %%p, i64 64\n  store %s %%g, ptr %%at\n  ret void\n" % t
            out += "define void @%s(ptr %%p, %s %%v, %s %%q, i32 %%i, i1 %%c) {\n%s}\n" % (name, t, element, body)
    return out


def main():
    failed = 0
    for name, text in (("branches", branches()), ("vectors", vectors())):
        for target in TARGETS:
            for level in range(4):
                done = subprocess.run([sys.argv[1], "compile", "-", "-o", "-", "-mcpu=" + target, "-O%d" % level, "--verify-each"],
                                      input=HEAD + text, capture_output=True, text=True)
                if done.returncode != 0 or ".visible .func" not in done.stdout:
                    failed += 1
                    print("FAILED: %s, %s, -O%d\n%s" % (name, target, level, done.stderr[:1500]))
    print("%d failed" % failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
