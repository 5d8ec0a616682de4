// Types that lack members are refused with the signature to write; the poorest types are enough.
#include <doctest/doctest.h>

#include "adapters/archetype/legalize.hpp"
#include "support/near_miss.hpp"

using namespace lathe::dag;

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_groups("tests/unit/lathe/legalize/near_miss/programs.cpp",
                          {"dag::LegalizeGraph wants  uint32_t size() const;",
                           "dag::LegalizeGraph wants  bool alive(NodeId) const;",
                           "dag::LegalizeGraph wants  bool pinned(NodeId) const;",
                           "dag::LegalizeGraph wants  uint32_t result_count(NodeId) const;",
                           "dag::LegalizeGraph wants  Type type(Value) const;",
                           "dag::LegalizeGraph wants  uint32_t operand_count(NodeId) const;",
                           "dag::LegalizeGraph wants  Value operand(NodeId, uint32_t index) const;",
                           "dag::LegalizeGraph wants  void for_each_use(NodeId, F f) const;",
                           "dag::LegalizeGraph wants  Value resolve(Value) const;",
                           "dag::LegalizeGraph wants  NodeId set_operands(NodeId, span<const Value>);",
                           "dag::LegalizeGraph wants  void move_pins(NodeId from, NodeId to);",
                           "dag::LegalizeGraph wants  void erase_all_dead();",
                           "dag::CheckableLegalizeGraph wants  Opcode op(NodeId) const;",
                           "dag::CheckableLegalizeGraph wants  void verify(Report report) const;",
                           "dag::TypeClient wants  bool legal(Type) const;",
                           "dag::TypeClient wants  Rewrite lower(Walk&, NodeId);",
                           "dag::OperationClient wants  Action action(const Graph&, NodeId) const;",
                           "dag::OperationClient wants  bool expand(Graph&, NodeId, std::vector<Value>& out);",
                           "dag::TypeJudge wants  bool orders(Type) const;",
                           "dag::TypeJudge wants  bool holds(Type, span<const Type> parts) const;",
                           "dag::OperationJudge wants  bool orders(Type) const;",
                           "dag::Evaluator wants  Result value(const Graph&, Value v, uint64_t seed);",
                           "dag::JoiningEvaluator wants  Result join(Type, span<const Result> parts);"},
                          {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {13, 14, 15, 16, 17, 18, 19, 20, 21, 22}, {23}});
}

NEAR_MISS_CASE("one member that is missing is told in ten lines by both compilers") {
  near_miss::check_short_masks("tests/unit/lathe/legalize/near_miss/programs.cpp",
                               {{5, "dag::LegalizeGraph wants  Type type(Value) const;"},
                                {14, "dag::CheckableLegalizeGraph wants  void verify(Report report) const;"},
                                {15, "dag::TypeClient wants  bool legal(Type) const;"},
                                {17, "dag::OperationClient wants  Action action(const Graph&, NodeId) const;"},
                                {20, "dag::TypeJudge wants  bool holds(Type, span<const Type> parts) const;"},
                                {23, "dag::JoiningEvaluator wants  Result join(Type, span<const Result> parts);"}});
}

TEST_CASE("the archetypes are enough, checkers included") {
  archetype::LegalizeGraph g;
  const Value a = g.make('a', 2, {}), b = g.make('b', 2, {a, a});
  g.pin(g.make('r', 1, {b}).node);
  archetype::LegalizeGraph before = g;
  LegalizeTrace trace;
  archetype::LegalizeTypes types;
  CHECK_FALSE(legalize_types(g, types, {.trace = &trace}));
  CHECK(check_types(before, g, trace, types).str() == "");
  CHECK(check_types(before, types).has(LegalizeFault::illegal_type));
  CHECK(trace.hows == std::vector<std::string>{"legalize"});

  before = g;
  trace = {};
  archetype::LegalizeOperations operations;
  CHECK_FALSE(legalize_operations(g, operations, {.trace = &trace}));
  CHECK(check_operations(before, g, trace, operations).str() == "");
  CHECK(check_operations(before, operations, trace).has(LegalizeFault::illegal_operation));
}
