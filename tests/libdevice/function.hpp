// What is known of a function of libdevice: signature, reference, where it is interesting; and its published bound.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libdevice/real.hpp"

namespace libdevice {

enum class Precision : std::uint8_t { f32, f64 };

struct Format {
  Precision precision;
  int bits;        ///< of the whole number
  int digits;      ///< of the significand, the hidden one too
  int lowest;      ///< exponent of the smallest subnormal
  int highest;     ///< 2^highest overflows
  const char* ir;  ///< type's name in LLVM IR
};
constexpr Format format_f32{Precision::f32, 32, 24, -149, 128, "float"};
constexpr Format format_f64{Precision::f64, 64, 53, -1074, 1024, "double"};
inline const Format& format_of(Precision p) { return p == Precision::f32 ? format_f32 : format_f64; }

/// Numbers travel as bits in 64-bit words.
using Bits = std::uint64_t;
inline double value_of(const Format& format, Bits bits) {
  if (format.precision == Precision::f64) return std::bit_cast<double>(bits);
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}
/// Rounds to the format.
inline Bits bits_of(const Format& format, double value) {
  if (format.precision == Precision::f64) return std::bit_cast<Bits>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}
inline Bits sign_bit(const Format& format) { return Bits{1} << (format.bits - 1); }
inline bool is_subnormal(const Format& format, Bits bits) {
  const Bits magnitude = bits & ~sign_bit(format);
  return magnitude != 0 && magnitude >> (format.digits - 1) == 0;
}

constexpr int max_arguments = 4;
/// One argument list: floats as their bits, integers as 32-bit two's complement.
using Arguments = std::array<Bits, max_arguments>;

/// What a reference reads and writes. There are up to two results; an integer result stands in `integer`.
struct Call {
  const Format* format = nullptr;
  std::array<Real, max_arguments> in;  ///< float arguments by their position, exact
  Arguments bits{};                    ///< the same as bits
  long n = 0;                          ///< the integer argument
  struct Result {
    Real real;
    long integer = 0;
    bool is_integer = false;
    bool exact = false;        ///< real is the result itself, not near it
    bool any_sign = false;     ///< a zero of either sign is right
    bool free = false;         ///< the result is not specified for these arguments
    bool may_be_nan = false;   ///< NaN is right, too
    bool next_normal = false;  ///< with ftz, a subnormal result may be the smallest normal number
    bool low_bits = false;     ///< of the integer only the sign and the three lowest bits of the magnitude count
  };
  std::array<Result, 2> out;
};
using Reference = void (*)(Call&);

struct Interval {
  double low, high;
};

/// Pairs of arguments that a function of several is worth trying on.
enum class Mix : std::uint8_t { free, power, quotient, multiply_add, order, exponent };

struct Function {
  const char* name;       ///< without __nv_ and the f of float: "sin", "fast_exp"
  const char* signature;  ///< result ':' parameters; see module.cpp
  Reference reference;
  Interval f32, f64;  ///< where it is interesting
  Mix mix = Mix::free;
  bool single_only = false;
  /// The f64 function looks at the high word of a scaled negative argument as an f32, so with ftz log(-2^-1074) is -inf
  /// like log(-0); nvcc's -ftz=true gives the same instructions.
  bool word_as_f32 = false;
};
const std::vector<Function>& functions();
/// "sinf", "sin"; "fast_sinf".
std::string symbol_of(const Function& function, Precision precision);
int float_parameters(const Function& function);
int parameters(const Function& function);
/// Number of results, and whether the result `index` is an integer.
int results(const Function& function);
bool integer_result(const Function& function, int index);

/// The error allowed for a call: in units of the last place, or absolute, or none is stated.
struct Bound {
  enum class Kind : std::uint8_t { ulps, absolute, relative, none } kind = Kind::none;
  double value = 0;
};
/// The bound of a result with these arguments; `exact` is the exact value.
Bound bound_of(const Function& function, Precision precision, const Call& call, double exact);
/// "2", "9 |x|<8, else 2.2e-6 abs"
std::string bound_text(const Function& function, Precision precision);

}  // namespace libdevice
