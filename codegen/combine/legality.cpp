// See legality.hpp.
#include "codegen/combine/legality.hpp"

namespace lathe::codegen::combining {

bool operation_is_legal(Isd op, Vt type, const TargetFacts& facts) {
  if (!type_is_legal(type, facts)) return false;
  // Which conversions are native depends on both types; between these three all are.
  if (op == Isd::fp_ext || op == Isd::fp_trunc) return type == vt::f32 || type == vt::f64 || type == vt::f16;
  // The column of a comparison is the type of its operands; what it gives is a predicate.
  if (op == Isd::setcc) return type == vt::i1;
  return facts.action(op, type) == dag::Action::legal;
}

}  // namespace lathe::codegen::combining
