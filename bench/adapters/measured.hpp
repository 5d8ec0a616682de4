// What programs that are timed, or counted under callgrind, have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <string>
#include <vector>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) static_cast<void>(name)
#endif

namespace bench {

/// Nanoseconds of processor time of this process.
inline double now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}
/// The upper one of two in the middle. Precondition: there are some.
inline double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}
/// Does it, into a dump of callgrind's by the name.
template <class F>
void counted(const std::string& name, F&& one) {
  CALLGRIND_ZERO_STATS;
  one();
  CALLGRIND_DUMP_STATS_AT(name.c_str());
}

}  // namespace bench
