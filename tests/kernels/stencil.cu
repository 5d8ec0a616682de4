// stencil: 1D radius-3, 2D five-point and 3D seven-point stencils, zero outside.
// Kernels: stencil_1d, stencil_2d, stencil_3d
// Launch: stencil_1d<<<(n + 127) / 128, 128>>>; stencil_2d grid ((w + 15) / 16, (h + 15) / 16), block (16, 16);
//         stencil_3d the same over x, y; the thread walks z.
// Expect: 1d: out[i] = sum over d = -3..3 of coef[d + 3] * in[i + d].
//         2d: out = 0.5 * c + 0.125 * (l + r + u + d).   3d: out = c + k * (sum of 6 neighbours - 6 * c), 0 at the border.
__constant__ float coef[7] = {-1.f / 60, 3.f / 20, -3.f / 4, 0.f, 3.f / 4, -3.f / 20, 1.f / 60};

extern "C" __global__ void stencil_1d(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float s[128 + 6];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x + 3] = i < n ? in[i] : 0.f;
  if (threadIdx.x < 3) {
    s[threadIdx.x] = i >= 3 ? in[i - 3] : 0.f;
    int j = i + 128;
    s[threadIdx.x + 131] = j < n ? in[j] : 0.f;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int d = 0; d < 7; ++d) sum = fmaf(coef[d], s[threadIdx.x + d], sum);
  if (i < n) out[i] = sum;
}

extern "C" __global__ void stencil_2d(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  auto at = [&](int u, int v) { return u >= 0 && v >= 0 && u < w && v < h ? in[v * w + u] : 0.f; };
  out[y * w + x] = 0.5f * at(x, y) + 0.125f * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1));
}

extern "C" __global__ void stencil_3d(const double* __restrict__ in, double* __restrict__ out, int w, int h, int d, double k) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  size_t plane = (size_t)w * h, at = (size_t)y * w + x;
  bool inside = x > 0 && y > 0 && x < w - 1 && y < h - 1;
  double below = 0, here = in[at], above = 0;
  for (int z = 0; z < d; ++z, at += plane) {
    above = z + 1 < d ? in[at + plane] : 0;
    double r = 0;
    if (inside && z > 0 && z < d - 1)
      r = here + k * (below + above + in[at - 1] + in[at + 1] + in[at - w] + in[at + w] - 6 * here);
    out[at] = r;
    below = here;
    here = above;
  }
}
