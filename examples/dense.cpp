// Dense maps keyed by ids, pointers and strings; erasing while walking; output in a fixed order; the order of
// insertion; a trace of operations replayed; the checker. Compile: g++ -std=c++20 -I include examples/dense.cpp
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>
#include <lathe/dense/trace.hpp>
#include <lathe/support/index.hpp>
#include <lathe/support/stats.hpp>

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

struct InstTag;
using Inst = lathe::Index<InstTag>;

// A key of one's own: any hash and equality; taking string_view makes look-up without a copy possible.
struct NameTraits {
  static std::uint64_t hash(std::string_view name) { return std::hash<std::string_view>()(name); }
  static bool equal(std::string_view stored, std::string_view name) { return stored == name; }
};

int main() {
  lathe::dense::DenseMap<Inst, std::string> names;
  names[Inst(3)] = "load";
  names[Inst(9)] = "add";
  names.try_emplace(Inst(3), "ignored: the key is there already");
  for (auto& [inst, name] : names) name += inst == Inst(3) ? "" : "ition";
  for (auto at = names.begin(); at != names.end();) at = at->value == "addition" ? names.erase(at) : ++at;
  std::printf("%zu entry, instruction 3 is %s\n", names.size(), names.lookup(Inst(3)).c_str());

  lathe::dense::DenseMap<std::string, int, NameTraits> by_name;
  by_name[std::string("x")] = 1;
  by_name[std::string("a")] = 2;
  const std::string_view wanted = "x";
  for (const auto& [name, value] : by_name.sorted()) std::printf("%s = %d\n", name.c_str(), *value);

  using Counted = lathe::dense::DenseMap<const Inst*, int, lathe::dense::KeyTraits<const Inst*>, lathe::dense::Spread,
                                         lathe::dense::Statistics>;
  Inst storage[100];
  Counted by_address;
  for (const Inst& inst : storage) by_address[&inst] = 1;
  std::fputs(lathe::to_table(by_address.statistics()).c_str(), stdout);

  lathe::dense::OrderedMap<const Inst*, int> in_order;  // the walk does not follow the addresses
  for (int i : {30, 10, 20}) in_order[&storage[i]] = i;
  in_order.erase(&storage[10]);
  for (const auto& entry : in_order) std::printf("instruction %d\n", entry.value);

  const auto read = lathe::dense::read_trace("insert 3 1\nfind 3\nerase 3\n", "example");
  lathe::dense::DenseMap<std::uint64_t, std::uint32_t> map;
  const auto outcomes = lathe::dense::replay(read.trace, map, [](std::uint64_t key) { return key; });

  const bool right = outcomes.size() == 3 && outcomes[1].there && map.empty() && in_order.begin()->value == 30 &&
                     names.lookup(Inst(3)) == "load" && by_name.contains(wanted) && by_address.size() == 100;
  return right && lathe::dense::check(names).empty() && lathe::dense::check(by_address).empty() ? 0 : 1;
}
