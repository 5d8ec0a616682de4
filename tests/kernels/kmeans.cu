// kmeans: nearest centre of points in 3 dimensions, and sums per cluster.
// Kernels: assign_points, sum_clusters, move_centers
// Launch: <<<(n + 127) / 128, 128>>>; move_centers<<<1, k>>>; k <= 32
// Expect: label[i] = first centre with the least squared distance; sums and counts exact for integer coordinates;
//         centre = sum / count in float, unchanged where the count is 0.
extern "C" __global__ void assign_points(const float3* p, const float3* c, int* label, int n, int k) {
  __shared__ float3 s[32];
  if (threadIdx.x < k) s[threadIdx.x] = c[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 3.4e38f;
  int which = 0;
  for (int j = 0; j < k; ++j) {
    float dx = p[i].x - s[j].x, dy = p[i].y - s[j].y, dz = p[i].z - s[j].z;
    float d = dx * dx + dy * dy + dz * dz;
    if (d < best) best = d, which = j;
  }
  label[i] = which;
}

extern "C" __global__ void sum_clusters(const float3* p, const int* label, float* sums, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = label[i];
  atomicAdd(&sums[3 * c], p[i].x);
  atomicAdd(&sums[3 * c + 1], p[i].y);
  atomicAdd(&sums[3 * c + 2], p[i].z);
  atomicAdd(&counts[c], 1);
}

extern "C" __global__ void move_centers(const float* sums, const int* counts, float3* c) {
  int j = threadIdx.x;
  if (counts[j] > 0) c[j] = make_float3(sums[3 * j] / counts[j], sums[3 * j + 1] / counts[j], sums[3 * j + 2] / counts[j]);
}
