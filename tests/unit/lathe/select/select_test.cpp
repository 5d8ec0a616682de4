// The selector on the toy DAG: folding, dead nodes, refusals, budget; order of the result.
#include <doctest/doctest.h>

#include <lathe/select.hpp>
#include <lathe/select/text.hpp>

#include "adapters/archetype/dag.hpp"
#include "adapters/archetype/select.hpp"
#include "adapters/toy/select.hpp"

using namespace toy;
using lathe::dag::SelectWhy;

namespace {

struct Ran {
  lathe::dag::SelectResult result;
  std::vector<std::string> lines;
};
// Every selection that comes to an end is judged.
Ran run(const Graph& graph, Value root, const lathe::dag::SelectOptions& options = {}) {
  Target target(graph);
  lathe::dag::Selector<Graph> selector;
  const Value roots[] = {root};
  Ran out{selector.run(graph, roots, target, options), {}};
  out.lines = std::move(target.lines);
  if (out.result) CHECK(check_selection(graph, roots, selector.selection(), TargetJudge{graph}).str() == "");
  return out;
}

}  // namespace

TEST_CASE("constants and single products fold, shared products do not") {
  Graph g;
  const Value a = get(g, Op::argument, {}, 0);
  const Value product = get(g, Op::mul, {a, constant(g, 5)});
  const Value once = get(g, Op::result, {get(g, Op::add, {product, a})});
  CHECK(run(g, once).lines == std::vector<std::string>{"arg r0, #0", "mad r3, r0, 5, r0", "out r3"});
  const Value twice = get(g, Op::result, {get(g, Op::sub, {get(g, Op::add, {product, a}), product})});
  CHECK(run(g, twice).lines ==
        std::vector<std::string>{"arg r0, #0", "mul r2, r0, 5", "add r3, r2, r0", "sub r5, r3, r2", "out r5"});
}

TEST_CASE("a constant that must be in a register is emitted once, right before its user") {
  Graph g;
  g.set_position(1, 0);
  const Value c = constant(g, 9);
  g.set_position(2, 0);
  const Value a = get(g, Op::argument, {}, 0);
  const Value root = get(g, Op::result, {get(g, Op::sub, {get(g, Op::neg, {c}), get(g, Op::sub, {c, a})})});
  const Ran ran = run(g, root);
  CHECK(ran.result);
  CHECK(ran.lines.size() == 6);
  CHECK(std::count(ran.lines.begin(), ran.lines.end(), "li r0, 9") == 1);
  CHECK(ran.result.stats.folded == 0);
}

TEST_CASE("what nobody asks for is not emitted") {
  Graph g;
  const Value a = get(g, Op::argument, {}, 0);
  get(g, Op::neg, {a});  // dead
  const Value root = get(g, Op::result, {constant(g, 4)});
  const Ran ran = run(g, root);
  CHECK(ran.lines == std::vector<std::string>{"out 4"});
  CHECK(ran.result.stats.nodes == 2);
  CHECK(ran.result.stats.folded == 1);
}

TEST_CASE("refusals name the node") {
  Graph g;
  const Value a = get(g, Op::argument, {}, 0);
  const Value shift = get(g, Op::shl, {a, constant(g, 2)});
  const Ran ran = run(g, get(g, Op::result, {get(g, Op::neg, {shift})}));
  CHECK_FALSE(ran.result);
  CHECK(ran.result.why == SelectWhy::cannot_cover);
  CHECK(ran.result.node == shift.node);
  CHECK(ran.lines.empty());
}

TEST_CASE("the budget ends rules that do not end") {
  Graph g;
  const Value a = get(g, Op::argument, {}, 0);
  const Value root = get(g, Op::result, {get(g, Op::neg, {a})});
  CHECK(run(g, root, {.budget_factor = 0}).result.why == SelectWhy::over_budget);
  CHECK(run(g, root, {.budget_factor = 1}).result);
}

TEST_CASE("asking for one value many times is within the budget") {
  struct Wide {
    const Graph& g;
    bool cover(NodeId n, lathe::dag::Demand& demand) {
      for (std::uint32_t i = 0; i < g.operand_count(n); ++i) demand(g.operand(n, i));
      return true;
    }
    bool emit(NodeId) { return true; }
  };
  Graph g;
  const Value a = get(g, Op::argument, {}, 0);
  const std::vector<Value> many(100, a);
  const Value root = g.get(Op::result, Traits::Type::i32, std::span<const Value>(many));
  Wide target{g};
  lathe::dag::Selector<Graph> selector;
  const Value roots[] = {root};
  CHECK(selector.run(g, roots, target));
}

TEST_CASE("a target that asks in a circle is refused") {
  struct Circle {
    const Graph& g;
    bool cover(NodeId n, lathe::dag::Demand& demand) {
      for (std::uint32_t i = 0; i < g.operand_count(n); ++i) demand(g.operand(n, i));
      if (g.op(n) == Op::argument) demand(Value{n, 0});
      return true;
    }
    bool emit(NodeId) { return true; }
  };
  Graph g;
  const Value root = get(g, Op::result, {get(g, Op::argument, {}, 0)});
  Circle target{g};
  lathe::dag::Selector<Graph> selector;
  const Value roots[] = {root};
  const lathe::dag::SelectResult result = selector.run(g, roots, target);
  CHECK(result.why == SelectWhy::cyclic);
  CHECK(result.cycle == std::vector<NodeId>{0});
  CHECK(result.node == 0);
}

TEST_CASE("demands that come to nothing are refused with their value") {
  struct Strange {
    const Graph& g;
    SelectWhy want;
    Value stray;
    bool cover(NodeId n, lathe::dag::Demand& demand) {
      if (g.op(n) == Op::neg) demand(stray);
      if (g.op(n) != Op::neg || want == SelectWhy::cyclic)
        for (std::uint32_t i = 0; i < g.operand_count(n); ++i) demand(g.operand(n, i));
      return true;
    }
    bool emit(NodeId) { return true; }
  };
  Graph g;
  const Value unreached = get(g, Op::argument, {}, 9);
  const Value a = get(g, Op::argument, {}, 0), negative = get(g, Op::neg, {a});
  const Value both{sum_and_difference(g, negative, a), 0};
  const Value root = get(g, Op::result, {both});
  const auto run_strange = [&](SelectWhy want, Value stray) {
    Strange target{g, want, stray};
    lathe::dag::Selector<Graph> selector;
    const Value roots[] = {root};
    const auto result = selector.run(g, roots, target);
    CHECK(result.why == want);
    CHECK(result.node == (want == SelectWhy::cyclic ? result.cycle.front() : negative.node));
    if (want != SelectWhy::cyclic) CHECK(result.value == stray);
    return result;
  };
  run_strange(SelectWhy::unknown_value, unreached);
  run_strange(SelectWhy::unknown_value, Value{g.size() + 5, 0});
  run_strange(SelectWhy::late_demand, Value{both.node, 1});  // its first result was asked for, not the second
  CHECK(run_strange(SelectWhy::cyclic, both).cycle == std::vector<NodeId>{both.node, negative.node});
  Target target(g);
  lathe::dag::Selector<Graph> selector;
  const Value roots[] = {{g.size(), 0}};
  CHECK(selector.run(g, roots, target).why == SelectWhy::bad_root);
}

TEST_CASE("a node that cannot be written ends the selection") {
  struct Failing : Target {
    using Target::Target;
    bool emit(NodeId node) { return node != 1 && Target::emit(node); }
  };
  Graph g;
  const Value a = get(g, Op::argument, {}, 0), root = get(g, Op::result, {get(g, Op::neg, {a})});
  Failing target(g);
  lathe::dag::Selector<Graph> selector;
  const Value roots[] = {root};
  const auto result = selector.run(g, roots, target);
  CHECK(result.why == SelectWhy::cannot_emit);
  CHECK(result.node == 1);
  CHECK(selector.selection().nodes == std::vector<NodeId>{0});
}

TEST_CASE("remarks, counters, and the selection as text") {
  Graph g;
  const Value a = get(g, Op::argument, {}, 0);
  const Value roots[] = {get(g, Op::result, {get(g, Op::add, {get(g, Op::mul, {a, constant(g, 5)}), a})})};
  Target target(g);
  lathe::dag::Selector<Graph> selector;
  lathe::RemarkList remarks;
  const auto result = selector.run(g, roots, target, {}, remarks);
  CHECK(lathe::to_json(result.stats) == R"({"nodes": 5, "emitted": 3, "folded": 2, "steps": 3, "out_of_wish": 0})");
  REQUIRE(remarks.remarks.size() == 3);
  CHECK(remarks.remarks[0].name == "Folded");
  CHECK(remarks.remarks[2].text == "3 of 5 nodes emitted");
  const std::string text = "selection\nemit 0\nemit 3 wants 0:0 0:0\nemit 4 wants 3:0\n";
  CHECK(print(selector.selection()) == text);
  std::string error;
  CHECK(lathe::dag::read_selection(text, "t", error) == selector.selection());
  CHECK_FALSE(lathe::dag::read_selection("selection\nemit x", "t", error));
  CHECK(error.find("t:2:6: expected a node") == 0);
  CHECK_FALSE(lathe::dag::read_selection("selection\nemit 1 wants 3", "t", error));
  CHECK_FALSE(lathe::dag::read_selection("selection\nemit 1 1:0", "t", error));
  CHECK_FALSE(lathe::dag::read_selection("selection\nomit", "t", error));
  CHECK_FALSE(lathe::dag::read_selection("", "t", error));

  const Value shift[] = {get(g, Op::result, {get(g, Op::shl, {a, a})})};
  CHECK_FALSE(selector.run(g, shift, target, {}, remarks));
  CHECK(remarks.remarks.back().text == "no pattern covers the node");
}

TEST_CASE("the poorest target is enough") {
  archetype::DagGraph g;
  archetype::SelectTarget target;
  const auto v = g.get({}, {}, {});
  lathe::dag::Selector<archetype::DagGraph> selector;
  const lathe::dag::Value roots[] = {v};
  const auto result = selector.run(g, roots, target);
  CHECK(result);
  CHECK(result.stats.emitted == 1);
}

TEST_CASE("deep graphs do not use the stack") {
  Graph g;
  Value v = get(g, Op::argument, {}, 0);
  for (unsigned i = 0; i < 200000; ++i) v = get(g, Op::neg, {v});
  const Ran ran = run(g, get(g, Op::result, {v}));
  CHECK(ran.lines.size() == 200002);
}
