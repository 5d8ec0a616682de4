// How strength reduction, the reuse of sums and fused forms grow: functions of 10^3 to 10^6 instructions of loops in a row, each with two
// places behind a product of its counter and two sums that another block has but for a constant; without a limit of registers,
// and with one of 12, which is reached.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lathe/passes/fuse_products.hpp>
#include <lathe/passes/reuse_sums.hpp>
#include <lathe/passes/strength_reduction.hpp>
#include <lathe/program/store.hpp>

#include "bench/lathe/passes_code.hpp"

namespace {

using namespace lathe;
using namespace lathe::program;

struct SumOp {
  enum class Kind : std::uint8_t { jump, phi, constant, sum, product, load, other, fused } kind = Kind::jump;
  std::uint64_t n = 0;  // of constant and sum; of a load the offset
  Effects effects() const {
    switch (kind) {
      case Kind::jump:
        return Effect::terminator;
      case Kind::phi:
        return Effect::phi;
      case Kind::load:
        return Effect::reads | Effect::side_effect;
      case Kind::other:
        return Effect::side_effect;
      default:
        return {};
    }
  }
  std::uint64_t key() const { return n * 8 + static_cast<std::uint64_t>(kind); }
  static SumOp jump() { return {}; }
};
struct Registers {
  std::uint32_t limit;
  std::vector<RegisterSet> sets() const { return {{"registers", limit}}; }
  RegisterClass register_class(ValueId) const { return {"register", {{0, 1}}}; }
};

class Sums : public Store<SumOp> {
 public:
  using Kind = SumOp::Kind;
  using Store::make;
  InstId made(SumOp op, std::initializer_list<ValueId> uses, std::optional<ValueId> to) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    if (to) operands.push_back({*to, Role::def});
    return make(op, operands);
  }
  ValueId add(BlockId b, SumOp op, std::initializer_list<ValueId> uses) {
    const ValueId to = make_value();
    put(made(op, uses, to), {b, {}});
    return to;
  }
  BlockId block() {
    const BlockId b = make_block();
    put_block(b, true);
    return b;
  }
  InstId make_phi(ValueId to) { return made({Kind::phi}, {}, to); }

  // The client.
  std::optional<std::uint64_t> constant_of(ValueId) const { return {}; }
  std::optional<passes::LinearStep<ValueId>> linear(InstId i) const {
    const SumOp& op = payload(i);
    passes::LinearStep<ValueId> out;
    if (op.kind != Kind::constant && op.kind != Kind::sum && op.kind != Kind::product) return {};
    std::vector<ValueId> reads;
    for_each_operand(i, [&](const auto& o) {
      if (!o.is_def()) reads.push_back(o.value);
    });
    out.constant = op.n;
    if (op.kind == Kind::product)
      out.add({reads[0], 1, reads[1]});
    else
      for (const ValueId v : reads) out.add({v});
    return out;
  }
  std::uint32_t cost(InstId i) const { return payload(i).kind == Kind::product ? 3 : 1; }
  std::uint32_t sum_cost(ValueId) const { return 1; }
  InstId make_sum(ValueId to, ValueId a, ValueId b) { return made({Kind::sum}, {a, b}, to); }
  InstId make_sum(ValueId to, ValueId a, std::uint64_t n) { return made({Kind::sum, n}, {a}, to); }
  InstId make_product(ValueId to, ValueId a, ValueId b) { return made({Kind::product}, {a, b}, to); }
  InstId make_constant(ValueId to, std::uint64_t n) { return made({Kind::constant, n}, {}, to); }
  std::optional<std::uint32_t> fuses(InstId sum, InstId product, ValueId) const {
    if (payload(sum).kind != Kind::sum || payload(product).kind != Kind::product) return {};
    return 1;
  }
  InstId make_fused(InstId sum, InstId product, ValueId between) {
    std::vector<Operand<ValueId>> operands;
    for_each_operand(product, [&](const auto& o) {
      if (!o.is_def()) operands.push_back(o);
    });
    for_each_operand(sum, [&](const auto& o) {
      if (!(o.value == between)) operands.push_back(o);
    });
    return make(SumOp{Kind::fused, payload(sum).n}, operands);
  }
  bool reaches(InstId i, ValueId, std::int64_t n) const {
    return payload(i).kind == Kind::load && n > -4096 && n < 4096;
  }
  InstId displaced(InstId i, ValueId, ValueId by, std::int64_t n) {
    const InstId out = clone(i);
    payload(out).n += static_cast<std::uint64_t>(n);
    set_operand(out, 0, by);
    return out;
  }
};

std::unique_ptr<Sums> loops(std::uint32_t instructions) {
  auto code = std::make_unique<Sums>();
  using Kind = SumOp::Kind;
  passes_bench::Dice dice;
  BlockId at = code->block();
  std::vector<ValueId> given;
  for (int k = 0; k < 6; ++k) given.push_back(code->add(at, {Kind::other, 1}, {}));
  const ValueId zero = code->add(at, {Kind::constant, 0}, {});
  for (std::uint32_t made = 0; made < instructions; made += 16) {
    const BlockId head = code->block(), next = code->block();
    code->put(code->make(SumOp::jump(), {}, std::vector{head}), {at, {}});
    const ValueId p = given[dice.below(6)], q = given[dice.below(6)], i = code->make_value();
    const InstId phi = code->make_phi(i);
    code->put(phi, {head, {}});
    const ValueId first = code->add(head, {Kind::sum, 0}, {p, code->add(head, {Kind::product}, {i, q})});
    code->add(head, {Kind::load, 8}, {first});
    code->add(head, {Kind::load, 0}, {code->add(head, {Kind::sum, 16}, {first})});
    const ValueId more = code->add(head, {Kind::sum, 1}, {i});
    const std::vector<incoming_t<Sums>> in{{at, zero}, {head, more}};
    code->set_incoming(phi, in);
    const ValueId until = code->add(head, {Kind::other, 2}, {more});
    const Operand<ValueId> on{until, Role::use};
    code->put(code->make(SumOp::jump(), std::span(&on, 1), std::vector{head, next}), {head, {}});
    const ValueId scaled = code->add(next, {Kind::product}, {given[dice.below(6)], q});
    const ValueId sum = code->add(next, {Kind::sum, dice.below(64)}, {p, scaled});
    code->add(next, {Kind::load, 0}, {sum});
    at = next;
  }
  for (const ValueId v : given) code->put(code->made({Kind::other, 3}, {v}, {}), {at, {}});
  code->put(code->make(SumOp::jump(), {}, {}), {at, {}});
  return code;
}

void reduce(benchmark::State& s, std::uint32_t limit) {
  passes_bench::grow(
      s, [&] { return loops(static_cast<std::uint32_t>(s.range(0))); },
      [&](Sums& c) { return passes::reduce_strength(c, c, Registers{limit}).changes; });
}
void reuse(benchmark::State& s, std::uint32_t limit) {
  passes_bench::grow(
      s, [&] { return loops(static_cast<std::uint32_t>(s.range(0))); },
      [&](Sums& c) { return passes::reuse_sums(c, c, Registers{limit}).changes; });
}
void fuse(benchmark::State& s, std::uint32_t limit) {
  passes_bench::grow(
      s, [&] { return loops(static_cast<std::uint32_t>(s.range(0))); },
      [&](Sums& c) { return passes::fuse_products(c, c, Registers{limit}).changes; });
}
void reduce_strength(benchmark::State& s) { reduce(s, 0); }
void reduce_strength_of_12(benchmark::State& s) { reduce(s, 12); }
void fuse_products(benchmark::State& s) { fuse(s, 0); }
void fuse_products_of_12(benchmark::State& s) { fuse(s, 12); }
void reuse_sums(benchmark::State& s) { reuse(s, 0); }
void reuse_sums_of_12(benchmark::State& s) { reuse(s, 12); }
#define GROWTH(f) BENCHMARK(f)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond)
GROWTH(reduce_strength);
GROWTH(reduce_strength_of_12);
GROWTH(reuse_sums);
GROWTH(reuse_sums_of_12);
GROWTH(fuse_products);
GROWTH(fuse_products_of_12);

}  // namespace

BENCHMARK_MAIN();
