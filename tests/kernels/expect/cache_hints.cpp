// Expected results of cache_hints.cu.
#include <array>

#include "kernels/expect/reference_grid.hpp"

namespace {

void check_copy(check::Case& t) {
  const std::size_t n = 300;
  const auto a = t.random<int>(n, -500000000, 500000000);
  const auto d = t.random_bits<std::array<std::uint64_t, 2>>(n);  // doubles are moved as bits
  auto out = t.out<int>(n);
  auto e = t.out<std::array<std::uint64_t, 2>>(n);
  t.launch("hinted_copy", check::cover(n, 128), {128}, t.in(a), out, t.in(d), e, static_cast<int>(n));
  std::vector<int> want;
  std::vector<std::array<std::uint64_t, 2>> swapped;
  for (std::size_t i = 0; i < n; ++i) {
    want.push_back(4 * a[i]);
    swapped.push_back({d[i][1], d[i][0]});
  }
  t.equal("hinted_copy, out", t.get(out), want);
  t.equal("hinted_copy, e", t.get(e), swapped);
}

void check_read_only(check::Case& t) {
  const std::size_t n = 200;
  const auto bytes = t.random_bits<std::array<std::uint8_t, 4>>(n);
  const auto shorts = t.random_bits<std::array<std::int16_t, 2>>(n);
  std::vector<std::array<float, 4>> floats(n);
  std::vector<double> doubles(n), want;
  std::vector<std::array<std::int64_t, 2>> longs(n);
  for (std::size_t i = 0; i < n; ++i) {  // integers, so that every order of the sum is exact
    for (float& f : floats[i]) f = static_cast<float>(t.random<int>(1, -1000000, 1000000)[0]);
    doubles[i] = static_cast<double>(t.random<std::int64_t>(1, -(1LL << 50), 1LL << 50)[0]);
    for (std::int64_t& v : longs[i]) v = t.random<std::int64_t>(1, -(1LL << 50), 1LL << 50)[0];
    std::int64_t sum = static_cast<std::int64_t>(doubles[i]) + longs[i][0] + longs[i][1];
    for (const std::uint8_t v : bytes[i]) sum += v;
    for (const std::int16_t v : shorts[i]) sum += v;
    for (const float v : floats[i]) sum += static_cast<std::int64_t>(v);
    want.push_back(static_cast<double>(sum));
  }
  auto out = t.out<double>(n);
  t.launch("read_only", check::cover(n, 128), {128}, t.in(bytes), t.in(shorts), t.in(floats), t.in(doubles),
           t.in(longs), out, static_cast<int>(n));
  t.equal("read_only", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(cache_hints) {
  check_copy(t);
  check_read_only(t);
  const unsigned threads = 2 * 3 * 2 * 64;
  auto out = t.out<unsigned>(4 * threads);
  t.launch("registers", {2, 3, 2}, {8, 4, 2}, out);
  std::vector<unsigned> want;
  for (unsigned id = 0; id < threads; ++id) want.insert(want.end(), {id, id % 64 % 32, 32, 1});
  t.equal("registers", t.get(out), want);
}
