// The functions that are checked: signature, reference and where each is interesting.
//
// References give C99's results (Annex F) and CUDA's where C99 says nothing; MPFR has most of them.
// Source: CUDA Math API, C99 Annex F, MPFR 4.2.
#include <algorithm>
#include <climits>

#include "libdevice/function.hpp"
#include "libdevice/references.hpp"

namespace libdevice {
namespace {

constexpr mpfr_rnd_t nearest = MPFR_RNDN;
constexpr double pi = 3.14159265358979323846;

template <auto F>
void unary(Call& c) {
  c.out[0].exact = F(c.out[0].real, c.in[0], nearest) == 0;
}
template <auto F>
void binary(Call& c) {
  c.out[0].exact = F(c.out[0].real, c.in[0], c.in[1], nearest) == 0;
}
/// Where nobody promises exact results of simple arguments: Bessel functions, fast functions.
template <auto F>
void inexact(Call& c) {
  (void)F(c.out[0].real, c.in[0], nearest);
}
template <auto F>
void composed(Call& c) {
  F(c.out[0].real, c.in[0]);
}
template <int (*F)(mpfr_ptr, mpfr_srcptr)>
void rounding(Call& c) {
  (void)F(c.out[0].real, c.in[0]);
  c.out[0].exact = true;
}
int round_floor(mpfr_ptr r, mpfr_srcptr x) { return mpfr_rint(r, x, MPFR_RNDD); }
int round_ceil(mpfr_ptr r, mpfr_srcptr x) { return mpfr_rint(r, x, MPFR_RNDU); }
int round_trunc(mpfr_ptr r, mpfr_srcptr x) { return mpfr_rint(r, x, MPFR_RNDZ); }
int round_even(mpfr_ptr r, mpfr_srcptr x) { return mpfr_rint(r, x, MPFR_RNDN); }
int round_away(mpfr_ptr r, mpfr_srcptr x) { return mpfr_round(r, x); }

void sincos(Call& c) {
  c.out[0].exact = mpfr_sin(c.out[0].real, c.in[0], nearest) == 0;
  c.out[1].exact = mpfr_cos(c.out[1].real, c.in[0], nearest) == 0;
}
void sincospi(Call& c) {
  c.out[0].exact = mpfr_sinpi(c.out[0].real, c.in[0], nearest) == 0;
  c.out[1].exact = mpfr_cospi(c.out[1].real, c.in[0], nearest) == 0;
}
/// 1/sqrt; -0 gives -inf.
void rsqrt(Call& c) {
  c.out[0].exact = mpfr_rec_sqrt(c.out[0].real, c.in[0], nearest) == 0;
  if (c.in[0].is_zero() && c.in[0].is_negative()) mpfr_set_inf(c.out[0].real, -1);
}
void rcbrt(Call& c) { c.out[0].exact = mpfr_rootn_si(c.out[0].real, c.in[0], -3, nearest) == 0; }
void reciprocal(Call& c) { c.out[0].exact = mpfr_ui_div(c.out[0].real, 1, c.in[0], nearest) == 0; }

/// sqrt of the sum of the squares of `count` coordinates; an infinite one wins over a NaN.
void norm(Call& c, int count) {
  Real& sum = c.out[0].real;
  mpfr_set_zero(sum, 1);
  bool infinite = false;
  int zeros = 0;
  for (int i = 0; i < count; ++i) {
    Real square;
    infinite |= c.in[i].is_inf();
    zeros += c.in[i].is_zero();
    mpfr_sqr(square, c.in[i], nearest);
    mpfr_add(sum, sum, square, nearest);
  }
  c.out[0].exact = mpfr_sqrt(sum, sum, nearest) == 0 && zeros >= count - 1;
  if (infinite) mpfr_set_inf(sum, 1);
}
template <int Count>
void norm_of(Call& c) {
  norm(c, Count);
}
template <int Count>
void reciprocal_norm_of(Call& c) {
  norm(c, Count);
  c.out[0].exact = mpfr_ui_div(c.out[0].real, 1, c.out[0].real, nearest) == 0 && c.out[0].exact;
}

void log_gamma(Call& c) {
  int sign = 0;
  c.out[0].exact = mpfr_lgamma(c.out[0].real, &sign, c.in[0], nearest) == 0;
}
void gamma(Call& c) {
  const Real& x = c.in[0];
  // Far to the left all is below the smallest number; MPFR would take its time.
  if (mpfr_cmp_si(x, -300) < 0 && !x.is_inf() && !x.is_integer()) {
    Real floor;
    mpfr_rint(floor, x, MPFR_RNDD);
    mpfr_div_2ui(floor, floor, 1, nearest);
    mpfr_set_si_2exp(c.out[0].real, floor.is_integer() ? 1 : -1, -1000000, nearest);
    return;
  }
  c.out[0].exact = mpfr_gamma(c.out[0].real, x, nearest) == 0;
}

void bessel_j1(Call& c) {
  mpfr_j1(c.out[0].real, c.in[0], nearest);
  if (c.in[0].is_inf()) mpfr_set_zero(c.out[0].real, c.in[0].is_negative() ? -1 : 1);
}
/// Of a negative order the result is NaN. CUDA does not say what J_n is near 0, where libdevice's recurrence overflows
/// for n > 1, and at -inf.
void bessel_j(Call& c) {
  if (c.n < 0) return mpfr_set_nan(c.out[0].real);
  mpfr_jn(c.out[0].real, c.n, c.in[1], nearest);
  const double x = std::fabs(value_of(*c.format, c.bits[1]));
  c.out[0].may_be_nan = c.n > 1 && x < (c.format->precision == Precision::f32 ? 0x1p-42 : 0x1p-49);
  c.out[0].any_sign = std::isinf(x);
}
/// CUDA says Y_n(-0) = -inf; libdevice's f64 recurrence gives inf for even n, with every compiler.
void bessel_y(Call& c) {
  if (c.n < 0) return mpfr_set_nan(c.out[0].real);
  c.out[0].any_sign = c.in[1].is_zero() && c.in[1].is_negative() && c.format->precision == Precision::f64;
  mpfr_yn(c.out[0].real, c.n, c.in[1], nearest);
}
template <int Order>
void bessel_i_of(Call& c) {
  bessel_i(c.out[0].real, Order, c.in[0]);
}

/// With enough bits for the exact result.
void fma(Call& c) {
  c.out[0].real = Real(c.format->precision == Precision::f32 ? 700 : 4500);
  c.out[0].exact = mpfr_fma(c.out[0].real, c.in[0], c.in[1], c.in[2], nearest) == 0;
}
void fdim(Call& c) {
  c.out[0].real = Real(c.format->precision == Precision::f32 ? 300 : 2200);
  c.out[0].exact = mpfr_dim(c.out[0].real, c.in[0], c.in[1], nearest) == 0;
}
void remquo(Call& c) {
  long quotient = 0;
  c.out[0].exact = mpfr_remquo(c.out[0].real, &quotient, c.in[0], c.in[1], nearest) == 0;
  c.out[1].is_integer = c.out[1].low_bits = true;
  c.out[1].integer = quotient;
  c.out[1].free = c.out[0].real.is_nan();
}
template <auto F>
void extremum(Call& c) {
  binary<F>(c);
  c.out[0].any_sign = c.in[0].is_zero() && c.in[1].is_zero();
}
/// By the bits: a NaN has a sign, too.
void copysign(Call& c) {
  const bool negative = (c.bits[1] & sign_bit(*c.format)) != 0;
  c.out[0].exact = mpfr_setsign(c.out[0].real, c.in[0], negative, nearest) == 0;
}
/// Equal arguments: the second. Without subnormals the number after 0 is the smallest normal one.
void nextafter(Call& c) {
  const Format& f = *c.format;
  const double x = value_of(f, c.bits[0]), y = value_of(f, c.bits[1]);
  double result = y;
  if (!(x == y)) result = f.precision == Precision::f64 ? std::nextafter(x, y) : std::nextafterf(float(x), float(y));
  mpfr_set_d(c.out[0].real, result, nearest);
  c.out[0].exact = true;
  c.out[0].next_normal = x == 0;
}
void scale(Call& c) { c.out[0].exact = mpfr_mul_2si(c.out[0].real, c.in[0], c.n, nearest) == 0; }
void frexp(Call& c) {
  mpfr_exp_t exponent = 0;
  c.out[0].exact = mpfr_frexp(&exponent, c.out[0].real, c.in[0], nearest) == 0;
  c.out[1].is_integer = true;
  c.out[1].integer = exponent;
  c.out[1].free = c.in[0].is_nan() || c.in[0].is_inf();
}
void modf(Call& c) {
  c.out[0].exact = mpfr_frac(c.out[0].real, c.in[0], nearest) == 0;
  (void)mpfr_rint(c.out[1].real, c.in[0], MPFR_RNDZ);
  c.out[1].exact = true;
  if (c.in[0].is_inf()) {
    mpfr_set_zero(c.out[0].real, c.in[0].is_negative() ? -1 : 1);
    c.out[0].exact = true;
  }
}
void logb(Call& c) {
  const Real& x = c.in[0];
  Real& r = c.out[0].real;
  c.out[0].exact = true;
  if (x.is_nan()) return mpfr_set_nan(r);
  if (x.is_inf()) return mpfr_set_inf(r, 1);
  if (x.is_zero()) return mpfr_set_inf(r, -1);
  mpfr_set_si(r, mpfr_get_exp(static_cast<mpfr_srcptr>(x)) - 1, nearest);
}
void ilogb(Call& c) {
  const Real& x = c.in[0];
  c.out[0].is_integer = true;
  if (x.is_nan() || x.is_zero())
    c.out[0].integer = INT_MIN;
  else
    c.out[0].integer = x.is_inf() ? INT_MAX : mpfr_get_exp(static_cast<mpfr_srcptr>(x)) - 1;
}

/// Exact are the powers that C99 names, not x^1.
void power(Call& c) {
  c.out[0].exact = mpfr_pow(c.out[0].real, c.in[0], c.in[1], nearest) == 0;
  const double x = std::fabs(value_of(*c.format, c.bits[0]));
  c.out[0].exact = c.out[0].exact && (x == 1 || c.in[1].is_zero());
}

// ---- the fast ones
/// exp2(y * log2(x)), with the special results that follow from it.
void fast_power(Call& c) {
  mpfr_log2(c.out[0].real, c.in[0], nearest);
  mpfr_mul(c.out[0].real, c.out[0].real, c.in[1], nearest);
  mpfr_exp2(c.out[0].real, c.out[0].real, nearest);
}
/// For 2^126 < |y| the quotient is 0, or NaN of an infinite x; below 2^-126 nothing is said.
void fast_divide(Call& c) {
  Call::Result& r = c.out[0];
  r.exact = mpfr_div(r.real, c.in[0], c.in[1], nearest) == 0;
  const double y = std::fabs(value_of(*c.format, c.bits[1]));
  r.free = y != 0 && y < 0x1p-126;
  if (!(y > 0x1p126) || std::isinf(y) || r.real.is_nan()) return;
  if (c.in[0].is_inf()) return mpfr_set_nan(r.real);
  mpfr_set_zero(r.real, r.real.is_negative() ? -1 : 1);
}
void saturate(Call& c) {
  const double x = value_of(*c.format, c.bits[0]);
  mpfr_set_d(c.out[0].real, x > 0 ? std::min(x, 1.0) : 0.0, nearest);
  c.out[0].exact = true;
}

const std::vector<Function> table{
    {"sin", "r:x", unary<mpfr_sin>, {-100, 100}, {-100, 100}},
    {"cos", "r:x", unary<mpfr_cos>, {-100, 100}, {-100, 100}},
    {"tan", "r:x", unary<mpfr_tan>, {-100, 100}, {-100, 100}},
    {"sincos", "v:xRS", sincos, {-100, 100}, {-100, 100}},
    {"sinpi", "r:x", unary<mpfr_sinpi>, {-20, 20}, {-20, 20}},
    {"cospi", "r:x", unary<mpfr_cospi>, {-20, 20}, {-20, 20}},
    {"sincospi", "v:xRS", sincospi, {-20, 20}, {-20, 20}},
    {"asin", "r:x", unary<mpfr_asin>, {-1, 1}, {-1, 1}},
    {"acos", "r:x", unary<mpfr_acos>, {-1, 1}, {-1, 1}},
    {"atan", "r:x", unary<mpfr_atan>, {-10, 10}, {-10, 10}},
    {"atan2", "r:xy", binary<mpfr_atan2>, {-10, 10}, {-10, 10}, Mix::quotient},
    {"sinh", "r:x", unary<mpfr_sinh>, {-90, 90}, {-711, 711}},
    {"cosh", "r:x", unary<mpfr_cosh>, {-90, 90}, {-711, 711}},
    {"tanh", "r:x", unary<mpfr_tanh>, {-12, 12}, {-24, 24}},
    {"asinh", "r:x", unary<mpfr_asinh>, {-20, 20}, {-20, 20}},
    {"acosh", "r:x", unary<mpfr_acosh>, {1, 20}, {1, 20}},
    {"atanh", "r:x", unary<mpfr_atanh>, {-1, 1}, {-1, 1}},
    {"exp", "r:x", unary<mpfr_exp>, {-105, 90}, {-746, 711}},
    {"exp2", "r:x", unary<mpfr_exp2>, {-151, 129}, {-1076, 1025}},
    {"exp10", "r:x", unary<mpfr_exp10>, {-46, 39}, {-325, 310}},
    {"expm1", "r:x", unary<mpfr_expm1>, {-20, 90}, {-40, 711}},
    {"log", "r:x", unary<mpfr_log>, {0, 10}, {0, 10}, Mix::free, false, true},
    {"log2", "r:x", unary<mpfr_log2>, {0, 10}, {0, 10}, Mix::free, false, true},
    {"log10", "r:x", unary<mpfr_log10>, {0, 10}, {0, 10}, Mix::free, false, true},
    {"log1p", "r:x", unary<mpfr_log1p>, {-1, 10}, {-1, 10}},
    {"pow", "r:xy", power, {0, 10}, {0, 10}, Mix::power},
    {"cbrt", "r:x", unary<mpfr_cbrt>, {-10, 10}, {-10, 10}},
    {"rcbrt", "r:x", rcbrt, {-10, 10}, {-10, 10}},
    {"sqrt", "r:x", unary<mpfr_sqrt>, {0, 10}, {0, 10}},
    {"rsqrt", "r:x", rsqrt, {0, 10}, {0, 10}},
    {"hypot", "r:xy", norm_of<2>, {-10, 10}, {-10, 10}, Mix::quotient},
    {"rhypot", "r:xy", reciprocal_norm_of<2>, {-10, 10}, {-10, 10}, Mix::quotient},
    {"norm3d", "r:xyz", norm_of<3>, {-10, 10}, {-10, 10}, Mix::quotient},
    {"rnorm3d", "r:xyz", reciprocal_norm_of<3>, {-10, 10}, {-10, 10}, Mix::quotient},
    {"norm4d", "r:xyzw", norm_of<4>, {-10, 10}, {-10, 10}, Mix::quotient},
    {"rnorm4d", "r:xyzw", reciprocal_norm_of<4>, {-10, 10}, {-10, 10}, Mix::quotient},
    {"erf", "r:x", unary<mpfr_erf>, {-5, 5}, {-7, 7}},
    {"erfc", "r:x", unary<mpfr_erfc>, {-5, 11}, {-7, 28}},
    {"erfcx", "r:x", composed<erfcx>, {-10, 20}, {-27, 50}},
    {"erfinv", "r:x", composed<inverse_erf>, {-1, 1}, {-1, 1}},
    {"erfcinv", "r:x", composed<inverse_erfc>, {0, 2}, {0, 2}, Mix::free, false, true},
    {"normcdf", "r:x", composed<normal_cdf>, {-15, 6}, {-39, 9}},
    {"normcdfinv", "r:x", composed<inverse_normal_cdf>, {0, 1}, {0, 1}, Mix::free, false, true},
    {"tgamma", "r:x", gamma, {-45, 36}, {-190, 172}},
    {"lgamma", "r:x", log_gamma, {-30, 30}, {-50, 50}},
    {"j0", "r:x", inexact<mpfr_j0>, {-40, 40}, {-40, 40}},
    {"j1", "r:x", bessel_j1, {-40, 40}, {-40, 40}},
    {"jn", "r:nx", bessel_j, {-300, 300}, {-300, 300}, Mix::order},
    {"y0", "r:x", inexact<mpfr_y0>, {0, 40}, {0, 40}},
    {"y1", "r:x", inexact<mpfr_y1>, {0, 40}, {0, 40}},
    {"yn", "r:nx", bessel_y, {0, 300}, {0, 300}, Mix::order},
    {"cyl_bessel_i0", "r:x", bessel_i_of<0>, {-92, 92}, {-714, 714}},
    {"cyl_bessel_i1", "r:x", bessel_i_of<1>, {-92, 92}, {-714, 714}},
    {"fma", "r:xyz", fma, {-10, 10}, {-10, 10}, Mix::multiply_add},
    {"fmod", "r:xy", binary<mpfr_fmod>, {-100, 100}, {-100, 100}, Mix::quotient},
    {"remainder", "r:xy", binary<mpfr_remainder>, {-100, 100}, {-100, 100}, Mix::quotient},
    {"remquo", "r:xyI", remquo, {-100, 100}, {-100, 100}, Mix::quotient},
    {"fdim", "r:xy", fdim, {-100, 100}, {-100, 100}, Mix::quotient},
    {"fmin", "r:xy", extremum<mpfr_min>, {-100, 100}, {-100, 100}, Mix::quotient},
    {"fmax", "r:xy", extremum<mpfr_max>, {-100, 100}, {-100, 100}, Mix::quotient},
    {"floor", "r:x", rounding<round_floor>, {-100, 100}, {-100, 100}},
    {"ceil", "r:x", rounding<round_ceil>, {-100, 100}, {-100, 100}},
    {"trunc", "r:x", rounding<round_trunc>, {-100, 100}, {-100, 100}},
    {"rint", "r:x", rounding<round_even>, {-100, 100}, {-100, 100}},
    {"nearbyint", "r:x", rounding<round_even>, {-100, 100}, {-100, 100}},
    {"round", "r:x", rounding<round_away>, {-100, 100}, {-100, 100}},
    {"frexp", "r:xI", frexp, {-100, 100}, {-100, 100}},
    {"ldexp", "r:xn", scale, {-100, 100}, {-100, 100}, Mix::exponent},
    {"scalbn", "r:xn", scale, {-100, 100}, {-100, 100}, Mix::exponent},
    {"logb", "r:x", logb, {-100, 100}, {-100, 100}},
    {"ilogb", "i:x", ilogb, {-100, 100}, {-100, 100}},
    {"modf", "r:xS", modf, {-100, 100}, {-100, 100}},
    {"nextafter", "r:xy", nextafter, {-100, 100}, {-100, 100}, Mix::quotient},
    {"copysign", "r:xy", copysign, {-100, 100}, {-100, 100}, Mix::quotient},
    {"fabs", "r:x", unary<mpfr_abs>, {-100, 100}, {-100, 100}},
    {"fast_sin", "r:x", inexact<mpfr_sin>, {-pi, pi}, {}, Mix::free, true},
    {"fast_cos", "r:x", inexact<mpfr_cos>, {-pi, pi}, {}, Mix::free, true},
    {"fast_tan", "r:x", inexact<mpfr_tan>, {-pi, pi}, {}, Mix::free, true},
    {"fast_sincos", "v:xRS", sincos, {-pi, pi}, {}, Mix::free, true},
    {"fast_exp", "r:x", inexact<mpfr_exp>, {-105, 90}, {}, Mix::free, true},
    {"fast_exp10", "r:x", inexact<mpfr_exp10>, {-46, 39}, {}, Mix::free, true},
    {"fast_log", "r:x", inexact<mpfr_log>, {0, 10}, {}, Mix::free, true},
    {"fast_log2", "r:x", inexact<mpfr_log2>, {0, 10}, {}, Mix::free, true},
    {"fast_log10", "r:x", inexact<mpfr_log10>, {0, 10}, {}, Mix::free, true},
    {"fast_pow", "r:xy", fast_power, {0, 10}, {}, Mix::power, true},
    {"fast_fdivide", "r:xy", fast_divide, {-100, 100}, {}, Mix::quotient, true},
    {"fast_tanh", "r:x", inexact<mpfr_tanh>, {-12, 12}, {}, Mix::free, true},
    {"frsqrt_rn", "r:x", rsqrt, {0, 10}, {}, Mix::free, true},
    {"frcp_rn", "r:x", reciprocal, {-10, 10}, {}, Mix::free, true},
    {"fsqrt_rn", "r:x", unary<mpfr_sqrt>, {0, 10}, {}, Mix::free, true},
    {"fdiv_rn", "r:xy", binary<mpfr_div>, {-100, 100}, {}, Mix::quotient, true},
    {"saturate", "r:x", saturate, {-2, 2}, {}, Mix::free, true},
};

}  // namespace

const std::vector<Function>& functions() { return table; }

std::string symbol_of(const Function& function, Precision precision) {
  const std::string name = function.name;
  return name + (precision == Precision::f32 && !name.ends_with("_rn") ? "f" : "");
}
int parameters(const Function& function) {
  int count = 0;
  for (const char c : std::string_view(function.signature).substr(2)) count += std::islower(c) != 0;
  return count;
}
int float_parameters(const Function& function) {
  int count = 0;
  for (const char c : std::string_view(function.signature).substr(2)) count += std::islower(c) != 0 && c != 'n';
  return count;
}
int results(const Function& function) {
  int count = function.signature[0] == 'v' ? 0 : 1;
  for (const char c : std::string_view(function.signature).substr(2)) count += std::isupper(c) != 0;
  return count;
}
bool integer_result(const Function& function, int index) {
  if (index == 0) return function.signature[0] == 'i';
  return std::string_view(function.signature).ends_with('I');
}

}  // namespace libdevice
