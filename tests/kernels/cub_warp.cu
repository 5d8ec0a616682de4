// cub_warp: warp-wide reduce, scan, merge sort and exchange of CUB.
// Kernels: warp_reduce, warp_scan_f32, warp_sort
// Launch: <<<blocks, 128>>>
// Expect: warp_reduce: out[w] = sum of each group of 32, maxi[w] = index of its largest (first if equal).
//         warp_scan_f32: exclusive sums within groups of 32 (small integers). warp_sort: groups of 32 x 4 ascending.
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

struct Best {
  int index;
  int value;
};

struct PickBest {
  __device__ Best operator()(const Best& a, const Best& b) const {
    return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};

extern "C" __global__ void warp_reduce(const int* in, int* out, int* maxi) {
  using Sum = cub::WarpReduce<int>;
  using Max = cub::WarpReduce<Best>;
  __shared__ typename Sum::TempStorage s[4];
  __shared__ typename Max::TempStorage m[4];
  int i = blockIdx.x * 128 + threadIdx.x, w = threadIdx.x / 32;
  int sum = Sum(s[w]).Sum(in[i]);
  Best best = Max(m[w]).Reduce(Best{(int)threadIdx.x % 32, in[i]}, PickBest());
  if (threadIdx.x % 32 == 0) {
    out[i / 32] = sum;
    maxi[i / 32] = best.index;
  }
}

extern "C" __global__ void warp_scan_f32(const float* in, float* out) {
  using Scan = cub::WarpScan<float>;
  __shared__ typename Scan::TempStorage s[4];
  int i = blockIdx.x * 128 + threadIdx.x;
  float v;
  Scan(s[threadIdx.x / 32]).ExclusiveSum(in[i], v);
  out[i] = v;
}

struct Less {
  __device__ bool operator()(unsigned long long a, unsigned long long b) const { return a < b; }
};

extern "C" __global__ void warp_sort(unsigned long long* data) {
  using Sort = cub::WarpMergeSort<unsigned long long, 4, 32>;
  __shared__ typename Sort::TempStorage s[4];
  unsigned long long v[4];
  size_t at = ((size_t)blockIdx.x * 128 + threadIdx.x) * 4;
  for (int i = 0; i < 4; ++i) v[i] = data[at + i];
  Sort(s[threadIdx.x / 32]).Sort(v, Less());
  for (int i = 0; i < 4; ++i) data[at + i] = v[i];
}
