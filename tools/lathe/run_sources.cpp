// Inputs of `lathe run`: PTX as it is; LLVM IR is compiled first.
#include <algorithm>

#include "tools/lathe/llvm.hpp"
#include "tools/lathe/run.hpp"

namespace lathe::nvptx::cli {

bool is_llvm_ir(const std::string& path, std::string_view bytes) {
  if (bytes.starts_with("BC\xc0\xde") || bytes.starts_with("\xde\xc0\x17\x0b")) return true;
  if (path.ends_with(".ll") || path.ends_with(".bc")) return true;
  if (path.ends_with(".ptx")) return false;
  const std::size_t version = bytes.find(".version");
  const std::size_t define = std::min(bytes.find("\ndefine "), bytes.find("\ntarget "));
  return version == std::string_view::npos || define < version;
}

int read_source(const std::string& path, const std::string& cpu, const std::vector<std::string>& attributes,
                exec::Source& source, bool& compiled) {
  std::string error;
  if (!read_input(path, source.text, error)) {
    report_error(error);
    return failed;
  }
  source.name = path == "-" ? "<stdin>" : path;
  compiled = is_llvm_ir(path, source.text);
  if (!compiled) return ok;
  return compile_source(cpu, attributes, source);
}

}  // namespace lathe::nvptx::cli
