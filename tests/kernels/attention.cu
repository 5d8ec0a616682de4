// attention: softmax(Q K^T / sqrt(d)) V for one head with running maxima, a thread per query, d = 32.
// Kernels: attend
// Launch: <<<(n + 63) / 64, 64>>>(q, k, v, out, n, causal), n a multiple of 64
// Expect: the formula in double within 1e-4; causal: only keys j <= i.
extern "C" __global__ void attend(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v,
                                  float* __restrict__ out, int n, bool causal) {
  __shared__ float ks[64][32], vs[64][32];
  int i = blockIdx.x * 64 + threadIdx.x;
  float query[32], acc[32] = {}, top = -1e30f, sum = 0;
#pragma unroll
  for (int c = 0; c < 32; ++c) query[c] = q[i * 32 + c] * 0.17677669529f;
  for (int base = 0; base < n; base += 64) {
    __syncthreads();
    for (int e = threadIdx.x; e < 64 * 32; e += 64) {
      ks[e / 32][e % 32] = k[base * 32 + e];
      vs[e / 32][e % 32] = v[base * 32 + e];
    }
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      if (causal && base + j > i) break;
      float s = 0;
#pragma unroll
      for (int c = 0; c < 32; ++c) s = fmaf(query[c], ks[j][c], s);
      if (s > top) {
        float shrink = __expf(top - s);
        sum *= shrink;
#pragma unroll
        for (int c = 0; c < 32; ++c) acc[c] *= shrink;
        top = s;
      }
      float p = __expf(s - top);
      sum += p;
#pragma unroll
      for (int c = 0; c < 32; ++c) acc[c] = fmaf(p, vs[j][c], acc[c]);
    }
  }
#pragma unroll
  for (int c = 0; c < 32; ++c) out[i * 32 + c] = acc[c] / sum;
}
