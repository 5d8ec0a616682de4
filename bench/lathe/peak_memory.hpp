// What a piece of work adds to a process at most, measured in a child of its own.
#pragma once

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace bench {

inline long status_bytes(const char* field) {
  std::ifstream in("/proc/self/status");
  std::string line;
  while (std::getline(in, line))
    if (line.rfind(field, 0) == 0) return std::strtol(line.c_str() + std::strlen(field) + 1, nullptr, 10) * 1024;
  return 0;
}

/// Bytes by which the resident set grows at most while `work` runs; 0 where that cannot be told.
template <class Work>
double peak_growth(Work&& work) {
  malloc_trim(0);
  int ends[2];
  if (pipe(ends) != 0) return 0;
  const pid_t child = fork();
  if (child == 0) {
    std::ofstream("/proc/self/clear_refs") << "5\n";  // the peak begins here
    const long before = status_bytes("VmRSS:");
    work();
    const double grown = static_cast<double>(status_bytes("VmHWM:") - before);
    _exit(write(ends[1], &grown, sizeof grown) == sizeof grown ? 0 : 1);
  }
  double grown = 0;
  const bool got = read(ends[0], &grown, sizeof grown) == sizeof grown;
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  return got ? grown : 0;
}

}  // namespace bench
