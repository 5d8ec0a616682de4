// The combiner's rules as a rule set for lathe::dag::combine and lathe::dag::check_combine.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <lathe/combine.hpp>

#include "codegen/combine/combine.hpp"

namespace lathe::codegen {

namespace combining {
struct Context;
}

/// The rules of one level over one DAG. `dag` and `facts` are referred to, not copied. Rules ask for known bits
/// and of demanded bits within these limits.
class CombineRules {
 public:
  /// All but the options are referred to; `facts` and `dag` outlive it.
  CombineRules(Dag& dag, CombineLevel level, const TargetFacts& facts, const FloatModes& modes,
               const CombineOptions& options = {});
  /// Other options by default.
  CombineRules(Dag& dag, CombineLevel level, const TargetFacts& facts, const FloatModes& modes,
               const KnownBitsLimits& limits)
      : CombineRules(dag, level, facts, modes, CombineOptions{.known_bits = limits}) {}
  ~CombineRules();
  Dag& graph();  ///< the graph that it rewrites
  std::uint32_t count() const;
  std::string_view name(std::uint32_t rule) const;  ///< by number, for traces and for CombineOptions
  /// Numbers of the rules for an operation, in the order in which they are tried.
  std::span<const std::uint32_t> candidates(Isd op);
  /// Tries one rule at a node; what stands for its results goes into `out`. False: it does not apply.
  bool apply(std::uint32_t rule, NodeId node, std::vector<Value>& out);
  /// Tries `rules` from the at-th on: the first one that applies (its results go into `out`) or that adds nodes, or rules.size().
  std::size_t apply_first(std::span<const std::uint32_t> rules, std::size_t at, NodeId node, std::vector<Value>& out);
  /// Keeps dag.root at the node that stands for it.
  void replaced(NodeId node, std::span<const Value> out);
  const KnownBitsStats& known_bits_stats() const;  ///< of all questions so far

 private:
  std::unique_ptr<combining::Context> context_;
  Vt address_;             // of addresses wider than a register, once types are legal: their nodes are left as they are
  std::vector<bool> off_;  // empty: no rule is
  const dag::RuleTable<combining::Context, Isd>* table_;  // candidates come from here: without rules that cannot fire
  const dag::RuleTable<combining::Context, Isd>* all_;    // every rule of the level by its number
};

static_assert(dag::RuleSet<CombineRules>);

}  // namespace lathe::codegen
