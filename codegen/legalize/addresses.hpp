// Addresses wider than a register: what stands for them once types are legal.
//
// Where registers do not hold the addresses of a space (64 bits, two registers of 32), values of them are limbs like those
// of any wide integer. What an instruction takes as its address keeps the pointer's type, and is one of
//   build_pair lo, hi                  two limbs, which are values like any other: constants, too
//   add (build_pair lo, hi), constant  where the constant, signed, is an offset that the space's accesses take
// Loads, stores, atomic operations and prefetches read these as their address, indirect calls the pair as their callee,
// nobody else. The address of a variable is global_address in the pointer's type, read by extract_limb alone: its limbs.
// Addresses that registers hold are what they are everywhere: any value, base + constant where offsets were folded.
#pragma once

#include <cstdint>

#include "codegen/legalize/facts.hpp"

namespace lathe::codegen {

/// The operand of a node that is its address; 0 where it has none. O(1).
std::uint32_t address_operand(Isd op);

class WideAddresses {
 public:
  explicit WideAddresses(const TargetFacts& facts);
  /// Has the target any? All else is false where it has none.
  bool any() const { return any_; }
  Vt type() const { return type_; }
  /// Of a type that addresses have and registers do not hold? O(1).
  bool is(Vt type) const { return any_ && type == type_; }
  /// global_address and the like, of such a type. O(1).
  bool is_symbol(const Dag& dag, Value v) const;
  /// build_pair of two limbs. O(1).
  bool is_pair(const Dag& dag, Value v) const;
  /// One of the nodes above, or the constant of one: its limbs are known without a rewrite. O(1).
  bool is_settled(const Dag& dag, Value v) const;
  /// May it be the address operand of an access to this space? O(1).
  bool is_address(const Dag& dag, Value v, Space space) const;
  /// Is the node what legalization leaves, though it has such a type or reads one? O(operands).
  bool settled(const Dag& dag, NodeId id) const;

  /// Do accesses to the space take this offset, which is signed? O(1).
  bool fits(std::uint64_t offset, Space space) const {
    const SpaceFacts& f = facts_.spaces.of(space);
    const auto by = static_cast<std::int64_t>(offset);
    return by >= f.least_offset && by <= f.most_offset;
  }

 private:
  const TargetFacts& facts_;
  Vt limb_;
  bool any_ = false;
  Vt type_;  // an address is an integer that registers hold, or of twice the widest
};

}  // namespace lathe::codegen
