#!/usr/bin/env python3
"""What the code generator's threads reach of LLVM. They share a module and its context, so they may only ask what LLVM
answers without writing anything down; see docs/architecture.md, "Threads".

  frozen.py ROOT ARCHIVE...        checks the objects in the archives (libcodegen_build.a, libnvptx_build.a and those of the rooms behind them)
  frozen.py --self-test

Every function of LLVM that an object of codegen/build or nvptx/build calls, but those of SERIAL, has to stand in frozen.txt, where each was
looked at and found to read only. The compiler has put inline functions of LLVM's headers into the object, so what they call
is seen too: Function::args() shows as Function::BuildLazyArguments. What leaves no call behind is looked for in the source.
Objects of the other rooms call nothing of LLVM at all. Several sources may be one object (cmake/batch.py), but not those that
may call more than others: LATHE_ALONE in cmake/batch.cmake names them.
"""
import pathlib
import re
import subprocess
import sys

# Run before the threads are started, by one thread.
SERIAL = {"module", "signatures", "references"}
# Inline in LLVM's headers, so that no call shows; each leads to what all threads share.
SOURCE = re.compile(r"\b(getDataLayout|getContext|gep_type_begin|IRBuilder|DataLayout|GetElementPtrTypeIterator)\b|\bconst_cast<llvm::(?!MDNode)")
# The one file that may: its constructor runs before the threads, and it asks the layout about scalars only.
VIEW = "view"


def plain(symbol):
    """llvm::A::b of a demangled symbol; None when it is not LLVM's."""
    text = re.sub(r"^(typeinfo|vtable|guard variable|VTT|typeinfo name) for ", "", symbol)
    depth, out = 0, ""
    for c in text:
        if c == "<":
            depth += 1
        elif c == ">" and depth:
            depth -= 1
        elif c == "(" and depth == 0:
            break
        elif depth == 0:
            out += c
    out = out.split(" ")[-1] if not out.startswith("llvm::") and " llvm::" in out else out
    return out.replace("[abi:cxx11]", "").strip() if out.startswith("llvm::") else None


def called(listing):
    """(object, function of LLVM) of what `nm -A -u -C` prints."""
    for line in listing.splitlines():
        match = re.match(r"(?:.*[:\[])?(\w+)\.cpp\.o[\]:]*\s+[Uw]\s+(.*)$", line)
        if match and plain(match.group(2)):
            yield match.group(1), plain(match.group(2))


def allowed(text):
    """function -> the object that alone may call it, or None for all."""
    out = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            name, _, only = line.partition(" ")
            out[name] = only.strip() or None
    return out


def breaches(pairs, known):
    for unit, name in sorted(set(pairs)):
        if unit in SERIAL:
            continue
        if name not in known:
            yield f"build: {unit}.cpp calls {name}, which is not in tests/layers/frozen.txt: if it writes nothing that threads share, put it there; else ask build::View"
        elif known[name] not in (None, unit):
            yield f"build: {unit}.cpp calls {name}, which only {known[name]}.cpp may"


def source_breaches(root):
    for file in sorted([*(root / "nvptx" / "build").glob("*.[ch]pp"), *(root / "codegen" / "build").glob("*.[ch]pp")]):
        if file.stem in SERIAL | {VIEW}:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found = SOURCE.search(line.split("//")[0])
            if found:
                yield f"{file.relative_to(root)}:{number}: {found.group(0)}: what all threads share; ask build::View"


def self_test():
    listing = ("lib.a:types.cpp.o:                  U llvm::DataLayout::getStructLayout(llvm::StructType*) const\n"
               "lib.a:calls.cpp.o: U std::vector<llvm::Type*>::f()\nlib.a:module.cpp.o: U llvm::Function::BuildLazyArguments() const\n"
               "lib.a:view.cpp.o: U llvm::LLVMContext::getMDKindID(llvm::StringRef) const\n")
    pairs = list(called(listing))
    good = pairs == [("types", "llvm::DataLayout::getStructLayout"), ("module", "llvm::Function::BuildLazyArguments"),
                     ("view", "llvm::LLVMContext::getMDKindID")]
    good &= len(list(breaches(pairs, {"llvm::LLVMContext::getMDKindID": "view"}))) == 1
    good &= len(list(breaches(pairs, {"llvm::LLVMContext::getMDKindID": "types", "llvm::DataLayout::getStructLayout": None}))) == 1
    good &= bool(SOURCE.search("  const auto& l = source.getParent()->getDataLayout();")) and not SOURCE.search("type->getIntegerBitWidth()")
    if not good:
        print("self-test: wrong answer", pairs)
    return 0 if good else 1


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root, found, count = pathlib.Path(sys.argv[1]), [], 0
    known = allowed((root / "tests" / "layers" / "frozen.txt").read_text())
    for archive in sys.argv[2:]:
        listing = subprocess.run(["nm", "-A", "-u", "-C", archive], capture_output=True, text=True, check=True).stdout
        pairs = list(called(listing))
        if "nvptx_build" in archive or "codegen_build" in archive:
            count += len(pairs)
            found += breaches(pairs, known)
        else:
            # ABI markers of LLVM's headers are no calls.
            found += [f"{archive}: {unit}.cpp calls {name}; only codegen/build and nvptx/build may" for unit, name in sorted(set(pairs))]
    found += source_breaches(root)
    print("\n".join(found))
    print(f"{count} calls of LLVM from codegen/build and nvptx/build, {len(known)} functions known, {len(found)} breaches")
    return 1 if found or not count or self_test() else 0


if __name__ == "__main__":
    sys.exit(main())
