#include <cub/block/block_reduce.cuh>
#include "types.hpp"
struct Most { template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
#define M(T, S)                                                                                    \
  KERNEL block_sum_##S(const T* in, T* out, int n) {                                               \
    using Reduce = cub::BlockReduce<T, 128>;                                                       \
    __shared__ typename Reduce::TempStorage storage;                                               \
    const int i = blockIdx.x * 128 + threadIdx.x;                                                  \
    const T sum = Reduce(storage).Sum(i < n ? in[i] : T());                                        \
    if (threadIdx.x == 0) out[blockIdx.x] = sum;                                                   \
  }                                                                                                \
  KERNEL block_max_valid_##S(const T* in, T* out, int valid) {                                     \
    using Reduce = cub::BlockReduce<T, 128, cub::BLOCK_REDUCE_RAKING>;                             \
    __shared__ typename Reduce::TempStorage storage;                                               \
    const T most = Reduce(storage).Reduce(in[blockIdx.x * 128 + threadIdx.x], Most(), valid);      \
    if (threadIdx.x == 0) out[blockIdx.x] = most;                                                  \
  }
ALL(M)
