// One fuzz case of the DAG combiner: bytes -> random DAG -> combine -> every step keeps the values, the graph is sound.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/dag/check.hpp>

#include "nvptx/combine/rule_set.hpp"
#include "nvptx/dag/interpret.hpp"
#include "support/dag_random.hpp"

namespace lathe::nvptx::test {

/// Empty when all is well, otherwise what went wrong, with the DAG before in its text form.
inline std::string check_combiner(std::span<const std::uint8_t> bytes, std::uint32_t inputs = 6,
                                  const KnownBitsLimits& limits = {}, const DemandedBitsLimits& demanded = {}) {
  if (bytes.empty()) return {};
  const auto level = static_cast<CombineLevel>(bytes[0] % 3);
  Features features;
  features.sm = 90;
  features.ptx = 80;
  features.fast_fma = false;
  Dag dag;
  RandomDag(bytes.subspan(1), level)
      .fill(dag, static_cast<std::uint32_t>(std::min<std::size_t>(bytes.size() / 4, 120)));
  const std::string before = print(dag);
  Dag copy = dag;
  CombineOptions options;
  options.known_bits = limits;
  options.demanded_bits = demanded;
  CombineRules rules(dag, level, features, options);
  const auto done = dag::combine(rules, {.trace = true});
  std::string out;
  if (done.outcome != dag::CombineOutcome::fixpoint) out += "the combiner did not come to an end\n";
  if (done.visits > done.entries) out += "more visits than entries\n";
  if (rules.known_bits_stats().most > limits.expansion) out += "a question for known bits went beyond its limit\n";
  CombineRules replay(copy, level, features, options);
  DagInterp interp;
  out += dag::check_combine(replay, done.trace, dag, interp, {.inputs = inputs, .seed = bytes.size()}).str();
  return out.empty() ? out : out + "level " + std::to_string(bytes[0] % 3) + "\n" + before;
}

}  // namespace lathe::nvptx::test
