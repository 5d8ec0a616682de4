// What ThinProgram keeps: LLVM's side of it. Only for the files of this folder.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ModuleSummaryIndex.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/FunctionImport.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapters/llvm_ir/thinlto.hpp"
#include "nvptx/driver/thinlto/thin_program.hpp"

namespace lathe::nvptx {

struct ThinProgram::Impl {
  /// A module's bitcode with its summary, between reading and compiling it.
  struct Held {
    std::string path;
    std::string bytes;                  ///< where it stays in memory
    SpillFile::Place spilled;           ///< where it waits on a disk
    std::uint64_t size = 0, check = 0;  ///< of the file's bytes, where they are read again
    enum class Where : std::uint8_t { memory, disk, file } where = Where::memory;
    bool cuda = false;  ///< its atomics are CUDA's
  };

  std::vector<Held> held;  ///< by module
  ThinReader reader;
  SpillFile* spill = nullptr;
  llvm::ModuleSummaryIndex index{/*HaveGVs=*/false};
  llvm_ir::IndexFacts facts;
  thinlto::Problem problem;
  std::string triple;
  std::size_t summaries_made = 0;
  AtomicOrder atomic_order = AtomicOrder::by_module;
  Features target;          ///< the highest that a module's functions ask for
  bool has_target = false;  ///< one does

  /// Of each summary of the problem: LLVM's, and its guid. Those of a module are neighbours.
  std::vector<llvm::GlobalValueSummary*> summaries;
  std::vector<llvm::GlobalValue::GUID> guids;
  std::vector<llvm::StringRef> paths;  ///< of each module, as the index has it
  llvm::DenseMap<llvm::StringRef, std::uint32_t> module_of;

  /// After `adopt`: what each module imports, by number of the summary, twice that, and 1 more for a declaration.
  std::vector<std::uint32_t> imports, first_import;
  std::vector<std::uint32_t> promoted, internalized;  ///< per module

  /// The order of modules in which every list of copies is, whatever order the index was written in.
  std::vector<std::string> order_of_copies() const;
  void find_prevailing();
  /// Fills problem, summaries, guids, paths and module_of.
  void number_all();

  /// A module's bitcode. Null and an error text.
  std::unique_ptr<llvm::MemoryBuffer> bitcode(std::uint32_t module, std::string& error) const;
  /// What a module defines.
  llvm::GVSummaryMapTy defined_in(std::uint32_t module) const;
  void add_imports(std::uint32_t module, llvm::FunctionImporter::ImportMapTy& list) const;
  std::uint32_t module_of_summary(std::uint32_t summary) const;
};

/// From now on imported functions carry thinlto_src_module: LLVM's process-wide option.
void note_import_sources();

/// What one module's backend needs, from a whole program or from a slice of its index.
struct ThinJob {
  std::string path;    ///< the module's
  std::string triple;  ///< replaces that of every module; empty: theirs
  const llvm::ModuleSummaryIndex& index;
  const llvm::GVSummaryMapTy& defined;
  const llvm::FunctionImporter::ImportMapTy& imports;
  /// Bitcode of a module, this one or another; null, and why.
  std::function<std::unique_ptr<llvm::MemoryBuffer>(const std::string& path, std::string& error)> source;
  std::function<bool(const std::string& path)> cuda;  ///< are a module's atomics CUDA's?
  bool say_relaxed = false;                           ///< a note tells of atomics that are
  Features* target = nullptr;  ///< becomes what the module and its imports ask for, where they do
};
/// The module behind its imports and the pipeline; empty after an error.
std::string run_thin_job(const ThinJob& job, const ThinBackend& options, ThinForm form, Diag& diag, ThinStats& stats);

}  // namespace lathe::nvptx
