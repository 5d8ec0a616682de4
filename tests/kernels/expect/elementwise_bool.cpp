// Expected results of elementwise_bool: truth tables instead of the kernels' expressions.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

void logic(check::Case& t, int n, bool flip) {
  const auto size = static_cast<std::size_t>(n);
  const auto a = t.random<std::uint8_t>(size, 0, 1), b = t.random<std::uint8_t>(size, 0, 1);
  // Indexed by a, b, odd.
  const int plain[8] = {0, 0, 0, 1, 1, 1, 0, 1}, flipped[8] = {1, 1, 0, 1, 1, 1, 1, 1};
  std::vector<std::uint8_t> want(size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto row = static_cast<std::size_t>(4 * a[i] + 2 * b[i]) + i % 2;
    want[i] = static_cast<std::uint8_t>(flip ? flipped[row] : plain[row]);
  }
  const auto out = t.out<std::uint8_t>(size);
  t.launch("bool_logic", {covering(size, 128)}, {128}, t.in(a), t.in(b), out, n, flip);
  t.equal("bool_logic", t.get(out), want);
}

void select(check::Case& t, int n, bool any) {
  const auto size = static_cast<std::size_t>(n);
  const auto m = t.random<std::uint8_t>(size, 0, 1);
  const auto a = t.random_bits<int>(size), b = t.random_bits<int>(size);
  std::vector<int> want = any ? b : std::vector<int>(size, -1);
  for (std::size_t i = 0; i < size; ++i)
    if (m[i] != 0) want[i] = a[i];
  const auto out = t.out<int>(size);
  t.launch("bool_select", {covering(size, 128)}, {128}, t.in(m), t.in(a), t.in(b), out, n, any);
  t.equal("bool_select", t.get(out), want);
}

void count(check::Case& t, int n) {
  const auto size = static_cast<std::size_t>(n);
  const auto a = t.random<std::uint8_t>(size, 0, 1), b = t.random<std::uint8_t>(size, 0, 1);
  unsigned want = 0;
  for (std::size_t i = 0; i < size; ++i) want += a[i] != b[i] ? 1U : 0U;
  const auto out = t.out<unsigned>(1);
  t.launch("bool_count", {covering(size, 128)}, {128}, t.in(a), t.in(b), out, n);
  t.equal("bool_count", t.get(out), {want});
}

}  // namespace

KERNEL_CHECK(elementwise_bool) {
  for (const int n : {1, 128, 301, 1000}) {
    for (const bool flag : {false, true}) {
      logic(t, n, flag);
      select(t, n, flag);
    }
    count(t, n);
  }
}
