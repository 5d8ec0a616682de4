// scan: prefix sums of one block, by Hillis and Steele, by Blelloch with padding, and by warp shuffles.
// Kernels: scan_hillis, scan_blelloch, scan_warp
// Launch: <<<blocks, 256>>>, n = 256 * blocks; scan_blelloch scans 512 per block.
// Expect: scan_hillis, scan_warp: out = inclusive sums within each group of 256.
//         scan_blelloch: out = exclusive sums within each group of 512.
extern "C" __global__ void scan_hillis(const int* in, int* out) {
  __shared__ int s[2][256];
  int t = threadIdx.x, base = blockIdx.x * 256, from = 0;
  s[0][t] = in[base + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    s[from ^ 1][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
    from ^= 1;
    __syncthreads();
  }
  out[base + t] = s[from][t];
}

__device__ inline int padded(int i) { return i + (i >> 5); }

extern "C" __global__ void scan_blelloch(const int* in, int* out) {
  __shared__ int s[512 + 16];
  int t = threadIdx.x, base = blockIdx.x * 512;
  s[padded(t)] = in[base + t];
  s[padded(t + 256)] = in[base + t + 256];
  int offset = 1;
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[padded(offset * (2 * t + 2) - 1)] += s[padded(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  if (t == 0) s[padded(511)] = 0;
  for (int d = 1; d < 512; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int i = padded(offset * (2 * t + 1) - 1), j = padded(offset * (2 * t + 2) - 1);
      int v = s[i];
      s[i] = s[j];
      s[j] += v;
    }
  }
  __syncthreads();
  out[base + t] = s[padded(t)];
  out[base + t + 256] = s[padded(t + 256)];
}

__device__ int warp_scan(int v) {
  for (int d = 1; d < 32; d *= 2) {
    int u = __shfl_up_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 >= d) v += u;
  }
  return v;
}

extern "C" __global__ void scan_warp(const int* in, int* out) {
  __shared__ int sums[8];
  int t = threadIdx.x, base = blockIdx.x * 256;
  int v = warp_scan(in[base + t]);
  if (t % 32 == 31) sums[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    int u = warp_scan(t < 8 ? sums[t] : 0);
    if (t < 8) sums[t] = u;
  }
  __syncthreads();
  out[base + t] = v + (t >= 32 ? sums[t / 32 - 1] : 0);
}
