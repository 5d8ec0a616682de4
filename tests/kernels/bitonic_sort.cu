// bitonic_sort: sorts keys, and key-value pairs, of one block in shared memory; and one global merge step.
// Kernels: bitonic_block (512 keys per block, 256 threads), bitonic_pairs, bitonic_step
// Launch: bitonic_block<<<blocks, 256>>>; bitonic_pairs<<<blocks, 256>>>; bitonic_step<<<n / 256, 256>>>(a, j, k)
// Expect: block, pairs: each group of 512 ascending; pairs keep key and value together (keys distinct).
//         step: for i < (i ^ j): swapped where (a[i] > a[i ^ j]) == ((i & k) == 0).
extern "C" __global__ void bitonic_block(int* a) {
  __shared__ int s[512];
  int t = threadIdx.x;
  int* g = a + blockIdx.x * 512;
  s[t] = g[t];
  s[t + 256] = g[t + 256];
  for (int k = 2; k <= 512; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int i = 2 * t - (t & (j - 1));
      bool up = (i & k) == 0;
      int x = s[i], y = s[i + j];
      if ((x > y) == up) {
        s[i] = y;
        s[i + j] = x;
      }
    }
  }
  __syncthreads();
  g[t] = s[t];
  g[t + 256] = s[t + 256];
}

struct Pair {
  float key;
  unsigned value;
};

extern "C" __global__ void bitonic_pairs(Pair* a) {
  __shared__ Pair s[512];
  int t = threadIdx.x;
  Pair* g = a + blockIdx.x * 512;
  s[t] = g[t];
  s[t + 256] = g[t + 256];
  for (int k = 2; k <= 512; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int i = 2 * t - (t & (j - 1));
      Pair x = s[i], y = s[i + j];
      if ((x.key > y.key) == ((i & k) == 0)) {
        s[i] = y;
        s[i + j] = x;
      }
    }
  }
  __syncthreads();
  g[t] = s[t];
  g[t + 256] = s[t + 256];
}

extern "C" __global__ void bitonic_step(unsigned long long* a, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, p = i ^ j;
  if (p <= i) return;
  unsigned long long x = a[i], y = a[p];
  if ((x > y) == ((i & k) == 0)) {
    a[i] = y;
    a[p] = x;
  }
}
