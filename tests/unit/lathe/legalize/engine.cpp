// The legalizer engines on a toy DAG: numbers of 1, 2, 4 or 8 digits where registers hold 2, and a machine that can add
// but neither subtract nor negate.
#include <doctest/doctest.h>

#include <lathe/dag/graph.hpp>
#include <lathe/legalize/operations.hpp>
#include <lathe/legalize/types.hpp>

#include <array>
#include <vector>

namespace {

using lathe::dag::Action;
using lathe::dag::NodeId;
using lathe::dag::Rewrite;
using lathe::dag::Value;

enum class Op : std::uint16_t { entry, arg, bits_and, add, sub, neg, store, pair_out, loop, odd, count };

struct ToyTraits {
  using Opcode = Op;
  using Type = int;  // digits; 0 is the chain
  struct Payload {
    std::uint64_t imm = 0;
    bool operator==(const Payload&) const = default;
  };
  static std::uint64_t hash(int type) { return static_cast<std::uint64_t>(type); }
  static std::uint64_t hash(Payload p) { return p.imm; }
  static bool unique(Op op, Payload) { return op != Op::store; }
};
using Toy = lathe::dag::Graph<ToyTraits>;

// Types: 8 and 4 digits are halved one step at a time, 1 digit is held in 2.
struct ToyTypes {
  bool legal(int digits) const { return digits == 0 || digits == 2; }

  template <class Walk>
  Rewrite lower(Walk& walk, NodeId id) {
    Toy& g = walk.graph();
    ++lowered;
    const auto part = [&](std::uint32_t operand, std::uint32_t i) { return walk.part(g.operand(id, operand), i); };
    switch (g.op(id)) {
      case Op::arg: {
        const int digits = g.types(id)[0];
        if (digits == 1) {
          walk.set(id, 0, g.get(Op::arg, 2, {}, {g.payload(id).imm}));
          return Rewrite::replaced;
        }
        const std::array<Value, 2> halves{g.get(Op::arg, digits / 2, {}, {g.payload(id).imm * 2 + 1}),
                                          g.get(Op::arg, digits / 2, {}, {g.payload(id).imm * 2 + 2})};
        walk.set(id, 0, halves);
        return Rewrite::replaced;
      }
      case Op::bits_and: {
        const int digits = g.types(id)[0];
        if (digits == 1) {
          walk.set(id, 0, g.get(Op::bits_and, 2, {part(0, 0), part(1, 0)}));
          return Rewrite::replaced;
        }
        const std::array<Value, 2> halves{g.get(Op::bits_and, digits / 2, {part(0, 0), part(1, 0)}),
                                          g.get(Op::bits_and, digits / 2, {part(0, 1), part(1, 1)})};
        walk.set(id, 0, halves);
        return Rewrite::replaced;
      }
      case Op::store: {
        std::vector<Value> all;
        walk.flat(g.operand(id, 1), all);
        Value chain = walk.current(g.operand(id, 0));
        for (const Value v : all) chain = g.get(Op::store, 0, {chain, v});
        walk.set(id, 0, chain);
        return Rewrite::replaced;
      }
      case Op::pair_out: {  // x -> low half, chain: two results
        std::vector<Value> all;
        walk.flat(g.operand(id, 1), all);
        walk.set(id, 0, all[0]);
        walk.set(id, 1, walk.current(g.operand(id, 0)));
        return Rewrite::replaced;
      }
      case Op::loop: {  // a rule that uses what it replaces
        walk.set(id, 0, g.get(Op::bits_and, 4, {Value{id, 0}, Value{id, 0}}));
        return Rewrite::replaced;
      }
      default:
        return Rewrite::refused;
    }
  }
  int lowered = 0;
};
static_assert(lathe::dag::explain_type_client<ToyTypes, Toy>());
static_assert(lathe::dag::TypeClient<ToyTypes, Toy>);

// The poorest clients.
struct ArchetypeTypes {
  bool legal(int) const { return true; }
  Rewrite lower(lathe::dag::TypeLegalizer<Toy, ArchetypeTypes>::Walk&, NodeId) { return Rewrite::refused; }
};
static_assert(lathe::dag::TypeClient<ArchetypeTypes, Toy>);
struct ArchetypeOperations {
  Action action(const Toy&, NodeId) const { return Action::legal; }
  bool expand(Toy&, NodeId, std::vector<Value>&) { return false; }
};
static_assert(lathe::dag::explain_operation_client<ArchetypeOperations, Toy>());

bool all_legal(const Toy& g) {
  for (NodeId id = 0; id < g.size(); ++id)
    if (g.alive(id))
      for (const int t : g.types(id))
        if (t != 0 && t != 2) return false;
  return true;
}
std::uint32_t count(const Toy& g, Op op) {
  std::uint32_t n = 0;
  for (NodeId id = 0; id < g.size(); ++id) n += g.alive(id) && g.op(id) == op;
  return n;
}
bool sound(const Toy& g) {
  bool ok = true;
  g.verify([&](NodeId, const char*) { ok = false; });
  return ok;
}

// Operations: sub becomes add of neg, neg becomes bits_and (say), add is native; custom declines on odd payloads.
struct ToyOperations {
  lathe::dag::ActionTable table{static_cast<std::uint32_t>(Op::count), 9};
  ToyOperations() {
    for (std::uint32_t t = 0; t < 9; ++t) {
      table.set(static_cast<std::uint32_t>(Op::sub), t, Action::expand);
      table.set(static_cast<std::uint32_t>(Op::neg), t, Action::custom);
      table.set(static_cast<std::uint32_t>(Op::loop), t, Action::expand);
      table.set(static_cast<std::uint32_t>(Op::odd), t, Action::libcall);
    }
    table.set(static_cast<std::uint32_t>(Op::add), 1, Action::promote);
  }
  Action action(const Toy& g, NodeId id) const {
    return table.get(static_cast<std::uint32_t>(g.op(id)), static_cast<std::uint32_t>(g.types(id)[0]));
  }
  bool custom(Toy& g, NodeId id, std::vector<Value>& out) {
    if (g.payload(id).imm == 7) {  // as it is
      out.push_back({id, 0});
      return true;
    }
    return g.payload(id).imm % 2 == 0 && (out.push_back(g.operand(id, 0)), true);
  }
  bool expand(Toy& g, NodeId id, std::vector<Value>& out) {
    const int t = g.types(id)[0];
    switch (g.op(id)) {
      case Op::sub:
        out.push_back(g.get(Op::add, t, {g.operand(id, 0), g.get(Op::neg, t, {g.operand(id, 1)}, {1})}));
        return true;
      case Op::neg:
        out.push_back(g.get(Op::bits_and, t, {g.operand(id, 0), g.operand(id, 0)}));
        return true;
      case Op::loop:
        out.push_back(g.get(Op::loop, t, {g.operand(id, 0)}, {g.payload(id).imm + 1}));
        return true;
      default:
        return false;
    }
  }
  bool promote(Toy& g, NodeId id, std::vector<Value>& out) {
    out.push_back(g.get(Op::bits_and, g.types(id)[0], {g.operand(id, 0), g.operand(id, 1)}));
    return true;
  }
};

}  // namespace

TEST_CASE("types fall one step at a time, and nodes that stay get new operands") {
  Toy g;
  const Value entry = g.get(Op::entry, 0, {});
  const Value wide = g.get(Op::bits_and, 8, {g.get(Op::arg, 8, {}, {0}), g.get(Op::arg, 8, {}, {1})});
  const Value narrow = g.get(Op::bits_and, 1, {g.get(Op::arg, 1, {}, {5}), g.get(Op::arg, 1, {}, {6})});
  const Value first = g.get(Op::store, 0, {entry, wide});
  const Value second = g.get(Op::store, 0, {first, narrow});
  g.pin(second.node);
  ToyTypes client;
  lathe::dag::LegalizeStats stats;
  CHECK_FALSE(lathe::dag::legalize_types(g, client, {}, &stats));
  CHECK(sound(g));
  CHECK(all_legal(g));
  CHECK(count(g, Op::store) == 5);  // four pieces and one
  CHECK(count(g, Op::bits_and) == 5);
  CHECK(stats.rewritten == static_cast<std::uint64_t>(client.lowered));
  CHECK(stats.created > 0);
}

TEST_CASE("pins follow, several results are replaced each") {
  Toy g;
  const Value entry = g.get(Op::entry, 0, {});
  const Value x = g.get(Op::arg, 4, {}, {0});
  const std::array<int, 2> types{2, 0};
  const std::array<Value, 2> operands{entry, x};
  const NodeId pair = g.add(Op::pair_out, types, operands);
  const Value low = g.get(Op::add, 2, {{pair, 0}, {pair, 0}});
  const Value root = g.get(Op::store, 0, {{pair, 1}, low});
  g.pin(root.node);
  ToyTypes client;
  lathe::dag::TypeLegalizer<Toy, ToyTypes> legalizer(g, client);
  CHECK_FALSE(legalizer.run());
  CHECK(sound(g));
  CHECK(count(g, Op::pair_out) == 0);
  const Value now = legalizer.current(root);
  REQUIRE(g.alive(now.node));
  CHECK(g.node(now.node).pins == 1);
  CHECK(g.op(g.operand(now, 0)) == Op::entry);
}

TEST_CASE("nothing to do costs nothing") {
  Toy g;
  const Value x = g.get(Op::arg, 2, {}, {0});
  g.pin(g.get(Op::add, 2, {x, x}).node);
  ToyTypes client;
  lathe::dag::LegalizeStats stats;
  CHECK_FALSE(lathe::dag::legalize_types(g, client, {}, &stats));
  CHECK(stats.visited == 0);
}

TEST_CASE("refusals name the node") {
  Toy g;
  const Value x = g.get(Op::arg, 4, {}, {0});
  const Value bad = g.get(Op::neg, 4, {x});
  g.pin(g.get(Op::store, 0, {g.get(Op::entry, 0, {}), bad}).node);
  ToyTypes client;
  const lathe::dag::Refusal no_rule = lathe::dag::legalize_types(g, client);
  CHECK(no_rule.why == lathe::dag::RefusalReason::no_rule);
  CHECK(no_rule.node == bad.node);
  CHECK(no_rule.value == bad);

  Toy h;
  const Value y = h.get(Op::loop, 4, {h.get(Op::arg, 4, {}, {0})});
  h.pin(h.get(Op::store, 0, {h.get(Op::entry, 0, {}), y}).node);
  const lathe::dag::Refusal cycle = lathe::dag::legalize_types(h, client);
  CHECK(cycle.why == lathe::dag::RefusalReason::cyclic_rule);

  Toy k;
  k.pin(k.get(Op::store, 0, {k.get(Op::entry, 0, {}), k.get(Op::arg, 8, {}, {0})}).node);
  const lathe::dag::Refusal fuel = lathe::dag::legalize_types(k, client, {.fuel = 2});
  CHECK(fuel.why == lathe::dag::RefusalReason::out_of_fuel);
}

TEST_CASE("deep chains do not overflow the stack and cost linear work") {
  const auto work = [](std::uint32_t depth) {
    Toy g;
    Value x = g.get(Op::arg, 8, {}, {0});
    for (std::uint32_t i = 0; i < depth; ++i) x = g.get(Op::bits_and, 8, {x, g.get(Op::arg, 8, {}, {i % 5 + 1})});
    g.pin(g.get(Op::store, 0, {g.get(Op::entry, 0, {}), x}).node);
    ToyTypes client;
    lathe::dag::LegalizeStats stats;
    CHECK_FALSE(lathe::dag::legalize_types(g, client, {}, &stats));
    CHECK(all_legal(g));
    return stats.visited;
  };
  const std::uint64_t small = work(50000), large = work(100000);
  CHECK(large < small * 2 + 100);
}

TEST_CASE("operations: actions, falling through, new nodes again") {
  Toy g;
  const Value x = g.get(Op::arg, 2, {}, {0}), y = g.get(Op::arg, 2, {}, {1});
  const Value difference = g.get(Op::sub, 2, {x, y});
  const Value dropped = g.get(Op::neg, 2, {difference}, {2});
  const Value kept = g.get(Op::neg, 2, {dropped}, {7});
  const Value promoted = g.get(Op::add, 1, {g.get(Op::arg, 1, {}, {0}), g.get(Op::arg, 1, {}, {1})});
  const Value entry = g.get(Op::entry, 0, {});
  g.pin(g.get(Op::store, 0, {g.get(Op::store, 0, {entry, kept}), promoted}).node);
  ToyOperations client;
  lathe::dag::OperationStats stats;
  CHECK_FALSE(lathe::dag::legalize_operations(g, client, {}, &stats));
  CHECK(sound(g));
  CHECK(count(g, Op::sub) == 0);
  CHECK(count(g, Op::neg) == 1);  // the one that custom keeps
  CHECK(count(g, Op::bits_and) == 2);
  CHECK(stats.promote == 1);
  CHECK(stats.custom == 2);
  CHECK(stats.expand == 2);  // sub, and the neg that custom declined
  CHECK(stats.declined == 1);
}

TEST_CASE("operations: rules that feed each other run out of fuel, a missing libcall is refused") {
  Toy g;
  g.pin(g.get(Op::store, 0, {g.get(Op::entry, 0, {}), g.get(Op::loop, 2, {g.get(Op::arg, 2, {}, {0})})}).node);
  ToyOperations client;
  CHECK(lathe::dag::legalize_operations(g, client, {.fuel = 100}).why == lathe::dag::RefusalReason::out_of_fuel);
  Toy h;
  const Value odd = h.get(Op::odd, 2, {h.get(Op::arg, 2, {}, {0})});
  h.pin(h.get(Op::store, 0, {h.get(Op::entry, 0, {}), odd}).node);
  const lathe::dag::Refusal refusal = lathe::dag::legalize_operations(h, client);
  CHECK(refusal.why == lathe::dag::RefusalReason::no_rule);
  CHECK(refusal.node == odd.node);
  CHECK(refusal.action == Action::libcall);
}

TEST_CASE("a rule that makes a node equal to one replaced before gets the replacement") {
  // The second subtraction is made by hand while the first is being replaced.
  struct Remake : ToyOperations {
    Value x, y;
    bool custom(Toy& g, NodeId, std::vector<Value>& out) {
      out.push_back(g.get(Op::add, 2, {g.get(Op::sub, 2, {x, y}), x}));
      return true;
    }
  };
  Toy g;
  Remake client;
  client.x = g.get(Op::arg, 2, {}, {0});
  client.y = g.get(Op::arg, 2, {}, {1});
  const Value a = g.get(Op::sub, 2, {client.x, client.y});
  const Value b = g.get(Op::neg, 2, {a}, {3});
  g.pin(g.get(Op::store, 0, {g.get(Op::entry, 0, {}), b}).node);
  client.table.set(static_cast<std::uint32_t>(Op::sub), 2, Action::promote);  // sub(x, y) becomes bits_and(x, y)
  CHECK_FALSE(lathe::dag::legalize_operations(g, client));
  CHECK(sound(g));
  CHECK(count(g, Op::sub) == 0);
}
