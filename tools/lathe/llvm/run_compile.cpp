// `lathe run` of LLVM IR.
#include "nvptx/driver/compile.hpp"
#include "tools/lathe/llvm.hpp"
#include "tools/lathe/llvm/compile_arguments.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/run.hpp"
#include "tools/lathe/verify_variable.hpp"

namespace lathe::nvptx::cli {

int compile_source(const std::string& cpu, const std::vector<std::string>& attributes, exec::Source& source) {
  CompileOptions options;
  options.module_target = cpu.empty() && !names_target(attributes);
  if (!read_target(cpu.empty() ? "sm_75" : cpu, attributes, options.features)) return failed;
  options.prepare.libdevice = find_libdevice();
  options.verify_each = verify_by_environment();
  Diag diag;
  source.text = compile(source.text, source.name, options, diag);
  report(diag, source.name);
  source.name += " (PTX)";  // lines in messages are those of the PTX
  return diag.failed() ? failed : ok;
}

}  // namespace lathe::nvptx::cli
