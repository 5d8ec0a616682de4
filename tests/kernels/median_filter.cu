// median_filter: 3 x 3 median by a sorting network of minima and maxima, bytes and floats; Sobel edges beside it.
// Kernels: median_u8, median_f32, sobel
// Launch: grid ((w + 15) / 16, (h + 15) / 16), block (16, 16); borders clamp.
// Expect: median of the nine; sobel: min(255, |gx| + |gy|).
template <class T>
__device__ void order(T& a, T& b) {
  T lo = a < b ? a : b, hi = a < b ? b : a;
  a = lo, b = hi;
}

template <class T>
__device__ T median9(T v[9]) {
  order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[1]), order(v[3], v[4]), order(v[6], v[7]);
  order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[3]), order(v[5], v[8]), order(v[4], v[7]);
  order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]), order(v[4], v[7]), order(v[4], v[2]), order(v[6], v[4]);
  order(v[4], v[2]);
  return v[4];
}

template <class T>
__device__ void window(const T* in, int w, int h, int x, int y, T v[9]) {
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int u = min(max(x + k % 3 - 1, 0), w - 1), t = min(max(y + k / 3 - 1, 0), h - 1);
    v[k] = in[t * w + u];
  }
}

extern "C" __global__ void median_u8(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  unsigned char v[9];
  window(in, w, h, x, y, v);
  out[y * w + x] = median9(v);
}

extern "C" __global__ void median_f32(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  float v[9];
  window(in, w, h, x, y, v);
  out[y * w + x] = median9(v);
}

extern "C" __global__ void sobel(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  unsigned char v[9];
  window(in, w, h, x, y, v);
  int gx = v[2] + 2 * v[5] + v[8] - v[0] - 2 * v[3] - v[6];
  int gy = v[6] + 2 * v[7] + v[8] - v[0] - 2 * v[1] - v[2];
  out[y * w + x] = (unsigned char)min(255, abs(gx) + abs(gy));
}
