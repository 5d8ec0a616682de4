// Integers that are held in a wider one: which operations need their upper bits cleared or sign-extended first.
//
// Needs:  an illegal integer type of `bits` bits, held in `wide` (which may itself have to fall into limbs later).
// Gives:  O(1) nodes each.
#include <bit>

#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

namespace {

bool is_signed(Cond cond) { return cond == Cond::sgt || cond == Cond::sge || cond == Cond::slt || cond == Cond::sle; }

}  // namespace

Rewrite TypeLowering::promote_arithmetic(NodeId id, std::uint32_t bits, Vt wide) {
  const Isd op = dag_.op(id);
  const auto plain = [&](std::uint32_t i) { return any(operand(id, i)); };
  switch (op) {
    case Isd::add:
    case Isd::sub:
    case Isd::mul:
    case Isd::and_:
    case Isd::or_:
    case Isd::xor_:
      return done(id, make_.op(op, plain(0), plain(1)));
    case Isd::freeze:
      return done(id, make_.op(op, plain(0)));
    case Isd::mad:
      return done(id, make_.op(op, plain(0), plain(1), plain(2)));
    case Isd::sdiv:
    case Isd::srem:
    case Isd::smin:
    case Isd::smax:
      return done(id, make_.op(op, sx(operand(id, 0)), sx(operand(id, 1))));
    case Isd::udiv:
    case Isd::urem:
    case Isd::umin:
    case Isd::umax:
    case Isd::usub_sat:
      return done(id, make_.op(op, zx(operand(id, 0)), zx(operand(id, 1))));
    case Isd::abs:
      return done(id, make_.op(op, sx(operand(id, 0))));
    case Isd::uadd_sat: {
      const Value sum = make_.op(Isd::add, zx(operand(id, 0)), zx(operand(id, 1)));
      return done(id, make_.op(Isd::umin, sum, make_.mask(0, bits, wide)));
    }
    case Isd::sadd_sat:
    case Isd::ssub_sat: {
      const Value r = make_.op(op == Isd::sadd_sat ? Isd::add : Isd::sub, sx(operand(id, 0)), sx(operand(id, 1)));
      const Value low = make_.op(Isd::smax, r, make_.smallest(bits, wide));
      return done(id, make_.op(Isd::smin, low, make_.greatest(bits, wide)));
    }
    case Isd::mulhs:
    case Isd::mulhu: {
      const Vt t = bits * 2 <= wide.bits() ? wide : Vt(VtKind::integer, std::bit_ceil(bits * 2));
      const Extend extend = op == Isd::mulhs ? Extend::sign : Extend::zero;
      const Value product =
          make_.op(Isd::mul, to_integer(operand(id, 0), t, extend), to_integer(operand(id, 1), t, extend));
      return done(id, make_.resize(make_.srl(product, bits), wide));
    }
    case Isd::mul_wide_s:
    case Isd::mul_wide_u:
    case Isd::mad_wide_s:
    case Isd::mad_wide_u: {
      const Extend extend = op == Isd::mul_wide_s || op == Isd::mad_wide_s ? Extend::sign : Extend::zero;
      const Value product =
          make_.op(Isd::mul, to_integer(operand(id, 0), wide, extend), to_integer(operand(id, 1), wide, extend));
      return done(id, dag_.operand_count(id) == 3 ? make_.op(Isd::add, product, any(operand(id, 2))) : product);
    }
    default:
      return refuse(id);
  }
}

Value TypeLowering::modulo_width(Value v, std::uint32_t width) {
  v = current(v);
  const Vt type = dag_.type(v);
  std::uint64_t x;
  if (dag_.is_constant(v, x)) return make_.i32(x % width);
  if (std::has_single_bit(width)) return make_.and_(to_integer(v, vt::i32, Extend::zero), make_.i32(width - 1));
  if (type.bits() <= limb().bits()) {
    const Value a = type.bits() < 32 ? to_integer(v, vt::i32, Extend::zero) : zx(v);
    return make_.resize(make_.op(Isd::urem, a, make_.constant(width, dag_.type(a))), vt::i32);
  }
  // Horner over limbs: the remainder stays below 4096, so nothing overflows 32 bits.
  const Vt word = limb();
  const std::uint32_t w = word.bits();
  Values l;
  flat(v, l);
  l.resize((type.bits() + w - 1) / w);
  if (type.bits() % w != 0) l.back() = make_.and_(l.back(), make_.mask(0, type.bits() % w, word));
  const std::uint64_t all = w >= 64 ? ~0ULL : (1ULL << w) - 1;
  const Value modulus = make_.constant(width, word);
  const Value radix = make_.constant((all % width + 1) % width, word);
  Value rest = make_.zero(word);
  for (std::size_t i = l.size(); i-- > 0;)
    rest = make_.op(Isd::urem, make_.add(make_.mul(rest, radix), make_.op(Isd::urem, l[i], modulus)), modulus);
  return make_.resize(rest, vt::i32);
}

Rewrite TypeLowering::promote_shift(NodeId id, std::uint32_t bits, Vt wide) {
  const Isd op = dag_.op(id);
  const Value x = operand(id, 0);
  switch (op) {
    case Isd::shl:
      return done(id, make_.shift(op, any(x), amount(operand(id, 1))));
    case Isd::srl:
      return done(id, make_.shift(op, zx(x), amount(operand(id, 1))));
    case Isd::sra:
      return done(id, make_.shift(op, sx(x), amount(operand(id, 1))));
    case Isd::sshl_sat:
    case Isd::ushl_sat: {
      // At the top of the wide type its own saturation is the right one; below it the bits are zero.
      const Value top = make_.shl(any(x), wide.bits() - bits);
      const Value r = make_.op(op, top, amount(operand(id, 1)));
      const Isd back = op == Isd::sshl_sat ? Isd::sra : Isd::srl;
      return done(id, make_.shift(back, r, make_.i32(wide.bits() - bits)));
    }
    default:
      break;
  }
  const bool left = op == Isd::rotl || op == Isd::fshl;
  const std::uint32_t last = dag_.operand_count(id) - 1;
  const Value second = operand(id, last == 2 ? 1 : 0);
  const Value by = modulo_width(operand(id, last), bits);
  const Vt t = bits * 2 <= wide.bits() ? wide : Vt(VtKind::integer, std::bit_ceil(bits * 2));
  const Value both = make_.or_(make_.shl(to_integer(x, t, Extend::any), bits), to_integer(second, t, Extend::zero));
  const Value r = left ? make_.srl(make_.shift(Isd::shl, both, by), bits) : make_.shift(Isd::srl, both, by);
  return done(id, make_.resize(r, wide));
}

Rewrite TypeLowering::promote_bits(NodeId id, std::uint32_t bits, Vt wide) {
  const Isd op = dag_.op(id);
  const Value x = operand(id, 0);
  const std::uint64_t imm = dag_.payload(id).imm;
  const std::uint32_t extra = wide.bits() - bits;
  switch (op) {
    case Isd::ctlz:
      if (imm != 0) return done(id, make_.op(op, make_.shl(any(x), extra), imm));
      return done(id, make_.op(Isd::sub, make_.op(op, zx(x)), make_.constant(extra, wide)));
    case Isd::cttz:
      // A bit just above the value stops the count at the width.
      if (imm != 0) return done(id, make_.op(op, any(x), imm));
      return done(id, make_.op(op, make_.or_(any(x), make_.mask(bits, bits + 1, wide)), 1));
    case Isd::ctpop:
      return done(id, make_.op(op, zx(x)));
    case Isd::bswap:
    case Isd::bitreverse:
      return done(id, make_.srl(make_.op(op, any(x)), extra));
    case Isd::sext_inreg:
      return done(id, make_.op(op, any(x), imm));
    default:
      return refuse(id);
  }
}

Rewrite TypeLowering::promote_overflow(NodeId id, std::uint32_t bits, Vt wide) {
  const Isd op = dag_.op(id);
  const Value x = operand(id, 0), y = operand(id, 1);
  const bool sign = op == Isd::sadd_o || op == Isd::ssub_o || op == Isd::smul_o;
  const bool product = op == Isd::smul_o || op == Isd::umul_o;
  const Vt t = !product || bits * 2 <= wide.bits() ? wide : Vt(VtKind::integer, std::bit_ceil(bits * 2));
  const Extend extend = sign ? Extend::sign : Extend::zero;
  const Value a = t == wide ? (sign ? sx(x) : zx(x)) : to_integer(x, t, extend);
  const Value b = t == wide ? (sign ? sx(y) : zx(y)) : to_integer(y, t, extend);
  const Isd plain = product ? Isd::mul : op == Isd::sadd_o || op == Isd::uadd_o ? Isd::add : Isd::sub;
  const Value r = make_.op(plain, a, b);
  const Value inside = sign ? make_.op(Isd::sext_inreg, r, bits) : make_.and_(r, make_.mask(0, bits, t));
  set(id, 0, make_.resize(r, wide));
  set(id, 1, make_.setcc(Cond::ne, inside, r));
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_compare(NodeId id) {
  const Value x = operand(id, 0), y = operand(id, 1);
  const Vt type = dag_.type(x);
  const auto cond = static_cast<Cond>(dag_.payload(id).imm);
  if (!type.is_integer()) return refuse(id);
  if (rule(type).action == TypeAction::promote) {
    if (is_signed(cond)) return done(id, make_.setcc(cond, sx(x), sx(y)));
    return done(id, make_.setcc(cond, zx(x), zx(y)));
  }
  if (rule(type).action != TypeAction::expand) return refuse(id);
  const Values a = limbs(x), b = limbs(y);
  switch (cond) {
    case Cond::eq:
      return done(id, limbs_equal(a, b));
    case Cond::ne:
      return done(id, make_.not_(limbs_equal(a, b)));
    case Cond::ult:
    case Cond::slt:
      return done(id, limbs_less(a, b, is_signed(cond), false));
    case Cond::ule:
    case Cond::sle:
      return done(id, limbs_less(a, b, is_signed(cond), true));
    case Cond::ugt:
    case Cond::sgt:
      return done(id, limbs_less(b, a, is_signed(cond), false));
    case Cond::uge:
    case Cond::sge:
      return done(id, limbs_less(b, a, is_signed(cond), true));
    default:
      return refuse(id);
  }
}

Rewrite TypeLowering::lower_integer_conversion(NodeId id) {
  const Isd op = dag_.op(id);
  const Value x = operand(id, 0);
  const Vt from = dag_.type(x), type = dag_.types(id)[0];
  if (!from.is_integer() || rule(from).action == TypeAction::refuse) return refuse(id);
  const Extend extend = op == Isd::zext ? Extend::zero : op == Isd::sext ? Extend::sign : Extend::any;
  const TypeRule r = rule(type);
  if (r.action != TypeAction::expand) return done(id, to_integer(x, held(type), extend));
  const std::uint32_t count = type.bits() / limb().bits();
  const TypeRule source = rule(from);
  if (source.action == TypeAction::promote && source.to.bits() > limb().bits()) {
    // An odd width above a limb: complete it to the type that holds it, which then is no longer odd.
    const Value whole = op == Isd::trunc         ? any(x)
                        : extend == Extend::zero ? zx(x)
                        : extend == Extend::sign ? sx(x)
                                                 : any(x);
    return done(id, make_.resize(whole, type, extend));
  }
  return done(id, extend_limbs(x, count, extend));
}

Value TypeLowering::scale_exponent(Value e) {
  const Vt t = dag_.type(e);
  if (t.bits() <= 32) return to_integer(e, vt::i32, Extend::sign);
  // Every exponent beyond +-5000 gives zero or infinity; clamping keeps it in i32.
  const Vt w = held(t);
  const Value whole = w == t ? e : sx(e);
  const Value low = make_.op(Isd::smax, whole, make_.op(Isd::sub, make_.zero(w), make_.constant(5000, w)));
  return make_.resize(make_.op(Isd::smin, low, make_.constant(5000, w)), vt::i32);
}

Rewrite TypeLowering::lower_float_conversion(NodeId id) {
  const Isd op = dag_.op(id);
  const Vt type = dag_.types(id)[0];
  const Value x = operand(id, 0);
  const Vt from = dag_.type(x);
  if (op == Isd::fldexp) {
    const Value e = operand(id, 1);
    const Vt t = dag_.type(e);
    if (!t.is_integer() || rule(t).action == TypeAction::refuse) return refuse(id);
    return done(id, dag_.get(op, type, {x, scale_exponent(e)}, {}, dag_.flags(id)));
  }
  const bool to_float = op == Isd::si_to_fp || op == Isd::ui_to_fp;
  const Vt integer = to_float ? from : type;
  if (!legal(to_float ? type : from))
    return refuse(id, facts_.name + " cannot hold " + to_string(to_float ? type : from));
  if (integer.bits() > 64) return refuse(id, "conversions of integers above 64 bits are expanded before");
  const TypeRule r = rule(integer);
  if (r.action != TypeAction::promote || r.to.bits() > limb().bits()) return soft_conversion(id);
  if (to_float) return done(id, dag_.get(op, type, {op == Isd::si_to_fp ? sx(x) : zx(x)}, {}, dag_.flags(id)));
  return done(id, dag_.get(op, r.to, {x}, dag_.payload(id), dag_.flags(id)));
}

}  // namespace lathe::codegen
