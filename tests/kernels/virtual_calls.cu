// virtual_calls: classes with virtual functions, built in place on the device, called through the base.
// Kernels: shapes_area
// Launch: <<<(n + 63) / 64, 64>>>
// Expect: kind = i % 3: circle radius a: 3 * a * a; rectangle a, b: a * b; triangle a, b: a * b / 2 - then scaled by 2.
//         out[i] = area, name[i] = 'c', 'r' or 't'; integers held in float, exact.
struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual char name() const { return '?'; }
  __device__ float twice() const { return 2 * area(); }
};

struct Circle : Shape {
  float r;
  __device__ explicit Circle(float r) : r(r) {}
  __device__ float area() const override { return 3 * r * r; }
  __device__ char name() const override { return 'c'; }
};

struct Rectangle : Shape {
  float a, b;
  __device__ Rectangle(float a, float b) : a(a), b(b) {}
  __device__ float area() const override { return a * b; }
  __device__ char name() const override { return 'r'; }
};

struct Triangle : Rectangle {
  using Rectangle::Rectangle;
  __device__ float area() const override { return Rectangle::area() / 2; }
  __device__ char name() const override { return 't'; }
};

__device__ __noinline__ float measure(const Shape* s) { return s->twice(); }
__device__ __noinline__ char label(const Shape* s) { return s->name(); }

extern "C" __global__ void shapes_area(const float* a, const float* b, float* out, char* name, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Circle c(a[i]);
  Rectangle r(a[i], b[i]);
  Triangle t(a[i], b[i]);
  const Shape* s = &c;
  if (i % 3 == 1) s = &r;
  if (i % 3 == 2) s = &t;
  out[i] = measure(s);
  name[i] = label(s);
}
