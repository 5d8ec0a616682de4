#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
struct Axpy { float a; __device__ float operator()(float x, float y) const { return a * x + y; } };
struct Square { template <class T> __device__ T operator()(T x) const { return x * x; } };
void use(float* x, float* y, double* z, int* k, int n) {
  thrust::transform(thrust::device, x, x + n, y, y, Axpy{2.0f});
  z[0] = thrust::transform_reduce(thrust::device, z, z + n, Square(), 0.0, thrust::plus<double>());
  x[0] = thrust::inner_product(thrust::device, x, x + n, y, 0.0f);
  k[0] = thrust::max_element(thrust::device, k, k + n) - k;
}
