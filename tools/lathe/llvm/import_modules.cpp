// LLVM modules as an input of `lathe import`.
#include <lathe/thinlto.hpp>

#include "nvptx/driver/thinlto/thin_program.hpp"
#include "tools/lathe/llvm.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

class Modules final : public ImportModules {
 public:
  explicit Modules(std::unique_ptr<ThinProgram> program) : program_(std::move(program)) {}
  thinlto::Problem& problem() override { return program_->problem(); }
  thinlto::Plan llvm_plan(const thinlto::Options& options, bool& same) override {
    return program_->llvm_plan(options, &same);
  }
  bool write_indexes(const std::string& folder, const thinlto::Plan& plan, const thinlto::Options& options,
                     std::string& error) override {
    std::vector<std::string> names;
    for (const thinlto::Module& m : problem().modules) names.push_back(m.name);
    if (!prepare_folder(folder, error) || !file_names(names, error)) return false;
    program_->adopt(plan, options);
    for (std::uint32_t m = 0; m < names.size(); ++m) {
      if (!write_below(folder, names[m] + ".thinlto.bc", program_->index_file(m), error) ||
          !write_below(folder, names[m] + ".imports", program_->imports_file(m), error))
        return false;
    }
    return true;
  }

 private:
  std::unique_ptr<ThinProgram> program_;
};

}  // namespace

std::unique_ptr<ImportModules> read_modules(std::vector<ModuleFile> files, const std::vector<std::string>& exported) {
  std::vector<ThinFile> thin;
  for (ModuleFile& file : files) thin.push_back({file.path, std::move(file.bytes)});
  ThinReading reading;
  reading.exported = exported;
  Diag diag;
  auto program = ThinProgram::read(std::move(thin), reading, diag);
  report(diag, files[0].path);
  return program ? std::make_unique<Modules>(std::move(program)) : nullptr;
}

}  // namespace lathe::nvptx::cli
