// The peephole engine on the toy machine: random functions in SSA form and out of it, run before and behind; its trace
// replayed; every prefix of its changes; a wrong rule, which running finds.
#include <doctest/doctest.h>

#include <lathe/combine/rules_measure.hpp>
#include <lathe/combine/rules_text.hpp>
#include <lathe/passes/peephole.hpp>

#include "adapters/toy/peephole.hpp"
#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/toy_rules.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using lathe::program::BlockId, lathe::program::InstId, lathe::program::ValueId, lathe::program::Role;
using peephole_test::compiled, peephole_test::right, peephole_test::Made;
using toy::EditFunction;
using Machine = toy::PeepholeMachine<EditFunction>;

bool same(const EditFunction& a, const EditFunction& b) {
  const auto was = run_stored(a, many_steps), is = run_stored(b, many_steps);
  REQUIRE(was.has_value());
  REQUIRE(is.has_value());
  return was->shown == is->shown && was->memory == is->memory;
}

}  // namespace

TEST_CASE("peephole: random functions do what they did, and what is left fits no rule") {
  const rules::Compiled list = compiled(right);
  std::vector<std::uint64_t> fired(list.list.size(), 0);
  std::uint64_t rewrites[2] = {0, 0};
  for (const bool leave : {false, true}) {
    toy::RandomFunctions random(201 + leave);
    for (int round = 0; round < 120; ++round) {
      CAPTURE(round);
      const toy::SsaFunction ssa = random.next();
      Made before(ssa, leave), behind(ssa, leave), again(ssa, leave);
      Machine machine(behind), other(again);
      passes::PeepholeOptions options;
      options.trace = true;
      const auto result = passes::peephole<EditFunction>(behind, machine, list, options);
      CHECK(same(before, behind));
      CHECK(!result.visit_limit);
      CHECK(result.stats.visits <= result.stats.entries);
      CHECK(result.trace.steps.size() == result.stats.rewrites);
      for (std::size_t r = 0; r < fired.size(); ++r) fired[r] += result.fired[r];
      rewrites[leave] += result.stats.rewrites;
      // The checker does the same steps, and gets the same code.
      const auto faults = passes::replay_peephole<EditFunction>(again, other, list, result.trace);
      CHECK_MESSAGE(faults.empty(), faults.str());
      CHECK(again.text() == behind.text());
      // Its text form is read back.
      struct Names {
        const rules::Compiled& of;
        std::uint32_t count() const { return static_cast<std::uint32_t>(of.list.size()); }
        std::string_view name(std::uint32_t r) const { return of.list[r].name; }
      } names{list};
      std::string error;
      const auto read = dag::read_trace(dag::print(result.trace, names), "t", names, error);
      REQUIRE_MESSAGE(read.has_value(), error);
      CHECK(*read == result.trace);
      CHECK(passes::peephole<EditFunction>(behind, machine, list).stats.rewrites == 0);
    }
  }
  CHECK(rewrites[0] > 300);
  CHECK(rewrites[1] > 100);
  for (std::size_t r = 0; r < fired.size(); ++r) CHECK_MESSAGE(fired[r] > 0, list.list[r].name << " never fires");
}

TEST_CASE("peephole: every prefix of its changes") {
  const rules::Compiled list = compiled(right);
  toy::RandomFunctions random(203);
  for (int round = 0; round < 20; ++round) {
    const toy::SsaFunction ssa = random.next();
    const bool leave = round % 2 != 0;
    bool out = true;
    for (std::uint64_t fuel = 0; out && fuel < 12; ++fuel) {
      Made before(ssa, leave), behind(ssa, leave);
      Machine machine(behind);
      passes::PeepholeOptions options;
      options.fuel = fuel;
      const auto result = passes::peephole<EditFunction>(behind, machine, list, options);
      out = result.out_of_fuel;
      CHECK(result.changes <= fuel);
      CHECK(same(before, behind));
    }
  }
}

TEST_CASE("peephole: a wrong rule is found by running, and a wrong step by the checker") {
  const rules::Compiled wrong =
      compiled("rule wrong\nmatch (add~ x C)\nwhen C != 0\ngive x\n" + std::string(right), false);
  const rules::Compiled list = compiled(right);
  toy::RandomFunctions random(205);
  int differs = 0, told = 0;
  for (int round = 0; round < 60; ++round) {
    const toy::SsaFunction ssa = random.next();
    Made before(ssa, false), behind(ssa, false);
    Machine machine(behind);
    passes::PeepholeOptions options;
    options.trace = true;
    auto result = passes::peephole<EditFunction>(behind, machine, wrong, options);
    differs += !same(before, behind);
    if (result.trace.steps.empty()) continue;
    for (dag::CombineStep& step : result.trace.steps) step.rule = (step.rule + 1) % list.list.size();
    Machine other(before);
    told += !passes::replay_peephole<EditFunction>(before, other, list, result.trace).empty();
  }
  CHECK(differs > 3);
  CHECK(told > 10);
}

TEST_CASE("peephole: only what has one word from there on is looked into; remarks and limits") {
  // a = p + 1 where p is written again before the sum: nothing may be folded.
  const auto build = [](EditFunction& f, bool again) {
    const BlockId b = f.make_block();
    f.put_block(b, true);
    const ValueId p = f.make_value(), one = f.make_value(), a = f.make_value(), c = f.make_value();
    const auto plain = [&](toy::MachineInst::Op op, std::int64_t constant, std::vector<ValueId> in, ValueId out) {
      std::vector<program::Operand<ValueId>> operands;
      for (const ValueId v : in) operands.push_back({v, Role::use});
      operands.push_back({out, Role::def});
      f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {op, constant, 0}, 0}, operands), {b, {}});
    };
    using enum toy::MachineInst::Op;
    plain(set, 5, {}, p);
    plain(load, 0, {p}, p);
    plain(set, 1, {}, one);
    plain(add, 0, {p, one}, a);
    if (again) plain(set, 9, {}, p);
    plain(add, 0, {a, one}, c);
    const program::Operand<ValueId> shown{c, Role::use};
    f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {show, 0, 0}, 0}, {&shown, 1}), {b, {}});
    f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {ret, 0, 0}, 0}, {}), {b, {}});
  };
  const rules::Compiled list = compiled(right);
  for (const bool again : {false, true}) {
    toy::SsaFunction empty;
    EditFunction f(empty);
    build(f, again);
    Machine machine(f);
    CHECK(passes::peephole<EditFunction>(f, machine, list).stats.rewrites == 0);  // p has two definitions
  }
  toy::RandomFunctions random(206);
  Made f(random.next(), false), g(random.next(), false);
  Machine machine(f);
  std::vector<Remark> remarks;
  const auto sink = [&](const Remark& r) { remarks.push_back(r); };
  const auto result = passes::peephole<EditFunction>(f, machine, list, {}, sink);
  CHECK(remarks.size() == result.changes);
  passes::PeepholeOptions few;
  few.max_visits = 3;
  Machine other(g);
  const auto stopped = passes::peephole<EditFunction>(g, other, list, few);
  CHECK(stopped.visit_limit);
  CHECK(stopped.stats.visits == 3);
}
