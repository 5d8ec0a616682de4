// Big integers and sorting networks.
#include "gpu.h"

template <int N>
struct Big {
  u32 limb[N];
};
template <int N>
DEVICE Big<N> load(const u32* in, long count, int number) {
  Big<N> x;
  UNROLL for (int i = 0; i < N; ++i) x.limb[i] = in[(number * N + i) * count + group() * 128 + lane()];
  return x;
}
template <int N>
DEVICE void store(u32* out, long count, int number, const Big<N>& x) {
  UNROLL for (int i = 0; i < N; ++i) out[(number * N + i) * count + group() * 128 + lane()] = x.limb[i];
}
template <int N>
DEVICE Big<2 * N> times(const Big<N>& a, const Big<N>& b) {
  Big<2 * N> r = {};
  UNROLL for (int i = 0; i < N; ++i) {
    u64 carry = 0;
    UNROLL for (int j = 0; j < N; ++j) {
      carry += (u64)a.limb[i] * b.limb[j] + r.limb[i + j];
      r.limb[i + j] = (u32)carry;
      carry >>= 32;
    }
    r.limb[i + N] = (u32)carry;
  }
  return r;
}
template <int N>
DEVICE u32 add(Big<N>& a, const Big<N>& b) {
  u64 carry = 0;
  UNROLL for (int i = 0; i < N; ++i) carry += (u64)a.limb[i] + b.limb[i], a.limb[i] = (u32)carry, carry >>= 32;
  return (u32)carry;
}
template <int N>
DEVICE u32 subtract(Big<N>& a, const Big<N>& b) {
  i64 borrow = 0;
  UNROLL for (int i = 0; i < N; ++i) borrow += (i64)a.limb[i] - b.limb[i], a.limb[i] = (u32)borrow, borrow >>= 32;
  return (u32)borrow;
}
template <int N>
DEVICE Big<N> choose(bool first, const Big<N>& a, const Big<N>& b) {
  Big<N> r;
  UNROLL for (int i = 0; i < N; ++i) r.limb[i] = first ? a.limb[i] : b.limb[i];
  return r;
}
KERNEL(128) multiply_512(const u32* in, u32* out, long n) { store(out, n, 0, times(load<16>(in, n, 0), load<16>(in, n, 1))); }
KERNEL(128) multiply_768(const u32* in, u32* out, long n) { store(out, n, 0, times(load<24>(in, n, 0), load<24>(in, n, 1))); }

// Montgomery's product, modulus in registers of all lanes.
template <int N>
DEVICE Big<N> montgomery(const Big<N>& a, const Big<N>& b, const u32* modulus, u32 inverse) {
  Big<N> m, r = {};
  u32 top = 0;
  UNROLL for (int i = 0; i < N; ++i) m.limb[i] = modulus[i];
  UNROLL for (int i = 0; i < N; ++i) {
    u64 carry = 0;
    UNROLL for (int j = 0; j < N; ++j) {
      carry += (u64)a.limb[i] * b.limb[j] + r.limb[j];
      r.limb[j] = (u32)carry, carry >>= 32;
    }
    carry += top;
    const u32 high = (u32)carry, q = r.limb[0] * inverse;
    top = (u32)(carry >> 32);
    carry = ((u64)q * m.limb[0] + r.limb[0]) >> 32;
    UNROLL for (int j = 1; j < N; ++j) {
      carry += (u64)q * m.limb[j] + r.limb[j];
      r.limb[j - 1] = (u32)carry, carry >>= 32;
    }
    carry += high;
    r.limb[N - 1] = (u32)carry;
    top += (u32)(carry >> 32);
  }
  Big<N> less = r;
  const u32 below = subtract(less, m);
  return choose(top == 0 && below != 0, r, less);
}
template <int N>
DEVICE void power(const u32* in, u32* out, long n, const u32* modulus, u32 inverse, u32 exponent) {
  Big<N> x = load<N>(in, n, 0), r = load<N>(in, n, 1);
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) r = montgomery(r, x, modulus, inverse);
    x = montgomery(x, x, modulus, inverse);
  }
  store(out, n, 0, r);
}
KERNEL(128) power_256(const u32* in, u32* out, long n, const u32* m, u32 i, u32 e) { power<8>(in, out, n, m, i, e); }
KERNEL(128) power_512(const u32* in, u32* out, long n, const u32* m, u32 i, u32 e) { power<16>(in, out, n, m, i, e); }
KERNEL(128) power_640(const u32* in, u32* out, long n, const u32* m, u32 i, u32 e) { power<20>(in, out, n, m, i, e); }

// Doubling of points of a curve in Jacobi's coordinates, steps in a loop.
KERNEL(128) curve_double_256(const u32* in, u32* out, long n, const u32* m, u32 inverse, int steps) {
  constexpr int N = 8;
  Big<N> x = load<N>(in, n, 0), y = load<N>(in, n, 1), z = load<N>(in, n, 2);
  const auto twice = [&](Big<N> a) {
    const Big<N> b = a;
    add(a, b);
    return a;
  };
  for (int s = 0; s < steps; ++s) {
    const Big<N> y2 = montgomery(y, y, m, inverse), x2 = montgomery(x, x, m, inverse);
    Big<N> xy = montgomery(x, y2, m, inverse), y4 = montgomery(y2, y2, m, inverse), slope = twice(x2);
    xy = twice(twice(xy)), y4 = twice(twice(twice(y4)));
    add(slope, x2);
    z = twice(montgomery(y, z, m, inverse));
    x = montgomery(slope, slope, m, inverse);
    subtract(x, twice(xy));
    subtract(xy, x);
    y = montgomery(slope, xy, m, inverse);
    subtract(y, y4);
  }
  store(out, n, 0, x), store(out, n, 1, y), store(out, n, 2, z);
}

// Karatsuba's product of 16 limbs: three of 8.
KERNEL(128) karatsuba_512(const u32* in, u32* out, long n) {
  constexpr int N = 8;
  const Big<16> a = load<16>(in, n, 0), b = load<16>(in, n, 1);
  Big<N> al, ah, bl, bh;
  UNROLL for (int i = 0; i < N; ++i)
      al.limb[i] = a.limb[i], ah.limb[i] = a.limb[i + N], bl.limb[i] = b.limb[i], bh.limb[i] = b.limb[i + N];
  const Big<16> low = times(al, bl), high = times(ah, bh);
  const u32 ca = add(al, ah), cb = add(bl, bh);
  Big<16> middle = times(al, bl);
  UNROLL for (int i = 0; i < N; ++i) middle.limb[i + N] += (ca ? bl.limb[i] : 0) + (cb ? al.limb[i] : 0);
  subtract(middle, low);
  subtract(middle, high);
  Big<32> r = {};
  UNROLL for (int i = 0; i < 16; ++i) r.limb[i] = low.limb[i], r.limb[i + 16] = high.limb[i];
  u64 carry = 0;
  UNROLL for (int i = 0; i < 16; ++i) carry += (u64)r.limb[i + N] + middle.limb[i], r.limb[i + N] = (u32)carry, carry >>= 32;
  store(out, n, 0, r);
}

template <class T>
DEVICE void exchange(T& a, T& b, bool up) {
  const T x = a, y = b;
  const bool less = x < y;
  a = less == up ? x : y, b = less == up ? y : x;
}
template <class T, int N>
DEVICE void bitonic(T* x) {
  UNROLL for (int size = 2; size <= N; size *= 2) UNROLL for (int gap = size / 2; gap > 0; gap /= 2)
      UNROLL for (int i = 0; i < N; ++i) if ((i & gap) == 0) exchange(x[i], x[i | gap], (i & size) == 0);
}
template <class T, int N>
DEVICE void sort(const T* in, T* out) {
  T x[N];
  const long t = group() * 256 + lane();
  UNROLL for (int i = 0; i < N; ++i) x[i] = in[i * 65536 + t];
  bitonic<T, N>(x);
  UNROLL for (int i = 0; i < N; ++i) out[i * 65536 + t] = x[i];
}
KERNEL(256) sort_32_f32(const float* in, float* out) { sort<float, 32>(in, out); }
KERNEL(256) sort_64_u32(const u32* in, u32* out) { sort<u32, 64>(in, out); }
KERNEL(256) sort_32_u64(const u64* in, u64* out) { sort<u64, 32>(in, out); }

// Pairs of a key and a value, the network of Batcher's odd and even merge.
KERNEL(256) sort_pairs_32(const u32* keys, const float* values, u32* out_keys, float* out_values) {
  constexpr int N = 32;
  const long t = group() * 256 + lane();
  u32 k[N];
  float v[N];
  UNROLL for (int i = 0; i < N; ++i) k[i] = keys[i * 65536 + t], v[i] = values[i * 65536 + t];
  UNROLL for (int p = 1; p < N; p *= 2) UNROLL for (int q = p; q > 0; q /= 2)
      UNROLL for (int j = q % p; j + q < N; j += 2 * q) UNROLL for (int i = 0; i < q; ++i) {
        const int a = i + j, b = i + j + q;
        if (b >= N || a / (2 * p) != b / (2 * p)) continue;
        const bool less = k[b] < k[a];
        const u32 x = k[a];
        const float y = v[a];
        k[a] = less ? k[b] : x, k[b] = less ? x : k[b], v[a] = less ? v[b] : y, v[b] = less ? y : v[b];
      }
  UNROLL for (int i = 0; i < N; ++i) out_keys[i * 65536 + t] = k[i], out_values[i * 65536 + t] = v[i];
}

// The median of 5 x 5 pixels, two results a lane, by a network.
KERNEL(256) median_5x5(const float* in, float* out, int width) {
  const int x = (group() * 256 + lane()) * 2, y = group_y();
  float p[5][6];
  UNROLL for (int j = 0; j < 5; ++j) UNROLL for (int i = 0; i < 6; ++i) p[j][i] = in[(y + j) * width + x + i];
  UNROLL for (int r = 0; r < 2; ++r) {
    float w[25];
    UNROLL for (int k = 0; k < 25; ++k) w[k] = p[k / 5][r + k % 5];
    UNROLL for (int pass = 0; pass < 13; ++pass) UNROLL for (int k = pass; k < 24 - pass; ++k) {
      const float low = least(w[k], w[k + 1]), high = most(w[k], w[k + 1]);
      w[k] = low, w[k + 1] = high;
    }
    out[y * width + x + r] = w[12];
  }
}
