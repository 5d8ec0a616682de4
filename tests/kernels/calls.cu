// calls: recursion, function pointers, a table of them, and calls that are not inlined, with many argument types.
// Kernels: recurse, dispatch, pass_types
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: recurse: fib[i] = Fibonacci(a[i] % 20), ack[i] = Ackermann(2, a[i] % 5), gcd[i] = gcd(a[i], b[i]).
//         dispatch: out[i] = table[op[i] % 5](a[i], b[i]), table = add, sub, mul, safe divide, xor-rotate by 7;
//           the same through the pointer picked by `extra` where op[i] >= 5.
//         pass_types: out[i] = the fold of one value of each type, as in `fold`.
#include <cstdint>

__device__ __noinline__ unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

__device__ __noinline__ unsigned ack(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  return ack(m - 1, n == 0 ? 1 : ack(m, n - 1));
}

__device__ __noinline__ unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }

extern "C" __global__ void recurse(const unsigned* a, const unsigned* b, unsigned* f, unsigned* k, unsigned* g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  f[i] = fib(a[i] % 20);
  k[i] = ack(2, a[i] % 5);
  g[i] = gcd(a[i], b[i]);
}

using Binary = int (*)(int, int);
__device__ int op_add(int a, int b) { return a + b; }
__device__ int op_sub(int a, int b) { return a - b; }
__device__ int op_mul(int a, int b) { return a * b; }
__device__ int op_div(int a, int b) { return b ? a / b : 0; }
__device__ int op_mix(int a, int b) { return (int)(((unsigned)a << 7 | (unsigned)a >> 25) ^ (unsigned)b); }
__device__ Binary table[5] = {op_add, op_sub, op_mul, op_div, op_mix};

extern "C" __global__ void dispatch(const int* op, const int* a, const int* b, int* out, int n, int extra) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Binary f = op[i] < 5 ? table[op[i]] : (extra ? op_mix : op_add);
  out[i] = f(a[i], b[i]);
}

struct Small {
  char c;
  short s;
  float f;
};
struct Big {
  int64_t v[6];
};

__device__ __noinline__ Small make_small(bool flag, int8_t c, int16_t s, float f) {
  return Small{(char)(flag ? c : -c), (short)(s + 1), f * 2};
}

__device__ __noinline__ Big make_big(int64_t a, const Small& s) {
  Big b;
  for (int i = 0; i < 6; ++i) b.v[i] = a * i + s.c + s.s;
  return b;
}

__device__ __noinline__ double fold(Small s, Big b, double d, uint64_t u, __int128 w, float4 q) {
  double r = s.c + s.s + s.f + d + (double)u + (double)(int64_t)(w >> 64) + (double)(uint64_t)w;
  for (int i = 0; i < 6; ++i) r += (double)b.v[i];
  return r + q.x + q.y + q.z + q.w;
}

extern "C" __global__ void pass_types(const int* a, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = a[i] & 1023;
  Small s = make_small(v & 1, (int8_t)(v & 63), (int16_t)v, (float)v);
  Big b = make_big(v, s);
  out[i] = fold(s, b, v * 0.5, (uint64_t)v << 20, ((__int128)v << 64) + v, make_float4(v, v + 1, v + 2, v + 3));
}
