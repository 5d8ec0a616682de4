// Strength reduction and the reuse of sums by hand: which loops have counters, how groups start and grow, what a change saves.
#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/reuse_sums.hpp>
#include <lathe/passes/strength_reduction.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/toy_sums.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using passes_test::ToySums;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId, toy::Register;
using Op = toy::MachineInst::Op;
using Kind = toy::FrameOp::Kind;
using passes::StrengthReason;

std::uint32_t count(const EditFunction& f, std::uint32_t b, Op op) {
  std::uint32_t n = 0;
  for (const InstId i : f.instructions(f.made[b])) n += f.is_plain(i, op);
  return n;
}
// r0..r7 are words that nobody knows; r8 turns are left, r9 is 1, r10 counts from 0 in block 1.
struct Loop {
  toy::MachineFunction f;
  Loop() {
    f.blocks.resize(3);
    for (Register r = 0; r < 8; ++r) put(0, Op::set, {r}, {}, 3 + r);
    for (Register r = 0; r < 8; ++r) put(0, Op::load, {r}, {r});
    put(0, Op::set, {8}, {}, 5);
    put(0, Op::set, {9}, {}, 1);
    put(0, Op::set, {10}, {}, 0);
  }
  void put(std::uint32_t b, Op op, std::vector<Register> writes, std::vector<Register> reads, std::int64_t n = 0) {
    f.blocks[b].insts.push_back({op, std::move(writes), std::move(reads), n, 0, 0});
  }
  void enter() { f.blocks[0].insts.push_back({Op::jump, {}, {}, 0, 1, 0}); }
  void load(Register at, std::int64_t n = 0) { put(1, Op::load, {5}, {at}, n); }
  // The counter goes on by a register, one or whatever is known of another.
  toy::SsaFunction done(std::vector<Register> sum = {10, 9}) {
    put(1, Op::add, {10}, std::move(sum));
    put(1, Op::sub, {8}, {8, 9});
    f.blocks[1].insts.push_back({Op::branch, {}, {8}, 0, 1, 2});
    put(2, Op::show, {}, {5});
    put(2, Op::ret, {}, {5});
    return *toy::into_ssa(f);
  }
};
using Options = passes::StrengthReductionOptions;
passes::StrengthReductionResult<EditFunction> reduce(const toy::SsaFunction& ssa, EditFunction& f,
                                                     Options options = {}) {
  const EditFunction before(ssa);
  ToySums sums{f};
  options.explain = true;
  const auto result = passes::reduce_strength(f, sums, program::NoRegisters(), options);
  passes_test::same_to_the_machine(before, f);
  CHECK(passes_test::not_in_ssa_form(f) == 0);
  return result;
}

}  // namespace

TEST_CASE("a counter may grow by a value, named first or last, and by nothing else") {
  for (const auto& sum : {std::vector<Register>{10, 2}, {2, 10}, {9, 10}, {10, 9}}) {
    Loop code;
    code.put(0, Op::set, {13}, {}, 4);
    code.enter();
    code.put(1, Op::mul, {11}, {10, 13});
    code.load(11);
    const toy::SsaFunction ssa = code.done(sum);
    EditFunction g(ssa);
    CHECK(reduce(ssa, g).stats.reduced == 1);
    CHECK(count(g, 1, Op::mul) == 0);
    // By 4 times r2, which is computed once, or by 4.
    CHECK(count(g, 0, Op::mul) == (sum[0] + sum[1] == 12 ? 1 : 0));
  }
  Loop code;  // what another counter was a turn ago is no counter
  code.put(0, Op::set, {12}, {}, 7);
  code.enter();
  code.put(1, Op::mul, {11}, {12, 3});
  code.load(11);
  code.put(1, Op::add, {12}, {10, 9});
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  CHECK(reduce(ssa, f).changes == 0);
}

TEST_CASE("a counter that is cut in each turn is none, and one that may wrap is left") {
  for (const bool cut : {true, false}) {
    Loop code;
    code.enter();
    code.put(1, Op::mul, {11}, {10, 3});
    code.load(11);
    const toy::SsaFunction ssa = code.done();
    EditFunction before(ssa), f(ssa);
    for (EditFunction* g : {&before, &f})
      for (const InstId i : g->instructions(g->made[1])) {
        const auto m = g->inst(i);
        if (!g->is_plain(i, cut ? Op::add : Op::mul)) continue;
        // low(counter) in the place of the counter
        const ValueId low = g->make_value(ValueId(m.reads[0]));
        const program::Operand<ValueId> both[] = {{ValueId(m.reads[0]), program::Role::use}, {low, program::Role::def}};
        g->put(g->make(toy::FrameOp{Kind::low, {}, 0}, both), {g->made[1], i});
        g->set_operand(i, 0, low);
        break;
      }
    ToySums sums{f};
    Options options;
    options.explain = true;
    const auto result = passes::reduce_strength(f, sums, program::NoRegisters(), options);
    passes_test::same_to_the_machine(before, f);
    CHECK(result.changes == 0);
    CHECK(result.stats.counters == (cut ? 1 : 2));  // and what is left of the turns
    std::size_t wraps = 0;
    for (const auto& k : result.kept) wraps += k.reason == StrengthReason::wraps;
    CHECK((wraps != 0) == !cut);
  }
}

TEST_CASE("where a group starts: with what is there, a constant, or a copy of so many instructions") {
  for (const std::uint32_t chain : {0U, 1U, 2U}) {
    Loop code;
    code.put(0, Op::add, {10}, {6, 7});  // i starts with what nobody knows
    code.enter();
    code.put(1, Op::mul, {11}, {10, 3});
    code.put(1, Op::add, {11}, {11, 4});
    code.load(11);
    const toy::SsaFunction ssa = code.done();
    EditFunction f(ssa);
    Options options;
    options.chain = chain;
    const auto result = reduce(ssa, f, options);
    CHECK(result.stats.reduced == (chain == 2 ? 1 : 0));
    CHECK(count(f, 0, Op::mul) == (chain == 2 ? 1 : 0));
    if (chain != 2) CHECK(result.kept.back().reason == StrengthReason::chain);
  }
  Loop code;  // 2 i + p starts with p: nothing is computed
  code.enter();
  code.put(1, Op::add, {11}, {10, 3});
  code.put(1, Op::add, {11}, {11, 10});
  code.load(11);
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  CHECK(reduce(ssa, f).stats.reduced == 1);
  CHECK(count(f, 0, Op::add) == 0);
  CHECK(count(f, 1, Op::add) == 1);
}

TEST_CASE("groups one after the other: the second starts with what the first one does") {
  Loop code;
  code.put(0, Op::add, {10}, {6, 7});
  code.put(0, Op::set, {13}, {}, 3);
  code.enter();
  code.put(1, Op::mul, {11}, {10, 13});  // 3 i
  code.load(11);
  code.put(1, Op::mul, {12}, {11, 4});  // and that times r4
  code.load(12);
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  Options options;
  options.joint = false;
  CHECK(reduce(ssa, f, options).stats.reduced == 2);
  CHECK(count(f, 1, Op::mul) == 0);
}

TEST_CASE("what nothing in the function writes is no obstacle") {
  Loop code;
  code.enter();
  code.put(1, Op::mul, {11}, {10, 3});
  code.load(11);
  const toy::SsaFunction ssa = code.done();
  EditFunction before(ssa), f(ssa);
  for (EditFunction* g : {&before, &f}) {
    const ValueId p = g->make_value();
    g->add_parameter(p);
    for (const InstId i : g->instructions(g->made[1]))
      if (g->is_plain(i, Op::mul)) g->set_operand(i, 1, p);
  }
  ToySums sums{f};
  CHECK(passes::reduce_strength(f, sums, program::NoRegisters()).stats.reduced == 1);
  passes_test::same_to_the_machine(before, f);
}

TEST_CASE("what is saved has to be more than what is made") {
  // i + p, read where no distance helps: one sum goes, one comes.
  for (const bool more : {false, true}) {
    Loop code;
    code.enter();
    code.put(1, Op::add, {11}, {10, 3});
    if (more) code.put(1, Op::add, {11}, {11, 4});
    code.put(1, Op::show, {}, {11});
    const toy::SsaFunction ssa = code.done();
    EditFunction f(ssa);
    Options options;
    options.registers = false;
    const auto result = reduce(ssa, f, options);
    CHECK(result.stats.reduced == (more ? 1 : 0));
    if (!more) CHECK(result.kept.back().reason == StrengthReason::gain);
  }
}

TEST_CASE("what two sums that go have both read goes once") {
  Loop code;
  code.enter();
  code.put(1, Op::mul, {11}, {10, 3});
  code.put(1, Op::add, {12}, {11, 4});
  code.put(1, Op::add, {13}, {11, 6});
  code.load(12), code.load(13);
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  const auto result = reduce(ssa, f);
  CHECK(result.stats.reduced == 2);
  CHECK(result.stats.erased == 3);
  CHECK(result.stats.made == 4);  // two phis and two sums
}

// ---- sums again

namespace {

struct Straight {
  toy::MachineFunction f;
  Straight() {
    f.blocks.resize(1);
    for (Register r = 0; r < 8; ++r) put(Op::set, {r}, {}, 3 + r);
    for (Register r = 0; r < 8; ++r) put(Op::load, {r}, {r});
  }
  void put(Op op, std::vector<Register> writes, std::vector<Register> reads, std::int64_t n = 0) {
    f.blocks[0].insts.push_back({op, std::move(writes), std::move(reads), n, 0, 0});
  }
  // to = r1 + n + r2
  void sum(Register to, std::int64_t n) {
    put(Op::set, {22}, {}, n);
    put(Op::show, {}, {22});  // it is read besides: a sum less is no constant less
    put(Op::add, {21}, {1, 22});
    put(Op::add, {to}, {21, 2});
  }
  toy::SsaFunction done() {
    put(Op::ret, {}, {1});
    return *toy::into_ssa(f);
  }
};
passes::ReuseSumsResult<EditFunction> reuse(const toy::SsaFunction& ssa, EditFunction& f,
                                            passes::ReuseSumsOptions options = {}) {
  const EditFunction before(ssa);
  ToySums sums{f};
  const auto result = passes::reuse_sums(f, sums, program::NoRegisters(), options);
  passes_test::same_to_the_machine(before, f);
  CHECK(passes_test::not_in_ssa_form(f) == 0);
  return result;
}

}  // namespace

TEST_CASE("sums again: the nearest one above, though it was kept itself") {
  Straight code;
  code.put(Op::add, {9}, {1, 2});
  code.put(Op::show, {}, {9});
  code.put(Op::set, {12}, {}, 100);
  code.put(Op::show, {}, {12});
  code.put(Op::add, {11}, {9, 12});  // r9 + 100, one sum, which one sum would replace: kept
  code.put(Op::show, {}, {11});
  code.sum(13, 104);  // four behind that
  code.put(Op::load, {5}, {13});
  code.put(Op::show, {}, {5});
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  passes::ReuseSumsOptions options;
  options.explain = true;
  const auto result = reuse(ssa, f, options);
  CHECK(result.stats.reused == 1);
  CHECK(result.stats.folded == 1);
  REQUIRE(!result.kept.empty());
  CHECK(result.kept[0].reason == passes::ReuseReason::gain);
  EditFunction g(ssa);
  CHECK(reuse(ssa, g).kept.empty());
}

TEST_CASE("sums again: without fuel nobody is asked") {
  Straight code;
  for (const Register to : {9U, 10U, 11U}) code.sum(to, to);
  for (const Register r : {9U, 10U, 11U}) code.put(Op::show, {}, {r});
  const toy::SsaFunction ssa = code.done();
  for (const std::uint64_t fuel : {0U, 1U, 9U}) {
    EditFunction f(ssa);
    passes::ReuseSumsOptions options;
    options.fuel = fuel;
    const auto result = reuse(ssa, f, options);
    CHECK(result.stats.reused == std::min<std::uint64_t>(fuel, 2));
    CHECK(result.out_of_fuel == (fuel < 2));
    if (fuel == 0) CHECK(result.stats.found == 2);  // r1 + n, which saves nothing, and the sum
  }
}

TEST_CASE("sums again: what went with another one is not there any more") {
  Straight code;
  code.sum(9, 8);  // by a way of its own
  code.put(Op::show, {}, {9});
  code.put(Op::set, {14}, {}, 5), code.put(Op::show, {}, {14});  // r2 + 5, and with r1 three less than r9: both go
  code.put(Op::add, {10}, {2, 14});
  code.put(Op::add, {12}, {10, 1});
  code.put(Op::load, {5}, {12});
  code.put(Op::show, {}, {5});
  code.put(Op::set, {14}, {}, 3), code.put(Op::show, {}, {14});  // r2 + 3
  code.put(Op::add, {13}, {2, 14});
  code.put(Op::show, {}, {13});
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  const auto result = reuse(ssa, f);
  CHECK(result.stats.reused == 1);
  CHECK(result.stats.erased == 2);
}

TEST_CASE("sums again: a read that is bound to the register keeps it") {
  for (const bool bound : {false, true}) {
    Straight code;
    code.put(Op::add, {9}, {1, 2});
    code.put(Op::show, {}, {9});
    code.sum(10, 2);
    code.put(Op::load, {5}, {10});
    code.put(Op::show, {}, {5});
    const toy::SsaFunction ssa = code.done();
    EditFunction f(ssa);
    std::vector<InstId> loads;
    for (const InstId i : f.instructions(f.made[0]))
      if (f.is_plain(i, Op::load)) loads.push_back(i);
    const program::Operand<ValueId> read{ValueId(f.inst(loads.back()).reads[0]), program::Role::use, false, false,
                                         bound};
    f.put(f.make(toy::FrameOp{Kind::plain, {Op::show, 0, 0}, 0}, std::span(&read, 1)), {f.made[0], loads.back()});
    ToySums sums{f};
    CHECK(passes::reuse_sums(f, sums, program::NoRegisters()).stats.reused == (bound ? 0 : 1));
  }
}

TEST_CASE("sums again: one that is the other is that, where not one register is to spare") {
  Straight code;
  code.put(Op::add, {9}, {1, 2});
  code.put(Op::show, {}, {9});
  code.put(Op::add, {10}, {2, 1});
  code.put(Op::add, {11}, {10, 9});
  code.put(Op::show, {}, {11});
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  std::uint32_t limit = 1;
  while (passes_test::excess(f, limit) != 0) ++limit;
  ToySums sums{f};
  CHECK(passes::reuse_sums(f, sums, passes_test::Registers{limit}).stats.reused == 1);
  CHECK(passes_test::excess(f, limit) == 0);
}

TEST_CASE("sums again: no register limit is passed, by the full analysis") {
  passes_test::Loops loops(17);
  std::uint64_t reused = 0, refused = 0;
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = loops.next();
    for (const std::uint32_t limit : {6U, 10U, 14U}) {
      const EditFunction before(ssa);
      EditFunction f(ssa);
      ToySums sums{f};
      const std::uint64_t was = passes_test::excess(f, limit);
      passes::ReuseSumsOptions options;
      options.explain = true;
      const auto result = passes::reuse_sums(f, sums, passes_test::Registers{limit}, options);
      passes_test::same_to_the_machine(before, f);
      CHECK(passes_test::excess(f, limit) <= was);
      reused += result.stats.reused;
      for (const auto& k : result.kept) refused += k.reason == passes::ReuseReason::pressure;
    }
  }
  CHECK(reused > 8);
  CHECK(refused > 4);
}
