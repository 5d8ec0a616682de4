// spmv: sparse matrix times vector in CSR (a thread per row, a warp per row) and ELL form.
// Kernels: spmv_csr, spmv_csr_warp, spmv_ell
// Launch: spmv_csr, spmv_ell <<<(rows + 127) / 128, 128>>>; spmv_csr_warp <<<(rows + 3) / 4, 128>>>.
// Expect: y[r] = sum over the row's entries of value * x[column]; values are small integers, so any order is exact.
extern "C" __global__ void spmv_csr(const int* __restrict__ start, const int* __restrict__ col,
                                    const double* __restrict__ val, const double* __restrict__ x, double* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += val[i] * x[col[i]];
  y[r] = sum;
}

extern "C" __global__ void spmv_csr_warp(const int* __restrict__ start, const int* __restrict__ col,
                                         const float* __restrict__ val, const float* __restrict__ x, float* y, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0;
  for (int i = start[r] + lane; i < start[r + 1]; i += 32) sum += val[i] * x[col[i]];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0) y[r] = sum;
}

extern "C" __global__ void spmv_ell(const int* col, const float* val, const float* x, float* y, int rows, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    int c = col[k * rows + r];
    if (c >= 0) sum += val[k * rows + r] * x[c];
  }
  y[r] = sum;
}
