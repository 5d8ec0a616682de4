// Random graphs of the toy DAG through the selector, and everything that must hold of the outcome: the checker's
// definition, the text form, and a machine that runs the emitted lines.
#pragma once

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <lathe/select/linearize_text.hpp>
#include <lathe/select/text.hpp>

#include "adapters/toy/select.hpp"

namespace select_test {

using toy::Graph;
using toy::NodeId;
using toy::Op;
using toy::Value;

/// Sums, products, differences and constants over four arguments, with one or two roots; a shift, which the machine
/// does not have, only with `unsupported`. `pick(n)` gives a number below n.
template <class Pick>
std::vector<Value> random_graph(Graph& g, Pick&& pick, std::uint32_t operations, bool unsupported = false) {
  std::vector<Value> pool{toy::get(g, Op::argument, {}, 0)};
  const auto any = [&] {
    const auto count = static_cast<std::uint32_t>(pool.size());
    return pool[count - 1 - pick(count < 10 ? count : 10)];
  };
  for (std::uint32_t i = 0; i < operations; ++i) {
    g.set_position(pick(operations), 0);
    const Op ops[] = {Op::add, Op::sub, Op::mul, Op::add, Op::mul, Op::neg};
    switch (const std::uint32_t what = pick(9); what) {
      case 6:
        pool.push_back(toy::get(g, Op::argument, {}, pick(4)));
        break;
      case 7:
        pool.push_back(toy::constant(g, pick(200)));
        break;
      case 8:
        if (!unsupported) break;
        pool.push_back(toy::get(g, Op::shl, {any(), any()}));
        break;
      default: {
        const Value a = any();
        pool.push_back(ops[what] == Op::neg ? toy::get(g, Op::neg, {a}) : toy::get(g, ops[what], {a, any()}));
      }
    }
  }
  std::vector<Value> roots;
  for (std::uint32_t i = 0; i <= pick(2); ++i) roots.push_back(toy::get(g, Op::result, {any()}));
  return roots;
}

/// Runs "mad r3, r0, 5, r0" and the like: what `out` gives, in order.
inline std::vector<std::uint32_t> run_lines(const std::vector<std::string>& lines, std::uint64_t seed) {
  std::map<std::string, std::uint32_t> registers;
  std::vector<std::uint32_t> out;
  for (const std::string& line : lines) {
    std::istringstream words(line);
    std::vector<std::string> word(5);
    for (std::string& w : word)
      if (words >> w && w.back() == ',') w.pop_back();
    const auto source = [&](const std::string& w) {
      return w[0] == 'r' ? registers.at(w) : static_cast<std::uint32_t>(std::stoul(w));
    };
    if (word[0] == "out") {
      out.push_back(source(word[1]));
      continue;
    }
    std::uint32_t& to = registers[word[1]];
    Graph g;
    if (word[0] == "arg")
      to = toy::Evaluator().value(
          g, toy::get(g, Op::argument, {}, static_cast<std::uint32_t>(std::stoul(word[2].substr(1)))), seed);
    if (word[0] == "li") to = source(word[2]);
    if (word[0] == "neg") to = 0 - source(word[2]);
    if (word[0] == "add") to = source(word[2]) + source(word[3]);
    if (word[0] == "sub") to = source(word[2]) - source(word[3]);
    if (word[0] == "mul") to = source(word[2]) * source(word[3]);
    if (word[0] == "mad") to = source(word[2]) * source(word[3]) + source(word[4]);
  }
  return out;
}

/// Empty when all is well, otherwise what went wrong. `selector` is shared on purpose: stale state would show.
inline std::string select_and_check(const Graph& g, const std::vector<Value>& roots, std::uint64_t budget,
                                    bool may_refuse, lathe::dag::Selector<Graph>& selector) {
  toy::Target target(g);
  const lathe::dag::SelectResult result = selector.run(g, roots, target, {.budget_factor = budget});
  const lathe::dag::Selection selection = selector.selection();
  std::string error;
  if (!(lathe::dag::read_selection(print(selection), "again", error) == selection))
    return "the text does not come back";
  if (!result) return may_refuse ? std::string() : std::string(to_string(result.why));
  std::vector<std::uint64_t> ranks;
  for (NodeId id = 0; id < g.size(); ++id) ranks.push_back(g.node(id).order);
  std::string wrong =
      check_selection(g, roots, selection, toy::TargetJudge{g}, {.budget_factor = budget, .ranks = ranks}).str();
  if (result.stats.emitted + result.stats.folded != result.stats.nodes) wrong += "the counters do not add up\n";
  if (result.stats.steps != selection.values.size()) wrong += "the steps are not the values asked for\n";
  // Equal roots are one node; results come in the order of emission.
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    std::vector<std::uint32_t> wanted;
    for (const NodeId node : selection.nodes)
      if (g.op(node) == Op::result) wanted.push_back(toy::Evaluator().value(g, {node, 0}, seed));
    if (run_lines(target.lines, seed) != wanted) wrong += "the lines mean something else\n";
  }
  return wrong.empty() ? wrong : wrong + print(selection);
}

}  // namespace select_test
