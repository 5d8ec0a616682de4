// Compiled at -O1
// Strength reduction on loops of the toy machine: run before and behind, every prefix of the changes, by hand what is saved and
// what is left alone, and registers.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/reuse_sums.hpp>
#include <lathe/passes/strength_reduction.hpp>

#include "support/rounds.hpp"
#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;
using Op = toy::MachineInst::Op;
using Kind = toy::FrameOp::Kind;
using passes::StrengthReason;

// Sums of the toy machine; sums with a constant are its `address`.
struct ToySums {
  EditFunction& f;
  std::int64_t reach = 8;
  using Step = passes::LinearStep<ValueId>;
  std::optional<std::uint64_t> constant_of(ValueId) const { return {}; }
  std::optional<Step> linear(InstId i) const {
    const toy::FrameOp& o = f.payload(i);
    const toy::MachineInst m = f.inst(i);
    Step out;
    if (o.kind == Kind::move || o.kind == Kind::address) {
      out.add({ValueId(m.reads[0])});
      out.constant = o.kind == Kind::address ? static_cast<std::uint64_t>(m.constant) : 0;
      return out;
    }
    if (o.kind != Kind::plain) return {};
    if (m.op == Op::set) out.constant = static_cast<std::uint64_t>(m.constant);
    if (m.op == Op::mul)
      out.add({ValueId(m.reads[0]), 1, ValueId(m.reads[1])});
    else if (m.op == Op::add || m.op == Op::sub)
      out.add({ValueId(m.reads[0])}), out.add({ValueId(m.reads[1]), m.op == Op::add ? 1 : ~std::uint64_t{0}});
    else if (m.op != Op::set)
      return {};
    return out;
  }
  std::uint32_t cost(InstId i) const { return f.payload(i).kind == Kind::move ? 0 : f.is_plain(i, Op::mul) ? 3 : 1; }
  std::uint32_t sum_cost(ValueId) const { return 1; }
  InstId make(Kind kind, Op op, std::int64_t n, ValueId to, std::vector<ValueId> reads) {
    std::vector<program::Operand<ValueId>> operands;
    for (const ValueId v : reads) operands.push_back({v, program::Role::use});
    operands.push_back({to, program::Role::def});
    return f.make(toy::FrameOp{kind, {op, n, 0}, 0}, operands);
  }
  InstId make_sum(ValueId to, ValueId a, ValueId b) { return make(Kind::plain, Op::add, 0, to, {a, b}); }
  InstId make_sum(ValueId to, ValueId a, std::uint64_t n) {
    return make(Kind::address, Op::set, static_cast<std::int64_t>(n), to, {a});
  }
  InstId make_constant(ValueId to, std::uint64_t n) {
    return make(Kind::plain, Op::set, static_cast<std::int64_t>(n), to, {});
  }
  InstId make_product(ValueId to, ValueId a, ValueId b) { return make(Kind::plain, Op::mul, 0, to, {a, b}); }
  bool reaches(InstId i, ValueId v, std::int64_t n) const {
    if (!f.is_plain(i, Op::load) && !f.is_plain(i, Op::store)) return false;
    const toy::MachineInst m = f.inst(i);
    return m.reads[0] == v.value && (m.op == Op::load || m.reads[1] != v.value) && n >= -reach && n <= reach;
  }
  InstId displaced(InstId i, ValueId, ValueId by, std::int64_t n) {
    const InstId made = f.clone(i);
    f.payload(made).op.constant += n;
    f.set_operand(made, 0, by);
    return made;
  }
};
static_assert(passes::LinearMaker<ToySums, EditFunction>);

// Loops in loops: counters that grow by constants and by values, sums and products of them, loads, stores and shows of these.
class Loops {
 public:
  explicit Loops(std::uint32_t seed) : random_(seed) {}
  toy::SsaFunction next() {
    f_ = toy::MachineFunction();
    f_.blocks.emplace_back();
    for (toy::Register r = 0; r < registers; ++r)
      put(Op::set, {r}, {}, static_cast<std::int64_t>(random_.below(9)) - (random_.below(4) == 0 ? 1'000'000'007 : 2));
    body(0);
    for (toy::Register r = 0; r < registers; ++r) put(Op::show, {}, {r});
    put(Op::ret, {}, {0});
    return *toy::into_ssa(f_);
  }

 private:
  static constexpr toy::Register registers = 7;  // and for each depth a counter, its step, what is left
  void put(Op op, std::vector<toy::Register> writes, std::vector<toy::Register> reads, std::int64_t constant = 0) {
    f_.blocks.back().insts.push_back({op, std::move(writes), std::move(reads), constant, 0, 0});
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(f_.blocks.size() - 1); }
  toy::Register any(std::uint32_t depth) {
    return random_.below(2) == 0 && depth != 0 ? registers + 3 * random_.below(depth) : random_.below(registers);
  }
  void some(std::uint32_t depth) {
    for (std::uint32_t k = random_.below(7); k > 0; --k) {
      const toy::Register to = random_.below(registers), a = any(depth), b = any(depth);
      switch (random_.below(8)) {
        case 3:
          if (depth != 0) address(depth);
          break;
        case 0:
          put(Op::load, {to}, {a}, random_.below(5));
          break;
        case 1:
          put(Op::store, {}, {a, b}, random_.below(5));
          break;
        case 2:
          put(Op::show, {}, {a});
          break;
        default:
          put(random_.below(3) == 0 ? Op::mul : random_.below(3) == 0 ? Op::sub : Op::add, {to}, {a, b});
      }
    }
  }
  // [p + counter * q], and a place behind it.
  void address(std::uint32_t depth) {
    constexpr toy::Register product = 17, sum = 18, constant = 19;
    const toy::Register counter = registers + 3 * random_.below(depth);
    put(Op::set, {constant}, {}, random_.below(20));
    put(Op::mul, {product}, {counter, random_.below(2) == 0 ? constant : any(depth)});
    put(Op::add, {sum}, {product, any(depth)});
    put(Op::load, {random_.below(registers)}, {sum}, random_.below(5));
    if (random_.below(2) == 0) put(Op::add, {sum}, {sum, constant});
    put(Op::store, {}, {sum, any(depth)}, random_.below(5));
    if (random_.below(4) == 0) put(Op::show, {}, {sum});
  }
  void body(std::uint32_t depth) {
    some(depth);
    if (depth == 3) return;
    for (std::uint32_t n = random_.below(3); n > 0; --n) {
      const toy::Register counter = registers + 3 * depth, step = counter + 1, left = counter + 2;
      put(Op::set, {counter}, {}, random_.below(5));
      if (random_.below(2) == 0) put(Op::add, {counter}, {counter, any(depth)});
      put(Op::set, {step}, {}, 1 + random_.below(4));
      if (random_.below(3) == 0) put(Op::add, {step}, {any(depth), any(depth)});
      put(Op::set, {left}, {}, 1 + random_.below(4));
      f_.blocks.back().insts.push_back({Op::jump, {}, {}, 0, here() + 1, 0});
      f_.blocks.emplace_back();
      const std::uint32_t head = here();
      body(depth + 1);
      if (random_.below(2) == 0)
        put(Op::add, {counter}, {counter, step}), some(depth + 1);
      else
        some(depth + 1), put(Op::add, {counter}, {counter, step});
      put(Op::set, {12}, {}, 1);
      put(Op::sub, {left}, {left, 12});
      f_.blocks.back().insts.push_back({Op::branch, {}, {left}, 0, head, here() + 1});
      f_.blocks.emplace_back();
      some(depth);
    }
  }
  toy::MachineFunction f_;
  toy::RandomFunctions random_;
};

}  // namespace

namespace {

std::uint32_t count(const EditFunction& f, BlockId b, Op op, Kind kind = Kind::plain) {
  std::uint32_t n = 0;
  for (const InstId i : f.instructions(b))
    n += f.payload(i).kind == kind && (kind != Kind::plain || f.payload(i).op.op == op);
  return n;
}
// for (i = 0; ; i += step) { load [p + factor * i]; load [p + factor * i + 3]; ... } by hand.
struct ByHand {
  toy::MachineFunction f;
  ByHand() {
    f.blocks.resize(3);
    for (toy::Register r = 0; r < 8; ++r) put(0, Op::set, {r}, {}, 3 + r);
    for (toy::Register r = 0; r < 8; ++r) put(0, Op::load, {r}, {r});  // nobody knows what
    put(0, Op::set, {8}, {}, 5);                                       // turns
    put(0, Op::set, {9}, {}, 1);
    put(0, Op::set, {10}, {}, 0);  // i
    go(0, 1);
  }
  void put(std::uint32_t b, Op op, std::vector<toy::Register> writes, std::vector<toy::Register> reads,
           std::int64_t n = 0) {
    f.blocks[b].insts.push_back({op, std::move(writes), std::move(reads), n, 0, 0});
  }
  void go(std::uint32_t b, std::uint32_t to) { f.blocks[b].insts.push_back({Op::jump, {}, {}, 0, to, 0}); }
  toy::SsaFunction done() {
    put(1, Op::add, {10}, {10, 9});
    put(1, Op::sub, {8}, {8, 9});
    f.blocks[1].insts.push_back({Op::branch, {}, {8}, 0, 1, 2});
    put(2, Op::show, {}, {5});
    put(2, Op::ret, {}, {5});
    return *toy::into_ssa(f);
  }
};
template <class Own = program::NoRegisters>
passes::StrengthReductionResult<EditFunction> reduce(const toy::SsaFunction& ssa, EditFunction& f,
                                                     const Own& own = {}) {
  const EditFunction before(ssa);
  ToySums sums{f};
  passes::StrengthReductionOptions options;
  options.explain = true;
  const auto result = passes::reduce_strength(f, sums, own, options);
  passes_test::same_to_the_machine(before, f);
  return result;
}
BlockId block(const EditFunction& f, std::uint32_t n) { return f.made[n]; }

}  // namespace

TEST_CASE("two places behind a product share one counter, and the second is an offset") {
  ByHand code;
  code.put(1, Op::mul, {11}, {10, 2});  // i * q
  code.put(1, Op::add, {11}, {11, 1});  // + p
  code.put(1, Op::load, {5}, {11}, 1);
  code.put(1, Op::set, {7}, {}, 3);
  code.put(1, Op::add, {11}, {11, 7});
  code.put(1, Op::store, {}, {11, 5}, 0);
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  const auto result = reduce(ssa, f);
  CHECK(result.stats.groups == 1);
  CHECK(result.stats.reduced == 1);
  CHECK(result.stats.folded == 1);
  CHECK(count(f, block(f, 1), Op::mul) == 0);
  CHECK(count(f, block(f, 1), Op::add) == 2);  // of i, and of the new counter by q
  CHECK(reduce(ssa, f).changes == 0);
}

TEST_CASE("a counter that is read as it is, or by one sum, is left") {
  ByHand code;
  code.put(1, Op::load, {5}, {10}, 1);
  code.put(1, Op::add, {11}, {10, 9});
  code.put(1, Op::add, {11}, {11, 1});
  code.put(1, Op::show, {}, {10});
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  CHECK(reduce(ssa, f).changes == 0);
}

TEST_CASE("a product of two counters, or a step that is not one value, is told and left") {
  ByHand code;
  code.put(1, Op::mul, {11}, {10, 10});
  code.put(1, Op::load, {5}, {11}, 1);
  code.put(1, Op::mul, {11}, {10, 2});
  code.put(1, Op::add, {11}, {11, 10});  // i * q + i
  code.put(1, Op::load, {5}, {11}, 1);
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa);
  const auto result = reduce(ssa, f);
  CHECK(result.changes == 1);  // i * q alone
  REQUIRE(!result.kept.empty());
  CHECK(result.kept[0].reason == StrengthReason::step);
  CHECK(count(f, block(f, 1), Op::mul) == 1);
}

TEST_CASE("no registers are taken that there are not") {
  ByHand code;
  for (const toy::Register by : {1U, 2U, 3U}) {
    code.put(1, Op::mul, {11}, {10, by});
    code.put(1, Op::load, {5}, {11}, 1);
  }
  for (toy::Register r = 0; r < 8; ++r) code.put(1, Op::show, {}, {r});
  const toy::SsaFunction ssa = code.done();
  EditFunction f(ssa), g(ssa);
  CHECK(reduce(ssa, f).stats.reduced == 3);
  // Live round the loop are the counter, what it grows by, turns, seven more; one of the three new ones has room.
  const std::uint64_t was = passes_test::excess(g, 12);
  const auto tight = reduce(ssa, g, passes_test::Registers{12});
  CHECK(tight.stats.reduced < 3);
  CHECK(passes_test::excess(g, 12) <= was);
  CHECK(std::any_of(tight.kept.begin(), tight.kept.end(),
                    [](const auto& k) { return k.reason == StrengthReason::pressure; }));
}

TEST_CASE("loops do the same behind strength reduction, whatever prefix of its changes is made") {
  Loops loops(14);
  std::uint64_t reduced = 0, folded = 0;
  int changed = 0;
  for (int round = 0; round < lathe::test::rounds(50); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = loops.next();
    const EditFunction before(ssa);
    for (std::uint64_t fuel = 0;; ++fuel) {
      EditFunction f(ssa);
      ToySums sums{f};
      passes::StrengthReductionOptions options;
      options.fuel = fuel;
      passes::Chain chain(f);
      program::Verifying verify(f, chain);
      const auto result = passes::reduce_strength(chain, sums, program::NoRegisters(), options, NoRemarks(), verify);
      REQUIRE(verify.faults().empty());
      CHECK(passes_test::not_in_ssa_form(f) == 0);
      passes_test::same_to_the_machine(before, f);
      if (result.out_of_fuel && fuel < 4) continue;
      reduced += result.stats.reduced, folded += result.stats.folded;
      changed += result.changes != 0;
      break;
    }
  }
  CHECK(changed > 15);
  CHECK(reduced > 30);
  CHECK(folded > 2);
}

TEST_CASE("no register limit is passed, by the full analysis") {
  Loops loops(15);
  std::uint64_t refused = 0, reduced = 0;
  for (int round = 0; round < lathe::test::rounds(20); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = loops.next();
    for (const std::uint32_t limit : {8U, 14U, 18U}) {
      EditFunction f(ssa);
      const std::uint64_t was = passes_test::excess(f, limit);
      const auto result = reduce(ssa, f, passes_test::Registers{limit});
      CHECK(passes_test::excess(f, limit) <= was);
      reduced += result.stats.reduced;
      for (const auto& k : result.kept) refused += k.reason == StrengthReason::pressure;
    }
  }
  CHECK(reduced > 8);
  CHECK(refused > 8);
}

TEST_CASE("sums that are there but for a constant are reused, whatever prefix is made") {
  Loops loops(16);
  std::uint64_t reused = 0, folded = 0;
  for (int round = 0; round < lathe::test::rounds(50); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = loops.next();
    const EditFunction before(ssa);
    for (std::uint64_t fuel = 0;; ++fuel) {
      EditFunction f(ssa);
      ToySums sums{f};
      passes::ReuseSumsOptions options;
      options.fuel = fuel < 4 ? fuel : ~std::uint64_t{0};
      passes::Chain chain(f);
      program::Verifying verify(f, chain);
      const auto result = passes::reuse_sums(chain, sums, program::NoRegisters(), options, NoRemarks(), verify);
      REQUIRE(verify.faults().empty());
      CHECK(passes_test::not_in_ssa_form(f) == 0);
      passes_test::same_to_the_machine(before, f);
      if (result.out_of_fuel) continue;
      reused += result.stats.reused, folded += result.stats.folded;
      break;
    }
  }
  CHECK(folded > 1);
  CHECK(reused > 20);
}

TEST_CASE("a sum in a block below is the one above at a distance") {
  toy::MachineFunction m;
  m.blocks.resize(3);
  const auto put = [&](std::uint32_t b, Op op, std::vector<toy::Register> writes, std::vector<toy::Register> reads,
                       std::int64_t n = 0) {
    m.blocks[b].insts.push_back({op, std::move(writes), std::move(reads), n, 0, 0});
  };
  for (toy::Register r = 0; r < 6; ++r) put(0, Op::set, {r}, {}, 2 + r);
  put(0, Op::load, {0}, {0});
  put(0, Op::load, {1}, {1});
  const auto place = [&](std::uint32_t b, toy::Register to, std::int64_t more) {  // p + 4 * (a + more)
    put(b, Op::set, {6}, {}, more);
    put(b, Op::set, {7}, {}, 4);
    put(b, Op::add, {8}, {0, 6});
    put(b, Op::mul, {8}, {8, 7});
    put(b, Op::add, {to}, {1, 8});
  };
  place(0, 9, 1);
  put(0, Op::store, {}, {9, 2});
  m.blocks[0].insts.push_back({Op::branch, {}, {0}, 0, 1, 2});
  place(1, 10, 2);
  put(1, Op::store, {}, {10, 3});
  m.blocks[1].insts.push_back({Op::jump, {}, {}, 0, 2, 0});
  place(2, 11, 40);
  put(2, Op::show, {}, {11});
  put(2, Op::ret, {}, {0});
  const toy::SsaFunction ssa = *toy::into_ssa(m);
  EditFunction f(ssa);
  const EditFunction before(ssa);
  ToySums sums{f};
  const auto result = passes::reuse_sums(f, sums, program::NoRegisters());
  passes_test::same_to_the_machine(before, f);
  CHECK(result.stats.reused >= 2);
  CHECK(result.stats.folded == 1);
  CHECK(count(f, block(f, 1), Op::mul) + count(f, block(f, 2), Op::mul) == 0);
  CHECK(count(f, block(f, 1), Op::add) == 0);
  CHECK(count(f, block(f, 2), Op::set, Kind::address) == 1);
}
