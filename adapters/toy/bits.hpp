// Known and demanded bits of the toy IRs: the graph of dag.hpp (32 bits, several results) and the expressions of
// expression.hpp (64 bits), and a rule of the combiner that makes use of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <lathe/bits/demanded.hpp>

#include "adapters/toy/dag.hpp"
#include "adapters/toy/expression.hpp"

namespace toy {

/// Expressions as a source of values. All operations are lathe's own: a table and the operands are enough.
class ExpressionBits {
 public:
  using Value = lathe::dag::Value;
  using User = Expression*;
  template <class T>
  using List = std::span<const T>;

  explicit ExpressionBits(const ExpressionGraph& graph) : graph_(graph) {}

  /// The operation of an expression; nothing for roots, which have no value.
  static std::optional<lathe::bits::Operation<>> operation(const Expression& e) {
    using lathe::bits::Op;
    static constexpr Op ops[] = {Op::input, Op::constant, Op::bit_and, Op::bit_or, Op::bit_xor, Op::add, Op::shl};
    if (e.op == Expression::Op::output) return std::nullopt;
    lathe::bits::Operation<> o{.op = ops[static_cast<int>(e.op)], .width = 64};
    o.value = e.op == Expression::Op::number ? e.number : 0;
    o.over = lathe::bits::Overshift::clamp;
    return o;
  }
  std::uint32_t index(Value v) const { return v.node; }
  unsigned width(Value v) const { return graph_.at(v.node)->op == Expression::Op::output ? 0 : 64; }
  template <class Ask>
  lathe::bits::Fact<> fact(Value v, Ask&& ask) const {
    const Expression& e = *graph_.at(v.node);
    lathe::bits::Fact<> x[2];
    for (std::size_t i = 0; i < e.operands.size(); ++i) x[i] = ask(Value{e.operands[i]->id, 0});
    return lathe::bits::transfer(*operation(e), List<lathe::bits::Fact<>>(x, e.operands.size()));
  }
  template <class F>
  void for_each_user_value(Value v, F&& f) const {
    for (const Expression* const user : graph_.at(v.node)->users) f(Value{user->id, 0});
  }
  bool escapes(Value v) const {
    for (const Expression* const user : graph_.at(v.node)->users)
      if (user->op == Expression::Op::output) return true;
    return false;
  }
  template <class F>
  void for_each_user(Value v, F&& f) const {
    graph_.for_each_use(v.node,
                        [&](lathe::dag::NodeId user, std::uint32_t operand, Value) { f(graph_.at(user), operand); });
  }
  template <class Demanded, class Ask>
  std::uint64_t demand(User user, std::uint32_t operand, Demanded&& demanded, Ask&& ask) const {
    const auto o = operation(*user);
    if (!o) return ~0ULL;
    lathe::bits::KnownBits<> x[2];
    for (std::size_t i = 0; i < user->operands.size(); ++i) x[i] = ask(Value{user->operands[i]->id, 0}).known;
    return lathe::bits::demand(*o, operand, demanded(Value{user->id, 0}),
                               List<lathe::bits::KnownBits<>>(x, user->operands.size()));
  }

 private:
  const ExpressionGraph& graph_;
};
static_assert(lathe::bits::explain_demand_source<ExpressionBits>());

/// The rules of expression.hpp and one that asks which bits anybody looks at: "demanded-bits" makes an expression a
/// number or one of its operands, or a number in it smaller, when the bits that matter stay. Its rewrites change what
/// nobody looks at, so facts that depend on the expression are forgotten.
class ExpressionBitRules {
 public:
  using Value = lathe::dag::Value;
  explicit ExpressionBitRules(ExpressionGraph& graph, const lathe::bits::Options& options = {})
      : graph_(graph), plain_(graph), source_(graph), known_(source_, options), demanded_(source_, known_, options) {}
  ExpressionGraph& graph() { return graph_; }
  std::uint32_t count() const { return plain_.count() + 1; }
  std::string_view name(std::uint32_t rule) const {
    return rule < plain_.count() ? plain_.name(rule) : std::string_view("demanded-bits");
  }
  std::span<const std::uint32_t> candidates(Expression::Op op) const {
    static constexpr std::uint32_t all[] = {0, 1, 2, 3, 4};
    return plain_.candidates(op).empty() ? std::span<const std::uint32_t>() : std::span<const std::uint32_t>(all);
  }
  bool apply(std::uint32_t rule, lathe::dag::NodeId id, std::vector<Value>& out) {
    if (rule < plain_.count()) return plain_.apply(rule, id, out);
    using Kind = lathe::bits::Simplification<>::Kind;
    const Expression& e = *graph_.at(id);
    const lathe::bits::KnownBits<> x[] = {known_.known({e.operands[0]->id, 0}), known_.known({e.operands[1]->id, 0})};
    const auto s = lathe::bits::simplify(*ExpressionBits::operation(e), demanded_.demanded({id, 0}),
                                         ExpressionBits::List<lathe::bits::KnownBits<>>(x), known_.known({id, 0}));
    if (s.kind == Kind::constant) out.push_back({graph_.number(s.value)->id, 0});
    if (s.kind == Kind::operand) out.push_back({e.operands[s.index]->id, 0});
    if (s.kind == Kind::shrink && e.operands[s.index]->op == Expression::Op::number) {
      std::vector<Expression*> operands = e.operands;
      const Expression::Op op = e.op;
      operands[s.index] = graph_.number(s.value);
      out.push_back({graph_.make(op, operands)->id, 0});
    }
    return !out.empty();
  }
  /// The combiner tells before uses move: those who depend on the node can still be found.
  void replaced(lathe::dag::NodeId id, std::span<const Value>) {
    known_.forget({id, 0});
    demanded_.forget_all();
  }
  const lathe::bits::Stats& known_stats() const { return known_.stats(); }

 private:
  ExpressionGraph& graph_;
  ExpressionRules plain_;
  ExpressionBits source_;
  lathe::bits::Analysis<ExpressionBits> known_;
  lathe::bits::DemandedBits<ExpressionBits> demanded_;
};
static_assert(lathe::dag::explain_rule_set<ExpressionBitRules>());

/// The toy graph as a source of values: operations of its own beside lathe's, a node with two results.
class GraphBits {
 public:
  using Value = lathe::dag::Value;

  explicit GraphBits(const Graph& graph) : graph_(graph) {}
  std::uint32_t index(Value v) const { return graph_.node(v.node).type_begin + v.result; }
  unsigned width(Value) const { return 32; }
  template <class Ask>
  lathe::bits::Fact<> fact(Value v, Ask&& ask) const {
    namespace bits = lathe::bits;
    const auto x = [&](std::uint32_t i) { return ask(graph_.operand(v, i)).known; };
    switch (graph_.op(v)) {
      case Op::constant:
        return bits::Fact<>::of(bits::KnownBits<>::constant(graph_.payload(v.node), 32));
      case Op::add:
        return bits::Fact<>::of(bits::add(x(0), x(1)));
      case Op::sub:
        return bits::Fact<>::of(bits::sub(x(0), x(1)));
      case Op::mul:
        return bits::Fact<>::of(bits::mul(x(0), x(1)));
      case Op::shl:
        return bits::Fact<>::of(bits::shl(x(0), x(1), bits::Overshift::clamp));
      case Op::neg:
        return bits::Fact<>::of(bits::neg(x(0)));
      case Op::sum_and_difference:
        return bits::Fact<>::of(v.result == 0 ? bits::add(x(0), x(1)) : bits::sub(x(0), x(1)));
      case Op::result:
        return ask(graph_.operand(v, 0));
      default:
        return bits::Fact<>::unknown(32);
    }
  }

 private:
  const Graph& graph_;
};
static_assert(lathe::bits::explain_source<GraphBits>());

}  // namespace toy
