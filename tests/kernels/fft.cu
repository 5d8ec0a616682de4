// fft: complex Fourier transform of 512 points per block, radix 2 in shared memory, and a direct radix-4 butterfly pass.
// Kernels: fft_512, butterfly_4
// Launch: fft_512<<<batches, 256>>>(data, inverse); butterfly_4<<<(groups + 63) / 64, 64>>>
// Expect: fft_512: the unnormalized DFT of each 512 values in place, sign -1 (inverse +1), within 1e-3 of double.
//         butterfly_4: the 4-point DFT of each group of 4, exact additions.
__device__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

extern "C" __global__ void fft_512(float2* data, bool inverse) {
  __shared__ float2 s[512];
  int t = threadIdx.x;
  float2* g = data + (size_t)blockIdx.x * 512;
  for (int k = t; k < 512; k += 256) s[__brev(k) >> 23] = g[k];
  for (int half = 1; half < 512; half *= 2) {
    __syncthreads();
    int j = t & (half - 1), at = 2 * (t - j) + j;
    float sn, cs;
    sincospif((inverse ? 1.0f : -1.0f) * j / half, &sn, &cs);
    float2 u = s[at], v = times(s[at + half], make_float2(cs, sn));
    s[at] = make_float2(u.x + v.x, u.y + v.y);
    s[at + half] = make_float2(u.x - v.x, u.y - v.y);
  }
  __syncthreads();
  for (int k = t; k < 512; k += 256) g[k] = s[k];
}

extern "C" __global__ void butterfly_4(double2* data, int groups) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= groups) return;
  double2 *p = data + 4 * (size_t)i, a = p[0], b = p[1], c = p[2], d = p[3];
  double2 ac = make_double2(a.x + c.x, a.y + c.y), am = make_double2(a.x - c.x, a.y - c.y);
  double2 bd = make_double2(b.x + d.x, b.y + d.y), bm = make_double2(b.x - d.x, b.y - d.y);
  p[0] = make_double2(ac.x + bd.x, ac.y + bd.y);
  p[1] = make_double2(am.x + bm.y, am.y - bm.x);
  p[2] = make_double2(ac.x - bd.x, ac.y - bd.y);
  p[3] = make_double2(am.x - bm.y, am.y + bm.x);
}
