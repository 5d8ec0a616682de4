// i128_division: 128-bit division and remainder, as the compilers expand them.
// Kernels: divide_i128
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: out[4 i ..] = a / b, a % b signed, then unsigned; b is not 0, and not -1 where a is the smallest value.
using i128 = __int128;
using u128 = unsigned __int128;

extern "C" __global__ void divide_i128(const i128* a, const i128* b, i128* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  i128* o = out + 4 * (long long)i;
  o[0] = a[i] / b[i];
  o[1] = a[i] % b[i];
  o[2] = (i128)((u128)a[i] / (u128)b[i]);
  o[3] = (i128)((u128)a[i] % (u128)b[i]);
}
