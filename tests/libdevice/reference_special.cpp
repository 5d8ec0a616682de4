// Special functions for the reference: scaled and inverse error functions, normal distribution, Bessel I0 and I1.
//
// All with some 60 bits more than they give: sums of positive terms, an asymptotic series where its smallest term is
// below the precision, Newton's method on erf and on log erfc.
// Source: Abramowitz and Stegun 7.1.23, 9.6.10; tables to 30 digits.
#include <cmath>
#include <cstdio>
#include <initializer_list>

#include "libdevice/references.hpp"

namespace libdevice {
namespace {

constexpr mpfr_prec_t more_bits = working_bits + 64;
constexpr mpfr_rnd_t nearest = MPFR_RNDN;

/// 1/(x sqrt(pi)) * sum of (-1)^k (2k-1)!! / (2 x^2)^k
void erfcx_series(Real& result, const Real& x) {
  Real square(more_bits), term(more_bits), sum(more_bits), factor(more_bits);
  mpfr_sqr(square, x, nearest);
  mpfr_mul_2ui(square, square, 1, nearest);
  mpfr_set_ui(term, 1, nearest);
  mpfr_set_ui(sum, 1, nearest);
  for (unsigned long k = 1; !term.is_zero() && mpfr_get_exp(term) > -static_cast<mpfr_exp_t>(more_bits); ++k) {
    mpfr_mul_ui(term, term, 2 * k - 1, nearest);
    mpfr_div(term, term, square, nearest);
    mpfr_neg(term, term, nearest);
    mpfr_add(sum, sum, term, nearest);
  }
  mpfr_const_pi(factor, nearest);
  mpfr_sqrt(factor, factor, nearest);
  mpfr_mul(factor, factor, x, nearest);
  mpfr_div(result, sum, factor, nearest);
}

/// x += (y - erf(x)) * sqrt(pi)/2 * e^(x^2), for |y| <= 1/2
void newton_erf(Real& x, const Real& y) {
  Real value(more_bits), slope(more_bits), half_root_pi(more_bits);
  mpfr_const_pi(half_root_pi, nearest);
  mpfr_sqrt(half_root_pi, half_root_pi, nearest);
  mpfr_div_2ui(half_root_pi, half_root_pi, 1, nearest);
  mpfr_mul(x, y, half_root_pi, nearest);
  for (int bits = 2; bits < 2 * more_bits; bits *= 2) {
    mpfr_erf(value, x, nearest);
    mpfr_sub(value, y, value, nearest);
    mpfr_sqr(slope, x, nearest);
    mpfr_exp(slope, slope, nearest);
    mpfr_mul(value, value, slope, nearest);
    mpfr_mul(value, value, half_root_pi, nearest);
    mpfr_add(x, x, value, nearest);
    if (value.is_zero() || mpfr_get_exp(value) < mpfr_get_exp(x) - working_bits / 2) break;
  }
}

/// Solves log erfc(x) = log y for 0 < y < 1/2: x += (log erfc(x) - log y) * erfc(x) * sqrt(pi)/2 * e^(x^2)
void newton_log_erfc(Real& x, const Real& y) {
  Real log_y(more_bits), value(more_bits), erfc(more_bits), slope(more_bits), half_root_pi(more_bits);
  mpfr_const_pi(half_root_pi, nearest);
  mpfr_sqrt(half_root_pi, half_root_pi, nearest);
  mpfr_div_2ui(half_root_pi, half_root_pi, 1, nearest);
  mpfr_log(log_y, y, nearest);
  // The start: erfc(x) is about e^(-x^2) / (1 + 2x).
  const double l = -log_y.approximate();
  double start = std::sqrt(l);
  for (int i = 0; i < 4; ++i) start = std::sqrt(std::fmax(l - std::log(1 + 2 * start), 0.04));
  mpfr_set_d(x, start, nearest);
  for (int i = 0; i < 30; ++i) {
    mpfr_erfc(erfc, x, nearest);
    mpfr_log(value, erfc, nearest);
    mpfr_sub(value, value, log_y, nearest);
    mpfr_sqr(slope, x, nearest);
    mpfr_exp(slope, slope, nearest);
    mpfr_mul(slope, slope, erfc, nearest);
    mpfr_mul(slope, slope, half_root_pi, nearest);
    mpfr_mul(value, value, slope, nearest);
    mpfr_add(x, x, value, nearest);
    if (value.is_zero() || mpfr_get_exp(value) < mpfr_get_exp(x) - working_bits / 2 - 8) break;
  }
}

}  // namespace

void erfcx(Real& result, const Real& x) {
  if (mpfr_cmp_ui(x, 20) > 0 && !x.is_inf()) return erfcx_series(result, x);
  Real square(more_bits), erfc(more_bits);
  if (x.is_inf()) {
    if (x.is_negative())
      mpfr_set_inf(result, 1);
    else
      mpfr_set_zero(result, 1);
    return;
  }
  mpfr_erfc(erfc, x, nearest);
  mpfr_sqr(square, x, nearest);
  mpfr_exp(square, square, nearest);
  mpfr_mul(result, erfc, square, nearest);
}

void inverse_erf(Real& result, const Real& y) {
  if (y.is_nan() || mpfr_cmpabs_ui(y, 1) > 0) return mpfr_set_nan(result);
  if (y.is_zero()) {
    mpfr_set(result, y, nearest);
    return;
  }
  Real magnitude(more_bits), x(more_bits);
  mpfr_abs(magnitude, y, nearest);
  if (mpfr_cmp_ui(magnitude, 1) == 0) {
    mpfr_set_inf(x, 1);
  } else if (mpfr_cmp_d(magnitude, 0.5) <= 0) {
    newton_erf(x, magnitude);
  } else {
    mpfr_ui_sub(magnitude, 1, magnitude, nearest);  // exact
    newton_log_erfc(x, magnitude);
  }
  mpfr_setsign(result, x, y.is_negative(), nearest);
}

void inverse_erfc(Real& result, const Real& y) {
  if (y.is_nan() || mpfr_cmp_ui(y, 2) > 0 || mpfr_cmp_ui(y, 0) < 0) return mpfr_set_nan(result);
  Real rest(more_bits), x(more_bits);
  if (y.is_zero()) return mpfr_set_inf(result, 1);
  if (mpfr_cmp_d(y, 0.5) < 0) {
    newton_log_erfc(x, y);
    mpfr_set(result, x, nearest);
    return;
  }
  mpfr_ui_sub(rest, 1, y, nearest);
  inverse_erf(result, rest);
}

void normal_cdf(Real& result, const Real& x) {
  Real scaled(more_bits), root(more_bits);
  mpfr_sqrt_ui(root, 2, nearest);
  mpfr_div(scaled, x, root, nearest);
  mpfr_neg(scaled, scaled, nearest);
  mpfr_erfc(result, scaled, nearest);
  mpfr_div_2ui(result, result, 1, nearest);
}

void inverse_normal_cdf(Real& result, const Real& p) {
  Real twice(more_bits), root(more_bits);
  mpfr_mul_2ui(twice, p, 1, nearest);
  inverse_erfc(result, twice);
  mpfr_sqrt_ui(root, 2, nearest);
  mpfr_mul(result, result, root, nearest);
  mpfr_neg(result, result, nearest);
  if (result.is_zero()) mpfr_set_zero(result, 1);
}

void bessel_i(Real& result, int order, const Real& x) {
  if (x.is_nan() || x.is_inf() || mpfr_cmpabs_ui(x, 800) > 0) {  // past the largest f64
    if (x.is_nan()) return mpfr_set_nan(result);
    mpfr_set_inf(result, order == 1 && x.is_negative() ? -1 : 1);
    return;
  }
  // (x/2)^order * sum of (x^2/4)^k / (k! (k + order)!)
  Real quarter(more_bits), term(more_bits), sum(more_bits);
  mpfr_sqr(quarter, x, nearest);
  mpfr_div_2ui(quarter, quarter, 2, nearest);
  mpfr_set_ui(term, 1, nearest);
  mpfr_set_ui(sum, 1, nearest);
  for (unsigned long k = 1; !term.is_zero(); ++k) {
    mpfr_mul(term, term, quarter, nearest);
    mpfr_div_ui(term, term, k * (k + static_cast<unsigned long>(order)), nearest);
    mpfr_add(sum, sum, term, nearest);
    if (!term.is_zero() && mpfr_get_exp(term) < mpfr_get_exp(sum) - static_cast<mpfr_exp_t>(more_bits)) break;
  }
  if (order == 1) {
    mpfr_mul(sum, sum, x, nearest);
    mpfr_div_2ui(sum, sum, 1, nearest);
  }
  mpfr_set(result, sum, nearest);
}

namespace {

struct Known {
  const char* name;
  void (*function)(Real&, const Real&);
  const char *argument, *value;
};
const Known known[] = {
    {"erfcx", erfcx, "1", "0.42758357615580700441075034449"},
    {"erfcx", erfcx, "30", "0.018795888861416751497125329049"},
    {"erfcx", erfcx, "-1", "5.00898008076228346630982459821"},
    {"inverse_erf", inverse_erf, "0.5", "0.47693627620446987338141835364"},
    {"inverse_erfc", inverse_erfc, "0.5", "0.47693627620446987338141835364"},
    {"normal_cdf", normal_cdf, "1", "0.84134474606854294858523254563"},
    {"normal_cdf", normal_cdf, "-2", "0.022750131948179207200282637167"},
    {"inverse_normal_cdf", inverse_normal_cdf, "0.975", "1.95996398454005423552459443052"},
    {"bessel_i0", [](Real& r, const Real& x) { bessel_i(r, 0, x); }, "1", "1.26606587775200833559824462521"},
    {"bessel_i1", [](Real& r, const Real& x) { bessel_i(r, 1, x); }, "1", "0.56515910399248502720769602761"},
    {"bessel_i0", [](Real& r, const Real& x) { bessel_i(r, 0, x); }, "10", "2815.71662846625447146981115343"},
    {"bessel_i1", [](Real& r, const Real& x) { bessel_i(r, 1, x); }, "10", "2670.98830370125465434103196677"},
};

/// Relative difference below 2^-bits.
bool near(const Real& a, const Real& b, int bits) {
  Real difference;
  mpfr_sub(difference, a, b, nearest);
  return difference.is_zero() || mpfr_get_exp(difference) < mpfr_get_exp(b) - bits;
}

/// f(inverse(y)) = y for y = start^k
int check_inverse(const char* name, void (*inverse)(Real&, const Real&), void (*function)(Real&, const Real&),
                  double start, int last, int bits) {
  int failures = 0;
  for (int k = 1; k <= last; ++k) {
    Real y, x(more_bits), back;
    mpfr_set_d(y, start, nearest);
    mpfr_pow_ui(y, y, static_cast<unsigned long>(k), nearest);
    inverse(x, y);
    function(back, x);
    if (near(back, y, bits)) continue;
    std::printf("%s(%.17g): its function gives %.17g\n", name, y.approximate(), back.approximate());
    ++failures;
  }
  return failures;
}

}  // namespace

int check_references() {
  int failures = 0;
  for (const Known& row : known) {
    Real x, value, expected;
    mpfr_set_str(x, row.argument, 10, nearest);
    mpfr_set_str(expected, row.value, 10, nearest);
    row.function(value, x);
    if (near(value, expected, 93)) continue;
    std::printf("%s(%s) is %.29g, expected %s\n", row.name, row.argument, value.approximate(), row.value);
    ++failures;
  }
  const auto erf = [](Real& r, const Real& x) { (void)mpfr_erf(r, x, nearest); };
  const auto erfc = [](Real& r, const Real& x) { (void)mpfr_erfc(r, x, nearest); };
  failures += check_inverse("inverse_erf", inverse_erf, erf, 0.9, 40, 180);
  failures += check_inverse("inverse_erfc", inverse_erfc, erfc, 0.0003, 90, 180);
  failures += check_inverse("inverse_normal_cdf", inverse_normal_cdf, normal_cdf, 0.003, 60, 170);
  // The two sides of the places where the method changes.
  for (const double edge : {20.0, -20.0}) {
    Real x, below, above, ratio;
    mpfr_set_d(x, edge, nearest);
    mpfr_nextbelow(x);
    erfcx(below, x);
    mpfr_nextabove(x);
    mpfr_nextabove(x);
    erfcx(above, x);
    if (near(below, above, 180)) continue;
    std::printf("erfcx jumps at %g\n", edge);
    ++failures;
  }
  return failures;
}

}  // namespace libdevice
