// Matrices between memory and fragments, and wgmma: handlers and what their Codes carry. Private to nvptx/exec.
//
// Sources: PTX ISA 9.0, 9.7.14 (wmma, ldmatrix, stmatrix, movmatrix) and 9.7.15 (wgmma). The layout of fragments is
// described in matrix_key.hpp. Everything here is .sync.aligned: the handlers wait for all threads of the warp.
#pragma once

#include <cstdint>

#include "nvptx/exec/lanes/matrix_key.hpp"
#include "nvptx/exec/simt.hpp"
#include "simt/state/memory_key.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {

/// What wmma.load and wmma.store move: Code::y. The shape is in Code::x as Product packs it; Code::a and imm are the
/// address, Code::b the stride in elements (no_slot: tightly packed), the extra slots the fragment.
struct FragmentAccess {
  enum class Role : std::uint8_t { a, b, accumulator } role = Role::a;
  Element type = Element::none;
  bool columns = false;  ///< .col: columns lie contiguous in memory
  Space space = Space::generic;
  bool narrow = false;  ///< the base register has 32 bits

  std::uint32_t pack() const {
    return static_cast<std::uint32_t>(type) | static_cast<std::uint32_t>(role) << 4 | (columns ? 1U << 6 : 0) |
           (narrow ? 1U << 7 : 0) | static_cast<std::uint32_t>(space) << 8;
  }
  static FragmentAccess unpack(std::uint32_t y) {
    FragmentAccess f;
    f.type = static_cast<Element>(y & 15);
    f.role = static_cast<Role>(y >> 4 & 3);
    f.columns = (y >> 6 & 1) != 0;
    f.narrow = (y >> 7 & 1) != 0;
    f.space = static_cast<Space>(y >> 8 & 15);
    return f;
  }
};

Flow run_wmma_load(Warp& warp, const Code& code, Mask mask);
Flow run_wmma_store(Warp& warp, const Code& code, Mask mask);

/// ldmatrix and stmatrix of 8 x 8 elements of 16 bits: one, two or four matrices in the extra slots. Code::x is the
/// AccessRequest of a row, Code::y these bits.
inline constexpr std::uint32_t matrix_transposed = 1, matrix_narrow = 2;
Flow run_ldmatrix(Warp& warp, const Code& code, Mask mask);
Flow run_stmatrix(Warp& warp, const Code& code, Mask mask);
Flow run_movmatrix(Warp& warp, const Code& code, Mask mask);  ///< d = transposed a

/// wgmma.mma_async: done at once; Code::x and y are the Product, Code::a the descriptor of A (no_slot: registers after
/// those of D in the extra slots), Code::b that of B, Code::c the predicate scale-d, Code::imm these bits.
inline constexpr std::uint64_t wgmma_negate = 1, wgmma_transpose_a = 2, wgmma_transpose_b = 4;
Flow run_wgmma(Warp& warp, const Code& code, Mask mask);
/// wgmma.fence, commit_group, wait_group: nothing is ever under way.
Flow run_wgmma_order(Warp& warp, const Code& code, Mask mask);

}  // namespace lathe::nvptx::exec
