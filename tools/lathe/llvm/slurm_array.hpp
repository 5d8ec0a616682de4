// An array job of Slurm's, by Slurm's programs: sbatch, squeue, scancel.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lathe::nvptx::cli {

class SlurmArray {
 public:
  /// Hands a script to sbatch; the words stand before it. False and an error text.
  bool submit(const std::vector<std::string>& words, const std::string& script, std::string& error);
  /// Until no task of it waits or runs, or `complete` says that nothing is missing. It is cancelled where this process
  /// is interrupted, and where Slurm would hold it for ever. False and an error text where it did not come to an end.
  bool wait(const std::function<bool()>& complete, std::string& error) const;
  const std::string& id() const { return id_; }

 private:
  enum class State { waits, over, held, unknown };
  State state(std::string& said) const;
  void cancel() const;
  std::vector<std::string> command(const char* program) const;

  std::string id_, cluster_;
};

}  // namespace lathe::nvptx::cli
