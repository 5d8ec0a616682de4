// The selector on the toy DAG: folding, dead nodes, refusals, budget; order of the result.
#include <doctest/doctest.h>

#include <random>

#include <lathe/dag/linearize_check.hpp>
#include <lathe/dag/select.hpp>

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
Ran run(const Graph& graph, Value root, const lathe::dag::SelectOptions& options = {}) {
  Target target(graph);
  lathe::dag::Selector<Graph> selector;
  const Value roots[] = {root};
  Ran out{selector.run(graph, roots, target, options), {}};
  out.lines = std::move(target.lines);
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
  CHECK(selector.run(g, roots, target).why == SelectWhy::cyclic);
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

// ---- linear order ------------------------------------------------------------------------------------

namespace {

lathe::dag::LinearProblem random_problem(std::mt19937& rng, unsigned size) {
  lathe::dag::LinearProblem p;
  for (unsigned i = 0; i < size; ++i) {
    const unsigned edges = i == 0 ? 0 : rng() % 4;
    for (unsigned e = 0; e < edges; ++e) p.edges.push_back(rng() % i);
    p.close(rng() % (size + 1));
  }
  return p;
}

}  // namespace

TEST_CASE("linear orders pass the checker") {
  std::mt19937 rng(7);
  lathe::dag::LinearScratch scratch;  // shared on purpose: stale state would show
  std::vector<std::uint32_t> order;
  for (unsigned round = 0; round < 400; ++round) {
    const auto problem = random_problem(rng, 1 + rng() % 40);
    REQUIRE(lathe::dag::linearize(problem, scratch, order));
    const auto faults = lathe::dag::check(problem, order);
    for (const std::string& fault : faults) FAIL_CHECK(fault);
  }
}

TEST_CASE("the checker finds what is wrong") {
  lathe::dag::LinearProblem p;
  p.close(1);  // 0
  p.edges.push_back(0);
  p.close(2);  // 1 after 0
  p.close(0);  // 2 free, wants to be first
  using Order = std::vector<std::uint32_t>;
  CHECK(lathe::dag::check(p, Order{2, 0, 1}).empty());
  CHECK(lathe::dag::check(p, Order{2, 1, 0}).front() == "item 1 stands before item 0, on which it depends");
  CHECK(lathe::dag::check(p, Order{0, 1}).front() == "item 2 is missing");
  CHECK(lathe::dag::check(p, Order{0, 1, 1}).front() == "item 1 stands twice");
  CHECK(lathe::dag::check(p, Order{0, 1, 9}).front() == "place 2 holds no item");
  CHECK(lathe::dag::check(p, Order{0, 2, 1}).front() == "item 0 would rather stand at place 1");
}

TEST_CASE("a circle has no order") {
  lathe::dag::LinearProblem p;
  p.edges.push_back(1);
  p.close(0);
  p.edges.push_back(0);
  p.close(0);
  lathe::dag::LinearScratch scratch;
  std::vector<std::uint32_t> order;
  CHECK_FALSE(lathe::dag::linearize(p, scratch, order));
  CHECK(order.empty());
}
