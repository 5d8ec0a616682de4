// Loops of one block for the plugin's pipeliner: what they take to the next iteration through two phis, through values
// that live for several stages, through memory and through the condition's flags. A program prints what they make of it
// for few iterations and many.
#define LOOP _Pragma("clang loop vectorize(disable) unroll(disable) interleave(disable)")
enum { room = 80 };
float fa[room], fb[room];
double da[room + 2], db[room + 2], dc[room + 2], dd[room + 2];
int ia[room], ib[room];

__attribute__((noinline)) void window(int n) {
  float x0 = fb[0], x1 = fb[1], x2 = fb[2];
  LOOP for (int i = 3; i < n; ++i) {
    const float x3 = fb[i];
    fa[i] = 0.5F * x0 + 0.25F * x1 + 0.125F * x2 + x3;
    x0 = x1, x1 = x2, x2 = x3;
  }
}
__attribute__((noinline)) void predict(int n) {
  LOOP for (int i = 0; i < n; ++i)
    da[i] = 0.1 * db[i] + 0.2 * db[i + 1] + 0.3 * db[i + 2] + 0.4 * dc[i] + 0.5 * dc[i + 1] + 0.6 * dc[i + 2] + dd[i];
}
__attribute__((noinline)) void carried(int n) {
  LOOP for (int i = 2; i < n; ++i) fa[i] = fa[i - 2] * 0.5F + fb[i];
}
__attribute__((noinline)) int mixed(int n) {
  int s = 1;
  LOOP for (int i = 0; i < n; ++i) {
    s = s * 5 + ia[i];
    ib[i] = s > ia[i] ? s : ia[i];
  }
  return s;
}
#ifdef WITH_MAIN
int printf(const char*, ...);
int main(void) {
  for (int n = 3; n < room; n += 1 + n / 8) {
    for (int i = 0; i < room; ++i) {
      fa[i] = (float)(i * 7 % 64), fb[i] = (float)(i * 5 % 32);
      da[i] = 0, db[i] = i * 3 % 16, dc[i] = i % 8, dd[i] = i * 13 % 24;
      ia[i] = i * 11 % 100;
    }
    window(n), predict(n), carried(n);
    double sum = mixed(n);
    for (int i = 0; i < room; ++i) sum += (fa[i] + da[i]) * (i + 1) + ib[i];
    printf("%d %.6f\n", n, sum);
  }
  return 0;
}
#endif
