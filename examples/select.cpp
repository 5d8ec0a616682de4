// Turn an expression graph into instructions of your own machine with lathe's selector: what folds, in which order.
#include <cstdio>

#include <lathe/select.hpp>

#include "adapters/toy/select.hpp"

int main() {
  using namespace toy;
  // (a * 5 + b) - (b + 7); the graph is toy::Graph, the machine is toy::Target, 70 lines in adapters/toy/select.hpp
  Graph graph;
  const Value a = get(graph, Op::argument, {}, 0);
  const Value b = get(graph, Op::argument, {}, 1);
  const Value sum = get(graph, Op::add, {get(graph, Op::mul, {a, constant(graph, 5)}), b});
  const Value root = get(graph, Op::result, {get(graph, Op::sub, {sum, get(graph, Op::add, {b, constant(graph, 7)})})});
  std::printf("graph: %s\n", to_string(graph, root).c_str());

  Target target(graph);
  lathe::dag::Selector<Graph> selector;
  const Value roots[] = {root};
  const auto done = selector.run(graph, roots, target);
  for (const std::string& line : target.lines) std::printf("  %s\n", line.c_str());
  std::printf("%llu nodes, %llu instructions, %llu folded\n", static_cast<unsigned long long>(done.stats.nodes),
              static_cast<unsigned long long>(done.stats.emitted), static_cast<unsigned long long>(done.stats.folded));

  // What was done as data, and a checker that judges it by its definition.
  const lathe::dag::Selection selection = selector.selection();
  const bool right = check_selection(graph, roots, selection, TargetJudge{graph}).empty();
  std::printf("%s%s\n", print(selection).c_str(), right ? "a right selection" : "WRONG");

  // What the machine cannot do is refused by name.
  const Value shift = get(graph, Op::result, {get(graph, Op::shl, {a, constant(graph, 2)})});
  const Value other[] = {shift};
  const auto refused = selector.run(graph, other, target);
  std::printf("%s: %s\n", op_names[static_cast<std::size_t>(graph.op(refused.node))].data(),
              to_string(refused.why).data());
  return done && right && !refused ? 0 : 1;
}
