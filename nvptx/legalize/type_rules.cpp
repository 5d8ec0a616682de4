// What becomes of each value type on its way to PTX registers: the rules behind type_rules.hpp.
//
// Needs:  a value type and the target's features.
// Gives:  one step (`type_rule`) or all steps (`legal_parts`), O(parts); no state.
#include "nvptx/legalize/type_rules.hpp"

#include <bit>

namespace lathe::nvptx {
namespace {

constexpr std::uint32_t max_integer_bits = 4096;

TypeRule scalar_rule(Vt type) {
  if (type.kind() == VtKind::chain) return {TypeAction::legal, type};
  if (type.is_float()) {
    const bool held = type == vt::f16 || type == vt::bf16 || type == vt::f32 || type == vt::f64;
    return {held ? TypeAction::legal : TypeAction::refuse, type};
  }
  const std::uint32_t bits = type.bits();
  if (!type.is_integer() || bits == 0 || bits > max_integer_bits) return {TypeAction::refuse, type};
  if (bits == 1 || bits == 16 || bits == 32 || bits == 64) return {TypeAction::legal, type};
  if (bits < 32) return {TypeAction::promote, vt::i32};
  if (bits < 64) return {TypeAction::promote, vt::i64};
  if (std::has_single_bit(bits)) return {TypeAction::expand, Vt(VtKind::integer, bits / 2)};
  return {TypeAction::promote, Vt(VtKind::integer, std::bit_ceil(bits))};
}

// Lanes that one register packs; 1 when the element is never packed.
std::uint32_t packed_lanes(Vt element, const Features& features) {
  if (element == vt::f16 || element == vt::bf16 || element == vt::i16) return 2;
  if (element == vt::i8) return 4;
  if (element == vt::f32 && features.has_f32x2()) return 2;
  return 1;
}

}  // namespace

TypeRule type_rule(Vt type, const Features& features) {
  if (!type.is_vector()) return scalar_rule(type);
  const Vt element = type.element();
  if (scalar_rule(element).action == TypeAction::refuse) return {TypeAction::refuse, type};
  const std::uint32_t width = packed_lanes(element, features);
  if (width > 1 && type.lanes() == width) return {TypeAction::legal, type};
  // Two bytes stay two registers: as a quarter-empty .b32 they would only be taken apart again.
  const std::uint32_t smallest = element == vt::i8 ? 3 : 2;
  if (width > 1 && type.lanes() >= smallest) return {TypeAction::split, element.with_lanes(width)};
  return {TypeAction::scalarize, element};
}

bool legal_parts(Vt type, const Features& features, std::vector<Vt>& out) {
  const TypeRule rule = type_rule(type, features);
  switch (rule.action) {
    case TypeAction::legal:
      out.push_back(type);
      return true;
    case TypeAction::refuse:
      return false;
    case TypeAction::promote:
      return legal_parts(rule.to, features, out);
    case TypeAction::expand:
      return legal_parts(rule.to, features, out) && legal_parts(rule.to, features, out);
    case TypeAction::split: {
      const std::uint32_t pieces = (type.lanes() + rule.to.lanes() - 1) / rule.to.lanes();
      for (std::uint32_t i = 0; i < pieces; ++i)
        if (!legal_parts(rule.to, features, out)) return false;
      return true;
    }
    case TypeAction::scalarize:
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        if (!legal_parts(rule.to, features, out)) return false;
      return true;
  }
  return false;
}

mir::Type register_type(Vt legal) {
  switch (legal.total_bits()) {
    case 1:
      return mir::Type::pred;
    case 16:
      return mir::Type::b16;
    case 32:
      return legal == vt::f32 ? mir::Type::f32 : mir::Type::b32;
    case 64:
      return legal == vt::f64 ? mir::Type::f64 : mir::Type::b64;
    default:
      return mir::Type::none;
  }
}

}  // namespace lathe::nvptx
