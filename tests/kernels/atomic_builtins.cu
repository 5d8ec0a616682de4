// atomic_builtins: the compilers' scoped atomic builtins with memory orders (acquire, release, relaxed, seq_cst).
// Kernels: ordered_counter, message_flags
// Launch: ordered_counter<<<(n + 127) / 128, 128>>>, message_flags<<<2, 32>>>(co-resident)
// Expect: ordered_counter: c[0] = n, c[1] = sum of a, ticket[i] distinct in 0 .. n - 1. message_flags: block 0 sends
//         data[t] = t * 3 by a release store of flag[t]; block 1 waits by acquire loads: out[t] = t * 3.
#if defined(__clang__)
#define LOAD(p, order) __scoped_atomic_load_n(p, order, __MEMORY_SCOPE_DEVICE)
#define STORE(p, v, order) __scoped_atomic_store_n(p, v, order, __MEMORY_SCOPE_DEVICE)
#define ADD(p, v, order) __scoped_atomic_fetch_add(p, v, order, __MEMORY_SCOPE_DEVICE)
#else
#define LOAD(p, order) __nv_atomic_load_n(p, order, __NV_THREAD_SCOPE_DEVICE)
#define STORE(p, v, order) __nv_atomic_store_n(p, v, order, __NV_THREAD_SCOPE_DEVICE)
#define ADD(p, v, order) __nv_atomic_fetch_add(p, v, order, __NV_THREAD_SCOPE_DEVICE)
#define __ATOMIC_RELAXED __NV_ATOMIC_RELAXED
#define __ATOMIC_ACQUIRE __NV_ATOMIC_ACQUIRE
#define __ATOMIC_RELEASE __NV_ATOMIC_RELEASE
#define __ATOMIC_ACQ_REL __NV_ATOMIC_ACQ_REL
#define __ATOMIC_SEQ_CST __NV_ATOMIC_SEQ_CST
#endif

extern "C" __global__ void ordered_counter(const unsigned* a, unsigned* c, unsigned* ticket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  ticket[i] = ADD(&c[0], 1u, __ATOMIC_ACQ_REL);
  ADD(&c[1], a[i], __ATOMIC_SEQ_CST);
}

extern "C" __global__ void message_flags(int* data, int* flag, int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    STORE(&data[t], t * 3, __ATOMIC_RELAXED);
    STORE(&flag[t], 1, __ATOMIC_RELEASE);
  } else {
    while (LOAD(&flag[t], __ATOMIC_ACQUIRE) == 0) {
    }
    out[t] = LOAD(&data[t], __ATOMIC_RELAXED);
  }
}
