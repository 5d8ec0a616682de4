// The CUDA toolkit, when there is one: libdevice, and ptxas for .cubin output.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

std::string first_line(const std::string& text) {
  const std::size_t end = text.find('\n');
  return text.substr(0, end);
}

}  // namespace

std::vector<std::string> cuda_homes() {
  std::vector<std::string> homes;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(variable); value && *value) homes.emplace_back(value);
  if (const char* path = std::getenv("PATH")) {
    std::string_view rest = path;
    while (!rest.empty()) {
      const std::size_t end = rest.find(':');
      const std::string folder(rest.substr(0, end));
      if (!folder.empty() && ::access((folder + "/ptxas").c_str(), X_OK) == 0) homes.push_back(folder + "/..");
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }
  homes.emplace_back("/usr/local/cuda");
  return homes;
}

std::string find_libdevice() {
  std::vector<std::string> paths;
  for (const std::string& home : cuda_homes()) paths.push_back(home + "/nvvm/libdevice/libdevice.10.bc");
  return first_file(paths);
}

bool assemble(const std::string& ptx, const std::string& target, unsigned opt_level, std::string& cubin,
              std::string& error, bool link_later) {
  std::vector<std::string> paths;
  for (const std::string& home : cuda_homes()) paths.push_back(home + "/bin/ptxas");
  const std::string ptxas = first_file(paths);
  if (ptxas.empty()) {
    error = "ptxas was not found, which .cubin output needs; set CUDA_HOME or PATH, or write .ptx";
    return false;
  }
  const TemporaryFolder folder({"in.ptx", "out.cubin", "messages"});
  if (!folder) {
    error = std::string("cannot make a temporary folder: ") + std::strerror(errno);
    return false;
  }
  const std::string input = folder.file("in.ptx"), output = folder.file("out.cubin"),
                    messages = folder.file("messages");
  const Undocumented between;
  if (!write_output(input, ptx, error)) return false;
  std::vector<std::string> command{ptxas, "-arch=" + target, "-O" + std::to_string(opt_level), input, "-o", output};
  if (link_later) command.emplace_back("-c");
  const int state = run_program(command, messages);
  if (state != 0) {
    std::string text, ignored;
    read_input(messages, text, ignored);
    error = "ptxas refused the PTX: " + first_line(text);
    return false;
  }
  return read_input(output, cubin, error);
}

}  // namespace lathe::nvptx::cli
