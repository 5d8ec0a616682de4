// The poorest types that satisfy the legalizers' concepts: what they cannot do, the legalizers must not need.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/legalize/check.hpp>
#include <lathe/legalize/operations.hpp>
#include <lathe/legalize/types.hpp>

namespace archetype {

/// A list of nodes with one result each that keeps no equal nodes apart, counts no uses and has no source positions:
/// what LegalizeGraph and CheckableLegalizeGraph ask for and nothing else. Answers merely convert.
class LegalizeGraph {
 public:
  using NodeId = lathe::dag::NodeId;
  using Value = lathe::dag::Value;
  struct Number {
    std::uint32_t number;
    operator std::uint32_t() const { return number; }
  };
  struct Truth {
    bool truth;
    operator bool() const { return truth; }
  };
  struct Operand {
    Value value;
    operator Value() const { return value; }
  };
  struct Node {
    NodeId id;
    operator NodeId() const { return id; }
  };
  struct Type {
    int bits;
    bool operator==(const Type&) const = default;
  };
  struct Opcode {
    char letter;
    bool operator==(const Opcode&) const = default;
  };

  Value make(char op, int bits, std::vector<Value> operands) {
    nodes_.push_back({{op}, {bits}, std::move(operands), true, false});
    return {static_cast<NodeId>(nodes_.size() - 1), 0};
  }
  void pin(NodeId id) { nodes_[id].root = true; }

  Number size() const { return {static_cast<std::uint32_t>(nodes_.size())}; }
  Truth alive(NodeId id) const { return {id < nodes_.size() && nodes_[id].alive}; }
  Truth pinned(NodeId id) const { return {nodes_[id].root}; }
  Number result_count(NodeId) const { return {1}; }
  Type type(Value v) const { return nodes_[v.node].type; }
  Opcode op(NodeId id) const { return nodes_[id].op; }
  Number operand_count(NodeId id) const { return {static_cast<std::uint32_t>(nodes_[id].operands.size())}; }
  Operand operand(NodeId id, std::uint32_t i) const { return {nodes_[id].operands[i]}; }
  template <class F>
  void for_each_use(NodeId id, F&& f) const {
    for (NodeId user = 0; user < nodes_.size(); ++user)
      for (std::uint32_t i = 0; nodes_[user].alive && i < nodes_[user].operands.size(); ++i)
        if (nodes_[user].operands[i].node == id) f(user, i, nodes_[user].operands[i]);
  }
  Operand resolve(Value v) const { return {v}; }
  Node set_operands(NodeId id, std::span<const Value> values) {
    nodes_[id].operands.assign(values.begin(), values.end());
    return {id};
  }
  void move_pins(NodeId from, NodeId to) {
    nodes_[to].root |= nodes_[from].root;
    nodes_[from].root = false;
  }
  void erase_all_dead() {
    for (NodeId id = size(); id-- > 0;) {
      bool used = nodes_[id].root;
      for_each_use(id, [&](NodeId, std::uint32_t, Value) { used = true; });
      nodes_[id].alive = used;
    }
  }
  template <class Report>
  void verify(Report&&) const {}

 private:
  struct Data {
    Opcode op;
    Type type;
    std::vector<Value> operands;
    bool alive, root;
  };
  std::vector<Data> nodes_;
};

/// 2 becomes twice 1.
struct LegalizeTypes {
  LegalizeGraph::Truth legal(LegalizeGraph::Type type) const { return {type.bits != 2}; }
  template <class Walk>
  lathe::dag::Rewrite lower(Walk& walk, lathe::dag::NodeId id) {
    LegalizeGraph& g = walk.graph();
    std::vector<lathe::dag::Value> low, all;
    for (std::uint32_t i = 0; i < g.operand_count(id); ++i) walk.flat(g.operand(id, i), all);
    if (g.type({id, 0}).bits != 2) {
      walk.set(id, 0, g.make(g.op(id).letter, g.type({id, 0}).bits, all));
      return lathe::dag::Rewrite::replaced;
    }
    const std::vector<lathe::dag::Value> halves{g.make('l', 1, all), g.make('h', 1, all)};
    walk.set(id, 0, halves);
    return lathe::dag::Rewrite::replaced;
  }
  LegalizeGraph::Truth orders(LegalizeGraph::Type) const { return {false}; }
  LegalizeGraph::Truth holds(LegalizeGraph::Type type, std::span<const LegalizeGraph::Type> parts) const {
    int bits = 0;
    for (const auto part : parts) bits += part.bits;
    return {bits == type.bits};
  }

  LegalizeTypes() = default;
  LegalizeTypes(const LegalizeTypes&) = delete;
};

/// 'h' becomes 'l'.
struct LegalizeOperations {
  lathe::dag::Action action(const LegalizeGraph& g, lathe::dag::NodeId id) const {
    return g.op(id).letter == 'h' ? lathe::dag::Action::expand : lathe::dag::Action::legal;
  }
  LegalizeGraph::Truth expand(LegalizeGraph& g, lathe::dag::NodeId id, std::vector<lathe::dag::Value>& out) {
    out.push_back(g.make('l', g.type({id, 0}).bits, {}));
    return {true};
  }
  LegalizeGraph::Truth orders(LegalizeGraph::Type) const { return {false}; }

  LegalizeOperations() = default;
  LegalizeOperations(const LegalizeOperations&) = delete;
};

static_assert(lathe::dag::explain_type_client<LegalizeTypes, LegalizeGraph>());
static_assert(lathe::dag::explain_operation_client<LegalizeOperations, LegalizeGraph>());
static_assert(lathe::dag::explain_checkable_legalize_graph<LegalizeGraph>());
static_assert(lathe::dag::explain_type_judge<LegalizeTypes, LegalizeGraph>());
static_assert(lathe::dag::explain_operation_judge<LegalizeOperations, LegalizeGraph>());

}  // namespace archetype
