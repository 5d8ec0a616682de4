// Which operations of a machine function of LLVM 22 may be grouped anew: what lathe/passes/machine_combiner.hpp asks for.
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// A RegroupingAlgebra over Code. `code` outlives it.
class Algebra {
 public:
  explicit Algebra(const Code& code) : code_(code), instructions_(*code.function().getSubtarget().getInstrInfo()) {}
  /// As the target says (isAssociativeAndCommutative: of floating point under its flags alone); one number for those of one
  /// opcode, flags and literals. Nothing where it promises what another grouping would not hold (no wrap, no bit twice).
  std::optional<std::uint32_t> regroups(Code::Inst i) const {
    constexpr std::uint32_t promises = llvm::MachineInstr::NoUWrap | llvm::MachineInstr::NoSWrap |
                                       llvm::MachineInstr::NoUSWrap | llvm::MachineInstr::Disjoint;
    if ((i->getFlags() & promises) != 0 || i->isBundled() || !instructions_.isAssociativeAndCommutative(*i)) return {};
    return static_cast<std::uint32_t>(code_.key(i));
  }

 private:
  const Code& code_;
  const llvm::TargetInstrInfo& instructions_;
};

}  // namespace lathe::llvm_mir
