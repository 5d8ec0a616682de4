// Expected results of math_fast: the exact functions within 1e-3, and within the hardware's absolute error where they
// are near zero; denormals count as zero.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_rows.hpp"

namespace {

using Real = long double;

/// Sine and cosine err by up to 2^-14.7 outside [-2 pi, 2 pi], logarithms by 2^-22 near one.
constexpr check::Allowed circular{0, 4e-5, 1e-3}, logarithm{0, 1e-6, 1e-3}, plain{0, 1e-37, 1e-3},
    cancelling{0, 2e-5, 1e-3};

std::vector<check::Row<float>> intrinsics() {
  return {{"sin", [](float x, float) { return std::sin(Real{x}); }, circular},
          {"cos", [](float x, float) { return std::cos(Real{x}); }, circular},
          {"exp", [](float x, float) { return std::exp(Real{x}); }, plain},
          {"log", [](float, float m) { return std::log(Real{m}); }, logarithm},
          {"pow", [](float x, float m) { return std::pow(Real{m}, Real{x}); }, plain},
          {"divide", [](float x, float m) { return Real{x} / m; }, plain},
          {"rsqrt", [](float, float m) { return 1 / std::sqrt(Real{m}); }, plain},
          {"tan", [](float x, float) { return std::tan(Real{x} / 10); }, logarithm}};
}

std::vector<check::Row<float>> formulas() {
  return {{"sin / cos", [](float x, float) { return std::sin(Real{x}) / std::cos(Real{x} / 10); }, circular},
          {"sqrt + 1 / m", [](float, float m) { return std::sqrt(Real{m}) + 1 / Real{m}; }, plain},
          {"exp * log", [](float x, float m) { return std::exp(-Real{x} * x) * std::log(Real{m}); }, logarithm},
          {"x / m + x m - 3 m", [](float x, float m) { return Real{x} / m + Real{x} * m - 3 * Real{m}; }, cancelling}};
}

}  // namespace

KERNEL_CHECK(math_fast) {
  auto in = t.random<float>(300, -7.99F, 7.99F);
  for (const float x : {0.0F, -0.0F, 0.5F, -0.5F, 1e-40F, -1e-38F, 1e-20F, 1.0F, 3.1415927F, 6.2831855F, -7.999F})
    in.push_back(x);
  check::check_rows(t, "intrinsics_fast", in, intrinsics());
  check::check_rows(t, "formulas_fast", in, formulas());
}
