// Kernels that steps of `prepare` were made for; tests/suites run them, bench/nvptx/quality.py measures them on request.
#define KERNEL extern "C" __global__ void

// implied-branches: t >= 32 implies t != 0.
KERNEL block_total(const float* in, float* out, int n) {
  __shared__ float part[32];
  const unsigned t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  if (t % 32 == 0) part[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    sum = t < blockDim.x / 32 ? part[t] : 0.0f;
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  }
  if (t == 0) out[blockIdx.x] = sum;
}
KERNEL tree_total(const int* in, int* out) {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
#pragma unroll
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) part[t] += part[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
template <int N> struct Tree {
  static __device__ void go(volatile double* part, int t) {
    if (t < N) part[t] += part[t + N];
    __syncthreads();
    Tree<N / 2>::go(part, t);
  }
};
template <> struct Tree<16> {
  static __device__ void go(volatile double* part, int t) {
    if (t >= 32) return;
    double sum = part[t];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (t == 0) part[0] = sum;
  }
};
KERNEL tree_shuffle_total(const double* in, double* out) {
  __shared__ double part[512];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 512 + t];
  __syncthreads();
  Tree<256>::go(part, t);
  __syncthreads();
  if (t == 0) out[blockIdx.x] = part[0];
}

// Addresses across blocks: equal strides from one base.
KERNEL guarded_rows(const float* in, float* out, int rows, int stride, int column) {
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    const int row = blockIdx.x * 16 + k;
    if (row < rows && in[k] > 0.0f) out[row * stride + column] += in[row * stride + threadIdx.x];
  }
}
KERNEL guarded_taps(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
  float sum = 0;
#pragma unroll
  for (int b = -2; b <= 2; ++b)
#pragma unroll
    for (int a = -2; a <= 2; ++a)
      if (x + a >= 0 && x + a < width && y + b >= 0 && y + b < height) sum += in[(y + b) * width + x + a];
  out[y * width + x] = sum;
}
KERNEL unsigned_steps(const unsigned* in, unsigned* out, unsigned a, unsigned x, unsigned n) {
#pragma unroll
  for (unsigned k = 0; k < 12; ++k)
    if (in[k] != n) out[(a + x * k) << 1] = in[a + x * k] + k;
}

// Invariant compares: each is known before the loop.
KERNEL invariant_tests(const float* in, float* out, int n, int a, int b, int c, int d, int e, int f, int g, int h) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = in[i];
    if (a < b) v += in[i + a];
    if (b < c) v *= in[i + b];
    if (c < d) v -= in[i + c];
    if (d < e) v += in[i + d];
    if (e < f) v *= in[i + e];
    if (f < g) v -= in[i + f];
    if (g < h) v += in[i + g];
    if (h < a) v *= in[i + h];
    if (a < c) v -= in[i + a * 2];
    if (b < d) v += in[i + b * 2];
    if (c < e) v *= in[i + c * 2];
    sum += v;
  }
  out[threadIdx.x] = sum;
}
