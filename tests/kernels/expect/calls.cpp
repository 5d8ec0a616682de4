// Expected results of calls.cu: closed forms and loops in place of the recursion.
#include <utility>

#include "kernels/expect/reference_grid.hpp"

namespace {

void check_recurse(check::Case& t, std::size_t n) {
  auto a = t.random<unsigned>(n, 0, 11);
  for (std::size_t i = 0; i < n; ++i) a[i] += 20 * static_cast<unsigned>(t.rng() % 100000000);
  a[0] = 19, a[n - 1] = 4000000019U - 4000000019U % 20 + 15;
  auto b = t.random_bits<unsigned>(n);
  b[0] = 0;
  std::vector<unsigned> want_fib, want_ack, want_gcd;
  for (std::size_t i = 0; i < n; ++i) {
    unsigned now = 0, next = 1;
    for (unsigned k = 0; k < a[i] % 20; ++k) now = std::exchange(next, now + next);
    want_fib.push_back(now);
    want_ack.push_back(2 * (a[i] % 5) + 3);
    want_gcd.push_back(std::gcd(a[i], b[i]));
  }
  auto fib = t.out<unsigned>(n), ack = t.out<unsigned>(n), gcd = t.out<unsigned>(n);
  t.launch("recurse", check::cover(n, 64), {64}, t.in(a), t.in(b), fib, ack, gcd, static_cast<int>(n));
  t.equal("recurse, fib", t.get(fib), want_fib);
  t.equal("recurse, ack", t.get(ack), want_ack);
  t.equal("recurse, gcd", t.get(gcd), want_gcd);
}

int applied(int op, int a, int b) {
  switch (op) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * b;
    case 3:
      return b == 0 ? 0 : a / b;
    default:
      return static_cast<int>(std::rotl(static_cast<unsigned>(a), 7)) ^ b;
  }
}

void check_dispatch(check::Case& t, std::size_t n) {
  const auto op = t.random<int>(n, 0, 8), a = t.random<int>(n, -30000, 30000), b = t.random<int>(n, -5, 5);
  for (const int extra : {0, 1}) {
    std::vector<int> want;
    for (std::size_t i = 0; i < n; ++i) want.push_back(applied(op[i] < 5 ? op[i] : extra != 0 ? 4 : 0, a[i], b[i]));
    auto out = t.out<int>(n);
    t.launch("dispatch", check::cover(n, 64), {64}, t.in(op), t.in(a), t.in(b), out, static_cast<int>(n), extra);
    t.equal("dispatch", t.get(out), want);
  }
}

void check_types(check::Case& t, std::size_t n) {
  auto a = t.random_bits<int>(n);
  a[0] = -1, a[1] = 0, a[2] = 1023, a[3] = 512;
  std::vector<double> want;
  for (const int raw : a) {
    const std::int64_t v = raw & 1023, c = v % 2 != 0 ? v % 64 : -(v % 64), s = v + 1;
    const std::int64_t big = 15 * v + 6 * (c + s), quad = 4 * v + 6;
    // twice the sum, because of v / 2
    const std::int64_t twice = 2 * (c + s + 2 * v + (v << 20) + v + v + big + quad) + v;
    want.push_back(static_cast<double>(twice) / 2);
  }
  auto out = t.out<double>(n);
  t.launch("pass_types", check::cover(n, 64), {64}, t.in(a), out, static_cast<int>(n));
  t.equal("pass_types", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(calls) {
  check_recurse(t, 70);
  check_dispatch(t, 300);
  check_types(t, 100);
}
