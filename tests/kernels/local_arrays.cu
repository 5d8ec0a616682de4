// local_arrays: private arrays with dynamic indices, two-dimensional ones, pointers into them, and arrays of structs.
// Kernels: permute, small_matrix, ring_buffer
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: permute: out[8 i + k] = in[8 i + perm[k]] after perm is shuffled by i: for k = 7..1 swap(perm[k], perm[(i * 7 + k) % (k + 1)]).
//         small_matrix: out[i] = trace of M^p, M the 4 x 4 matrix of ints at in + 16 i, p = i % 5 + 1, wrapping.
//         ring_buffer: out[i] = sum of the last 6 of the first 20 values of x -> x * 5 + 3 (mod 2^32) from seed i.
extern "C" __global__ void permute(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int perm[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int k = 7; k > 0; --k) {
    int j = (i * 7 + k) % (k + 1), t = perm[k];
    perm[k] = perm[j];
    perm[j] = t;
  }
  for (int k = 0; k < 8; ++k) out[8 * i + k] = in[8 * i + perm[k]];
}

extern "C" __global__ void small_matrix(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned m[4][4], r[4][4], t[4][4];
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) r[a][b] = m[a][b] = in[16 * i + 4 * a + b];
  for (int p = i % 5; p > 0; --p) {
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        t[a][b] = 0;
        for (int c = 0; c < 4; ++c) t[a][b] += r[a][c] * m[c][b];
      }
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) r[a][b] = t[a][b];
  }
  out[i] = (int)(r[0][0] + r[1][1] + r[2][2] + r[3][3]);
}

struct Sample {
  unsigned value;
  unsigned char age;
};

__device__ __noinline__ void add_sample(Sample* ring, int& head, unsigned v) {
  for (int k = 0; k < 6; ++k) ring[k].age++;
  ring[head] = Sample{v, 0};
  head = (head + 1) % 6;
}

extern "C" __global__ void ring_buffer(unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Sample ring[6] = {};
  int head = 0;
  unsigned x = i;
  for (int k = 0; k < 20; ++k) {
    x = x * 5 + 3;
    add_sample(ring, head, x);
  }
  unsigned sum = 0;
  for (int k = 0; k < 6; ++k) sum += ring[k].value;
  out[i] = sum;
}
