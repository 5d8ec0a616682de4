/* Two-address form: results that must have an operand's register, where that lives on, where operands may change places
   (a conditional move with the condition turned round, a product added to a sum), and parts of registers. */
typedef unsigned int u32;
typedef unsigned long long u64;
typedef u32 Four __attribute__((vector_size(16)));

static u32 step(u32 x) { return x * 1664525u + 1013904223u; }

/* Both live on: a copy, or an instruction that writes elsewhere. */
__attribute__((noinline)) u64 kept(u64 a, u64 b) {
  const u64 sum = a + b, more = a + 7, shifted = a << 3, less = b - 1;
  return (sum ^ more) + (shifted ^ less) * (a | b) - (a & b);
}

__attribute__((noinline)) int least(const int* v, int n) {
  int best = 0;
  for (int k = 1; k < n; ++k) {
    const int next = k + 1;
    best = v[k] < v[best] ? k : best;
    if (v[best] > 1000000) best = next < n ? next : best;
  }
  return best;
}

__attribute__((noinline)) u32 small(unsigned short a, unsigned char b) {
  const unsigned short c = (unsigned short)(a + b), d = (unsigned short)(a + 1);
  const unsigned char e = (unsigned char)(b << 1), f = (unsigned char)(b + 3);
  return (u32)c * d + (u32)e * f + (a ^ b);
}

__attribute__((noinline)) double product(double a, double b, double c) {
  const double one = __builtin_fma(a, b, c), two = __builtin_fma(b, c, a), three = __builtin_fma(c, one, b);
  return one * two + three - a;
}

__attribute__((noinline)) Four parts(Four a, u32 x) {
  Four r = a;
  r[1] = x;
  r[2] += a[3];
  return r ^ (Four){a[2], x, r[1], a[0]};
}

__attribute__((noinline)) u64 wide(u64 a, u64 b) {
  const __uint128_t p = (__uint128_t)a * b + a;
  return (u64)(p >> 64) ^ (u64)p;
}

__attribute__((noinline)) u64 ties(u64 a, u64 b) {
#if defined(__x86_64__)
  u64 c = a;
  __asm__("addq %1, %0" : "+r"(c) : "r"(b) : "cc");
  __asm__("xchgq %0, %1" : "+&r"(c), "+r"(b));
  return c - b + a;
#elif defined(__aarch64__)
  u64 c = a;
  __asm__("add %0, %0, %1" : "+&r"(c) : "r"(b));
  return c - b + a;
#else
  return a * 2;
#endif
}

u64 work(u32 seed) {
  int v[32];
  u64 all = seed;
  for (int k = 0; k < 32; ++k) v[k] = (int)((seed = step(seed)) >> 9);
  for (int k = 0; k < 16; ++k) {
    seed = step(seed);
    Four f = {seed, seed + 1, (u32)all, 5};
    f = parts(f, seed >> 3);
    all += kept(all, seed) ^ wide(all | 1, seed) ^ ties(all, seed);
    all ^= (u64)small((unsigned short)seed, (unsigned char)(seed >> 11)) + f[0] + f[1] * 3 + f[2] * 5 + f[3] * 7;
    all += (u64)(long long)product(v[k], k + 0.5, 3.25);
    v[k] = v[least(v, 32)] + k;
  }
  return all;
}

#ifdef WITH_MAIN
int printf(const char*, ...);
int main(void) {
  for (u32 k = 1; k < 6; ++k) printf("%llu\n", work(k));
  return 0;
}
#endif
