// Register-blocked matrix products without matrix instructions: TM x TN results a lane, a tile in LDS, with two buffers
// (the next tile is loaded while this one is used, and stored on a condition) or one.
#include "gpu.h"

template <class T, int TM, int TN, int BK, bool Two>
DEVICE void gemm(const T* a, const T* b, T* c, int n) {
  constexpr int side = 16, M = TM * side, N = TN * side, per_a = M * BK / 256, per_b = N * BK / 256;
  SHARED static T as[Two ? 2 : 1][BK][M], bs[Two ? 2 : 1][BK][N];
  const int t = lane(), x = t % side, y = t / side, row = group_y() * M, column = group() * N;
  T acc[TM][TN] = {}, next_a[per_a], next_b[per_b];
  const auto fetch = [&](int k) {
    UNROLL for (int i = 0; i < per_a; ++i) {
      const int at = t + i * 256;
      next_a[i] = a[(long)(row + at / BK) * n + k + at % BK];
    }
    UNROLL for (int i = 0; i < per_b; ++i) {
      const int at = t + i * 256;
      next_b[i] = b[(long)(k + at / N) * n + column + at % N];
    }
  };
  const auto store = [&](int to) {
    UNROLL for (int i = 0; i < per_a; ++i) as[to][(t + i * 256) % BK][(t + i * 256) / BK] = next_a[i];
    UNROLL for (int i = 0; i < per_b; ++i) bs[to][(t + i * 256) / N][(t + i * 256) % N] = next_b[i];
  };
  fetch(0);
  if (Two) {
    store(0);
    barrier();
  }
  for (int k = 0, now = 0; k < n; k += BK) {
    if (!Two) {
      store(0);
      barrier();
    }
    if (k + BK < n) fetch(k + BK);
    UNROLL for (int kk = 0; kk < BK; ++kk) {
      T x_a[TM], x_b[TN];
      UNROLL for (int i = 0; i < TM; ++i) x_a[i] = as[now][kk][y * TM + i];
      UNROLL for (int j = 0; j < TN; ++j) x_b[j] = bs[now][kk][x * TN + j];
      UNROLL for (int i = 0; i < TM; ++i) UNROLL for (int j = 0; j < TN; ++j) acc[i][j] += x_a[i] * x_b[j];
    }
    if (Two) {
      if (k + BK < n) store(now ^ 1);
      now ^= 1;
    }
    barrier();
  }
  UNROLL for (int i = 0; i < TM; ++i) UNROLL for (int j = 0; j < TN; ++j)
      c[(long)(row + y * TM + i) * n + column + x * TN + j] += acc[i][j];
}
#define GEMM(name, T, TM, TN, BK, Two) \
  KERNEL(256) name(const T* a, const T* b, T* c, int n) { gemm<T, TM, TN, BK, Two>(a, b, c, n); }
GEMM(gemm_f32_4x4, float, 4, 4, 16, false)
GEMM(gemm_f32_4x4_two, float, 4, 4, 16, true)
GEMM(gemm_f32_8x8, float, 8, 8, 8, false)
GEMM(gemm_f32_8x8_two, float, 8, 8, 8, true)
GEMM(gemm_f32_8x4_two, float, 8, 4, 16, true)
GEMM(gemm_f32_12x8_two, float, 12, 8, 8, true)
GEMM(gemm_f64_4x4_two, double, 4, 4, 8, true)
GEMM(gemm_f64_8x4, double, 8, 4, 8, false)
GEMM(gemm_i32_6x6_two, int, 6, 6, 8, true)

// Complex numbers: four products each.
KERNEL(256) gemm_complex_4x4(const float2* a, const float2* b, float2* c, int n) {
  const int t = lane(), row = (group_y() * 16 + t / 16) * 4, column = (group() * 16 + t % 16) * 4;
  float2 acc[4][4] = {};
  for (int k = 0; k < n; ++k) {
    float2 x[4], y[4];
    UNROLL for (int i = 0; i < 4; ++i) x[i] = a[(long)(row + i) * n + k], y[i] = b[(long)k * n + column + i];
    UNROLL for (int i = 0; i < 4; ++i) UNROLL for (int j = 0; j < 4; ++j) {
      acc[i][j].x += x[i].x * y[j].x - x[i].y * y[j].y;
      acc[i][j].y += x[i].x * y[j].y + x[i].y * y[j].x;
    }
  }
  UNROLL for (int i = 0; i < 4; ++i) UNROLL for (int j = 0; j < 4; ++j) c[(long)(row + i) * n + column + j] = acc[i][j];
}

// Bytes, four of a word at once, sums of 32 bits.
KERNEL(256) gemm_i8_8x8(const u32* a, const u32* b, i32* c, int n) {
  const int t = lane(), row = (group_y() * 16 + t / 16) * 8, column = (group() * 16 + t % 16) * 8;
  i32 acc[8][8] = {};
  for (int k = 0; k < n; ++k) {
    u32 x[8], y[8];
    UNROLL for (int i = 0; i < 8; ++i) x[i] = a[(long)(row + i) * n + k], y[i] = b[(long)k * n + column + i];
    UNROLL for (int i = 0; i < 8; ++i) UNROLL for (int j = 0; j < 8; ++j) UNROLL for (int s = 0; s < 32; s += 8)
        acc[i][j] += (i32)(i8)(x[i] >> s) * (i32)(i8)(y[j] >> s);
  }
  UNROLL for (int i = 0; i < 8; ++i) UNROLL for (int j = 0; j < 8; ++j) c[(long)(row + i) * n + column + j] = acc[i][j];
}

// Halves in pairs.
KERNEL(256) gemm_f16x2_8x8(const half2* a, const half2* b, half2* c, int n) {
  const int t = lane(), row = (group_y() * 16 + t / 16) * 8, column = (group() * 16 + t % 16) * 8;
  half2 acc[8][8] = {};
  for (int k = 0; k < n; ++k) {
    half2 x[8], y[8];
    UNROLL for (int i = 0; i < 8; ++i) x[i] = a[(long)(row + i) * n + k], y[i] = b[(long)k * n + column + i];
    UNROLL for (int i = 0; i < 8; ++i) UNROLL for (int j = 0; j < 8; ++j) acc[i][j] += x[i] * y[j];
  }
  UNROLL for (int i = 0; i < 8; ++i) UNROLL for (int j = 0; j < 8; ++j) c[(long)(row + i) * n + column + j] = acc[i][j];
}
