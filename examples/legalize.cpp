// A 64-bit sum on a machine with 32-bit registers and no carry flag: types first, then operations.
// Five nodes of five operations of one's own; the values before and after are compared on many inputs.
// Compile: g++ -std=c++20 -I include examples/legalize.cpp
#include <lathe/dag/graph.hpp>
#include <lathe/legalize/check.hpp>
#include <lathe/legalize/operations.hpp>
#include <lathe/legalize/types.hpp>

#include <array>
#include <cstdio>
#include <vector>

using namespace lathe::dag;

enum class Op : unsigned char { argument, add, carry, less, store };  // carry(a, b): does a + b overflow?
constexpr const char* names[] = {"argument", "add", "carry", "less", "store"};
struct Toy {
  using Opcode = Op;
  using Type = int;  // bits; 0: nothing
  struct Payload {
    unsigned number = 0, half = 0;  // of an argument
    bool operator==(const Payload&) const = default;
  };
  static std::uint64_t hash(int type) { return static_cast<std::uint64_t>(type); }
  static std::uint64_t hash(const Payload& p) { return p.number * 2 + p.half; }
  static bool unique(Op op, const Payload&) { return op != Op::store; }
};
using Dag = Graph<Toy>;

struct Types {  // which types a register holds, and how the others are made of them
  bool legal(int bits) const { return bits <= 32; }
  const char* how(int) const { return "split"; }            // for traces and remarks
  bool orders(int bits) const { return bits == 0; }         // for the checker: a chain,
  bool holds(int bits, std::span<const int> parts) const {  // and what may hold a value
    return parts.size() == 1 ? parts[0] == bits : parts.size() == 2 && bits == 64 && parts[0] + parts[1] == bits;
  }
  template <class Walk>
  Rewrite lower(Walk& walk, NodeId id) {
    Dag& g = walk.graph();
    const auto half = [&](std::uint32_t operand, std::uint32_t i) { return walk.part(g.operand(id, operand), i); };
    std::array<Value, 2> parts;  // low, high
    if (g.op(id) == Op::store) {
      walk.set(id, 0, g.get(Op::store, 0, {half(0, 0), half(0, 1)}));
      return Rewrite::replaced;
    }
    if (g.op(id) == Op::argument) {
      for (const unsigned i : {0U, 1U}) parts[i] = g.get(Op::argument, 32, {}, {g.payload(id).number, i});
    } else if (g.op(id) == Op::add) {
      parts = {g.get(Op::add, 32, {half(0, 0), half(1, 0)}), g.get(Op::add, 32, {half(0, 1), half(1, 1)})};
      parts[1] = g.get(Op::add, 32, {parts[1], g.get(Op::carry, 32, {half(0, 0), half(1, 0)})});
    } else {
      return Rewrite::refused;
    }
    walk.set(id, 0, parts);
    return Rewrite::replaced;
  }
};

struct Operations {  // what the machine does itself
  ActionTable table{5, 1};
  Operations() { table.set(static_cast<std::uint32_t>(Op::carry), 0, Action::expand); }
  bool orders(int bits) const { return bits == 0; }
  Action action(const Dag& g, NodeId id) const { return table.get(static_cast<std::uint32_t>(g.op(id)), 0); }
  bool expand(Dag& g, NodeId id, std::vector<Value>& out) {  // a + b overflows when the sum is below a
    const Value a = g.operand(id, 0);
    out.push_back(g.get(Op::less, 32, {g.get(Op::add, 32, {a, g.operand(id, 1)}), a}));
    return true;
  }
};
static_assert(explain_type_client<Types, Dag>() && explain_operation_client<Operations, Dag>());
static_assert(explain_type_judge<Types, Dag>() && explain_operation_judge<Operations, Dag>());

std::uint64_t evaluate(const Dag& g, Value v, const std::uint64_t* in) {
  const auto mask = [&](std::uint64_t x) { return g.type(v) == 32 ? x & 0xffffffffU : x; };
  const auto operand = [&](std::uint32_t i) { return evaluate(g, g.operand(v, i), in); };
  const auto [number, half] = g.payload(v.node);
  if (g.op(v) == Op::argument) return mask(in[number] >> (32 * half));
  if (g.op(v) == Op::store) return g.operand_count(v.node) == 1 ? operand(0) : operand(0) | operand(1) << 32;
  if (g.op(v) == Op::less) return operand(0) < operand(1);
  return g.op(v) == Op::carry ? (operand(0) + operand(1)) >> 32 : mask(operand(0) + operand(1));
}

int main() {
  Dag g;
  const Value a = g.get(Op::argument, 64, {}, {0, 0}), b = g.get(Op::argument, 64, {}, {1, 0});
  Value root = g.get(Op::store, 0, {g.get(Op::add, 64, {g.get(Op::add, 64, {a, b}), a})});
  g.pin(root.node);
  const std::uint64_t inputs[][2] = {{1, 2}, {0xffffffff, 1}, {~0ULL, ~0ULL}, {0x123456789abcdef0, 0xfedcba9876543211}};
  std::vector<std::uint64_t> before;
  for (const auto& in : inputs) before.push_back(evaluate(g, root, in));
  Types types;
  Operations operations;
  LegalizeTrace trace;  // what is done is recorded, and judged by a checker that shares no code with the legalizers
  Dag copy = g;
  TypeLegalizer<Dag, Types> by_type(g, types, {.trace = &trace});
  bool right = !by_type.run();
  root = by_type.current(root);
  std::printf("5 nodes with 64 bits became %u with 32\n", g.live());
  right &= check_types(copy, g, trace, types).empty();
  std::printf("%s", print(trace).c_str());
  copy = g;
  trace = {};
  OperationStats stats;
  right &= !legalize_operations(g, operations, {.trace = &trace}, &stats) && stats.expand == 2;
  right &= check_operations(copy, g, trace, operations).empty();
  std::vector<NodeId> order;
  g.topological_order(order);
  for (const NodeId id : order) {
    std::printf("  %u = %s", id, names[static_cast<int>(g.op(id))]);
    if (g.op(id) == Op::argument)
      std::printf(" %c.%s", "ab"[g.payload(id).number], g.payload(id).half ? "high" : "low");
    g.for_each_operand(id, [](Value v) { std::printf(" %u", v.node); });
    std::printf("\n");
    right &= g.types(id)[0] <= 32 && g.op(id) != Op::carry;
  }
  for (std::size_t i = 0; i < before.size(); ++i) right &= evaluate(g, root, inputs[i]) == before[i];

  // What has no rule is refused by name: Types cannot compare 64 bits.
  Dag other;
  other.pin(other.get(Op::less, 32, {other.get(Op::argument, 64, {}), other.get(Op::argument, 64, {}, {1, 0})}).node);
  const Refusal refusal = legalize_types(other, types);
  right &= refusal.why == RefusalReason::no_rule && other.op(refusal.node) == Op::less;
  std::printf("refused: %s '%s'\n", to_string(refusal.why).data(),
              refusal ? names[static_cast<int>(other.op(refusal.node))] : "nothing");
  std::printf("%s\n", right ? "same values" : "WRONG");
  return right ? 0 : 1;
}
