// block_barrier: split arrive and wait barriers in shared memory.
// Kernels: split_barrier
// Launch: <<<blocks, 128>>>
// Expect: out[i] = in[mirror of i in its block] + in[next thread in the block], through two barrier phases.
#include <cuda/barrier>

extern "C" __global__ void split_barrier(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
  __shared__ int s[128];
  Barrier& barrier = *reinterpret_cast<Barrier*>(memory);
  int t = threadIdx.x, base = blockIdx.x * 128;
  if (t == 0) init(&barrier, 128);
  __syncthreads();
  s[t] = in[base + t];
  barrier.arrive_and_wait();
  int v = s[127 - t];
  auto token = barrier.arrive();
  int w = in[base + t];
  barrier.wait(static_cast<Barrier::arrival_token&&>(token));
  s[t] = w;
  barrier.arrive_and_wait();
  out[base + t] = v + s[(t + 1) % 128];
}
