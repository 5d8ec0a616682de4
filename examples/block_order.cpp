// Blocks put in an order in which the jumps that are taken most fall through. The order is checked, and compared with
// the best of all orders, which a function of seven blocks has few enough of.
// Compile: g++ -std=c++20 -I include examples/block_order.cpp
#include <lathe/flow.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/flow/text.hpp>
#include <lathe/opt.hpp>
#include <lathe/opt/check.hpp>

#include <algorithm>
#include <cstdio>

using namespace lathe;

// A loop with a check that hardly ever fails, as the source has it: the failure stands in the middle.
constexpr char function[] = R"(flow f variables 0
block                    # 0: entry
to 1
block                    # 1: while (more)
to 2 weight 99
to 6 weight 1
block                    # 2: is it fine?
to 3 weight 1
to 4 weight 999
block cold               # 3: report and stop
block                    # 4: small or large?
to 1 weight 8
to 5 weight 2
block                    # 5: large
to 1
block                    # 6: return
)";

int main() {
  std::string error;
  const auto problem = flow::read_problem(function, "function", error);
  if (!problem) return std::printf("%s\n", error.c_str()), 1;
  const flow::Report report = flow::analyse(*problem);
  const flow::Cfg& cfg = report.cfg;
  std::vector<double> counts;
  for (flow::Block b = 0; b < cfg.block_count(); ++b)
    for (std::uint32_t k = 0; k < cfg.successors(b).size(); ++k)
      counts.push_back(report.frequency.block[b] * report.probability[cfg.first_edge(b) + k]);
  const std::vector<std::uint32_t> sizes = {8, 12, 16, 60, 12, 40, 4};
  std::vector<flow::Block> source = {0, 1, 2, 3, 4, 5, 6};

  const opt::ExtTspOrder found = opt::ext_tsp(cfg, source, counts, sizes);
  std::printf("block  frequency\n");
  for (const flow::Block b : found.blocks) std::printf("%5u  %9.3f\n", b, report.frequency.block[b]);
  std::printf("score %.2f, of the source order %.2f\n", found.score, found.before);

  bool right = flow::check_report(*problem, report).empty() && opt::check_block_order(cfg, found.blocks).empty();
  double best = 0;
  do best = std::max(best, opt::ext_tsp_score(cfg, source, counts, sizes));
  while (std::next_permutation(source.begin() + 1, source.end()));
  std::printf("the best of all orders scores %.2f\n", best);
  right = right && found.score > found.before && found.score > 0.999 * best;
  std::printf("%s\n", right ? "as good as can be" : "WRONG");
  return right ? 0 : 1;
}
