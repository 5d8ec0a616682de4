// kernel_checks: runs checks of kernel results on PTX of any compiler, on the CPU executor or on a GPU.
//
// One check runs in this process. A batch on the CPU runs each check in a process of its own, made by fork: a crash or
// an endless loop of one is its failure alone, and --jobs run at the same time.
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "kernels/expect/check.hpp"
#include "kernels/expect/toy_backend.hpp"
#include "nvptx/exec/device/cuda_driver.hpp"
#include "simt/watch/observers.hpp"

namespace check {

std::vector<Entry>& entries() {
  static std::vector<Entry> list;
  return list;
}

namespace {

namespace exec = lathe::nvptx::exec;
using Clock = std::chrono::steady_clock;

constexpr char usage_text[] = R"(usage: kernel_checks --kernel NAME --ptx FILE [--ptx FILE ...] [OPTIONS]
       kernel_checks --batch FILE [OPTIONS]     lines of FILE: NAME PTX [PTX ...]
       kernel_checks --list                     the checks there are
  --device        on the first NVIDIA GPU
  --toy           the files are assembly of examples/toy_gpu, one for each check, run on its machine
  --threads N     CPU threads of a launch (default 1)
  --jobs N        checks of a batch at the same time (default 1)
  --limit S       seconds for a check of a batch (default 120)
  --max-steps N   instructions of one warp until a launch is given up
  --dump DIR      writes DIR/PTXNAME.log: each launch and the hash of each buffer that was read back
  --check CHECK   with the checker: race, memory or uninit; each finding is a failure
  --json          one JSON array in place of lines
Exit status: 0 all passed, 1 some failed, 2 wrong usage.
)";

struct Job {
  std::string kernel;
  std::vector<std::string> files;
};
struct Options {
  std::vector<Job> jobs;
  bool batch = false, list = false, device = false, toy = false, json = false;
  unsigned threads = 1, parallel = 1, limit = 120;
  std::uint64_t max_steps = exec::MachineOptions{}.max_steps;
  std::string dump, check;
};
struct Outcome {
  bool known = true;  // false: there is no such check
  double ms = 0;
  std::vector<std::string> failures;
  bool passed() const { return known && failures.empty(); }
};

[[noreturn]] void wrong_usage(const std::string& text) {
  std::cerr << "kernel_checks: " << text << "\n" << usage_text;
  std::exit(2);
}

const Entry* find_entry(const std::string& name) {
  for (const Entry& e : entries())
    if (name == e.kernel_file) return &e;
  return nullptr;
}

bool read_file(const std::string& path, std::string& text) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (!file || file.peek() == std::ifstream::traits_type::eof() || !(content << file.rdbuf())) return false;
  text = content.str();
  return true;
}

void write_log(const Options& options, const Job& job, const std::string& log, Outcome& outcome) {
  std::string name = job.files.front().substr(job.files.front().rfind('/') + 1);
  if (name.ends_with(".ptx")) name.resize(name.size() - 4);
  std::ofstream file(options.dump + "/" + name + ".log", std::ios::binary);
  file << "check " << job.kernel << "\n" << log;
  file.close();
  if (!file) outcome.failures.push_back("cannot write " + options.dump + "/" + name + ".log");
}

/// Runs one check on a backend that holds nothing.
Outcome run_on(const Options& options, const Job& job, exec::Backend& backend) {
  Outcome outcome;
  const Entry* entry = find_entry(job.kernel);
  if (entry == nullptr) {
    outcome.known = false;
    return outcome;
  }
  const auto start = Clock::now();
  std::vector<exec::Source> sources;
  for (const std::string& path : job.files) {
    sources.push_back({path, {}});
    if (!read_file(path, sources.back().text)) {
      outcome.failures.push_back("cannot read " + path);
      return outcome;
    }
  }
  if (const auto fault = backend.load(sources)) {
    outcome.failures.push_back(fault->to_string());
    return outcome;
  }
  Case test(backend);
  test.keep_log = !options.dump.empty();
  try {
    entry->body(test);
  } catch (const std::exception& e) {
    test.failures.push_back(e.what());
  }
  (void)backend.take_output();
  outcome.failures = test.failures;
  outcome.ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  if (test.keep_log) write_log(options, job, test.log, outcome);
  return outcome;
}

std::unique_ptr<exec::CheckObserver> make_checker(const std::string& name) {
  if (name == "race") return exec::make_race_checker();
  if (name == "memory") return exec::make_memory_checker();
  if (name == "uninit") return exec::make_uninit_checker();
  return nullptr;
}

/// Runs one check on a CPU of its own.
Outcome run_check(const Options& options, const Job& job) {
  const std::unique_ptr<exec::CheckObserver> checker = make_checker(options.check);
  exec::MachineOptions machine_options;
  machine_options.threads = options.threads;
  machine_options.max_steps = options.max_steps;
  machine_options.observer = checker.get();
  std::unique_ptr<exec::Backend> machine;
  if (options.toy)
    machine = make_toy_backend(machine_options);
  else
    machine = std::make_unique<exec::Machine>(machine_options);
  Outcome outcome = run_on(options, job, *machine);
  if (checker)
    for (const exec::CheckFinding& finding : checker->findings())
      if (!finding.note) outcome.failures.push_back(finding.text);
  return outcome;
}

// ---- processes
/// A check in a process of its own; what it writes to the pipe is the outcome: the time, then a failure on each line.
struct Child {
  pid_t pid = -1;
  int pipe = -1;
  std::size_t job = 0;
  std::string text;
  Clock::time_point deadline;
  bool late = false;
};

void write_outcome(int pipe, const Outcome& outcome) {
  std::string text = std::to_string(outcome.ms) + "\n";
  for (std::string failure : outcome.failures) {
    std::replace(failure.begin(), failure.end(), '\n', ' ');
    text += failure + "\n";
  }
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t put = ::write(pipe, rest.data(), rest.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(put));
  }
}

bool start(const Options& options, std::size_t job, Child& child) {
  int ends[2];
  if (::pipe(ends) != 0) return false;
  std::cout.flush();
  const pid_t pid = ::fork();
  if (pid < 0) return false;
  if (pid == 0) {
    ::close(ends[0]);
    write_outcome(ends[1], run_check(options, options.jobs[job]));
    ::_exit(0);
  }
  ::close(ends[1]);
  child = {pid, ends[0], job, {}, Clock::now() + std::chrono::seconds(options.limit), false};
  return true;
}

Outcome finish(Child& child, unsigned limit) {
  ::close(child.pipe);
  int status = 0;
  while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  Outcome outcome;
  std::istringstream lines(child.text);
  std::string line;
  if (std::getline(lines, line)) outcome.ms = std::strtod(line.c_str(), nullptr);
  while (std::getline(lines, line)) outcome.failures.push_back(line);
  if (child.late)
    outcome.failures.push_back("took more than " + std::to_string(limit) + " s");
  else if (WIFSIGNALED(status))
    outcome.failures.push_back("the program crashed: " + std::string(strsignal(WTERMSIG(status))));
  else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || child.text.empty())
    outcome.failures.push_back("the program ended early");
  return outcome;
}

/// Reads what the child has; true when it has ended, or was ended because its time is over.
bool poll_child(Child& child) {
  char buffer[4096];
  pollfd wanted{child.pipe, POLLIN, 0};
  if (::poll(&wanted, 1, 20) > 0) {
    const ssize_t got = ::read(child.pipe, buffer, sizeof buffer);
    if (got > 0) child.text.append(buffer, static_cast<std::size_t>(got));
    return got == 0 || (got < 0 && errno != EINTR);
  }
  if (Clock::now() < child.deadline) return false;
  child.late = true;
  ::kill(child.pid, SIGKILL);
  return true;
}

template <class Done>
void run_processes(const Options& options, Done&& done) {
  std::vector<Child> children;
  std::size_t next = 0;
  while (next < options.jobs.size() || !children.empty()) {
    while (next < options.jobs.size() && children.size() < options.parallel) {
      const std::size_t job = next++;
      Child child;
      if (find_entry(options.jobs[job].kernel) == nullptr)
        done(job, Outcome{false, 0, {}});
      else if (start(options, job, child))
        children.push_back(std::move(child));
      else
        done(job, Outcome{true, 0, {"cannot start a process"}});
    }
    for (std::size_t i = 0; i < children.size();)
      if (poll_child(children[i])) {
        done(children[i].job, finish(children[i], options.limit));
        children.erase(children.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
  }
}

// ---- output
std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& p : parts) out += (out.empty() ? "" : " ") + p;
  return out;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20)
      out += c;
    else
      out += ' ';
  }
  return out + "\"";
}

/// Prints results in the order of the jobs, as soon as all before are there.
class Printer {
 public:
  explicit Printer(const Options& options) : options_(options), outcomes_(options.jobs.size()) {}

  void add(std::size_t job, Outcome outcome) {
    outcomes_[job] = std::make_unique<Outcome>(std::move(outcome));
    while (next_ < outcomes_.size() && outcomes_[next_]) {
      options_.json ? print_json(next_) : print(next_);
      const Outcome& o = *outcomes_[next_++];
      (!o.known ? unknown_ : o.passed() ? passed_ : failed_) += 1;
    }
  }
  int finish() const {
    if (options_.json)
      std::cout << (outcomes_.empty() ? "[]\n" : "\n]\n");
    else if (outcomes_.size() > 1)
      std::cout << outcomes_.size() << " checks: " << passed_ << " passed, " << failed_ << " failed, " << unknown_
                << " without a check\n";
    std::cout.flush();
    return failed_ == 0 && std::cout ? 0 : 1;
  }

 private:
  void print(std::size_t i) const {
    const Outcome& o = *outcomes_[i];
    std::cout << (!o.known ? "NONE " : o.passed() ? "PASS " : "FAIL ") << options_.jobs[i].kernel;
    if (o.known) std::cout << " (" << static_cast<long>(o.ms) << " ms)";
    std::cout << " " << joined(options_.jobs[i].files) << "\n";
    for (const std::string& failure : o.failures) std::cout << "  " << failure << "\n";
    std::cout.flush();
  }
  void print_json(std::size_t i) const {
    const Outcome& o = *outcomes_[i];
    std::cout << (i == 0 ? "[\n" : ",\n") << "{\"kernel\": " << quoted(options_.jobs[i].kernel) << ", \"ptx\": [";
    for (std::size_t k = 0; k < options_.jobs[i].files.size(); ++k)
      std::cout << (k == 0 ? "" : ", ") << quoted(options_.jobs[i].files[k]);
    std::cout << "], \"result\": \""
              << (!o.known     ? "none"
                  : o.passed() ? "pass"
                               : "fail")
              << "\", \"ms\": " << o.ms << ", \"failures\": [";
    for (std::size_t k = 0; k < o.failures.size(); ++k) std::cout << (k == 0 ? "" : ", ") << quoted(o.failures[k]);
    std::cout << "]}";
  }

  const Options& options_;
  std::vector<std::unique_ptr<Outcome>> outcomes_;
  std::size_t next_ = 0, passed_ = 0, failed_ = 0, unknown_ = 0;
};

// ---- command line
void read_batch(const std::string& path, Options& options) {
  std::string text;
  if (!read_file(path, text)) wrong_usage("cannot read " + path);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Job job;
    if (!(words >> job.kernel) || job.kernel[0] == '#') continue;
    for (std::string file; words >> file;) job.files.push_back(file);
    if (job.files.empty()) wrong_usage(path + ": no PTX file for " + job.kernel);
    options.jobs.push_back(std::move(job));
  }
  if (options.jobs.empty()) wrong_usage(path + ": names no check");
  options.batch = true;
}

std::uint64_t number(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != 0 || value == 0) wrong_usage(option + " " + text + ": a number from 1 on is wanted");
  return value;
}

Options read_options(int argc, char** argv) {
  Options options;
  Job single;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 >= argc) wrong_usage(option + ": a value is missing");
      return argv[++i];
    };
    if (option == "--kernel")
      single.kernel = value();
    else if (option == "--ptx")
      single.files.push_back(value());
    else if (option == "--batch")
      read_batch(value(), options);
    else if (option == "--list")
      options.list = true;
    else if (option == "--device")
      options.device = true;
    else if (option == "--toy")
      options.toy = true;
    else if (option == "--json")
      options.json = true;
    else if (option == "--threads")
      options.threads = static_cast<unsigned>(number(option, value()));
    else if (option == "--jobs")
      options.parallel = static_cast<unsigned>(number(option, value()));
    else if (option == "--limit")
      options.limit = static_cast<unsigned>(number(option, value()));
    else if (option == "--max-steps")
      options.max_steps = number(option, value());
    else if (option == "--dump")
      options.dump = value();
    else if (option == "--check")
      options.check = value();
    else
      wrong_usage("unknown option " + option);
  }
  if (options.list) return options;
  if (options.toy && options.device) wrong_usage("--toy and --device: one of them");
  if (!options.check.empty() && (options.device || !make_checker(options.check)))
    wrong_usage("--check " + options.check + ": race, memory or uninit is wanted, on the CPU");
  if (options.batch != single.kernel.empty()) wrong_usage("one of --kernel, --batch and --list is wanted");
  if (options.batch) return options;
  if (single.files.empty()) wrong_usage("--ptx is missing");
  if (find_entry(single.kernel) == nullptr) wrong_usage("no check for '" + single.kernel + "'; see --list");
  options.jobs.push_back(std::move(single));
  return options;
}

int run(const Options& options) {
  Printer printer(options);
  const auto done = [&](std::size_t job, Outcome outcome) { printer.add(job, std::move(outcome)); };
  if (options.device) {
    std::string error;
    const std::unique_ptr<exec::Backend> gpu = exec::make_cuda_backend(error);
    if (!gpu) wrong_usage("--device: " + error);
    for (std::size_t i = 0; i < options.jobs.size(); ++i) done(i, run_on(options, options.jobs[i], *gpu));
  } else if (options.batch) {
    run_processes(options, done);
  } else {
    for (std::size_t i = 0; i < options.jobs.size(); ++i) done(i, run_check(options, options.jobs[i]));
  }
  return printer.finish();
}

int list() {
  std::vector<std::string> names;
  for (const Entry& e : entries()) names.emplace_back(e.kernel_file);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) std::cout << name << "\n";
  return std::cout.flush() ? 0 : 1;
}

}  // namespace
}  // namespace check

int main(int argc, char** argv) {
  const check::Options options = check::read_options(argc, argv);
  return options.list ? check::list() : check::run(options);
}
