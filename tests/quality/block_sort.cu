#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include "types.hpp"
struct Less { template <class T> __device__ bool operator()(T a, T b) const { return a < b; } };
#define M(T, S)                                                                                    \
  KERNEL block_radix_##S(T* data) {                                                                \
    using Sort = cub::BlockRadixSort<T, 128, 4>;                                                   \
    __shared__ typename Sort::TempStorage storage;                                                 \
    T items[4];                                                                                    \
    for (int k = 0; k < 4; ++k) items[k] = data[blockIdx.x * 512 + threadIdx.x * 4 + k];           \
    Sort(storage).Sort(items);                                                                     \
    for (int k = 0; k < 4; ++k) data[blockIdx.x * 512 + threadIdx.x * 4 + k] = items[k];           \
  }                                                                                                \
  KERNEL block_merge_##S(T* data, int valid) {                                                     \
    using Sort = cub::BlockMergeSort<T, 128, 5>;                                                   \
    __shared__ typename Sort::TempStorage storage;                                                 \
    T items[5];                                                                                    \
    for (int k = 0; k < 5; ++k) items[k] = data[blockIdx.x * 640 + threadIdx.x * 5 + k];           \
    Sort(storage).Sort(items, Less(), valid, T(100));                                              \
    for (int k = 0; k < 5; ++k) data[blockIdx.x * 640 + threadIdx.x * 5 + k] = items[k];           \
  }
ALL(M)
