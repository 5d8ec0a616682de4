// Turn an expression graph into instructions of your own machine with lathe's selector: what folds, in which order.
// Compile: g++ -std=c++20 -I include examples/select.cpp
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/dag/graph.hpp>
#include <lathe/select.hpp>
#include <lathe/select/check.hpp>
#include <lathe/select/text.hpp>

using lathe::dag::NodeId;
using lathe::dag::Value;

// ---- the IR: lathe's node store, with the operations and types of your own
enum class Op : std::uint8_t { argument, constant, add, sub, mul, shl, result };

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

// ---- the machine: "add r3, r1, 5"; constants are immediates, and a product that only one sum reads becomes its mad.
// One rule per operation, run twice: while covering it asks for values, while emitting it writes text.
class Target {
 public:
  explicit Target(const Graph& graph) : graph_(graph) {}
  bool cover(NodeId node, lathe::dag::Demand& demand) {
    demand_ = &demand;
    const bool ok = rule(node);
    demand_ = nullptr;
    return ok;
  }
  bool emit(NodeId node) { return rule(node); }
  std::vector<std::string> lines;

 private:
  bool rule(NodeId n) {
    const Value a = graph_.operand_count(n) > 0 ? graph_.operand(n, 0) : Value{};
    const Value b = graph_.operand_count(n) > 1 ? graph_.operand(n, 1) : Value{};
    switch (graph_.op(n)) {
      case Op::argument:
        return write(n, "arg", {"#" + std::to_string(graph_.payload(n))});
      case Op::constant:
        return write(n, "li", {number({n, 0})});
      case Op::add:
        if (graph_.op(a) == Op::mul && graph_.one_use(a))
          return write(n, "mad", {reg(graph_.operand(a, 0)), source(graph_.operand(a, 1)), source(b)});
        return write(n, "add", {reg(a), source(b)});
      case Op::mul:
        return write(n, "mul", {reg(a), source(b)});
      case Op::sub:
        return write(n, "sub", {reg(a), source(b)});
      case Op::result:
        return write(n, "out", {source(a)});
      default:
        return false;  // this machine cannot shift
    }
  }
  std::string number(Value v) const { return std::to_string(graph_.payload(v.node)); }
  std::string reg(Value v) {
    if (demand_ != nullptr) (*demand_)(v);
    return "r" + std::to_string(v.node);
  }
  std::string source(Value v) { return graph_.op(v) == Op::constant ? number(v) : reg(v); }
  bool write(NodeId n, std::string line, const std::vector<std::string>& operands) {
    if (demand_ != nullptr) return true;
    if (graph_.op(n) != Op::result) line += " r" + std::to_string(n) + ",";
    for (std::size_t i = 0; i < operands.size(); ++i) line += (i == 0 ? " " : ", ") + operands[i];
    lines.push_back(line);
    return true;
  }
  const Graph& graph_;
  lathe::dag::Demand* demand_ = nullptr;
};

// ---- what the checker must know of this machine: what its patterns may take in, and what has an effect
struct Judge {
  const Graph& graph;
  bool may_fold(NodeId user, Value operand) const {
    if (graph.op(operand) == Op::constant) return true;
    return graph.op(operand) == Op::mul && graph.op(user) == Op::add && graph.operand(user, 0) == operand &&
           graph.one_use(operand);
  }
  bool once(NodeId node) const { return graph.op(node) == Op::result; }
};

int main() {
  // (a * 5 + b) - (b + 7)
  Graph graph;
  const Value a = get(graph, Op::argument, {}, 0);
  const Value b = get(graph, Op::argument, {}, 1);
  const Value sum = get(graph, Op::add, {get(graph, Op::mul, {a, constant(graph, 5)}), b});
  const Value root = get(graph, Op::result, {get(graph, Op::sub, {sum, get(graph, Op::add, {b, constant(graph, 7)})})});

  Target target(graph);
  lathe::dag::Selector<Graph> selector;
  const Value roots[] = {root};
  const auto done = selector.run(graph, roots, target);
  for (const std::string& line : target.lines) std::printf("  %s\n", line.c_str());
  std::printf("%llu nodes, %llu instructions, %llu folded\n", static_cast<unsigned long long>(done.stats.nodes),
              static_cast<unsigned long long>(done.stats.emitted), static_cast<unsigned long long>(done.stats.folded));

  // What was done as data, and a checker that judges it by its definition.
  const lathe::dag::Selection selection = selector.selection();
  const bool right = check_selection(graph, roots, selection, Judge{graph}).empty();
  std::printf("%s%s\n", print(selection).c_str(), right ? "a right selection" : "WRONG");

  // What the machine cannot do is refused by name.
  const Value shift = get(graph, Op::result, {get(graph, Op::shl, {a, constant(graph, 2)})});
  const Value other[] = {shift};
  const auto refused = selector.run(graph, other, target);
  std::printf("node %u, a shift: %s\n", refused.node, to_string(refused.why).data());
  return done && right && !refused && graph.op(refused.node) == Op::shl ? 0 : 1;
}
