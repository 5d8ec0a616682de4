// The expected result of a call, and whether a result is right.
//
// The error is measured against the exact value in units of the last place of that value (of a subnormal: the smallest
// number). CUDA's bounds are differences to the correctly rounded result, so a bound of B allows an error of B + 1/2;
// a bound of 0 wants the correctly rounded bits.
#include <algorithm>

#include "libdevice/sample.hpp"

namespace libdevice {
namespace {

bool is_nan(const Format& format, Bits bits) { return std::isnan(value_of(format, bits)); }

/// Arguments for which C99 and CUDA name exact results.
bool simple(const Function& function, const Format& format, const Arguments& arguments) {
  for (std::size_t position = 0; const char c : std::string_view(function.signature).substr(2)) {
    if (std::islower(c) == 0) continue;
    if (c != 'n') {
      const double x = std::fabs(value_of(format, arguments[position]));
      if (x == 0 || x == 1 || std::isinf(x)) return true;
    }
    ++position;
  }
  return false;
}

/// Splits a finite number other than 0 into units of the format's last place.
void split(const Format& format, const Real& exact, Expected& e) {
  constexpr mpfr_rnd_t nearest = MPFR_RNDN;
  const mpfr_exp_t exponent = std::clamp<mpfr_exp_t>(mpfr_get_exp(static_cast<mpfr_srcptr>(exact)), -100000, 100000);
  e.finite = true;
  e.unit = static_cast<int>(std::max<mpfr_exp_t>(exponent - format.digits, format.lowest));
  Real scaled(mpfr_get_prec(static_cast<mpfr_srcptr>(exact))), rounded(64);
  mpfr_mul_2si(scaled, exact, -e.unit, nearest);
  mpfr_rint(rounded, scaled, nearest);
  mpfr_sub(scaled, scaled, rounded, nearest);
  e.scaled = rounded.approximate();
  e.rest = scaled.approximate();
  const double magnitude = std::ldexp(std::fabs(e.scaled), e.unit);  // exact, or past the largest
  const bool over = !(magnitude < std::ldexp(1, format.highest - 1) * 2);
  e.bits = bits_of(format, over ? double(INFINITY) : magnitude);
  if (exact.is_negative()) e.bits |= sign_bit(format);
}

Expected expected_result(const Function& function, const Call& call, const Call::Result& result) {
  const Format& format = *call.format;
  Expected e;
  e.any_sign = result.any_sign;
  e.free = result.free;
  e.is_integer = result.is_integer;
  e.low_bits = result.low_bits;
  e.next_normal = result.next_normal;
  e.may_be_nan = result.may_be_nan;
  e.integer = result.integer;
  if (e.is_integer) return e;
  const Real& exact = result.real;
  if (exact.is_nan())
    e.bits = bits_of(format, NAN);
  else if (exact.is_inf())
    e.bits = bits_of(format, INFINITY) | (exact.is_negative() ? sign_bit(format) : 0);
  else if (exact.is_zero())
    e.bits = exact.is_negative() ? sign_bit(format) : 0;
  else
    split(format, exact, e);
  e.exact = result.exact && e.finite && e.rest == 0 && simple(function, format, call.bits);
  e.bound = bound_of(function, format.precision, call, exact.approximate());
  return e;
}

bool integer_right(const Expected& expected, Bits got) {
  const auto value = static_cast<long>(static_cast<std::int32_t>(static_cast<std::uint32_t>(got)));
  if (!expected.low_bits) return value == expected.integer;
  const long want = expected.integer;
  const bool sign_matters = want % 8 != 0;
  return std::labs(value) % 8 == std::labs(want) % 8 && (!sign_matters || (value < 0) == (want < 0));
}

}  // namespace

Expectations expect(const Function& function, Precision precision, const Arguments& arguments) {
  Call call;
  call.format = &format_of(precision);
  call.bits = arguments;
  for (std::size_t position = 0; const char c : std::string_view(function.signature).substr(2)) {
    if (std::islower(c) == 0) continue;
    if (c == 'n')
      call.n = static_cast<std::int32_t>(static_cast<std::uint32_t>(arguments[position]));
    else
      mpfr_set_d(call.in[position], value_of(*call.format, arguments[position]), MPFR_RNDN);
    ++position;
  }
  function.reference(call);
  Expectations all;
  for (std::size_t k = 0; k < std::size_t(results(function)); ++k)
    all[k] = expected_result(function, call, call.out[k]);
  return all;
}

Verdict judge(const Format& format, const Expected& e, Bits got, bool ftz) {
  constexpr double infinite = INFINITY;
  if (e.free) return {true, false, 0, 0};
  if (e.is_integer) return {integer_right(e, got), false, 0, 0};
  const bool want_nan = is_nan(format, e.bits), got_nan = is_nan(format, got);
  if (got_nan && e.may_be_nan) return {true, false, 0, 0};
  if (want_nan || got_nan) return {want_nan && got_nan, true, want_nan == got_nan ? 0 : infinite, 0};
  if (!e.finite) {
    const bool same = got == e.bits || (e.any_sign && (got ^ e.bits) == sign_bit(format));
    return {same, true, same ? 0 : infinite, 0};
  }
  Verdict v;
  v.by_ulps = e.bound.kind == Bound::Kind::ulps;
  if (got == e.bits && std::isinf(value_of(format, got))) return {true, v.by_ulps, 0, 0};
  // An infinite result counts as the number after the largest.
  const double number = std::isinf(value_of(format, got))
                            ? std::copysign(std::ldexp(1, format.highest - 1), value_of(format, got))
                            : value_of(format, got);
  const int twice = std::isinf(value_of(format, got)) ? 1 : 0;
  const long double units = std::ldexp(static_cast<long double>(number), twice - e.unit);
  v.ulps =
      static_cast<double>(std::fabs(units - static_cast<long double>(e.scaled) - static_cast<long double>(e.rest)));
  v.absolute = std::ldexp(v.ulps, e.unit);
  const bool zero = (got & ~sign_bit(format)) == 0, same_sign = ((got ^ e.bits) & sign_bit(format)) == 0;
  const double allowed = v.by_ulps ? e.bound.value : 1;
  const bool may_flush =
      ftz && format.precision == Precision::f32 &&
      std::ldexp(std::fabs(e.scaled) - allowed - 1, e.unit) < std::ldexp(1, format.lowest + format.digits - 1);
  if (zero && may_flush && same_sign) return {true, v.by_ulps, 0, 0};
  const Bits smallest = Bits{1} << (format.digits - 1);
  if (may_flush && e.next_normal && same_sign && (got & ~sign_bit(format)) == smallest) return {true, v.by_ulps, 0, 0};
  if (e.exact && got != e.bits) return v;
  if (zero && !same_sign && e.bound.kind != Bound::Kind::none) return v;  // a zero has the sign of what it stands for
  const double magnitude = std::ldexp(std::fabs(e.scaled + e.rest), e.unit);
  switch (e.bound.kind) {
    case Bound::Kind::none:
      v.right = true;
      break;
    case Bound::Kind::absolute:
      v.right = v.absolute <= e.bound.value;
      break;
    case Bound::Kind::relative:
      v.right = v.absolute <= e.bound.value * magnitude || v.ulps <= 1;
      break;
    case Bound::Kind::ulps:
      v.right = e.bound.value == 0 ? got == e.bits : v.ulps <= e.bound.value + 0.5;
      break;
  }
  return v;
}

}  // namespace libdevice
