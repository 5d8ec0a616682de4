// bf16_ops: bfloat16 and bfloat162 arithmetic, fused multiply-add, comparison and conversion.
// Kernels: bf16_axpy, bf162_axpy, bf16_from_float, bf16_relu
// Launch: <<<(n + 127) / 128, 128>>>; bf162_axpy takes n pairs.
// Expect: axpy: y = fma(alpha, x, y) rounded once to bfloat16. from_float: round to nearest even; bits[i] the 16 bits,
//         back[i] the float again. relu: c = max(a, 0) + min(b, 0), rounded to bfloat16.
#include <cuda_bf16.h>

extern "C" __global__ void bf16_axpy(__nv_bfloat16 alpha, const __nv_bfloat16* x, __nv_bfloat16* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma(alpha, x[i], y[i]);
}

extern "C" __global__ void bf162_axpy(__nv_bfloat162 alpha, const __nv_bfloat162* x, __nv_bfloat162* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma2(alpha, x[i], y[i]);
}

extern "C" __global__ void bf16_from_float(const float* f, float* back, unsigned short* bits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __nv_bfloat16 v = __float2bfloat16_rn(f[i]);
  back[i] = __bfloat162float(v);
  bits[i] = __bfloat16_as_ushort(v);
}

extern "C" __global__ void bf16_relu(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __nv_bfloat16 zero = __float2bfloat16_rn(0.0f);
  c[i] = __hadd(__hmax(a[i], zero), __hmin(b[i], zero));
}
