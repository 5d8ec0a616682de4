// floyd_warshall: all shortest paths, one relaxation round per launch, and a blocked round of 16 x 16 tiles.
// Kernels: relax_round, relax_tile
// Launch: relax_round: grid ((n + 15) / 16, (n + 15) / 16), block (16, 16), for k = 0 .. n - 1; relax_tile<<<1, dim3(16, 16)>>> for n = 16.
// Expect: d[i][j] = min(d[i][j], d[i][k] + d[k][j]), next[i][j] = next[i][k] where it got smaller; 1 << 29 is no edge.
extern "C" __global__ void relax_round(int* d, short* next, int n, int k) {
  int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= n || j >= n) return;
  int via = d[i * n + k] + d[k * n + j];
  if (via < d[i * n + j]) {
    d[i * n + j] = via;
    next[i * n + j] = next[i * n + k];
  }
}

extern "C" __global__ void relax_tile(int* d) {
  __shared__ int s[16][17];
  int j = threadIdx.x, i = threadIdx.y;
  s[i][j] = d[16 * i + j];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    int via = s[i][k] + s[k][j];
    __syncthreads();
    s[i][j] = min(s[i][j], via);
    __syncthreads();
  }
  d[16 * i + j] = s[i][j];
}
