// cg_groups: cooperative groups: blocks, tiles of several sizes, coalesced groups.
// Kernels: tile_sums, coalesced_count, block_rank
// Launch: <<<blocks, 128>>>
// Expect: tile_sums: s8[i / 8], s32[i / 32] = sums over tiles of 8 and 32. coalesced_count: count[0] += number of a[i] > limit,
//         one atomic per coalesced group; slot[i] = -1 or a number, all distinct in 0 .. count - 1.
//         block_rank: out[i] = thread rank + 1000 * group index x, after a block sync.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <int Size>
__device__ int tile_sum(int v) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  return tile.shfl(v, 0);
}

extern "C" __global__ void tile_sums(const int* a, int* s8, int* s32) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i], x = tile_sum<8>(v), y = tile_sum<32>(v);
  if (i % 8 == 0) s8[i / 8] = x;
  if (i % 32 == 0) s32[i / 32] = y;
}

extern "C" __global__ void coalesced_count(const int* a, int* slot, unsigned* count, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  slot[i] = -1;
  if (a[i] > limit) {
    auto group = cg::coalesced_threads();
    unsigned first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(count, group.size());
    slot[i] = group.shfl(first, 0) + group.thread_rank();
  }
}

extern "C" __global__ void block_rank(int* out) {
  auto block = cg::this_thread_block();
  __shared__ int s[128];
  s[block.thread_rank()] = block.thread_rank();
  block.sync();
  int i = block.group_index().x * block.size() + block.thread_rank();
  out[i] = s[127 - (127 - block.thread_rank())] + 1000 * block.group_index().x;
}
