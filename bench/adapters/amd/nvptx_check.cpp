// The meanings of nvptx.cpp, those of one lane, on the host: against the processor's own rounding, against other ways to
// compute the same, and shuffles against the table of PTX's manual. retarget.py --self-test compiles and runs it.
static unsigned here, others[64];  // the lane that asks, and what the lanes of the wave hold
#define __builtin_amdgcn_mbcnt_lo(a, b) 0
#define __builtin_amdgcn_mbcnt_hi(a, b) here
#define __builtin_amdgcn_ds_bpermute(at, value) static_cast<int>(others[((at) >> 2) & 63])
#define __builtin_amdgcn_ballot_w32(p) ((p) ? ~0U : 0U)
#define __builtin_amdgcn_implicitarg_ptr() static_cast<void*>(nullptr)
#define __builtin_amdgcn_fence(order, scope) static_cast<void>(0)
#define __builtin_amdgcn_s_barrier() static_cast<void>(0)
#define __builtin_amdgcn_wave_barrier() static_cast<void>(0)
#define __builtin_amdgcn_s_sleep(n) static_cast<void>(0)
#define __builtin_amdgcn_fmed3f(a, b, c) __builtin_fminf(__builtin_fmaxf(a, b), c)
#define __builtin_amdgcn_sqrtf(a) __builtin_sqrtf(a)
#define __builtin_amdgcn_rsqf(a) (1.0F / __builtin_sqrtf(a))
#define __builtin_amdgcn_rsq(a) (1.0 / __builtin_sqrt(a))
#define __builtin_amdgcn_rcpf(a) (1.0F / (a))
#define __builtin_amdgcn_rcp(a) (1.0 / (a))
#define __builtin_amdgcn_logf(a) __builtin_log2f(a)
#define __builtin_amdgcn_exp2f(a) __builtin_exp2f(a)
#define __builtin_amdgcn_sinf(a) __builtin_sinf(a)
#define __builtin_amdgcn_cosf(a) __builtin_cosf(a)
#define OF_AXIS(x) 1
#define __builtin_amdgcn_workitem_id_x() OF_AXIS(x)
#define __builtin_amdgcn_workitem_id_y() OF_AXIS(y)
#define __builtin_amdgcn_workitem_id_z() OF_AXIS(z)
#define __builtin_amdgcn_workgroup_id_x() OF_AXIS(x)
#define __builtin_amdgcn_workgroup_id_y() OF_AXIS(y)
#define __builtin_amdgcn_workgroup_id_z() OF_AXIS(z)
#define __builtin_amdgcn_workgroup_size_x() OF_AXIS(x)
#define __builtin_amdgcn_workgroup_size_y() OF_AXIS(y)
#define __builtin_amdgcn_workgroup_size_z() OF_AXIS(z)
#define __builtin_amdgcn_grid_size_x() OF_AXIS(x)
#define __builtin_amdgcn_grid_size_y() OF_AXIS(y)
#define __builtin_amdgcn_grid_size_z() OF_AXIS(z)
#define address_space(n) unused
#include "nvptx.cpp"

#include <cfenv>
#include <cstdio>
#include <cstring>
#include <random>

float clc_sin(float a) { return a; }  // libclc's are not looked at
float clc_cos(float a) { return a; }
float clc_exp(float a) { return a; }
float clc_pow(float a, float) { return a; }
double clc_log(double a) { return a; }
double clc_erf(double a) { return a; }
double clc_atan2(double a, double) { return a; }

static int failures = 0;
static void expect(bool fine, const char* what) {
  if (!fine && failures++ < 20) std::printf("FAIL %s\n", what);
}
static bool same_bits(float a, float b) { return std::memcmp(&a, &b, 4) == 0 || (a != a && b != b); }
static float with_rounding(int mode, float a, float b, float c) {
  std::fesetround(mode);
  volatile float x = a, y = b, z = c;
  const float out = fma(static_cast<float>(x), y, z);
  std::fesetround(FE_TONEAREST);
  return out;
}

static void rounding(std::mt19937& random) {
  for (int k = 0; k < 300000; ++k) {
    float v[3];
    for (float& x : v) {
      // All exponents, exponents that are near each other, and numbers of few bits.
      unsigned word = random();
      if (k % 3 != 0) word = (word & 0x807fffffU) | (120 + random() % 16) << 23;
      if (k % 3 == 2) word &= 0xfff00000U;
      if (k % 7 == 0)
        word = (word & 0x807fffffU) | (&x == v ? random() % 128 : random() % 4) << 23;  // results of few bits, or none
      std::memcpy(&x, &word, 4);
    }
    expect(same_bits(fma_below(v[0], v[1], v[2]), with_rounding(FE_DOWNWARD, v[0], v[1], v[2])), "fma.rm");
    expect(same_bits(fma_to_zero(v[0], v[1], v[2]), with_rounding(FE_TOWARDZERO, v[0], v[1], v[2])), "fma.rz");
    expect(same_bits(add_to_zero(v[0], v[1]), with_rounding(FE_TOWARDZERO, v[0], 1.0F, v[1])), "add.rz");
  }
}

static void integers(std::mt19937& random) {
  for (int k = 0; k < 20000; ++k) {
    const unsigned a = random() >> random() % 32, b = random() >> random() % 32, c = random(), n = random() % 40;
    const unsigned long both = static_cast<unsigned long>(b) << 32 | a;
    expect(shf_left(a, b, n) == static_cast<unsigned>((both << n % 32) >> 32), "shf.l.wrap");
    expect(shf_right(a, b, n) == static_cast<unsigned>(both >> n % 32), "shf.r.wrap");
    expect(bfind(a) == (a == 0 ? ~0U : static_cast<unsigned>(__builtin_ilogb(static_cast<double>(a)))), "bfind");
    expect(lop3(a, b, c, 0xe8) == ((a & b) | (a & c) | (b & c)) && lop3(a, b, c, 0x96) == (a ^ b ^ c), "lop3");
    expect(prmt(a, b, 0x7654) == b && prmt(a, b, 0x0123) == __builtin_bswap32(a) &&
               prmt(a, b, 0x8888) == ((a & 128) != 0 ? ~0U : 0U),
           "prmt");
    expect(bit_mask(n % 32, 5) == static_cast<unsigned>(31UL << n % 32), "bmsk");
    const unsigned long x = static_cast<unsigned long>(a) * c + b, y = both;
    const unsigned __int128 p = static_cast<unsigned __int128>(x) * y;
    expect(
        mul128_low(x, y) == static_cast<unsigned long>(p) && mul128_high(x, y) == static_cast<unsigned long>(p >> 64),
        "mul of 128 bits");
    expect(add_low(x, 1, y, 2) == x + y &&
               add_high(x, 1, y, 2) == 3 + static_cast<unsigned long>((static_cast<unsigned __int128>(x) + y) >> 64),
           "add of 128 bits");
    unsigned sum = c;
    for (int i = 0; i < 4; ++i)
      sum += static_cast<unsigned>(reinterpret_cast<const signed char*>(&a)[i] *
                                   reinterpret_cast<const signed char*>(&b)[i]);
    expect(dp4a_signed(a, b, c) == sum, "dp4a");
    unsigned lanes = 0;
    for (int i = 0; i < 4; ++i)
      lanes |= static_cast<unsigned>(static_cast<unsigned char>((a >> 8 * i) + (b >> 8 * i))) << 8 * i;
    expect(vadd4(a, b, 0) == lanes, "vadd4");
  }
}

// PTX's manual, shfl.sync: `bound` is the last lane of the segment, or of .up the first.
static void shuffles(std::mt19937& random) {
  for (int k = 0; k < 20000; ++k) {
    for (unsigned& o : others) o = random();
    here = random() % 32;
    const unsigned segment = (random() % 6 == 0 ? 0x1f : ~((1U << random() % 6) - 1)) & 0x1f,
                   limit = random() % 2 == 0 ? 31 : 0, c = segment << 8 | limit, by = random() % 32;
    const unsigned bound = (here & segment) | (limit & ~segment), first = here & segment;
    const auto wanted = [&](unsigned from, bool there) { return others[there ? from & 31 : here]; };
    expect(shuffle_up(~0U, 0, by, c) == wanted(here - by, static_cast<int>(here - by) >= static_cast<int>(bound)),
           "shfl.up");
    expect(shuffle_down(~0U, 0, by, c) == wanted(here + by, here + by <= bound), "shfl.down");
    expect(shuffle_bfly(~0U, 0, by, c) == wanted(here ^ by, (here ^ by) <= bound), "shfl.bfly");
    expect(shuffle_idx(~0U, 0, by, c) == wanted(first | (by & ~segment), (first | (by & ~segment)) <= bound),
           "shfl.idx");
  }
}

int main() {
  std::mt19937 random(1);  // NOLINT: the same numbers each time
  rounding(random);
  integers(random);
  shuffles(random);
  std::printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
