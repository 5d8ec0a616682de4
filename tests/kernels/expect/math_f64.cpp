// Expected results of math_f64: the functions in long double; arguments that the kernel rounds first are rounded here
// too.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_rows.hpp"

namespace {

using Real = long double;
using Rows = std::vector<check::Row<double>>;

constexpr check::Allowed ulps{8, 0, 0}, relative{0, 0, 1e-12}, exactly{1e-9, 0, 0};

/// The argument that keeps x / (|x| + 1.5) in (-1, 1).
double inner(double x, double m) { return x / (m + 1); }

Rows trigonometric() {
  return {{"sin", [](double x, double) { return std::sin(Real{x}); }, ulps},
          {"cos", [](double x, double) { return std::cos(Real{x}); }, ulps},
          {"tan", [](double x, double) { return std::tan(Real{x}); }, ulps},
          {"asin", [](double x, double m) { return std::asin(Real{inner(x, m)}); }, ulps},
          {"acos", [](double x, double m) { return std::acos(Real{inner(x, m)}); }, ulps},
          {"atan2", [](double x, double m) { return std::atan2(Real{x}, Real{m}); }, ulps},
          {"sinh", [](double x, double) { return std::sinh(Real{x}); }, ulps},
          {"tanh", [](double x, double) { return std::tanh(Real{x}); }, ulps}};
}

Rows exponential() {
  return {{"exp", [](double x, double) { return std::exp(Real{x}); }, ulps},
          {"exp2", [](double x, double) { return std::exp2(Real{x}); }, ulps},
          {"expm1", [](double x, double) { return std::expm1(Real{x}); }, ulps},
          {"log", [](double, double m) { return std::log(Real{m}); }, ulps},
          {"log2", [](double, double m) { return std::log2(Real{m}); }, ulps},
          {"log1p", [](double, double m) { return std::log1p(Real{m}); }, ulps},
          {"pow", [](double x, double m) { return std::pow(Real{m}, Real{x}); }, ulps},
          {"cbrt", [](double x, double) { return std::cbrt(Real{x}); }, ulps}};
}

Rows special() {
  return {{"erf", [](double x, double) { return std::erf(Real{x}); }, relative},
          {"erfc", [](double x, double) { return std::erfc(Real{x}); }, relative},
          {"tgamma", [](double, double m) { return std::tgamma(Real{m}); }, relative},
          {"lgamma", [](double, double m) { return std::lgamma(Real{m}); }, relative},
          {"hypot", [](double x, double m) { return std::hypot(Real{x}, Real{m}); }, relative},
          {"fmod", [](double x, double) { return std::fmod(Real{x}, Real{0.7}); }, exactly},
          {"rsqrt", [](double, double m) { return 1 / std::sqrt(Real{m}); }, relative},
          {"nextafter", [](double x, double m) { return Real{std::nextafter(x, m)}; }, exactly}};
}

}  // namespace

KERNEL_CHECK(math_f64) {
  auto moderate = t.random<double>(150, -8, 8);
  for (const double x : check::special_numbers<double>())
    if (std::abs(x) < 1e300 || std::isinf(x) || std::isnan(x)) moderate.push_back(x);
  auto wide = moderate;
  for (const double x : t.random<double>(50, -300, 300)) wide.push_back(x);
  for (const double x : {1e5, 1e6, 3.141592653589793, -1.5707963267948966, 1e15, -2.5e22, 1e300, -708.5, 709.9})
    wide.push_back(x);
  check::check_rows(t, "math_trig_f64", wide, trigonometric());
  check::check_rows(t, "math_exp_f64", wide, exponential());
  check::check_rows(t, "math_special_f64", moderate, special());
}
