// A function of LLVM IR as a graph for lathe::dag's combiner and its checker, on LLVM's own use lists, and two dozen
// rules over its integers.
//
//   lathe::llvm_ir::FunctionGraph graph(function);
//   lathe::llvm_ir::FunctionRules rules(graph);
//   lathe::dag::combine(rules);
//
// Nodes are arguments, constants and instructions. A phi is two nodes, so that loops make no cycle: one without
// operands that has its result, one at the end that reads what comes in. Roots are arguments, phis and whatever LLVM
// would not delete when nobody uses it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <lathe/combine.hpp>

#include "adapters/llvm_ir/bits.hpp"

namespace lathe::llvm_ir {

/// Refers to the function and takes blocks that nothing reaches out of it. A copy has a clone of the function in the
/// same module, which goes with the copy.
class FunctionGraph {
 public:
  using NodeId = dag::NodeId;
  using Value = dag::Value;
  /// Operations are LLVM's opcodes and these; PHI is the node that has a phi's result.
  static constexpr unsigned argument = 200, constant = 201, incoming = 202;

  explicit FunctionGraph(llvm::Function& function) : f_(&function) {
    llvm::EliminateUnreachableBlocks(function);
    for (llvm::Argument& a : function.args()) add(a, argument);
    for (llvm::Instruction* inst : in_order()) add_instruction(*inst);
    for (llvm::BasicBlock& block : function)
      for (llvm::PHINode& phi : block.phis()) {
        add_uses(phi);
        incoming_[&phi] = push(phi, incoming);
      }
  }
  FunctionGraph(const FunctionGraph& other) : users_(other.users_), live_(other.live_), owned_(true) {
    llvm::ValueToValueMapTy map;
    f_ = llvm::CloneFunction(other.f_, map);
    const auto own = [&](llvm::Value* v) {
      return llvm::isa<llvm::Constant>(v) ? v : static_cast<llvm::Value*>(map[v]);
    };
    for (const Node& n : other.nodes_) nodes_.push_back({n.value == nullptr ? nullptr : own(n.value), n.op});
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (nodes_[id].value == nullptr) continue;
      (nodes_[id].op == incoming ? incoming_ : ids_)[nodes_[id].value] = id;
    }
    for (const auto& [id, uses] : other.constant_uses_)
      for (const llvm::Use* use : uses)
        add_constant_use(id, llvm::cast<llvm::User>(own(use->getUser()))->getOperandUse(use->getOperandNo()));
  }
  FunctionGraph& operator=(const FunctionGraph&) = delete;
  ~FunctionGraph() {
    if (owned_) f_->eraseFromParent();
  }

  llvm::Function& function() const { return *f_; }
  llvm::Value* value(NodeId id) const { return nodes_[id].value; }
  llvm::Value* operand(NodeId id, unsigned i) const { return llvm::cast<llvm::Instruction>(value(id))->getOperand(i); }
  /// Precondition: the value is a node.
  NodeId id(const llvm::Value* v) const { return ids_.at(v); }
  /// The node of a value of the function, or of a constant, which becomes a node.
  Value node(llvm::Value* v) {
    const auto at = ids_.find(v);
    return {at == ids_.end() ? add(*v, constant) : at->second, 0};
  }
  /// A new instruction that stands before another one.
  Value make(llvm::Instruction* fresh, NodeId before) {
    fresh->insertBefore(llvm::cast<llvm::Instruction>(value(before))->getIterator());
    return {add_instruction(*fresh), 0};
  }

  // ---- dag::CombineGraph
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t live() const { return live_; }
  bool alive(NodeId id) const { return id < nodes_.size() && nodes_[id].value != nullptr; }
  unsigned op(NodeId id) const { return nodes_[id].op; }
  /// Roots without a value have one, too, that nobody uses: what the checker compares.
  std::uint32_t result_count(NodeId) const { return 1; }
  /// O(1): LLVM would walk the list.
  std::uint32_t use_count(NodeId id) const { return (pinned(id) ? 1 : 0) + (op(id) == incoming ? 0 : users_[id]); }
  template <class F>
  void for_each_operand(NodeId id, F&& f) const {
    if (op(id) == llvm::Instruction::PHI || op(id) == argument || op(id) == constant) return;
    for (const llvm::Use& use : llvm::cast<llvm::User>(value(id))->operands())
      if (is_node(*use.get())) f(Value{ids_.at(use.get()), 0});
  }
  template <class F>
  void for_each_use(NodeId id, F&& f) const {
    each_use(id, [&](const llvm::Use& use) {
      const auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
      f(user_node(*user), place(use, *user), Value{id, 0});
    });
  }
  template <class Observer>
  void replace_node(NodeId id, std::span<const Value> to, Observer&& observer) {
    if (to.empty() || !to[0] || to[0].node == id) return;
    llvm::Value *const old = value(id), *const now = value(to[0].node);
    std::vector<NodeId> users;
    std::vector<llvm::Use*> moved;
    for (llvm::Use& use : old->uses()) moved.push_back(&use);
    for (llvm::Use* use : moved) {
      users.push_back(user_node(*llvm::cast<llvm::Instruction>(use->getUser())));
      use->set(now);
      if (op(to[0].node) == constant) add_constant_use(to[0].node, *use);
    }
    users_[id] -= static_cast<std::uint32_t>(moved.size());
    users_[to[0].node] += static_cast<std::uint32_t>(moved.size());
    // Once each, in the order in which they came.
    llvm::SmallDenseSet<NodeId, 8> told;
    for (const NodeId user : users)
      if (told.insert(user).second) observer.changed(user);
  }
  template <class Observer>
  void erase_dead(NodeId first, Observer&& observer) {
    for (std::vector<NodeId> dead{first}; !dead.empty();) {
      const NodeId id = dead.back();
      dead.pop_back();
      if (!alive(id) || use_count(id) != 0) continue;
      observer.erased(id);
      std::vector<NodeId> operands;
      for_each_operand(id, [&](Value v) { operands.push_back(v.node); });
      remove(id);
      for (const NodeId operand : operands)
        if (alive(operand) && use_count(operand) == 0) dead.push_back(operand);
    }
  }
  void rollback(NodeId first) {
    for (NodeId id = size(); id-- > first; nodes_.pop_back(), users_.pop_back())
      if (alive(id)) remove(id);
  }

  // ---- dag::CheckableGraph
  bool pinned(NodeId id) const {
    if (op(id) == argument || op(id) == incoming || op(id) == llvm::Instruction::PHI) return true;
    return op(id) != constant && !llvm::wouldInstructionBeTriviallyDead(llvm::cast<llvm::Instruction>(value(id)));
  }
  template <class Report>
  void verify(Report&& report) const {
    for (const auto& [v, id] : ids_)
      if (!alive(id) || value(id) != v) report(id, "a value's number is not its node's");
    std::uint32_t count = 0;
    for (NodeId id = 0; id < size(); ++id) count += alive(id);
    if (count != live_) report(0, "another number of nodes is alive");
    for (NodeId id = 0; id < size(); ++id) {
      if (!alive(id) || op(id) == incoming) continue;
      std::uint32_t uses = 0;
      each_use(id, [&](const llvm::Use&) { ++uses; });
      if (uses != users_[id]) report(id, "another number of uses than is counted");
    }
    for (const llvm::BasicBlock& block : *f_)
      for (const llvm::Instruction& inst : block)
        if (!ids_.contains(&inst)) report(0, "an instruction is no node");
  }
  bool same_node(const FunctionGraph& other, NodeId id) const {
    const llvm::Value *const a = value(id), *const b = other.value(id);
    const auto* const x = llvm::dyn_cast<llvm::Instruction>(a);
    const auto* const y = llvm::dyn_cast<llvm::Instruction>(b);
    if (x == nullptr || y == nullptr) return x == y && (op(id) != constant || a == b);
    return x->isSameOperationAs(y) && x->getRawSubclassOptionalData() == y->getRawSubclassOptionalData();
  }

 private:
  struct Node {
    llvm::Value* value = nullptr;  // null: gone
    unsigned op = 0;
  };

  static bool is_node(const llvm::Value& v) { return llvm::isa<llvm::Instruction, llvm::Argument, llvm::Constant>(v); }
  std::vector<llvm::Instruction*> in_order() const {
    std::vector<llvm::Instruction*> out;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(f_))
      for (llvm::Instruction& inst : *block) out.push_back(&inst);
    return out;
  }
  NodeId push(llvm::Value& v, unsigned op) {
    nodes_.push_back({&v, op});
    users_.push_back(0);
    ++live_;
    return size() - 1;
  }
  NodeId add(llvm::Value& v, unsigned op) { return ids_[&v] = push(v, op); }
  NodeId add_instruction(llvm::Instruction& inst) {
    if (!llvm::isa<llvm::PHINode>(inst)) add_uses(inst);
    return add(inst, inst.getOpcode());
  }
  // Constants have no use lists in LLVM, or those of the whole program.
  void add_uses(llvm::User& user) {
    for (llvm::Use& use : user.operands()) {
      if (!is_node(*use.get())) continue;
      const NodeId used = node(use.get()).node;
      ++users_[used];
      if (op(used) == constant) add_constant_use(used, use);
    }
  }
  void add_constant_use(NodeId id, const llvm::Use& use) {
    auto& uses = constant_uses_[id];
    constant_place_[&use] = static_cast<std::uint32_t>(uses.size());
    uses.push_back(&use);
  }
  // The last one takes its place: a constant may have as many uses as the function has instructions.
  void remove_constant_use(NodeId id, const llvm::Use& use) {
    auto& uses = constant_uses_[id];
    const std::uint32_t at = constant_place_.at(&use);
    constant_place_.erase(&use);
    if (uses.back() != &use) constant_place_[uses[at] = uses.back()] = at;
    uses.pop_back();
  }
  // Which of the operands that are nodes it is. Blocks, metadata and assembly are none, and only some have such.
  static std::uint32_t place(const llvm::Use& use, const llvm::Instruction& user) {
    if (!user.isTerminator() && !llvm::isa<llvm::CallBase>(user)) return use.getOperandNo();
    std::uint32_t index = 0;
    for (unsigned i = 0; i < use.getOperandNo(); ++i) index += is_node(*user.getOperand(i));
    return index;
  }
  template <class F>
  void each_use(NodeId id, F&& f) const {
    if (op(id) == incoming) return;
    if (op(id) == constant) {
      const auto at = constant_uses_.find(id);
      if (at != constant_uses_.end())
        for (const llvm::Use* use : at->second) f(*use);
      return;
    }
    for (const llvm::Use& use : value(id)->uses()) f(use);
  }
  NodeId user_node(const llvm::Instruction& user) const {
    return llvm::isa<llvm::PHINode>(user) ? incoming_.at(&user) : ids_.at(&user);
  }
  void remove(NodeId id) {
    llvm::Value* const v = value(id);
    ids_.erase(v);
    if (op(id) == constant) {
      constant_uses_.erase(id);
    } else {
      auto* const inst = llvm::cast<llvm::Instruction>(v);
      for (llvm::Use& use : inst->operands()) {
        const auto used = ids_.find(use.get());
        if (used == ids_.end()) continue;
        --users_[used->second];
        if (op(used->second) == constant) remove_constant_use(used->second, use);
      }
      inst->eraseFromParent();
    }
    nodes_[id].value = nullptr;
    --live_;
  }

  llvm::Function* f_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> users_;  // per node: how many uses it has
  std::uint32_t live_ = 0;
  bool owned_ = false;
  llvm::DenseMap<const llvm::Value*, NodeId> ids_, incoming_;
  llvm::DenseMap<NodeId, std::vector<const llvm::Use*>> constant_uses_;
  llvm::DenseMap<const llvm::Use*, std::uint32_t> constant_place_;  // in that list
};
static_assert(dag::explain_checkable_graph<FunctionGraph>());

/// What integers mean, by operation.hpp: nothing where a value is poison or its run ends in undefined behaviour.
/// Arguments, loads, phis, calls and whatever else is no operation are numbers that the seed chooses; of roots what
/// they read counts as well.
class FunctionEvaluator {
 public:
  using Result = std::vector<std::optional<std::uint64_t>>;
  Result value(const FunctionGraph& graph, dag::Value v, std::uint64_t seed) {
    known_.clear();
    Result out;
    if (graph.op(v.node) != FunctionGraph::incoming) out.push_back(of(graph, v.node, seed));
    if (graph.pinned(v.node))
      graph.for_each_operand(v.node, [&](dag::Value o) { out.push_back(of(graph, o.node, seed)); });
    return out;
  }
  bool refines(const Result& before, const Result& after) const {
    return std::equal(before.begin(), before.end(), after.begin(), after.end(),
                      [](const auto& b, const auto& a) { return !b || b == a; });
  }

 private:
  std::optional<std::uint64_t> of(const FunctionGraph& graph, dag::NodeId id, std::uint64_t seed) {
    const auto [at, fresh] = known_.try_emplace(id);
    if (!fresh) return at->second;
    const auto out = compute(graph, id, seed);
    return known_[id] = out;
  }
  std::optional<std::uint64_t> compute(const FunctionGraph& graph, dag::NodeId id, std::uint64_t seed) {
    llvm::Value* const v = graph.value(id);
    const unsigned w = FunctionBits<>::width(v);
    const std::uint64_t mask = bits::low_mask<std::uint64_t>(w == 0 ? 64 : w);
    if (llvm::isa<llvm::PoisonValue>(v)) return std::nullopt;
    if (const auto* const n = llvm::dyn_cast<llvm::ConstantInt>(v); n != nullptr && w != 0) return n->getZExtValue();
    if (const auto* const c = llvm::dyn_cast<llvm::Constant>(v); c != nullptr && w != 0)
      if (const auto* const n = llvm::dyn_cast_or_null<llvm::ConstantInt>(c->getSplatValue())) return n->getZExtValue();
    const auto form = FunctionBits<>::form(v);
    if (!form) return mix(seed, id) & mask;
    std::array<bits::Sized<>, 3> x;
    unsigned i = 0;
    for (; i < form->count(); ++i) {
      const auto operand = of(graph, graph.id(form->operands[i]), seed);
      if (!operand) return std::nullopt;
      x[i] = {*operand, FunctionBits<>::width(form->operands[i])};
    }
    const auto out = bits::evaluate(form->operation, std::span<const bits::Sized<>>(x.data(), form->count()));
    return out && form->negate ? std::optional<std::uint64_t>(~*out & mask) : out;
  }
  // Small numbers and random ones: operations behave in another way near 0.
  static std::uint64_t mix(std::uint64_t seed, std::uint64_t id) {
    std::uint64_t x = (seed + 1) * 0x9E3779B97F4A7C15ULL ^ (id + 1) * 0xD1B54A32D192ED03ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    x ^= x >> 31;
    return (x & 3) == 0 ? (x >> 2) & 7 : x;
  }

  llvm::DenseMap<dag::NodeId, std::optional<std::uint64_t>> known_;
};

}  // namespace lathe::llvm_ir
