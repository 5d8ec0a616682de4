// Types that lack members are refused with the signature to write; the poorest types are enough.
#include <doctest/doctest.h>

#include "adapters/archetype/select.hpp"
#include "support/near_miss.hpp"

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_groups(
      "tests/unit/lathe/select/near_miss/programs.cpp",
      {"dag::SelectGraph wants  uint32_t size() const;",
       "dag::SelectGraph wants  uint32_t operand_count(NodeId) const; Value operand(NodeId, uint32_t) const;",
       "dag::SelectTarget wants  bool cover(NodeId node, Demand& demand);",
       "dag::SelectTarget wants  bool emit(NodeId node);", "dag::SelectTarget wants  uint64_t rank(NodeId) const;",
       "dag::SelectJudge wants  bool may_fold(NodeId user, Value operand) const;",
       "dag::SelectJudge wants  bool once(NodeId node) const;", "dag::LinearInput wants  uint32_t size() const;",
       "dag::LinearInput wants  range<uint32_t> before(uint32_t item) const;",
       "dag::LinearInput wants  uint64_t rank(uint32_t item) const;"},
      {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}});
}

NEAR_MISS_CASE("one member that is missing is told in ten lines by both compilers") {
  near_miss::check_short_masks("tests/unit/lathe/select/near_miss/programs.cpp",
                               {{2, "dag::SelectGraph wants  uint32_t operand_count(NodeId) const;"},
                                {3, "dag::SelectTarget wants  bool cover(NodeId node, Demand& demand);"},
                                {5, "dag::SelectTarget wants  uint64_t rank(NodeId) const;"},
                                {6, "dag::SelectJudge wants  bool may_fold(NodeId user, Value operand) const;"},
                                {9, "dag::LinearInput wants  range<uint32_t> before(uint32_t item) const;"}});
}

TEST_CASE("the archetypes are enough, checker included") {
  const archetype::SelectGraph graph;
  archetype::RankingTarget target;
  lathe::dag::Selector<archetype::SelectGraph> selector;
  const lathe::dag::Value roots[] = {{1, 0}};
  CHECK(selector.run(graph, roots, target));
  CHECK(selector.selection().nodes == std::vector<lathe::dag::NodeId>{0, 1});
  CHECK(check_selection(graph, roots, selector.selection(), archetype::SelectJudge()).str() == "");
}
