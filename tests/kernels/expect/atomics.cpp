// Expected results of atomics.cu: folds of all values, whatever their order.
#include <algorithm>
#include <limits>

#include "kernels/expect/reference_grid.hpp"

namespace {

template <class T, class F>
T fold(const std::vector<T>& values, T first, F f) {
  for (const T v : values) first = f(first, v);
  return first;
}

void check_i32(check::Case& t, int n) {
  auto a = t.random_bits<int>(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = (a[i] | 0x40) & ~0x100;  // so that and, or keep bits of their own
  auto r = t.in(std::vector<int>{0, 0, std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), -1, 0, 0, 0});
  auto u = t.in(std::vector<unsigned>{0, 0, ~0U, 0});
  t.launch("atomics_i32", check::cover(a.size(), 128), {128}, t.in(a), r, u, n);
  std::vector<unsigned> bits(a.begin(), a.end());
  const unsigned sum = std::accumulate(bits.begin(), bits.end(), 0U);
  auto got = t.get(r);
  t.require(std::find(a.begin(), a.end(), got[7]) != a.end(), "atomics_i32, exch: none of the values");
  got.pop_back();
  t.equal("atomics_i32, r", got,
          {static_cast<int>(sum), static_cast<int>(0 - sum), *std::min_element(a.begin(), a.end()),
           *std::max_element(a.begin(), a.end()), fold(a, -1, std::bit_and<int>()), fold(a, 0, std::bit_or<int>()),
           fold(a, 0, std::bit_xor<int>())});
  const auto turns = static_cast<unsigned>(n) % 1000;
  t.equal("atomics_i32, u", t.get(u),
          {turns, (1000 - turns) % 1000, *std::min_element(bits.begin(), bits.end()),
           *std::max_element(bits.begin(), bits.end())});
}

void check_u64(check::Case& t) {
  using u64 = unsigned long long;
  auto a = t.random_bits<u64>(300);
  for (u64& v : a) v = (v | 1ULL << 40) & ~(1ULL << 50);
  std::vector<long long> s(a.begin(), a.end());
  auto r = t.in(std::vector<u64>{0, ~0ULL, 0, ~0ULL, 0, 0});
  auto signed_r =
      t.in(std::vector<long long>{std::numeric_limits<long long>::max(), std::numeric_limits<long long>::min()});
  t.launch("atomics_u64", check::cover(a.size(), 128), {128}, t.in(a), r, signed_r, 300);
  t.equal("atomics_u64, r", t.get(r),
          {std::accumulate(a.begin(), a.end(), 0ULL), *std::min_element(a.begin(), a.end()),
           *std::max_element(a.begin(), a.end()), fold(a, ~0ULL, std::bit_and<u64>()),
           fold(a, 0ULL, std::bit_or<u64>()), fold(a, 0ULL, std::bit_xor<u64>())});
  t.equal("atomics_u64, s", t.get(signed_r),
          {*std::min_element(s.begin(), s.end()), *std::max_element(s.begin(), s.end())});
}

void check_float(check::Case& t, int highest) {
  std::vector<float> a;
  for (const int v : t.random<int>(700, -10000, highest)) a.push_back(static_cast<float>(v));
  auto f = t.in(std::vector<float>{0.0F, -std::numeric_limits<float>::infinity()});
  auto d = t.in(std::vector<double>{0.25});
  t.launch("atomics_float", check::cover(a.size(), 128), {128}, t.in(a), f, d, 700);
  const float sum = std::accumulate(a.begin(), a.end(), 0.0F);  // integers below 2^24: exact in any order
  t.equal("atomics_float, f", t.get(f), {sum, *std::max_element(a.begin(), a.end())});
  t.equal("atomics_float, d", t.get(d), {static_cast<double>(sum) + 0.25});
}

void check_small(check::Case& t) {
  const auto a = t.random_bits<unsigned short>(300);
  for (const std::size_t place : {0U, 1U}) {  // both halves of a word; the other must stay
    std::vector<unsigned short> want{0x1234, 0x5678};
    auto r = t.in(want);
    t.launch("atomics_small", check::cover(a.size(), 128), {128}, t.in(a), r.from(place), 300);
    want[place] = static_cast<unsigned short>(std::accumulate(a.begin(), a.end(), want[place] + 0U));
    t.equal("atomics_small", t.get(r), want);
  }
}

void check_scoped(check::Case& t) {
  const int n = 300;
  const auto a = t.random<int>(n, -100000, 100000);
  auto sums = t.out<int>(3), total = t.out<int>(1);
  auto largest = t.in(std::vector<int>{std::numeric_limits<int>::min()});
  t.launch("atomics_scoped", {3}, {128}, t.in(a), sums, total, largest, n);
  std::vector<int> want(3);
  for (std::size_t i = 0; i < a.size(); ++i) want[i / 128] += a[i];
  t.equal("atomics_scoped, sums", t.get(sums), want);
  t.equal("atomics_scoped, total", t.get(total), {want[0] + want[1] + want[2]});
  t.equal("atomics_scoped, maxi", t.get(largest), {*std::max_element(a.begin(), a.end())});
}

}  // namespace

KERNEL_CHECK(atomics) {
  check_i32(t, 2500);
  check_i32(t, 1);
  check_u64(t);
  check_float(t, 10000);
  check_float(t, -1);
  check_small(t);
  check_scoped(t);
}
