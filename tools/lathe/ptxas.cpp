// The CUDA toolkit, when there is one: libdevice, and ptxas for .cubin output.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "tools/lathe/program.hpp"

extern char** environ;

namespace lathe::nvptx::cli {
namespace {

/// A folder of our own that is removed with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const char* base = std::getenv("TMPDIR");
    path_ = std::string(base && *base ? base : "/tmp") + "/lathe-XXXXXX";
    if (!::mkdtemp(path_.data())) path_.clear();
  }
  ~TemporaryFolder() {
    for (const char* name : {"in.ptx", "out.cubin", "messages"}) ::unlink((path_ + "/" + name).c_str());
    if (!path_.empty()) ::rmdir(path_.c_str());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  explicit operator bool() const { return !path_.empty(); }
  std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// Runs a program with its output going to a file; its exit state, or -1.
int run_program(const std::vector<std::string>& arguments, const std::string& messages) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int fault = ::posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0) return -1;
  int state = 0;
  while (::waitpid(child, &state, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

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
  const TemporaryFolder folder;
  if (!folder) {
    error = std::string("cannot make a temporary folder: ") + std::strerror(errno);
    return false;
  }
  const std::string input = folder.file("in.ptx"), output = folder.file("out.cubin"),
                    messages = folder.file("messages");
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
