// One fuzz case of the selector and the linear order: bytes -> a graph of the toy DAG -> selection -> checker and a run
// of the lines; bytes -> a linear problem with or without cycles -> order -> checker; and the bytes as texts of both,
// which are refused, or read and judged.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/select/text.hpp>

#include "unit/lathe/select/random_select.hpp"

namespace select_test {

inline std::string check_linear(const lathe::dag::LinearProblem& problem) {
  lathe::dag::LinearScratch scratch;
  std::vector<std::uint32_t> order;
  const lathe::dag::LinearResult result = linearize(problem, scratch, order);
  if (result) return check(problem, order).str();
  if (result.why == lathe::dag::LinearWhy::cyclic) return check_cycle(problem, result.cycle).str();
  return check(problem, order).has(lathe::dag::LinearFault::bad_problem) ? "" : "a sound problem was refused\n";
}

/// Empty when all is well, otherwise what went wrong.
inline std::string check_select_bytes(std::span<const std::uint8_t> bytes) {
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16) % below;
  };
  const bool unsupported = pick(4) == 0;
  const std::uint64_t budget = pick(5) == 0 ? pick(3) : 4;
  Graph g;
  const std::vector<Value> roots = random_graph(g, pick, 1 + pick(60), unsupported);
  lathe::dag::Selector<Graph> selector;
  std::string error, wrong = select_and_check(g, roots, budget, unsupported || budget < 4, selector);

  lathe::dag::LinearProblem problem;
  const std::uint32_t items = 1 + pick(30);
  for (std::uint32_t i = 0; i < items; ++i) {
    for (std::uint32_t e = pick(4); e > 0; --e) problem.edges.push_back(pick(8) == 0 ? pick(items) : pick(i + 1));
    problem.close(pick(items));
  }
  if (pick(10) == 0 && !problem.edges.empty()) problem.edges[0] = pick(200);
  if (pick(10) == 0) problem.begin[pick(items)] = pick(40);
  wrong += check_linear(problem);

  const std::string text(bytes.begin(), bytes.end());
  if (const auto read = lathe::dag::read_linear("linear\n" + text, "bytes", error)) {
    if (!(lathe::dag::read_linear(print(*read), "again", error) == read))
      wrong += "a problem's text does not come back\n";
    wrong += check_linear(*read);
  }
  if (const auto read = lathe::dag::read_selection("selection\n" + text, "bytes", error)) {
    if (!(lathe::dag::read_selection(print(*read), "again", error) == read))
      wrong += "a selection does not come back\n";
    check_selection(g, roots, *read, toy::TargetJudge{g});
  }
  return wrong;
}

}  // namespace select_test
