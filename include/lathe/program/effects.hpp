// What one instruction does beside computing its results: one small value, and the questions that passes ask of it.
//
// A client asks (`e.removable()`), it does not combine bits: so two of them cannot come to different answers about the
// same instruction. An IR with opcodes makes the value once per opcode. State that is not memory (a carry or condition
// flag) is no effect but an operand: the View names it like a register.
#pragma once

#include <cstdint>

namespace lathe::program {

/// One thing that an instruction may do. Or-ed together.
enum class Effect : std::uint32_t {
  none = 0,
  reads = 1U << 0,        ///< memory that something else may write
  writes = 1U << 1,       ///< memory
  constant = 1U << 2,     ///< memory that nothing writes while the function runs
  ordered = 1U << 3,      ///< keeps its place among all accesses: volatile, atomic, a fence, a clock
  side_effect = 1U << 4,  ///< something that neither its results nor memory show
  convergent = 1U << 5,   ///< depends on which threads are here: control flow around it must not change
  fixed = 1U << 6,        ///< nothing moves across it: calls, barriers, scopes, what is not understood
  fresh = 1U << 7,        ///< done twice it gives two results: clocks, random numbers
  traps = 1U << 8,        ///< not to be done where the program does not do it: faults, undefined for some operands
  terminator = 1U << 9,   ///< ends its block
  call = 1U << 10,        ///< runs a function
  copy = 1U << 11,        ///< its one result is its one use
  phi = 1U << 12,         ///< its result is the value that comes along the edge taken
  commutes = 1U << 13,    ///< its first two uses may change places
  cheap = 1U << 14,       ///< making the result again is worth no register
  adds = 1U << 15,        ///< its result is the sum of its two uses, wrapping
  marker = 1U << 16,      ///< nothing is done there when the program runs: scopes, declarations
};
constexpr Effect operator|(Effect a, Effect b) {
  return static_cast<Effect>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

/// What schedulers and groupers keep apart; `fence` keeps its place among all of the others but `none`.
enum class MemoryRole : std::uint8_t { none, reads, writes, fence };

/// What is known of two memory accesses a and b, where a stands before b or is b itself.
struct MemoryRelation {
  bool same = true;            ///< may meet in one iteration; not looked at for a == b
  std::uint32_t forward = 1;   ///< least d >= 1 such that a of iteration i may meet b of iteration i + d; 0: never
  std::uint32_t backward = 1;  ///< least d >= 1 such that b of iteration i may meet a of iteration i + d; 0: never
  bool operator==(const MemoryRelation&) const = default;
  /// What holds when both hold: where two who know differ, both are right.
  friend constexpr MemoryRelation operator&(const MemoryRelation& a, const MemoryRelation& b) {
    const auto later = [](std::uint32_t x, std::uint32_t y) { return x == 0 || y == 0 ? 0 : x < y ? y : x; };
    return {a.same && b.same, later(a.forward, b.forward), later(a.backward, b.backward)};
  }
};

/// Why one instruction waits for another.
enum class DependenceKind : std::uint8_t {
  data,    ///< `to` reads what `from` wrote
  anti,    ///< `to` overwrites what `from` reads
  output,  ///< `to` overwrites what `from` wrote
  memory,  ///< both touch memory, one writes, and the user cannot tell the places apart
  order    ///< one of the two is a fence
};

/// Why one instruction waits for another: what the cycles between two may depend on beside the instructions.
template <class Value>
struct Dependence {
  DependenceKind kind = DependenceKind::data;
  const Value* value = nullptr;  ///< what data, anti and output speak of, by the name that `from` has for it; else null
  std::uint32_t distance = 0;    ///< in iterations of a loop
  std::int32_t usual = 0;        ///< cycles that are taken where nobody says otherwise
};

/// A set of Effect. Plain data, 4 bytes.
class Effects {
 public:
  constexpr Effects() = default;
  /// The set of one effect.
  constexpr Effects(Effect e) : bits_(static_cast<std::uint32_t>(e)) {}  // NOLINT: an effect is a set of one

  /// Of several, or-ed together: is one of them there?
  constexpr bool has(Effect e) const { return (bits_ & static_cast<std::uint32_t>(e)) != 0; }
  constexpr Effects& operator|=(Effects other) {
    bits_ |= other.bits_;
    return *this;
  }
  friend constexpr Effects operator|(Effects a, Effects b) { return a |= b; }
  /// All but this one.
  constexpr Effects without(Effect e) const {
    Effects out = *this;
    out.bits_ &= ~static_cast<std::uint32_t>(e);
    return out;
  }
  constexpr bool operator==(const Effects&) const = default;

  /// May it go when nothing uses its results?
  constexpr bool removable() const {
    return !has(writes_ | Effect::side_effect | Effect::terminator) && !(has(Effect::ordered) && has(Effect::reads));
  }
  /// Does an instruction with the same key and the same operands, and no write between where it reads, give the same?
  constexpr bool reusable() const {
    return removable() && !has(Effect::fresh | Effect::convergent | Effect::ordered | Effect::phi | Effect::fixed);
  }
  /// May it be done where the program would not have done it?
  constexpr bool speculatable() const { return reusable() && !has(Effect::traps | Effect::reads | Effect::constant); }
  /// May there be two of it on one path, or one on each of two?
  constexpr bool duplicable() const {
    return !has(writes_ | Effect::side_effect | Effect::convergent | Effect::fixed | Effect::fresh);
  }
  /// Made from its operands alone, anywhere that they are.
  constexpr bool rematerialisable() const { return speculatable() && has(Effect::cheap); }
  /// Does a region of code that may be reordered end here?
  constexpr bool bounds_region() const { return has(Effect::terminator | Effect::fixed | Effect::phi); }
  /// Whether it reads or writes memory, constant memory included.
  constexpr bool touches_memory() const { return has(Effect::reads | writes_ | Effect::constant); }
  /// What it is in the order of accesses: a fence where it must keep its place, else whether it writes or reads.
  constexpr MemoryRole role() const {
    if (has(Effect::ordered | Effect::fixed | Effect::side_effect)) return MemoryRole::fence;
    return has(writes_) ? MemoryRole::writes : has(Effect::reads) ? MemoryRole::reads : MemoryRole::none;
  }
  /// May two instructions change places as far as effects go? Operands and addresses are not looked at.
  friend constexpr bool may_swap(Effects a, Effects b) {
    if (a.bounds_region() || b.bounds_region()) return false;
    const MemoryRole x = a.role(), y = b.role();
    if (x == MemoryRole::none || y == MemoryRole::none) return true;
    return x == MemoryRole::reads && y == MemoryRole::reads;
  }

 private:
  static constexpr Effect writes_ = Effect::writes;
  std::uint32_t bits_ = 0;
};

}  // namespace lathe::program
