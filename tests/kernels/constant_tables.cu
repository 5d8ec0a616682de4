// constant_tables: constant and device tables of many shapes: strings, nested structs, pointers to tables, floats.
// Kernels: look_up, device_state, table_of_tables
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: look_up: out[i] = cube[a % 16] + months[a % 12].days + name[a % 12][0]. device_state: counter (device variable,
//         initially 7) grows by n; out[i] = scale[i % 4] * i. table_of_tables: out[i] = tables[i % 3][i % 5].
struct Month {
  const char* name;
  unsigned char days;
  float mean;
};

__constant__ int cube[16] = {0, 1, 8, 27, 64, 125, 216, 343, 512, 729, 1000, 1331, 1728, 2197, 2744, 3375};
__constant__ Month months[12] = {{"January", 31, 1.5f}, {"February", 28, 2.5f}, {"March", 31, 5.f}, {"April", 30, 9.f},
                                 {"May", 31, 14.f}, {"June", 30, 17.f}, {"July", 31, 19.f}, {"August", 31, 18.5f},
                                 {"September", 30, 14.f}, {"October", 31, 9.75f}, {"November", 30, 5.f}, {"December", 31, 2.f}};
__device__ unsigned counter = 7;
__device__ double scale[4] = {0.5, 1.0, -2.0, 1e-3};
__device__ const short odd[5] = {1, 3, 5, 7, 9};
__device__ const short even[5] = {0, 2, 4, 6, 8};
__device__ const short prime[5] = {2, 3, 5, 7, 11};
__device__ const short* const tables[3] = {odd, even, prime};

extern "C" __global__ void look_up(const unsigned* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = cube[a[i] % 16] + months[a[i] % 12].days + months[a[i] % 12].name[0];
}

extern "C" __global__ void device_state(double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&counter, 1u);
  out[i] = scale[i % 4] * i;
}

extern "C" __global__ void table_of_tables(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tables[i % 3][i % 5];
}
