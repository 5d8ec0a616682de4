// Arguments of a function and what is expected of it for them.
#pragma once

#include "libdevice/function.hpp"

namespace libdevice {

/// Special values, all pairs of them where there are several arguments, then `count` random ones. The same each time.
std::vector<Arguments> arguments_of(const Function& function, Precision precision, int count);

/// A result to compare with: the exact value as (scaled + rest) * 2^unit, where 2^unit is a unit of its last place.
struct Expected {
  Bits bits = 0;      ///< correctly rounded
  double scaled = 0;  ///< an integer
  double rest = 0;    ///< at most 1/2
  int unit = 0;
  long integer = 0;
  bool is_integer = false;
  bool finite = false;  ///< neither NaN nor infinite nor zero: scaled, rest, unit count
  bool exact = false;   ///< of simple arguments the result is a float: to be met exactly
  bool any_sign = false, free = false, low_bits = false, next_normal = false, may_be_nan = false;
  Bound bound;
};
using Expectations = std::array<Expected, 2>;
Expectations expect(const Function& function, Precision precision, const Arguments& arguments);

/// Arguments with the subnormal floats made zeros, of f64 only the negative ones; the same when there are none.
Arguments flushed(const Function& function, const Format& format, const Arguments& arguments);

struct Verdict {
  bool right = false;
  bool by_ulps = false;  ///< the bound was one of units in the last place
  double ulps = 0;       ///< against the exact value; infinity where not to be measured
  double absolute = 0;
};
/// Is `got` right? With `ftz`, a result that is subnormal within its error may be a zero of its sign.
Verdict judge(const Format& format, const Expected& expected, Bits got, bool ftz);

}  // namespace libdevice
