// OpenCL C for NVPTX; its library is Debian's libclc.
typedef struct { float4 v; int tag; } Item;
float weigh(float4 a) { return dot(a, (float4)(1.0f, 2.0f, 3.0f, 4.0f)); }

kernel void scale(global float* out, global const float* in, float a, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = fma(a, in[i], out[i]) + sqrt(in[i]);
}

kernel void reduce(global int* out, global const int* in) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s) tile[l] += tile[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}

constant int table[4] = {3, 1, 4, 1};
kernel void vectors(global const Item* items, global float* out) {
  int i = get_global_id(0);
  private float4 v = items[i].v.wzyx;
  out[i] = weigh(v) + table[i & 3] + convert_float(items[i].tag) + (float)popcount(items[i].tag);
}

kernel void count(volatile global int* hist, global const uchar4* in) {
  uchar4 c = in[get_global_id(0)];
  atomic_inc(&hist[c.x & 7]);
  atomic_add(&hist[c.y & 7], 2);
  atomic_max(&hist[8], (int)c.z);
  atomic_cmpxchg(&hist[9], 0, (int)get_num_groups(0));
}
