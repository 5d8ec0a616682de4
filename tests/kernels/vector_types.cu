// vector_types: the CUDA vector types: float2/3/4, uchar4, short4, int3, double2, longlong2.
// Kernels: float4_affine, uchar4_blend, mixed_vectors
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: float4_affine: out = a * s + t per component (fma). uchar4_blend: c = (a * alpha + b * (255 - alpha) + 127) / 255
//         per channel, w = 255. mixed_vectors: s4 = short4 of i3 (w = sum), d2 = (x + y, z) as double, l2 = (x * y, y * z).
extern "C" __global__ void float4_affine(const float4* a, float4* out, float4 s, float2 t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = a[i];
  out[i] = make_float4(fmaf(v.x, s.x, t.x), fmaf(v.y, s.y, t.y), fmaf(v.z, s.z, t.x), fmaf(v.w, s.w, t.y));
}

extern "C" __global__ void uchar4_blend(const uchar4* a, const uchar4* b, uchar4* c, unsigned char alpha, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 x = a[i], y = b[i];
  auto mix = [&](int p, int q) { return (unsigned char)((p * alpha + q * (255 - alpha) + 127) / 255); };
  c[i] = make_uchar4(mix(x.x, y.x), mix(x.y, y.y), mix(x.z, y.z), 255);
}

extern "C" __global__ void mixed_vectors(const int3* a, short4* s4, double2* d2, longlong2* l2, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int3 v = a[i];
  s4[i] = make_short4(v.x, v.y, v.z, v.x + v.y + v.z);
  d2[i] = make_double2((double)v.x + v.y, v.z);
  l2[i] = make_longlong2((long long)v.x * v.y, (long long)v.y * v.z);
}
