// A toy expression DAG over 32-bit integers: the smallest real user of lathe::dag.
//
// Shows all that a user writes: Traits for the graph, rules as plain functions in a RuleTable, a rule set of five
// members, and an evaluator for the checker.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/combine.hpp>
#include <lathe/dag/graph.hpp>

namespace toy {

using lathe::dag::NodeId;
using lathe::dag::Value;

enum class Op : std::uint8_t { argument, constant, add, sub, mul, shl, neg, sum_and_difference, result };
inline constexpr std::string_view op_names[] = {"argument", "constant",           "add",   "sub", "mul", "shl",
                                                "neg",      "sum_and_difference", "result"};

struct Traits {
  enum class Type : std::uint8_t { i32 };
  using Opcode = Op;
  using Payload = std::uint32_t;  ///< the constant, or the argument's number
  static std::uint64_t hash(Type) { return 0; }
  static std::uint64_t hash(Payload payload) { return payload; }
  static bool unique(Op op, Payload) { return op != Op::result; }
};
using Graph = lathe::dag::Graph<Traits>;

inline Value get(Graph& g, Op op, std::initializer_list<Value> operands, std::uint32_t payload = 0) {
  return g.get(op, Traits::Type::i32, operands, payload);
}
inline Value constant(Graph& g, std::uint32_t value) { return get(g, Op::constant, {}, value); }
/// a + b and a - b, a node with two results.
inline NodeId sum_and_difference(Graph& g, Value a, Value b) {
  const Traits::Type types[] = {Traits::Type::i32, Traits::Type::i32};
  const Value operands[] = {a, b};
  return g.add(Op::sum_and_difference, types, operands);
}

/// "result(add(argument 0, constant 3))".
inline std::string to_string(const Graph& g, Value v) {
  std::string out(op_names[static_cast<std::size_t>(g.op(v))]);
  if (g.op(v) == Op::argument || g.op(v) == Op::constant) return out + " " + std::to_string(g.payload(v.node));
  out += '(';
  for (std::uint32_t i = 0; i < g.operand_count(v.node); ++i)
    out += (i != 0 ? ", " : "") + to_string(g, g.operand(v, i));
  out += ')';
  return v.result != 0 ? out + ":" + std::to_string(v.result) : out;
}

class Rules;
using ToyRule = lathe::dag::Rule<Rules, Op>;
std::vector<ToyRule> all_rules();

/// The five members that dag::RuleSet asks for, around a table of plain functions.
class Rules {
 public:
  explicit Rules(Graph& graph, std::vector<ToyRule> rules = all_rules()) : graph_(graph), table_(std::move(rules)) {}
  Graph& graph() { return graph_; }
  std::uint32_t count() const { return table_.count(); }
  std::string_view name(std::uint32_t rule) const { return table_.name(rule); }
  auto candidates(Op op) { return table_.candidates(op); }
  bool apply(std::uint32_t rule, NodeId node, std::vector<Value>& out) {
    results.clear();
    const Value v = table_.apply(rule, *this, node);
    if (!v) return false;
    if (results.empty())
      out.push_back(v);
    else
      out = results;
    return true;
  }
  bool is_constant(Value v, std::uint32_t& value) const {
    if (graph_.op(v) != Op::constant) return false;
    value = graph_.payload(v.node);
    return true;
  }
  std::vector<Value> results;  ///< filled by rules of nodes with several results

 private:
  Graph& graph_;
  lathe::dag::RuleTable<Rules, Op> table_;
};

// ---- rules

inline Value fold_add(Rules& r, NodeId n) {
  Graph& g = r.graph();
  std::uint32_t a = 0, b = 0;
  const Value x = g.operand(n, 0), y = g.operand(n, 1);
  if (r.is_constant(x, a) && r.is_constant(y, b)) return constant(g, a + b);
  if (r.is_constant(x, a)) return get(g, Op::add, {y, x});  // constants to the right
  if (r.is_constant(y, b) && b == 0) return x;
  return {};
}
/// (x + c1) + c2 -> x + (c1 + c2), when nobody else needs the inner sum.
inline Value reassociate_add(Rules& r, NodeId n) {
  Graph& g = r.graph();
  std::uint32_t outer = 0, inner = 0;
  const Value sum = g.operand(n, 0);
  if (!r.is_constant(g.operand(n, 1), outer) || g.op(sum) != Op::add || !g.one_use(sum)) return {};
  if (!r.is_constant(g.operand(sum, 1), inner)) return {};
  return get(g, Op::add, {g.operand(sum, 0), constant(g, outer + inner)});
}
inline Value sub_to_add(Rules& r, NodeId n) {
  Graph& g = r.graph();
  std::uint32_t c = 0;
  if (g.operand(n, 0) == g.operand(n, 1)) return constant(g, 0);
  if (r.is_constant(g.operand(n, 1), c)) return get(g, Op::add, {g.operand(n, 0), constant(g, 0 - c)});
  return {};
}
inline Value strength_reduce_mul(Rules& r, NodeId n) {
  Graph& g = r.graph();
  std::uint32_t a = 0, b = 0;
  const Value x = g.operand(n, 0), y = g.operand(n, 1);
  if (r.is_constant(x, a) && r.is_constant(y, b)) return constant(g, a * b);
  if (r.is_constant(x, a)) return get(g, Op::mul, {y, x});
  if (!r.is_constant(y, b)) return {};
  if (b == 0) return y;
  if (b == 1) return x;
  std::uint32_t shift = 0;
  while (b >> shift != 1) ++shift;
  return (b & (b - 1)) == 0 ? get(g, Op::shl, {x, constant(g, shift)}) : Value{};
}
inline Value double_negation(Rules& r, NodeId n) {
  const Value x = r.graph().operand(n, 0);
  return r.graph().op(x) == Op::neg ? r.graph().operand(x, 0) : Value{};
}
/// Both results of a + 0, a - 0 are a.
inline Value sum_and_difference_of_zero(Rules& r, NodeId n) {
  std::uint32_t c = 0;
  if (!r.is_constant(r.graph().operand(n, 1), c) || c != 0) return {};
  r.results.assign(2, r.graph().operand(n, 0));
  return r.results[0];
}

inline std::vector<ToyRule> all_rules() {
  return {{"fold-add", Op::add, fold_add},
          {"reassociate-add", Op::add, reassociate_add},
          {"sub-to-add", Op::sub, sub_to_add},
          {"strength-reduce-mul", Op::mul, strength_reduce_mul},
          {"double-negation", Op::neg, double_negation},
          {"sum-and-difference-of-zero", Op::sum_and_difference, sum_and_difference_of_zero}};
}

/// Meaning of a value, for lathe::dag::check_combine: arguments are random words chosen by the seed.
struct Evaluator {
  std::uint32_t value(const Graph& g, Value v, std::uint64_t seed) {
    const auto x = [&](std::uint32_t i) { return value(g, g.operand(v, i), seed); };
    switch (g.op(v)) {
      case Op::argument:
        return static_cast<std::uint32_t>(
            ((seed + 1) * 0x9E3779B97F4A7C15ULL ^ g.payload(v.node) * 0xD1B54A32D192ED03ULL) >> 29);
      case Op::constant:
        return g.payload(v.node);
      case Op::add:
        return x(0) + x(1);
      case Op::sub:
        return x(0) - x(1);
      case Op::mul:
        return x(0) * x(1);
      case Op::shl:
        return x(1) < 32 ? x(0) << x(1) : 0;
      case Op::neg:
        return 0 - x(0);
      case Op::sum_and_difference:
        return v.result == 0 ? x(0) + x(1) : x(0) - x(1);
      case Op::result:
        return x(0);
    }
    return 0;
  }
  bool refines(std::uint32_t before, std::uint32_t after) const { return before == after; }
};

static_assert(lathe::dag::explain_rule_set<Rules>());
static_assert(lathe::dag::explain_evaluator<Evaluator, Graph>());

}  // namespace toy
