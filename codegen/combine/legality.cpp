// See legality.hpp.
#include "codegen/combine/legality.hpp"

namespace lathe::codegen::combining {

bool operation_is_legal(Isd op, Vt type, const TargetFacts& facts) {
  return type_is_legal(type, facts) && facts.action_on(op, type) == dag::Action::legal;
}

}  // namespace lathe::codegen::combining
