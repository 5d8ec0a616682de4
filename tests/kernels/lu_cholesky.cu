// lu_cholesky: small dense factorizations, one matrix per block (LU with partial pivoting) or per thread (Cholesky).
// Kernels: lu_32, cholesky_6
// Launch: lu_32<<<matrices, 32>>>; cholesky_6<<<(n + 63) / 64, 64>>>
// Expect: lu_32: P A = L U of each 32 x 32 double matrix in place, pivot[32 m + k] = row swapped with k at step k.
//         cholesky_6: lower L with A = L L^T of 6 x 6 positive definite float matrices (row major), within 1e-4.
extern "C" __global__ void lu_32(double* matrices, int* pivot) {
  __shared__ double a[32][33];
  int lane = threadIdx.x;
  double* m = matrices + (size_t)blockIdx.x * 1024;
  for (int r = 0; r < 32; ++r) a[r][lane] = m[r * 32 + lane];
  __syncwarp();
  for (int k = 0; k < 32; ++k) {
    double best = lane >= k ? fabs(a[lane][k]) : -1.0;
    int who = lane;
    for (int d = 16; d > 0; d /= 2) {
      double other = __shfl_xor_sync(~0u, best, d);
      int his = __shfl_xor_sync(~0u, who, d);
      if (other > best || (other == best && his < who)) best = other, who = his;
    }
    double t = a[k][lane];
    __syncwarp();
    a[k][lane] = a[who][lane];
    __syncwarp();
    if (who != k) a[who][lane] = t;
    if (lane == 0) pivot[blockIdx.x * 32 + k] = who;
    __syncwarp();
    if (lane > k && best > 0) {
      double f = a[lane][k] / a[k][k];
      a[lane][k] = f;
      for (int c = k + 1; c < 32; ++c) a[lane][c] -= f * a[k][c];
    }
    __syncwarp();
  }
  for (int r = 0; r < 32; ++r) m[r * 32 + lane] = a[r][lane];
}

extern "C" __global__ void cholesky_6(const float* in, float* out, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= n) return;
  float l[6][6] = {};
#pragma unroll
  for (int i = 0; i < 6; ++i)
#pragma unroll
    for (int j = 0; j <= i; ++j) {
      float sum = in[36 * id + 6 * i + j];
#pragma unroll
      for (int k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrtf(sum) : sum / l[j][j];
    }
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) out[36 * id + 6 * i + j] = l[i][j];
}
