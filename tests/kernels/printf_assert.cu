// printf_assert: device printf with several argument types, assert, and trap.
// Kernels: print_values, check_range, trap_on
// Launch: <<<1, n>>>, n <= 64
// Expect: print_values prints for every thread "t=%d u=%u l=%lld x=%08x f=%.3f s=%s c=%c p=%d" and out[t] = what
//         printf returned: the number of its arguments, 8.
//         check_range: out[i] = a[i] * 2; all a[i] < limit, so the assertion holds.
//         trap_on: out[i] = a[i]; the trap is reached only where a[i] == poison (never, in tests).
#include <cassert>
#include <cstdio>

extern "C" __global__ void print_values(const int* a, int* out) {
  int t = threadIdx.x;
  long long l = (long long)a[t] << 33;
  float f = a[t] * 0.25f;
  out[t] = printf("t=%d u=%u l=%lld x=%08x f=%.3f s=%s c=%c p=%d\n", t, (unsigned)a[t], l, a[t], f,
                  a[t] & 1 ? "odd" : "even", 'a' + t % 26, 100 * t);
  if (t == 0) printf("done\n");
}

extern "C" __global__ void check_range(const unsigned* a, unsigned* out, unsigned limit) {
  int t = threadIdx.x;
  assert(a[t] < limit && "input out of range");
  out[t] = a[t] * 2;
}

extern "C" __global__ void trap_on(const int* a, int* out, int poison) {
  int t = threadIdx.x;
  if (a[t] == poison) __trap();
  out[t] = a[t];
}
