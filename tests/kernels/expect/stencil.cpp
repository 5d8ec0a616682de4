// Expected results of stencil: the sums in double over neighbours that are 0 outside; the two- and three-dimensional
// ones of whole numbers, exact.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

void line(check::Case& t, const std::vector<float>& in) {
  const double coefficient[] = {-1.0 / 60, 3.0 / 20, -3.0 / 4, 0, 3.0 / 4, -3.0 / 20, 1.0 / 60};
  std::vector<float> want;
  const auto n = static_cast<std::ptrdiff_t>(in.size());
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::ptrdiff_t d = -3; d <= 3; ++d)
      sum += coefficient[d + 3] * (i + d >= 0 && i + d < n ? double{in[static_cast<std::size_t>(i + d)]} : 0);
    want.push_back(static_cast<float>(sum));
  }
  const auto out = t.out<float>(in.size());
  t.launch("stencil_1d", {covering(in.size(), 128)}, {128}, t.in(in), out, static_cast<int>(n));
  t.near("stencil_1d of " + std::to_string(n), t.get(out), want, 3e-6, 1e-6);
}

/// A grid of whole numbers that are multiples of 8, 0 outside.
template <class T>
struct Grid {
  int w, h, d;
  std::vector<T> v;
  Grid(check::Case& t, int w, int h, int d) : w(w), h(h), d(d) {
    for (const int x : t.random<int>(static_cast<std::size_t>(w * h * d), -100, 100))
      v.push_back(static_cast<T>(8 * x));
  }
  bool inside(int x, int y, int z, int margin) const {
    return x >= margin && y >= margin && z >= margin && x < w - margin && y < h - margin && z < d - margin;
  }
  T at(int x, int y, int z) const { return inside(x, y, z, 0) ? v[static_cast<std::size_t>((z * h + y) * w + x)] : 0; }
  T neighbours(int x, int y, int z) const {
    return at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1);
  }
  check::Dim3 blocks() const {
    return {covering(static_cast<std::size_t>(w), 16), covering(static_cast<std::size_t>(h), 16)};
  }
};

void plane(check::Case& t, int w, int h) {
  const Grid<float> g(t, w, h, 1);
  std::vector<float> want;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) want.push_back(g.at(x, y, 0) / 2 + g.neighbours(x, y, 0) / 8);
  const auto out = t.out<float>(want.size());
  t.launch("stencil_2d", g.blocks(), {16, 16}, t.in(g.v), out, w, h);
  t.near("stencil_2d", t.get(out), want, 0);
}

void space(check::Case& t, int w, int h, int d, double k) {
  const Grid<double> g(t, w, h, d);
  std::vector<double> want;
  for (int z = 0; z < d; ++z)
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        want.push_back(g.inside(x, y, z, 1) ? g.at(x, y, z) * (1 - 6 * k) + k * g.neighbours(x, y, z) : 0);
  const auto out = t.out<double>(want.size());
  t.launch("stencil_3d", g.blocks(), {16, 16}, t.in(g.v), out, w, h, d, k);
  t.near("stencil_3d", t.get(out), want, 0);
}

}  // namespace

KERNEL_CHECK(stencil) {
  for (const std::size_t n : {1U, 5U, 128U, 129U, 131U, 400U}) line(t, t.random<float>(n, -3, 3));
  for (const std::size_t i : {0U, 126U, 127U, 128U, 130U, 199U}) {
    std::vector<float> peak(200);
    peak[i] = std::numeric_limits<float>::infinity();  // 0 times it is NaN
    line(t, peak);
  }
  plane(t, 1, 1);
  plane(t, 16, 16);
  plane(t, 37, 18);
  space(t, 3, 3, 3, 0.125);
  space(t, 20, 17, 5, -0.5);
  space(t, 5, 4, 2, 1);
  space(t, 2, 9, 4, 1);
}
