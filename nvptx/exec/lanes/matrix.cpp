// Matrix products of a warp: fragments into small dense arrays, plain loops over them, results back into registers.
//
// Products of two elements are exact: f16, bf16, tf32 and 8-bit floats in double, integers in 32 bits. A floating
// sum is made in double, C first, then k upwards, and rounded once to the type of D (nearest even; NaN is the
// canonical one). PTX specifies neither the order nor the precision of these sums, and the hardware truncates on the
// way; sums that are exact in the type of D are the same. f64 is a chain of fma in the given rounding, k upwards.
// Integer sums are exact and then wrap, or saturate under .satfinite.
// Cost: about m n k / 4 additions of doubles, m n k / 8 of integers, with vectors of 32 bytes.
#include <cfenv>

#include "nvptx/exec/lanes/matrix_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::nvptx::exec::LATHE_LANES {
namespace {

constexpr u32 nan32 = 0x7fffffffU;
constexpr u32 nan16 = 0x7fffU;
constexpr u64 nan64 = 0xfff8000000000000ULL;  // as CUDA's constant; PTX does not say which

/// The largest fragments: wmma's 32 x 16 (16 x 32), and a wgmma's 16 x 256 with 32 rows of B.
constexpr unsigned max_a = 16 * 64, max_b = 32 * tile_columns, max_c = 16 * tile_columns;

// ---- elements to numbers

inline float half_value(u32 h) {
  // The exponent is 112 lower as a float; infinities and NaN get theirs.
  u32 bits = std::bit_cast<u32>(std::bit_cast<float>((h & 0x7fffU) << 13) * 0x1p112f);
  bits |= (h & 0x7c00U) == 0x7c00U ? 0x7f800000U : 0;
  return std::bit_cast<float>(bits | (h & 0x8000U) << 16);
}

inline float e4m3_value(u32 v) {
  // As a half with four bits of exponent, 2^8 too small. There are no infinities.
  const float f = half_value((v & 0x80U) << 8 | (v & 0x7fU) << 7) * 256.0f;
  return (v & 0x7fU) == 0x7fU ? std::bit_cast<float>(nan32) : f;
}

/// The elements of 32 words in order: word by word, low bits first.
void widen(Element type, const u32* words, double* out) {
  u16 halves[2 * lane_count];
  u8 bytes[4 * lane_count];
  switch (type) {
    case Element::f16:
      std::memcpy(halves, words, sizeof halves);
      for (unsigned i = 0; i < 64; ++i) out[i] = static_cast<double>(half_value(halves[i]));
      break;
    case Element::bf16:
      std::memcpy(halves, words, sizeof halves);
      for (unsigned i = 0; i < 64; ++i) out[i] = static_cast<double>(std::bit_cast<float>(u32{halves[i]} << 16));
      break;
    case Element::tf32:
      // The lower 13 bits are not part of the number.
      for (unsigned i = 0; i < 32; ++i) out[i] = static_cast<double>(std::bit_cast<float>(words[i] & 0xffffe000U));
      break;
    case Element::e4m3:
      std::memcpy(bytes, words, sizeof bytes);
      for (unsigned i = 0; i < 128; ++i) out[i] = static_cast<double>(e4m3_value(bytes[i]));
      break;
    case Element::e5m2:
      std::memcpy(bytes, words, sizeof bytes);
      for (unsigned i = 0; i < 128; ++i) out[i] = static_cast<double>(half_value(u32{bytes[i]} << 8));
      break;
    default:
      for (unsigned i = 0; i < 32; ++i) out[i] = static_cast<double>(std::bit_cast<float>(words[i]));
      break;
  }
}

void widen(Element type, const u32* words, s32* out) {
  u8 bytes[4 * lane_count];
  std::memcpy(bytes, words, sizeof bytes);
  switch (type) {
    case Element::s8:
      for (unsigned i = 0; i < 128; ++i) out[i] = static_cast<s8>(bytes[i]);
      break;
    case Element::u8:
      for (unsigned i = 0; i < 128; ++i) out[i] = bytes[i];
      break;
    case Element::s4:
      for (unsigned i = 0; i < 256; ++i) out[i] = static_cast<s8>(bytes[i / 2] >> (i % 2 * 4) << 4) >> 4;
      break;
    case Element::u4:
      for (unsigned i = 0; i < 256; ++i) out[i] = bytes[i / 2] >> (i % 2 * 4) & 15;
      break;
    default:
      for (unsigned i = 0; i < 32; ++i) out[i] = static_cast<s32>(words[i]);
      break;
  }
}

// ---- numbers to elements

inline u32 float_bits(double x) {
  const u32 bits = std::bit_cast<u32>(static_cast<float>(x));
  return x != x ? nan32 : bits;
}

/// Round to nearest even in one step from double.
inline u32 half_bits(double x) {
  const u64 all = std::bit_cast<u64>(x);
  const u32 sign = static_cast<u32>(all >> 48) & 0x8000U;
  const u64 a = all & 0x7fffffffffffffffULL;
  const double size = std::bit_cast<double>(a);
  // Normal: round off 42 bits of the significand, then rebase the exponent from 1023 to 15.
  const u64 rounded = a + 0x1ffffffffffULL + (a >> 42 & 1);
  const u32 normal = static_cast<u32>((rounded >> 42) - (u64{1023 - 15} << 10));
  // Subnormal: 1.5 * 2^28 has the last place 2^-24.
  const u32 small = static_cast<u32>(std::bit_cast<u64>(size + 0x1.8p28) & 0x7ffU);
  const u32 value = size < 0x1p-14 ? small : size >= 65520.0 ? 0x7c00U : normal;
  return x != x ? nan16 : sign | value;
}

// ---- dense arrays from and to registers

struct Shape {
  unsigned m, n, k;
};

/// Register r of A with e elements in a register, in lane order, into rows.
template <unsigned e, class T>
void place_a(T* a, const T* t, const Shape& s, unsigned r) {
  const unsigned rows = s.m < 16 ? 8 : 16, count = rows * s.k / (lane_count * e), tile = r / count, q = r % count;
  const unsigned row = tile * 16 + (rows == 16 ? q % 2 * 8 : 0), column = 4 * e * (rows == 16 ? q / 2 : q);
  for (unsigned g = 0; g < 8; ++g) std::memcpy(a + (row + g) * s.k + column, t + g * 4 * e, 4 * e * sizeof(T));
}

template <unsigned e, class T>
void place_b(T* b, const T* t, const Shape& s, unsigned r) {
  const unsigned count = s.k / (4 * e), column = r / count * 8, row = r % count * 4 * e;
  for (unsigned i = 0; i < 4 * e; ++i)
    for (unsigned g = 0; g < 8; ++g) b[(row + i) * s.n + column + g] = t[g * 4 * e + i];
}

/// Where register r of an accumulator with e elements in a register begins; lane l has element i of it at
/// at + l / 4 * n + e * (l % 4) + i for two elements, at + l / 4 * n + 2 * (l % 4) for one.
inline unsigned accumulator_at(const Shape& s, unsigned e, unsigned r) {
  const unsigned count = (s.m < 16 ? 2 : 4) / e, tile = r / count, q = r % count, across = s.n / 8;
  const unsigned row = tile / across * 16 + (e == 2 ? q : q / 2) * 8;
  return row * s.n + tile % across * 8 + (e == 2 ? 0 : q % 2);
}

template <class T>
void place_c(T* c, const T* t, const Shape& s, unsigned e, unsigned r) {
  const unsigned at = accumulator_at(s, e, r);
  for (unsigned l = 0; l < lane_count; ++l)
    for (unsigned i = 0; i < e; ++i) c[at + l / 4 * s.n + l % 4 * 2 + i] = t[l * e + i];
}

template <class T>
void take_d(T* t, const T* c, const Shape& s, unsigned e, unsigned r) {
  const unsigned at = accumulator_at(s, e, r);
  for (unsigned l = 0; l < lane_count; ++l)
    for (unsigned i = 0; i < e; ++i) t[l * e + i] = c[at + l / 4 * s.n + l % 4 * 2 + i];
}

template <unsigned e, class T>
void load_a_of(Element type, Warp& w, const Slot* regs, const Shape& s, T* a) {
  T t[8 * lane_count];
  for (unsigned r = 0; r < s.m * s.k / (lane_count * e); ++r) {
    widen(type, w.in<u32>(regs[r]), t);
    place_a<e>(a, t, s, r);
  }
}

template <unsigned e, class T>
void load_b_of(Element type, Warp& w, const Slot* regs, const Shape& s, T* b) {
  T t[8 * lane_count];
  for (unsigned r = 0; r < s.n * s.k / (lane_count * e); ++r) {
    widen(type, w.in<u32>(regs[r]), t);
    place_b<e>(b, t, s, r);
  }
}

template <class T>
void load_a(Element type, Warp& w, const Slot* regs, const Shape& s, T* a) {
  switch (element_bits(type)) {
    case 4:
      return load_a_of<8>(type, w, regs, s, a);
    case 8:
      return load_a_of<4>(type, w, regs, s, a);
    case 16:
      return load_a_of<2>(type, w, regs, s, a);
    default:
      return load_a_of<1>(type, w, regs, s, a);
  }
}

template <class T>
void load_b(Element type, Warp& w, const Slot* regs, const Shape& s, T* b) {
  switch (element_bits(type)) {
    case 4:
      return load_b_of<8>(type, w, regs, s, b);
    case 8:
      return load_b_of<4>(type, w, regs, s, b);
    case 16:
      return load_b_of<2>(type, w, regs, s, b);
    default:
      return load_b_of<1>(type, w, regs, s, b);
  }
}

template <class T>
void load_c(Element type, Warp& w, const Slot* regs, const Shape& s, T* c) {
  const unsigned e = type == Element::f16 ? 2 : 1;
  T t[2 * lane_count];
  for (unsigned r = 0; r < s.m * s.n / (lane_count * e); ++r) {
    widen(type, w.in<u32>(regs[r]), t);
    place_c(c, t, s, e, r);
  }
}

/// .satfinite of floating products, which PTX had before 6.5: NaN to +0, infinity to the largest number.
inline double clamp_finite(double x, Element type) {
  const double top = type == Element::f16 ? 65504.0 : 0x1.fffffep127;
  return x != x ? 0.0 : x > top ? top : x < -top ? -top : x;
}

/// One register of D from its numbers in lane order.
void narrow(const Product& p, Warp& w, Slot slot, Mask mask, double* t) {
  u32 words[lane_count];
  const unsigned count = p.d == Element::f16 ? 64 : 32;
  if (p.satfinite)
    for (unsigned i = 0; i < count; ++i) t[i] = clamp_finite(t[i], p.d);
  if (p.d == Element::f16) {
    u16 halves[2 * lane_count];
    for (unsigned i = 0; i < 64; ++i) halves[i] = static_cast<u16>(half_bits(t[i]));
    std::memcpy(words, halves, sizeof words);
  } else {
    for (unsigned i = 0; i < 32; ++i) words[i] = float_bits(t[i]);
  }
  blend(w.out<u32>(slot), words, mask);
}

void store_d(const Product& p, Warp& w, const Slot* regs, Mask mask, const Shape& s, const double* c) {
  const unsigned e = p.d == Element::f16 ? 2 : 1;
  double t[2 * lane_count];
  for (unsigned r = 0; r < s.m * s.n / (lane_count * e); ++r) {
    take_d(t, c, s, e, r);
    narrow(p, w, regs[r], mask, t);
  }
}

void store_d(Warp& w, const Slot* regs, Mask mask, const Shape& s, const s32* c) {
  s32 t[lane_count];
  for (unsigned r = 0; r < s.m * s.n / lane_count; ++r) {
    take_d(t, c, s, 1, r);
    blend(w.out<s32>(regs[r]), t, mask);
  }
}

// ---- products

struct Fma {
  static double run(double s, double x, double y) { return __builtin_fma(x, y, s); }
};
struct XorCount {
  static s32 run(s32 s, s32 x, s32 y) { return s + __builtin_popcount(static_cast<u32>(x ^ y)); }
};
struct AndCount {
  static s32 run(s32 s, s32 x, s32 y) { return s + __builtin_popcount(static_cast<u32>(x & y)); }
};

/// c (m x n) += a (m x k) * b (k x n) step by step, all row by row.
template <class F, class T>
[[gnu::noinline]] void multiply_by(T* c, const T* a, const T* b, const Shape& s) {
  for (unsigned i = 0; i < s.m; ++i)
    for (unsigned p = 0; p < s.k; ++p)
      for (unsigned j = 0; j < s.n; ++j) c[i * s.n + j] = F::run(c[i * s.n + j], a[i * s.k + p], b[p * s.n + j]);
}

/// The same with products and sums; n is a multiple of 8. Written with vectors: the compiler makes scalars of 8 sums.
template <class T>
[[gnu::noinline]] void multiply(T* c, const T* a, const T* b, const Shape& s) {
  typedef T Vector __attribute__((vector_size(32)));
  constexpr unsigned parts = 8 * sizeof(T) / sizeof(Vector), width = sizeof(Vector) / sizeof(T);
  for (unsigned j = 0; j < s.n; j += 8)
    for (unsigned i = 0; i < s.m; ++i) {
      const T *row = a + i * s.k, *column = b + j;
      Vector sum[parts], factor;
      for (unsigned x = 0; x < parts; ++x) std::memcpy(&sum[x], c + i * s.n + j + x * width, sizeof(Vector));
      for (unsigned p = 0; p < s.k; ++p, column += s.n)
        for (unsigned x = 0; x < parts; ++x) {
          std::memcpy(&factor, column + x * width, sizeof(Vector));
          sum[x] += row[p] * factor;
        }
      for (unsigned x = 0; x < parts; ++x) std::memcpy(c + i * s.n + j + x * width, &sum[x], sizeof(Vector));
    }
}

/// Adds exact sums to the accumulator: wraps, or clamps.
void accumulate(s32* c, const s32* sum, unsigned count, bool clamp) {
  for (unsigned i = 0; i < count; ++i) {
    const s64 exact = s64{c[i]} + sum[i];
    const s64 clamped = exact > 0x7fffffff ? 0x7fffffff : exact < -0x80000000LL ? -0x80000000LL : exact;
    c[i] = static_cast<s32>(static_cast<u32>(static_cast<u64>(clamp ? clamped : exact)));
  }
}

Flow run_real(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  const Product p = Product::unpack(code);
  const Shape s{p.m, p.n, p.k};
  const Slot* regs = w.extra(code);
  const Slot* regs_a = regs + fragment_registers(p.m * p.n, p.d);
  const Slot* regs_b = regs_a + fragment_registers(p.m * p.k, p.a);
  const Slot* regs_c = regs_b + fragment_registers(p.n * p.k, p.b);
  double a[max_a], b[max_a], c[max_a];
  load_a(p.a, w, regs_a, s, a);
  load_b(p.b, w, regs_b, s, b);
  load_c(p.c, w, regs_c, s, c);
  multiply(c, a, b, s);
  store_d(p, w, regs, mask, s, c);
  return Flow::next;
}

Flow run_integer(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  const Product p = Product::unpack(code);
  const Shape s{p.m, p.n, p.k};
  const Slot* regs = w.extra(code);
  const Slot* regs_a = regs + fragment_registers(p.m * p.n, p.d);
  const Slot* regs_b = regs_a + fragment_registers(p.m * p.k, p.a);
  const Slot* regs_c = regs_b + fragment_registers(p.n * p.k, p.b);
  s32 a[max_a], b[max_a], c[max_a], sum[max_a];
  std::memset(sum, 0, s.m * s.n * sizeof *sum);
  load_a(p.a, w, regs_a, s, a);
  load_b(p.b, w, regs_b, s, b);
  load_c(p.c, w, regs_c, s, c);
  multiply(sum, a, b, s);
  accumulate(c, sum, s.m * s.n, p.satfinite);
  store_d(w, regs, mask, s, c);
  return Flow::next;
}

/// Rows and columns of single bits are rows and columns of words: each product is a population count.
Flow run_bits(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  const Product p = Product::unpack(code);
  const Shape s{p.m, p.n, p.k / 32};
  const Slot* regs = w.extra(code);
  const Slot* regs_a = regs + fragment_registers(p.m * p.n, p.d);
  const Slot* regs_b = regs_a + fragment_registers(p.m * p.k, p.a);
  const Slot* regs_c = regs_b + fragment_registers(p.n * p.k, p.b);
  s32 a[max_a], b[max_a], c[max_a], sum[max_a];
  std::memset(sum, 0, s.m * s.n * sizeof *sum);
  load_a(Element::s32, w, regs_a, s, a);
  load_b(Element::s32, w, regs_b, s, b);
  load_c(Element::s32, w, regs_c, s, c);
  if (p.bit_and)
    multiply_by<AndCount>(sum, a, b, s);
  else
    multiply_by<XorCount>(sum, a, b, s);
  accumulate(c, sum, s.m * s.n, false);
  store_d(w, regs, mask, s, c);
  return Flow::next;
}

int rounding_mode(Product::Round round) {
  switch (round) {
    case Product::Round::zero:
      return FE_TOWARDZERO;
    case Product::Round::down:
      return FE_DOWNWARD;
    case Product::Round::up:
      return FE_UPWARD;
    case Product::Round::nearest:
      break;
  }
  return FE_TONEAREST;
}

Flow run_f64(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  const Product p = Product::unpack(code);
  const Shape s{p.m, p.n, p.k};
  const Slot* regs = w.extra(code);
  const unsigned count_a = p.m * p.k / lane_count, count_b = p.n * p.k / lane_count, count_c = p.m * p.n / lane_count;
  const Slot *regs_a = regs + count_c, *regs_b = regs_a + count_a, *regs_c = regs_b + count_b;
  double a[max_a], b[max_a], c[max_a], t[lane_count];
  for (unsigned r = 0; r < count_a; ++r) place_a<1>(a, w.in<double>(regs_a[r]), s, r);
  for (unsigned r = 0; r < count_b; ++r) place_b<1>(b, w.in<double>(regs_b[r]), s, r);
  for (unsigned r = 0; r < count_c; ++r) place_c(c, w.in<double>(regs_c[r]), s, 1, r);
  if (p.round != Product::Round::nearest) {
    // The asm keeps the compiler from moving the product out from between the calls.
    const int before = fegetround();
    fesetround(rounding_mode(p.round));
    asm volatile("" : : "r"(a), "r"(b), "r"(c) : "memory");
    multiply_by<Fma>(c, a, b, s);
    asm volatile("" : : "r"(c) : "memory");
    fesetround(before);
  } else {
    multiply_by<Fma>(c, a, b, s);
  }
  for (unsigned r = 0; r < count_c; ++r) {
    take_d(t, c, s, 1, r);
    u64 bits[lane_count];
    LATHE_LOOP bits[l] = t[l] != t[l] ? nan64 : std::bit_cast<u64>(t[l]);
    blend(w.out<u64>(regs[r]), bits, mask);
  }
  return Flow::next;
}

/// m8n8k4 of f16: four products, each of lanes 4q ... 4q + 3 and 16 + 4q ...
struct QuadPair {
  double a[4][8 * 4], b[4][4 * 8], c[4][8 * 8];
};

inline unsigned quad_row(unsigned lane) { return lane % 4 + (lane < 16 ? 0 : 4); }

/// Where element i of this lane lies in the 8 x 8 accumulator.
inline unsigned quad_at(Element type, unsigned lane, unsigned i) {
  if (type == Element::f16) return quad_row(lane) * 8 + i;
  const unsigned row = (lane & 1) + (i & 2) + (lane < 16 ? 0 : 4), column = (i & 4) + (lane & 2) + (i & 1);
  return row * 8 + column;
}

Flow run_quad_pairs(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  const Product p = Product::unpack(code);
  const Slot* regs = w.extra(code);
  const unsigned count_c = p.c == Element::f16 ? 4 : 8, count_d = p.d == Element::f16 ? 4 : 8;
  const unsigned per_c = 8 / count_c, per_d = 8 / count_d;
  const Slot *regs_a = regs + count_d, *regs_b = regs_a + 2, *regs_c = regs_b + 2;
  QuadPair q;
  double t[2 * lane_count];
  for (unsigned r = 0; r < 2; ++r) {
    widen(Element::f16, w.in<u32>(regs_a[r]), t);
    for (unsigned l = 0; l < lane_count; ++l)
      for (unsigned i = 2 * r; i < 2 * r + 2; ++i) {
        const unsigned row = p.a_col ? i + (l < 16 ? 0 : 4) : quad_row(l), column = p.a_col ? l % 4 : i;
        q.a[l / 4 % 4][row * 4 + column] = t[2 * l + i % 2];
      }
    widen(Element::f16, w.in<u32>(regs_b[r]), t);
    for (unsigned l = 0; l < lane_count; ++l)
      for (unsigned i = 2 * r; i < 2 * r + 2; ++i) {
        const unsigned row = p.b_col ? i : l % 4, column = p.b_col ? quad_row(l) : i + (l < 16 ? 0 : 4);
        q.b[l / 4 % 4][row * 8 + column] = t[2 * l + i % 2];
      }
  }
  for (unsigned r = 0; r < count_c; ++r) {
    widen(p.c, w.in<u32>(regs_c[r]), t);
    for (unsigned l = 0; l < lane_count; ++l)
      for (unsigned i = 0; i < per_c; ++i) q.c[l / 4 % 4][quad_at(p.c, l, r * per_c + i)] = t[l * per_c + i];
  }
  for (unsigned i = 0; i < 4; ++i) multiply(q.c[i], q.a[i], q.b[i], Shape{8, 8, 4});
  for (unsigned r = 0; r < count_d; ++r) {
    for (unsigned l = 0; l < lane_count; ++l)
      for (unsigned i = 0; i < per_d; ++i) t[l * per_d + i] = q.c[l / 4 % 4][quad_at(p.d, l, r * per_d + i)];
    narrow(p, w, regs[r], mask, t);
  }
  return Flow::next;
}

// ---- wgmma

/// Rows of 32 bytes into numbers: a[i * row_stride + j * step] is element j of row i.
template <class T>
void widen_rows(Element type, const std::byte* rows, unsigned count, T* to, unsigned row_stride, unsigned step) {
  constexpr unsigned together = lane_count * 4 / tile_row_bytes;
  const unsigned width = tile_row_bytes * 8 / element_bits(type);
  u32 words[lane_count];
  T t[8 * lane_count];
  for (unsigned i = 0; i < count; i += together) {
    std::memcpy(words, rows + std::size_t{i} * tile_row_bytes, sizeof words);
    widen(type, words, t);
    for (unsigned r = 0; r < together && i + r < count; ++r)
      for (unsigned j = 0; j < width; ++j) to[(i + r) * row_stride + j * step] = t[r * width + j];
  }
}

template <class T>
void load_tile(const Product& p, Warp& w, const Slot* regs_a, const TileInput& in, const Shape& s, T* a, T* b) {
  // Bits are read as words.
  const Element type_a = p.a == Element::b1 ? Element::s32 : p.a, type_b = p.b == Element::b1 ? Element::s32 : p.b;
  if (in.a == nullptr)
    load_a(type_a, w, regs_a, s, a);
  else
    widen_rows(type_a, in.a, s.m, a, s.k, 1);
  widen_rows(type_b, in.b, s.n, b, 1, s.n);
}

}  // namespace

void tile_product(Warp& w, const Code& code, Mask mask, const TileInput& in) {
  const Product p = Product::unpack(code);
  const Shape s{16, p.n, p.a == Element::b1 ? p.k / 32 : p.k};
  const Slot* regs = w.extra(code);
  const Slot* regs_a = regs + fragment_registers(16 * p.n, p.d);
  if (p.d == Element::s32) {
    s32 a[max_a], b[max_b], c[max_c], sum[max_c];
    std::memset(c, 0, s.m * s.n * sizeof *c);
    std::memset(sum, 0, s.m * s.n * sizeof *sum);
    load_tile(p, w, regs_a, in, s, a, b);
    if (in.keep) load_c(p.d, w, regs, s, c);
    if (p.a == Element::b1)
      multiply_by<AndCount>(sum, a, b, s);
    else
      multiply(sum, a, b, s);
    accumulate(c, sum, s.m * s.n, p.satfinite);
    store_d(w, regs, mask, s, c);
    return;
  }
  double a[max_a], b[max_b], c[max_c];
  std::memset(c, 0, s.m * s.n * sizeof *c);
  load_tile(p, w, regs_a, in, s, a, b);
  if (in.keep) load_c(p.d, w, regs, s, c);
  if (in.negate)
    for (unsigned i = 0; i < s.m * s.k; ++i) a[i] = -a[i];
  multiply(c, a, b, s);
  store_d(p, w, regs, mask, s, c);
}

Handler pick_matrix(const MatrixKey& key) {
  switch (key.kind) {
    case MatrixKey::Kind::real:
      return run_real;
    case MatrixKey::Kind::quad_pairs:
      return run_quad_pairs;
    case MatrixKey::Kind::f64:
      return run_f64;
    case MatrixKey::Kind::integer:
      return run_integer;
    case MatrixKey::Kind::bits:
      return run_bits;
  }
  return nullptr;
}

}  // namespace lathe::nvptx::exec::LATHE_LANES
