// Mnemonics put together on the stack, and type suffixes.
//
// Needs nothing; gives text of at most 120 characters with no allocation.
#pragma once

#include <array>
#include <cstring>
#include <string_view>

#include "codegen/types/vt.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx {

/// A short text on the stack: "ld.global" << ".v4" << ".f32". What does not fit is dropped, which the
/// mnemonics of `select` (at most 60 characters) never reach; recipes bring texts of their own.
class Mnemonic {
 public:
  template <class... Parts>
  explicit Mnemonic(Parts... parts) {
    (append(parts), ...);
  }
  Mnemonic& append(std::string_view part) {
    const std::size_t size = std::min(part.size(), text_.size() - size_);
    std::memcpy(text_.data() + size_, part.data(), size);
    size_ += size;
    return *this;
  }
  operator std::string_view() const { return {text_.data(), size_}; }

 private:
  std::array<char, 120> text_;
  std::size_t size_ = 0;
};

/// ".b32": untyped, by the width of the whole value; ".pred" for one bit.
constexpr std::string_view bits_suffix(std::uint32_t bits) {
  switch (bits) {
    case 1:
      return ".pred";
    case 8:
      return ".b8";
    case 16:
      return ".b16";
    case 32:
      return ".b32";
    case 64:
      return ".b64";
    case 128:
      return ".b128";
    default:
      return "";
  }
}
constexpr std::string_view signed_suffix(std::uint32_t bits) {
  switch (bits) {
    case 8:
      return ".s8";
    case 16:
      return ".s16";
    case 32:
      return ".s32";
    case 64:
      return ".s64";
    default:
      return "";
  }
}
constexpr std::string_view unsigned_suffix(std::uint32_t bits) {
  switch (bits) {
    case 8:
      return ".u8";
    case 16:
      return ".u16";
    case 32:
      return ".u32";
    case 64:
      return ".u64";
    default:
      return "";
  }
}
/// ".f32", ".bf16x2", ...; empty when PTX has no such type.
constexpr std::string_view float_suffix(Vt type) {
  const bool two = type.lanes() == 2;
  if (type.lanes() > 2) return "";
  if (type.kind() == VtKind::bfloat) return type.bits() != 16 ? "" : two ? ".bf16x2" : ".bf16";
  if (type.kind() != VtKind::ieee) return "";
  switch (type.bits()) {
    case 16:
      return two ? ".f16x2" : ".f16";
    case 32:
      return two ? ".f32x2" : ".f32";
    case 64:
      return two ? "" : ".f64";
    default:
      return "";
  }
}
/// Of mov, selp, ld, st: ".f32" and ".f64" for those registers, untyped for all others.
constexpr std::string_view move_suffix(Vt type) {
  if (type == vt::f32 || type == vt::f64) return float_suffix(type);
  return bits_suffix(type.total_bits());
}

}  // namespace lathe::nvptx
