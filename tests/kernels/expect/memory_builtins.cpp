// Expected results of memory_builtins: bytes copied by the standard library, sums of squares by their formula.
#include <array>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Record = std::array<std::uint64_t, 5>;  // 40 bytes, 8-aligned: int, 20 characters, two doubles

void fixed(check::Case& t, std::size_t n) {
  const auto in = t.random_bits<Record>(n);
  auto want = in;
  for (Record& r : want) r[1] = 0;
  const auto out = t.out<Record>(n);
  t.launch("copy_fixed", {covering(n, 64)}, {64}, t.in(in), out, static_cast<int>(n));
  t.equal("copy_fixed", t.get(out), want);
}

void variable(check::Case& t, std::size_t n, int stride) {
  const auto size = static_cast<std::size_t>(stride);
  const auto in = t.random_bits<std::uint8_t>(n * size);
  auto length = t.random<int>(n, 0, stride);
  length[0] = stride;
  if (n > 1) length[1] = 0;
  std::vector<std::uint8_t> want;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint8_t> row(size, 0xee);
    std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(i * size), length[i], row.begin());
    row.insert(row.begin(), row.front());  // up by one: the first byte stays
    row.pop_back();
    want.insert(want.end(), row.begin(), row.end());
  }
  const auto out = t.out<std::uint8_t>(n * size);
  t.launch("copy_variable", {covering(n, 64)}, {64}, t.in(in), out, t.in(length), stride, static_cast<int>(n));
  t.equal("copy_variable", t.get(out), want);
}

void sums(check::Case& t, const std::string& kernel, std::size_t n, int modulus, int lowest) {
  const auto a = t.random<int>(n, lowest, 1'000'000);
  std::vector<int> want;
  for (const int x : a) {
    const int k = std::max(x, 0) % modulus;
    want.push_back((k - 1) * k * (2 * k - 1) / 6);
  }
  const auto out = t.out<int>(n);
  t.launch(kernel, {covering(n, 64)}, {64}, t.in(a), out, static_cast<int>(n));
  t.equal(kernel, t.get(out), want);
}

}  // namespace

KERNEL_CHECK(memory_builtins) {
  for (const std::size_t n : {1U, 64U, 130U}) {
    fixed(t, n);
    variable(t, n, 37);
    variable(t, n, 64);
    sums(t, "heap_list", n, 10, -1'000'000);  // an empty list below zero
    sums(t, "stack_alloc", n, 20, 0);
  }
  variable(t, 3, 1);
}
