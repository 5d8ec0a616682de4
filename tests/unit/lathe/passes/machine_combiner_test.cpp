// The machine combiner on random functions: what the toy machine does before and behind, followers agree behind every
// edit, every prefix is right, registers do not get worse. By hand: machine_combiner_trees_test.cpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include <lathe/passes/machine_combiner.hpp>

#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using program::Effect, program::Fact, program::Role;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::MachineInst, toy::ValueId;
using Reason = passes::CombinerReason;

// The toy machine with cycles, and what it says of sums and products.
class Timed : public EditFunction {
 public:
  static constexpr program::Facts facts = EditFunction::facts | Fact::latency | Fact::literals;
  using EditFunction::EditFunction;
  std::uint32_t latency(InstId i) const { return is_plain(i, Op::mul) ? 3 : is_plain(i, Op::load) ? 5 : 1; }
  std::optional<std::uint32_t> regroups(InstId i) const {
    if (is_plain(i, Op::add) || with_literal(i)) return 1;
    return is_plain(i, Op::mul) ? std::optional(2U) : std::nullopt;
  }
  bool with_literal(InstId i) const { return payload(i).kind == toy::FrameOp::Kind::address; }
  template <class F>
  void for_each_literal(InstId i, F&& f) const {
    if (with_literal(i)) f(1, static_cast<std::uint64_t>(payload(i).op.constant));
  }
};
InstId plain(EditFunction& f, MachineInst::Op op, std::initializer_list<program::Operand<ValueId>> operands) {
  return f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {op, 0, 0}, 0}, std::span(operands.begin(), operands.size()));
}
// In some blocks sums and products of random shape, whose results are shown; some are read twice.
void add_trees(Timed& f, toy::RandomFunctions& random) {
  std::vector<ValueId> known;
  for (const InstId i : f.instructions(*f.blocks().begin()))
    if (f.is_plain(i, MachineInst::Op::set) && known.size() < 5) known.push_back(ValueId(f.inst(i).writes[0]));
  for (const BlockId b : f.blocks()) {
    InstId end;
    for (const InstId i : f.instructions(b)) end = i;
    if (random.below(2) == 0) continue;
    std::vector<ValueId> values = known;
    const auto make = [&](MachineInst::Op op, ValueId x, ValueId y) {
      const ValueId made = f.make_value(x);
      f.put(plain(f, op, {{x, Role::use}, {y, Role::use}, {made, Role::def}}), {b, end});
      values.push_back(made);
    };
    const std::uint32_t count = 2 + random.below(9);
    for (std::uint32_t k = 0; k < count; ++k) {
      if (random.below(4) == 0) {
        const ValueId made = f.make_value(values.back());
        const program::Operand<ValueId> both[] = {{values.back(), Role::use}, {made, Role::def}};
        const std::int64_t literal = 1 + random.below(100);
        f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::address, {MachineInst::Op::set, literal, 0}, 0}, both), {b, end});
        values.push_back(made);
        continue;
      }
      const MachineInst::Op op = random.below(5) == 0 ? MachineInst::Op::mul : MachineInst::Op::add;
      // Mostly the last one, so that chains come about.
      const ValueId x =
          random.below(4) != 0 ? values.back() : values[random.below(static_cast<std::uint32_t>(values.size()))];
      make(op, x, values[random.below(static_cast<std::uint32_t>(values.size()))]);
    }
    f.put(plain(f, MachineInst::Op::show, {{values.back(), Role::use}}), {b, end});
  }
}

}  // namespace

TEST_CASE("sums and products are regrouped, and the machine does the same") {
  toy::RandomFunctions random(71);
  passes::MachineCombinerStats all;
  std::map<Reason, int> kept;
  for (int round = 0; round < 120; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    const std::uint32_t seed = random.below(10000);
    for (const std::uint64_t fuel : {std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0}}) {
      Timed before(ssa), behind(ssa);
      toy::RandomFunctions one(seed), same(seed);
      add_trees(before, one);
      add_trees(behind, same);
      program::Known known(behind);
      program::ControlFlow graph(behind, known);
      program::UseDef uses(behind, known);
      flow::FollowLiveness live(behind, graph);
      program::Verifying verify(behind, graph, uses, live);
      passes::MachineCombinerOptions options;
      options.fuel = fuel;
      options.explain = true;
      const passes_test::Registers registers{round % 2 == 0 ? 0U : 6U};
      const auto result = passes::combine(behind, behind, registers, options, NoRemarks{}, graph, uses, live, verify);
      if (!verify.faults().empty()) FAIL(verify.faults().begin()->text);
      CHECK(result.changes <= fuel);
      CHECK(passes_test::size(before) == passes_test::size(behind));
      if (registers.limit != 0)
        CHECK(passes_test::excess(behind, registers.limit) <= passes_test::excess(before, registers.limit));
      for (const auto& k : result.kept) ++kept[k.reason];
      all.regrouped += result.stats.regrouped;
      all.moved += result.stats.moved;
      all.cycles += result.stats.cycles;
      passes_test::same_to_the_machine(before, behind);
    }
  }
  MESSAGE(all.regrouped << " regrouped, " << all.moved << " moved, " << all.cycles << " cycles");
  CHECK(all.regrouped > 100);
  CHECK(all.moved > 50);
  for (const Reason r : {Reason::depth, Reason::slack, Reason::pressure}) CHECK(kept[r] > 0);
}
