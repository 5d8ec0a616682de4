// Products of a warp that are sparse or block-scaled, or of elements of 4 and 6 bits: mma.sp and mma.block_scale.
//
// Fragments lie as those of mma (matrix_key.hpp); a sparse A holds half of its columns. Source: PTX ISA 9.0, 9.7.14.3
// (block scaling), 9.7.14.5 and 9.7.14.6. The manual shows in figures only which thread's metadata is of which part of
// A, and which thread's scales are of which row: those were taken from the layouts that CUTLASS publishes.
// Private to nvptx/exec.
#pragma once

#include <cstdint>

#include "nvptx/exec/simt.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {

/// Elements as they lie in registers. e2m1 alone has two ways: in a byte of its own, bits 2 to 5, or packed.
enum class SmallElement : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, e2m3, e3m2, e2m1, e2m1_packed, s8, u8, s4, u4 };

constexpr unsigned small_bits(SmallElement e) {
  switch (e) {
    case SmallElement::tf32:
      return 32;
    case SmallElement::f16:
    case SmallElement::bf16:
      return 16;
    case SmallElement::e2m1_packed:
    case SmallElement::s4:
    case SmallElement::u4:
      return 4;
    default:
      return 8;
  }
}
constexpr bool small_integer(SmallElement e) { return e >= SmallElement::s8; }

/// A product of 16 x 8 x k. Code::imm.
struct SpecialProduct {
  enum class Result : std::uint8_t { f16, f32, s32 };
  SmallElement a = SmallElement::f16, b = SmallElement::f16;
  Result d = Result::f32;
  unsigned k = 16;
  bool sparse = false, ordered = false, satfinite = false;
  unsigned selector = 0;    ///< of the metadata
  unsigned scales = 0;      ///< of a row of A and a column of B: 1, 2, 4; 0: not scaled
  bool scale_e4m3 = false;  ///< ue4m3, else ue8m0

  std::uint64_t pack() const {
    return static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b) << 4 | static_cast<std::uint64_t>(d) << 8 |
           std::uint64_t{sparse} << 10 | std::uint64_t{ordered} << 11 | std::uint64_t{satfinite} << 12 |
           std::uint64_t{selector} << 13 | std::uint64_t{scales} << 15 | std::uint64_t{scale_e4m3} << 18 |
           std::uint64_t{k} << 20;
  }
  static SpecialProduct unpack(std::uint64_t v) {
    SpecialProduct p;
    p.a = static_cast<SmallElement>(v & 15);
    p.b = static_cast<SmallElement>(v >> 4 & 15);
    p.d = static_cast<Result>(v >> 8 & 3);
    p.sparse = (v >> 10 & 1) != 0;
    p.ordered = (v >> 11 & 1) != 0;
    p.satfinite = (v >> 12 & 1) != 0;
    p.selector = static_cast<unsigned>(v >> 13 & 3);
    p.scales = static_cast<unsigned>(v >> 15 & 7);
    p.scale_e4m3 = (v >> 18 & 1) != 0;
    p.k = static_cast<unsigned>(v >> 20 & 0x3ff);
    return p;
  }
  /// Columns of A that are stored.
  unsigned stored() const { return sparse ? k / 2 : k; }
  /// Columns of A of which one index, or two, say where the stored ones lie.
  unsigned chunk() const { return a == SmallElement::tf32 ? 2 : small_bits(a) == 4 ? 8 : 4; }
  unsigned registers_a() const { return stored() * 16 * small_bits(a) / 1024; }
  unsigned registers_b() const { return k * 8 * small_bits(b) / 1024; }
  unsigned registers_c() const { return d == Result::f16 ? 2 : 4; }
  /// Threads of each four that hold metadata.
  unsigned metadata_threads() const { return k / (4 * chunk()); }
};

/// The number that an element's bits are (floats).
double small_number(SmallElement e, std::uint32_t bits);
/// A scale factor of 8 bits.
double scale_number(bool e4m3, std::uint32_t bits);

/// extra: registers of D, A, B, C; then metadata; then scales of A, byte and thread; of B, byte and thread.
Flow run_special_product(Warp& warp, const Code& code, Mask mask);

}  // namespace lathe::nvptx::exec
