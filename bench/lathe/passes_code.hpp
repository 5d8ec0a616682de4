// What the benchmarks of passes have in common: a Store of instructions that are a number and what they do, random
// numbers that are the same everywhere, and the loop that measures how a pass grows. Needs: Google Benchmark.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <vector>

#include <lathe/program/store.hpp>

namespace passes_bench {

struct Op {
  std::uint32_t name;
  lathe::program::Effects does;
  lathe::program::Effects effects() const { return does; }
  std::uint32_t key() const { return name; }
  static Op jump() { return {0, lathe::program::Effect::terminator}; }
};

class Dice {
 public:
  std::uint32_t below(std::uint32_t n) {
    seed_ = seed_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(seed_ >> 33) % n;
  }

 private:
  std::uint64_t seed_ = 7;
};

/// Blocks one behind the other, without another way: what is made is put at `at`.
template <class Code>
class Row {
 public:
  explicit Row(Code& code) : at(code.make_block()), code_(code) { code.put_block(at, true); }
  void next() {
    const lathe::program::BlockId behind = code_.make_block();
    code_.put_block(behind, true);
    code_.put(code_.make(Op::jump(), {}, std::vector{behind}), {at, {}});
    at = behind;
  }
  void end() { code_.put(code_.make({10, lathe::program::Effect::terminator}), {at, {}}); }
  lathe::program::BlockId at;

 private:
  Code& code_;
};

/// Times pass(code), which returns a number that is shown as "changes", on what make() returns, a pointer to code of
/// range(0) instructions. Neither making nor destroying it is timed.
template <class Make, class Pass>
void grow(benchmark::State& state, Make&& make, Pass&& pass) {
  std::uint64_t changes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto code = make();
    state.ResumeTiming();
    changes = pass(*code);
    state.PauseTiming();
    code.reset();
    state.ResumeTiming();
  }
  state.SetComplexityN(state.range(0));
  state.counters["changes"] = static_cast<double>(changes);
  state.counters["time/inst"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace passes_bench
