// wgmma: a warp-group matrix product of sm_90a on shared tiles, 64 x 8 x 16, half to float, in inline PTX.
// Kernels: wgmma_tile
// Launch: <<<1, 128>>>(a, b, c): a 64 x 16 row major, b 8 x 16 (column major 16 x 8), c 64 x 8 row major
// Expect: c = a * b, small integers, exact.
#include <cuda_fp16.h>

__device__ unsigned long long tile_descriptor(const void* shared, unsigned leading, unsigned stride) {
  unsigned long long at = __cvta_generic_to_shared(shared);
  return (at & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 | (unsigned long long)(stride >> 4) << 32;
}

extern "C" __global__ void __launch_bounds__(128) wgmma_tile(const __half* a, const __half* b, float* c) {
  // Tiles of 8 rows x 16 bytes, contiguous 128 bytes each: [row / 8][k / 8][row % 8][k % 8].
  __shared__ alignas(128) __half as[64 * 16], bs[8 * 16];
  int t = threadIdx.x;
  for (int e = t; e < 64 * 16; e += 128) {
    int r = e / 16, k = e % 16;
    as[((r / 8) * 2 + k / 8) * 64 + r % 8 * 8 + k % 8] = a[e];
  }
  {
    int r = t / 16, k = t % 16;
    bs[(k / 8) * 64 + r * 8 + k % 8] = b[t];
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  unsigned long long da = tile_descriptor(as, 128, 256), db = tile_descriptor(bs, 128, 256);
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %6, 0;\n\twgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n\t}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(da), "l"(db), "r"(0));
  asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::: "memory");
  int row = t / 32 * 16 + t % 32 / 4, col = t % 4 * 2;
  c[row * 8 + col] = d[0], c[row * 8 + col + 1] = d[1];
  c[(row + 8) * 8 + col] = d[2], c[(row + 8) * 8 + col + 1] = d[3];
}
