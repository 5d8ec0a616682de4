// See slurm_array.hpp.
#include "tools/lathe/llvm/slurm_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

/// What a program wrote to its streams, and its exit state (run_program's).
struct Answer {
  int state = -1;
  std::string output, messages;
};
Answer ask(const std::vector<std::string>& words) {
  Answer out;
  const TemporaryFolder folder({"output", "messages"});
  if (!folder) return out;
  out.state = run_program(words, folder.file("messages"), folder.file("output"));
  std::string ignored;
  static_cast<void>(read_input(folder.file("output"), out.output, ignored));
  static_cast<void>(read_input(folder.file("messages"), out.messages, ignored));
  return out;
}

std::atomic<int> interrupted = 0;
/// While one lives, SIGINT and SIGTERM are noted and do not end the process.
class Interrupts {
 public:
  Interrupts() {
    interrupted = 0;
    struct sigaction note{};
    note.sa_handler = [](int signal) { interrupted = signal; };
    ::sigaction(SIGINT, &note, &former_[0]);
    ::sigaction(SIGTERM, &note, &former_[1]);
  }
  ~Interrupts() {
    ::sigaction(SIGINT, &former_[0], nullptr);
    ::sigaction(SIGTERM, &former_[1], nullptr);
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

 private:
  struct sigaction former_[2]{};
};

}  // namespace

bool SlurmArray::submit(const std::vector<std::string>& words, const std::string& script, std::string& error) {
  std::vector<std::string> all{"sbatch", "--parsable"};
  all.insert(all.end(), words.begin(), words.end());
  all.push_back(script);
  const Answer answer = ask(all);
  if (answer.state < 0) {
    error = "sbatch could not be started: is Slurm in PATH? -o FILE writes the script without submitting it";
    return false;
  }
  // JOB, or JOB;CLUSTER, on a line of its own.
  std::istringstream lines(answer.output);
  id_.clear();
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t cut = std::min(line.find(';'), line.size());
        cut != 0 && std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(cut),
                                [](char c) { return c >= '0' && c <= '9'; })) {
      id_ = line.substr(0, cut);
      cluster_ = cut == line.size() ? "" : line.substr(cut + 1);
    }
  if (answer.state == 0 && !id_.empty()) return true;
  error = fmt::format("sbatch refuses {}: {}", script, one_line(answer.messages + answer.output));
  return false;
}

std::vector<std::string> SlurmArray::command(const char* program) const {
  std::vector<std::string> out{program};
  if (!cluster_.empty()) out.push_back("--clusters=" + cluster_);
  return out;
}

SlurmArray::State SlurmArray::state(std::string& said) const {
  std::vector<std::string> words = command("squeue");
  words.insert(words.end(), {"--noheader", "--jobs=" + id_, "--format=%T|%r"});
  const Answer answer = ask(words);
  if (answer.state != 0) {
    said = answer.state < 0 ? "squeue could not be started" : one_line(answer.messages);
    // Slurm forgets jobs some minutes behind their end.
    return answer.messages.find("Invalid job id") != std::string::npos ? State::over : State::unknown;
  }
  std::istringstream lines(answer.output);
  bool held = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.find('|') == std::string::npos) continue;  // the name of a cluster
    said = line.substr(line.find('|') + 1);
    std::ranges::replace(said, '_', ' ');  // its versions differ
    held =
        line.starts_with("PENDING|") && (said == "launch failed requeued held" || said == "DependencyNeverSatisfied");
    if (!held) return State::waits;
  }
  return held ? State::held : State::over;
}

void SlurmArray::cancel() const {
  std::vector<std::string> words = command("scancel");
  words.push_back(id_);
  static_cast<void>(ask(words));
}

bool SlurmArray::wait(const std::function<bool()>& complete, std::string& error) const {
  using Seconds = std::chrono::duration<double>;
  constexpr unsigned most_unknown = 40;  // some ten minutes without an answer
  const Interrupts interrupts;
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return Seconds(std::chrono::steady_clock::now() - begin).count(); };
  double next = 0.5;
  for (unsigned unknown = 0; !complete();) {
    if (interrupted != 0) {
      cancel();
      error = fmt::format("interrupted; Slurm's job {} is cancelled", id_);
      return false;
    }
    // The longer it takes the less often: looking at files costs little, asking Slurm costs its controller.
    std::this_thread::sleep_for(Seconds(std::clamp(elapsed() / 50, 0.1, 2.0)));
    if (elapsed() < next) continue;
    std::string said;
    const State now = state(said);
    next = elapsed() + std::clamp(elapsed() / 4, 0.5, 15.0);
    if (now == State::over) return true;
    unknown = now == State::unknown ? unknown + 1 : 0;
    if (now != State::held && unknown < most_unknown) continue;
    if (now == State::held) cancel();
    error = now == State::held ? fmt::format("Slurm holds its job {}, now cancelled: {}", id_, said)
                               : fmt::format("Slurm does not tell of its job {}, which may go on: {}", id_, said);
    return false;
  }
  return true;
}

}  // namespace lathe::nvptx::cli
