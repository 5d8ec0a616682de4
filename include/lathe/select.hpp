// Instruction selector over any dag::Graph: cover, order, emit.
//
// 1. Cover: from the roots, users before operands, each needed node asks the target which values its pattern
//    wants in registers (or, for a chain, done before). What nobody asks for is never emitted: constants that
//    become immediates, additions that become addresses, comparisons that become branches.
// 2. Order: the needed nodes in an order that follows the source where the dependences allow (linearize.hpp).
// 3. Emit: the target writes each one.
//
// Needs:  a graph (SelectGraph) and a target with cover(node, demand) and emit(node); see explain_select_target<T>().
//         cover sees all users of the node covered, so Demand::wanted tells for good which of its results are used.
// Gives:  a refusal names the node, the value where it is about one, the cycle, and why. Counters, remarks;
//         `selection` gives what was done as data, which select/check.hpp judges.
// Cost:   O(nodes + operands + values asked for) for the cover, O(n log n) for the order; no allocation once the
//         scratch has grown.
// Source: covering and source-order scheduling of LLVM's SelectionDAG; the budget of four steps per instruction
//         and node of the block is cicc's guard against rules that do not end.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/dag/value.hpp>
#include <lathe/dag/value_text.hpp>
#include <lathe/select/linearize.hpp>
#include <lathe/select/plan.hpp>
#include <lathe/support/remark.hpp>
#include <lathe/support/stats.hpp>
#include <lathe/support/told.hpp>

namespace lathe::dag {

/// Why a selection stopped.
enum class SelectWhy : std::uint8_t {
  none,
  cannot_cover,   ///< the target's cover declined
  cannot_emit,    ///< the target's emit declined; what was emitted before stays
  over_budget,    ///< more values asked for than SelectOptions::budget_factor allows
  cyclic,         ///< patterns wait for each other; SelectResult::cycle has them
  bad_root,       ///< a root is not in the graph
  unknown_value,  ///< a pattern asked for a value that no root reaches
  late_demand,    ///< a pattern asked for a value whose node had its turn before
};
constexpr std::string_view to_string(SelectWhy why) {
  constexpr std::string_view names[] = {"selected",
                                        "no pattern covers the node",
                                        "the node could not be written",
                                        "out of budget",
                                        "the patterns depend on each other in a circle",
                                        "a root is not in the graph",
                                        "the pattern asks for a value that no root reaches",
                                        "the pattern asks for a value whose node had its turn before"};
  return names[static_cast<std::size_t>(why)];
}

struct SelectOptions {
  std::uint64_t budget_factor = 4;  ///< steps allowed: factor * needed nodes * (nodes and operands of the block)
};

struct SelectStats {
  std::uint64_t nodes = 0;        ///< reachable from the roots
  std::uint64_t emitted = 0;      ///< nodes that were asked for
  std::uint64_t folded = 0;       ///< nodes that became part of others, or were of no use
  std::uint64_t steps = 0;        ///< values asked for
  std::uint64_t out_of_wish = 0;  ///< places where the dependences won over the wished order

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t SelectStats::*>;
    return std::array{F{"nodes", &SelectStats::nodes}, F{"emitted", &SelectStats::emitted},
                      F{"folded", &SelectStats::folded}, F{"steps", &SelectStats::steps},
                      F{"out_of_wish", &SelectStats::out_of_wish}};
  }
};

/// What came of a selection. True when all was emitted.
struct SelectResult {
  SelectWhy why = SelectWhy::none;
  NodeId node = no_node;      ///< the one that was refused; of a cycle the first
  Value value{};              ///< bad_root, unknown_value, late_demand: the value
  std::vector<NodeId> cycle;  ///< cyclic: each waits for the next, the last for the first
  SelectStats stats;
  explicit operator bool() const { return why == SelectWhy::none; }
};

/// Which values are wanted, and by whom. Handed to the target during the cover; readable during emission.
class Demand {
 public:
  /// The node being covered needs this value before it.
  void operator()(Value value) {
    const Turn turn = value.node < turn_.size() ? turn_[value.node] : Turn::never;
    std::uint64_t& mask = turn == Turn::never ? sink_ : wanted_[value.node];
    if (turn != Turn::waiting && !(turn == Turn::covered && (mask & bit(value.result)) != 0)) fail(turn, value);
    if (mask == 0) ++needed_;
    mask |= bit(value.result);
    asked_.push_back(value);
  }
  /// True when some covered node asked for this value. Results from 63 on share one answer.
  bool wanted(Value value) const { return (wanted_[value.node] & bit(value.result)) != 0; }
  /// True when some covered node asked for a value of this one.
  bool wanted(NodeId node) const { return wanted_[node] != 0; }

 private:
  template <class G>
  friend class Selector;
  enum class Turn : std::uint8_t { never, waiting, covered, folded };
  static constexpr std::uint64_t bit(std::uint32_t result) { return 1ULL << (result < 63 ? result : 63); }
  void fail(Turn turn, Value value) {
    if (why_ != SelectWhy::none) return;
    why_ = turn == Turn::never ? SelectWhy::unknown_value : SelectWhy::late_demand;
    culprit_ = value;
  }
  void start(std::size_t nodes) {
    wanted_.assign(nodes, 0);
    asked_.clear();
    needed_ = 0;
    why_ = SelectWhy::none;
  }
  std::vector<std::uint64_t> wanted_;
  std::vector<Turn> turn_;
  std::vector<Value> asked_;
  std::uint64_t needed_ = 0, sink_ = 0;
  SelectWhy why_ = SelectWhy::none;
  Value culprit_{};
};

template <class G>
concept HasNodeCount = requires(const G& graph) {
  { graph.size() } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasOperandsByIndex = requires(const G& graph) {
  { graph.operand_count(NodeId{}) } -> std::convertible_to<std::uint32_t>;
  { graph.operand(NodeId{}, std::uint32_t{}) } -> std::convertible_to<Value>;
};
/// Optional, instead of a target's rank: the source position of a node.
template <class G>
concept HasSourceOrder = requires(const G& graph) {
  { graph.node(NodeId{}).order } -> std::convertible_to<std::uint64_t>;
};
/// A graph to select from: ids 0 .. size()-1, operands of each. Acyclic.
template <class G>
concept SelectGraph = HasNodeCount<G> && HasOperandsByIndex<G>;

template <class G>
consteval bool explain_select_graph() {
  static_assert(told(HasNodeCount<G>), "dag::SelectGraph wants  uint32_t size() const;");
  static_assert(told(HasOperandsByIndex<G>),
                "dag::SelectGraph wants  uint32_t operand_count(NodeId) const; Value operand(NodeId, uint32_t) const;");
  return true;
}

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
  static_assert(told(HasCover<T>),
                "dag::SelectTarget wants  bool cover(NodeId node, Demand& demand);  // demand(v) for each value needed "
                "in a register or done before; false: no pattern");
  static_assert(told(HasEmit<T>),
                "dag::SelectTarget wants  bool emit(NodeId node);  // writes the node's instructions");
  return true;
}

/// The selector with its memory; use one for many graphs.
template <class G>
class Selector {
 public:
  /// Selects everything that `roots` need, in one linear order. The sink hears of each node that was folded, of the
  /// whole, and of a refusal.
  template <class T, class Sink = NoRemarks>
  SelectResult run(const G& graph, std::span<const Value> roots, T&& target, const SelectOptions& options = {},
                   Sink&& sink = {}) {
    using Target = std::remove_reference_t<T>;
    static_assert(explain_select_graph<G>() && explain_select_target<Target>());
    static_assert(told(HasRank<Target> || HasSourceOrder<G>),
                  "dag::SelectTarget wants  uint64_t rank(NodeId) const;  // or the graph  node(NodeId).order");
    SelectResult result;
    if constexpr (SelectGraph<G> && SelectTarget<Target> && (HasRank<Target> || HasSourceOrder<G>)) {
      emitted_.clear();
      if (post_order(graph, roots, result) && cover(target, options, result) && order(graph, target, result))
        emit(target, result);
      if constexpr (wants_remarks<Sink>) tell(result, sink);
    }
    return result;
  }

  /// Of the last run: the nodes in the order in which they were emitted; after a refusal of emit, those before it.
  void emitted(std::vector<NodeId>& out) const { out = emitted_; }
  /// The same with what each asked for. O(emitted + values asked for).
  Selection selection() const {
    Selection out;
    for (std::size_t i = 0; i < emitted_.size(); ++i) {
      const auto [begin, end] = spans_[items_.size() - 1 - order_[i]];
      out.add(emitted_[i], {demand_.asked_.data() + begin, end - begin});
    }
    return out;
  }
  const Demand& demand() const { return demand_; }

 private:
  using Turn = Demand::Turn;
  struct Frame {
    NodeId node;
    std::uint32_t next;
  };

  static bool refuse(SelectResult& result, SelectWhy why, NodeId node, Value value = {}) {
    result.why = why;
    result.node = node;
    result.value = value;
    return false;
  }

  // Nodes reachable from the roots, operands before users. False when a root is not there.
  bool post_order(const G& graph, std::span<const Value> roots, SelectResult& result) {
    visit_.clear();
    items_.clear();
    spans_.clear();
    order_.clear();
    reachable_operands_ = 0;
    std::vector<Turn>& turn = demand_.turn_;
    turn.assign(graph.size(), Turn::never);
    demand_.start(graph.size());
    for (const Value root : roots) {
      if (root.node >= turn.size()) return refuse(result, SelectWhy::bad_root, root.node, root);
      if (turn[root.node] != Turn::never) continue;
      turn[root.node] = Turn::waiting;
      stack_.push_back({root.node, 0});
      while (!stack_.empty()) {
        Frame& top = stack_.back();
        if (top.next == graph.operand_count(top.node)) {
          visit_.push_back(top.node);
          reachable_operands_ += top.next;
          stack_.pop_back();
          continue;
        }
        const NodeId operand = Value(graph.operand(top.node, top.next++)).node;
        if (turn[operand] != Turn::never) continue;
        turn[operand] = Turn::waiting;
        stack_.push_back({operand, 0});
      }
    }
    result.stats.nodes = visit_.size();
    for (const Value root : roots) demand_(root);
    return true;
  }

  // Users before operands: when a node's turn comes, all that will ever ask for it has asked.
  template <class T>
  bool cover(T& target, const SelectOptions& options, SelectResult& result) {
    for (std::size_t i = visit_.size(); i-- > 0;) {
      const NodeId node = visit_[i];
      if (!demand_.wanted(node)) {
        ++result.stats.folded;
        demand_.turn_[node] = Turn::folded;
        continue;
      }
      const std::size_t before = demand_.asked_.size();
      if (!target.cover(node, demand_)) return refuse(result, SelectWhy::cannot_cover, node);
      if (demand_.why_ != SelectWhy::none) return refuse(result, demand_.why_, node, demand_.culprit_);
      demand_.turn_[node] = Turn::covered;
      result.stats.steps += demand_.asked_.size() - before;
      if (result.stats.steps > options.budget_factor * demand_.needed_ * (visit_.size() + reachable_operands_))
        return refuse(result, SelectWhy::over_budget, node);
      items_.push_back(node);
      spans_.push_back({before, demand_.asked_.size()});
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
        problem_.edges.push_back(item_of_[demand_.asked_[e].node]);
      if constexpr (HasRank<T>)
        problem_.close(target.rank(items_[i]));
      else
        problem_.close(graph.node(items_[i]).order);
    }
    std::reverse(items_.begin(), items_.end());
    const LinearResult ordered = linearize(problem_, scratch_, order_);
    result.stats.out_of_wish = ordered.stats.out_of_wish;
    if (ordered) return true;
    for (const std::uint32_t item : ordered.cycle) result.cycle.push_back(items_[item]);
    return refuse(result, SelectWhy::cyclic, result.cycle.front());
  }

  template <class T>
  void emit(T& target, SelectResult& result) {
    for (const std::uint32_t item : order_) {
      if (!target.emit(items_[item])) {
        refuse(result, SelectWhy::cannot_emit, items_[item]);
        return;
      }
      emitted_.push_back(items_[item]);
    }
  }

  template <class Sink>
  void tell(const SelectResult& result, Sink& sink) const {
    const auto number = [](std::uint64_t n) { return std::to_string(n); };
    if (!result) {
      Remark remark{Remark::Kind::missed, "select", "NotSelected", {}, std::string(to_string(result.why)), {}};
      remark.arguments.emplace_back("Node", number(result.node));
      if (result.value) remark.arguments.emplace_back("Value", value_text(result.value));
      for (const NodeId node : result.cycle) remark.arguments.emplace_back("Waits", number(node));
      sink(remark);
      return;
    }
    for (std::size_t i = visit_.size(); i-- > 0;)
      if (demand_.turn_[visit_[i]] == Turn::folded)
        sink(Remark{Remark::Kind::analysis,
                    "select",
                    "Folded",
                    {},
                    "node " + number(visit_[i]) + " is part of others, or of no use",
                    {{"Node", number(visit_[i])}}});
    sink(Remark{Remark::Kind::passed,
                "select",
                "Selected",
                {},
                number(result.stats.emitted) + " of " + number(result.stats.nodes) + " nodes emitted",
                {{"Emitted", number(result.stats.emitted)}, {"Folded", number(result.stats.folded)}}});
  }

  Demand demand_;
  std::uint64_t reachable_operands_ = 0;
  std::vector<NodeId> visit_;
  std::vector<Frame> stack_;
  std::vector<NodeId> items_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
  std::vector<std::uint32_t> item_of_;
  LinearProblem problem_;
  LinearScratch scratch_;
  std::vector<std::uint32_t> order_;
  std::vector<NodeId> emitted_;
};

}  // namespace lathe::dag
