// The error bounds that CUDA publishes, as one table.
//
// Source: CUDA C++ Programming Guide 13.0, "Mathematical Functions": tables of single and double precision standard
// functions and of single-precision-only intrinsic functions. There the error is the difference in units of the last
// place between the result and the correctly rounded one. Functions that the guide does not list (fmin, fmax, fabs,
// copysign, nextafter, the roundings by name) are exact by definition: 0.
#include "libdevice/function.hpp"

namespace libdevice {
namespace {

/// How the bound depends on the arguments; `plain` does not.
enum class Rule : std::uint8_t {
  plain,
  bessel,     ///< |x| < 8; else an absolute error
  jn,         ///< n = 128: an absolute error
  yn,         ///< see bound_of
  lgamma,     ///< outside an interval
  fast_wave,  ///< absolute error in [-pi, pi]
  fast_tan,   ///< follows from fast_wave
  fast_exp,   ///< grows with |x|
  fast_exp10,
  fast_log,  ///< absolute error in [1/2, 2]
  fast_log2,
  fast_log10,
  fast_pow,   ///< follows from exp2 and fast_log2
  fast_tanh,  ///< relative error
};
struct Row {
  std::string_view name;
  int f32, f64;
  Rule rule = Rule::plain;
};
constexpr Row rows[] = {
    {"sqrt", 0, 0},
    {"rsqrt", 2, 1},
    {"cbrt", 1, 1},
    {"rcbrt", 1, 1},
    {"hypot", 3, 2},
    {"rhypot", 2, 1},
    {"norm3d", 3, 2},
    {"rnorm3d", 2, 1},
    {"norm4d", 3, 2},
    {"rnorm4d", 2, 1},
    {"exp", 2, 1},
    {"exp2", 2, 1},
    {"exp10", 2, 1},
    {"expm1", 1, 1},
    {"log", 1, 1},
    {"log2", 1, 1},
    {"log10", 2, 1},
    {"log1p", 1, 1},
    {"sin", 2, 2},
    {"cos", 2, 2},
    {"tan", 4, 2},
    {"sincos", 2, 2},
    {"sinpi", 1, 2},
    {"cospi", 1, 2},
    {"sincospi", 1, 2},
    {"asin", 2, 2},
    {"acos", 2, 2},
    {"atan", 2, 2},
    {"atan2", 3, 2},
    {"sinh", 3, 2},
    {"cosh", 2, 1},
    {"tanh", 2, 1},
    {"asinh", 3, 3},
    {"acosh", 4, 3},
    {"atanh", 3, 2},
    {"pow", 4, 2},
    {"erf", 2, 2},
    {"erfc", 4, 5},
    {"erfinv", 2, 5},
    {"erfcinv", 4, 6},
    {"erfcx", 4, 4},
    {"normcdf", 5, 5},
    {"normcdfinv", 5, 8},
    {"tgamma", 5, 10},
    {"lgamma", 6, 4, Rule::lgamma},
    {"fma", 0, 0},
    {"frexp", 0, 0},
    {"ldexp", 0, 0},
    {"scalbn", 0, 0},
    {"logb", 0, 0},
    {"ilogb", 0, 0},
    {"fmod", 0, 0},
    {"remainder", 0, 0},
    {"remquo", 0, 0},
    {"modf", 0, 0},
    {"fdim", 0, 0},
    {"trunc", 0, 0},
    {"round", 0, 0},
    {"rint", 0, 0},
    {"nearbyint", 0, 0},
    {"ceil", 0, 0},
    {"floor", 0, 0},
    {"fmin", 0, 0},
    {"fmax", 0, 0},
    {"fabs", 0, 0},
    {"copysign", 0, 0},
    {"nextafter", 0, 0},
    {"saturate", 0, 0},
    {"frcp_rn", 0, 0},
    {"fsqrt_rn", 0, 0},
    {"frsqrt_rn", 0, 0},
    {"fdiv_rn", 0, 0},
    {"j0", 9, 7, Rule::bessel},
    {"j1", 9, 7, Rule::bessel},
    {"y0", 9, 7, Rule::bessel},
    {"y1", 9, 7, Rule::bessel},
    {"jn", 0, 0, Rule::jn},
    {"yn", 0, 0, Rule::yn},
    {"cyl_bessel_i0", 6, 6},
    {"cyl_bessel_i1", 6, 6},
    {"fast_sin", 0, 0, Rule::fast_wave},
    {"fast_cos", 0, 0, Rule::fast_wave},
    {"fast_sincos", 0, 0, Rule::fast_wave},
    {"fast_tan", 0, 0, Rule::fast_tan},
    {"fast_exp", 0, 0, Rule::fast_exp},
    {"fast_exp10", 0, 0, Rule::fast_exp10},
    {"fast_log", 3, 0, Rule::fast_log},
    {"fast_log2", 2, 0, Rule::fast_log2},
    {"fast_log10", 3, 0, Rule::fast_log10},
    {"fast_pow", 0, 0, Rule::fast_pow},
    {"fast_fdivide", 2, 0},
    {"fast_tanh", 0, 0, Rule::fast_tanh},
};

const Row& row_of(const Function& function) {
  for (const Row& row : rows)
    if (row.name == function.name) return row;
  std::abort();  // every function has a row
}

constexpr double pi = 3.14159265358979323846;
const double wave_error = std::exp2(-21.41);  ///< of sin.approx and cos.approx in [-pi, pi]

double absolute_bessel(Precision p) { return p == Precision::f32 ? 2.2e-6 : 5e-12; }
Bound ulps(double value) { return {Bound::Kind::ulps, value}; }
Bound absolute(double value) { return {Bound::Kind::absolute, value}; }

/// The relative error of exp2(y * log2(x)): that of the logarithm times y, a rounding of the product, 2 ulp of exp2.
Bound fast_pow_bound(double x, double y) {
  const double log = std::log2(x);
  if (!std::isfinite(log) || !std::isfinite(y)) return ulps(2);
  const double log_error = x >= 0.5 && x <= 2 ? 0x1p-22 : 2.5 * 0x1p-23 * std::fabs(log);
  const double exponent_error = std::fabs(y) * log_error + std::fabs(y * log) * 0x1p-24;
  return ulps(2 + std::ceil(std::expm1(exponent_error * 0.693147180559945) * 0x1p24));
}
/// sin / cos with an error of wave_error each, and 2 ulp of the quotient.
Bound fast_tan_bound(double x, double tan) {
  const double cos = std::fabs(std::cos(x));
  if (!(std::fabs(x) <= pi) || cos < 4 * wave_error) return {};
  const double spread = wave_error * (1 + std::fabs(tan)) / (cos - wave_error);
  return absolute(spread + std::fabs(tan) * 0x1p-22);
}
Bound yn_bound(Precision precision, long n, double x) {
  if (n == 0 && std::fabs(x) < 8) return ulps(precision == Precision::f32 ? 9 : 7);  // Y_0, which has bounds of its own
  if (precision == Precision::f32)
    return std::fabs(x) < double(n) ? ulps(std::ceil(2 + 2.5 * double(n))) : absolute(absolute_bessel(precision));
  return std::fabs(x) > 1.5 * double(n) ? absolute(absolute_bessel(precision)) : Bound{};
}
Bound lgamma_bound(Precision precision, double x, double value) {
  const bool single = precision == Precision::f32;
  const bool inside = single ? x > -10.001 && x < -2.264 : x > -23.0001 && x < -2.2637;
  return inside ? Bound{} : ulps(value);
}

}  // namespace

Bound bound_of(const Function& function, Precision precision, const Call& call, double exact) {
  const Row& row = row_of(function);
  const double value = precision == Precision::f32 ? row.f32 : row.f64;
  const std::string_view parameters = std::string_view(function.signature).substr(2);
  const double x = value_of(*call.format, call.bits[parameters.starts_with('n') ? 1 : 0]);
  const bool around_one = x >= 0.5 && x <= 2;
  switch (row.rule) {
    case Rule::plain:
      return ulps(value);
    case Rule::bessel:
      return std::fabs(x) < 8 ? ulps(value) : absolute(absolute_bessel(precision));
    case Rule::jn:
      return call.n == 128 ? absolute(absolute_bessel(precision)) : Bound{};
    case Rule::yn:
      return yn_bound(precision, call.n, x);
    case Rule::lgamma:
      return lgamma_bound(precision, x, value);
    case Rule::fast_wave:
      return std::fabs(x) <= pi ? absolute(wave_error) : Bound{};
    case Rule::fast_tan:
      return fast_tan_bound(x, exact);
    case Rule::fast_exp:
      return ulps(2 + std::floor(std::fabs(1.173 * x)));
    case Rule::fast_exp10:
      return ulps(2 + std::floor(std::fabs(2.97 * x)));
    case Rule::fast_log:
      return around_one ? absolute(wave_error) : ulps(value);
    case Rule::fast_log2:
      return around_one ? absolute(0x1p-22) : ulps(value);
    case Rule::fast_log10:
      return around_one ? absolute(0x1p-24) : ulps(value);
    case Rule::fast_pow:
      return fast_pow_bound(x, value_of(*call.format, call.bits[1]));
    case Rule::fast_tanh:
      return {Bound::Kind::relative, 0x1p-11};
  }
  return {};
}

std::string bound_text(const Function& function, Precision precision) {
  const Row& row = row_of(function);
  const bool single = precision == Precision::f32;
  const std::string value = std::to_string(single ? row.f32 : row.f64);
  const std::string bessel = single ? "2.2e-6 abs" : "5e-12 abs";
  switch (row.rule) {
    case Rule::plain:
      return value;
    case Rule::bessel:
      return value + " for |x|<8, else " + bessel;
    case Rule::jn:
      return "n=128: " + bessel;
    case Rule::yn:
      return single ? "ceil(2+2.5n) for x<n, else " + bessel + "; n=0 as y0" : "x>1.5n: " + bessel + "; n=0 as y0";
    case Rule::lgamma:
      return value + (single ? " outside -10.001..-2.264" : " outside -23.0001..-2.2637");
    case Rule::fast_wave:
      return "|x|<=pi: 2^-21.41 abs";
    case Rule::fast_tan:
      return "from sin/cos, |x|<=pi";
    case Rule::fast_exp:
      return "2+floor(1.173|x|)";
    case Rule::fast_exp10:
      return "2+floor(2.97|x|)";
    case Rule::fast_log:
      return value + "; [1/2,2]: 2^-21.41 abs";
    case Rule::fast_log2:
      return value + "; [1/2,2]: 2^-22 abs";
    case Rule::fast_log10:
      return value + "; [1/2,2]: 2^-24 abs";
    case Rule::fast_pow:
      return "from exp2(y*log2(x))";
    case Rule::fast_tanh:
      return "2^-11 relative";
  }
  return {};
}

}  // namespace libdevice
