// hash_table: open addressing with 64-bit compare and swap: insert, find; and a Bloom filter.
// Kernels: table_insert, table_find, bloom_add, bloom_query
// Launch: <<<(n + 127) / 128, 128>>>; slots a power of two, filled with ~0; bloom bits zeroed, bits a power of two
// Expect: after insert, find gives value[i] of a key's insertion or -1 if absent (keys inserted once, not ~0);
//         bloom: bit positions h1 + k * h2 (mod bits), k < 4, of the mixers below; query has no false negative.
#include <cstdint>

__device__ uint32_t mix32(uint32_t h) {
  h ^= h >> 16;
  h *= 0x7feb352du;
  h ^= h >> 15;
  h *= 0x846ca68bu;
  return h ^ h >> 16;
}

extern "C" __global__ void table_insert(unsigned long long* slots, unsigned mask, const unsigned* keys, const unsigned* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long entry = (unsigned long long)keys[i] << 32 | values[i];
  for (unsigned at = mix32(keys[i]) & mask;; at = (at + 1) & mask)
    if (atomicCAS(&slots[at], ~0ull, entry) == ~0ull) return;
}

extern "C" __global__ void table_find(const unsigned long long* slots, unsigned mask, const unsigned* keys, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int found = -1;
  for (unsigned at = mix32(keys[i]) & mask;; at = (at + 1) & mask) {
    unsigned long long e = slots[at];
    if (e == ~0ull) break;
    if ((unsigned)(e >> 32) == keys[i]) {
      found = (int)(unsigned)e;
      break;
    }
  }
  out[i] = found;
}

extern "C" __global__ void bloom_add(unsigned* bits, unsigned mask, const unsigned* keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h1 = mix32(keys[i]), h2 = mix32(h1 ^ 0x5bd1e995u) | 1;
  for (int k = 0; k < 4; ++k, h1 += h2) atomicOr(&bits[(h1 & mask) / 32], 1u << (h1 & mask) % 32);
}

extern "C" __global__ void bloom_query(const unsigned* bits, unsigned mask, const unsigned* keys, bool* maybe, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h1 = mix32(keys[i]), h2 = mix32(h1 ^ 0x5bd1e995u) | 1;
  bool all = true;
  for (int k = 0; k < 4 && all; ++k, h1 += h2) all = bits[(h1 & mask) / 32] >> (h1 & mask) % 32 & 1;
  maybe[i] = all;
}
