// What the combiner may make once types, and then operations, are legal: what the legalizer would leave as it is.
#include "nvptx/combine/legality.hpp"

#include "nvptx/legalize/type_rules.hpp"

namespace lathe::nvptx::combining {

bool type_is_legal(Vt type, const Features& features) {
  // Most are words; the rules know the others.
  if (type == vt::i32 || type == vt::i64 || type == vt::i1 || type == vt::i16) return true;
  return type_rule(type, features).action == TypeAction::legal;
}

bool conversion_is_legal(Vt from, Vt to, const Features& features) {
  return type_is_legal(to, features) && is_native_conversion(from, to, features);
}

bool operation_is_legal(Isd op, Vt type, const Features& features, const dag::ActionTable& actions) {
  if (!type_is_legal(type, features)) return false;
  // Which conversions are native depends on both types; between these three all are.
  if (op == Isd::fp_ext || op == Isd::fp_trunc) return type == vt::f32 || type == vt::f64 || type == vt::f16;
  // The column of a comparison is the type of its operands; what it gives is a predicate.
  if (op == Isd::setcc) return type == vt::i1;
  return actions.get(static_cast<std::uint32_t>(op), static_cast<std::uint32_t>(type_index(type))) ==
         dag::Action::legal;
}

}  // namespace lathe::nvptx::combining
