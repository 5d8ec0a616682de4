// Kernels of the corpus of problem texts: one loop each, as modulo schedulers and list schedulers meet them.
typedef unsigned long size;

void axpy(float* restrict y, const float* restrict x, float a, size n) {
  for (size i = 0; i < n; ++i) y[i] += a * x[i];
}
float dot(const float* x, const float* y, size n) {
  float sum = 0;
  for (size i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}
void filter5(float* restrict out, const float* restrict in, const float* restrict c, size n) {
  for (size i = 0; i < n; ++i)
    out[i] = c[0] * in[i] + c[1] * in[i + 1] + c[2] * in[i + 2] + c[3] * in[i + 3] + c[4] * in[i + 4];
}
double horner(const double* c, double x, size n) {
  double value = 0;
  for (size i = 0; i < n; ++i) value = value * x + c[i];
  return value;
}
void complex_multiply(double* restrict out, const double* restrict a, const double* restrict b, size n) {
  for (size i = 0; i < n; ++i) {
    out[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    out[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}
unsigned adler(const unsigned char* text, size n) {
  unsigned a = 1, b = 0;
  for (size i = 0; i < n; ++i) {
    a += text[i];
    b += a;
  }
  return b << 16 | (a & 65535U);
}
unsigned xorshift(unsigned state, unsigned* restrict out, size n) {
  for (size i = 0; i < n; ++i) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    out[i] = state;
  }
  return state;
}
void state_equation(double* restrict x, const double* restrict y, const double* restrict z, const double* restrict u,
                    double q, double r, double t, size n) {
  for (size k = 0; k < n; ++k)
    x[k] = u[k] + r * (z[k] + r * y[k]) +
           t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) + t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4])));
}
void first_difference(double* restrict x, const double* restrict y, size n) {
  for (size k = 0; k < n; ++k) x[k] = y[k + 1] - y[k];
}
void tridiagonal(double* x, const double* restrict y, const double* restrict z, size n) {
  for (size k = 1; k < n; ++k) x[k] = z[k] * (y[k] - x[k - 1]);
}
void gray(unsigned char* restrict out, const unsigned char* restrict rgb, size n) {
  for (size i = 0; i < n; ++i)
    out[i] = (unsigned char)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8);
}
size longest_run(const int* x, size n) {
  size best = 0, now = 0;
  for (size i = 1; i < n; ++i) {
    now = x[i] == x[i - 1] ? now + 1 : 0;
    best = now > best ? now : best;
  }
  return best;
}
