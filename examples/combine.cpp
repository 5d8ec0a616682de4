// Simplify an expression of your own IR with lathe's combiner, see which rules fired, and check the trace.
// Compile: g++ -std=c++20 -I include examples/combine.cpp
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/combine.hpp>
#include <lathe/combine/check.hpp>
#include <lathe/dag/graph.hpp>

using lathe::dag::NodeId;
using lathe::dag::Value;

// ---- the IR: lathe's node store, with the operations and types of your own
enum class Op : std::uint8_t { argument, constant, add, sub, mul, shl, neg, result };
constexpr std::string_view op_names[] = {"argument", "constant", "add", "sub", "mul", "shl", "neg", "result"};

struct Traits {
  enum class Type : std::uint8_t { i32 };
  using Opcode = Op;
  using Payload = std::uint32_t;  // the constant, or the argument's number
  static std::uint64_t hash(Type) { return 0; }
  static std::uint64_t hash(Payload payload) { return payload; }
  static bool unique(Op op, Payload) { return op != Op::result; }  // equal nodes are one
};
using Graph = lathe::dag::Graph<Traits>;

Value get(Graph& g, Op op, std::initializer_list<Value> operands, std::uint32_t payload = 0) {
  return g.get(op, Traits::Type::i32, operands, payload);
}
Value constant(Graph& g, std::uint32_t value) { return get(g, Op::constant, {}, value); }

std::string text(const Graph& g, Value v) {
  std::string out(op_names[static_cast<std::size_t>(g.op(v))]);
  if (g.op(v) == Op::argument || g.op(v) == Op::constant) return out + " " + std::to_string(g.payload(v.node));
  for (std::uint32_t i = 0; i < g.operand_count(v.node); ++i) out += (i != 0 ? ", " : "(") + text(g, g.operand(v, i));
  return out + ')';
}

// ---- the rules: functions in a table, and around it the five members that dag::RuleSet asks for
class Rules;
using Rule = lathe::dag::Rule<Rules, Op>;
std::vector<Rule> all_rules();

class Rules {
 public:
  explicit Rules(Graph& graph) : graph_(graph), table_(all_rules()) {}
  Graph& graph() { return graph_; }
  std::uint32_t count() const { return table_.count(); }
  std::string_view name(std::uint32_t rule) const { return table_.name(rule); }
  auto candidates(Op op) { return table_.candidates(op); }
  bool apply(std::uint32_t rule, NodeId node, std::vector<Value>& out) {
    const Value v = table_.apply(rule, *this, node);
    if (v) out.push_back(v);
    return static_cast<bool>(v);
  }
  bool is_constant(Value v, std::uint32_t& value) const {
    value = graph_.payload(v.node);
    return graph_.op(v) == Op::constant;
  }

 private:
  Graph& graph_;
  lathe::dag::RuleTable<Rules, Op> table_;
};

// (x + c1) + c2 -> x + (c1 + c2), when nobody else needs the inner sum.
Value reassociate_add(Rules& r, NodeId n) {
  Graph& g = r.graph();
  std::uint32_t outer = 0, inner = 0;
  const Value sum = g.operand(n, 0);
  if (!r.is_constant(g.operand(n, 1), outer) || g.op(sum) != Op::add || !g.one_use(sum)) return {};
  if (!r.is_constant(g.operand(sum, 1), inner)) return {};
  return get(g, Op::add, {g.operand(sum, 0), constant(g, outer + inner)});
}
// x * 2^k -> x << k
Value shift_for_mul(Rules& r, NodeId n) {
  Graph& g = r.graph();
  std::uint32_t factor = 0, shift = 0;
  if (!r.is_constant(g.operand(n, 1), factor) || factor == 0 || (factor & (factor - 1)) != 0) return {};
  while (factor >> shift != 1) ++shift;
  return get(g, Op::shl, {g.operand(n, 0), constant(g, shift)});
}
Value double_negation(Rules& r, NodeId n) {
  const Value x = r.graph().operand(n, 0);
  return r.graph().op(x) == Op::neg ? r.graph().operand(x, 0) : Value{};
}
std::vector<Rule> all_rules() {
  return {{"reassociate-add", Op::add, reassociate_add},
          {"shift-for-mul", Op::mul, shift_for_mul},
          {"double-negation", Op::neg, double_negation}};
}

// ---- what a value is, for the checker: arguments are words chosen by the seed
struct Evaluator {
  std::uint32_t value(const Graph& g, Value v, std::uint64_t seed) {
    const auto x = [&](std::uint32_t i) { return value(g, g.operand(v, i), seed); };
    switch (g.op(v)) {
      case Op::argument:
        return static_cast<std::uint32_t>((seed + 1) * 0x9E3779B97F4A7C15ULL >> (29 + g.payload(v.node)));
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
      case Op::result:
        return x(0);
    }
    return 0;
  }
  bool refines(std::uint32_t before, std::uint32_t after) const { return before == after; }
};

int main() {
  // ((a + 3) + 4) * 8 - (-(-b))
  Graph graph;
  const Value a = get(graph, Op::argument, {}, 0);
  const Value b = get(graph, Op::argument, {}, 1);
  const Value sum = get(graph, Op::add, {get(graph, Op::add, {a, constant(graph, 3)}), constant(graph, 4)});
  const Value product = get(graph, Op::mul, {sum, constant(graph, 8)});
  const Value root =
      get(graph, Op::result, {get(graph, Op::sub, {product, get(graph, Op::neg, {get(graph, Op::neg, {b})})})});
  graph.pin(root.node);  // nodes that nothing uses are erased, except pinned ones
  std::printf("before: %s\n", text(graph, root).c_str());

  Graph copy = graph;
  Rules rules(graph);
  const auto done = lathe::dag::combine(rules, {.confirm = true, .trace = true}, [](const lathe::Remark& remark) {
    std::printf("  %s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  std::printf("after:  %s\n", text(graph, root).c_str());
  std::printf("%llu visits of %u nodes, %llu rewrites\n", static_cast<unsigned long long>(done.visits), graph.live(),
              static_cast<unsigned long long>(done.rewrites));

  Rules replay(copy);
  Evaluator evaluator;
  const auto faults = lathe::dag::check_combine(replay, done.trace, graph, evaluator, {.expect_fixpoint = true});
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());
  std::printf("%s", lathe::dag::print(done.trace, rules).c_str());  // what replay_combine applies without a search
  return faults.empty() && done.rewrites == 3 ? 0 : 1;
}
