// cg_reduce: cooperative groups' reduce, inclusive and exclusive scan and labelled partition.
// Kernels: cg_sum, cg_scan
// Launch: <<<blocks, 128>>>
// Expect: cg_sum: sum[i / 32], low[i / 32] = sum and minimum over each group of 32. cg_scan: inclusive sums over tiles of
//         16, and exclusive sums.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void cg_sum(const int* a, int* sum, int* low) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = cg::reduce(tile, a[i], cg::plus<int>());
  int m = cg::reduce(tile, a[i], cg::less<int>());
  if (tile.thread_rank() == 0) {
    sum[i / 32] = s;
    low[i / 32] = m;
  }
}

extern "C" __global__ void cg_scan(const int* a, int* inclusive, int* exclusive) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  inclusive[i] = cg::inclusive_scan(tile, a[i]);
  exclusive[i] = cg::exclusive_scan(tile, a[i]);
}
