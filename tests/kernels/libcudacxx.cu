// libcudacxx: atomics with scopes and orders, complex numbers, spans and bit functions of the CUDA C++ library.
// Kernels: scoped_counter, complex_power, bit_functions
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: scoped_counter: count[0] += n, maxi[0] = max of a[i]. complex_power: z = z * z + c, `steps` times, components in
//         double without contraction guarantees (compare within 1e-9). bit_functions: popcount, countl_zero, bit_ceil, rotl 5.
#include <cuda/atomic>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/span>

extern "C" __global__ void scoped_counter(const int* a, unsigned* count, int* maxi, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> c(*count);
  c.fetch_add(1, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_system> m(*maxi);
  int seen = m.load(cuda::std::memory_order_acquire);
  while (seen < a[i] && !m.compare_exchange_weak(seen, a[i], cuda::std::memory_order_acq_rel)) {
  }
}

extern "C" __global__ void complex_power(const double2* z, const double2* c, double2* out, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::std::complex<double> x(z[i].x, z[i].y), k(c[i].x, c[i].y);
  for (int s = 0; s < steps; ++s) x = x * x + k;
  out[i] = make_double2(x.real(), x.imag());
}

extern "C" __global__ void bit_functions(const unsigned* a, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::std::span<unsigned> o(out + 4 * i, 4);
  o[0] = cuda::std::popcount(a[i]);
  o[1] = cuda::std::countl_zero(a[i]);
  o[2] = cuda::std::bit_ceil(a[i] & 0xffffu);
  o[3] = cuda::std::rotl(a[i], 5);
}
