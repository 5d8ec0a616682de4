// Independent checker of the selector: judges a Selection against the graph and its roots. Shares no code with it.
//
// Definition of right. The pattern of an emitted node is the node and what it took in: starting from the node, each
// operand that it did not ask for is taken in, and so are the operands of that, and so on.
//  1. Each emitted node is in the graph and emitted once; each root's node is emitted.
//  2. Each value asked for is in the graph, its node is emitted, and before the one that asked.
//  3. Each emitted node is a root or was asked for: nothing is emitted that nobody needs.
//  4. Whatever is taken in may be (judge.may_fold); each value asked for is an operand of a node of the pattern. So
//     every needed node is emitted, or part of patterns that may have it.
//  5. A node that must be computed once (judge.once) and that a root reaches is in exactly one pattern.
//  6. The values asked for are within the budget.
//  7. The order is as near to the wished one as the demands allow (linearize_check.hpp), when ranks are given.
//
// O(nodes + operands + sum of the sizes of patterns).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lathe/dag/value_text.hpp>
#include <lathe/select/linearize_check.hpp>
#include <lathe/select/plan.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::dag {

enum class SelectFault : std::uint8_t {
  bad_node,        ///< an emitted node, or a value asked for, is not in the graph
  twice,           ///< a node is emitted twice
  lost_root,       ///< a root is not emitted
  not_emitted,     ///< a value asked for is never computed
  too_late,        ///< a value is computed after the one that asked for it
  needless,        ///< a node is emitted though nobody asked
  wrongly_folded,  ///< a pattern took in what it may not
  stray,           ///< a pattern asked for a value that none of its nodes reads
  not_once,        ///< what must be computed once is in no pattern, or in several
  over_budget,     ///< more values were asked for than the budget allows
  not_nearest,     ///< the order is not the nearest to the wished one
};

struct SelectCheckOptions {
  std::uint64_t budget_factor = 4;            ///< as SelectOptions has it
  std::span<const std::uint64_t> ranks = {};  ///< per node id; empty: the order is free
};

namespace select_check_detail {

template <class G, class J>
class Checker {
 public:
  Checker(const G& graph, std::span<const Value> roots, const Selection& selection, const J& judge,
          const SelectCheckOptions& options)
      : graph_(graph), roots_(roots), selection_(selection), judge_(judge), options_(options) {}

  FaultList<SelectFault> run() {
    if (!emitted()) return faults_;
    demands();
    if (faults_.has(SelectFault::bad_node)) return faults_;
    patterns();
    whole();
    if (faults_.empty() && !options_.ranks.empty()) nearest();
    return faults_;
  }

 private:
  static constexpr std::uint32_t nowhere = 0xffffffffU;
  void add(SelectFault kind, NodeId node, std::string text) { faults_.add(kind, node, std::move(text)); }
  bool there(Value v) const {
    if (v.node >= graph_.size()) return false;
    if constexpr (requires { graph_.result_count(v.node); })
      return v.result < graph_.result_count(v.node);
    else
      return true;
  }

  bool emitted() {
    place_.assign(graph_.size(), nowhere);
    for (std::uint32_t i = 0; i < selection_.nodes.size(); ++i) {
      const NodeId node = selection_.nodes[i];
      if (node >= place_.size())
        add(SelectFault::bad_node, node, "an emitted node is not in the graph");
      else if (place_[node] != nowhere)
        add(SelectFault::twice, node, "a node is emitted twice");
      else
        place_[node] = i;
    }
    for (const Value root : roots_)
      if (!there(root) || place_[root.node] == nowhere) add(SelectFault::lost_root, root.node, "a root is not emitted");
    return faults_.empty();
  }

  void demands() {
    std::vector<bool> asked(graph_.size(), false);
    for (const Value root : roots_) asked[root.node] = true;
    for (std::uint32_t i = 0; i < selection_.nodes.size(); ++i)
      for (const Value v : selection_.wants(i)) {
        const NodeId user = selection_.nodes[i];
        const std::string what = "the value " + value_text(v) + ", which the node asks for,";
        if (!there(v)) {
          add(SelectFault::bad_node, user, what + " is not in the graph");
          continue;
        }
        asked[v.node] = true;
        if (place_[v.node] == nowhere)
          add(SelectFault::not_emitted, user, what + " is never computed");
        else if (place_[v.node] >= i)
          add(SelectFault::too_late, user, what + " is not computed before it");
      }
    for (const NodeId node : selection_.nodes)
      if (!asked[node]) add(SelectFault::needless, node, "a node is emitted though nobody asked");
  }

  void patterns() {
    in_patterns_.assign(graph_.size(), 0);
    std::vector<std::uint32_t> seen(graph_.size(), nowhere);
    std::vector<NodeId> stack;
    for (std::uint32_t i = 0; i < selection_.nodes.size(); ++i) {
      const NodeId user = selection_.nodes[i];
      wanted_.assign(selection_.wants(i).begin(), selection_.wants(i).end());
      std::sort(wanted_.begin(), wanted_.end());
      wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
      read_.assign(wanted_.size(), false);
      stack.assign(1, user);
      seen[user] = i;
      while (!stack.empty()) {
        const NodeId node = stack.back();
        stack.pop_back();
        ++in_patterns_[node];
        for (std::uint32_t k = 0; k < graph_.operand_count(node); ++k) {
          const Value v = graph_.operand(node, k);
          if (reads(v) || seen[v.node] == i) continue;
          seen[v.node] = i;
          stack.push_back(v.node);
          if (!judge_.may_fold(user, v))
            add(SelectFault::wrongly_folded, user, "the node takes in " + value_text(v) + ", which it may not");
        }
      }
      for (std::size_t k = 0; k < wanted_.size(); ++k)
        if (!read_[k])
          add(SelectFault::stray, user, "the node asks for " + value_text(wanted_[k]) + ", which it does not read");
    }
  }
  // Did the node at hand ask for this value?
  bool reads(Value v) {
    const auto at = std::lower_bound(wanted_.begin(), wanted_.end(), v);
    if (at == wanted_.end() || *at != v) return false;
    read_[static_cast<std::size_t>(at - wanted_.begin())] = true;
    return true;
  }

  void whole() {
    std::vector<bool> reached(graph_.size(), false);
    std::vector<NodeId> stack;
    std::uint64_t size = 0;
    const auto visit = [&](NodeId node) {
      if (reached[node]) return;
      reached[node] = true;
      stack.push_back(node);
    };
    for (const Value root : roots_) visit(root.node);
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      size += 1 + graph_.operand_count(node);
      for (std::uint32_t k = 0; k < graph_.operand_count(node); ++k) visit(Value(graph_.operand(node, k)).node);
      if (judge_.once(node) && in_patterns_[node] != 1)
        add(SelectFault::not_once, node,
            "a node that must be computed once is in " + std::to_string(in_patterns_[node]) + " patterns");
    }
    if (selection_.values.size() > options_.budget_factor * selection_.nodes.size() * size)
      add(SelectFault::over_budget, 0, std::to_string(selection_.values.size()) + " values were asked for");
  }

  void nearest() {
    LinearProblem problem;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < selection_.nodes.size(); ++i) {
      for (const Value v : selection_.wants(i)) problem.edges.push_back(place_[v.node]);
      problem.close(selection_.nodes[i] < options_.ranks.size() ? options_.ranks[selection_.nodes[i]] : 0);
      order.push_back(i);
    }
    for (const auto& fault : check(problem, order, {.ties = false}))
      add(SelectFault::not_nearest, selection_.nodes[fault.place], "the node would rather stand further behind");
  }

  const G& graph_;
  std::span<const Value> roots_;
  const Selection& selection_;
  const J& judge_;
  const SelectCheckOptions& options_;
  FaultList<SelectFault> faults_;
  std::vector<std::uint32_t> place_;        // per node: where it is emitted
  std::vector<std::uint32_t> in_patterns_;  // per node: in how many patterns
  std::vector<Value> wanted_;
  std::vector<bool> read_;
};

}  // namespace select_check_detail

/// Every fault with its node, in order; empty when the selection is right. The graph has size(), operand_count(id),
/// operand(id, i), and result_count(id) if values are to be judged by it.
template <class G, class J = AnySelection>
FaultList<SelectFault> check_selection(const G& graph, std::span<const Value> roots, const Selection& selection,
                                       const J& judge = {}, const SelectCheckOptions& options = {}) {
  static_assert(explain_select_judge<J>());
  if constexpr (SelectJudge<J>)
    return select_check_detail::Checker<G, J>(graph, roots, selection, judge, options).run();
  else
    return {};
}

}  // namespace lathe::dag
