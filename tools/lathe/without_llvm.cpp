// In the place of llvm/ where the program is built without LLVM: what needs it is refused, by name.
#include <lathe/thinlto/plan.hpp>
#include <lathe/thinlto/problem.hpp>

#include "nvptx/exec/exec.hpp"
#include "tools/lathe/llvm.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

int refuse(const std::string& what) {
  report_error(what +
               ": this program was built without LLVM; configure with -DLATHE_NVPTX=ON, which needs LLVM 22 (on Debian "
               "llvm-22-dev, from apt.llvm.org)");
  return failed;
}

}  // namespace

const bool with_llvm = false;

std::string about_llvm() { return "built without LLVM"; }
void install_llvm_handlers(void (*)(const char* reason), void (*)()) {}

std::string remarks_text(const std::vector<Remark>& remarks, bool) {
  std::string yaml;
  for (const Remark& remark : remarks) yaml += to_yaml(remark);
  return yaml;
}

int compile_command(const std::vector<std::string>&) { return refuse("lathe compile"); }
int thinlto_command(const std::vector<std::string>&) { return refuse("lathe thinlto"); }
int distribute_command(const std::vector<std::string>&) { return refuse("lathe distribute"); }
int compile_source(const std::string&, const std::vector<std::string>&, exec::Source& source) {
  return refuse(source.name + ": lathe run of LLVM IR");
}
std::unique_ptr<ImportModules> read_modules(std::vector<ModuleFile> files, const std::vector<std::string>&) {
  refuse(files[0].path + ": lathe import of LLVM modules");
  return nullptr;
}

}  // namespace lathe::nvptx::cli
