// A function fitted into few registers: values are made again where they are read, others go to slots; and instructions in
// another order.
// Compile: g++ -std=c++20 -I include examples/fewer_registers.cpp
#include <lathe/passes/register_target.hpp>
#include <lathe/passes/rematerialize.hpp>
#include <lathe/passes/reschedule.hpp>
#include <lathe/program/store.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;
namespace passes = lathe::passes;

struct Operation {
  std::string name;
  Effects effects() const {
    if (name == "jump" || name == "return") return Effect::terminator;
    if (name == "input") return Effect::fresh;  // read once, so it cannot be made again
    return name == "show" || name == "store" ? Effect::side_effect : Effect::none;
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};
using Code = Store<Operation>;
/// Registers of one kind, and slots.
struct Machine {
  Code& code;
  std::uint32_t limit, slots = 0;
  std::vector<RegisterSet> sets() const { return {{"registers", limit}}; }
  RegisterClass register_class(ValueId) const { return {"register", {{0, 1}}}; }
  std::uint32_t make_slot(ValueId) { return slots++; }
  InstId make_store(std::uint32_t, ValueId v) { return make("store", {v, Role::use}); }
  InstId make_reload(ValueId v, std::uint32_t) { return make("reload", {v, Role::def}); }
  InstId make(const char* name, Operand<ValueId> one) { return code.make({name}, {&one, 1}); }
};

// Four values, then what adds them up two and two: with each sum behind its two values one register fewer is enough.
bool reschedule() {
  Code code;
  const BlockId block = code.make_block();
  code.put_block(block, true);
  const auto append = [&](const char* name, std::vector<ValueId> uses) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    operands.push_back({code.make_value(), Role::def});
    code.put(code.make({name}, operands), {block, {}});
    return operands.back().value;
  };
  const ValueId a = append("a", {}), b = append("b", {}), c = append("c", {}), d = append("d", {}),
                left = append("add", {a, b}), right = append("add", {c, d}), sum = append("add", {left, right});
  const Operand<ValueId> shown{sum, Role::use};
  code.put(code.make({"show"}, {&shown, 1}), {block, {}});
  code.put(code.make({"return"}, {}), {block, {}});
  const auto moved = passes::reschedule(code, Machine{code, 3});
  std::printf("%u instructions moved\n%s", static_cast<unsigned>(moved.stats.moved), code.text().c_str());
  return moved.stats.reordered == 1;
}

int main() {
  const bool fewer = reschedule();
  Code code;
  const BlockId first = code.make_block(), second = code.make_block(), last = code.make_block();
  for (const BlockId block : {first, second, last}) code.put_block(block, true);
  const auto append = [&](BlockId block, const char* name, std::vector<ValueId> uses, bool result,
                          std::vector<BlockId> targets = {}) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    const ValueId made = result ? code.make_value() : ValueId();
    if (result) operands.push_back({made, Role::def});
    code.put(code.make({name}, operands, targets), {block, {}});
    return made;
  };
  const ValueId c = append(first, "constant", {}, true), x = append(first, "input", {}, true);
  append(first, "jump", {}, false, {second});
  const ValueId y = append(second, "input", {}, true), z = append(second, "input", {}, true);
  append(second, "show", {y, z}, false);
  append(second, "jump", {}, false, {last});
  append(last, "show", {x, c}, false);
  append(last, "return", {}, false);

  Machine machine{code, 2};
  passes::RematerializeOptions by_making;
  by_making.internal_live = true;  // it is crowded within `second`, not where that ends
  const auto made = passes::rematerialize(code, machine, by_making);
  passes::RegisterTargetOptions by_slots;
  by_slots.spill = true;
  const auto fitted = passes::register_target(code, machine, by_slots);
  std::printf("made again %u, to slots %u, registers above the limit: %u, then %u, then %u\n%s",
              static_cast<unsigned>(made.stats.values), static_cast<unsigned>(fitted.stats.values),
              static_cast<unsigned>(made.stats.excess_before), static_cast<unsigned>(made.stats.excess_after),
              static_cast<unsigned>(fitted.stats.excess_after), code.text().c_str());
  return fewer && made.stats.values == 1 && fitted.stats.values == 1 && fitted.stats.excess_after == 0 ? 0 : 1;
}
