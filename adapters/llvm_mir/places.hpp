// Where an instruction of LLVM's machine code comes from, for remarks.
#pragma once

#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <lathe/program/view.hpp>

namespace lathe::llvm_mir {

/// By its DebugLoc; nowhere without one.
inline SourcePlace source_place(const llvm::MachineInstr& inst) {
  const llvm::DebugLoc& at = inst.getDebugLoc();
  if (!at) return {};
  return {llvm::cast<llvm::DIScope>(at.getScope())->getFilename().str(), at.getLine(), at.getCol()};
}

}  // namespace lathe::llvm_mir
