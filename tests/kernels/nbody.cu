// nbody: one time step of gravitation among n bodies, all pairs, tiles in shared memory.
// Kernels: nbody_step, nbody_energy
// Launch: <<<n / 128, 128>>>, n a multiple of 128.
// Expect: acceleration = sum over j of m_j * d / (|d|^2 + eps)^1.5, then v += a dt, p += v dt; float, within 1e-4.
//         nbody_energy: e[i] = kinetic energy of body i in double, 0.5 * m * |v|^2.
extern "C" __global__ void nbody_step(const float4* pos, float4* new_pos, float3* vel, int n, float dt, float eps) {
  __shared__ float4 tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float4 p = pos[i];
  float ax = 0, ay = 0, az = 0;
  for (int base = 0; base < n; base += 128) {
    tile[threadIdx.x] = pos[base + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 128; ++j) {
      float dx = tile[j].x - p.x, dy = tile[j].y - p.y, dz = tile[j].z - p.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + eps);
      float s = tile[j].w * r * r * r;
      ax += dx * s, ay += dy * s, az += dz * s;
    }
    __syncthreads();
  }
  float3 v = vel[i];
  v.x += ax * dt, v.y += ay * dt, v.z += az * dt;
  vel[i] = v;
  new_pos[i] = make_float4(p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt, p.w);
}

extern "C" __global__ void nbody_energy(const float4* pos, const float3* vel, double* e, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  float3 v = vel[i];
  e[i] = 0.5 * pos[i].w * ((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
}
