#!/usr/bin/env python3
"""Repeats of strings that nobody made for this: instructions of installed libraries, their whole texts, English, C++.

  outline_others.py PROGRAM [--symbols 4000000] [--pairs 5] [--libsais DIR]

PROGRAM is bench_outline_others, which has the other kinds and the peers (see its head). Opcodes and instruction texts by
objdump of the largest shared libraries here; English from what packages tell of themselves; C++ from /usr/include. DIR
holds libsais's source: it is compiled with -O3 and measured, too.
"""
import argparse
import array
import gzip
import pathlib
import subprocess
import sys
import tempfile


def instructions(symbols, work):
    libraries = sorted((p for p in pathlib.Path("/usr/lib/x86_64-linux-gnu").glob("*.so*") if p.is_file() and not p.is_symlink()),
                       key=lambda p: (-p.stat().st_size, p.name))
    opcodes, texts = array.array("I"), array.array("I")
    known_opcodes, known_texts = {}, {}
    for library in libraries:
        if len(texts) >= symbols:
            break
        dump = subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", library], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                errors="replace")
        for line in dump.stdout:
            parts = line.split("\t")
            if len(parts) > 1:
                text = parts[1].strip()
                opcodes.append(known_opcodes.setdefault(text.split(" ")[0], len(known_opcodes)))
                texts.append(known_texts.setdefault(text, len(known_texts)))
            if len(texts) >= symbols:
                break
        dump.kill()
        dump.wait()
    return written(opcodes, work / "opcodes"), written(texts, work / "texts")


def written(symbols, path):
    path.write_bytes(symbols.tobytes())
    return path


def bytes_of(paths, symbols, path):
    out = bytearray()
    for p in paths:
        if len(out) >= symbols:
            break
        try:
            data = p.read_bytes()
            out += gzip.decompress(data) if p.suffix == ".gz" else data
        except (OSError, EOFError):
            continue
    return written(array.array("I", iter(out[:symbols])), path) if out else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--symbols", type=int, default=4_000_000)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--libsais", type=pathlib.Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        words = ["--symbols", args.symbols, "--pairs", args.pairs]
        if args.libsais:
            source = next((p for p in (args.libsais / "src/libsais.c", args.libsais / "libsais.c") if p.exists()), None)
            if not source:
                sys.exit(f"{args.libsais}: neither src/libsais.c nor libsais.c is there")
            subprocess.run(["cc", "-O3", "-shared", "-fPIC", "-I", args.libsais / "include", "-I", args.libsais, source, "-o", work / "libsais.so"],
                           check=True)
            words += ["--libsais", work / "libsais.so"]
        opcodes, texts = instructions(args.symbols, work)
        english = bytes_of(sorted(pathlib.Path("/usr/share").glob("doc/*/*.gz")) + sorted(pathlib.Path("/usr/share").glob("doc/*/copyright"))
                           + sorted(pathlib.Path("/usr/share/perl").rglob("*.pod")), args.symbols, work / "english")
        cpp = bytes_of(sorted(pathlib.Path("/usr/include").rglob("*.hpp")), args.symbols, work / "cpp")
        files = [f"{name}={path}" for name, path in (("opcodes of libraries", opcodes), ("texts of libraries", texts), ("English", english),
                                                     ("C++ headers", cpp)) if path and path.stat().st_size]
        return subprocess.run([args.program, *map(str, words), *files]).returncode


if __name__ == "__main__":
    sys.exit(main())
