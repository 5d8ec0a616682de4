// cvt from any type to any float, element by element in integers: every rounding mode,
// .ftz .sat .relu .satfinite, pairs, stochastic rounding, the formats of 4 to 8 bits.
//
// What the manual leaves open, as done here: NaN to f32, f16, bf16, tf32 is canonical, but for bf16 to f32, which
// GPUs do by a shift, and types converted to themselves without a modifier, which are moves; NaN to f64 keeps sign
// and payload, made quiet. .relu makes +0 of -0. .sat gives +0 for NaN and -0. e5m2 NaN is 0x7f, and a format without
// NaN gets its largest number. Stochastic rounding adds the random bits right below the last place of the result,
// for subnormal results, too. Cost: 20 to 50 ns an element. Source: PTX ISA 9.0, cvt; CUDA 13 fp8 and fp4 headers.
#include "simt/lanes/convert_key.hpp"
#include "simt/lanes/soft_float.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

const Format* format_of(Scalar s) {
  switch (s) {
    case Scalar::f16:
      return &format_f16;
    case Scalar::bf16:
      return &format_bf16;
    case Scalar::f32:
      return &format_f32;
    case Scalar::f64:
      return &format_f64;
    case Scalar::tf32:
      return &format_tf32;
    case Scalar::e4m3:
      return &format_e4m3;
    case Scalar::e5m2:
      return &format_e5m2;
    case Scalar::e2m3:
      return &format_e2m3;
    case Scalar::e3m2:
      return &format_e3m2;
    case Scalar::e2m1:
      return &format_e2m1;
    default:
      return nullptr;
  }
}

/// Bits of an integer type, or of the lane array that holds one element of a float type.
unsigned storage_bits(Scalar s) {
  if (is_integer(s)) return 8U << (static_cast<unsigned>(s) / 2);
  switch (s) {
    case Scalar::f64:
      return 64;
    case Scalar::f32:
    case Scalar::tf32:
      return 32;
    case Scalar::f16:
    case Scalar::bf16:
      return 16;
    default:
      return 8;
  }
}

Number from_integer(Scalar s, u64 bits) {
  const unsigned width = storage_bits(s);
  bits &= ~u64{0} >> (64 - width);
  Number n;
  n.negative = is_signed(s) && (bits >> (width - 1) & 1U) != 0;
  n.significand = n.negative ? (~u64{0} >> (64 - width) & (~bits + 1)) : bits;
  return n;
}

/// Drops what lies below the point.
Number to_integral(Number n, Rounding mode) {
  if (n.exponent >= 0) return n;
  const int shift = -n.exponent;
  const bool all = shift > 127;
  u128 kept = all ? 0 : n.significand >> shift;
  const bool half = !all && (n.significand >> (shift - 1) & 1U) != 0;
  const bool rest = n.significand != 0 && (all || (n.significand & ((u128{1} << (shift - 1)) - 1)) != 0);
  kept += rounds_up(mode, n.negative, (kept & 1U) != 0, half, rest) ? 1U : 0U;
  n.significand = kept;
  n.exponent = 0;
  return n;
}

/// NaN as f64: its sign and payload, quiet.
u64 widen_nan(u64 bits, const Format& from) {
  const u64 payload = (bits & ((u64{1} << from.mantissa) - 1)) << (52 - from.mantissa);
  const u64 sign = (bits & from.sign_bit()) != 0 ? format_f64.sign_bit() : 0;
  return sign | format_f64.infinity | u64{1} << 51 | payload;
}

u64 nan_result(const ConvertKey& key, u64 bits, const Format& from, const Format& to) {
  if (key.sat) return 0;
  if (key.relu) return to.nan;
  if (key.from == Scalar::bf16 && key.to == Scalar::f32) return bits << 16;
  if (key.to == Scalar::f64 && !is_integer(key.from)) return widen_nan(bits, from);
  return to.nan;
}

bool subnormal32(u64 bits) { return (bits & 0x7f800000U) == 0; }

u64 to_float(const ConvertKey& key, u64 bits, const Format* from, Random random) {
  const Format& to = *format_of(key.to);
  Number n = from == nullptr ? from_integer(key.from, bits) : unpack(bits, *from);
  if (n.kind == Number::Kind::nan) return nan_result(key, bits, *from, to);
  if (n.negative && (key.relu || key.sat)) return 0;
  const u64 sign = n.negative ? to.sign_bit() : 0;
  u64 r = 0;
  if (n.kind == Number::Kind::infinity) {
    r = sign | (key.satfinite || to.infinity == 0 ? to.max_finite : to.infinity);
  } else {
    if (key.integral) n = to_integral(n, key.rounding);
    r = pack(n, to, key.rounding, key.satfinite, random);
  }
  if (key.ftz && key.to == Scalar::f32 && subnormal32(r)) r = sign;
  if (key.sat) {
    const u64 one = static_cast<u64>(1 - to.emin) << to.mantissa;  // the exponent field of 1 is the bias
    r = r > one ? one : r;
  }
  return r;
}

/// Powers of two without a sign: the exponent of |x| (f32 bits), rounded towards zero or up.
u64 to_ue8m0(const ConvertKey& key, u32 x) {
  const u32 m = x & 0x7fffffffU;
  if (m > 0x7f800000U) return 0xff;
  u32 e = m >> 23;
  // 0x00400000 is 2^-127, the smallest there is.
  if (key.rounding == Rounding::rp && (m & 0x7fffffU) != 0 && m > 0x00400000U) ++e;
  return key.satfinite && e == 0xff ? 0xfe : e;
}

u64 convert(const ConvertKey& key, u64 bits, Random random) {
  if (key.from == Scalar::ue8m0) return bits == 0xff ? 0x7fff : bits == 0 ? 0x0040 : bits << 7;  // to bf16
  if (key.to == Scalar::ue8m0) return to_ue8m0(key, static_cast<u32>(key.from == Scalar::bf16 ? bits << 16 : bits));
  if (key.ftz && key.from == Scalar::f32 && subnormal32(bits)) bits &= 0x80000000U;
  const Format* from = format_of(key.from);
  if (key.from == key.to && !key.integral && !key.sat && !key.ftz) return bits;
  const u64 r = to_float(key, bits, from, random);
  if (key.to != Scalar::tf32) return r;
  return r == format_tf32.nan ? 0x7fffffffU : r << 13;
}

u64 load(const Warp& w, Slot slot, Scalar s, unsigned lane) {
  switch (storage_bits(s)) {
    case 64:
      return w.in<u64>(slot)[lane];
    case 32:
      return w.in<u32>(slot)[lane];
    case 16:
      return w.in<u16>(slot)[lane];
    default:
      return w.in<u16>(slot)[lane] & 0xffU;
  }
}
void store(Warp& w, Slot slot, unsigned bits, unsigned lane, u64 value) {
  if (bits == 64)
    w.out<u64>(slot)[lane] = value;
  else if (bits == 32)
    w.out<u32>(slot)[lane] = static_cast<u32>(value);
  else
    w.out<u16>(slot)[lane] = static_cast<u16>(value);
}

Flow single(Warp& w, const Code& c, Mask mask) {
  const ConvertKey key = from_imm(c.imm);
  const unsigned bits = storage_bits(key.to);
  for (Mask m = mask; m != 0; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    store(w, c.d, bits, l, convert(key, load(w, c.a, key.from, l), {}));
  }
  return Flow::next;
}

/// Distance of the two elements of a pair: 4 bits for e2m1.
unsigned pair_step(Scalar s) { return s == Scalar::e2m1 ? 4 : storage_bits(s); }

Flow join(Warp& w, const Code& c, Mask mask) {
  const ConvertKey key = from_imm(c.imm);
  const unsigned step = pair_step(key.to);
  const bool random = key.rounding == Rounding::rs;
  const int count = key.to == Scalar::f16 ? 13 : 16;
  for (Mask m = mask; m != 0; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const u32 r = random ? w.in<u32>(c.c)[l] : 0;
    const u32 take = (1U << count) - 1;
    const u64 high = convert(key, load(w, c.a, key.from, l), {r >> 16 & take, count});
    const u64 low = convert(key, load(w, c.b, key.from, l), {r & take, count});
    store(w, c.d, 2 * step, l, high << step | low);
  }
  return Flow::next;
}

Flow packed(Warp& w, const Code& c, Mask mask) {
  const ConvertKey key = from_imm(c.imm);
  const unsigned step = pair_step(key.to), from = pair_step(key.from);
  const u64 take = (u64{1} << from) - 1;
  for (Mask m = mask; m != 0; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const u64 a = from == 16 ? w.in<u32>(c.a)[l] : w.in<u16>(c.a)[l];
    const u64 high = convert(key, a >> from & take, {}), low = convert(key, a & take, {});
    store(w, c.d, 2 * step, l, high << step | low);
  }
  return Flow::next;
}

}  // namespace

Handler pick_convert_any(const ConvertKey& key) {
  if (is_integer(key.to)) return nullptr;
  switch (key.shape) {
    case ConvertKey::Shape::single:
      return single;
    case ConvertKey::Shape::join:
      return join;
    case ConvertKey::Shape::packed:
      return packed;
  }
  return nullptr;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
