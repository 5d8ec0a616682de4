// cache_hints: loads and stores with cache operators, read-only loads of all widths, special registers, clocks.
// Kernels: hinted_copy, read_only, registers
// Launch: hinted_copy, read_only<<<(n + 127) / 128, 128>>>; registers<<<dim3(2, 3, 2), dim3(8, 4, 2)>>>
// Expect: hinted_copy: out = sum of four hinted loads of a[i] (4 a); e = d with x and y swapped. read_only: sum of the components.
//         registers: linear thread number, lane, warp size 32, and 1 where the clocks do not run backwards.
extern "C" __global__ void hinted_copy(const int* a, int* out, const double2* d, double2* e, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = __ldg(a + i) + __ldcg(a + i) + __ldcs(a + i) + __ldcv(a + i);
  __stwt(out + i, v);
  double2 w = __ldcg(d + i);
  asm volatile("st.global.cg.v2.f64 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(e + i)), "d"(w.y), "d"(w.x) : "memory");
}

extern "C" __global__ void read_only(const uchar4* a, const short2* b, const float4* c, const double* d, const longlong2* e, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 p = __ldg(a + i);
  short2 q = __ldg(b + i);
  float4 r = __ldg(c + i);
  longlong2 t = __ldg(e + i);
  out[i] = p.x + p.y + p.z + p.w + q.x + q.y + r.x + r.y + r.z + r.w + __ldg(d + i) + (double)(t.x + t.y);
}

extern "C" __global__ void registers(unsigned* out) {
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned id = block * blockDim.x * blockDim.y * blockDim.z + thread;
  long long before = clock64();
  clock_t start = clock();
  __threadfence_block();
  out[4 * id] = id;
  out[4 * id + 1] = thread % warpSize;
  out[4 * id + 2] = warpSize;
  out[4 * id + 3] = clock64() >= before && (unsigned)clock() - (unsigned)start < 0x80000000u;
}
