// Which registers are proper SSA values: one unguarded definition that dominates every use. True of everything
// that `select` makes; of parsed PTX it holds for many registers. Private to nvptx/passes.
#pragma once

#include <lathe/flow/dominators.hpp>

#include "nvptx/passes/flow.hpp"

namespace lathe::nvptx {

class SsaFacts {
 public:
  /// O(instructions + edges log blocks). Precondition: every block is reachable.
  SsaFacts(const Module& module, const Function& function);
  bool proper(Reg r) const { return r < proper_.size() && proper_[r]; }
  /// The definition of a proper register; nullptr when it has none. Valid until the blocks change.
  const Inst* definition(Reg r) const { return def_[r]; }
  bool operator==(const SsaFacts&) const = default;

 private:
  std::vector<const Inst*> def_;
  std::vector<bool> proper_;
};

}  // namespace lathe::nvptx
