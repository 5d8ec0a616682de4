// See progress.hpp.
#include "tools/lathe/progress.hpp"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds first_shown{2};
constexpr std::chrono::milliseconds between{250};

// Of the terminal, which the process has one of.
std::mutex screen;
bool line_is_there = false;

void clear_line() {
  if (line_is_there) std::fputs("\r\x1b[K", stderr);
  line_is_there = false;
}

bool wanted() {
  if (heard().command == nullptr || heard().messages != nullptr || !on_terminal()) return false;
  const char* const never = std::getenv("LATHE_NO_PROGRESS");
  return never == nullptr || *never == 0;
}

}  // namespace

struct Progress::Shown {
  std::string command;
  const char* things;
  ProgressCount count;
  std::mutex mutex;  // guards `over`
  std::condition_variable changed;
  bool over = false;
  std::thread thread;

  void show(std::chrono::seconds since) const {
    const std::uint64_t done = count.done, all = count.all;
    std::string line = "\rlathe " + command + ": ";
    if (all != 0) line += std::to_string(done) + " of " + std::to_string(all) + " " + things + ", ";
    if (const std::uint64_t steps = count.steps; steps != 0)
      line += std::to_string(steps / 1'000'000) + " million instructions, ";
    line += std::to_string(since.count()) + " s\x1b[K";
    const std::lock_guard lock(screen);
    line_is_there = true;
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
  }
  void run() {
    const auto start = Clock::now();
    std::unique_lock lock(mutex);
    for (auto next = start + first_shown; !changed.wait_until(lock, next, [&] { return over; });
         next = Clock::now() + between)
      show(std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start));
  }
};

Progress::Progress(const char* things, std::uint64_t all) {
  if (!wanted()) return;
  shown_ = std::make_unique<Shown>();
  shown_->command = heard().command;
  shown_->things = things;
  shown_->count.all = all;
  try {
    shown_->thread = std::thread([shown = shown_.get()] { shown->run(); });
  } catch (const std::system_error&) {
    shown_.reset();  // no thread is to be had: whoever looks sees nothing
  }
}
Progress::~Progress() { end(); }
ProgressCount* Progress::count() const { return shown_ ? &shown_->count : nullptr; }
void Progress::end() {
  if (!shown_) return;
  {
    const std::lock_guard lock(shown_->mutex);
    shown_->over = true;
  }
  shown_->changed.notify_one();
  shown_->thread.join();
  shown_.reset();
  const ProgressPause cleared;
}

ProgressPause::ProgressPause() {
  screen.lock();
  if (line_is_there) {
    clear_line();
    std::fflush(stderr);
  }
}
ProgressPause::~ProgressPause() { screen.unlock(); }

}  // namespace lathe::nvptx::cli
