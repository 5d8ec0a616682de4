#!/usr/bin/env python3
"""Text bytes that one more map costs: compiles N maps of different types, each used as compilers use maps (insert,
find, operator[], erase, a walk), for lathe's DenseMap and LLVM's, and compares `size` with the same program of 2 N.

    bench/lathe/dense_text.py [--count 120] [--compiler g++] [--level -O2]
"""
import argparse
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = {
    "lathe": ("#include <lathe/dense.hpp>\ntemplate <class K, class V> using Map = lathe::dense::DenseMap<K, V>;\n"
              "template <class M, class K> auto* get(M& m, K k) { return m.find(k); }\n"
              "#define KEY(e) e.key\n#define VALUE(e) e.value\n"),
    "llvm": ("#include <llvm/ADT/DenseMap.h>\ntemplate <class K, class V> using Map = llvm::DenseMap<K, V>;\n"
             "template <class M, class K> auto* get(M& m, K k) { auto at = m.find(k); return at == m.end() ? nullptr : &at->second; }\n"
             "#define KEY(e) e.first\n#define VALUE(e) e.second\n"),
}


def source(header, count, kind):
    out = [HEADERS[header], "#include <cstdint>\n#include <memory>\n#include <vector>\n"]
    for i in range(count):
        key = {"pointer": f"Node{i}*", "id": "unsigned", "object": f"Node{i}*"}[kind]
        value = {"pointer": f"Node{i}*", "id": f"Value{i}", "object": f"std::unique_ptr<Value{i}>"}[kind]
        give = {"pointer": "k", "id": f"Value{i}{{7}}", "object": f"std::make_unique<Value{i}>()"}[kind]
        if kind == "id":
            out.append(f"struct Value{i} {{ int x = 0; }};\n")
        else:
            out.append(f"struct alignas(8) Node{i} {{ int x; }}; struct Value{i} {{ int x = 0; }};\n")
        out.append(
            f"bool put{i}(Map<{key}, {value}>& m, {key} k) {{ return m.try_emplace(k, {give}).second; }}\n"
            f"const void* look{i}(Map<{key}, {value}>& m, {key} k) {{ return get(m, k); }}\n"
            f"void set{i}(Map<{key}, {value}>& m, {key} k) {{ m[k] = {give}; }}\n"
            f"bool drop{i}(Map<{key}, {value}>& m, {key} k) {{ return m.erase(k); }}\n"
            f"std::uintptr_t walk{i}(Map<{key}, {value}>& m) {{ std::uintptr_t s = 0;\n"
            f"  for (auto&& e : m) s += (std::uintptr_t)KEY(e) + (std::uintptr_t)&VALUE(e);\n  return s; }}\n"
            f"void end{i}(Map<{key}, {value}>* m) {{ delete m; }}\n")
    return "".join(out)


def text_bytes(args, header, count, kind):
    with tempfile.TemporaryDirectory() as folder:
        cpp, obj = pathlib.Path(folder, "maps.cpp"), pathlib.Path(folder, "maps.o")
        cpp.write_text(source(header, count, kind))
        subprocess.run([args.compiler, "-std=c++20", args.level, "-DNDEBUG", "-fno-exceptions", "-w", "-I",
                        ROOT / "include", "-isystem", "/usr/lib/llvm-22/include", "-c", cpp, "-o", obj], check=True)
        # Berkeley "text": code and read-only data, of all sections.
        return int(subprocess.run(["size", obj], check=True, capture_output=True, text=True).stdout.split()[6])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--level", default="-O2")
    parser.add_argument("--kinds", nargs="+", default=["pointer", "id", "object"])
    args = parser.parse_args()
    print(f"text bytes per instantiation, {args.count} of them, {args.compiler} {args.level}")
    for kind in args.kinds:
        row = {}
        for header in HEADERS:
            row[header] = (text_bytes(args, header, 2 * args.count, kind) - text_bytes(args, header, args.count, kind)) / args.count
        print(f"  {kind:8} lathe {row['lathe']:7.0f}   llvm {row['llvm']:7.0f}   ratio {row['lathe'] / row['llvm']:.2f}", flush=True)


if __name__ == "__main__":
    main()
