// The corpus of problem texts: a program of two modules, for import. This one asks.
extern int clamp(int, int, int), mix(int, int), checksum(const unsigned char*, int), big_table(int);
__attribute__((cold)) extern int give_up(int);

int scale(int x) { return clamp(mix(x, 7), 0, 255); }
int scan(const unsigned char* text, int n) {
  int sum = 0;
  for (int i = 0; i < n; i += 16) sum = mix(sum, checksum(text + i, n - i < 16 ? n - i : 16));
  return sum < 0 ? give_up(sum) : sum;
}
int look_up(int x) { return big_table(clamp(x, 0, 63)) + scale(x); }
