// PTX that computes how often a counted loop will run, and whether that number can be told at all.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "nvptx/views/counted_loop.hpp"

namespace lathe::nvptx {

/// The answer: `count` (u32 for counters up to 32 bits, u64 for 64) holds the number of iterations, at least 1, unless
/// `untold` is a predicate and holds: then the counter passes the end of its range, or never meets its bound.
struct TripCount {
  std::vector<mir::Inst> insts;
  mir::Reg count = 0;
  mir::Reg untold = mir::none;
  bool never = false;  ///< it can never be told: nothing else is set
};

namespace detail {

class TripCountWriter {
 public:
  TripCountWriter(mir::Module& m, mir::Function& f, const CountedLoop& loop) : m_(m), f_(f), l_(loop) {}

  TripCount run() {
    const bool same = l_.compare == CountedLoop::Compare::ne;
    mir::Operand first = mir::Operand::make_reg(l_.counter);
    if (l_.offset != 0) first = value("add.s", {first, imm(l_.offset)});
    if (l_.offset_register != mir::none) first = value("add.s", {first, Operand::make_reg(l_.offset_register)});
    if (l_.step_register != mir::none) {
      until_passed(first, l_.bound);
      return std::move(out_);
    }
    const mir::Operand &low = l_.step > 0 ? first : l_.bound, &high = l_.step > 0 ? l_.bound : first;
    if (same)
      until_met(low, high);
    else
      until_passed(low, high);
    return std::move(out_);
  }

 private:
  using Operand = mir::Operand;
  static Operand imm(std::int64_t v) { return Operand::make_imm(v); }
  std::uint64_t mask() const { return l_.bits == 64 ? UINT64_MAX : (std::uint64_t{1} << l_.bits) - 1; }
  std::uint64_t step() const {
    const auto s = static_cast<std::uint64_t>(l_.step);
    return (l_.step > 0 ? s : 0 - s) & mask();
  }
  mir::Type type() const { return l_.bits == 64 ? mir::Type::b64 : l_.bits == 32 ? mir::Type::b32 : mir::Type::b16; }
  std::string sized(const std::string& op) const { return op + std::to_string(l_.bits); }
  void put(const std::string& op, std::vector<Operand> slots) { out_.insts.push_back(f_.make(m_.intern(op), slots)); }
  Operand fresh(mir::Type t) { return Operand::make_reg(f_.new_reg(t)); }
  Operand value(const std::string& op, std::initializer_list<Operand> sources) {
    const Operand to = fresh(type());
    std::vector<Operand> slots{to};
    slots.insert(slots.end(), sources);
    put(sized(op), slots);
    return to;
  }
  Operand test(const std::string& op, const Operand& a, const Operand& b) {
    const Operand p = fresh(mir::Type::pred);
    put(sized("setp." + op), {p, a, b});
    return p;
  }
  void untold_if(const Operand& p) {
    if (out_.untold == mir::none) {
      out_.untold = p.a;
      return;
    }
    const Operand both = fresh(mir::Type::pred);
    put("or.pred", {both, Operand::make_reg(out_.untold), p});
    out_.untold = both.a;
  }
  /// In the width of the count, which has more bits than a counter of 16.
  Operand widened(const Operand& v) {
    if (l_.bits != 16) return v;
    const Operand to = fresh(mir::Type::b32);
    put("cvt.u32.u16", {to, v});
    return to;
  }
  Operand counted(const Operand& v, std::int64_t more) {
    const Operand to = fresh(l_.bits == 64 ? mir::Type::b64 : mir::Type::b32);
    put(l_.bits == 64 ? "add.s64" : "add.s32", {to, v, imm(more)});
    return to;
  }

  /// 1 + k for the least k with k * step = high - low, modulo the range. A step of 2^j * odd asks for j low bits of 0;
  /// what is above them is multiplied with the inverse of odd.
  void until_met(const Operand& low, const Operand& high) {
    Operand k = value("sub.s", {high, low});
    const auto j = static_cast<unsigned>(std::countr_zero(step()));
    if (j > 0) {
      const Operand rest = value("and.b", {k, imm(static_cast<std::int64_t>((std::uint64_t{1} << j) - 1))});
      untold_if(test("ne.u", rest, imm(0)));
      k = value("shr.u", {k, imm(j)});
    }
    const std::uint64_t odd = step() >> j, range = mask() >> j;
    std::uint64_t inverse = odd;  // right in 3 bits; each round doubles them
    for (int round = 0; round < 5; ++round) inverse *= 2 - odd * inverse;
    inverse &= range;
    if (inverse != 1) {
      k = value("mul.lo.u", {k, imm(static_cast<std::int64_t>(inverse))});
      if (j > 0) k = value("and.b", {k, imm(static_cast<std::int64_t>(range))});
    }
    if (j == 0 && l_.bits != 16) untold_if(test("eq.s", k, imm(-1)));
    out_.count = counted(widened(k), 1).a;
  }

  /// 1, or 2 + (high - low - e) / step where high >= low + e; e is 1 where the bound itself ends the loop.
  void until_passed(const Operand& low, const Operand& high) {
    using enum CountedLoop::Compare;
    const bool exclusive = l_.compare == lt || l_.compare == gt;
    const std::string sign = l_.is_signed ? "s" : "u";
    const bool constant = l_.step_register == mir::none;
    if (constant && !range(exclusive, sign)) return;
    Operand q = value("sub.s", {high, low});
    if (exclusive) q = value("add.s", {q, imm(-1)});
    if (!constant) {
      q = value("div.u", {q, register_range(exclusive, sign)});
    } else if (std::has_single_bit(step())) {
      if (step() > 1) q = value("shr.u", {q, imm(std::countr_zero(step()))});
    } else {
      q = value("div.u", {q, imm(static_cast<std::int64_t>(step()))});
    }
    const char* const above = exclusive ? "gt." : "ge.";
    const char* const below = exclusive ? "lt." : "le.";
    const Operand more = low.kind == Operand::Kind::reg ? test(below + sign, low, high) : test(above + sign, high, low);
    if ((!constant || step() == 1) && l_.bits != 16) {
      const Operand p = test("ge.u", q, imm(static_cast<std::int64_t>(mask() - 1))), both = fresh(mir::Type::pred);
      put("and.pred", {both, p, more});
      untold_if(both);
    }
    const Operand n = counted(widened(q), 2);
    const Operand to = fresh(l_.bits == 64 ? mir::Type::b64 : mir::Type::b32);
    put(l_.bits == 64 ? "selp.b64" : "selp.b32", {to, n, imm(1), more});
    out_.count = to.a;
  }
  std::uint64_t most() const { return l_.is_signed ? mask() >> 1 : mask(); }
  /// The same where the step is a register: a step below 1 is not counted with, either. The step, or 1 then.
  Operand register_range(bool exclusive, const std::string& sign) {
    const Operand by = Operand::make_reg(l_.step_register);
    untold_if(test("lt." + sign, by, imm(1)));
    const Operand one = value("max." + sign, {by, imm(1)});
    Operand limit = value("sub.s", {imm(static_cast<std::int64_t>(most())), one});
    if (exclusive) limit = value("add.s", {limit, imm(1)});
    if (l_.bound.kind == Operand::Kind::reg)
      untold_if(test("gt." + sign, l_.bound, limit));
    else
      untold_if(test("lt." + sign, limit, l_.bound));
    return one;
  }
  /// The last value that goes on, and a step, must be in the range.
  bool range(bool exclusive, const std::string& sign) {
    const std::uint64_t slack = step() - (exclusive ? 1 : 0);
    if (slack == 0) return true;
    const std::uint64_t least = l_.is_signed ? ~most() & mask() : 0;
    const bool up = l_.step > 0;
    const std::uint64_t limit = (up ? most() - slack : least + slack) & mask();
    const auto number = [&](std::uint64_t v) {
      const unsigned shift = 64 - l_.bits;
      return l_.is_signed ? static_cast<std::int64_t>(v << shift) >> shift : static_cast<std::int64_t>(v);
    };
    if (l_.bound.kind == Operand::Kind::reg) {
      untold_if(test((up ? "gt." : "lt.") + sign, l_.bound, imm(number(limit))));
      return true;
    }
    const std::int64_t b = l_.bound.value, n = number(limit);
    const auto ub = static_cast<std::uint64_t>(b), un = static_cast<std::uint64_t>(n);
    const bool passes = l_.is_signed ? (up ? b > n : b < n) : (up ? ub > un : ub < un);
    out_.never = passes;
    return !passes;
  }

  mir::Module& m_;
  mir::Function& f_;
  const CountedLoop& l_;
  TripCount out_;
};

}  // namespace detail

/// Makes registers and instructions, and places none. Precondition: the loop is none that was refused.
inline TripCount make_trip_count(mir::Module& m, mir::Function& f, const CountedLoop& loop) {
  return detail::TripCountWriter(m, f, loop).run();
}

}  // namespace lathe::nvptx
