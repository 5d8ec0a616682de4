/* Loops, calls, memory and 64-bit arithmetic for the plugin's test; `work` alone where there is no C library. */
typedef unsigned long long word;

static word state;
static word next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}
static void sort(word* a, int n) {
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = gap; i < n; ++i) {
      const word x = a[i];
      int k = i;
      for (; k >= gap && a[k - gap] > x; k -= gap) a[k] = a[k - gap];
      a[k] = x;
    }
}
static int find(const word* a, int n, word x) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

word work(word seed) {
  word a[64], sum = 0;
  state = seed * 2 + 1;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 64; ++i) a[i] = next() % 1000;
    sort(a, 64);
    for (int i = 0; i < 10; ++i) sum = sum * 31 + (word)find(a, 64, next() % 1000);
    for (int i = 0; i + 3 < 64; i += 4) sum += a[i] * 3 + a[i + 1] * 5 + a[i + 2] * 7 + (a[i + 3] ^ sum) % 11;
  }
  return sum;
}

#ifdef WITH_MAIN
int printf(const char*, ...);
int main(void) {
  for (word seed = 1; seed < 6; ++seed) printf("%llu\n", work(seed));
  return 0;
}
#endif
