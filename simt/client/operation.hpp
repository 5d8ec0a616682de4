// An operation of an instruction set as simt sees it: the handler, and what watchers are told of every instruction of it. What differs from
// instruction to instruction (registers, constants, addresses) is an Instruction's (builder.hpp).
#pragma once

#include "simt/state/memory_key.hpp"
#include "simt/state/record.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

struct Operation {
  Handler run = nullptr;
  Dependence kind = Dependence::any;
  Pointing pointing = Pointing::nowhere;
  bool swap = false;           ///< the handler's first two sources are the instruction's second and first
  bool branch = false;         ///< Code::branch
  Slot d = no_slot;            ///< Code::d where there are no results
  std::uint32_t x = 0, y = 0;  ///< Code::x and y
  bool sign = false;           ///< Record::sign
  bool modulo = false;         ///< shifts and fields: amounts count modulo 32
  MemoryRecord memory{};       ///< of operations on memory
  Space space = Space::other;  ///< of those
  unsigned address_bits = 32;  ///< of those: of the register or registers that hold the address: 32, or 64 in two
  BarrierRecord barrier{};
  Record::Shuffle shuffle{};
};

/// The same with its first two sources exchanged.
inline Operation swapped(Operation o) {
  o.swap = !o.swap;
  return o;
}

/// A load or a store of `elements` registers of 32 bits, or of one that is narrower in memory.
struct Transfer {
  bool load = true;
  Space space = Space::generic;
  unsigned bits = 32;     ///< of an element in memory: 8, 16, 32
  unsigned elements = 1;  ///< 1 to 4
  bool sign = false;      ///< loads of 8 and 16 bits: extend it
  unsigned address_bits = 32;
};
/// Where an address in this space is looked for.
constexpr Where where_of(Space space) {
  return space == Space::shared  ? Where::shared
         : space == Space::local ? Where::local
         : space == Space::param ? Where::other
                                 : Where::regions;
}
/// Its Code has the address in a, registers in d or b, several in Code::extra. Alignment is to the bytes of all, of three elements to those of
/// one.
inline Operation transfer(const Transfer& t) {
  Operation o;
  o.kind = t.load ? Dependence::load : Dependence::store;
  o.space = t.space;
  o.address_bits = t.address_bits;
  o.sign = t.sign;
  o.memory.sort = t.load ? MemoryRecord::Sort::load : MemoryRecord::Sort::store;
  o.memory.parameter = t.space == Space::param;
  o.memory.elements = static_cast<std::uint8_t>(t.elements);
  o.memory.bytes = t.bits / 8 * t.elements;
  o.memory.value_bits = t.load ? 0 : 32;
  const std::uint32_t align = t.elements == 3 ? t.bits / 8 : o.memory.bytes;
  o.x = AccessRequest{.space = t.space,
                      .kind = t.load ? AccessKind::read : AccessKind::write,
                      .bytes = o.memory.bytes,
                      .align = align}
            .pack();
  MemoryKey key{.what = t.load ? MemoryKey::What::load : MemoryKey::What::store, .where = where_of(t.space)};
  // In windows of constant addresses the builder makes one of 64 bits of the low word.
  key.base_bits = t.address_bits == 64 || t.space == Space::constant ? 64 : 32;
  key.memory_bits = static_cast<std::uint8_t>(t.bits);
  key.sign = t.sign;
  key.elements = static_cast<std::uint8_t>(t.elements);
  o.run = pick_memory(key);
  return o;
}

/// An atomic operation on 32 bits whose old value is the result; in shared memory, or by an address of 64 bits.
inline Operation atomic(AtomicKey::Operation what, Space space, unsigned address_bits, bool sign = false) {
  Operation o;
  o.kind = Dependence::atomic;
  o.space = space;
  o.address_bits = address_bits;
  o.sign = sign;
  o.memory.sort = MemoryRecord::Sort::atomic;
  o.memory.strong = true;
  o.memory.compares = what == AtomicKey::Operation::cas;
  o.memory.replaces = what == AtomicKey::Operation::exch;
  o.memory.bytes = 4;
  o.x = AccessRequest{.space = space, .kind = AccessKind::atomic}.pack();
  o.y = AtomicPlace{where_of(space), address_bits == 64}.pack();
  const auto type = sign ? ValueType::Kind::signed_integer : ValueType::Kind::unsigned_integer;
  o.run = pick_atomic({what, {type, 32, 1}});
  return o;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
