// atomics: every atomic function on every type that has it, with block, device and system scopes.
// Kernels: atomics_i32, atomics_u64, atomics_float, atomics_small, atomics_scoped
// Launch: <<<(n + 127) / 128, 128>>>; the result words are initialized as the comments say.
// Expect: r[k] after all threads: i32: add, sub, min, max, and, or, xor of all a[i]; inc/dec mod 1000 (from 0); exch: one of
//         the a[i]. u64: add, min, max, and, or, xor. float: integer-valued sums in f32 and f64 (exact). small: 16-bit CAS
//         sum. scoped: block sums in sums[block], device total, system max.
using u64 = unsigned long long;

extern "C" __global__ void atomics_i32(const int* a, int* r, unsigned* u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = a[i];
  atomicAdd(&r[0], v);
  atomicSub(&r[1], v);
  atomicMin(&r[2], v);
  atomicMax(&r[3], v);
  atomicAnd(&r[4], v);
  atomicOr(&r[5], v);
  atomicXor(&r[6], v);
  atomicExch(&r[7], v);
  atomicInc(&u[0], 999u);
  atomicDec(&u[1], 999u);
  atomicMin(&u[2], (unsigned)v);
  atomicMax(&u[3], (unsigned)v);
}

extern "C" __global__ void atomics_u64(const u64* a, u64* r, long long* s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u64 v = a[i];
  atomicAdd(&r[0], v);
  atomicMin(&r[1], v);
  atomicMax(&r[2], v);
  atomicAnd(&r[3], v);
  atomicOr(&r[4], v);
  atomicXor(&r[5], v);
  atomicMin(&s[0], (long long)v);
  atomicMax(&s[1], (long long)v);
}

extern "C" __global__ void atomics_float(const float* a, float* f, double* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&f[0], a[i]);
  atomicAdd(&d[0], (double)a[i]);
  float old = f[1], seen;  // maximum by compare and swap
  do {
    seen = old;
    if (seen >= a[i]) break;
    old = __int_as_float(atomicCAS((int*)&f[1], __float_as_int(seen), __float_as_int(a[i])));
  } while (old != seen);
}

extern "C" __global__ void atomics_small(const unsigned short* a, unsigned short* r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned short old = *(volatile unsigned short*)r, seen;
  do {
    seen = old;
    old = atomicCAS(r, seen, (unsigned short)(seen + a[i]));
  } while (old != seen);
}

extern "C" __global__ void atomics_scoped(const int* a, int* sums, int* total, int* maxi, int n) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd_block(&s, a[i]);
    atomicAdd(total, a[i]);
    atomicMax_system(maxi, a[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = s;
}
