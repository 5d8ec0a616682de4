// !mem.cache_hint on LLVM's IR: pairs of a pointer operand's number and a node of keys and values, which the target reads
// (LLVM has it from 23 on; 22 keeps it as a kind that it does not know).
#pragma once

#include <optional>
#include <vector>

#include <llvm/IR/Instruction.h>

#include "codegen/prepare/near_accesses.hpp"

namespace lathe::codegen {

/// The number of the metadata's kind.
unsigned cache_hint_kind(llvm::LLVMContext& context);

/// What the function's simple loads and stores say, each once, in their order, up to a limit; what is said by none is
/// null, and the first. O(instructions) for each.
std::vector<llvm::MDNode*> cache_hints_said(llvm::Function& f);

/// While it lives, only simple loads and stores that say the same are looked at by the vectorizer, which would lose the
/// metadata; the destructor gives it to what was made of them. Cost: O(instructions).
class OfOneHint {
 public:
  /// `hint`: null for those that say nothing.
  OfOneHint(llvm::Function& f, llvm::MDNode* hint);
  ~OfOneHint();
  OfOneHint(const OfOneHint&) = delete;
  OfOneHint& operator=(const OfOneHint&) = delete;

 private:
  llvm::Function& function_;
  unsigned kind_;
  llvm::MDNode* hint_;
  std::optional<HiddenAccesses> others_;
};

/// While it lives, a memory intrinsic is written out as loads and stores, in front of it and in new blocks between its
/// block and what becomes of that; the destructor gives these what the intrinsic says: loads what it says of operand 1,
/// its source, stores what it says of operand 0. The intrinsic itself must outlive this. O(1) without such metadata,
/// else O(instructions written).
class WrittenOut {
 public:
  explicit WrittenOut(llvm::Instruction& intrinsic);
  ~WrittenOut();
  WrittenOut(const WrittenOut&) = delete;
  WrittenOut& operator=(const WrittenOut&) = delete;

 private:
  llvm::Instruction& intrinsic_;
  unsigned kind_;
  llvm::MDNode* said_;           ///< null: nothing
  llvm::BasicBlock* block_;      ///< of the intrinsic, before
  llvm::Instruction* in_front_;  ///< of the intrinsic, before; null: it was the first of its block
};

}  // namespace lathe::codegen
