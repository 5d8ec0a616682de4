// histogram: byte counts with shared sub-histograms, and a weighted float histogram.
// Kernels: histogram_u8, histogram_f32
// Launch: <<<blocks, 256>>>, grid stride; bins zeroed before.
// Expect: histogram_u8: bins[v] = number of bytes equal to v among n bytes (n a multiple of 4, read as words).
//         histogram_f32: bins[b] = number of a[i] with b = clamp((int)(a[i] * 64), 0, 63), wsum[b] = sum of w[i] there;
//           weights are small integers, so that float addition is exact in any order.
extern "C" __global__ void histogram_u8(const unsigned* words, unsigned* bins, int n_words) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n_words; i += gridDim.x * blockDim.x) {
    unsigned w = words[i];
    atomicAdd(&s[w & 255], 1u);
    atomicAdd(&s[w >> 8 & 255], 1u);
    atomicAdd(&s[w >> 16 & 255], 1u);
    atomicAdd(&s[w >> 24], 1u);
  }
  __syncthreads();
  if (s[threadIdx.x]) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

extern "C" __global__ void histogram_f32(const float* a, const float* w, unsigned* bins, float* wsum, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int b = (int)(a[i] * 64);
    b = min(max(b, 0), 63);
    atomicAdd(&bins[b], 1u);
    atomicAdd(&wsum[b], w[i]);
  }
}
