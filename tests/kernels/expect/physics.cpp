// Expected results of physics: Runge-Kutta in long double, collisions by their moments in double, spins one by one.
#include <array>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Real = long double;
using Point = std::array<Real, 3>;

Point slope(const Point& p) { return {10 * (p[1] - p[0]), p[0] * (28 - p[2]) - p[1], p[0] * p[1] - 8 * p[2] / 3}; }

Point moved(const Point& p, const Point& k, Real by) { return {p[0] + by * k[0], p[1] + by * k[1], p[2] + by * k[2]}; }

void lorenz(check::Case& t, std::size_t n, double dt, int steps) {
  const auto start = t.random<double>(3 * n, -20, 20);
  std::vector<double> want;
  for (std::size_t i = 0; i < n; ++i) {
    Point p = {start[3 * i], start[3 * i + 1], start[3 * i + 2]};
    for (int s = 0; s < steps; ++s) {
      const Point a = slope(p), b = slope(moved(p, a, Real{dt} / 2)), c = slope(moved(p, b, Real{dt} / 2));
      const Point d = slope(moved(p, c, dt));
      p = moved(moved(moved(moved(p, a, Real{dt} / 6), b, Real{dt} / 3), c, Real{dt} / 3), d, Real{dt} / 6);
    }
    for (const Real x : p) want.push_back(static_cast<double>(x));
  }
  const auto state = t.in(start);
  t.launch("lorenz", {covering(n, 128)}, {128}, state, dt, steps, static_cast<int>(n));
  t.near("lorenz", t.get(state), want, 1e-6);
}

void boltzmann(check::Case& t, std::size_t w, std::size_t h, float omega) {
  const int to_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, to_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const std::size_t cells = w * h;
  const auto in = t.random<float>(9 * cells, 0.05F, 0.5F);
  std::vector<double> streamed(9 * cells);
  for (std::size_t k = 0; k < 9; ++k)  // each cell sends its part to the neighbour
    for (std::size_t c = 0; c < cells; ++c) {
      const auto x = (c % w + w + static_cast<std::size_t>(to_x[k] + 1) - 1) % w;
      const auto y = (c / w + h + static_cast<std::size_t>(to_y[k] + 1) - 1) % h;
      streamed[k * cells + y * w + x] = in[k * cells + c];
    }
  std::vector<float> want(9 * cells);
  for (std::size_t c = 0; c < cells; ++c) {
    double rho = 0, px = 0, py = 0;
    for (std::size_t k = 0; k < 9; ++k) {
      rho += streamed[k * cells + c];
      px += to_x[k] * streamed[k * cells + c];
      py += to_y[k] * streamed[k * cells + c];
    }
    for (std::size_t k = 0; k < 9; ++k) {
      const int length = to_x[k] * to_x[k] + to_y[k] * to_y[k];
      const double weight = length == 0 ? 4.0 / 9 : length == 1 ? 1.0 / 9 : 1.0 / 36;
      const double along = (to_x[k] * px + to_y[k] * py) / rho, square = (px * px + py * py) / (rho * rho);
      const double balance = weight * rho * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
      const double f = streamed[k * cells + c];
      want[k * cells + c] = static_cast<float>(f + omega * (balance - f));
    }
  }
  const auto out = t.out<float>(9 * cells);
  t.launch("boltzmann", {covering(w, 16), covering(h, 16)}, {16, 16}, t.in(in), out, static_cast<int>(w),
           static_cast<int>(h), omega);
  t.near("boltzmann", t.get(out), want, 1e-5);
}

/// Even sizes: on a torus of odd size two cells of a colour would be neighbours.
void ising(check::Case& t, std::size_t w, std::size_t h) {
  std::vector<signed char> spin;
  for (const int up : t.random<int>(w * h, 0, 1)) spin.push_back(static_cast<signed char>(2 * up - 1));
  const std::vector<unsigned> limit = {0, 0, 0x40000000, 0, 0x10000000};
  const auto data = t.in(spin);
  for (std::size_t color = 0; color < 2; ++color) {
    const auto random = t.random_bits<unsigned>(w * h);
    for (std::size_t i = 0; i < w * h; ++i) {
      const std::size_t x = i % w, y = i / w;
      if ((x + y) % 2 != color) continue;
      int equal = 0;  // neighbours that agree
      for (const std::size_t other :
           {y * w + (x + 1) % w, y * w + (x + w - 1) % w, (y + 1) % h * w + x, (y + h - 1) % h * w + x})
        equal += spin[other] == spin[i] ? 1 : 0;
      if (equal <= 2 || random[i] < limit[static_cast<std::size_t>(2 * equal - 4)])
        spin[i] = static_cast<signed char>(-spin[i]);
    }
    t.launch("ising", {covering(w / 2, 16), covering(h, 16)}, {16, 16}, data, t.in(random), t.in(limit),
             static_cast<int>(w), static_cast<int>(h), static_cast<int>(color));
    t.equal("ising", t.get(data), spin);
  }
}

}  // namespace

KERNEL_CHECK(physics) {
  lorenz(t, 200, 0.01, 5);
  lorenz(t, 1, 0.001, 20);
  boltzmann(t, 37, 18, 1.2F);
  boltzmann(t, 3, 1, 0.5F);
  ising(t, 38, 20);
  ising(t, 2, 2);
}
