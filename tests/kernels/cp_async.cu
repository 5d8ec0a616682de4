// cp_async: double-buffered copies from global to shared memory with cp.async.
// Kernels: pipelined_sum, pipelined_scale
// Launch: <<<blocks, 128>>>
// Expect: pipelined_sum: out[block * 128 + t] = sum over k < steps of in[(block * steps + k) * 128 + 127 - t].
//         pipelined_scale: out[i] = 2 * in[i] for float4 of each block's steps * 128.
#include <cuda_pipeline_primitives.h>

extern "C" __global__ void pipelined_sum(const float* in, float* out, int steps) {
  __shared__ float buffer[2][128];
  int t = threadIdx.x;
  const float* from = in + (size_t)blockIdx.x * steps * 128;
  __pipeline_memcpy_async(&buffer[0][t], &from[t], 4);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < steps; ++k) {
    if (k + 1 < steps) __pipeline_memcpy_async(&buffer[(k + 1) & 1][t], &from[(k + 1) * 128 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += buffer[k & 1][127 - t];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

extern "C" __global__ void pipelined_scale(const float4* in, float4* out, int steps) {
  __shared__ float4 buffer[4][128];
  int t = threadIdx.x;
  size_t base = (size_t)blockIdx.x * steps * 128 + t;
  for (int k = 0; k < 3; ++k) {
    if (k < steps) __pipeline_memcpy_async(&buffer[k][t], &in[base + k * 128], 16);
    __pipeline_commit();
  }
  for (int k = 0; k < steps; ++k) {
    __pipeline_wait_prior(2);
    float4 v = buffer[k % 4][t];
    out[base + k * 128] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    if (k + 3 < steps) __pipeline_memcpy_async(&buffer[(k + 3) % 4][t], &in[base + (k + 3) * 128], 16);
    __pipeline_commit();
  }
}
