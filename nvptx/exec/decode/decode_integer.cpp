// Integer instructions to Codes: arithmetic, logic, shifts, fields and bits, multi-word arithmetic.
// What PTX does not have (a type, a modifier, a form of operand) is refused. Source: PTX ISA 9.0, 9.7.1, 9.7.2, 9.7.8.
#include "nvptx/exec/decode/form.hpp"
#include "nvptx/exec/lanes/video_key.hpp"
#include "simt/lanes/integer_key.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Type;
using Int = IntKey::Op;
using Bits = BitsKey::Op;

// d, a [, b [, c]] of one width.
bool put_same(Form& f, Int op, IntType t, unsigned sources) {
  const Slot a = f.source(1, t.bits);
  const Slot b = sources > 1 ? f.source(2, t.bits) : no_slot;
  const Slot c = sources > 2 ? f.source(3, t.bits) : no_slot;
  return f.put(pick_int({op, t.bits, t.is_signed}), f.target(0, t.bits, t.is_signed), a, b, c);
}

bool decode_carry(Form& f, CarryKey::Op op, bool reads) {
  const IntType t = int_type(f.type(0));
  if (t.bits != 32 && t.bits != 64) return f.bad_type();
  const bool mad = op == CarryKey::Op::mad_lo || op == CarryKey::Op::mad_hi;
  if (!f.count(mad ? 4 : 3)) return false;
  const Slot a = f.source(1, t.bits), b = f.source(2, t.bits);
  const Slot c = mad ? f.source(3, t.bits) : no_slot;
  return f.put(pick_carry({op, t.bits, t.is_signed, reads, f.has("cc")}), f.target(0, t.bits, t.is_signed), a, b, c);
}

bool decode_add(Form& f) {
  const bool add = f.op() == Op::add || f.op() == Op::addc;
  const auto carry = add ? CarryKey::Op::add : CarryKey::Op::sub;
  if (f.op() == Op::addc || f.op() == Op::subc) return f.check(3, 1, {"cc"}) && decode_carry(f, carry, true);
  if (f.has("cc")) return f.check(3, 1, {"cc"}) && decode_carry(f, carry, false);
  if (!f.check(3, 1, {"sat"})) return false;
  const Type type = f.type(0);
  if (f.has("sat"))
    return type == Type::s32 ? put_same(f, add ? Int::add_sat : Int::sub_sat, {32, true}, 2) : f.bad_type();
  if (add && (type == Type::u16x2 || type == Type::s16x2)) return put_same(f, Int::add_x2, {32, false}, 2);
  const IntType t = int_type(type);
  return t.bits != 0 ? put_same(f, add ? Int::add : Int::sub, t, 2) : f.bad_type();
}

bool decode_mul(Form& f) {
  const bool mad = f.op() == Op::mad;
  if (f.op() == Op::madc || f.has("cc")) {
    const int part = f.one_of({"lo", "hi"});
    return part >= 0 && f.check(4, 1, {"lo", "hi", "cc"}) &&
           decode_carry(f, part == 0 ? CarryKey::Op::mad_lo : CarryKey::Op::mad_hi, f.op() == Op::madc);
  }
  if (mad ? !f.check(4, 1, {"lo", "hi", "wide", "sat"}) : !f.check(3, 1, {"lo", "hi", "wide"})) return false;
  const int part = f.one_of({"lo", "hi", "wide"});
  const IntType t = int_type(f.type(0));
  if (part < 0) return false;
  if (t.bits == 0) return f.bad_type();
  if (f.has("sat")) {
    if (part != 1 || f.type(0) != Type::s32) return f.d.refuse(".sat is for mad.hi.s32 alone");
    return put_same(f, Int::mad_hi_sat, t, 3);
  }
  if (part != 2) {
    constexpr Int ops[2][2] = {{Int::mul_lo, Int::mul_hi}, {Int::mad_lo, Int::mad_hi}};
    return put_same(f, ops[mad][part], t, mad ? 3 : 2);
  }
  if (t.bits == 64) return f.bad_type();
  const Slot a = f.source(1, t.bits), b = f.source(2, t.bits);
  const Slot c = mad ? f.source(3, 2 * t.bits) : no_slot;
  return f.put(pick_int({mad ? Int::mad_wide : Int::mul_wide, t.bits, t.is_signed}),
               f.target(0, 2 * t.bits, t.is_signed), a, b, c);
}

bool decode_mul24(Form& f) {
  const bool mad = f.op() == Op::mad24;
  if (mad ? !f.check(4, 1, {"lo", "hi", "sat"}) : !f.check(3, 1, {"lo", "hi"})) return false;
  const int part = f.one_of({"lo", "hi"});
  const IntType t = int_type(f.type(0));
  if (part < 0) return false;
  if (t.bits != 32) return f.bad_type();
  if (f.has("sat")) {
    if (part != 1 || !t.is_signed) return f.d.refuse(".sat is for mad24.hi.s32 alone");
    return put_same(f, Int::mad24_hi_sat, t, 3);
  }
  constexpr Int ops[2][2] = {{Int::mul24_lo, Int::mul24_hi}, {Int::mad24_lo, Int::mad24_hi}};
  return put_same(f, ops[mad][part], t, mad ? 3 : 2);
}

// sad div rem abs neg
bool decode_plain(Form& f, Int op, unsigned sources) {
  if (!f.check(sources + 1, 1, {})) return false;
  const IntType t = int_type(f.type(0));
  const bool fine = t.bits != 0 && (t.is_signed || (op != Int::abs && op != Int::neg));
  return fine ? put_same(f, op, t, sources) : f.bad_type();
}

bool decode_min(Form& f) {
  if (!f.check(3, 1, {"relu"})) return false;
  const bool min = f.op() == Op::min, relu = f.has("relu");
  const Type type = f.type(0);
  if (relu) {
    if (type == Type::s32) return put_same(f, min ? Int::min_relu : Int::max_relu, {32, true}, 2);
    if (type == Type::s16x2) return put_same(f, min ? Int::min_relu_x2 : Int::max_relu_x2, {32, true}, 2);
    return f.d.refuse(".relu is for .s32 and .s16x2 alone");
  }
  if (type == Type::u16x2 || type == Type::s16x2)
    return put_same(f, min ? Int::min_x2 : Int::max_x2, {32, type == Type::s16x2}, 2);
  const IntType t = int_type(type);
  return t.bits != 0 ? put_same(f, min ? Int::min : Int::max, t, 2) : f.bad_type();
}

bool decode_logic(Form& f) {
  const bool one = f.op() == Op::not_;
  if (!f.check(one ? 2 : 3, 1, {})) return false;
  if (f.type(0) == Type::pred) {
    const Bits op = one                  ? Bits::pred_not
                    : f.op() == Op::and_ ? Bits::pred_and
                    : f.op() == Op::or_  ? Bits::pred_or
                                         : Bits::pred_xor;
    const Slot a = f.pred_source(f.i.operand(1));
    const Slot b = one ? no_slot : f.pred_source(f.i.operand(2));
    return f.put(pick_bits({op, 32}), f.pred_target(f.i.operand(0)), a, b);
  }
  const unsigned bits = untyped_bits(f.type(0));
  if (bits == 0) return f.bad_type();
  const Int op = one ? Int::not_ : f.op() == Op::and_ ? Int::and_ : f.op() == Op::or_ ? Int::or_ : Int::xor_;
  return put_same(f, op, {bits, false}, one ? 1 : 2);
}

bool decode_cnot(Form& f) {
  if (!f.check(2, 1, {})) return false;
  const unsigned bits = untyped_bits(f.type(0));
  return bits != 0 ? put_same(f, Int::cnot, {bits, false}, 1) : f.bad_type();
}

bool decode_shift(Form& f) {
  if (!f.check(3, 1, {})) return false;
  const bool right = f.op() == Op::shr;
  IntType t{untyped_bits(f.type(0)), false};
  if (right && t.bits == 0) t = int_type(f.type(0));
  if (t.bits == 0) return f.bad_type();
  const Slot a = f.source(1, t.bits), b = f.source(2, 32);
  return f.put(pick_int({right ? Int::shr : Int::shl, t.bits, t.is_signed}), f.target(0, t.bits, t.is_signed), a, b);
}

bool decode_clmad(Form& f) {
  if (!f.check(4, 1, {"lo", "hi"})) return false;
  const int part = f.one_of({"lo", "hi"});
  if (part < 0) return false;
  return f.type(0) == Type::u64 ? put_same(f, part == 0 ? Int::clmad_lo : Int::clmad_hi, {64, false}, 3) : f.bad_type();
}

// popc clz brev: .b32 or .b64; bfind: integers of 32 or 64 bits. The counts have 32 bits.
bool decode_count(Form& f) {
  const bool find = f.op() == Op::bfind;
  if (find ? !f.check(2, 1, {"shiftamt"}) : !f.check(2, 1, {})) return false;
  const IntType t = find ? int_type(f.type(0)) : IntType{untyped_bits(f.type(0)), false};
  if (t.bits != 32 && t.bits != 64) return f.bad_type();
  const Bits op = find                 ? (f.has("shiftamt") ? Bits::bfind_shift : Bits::bfind)
                  : f.op() == Op::popc ? Bits::popc
                  : f.op() == Op::clz  ? Bits::clz
                                       : Bits::brev;
  const Slot a = f.source(1, t.bits);
  return f.put(pick_bits({op, t.bits, t.is_signed}), f.target(0, op == Bits::brev ? t.bits : 32), a);
}

bool decode_field(Form& f) {
  const bool insert = f.op() == Op::bfi;
  if (!f.check(insert ? 5 : 4, 1, {})) return false;
  const IntType t = insert ? IntType{untyped_bits(f.type(0)), false} : int_type(f.type(0));
  if (t.bits != 32 && t.bits != 64) return f.bad_type();
  const Slot a = f.source(1, t.bits), b = f.source(2, insert ? t.bits : 32), c = f.source(3, 32);
  const Slot length = insert ? f.source(4, 32) : no_slot;
  if (!f.put(pick_bits({insert ? Bits::bfi : Bits::bfe, t.bits, t.is_signed}), f.target(0, t.bits, t.is_signed), a, b,
             c))
    return false;
  f.code->x = length;
  return true;
}

// d, a, b [, c], all of 32 bits.
bool put_words(Form& f, BitsKey key, unsigned sources) {
  const Slot a = f.source(1, 32), b = f.source(2, 32), c = sources > 2 ? f.source(3, 32) : no_slot;
  return f.put(pick_bits(key), f.target(0, 32), a, b, c);
}

bool decode_mask(Form& f) {
  const bool extend = f.op() == Op::szext;
  if (!f.check(3, 1, {"clamp", "wrap"})) return false;
  const int mode = f.one_of({"clamp", "wrap"});
  if (mode < 0) return false;
  if (extend) {
    const IntType t = int_type(f.type(0));
    if (t.bits != 32) return f.bad_type();
    return put_words(f, {mode == 0 ? Bits::szext_clamp : Bits::szext_wrap, 32, t.is_signed}, 2);
  }
  return f.type(0) == Type::b32 ? put_words(f, {mode == 0 ? Bits::bmsk_clamp : Bits::bmsk_wrap}, 2) : f.bad_type();
}

bool decode_fns(Form& f) {
  if (!f.check(4, 1, {})) return false;
  return f.type(0) == Type::b32 ? put_words(f, {Bits::fns}, 3) : f.bad_type();
}

bool decode_shf(Form& f) {
  if (!f.check(4, 1, {"l", "r", "clamp", "wrap"})) return false;
  const int side = f.one_of({"l", "r"}), mode = f.one_of({"clamp", "wrap"});
  if (side < 0 || mode < 0) return false;
  constexpr Bits ops[2][2] = {{Bits::shf_l_clamp, Bits::shf_l_wrap}, {Bits::shf_r_clamp, Bits::shf_r_wrap}};
  return f.type(0) == Type::b32 ? put_words(f, {ops[side][mode]}, 3) : f.bad_type();
}

bool decode_prmt(Form& f) {
  if (!f.check(4, 1, {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"})) return false;
  if (f.type(0) != Type::b32) return f.bad_type();
  if (f.i.desc.modifiers.size() == 1) return put_words(f, {Bits::prmt}, 3);
  const int mode = f.one_of({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  constexpr Bits ops[] = {Bits::prmt_f4e, Bits::prmt_b4e, Bits::prmt_rc8,
                          Bits::prmt_ecl, Bits::prmt_ecr, Bits::prmt_rc16};
  return mode >= 0 && put_words(f, {ops[mode]}, 3);
}

bool decode_lop3(Form& f) {
  const bool pred = f.has("or") || f.has("and");
  if (!f.check(pred ? 6 : 5, 1, {"or", "and"})) return false;
  if (f.type(0) != Type::b32) return f.bad_type();
  std::int64_t table = 0;
  if (!f.d.constant(f.i.operand(4), table) || table < 0 || table > 255)
    return f.d.refuse("the table has to be a constant from 0 to 255");
  if (!pred) {
    if (!put_words(f, {Bits::lop3}, 3)) return false;
    f.code->x = static_cast<std::uint32_t>(table);
    return true;
  }
  const int kind = f.one_of({"or", "and"});
  const mir::Operand& group = f.i.operand(0);
  const auto both = f.i.elements(0);
  if (kind < 0) return false;
  if (group.kind != mir::Operand::Kind::group || group.a != static_cast<std::uint32_t>(mir::GroupKind::pipe) ||
      both.size() != 2 || !f.plain(both[0]) || !f.fits(both[0], 32))
    return f.d.refuse("the result has to be d|p");
  const Slot a = f.source(1, 32), b = f.source(2, 32), c = f.source(3, 32);
  const Slot q = f.pred_source(f.i.operand(5));
  const Slot to = f.d.write(both[0], 32), p = f.pred_target(both[1]);
  if (!f.put(pick_bits({kind == 0 ? Bits::lop3_or : Bits::lop3_and}), to, a, b, c)) return false;
  f.code->x = static_cast<std::uint32_t>(table);
  f.code->imm = static_cast<std::uint64_t>(q) << 32 | p;
  return true;
}

bool decode_dot(Form& f) {
  const bool two = f.op() == Op::dp2a;
  if (two ? !f.check(4, 2, {"lo", "hi"}) : !f.check(4, 2, {})) return false;
  const IntType ta = int_type(f.type(0)), tb = int_type(f.type(1));
  const int part = two ? f.one_of({"lo", "hi"}) : 0;
  if (part < 0) return false;
  if (ta.bits != 32 || tb.bits != 32) return f.bad_type();
  const Bits op = !two ? Bits::dp4a : part == 0 ? Bits::dp2a_lo : Bits::dp2a_hi;
  return put_words(f, {op, 32, ta.is_signed, tb.is_signed}, 3);
}

}  // namespace

bool decode_integer(Decoder& d, const Instruction& i) {
  Form f(d, i);
  switch (f.op()) {
    case Op::add:
    case Op::sub:
    case Op::addc:
    case Op::subc:
      return decode_add(f);
    case Op::mul:
    case Op::mad:
    case Op::madc:
      return decode_mul(f);
    case Op::mul24:
    case Op::mad24:
      return decode_mul24(f);
    case Op::sad:
      return decode_plain(f, Int::sad, 3);
    case Op::div:
      return decode_plain(f, Int::div, 2);
    case Op::rem:
      return decode_plain(f, Int::rem, 2);
    case Op::abs:
      return decode_plain(f, Int::abs, 1);
    case Op::neg:
      return decode_plain(f, Int::neg, 1);
    case Op::min:
    case Op::max:
      return decode_min(f);
    case Op::and_:
    case Op::or_:
    case Op::xor_:
    case Op::not_:
      return decode_logic(f);
    case Op::cnot:
      return decode_cnot(f);
    case Op::shl:
    case Op::shr:
      return decode_shift(f);
    case Op::clmad:
      return decode_clmad(f);
    case Op::popc:
    case Op::clz:
    case Op::bfind:
    case Op::brev:
      return decode_count(f);
    case Op::bfe:
    case Op::bfi:
      return decode_field(f);
    case Op::szext:
    case Op::bmsk:
      return decode_mask(f);
    case Op::fns:
      return decode_fns(f);
    case Op::shf:
      return decode_shf(f);
    case Op::prmt:
      return decode_prmt(f);
    case Op::lop3:
      return decode_lop3(f);
    case Op::dp4a:
    case Op::dp2a:
      return decode_dot(f);
    default:
      return decode_video(d, i);
  }
}

}  // namespace lathe::nvptx::exec
