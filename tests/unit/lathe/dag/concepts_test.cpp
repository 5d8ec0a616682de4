// Types that lack members are refused with the signature to write.
#include <doctest/doctest.h>

#include "support/near_miss.hpp"

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_groups(
      "tests/unit/lathe/dag/near_miss/programs.cpp",
      {"dag::CombineGraph wants  uint32_t size() const, live() const;",
       "dag::CombineGraph wants  bool alive(NodeId) const;", "dag::CombineGraph wants  Opcode op(NodeId) const;",
       "dag::CombineGraph wants  uint32_t result_count(NodeId) const;",
       "dag::CombineGraph wants  uint32_t use_count(NodeId) const;",
       "dag::CombineGraph wants  void for_each_operand(NodeId, F f) const;",
       "dag::CombineGraph wants  void for_each_use(NodeId, F f) const;",
       "dag::CombineGraph wants  void replace_node(NodeId, span<const Value>, Observer&&);",
       "dag::CombineGraph wants  void erase_dead(NodeId, Observer&&);",
       "dag::CombineGraph wants  void rollback(NodeId first);", "dag::CheckableGraph wants  bool pinned(NodeId) const;",
       "dag::CheckableGraph wants  void verify(Report report) const;", "dag::RuleSet wants  Graph& graph();",
       "dag::RuleSet wants  uint32_t count() const;", "dag::RuleSet wants  string_view name(uint32_t rule) const;",
       "dag::RuleSet wants  range<uint32_t> candidates(Opcode op);",
       "dag::RuleSet wants  bool apply(uint32_t rule, NodeId node, vector<Value>& out);",
       "dag::Evaluator wants  Result value(const Graph&, Value v, uint64_t seed);",
       "dag::Evaluator wants  bool refines(const Result& before, const Result& after);"},
      {{1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {3}, {13}, {14, 15, 16, 17}, {18}, {19}});
}

NEAR_MISS_CASE("one member that is missing is told in ten lines by both compilers") {
  near_miss::check_short_masks(
      "tests/unit/lathe/dag/near_miss/programs.cpp",
      {{3, "dag::CombineGraph wants  Opcode op(NodeId) const;"},
       {12, "dag::CheckableGraph wants  void verify(Report report) const;"},
       {13, "dag::RuleSet wants  Graph& graph();"},
       {16, "dag::RuleSet wants  range<uint32_t> candidates(Opcode op);"},
       {19, "dag::Evaluator wants  bool refines(const Result& before, const Result& after);"}});
}
