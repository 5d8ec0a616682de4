// Stencils, convolutions and lattice-Boltzmann.
#include "gpu.h"

// Along z with the planes before and behind in registers, R deep, PX x PY points a lane.
template <class T, int R, int PX, int PY>
DEVICE void along_z(const T* in, T* out, int nx, int ny, int nz, const T* weights) {
  const int x = (group() * 32 + lane() % 32) * PX + R, y = (group_y() * 8 + lane() / 32) * PY + R;
  const long plane = (long)nx * ny;
  T column[PY][PX][2 * R + 1], w[R + 1];
  UNROLL for (int r = 0; r <= R; ++r) w[r] = weights[r];
  UNROLL for (int j = 0; j < PY; ++j) UNROLL for (int i = 0; i < PX; ++i) UNROLL for (int r = 0; r < 2 * R; ++r)
      column[j][i][r] = in[r * plane + (long)(y + j) * nx + x + i];
  for (int z = R; z + R < nz; ++z) {
    UNROLL for (int j = 0; j < PY; ++j) UNROLL for (int i = 0; i < PX; ++i) {
      column[j][i][2 * R] = in[(z + R) * plane + (long)(y + j) * nx + x + i];
      T sum = w[0] * column[j][i][R];
      const long at = z * plane + (long)(y + j) * nx + x + i;
      UNROLL for (int r = 1; r <= R; ++r)
          sum += w[r] * (column[j][i][R - r] + column[j][i][R + r] + in[at - r] + in[at + r] + in[at - (long)r * nx] +
                         in[at + (long)r * nx]);
      if (sum > 0) out[at] = sum;
      UNROLL for (int r = 0; r < 2 * R; ++r) column[j][i][r] = column[j][i][r + 1];
    }
  }
}
#define ALONG(name, T, R, PX, PY)                                                    \
  KERNEL(256) name(const T* in, T* out, int nx, int ny, int nz, const T* weights) { \
    along_z<T, R, PX, PY>(in, out, nx, ny, nz, weights);                             \
  }
ALONG(stencil_7_4x2, float, 1, 4, 2)
ALONG(stencil_25, float, 4, 1, 1)
ALONG(stencil_25_2x2, float, 4, 2, 2)
ALONG(stencil_13_2x2_f64, double, 2, 2, 2)

// All 27 neighbours, three planes of 5 x 3 for 3 x 1 points.
KERNEL(256) stencil_27(const float* in, float* out, int nx, int ny, int nz, const float* weights) {
  const int x = (group() * 64 + lane() % 64) * 3, y = group_y() * 4 + lane() / 64;
  float p[3][3][5], w[27];
  UNROLL for (int k = 0; k < 27; ++k) w[k] = weights[k];
  const auto load = [&](int to, int z) {
    UNROLL for (int j = 0; j < 3; ++j) UNROLL for (int i = 0; i < 5; ++i)
        p[to][j][i] = in[((long)z * ny + y + j) * nx + x + i];
  };
  load(0, 0);
  load(1, 1);
  for (int z = 2; z < nz; ++z) {
    load(2, z);
    UNROLL for (int i = 0; i < 3; ++i) {
      float sum = 0;
      UNROLL for (int k = 0; k < 27; ++k) sum += w[k] * p[k / 9][k / 3 % 3][i + k % 3];
      out[((long)z * ny + y) * nx + x + i] = sum;
    }
    UNROLL for (int j = 0; j < 3; ++j) UNROLL for (int i = 0; i < 5; ++i) p[0][j][i] = p[1][j][i], p[1][j][i] = p[2][j][i];
  }
}

// A window that slides over an image, weights 5 x 5, six results a lane.
KERNEL(256) convolution_5x5(const float* in, float* out, int width, int height, const float* weights) {
  const int x = (group() * 256 + lane()) * 6;
  float line[5][10], w[25];
  UNROLL for (int k = 0; k < 25; ++k) w[k] = weights[k];
  UNROLL for (int j = 0; j < 4; ++j) UNROLL for (int i = 0; i < 10; ++i) line[j][i] = in[j * width + x + i];
  for (int y = 4; y < height; ++y) {
    UNROLL for (int i = 0; i < 10; ++i) line[4][i] = in[y * width + x + i];
    UNROLL for (int o = 0; o < 6; ++o) {
      float sum = 0;
      UNROLL for (int k = 0; k < 25; ++k) sum += w[k] * line[k / 5][o + k % 5];
      out[y * width + x + o] = sum;
    }
    UNROLL for (int j = 0; j < 4; ++j) UNROLL for (int i = 0; i < 10; ++i) line[j][i] = line[j + 1][i];
  }
}

// Convolution 3 x 3 by Winograd's transforms: tiles of 4 (F(2,3)) or 6 (F(4,3)), summed over channels in registers.
template <int S>
DEVICE void line_in(float* x) {
  if constexpr (S == 4) {
    const float a = x[0] - x[2], b = x[1] + x[2], c = x[2] - x[1], d = x[1] - x[3];
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
  } else {
    const float a = 4 * x[0] - 5 * x[2] + x[4], b = x[4] - 4 * x[2], c = x[3] - 4 * x[1], d = x[4] - x[2],
                e = 2 * (x[3] - x[1]), f = 4 * x[1] - 5 * x[3] + x[5];
    x[0] = a, x[1] = b + c, x[2] = b - c, x[3] = d + e, x[4] = d - e, x[5] = f;
  }
}
template <int S>
DEVICE void line_out(float* x) {
  if constexpr (S == 4) {
    const float a = x[0] + x[1] + x[2], b = x[1] - x[2] - x[3];
    x[0] = a, x[1] = b;
  } else {
    const float p = x[1] + x[2], m = x[1] - x[2], q = x[3] + x[4], n = x[3] - x[4];
    x[0] = x[0] + p + q, x[1] = m + 2 * n, x[2] = p + 4 * q, x[3] = m + 8 * n + x[5];
  }
}
template <int S, int Filters>
DEVICE void winograd(const float* in, const float* filters, float* out, int width, int height, int channels) {
  const int x = (group() * 256 + lane()) * (S - 2), y = group_y() * (S - 2);
  float sum[Filters][S][S] = {};
  for (int c = 0; c < channels; ++c) {
    float d[S][S];
    UNROLL for (int j = 0; j < S; ++j) UNROLL for (int i = 0; i < S; ++i)
        d[j][i] = in[((long)c * height + y + j) * width + x + i];
    UNROLL for (int j = 0; j < S; ++j) line_in<S>(d[j]);
    UNROLL for (int i = 0; i < S; ++i) {
      float column[S];
      UNROLL for (int j = 0; j < S; ++j) column[j] = d[j][i];
      line_in<S>(column);
      UNROLL for (int j = 0; j < S; ++j) d[j][i] = column[j];
    }
    UNROLL for (int f = 0; f < Filters; ++f) UNROLL for (int j = 0; j < S; ++j) UNROLL for (int i = 0; i < S; ++i)
        sum[f][j][i] += d[j][i] * filters[((c * Filters + f) * S + j) * S + i];
  }
  UNROLL for (int f = 0; f < Filters; ++f) {
    UNROLL for (int j = 0; j < S; ++j) line_out<S>(sum[f][j]);
    UNROLL for (int i = 0; i < S - 2; ++i) {
      float column[S];
      UNROLL for (int j = 0; j < S; ++j) column[j] = sum[f][j][i];
      line_out<S>(column);
      UNROLL for (int j = 0; j < S - 2; ++j) out[((long)f * height + y + j) * width + x + i] = column[j];
    }
  }
}
KERNEL(256) winograd_2x2_4(const float* i, const float* f, float* o, int w, int h, int c) { winograd<4, 4>(i, f, o, w, h, c); }
KERNEL(256) winograd_4x4_1(const float* i, const float* f, float* o, int w, int h, int c) { winograd<6, 1>(i, f, o, w, h, c); }
KERNEL(256) winograd_4x4_3(const float* i, const float* f, float* o, int w, int h, int c) { winograd<6, 3>(i, f, o, w, h, c); }

// Lattice-Boltzmann: directions of D dimensions with at most `Most` components that are not 0 (3, 2: D3Q19; 3, 3: D3Q27;
// 2, 2: D2Q9); two relaxation times where `Two`. Walls bounce back.
template <class T, int D, int Most, bool Two>
DEVICE void lattice(const T* in, T* out, const u8* wall, int n, T rate, T other) {
  constexpr int all = D == 2 ? 9 : 27;
  const long cells = D == 2 ? (long)n * n : (long)n * n * n, at = (long)group() * 128 + lane();
  T f[27];
  UNROLL for (int q = 0; q < all; ++q) {
    const int x = q % 3 - 1, y = q / 3 % 3 - 1, z = D == 2 ? 0 : q / 9 - 1;
    if (x * x + y * y + z * z > Most) continue;
    f[q] = in[q * cells + at - x - (long)y * n - (long)z * n * n];
  }
  if (wall[at]) {
    UNROLL for (int q = 0; q < all; ++q) {
      const int x = q % 3 - 1, y = q / 3 % 3 - 1, z = D == 2 ? 0 : q / 9 - 1;
      if (x * x + y * y + z * z <= Most) out[(all - 1 - q) * cells + at] = f[q];
    }
    return;
  }
  T density = 0, u[3] = {};
  UNROLL for (int q = 0; q < all; ++q) {
    const int x = q % 3 - 1, y = q / 3 % 3 - 1, z = D == 2 ? 0 : q / 9 - 1;
    if (x * x + y * y + z * z > Most) continue;
    density += f[q], u[0] += x * f[q], u[1] += y * f[q], u[2] += z * f[q];
  }
  const T one = 1 / density;
  UNROLL for (int d = 0; d < 3; ++d) u[d] *= one;
  const T square = (T)1.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  T equal[27];
  UNROLL for (int q = 0; q < all; ++q) {
    const int x = q % 3 - 1, y = q / 3 % 3 - 1, z = D == 2 ? 0 : q / 9 - 1, s = x * x + y * y + z * z;
    if (s > Most) continue;
    const T weight = s == 0 ? (T)1 / 3 : s == 1 ? (T)1 / 18 : s == 2 ? (T)1 / 36 : (T)1 / 216;
    const T cu = 3 * (x * u[0] + y * u[1] + z * u[2]);
    equal[q] = weight * density * (1 + cu + (T)0.5 * cu * cu - square);
  }
  UNROLL for (int q = 0; q < all; ++q) {
    const int x = q % 3 - 1, y = q / 3 % 3 - 1, z = D == 2 ? 0 : q / 9 - 1;
    if (x * x + y * y + z * z > Most) continue;
    const int back = all - 1 - q;
    const T next = Two ? f[q] - rate * (T)0.5 * (f[q] + f[back] - equal[q] - equal[back]) -
                             other * (T)0.5 * (f[q] - f[back] - equal[q] + equal[back])
                       : f[q] - rate * (f[q] - equal[q]);
    out[q * cells + at] = next;
  }
}
#define LATTICE(name, T, D, Most, Two)                                                \
  KERNEL(128) name(const T* in, T* out, const u8* wall, int n, T rate, T other) {    \
    lattice<T, D, Most, Two>(in, out, wall, n, rate, other);                          \
  }
LATTICE(d3q19, float, 3, 2, false)
LATTICE(d3q19_two_f64, double, 3, 2, true)
LATTICE(d3q27_two, float, 3, 3, true)
LATTICE(d2q9_f64, double, 2, 2, false)
