// A line on standard error that says how far a command is: of one that takes longer than two seconds, on a terminal, and
// gone when it ends. Nobody looks (no terminal, --no-progress, LATHE_NO_PROGRESS, the library): nothing is counted, and no
// thread is started.
#pragma once

#include <memory>

#include <lathe/support/progress.hpp>

namespace lathe::nvptx::cli {

class Progress {
 public:
  /// `things` are counted: "functions". Their number may be told later, or never.
  explicit Progress(const char* things, std::uint64_t all = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Null where nobody looks.
  ProgressCount* count() const;
  void expect(std::uint64_t all) const {
    if (ProgressCount* const c = count()) c->all = all;
  }
  void done() const { count_done(count()); }
  /// Nothing is shown any more.
  void end();

 private:
  struct Shown;
  std::unique_ptr<Shown> shown_;
};

/// While one lives no progress is shown, so that a message stands alone.
class ProgressPause {
 public:
  ProgressPause();
  ~ProgressPause();
  ProgressPause(const ProgressPause&) = delete;
  ProgressPause& operator=(const ProgressPause&) = delete;
};

}  // namespace lathe::nvptx::cli
