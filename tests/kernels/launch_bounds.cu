// launch_bounds: kernels with launch bounds, required block counts, and register limits.
// Kernels: bounded_256, bounded_64x8, bounded_maxreg
// Launch: <<<n / 256, 256>>>, <<<n / 64, 64>>>, <<<n / 128, 128>>>
// Expect: out[i] = sum over k < 24 of a[(i + k * 37) % n] * (k + 1); bounded_maxreg with n - 1 - i for i; ints.
__device__ __forceinline__ int gather(const int* a, int i, int n) {
  int v[24], sum = 0;
#pragma unroll
  for (int k = 0; k < 24; ++k) v[k] = a[(i + k * 37) % n];
#pragma unroll
  for (int k = 0; k < 24; ++k) sum += v[k] * (k + 1);
  return sum;
}

extern "C" __global__ void __launch_bounds__(256) bounded_256(const int* a, int* out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = gather(a, i, n);
}

extern "C" __global__ void __launch_bounds__(64, 8) bounded_64x8(const int* a, int* out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = gather(a, i, n);
}

extern "C" __global__ void __launch_bounds__(128, 4) bounded_maxreg(const int* a, int* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = gather(a, n - 1 - i, n);
}
