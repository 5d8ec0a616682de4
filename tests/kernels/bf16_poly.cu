// bf16_poly: polynomials in half and bfloat16 without contraction, and halves inside structs.
// Kernels: half_poly, bf16_poly, half_struct
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: poly: p(x) = ((x + 2) * x - 1) * x in the type, each operation rounded.
//         half_struct: each struct of 3 halves and an int: h[k] * 2 and tag + 1; sizes 12 bytes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void half_poly(const __half* in, __half* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half x = in[i], two = __float2half(2.f), one = __float2half(1.f);
  out[i] = __hmul_rn(__hsub_rn(__hmul_rn(__hadd_rn(x, two), x), one), x);
}

extern "C" __global__ void bf16_poly(const __nv_bfloat16* in, __nv_bfloat16* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __nv_bfloat16 x = in[i], two = __float2bfloat16(2.f), one = __float2bfloat16(1.f);
  out[i] = __hmul_rn(__hsub_rn(__hmul_rn(__hadd_rn(x, two), x), one), x);
}

struct Tagged {
  __half h[3];
  int tag;
};

extern "C" __global__ void half_struct(Tagged* items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Tagged t = items[i];
  for (int k = 0; k < 3; ++k) t.h[k] = t.h[k] + t.h[k];
  ++t.tag;
  items[i] = t;
}
