#!/usr/bin/env python3
"""Every header under include/lathe compiles alone and without a warning.

  alone.py ROOT [--jobs N] [--each]     exit 1 when a header fails; a missing compiler is said, not failed
  alone.py ROOT --examples [--jobs N]   the examples instead, by g++-12: where clang 22 is, a build compiles them by it
  alone.py --self-test                  headers with a fault each: are they found?

clang++-22 compiles them as modules, each of which sees what it includes itself: the same as alone, but each is parsed once.
Headers of Boost do not stand that; what includes them is compiled alone. g++-12 gets all in one file. --each: each alone, on
both. Both get the adapters that need no LLVM, too, for what only templates that are used warn of; the examples are built
with the same warnings (cmake/examples.cmake), and --examples has g++ look at their templates, too.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wsign-conversion", "-Werror"]
ADAPTERS = ("adapters/archetype", "adapters/toy")
INCLUDE = re.compile(r"^ *# *include [<\"]([^>\"]+)[>\"]", re.MULTILINE)


def compile_together(compiler, root, names):
    """Compiles a file that includes these, each a second time at once."""
    # g++ need not collect its garbage meanwhile.
    more = ["--param=ggc-min-heapsize=1000000"] if compiler.startswith("g++") else []
    run = subprocess.run([compiler, "-I", str(root / "include"), "-I", str(root), *FLAGS, *more, "-fsyntax-only", "-x", "c++", "-"],
                         capture_output=True, text=True,
                         input="".join(f"#include <{name}>\n#include <{name}>\n" for name in names))
    return compiler, names, run.returncode, run.stderr


def module_map(name, attribute, headers):
    lines = [f'  module m{k} {{ header "{header}" export * }}\n' for k, header in enumerate(headers)]
    return f"module {name} {attribute}{{\n{''.join(lines)}}}\n"


def standard_folder(compiler):
    """Where it has <vector>; None: nobody knows."""
    run = subprocess.run([compiler, "-std=c++20", "-E", "-x", "c++", "-"], capture_output=True, text=True, input="#include <vector>\n")
    found = re.search(r'^# 1 "([^"]*)/vector"', run.stdout, re.MULTILINE)
    return pathlib.Path(found[1]) if found else None


def compile_modules(compiler, root, names, adapters, standard):
    """Compiles these as the parts of one module, each of which sees what it includes."""
    files = [*(root / "include" / name for name in names), *(root / name for name in adapters)]
    used = sorted({n for file in files for n in INCLUDE.findall(file.read_text()) if (standard / n).is_file()})
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "standard.modulemap").write_text(module_map("standard", "[system] ", [standard / n for n in used]))
        (folder / "lathe.modulemap").write_text(module_map("lathe", "", files))
        run = subprocess.run([compiler, "-I", str(root / "include"), "-I", str(root), *FLAGS, "-fmodules", "-Xclang", "-fmodules-local-submodule-visibility",
                              f"-fmodule-map-file={folder / 'standard.modulemap'}", f"-fmodules-cache-path={folder / 'cache'}",
                              "-ferror-limit=0", "-fmodule-name=lathe", "-Xclang", "-x", "-Xclang", "c++-module-map", "-x", "c++",
                              "-Xclang", "-emit-module", "-o", str(folder / "lathe.pcm"), "-c", str(folder / "lathe.modulemap")],
                             capture_output=True, text=True)
    return compiler, [f"{len(files)} headers as modules"], run.returncode, run.stderr


def with_boost(root, names, adapters):
    """Those that include Boost's headers, or one that does."""
    includes = {name: set(INCLUDE.findall((root / "include" / name).read_text())) for name in names}
    includes |= {name: set(INCLUDE.findall((root / name).read_text())) for name in adapters}
    found = {name for name in includes if any(n.startswith("boost/") for n in includes[name])}
    while True:
        more = {name for name in includes if includes[name] & found} - found
        if not more:
            return found
        found |= more


def work_of(compiler, root, headers, adapters, each):
    """What is to be compiled, as calls, the longest first."""
    standard = standard_folder(compiler) if compiler.startswith("clang++") and not each else None
    if standard:
        boost = with_boost(root, headers, adapters)
        calls = [(compile_modules, compiler, root, [h for h in headers if h not in boost], [a for a in adapters if a not in boost], standard)]
        calls += [(compile_together, compiler, root, [a for a in adapters if a in boost])] if boost & {*adapters} else []
        return calls + [(compile_together, compiler, root, [h]) for h in headers if h in boost]
    if each or not compiler.startswith("g++"):
        calls = [(compile_together, compiler, root, adapters)] if adapters else []
        return calls + [(compile_together, compiler, root, [h]) for h in headers]
    return [(compile_together, compiler, root, [*headers, *adapters])]


def check(root, compilers, jobs, each):
    """How many headers there are, of adapters too, and what failed, as texts."""
    include = root / "include"
    headers = sorted(header.relative_to(include).as_posix() for header in (include / "lathe").rglob("*.hpp"))
    adapters = sorted(header.relative_to(root).as_posix() for room in ADAPTERS for header in (root / room).rglob("*.hpp"))
    failed = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        alone = each or not any(c.startswith("clang") for c in compilers)
        runs = [pool.submit(*call) for c in compilers for call in work_of(c, root, headers, adapters, alone)]
        for run in runs:
            compiler, names, code, text = run.result()
            if code != 0:
                failed.append(f"{compiler} {' '.join(f'<{name}>' for name in names)}:\n{text}")
    return len(headers), len(adapters), failed


def check_examples(root, compiler, jobs):
    """How many examples there are that include nothing of LLVM or of the code generator, and what failed, as texts."""
    names = sorted(p.name for p in (root / "examples").glob("*.cpp") if not p.name.startswith(("llvm_", "nvptx_")))

    def one(name):
        run = subprocess.run([compiler, "-I", str(root / "include"), *FLAGS, "-fsyntax-only", str(root / "examples" / name)],
                             capture_output=True, text=True)
        return "" if run.returncode == 0 else f"{compiler} examples/{name}:\n{run.stderr}"

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return len(names), [text for text in pool.map(one, names) if text]


FAULTS = {
    "sorts without <algorithm>": "#include <vector>\ninline void g(std::vector<int>& v) { std::sort(v.begin(), v.end()); }\n",
    "in a template, too": "template <class T> void g(T& v) { auto a = std::make_unique<T>(v); }\n",
    "takes a class of a neighbour": "inline Fine h() { return {}; }\n",
    "a warning": "inline int z(unsigned u) { int x = u; return x; }\n",
}


def self_test(compilers, jobs):
    missed = 0
    fine = "#pragma once\n#include <algorithm>\n#include <memory>\n#include <vector>\nstruct Fine { std::vector<int> v; };\n"
    for compiler in compilers:
        for what, text in {"": "", **FAULTS}.items():
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch) / "include" / "lathe"
                folder.mkdir(parents=True)
                (folder / "a.hpp").write_text(fine)
                (folder / "b.hpp").write_text("#pragma once\n" + text)
                failed = check(pathlib.Path(scratch), [compiler], jobs, False)[2]
            if bool(failed) != bool(what):
                missed += 1
                print(f"{compiler}: {what or 'headers without a fault'}: {failed}")
    print(f"{len(FAULTS)} faults on {len(compilers)} compilers: {missed} judged wrongly")
    return 1 if missed or not compilers else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path, nargs="?")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--each", action="store_true", help="each header alone on all compilers")
    parser.add_argument("--examples", action="store_true", help="the examples, by g++")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    compilers = [c for c in ("g++-12", "clang++-22") if shutil.which(c)] or [c for c in ("g++", "clang++") if shutil.which(c)]
    for missing in {"g++-12", "clang++-22"} - set(compilers):
        print(f"{missing} is not here: not tried")
    if args.self_test:
        return self_test(compilers, args.jobs)
    if args.root is None:
        parser.error("ROOT is missing")
    if args.examples:
        compiler = next((c for c in compilers if c.startswith("g++")), None)
        examples, failed = check_examples(args.root.resolve(), compiler, args.jobs) if compiler else (0, ["no g++ is here"])
        print("\n".join([*failed, f"{examples} examples by {compiler}: {len(failed)} failed"]))
        return 1 if failed or not examples else 0
    headers, adapters, failed = check(args.root.resolve(), compilers, args.jobs, args.each)
    for text in failed:
        print(text)
    print(f"{headers} headers and {adapters} of adapters on {len(compilers)} compilers: {len(failed)} failed")
    return 1 if failed or not headers or not compilers else 0


if __name__ == "__main__":
    sys.exit(main())
