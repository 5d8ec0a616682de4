// barriers: counting barriers (count, and, or), named barriers between producer and consumer warps, partial syncs.
// Kernels: sync_votes, named_barriers
// Launch: <<<blocks, 128>>>
// Expect: sync_votes: out[3 block ..] = number, all, any of a[i] > 0 in the block. named_barriers: out = in * 2 + 1, the second
//         half of the warps multiplies what the first half stored.
extern "C" __global__ void sync_votes(const int* a, int* out) {
  bool p = a[blockIdx.x * 128 + threadIdx.x] > 0;
  int count = __syncthreads_count(p), all = __syncthreads_and(p), any = __syncthreads_or(p);
  if (threadIdx.x == 0) out[3 * blockIdx.x] = count, out[3 * blockIdx.x + 1] = all != 0, out[3 * blockIdx.x + 2] = any != 0;
}

extern "C" __global__ void named_barriers(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[blockIdx.x * 64 + t] * 2;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[blockIdx.x * 64 + t - 64] = s[t - 64] + 1;
  }
}
