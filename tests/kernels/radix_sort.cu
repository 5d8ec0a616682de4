// radix_sort: one pass of a least-significant-digit radix sort written by hand: count, then scatter.
// Kernels: radix_count, radix_scatter
// Launch: <<<blocks, 256>>>, n = 256 * blocks; counts[digit * blocks + block], scanned exclusively in between.
// Expect: counts of 4-bit digits; scatter is stable.
extern "C" __global__ void radix_count(const unsigned* keys, unsigned* counts, int shift) {
  __shared__ unsigned s[16];
  if (threadIdx.x < 16) s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[keys[blockIdx.x * 256 + threadIdx.x] >> shift & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void radix_scatter(const unsigned* keys, unsigned* out, const unsigned* offsets, int shift) {
  __shared__ unsigned short warp_count[8][16];
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  if (t < 128) (&warp_count[0][0])[t] = 0;
  __syncthreads();
  unsigned key = keys[blockIdx.x * 256 + t], digit = key >> shift & 15;
  unsigned peers = ~0u;
#pragma unroll
  for (int b = 0; b < 4; ++b) {
    unsigned vote = __ballot_sync(~0u, digit >> b & 1);
    peers &= digit >> b & 1 ? vote : ~vote;
  }
  unsigned before = __popc(peers & ((1u << lane) - 1));
  if (before == 0) warp_count[w][digit] = (unsigned short)__popc(peers);
  __syncthreads();
  for (int k = 0; k < w; ++k) before += warp_count[k][digit];
  out[offsets[digit * gridDim.x + blockIdx.x] + before] = key;
}
