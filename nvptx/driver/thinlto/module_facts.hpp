// What a thin link needs of one module, found out without the others: for several threads at once. Only for the files of
// this folder.
#pragma once

#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/ModuleSummaryIndex.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "nvptx/driver/thinlto/thin_program.hpp"

namespace lathe::nvptx {

struct ModuleFacts {
  using Guid = llvm::GlobalValue::GUID;
  struct Symbol {
    Guid guid = 0;
    std::string name;
    bool function = false;  ///< by its type
    bool strong = false;    ///< defined here, and nowhere else then
  };

  bool good = false;      ///< else `diag` says what is wrong
  bool combined = false;  ///< the file is an index of other modules; nothing else is known then
  Diag diag;
  std::string triple;
  bool short_pointers = false;  ///< to shared, constant and local memory
  Features target;
  bool has_target = false;  ///< its functions ask for one
  bool summary_made = false;
  bool rewritten = false;                           ///< the bitcode with its summary is not what the file holds
  llvm::ModuleHash hash{};                          ///< of the bitcode, where its summary has none
  std::unique_ptr<llvm::ModuleSummaryIndex> index;  ///< its summaries; names stand in the bitcode
  std::vector<Symbol> symbols;                      ///< that others can see, in the order of the module
  std::vector<Guid> kernels, preserved;
  std::map<Guid, std::uint8_t> priorities;  ///< of functions, where it is not 2
  std::set<Guid> address_space_25;          ///< functions
};

/// Reads a module of a program, of bitcode with a summary no bodies; afterwards `file.bytes` is such. Precondition: a
/// SummaryRecovery lives.
void read_module_facts(ThinFile& file, const ThinReading& reading, ModuleFacts& facts);
/// What the code says beside its summary, into `facts`; false after an error.
bool look_at(const llvm::Module& module, const std::string& path, ModuleFacts& facts);

/// LLVM checks modules that it reads, but trusts summaries: from a broken one it follows numbers to anywhere. While one of
/// these lives that is caught, in every thread.
class SummaryRecovery {
 public:
  SummaryRecovery();
  ~SummaryRecovery();
  SummaryRecovery(const SummaryRecovery&) = delete;
  SummaryRecovery& operator=(const SummaryRecovery&) = delete;
};
/// A file's summaries into an index; false and an error in `diag`.
bool read_summary(llvm::MemoryBufferRef file, llvm::ModuleSummaryIndex& index, Diag& diag);
/// The hash that a module gets whose summary has none; local names that become global ones end with it.
llvm::ModuleHash hash_of(const ThinFile& file);
/// Has a summary all that it speaks of?
bool is_whole(const llvm::GlobalValueSummary& summary);

/// Has a value no name? A summary cannot speak of it, and LLVM's import follows nothing then; opt writes such modules.
bool has_nameless(const llvm::Module& module);

bool is_bitcode(const std::string& bytes);
llvm::MemoryBufferRef buffer_of(const ThinFile& file);
/// On one line.
std::string text_of(std::string text);
inline constexpr const char* write_again = "; write the file again with clang -emit-llvm or opt";

}  // namespace lathe::nvptx
