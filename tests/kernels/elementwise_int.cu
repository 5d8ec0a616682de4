// elementwise_int: c[i] = f(a[i], b[i]) on every integer width; f mixes + - * & | ^ and shifts.
// Kernels: map_i8, map_u8, map_i16, map_u16, map_i32, map_u32, map_i64, map_u64
// Launch: <<<(n + 127) / 128, 128>>>(a, b, c, n), arrays of n elements of the type in the name.
// Expect: c[i] = (T)(((a * 3 + b) ^ (a & b)) - ((a | b) >> 1)), computed in the promoted type of C++,
//         then, where b is not 0, plus (T)(a / b) + (T)(a % b).  (a = min, b = -1 must not be given.)
template <class T>
__device__ T mix(T a, T b) {
  T r = (T)(((a * 3 + b) ^ (a & b)) - ((a | b) >> 1));
  if (b != 0) r = (T)(r + (T)(a / b) + (T)(a % b));
  return r;
}

#define MAP(name, T)                                                                         \
  extern "C" __global__ void name(const T* a, const T* b, T* c, int n) {                     \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                           \
    if (i < n) c[i] = mix<T>(a[i], b[i]);                                                    \
  }

MAP(map_i8, signed char)
MAP(map_u8, unsigned char)
MAP(map_i16, short)
MAP(map_u16, unsigned short)
MAP(map_i32, int)
MAP(map_u32, unsigned)
MAP(map_i64, long long)
MAP(map_u64, unsigned long long)
