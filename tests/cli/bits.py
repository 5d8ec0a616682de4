#!/usr/bin/env python3
"""`lathe bits`: claims about a problem, checked; the same from its printed form; limits; wrong claims, wrong input.

  bits.py LATHE
"""
import os
import subprocess
import sys
import tempfile

PROBLEM = """bits
%0 input 32
%1 constant 32 255
%2 and 32 %0 %1
%3 constant 32 2
%4 shl 32 %2 %3 clamp
%5 trunc 8 %4
root %5
"""
failed = []


def lathe(*args, text=None):
    return subprocess.run([sys.argv[1], "bits", *args], capture_output=True, text=True, input=text)


def expect(fine, what, done=None):
    if not fine:
        failed.append(what)
        print("FAILED: %s%s" % (what, "\n" + (done.stdout[:500] + done.stderr[:500]) if done else ""))


def main():
    claims = lathe("-", "--check", "--stats", text=PROBLEM)
    expect(claims.returncode == 0 and "0 faults" in claims.stderr and "expanded" in claims.stderr, "claims that hold", claims)
    expect("%4 bits 0000000000000000000000????????00 signs 22 demanded 255\n" in claims.stdout, "known and demanded", claims)
    expect("%0 bits " + "?" * 32 + " signs 1 demanded 63\n" in claims.stdout, "what is demanded of the input", claims)
    printed = lathe("-", "--print-problem", text=PROBLEM)
    expect(printed.stdout == PROBLEM, "a problem text is printed as it was read", printed)
    shallow = lathe("-", "--max-depth", "1", "--forget", "--check", text=PROBLEM)
    expect(shallow.returncode == 0 and shallow.stdout != claims.stdout, "limits make weaker claims that hold", shallow)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "claims.txt")
        for text, code in ((claims.stdout, 0), (claims.stdout.replace("demanded 63", "demanded 62"), 1)):
            with open(path, "w") as file:
                file.write(text)
            judged = lathe("-", "--claims", path, text=PROBLEM)
            expect(judged.returncode == code and "checker: %d faults" % code in judged.stderr, "claims from a file, exit %d" % code, judged)
    wrong = lathe("-", text="bits\n%0 input 99\n")
    expect(wrong.returncode == 1 and "<stdin>:2:10:" in wrong.stderr and not wrong.stdout, "a wrong width has its place", wrong)
    flag = lathe("-", "--max-depth", "deep", text=PROBLEM)
    expect(flag.returncode == 2 and "deep" in flag.stderr, "a wrong number is wrong usage", flag)
    print("%d failed" % len(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
