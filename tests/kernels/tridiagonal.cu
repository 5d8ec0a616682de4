// tridiagonal: Thomas algorithm per thread, parallel cyclic reduction per block, and Jacobi sweeps.
// Kernels: thomas, cyclic_reduction, jacobi
// Launch: thomas<<<(systems + 63) / 64, 64>>> (interleaved, n <= 64); cyclic_reduction<<<systems, 128>>> (n = 128);
//         jacobi: grid ((w + 15) / 16, (h + 15) / 16), block (16, 16)
// Expect: solutions of diagonally dominant systems within 1e-4; jacobi: one sweep of the 5-point Laplace equation.
extern "C" __global__ void thomas(const double* a, const double* b, const double* c, const double* d, double* x, int n, int systems) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  double cp[64], dp[64];
  cp[0] = c[s] / b[s];
  dp[0] = d[s] / b[s];
  for (int i = 1; i < n; ++i) {
    int at = i * systems + s;
    double m = 1 / (b[at] - a[at] * cp[i - 1]);
    cp[i] = c[at] * m;
    dp[i] = (d[at] - a[at] * dp[i - 1]) * m;
  }
  double last = dp[n - 1];
  x[(n - 1) * systems + s] = last;
  for (int i = n - 2; i >= 0; --i) x[i * systems + s] = last = dp[i] - cp[i] * last;
}

extern "C" __global__ void cyclic_reduction(const float4* rows, float* x) {
  __shared__ float4 s[2][128];
  int t = threadIdx.x, from = 0;
  s[0][t] = rows[blockIdx.x * 128 + t];  // (a, b, c, d): a x[t-1] + b x[t] + c x[t+1] = d
  for (int d = 1; d < 128; d *= 2, from ^= 1) {
    __syncthreads();
    float4 r = s[from][t], o = make_float4(0, r.y, 0, r.w);
    if (t >= d) {
      float4 l = s[from][t - d];
      float k = r.x / l.y;
      o.x = -l.x * k, o.y -= l.z * k, o.w -= l.w * k;
    }
    if (t + d < 128) {
      float4 u = s[from][t + d];
      float k = r.z / u.y;
      o.z = -u.z * k, o.y -= u.x * k, o.w -= u.w * k;
    }
    s[from ^ 1][t] = o;
  }
  x[blockIdx.x * 128 + t] = s[from][t].w / s[from][t].y;
}

extern "C" __global__ void jacobi(const float* in, const float* f, float* out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, i = y * w + x;
  if (x >= w || y >= h) return;
  bool border = x == 0 || y == 0 || x == w - 1 || y == h - 1;
  out[i] = border ? in[i] : 0.25f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - f[i]);
}
