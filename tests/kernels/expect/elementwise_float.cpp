// Expected results of elementwise_float: IEEE arithmetic of the host, bit for bit; conversions by integer parts.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

/// Every pair of special numbers, then ordinary ones of all sizes.
template <class T>
void operands(check::Case& t, std::vector<T>& a, std::vector<T>& b) {
  const auto special = check::special_numbers<T>();
  for (const T x : special)
    for (const T y : special) {
      a.push_back(x);
      b.push_back(y);
    }
  for (const T x : t.random<T>(300, T(-1000), T(1000))) {
    a.push_back(x);
    b.push_back(t.random<T>(1, T(-3), T(3))[0]);
  }
  for (const T x : t.random_bits<T>(211)) {  // any exponent, NaN payloads
    a.push_back(x);
    b.push_back(t.random_bits<T>(1)[0]);
  }
}

template <class T>
void map(check::Case& t, const std::string& kernel) {
  std::vector<T> a, b;
  operands(t, a, b);
  std::vector<T> want(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const T product = std::fma(a[i], b[i], a[i]);
    const T quotient = product / (std::abs(b[i]) + T(1));
    want[i] = quotient + std::sqrt(std::abs(a[i]));
  }
  const auto out = t.out<T>(a.size());
  t.launch(kernel, {covering(a.size(), 256)}, {256}, t.in(a), t.in(b), out, static_cast<int>(a.size()));
  check::equal_numbers(t, kernel, t.get(out), want);
}

template <class T>
void convert(check::Case& t, const std::string& kernel) {
  std::vector<T> a = t.random<T>(300, T(0), T(127));
  for (const T x : {T(0), std::numeric_limits<T>::denorm_min(), T(0.5), std::nextafter(T(1), T(0)), T(1), T(1.5),
                    T(2.5), T(127), std::nextafter(T(128), T(0))})
    a.push_back(x);
  std::vector<std::uint64_t> want;
  for (const T x : a) {
    std::uint64_t whole = 0;  // the largest integer that is not above x
    while (static_cast<T>(whole + 1) <= x) ++whole;
    want.insert(want.end(), 8, whole);
  }
  const auto out = t.out<std::uint64_t>(want.size());
  t.launch(kernel, {covering(a.size(), 256)}, {256}, t.in(a), out, static_cast<int>(a.size()));
  t.equal(kernel, t.get(out), want);
}

void compare(check::Case& t) {
  std::vector<float> a, b;
  operands(t, a, b);
  // Ordered integers: the bits of a float as sign and magnitude, both zeros the same.
  const auto rank = [](float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffU);
    return bits >> 31 != 0 ? -magnitude : magnitude;
  };
  const auto nan = [&](float x) { return std::abs(rank(x)) > 0x7f800000; };
  std::vector<unsigned> want(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (nan(a[i]) || nan(b[i]))
      want[i] = 32U | (nan(a[i]) ? 64U : 0U) | (nan(b[i]) ? 128U : 0U);
    else
      want[i] = rank(a[i]) < rank(b[i]) ? 1U + 2U + 32U : rank(a[i]) > rank(b[i]) ? 4U + 8U + 32U : 2U + 8U + 16U;
  }
  const auto out = t.out<unsigned>(a.size());
  t.launch("compare_f32", {covering(a.size(), 256)}, {256}, t.in(a), t.in(b), out, static_cast<int>(a.size()));
  t.equal("compare_f32", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(elementwise_float) {
  map<float>(t, "map_f32");
  map<double>(t, "map_f64");
  convert<float>(t, "convert_f32");
  convert<double>(t, "convert_f64");
  compare(t);
}
