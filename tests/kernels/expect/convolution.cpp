// Expected results of convolution.cu: sums over the filter in 64 bits; inputs are chosen so that float sums are exact.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

namespace {

void check_5x5(check::Case& t, int w, int h, const std::vector<int>& filter) {
  const auto in = t.random_bits<std::uint8_t>(static_cast<std::size_t>(w * h));
  auto out = t.out<int>(in.size());
  t.launch("convolve_5x5", {static_cast<std::uint32_t>(w + 15) / 16, static_cast<std::uint32_t>(h + 15) / 16}, {16, 16},
           t.in(in), out, w, h);
  std::vector<int> want(in.size());
  for (int i = 0; i < w * h; ++i)  // every pixel goes to its neighbours
    for (int v = -2; v <= 2; ++v)
      for (int u = -2; u <= 2; ++u) {
        const int x = i % w - u, y = i / w - v;
        if (x < 0 || y < 0 || x >= w || y >= h) continue;
        want[static_cast<std::size_t>(y * w + x)] +=
            filter[static_cast<std::size_t>(5 * v + u + 12)] * in[static_cast<std::size_t>(i)];
      }
  t.equal("convolve_5x5", t.get(out), want);
}

void check_gauss(check::Case& t, int w, int h) {
  std::vector<float> in;
  for (const int v : t.random<int>(static_cast<std::size_t>(w * h), -100000, 100000))
    in.push_back(static_cast<float>(v));
  auto out = t.out<float>(in.size());
  t.launch("gauss_rows", {static_cast<std::uint32_t>(h)}, {128}, t.in(in), out, w);
  std::vector<float> want;
  const double binomial[5] = {1, 4, 6, 4, 1};
  for (int i = 0; i < w * h; ++i) {
    double sum = 0;
    for (int d = -2; d <= 2; ++d)
      sum += binomial[d + 2] * double{in[static_cast<std::size_t>(i / w * w + std::clamp(i % w + d, 0, w - 1))]};
    want.push_back(static_cast<float>(sum / 16));
  }
  t.equal("gauss_rows", t.get(out), want);
}

struct Layer {
  std::size_t channels, outputs, w, h;
};

void check_layer(check::Case& t, const Layer& l, bool exact) {
  const auto values = [&](std::size_t count) {
    auto v = t.random(count, -4.0F, 4.0F);
    if (exact)
      for (float& x : v) x = std::round(x);
    return v;
  };
  const auto in = values(l.channels * l.w * l.h), weight = values(l.outputs * l.channels * 9), bias = values(l.outputs);
  std::vector<float> want;
  for (std::size_t o = 0; o < l.outputs; ++o)
    for (std::size_t i = 0; i < l.w * l.h; ++i) {
      double sum = double{bias[o]};
      for (std::size_t k = 0; k < 9 * l.channels; ++k) {
        const std::size_t x = i % l.w + k % 3, y = i / l.w + k / 3 % 3;  // both plus one
        if (x == 0 || y == 0 || x > l.w || y > l.h) continue;
        sum += double{in[(k / 9 * l.h + y - 1) * l.w + x - 1]} * double{weight[o * l.channels * 9 + k]};
      }
      want.push_back(sum > 0 ? static_cast<float>(sum) : 0.0F);
    }
  auto out = t.out<float>(want.size());
  t.launch(
      "conv_layer",
      {static_cast<std::uint32_t>(l.w / 8), static_cast<std::uint32_t>(l.h / 8), static_cast<std::uint32_t>(l.outputs)},
      {8, 8}, t.in(in), t.in(weight), t.in(bias), out, static_cast<int>(l.channels), static_cast<int>(l.w),
      static_cast<int>(l.h));
  if (exact)
    t.equal("conv_layer, integers", t.get(out), want);
  else
    t.near("conv_layer", t.get(out), want, 1e-4);
}

}  // namespace

KERNEL_CHECK(convolution) {
  std::vector<int> filter = t.get(t.symbol<int>("filter_5x5"));
  t.equal("filter_5x5", filter, {1, 2, 3, 2, 1, 2, 4, 6, 4, 2, 3, 6, 9, 6, 3, 2, 4, 6, 4, 2, 1, 2, 3, 2, 1});
  check_5x5(t, 40, 21, filter);
  filter = t.random<int>(25, -1000, 1000);
  t.put(t.symbol<int>("filter_5x5"), filter);
  check_5x5(t, 16, 16, filter);
  check_5x5(t, 1, 3, filter);
  check_gauss(t, 150, 3);
  check_gauss(t, 1, 2);
  check_layer(t, {3, 2, 16, 8}, true);
  check_layer(t, {2, 3, 8, 16}, false);
}
