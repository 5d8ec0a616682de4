// Bytes that wait on a disk and not in memory: a file without a name, which is gone with the process, however that ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace lathe::nvptx {

/// Takes byte strings and gives them back. `put` and `get` may be called by several threads at once.
class SpillFile {
 public:
  /// Where a string is in the file.
  struct Place {
    std::uint64_t begin = 0, size = 0;  ///< bytes
  };

  SpillFile() = default;
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  /// Makes the file in the folder, or in those above it as long as there is none, else where temporary files go ($TMPDIR,
  /// /tmp). Once, before all else. False and an error text.
  bool open(const std::string& folder, std::string& error);
  /// The file is there.
  bool is_open() const { return file_ >= 0; }
  /// Takes the bytes. False and an error text: the disk is full. Precondition: the file is there.
  bool put(std::string_view bytes, Place& place, std::string& error);
  /// Gives back what `put` took. False and an error text.
  bool get(Place place, std::string& bytes, std::string& error) const;

 private:
  bool open_in(const std::string& folder);

  int file_ = -1;
  std::string folder_;
  std::atomic<std::uint64_t> end_ = 0;
};

}  // namespace lathe::nvptx
