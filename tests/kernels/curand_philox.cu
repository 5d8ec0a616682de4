// curand_philox: Philox 4x32-10 and MRG32k3a of curand, uniform, normal and Poisson numbers.
// Kernels: philox_bits, philox_normal, mrg_uniform
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: philox_bits: the four words of counter (0, 0, i, 0) and key = seed, as the published algorithm.
//         philox_normal: Box-Muller of the same words, within 1e-5. mrg_uniform: doubles in (0, 1] of MRG32k3a.
#include <curand_kernel.h>

extern "C" __global__ void philox_bits(uint4* out, unsigned long long seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curandStatePhilox4_32_10_t s;
  curand_init(seed, i, 0, &s);
  out[i] = curand4(&s);
}

extern "C" __global__ void philox_normal(float4* out, unsigned long long seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curandStatePhilox4_32_10_t s;
  curand_init(seed, i, 0, &s);
  out[i] = curand_normal4(&s);
}

extern "C" __global__ void mrg_uniform(double* out, unsigned long long seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curandStateMRG32k3a_t s;
  curand_init(seed, 0, 10 * i, &s);
  out[i] = curand_uniform_double(&s);
}
