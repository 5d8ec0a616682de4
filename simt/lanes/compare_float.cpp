// Comparisons of f32 and f64 over 32 lanes, and testp. Cost: 5 to 20 ns. Source: PTX ISA 9.0, 9.7.3, 9.7.6.
#include "simt/lanes/compare_lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

template <class T, class C>
Handler of_float(const CompareKey& k) {
  switch (k.test) {
    case Test::eq:
      return with_result<T, Test::eq>(k.result);
    case Test::lt:
      return with_result<T, Test::lt>(k.result);
    case Test::le:
      return with_result<T, Test::le>(k.result);
    case Test::ne:
      return with_result<T, Test::ne>(k.result);
    case Test::num:
      return with_result<T, Test::num>(k.result);
    case Test::infinite:
      return run_compare<C, Test::infinite, CompareKey::Result::pred>;
    case Test::finite:
      return run_compare<C, Test::finite, CompareKey::Result::pred>;
    case Test::nan:
      return run_compare<C, Test::nan, CompareKey::Result::pred>;
    case Test::subnormal:
      return run_compare<C, Test::subnormal, CompareKey::Result::pred>;
    case Test::normal:
      return run_compare<C, Test::normal, CompareKey::Result::pred>;
  }
  return nullptr;
}
constexpr u32 exponent32 = 0x7f800000U;
constexpr u64 exponent64 = 0x7ff0000000000000ULL;

}  // namespace

Handler pick_compare_float(const CompareKey& k) {
  using C32 = Class<u32, exponent32>;
  if (k.type == CompareKey::Type::f32)
    return k.flush ? of_float<Float<u32, float, true, exponent32>, C32>(k)
                   : of_float<Float<u32, float, false, exponent32>, C32>(k);
  if (k.type == CompareKey::Type::f64)
    return of_float<Float<u64, double, false, exponent64>, Class<u64, exponent64>>(k);
  return nullptr;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
