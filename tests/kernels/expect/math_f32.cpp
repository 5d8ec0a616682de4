// Expected results of math_f32: the functions in long double; arguments that the kernel rounds first are rounded here
// too.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_rows.hpp"

namespace {

using Real = long double;
using Rows = std::vector<check::Row<float>>;

constexpr check::Allowed ulps{8, 0, 0}, relative{0, 0, 1e-5}, exactly{1e-9, 0, 0};

/// The argument that keeps x / (|x| + 1.5) in (-1, 1).
float inner(float x, float m) { return x / (m + 1); }

/// erf(y) = x by Newton's method from a start by bisection.
Real erf_inverse(Real x) {
  if (!(std::abs(x) < 1)) return std::abs(x) == 1 ? x * HUGE_VALL : NAN;
  Real low = -6, high = 6;
  for (int k = 0; k < 30; ++k) (std::erf((low + high) / 2) < x ? low : high) = (low + high) / 2;
  Real y = std::abs(x) < 1e-3L ? x * 0.886226925452758013649L : (low + high) / 2;
  for (int k = 0; k < 4; ++k) y -= (std::erf(y) - x) * std::exp(y * y) * 0.886226925452758013649L;
  return y;
}

Rows trigonometric() {
  return {{"sin", [](float x, float) { return std::sin(Real{x}); }, ulps},
          {"cos", [](float x, float) { return std::cos(Real{x}); }, ulps},
          {"tan", [](float x, float) { return std::tan(Real{x}); }, ulps},
          {"asin", [](float x, float m) { return std::asin(Real{inner(x, m)}); }, ulps},
          {"acos", [](float x, float m) { return std::acos(Real{inner(x, m)}); }, ulps},
          {"atan", [](float x, float) { return std::atan(Real{x}); }, ulps},
          {"atan2", [](float x, float m) { return std::atan2(Real{x}, Real{m}); }, ulps},
          {"sinh", [](float x, float) { return std::sinh(Real{x}); }, ulps},
          {"cosh", [](float x, float) { return std::cosh(Real{x}); }, ulps},
          {"tanh", [](float x, float) { return std::tanh(Real{x}); }, ulps}};
}

Rows exponential() {
  return {{"exp", [](float x, float) { return std::exp(Real{x}); }, ulps},
          {"exp2", [](float x, float) { return std::exp2(Real{x}); }, ulps},
          {"exp10", [](float x, float) { return std::pow(10.0L, Real{x * 0.1F}); }, ulps},
          {"expm1", [](float x, float) { return std::expm1(Real{x}); }, ulps},
          {"log", [](float, float m) { return std::log(Real{m}); }, ulps},
          {"log2", [](float, float m) { return std::log2(Real{m}); }, ulps},
          {"log10", [](float, float m) { return std::log10(Real{m}); }, ulps},
          {"log1p", [](float, float m) { return std::log1p(Real{m}); }, ulps},
          {"pow", [](float x, float m) { return std::pow(Real{m}, Real{x}); }, ulps},
          {"cbrt", [](float x, float) { return std::cbrt(Real{x}); }, ulps}};
}

Rows special() {
  return {{"erf", [](float x, float) { return std::erf(Real{x}); }, relative},
          {"erfc", [](float x, float) { return std::erfc(Real{x}); }, relative},
          {"erfinv", [](float x, float m) { return erf_inverse(Real{inner(x, m)}); }, relative},
          {"tgamma", [](float, float m) { return std::tgamma(Real{m}); }, relative},
          {"lgamma", [](float, float m) { return std::lgamma(Real{m}); }, relative},
          {"hypot", [](float x, float m) { return std::hypot(Real{x}, Real{m}); }, relative},
          {"fmod", [](float x, float) { return std::fmod(Real{x}, Real{0.7F}); }, exactly},
          {"remainder", [](float x, float m) { return std::remainder(Real{x}, Real{m}); }, exactly},
          {"normcdf", [](float x, float) { return std::erfc(-Real{x} / std::sqrt(2.0L)) / 2; }, relative},
          {"j0", [](float x, float) { return Real{::j0(x)}; }, {0, 1e-6, 1e-5}}};
}

}  // namespace

KERNEL_CHECK(math_f32) {
  auto moderate = t.random<float>(200, -8, 8);
  for (const float x : check::special_numbers<float>())
    if (std::abs(x) < 1e30F || std::isinf(x) || std::isnan(x)) moderate.push_back(x);
  auto wide = moderate;
  for (const float x : t.random<float>(60, -100, 100)) wide.push_back(x);
  for (const float x : {1e5F, -105616.0F, 1e6F, 3.1415927F, -1.5707964F, 1.0e10F, -2.5e22F, 3e38F, -88.5F, 88.8F})
    wide.push_back(x);
  check::check_rows(t, "math_trig_f32", wide, trigonometric());
  check::check_rows(t, "math_exp_f32", wide, exponential());
  check::check_rows(t, "math_special_f32", moderate, special());
}
