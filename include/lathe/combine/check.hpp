// Independent checker of the combiner: replays a trace on a copy of the graph and judges each step by its meaning.
//
// Definition of right. Start from the graph as it was, without nodes that nothing uses. For each step of the trace, in
// order: the rule fires at that node and gives the recorded values; each replaced result, evaluated on random inputs,
// is refined by its replacement, or else every pinned node is refined by what it becomes (a rule may use that the users
// look at a part of the value only); the replacement does not depend on a user of the node (no cycle). After the last
// step the graph is the one that the combiner left: same live nodes, same parts; its use lists mirror its operands;
// each step took away and added the nodes that the trace names; and, if the outcome was fixpoint with `confirm`, no
// rule fires anywhere.
//
// Shares no code with the combiner; only the graph and the rules are common. O(steps * nodes) and more: for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/combine/concepts.hpp>
#include <lathe/combine/trace.hpp>
#include <lathe/dag/value.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::dag {

enum class CombineFault : std::uint8_t {
  broken_graph,      ///< the graph's own invariants do not hold
  use_list,          ///< use lists are not the mirror of operands
  unknown_step,      ///< the step names a rule or node that is not there
  does_not_fire,     ///< the rule does not fire at that node
  other_values,      ///< it fires, with other values
  value_differs,     ///< the replacement means something else
  other_nodes,       ///< the step took away or added other nodes than the trace says
  other_graph,       ///< the combiner left another graph
  fires_at_the_end,  ///< a rule fires though the outcome was fixpoint
};

struct CombineCheckOptions {
  std::uint32_t inputs = 8;      ///< random inputs per step
  std::uint64_t seed = 1;        ///< of the first input
  bool expect_fixpoint = false;  ///< report rules that fire at the end
};

namespace check_detail {

template <class G>
void check_structure(const G& graph, FaultList<CombineFault>& faults) {
  graph.verify([&](NodeId id, const char* what) { faults.add(CombineFault::broken_graph, id, what); });
  // (used node, result, user, operand index), once from operands and once from use lists.
  std::map<std::vector<std::uint32_t>, int> balance;
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (!graph.alive(id)) continue;
    std::uint32_t i = 0;
    graph.for_each_operand(id, [&](Value v) { ++balance[{v.node, v.result, id, i++}]; });
    graph.for_each_use(id,
                       [&](NodeId user, std::uint32_t index, Value v) { --balance[{v.node, v.result, user, index}]; });
  }
  for (const auto& [use, count] : balance)
    if (count != 0) faults.add(CombineFault::use_list, use[0], "operands and use lists do not mirror each other");
}

template <class G>
std::vector<Value> operands_of(const G& graph, NodeId id) {
  std::vector<Value> out;
  graph.for_each_operand(id, [&](Value v) { out.push_back(v); });
  return out;
}
template <class G>
bool same_node(const G& a, const G& b, NodeId id) {
  if (!(a.op(id) == b.op(id)) || a.result_count(id) != b.result_count(id) || operands_of(a, id) != operands_of(b, id))
    return false;
  if constexpr (requires { a.payload(id) == b.payload(id); })
    if (!(a.payload(id) == b.payload(id))) return false;
  if constexpr (requires { a.flags(id) == b.flags(id); })
    if (!(a.flags(id) == b.flags(id))) return false;
  if constexpr (requires { a.types(id)[0] == b.types(id)[0]; })
    for (std::uint32_t i = 0; i < a.result_count(id); ++i)
      if (!(a.types(id)[i] == b.types(id)[i])) return false;
  if constexpr (requires { a.same_node(b, id); })
    return a.same_node(b, id);
  else
    return true;
}
template <class G>
Value resolve(const G& graph, Value v) {
  if constexpr (requires { graph.resolve(v); })
    return graph.resolve(v);
  else
    return v;
}
template <class G>
void erase_all_dead(G& graph) {
  for (NodeId id = graph.size(); id-- > 0;)
    if (graph.alive(id)) graph.erase_dead(id, NoObserver{});
}
/// Does a walk from the nodes without operands reach every live node? Not so when there is a cycle.
template <class G>
bool acyclic(const G& graph) {
  std::vector<std::size_t> open(graph.size());
  std::vector<NodeId> ready;
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (!graph.alive(id)) continue;
    open[id] = operands_of(graph, id).size();
    if (open[id] == 0) ready.push_back(id);
  }
  std::size_t done = 0;
  for (; done < ready.size(); ++done) {
    const NodeId id = ready[done];
    graph.for_each_use(id, [&](NodeId user, std::uint32_t, Value) {
      if (--open[user] == 0) ready.push_back(user);
    });
  }
  return done == graph.live();
}
template <class G>
std::vector<bool> alive_nodes(const G& graph) {
  std::vector<bool> out(graph.size());
  for (NodeId id = 0; id < graph.size(); ++id) out[id] = graph.alive(id);
  return out;
}
/// Were these the nodes that died and came since `before`?
template <class G>
bool same_change(const G& graph, const std::vector<bool>& before, std::span<const NodeId> covered,
                 std::span<const NodeId> included) {
  std::vector<NodeId> gone, come, said_gone(covered.begin(), covered.end()),
      said_come(included.begin(), included.end());
  for (NodeId id = 0; id < graph.size(); ++id) {
    const bool old = id < before.size() && before[id];
    if (old && !graph.alive(id)) gone.push_back(id);
    if (!old && graph.alive(id)) come.push_back(id);
  }
  std::sort(said_gone.begin(), said_gone.end());
  std::sort(said_come.begin(), said_come.end());
  return gone == said_gone && come == said_come;
}

template <class G>
void check_same(const G& replayed, const G& left, FaultList<CombineFault>& faults) {
  const std::uint32_t size = replayed.size() > left.size() ? replayed.size() : left.size();
  for (NodeId id = 0; id < size; ++id) {
    if (replayed.alive(id) != left.alive(id))
      faults.add(CombineFault::other_graph, id, "alive in one graph only");
    else if (left.alive(id) && !same_node(replayed, left, id))
      faults.add(CombineFault::other_graph, id, "the node's parts differ");
  }
}

/// Values of the pinned nodes' first results on one input.
template <class G, class E>
auto pinned_values(const G& graph, E& evaluator, std::uint64_t seed) {
  std::vector<std::pair<NodeId, decltype(evaluator.value(graph, Value{}, seed))>> out;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.alive(id) && graph.pinned(id) && graph.result_count(id) != 0)
      out.emplace_back(id, evaluator.value(graph, Value{id, 0}, seed));
  return out;
}

template <class Span>
bool changes(NodeId id, const Span& out) {
  for (std::uint32_t i = 0; i < out.size(); ++i)
    if (out[i] && out[i] != Value{id, i}) return true;
  return false;
}

template <class R>
void check_no_rule_fires(R& rules, FaultList<CombineFault>& faults) {
  auto& graph = rules.graph();
  std::vector<Value> out;
  const NodeId end = graph.size();
  for (NodeId id = 0; id < end; ++id) {
    if (!graph.alive(id)) continue;
    for (const std::uint32_t rule : rules.candidates(graph.op(id))) {
      out.clear();
      if (rules.apply(rule, id, out) && changes(id, out))
        faults.add(CombineFault::fires_at_the_end, id, std::string(rules.name(rule)) + " still fires");
      graph.rollback(end);
    }
  }
}

}  // namespace check_detail

namespace check_detail {

/// The replay of one trace.
template <class R, class E>
class Replay {
 public:
  using Graph = graph_of_t<R>;
  Replay(R& rules, E& evaluator, const CombineCheckOptions& options, FaultList<CombineFault>& faults)
      : rules_(rules), graph_(rules.graph()), evaluator_(evaluator), options_(options), faults_(faults) {}

  /// False when the next steps cannot be replayed.
  bool step(const CombineTrace& trace, std::size_t i) {
    const CombineStep& step = trace.steps[i];
    if (!fires(step, trace.after(step))) return false;
    const std::string name(rules_.name(step.rule));
    find_doubtful(step.node);
    std::vector<decltype(pinned_values(graph_, evaluator_, 0))> before_step;
    for (const std::uint64_t seed : doubtful_) before_step.push_back(pinned_values(graph_, evaluator_, seed));
    const Value heir = out_[0];
    const bool pinned = graph_.pinned(step.node) && heir && heir.node != step.node;
    if constexpr (requires { graph_.move_pins(step.node, heir.node); })
      if (pinned) graph_.move_pins(step.node, heir.node);
    if constexpr (requires { rules_.replaced(step.node, std::span<const Value>(out_)); })
      rules_.replaced(step.node, std::span<const Value>(out_));
    graph_.replace_node(step.node, std::span<const Value>(out_), NoObserver{});
    for (std::size_t k = 0; k < doubtful_.size(); ++k) {
      bool kept = !before_step[k].empty();
      for (const auto& [id, value] : before_step[k]) {
        const Value now = resolve(graph_, pinned && id == step.node ? heir : Value{id, 0});
        kept = kept && evaluator_.refines(value, evaluator_.value(graph_, now, doubtful_[k]));
      }
      if (kept) continue;
      faults_.add(CombineFault::value_differs, step.node, name + " changes the meaning of the node");
      break;
    }
    erase_all_dead(graph_);
    if (!same_change(graph_, before_, trace.covered(i), trace.included(i)))
      faults_.add(CombineFault::other_nodes, step.node, name + " covers or includes other nodes");
    if (acyclic(graph_)) return true;
    faults_.add(CombineFault::broken_graph, step.node, name + " makes a cycle");
    return false;
  }

 private:
  bool fires(const CombineStep& step, std::span<const Value> expected) {
    if (step.rule >= rules_.count() || !graph_.alive(step.node)) {
      faults_.add(CombineFault::unknown_step, step.node, "no such rule, or the node is dead");
      return false;
    }
    const std::string name(rules_.name(step.rule));
    const NodeId before = graph_.size();
    before_ = alive_nodes(graph_);
    // A trace from a text knows names, which rules for different operations may share: the one that fires is meant.
    bool fired = false;
    for (const std::uint32_t rule : rules_.candidates(graph_.op(step.node))) {
      if (fired || (rule != step.rule && std::string_view(rules_.name(rule)) != name)) continue;
      out_.clear();
      fired = rules_.apply(rule, step.node, out_) && out_.size() == graph_.result_count(step.node);
      if (!fired) graph_.rollback(before);
    }
    if (!fired) {
      faults_.add(CombineFault::does_not_fire, step.node, name + " does not fire");
      return false;
    }
    if (std::equal(out_.begin(), out_.end(), expected.begin(), expected.end())) return true;
    faults_.add(CombineFault::other_values, step.node, name + " gives other values");
    return false;
  }
  // Seeds on which a result itself is not refined.
  void find_doubtful(NodeId node) {
    doubtful_.clear();
    for (std::uint64_t seed = options_.seed; seed < options_.seed + options_.inputs; ++seed) {
      if constexpr (requires { evaluator_.choose_inputs(graph_, node, std::span<const Value>(out_), seed); })
        evaluator_.choose_inputs(graph_, node, std::span<const Value>(out_), seed);
      for (std::uint32_t r = 0; r < out_.size(); ++r) {
        if (!out_[r] || out_[r] == Value{node, r}) continue;
        if (evaluator_.refines(evaluator_.value(graph_, Value{node, r}, seed), evaluator_.value(graph_, out_[r], seed)))
          continue;
        doubtful_.push_back(seed);
        break;
      }
    }
  }

  R& rules_;
  Graph& graph_;
  E& evaluator_;
  const CombineCheckOptions& options_;
  FaultList<CombineFault>& faults_;
  std::vector<Value> out_;
  std::vector<bool> before_;
  std::vector<std::uint64_t> doubtful_;
};

}  // namespace check_detail

/// Applies a trace to rules.graph(), which must be the graph before the combiner ran: no worklist, no choice, each step
/// judged as above. Reports every fault in order; stops at a step that cannot be replayed. What is left can be looked
/// at, printed, or replayed further.
template <RuleSet R, Evaluator<graph_of_t<R>> E>
FaultList<CombineFault> replay_combine(R& rules, const CombineTrace& trace, E& evaluator,
                                       const CombineCheckOptions& options = {}) {
  FaultList<CombineFault> faults;
  check_detail::erase_all_dead(rules.graph());
  check_detail::Replay<R, E> replay(rules, evaluator, options, faults);
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    if (!replay.step(trace, i)) return faults;
  return faults;
}

/// Replays `trace` on rules.graph(), which must be a copy of the graph before the combiner ran, and compares with
/// `left`, the graph that the combiner left. Reports every fault in order; stops at a step that cannot be replayed.
template <RuleSet R, CheckableGraph G, Evaluator<G> E>
FaultList<CombineFault> check_combine(R& rules, const CombineTrace& trace, const G& left, E& evaluator,
                                      const CombineCheckOptions& options = {}) {
  FaultList<CombineFault> faults;
  check_detail::erase_all_dead(rules.graph());
  check_detail::Replay<R, E> replay(rules, evaluator, options, faults);
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    if (!replay.step(trace, i)) return faults;
  check_detail::check_structure(left, faults);
  check_detail::check_same(rules.graph(), left, faults);
  if (options.expect_fixpoint) check_detail::check_no_rule_fires(rules, faults);
  return faults;
}

}  // namespace lathe::dag
