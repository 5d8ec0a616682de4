#include <thrust/adjacent_difference.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
struct Odd { __device__ bool operator()(int x) const { return x & 1; } };
struct Root { __device__ double operator()(int i) const { return sqrt(double(i)); } };
struct Blend { __device__ float operator()(thrust::tuple<float, float, int> t) const { return thrust::get<2>(t) & 1 ? thrust::get<0>(t) : thrust::get<1>(t); } };
struct Scale { float* p; __device__ void operator()(int i) const { p[i] = p[i] * 2.0f + p[i + 1]; } };
void use(int* k, int* l, float* x, float* y, double* z, int n) {
  thrust::gather(thrust::device, k, k + n, x, y);
  thrust::tabulate(thrust::device, z, z + n, Root());
  auto zip = thrust::make_zip_iterator(thrust::make_tuple(x, y, k));
  thrust::transform(thrust::device, zip, zip + n, x, Blend());
  thrust::for_each(thrust::device, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), Scale{x});
  thrust::replace_if(thrust::device, k, k + n, Odd(), 7);
  thrust::adjacent_difference(thrust::device, z, z + n, z);
  thrust::inclusive_scan(thrust::device, z, z + n, z);
}
