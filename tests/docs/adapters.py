#!/usr/bin/env python3
"""How many lines show code to the families: the toy machine, PTX and LLVM's machine functions, before there was one View and now.

  adapters.py ROOT             exit 1 where a third fewer lines do not hold, or a file stands in no list
  adapters.py ROOT --lines     prints the files of each list
  adapters.py ROOT --history   counts BEFORE again in the repository's history
  adapters.py --self-test      checks that too many lines and a file of no list are found

Counted are all lines, comments too, of what shows code to outline, pressure, flow, opt, modulo, sched and group, and writes
their plans: without modulo's expansions and with them, and for both a third fewer must hold. What reads files, what is a family's whose
input is no machine code, and what had no counterpart before (REST) is not.
"""
import pathlib
import subprocess
import sys
import tempfile

COMMIT = "4d3c3fb"  # the commit before include/lathe/program began
BEFORE = {
    "adapters/toy": {"flow": 43, "group": 151, "modulo": 85, "opt": 42, "outline": 158, "pressure": 93, "sched": 99},
    "adapters/nvptx_mir": {"flow": 68, "group": 345, "liveness": 141, "modulo": 185, "outline": 169, "outline_edit": 225,
                           "pressure": 149, "sched": 298},
    "adapters/llvm_mir": {"dependences": 428, "functions": 129, "outline": 458, "pressure": 208, "sched": 314},
}
NOW = {
    "adapters/toy": "view group modulo outline pressure sched",
    "nvptx/views": "view group modulo outline outline_edit pressure registers sched",
    "adapters/llvm_mir": "code functions memory outline pressure reorder sched schedule_view target_model units_view",
}
EXPANSIONS_BEFORE = {"adapters/toy": {"modulo_expand": 235}, "adapters/nvptx_mir": {"modulo_expand": 283}}
EXPANSIONS = {"adapters/toy": "modulo_expand", "nvptx/views": "modulo_expand"}
# Of what is in these folders besides.
REST = {
    "machines, files, families of graphs and bits, as before": {
        "adapters/toy": "machine linear expression expression_rules bits dag select wide thinlto",
        "nvptx/views": "counted_loop trip_count launch",
        "adapters/llvm_mir": "load peaks crowded crowded_problem loop_view occupancy amd_gpu pipeline"},
    "new: equivalence, traces, what instructions compute, places, prices": {"adapters/toy": "peephole", "nvptx/views": "outline_cost outline_prices", "adapters/llvm_mir": "view timed_view places blocks judge short_forms kept_answers"},
    "new: SSA form, the Editor, the Store, registers, uniformity": {
        "adapters/toy": "ssa stored registers stored_registers",
        "nvptx/views": "ssa editor uniformity throughput loop_registers",
        "adapters/llvm_mir": "editor ends physical_lives registers two_address webs algebra conditions first_sight frame_bases lanes loads parts selects slots"},
}


def lines(path):
    return len(path.read_text().splitlines())


def count(root, lists):
    return {f"{folder}/{name}": sum(lines(p) for p in files(root, folder) if p.stem == name)
            for folder, names in lists.items() for name in names.split()}


def files(root, folder):
    return [p for p in sorted((root / folder).glob("*")) if p.suffix in (".hpp", ".cpp")]


def before(lists):
    return sum(n for folder in lists.values() for n in folder.values())


def faults_of(root):
    listed = set()
    for lists in (NOW, EXPANSIONS, *REST.values()):
        for name, number in count(root, lists).items():
            listed.add(name)
            if number == 0:
                yield f"there is no {name}"
    for folder in NOW:
        for path in files(root, folder):
            if f"{folder}/{path.stem}" not in listed:
                yield f"{folder}/{path.name} is in no list of tests/docs/adapters.py"
    now, old = sum(count(root, NOW).values()), before(BEFORE)
    more = sum(count(root, EXPANSIONS).values())
    for lines_now, lines_before, what in ((now, old, "show code to the families"),
                                          (now + more, old + before(EXPANSIONS_BEFORE), "with modulo's expansions")):
        if 3 * lines_now > 2 * lines_before:
            yield f"{lines_now} lines {what}; a third fewer than {lines_before} are {2 * lines_before // 3}"


def report(root, everything):
    def row(title, old, lists):
        counts = count(root, lists)
        now = sum(counts.values())
        print(f"{old or '':>6} {now:6}  {title}" + (f" ({now / old:.3f})" if old else ""))
        for name, number in counts.items() if everything else ():
            print(f"{'':6} {number:6}    {name}")
        return now
    print("before    now")
    now = row("lines that show code to the families", before(BEFORE), NOW)
    more = row("writers of modulo's expansions", before(EXPANSIONS_BEFORE), EXPANSIONS)
    old = before(BEFORE) + before(EXPANSIONS_BEFORE)
    print(f"{old:6} {now + more:6}  both ({(now + more) / old:.3f})")
    for title, lists in REST.items():
        row(title, 0, lists)


def history(root):
    """Is what BEFORE says what git says?"""
    good = True
    for lists in (BEFORE, EXPANSIONS_BEFORE):
        for folder, named in lists.items():
            for name, said in named.items():
                text = subprocess.run(["git", "show", f"{COMMIT}:{folder}/{name}.hpp"], cwd=root, capture_output=True,
                                      text=True, check=True).stdout
                number = len(text.splitlines())
                if number != said:
                    print(f"{folder}/{name}.hpp had {number} lines, not {said}")
                    good = False
    print("the lines before are those of " + COMMIT if good else "the lines before are others")
    return 0 if good else 1


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for lists in (NOW, EXPANSIONS, *REST.values()):
            for name in count(root, lists):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).with_suffix(".hpp").write_text("// x\n")
        assert list(faults_of(root)) == [], list(faults_of(root))
        (root / "adapters/toy/opt.hpp").write_text("// x\n")
        assert len(list(faults_of(root))) == 1
        (root / "adapters/toy/opt.hpp").unlink()
        (root / "nvptx/views/view.hpp").unlink()
        assert len(list(faults_of(root))) == 1
        (root / "nvptx/views/view.hpp").write_text("// x\n" * 2600)
        assert len(list(faults_of(root))) == 1
        (root / "nvptx/views/view.hpp").write_text("// x\n" * 2400)
        (root / "nvptx/views/modulo_expand.hpp").write_text("// x\n" * 500)
        assert len(list(faults_of(root))) == 1
    print("self-test: good")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    root = pathlib.Path(sys.argv[1])
    if sys.argv[2:] == ["--history"]:
        return history(root)
    report(root, sys.argv[2:] == ["--lines"])
    faults = list(faults_of(root))
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
