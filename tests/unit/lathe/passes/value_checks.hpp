// What tests of the passes on values share: pressure by the full analysis, dominance by its definition, all analyses
// that follow edits beside a pass, and every prefix of its changes.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/pressure/analysis.hpp>
#include <lathe/pressure/of_view.hpp>
#include <lathe/program/use_def.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace passes_test {

/// Registers above the limit, summed over blocks.
template <class P>
std::uint64_t excess(const P& code, std::uint32_t limit) {
  lathe::pressure::OfView of(code, Registers{limit});
  const auto in = lathe::pressure::ingest(of);
  std::uint64_t out = 0;
  for (const auto& m : lathe::pressure::analyse(in.problem).maxima) out += m.excess;
  return out;
}
template <class P>
std::uint32_t size(const P& code) {
  std::uint32_t n = 0;
  for (auto&& b : code.blocks())
    for (auto&& i : code.instructions(b)) n += !code.effects(i).has(Effect::marker);
  return n;
}

/// Blocks that the entry reaches, all of them or without one.
template <class P>
std::set<std::uint32_t> reached(const P& code, std::uint32_t without = ~0U) {
  std::set<std::uint32_t> seen;
  std::vector<BlockId> work{*code.blocks().begin()};
  while (!work.empty()) {
    const BlockId b = work.back();
    work.pop_back();
    if (b.value == without || !seen.insert(b.value).second) continue;
    code.for_each_successor(b, [&](BlockId to) { work.push_back(to); });
  }
  return seen;
}
/// By definition: is block a on each way to b?
template <class P>
bool dominates(const P& code, std::uint32_t a, std::uint32_t b) {
  return a == b || (reached(code).count(b) != 0 && reached(code, a).count(b) == 0);
}

/// The pass as `pass(code, fuel, observers...)`, with each analysis that follows edits verified behind every edit.
template <class P, class Pass>
void with_followers(P& code, Pass&& pass) {
  lathe::program::Known known(code);
  lathe::program::ControlFlow flow(code, known);
  lathe::program::UseDef uses(code, known);
  lathe::flow::FollowDominators dominators(flow);
  lathe::flow::FollowPostDominators post(flow);
  lathe::flow::FollowLiveness live(code, flow);
  lathe::program::Verifying verify(code, flow, uses, dominators, post, live);
  pass(code, flow, uses, dominators, post, live, verify);
  if (!verify.faults().empty()) FAIL(verify.faults().begin()->text);
}

/// With fuel for 0, 1, .. changes the code does the same, and with all of it nothing is left out. `pass(code, fuel)`
/// returns whether it ran out.
template <class Prepare, class Pass>
void every_prefix(std::uint32_t seed, Prepare&& prepare, Pass&& pass, int rounds = 25) {
  toy::RandomFunctions random(seed);
  for (int round = 0; round < rounds; ++round) {
    const toy::SsaFunction ssa = random.next();
    bool out = true;
    for (std::uint64_t fuel = 0; out && fuel < 12; ++fuel) {
      toy::EditFunction before(ssa), behind(ssa);
      copies_for_zeros(before);
      copies_for_zeros(behind);
      prepare(before);
      prepare(behind);
      out = pass(behind, fuel);
      compare(before, behind);
    }
  }
}

}  // namespace passes_test
