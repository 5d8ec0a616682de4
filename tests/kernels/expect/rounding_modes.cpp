// Expected results of rounding_modes: the host's processor in the same rounding modes; conversions that do not fit
// are clamped as the PTX manual says.
#include <cfenv>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

constexpr int rn = FE_TONEAREST, rz = FE_TOWARDZERO, ru = FE_UPWARD, rd = FE_DOWNWARD;
constexpr int modes[] = {rn, rz, ru, rd};

/// f of the arguments in a rounding mode. Called through a volatile pointer: nothing may be computed before or after.
template <class F, class... T>
auto in_mode(int mode, F f, T... arguments) {
  decltype(f(arguments...)) (*volatile call)(T...) = f;
  std::fesetround(mode);
  const auto result = call(arguments...);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T>
std::vector<T> arithmetic(T x, T y) {
  std::vector<T> o;
  for (const int m : modes) o.push_back(in_mode(m, [](T a, T b) { return a + b; }, x, y));
  for (const int m : modes) o.push_back(in_mode(m, [](T a, T b) { return a * b; }, x, y));
  for (const int m : modes) o.push_back(in_mode(m, [](T a, T b) { return std::fma(a, b, a); }, x, y));
  o.push_back(in_mode(rz, [](T a, T b) { return a / b; }, x, y));
  o.push_back(in_mode(ru, [](T a) { return std::sqrt(a); }, std::abs(x)));
  o.push_back(in_mode(rd, [](T a) { return 1 / a; }, y));
  if constexpr (std::is_same_v<T, float>)
    o.push_back(x > 0 ? std::min(x, 1.0F) : 0);  // 0 for NaN
  else
    o.push_back(std::trunc(x) + std::rint(y) + std::floor(x) + std::ceil(y));
  return o;
}

/// Pairs: all pairs of special values, ordinary numbers, any bits, and numbers that nearly cancel.
template <class T>
void operands(check::Case& t, std::vector<T>& a, std::vector<T>& b) {
  for (const T x : check::special_numbers<T>())
    for (const T y : check::special_numbers<T>()) a.push_back(x), b.push_back(y);
  for (const T x : t.random<T>(300, -100, 100)) a.push_back(x);
  for (const T x : t.random<T>(300, -3, 3)) b.push_back(x);
  for (const T x : t.random_bits<T>(400)) a.push_back(x);
  for (const T x : t.random_bits<T>(400)) b.push_back(x);
  for (const T x : t.random<T>(100, -2, 2)) a.push_back(x), b.push_back(-x * (1 + std::numeric_limits<T>::epsilon()));
}

template <class T>
void check_arithmetic(check::Case& t, const std::string& kernel) {
  std::vector<T> a, b, want;
  operands(t, a, b);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (const T v : arithmetic(a[i], b[i])) want.push_back(v);
  const auto out = t.out<T>(want.size());
  t.launch(kernel, {covering(a.size(), 128)}, {128}, t.in(a), t.in(b), out, static_cast<int>(a.size()));
  auto got = t.get(out);
  if constexpr (std::is_same_v<T, float>)
    for (std::size_t i = 15; i < got.size(); i += 16) got[i] += 0.0F;  // saturating may keep a negative zero
  check::equal_numbers(t, kernel, got, want);
}

/// To a whole number in [low, high] by the mode; `nan` for NaN.
std::int64_t whole(int mode, double x, std::int64_t low, std::int64_t high, std::int64_t nan) {
  if (std::isnan(x)) return nan;
  const double r = in_mode(mode, [](double v) { return std::nearbyint(v); }, x);
  if (r < static_cast<double>(low)) return low;
  return r >= static_cast<double>(high) ? high : static_cast<std::int64_t>(r);
}

std::int64_t float_bits(float f) { return std::isnan(f) ? 0x7fffffff : std::int64_t{std::bit_cast<std::int32_t>(f)}; }

std::vector<std::int64_t> conversions(float f, double d, std::int64_t l) {
  using I = std::numeric_limits<std::int32_t>;
  using L = std::numeric_limits<std::int64_t>;
  std::vector<std::int64_t> o;
  for (const int m : modes) o.push_back(whole(m, double{f}, I::min(), I::max(), 0));
  o.push_back(whole(rn, d, I::min(), I::max(), I::min()));
  o.push_back(whole(rz, d, L::min(), L::max(), L::min()));
  o.push_back(whole(ru, d, L::min(), L::max(), L::min()));
  o.push_back(whole(rd, d, 0, 0xffffffff, 0x80000000));
  const auto to_float = [](auto v) { return static_cast<float>(v); };
  const auto to_double = [](auto v) { return static_cast<double>(v); };
  o.push_back(float_bits(in_mode(rn, to_float, l)));
  o.push_back(float_bits(in_mode(rd, to_float, l)));
  o.push_back(std::bit_cast<std::int64_t>(in_mode(ru, to_double, l)));
  o.push_back(std::bit_cast<std::int64_t>(in_mode(rz, to_double, static_cast<std::uint64_t>(l))));
  o.push_back(float_bits(in_mode(ru, to_float, d)));
  o.push_back(float_bits(in_mode(rz, to_float, d)));
  const auto bits = std::bit_cast<std::int64_t>(d);
  o.push_back(bits >> 32);
  o.push_back(
      static_cast<std::int64_t>(static_cast<std::uint64_t>(l) << 32 | (static_cast<std::uint64_t>(bits) & 0xffffffff)));
  return o;
}

void check_conversions(check::Case& t) {
  std::vector<float> f = check::special_numbers<float>();
  std::vector<double> d = check::special_numbers<double>();
  std::vector<std::int64_t> l{0,
                              1,
                              -1,
                              16777217,
                              -16777217,
                              33554435,
                              9007199254740993,
                              -9007199254740993,
                              std::numeric_limits<std::int64_t>::max(),
                              std::numeric_limits<std::int64_t>::min()};
  for (const double edge : {0x1p31, 0x1p32, 0x1p63, 0x1p64, 0x1p128})
    for (const double delta : {-1.5, -1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0}) {
      f.insert(f.end(), {static_cast<float>(edge + delta), static_cast<float>(-edge + delta)});
      d.insert(d.end(), {edge + delta, -edge + delta});
    }
  d.insert(d.end(),
           {0x1.fffffep127, 0x1.fffffefp127, 0x1.ffffffp127, -0x1.fffffefp127, 0x1p-149, 0x1.8p-150, -0x1p-151});
  for (double x = -3; x <= 3; x += 0.25) f.push_back(static_cast<float>(x)), d.push_back(x);
  for (const float x : t.random<float>(200, -3e9F, 3e9F)) f.push_back(x);
  for (const double x : t.random<double>(200, -5e9, 5e9)) d.push_back(x);
  for (const double x : t.random<double>(200, -1e19, 1e19)) d.push_back(x);
  const std::size_t n = 777;
  for (const float x : t.random_bits<float>(n - f.size())) f.push_back(x);
  for (const double x : t.random_bits<double>(n - d.size())) d.push_back(x);
  for (const std::int64_t x : t.random_bits<std::int64_t>(n - l.size())) l.push_back(x >> (x & 31));

  std::vector<std::int64_t> want;
  for (std::size_t i = 0; i < n; ++i)
    for (const std::int64_t v : conversions(f[i], d[i], l[i])) want.push_back(v);
  const auto out = t.out<std::int64_t>(16 * n);
  t.launch("convert_modes", {covering(n, 128)}, {128}, t.in(f), t.in(d), t.in(l), out, static_cast<int>(n));
  t.equal("convert_modes", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(rounding_modes) {
  check_arithmetic<float>(t, "round_f32");
  check_arithmetic<double>(t, "round_f64");
  check_conversions(t);
}
