// The words in which toy_programs_c.py writes kernels: the same text is device code for clang's CUDA, without CUDA's headers,
// and host code in which a kernel runs thread by thread. Nothing in it is undefined, and no NaN is told from another.
#pragma once

typedef unsigned char u8;
typedef signed char s8;
typedef unsigned short u16;
typedef short s16;
typedef unsigned int u32;
typedef int s32;
typedef unsigned long u64;
typedef long s64;
typedef unsigned __int128 u128;
typedef __int128 s128;
typedef _Float16 f16;
typedef float f32;
typedef double f64;
#define VECTORS(T)                                     \
  typedef T T##x2 __attribute__((ext_vector_type(2))); \
  typedef T T##x3 __attribute__((ext_vector_type(3))); \
  typedef T T##x4 __attribute__((ext_vector_type(4)));
VECTORS(u8)
VECTORS(s16)
VECTORS(u32)
VECTORS(s32)
VECTORS(u64)
VECTORS(f32)
VECTORS(f64)
#undef VECTORS

#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))
#define IN_WORDS 4096u
#define ROW 352u  // bytes of a thread's results: 64 that it may use as it likes, then 36 of 8 bytes

#ifdef __CUDA__
#define GLOBAL extern "C" __attribute__((global))
#define SHARED __attribute__((shared))
#define CONSTANT __attribute__((constant))
#define TABLE __attribute__((device))
#define BARRIER() __syncthreads()
extern "C" __attribute__((device)) void __syncthreads();
#pragma clang force_cuda_host_device begin
#define TID_X __nvvm_read_ptx_sreg_tid_x()
#define TID_Y __nvvm_read_ptx_sreg_tid_y()
#define TID_Z __nvvm_read_ptx_sreg_tid_z()
#define DIM_X __nvvm_read_ptx_sreg_ntid_x()
#define DIM_Y __nvvm_read_ptx_sreg_ntid_y()
#define DIM_Z __nvvm_read_ptx_sreg_ntid_z()
#define BLOCK_X __nvvm_read_ptx_sreg_ctaid_x()
#define BLOCK_Y __nvvm_read_ptx_sreg_ctaid_y()
#define GRID_X __nvvm_read_ptx_sreg_nctaid_x()
#else
#define CONSTANT
#define TABLE
static u32 host_tid[3], host_dim[3], host_block[2], host_grid[2];
#define TID_X host_tid[0]
#define TID_Y host_tid[1]
#define TID_Z host_tid[2]
#define DIM_X host_dim[0]
#define DIM_Y host_dim[1]
#define DIM_Z host_dim[2]
#define BLOCK_X host_block[0]
#define BLOCK_Y host_block[1]
#define GRID_X host_grid[0]
#endif
#define TID u32((TID_Z * DIM_Y + TID_Y) * DIM_X + TID_X)
#define THREADS u32(DIM_X * DIM_Y * DIM_Z)
#define BLOCK u32(BLOCK_Y* GRID_X + BLOCK_X)
#define GID u32(BLOCK* THREADS + TID)

struct P3 {  // 12 bytes, aligned to 4
  u32 x, y, z;
};
struct P4 {  // 16 bytes, aligned to 4
  u32 x, y, z, w;
};
typedef u32 V4 __attribute__((ext_vector_type(4), aligned(4)));

// Where threads meet: of each cell one operation, so that the order does not matter. word: 8 each of add, umin, umax, smin, smax,
// and, or, xor.
struct Cells {
  u32 word[64];
  u64 wide_add[8], wide_max[8];
  f32 sum[8];  // of small whole numbers, which is exact
  u16 half[8];
  u8 byte[8];
};

struct Io {
  const u32* in;
  u8* out;
  Cells* cells;  // the block's
};

// ---- integers
template <class T>
inline constexpr u32 width = 8 * sizeof(T);
template <class T>
inline constexpr bool is_signed = T(-1) < T(0);

template <class T>
INLINE T divide(T a, T b) {
  if (b == 0) return a;
  if (is_signed<T> && b == T(-1)) return T(T(0) - a);
  return T(a / b);
}
template <class T>
INLINE T remainder(T a, T b) {
  if (b == 0) return a;
  if (is_signed<T> && b == T(-1)) return 0;
  return T(a % b);
}
template <class T>
INLINE T shl(T a, u32 n) {
  return T(a << (n & (width<T> - 1)));
}
template <class T>
INLINE T shr(T a, u32 n) {
  return T(a >> (n & (width<T> - 1)));
}
template <class T>
INLINE T rotl(T a, u32 n) {
  return T(shl(a, n) | shr(a, 0u - n));
}
template <class T>
INLINE T rotr(T a, u32 n) {
  return T(shr(a, n) | shl(a, 0u - n));
}
// The high word of a:b, shifted to the left.
template <class T>
INLINE T funnel(T a, T b, u32 n) {
  n &= width<T> - 1;
  return n == 0 ? a : T(T(a << n) | T(b >> (width<T> - n)));
}
// Bits from `start` on, `count` of them (at most the width); of what lies beyond the width there is nothing.
template <class T>
INLINE T field(T a, u32 start, u32 count) {
  start &= width<T> - 1;
  count &= width<T> - 1;
  return T(T(a >> start) & T((T(1) << count) - T(1)));
}
template <class T>
INLINE T insert(T base, T a, u32 start, u32 count) {
  start &= width<T> - 1;
  count &= width<T> - 1;
  const T mask = T(T((T(1) << count) - T(1)) << start);
  return T((base & T(~mask)) | (T(a << start) & mask));
}
template <class T>
INLINE T choose_min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
INLINE T choose_max(T a, T b) {
  return a < b ? b : a;
}
INLINE u32 mulhi(u32 a, u32 b) { return u32(u64(a) * b >> 32); }
INLINE s32 mulhi(s32 a, s32 b) { return s32(s64(a) * b >> 32); }
INLINE u64 mulhi(u64 a, u64 b) { return u64(u128(a) * b >> 64); }
INLINE s64 mulhi(s64 a, s64 b) { return s64(s128(a) * b >> 64); }
template <class T>
INLINE T add_or(T a, T b, T other) {
  T sum;
  return __builtin_add_overflow(a, b, &sum) ? other : sum;
}
template <class T>
INLINE T sub_or(T a, T b, T other) {
  T sum;
  return __builtin_sub_overflow(a, b, &sum) ? other : sum;
}
template <class T>
INLINE T mul_or(T a, T b, T other) {
  T product;
  return __builtin_mul_overflow(a, b, &product) ? other : product;
}

// ---- floats
INLINE u16 bits(f16 x) { return x != x ? u16(0x7e00) : __builtin_bit_cast(u16, x); }
INLINE u32 bits(f32 x) { return x != x ? 0x7fc00000u : __builtin_bit_cast(u32, x); }
INLINE u64 bits(f64 x) { return x != x ? 0x7ff8000000000000ul : __builtin_bit_cast(u64, x); }
INLINE f32 float_of(u32 x) { return __builtin_bit_cast(f32, x); }
INLINE f64 float_of(u64 x) { return __builtin_bit_cast(f64, x); }
INLINE f16 float_of(u16 x) { return __builtin_bit_cast(f16, x); }
// LLVM 22 takes a half of an integer for exact where it has few bits, however large it is: f32(f16(f64(x << 60))) becomes f32(x << 60), which
// has to be infinite (InstCombine, isKnownExactCastIntToFP). So what no half holds is told here.
template <class T>
INLINE f16 to_f16(T x) {
  return x >= T(65520) ? float_of(u16(0x7c00)) : x <= T(-65520) ? float_of(u16(0xfc00)) : f16(x);
}
// Sign of `s`, of a NaN positive.
INLINE f32 with_sign(f32 x, f32 s) { return __builtin_copysignf(x, s != s ? 1.0f : s); }
INLINE f64 with_sign(f64 x, f64 s) { return __builtin_copysign(x, s != s ? 1.0 : s); }
INLINE f32 root(f32 x) { return __builtin_sqrtf(x); }
INLINE f64 root(f64 x) { return __builtin_sqrt(x); }
INLINE f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
INLINE f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
INLINE f32 magnitude(f32 x) { return __builtin_fabsf(x); }
INLINE f64 magnitude(f64 x) { return __builtin_fabs(x); }
INLINE f32 round_down(f32 x) { return __builtin_floorf(x); }
INLINE f64 round_down(f64 x) { return __builtin_floor(x); }
INLINE f32 round_up(f32 x) { return __builtin_ceilf(x); }
INLINE f64 round_up(f64 x) { return __builtin_ceil(x); }
INLINE f32 round_in(f32 x) { return __builtin_truncf(x); }
INLINE f64 round_in(f64 x) { return __builtin_trunc(x); }
INLINE f32 round_even(f32 x) { return __builtin_rintf(x); }
INLINE f64 round_even(f64 x) { return __builtin_rint(x); }
// 77 for what does not fit.
template <class T, class F>
INLINE T to_int(F x) {
  const F top = F(T(T(1) << (width<T> - (is_signed<T> ? 2 : 1)))) * F(2);
  return (is_signed<T> ? x >= -top : x > F(-1)) && x < top ? T(x) : T(77);
}

// ---- what is seen of a value
INLINE u64 show(u8 v) { return v; }
INLINE u64 show(s8 v) { return u64(v); }
INLINE u64 show(u16 v) { return v; }
INLINE u64 show(s16 v) { return u64(v); }
INLINE u64 show(u32 v) { return v; }
INLINE u64 show(s32 v) { return u64(v); }
INLINE u64 show(u64 v) { return v; }
INLINE u64 show(s64 v) { return u64(v); }
INLINE u64 show(u128 v) { return u64(v) ^ u64(v >> 64) * 0x9e3779b97f4a7c15ul; }
INLINE u64 show(s128 v) { return show(u128(v)); }
INLINE u64 show(f16 v) { return bits(v); }
INLINE u64 show(f32 v) { return bits(v); }
INLINE u64 show(f64 v) { return bits(v); }
INLINE u64 fold(u64 h, u64 v) { return (h ^ v) * 0x100000001b3ul + (h >> 29); }
INLINE u64 show(P3 v) { return fold(fold(v.x, v.y), v.z); }

// ---- memory
template <class T>
INLINE const T* as(const u32* p) {
  return (const T*)p;
}
// Begins a block's cells, each thread some of them.
INLINE void start(Cells* cells, u32 first, u32 step, u32 seed) {
  for (u32 i = first; i < 64; i += step) cells->word[i] = (seed * 0x9e3779b9u >> (i & 15)) ^ i << 20;
  for (u32 i = first; i < 8; i += step) {
    cells->wide_add[i] = u64(seed) << 30;
    cells->wide_max[i] = u64(i) << 33;
    cells->sum[i] = f32(i);
    cells->half[i] = u16(seed);
    cells->byte[i] = u8(seed >> 8);
  }
}
template <class T>
INLINE T swap_if(T* p, T expected, T wanted) {
  __atomic_compare_exchange_n(p, &expected, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}
#define ATOMIC(op, p, v) __atomic_fetch_##op(p, v, __ATOMIC_RELAXED)
