// How the passes on registers grow: functions of 10^3 to 10^6 instructions as a compiler without optimisation writes
// them, or phi elimination leaves them: every statement copies variables into temporaries, computes in place of the first
// one and copies the result back; diamonds and loops in a row, or one block.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/read_before_copies.hpp>
#include <lathe/passes/two_address.hpp>
#include <lathe/program/store.hpp>

#include "bench/lathe/passes_code.hpp"

namespace {

using namespace lathe;
using namespace lathe::program;
using passes_bench::Op;

struct Code : Store<Op> {
  InstId make_copy(ValueId to, ValueId from) {
    const Operand<ValueId> both[] = {{from, Role::use}, {to, Role::def}};
    return make({1, Effect::copy}, both);
  }
};

class Generator {
 public:
  Generator(Code& code, std::uint32_t variables) : code_(code) {
    for (std::uint32_t k = 0; k < variables; ++k) variables_.push_back(code.make_value());
  }
  void run(std::uint32_t instructions, bool blocks) {
    BlockId at = block();
    for (const ValueId v : variables_) op(at, 2, {}, v);
    while (made_ < instructions) {
      if (!blocks) {
        statement(at);
        continue;
      }
      const BlockId l = block(), r = block(), join = block();
      fill(at);
      branch(at, l, r);
      fill(l);
      code_.put(code_.make(Op::jump(), {}, std::vector{join}), {l, {}});
      fill(r);
      branch(r, r, join);  // a loop
      at = join;
    }
    for (const ValueId v : variables_) {
      const Operand<ValueId> use{v, Role::use};
      code_.put(code_.make({9, Effect::side_effect}, {&use, 1}), {at, {}});
    }
    code_.put(code_.make({10, Effect::terminator}), {at, {}});
  }

 private:
  std::uint32_t below(std::uint32_t n) { return dice_.below(n); }
  BlockId block() {
    const BlockId b = code_.make_block();
    code_.put_block(b, true);
    return b;
  }
  // Mostly near ones, so that lives are short and some are long.
  ValueId any() {
    const auto n = static_cast<std::uint32_t>(variables_.size());
    at_ = (at_ + 1) % n;
    return variables_[below(4) == 0 ? below(n) : (at_ + below(8)) % n];
  }
  void op(BlockId b, std::uint32_t name, std::vector<ValueId> uses, ValueId to) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    if (!uses.empty()) operands[0].tied = 0;
    operands.push_back({to, Role::def});
    code_.put(code_.make({name, uses.empty() ? Effect::cheap : Effect::commutes}, operands), {b, {}});
    ++made_;
  }
  void copy(BlockId b, ValueId to, ValueId from) {
    code_.put(code_.make_copy(to, from), {b, {}});
    ++made_;
  }
  void statement(BlockId b) {
    const ValueId x = code_.make_value(), y = code_.make_value(), z = code_.make_value();
    copy(b, x, any());
    copy(b, y, any());
    op(b, 3 + below(3), {x, y}, z);
    copy(b, any(), z);
  }
  void fill(BlockId b) {
    for (int k = 0; k < 4; ++k) statement(b);
  }
  void branch(BlockId b, BlockId yes, BlockId no) {
    const Operand<ValueId> on{any(), Role::use};
    code_.put(code_.make({11, Effect::terminator}, {&on, 1}, std::vector{yes, no}), {b, {}});
  }
  Code& code_;
  std::vector<ValueId> variables_;
  passes_bench::Dice dice_;
  std::uint32_t made_ = 0, at_ = 0;
};

/// range(0) instructions, range(1) variables, range(2): in blocks.
template <class Pass>
void grow(benchmark::State& state, Pass&& pass) {
  passes_bench::grow(
      state,
      [&] {
        auto code = std::make_unique<Code>();
        Generator(*code, static_cast<std::uint32_t>(state.range(1)))
            .run(static_cast<std::uint32_t>(state.range(0)), state.range(2) != 0);
        return code;
      },
      pass);
}
void coalesce(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::coalesce(c).changes; });
}
// Wide registers that are put together of four, computed with and taken apart, and variables that are lanes of others over
// many blocks.
void coalesce_lanes(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        auto code = std::make_unique<Code>();
        passes_bench::Row<Code> row(*code);
        const auto mention = [](ValueId v, Role role, std::uint64_t lanes, bool old = false) {
          Operand<ValueId> o{v, role};
          o.lanes = lanes, o.old = old;
          return o;
        };
        constexpr std::uint64_t whole = ~std::uint64_t{0};
        const auto put = [&](Op what, std::vector<Operand<ValueId>> operands) {
          code->put(code->make(what, operands), {row.at, {}});
        };
        std::vector<ValueId> variables;
        for (int k = 0; k < 16; ++k) {
          variables.push_back(code->make_value());
          put({2, {}}, {mention(variables.back(), Role::def, whole)});
        }
        passes_bench::Dice dice;
        for (std::int64_t k = 0; k < s.range(0); k += 18) {
          const ValueId wide = code->make_value(), made = code->make_value();
          for (std::uint32_t lane = 0; lane < 4; ++lane) {
            const ValueId part = code->make_value();
            put({3, {}}, {mention(variables[dice.below(16)], Role::use, whole), mention(part, Role::def, whole)});
            std::vector<Operand<ValueId>> operands{mention(part, Role::use, whole)};
            if (lane != 0) operands.push_back(mention(wide, Role::use, 15U & ~(1U << lane), true));
            operands.push_back(mention(wide, Role::def, 1U << lane));
            put({1, Effect::copy}, operands);
          }
          put({4, {}}, {mention(wide, Role::use, whole), mention(made, Role::def, whole)});
          for (std::uint32_t lane = 0; lane < 4; ++lane) {
            const ValueId part = code->make_value();
            put({1, Effect::copy}, {mention(made, Role::use, 1U << lane), mention(part, Role::def, whole)});
            put({5, {}}, {mention(part, Role::use, whole), mention(variables[dice.below(16)], Role::def, whole)});
          }
          if (k % 54 == 0) row.next();
        }
        row.end();
        return code;
      },
      [](Code& c) { return passes::coalesce(c).changes; });
}
void two_address(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::two_address(c).changes; });
}
// A value that is copied, the copy written over, and the value read once more behind that.
void read_before_copies(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        auto code = std::make_unique<Code>();
        const auto op = [&](BlockId b, Op what, std::vector<ValueId> uses, std::optional<ValueId> to, bool tied) {
          std::vector<Operand<ValueId>> operands;
          for (const ValueId v : uses) operands.push_back({v, Role::use});
          if (tied) operands[0].tied = 0;
          if (to) operands.push_back({*to, Role::def});
          code->put(code->make(what, operands), {b, {}});
        };
        passes_bench::Row<Code> row(*code);
        std::vector<ValueId> variables;
        for (int k = 0; k < 16; ++k)
          op(row.at, {2, Effect::cheap}, {}, variables.emplace_back(code->make_value()), false);
        passes_bench::Dice dice;
        for (std::int64_t k = 0; k < s.range(0); k += 5) {
          const ValueId v = variables[dice.below(16)], w = variables[dice.below(16)];
          const ValueId x = code->make_value(), z = code->make_value();
          code->put(code->make_copy(x, v), {row.at, {}});
          op(row.at, {3, {}}, {x, w}, x, true);
          op(row.at, {4, {}}, {v, w}, z, false);
          op(row.at, {9, Effect::side_effect}, {x, z}, {}, false);
          op(row.at, {2, Effect::cheap}, {}, v, false);
          if (k % 60 == 0) row.next();
        }
        row.end();
        return code;
      },
      [](Code& c) { return passes::read_before_copies(c).changes; });
}
void shapes(benchmark::internal::Benchmark* b) {
  for (const int variables : {16, 256})
    for (const int blocks : {1, 0})
      for (const int n : {1000, 10'000, 100'000, 1'000'000}) b->Args({n, variables, blocks});
  b->Unit(benchmark::kMillisecond)->Iterations(1);
}
BENCHMARK(coalesce)->Apply(shapes);
BENCHMARK(coalesce_lanes)->RangeMultiplier(10)->Range(1000, 1'000'000)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(read_before_copies)
    ->RangeMultiplier(10)
    ->Range(1000, 1'000'000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK(two_address)->Apply(shapes);

}  // namespace

BENCHMARK_MAIN();
