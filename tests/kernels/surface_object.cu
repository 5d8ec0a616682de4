// surface_object: surface objects read and written in two dimensions (clang 22: through its own surface header).
// Kernels: surf_double
// Launch: grid ((w + 15) / 16, (h + 15) / 16), block (16, 16)
// Expect: each float of the surface doubled in place, each texel of the second (uchar4) with its channels reversed.
extern "C" __global__ void surf_double(cudaSurfaceObject_t f, cudaSurfaceObject_t u, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  float v = surf2Dread<float>(f, x * 4, y);
  surf2Dwrite(2 * v, f, x * 4, y);
  uchar4 p = surf2Dread<uchar4>(u, x * 4, y);
  surf2Dwrite(make_uchar4(p.w, p.z, p.y, p.x), u, x * 4, y);
}
