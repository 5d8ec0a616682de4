// two_file_main: first half of a program in two files: the kernels call device functions and use variables of two_file_lib.cu.
// Kernels: linked_map, linked_state
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: linked_map: out[i] = lib_poly(a[i]) + lib_apply(lib_twice, a[i]), with p(x) = 3 x^2 - 2 x + 1 and twice = 2 x.
//         linked_state: out[i] = lib_table[i % 4] + i; lib_calls (device variable) grows by n.
extern __device__ int lib_poly(int x);
extern __device__ int lib_twice(int x);
extern __device__ int lib_apply(int (*f)(int), int x);
extern __device__ int lib_calls;
extern __constant__ int lib_table[4];

extern "C" __global__ void linked_map(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = lib_poly(a[i]) + lib_apply(lib_twice, a[i]);
}

extern "C" __global__ void linked_state(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&lib_calls, 1);
  out[i] = lib_table[i % 4] + i;
}
