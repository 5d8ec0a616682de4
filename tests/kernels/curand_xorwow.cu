// curand_xorwow: the XORWOW generator of curand, one sequence per thread.
// Kernels: xorwow_fill, xorwow_state
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: bits: 4 raw numbers per thread, as the host generator of the same seed, sequence and offset gives;
//         uniform in (0, 1], the product with 2^-32 plus 2^-33; the state is carried through memory.
#include <curand_kernel.h>

extern "C" __global__ void xorwow_state(curandStateXORWOW_t* state, unsigned long long seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) curand_init(seed, i, 0, &state[i]);
}

extern "C" __global__ void xorwow_fill(curandStateXORWOW_t* state, unsigned* bits, float* uniform, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curandStateXORWOW_t s = state[i];
  for (int k = 0; k < 4; ++k) bits[4 * i + k] = curand(&s);
  uniform[i] = curand_uniform(&s);
  state[i] = s;
}
