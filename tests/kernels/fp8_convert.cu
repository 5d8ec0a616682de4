// fp8_convert: float to and from the 8-bit formats e4m3 and e5m2, in the header's portable code.
// Kernels: to_e4m3, to_e5m2, from_fp8, pairs_e4m3
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: round to nearest even, saturating to the largest finite value; from_fp8: exact floats of both readings.
#include <cuda_fp8.h>

extern "C" __global__ void to_e4m3(const float* f, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __nv_cvt_float_to_fp8(f[i], __NV_SATFINITE, __NV_E4M3);
}

extern "C" __global__ void to_e5m2(const float* f, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __nv_cvt_float_to_fp8(f[i], __NV_SATFINITE, __NV_E5M2);
}

extern "C" __global__ void from_fp8(const unsigned char* in, float* e4m3, float* e5m2, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  e4m3[i] = __half2float(__half(__nv_cvt_fp8_to_halfraw(in[i], __NV_E4M3)));
  e5m2[i] = __half2float(__half(__nv_cvt_fp8_to_halfraw(in[i], __NV_E5M2)));
}

extern "C" __global__ void pairs_e4m3(const float2* f, unsigned short* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __nv_cvt_float2_to_fp8x2(f[i], __NV_SATFINITE, __NV_E4M3);
}
