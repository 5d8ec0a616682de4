// A dense map keyed by ids and by pointers, checked. Compile: g++ -std=c++20 -I include examples/dense.cpp
#include <lathe/dense.hpp>
#include <lathe/support/index.hpp>

#include <cstdio>
#include <string>

struct InstTag;
using Inst = lathe::Index<InstTag>;

int main() {
  lathe::dense::DenseMap<Inst, std::string> names;
  names[Inst(3)] = "load";
  names[Inst(9)] = "add";
  names.try_emplace(Inst(3), "ignored: the key is there already");
  names.erase(Inst(9));

  std::printf("%zu entry, instruction 3 is %s\n", names.size(), names.lookup(Inst(3)).c_str());
  return lathe::dense::check(names).empty() && names.lookup(Inst(3)) == "load" ? 0 : 1;
}
