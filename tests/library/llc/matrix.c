/* Floating point, small structs, a switch and functions with a common part, which the outliner finds. */
typedef unsigned int u32;
struct point {
  int x, y, z;
};

static int step(struct point* p, u32 what) {
  switch (what % 5) {
    case 0:
      p->x += p->y * 3;
      return p->x;
    case 1:
      p->y = p->z - p->x;
      return p->y & 255;
    case 2:
      p->z ^= p->x << 3;
      return p->z >> 2;
    case 3: {
      const int t = p->x;
      p->x = p->y;
      p->y = t;
      return t % 17;
    }
    default:
      return p->x + p->y + p->z;
  }
}
#define ALIKE(name, first)                                     \
  __attribute__((noinline)) u32 name(u32* a, u32 x, u32 y) {   \
    u32 s = first;                                             \
    a[0] = x * 2654435761u + y;                                \
    a[1] = (a[0] ^ x) >> 3;                                    \
    a[2] = a[1] * 40503u + 77u;                                \
    a[3] = (a[2] + y) ^ 0x5bd1e995u;                           \
    a[4] = a[3] * 69069u + 1u;                                 \
    s += a[4] ^ a[1];                                          \
    return s;                                                  \
  }
ALIKE(one, x + 1)
ALIKE(two, y * 2)
ALIKE(three, x ^ y)
ALIKE(four, x - y)

u32 work(u32 seed) {
  float m[4][4], r[4][4];
  struct point p = {(int)(seed & 15), 2, (int)(seed >> 4 & 15)};
  u32 sum = seed, a[8];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) m[i][j] = (float)((int)(seed % 7) + i * 2 - j);
  for (int round = 0; round < 30; ++round) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        float s = 0;
        for (int k = 0; k < 4; ++k) s += m[i][k] * m[k][j];
        r[i][j] = s * 0.125f;
      }
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) m[i][j] = r[j][i] > 50.0f || r[j][i] < -50.0f ? 1.0f : r[j][i];
    sum = sum * 33u + (u32)step(&p, sum + (u32)round);
    sum ^= one(a, sum, 3) + two(a, 5, sum) + three(a, sum, sum) + four(a, 9, sum);
  }
  for (int i = 0; i < 4; ++i) sum += (u32)(int)(m[i][i] * 16.0f);
  return sum;
}

#ifdef WITH_MAIN
int printf(const char*, ...);
int main(void) {
  for (u32 seed = 1; seed < 9; ++seed) printf("%u\n", work(seed));
  return 0;
}
#endif
