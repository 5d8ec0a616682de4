// Expected results of median_filter: std::nth_element of the nine, Sobel as two convolutions.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

template <class T>
std::vector<T> window(const std::vector<T>& in, int w, int h, std::size_t at) {
  std::vector<T> v;
  const int x = static_cast<int>(at) % w, y = static_cast<int>(at) / w;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      v.push_back(in[static_cast<std::size_t>(std::clamp(y + dy, 0, h - 1) * w + std::clamp(x + dx, 0, w - 1))]);
  return v;
}

template <class T>
void filter(check::Case& t, const std::string& kernel, const std::vector<T>& in, int w, int h, bool sobel) {
  std::vector<T> want;
  const int across[9] = {-1, 0, 1, -2, 0, 2, -1, 0, 1}, down[9] = {-1, -2, -1, 0, 0, 0, 1, 2, 1};
  for (std::size_t i = 0; i < in.size(); ++i) {
    auto v = window(in, w, h, i);
    if (sobel) {
      int gx = 0, gy = 0;
      for (std::size_t k = 0; k < 9; ++k) {
        gx += across[k] * static_cast<int>(v[k]);
        gy += down[k] * static_cast<int>(v[k]);
      }
      want.push_back(static_cast<T>(std::min(255, std::abs(gx) + std::abs(gy))));
    } else {
      std::nth_element(v.begin(), v.begin() + 4, v.end());
      want.push_back(v[4]);
    }
  }
  const auto out = t.out<T>(in.size());
  t.launch(kernel, {covering(static_cast<std::size_t>(w), 16), covering(static_cast<std::size_t>(h), 16)}, {16, 16},
           t.in(in), out, w, h);
  t.equal(kernel, t.get(out), want);
}

}  // namespace

KERNEL_CHECK(median_filter) {
  const int sizes[][2] = {{37, 21}, {16, 16}, {1, 1}, {2, 19}};
  for (const auto& [w, h] : sizes) {
    const auto size = static_cast<std::size_t>(w * h);
    const auto bytes = t.random_bits<std::uint8_t>(size), few = t.random<std::uint8_t>(size, 100, 120);
    filter(t, "median_u8", bytes, w, h, false);
    filter(t, "median_u8", few, w, h, false);
    filter(t, "median_f32", t.random<float>(size, -1e6F, 1e6F), w, h, false);
    filter(t, "sobel", bytes, w, h, true);
    filter(t, "sobel", few, w, h, true);  // sums below 255
  }
}
