// What the combiner and its checker ask of their user.
//
// A rule set is an adapter object: it owns or refers to a graph, knows its rules by number, says which of them may
// fire at an operation, and tries one at a node. An evaluator gives meaning to values, for the checker only.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <vector>

#include <lathe/dag/graph.hpp>

namespace lathe::dag {

template <class R>
concept HasGraph = requires(R& rules) {
  { rules.graph().size() } -> std::convertible_to<std::uint32_t>;
  { rules.graph().op(NodeId{}) };
};
template <class R>
concept HasRuleCount = requires(const R& rules) {
  { rules.count() } -> std::convertible_to<std::uint32_t>;
};
template <class R>
concept HasRuleName = requires(const R& rules) {
  { rules.name(std::uint32_t{}) } -> std::convertible_to<std::string_view>;
};
template <class R>
concept HasCandidates = HasGraph<R> && requires(R& rules) {
  { *rules.candidates(rules.graph().op(NodeId{})).begin() } -> std::convertible_to<std::uint32_t>;
  { rules.candidates(rules.graph().op(NodeId{})).end() };
};
template <class R>
concept HasApply = requires(R& rules, std::vector<Value>& out) {
  { rules.apply(std::uint32_t{}, NodeId{}, out) } -> std::convertible_to<bool>;
};

/// Rules over one graph. `apply(rule, node, out)` tries one rule: false when it does not fire; true when `out` holds
/// one value per result of the node, an empty value for a result that stays. It may add nodes to the graph, before or
/// after it knows whether it fires (nodes of an attempt that fails are taken back), but must not change other nodes.
/// A replacement must not depend on a user of the node.
/// Optional: `replaced(node, out)` is told of each rewrite just before the uses move.
template <class R>
concept RuleSet = HasGraph<R> && HasRuleCount<R> && HasRuleName<R> && HasCandidates<R> && HasApply<R>;

/// One error per missing member, each with the signature to write.
template <class R>
consteval bool explain_rule_set() {
  static_assert(HasGraph<R>, "dag::RuleSet wants  dag::Graph<Traits>& graph();");
  static_assert(HasRuleCount<R>,
                "dag::RuleSet wants  uint32_t count() const;                  // rules are 0 .. count-1");
  static_assert(HasRuleName<R>, "dag::RuleSet wants  string_view name(uint32_t rule) const;");
  if constexpr (HasGraph<R>)
    static_assert(HasCandidates<R>,
                  "dag::RuleSet wants  range<uint32_t> candidates(Opcode op);   // rules to try, in order");
  static_assert(HasApply<R>, "dag::RuleSet wants  bool apply(uint32_t rule, NodeId node, vector<Value>& out);");
  return true;
}

template <class E, class G>
concept HasEvaluate = requires(E& evaluator, const G& graph, std::uint64_t seed) {
  { evaluator.value(graph, Value{}, seed) } -> std::copyable;
};
template <class E, class G>
concept HasRefines = HasEvaluate<E, G> && requires(E& evaluator, const G& graph, std::uint64_t seed) {
  {
    evaluator.refines(evaluator.value(graph, Value{}, seed), evaluator.value(graph, Value{}, seed))
  } -> std::convertible_to<bool>;
};

/// Meaning of values. `value(graph, v, seed)` evaluates v on the inputs that `seed` selects (same seed, same inputs);
/// `refines(before, after)` tells whether `after` may stand for `before`: equality, or more where `before` is
/// undefined.
template <class E, class G>
concept Evaluator = HasEvaluate<E, G> && HasRefines<E, G>;

template <class E, class G>
consteval bool explain_evaluator() {
  static_assert(HasEvaluate<E, G>, "dag::Evaluator wants  Result value(const Graph&, Value v, uint64_t seed);");
  if constexpr (HasEvaluate<E, G>)
    static_assert(HasRefines<E, G>, "dag::Evaluator wants  bool refines(const Result& before, const Result& after);");
  return true;
}

}  // namespace lathe::dag
