// What a HIP-like kernel needs of its language, by clang's builtins alone: no runtime, no device library, no headers.
#pragma once

#define DEVICE __attribute__((device)) __attribute__((always_inline)) inline
#define CONSTEXPR constexpr __attribute__((device)) __attribute__((always_inline)) inline
#define SHARED __attribute__((shared))
// A kernel of workgroups of at most N lanes.
#define KERNEL(N) extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(1, N))) void
#define UNROLL _Pragma("unroll")

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long;
using u128 = unsigned __int128;
using i8 = signed char;
using i32 = int;
using i64 = long;
using half = _Float16;
typedef half half2 __attribute__((ext_vector_type(2)));
typedef half half4 __attribute__((ext_vector_type(4)));
typedef half half8 __attribute__((ext_vector_type(8)));
typedef half half16 __attribute__((ext_vector_type(16)));
typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float8 __attribute__((ext_vector_type(8)));
typedef float float16 __attribute__((ext_vector_type(16)));
typedef double double4 __attribute__((ext_vector_type(4)));
typedef u32 uint4 __attribute__((ext_vector_type(4)));
typedef i32 int2v __attribute__((ext_vector_type(2)));
typedef i32 int4v __attribute__((ext_vector_type(4)));
typedef i32 int8v __attribute__((ext_vector_type(8)));
typedef i32 int16v __attribute__((ext_vector_type(16)));

DEVICE u32 lane() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE u32 group() { return __builtin_amdgcn_workgroup_id_x(); }
DEVICE u32 group_y() { return __builtin_amdgcn_workgroup_id_y(); }
DEVICE void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
DEVICE float exp2_of(float x) { return __builtin_amdgcn_exp2f(x); }
DEVICE float root(float x) { return __builtin_sqrtf(x); }
DEVICE double root(double x) { return __builtin_sqrt(x); }
DEVICE float fma_of(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
DEVICE double fma_of(double a, double b, double c) { return __builtin_fma(a, b, c); }
template <class T>
DEVICE T least(T a, T b) {
  return a < b ? a : b;
}
template <class T>
DEVICE T most(T a, T b) {
  return a < b ? b : a;
}
DEVICE u32 turn(u32 x, u32 n) { return n == 0 ? x : (x << n) | (x >> (32 - n)); }
DEVICE u64 turn(u64 x, u32 n) { return n == 0 ? x : (x << n) | (x >> (64 - n)); }

// Constants that look like a standard's and are none: the shape of the code is what counts here.
CONSTEXPR u64 constant(u64 n) {
  u64 z = (n + 1) * 0x9E3779B97F4A7C15ul;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ul;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBul;
  return z ^ (z >> 31);
}
