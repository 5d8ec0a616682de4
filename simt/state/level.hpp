// Which compilation of simt/lanes/*.cpp runs here: baseline, or x86-64-v3 where the processor has it.
//
// LATHE_PICK(int, IntKey) declares pick_int in both namespaces and defines `pick_int(key)` that asks the right one.
#pragma once

#include "simt/state/code.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// True when this processor runs x86-64-v3 code and such code was built.
bool has_v3();
/// While it is set on this thread, decoding picks the baseline (MachineOptions::baseline).
inline thread_local bool baseline_only = false;

#if defined(LATHE_HAVE_V3)
#define LATHE_PICK(name, Key)   \
  namespace base {              \
  Handler name(const Key& key); \
  }                             \
  namespace v3 {                \
  Handler name(const Key& key); \
  }                             \
  inline Handler name(const Key& key) { return has_v3() ? v3::name(key) : base::name(key); }
#else
#define LATHE_PICK(name, Key)   \
  namespace base {              \
  Handler name(const Key& key); \
  }                             \
  inline Handler name(const Key& key) { return base::name(key); }
#endif

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
