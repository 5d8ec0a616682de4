// A program of the loops of bench/adapters/loops without a C library, for AArch64, RISC-V, POWER and Hexagon under Linux:
// each is run for several counts of iterations, on arrays that begin alike, and a sum of all arrays and the result
// is printed behind each. LOOPS names a file of lines `LOOP(name)`.
#include "loops/loops.h"

#undef LOOP

typedef unsigned long long Word;

float fa[room], fb[room], fc[room], fd[room], fe[room];
double da[room], db[room], dc[room], dd[room];
int ia[room], ib[room], ic[room], id[room];
short sa[room], sb[room], sc[room];
unsigned char ua[room], ub[room];
unsigned long la[room], lb[room];
double result;

#define LOOP(name) void name(int n);
#include LOOPS
#undef LOOP

struct Loop {
  const char* name;
  void (*run)(int n);
};
#define LOOP(name) {#name, name},
static const struct Loop loops[] = {
#include LOOPS
};
#undef LOOP

// What compilers call by name.
void* memset(void* to, int byte, __SIZE_TYPE__ n) {
  for (volatile char* p = to; n != 0; --n) *p++ = (char)byte;
  return to;
}
void* memcpy(void* to, const void* from, __SIZE_TYPE__ n) {
  const volatile char* q = from;
  for (volatile char* p = to; n != 0; --n) *p++ = *q++;
  return to;
}
#ifdef __hexagon__
// A division that is near enough and always the same: both programs that are compared have it.
float __hexagon_divsf3(float a, float b) {
  union {
    float number;
    unsigned bits;
  } x = {b};
  x.bits = 0x7ef311c7U - x.bits;
  for (int k = 0; k < 4; ++k) x.number *= 2.0F - b * x.number;
  return a * x.number;
}
#endif

static long call(long number, long a, long b, long c) {
#if defined(__aarch64__)
  register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
#elif defined(__riscv)
  register long a7 __asm__("a7") = number, a0 __asm__("a0") = a, a1 __asm__("a1") = b, a2 __asm__("a2") = c;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
  return a0;
#elif defined(__powerpc64__)
  register long r0 __asm__("r0") = number, r3 __asm__("r3") = a, r4 __asm__("r4") = b, r5 __asm__("r5") = c;
  __asm__ volatile("sc"
                   : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5)
                   :
                   : "memory", "cr0", "r6", "r7", "r8", "r9", "r10", "r11", "r12");
  return r3;
#elif defined(__hexagon__)
  register long r6 __asm__("r6") = number, r0 __asm__("r0") = a, r1 __asm__("r1") = b, r2 __asm__("r2") = c;
  __asm__ volatile("trap0(#1)" : "+r"(r0) : "r"(r6), "r"(r1), "r"(r2) : "memory");
  return r0;
#else
#error "no system calls for this target"
#endif
}
#ifdef __powerpc64__
enum { write_number = 4, exit_number = 1 };
#else
enum { write_number = 64, exit_number = 93 };
#endif

static Word seed;
static unsigned next(void) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(seed >> 33);
}
static void fill(void) {
  seed = 17;
  for (int i = 0; i < room; ++i) {
    fa[i] = (float)(next() & 4095) / 4096.0F, fb[i] = (float)(next() & 4095) / 4096.0F - 0.5F;
    fc[i] = (float)(next() & 4095) / 4096.0F, fd[i] = (float)(next() & 4095) / 4096.0F, fe[i] = (float)(next() & 4095) / 4096.0F;
    da[i] = (double)(next() & 4095) / 4096.0, db[i] = (double)(next() & 4095) / 4096.0;
    dc[i] = (double)(next() & 4095) / 4096.0, dd[i] = (double)(next() & 4095) / 4096.0;
    ia[i] = (int)next(), ib[i] = (int)next(), ic[i] = (int)next(), id[i] = (int)next();
    sa[i] = (short)next(), sb[i] = (short)next(), sc[i] = (short)next();
    ua[i] = (unsigned char)next(), ub[i] = (unsigned char)next();
    la[i] = next(), lb[i] = next();
  }
  result = 0;
}
static Word sum;
static void add(const void* of, unsigned bytes) {
  const unsigned char* p = of;
  for (unsigned k = 0; k < bytes; ++k) sum = (sum ^ p[k]) * 1099511628211ULL;
}
#define ADD(x) add(&x, sizeof x)
static void add_all(void) {
  sum = 14695981039346656037ULL;
  ADD(fa), ADD(fb), ADD(fc), ADD(fd), ADD(fe), ADD(da), ADD(db), ADD(dc), ADD(dd), ADD(ia), ADD(ib), ADD(ic), ADD(id);
  ADD(sa), ADD(sb), ADD(sc), ADD(ua), ADD(ub), ADD(la), ADD(lb), ADD(result);
}
static void print(const char* name, int n) {
  char line[80];
  unsigned at = 0;
  while (*name != 0 && at < 50) line[at++] = *name++;
  line[at++] = ' ';
  line[at++] = (char)('0' + n / 100), line[at++] = (char)('0' + n / 10 % 10), line[at++] = (char)('0' + n % 10);
  line[at++] = ' ';
  for (int k = 60; k >= 0; k -= 4) line[at++] = "0123456789abcdef"[sum >> k & 15];
  line[at++] = '\n';
  call(write_number, 1, (long)line, at);
}

void _start(void) {
  static const int counts[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 21, 33, 64, 100, size};
  for (unsigned k = 0; k < sizeof loops / sizeof *loops; ++k)
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; ++c) {
      fill();
      loops[k].run(counts[c]);
      add_all();
      print(loops[k].name, counts[c]);
    }
  for (;;) call(exit_number, 0, 0, 0);
}
