"""The host's side of the matrix: runs every cell for every thread; what LLVM's x86 target rounds twice, rounded once."""

HARNESS = r"""
#define _GNU_SOURCE
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
extern void (*const matrix_cells[])(const void *, void *);
extern const int64_t matrix_places[], matrix_count;

// A number of 192 bits times 2^exponent would do; __float128 has 113 bits, and the sums of products of halves need at most 80,
// those of bfloat16 more: they are made odd where bits are lost (round to odd), so that the rounding behind is right.
typedef unsigned __int128 u128;
struct form { int bits, mantissa; };
static const struct form half = {16, 10}, bfloat = {16, 7};

// (-1)^sign * magnitude * 2^exponent, with `sticky` for bits below, to nearest even.
static uint16_t round_to(struct form f, int sign, u128 magnitude, int exponent, int sticky) {
  int ebits = 15 - f.mantissa, bias = (1 << (ebits - 1)) - 1;
  uint16_t s = (uint16_t)(sign << 15), infinite = (uint16_t)(((1 << ebits) - 1) << f.mantissa);
  if (magnitude == 0) return s;
  int top = 127;
  while (!(magnitude >> top & 1)) --top;
  int e = top + exponent;                          // of the leading bit
  int least = e < 1 - bias ? 1 - bias : e;         // exponent of the last place is least - mantissa
  int shift = least - f.mantissa - exponent;       // bits to drop
  u128 kept;
  int up = 0;
  if (shift <= 0) {
    kept = magnitude << -shift;
  } else if (shift > 127) {
    kept = 0;
  } else {
    kept = magnitude >> shift;
    u128 rest = magnitude & (((u128)1 << shift) - 1), middle = (u128)1 << (shift - 1);
    up = rest > middle || (rest == middle && (sticky || (kept & 1)));
  }
  kept += up;
  int biased = least + bias;
  if (kept >> (f.mantissa + 1)) { kept >>= 1; ++biased; }
  if (!(kept >> f.mantissa & 1)) biased = 0;       // subnormal
  if (biased >= (1 << ebits) - 1) return s | infinite;
  return s | (uint16_t)(biased << f.mantissa) | (uint16_t)(kept & ((1 << f.mantissa) - 1));
}
static double value_of(struct form f, uint16_t bits) {
  int ebits = 15 - f.mantissa, bias = (1 << (ebits - 1)) - 1, e = bits >> f.mantissa & ((1 << ebits) - 1);
  double m = bits & ((1 << f.mantissa) - 1);
  double v = e == (1 << ebits) - 1 ? (m ? NAN : INFINITY) : e ? ldexp(m + (1 << f.mantissa), e - bias - f.mantissa) : ldexp(m, 1 - bias - f.mantissa);
  return bits >> 15 ? -v : v;
}
static uint16_t from_double(struct form f, double v) {
  uint64_t b;
  memcpy(&b, &v, 8);
  int sign = (int)(b >> 63), e = (int)(b >> 52 & 2047);
  uint64_t m = b & 0xFFFFFFFFFFFFFull;
  uint16_t infinite = (uint16_t)(((1 << (15 - f.mantissa)) - 1) << f.mantissa);
  if (e == 2047) return (uint16_t)(sign << 15) | infinite | (m ? 1 << (f.mantissa - 1) : 0);
  return round_to(f, sign, e ? m | 1ull << 52 : m, (e ? e : 1) - 1075, 0);
}
// The sum of an exact product and c in double, rounded to odd: an error term says whether bits were lost.
static uint16_t fused(struct form f, uint16_t a, uint16_t b, uint16_t c) {
  double p = value_of(f, a) * value_of(f, b), x = value_of(f, c), s = p + x;
  if (isfinite(s)) {
    double t = s - p, error = (p - (s - t)) + (x - t);
    uint64_t bits;
    memcpy(&bits, &s, 8);
    if (error != 0 && !(bits & 1)) {
      bits += (error > 0) == (s > 0) ? 1 : -1;
      memcpy(&s, &bits, 8);
    }
  }
  return from_double(f, s);
}
static uint16_t integer(struct form f, const void *place, int is_signed) {
  u128 v;
  memcpy(&v, place, 16);
  int sign = is_signed && (v >> 127);
  return round_to(f, sign, sign ? -v : v, 0, 0);
}
void carryless(void *to, const void *by) {
  u128 a, b, r = 0;
  memcpy(&a, to, 16);
  memcpy(&b, by, 16);
  for (int i = 0; i < 128; ++i)
    if (b >> i & 1) r ^= a << i;
  memcpy(to, &r, 16);
}
uint16_t exact_fma_half(uint16_t a, uint16_t b, uint16_t c) { return fused(half, a, b, c); }
uint16_t exact_fma_bfloat(uint16_t a, uint16_t b, uint16_t c) { return fused(bfloat, a, b, c); }
uint16_t exact_sitofp_half(const void *p) { return integer(half, p, 1); }
uint16_t exact_uitofp_half(const void *p) { return integer(half, p, 0); }
uint16_t exact_sitofp_bfloat(const void *p) { return integer(bfloat, p, 1); }
uint16_t exact_uitofp_bfloat(const void *p) { return integer(bfloat, p, 0); }

void set_rounding(int mode) {
  unsigned csr;
  __asm__ volatile("stmxcsr %%0" : "=m"(csr));
  csr = (csr & ~0x6000u) | (unsigned)mode << 3;
  __asm__ volatile("ldmxcsr %%0" : : "m"(csr));
}
// Operations on halves in a directed mode: in double in that mode, where products are exact, then rounded once more the same
// way, which changes nothing for directed modes; to nearest by the functions above, or exactly where double is wide enough.
static double real(uint64_t bits, int code) {
  double d;
  float s;
  switch (code) {
    case 0: return value_of(half, (uint16_t)bits);
    case 1: return value_of(bfloat, (uint16_t)bits);
    case 2: { uint32_t w = (uint32_t)bits; memcpy(&s, &w, 4); return s; }
    case 3: memcpy(&d, &bits, 8); return d;
    default: return 0;
  }
}
static uint16_t directed(struct form f, double v, int mode) {
  if (mode == 0 || !isfinite(v) || v == 0) return from_double(f, v);
  uint16_t near = from_double(f, v);           // the nearest one; at most one step off
  double n = value_of(f, near);
  if (n == v) return near;
  int up = mode == 0x800 || (mode == 0xC00 && v < 0);  // towards plus infinity
  if (up ? n > v : n < v) return near;
  int positive = !(near >> 15);
  if (near == 0x8000 || near == 0) return up ? (v < 0 ? 0x8000 : 1) : (v > 0 ? 0 : 0x8001);
  return (uint16_t)(near + ((up == positive) ? 1 : -1));
}
#define DIRECTED(name, value) \
  uint16_t directed_##name(uint64_t a, uint64_t b, uint64_t c, int from, int to, int mode) { \
    struct form f = to ? bfloat : half; \
    volatile double x = real(a, from), y = real(b, from), z = real(c, from), r; \
    (void)x; (void)y; (void)z; \
    r = value; \
    return directed(f, r, mode); \
  }
DIRECTED(fadd, x + y)
DIRECTED(fsub, x - y)
DIRECTED(fmul, x * y)
DIRECTED(fdiv, x / y)
DIRECTED(fptrunc, x)
static double root(double v) { __asm__ volatile("sqrtsd %%1, %%0" : "=x"(v) : "x"(v)); return v; }
DIRECTED(sqrt, root(x))
uint16_t directed_fma(uint64_t a, uint64_t b, uint64_t c, int from, int to, int mode) {
  struct form f = to ? bfloat : half;
  if (mode == 0) return fused(f, (uint16_t)a, (uint16_t)b, (uint16_t)c);
  volatile double p = real(a, from) * real(b, from), r = p + real(c, from);
  return directed(f, r, mode);
}
uint16_t directed_fmuladd(uint64_t a, uint64_t b, uint64_t c, int from, int to, int mode) { return directed_fma(a, b, c, from, to, mode); }
static uint16_t number(struct form f, int sign, uint64_t size, int mode) {
  u128 v = sign ? -(u128)size : (u128)size;
  uint16_t near = integer(f, &v, 1);
  double n = value_of(f, near);
  if (mode == 0) return near;
  int up = mode == 0x800 || (mode == 0xC00 && sign);
  int positive = !sign;
  // Compared as integers: a finite half or bfloat of this size is a whole number, or the value was exact.
  int larger = !isfinite(n) || (u128)fabs(n) > size, smaller = isfinite(n) && (u128)fabs(n) < size;
  if (!larger && !smaller) return near;
  int above = sign ? smaller : larger;           // n is above the value
  if (above == up) return near;
  return (uint16_t)(near + ((up == positive) ? 1 : -1));
}
uint16_t directed_sitofp(uint64_t a, uint64_t b, uint64_t c, int from, int to, int mode) {
  return number(to ? bfloat : half, (int64_t)a < 0, (int64_t)a < 0 ? -a : a, mode);
}
uint16_t directed_uitofp(uint64_t a, uint64_t b, uint64_t c, int from, int to, int mode) {
  return number(to ? bfloat : half, 0, a, mode);
}

// What the runtime library of older compilers lacks. The results are returned as halves are: in an SSE register.
static __bf16 as_bf16(uint16_t bits) { __bf16 r; memcpy(&r, &bits, 2); return r; }
static _Float16 as_half(uint16_t bits) { _Float16 r; memcpy(&r, &bits, 2); return r; }
__bf16 __truncsfbf2(float v) { return as_bf16(from_double(bfloat, v)); }
__bf16 __truncdfbf2(double v) { return as_bf16(from_double(bfloat, v)); }
float __extendbfsf2(__bf16 v) {
  uint16_t bits;
  memcpy(&bits, &v, 2);
  uint32_t wide = (uint32_t)bits << 16;
  float f;
  memcpy(&f, &wide, 4);
  return f;
}
_Float16 __truncdfhf2(double v) { return as_half(from_double(half, v)); }

// llc-22 stores 32 bytes at once in slots of the stack that it aligned to 16 (an element of <2 x i128> at a variable place): right for
// one way the stack may stand, a fault for the other. A cell that faults is called the other way; one that faults both ways is told.
static sigjmp_buf back;
static void fault(int number) { siglongjmp(back, number); }
__attribute__((noinline)) static void call(long cell, int shift, const char *in, char *out) {
  volatile char *room = alloca(16 + shift);
  room[0] = 0;
  matrix_cells[cell](in, out + matrix_places[cell]);
}

int main(int argc, char **argv) {
  if (argc != 5) return 1;
  long record = atol(argv[3]), size = atol(argv[4]), threads = %d;
  char *in = aligned_alloc(256, (record * threads + 255) / 256 * 256), *out = aligned_alloc(256, (size * threads + 255) / 256 * 256);
  memset(out, 0, size * threads);
  FILE *source = fopen(argv[1], "rb"), *target = fopen(argv[2], "wb");
  if (!source || !target || fread(in, 1, record * threads, source) != (size_t)(record * threads)) return 1;
  signal(SIGSEGV, fault);
  signal(SIGBUS, fault);
  int failed = 0;
  for (volatile long cell = 0; cell < matrix_count; ++cell) {
    volatile int shift = 0;
    if (sigsetjmp(back, 1)) shift += 16;
    if (shift > 16) {
      printf("cell %%ld\n", (long)cell);
      failed = 3;
      continue;
    }
    for (long i = 0; i < threads; ++i) call(cell, shift, in + i * record, out + i * size);
  }
  if (failed) return failed;
  return fwrite(out, 1, size * threads, target) != (size_t)(size * threads) || fclose(target);
}
"""
