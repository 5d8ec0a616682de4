// finance: Black-Scholes prices, binomial trees, and compound interest in fixed point.
// Kernels: black_scholes, binomial, interest
// Launch: <<<(n + 127) / 128, 128>>>; binomial<<<options, 128>>> (127 steps)
// Expect: black_scholes within 1e-4 of the formula with erfc; binomial within 1e-3; interest: exact integers.
extern "C" __global__ void black_scholes(const float* spot, const float* strike, const float* years, float2* out, float rate, float vol, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = spot[i], k = strike[i], t = years[i], root = vol * sqrtf(t);
  float d1 = (logf(s / k) + (rate + 0.5f * vol * vol) * t) / root, d2 = d1 - root;
  auto normal = [](float x) { return 0.5f * erfcf(-x * 0.70710678f); };
  float paid = k * expf(-rate * t), call = s * normal(d1) - paid * normal(d2);
  out[i] = make_float2(call, call - s + paid);
}

extern "C" __global__ void binomial(const float* spot, const float* strike, float* out, float up, float down, float p, float discount) {
  __shared__ float v[128];
  int t = threadIdx.x;
  float s = spot[blockIdx.x], k = strike[blockIdx.x];
  v[t] = fmaxf(s * powf(up, (float)t) * powf(down, (float)(127 - t)) - k, 0.f);
  for (int step = 127; step > 0; --step) {
    __syncthreads();
    float a = v[t], b = t < step ? v[t + 1] : 0.f;
    __syncthreads();
    if (t < step) v[t] = discount * (p * b + (1 - p) * a);
  }
  __syncthreads();
  if (t == 0) out[blockIdx.x] = v[0];
}

extern "C" __global__ void interest(const long long* cents, const int* basis_points, long long* out, int years, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long c = cents[i];
  for (int y = 0; y < years; ++y) c += (c * basis_points[i] + (c < 0 ? -5000 : 5000)) / 10000;
  out[i] = c;
}
