// Value types of selection graphs: an integer or float of any width, or a vector of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lathe::codegen {

/// Kind of a value type's element.
enum class VtKind : std::uint8_t { none, chain, integer, ieee, bfloat };

/// A value type: kind, element width in bits, lanes (0 = scalar; 1 = a vector of one element).
/// Pointers are integers of the width of their address space. 4 bytes, by value.
struct Vt {
  std::uint32_t raw = 0;  // kind in bits 29..31, lanes in 16..28, bits in 0..15

  constexpr Vt() = default;
  /// `bits` below 65536, `lanes` below 8192; see above.
  constexpr Vt(VtKind kind, std::uint32_t bits, std::uint32_t lanes = 0)
      : raw((static_cast<std::uint32_t>(kind) << 29) | (lanes << 16) | bits) {}

  constexpr VtKind kind() const { return static_cast<VtKind>(raw >> 29); }  ///< of one element
  /// Width of one element in bits.
  constexpr std::uint32_t bits() const { return raw & 0xffffU; }
  constexpr std::uint32_t lanes() const { return (raw >> 16) & 0x1fffU; }  ///< 0: a scalar
  constexpr bool is_vector() const { return lanes() != 0; }                ///< has it lanes, be it one
  /// A number, not a vector.
  constexpr bool is_scalar() const { return lanes() == 0 && kind() != VtKind::none && kind() != VtKind::chain; }
  /// It orders what has side effects, and has no bits.
  constexpr bool is_chain() const { return kind() == VtKind::chain; }
  /// Of the element.
  constexpr bool is_integer() const { return kind() == VtKind::integer; }
  /// An element of IEEE 754 or of bfloat form.
  constexpr bool is_float() const { return kind() == VtKind::ieee || kind() == VtKind::bfloat; }
  /// The element's type; a scalar's is itself.
  constexpr Vt element() const { return {kind(), bits()}; }
  /// The same elements, so many; 0: one as a scalar.
  constexpr Vt with_lanes(std::uint32_t lanes) const { return {kind(), bits(), lanes}; }
  /// The same kind and lanes, elements of other width.
  constexpr Vt with_bits(std::uint32_t bits) const { return {kind(), bits, lanes()}; }
  /// The integer type of the same element width and lanes.
  constexpr Vt as_integer() const { return {VtKind::integer, bits(), lanes()}; }
  /// All lanes together, in bits; not rounded.
  constexpr std::uint32_t total_bits() const { return bits() * (lanes() == 0 ? 1 : lanes()); }
  /// Bytes that hold one element in memory (LLVM's store size).
  constexpr std::uint32_t element_bytes() const { return (bits() + 7) / 8; }
  /// Bytes that hold the value in memory. A vector of elements that are not whole bytes is bit-packed.
  constexpr std::uint32_t store_bytes() const { return (total_bits() + 7) / 8; }

  constexpr bool operator==(const Vt&) const = default;
};

namespace vt {
inline constexpr Vt none{};                   ///< no type
inline constexpr Vt chain{VtKind::chain, 0};  ///< order of side effects
/// Integers by their width.
inline constexpr Vt i1{VtKind::integer, 1}, i8{VtKind::integer, 8}, i16{VtKind::integer, 16}, i32{VtKind::integer, 32},
    i64{VtKind::integer, 64}, i128{VtKind::integer, 128};
/// Floating point by width; bf16 has the exponent of f32 and 7 bits of fraction.
inline constexpr Vt f16{VtKind::ieee, 16}, f32{VtKind::ieee, 32}, f64{VtKind::ieee, 64}, f128{VtKind::ieee, 128},
    bf16{VtKind::bfloat, 16};
/// Vectors that a 32-bit or 64-bit register may hold.
inline constexpr Vt v2f16{VtKind::ieee, 16, 2}, v2bf16{VtKind::bfloat, 16, 2}, v2i16{VtKind::integer, 16, 2},
    v4i8{VtKind::integer, 8, 4}, v2f32{VtKind::ieee, 32, 2};
}  // namespace vt

/// "i32", "f16", "bf16", "v4i8", "chain".
std::string to_string(Vt type);
/// The type that `text` spells, or Vt{} when it spells none.
Vt parse_vt(std::string_view text);

}  // namespace lathe::codegen
