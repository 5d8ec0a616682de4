// Kernels of the corpus of problem texts: long blocks under pressure, and code that comes again with other values.
typedef unsigned int word;
struct matrix {
  float at[4][4];
};

void multiply4(struct matrix* restrict out, const struct matrix* restrict a, const struct matrix* restrict b) {
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; ++i)
#pragma clang loop unroll(full)
    for (int j = 0; j < 4; ++j)
      out->at[i][j] =
          a->at[i][0] * b->at[0][j] + a->at[i][1] * b->at[1][j] + a->at[i][2] * b->at[2][j] + a->at[i][3] * b->at[3][j];
}
float determinant4(const struct matrix* m) {
  const float (*a)[4] = m->at;
  const float s0 = a[0][0] * a[1][1] - a[1][0] * a[0][1], s1 = a[0][0] * a[1][2] - a[1][0] * a[0][2];
  const float s2 = a[0][0] * a[1][3] - a[1][0] * a[0][3], s3 = a[0][1] * a[1][2] - a[1][1] * a[0][2];
  const float s4 = a[0][1] * a[1][3] - a[1][1] * a[0][3], s5 = a[0][2] * a[1][3] - a[1][2] * a[0][3];
  const float c5 = a[2][2] * a[3][3] - a[3][2] * a[2][3], c4 = a[2][1] * a[3][3] - a[3][1] * a[2][3];
  const float c3 = a[2][1] * a[3][2] - a[3][1] * a[2][2], c2 = a[2][0] * a[3][3] - a[3][0] * a[2][3];
  const float c1 = a[2][0] * a[3][2] - a[3][0] * a[2][2], c0 = a[2][0] * a[3][1] - a[3][0] * a[2][1];
  return s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0;
}

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d)                                                                           \
  a += b, d = ROTATE(d ^ a, 16), c += d, b = ROTATE(b ^ c, 12), a += b, d = ROTATE(d ^ a, 8), c += d, \
          b = ROTATE(b ^ c, 7)
void chacha_double_round(word s[16]) {
  word x0 = s[0], x1 = s[1], x2 = s[2], x3 = s[3], x4 = s[4], x5 = s[5], x6 = s[6], x7 = s[7];
  word x8 = s[8], x9 = s[9], xa = s[10], xb = s[11], xc = s[12], xd = s[13], xe = s[14], xf = s[15];
  QUARTER(x0, x4, x8, xc), QUARTER(x1, x5, x9, xd), QUARTER(x2, x6, xa, xe), QUARTER(x3, x7, xb, xf);
  QUARTER(x0, x5, xa, xf), QUARTER(x1, x6, xb, xc), QUARTER(x2, x7, x8, xd), QUARTER(x3, x4, x9, xe);
  s[0] = x0, s[1] = x1, s[2] = x2, s[3] = x3, s[4] = x4, s[5] = x5, s[6] = x6, s[7] = x7;
  s[8] = x8, s[9] = x9, s[10] = xa, s[11] = xb, s[12] = xc, s[13] = xd, s[14] = xe, s[15] = xf;
}

// The same few checks in many places.
struct record {
  int kind, size, flags, owner;
  long begin, end, used, spare;
};
#define CHECKED(name, more)                               \
  int name(struct record* r, int by) {                    \
    if (r->kind != 3 || r->size < by) return -1;          \
    r->begin += by, r->end -= by, r->used += 2L * by;     \
    r->flags = (r->flags | 4) & ~16, r->owner ^= r->kind; \
    more;                                                 \
    return r->size - by;                                  \
  }
CHECKED(take, r->spare = 0)
CHECKED(give, r->spare += by)
CHECKED(lend, r->spare -= by)
CHECKED(keep, r->flags |= 32)
CHECKED(mark, r->owner += 9)
CHECKED(drop, r->end = r->begin)
CHECKED(swap, r->spare = r->begin)
CHECKED(hold, r->used *= 3)
