// One fuzz case of the DAG combiner: bytes -> random DAG -> combine -> every step keeps the values, the graph is sound.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>

#include <lathe/combine/check.hpp>

#include "codegen/combine/rule_set.hpp"
#include "codegen/dag/interpret.hpp"
#include "nvptx/facts/check.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "support/dag_random.hpp"

namespace lathe::nvptx::test {

/// What the legalizers' checkers say of the graph as it is at this level, without the nodes' numbers.
inline std::set<std::string> illegal(const Dag& dag, CombineLevel level, const Features& features) {
  std::vector<std::string> faults;
  if (level != CombineLevel::before_types) check_types(dag, features, faults);
  if (level == CombineLevel::after_operations) check_operations(dag, features, faults);
  std::set<std::string> out;
  for (const std::string& fault : faults) out.insert(fault.substr(fault.find(' ') + 1));
  return out;
}

/// Empty when all is well, otherwise what went wrong, with the DAG before in its text form.
inline std::string check_combiner(std::span<const std::uint8_t> bytes, std::uint32_t inputs = 6,
                                  const KnownBitsLimits& limits = {}, const DemandedBitsLimits& demanded = {}) {
  if (bytes.empty()) return {};
  const auto level = static_cast<CombineLevel>(bytes[0] % 3);
  Features features;
  features.sm = 90;
  features.ptx = 80;
  features.fast_fma = false;
  const TargetFacts facts = target_facts(features);
  Dag dag;
  const auto nodes = static_cast<std::uint32_t>(std::min<std::size_t>(bytes.size() / 4, 120));
  RandomDag(bytes.subspan(1), level).fill(dag, nodes);
  const std::set<std::string> was_illegal = illegal(dag, level, features);
  Dag copy = dag;
  CombineOptions options;
  options.known_bits = limits;
  options.demanded_bits = demanded;
  CombineRules rules(dag, level, facts, float_modes(features), options);
  const auto done = dag::combine(rules, {.trace = true});
  std::string out;
  if (done.outcome != dag::CombineOutcome::fixpoint) out += "the combiner did not come to an end\n";
  if (done.visits > done.entries) out += "more visits than entries\n";
  if (rules.known_bits_stats().most > limits.expansion) out += "a question for known bits went beyond its limit\n";
  for (const std::string& fault : illegal(dag, level, features))
    if (!was_illegal.contains(fault)) out += "no longer legal: " + fault + "\n";
  CombineRules replay(copy, level, facts, float_modes(features), options);
  DagInterp interp(numeric_traits());
  out += dag::check_combine(replay, done.trace, dag, interp, {.inputs = inputs, .seed = bytes.size()}).str();
  if (out.empty()) return out;
  Dag before;
  RandomDag(bytes.subspan(1), level).fill(before, nodes);
  return out + "level " + std::to_string(bytes[0] % 3) + "\n" + print(before);
}

}  // namespace lathe::nvptx::test
