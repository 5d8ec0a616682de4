#!/usr/bin/env python3
"""How many members an adopter writes: the View's, and each family's own, as include/lathe/README.md says it.

  members.py ROOT             exit 1 where the table says otherwise than the headers, or a goal is missed
  members.py ROOT --history   counts the column "before" again in the repository's history
  members.py --self-test      checks that a member more and a wrong table are found

A member that must be there is one that a missing one is told of: the `static_assert(told(...))` of program/view.def for a
View, and for a family those of the header that its class OfView is made in, by what that includes. Goals: a View of at most
10 serves all families, and no family needs more than 3 of its own.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_OF_VIEW, MOST_OF_FAMILY = 10, 3
# family -> the header whose class takes a View
FAMILIES = {"flow": "flow/of_view.hpp", "opt: dead code": "opt/of_view.hpp", "pressure": "pressure/of_view.hpp",
            "sched": "sched/of_view.hpp", "modulo": "modulo/of_view.hpp", "outline": "outline/of_view.hpp",
            "group": "group/of_view.hpp"}
# Before there was a View: the members that a family could not do without, and where they are named at COMMIT. group took
# pairs of positions (dependences) in place of operands and memory.
COMMIT = "4d3c3fb"
BEFORE = {
    "flow": ("flow/concepts.hpp", "block_count for_each_successor variable_count inst_count for_each_operand"),
    "opt: dead code": ("opt/dead_code.hpp", "instruction_count value_count is_root for_each_def for_each_use"),
    "pressure": ("pressure/concepts.hpp", "blocks insts successors operands limits feeds"),
    "sched": ("sched/concepts.hpp", "insts operands memory latency live_out"),
    "modulo": ("modulo/concepts.hpp", "insts operands latency units"),
    "outline": ("outline/concepts.hpp", "blocks insts legal key bytes call_bytes frame_bytes"),
    "group": ("group/concepts.hpp", "blocks insts identify form merge clean_up dependences"),
}
TOLD = re.compile(r"static_assert\(\s*told\((?![^\"]*same_as<Own, Nothing>)")  # flow: or none at all
INCLUDED = re.compile(r"#include <lathe/(\w+/own\.def)>")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def own_members(root, header):
    """Asserted in the first class OfView of the header, but what it takes from view.def and facts.def."""
    text = (root / "include/lathe" / header).read_text()
    body = text[text.index("class OfView"):]
    body = body[:body.index("\n};")]
    return len(TOLD.findall(body)) + sum(len(TOLD.findall((root / "include/lathe" / name).read_text()))
                                         for name in INCLUDED.findall(body))


def table(text):
    """{family: (before, now)}"""
    rows = {}
    for line in text.splitlines():
        cells = [c.strip() for c in line.split("|")[1:-1]]
        if len(cells) < 4 or not re.match(r"\d+$", cells[1]):
            continue
        now = re.match(r"(\d+)|the same (\d+)", cells[2])
        if now:
            rows[cells[0]] = (int(cells[1]), int(now.group(1) or now.group(2)), cells[2].startswith("the same"))
    return rows


def faults_of(root):
    view = len(TOLD.findall((root / "include/lathe/program/view.def").read_text()))
    readme = (root / "include/lathe/README.md").read_text()
    if view > MOST_OF_VIEW:
        yield f"a View has {view} members, more than {MOST_OF_VIEW}"
    if view >= len(NUMBERS) or f"A View has {NUMBERS[view]} members" not in readme:
        yield f"include/lathe/README.md does not say that a View has {view} members"
    rows = table(readme)
    for family, header in FAMILIES.items():
        now, before = own_members(root, header), len(BEFORE[family][1].split())
        if now > MOST_OF_FAMILY:
            yield f"{family} asks for {now} members of its own, more than {MOST_OF_FAMILY}"
        if rows.get(family, ())[:2] != (before, now):
            yield f"the table has {rows.get(family, ())[:2]} for {family}; it is {before} before, {now} now"
    each = [rows[f] for f in FAMILIES if f in rows]
    together = (sum(r[0] for r in each), sum(r[1] for r in each if not r[2]))
    if rows.get("together", ())[:2] != together:
        yield f"the table has {rows.get('together', ())[:2]} together; it is {together}"


def history(root):
    good = True
    for family, (header, members) in BEFORE.items():
        text = subprocess.run(["git", "show", f"{COMMIT}:include/lathe/{header}"], cwd=root, capture_output=True, text=True,
                              check=True).stdout
        text += subprocess.run(["git", "show", f"{COMMIT}:include/lathe/support/program.hpp"], cwd=root, capture_output=True,
                               text=True).stdout
        for member in members.split():
            if not re.search(rf"\.{member}\(", text):
                print(f"{family}: {COMMIT} asks for no {member}")
                good = False
    print(f"the members before are those of {COMMIT}" if good else "the members before are others")
    return 0 if good else 1


def self_test(root):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for name in ["README.md", "program/view.def", "program/own.def", "group/own.def", *FAMILIES.values()]:
            to = copy / "include/lathe" / name
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text((root / "include/lathe" / name).read_text())
        assert list(faults_of(copy)) == [], list(faults_of(copy))
        for name, times, faults in (("program/view.def", 3, 2), ("group/own.def", 1, 2), ("program/own.def", 1, 3)):
            file = copy / "include/lathe" / name
            kept = file.read_text()
            file.write_text(kept + 'static_assert(told(true), "more");\n' * times)
            assert len(list(faults_of(copy))) == faults, list(faults_of(copy))
            file.write_text(kept)
        readme = copy / "include/lathe/README.md"
        readme.write_text(readme.read_text().replace("| outline | 7 | 3:", "| outline | 7 | 2:"))
        assert len(list(faults_of(copy))) == 2, list(faults_of(copy))
    print("self-test: good")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test(pathlib.Path(__file__).resolve().parents[2])
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    root = pathlib.Path(sys.argv[1])
    if sys.argv[2:] == ["--history"]:
        return history(root)
    faults = list(faults_of(root))
    print("\n".join(faults) if faults else "the table of members is that of the headers")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
