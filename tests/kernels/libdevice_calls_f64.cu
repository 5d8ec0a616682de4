// libdevice_calls_f64: double math whose __nv_* calls remain in the IR; the compiler links libdevice itself.
// Kernels: calls_f64, calls_integer
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: calls_f64: out[i] = log(|x| + 1) + erf(x) + atan2(x, 2) within 1e-12. calls_integer: popc, clz, mulhi, rhadd of ints.
extern "C" __global__ void calls_f64(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = log(fabs(in[i]) + 1) + erf(in[i]) + atan2(in[i], 2.0);
}

extern "C" __global__ void calls_integer(const int* a, const int* b, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[4 * i] = __popc(a[i]);
  out[4 * i + 1] = __clz(a[i]);
  out[4 * i + 2] = __mulhi(a[i], b[i]);
  out[4 * i + 3] = __rhadd(a[i], b[i]);
}
