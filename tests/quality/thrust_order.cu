#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/unique.h>
struct Odd { __device__ bool operator()(int x) const { return x & 1; } };
void use(int* k, int* l, float* x, float* y, int n) {
  thrust::reduce_by_key(thrust::device, k, k + n, x, l, y);
  thrust::copy_if(thrust::device, k, k + n, l, Odd());
  thrust::lower_bound(thrust::device, k, k + n, l, l + n, l);
  thrust::merge(thrust::device, x, x + n, y, y + n, x + 2 * n);
  thrust::unique(thrust::device, k, k + n);
}
