#!/usr/bin/env python3
"""Installs the build to a fresh prefix and uses it from outside the tree: a project with lathe::lathe (the headers
alone), then with lathe::nvptx; every installed example, of which a few are run; the program in README.md.

  consumer.py ROOT BUILD
"""
import concurrent.futures
import filecmp
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Compiled and run here. Of the others the tests example_* compile and run the same text from the tree, with the same headers:
# here it is seen that they are the same, and that all they include is installed.
RUN = ["dense", "group"]


def run(*command, cwd=None):
    result = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True)
    if result.returncode != 0:
        print("failed:", " ".join(str(c) for c in command))
        print(result.stdout[-4000:], result.stderr[-4000:])
        sys.exit(1)
    return result.stdout


def compiler(build):
    cache = (build / "CMakeCache.txt").read_text()
    return re.search(r"^CMAKE_CXX_COMPILER:[A-Z]+=(.*)$", cache, re.MULTILINE).group(1)


def compile_command(build, prefix, *more):
    return [compiler(build), "-std=c++20", "-O0", f"-I{prefix / 'include'}", *more]


def same_as_tree(tree, installed, names=None):
    names = names or sorted(p.relative_to(tree).as_posix() for p in tree.rglob("*.*") if p.suffix in (".hpp", ".def"))
    _, differ, missing = filecmp.cmpfiles(tree, installed, names, shallow=False)
    if differ or missing:
        print(f"of {installed} other than in {tree}: {differ}, missing: {missing}")
        sys.exit(1)
    return len(names)


def examples(root, build, prefix, scratch):
    """All that the tree has; with what is installed and nothing else to include."""
    installed = sorted((prefix / "share" / "lathe" / "examples").glob("*.cpp"))
    wanted = sorted(p.name for p in (root / "examples").glob("*.cpp"))
    if [p.name for p in installed] != wanted:
        print("installed examples:", [p.name for p in installed], "wanted:", wanted)
        sys.exit(1)
    files = same_as_tree(root / "include/lathe", prefix / "include/lathe")
    files += same_as_tree(root / "examples", prefix / "share/lathe/examples", wanted)
    files += same_as_tree(root / "adapters", prefix / "include/lathe-adapters/adapters")
    generic = [p for p in installed if not p.name.startswith(("nvptx_", "llvm_"))]

    def one(path):
        if path.stem not in RUN:
            run(*compile_command(build, prefix, "-E", "-o", "/dev/null", path), cwd=scratch)
            return
        run(*compile_command(build, prefix, path, "-o", scratch / path.stem), cwd=scratch)
        run(scratch / path.stem)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(one, generic))
    return f"{files} files as in the tree, {len(generic)} examples with what is installed, {len(RUN)} run"


def readme(root, build, prefix, scratch):
    """The first program in README.md prints what stands below it there."""
    text = (root / "README.md").read_text()
    found = re.search(r"^```cpp\n(.*?)^```\n```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if not found or found.group(1).count("\n") > 15:
        print("README.md has no program of at most 15 lines with what it prints below")
        sys.exit(1)
    (scratch / "readme.cpp").write_text(found.group(1))
    run(*compile_command(build, prefix, "readme.cpp", "-o", "readme"), cwd=scratch)
    printed = run(scratch / "readme")
    if printed != found.group(2):
        print("README.md says:", found.group(2), "its program prints:", printed, sep="\n")
        sys.exit(1)
    return printed.splitlines()[0]


def main():
    root, build = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        prefix = scratch / "prefix"
        run("cmake", "--install", build, "--prefix", prefix)
        shutil.copytree(root / "tests" / "consumer" / "project", scratch / "project")
        headers_only = not (prefix / "include" / "lathe-rooms").exists()
        for part in ["headers"] + ([] if headers_only else ["nvptx"]):
            out = scratch / part
            run("cmake", "-S", scratch / "project", "-B", out, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
                f"-DPART={part}", "-DCMAKE_BUILD_TYPE=Release")
            run("cmake", "--build", out)
            print(part + ":", run(out / part).strip())
        print("examples:", examples(root, build, prefix, scratch))
        print("README.md:", readme(root, build, prefix, scratch))
    return 0


if __name__ == "__main__":
    sys.exit(main())
