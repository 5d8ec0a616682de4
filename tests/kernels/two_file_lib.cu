// two_file_lib: second half of two_file_main.cu: device functions and variables with external linkage. No kernels.
__device__ int lib_calls = 0;
__constant__ int lib_table[4] = {10, 20, 30, 40};

__device__ int lib_poly(int x) { return (3 * x - 2) * x + 1; }
__device__ int lib_twice(int x) { return 2 * x; }
__device__ __noinline__ int lib_apply(int (*f)(int), int x) { return f(x); }
