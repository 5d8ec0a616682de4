// What ThinProgram keeps: LLVM's side of it. Only for the files of this folder.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ModuleSummaryIndex.h>
#include <llvm/Transforms/IPO/FunctionImport.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "adapters/llvm_ir/thinlto.hpp"
#include "nvptx/driver/thinlto/thin_program.hpp"

namespace lathe::nvptx {

struct ThinProgram::Impl {
  std::vector<ThinFile> files;  ///< bitcode with a summary each; the index points into them
  std::map<std::string, std::size_t> file_of;
  llvm::ModuleSummaryIndex index{/*HaveGVs=*/false};
  llvm_ir::IndexFacts facts;
  thinlto::Problem problem;
  std::string triple;
  std::size_t summaries_made = 0;
  AtomicOrder atomic_order = AtomicOrder::by_module;
  std::set<std::string> cuda;  ///< modules whose atomics are CUDA's

  // After `adopt`.
  llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
  llvm::FunctionImporter::ImportListsTy imports;
  std::vector<std::uint64_t> promoted, internalized;  ///< per module

  /// The order of modules in which every list of copies is, whatever order the index was written in.
  std::vector<std::string> order_of_copies() const;
  void find_prevailing();
  llvm::GlobalValueSummary* summary(std::uint32_t s) const;
  const llvm::GVSummaryMapTy& defined_in(llvm::StringRef module) const;
};

}  // namespace lathe::nvptx
