// A pass on random functions of the toy machine: both forms run and compared, by the machine and by the equivalence
// checker; a verifying mode beside the pass's own analyses; fuel.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>
#include <lathe/flow/of_view.hpp>
#include <lathe/program/equal.hpp>

#include "support/edited_functions.hpp"

namespace passes_test {

inline constexpr std::uint32_t many_steps = 200'000;

inline void compare(const toy::EditFunction& before, const toy::EditFunction& behind) {
  const auto was = run_stored(before, many_steps), is = run_stored(behind, many_steps);
  REQUIRE(was.has_value());
  REQUIRE(is.has_value());
  CHECK(was->shown == is->shown);
  CHECK(was->memory == is->memory);
  if (!(*was == *is)) MESSAGE(before.text() << "became\n" << behind.text());
  CHECK(lathe::program::equal::run(before, behind).equal());
}

/// The same for passes that the checker does not follow: selects, guards and other groupings are other computations to it.
/// Functions that do not end are not compared.
inline void same_to_the_machine(const toy::EditFunction& before, const toy::EditFunction& behind) {
  const auto was = run_stored(before, many_steps), is = run_stored(behind, many_steps);
  if (!was) return;
  REQUIRE(is.has_value());
  CHECK(was->shown == is->shown);
  CHECK(was->memory == is->memory);
  if (!(*was == *is)) MESSAGE(before.text() << "became\n" << behind.text());
}

/// Out of SSA form: phis become copies at the ends of the blocks that they take from, by way of new registers so that their
/// order does not matter.
inline void leave_ssa(toy::EditFunction& f) {
  using toy::BlockId, toy::InstId, toy::ValueId, lathe::program::Effect;
  std::vector<BlockId> blocks;
  for (const BlockId b : f.blocks()) blocks.push_back(b);
  for (const BlockId b : blocks) {
    std::vector<InstId> phis;
    for (const InstId i : f.instructions(b))
      if (f.payload(i).kind == toy::FrameOp::Kind::phi) phis.push_back(i);
    const auto at_end = [&](BlockId from, ValueId to, ValueId v) {
      std::optional<InstId> end;
      for (const InstId i : f.instructions(from))
        if (!end && f.effects(i).has(Effect::terminator)) end = i;
      f.put(f.make_copy(to, v), {from, end});
    };
    std::vector<std::pair<ValueId, ValueId>> both;  // result, what is copied to it at the head of the block
    for (const InstId phi : phis) {
      const ValueId result(f.inst(phi).writes[0]), between = f.make_value(result);
      f.for_each_incoming(phi, [&](BlockId from, ValueId v) { at_end(from, between, v); });
      both.emplace_back(result, between);
    }
    for (const InstId phi : phis) f.put(phi, {}), f.drop(phi);
    std::optional<InstId> head;
    for (const InstId i : f.instructions(b))
      if (!head) head = i;
    for (const auto& [to, from] : both) f.put(f.make_copy(to, from), {b, head});
  }
}

/// Values that have several definitions, or one that is not passed before each read. By dominance; what nothing reaches is
/// not looked at.
inline std::size_t not_in_ssa_form(const toy::EditFunction& f) {
  using namespace lathe;
  const program::Numbering<toy::EditFunction> n(f);
  const flow::Cfg cfg = flow::make_cfg(program::FlowOf<toy::EditFunction>(f, n));
  const flow::Dominators dominators(cfg);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> home(n.values(), {flow::no_block, 0});
  std::vector<bool> odd(n.values(), false);
  const auto each = [&](auto&& look) {
    for (std::uint32_t b = 0; b < n.blocks(); ++b)
      for (std::uint32_t i = n.first(b); dominators.reachable(b) && i < n.first(b + 1); ++i) look(b, i);
  };
  each([&](std::uint32_t b, std::uint32_t i) {
    f.for_each_operand(n.inst(i), [&](const auto& o) {
      if (!o.is_def()) return;
      const std::uint32_t v = n.value_number(o.value);
      odd[v] = odd[v] || home[v].first != flow::no_block;
      home[v] = {b, i};
    });
  });
  const auto read = [&](toy::ValueId value, std::uint32_t b, std::uint32_t i) {
    const std::uint32_t v = n.value_number(value);
    const auto [block, at] = home[v];
    if (block == flow::no_block || (block == b ? at >= i : !dominators.dominates(block, b))) odd[v] = true;
  };
  each([&](std::uint32_t b, std::uint32_t i) {
    f.for_each_operand(n.inst(i), [&](const auto& o) {
      if (!o.is_def()) read(o.value, b, i);
    });
    f.for_each_incoming(n.inst(i), [&](toy::BlockId from, toy::ValueId v) {
      if (const std::uint32_t p = n.block_number(from); dominators.reachable(p)) read(v, p, ~std::uint32_t{0});
    });
  });
  return static_cast<std::size_t>(std::count(odd.begin(), odd.end(), true));
}

/// `prepare(f, random)` changes a function before the pass and returns the pass, a function of the code; called with equal
/// random numbers for both forms. Then look(before, behind).
template <class Prepare, class Look>
void on_random_functions(std::uint32_t seed, Prepare&& prepare, Look&& look, int rounds = 300) {
  toy::RandomFunctions random(seed);
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    toy::EditFunction before(ssa), behind(ssa);
    copies_for_zeros(before);
    copies_for_zeros(behind);
    toy::RandomFunctions one(seed + static_cast<std::uint32_t>(round)), same(seed + static_cast<std::uint32_t>(round));
    prepare(before, one);
    prepare(behind, same)(behind);
    compare(before, behind);
    look(before, behind);
  }
}

}  // namespace passes_test
