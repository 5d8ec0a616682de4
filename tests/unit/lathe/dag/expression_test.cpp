// The combiner, its checker and its trace on an IR that is not dag::Graph.
#include <doctest/doctest.h>

#include <random>

#include <lathe/combine.hpp>
#include <lathe/combine/check.hpp>

#include "adapters/archetype/dag.hpp"
#include "adapters/toy/expression.hpp"
#include "fuzz/combiner_toy_body.hpp"

namespace {

using namespace toy;
using lathe::dag::CombineFault;
using lathe::dag::CombineOutcome;
namespace dag = lathe::dag;

void random_expressions(ExpressionGraph& g, unsigned seed, int size) {
  using enum Expression::Op;
  std::mt19937 random(seed);
  std::vector<Expression*> pool;
  for (std::uint64_t i = 0; i < 3; ++i) pool.push_back(g.make(input, {}, i));
  for (const std::uint64_t c : {0, 1, 12}) pool.push_back(g.number(c));
  for (int i = 0; i < size; ++i) {
    Expression* const x = pool[random() % pool.size()];
    Expression* const y = pool[random() % pool.size()];
    pool.push_back(g.make(static_cast<Expression::Op>(2 + random() % 5), {x, y}));
  }
  for (int i = 0; i < 3; ++i) g.make(output, {pool[pool.size() - 1 - random() % 6]});
}

TEST_CASE("random expressions: combined, checked, the trace printed, read back and replayed") {
  dag::CombineScratch scratch;
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    ExpressionGraph g;
    random_expressions(g, seed, 30);
    ExpressionGraph copy = g;
    ExpressionRules rules(g);
    const auto done = dag::combine(rules, {.confirm = true, .trace = true}, scratch);
    CHECK(done.outcome == CombineOutcome::fixpoint);
    CHECK(done.visits <= done.entries);
    const std::string text = dag::print(done.trace, rules);
    std::string error;
    const auto trace = dag::read_trace(text, "trace", rules, error);
    REQUIRE_MESSAGE(trace, error);
    CHECK(*trace == done.trace);
    CHECK(dag::print(*trace, rules) == text);
    ExpressionRules replay(copy);
    ExpressionEvaluator evaluator;
    const auto faults = dag::check_combine(replay, *trace, g, evaluator, {.expect_fixpoint = true});
    CHECK_MESSAGE(faults.empty(), faults.str());
  }
}

TEST_CASE("the fuzz target's body on random bytes") {
  std::mt19937 random(21);
  for (int round = 0; round < 150; ++round) {
    std::vector<std::uint8_t> bytes(4 + random() % 120);
    for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random());
    const std::string wrong = combiner_test::check_toy_combiner(bytes);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
}

TEST_CASE("use lists that do not mirror the operands are found") {
  using enum Expression::Op;
  ExpressionGraph g;
  Expression* const x = g.make(input, {}, 0);
  Expression* const y = g.make(input, {}, 1);
  Expression* const sum = g.make(add, {x, y});
  g.make(output, {sum});
  ExpressionGraph copy = g;
  ExpressionRules rules(copy);
  ExpressionEvaluator evaluator;
  CHECK(dag::check_combine(rules, {}, g, evaluator).empty());
  std::swap(x->users, y->users);  // both name the sum: still a mirror
  CHECK(dag::check_combine(rules, {}, g, evaluator).empty());
  x->users.push_back(sum);
  y->users.clear();
  const auto faults = dag::check_combine(rules, {}, g, evaluator);
  CHECK(faults.has(CombineFault::use_list));
  CHECK(faults.has(CombineFault::broken_graph));
}

TEST_CASE("a cycle is refused") {
  using enum Expression::Op;
  ExpressionGraph g;
  Expression* const x = g.make(input, {}, 0);
  Expression* const first = g.make(add, {x, g.number(0)});
  Expression* const second = g.make(add, {first, g.number(0)});
  g.make(output, {second});
  first->operands[0] = second;
  second->users.push_back(first);
  x->users.clear();
  ExpressionRules rules(g);
  const auto done = dag::combine(rules);
  CHECK(done.outcome == CombineOutcome::cyclic);
  CHECK(done.rewrites == 0);
}

TEST_CASE("the poorest graph will do") {
  archetype::CombineGraph graph;
  archetype::PoorRuleSet rules(graph);
  const auto done = dag::combine(rules);
  CHECK(done.outcome == CombineOutcome::fixpoint);
  CHECK(done.visits == 1);
}

}  // namespace
