// Fourier transforms in registers: powers of two by halves, other lengths by their definition, several steps through LDS.
#include "gpu.h"

template <class T>
struct Complex {
  T re, im;
};
template <class T>
DEVICE Complex<T> operator+(Complex<T> a, Complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
DEVICE Complex<T> operator-(Complex<T> a, Complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T>
DEVICE Complex<T> operator*(Complex<T> a, Complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// cos and sin of a part of a turn, at compile time.
CONSTEXPR double series(double x, bool odd) {
  double term = odd ? x : 1, sum = term;
  for (int n = odd ? 1 : 0; n < 40; n += 2) {
    term *= -x * x / ((n + 1) * (n + 2));
    sum += term;
  }
  return sum;
}
template <int K, int N>
struct Turn {
  static constexpr double angle = -6.283185307179586477 * (K % N) / N;
  static constexpr double re = series(angle, false), im = series(angle, true);
};

template <int N, int K, class T>
struct Butterfly {
  static DEVICE void run(Complex<T>* x, const Complex<T>* even, const Complex<T>* odd) {
    const Complex<T> w{(T)Turn<K, N>::re, (T)Turn<K, N>::im}, t = odd[K] * w;
    x[K] = even[K] + t;
    x[K + N / 2] = even[K] - t;
    if constexpr (K + 1 < N / 2) Butterfly<N, K + 1, T>::run(x, even, odd);
  }
};
template <int N, class T>
DEVICE void fft(Complex<T>* x) {
  if constexpr (N > 1) {
    Complex<T> even[N / 2], odd[N / 2];
    UNROLL for (int i = 0; i < N / 2; ++i) even[i] = x[2 * i], odd[i] = x[2 * i + 1];
    fft<N / 2>(even);
    fft<N / 2>(odd);
    Butterfly<N, 0, T>::run(x, even, odd);
  }
}
template <int N, int I, class T>
struct Dft {  // row I of the definition, then the next
  template <int J>
  static DEVICE Complex<T> sum(const Complex<T>* x) {
    if constexpr (J == N) return Complex<T>{0, 0};
    else return x[J] * Complex<T>{(T)Turn<I * J, N>::re, (T)Turn<I * J, N>::im} + sum<J + 1>(x);
  }
  static DEVICE void run(Complex<T>* out, const Complex<T>* x) {
    out[I] = sum<0>(x);
    if constexpr (I + 1 < N) Dft<N, I + 1, T>::run(out, x);
  }
};
template <int N, bool Halves, class T>
DEVICE void whole(const Complex<T>* in, Complex<T>* out, int stride) {
  Complex<T> x[N], y[N];
  const int t = group() * 256 + lane();
  UNROLL for (int i = 0; i < N; ++i) x[i] = in[t + i * stride];
  if constexpr (Halves) {
    fft<N>(x);
    UNROLL for (int i = 0; i < N; ++i) out[t + i * stride] = x[i];
  } else {
    Dft<N, 0, T>::run(y, x);
    UNROLL for (int i = 0; i < N; ++i) out[t + i * stride] = y[i];
  }
}
#define FFT(name, T, N, Halves) \
  KERNEL(256) name(const Complex<T>* in, Complex<T>* out, int stride) { whole<N, Halves, T>(in, out, stride); }
FFT(fft_8_f64, double, 8, true)
FFT(fft_16, float, 16, true)
FFT(fft_32, float, 32, true)
FFT(fft_32_f64, double, 32, true)
FFT(fft_64, float, 64, true)
FFT(dft_7, float, 7, false)
FFT(dft_13_f64, double, 13, false)
FFT(dft_17, float, 17, false)

// 4,096 points by a workgroup: three steps of sixteen with an exchange through LDS between them.
KERNEL(256) fft_4096(const Complex<float>* in, Complex<float>* out, const Complex<float>* twiddles) {
  SHARED static float line[4096];
  Complex<float> x[16];
  const int t = lane();
  UNROLL for (int i = 0; i < 16; ++i) x[i] = in[group() * 4096 + t + i * 256];
  for (int step = 0; step < 3; ++step) {
    fft<16>(x);
    UNROLL for (int i = 1; i < 16; ++i) x[i] = x[i] * twiddles[step * 4096 + i * 256 + t];
    UNROLL for (int part = 0; part < 2; ++part) {
      UNROLL for (int i = 0; i < 16; ++i) line[t * 16 + i] = part ? x[i].im : x[i].re;
      barrier();
      UNROLL for (int i = 0; i < 16; ++i) (part ? x[i].im : x[i].re) = line[t + i * 256];
      barrier();
    }
  }
  UNROLL for (int i = 0; i < 16; ++i) out[group() * 4096 + t + i * 256] = x[i];
}

// A number-theoretic transform of 32 points modulo 2^64 - 2^32 + 1.
DEVICE u64 times(u64 a, u64 b) {
  constexpr u64 p = 0xFFFFFFFF00000001ul;
  const u128 x = (u128)a * b;
  const u64 low = (u64)x, high = (u64)(x >> 64), middle = high & 0xFFFFFFFF, top = high >> 32;
  u64 r = low - top;
  if (low < top) r += p;
  const u64 add = (middle << 32) - middle, s = r + add;
  return s < add ? s - p : s;
}
template <int N>
DEVICE void ntt(u64* x) {
  if constexpr (N > 1) {
    u64 even[N / 2], odd[N / 2];
    UNROLL for (int i = 0; i < N / 2; ++i) even[i] = x[2 * i], odd[i] = x[2 * i + 1];
    ntt<N / 2>(even);
    ntt<N / 2>(odd);
    UNROLL for (int i = 0; i < N / 2; ++i) {
      const u64 t = times(odd[i], constant(N * 64 + i));
      x[i] = even[i] + t;
      x[i + N / 2] = even[i] - t;
    }
  }
}
KERNEL(256) ntt_16(const u64* in, u64* out, int stride) {
  u64 x[16];
  UNROLL for (int i = 0; i < 16; ++i) x[i] = in[group() * 256 + lane() + i * stride];
  ntt<16>(x);
  UNROLL for (int i = 0; i < 16; ++i) out[group() * 256 + lane() + i * stride] = x[i];
}
