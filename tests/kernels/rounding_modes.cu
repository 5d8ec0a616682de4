// rounding_modes: arithmetic and conversions with every directed rounding, saturation, and bit casts.
// Kernels: round_f32, round_f64, convert_modes
// Launch: <<<(n + 127) / 128, 128>>>; out: 16 values per element
// Expect: IEEE results in the mode of the name (rn, rz, ru, rd), as the CUDA math reference defines.
#include <cstdint>

extern "C" __global__ void round_f32(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i], *o = out + 16 * (size_t)i;
  o[0] = __fadd_rn(x, y), o[1] = __fadd_rz(x, y), o[2] = __fadd_ru(x, y), o[3] = __fadd_rd(x, y);
  o[4] = __fmul_rn(x, y), o[5] = __fmul_rz(x, y), o[6] = __fmul_ru(x, y), o[7] = __fmul_rd(x, y);
  o[8] = __fmaf_rn(x, y, x), o[9] = __fmaf_rz(x, y, x), o[10] = __fmaf_ru(x, y, x), o[11] = __fmaf_rd(x, y, x);
  o[12] = __fdiv_rz(x, y), o[13] = __fsqrt_ru(fabsf(x)), o[14] = __frcp_rd(y), o[15] = __saturatef(x);
}

extern "C" __global__ void round_f64(const double* a, const double* b, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = a[i], y = b[i], *o = out + 16 * (size_t)i;
  o[0] = __dadd_rn(x, y), o[1] = __dadd_rz(x, y), o[2] = __dadd_ru(x, y), o[3] = __dadd_rd(x, y);
  o[4] = __dmul_rn(x, y), o[5] = __dmul_rz(x, y), o[6] = __dmul_ru(x, y), o[7] = __dmul_rd(x, y);
  o[8] = __fma_rn(x, y, x), o[9] = __fma_rz(x, y, x), o[10] = __fma_ru(x, y, x), o[11] = __fma_rd(x, y, x);
  o[12] = __ddiv_rz(x, y), o[13] = __dsqrt_ru(fabs(x)), o[14] = __drcp_rd(y), o[15] = trunc(x) + rint(y) + floor(x) + ceil(y);
}

extern "C" __global__ void convert_modes(const float* f, const double* d, const int64_t* l, int64_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int64_t* o = out + 16 * (size_t)i;
  o[0] = __float2int_rn(f[i]), o[1] = __float2int_rz(f[i]), o[2] = __float2int_ru(f[i]), o[3] = __float2int_rd(f[i]);
  o[4] = __double2int_rn(d[i]), o[5] = __double2ll_rz(d[i]), o[6] = __double2ll_ru(d[i]), o[7] = __double2uint_rd(d[i]);
  o[8] = __float_as_int(__ll2float_rn(l[i])), o[9] = __float_as_int(__ll2float_rd(l[i]));
  o[10] = __double_as_longlong(__ll2double_ru(l[i])), o[11] = __double_as_longlong(__ull2double_rz(l[i]));
  o[12] = __float_as_int(__double2float_ru(d[i])), o[13] = __float_as_int(__double2float_rz(d[i]));
  o[14] = __double2hiint(d[i]), o[15] = __double_as_longlong(__hiloint2double((int)l[i], __double2loint(d[i])));
}
