// Input and output files. An output is whole or not there: it is written beside its place and renamed.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <vector>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
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

/// What a file held before it is written over, so that it can have that back.
class OldContent {
 public:
  OldContent(int file, std::size_t size) : file_(file), bytes_(size, 0) { known_ = read_back(); }
  /// As far as possible: what can be read and written back.
  void restore() {
    if (known_ && ::lseek(file_, 0, SEEK_SET) == 0) (void)write_all(file_, bytes_);
    (void)::ftruncate(file_, static_cast<off_t>(bytes_.size()));
  }

 private:
  bool read_back() {
    std::size_t at = 0;
    while (at < bytes_.size()) {
      const ssize_t got = ::pread(file_, bytes_.data() + at, bytes_.size() - at, static_cast<off_t>(at));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      at += static_cast<std::size_t>(got);
    }
    return true;
  }
  int file_;
  std::string bytes_;
  bool known_;
};

/// Writes into a file that is there, in a folder where no other can be made beside it. What stands behind the old end
/// is written first: where there is no room for it, the old content has not been touched.
bool write_in_place(const std::string& path, std::string_view bytes, std::string& error) {
  int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  struct stat info{};
  if (file < 0 || ::fstat(file, &info) != 0) {
    error = path + ": cannot write: " + reason();
    if (file >= 0) ::close(file);
    return false;
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  OldContent old(file, size);
  const std::size_t front = std::min(size, bytes.size());
  bool done =
      (bytes.size() <= size || (::lseek(file, info.st_size, SEEK_SET) >= 0 && write_all(file, bytes.substr(front)))) &&
      ::lseek(file, 0, SEEK_SET) == 0 && write_all(file, bytes.substr(0, front)) &&
      ::ftruncate(file, static_cast<off_t>(bytes.size())) == 0;
  if (!done) {
    error = path + ": cannot write: " + reason();
    old.restore();
  }
  if (::close(file) != 0 && done) {
    error = path + ": cannot write: " + reason();
    done = false;
  }
  return done;
}

/// Writes a new file beside `path`, then gives it that name. `mode`: permissions of the result. `there`: a file of that
/// name is there, and is written over where its folder takes no new one.
bool write_and_rename(const std::string& path, std::string_view bytes, mode_t mode, bool there, std::string& error) {
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) {
    if (there && (errno == EACCES || errno == EPERM || errno == EROFS || errno == ENAMETOOLONG))
      return write_in_place(path, bytes, error);
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
    // A folder where only the owner of a file may replace it, or a file that is a mount of its own.
    const bool in_place = there && (errno == EACCES || errno == EPERM || errno == EBUSY);
    error = path + ": cannot write: " + reason();
    done = false;
    if (in_place) {
      ::unlink(temporary.c_str());
      error.clear();
      return write_in_place(path, bytes, error);
    }
  }
  if (!done) ::unlink(temporary.c_str());
  return done;
}

bool refuse_file(const std::string& path, std::string& error) {
  error = path + ": no file is read or written here; - is the input, or the answer";
  return false;
}

/// Asked once: who asks changes it for all threads meanwhile.
mode_t default_mode() {
  static const mode_t mode = [] {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
  }();
  return mode;
}

}  // namespace

bool read_input(const std::string& path, std::string& bytes, std::string& error) {
  if (heard().input != nullptr) return path == "-" ? (bytes = *heard().input, true) : refuse_file(path, error);
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

static bool write_to(const std::string& path, std::string_view bytes, std::string& error) {
  if (path == "-" && heard().output != nullptr) return heard().output->append(bytes), true;
  if (heard().input != nullptr) return refuse_file(path, error);
  if (path == "-") {
    if (write_all(STDOUT_FILENO, bytes)) return true;
    error = "<stdout>: cannot write: " + reason();
    return false;
  }
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return write_and_rename(path, bytes, default_mode(), false, error);
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
  return write_and_rename(target, bytes, info.st_mode & 07777, true, error);
}

void note_output(const std::string& path, std::uint64_t bytes) {
  if (heard().document == nullptr || path == "-") return;
  Json one;
  heard().document->outputs.push_back(std::move(one.add("file", path).add("bytes", bytes)));
}

bool write_output(const std::string& path, std::string_view bytes, std::string& error) {
  if (!write_to(path, bytes, error)) return false;
  note_output(path, bytes.size());
  return true;
}

bool prepare_folder(const std::string& path, std::string& error) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string folder = path.substr(0, end);
    if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST && end == std::string::npos) {
      error = path + ": cannot make this folder: " + reason();
      return false;
    }
    if (end == std::string::npos) break;
  }
  struct stat info{};
  const bool there = ::stat(path.c_str(), &info) == 0;
  if (there && S_ISDIR(info.st_mode)) return true;
  if (there) errno = ENOTDIR;
  error = path + ": cannot make this folder: " + reason();
  return false;
}

bool file_names(std::vector<std::string>& paths, std::string& error) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<fs::path> whole;
  for (const std::string& path : paths) whole.push_back(fs::absolute(path, ignored).lexically_normal());
  fs::path common = whole.empty() ? fs::path() : whole[0].parent_path();
  const auto inside = [&](const fs::path& path) {
    const auto [end, at] = std::mismatch(common.begin(), common.end(), path.begin(), path.end());
    return end == common.end();
  };
  while (!std::all_of(whole.begin(), whole.end(), inside)) common = common.parent_path();
  std::map<std::string, std::string> first;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::string name = whole[i].lexically_relative(common).string();
    const auto [at, fresh] = first.emplace(name, paths[i]);
    if (!fresh) {
      error = paths[i] + ": what is written for it would have the name of what is written for " + at->second +
              "; rename one of them";
      return false;
    }
    paths[i] = std::move(name);
  }
  return true;
}

bool write_if_other(const std::string& path, std::string_view bytes, std::string& error, bool* written) {
  std::string before, ignored;
  if (::access(path.c_str(), R_OK) == 0 && read_input(path, before, ignored) && before == bytes) return true;
  if (written != nullptr) *written = true;
  return write_output(path, bytes, error);
}

bool write_below(const std::string& folder, const std::string& name, std::string_view bytes, std::string& error) {
  const std::string path = folder + "/" + name;
  return prepare_folder(path.substr(0, path.find_last_of('/')), error) && write_output(path, bytes, error);
}

int print_out(std::string_view text) {
  std::string error;
  if (write_output("-", text, error)) return ok;
  report_error(error);
  return failed;
}

std::string first_file(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    if (::access(path.c_str(), R_OK) == 0) return path;
  return {};
}

}  // namespace lathe::nvptx::cli
