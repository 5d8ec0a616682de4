// What a selection came to, as data: which nodes were emitted, in which order, and what each asked for. With its text
// form, and the judge that the checker (select/check.hpp) may ask.
//
//   selection
//   emit 0
//   emit 3 wants 0:0 1:0
//
// One line per emitted node, in order: the node, and the values that its pattern asked for, in the order of asking.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/dag/value.hpp>
#include <lathe/support/told.hpp>

namespace lathe::dag {

/// Which nodes are emitted, in which order, and which of their values somebody wants in a register.
struct Selection {
  std::vector<NodeId> nodes;        ///< emitted, in order
  std::vector<std::uint32_t> ends;  ///< per emitted node: where its values end; they begin where the last ended
  std::vector<Value> values;

  /// Of the i-th node: values of it that somebody wants in a register.
  std::span<const Value> wants(std::size_t i) const {
    const std::uint32_t begin = i == 0 ? 0 : ends[i - 1];
    return {values.data() + begin, ends[i] - begin};
  }
  /// The next node in order.
  void add(NodeId node, std::span<const Value> wanted) {
    nodes.push_back(node);
    values.insert(values.end(), wanted.begin(), wanted.end());
    ends.push_back(static_cast<std::uint32_t>(values.size()));
  }
  bool operator==(const Selection&) const = default;
};

template <class J>
concept HasMayFold = requires(const J& judge) {
  { judge.may_fold(NodeId{}, Value{}) } -> std::convertible_to<bool>;
};
template <class J>
concept HasOnce = requires(const J& judge) {
  { judge.once(NodeId{}) } -> std::convertible_to<bool>;
};
/// What the checker may ask of a target's author, apart from the target: `may_fold(user, operand)`: may the pattern of
/// `user` take in the node of this value, which is an operand of `user` or of a node that it took in; `once(node)`:
/// must this node be computed exactly once (a store, a call)?
template <class J>
concept SelectJudge = HasMayFold<J> && HasOnce<J>;

/// One error per missing member, each with the signature to write.
template <class J>
consteval bool explain_select_judge() {
  static_assert(told(HasMayFold<J>), "dag::SelectJudge wants  bool may_fold(NodeId user, Value operand) const;");
  static_assert(told(HasOnce<J>), "dag::SelectJudge wants  bool once(NodeId node) const;   // a store, a call");
  return true;
}

/// Lets every pattern take in everything, and every node be computed again.
struct AnySelection {
  /// May the pattern that covers the node take in this operand? Always.
  bool may_fold(NodeId, Value) const { return true; }
  bool once(NodeId) const { return false; }  ///< Must the node be computed once only? Never.
};

}  // namespace lathe::dag
