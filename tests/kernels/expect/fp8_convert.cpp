// Expected results of fp8_convert: all 256 codes of a format by its definition, and the nearest of them by search.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

struct Fp8 {
  int exponent_bits, fraction_bits, bias;
  bool has_infinity;  ///< else the one code with all bits set is NaN, and the rest of that binade is finite

  double value(unsigned code) const {
    const auto exponent = static_cast<int>(code >> fraction_bits & ((1U << exponent_bits) - 1));
    const auto fraction = static_cast<int>(code & ((1U << fraction_bits) - 1));
    const double sign = (code & 0x80U) != 0 ? -1 : 1;
    if (has_infinity && exponent == (1 << exponent_bits) - 1)
      return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    if (!has_infinity && (code & 0x7fU) == 0x7fU) return std::numeric_limits<double>::quiet_NaN();
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
    return sign * std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
  }

  /// Nearest finite code, of two the even one: beyond the largest it is the largest.
  unsigned code(double x) const {
    if (std::isnan(x)) return 0x7f;
    const double far = std::min(std::abs(x), 0x1p20);  // above all; distances stay exact
    unsigned best = 0;
    for (unsigned c = 0; c < 128; ++c) {
      const double v = value(c);
      if (!std::isfinite(v)) continue;
      const double now = std::abs(far - value(best)), then = std::abs(far - v);
      if (then < now || (then == now && c % 2 == 0)) best = c;
    }
    return best | (std::signbit(x) ? 0x80U : 0U);
  }
};
constexpr Fp8 e4m3{4, 3, 7, false}, e5m2{5, 2, 15, true};

/// Values, midpoints of neighbours and the floats next to them, and what lies outside.
std::vector<float> inputs(check::Case& t, const Fp8& format) {
  std::vector<float> v;
  const float infinity = std::numeric_limits<float>::infinity();
  for (unsigned c = 0; c + 1 < 128; ++c) {
    const double low = format.value(c), high = format.value(c + 1);
    if (!std::isfinite(high)) break;
    const auto middle = static_cast<float>((low + high) / 2);
    for (const float x :
         {static_cast<float>(low), middle, std::nextafter(middle, 0.0F), std::nextafter(middle, infinity)}) {
      v.push_back(x);
      v.push_back(-x);
    }
  }
  for (const float x : check::special_numbers<float>()) v.push_back(x);
  for (const float x : {448.0F, 464.0F, 480.0F, 57344.0F, 61440.0F, 65536.0F}) {
    v.push_back(x);
    v.push_back(std::nextafter(x, infinity));
    v.push_back(-x);
  }
  for (const float x : t.random<float>(301, -500, 500)) v.push_back(x);
  return v;
}

/// NaN has several codes in e5m2; any will do.
std::uint8_t settled(const Fp8& format, unsigned code) {
  return static_cast<std::uint8_t>(std::isnan(format.value(code)) ? 0x7fU : code);
}

void encode(check::Case& t, const std::string& kernel, const Fp8& format) {
  const auto f = inputs(t, format);
  std::vector<std::uint8_t> want;
  for (const float x : f) want.push_back(settled(format, format.code(x)));
  const auto out = t.out<std::uint8_t>(f.size());
  t.launch(kernel, {covering(f.size(), 128)}, {128}, t.in(f), out, static_cast<int>(f.size()));
  auto got = t.get(out);
  for (auto& code : got) code = settled(format, code);
  t.equal(kernel, got, want);
}

void decode(check::Case& t) {
  std::vector<std::uint8_t> codes;
  std::vector<float> want4, want5;
  for (unsigned c = 0; c < 256; ++c) {
    codes.push_back(static_cast<std::uint8_t>(c));
    want4.push_back(static_cast<float>(e4m3.value(c)));
    want5.push_back(static_cast<float>(e5m2.value(c)));
  }
  const auto out4 = t.out<float>(256), out5 = t.out<float>(256);
  t.launch("from_fp8", {3}, {128}, t.in(codes), out4, out5, 256);
  check::equal_numbers(t, "from_fp8 e4m3", t.get(out4), want4);
  check::equal_numbers(t, "from_fp8 e5m2", t.get(out5), want5);
}

void pairs(check::Case& t) {
  auto f = inputs(t, e4m3);
  if (f.size() % 2 != 0) f.pop_back();
  const std::size_t n = f.size() / 2;
  std::vector<std::uint8_t> want;
  for (const float x : f) want.push_back(settled(e4m3, e4m3.code(x)));
  const auto out = t.out<std::uint8_t>(f.size());
  t.launch("pairs_e4m3", {covering(n, 128)}, {128}, t.in(f), out, static_cast<int>(n));
  auto got = t.get(out);
  for (auto& code : got) code = settled(e4m3, code);
  t.equal("pairs_e4m3", got, want);
}

}  // namespace

KERNEL_CHECK(fp8_convert) {
  encode(t, "to_e4m3", e4m3);
  encode(t, "to_e5m2", e5m2);
  decode(t);
  pairs(t);
}
