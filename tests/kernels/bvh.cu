// bvh: nearest neighbour in a k-d tree with an explicit stack, ray against boxes, point in polygon, Morton codes.
// Kernels: kd_nearest, ray_boxes, point_in_polygon, morton_3d
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: kd_nearest: index of the nearest of the tree's points (implicit balanced tree, node k has children 2k + 1, 2k + 2,
//         axis = depth % 3), integers in float, first in visit order when equal. ray_boxes: index of the first box entered or -1.
//         point_in_polygon: even-odd rule. morton_3d: 30-bit codes of 10-bit coordinates.
extern "C" __global__ void kd_nearest(const float3* tree, int size, const float3* query, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 q = query[i];
  struct Entry {
    int node;
    float far;
    unsigned char axis;
  } stack[32];
  int top = 0, best = -1;
  float least = 3.4e38f;
  stack[top++] = {0, 0, 0};
  while (top) {
    Entry e = stack[--top];
    if (e.node >= size || e.far >= least) continue;
    float3 p = tree[e.node];
    float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, d = dx * dx + dy * dy + dz * dz;
    if (d < least) least = d, best = e.node;
    float side = e.axis == 0 ? dx : e.axis == 1 ? dy : dz;
    unsigned char axis = (unsigned char)((e.axis + 1) % 3);
    int left = 2 * e.node + 1, near = side <= 0 ? left : left + 1;
    stack[top++] = {2 * left + 1 - near, side * side, axis};
    stack[top++] = {near, 0, axis};
  }
  out[i] = best;
}

struct Box {
  float lo[3], hi[3];
};

extern "C" __global__ void ray_boxes(const Box* boxes, int count, const float3* from, const float3* dir, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float o[3] = {from[i].x, from[i].y, from[i].z}, inv[3] = {1 / dir[i].x, 1 / dir[i].y, 1 / dir[i].z}, first = 3.4e38f;
  int which = -1;
  for (int b = 0; b < count; ++b) {
    float enter = 0, leave = first;
    for (int k = 0; k < 3; ++k) {
      float t0 = (boxes[b].lo[k] - o[k]) * inv[k], t1 = (boxes[b].hi[k] - o[k]) * inv[k];
      enter = fmaxf(enter, fminf(t0, t1)), leave = fminf(leave, fmaxf(t0, t1));
    }
    if (enter <= leave && enter < first) first = enter, which = b;
  }
  out[i] = which;
}

extern "C" __global__ void point_in_polygon(const float2* polygon, int corners, const float2* points, bool* inside, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = points[i];
  bool in = false;
  for (int a = 0, b = corners - 1; a < corners; b = a++) {
    float2 u = polygon[a], v = polygon[b];
    if ((u.y > p.y) != (v.y > p.y) && p.x < (v.x - u.x) * (p.y - u.y) / (v.y - u.y) + u.x) in = !in;
  }
  inside[i] = in;
}

extern "C" __global__ void morton_3d(const ushort3* p, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto spread = [](unsigned v) {
    v = (v | v << 16) & 0x030000ffu;
    v = (v | v << 8) & 0x0300f00fu;
    v = (v | v << 4) & 0x030c30c3u;
    return (v | v << 2) & 0x09249249u;
  };
  out[i] = spread(p[i].x & 1023) | spread(p[i].y & 1023) << 1 | spread(p[i].z & 1023) << 2;
}
