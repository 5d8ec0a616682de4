// A program in several LLVM modules: its summaries as a problem for the import planner, and what becomes of a plan.
//
//   read    bitcode or text with summaries (made where there are none), or one combined index
//   problem -> a plan, by lathe::thinlto
//   adopt   the plan: linkages, liveness, attributes and import lists, as a thin link leaves them
//   index_file, imports_file     what a backend elsewhere needs, in the form of LLVM's tools: its part of the index
//   backend                      one module: what it imports moved in, inlined, simplified
//
// The program is a closed world: what no kernel reaches is dead, unless it can be seen from the host.
//
// Memory: the problem, and of code what each thread has in hand, where files are read again when they are wanted
// (ThinReading::reader) and what no file has waits on a disk (ThinReading::spill). LLVM's index of a module goes when the
// problem has it, and each backend has a part of one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/thinlto.hpp>

#include "codegen/support/diag.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/support/spill_file.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

struct ThinFile {
  std::string path;  ///< names the module, in the index and in messages
  std::string bytes;
};

/// Where a module's bytes are: its path -> bytes. False and an error text. Called by several threads at once.
using ThinReader = std::function<bool(const std::string& path, std::string& bytes, std::string& error)>;

struct ThinReading {
  std::string triple;                  ///< replaces that of every module; empty: theirs, which must agree
  std::optional<bool> short_pointers;  ///< likewise
  std::vector<std::string>
      exported;  ///< symbols that something outside uses, beside kernels and host-visible variables
  AtomicOrder atomic_order = AtomicOrder::by_module;  ///< settled for each module by itself, before code moves
  unsigned threads = 1;                               ///< modules that are read at the same time
  bool require_modules = false;  ///< a combined index is refused: there is nothing to compile in it
  /// Files without bytes are read by it, each time that they are wanted: no module stays in memory then that is bitcode
  /// with a summary. Outlives the program. Null: all have their bytes.
  ThinReader reader;
  /// Where other modules wait: those that come as text, without a summary, or with their bytes. Outlives the program.
  /// Null: in memory.
  SpillFile* spill = nullptr;
};

/// What is done to a module behind its imports.
struct ThinBackend {
  Features features;
  /// Cost up to which a call is inlined. Empty: LLVM's own for NVPTX at -O2, 2,475, which is 225 times the target's
  /// multiplier; at -O3 4,000, as a call that stays between modules costs its caller the registers of the ABI.
  std::optional<std::uint32_t> inline_threshold;
  std::uint64_t inline_budget = 20000;             ///< units that a caller may grow by
  std::uint64_t inline_total_budget = UINT64_MAX;  ///< units that a module may grow by
  bool inline_info = false;                        ///< ThinStats::inline_info is wanted
  /// No call is inlined that takes a kernel with launch bounds, or any where `max_registers` is not 0, over a step of
  /// occupancy by the estimate of its registers.
  bool inline_pressure = true;
  std::uint32_t max_registers = 0;  ///< that a thread may have; 0: what launch bounds leave
  unsigned opt_level = 2;           ///< 0: only what is marked alwaysinline is inlined, and nothing is simplified
  /// Imported functions stay where they are, available_externally, with thinlto_src_module and thinlto_src_file.
  bool keep_imported = false;
  bool verify = false;  ///< LLVM's verifier after the import and after the pipeline
};

/// Counters of one module's backend.
struct ThinStats {
  std::uint64_t imported_functions = 0;  ///< definitions
  std::uint64_t imported_variables = 0;  ///< definitions
  std::uint64_t imported_calls = 0;      ///< calls of imported functions behind the import
  std::uint64_t inlined_everywhere = 0;  ///< imported functions that no call or address refers to any more
  std::uint64_t calls_left = 0;          ///< calls of functions that other modules define
  std::uint64_t promoted = 0;            ///< local values that became visible to other modules
  std::uint64_t internalized = 0;        ///< values that became local
  std::uint64_t relaxed = 0;             ///< atomic operations that are CUDA's, without the order that the IR says
  std::uint64_t dropped = 0;             ///< definitions that nothing uses: dead, or the copy of another module is kept
  std::uint64_t inlined = 0;             ///< calls replaced by bodies, imported or not
  std::uint64_t over_budget = 0;         ///< calls that stay because a budget was spent
  std::uint64_t over_pressure = 0;       ///< calls that stay for the kernel's registers
  std::map<std::string, std::uint64_t> inlines;  ///< of the inlined ones, by callee
  std::vector<std::string> imported;             ///< names of imported functions
  std::string inline_info;                       ///< a line for each decision and refusal
  double import_ms = 0, optimize_ms = 0;
};

enum class ThinForm { bitcode, text };

class ThinProgram {
 public:
  /// Reads the files. Null after an error, which is in `diag`: a file that cannot be parsed, triples that differ, a
  /// symbol with two strong definitions, or one that is a function here and a variable there.
  static std::unique_ptr<ThinProgram> read(std::vector<ThinFile> files, const ThinReading& reading, Diag& diag);
  ~ThinProgram();
  ThinProgram(const ThinProgram&) = delete;
  ThinProgram& operator=(const ThinProgram&) = delete;

  /// Workloads may be added before it is planned.
  thinlto::Problem& problem();
  std::size_t kernels() const;
  /// The highest target that functions of the modules ask for by their attributes; empty where none does, and of a
  /// combined index.
  std::optional<Features> target() const;
  /// Modules whose summaries were made here.
  std::size_t summaries_made() const;

  /// LLVM's own dead symbols and import lists on the same index at the same thresholds, as a plan; refusals are those
  /// of the rule `first_found` where its imports are the same, else none are told (`*same` is false). Sets LLVM's
  /// process-wide options. Precondition: the files came with their bytes, and no spill file.
  thinlto::Plan llvm_plan(const thinlto::Options& options, bool* same);

  /// Takes over the plan, which must be one of problem(). Once; before the calls below, which may then run at the same
  /// time. Sets LLVM's process-wide option to note the source of imported functions.
  void adopt(const thinlto::Plan& plan, const thinlto::Options& options);

  /// What only planning and the slices below need is given back: problem() has no names of values, calls and references
  /// behind it, and index_file may not be called. After `adopt`, before backends.
  void keep_for_backends();

  /// The summaries that the backend of problem().modules[module] needs, as distributed ThinLTO has them: bitcode.
  std::string index_file(std::uint32_t module) const;
  /// The modules it imports from, one a line.
  std::string imports_file(std::uint32_t module) const;
  /// The same as numbers of modules, by their names.
  std::vector<std::uint32_t> sources(std::uint32_t module) const;

  /// Moves what the plan says into the module, then runs the pipeline.
  /// Empty after an error, which is in `diag`.
  std::string backend(std::uint32_t module, const ThinBackend& options, ThinForm form, Diag& diag,
                      ThinStats* stats = nullptr) const;

  struct Impl;

 private:
  explicit ThinProgram(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// One backend job of distributed ThinLTO: a module, and the slice of a combined index that says what it imports and what
/// becomes of its symbols, as `lathe import --emit-index`, LLVM's thin links and DTLTO write them. An empty slice imports
/// nothing. Bitcode as ThinProgram::backend gives it; empty after an error, which is in `diag`. Sets LLVM's process-wide
/// option to note the source of imported functions. O(module + what is read of others).
std::string thin_backend_job(const ThinFile& module, const ThinFile& slice, const ThinReader& read,
                             const ThinReading& reading, const ThinBackend& options, ThinForm form, Diag& diag,
                             Features* target = nullptr);

/// SHA-256 of a list of texts, in hexadecimal digits: what a job is, by its words and what its inputs hold.
std::string content_key(std::span<const std::string> parts);

}  // namespace lathe::nvptx
