// bfs: one level of breadth-first search, by frontier queue and by scanning all vertices.
// Kernels: bfs_queue, bfs_levels
// Launch: bfs_queue<<<(frontier_size + 127) / 128, 128>>>, bfs_levels<<<(n + 127) / 128, 128>>>; called until nothing changes.
// Expect: depth[v] = distance from the source (which has 0), -1 where unreachable; the queue holds each vertex once.
extern "C" __global__ void bfs_queue(const int* start, const int* adj, int* depth, const int* frontier, int frontier_size,
                                     int* next, int* next_size, int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= frontier_size) return;
  int v = frontier[i];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int w = adj[e];
    if (atomicCAS(&depth[w], -1, level + 1) == -1) next[atomicAdd(next_size, 1)] = w;
  }
}

extern "C" __global__ void bfs_levels(const int* start, const int* adj, int* depth, int n, int level, bool* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || depth[v] != level) return;
  for (int e = start[v]; e < start[v + 1]; ++e)
    if (depth[adj[e]] < 0) {
      depth[adj[e]] = level + 1;
      *changed = true;
    }
}
