// What LLVM's optimizations ask about the target, answered from its facts: no target of LLVM's is linked.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/PassManager.h>

#include "codegen/prepare/facts.hpp"

namespace lathe::codegen {

/// `facts` must outlive what is made.
llvm::TargetTransformInfo make_target_info(const llvm::DataLayout& layout, const PrepareFacts& facts);

/// Alias analysis by address space: most do not overlap, some are never written.
class SpaceAliasResult : public llvm::AAResultBase {
 public:
  explicit SpaceAliasResult(const PrepareFacts& facts) : facts_(&facts) {}  ///< The facts outlive it.
  /// May the two meet? Not where their spaces have no byte in common.
  llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b, llvm::AAQueryInfo& query,
                          const llvm::Instruction* context);
  /// What may be done with the place: memory that nothing writes is only read.
  llvm::ModRefInfo getModRefInfoMask(const llvm::MemoryLocation& location, llvm::AAQueryInfo& query,
                                     bool ignore_locals);
  /// Never: it depends on the facts alone.
  bool invalidate(llvm::Function&, const llvm::PreservedAnalyses&, llvm::FunctionAnalysisManager::Invalidator&) {
    return false;
  }

 private:
  const PrepareFacts* facts_;
};

/// LLVM's analysis pass of it.
class SpaceAlias : public llvm::AnalysisInfoMixin<SpaceAlias> {
 public:
  using Result = SpaceAliasResult;                                                         ///< what it gives
  explicit SpaceAlias(const PrepareFacts& facts) : facts_(&facts) {}                       ///< The facts outlive it.
  Result run(llvm::Function&, llvm::FunctionAnalysisManager&) { return Result(*facts_); }  ///< of any function

 private:
  const PrepareFacts* facts_;
  friend llvm::AnalysisInfoMixin<SpaceAlias>;
  static llvm::AnalysisKey Key;
};

/// The analyses that the passes of `prepare` ask for. `facts` must outlive the manager.
void register_function_analyses(llvm::FunctionAnalysisManager& analyses, const PrepareFacts& facts);

}  // namespace lathe::codegen
