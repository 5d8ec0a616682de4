// Jobs of distributed ThinLTO, run here: a pool of processes under a cap of memory.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

#include "nvptx/support/big_stack.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/llvm/distribute.hpp"
#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/progress.hpp"

namespace lathe::nvptx::cli {
namespace {

/// Whether what a job said is about the machine, and not about its module. Where it said nothing, its log may have had
/// no room.
bool machine_fault(std::string_view said) {
  if (said.empty()) return true;
  for (const int reason : {ENOSPC, EDQUOT, EFBIG, EIO, EROFS, ESTALE, ENOMEM, EMFILE, ENFILE})
    if (said.find(std::strerror(reason)) != std::string_view::npos) return true;
  return said.find("out of memory") != std::string_view::npos;
}

class Pool {
 public:
  Pool(const DistributeArguments& a, const JobList& list, std::vector<unsigned> jobs)
      : a_(a), list_(list), keys_(list), states_(list, a.state), order_(std::move(jobs)) {
    // A module needs some forty times its bitcode; what a process needs anyway comes on top.
    for (const JobList::Job& job : list.jobs) needs_.push_back((input_bytes(job) * 40 >> 20) + 48);
    std::ranges::stable_sort(order_, [&](unsigned x, unsigned y) { return needs_[x] > needs_[y]; });
    faults_.resize(list.jobs.size());
  }

  /// How many jobs failed; each was told with its module.
  std::size_t run() {
    Progress progress("modules", order_.size());
    const unsigned wanted = a_.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : a_.threads;
    run_on_big_stacks(
        static_cast<unsigned>(std::min<std::size_t>(wanted, order_.size())), [&](unsigned) { work(progress); },
        std::size_t{1} << 20);
    progress.end();
    std::size_t failed = 0;
    for (std::size_t j = 0; j < faults_.size(); ++j) {
      if (faults_[j].text.empty()) continue;
      ++failed;
      report_error(list_.jobs[j].inputs[0] + ": " + faults_[j].text);
    }
    return failed;
  }

 private:
  void work(const Progress& progress) {
    for (;;) {
      unsigned job = 0;
      {
        std::unique_lock lock(mutex_);
        // One that is larger than all that there is runs alone.
        room_.wait(lock, [&] {
          return next_ == order_.size() || a_.memory == 0 || running_ == 0 ||
                 used_ + needs_[order_[next_]] <= a_.memory;
        });
        if (next_ == order_.size()) return;
        job = order_[next_++];
        used_ += needs_[job];
        ++running_;
      }
      faults_[job] = states_ ? with_state(job) : execute(job);
      {
        const std::scoped_lock lock(mutex_);
        used_ -= needs_[job];
        --running_;
      }
      room_.notify_all();
      progress.done();
    }
  }

  /// What is done is not done again.
  JobFault with_state(unsigned job) {
    std::string key, error;
    JobFault fault;
    if (!keys_.key(job, key, error)) {
      fault.text = error;
    } else if (states_.done(job, key)) {
      return {};
    } else {
      states_.forget(job);
      fault = execute(job);
      if (fault.text.empty() && !states_.set_done(job, key, error)) fault = {error, true};
    }
    if (!fault.text.empty()) states_.set_failed(job, fault);
    return fault;
  }

  /// What went wrong; without a text nothing.
  JobFault execute(unsigned j) const {
    const JobList::Job& job = list_.jobs[j];
    const TemporaryFolder folder({"log"});
    if (a_.logs.empty() && !folder) return {"cannot make a temporary folder", true};
    const std::string log = a_.logs.empty() ? folder.file("log") : JobStates::log(a_.logs, states_.name(j));
    int state = 0;
    std::string said, error;
    for (unsigned tried = 0; tried <= a_.retries; ++tried) {
      if (!write_output(log, "", error)) return {error, true};
      state = run_program(words_of(list_, job), log);
      said.clear();
      static_cast<void>(read_input(log, said, error));
      // What a job says of its module it says again; another one may have better luck.
      if (state == 0 || !again(state, said)) break;
    }
    if (a_.logs.empty() && !said.empty()) tell(said);
    const std::string where = a_.logs.empty() ? "" : "; see " + log;
    if (state < 0) return {"its job was killed, or could not be started: " + list_.args[0] + where, true};
    if (state != 0) return {fmt::format("its job failed with exit state {}{}", state, where), again(state, said)};
    for (const std::string& output : job.outputs)
      if (::access(output.c_str(), F_OK) != 0) return {"its job left no " + output + where};
    return {};
  }
  /// A shell between says 128 and more of what was killed.
  static bool again(int state, std::string_view said) { return state < 0 || state >= 128 || machine_fault(said); }

  const DistributeArguments& a_;
  const JobList& list_;
  JobKeys keys_;
  JobStates states_;
  std::vector<unsigned> order_;
  std::vector<std::uint64_t> needs_;  // MiB
  std::vector<JobFault> faults_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::size_t next_ = 0;
  unsigned running_ = 0;
  std::uint64_t used_ = 0;
};

}  // namespace

std::size_t run_here(const DistributeArguments& a, const JobList& list, const std::vector<unsigned>& jobs) {
  return Pool(a, list, jobs).run();
}

}  // namespace lathe::nvptx::cli
