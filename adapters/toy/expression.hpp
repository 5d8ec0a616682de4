// A toy IR of expressions that point at each other, with use lists of its own: the combiner on something that is not
// dag::Graph. No uniquing, no ids in the IR's own use lists, one result per expression.
//
// ExpressionGraph is all that a user writes to have it combined and checked: the members of dag::CombineGraph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/combine.hpp>

namespace toy {

struct Expression {
  enum class Op : std::uint8_t { input, number, bit_and, bit_or, bit_xor, add, shift_left, output };
  Op op = Op::input;
  std::uint64_t number = 0;  ///< of number; which one for input
  std::uint32_t id = 0;      ///< place in the list of its owner
  std::vector<Expression*> operands;
  std::vector<Expression*> users;  ///< one entry per operand slot that names this expression
};

/// Owns expressions and shows them as a graph. Expressions with op `output` are the roots.
class ExpressionGraph {
 public:
  using NodeId = lathe::dag::NodeId;
  using Value = lathe::dag::Value;
  using Op = Expression::Op;

  ExpressionGraph() = default;
  ExpressionGraph(const ExpressionGraph& other) { *this = other; }
  ExpressionGraph& operator=(const ExpressionGraph& other) {
    if (this == &other) return *this;
    all_.clear();
    live_ = other.live_;
    for (const auto& e : other.all_) all_.push_back(e ? std::make_unique<Expression>(*e) : nullptr);
    const auto own = [&](std::vector<Expression*>& list) {
      for (Expression*& e : list) e = all_[e->id].get();
    };
    for (auto& e : all_)
      if (e) own(e->operands), own(e->users);
    return *this;
  }

  /// A new expression.
  Expression* make(Op op, std::vector<Expression*> operands, std::uint64_t number = 0) {
    all_.push_back(std::make_unique<Expression>());
    Expression* const e = all_.back().get();
    e->op = op;
    e->number = number;
    e->id = static_cast<std::uint32_t>(all_.size() - 1);
    e->operands = std::move(operands);
    for (Expression* const operand : e->operands) operand->users.push_back(e);
    ++live_;
    return e;
  }
  Expression* number(std::uint64_t value) { return make(Op::number, {}, value); }
  Expression* at(NodeId id) const { return all_[id].get(); }

  // ---- dag::CombineGraph
  std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }
  std::uint32_t live() const { return live_; }
  bool alive(NodeId id) const { return id < all_.size() && all_[id]; }
  Op op(NodeId id) const { return at(id)->op; }
  std::uint32_t result_count(NodeId) const { return 1; }
  std::uint32_t use_count(NodeId id) const {
    return static_cast<std::uint32_t>(at(id)->users.size()) + (pinned(id) ? 1 : 0);
  }
  template <class F>
  void for_each_operand(NodeId id, F&& f) const {
    for (const Expression* const e : at(id)->operands) f(Value{e->id, 0});
  }
  template <class F>
  void for_each_use(NodeId id, F&& f) const {
    // Equal users stand as often as they use it: the k-th one is the k-th slot.
    const auto& users = at(id)->users;
    for (std::size_t i = 0; i < users.size(); ++i) {
      auto skip = std::count(users.begin(), users.begin() + static_cast<std::ptrdiff_t>(i), users[i]);
      for (std::uint32_t slot = 0; slot < users[i]->operands.size(); ++slot)
        if (users[i]->operands[slot]->id == id && skip-- == 0) f(users[i]->id, slot, Value{id, 0});
    }
  }
  template <class Observer>
  void replace_node(NodeId id, std::span<const Value> to, Observer&& observer) {
    Expression* const old = at(id);
    Expression* const now = at(to[0].node);
    if (old == now) return;
    std::vector<Expression*> users = std::exchange(old->users, {});
    for (Expression* const user : users) {
      std::replace(user->operands.begin(), user->operands.end(), old, now);
      now->users.push_back(user);
    }
    for (std::size_t i = 0; i < users.size(); ++i)
      if (std::find(users.begin(), users.begin() + static_cast<std::ptrdiff_t>(i), users[i]) ==
          users.begin() + static_cast<std::ptrdiff_t>(i))
        observer.changed(users[i]->id);
  }
  template <class Observer>
  void erase_dead(NodeId first, Observer&& observer) {
    for (std::vector<NodeId> dead{first}; !dead.empty();) {
      const NodeId id = dead.back();
      dead.pop_back();
      if (!alive(id) || use_count(id) != 0) continue;
      observer.erased(id);
      for (Expression* const operand : at(id)->operands) {
        operand->users.erase(std::find(operand->users.begin(), operand->users.end(), at(id)));
        if (use_count(operand->id) == 0) dead.push_back(operand->id);
      }
      all_[id].reset();
      --live_;
    }
  }
  void rollback(NodeId first) {
    for (NodeId id = size(); id-- > first; all_.pop_back())
      if (alive(id)) erase_dead(id, lathe::dag::NoObserver{});
  }

  // ---- dag::CheckableGraph
  bool pinned(NodeId id) const { return at(id)->op == Op::output; }
  template <class Report>
  void verify(Report&& report) const {
    for (const auto& e : all_) {
      if (!e) continue;
      for (const Expression* const operand : e->operands)
        if (std::count(operand->users.begin(), operand->users.end(), e.get()) !=
            std::count(e->operands.begin(), e->operands.end(), operand))
          report(e->id, "an operand does not know its user");
    }
  }
  bool same_node(const ExpressionGraph& other, NodeId id) const { return at(id)->number == other.at(id)->number; }

 private:
  std::vector<std::unique_ptr<Expression>> all_;  // null: erased
  std::uint32_t live_ = 0;
};

/// Bitwise identities, constants folded, constants to the right.
class ExpressionRules {
 public:
  using Value = lathe::dag::Value;
  using Op = Expression::Op;
  explicit ExpressionRules(ExpressionGraph& graph) : graph_(graph) {}
  ExpressionGraph& graph() { return graph_; }
  std::uint32_t count() const { return 4; }
  std::string_view name(std::uint32_t rule) const {
    static constexpr std::string_view names[] = {"fold-numbers", "number-right", "identity", "same-operands"};
    return names[rule];
  }
  std::span<const std::uint32_t> candidates(Op op) const {
    static constexpr std::uint32_t all[] = {0, 1, 2, 3};
    return op >= Op::bit_and && op <= Op::shift_left ? std::span<const std::uint32_t>(all)
                                                     : std::span<const std::uint32_t>();
  }
  bool apply(std::uint32_t rule, lathe::dag::NodeId id, std::vector<Value>& out) {
    const Expression& e = *graph_.at(id);
    Expression* const x = e.operands[0];
    Expression* const y = e.operands[1];
    const bool left = x->op == Op::number, right = y->op == Op::number;
    Expression* now = nullptr;
    if (rule == 0 && left && right) now = graph_.number(fold(e.op, x->number, y->number));
    if (rule == 1 && left && !right && e.op != Op::shift_left) now = graph_.make(e.op, {y, x});
    if (rule == 2 && right && e.op == Op::bit_and && y->number == 0) now = y;
    if (rule == 2 && right && e.op != Op::bit_and && y->number == 0) now = x;
    if (rule == 3 && x == y && (e.op == Op::bit_and || e.op == Op::bit_or)) now = x;
    if (rule == 3 && x == y && e.op == Op::bit_xor) now = graph_.number(0);
    if (now == nullptr) return false;
    out.push_back({now->id, 0});
    return true;
  }
  static std::uint64_t fold(Op op, std::uint64_t a, std::uint64_t b) {
    switch (op) {
      case Op::bit_and:
        return a & b;
      case Op::bit_or:
        return a | b;
      case Op::bit_xor:
        return a ^ b;
      case Op::add:
        return a + b;
      default:
        return b < 64 ? a << b : 0;
    }
  }

 private:
  ExpressionGraph& graph_;
};

/// Meaning of an expression: inputs are words chosen by the seed.
struct ExpressionEvaluator {
  std::uint64_t value(const ExpressionGraph& g, lathe::dag::Value v, std::uint64_t seed) {
    const Expression& e = *g.at(v.node);
    if (e.op == Expression::Op::number) return e.number;
    if (e.op == Expression::Op::input) return (seed + 1) * 0x9E3779B97F4A7C15ULL ^ e.number * 0xD1B54A32D192ED03ULL;
    const std::uint64_t x = value(g, {e.operands[0]->id, 0}, seed);
    return e.op == Expression::Op::output ? x : ExpressionRules::fold(e.op, x, value(g, {e.operands[1]->id, 0}, seed));
  }
  bool refines(std::uint64_t before, std::uint64_t after) const { return before == after; }
};

static_assert(lathe::dag::explain_rule_set<ExpressionRules>());
static_assert(lathe::dag::explain_checkable_graph<ExpressionGraph>());
static_assert(lathe::dag::explain_evaluator<ExpressionEvaluator, ExpressionGraph>());

}  // namespace toy
