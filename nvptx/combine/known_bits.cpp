// Known bits and sign bits of integer values, by walking up to six levels of operands.
//
// A bit set in `zero` (or `one`) is 0 (or 1) in every lane whenever the value is not poison. Values of more than 64
// bits are unknown. Source: the tri-state arithmetic of LLVM's KnownBits; ranges of PTX special registers from the
// PTX ISA, section 10, and the launch limits of all targets from sm_50 on.
#include <algorithm>
#include <bit>

#include "nvptx/combine/rules.hpp"

namespace lathe::nvptx {

namespace {

using combining::low_mask;
using combining::sign_bit;
using combining::sign_extend;

constexpr unsigned max_depth = 6;

struct Walker {
  const Dag& dag;

  KnownBits64 bits(Value v, unsigned depth) const { return known_bits(dag, v, depth + 1); }
  Value operand(Value v, std::uint32_t i) const { return dag.operand(v, i); }
  std::uint32_t width(Value v) const { return dag.type(v).bits(); }
};

KnownBits64 exactly(std::uint64_t value, std::uint32_t width) {
  return {~value & low_mask(width), value & low_mask(width)};
}
/// Value below 2^n.
KnownBits64 below(std::uint32_t n, std::uint32_t width) { return {low_mask(width) & ~low_mask(n), 0}; }
KnownBits64 common(KnownBits64 a, KnownBits64 b) { return {a.zero & b.zero, a.one & b.one}; }

std::uint32_t leading_zeros(KnownBits64 k, std::uint32_t width) {
  return static_cast<std::uint32_t>(std::countl_one(k.zero << (64 - width)));
}
std::uint32_t trailing_zeros(KnownBits64 k, std::uint32_t width) {
  return std::min(width, static_cast<std::uint32_t>(std::countr_one(k.zero)));
}

// a + b + carry, where the carry in is known.
KnownBits64 sum(KnownBits64 a, KnownBits64 b, bool carry, std::uint32_t width) {
  const std::uint64_t mask = low_mask(width);
  const std::uint64_t largest = (~a.zero & mask) + (~b.zero & mask) + (carry ? 1 : 0);
  const std::uint64_t smallest = a.one + b.one + (carry ? 1 : 0);
  const std::uint64_t carry_zero = ~(largest ^ a.zero ^ b.zero);
  const std::uint64_t carry_one = smallest ^ a.one ^ b.one;
  const std::uint64_t known = (a.zero | a.one) & (b.zero | b.one) & (carry_zero | carry_one) & mask;
  return {~largest & known, smallest & known};
}

KnownBits64 product(KnownBits64 a, KnownBits64 b, std::uint32_t width) {
  KnownBits64 out;
  const std::uint32_t low = std::min(width, trailing_zeros(a, width) + trailing_zeros(b, width));
  const combining::Unsigned128 most =
      static_cast<combining::Unsigned128>(~a.zero & low_mask(width)) * (~b.zero & low_mask(width));
  out.zero = low_mask(low);
  if (most >> width == 0)
    out.zero |= below(static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(most))), width).zero;
  return out;
}

KnownBits64 extend(KnownBits64 k, std::uint32_t from, std::uint32_t to, Extend how) {
  const std::uint64_t high = low_mask(to) & ~low_mask(from);
  if (how == Extend::zero) k.zero |= high;
  if (how == Extend::sign && (k.zero & sign_bit(from)) != 0) k.zero |= high;
  if (how == Extend::sign && (k.one & sign_bit(from)) != 0) k.one |= high;
  return k;
}

KnownBits64 shifted(const Dag& dag, Value v, KnownBits64 x, std::uint32_t width) {
  std::uint64_t by = 0;
  if (!dag.is_constant(dag.operand(v, 1), by)) {
    if (dag.op(v) == Isd::shl) return {low_mask(trailing_zeros(x, width)), 0};
    if (dag.op(v) == Isd::srl) return below(width - leading_zeros(x, width), width);
    return {};
  }
  if (by >= width) return {};
  const std::uint64_t mask = low_mask(width);
  switch (dag.op(v)) {
    case Isd::shl:
      return {((x.zero << by) | low_mask(static_cast<std::uint32_t>(by))) & mask, (x.one << by) & mask};
    case Isd::srl:
      return {(x.zero >> by) | (mask & ~(mask >> by)), x.one >> by};
    default:
      return {static_cast<std::uint64_t>(sign_extend(x.zero, width) >> by) & mask,
              static_cast<std::uint64_t>(sign_extend(x.one, width) >> by) & mask};
  }
}

// Upper limits (exclusive, as powers of two) of the special registers that a recipe `mov.u32 %r, %name` reads.
KnownBits64 special_register(std::string_view name, std::uint32_t width) {
  struct Row {
    std::string_view name;
    std::uint8_t bits;
  };
  static constexpr Row rows[] = {
      {"%tid.x", 10},    {"%tid.y", 10},    {"%tid.z", 6},     {"%ntid.x", 11},  {"%ntid.y", 11},  {"%ntid.z", 7},
      {"%laneid", 5},    {"%warpid", 6},    {"%nwarpid", 7},   {"%ctaid.x", 31}, {"%ctaid.y", 16}, {"%ctaid.z", 16},
      {"%nctaid.x", 31}, {"%nctaid.y", 16}, {"%nctaid.z", 16}, {"%smid", 31},    {"%nsmid", 31},
  };
  if (name == "WARP_SZ" || name == "%WARP_SZ") return exactly(32, width);
  for (const Row& row : rows)
    if (row.name == name) return below(row.bits, width);
  return {};
}

KnownBits64 of_recipe(const Dag& dag, Value v, std::uint32_t width) {
  if (dag.payload(v.node).aux >= dag.recipes.size() || dag.result_count(v.node) != 1) return {};
  const Recipe& recipe = dag.recipes[dag.payload(v.node).aux];
  if (!recipe.mnemonic.starts_with("mov.") || recipe.operands.size() != 2) return {};
  return special_register(recipe.operands[1].text, width);
}

KnownBits64 of_arithmetic(const Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Dag& dag = w.dag;
  const KnownBits64 a = w.bits(w.operand(v, 0), depth), b = w.bits(w.operand(v, 1), depth);
  const bool no_signed_wrap = (dag.flags(v.node) & flag::nsw) != 0;
  KnownBits64 out;
  switch (dag.op(v)) {
    case Isd::add:
      out = sum(a, b, false, width);
      break;
    case Isd::sub:
      return sum(a, {b.one, b.zero}, true, width);
    case Isd::mul:
      out = product(a, b, width);
      break;
    case Isd::mulhu:
      return below(width - std::min(width, leading_zeros(a, width) + leading_zeros(b, width)), width);
    case Isd::udiv:
      return below(width - leading_zeros(a, width), width);
    default: {
      // urem; srem of numbers that are not negative. The result is at most the dividend, and below the divisor.
      const bool unsigned_rem = dag.op(v) == Isd::urem || ((a.zero & b.zero & sign_bit(width)) != 0);
      std::uint64_t c = 0;
      if (!unsigned_rem) return {};
      if (dag.is_constant(w.operand(v, 1), c) && std::has_single_bit(c))
        return {(a.zero | ~(c - 1)) & low_mask(width), a.one & (c - 1)};
      return below(width - std::max(leading_zeros(a, width), leading_zeros(b, width)), width);
    }
  }
  // Without signed wrap, numbers that are not negative stay so.
  if (no_signed_wrap && (a.zero & b.zero & sign_bit(width)) != 0) out.zero |= sign_bit(width);
  return out;
}

KnownBits64 of_permutation(Isd op, KnownBits64 k, std::uint32_t width) {
  const auto each = [&](std::uint64_t x) {
    std::uint64_t out = 0;
    for (std::uint32_t i = 0; i < width; ++i)
      if ((x >> i & 1) != 0) out |= 1ULL << (op == Isd::bswap ? (width - 8 - (i & ~7U)) + (i & 7U) : width - 1 - i);
    return out;
  };
  return {each(k.zero), each(k.one)};
}

KnownBits64 of_field(const Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Dag& dag = w.dag;
  if (dag.operand_count(v.node) == 0) return {};
  const Value x = w.operand(v, 0);
  switch (dag.op(v)) {
    case Isd::zext:
      return extend(w.bits(x, depth), w.width(x), width, Extend::zero);
    case Isd::sext:
      return extend(w.bits(x, depth), w.width(x), width, Extend::sign);
    case Isd::anyext:
      return w.bits(x, depth);
    case Isd::trunc: {
      const KnownBits64 k = w.bits(x, depth);
      return {k.zero & low_mask(width), k.one & low_mask(width)};
    }
    case Isd::sext_inreg: {
      const auto inner = static_cast<std::uint32_t>(dag.payload(v.node).imm);
      if (inner == 0 || inner > width) return {};
      const KnownBits64 k = w.bits(x, depth);
      return extend({k.zero & low_mask(inner), k.one & low_mask(inner)}, inner, width, Extend::sign);
    }
    case Isd::bfe_u: {
      std::uint64_t length = 0;
      return dag.is_constant(w.operand(v, 2), length) && length < width
                 ? below(static_cast<std::uint32_t>(length), width)
                 : KnownBits64{};
    }
    case Isd::build_pair: {
      const KnownBits64 low = w.bits(x, depth), high = w.bits(w.operand(v, 1), depth);
      const std::uint32_t half = width / 2;
      return {low.zero | high.zero << half, low.one | high.one << half};
    }
    case Isd::extract_limb: {
      if (w.width(x) > 64) return {};
      const std::uint64_t by = dag.payload(v.node).imm * width;
      const KnownBits64 k = w.bits(x, depth);
      return by >= 64 ? KnownBits64{} : KnownBits64{k.zero >> by & low_mask(width), k.one >> by & low_mask(width)};
    }
    default:
      return {};
  }
}

KnownBits64 of_load(const Dag& dag, Value v, std::uint32_t width) {
  if (dag.payload(v.node).aux >= dag.memory.size()) return {};
  const MemInfo& m = dag.mem(v.node);
  if (v.result + 1 >= dag.result_count(v.node) || m.extend != Extend::zero || !m.type.is_integer()) return {};
  return m.type.bits() < width ? below(m.type.bits(), width) : KnownBits64{};
}

KnownBits64 compute(const Walker& w, Value v, unsigned depth, std::uint32_t width) {
  const Dag& dag = w.dag;
  switch (dag.op(v)) {
    case Isd::constant:
      return exactly(dag.payload(v.node).imm, width);
    case Isd::and_: {
      const KnownBits64 a = w.bits(w.operand(v, 0), depth), b = w.bits(w.operand(v, 1), depth);
      return {a.zero | b.zero, a.one & b.one};
    }
    case Isd::or_: {
      const KnownBits64 a = w.bits(w.operand(v, 0), depth), b = w.bits(w.operand(v, 1), depth);
      return {a.zero & b.zero, a.one | b.one};
    }
    case Isd::xor_: {
      const KnownBits64 a = w.bits(w.operand(v, 0), depth), b = w.bits(w.operand(v, 1), depth);
      return {(a.zero & b.zero) | (a.one & b.one), (a.zero & b.one) | (a.one & b.zero)};
    }
    case Isd::add:
    case Isd::sub:
    case Isd::mul:
    case Isd::mulhu:
    case Isd::udiv:
    case Isd::urem:
    case Isd::srem:
      return of_arithmetic(w, v, depth, width);
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
      return shifted(dag, v, w.bits(w.operand(v, 0), depth), width);
    case Isd::select:
      return common(w.bits(w.operand(v, 1), depth), w.bits(w.operand(v, 2), depth));
    case Isd::smin:
    case Isd::smax:
    case Isd::umin:
    case Isd::umax: {
      const KnownBits64 a = w.bits(w.operand(v, 0), depth), b = w.bits(w.operand(v, 1), depth);
      KnownBits64 out = common(a, b);
      if (dag.op(v) == Isd::umin)
        out.zero |= below(width - std::max(leading_zeros(a, width), leading_zeros(b, width)), width).zero;
      return out;
    }
    case Isd::ctpop:
    case Isd::ctlz:
    case Isd::cttz:
      return below(static_cast<std::uint32_t>(std::bit_width(width)), width);
    case Isd::bswap:
    case Isd::bitreverse:
      return of_permutation(dag.op(v), w.bits(w.operand(v, 0), depth), width);
    case Isd::mul_wide_u: {
      const std::uint32_t half = width / 2;
      return product(extend(w.bits(w.operand(v, 0), depth), half, width, Extend::zero),
                     extend(w.bits(w.operand(v, 1), depth), half, width, Extend::zero), width);
    }
    case Isd::build_vector: {
      KnownBits64 out{low_mask(width), low_mask(width)};
      if (dag.operand_count(v.node) > 16) return {};
      dag.for_each_operand(v.node, [&](Value lane) { out = common(out, w.bits(lane, depth)); });
      return out;
    }
    case Isd::extract_element:
      return w.bits(w.operand(v, 0), depth);
    case Isd::load:
    case Isd::load_vec:
      return of_load(dag, v, width);
    case Isd::ptx:
      return of_recipe(dag, v, width);
    default:
      return of_field(w, v, depth, width);
  }
}

}  // namespace

KnownBits64 known_bits(const Dag& dag, Value value, unsigned depth) {
  const Vt type = dag.type(value);
  if (!type.is_integer() || type.bits() > 64 || depth > max_depth) return {};
  return compute(Walker{dag}, value, depth, type.bits());
}

namespace {

unsigned compute_sign_bits(const Dag& dag, Value v, unsigned depth, std::uint32_t width) {
  const auto of = [&](std::uint32_t i) { return sign_bits(dag, dag.operand(v, i), depth + 1); };
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
      return std::min(of(0), of(1));
    case Isd::add:
    case Isd::sub:
      return std::max(1U, std::min(of(0), of(1)) - 1);
    case Isd::mul: {
      // The factors have width - s + 1 bits that matter each.
      const unsigned needed = 2 * width + 2 - of(0) - of(1);
      return needed > width ? 1 : width - needed + 1;
    }
    case Isd::select:
      return std::min(of(1), of(2));
    case Isd::build_vector: {
      unsigned least = width;
      dag.for_each_operand(v.node, [&](Value lane) { least = std::min(least, sign_bits(dag, lane, depth + 1)); });
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

}  // namespace

unsigned sign_bits(const Dag& dag, Value value, unsigned depth) {
  const Vt type = dag.type(value);
  if (!type.is_integer() || type.bits() > 64 || depth > max_depth) return 1;
  const std::uint32_t width = type.bits();
  const unsigned structural = compute_sign_bits(dag, value, depth, width);
  if (structural == width) return width;
  const KnownBits64 k = known_bits(dag, value, depth);
  const unsigned zeros = leading_zeros(k, width);
  const unsigned ones = static_cast<unsigned>(std::countl_one(k.one << (64 - width)));
  return std::min(width, std::max({structural, zeros, ones, 1U}));
}

}  // namespace lathe::nvptx
