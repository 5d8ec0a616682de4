#!/usr/bin/env python3
"""LLVM's own tests of all its passes and targets (the .ll files of Debian's source package of LLVM 19, fetched at test time, some
36,000) as input for lathe: compiled, or refused in words; no crash, and no step leaves invalid IR. Triple and layout are left out.

  llvm_ir.py --lathe PATH [--tests DIR] [--share N] [--part K] [--jobs N] [--refused]

--share: one file of so many, --part: which. Exit 1 where one fails, 77 where the tests cannot be fetched.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

LAYOUT = re.compile(rb"(?m)^target (datalayout|triple) *=.*$")
# What LLVM itself ends with, on files that are there to be refused; and where its reader says so without a prefix.
LLVM_SAYS = re.compile("Invalid alignment argument|Broken module found|Cannot lower callbase")


def fetch(folder):
    work = folder.with_name(folder.name + ".part")
    shutil.rmtree(work, ignore_errors=True)
    (work / "lists/partial").mkdir(parents=True)
    (work / "apt").mkdir()
    sources = pathlib.Path("/etc/apt/sources.list.d/debian.sources")
    if not sources.exists():
        return False
    (work / "apt/src.sources").write_text(re.sub(r"(?m)^Types: deb$", "Types: deb-src", sources.read_text()))
    options = ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={work}/apt", "-o", f"Dir::State::lists={work}/lists", "-o", "APT::Sandbox::User=root"]
    for command in (["update"], ["source", "--download-only", "-q", "llvm-toolchain-19"]):
        if subprocess.run(["apt-get", *options, *command], cwd=work, stdout=subprocess.DEVNULL).returncode != 0:
            return False
    archive = next(work.glob("llvm-toolchain-19_*.orig.tar.xz"))
    subprocess.run(["tar", "xf", archive, "--wildcards", "*/llvm/test/*.ll"], cwd=work, check=True)
    next(work.glob("*/llvm/test")).rename(folder)
    shutil.rmtree(work)
    return True


def judge(path, lathe):
    """A word for what became of it, and what was said."""
    try:
        done = subprocess.run([lathe, "compile", "-", "--mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_90", "--verify-each", "-o", os.devnull],
                              input=LAYOUT.sub(b"", path.read_bytes()), capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "late", ""
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1):
        return "crash", said
    if "internal fault" in said or ("LLVM cannot go on" in said and not LLVM_SAYS.search(said)):
        return "fault", said
    return ("refused" if done.returncode else "compiled"), said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", required=True, type=pathlib.Path)
    parser.add_argument("--tests", type=pathlib.Path, default=pathlib.Path("build/llvm-tests"))
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--refused", action="store_true", help="say why, most frequent first")
    args = parser.parse_args()
    if not args.tests.is_dir() and not fetch(args.tests.resolve()):
        print("llvm_ir.py: the tests could not be fetched (needs apt and its source lists)", file=sys.stderr)
        return 77
    files = sorted(args.tests.rglob("*.ll"))[args.part::args.share]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        found = list(zip(files, pool.map(lambda f: judge(f, args.lathe.resolve()), files)))
    count = collections.Counter(word for _, (word, _) in found)
    for path, (word, said) in found:
        if word in ("crash", "fault", "late"):
            print(f"{word} {path.relative_to(args.tests)}: {said.splitlines()[0][:250] if said else ''}")
    if args.refused:
        why = collections.Counter()
        for _, (word, said) in found:
            if word == "refused":
                errors = [line.split("error:", 1)[1] for line in said.splitlines() if "error:" in line]
                why[re.sub(r"'[^']*'|\d+", "N", errors[0] if errors else said)[:100]] += 1
        for text, n in why.most_common(60):
            print(f"{n:6} {text}")
    bad = count["crash"] + count["fault"] + count["late"]
    print(f"llvm_ir: {len(files)} files, {count['compiled']} compiled, {count['refused']} refused in words, {bad} wrong")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
