// Expected results of bigint.cu: numbers as strings of bits and bytes, and the host's 128-bit remainder.
#include <algorithm>
#include <bitset>

#include "kernels/expect/reference_grid.hpp"

namespace {

__extension__ using u128 = unsigned __int128;
__extension__ using i128 = __int128;
using Bits = std::bitset<128>;

Bits bits_of(u128 v) {
  Bits b;
  for (std::size_t k = 0; k < 128; ++k) b[k] = (v >> k & 1) != 0;
  return b;
}
u128 number(const Bits& b) {
  u128 v = 0;
  for (std::size_t k = 128; k-- > 0;) v = v << 1 | static_cast<u128>(b[k]);
  return v;
}
Bits add(const Bits& a, const Bits& b, bool carry) {
  Bits sum;
  for (std::size_t k = 0; k < 128; ++k) {
    sum[k] = (a[k] != b[k]) != carry;
    carry = a[k] + b[k] + carry >= 2;
  }
  return sum;
}

void append_expected(std::vector<u128>& want, u128 x, u128 y, std::size_t shift) {
  const Bits a = bits_of(x), b = bits_of(y);
  want.push_back(number(add(a, b, false)));
  want.push_back(number(add(a, ~b, true)));
  Bits product;
  for (std::size_t k = 0; k < 128; ++k)
    if (b[k]) product = add(product, a << k, false);
  want.push_back(number(product));
  want.push_back(number(a << shift));
  Bits arithmetic = a >> shift;
  for (std::size_t k = 128 - shift; k < 128; ++k) arithmetic[k] = a[127];
  want.push_back(number(arithmetic));
  want.push_back(number(a >> shift));
  want.push_back(static_cast<i128>(x) < static_cast<i128>(y) ? x : y);
  want.push_back(y == 0 ? 0 : x / y);
}

void check_i128(check::Case& t) {
  const u128 top = u128{1} << 127;
  const std::vector<u128> edges{0, 1, ~u128{0}, top, top - 1, ~std::uint64_t{0}, u128{1} << 64, 10, ~u128{0} << 64};
  std::vector<u128> a, b, want;
  for (const u128 x : edges)
    for (const u128 y : edges) a.push_back(x), b.push_back(y);
  while (a.size() < 200) {  // of any length in bits
    for (auto* v : {&a, &b}) v->push_back((u128{t.rng()} << 64 | t.rng()) >> t.rng() % 128);
  }
  for (std::size_t i = 0; i < a.size(); ++i) append_expected(want, a[i], b[i], i % 128);
  auto out = t.out<u128>(want.size());
  t.launch("i128_ops", check::cover(a.size(), 64), {64}, t.in(a), t.in(b), out, static_cast<int>(a.size()));
  t.equal("i128_ops", t.get(out), want);
}

void check_mul_256(check::Case& t) {
  const std::size_t n = 70;
  auto a = t.random_bits<std::uint32_t>(8 * n), b = t.random_bits<std::uint32_t>(8 * n);
  std::fill_n(a.begin(), 16, ~0U), std::fill_n(b.begin(), 8, ~0U), std::fill_n(b.begin() + 8, 8, 0U);
  std::vector<std::uint32_t> want(16 * n);
  for (std::size_t i = 0; i < n; ++i) {  // column by column, in bytes
    const auto byte = [i](const std::vector<std::uint32_t>& v, std::size_t k) {
      return v[8 * i + k / 4] >> k % 4 * 8 & 255;
    };
    std::uint32_t column = 0;
    for (std::size_t k = 0; k < 64; ++k) {
      for (std::size_t p = k < 32 ? 0 : k - 31; p <= std::min<std::size_t>(k, 31); ++p)
        column += byte(a, p) * byte(b, k - p);
      want[16 * i + k / 4] |= (column & 255) << k % 4 * 8;
      column >>= 8;
    }
  }
  auto out = t.out<std::uint32_t>(want.size());
  t.launch("mul_256", check::cover(n, 64), {64}, t.in(a), t.in(b), out, static_cast<int>(n));
  t.equal("mul_256", t.get(out), want);
}

void check_mod_power(check::Case& t) {
  auto base = t.random_bits<std::uint64_t>(20), exponent = t.random_bits<std::uint64_t>(20);
  base[0] = 0, exponent[1] = 0, base[2] = 0, exponent[2] = 0, exponent[3] = 1, base[4] = ~0ULL, exponent[5] = ~0ULL;
  std::vector<std::uint64_t> moduli{1, 3, 0xffffffffffffffc5, 0xffffffffffffffff, 1000000007, 1ULL << 63 | 1};
  while (moduli.size() < 14) moduli.push_back(t.rng() >> (moduli.size() - 6) | 1);
  for (const std::uint64_t m : moduli) {
    std::vector<std::uint64_t> want;
    for (std::size_t i = 0; i < base.size(); ++i) {
      u128 power = 1 % m;  // from the highest bit down
      for (int k = 63; k >= 0; --k) {
        power = power * power % m;
        if (exponent[i] >> k & 1) power = power * (base[i] % m) % m;
      }
      want.push_back(static_cast<std::uint64_t>(power));
    }
    auto out = t.out<std::uint64_t>(base.size());
    t.launch("mod_power", check::cover(base.size(), 64), {64}, t.in(base), t.in(exponent), m, out,
             static_cast<int>(base.size()));
    t.equal("mod_power mod " + std::to_string(m), t.get(out), want);
  }
}

}  // namespace

KERNEL_CHECK(bigint) {
  check_i128(t);
  check_mul_256(t);
  check_mod_power(t);
}
