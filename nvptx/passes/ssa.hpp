// Which registers are proper SSA values: one unguarded definition that dominates every use. True of everything
// that `select` makes; of parsed PTX it holds for many registers. Private to nvptx/passes.
#pragma once

#include "codegen/passes/ssa_values.hpp"
#include "nvptx/passes/code.hpp"

namespace lathe::nvptx {

class SsaFacts : public codegen::passes::SsaValues<Code> {
 public:
  /// O(instructions + edges log blocks). Precondition: every block is reachable.
  SsaFacts(Module& module, Function& function) : SsaValues(Code(module, function)) {}
};

}  // namespace lathe::nvptx
