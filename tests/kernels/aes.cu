// aes: AES-128 encryption of independent 16-byte blocks; the S-box is computed once per block of threads.
// Kernels: aes_encrypt
// Launch: <<<(count + 127) / 128, 128>>>(key, in, out, count)
// Expect: out = AES-128-ECB of each 16 bytes under the 16-byte key (FIPS 197).
#include <cstdint>

__device__ uint8_t xtime(uint8_t x) { return (uint8_t)(x << 1 ^ (x & 0x80 ? 0x1b : 0)); }

__device__ uint8_t field_mul(uint8_t a, uint8_t b) {
  uint8_t r = 0;
  for (; b; b >>= 1, a = xtime(a))
    if (b & 1) r ^= a;
  return r;
}

__device__ uint8_t sbox_entry(uint8_t x) {
  uint8_t inv = 1, base = x;
  for (int e = 254; e; e >>= 1, base = field_mul(base, base))
    if (e & 1) inv = field_mul(inv, base);
  uint8_t r = 0x63;
  for (int k = 0; k < 5; ++k) r ^= (uint8_t)(inv << k | inv >> (8 - k));
  return r;
}

extern "C" __global__ void aes_encrypt(const uint8_t* key, const uint8_t* in, uint8_t* out, int count) {
  __shared__ uint8_t sbox[256], round_keys[176];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) sbox[i] = sbox_entry((uint8_t)i);
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < 16; ++i) round_keys[i] = key[i];
    uint8_t rcon = 1;
    for (int i = 16; i < 176; i += 4) {
      uint8_t w[4];
      for (int k = 0; k < 4; ++k) w[k] = round_keys[i - 4 + k];
      if (i % 16 == 0) {
        uint8_t first = w[0];
        w[0] = sbox[w[1]] ^ rcon, w[1] = sbox[w[2]], w[2] = sbox[w[3]], w[3] = sbox[first];
        rcon = xtime(rcon);
      }
      for (int k = 0; k < 4; ++k) round_keys[i + k] = round_keys[i - 16 + k] ^ w[k];
    }
  }
  __syncthreads();
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  uint8_t s[16], n[16];
  for (int i = 0; i < 16; ++i) s[i] = in[16 * (size_t)id + i] ^ round_keys[i];
  for (int round = 1; round <= 10; ++round) {
    for (int i = 0; i < 16; ++i) n[i] = sbox[s[(i + 4 * (i % 4)) % 16]];
    for (int c = 0; c < 16; c += 4) {
      uint8_t a0 = n[c], a1 = n[c + 1], a2 = n[c + 2], a3 = n[c + 3], all = a0 ^ a1 ^ a2 ^ a3;
      if (round < 10) {
        n[c] = a0 ^ all ^ xtime(a0 ^ a1);
        n[c + 1] = a1 ^ all ^ xtime(a1 ^ a2);
        n[c + 2] = a2 ^ all ^ xtime(a2 ^ a3);
        n[c + 3] = a3 ^ all ^ xtime(a3 ^ a0);
      }
    }
    for (int i = 0; i < 16; ++i) s[i] = n[i] ^ round_keys[16 * round + i];
  }
  for (int i = 0; i < 16; ++i) out[16 * (size_t)id + i] = s[i];
}
