// The poorest types that satisfy lathe::dag's concepts: what they cannot do, the algorithms must not need.
#pragma once

#include <lathe/combine/concepts.hpp>
#include <lathe/dag/graph.hpp>

namespace archetype {

/// Opcodes and types that compare and convert, payloads that compare and copy: nothing else.
struct DagTraits {
  enum class Opcode {};
  struct Type {
    bool operator==(const Type&) const = default;
  };
  struct Payload {
    bool operator==(const Payload&) const = default;
  };
  static std::uint64_t hash(Type) { return 0; }
  static std::uint64_t hash(const Payload&) { return 0; }
  static bool unique(Opcode, const Payload&) { return true; }
};
using DagGraph = lathe::dag::Graph<DagTraits>;

/// A candidate list that can only be walked once from begin to end, its elements merely convertible to a number.
struct RuleRange {
  struct Number {
    constexpr operator std::uint32_t() const { return 0; }
  };
  struct End {};
  struct Iterator {
    bool done = false;
    Number operator*() const { return {}; }
    Iterator& operator++() {
      done = true;
      return *this;
    }
    bool operator!=(End) const { return !done; }
  };
  Iterator begin() const { return {}; }
  End end() const { return {}; }
};
struct RuleName {
  operator std::string_view() const { return "nothing"; }
};
/// One node that does nothing, is always used, and can neither be replaced nor erased: what CombineGraph asks for and
/// nothing else. Operations copy and do not compare; counts merely convert to numbers; nothing is returned.
struct CombineGraph {
  struct Number {
    constexpr operator std::uint32_t() const { return 1; }
  };
  struct Truth {
    bool value;
    operator bool() const { return value; }
  };
  struct Opcode {};
  Number size() const { return {}; }
  Number live() const { return {}; }
  Truth alive(lathe::dag::NodeId id) const { return {id == 0}; }
  Opcode op(lathe::dag::NodeId) const { return {}; }
  Number result_count(lathe::dag::NodeId) const { return {}; }
  Number use_count(lathe::dag::NodeId) const { return {}; }
  template <class F>
  void for_each_operand(lathe::dag::NodeId, F&&) const {}
  template <class F>
  void for_each_use(lathe::dag::NodeId, F&&) const {}
  template <class Observer>
  void replace_node(lathe::dag::NodeId, std::span<const lathe::dag::Value>, Observer&&) {}
  template <class Observer>
  void erase_dead(lathe::dag::NodeId, Observer&&) {}
  void rollback(lathe::dag::NodeId) {}

  CombineGraph() = default;
  CombineGraph(const CombineGraph&) = delete;
};

template <class Graph>
struct BasicRuleSet {
  Graph* only = nullptr;
  Graph& graph() { return *only; }
  std::uint32_t count() const { return 1; }
  RuleName name(std::uint32_t) const { return {}; }
  RuleRange candidates(decltype(std::declval<Graph&>().op(0))) { return {}; }
  bool apply(std::uint32_t, lathe::dag::NodeId, std::vector<lathe::dag::Value>&) { return false; }

  BasicRuleSet(Graph& g) : only(&g) {}
  BasicRuleSet(const BasicRuleSet&) = delete;
};
using RuleSet = BasicRuleSet<DagGraph>;
using PoorRuleSet = BasicRuleSet<CombineGraph>;

struct Evaluator {
  struct Result {};
  Result value(const DagGraph&, lathe::dag::Value, std::uint64_t) { return {}; }
  bool refines(const Result&, const Result&) { return true; }
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
};

static_assert(lathe::dag::explain_rule_set<RuleSet>());
static_assert(lathe::dag::explain_rule_set<PoorRuleSet>());
static_assert(lathe::dag::explain_evaluator<Evaluator, DagGraph>());

}  // namespace archetype
