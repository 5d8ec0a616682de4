// bigint: wide integers: __int128 arithmetic and shifts, 256-bit products, modular powers by Montgomery's method.
// Kernels: i128_ops, mul_256, mod_power
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: i128_ops: out[8 i ..] = a + b, a - b, a * b, a << s, a >> s (signed), a >> s (unsigned), min(a, b) signed, and
//           a / b by unsigned division (0 if b is 0), s = i % 128. mul_256: 512-bit products, little-endian 32-bit words.
//         mod_power: out[i] = base[i] ^ exp[i] mod m, m odd, 64 bits.
#include <cstdint>
using i128 = __int128;
using u128 = unsigned __int128;

extern "C" __global__ void i128_ops(const u128* a, const u128* b, u128* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u128 x = a[i], y = b[i], *o = out + 8 * (size_t)i;
  int s = i % 128;
  o[0] = x + y;
  o[1] = x - y;
  o[2] = x * y;
  o[3] = x << s;
  o[4] = (u128)((i128)x >> s);
  o[5] = x >> s;
  o[6] = (i128)x < (i128)y ? x : y;
  u128 quotient = 0, rest = 0;
  for (int k = 127; y != 0 && k >= 0; --k) {
    bool carry = rest >> 127;
    rest = rest << 1 | (x >> k & 1);
    if (carry || rest >= y) rest -= y, quotient |= (u128)1 << k;
  }
  o[7] = quotient;
}

extern "C" __global__ void mul_256(const uint32_t* a, const uint32_t* b, uint32_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t r[16] = {};
#pragma unroll
  for (int p = 0; p < 8; ++p) {
    uint64_t carry = 0;
#pragma unroll
    for (int q = 0; q < 8; ++q) {
      uint64_t t = (uint64_t)a[8 * i + p] * b[8 * i + q] + r[p + q] + carry;
      r[p + q] = (uint32_t)t;
      carry = t >> 32;
    }
    r[p + 8] = (uint32_t)carry;
  }
  for (int k = 0; k < 16; ++k) out[16 * i + k] = r[k];
}

__device__ uint64_t montgomery(uint64_t a, uint64_t b, uint64_t m, uint64_t inv) {
  u128 t = (u128)a * b;
  uint64_t q = (uint64_t)t * inv;
  u128 qm = (u128)q * m;
  uint64_t hi = (uint64_t)(t >> 64), sub = (uint64_t)(qm >> 64);
  return hi >= sub ? hi - sub : hi - sub + m;
}

extern "C" __global__ void mod_power(const uint64_t* base, const uint64_t* exp, uint64_t m, uint64_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint64_t inv = m;
  for (int k = 0; k < 6; ++k) inv *= 2 - m * inv;
  uint64_t one = (0 - m) % m, square = one;  // 2^64 mod m, doubled 64 times into 2^128 mod m
  for (int k = 0; k < 64; ++k) square = square >= m - square ? square - (m - square) : square + square;
  uint64_t x = montgomery(base[i] % m, square, m, inv), r = one;
  for (uint64_t e = exp[i]; e; e >>= 1) {
    if (e & 1) r = montgomery(r, x, m, inv);
    x = montgomery(x, x, m, inv);
  }
  out[i] = montgomery(r, 1, m, inv);
}
