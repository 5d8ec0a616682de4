#include <cub/device/device_histogram.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
struct Less { template <class T> __device__ bool operator()(T a, T b) const { return a < b; } };
void use(void* s, size_t& n, const int* a, int* b, const float* c, float* d) {
  cub::DeviceRadixSort::SortKeys(s, n, a, b, 100);
  cub::DeviceMergeSort::SortKeys(s, n, d, 100, Less());
  cub::DeviceHistogram::HistogramEven(s, n, c, b, 65, 0.0f, 1.0f, 100);
}
