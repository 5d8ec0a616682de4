// Loaded before a Google Benchmark program that runs under callgrind: what a row is timed for is counted, and nothing
// else. bench/against.py compiles it, and reads the profiles; a row's number is told in its profile.
//
//   LATHE_ITERATIONS=N   each row runs N times, whatever its time
#include <dlfcn.h>
#include <valgrind/callgrind.h>

#include <cstdint>
#include <cstdlib>
#include <string>

// Google Benchmark's classes, by what is asked of them here: with its header this could not be loaded by valgrind's own
// script, which lacks the library.
namespace benchmark {
class State {
 public:
  void StartKeepRunning();
  void FinishKeepRunning();
  void PauseTiming();
  void ResumeTiming();
};
namespace internal {
class Benchmark;
Benchmark* RegisterBenchmarkInternal(Benchmark* row);
}  // namespace internal
}  // namespace benchmark

namespace {

int rows = 0;

template <class Function>
Function next(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) std::abort();
  return reinterpret_cast<Function>(found);
}
using OfState = void (*)(benchmark::State*);
void count(bool on) {
  if (on)
    CALLGRIND_START_INSTRUMENTATION;
  else
    CALLGRIND_STOP_INSTRUMENTATION;
}

}  // namespace

// These stand in front of the library's, whose names they have.
namespace benchmark {

void State::StartKeepRunning() {
  static const auto real = next<OfState>("_ZN9benchmark5State16StartKeepRunningEv");
  real(this);
  count(true);
  CALLGRIND_ZERO_STATS;
}
void State::FinishKeepRunning() {
  static const auto real = next<OfState>("_ZN9benchmark5State17FinishKeepRunningEv");
  count(false);
  CALLGRIND_DUMP_STATS_AT(("row " + std::to_string(rows++)).c_str());
  real(this);
}
void State::PauseTiming() {
  static const auto real = next<OfState>("_ZN9benchmark5State11PauseTimingEv");
  count(false);
  real(this);
}
void State::ResumeTiming() {
  static const auto real = next<OfState>("_ZN9benchmark5State12ResumeTimingEv");
  real(this);
  count(true);
}

namespace internal {

Benchmark* RegisterBenchmarkInternal(Benchmark* row) {
  static const auto real =
      next<Benchmark* (*)(Benchmark*)>("_ZN9benchmark8internal25RegisterBenchmarkInternalEPNS0_9BenchmarkE");
  static const auto iterations =
      next<Benchmark* (*)(Benchmark*, std::int64_t)>("_ZN9benchmark8internal9Benchmark10IterationsEl");
  real(row);
  const char* const wanted = std::getenv("LATHE_ITERATIONS");
  return wanted == nullptr ? row : iterations(row, std::atol(wanted));
}

}  // namespace internal
}  // namespace benchmark
