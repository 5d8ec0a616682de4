// The walk under both legalizers: operands first, each node that needs it is rewritten once, what a rewrite makes
// is walked too, and then takes the old node's place.
//
// Needs:  a Graph, and a client with `needs(id)` and `rewrite(walk, id)`.
// Gives:  every node reachable from the roots satisfies !needs(id), or a typed refusal that names the node. Nodes
//         without uses are erased at the end. Linear in nodes and operands, those made on the way included; no
//         recursion over the graph, so chains of any depth are walked.
// Source: the reference's legalizers share this scheme: worklist, replacement values, a map of what became of what.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/dag/graph.hpp>

namespace lathe::dag {

/// Why a legalizer gave up.
enum class RefusalReason : std::uint8_t {
  none,
  no_rule,      ///< the client has no rule for the node
  bad_rule,     ///< a rule used the node that it replaces, or left out a result that is used
  out_of_fuel,  ///< more rewrites than Options::fuel, or more nodes than Options::max_nodes
};
struct Refusal {
  RefusalReason why = RefusalReason::none;
  NodeId node = no_node;  ///< the node without a rule
  explicit operator bool() const { return why != RefusalReason::none; }
};

struct LegalizeOptions {
  std::uint64_t fuel = ~0ULL;            ///< rewrites allowed
  std::uint32_t max_nodes = 16U << 20U;  ///< ids the graph may hold
};
struct LegalizeStats {
  std::uint64_t visited = 0, rewritten = 0, kept = 0, created = 0;
};

/// What a client's rewrite says.
enum class Rewrite : std::uint8_t {
  kept,      ///< the node stays as it is
  replaced,  ///< `set` was called for each result that may be used
  refused,
};

template <class G, class Client>
class LegalizeWalk {
 public:
  LegalizeWalk(G& graph, Client& client, const LegalizeOptions& options)
      : graph_(graph), client_(client), options_(options) {}

  G& graph() { return graph_; }
  const LegalizeStats& stats() const { return stats_; }

  /// Walks from every pinned node. Pins move with a node that is replaced. O(nodes + operands).
  Refusal run() {
    const std::uint32_t before = graph_.size();
    std::vector<NodeId> roots;
    for (NodeId id = 0; id < before; ++id)
      if (graph_.alive(id) && graph_.node(id).pins != 0) roots.push_back(id);
    for (const NodeId root : roots) {
      stack_.push_back(root);
      if (!drain()) break;
    }
    if (!refusal_) graph_.erase_all_dead();
    stats_.created = graph_.size() - before;
    stack_.clear();
    return refusal_;
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
  // True when `id` is done; otherwise puts it on the stack (or refuses when it waits for itself).
  bool settled(NodeId id, NodeId waiting) {
    const State s = state(id);
    if (s == done) return true;
    if (s == rewritten || id == waiting) refuse(RefusalReason::bad_rule, id);
    stack_.push_back(id);
    return false;
  }

  bool drain() {
    while (!stack_.empty()) {
      const NodeId id = stack_.back();
      if (!graph_.alive(id)) {  // merged away while it waited
        const NodeId now = graph_.resolve(Value{id, 0}).node;
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
      for (std::uint32_t i = graph_.operand_count(id); i-- > 0;) ready &= settled(graph_.operand(id, i).node, id);
      if (!ready) return !refusal_;
      // A rule may have made a node over one that was replaced before: bring its operands up to date.
      for (std::uint32_t i = 0; i < graph_.operand_count(id); ++i) {
        const Value before = graph_.operand(id, i), now = current(before);
        if (now != before && graph_.set_operand(id, i, now) != id) return true;  // merged: `drain` goes on from there
      }
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
        if (v.node == id) return refuse(RefusalReason::bad_rule, id);
        ready &= settled(v.node, id);
      }
    }
    return ready ? take_place(id) : !refusal_;
  }

  bool finish(NodeId id) {
    state(id) = done;
    if (stack_.back() == id) stack_.pop_back();
    return true;
  }

  bool apply(NodeId id) {
    if (stats_.rewritten + stats_.kept >= options_.fuel || graph_.size() > options_.max_nodes)
      return refuse(RefusalReason::out_of_fuel, id);
    graph_.set_position(graph_.node(id).order, graph_.node(id).location);
    reserve_entries(id);
    switch (client_.rewrite(*this, id)) {
      case Rewrite::refused:
        return refuse(RefusalReason::no_rule, id);
      case Rewrite::kept:
        ++stats_.kept;
        return finish(id);
      case Rewrite::replaced:
        ++stats_.rewritten;
        state(id) = rewritten;
        return true;
    }
    return false;
  }

  // Every part is done: uses of results that keep their type move to what replaces them.
  bool take_place(NodeId id) {
    for (std::uint32_t r = 0; r < graph_.result_count(id); ++r) {
      const Value from{id, r};
      const Value to = current(from);
      if (to != from)
        graph_.replace(from, to);
      else if (entry(from) == nullptr && has_use(from))
        return refuse(RefusalReason::bad_rule, id);
    }
    if (const std::uint32_t pins = graph_.node(id).pins; pins != 0) {
      const Value to = current(Value{id, graph_.result_count(id) - 1U});
      if (to.node == id) return refuse(RefusalReason::bad_rule, id);
      for (std::uint32_t i = 0; i < pins; ++i) {
        graph_.unpin(id);
        graph_.pin(to.node);
      }
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
  std::vector<State> state_;                // per node
  std::vector<std::uint32_t> first_entry_;  // per node, none: not replaced
  std::vector<Entry> entries_;              // per result of a replaced node
  std::vector<Value> pool_;
};

}  // namespace lathe::dag
