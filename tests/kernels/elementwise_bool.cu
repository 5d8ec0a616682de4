// elementwise_bool: bool arrays and masks, short-circuit logic, i1 in memory and as arguments.
// Kernels: bool_logic, bool_select, bool_count
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: bool_logic: c[i] = (a && !b) || (b && n_odd) || (a == b && flip);  n_odd = i odd.
//         bool_select: c[i] = m[i] ? a[i] : (any ? b[i] : -1).
//         bool_count: out[0] += number of i with a[i] != b[i] (integer atomics, exact); out zeroed before.
extern "C" __global__ void bool_logic(const bool* a, const bool* b, bool* c, int n, bool flip) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  bool odd = i & 1;
  c[i] = (a[i] && !b[i]) || (b[i] && odd) || (a[i] == b[i] && flip);
}

extern "C" __global__ void bool_select(const bool* m, const int* a, const int* b, int* c, int n, bool any) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = m[i] ? a[i] : (any ? b[i] : -1);
}

extern "C" __global__ void bool_count(const bool* a, const bool* b, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool differs = i < n && (a[i] ^ b[i]);
  if (differs) atomicAdd(out, 1u);
}
