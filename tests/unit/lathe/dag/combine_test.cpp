// The worklist combiner and its checker, on the toy IR and on the poorest types.
#include <doctest/doctest.h>

#include <random>

#include <lathe/combine.hpp>
#include <lathe/combine/check.hpp>

#include "adapters/archetype/dag.hpp"
#include "adapters/toy/dag.hpp"

namespace {

using namespace toy;
using lathe::dag::CombineFault;
using lathe::dag::CombineOutcome;
namespace dag = lathe::dag;

Value random_dag(Graph& g, unsigned seed, int nodes) {
  std::mt19937 random(seed);
  std::vector<Value> pool;
  for (std::uint32_t i = 0; i < 4; ++i) pool.push_back(get(g, Op::argument, {}, i));
  for (const std::uint32_t c : {0U, 1U, 2U, 3U, 8U, 0x80000000U}) pool.push_back(constant(g, c));
  const auto any = [&] { return pool[random() % pool.size()]; };
  for (int i = 0; i < nodes; ++i) {
    switch (random() % 6) {
      case 0:
      case 1:
        pool.push_back(get(g, Op::add, {any(), any()}));
        break;
      case 2:
        pool.push_back(get(g, Op::sub, {any(), any()}));
        break;
      case 3:
        pool.push_back(get(g, Op::mul, {any(), any()}));
        break;
      case 4:
        pool.push_back(get(g, Op::neg, {any()}));
        break;
      case 5: {
        const auto y = any(), x = any();
        const NodeId both = sum_and_difference(g, x, y);
        pool.push_back({both, 0});
        pool.push_back({both, 1});
        break;
      }
    }
  }
  const Value root = get(g, Op::result, {get(g, Op::sub, {pool.back(), pool[pool.size() / 2]})});
  g.pin(root.node);
  return root;
}

/// The toy's rules, those of a node tried by themselves.
struct Several : Rules {
  using Rules::Rules;
  std::size_t apply_first(std::span<const std::uint32_t> rules, std::size_t at, NodeId node, std::vector<Value>& out) {
    const NodeId before = graph().size();
    for (; at < rules.size(); ++at) {
      if (apply(rules[at], node, out)) break;
      out.clear();
      if (graph().size() != before) break;
    }
    return at;
  }
};

}  // namespace

TEST_CASE("a set that tries a node's rules by itself: the same rewrites, attempts and graph") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Graph one, other;
    random_dag(one, seed, 40);
    random_dag(other, seed, 40);
    Rules each(one);
    Several several(other);
    const auto a = dag::combine(each, {.trace = true}), b = dag::combine(several, {.trace = true});
    for (const auto& [name, count] : dag::CombineStats::fields()) CHECK_MESSAGE(a.*count == b.*count, name);
    CHECK(a.fired == b.fired);
    REQUIRE(a.trace.steps.size() == b.trace.steps.size());
    for (std::size_t i = 0; i < a.trace.steps.size(); ++i) {
      CHECK(a.trace.steps[i].rule == b.trace.steps[i].rule);
      CHECK(a.trace.steps[i].node == b.trace.steps[i].node);
    }
    const auto stopped = dag::combine(several, {.fuel = 0});
    CHECK(stopped.rewrites == 0);
  }
}

TEST_CASE("random toy graphs: the trace replays, values stay, no rule is left, visits keep their bound") {
  dag::CombineScratch scratch;  // shared on purpose: a run must not see what the last one left
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Graph g;
    random_dag(g, seed, 24);
    Graph copy = g;
    Rules rules(g);
    const auto done = dag::combine(rules, {.confirm = true, .trace = true}, scratch);
    CHECK(done.outcome == CombineOutcome::fixpoint);
    CHECK(done.visits <= done.entries);
    CHECK(done.trace.steps.size() == done.rewrites);
    std::uint64_t fired = 0;
    for (const std::uint64_t n : done.fired) fired += n;
    CHECK(fired == done.rewrites);
    Rules replay(copy);
    Evaluator evaluator;
    const auto faults = dag::check_combine(replay, done.trace, g, evaluator, {.expect_fixpoint = true});
    CHECK_MESSAGE(faults.empty(), faults.str());
    // At the fixpoint a second run costs one visit per node that has rules, and changes nothing.
    const auto again = dag::combine(rules, {.confirm = true});
    std::uint64_t with_rules = 0;
    for (dag::NodeId n = 0; n < g.size(); ++n) with_rules += g.alive(n) && !rules.candidates(g.op(n)).empty();
    CHECK(again.visits == with_rules);
    CHECK(again.rewrites == 0);
  }
}

TEST_CASE("fuel stops after exactly that many rewrites, visits after that many visits") {
  for (std::uint64_t fuel = 0; fuel < 4; ++fuel) {
    Graph g;
    random_dag(g, 3, 200);
    Graph copy = g;
    Rules rules(g);
    const auto done = dag::combine(rules, {.fuel = fuel, .trace = true});
    CHECK(done.outcome == CombineOutcome::out_of_fuel);
    CHECK(done.rewrites == fuel);
    Rules replay(copy);
    Evaluator evaluator;
    const auto faults = dag::check_combine(replay, done.trace, g, evaluator);
    CHECK_MESSAGE(faults.empty(), faults.str());
  }
  Graph g;
  random_dag(g, 3, 200);
  Rules rules(g);
  const auto done = dag::combine(rules, {.max_visits = 5});
  CHECK(done.outcome == CombineOutcome::visit_limit);
  CHECK(done.visits == 5);
}

TEST_CASE("rules that never stop are stopped after a linear number of visits") {
  const ToyRule swap{"swap", Op::sub, [](Rules& r, NodeId n) {
                       Graph& graph = r.graph();
                       return get(graph, Op::neg, {get(graph, Op::sub, {graph.operand(n, 1), graph.operand(n, 0)})});
                     }};
  Graph g;
  const Value root = get(g, Op::result, {get(g, Op::sub, {get(g, Op::argument, {}, 0), get(g, Op::argument, {}, 1)})});
  g.pin(root.node);
  Rules rules(g, {swap});
  const auto done = dag::combine(rules);
  CHECK(done.outcome == CombineOutcome::visit_limit);
  CHECK(done.visits == 32 * (4 + 32));
  g.verify([](NodeId id, const char* what) { FAIL_CHECK("node " << id << ": " << what); });
}

TEST_CASE("a node that becomes the only user's is tried again at that user") {
  // reassociate-add wants the inner sum to have one use; the other use dies when x * 0 folds.
  Graph g;
  const Value x = get(g, Op::argument, {}, 0);
  const Value inner = get(g, Op::add, {x, constant(g, 1)});
  const Value outer = get(g, Op::add, {inner, constant(g, 2)});
  const Value zero = get(g, Op::mul, {inner, constant(g, 0)});
  const Value root = get(g, Op::result, {get(g, Op::sub, {outer, zero})});
  g.pin(root.node);
  Rules rules(g);
  dag::combine(rules);
  CHECK(to_string(g, root) == "result(add(argument 0, constant 3))");
}

TEST_CASE("each fault is found") {
  Graph before;
  random_dag(before, 1, 24);
  Graph left = before;
  Rules rules(left);
  auto trace = dag::combine(rules, {.confirm = true, .trace = true}).trace;
  REQUIRE(trace.steps.size() > 3);
  Evaluator evaluator;
  const auto check = [&](const dag::CombineTrace& t, const Graph& result, std::vector<ToyRule> table = all_rules()) {
    Graph copy = before;
    Rules replay(copy, std::move(table));
    return dag::check_combine(replay, t, result, evaluator, {.expect_fixpoint = true});
  };
  CHECK(check(trace, left).empty());

  auto wrong = trace;
  wrong.steps[1].rule = 99;
  CHECK(check(wrong, left).has(CombineFault::unknown_step));
  wrong = trace;
  wrong.steps[1].node = 0;
  CHECK(check(wrong, left).has(CombineFault::does_not_fire));
  wrong = trace;
  wrong.values[0].node += 1;
  CHECK(check(wrong, left).has(CombineFault::other_values));
  wrong = trace;
  wrong.steps.pop_back();
  CHECK(check(wrong, left).has(CombineFault::other_graph));
  CHECK(check(wrong, left).has(CombineFault::fires_at_the_end));

  // A wrong rule: x + c -> x.
  std::vector<ToyRule> bad = all_rules();
  bad[0].apply = [](Rules& r, NodeId n) {
    std::uint32_t c = 0;
    return r.is_constant(r.graph().operand(n, 1), c) ? r.graph().operand(n, 0) : Value{};
  };
  Graph spoiled = before;
  Rules bad_rules(spoiled, bad);
  const auto bad_trace = dag::combine(bad_rules, {.trace = true}).trace;
  CHECK(check(bad_trace, spoiled, bad).has(CombineFault::value_differs));
}

TEST_CASE("remarks name the rule; the poorest types will do") {
  Graph g;
  const Value root = get(g, Op::result, {get(g, Op::add, {get(g, Op::argument, {}, 0), constant(g, 0)})});
  g.pin(root.node);
  Rules rules(g);
  lathe::RemarkList remarks;
  dag::combine(rules, {}, remarks);
  REQUIRE(remarks.remarks.size() == 1);
  CHECK(remarks.remarks[0].name == "fold-add");

  archetype::DagGraph poor;
  poor.pin(poor.add({}, std::vector<archetype::DagTraits::Type>(1), {}));
  archetype::RuleSet none(poor);
  const auto done = dag::combine(none, {.trace = true});
  CHECK(done.visits == 1);
  archetype::DagGraph copy = poor;
  archetype::RuleSet replay(copy);
  archetype::Evaluator evaluator;
  CHECK(dag::check_combine(replay, done.trace, poor, evaluator).empty());
}
