// Selection DAG node store: uniqued nodes with several results, use lists, replace-all-uses.
//
// A graph is a pool of nodes on dense 32-bit ids. A node has an opcode, operands (Values: a node and a
// result number), result types, a small trivially copyable payload (immediates, ids of side tables), and
// flags. Equal nodes are one node, unless Traits::unique(op, payload) says otherwise. The store knows no
// opcode and no type: a Traits class supplies both, so any IR can use it.
//
// Needs:  operands exist before the node that uses them. Acyclic by construction; `replace` keeps it so
//         as long as the new value does not depend on a user of the old one.
// Gives:  creation, uniquing and replacement in O(operands) expected each, plus O(users) for a
//         replacement; dead nodes are erased in O(operands). No heap allocation per node.
// Source: the SelectionDAG of LLVM (folding set, SDUse lists); the layout here is index based.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include <lathe/dag/value.hpp>
#include <lathe/support/growing.hpp>

namespace lathe::dag {

/// What a graph asks of its user. `Opcode`, `Type` and `Payload` are small values that may be copied as bytes;
/// `hash` mixes a type or a payload into 64 bits; `unique(op, payload)` tells whether equal nodes of this
/// opcode are one node (false for calls, stores, inline assembly and the like).
template <class T>
concept Traits = requires(typename T::Opcode op, typename T::Type type, typename T::Payload payload) {
  requires std::is_trivially_copyable_v<typename T::Opcode> && std::is_trivially_copyable_v<typename T::Type> &&
               std::is_trivially_copyable_v<typename T::Payload>;
  requires std::equality_comparable<typename T::Opcode>;
  requires std::equality_comparable<typename T::Type>;
  requires std::equality_comparable<typename T::Payload>;
  { static_cast<std::uint64_t>(op) };
  { T::hash(type) } -> std::convertible_to<std::uint64_t>;
  { T::hash(payload) } -> std::convertible_to<std::uint64_t>;
  { T::unique(op, payload) } -> std::convertible_to<bool>;
};

/// Uniqued nodes with several results and their users. Ids stay valid while nodes are replaced.
template <Traits T>
class Graph {
 public:
  using traits = T;                     ///< what the graph was told of its client
  using Opcode = typename T::Opcode;    ///< the client's operations
  using Type = typename T::Type;        ///< the client's types of values
  using Payload = typename T::Payload;  ///< what a node has besides, part of what makes two nodes equal
  using Flags = std::uint16_t;          ///< bits that weaken to the common ones when equal nodes merge

  /// One node, as it is stored. Others ask by the members of Graph.
  struct Node {
    Opcode op{};  ///< what is computed
    Flags flags = 0;
    std::uint16_t result_count = 0;  ///< values that it makes; may be 0
    bool alive : 1 = true;           ///< false: erased, or merged into another
    /// An equal node is found by its hash; not of operations that the client does not want shared.
    bool in_table : 1 = false;
    bool merged : 1 = false;          ///< into an equal node, whose id stands in `hash`
    std::uint32_t operand_begin = 0;  ///< into the operand slots
    std::uint32_t operand_count = 0;  ///< operands have neighbouring slots
    std::uint32_t type_begin = 0;     ///< into the types of results
    std::uint32_t first_use = none;   ///< a slot; none: nobody uses it
    std::uint32_t use_count = 0;      ///< pins included
    std::uint32_t pins = 0;           ///< how often it is held without a user
    std::uint32_t hash = 0;
    std::uint32_t order = 0;     ///< source position: the linear order prefers small ones
    std::uint32_t location = 0;  ///< opaque debug location, 0 when unknown
    Payload payload{};
  };

  /// One operand slot: which value, who uses it, and the list of the other uses of the same node.
  struct Use {
    Value value;
    NodeId user = no_node;          ///< the node whose operand this is
    std::uint32_t next = none;      ///< another slot that uses the same node; none: the last
    std::uint32_t previous = none;  ///< the slot in front of it in that list; none: the first
  };

  // ---- reading -----------------------------------------------------------------------------------

  /// Number of ids given out, dead ones included.
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  /// Number of nodes that are alive.
  std::uint32_t live() const { return live_; }
  /// Precondition: id < size(). Ends with the next node that is made.
  const Node& node(NodeId id) const { return nodes_[id]; }
  /// False for ids that were not given out, too.
  bool alive(NodeId id) const { return id < nodes_.size() && nodes_[id].alive; }
  Opcode op(NodeId id) const { return nodes_[id].op; }                    ///< the operation
  Opcode op(Value value) const { return nodes_[value.node].op; }          ///< of the node that makes the value
  Flags flags(NodeId id) const { return nodes_[id].flags; }               ///< as it was made, or weakened by a merge
  const Payload& payload(NodeId id) const { return nodes_[id].payload; }  ///< Ends with the next node that is made.
  std::uint32_t operand_count(NodeId id) const { return nodes_[id].operand_count; }  ///< how many values it takes
  /// The value that it takes. Precondition: index < operand_count(id).
  Value operand(NodeId id, std::uint32_t index) const {
    assert(index < nodes_[id].operand_count);
    return uses_[nodes_[id].operand_begin + index].value;
  }
  /// Of the node that makes the value.
  Value operand(Value value, std::uint32_t index) const { return operand(value.node, index); }
  std::uint32_t result_count(NodeId id) const { return nodes_[id].result_count; }  ///< how many values it makes
  /// Precondition: the node has such a result.
  Type type(Value value) const {
    assert(value.result < nodes_[value.node].result_count);
    return types_[nodes_[value.node].type_begin + value.result];
  }
  /// Of all its results. Ends with the next node that is made.
  std::span<const Type> types(NodeId id) const {
    return {types_.data() + nodes_[id].type_begin, nodes_[id].result_count};
  }
  /// Uses of the node, all results together.
  std::uint32_t use_count(NodeId id) const { return nodes_[id].use_count; }
  /// Uses of this one result, without pins. O(1).
  std::uint32_t use_count(Value value) const { return result_uses_[nodes_[value.node].type_begin + value.result]; }
  /// True when this result has exactly one use. O(1).
  bool one_use(Value value) const {
    return nodes_[value.node].result_count == 1 ? nodes_[value.node].use_count == 1 : use_count(value) == 1;
  }
  /// The only user of this result, or no_node when it has no use or several. O(1), but linear in the uses of the other
  /// results where it has one.
  NodeId only_user(Value value) const {
    if (use_count(value) != 1) return no_node;
    std::uint32_t slot = nodes_[value.node].first_use;
    while (uses_[slot].value != value) slot = uses_[slot].next;
    return uses_[slot].user;
  }
  /// Calls f(user, operand index, value) for each use of any result of `id`, newest use first.
  /// The graph must not change meanwhile.
  template <class F>
  void for_each_use(NodeId id, F&& f) const {
    for (std::uint32_t slot = nodes_[id].first_use; slot != none; slot = uses_[slot].next) {
      const Use& use = uses_[slot];
      f(use.user, slot - nodes_[use.user].operand_begin, use.value);
    }
  }
  /// Calls f(operand value) in operand order.
  template <class F>
  void for_each_operand(NodeId id, F&& f) const {
    const Node& n = nodes_[id];
    for (std::uint32_t i = 0; i < n.operand_count; ++i) f(uses_[n.operand_begin + i].value);
  }

  // ---- writing -----------------------------------------------------------------------------------

  /// Source order and location given to nodes made from now on.
  void set_position(std::uint32_t order, std::uint32_t location) {
    order_ = order;
    location_ = location;
  }
  std::uint32_t order() const { return order_; }        ///< what the next node gets, see set_position
  std::uint32_t location() const { return location_; }  ///< what the next node gets, see set_position

  /// The node with these parts: an existing equal one (its flags become the common ones, its order the
  /// smaller), or a new one. Expected O(operands).
  template <class Observer = NoObserver>
  NodeId add(Opcode op, std::span<const Type> types, std::span<const Value> operands, const Payload& payload = {},
             Flags flags = 0, Observer&& observer = {}) {
    const bool unique = T::unique(op, payload);
    std::uint32_t hash = 0;
    if (unique) {
      hash = hash_parts(op, types, operands, payload);
      const NodeId found = find(hash, op, types, operands, payload);
      if (found != no_node) {
        nodes_[found].flags &= flags;
        nodes_[found].order = std::min(nodes_[found].order, order_);
        return found;
      }
    }
    const NodeId id = static_cast<NodeId>(nodes_.size());
    Node n;
    n.op = op;
    n.flags = flags;
    n.result_count = static_cast<std::uint16_t>(types.size());
    n.operand_begin = static_cast<std::uint32_t>(uses_.size());
    n.operand_count = static_cast<std::uint32_t>(operands.size());
    n.type_begin = static_cast<std::uint32_t>(types_.size());
    n.hash = hash;
    n.order = order_;
    n.location = location_;
    n.payload = payload;
    append_types(types);
    nodes_.push_back(n);
    append_uses(id, operands);
    if (unique) insert(id);
    ++live_;
    observer.created(id);
    return id;
  }
  /// Short form for one result.
  Value get(Opcode op, Type type, std::initializer_list<Value> operands, const Payload& payload = {}, Flags flags = 0) {
    return {add(op, std::span<const Type>(&type, 1), std::span<const Value>(operands.begin(), operands.size()), payload,
                flags),
            0};
  }
  Value get(Opcode op, Type type, std::span<const Value> operands, const Payload& payload = {}, Flags flags = 0) {
    return {add(op, std::span<const Type>(&type, 1), operands, payload, flags), 0};
  }

  void set_flags(NodeId id, Flags flags) { nodes_[id].flags = flags; }  ///< flags are no part of what makes nodes equal
  /// Place in the source, for linear orders.
  void set_order(NodeId id, std::uint32_t order) { nodes_[id].order = order; }

  /// Keeps a node alive without uses (the root of a block), counted; a merge hands the pins on.
  void pin(NodeId id) {
    ++nodes_[id].use_count;
    ++nodes_[id].pins;
  }
  /// Takes one pin away; the node stays, dead or not, until somebody erases it. Precondition: it is pinned.
  void unpin(NodeId id) {
    --nodes_[id].use_count;
    --nodes_[id].pins;
  }
  bool pinned(NodeId id) const { return nodes_[id].pins != 0; }  ///< by anybody
  /// Hands all pins of `from` to `to`.
  void move_pins(NodeId from, NodeId to) {
    const std::uint32_t pins = nodes_[from].pins;
    nodes_[from].pins -= pins;
    nodes_[from].use_count -= pins;
    nodes_[to].pins += pins;
    nodes_[to].use_count += pins;
  }

  /// Makes every use of `from` a use of `to`. Users are uniqued anew; a user that becomes equal to
  /// another node is merged into it, and so on. Nodes without uses left are NOT erased (see `erase_dead`),
  /// except those merged away. O(uses) expected.
  template <class Observer = NoObserver>
  void replace(Value from, Value to, Observer&& observer = {}) {
    assert(from != to);
    pending_.clear();
    pending_.push_back({from, to});
    run_pending(observer);
  }

  /// Replaces all results of a node. `to` has one value per result; an empty Value leaves that result.
  template <class Observer = NoObserver>
  void replace_node(NodeId id, std::span<const Value> to, Observer&& observer = {}) {
    assert(to.size() == nodes_[id].result_count);
    for (std::uint32_t i = 0; i < to.size(); ++i)
      if (to[i] && to[i] != Value{id, i}) replace(Value{id, i}, resolve(to[i]), observer);
  }

  /// Follows merges: the value that stands for `value` now.
  Value resolve(Value value) const {
    while (value && nodes_[value.node].merged) value.node = nodes_[value.node].hash;
    return value;
  }

  /// Changes one operand; the node is uniqued anew and may be merged. Returns the node that holds now. O(operands).
  template <class Observer = NoObserver>
  NodeId set_operand(NodeId id, std::uint32_t index, Value value, Observer&& observer = {}) {
    remove(id);
    move_slot(nodes_[id].operand_begin + index, value);
    return settle(id, observer);
  }
  /// Changes all operands at once: as many values as there are operands. O(operands).
  template <class Observer = NoObserver>
  NodeId set_operands(NodeId id, std::span<const Value> values, Observer&& observer = {}) {
    assert(values.size() == nodes_[id].operand_count);
    remove(id);
    for (std::uint32_t i = 0; i < values.size(); ++i)
      if (uses_[nodes_[id].operand_begin + i].value != values[i]) move_slot(nodes_[id].operand_begin + i, values[i]);
    return settle(id, observer);
  }

  /// Erases `id` when nothing uses it, then operands that became unused, and so on.
  template <class Observer = NoObserver>
  void erase_dead(NodeId id, Observer&& observer = {}) {
    if (!nodes_[id].alive || nodes_[id].use_count != 0) return;
    dead_.push_back(id);
    while (!dead_.empty()) {
      const NodeId dead = dead_.back();
      dead_.pop_back();
      if (!nodes_[dead].alive || nodes_[dead].use_count != 0) continue;
      observer.erased(dead);
      remove(dead);
      Node& n = nodes_[dead];
      n.alive = false;
      --live_;
      for (std::uint32_t i = 0; i < n.operand_count; ++i) {
        const NodeId operand_node = uses_[n.operand_begin + i].value.node;
        unlink(n.operand_begin + i);
        if (nodes_[operand_node].use_count == 0) dead_.push_back(operand_node);
      }
    }
  }
  /// Erases every node that nothing uses. O(nodes).
  template <class Observer = NoObserver>
  void erase_all_dead(Observer&& observer = {}) {
    for (NodeId id = size(); id-- > 0;) erase_dead(id, observer);
  }

  /// Takes back the nodes from `first` on: they must be used by each other only, and not pinned; no other node was
  /// changed since. Their ids are given out again, so that an attempt that came to nothing leaves no trace (except
  /// that `add` may have weakened the flags of nodes that it found). O(nodes taken back).
  void rollback(NodeId first) {
    for (NodeId id = size(); id-- > first;) {
      assert(nodes_[id].use_count == 0);
      remove(id);
      const Node& n = nodes_[id];
      if (n.alive) {
        --live_;
        for (std::uint32_t i = 0; i < n.operand_count; ++i) unlink(n.operand_begin + i);
      }
      uses_.resize(n.operand_begin);
      types_.resize(n.type_begin);
      result_uses_.resize(n.type_begin);
      nodes_.pop_back();
    }
  }

  /// Live nodes, operands before users; among the free choices smaller ids first. O(nodes + operands).
  void topological_order(std::vector<NodeId>& out) const {
    OrderScratch scratch;
    topological_order(out, scratch);
  }
  /// The same, in memory that the caller keeps.
  void topological_order(std::vector<NodeId>& out, OrderScratch& scratch) const {
    out.clear();
    std::vector<std::uint32_t>& waiting = scratch.waiting;
    std::vector<NodeId>& stack = scratch.stack;
    waiting.resize(nodes_.size());
    stack.clear();
    for (NodeId id = size(); id-- > 0;) {
      if (!nodes_[id].alive) continue;
      waiting[id] = nodes_[id].operand_count;
      if (waiting[id] == 0) stack.push_back(id);
    }
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      out.push_back(id);
      for_each_use(id, [&](NodeId user, std::uint32_t, Value) {
        if (--waiting[user] == 0) stack.push_back(user);
      });
    }
  }

  /// Forgets all nodes, keeps the memory.
  void clear() {
    clear_table();
    nodes_.clear();
    uses_.clear();
    types_.clear();
    result_uses_.clear();
    filled_ = 0;
    live_ = 0;
    order_ = 0;
    location_ = 0;
  }

  /// Structural faults, for tests and `--verify-each`: calls report(node, text) for each. O(nodes + uses).
  template <class Report>
  void verify(Report&& report) const {
    std::uint32_t alive_count = 0;
    for (NodeId id = 0; id < size(); ++id) {
      const Node& n = nodes_[id];
      if (!n.alive) continue;
      ++alive_count;
      for (std::uint32_t i = 0; i < n.operand_count; ++i) {
        const Use& use = uses_[n.operand_begin + i];
        if (use.user != id) report(id, "an operand slot names another user");
        if (use.value.node >= size() || !nodes_[use.value.node].alive)
          report(id, "an operand is dead");
        else if (use.value.result >= nodes_[use.value.node].result_count)
          report(id, "an operand names a result that is not there");
      }
      std::uint32_t count = 0;
      for (std::uint32_t slot = n.first_use; slot != none; slot = uses_[slot].next, ++count) {
        if (uses_[slot].value.node != id) report(id, "the use list holds a use of another node");
        if (!nodes_[uses_[slot].user].alive) report(id, "the use list holds a dead user");
      }
      if (count + n.pins != n.use_count) report(id, "the use count is not the uses and pins");
      for (std::uint32_t r = 0; r < n.result_count; ++r) {
        std::uint32_t uses = 0;
        for_each_use(id, [&](NodeId, std::uint32_t, Value used) { uses += used == Value{id, r}; });
        if (uses != use_count(Value{id, r})) report(id, "the use count of a result is not its uses");
      }
      if (T::unique(n.op, n.payload)) {
        if (!n.in_table) report(id, "a uniqued node is not in the table");
        std::vector<Value> ops;
        for_each_operand(id, [&](Value v) { ops.push_back(v); });
        if (n.hash != hash_parts(n.op, types(id), ops, n.payload)) report(id, "a node's hash is not that of its parts");
        if (find(n.hash, n.op, types(id), ops, n.payload) != id)
          report(id, "an equal node is found in place of this one");
      }
    }
    if (alive_count != live_) report(no_node, "the count of live nodes is wrong");
    std::vector<NodeId> order;
    topological_order(order);
    if (order.size() != live_) report(no_node, "the graph has a cycle");
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  struct Slot {
    std::uint32_t hash = 0;
    NodeId id = no_node;
  };

  void append_types(std::span<const Type> types) {
    types_.append(types);
    result_uses_.resize(types_.size(), 0);
  }
  void append_uses(NodeId id, std::span<const Value> operands) {
    const std::uint32_t begin = static_cast<std::uint32_t>(uses_.size());
    uses_.resize(uses_.size() + operands.size());
    for (std::uint32_t i = 0; i < operands.size(); ++i) {
      assert(operands[i] && nodes_[operands[i].node].alive);
      uses_[begin + i].value = operands[i];
      uses_[begin + i].user = id;
      link(begin + i);
    }
  }
  void link(std::uint32_t slot) {
    Node& n = nodes_[uses_[slot].value.node];
    uses_[slot].previous = none;
    uses_[slot].next = n.first_use;
    if (n.first_use != none) uses_[n.first_use].previous = slot;
    n.first_use = slot;
    ++n.use_count;
    ++result_uses_[n.type_begin + uses_[slot].value.result];
  }
  void unlink(std::uint32_t slot) {
    Node& n = nodes_[uses_[slot].value.node];
    Use& use = uses_[slot];
    if (use.previous != none)
      uses_[use.previous].next = use.next;
    else
      n.first_use = use.next;
    if (use.next != none) uses_[use.next].previous = use.previous;
    --n.use_count;
    --result_uses_[n.type_begin + use.value.result];
  }

  // The user must not be in the table: its hash becomes another.
  void move_slot(std::uint32_t slot, Value value) {
    Node& user = nodes_[uses_[slot].user];
    const std::uint32_t place = slot - user.operand_begin;
    user.hash += detail::hash_operand(value, place) - detail::hash_operand(uses_[slot].value, place);
    unlink(slot);
    uses_[slot].value = value;
    link(slot);
  }
  // After operands of `id` changed by hand: the node that holds now.
  template <class Observer>
  NodeId settle(NodeId id, Observer&& observer) {
    pending_.clear();
    unique_again(id, observer);
    run_pending(observer);
    return resolve(Value{id, 0}).node;
  }

  static std::uint32_t hash_parts(Opcode op, std::span<const Type> types, std::span<const Value> operands,
                                  const Payload& payload) {
    std::uint64_t h = detail::mix_hash(static_cast<std::uint64_t>(op), T::hash(payload));
    for (const Type& t : types) h = detail::mix_hash(h, T::hash(t));
    auto out = static_cast<std::uint32_t>(h >> 16);
    for (std::uint32_t i = 0; i < operands.size(); ++i) out += detail::hash_operand(operands[i], i);
    return out;
  }
  bool equals(NodeId id, Opcode op, std::span<const Type> types, std::span<const Value> operands,
              const Payload& payload) const {
    const Node& n = nodes_[id];
    if (!(n.op == op) || n.operand_count != operands.size() || n.result_count != types.size() ||
        !(n.payload == payload))
      return false;
    for (std::size_t i = 0; i < types.size(); ++i)
      if (!(types_[n.type_begin + i] == types[i])) return false;
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (uses_[n.operand_begin + i].value != operands[i]) return false;
    return true;
  }
  NodeId find(std::uint32_t hash, Opcode op, std::span<const Type> types, std::span<const Value> operands,
              const Payload& payload) const {
    if (table_.empty()) return no_node;
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = hash & mask; table_[at].id != no_node; at = (at + 1) & mask)
      if (table_[at].hash == hash && equals(table_[at].id, op, types, operands, payload)) return table_[at].id;
    return no_node;
  }
  // Linear probing with backward shift: no tombstones, so merges do not slow later look-ups. A slot holds the hash too:
  // probing and shifting touch no node but the one that is asked for.
  void insert(NodeId id) {
    if ((filled_ + 1) * 4 > table_.size() * 3) grow();
    nodes_[id].in_table = true;
    place({nodes_[id].hash, id});
    ++filled_;
  }
  // In time of what is in it: a table that one large graph left would make each small one after it dear.
  void clear_table() {
    if (filled_ * 8 >= table_.size()) {
      std::fill(table_.begin(), table_.end(), Slot{});
      return;
    }
    const std::size_t mask = table_.size() - 1;
    // From where an entry belongs to the next hole: it stands there, unless another one's turn took it away.
    for (const Node& n : nodes_)
      if (n.in_table)
        for (std::size_t at = n.hash & mask; table_[at].id != no_node; at = (at + 1) & mask) table_[at] = {};
  }
  void place(Slot slot) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = slot.hash & mask;
    while (table_[at].id != no_node) at = (at + 1) & mask;
    table_[at] = slot;
  }
  void remove(NodeId id) {
    if (!nodes_[id].in_table) return;
    nodes_[id].in_table = false;
    const std::size_t mask = table_.size() - 1;
    std::size_t hole = nodes_[id].hash & mask;
    while (table_[hole].id != id) hole = (hole + 1) & mask;
    for (std::size_t at = (hole + 1) & mask; table_[at].id != no_node; at = (at + 1) & mask) {
      const std::size_t home = table_[at].hash & mask;
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        table_[hole] = table_[at];
        hole = at;
      }
    }
    table_[hole] = {};
    --filled_;
  }
  void grow() {
    const std::vector<Slot> old = std::move(table_);
    table_.assign(std::max<std::size_t>(64, old.size() * 2), {});
    for (const Slot slot : old)
      if (slot.id != no_node) place(slot);
  }
  // The node in the table that is equal to one that was in it.
  NodeId find_equal(NodeId id) const {
    const Node& n = nodes_[id];
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = n.hash & mask; table_[at].id != no_node; at = (at + 1) & mask)
      if (table_[at].hash == n.hash && same_parts(nodes_[table_[at].id], n)) return table_[at].id;
    return no_node;
  }
  bool same_parts(const Node& a, const Node& b) const {
    if (!(a.op == b.op) || a.operand_count != b.operand_count || a.result_count != b.result_count ||
        !(a.payload == b.payload))
      return false;
    for (std::uint32_t i = 0; i < a.result_count; ++i)
      if (!(types_[a.type_begin + i] == types_[b.type_begin + i])) return false;
    for (std::uint32_t i = 0; i < a.operand_count; ++i)
      if (uses_[a.operand_begin + i].value != uses_[b.operand_begin + i].value) return false;
    return true;
  }
  // The node's operands changed, and its hash: when an equal node is there, merge into it.
  template <class Observer>
  void unique_again(NodeId id, Observer&& observer) {
    Node& n = nodes_[id];
    if (!T::unique(n.op, n.payload)) {
      observer.changed(id);
      return;
    }
    const NodeId equal = find_equal(id);
    if (equal == no_node) {
      insert(id);
      observer.changed(id);
      return;
    }
    nodes_[equal].flags &= n.flags;
    nodes_[equal].order = std::min(nodes_[equal].order, n.order);
    observer.merged(id, equal);
    for (std::uint32_t k = 0; k < n.operand_count; ++k) unlink(n.operand_begin + k);
    n.operand_count = 0;
    nodes_[equal].pins += n.pins;
    nodes_[equal].use_count += n.pins;
    n.use_count -= n.pins;
    n.pins = 0;
    n.merged = true;
    n.hash = equal;
    merged_.push_back(id);
    for (std::uint32_t r = 0; r < n.result_count; ++r) pending_.push_back({Value{id, r}, Value{equal, r}});
  }
  // All of a user's uses of one value, in the order of its operands; by the shorter list of the two.
  void move_uses(NodeId user, Value from, Value to) {
    const Node &u = nodes_[user], &old = nodes_[from.node];
    if (u.operand_count <= old.use_count + 8) {
      for (std::uint32_t i = u.operand_begin; i < u.operand_begin + u.operand_count; ++i)
        if (uses_[i].value == from) move_slot(i, to);
      return;
    }
    slots_.clear();
    for (std::uint32_t slot = old.first_use; slot != none; slot = uses_[slot].next)
      if (uses_[slot].user == user && uses_[slot].value == from) slots_.push_back(slot);
    std::sort(slots_.begin(), slots_.end());
    for (const std::uint32_t slot : slots_) move_slot(slot, to);
  }
  // Moves uses until no replacement is pending, then retires the nodes that were merged away.
  template <class Observer>
  void run_pending(Observer&& observer) {
    while (!pending_.empty()) {
      const Value old_value = pending_.back().first;
      const Value first_target = pending_.back().second;
      pending_.pop_back();
      if (old_value == resolve(first_target)) continue;
      std::uint32_t slot = nodes_[old_value.node].first_use;
      while (slot != none) {
        if (uses_[slot].value != old_value) {
          slot = uses_[slot].next;
          continue;
        }
        // One user at a time, all its uses of the old value; a merge may retire the target meanwhile. A merge takes
        // out slots of this user only, so the next one of another user stays where it is.
        const NodeId user = uses_[slot].user;
        do slot = uses_[slot].next;
        while (slot != none && uses_[slot].user == user);
        const Value target = resolve(first_target);
        remove(user);
        move_uses(user, old_value, target);
        unique_again(user, observer);
      }
    }
    for (const NodeId id : merged_) {
      assert(nodes_[id].use_count == 0);
      nodes_[id].alive = false;
      --live_;
    }
    merged_.clear();
  }

  Growing<Node> nodes_;
  Growing<Use> uses_;
  Growing<Type> types_;
  Growing<std::uint32_t> result_uses_;  // beside types_: uses of each result
  std::vector<Slot> table_;
  std::vector<std::pair<Value, Value>> pending_;
  std::vector<NodeId> merged_;
  std::vector<NodeId> dead_;
  std::vector<std::uint32_t> slots_;
  std::size_t filled_ = 0;
  std::uint32_t live_ = 0;
  std::uint32_t order_ = 0;
  std::uint32_t location_ = 0;
};

}  // namespace lathe::dag
