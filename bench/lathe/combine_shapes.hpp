// Graphs with memory for the combiner's benchmark: the shapes on which combiners have been quadratic, and rules of the
// kind that made them so, each with a bound of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <lathe/combine.hpp>
#include <lathe/dag/graph.hpp>
#include <lathe/dense.hpp>

namespace shapes {

using lathe::dag::NodeId;
using lathe::dag::Value;

enum class Op : std::uint8_t { entry, argument, constant, add, mul, load, store, token_factor, root };
enum class Type : std::uint8_t { i64, chain };

struct Traits {
  using Opcode = Op;
  using Type = shapes::Type;
  using Payload = std::uint64_t;
  static std::uint64_t hash(Type type) { return static_cast<std::uint64_t>(type); }
  static std::uint64_t hash(Payload payload) { return payload; }
  static bool unique(Op op, Payload) { return op != Op::root; }
};
using Graph = lathe::dag::Graph<Traits>;

inline Value constant(Graph& g, std::uint64_t v) { return g.get(Op::constant, Type::i64, {}, v); }
inline Value argument(Graph& g, std::uint64_t v) { return g.get(Op::argument, Type::i64, {}, v); }
inline Value add(Graph& g, Value a, Value b) { return g.get(Op::add, Type::i64, {a, b}); }
inline Value mul(Graph& g, Value a, Value b) { return g.get(Op::mul, Type::i64, {a, b}); }
inline Value entry(Graph& g) { return g.get(Op::entry, Type::chain, {}); }
inline Value store(Graph& g, Value chain, Value address, Value value) {
  return g.get(Op::store, Type::chain, {chain, address, value});
}
/// Results: the value and the chain.
inline NodeId load(Graph& g, Value chain, Value address) {
  const Type types[] = {Type::i64, Type::chain};
  const Value operands[] = {chain, address};
  return g.add(Op::load, types, operands);
}
inline Value token_factor(Graph& g, const std::vector<Value>& chains) {
  return g.get(Op::token_factor, Type::chain, chains);
}
inline void root(Graph& g, Value chain) { g.pin(g.get(Op::root, Type::chain, {chain}).node); }

// ---- rules

class Rules {
 public:
  using Entry = lathe::dag::Rule<Rules, Op>;
  explicit Rules(Graph& graph) : graph_(graph), table_(rules()) {}
  Graph& graph() { return graph_; }
  std::uint32_t count() const { return table_.count(); }
  std::string_view name(std::uint32_t rule) const { return table_.name(rule); }
  auto candidates(Op op) { return table_.candidates(op); }
  bool apply(std::uint32_t rule, NodeId node, std::vector<Value>& out) {
    results.clear();
    const Value v = table_.apply(rule, *this, node);
    if (!v) return false;
    if (results.empty()) results.push_back(v);
    out.insert(out.end(), results.begin(), results.end());
    return true;
  }
  std::vector<Value> results;
  std::vector<Value> leaves;
  lathe::dense::DenseMap<NodeId, std::uint32_t> met;  // flatten: how many of a token factor's uses

 private:
  static std::vector<Entry> rules();
  Graph& graph_;
  lathe::dag::RuleTable<Rules, Op> table_;
};

/// Base and constant offset of an address.
struct Address {
  Value base;
  std::uint64_t offset = 0;
};
inline Address split(const Graph& g, Value v) {
  if (g.op(v) == Op::add && g.op(g.operand(v, 1)) == Op::constant)
    return {g.operand(v, 0), g.payload(g.operand(v, 1).node)};
  return {v, 0};
}

inline Value fold_add(Rules& r, NodeId n) {
  Graph& g = r.graph();
  const Value x = g.operand(n, 0), y = g.operand(n, 1);
  const bool left = g.op(x) == Op::constant, right = g.op(y) == Op::constant;
  if (left && right) return constant(g, g.payload(x.node) + g.payload(y.node));
  if (left) return add(g, y, x);
  if (right && g.payload(y.node) == 0) return x;
  // (x + c) + d -> x + (c + d), whoever else needs x + c.
  if (!right || g.op(x) != Op::add || g.op(g.operand(x, 1)) != Op::constant) return {};
  return add(g, g.operand(x, 0), constant(g, g.payload(g.operand(x, 1).node) + g.payload(y.node)));
}
inline Value fold_mul(Rules& r, NodeId n) {
  Graph& g = r.graph();
  const Value x = g.operand(n, 0), y = g.operand(n, 1);
  if (g.op(x) == Op::constant && g.op(y) == Op::constant) return constant(g, g.payload(x.node) * g.payload(y.node));
  if (g.op(x) == Op::constant) return mul(g, y, x);
  if (g.op(y) != Op::constant) return {};
  if (g.payload(y.node) == 1) return x;
  // (x * c) * d, asked as rules often are: first whether anybody else needs the product.
  if (!g.one_use(x) || g.op(x) != Op::mul || g.op(g.operand(x, 1)) != Op::constant) return {};
  return mul(g, g.operand(x, 0), constant(g, g.payload(g.operand(x, 1).node) * g.payload(y.node)));
}
/// A load that finds the store to its place, or the end of the chain, behind up to 8 stores to other places of the same
/// base, takes its value or leaves them behind. It moves only when it arrives: a load that moved as far as it looked
/// would be visited and look again, past all stores of its block in the end, as every other load would.
inline Value better_chain(Rules& r, NodeId n) {
  Graph& g = r.graph();
  const Address mine = split(g, g.operand(n, 1));
  Value chain = g.operand(n, 0);
  for (int steps = 0; steps < 8 && g.op(chain) == Op::store; ++steps) {
    const Address other = split(g, g.operand(chain, 1));
    if (other.base != mine.base) break;
    if (other.offset == mine.offset) {
      r.results = {g.operand(chain, 2), g.operand(n, 0)};
      return r.results[0];
    }
    if (other.offset - mine.offset + 7 < 15) break;  // they overlap
    chain = g.operand(chain, 0);
  }
  if (chain == g.operand(n, 0) || g.op(chain) == Op::store) return {};
  // Who waited for the load waits for what it waited for, too.
  const NodeId moved = load(g, chain, g.operand(n, 1));
  r.results = {Value{moved, 0}, token_factor(g, {Value{moved, 1}, g.operand(n, 0)})};
  return r.results[0];
}
/// A store that the next one overwrites.
inline Value overwritten(Rules& r, NodeId n) {
  Graph& g = r.graph();
  const Value chain = g.operand(n, 0);
  if (g.op(chain) != Op::store || !g.one_use(chain) || g.operand(chain, 1) != g.operand(n, 1)) return {};
  return store(g, g.operand(chain, 0), g.operand(n, 1), g.operand(n, 2));
}
/// Token factors of token factors become one, at the outermost, in one walk: linear where flattening at each level is
/// quadratic in operands copied. One that several of them need is opened when nobody else needs it, as its last use is
/// met: opened one by one, as each becomes the only user of the next, they would cost a copy of all operands each.
inline Value flatten(Rules& r, NodeId n) {
  Graph& g = r.graph();
  if (g.operand_count(n) == 1) return g.operand(n, 0);
  bool outermost = false, opened = false;
  g.for_each_use(n, [&](NodeId u, std::uint32_t, Value) { outermost |= g.op(u) != Op::token_factor; });
  if (!outermost) return {};
  r.leaves.clear();
  r.met.clear();
  std::vector<NodeId> walk{n};
  while (!walk.empty()) {
    const NodeId from = walk.back();
    walk.pop_back();
    g.for_each_operand(from, [&](Value v) {
      if (g.op(v) == Op::token_factor && ++r.met[v.node] == g.use_count(v.node)) {
        opened = true;
        walk.push_back(v.node);
      } else {
        r.leaves.push_back(v);
      }
    });
  }
  if (!opened) return {};
  std::erase_if(r.leaves, [&](Value v) { return g.op(v) == Op::token_factor && r.met[v.node] == g.use_count(v.node); });
  std::sort(r.leaves.begin(), r.leaves.end());
  r.leaves.erase(std::unique(r.leaves.begin(), r.leaves.end()), r.leaves.end());
  return r.leaves.size() == 1 ? r.leaves[0] : token_factor(g, r.leaves);
}
inline std::vector<Rules::Entry> Rules::rules() {
  return {{"fold-add", Op::add, fold_add},
          {"fold-mul", Op::mul, fold_mul},
          {"better-chain", Op::load, better_chain},
          {"overwritten", Op::store, overwritten},
          {"flatten", Op::token_factor, flatten}};
}

// ---- shapes, of about n nodes each

/// ((((x + 1) + 1) + 1) ...), each sum stored too, so that none goes away.
inline void chain(Graph& g, std::int64_t n) {
  Value sum = argument(g, 0), memory = entry(g);
  for (std::int64_t i = 0; i < n / 3; ++i) {
    sum = add(g, sum, constant(g, 1));
    memory = store(g, memory, argument(g, 1), sum);
  }
  root(g, memory);
}
/// A balanced tree of products and sums with a constant at each leaf.
inline void tree(Graph& g, std::int64_t n) {
  std::vector<Value> level;
  for (std::int64_t i = 0; i < n / 4; ++i)
    level.push_back(
        add(g, constant(g, static_cast<std::uint64_t>(i)), argument(g, static_cast<std::uint64_t>(i) % 64)));
  for (bool product = false; level.size() > 1; product = !product) {
    std::vector<Value> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(product ? mul(g, level[i], level[i + 1]) : add(g, level[i], level[i + 1]));
    if (level.size() % 2 != 0) next.push_back(level.back());
    level = std::move(next);
  }
  root(g, store(g, entry(g), argument(g, 100), level[0]));
}
/// n / 5 stores in a chain, each of a loaded value, at neighbouring places of one base (`same`: at one place).
inline void store_chain(Graph& g, std::int64_t n) {
  const Value base = argument(g, 0);
  Value memory = entry(g);
  for (std::int64_t i = 0; i < n / 5; ++i) {
    const auto at = static_cast<std::uint64_t>(i) * 16;
    const NodeId old = load(g, memory, add(g, base, constant(g, at + 8)));
    memory = store(g, Value{old, 1}, add(g, constant(g, at), base), Value{old, 0});
  }
  root(g, memory);
}
/// n / 5 bytes copied, every load and every store behind the one before it, all of them gathered by one token factor.
inline void byte_copies(Graph& g, std::int64_t n) {
  Value memory = entry(g);
  std::vector<Value> chains;
  for (std::int64_t i = 0; i < n / 5; ++i) {
    const auto at = static_cast<std::uint64_t>(i) * 16;
    const NodeId byte = load(g, memory, add(g, argument(g, 0), constant(g, at)));
    memory = store(g, memory, add(g, argument(g, 0), constant(g, at + 8)), Value{byte, 0});
    chains.push_back(Value{byte, 1});
  }
  chains.push_back(memory);
  root(g, token_factor(g, chains));
}
/// n / 4 pairs of stores of which the second overwrites the first, all behind one token factor, whose operands change one
/// after the other (found by bench/lathe/combine_search.cpp).
inline void wide_join(Graph& g, std::int64_t n) {
  std::vector<Value> chains;
  Value memory = entry(g);
  for (std::int64_t i = 0; i < n / 4; ++i) {
    const Value address = constant(g, static_cast<std::uint64_t>(i) * 16);
    const Value joined = token_factor(g, {memory, memory});
    memory = store(g, store(g, joined, address, argument(g, 0)), address, argument(g, 1));
    chains.push_back(memory);
  }
  root(g, token_factor(g, chains));
}
/// A line of sums of which each takes the one before it twice, and all take the same constants: what is shared has users
/// by the thousand.
inline void shared_sums(Graph& g, std::int64_t n) {
  Value sum = argument(g, 0);
  Value memory = entry(g);
  for (std::int64_t i = 0; i < n / 3; ++i) {
    sum = add(g, add(g, sum, constant(g, 1)), sum);
    if (i % 8 == 0) memory = store(g, memory, argument(g, 1), sum);
  }
  root(g, memory);
}
inline void overwriting_stores(Graph& g, std::int64_t n) {
  Value memory = entry(g);
  for (std::int64_t i = 0; i < n / 2; ++i)
    memory = store(g, memory, argument(g, 0), argument(g, static_cast<std::uint64_t>(i)));
  root(g, memory);
}
/// n / 4 loads that nothing orders, gathered by one token factor.
inline void token_fan(Graph& g, std::int64_t n) {
  std::vector<Value> chains;
  for (std::int64_t i = 0; i < n / 4; ++i)
    chains.push_back(
        store(g, entry(g), add(g, constant(g, static_cast<std::uint64_t>(i) * 8), argument(g, 0)), argument(g, 1)));
  root(g, token_factor(g, chains));
}
/// The same, gathered two by two in a line: a token factor of a token factor of ...
inline void token_line(Graph& g, std::int64_t n) {
  Value all = entry(g);
  for (std::int64_t i = 0; i < n / 5; ++i)
    all =
        token_factor(g, {all, store(g, entry(g), add(g, constant(g, static_cast<std::uint64_t>(i) * 8), argument(g, 0)),
                                    argument(g, 1))});
  root(g, all);
}
/// n / 4 products of one loaded value, whose chain is used too, all alive.
inline void hub(Graph& g, std::int64_t n) {
  const NodeId loaded = load(g, entry(g), add(g, argument(g, 0), constant(g, 0)));
  const Value x{loaded, 0};
  std::vector<Value> chains;
  for (std::int64_t i = 0; i < n / 4; ++i)
    chains.push_back(
        store(g, Value{loaded, 1}, argument(g, 1), mul(g, x, constant(g, static_cast<std::uint64_t>(i) + 2))));
  root(g, token_factor(g, chains));
}

}  // namespace shapes
