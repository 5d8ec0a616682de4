// Worklist combiner: applies rules to a graph until none fires, or fuel or visits run out.
//
// Every node is first visited after its operands (topological order); one of an operation without rules only where its users are
// to be looked at. Later visits happen only because of a change:
// the node is new, an operand of it changed, it is a user (up to `reach` levels up) of a node whose operands changed
// and that no rule rewrote, or a use of it or of its operand went away. A node is on the worklist at most once; its
// place there is found by its id. Dead nodes are erased as they die; nodes of attempts that fail are taken back.
//
// Needs:  a RuleSet over any CombineGraph (combine/concepts.hpp; dag::Graph is one); rules whose rewriting
//         terminates, or fuel.
// Gives:  the same result for the same input always; statistics per rule; remarks; a trace that check.hpp replays.
// Cost:   O(1) per push and pop, O(uses) per replacement, plus the rules.
//
// Bound on visits. Proof by counting: a visit takes one entry off the worklist and puts none back for the same reason,
// so visits <= entries. `push` is the only place that makes an entry, and it is called for
//     N  each live node at the start (again for each pass of `confirm`), those without rules left out,
//     C  each node that a rewrite created and that stayed,
//     M  each user whose operands changed, once per replaced result, and each node that another one merged into,
//     D  each operand of a node that died or was merged away, and where that operand is left with one use per result
//        or fewer, each of those uses' users,
//     R  each rewritten node that is still alive (a result stayed),
//     P  each use of a visited node at which no rule fired and whose entry carried a level above 0.
// So visits <= entries <= N + C + M + D + R + P. Without a rewrite all but N are 0: a graph at its fixpoint costs
// exactly N visits. C, M, D and R are what rewrites did to the graph, and of their nodes, too, those without rules are left out;
// P spreads a change over at most `reach` levels of users. A rewrite below a node with many users can so be paid for by all of them, as often as it happens; therefore a
// second bound that no rule can move: visits <= max_visits, by default 32 * (N + 32), linear in the graph whatever the
// rules do. tests/unit/lathe/dag/bound_test.cpp counts both from outside while random rules undo each other's work.
//
// Memory of a visit: a worklist entry, the node (one or two cache lines), its operand slots. What grows out of the
// caches with the graph is the graph itself; instructions per node do not grow (bench/lathe/combine.py --instructions).
// Source: LLVM's DAGCombiner and GlobalISel's observer-driven combiner; the retry by levels is ours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/combine/concepts.hpp>
#include <lathe/combine/trace.hpp>
#include <lathe/dag/value.hpp>
#include <lathe/support/remark.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::dag {

/// Why the combiner stopped.
enum class CombineOutcome : std::uint8_t {
  fixpoint,     ///< the worklist is empty; with `confirm` no rule fires anywhere
  out_of_fuel,  ///< a rule wanted to fire after `fuel` rewrites
  visit_limit,  ///< `max_visits` visits were made and the worklist is not empty
  cyclic,       ///< refused: the graph has a cycle; nothing was rewritten
  bad_rule,     ///< refused: a rule gave another number of values than the node has results, or one that is not there
};
inline const char* to_string(CombineOutcome outcome) {
  static constexpr const char* names[] = {"fixpoint", "out of fuel", "visit limit", "cyclic graph", "bad rule"};
  return names[static_cast<int>(outcome)];
}

struct CombineOptions {
  std::uint64_t fuel = ~0ULL;    ///< rewrites allowed, for bisection
  std::uint64_t max_visits = 0;  ///< visits allowed; 0 = 32 * (nodes at the start + 32)
  std::uint8_t reach = 2;        ///< levels of users visited again above a node whose operands changed
  bool confirm = false;          ///< visit all nodes again at the end until none changes (for rules that look deeper)
  bool trace = false;            ///< record each rewrite
  bool count_rules = true;       ///< fill CombineResult::fired, which costs as much as there are rules
};

/// Counters of one run.
struct CombineStats {
  std::uint64_t nodes = 0;  ///< alive at the start
  std::uint64_t visits = 0;
  std::uint64_t entries = 0;   ///< worklist entries ever made: the bound on visits
  std::uint64_t attempts = 0;  ///< rules tried
  std::uint64_t rewrites = 0;
  std::uint64_t created = 0;  ///< nodes that rewrites added
  std::uint64_t undone = 0;   ///< nodes of attempts that came to nothing
  std::uint64_t merged = 0;   ///< nodes that became equal to another one
  std::uint64_t erased = 0;

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t CombineStats::*>;
    return std::array{F{"nodes", &CombineStats::nodes},       F{"visits", &CombineStats::visits},
                      F{"entries", &CombineStats::entries},   F{"attempts", &CombineStats::attempts},
                      F{"rewrites", &CombineStats::rewrites}, F{"created", &CombineStats::created},
                      F{"undone", &CombineStats::undone},     F{"merged", &CombineStats::merged},
                      F{"erased", &CombineStats::erased}};
  }
};

/// How a run ended, and its counts.
struct CombineResult : CombineStats {
  CombineOutcome outcome = CombineOutcome::fixpoint;
  std::uint32_t stopped_rule = 0;    ///< out_of_fuel, bad_rule: the rule that wanted to fire
  NodeId stopped_node = no_node;     ///< and where
  std::vector<std::uint64_t> fired;  ///< per rule, when counted
  CombineTrace trace;                ///< when asked for
};

/// Memory that a combiner may keep from one graph to the next.
struct CombineScratch {
  /// A node that is to be visited.
  struct Entry {
    NodeId node = no_node;    ///< no_node: taken out
    std::uint32_t level = 0;  // levels of users to visit when nothing fires
  };
  std::vector<Entry> stack;             ///< nodes to visit, the next one at the end
  std::vector<std::uint32_t> position;  // per node: place in the stack + 1, or 0
  std::vector<NodeId> order;            ///< a walk over the whole graph, operands first
  OrderScratch waiting;                 ///< of graphs that order themselves with it
  std::vector<NodeId> shrunk;           ///< nodes that lost a use and may be dead now
  std::vector<Value> out;               ///< what a rule gave for each result of its node
};

/// A rule as a plain function. `Context` is whatever its rules need: the graph, the target, options. The function
/// returns the value that stands for the node's only result, or an empty value; for nodes with several results it
/// fills `context.results` and returns any value of it.
template <class Context, class Opcode>
struct Rule {
  std::string_view name;  ///< for remarks, traces and statistics
  Opcode op;              ///< the operation that it is tried at
  /// An empty value: it does not fire, and the graph is as it was but for new nodes that nothing uses.
  Value (*apply)(Context& context, NodeId node);
};

/// Rules by operation, in the order in which they were given. A rule set for most users: derive from it, or hold it.
template <class Context, class Opcode>
class RuleTable {
 public:
  using Entry = Rule<Context, Opcode>;  ///< what the table is made of
  /// Rules are numbered in this order, and those of one operation tried in it. O(rules + operations).
  explicit RuleTable(std::vector<Entry> rules) : rules_(std::move(rules)) {
    std::size_t ops = 0;
    for (const Entry& rule : rules_) ops = std::max(ops, static_cast<std::size_t>(rule.op) + 1);
    begin_.assign(ops + 1, 0);
    for (const Entry& rule : rules_) ++begin_[static_cast<std::size_t>(rule.op) + 1];
    for (std::size_t i = 1; i <= ops; ++i) begin_[i] += begin_[i - 1];
    by_op_.resize(rules_.size());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end());
    for (std::uint32_t i = 0; i < rules_.size(); ++i) by_op_[next[static_cast<std::size_t>(rules_[i].op)]++] = i;
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(rules_.size()); }
  std::string_view name(std::uint32_t rule) const { return rules_[rule].name; }  ///< the name of a rule's number
  /// Numbers of the rules for an operation, in order; empty where there are none. O(1).
  std::span<const std::uint32_t> candidates(Opcode op) const {
    const auto at = static_cast<std::size_t>(op);
    if (at + 1 >= begin_.size()) return {};
    return {by_op_.data() + begin_[at], begin_[at + 1] - begin_[at]};
  }
  /// Calls the rule's function.
  Value apply(std::uint32_t rule, Context& context, NodeId node) const { return rules_[rule].apply(context, node); }

 private:
  std::vector<Entry> rules_;
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint32_t> by_op_;
};

namespace detail {

/// Live nodes, operands before users, for graphs that have no order of their own. O(nodes + operands).
template <class G>
void operands_first(const G& graph, std::vector<NodeId>& out) {
  out.clear();
  std::vector<std::uint32_t> waiting(graph.size(), 0);
  std::vector<NodeId> stack;
  for (NodeId id = graph.size(); id-- > 0;) {
    if (!graph.alive(id)) continue;
    graph.for_each_operand(id, [&](Value) { ++waiting[id]; });
    if (waiting[id] == 0) stack.push_back(id);
  }
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    out.push_back(id);
    graph.for_each_use(id, [&](NodeId user, std::uint32_t, Value) {
      if (--waiting[user] == 0) stack.push_back(user);
    });
  }
}

template <RuleSet R, class Sink>
class Combiner {
 public:
  Combiner(R& rules, const CombineOptions& options, Sink& sink, CombineScratch& scratch)
      : rules_(rules), graph_(rules.graph()), options_(options), sink_(sink), s_(scratch) {}

  CombineResult run() {
    s_.stack.clear();
    s_.position.assign(graph_.size(), 0);
    if (options_.count_rules) result_.fired.assign(rules_.count(), 0);
    s_.shrunk.clear();
    for (NodeId id = graph_.size(); id-- > 0;)
      if (graph_.alive(id)) graph_.erase_dead(id, Watch{*this});
    s_.shrunk.clear();  // everything is about to be visited anyway
    result_.nodes = graph_.live();
    result_.outcome = rewrite_all();
    return std::move(result_);
  }

 private:
  // What the graph tells us while uses move and nodes die.
  struct Watch {
    Combiner& c;
    void created(NodeId) {}
    void changed(NodeId id) { c.push(id, c.options_.reach); }
    void merged(NodeId from, NodeId to) {
      c.forget(from);
      c.cover(from);
      ++c.result_.merged;
      // The operands of the node that goes lose a use each.
      c.graph_.for_each_operand(from, [&](Value v) { c.s_.shrunk.push_back(v.node); });
      c.push(to, 0);
    }
    void erased(NodeId id) {
      c.forget(id);
      c.cover(id);
      ++c.result_.erased;
      c.graph_.for_each_operand(id, [&](Value v) { c.s_.shrunk.push_back(v.node); });
    }
  };

  CombineOutcome rewrite_all() {
    const std::uint64_t limit =
        options_.max_visits != 0 ? options_.max_visits : 32 * (static_cast<std::uint64_t>(graph_.live()) + 32);
    bool clean = !options_.confirm;  // the last pass over all nodes changed nothing, or none is wanted
    std::uint64_t rewrites_before = 0;
    for (bool first = true;; first = false) {
      if (!push_all()) return CombineOutcome::cyclic;
      const CombineOutcome stopped = drain(limit);
      if (stopped != CombineOutcome::fixpoint) return stopped;
      clean |= !first && result_.rewrites == rewrites_before;
      if (clean || result_.rewrites == 0) return CombineOutcome::fixpoint;
      rewrites_before = result_.rewrites;
    }
  }
  // False when the graph has a cycle.
  bool push_all() {
    if constexpr (requires { graph_.topological_order(s_.order, s_.waiting); })
      graph_.topological_order(s_.order, s_.waiting);
    else if constexpr (requires { graph_.topological_order(s_.order); })
      graph_.topological_order(s_.order);
    else
      operands_first(graph_, s_.order);
    if (s_.order.size() != graph_.live()) return false;
    for (std::size_t i = s_.order.size(); i-- > 0;) push(s_.order[i], 0);
    return true;
  }
  // The trace tells which old nodes a step took away; what goes before the first step is no step's.
  void cover(NodeId id) {
    if (options_.trace && !result_.trace.steps.empty() && id < first_new_) result_.trace.covered_nodes.push_back(id);
  }
  // Nothing can happen at a node of an operation without rules, but that it goes or that its users are looked at.
  bool idle(NodeId id, std::uint8_t level) {
    if constexpr (requires { rules_.candidates_at(id); }) return false;
    if (level != 0) return false;
    for ([[maybe_unused]] const std::uint32_t rule : rules_.candidates(graph_.op(id))) return false;
    return graph_.use_count(id) != 0;
  }
  void push(NodeId id, std::uint8_t level) {
    if (idle(id, level)) return;
    if (id >= s_.position.size()) s_.position.resize(graph_.size(), 0);
    if (s_.position[id] != 0) {
      std::uint32_t& waiting = s_.stack[s_.position[id] - 1].level;
      waiting = std::max<std::uint32_t>(waiting, level);
      return;
    }
    ++result_.entries;
    s_.stack.push_back({id, level});
    s_.position[id] = static_cast<std::uint32_t>(s_.stack.size());
  }
  void forget(NodeId id) {
    if (id >= s_.position.size() || s_.position[id] == 0) return;
    s_.stack[s_.position[id] - 1].node = no_node;
    s_.position[id] = 0;
  }

  CombineOutcome drain(std::uint64_t limit) {
    while (!s_.stack.empty()) {
      const auto [id, level] = s_.stack.back();
      if (id == no_node) {
        s_.stack.pop_back();
        continue;
      }
      if (result_.visits >= limit) return CombineOutcome::visit_limit;
      s_.stack.pop_back();
      s_.position[id] = 0;
      ++result_.visits;
      if (graph_.use_count(id) == 0) {
        erase(id);
        continue;
      }
      const CombineOutcome stopped = visit(id, static_cast<std::uint8_t>(level));
      if (stopped != CombineOutcome::fixpoint) return stopped;
    }
    return CombineOutcome::fixpoint;
  }

  // A rule set that knows more of a node than its operation may leave out what cannot fire there.
  decltype(auto) candidates(NodeId id) {
    if constexpr (requires { rules_.candidates_at(id); })
      return rules_.candidates_at(id);
    else
      return rules_.candidates(graph_.op(id));
  }
  // Tries the rules of one node; `fixpoint` when the run may go on.
  CombineOutcome visit(NodeId id, std::uint8_t level) {
    const NodeId before = graph_.size();
    auto&& rules = candidates(id);
    if constexpr (requires { rules_.apply_first(rules, std::size_t{}, id, s_.out); }) {
      for (std::size_t at = 0; at != rules.size(); ++at) {
        const std::size_t from = at;
        s_.out.clear();
        at = rules_.apply_first(rules, from, id, s_.out);
        result_.attempts += at - from + (at != rules.size());
        if (at == rules.size()) break;
        if (const std::optional<CombineOutcome> done = settle(rules[at], id, before)) return *done;
      }
    } else {
      for (const std::uint32_t rule : rules) {
        s_.out.clear();
        ++result_.attempts;
        if (!rules_.apply(rule, id, s_.out)) s_.out.clear();
        if (const std::optional<CombineOutcome> done = settle(rule, id, before)) return *done;
      }
    }
    if (level != 0)
      graph_.for_each_use(id,
                          [&](NodeId user, std::uint32_t, Value) { push(user, static_cast<std::uint8_t>(level - 1)); });
    return CombineOutcome::fixpoint;
  }
  // What becomes of the rule's answer in `out`, of which there may be none; nothing when the next rule is to be tried.
  std::optional<CombineOutcome> settle(std::uint32_t rule, NodeId id, NodeId before) {
    const bool fired = !s_.out.empty() && differs(id);
    const bool sound = !fired || fits(id);
    if (fired && sound && result_.rewrites < options_.fuel) {
      rewrite(rule, id, before);
      return CombineOutcome::fixpoint;
    }
    if (graph_.size() != before) {
      result_.undone += graph_.size() - before;
      graph_.rollback(before);
    }
    if (!fired) return {};
    result_.stopped_rule = rule;
    result_.stopped_node = id;
    return sound ? CombineOutcome::out_of_fuel : CombineOutcome::bad_rule;
  }
  bool differs(NodeId id) const {
    for (std::uint32_t i = 0; i < s_.out.size(); ++i)
      if (s_.out[i] && s_.out[i] != Value{id, i}) return true;
    return false;
  }
  bool fits(NodeId id) const {
    if (s_.out.size() != graph_.result_count(id)) return false;
    for (const Value v : s_.out)
      if (v && !(graph_.alive(v.node) && v.result < graph_.result_count(v.node))) return false;
    return true;
  }

  void rewrite(std::uint32_t rule, NodeId id, NodeId first_new) {
    ++result_.rewrites;
    if (options_.count_rules) ++result_.fired[rule];
    const NodeId end = graph_.size();
    result_.created += end - first_new;
    record(rule, id);
    if constexpr (requires { rules_.replaced(id, std::span<const Value>(s_.out)); })
      rules_.replaced(id, std::span<const Value>(s_.out));
    if constexpr (requires { graph_.move_pins(id, id); })
      if (s_.out[0] && s_.out[0].node != id) graph_.move_pins(id, s_.out[0].node);
    first_new_ = first_new;
    graph_.replace_node(id, s_.out, Watch{*this});
    // Operands of new nodes have smaller ids: pushed last, visited first.
    for (NodeId fresh = end; fresh-- > first_new;) {
      if (!graph_.alive(fresh)) continue;
      if (graph_.use_count(fresh) == 0)
        erase(fresh);
      else
        push(fresh, 0);
    }
    if (graph_.alive(id)) {
      if (graph_.use_count(id) == 0)
        erase(id);
      else
        push(id, 0);
    }
    retry_shrunk();
    first_new_ = no_node;
    if (options_.trace)
      for (NodeId fresh = first_new; fresh < end; ++fresh)
        if (graph_.alive(fresh)) result_.trace.included_nodes.push_back(fresh);
  }
  void record(std::uint32_t rule, NodeId id) {
    if (options_.trace) {
      CombineTrace& t = result_.trace;
      const auto narrow = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
      t.steps.push_back({rule, id, narrow(t.values.size()), narrow(s_.out.size()), narrow(t.covered_nodes.size()),
                         narrow(t.included_nodes.size())});
      t.values.insert(t.values.end(), s_.out.begin(), s_.out.end());
    }
    if constexpr (wants_remarks<Sink>) {
      Remark remark{Remark::Kind::passed, "combine", std::string(rules_.name(rule)), {}, {}, {}};
      remark.text = "node " + std::to_string(id) + " became";
      for (const Value v : s_.out)
        remark.text += v ? " " + std::to_string(v.node) + ":" + std::to_string(v.result) : std::string(" -");
      sink_(remark);
    }
  }

  void erase(NodeId id) {
    graph_.erase_dead(id, Watch{*this});
    retry_shrunk();
  }
  // A node lost a use: rules that look at its users may fire at it, and rules that want it to have one use at that
  // user or the user's user.
  void retry_shrunk() {
    for (std::size_t i = 0; i < s_.shrunk.size(); ++i) {
      const NodeId id = s_.shrunk[i];
      if (!graph_.alive(id)) continue;
      if (graph_.use_count(id) == 0) {
        graph_.erase_dead(id, Watch{*this});
        continue;
      }
      push(id, 0);
      if (graph_.use_count(id) <= graph_.result_count(id))
        graph_.for_each_use(id, [&](NodeId user, std::uint32_t, Value) { push(user, 1); });
    }
    s_.shrunk.clear();
  }

  R& rules_;
  std::remove_reference_t<decltype(std::declval<R&>().graph())>& graph_;
  const CombineOptions& options_;
  Sink& sink_;
  CombineScratch& s_;
  CombineResult result_;
  NodeId first_new_ = no_node;  // ids from here on are of the rewrite that is being made
};

}  // namespace detail

/// Rewrites rules.graph() in place; see the head of this file. Nodes that nothing uses and that are no roots are
/// erased first. Pins of a rewritten node go to the node of its first result's replacement.
template <class R, class Sink = NoRemarks>
CombineResult combine(R& rules, const CombineOptions& options, CombineScratch& scratch, Sink&& sink = {}) {
  // What the graph lacks, or, where it lacks nothing, the rules.
  if constexpr (HasGraph<R>) static_assert(explain_combine_graph<graph_of_t<R>>());
  if constexpr (!HasGraph<R> || requires { requires CombineGraph<graph_of_t<R>>; })
    static_assert(explain_rule_set<R>());
  if constexpr (RuleSet<R>)
    return detail::Combiner<R, std::remove_reference_t<Sink>>(rules, options, sink, scratch).run();
  else
    return {};
}
/// Applies the rules until none fires. Cost and limits: the head of the file.
template <class R, class Sink = NoRemarks>
CombineResult combine(R& rules, const CombineOptions& options = {}, Sink&& sink = {}) {
  CombineScratch scratch;
  return combine(rules, options, scratch, sink);
}

}  // namespace lathe::dag
