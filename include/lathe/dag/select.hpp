// Instruction selector over any dag::Graph: cover, order, emit.
//
// 1. Cover: from the roots, users before operands, each needed node asks the target which values its pattern
//    wants in registers (or, for a chain, done before). What nobody asks for is never emitted: constants that
//    become immediates, additions that become addresses, comparisons that become branches.
// 2. Order: the needed nodes in an order that follows the source where the dependences allow (linearize.hpp).
// 3. Emit: the target writes each one.
//
// Needs:  a target with cover(node, demand) and emit(node); see explain<T>(). cover sees all users of the node
//         covered, so Demand::wanted tells for good which of its results are used.
// Gives:  O(nodes + operands) for the cover, O(n log n) for the order; no allocation once the scratch has grown.
//         A refusal names the node and why.
// Source: covering and source-order scheduling of LLVM's SelectionDAG; the budget of four steps per instruction
//         and node of the block is cicc's guard against rules that do not end.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <lathe/dag/graph.hpp>
#include <lathe/dag/linearize.hpp>

namespace lathe::dag {

/// Why a selection stopped.
enum class SelectWhy : std::uint8_t { none, cannot_cover, cannot_emit, over_budget, cyclic };
constexpr std::string_view to_string(SelectWhy why) {
  switch (why) {
    case SelectWhy::none:
      return "selected";
    case SelectWhy::cannot_cover:
      return "no pattern covers the node";
    case SelectWhy::cannot_emit:
      return "the node could not be written";
    case SelectWhy::over_budget:
      return "out of budget";
    case SelectWhy::cyclic:
      return "the patterns depend on each other in a circle";
  }
  return "?";
}

struct SelectOptions {
  std::uint64_t budget_factor = 4;  ///< steps allowed: factor * needed nodes * (nodes and operands of the block)
};

struct SelectStats {
  std::uint64_t nodes = 0;    ///< reachable from the roots
  std::uint64_t emitted = 0;  ///< nodes that were asked for
  std::uint64_t folded = 0;   ///< nodes that became part of others, or were of no use
  std::uint64_t steps = 0;    ///< values asked for
  SelectStats& operator+=(const SelectStats& o) {
    nodes += o.nodes, emitted += o.emitted, folded += o.folded, steps += o.steps;
    return *this;
  }
};

/// What came of a selection. `node` is the one that was refused.
struct SelectResult {
  SelectWhy why = SelectWhy::none;
  NodeId node = no_node;
  SelectStats stats;
  explicit operator bool() const { return why == SelectWhy::none; }
};

/// Which values are wanted, and by whom. Handed to the target during the cover; readable during emission.
class Demand {
 public:
  /// The node being covered needs this value before it.
  void operator()(Value value) {
    std::uint64_t& mask = wanted_[value.node];
    if (mask == 0) ++needed_;
    mask |= bit(value.result);
    edges_.push_back(value.node);
  }
  /// True when some covered node asked for this value. Results from 63 on share one answer.
  bool wanted(Value value) const { return (wanted_[value.node] & bit(value.result)) != 0; }
  bool wanted(NodeId node) const { return wanted_[node] != 0; }

 private:
  template <class G>
  friend class Selector;
  static constexpr std::uint64_t bit(std::uint32_t result) { return 1ULL << (result < 63 ? result : 63); }
  std::vector<std::uint64_t> wanted_;
  std::vector<NodeId> edges_;
  std::uint64_t needed_ = 0;
};

template <class T>
concept HasCover = requires(T& target, NodeId node, Demand& demand) {
  { target.cover(node, demand) } -> std::convertible_to<bool>;
};
template <class T>
concept HasEmit = requires(T& target, NodeId node) {
  { target.emit(node) } -> std::convertible_to<bool>;
};
/// Optional: where a node would like to stand. Without it: its source order.
template <class T>
concept HasRank = requires(const T& target, NodeId node) {
  { target.rank(node) } -> std::convertible_to<std::uint64_t>;
};
/// What the selector asks of a target.
template <class T>
concept SelectTarget = HasCover<T> && HasEmit<T>;

/// Names each member that T lacks, with the signature to write. Use: static_assert(explain_select_target<T>());
template <class T>
consteval bool explain_select_target() {
  static_assert(HasCover<T>,
                "dag::SelectTarget wants  bool cover(NodeId node, Demand& demand);  // demand(v) for each value needed "
                "in a register or done before; false: no pattern");
  static_assert(HasEmit<T>, "dag::SelectTarget wants  bool emit(NodeId node);  // writes the node's instructions");
  return true;
}

/// The selector with its memory; use one for many graphs.
template <class G>
class Selector {
 public:
  /// Selects everything that `roots` need, in one linear order.
  template <class T>
  SelectResult run(const G& graph, std::span<const Value> roots, T&& target, const SelectOptions& options = {}) {
    static_assert(explain_select_target<std::remove_reference_t<T>>());
    SelectResult result;
    post_order(graph, roots);
    result.stats.nodes = visit_.size();
    demand_.wanted_.assign(graph.size(), 0);
    demand_.needed_ = 0;
    demand_.edges_.clear();
    for (const Value root : roots) demand_(root);
    if (!cover(target, options, result)) return result;
    if (!order(graph, target, result)) return result;
    for (const std::uint32_t item : order_) {
      const NodeId node = items_[item];
      if (target.emit(node)) continue;
      result.why = SelectWhy::cannot_emit;
      result.node = node;
      return result;
    }
    return result;
  }

  /// Of the last run: the nodes in the order in which they were emitted.
  void emitted(std::vector<NodeId>& out) const {
    out.clear();
    for (const std::uint32_t item : order_) out.push_back(items_[item]);
  }
  const Demand& demand() const { return demand_; }

 private:
  struct Frame {
    NodeId node;
    std::uint32_t next;
  };

  // Nodes reachable from the roots, operands before users.
  void post_order(const G& graph, std::span<const Value> roots) {
    visit_.clear();
    reachable_operands_ = 0;
    seen_.assign(graph.size(), false);
    for (const Value root : roots) {
      if (seen_[root.node]) continue;
      seen_[root.node] = true;
      stack_.push_back({root.node, 0});
      while (!stack_.empty()) {
        Frame& top = stack_.back();
        if (top.next == graph.operand_count(top.node)) {
          visit_.push_back(top.node);
          reachable_operands_ += top.next;
          stack_.pop_back();
          continue;
        }
        const NodeId operand = graph.operand(top.node, top.next++).node;
        if (seen_[operand]) continue;
        seen_[operand] = true;
        stack_.push_back({operand, 0});
      }
    }
  }

  // Users before operands: when a node's turn comes, all that will ever ask for it has asked.
  template <class T>
  bool cover(T& target, const SelectOptions& options, SelectResult& result) {
    items_.clear();
    spans_.clear();
    for (std::size_t i = visit_.size(); i-- > 0;) {
      const NodeId node = visit_[i];
      if (!demand_.wanted(node)) {
        ++result.stats.folded;
        continue;
      }
      const std::size_t before = demand_.edges_.size();
      if (!target.cover(node, demand_)) {
        result.why = SelectWhy::cannot_cover;
        result.node = node;
        return false;
      }
      result.stats.steps += demand_.edges_.size() - before;
      if (result.stats.steps > options.budget_factor * demand_.needed_ * (visit_.size() + reachable_operands_)) {
        result.why = SelectWhy::over_budget;
        result.node = node;
        return false;
      }
      items_.push_back(node);
      spans_.push_back({before, demand_.edges_.size()});
    }
    result.stats.emitted = items_.size();
    return true;
  }

  template <class T>
  bool order(const G& graph, T& target, SelectResult& result) {
    item_of_.resize(graph.size());
    // Items are numbered operands first, so that among equal ranks the graph's own order stays.
    const std::size_t count = items_.size();
    for (std::size_t i = 0; i < count; ++i) item_of_[items_[i]] = static_cast<std::uint32_t>(count - 1 - i);
    problem_.clear();
    for (std::size_t i = count; i-- > 0;) {
      for (std::size_t e = spans_[i].first; e < spans_[i].second; ++e)
        problem_.edges.push_back(item_of_[demand_.edges_[e]]);
      if constexpr (HasRank<std::remove_reference_t<T>>)
        problem_.close(target.rank(items_[i]));
      else
        problem_.close(graph.node(items_[i]).order);
    }
    std::reverse(items_.begin(), items_.end());
    if (linearize(problem_, scratch_, order_)) return true;
    result.why = SelectWhy::cyclic;
    return false;
  }

  Demand demand_;
  std::uint64_t reachable_operands_ = 0;
  std::vector<NodeId> visit_;
  std::vector<bool> seen_;
  std::vector<Frame> stack_;
  std::vector<NodeId> items_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
  std::vector<std::uint32_t> item_of_;
  LinearProblem problem_;
  LinearScratch scratch_;
  std::vector<std::uint32_t> order_;
};

}  // namespace lathe::dag
