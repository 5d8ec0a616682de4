// reduce: block reductions through shared memory and shuffles, a grid total by atomics.
// Kernels: reduce_sum_i32, reduce_max_f32, reduce_sum_f64
// Launch: <<<blocks, 256>>>, grid stride over n.
// Expect: reduce_sum_i32: out[0] += sum of a (wraps mod 2^32); out zeroed before.
//         reduce_max_f32: out[block] = max over the block's stride of a, -inf where it has none.
//         reduce_sum_f64: out[block] = sum in double; tree order: 256 lanes, halving strides.
#include <cmath>

extern "C" __global__ void reduce_sum_i32(const int* a, int* out, int n) {
  __shared__ int warp_sum[8];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) warp_sum[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 8) {
    sum = warp_sum[threadIdx.x];
    for (int d = 4; d > 0; d >>= 1) sum += __shfl_down_sync(0xffu, sum, d);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}

extern "C" __global__ void reduce_max_f32(const float* a, float* out, int n) {
  __shared__ float s[256];
  float best = -INFINITY;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) best = fmaxf(best, a[i]);
  s[threadIdx.x] = best;
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

extern "C" __global__ void reduce_sum_f64(const double* a, double* out, int n) {
  __shared__ double s[256];
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i];
  s[threadIdx.x] = sum;
  __syncthreads();
#pragma unroll
  for (int d = 128; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
