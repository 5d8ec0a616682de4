// cluster_dsmem: a cluster of two blocks that read each other's shared memory.
// Kernels: cluster_swap
// Launch: <<<2 * pairs, 64>>> with a cluster size of 2 given at the launch.
// Expect: out[i] = in of the same thread in the other block of the cluster, plus 1000 * block rank in the cluster.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __launch_bounds__(64, 1, 2) cluster_swap(const int* in, int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = in[i];
  cluster.sync();
  unsigned rank = cluster.block_rank();
  int* other = cluster.map_shared_rank(s, rank ^ 1);
  out[i] = other[threadIdx.x] + 1000 * rank;
  cluster.sync();
}
