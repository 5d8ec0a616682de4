// Simplify an expression of your own IR with lathe's combiner, see which rules fired, and check the trace.
#include <cstdio>

#include <lathe/combine.hpp>
#include <lathe/combine/check.hpp>

#include "adapters/toy/dag.hpp"

int main() {
  using namespace toy;
  // ((a + 3) + 4) * 8 - (-(-b)) ; the graph is toy::Graph, 60 lines with its rules in adapters/toy/dag.hpp
  Graph graph;
  const Value a = get(graph, Op::argument, {}, 0);
  const Value b = get(graph, Op::argument, {}, 1);
  const Value sum = get(graph, Op::add, {get(graph, Op::add, {a, constant(graph, 3)}), constant(graph, 4)});
  const Value product = get(graph, Op::mul, {sum, constant(graph, 8)});
  const Value root =
      get(graph, Op::result, {get(graph, Op::sub, {product, get(graph, Op::neg, {get(graph, Op::neg, {b})})})});
  graph.pin(root.node);  // nodes that nothing uses are erased, except pinned ones
  std::printf("before: %s\n", to_string(graph, root).c_str());

  Graph copy = graph;
  Rules rules(graph);
  const auto done = lathe::dag::combine(rules, {.confirm = true, .trace = true}, [](const lathe::Remark& remark) {
    std::printf("  %s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  std::printf("after:  %s\n", to_string(graph, root).c_str());
  std::printf("%llu visits of %u nodes, %llu rewrites\n", static_cast<unsigned long long>(done.visits), graph.live(),
              static_cast<unsigned long long>(done.rewrites));

  Rules replay(copy);
  Evaluator evaluator;
  const auto faults = lathe::dag::check_combine(replay, done.trace, graph, evaluator, {.expect_fixpoint = true});
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());
  std::printf("%s", lathe::dag::print(done.trace, rules).c_str());  // what replay_combine applies without a search
  return faults.empty() ? 0 : 1;
}
