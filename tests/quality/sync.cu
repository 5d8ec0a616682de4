#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include "types.hpp"
using Wide = unsigned long long;
namespace cg = cooperative_groups;
#define M(T, S)                                                                                    \
  KERNEL atomic_counters_##S(T* counters, const T* in, int n) {                                    \
    __shared__ T here[8];                                                                          \
    if (threadIdx.x < 8) here[threadIdx.x] = T();                                                  \
    __syncthreads();                                                                               \
    for (int i = threadIdx.x; i < n; i += 128) {                                                   \
      cuda::atomic_ref<T, cuda::thread_scope_block> one(here[i & 7]);                              \
      one.fetch_add(in[i], cuda::memory_order_relaxed);                                            \
    }                                                                                              \
    __syncthreads();                                                                               \
    if (threadIdx.x < 8) cuda::atomic_ref<T, cuda::thread_scope_device>(counters[threadIdx.x]).fetch_add(here[threadIdx.x]); \
  }                                                                                                \
  KERNEL atomic_publish_##S(T* data, int* flag, const T* in, int n) {                              \
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);                                 \
    if (blockIdx.x == 0) {                                                                         \
      for (int i = threadIdx.x; i < n; i += 128) data[i] = in[i] * in[i];                          \
      __syncthreads();                                                                             \
      if (threadIdx.x == 0) ready.store(1, cuda::memory_order_release);                            \
    } else {                                                                                       \
      if (threadIdx.x == 0) while (ready.load(cuda::memory_order_acquire) == 0) {}                 \
      __syncthreads();                                                                             \
      data[n * blockIdx.x + threadIdx.x] = data[threadIdx.x] + T(1);                               \
    }                                                                                              \
  }                                                                                                \
  KERNEL pipeline_blocks_##S(const T* in, T* out, int n) {                                         \
    __shared__ T stage[2][128];                                                                    \
    __shared__ alignas(8) char memory[sizeof(cuda::pipeline_shared_state<cuda::thread_scope_block, 2>)]; \
    auto* state = reinterpret_cast<cuda::pipeline_shared_state<cuda::thread_scope_block, 2>*>(memory); \
    auto block = cg::this_thread_block();                                                          \
    auto pipe = cuda::make_pipeline(block, state);                                                 \
    T sum = T();                                                                                   \
    pipe.producer_acquire();                                                                       \
    cuda::memcpy_async(block, stage[0], in, sizeof(T) * 128, pipe);                                \
    pipe.producer_commit();                                                                        \
    for (int i = 0; i < n; ++i) {                                                                  \
      if (i + 1 < n) {                                                                             \
        pipe.producer_acquire();                                                                   \
        cuda::memcpy_async(block, stage[(i + 1) & 1], in + (i + 1) * 128, sizeof(T) * 128, pipe);  \
        pipe.producer_commit();                                                                    \
      }                                                                                            \
      pipe.consumer_wait();                                                                        \
      sum += stage[i & 1][127 - threadIdx.x];                                                      \
      pipe.consumer_release();                                                                     \
    }                                                                                              \
    out[blockIdx.x * 128 + threadIdx.x] = sum;                                                     \
  }                                                                                                \
  KERNEL barrier_copy_##S(const T* in, T* out, int n) {                                            \
    using Barrier = cuda::barrier<cuda::thread_scope_block>;                                       \
    __shared__ alignas(Barrier) char memory[sizeof(Barrier)];                                      \
    __shared__ alignas(16) T stage[512];                                                           \
    Barrier& bar = *reinterpret_cast<Barrier*>(memory);                                            \
    if (threadIdx.x == 0) init(&bar, 128);                                                         \
    __syncthreads();                                                                               \
    for (int i = 0; i < n; ++i) {                                                                  \
      cuda::memcpy_async(stage + threadIdx.x * 4, in + i * 512 + threadIdx.x * 4, cuda::aligned_size_t<sizeof(T) * 4>(sizeof(T) * 4), bar); \
      auto token = bar.arrive();                                                                   \
      bar.wait(cuda::std::move(token));                                                            \
      for (int k = 0; k < 4; ++k) out[i * 512 + k * 128 + threadIdx.x] = stage[511 - k * 128 - threadIdx.x]; \
      bar.arrive_and_wait();                                                                       \
    }                                                                                              \
  }
M(int, i32) M(Wide, u64) M(float, f32) M(double, f64)
KERNEL atomic_bits(unsigned* masks, const unsigned* in, int n) {
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> mask(masks[in[i] >> 5 & 63]);
    const unsigned old = mask.fetch_or(1u << (in[i] & 31), cuda::memory_order_acq_rel);
    if (old >> (in[i] & 31) & 1) mask.fetch_xor(old, cuda::memory_order_relaxed);
    mask.fetch_max(in[i], cuda::memory_order_release);
  }
}
KERNEL semaphore_turns(int* out, int n) {
  using Semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 4>;
  __shared__ alignas(Semaphore) char memory[sizeof(Semaphore)];
  __shared__ int sum;
  auto* turns = reinterpret_cast<Semaphore*>(memory);
  if (threadIdx.x == 0) new (turns) Semaphore(4), sum = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    turns->acquire();
    cuda::atomic_ref<int, cuda::thread_scope_block>(sum).fetch_add(i);
    turns->release();
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
KERNEL latch_once(const int* in, int* out) {
  using Latch = cuda::latch<cuda::thread_scope_block>;
  __shared__ alignas(Latch) char memory[sizeof(Latch)];
  __shared__ int stage[128];
  auto* latch = reinterpret_cast<Latch*>(memory);
  if (threadIdx.x == 0) new (latch) Latch(128);
  __syncthreads();
  stage[threadIdx.x] = in[threadIdx.x];
  latch->arrive_and_wait();
  out[threadIdx.x] = stage[threadIdx.x ^ 5];
}
