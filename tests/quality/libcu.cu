#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/tuple>
#include "types.hpp"
#define M(T, S)                                                                                    \
  KERNEL atomic_most_##S(T* out, const T* in, int n) {                                             \
    cuda::atomic_ref<T, cuda::thread_scope_device> most(out[0]);                                   \
    for (int i = threadIdx.x; i < n; i += 128) {                                                   \
      T old = most.load(cuda::memory_order_relaxed);                                               \
      while (old < in[i] && !most.compare_exchange_weak(old, in[i], cuda::memory_order_acq_rel)) {}\
    }                                                                                              \
  }
M(int, i32) M(float, f32) M(double, f64)
KERNEL barrier_stage(const int* in, int* out, int n) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(Barrier) char memory[sizeof(Barrier)];  // clang takes no __shared__ variable with a constructor
  Barrier& bar = *reinterpret_cast<Barrier*>(memory);
  __shared__ int stage[2][128];
  if (threadIdx.x == 0) init(&bar, 128);
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    stage[i & 1][threadIdx.x] = in[i * 128 + threadIdx.x];
    bar.arrive_and_wait();
    sum += stage[i & 1][127 - threadIdx.x];
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
KERNEL pipeline_stage(const int* in, int* out, int n) {
  __shared__ int stage[4][128];
  auto pipe = cuda::make_pipeline();
  int sum = 0;
  for (int i = 0, fetched = 0; i < n; ++i) {
    for (; fetched < n && fetched < i + 4; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[fetched & 3][threadIdx.x], in + fetched * 128 + threadIdx.x, sizeof(int), pipe);
      pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<3>(pipe);
    sum += stage[i & 3][threadIdx.x];
    pipe.consumer_release();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
KERNEL complex_polynomial(const cuda::std::complex<float>* in, cuda::std::complex<float>* out, int n) {
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
    auto z = in[i];
    auto w = z * z + cuda::std::complex<float>(0.5f, -1.0f);
    out[i] = w / (z + w);
  }
}
