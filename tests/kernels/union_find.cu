// union_find: connected components by hooking and pointer jumping; PageRank and Bellman-Ford rounds on an edge list.
// Kernels: hook_edges, flatten, bellman_round, rank_round
// Launch: <<<(edges + 127) / 128, 128>>> (flatten, by vertices)
// Expect: after hook_edges and flatten: parent[v] = smallest vertex of v's component. bellman_round: atomic minima, repeated until
//         no change. rank_round: next[v] += d * rank[u] / degree[u] in fixed point with 24 bits.
__device__ int find_root(int* parent, int v) {
  int p = *(volatile int*)&parent[v];
  while (p != v) {
    int g = *(volatile int*)&parent[p];
    if (g != p) atomicCAS(&parent[v], p, g);
    v = p;
    p = g;
  }
  return v;
}

extern "C" __global__ void hook_edges(const int2* edges, int* parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = edges[i].x, b = edges[i].y;
  for (;;) {
    a = find_root(parent, a), b = find_root(parent, b);
    if (a == b) break;
    if (a < b) {
      int t = a;
      a = b;
      b = t;
    }
    if (atomicCAS(&parent[a], a, b) == a) break;
  }
}

extern "C" __global__ void flatten(int* parent, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) parent[v] = find_root(parent, v);
}

extern "C" __global__ void bellman_round(const int2* edges, const unsigned* weight, unsigned* dist, int* changed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned d = dist[edges[i].x];
  if (d == ~0u) return;
  if (atomicMin(&dist[edges[i].y], d + weight[i]) > d + weight[i]) *changed = 1;
}

extern "C" __global__ void rank_round(const int2* edges, const int* degree, const unsigned long long* rank, unsigned long long* next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&next[edges[i].y], rank[edges[i].x] * 14260633ull / degree[edges[i].x] >> 24);
}
