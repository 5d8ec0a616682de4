// Integer arithmetic, bits, comparison and selection.
//
// Operands two and three take immediates, and operand one too when it is alone. Source: PTX ISA 9.0, 9.7.1
// (integer), 9.7.2 (extended precision), 9.7.6 (comparison), 9.7.8 (logic and shift).
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

namespace {

bool is_word(Vt t) { return t == vt::i16 || t == vt::i32 || t == vt::i64; }
bool is_wide(Vt t) { return t == vt::i32 || t == vt::i64; }

}  // namespace

bool BlockSelector::Impl::binary(NodeId n, std::string_view name, std::string_view suffix, bool is_signed) {
  const Value a = operand(n, 0), b = operand(n, 1);
  // One of them stays a register: an instruction on numbers alone only happens where nothing folds (-O0).
  const bool both = constant_bits(a) && constant_bits(b);
  const Operand d = def({n, 0});
  if (result_type(n).is_vector()) {  // packed halves have no form of an immediate
    write(Mnemonic(name, suffix), {d, reg(a), reg(b)});
    return true;
  }
  const Operand first = both ? reg(a) : is_signed ? src(a) : usrc(a);
  write(Mnemonic(name, suffix), {d, first, is_signed ? src(b) : usrc(b)});
  return true;
}

bool BlockSelector::Impl::unary(NodeId n, std::string_view name, std::string_view suffix) {
  write(Mnemonic(name, suffix), {def({n, 0}), reg(operand(n, 0))});
  return true;
}

bool BlockSelector::Impl::ternary(NodeId n, std::string_view name, std::string_view suffix, bool is_signed) {
  const Value a = operand(n, 0), b = operand(n, 1), c = operand(n, 2);
  const auto read = [&](Value v) { return is_signed ? src(v) : usrc(v); };
  const Operand first = constant_bits(b) ? reg(a) : read(a);
  write(Mnemonic(name, suffix), {def({n, 0}), first, read(b), read(c)});
  return true;
}

bool BlockSelector::Impl::subtract(NodeId n) {
  const Vt t = result_type(n);
  if (t == vt::i1) return bitwise(n, "xor");
  if (!is_word(t)) return false;
  if (constant_bits(operand(n, 0)) == 0U && !constant_bits(operand(n, 1))) {
    write(Mnemonic("neg", signed_suffix(t.bits())), {def({n, 0}), reg(operand(n, 1))});
    return true;
  }
  return binary(n, "sub", signed_suffix(t.bits()));
}

bool BlockSelector::Impl::bitwise(NodeId n, std::string_view name) {
  const Vt t = result_type(n);
  const std::uint32_t width = t.total_bits();
  if (register_type(t) == mir::Type::none) return false;
  const std::uint64_t ones = width == 64 ? ~0ULL : (1ULL << width) - 1;
  if (name == "xor") {
    for (std::uint32_t i = 0; i < 2; ++i)
      if (constant_bits(operand(n, i)) == ones) {
        write(Mnemonic("not", bits_suffix(width)), {def({n, 0}), reg(operand(n, 1 - i))});
        return true;
      }
  }
  return binary(n, name, bits_suffix(width));
}

bool BlockSelector::Impl::shift(NodeId n, std::string_view name, std::string_view suffix) {
  const Value amount = operand(n, 1);
  if (!constant_bits(amount) && type(amount) != vt::i32) return refuse("the amount is not i32");
  const Operand d = def({n, 0});
  const Operand x = reg(operand(n, 0));
  // Amounts that reach the width are poison; PTX clamps them, and numbers must fit 32 bits.
  const auto bits = constant_bits(amount);
  write(Mnemonic(name, suffix),
        {d, x, bits ? number(static_cast<std::int64_t>(std::min<std::uint64_t>(*bits, 255))) : reg(amount)});
  return true;
}

// The high (left) or low half of high:low shifted, amount modulo 32.
bool BlockSelector::Impl::funnel(NodeId n, Value high, Value low, Value amount, bool left) {
  if (result_type(n) != vt::i32) return false;
  if (!constant_bits(amount) && type(amount) != vt::i32) return refuse("the amount is not i32");
  const Operand d = def({n, 0});
  const Operand l = src(low), h = constant_bits(low) ? reg(high) : src(high);
  const auto bits = constant_bits(amount);
  write(left ? "shf.l.wrap.b32" : "shf.r.wrap.b32",
        {d, l, h, bits ? number(static_cast<std::int64_t>(*bits & 31)) : reg(amount)});
  return true;
}

bool BlockSelector::Impl::byte_swap(NodeId n) {
  const Vt t = result_type(n);
  const Operand d = def({n, 0}), x = reg(operand(n, 0));
  if (t == vt::i32) {
    write("prmt.b32", {d, x, number(0), number(0x0123)});
    return true;
  }
  if (t == vt::i16) {
    const Operand wide = temp(mir::Type::b32), turned = temp(mir::Type::b32);
    write("cvt.u32.u16", {wide, x});
    write("prmt.b32", {turned, wide, number(0), number(0x4401)});
    write("cvt.u16.u32", {d, turned});
    return true;
  }
  if (t != vt::i64) return false;
  const Operand low = temp(mir::Type::b32), high = temp(mir::Type::b32);
  const Operand new_low = temp(mir::Type::b32), new_high = temp(mir::Type::b32);
  const Operand pair = mir::make_group(mir::GroupKind::tuple, 2);
  write("mov.b64", {pair, low, high, x});
  write("prmt.b32", {new_low, high, number(0), number(0x0123)});
  write("prmt.b32", {new_high, low, number(0), number(0x0123)});
  write("mov.b64", {d, pair, new_low, new_high});
  return true;
}

// popc, clz, and clz of the reversed bits (cttz). The machine's answer has 32 bits; `narrow`: so has `result`.
bool BlockSelector::Impl::count_bits(NodeId n, Value result, Value input, bool narrow) {
  const Isd o = dag_->op(n);
  const Vt t = type(input);
  if (!is_word(t)) return false;
  const Operand d = def(result);
  Operand x = reg(input);
  const std::uint32_t width = t == vt::i64 ? 64 : 32;
  if (t == vt::i16) {
    const Operand wide = temp(mir::Type::b32);
    // cttz of 16 bits: a guard bit above stops the count at 16.
    write("cvt.u32.u16", {wide, x});
    x = wide;
    if (o == Isd::cttz) {
      const Operand guarded = temp(mir::Type::b32);
      write("or.b32", {guarded, wide, number(0x10000)});
      x = guarded;
    }
  }
  if (o == Isd::cttz) {
    const Operand turned = temp(width == 64 ? mir::Type::b64 : mir::Type::b32);
    write(Mnemonic("brev", bits_suffix(width)), {turned, x});
    x = turned;
  }
  const bool direct = narrow || t == vt::i32;
  Operand count = direct ? d : temp(mir::Type::b32);
  write(Mnemonic(o == Isd::ctpop ? "popc" : "clz", bits_suffix(width)), {count, x});
  if (t == vt::i16) {
    if (o == Isd::ctlz) {
      const Operand less = narrow ? d : temp(mir::Type::b32);
      write("sub.s32", {less, count, number(16)});
      count = less;
    }
    if (!narrow) write("cvt.u16.u32", {d, count});
  } else if (!direct) {
    write("cvt.u64.u32", {d, count});
  }
  return true;
}

bool BlockSelector::Impl::limbs(NodeId n, std::string_view name) {
  const std::uint32_t count = dag_->result_count(n);
  const Vt t = result_type(n);
  if (!is_wide(t) || dag_->operand_count(n) != 2 * count) return false;
  // The carry flag joins them: nothing may come between, so all operands are asked for first.
  for (std::uint32_t i = 0; i < count; ++i) {
    const Operand a = constant_bits(operand(n, count + i)) ? reg(operand(n, i)) : src(operand(n, i));
    const Operand b = src(operand(n, count + i));
    Mnemonic m(name);
    if (i != 0) m.append("c");
    if (i + 1 != count) m.append(".cc");
    m.append(unsigned_suffix(t.bits()));
    write(m, {def({n, i}), a, b});
  }
  return true;
}

bool BlockSelector::Impl::alu(NodeId n) {
  const Isd o = dag_->op(n);
  const Vt t = result_type(n);
  const std::string_view s = signed_suffix(t.bits()), u = unsigned_suffix(t.bits());
  const bool word = is_word(t), packed = t == vt::v2i16 && features_.has_packed_i16();
  switch (o) {
    case Isd::add:
      if (t == vt::i1) return bitwise(n, "xor");
      if (packed) return binary(n, "add", ".u16x2");
      return word && binary(n, "add", s);
    case Isd::sub:
      return subtract(n);
    case Isd::mul:
      if (t == vt::i1) return bitwise(n, "and");
      return word && binary(n, "mul.lo", s);
    case Isd::mulhs:
      return word && binary(n, "mul.hi", s);
    case Isd::mulhu:
      return word && binary(n, "mul.hi", u, false);
    case Isd::mul_wide_s:
      return is_wide(t) && binary(n, "mul.wide", signed_suffix(t.bits() / 2));
    case Isd::mul_wide_u:
      return is_wide(t) && binary(n, "mul.wide", unsigned_suffix(t.bits() / 2), false);
    case Isd::mad:
      return word && ternary(n, "mad.lo", s);
    case Isd::mad_wide_s:
      return is_wide(t) && ternary(n, "mad.wide", signed_suffix(t.bits() / 2));
    case Isd::mad_wide_u:
      return is_wide(t) && ternary(n, "mad.wide", unsigned_suffix(t.bits() / 2), false);
    case Isd::sdiv:
      return word && binary(n, "div", s);
    case Isd::udiv:
      return word && binary(n, "div", u, false);
    case Isd::srem:
      return word && binary(n, "rem", s);
    case Isd::urem:
      return word && binary(n, "rem", u, false);
    case Isd::and_:
      return bitwise(n, "and");
    case Isd::or_:
      return bitwise(n, "or");
    case Isd::xor_:
      return bitwise(n, "xor");
    case Isd::smin:
      if (packed) return binary(n, "min", ".s16x2");
      return t == vt::i1 ? bitwise(n, "or") : word && binary(n, "min", s);
    case Isd::smax:
      if (packed) return binary(n, "max", ".s16x2");
      return t == vt::i1 ? bitwise(n, "and") : word && binary(n, "max", s);
    case Isd::umin:
      if (packed) return binary(n, "min", ".u16x2", false);
      return t == vt::i1 ? bitwise(n, "and") : word && binary(n, "min", u, false);
    case Isd::umax:
      if (packed) return binary(n, "max", ".u16x2", false);
      return t == vt::i1 ? bitwise(n, "or") : word && binary(n, "max", u, false);
    case Isd::sadd_sat:
      return t == vt::i32 && binary(n, "add.sat", ".s32");
    case Isd::ssub_sat:
      return t == vt::i32 && binary(n, "sub.sat", ".s32");
    case Isd::abs:
      return word && unary(n, "abs", s);
    default:
      return shift_or_bits(n);
  }
}

bool BlockSelector::Impl::shift_or_bits(NodeId n) {
  const Vt t = result_type(n);
  const bool word = is_word(t);
  const std::string_view s = signed_suffix(t.bits()), u = unsigned_suffix(t.bits()), b = bits_suffix(t.bits());
  const auto at = [&](std::uint32_t i) { return operand(n, i); };
  switch (dag_->op(n)) {
    case Isd::shl:
      return word && shift(n, "shl", b);
    case Isd::srl:
      return word && shift(n, "shr", u);
    case Isd::sra:
      return word && shift(n, "shr", s);
    case Isd::rotl:
      return funnel(n, at(0), at(0), at(1), true);
    case Isd::rotr:
      return funnel(n, at(0), at(0), at(1), false);
    case Isd::fshl:
      return funnel(n, at(0), at(1), at(2), true);
    case Isd::fshr:
      return funnel(n, at(0), at(1), at(2), false);
    case Isd::bswap:
      return byte_swap(n);
    case Isd::bitreverse:
      return is_wide(t) && unary(n, "brev", b);
    case Isd::ctlz:
    case Isd::cttz:
    case Isd::ctpop:
      return count_bits(n, {n, 0}, at(0), false);
    case Isd::add_limbs:
      return limbs(n, "add");
    case Isd::sub_limbs:
      return limbs(n, "sub");
    case Isd::bfe_u:
    case Isd::bfe_s: {
      const bool is_signed = dag_->op(n) == Isd::bfe_s;
      if (!is_wide(t)) return false;
      write(Mnemonic("bfe", is_signed ? s : u), {def({n, 0}), reg(at(0)), usrc(at(1)), usrc(at(2))});
      return true;
    }
    case Isd::bfi:
      if (!is_wide(t)) return false;
      write(Mnemonic("bfi", b),
            {def({n, 0}), constant_bits(at(1)) ? reg(at(0)) : src(at(0)), src(at(1)), usrc(at(2)), usrc(at(3))});
      return true;
    case Isd::prmt:
      return t.total_bits() == 32 && ternary(n, "prmt", ".b32", false);
    case Isd::lop3:
      if (t != vt::i32) return false;
      write("lop3.b32", {def({n, 0}), constant_bits(at(1)) ? reg(at(0)) : src(at(0)), src(at(1)), src(at(2)),
                         number(static_cast<std::int64_t>(imm(n) & 255))});
      return true;
    case Isd::build_pair:
      return build_pair(n);
    case Isd::extract_limb:
      return extract_limb(n);
    default:
      return false;  // saturation, overflow: rewritten by legalize
  }
}

// ---- comparison and selection ------------------------------------------------------------------------

// PTX compares no predicates: logic in their place. Signed, true is -1.
bool BlockSelector::Impl::setcc_predicates(NodeId n, Cond cond) {
  const Value a = operand(n, 0), b = operand(n, 1);
  const Operand d = def({n, 0});
  const auto negated = [&](Value v) {
    const Operand t = temp(mir::Type::pred);
    write("not.pred", {t, reg(v)});
    return t;
  };
  switch (cond) {
    case Cond::ne:
      write("xor.pred", {d, reg(a), reg(b)});
      return true;
    case Cond::eq: {
      const Operand t = temp(mir::Type::pred);
      write("xor.pred", {t, reg(a), reg(b)});
      write("not.pred", {d, t});
      return true;
    }
    case Cond::ult:
    case Cond::sgt:
      write("and.pred", {d, negated(a), reg(b)});
      return true;
    case Cond::ugt:
    case Cond::slt:
      write("and.pred", {d, reg(a), negated(b)});
      return true;
    case Cond::ule:
    case Cond::sge:
      write("or.pred", {d, negated(a), reg(b)});
      return true;
    case Cond::uge:
    case Cond::sle:
      write("or.pred", {d, reg(a), negated(b)});
      return true;
    default:
      return false;
  }
}

bool BlockSelector::Impl::setcc(NodeId n) {
  const Cond cond = static_cast<Cond>(imm(n));
  const Value a = operand(n, 0), b = operand(n, 1);
  const Vt t = type(a);
  if (result_type(n) != vt::i1 || t.is_vector()) return false;
  if (t == vt::i1) return setcc_predicates(n, cond);
  static constexpr std::string_view float_names[16] = {"",     ".eq",  ".gt",  ".ge",  ".lt",  ".le",  ".ne",  ".num",
                                                       ".nan", ".equ", ".gtu", ".geu", ".ltu", ".leu", ".neu", ""};
  static constexpr std::string_view int_names[8] = {"", ".eq", ".gt", ".ge", ".lt", ".le", ".ne", ""};
  if (!is_integer(cond)) {
    if (!t.is_float()) return refuse("a float condition on integers");
    if (cond == Cond::f_false || cond == Cond::f_true) {
      write("mov.pred", {def({n, 0}), number(cond == Cond::f_true)});
      return true;
    }
    if (!has_arithmetic(t)) return false;
    const Operand d = def({n, 0});
    const Operand first = constant_bits(b) ? reg(a) : float_src(a);
    write(Mnemonic("setp", float_names[static_cast<unsigned>(cond) & 15], ftz(n, t), float_suffix(t)),
          {d, first, float_src(b)});
    return true;
  }
  if (!is_word(t)) return false;
  const bool is_unsigned = (static_cast<unsigned>(cond) & 32) != 0, equality = cond == Cond::eq || cond == Cond::ne;
  const std::string_view suffix = equality      ? bits_suffix(t.bits())
                                  : is_unsigned ? unsigned_suffix(t.bits())
                                                : signed_suffix(t.bits());
  return binary(n, Mnemonic("setp", int_names[static_cast<unsigned>(cond) & 7]), suffix, !is_unsigned);
}

bool BlockSelector::Impl::select(NodeId n) {
  const Value c = operand(n, 0), a = operand(n, 1), b = operand(n, 2);
  const Vt t = result_type(n);
  if (type(c) != vt::i1) return false;
  if (t != vt::i1) {
    if (register_type(t) == mir::Type::none) return false;
    const Operand d = def({n, 0});
    write(Mnemonic("selp", move_suffix(t)), {d, src(a), src(b), reg(c)});
    return true;
  }
  // No selp on predicates: c ? a : b is (c & a) | (!c & b).
  const auto ka = constant_bits(a), kb = constant_bits(b);
  const Operand d = def({n, 0});
  const auto not_c = [&] {
    const Operand r = temp(mir::Type::pred);
    write("not.pred", {r, reg(c)});
    return r;
  };
  if (ka == 1U) {
    write("or.pred", {d, reg(c), reg(b)});
  } else if (ka == 0U) {
    write("and.pred", {d, not_c(), reg(b)});
  } else if (kb == 0U) {
    write("and.pred", {d, reg(c), reg(a)});
  } else if (kb == 1U) {
    write("or.pred", {d, not_c(), reg(a)});
  } else {
    const Operand yes = temp(mir::Type::pred), no = temp(mir::Type::pred);
    write("and.pred", {yes, reg(c), reg(a)});
    write("and.pred", {no, not_c(), reg(b)});
    write("or.pred", {d, yes, no});
  }
  return true;
}

}  // namespace lathe::nvptx
