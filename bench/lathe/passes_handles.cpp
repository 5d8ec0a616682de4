// How the passes on handles, known conditions and loads grow: functions of 10^3 to 10^6 instructions, a chain of diamonds
// whose blocks load again, hand handles and pointers on, and store.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lathe/passes/fold_conditions.hpp>
#include <lathe/passes/name_handles.hpp>
#include <lathe/passes/redundant_loads.hpp>
#include <lathe/passes/unwritten_loads.hpp>

#include "bench/lathe/passes_code.hpp"

namespace {

using namespace lathe;
using namespace lathe::program;
using passes_bench::Op;

// Names of instructions: objects and pointers from 100 on, loads of words from 10,000 on.
constexpr std::uint32_t use = 2, sum = 3, load = 10'000, stored = 4, condition = 5, copied = 6;

class Code : public Store<Op> {
 public:
  static constexpr Facts facts = Store<Op>::facts | Fact::branches | Fact::access;
  explicit Code(std::uint32_t instructions) {
    BlockId at = block();
    for (std::uint32_t k = 0; k < 8; ++k) pointers_.push_back(add(at, 100 + k, {}, Effect::cheap));
    const ValueId unknown = add(at, 1, {}, {});
    while (made_ < instructions) {
      const BlockId l = block(), r = block(), join = block();
      fill(at);
      const bool known = dice_.below(3) == 0;
      branch(at, known ? add(at, condition, {}, Effect::cheap) : unknown, l, r);
      fill(l);
      put(make(Op::jump(), {}, std::vector{join}), {l, {}});
      fill(r);
      put(make(Op::jump(), {}, std::vector{join}), {r, {}});
      at = join;
    }
    put(make({9, Effect::terminator}), {at, {}});
  }
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b)) {
      const auto to = targets(i);
      for (std::size_t k = 0; k < to.size(); ++k) {
        Branch<BlockId, InstId, ValueId> way;
        way.target = to[k];
        way.conditional = k + 1 < to.size();
        if (way.conditional) for_each_operand(i, [&](const auto& o) { way.condition = o.value; });
        f(way);
      }
    }
  }
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    if (key(i) < load && key(i) != stored) return;
    Access<ValueId> a;
    for_each_operand(i, [&](const auto& o) {
      if (!a.has_base && !o.is_def()) a.base = o.value, a.has_base = true;
    });
    a.offset = key(i) == stored ? 0 : 4 * (key(i) - load);
    a.bytes = 4;
    f(a);
  }

  // ---- what the passes ask
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&& from) const {
    const std::uint32_t name = key(i);
    if (name >= 100 && name < load) return own(name), true;
    if (name != sum) return false;
    for_each_operand(i, [&](const auto& o) {
      if (!o.is_def()) from(o.value);
    });
    return true;
  }
  template <class F>
  void for_each_handle(InstId i, F&& f) const {
    if (key(i) != use) return;
    for_each_operand(i, [&](const auto& o) { f(0U, o.value); });
  }
  std::optional<InstId> make_named(InstId, std::uint32_t, std::uint32_t object) {
    return make({object, Effect::reads}, {});
  }
  std::optional<bool> condition_of(InstId i) const { return key(i) == condition ? std::optional(true) : std::nullopt; }
  template <class F>
  void for_each_word(InstId i, F&& f) const {
    if (key(i) >= load)
      for_each_operand(i, [&](const auto& o) {
        if (o.is_def()) f(0U, 4U, 0U, o.value);
      });
  }
  std::optional<InstId> make_copy(InstId, ValueId to, ValueId from) {
    const Operand<ValueId> both[] = {{from, Role::use}, {to, Role::def}};
    return make({copied, Effect::copy}, both);
  }
  bool candidate(InstId i) const { return key(i) >= load; }
  std::uint32_t object(std::uint32_t symbol) const { return symbol; }
  bool apart(std::uint32_t a, std::uint32_t b) const { return a != b; }
  bool quiet(InstId) const { return false; }
  std::vector<InstId> make_unwritten(InstId i) {
    const InstId made = clone(i);
    return {made};
  }

 private:
  BlockId block() {
    const BlockId b = make_block();
    put_block(b, true);
    return b;
  }
  ValueId add(BlockId b, std::uint32_t name, std::vector<ValueId> uses, Effects e) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    const ValueId out = make_value();
    operands.push_back({out, Role::def});
    put(make({name, e}, operands), {b, {}});
    ++made_;
    return out;
  }
  ValueId any() { return pointers_[dice_.below(8)]; }
  void fill(BlockId b) {
    for (int k = 0; k < 4; ++k) {
      const ValueId at = add(b, sum, {any(), any()}, {});
      add(b, load + dice_.below(64), {any()}, Effect::reads);
      add(b, load + dice_.below(64), {at}, Effect::reads);
      const Operand<ValueId> handle{any(), Role::use};
      put(make({use, Effect::reads}, {&handle, 1}), {b, {}});
      made_ += 1;
    }
    if (dice_.below(8) != 0) return;
    const Operand<ValueId> both[] = {{pointers_[7], Role::use}, {any(), Role::use}};
    put(make({stored, Effect::writes}, both), {b, {}});
    ++made_;
  }
  void branch(BlockId b, ValueId on, BlockId yes, BlockId no) {
    const Operand<ValueId> one{on, Role::use};
    put(make({11, Effect::terminator}, {&one, 1}, std::vector{yes, no}), {b, {}});
  }
  std::vector<ValueId> pointers_;
  passes_bench::Dice dice_;
  std::uint32_t made_ = 0;
};
struct Conditions {
  Code& code;
  std::optional<bool> condition(InstId i) const { return code.condition_of(i); }
  std::optional<InstId> make_condition(InstId, bool) { return {}; }
  std::optional<InstId> make_unguarded(InstId) { return {}; }
};

template <class Pass>
void grow(benchmark::State& s, Pass&& pass) {
  passes_bench::grow(s, [&] { return std::make_unique<Code>(static_cast<std::uint32_t>(s.range(0))); }, pass);
}
void names(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::name_handles(c, c).stats.named; });
}
void conditions(benchmark::State& s) {
  grow(s, [](Code& c) {
    Conditions client{c};
    return passes::fold_conditions(c, client).stats.branches;
  });
}
void loads_again(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::redundant_loads(c, c).stats.loads; });
}
void never_written(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::unwritten_loads(c, c).stats.proved; });
}
#define GROWTH(f) \
  BENCHMARK(f)->RangeMultiplier(10)->Range(1000, 1'000'000)->Complexity()->Unit(benchmark::kMillisecond)->Iterations(1)
GROWTH(names);
GROWTH(conditions);
GROWTH(loads_again);
GROWTH(never_written);

}  // namespace

BENCHMARK_MAIN();
