// templates: C++ in device code: lambdas passed to templates, tuples by recursion, operators, constexpr tables,
//            static members, references, and small containers.
// Kernels: lambda_map, tuple_fold, polynomial, small_vector
// Launch: <<<(n + 127) / 128, 128>>>
// Expect: lambda_map: out = (a * k + 1) ^ (a >> s). tuple_fold: a + 2 b + 3 c. polynomial: product of (x - r) for r = 1..5 via
//         constexpr coefficients. small_vector: sum of the divisors of a[i] (at most 64 kept).
template <class F>
__device__ void for_each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

extern "C" __global__ void lambda_map(const int* a, int* out, int k, int s, int n) {
  auto scale = [k](int v) { return (int)((unsigned)v * k + 1); };
  for_each(n, [=](int i) { out[i] = scale(a[i]) ^ (a[i] >> s); });
}

template <class... T>
struct Tuple;
template <>
struct Tuple<> {
  __device__ double fold(double) const { return 0; }
};
template <class H, class... T>
struct Tuple<H, T...> {
  H head;
  Tuple<T...> tail;
  __device__ double fold(double factor) const { return factor * head + tail.fold(factor + 1); }
};

extern "C" __global__ void tuple_fold(const Tuple<int, float, short>* in, double* out, int n) {
  for_each(n, [=](int i) { out[i] = in[i].fold(1); });
}

struct Coefficients {
  long long c[6];
};
constexpr __host__ __device__ Coefficients expand() {
  Coefficients p{{1, 0, 0, 0, 0, 0}};
  for (int r = 1; r <= 5; ++r)
    for (int k = 5; k >= 0; --k) p.c[k] = (k ? p.c[k - 1] : 0) - r * p.c[k];
  return p;
}

extern "C" __global__ void polynomial(const int* x, long long* out, int n) {
  constexpr Coefficients p = expand();
  for_each(n, [=](int i) {
    long long v = 0;
    for (int k = 5; k >= 0; --k) v = v * x[i] + p.c[k];
    out[i] = v;
  });
}

template <class T, int Capacity>
class SmallVector {
 public:
  __device__ bool push(T v) {
    if (size_ == Capacity) return false;
    data_[size_++] = v;
    return true;
  }
  __device__ const T* begin() const { return data_; }
  __device__ const T* end() const { return data_ + size_; }

 private:
  T data_[Capacity];
  int size_ = 0;
};

extern "C" __global__ void small_vector(const unsigned* a, unsigned* out, int n) {
  for_each(n, [=](int i) {
    SmallVector<unsigned, 64> divisors;
    for (unsigned d = 1; d <= a[i]; ++d)
      if (a[i] % d == 0 && !divisors.push(d)) break;
    unsigned sum = 0;
    for (unsigned d : divisors) sum += d;
    out[i] = sum;
  });
}
