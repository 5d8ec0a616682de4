// How undefined bits go through instructions, lane by lane. Exact for copies, logic, shifts by defined amounts and bit
// fields; sums and products are undefined from their lowest undefined bit up; all else is undefined as a whole.
// Cost: some 50 ns for a lane with undefined sources; lanes without are not looked at.
// Source: memcheck's definedness bits, Seward and Nethercote 2005.
#include "simt/watch/check_undefined.hpp"

#include <bit>

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using Kind = Dependence;

constexpr std::uint64_t all_bits = ~0ULL;

std::uint64_t low_bits(unsigned n) { return n >= 64 ? all_bits : (1ULL << n) - 1; }

class Evaluation {
 public:
  Evaluation(const Warp& warp, const Registers& registers, const UndefinedRegisters& regs, const Record& record,
             unsigned lane)
      : warp_(warp), registers_(registers), regs_(regs), f_(record), lane_(lane) {}

  Undefined run(std::size_t result) {
    Undefined u;
    const Register to = result < f_.results.size() ? f_.results[result].reg : no_register;
    if (to == no_register) return u;
    const unsigned width = width_of(registers_, to);
    u.computed = f_.kind >= Kind::upward && f_.kind != Kind::select && f_.kind != Kind::pointer;
    for (std::size_t i = 0; i < f_.sources.size(); ++i) {
      const Undefined s = undefined(i);
      if (!s.any()) continue;
      u.computed |= s.computed;
      if (u.origin == 0) u.origin = s.origin;
    }
    if (f_.kind == Kind::any || (f_.kind == Kind::select && any(2))) u.computed = true;
    if (f_.kind == Kind::copy) {
      copy(result, width, u);
    } else {
      u.low = bits() & low_bits(width);
      u.high = width > 64 && u.low != 0 ? all_bits : 0;
    }
    return u;
  }

 private:
  Undefined undefined(std::size_t i) const {
    const Register r = i < f_.sources.size() ? f_.sources[i].reg : no_register;
    if (r == no_register) return {};
    Undefined u = regs_.get(r, lane_);
    u.low &= low_bits(width_of(registers_, r));
    if (width_of(registers_, r) <= 64) u.high = 0;
    return u;
  }
  std::uint64_t undef(std::size_t i) const { return undefined(i).low; }
  bool any(std::size_t i) const { return undefined(i).any(); }
  std::uint64_t value(std::size_t i) const {
    if (i >= f_.sources.size()) return 0;
    const RecordOperand& o = f_.sources[i];
    if (o.kind == RecordOperand::Kind::constant) return o.value;
    if (o.reg >= registers_.size() || registers_[o.reg].slot == no_slot) return 0;
    const std::uint64_t v = lane_value(warp_, registers_[o.reg], lane_);
    return o.negated ? ~v : v;
  }
  std::uint64_t everything() const {
    for (std::size_t i = 0; i < f_.sources.size(); ++i)
      if (any(i)) return all_bits;
    return 0;
  }

  // mov of several registers into one, of one into several, or one to one.
  void copy(std::size_t result, unsigned width, Undefined& u) const {
    u.low = u.high = 0;
    unsigned at = 0, from = 0;
    for (std::size_t i = 0; i < result; ++i)
      from += f_.results[i].reg != no_register ? width_of(registers_, f_.results[i].reg) : width;
    for (std::size_t i = 0; i < f_.sources.size(); ++i) {
      const Register r = f_.sources[i].reg;
      const unsigned bits = r == no_register ? width : width_of(registers_, r);
      const Undefined s = undefined(i);
      place(u, s.low, std::min(bits, 64U), static_cast<int>(at) - static_cast<int>(from));
      if (bits > 64) place(u, s.high, 64, static_cast<int>(at) + 64 - static_cast<int>(from));
      at += bits;
    }
    u.low &= low_bits(width);
    if (width <= 64) u.high = 0;
    if (!u.any()) u = {};
  }
  static void place(Undefined& u, std::uint64_t bits, unsigned count, int at) {
    bits &= low_bits(count);
    if (at <= -64 || at >= 128) return;
    if (at < 0) {
      u.low |= bits >> -at;
    } else if (at < 64) {
      u.low |= bits << at;
      if (at != 0) u.high |= bits >> (64 - at);
    } else {
      u.high |= bits << (at - 64);
    }
  }

  std::uint64_t bits() const {
    const unsigned width = f_.from_bits == 0 ? 64 : f_.from_bits;
    switch (f_.kind) {
      case Kind::pointer:
        return undef(0);
      case Kind::convert:
        return convert();
      case Kind::upward: {
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < f_.sources.size(); ++i) all |= undef(i);
        if (f_.pointing == Pointing::difference && same_source()) return 0;
        return all == 0 ? 0 : all | -(all & -all);
      }
      case Kind::bit_and:
        return (undef(0) | undef(1)) & (undef(0) | value(0)) & (undef(1) | value(1));
      case Kind::bit_or:
        return (undef(0) | undef(1)) & (undef(0) | ~value(0)) & (undef(1) | ~value(1));
      case Kind::bit_xor:
        return f_.sources.size() == 2 && same_source() ? 0 : undef(0) | undef(1);
      case Kind::shift_left:
        if (any(1)) return all_bits;
        return value(1) >= width ? 0 : undef(0) << value(1);
      case Kind::shift_right:
        if (any(1)) return all_bits;
        return shift_right(undef(0), static_cast<unsigned>(std::min<std::uint64_t>(value(1), 64)), width);
      case Kind::extract:
        return extract(width);
      case Kind::insert: {
        if (any(2) || any(3)) return all_bits;
        const auto at = static_cast<unsigned>(value(2) & 0xff);
        if (at >= 64) return undef(1);
        const std::uint64_t field = low_bits(static_cast<unsigned>(value(3) & 0xff)) << at;
        return (undef(1) & ~field) | (undef(0) << at & field);
      }
      case Kind::permute:
        return permute();
      case Kind::select:
        if (any(2)) return value(0) == value(1) && !any(0) && !any(1) ? 0 : all_bits;
        return undef((value(2) & 1) != 0 ? 0 : 1);
      default:
        return everything();
    }
  }

  bool same_source() const { return f_.sources[0].reg != no_register && f_.sources[0] == f_.sources[1]; }

  std::uint64_t shift_right(std::uint64_t u, unsigned by, unsigned width) const {
    u &= low_bits(width);
    const bool top = (u >> (width - 1) & 1) != 0;
    const std::uint64_t moved = by >= 64 ? 0 : u >> by;
    if (!f_.sign || !top) return moved;
    return moved | (all_bits << (by >= width ? 0 : width - by));
  }
  std::uint64_t convert() const {
    const std::uint64_t u = undef(0) & low_bits(f_.from_bits);
    const bool top = f_.sign && f_.from_bits < 64 && (u >> (f_.from_bits - 1) & 1) != 0;
    const std::uint64_t wide = top ? u | ~low_bits(f_.from_bits) : u;
    // A destination register wider than the type is filled by the type's sign.
    const std::uint64_t kept = wide & low_bits(f_.to_bits);
    return f_.to_bits < 64 && (kept >> (f_.to_bits - 1) & 1) != 0 ? kept | ~low_bits(f_.to_bits) : kept;
  }
  std::uint64_t extract(unsigned width) const {
    if (any(1) || any(2)) return all_bits;
    const auto at = static_cast<unsigned>(value(1) & 0xff), count = static_cast<unsigned>(value(2) & 0xff);
    if (count == 0) return 0;
    const std::uint64_t u = undef(0) & low_bits(width);
    const std::uint64_t field = (at >= 64 ? 0 : u >> at) & low_bits(count);
    const unsigned top = std::min(at + count, width) - 1;
    const bool sign = f_.sign && (u >> std::min(top, width - 1) & 1) != 0;
    return sign ? field | ~low_bits(std::min(count, 63U)) : field;
  }
  std::uint64_t permute() const {
    if (any(2)) return everything();
    const std::uint64_t both = (undef(0) & 0xffffffffU) | undef(1) << 32;
    const std::uint64_t selector = value(2);
    std::uint64_t out = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const auto s = static_cast<unsigned>(selector >> (4 * i) & 15U);
      std::uint64_t byte = both >> (8 * (s & 7U)) & 0xff;
      if ((s & 8U) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
      out |= byte << (8 * i);
    }
    return out;
  }

  const Warp& warp_;
  const Registers& registers_;
  const UndefinedRegisters& regs_;
  const Record& f_;
  const unsigned lane_;
};

}  // namespace

Undefined propagate(const Warp& warp, const Registers& registers, const UndefinedRegisters& regs, const Record& record,
                    unsigned lane, std::size_t result) {
  return Evaluation(warp, registers, regs, record, lane).run(result);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
