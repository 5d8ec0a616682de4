// math_f32: libdevice in float: trigonometric, exponential, logarithmic, special functions.
// Kernels: math_trig_f32, math_exp_f32, math_special_f32
// Launch: <<<(n + 127) / 128, 128>>>; out: 10 rows of n
// Expect: each row within 8 units in the last place (special: 1e-5 relative) of the C++ function of double rounded to float.
#define ROWS(name, ...)                                                                  \
  extern "C" __global__ void name(const float* in, float* out, int n) {                  \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                       \
    if (i >= n) return;                                                                  \
    float x = in[i], m = fabsf(x) + 0.5f;                                                \
    (void)m;                                                                             \
    float r[10] = {__VA_ARGS__};                                                         \
    for (int k = 0; k < 10; ++k) out[k * n + i] = r[k];                                  \
  }

ROWS(math_trig_f32, sinf(x), cosf(x), tanf(x), asinf(x / (m + 1)), acosf(x / (m + 1)), atanf(x), atan2f(x, m), sinhf(x), coshf(x), tanhf(x))
ROWS(math_exp_f32, expf(x), exp2f(x), exp10f(x * 0.1f), expm1f(x), logf(m), log2f(m), log10f(m), log1pf(m), powf(m, x), cbrtf(x))
ROWS(math_special_f32, erff(x), erfcf(x), erfinvf(x / (m + 1)), tgammaf(m), lgammaf(m), hypotf(x, m), fmodf(x, 0.7f), remainderf(x, m), normcdff(x),
     j0f(x))
