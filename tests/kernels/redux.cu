// redux: warp reductions in one instruction.
// Kernels: redux_i32, redux_u32
// Launch: <<<blocks, 128>>>
// Expect: per group of 32: sum, min, max (i32) and and, or, xor, min, max (u32).
extern "C" __global__ void redux_i32(const int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, w = i / 32;
  int s = __reduce_add_sync(~0u, a[i]), lo = __reduce_min_sync(~0u, a[i]), hi = __reduce_max_sync(~0u, a[i]);
  if (i % 32 == 0) out[3 * w] = s, out[3 * w + 1] = lo, out[3 * w + 2] = hi;
}

extern "C" __global__ void redux_u32(const unsigned* a, unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, w = i / 32;
  unsigned v = a[i], r[5] = {__reduce_and_sync(~0u, v), __reduce_or_sync(~0u, v), __reduce_xor_sync(~0u, v),
                             __reduce_min_sync(~0u, v), __reduce_max_sync(~0u, v)};
  if (i % 32 < 5) out[5 * w + i % 32] = r[i % 32];
}
