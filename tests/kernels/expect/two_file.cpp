// Expected results of two_file_main and two_file_lib: polynomials modulo 2^32, a table, a counter.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

KERNEL_CHECK(two_file) {
  const auto calls = t.symbol<std::uint32_t>("lib_calls"), table = t.symbol<std::uint32_t>("lib_table");
  t.equal("lib_calls at first", t.get(calls), {0});
  t.equal("lib_table", t.get(table), {10, 20, 30, 40});
  std::uint32_t counted = 0;
  for (const std::size_t n : {1U, 128U, 300U}) {
    auto a = t.random_bits<std::uint32_t>(n);
    a[0] = static_cast<std::uint32_t>(-7);
    std::vector<std::uint32_t> want, state;
    for (std::uint32_t i = 0; i < n; ++i) {
      want.push_back(3 * a[i] * a[i] + 1);
      state.push_back(10 * (i % 4 + 1) + i);
    }
    const auto out = t.out<std::uint32_t>(n);
    t.launch("linked_map", {covering(n, 128)}, {128}, t.in(a), out, static_cast<int>(n));
    t.equal("linked_map", t.get(out), want);
    t.launch("linked_state", {covering(n, 128)}, {128}, out, static_cast<int>(n));
    t.equal("linked_state", t.get(out), state);
    counted += static_cast<std::uint32_t>(n);
    t.equal("lib_calls", t.get(calls), {counted});
  }
  t.put(table, {7, 8, 9, 0xffffffff});
  const auto out = t.out<std::uint32_t>(4);
  t.launch("linked_state", {1}, {128}, out, 4);
  t.equal("linked_state, other table", t.get(out), {7, 9, 11, 2});
}
