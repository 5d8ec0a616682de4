// math_f64: libdevice in double.
// Kernels: math_trig_f64, math_exp_f64, math_special_f64
// Launch: <<<(n + 127) / 128, 128>>>; out: 8 rows of n
// Expect: each row within 8 units in the last place (special: 1e-12 relative) of the C++ function.
#define ROWS(name, ...)                                                                  \
  extern "C" __global__ void name(const double* in, double* out, int n) {                \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                       \
    if (i >= n) return;                                                                  \
    double x = in[i], m = fabs(x) + 0.5;                                                 \
    (void)m;                                                                             \
    double r[8] = {__VA_ARGS__};                                                         \
    for (int k = 0; k < 8; ++k) out[k * n + i] = r[k];                                   \
  }

ROWS(math_trig_f64, sin(x), cos(x), tan(x), asin(x / (m + 1)), acos(x / (m + 1)), atan2(x, m), sinh(x), tanh(x))
ROWS(math_exp_f64, exp(x), exp2(x), expm1(x), log(m), log2(m), log1p(m), pow(m, x), cbrt(x))
ROWS(math_special_f64, erf(x), erfc(x), tgamma(m), lgamma(m), hypot(x, m), fmod(x, 0.7), rsqrt(m), nextafter(x, m))
