#!/usr/bin/env python3
"""Include directions: arrows of the architecture point down only. Exit 1 and one line per breach.

  layers.py ROOT            checks the tree, and that docs/architecture.md draws it as it is
  layers.py ROOT --drawing  prints that drawing: rooms, and who includes whom, less what follows from other arrows
  layers.py --self-test     checks that breaches are found
"""
import pathlib
import re
import sys

HOUSES = ("include", "adapters", "codegen", "simt", "nvptx", "tools", "library")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)

# room of codegen/ -> rooms of it that it may include, itself and `support` always; it knows no target, and no LLVM but in
# CODEGEN_LLVM
CODEGEN_LLVM = {"build", "prepare"}
CODEGEN = {
    "support": set(),
    "types": set(),
    "dag": {"types"},
    "legalize": {"dag", "types"},
    "combine": {"dag", "types", "legalize"},
    "select": {"dag", "types"},
    "pipeline": {"dag", "types", "legalize", "combine"},
    "build": {"dag", "types", "legalize", "prepare"},
    "passes": set(),
    "prepare": set(),
    "machine": {"passes"},
}
# room of nvptx/ -> rooms whose headers it may include, itself and `support` always
NVPTX = {
    "support": set(),
    "target": set(),
    "intrinsics": {"target"},
    "mir": {"target"},
    "print": {"mir", "target"},
    "views": {"mir", "target"},
    "facts": {"target", "mir"},
    "select": {"intrinsics", "target", "mir", "facts"},
    "passes": {"mir", "print", "target", "views"},
    "prepare": {"target"},
    "debug": {"mir", "print", "passes", "target"},
    "build": {"intrinsics", "target", "mir", "facts", "prepare", "debug"},
    "exec": {"mir", "target"},
    "thinlto": set(),
}
# room of nvptx/ -> rooms of codegen/ that it may include, `support` always
OF_CODEGEN = {
    "intrinsics": {"types", "dag"},
    "facts": {"types", "dag", "legalize", "combine"},
    "select": {"types", "dag", "select"},
    "passes": {"passes"},
    "build": {"types", "dag", "legalize", "build", "prepare"},
    "prepare": {"prepare"},
}
# folder of nvptx/exec -> folders of it that it may include; what stands above them, exec.hpp say, all may
EXEC = {
    "state": set(),
    "lanes": {"state"},
    "operate": {"state", "lanes"},
    "decode": {"state", "lanes", "operate"},
    "machine": {"state", "lanes", "operate", "decode"},
    "device": {"operate"},
}
# folder of simt/ -> folders of it that it may include; beyond them the standard library and include/lathe alone
SIMT = {
    "state": set(),
    "lanes": {"state"},
    "machine": {"state", "lanes"},
    "watch": {"state", "lanes"},
    "texture": {"state", "lanes"},
    "client": {"state", "lanes", "machine"},
}
# room of include/lathe -> rooms it may include
LATHE = {
    "support": set(),
    "dense": {"support"},
    "bits": {"support"},
    "flow": {"support", "dense", "program"},     # program/effects.hpp
    "program": {"support", "dense"},
    "dag": {"support", "dense"},
    "combine": {"support", "dense", "dag"},
    "legalize": {"support", "dense", "dag", "combine"},
    "select": {"support", "dense", "dag"},
    "opt": {"support", "dense", "flow", "program"},
    "passes": {"support", "dense", "bits", "flow", "program", "dag", "combine", "opt", "pressure", "sched"},
    "outline": {"support", "dense", "flow", "program"},
    "modulo": {"support", "dense", "flow", "program"},
    "expand": {"support", "flow", "modulo", "program"},
    "sched": {"support", "dense", "flow", "pressure", "program"},
    "pressure": {"support", "dense", "flow", "program"},
    "group": {"support", "dense", "flow", "pressure", "program"},
    "boost_graph": {"support", "flow", "program", "modulo", "sched", "group"},
    "thinlto": {"support", "dense"},
    "inlining": {"support"},
    "regalloc": {"support", "dense", "flow", "program", "opt"},  # opt/parallel_copy.hpp
}
# Headers of the library that need Boost or range-v3; all others need the standard library alone, through whatever they
# include of ours, too.
MORE_THAN_STANDARD = {"include/lathe/boost_graph.hpp", "include/lathe/program/store.hpp"}
LLVM_ROOMS = {"prepare", "build", "driver", "debug"}
# Run by threads: what they ask of LLVM they ask through codegen/build and nvptx/build (docs/architecture.md, "Threads").
NO_LLVM = {"nvptx/driver/functions.cpp", "nvptx/driver/functions.hpp", "nvptx/build/view.hpp", "nvptx/build/build.hpp",
           "codegen/build/view.hpp", "codegen/build/build.hpp",
           "nvptx/debug/plan.hpp", "nvptx/debug/function.hpp", "nvptx/debug/function.cpp", "nvptx/debug/flow.cpp"}
FOREIGN = re.compile(r"^(llvm|llvm-c|clang|codegen|simt|nvptx|adapters|cuda|fmt|nlohmann|CLI|doctest|benchmark)([/.]|$)")


def breaches(path, text):
    parts = pathlib.PurePosixPath(path).parts
    for name in INCLUDE.findall(text):
        target = pathlib.PurePosixPath(name).parts
        if parts[:2] == ("include", "lathe"):
            room = parts[2] if len(parts) > 3 else pathlib.PurePosixPath(parts[2]).stem
            if FOREIGN.match(name):
                yield f"{path}: a header of the library includes <{name}>"
            elif path not in MORE_THAN_STANDARD and (target[0] in ("boost", "range") or f"include/{name}" in MORE_THAN_STANDARD):
                yield f"{path}: needs more than the standard library by <{name}>, and is not among those that may"
            elif target[0] == "lathe" and len(target) > 2 and target[1] != room and target[1] not in LATHE.get(room, set()):
                yield f"{path}: room '{room}' includes <{name}>"
        elif parts[0] == "codegen":
            llvm = target[0] == "llvm" and parts[1] in CODEGEN_LLVM and path not in NO_LLVM
            if (FOREIGN.match(name) and target[0] != "codegen" and not llvm) or target[0] in ("tests", "bench", "examples", "tools"):
                yield f"{path}: the code generator that knows no target includes {name}"
            if target[0] == "codegen" and target[1] not in CODEGEN.get(parts[1], set()) | {parts[1], "support"}:
                yield f"{path}: room '{parts[1]}' includes {name}"
        elif parts[0] == "simt":
            if (FOREIGN.match(name) and target[0] != "simt") or target[0] in ("tests", "bench", "examples", "tools"):
                yield f"{path}: the machine that knows no target includes {name}"
            if target[0] == "simt" and target[1] not in SIMT.get(parts[1], set()) | {parts[1]}:
                yield f"{path}: room '{parts[1]}' includes {name}"
        elif parts[0] == "nvptx":
            room = parts[1]
            if target[0] == "simt" and room != "exec":
                yield f"{path}: room '{room}' includes {name}"
            if target[0] == "codegen" and room != "driver" and target[1] not in OF_CODEGEN.get(room, set()) | {"support"}:
                yield f"{path}: room '{room}' includes {name}"
            if name.startswith("llvm/") and path in NO_LLVM:
                yield f"{path}: run by threads, includes <{name}>"
            if name.startswith("llvm/") and room not in LLVM_ROOMS:
                yield f"{path}: only {', '.join(sorted(LLVM_ROOMS))} may include LLVM, found <{name}>"
            if target[0] in ("tests", "bench", "examples", "tools"):
                yield f"{path}: includes {name}"
            if target[0] == "nvptx" and room != "driver" and target[1] not in NVPTX.get(room, set()) | {room, "support"}:
                yield f"{path}: room '{room}' includes {name}"
            if target[0] == "adapters" and room != "driver":
                yield f"{path}: room '{room}' includes {name}"
            if parts[:2] == target[:2] == ("nvptx", "exec") and len(parts) == 4 and len(target) == 4 and \
                    target[2] not in EXEC.get(parts[2], set()) | {parts[2]}:
                yield f"{path}: folder '{parts[2]}' of the executor includes {name}"
            if parts[:2] == target[:2] == ("nvptx", "exec") and len(parts) == 3 and len(target) == 4:
                yield f"{path}: the executor's face includes {name}"
        elif parts[0] == "adapters" and target[0] in ("codegen", "simt", "nvptx", "tools", "tests", "bench", "examples"):
            yield f"{path}: an adapter includes {name}"
        elif parts[0] == "tools" and (target[0] in ("tests", "bench", "examples") or name.startswith("llvm/")):
            yield f"{path}: includes {name}"
        elif parts[0] == "tools" and parts[2] != "llvm" and (target[:3] == ("tools", "lathe", "llvm") or
                                                             target[0] == "nvptx" and target[1] in LLVM_ROOMS):
            yield f"{path}: includes {name}, and is built without LLVM, too"
        elif parts[0] == "library" and (target[0] in ("tests", "bench", "examples", "adapters") or
                                        name.startswith("llvm/") and parts[1] != "clang"):  # clang's own
            yield f"{path}: includes {name}"
        elif parts[0] == "library" and parts[1] != "lathe" and target[0] in ("codegen", "simt", "nvptx", "tools", "lathe"):
            yield f"{path}: a door of the library includes {name}, and is to need its C header alone"
        # The program loads the library, for --optimize.
        loads = target[0] == "lathe-c" and path.endswith("tools/lathe/llvm/optimize.cpp")
        if parts[0] != "library" and target[0] in ("library", "lathe-c") and not loads:
            yield f"{path}: includes {name}, which stands above it"


def check(root):
    found, files = [], 0
    for folder in HOUSES:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".hpp", ".cpp", ".def"):
                files += 1
                found += breaches(file.relative_to(root).as_posix(), file.read_text())
    return found, files


def room_of(path):
    """"lathe/flow", "nvptx/mir", "adapters/toy"; None for what is no room."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[:2] == ("include", "lathe"):
        parts = parts[1:]
    if parts[0] not in ("lathe", "codegen", "simt", "nvptx", "adapters", "tools", "library") or len(parts) < 2:
        return None
    if parts[:2] == ("nvptx", "exec") and len(parts) == 4:
        return "nvptx/exec/" + parts[2]
    return parts[0] + "/" + pathlib.PurePosixPath(parts[1]).stem


def arrows(root):
    """{room: rooms that its files include}"""
    found = {}
    for folder in HOUSES:
        for file in sorted((root / folder).rglob("*")):
            room = room_of(file.relative_to(root).as_posix())
            if file.suffix not in (".hpp", ".cpp", ".def") or room is None:
                continue
            targets = found.setdefault(room, set())
            targets |= {to for to in map(room_of, INCLUDE.findall(file.read_text())) if to not in (None, room)}
    return found


def circles(found):
    """One line per room that includes itself by way of others."""
    for start in sorted(found):
        ways, left = {}, [start]
        while left and start not in ways:
            room = left.pop()
            for to in sorted(found.get(room, ())):
                if to not in ways:
                    ways[to] = room
                    left.append(to)
        if start in ways:
            way, room = [start], ways[start]
            while room != start:
                way, room = [room, *way], ways[room]
            yield f"a circle: {start} -> {' -> '.join(way)}"


def drawing(root):
    found = arrows(root)

    def reached(start, without):
        seen, left = set(), [to for to in found[start] if to != without]
        while left:
            room = left.pop()
            if room not in seen and room != start:
                seen.add(room)
                left += found.get(room, ())
        return seen

    def name(room):
        return room.replace("/", "_")

    lines = ["```mermaid", "flowchart TD"]
    for group, title in (("library", "library: the C library and its doors"), ("tools", "tools: the command line"), ("nvptx", "nvptx: its client for PTX"),
                         ("simt", "simt: the machine under executors, that knows no target"),
                         ("codegen", "codegen: the code generator that knows no target"),
                         ("adapters", "adapters: programs of others as Views"), ("lathe", "include/lathe: the algorithms")):
        lines.append(f'  subgraph {group}["{title}"]')
        lines += [f"    {name(room)}[{room.split('/', 1)[1]}]" for room in sorted(found) if room.startswith(group + "/")]
        lines.append("  end")
    for room in sorted(found):
        direct = [to for to in sorted(found[room]) if to not in reached(room, to)]
        if direct:
            lines.append(f"  {name(room)} --> {' & '.join(map(name, direct))}")
    return "\n".join([*lines, "```"])


def self_test():
    bad = [("include/lathe/dag/a.hpp", "#include <llvm/IR/Function.h>"),
           ("include/lathe/dag/a.hpp", '#include "codegen/types/vt.hpp"'),
           ("codegen/dag/a.hpp", '#include "nvptx/mir/ir.hpp"'),
           ("codegen/dag/a.hpp", '#include "codegen/legalize/facts.hpp"'),
           ("nvptx/mir/a.hpp", '#include "codegen/dag/dag.hpp"'),
           ("simt/state/a.hpp", '#include "nvptx/mir/ir.hpp"'),
           ("simt/watch/a.cpp", '#include "codegen/types/vt.hpp"'),
           ("library/lathe/a.cpp", "#include <llvm/IR/Function.h>"),
           ("library/nvvm/a.cpp", '#include "nvptx/driver/compile.hpp"'),
           ("nvptx/driver/a.cpp", '#include "library/lathe/result.hpp"'),
           ("simt/machine/a.cpp", "#include <llvm/IR/Function.h>"),
           ("simt/state/a.hpp", '#include "simt/machine/grid.hpp"'),
           ("nvptx/mir/a.hpp", '#include "simt/state/code.hpp"'),
           ("include/lathe/dag/a.hpp", '#include "simt/state/code.hpp"'),
           ("include/lathe/support/a.hpp", "#include <lathe/dag/graph.hpp>"),
           ("nvptx/select/a.cpp", "#include <llvm/IR/Function.h>"),
           ("nvptx/driver/functions.cpp", "#include <llvm/IR/Function.h>"),
           ("nvptx/mir/a.cpp", '#include "nvptx/select/select.hpp"'),
           ("codegen/combine/a.cpp", '#include "nvptx/select/select.hpp"'),
           ("codegen/combine/a.cpp", '#include <llvm/IR/Function.h>'),
           ("codegen/prepare/a.cpp", '#include "nvptx/prepare/steps.hpp"'),
           ("codegen/prepare/a.cpp", '#include "codegen/dag/dag.hpp"'),
           ("include/lathe/flow/a.hpp", "#include <boost/graph/adjacency_list.hpp>"),
           ("include/lathe/flow/a.hpp", "#include <range/v3/all.hpp>"),
           ("include/lathe/flow/a.hpp", "#include <lathe/program/store.hpp>"),
           ("adapters/toy/a.hpp", '#include "nvptx/mir/ir.hpp"'),
           ("nvptx/mir/a.hpp", '#include "adapters/toy/view.hpp"'),
           ("nvptx/driver/a.cpp", '#include "tools/lathe/files.hpp"'),
           ("nvptx/exec/state/a.hpp", '#include "nvptx/exec/machine/grid.hpp"'),
           ("nvptx/exec/exec.hpp", '#include "nvptx/exec/state/memory.hpp"'),
           ("tools/lathe/a.cpp", '#include "nvptx/driver/compile.hpp"'),
           ("tools/lathe/a.cpp", '#include "tools/lathe/llvm/compile_arguments.hpp"'),
           ("tools/lathe/llvm/a.cpp", '#include "lathe-c/lathe.h"'),
           ("tools/lathe/llvm/a.cpp", "#include <llvm/IR/Function.h>")]
    good = [("include/lathe/dag/a.hpp", "#include <lathe/dag/graph.hpp>\n#include <vector>"),
            ("include/lathe/program/store.hpp", "#include <boost/intrusive/list.hpp>"),
            ("nvptx/build/a.cpp", "#include <llvm/IR/Function.h>"),
            ("nvptx/build/a.cpp", '#include "codegen/dag/dag.hpp"'),
            ("codegen/combine/a.cpp", '#include "codegen/support/diag.hpp"\n#include <lathe/combine.hpp>'),
            ("codegen/prepare/a.cpp", '#include <llvm/IR/Function.h>\n#include "codegen/support/diag.hpp"'),
            ("nvptx/prepare/a.cpp", '#include "codegen/prepare/table.hpp"'),
            ("nvptx/driver/a.cpp", '#include "nvptx/select/select.hpp"'),
            ("tools/lathe/a.cpp", '#include "nvptx/views/view.hpp"\n#include "tools/lathe/llvm.hpp"'),
            ("tools/lathe/llvm/a.cpp", '#include "nvptx/driver/compile.hpp"'),
            ("tools/lathe/llvm/optimize.cpp", '#include "lathe-c/lathe.h"'),
            ("simt/machine/a.cpp", '#include "simt/state/warp.hpp"\n#include <lathe/flow/cfg.hpp>'),
            ("nvptx/exec/machine/a.cpp", '#include "nvptx/exec/exec.hpp"\n#include "simt/machine/grid.hpp"')]
    failed = [c for c in bad if not list(breaches(*c))] + [c for c in good if list(breaches(*c))]
    if list(circles({"a": {"b"}, "b": {"c"}, "c": set()})) or not list(circles({"a": {"b"}, "b": {"c"}, "c": {"b"}})):
        failed.append("circles")
    for case in failed:
        print("self-test: wrong answer for", case)
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(sys.argv[1])
    if sys.argv[2:] == ["--drawing"]:
        print(drawing(root))
        return 0
    found, files = check(root)
    found += circles(arrows(root))
    if drawing(root) not in (root / "docs/architecture.md").read_text():
        found.append("docs/architecture.md: the drawing of rooms is not of this tree; put in what `layers.py . --drawing` prints")
    for line in found:
        print(line)
    print(f"{files} files, {len(found)} breaches")
    return 1 if found or files == 0 or self_test() else 0


if __name__ == "__main__":
    sys.exit(main())
