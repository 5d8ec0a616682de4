// Atomic operations that no node of the graph stands for: those of 128 bits and those of vectors, element by element. A
// target that has them writes them itself. Only for `prepare` and who fills in its facts.
#pragma once

#include <string_view>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "codegen/prepare/facts.hpp"

namespace lathe::codegen {

/// What an operation says of its place, order and scope.
struct WideAccess {
  const PrepareFacts& facts;  ///< of the target
  llvm::Value* pointer;
  llvm::AtomicOrdering ordering;
  llvm::SyncScope::ID scope;  ///< LLVM's number of it
};

/// A fence that sequential consistency needs stands in front of what they write.
struct WideAtomics {
  bool (*has_access)(const PrepareFacts& facts, llvm::SyncScope::ID scope);  ///< loads and stores of 128 bits
  bool (*has_exchange)(const PrepareFacts& facts,
                       llvm::SyncScope::ID scope);  ///< exchange and compare-and-swap of them
  std::string_view access_needs, exchange_needs;    ///< for messages: "128 need ..."
  llvm::Value* (*load)(llvm::IRBuilder<>& builder, const WideAccess& access);  ///< i128
  /// An i128; none may be null.
  void (*store)(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* value);
  /// Of an i128: gives what was there.
  llvm::Value* (*exchange)(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* value);
  /// Of an i128: gives what was there.
  llvm::Value* (*compare)(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* expected,
                          llvm::Value* desired);
  /// Sums, fmin and fmax of vectors with memory at once; each element is atomic, not the whole. A difference is one where
  /// the sum is.
  bool (*has_vector)(const PrepareFacts& facts, const llvm::AtomicRMWInst& rmw);
  /// Gives what was there; null where has_vector is. Not asked for a difference.
  llvm::Value* (*vector)(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& rmw, const PrepareFacts& facts);
};

}  // namespace lathe::codegen
