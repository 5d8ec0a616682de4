// A toy DAG of integers of 4 to 64 bits with memory, on a machine with registers of 8 and 16 bits that cannot subtract:
// the clients of both legalizers, what their checkers ask, and an interpreter.
//
// What holds a value: 4 bits stand in 8, those above are undefined; 32 and 64 bits are halves, low first, one step at a
// time. Bytes of memory are little-endian; 4 bits fill a byte, those above are 0.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include <lathe/dag/graph.hpp>
#include <lathe/legalize/check.hpp>
#include <lathe/legalize/operations.hpp>
#include <lathe/legalize/types.hpp>

namespace toy::wide {

using lathe::dag::Action;
using lathe::dag::NodeId;
using lathe::dag::Rewrite;
using lathe::dag::Value;

/// `carry(a, b)`: does a + b overflow, and `less(a, b)` give 16 bits whatever they compare. `load` has two results, the
/// value and the chain; `join` waits for any number of chains.
enum class Op : std::uint8_t {
  entry,
  argument,
  constant,
  add,
  sub,
  neg,
  bit_and,
  bit_or,
  bit_xor,
  mul,
  carry,
  less,
  zext,
  trunc,
  load,
  store,
  join,
  call_mul,
  count
};
struct Traits {
  using Opcode = Op;
  using Type = int;  ///< bits; 0: a chain
  struct Payload {
    std::uint64_t number = 0;  ///< of a constant, of an argument, or the address
    std::uint32_t bits = 0;    ///< argument: the first bit; load and store: how many
    bool operator==(const Payload&) const = default;
  };
  static std::uint64_t hash(int type) { return static_cast<std::uint64_t>(type); }
  static std::uint64_t hash(const Payload& p) { return p.number * 131 + p.bits; }
  static bool unique(Op op, const Payload&) { return op != Op::store; }
};
using Graph = lathe::dag::Graph<Traits>;

inline constexpr std::uint64_t mask(int bits) { return bits >= 64 ? ~0ULL : (1ULL << bits) - 1; }
inline Value entry(Graph& g) { return g.get(Op::entry, 0, {}); }
inline Value argument(Graph& g, int bits, std::uint64_t number, std::uint32_t first = 0) {
  return g.get(Op::argument, bits, {}, {number, first});
}
inline Value constant(Graph& g, int bits, std::uint64_t n) {
  return g.get(Op::constant, bits, {}, {n & mask(bits), 0});
}
inline Value store(Graph& g, Value chain, Value value, std::uint64_t address, int bits = 0) {
  return g.get(Op::store, 0, {chain, value}, {address, static_cast<std::uint32_t>(bits != 0 ? bits : g.type(value))});
}
inline NodeId load(Graph& g, Value chain, int bits, std::uint64_t address) {
  const int types[] = {bits, 0};
  return g.add(Op::load, types, std::span<const Value>(&chain, 1), {address, static_cast<std::uint32_t>(bits)});
}

// ---- types

class Types {
 public:
  bool legal(int bits) const { return bits == 0 || bits == 8 || bits == 16; }
  std::string_view how(int bits) const { return bits == 4 ? "promote" : "split"; }
  /// For the checker.
  bool orders(int bits) const { return bits == 0; }
  bool holds(int bits, std::span<const int> parts) const {
    if (parts.size() == 1) return parts[0] == bits || (bits == 4 && parts[0] == 8);
    return parts.size() == 2 && bits >= 32 && parts[0] == bits / 2 && parts[1] == bits / 2;
  }

  template <class Walk>
  Rewrite lower(Walk& walk, NodeId id) {
    Graph& g = walk.graph();
    const Op op = g.op(id);
    if (op == Op::store) return lower_store(walk, id);
    const int bits = op == Op::carry || op == Op::less ? g.type(g.operand(id, 0)) : g.type(Value{id, 0});
    if (op == Op::trunc) return lower_trunc(walk, id, bits);
    if (op == Op::zext) return lower_zext(walk, id, bits);
    if (op == Op::neg) {  // one value of the same type, which is looked at next
      walk.set(id, 0, g.get(Op::sub, bits, {constant(g, bits, 0), walk.current(g.operand(id, 0))}));
      return Rewrite::replaced;
    }
    return bits == 4 ? promote(walk, id) : split(walk, id, bits / 2);
  }

 private:
  template <class Walk>
  static Value part(Walk& walk, NodeId id, std::uint32_t operand, std::uint32_t i) {
    return walk.part(walk.graph().operand(id, operand), i);
  }
  template <class Walk>
  static Rewrite lower_store(Walk& walk, NodeId id) {
    Graph& g = walk.graph();
    const auto at = g.payload(id);
    const Value whole = g.operand(id, 1), chain = walk.current(g.operand(id, 0));
    if (at.bits == 4) {
      walk.set(id, 0, store(g, chain, walk.part(whole, 0), at.number, 4));
    } else {
      const Value low = store(g, chain, walk.part(whole, 0), at.number);
      walk.set(id, 0, store(g, low, walk.part(whole, 1), at.number + at.bits / 16));
    }
    return Rewrite::replaced;
  }
  template <class Walk>
  static Rewrite lower_trunc(Walk& walk, NodeId id, int to) {
    Graph& g = walk.graph();
    const int keep = to == 4 ? 8 : to;  // what holds the result, when one value does
    Value v = walk.current(g.operand(id, 0));
    if (g.type(v) >= 32) v = walk.part(v, 0);
    walk.set(id, 0, g.type(v) == keep ? v : g.get(Op::trunc, keep, {v}));
    return Rewrite::replaced;
  }
  template <class Walk>
  static Rewrite lower_zext(Walk& walk, NodeId id, int to) {
    Graph& g = walk.graph();
    Value v = walk.current(g.operand(id, 0));
    if (to >= 32) {
      const std::array<Value, 2> halves{g.type(v) == to / 2 ? v : g.get(Op::zext, to / 2, {v}), constant(g, to / 2, 0)};
      walk.set(id, 0, halves);
      return Rewrite::replaced;
    }
    v = g.get(Op::bit_and, 8, {walk.part(v, 0), constant(g, 8, 15)});
    walk.set(id, 0, to == 8 ? v : g.get(Op::zext, to, {v}));
    return Rewrite::replaced;
  }
  // 4 bits in 8.
  template <class Walk>
  static Rewrite promote(Walk& walk, NodeId id) {
    Graph& g = walk.graph();
    const auto low = [&](std::uint32_t i) { return g.get(Op::bit_and, 8, {part(walk, id, i, 0), constant(g, 8, 15)}); };
    switch (g.op(id)) {
      case Op::argument:
        walk.set(id, 0, argument(g, 8, g.payload(id).number, g.payload(id).bits));
        return Rewrite::replaced;
      case Op::constant:
        walk.set(id, 0, constant(g, 8, g.payload(id).number));
        return Rewrite::replaced;
      case Op::load: {
        const NodeId wider = load(g, walk.current(g.operand(id, 0)), 8, g.payload(id).number);
        walk.set(id, 0, Value{wider, 0});
        walk.set(id, 1, Value{wider, 1});
        return Rewrite::replaced;
      }
      case Op::less:
        walk.set(id, 0, g.get(Op::less, 16, {low(0), low(1)}));
        return Rewrite::replaced;
      case Op::carry:
        walk.set(id, 0, g.get(Op::less, 16, {constant(g, 8, 15), g.get(Op::add, 8, {low(0), low(1)})}));
        return Rewrite::replaced;
      default:
        if (g.operand_count(id) != 2) return Rewrite::refused;
        walk.set(id, 0, g.get(g.op(id), 8, {part(walk, id, 0, 0), part(walk, id, 1, 0)}));
        return Rewrite::replaced;
    }
  }
  // Two halves.
  template <class Walk>
  static Rewrite split(Walk& walk, NodeId id, int half) {
    Graph& g = walk.graph();
    const Op op = g.op(id);
    const auto payload = g.payload(id);
    // Pairs in braces: the nodes are made in the order of the text, whatever the compiler.
    using Two = std::array<Value, 2>;
    const auto get = [&](Op o, const Two& in) { return g.get(o, half, {in[0], in[1]}); };
    const auto bit = [&](Op o, const Two& in) { return g.get(o, 16, {in[0], in[1]}); };  // of 16 bits, 0 or 1
    const auto widen = [&](Value v) { return half == 16 ? v : g.get(Op::zext, half, {v}); };
    const auto halves = [&](const Two& low_high) {
      walk.set(id, 0, low_high);
      return Rewrite::replaced;
    };
    if (op == Op::argument)
      return halves({argument(g, half, payload.number, payload.bits),
                     argument(g, half, payload.number, payload.bits + static_cast<std::uint32_t>(half))});
    if (op == Op::constant)
      return halves({constant(g, half, payload.number), constant(g, half, payload.number >> half)});
    if (op == Op::load) {
      const Value chain = walk.current(g.operand(id, 0));
      const NodeId low = load(g, chain, half, payload.number);
      const NodeId high = load(g, chain, half, payload.number + static_cast<std::uint64_t>(half) / 8);
      walk.set(id, 1, g.get(Op::join, 0, {Value{low, 1}, Value{high, 1}}));
      return halves({Value{low, 0}, Value{high, 0}});
    }
    if (op == Op::mul || g.operand_count(id) != 2) return Rewrite::refused;
    const Two low{part(walk, id, 0, 0), part(walk, id, 1, 0)}, high{part(walk, id, 0, 1), part(walk, id, 1, 1)};
    switch (op) {
      case Op::add:
        return halves({get(op, low), get(op, {get(op, high), widen(bit(Op::carry, low))})});
      case Op::sub:
        return halves({get(op, low), get(op, {get(op, high), widen(bit(Op::less, low))})});
      case Op::less: {
        const Value above = bit(op, high), differ = bit(Op::bit_or, {above, bit(op, {high[1], high[0]})});
        const Value equal = bit(Op::bit_xor, {differ, constant(g, 16, 1)});
        walk.set(id, 0, bit(Op::bit_or, {above, bit(Op::bit_and, {equal, bit(op, low)})}));
        return Rewrite::replaced;
      }
      case Op::carry: {
        const Value from_low = widen(bit(op, low)), sum = get(Op::add, high);
        walk.set(id, 0, bit(Op::bit_or, {bit(op, high), bit(op, {sum, from_low})}));
        return Rewrite::replaced;
      }
      default:
        return halves({get(op, low), get(op, high)});
    }
  }
};

// ---- operations

class Operations {
 public:
  Operations() : table_(static_cast<std::uint32_t>(Op::count), 17) {
    for (const int bits : {8, 16}) {
      set(Op::sub, bits, Action::expand);
      set(Op::carry, bits, Action::expand);
      set(Op::neg, bits, Action::custom);
      set(Op::bit_or, bits, Action::custom);
    }
    set(Op::mul, 8, Action::promote);
    set(Op::mul, 16, Action::libcall);
  }
  void set(Op op, int bits, Action action) {
    table_.set(static_cast<std::uint32_t>(op), static_cast<std::uint32_t>(bits), action);
  }
  Action action(const Graph& g, NodeId id) const {
    const bool compares = g.op(id) == Op::carry || g.op(id) == Op::less;
    const int bits = compares ? g.type(g.operand(id, 0)) : g.type(Value{id, 0});
    return table_.get(static_cast<std::uint32_t>(g.op(id)), static_cast<std::uint32_t>(bits));
  }
  bool orders(int bits) const { return bits == 0; }

  /// The negative of a constant is one; "or" has a form with a constant and no other.
  bool custom(Graph& g, NodeId id, std::vector<Value>& out) {
    const Value last = g.operand(id, g.operand_count(id) - 1);
    if (g.op(last) != Op::constant) return false;
    const bool negates = g.op(id) == Op::neg;
    out.push_back(negates ? constant(g, g.type(last), 0 - g.payload(last.node).number) : Value{id, 0});
    return true;
  }
  bool expand(Graph& g, NodeId id, std::vector<Value>& out) {
    const Value a = g.operand(id, 0), b = g.operand(id, g.operand_count(id) - 1);
    const int bits = g.type(a);
    const auto get = [&](Op op, const std::array<Value, 2>& in) { return g.get(op, bits, {in[0], in[1]}); };
    switch (g.op(id)) {
      case Op::sub:
        out.push_back(get(Op::add, {a, g.get(Op::neg, bits, {b})}));
        return true;
      case Op::neg:
        out.push_back(get(Op::add, {get(Op::bit_xor, {a, constant(g, bits, ~0ULL)}), constant(g, bits, 1)}));
        return true;
      case Op::bit_or:
        out.push_back(get(Op::bit_xor, {get(Op::bit_xor, {a, b}), get(Op::bit_and, {a, b})}));
        return true;
      case Op::carry:  // a sum that overflows is below either term
        out.push_back(g.get(Op::less, 16, {get(Op::add, {a, b}), a}));
        return true;
      default:
        return false;
    }
  }
  bool promote(Graph& g, NodeId id, std::vector<Value>& out) {
    const Value a = g.get(Op::zext, 16, {g.operand(id, 0)}), b = g.get(Op::zext, 16, {g.operand(id, 1)});
    out.push_back(g.get(Op::trunc, 8, {g.get(Op::mul, 16, {a, b})}));
    return true;
  }
  bool libcall(Graph& g, NodeId id, std::vector<Value>& out) {
    out.push_back(g.get(Op::call_mul, 16, {g.operand(id, 0), g.operand(id, 1)}));
    return true;
  }

 private:
  lathe::dag::ActionTable table_;
};

// ---- meaning

/// Arguments and bytes of memory that nobody wrote are random words chosen by the seed.
class Evaluator {
 public:
  struct Result {
    std::uint64_t bits = 0;
    std::map<std::uint64_t, std::uint8_t> memory;  ///< of a chain: the bytes written
    bool operator==(const Result&) const = default;
  };

  /// O(nodes below v), and copies of the memory.
  Result value(const Graph& g, Value v, std::uint64_t seed) {
    std::vector<std::array<Result, 2>> done(g.size());
    std::vector<std::uint8_t> state(g.size(), 0);
    std::vector<NodeId> stack{v.node};
    while (!stack.empty()) {
      const NodeId id = stack.back();
      if (state[id] != 0) {
        stack.pop_back();
        if (state[id] == 1) done[id] = compute(g, id, seed, done);
        state[id] = 2;
        continue;
      }
      state[id] = 1;
      for (std::uint32_t i = 0; i < g.operand_count(id); ++i)
        if (state[g.operand(id, i).node] == 0) stack.push_back(g.operand(id, i).node);
    }
    return done[v.node][v.result];
  }
  bool refines(const Result& before, const Result& after) const { return before == after; }
  Result join(int bits, std::span<const Result> parts) const {
    Result whole = parts[0];
    const int step = bits / static_cast<int>(parts.size());
    for (std::size_t i = 1; i < parts.size(); ++i) whole.bits |= parts[i].bits << (step * static_cast<int>(i));
    whole.bits &= mask(bits);
    return whole;
  }

 private:
  static std::uint64_t random(std::uint64_t seed, std::uint64_t n) {
    std::uint64_t x = (seed + 1) * 0x9E3779B97F4A7C15ULL ^ (n + 7) * 0xD1B54A32D192ED03ULL;
    x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9ULL;
    return x ^ x >> 32;
  }
  std::array<Result, 2> compute(const Graph& g, NodeId id, std::uint64_t seed,
                                const std::vector<std::array<Result, 2>>& done) const {
    const auto operand = [&](std::uint32_t i) -> const Result& {
      return done[g.operand(id, i).node][g.operand(id, i).result];
    };
    const auto x = [&](std::uint32_t i) { return operand(i).bits; };
    const auto p = g.payload(id);
    const int bits = g.type(Value{id, 0});
    std::array<Result, 2> out;
    std::uint64_t& to = out[0].bits;
    switch (g.op(id)) {
      case Op::entry:
        break;
      case Op::argument:
        to = random(seed, p.number) >> p.bits;
        break;
      case Op::constant:
        to = p.number;
        break;
      case Op::add:
        to = x(0) + x(1);
        break;
      case Op::sub:
        to = x(0) - x(1);
        break;
      case Op::neg:
        to = 0 - x(0);
        break;
      case Op::bit_and:
        to = x(0) & x(1);
        break;
      case Op::bit_or:
        to = x(0) | x(1);
        break;
      case Op::bit_xor:
        to = x(0) ^ x(1);
        break;
      case Op::mul:
      case Op::call_mul:
        to = x(0) * x(1);
        break;
      case Op::carry:
        to = ((x(0) + x(1)) & mask(g.type(g.operand(id, 0)))) < x(0);
        break;
      case Op::less:
        to = x(0) < x(1);
        break;
      case Op::zext:
      case Op::trunc:
        to = x(0);
        break;
      case Op::load: {
        const auto& memory = operand(0).memory;
        for (std::uint64_t i = 0; i * 8 < p.bits; ++i) {
          const auto at = memory.find(p.number + i);
          const std::uint64_t byte = at != memory.end() ? at->second : random(seed, ~(p.number + i)) & 0xff;
          to |= byte << (8 * i);
        }
        out[1].memory = memory;
        break;
      }
      case Op::store:
        out[0].memory = operand(0).memory;
        for (std::uint64_t i = 0; i * 8 < p.bits; ++i)
          out[0].memory[p.number + i] = static_cast<std::uint8_t>((x(1) & mask(static_cast<int>(p.bits))) >> (8 * i));
        break;
      case Op::join:  // of chains that split at one: what any of them wrote
        for (std::uint32_t i = 0; i < g.operand_count(id); ++i)
          for (const auto& [address, byte] : operand(i).memory) out[0].memory[address] = byte;
        break;
      case Op::count:
        break;
    }
    to &= mask(bits);
    return out;
  }
};

static_assert(lathe::dag::explain_type_client<Types, Graph>());
static_assert(lathe::dag::explain_operation_client<Operations, Graph>());
static_assert(lathe::dag::explain_type_judge<Types, Graph>());
static_assert(lathe::dag::explain_operation_judge<Operations, Graph>());
static_assert(lathe::dag::explain_joining_evaluator<Evaluator, Graph>());

}  // namespace toy::wide
