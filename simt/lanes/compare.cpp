// Comparisons of integers and 16-bit floats over 32 lanes. Cost: 5 to 15 ns. Source: PTX ISA 9.0, 9.7.6, 9.7.7.
#include "simt/lanes/compare_lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {

Handler pick_compare_float(const CompareKey& key);  // compare_float.cpp

namespace {

template <class T>
Handler integer(const CompareKey& k) {
  return k.test == Test::eq   ? with_result<T, Test::eq>(k.result)
         : k.test == Test::lt ? with_result<T, Test::lt>(k.result)
                              : nullptr;
}
template <class T>
Handler half(const CompareKey& k) {
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
    default:
      return nullptr;
  }
}
template <class T>
Handler two_halves(const CompareKey& k) {
  switch (k.test) {
    case Test::eq:
      return with_result_x2<T, Test::eq>(k.result);
    case Test::lt:
      return with_result_x2<T, Test::lt>(k.result);
    case Test::le:
      return with_result_x2<T, Test::le>(k.result);
    case Test::ne:
      return with_result_x2<T, Test::ne>(k.result);
    case Test::num:
      return with_result_x2<T, Test::num>(k.result);
    default:
      return nullptr;
  }
}
using F16 = Half16<0x7c00, false>;
using F16Flush = Half16<0x7c00, true>;
using BF16 = Half16<0x7f80, false>;

}  // namespace

Handler pick_compare(const CompareKey& k) {
  using Type = CompareKey::Type;
  switch (k.type) {
    case Type::u16:
      return integer<Unsigned<u16>>(k);
    case Type::s16:
      return integer<Signed<u16, s16>>(k);
    case Type::u32:
      return integer<Unsigned<u32>>(k);
    case Type::s32:
      return integer<Signed<u32, s32>>(k);
    case Type::u64:
      return integer<Unsigned<u64>>(k);
    case Type::s64:
      return integer<Signed<u64, s64>>(k);
    case Type::f16:
      return k.flush ? half<F16Flush>(k) : half<F16>(k);
    case Type::bf16:
      return half<BF16>(k);
    case Type::f16x2:
      return k.flush ? two_halves<F16Flush>(k) : two_halves<F16>(k);
    case Type::bf16x2:
      return two_halves<BF16>(k);
    default:
      return pick_compare_float(k);
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
