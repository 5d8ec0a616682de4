// cub_block: block reduce, block scan with a custom operator, and stream selection by a block scan, of CUB.
// Kernels: block_sum, block_max_scan, select_odd
// Launch: <<<blocks, 128>>>
// Expect: block_sum: out[block] = sum of the block's 512 doubles (small integers). block_max_scan: out = running maximum in
//         each group of 256 (128 threads x 2). select_odd: out[512 * block ..] = the odd values of the group of 512 in
//         their order, count[block] = how many.
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

extern "C" __global__ void block_sum(const double* in, double* out) {
  using Reduce = cub::BlockReduce<double, 128>;
  __shared__ typename Reduce::TempStorage s;
  double v[4];
  cub::LoadDirectStriped<128>(threadIdx.x, in + blockIdx.x * 512, v);
  double sum = Reduce(s).Sum(v);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

struct Larger {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

extern "C" __global__ void block_max_scan(const int* in, int* out) {
  using Scan = cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage s;
  int v[2];
  cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 256, v);
  Scan(s).InclusiveScan(v, v, Larger());
  cub::StoreDirectBlocked(threadIdx.x, out + blockIdx.x * 256, v);
}

extern "C" __global__ void select_odd(const int* in, int* out, int* count) {
  using Scan = cub::BlockScan<int, 128, cub::BLOCK_SCAN_RAKING>;
  __shared__ typename Scan::TempStorage s;
  int v[4], flag[4], place[4], total;
  cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 512, v);
  for (int i = 0; i < 4; ++i) flag[i] = v[i] & 1;
  Scan(s).ExclusiveSum(flag, place, total);
  for (int i = 0; i < 4; ++i)
    if (flag[i]) out[blockIdx.x * 512 + place[i]] = v[i];
  if (threadIdx.x == 0) count[blockIdx.x] = total;
}
