// texture_object: texture objects: one-dimensional fetch, filtered 1D, 2D, 3D and layered reads.
// Kernels: tex_fetch, tex_2d, tex_3d
// Launch: tex_fetch<<<(n + 127) / 128, 128>>>; tex_2d, tex_3d: grid ((w + 15) / 16, (h + 15) / 16), block (16, 16)
// Expect: tex_fetch: out[i] = element i. tex_2d: out = texel at (x + 0.5, y + 0.5) (point sampling, unnormalized), float
//         and uchar4. tex_3d: sum over z of the texels.
extern "C" __global__ void tex_fetch(cudaTextureObject_t t, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(t, i);
}

extern "C" __global__ void tex_2d(cudaTextureObject_t f, cudaTextureObject_t u, float* out, uchar4* pixel, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  out[y * w + x] = tex2D<float>(f, x + 0.5f, y + 0.5f);
  pixel[y * w + x] = tex2D<uchar4>(u, x + 0.5f, y + 0.5f);
}

extern "C" __global__ void tex_3d(cudaTextureObject_t t, float4* out, int w, int h, int d) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int z = 0; z < d; ++z) {
    float4 v = tex3D<float4>(t, x + 0.5f, y + 0.5f, z + 0.5f);
    sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
  }
  out[y * w + x] = sum;
}
