// Jobs of distributed ThinLTO as array jobs of Slurm's: packed by size, submitted, waited for, the failed ones again.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <queue>
#include <thread>

#include "nvptx/support/big_stack.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/llvm/distribute.hpp"
#include "tools/lathe/llvm/slurm_array.hpp"
#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/progress.hpp"

namespace lathe::nvptx::cli {
namespace {

using Tasks = std::vector<std::vector<unsigned>>;

/// The largest job first, each to the task that has the least: none has more than 4/3 of what it must have (Graham,
/// 1969). `limit`: how many tasks at most; 0: as many as are worth one.
Tasks pack(const JobList& list, std::vector<unsigned> jobs, std::size_t limit) {
  constexpr std::uint64_t each = 16U << 10;   // starting a compiler costs what so many bytes of input cost
  constexpr std::uint64_t a_task = 4U << 20;  // worth a task of an array: some ten seconds
  constexpr std::size_t most = 1000;          // Slurm's MaxArraySize, where the site has not said otherwise, is 1001
  std::vector<std::uint64_t> sizes(list.jobs.size());
  std::uint64_t all = 0;
  for (const unsigned job : jobs) all += sizes[job] = input_bytes(list.jobs[job]) + each;
  const std::size_t wanted = limit != 0 ? limit : std::min<std::size_t>(most, (all + a_task - 1) / a_task);
  Tasks tasks(std::min(jobs.size(), wanted));
  std::ranges::stable_sort(jobs, [&](unsigned x, unsigned y) { return sizes[x] > sizes[y]; });
  using Load = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t t = 0; t < tasks.size(); ++t) loads.emplace(0, t);
  for (const unsigned job : jobs) {
    const auto [load, task] = loads.top();
    loads.pop();
    tasks[task].push_back(job);
    loads.emplace(load + sizes[job], task);
  }
  for (auto& task : tasks) std::ranges::sort(task);
  return tasks;
}

/// "0,4-7", of sorted numbers.
std::string ranges_text(const std::vector<unsigned>& numbers) {
  std::string out;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    out += (out.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (end - i > 1) out += "-" + std::to_string(numbers[end - 1]);
    i = end;
  }
  return out;
}

class Slurm {
 public:
  Slurm(const DistributeArguments& a, const JobList& list) : a_(a), list_(list), states_(list, a.state) {
    faults_.resize(list.jobs.size());
  }

  int run() {
    std::vector<unsigned> left = not_done();
    bool fine = true;
    if (!a_.output.empty()) {
      fine = left.empty() || write_script(a_.output, pack(list_, left, a_.slurm.tasks));
      if (left.empty()) tell("all jobs are done; no script is written\n");
    } else {
      // Who was killed gets a task of its own, so that another one's end is not its end again.
      for (unsigned tried = 0; fine && tried <= a_.retries && !left.empty(); ++tried) {
        fine =
            round(left, tried == 0 || a_.slurm.tasks != 0 ? a_.slurm.tasks : std::min<std::size_t>(1000, left.size()));
        if (a_.slurm.no_wait) break;
      }
    }
    std::size_t failed_jobs = 0;
    for (std::size_t j = 0; j < faults_.size(); ++j) {
      if (faults_[j].text.empty()) continue;
      ++failed_jobs;
      report_error(list_.jobs[j].inputs[0] + ": " + faults_[j].text);
    }
    return fine && failed_jobs == 0 ? ok : failed;
  }

 private:
  bool complain(const std::string& error) {
    report_error(error);
    return false;
  }

  /// The jobs that are to be run; those whose key cannot be told have failed.
  std::vector<unsigned> not_done() {
    keys_.resize(list_.jobs.size());
    std::vector<char> left(list_.jobs.size());
    JobKeys keys(list_);
    share_out(
        left.size(), std::max(1U, std::thread::hardware_concurrency()),
        [&](std::size_t j) {
          left[j] = keys.key(static_cast<unsigned>(j), keys_[j], faults_[j].text) &&
                    !states_.done(static_cast<unsigned>(j), keys_[j]);
        },
        std::size_t{1} << 20);
    std::vector<unsigned> out;
    for (std::size_t j = 0; j < left.size(); ++j)
      if (left[j] != 0) out.push_back(static_cast<unsigned>(j));
    return out;
  }

  std::vector<std::string> sbatch_words(std::size_t tasks) const {
    const auto& s = a_.slurm;
    std::error_code none;
    std::string logs;
    for (const char c : absolute(a_.logs)) logs += c == '%' ? std::string("%%") : std::string(1, c);
    std::vector<std::string> out{
        "--job-name=lathe",
        fmt::format("--array=0-{}", tasks - 1) + (s.parallel != 0 ? fmt::format("%{}", s.parallel) : ""),
        "--chdir=" + std::filesystem::current_path(none).string(),
        "--output=" + logs + "/task-%A_%a.log",
        "--nodes=1",
        "--ntasks=1",
        fmt::format("--cpus-per-task={}", s.cpus),
        "--no-requeue"};
    if (s.memory != 0) out.push_back(fmt::format("--mem={}M", s.memory));
    if (!s.time.empty()) out.push_back("--time=" + s.time);
    if (!s.partition.empty()) out.push_back("--partition=" + s.partition);
    if (!s.account.empty()) out.push_back("--account=" + s.account);
    out.insert(out.end(), s.words.begin(), s.words.end());
    return out;
  }
  static std::string absolute(const std::string& path) {
    std::error_code none;
    return std::filesystem::absolute(path, none).string();
  }

  bool write_script(const std::string& path, const Tasks& tasks) {
    std::string text =
        "#!/bin/sh\n# Written by lathe distribute. An array task runs those of its jobs that are not done.\n";
    for (const std::string& word : sbatch_words(tasks.size())) text += "#SBATCH " + for_shell(word) + "\n";
    text += "case $SLURM_ARRAY_TASK_ID in\n";
    for (std::size_t t = 0; t < tasks.size(); ++t) text += fmt::format("{}) jobs={} ;;\n", t, ranges_text(tasks[t]));
    text += "*) echo 'lathe: error: this is no array task; hand the script to sbatch' >&2; exit 2 ;;\nesac\nexec";
    for (const std::string& word :
         {own_path(), std::string("distribute"), absolute(a_.input), std::string("--with=local"),
          "--state=" + absolute(a_.state), "--logs=" + absolute(a_.logs), fmt::format("--threads={}", a_.slurm.cpus),
          fmt::format("--memory={}", a_.slurm.memory), std::string("--retries=0")})
      text += " " + for_shell(word);
    std::string error;
    return write_output(path, text + " --jobs=\"$jobs\"\n", error) || complain(error);
  }

  /// Submits these jobs; those that may be tried again are left. False where Slurm does not do its part.
  bool round(std::vector<unsigned>& left, std::size_t limit) {
    for (const unsigned job : left) states_.forget(job);
    const Tasks tasks = pack(list_, left, limit);
    const std::string script = a_.state + "/array.sh";
    std::string error;
    if (!write_script(script, tasks)) return false;
    SlurmArray array;
    if (!array.submit(sbatch_words(tasks.size()), script, error)) return complain(error);
    if (a_.slurm.no_wait) return print_out(array.id() + "\n") == ok;
    Progress progress("modules", left.size());
    const bool ended = array.wait(
        [&] {
          const std::size_t settled = states_.settled(left);
          if (progress.count() != nullptr) progress.count()->done = settled;
          return settled == left.size();
        },
        error);
    progress.end();
    const std::size_t all = left.size();
    if (!ended)
      return complain(fmt::format("{}; {} of {} modules are not done", error, all - states_.settled(left), all));
    left = collect(tasks, array.id());
    return true;
  }

  std::vector<unsigned> collect(const Tasks& tasks, const std::string& id) {
    static_cast<void>(states_.settled({}));  // a network's file system looks again
    std::vector<unsigned> again;
    for (std::size_t t = 0; t < tasks.size(); ++t)
      for (const unsigned job : tasks[t]) {
        faults_[job] = {};
        if (states_.done(job, keys_[job])) continue;
        faults_[job] = states_.fault(job).value_or(lost(job, fmt::format("{}_{}", id, t)));
        if (faults_[job].again) again.push_back(job);
      }
    std::ranges::sort(again);
    return again;
  }

  /// No state of a job: whoever ran it was killed, or could not write.
  JobFault lost(unsigned job, const std::string& task) const {
    const std::string log = a_.logs + "/task-" + task + ".log";
    std::string said, ignored;
    static_cast<void>(read_input(log, said, ignored));
    while (!said.empty() && said.back() == '\n') said.pop_back();
    said.erase(0, said.find_last_of('\n') + 1);
    std::string text = fmt::format("Slurm's task {} ended before this job was done; see {} and {}", task,
                                   JobStates::log(a_.logs, states_.name(job)), log);
    if (!said.empty()) text += ", which ends with: " + one_line(said);
    return {text, true};
  }

  const DistributeArguments& a_;
  const JobList& list_;
  JobStates states_;
  std::vector<std::string> keys_;
  std::vector<JobFault> faults_;
};

}  // namespace

int run_by_slurm(DistributeArguments a, const JobList& list) {
  std::string error;
  if (a.state.empty()) a.state = a.input + ".slurm";
  if (a.logs.empty()) a.logs = a.state;
  if (!prepare_folder(a.state, error) || !prepare_folder(a.logs, error)) {
    report_error(error);
    return failed;
  }
  return Slurm(a, list).run();
}

}  // namespace lathe::nvptx::cli
