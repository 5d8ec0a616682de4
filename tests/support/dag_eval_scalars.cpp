// The interpreter of dag_eval.hpp: what each operation does to one lane.
#include "support/dag_eval_detail.hpp"

namespace lathe::nvptx::test::detail {
namespace {

double round_away(double x) { return std::round(x); }

}  // namespace

bool compare(Cond cond, Vt t, const Big& a, const Big& b) {
  const auto bits = static_cast<unsigned>(cond);
  if (!is_integer(cond)) {
    const double x = float_value(a, t), y = float_value(b, t);
    const unsigned relation = std::isnan(x) || std::isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
    return (bits & relation) != 0;
  }
  const bool is_unsigned = (bits & 32) != 0;
  const Big x = is_unsigned ? a : as_signed(a, t.bits()), y = is_unsigned ? b : as_signed(b, t.bits());
  return (bits & (x == y ? 1U : x > y ? 2U : 4U)) != 0;
}

bool Evaluator::binary(Isd op, Vt t, const Big& a, const Big& b, Big& r) {
  const std::uint32_t n = t.bits();
  const Big sa = as_signed(a, n), sb = as_signed(b, n);
  const Big low = -(Big(1) << (n - 1)), high = (Big(1) << (n - 1)) - 1;
  const auto clamp = [&](const Big& x) { return x < low ? low : x > high ? high : x; };
  switch (op) {
    case Isd::add:
      r = a + b;
      break;
    case Isd::sub:
      r = a - b;
      break;
    case Isd::mul:
      r = a * b;
      break;
    case Isd::mulhu:
      r = (a * b) >> n;
      break;
    case Isd::mulhs:
      r = cut(sa * sb, 2 * n) >> n;
      break;
    case Isd::and_:
      r = a & b;
      break;
    case Isd::or_:
      r = a | b;
      break;
    case Isd::xor_:
      r = a ^ b;
      break;
    case Isd::sdiv:
    case Isd::srem:
    case Isd::udiv:
    case Isd::urem:
      if (b == 0)
        r = any(n);
      else if (op == Isd::udiv)
        r = a / b;
      else if (op == Isd::urem)
        r = a % b;
      else if (sa == low && sb == -1)
        r = any(n);
      else
        r = op == Isd::sdiv ? Big(sa / sb) : Big(sa % sb);
      break;
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::sshl_sat:
    case Isd::ushl_sat: {
      if (b >= n) {
        r = any(n);
        break;
      }
      const auto s = static_cast<unsigned>(b);
      if (op == Isd::shl)
        r = a << s;
      else if (op == Isd::srl)
        r = a >> s;
      else if (op == Isd::sra)
        r = cut((a | (negative(a, n) ? Big(ones(n) << n) : Big(0))) >> s, n);
      else if (op == Isd::sshl_sat)
        r = clamp(sa * (Big(1) << s));
      else
        r = (a << s) > ones(n) ? ones(n) : Big(a << s);
      break;
    }
    case Isd::smin:
      r = sa < sb ? a : b;
      break;
    case Isd::smax:
      r = sa > sb ? a : b;
      break;
    case Isd::umin:
      r = a < b ? a : b;
      break;
    case Isd::umax:
      r = a > b ? a : b;
      break;
    case Isd::sadd_sat:
      r = clamp(sa + sb);
      break;
    case Isd::ssub_sat:
      r = clamp(sa - sb);
      break;
    case Isd::uadd_sat:
      r = a + b > ones(n) ? ones(n) : Big(a + b);
      break;
    case Isd::usub_sat:
      r = a > b ? Big(a - b) : Big(0);
      break;
    default:
      return false;
  }
  r = cut(r, n);
  return true;
}

bool Evaluator::fbinary(Isd op, Vt t, const Big& a, const Big& b, Big& r) {
  const double x = float_value(a, t), y = float_value(b, t);
  const bool f32 = t.bits() == 32;
  double z = 0;
  switch (op) {
    case Isd::fadd:
      z = f32 ? static_cast<float>(x) + static_cast<float>(y) : x + y;
      break;
    case Isd::fsub:
      z = f32 ? static_cast<float>(x) - static_cast<float>(y) : x - y;
      break;
    case Isd::fmul:
      z = f32 ? static_cast<float>(x) * static_cast<float>(y) : x * y;
      break;
    case Isd::fdiv:
      z = f32 ? static_cast<float>(x) / static_cast<float>(y) : x / y;
      break;
    case Isd::frem:
      z = std::fmod(x, y);
      break;
    case Isd::fminnum:
    case Isd::fminimumnum:
    case Isd::fmaxnum:
    case Isd::fmaximumnum:
    case Isd::fminimum:
    case Isd::fmaximum: {
      const bool min = op == Isd::fminnum || op == Isd::fminimumnum || op == Isd::fminimum;
      const bool propagate = op == Isd::fminimum || op == Isd::fmaximum;
      if (std::isnan(x) || std::isnan(y))
        z = propagate || (std::isnan(x) && std::isnan(y)) ? canonical_nan() : std::isnan(x) ? y : x;
      else if (x == y)
        z = min ? (std::signbit(x) ? x : y) : (std::signbit(x) ? y : x);
      else
        z = min ? std::min(x, y) : std::max(x, y);
      break;
    }
    case Isd::fcopysign:
      z = std::copysign(x, y);
      break;
    default:
      return false;
  }
  r = float_bits(z, t);
  return true;
}

bool Evaluator::integer(std::uint32_t lane, std::vector<Big>& results) {
  const Isd op = dag_.op(id_);
  const Vt t = type().element();
  const std::uint32_t n = t.bits();
  const Big a = at(0, lane), b = dag_.operand_count(id_) > 1 ? at(1, lane) : Big(0);
  Big r = 0;
  switch (op) {
    case Isd::freeze:
      r = a;
      break;
    case Isd::mad:
      r = a * b + at(2, lane);
      break;
    case Isd::mul_wide_s:
    case Isd::mad_wide_s:
      r = as_signed(a, n / 2) * as_signed(b, n / 2) + (op == Isd::mad_wide_s ? at(2, lane) : Big(0));
      break;
    case Isd::mul_wide_u:
    case Isd::mad_wide_u:
      r = a * b + (op == Isd::mad_wide_u ? at(2, lane) : Big(0));
      break;
    case Isd::rotl:
    case Isd::rotr:
    case Isd::fshl:
    case Isd::fshr: {
      const bool funnel = op == Isd::fshl || op == Isd::fshr;
      const Big second = funnel ? b : a;
      const auto s = static_cast<unsigned>((funnel ? at(2, lane) : b) % n);
      const Big both = (a << n) | second;
      r = op == Isd::rotl || op == Isd::fshl ? Big((both << s) >> n) : Big(both >> s);
      break;
    }
    case Isd::bswap:
      for (std::uint32_t i = 0; i < n / 8; ++i) r |= ((a >> (i * 8)) & 255) << (n - 8 - i * 8);
      break;
    case Isd::bitreverse:
      for (std::uint32_t i = 0; i < n; ++i)
        if (bit_test(a, i)) bit_set(r, n - 1 - i);
      break;
    case Isd::ctpop:
      for (std::uint32_t i = 0; i < n; ++i) r += bit_test(a, i) ? 1 : 0;
      break;
    case Isd::ctlz:
    case Isd::cttz:
      if (a == 0)
        r = imm() != 0 ? any(n) : Big(n);
      else
        r = op == Isd::ctlz ? Big(n - 1 - msb(a)) : Big(lsb(a));
      break;
    case Isd::abs:
      r = negative(a, n) ? Big(-as_signed(a, n)) : a;
      break;
    case Isd::sext_inreg:
      r = as_signed(cut(a, static_cast<std::uint32_t>(imm())), static_cast<std::uint32_t>(imm()));
      break;
    case Isd::sadd_o:
    case Isd::ssub_o:
    case Isd::smul_o: {
      const Big x = as_signed(a, n), y = as_signed(b, n);
      const Big full = op == Isd::sadd_o ? Big(x + y) : op == Isd::ssub_o ? Big(x - y) : Big(x * y);
      r = cut(full, n);
      results = {r, as_signed(r, n) != full ? 1 : 0};
      return true;
    }
    case Isd::uadd_o:
    case Isd::usub_o:
    case Isd::umul_o: {
      const Big full = op == Isd::uadd_o ? Big(a + b) : op == Isd::usub_o ? Big(a - b) : Big(a * b);
      r = cut(full, n);
      results = {r, r != full ? 1 : 0};
      return true;
    }
    case Isd::bfe_u:
    case Isd::bfe_s: {
      const auto start = static_cast<unsigned>(b & 255), length = static_cast<unsigned>(at(2, lane) & 255);
      const Big wide = op == Isd::bfe_s ? Big(as_signed(a, n)) : a;
      const Big moved = cut(wide, 1024) >> start;
      if (length == 0)
        r = 0;
      else if (length >= n)
        r = moved;
      else
        r = op == Isd::bfe_s ? as_signed(cut(moved, length), length) : cut(moved, length);
      break;
    }
    case Isd::bfi: {
      const auto start = static_cast<unsigned>(at(2, lane) & 255), length = static_cast<unsigned>(at(3, lane) & 255);
      const Big m = cut(ones(length) << start, n);
      r = (b & (ones(n) ^ m)) | ((a << start) & m);
      break;
    }
    case Isd::prmt: {
      const Big both = a | b << 32;
      const auto selector = static_cast<std::uint64_t>(at(2, lane));
      for (unsigned i = 0; i < 4; ++i) {
        const unsigned s = (selector >> (4 * i)) & 15;
        Big byte = (both >> ((s & 7) * 8)) & 255;
        if (s & 8) byte = bit_test(byte, 7) ? 255 : 0;
        r |= byte << (8 * i);
      }
      break;
    }
    case Isd::lop3:
      for (std::uint32_t i = 0; i < n; ++i) {
        const unsigned index = (bit_test(a, i) ? 4 : 0) | (bit_test(b, i) ? 2 : 0) | (bit_test(at(2, lane), i) ? 1 : 0);
        if ((imm() >> index) & 1) bit_set(r, i);
      }
      break;
    case Isd::build_pair:
      r = a | b << (n / 2);
      break;
    case Isd::extract_limb:
      r = a >> static_cast<unsigned>(imm() * n);
      break;
    default:
      if (!binary(op, t, a, b, r)) return false;
  }
  results = {cut(r, n)};
  return true;
}

bool Evaluator::floating(std::uint32_t lane, Big& result) {
  const Isd op = dag_.op(id_);
  const Vt t = type().element();
  const Big a = at(0, lane);
  const double x = float_value(a, t);
  double z = 0;
  switch (op) {
    case Isd::freeze:
      result = a;
      return true;
    case Isd::fneg:
      result = a ^ (Big(1) << (t.bits() - 1));
      return true;
    case Isd::fabs:
      result = a & ones(t.bits() - 1);
      return true;
    case Isd::fcopysign: {
      const Lanes& sign = in(1);
      const Big s = at(1, lane);
      result = (a & ones(t.bits() - 1)) | (negative(s, sign.type.bits()) ? Big(Big(1) << (t.bits() - 1)) : Big(0));
      return true;
    }
    case Isd::fma: {
      const double y = float_value(at(1, lane), t), w = float_value(at(2, lane), t);
      z = t.bits() == 32 ? std::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(w))
                         : std::fma(x, y, w);
      break;
    }
    case Isd::fsqrt:
      z = t.bits() == 32 ? std::sqrt(static_cast<float>(x)) : std::sqrt(x);
      break;
    case Isd::fexp2:
      z = std::exp2(x);
      break;
    case Isd::ftanh:
      z = std::tanh(x);
      break;
    case Isd::frcp:
      z = 1.0 / x;
      break;
    case Isd::ffloor:
      z = std::floor(x);
      break;
    case Isd::fceil:
      z = std::ceil(x);
      break;
    case Isd::ftrunc:
      z = std::trunc(x);
      break;
    case Isd::frint:
    case Isd::fnearbyint:
    case Isd::froundeven:
      z = std::nearbyint(x);
      break;
    case Isd::fround:
      z = round_away(x);
      break;
    case Isd::fcanonicalize:
      z = x;
      break;
    case Isd::fldexp: {
      const Big e = as_signed(at(1, lane), in(1).type.bits());
      z = std::ldexp(x, e > 5000 ? 5000 : e < -5000 ? -5000 : static_cast<int>(e));
      break;
    }
    default:
      return fbinary(op, t, a, at(1, lane), result);
  }
  result = float_bits(z, t);
  return true;
}

namespace {

Big float_to_big(double x) {  // toward zero
  if (!std::isfinite(x)) return 0;
  int e = 0;
  const double f = std::frexp(std::trunc(x), &e);
  const auto m = static_cast<std::int64_t>(std::ldexp(f, 53));
  return e >= 53 ? Big(m) * (Big(1) << static_cast<unsigned>(e - 53)) : Big(static_cast<std::int64_t>(std::trunc(x)));
}

Big big_to_float(const Big& v, Vt t) {
  // Exact to within one rounding: keep 60 leading bits and a sticky bit, then round to the format by hand.
  const bool minus = v < 0;
  Big m = minus ? Big(-v) : v;
  const FloatShape s = shape(t);
  unsigned shift = 0;
  if (m != 0 && msb(m) > static_cast<unsigned>(s.mantissa)) {
    shift = msb(m) - static_cast<unsigned>(s.mantissa);
    const Big rest = cut(m, shift), half = Big(1) << (shift - 1);
    m >>= shift;
    if (rest > half || (rest == half && bit_test(m, 0))) ++m;
  }
  const double d = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(m)), static_cast<int>(shift));
  return float_bits(minus ? -d : d, t);
}

}  // namespace

bool Evaluator::convert(std::uint32_t lane, Big& result) {
  const Isd op = dag_.op(id_);
  const Vt to = type().element(), from = in(0).type.element();
  const Big a = at(0, lane);
  const std::uint32_t n = to.bits();
  switch (op) {
    case Isd::trunc:
    case Isd::zext:
      result = cut(a, n);
      return true;
    case Isd::sext:
      result = cut(as_signed(a, from.bits()), n);
      return true;
    case Isd::anyext:
      result = a | cut(any(n, lane) << from.bits(), n);
      return true;
    case Isd::fp_trunc:
    case Isd::fp_ext:
      result = float_bits(float_value(a, from), to);
      return true;
    case Isd::si_to_fp:
      result = big_to_float(as_signed(a, from.bits()), to);
      return true;
    case Isd::ui_to_fp:
      result = big_to_float(a, to);
      return true;
    case Isd::fp_round_to_int:
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat: {
      double x = float_value(a, from);
      if (op == Isd::fp_round_to_int) x = imm() == 0 ? std::nearbyint(x) : round_away(x);
      const bool sat = op == Isd::fp_to_si_sat || op == Isd::fp_to_ui_sat;
      const bool is_unsigned = op == Isd::fp_to_ui || op == Isd::fp_to_ui_sat;
      const std::uint32_t w = sat && imm() != 0 ? static_cast<std::uint32_t>(imm()) : n;
      const Big low = is_unsigned ? Big(0) : Big(-(Big(1) << (w - 1)));
      const Big high = is_unsigned ? ones(w) : ones(w - 1);
      if (std::isnan(x)) {
        result = sat ? Big(0) : any(n, lane);
        return true;
      }
      const Big v = std::isinf(x) ? (x > 0 ? Big(high + 1) : Big(low - 1)) : float_to_big(x);
      if (v < low || v > high)
        result = sat ? cut(v < low ? low : high, n) : any(n, lane);
      else
        result = cut(v, n);
      return true;
    }
    case Isd::is_fpclass: {
      // LLVM's bits: 0 snan 1 qnan 2 -inf 3 -normal 4 -subnormal 5 -0 6 +0 7 +subnormal 8 +normal 9 +inf.
      const FloatShape s = shape(from);
      const Big mantissa = a & ones(static_cast<unsigned>(s.mantissa));
      const Big exponent = (a >> s.mantissa) & ones(static_cast<unsigned>(s.exponent));
      const bool minus = negative(a, from.bits());
      unsigned bit = 0;
      if (exponent == ones(static_cast<unsigned>(s.exponent)))
        bit = mantissa == 0 ? (minus ? 2 : 9) : bit_test(mantissa, static_cast<unsigned>(s.mantissa) - 1) ? 1 : 0;
      else if (exponent == 0)
        bit = mantissa == 0 ? (minus ? 5 : 6) : (minus ? 4 : 7);
      else
        bit = minus ? 3 : 8;
      result = (imm() >> bit) & 1;
      return true;
    }
    default:
      return false;
  }
}

}  // namespace lathe::nvptx::test::detail
