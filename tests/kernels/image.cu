// image: bilinear resize, gamma table, RGB to luma, 8 x 8 cosine transform, integral image rows.
// Kernels: resize, gamma_luma, dct_8x8, integral_rows
// Launch: resize, gamma_luma: grid ((w + 15) / 16, (h + 15) / 16), block (16, 16); dct_8x8<<<blocks, dim3(8, 8)>>>; integral_rows<<<h, 32>>>
// Expect: resize: fixed point with 8 bits of fraction, exact. gamma_luma: table[luma], luma = (77 r + 150 g + 29 b) >> 8.
//         dct_8x8: orthonormal DCT-II within 1e-3. integral_rows: inclusive sums of each row.
extern "C" __global__ void resize(const uchar4* in, uchar4* out, int sw, int sh, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  int fx = x * (sw - 1) * 256 / max(w - 1, 1), fy = y * (sh - 1) * 256 / max(h - 1, 1);
  int x0 = fx >> 8, y0 = fy >> 8, x1 = min(x0 + 1, sw - 1), y1 = min(y0 + 1, sh - 1);
  fx &= 255, fy &= 255;
  uchar4 a = in[y0 * sw + x0], b = in[y0 * sw + x1], c = in[y1 * sw + x0], d = in[y1 * sw + x1];
  auto mix = [&](int p, int q, int r, int s) {
    return (unsigned char)((((p * (256 - fx) + q * fx) * (256 - fy)) + (r * (256 - fx) + s * fx) * fy + 32768) >> 16);
  };
  out[y * w + x] = make_uchar4(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y), mix(a.z, b.z, c.z, d.z), mix(a.w, b.w, c.w, d.w));
}

extern "C" __global__ void gamma_luma(const uchar3* in, const unsigned char* table, unsigned char* out, int w, int h) {
  __shared__ unsigned char s[256];
  int t = threadIdx.y * 16 + threadIdx.x;
  s[t] = table[t];
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  uchar3 p = in[y * w + x];
  out[y * w + x] = s[(77 * p.x + 150 * p.y + 29 * p.z) >> 8];
}

extern "C" __global__ void dct_8x8(const float* in, float* out) {
  __shared__ float s[8][9], c[8][9];
  int x = threadIdx.x, y = threadIdx.y;
  c[y][x] = (y == 0 ? 0.35355339f : 0.5f) * cospif((2 * x + 1) * y / 16.0f);
  s[y][x] = in[blockIdx.x * 64 + y * 8 + x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += c[x][k] * s[y][k];
  __syncthreads();
  s[y][x] = sum;
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += c[y][k] * s[k][x];
  out[blockIdx.x * 64 + y * 8 + x] = sum;
}

extern "C" __global__ void integral_rows(const unsigned char* in, unsigned* out, int w) {
  unsigned carry = 0;
  for (int base = 0; base < w; base += 32) {
    int x = base + threadIdx.x;
    unsigned v = x < w ? in[blockIdx.x * w + x] : 0;
    for (int d = 1; d < 32; d *= 2) {
      unsigned u = __shfl_up_sync(~0u, v, d);
      if (threadIdx.x >= d) v += u;
    }
    v += carry;
    if (x < w) out[blockIdx.x * w + x] = v;
    carry = __shfl_sync(~0u, v, 31);
  }
}
