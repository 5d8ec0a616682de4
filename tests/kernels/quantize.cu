// quantize: int8 quantization per row, product of int8 rows with dp4a, 4-bit unpacking.
// Kernels: quantize_rows, product_i8, unpack_4bit
// Launch: quantize_rows<<<rows, 32>>>; product_i8: grid ((n + 15) / 16, (m + 15) / 16), block (16, 16); unpack_4bit<<<(n + 127) / 128, 128>>>
// Expect: scale = max|x| / 127, q = rint(x / scale); product exact; unpack: 8 values (nibble - 8) * scale per word.
extern "C" __global__ void quantize_rows(const float* in, signed char* q, float* scale, int width) {
  const float* row = in + (size_t)blockIdx.x * width;
  float top = 0;
  for (int i = threadIdx.x; i < width; i += 32) top = fmaxf(top, fabsf(row[i]));
  for (int d = 16; d > 0; d /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  float s = top / 127;
  for (int i = threadIdx.x; i < width; i += 32) q[(size_t)blockIdx.x * width + i] = s > 0 ? (signed char)__float2int_rn(row[i] / s) : 0;
  if (threadIdx.x == 0) scale[blockIdx.x] = s;
}

extern "C" __global__ void product_i8(const int* a, const int* b, int* c, int m, int n, int words) {
  int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  int sum = 0;
  for (int k = 0; k < words; ++k) sum = __dp4a(a[row * words + k], b[col * words + k], sum);
  c[row * n + col] = sum;
}

extern "C" __global__ void unpack_4bit(const unsigned* in, const float* scale, float4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w = in[i];
  float s = scale[i / 16], v[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) v[k] = (int)(w >> 4 * k & 15) * s - 8 * s;
  out[2 * i] = make_float4(v[0], v[1], v[2], v[3]);
  out[2 * i + 1] = make_float4(v[4], v[5], v[6], v[7]);
}
