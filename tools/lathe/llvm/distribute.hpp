// What the ways of `lathe distribute` share: the jobs' keys, what is done of them, and who runs them.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/lathe/json.hpp"

namespace lathe::nvptx::cli {

struct DistributeArguments {
  std::string input, output, with, logs, state, only;
  unsigned threads = 0, job = 0, retries = 1;
  std::uint64_t memory = 0;  ///< MiB; 0: no limit
  struct Slurm {
    std::string partition, account, time;
    std::vector<std::string> words;    ///< more of sbatch's
    unsigned tasks = 0, parallel = 0;  ///< of an array; 0: by size, all
    unsigned cpus = 1;                 ///< of a task
    std::uint64_t memory = 0;          ///< MiB of a task; 0: the site's
    bool no_wait = false;
  } slurm;
};

// ---- distribute_state.cpp
std::vector<std::string> words_of(const JobList& list, const JobList::Job& job);
/// Of a job's own inputs; what is not there counts nothing.
std::uint64_t input_bytes(const JobList::Job& job);
/// What jobs are. An input of many jobs is read once, when the first one asks; any threads may ask.
class JobKeys {
 public:
  explicit JobKeys(const JobList& list) : list_(list) {}
  /// Made of a job's words, and of each input's name and of what it holds. False and an error text where one cannot be
  /// read.
  bool key(unsigned job, std::string& key, std::string& error);

 private:
  bool input_key(const std::string& input, std::string& key, std::string& error);
  const JobList& list_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::string> inputs_;
};
/// A file name for each job, made of its first output's; no two are the same.
std::vector<std::string> job_names(const JobList& list);
/// A word as a shell reads it.
std::string for_shell(std::string_view word);

struct JobFault {
  std::string text;
  bool again = false;  ///< it was the machine, not the module: another try may do
};
/// What is done of a list's jobs, as files in a folder: NAME.done has the job's key and one of what its outputs hold,
/// NAME.failed why it is not. Nothing is ever done without a folder.
class JobStates {
 public:
  JobStates(const JobList& list, std::string folder);
  explicit operator bool() const { return !folder_.empty(); }
  /// With this key, and its outputs are what they were.
  bool done(unsigned job, const std::string& key) const;
  bool set_done(unsigned job, const std::string& key, std::string& error) const;
  /// Where this cannot be written either, the job has no state, which says that it was lost.
  void set_failed(unsigned job, const JobFault& fault) const;
  void forget(unsigned job) const;
  std::optional<JobFault> fault(unsigned job) const;
  /// How many of these jobs have a state.
  std::size_t settled(const std::vector<unsigned>& jobs) const;
  /// Where what a job says goes.
  static std::string log(const std::string& folder, const std::string& name) { return folder + "/" + name + ".log"; }
  const std::string& name(unsigned job) const { return names_[job]; }

 private:
  bool outputs_key(unsigned job, std::string& key) const;
  std::string file(unsigned job, const char* end) const { return folder_ + "/" + names_[job] + end; }
  const JobList& list_;
  std::string folder_;
  std::vector<std::string> names_;
};

// ---- distribute_ninja.cpp
std::string ninja_text(const DistributeArguments& a, const JobList& list);

// ---- distribute_local.cpp
/// Runs these jobs here, the largest first. How many failed; each was told with its module.
std::size_t run_here(const DistributeArguments& a, const JobList& list, const std::vector<unsigned>& jobs);

// ---- distribute_slurm.cpp
/// Writes the script, or submits it, waits and tries again. An exit state, after messages.
int run_by_slurm(DistributeArguments a, const JobList& list);

}  // namespace lathe::nvptx::cli
