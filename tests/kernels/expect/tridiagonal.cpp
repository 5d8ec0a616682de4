// Expected results of tridiagonal: systems made for known solutions; one sweep of Jacobi over whole numbers, exact.
#include <array>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

/// A system of n rows a x[i-1] + b x[i] + c x[i+1] = d with its solution. The first a and the last c do not count.
struct System {
  std::vector<double> a, b, c, d, x;
  System(check::Case& t, std::size_t n) {
    a = t.random<double>(n, -1, 1), c = t.random<double>(n, -1, 1), x = t.random<double>(n, -10, 10);
    for (std::size_t i = 0; i < n; ++i) {
      b.push_back((std::abs(a[i]) + std::abs(c[i]) + 0.5) * (i % 3 == 0 ? -1 : 1));
      d.push_back(b[i] * x[i] + (i > 0 ? a[i] * x[i - 1] : 0) + (i + 1 < n ? c[i] * x[i + 1] : 0));
    }
  }
};

void thomas(check::Case& t, std::size_t n, std::size_t systems) {
  std::vector<double> a(n * systems), b(a), c(a), d(a), x(a);
  for (std::size_t s = 0; s < systems; ++s) {
    const System one(t, n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = i * systems + s;
      a[at] = one.a[i], b[at] = one.b[i], c[at] = one.c[i], d[at] = one.d[i], x[at] = one.x[i];
    }
  }
  const auto out = t.out<double>(x.size());
  t.launch("thomas", {covering(systems, 64)}, {64}, t.in(a), t.in(b), t.in(c), t.in(d), out, static_cast<int>(n),
           static_cast<int>(systems));
  t.near("thomas", t.get(out), x, 1e-11);
}

void cyclic(check::Case& t, std::uint32_t systems) {
  std::vector<std::array<float, 4>> rows;
  std::vector<float> x;
  for (std::uint32_t s = 0; s < systems; ++s) {
    const System one(t, 128);
    for (std::size_t i = 0; i < 128; ++i) {
      rows.push_back({static_cast<float>(one.a[i]), static_cast<float>(one.b[i]), static_cast<float>(one.c[i]),
                      static_cast<float>(one.d[i])});
      x.push_back(static_cast<float>(one.x[i]));
    }
  }
  const auto out = t.out<float>(x.size());
  t.launch("cyclic_reduction", {systems}, {128}, t.in(rows), out);
  t.near("cyclic_reduction", t.get(out), x, 1e-4);
}

void jacobi(check::Case& t, int w, int h) {
  const auto count = static_cast<std::size_t>(w * h);
  std::vector<float> in, f, want;
  for (const int v : t.random<int>(count, -1000, 1000)) in.push_back(static_cast<float>(v));
  for (const int v : t.random<int>(count, -1000, 1000)) f.push_back(static_cast<float>(v));
  want = in;
  const auto row = static_cast<std::size_t>(w);
  for (std::size_t i = row; i + row < count; ++i)
    if (i % row > 0 && i % row < row - 1) want[i] = (in[i - row] + in[i - 1] + in[i + 1] + in[i + row] - f[i]) / 4;
  const auto out = t.out<float>(count);
  t.launch("jacobi", {covering(row, 16), covering(static_cast<std::size_t>(h), 16)}, {16, 16}, t.in(in), t.in(f), out,
           w, h);
  t.near("jacobi", t.get(out), want, 0);
}

}  // namespace

KERNEL_CHECK(tridiagonal) {
  thomas(t, 1, 3);
  thomas(t, 2, 64);
  thomas(t, 33, 70);
  thomas(t, 64, 40);
  cyclic(t, 1);
  cyclic(t, 5);
  jacobi(t, 1, 1);
  jacobi(t, 16, 16);
  jacobi(t, 37, 19);
  jacobi(t, 2, 20);
}
