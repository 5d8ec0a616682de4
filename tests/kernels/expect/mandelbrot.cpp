// Expected results of mandelbrot: steps in long double. A pixel counts where the steps stay the same when its point is
// moved a little to every side: elsewhere rounding and contraction decide.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

int steps(long double cx, long double cy, int limit) {
  long double x = 0, y = 0;
  for (int n = 1; n <= limit; ++n) {
    const long double next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    if (x * x + y * y > 4) return n;
  }
  return limit;
}

/// -1 where rounding may decide.
int settled_steps(long double cx, long double cy, int limit, long double blur) {
  const int n = steps(cx, cy, limit);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (steps(cx + dx * blur, cy + dy * blur, limit) != n) return -1;
  return n;
}

template <class Value, class Real, class Shade>
void picture(check::Case& t, const std::string& kernel, int w, int h, Real x0, Real y0, Real step, int limit,
             long double blur, const Shade& shade) {
  const auto size = static_cast<std::size_t>(w * h);
  const auto out = t.out<Value>(size);
  t.launch(kernel, {covering(static_cast<std::size_t>(w), 16), covering(static_cast<std::size_t>(h), 16)}, {16, 16},
           out, w, h, x0, y0, step, limit);
  auto got = t.get(out);
  std::vector<Value> want(size);
  std::size_t unsettled = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const long double cx = x0 + static_cast<long double>(step) * static_cast<int>(i % static_cast<std::size_t>(w));
    const long double cy = y0 + static_cast<long double>(step) * static_cast<int>(i / static_cast<std::size_t>(w));
    const int n = settled_steps(cx, cy, limit, blur);
    if (n < 0) ++unsettled, got[i] = 0;
    want[i] = n < 0 ? Value{0} : shade(n);
  }
  t.equal(kernel, got, want);
  t.require(10 * unsettled <= size, kernel + ": too few pixels are settled to say anything");
}

}  // namespace

KERNEL_CHECK(mandelbrot) {
  const auto picture_f32 = [&](int w, int h, float x0, float y0, float step, int limit) {
    picture<unsigned>(t, "mandelbrot_rgba", w, h, x0, y0, step, limit, 3e-6L, [limit](int n) {
      const auto s = static_cast<unsigned>(n);
      return n == limit ? 0xff000000U : 0xff000000U + (255 - s * 3 % 256) * 65536 + s * 5 % 256 * 256 + s * 9 % 256;
    });
  };
  picture_f32(50, 37, -2.2F, -1.2F, 0.065F, 60);
  picture_f32(16, 16, -0.5F, -0.5F, 0.01F, 20);
  picture_f32(2, 2, -0.5F, -0.5F, 0.01F, 1);
  picture_f32(1, 1, 2.0F, 2.0F, 1.0F, 5);
  picture<int>(t, "mandelbrot_f64", 45, 33, -2.2, -1.2, 0.0725, 80, 1e-14L, [](int n) { return n; });
  picture<int>(t, "mandelbrot_f64", 17, 5, -0.75, 0.1, 1e-4, 50, 1e-14L, [](int n) { return n; });
}
