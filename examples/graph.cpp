// A selection DAG over five operations of one's own: uniquing, replace-all-uses, erasure.
// Compile: g++ -std=c++20 -I include examples/graph.cpp
#include <lathe/dag/graph.hpp>

#include <cstdio>

enum class Op : unsigned char { argument, constant, add, mul, store };

struct Traits {
  using Opcode = Op;
  using Type = int;  // bits
  struct Payload {
    long value = 0;
    bool operator==(const Payload&) const = default;
  };
  static std::uint64_t hash(int type) { return static_cast<std::uint64_t>(type); }
  static std::uint64_t hash(const Payload& payload) { return static_cast<std::uint64_t>(payload.value); }
  static bool unique(Op op, const Payload&) { return op != Op::store; }  // two equal stores are two stores
};

int main() {
  lathe::dag::Graph<Traits> graph;
  const auto x = graph.get(Op::argument, 32, {}, {0});
  const auto one = graph.get(Op::constant, 32, {}, {1});
  const auto product = graph.get(Op::mul, 32, {x, one});
  const auto sum = graph.get(Op::add, 32, {product, x});
  const auto store = graph.get(Op::store, 0, {sum});
  graph.pin(store.node);

  std::printf("%u nodes; x*1 built twice is one node: %s\n", graph.live(),
              graph.get(Op::mul, 32, {x, one}) == product ? "yes" : "no");
  graph.replace(product, x);  // x*1 is x
  graph.erase_all_dead();
  std::printf("%u nodes after x*1 -> x\n", graph.live());

  int faults = 0;
  graph.verify([&](lathe::dag::NodeId node, const char* what) { std::printf("node %u: %s\n", node, what), ++faults; });
  return faults == 0 && graph.live() == 3 ? 0 : 1;
}
