// matmul_tiled: C = A * B for row-major float and double matrices through shared tiles.
// Kernels: matmul_f32 (block 16 x 16), matmul_f64 (block 16 x 16), matmul_reg (block 16 x 16, 4 x 4 per thread)
// Launch: matmul_f32, matmul_f64: grid ((n + 15) / 16, (m + 15) / 16); matmul_reg: grid (n / 64, m / 64), m, n, k
//         multiples of 64.
// Expect: C[i][j] = sum over p of A[i][p] * B[p][j], p ascending, fma allowed; A is m x k, B is k x n.
template <class T>
__device__ void tile_product(const T* a, const T* b, T* c, int m, int n, int k, T (*as)[16], T (*bs)[16]) {
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  T sum = 0;
  for (int p = 0; p < k; p += 16) {
    as[ty][tx] = row < m && p + tx < k ? a[row * k + p + tx] : T(0);
    bs[ty][tx] = col < n && p + ty < k ? b[(p + ty) * n + col] : T(0);
    __syncthreads();
#pragma unroll
    for (int q = 0; q < 16; ++q) sum += as[ty][q] * bs[q][tx];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

extern "C" __global__ void matmul_f32(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[16][16], bs[16][16];
  tile_product<float>(a, b, c, m, n, k, as, bs);
}

extern "C" __global__ void matmul_f64(const double* a, const double* b, double* c, int m, int n, int k) {
  __shared__ double as[16][16], bs[16][16];
  tile_product<double>(a, b, c, m, n, k, as, bs);
}

extern "C" __global__ void matmul_reg(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                                      int m, int n, int k) {
  __shared__ float as[16][64 + 4], bs[16][64];
  int t = threadIdx.y * 16 + threadIdx.x;
  int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
  float acc[4][4] = {};
  for (int p = 0; p < k; p += 16) {
    float4 va = *(const float4*)&a[(row0 + t / 4) * k + p + t % 4 * 4];
    as[t % 4 * 4 + 0][t / 4] = va.x;
    as[t % 4 * 4 + 1][t / 4] = va.y;
    as[t % 4 * 4 + 2][t / 4] = va.z;
    as[t % 4 * 4 + 3][t / 4] = va.w;
    *(float4*)&bs[t / 16][t % 16 * 4] = *(const float4*)&b[(p + t / 16) * n + col0 + t % 16 * 4];
    __syncthreads();
#pragma unroll
    for (int q = 0; q < 16; ++q) {
      float ra[4], rb[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) ra[i] = as[q][threadIdx.y * 4 + i];
#pragma unroll
      for (int j = 0; j < 4; ++j) rb[j] = bs[q][threadIdx.x * 4 + j];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    float4 v = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
    *(float4*)&c[(row0 + threadIdx.y * 4 + i) * n + col0 + threadIdx.x * 4] = v;
  }
}
