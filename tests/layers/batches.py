#!/usr/bin/env python3
"""Sources of a room that are compiled as one (cmake/batch.py --rooms) do what they do one by one.

  batches.py ROOT [COMPILER]      exit 1 where a batch does something else

Two sources of one namespace, whose local names meet in every form there is: functions, templates, classes and members
defined outside of them, variables with several declarators, aliases, enumerations, names in strings and comments, a macro;
and a function of the namespace that one calls and the other has a better local overload of. Each prints what it got.
"""
import pathlib
import subprocess
import sys
import tempfile

FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-warning-option"]
HEADER = """#pragma once
#include <string>
namespace room {
std::string one();
std::string two();
inline std::string shared(long) { return "shared"; }
struct Plain { int limit = 7; };
}
"""
ONE = r"""// step, limit and Counter in a comment: "limit
#include "room.hpp"
#define NAME "one"
namespace room {
namespace {
constexpr int limit = 3, table[] = {1, 2}, more[2] = {limit, 4};
using Word = short;
enum class Kind { first };
template <class T, class U = std::string>
U step(T x) { return U("one") + std::to_string(x); }
struct Counter {
  int next();
  int at = 10;
};
int Counter::next() { return ++at; }
std::string shared(int) { return "local"; }
}
std::string one() {
  Plain p;
  return step(limit) + std::to_string(table[1] + more[1] + p.limit + Counter().next() + int(sizeof(Word))) +
         std::to_string(int(Kind::first)) + shared(1) + "limit step" + NAME;
}
}
"""
TWO = r"""#include "room.hpp"
#define NAME "two"
namespace room {
namespace {
constexpr long limit = 30, table[] = {10, 20}, more[2] = {limit, 40};
using Word = long;
enum class Kind { none, first };
template <class T>
std::string step(T x) { return "two" + std::to_string(x); }
struct Counter {
  int next() { return at; }
  int at = 100;
};
}
std::string two() {
  Plain p{.limit = 9};
  return step(limit) + std::to_string(table[1] + more[1] + p.limit + Counter{}.next() + long(sizeof(Word))) +
         std::to_string(int(Kind::first)) + shared(1) + "limit step" + NAME;
}
}
"""
MAIN = """#include <cstdio>
#include "room.hpp"
int main() { std::puts((room::one() + " " + room::two()).c_str()); }
"""
EXPECTED = "one3" + str(2 + 4 + 7 + 11 + 2) + "0locallimit stepone two30" + str(20 + 40 + 9 + 100 + 8) + "1sharedlimit steptwo\n"


def main():
    root = pathlib.Path(sys.argv[1])
    compiler = sys.argv[2] if len(sys.argv) > 2 else "c++"
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in {"room.hpp": HEADER, "one.cpp": ONE, "two.cpp": TWO, "main.cpp": MAIN}.items():
            (folder / file).write_text(text)
        one, two = folder / "one.cpp", folder / "two.cpp"
        for order in [one, two], [two, one]:
            batch = folder / "batch.cpp"
            subprocess.run([sys.executable, root / "cmake" / "batch.py", "--rooms", folder, batch, *order], check=True)
            for sources in [batch], order:
                subprocess.run([compiler, *FLAGS, "-I", folder, *sources, folder / "main.cpp", "-o", folder / "program"],
                               check=True)
                got = subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout
                if got != EXPECTED:
                    failed += 1
                    print(f"{[source.name for source in sources]}: {got}expected: {EXPECTED}")
        two.write_text("#define NAME 1\n" + TWO)
        if subprocess.run([sys.executable, root / "cmake" / "batch.py", "--rooms", folder, folder / "batch.cpp", one, two],
                          capture_output=True).returncode == 0:
            failed += 1
            print("a macro before an include is taken")
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
