// wmma_int8: matrix products on tensor cores with signed and unsigned bytes and int sums.
// Kernels: wmma_s8, wmma_u8
// Launch: grid (n / 16, m / 16), block 32; sizes multiples of 16.
// Expect: C = A * B exactly in 32 bits, A row major, B column major.
#include <mma.h>
using namespace nvcuda;

template <class T>
__device__ void product(const T* a, const T* b, int* c, int n, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 0);
  for (int p = 0; p < k; p += 16) {
    wmma::load_matrix_sync(fa, a + blockIdx.y * 16 * k + p, k);
    wmma::load_matrix_sync(fb, b + blockIdx.x * 16 * k + p, k);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wmma::mem_row_major);
}

extern "C" __global__ void wmma_s8(const signed char* a, const signed char* b, int* c, int m, int n, int k) {
  product(a, b, c, n, k);
}

extern "C" __global__ void wmma_u8(const unsigned char* a, const unsigned char* b, int* c, int m, int n, int k) {
  product(a, b, c, n, k);
}
