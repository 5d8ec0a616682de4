#include <curand_kernel.h>
#define KERNEL extern "C" __global__ void
#define M(S, NAME, DRAW)                                                                           \
  KERNEL NAME(S* states, float* out, int n) {                                                      \
    S state = states[blockIdx.x * blockDim.x + threadIdx.x];                                       \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = float(DRAW); \
    states[blockIdx.x * blockDim.x + threadIdx.x] = state;                                         \
  }
M(curandStateXORWOW_t, xorwow_bits, curand(&state) >> 8)
M(curandStateXORWOW_t, xorwow_normal2, curand_normal2(&state).x)
M(curandStateXORWOW_t, xorwow_normal_double, curand_normal_double(&state))
M(curandStatePhilox4_32_10_t, philox_bits4, curand4(&state).w)
M(curandStatePhilox4_32_10_t, philox_uniform2_double, curand_uniform2_double(&state).y)
M(curandStateMRG32k3a_t, mrg_uniform, curand_uniform(&state))
M(curandStateMRG32k3a_t, mrg_normal, curand_normal(&state))
M(curandStateSobol32_t, sobol_uniform, curand_uniform(&state))
M(curandStateSobol32_t, sobol_normal, curand_normal(&state))
M(curandStateScrambledSobol64_t, scrambled_double, curand_uniform_double(&state))
M(curandStateXORWOW_t, xorwow_poisson, curand_poisson(&state, 400.0))
