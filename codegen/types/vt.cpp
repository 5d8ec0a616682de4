// Spelling of value types: i32, f16, bf16, v4i8, chain.
#include "codegen/types/vt.hpp"

#include <string_view>

namespace lathe::codegen {

std::string to_string(Vt type) {
  std::string out;
  if (type.is_vector()) out = "v" + std::to_string(type.lanes());
  switch (type.kind()) {
    case VtKind::none:
      return "none";
    case VtKind::chain:
      return "chain";
    case VtKind::integer:
      out += 'i';
      break;
    case VtKind::ieee:
      out += 'f';
      break;
    case VtKind::bfloat:
      out += "bf";
      break;
  }
  return out + std::to_string(type.bits());
}

namespace {

// Takes decimal digits off the front; false when there are none or the number passes `limit`.
bool take_number(std::string_view& text, std::uint32_t limit, std::uint32_t& out) {
  std::size_t used = 0;
  out = 0;
  while (used < text.size() && text[used] >= '0' && text[used] <= '9') {
    out = out * 10 + static_cast<std::uint32_t>(text[used++] - '0');
    if (out > limit) return false;
  }
  text.remove_prefix(used);
  return used != 0;
}

}  // namespace

Vt parse_vt(std::string_view text) {
  if (text == "chain") return vt::chain;
  std::uint32_t lanes = 0, bits = 0;
  if (text.starts_with('v')) {
    text.remove_prefix(1);
    if (!take_number(text, 0x1fff, lanes) || lanes == 0) return {};
  }
  VtKind kind = VtKind::none;
  if (text.starts_with("bf")) {
    kind = VtKind::bfloat;
    text.remove_prefix(2);
  } else if (text.starts_with('i') || text.starts_with('f')) {
    kind = text[0] == 'i' ? VtKind::integer : VtKind::ieee;
    text.remove_prefix(1);
  } else {
    return {};
  }
  if (!take_number(text, 0xffff, bits) || bits == 0 || !text.empty()) return {};
  return {kind, bits, lanes};
}

}  // namespace lathe::codegen
