// Sinking and unsinking: what one way alone reads goes there; and sums that stand behind a branch, so that all that they
// add lives across it, go back in front of it, together.
// Compile: g++ -std=c++20 -I include examples/pass_unsink.cpp
#include <lathe/passes/sink.hpp>
#include <lathe/passes/unsink.hpp>
#include <lathe/program/store.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;
namespace passes = lathe::passes;

struct Operation {
  std::string name;
  Effects effects() const {
    if (name == "branch" || name == "jump" || name == "return") return Effect::terminator;
    return name == "load" ? Effect::reads : name == "store" ? Effect::writes : Effect::none;
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};
using Code = Store<Operation>;
struct Registers {
  std::uint32_t limit;
  std::vector<RegisterSet> sets() const { return {{"registers", limit}}; }
  RegisterClass register_class(ValueId) const { return {"register", {{0, 1}}}; }
};

int main() {
  // x = p * p; a, b, c, d, e, f = loads; if (p) { store x }; store a + b + c + d + e + f
  for (const std::uint32_t limit : {16U, 5U}) {
    Code code;
    const ValueId p = code.make_value();
    code.add_parameter(p);
    const BlockId entry = code.make_block(), some = code.make_block(), end = code.make_block();
    for (const BlockId block : {entry, some, end}) code.put_block(block, true);
    const auto append = [&](BlockId block, const char* name, std::vector<ValueId> uses, bool result,
                            std::vector<BlockId> targets = {}) {
      std::vector<Operand<ValueId>> operands;
      for (const ValueId v : uses) operands.push_back({v, Role::use});
      const ValueId made = result ? code.make_value() : ValueId();
      if (result) operands.push_back({made, Role::def});
      code.put(code.make({name}, operands, targets), {block, {}});
      return made;
    };
    const ValueId x = append(entry, "mul", {p, p}, true);
    std::vector<ValueId> loaded;
    for (int k = 0; k < 6; ++k) loaded.push_back(append(entry, "load", {p}, true));
    append(entry, "branch", {p}, false, {some, end});
    append(some, "store", {x}, false);
    append(some, "jump", {}, false, {end});
    ValueId sum = loaded[0];
    for (std::size_t k = 1; k < 6; ++k) sum = append(end, "add", {sum, loaded[k]}, true);
    append(end, "store", {sum}, false);
    append(end, "return", {}, false);

    const auto sunk = passes::sink(code, Registers{limit});
    passes::UnsinkOptions options;
    options.explain = true;
    const auto result = passes::unsink(code, Registers{limit}, options);
    std::printf("%u registers: %u instruction goes down, %u go up, %u registers fewer live across the branch%s%s\n",
                limit, static_cast<unsigned>(sunk.stats.sunk), static_cast<unsigned>(result.stats.moved),
                static_cast<unsigned>(result.stats.saved), result.kept.empty() ? "" : "; they stay: ",
                result.kept.empty() ? "" : passes::unsink_reason_names[static_cast<int>(result.kept[0].reason)]);
    if (sunk.stats.sunk != 1) return 1;
    if (result.stats.moved != (limit == 5 ? 5 : 0) || result.stats.saved != (limit == 5 ? 5 : 0)) return 1;
  }
  return 0;
}
