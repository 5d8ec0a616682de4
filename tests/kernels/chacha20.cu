// chacha20: key stream blocks of ChaCha20 (RFC 8439), a block per thread.
// Kernels: chacha_blocks
// Launch: <<<(blocks + 63) / 64, 64>>>(key[8], nonce[3], counter, out[16 * blocks], blocks)
// Expect: the RFC's block function for counter + i.
__device__ inline unsigned rotl(unsigned x, int n) { return x << n | x >> (32 - n); }
__device__ inline void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
  a += b, d = rotl(d ^ a, 16);
  c += d, b = rotl(b ^ c, 12);
  a += b, d = rotl(d ^ a, 8);
  c += d, b = rotl(b ^ c, 7);
}

extern "C" __global__ void chacha_blocks(const unsigned* key, const unsigned* nonce, unsigned counter, uint4* out, int blocks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= blocks) return;
  unsigned s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7],
                    counter + i, nonce[0], nonce[1], nonce[2]};
  unsigned x[16];
  for (int k = 0; k < 16; ++k) x[k] = s[k];
  for (int round = 0; round < 10; ++round) {
    quarter(x[0], x[4], x[8], x[12]), quarter(x[1], x[5], x[9], x[13]);
    quarter(x[2], x[6], x[10], x[14]), quarter(x[3], x[7], x[11], x[15]);
    quarter(x[0], x[5], x[10], x[15]), quarter(x[1], x[6], x[11], x[12]);
    quarter(x[2], x[7], x[8], x[13]), quarter(x[3], x[4], x[9], x[14]);
  }
  for (int k = 0; k < 4; ++k)
    out[4 * (size_t)i + k] = make_uint4(x[4 * k] + s[4 * k], x[4 * k + 1] + s[4 * k + 1], x[4 * k + 2] + s[4 * k + 2], x[4 * k + 3] + s[4 * k + 3]);
}
