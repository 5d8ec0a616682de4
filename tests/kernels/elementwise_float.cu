// elementwise_float: float and double arithmetic, comparison, selection and conversions.
// Kernels: map_f32, map_f64, convert_f32, convert_f64, compare_f32
// Launch: <<<(n + 255) / 256, 256>>>
// Expect: map_*: c[i] = fma(a, b, a) / (|b| + 1) + sqrt(|a|) with IEEE rounding; contraction of * and + is allowed
//           only in the fma that is written (operands make it explicit).
//         convert_*: out[8*i..] holds a[i] converted to i8, u8, i16, u16, i32, u32, i64, u64 (as u64 bit patterns,
//           sign extended); inputs are within the range of the narrow types, 0 <= a < 128.
//         compare_f32: bit k of c[i] is set by the k-th of < <= > >= == != isnan(a) isnan(b).
#include <cstdint>

extern "C" __global__ void map_f32(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i];
  c[i] = fmaf(x, y, x) / (fabsf(y) + 1.0f) + sqrtf(fabsf(x));
}

extern "C" __global__ void map_f64(const double* a, const double* b, double* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = a[i], y = b[i];
  c[i] = fma(x, y, x) / (fabs(y) + 1.0) + sqrt(fabs(x));
}

template <class F>
__device__ void convert_all(F x, uint64_t* out) {
  out[0] = (uint64_t)(int64_t)(int8_t)x;
  out[1] = (uint8_t)x;
  out[2] = (uint64_t)(int64_t)(int16_t)x;
  out[3] = (uint16_t)x;
  out[4] = (uint64_t)(int64_t)(int32_t)x;
  out[5] = (uint32_t)x;
  out[6] = (uint64_t)(int64_t)x;
  out[7] = (uint64_t)x;
}

extern "C" __global__ void convert_f32(const float* a, uint64_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) convert_all(a[i], out + 8 * (size_t)i);
}

extern "C" __global__ void convert_f64(const double* a, uint64_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) convert_all(a[i], out + 8 * (size_t)i);
}

extern "C" __global__ void compare_f32(const float* a, const float* b, unsigned* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i];
  unsigned r = 0;
  if (x < y) r |= 1;
  if (x <= y) r |= 2;
  if (x > y) r |= 4;
  if (x >= y) r |= 8;
  if (x == y) r |= 16;
  if (x != y) r |= 32;
  if (x != x) r |= 64;
  if (y != y) r |= 128;
  c[i] = r;
}
