// Branch folding on random functions: what the toy machine does before and behind, the equivalence checker beside it, and
// by its definition nothing is left to fold; followers verified behind every edit; every prefix of the changes is right.
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <set>
#include <span>
#include <vector>

#include <lathe/flow/follow_intervals.hpp>
#include <lathe/passes/branch_folding.hpp>

#include "adapters/archetype/editor.hpp"
#include "support/rounds.hpp"
#include "unit/lathe/passes/toy_shapes.hpp"

namespace {

using namespace lathe;
using passes_test::add_copies;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::MachineInst, toy::ValueId;

// What there is to fold, found by looking at everything.
struct Left {
  int unreachable = 0, empty = 0, joins = 0, same = 0;
};
Left left_in(const EditFunction& f) {
  Left left;
  std::map<std::uint32_t, std::set<std::uint32_t>> next, before;
  for (const BlockId b : f.blocks())
    f.for_each_successor(b, [&](BlockId s) {
      next[b.value].insert(s.value);
      before[s.value].insert(b.value);
    });
  const BlockId entry = *f.blocks().begin();
  std::set<std::uint32_t> reached{entry.value};
  for (bool more = true; more;) {
    more = false;
    for (const std::uint32_t b : std::set(reached))
      for (const std::uint32_t s : next[b]) more |= reached.insert(s).second;
  }
  for (const BlockId b : f.blocks()) {
    left.unreachable += !reached.contains(b.value);
    int insts = 0, ways = 0;
    bool phi = false;
    f.for_each_successor(b, [&](BlockId) { ++ways; });
    for (const InstId i : f.instructions(b)) ++insts, phi |= f.effects(i).has(program::Effect::phi);
    left.same += ways == 2 && next[b.value].size() == 1;
    if (ways != 1) continue;
    const std::uint32_t to = *next[b.value].begin();
    const bool phis = f.effects(*f.instructions(BlockId(to)).begin()).has(program::Effect::phi);
    left.empty += insts == 1 && b != entry && to != b.value && !phis;
    left.joins += to != entry.value && to != b.value && before[to].size() == 1 && !phis;
  }
  return left;
}

}  // namespace

TEST_CASE("branches fold, nothing is left to fold, and the code does the same") {
  passes::BranchFoldingStats all;
  passes_test::on_random_functions(
      21,
      [&](EditFunction& f, toy::RandomFunctions& random) {
        add_copies(f, random);
        return [&](EditFunction& code) {
          const auto result = passes::fold_branches(code);
          all.unreachable += result.stats.unreachable;
          all.same_target += result.stats.same_target;
          all.empty += result.stats.empty;
          all.joined += result.stats.joined;
          all.hoisted += result.stats.hoisted;
        };
      },
      [](const EditFunction&, const EditFunction& f) {
        const Left left = left_in(f);
        CHECK(left.unreachable == 0);
        CHECK(left.empty == 0);
        CHECK(left.joins == 0);
      });
  CHECK(all.unreachable > 50);
  CHECK(all.same_target > 20);
  CHECK(all.empty > 50);
  CHECK(all.joined > 100);
  CHECK(all.hoisted > 50);
}

TEST_CASE("tails merge, followers agree behind every edit, and every prefix of the changes is right") {
  std::uint64_t tails = 0;
  toy::RandomFunctions random(5);
  for (int round = 0; round < lathe::test::rounds(150); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    const std::uint32_t seed = random.below(1000);
    for (const std::uint64_t fuel : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{7}, ~std::uint64_t{0}}) {
      EditFunction before(ssa), behind(ssa);
      toy::RandomFunctions one(seed), same(seed);
      add_copies(before, one);
      add_copies(behind, same);
      program::Known known(behind);
      program::ControlFlow graph(behind, known);
      program::UseDef uses(behind, known);
      flow::FollowDominators dominators(graph);
      flow::FollowPostDominators post(graph);
      flow::FollowLoops loops(graph);
      flow::FollowLiveness live(behind, graph);
      program::Verifying verify(behind, graph, uses, dominators, post, loops, live);
      passes::BranchFoldingOptions options;
      options.tail_merge = true;
      options.tail_merge_size = 1;
      options.fuel = fuel;
      RemarkList remarks;
      const auto result =
          passes::fold_branches(behind, options, remarks, graph, uses, dominators, post, loops, live, verify);
      for (const auto& f : verify.faults()) MESSAGE(f.text);
      CHECK(verify.faults().empty());
      CHECK((fuel > 7 || remarks.remarks.size() <= fuel));
      tails += result.stats.tails;
      passes_test::compare(before, behind);
    }
  }
  CHECK(tails > lathe::test::rounds(10U));
}

TEST_CASE("tails of nothing are not shared for ever") {
  toy::RandomFunctions random(6);
  for (int round = 0; round < 20; ++round) {
    const toy::SsaFunction ssa = random.next();
    EditFunction none(ssa), one(ssa);
    passes::BranchFoldingOptions options;
    options.tail_merge = true;
    options.tail_merge_size = 0;
    passes::fold_branches(none, options);
    options.tail_merge_size = 1;
    passes::fold_branches(one, options);
    CHECK(none.text() == one.text());
  }
}

TEST_CASE("an Editor that says nothing of branches: empty blocks and joins alone") {
  archetype::Code code;
  using Op = archetype::Code::Op;
  const auto terminator = program::Effect::terminator;
  std::vector<archetype::Code::Block> b;
  for (int k = 0; k < 5; ++k) {
    b.push_back(code.make_block({}));
    code.put_block(b.back(), true, {});
  }
  const auto put = [&](int at, Op op) { code.put(code.make(op), {b[static_cast<std::size_t>(at)], {}}); };
  const auto n = [&](int k) { return b[static_cast<std::size_t>(k)].number(); };
  put(0, {"set", {}, {}, {1}, {}, -1});
  put(0, {"branch", terminator, {1}, {}, {n(1), n(2)}, -1});
  put(1, {"jump", terminator, {}, {}, {n(3)}, -1});
  put(2, {"show", program::Effect::writes, {1}, {}, {}, -1});
  put(2, {"jump", terminator, {}, {}, {n(4)}, -1});
  put(3, {"jump", terminator, {}, {}, {n(3)}, -1});  // an endless loop
  put(4, {"ret", terminator, {1}, {}, {}, -1});
  const auto result = passes::fold_branches(code);
  CHECK(result.stats.empty == 1);
  CHECK(result.stats.joined == 1);
  CHECK(code.blocks().size() == 3);
  std::vector<int> ways;
  code.for_each_successor(b[0], [&](const auto& s) { ways.push_back(s.number()); });
  CHECK(ways == std::vector{n(3), n(2)});
}
