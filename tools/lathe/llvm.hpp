// What the program needs LLVM for. In llvm/ where it is built with LLVM; without (cmake -DLATHE_NVPTX=OFF) each of these
// is refused, by without_llvm.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <lathe/support/remark.hpp>

namespace lathe::thinlto {
struct Options;
struct Plan;
struct Problem;
}  // namespace lathe::thinlto

namespace lathe::nvptx::exec {
struct Source;
}

namespace lathe::nvptx::cli {

extern const bool with_llvm;

/// "reads LLVM IR up to version 22.1.8", for --version.
std::string about_llvm();
/// LLVM's end is the program's: see nvptx/driver/llvm_setup.hpp.
void install_llvm_handlers(void (*fatal)(const char* reason), void (*no_memory)());

/// In the form of LLVM's remark library. Without LLVM YAML only.
std::string remarks_text(const std::vector<Remark>& remarks, bool bitstream);

int compile_command(const std::vector<std::string>& arguments);
int thinlto_command(const std::vector<std::string>& arguments);
int distribute_command(const std::vector<std::string>& arguments);

/// LLVM IR -> PTX, in place. An exit state; messages are reported.
int compile_source(const std::string& cpu, const std::vector<std::string>& attributes, exec::Source& source);

/// LLVM modules, or their combined index, as an input of `lathe import`.
class ImportModules {
 public:
  virtual ~ImportModules() = default;
  virtual thinlto::Problem& problem() = 0;
  /// LLVM's own plan; `same`: see ThinProgram::llvm_plan.
  virtual thinlto::Plan llvm_plan(const thinlto::Options& options, bool& same) = 0;
  /// NAME.thinlto.bc and NAME.imports of each module, into a folder. False and an error text.
  virtual bool write_indexes(const std::string& folder, const thinlto::Plan& plan, const thinlto::Options& options,
                             std::string& error) = 0;
};
struct ModuleFile {
  std::string path, bytes;
};
/// `exported`: symbols that something outside uses. Null after a message.
std::unique_ptr<ImportModules> read_modules(std::vector<ModuleFile> files, const std::vector<std::string>& exported);

}  // namespace lathe::nvptx::cli
