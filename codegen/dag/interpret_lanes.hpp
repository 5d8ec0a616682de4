// What each operation does to one lane, poison kept: the inside of interpret.cpp.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "codegen/dag/interpret.hpp"

namespace lathe::codegen::interpreting {

inline std::uint64_t mask_of(std::uint32_t bits) { return bits >= 64 ? ~0ULL : (1ULL << bits) - 1; }
inline std::int64_t as_signed(std::uint64_t v, std::uint32_t bits) {
  if (bits < 64 && (v >> (bits - 1) & 1) != 0) v |= ~mask_of(bits);
  return static_cast<std::int64_t>(v);
}
inline std::uint64_t scramble(std::uint64_t a, std::uint64_t b) {
  std::uint64_t h = (a + 0x9E3779B97F4A7C15ULL) ^ (b * 0xC2B2AE3D27D4EB4FULL);
  h = (h ^ (h >> 31)) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ (h >> 29)) * 0x94D049BB133111EBULL;
  return h ^ (h >> 32);
}

// Random bits with a taste for the ends of ranges.
inline std::uint64_t random_bits(std::uint64_t key, std::uint32_t bits) {
  const std::uint64_t mask = mask_of(bits);
  switch (key >> 60) {
    case 0:
      return 0;
    case 1:
      return mask;
    case 2:
      return 1;
    case 3:
      return mask >> 1;
    case 4:
      return (mask >> 1) + 1;
    case 5:
      return key & 31 & mask;
    case 6:
      return (key & 0xffff) & mask;
    default:
      return scramble(key, 7) & mask;
  }
}
inline std::uint64_t random_float(std::uint64_t key, Vt type) {
  static constexpr double common[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -7.25, 1e10, 1e-3};
  const std::uint64_t bits = scramble(key, 3);
  if (key >> 62 != 0 && (type == vt::f32 || type == vt::f64)) {
    const double v = common[key % std::size(common)];
    return type == vt::f64 ? std::bit_cast<std::uint64_t>(v) : std::bit_cast<std::uint32_t>(static_cast<float>(v));
  }
  return bits & mask_of(type.bits());
}

inline double to_double(std::uint64_t bits, Vt type) {
  if (type.bits() == 64) return std::bit_cast<double>(bits);
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}
inline std::uint64_t from_double(double v, Vt type) {
  return type.bits() == 64 ? std::bit_cast<std::uint64_t>(v) : std::bit_cast<std::uint32_t>(static_cast<float>(v));
}
inline bool host_float(Vt t) { return t == vt::f32 || t == vt::f64; }

template <class F>
inline double float_operation(Isd op, F a, F b, F c, bool& known) {
  switch (op) {
    case Isd::fadd:
      return a + b;
    case Isd::fsub:
      return a - b;
    case Isd::fmul:
      return a * b;
    case Isd::fdiv:
      return a / b;
    case Isd::fma:
      return std::fma(a, b, c);
    case Isd::fsqrt:
      return std::sqrt(a);
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
    // A NaN gives way to a number (signalling ones where the target says so); the host's fmin differs on those.
    case Isd::fminnum:
      return std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
    case Isd::fmaxnum:
      return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
    default:
      known = false;
      return 0;
  }
}

inline bool condition(Cond cond, std::uint64_t a, std::uint64_t b, Vt type) {
  const unsigned c = static_cast<unsigned>(cond);
  if (type.is_float()) {
    const double x = to_double(a, type), y = to_double(b, type);
    return std::isnan(x) || std::isnan(y) ? (c & 8) != 0 : x < y ? (c & 4) != 0 : x > y ? (c & 2) != 0 : (c & 1) != 0;
  }
  if ((c & 32) != 0) return a < b ? (c & 4) != 0 : a > b ? (c & 2) != 0 : (c & 1) != 0;
  const std::int64_t x = as_signed(a, type.bits()), y = as_signed(b, type.bits());
  return x < y ? (c & 4) != 0 : x > y ? (c & 2) != 0 : (c & 1) != 0;
}

__extension__ using Int128 = __int128;
__extension__ using Unsigned128 = unsigned __int128;

inline InterpLane integer_operation(Isd op, std::uint64_t a, std::uint64_t b, std::uint32_t w, std::uint16_t flags,
                                    bool& known) {
  const std::uint64_t mask = mask_of(w);
  const Int128 sa = as_signed(a, w), sb = as_signed(b, w);
  const Unsigned128 ua = a, ub = b;
  const Int128 most = static_cast<Int128>(mask >> 1), least = -most - 1;
  const auto wrapped = [&](Int128 s, Unsigned128 u, bool negative) {
    const bool signed_wrap = s > most || s < least, unsigned_wrap = negative || u > mask;
    return InterpLane{static_cast<std::uint64_t>(u) & mask,
                      ((flags & flag::nsw) != 0 && signed_wrap) || ((flags & flag::nuw) != 0 && unsigned_wrap)};
  };
  switch (op) {
    case Isd::add:
      return wrapped(sa + sb, ua + ub, false);
    case Isd::sub:
      return wrapped(sa - sb, ua - ub, a < b);
    case Isd::mul:
      return wrapped(sa * sb, ua * ub, false);
    case Isd::mulhu:
      return {static_cast<std::uint64_t>(ua * ub >> w) & mask, false};
    case Isd::mulhs:
      return {static_cast<std::uint64_t>(sa * sb >> w) & mask, false};
    case Isd::udiv:
    case Isd::urem:
      if (b == 0 || (op == Isd::udiv && (flags & flag::exact) != 0 && a % b != 0)) return {0, true};
      return {op == Isd::udiv ? a / b : a % b, false};
    case Isd::sdiv:
    case Isd::srem:
      if (b == 0 || (sa == least && sb == -1) || (op == Isd::sdiv && (flags & flag::exact) != 0 && sa % sb != 0))
        return {0, true};
      return {static_cast<std::uint64_t>(op == Isd::sdiv ? sa / sb : sa % sb) & mask, false};
    case Isd::and_:
      return {a & b, false};
    case Isd::or_:
      return {a | b, (flags & flag::disjoint) != 0 && (a & b) != 0};
    case Isd::xor_:
      return {a ^ b, false};
    case Isd::shl: {
      if (b >= w) return {0, true};
      const std::uint64_t out = a << b & mask;
      return {out, ((flags & flag::nuw) != 0 && out >> b != a) ||
                       ((flags & flag::nsw) != 0 && as_signed(out, w) >> b != as_signed(a, w))};
    }
    case Isd::srl:
    case Isd::sra:
      if (b >= w ||
          ((flags & flag::exact) != 0 && (a & mask_of(static_cast<std::uint32_t>(b)) & (b == 0 ? 0 : ~0ULL)) != 0))
        return {0, true};
      return {(op == Isd::srl ? a >> b : static_cast<std::uint64_t>(as_signed(a, w) >> b)) & mask, false};
    case Isd::rotl:
      return {(a << b % w | (b % w == 0 ? 0 : a >> (w - b % w))) & mask, false};
    case Isd::rotr:
      return {(a >> b % w | (b % w == 0 ? 0 : a << (w - b % w))) & mask, false};
    case Isd::smin:
      return {sa < sb ? a : b, false};
    case Isd::smax:
      return {sa < sb ? b : a, false};
    case Isd::umin:
      return {a < b ? a : b, false};
    case Isd::umax:
      return {a < b ? b : a, false};
    case Isd::uadd_sat:
      return {ua + ub > mask ? mask : a + b, false};
    case Isd::usub_sat:
      return {a < b ? 0 : a - b, false};
    case Isd::sadd_sat:
    case Isd::ssub_sat: {
      const Int128 r = op == Isd::sadd_sat ? sa + sb : sa - sb;
      return {static_cast<std::uint64_t>(r > most ? most : r < least ? least : r) & mask, false};
    }
    default:
      known = false;
      return {};
  }
}

/// Bits of a + b + carry that are undefined because bits of the operands are: those, and where a carry may come or not.
inline std::uint64_t undefined_sum(const InterpLane& a, const InterpLane& b, std::uint64_t carry) {
  const std::uint64_t low_a = a.bits & ~a.loose, low_b = b.bits & ~b.loose, high_a = a.bits | a.loose,
                      high_b = b.bits | b.loose;
  const std::uint64_t most = (high_a + high_b + carry) ^ high_a ^ high_b,
                      least = (low_a + low_b + carry) ^ low_a ^ low_b;
  return a.loose | b.loose | (most & ~least);
}
/// The lowest undefined bit times the other's lowest, and all above it; by a power of two, just the bits' new places.
inline std::uint64_t undefined_product(Isd op, const InterpLane& a, const InterpLane& b, std::uint32_t w) {
  const bool is_signed = op == Isd::mul_wide_s || op == Isd::mad_wide_s;
  std::uint64_t out = 0;
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    const std::uint64_t other = y.bits | y.loose;
    if (x.loose == 0 || other == 0) continue;
    const int by = std::countr_zero(other), from = std::countr_zero(x.loose) + by;
    const bool sign = (x.loose >> (w - 1) & 1) != 0;
    if (y.loose == 0 && std::has_single_bit(other) && !(is_signed && other >> (w - 1) != 0))
      out |= x.loose << by | (is_signed && sign && w - 1 + static_cast<unsigned>(by) < 64
                                  ? ~std::uint64_t{0} << (w - 1 + static_cast<unsigned>(by))
                                  : 0);
    else if (from < 64)
      out |= ~std::uint64_t{0} << from;
  }
  return out;
}
/// Which bits of the result are undefined, when filling the operands' undefined bits in several ways changed `differs`.
inline std::uint64_t undefined_bits(Isd op, const std::vector<InterpLane>& in, std::uint32_t w, std::uint64_t differs) {
  const auto defined = [&](std::size_t i) { return i >= in.size() || in[i].loose == 0; };
  const std::uint64_t all = differs != 0 ? ~0ULL : 0;
  switch (op) {
    case Isd::add:
      return undefined_sum(in[0], in[1], 0);
    case Isd::sub:
      return undefined_sum(in[0], {~in[1].bits & ~in[1].loose, false, in[1].loose}, 1);
    case Isd::mul:
    case Isd::mul_wide_u:
    case Isd::mul_wide_s:
      return undefined_product(op, in[0], in[1], w);
    case Isd::mad:
    case Isd::mad_wide_u:
    case Isd::mad_wide_s: {
      const std::uint64_t a = in[0].bits & ~in[0].loose, b = in[1].bits & ~in[1].loose;
      const std::uint64_t product =
          op == Isd::mad_wide_s ? static_cast<std::uint64_t>(as_signed(a, w) * as_signed(b, w)) : a * b;
      return undefined_sum({product, false, undefined_product(op, in[0], in[1], w)}, in[2], 0);
    }
    // Each bit comes from one bit of each operand.
    case Isd::and_:
    case Isd::or_:
    case Isd::xor_:
    case Isd::trunc:
    case Isd::zext:
    case Isd::sext:
    case Isd::anyext:
    case Isd::sext_inreg:
    case Isd::bitcast:
    case Isd::bswap:
    case Isd::bitreverse:
    case Isd::build_pair:
    case Isd::extract_limb:
    case Isd::setcc:
      return differs;
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::rotl:
    case Isd::rotr:
      return defined(1) ? differs : all;
    case Isd::prmt:
    case Isd::fshl:
    case Isd::fshr:
      return defined(2) ? differs : all;
    case Isd::bfe_u:
    case Isd::bfe_s:
      return defined(1) && defined(2) ? differs : all;
    default:
      return all;
  }
}

inline std::uint64_t prmt(std::uint64_t a, std::uint64_t b, std::uint64_t s) {
  std::uint64_t out = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned n = s >> (4 * i) & 15;
    std::uint64_t byte = (n & 4 ? b : a) >> (8 * (n & 3)) & 255;
    if (n & 8) byte = byte & 128 ? 255 : 0;
    out |= byte << (8 * i);
  }
  return out;
}

/// Brings a field's start and length into the range that the target looks at; false: what it does is not said.
inline bool place_field(std::uint64_t& start, std::uint64_t& length, std::uint32_t w, const NumericTraits& traits) {
  if (traits.fields == NumericTraits::Fields::masked) {
    start %= w;
    length %= w;
    return true;
  }
  if (traits.fields == NumericTraits::Fields::clamped) {
    start &= 255;
    length &= 255;
    return true;
  }
  return start < w && length != 0 && length < w && start + length <= w;
}

inline std::uint64_t field(bool is_signed, std::uint64_t x, std::uint64_t start, std::uint64_t length,
                           std::uint32_t w) {
  std::uint64_t out = 0;
  if (length == 0) return 0;
  const std::uint64_t top = std::min<std::uint64_t>(start + length - 1, w - 1);
  for (std::uint32_t i = 0; i < w; ++i) {
    const std::uint64_t at = i + start;
    const bool inside = i < length && at < w;
    if (((x >> (inside ? at : top)) & 1) != 0 && (inside || is_signed)) out |= 1ULL << i;
  }
  return out;
}

// What the plain operations of one lane need: operand bits, widths, and the node's own facts.
struct LaneArguments {
  Isd op;
  const DagPayload& payload;
  std::uint16_t flags;
  Vt result;
  const std::vector<Vt>& types;
  std::uint64_t a, b, c;
  std::uint32_t w, out_bits;
  std::uint64_t d;
  const NumericTraits& traits;
  InterpLane plain(std::uint64_t v) const { return {v & mask_of(out_bits), false, 0}; }
};

inline std::optional<InterpLane> convert_lane(const LaneArguments& l) {
  [[maybe_unused]] const auto& [op, payload, flags, result, types, a, b, c, w, out_bits, d, traits] = l;
  const auto plain = [&l](std::uint64_t v) { return l.plain(v); };
  switch (op) {
    case Isd::freeze:
    case Isd::bitcast:
      return plain(a);
    case Isd::trunc: {
      const bool lost = (flags & flag::nuw) != 0 && a >> (out_bits & 63) != 0;
      const bool sign_lost = (flags & flag::nsw) != 0 && as_signed(a & mask_of(out_bits), out_bits) != as_signed(a, w);
      return InterpLane{a & mask_of(out_bits), lost || sign_lost};
    }
    case Isd::zext:
      return InterpLane{a, (flags & flag::nneg) != 0 && (a >> (w - 1) & 1) != 0};
    case Isd::anyext:
      return plain(a);
    case Isd::sext:
      return plain(static_cast<std::uint64_t>(as_signed(a, w)));
    case Isd::sext_inreg:
      return plain(static_cast<std::uint64_t>(
          as_signed(a & mask_of(static_cast<std::uint32_t>(payload.imm)), static_cast<std::uint32_t>(payload.imm))));
    case Isd::setcc: {
      if (types[0].is_float() && (flags & flag::nnan) != 0 &&
          (std::isnan(to_double(a, types[0])) || std::isnan(to_double(b, types[0]))))
        return InterpLane{0, true};
      return plain(condition(static_cast<Cond>(payload.imm), a, b, types[0]) ? 1 : 0);
    }
    default:
      return {};
  }
}

inline std::optional<InterpLane> float_bits_lane(const LaneArguments& l) {
  [[maybe_unused]] const auto& [op, payload, flags, result, types, a, b, c, w, out_bits, d, traits] = l;
  const auto plain = [&l](std::uint64_t v) { return l.plain(v); };
  switch (op) {
    case Isd::fneg:
      return plain(a ^ 1ULL << (out_bits - 1));
    case Isd::fabs:
      return plain(a & ~(1ULL << (out_bits - 1)));
    case Isd::fcopysign:
      return plain((a & ~(1ULL << (out_bits - 1))) | (b >> (types[1].bits() - 1) & 1) << (out_bits - 1));
    case Isd::fp_ext:
    case Isd::fp_trunc:
      if (host_float(types[0]) && host_float(result)) return plain(from_double(to_double(a, types[0]), result));
      return InterpLane{0, true};
    case Isd::si_to_fp:
    case Isd::ui_to_fp: {
      if (!host_float(result)) return InterpLane{0, true};
      if (result == vt::f64)
        return plain(std::bit_cast<std::uint64_t>(op == Isd::si_to_fp ? static_cast<double>(as_signed(a, w))
                                                                      : static_cast<double>(a)));
      return plain(std::bit_cast<std::uint32_t>(op == Isd::si_to_fp ? static_cast<float>(as_signed(a, w))
                                                                    : static_cast<float>(a)));
    }
    case Isd::fp_to_si:
    case Isd::fp_to_ui: {
      if (!host_float(types[0])) return InterpLane{0, true};
      const double v = std::trunc(to_double(a, types[0]));
      const double limit = std::ldexp(1.0, static_cast<int>(out_bits) - (op == Isd::fp_to_si ? 1 : 0));
      if (!(v < limit) || !(v >= (op == Isd::fp_to_si ? -limit : 0.0))) return InterpLane{0, true};
      return plain(op == Isd::fp_to_si ? static_cast<std::uint64_t>(static_cast<std::int64_t>(v))
                                       : static_cast<std::uint64_t>(v));
    }
    default:
      return {};
  }
}

inline std::optional<InterpLane> bits_lane(const LaneArguments& l) {
  [[maybe_unused]] const auto& [op, payload, flags, result, types, a, b, c, w, out_bits, d, traits] = l;
  const auto plain = [&l](std::uint64_t v) { return l.plain(v); };
  switch (op) {
    case Isd::ctpop:
      return plain(static_cast<std::uint64_t>(std::popcount(a)));
    case Isd::ctlz: {
      std::uint64_t n = 0;
      while (n < w && (a >> (w - 1 - n) & 1) == 0) ++n;
      return InterpLane{n & mask_of(w), a == 0 && payload.imm == 1};
    }
    case Isd::cttz: {
      std::uint64_t n = 0;
      while (n < w && (a >> n & 1) == 0) ++n;
      return InterpLane{n & mask_of(w), a == 0 && payload.imm == 1};
    }
    case Isd::abs:
      return plain(as_signed(a, w) < 0 ? 0 - a : a);
    case Isd::bswap: {
      std::uint64_t out = 0;
      for (std::uint32_t i = 0; i < w / 8; ++i) out = out << 8 | (a >> (8 * i) & 255);
      return plain(out);
    }
    case Isd::bitreverse: {
      std::uint64_t out = 0;
      for (std::uint32_t i = 0; i < w; ++i) out = out << 1 | (a >> i & 1);
      return plain(out);
    }
    default:
      return {};
  }
}

inline std::optional<InterpLane> field_lane(const LaneArguments& l) {
  [[maybe_unused]] const auto& [op, payload, flags, result, types, a, b, c, w, out_bits, d, traits] = l;
  const auto plain = [&l](std::uint64_t v) { return l.plain(v); };
  switch (op) {
    case Isd::mul_wide_u:
      return plain(a * b);
    case Isd::mul_wide_s:
      return plain(static_cast<std::uint64_t>(as_signed(a, w) * as_signed(b, w)));
    case Isd::mad:
    case Isd::mad_wide_u:
      return plain(a * b + c);
    case Isd::mad_wide_s:
      return plain(static_cast<std::uint64_t>(as_signed(a, w) * as_signed(b, w)) + c);
    case Isd::fshl:
    case Isd::fshr: {
      const Unsigned128 both = static_cast<Unsigned128>(a) << w | b;
      const std::uint64_t by = c % w;
      return plain(static_cast<std::uint64_t>(op == Isd::fshl ? both << by >> w : both >> by));
    }
    case Isd::bfe_u:
    case Isd::bfe_s:
    case Isd::bfi: {
      std::uint64_t start = op == Isd::bfi ? c : b, length = op == Isd::bfi ? d : c;
      if (!place_field(start, length, w, traits)) return InterpLane{0, true};
      if (op != Isd::bfi) return plain(field(op == Isd::bfe_s, a, start, length, w));
      const std::uint64_t inside =
          start >= w ? 0 : mask_of(static_cast<std::uint32_t>(std::min<std::uint64_t>(length, 64))) << start;
      return plain((b & ~inside) | (start >= w ? 0 : a << start & inside));
    }
    case Isd::lop3: {
      std::uint64_t out = 0;
      for (std::uint32_t i = 0; i < w; ++i)
        out |= (payload.imm >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
      return plain(out);
    }
    case Isd::prmt:
      if (traits.permute != NumericTraits::Permute::nibbles) return InterpLane{0, true};
      return plain(prmt(a, b, c));
    case Isd::build_pair:
      return plain(a | b << w);
    case Isd::extract_limb:
      return plain(a >> (payload.imm * out_bits));
    default:
      return {};
  }
}

inline InterpLane float_lane(const LaneArguments& l) {
  [[maybe_unused]] const auto& [op, payload, flags, result, types, a, b, c, w, out_bits, d, traits] = l;
  bool known = true;
  if (!host_float(result)) return {0, true};
  const auto flushed = [&, flushes = traits.flushes_f32 && result == vt::f32](double x) {
    return flushes && std::fabs(x) < 0x1p-126 ? std::copysign(0.0, x) : x;
  };
  const double p = flushed(to_double(a, result)), q = flushed(to_double(b, result)), r = flushed(to_double(c, result));
  double v = result == vt::f32
                 ? float_operation(op, static_cast<float>(p), static_cast<float>(q), static_cast<float>(r), known)
                 : float_operation(op, p, q, r, known);
  v = flushed(v);
  const auto signals = [&](std::uint64_t bits) {
    const std::uint64_t quiet = 1ULL << (result == vt::f32 ? 22 : 51);
    return std::isnan(to_double(bits, result)) && (bits & quiet) == 0;
  };
  if ((op == Isd::fminnum || op == Isd::fmaxnum) && traits.signalling == NumericTraits::Signalling::nan &&
      (signals(a) || signals(b)))
    v = std::numeric_limits<double>::quiet_NaN();
  // Where other roundings are allowed, no one result is right.
  constexpr std::uint16_t free = flag::reassoc | flag::arcp | flag::contract | flag::afn;
  bool undefined = ((flags & flag::nsz) != 0 && v == 0) || (flags & free) != 0;
  const std::uint64_t x[] = {a, b, c};
  for (std::size_t i = 0; i < types.size(); ++i) {
    undefined |= (flags & flag::nnan) != 0 && std::isnan(to_double(x[i], result));
    undefined |= (flags & flag::ninf) != 0 && std::isinf(to_double(x[i], result));
  }
  undefined |= ((flags & flag::nnan) != 0 && std::isnan(v)) || ((flags & flag::ninf) != 0 && std::isinf(v));
  // The lesser of two zeros may be either.
  if ((op == Isd::fminnum || op == Isd::fmaxnum) && p == 0 && q == 0) undefined = true;
  return {from_double(v, result), undefined || !known};
}

}  // namespace lathe::codegen::interpreting
