// The corpus of kernels (tests/kernels) for targets that have no CUDA: as C++ of a host, or as HIP for AMD GPU. To be
// compiled, not to be run; what it lacks, clang does not take.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __UINTPTR_TYPE__ uintptr_t;

struct dim3 {
  unsigned x, y, z;
};
#ifdef __HIP__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...)
#define kernels_triple(what) \
  dim3 { __builtin_amdgcn_##what##_x(), __builtin_amdgcn_##what##_y(), __builtin_amdgcn_##what##_z() }
#define threadIdx kernels_triple(workitem_id)
#define blockIdx kernels_triple(workgroup_id)
#define blockDim kernels_triple(workgroup_size)
#define gridDim kernels_triple(grid_size)
__device__ inline void __syncthreads() { __builtin_amdgcn_s_barrier(); }
__device__ inline int lane_of(int value, int lane) { return __builtin_amdgcn_ds_bpermute(lane * 4, value); }
__device__ inline int own_lane() { return __builtin_amdgcn_mbcnt_hi(~0U, __builtin_amdgcn_mbcnt_lo(~0U, 0)); }
#else
#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __constant__ static const volatile
#define __launch_bounds__(...)
extern dim3 threadIdx, blockIdx, blockDim, gridDim;
extern "C" void __syncthreads();
extern "C" int lane_of(int value, int lane);
extern "C" int own_lane();
#endif
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __restrict__ __restrict
#define warpSize 32

#define KERNELS_INLINE __device__ inline
KERNELS_INLINE void __syncwarp(unsigned = ~0U) { __syncthreads(); }
KERNELS_INLINE void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
KERNELS_INLINE void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
template <class T>
KERNELS_INLINE T atomicAdd(T* p, T v) {
  return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
KERNELS_INLINE unsigned atomicAdd(unsigned* p, int v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
KERNELS_INLINE float atomicAdd(float* p, float v) {
  float old = *p, next;
  do next = old + v;
  while (!__atomic_compare_exchange(p, &old, &next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return old;
}
template <class T>
KERNELS_INLINE T atomicMin(T* p, T v) {
  return __atomic_fetch_min(p, v, __ATOMIC_RELAXED);
}
template <class T>
KERNELS_INLINE T atomicMax(T* p, T v) {
  return __atomic_fetch_max(p, v, __ATOMIC_RELAXED);
}
template <class T>
KERNELS_INLINE T atomicOr(T* p, T v) {
  return __atomic_fetch_or(p, v, __ATOMIC_RELAXED);
}
template <class T>
KERNELS_INLINE T atomicAnd(T* p, T v) {
  return __atomic_fetch_and(p, v, __ATOMIC_RELAXED);
}
template <class T>
KERNELS_INLINE T atomicXor(T* p, T v) {
  return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED);
}
template <class T>
KERNELS_INLINE T atomicExch(T* p, T v) {
  return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);
}
template <class T, class A, class B>
KERNELS_INLINE T atomicCAS(T* p, A a, B b) {
  T old = static_cast<T>(a);
  __atomic_compare_exchange_n(p, &old, static_cast<T>(b), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return old;
}
template <class T>
KERNELS_INLINE T shuffled(T v, int lane) {
  static_assert(sizeof(T) == 4);
  return __builtin_bit_cast(T, lane_of(__builtin_bit_cast(int, v), lane));
}
template <class T>
KERNELS_INLINE T __shfl_sync(unsigned, T v, int lane, int = 32) {
  return shuffled(v, lane);
}
template <class T>
KERNELS_INLINE T __shfl_xor_sync(unsigned, T v, int mask, int = 32) {
  return shuffled(v, own_lane() ^ mask);
}
template <class T>
KERNELS_INLINE T __shfl_down_sync(unsigned, T v, int by, int = 32) {
  return shuffled(v, own_lane() + by);
}
template <class T>
KERNELS_INLINE T __shfl_up_sync(unsigned, T v, int by, int = 32) {
  return shuffled(v, own_lane() - by);
}
template <class T>
KERNELS_INLINE T __ldg(const T* p) {
  return *p;
}
KERNELS_INLINE int __popc(unsigned v) { return __builtin_popcount(v); }
KERNELS_INLINE int __clz(int v) { return v == 0 ? 32 : __builtin_clz(v); }
KERNELS_INLINE int __ffs(int v) { return __builtin_ffs(v); }
KERNELS_INLINE unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
KERNELS_INLINE int __float_as_int(float v) { return __builtin_bit_cast(int, v); }
KERNELS_INLINE float __int_as_float(int v) { return __builtin_bit_cast(float, v); }
KERNELS_INLINE long long __double_as_longlong(double v) { return __builtin_bit_cast(long long, v); }
KERNELS_INLINE int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
KERNELS_INLINE float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
KERNELS_INLINE double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
KERNELS_INLINE float fabsf(float a) { return __builtin_fabsf(a); }
KERNELS_INLINE float sqrtf(float a) { return __builtin_sqrtf(a); }
KERNELS_INLINE float fminf(float a, float b) { return __builtin_fminf(a, b); }
KERNELS_INLINE float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
KERNELS_INLINE float rsqrtf(float a) { return 1.0f / __builtin_sqrtf(a); }
KERNELS_INLINE float floorf(float a) { return __builtin_floorf(a); }
KERNELS_INLINE double fabs(double a) { return __builtin_fabs(a); }
KERNELS_INLINE double sqrt(double a) { return __builtin_sqrt(a); }
template <class T>
KERNELS_INLINE T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
KERNELS_INLINE T max(T a, T b) {
  return a < b ? b : a;
}
struct float2 {
  float x, y;
};
struct float4 {
  float x, y, z, w;
};
struct int2 {
  int x, y;
};
struct int4 {
  int x, y, z, w;
};
struct uint2 {
  unsigned x, y;
};
struct uint4 {
  unsigned x, y, z, w;
};
struct double2 {
  double x, y;
};
KERNELS_INLINE float2 make_float2(float x, float y) { return {x, y}; }
KERNELS_INLINE float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
KERNELS_INLINE int2 make_int2(int x, int y) { return {x, y}; }
KERNELS_INLINE int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
KERNELS_INLINE uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
KERNELS_INLINE uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
KERNELS_INLINE double2 make_double2(double x, double y) { return {x, y}; }
