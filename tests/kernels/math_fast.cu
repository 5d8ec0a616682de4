// math_fast: the approximate intrinsics, and the same formulas under -ffast-math / -use_fast_math.
// Kernels: intrinsics_fast, formulas_fast
// Launch: <<<(n + 127) / 128, 128>>>; out: 8 rows of n, 4 rows of n
// Expect: within 1e-3 (relative, for |x| < 8) of the exact functions; denormals may be flushed.
extern "C" __global__ void intrinsics_fast(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i], m = fabsf(x) + 0.5f;
  out[0 * n + i] = __sinf(x);
  out[1 * n + i] = __cosf(x);
  out[2 * n + i] = __expf(x);
  out[3 * n + i] = __logf(m);
  out[4 * n + i] = __powf(m, x);
  out[5 * n + i] = __fdividef(x, m);
  out[6 * n + i] = rsqrtf(m);
  out[7 * n + i] = __tanf(x * 0.1f);
}

extern "C" __global__ void formulas_fast(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i], m = fabsf(x) + 0.5f;
  out[0 * n + i] = sinf(x) / cosf(x * 0.1f);
  out[1 * n + i] = sqrtf(m) + 1.0f / m;
  out[2 * n + i] = expf(-x * x) * logf(m);
  out[3 * n + i] = x / m + x * m - m * 3.0f;
}
