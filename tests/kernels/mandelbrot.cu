// mandelbrot: the Mandelbrot set as a picture, float and double.
// Kernels: mandelbrot_rgba, mandelbrot_f64
// Launch: grid ((w + 15) / 16, (h + 15) / 16), block (16, 16)
// Expect: mandelbrot_rgba: pixel = 0xff000000 | palette of the number of steps of z = z * z + c until |z|^2 > 4, at most
//         `limit`; black inside. mandelbrot_f64: the steps themselves. Border pixels may differ with contraction.
extern "C" __global__ void mandelbrot_rgba(unsigned* pixel, int w, int h, float x0, float y0, float step, int limit) {
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  if (px >= w || py >= h) return;
  float cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
  int n = 0;
  for (; n < limit && x * x + y * y <= 4.0f; ++n) {
    float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
  }
  unsigned color = 0;
  if (n < limit) color = (n * 9 & 255) | (n * 5 & 255) << 8 | (255 - (n * 3 & 255)) << 16;
  pixel[py * w + px] = 0xff000000u | color;
}

extern "C" __global__ void mandelbrot_f64(int* steps, int w, int h, double x0, double y0, double step, int limit) {
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  if (px >= w || py >= h) return;
  double cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
  int n = 0;
  do {
    double t = fma(x, x, -(y * y)) + cx;
    y = fma(2 * x, y, cy);
    x = t;
    ++n;
  } while (n < limit && fma(x, x, y * y) <= 4.0);
  steps[py * w + px] = n;
}
