// Tail duplication on random functions in SSA form: the same behaviour, SSA form kept, followers agree, every prefix of the
// changes is right; loop headers and long blocks stay.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include <lathe/flow/follow_liveness.hpp>
#include <lathe/passes/tail_duplication.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/random_functions.hpp"

namespace {

using namespace lathe;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;

std::size_t defined_twice(const EditFunction& f) {
  std::map<std::uint32_t, int> defs;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      f.for_each_operand(i, [&](const auto& o) { defs[o.value.value] += o.is_def(); });
  std::size_t out = 0;
  for (const auto& [v, n] : defs) out += n > 1;
  return out;
}
bool reducible(const EditFunction& f) {
  const program::Numbering<EditFunction> n(f);
  const flow::Cfg cfg = flow::make_cfg(program::FlowOf<EditFunction>(f, n));
  return !flow::find_loops(cfg, flow::Dominators(cfg), flow::reverse_post_order(cfg)).irreducible;
}

}  // namespace

TEST_CASE("tails are copied, SSA form stays, and the code does the same") {
  passes::TailDuplicationStats all;
  std::size_t twice = 0, before_twice = 0;
  passes_test::on_random_functions(
      41,
      [&](EditFunction&, toy::RandomFunctions& random) {
        const bool early = random.below(2) == 0;
        const std::uint32_t size = 2 + random.below(6);
        return [&, early, size](EditFunction& code) {
          passes::TailDuplicationOptions options;
          options.early = early;
          options.size = size;
          before_twice += defined_twice(code);
          const bool was = reducible(code);
          const std::size_t odd = passes_test::not_in_ssa_form(code);
          const auto result = passes::duplicate_tails(code, options);
          CHECK((!was || reducible(code)));
          CHECK(passes_test::not_in_ssa_form(code) <= odd);
          all.phis += result.stats.phis;
          twice += defined_twice(code);
          all.copies += result.stats.copies;
          all.gone += result.stats.gone;
        };
      },
      [](const EditFunction&, const EditFunction&) {});
  CHECK(twice == before_twice);
  CHECK(all.copies > 100);
  CHECK(all.gone > 10);
  CHECK(all.phis > 30);
}

TEST_CASE("values that are read elsewhere: no phis, reads too far away, and how much is walked") {
  using Reason = passes::TailDuplicationReason;
  std::uint64_t copies[3] = {}, escaped = 0, far = 0, walked = 0, looked = 0;
  for (const std::uint32_t reach : {0U, 1U, 256U}) {
    toy::RandomFunctions random(41);
    for (int round = 0; round < 150; ++round) {
      EditFunction code(random.next());
      passes::TailDuplicationOptions options;
      options.reach = reach;
      options.size = 6;
      options.explain = true;
      const auto result = passes::duplicate_tails(code, options);
      copies[reach == 0 ? 0 : reach == 1 ? 1 : 2] += result.stats.copies;
      CHECK((reach != 0 || result.stats.phis == 0));
      for (const auto& k : result.kept) {
        CHECK((reach != 0 || k.reason != Reason::far));
        escaped += reach == 0 && k.reason == Reason::escapes;
        far += reach == 1 && k.reason == Reason::far;
        looked += reach == 1;
      }
      if (reach == 1) walked += result.stats.visits;
    }
  }
  CHECK(copies[0] < copies[1]);
  CHECK(copies[1] < copies[2]);
  CHECK(escaped > 20);
  CHECK(far > 10);
  CHECK(walked < 20 * looked);
}

TEST_CASE("followers agree behind every edit, out of SSA form too, and every prefix of the changes is right") {
  toy::RandomFunctions random(6);
  std::uint64_t copies = 0;
  for (int round = 0; round < 80; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    for (const std::uint64_t fuel : {std::uint64_t{1}, std::uint64_t{3}, ~std::uint64_t{0}}) {
      EditFunction before(ssa), behind(ssa);
      program::Known known(behind);
      program::ControlFlow graph(behind, known);
      program::UseDef uses(behind, known);
      flow::FollowDominators dominators(graph);
      flow::FollowLiveness live(behind, graph);
      program::Verifying verify(behind, graph, uses, dominators, live);
      passes::TailDuplicationOptions options;
      options.size = 6;
      options.keep_ssa = round % 2 == 0;
      options.fuel = fuel;
      const auto result = passes::duplicate_tails(behind, options, NoRemarks{}, graph, uses, dominators, live, verify);
      for (const auto& f : verify.faults()) MESSAGE(f.text);
      CHECK(verify.faults().empty());
      CHECK(result.changes <= fuel);
      copies += result.stats.copies;
      passes_test::compare(before, behind);
    }
  }
  CHECK(copies > 50);
}

TEST_CASE("what may not be copied stays: convergent code, long blocks") {
  using Op = archetype::Code::Op;
  const auto terminator = program::Effect::terminator;
  const auto build = [&](program::Effects in_tail, int extra) {
    archetype::Code code;
    std::vector<archetype::Code::Block> b;
    for (int k = 0; k < 4; ++k) {
      b.push_back(code.make_block({}));
      code.put_block(b.back(), true, {});
    }
    const auto put = [&](int at, Op op) { code.put(code.make(op), {b[static_cast<std::size_t>(at)], {}}); };
    const auto n = [&](int k) { return b[static_cast<std::size_t>(k)].number(); };
    put(0, {"set", {}, {}, {1}, {}, -1});
    put(0, {"branch", terminator, {1}, {}, {n(1), n(2)}, -1});
    put(1, {"jump", terminator, {}, {}, {n(3)}, -1});
    put(2, {"jump", terminator, {}, {}, {n(3)}, -1});
    put(3, {"op", in_tail, {1}, {}, {}, -1});
    for (int k = 0; k < extra; ++k) put(3, {"op", {}, {1}, {}, {}, -1});
    put(3, {"ret", terminator, {1}, {}, {}, -1});
    return passes::duplicate_tails(code).stats.copies;
  };
  CHECK(build(program::Effect::writes, 0) == 2);
  CHECK(build(program::Effect::convergent, 0) == 0);
  CHECK(build(program::Effect::writes, 1) == 0);
}
