// mma_ldmatrix: tensor-core product with mma.sync and ldmatrix in inline PTX, one warp per 16 x 8 tile.
// Kernels: mma_f16 (m16n8k16), mma_tf32 (m16n8k8)
// Launch: grid (n / 8, m / 16), block 32; k a multiple of 16.
// Expect: C = A * B in float; A row major, B column major, C row major; small integers, exact.
#include <cuda_fp16.h>

extern "C" __global__ void mma_f16(const __half* a, const __half* b, float* c, int m, int n, int k) {
  __shared__ __align__(16) __half as[16 * 16], bs[8 * 16];
  int lane = threadIdx.x;
  float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
  for (int p = 0; p < k; p += 16) {
    *(uint4*)&as[lane * 8] = *(const uint4*)&a[(blockIdx.y * 16 + lane / 2) * k + p + lane % 2 * 8];
    *(uint2*)&bs[lane * 4] = *(const uint2*)&b[(blockIdx.x * 8 + lane / 4) * k + p + lane % 4 * 4];
    __syncwarp();
    unsigned a0, a1, a2, a3, b0, b1;
    unsigned at = (unsigned)__cvta_generic_to_shared(&as[(lane % 16) * 16 + lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3)
                 : "r"(at));
    unsigned bt = (unsigned)__cvta_generic_to_shared(&bs[(lane % 8) * 16 + lane / 8 % 2 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(b0), "=r"(b1) : "r"(bt));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    __syncwarp();
  }
  int row = blockIdx.y * 16 + lane / 4, col = blockIdx.x * 8 + lane % 4 * 2;
  *(float2*)&c[row * n + col] = make_float2(d0, d1);
  *(float2*)&c[(row + 8) * n + col] = make_float2(d2, d3);
}

extern "C" __global__ void mma_tf32(const float* a, const float* b, float* c, int m, int n, int k) {
  int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  float d[4] = {};
  for (int p = 0; p < k; p += 8) {
    const float* pa = a + (blockIdx.y * 16 + g) * k + p + t;
    const float* pb = b + (blockIdx.x * 8 + g) * k + p + t;
    unsigned ra[4], rb[2];
    float va[4] = {pa[0], pa[8 * k], pa[4], pa[8 * k + 4]};
    for (int i = 0; i < 4; ++i) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(ra[i]) : "f"(va[i]));
    for (int i = 0; i < 2; ++i) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(rb[i]) : "f"(pb[4 * i]));
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  }
  int row = blockIdx.y * 16 + g, col = blockIdx.x * 8 + t * 2;
  *(float2*)&c[row * n + col] = make_float2(d[0], d[1]);
  *(float2*)&c[(row + 8) * n + col] = make_float2(d[2], d[3]);
}
