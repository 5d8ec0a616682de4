#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
void use(void* s, size_t& n, const int* a, int* b, const float* c, float* d, const double* e, double* f, const short* g, short* h) {
  cub::DeviceReduce::Sum(s, n, a, b, 100);
  cub::DeviceReduce::Max(s, n, c, d, 100);
  cub::DeviceReduce::Sum(s, n, e, f, 100);
  cub::DeviceReduce::Min(s, n, g, h, 100);
  cub::DeviceSegmentedReduce::Sum(s, n, c, d, 5, a, a + 1);
}
