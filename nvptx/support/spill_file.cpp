// See spill_file.hpp.
#include "nvptx/support/spill_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace lathe::nvptx {

SpillFile::~SpillFile() {
  if (file_ >= 0) ::close(file_);
}

bool SpillFile::open_in(const std::string& folder) {
#ifdef O_TMPFILE
  file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
  if (file_ < 0) {  // a file system that has no files without names
    std::string name = folder + "/.lathe-XXXXXX";
    file_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (file_ >= 0) ::unlink(name.c_str());
  }
  if (file_ >= 0) folder_ = folder;
  return file_ >= 0;
}

bool SpillFile::open(const std::string& folder, std::string& error) {
  std::string near = folder;
  while (!near.empty() && ::access(near.c_str(), F_OK) != 0) {
    const std::size_t end = near.find_last_of('/');
    near.resize(end == std::string::npos ? 0 : end);
  }
  if (near.empty()) near = folder.starts_with('/') ? "/" : ".";
  if (open_in(near)) return true;
  const std::string reason = std::strerror(errno);
  const char* const temporary = std::getenv("TMPDIR");
  if (temporary != nullptr && *temporary != '\0' && open_in(temporary)) return true;
  if (open_in("/tmp")) return true;
  error = near + ": cannot write a temporary file: " + reason;
  return false;
}

bool SpillFile::put(std::string_view bytes, Place& place, std::string& error) {
  place = {end_.fetch_add(bytes.size()), bytes.size()};
  std::uint64_t at = place.begin;
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      error = folder_ + ": cannot write a temporary file: " + std::strerror(done < 0 ? errno : ENOSPC);
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(done));
    at += static_cast<std::uint64_t>(done);
  }
  return true;
}

bool SpillFile::get(Place place, std::string& bytes, std::string& error) const {
  bytes.resize(place.size);
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t done = ::pread(file_, bytes.data() + got, bytes.size() - got, static_cast<off_t>(place.begin + got));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      error = folder_ + ": cannot read a temporary file: " + std::strerror(done < 0 ? errno : EIO);
      return false;
    }
    got += static_cast<std::size_t>(done);
  }
  return true;
}

}  // namespace lathe::nvptx
