#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include "types.hpp"
namespace cg = cooperative_groups;
#define M(T, S)                                                                                    \
  KERNEL tile_shuffles_##S(const T* in, T* out) {                                                  \
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());                                   \
    T v = in[threadIdx.x];                                                                         \
    for (int step = 4; step > 0; step /= 2) v += tile.shfl_xor(v, step);                           \
    if (tile.any(v > T(10))) v += tile.shfl(v, 3);                                                 \
    if (tile.all(v > T(0))) v += tile.shfl_down(v, 1);                                             \
    out[threadIdx.x] = v;                                                                          \
  }                                                                                                \
  KERNEL tile_scan_##S(const T* in, T* out) {                                                      \
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());                                  \
    out[threadIdx.x] = cg::inclusive_scan(tile, in[threadIdx.x]);                                  \
  }                                                                                                \
  KERNEL dynamic_tile_##S(const T* in, T* out, int size) {                                         \
    auto block = cg::this_thread_block();                                                          \
    auto tile = cg::tiled_partition(block, size);                                                  \
    __shared__ T stage[128];                                                                       \
    stage[threadIdx.x] = in[threadIdx.x];                                                          \
    for (unsigned step = tile.size() / 2; step > 0; step /= 2) {                                   \
      tile.sync();                                                                                 \
      if (tile.thread_rank() < step) stage[threadIdx.x] += stage[threadIdx.x + step];              \
    }                                                                                              \
    if (tile.thread_rank() == 0) out[threadIdx.x / size] = stage[threadIdx.x];                     \
  }
ALL(M)
KERNEL coalesced_count(const int* in, int* count, int n) {
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
    if (in[i] & 1) {
      auto active = cg::coalesced_threads();
      if (active.thread_rank() == 0) atomicAdd(count, active.size());
    }
}
KERNEL labeled(const int* in, int* bins, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int i = threadIdx.x; i < n; i += 128) {
    auto same = cg::labeled_partition(warp, in[i] & 15);
    if (same.thread_rank() == 0) atomicAdd(bins + (in[i] & 15), same.size());
  }
}
KERNEL grid_wide(float* data, int n) {
  auto grid = cg::this_grid();
  for (int round = 0; round < 3; ++round) {
    for (int i = grid.thread_rank(); i < n; i += grid.size()) data[(round + 1) * n + i] = data[round * n + (i + 1) % n] * 0.5f;
    grid.sync();
  }
}
