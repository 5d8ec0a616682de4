// How the peephole engine and demanded bits grow: functions of 10^3 to 10^6 instructions of the toy machine, in chains
// of diamonds, one in four with a literal. Expected: linear, visits and tests in the net per instruction flat.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <lathe/combine/rules_text.hpp>
#include <lathe/passes/peephole.hpp>

#include "adapters/toy/peephole.hpp"
#include "bench/lathe/passes_code.hpp"

namespace {

using namespace lathe;
using toy::FrameFunction, toy::FrameOp, toy::MachineInst;
using BlockId = program::BlockId;
using ValueId = program::ValueId;
using program::Role;

constexpr const char* rule_text = R"(
rule literal-right
each op = add mul
match ($op C x)
when not_literal(x)
give ($op x C)
rule nothing
each op = add sub
match ($op x 0)
give x
rule difference
match (sub x C)
when C != 0
give (add x {-C})
rule sums
match (add (add x C) D)
give (add x {C + D})
rule itself
match (sub x x)
give 0
rule one
match (mul x 1)
give x
rule products
match (mul (mul x C) D)
give (mul x {C * D})
rule literals
match (add C D)
give {C + D}
)";

class Generator {
 public:
  explicit Generator(FrameFunction& code) : f_(code) {}
  void run(std::uint32_t instructions) {
    BlockId at = block();
    for (int k = 0; k < 8; ++k) op(at, MachineInst::Op::load, 0, {op(at, MachineInst::Op::set, k, {})});
    while (made_ < instructions) {
      const BlockId l = block(), r = block(), join = block();
      fill(at, true);
      end(at, MachineInst::Op::branch, {l, r});
      fill(l, false);
      end(l, MachineInst::Op::jump, {join});
      fill(r, false);
      end(r, MachineInst::Op::jump, {join});
      at = join;
    }
    end(at, MachineInst::Op::ret, {});
  }

 private:
  std::uint32_t below(std::uint32_t n) { return dice_.below(n); }
  BlockId block() {
    const BlockId b = f_.make_block();
    f_.put_block(b, true);
    return b;
  }
  ValueId any() {
    const auto n = static_cast<std::uint32_t>(values_.size());
    return values_[below(8) == 0 ? below(n) : n - 1 - below(n < 6 ? n : 6)];
  }
  ValueId op(BlockId b, MachineInst::Op op, std::int64_t constant, const std::vector<ValueId>& in) {
    std::vector<program::Operand<ValueId>> operands;
    for (const ValueId v : in) operands.push_back({v, Role::use});
    const ValueId out = f_.make_value();
    operands.push_back({out, Role::def});
    f_.put(f_.make(FrameOp{FrameOp::Kind::plain, {op, constant, 0}, 0}, operands), {b, {}});
    ++made_;
    if (op != MachineInst::Op::set) last_ = out;
    if (values_.size() < 8) values_.push_back(out);
    return out;
  }
  void fill(BlockId b, bool chain) {
    for (int k = 0; k < 16; ++k) {
      const ValueId other = below(4) == 0 ? op(b, MachineInst::Op::set, below(4), {}) : any();
      op(b, static_cast<MachineInst::Op>(1 + below(3)), 0, {any(), other});
      if (chain) values_.push_back(last_);
      if (k % 4 == 3) {
        const program::Operand<ValueId> shown{last_, Role::use};
        f_.put(f_.make(FrameOp{FrameOp::Kind::plain, {MachineInst::Op::show, 0, 0}, 0}, {&shown, 1}), {b, {}});
      }
    }
  }
  void end(BlockId b, MachineInst::Op op, const std::vector<BlockId>& to) {
    std::vector<program::Operand<ValueId>> operands;
    if (op == MachineInst::Op::branch) operands.push_back({any(), Role::use});
    f_.put(f_.make(FrameOp{FrameOp::Kind::plain, {op, 0, 0}, 0}, operands, to), {b, {}});
  }
  FrameFunction& f_;
  std::vector<ValueId> values_;
  ValueId last_{};
  passes_bench::Dice dice_;
  std::uint32_t made_ = 0;
};

void peephole(benchmark::State& state) {
  rules::RuleList list;
  std::string error;
  if (!rules::read_rules(rule_text, "bench", toy::machine_vocabulary(), list, error))
    return state.SkipWithError("rules");
  const rules::Compiled compiled(std::move(list), toy::machine_vocabulary());
  const auto n = static_cast<std::uint32_t>(state.range(0));
  passes::PeepholeResult<FrameFunction> result;
  for (auto _ : state) {
    state.PauseTiming();
    auto code = std::make_unique<FrameFunction>(toy::SsaFunction());
    Generator(*code).run(n);
    toy::PeepholeMachine<FrameFunction> machine(*code);
    state.ResumeTiming();
    result = passes::peephole(*code, machine, compiled);
    state.PauseTiming();
    code.reset();
    state.ResumeTiming();
  }
  state.SetComplexityN(state.range(0));
  state.counters["rewrites"] = static_cast<double>(result.stats.rewrites);
  state.counters["visits/inst"] = static_cast<double>(result.stats.visits) / n;
  state.counters["tests/inst"] = static_cast<double>(result.match.steps) / n;
  state.counters["time/inst"] = benchmark::Counter(
      static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(peephole)
    ->RangeMultiplier(10)
    ->Range(1000, 1'000'000)
    ->Complexity()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace

BENCHMARK_MAIN();
