// Known bits and sign bits of integer values, by walking operands within two limits: levels, and values looked at. The
// second bounds the work where the first does not: shared operands are looked at once per path, 2^levels times in all.
//
// A bit set in `zero` (or `one`) is 0 (or 1) in every lane whenever the value is not poison. Values of more than 64
// bits are unknown. Source: the tri-state arithmetic of LLVM's KnownBits.
#include <algorithm>

#include <lathe/bits/arithmetic.hpp>
#include <lathe/bits/shift.hpp>

#include "codegen/combine/rules.hpp"

namespace lathe::codegen {

namespace {

using combining::low_mask;
using combining::sign_bit;
using Known = bits::KnownBits<std::uint64_t>;

// One question. `depth` is the level of the value in hand; its operands are one deeper.
struct Walker {
  const Dag& dag;
  const TargetHooks& hooks;
  const NumericTraits& traits;
  unsigned max_depth;
  std::uint32_t left;  // values that may still be looked at
  bool cut = false;

  Walker(const Dag& d, const KnownBitsLimits& limits, const TargetHooks& h, const NumericTraits& t)
      : dag(d),
        hooks(h),
        traits(t),
        max_depth(std::min(limits.depth, KnownBitsLimits::deepest)),
        left(limits.expansion) {}
  Known known(Value v, unsigned depth);
  unsigned signs(Value v, unsigned depth);
  Known bits(Value v, unsigned depth) { return known(v, depth + 1); }
  /// May a value of this type be looked at, at this level? Counts it.
  bool enter(Vt type, unsigned depth) {
    if (!type.is_integer() || type.bits() > 64 || depth > max_depth) return false;
    if (left == 0) {
      cut = true;
      return false;
    }
    --left;
    return true;
  }
  void count(const KnownBitsLimits& limits, KnownBitsStats& stats) const {
    const std::uint64_t used = limits.expansion - left;
    ++stats.questions;
    stats.expanded += used;
    stats.most = std::max(stats.most, used);
    stats.cut += cut ? 1 : 0;
  }
  Value operand(Value v, std::uint32_t i) const { return dag.operand(v, i); }
  std::uint32_t width(Value v) const { return dag.type(v).bits(); }
};

Known exactly(std::uint64_t value, std::uint32_t width) { return Known::constant(value, width); }
/// Value below 2^n.
Known below(std::uint32_t n, std::uint32_t width) { return {low_mask(width) & ~low_mask(n), 0, width}; }

Known of_recipe(const Walker& w, Value v, std::uint32_t width) {
  const Dag& dag = w.dag;
  if (w.hooks.known_bits == nullptr || dag.payload(v.node).aux >= dag.recipes.size() || dag.result_count(v.node) != 1)
    return Known::unknown(width);
  const KnownBits64 known = w.hooks.known_bits(dag.recipes[dag.payload(v.node).aux], width);
  return {known.zero, known.one, width};
}

Known of_arithmetic(Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Dag& dag = w.dag;
  const std::uint16_t flags = dag.flags(v.node);
  const Known b = w.bits(w.operand(v, 1), depth);
  // Of a sum with something unknown nothing is known.
  if (b.is_unknown() && (dag.op(v) == Isd::add || (dag.op(v) == Isd::sub && (flags & flag::nuw) == 0)))
    return Known::unknown(width);
  const Known a = w.bits(w.operand(v, 0), depth);
  Known out;
  switch (dag.op(v)) {
    case Isd::add:
      out = bits::add(a, b);
      break;
    case Isd::sub:
      return (flags & flag::nuw) != 0 ? bits::meet(bits::sub(a, b), bits::usub_sat(a, b)) : bits::sub(a, b);
    case Isd::mul:
      out = bits::mul(a, b, (flags & flag::nuw) != 0);
      break;
    case Isd::mulhu:
      return bits::mul_high_unsigned(a, b);
    case Isd::mulhs:
      return bits::mul_high_signed(a, b);
    case Isd::udiv:
      return bits::udiv(a, b);
    case Isd::urem:
      return bits::urem(a, b);
    case Isd::sdiv:
      return bits::sdiv(a, b);
    default:
      return bits::srem(a, b);
  }
  // Without signed wrap, numbers that are not negative stay so.
  if ((flags & flag::nsw) != 0 && a.is_nonnegative() && b.is_nonnegative()) out.zero |= sign_bit(width);
  return out;
}

Known of_choice(Walker& w, Value v, unsigned depth) {
  const Known a = w.bits(w.operand(v, 0), depth), b = w.bits(w.operand(v, 1), depth);
  switch (w.dag.op(v)) {
    case Isd::smin:
      return bits::smin(a, b);
    case Isd::smax:
      return bits::smax(a, b);
    case Isd::umin:
      return bits::umin(a, b);
    case Isd::umax:
      return bits::umax(a, b);
    case Isd::sadd_sat:
      return bits::sadd_sat(a, b);
    case Isd::uadd_sat:
      return bits::uadd_sat(a, b);
    case Isd::ssub_sat:
      return bits::ssub_sat(a, b);
    default:
      return bits::usub_sat(a, b);
  }
}

// Shifts and rotations; an amount may have another width than the value.
Known of_shift(Walker& w, Value v, unsigned depth) {
  const Known x = w.bits(w.operand(v, 0), depth);
  const bool funnel = w.dag.op(v) == Isd::fshl || w.dag.op(v) == Isd::fshr;
  const Value by = w.operand(v, funnel ? 2 : 1);
  std::uint64_t number = 0;
  const Known amount = w.dag.is_constant(by, number) ? exactly(number, w.width(by)) : w.bits(by, depth);
  if (amount.width > 64) return Known::unknown(x.width);
  switch (w.dag.op(v)) {
    case Isd::shl:
      return bits::shl(x, amount);
    case Isd::srl:
      return bits::lshr(x, amount);
    case Isd::sra:
      return bits::ashr(x, amount);
    case Isd::rotl:
      return bits::rotl(x, amount);
    case Isd::rotr:
      return bits::rotr(x, amount);
    case Isd::fshl:
      return bits::fshl(x, w.bits(w.operand(v, 1), depth), amount);
    default:
      return bits::fshr(x, w.bits(w.operand(v, 1), depth), amount);
  }
}

// Products that are wider than their factors, and with a summand.
Known of_product(Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Isd op = w.dag.op(v);
  Known a = w.bits(w.operand(v, 0), depth), b = w.bits(w.operand(v, 1), depth);
  if (op == Isd::mul_wide_u || op == Isd::mad_wide_u) {
    a = bits::zext(a, width);
    b = bits::zext(b, width);
  } else if (op == Isd::mul_wide_s || op == Isd::mad_wide_s) {
    a = bits::sext(a, width);
    b = bits::sext(b, width);
  }
  const Known product = bits::mul(a, b);
  if (op == Isd::mul_wide_u || op == Isd::mul_wide_s) return product;
  return product.is_unknown() ? product : bits::add(product, w.bits(w.operand(v, 2), depth));
}

// bfe with a start and length that are known and inside, or at least a length.
Known of_bfe(Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Dag& dag = w.dag;
  std::uint64_t start = 0, length = 0;
  if (!dag.is_constant(w.operand(v, 2), length) || length >= width) return Known::unknown(width);
  const auto n = static_cast<std::uint32_t>(length);
  const bool is_signed = dag.op(v) == Isd::bfe_s;
  if (!dag.is_constant(w.operand(v, 1), start) || start + length > width || length == 0)
    return is_signed || w.traits.fields == NumericTraits::Fields::undefined ? Known::unknown(width) : below(n, width);
  const Known field = bits::extract(w.bits(w.operand(v, 0), depth), static_cast<unsigned>(start), n);
  return is_signed ? bits::sext(field, width) : bits::zext(field, width);
}

Known of_bfi(Walker& w, Value v, unsigned depth, std::uint32_t width) {
  std::uint64_t start = 0, length = 0;
  if (!w.dag.is_constant(w.operand(v, 2), start) || !w.dag.is_constant(w.operand(v, 3), length) || start > width ||
      length > width - start || (length == width && w.traits.fields != NumericTraits::Fields::clamped))
    return Known::unknown(width);
  const Known field = bits::trunc(w.bits(w.operand(v, 0), depth), static_cast<unsigned>(length));
  return bits::insert(w.bits(w.operand(v, 1), depth), field, static_cast<unsigned>(start));
}

// Bytes by a known selector; a nibble's top bit asks for copies of the byte's sign.
Known of_prmt(Walker& w, Value v, unsigned depth) {
  std::uint64_t selector = 0;
  if (w.traits.permute != NumericTraits::Permute::nibbles || !w.dag.is_constant(w.operand(v, 2), selector))
    return Known::unknown(32);
  const Known low = w.bits(w.operand(v, 0), depth), high = w.bits(w.operand(v, 1), depth);
  const Known from = bits::concat(low, high);
  Known out = Known::unknown(32);
  for (unsigned i = 0; i < 4; ++i) {
    const auto nibble = static_cast<unsigned>(selector >> (4 * i) & 15U);
    Known byte = bits::extract(from, 8 * (nibble & 7U), 8);
    if (nibble > 7) byte = bits::sext(bits::extract(byte, 7, 1), 8);
    out = bits::insert(out, byte, 8 * i);
  }
  return out;
}

Known of_field(Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Dag& dag = w.dag;
  if (dag.operand_count(v.node) == 0) return Known::unknown(width);
  const Value x = w.operand(v, 0);
  switch (dag.op(v)) {
    case Isd::zext:
      return bits::zext(w.bits(x, depth), width);
    case Isd::sext:
      return bits::sext(w.bits(x, depth), width);
    case Isd::anyext:
      return bits::anyext(w.bits(x, depth), width);
    case Isd::trunc:
      return bits::trunc(w.bits(x, depth), width);
    case Isd::sext_inreg: {
      const auto inner = static_cast<std::uint32_t>(dag.payload(v.node).imm);
      return inner == 0 || inner > width ? Known::unknown(width) : bits::sext_in_reg(w.bits(x, depth), inner);
    }
    case Isd::bfe_u:
    case Isd::bfe_s:
      return of_bfe(w, v, depth, width);
    case Isd::bfi:
      return of_bfi(w, v, depth, width);
    case Isd::prmt:
      return of_prmt(w, v, depth);
    case Isd::build_pair: {
      const Known low = w.bits(x, depth), high = w.bits(w.operand(v, 1), depth);
      return bits::concat(low, high);
    }
    case Isd::extract_limb: {
      const std::uint64_t by = dag.payload(v.node).imm * width;
      if (w.width(x) > 64 || by >= 64) return Known::unknown(width);
      return bits::extract(w.bits(x, depth), static_cast<unsigned>(by), width);
    }
    default:
      return Known::unknown(width);
  }
}

Known of_load(const Dag& dag, Value v, std::uint32_t width) {
  if (dag.payload(v.node).aux >= dag.memory.size()) return Known::unknown(width);
  const MemInfo& m = dag.mem(v.node);
  if (v.result + 1 >= dag.result_count(v.node) || m.extend != Extend::zero || !m.type.is_integer())
    return Known::unknown(width);
  return m.type.bits() < width ? below(m.type.bits(), width) : Known::unknown(width);
}

Known compute(Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Dag& dag = w.dag;
  const auto operand = [&](std::uint32_t i) { return w.bits(w.operand(v, i), depth); };
  // One after the other: what the limit leaves for the second depends on the first.
  const auto both = [&](std::uint32_t i, std::uint32_t j, auto f) {
    const Known a = operand(i), b = operand(j);
    return f(a, b);
  };
  switch (dag.op(v)) {
    case Isd::constant:
      return exactly(dag.payload(v.node).imm, width);
    case Isd::and_:
      return both(0, 1, bits::bit_and<std::uint64_t>);
    case Isd::or_:
      return both(0, 1, bits::bit_or<std::uint64_t>);
    case Isd::xor_: {
      const Known b = operand(1);
      return b.is_unknown() ? b : bits::bit_xor(operand(0), b);
    }
    case Isd::add:
    case Isd::sub:
    case Isd::mul:
    case Isd::mulhu:
    case Isd::mulhs:
    case Isd::udiv:
    case Isd::urem:
    case Isd::sdiv:
    case Isd::srem:
      return of_arithmetic(w, v, depth, width);
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::rotl:
    case Isd::rotr:
    case Isd::fshl:
    case Isd::fshr:
      return of_shift(w, v, depth);
    case Isd::select: {
      const Known a = operand(1);
      return a.is_unknown() ? a : bits::join(a, operand(2));
    }
    case Isd::smin:
    case Isd::smax:
    case Isd::umin:
    case Isd::umax:
    case Isd::sadd_sat:
    case Isd::uadd_sat:
    case Isd::ssub_sat:
    case Isd::usub_sat:
      return of_choice(w, v, depth);
    case Isd::abs:
      return bits::abs(operand(0));
    case Isd::ctpop:
      return bits::ctpop(operand(0));
    case Isd::ctlz:
      return bits::ctlz(operand(0));
    case Isd::cttz:
      return bits::cttz(operand(0));
    case Isd::bswap:
      return bits::bswap(operand(0));
    case Isd::bitreverse:
      return bits::bitreverse(operand(0));
    case Isd::mul_wide_u:
    case Isd::mul_wide_s:
    case Isd::mad:
    case Isd::mad_wide_u:
    case Isd::mad_wide_s:
      return of_product(w, v, depth, width);
    case Isd::build_vector: {
      Known out{low_mask(width), low_mask(width), width};
      if (dag.operand_count(v.node) > 16) return Known::unknown(width);
      dag.for_each_operand(v.node, [&](Value lane) {
        if (!out.is_unknown()) out = bits::join(out, w.bits(lane, depth));
      });
      return out;
    }
    case Isd::extract_element: {
      const Known lane = operand(0);  // in a wider register, nothing is known above it
      return {lane.zero & low_mask(width), lane.one & low_mask(width), width};
    }
    case Isd::load:
    case Isd::load_vec:
      return of_load(dag, v, width);
    case Isd::target:
      return of_recipe(w, v, width);
    default:
      return of_field(w, v, depth, width);
  }
}

unsigned compute_sign_bits(Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Dag& dag = w.dag;
  const auto of = [&](std::uint32_t i) { return w.signs(dag.operand(v, i), depth + 1); };
  // One after the other: what the limit leaves for the second depends on the first.
  const auto least_of = [&](std::uint32_t i, std::uint32_t j) {
    const unsigned a = of(i), b = of(j);
    return std::min(a, b);
  };
  std::uint64_t c = 0;
  switch (dag.op(v)) {
    case Isd::sext:
      return width - dag.type(dag.operand(v, 0)).bits() + of(0);
    case Isd::trunc: {
      const unsigned gone = dag.type(dag.operand(v, 0)).bits() - width;
      const unsigned inner = dag.type(dag.operand(v, 0)).bits() <= 64 ? of(0) : 1;
      return inner > gone ? inner - gone : 1;
    }
    case Isd::sext_inreg:
      return std::max(of(0), width - static_cast<unsigned>(dag.payload(v.node).imm) + 1);
    case Isd::sra:
      if (dag.is_constant(dag.operand(v, 1), c) && c < width) return std::min(width, of(0) + static_cast<unsigned>(c));
      return of(0);
    case Isd::shl:
      if (!dag.is_constant(dag.operand(v, 1), c) || c >= width) return 1;
      return std::max(of(0), static_cast<unsigned>(c) + 1) - static_cast<unsigned>(c);
    case Isd::and_:
    case Isd::or_:
    case Isd::xor_:
    case Isd::smin:
    case Isd::smax:
      return least_of(0, 1);
    case Isd::add:
    case Isd::sub:
      return std::max(1U, least_of(0, 1) - 1);
    case Isd::mul: {
      // The factors have width - s + 1 bits that matter each.
      const unsigned a = of(0), b = of(1), needed = 2 * width + 2 - a - b;
      return needed > width ? 1 : width - needed + 1;
    }
    case Isd::select:
      return least_of(1, 2);
    case Isd::build_vector: {
      unsigned least = width;
      dag.for_each_operand(v.node, [&](Value lane) {
        const unsigned gone = w.width(lane) - width, signs = w.signs(lane, depth + 1);  // of a wider register
        least = std::min(least, signs > gone ? signs - gone : 1);
      });
      return least;
    }
    case Isd::load: {
      if (v.result != 0 || dag.payload(v.node).aux >= dag.memory.size()) return 1;
      const MemInfo& m = dag.mem(v.node);
      return m.extend == Extend::sign && m.type.is_integer() && m.type.bits() < width ? width - m.type.bits() + 1 : 1;
    }
    default:
      return 1;
  }
}

Known Walker::known(Value v, unsigned depth) {
  const Vt type = dag.type(v);
  return enter(type, depth) ? compute(*this, v, depth, type.bits()) : Known::unknown(type.bits());
}

unsigned Walker::signs(Value v, unsigned depth) {
  const Vt type = dag.type(v);
  if (!enter(type, depth)) return 1;
  const std::uint32_t width = type.bits();
  const unsigned structural = compute_sign_bits(*this, v, depth, width);
  if (structural == width) return width;
  return std::min(width, std::max(structural, known(v, depth).sign_bits()));
}

}  // namespace

KnownBits64 known_bits(const Dag& dag, Value value, const KnownBitsLimits& limits, KnownBitsStats* stats,
                       const TargetHooks& hooks, const NumericTraits& traits) {
  Walker walker(dag, limits, hooks, traits);
  const Known k = walker.known(value, 0);
  if (stats != nullptr) walker.count(limits, *stats);
  return {k.zero, k.one};
}

unsigned sign_bits(const Dag& dag, Value value, const KnownBitsLimits& limits, KnownBitsStats* stats,
                   const TargetHooks& hooks, const NumericTraits& traits) {
  Walker walker(dag, limits, hooks, traits);
  const unsigned signs = walker.signs(value, 0);
  if (stats != nullptr) walker.count(limits, *stats);
  return signs;
}

}  // namespace lathe::codegen
