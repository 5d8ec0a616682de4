// compact: stream compaction with ballots and one atomic per warp, and run-length encoding of one block.
// Kernels: compact_positive, run_lengths
// Launch: compact_positive<<<(n + 127) / 128, 128>>>; run_lengths<<<blocks, 256>>>
// Expect: compact_positive: out holds the positive a[i], count[0] of them, warps in any order but each warp's in order.
//         run_lengths: per group of 256: runs[block] = number of runs, value and length of each at 256 * block.
extern "C" __global__ void compact_positive(const int* a, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int v = i < n ? a[i] : 0;
  unsigned mask = __ballot_sync(~0u, v > 0);
  int base = 0;
  if (lane == 0 && mask) base = atomicAdd(count, __popc(mask));
  base = __shfl_sync(~0u, base, 0);
  if (v > 0) out[base + __popc(mask & ((1u << lane) - 1))] = v;
}

extern "C" __global__ void run_lengths(const unsigned char* in, unsigned char* value, short* length, int* runs) {
  __shared__ unsigned heads[8];
  __shared__ short place[257];
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  const unsigned char* g = in + blockIdx.x * 256;
  bool head = t == 0 || g[t] != g[t - 1];
  unsigned mask = __ballot_sync(~0u, head);
  if (lane == 0) heads[w] = mask;
  __syncthreads();
  int before = 0, total = 0;
  for (int k = 0; k < 8; ++k) {
    int c = __popc(heads[k]);
    if (k < w) before += c;
    total += c;
  }
  if (head) {
    int r = before + __popc(mask & ((1u << lane) - 1));
    place[r] = t;
    value[blockIdx.x * 256 + r] = g[t];
  }
  if (t == 0) {
    place[total] = 256;
    runs[blockIdx.x] = total;
  }
  __syncthreads();
  if (t < total) length[blockIdx.x * 256 + t] = place[t + 1] - place[t];
}
