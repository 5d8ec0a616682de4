// dynamic_shared: shared memory sized at launch, split by hand into arrays of several types, with a static part beside it.
// Kernels: reverse_dynamic, split_dynamic
// Launch: reverse_dynamic<<<blocks, t, t * 4>>>; split_dynamic<<<1, 64, 64 * (8 + 4 + 2)>>>
// Expect: reverse_dynamic: each block's t ints reversed. split_dynamic: out[t] = d[63 - t] + f[(t + 1) % 64] + s[(t + 2) % 64],
//         d = 2 * in, f = in / 2, s = (short)in.
extern __shared__ int words[];
extern __shared__ double doubles[];

extern "C" __global__ void reverse_dynamic(int* data) {
  int t = threadIdx.x, base = blockIdx.x * blockDim.x;
  words[t] = data[base + t];
  __syncthreads();
  data[base + t] = words[blockDim.x - 1 - t];
}

extern "C" __global__ void split_dynamic(const int* in, double* out) {
  __shared__ int bias;
  double* d = doubles;
  float* f = (float*)(d + 64);
  short* s = (short*)(f + 64);
  int t = threadIdx.x;
  if (t == 0) bias = 0;
  d[t] = 2.0 * in[t];
  f[t] = in[t] * 0.5f;
  s[t] = (short)in[t];
  __syncthreads();
  out[t] = d[63 - t] + f[(t + 1) % 64] + s[(t + 2) % 64] + bias;
}
