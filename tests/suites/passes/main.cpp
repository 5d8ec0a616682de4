// Passes on random functions: passes.py compiles this folder and runs it.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "suites/passes/suite.hpp"

namespace suite {
std::vector<Row>& rows() {
  static std::vector<Row> all;
  return all;
}
}  // namespace suite

namespace {

/// One line a pass: name, functions, changed, not compared, unequal, seconds. The first faults go to standard error.
bool run(const suite::Row& row, std::uint32_t first, std::uint32_t last, std::uint32_t step) {
  std::uint64_t functions = 0, changed = 0, endless = 0, unequal = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint32_t n = first; n < last; n += step) {
    const suite::Verdict verdict = row.run(n);
    ++functions, changed += verdict.changed, endless += !verdict.compared;
    if (verdict.fault.empty()) continue;
    if (++unequal <= 2) std::fprintf(stderr, "%s, function %u: %s\n", row.name, n, verdict.fault.c_str());
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%s\t%llu\t%llu\t%llu\t%llu\t%.1f\n", row.name, static_cast<unsigned long long>(functions),
              static_cast<unsigned long long>(changed), static_cast<unsigned long long>(endless),
              static_cast<unsigned long long>(unequal), seconds);
  std::fflush(stdout);
  return unequal == 0;
}

}  // namespace

// passes --list | passes FIRST LAST STEP NAME...
int main(int count, char** words) {
  if (count == 2 && std::strcmp(words[1], "--list") == 0) {
    for (const suite::Row& row : suite::rows()) std::puts(row.name);
    return 0;
  }
  if (count < 5) return 2;
  const auto number = [&](int k) { return static_cast<std::uint32_t>(std::strtoul(words[k], nullptr, 10)); };
  bool fine = true;
  for (int k = 4; k < count; ++k) {
    bool known = false;
    for (const suite::Row& row : suite::rows()) {
      if (std::strcmp(row.name, words[k]) != 0) continue;
      known = true;
      fine &= run(row, number(1), number(2), number(3));
    }
    if (!known) {
      std::fprintf(stderr, "no pass '%s'\n", words[k]);
      return 2;
    }
  }
  return fine ? 0 : 1;
}
