// What else holds much in registers: bodies, nets, colours, rays, sequences, states, contractions.
#include "gpu.h"

// Bodies: four of ours against each of a tile.
KERNEL(256) bodies_4(const float4* all, float4* out, int n) {
  constexpr int N = 4;
  SHARED static float4 tile[256];
  float4 own[N], sum[N] = {};
  UNROLL for (int i = 0; i < N; ++i) own[i] = all[(group() * N + i) * 256 + lane()];
  for (int first = 0; first < n; first += 256) {
    tile[lane()] = all[first + lane()];
    barrier();
    UNROLL for (int k = 0; k < 8; ++k) {
      const float4 other = tile[(lane() + k * 32) & 255];
      UNROLL for (int i = 0; i < N; ++i) {
        const float x = other.x - own[i].x, y = other.y - own[i].y, z = other.z - own[i].z;
        const float d = x * x + y * y + z * z + 1e-3f, r = __builtin_amdgcn_rsqf(d), f = other.w * r * r * r;
        sum[i].x += x * f, sum[i].y += y * f, sum[i].z += z * f, sum[i].w -= other.w * r;
      }
    }
    barrier();
  }
  UNROLL for (int i = 0; i < N; ++i) out[(group() * N + i) * 256 + lane()] = sum[i];
}

// A small net: 24 inputs, layers of 32, weights read by all lanes alike.
KERNEL(256) net_32(const float* in, float* out, const float* weights, int layers) {
  constexpr int N = 32;
  const long t = group() * 256 + lane();
  float x[N];
  UNROLL for (int i = 0; i < N; ++i) x[i] = i < 24 ? in[i * 65536 + t] : 1;
  for (int l = 0; l < layers; ++l) {
    float y[N];
    UNROLL for (int j = 0; j < N; ++j) {
      y[j] = weights[(l * N + j) * N + N - 1];
      UNROLL for (int i = 0; i < N - 1; ++i) y[j] += weights[(l * N + j) * N + i] * x[i];
    }
    UNROLL for (int i = 0; i < N; ++i) x[i] = most(y[i], 0.1f * y[i]);
  }
  UNROLL for (int i = 0; i < N; ++i) out[i * 65536 + t] = x[i];
}

// A cosine transform of 8 x 8 values, there and back with quantisation between.
DEVICE void cosines(float* x) {
  const float a = x[0] + x[7], b = x[1] + x[6], c = x[2] + x[5], d = x[3] + x[4], e = x[0] - x[7], f = x[1] - x[6],
              g = x[2] - x[5], h = x[3] - x[4];
  x[0] = a + b + c + d, x[4] = 0.7071f * (a - b - c + d);
  x[2] = 0.9239f * (a - d) + 0.3827f * (b - c), x[6] = 0.3827f * (a - d) - 0.9239f * (b - c);
  x[1] = 0.9808f * e + 0.8315f * f + 0.5556f * g + 0.1951f * h, x[3] = 0.8315f * e - 0.1951f * f - 0.9808f * g - 0.5556f * h;
  x[5] = 0.5556f * e - 0.9808f * f + 0.1951f * g + 0.8315f * h, x[7] = 0.1951f * e - 0.5556f * f + 0.8315f * g - 0.9808f * h;
}
KERNEL(64) cosine_8x8(const float* in, float* out, const float* table, int count) {
  const long t = group() * 64 + lane();
  float x[8][8];
  UNROLL for (int k = 0; k < 64; ++k) x[k / 8][k % 8] = in[(long)k * count + t];
  for (int pass = 0; pass < 2; ++pass) {
    UNROLL for (int j = 0; j < 8; ++j) cosines(x[j]);
    UNROLL for (int i = 0; i < 8; ++i) {
      float column[8];
      UNROLL for (int j = 0; j < 8; ++j) column[j] = x[j][i];
      cosines(column);
      UNROLL for (int j = 0; j < 8; ++j) x[j][i] = column[j];
    }
    if (pass == 0) UNROLL for (int k = 0; k < 64; ++k) x[k / 8][k % 8] = __builtin_rintf(x[k / 8][k % 8] * table[k]) * table[k + 64];
  }
  UNROLL for (int k = 0; k < 64; ++k) out[(long)k * count + t] = x[k / 8][k % 8];
}

// Runge and Kutta's steps of a system of twelve states, five stages kept.
KERNEL(128) steps_12_f64(const double* in, double* out, double h, int steps) {
  constexpr int N = 12;
  const long t = group() * 128 + lane();
  double y[N], k[5][N];
  UNROLL for (int i = 0; i < N; ++i) y[i] = in[i * 65536 + t];
  for (int s = 0; s < steps; ++s) {
    UNROLL for (int stage = 0; stage < 5; ++stage) {
      double z[N];
      UNROLL for (int i = 0; i < N; ++i) {
        z[i] = y[i];
        UNROLL for (int p = 0; p < stage; ++p) z[i] += h * (double)((p + 2) * (stage + 1)) * 0.03125 * k[p][i];
      }
      UNROLL for (int i = 0; i < N; ++i)
          k[stage][i] = z[(i + 1) % N] * z[(i + 2) % N] - z[(i + N - 1) % N] * z[i] - 0.5 * z[i];
    }
    UNROLL for (int i = 0; i < N; ++i)
        y[i] += h * (k[0][i] * 0.1 + k[1][i] * 0.2 + k[2][i] * 0.3 + k[3][i] * 0.25 + k[4][i] * 0.15);
  }
  UNROLL for (int i = 0; i < N; ++i) out[i * 65536 + t] = y[i];
}

// A ray through a tree of boxes, four boxes a node; the stack is in LDS.
KERNEL(64) rays_4(const float4* nodes, const float4* rays, float4* hits, int root_node) {
  SHARED static int stack[32][64];
  const int t = lane();
  const float4 from = rays[(group() * 64 + t) * 2], to = rays[(group() * 64 + t) * 2 + 1];
  const float ix = 1 / to.x, iy = 1 / to.y, iz = 1 / to.z;
  float best = to.w;
  int depth = 0, hit = -1, now = root_node;
  for (;;) {
    float near[4];
    int child[4];
    UNROLL for (int c = 0; c < 4; ++c) {
      const float4 low = nodes[(now * 4 + c) * 2], high = nodes[(now * 4 + c) * 2 + 1];
      const float x0 = (low.x - from.x) * ix, x1 = (high.x - from.x) * ix, y0 = (low.y - from.y) * iy,
                  y1 = (high.y - from.y) * iy, z0 = (low.z - from.z) * iz, z1 = (high.z - from.z) * iz;
      const float enter = most(most(least(x0, x1), least(y0, y1)), most(least(z0, z1), 0.0f));
      const float leave = least(least(most(x0, x1), most(y0, y1)), least(most(z0, z1), best));
      near[c] = enter <= leave ? enter : 1e30f, child[c] = (int)low.w;
      if (high.w < 0 && enter <= leave) best = enter, hit = child[c], near[c] = 1e30f;
    }
    UNROLL for (int i = 0; i < 3; ++i) UNROLL for (int j = 0; j < 3 - i; ++j) if (near[j] > near[j + 1]) {
      const float x = near[j];
      const int y = child[j];
      near[j] = near[j + 1], child[j] = child[j + 1], near[j + 1] = x, child[j + 1] = y;
    }
    UNROLL for (int c = 3; c > 0; --c) if (near[c] < 1e29f && depth < 32) stack[depth++][t] = child[c];
    if (near[0] < 1e29f) now = child[0];
    else if (depth == 0) break;
    else now = stack[--depth][t];
  }
  hits[group() * 64 + t] = float4{best, (float)hit, 0, 0};
}

// Alignment of sequences (Smith and Waterman), a stripe of 24 columns with two scores each.
KERNEL(256) align_24(const u8* first, const u8* second, int* out, int n) {
  constexpr int N = 24;
  const long t = group() * 256 + lane();
  int best = 0, h[N] = {}, e[N] = {};
  u8 column[N];
  UNROLL for (int i = 0; i < N; ++i) column[i] = first[i * 65536 + t];
  for (int j = 0; j < n; ++j) {
    const u8 row = second[(long)j * 65536 + t];
    int diagonal = 0, left = 0, f = 0;
    UNROLL for (int i = 0; i < N; ++i) {
      e[i] = most(e[i] - 1, h[i] - 3);
      f = most(f - 1, left - 3);
      int score = diagonal + (column[i] == row ? 2 : -1);
      score = most(most(score, 0), most(e[i], f));
      diagonal = h[i], h[i] = score, left = score, best = most(best, score);
    }
  }
  out[t] = best;
}

// Viterbi's decoder of 32 states, what was chosen as bits.
KERNEL(256) viterbi_32(const float2* in, u32* out, int n) {
  constexpr int N = 32;
  const long t = group() * 256 + lane();
  float cost[N];
  UNROLL for (int i = 0; i < N; ++i) cost[i] = i == 0 ? 0 : 1e6f;
  for (int s = 0; s < n; ++s) {
    const float2 x = in[(long)s * 65536 + t];
    float next[N];
    u32 chosen = 0;
    UNROLL for (int i = 0; i < N; ++i) {
      const int a = i >> 1, b = (i >> 1) | 16;
      const float way = ((i * 5 >> 2) & 1 ? x.x : -x.x) + ((i * 7 >> 3) & 1 ? x.y : -x.y);
      const float left = cost[a] + way, right = cost[b] - way;
      next[i] = least(left, right);
      chosen |= (u32)(right < left) << i;
    }
    UNROLL for (int i = 0; i < N; ++i) cost[i] = next[i];
    out[(long)s * 65536 + t] = chosen;
  }
}

// Contraction of a tensor of four indices with two matrices, 4 x 4 x 4 results a lane.
KERNEL(128) contract_4(const float* a, const float* b, const float* c, float* out, int n) {
  constexpr int N = 4;
  float sum[N][N][N] = {};
  for (int k = 0; k < n; ++k) {
    float x[N][N], y[N], z[N];
    UNROLL for (int i = 0; i < N; ++i) {
      y[i] = b[(k * N + i) * 128 + lane()], z[i] = c[(k * N + i) * 128 + lane()];
      UNROLL for (int j = 0; j < N; ++j) x[i][j] = a[((k * N + i) * N + j) * 128 + lane()];
    }
    UNROLL for (int i = 0; i < N; ++i) UNROLL for (int j = 0; j < N; ++j) UNROLL for (int l = 0; l < N; ++l)
        sum[i][j][l] += x[i][j] * y[l] + x[j][l] * z[i];
  }
  UNROLL for (int i = 0; i < 64; ++i) out[i * 4096 + group() * 128 + lane()] = sum[i / 16][i / 4 % 4][i % 4];
}

// Light from spherical harmonics of 25 terms, three colours, four directions a lane.
KERNEL(256) harmonics_25(const float4* directions, const float* terms, float4* out) {
  constexpr int N = 4;
  UNROLL for (int d = 0; d < N; ++d) {
    const float4 v = directions[(group() * N + d) * 256 + lane()];
    const float x = v.x, y = v.y, z = v.z, xx = x * x, yy = y * y, zz = z * z;
    const float s[25] = {1, y, z, x, x * y, y * z, 3 * zz - 1, x * z, xx - yy, y * (3 * xx - yy), x * y * z, y * (5 * zz - 1),
                         z * (5 * zz - 3), x * (5 * zz - 1), z * (xx - yy), x * (xx - 3 * yy), x * y * (xx - yy),
                         y * z * (3 * xx - yy), x * y * (7 * zz - 1), y * z * (7 * zz - 3), 35 * zz * zz - 30 * zz + 3,
                         x * z * (7 * zz - 3), (xx - yy) * (7 * zz - 1), x * z * (xx - 3 * yy), xx * (xx - 3 * yy) - yy * (3 * xx - yy)};
    float4 sum = {};
    UNROLL for (int i = 0; i < 25; ++i) {
      sum.x += s[i] * terms[i * 3], sum.y += s[i] * terms[i * 3 + 1], sum.z += s[i] * terms[i * 3 + 2];
    }
    out[(group() * N + d) * 256 + lane()] = sum;
  }
}

// Life on bits: eight lines of a word each, sums of neighbours by adders of bits.
KERNEL(256) life_8(const u32* in, u32* out, int steps) {
  constexpr int N = 8;
  const long t = group() * 256 + lane();
  u32 x[N + 2];
  UNROLL for (int i = 0; i < N + 2; ++i) x[i] = in[i * 65536 + t];
  for (int s = 0; s < steps; ++s) {
    u32 one[N + 2], two[N + 2], next[N + 2];
    UNROLL for (int i = 0; i < N + 2; ++i) {
      const u32 l = turn(x[i], 1), r = turn(x[i], 31);
      one[i] = l ^ r ^ x[i], two[i] = (l & r) | (x[i] & (l ^ r));
    }
    UNROLL for (int i = 1; i <= N; ++i) {
      const u32 a = one[i - 1] ^ one[i] ^ one[i + 1],
                b = (one[i - 1] & one[i]) | (one[i + 1] & (one[i - 1] ^ one[i]));
      const u32 c = two[i - 1] ^ two[i] ^ two[i + 1], d = (two[i - 1] & two[i]) | (two[i + 1] & (two[i - 1] ^ two[i]));
      const u32 e = b ^ c, f = d ^ (b & c);
      next[i] = ~f & e & (a | x[i]) | (f & ~e & ~a & x[i]);
    }
    UNROLL for (int i = 1; i <= N; ++i) x[i] = next[i];
  }
  UNROLL for (int i = 1; i <= N; ++i) out[i * 65536 + t] = x[i];
}

// The set of Mandelbrot, eight points a lane, steps of four between tests.
KERNEL(256) mandelbrot_8(u32* out, float x0, float y0, float step, int most_steps) {
  constexpr int N = 8;
  float x[N], y[N], cx[N], cy[N];
  u32 count[N];
  UNROLL for (int i = 0; i < N; ++i) {
    cx[i] = x0 + step * (float)(group() * 256 + lane()), cy[i] = y0 + step * (float)(group_y() * N + i);
    x[i] = y[i] = 0, count[i] = 0;
  }
  for (int s = 0; s < most_steps; s += 4) {
    UNROLL for (int i = 0; i < N; ++i) UNROLL for (int k = 0; k < 4; ++k) {
      const float next = x[i] * x[i] - y[i] * y[i] + cx[i];
      y[i] = 2 * x[i] * y[i] + cy[i], x[i] = next;
      count[i] += x[i] * x[i] + y[i] * y[i] < 4;
    }
    bool any = false;
    UNROLL for (int i = 0; i < N; ++i) any |= x[i] * x[i] + y[i] * y[i] < 4;
    if (!any) break;
  }
  UNROLL for (int i = 0; i < N; ++i) out[(group_y() * N + i) * 4096 + group() * 256 + lane()] = count[i];
}

// Matrix by tensor of a finite element: gradients of 3 x 9 values at 27 points by three small matrices.
KERNEL(128) element_3x3x3(const float* in, float* out, const float* matrix, long count) {
  const long t = group() * 128 + lane();
  float x[27], y[27], r[27] = {}, m[9];
  UNROLL for (int i = 0; i < 9; ++i) m[i] = matrix[i * 4096 + t];
  UNROLL for (int i = 0; i < 27; ++i) x[i] = in[i * count + t];
  UNROLL for (int axis = 0; axis < 3; ++axis) {
    const int gap = axis == 0 ? 1 : axis == 1 ? 3 : 9;
    UNROLL for (int i = 0; i < 27; ++i) {
      const int at = i / gap % 3, base = i - at * gap;
      y[i] = m[at * 3] * x[base] + m[at * 3 + 1] * x[base + gap] + m[at * 3 + 2] * x[base + 2 * gap];
    }
    UNROLL for (int i = 0; i < 27; ++i) {
      const float weight = in[(27 + axis * 27 + i) * count + t];
      const int at = i / gap % 3, base = i - at * gap;
      UNROLL for (int k = 0; k < 3; ++k) r[base + k * gap] += m[at * 3 + k] * y[i] * weight;
    }
  }
  UNROLL for (int i = 0; i < 27; ++i) out[i * count + t] = r[i];
}
