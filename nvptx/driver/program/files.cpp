// Input and output files. An output is whole or not there: it is written beside its place and renamed.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "nvptx/driver/program/program.hpp"

namespace lathe::nvptx::program {
namespace {

std::string reason() { return std::strerror(errno); }

bool read_all(int file, std::string& bytes) {
  struct stat info{};
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode)) bytes.reserve(static_cast<std::size_t>(info.st_size) + 1);
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file, buffer, sizeof buffer);
    if (got == 0) return true;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

/// Writes to something that cannot be replaced: a terminal, a pipe, a device.
bool write_directly(const std::string& path, std::string_view bytes, std::string& error) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) {
    error = path + ": cannot write: " + reason();
    return false;
  }
  const bool written = write_all(file, bytes);
  if (!written) error = path + ": cannot write: " + reason();
  if (::close(file) != 0 && written) {
    error = path + ": cannot write: " + reason();
    return false;
  }
  return written;
}

/// Writes a new file beside `path`, then gives it that name. `mode`: permissions of the result.
bool write_and_rename(const std::string& path, std::string_view bytes, mode_t mode, std::string& error) {
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) {
    error = path + ": cannot write: " + reason();
    return false;
  }
  bool done = write_all(file, bytes) && ::fchmod(file, mode) == 0;
  if (!done) error = path + ": cannot write: " + reason();
  if (::close(file) != 0 && done) {
    error = path + ": cannot write: " + reason();
    done = false;
  }
  if (done && std::rename(temporary.c_str(), path.c_str()) != 0) {
    error = path + ": cannot write: " + reason();
    done = false;
  }
  if (!done) ::unlink(temporary.c_str());
  return done;
}

mode_t default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

bool read_input(const std::string& path, std::string& bytes, std::string& error) {
  if (path == "-") {
    if (read_all(STDIN_FILENO, bytes)) return true;
    error = "<stdin>: cannot read: " + reason();
    return false;
  }
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    error = path + ": cannot read: " + reason();
    return false;
  }
  const bool done = read_all(file, bytes);
  if (!done) error = path + ": cannot read: " + reason();
  ::close(file);
  return done;
}

bool write_output(const std::string& path, std::string_view bytes, std::string& error) {
  if (path == "-") {
    if (write_all(STDOUT_FILENO, bytes)) return true;
    error = "<stdout>: cannot write: " + reason();
    return false;
  }
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return write_and_rename(path, bytes, default_mode(), error);
  if (S_ISDIR(info.st_mode)) {
    error = path + ": cannot write: " + std::strerror(EISDIR);
    return false;
  }
  if (!S_ISREG(info.st_mode)) return write_directly(path, bytes, error);
  if (::access(path.c_str(), W_OK) != 0) {
    error = path + ": cannot write: " + reason();
    return false;
  }
  // Through a symbolic link: the file it names is replaced, not the link.
  char* resolved = ::realpath(path.c_str(), nullptr);
  const std::string target = resolved ? resolved : path;
  std::free(resolved);
  return write_and_rename(target, bytes, info.st_mode & 07777, error);
}

bool prepare_folder(const std::string& path, std::string& error) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (!code && !std::filesystem::is_directory(path, code)) code = std::make_error_code(std::errc::not_a_directory);
  if (code) error = path + ": cannot make this folder: " + code.message();
  return !code;
}

bool file_names(std::vector<std::string>& paths, std::string& error) {
  std::map<std::string, std::string> first;
  for (std::string& path : paths) {
    std::string name = path.substr(path.find_last_of('/') + 1);
    const auto [at, fresh] = first.emplace(name, path);
    if (!fresh) {
      error = path + ": what is written for it would have the name of what is written for " + at->second +
              "; rename one of them";
      return false;
    }
    path = std::move(name);
  }
  return true;
}

std::string first_file(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    if (::access(path.c_str(), R_OK) == 0) return path;
  return {};
}

}  // namespace lathe::nvptx::program
