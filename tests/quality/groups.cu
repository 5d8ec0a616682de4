#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include "types.hpp"
namespace cg = cooperative_groups;
#define M(T, S)                                                                                    \
  KERNEL tile_reduce_##S(const T* in, T* out, int n) {                                             \
    auto block = cg::this_thread_block();                                                          \
    auto tile = cg::tiled_partition<16>(block);                                                    \
    T sum = 0;                                                                                     \
    for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += gridDim.x * blockDim.x) sum += in[i]; \
    sum = cg::reduce(tile, sum, cg::plus<T>());                                                    \
    if (tile.thread_rank() == 0) out[blockIdx.x * 8 + tile.meta_group_rank()] = sum;               \
  }                                                                                                \
  KERNEL group_scan_##S(const T* in, T* out, int n) {                                              \
    auto active = cg::coalesced_threads();                                                         \
    if (threadIdx.x < n) {                                                                         \
      auto some = cg::coalesced_threads();                                                         \
      out[threadIdx.x] = cg::exclusive_scan(some, in[threadIdx.x], cg::plus<T>());                 \
    }                                                                                              \
    active.sync();                                                                                 \
  }                                                                                                \
  KERNEL group_copy_##S(const T* in, T* out, int n) {                                              \
    __shared__ T stage[256];                                                                       \
    auto block = cg::this_thread_block();                                                          \
    for (int i = 0; i < n; i += 256) {                                                             \
      cg::memcpy_async(block, stage, in + i, sizeof(T) * 256);                                     \
      cg::wait(block);                                                                             \
      for (int k = block.thread_rank(); k < 256; k += block.size()) out[i + k] = stage[255 - k];   \
      block.sync();                                                                                \
    }                                                                                              \
  }
ALL(M)
