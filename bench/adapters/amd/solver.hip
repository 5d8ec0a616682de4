// Small dense systems, one a lane, wholly in registers.
#include "gpu.h"

template <class T, int N>
struct Square {
  T a[N][N];
};
template <class T, int N>
DEVICE Square<T, N> load(const T* in, long count) {
  Square<T, N> m;
  const long t = group() * 128 + lane();
  UNROLL for (int i = 0; i < N; ++i) UNROLL for (int j = 0; j < N; ++j) m.a[i][j] = in[(i * N + j) * count + t];
  return m;
}
template <class T, int N>
DEVICE void store(T* out, long count, const Square<T, N>& m) {
  const long t = group() * 128 + lane();
  UNROLL for (int i = 0; i < N; ++i) UNROLL for (int j = 0; j < N; ++j) out[(i * N + j) * count + t] = m.a[i][j];
}

template <class T, int N>
DEVICE void lu(const T* in, T* out, long count) {
  Square<T, N> m = load<T, N>(in, count);
  UNROLL for (int k = 0; k < N; ++k) {
    UNROLL for (int i = k + 1; i < N; ++i) {  // the larger pivot, by exchanges that all lanes do
      const bool larger = m.a[i][k] * m.a[i][k] > m.a[k][k] * m.a[k][k];
      UNROLL for (int j = 0; j < N; ++j) {
        const T x = m.a[k][j], y = m.a[i][j];
        m.a[k][j] = larger ? y : x, m.a[i][j] = larger ? x : y;
      }
    }
    const T one = (T)1 / m.a[k][k];
    UNROLL for (int i = k + 1; i < N; ++i) {
      m.a[i][k] *= one;
      UNROLL for (int j = k + 1; j < N; ++j) m.a[i][j] -= m.a[i][k] * m.a[k][j];
    }
  }
  store<T, N>(out, count, m);
}
KERNEL(128) lu_8(const float* in, float* out, long count) { lu<float, 8>(in, out, count); }
KERNEL(128) lu_10(const float* in, float* out, long count) { lu<float, 10>(in, out, count); }
KERNEL(128) lu_6_f64(const double* in, double* out, long count) { lu<double, 6>(in, out, count); }

template <class T, int N>
DEVICE void cholesky(const T* in, const T* right, T* out, long count) {
  const long t = group() * 128 + lane();
  T a[N][N], x[N];
  UNROLL for (int i = 0; i < N; ++i) UNROLL for (int j = 0; j <= i; ++j) a[i][j] = in[(i * N + j) * count + t];
  UNROLL for (int i = 0; i < N; ++i) {
    UNROLL for (int j = 0; j < i; ++j) {
      UNROLL for (int k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] *= a[j][j];
    }
    UNROLL for (int k = 0; k < i; ++k) a[i][i] -= a[i][k] * a[i][k];
    a[i][i] = (T)1 / root(a[i][i]);
  }
  UNROLL for (int i = 0; i < N; ++i) {
    x[i] = right[i * count + t];
    UNROLL for (int k = 0; k < i; ++k) x[i] -= a[i][k] * x[k];
    x[i] *= a[i][i];
  }
  UNROLL for (int i = N - 1; i >= 0; --i) {
    UNROLL for (int k = i + 1; k < N; ++k) x[i] -= a[k][i] * x[k];
    x[i] *= a[i][i];
    out[i * count + t] = x[i];
  }
}
KERNEL(128) cholesky_12(const float* a, const float* b, float* o, long n) { cholesky<float, 12>(a, b, o, n); }
KERNEL(128) cholesky_16(const float* a, const float* b, float* o, long n) { cholesky<float, 16>(a, b, o, n); }
KERNEL(128) cholesky_8_f64(const double* a, const double* b, double* o, long n) { cholesky<double, 8>(a, b, o, n); }

// Householder's reflections.
template <class T, int N>
DEVICE void qr(const T* in, T* out, long count) {
  Square<T, N> m = load<T, N>(in, count);
  UNROLL for (int k = 0; k < N - 1; ++k) {
    T norm = 0;
    UNROLL for (int i = k; i < N; ++i) norm += m.a[i][k] * m.a[i][k];
    const T alpha = m.a[k][k] > 0 ? -root(norm) : root(norm);
    m.a[k][k] -= alpha;
    const T beta = (T)1 / (norm - alpha * (m.a[k][k] + alpha) + (T)1e-20);
    UNROLL for (int j = k + 1; j < N; ++j) {
      T dot = 0;
      UNROLL for (int i = k; i < N; ++i) dot += m.a[i][k] * m.a[i][j];
      UNROLL for (int i = k; i < N; ++i) m.a[i][j] -= beta * dot * m.a[i][k];
    }
    m.a[k][k] = alpha;
  }
  store<T, N>(out, count, m);
}
KERNEL(128) qr_8(const float* in, float* out, long count) { qr<float, 8>(in, out, count); }
KERNEL(128) qr_6_f64(const double* in, double* out, long count) { qr<double, 6>(in, out, count); }

// The inverse by Gauss and Jordan beside a unit matrix.
KERNEL(128) inverse_6(const float* in, float* out, long count) {
  constexpr int N = 6;
  Square<float, N> m = load<float, N>(in, count), r = {};
  UNROLL for (int i = 0; i < N; ++i) r.a[i][i] = 1;
  UNROLL for (int k = 0; k < N; ++k) {
    const float one = 1 / m.a[k][k];
    UNROLL for (int j = 0; j < N; ++j) m.a[k][j] *= one, r.a[k][j] *= one;
    UNROLL for (int i = 0; i < N; ++i) {
      if (i == k) continue;
      const float x = m.a[i][k];
      UNROLL for (int j = 0; j < N; ++j) m.a[i][j] -= x * m.a[k][j], r.a[i][j] -= x * r.a[k][j];
    }
  }
  store<float, N>(out, count, r);
}

// Jacobi's rotations: eigenvalues and vectors of a symmetric matrix, sweeps until what is off the diagonal is small.
KERNEL(128) jacobi_6(const float* in, float* out, long count, int sweeps) {
  constexpr int N = 6;
  Square<float, N> m = load<float, N>(in, count), v = {};
  UNROLL for (int i = 0; i < N; ++i) v.a[i][i] = 1;
  for (int s = 0; s < sweeps; ++s) UNROLL for (int p = 0; p < N; ++p) UNROLL for (int q = p + 1; q < N; ++q) {
    const float theta = (m.a[q][q] - m.a[p][p]) * 0.5f, apq = m.a[p][q];
    const float t = apq / (theta + (theta < 0 ? -root(theta * theta + apq * apq) : root(theta * theta + apq * apq)) + 1e-20f);
    const float c = 1 / root(t * t + 1), d = t * c;
    UNROLL for (int k = 0; k < N; ++k) {
      const float x = m.a[k][p], y = m.a[k][q], vx = v.a[k][p], vy = v.a[k][q];
      m.a[k][p] = c * x - d * y, m.a[k][q] = d * x + c * y;
      v.a[k][p] = c * vx - d * vy, v.a[k][q] = d * vx + c * vy;
    }
    UNROLL for (int k = 0; k < N; ++k) {
      const float x = m.a[p][k], y = m.a[q][k];
      m.a[p][k] = c * x - d * y, m.a[q][k] = d * x + c * y;
    }
  }
  store<float, N>(out, count, m);
  store<float, N>(out + N * N * count, count, v);
}

// exp(A) by a series of squares.
KERNEL(128) exponential_5(const float* in, float* out, long count, int squares) {
  constexpr int N = 5;
  const Square<float, N> a = load<float, N>(in, count);
  Square<float, N> sum = a, term = a;
  const auto times = [](const Square<float, N>& x, const Square<float, N>& y) {
    Square<float, N> r = {};
    UNROLL for (int i = 0; i < N; ++i) UNROLL for (int k = 0; k < N; ++k) UNROLL for (int j = 0; j < N; ++j)
        r.a[i][j] += x.a[i][k] * y.a[k][j];
    return r;
  };
  UNROLL for (int n = 2; n < 7; ++n) {
    term = times(term, a);
    UNROLL for (int i = 0; i < N; ++i) UNROLL for (int j = 0; j < N; ++j) {
      term.a[i][j] *= 1.0f / n;
      sum.a[i][j] += term.a[i][j];
    }
  }
  UNROLL for (int i = 0; i < N; ++i) sum.a[i][i] += 1;
  for (int s = 0; s < squares; ++s) sum = times(sum, sum);
  store<float, N>(out, count, sum);
}

// Tridiagonal systems of 24 unknowns, all three diagonals in registers.
KERNEL(256) tridiagonal_24(const float* a, const float* b, const float* c, const float* d, float* out, long count) {
  constexpr int N = 24;
  const long t = group() * 256 + lane();
  float upper[N], right[N];
  upper[0] = c[t] / b[t], right[0] = d[t] / b[t];
  UNROLL for (int i = 1; i < N; ++i) {
    const float low = a[i * count + t], one = 1 / (b[i * count + t] - low * upper[i - 1]);
    upper[i] = c[i * count + t] * one, right[i] = (d[i * count + t] - low * right[i - 1]) * one;
  }
  UNROLL for (int i = N - 2; i >= 0; --i) right[i] -= upper[i] * right[i + 1];
  UNROLL for (int i = 0; i < N; ++i) out[i * count + t] = right[i];
}

// A sparse matrix of blocks 6 x 6, a lane a row of blocks.
KERNEL(128) blocks_6x6(const float* values, const int* columns, const int* starts, const float* x, float* y, long count) {
  constexpr int N = 6;
  const int row = group() * 128 + lane();
  float sum[N] = {};
  for (int k = starts[row]; k < starts[row + 1]; ++k) {
    float v[N];
    UNROLL for (int i = 0; i < N; ++i) v[i] = x[columns[k] * N + i];
    UNROLL for (int i = 0; i < N; ++i) UNROLL for (int j = 0; j < N; ++j) sum[i] += values[(i * N + j) * count + k] * v[j];
  }
  UNROLL for (int i = 0; i < N; ++i) y[row * N + i] = sum[i];
}
