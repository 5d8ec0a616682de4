#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/device/device_run_length_encode.cuh>
void use(void* s, size_t& n, const int* a, int* b, const float* c, float* d, const double* e, double* f) {
  cub::DeviceScan::ExclusiveSum(s, n, a, b, 100);
  cub::DeviceScan::InclusiveSum(s, n, c, d, 100);
  cub::DeviceSelect::Flagged(s, n, e, a, f, b, 100);
  cub::DeviceRunLengthEncode::Encode(s, n, a, b, b, b, 100);
}
