// bit_tricks: counts, scans, reversals, byte permutation, funnel shifts, high products, absolute differences.
// Kernels: bits_32, bits_64
// Launch: <<<(n + 127) / 128, 128>>>; out has 16 words per element (12 for bits_64)
// Expect: as the CUDA math reference defines each intrinsic.
#include <cstdint>

extern "C" __global__ void bits_32(const uint32_t* a, const uint32_t* b, uint32_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t x = a[i], y = b[i], *o = out + 16 * (size_t)i;
  o[0] = __popc(x);
  o[1] = __clz(x);
  o[2] = __ffs(x);
  o[3] = __brev(x);
  o[4] = __byte_perm(x, y, 0x3715);
  o[5] = __byte_perm(x, y, y & 0x7777);
  o[6] = __funnelshift_l(x, y, 11);
  o[7] = __funnelshift_r(x, y, y);
  o[8] = __funnelshift_lc(x, y, y & 63);
  o[9] = __umulhi(x, y);
  o[10] = __mulhi((int)x, (int)y);
  o[11] = __usad(x, y, 7);
  o[12] = __sad((int)x, (int)y, 7);
  o[13] = __uhadd(x, y);
  o[14] = __urhadd(x, y);
  o[15] = __mul24((int)x, (int)y);
}

extern "C" __global__ void bits_64(const uint64_t* a, const uint64_t* b, uint64_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint64_t x = a[i], y = b[i], *o = out + 12 * (size_t)i;
  int s = (int)(y & 63);
  o[0] = __popcll(x);
  o[1] = __clzll(x);
  o[2] = __ffsll(x);
  o[3] = __brevll(x);
  o[4] = __umul64hi(x, y);
  o[5] = __mul64hi((int64_t)x, (int64_t)y);
  o[6] = x << s | x >> (64 - s & 63);
  o[7] = x & (0 - x);
  o[8] = y ? x / y : 0;
  o[9] = y ? x % (uint32_t)(y | 1) : 0;
  o[10] = x / 10;
  o[11] = (uint64_t)((int64_t)x / 7 + (int64_t)x % 1000);
}
