#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_for.cuh>
#include <cub/device/device_merge.cuh>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <cub/device/device_transform.cuh>
struct Odd { template <class T> __device__ bool operator()(T x) const { return int(x) & 1; } };
struct Twice { int* p; template <class I> __device__ void operator()(I i) const { p[i] *= 2; } };
struct Sum { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
void use(void* s, size_t& n, int* a, int* b, float* c, float* d, double* e, double* f) {
  cub::DevicePartition::If(s, n, c, d, b, 100, Odd());
  cub::DeviceSelect::Unique(s, n, e, f, b, 100);
  cub::DeviceAdjacentDifference::SubtractLeftCopy(s, n, a, b, 100);
  cub::DeviceFor::Bulk(s, n, 100, Twice{a});
  cub::DeviceMerge::MergeKeys(s, n, c, 50, d, 50, c);
  cub::DeviceReduce::ArgMin(s, n, c, d, b, 100);
  cub::DeviceTransform::Transform(cuda::std::tuple{e, f}, e, 100, Sum());
}
