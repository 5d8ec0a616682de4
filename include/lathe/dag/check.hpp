// Independent checker of the combiner: replays a trace on a copy of the graph and judges each step by its meaning.
//
// Definition of right. Start from the graph as it was, without nodes that nothing uses. For each step of the trace, in
// order: the rule fires at that node and gives the recorded values; each replaced result, evaluated on random inputs,
// is refined by its replacement, or else every pinned node is refined by what it becomes (a rule may use that the users
// look at a part of the value only); the replacement does not depend on a user of the node (no cycle). After the last
// step the graph is the one that the combiner left: same live nodes, same parts; its use lists mirror its operands;
// and, if the outcome was fixpoint with `confirm`, no rule fires anywhere.
//
// Shares no code with the combiner; only the graph and the rules are common. O(steps * nodes) and more: for tests.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <lathe/dag/combine_concepts.hpp>
#include <lathe/dag/graph.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::dag {

enum class CombineFault : std::uint8_t {
  broken_graph,      ///< the graph's own invariants do not hold
  use_list,          ///< use lists are not the mirror of operands
  unknown_step,      ///< the step names a rule or node that is not there
  does_not_fire,     ///< the rule does not fire at that node
  other_values,      ///< it fires, with other values
  value_differs,     ///< the replacement means something else
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
    for (std::uint32_t i = 0; i < graph.operand_count(id); ++i) {
      const Value v = graph.operand(id, i);
      ++balance[{v.node, v.result, id, i}];
    }
    graph.for_each_use(id,
                       [&](NodeId user, std::uint32_t index, Value v) { --balance[{v.node, v.result, user, index}]; });
  }
  for (const auto& [use, count] : balance)
    if (count != 0) faults.add(CombineFault::use_list, use[0], "operands and use lists do not mirror each other");
}

template <class G>
bool same_node(const G& a, const G& b, NodeId id) {
  if (!(a.op(id) == b.op(id)) || !(a.payload(id) == b.payload(id)) || a.operand_count(id) != b.operand_count(id) ||
      a.result_count(id) != b.result_count(id) || a.flags(id) != b.flags(id))
    return false;
  for (std::uint32_t i = 0; i < a.operand_count(id); ++i)
    if (a.operand(id, i) != b.operand(id, i)) return false;
  for (std::uint32_t i = 0; i < a.result_count(id); ++i)
    if (!(a.types(id)[i] == b.types(id)[i])) return false;
  return true;
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
    if (graph.alive(id) && graph.node(id).pins != 0 && graph.result_count(id) != 0)
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

/// Replays `trace` on rules.graph(), which must be a copy of the graph before the combiner ran, and compares with
/// `left`, the graph that the combiner left. `Trace` is lathe::dag::CombineTrace or anything with `steps` (rule, node)
/// and `after(step)`. Reports every fault in order; stops at a step that cannot be replayed.
template <RuleSet R, class Trace, class G, Evaluator<G> E>
FaultList<CombineFault> check_combine(R& rules, const Trace& trace, const G& left, E& evaluator,
                                      const CombineCheckOptions& options = {}) {
  FaultList<CombineFault> faults;
  auto& graph = rules.graph();
  graph.erase_all_dead();
  std::vector<Value> out;
  for (const auto& step : trace.steps) {
    if (step.rule >= rules.count() || !graph.alive(step.node)) {
      faults.add(CombineFault::unknown_step, step.node, "no such rule, or the node is dead");
      return faults;
    }
    const std::string name(rules.name(step.rule));
    bool candidate = false;
    for (const std::uint32_t rule : rules.candidates(graph.op(step.node))) candidate |= rule == step.rule;
    const NodeId before = graph.size();
    out.clear();
    if (!candidate || !rules.apply(step.rule, step.node, out)) {
      faults.add(CombineFault::does_not_fire, step.node, name + " does not fire");
      graph.rollback(before);
      return faults;
    }
    const auto expected = trace.after(step);
    if (!std::equal(out.begin(), out.end(), expected.begin(), expected.end())) {
      faults.add(CombineFault::other_values, step.node, name + " gives other values");
      return faults;
    }
    std::vector<std::uint64_t> doubtful;  // seeds on which a result itself is not refined
    for (std::uint64_t seed = options.seed; seed < options.seed + options.inputs; ++seed)
      for (std::uint32_t r = 0; r < out.size(); ++r) {
        if (!out[r] || out[r] == Value{step.node, r}) continue;
        if (evaluator.refines(evaluator.value(graph, Value{step.node, r}, seed), evaluator.value(graph, out[r], seed)))
          continue;
        doubtful.push_back(seed);
        break;
      }
    std::vector<decltype(check_detail::pinned_values(graph, evaluator, 0))> before_step;
    for (const std::uint64_t seed : doubtful)
      before_step.push_back(check_detail::pinned_values(graph, evaluator, seed));
    const Value heir = out[0];
    const bool pinned = graph.node(step.node).pins != 0 && heir && heir.node != step.node;
    for (; pinned && graph.node(step.node).pins != 0; graph.unpin(step.node)) graph.pin(heir.node);
    graph.replace_node(step.node, out);
    for (std::size_t i = 0; i < doubtful.size(); ++i) {
      bool kept = !before_step[i].empty();
      for (const auto& [id, value] : before_step[i]) {
        const Value now = graph.resolve(pinned && id == step.node ? heir : Value{id, 0});
        kept = kept && evaluator.refines(value, evaluator.value(graph, now, doubtful[i]));
      }
      if (kept) continue;
      faults.add(CombineFault::value_differs, step.node, name + " changes the meaning of the node");
      break;
    }
    graph.erase_all_dead();
    std::vector<NodeId> order;
    graph.topological_order(order);
    if (order.size() != graph.live()) {
      faults.add(CombineFault::broken_graph, step.node, name + " makes a cycle");
      return faults;
    }
  }
  check_detail::check_structure(left, faults);
  check_detail::check_same(graph, left, faults);
  if (options.expect_fixpoint) check_detail::check_no_rule_fires(rules, faults);
  return faults;
}

}  // namespace lathe::dag
