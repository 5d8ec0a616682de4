// transpose: matrix transposition, direct and through a padded shared tile.
// Kernels: transpose_naive, transpose_tiled, transpose_f64
// Launch: grid ((w + 31) / 32, (h + 31) / 32), block (32, 8).
// Expect: out[x * h + y] = in[y * w + x] for 0 <= x < w, 0 <= y < h.
extern "C" __global__ void transpose_naive(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = 0; j < 32; j += 8) {
    int y = blockIdx.y * 32 + threadIdx.y + j;
    if (x < w && y < h) out[(size_t)x * h + y] = in[(size_t)y * w + x];
  }
}

template <class T>
__device__ void tiled(const T* __restrict__ in, T* __restrict__ out, int w, int h, T (*tile)[33]) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < h && y + j < w) out[(size_t)(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transpose_tiled(const float* __restrict__ in, float* __restrict__ out, int w, int h) {
  __shared__ float tile[32][33];
  tiled<float>(in, out, w, h, tile);
}

extern "C" __global__ void transpose_f64(const double* __restrict__ in, double* __restrict__ out, int w, int h) {
  __shared__ double tile[32][33];
  tiled<double>(in, out, w, h, tile);
}
