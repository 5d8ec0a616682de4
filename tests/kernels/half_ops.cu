// half_ops: half and half2 arithmetic, comparison, conversion and fused multiply-add.
// Kernels: half_axpy, half2_axpy, half_from_float, half_dot, half_minmax
// Launch: <<<(n + 127) / 128, 128>>>; half2_axpy takes n pairs; half_dot is <<<1, 32>>>.
// Expect: half_axpy: y = fma(alpha, x, y) rounded once to half; half2_axpy: the same for each half of a pair.
//         half_from_float: h[i] = (half)f[i], back[i] = (float)h[i], bits[i] = the 16 bits.
//         half_dot: out[0] = sum over i < n of a[i] * b[i] in float, lane l adds i = l, l + 32, ... then a shuffle tree.
//         half_minmax: c[i] = a < b ? b - a : a * b, in half, rounded after each operation.
#include <cuda_fp16.h>

extern "C" __global__ void half_axpy(__half alpha, const __half* x, __half* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma(alpha, x[i], y[i]);
}

extern "C" __global__ void half2_axpy(__half2 alpha, const __half2* x, __half2* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma2(alpha, x[i], y[i]);
}

extern "C" __global__ void half_from_float(const float* f, __half* h, float* back, unsigned short* bits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half v = __float2half_rn(f[i]);
  h[i] = v;
  back[i] = __half2float(v);
  bits[i] = __half_as_ushort(v);
}

extern "C" __global__ void half_dot(const __half* a, const __half* b, float* out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += __half2float(a[i]) * __half2float(b[i]);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void half_minmax(const __half* a, const __half* b, __half* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  c[i] = __hlt(a[i], b[i]) ? __hsub(b[i], a[i]) : __hmul(a[i], b[i]);
}
