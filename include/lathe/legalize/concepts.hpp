// What the two legalizers and their checkers ask of their user: a graph to rewrite, rules for it, and for the checkers
// what right means.
//
// dag::Graph is such a graph; so is an adapter around an IR with values, uses and operands that can be set.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lathe/combine/concepts.hpp>
#include <lathe/dag/value.hpp>
#include <lathe/legalize/action_table.hpp>
#include <lathe/support/told.hpp>

namespace lathe::dag {

template <class G>
concept HasSize = requires(const G& graph) {
  { graph.size() } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasValueType = requires(const G& graph) {
  { graph.type(Value{}) } -> std::equality_comparable;
};
template <class G>
concept HasOperandCount = requires(const G& graph) {
  { graph.operand_count(NodeId{}) } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasOperand = requires(const G& graph) {
  { graph.operand(NodeId{}, std::uint32_t{}) } -> std::convertible_to<Value>;
};
template <class G>
concept HasResolve = requires(const G& graph) {
  { graph.resolve(Value{}) } -> std::convertible_to<Value>;
};
template <class G>
concept HasSetOperands = requires(G& graph) {
  { graph.set_operands(NodeId{}, std::span<const Value>{}) } -> std::convertible_to<NodeId>;
};
template <class G>
concept HasMovePins = requires(G& graph) { graph.move_pins(NodeId{}, NodeId{}); };
template <class G>
concept HasEraseAllDead = requires(G& graph) { graph.erase_all_dead(); };

/// A graph that the legalizers can rewrite. Members:
///   size()                          ids given out; new nodes get the next ids
///   alive(id), pinned(id)           alive is false from size() on; a pinned node is a root
///   result_count(id), type(value)   types compare; they stay readable after a node has died
///   operand_count(id), operand(id, i)
///   for_each_use(id, f)             f(user, operand index, Value)
///   resolve(value)                  what stands for a value whose node became equal to another one and was merged
///   set_operands(id, values)        the node that holds now: `id`, or an equal one into which it was merged
///   move_pins(from, to)             what makes `from` a root goes to `to`
///   erase_all_dead()                nodes that nothing uses and that are no roots go
/// Optional: `set_position(order, location)` together with `node(id).order` and `node(id).location`, the source
/// position that nodes made from now on get.
template <class G>
concept LegalizeGraph =
    HasSize<G> && HasAlive<G> && HasPinned<G> && HasResultCount<G> && HasValueType<G> && HasOperandCount<G> &&
    HasOperand<G> && HasUseWalk<G> && HasResolve<G> && HasSetOperands<G> && HasMovePins<G> && HasEraseAllDead<G>;

/// One error per missing member, each with the signature to write.
template <class G>
consteval bool explain_legalize_graph() {
  static_assert(told(HasSize<G>), "dag::LegalizeGraph wants  uint32_t size() const;");
  static_assert(told(HasAlive<G>), "dag::LegalizeGraph wants  bool alive(NodeId) const;");
  static_assert(told(HasPinned<G>), "dag::LegalizeGraph wants  bool pinned(NodeId) const;                  // a root");
  static_assert(told(HasResultCount<G>), "dag::LegalizeGraph wants  uint32_t result_count(NodeId) const;");
  static_assert(told(HasValueType<G>), "dag::LegalizeGraph wants  Type type(Value) const;");
  static_assert(told(HasOperandCount<G>), "dag::LegalizeGraph wants  uint32_t operand_count(NodeId) const;");
  static_assert(told(HasOperand<G>), "dag::LegalizeGraph wants  Value operand(NodeId, uint32_t index) const;");
  static_assert(told(HasUseWalk<G>),
                "dag::LegalizeGraph wants  void for_each_use(NodeId, F f) const;         // f(user, index, Value)");
  static_assert(told(HasResolve<G>),
                "dag::LegalizeGraph wants  Value resolve(Value) const;                  // merges");
  static_assert(told(HasSetOperands<G>),
                "dag::LegalizeGraph wants  NodeId set_operands(NodeId, span<const Value>);  // all");
  static_assert(told(HasMovePins<G>), "dag::LegalizeGraph wants  void move_pins(NodeId from, NodeId to);");
  static_assert(told(HasEraseAllDead<G>), "dag::LegalizeGraph wants  void erase_all_dead();");
  return true;
}

/// The types of a graph's values.
template <HasValueType G>
using type_of_t = std::remove_cvref_t<decltype(std::declval<const G&>().type(Value{}))>;

// ---- rules

/// What a client's rewrite says.
enum class Rewrite : std::uint8_t {
  kept,      ///< the node stays as it is
  replaced,  ///< `set` was called for each result that may be used
  refused,
};

template <class C, class G>
concept HasLegalType = requires(const C& client, const type_of_t<G>& type) {
  { client.legal(type) } -> std::convertible_to<bool>;
};
template <class C, class Walk>
concept HasTypeRule = requires(C& client, Walk& walk, NodeId id) {
  { client.lower(walk, id) } -> std::same_as<Rewrite>;
};
/// Optional: nodes whose types are all legal and that the client wants to see all the same.
template <class C, class G>
concept HasWants = requires(const C& client, const G& graph, NodeId id) {
  { client.wants(graph, id) } -> std::convertible_to<bool>;
};
/// Optional: nodes that stay as they are though a type among theirs is illegal, such as an address wider than a register
/// that one instruction takes as two. What their values are elsewhere is then the rules' own business.
template <class C, class G>
concept HasSettled = requires(const C& client, const G& graph, NodeId id) {
  { client.settled(graph, id) } -> std::convertible_to<bool>;
};
/// Optional: the word for what is done to values of an illegal type ("promote", "split", ...), for traces and remarks.
template <class C, class G>
concept HasHow = requires(const C& client, const type_of_t<G>& type) {
  { client.how(type) } -> std::convertible_to<std::string_view>;
};

template <class C, class G>
concept HasAction = requires(const C& client, const G& graph, NodeId id) {
  { client.action(graph, id) } -> std::same_as<Action>;
};
/// Each appends one value per result of the node to `out` and returns true, or returns false: no rule. A value of the
/// node itself says that it stays as it is.
template <class C, class G>
concept HasCustom = requires(C& client, G& graph, NodeId id, std::vector<Value>& out) {
  { client.custom(graph, id, out) } -> std::convertible_to<bool>;
};
template <class C, class G>
concept HasExpand = requires(C& client, G& graph, NodeId id, std::vector<Value>& out) {
  { client.expand(graph, id, out) } -> std::convertible_to<bool>;
};
template <class C, class G>
concept HasLibcall = requires(C& client, G& graph, NodeId id, std::vector<Value>& out) {
  { client.libcall(graph, id, out) } -> std::convertible_to<bool>;
};
template <class C, class G>
concept HasPromote = requires(C& client, G& graph, NodeId id, std::vector<Value>& out) {
  { client.promote(graph, id, out) } -> std::convertible_to<bool>;
};

// ---- what right means, for the checkers

template <class J, class G>
concept HasOrders = requires(const J& judge, const type_of_t<G>& type) {
  { judge.orders(type) } -> std::convertible_to<bool>;
};
template <class J, class G>
concept HasHolds = requires(const J& judge, const type_of_t<G>& type, std::span<const type_of_t<G>> parts) {
  { judge.holds(type, parts) } -> std::convertible_to<bool>;
};
template <class E, class G>
concept HasJoin = requires(E& evaluator, const G& graph, const type_of_t<G>& type, std::uint64_t seed) {
  evaluator.join(type, std::span<const std::remove_cvref_t<decltype(evaluator.value(graph, Value{}, seed))>>{});
};

/// A graph whose legalization can be checked. Copies are independent. Optional: `payload(id)` and `flags(id)`, compared
/// where a node should have stayed.
template <class G>
concept CheckableLegalizeGraph = LegalizeGraph<G> && HasOp<G> && HasVerify<G> && std::copyable<G>;

/// What the checker of types must know. `legal` as the client has it; `orders(type)`: values of this type stand for
/// no bits, they order effects (a chain); `holds(type, parts)`: values of these types, in this order, hold one of that
/// type (one step: parts may be of illegal types themselves). Optional: `settled` as the client has it.
template <class J, class G>
concept TypeJudge = HasLegalType<J, G> && HasOrders<J, G> && HasHolds<J, G>;
/// What the checker of operations must know: `action` as the client has it, `orders` as above.
template <class J, class G>
concept OperationJudge = HasAction<J, G> && HasOrders<J, G>;
/// The meaning of values, to compare before and after: an Evaluator that can put a value together from the final parts
/// that hold it, in order: `join(type, results)` with a result per part; one part of a legal type is returned as it is.
template <class E, class G>
concept JoiningEvaluator = Evaluator<E, G> && HasJoin<E, G>;

template <class G>
consteval bool explain_checkable_legalize_graph() {
  static_assert(
      told(LegalizeGraph<G>),
      "a dag::CheckableLegalizeGraph is a LegalizeGraph first: static_assert(dag::explain_legalize_graph<G>()) "
      "tells what it lacks");
  static_assert(told(HasOp<G>), "dag::CheckableLegalizeGraph wants  Opcode op(NodeId) const;");
  static_assert(told(HasVerify<G>),
                "dag::CheckableLegalizeGraph wants  void verify(Report report) const;  // report(NodeId, text)");
  static_assert(told(std::copyable<G>), "dag::CheckableLegalizeGraph wants  copies that are independent");
  return true;
}
template <class J, class G>
consteval bool explain_type_judge() {
  static_assert(told(HasLegalType<J, G>), "dag::TypeJudge wants  bool legal(Type) const;");
  static_assert(told(HasOrders<J, G>), "dag::TypeJudge wants  bool orders(Type) const;                     // a chain");
  static_assert(told(HasHolds<J, G>), "dag::TypeJudge wants  bool holds(Type, span<const Type> parts) const;");
  return true;
}
template <class J, class G>
consteval bool explain_operation_judge() {
  static_assert(told(HasAction<J, G>), "dag::OperationJudge wants  Action action(const Graph&, NodeId) const;");
  static_assert(told(HasOrders<J, G>), "dag::OperationJudge wants  bool orders(Type) const;                // a chain");
  return true;
}
template <class E, class G>
consteval bool explain_joining_evaluator() {
  static_assert(
      told(Evaluator<E, G>),
      "a dag::JoiningEvaluator is an Evaluator first: static_assert(dag::explain_evaluator<E, G>()) tells what "
      "it lacks");
  if constexpr (Evaluator<E, G>)
    static_assert(told(HasJoin<E, G>), "dag::JoiningEvaluator wants  Result join(Type, span<const Result> parts);");
  return true;
}

}  // namespace lathe::dag
