// The walk under both legalizers: operands first, each node that needs it is rewritten once, what a rewrite makes
// is walked too, and then takes the old node's place.
//
// Needs:  a LegalizeGraph, and a client with `needs(id)`, `rewrite(walk, id)`, `how(id)` and `refused()`.
// Gives:  every node reachable from the roots satisfies !needs(id), every node that was replaced is gone, or a typed
//         refusal that names the node. Nodes without uses are erased at the end. Linear in nodes and operands, those
//         made on the way included, and in uses moved; no recursion over the graph, so chains of any depth are walked.
// Source: the reference's legalizers share this scheme: worklist, replacement values, a map of what became of what.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/legalize/concepts.hpp>
#include <lathe/legalize/data.hpp>

namespace lathe::dag {

/// What both legalizers share: the order of visits, replacements, fuel, trace.
template <LegalizeGraph G, class Client>
class LegalizeWalk {
 public:
  /// All three outlive it but the options, which are copied.
  LegalizeWalk(G& graph, Client& client, const LegalizeOptions& options)
      : graph_(graph), client_(client), options_(options) {}

  G& graph() { return graph_; }  ///< the graph that is rewritten
  const LegalizeStats& stats() const { return stats_; }

  /// Walks from every pinned node. Pins move with a node that is replaced, to its last result. O(nodes + operands).
  Refusal run() {
    const std::uint32_t before = graph_.size();
    std::vector<NodeId> roots;
    for (NodeId id = 0; id < before; ++id)
      if (graph_.alive(id) && graph_.pinned(id)) roots.push_back(id);
    for (const NodeId root : roots) {
      stack_.push_back(root);
      if (!drain()) break;
    }
    if (!refusal_) graph_.erase_all_dead();
    if (!refusal_) refuse_leftover();
    stats_.created = graph_.size() - before;
    stack_.clear();
    return refusal_;
  }

  /// Does a value name a result of a node that is there, or of one that was merged into such a node?
  bool there(Value value) const {
    if (value.node >= graph_.size()) return false;
    value = graph_.resolve(value);
    return graph_.alive(value.node) && value.result < graph_.result_count(value.node);
  }
  /// What stands for `value` now: follows merges and replacements by one value of the same type.
  Value current(Value value) const {
    for (;;) {
      value = graph_.resolve(value);
      const Entry* e = entry(value);
      if (e == nullptr || e->count != 1) return value;
      const Value next = pool_[e->begin];
      if (!(next && graph_.type(next) == graph_.type(value))) return value;
      value = next;
    }
  }
  /// Values that hold `value`, one step down: itself when it was not replaced.
  std::uint32_t part_count(Value value) const {
    const Entry* e = entry(current(value));
    return e == nullptr ? 1 : e->count;
  }
  /// The index-th of them. Precondition: index < part_count(value).
  Value part(Value value, std::uint32_t index) const {
    value = current(value);
    const Entry* e = entry(value);
    return e == nullptr ? value : current(pool_[e->begin + index]);
  }
  /// All the way down, in order, appended. Recursion is as deep as types nest.
  void flat(Value value, std::vector<Value>& out) const {
    value = current(value);
    const Entry* e = entry(value);
    if (e == nullptr) {
      out.push_back(value);
      return;
    }
    for (std::uint32_t i = 0; i < e->count; ++i) flat(pool_[e->begin + i], out);
  }
  /// Called by a rewrite: result `result` of `id` is held by these values, in order.
  void set(NodeId id, std::uint32_t result, std::span<const Value> values) {
    reserve_entries(id);
    Entry& e = entries_[first_entry_[id] + result];
    e.begin = static_cast<std::uint32_t>(pool_.size());
    e.count = static_cast<std::uint32_t>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) pool_.push_back(Value(values[i]));
  }
  /// One value stands for the result.
  void set(NodeId id, std::uint32_t result, Value value) { set(id, result, std::span<const Value>(&value, 1)); }

 private:
  enum State : std::uint8_t { unseen, open, rewritten, done };
  struct Entry {
    std::uint32_t begin = 0, count = 0;
  };
  static constexpr std::uint32_t none = 0xffffffffU;

  const Entry* entry(Value value) const {
    if (value.node >= first_entry_.size() || first_entry_[value.node] == none) return nullptr;
    const Entry& e = entries_[first_entry_[value.node] + value.result];
    return e.count == 0 ? nullptr : &e;
  }
  void reserve_entries(NodeId id) {
    if (id >= first_entry_.size()) first_entry_.resize(graph_.size(), none);
    if (first_entry_[id] != none) return;
    first_entry_[id] = static_cast<std::uint32_t>(entries_.size());
    entries_.resize(entries_.size() + graph_.result_count(id));
  }
  State& state(NodeId id) {
    if (id >= state_.size()) state_.resize(graph_.size(), unseen);
    return state_[id];
  }
  bool refuse(RefusalReason why, NodeId id) {
    if (!refusal_) refusal_ = {why, id};
    return false;
  }
  // A replaced node that is still there has a user that was content with its type: the rule gave it another one.
  void refuse_leftover() {
    for (NodeId id = 0; id < replaced_.size() && !refusal_; ++id)
      if (replaced_[id] && graph_.alive(id)) refuse(RefusalReason::still_used, id);
  }
  // A node waits for `id`, which waits for that node: the graph's fault, unless a rule stands between them.
  void refuse_cycle(NodeId id) {
    RefusalReason why = state_[id] == rewritten ? RefusalReason::cyclic_rule : RefusalReason::cyclic_graph;
    for (std::size_t i = stack_.size(); i-- > 0 && stack_[i] != id;)
      if (state(stack_[i]) == rewritten) why = RefusalReason::cyclic_rule;
    refuse(why, id);
  }
  // True when `id` is done; otherwise puts it on the stack (or refuses when it waits for itself).
  bool settled(NodeId id) {
    const State s = state(id);
    if (s == done) return true;
    if (s != unseen) refuse_cycle(id);
    stack_.push_back(id);
    return false;
  }

  bool drain() {
    while (!stack_.empty()) {
      const NodeId id = stack_.back();
      if (!graph_.alive(id)) {  // merged away while it waited
        const NodeId now = Value(graph_.resolve(Value{id, 0})).node;
        stack_.pop_back();
        if (now != id && graph_.alive(now) && state(now) != done) stack_.push_back(now);
        continue;
      }
      if (!step(id)) return false;
    }
    return true;
  }

  bool step(NodeId id) {
    State s = state(id);
    if (s == done) {
      stack_.pop_back();
      return true;
    }
    if (s != rewritten) {
      state(id) = open;
      bool ready = true;
      for (std::uint32_t i = graph_.operand_count(id); i-- > 0;) ready &= settled(Value(graph_.operand(id, i)).node);
      if (!ready) return !refusal_;
      if (update(id)) return true;  // merged: `drain` goes on from the node that it is now
      ++stats_.visited;
      if (!client_.needs(id)) return finish(id);
      if (!apply(id)) return false;
      if (state(id) == done) return true;
    }
    // The parts, and what they are made of, come first.
    bool ready = true;
    for (std::uint32_t r = 0; r < graph_.result_count(id); ++r) {
      const Entry e = first_entry_[id] == none ? Entry{} : entries_[first_entry_[id] + r];
      for (std::uint32_t i = e.count; i-- > 0;) {
        const Value v = graph_.resolve(pool_[e.begin + i]);
        if (v.node == id) return refuse(RefusalReason::cyclic_rule, id);
        ready &= settled(v.node);
      }
    }
    return ready ? take_place(id) : !refusal_;
  }

  // Each operand that was replaced becomes what stands for it, all at once, so that a node of many operands is hashed
  // once. True when the node became equal to another one.
  bool update(NodeId id) {
    operands_.clear();
    bool changed = false;
    for (std::uint32_t i = 0; i < graph_.operand_count(id); ++i) {
      const Value before = graph_.operand(id, i);
      operands_.push_back(current(before));
      stats_.updated += operands_.back() != before;
      changed |= operands_.back() != before;
    }
    return changed && graph_.set_operands(id, std::span<const Value>(operands_)) != id;
  }

  bool finish(NodeId id) {
    state(id) = done;
    if (stack_.back() == id) stack_.pop_back();
    return true;
  }

  bool apply(NodeId id) {
    if (stats_.rewritten + stats_.kept >= options_.fuel) return refuse(RefusalReason::out_of_fuel, id);
    if (graph_.size() > options_.max_nodes) return refuse(RefusalReason::too_many_nodes, id);
    if constexpr (requires { graph_.set_position(graph_.node(id).order, graph_.node(id).location); })
      graph_.set_position(graph_.node(id).order, graph_.node(id).location);
    reserve_entries(id);
    const NodeId first_made = graph_.size();
    switch (client_.rewrite(*this, id)) {
      case Rewrite::refused:
        return refuse(client_.refused(), id);
      case Rewrite::kept:
        ++stats_.kept;
        if (options_.trace != nullptr) record(id, first_made, 0);
        return finish(id);
      case Rewrite::replaced:
        if (!sound(id)) return false;
        ++stats_.rewritten;
        if (id >= replaced_.size()) replaced_.resize(graph_.size(), false);
        replaced_[id] = true;
        state(id) = rewritten;
        if (options_.trace != nullptr) record(id, first_made, graph_.result_count(id));
        return true;
    }
    return false;
  }
  // Is every value that the rule gave there?
  bool sound(NodeId id) {
    const std::uint32_t results = graph_.result_count(id);
    if (results == 0) return refuse(RefusalReason::missing_result, id);
    for (std::uint32_t r = 0; r < results; ++r) {
      const Entry e = entries_[first_entry_[id] + r];
      for (std::uint32_t i = 0; i < e.count; ++i) {
        if (!there(pool_[e.begin + i])) return refuse(RefusalReason::bad_value, id);
      }
    }
    return true;
  }
  void record(NodeId id, NodeId first_made, std::uint32_t results) {
    LegalizeTrace& t = *options_.trace;
    LegalizeStep step{id,     t.how_index(client_.how(id)), no_node, no_node, static_cast<std::uint32_t>(t.ends.size()),
                      results};
    if (graph_.size() != first_made) step.first_made = first_made, step.end_made = graph_.size();
    for (std::uint32_t r = 0; r < results; ++r) {
      const Entry e = entries_[first_entry_[id] + r];
      t.values.insert(t.values.end(), pool_.begin() + e.begin, pool_.begin() + e.begin + e.count);
      t.ends.push_back(static_cast<std::uint32_t>(t.values.size()));
    }
    t.steps.push_back(step);
  }

  // Every part is done. Users of results that keep their type turn to what replaces them when their turn comes: all
  // who need the node wait for it.
  bool take_place(NodeId id) {
    for (std::uint32_t r = 0; r < graph_.result_count(id); ++r) {
      const Value from{id, r};
      const Value to = current(from);
      if (to != from)
        pool_[entries_[first_entry_[id] + r].begin] = to;  // replacements of replacements are one step away
      else if (entry(from) == nullptr && has_use(from))
        return refuse(RefusalReason::missing_result, id);
    }
    if (graph_.pinned(id)) {
      const Value to = current(Value{id, graph_.result_count(id) - 1U});
      if (to.node == id) return refuse(RefusalReason::missing_result, id);
      graph_.move_pins(id, to.node);
    }
    return finish(id);
  }
  bool has_use(Value value) const {
    bool used = false;
    graph_.for_each_use(value.node, [&](NodeId, std::uint32_t, Value v) { used |= v == value; });
    return used;
  }

  G& graph_;
  Client& client_;
  LegalizeOptions options_;
  LegalizeStats stats_;
  Refusal refusal_;
  std::vector<NodeId> stack_;
  std::vector<Value> operands_;
  std::vector<State> state_;                // per node
  std::vector<bool> replaced_;              // per node
  std::vector<std::uint32_t> first_entry_;  // per node, none: not replaced
  std::vector<Entry> entries_;              // per result of a replaced node
  std::vector<Value> pool_;
};

}  // namespace lathe::dag
