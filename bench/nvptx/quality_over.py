"""Kernels over the limits of the quality report, and the reasons for them.

A kernel is over when lathe's code needs more than 1.3 of the SASS bytes of the better of the rivals, so many more registers
that fewer warps fit on a multiprocessor, or when its file has more spills or stack. Each such one has a line in
tests/quality/over.txt (see there); the report fails when a reason is missing and when a line names what is no longer over.
"""
import fnmatch
import os

import common

REASONS = os.path.join(common.ROOT, "tests", "quality", "over.txt")
MOST_SASS = 1.3
KINDS = ["sass", "registers", "spills", "stack"]


def warps(registers):
    """Warps that fit on a multiprocessor of 65,536 registers: they are given out by 8 for each thread, to 4 warps at a time."""
    each = max(1, -(-registers // 8)) * 8 * 32
    return min(64, 65536 // each // 4 * 4)


def over(mine, best):
    """[(kind, file, kernel or '-', lathe's number, the better's)]"""
    found = []
    for file, numbers in sorted(mine.items()):
        other = best.get(file, {"error": "not measured"})
        if "error" in numbers or "error" in other:
            continue
        for kernel, (registers, size) in sorted(numbers["kernels"].items()):
            if kernel not in other["kernels"]:
                continue
            least_registers, least_size = other["kernels"][kernel]
            if size > MOST_SASS * least_size:
                found.append(("sass", file, kernel, size, least_size))
            if warps(registers) < warps(least_registers):
                found.append(("registers", file, kernel, registers, least_registers))
        found += [(kind, file, "-", numbers[kind], other[kind]) for kind in ("spills", "stack") if numbers[kind] > other[kind]]
    return found


def read_reasons(text):
    """[(kind, file, pattern, reason, line number)]; ValueError for a line that is none."""
    reasons = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(None, 3)
        if len(words) < 4 or words[0] not in KINDS:
            raise ValueError("line %d: expected 'KIND FILE KERNEL REASON' with KIND one of %s" % (number, ", ".join(KINDS)))
        reasons.append((*words, number))
    return reasons


def judge(found, reasons, measured):
    """(lines of the report, whether all are explained). Reasons for files that were not measured are not judged."""
    lines, fine, used = [], True, set()
    for kind, file, kernel, a, b in found:
        reason = next((r for r in reasons if r[:2] == (kind, file) and fnmatch.fnmatchcase(kernel, r[2])), None)
        if reason:
            used.add(reason[4])
        fine &= reason is not None
        lines.append("  %-9s %s.%s %d:%d  %s" % (kind, file, kernel, a, b, reason[3] if reason else "NO REASON in over.txt"))
    for reason in reasons:
        if reason[1] in measured and reason[4] not in used:
            fine = False
            lines.append("  over.txt:%d: %s %s %s is no longer over; delete the line" % (reason[4], *reason[:3]))
    return lines, fine


def report(mine, best):
    """Prints what is over and why. True when everything is explained."""
    try:
        with open(REASONS) as file:
            reasons = read_reasons(file.read())
    except (OSError, ValueError) as error:
        print("%s: %s" % (REASONS, error))
        return False
    measured = {f for f in mine if "error" not in mine[f] and "error" not in best.get(f, {"error": ""})}
    lines, fine = judge(over(mine, best), reasons, measured)
    print("over the limits (SASS x%.1f, warps that the registers allow, spills, stack): %d" % (MOST_SASS, len(lines)))
    print("\n".join(lines) if lines else "  none")
    return fine
