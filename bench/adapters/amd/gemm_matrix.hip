// Matrix products with the matrix instructions that the target has: WMMA (gfx11, gfx12) or MFMA (gfx9), RM x RN tiles a
// wave, the next step's operands loaded ahead where `Ahead`.
#include "gpu.h"

#if defined(__gfx1100__)
using Half = half16;
using Acc = float8;
using Bytes = int4v;
using IntAcc = int8v;
DEVICE Acc product(Half a, Half b, Acc c) { return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(a, b, c); }
DEVICE IntAcc product(Bytes a, Bytes b, IntAcc c) {
  return __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(true, a, true, b, c, false);
}
#elif defined(__gfx1201__)
using Half = half8;
using Acc = float8;
using Bytes = int2v;
using IntAcc = int8v;
DEVICE Acc product(Half a, Half b, Acc c) { return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(a, b, c); }
DEVICE IntAcc product(Bytes a, Bytes b, IntAcc c) {
  return __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(true, a, true, b, c, false);
}
#else
using Half = half4;
using Acc = float4;
using Bytes = int;
using IntAcc = int4v;
DEVICE Acc product(Half a, Half b, Acc c) { return __builtin_amdgcn_mfma_f32_16x16x16f16(a, b, c, 0, 0, 0); }
#if defined(__gfx942__)
DEVICE IntAcc product(Bytes a, Bytes b, IntAcc c) {
  return __builtin_amdgcn_mfma_i32_16x16x32_i8((i64)a * 3, (i64)b * 5, c, 0, 0, 0);
}
#else
DEVICE IntAcc product(Bytes a, Bytes b, IntAcc c) { return __builtin_amdgcn_mfma_i32_16x16x16i8(a, b, c, 0, 0, 0); }
#endif
#endif

template <class In, class Out, int RM, int RN, bool Ahead>
DEVICE void tiles(const In* a, const In* b, Out* c, int steps) {
  const int t = lane(), first = (group_y() * RM) * 64 + t, second = (group() * RN) * 64 + t;
  Out acc[RM][RN] = {};
  In x[RM], y[RN], next_x[RM], next_y[RN];
  const auto fetch = [&](In* to_x, In* to_y, int k) {
    UNROLL for (int i = 0; i < RM; ++i) to_x[i] = a[(long)k * 4096 + first + i * 64];
    UNROLL for (int j = 0; j < RN; ++j) to_y[j] = b[(long)k * 4096 + second + j * 64];
  };
  if (Ahead) fetch(x, y, 0);
  for (int k = 0; k < steps; ++k) {
    if (Ahead) {
      if (k + 1 < steps) fetch(next_x, next_y, k + 1);
    } else {
      fetch(x, y, k);
    }
    UNROLL for (int i = 0; i < RM; ++i) UNROLL for (int j = 0; j < RN; ++j) acc[i][j] = product(x[i], y[j], acc[i][j]);
    if (Ahead) {
      UNROLL for (int i = 0; i < RM; ++i) x[i] = next_x[i];
      UNROLL for (int j = 0; j < RN; ++j) y[j] = next_y[j];
    }
  }
  UNROLL for (int i = 0; i < RM; ++i) UNROLL for (int j = 0; j < RN; ++j) c[(first + i * 64) * 64 + second + j] = acc[i][j];
}
KERNEL(256) matrix_f16_2x2(const Half* a, const Half* b, Acc* c, int n) { tiles<Half, Acc, 2, 2, false>(a, b, c, n); }
KERNEL(256) matrix_f16_4x2(const Half* a, const Half* b, Acc* c, int n) { tiles<Half, Acc, 4, 2, true>(a, b, c, n); }
KERNEL(256) matrix_f16_4x4(const Half* a, const Half* b, Acc* c, int n) { tiles<Half, Acc, 4, 4, true>(a, b, c, n); }
KERNEL(256) matrix_f16_6x4(const Half* a, const Half* b, Acc* c, int n) { tiles<Half, Acc, 6, 4, false>(a, b, c, n); }
KERNEL(256) matrix_i8_4x4(const Bytes* a, const Bytes* b, IntAcc* c, int n) {
  tiles<Bytes, IntAcc, 4, 4, true>(a, b, c, n);
}

// Through LDS in two buffers, and a smooth activation with a bias behind it.
KERNEL(256) matrix_f16_lds_epilogue(const Half* a, const Half* b, const float* bias, float* c, int steps) {
  SHARED static Half as[2][4][64], bs[2][4][64];
  const int t = lane() & 63, wave = lane() >> 6;
  Acc acc[4][2] = {};
  as[0][wave][t] = a[wave * 64 + t];
  bs[0][wave][t] = b[wave * 64 + t];
  barrier();
  for (int k = 0, now = 0; k < steps; ++k, now ^= 1) {
    Half next_a, next_b;
    if (k + 1 < steps) next_a = a[(k + 1) * 256 + wave * 64 + t], next_b = b[(k + 1) * 256 + wave * 64 + t];
    UNROLL for (int i = 0; i < 4; ++i) UNROLL for (int j = 0; j < 2; ++j)
        acc[i][j] = product(as[now][i][t], bs[now][j + (wave & 1) * 2][t], acc[i][j]);
    if (k + 1 < steps) as[now ^ 1][wave][t] = next_a, bs[now ^ 1][wave][t] = next_b;
    barrier();
  }
  UNROLL for (int i = 0; i < 4; ++i) UNROLL for (int j = 0; j < 2; ++j) {
    constexpr int lanes = sizeof(Acc) / sizeof(float);
    UNROLL for (int e = 0; e < lanes; ++e) {
      const float x = acc[i][j][e] + bias[j * 64 + t];
      c[((wave * 4 + i) * 2 + j) * 512 + e * 64 + t] = x / (1 + exp2_of(-2.45f * x * (1 + 0.0447f * x * x)));
    }
  }
}
