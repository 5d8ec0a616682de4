#include "simt/state/level.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

bool has_v3() {
#if defined(LATHE_HAVE_V3)
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c");
  return has && !baseline_only;
#else
  return false;
#endif
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
