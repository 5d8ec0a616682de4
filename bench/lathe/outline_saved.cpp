// Bytes saved by the planner and by LLVM's greedy rule, on the same programs and the same costs.
//
//   bench_outline_saved [PROBLEM.txt ...]      the given problems, then 40 generated ones; exit 1 when one is worse
//
// LLVM's rule is outline_llvm_rule.hpp's.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/outline/text.hpp>

#include "bench/lathe/outline_llvm_rule.hpp"
#include "bench/lathe/outline_problems.hpp"

namespace {

using namespace lathe::outline;

int worse = 0, programs = 0, better = 0;
std::int64_t sum_ours = 0, sum_llvm = 0, sum_bytes = 0;

void compare(const std::string& name, const Problem& p) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const Plan plan = plan_problem(p);
  const auto middle = Clock::now();
  const std::int64_t llvm = lathe::outline::bench::LlvmRule(p, {p.costs}).saved();
  const double ours_ms = std::chrono::duration<double, std::milli>(middle - start).count();
  const double llvm_ms = std::chrono::duration<double, std::milli>(Clock::now() - middle).count();
  const auto ours = static_cast<std::int64_t>(plan.stats.bytes_saved);
  TableCosts costs{p.costs};
  const bool right = check_plan(p, plan, costs).empty();
  std::printf("%-28s %9llu bytes  saved %8lld  LLVM's rule %8lld %s%s  %.2f ms, %.2f ms\n", name.c_str(),
              static_cast<unsigned long long>(plan.stats.bytes_before), static_cast<long long>(ours),
              static_cast<long long>(llvm),
              ours < llvm   ? "WORSE"
              : ours > llvm ? "better"
                            : "equal ",
              right ? "" : " WRONG", ours_ms, llvm_ms);
  ++programs;
  worse += ours < llvm || !right;
  better += ours > llvm;
  sum_ours += ours;
  sum_llvm += llvm;
  sum_bytes += static_cast<std::int64_t>(plan.stats.bytes_before);
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::stringstream text;
    text << std::ifstream(argv[i]).rdbuf();
    std::string error;
    const auto problem = read_problem(text.str(), argv[i], error);
    if (!problem) {
      std::fprintf(stderr, "%s\n", error.c_str());
      return 1;
    }
    const std::string path = argv[i];
    compare(path.substr(path.rfind('/') + 1), *problem);
  }
  for (std::uint32_t seed = 1; seed <= 40; ++seed)
    compare("generated " + std::to_string(seed), ::bench::code_like_problem(500 * (1 + seed % 8), seed));
  std::printf("%d programs, %lld bytes: %lld saved, LLVM's rule %lld; better in %d, worse in %d\n", programs,
              static_cast<long long>(sum_bytes), static_cast<long long>(sum_ours), static_cast<long long>(sum_llvm),
              better, worse);
  return worse == 0 ? 0 : 1;
}
