// Attention: softmax(q k^T) v with a running maximum and sum, a row of queries a lane.
#include "gpu.h"

template <int D, int Keys>
DEVICE void attention(const float* q, const float* k, const float* v, float* out, int n, float scale) {
  SHARED static float ks[Keys][D], vs[Keys][D];
  const long row = (group() * 128 + lane()) * (long)D;
  float query[D], sum[D] = {}, top = -1e30f, weight = 0;
  UNROLL for (int d = 0; d < D; ++d) query[d] = q[row + d] * scale;
  for (int first = 0; first < n; first += Keys) {
    for (int i = lane(); i < Keys * D; i += 128) {
      ks[i / D][i % D] = k[(long)first * D + i];
      vs[i / D][i % D] = v[(long)first * D + i];
    }
    barrier();
    float score[Keys], peak = top;
    UNROLL for (int j = 0; j < Keys; ++j) {
      score[j] = 0;
      UNROLL for (int d = 0; d < D; ++d) score[j] += query[d] * ks[j][d];
      peak = most(peak, score[j]);
    }
    const float fade = exp2_of(top - peak);
    weight *= fade;
    UNROLL for (int d = 0; d < D; ++d) sum[d] *= fade;
    UNROLL for (int j = 0; j < Keys; ++j) {
      const float p = exp2_of(score[j] - peak);
      weight += p;
      UNROLL for (int d = 0; d < D; ++d) sum[d] += p * vs[j][d];
    }
    top = peak;
    barrier();
  }
  UNROLL for (int d = 0; d < D; ++d) out[row + d] = sum[d] / weight;
}
KERNEL(128) attention_32_8(const float* q, const float* k, const float* v, float* o, int n, float s) {
  attention<32, 8>(q, k, v, o, n, s);
}
KERNEL(128) attention_64_4(const float* q, const float* k, const float* v, float* o, int n, float s) {
  attention<64, 4>(q, k, v, o, n, s);
}

// One query, keys spread over lanes, eight heads at once; masked behind the end.
KERNEL(256) attention_decode(const half2* q, const half2* k, const half2* v, float* out, const int* lengths, int heads) {
  constexpr int D = 16, H = 8;
  const int length = lengths[group_y()];
  float top[H], weight[H], sum[H][4];
  UNROLL for (int h = 0; h < H; ++h) {
    top[h] = -1e30f, weight[h] = 0;
    UNROLL for (int d = 0; d < 4; ++d) sum[h][d] = 0;
  }
  for (int j = lane(); j < length; j += 256) {
    half2 key[D];
    UNROLL for (int d = 0; d < D; ++d) key[d] = k[(long)j * D + d];
    UNROLL for (int h = 0; h < H; ++h) {
      float score = 0;
      UNROLL for (int d = 0; d < D; ++d) {
        const half2 x = q[(group() * H + h) * D + d] * key[d];
        score += (float)x.x + (float)x.y;
      }
      const float peak = most(top[h], score), fade = exp2_of(top[h] - peak), p = exp2_of(score - peak);
      weight[h] = weight[h] * fade + p;
      UNROLL for (int d = 0; d < 4; ++d) sum[h][d] = sum[h][d] * fade + p * (float)v[(long)j * 4 + d].x;
      top[h] = peak;
    }
  }
  UNROLL for (int h = 0; h < H; ++h) UNROLL for (int d = 0; d < 4; ++d)
      out[((group() * H + h) * 256 + lane()) * 4 + d] = sum[h][d] / weight[h];
}

// Linear attention with a state of D x D/4 a lane that fades.
KERNEL(64) attention_linear(const float* q, const float* k, const float* v, float* out, int n) {
  constexpr int D = 16, R = 6;
  float state[D][R] = {};
  for (int t = 0; t < n; ++t) {
    float key[D], value[R], fade = 0;
    UNROLL for (int d = 0; d < D; ++d) key[d] = k[(t * D + d) * 64 + lane()];
    UNROLL for (int r = 0; r < R; ++r) value[r] = v[(t * R + r) * 64 + lane()];
    UNROLL for (int d = 0; d < D; ++d) fade += key[d] * key[d];
    fade = 1 / (1 + fade);
    float result[R] = {};
    UNROLL for (int d = 0; d < D; ++d) {
      const float query = q[(t * D + d) * 64 + lane()];
      UNROLL for (int r = 0; r < R; ++r) {
        state[d][r] = state[d][r] * fade + key[d] * value[r];
        result[r] += query * state[d][r];
      }
    }
    if (t & 1) UNROLL for (int r = 0; r < R; ++r) out[(t * R + r) * 64 + lane()] = result[r];
  }
  UNROLL for (int d = 0; d < D; ++d) UNROLL for (int r = 0; r < R; ++r) out[(n * R + d * R + r) * 64 + lane()] = state[d][r];
}
