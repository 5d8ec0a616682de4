// monte_carlo: pi and an integral by random points from a 64-bit linear congruential generator.
// Kernels: count_inside, integrate
// Launch: <<<blocks, 128>>>
// Expect: count_inside: hits[0] = exact number of points with x * x + y * y < 2^62 over the generator's 31-bit numbers.
//         integrate: out[i] = mean over `steps` points of exp(-x * x), within 1e-5 of the host's sum.
#include <cstdint>

__device__ uint32_t next31(uint64_t& s) {
  s = s * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(s >> 33);
}

extern "C" __global__ void count_inside(uint64_t seed, int steps, unsigned long long* hits) {
  uint64_t s = seed + (uint64_t)(blockIdx.x * blockDim.x + threadIdx.x) * 0x9E3779B97F4A7C15ull;
  unsigned count = 0;
  for (int k = 0; k < steps; ++k) {
    uint64_t x = next31(s), y = next31(s);
    count += x * x + y * y < (1ull << 62);
  }
  for (int d = 16; d > 0; d /= 2) count += __shfl_down_sync(~0u, count, d);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, (unsigned long long)count);
}

extern "C" __global__ void integrate(uint64_t seed, int steps, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint64_t s = seed ^ (uint64_t)i * 0xD1B54A32D192ED03ull;
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    double x = next31(s) * (1.0 / 2147483648.0);
    sum += exp(-x * x);
  }
  out[i] = sum / steps;
}
