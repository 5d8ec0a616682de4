// What LLVM's optimizations ask about the target, answered from our tables: LLVM's own NVPTX target is not linked.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/PassManager.h>

#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

llvm::TargetTransformInfo make_target_info(const llvm::DataLayout& layout, const Features& features);

/// True when pointers of these address spaces can name the same byte.
bool spaces_may_alias(unsigned a, unsigned b);

/// Alias analysis by address space: global, shared, local, constant memory do not overlap; constant and parameter
/// space are never written.
class SpaceAliasResult : public llvm::AAResultBase {
 public:
  SpaceAliasResult() = default;
  llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b, llvm::AAQueryInfo& query,
                          const llvm::Instruction* context);
  llvm::ModRefInfo getModRefInfoMask(const llvm::MemoryLocation& location, llvm::AAQueryInfo& query,
                                     bool ignore_locals);
  bool invalidate(llvm::Function&, const llvm::PreservedAnalyses&, llvm::FunctionAnalysisManager::Invalidator&) {
    return false;
  }
};

class SpaceAlias : public llvm::AnalysisInfoMixin<SpaceAlias> {
 public:
  using Result = SpaceAliasResult;
  Result run(llvm::Function&, llvm::FunctionAnalysisManager&) { return Result(); }

 private:
  friend llvm::AnalysisInfoMixin<SpaceAlias>;
  static llvm::AnalysisKey Key;
};

/// The analyses that the passes of `prepare` and of `lathe thinlto` ask for. `features` must outlive the manager.
void register_function_analyses(llvm::FunctionAnalysisManager& analyses, const Features& features);

}  // namespace lathe::nvptx
