// Independent checker of the two legalizers: judges the graph that was left, and the trace that leads to it from a copy
// of the graph as it was. Shares no code with them.
//
// Definition of right. A node is needed when a root reaches it. A value is held by the values that the trace gives for
// it, those by theirs, and so on: its parts; a value that the trace does not name holds itself.
//  1. State. Types: each value of a needed node has a legal type, or the judge says that the node is settled.
//     Operations: the action of each needed node is legal, or custom and the trace says that it was kept.
//  2. Trace. Steps name nodes that are there, each once, and nodes that no step made are not there; the values of a
//     step hold the result (types: judge.holds; operations: one value of the same type).
//  3. Structure. A replaced node is gone. A node that was not replaced is what it was (operation, types, payload, no
//     flag added), and each operand is what stands for the old one: the operand itself, or the one value of the same
//     type that holds it. Roots stay roots: the last result of each is held by a root.
//  4. Order of effects. Let a chain be a value whose type orders effects. For each needed node Y of the old graph that
//     was replaced: each needed node made for Y (and for what was made for Y) that has a chain operand depends on what
//     stands for each chain operand of Y; what stands for a chain result of Y depends on all of these.
//  5. Meaning, when an evaluator is given. On random inputs each value is refined by its parts put together, if all
//     are there; and each root by what stands for it.
//
// O(nodes + trace) for 1 to 3, O(steps with chains * nodes) for 4, O(steps * inputs) evaluations for 5: for tests and
// for `--verify-each` on graphs of moderate size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/legalize/concepts.hpp>
#include <lathe/legalize/data.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::dag {

enum class LegalizeFault : std::uint8_t {
  broken_graph,       ///< the graph's own invariants do not hold
  illegal_type,       ///< a needed node has a result of an illegal type
  illegal_operation,  ///< a needed node has an action to be done, and was not kept
  bad_trace,          ///< a step cannot be: nothing below is looked at
  unexplained,        ///< a needed node that was not there before and that no step made
  bad_parts,          ///< the values of a step do not hold the result
  not_gone,           ///< a replaced node is still needed
  changed,            ///< a node that was not replaced is another
  wrong_operand,      ///< its operand is not what stands for the old one
  lost_root,          ///< what stands for a root is no root
  order_lost,         ///< effects that were ordered are not any more
  value_differs,      ///< a value and its parts mean different things
};

struct LegalizeCheckOptions {
  std::uint32_t inputs = 4;  ///< random inputs
  std::uint64_t seed = 1;    ///< of the first
};

using LegalizeFaults = FaultList<LegalizeFault>;

namespace legalize_check_detail {

template <class G>
std::vector<bool> needed_nodes(const G& graph) {
  std::vector<bool> needed(graph.size(), false);
  std::vector<NodeId> stack;
  const auto visit = [&](NodeId id) {
    if (id >= needed.size() || !graph.alive(id) || needed[id]) return;
    needed[id] = true;
    stack.push_back(id);
  };
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.alive(id) && graph.pinned(id)) visit(id);
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    for (std::uint32_t i = 0; i < graph.operand_count(id); ++i) visit(Value(graph.operand(id, i)).node);
  }
  return needed;
}

/// What the trace says of each value: an index from nodes to steps, and where values went.
template <class G>
class History {
 public:
  static constexpr std::uint32_t no_step = 0xffffffffU;
  History(const G& before, const G& after, const LegalizeTrace& trace)
      : before_(before), after_(after), trace_(trace), step_of_(after.size(), no_step), maker_(after.size(), no_step) {}

  /// Fills the index; false when the trace cannot be.
  bool index(LegalizeFaults& faults) {
    NodeId made_up_to = before_.size();
    for (std::uint32_t i = 0; i < trace_.steps.size(); ++i) {
      const LegalizeStep& s = trace_.steps[i];
      if (const char* why = impossible(s, made_up_to); why != nullptr) {
        faults.add(LegalizeFault::bad_trace, s.node, std::string("step ") + std::to_string(i) + ": " + why);
        return false;
      }
      step_of_[s.node] = i;
      if (s.first_made == s.end_made) continue;
      for (NodeId id = s.first_made; id < s.end_made; ++id) maker_[id] = i;
      made_up_to = s.end_made;
    }
    return true;
  }
  bool kept(NodeId id) const { return step_of_[id] != no_step && trace_.steps[step_of_[id]].kept(); }
  bool replaced(NodeId id) const { return step_of_[id] != no_step && !trace_.steps[step_of_[id]].kept(); }
  bool made(NodeId id) const { return maker_[id] != no_step; }
  /// The node of the old graph for which `id` was made, through any number of steps.
  NodeId origin(NodeId id) const {
    while (maker_[id] != no_step) id = trace_.steps[maker_[id]].node;
    return id;
  }
  std::span<const Value> parts(Value v) const {
    return replaced(v.node) ? trace_.after(trace_.steps[step_of_[v.node]], v.result) : std::span<const Value>{};
  }
  /// What stands for a value now: itself, or the one value of its type that holds it.
  Value now(Value v) const {
    for (std::size_t turns = 0; turns <= trace_.steps.size(); ++turns) {
      v = after_.resolve(v);
      const auto held = parts(v);
      if (held.size() != 1 || !(after_.type(held[0]) == after_.type(v))) break;
      v = held[0];
    }
    return v;
  }
  /// The final parts of a value, in order. False when one is not needed any more, or parts never end.
  bool final_parts(Value v, const std::vector<bool>& needed, std::vector<Value>& out) const {
    std::vector<Value> open{v};
    for (std::size_t turns = 0; !open.empty(); ++turns) {
      const Value at = now(open.back());
      open.pop_back();
      const auto held = parts(at);
      if (turns > 16 * (trace_.values.size() + 1)) return false;
      if (held.empty() && (replaced(at.node) || !needed[at.node])) return false;
      if (held.empty()) out.push_back(at);
      open.insert(open.end(), held.rbegin(), held.rend());
    }
    return true;
  }

 private:
  const char* impossible(const LegalizeStep& s, NodeId made_up_to) const {
    if (s.node >= made_up_to || s.node >= after_.size()) return "the node was not there yet";
    if (step_of_[s.node] != no_step) return "the node had a step before";
    if (s.first_made != s.end_made &&
        (s.first_made < made_up_to || s.end_made < s.first_made || s.end_made > after_.size()))
      return "the nodes made are not new ones";
    if (s.kept()) return nullptr;
    if (s.results != after_.result_count(s.node)) return "not one list of values per result";
    for (std::uint32_t r = 0; r < s.results; ++r)
      for (const Value v : trace_.after(s, r))
        if (v.node >= after_.size() || v.result >= after_.result_count(v.node)) return "a value that is not there";
    return nullptr;
  }

  const G& before_;
  const G& after_;
  const LegalizeTrace& trace_;
  std::vector<std::uint32_t> step_of_, maker_;
};

enum class Kind : std::uint8_t { types, operations };

/// Points 2 to 5 for one legalization.
template <Kind kind, class G, class J>
class Checker {
 public:
  Checker(const G& before, const G& after, const LegalizeTrace& trace, const J& judge, LegalizeFaults& faults)
      : before_(before),
        after_(after),
        trace_(trace),
        judge_(judge),
        faults_(faults),
        history_(before, after, trace),
        old_(needed_nodes(before)),
        new_(needed_nodes(after)) {}

  bool run() {
    if (after_.size() < before_.size()) {
      faults_.add(LegalizeFault::bad_trace, 0, "the graph after has fewer ids than the graph before");
      return false;
    }
    if (!history_.index(faults_)) return false;
    for (const LegalizeStep& step : trace_.steps) held(step);
    for (NodeId id = 0; id < after_.size(); ++id) {
      if (!new_[id]) continue;
      if (history_.replaced(id)) faults_.add(LegalizeFault::not_gone, id, "a replaced node is still needed");
      if (id >= before_.size() && !history_.made(id))
        faults_.add(LegalizeFault::unexplained, id, "a new node that no step made");
    }
    for (NodeId id = 0; id < before_.size(); ++id)
      if (before_.alive(id) && !history_.replaced(id)) stayed(id);
    roots();
    effects();
    return true;
  }

  template <class E>
  void meaning(E& evaluator, const LegalizeCheckOptions& options) {
    for (const LegalizeStep& step : trace_.steps) {
      if (step.node >= before_.size() || !old_[step.node] || step.kept()) continue;
      for (std::uint32_t r = 0; r < step.results; ++r) same(evaluator, options, {step.node, r});
    }
    for (NodeId id = 0; id < before_.size(); ++id)
      if (old_[id] && before_.pinned(id) && before_.result_count(id) != 0)
        same(evaluator, options, {id, before_.result_count(id) - 1U});
  }

 private:
  // ---- 2
  void held(const LegalizeStep& step) {
    for (std::uint32_t r = 0; r < step.results; ++r) {
      const auto values = trace_.after(step, r);
      if (values.empty()) continue;
      types_.clear();
      for (const Value v : values) types_.push_back(after_.type(v));
      if (!holds(after_.type(Value{step.node, r})))
        faults_.add(LegalizeFault::bad_parts, step.node,
                    "the values given for " + value_text({step.node, r}) + " do not hold it");
    }
  }
  bool holds(const type_of_t<G>& type) const {
    if constexpr (kind == Kind::types)
      return judge_.holds(type, std::span<const type_of_t<G>>(types_));
    else
      return types_.size() == 1 && types_[0] == type;
  }

  // ---- 3
  void stayed(NodeId id) {
    // Merged into an equal node, or not needed any more: then there is nothing to compare.
    const NodeId heir = Value(after_.resolve(Value{id, 0})).node;
    if (!after_.alive(heir) || history_.replaced(heir)) return;
    if (!same_parts(id, heir)) {
      faults_.add(LegalizeFault::changed, id, "a node that was not replaced is another now");
      return;
    }
    for (std::uint32_t i = 0; i < before_.operand_count(id); ++i)
      if (Value(after_.operand(heir, i)) != history_.now(before_.operand(id, i)))
        faults_.add(LegalizeFault::wrong_operand, id,
                    "operand " + std::to_string(i) + " is not what stands for " + value_text(before_.operand(id, i)));
  }
  bool same_parts(NodeId old, NodeId now) const {
    if (!(before_.op(old) == after_.op(now)) || before_.result_count(old) != after_.result_count(now) ||
        before_.operand_count(old) != after_.operand_count(now))
      return false;
    for (std::uint32_t r = 0; r < before_.result_count(old); ++r)
      if (!(before_.type(Value{old, r}) == after_.type(Value{now, r}))) return false;
    if constexpr (requires { before_.payload(old) == after_.payload(now); })
      if (!(before_.payload(old) == after_.payload(now))) return false;
    if constexpr (requires { after_.flags(now) & ~before_.flags(old); })
      if ((after_.flags(now) & ~before_.flags(old)) != 0) return false;
    return true;
  }
  void roots() {
    for (NodeId id = 0; id < before_.size(); ++id) {
      if (!before_.alive(id) || !before_.pinned(id)) continue;
      const std::uint32_t results = before_.result_count(id);
      const NodeId now = results == 0 ? id : history_.now(Value{id, results - 1U}).node;
      if (!after_.alive(now) || !after_.pinned(now))
        faults_.add(LegalizeFault::lost_root, id, "what stands for the root is no root");
    }
  }

  // ---- 4
  void effects() {
    std::vector<std::vector<NodeId>> made(after_.size());  // per old node: needed nodes with chain operands
    for (NodeId id = before_.size(); id < after_.size(); ++id)
      if (new_[id] && history_.made(id) && has_chain_operand(id)) made[history_.origin(id)].push_back(id);
    for (NodeId id = 0; id < before_.size(); ++id)
      if (old_[id] && history_.replaced(id)) ordered(id, made[id]);
  }
  bool has_chain_operand(NodeId id) const {
    for (std::uint32_t i = 0; i < after_.operand_count(id); ++i)
      if (judge_.orders(after_.type(after_.operand(id, i)))) return true;
    return false;
  }
  void ordered(NodeId id, const std::vector<NodeId>& made) {
    std::vector<NodeId> sources;  // what stands for the chain operands
    for (std::uint32_t i = 0; i < before_.operand_count(id); ++i)
      if (const Value v = before_.operand(id, i); judge_.orders(before_.type(v)))
        sources.push_back(history_.now(v).node);
    for (const NodeId effect : made) wants(id, effect, sources, "an effect made for the node lost what it waits for");
    sources.insert(sources.end(), made.begin(), made.end());
    for (std::uint32_t r = 0; r < before_.result_count(id); ++r) {
      if (!judge_.orders(before_.type(Value{id, r}))) continue;
      const Value now = history_.now(Value{id, r});
      if (new_[now.node]) wants(id, now.node, sources, "what stands for its chain does not wait for its effects");
    }
  }
  // Does `from` depend on each of these, or is it one itself?
  void wants(NodeId id, NodeId from, const std::vector<NodeId>& targets, const char* text) {
    if (targets.empty()) return;
    seen_.assign(after_.size(), false);
    stack_.assign(1, from);
    seen_[from] = true;
    while (!stack_.empty()) {
      const NodeId at = stack_.back();
      stack_.pop_back();
      for (std::uint32_t i = 0; i < after_.operand_count(at); ++i) {
        const NodeId next = Value(after_.operand(at, i)).node;
        if (seen_[next]) continue;
        seen_[next] = true;
        stack_.push_back(next);
      }
    }
    for (const NodeId target : targets)
      if (!seen_[target])
        faults_.add(LegalizeFault::order_lost, id, std::string(text) + " (node " + std::to_string(target) + ")");
  }

  // ---- 5
  template <class E>
  void same(E& evaluator, const LegalizeCheckOptions& options, Value v) {
    std::vector<Value> parts;
    if (!history_.final_parts(v, new_, parts)) return;
    for (std::uint64_t seed = options.seed; seed < options.seed + options.inputs; ++seed) {
      const auto before = evaluator.value(before_, v, seed);
      std::vector<std::remove_cvref_t<decltype(evaluator.value(after_, v, seed))>> results;
      for (const Value part : parts) results.push_back(evaluator.value(after_, part, seed));
      const auto whole =
          evaluator.join(before_.type(v), std::span<const typename decltype(results)::value_type>(results));
      if (evaluator.refines(before, whole)) continue;
      faults_.add(LegalizeFault::value_differs, v.node, value_text(v) + " and what holds it mean different things");
      return;
    }
  }

  const G& before_;
  const G& after_;
  const LegalizeTrace& trace_;
  const J& judge_;
  LegalizeFaults& faults_;
  History<G> history_;
  std::vector<bool> old_, new_, seen_;  // needed before, needed after
  std::vector<NodeId> stack_;
  std::vector<type_of_t<G>> types_;
};

template <class G>
void structure(const G& graph, LegalizeFaults& faults) {
  graph.verify([&](NodeId id, const char* what) { faults.add(LegalizeFault::broken_graph, id, what); });
}

struct NoEvaluator {};

template <Kind kind, class G, class J, class E>
LegalizeFaults history(const G& before, const G& after, const LegalizeTrace& trace, const J& judge, E& evaluator,
                       const LegalizeCheckOptions& options, LegalizeFaults faults) {
  if (!faults.empty()) return faults;  // the rest walks the graph
  Checker<kind, G, J> checker(before, after, trace, judge, faults);
  if (!checker.run()) return faults;
  if constexpr (!std::is_same_v<E, NoEvaluator>)
    if (!faults.has(LegalizeFault::not_gone)) checker.meaning(evaluator, options);
  return faults;
}

}  // namespace legalize_check_detail

/// Point 1 for types. O(nodes + operands).
template <class G, class J>
LegalizeFaults check_types(const G& graph, const J& judge) {
  static_assert(told(HasLegalType<J, G>), "dag::TypeJudge wants  bool legal(Type) const;");
  LegalizeFaults faults;
  legalize_check_detail::structure(graph, faults);
  const std::vector<bool> needed = legalize_check_detail::needed_nodes(graph);
  const auto settled = [&](NodeId id) {
    if constexpr (HasSettled<J, G>)
      return judge.settled(graph, id);
    else
      return false;
  };
  for (NodeId id = 0; id < graph.size(); ++id)
    for (std::uint32_t r = 0; needed[id] && r < graph.result_count(id); ++r)
      if (!judge.legal(graph.type(Value{id, r})) && !settled(id))
        faults.add(LegalizeFault::illegal_type, id, "result " + std::to_string(r) + " has an illegal type");
  return faults;
}
/// Point 1 for operations. O(nodes + operands + trace).
template <class G, class J>
LegalizeFaults check_operations(const G& graph, const J& judge, const LegalizeTrace& trace) {
  static_assert(told(HasAction<J, G>), "dag::OperationJudge wants  Action action(const Graph&, NodeId) const;");
  LegalizeFaults faults;
  legalize_check_detail::structure(graph, faults);
  std::vector<bool> kept(graph.size(), false);
  for (const LegalizeStep& step : trace.steps)
    if (step.kept() && step.node < kept.size() && trace.hows[step.how] == to_string(Action::custom))
      kept[step.node] = true;
  const std::vector<bool> needed = legalize_check_detail::needed_nodes(graph);
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (!needed[id]) continue;
    const Action action = judge.action(graph, id);
    if (action != Action::legal && !(action == Action::custom && kept[id]))
      faults.add(LegalizeFault::illegal_operation, id, "the node's action is " + std::string(to_string(action)));
  }
  return faults;
}

/// Everything: `before` is a copy of the graph as it was, `after` the graph that the type legalizer left, `trace` what
/// it recorded from start to end. Reports every fault with its node, in order.
template <class G, class J, class E>
LegalizeFaults check_types(const G& before, const G& after, const LegalizeTrace& trace, const J& judge, E& evaluator,
                           const LegalizeCheckOptions& options = {}) {
  static_assert(explain_legalize_graph<G>());
  if constexpr (LegalizeGraph<G>) static_assert(explain_checkable_legalize_graph<G>() && explain_type_judge<J, G>());
  if constexpr (!std::is_same_v<E, legalize_check_detail::NoEvaluator>)
    static_assert(explain_evaluator<E, G>() && explain_joining_evaluator<E, G>());
  namespace detail = legalize_check_detail;
  return detail::history<detail::Kind::types>(before, after, trace, judge, evaluator, options,
                                              check_types(after, judge));
}
/// The same without an evaluator.
template <class G, class J>
LegalizeFaults check_types(const G& before, const G& after, const LegalizeTrace& trace, const J& judge) {
  legalize_check_detail::NoEvaluator none;
  return check_types(before, after, trace, judge, none);
}
/// The same for the operation legalizer.
template <class G, class J, class E>
LegalizeFaults check_operations(const G& before, const G& after, const LegalizeTrace& trace, const J& judge,
                                E& evaluator, const LegalizeCheckOptions& options = {}) {
  static_assert(explain_legalize_graph<G>());
  if constexpr (LegalizeGraph<G>)
    static_assert(explain_checkable_legalize_graph<G>() && explain_operation_judge<J, G>());
  if constexpr (!std::is_same_v<E, legalize_check_detail::NoEvaluator>)
    static_assert(explain_evaluator<E, G>() && explain_joining_evaluator<E, G>());
  namespace detail = legalize_check_detail;
  return detail::history<detail::Kind::operations>(before, after, trace, judge, evaluator, options,
                                                   check_operations(after, judge, trace));
}
/// The same without an evaluator.
template <class G, class J>
LegalizeFaults check_operations(const G& before, const G& after, const LegalizeTrace& trace, const J& judge) {
  legalize_check_detail::NoEvaluator none;
  return check_operations(before, after, trace, judge, none);
}

}  // namespace lathe::dag
