// Constant folding of one scalar operation: bits in, bits out.
//
// Floats are computed by the host's IEEE arithmetic in the operation's own format (f32, f64); f16 and bf16 only where
// the result is exact. A fold whose result is a NaN is left to the machine, whose NaNs may differ.
#include "codegen/combine/fold_value.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

using Bits = std::optional<std::uint64_t>;

Bits fold_binary(Isd op, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  const std::uint64_t mask = low_mask(width), sign = sign_bit(width);
  const std::int64_t sa = sign_extend(a, width), sb = sign_extend(b, width);
  switch (op) {
    case Isd::add:
      return a + b;
    case Isd::sub:
      return a - b;
    case Isd::mul:
      return a * b;
    case Isd::mulhu:
      return static_cast<std::uint64_t>(static_cast<Unsigned128>(a) * b >> width);
    case Isd::mulhs:
      return static_cast<std::uint64_t>(static_cast<Signed128>(sa) * sb >> width);
    case Isd::udiv:
      return b == 0 ? Bits() : a / b;
    case Isd::urem:
      return b == 0 ? Bits() : a % b;
    case Isd::sdiv:
      return b == 0 || (a == sign && b == mask) ? Bits() : static_cast<std::uint64_t>(sa / sb);
    case Isd::srem:
      return b == 0 || (a == sign && b == mask) ? Bits() : static_cast<std::uint64_t>(sa % sb);
    case Isd::and_:
      return a & b;
    case Isd::or_:
      return a | b;
    case Isd::xor_:
      return a ^ b;
    case Isd::shl:
      return b >= width ? Bits() : a << b;
    case Isd::srl:
      return b >= width ? Bits() : a >> b;
    case Isd::sra:
      return b >= width ? Bits() : static_cast<std::uint64_t>(sa >> b);
    case Isd::rotl:
      return (a << (b % width)) | (b % width == 0 ? 0 : a >> (width - b % width));
    case Isd::rotr:
      return (a >> (b % width)) | (b % width == 0 ? 0 : a << (width - b % width));
    case Isd::smin:
      return sa < sb ? a : b;
    case Isd::smax:
      return sa > sb ? a : b;
    case Isd::umin:
      return a < b ? a : b;
    case Isd::umax:
      return a > b ? a : b;
    case Isd::uadd_sat:
      return a + b > mask || a + b < a ? mask : a + b;
    case Isd::usub_sat:
      return a > b ? a - b : 0;
    case Isd::sadd_sat:
    case Isd::ssub_sat: {
      const Signed128 r = op == Isd::sadd_sat ? static_cast<Signed128>(sa) + sb : static_cast<Signed128>(sa) - sb;
      if (r > static_cast<Signed128>(mask >> 1)) return mask >> 1;
      if (r < -static_cast<Signed128>(sign)) return sign;
      return static_cast<std::uint64_t>(r);
    }
    default:
      return {};
  }
}

Bits fold_unary(Isd op, const DagPayload& payload, std::uint64_t a, std::uint32_t width) {
  switch (op) {
    case Isd::ctpop:
      return static_cast<std::uint64_t>(std::popcount(a));
    case Isd::ctlz:
      return a == 0 && payload.imm == 1 ? Bits() : static_cast<std::uint64_t>(std::countl_zero(a)) - (64 - width);
    case Isd::cttz:
      return a == 0 ? (payload.imm == 1 ? Bits() : width) : static_cast<std::uint64_t>(std::countr_zero(a));
    case Isd::abs:
      return sign_extend(a, width) < 0 ? 0 - a : a;
    case Isd::bswap: {
      std::uint64_t out = 0;
      for (std::uint32_t i = 0; i < width; i += 8) out |= (a >> i & 255) << (width - 8 - i);
      return out;
    }
    case Isd::bitreverse: {
      std::uint64_t out = 0;
      for (std::uint32_t i = 0; i < width; ++i) out |= (a >> i & 1) << (width - 1 - i);
      return out;
    }
    case Isd::sext_inreg:
      if (payload.imm == 0 || payload.imm > width) return {};
      return static_cast<std::uint64_t>(sign_extend(a, static_cast<std::uint32_t>(payload.imm)));
    default:
      return {};
  }
}

// prmt in its default mode: each nibble of the selector picks one of eight bytes, or (bit 3) copies its sign.
std::uint64_t fold_prmt(std::uint64_t a, std::uint64_t b, std::uint64_t selector) {
  const std::uint64_t bytes = a | b << 32;
  std::uint64_t out = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint64_t pick = selector >> (4 * i) & 15;
    std::uint64_t byte = bytes >> (8 * (pick & 7)) & 255;
    if ((pick & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
    out |= byte << (8 * i);
  }
  return out;
}

Bits fold_field(Isd op, std::uint64_t x, std::uint64_t start, std::uint64_t length, std::uint32_t width,
                const NumericTraits& traits) {
  if (traits.fields == NumericTraits::Fields::masked) {
    start %= width;
    length %= width;
  } else if (traits.fields == NumericTraits::Fields::clamped) {
    start &= 255;
    length &= 255;
  } else if (start >= width || length == 0 || length >= width || start + length > width) {
    return {};
  }
  const std::uint64_t field = start >= width ? 0 : x >> start;
  if (length == 0) return 0;
  if (op == Isd::bfe_u) return field & low_mask(static_cast<std::uint32_t>(std::min<std::uint64_t>(length, width)));
  // Signed: bits beyond the top repeat the sign of the field's last bit inside the register.
  const std::uint64_t last = std::min<std::uint64_t>(start + length - 1, width - 1);
  const bool negative = (x >> last & 1) != 0;
  const std::uint64_t kept = start >= width ? 0 : std::min<std::uint64_t>(length, width - start);
  return (field & low_mask(static_cast<std::uint32_t>(kept))) |
         (negative ? ~low_mask(static_cast<std::uint32_t>(kept)) : 0);
}

Bits fold_integer(Isd op, const DagPayload& payload, Vt result, std::span<const Scalar> x,
                  const NumericTraits& traits) {
  const std::uint32_t width = x[0].type.bits();
  switch (op) {
    case Isd::trunc:
    case Isd::zext:
    case Isd::anyext:
      return x[0].bits;
    case Isd::sext:
      return static_cast<std::uint64_t>(sign_extend(x[0].bits, width));
    case Isd::mul_wide_u:
      return x[0].bits * x[1].bits;
    case Isd::mul_wide_s:
      return static_cast<std::uint64_t>(sign_extend(x[0].bits, width)) *
             static_cast<std::uint64_t>(sign_extend(x[1].bits, width));
    case Isd::mad:
      return x[0].bits * x[1].bits + x[2].bits;
    case Isd::mad_wide_u:
      return x[0].bits * x[1].bits + x[2].bits;
    case Isd::mad_wide_s:
      return static_cast<std::uint64_t>(sign_extend(x[0].bits, width)) *
                 static_cast<std::uint64_t>(sign_extend(x[1].bits, width)) +
             x[2].bits;
    case Isd::fshl:
    case Isd::fshr: {
      const std::uint64_t by = x[2].bits % width;
      if (by == 0) return op == Isd::fshl ? x[0].bits : x[1].bits;
      const std::uint64_t left = op == Isd::fshl ? by : width - by;
      return x[0].bits << left | x[1].bits >> (width - left);
    }
    case Isd::bfe_u:
    case Isd::bfe_s:
      return fold_field(op, x[0].bits, x[1].bits, x[2].bits, width, traits);
    case Isd::prmt:
      if (traits.permute != NumericTraits::Permute::nibbles) return {};
      return fold_prmt(x[0].bits, x[1].bits, x[2].bits);
    case Isd::build_pair:
      return width > 32 ? Bits() : x[0].bits | x[1].bits << width;
    case Isd::extract_limb:
      return payload.imm * result.bits() >= 64 ? Bits() : x[0].bits >> (payload.imm * result.bits());
    default:
      break;
  }
  return x.size() == 2 ? fold_binary(op, x[0].bits, x[1].bits, width) : fold_unary(op, payload, x[0].bits, width);
}

bool is_denormal(double v, Vt type) {
  if (v == 0) return false;
  if (type == vt::f32) return std::fabs(v) < static_cast<double>(std::numeric_limits<float>::min());
  return type == vt::f64 && std::fabs(v) < std::numeric_limits<double>::min();
}

template <class Float>
std::optional<double> compute(Isd op, Float a, Float b, Float c) {
  switch (op) {
    case Isd::fadd:
      return a + b;
    case Isd::fsub:
      return a - b;
    case Isd::fmul:
      return a * b;
    case Isd::fdiv:
      return b == 0 ? std::optional<double>() : a / b;
    case Isd::fma:
      return std::fma(a, b, c);
    case Isd::fsqrt:
      return a < 0 ? std::optional<double>() : std::sqrt(a);
    case Isd::ffloor:
      return std::floor(a);
    case Isd::fceil:
      return std::ceil(a);
    case Isd::ftrunc:
      return std::trunc(a);
    case Isd::frint:
    case Isd::fnearbyint:
    case Isd::froundeven:
      return std::nearbyint(a);
    case Isd::fround:
      return std::round(a);
    case Isd::fminnum:
    case Isd::fminimumnum:
      return a == 0 && b == 0 ? std::optional<double>() : std::fmin(a, b);
    case Isd::fmaxnum:
    case Isd::fmaximumnum:
      return a == 0 && b == 0 ? std::optional<double>() : std::fmax(a, b);
    default:
      return {};
  }
}

Bits fold_float(Isd op, Vt type, std::span<const Scalar> x, bool ftz) {
  if (type != vt::f32 && type != vt::f64) return {};
  double in[3] = {0, 0, 0};
  for (std::size_t i = 0; i < x.size() && i < 3; ++i) {
    if (x[i].type != type) return {};
    in[i] = to_double(x[i]);
    if (std::isnan(in[i]) || (ftz && is_denormal(in[i], type))) return {};
  }
  const auto out = type == vt::f32
                       ? compute(op, static_cast<float>(in[0]), static_cast<float>(in[1]), static_cast<float>(in[2]))
                       : compute(op, in[0], in[1], in[2]);
  if (!out || std::isnan(*out) || (ftz && is_denormal(*out, type))) return {};
  return from_double(*out, type);
}

Bits fold_to_integer(Isd op, Scalar x, Vt result) {
  const double v = std::trunc(to_double(x));
  if (std::isnan(v) || result.bits() > 64) return {};
  const bool is_signed = op == Isd::fp_to_si;
  const double limit = std::ldexp(1.0, static_cast<int>(result.bits() - (is_signed ? 1 : 0)));
  if (v >= limit || v < (is_signed ? -limit : 0.0)) return {};
  return is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(v)) : static_cast<std::uint64_t>(v);
}

Bits fold_from_integer(Isd op, Scalar x, Vt result) {
  const std::int64_t s = sign_extend(x.bits, x.type.bits());
  if (result == vt::f64)
    return std::bit_cast<std::uint64_t>(op == Isd::si_to_fp ? static_cast<double>(s) : static_cast<double>(x.bits));
  if (result == vt::f32)
    return std::bit_cast<std::uint32_t>(op == Isd::si_to_fp ? static_cast<float>(s) : static_cast<float>(x.bits));
  return {};
}

std::uint64_t float_sign(Vt type) { return sign_bit(type.bits()); }

}  // namespace

double to_double(Scalar value) {
  if (value.type == vt::f64) return std::bit_cast<double>(value.bits);
  if (value.type == vt::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
  if (value.type == vt::bf16) return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits << 16));
  const auto exponent = static_cast<int>(value.bits >> 10 & 31);
  const auto fraction = static_cast<double>(value.bits & 1023);
  const double sign = (value.bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  return exponent == 0 ? sign * std::ldexp(fraction, -24) : sign * std::ldexp(1024 + fraction, exponent - 25);
}

Bits from_double(double value, Vt type) {
  if (std::isnan(value)) return {};
  if (type == vt::f64) return std::bit_cast<std::uint64_t>(value);
  const auto narrow = static_cast<float>(value);
  const auto bits = static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(narrow));
  if (type == vt::f32) return bits;
  // f16 and bf16: only what they hold exactly, found by looking back.
  if (type == vt::bf16) return (bits & 0xffff) == 0 && static_cast<double>(narrow) == value ? Bits(bits >> 16) : Bits();
  if (type != vt::f16) return {};
  const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  if (size == 0) return sign;
  if (std::isinf(size)) return sign | 0x7c00;
  int exponent = 0;
  std::frexp(size, &exponent);  // size in [2^(e-1), 2^e)
  const bool subnormal = exponent < -13;
  const double scaled = std::ldexp(size, subnormal ? 24 : 11 - exponent);
  if (exponent > 16 || scaled != std::floor(scaled)) return {};
  const auto fraction = static_cast<std::uint64_t>(scaled);
  return sign | (subnormal ? fraction : (static_cast<std::uint64_t>(exponent + 14) << 10) + (fraction - 1024));
}

std::optional<bool> fold_condition(Cond cond, Scalar a, Scalar b) {
  const unsigned bits = static_cast<unsigned>(cond);
  bool less = false, greater = false;
  if (is_integer(cond)) {
    const std::uint32_t width = a.type.bits();
    const bool is_unsigned = (bits & 32U) != 0;
    less = is_unsigned ? a.bits < b.bits : sign_extend(a.bits, width) < sign_extend(b.bits, width);
    greater = is_unsigned ? a.bits > b.bits : sign_extend(a.bits, width) > sign_extend(b.bits, width);
  } else {
    const double x = to_double(a), y = to_double(b);
    if (std::isnan(x) || std::isnan(y)) return (bits & 8U) != 0;
    less = x < y;
    greater = x > y;
  }
  if (less) return (bits & 4U) != 0;
  if (greater) return (bits & 2U) != 0;
  return (bits & 1U) != 0;
}

Bits fold(Isd op, const DagPayload& payload, Vt result, std::span<const Scalar> x, bool ftz,
          const NumericTraits& traits) {
  if (x.empty()) return {};
  switch (op) {
    case Isd::setcc: {
      const auto held = fold_condition(static_cast<Cond>(payload.imm), x[0], x[1]);
      return held ? Bits(*held ? 1 : 0) : Bits();
    }
    case Isd::select:
      return x[0].bits != 0 ? x[1].bits : x[2].bits;
    case Isd::bitcast:
      return x[0].bits;
    case Isd::fneg:
      return x[0].bits ^ float_sign(result);
    case Isd::fabs:
      return x[0].bits & ~float_sign(result);
    case Isd::fcopysign:
      return (x[0].bits & ~float_sign(result)) | ((x[1].bits & float_sign(x[1].type)) != 0 ? float_sign(result) : 0);
    case Isd::fp_ext: {
      if (ftz && is_denormal(to_double(x[0]), x[0].type)) return {};
      return from_double(to_double(x[0]), result);
    }
    case Isd::fp_trunc: {
      const double v = to_double(x[0]);
      if (ftz && (is_denormal(v, x[0].type) || is_denormal(v, result))) return {};
      return from_double(v, result);
    }
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
      return fold_to_integer(op, x[0], result);
    case Isd::si_to_fp:
    case Isd::ui_to_fp:
      return fold_from_integer(op, x[0], result);
    default:
      break;
  }
  const Bits out = result.is_float()        ? fold_float(op, result, x, ftz)
                   : x[0].type.is_integer() ? fold_integer(op, payload, result, x, traits)
                                            : Bits();
  return out ? Bits(*out & low_mask(result.bits())) : out;
}

}  // namespace lathe::codegen::combining
