// Atomic operations that have no DAG node: those of 128 bits and additions of vectors. They are inline assembly, whose
// 128-bit operands `build` puts into .b128 registers. A fence that sequential consistency needs stands in front.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// What an operation says of its place, order and scope.
struct WideAccess {
  const Features& target;
  llvm::Value* pointer;
  llvm::AtomicOrdering ordering;
  llvm::SyncScope::ID scope;
};

/// PTX 8.3 has the operations, PTX 8.4 has them in the scope of the system.
bool has_wide_access(const Features& target, llvm::SyncScope::ID scope);    ///< ld and st of 128 bits
bool has_wide_exchange(const Features& target, llvm::SyncScope::ID scope);  ///< atom.exch and atom.cas of 128 bits

llvm::Value* wide_load(llvm::IRBuilder<>& builder, const WideAccess& access);  ///< i128
void wide_store(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* value);
llvm::Value* wide_exchange(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* value);
llvm::Value* wide_compare(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* expected,
                          llvm::Value* desired);

/// Vectors that atom.add takes at once, in global memory. As in f16x2, each element is atomic, not the whole.
bool has_vector_add(const Features& target, const llvm::AtomicRMWInst& rmw);
llvm::Value* vector_add(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& rmw, const Features& target);

}  // namespace lathe::nvptx
