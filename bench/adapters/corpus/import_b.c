// The corpus of problem texts: a program of two modules, for import. This one has what the other asks for.
static int spin(int a, int by) { return (int)((unsigned)a << by | (unsigned)a >> (32 - by)); }

int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
int mix(int a, int b) { return spin(a ^ b, 5) * 0x2545 + b; }
int checksum(const unsigned char* text, int n) {
  int sum = 1;
  for (int i = 0; i < n; ++i) sum = mix(sum, text[i]);
  return sum;
}
__attribute__((cold, noinline)) int give_up(int x) { return -spin(x, 3); }
int big_table(int x) {
  switch (x) {
#define ROW(n) \
  case n:      \
    return mix(x, n) + mix(n, x + 1) - mix(x - 1, n + 2);
    ROW(0)
    ROW(1) ROW(2) ROW(3) ROW(4) ROW(5) ROW(6) ROW(7) ROW(8) ROW(9) ROW(10) ROW(11) ROW(12) ROW(13) ROW(14) ROW(15)
  }
  return 0;
}
