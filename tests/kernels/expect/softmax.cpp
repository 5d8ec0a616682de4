// Expected results of softmax: the formulas in double.
#include "kernels/expect/check.hpp"

namespace {

void softmax(check::Case& t, std::size_t rows, std::size_t width, const std::vector<float>& in) {
  std::vector<double> want(in.size());
  for (std::size_t r = 0; r < rows; ++r) {
    const auto at = [&](std::size_t i) { return double{in[r * width + i]}; };
    for (std::size_t i = 0; i < width; ++i) {  // 1 over the sum of exponentials of distances
      if (std::isinf(at(i))) continue;
      double sum = 0;
      for (std::size_t k = 0; k < width; ++k) sum += std::exp(at(k) - at(i));
      want[r * width + i] = 1 / sum;
    }
  }
  const auto out = t.out<float>(in.size());
  t.launch("softmax_rows", {static_cast<std::uint32_t>(rows)}, {128}, t.in(in), out, static_cast<int>(width));
  const auto got = t.get(out);
  t.near("softmax_rows of " + std::to_string(width), std::vector<double>(got.begin(), got.end()), want, 1e-37, 1e-5);
}

std::vector<std::uint16_t> halves(check::Case& t, std::size_t count, float low, float high) {
  std::vector<std::uint16_t> v;
  for (const float x : t.random<float>(count, low, high)) v.push_back(check::half_bits(x));
  return v;
}

void layer_norm(check::Case& t, std::size_t rows, std::size_t pairs, float low, float high, double tolerance) {
  const std::size_t width = 2 * pairs;
  const auto in = halves(t, rows * width, low, high), g = halves(t, width, 0.25F, 3), b = halves(t, width, -4, 4);
  std::vector<double> want;
  for (std::size_t r = 0; r < rows; ++r) {
    const auto at = [&](std::size_t i) { return double{check::half_value(in[r * width + i])}; };
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < width; ++i) mean += at(i) / static_cast<double>(width);
    for (std::size_t i = 0; i < width; ++i) variance += std::pow(at(i) - mean, 2) / static_cast<double>(width);
    for (std::size_t i = 0; i < width; ++i)
      want.push_back((at(i) - mean) / std::sqrt(variance + 1e-5) * double{check::half_value(g[i])} +
                     double{check::half_value(b[i])});
  }
  const auto out = t.out<std::uint16_t>(in.size());
  t.launch("layer_norm", {static_cast<std::uint32_t>(rows)}, {128}, t.in(in), t.in(g), t.in(b), out,
           static_cast<int>(pairs));
  std::vector<double> got;
  for (const std::uint16_t h : t.get(out)) got.push_back(double{check::half_value(h)});
  t.near("layer_norm of " + std::to_string(pairs), got, want, tolerance, 6e-4);
}

}  // namespace

KERNEL_CHECK(softmax) {
  const struct {
    std::size_t rows, width;
  } shapes[] = {{1, 1}, {2, 31}, {3, 128}, {2, 300}};
  for (const auto& [rows, width] : shapes) {
    for (const float size : {5.0F, 80.0F}) {
      auto in = t.random<float>(rows * width, -size, size);
      in[in.size() / 2] = width > 1 ? -std::numeric_limits<float>::infinity() : 3;
      softmax(t, rows, width, in);
    }
    layer_norm(t, rows, width, -2, 3, 5e-4);
    layer_norm(t, rows, width, 0.5F, 0.53F, 4e-3);  // the addition to the variance counts
  }
  auto peaks = t.random<float>(std::size_t{50} * 130, -5, 5);  // without the maximum: infinities
  for (std::size_t r = 0; r < 50; ++r) peaks[r * 130 + (r * 13 + 1) % 130] = 300;
  softmax(t, 50, 130, peaks);
}
