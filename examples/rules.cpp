// Rewrite rules of your own as text, over an IR of your own: read, proved to end, matched together, run by the combiner.
// Compile: g++ -std=c++20 -I include examples/rules.cpp
#include <cstdio>
#include <optional>
#include <span>
#include <string>

#include <lathe/combine/rules_measure.hpp>
#include <lathe/combine/rules_set.hpp>
#include <lathe/combine/rules_text.hpp>
#include <lathe/dag/graph.hpp>

using lathe::dag::NodeId;
using lathe::dag::Value;
namespace rules = lathe::rules;

// ---- the IR: numbers of 32 bits
enum class Op : std::uint8_t { argument, constant, add, mul, shl, result };
struct Traits {
  enum class Type : std::uint8_t { i32 };
  using Opcode = Op;
  using Payload = std::uint32_t;  // the constant, or the argument's number
  static std::uint64_t hash(Type) { return 0; }
  static std::uint64_t hash(Payload payload) { return payload; }
  static bool unique(Op op, Payload) { return op != Op::result; }
};
using Graph = lathe::dag::Graph<Traits>;

// ---- its words
rules::Vocabulary vocabulary() {
  rules::Vocabulary words;
  words.operations = {{"add", static_cast<std::uint32_t>(Op::add), 2, true, {}, false},
                      {"mul", static_cast<std::uint32_t>(Op::mul), 2, true, {}, false},
                      {"shl", static_cast<std::uint32_t>(Op::shl), 2, false, {}, false}};
  words.types = {{"i32", 0, 32}};
  return words;
}

// ---- what a rule sees of it, and how results are made
class Client {
 public:
  using RuleValue = Value;
  explicit Client(Graph& graph) : graph_(graph) {}
  Graph& graph() { return graph_; }
  std::uint32_t operation(Value v) const { return static_cast<std::uint32_t>(graph_.op(v)); }
  std::uint32_t operand_count(Value v) const { return graph_.operand_count(v.node); }
  Value operand(Value v, std::uint32_t i) const { return graph_.operand(v, i); }
  std::optional<std::uint64_t> literal(Value v) const {
    if (graph_.op(v) != Op::constant) return std::nullopt;
    return graph_.payload(v.node);
  }
  static std::uint32_t type(Value) { return 0; }
  static std::uint32_t width(std::uint32_t) { return 32; }
  static std::uint32_t flags(Value) { return 0; }
  static std::uint64_t attribute(Value) { return 0; }
  bool one_use(Value v) const { return graph_.one_use(v); }

  Value make(std::uint32_t operation, std::uint32_t, std::span<const Value> operands, std::optional<std::uint64_t>,
             std::uint32_t) {
    return graph_.get(static_cast<Op>(operation), Traits::Type::i32, operands);
  }
  Value literal(std::uint64_t bits, std::uint32_t) {
    return graph_.get(Op::constant, Traits::Type::i32, {}, static_cast<std::uint32_t>(bits));
  }
  void replacing(NodeId) {}
  void replaced(NodeId, std::span<const Value>) {}

 private:
  Graph& graph_;
};

constexpr char rule_text[] = R"(
rule literal-right
each op = add mul
match ($op C x)
when not_literal(x)
give ($op x C)
rule sums
match (add (add x C) D)
give (add x {C + D})
rule product-of-power
match (mul x C)
when pow2(C), C >= 2
give (shl x {log2(C)})
)";

std::string print(const Graph& g, Value v) {
  static constexpr const char* names[] = {"argument ", "", "add", "mul", "shl", "result"};
  std::string out = names[static_cast<std::size_t>(g.op(v))];
  if (g.op(v) == Op::argument || g.op(v) == Op::constant) return out + std::to_string(g.payload(v.node));
  for (std::uint32_t i = 0; i < g.operand_count(v.node); ++i) out += (i != 0 ? ", " : "(") + print(g, g.operand(v, i));
  return out + ")";
}

int main() {
  const rules::Vocabulary words = vocabulary();
  rules::RuleList list;
  std::string error;
  if (!rules::read_rules(rule_text, "example", words, list, error)) {
    std::printf("%s\n", error.c_str());
    return 1;
  }
  const rules::Measure measure = rules::find_measure(list, words);
  std::printf("%s", rules::print(measure, list, words).c_str());
  if (!measure.complete()) return 1;

  Graph g;
  const auto number = [&](std::uint32_t n) { return g.get(Op::constant, Traits::Type::i32, {}, n); };
  const auto make = [&](Op op, Value a, Value b) { return g.get(op, Traits::Type::i32, {a, b}); };
  const Value x = g.get(Op::argument, Traits::Type::i32, {}, 0);
  const Value sum = make(Op::add, make(Op::add, number(3), make(Op::mul, number(8), x)), number(4));
  const Value result = g.get(Op::result, Traits::Type::i32, {sum});
  g.pin(result.node);

  Client client(g);
  const rules::Compiled compiled(list, words);
  rules::RuleSet<Client> set(client, compiled);
  const auto done = lathe::dag::combine(set);
  std::printf("%s after %d rewrites\n", print(g, result).c_str(), static_cast<int>(done.rewrites));
  for (std::size_t r = 0; r < done.fired.size(); ++r)
    if (done.fired[r] != 0) std::printf("%s: %d\n", list[r].name.c_str(), static_cast<int>(done.fired[r]));
  return print(g, result) == "result(add(shl(argument 0, 3), 7))" ? 0 : 1;
}
