// Rules: operations whose result nobody looks at in full.
//
// A truncation, a mask, a shift, a field extraction or a narrow store asks for some bits of its operand; the operand
// may become anything that agrees in them. One rule stands at the operations that ask; it walks down the operands with
// the mask of the bits that matter, and takes away what only changes others. Values that have other users are looked
// through (their operands exist already), never rewritten. Two limits, levels and values looked at, bound one question; a
// third, how many answers a graph of so many nodes may get, bounds them all.
// Source: the idea of LLVM's SimplifyDemandedBits and SimplifyMultipleUseDemandedBits.
#include <algorithm>

#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

/// Ones from bit 0 up to the highest bit of the mask: what sums and products of those bits depend on.
std::uint64_t up_to_top(std::uint64_t mask) {
  return low_mask(64 - static_cast<std::uint32_t>(std::countl_zero(mask)));
}
/// The bits of an 8-byte number in which its byte `index` stands.
constexpr std::uint64_t byte_mask(unsigned index) { return 255ULL << (8 * index); }

class Narrower {
 public:
  explicit Narrower(Context& c) : c_(c), left_(c.demanded.expansion) {}

  /// A value that agrees with v in the bits of `mask` and costs less, or nothing. Nothing is made where nothing is
  /// found.
  Value narrow(Value v, std::uint64_t mask) { return narrow(v, mask, 0, true); }

 private:
  // `alone`: all users on the way to the root are rewritten with v, so that v may be made anew.
  Value narrow(Value v, std::uint64_t mask, unsigned depth, bool alone) {
    const Vt t = c_.type(v);
    if (!t.is_integer() || t.bits() > 64 || t.bits() == 1 || depth >= c_.demanded.depth || left_ == 0) return {};
    if (c_.is(v, Isd::constant) || mask == 0) return {};
    --left_;
    alone = alone && c_.one_use(v);
    switch (c_.op(v)) {
      case Isd::and_:
        return logic_and(v, mask, depth, alone);
      case Isd::or_:
      case Isd::xor_:
        return logic_or(v, mask, depth, alone);
      case Isd::add:
      case Isd::sub:
      case Isd::mul:
        return sum(v, mask, depth, alone);
      case Isd::mad:
        return alone ? rebuild(v, {up_to_top(mask), up_to_top(mask), up_to_top(mask)}, depth) : Value{};
      case Isd::shl:
      case Isd::srl:
      case Isd::sra:
        return shift(v, mask, depth, alone);
      case Isd::rotl:
      case Isd::rotr:
        return alone ? rotate(v, mask, depth) : Value{};
      case Isd::trunc:
        return alone && c_.type(c_.operand(v, 0)).bits() <= 64 ? rebuild(v, {mask}, depth) : Value{};
      case Isd::zext:
      case Isd::sext:
      case Isd::anyext:
        return extension(v, mask, depth, alone);
      case Isd::sext_inreg:
        return inside(v, mask, depth, alone);
      case Isd::select:
        return alone ? rebuild(v, {0, mask, mask}, depth) : Value{};
      case Isd::freeze:
        return alone ? rebuild(v, {mask}, depth) : Value{};
      default:
        return alone ? of_machine(v, mask, depth) : Value{};
    }
  }
  // What stands for v is x, or what x becomes.
  Value through(Value x, std::uint64_t mask, unsigned depth, bool alone) {
    const Value inner = narrow(x, mask, depth + 1, alone);
    return inner ? inner : x;
  }
  // v anew with operands of which only these bits matter (0: all). Promises of no wrap and the like are gone with the
  // other bits.
  Value rebuild(Value v, std::initializer_list<std::uint64_t> masks, unsigned depth) {
    Value operands[4];
    bool changed = false;
    std::uint32_t i = 0;
    for (const std::uint64_t mask : masks) {
      operands[i] = c_.operand(v, i);
      if (mask != 0)
        if (const Value inner = narrow(operands[i], mask, depth + 1, true)) {
          operands[i] = inner;
          changed = true;
        }
      ++i;
    }
    if (!changed) return {};
    for (; i < c_.dag.operand_count(v.node); ++i) operands[i] = c_.operand(v, i);
    return c_.dag.get(c_.op(v), c_.type(v), {operands, i}, c_.dag.payload(v.node));
  }

  Value logic_and(Value v, std::uint64_t mask, unsigned depth, bool alone) {
    std::uint64_t by = 0;
    Value x;
    if (!c_.with_constant(v, Isd::and_, x, by)) return alone ? rebuild(v, {mask, mask}, depth) : Value{};
    if ((mask & ~by) == 0) return through(x, mask, depth, alone);
    if ((mask & by) == 0) return c_.zero(c_.type(v));
    return alone ? rebuild(v, {mask & by}, depth) : Value{};
  }
  bool zero_in(Value v, std::uint64_t mask) {
    // Few levels, since this is asked at each level.
    const KnownBitsLimits limits{std::min(2U, c_.limits.depth), std::min(8U, c_.limits.expansion)};
    return (~known_bits(c_.dag, v, limits, &c_.bits_stats, c_.facts.hooks, c_.facts.numeric).zero & mask) == 0;
  }
  Value logic_or(Value v, std::uint64_t mask, unsigned depth, bool alone) {
    std::uint64_t by = 0;
    const Value x = c_.operand(v, 0), y = c_.operand(v, 1);
    if (c_.constant(y, by)) {
      if ((mask & by) == 0) return through(x, mask, depth, alone);
      if (c_.is(v, Isd::or_) && (mask & ~by) == 0) return y;
      return alone ? rebuild(v, {c_.is(v, Isd::or_) ? mask & ~by : mask}, depth) : Value{};
    }
    if (zero_in(y, mask)) return through(x, mask, depth, alone);
    if (zero_in(x, mask)) return through(y, mask, depth, alone);
    return alone ? rebuild(v, {mask, mask}, depth) : Value{};
  }
  Value sum(Value v, std::uint64_t mask, unsigned depth, bool alone) {
    const std::uint64_t low = up_to_top(mask);
    std::uint64_t by = 0;
    const Value x = c_.operand(v, 0), y = c_.operand(v, 1);
    if (c_.is(v, Isd::mul)) {
      // Trailing zeros of a factor push the other's bits up.
      if (c_.constant(y, by) && by != 0) return alone ? rebuild(v, {low >> std::countr_zero(by)}, depth) : Value{};
      return alone ? rebuild(v, {low, low}, depth) : Value{};
    }
    if (c_.constant(y, by) ? (by & low) == 0 : zero_in(y, low)) return through(x, low, depth, alone);
    if (c_.is(v, Isd::add) && zero_in(x, low)) return through(y, low, depth, alone);
    if (mask == 1 && c_.is(v, Isd::sub) && c_.is_zero(x))
      return through(y, mask, depth, alone);  // -y is odd where y is
    // What a constant adds below the lowest bit that matters, to zeros, carries nothing into it.
    if (const std::uint64_t below = low_mask(static_cast<std::uint32_t>(std::countr_zero(mask)));
        c_.is(v, Isd::add) && c_.constant(y, by) && (by & below) != 0 && zero_in(x, below)) {
      if ((by & low & ~below) == 0) return through(x, mask, depth, alone);
      return alone ? c_.make(Isd::add, c_.type(v), {x, c_.number(by & ~below, c_.type(v))}) : Value{};
    }
    return alone ? rebuild(v, {low, low}, depth) : Value{};
  }

  Value shift(Value v, std::uint64_t mask, unsigned depth, bool alone) {
    const std::uint32_t width = c_.type(v).bits();
    const Value x = c_.operand(v, 0);
    std::uint64_t by = 0;
    if (!c_.constant(c_.operand(v, 1), by) || by >= width || by == 0) return {};
    const std::uint64_t above = low_mask(width) & ~(low_mask(width) >> by);  // where copies of the sign, or zeros, are
    const bool left = c_.is(v, Isd::shl), arithmetic = c_.is(v, Isd::sra);
    if (arithmetic && (mask & above) != 0) {
      if (mask == sign_bit(width)) return through(x, mask, depth, alone);
      return alone ? rebuild(v, {(mask << by & low_mask(width)) | sign_bit(width)}, depth) : Value{};
    }
    if (const Value met = shift_met(v, x, by, mask, depth, alone)) return met;
    const std::uint64_t wanted = left ? mask >> by : mask << by & low_mask(width);
    if (wanted == 0) return c_.zero(c_.type(v));
    return alone ? rebuild(v, {wanted}, depth) : Value{};
  }
  // (y >> a) << b and the other way round, where no bit is asked for that the second shift empties or the first drops:
  // one shift, or none.
  Value shift_met(Value v, Value x, std::uint64_t by, std::uint64_t mask, unsigned depth, bool alone) {
    const std::uint32_t width = c_.type(v).bits();
    const bool left = c_.is(v, Isd::shl);
    std::uint64_t inner = 0;
    Value y;
    if (left ? !c_.with_constant(x, Isd::srl, y, inner) && !c_.with_constant(x, Isd::sra, y, inner)
             : !c_.with_constant(x, Isd::shl, y, inner))
      return {};
    if (inner >= width || inner == 0) return {};
    // One shift by the difference gives bits of y at these places, where two give zeros (or copies of the sign).
    const std::uint64_t ones = low_mask(width);
    std::uint64_t differ;
    if (left)
      differ = (ones >> (width - by)) | (c_.is(x, Isd::sra) ? ones & ~(ones >> inner << by) : 0);
    else
      differ = ones & ~(ones >> by);
    if ((mask & differ) != 0) return {};
    if (inner == by) return through(y, mask, depth + 1, alone && c_.one_use(x));
    if (!alone || !c_.one_use(x)) return {};
    const bool to_left = left ? by > inner : inner > by;
    const Isd o = to_left ? Isd::shl : Isd::srl;
    return c_.op_ok(o, c_.type(v)) ? c_.shift(o, y, by > inner ? by - inner : inner - by) : Value{};
  }
  Value rotate(Value v, std::uint64_t mask, unsigned depth) {
    const std::uint32_t width = c_.type(v).bits();
    std::uint64_t by = 0;
    if (!c_.constant(c_.operand(v, 1), by) || by % width == 0) return {};
    by = c_.is(v, Isd::rotl) ? by % width : width - by % width;  // to the left; asked for: back to the right
    return rebuild(v, {(mask >> by | mask << (width - by)) & low_mask(width)}, depth);
  }

  Value extension(Value v, std::uint64_t mask, unsigned depth, bool alone) {
    const Value x = c_.operand(v, 0);
    const std::uint32_t from = c_.type(x).bits();
    const std::uint64_t low = mask & low_mask(from);
    if (low == mask && c_.is(x, Isd::trunc) && c_.type(c_.operand(x, 0)) == c_.type(v))
      return through(c_.operand(x, 0), mask, depth + 1, alone && c_.one_use(x));
    if (!alone) return {};
    return rebuild(v, {low | (low != mask && c_.is(v, Isd::sext) ? sign_bit(from) : 0)}, depth);
  }
  Value inside(Value v, std::uint64_t mask, unsigned depth, bool alone) {
    const auto kept = static_cast<std::uint32_t>(c_.imm(v));
    if (kept == 0 || kept > c_.type(v).bits()) return {};
    if ((mask & ~low_mask(kept)) == 0) return through(c_.operand(v, 0), mask, depth, alone);
    return alone ? rebuild(v, {(mask & low_mask(kept)) | sign_bit(kept)}, depth) : Value{};
  }

  // Machine operations: fields, bytes, limbs.
  Value of_machine(Value v, std::uint64_t mask, unsigned depth) {
    std::uint64_t k = 0;
    switch (c_.op(v)) {
      case Isd::bfe_u:
      case Isd::bfe_s: {
        const std::uint64_t wanted = field_of(c_, v, mask);
        return wanted != 0 ? rebuild(v, {wanted}, depth) : Value{};
      }
      case Isd::prmt: {
        if (!c_.permutes_bytes() || !c_.constant(c_.operand(v, 2), k)) return {};
        const auto [low, high] = bytes_of(k, mask);
        return rebuild(v, {low, high}, depth);
      }
      case Isd::bswap: {
        std::uint64_t wanted = 0;
        const std::uint32_t bytes = c_.type(v).bits() / 8;
        for (std::uint32_t i = 0; i < bytes; ++i)
          if ((mask & byte_mask(i)) != 0) wanted |= byte_mask(bytes - 1 - i);
        return rebuild(v, {wanted}, depth);
      }
      case Isd::build_pair: {
        const std::uint32_t half = c_.type(v).bits() / 2;
        return rebuild(v, {mask & low_mask(half), mask >> half}, depth);
      }
      default:
        return {};
    }
  }

 public:
  /// The bits of x that a bfe of x with constant place and length looks at for the bits of `mask`; 0: all.
  static std::uint64_t field_of(const Context& c, Value v, std::uint64_t mask) {
    const std::uint32_t width = c.type(v).bits();
    std::uint64_t start = 0, length = 0;
    if (!c.constant(c.operand(v, 1), start) || !c.constant(c.operand(v, 2), length)) return 0;
    if (start >= width || length == 0 || length > width - start) return 0;
    if (length == width && c.facts.numeric.fields != NumericTraits::Fields::clamped) return 0;
    const std::uint64_t field = low_mask(static_cast<std::uint32_t>(length));
    const bool sign = c.is(v, Isd::bfe_s) && (mask & ~field) != 0;
    return ((mask & field) | (sign ? sign_bit(static_cast<std::uint32_t>(length)) : 0)) << start;
  }
  /// The bytes of the two words that a prmt takes for the bits of `mask`.
  static std::pair<std::uint64_t, std::uint64_t> bytes_of(std::uint64_t selector, std::uint64_t mask) {
    std::uint64_t both = 0;
    for (unsigned i = 0; i < 4; ++i)
      if ((mask & byte_mask(i)) != 0) both |= byte_mask(selector >> (4 * i) & 7);
    return {both & low_mask(32), both >> 32};
  }

 private:
  Context& c_;
  std::uint32_t left_;
};

/// Which bits of operand `i` of n matter; 0: all of them, or nobody knows.
std::uint64_t asked(const Context& c, NodeId n, std::uint32_t i) {
  const Value v{n, 0};
  std::uint64_t by = 0;
  const Isd o = c.op(n);
  if (o == Isd::store) {
    const MemInfo& m = c.dag.mem(n);
    return i == 1 && m.lanes == 1 && m.type.is_integer() && !m.type.is_vector() &&
                   m.type.bits() < c.type(c.operand(n, 1)).bits()
               ? low_mask(m.type.bits())
               : 0;
  }
  const Vt t = c.type(c.operand(n, i));
  if (!t.is_integer() || t.bits() > 64 || t.bits() == 1) return 0;
  const std::uint32_t width = t.bits();
  const bool known_amount = i == 0 && c.dag.operand_count(n) > 1 && c.constant(c.operand(n, 1), by);
  switch (o) {
    case Isd::trunc:
      return c.dag.flags(n) == 0 ? low_mask(c.type(n).bits()) : 0;
    case Isd::and_:
      return known_amount ? by : 0;
    case Isd::or_:
      return known_amount && c.dag.flags(n) == 0 ? ~by & low_mask(width) : 0;
    case Isd::sext_inreg:
      return c.dag.payload(n).imm < width ? low_mask(static_cast<std::uint32_t>(c.dag.payload(n).imm)) : 0;
    case Isd::shl:
      return known_amount && by < width && c.dag.flags(n) == 0 ? low_mask(width) >> by : 0;
    case Isd::srl:
    case Isd::sra:
      return known_amount && by < width && c.dag.flags(n) == 0 ? low_mask(width) >> by << by : 0;
    case Isd::mul:
      return known_amount && by != 0 && c.dag.flags(n) == 0 && (by & 1) == 0 ? low_mask(width) >> std::countr_zero(by)
                                                                             : 0;
    case Isd::rotl:
    case Isd::rotr:
      return i == 1 && std::has_single_bit(c.type(n).bits()) ? c.type(n).bits() - 1 : 0;
    case Isd::fshl:
    case Isd::fshr:
      return i == 2 && std::has_single_bit(c.type(n).bits()) ? c.type(n).bits() - 1 : 0;
    case Isd::setcc: {
      // The sign alone decides.
      const auto cond = static_cast<Cond>(c.dag.payload(n).imm);
      const Value k = c.operand(n, 1);
      const bool sign = ((cond == Cond::slt || cond == Cond::sge) && c.is_zero(k)) ||
                        ((cond == Cond::sgt || cond == Cond::sle) && c.is_ones(k));
      return i == 0 && sign ? sign_bit(width) : 0;
    }
    case Isd::bfe_u:
    case Isd::bfe_s:
      return i == 0 ? Narrower::field_of(c, v, low_mask(width)) : 0;
    case Isd::prmt: {
      if (i > 1 || !c.permutes_bytes() || !c.constant(c.operand(n, 2), by)) return 0;
      const auto [low, high] = Narrower::bytes_of(by, low_mask(32));
      return i == 0 ? low : high;
    }
    case Isd::bfi:
      return 0;
    case Isd::extract_limb:
      return low_mask(c.type(n).bits()) << (c.dag.payload(n).imm * c.type(n).bits());
    default:
      return 0;
  }
}

Value demanded_bits(Context& c, NodeId n) {
  if (c.demanded.expansion == 0 || c.narrowings_left == 0) return {};
  const std::uint32_t count = c.dag.operand_count(n);
  if (count > 3) return {};
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t mask = asked(c, n, i);
    if (mask == 0) continue;
    const Value inner = Narrower(c).narrow(c.operand(n, i), mask);
    if (!inner) continue;
    --c.narrowings_left;
    Value operands[3];
    for (std::uint32_t k = 0; k < count; ++k) operands[k] = k == i ? inner : c.operand(n, k);
    return c.dag.get(c.op(n), c.type(n), {operands, count}, c.dag.payload(n), c.dag.flags(n));
  }
  return {};
}

// All bits are known.
Value known_constant(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (t.bits() > 64 || t.bits() == 1 || t.is_vector()) return {};
  // What a few operations decide, since every such node asks.
  const KnownBitsLimits limits{std::min(4U, c.limits.depth), std::min(16U, c.limits.expansion)};
  const KnownBits64 k = known_bits(c.dag, {n, 0}, limits, &c.bits_stats, c.facts.hooks, c.facts.numeric);
  return (k.zero | k.one) == low_mask(t.bits()) ? c.number(k.one, t) : Value{};
}

}  // namespace

void add_demanded_rules(RuleList& list) {
  list.add("known-constant", known_constant, {Isd::shl, Isd::srl, Isd::or_, Isd::mul, Isd::trunc}, at_types);
  list.add(
      "demanded-bits", demanded_bits,
      {Isd::trunc, Isd::and_, Isd::or_, Isd::sext_inreg, Isd::shl, Isd::srl, Isd::sra, Isd::mul, Isd::rotl, Isd::rotr,
       Isd::fshl, Isd::fshr, Isd::setcc, Isd::bfe_u, Isd::bfe_s, Isd::prmt, Isd::extract_limb, Isd::store});
}

}  // namespace lathe::codegen::combining
