// Expected results of vector_types: each component by itself; sums and products of floats rounded once.
#include <array>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_float.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

constexpr check::Format float_format{24, -126, 127};

void affine(check::Case& t, std::size_t n) {
  auto a = t.random<float>(4 * n, -100, 100);
  const auto special = check::special_numbers<float>();
  for (std::size_t i = 0; i < std::min(special.size(), a.size()); ++i) a[i] = special[i];
  std::array<float, 4> s;
  std::array<float, 2> shift;
  for (float& x : s) x = t.random<float>(1, -3, 3)[0];
  for (float& x : shift) x = t.random<float>(1, -3, 3)[0];
  std::vector<float> want;
  for (std::size_t i = 0; i < a.size(); ++i)
    want.push_back(
        static_cast<float>(check::fma_in(float_format, double{a[i]}, double{s[i % 4]}, double{shift[i % 2]})));
  const auto out = t.out<float>(a.size());
  t.launch("float4_affine", {covering(n, 128)}, {128}, t.in(a), out, s, shift, static_cast<int>(n));
  check::equal_numbers(t, "float4_affine", t.get(out), want);
}

void blend(check::Case& t, std::size_t n, std::uint8_t alpha) {
  auto a = t.random_bits<std::uint8_t>(4 * n), b = t.random_bits<std::uint8_t>(4 * n);
  for (std::size_t i = 0; i < a.size(); i += 5)  // multiples of 255 before the division
    a[i] = static_cast<std::uint8_t>(b[i] % 127 + (alpha == 1 ? 128 : 1)), b[i] = static_cast<std::uint8_t>(b[i] % 127);
  const double opacity = alpha;
  std::vector<std::uint8_t> want;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double mean = (a[i] * opacity + b[i] * (255 - opacity) + 127) / 255;
    want.push_back(i % 4 == 3 ? 255 : static_cast<std::uint8_t>(std::floor(mean)));
  }
  const auto out = t.out<std::uint8_t>(a.size());
  t.launch("uchar4_blend", {covering(n, 128)}, {128}, t.in(a), t.in(b), out, alpha, static_cast<int>(n));
  t.equal("uchar4_blend", t.get(out), want);
}

void mixed(check::Case& t, std::size_t n) {
  const auto a = t.random<std::int32_t>(3 * n, -500'000'000, 500'000'000);
  std::vector<std::int16_t> shorts;
  std::vector<double> doubles;
  std::vector<std::int64_t> longs;
  for (std::size_t i = 0; i < a.size(); i += 3) {
    const std::int64_t x = a[i], y = a[i + 1], z = a[i + 2];
    for (const std::int64_t v : {x, y, z, x + y + z}) shorts.push_back(static_cast<std::int16_t>(v));
    doubles.push_back(static_cast<double>(x + y));
    doubles.push_back(static_cast<double>(z));
    longs.push_back(x * y);
    longs.push_back(y * z);
  }
  const auto s = t.out<std::int16_t>(shorts.size());
  const auto d = t.out<double>(doubles.size());
  const auto l = t.out<std::int64_t>(longs.size());
  t.launch("mixed_vectors", {covering(n, 128)}, {128}, t.in(a), s, d, l, static_cast<int>(n));
  t.equal("mixed_vectors short4", t.get(s), shorts);
  t.equal("mixed_vectors double2", t.get(d), doubles);
  t.equal("mixed_vectors longlong2", t.get(l), longs);
}

}  // namespace

KERNEL_CHECK(vector_types) {
  for (const std::size_t n : {1U, 128U, 200U}) {
    affine(t, n);
    for (const std::uint8_t alpha : {0, 1, 128, 255}) blend(t, n, alpha);
    mixed(t, n);
  }
}
