// Matrix products as Codes: element types, shapes, and what picks a handler. Private to nvptx/exec.
//
// Code::x holds the shape, Code::y the types and flags of a Product; the extra slots are the registers of D, A, B
// and C, one after the other (D and A alone where D is also C, and B lies in shared memory).
// Fragments of 32-bit registers with e elements each, g = lane / 4, t = lane % 4 (PTX ISA 9.0, 9.7.14.5):
//   A, register r of a tile of 16 rows: row g + 8 (r % 2), columns 4e (r / 2) + t e ...; of 8 rows: row g, 4e r + t e
//   B, register r of a tile of 8 columns: rows 4e r + t e ..., column g
//   C and D, tile of 16 (8) rows and 8 columns: element i: row g + 8 (i / 2), column 2t + i % 2
// Larger matrices (wmma) are tiles of 16 (8) rows and 8 columns, one after the other. What PTX leaves open, the
// fragments of wmma, is so the same as where mma has the shape.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nvptx/exec/simt.hpp"
#include "simt/state/code.hpp"
#include "simt/state/level.hpp"

namespace lathe::nvptx::exec {

enum class Element : std::uint8_t { none, f16, bf16, tf32, f32, f64, e4m3, e5m2, s8, u8, s4, u4, b1, s32 };

namespace {

/// Bits of an element in a register or in memory.
[[maybe_unused]] constexpr unsigned element_bits(Element e) {
  switch (e) {
    case Element::f64:
      return 64;
    case Element::tf32:
    case Element::f32:
    case Element::s32:
      return 32;
    case Element::f16:
    case Element::bf16:
      return 16;
    case Element::e4m3:
    case Element::e5m2:
    case Element::s8:
    case Element::u8:
      return 8;
    case Element::s4:
    case Element::u4:
      return 4;
    case Element::b1:
      return 1;
    case Element::none:
      break;
  }
  return 0;
}

/// Registers of a fragment of this many elements: 32 bits each, 64 of f64.
[[maybe_unused]] constexpr unsigned fragment_registers(unsigned elements, Element e) {
  return e == Element::f64 ? elements / lane_count : elements * element_bits(e) / 32 / lane_count;
}

}  // namespace

/// What one product computes: D = A * B + C, m x n x k.
struct Product {
  enum class Round : std::uint8_t { nearest, zero, down, up };
  Element a = Element::none, b = Element::none, c = Element::none, d = Element::none;
  unsigned m = 0, n = 0, k = 0;
  bool satfinite = false;
  bool bit_and = false;              ///< b1: and.popc instead of xor.popc
  bool a_col = false, b_col = true;  ///< m8n8k4 of f16 alone: how its fragments lie
  Round round = Round::nearest;      ///< f64 alone

  void pack(Code& code) const {
    code.x = m | n << 10 | k << 20;
    code.y = static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b) << 4 | static_cast<std::uint32_t>(c) << 8 |
             static_cast<std::uint32_t>(d) << 12 | (satfinite ? 1U << 16 : 0) | (bit_and ? 1U << 17 : 0) |
             (a_col ? 1U << 18 : 0) | (b_col ? 1U << 19 : 0) | static_cast<std::uint32_t>(round) << 20;
  }
  [[gnu::always_inline]] static Product unpack(const Code& code) {
    Product p;
    p.m = code.x & 0x3ff, p.n = code.x >> 10 & 0x3ff, p.k = code.x >> 20 & 0x3ff;
    p.a = static_cast<Element>(code.y & 15), p.b = static_cast<Element>(code.y >> 4 & 15);
    p.c = static_cast<Element>(code.y >> 8 & 15), p.d = static_cast<Element>(code.y >> 12 & 15);
    p.satfinite = (code.y >> 16 & 1) != 0, p.bit_and = (code.y >> 17 & 1) != 0;
    p.a_col = (code.y >> 18 & 1) != 0, p.b_col = (code.y >> 19 & 1) != 0;
    p.round = static_cast<Round>(code.y >> 20 & 3);
    return p;
  }
};

struct MatrixKey {
  enum class Kind : std::uint8_t { real, quad_pairs, f64, integer, bits } kind = Kind::real;
};
LATHE_PICK(pick_matrix, MatrixKey)

/// A warp's part of a wgmma: 16 rows of A, from registers or 16 rows of 32 bytes, and n columns of B, 32 bytes each.
struct TileInput {
  const std::byte* a = nullptr;  ///< null: the registers after those of D
  const std::byte* b = nullptr;
  bool keep = true;     ///< D is added to, not overwritten
  bool negate = false;  ///< -A * B
};
constexpr unsigned tile_row_bytes = 32;
constexpr unsigned tile_columns = 256;  ///< at most

namespace base {
void tile_product(Warp& warp, const Code& code, Mask mask, const TileInput& input);
}
#if defined(LATHE_HAVE_V3)
namespace v3 {
void tile_product(Warp& warp, const Code& code, Mask mask, const TileInput& input);
}
inline void tile_product(Warp& warp, const Code& code, Mask mask, const TileInput& input) {
  has_v3() ? v3::tile_product(warp, code, mask, input) : base::tile_product(warp, code, mask, input);
}
#else
inline void tile_product(Warp& warp, const Code& code, Mask mask, const TileInput& input) {
  base::tile_product(warp, code, mask, input);
}
#endif

}  // namespace lathe::nvptx::exec
