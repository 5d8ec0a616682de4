// What ThinProgram keeps: LLVM's side of it. Only for the files of this folder.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/ModuleSummaryIndex.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/FunctionImport.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapters/llvm_ir/thinlto.hpp"
#include "adapters/llvm_ir/thinlto_part.hpp"
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
    enum class Cuda : std::uint8_t { unknown, no, yes };
    mutable std::atomic<Cuda> cuda = Cuda::unknown;  ///< its atomics are CUDA's
  };

  std::vector<Held> held;  ///< by module
  ThinReader reader;
  SpillFile* spill = nullptr;
  thinlto::Problem problem;
  llvm_ir::IndexRest rest;  ///< what LLVM's summaries say beside the problem
  std::string triple;
  std::optional<bool> short_pointers;  ///< as the first module has it
  std::size_t kernels = 0, summaries_made = 0;
  AtomicOrder atomic_order = AtomicOrder::by_module;
  Features target;          ///< the highest that a module's functions ask for
  bool has_target = false;  ///< one does
  llvm::StringMap<std::uint32_t> module_of;

  /// After `adopt`: what each module imports, by number of the summary, twice that, and 1 more for a declaration.
  std::vector<std::uint32_t> imports, first_import;
  std::vector<llvm_ir::Fate> fates;                   ///< of each summary
  std::vector<std::uint32_t> promoted, internalized;  ///< per module
  bool edges = true;                                  ///< the problem has its calls and references

  /// A module's bitcode. Null and an error text.
  std::unique_ptr<llvm::MemoryBuffer> bitcode(std::uint32_t module, std::string& error) const;
  /// Are a module's atomics CUDA's? It is read whole for that, once or where several threads ask at the same time.
  bool cuda(std::uint32_t module) const;
  std::uint32_t module_of_summary(std::uint32_t summary) const { return problem.summaries[summary].module; }
};

/// The summaries that one module's backend asks for, as LLVM's index, and its imports.
class ThinSlice {
 public:
  /// Of an adopted program, which lives as long as this.
  ThinSlice(const ThinProgram::Impl& program, std::uint32_t module);

  llvm_ir::IndexPart part;
  llvm::GVSummaryMapTy defined;  ///< by the module
  llvm::FunctionImporter::ImportIDTable ids;
  llvm::FunctionImporter::ImportMapTy imports{ids};
};

/// From now on imported functions carry thinlto_src_module: LLVM's process-wide option.
void note_import_sources();

/// What one module's backend needs, from a whole program or from a slice of its index.
struct ThinJob {
  std::string path;                    ///< the module's
  std::string triple;                  ///< replaces that of every module; empty: theirs
  std::optional<bool> short_pointers;  ///< likewise
  const llvm::ModuleSummaryIndex& index;
  const llvm::GVSummaryMapTy& defined;
  const llvm::FunctionImporter::ImportMapTy& imports;
  /// Bitcode of a module, this one or another; null, and why.
  std::function<std::unique_ptr<llvm::MemoryBuffer>(const std::string& path, std::string& error)> source;
  AtomicOrder atomic_order = AtomicOrder::by_module;
  std::function<bool(const std::string& path)> cuda;  ///< are another module's atomics CUDA's?
  Features* target = nullptr;  ///< becomes what the module and its imports ask for, where they do
};
/// The module behind its imports and the pipeline; empty after an error.
std::string run_thin_job(const ThinJob& job, const ThinBackend& options, ThinForm form, Diag& diag, ThinStats& stats);

}  // namespace lathe::nvptx
