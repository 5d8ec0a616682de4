#!/usr/bin/env python3
"""Has every pass of include/lathe/passes the face that include/lathe/passes/changes.hpp promises? Read off the tree, by name.

  passes.py ROOT             exit 1 where a pass lacks something that EXCUSED does not give a reason for, or an excuse is none any more
  passes.py ROOT --matrix    prints passes by what they have
  passes.py --self-test      checks that what is missing, and an excuse too many, are found

A pass is a header that gives back a PassResult, or one of ALGORITHMS; other headers are in HELPERS with what they are for.
Columns: options with fuel, statistics with names, a typed reason for what is left alone, remarks, Cost and Source in the header's head; a
test in tests/unit that calls it; the toy machine and a checker (equivalence, or runs before and behind) behind such a test or in tests/suites/passes;
PTX as a client (nvptx), LLVM's machine code as one (adapters/llvm_mir, plugins/llvm and their tests), an example, a benchmark to 10^6 instructions, a line in include/lathe/README.md.
"""
import functools
import pathlib
import re
import sys
import tempfile

# No Editor is changed, so there is no fuel: plain data in and out, with a checker in the header.
ALGORITHMS = {"frame_layout": "lay_out"}
HELPERS = {
    "again": "what can be had again", "blocks": "ends of blocks", "chain": "analyses that passes share", "changes": "the face",
    "crowded": "where registers are short", "cut_plans": "plans of cuts that are kept", "cuts": "cutting a life",
    "dead_definitions": "definitions that nobody reads", "events": "what was written last", "expressions": "numbers for what is computed",
    "in_front": "part of hoist", "pinned_sight": "part of hoist", "joined_units": "part of coalesce", "lane_units": "lanes that are told apart", "name_lanes": "part of coalesce",
    "lanes": "what hands lanes on", "life": "lives of registers", "linear_forms": "values as sums", "linear_plan": "changes of sums, planned",
    "lives": "lives of several registers", "local_names": "names that never live from block to block",
    "machine_bits": "known bits of machine code", "operations": "what instructions compute", "origins": "what values are made of",
    "partial_redundancy": "part of common_subexpressions", "places": "where instructions stand", "pressure_gate": "what a change costs in registers",
    "reuse": "one's results for another's", "rewrite": "changes that several passes make", "slot_accesses": "who touches which bytes of a frame", "ssa_update": "right names behind copies of blocks",
}
MEANING = "it asks what each opcode computes, which LLVM's descriptions do not say: that wants a table for each target"
NO_EDITOR = "it changes no code: plain data in and out, with check_layout"
EXCUSED = {
    ("frame_layout", "fuel"): NO_EDITOR,
    ("frame_layout", "statistics"): NO_EDITOR,
    ("frame_layout", "reasons"): "it is refused for one reason: more bytes than FrameLayoutOptions::most",
    ("frame_layout", "remarks"): NO_EDITOR,
    ("reschedule", "source"): "that of include/lathe/sched, whose orders it takes",
    ("two_address", "ptx"): "PTX has no operands that must have a result's register",
    ("read_before_copies", "ptx"): "for two-address code, which PTX is not; LLVM's machine code is its client (plugins/llvm)",
    ("frame_bases", "ptx"): "offsets of PTX have 32 bits: no place of a frame is too far",
    ("block_placement", "llvm"): "plugins/llvm asks the orders of include/lathe/opt itself",
    ("demanded_bits", "llvm"): MEANING,
    ("frame_layout", "llvm"): "LLVM lays frames out by hooks of the target, registers that callers want kept among them",
    ("fuse_products", "llvm"): MEANING,
    ("name_handles", "llvm"): "handles of textures are NVPTX's alone",
    ("peephole", "llvm"): MEANING,
    ("promote_slots", "llvm"): "LLVM promotes on its IR: what is left has an address that goes elsewhere",
    ("register_target", "llvm"): "its parts are there: plugins/llvm's occupancy and schedule, rematerialize",
    ("reschedule", "llvm"): "plugins/llvm orders LLVM's regions by include/lathe/sched",
    ("reuse_sums", "llvm"): MEANING,
    ("structurize", "llvm"): "LLVM structures control flow on its IR, in front of instruction selection",
    ("structurize", "benchmark"): "each step looks at the whole function, so time grows with its square; the growth limit bounds steps",
}
CHECKS = re.compile(r"equal::run\(|\bcompare\(|\.judge\(|check_layout\(|\bsame\(")  # equivalence, or both run
LLVM = ("adapters/llvm_mir", "plugins/llvm", "tests/unit/adapters/llvm_mir")
COLUMNS = ("options", "fuel", "statistics", "reasons", "remarks", "cost", "source", "test", "toy", "checker", "ptx", "llvm", "example", "benchmark", "readme")


class Tree:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.headers = {p.stem: p.read_text() for p in sorted((self.root / "include/lathe/passes").glob("*.hpp"))}
        self.readme = (self.root / "include/lathe/README.md").read_text()

    @functools.lru_cache(maxsize=None)
    def text(self, path):
        return path.read_text() if path.is_file() else ""

    @functools.lru_cache(maxsize=None)
    def all_of(self, folder):
        return sorted((self.root / folder).rglob("*.cpp"))

    @functools.lru_cache(maxsize=None)
    def reaches(self, path):
        """The files of tests and adapters that a source includes, itself among them."""
        seen, todo = set(), [path]
        while todo:
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            for name in re.findall(r'#include "([^"]+)"', self.text(at)):
                todo += [self.root / base / name for base in (".", "tests") if (self.root / base / name).is_file()]
        return seen

    @functools.lru_cache(maxsize=None)
    def joined(self, path):
        return "".join(self.text(p) for p in self.reaches(path))

    @functools.lru_cache(maxsize=None)
    def callers(self, pass_, folder):
        """Sources in a folder that include the pass's header, or headers that do, and call it."""
        called = re.compile(r"\b(?:%s)\(" % "|".join(functions(pass_, self.headers[pass_])))
        include = f"<lathe/passes/{pass_}.hpp>"
        return [p for p in self.all_of(folder) if include in self.joined(p) and called.search(self.joined(p))]


def functions(pass_, text):
    """Entry functions: those that return the pass's result."""
    if pass_ in ALGORITHMS:
        return [ALGORITHMS[pass_]]
    return sorted(set(re.findall(r"^\w+Result(?:<P>)? (\w+)\(", text, re.M))) or ["-"]


def is_pass(stem, text):
    return stem in ALGORITHMS or (stem != "changes" and "PassResult<P, " in text)


def column(tree, pass_, name):
    text = tree.headers[pass_]
    head = text[:text.find("#pragma once")]
    tests = tree.callers(pass_, "tests/unit/lathe")
    runs = tests + tree.callers(pass_, "tests/suites/passes")
    reason = re.search(r"PassResult<P, \w+, (\w+)>", text)
    return {
        "options": lambda: re.search(r"struct \w+Options \{", text),
        "fuel": lambda: "options.fuel" in text,
        "statistics": lambda: re.search(r"struct \w+Stats \{.*?\bfields\(\)", text, re.S),
        "reasons": lambda: reason and any(f"enum class {reason[1]} " in t for t in tree.headers.values()),
        "remarks": lambda: re.search(r"\.remark\(Remark::Kind::", text),
        "cost": lambda: re.search(r"\bCost: ", head),
        "source": lambda: re.search(r"\bSources?: |\bours\b", head),
        "test": lambda: tests,
        "toy": lambda: any('#include "adapters/toy/' in tree.joined(p) for p in runs),
        "checker": lambda: any(CHECKS.search(tree.joined(p)) for p in runs),
        "ptx": lambda: tree.callers(pass_, "nvptx"),
        "llvm": lambda: any(tree.callers(pass_, folder) for folder in LLVM),
        "example": lambda: tree.callers(pass_, "examples"),
        "benchmark": lambda: any("1'000'000" in tree.text(p) for p in tree.callers(pass_, "bench/lathe")),
        "readme": lambda: named(tree.readme, pass_),
    }[name]()


def named(readme, stem):
    """In the column of headers of a row of the table."""
    return any(f"`{stem}.hpp`" in cells[2] or f"passes/{stem}.hpp`" in cells[2]
               for cells in (line.split("|") for line in readme.splitlines() if line.startswith("| ")) if len(cells) > 3)


def passes_of(tree):
    return [stem for stem, text in tree.headers.items() if is_pass(stem, text)]


def faults_of(tree):
    for stem in tree.headers:
        if stem not in HELPERS and not is_pass(stem, tree.headers[stem]):
            yield f"{stem}.hpp gives back no PassResult and is not in HELPERS of tests/docs/passes.py"
        if not named(tree.readme, stem):
            yield f"{stem}.hpp is in no row of include/lathe/README.md"
    for stem in HELPERS:
        if stem not in tree.headers or is_pass(stem, tree.headers[stem]):
            yield f"{stem}.hpp is in HELPERS of tests/docs/passes.py, but is none"
    for stem in passes_of(tree):
        for name in COLUMNS:
            if not column(tree, stem, name) and (stem, name) not in EXCUSED and name != "readme":
                yield f"{stem}: no {name}"
    for stem, name in EXCUSED:
        if stem not in tree.headers or column(tree, stem, name):
            yield f"{stem}: {name} is there, or the pass is gone: its excuse in tests/docs/passes.py is none"


def matrix(tree):
    print(f"{'':22}" + " ".join(f"{name:10}" for name in COLUMNS))
    for stem in passes_of(tree):
        print(f"{stem:22}" + " ".join(f"{'yes' if column(tree, stem, n) else 'excused' if (stem, n) in EXCUSED else 'NO':10}" for n in COLUMNS))
    for (stem, name), why in EXCUSED.items():
        print(f"{stem}, {name}: {why}")


PASS = """// Cost: O(size). Source: ours.
#pragma once
struct TidyOptions { unsigned fuel = 9; };
enum class TidyReason : int { no };
struct TidyStats { static constexpr auto fields() { return 0; } };
template <View P>
using TidyResult = PassResult<P, TidyStats, TidyReason>;
TidyResult<P> tidy(P& code) {
  changes.remark(Remark::Kind::passed); options.fuel;
"""
CALLED = "#include <lathe/passes/tidy.hpp>\n"


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        files = {"include/lathe/passes/tidy.hpp": PASS, "include/lathe/README.md": "| passes | `lathe/passes/tidy.hpp` | tidies |\n",
                 "tests/unit/lathe/passes/tidy_test.cpp": CALLED + '#include "adapters/toy/view.hpp"\ntidy(f); compare(a, b);', "adapters/toy/view.hpp": "",
                 "nvptx/passes/tidy.cpp": CALLED + "passes::tidy(code)", "plugins/llvm/tidy.cpp": CALLED + "passes::tidy(code)",
                 "examples/tidy.cpp": CALLED + "passes::tidy(code)",
                 "bench/lathe/tidy.cpp": CALLED + "passes::tidy(code) 1'000'000"}

        def faults(**changed):
            for name, text in {**files, **{files_name(n): t for n, t in changed.items()}}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            excused = dict(EXCUSED)
            EXCUSED.clear()
            tree = Tree(root)
            out = [f for f in faults_of(tree) if "HELPERS" not in f]
            EXCUSED.update(excused)
            return out

        def files_name(short):
            return next(n for n in files if n.startswith(short))
        assert faults() == [], faults()
        for part, gone in (("struct TidyStats", "statistics"), (".remark(", "remarks"), ("Cost:", "cost"), ("enum class TidyReason", "reasons")):
            assert faults(include=PASS.replace(part, "x")) == [f"tidy: no {gone}"], part
        assert faults(nvptx=CALLED) == ["tidy: no ptx"]
        assert faults(plugins=CALLED) == ["tidy: no llvm"]
        assert faults(examples="passes::tidy(code)") == ["tidy: no example"]
        assert faults(bench=CALLED + "passes::tidy(code)") == ["tidy: no benchmark"]
        assert faults(tests=CALLED + "tidy(f)") == ["tidy: no toy", "tidy: no checker"]
        (root / "include/lathe/README.md").write_text("")
        files["include/lathe/README.md"] = "tidy.hpp\n"
        assert faults() == ["tidy.hpp is in no row of include/lathe/README.md"]
        assert any("excuse" in f for f in faults_of(Tree(root)))
        (root / "include/lathe/passes/odd.hpp").write_text("")
        assert any(f.startswith("odd.hpp gives back no") for f in faults_of(Tree(root)))
    print("self-test: good")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    tree = Tree(sys.argv[1])
    if sys.argv[2:] == ["--matrix"]:
        matrix(tree)
    faults = list(faults_of(tree))
    print("\n".join(faults) if faults else f"{len(passes_of(tree))} passes have the face that all have")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
