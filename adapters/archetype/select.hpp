// The poorest types that satisfy the concepts of the selector and of the linear order: what they cannot do, the
// algorithms must not need.
#pragma once

#include <lathe/select.hpp>
#include <lathe/select/check.hpp>
#include <lathe/select/linearize_text.hpp>

#include "adapters/archetype/range.hpp"

namespace archetype {

struct Truth {
  operator bool() const { return true; }
};
struct SelectTarget {
  SelectTarget() = default;
  SelectTarget(const SelectTarget&) = delete;
  SelectTarget& operator=(const SelectTarget&) = delete;
  Truth cover(lathe::dag::NodeId, lathe::dag::Demand&) { return {}; }
  Truth emit(lathe::dag::NodeId) { return {}; }
};
static_assert(lathe::dag::explain_select_target<SelectTarget>());

/// Two nodes, the second of which reads the first; nothing is known of types, uses or source positions.
struct SelectGraph {
  struct Number {
    std::uint32_t number;
    operator std::uint32_t() const { return number; }
  };
  struct Operand {
    operator lathe::dag::Value() const { return {0, 0}; }
  };
  Number size() const { return {2}; }
  Number operand_count(lathe::dag::NodeId node) const { return {node}; }
  Operand operand(lathe::dag::NodeId, std::uint32_t) const { return {}; }

  SelectGraph() = default;
  SelectGraph(const SelectGraph&) = delete;
};
static_assert(lathe::dag::explain_select_graph<SelectGraph>());

/// A target that says where nodes would like to stand, since the graph does not.
struct RankingTarget : SelectTarget {
  struct Rank {
    operator std::uint64_t() const { return 0; }
  };
  Truth cover(lathe::dag::NodeId node, lathe::dag::Demand& demand) {
    if (node == 1) demand({0, 0});
    return {};
  }
  Rank rank(lathe::dag::NodeId) const { return {}; }
};
struct SelectJudge {
  Truth may_fold(lathe::dag::NodeId, lathe::dag::Value) const { return {}; }
  Truth once(lathe::dag::NodeId) const { return {}; }
};
static_assert(lathe::dag::explain_select_judge<SelectJudge>());

/// Three items in a row.
struct LinearInput {
  struct Item {
    std::uint32_t item;
    operator std::uint32_t() const { return item; }
  };
  struct Rank {
    operator std::uint64_t() const { return 0; }
  };
  Item size() const { return {3}; }
  Range<Item> before(std::uint32_t item) const { return {item == 0 ? 0 : item - 1, item}; }
  Rank rank(std::uint32_t) const { return {}; }

  LinearInput() = default;
  LinearInput(const LinearInput&) = delete;
};
static_assert(lathe::dag::explain_linear_input<LinearInput>());

}  // namespace archetype
