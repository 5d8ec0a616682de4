// physics: Lorenz system by Runge-Kutta, lattice Boltzmann D2Q9 step, Ising model by checkerboard Metropolis.
// Kernels: lorenz, boltzmann, ising
// Launch: lorenz<<<(n + 127) / 128, 128>>>; boltzmann: grid ((w + 15) / 16, (h + 15) / 16), block (16, 16); ising the same over half the width
// Expect: the written formulas in the host's arithmetic: lorenz within 1e-6 for few steps; boltzmann within 1e-5; ising exact (integer thresholds).
extern "C" __global__ void lorenz(double3* state, double dt, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double3 s = state[i];
  auto slope = [](double3 p) { return make_double3(10 * (p.y - p.x), p.x * (28 - p.z) - p.y, p.x * p.y - 8.0 / 3 * p.z); };
  auto step = [](double3 p, double3 k, double h) { return make_double3(p.x + h * k.x, p.y + h * k.y, p.z + h * k.z); };
  for (int k = 0; k < steps; ++k) {
    double3 a = slope(s), b = slope(step(s, a, dt / 2)), c = slope(step(s, b, dt / 2)), d = slope(step(s, c, dt));
    s.x += dt / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
    s.y += dt / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
    s.z += dt / 6 * (a.z + 2 * b.z + 2 * c.z + d.z);
  }
  state[i] = s;
}

__constant__ int dir_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int dir_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float dir_w[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};

extern "C" __global__ void boltzmann(const float* in, float* out, int w, int h, float omega) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  float f[9], rho = 0, u = 0, v = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int sx = (x - dir_x[k] + w) % w, sy = (y - dir_y[k] + h) % h;
    f[k] = in[(k * h + sy) * w + sx];
    rho += f[k], u += dir_x[k] * f[k], v += dir_y[k] * f[k];
  }
  u /= rho, v /= rho;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float cu = 3 * (dir_x[k] * u + dir_y[k] * v);
    float eq = rho * dir_w[k] * (1 + cu + 0.5f * cu * cu - 1.5f * (u * u + v * v));
    out[(k * h + y) * w + x] = f[k] + omega * (eq - f[k]);
  }
}

extern "C" __global__ void ising(signed char* spin, const unsigned* random, const unsigned* limit, int w, int h, int color) {
  int half = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int x = 2 * half + ((y + color) & 1);
  if (x >= w || y >= h) return;
  int sum = spin[y * w + (x + 1) % w] + spin[y * w + (x + w - 1) % w] + spin[(y + 1) % h * w + x] + spin[(y + h - 1) % h * w + x];
  int gain = spin[y * w + x] * sum;  // -4 .. 4; energy change is 2 * gain
  if (gain <= 0 || random[y * w + x] < limit[gain]) spin[y * w + x] = -spin[y * w + x];
}
