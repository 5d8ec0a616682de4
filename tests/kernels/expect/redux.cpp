// Expected results of redux: folds of 32 elements by the standard library.
#include <functional>
#include <numeric>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_grid.hpp"

namespace {

void check_values(check::Case& t, const std::vector<std::uint32_t>& a) {
  const auto blocks = static_cast<std::uint32_t>(a.size() / 128);
  std::vector<std::uint32_t> want_i, want_u;
  for (std::size_t w = 0; w < a.size() / 32; ++w) {
    const auto u = check::group_of(a, w, 32);
    std::vector<std::int32_t> s(u.begin(), u.end());
    const auto [low, high] = std::minmax_element(s.begin(), s.end());
    want_i.insert(want_i.end(), {std::accumulate(u.begin(), u.end(), 0U), static_cast<std::uint32_t>(*low),
                                 static_cast<std::uint32_t>(*high)});
    want_u.insert(want_u.end(), {std::accumulate(u.begin(), u.end(), ~0U, std::bit_and<>()),
                                 std::accumulate(u.begin(), u.end(), 0U, std::bit_or<>()),
                                 std::accumulate(u.begin(), u.end(), 0U, std::bit_xor<>()),
                                 *std::min_element(u.begin(), u.end()), *std::max_element(u.begin(), u.end())});
  }
  const auto in = t.in(a), out_i = t.out<std::uint32_t>(want_i.size()), out_u = t.out<std::uint32_t>(want_u.size());
  t.launch("redux_i32", {blocks}, {128}, in, out_i);
  t.equal("redux_i32", t.get(out_i), want_i);
  t.launch("redux_u32", {blocks}, {128}, in, out_u);
  t.equal("redux_u32", t.get(out_u), want_u);
}

}  // namespace

KERNEL_CHECK(redux) {
  check_values(t, t.random_bits<std::uint32_t>(128));
  check_values(t, t.random_bits<std::uint32_t>(5 * 128));
  auto rare = t.random_bits<std::uint32_t>(4 * 128);  // few bits set, few bits clear, each at one lane
  for (std::size_t i = 0; i < rare.size(); ++i) rare[i] = i % 2 == 0 ? 1U << (i / 2 % 32) : 0;
  check_values(t, rare);
  for (std::uint32_t& x : rare) x = ~x;
  check_values(t, rare);
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < 128; ++i) ends.push_back(i % 37 == 0 ? 0x80000000U : 0x7fffffffU - i);
  check_values(t, ends);
  for (std::uint32_t& x : ends) x |= 0x80000000U;  // all negative
  check_values(t, ends);
}
