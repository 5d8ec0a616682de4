// What kernels made for NVPTX mean on an AMD GPU, for retarget.py: each intrinsic and each inline assembly text of theirs as a
// function by that name. By clang's builtins alone. A warp has 32 lanes here, too: two of them share a wave of 64.
// "#0" and "#1" are the first and second result of a text that has two.
#pragma once

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long;
using i16 = short;
using i32 = int;
using i64 = long;
using half = _Float16;
typedef half half2 __attribute__((ext_vector_type(2)));

#define INSIDE static __attribute__((always_inline)) inline
// MEANS(result, name, function, (parameters)) { body }
#define MEANS(result, name, function, parameters)                                     \
  extern "C" __attribute__((always_inline)) result function parameters __asm__(name); \
  extern "C" __attribute__((always_inline)) result function parameters

template <class To, class From>
INSIDE To as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

// ---- where a lane is
INSIDE u32 wave_lane() { return __builtin_amdgcn_mbcnt_hi(~0U, __builtin_amdgcn_mbcnt_lo(~0U, 0)); }
INSIDE u32 lane() { return wave_lane() & 31; }
INSIDE u32 warp_of(u64 mask) { return static_cast<u32>(mask >> (wave_lane() & 32)); }
INSIDE u32 ballot(bool p) {
#if WAVE == 64
  return warp_of(__builtin_amdgcn_ballot_w64(p));
#else
  return __builtin_amdgcn_ballot_w32(p);
#endif
}
