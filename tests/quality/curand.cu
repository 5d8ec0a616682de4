#include <curand_kernel.h>
#define KERNEL extern "C" __global__ void
template <class S, class F> __device__ void fill(S state, float* out, int n, F draw) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = draw(&state);
}
#define M(S, NAME, INIT, DRAW)                                                                     \
  KERNEL NAME(float* out, int n, unsigned long long seed) {                                        \
    S state;                                                                                       \
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;                                      \
    INIT;                                                                                          \
    fill(state, out, n, [](S* s) -> float { return DRAW; });                                       \
  }
M(curandStateXORWOW_t, xorwow_uniform, curand_init(seed, thread, 0, &state), curand_uniform(s))
M(curandStateXORWOW_t, xorwow_log_normal, curand_init(seed, thread, 0, &state), curand_log_normal(s, 0.0f, 1.0f))
M(curandStatePhilox4_32_10_t, philox_normal4, curand_init(seed, thread, 0, &state), curand_normal4(s).z)
M(curandStatePhilox4_32_10_t, philox_poisson, curand_init(seed, thread, 0, &state), curand_poisson(s, 3.5))
M(curandStateMRG32k3a_t, mrg_double, curand_init(seed, thread, 0, &state), float(curand_uniform_double(s)))
