// One fuzz case of the generic combiner on the toy expressions: bytes -> expressions and options -> combine -> every
// step replayed and checked, the trace through its text form; and the bytes as a trace text, which is refused, or read
// and judged.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lathe/combine/check.hpp>

#include "adapters/toy/bits.hpp"

namespace combiner_test {

/// Random expressions; every byte string is one.
inline void fill(toy::ExpressionGraph& g, std::span<const std::uint8_t> bytes) {
  using enum toy::Expression::Op;
  std::vector<toy::Expression*> pool;
  for (std::uint64_t i = 0; i < 3; ++i) pool.push_back(g.make(input, {}, i));
  for (const std::uint64_t c : {0ULL, 1ULL, 8ULL, 0xff00ULL}) pool.push_back(g.number(c));
  for (std::size_t i = 0; i + 2 < bytes.size() && pool.size() < 90; i += 3) {
    const auto near = [&](std::uint8_t b) {
      return pool[pool.size() - 1 - b % std::min<std::size_t>(pool.size(), 24)];
    };
    if (bytes[i] % 8 == 7)
      pool.push_back(g.number(std::uint64_t{bytes[i + 1]} << bytes[i + 2] % 64));
    else
      pool.push_back(
          g.make(static_cast<toy::Expression::Op>(2 + bytes[i] % 5), {near(bytes[i + 1]), near(bytes[i + 2])}));
    if (bytes[i] >= 240) g.make(output, {pool.back()});
  }
  g.make(output, {g.make(bit_and, {pool.back(), g.number(0xff)})});
}

template <class Rules, class Make>
std::string run(std::span<const std::uint8_t> bytes, const lathe::dag::CombineOptions& options, Make make) {
  namespace dag = lathe::dag;
  toy::ExpressionGraph g;
  fill(g, bytes);
  toy::ExpressionGraph copy = g;
  Rules rules = make(g);
  const dag::CombineResult done = dag::combine(rules, options);
  std::string wrong, error;
  if (done.visits > done.entries) wrong += "more visits than entries\n";
  if (done.rewrites > options.fuel) wrong += "more rewrites than fuel\n";
  if (options.max_visits == 0 && done.outcome == dag::CombineOutcome::visit_limit) wrong += "no end was found\n";
  const std::string text = dag::print(done.trace, rules);
  const auto trace = dag::read_trace(text, "trace", rules, error);
  if (!trace || !(*trace == done.trace)) return wrong + "the trace does not come back: " + error + "\n" + text;
  Rules replay = make(copy);
  toy::ExpressionEvaluator evaluator;
  const bool fixpoint = options.confirm && done.outcome == dag::CombineOutcome::fixpoint;
  wrong += dag::check_combine(replay, *trace, g, evaluator, {.inputs = 6, .expect_fixpoint = fixpoint}).str();
  return wrong.empty() ? wrong : wrong + text;
}

/// Empty when all is well, otherwise what went wrong.
inline std::string check_toy_combiner(std::span<const std::uint8_t> bytes) {
  namespace dag = lathe::dag;
  toy::ExpressionGraph small;
  fill(small, bytes.first(std::min<std::size_t>(bytes.size(), 30)));
  toy::ExpressionRules judge(small);
  std::string error;
  const std::string raw(bytes.begin(), bytes.end());
  if (const auto trace = dag::read_trace(raw, "raw", judge, error)) {
    const toy::ExpressionGraph left = small;
    toy::ExpressionEvaluator evaluator;
    dag::check_combine(judge, *trace, left, evaluator);
  }
  if (bytes.size() < 4) return {};
  dag::CombineOptions options{
      .reach = static_cast<std::uint8_t>(bytes[0] % 4), .confirm = bytes[1] % 2 == 0, .trace = true};
  if (bytes[2] % 4 == 0) options.fuel = bytes[2] / 4;
  if (bytes[3] % 8 == 0) options.max_visits = 1 + bytes[3];
  std::string wrong = run<toy::ExpressionRules>(bytes.subspan(4), options,
                                                [](toy::ExpressionGraph& g) { return toy::ExpressionRules(g); });
  // Facts must be functions of the graph alone for a replay to fire the same rules: nothing is remembered.
  struct Forgetful : toy::ExpressionBitRules {
    explicit Forgetful(toy::ExpressionGraph& g)
        : ExpressionBitRules(g, {.max_depth = 8, .max_expansion = 100000, .remember = false}) {}
  };
  wrong += run<Forgetful>(bytes.subspan(4), options, [](toy::ExpressionGraph& g) { return Forgetful(g); });
  return wrong;
}

}  // namespace combiner_test
