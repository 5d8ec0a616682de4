// Passes on registers: operands that must have a result's register get it, and the copies that costs go again.
// Compile: g++ -std=c++20 -I include examples/pass_registers.cpp
#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/two_address.hpp>
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
    if (name == "copy") return Effect::copy;
    return name == "add" ? Effect::commutes : name == "show" ? Effect::side_effect : Effect::none;
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};
/// A Store that can make copies; the first operand of add and sub is in the register of the result.
struct Code : Store<Operation> {
  InstId make_copy(ValueId to, ValueId from) {
    const Operand<ValueId> both[] = {{from, Role::use}, {to, Role::def}};
    return make({"copy"}, both);
  }
  void append(BlockId block, const char* name, std::vector<ValueId> uses, std::vector<ValueId> results = {},
              std::vector<BlockId> targets = {}) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    if (std::string(name) == "add" || std::string(name) == "sub") operands[0].tied = 0;
    for (const ValueId v : results) operands.push_back({v, Role::def});
    put(make({name}, operands, targets), {block, {}});
  }
};

int main() {
  // while (t) { t = step - i; i = step + i; show(i) }   with i in a phi's register, out of SSA form by copies
  Code code;
  const ValueId step = code.make_value(), i = code.make_value(), next = code.make_value(), t = code.make_value();
  code.add_parameter(step);
  code.add_parameter(i);
  const BlockId entry = code.make_block(), loop = code.make_block(), out = code.make_block();
  for (const BlockId block : {entry, loop, out}) code.put_block(block, true);
  code.append(entry, "jump", {}, {}, {loop});
  code.append(loop, "sub", {step, i}, {t});
  code.append(loop, "add", {step, i}, {next});
  code.append(loop, "show", {next});
  code.append(loop, "copy", {next}, {i});
  code.append(loop, "branch", {t}, {}, {loop, out});
  code.append(out, "return", {});

  const auto ties = passes::two_address(code);
  const auto copies = passes::coalesce(code);
  std::printf("%u ties, %u copies for them, %u operands changed places; %u registers joined, %u copies left\n%s",
              static_cast<unsigned>(ties.stats.ties), static_cast<unsigned>(ties.stats.copies),
              static_cast<unsigned>(ties.stats.commuted), static_cast<unsigned>(copies.stats.joined),
              static_cast<unsigned>(copies.stats.interfering), code.text().c_str());
  // `add` counts in place of i, which is `next`, too; what is left is the copy of step, which lives on.
  return ties.stats.commuted == 1 && copies.stats.joined == 1 && copies.stats.interfering == 1 ? 0 : 1;
}
