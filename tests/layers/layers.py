#!/usr/bin/env python3
"""Include directions: arrows of the architecture point down only. Exit 1 and one line per breach.

  layers.py ROOT        checks the tree
  layers.py --self-test checks that breaches are found
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)

# room of nvptx/ -> rooms whose headers it may include, itself and `support` always
NVPTX = {
    "support": set(),
    "target": set(),
    "intrinsics": {"target", "dag"},            # recipe.hpp uses value types
    "dag": {"intrinsics", "target"},
    "mir": {"target"},
    "print": {"mir", "target"},
    "legalize": {"dag", "intrinsics", "target", "mir"},
    "combine": {"dag", "intrinsics", "target", "legalize"},
    "select": {"dag", "intrinsics", "target", "mir", "legalize"},
    "passes": {"mir", "print", "target"},
    "prepare": {"target"},
    "debug": {"mir", "print", "passes", "target"},
    "build": {"dag", "intrinsics", "target", "mir", "legalize", "prepare", "debug"},
    "exec": {"mir", "target"},
}
# room of include/lathe -> rooms it may include
LATHE = {
    "support": set(),
    "dense": {"support"},
    "bits": {"support"},
    "flow": {"support", "dense"},
    "program": {"support", "dense"},
    "dag": {"support", "dense"},
    "opt": {"support", "dense", "flow"},
    "outline": {"support", "dense"},
    "modulo": {"support", "dense", "flow"},
    "sched": {"support", "dense", "flow", "pressure"},
    "pressure": {"support", "dense", "flow"},
    "group": {"support", "dense", "flow"},
    "thinlto": {"support", "dense"},
}
LLVM_ROOMS = {"prepare", "build", "driver", "debug"}
# Run by threads: what they ask of LLVM they ask through nvptx/build (docs/architecture.md, "Threads").
NO_LLVM = {"nvptx/driver/functions.cpp", "nvptx/driver/functions.hpp", "nvptx/build/view.hpp", "nvptx/build/build.hpp",
           "nvptx/debug/plan.hpp", "nvptx/debug/function.hpp", "nvptx/debug/function.cpp", "nvptx/debug/flow.cpp"}
FOREIGN = re.compile(r"^(llvm|llvm-c|clang|nvptx|adapters|cuda|fmt|nlohmann|CLI|doctest|benchmark)([/.]|$)")


def breaches(path, text):
    parts = pathlib.PurePosixPath(path).parts
    for name in INCLUDE.findall(text):
        target = pathlib.PurePosixPath(name).parts
        if parts[:2] == ("include", "lathe"):
            room = parts[2] if len(parts) > 3 else pathlib.PurePosixPath(parts[2]).stem
            if FOREIGN.match(name):
                yield f"{path}: a header of the library includes <{name}>"
            elif target[0] == "lathe" and len(target) > 2 and target[1] != room and target[1] not in LATHE.get(room, set()):
                yield f"{path}: room '{room}' includes <{name}>"
        elif parts[0] == "nvptx":
            room = parts[1]
            if name.startswith("llvm/") and path in NO_LLVM:
                yield f"{path}: run by threads, includes <{name}>"
            if name.startswith("llvm/") and room not in LLVM_ROOMS:
                yield f"{path}: only {', '.join(sorted(LLVM_ROOMS))} may include LLVM, found <{name}>"
            if target[0] in ("tests", "bench", "examples"):
                yield f"{path}: includes {name}"
            if target[0] == "nvptx" and room != "driver" and target[1] not in NVPTX.get(room, set()) | {room, "support"}:
                yield f"{path}: room '{room}' includes {name}"
        elif parts[0] == "adapters" and target[0] == "nvptx" and not parts[1].startswith("nvptx"):
            yield f"{path}: an adapter includes {name}"


def check(root):
    found, files = [], 0
    for folder in ("include", "nvptx", "adapters"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".hpp", ".cpp", ".def"):
                files += 1
                found += breaches(file.relative_to(root).as_posix(), file.read_text())
    return found, files


def self_test():
    bad = [("include/lathe/dag/a.hpp", "#include <llvm/IR/Function.h>"),
           ("include/lathe/dag/a.hpp", '#include "nvptx/dag/vt.hpp"'),
           ("include/lathe/support/a.hpp", "#include <lathe/dag/graph.hpp>"),
           ("nvptx/select/a.cpp", "#include <llvm/IR/Function.h>"),
           ("nvptx/driver/functions.cpp", "#include <llvm/IR/Function.h>"),
           ("nvptx/mir/a.cpp", '#include "nvptx/select/select.hpp"'),
           ("nvptx/combine/a.cpp", '#include "nvptx/select/select.hpp"'),
           ("adapters/toy/a.hpp", '#include "nvptx/mir/ir.hpp"')]
    good = [("include/lathe/dag/a.hpp", "#include <lathe/dag/graph.hpp>\n#include <vector>"),
            ("nvptx/build/a.cpp", "#include <llvm/IR/Function.h>"),
            ("nvptx/driver/a.cpp", '#include "nvptx/select/select.hpp"')]
    failed = [c for c in bad if not list(breaches(*c))] + [c for c in good if list(breaches(*c))]
    for case in failed:
        print("self-test: wrong answer for", case)
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found, files = check(pathlib.Path(sys.argv[1]))
    for line in found:
        print(line)
    print(f"{files} files, {len(found)} breaches")
    return 1 if found or files == 0 or self_test() else 0


if __name__ == "__main__":
    sys.exit(main())
