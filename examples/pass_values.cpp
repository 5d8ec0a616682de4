// Passes on values: what is computed twice goes, what is invariant leaves its loop, by the registers there are.
// Compile: g++ -std=c++20 -I include examples/pass_values.cpp
#include <lathe/passes/common_subexpressions.hpp>
#include <lathe/passes/hoist.hpp>
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
    return name == "mul" ? Effect::commutes : name == "show" ? Effect::side_effect : Effect::none;
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
  for (const std::uint32_t limit : {8U, 3U}) {
    Code code;
    const ValueId a = code.make_value(), b = code.make_value();
    code.add_parameter(a);
    code.add_parameter(b);
    const BlockId entry = code.make_block(), loop = code.make_block(), out = code.make_block();
    for (const BlockId block : {entry, loop, out}) code.put_block(block, true);
    const auto append = [&](BlockId block, const char* name, std::vector<ValueId> uses, bool result,
                            std::vector<BlockId> targets = {}) {
      std::vector<Operand<ValueId>> operands;
      for (const ValueId v : uses) operands.push_back({v, Role::use});
      const ValueId made = result ? code.make_value() : ValueId();
      if (result) operands.push_back({made, Role::def});
      code.put(code.make({name}, operands, targets), {block, {}});
      return made;
    };
    append(entry, "jump", {}, false, {loop});
    const ValueId x = append(loop, "mul", {a, b}, true), y = append(loop, "mul", {b, a}, true);
    const ValueId z = append(loop, "sub", {a, x}, true);
    append(loop, "show", {x, y, z, b}, false);
    append(loop, "branch", {a}, false, {loop, out});
    append(out, "return", {}, false);

    passes::Chain chain(code);  // what is known of the code is made once for both
    const auto same = passes::common_subexpressions(chain, Registers{limit});
    const auto moved = passes::hoist(chain, Registers{limit});
    std::printf("%u registers: reused %u, hoisted %u, left for pressure %u\n%s", limit,
                static_cast<unsigned>(same.stats.reused), static_cast<unsigned>(moved.stats.hoisted),
                static_cast<unsigned>(moved.stats.pressure), code.text().c_str());
    if (same.stats.reused != 1 || moved.stats.hoisted != (limit == 8 ? 2 : 1)) return 1;
  }
  return 0;
}
