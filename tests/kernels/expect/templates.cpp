// Expected results of templates: whole numbers and fractions of few bits, exact.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

void map(check::Case& t, std::size_t n, std::int32_t k, std::int32_t s) {
  const auto a = t.random_bits<std::int32_t>(n);
  std::vector<std::int32_t> want;
  for (const std::int32_t x : a) {
    const auto scaled = static_cast<std::int32_t>(static_cast<std::uint32_t>(std::int64_t{x} * k + 1));
    // Division towards minus infinity is what an arithmetic shift does.
    const std::int64_t unit = std::int64_t{1} << s, rest = ((x % unit) + unit) % unit;
    want.push_back(scaled ^ static_cast<std::int32_t>((x - rest) / unit));
  }
  const auto out = t.out<std::int32_t>(n);
  t.launch("lambda_map", {covering(n, 128)}, {128}, t.in(a), out, k, s, static_cast<int>(n));
  t.equal("lambda_map", t.get(out), want);
}

struct Three {  // and an empty member behind
  std::int32_t a;
  float b;
  std::int16_t c, nothing;
};
static_assert(sizeof(Three) == 12);

void fold(check::Case& t, std::size_t n) {
  std::vector<Three> in;
  std::vector<double> want;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t a = t.random_bits<std::int32_t>(1)[0];
    const float b = static_cast<float>(t.random<int>(1, -8000000, 8000000)[0]) / 64;
    const auto c = t.random_bits<std::int16_t>(1)[0];
    in.push_back({a, b, c, -1});
    want.push_back(double{b} * 2 + a + c * 3);
  }
  const auto out = t.out<double>(n);
  t.launch("tuple_fold", {covering(n, 128)}, {128}, t.in(in), out, static_cast<int>(n));
  t.near("tuple_fold", t.get(out), want, 0);
}

void polynomial(check::Case& t) {
  std::vector<std::int32_t> x;
  for (int i = -20; i <= 20; ++i) x.push_back(i);
  for (const int v : t.random<int>(200, -5000, 5000)) x.push_back(v);
  std::vector<std::int64_t> want;
  for (const std::int64_t v : x) want.push_back((v - 1) * (v - 2) * (v - 3) * (v - 4) * (v - 5));
  const auto out = t.out<std::int64_t>(x.size());
  t.launch("polynomial", {covering(x.size(), 128)}, {128}, t.in(x), out, static_cast<int>(x.size()));
  t.equal("polynomial", t.get(out), want);
}

void divisors(check::Case& t) {
  std::vector<std::uint32_t> a;
  for (std::uint32_t i = 0; i < 70; ++i) a.push_back(i);
  for (const std::uint32_t x : t.random<std::uint32_t>(70, 100, 1000)) a.push_back(x);
  a.insert(a.end(), {7560, 10080});  // 64 and 72 divisors
  std::vector<std::uint32_t> want;
  for (const std::uint32_t x : a) {
    std::uint32_t sum = 0, kept = 0;
    for (std::uint32_t d = 1; d <= x; ++d)
      if (x / d * d == x && kept < 64) sum += d, ++kept;
    want.push_back(sum);
  }
  const auto out = t.out<std::uint32_t>(a.size());
  t.launch("small_vector", {covering(a.size(), 128)}, {128}, t.in(a), out, static_cast<int>(a.size()));
  t.equal("small_vector", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(templates) {
  map(t, 1, 3, 0);
  map(t, 128, -12345, 7);
  map(t, 300, 0x7fffffff, 31);
  for (const std::size_t n : {1U, 129U}) fold(t, n);
  polynomial(t);
  divisors(t);
}
