/* Byte and bit arithmetic as programs have it: input of the combiner's figures (bench/lathe/combine_small.py --source).
 *
 * Hash codes, packed pixels, bit fields, unpacking of quantized numbers, byte orders, text codecs, checksums. Each
 * function is compiled by clang -O2 for nvptx64 and then by lathe and llc; nothing here is run. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;

#define ALIGNED(p, n) ((__typeof__(p))__builtin_assume_aligned(p, n))

static u32 rotl(u32 x, int n) { return x << n | x >> (32 - n); }
static u32 le32(const u8 *p) { return p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24; }
static u32 be32(const u8 *p) { return p[3] | p[2] << 8 | p[1] << 16 | (u32)p[0] << 24; }
static u64 le64(const u8 *p) { return le32(p) | (u64)le32(p + 4) << 32; }
static u64 be64(const u8 *p) { return be32(p + 4) | (u64)be32(p) << 32; }
static void put_le32(u8 *p, u32 x) { p[0] = x, p[1] = x >> 8, p[2] = x >> 16, p[3] = x >> 24; }
static void put_be32(u8 *p, u32 x) { p[3] = x, p[2] = x >> 8, p[1] = x >> 16, p[0] = x >> 24; }

u32 murmur3(const u8 *p, u32 seed) {
  p = ALIGNED(p, 16);
  u32 h = seed;
  for (int i = 0; i < 4; ++i) {
    u32 k = le32(p + 4 * i) * 0xcc9e2d51u;
    h ^= rotl(k, 15) * 0x1b873593u;
    h = rotl(h, 13) * 5 + 0xe6546b64u;
  }
  h ^= h >> 16, h *= 0x85ebca6bu, h ^= h >> 13, h *= 0xc2b2ae35u;
  return h ^ h >> 16;
}
void chacha_quarter(u8 *block) {
  block = ALIGNED(block, 16);
  u32 a = le32(block), b = le32(block + 4), c = le32(block + 8), d = le32(block + 12);
  a += b, d = rotl(d ^ a, 16), c += d, b = rotl(b ^ c, 12);
  a += b, d = rotl(d ^ a, 8), c += d, b = rotl(b ^ c, 7);
  put_le32(block, a), put_le32(block + 4, b), put_le32(block + 8, c), put_le32(block + 12, d);
}
void sha256_words(u32 *w, const u8 *p) {
  p = ALIGNED(p, 8);
  for (int i = 0; i < 16; ++i) w[i] = be32(p + 4 * i);
}
u64 siphash_round(const u8 *p, u64 v) { return le64(ALIGNED(p, 8)) * 31 ^ v; }
u64 be_number(const u8 *p) { return be64(ALIGNED(p, 8)); }
void be_store(u8 *p, u32 x, u32 y) { p = ALIGNED(p, 8), put_be32(p, x ^ y), put_be32(p + 4, x + y); }
void bswap_pixels(u32 *out, const u32 *in) {
  for (int i = 0; i < 4; ++i) {
    u32 x = in[i];
    out[i] = (x & 0xff) << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
  }
}
u32 rgb565(u32 x) { return (x >> 8 & 0xf800) | (x >> 5 & 0x07e0) | (x >> 3 & 0x1f); }
u32 rgb888(u16 x) {
  u32 r = x >> 11, g = x >> 5 & 63, b = x & 31;
  return (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2);
}
u8 luma(u32 x) { return (u8)(((x >> 16 & 255) * 77 + (x >> 8 & 255) * 150 + (x & 255) * 29) >> 8); }
u32 blend(u32 a, u32 b, u8 t) {
  u32 rb = (((a & 0xff00ff) * (256 - t)) + (b & 0xff00ff) * t) >> 8 & 0xff00ff;
  u32 g = (((a & 0xff00) * (256 - t)) + (b & 0xff00) * t) >> 8 & 0xff00;
  return rb | g;
}
u32 add_bytes(u32 a, u32 b) { return ((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080); }
void unpack_q4(float *out, const u8 *q, float scale) {
  for (int i = 0; i < 8; ++i) {
    out[2 * i] = (float)((i8)(q[i] << 4) >> 4) * scale;
    out[2 * i + 1] = (float)((i8)q[i] >> 4) * scale;
  }
}
void unpack_q6(i8 *out, const u8 *low, const u8 *high) {
  for (int i = 0; i < 4; ++i) {
    out[i] = (i8)((low[i] & 15) | (high[i] & 3) << 4) - 32;
    out[i + 4] = (i8)(low[i] >> 4 | (high[i] >> 2 & 3) << 4) - 32;
  }
}
u32 pack4(i32 a, i32 b, i32 c, i32 d) { return (u8)a | (u8)b << 8 | (u8)c << 16 | (u32)(u8)d << 24; }
u32 pack_half(u32 a, u32 b) { return (a & 0xffff) | b << 16; }
u16 float_to_half(u32 f) {
  u32 sign = f >> 16 & 0x8000, e = f >> 23 & 255, m = f & 0x7fffff;
  if (e < 113) return (u16)sign;
  if (e > 142) return (u16)(sign | 0x7c00);
  return (u16)(sign | ((e - 112) << 10 | m >> 13));
}
u32 half_to_float(u16 h) {
  u32 e = h >> 10 & 31;
  return (u32)(h & 0x8000) << 16 | (e != 0 ? (e + 112) << 23 : 0) | (u32)(h & 1023) << 13;
}
u32 adler(const u8 *p, u32 n) {
  u32 a = 1, b = 0;
  for (u32 i = 0; i < n; ++i) a = (a + p[i]) % 65521, b = (b + a) % 65521;
  return b << 16 | a;
}
u16 crc16(const u8 *p, u32 n) {
  u16 crc = 0xffff;
  for (u32 i = 0; i < n; ++i) {
    u8 x = (u8)(crc >> 8 ^ p[i]);
    x ^= x >> 4;
    crc = (u16)(crc << 8 ^ (u16)(x << 12) ^ (u16)(x << 5) ^ (u16)x);
  }
  return crc;
}
void base64(u8 *out, const u8 *in, const u8 *table) {
  u32 x = (u32)in[0] << 16 | in[1] << 8 | in[2];
  out[0] = table[x >> 18 & 63], out[1] = table[x >> 12 & 63], out[2] = table[x >> 6 & 63], out[3] = table[x & 63];
}
u32 utf8(const u8 *p) {
  if (p[0] < 0x80) return p[0];
  if ((p[0] & 0xe0) == 0xc0) return (p[0] & 31) << 6 | (p[1] & 63);
  if ((p[0] & 0xf0) == 0xe0) return (p[0] & 15) << 12 | (p[1] & 63) << 6 | (p[2] & 63);
  return (p[0] & 7) << 18 | (p[1] & 63) << 12 | (p[2] & 63) << 6 | (p[3] & 63);
}
struct fields { u32 a : 5, b : 7, c : 9, d : 11; };
u32 field_sum(const struct fields *f) { return f->a + f->b * f->c ^ f->d; }
void field_set(struct fields *f, u32 x) { f->b = x, f->c = x >> 7, f->d += 1; }
u64 morton(u32 x, u32 y) {
  u64 a = x, b = y;
  a = (a | a << 16) & 0x0000ffff0000ffffull, b = (b | b << 16) & 0x0000ffff0000ffffull;
  a = (a | a << 8) & 0x00ff00ff00ff00ffull, b = (b | b << 8) & 0x00ff00ff00ff00ffull;
  a = (a | a << 4) & 0x0f0f0f0f0f0f0f0full, b = (b | b << 4) & 0x0f0f0f0f0f0f0f0full;
  return a | b << 1;
}
u32 xorshift(u32 *s) {
  u32 x = *s;
  x ^= x << 13, x ^= x >> 17, x ^= x << 5;
  *s = x;
  return x >> 9;
}
u32 pcg(u64 *state) {
  u64 x = *state;
  *state = x * 6364136223846793005ull + 1442695040888963407ull;
  u32 y = (u32)((x >> 18 ^ x) >> 27);
  u32 r = (u32)(x >> 59);
  return y >> r | y << (-r & 31);
}
i16 saturate16(i32 x) { return (i16)(x < -32768 ? -32768 : x > 32767 ? 32767 : x); }
u8 average(u8 a, u8 b) { return (u8)((a + b + 1) >> 1); }
i32 sign_of(i32 x) { return (x > 0) - (x < 0); }
u32 parity(u32 x) { x ^= x >> 16, x ^= x >> 8, x ^= x >> 4; return 0x6996 >> (x & 15) & 1; }
u32 digits(u32 x) { return x % 10 | x / 10 % 10 << 4 | x / 100 % 10 << 8; }
