// Integer arithmetic, bits, comparison and selection.
//
// Operands two and three take immediates, and operand one too when it is alone. Source: PTX ISA 9.0, 9.7.1
// (integer), 9.7.2 (extended precision), 9.7.6 (comparison), 9.7.8 (logic and shift).
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

// ---- shapes ------------------------------------------------------------------------------------------

bool binary(Context& c, NodeId n, std::string_view mnemonic, std::string_view suffix, bool is_signed) {
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  // One of them stays a register: an instruction on numbers alone only happens where nothing folds (-O0).
  const bool both = c.constant_bits(a) && c.constant_bits(b);
  const Operand d = c.def({n, 0});
  if (c.result_type(n).is_vector()) {  // packed halves have no form of an immediate
    c.write(Mnemonic(mnemonic, suffix), {d, c.reg(a), c.reg(b)});
    return true;
  }
  const Operand first = both ? c.reg(a) : is_signed ? c.src(a) : c.usrc(a);
  c.write(Mnemonic(mnemonic, suffix), {d, first, is_signed ? c.src(b) : c.usrc(b)});
  return true;
}

bool unary(Context& c, NodeId n, std::string_view mnemonic, std::string_view suffix) {
  c.write(Mnemonic(mnemonic, suffix), {c.def({n, 0}), c.reg(c.operand(n, 0))});
  return true;
}

bool count_bits(Context& c, NodeId n, Value result, Value input, bool narrow) {
  const Isd o = c.op(n);
  const Vt t = c.type(input);
  if (!is_word(t)) return false;
  const Operand d = c.def(result);
  Operand x = c.reg(input);
  const std::uint32_t width = t == vt::i64 ? 64 : 32;
  if (t == vt::i16) {
    const Operand wide = c.temp(mir::Type::b32);
    // cttz of 16 bits: a guard bit above stops the count at 16.
    c.write("cvt.u32.u16", {wide, x});
    x = wide;
    if (o == Isd::cttz) {
      const Operand guarded = c.temp(mir::Type::b32);
      c.write("or.b32", {guarded, wide, number(0x10000)});
      x = guarded;
    }
  }
  if (o == Isd::cttz) {
    const Operand turned = c.temp(width == 64 ? mir::Type::b64 : mir::Type::b32);
    c.write(Mnemonic("brev", bits_suffix(width)), {turned, x});
    x = turned;
  }
  const bool direct = narrow || t == vt::i32;
  Operand count = direct ? d : c.temp(mir::Type::b32);
  c.write(Mnemonic(o == Isd::ctpop ? "popc" : "clz", bits_suffix(width)), {count, x});
  if (t == vt::i16) {
    if (o == Isd::ctlz) {
      const Operand less = narrow ? d : c.temp(mir::Type::b32);
      c.write("sub.s32", {less, count, number(16)});
      count = less;
    }
    if (!narrow) c.write("cvt.u16.u32", {d, count});
  } else if (!direct) {
    c.write("cvt.u64.u32", {d, count});
  }
  return true;
}

namespace {

bool ternary(Context& c, NodeId n, std::string_view mnemonic, std::string_view suffix, bool is_signed = true) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1), z = c.operand(n, 2);
  const auto read = [&](Value v) { return is_signed ? c.src(v) : c.usrc(v); };
  const Operand first = c.constant_bits(y) ? c.reg(x) : read(x);
  c.write(Mnemonic(mnemonic, suffix), {c.def({n, 0}), first, read(y), read(z)});
  return true;
}

enum class Logic : std::uint8_t { and_, or_, xor_ };

bool bitwise(Context& c, NodeId n, Logic logic) {
  static constexpr std::string_view mnemonics[] = {"and", "or", "xor"};
  const Vt t = c.result_type(n);
  const std::uint32_t width = t.total_bits();
  if (register_type(t) == mir::Type::none) return false;
  const std::uint64_t ones = width == 64 ? ~0ULL : (1ULL << width) - 1;
  if (logic == Logic::xor_) {
    for (std::uint32_t i = 0; i < 2; ++i)
      if (c.constant_bits(c.operand(n, i)) == ones) {
        c.write(Mnemonic("not", bits_suffix(width)), {c.def({n, 0}), c.reg(c.operand(n, 1 - i))});
        return true;
      }
  }
  return binary(c, n, mnemonics[static_cast<unsigned>(logic)], bits_suffix(width));
}

bool add(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  if (t == vt::i1) return bitwise(c, n, Logic::xor_);
  if (t == vt::v2i16 && c.features.has_packed_i16()) return binary(c, n, "add", ".u16x2");
  return is_word(t) && binary(c, n, "add", signed_suffix(t.bits()));
}

bool subtract(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  if (t == vt::i1) return bitwise(c, n, Logic::xor_);
  if (!is_word(t)) return false;
  if (c.constant_bits(c.operand(n, 0)) == 0U && !c.constant_bits(c.operand(n, 1))) {
    c.write(Mnemonic("neg", signed_suffix(t.bits())), {c.def({n, 0}), c.reg(c.operand(n, 1))});
    return true;
  }
  return binary(c, n, "sub", signed_suffix(t.bits()));
}

bool multiply(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const bool word = is_word(t), wide = is_wide(t);
  const std::string_view s = signed_suffix(t.bits()), half_s = signed_suffix(t.bits() / 2);
  const std::string_view u = unsigned_suffix(t.bits()), half_u = unsigned_suffix(t.bits() / 2);
  switch (c.op(n)) {
    case Isd::mul:
      if (t == vt::i1) return bitwise(c, n, Logic::and_);
      return word && binary(c, n, "mul.lo", s);
    case Isd::mulhs:
      return word && binary(c, n, "mul.hi", s);
    case Isd::mulhu:
      return word && binary(c, n, "mul.hi", u, false);
    case Isd::mul_wide_s:
      return wide && binary(c, n, "mul.wide", half_s);
    case Isd::mul_wide_u:
      return wide && binary(c, n, "mul.wide", half_u, false);
    case Isd::mad:
      return word && ternary(c, n, "mad.lo", s);
    case Isd::mad_wide_s:
      return wide && ternary(c, n, "mad.wide", half_s);
    default:  // mad_wide_u
      return wide && ternary(c, n, "mad.wide", half_u, false);
  }
}

// smin, smax, umin, umax. Of predicates, signed, true is -1.
bool extreme(Context& c, NodeId n) {
  const Isd o = c.op(n);
  const Vt t = c.result_type(n);
  const bool smaller = o == Isd::smin || o == Isd::umin, is_signed = o == Isd::smin || o == Isd::smax;
  const std::string_view mnemonic = smaller ? "min" : "max";
  if (t == vt::v2i16 && c.features.has_packed_i16())
    return binary(c, n, mnemonic, is_signed ? ".s16x2" : ".u16x2", is_signed);
  if (t == vt::i1) return bitwise(c, n, smaller == is_signed ? Logic::or_ : Logic::and_);
  return is_word(t) &&
         binary(c, n, mnemonic, is_signed ? signed_suffix(t.bits()) : unsigned_suffix(t.bits()), is_signed);
}

bool shift(Context& c, NodeId n, std::string_view mnemonic, std::string_view suffix) {
  const Value amount = c.operand(n, 1);
  if (!c.constant_bits(amount) && c.type(amount) != vt::i32) return c.refuse("the amount is not i32");
  const Operand d = c.def({n, 0});
  const Operand x = c.reg(c.operand(n, 0));
  // Amounts that reach the width are poison; PTX clamps them, and numbers must fit 32 bits.
  const auto bits = c.constant_bits(amount);
  c.write(Mnemonic(mnemonic, suffix),
          {d, x, bits ? number(static_cast<std::int64_t>(std::min<std::uint64_t>(*bits, 255))) : c.reg(amount)});
  return true;
}

// The high (left) or low half of high:low shifted, amount modulo 32.
bool funnel(Context& c, NodeId n, Value high, Value low, Value amount, bool left) {
  if (c.result_type(n) != vt::i32) return false;
  if (!c.constant_bits(amount) && c.type(amount) != vt::i32) return c.refuse("the amount is not i32");
  const Operand d = c.def({n, 0});
  const Operand l = c.src(low), h = c.constant_bits(low) ? c.reg(high) : c.src(high);
  const auto bits = c.constant_bits(amount);
  c.write(left ? "shf.l.wrap.b32" : "shf.r.wrap.b32",
          {d, l, h, bits ? number(static_cast<std::int64_t>(*bits & 31)) : c.reg(amount)});
  return true;
}

bool byte_swap(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const Operand d = c.def({n, 0}), x = c.reg(c.operand(n, 0));
  if (t == vt::i32) {
    c.write("prmt.b32", {d, x, number(0), number(0x0123)});
    return true;
  }
  if (t == vt::i16) {
    const Operand wide = c.temp(mir::Type::b32), turned = c.temp(mir::Type::b32);
    c.write("cvt.u32.u16", {wide, x});
    c.write("prmt.b32", {turned, wide, number(0), number(0x4401)});
    c.write("cvt.u16.u32", {d, turned});
    return true;
  }
  if (t != vt::i64) return false;
  const Operand low = c.temp(mir::Type::b32), high = c.temp(mir::Type::b32);
  const Operand new_low = c.temp(mir::Type::b32), new_high = c.temp(mir::Type::b32);
  c.write("mov.b64", {pair(), low, high, x});
  c.write("prmt.b32", {new_low, high, number(0), number(0x0123)});
  c.write("prmt.b32", {new_high, low, number(0), number(0x0123)});
  c.write("mov.b64", {d, pair(), new_low, new_high});
  return true;
}

bool limbs(Context& c, NodeId n, std::string_view mnemonic) {
  const std::uint32_t count = c.dag->result_count(n);
  const Vt t = c.result_type(n);
  if (!is_wide(t) || c.dag->operand_count(n) != 2 * count) return false;
  // The carry flag joins them: nothing may come between, so all operands are asked for first.
  for (std::uint32_t i = 0; i < count; ++i) {
    const Operand a = c.constant_bits(c.operand(n, count + i)) ? c.reg(c.operand(n, i)) : c.src(c.operand(n, i));
    const Operand b = c.src(c.operand(n, count + i));
    Mnemonic m(mnemonic);
    if (i != 0) m.append("c");
    if (i + 1 != count) m.append(".cc");
    m.append(unsigned_suffix(t.bits()));
    c.write(m, {c.def({n, i}), a, b});
  }
  return true;
}

// bfe, bfi, prmt, lop3.
bool bit_field(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const auto at = [&](std::uint32_t i) { return c.operand(n, i); };
  switch (c.op(n)) {
    case Isd::bfe_u:
    case Isd::bfe_s: {
      if (!is_wide(t)) return false;
      const std::string_view suffix = c.op(n) == Isd::bfe_s ? signed_suffix(t.bits()) : unsigned_suffix(t.bits());
      c.write(Mnemonic("bfe", suffix), {c.def({n, 0}), c.reg(at(0)), c.usrc(at(1)), c.usrc(at(2))});
      return true;
    }
    case Isd::bfi:
      if (!is_wide(t)) return false;
      c.write(Mnemonic("bfi", bits_suffix(t.bits())),
              {c.def({n, 0}), c.constant_bits(at(1)) ? c.reg(at(0)) : c.src(at(0)), c.src(at(1)), c.usrc(at(2)),
               c.usrc(at(3))});
      return true;
    case Isd::prmt:
      return t.total_bits() == 32 && ternary(c, n, "prmt", ".b32", false);
    default:  // lop3
      if (t != vt::i32) return false;
      c.write("lop3.b32", {c.def({n, 0}), c.constant_bits(at(1)) ? c.reg(at(0)) : c.src(at(0)), c.src(at(1)),
                           c.src(at(2)), number(static_cast<std::int64_t>(c.imm(n) & 255))});
      return true;
  }
}

bool shift_or_bits(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const bool word = is_word(t);
  const auto at = [&](std::uint32_t i) { return c.operand(n, i); };
  switch (c.op(n)) {
    case Isd::shl:
      return word && shift(c, n, "shl", bits_suffix(t.bits()));
    case Isd::srl:
      return word && shift(c, n, "shr", unsigned_suffix(t.bits()));
    case Isd::sra:
      return word && shift(c, n, "shr", signed_suffix(t.bits()));
    case Isd::rotl:
      return funnel(c, n, at(0), at(0), at(1), true);
    case Isd::rotr:
      return funnel(c, n, at(0), at(0), at(1), false);
    case Isd::fshl:
      return funnel(c, n, at(0), at(1), at(2), true);
    case Isd::fshr:
      return funnel(c, n, at(0), at(1), at(2), false);
    case Isd::bswap:
      return byte_swap(c, n);
    case Isd::bitreverse:
      return is_wide(t) && unary(c, n, "brev", bits_suffix(t.bits()));
    case Isd::ctlz:
    case Isd::cttz:
    case Isd::ctpop:
      return count_bits(c, n, {n, 0}, at(0), false);
    case Isd::bfe_u:
    case Isd::bfe_s:
    case Isd::bfi:
    case Isd::prmt:
    case Isd::lop3:
      return bit_field(c, n);
    case Isd::add_limbs:
      return limbs(c, n, "add");
    case Isd::sub_limbs:
      return limbs(c, n, "sub");
    case Isd::build_pair:
      return build_pair(c, n);
    case Isd::extract_limb:
      return extract_limb(c, n);
    default:
      return false;  // saturation, overflow: rewritten by legalize
  }
}

}  // namespace

bool alu(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const bool word = is_word(t);
  const std::string_view s = signed_suffix(t.bits()), u = unsigned_suffix(t.bits());
  switch (c.op(n)) {
    case Isd::add:
      return add(c, n);
    case Isd::sub:
      return subtract(c, n);
    case Isd::mul:
    case Isd::mulhs:
    case Isd::mulhu:
    case Isd::mul_wide_s:
    case Isd::mul_wide_u:
    case Isd::mad:
    case Isd::mad_wide_s:
    case Isd::mad_wide_u:
      return multiply(c, n);
    case Isd::sdiv:
      return word && binary(c, n, "div", s);
    case Isd::udiv:
      return word && binary(c, n, "div", u, false);
    case Isd::srem:
      return word && binary(c, n, "rem", s);
    case Isd::urem:
      return word && binary(c, n, "rem", u, false);
    case Isd::and_:
      return bitwise(c, n, Logic::and_);
    case Isd::or_:
      return bitwise(c, n, Logic::or_);
    case Isd::xor_:
      return bitwise(c, n, Logic::xor_);
    case Isd::smin:
    case Isd::smax:
    case Isd::umin:
    case Isd::umax:
      return extreme(c, n);
    case Isd::sadd_sat:
      return t == vt::i32 && binary(c, n, "add.sat", ".s32");
    case Isd::ssub_sat:
      return t == vt::i32 && binary(c, n, "sub.sat", ".s32");
    case Isd::abs:
      return word && unary(c, n, "abs", s);
    default:
      return shift_or_bits(c, n);
  }
}

// ---- comparison and selection ------------------------------------------------------------------------

namespace {

// PTX compares no predicates: logic in their place. Signed, true is -1.
bool setcc_predicates(Context& c, NodeId n, Cond cond) {
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const Operand d = c.def({n, 0});
  const auto negated = [&](Value v) {
    const Operand t = c.temp(mir::Type::pred);
    c.write("not.pred", {t, c.reg(v)});
    return t;
  };
  switch (cond) {
    case Cond::ne:
      c.write("xor.pred", {d, c.reg(a), c.reg(b)});
      return true;
    case Cond::eq: {
      const Operand t = c.temp(mir::Type::pred);
      c.write("xor.pred", {t, c.reg(a), c.reg(b)});
      c.write("not.pred", {d, t});
      return true;
    }
    case Cond::ult:
    case Cond::sgt:
      c.write("and.pred", {d, negated(a), c.reg(b)});
      return true;
    case Cond::ugt:
    case Cond::slt:
      c.write("and.pred", {d, c.reg(a), negated(b)});
      return true;
    case Cond::ule:
    case Cond::sge:
      c.write("or.pred", {d, negated(a), c.reg(b)});
      return true;
    case Cond::uge:
    case Cond::sle:
      c.write("or.pred", {d, c.reg(a), negated(b)});
      return true;
    default:
      return false;
  }
}

}  // namespace

bool setcc(Context& c, NodeId n) {
  const Cond cond = static_cast<Cond>(c.imm(n));
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const Vt t = c.type(a);
  if (c.result_type(n) != vt::i1 || t.is_vector()) return false;
  if (t == vt::i1) return setcc_predicates(c, n, cond);
  static constexpr std::string_view float_names[16] = {"",     ".eq",  ".gt",  ".ge",  ".lt",  ".le",  ".ne",  ".num",
                                                       ".nan", ".equ", ".gtu", ".geu", ".ltu", ".leu", ".neu", ""};
  static constexpr std::string_view int_names[8] = {"", ".eq", ".gt", ".ge", ".lt", ".le", ".ne", ""};
  if (!is_integer(cond)) {
    if (!t.is_float()) return c.refuse("a float condition on integers");
    if (cond == Cond::f_false || cond == Cond::f_true) {
      c.write("mov.pred", {c.def({n, 0}), number(cond == Cond::f_true)});
      return true;
    }
    if (!has_arithmetic(c, t)) return false;
    const Operand d = c.def({n, 0});
    const Operand first = c.constant_bits(b) ? c.reg(a) : float_src(c, a);
    c.write(Mnemonic("setp", float_names[static_cast<unsigned>(cond) & 15], ftz(c, n, t), float_suffix(t)),
            {d, first, float_src(c, b)});
    return true;
  }
  if (!is_word(t)) return false;
  const bool is_unsigned = (static_cast<unsigned>(cond) & 32) != 0, equality = cond == Cond::eq || cond == Cond::ne;
  const std::string_view suffix = equality      ? bits_suffix(t.bits())
                                  : is_unsigned ? unsigned_suffix(t.bits())
                                                : signed_suffix(t.bits());
  return binary(c, n, Mnemonic("setp", int_names[static_cast<unsigned>(cond) & 7]), suffix, !is_unsigned);
}

bool select(Context& c, NodeId n) {
  const Value condition = c.operand(n, 0), a = c.operand(n, 1), b = c.operand(n, 2);
  const Vt t = c.result_type(n);
  if (c.type(condition) != vt::i1) return false;
  if (t != vt::i1) {
    if (register_type(t) == mir::Type::none) return false;
    const Operand d = c.def({n, 0});
    c.write(Mnemonic("selp", move_suffix(t)), {d, c.src(a), c.src(b), c.reg(condition)});
    return true;
  }
  // No selp on predicates: c ? a : b is (c & a) | (!c & b).
  const auto ka = c.constant_bits(a), kb = c.constant_bits(b);
  const Operand d = c.def({n, 0});
  const auto not_c = [&] {
    const Operand r = c.temp(mir::Type::pred);
    c.write("not.pred", {r, c.reg(condition)});
    return r;
  };
  if (ka == 1U) {
    c.write("or.pred", {d, c.reg(condition), c.reg(b)});
  } else if (ka == 0U) {
    c.write("and.pred", {d, not_c(), c.reg(b)});
  } else if (kb == 0U) {
    c.write("and.pred", {d, c.reg(condition), c.reg(a)});
  } else if (kb == 1U) {
    c.write("or.pred", {d, not_c(), c.reg(a)});
  } else {
    const Operand yes = c.temp(mir::Type::pred), no = c.temp(mir::Type::pred);
    c.write("and.pred", {yes, c.reg(condition), c.reg(a)});
    c.write("and.pred", {no, not_c(), c.reg(b)});
    c.write("or.pred", {d, yes, no});
  }
  return true;
}

}  // namespace lathe::nvptx::selecting
