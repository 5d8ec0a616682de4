// Loop rotation on random functions out of SSA form: the same behaviour, followers agree, every prefix of the changes
// is right; a loop of a header and a block becomes one of a block; what may not be copied stays.
#include <doctest/doctest.h>

#include <memory>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/passes/rotate_loops.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using passes::RotateLoopsOptions, passes::RotateLoopsReason;

const auto all = [](const auto&) { return true; };

// Small code that says what its branches ask.
struct BranchCode : passes_test::SmallCode {
  static constexpr program::Facts facts = passes_test::SmallCode::facts | program::Fact::branches;
  template <class F>
  void for_each_branch(program::BlockId b, F&& f) const {
    for (const program::InstId i : instructions(b)) {
      if (!effects(i).has(program::Effect::terminator)) continue;
      program::Branch<program::BlockId, program::InstId, program::ValueId> way;
      way.at = i;
      for_each_operand(i, [&](const auto& o) { way.condition = o.value, way.conditional = true; });
      std::vector<program::BlockId> to;
      for_each_successor(b, [&](program::BlockId s) { to.push_back(s); });
      if (to.empty()) way.leaves = true, way.conditional = false;
      for (std::size_t k = 0; k < std::max<std::size_t>(to.size(), 1); ++k) {
        if (!to.empty()) way.target = to[k];
        if (k + 1 == to.size()) way.conditional = false;
        f(way);
      }
    }
  }
};
static_assert(program::is_editor<BranchCode>());

}  // namespace

TEST_CASE("rotated loops of random functions do what they did") {
  std::uint64_t rotated = 0;
  toy::RandomFunctions random(17);
  for (int round = 0; round < 900; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    toy::EditFunction tried(ssa);
    passes_test::leave_ssa(tried);
    if (passes::rotate_loops(tried, {}, all).stats.rotated == 0) continue;
    for (const std::uint64_t fuel : {std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0}}) {
      toy::EditFunction before(ssa), behind(ssa);
      passes_test::leave_ssa(before);
      passes_test::leave_ssa(behind);
      program::Known known(behind);
      program::ControlFlow graph(behind, known);
      program::UseDef uses(behind, known);
      flow::FollowDominators dominators(graph);
      flow::FollowLiveness live(behind, graph);
      program::Verifying verify(behind, graph, uses, dominators, live);
      RotateLoopsOptions options;
      options.fuel = fuel;
      options.explain = true;
      const auto result =
          passes::rotate_loops(behind, options, all, NoRemarks{}, graph, uses, dominators, live, verify);
      for (const auto& f : verify.faults()) MESSAGE(f.text);
      CHECK(verify.faults().empty());
      CHECK(result.stats.rotated <= fuel);
      CHECK((result.out_of_fuel || result.kept.size() + result.stats.rotated == result.stats.loops));
      rotated += result.stats.rotated;
      passes_test::compare(before, behind);
      // Once more finds nothing where a loop of two blocks became one of one.
      for (const auto& block : result.rotated) {
        const toy::EditFunction& code = behind;
        const auto end = passes::block_end(code, block, std::optional<toy::InstId>());
        CHECK(end.kind == passes::BlockEnd<toy::EditFunction>::Kind::two_way);
      }
    }
  }
  CHECK(rotated > 40);
}

TEST_CASE("a loop of two blocks becomes one of one, and what may not be copied stays") {
  using passes_test::SmallOp, program::Effect, program::Role;
  struct Built {
    BranchCode code;
    program::BlockId head, body;
  };
  const auto build = [](program::Effects in_head, int extra, bool leaves) {
    auto out = std::make_unique<Built>();
    BranchCode& code = out->code;
    const auto entry = code.block();
    out->head = code.block();
    out->body = code.block();
    const auto exit = code.block();
    const auto n = code.parameter();
    code.add(entry, SmallOp::jump(), {}, {out->head});
    const auto p = code.op(out->head, "test", in_head, {n});
    for (int k = 0; k < extra; ++k) code.op(out->head, "more", {}, {n});
    code.add(out->head, {"branch", Effect::terminator, {}}, {{p, Role::use}}, {out->body, leaves ? exit : out->body});
    code.write(out->body, "step", {}, {n}, n);
    code.add(out->body, SmallOp::jump(), {}, {out->head});
    code.add(exit, {"ret", Effect::terminator, {}}, {{n, Role::use}});
    return out;
  };
  const auto reason = [&](program::Effects e, int extra, bool leaves, std::uint32_t blocks = 2) {
    const auto built = build(e, extra, leaves);
    RotateLoopsOptions options;
    options.explain = true;
    options.blocks = blocks;
    const auto result = passes::rotate_loops(built->code, options, all);
    CHECK(result.stats.rotated == 0);
    REQUIRE(result.kept.size() == 1);
    return result.kept[0].reason;
  };
  const auto built = build({}, 0, true);
  const auto result = passes::rotate_loops(built->code, {}, all);
  REQUIRE(result.rotated.size() == 1);
  CHECK(result.rotated[0] == built->body);
  CHECK(result.stats.copied == 2);
  bool to_itself = false;
  built->code.for_each_successor(built->body, [&](const auto& s) { to_itself |= s == built->body; });
  CHECK(to_itself);
  CHECK(passes::rotate_loops(build({}, 0, true)->code, {}, [](const auto&) { return false; }).stats.rotated == 0);
  CHECK(reason(Effect::convergent, 0, true) == RotateLoopsReason::convergent);
  CHECK(reason({}, 15, true) == RotateLoopsReason::size);
  CHECK(reason({}, 0, true, 1) == RotateLoopsReason::shape);
}
