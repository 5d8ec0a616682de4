// The poorest types that satisfy lathe::dag's concepts: what they cannot do, the algorithms must not need.
#pragma once

#include <lathe/dag/combine_concepts.hpp>

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
struct RuleSet {
  DagGraph* only = nullptr;
  DagGraph& graph() { return *only; }
  std::uint32_t count() const { return 1; }
  RuleName name(std::uint32_t) const { return {}; }
  RuleRange candidates(DagTraits::Opcode) { return {}; }
  bool apply(std::uint32_t, lathe::dag::NodeId, std::vector<lathe::dag::Value>&) { return false; }

  RuleSet(DagGraph& g) : only(&g) {}
  RuleSet(const RuleSet&) = delete;
};

struct Evaluator {
  struct Result {};
  Result value(const DagGraph&, lathe::dag::Value, std::uint64_t) { return {}; }
  bool refines(const Result&, const Result&) { return true; }
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
};

static_assert(lathe::dag::explain_rule_set<RuleSet>());
static_assert(lathe::dag::explain_evaluator<Evaluator, DagGraph>());

}  // namespace archetype
