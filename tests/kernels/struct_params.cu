// struct_params: large structs by value as kernel parameters, written to, indexed dynamically, and passed on.
// Kernels: use_config, modify_config, pick_pointer
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: use_config: out[i] = weights[i % 16] * gain + offset[i % 3] + (flag ? 1 : 0).
//         modify_config: a copy has weights[i % 16] replaced by 100: out[i] = the sum of the copy's weights.
//         pick_pointer: out[i] = rows.row[i % 4][i].
struct Config {
  char flag;
  short offset[3];
  float weights[16];
  double gain;
  struct {
    int a;
    long long b;
  } nested;
};

struct Rows {
  const float* row[4];
  int n;
};

extern "C" __global__ void use_config(Config c, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = c.weights[i % 16] * c.gain + c.offset[i % 3] + (c.flag ? 1 : 0);
}

__device__ __noinline__ float total(Config c) {
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += c.weights[k];
  return sum + (float)(c.nested.a + c.nested.b) * 0;
}

extern "C" __global__ void modify_config(Config c, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  c.weights[i % 16] = 100;
  out[i] = total(c);
}

extern "C" __global__ void pick_pointer(const __grid_constant__ Rows rows, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows.n) out[i] = rows.row[i % 4][i];
}
