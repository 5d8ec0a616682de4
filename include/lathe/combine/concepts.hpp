// What the combiner and its checker ask of their user: a graph to rewrite, rules for it, and for the checker the
// meaning of values.
//
// A graph is anything with dense 32-bit ids of nodes that can walk operands and uses: dag::Graph, or an adapter of a
// few lines around an IR with use lists of its own. A rule set is an adapter object: it refers to a graph, knows its
// rules by number, says which of them may fire at an operation, and tries one at a node.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lathe/dag/value.hpp>
#include <lathe/support/told.hpp>

namespace lathe::dag {

namespace detail {
struct TakesOperand {
  void operator()(Value) const {}
};
struct TakesUse {
  void operator()(NodeId, std::uint32_t, Value) const {}
};
struct TakesReport {
  void operator()(NodeId, const char*) const {}
};
}  // namespace detail

template <class G>
concept HasNodeCounts = requires(const G& graph) {
  { graph.size() } -> std::convertible_to<std::uint32_t>;
  { graph.live() } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasAlive = requires(const G& graph) {
  { graph.alive(NodeId{}) } -> std::convertible_to<bool>;
};
template <class G>
concept HasOp = requires(const G& graph) {
  { graph.op(NodeId{}) } -> std::copyable;
};
template <class G>
concept HasResultCount = requires(const G& graph) {
  { graph.result_count(NodeId{}) } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasUseCount = requires(const G& graph) {
  { graph.use_count(NodeId{}) } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasOperandWalk = requires(const G& graph) { graph.for_each_operand(NodeId{}, detail::TakesOperand{}); };
template <class G>
concept HasUseWalk = requires(const G& graph) { graph.for_each_use(NodeId{}, detail::TakesUse{}); };
template <class G>
concept HasReplaceNode = requires(G& graph) { graph.replace_node(NodeId{}, std::span<const Value>{}, NoObserver{}); };
template <class G>
concept HasEraseDead = requires(G& graph) { graph.erase_dead(NodeId{}, NoObserver{}); };
template <class G>
concept HasRollback = requires(G& graph) { graph.rollback(NodeId{}); };

/// A graph that the combiner can rewrite. Members:
///   size(), live()                     ids given out, and nodes alive; new nodes get the next ids
///   alive(id), op(id)                  alive is false from size() on; the operation is a small value
///   result_count(id), use_count(id)    uses of all results, each operand slot once, and roots count as used
///   for_each_operand(id, f)            f(Value) in order
///   for_each_use(id, f)                f(user, operand index, Value), the same order every time
///   replace_node(id, values, observer) moves the uses of each result to values[result], an empty one stays. Tells
///                                      observer.changed(user) once for each user whose operands changed; a graph that
///                                      keeps equal nodes once tells observer.merged(from, to) before it merges
///   erase_dead(id, observer)           nothing if it has uses; else tells observer.erased(id) while its operands can
///                                      be read, takes it away, then its operands that lost their last use
///   rollback(first)                    takes back the nodes from `first` on, which only each other use, and their ids
/// Optional, found with `requires`:
///   topological_order(vector<NodeId>&) operands before users; without it the combiner makes one
///   move_pins(from, to)                what makes `from` a root (alive without uses) goes to `to`
template <class G>
concept CombineGraph = HasNodeCounts<G> && HasAlive<G> && HasOp<G> && HasResultCount<G> && HasUseCount<G> &&
                       HasOperandWalk<G> && HasUseWalk<G> && HasReplaceNode<G> && HasEraseDead<G> && HasRollback<G>;

/// One error per missing member, each with the signature to write.
template <class G>
consteval bool explain_combine_graph() {
  static_assert(told(HasNodeCounts<G>), "dag::CombineGraph wants  uint32_t size() const, live() const;");
  static_assert(told(HasAlive<G>), "dag::CombineGraph wants  bool alive(NodeId) const;");
  static_assert(told(HasOp<G>), "dag::CombineGraph wants  Opcode op(NodeId) const;");
  static_assert(told(HasResultCount<G>), "dag::CombineGraph wants  uint32_t result_count(NodeId) const;");
  static_assert(told(HasUseCount<G>), "dag::CombineGraph wants  uint32_t use_count(NodeId) const;      // roots count");
  static_assert(told(HasOperandWalk<G>),
                "dag::CombineGraph wants  void for_each_operand(NodeId, F f) const;  // f(Value)");
  static_assert(told(HasUseWalk<G>),
                "dag::CombineGraph wants  void for_each_use(NodeId, F f) const;      // f(user, operand index, Value)");
  static_assert(told(HasReplaceNode<G>),
                "dag::CombineGraph wants  void replace_node(NodeId, span<const Value>, Observer&&);");
  static_assert(told(HasEraseDead<G>), "dag::CombineGraph wants  void erase_dead(NodeId, Observer&&);");
  static_assert(told(HasRollback<G>),
                "dag::CombineGraph wants  void rollback(NodeId first);            // nodes and ids");
  return true;
}

template <class R>
concept HasGraph = requires(R& rules) {
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
/// The graph of a rule set.
template <HasGraph R>
using graph_of_t = std::remove_cvref_t<decltype(std::declval<R&>().graph())>;

/// Rules over one graph. `apply(rule, node, out)` tries one rule: false when it does not fire; true when `out` holds
/// one value per result of the node, an empty value for a result that stays. It may add nodes to the graph, before or
/// after it knows whether it fires (nodes of an attempt that fails are taken back), but must not change other nodes.
/// A replacement must not depend on a user of the node.
/// Optional: `replaced(node, out)` is told of each rewrite just before the uses move; `candidates_at(node)`, in place of
/// candidates(op) for the combiner: the rules to try at that node, in order, valid until it is called again;
/// `apply_first(rules, at, node, out)`, in place of apply: tries these rules from the at-th on as far as none of them fires or
/// adds a node; which one did, with `out` as apply fills it, empty where it does not fire, or rules.size().
template <class R>
concept RuleSet =
    HasGraph<R> && CombineGraph<graph_of_t<R>> && HasRuleCount<R> && HasRuleName<R> && HasCandidates<R> && HasApply<R>;

/// One error per missing member, each with the signature to write.
template <class R>
consteval bool explain_rule_set() {
  static_assert(told(HasGraph<R>), "dag::RuleSet wants  Graph& graph();                           // a CombineGraph");
  if constexpr (HasGraph<R>)
    static_assert(told(CombineGraph<graph_of_t<R>>),
                  "the graph of a dag::RuleSet is a CombineGraph: static_assert(dag::explain_combine_graph<Graph>()) "
                  "tells what it lacks");
  static_assert(told(HasRuleCount<R>),
                "dag::RuleSet wants  uint32_t count() const;                  // rules are 0 .. count-1");
  static_assert(told(HasRuleName<R>), "dag::RuleSet wants  string_view name(uint32_t rule) const;");
  if constexpr (HasGraph<R>)
    static_assert(told(HasCandidates<R>),
                  "dag::RuleSet wants  range<uint32_t> candidates(Opcode op);   // rules to try, in order");
  static_assert(told(HasApply<R>), "dag::RuleSet wants  bool apply(uint32_t rule, NodeId node, vector<Value>& out);");
  return true;
}

template <class G>
concept HasPinned = requires(const G& graph) {
  { graph.pinned(NodeId{}) } -> std::convertible_to<bool>;
};
template <class G>
concept HasVerify = requires(const G& graph) { graph.verify(detail::TakesReport{}); };

/// A graph whose combining can be checked: `pinned(id)` tells a root; `verify(report)` calls report(node, text) for
/// each fault of its own structure; copies are independent. Optional: `resolve(value)`, what stands for a value that
/// was merged away; `same_node(other, id)`, whether the node is the same in another graph, where operation, operands,
/// number of results and (where there) payload, flags and types do not tell all.
template <class G>
concept CheckableGraph = CombineGraph<G> && HasPinned<G> && HasVerify<G>;

template <class G>
consteval bool explain_checkable_graph() {
  static_assert(told(CombineGraph<G>),
                "a dag::CheckableGraph is a CombineGraph first: static_assert(dag::explain_combine_graph<G>()) tells "
                "what it lacks");
  static_assert(told(HasPinned<G>), "dag::CheckableGraph wants  bool pinned(NodeId) const;          // a root");
  static_assert(told(HasVerify<G>),
                "dag::CheckableGraph wants  void verify(Report report) const;   // report(NodeId, text)");
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
/// undefined. An evaluator may also have `choose_inputs(graph, node, after, seed)`: the checker says which rewrite it
/// judges next on this seed, and the evaluator gives the seed inputs that show most, until it is told again.
template <class E, class G>
concept Evaluator = HasEvaluate<E, G> && HasRefines<E, G>;

template <class E, class G>
consteval bool explain_evaluator() {
  static_assert(told(HasEvaluate<E, G>), "dag::Evaluator wants  Result value(const Graph&, Value v, uint64_t seed);");
  if constexpr (HasEvaluate<E, G>)
    static_assert(told(HasRefines<E, G>),
                  "dag::Evaluator wants  bool refines(const Result& before, const Result& after);");
  return true;
}

}  // namespace lathe::dag
