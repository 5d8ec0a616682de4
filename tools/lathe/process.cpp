// See process.hpp.
#include "tools/lathe/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

extern char** environ;

namespace lathe::nvptx::cli {

TemporaryFolder::TemporaryFolder(std::vector<std::string> names) : names_(std::move(names)) {
  std::error_code none;
  path_ = (std::filesystem::temp_directory_path(none) / "lathe-XXXXXX").string();
  if (!::mkdtemp(path_.data())) path_.clear();
}
TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  for (const std::string& name : names_) ::unlink(file(name).c_str());
  ::rmdir(path_.c_str());
}

int run_program(const std::vector<std::string>& arguments, const std::string& messages, const std::string& output) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (output.empty())
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int fault = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0) return -1;
  int state = 0;
  while (::waitpid(child, &state, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

std::string own_path() {
  std::string path(4096, '\0');
  const auto size = ::readlink("/proc/self/exe", path.data(), path.size());
  path.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return path;
}

}  // namespace lathe::nvptx::cli
