// locks_fences: volatile accesses, the three thread fences, a spin lock, a ticket lock, and the last-block pattern.
// Kernels: spin_lock, ticket_lock, last_block_sum, volatile_mail
// Launch: spin_lock, ticket_lock <<<blocks, 64>>>; last_block_sum<<<blocks, 128>>>; volatile_mail<<<1, 64>>>; all zeroed.
// Expect: locks: value[0] = number of threads (lane 0 of each warp for ticket_lock) after unprotected increments inside.
//         last_block_sum: total[0] = sum of all n = 128 * blocks ints. volatile_mail: out[t] = in[t ^ 32] + 1.
extern "C" __global__ void spin_lock(int* lock, int* value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *(volatile int*)value = *(volatile int*)value + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

extern "C" __global__ void ticket_lock(unsigned* next, volatile unsigned* serving, volatile int* value) {
  if (threadIdx.x % 32 != 0) return;
  unsigned mine = atomicAdd(next, 1u);
  while (*serving != mine) __nanosleep(20);
  __threadfence();
  *value = *value + 1;
  __threadfence();
  *serving = mine + 1;
}

extern "C" __global__ void last_block_sum(const int* in, int* partial, unsigned* arrived, int* total) {
  __shared__ int s;
  __shared__ bool last;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, in[blockIdx.x * 128 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s;
    __threadfence();
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += ((volatile int*)partial)[b];
    *total = sum;
  }
}

extern "C" __global__ void volatile_mail(const int* in, int* out) {
  __shared__ volatile int box[64];
  __shared__ volatile short ready[64];
  int t = threadIdx.x;
  ready[t] = 0;
  __syncthreads();
  box[t] = in[t] + 1;
  __threadfence_block();
  ready[t] = 1;
  __threadfence_system();
  __syncthreads();
  out[t] = ready[t ^ 32] ? box[t ^ 32] : -1;
}
