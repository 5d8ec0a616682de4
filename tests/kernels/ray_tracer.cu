// ray_tracer: a picture of mirroring spheres over a chequered floor, with shadows.
// Kernels: render
// Launch: grid ((w + 15) / 16, (h + 7) / 8), block (16, 8): render(pixels, w, h, spheres, count)
// Expect: packed 0xffBBGGRR pixels, the same as the scene below evaluated in float on the host within 2 levels a channel
//         except at silhouettes.
struct Vec {
  float x, y, z;
};
__device__ inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
__device__ inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ inline Vec unit(Vec a) { return a * rsqrtf(dot(a, a)); }

struct Sphere {
  Vec center;
  float radius;
  Vec color;
  float mirror;
};

struct Hit {
  float t;
  int id;
};

__device__ Hit trace(Vec from, Vec dir, const Sphere* spheres, int count) {
  Hit hit = {1e30f, -2};
  if (dir.y < -1e-4f) hit = {-from.y / dir.y, -1};
  for (int i = 0; i < count; ++i) {
    Vec d = spheres[i].center - from;
    float b = dot(d, dir), disc = b * b - dot(d, d) + spheres[i].radius * spheres[i].radius;
    if (disc < 0) continue;
    float t = b - sqrtf(disc);
    if (t > 1e-3f && t < hit.t) hit = {t, i};
  }
  return hit;
}

__device__ unsigned to_byte(float v) { return (unsigned)(255 * fminf(fmaxf(v, 0.f), 1.f) + 0.5f); }

extern "C" __global__ void render(unsigned* pixels, int w, int h, const Sphere* spheres, int count) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= w || y >= h) return;
  Vec from = {0, 1.2f, -4}, dir = unit({(x - 0.5f * w) / h, (0.5f * h - y) / h, 1});
  Vec light = unit({-0.6f, 1, -0.5f}), sum = {0, 0, 0};
  float weight = 1;
  for (int bounce = 0; bounce < 4 && weight > 0.01f; ++bounce) {
    Hit hit = trace(from, dir, spheres, count);
    if (hit.id == -2) {
      float s = 0.5f * (dir.y + 1);
      sum = sum + Vec{1 - 0.5f * s, 1 - 0.3f * s, 1} * weight;
      break;
    }
    Vec p = from + dir * hit.t, normal, color;
    float mirror;
    if (hit.id == -1) {
      bool odd = ((int)floorf(p.x) + (int)floorf(p.z)) & 1;
      normal = {0, 1, 0};
      color = odd ? Vec{0.9f, 0.9f, 0.9f} : Vec{0.2f, 0.25f, 0.3f};
      mirror = 0.1f;
    } else {
      const Sphere& s = spheres[hit.id];
      normal = (p - s.center) * (1 / s.radius);
      color = s.color;
      mirror = s.mirror;
    }
    float shade = fmaxf(dot(normal, light), 0.f);
    if (trace(p + normal * 2e-3f, light, spheres, count).id >= 0) shade = 0;
    sum = sum + color * (weight * (1 - mirror) * (0.15f + 0.85f * shade));
    weight *= mirror;
    from = p + normal * 2e-3f;
    dir = dir - normal * (2 * dot(dir, normal));
  }
  pixels[y * w + x] = 0xff000000u | to_byte(sum.z) << 16 | to_byte(sum.y) << 8 | to_byte(sum.x);
}
