// simd_video: packed byte and halfword arithmetic, and dot products of four bytes.
// Kernels: simd_bytes, simd_halves, dot_bytes
// Launch: <<<(n + 127) / 128, 128>>>; out 10 words per element (simd_bytes), 6 (simd_halves), 4 (dot_bytes)
// Expect: as the CUDA math reference defines each intrinsic.
extern "C" __global__ void simd_bytes(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = a[i], y = b[i], *o = out + 10 * (size_t)i;
  o[0] = __vadd4(x, y);
  o[1] = __vsub4(x, y);
  o[2] = __vaddus4(x, y);
  o[3] = __vsubss4(x, y);
  o[4] = __vmaxu4(x, y);
  o[5] = __vmins4(x, y);
  o[6] = __vabsdiffu4(x, y);
  o[7] = __vavgu4(x, y);
  o[8] = __vcmpeq4(x, y);
  o[9] = __vsadu4(x, y);
}

extern "C" __global__ void simd_halves(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = a[i], y = b[i], *o = out + 6 * (size_t)i;
  o[0] = __vadd2(x, y);
  o[1] = __vsubss2(x, y);
  o[2] = __vmaxs2(x, y);
  o[3] = __vabsdiffs2(x, y);
  o[4] = __vcmpgts2(x, y);
  o[5] = __vneg2(x);
}

extern "C" __global__ void dot_bytes(const int* a, const int* b, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int *o = out + 4 * (size_t)i;
  o[0] = __dp4a(a[i], b[i], 100);
  o[1] = (int)__dp4a((unsigned)a[i], (unsigned)b[i], 100u);
  o[2] = __dp2a_lo(a[i], b[i], -5);
  o[3] = (int)__dp2a_hi((unsigned)a[i], (unsigned)b[i], 5u);
}
