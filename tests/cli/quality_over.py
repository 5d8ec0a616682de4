#!/usr/bin/env python3
"""The report of kernels over the limits (bench/nvptx/quality_over.py): what is over, what a reason explains, what fails it.

  quality_over.py
"""
import os
import sys

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "bench", "nvptx"), os.path.join(ROOT, "tests", "suites")]
import foreign  # noqa: E402
import quality  # noqa: E402
import quality_over  # noqa: E402

failed = []


def expect(fine, what):
    if not fine:
        failed.append(what)
        print("FAILED: " + what)


def file(kernels, spills=0, stack=0):
    return {"kernels": kernels, "spills": spills, "stack": stack}


def main():
    # 65,536 registers: 64 warps of 32 each, 40 is 51.2 warps, 41 counts as 48, which is 42.7.
    for registers, warps in ((1, 64), (32, 64), (33, 48), (40, 48), (41, 40), (48, 40), (49, 36), (255, 8)):
        expect(quality_over.warps(registers) == warps, "warps of %d registers are %d" % (registers, warps))

    # Heads of loops are labels that a later branch of the same function names.
    text = "{\n$L1:\n@%p1 bra $L2;\n$L2:\nbra.uni $L1;\n}\n{\nbra $L1;\n$L1:\n@!%p2 bra $L1;\n}"
    mark = '$L1:\n\t.pragma "nounroll";\n'
    expect(quality.not_unrolled(text) == text.replace("$L1:\n", mark), "loops are marked, and nothing else")
    for words, numbers in (("ptxas unrolls more of it", ([100, 32, 0, 8], [900, 32, 0, 0], [100, 32, 0, 8], [100, 32, 0, 0])),
                           ("8 bytes of local memory are registers now", ([100, 32, 0, 8], [900, 32, 0, 0], [100, 32, 0, 8], [101, 32, 0, 0])),
                           ("one unit that ptxas pads to", ([256, 32, 0, 0], [384, 32, 0, 0], [256, 32, 0, 0], [384, 32, 0, 0])),
                           ("open", ([256, 32, 0, 0], [384, 48, 0, 0], [256, 32, 0, 0], [384, 48, 0, 0])),
                           ("open", ([256, 32, 0, 0], [512, 32, 0, 0], [256, 32, 0, 0], [512, 32, 0, 0]))):
        expect(foreign.cause_of(*numbers) == words, "%s: %s" % (words, foreign.cause_of(*numbers)))

    best = {"f": file({"k": [32, 1000], "l": [10, 512]}), "g": file({"k": [40, 1000]}, 8, 16), "bad": {"error": "no"}}
    same = {"f": file({"k": [32, 1300], "l": [32, 512]}), "g": file({"k": [33, 100]}, 8, 16), "bad": file({"k": [99, 99]})}
    expect(quality_over.over(same, best) == [], "nothing is over at the limits")
    mine = {"f": file({"k": [33, 1301], "new": [255, 9999]}, 4, 0), "g": file({"k": [40, 1000]}, 8, 17), "bad": {"error": "no"}}
    found = quality_over.over(mine, best)
    expect([f[:3] for f in found] == [("sass", "f", "k"), ("registers", "f", "k"), ("spills", "f", "-"), ("stack", "g", "-")],
           "one beside the limits is over: %s" % found)

    text = "# words\n\nsass f k* why\nregisters f k unrolled loops\nspills f - a value more\nstack g - arrays\n"
    reasons = quality_over.read_reasons(text)
    expect(quality_over.judge(found, reasons, {"f", "g"})[1], "all are explained")
    lines, fine = quality_over.judge(found, reasons[1:], {"f", "g"})
    expect(not fine and any("NO REASON" in n for n in lines), "a missing reason fails")
    lines, fine = quality_over.judge(found[1:], reasons, {"f", "g"})
    expect(not fine and any("over.txt:3" in n and "no longer" in n for n in lines), "a reason too many fails")
    expect(quality_over.judge(found[1:3], reasons[1:], {"f"})[1], "reasons for what was not measured are not judged")
    for wrong in ("sass f k\n", "bytes f k why\n"):
        try:
            quality_over.read_reasons(wrong)
            expect(False, "a line that is none: %r" % wrong)
        except ValueError:
            pass
    with open(quality_over.REASONS) as reasons_file:
        expect(len(quality_over.read_reasons(reasons_file.read())) > 0, "the tree's own reasons can be read")
    print("FAILED" if failed else "ok")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
