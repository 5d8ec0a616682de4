// Sparse and block-scaled products: fragments into dense matrices of doubles or integers, a plain product, back.
//
// A sum of floats is made in double, C first, then k upwards, and rounded once: as lanes/matrix.cpp does. Metadata
// and scales that the manual calls undefined are faults. Cost: O(m n k).
#include "nvptx/exec/operate/matrix_special.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "simt/lanes/lane_tools.hpp"
#include "simt/lanes/small_float.hpp"

namespace lathe::nvptx::exec {
namespace {

using u32 = std::uint32_t;
constexpr unsigned rows = 16, columns = 8, most_k = 128;

/// A float of few bits: no infinities; `nan`: the magnitude that is none.
double tiny(u32 bits, int exponent_bits, int fraction_bits, u32 nan) {
  const u32 magnitude = bits & ((1U << (exponent_bits + fraction_bits)) - 1);
  if (magnitude == nan) return std::numeric_limits<double>::quiet_NaN();
  const int exponent = static_cast<int>(magnitude >> fraction_bits), bias = (1 << (exponent_bits - 1)) - 1;
  const double fraction = magnitude & ((1U << fraction_bits) - 1);
  const double value = exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                                     : std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
  return (bits >> (exponent_bits + fraction_bits) & 1) != 0 ? -value : value;
}

constexpr u32 no_nan = ~0U;

std::int64_t small_whole(SmallElement e, u32 bits) {
  switch (e) {
    case SmallElement::s8:
      return static_cast<std::int8_t>(bits);
    case SmallElement::s4:
      return static_cast<std::int8_t>(bits << 4) >> 4;
    default:
      return bits;
  }
}

template <class T>
T element(SmallElement e, u32 word, unsigned i) {
  const unsigned bits = small_bits(e);
  const u32 value = bits == 32 ? word : word >> (i * bits) & ((1U << bits) - 1);
  if constexpr (std::is_same_v<T, double>)
    return small_number(e, value);
  else
    return small_whole(e, value);
}

/// The operands of one instruction.
class Operands {
 public:
  Operands(Warp& warp, const Code& code, const SpecialProduct& p) : w_(warp), p_(p) {
    const Slot* at = warp.extra(code);
    d = at;
    a_ = at + p.registers_c();
    b_ = a_ + p.registers_a();
    c = b_ + p.registers_b();
    metadata_ = c + p.registers_c();
    scales_ = metadata_ + (p.sparse ? 1 : 0);
  }
  const Slot *d, *c;

  template <class T>
  T stored_a(unsigned row, unsigned column) const {
    const unsigned each = 32 / small_bits(p_.a), part = column / (4 * each);
    const unsigned lane = row % 8 * 4 + column / each % 4;
    return element<T>(p_.a, w_.in<u32>(a_[part * 2 + row / 8])[lane], column % each);
  }
  template <class T>
  T b(unsigned row, unsigned column) const {
    const unsigned each = 32 / small_bits(p_.b);
    return element<T>(p_.b, w_.in<u32>(b_[row / (4 * each)])[column * 4 + row / each % 4], row % each);
  }
  /// The four bits for one chunk of a row of A.
  u32 index(unsigned row, unsigned chunk) const {
    const unsigned threads = p_.metadata_threads();
    const bool halves = small_bits(p_.a) >= 16;  // a word holds both rows of a thread, else columns of one
    const unsigned thread = halves ? chunk / 4 : row / 8 + chunk / 8 * 2;
    const unsigned bit = halves ? chunk % 4 * 4 + row / 8 * 16 : chunk % 8 * 4;
    const unsigned lane = row % 8 * 4 + p_.selector * threads + thread;
    return w_.in<u32>(metadata_[0])[lane] >> bit & 15;
  }
  /// byte-id and thread-id of A (0) or B (1).
  u32 scale_selector(unsigned matrix, unsigned which, unsigned lane) const {
    return w_.in<std::uint16_t>(scales_[matrix * 3 + 1 + which])[lane];
  }
  u32 scale_bits(unsigned matrix, unsigned line, unsigned part, unsigned byte, unsigned thread) const {
    const unsigned lane = matrix == 0 ? line % 8 * 4 + thread * 2 + line / 8 : line * 4 + thread;
    return w_.in<u32>(scales_[matrix * 3])[lane] >> (8 * (byte + part)) & 0xff;
  }

 private:
  Warp& w_;
  const SpecialProduct& p_;
  const Slot *a_, *b_, *metadata_, *scales_;
};

/// Where the stored elements of a chunk lie in it; empty when the metadata says nothing that is defined.
bool positions(const SpecialProduct& p, u32 index, std::array<unsigned, 4>& out) {
  const unsigned first = index & 3, second = index >> 2;
  if (p.a == SmallElement::tf32) {
    // One of two elements, as pairs of 16 bits.
    out[0] = index == 14 ? 1 : 0;
    return index == 14 || index == 4;
  }
  if (p.chunk() == 4)
    out = {first, second, 0, 0};
  else
    out = {2 * first, 2 * first + 1, 2 * second, 2 * second + 1};
  const bool ascending = p.ordered || (!small_integer(p.a) && small_bits(p.a) <= 8);
  return ascending ? first < second : first != second;
}

/// Of a sparse A, which elements are stored: the others take no part, not even against an infinity.
using Stored = bool[rows][most_k];

template <class T>
bool load_a(Warp& w, const Code& code, Mask mask, const SpecialProduct& p, const Operands& o, T (*a)[most_k],
            Stored& stored) {
  for (unsigned i = 0; i < rows; ++i) {
    std::fill(a[i], a[i] + p.k, T{});
    std::fill(stored[i], stored[i] + p.k, !p.sparse);
    if (!p.sparse) {
      for (unsigned k = 0; k < p.k; ++k) a[i][k] = o.stored_a<T>(i, k);
      continue;
    }
    const unsigned size = p.chunk(), kept = size / 2;
    for (unsigned chunk = 0; chunk < p.k / size; ++chunk) {
      std::array<unsigned, 4> at{};
      const u32 index = o.index(i, chunk);
      if (!positions(p, index, at)) {
        w.fault(code, static_cast<unsigned>(std::countr_zero(mask)),
                "the metadata " + std::to_string(index) + " of row " + std::to_string(i) + ", columns " +
                    std::to_string(chunk * size) + " to " + std::to_string(chunk * size + size - 1) +
                    ", is none that PTX defines");
        return false;
      }
      for (unsigned e = 0; e < kept; ++e) {
        a[i][chunk * size + at[e]] = o.stored_a<T>(i, chunk * kept + e);
        stored[i][chunk * size + at[e]] = true;
      }
    }
  }
  return true;
}

/// Multiplies the elements of each row of A and column of B by their scales.
bool apply_scales(Warp& w, const Code& code, Mask mask, const SpecialProduct& p, const Operands& o, double (*a)[most_k],
                  double (*b)[columns]) {
  const auto lane = static_cast<unsigned>(std::countr_zero(mask));
  const auto fail = [&](const std::string& text) {
    w.fault(code, lane, text);
    return false;
  };
  for (unsigned matrix = 0; matrix < 2; ++matrix) {
    const u32 byte = o.scale_selector(matrix, 0, lane), thread = o.scale_selector(matrix, 1, lane);
    if (byte % p.scales != 0 || byte + p.scales > 4 || thread > (matrix == 0 ? 1U : 3U))
      return fail("the scale selector {" + std::to_string(byte) + ", " + std::to_string(thread) + "} is none of " +
                  std::to_string(p.scales) + " scales");
    const unsigned lines = matrix == 0 ? rows : columns, part = p.k / p.scales;
    for (unsigned line = 0; line < lines; ++line)
      for (unsigned k = 0; k < p.k; ++k) {
        const u32 bits = o.scale_bits(matrix, line, k / part, byte, thread);
        if (p.scale_e4m3 && bits > 0x7f) return fail("a scale of type ue4m3 with its upper bit set");
        (matrix == 0 ? a[line][k] : b[k][line]) *= scale_number(p.scale_e4m3, bits);
      }
  }
  return true;
}

/// Row, column of element `i` of a lane's accumulator.
unsigned row_of(unsigned lane, unsigned i) { return lane / 4 + i / 2 * 8; }
unsigned column_of(unsigned lane, unsigned i) { return lane % 4 * 2 + i % 2; }

u32 nearest_f32(double x) { return x != x ? 0x7fffffffU : std::bit_cast<u32>(static_cast<float>(x)); }

/// f(lane, i, word of C, half): the new bits of that element.
template <class F>
void write_results(Warp& w, const SpecialProduct& p, const Operands& o, Mask mask, F&& f) {
  const bool halves = p.d == SpecialProduct::Result::f16;
  for (unsigned r = 0; r < p.registers_c(); ++r) {
    u32 words[lane_count];
    for (unsigned lane = 0; lane < lane_count; ++lane) {
      const u32 c = w.in<u32>(o.c[r])[lane];
      words[lane] = halves ? (f(lane, 2 * r, c & 0xffff) & 0xffff) | f(lane, 2 * r + 1, c >> 16) << 16 : f(lane, r, c);
    }
    put_lanes(w.out<u32>(o.d[r]), words, mask);
  }
}

Flow run_floats(Warp& w, const Code& code, Mask mask, const SpecialProduct& p, const Operands& o) {
  double a[rows][most_k], b[most_k][columns];
  Stored stored;
  if (!load_a(w, code, mask, p, o, a, stored)) return Flow::stop;
  for (unsigned k = 0; k < p.k; ++k)
    for (unsigned j = 0; j < columns; ++j) b[k][j] = o.b<double>(k, j);
  if (p.scales != 0 && !apply_scales(w, code, mask, p, o, a, b)) return Flow::stop;
  const bool halves = p.d == SpecialProduct::Result::f16;
  u32 results[lane_count][4];
  // All of C is read before any of D is written: they may be the same registers.
  write_results(w, p, o, 0, [&](unsigned lane, unsigned i, u32 c) {
    double sum = halves ? small_to_double(static_cast<std::uint16_t>(c), f16_format) : double{std::bit_cast<float>(c)};
    for (unsigned k = 0; k < p.k; ++k)
      if (stored[row_of(lane, i)][k]) sum += a[row_of(lane, i)][k] * b[k][column_of(lane, i)];
    return results[lane][i] = halves ? double_to_small(sum, f16_format) : nearest_f32(sum);
  });
  write_results(w, p, o, mask, [&](unsigned lane, unsigned i, u32) { return results[lane][i]; });
  return Flow::next;
}

Flow run_integers(Warp& w, const Code& code, Mask mask, const SpecialProduct& p, const Operands& o) {
  std::int64_t a[rows][most_k], b[most_k][columns];
  Stored stored;
  if (!load_a(w, code, mask, p, o, a, stored)) return Flow::stop;
  for (unsigned k = 0; k < p.k; ++k)
    for (unsigned j = 0; j < columns; ++j) b[k][j] = o.b<std::int64_t>(k, j);
  u32 results[lane_count][4];
  write_results(w, p, o, 0, [&](unsigned lane, unsigned i, u32 c) {
    std::int64_t sum = static_cast<std::int32_t>(c);
    for (unsigned k = 0; k < p.k; ++k) sum += a[row_of(lane, i)][k] * b[k][column_of(lane, i)];
    if (p.satfinite) sum = std::clamp<std::int64_t>(sum, -0x80000000LL, 0x7fffffff);
    return results[lane][i] = static_cast<u32>(static_cast<std::uint64_t>(sum));
  });
  write_results(w, p, o, mask, [&](unsigned lane, unsigned i, u32) { return results[lane][i]; });
  return Flow::next;
}

}  // namespace

double small_number(SmallElement e, u32 bits) {
  switch (e) {
    case SmallElement::f16:
      return small_to_double(static_cast<std::uint16_t>(bits), f16_format);
    case SmallElement::bf16:
      return small_to_double(static_cast<std::uint16_t>(bits), bf16_format);
    case SmallElement::tf32:
      return double{std::bit_cast<float>(bits & 0xffffe000U)};
    case SmallElement::e4m3:
      return tiny(bits, 4, 3, 0x7f);
    case SmallElement::e5m2:
      return small_to_double(static_cast<std::uint16_t>(bits << 8), f16_format);
    case SmallElement::e2m3:
      return tiny(bits, 2, 3, no_nan);
    case SmallElement::e3m2:
      return tiny(bits, 3, 2, no_nan);
    case SmallElement::e2m1:
      return tiny(bits >> 2, 2, 1, no_nan);
    case SmallElement::e2m1_packed:
      return tiny(bits, 2, 1, no_nan);
    default:
      return static_cast<double>(small_whole(e, bits));
  }
}

double scale_number(bool e4m3, u32 bits) {
  if (e4m3) return tiny(bits & 0x7f, 4, 3, 0x7f);
  return bits == 0xff ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, static_cast<int>(bits) - 127);
}

Flow run_special_product(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  const SpecialProduct p = SpecialProduct::unpack(code.imm);
  const Operands o(w, code, p);
  return small_integer(p.a) ? run_integers(w, code, mask, p, o) : run_floats(w, code, mask, p, o);
}

}  // namespace lathe::nvptx::exec
