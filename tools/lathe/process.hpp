// Other programs, and files that they share with this one.
#pragma once

#include <string>
#include <vector>

namespace lathe::nvptx::cli {

/// A folder of our own; it is removed with the files in it that are named here.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::vector<std::string> names);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  explicit operator bool() const { return !path_.empty(); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::vector<std::string> names_;
  std::string path_;
};
/// Runs a program, by its path or as the shell finds it, with all that it says going to a file, or what it writes to
/// standard output to another one; its exit state, or -1 where it did not end by itself.
int run_program(const std::vector<std::string>& arguments, const std::string& messages, const std::string& output = {});
/// The path of this program.
std::string own_path();

}  // namespace lathe::nvptx::cli
