// Expected results of image: the same fixed point as four weights, the cosine transform by its definition, running
// sums.
#include <numbers>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

void resize(check::Case& t, int sw, int sh, int w, int h) {
  const auto in = t.random_bits<std::uint8_t>(4 * static_cast<std::size_t>(sw * sh));
  // A coordinate as a source index and the 256ths of the way to the next.
  const auto place = [](int at, int size, int source) {
    const int scaled = size > 1 ? 256 * at * (source - 1) / (size - 1) : 0;
    return std::pair{scaled / 256, scaled % 256};
  };
  std::vector<std::uint8_t> want;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      for (int channel = 0; channel < 4; ++channel) {
        const auto [x0, right] = place(x, w, sw);
        const auto [y0, below] = place(y, h, sh);
        int sum = 1 << 15;
        for (int dy = 0; dy < 2; ++dy)
          for (int dx = 0; dx < 2; ++dx) {
            const int u = std::min(x0 + dx, sw - 1), v = std::min(y0 + dy, sh - 1);
            const int weight = (dx != 0 ? right : 256 - right) * (dy != 0 ? below : 256 - below);
            sum += weight * in[static_cast<std::size_t>(4 * (v * sw + u) + channel)];
          }
        want.push_back(static_cast<std::uint8_t>(sum / 65536));
      }
  const auto out = t.out<std::uint8_t>(want.size());
  const auto columns = covering(static_cast<std::size_t>(w), 16), rows = covering(static_cast<std::size_t>(h), 16);
  t.launch("resize", {columns, rows}, {16, 16}, t.in(in), out, sw, sh, w, h);
  t.equal("resize", t.get(out), want);
}

void luma(check::Case& t, std::size_t w, std::size_t h) {
  auto in = t.random_bits<std::uint8_t>(3 * w * h);
  in[0] = in[1] = in[2] = 255;
  const auto table = t.random_bits<std::uint8_t>(256);
  std::vector<std::uint8_t> want;
  for (std::size_t i = 0; i < w * h; ++i)
    want.push_back(table[(77U * in[3 * i] + 150U * in[3 * i + 1] + 29U * in[3 * i + 2]) / 256]);
  const auto out = t.out<std::uint8_t>(w * h);
  t.launch("gamma_luma", {covering(w, 16), covering(h, 16)}, {16, 16}, t.in(in), t.in(table), out, static_cast<int>(w),
           static_cast<int>(h));
  t.equal("gamma_luma", t.get(out), want);
}

void cosine(check::Case& t, std::size_t blocks) {
  const auto in = t.random<float>(64 * blocks, -128, 127);
  const auto wave = [](std::size_t k, std::size_t x) {
    const double scale = k == 0 ? std::sqrt(1.0 / 8) : 0.5;
    return scale * std::cos(static_cast<double>((2 * x + 1) * k) * std::numbers::pi / 16);
  };
  std::vector<float> want;
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::size_t v = 0; v < 8; ++v)
      for (std::size_t u = 0; u < 8; ++u) {
        double sum = 0;
        for (std::size_t y = 0; y < 8; ++y)
          for (std::size_t x = 0; x < 8; ++x) sum += in[64 * b + 8 * y + x] * wave(u, x) * wave(v, y);
        want.push_back(static_cast<float>(sum));
      }
  const auto out = t.out<float>(in.size());
  t.launch("dct_8x8", {static_cast<std::uint32_t>(blocks)}, {8, 8}, t.in(in), out);
  t.near("dct_8x8", t.get(out), want, 1e-3);
}

void integral(check::Case& t, std::size_t w, std::size_t h) {
  const auto in = t.random_bits<std::uint8_t>(w * h);
  std::vector<unsigned> want;
  for (std::size_t i = 0; i < w * h; ++i) want.push_back(in[i] + (i % w == 0 ? 0U : want.back()));
  const auto out = t.out<unsigned>(w * h);
  t.launch("integral_rows", {static_cast<std::uint32_t>(h)}, {32}, t.in(in), out, static_cast<int>(w));
  t.equal("integral_rows", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(image) {
  resize(t, 23, 17, 40, 31);
  resize(t, 33, 20, 8, 9);
  resize(t, 5, 4, 1, 1);
  resize(t, 1, 1, 17, 3);
  luma(t, 37, 19);
  luma(t, 1, 1);
  cosine(t, 3);
  integral(t, 1, 2);
  integral(t, 32, 3);
  integral(t, 71, 5);
  for (const std::size_t w : {128U, 250U, 300U}) integral(t, w, 2);  // loops of four unrolled
}
