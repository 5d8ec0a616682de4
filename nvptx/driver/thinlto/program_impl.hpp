// What ThinProgram keeps: LLVM's side of it. Only for the files of this folder.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ModuleSummaryIndex.h>
#include <llvm/Transforms/IPO/FunctionImport.h>

#include <functional>
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
  Features target;             ///< the highest that a module's functions ask for
  bool has_target = false;     ///< one does

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

/// From now on imported functions carry thinlto_src_module: LLVM's process-wide option.
void note_import_sources();

/// What one module's backend needs, from a whole program or from a slice of its index.
struct ThinJob {
  std::string path;       ///< the module's
  llvm::StringRef bytes;  ///< its bitcode
  std::string triple;     ///< replaces that of every module; empty: theirs
  const llvm::ModuleSummaryIndex& index;
  const llvm::GVSummaryMapTy& defined;
  const llvm::FunctionImporter::ImportMapTy& imports;
  /// Bitcode of another module; empty, and why.
  std::function<llvm::StringRef(const std::string& path, std::string& error)> source;
  std::function<bool(const std::string& path)> cuda;  ///< are a module's atomics CUDA's?
  bool say_relaxed = false;                           ///< a note tells of atomics that are
  Features* target = nullptr;  ///< becomes what the module and its imports ask for, where they do
};
/// The module behind its imports and the pipeline; empty after an error.
std::string run_thin_job(const ThinJob& job, const ThinBackend& options, ThinForm form, Diag& diag, ThinStats& stats);

}  // namespace lathe::nvptx
