// softmax: row softmax with warp shuffles, and layer normalization, half in and out with float sums.
// Kernels: softmax_rows, layer_norm
// Launch: <<<rows, 128>>>(in, out, width)
// Expect: softmax_rows: exp(x - max) / sum within 1e-5; layer_norm: (x - mean) / sqrt(var + 1e-5) * g + b within 1e-2.
#include <cuda_fp16.h>

template <class Op>
__device__ float block_fold(float v, Op op, float* s) {
  for (int d = 16; d > 0; d /= 2) v = op(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  v = op(op(s[0], s[1]), op(s[2], s[3]));
  __syncthreads();
  return v;
}

extern "C" __global__ void softmax_rows(const float* in, float* out, int width) {
  __shared__ float s[4];
  const float* row = in + (size_t)blockIdx.x * width;
  float* to = out + (size_t)blockIdx.x * width;
  float best = -3.4e38f, sum = 0;
  for (int i = threadIdx.x; i < width; i += 128) best = fmaxf(best, row[i]);
  best = block_fold(best, [](float a, float b) { return fmaxf(a, b); }, s);
  for (int i = threadIdx.x; i < width; i += 128) sum += expf(row[i] - best);
  sum = block_fold(sum, [](float a, float b) { return a + b; }, s);
  for (int i = threadIdx.x; i < width; i += 128) to[i] = expf(row[i] - best) / sum;
}

extern "C" __global__ void layer_norm(const __half2* in, const __half2* g, const __half2* b, __half2* out, int pairs) {
  __shared__ float s[4];
  const __half2* row = in + (size_t)blockIdx.x * pairs;
  float sum = 0, square = 0;
  for (int i = threadIdx.x; i < pairs; i += 128) {
    float2 v = __half22float2(row[i]);
    sum += v.x + v.y;
    square += v.x * v.x + v.y * v.y;
  }
  auto plus = [](float a, float c) { return a + c; };
  float mean = block_fold(sum, plus, s) / (2 * pairs);
  float scale = rsqrtf(block_fold(square, plus, s) / (2 * pairs) - mean * mean + 1e-5f);
  for (int i = threadIdx.x; i < pairs; i += 128) {
    float2 v = __half22float2(row[i]), w = __half22float2(g[i]), c = __half22float2(b[i]);
    out[(size_t)blockIdx.x * pairs + i] = __floats2half2_rn((v.x - mean) * scale * w.x + c.x, (v.y - mean) * scale * w.y + c.y);
  }
}
