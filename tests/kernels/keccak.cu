// keccak: the Keccak-f[1600] permutation, and SHA3-256 of short messages.
// Kernels: keccak_f, sha3_256
// Launch: <<<(count + 63) / 64, 64>>>
// Expect: FIPS 202; sha3_256 of messages of equal length < 136 bytes.
#include <cstdint>

__device__ inline uint64_t rotl(uint64_t x, int n) { return n ? x << n | x >> (64 - n) : x; }

__device__ void permute(uint64_t a[25]) {
  uint8_t lfsr = 1;
  for (int round = 0; round < 24; ++round) {
    uint64_t c[5], b[25];
    for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int x = 0; x < 5; ++x) {
      uint64_t d = c[(x + 4) % 5] ^ rotl(c[(x + 1) % 5], 1);
      for (int y = 0; y < 25; y += 5) a[x + y] ^= d;
    }
    int x = 1, y = 0;
    b[0] = a[0];
    for (int t = 0; t < 24; ++t) {
      int nx = y, ny = (2 * x + 3 * y) % 5;
      b[nx + 5 * ny] = rotl(a[x + 5 * y], (t + 1) * (t + 2) / 2 % 64);
      x = nx, y = ny;
    }
    for (y = 0; y < 25; y += 5)
      for (x = 0; x < 5; ++x) a[x + y] = b[x + y] ^ (~b[(x + 1) % 5 + y] & b[(x + 2) % 5 + y]);
    for (int j = 0; j < 7; ++j) {
      if (lfsr & 1) a[0] ^= 1ull << ((1 << j) - 1);
      lfsr = (uint8_t)(lfsr & 0x80 ? lfsr << 1 ^ 0x71 : lfsr << 1);
    }
  }
}

extern "C" __global__ void keccak_f(uint64_t* states, int count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  uint64_t a[25];
  for (int k = 0; k < 25; ++k) a[k] = states[25 * (size_t)id + k];
  permute(a);
  for (int k = 0; k < 25; ++k) states[25 * (size_t)id + k] = a[k];
}

extern "C" __global__ void sha3_256(const uint8_t* messages, int length, uint64_t* digests, int count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  uint64_t a[25] = {};
  const uint8_t* m = messages + (size_t)id * length;
  for (int k = 0; k < length; ++k) a[k / 8] ^= (uint64_t)m[k] << 8 * (k % 8);
  a[length / 8] ^= 0x06ull << 8 * (length % 8);
  a[16] ^= 0x80ull << 56;
  permute(a);
  for (int k = 0; k < 4; ++k) digests[4 * (size_t)id + k] = a[k];
}
