// How far a launch is, for who shows it.
#pragma once

#include <lathe/support/progress.hpp>

namespace lathe::simt {

/// While one lives, blocks that launches of this thread end are added to `count`; null: nobody counts.
class CountedLaunches {
 public:
  explicit CountedLaunches(ProgressCount* count) : former_(current()) { current() = count; }
  ~CountedLaunches() { current() = former_; }
  CountedLaunches(const CountedLaunches&) = delete;
  CountedLaunches& operator=(const CountedLaunches&) = delete;
  static ProgressCount*& current() {
    static thread_local ProgressCount* now = nullptr;
    return now;
  }

 private:
  ProgressCount* former_;
};

}  // namespace lathe::simt
