// The inside of the interpreter of dag_eval.hpp: shared by its two source files.
#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

#include "nvptx/facts/facts.hpp"
#include "support/dag_eval.hpp"

namespace lathe::nvptx::test::detail {

inline std::uint64_t scramble(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

inline Big ones(std::uint32_t bits) { return (Big(1) << bits) - 1; }
inline Big cut(const Big& x, std::uint32_t bits) {
  const Big m = Big(1) << bits;
  Big r = x % m;
  if (r < 0) r += m;
  return r;
}
inline Big as_signed(const Big& x, std::uint32_t bits) { return bit_test(x, bits - 1) ? Big(x - (Big(1) << bits)) : x; }
inline bool negative(const Big& x, std::uint32_t bits) { return bit_test(x, bits - 1); }

inline Big garbage(std::uint32_t bits, std::uint64_t key) {
  Big out = 0;
  for (std::uint32_t i = 0; i * 64 < bits; ++i) out |= Big(scramble(key * 1315423911ULL + i)) << (i * 64);
  return cut(out, bits);
}

struct FloatShape {
  int exponent, mantissa;
};
inline FloatShape shape(Vt type) {
  if (type.kind() == VtKind::bfloat) return {8, 7};
  if (type.bits() == 16) return {5, 10};
  return type.bits() == 32 ? FloatShape{8, 23} : FloatShape{11, 52};
}

inline double canonical_nan() { return std::numeric_limits<double>::quiet_NaN(); }

/// The condition on two elements of type t.
bool compare(Cond cond, Vt t, const Big& a, const Big& b);

/// Runs the nodes of one block in topological order.
class Evaluator {
 public:
  Evaluator(const Dag& dag, const TypeFacts& types, EvalState& state, std::string& error)
      : dag_(dag), types_(types), state_(state), error_(error) {}

  bool run() {
    std::vector<NodeId> order;
    dag_.topological_order(order);
    if (state_.order != 0) shuffle(order);
    first_.assign(dag_.size(), 0);
    for (const NodeId id : order) {
      first_[id] = values_.size();
      values_.resize(values_.size() + dag_.result_count(id));
      id_ = id;
      if (!node()) {
        if (error_.empty()) error_ = "cannot evaluate " + std::string(lathe::nvptx::to_string(dag_.op(id)));
        return false;
      }
    }
    return true;
  }

 private:
  // Any of the nodes whose operands are done comes next: what only the order of nodes kept right goes wrong.
  void shuffle(std::vector<NodeId>& order) const {
    std::vector<NodeId> waiting = order, ready;
    std::vector<bool> done(dag_.size(), false);
    order.clear();
    for (std::uint64_t key = state_.order; !waiting.empty(); ++key) {
      ready.clear();
      for (std::size_t i = 0; i < waiting.size(); ++i) {
        bool free = true;
        dag_.for_each_operand(waiting[i], [&](Value v) { free = free && done[v.node]; });
        if (free) ready.push_back(static_cast<NodeId>(i));
      }
      const std::size_t at = ready[scramble(key * 31 + order.size()) % ready.size()];
      done[waiting[at]] = true;
      order.push_back(waiting[at]);
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  const Lanes& value(Value v) const { return values_[first_[v.node] + v.result]; }
  const Lanes& in(std::uint32_t i) const { return value(dag_.operand(id_, i)); }
  Vt type(std::uint32_t result = 0) const { return dag_.types(id_)[result]; }
  Lanes& out(std::uint32_t result = 0) { return values_[first_[id_] + result]; }
  std::uint64_t imm() const { return dag_.payload(id_).imm; }
  std::uint32_t aux() const { return dag_.payload(id_).aux; }
  Big any(std::uint32_t bits, std::uint64_t salt = 0) const {
    return garbage(bits, scramble(state_.seed * 7919 + id_) + salt * 977);
  }
  bool put(std::vector<Big> lanes, std::uint32_t result = 0) {
    out(result) = {type(result), std::move(lanes)};
    return true;
  }
  static Big packed(const Lanes& v) {
    Big bits = 0;
    for (std::size_t i = 0; i < v.lane.size(); ++i) bits |= v.lane[i] << static_cast<unsigned>(i * v.type.bits());
    return bits;
  }
  static std::vector<Big> unpacked(const Big& bits, Vt type) {
    std::vector<Big> lanes;
    for (std::uint32_t i = 0; i < std::max(1U, type.lanes()); ++i)
      lanes.push_back(cut(bits >> (i * type.bits()), type.bits()));
    return lanes;
  }

  bool node();
  bool lanewise();
  bool structure();
  bool memory();
  bool atomic(std::uint64_t address);
  bool integer(std::uint32_t lane, std::vector<Big>& results);
  bool floating(std::uint32_t lane, Big& result);
  bool convert(std::uint32_t lane, Big& result);
  bool binary(Isd op, Vt t, const Big& a, const Big& b, Big& r);
  bool fbinary(Isd op, Vt t, const Big& a, const Big& b, Big& r);
  Big at(std::uint32_t operand, std::uint32_t lane) const {
    const Lanes& v = in(operand);
    return v.type.is_vector() ? v.lane[lane] : v.lane[0];
  }

  std::uint64_t window(Space space) const { return state_.spaces == nullptr ? 0 : state_.spaces->of(space).window; }
  /// Addresses have as many bits as their type.
  bool put_address(std::uint64_t at) { return put({cut(Big(at), type().bits())}); }
  /// Of an object; where pointers are narrow, away from where their addresses wrap.
  bool put_object(std::uint64_t base) {
    const std::uint64_t near = type().bits() < 64 ? 0x10000000 : 0;
    return put_address(base + near + (std::uint64_t{aux()} << 16) + imm());
  }

  std::uint8_t load_byte(std::uint64_t address) {
    if (address < frame_base) state_.read.insert(address);
    const auto found = state_.memory.find(address);
    if (found != state_.memory.end()) return found->second;
    const auto byte = static_cast<std::uint8_t>(scramble(address * 31 + 5));
    return state_.memory[address] = byte;
  }
  void store_byte(std::uint64_t address, std::uint8_t byte) {
    if (address < frame_base) state_.written.insert(address);
    state_.memory[address] = byte;
  }
  Big load_bits(std::uint64_t address, std::uint32_t bits) {
    Big r = 0;
    for (std::uint32_t i = 0; i * 8 < bits; ++i) r |= Big(load_byte(address + i)) << (i * 8);
    return cut(r, bits);
  }
  void store_bits(std::uint64_t address, const Big& v, std::uint32_t bits) {
    for (std::uint32_t i = 0; i * 8 < bits; ++i)
      store_byte(address + i, static_cast<std::uint8_t>((v >> (i * 8)) & 255));
  }

  const Dag& dag_;
  const ValueTypes types_;
  EvalState& state_;
  std::string& error_;
  NodeId id_ = 0;
  std::vector<std::size_t> first_;
  std::vector<Lanes> values_;
};

}  // namespace lathe::nvptx::test::detail
