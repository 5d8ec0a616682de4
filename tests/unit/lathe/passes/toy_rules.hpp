// Peephole rules of the toy machine, and functions that have more to find for them than random ones.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/combine/rules_measure.hpp>
#include <lathe/combine/rules_text.hpp>

#include "adapters/toy/peephole.hpp"
#include "unit/lathe/passes/random_functions.hpp"

namespace peephole_test {

using namespace lathe;
using lathe::program::BlockId, lathe::program::InstId, lathe::program::ValueId, lathe::program::Role;
using passes_test::leave_ssa;
using toy::EditFunction;

inline const char* const right = R"(
rule literal-right
each op = add mul
match ($op C x)
when not_literal(x)
give ($op x C)
rule nothing
each op = add sub
match ($op x 0)
give x
rule difference
match (sub x C)
when C != 0
give (add x {-C})
rule sums
match (add (add x C) D)
give (add x {C + D})
rule itself
match (sub x x)
give 0
rule one
match (mul x 1)
give x
rule zero
match (mul x 0)
give 0
rule products
match (mul (mul x C) D)
give (mul x {C * D})
rule back
match (add~ (sub x y) y)
give x
rule literals
match (add C D)
give {C + D}
rule product-of-literals
match (mul C D)
give {C * D}
rule double
match (add x x)
when not_literal(x)
give (mul x 2)
)";
inline rules::Compiled compiled(const std::string& text, bool proved = true) {
  rules::RuleList list;
  std::string error;
  const bool read = rules::read_rules(text, "toy.rules", toy::machine_vocabulary(), list, error);
  REQUIRE_MESSAGE(read, error);
  if (proved) {
    const auto measure = rules::find_measure(list, toy::machine_vocabulary());
    for (const std::uint32_t r : measure.refused) MESSAGE("no proof that it ends: " << list[r].name);
    CHECK(measure.complete());
  }
  return {std::move(list), toy::machine_vocabulary()};
}
/// In SSA form, or out of it; with more literals than random functions have, and operands of what stands in front.
struct Made : EditFunction {
  Made(const toy::SsaFunction& ssa, bool leave) : EditFunction(ssa) {
    copies_for_zeros(*this);
    toy::RandomFunctions random(static_cast<std::uint32_t>(ssa.code.blocks.size()));
    std::vector<BlockId> all;
    for (const BlockId b : blocks()) all.push_back(b);
    for (const BlockId b : all) enrich(b, random);
    if (leave) leave_ssa(*this);
  }
  void enrich(BlockId b, toy::RandomFunctions& random) {
    std::vector<InstId> all;
    for (const InstId i : instructions(b)) all.push_back(i);
    std::optional<InstId> last;
    for (const InstId i : all) {
      if (!is_plain(i, Op::add) && !is_plain(i, Op::sub) && !is_plain(i, Op::mul)) continue;
      if (inst(i).reads[0] == inst(i).reads[1]) continue;  // what ends the loops doubles a number
      const std::uint32_t kind = random.below(6);
      if (kind < 3) {
        const program::Operand<ValueId> def{make_value(), Role::def};
        put(make(toy::FrameOp{toy::FrameOp::Kind::plain, {Op::set, random.below(3), 0}, 0}, {&def, 1}), {b, i});
        set_operand(i, kind == 0 ? 0 : 1, def.value);
      } else if (last && kind == 3) {
        const toy::MachineInst m = inst(*last);
        set_operand(i, 0, ValueId(m.writes[0]));
        set_operand(i, 1, ValueId(m.reads[1]));
      } else if (kind == 4) {
        set_operand(i, 1, ValueId(inst(i).reads[0]));
      } else if (last) {
        set_operand(i, 0, ValueId(inst(*last).writes[0]));
      }
      last = i;
    }
  }
};

}  // namespace peephole_test
