// libdevice_calls_f32: float math whose __nv_* calls remain in the IR; the compiler links libdevice itself.
// Kernels: calls_f32, calls_steps
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: out[i] = sin(x) * exp(-x / 3) + pow(|x|, 1.5) within 1e-5; steps: x -> cos(x), k times.
extern "C" __global__ void calls_f32(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  out[i] = sinf(x) * expf(-x / 3) + powf(fabsf(x), 1.5f);
}

extern "C" __global__ void calls_steps(float* data, int k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = data[i];
  for (int j = 0; j < k; ++j) x = cosf(x);
  data[i] = x;
}
