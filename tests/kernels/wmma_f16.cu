// wmma_f16: matrix products on tensor cores through the wmma fragments, half inputs, float and half sums.
// Kernels: wmma_f16_f32, wmma_f16_f16, wmma_32x8
// Launch: grid (n / 16, m / 16), block 32 (wmma_32x8: grid (n / 8, m / 32)); sizes multiples of the tile.
// Expect: C = alpha * A * B + beta * C, A row major m x k, B column major k x n, C row major; integer-valued inputs small
//         enough to be exact.
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_f16_f32(const half* a, const half* b, float* c, int m, int n, int k, float alpha, float beta) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
  wmma::fill_fragment(sum, 0.0f);
  int row = blockIdx.y * 16, col = blockIdx.x * 16;
  for (int p = 0; p < k; p += 16) {
    wmma::load_matrix_sync(fa, a + row * k + p, k);
    wmma::load_matrix_sync(fb, b + col * k + p, k);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::load_matrix_sync(old, c + row * n + col, n, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = alpha * sum.x[i] + beta * old.x[i];
  wmma::store_matrix_sync(c + row * n + col, sum, n, wmma::mem_row_major);
}

extern "C" __global__ void wmma_f16_f16(const half* a, const half* b, half* c, int m, int n, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
  wmma::load_matrix_sync(sum, c + blockIdx.y * 16 * n + blockIdx.x * 16, n, wmma::mem_row_major);
  for (int p = 0; p < k; p += 16) {
    wmma::load_matrix_sync(fa, a + blockIdx.y * 16 * k + p, k);
    wmma::load_matrix_sync(fb, b + blockIdx.x * 16 * k + p, k);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wmma::mem_row_major);
}

extern "C" __global__ void wmma_32x8(const half* a, const half* b, float* c, int m, int n, int k) {
  __shared__ half tile[32 * 16];
  wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 32, 8, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int p = 0; p < k; p += 16) {
    for (int i = 0; i < 16; ++i) tile[threadIdx.x * 16 + i] = a[(blockIdx.y * 32 + threadIdx.x) * k + p + i];
    __syncwarp();
    wmma::load_matrix_sync(fa, tile, 16);
    wmma::load_matrix_sync(fb, b + blockIdx.x * 8 * k + p, k);
    wmma::mma_sync(sum, fa, fb, sum);
    __syncwarp();
  }
  wmma::store_matrix_sync(c + blockIdx.y * 32 * n + blockIdx.x * 8, sum, n, wmma::mem_row_major);
}
