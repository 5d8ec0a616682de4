// Arguments to try: the special values of the format, and random ones of several kinds.
//
// Random: all bit patterns alike; even over the interesting interval; even over its exponents; near +-1; integers and
// halves; next to multiples of pi/2. Second arguments also near the first by a power of two, and by kind of function.
#include <random>

#include "libdevice/sample.hpp"

namespace libdevice {
namespace {

constexpr double pi = 3.14159265358979323846;

class Source {
 public:
  Source(const Function& function, Precision precision)
      : function_(function),
        format_(format_of(precision)),
        interval_(precision == Precision::f32 ? function.f32 : function.f64) {
    std::uint64_t seed = format_.bits == 32 ? 32 : 64;  // FNV of the name
    for (const char* c = function.name; *c != 0; ++c) seed = (seed ^ static_cast<unsigned char>(*c)) * 0x100000001b3ULL;
    engine_.seed(seed);
  }

  std::uint64_t word() { return engine_(); }
  unsigned below(unsigned n) { return static_cast<unsigned>(word() % n); }
  double uniform(double low, double high) { return low + (high - low) * (double(word() >> 11) * 0x1p-53); }
  Bits round(double x) const { return bits_of(format_, x); }
  double value(Bits bits) const { return value_of(format_, bits); }
  Bits any_bits() { return word() >> (64 - format_.bits); }

  /// One float, alone.
  Bits one() {
    const unsigned kind = below(100);
    if (kind < 35) return any_bits();
    if (kind < 60) return round(uniform(interval_.low, interval_.high));
    if (kind < 80) return by_exponent();
    if (kind < 88)
      return round(sign() * (1 + sign() * std::ldexp(uniform(0.5, 1), -int(below(unsigned(format_.digits))))));
    if (kind < 94)
      return round(sign() * std::floor(std::ldexp(uniform(0.5, 1), int(below(unsigned(format_.digits + 2))))) * 0.5);
    return (round(sign() * std::floor(std::exp2(uniform(0, 24))) * (pi / 2)) + below(5)) - 2;
  }
  double sign() { return below(2) == 0 ? 1.0 : -1.0; }
  Bits by_exponent() {
    const bool negative = interval_.low < 0 && (interval_.high <= 0 || below(2) == 0);
    const double edge = negative ? interval_.low : interval_.high;
    return round(edge * std::exp2(-uniform(0, 40)));
  }
  /// A number within some powers of two of x.
  Bits near(double x) {
    return round(x * sign() *
                 std::ldexp(uniform(0.5, 1), int(below(8) == 0 ? below(200) : below(24)) - (below(2) == 0 ? 12 : 0)));
  }

  /// x in (0, infinity) and y so that x^y is a number, or just not.
  void power(Arguments& a) {
    const double x = std::exp2(uniform(-1, 1) * std::exp2(-uniform(0, 20)) * (below(4) == 0 ? format_.highest : 16));
    const double log = std::log2(value(round(x)));
    const double target = uniform(-1.1, 1.1) * format_.highest;
    a[0] = round(x * (below(8) == 0 ? -1 : 1));
    a[1] = round(below(4) == 0 ? std::round(target / log) : below(4) == 0 ? uniform(-10, 10) : target / log);
  }
  /// z cancels most of x * y.
  void multiply_add(Arguments& a) {
    a[2] = round(-(value(a[0]) * value(a[1])));
    const unsigned change = below(4);
    if (change == 1) a[2] += below(9) - 4U;
    if (change == 2) a[2] = round(value(a[2]) * std::ldexp(uniform(0.5, 1), int(below(120)) - 60));
    a[2] &= format_.bits == 32 ? 0xffffffffU : ~Bits{0};
  }
  Bits order() {
    constexpr int orders[] = {0, 1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 128, 128, 128, 128, 128, -1};
    return static_cast<std::uint32_t>(orders[below(std::size(orders))]);
  }
  Bits exponent() {
    const int range = 2 * (format_.highest + format_.digits);
    return static_cast<std::uint32_t>(int(below(unsigned(2 * range))) - range);
  }

  Arguments next() {
    Arguments a{};
    int position = 0;
    double first = 0;
    for (const char c : std::string_view(function_.signature).substr(2)) {
      if (std::islower(c) == 0) continue;
      Bits& x = a[std::size_t(position)];
      if (c == 'n')
        x = function_.mix == Mix::order ? order() : exponent();
      else
        x = position > 0 && function_.mix == Mix::quotient && below(2) == 0 ? near(first) : one();
      if (position++ == 0) first = value(x);
    }
    if (function_.mix == Mix::power && below(4) != 0) power(a);
    if (function_.mix == Mix::multiply_add && below(2) == 0) multiply_add(a);
    return a;
  }

 private:
  const Function& function_;
  const Format& format_;
  Interval interval_;
  std::mt19937_64 engine_;
};

void add_both_signs(std::vector<Bits>& list, const Format& format, Bits bits) {
  list.push_back(bits);
  list.push_back(bits ^ sign_bit(format));
}

/// The values that a few arguments are all tried with.
std::vector<Bits> few_specials(const Format& format) {
  std::vector<Bits> list;
  for (const double x : {0.0, 1.0, 2.0, 0.5, double(INFINITY)}) add_both_signs(list, format, bits_of(format, x));
  list.push_back(bits_of(format, NAN));
  list.push_back(1);
  list.push_back(bits_of(format, INFINITY) - 1);
  return list;
}

/// Values where functions are special, or change their method.
std::vector<Bits> specials(const Format& format) {
  std::vector<Bits> list;
  const Bits infinity = bits_of(format, INFINITY);
  const Bits normal = Bits{1} << (format.digits - 1);
  for (const Bits b : {Bits{0}, Bits{1}, Bits{2}, normal / 2, normal - 1, normal, normal + 1, infinity - 1, infinity})
    add_both_signs(list, format, b);
  add_both_signs(list, format, infinity | normal / 2);
  for (const double x : {1.0, 2.0, 0.5, 4.0}) {
    const Bits b = bits_of(format, x);
    for (const Bits c : {b - 1, b, b + 1}) add_both_signs(list, format, c);
  }
  for (const double x : {1.5, 2.5, 3.0, 5.0, 10.0, 100.0, 0.25, 0.1}) add_both_signs(list, format, bits_of(format, x));
  for (const int e : {format.digits - 2, format.digits - 1, format.digits, 31, 32, 63, 64, format.highest - 1})
    add_both_signs(list, format, bits_of(format, std::ldexp(1, e)));
  add_both_signs(list, format, bits_of(format, std::ldexp(1, format.digits)) - 1);
  return list;
}

/// More of them, for functions of one argument.
void add_single_specials(std::vector<Bits>& list, const Format& format) {
  for (int e = format.lowest; e < format.highest; e += format.bits == 32 ? 1 : 7) {
    const Bits b = bits_of(format, std::ldexp(1, e));
    for (const Bits c : {b - 1, b, b + 1}) add_both_signs(list, format, c);
  }
  for (int k = 1; k <= 64; ++k) {
    const Bits b = bits_of(format, k * pi / 2);
    for (const Bits c : {b - 1, b, b + 1}) add_both_signs(list, format, c);
    add_both_signs(list, format, bits_of(format, k));
    add_both_signs(list, format, bits_of(format, k + 0.5));
  }
}

std::vector<Bits> special_integers(const Format& format) {
  std::vector<Bits> list;
  for (const int n : {0, 1, -1, 2, 3, 128, 127, -127, format.highest, -format.highest, format.lowest, format.lowest - 1,
                      2 * format.highest, -2 * format.highest, 1 << 30, -(1 << 30), INT32_MAX, INT32_MIN})
    list.push_back(static_cast<std::uint32_t>(n));
  return list;
}

}  // namespace

std::vector<Arguments> arguments_of(const Function& function, Precision precision, int count) {
  const Format& format = format_of(precision);
  std::vector<Arguments> lists{Arguments{}};
  const int width = parameters(function);
  for (int position = 0; const char c : std::string_view(function.signature).substr(2)) {
    if (std::islower(c) == 0) continue;
    std::vector<Bits> values = width > 2 ? few_specials(format) : specials(format);
    if (width == 1) add_single_specials(values, format);
    if (width == 4) values.resize(9);
    if (c == 'n') values = special_integers(format);
    if (c == 'n' && function.mix == Mix::order) values = {0, 1, 2, 5, 128, 0xffffffffU};
    std::vector<Arguments> more;
    for (const Arguments& a : lists)
      for (const Bits v : values) {
        more.push_back(a);
        more.back()[std::size_t(position)] = v;
      }
    lists = std::move(more);
    ++position;
  }
  Source source(function, precision);
  for (int i = 0; i < count; ++i) lists.push_back(source.next());
  return lists;
}

Arguments flushed(const Function& function, const Format& format, const Arguments& arguments) {
  Arguments result = arguments;
  for (std::size_t position = 0; const char c : std::string_view(function.signature).substr(2)) {
    if (std::islower(c) == 0) continue;
    const bool flushes = format.precision == Precision::f32 || (result[position] & sign_bit(format)) != 0;
    if (c != 'n' && flushes && is_subnormal(format, result[position])) result[position] &= sign_bit(format);
    ++position;
  }
  return result;
}

}  // namespace libdevice
