// `lathe distribute`: the jobs of distributed ThinLTO, as LLVM's DTLTO and `lathe thinlto --plan` write them, run here or
// handed to a build tool.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <thread>

#include "nvptx/driver/thinlto/thin_program.hpp"
#include "nvptx/support/big_stack.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/json.hpp"
#include "tools/lathe/llvm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/progress.hpp"
#include "tools/lathe/vocabulary.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe distribute JOBS.json --with=local|ninja|key [OPTIONS]   (see lathe distribute --help)";

constexpr char notes[] =
    R"(JOBS.json is what LLVM 22's DTLTO gives a distributor, or lathe thinlto --plan writes. local runs
the jobs here, the largest first. ninja writes a build file (-o, build.ninja): a job's key is made of
its words and of what its inputs hold, and a job runs where its key has changed; whoever touches a
file without changing it waits for nothing. key prints that key of job --job.
Examples:
  lathe thinlto a.bc b.bc --plan jobs -o out && lathe distribute jobs/jobs.json --with=local
  lathe distribute jobs/jobs.json --with=ninja -o build.ninja && ninja
  llvm-lto2 run ... -dtlto-compiler=/usr/bin/lathe -dtlto-distributor=/usr/bin/lathe \
      -dtlto-distributor-arg=distribute -dtlto-distributor-arg=--with=local)";

struct Arguments {
  std::string input, output, with, logs;
  unsigned threads = 0, job = 0, retries = 1;
  std::uint64_t memory = 0;
};

std::uint64_t size_of(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}
std::vector<std::string> words_of(const JobList& list, const JobList::Job& job) {
  std::vector<std::string> out = list.args;
  out.insert(out.end(), job.args.begin(), job.args.end());
  return out;
}

// ---- keys

/// What a job is: its words, and of each input its name and what it holds. An input that cannot be read is told.
bool key_of(const JobList& list, const JobList::Job& job, std::string& key, std::string& error) {
  std::vector<std::string> parts = words_of(list, job);
  std::vector<std::string> inputs = list.inputs;
  inputs.insert(inputs.end(), job.inputs.begin(), job.inputs.end());
  for (const std::string& input : inputs) {
    std::string bytes;
    if (!read_input(input, bytes, error)) return false;
    parts.push_back(input);
    parts.push_back(std::move(bytes));
  }
  key = content_key(parts);
  return true;
}

// ---- ninja

/// A path, or in a command a word, as ninja reads it.
std::string for_ninja(std::string_view text, bool path) {
  std::string out;
  for (const char c : text) {
    if (c == '$' || (path && (c == ' ' || c == ':'))) out += '$';
    out += c;
  }
  return out;
}
std::string for_shell(std::string_view word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=./,:@%") == std::string_view::npos;
  if (plain) return std::string(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}
std::string ninja_text(const Arguments& a, const JobList& list) {
  const auto paths = [](const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& path : all) out += " " + for_ninja(path, true);
    return out;
  };
  std::string out =
      "# Written by lathe distribute. A job runs where its key has changed.\n"
      "rule key\n  command = $lathe distribute " +
      for_ninja(for_shell(a.input), false) +
      " --with=key --job=$job -o $out\n  description = key of $what\n  restat = 1\n"
      "rule job\n  command = $run\n  description = $what\n";
  out += "lathe = " + for_ninja(for_shell(own_path()), false) + "\n";
  std::string all;
  for (std::size_t j = 0; j < list.jobs.size(); ++j) {
    const JobList::Job& job = list.jobs[j];
    const std::string key = job.outputs[0] + ".key", what = for_ninja(job.inputs[0], false);
    std::string run;
    for (const std::string& word : words_of(list, job)) run += (run.empty() ? "" : " ") + for_shell(word);
    out += "build " + for_ninja(key, true) + ": key" + paths(list.inputs) + paths(job.inputs) + " | " +
           for_ninja(a.input, true) + "\n  job = " + std::to_string(j) + "\n  what = " + what + "\n";
    out += "build" + paths(job.outputs) + ": job " + for_ninja(key, true) + "\n  run = " + for_ninja(run, false) +
           "\n  what = " + what + "\n";
    all += paths(job.outputs);
  }
  return out + "build all: phony" + all + "\ndefault all\n";
}

// ---- here

class Pool {
 public:
  Pool(const Arguments& a, const JobList& list) : a_(a), list_(list), order_(list.jobs.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    for (const JobList::Job& job : list.jobs) {
      std::uint64_t bytes = 0;
      for (const std::string& input : job.inputs) bytes += size_of(input);
      // A module needs some forty times its bitcode; what a process needs anyway comes on top.
      needs_.push_back((bytes * 40 >> 20) + 48);
    }
    std::ranges::stable_sort(order_, [&](unsigned x, unsigned y) { return needs_[x] > needs_[y]; });
    faults_.resize(list.jobs.size());
  }

  /// How many jobs failed; each was told with its module.
  std::size_t run() {
    Progress progress("modules", list_.jobs.size());
    const unsigned wanted = a_.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : a_.threads;
    run_on_big_stacks(
        static_cast<unsigned>(std::min<std::size_t>(wanted, order_.size())), [&](unsigned) { work(progress); },
        std::size_t{1} << 20);
    progress.end();
    std::size_t failed = 0;
    for (std::size_t j = 0; j < faults_.size(); ++j) {
      if (faults_[j].empty()) continue;
      ++failed;
      report_error(list_.jobs[j].inputs[0] + ": " + faults_[j]);
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
      faults_[job] = execute(job);
      {
        const std::scoped_lock lock(mutex_);
        used_ -= needs_[job];
        --running_;
      }
      room_.notify_all();
      progress.done();
    }
  }

  std::string log_of(unsigned job) const {
    std::string name = list_.jobs[job].outputs[0];
    std::ranges::replace(name, '/', '_');
    return a_.logs + "/" + name + ".log";
  }
  /// What went wrong; empty for nothing.
  std::string execute(unsigned j) const {
    const JobList::Job& job = list_.jobs[j];
    const TemporaryFolder folder({"log"});
    if (a_.logs.empty() && !folder) return "cannot make a temporary folder";
    const std::string log = a_.logs.empty() ? folder.file("log") : log_of(j);
    int state = 0;
    for (unsigned tried = 0; tried <= a_.retries; ++tried) {
      state = run_program(words_of(list_, job), log);
      if (state >= 0) break;  // what a job says of its input it says again; one that was killed may have better luck
    }
    std::string said, ignored;
    static_cast<void>(read_input(log, said, ignored));
    if (a_.logs.empty() && !said.empty()) tell(said);
    const std::string where = a_.logs.empty() ? "" : "; see " + log;
    if (state < 0) return "its job was killed, or could not be started: " + list_.args[0] + where;
    if (state != 0) return fmt::format("its job failed with exit state {}{}", state, where);
    for (const std::string& output : job.outputs)
      if (::access(output.c_str(), F_OK) != 0) return "its job left no " + output + where;
    return {};
  }

  const Arguments& a_;
  const JobList& list_;
  std::vector<unsigned> order_;
  std::vector<std::uint64_t> needs_;  // MiB
  std::vector<std::string> faults_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::size_t next_ = 0;
  unsigned running_ = 0;
  std::uint64_t used_ = 0;
};

int fail(const std::string& error) {
  report_error(error);
  return failed;
}

int run(const Arguments& a) {
  std::string text, error;
  if (!read_input(a.input, text, error)) return fail(error);
  JobList list;
  if (!read_jobs(text, list, error)) return fail(a.input + ": not a list of jobs: " + error);
  if (a.with == "key") {
    if (a.job >= list.jobs.size())
      return fail(fmt::format("{}: there is no job {}; there are {}", a.input, a.job, list.jobs.size()));
    std::string key;
    if (!key_of(list, list.jobs[a.job], key, error)) return fail(error);
    key += "\n";
    if (a.output.empty()) return print_out(key);
    return write_if_other(a.output, key, error) ? ok : fail(error);
  }
  if (a.with == "ninja")
    return write_if_other(a.output.empty() ? "build.ninja" : a.output, ninja_text(a, list), error) ? ok : fail(error);
  if (!a.logs.empty() && !prepare_folder(a.logs, error)) return fail(error);
  return Pool(a, list).run() == 0 ? ok : failed;
}

}  // namespace

int distribute_command(const std::vector<std::string>& arguments) {
  Options app("Jobs of distributed ThinLTO, run here or handed to a build tool.", "lathe distribute", short_usage);
  Arguments a;
  app.option("input", a.input, "the jobs: JSON as LLVM's DTLTO or lathe thinlto --plan writes it").required();
  app.option("-o,--output", a.output, "ninja: the build file, build.ninja if nothing is said; key: where the key goes");
  app.section(Section::general);
  app.option("--with", a.with, "who runs the jobs: local (here), ninja (a build file is written); key (of one job)")
      .one_of({"local", "ninja", "key"})
      .required();
  app.option("--threads", a.threads, "local: jobs at the same time; 0: all cores").show_default();
  app.option("--memory", a.memory, "local: MiB that the jobs may need together by their inputs' sizes; 0: no limit")
      .show_default();
  app.option("--retries", a.retries, "local: how often a job that was killed is tried again").show_default();
  app.option("--logs", a.logs, "local: a folder for what each job says; else it is told here");
  app.option("--job", a.job, "key: number of the job").show_default();
  app.footer(notes);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.with != "local")
    if (const auto done = refuse_idle(app, a.with == "key" ? "--with=key" : "--with=ninja",
                                      {"--threads", "--memory", "--retries", "--logs"}))
      return *done;
  if (a.with != "key")
    if (const auto done = refuse_idle(app, a.with == "local" ? "--with=local" : "--with=ninja", {"--job"}))
      return *done;
  if (a.with == "local")
    if (const auto done = refuse_idle(app, "--with=local", {"--output"})) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
