// cub_histogram: block histogram, adjacent difference and head flags of CUB.
// Kernels: block_histogram, block_heads
// Launch: <<<blocks, 128>>>
// Expect: block_histogram: bins[256 * block + v] = count of v among the block's 1024 bytes.
//         block_heads: head[i] = 1 where in[i] != in[i - 1] within each group of 256, and at its first; diff[i] = in[i] - in[i - 1].
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

extern "C" __global__ void block_histogram(const unsigned char* in, unsigned* bins) {
  using Histogram = cub::BlockHistogram<unsigned char, 128, 8, 256, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ typename Histogram::TempStorage s;
  __shared__ unsigned counts[256];
  unsigned char v[8];
  cub::LoadDirectStriped<128>(threadIdx.x, in + blockIdx.x * 1024, v);
  Histogram(s).Histogram(v, counts);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 128) bins[blockIdx.x * 256 + i] = counts[i];
}

struct Differs {
  __device__ bool operator()(int a, int b) const { return a != b; }
};
struct Minus {
  __device__ int operator()(int a, int b) const { return a - b; }
};

extern "C" __global__ void block_heads(const int* in, int* head, int* diff) {
  using Heads = cub::BlockDiscontinuity<int, 128>;
  using Diff = cub::BlockAdjacentDifference<int, 128>;
  __shared__ union {
    typename Heads::TempStorage heads;
    typename Diff::TempStorage diff;
  } s;
  int v[2], f[2], d[2];
  cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 256, v);
  Heads(s.heads).FlagHeads(f, v, Differs());
  __syncthreads();
  Diff(s.diff).SubtractLeft(v, d, Minus());
  cub::StoreDirectBlocked(threadIdx.x, head + blockIdx.x * 256, f);
  cub::StoreDirectBlocked(threadIdx.x, diff + blockIdx.x * 256, d);
}
