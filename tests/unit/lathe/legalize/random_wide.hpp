// Random graphs of the wide toy DAG, and everything that must hold of their legalization.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "adapters/toy/wide.hpp"

namespace legalize_test {

using namespace toy::wide;
using lathe::dag::LegalizeOptions;
using lathe::dag::LegalizeTrace;
using lathe::dag::Refusal;

/// Stores, loads and arithmetic of all widths; `pick(n)` gives a number below n. Multiplications of 32 bits and more,
/// which have no rule, only with `unsupported`.
template <class Pick>
void random_graph(Graph& g, Pick&& pick, std::uint32_t operations, bool unsupported = false) {
  const int widths[] = {4, 8, 16, 32, 64};
  std::vector<Value> pool;
  Value chain = entry(g);
  const auto of = [&](int bits) {  // a value of this width: often a recent one, otherwise a leaf
    for (int tries = 0; tries < 4 && !pool.empty(); ++tries) {
      const Value v = pool[pool.size() - 1 - pick(static_cast<std::uint32_t>(pool.size() < 12 ? pool.size() : 12))];
      if (g.type(v) == bits) return v;
    }
    return pick(3) == 0 ? constant(g, bits, pick(5) == 0 ? ~0ULL : pick(300)) : argument(g, bits, pick(4));
  };
  for (std::uint32_t i = 0; i < operations; ++i) {
    g.set_position(i, 0);
    const int bits = widths[pick(5)], other = widths[pick(5)];
    switch (pick(12)) {
      case 0: {  // loads that nothing orders, all waited for at once
        std::vector<Value> chains;
        for (std::uint32_t k = 0; k < 3; ++k) {
          const auto place = pick(6);
          const NodeId id = load(g, chain, widths[pick(5)], place);
          pool.push_back({id, 0});
          chains.push_back({id, 1});
        }
        chain = g.get(Op::join, 0, chains);
        break;
      }
      case 1: {
        const NodeId id = load(g, chain, bits, pick(6));
        pool.push_back({id, 0});
        if (pick(2) == 0) chain = {id, 1};
        break;
      }
      case 2:
      case 3:
        chain = store(g, chain, of(bits), pick(6));
        break;
      case 4:
        if (bits != other) pool.push_back(g.get(bits > other ? Op::zext : Op::trunc, bits, {of(other)}));
        break;
      case 5:
        pool.push_back(g.get(Op::neg, bits, {of(bits)}));
        break;
      case 6:
        pool.push_back(g.get(pick(2) == 0 ? Op::less : Op::carry, 16, {of(bits), of(bits)}));
        break;
      case 7: {
        const int narrow = unsupported ? bits : widths[pick(3)];
        pool.push_back(g.get(Op::mul, narrow, {of(narrow), of(narrow)}));
        break;
      }
      default: {
        const Op ops[] = {Op::add, Op::sub, Op::bit_and, Op::bit_or, Op::bit_xor};
        pool.push_back(g.get(ops[pick(5)], bits, {of(bits), of(bits)}));
      }
    }
    if (pick(9) == 0 && !pool.empty()) chain = store(g, chain, pool.back(), 8 + pick(6));
  }
  g.pin(store(g, chain, of(widths[pick(5)]), 20).node);
}

/// Faults of one run of a legalizer, and of the trace's text. Empty when all is well.
template <class Check>
std::string judged(const Refusal& refusal, const LegalizeTrace& trace, Check&& check) {
  std::string error;
  const std::string text = lathe::dag::print(trace);
  const auto again = lathe::dag::read_legalize_trace(text, "trace", error);
  if (!again) return "the trace does not come back: " + error + "\n" + text;
  if (!(*again == trace)) return "another trace comes back\n" + text;
  if (refusal) return {};
  const std::string wrong = check(*again).str();
  return wrong.empty() ? wrong : wrong + text;
}

/// Legalizes types, then operations, and checks both. A refusal is right when `fuel` is limited or nothing is
/// supported.
inline std::string legalize_and_check(Graph& g, std::uint64_t fuel, bool may_refuse, std::uint64_t seed) {
  const lathe::dag::LegalizeCheckOptions inputs{.inputs = 3, .seed = seed};
  Evaluator evaluator;
  Graph before = g;
  LegalizeTrace trace;
  Types types;
  Refusal refusal = lathe::dag::legalize_types(g, types, {.fuel = fuel, .trace = &trace});
  std::string wrong = judged(refusal, trace, [&](const LegalizeTrace& t) {
    return lathe::dag::check_types(before, g, t, types, evaluator, inputs);
  });
  if (trace.steps.size() > fuel) wrong += "more steps than fuel\n";
  if (!wrong.empty() || (refusal && may_refuse)) return wrong;
  if (refusal) return "types: " + std::string(to_string(refusal.why)) + " at " + std::to_string(refusal.node) + "\n";
  before = g;
  trace = {};
  Operations operations;
  refusal = lathe::dag::legalize_operations(g, operations, {.fuel = fuel, .trace = &trace});
  wrong = judged(refusal, trace, [&](const LegalizeTrace& t) {
    return lathe::dag::check_operations(before, g, t, operations, evaluator, inputs);
  });
  if (!wrong.empty() || (refusal && may_refuse)) return wrong;
  if (refusal)
    return "operations: " + std::string(to_string(refusal.why)) + " at " + std::to_string(refusal.node) + "\n";
  return {};
}

}  // namespace legalize_test
