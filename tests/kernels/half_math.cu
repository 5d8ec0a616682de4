// half_math: elementary functions and rounding of half and half2.
// Kernels: half_elementary, half2_elementary
// Launch: <<<(n + 127) / 128, 128>>>; out has 8 rows of n.
// Expect: rows: exp2, log2 (of |x| + 1), sqrt(|x|), 1 / (|x| + 1), floor, ceil, rint, trunc of x in half; the first four
//         within 2 units in the last place of the exact value, the others exact.
#include <cuda_fp16.h>

extern "C" __global__ void half_elementary(const __half* in, __half* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half x = in[i], one = __float2half(1.f), m = __hadd(__habs(x), one);
  out[0 * n + i] = hexp2(x);
  out[1 * n + i] = hlog2(m);
  out[2 * n + i] = hsqrt(__habs(x));
  out[3 * n + i] = hrcp(m);
  out[4 * n + i] = hfloor(x);
  out[5 * n + i] = hceil(x);
  out[6 * n + i] = hrint(x);
  out[7 * n + i] = htrunc(x);
}

extern "C" __global__ void half2_elementary(const __half2* in, __half2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half2 x = in[i], m = __hadd2(__habs2(x), __float2half2_rn(1.f));
  out[0 * n + i] = h2exp2(x);
  out[1 * n + i] = h2log2(m);
  out[2 * n + i] = h2sqrt(__habs2(x));
  out[3 * n + i] = h2rcp(m);
  out[4 * n + i] = h2floor(x);
  out[5 * n + i] = h2ceil(x);
  out[6 * n + i] = h2rint(x);
  out[7 * n + i] = h2trunc(x);
}
