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

namespace {

using program::Effect, program::Effects, program::Role;

struct LoopSpec {
  Effects branch = Effect::terminator, jump = Effect::terminator;  // what ends the header, and the block behind it
  bool two_back = false;                                           // another block goes back to the header
  bool two_ends = false;  // the header ends with two instructions that nobody understands
};
// One loop behind the other.
struct InARow {
  BranchCode code;
  program::ValueId n = code.parameter();
  explicit InARow(const std::vector<LoopSpec>& specs) {
    program::BlockId at = code.block();
    for (const LoopSpec& spec : specs) {
      const program::BlockId head = code.block(), body = code.block(), more = code.block(), behind = code.block();
      code.jump(at, head);
      if (spec.two_ends) {
        code.add(head, {"branch", spec.branch, {}}, {{n, Role::use}}, {body});
        code.jump(head, behind);
      } else {
        code.add(head, {"branch", spec.branch, {}}, {{n, Role::use}}, {body, behind});
      }
      code.write(body, "step", {}, {n}, n);
      if (spec.two_back)
        code.branch(body, n, head, more);
      else
        code.jump(body, more);
      code.add(more, {"jump", spec.jump, {}}, {}, {head});
      at = behind;
    }
    code.ret(at);
  }
};
struct Told {
  std::uint64_t loops, rotated;
  std::vector<RotateLoopsReason> kept;
};
template <class Wanted>
Told told(const std::vector<LoopSpec>& specs, Wanted wanted, std::uint64_t fuel = 99) {
  InARow row(specs);
  RotateLoopsOptions options;
  options.explain = true;
  options.fuel = fuel;
  const auto result = passes::rotate_loops(row.code, options, wanted);
  Told out{result.stats.loops, result.stats.rotated, {}};
  CHECK(result.rotated.size() == result.stats.rotated);
  for (const auto& k : result.kept) out.kept.push_back(k.reason);
  return out;
}

}  // namespace

TEST_CASE("every loop is looked at, whatever becomes of those before it") {
  using enum RotateLoopsReason;
  const LoopSpec good{}, bad{.branch = Effect::terminator | Effect::side_effect};
  const Told mixed = told({bad, good, bad}, all);
  CHECK(mixed.loops == 3);
  CHECK(mixed.rotated == 1);
  CHECK(mixed.kept == std::vector{shape, shape});
  const Told unwanted = told({good, good, good}, [](const auto&) { return false; });
  CHECK(unwanted.loops == 3);
  CHECK(unwanted.rotated == 0);
  CHECK(told({good, good, good}, all).rotated == 3);
  const Told stopped = told({good, good, good}, all, 1);
  CHECK(stopped.rotated == 1);
  CHECK(stopped.loops == 2);  // the one for which there was no fuel is the last
}

TEST_CASE("a header and a latch of other shapes stay, and it is told why") {
  using enum RotateLoopsReason;
  const Effects both = Effect::terminator | Effect::side_effect;
  CHECK(told({{.branch = both}}, all).kept == std::vector{shape});
  CHECK(told({{.two_ends = true}}, all).kept == std::vector{shape});
  CHECK(told({{.jump = both}}, all).kept == std::vector{latch});
  CHECK(told({{.two_back = true}}, all).kept == std::vector{latch});
}
