// Traces: text form, broken texts, COVERED / INCLUDED lines, refusals, counters.
#include <doctest/doctest.h>

#include <lathe/combine.hpp>
#include <lathe/combine/check.hpp>

#include "adapters/toy/dag.hpp"

namespace {

using namespace toy;
using lathe::dag::CombineFault;
using lathe::dag::CombineOutcome;
namespace dag = lathe::dag;

// result((a + 3) + 4): the outer sum takes the inner one in.
struct Sample {
  Graph g;
  Sample() {
    const Value inner = get(g, Op::add, {get(g, Op::argument, {}, 0), constant(g, 3)});
    g.pin(get(g, Op::result, {get(g, Op::add, {inner, constant(g, 4)})}).node);
  }
};

TEST_CASE("what a rewrite covers and includes, as text") {
  Sample s;
  Rules rules(s.g);
  const auto done = dag::combine(rules, {.trace = true});
  CHECK(dag::print(done.trace, rules) ==
        "combine-trace\nrewrite reassociate-add at 4 becomes 7:0 covered 4 3 2 1 included 6 7\n");
  CHECK(dag::print_coverage(done.trace, rules) == "COVERED: reassociate-add 4 3 2 1\nINCLUDED: reassociate-add 6 7\n");
  CHECK(lathe::to_table(static_cast<const dag::CombineStats&>(done)).find("  visits\n") != std::string::npos);
}

TEST_CASE("broken traces are told with their place") {
  Sample s;
  Rules rules(s.g);
  const auto error_of = [&](const std::string& text) {
    std::string error;
    CHECK(!dag::read_trace(text, "t", rules, error));
    return error;
  };
  CHECK(error_of("") == "t:0:1: expected 'combine-trace', the first word of a trace");
  CHECK(error_of("combine-trace\nwrite x at 1 becomes 1:0\n") == "t:2:1: expected 'rewrite'");
  CHECK(error_of("combine-trace\nrewrite nothing at 1 becomes 1:0\n") ==
        "t:2:9: expected the name of a rule, found 'nothing'");
  CHECK(error_of("combine-trace\nrewrite fold-add in 1 becomes 1:0\n") == "t:2:18: expected 'at'");
  CHECK(error_of("combine-trace\nrewrite fold-add at -1 becomes 1:0\n").starts_with("t:2:21: expected a node"));
  CHECK(error_of("combine-trace\nrewrite fold-add at 4294967295 becomes 1:0\n").starts_with("t:2:21: expected a node"));
  CHECK(error_of("combine-trace\nrewrite fold-add at 1 becomes\n").starts_with("t:2:23: expected the values"));
  CHECK(error_of("combine-trace\nrewrite fold-add at 1 becomes 7\n") ==
        "t:2:31: expected a value, NODE:RESULT or -, found '7'");
  CHECK(error_of("combine-trace\nrewrite fold-add at 1 becomes 7:x\n").starts_with("t:2:31: expected a number"));
  CHECK(error_of("combine-trace\nrewrite fold-add at 1 becomes 7:0 covered x\n")
            .starts_with("t:2:43: expected a number"));
  // What can be read need not be right: the checker says so.
  std::string error;
  const auto wrong =
      dag::read_trace("combine-trace\nrewrite fold-add at 77 becomes 99:7 - covered 3 included 4\n", "t", rules, error);
  REQUIRE_MESSAGE(wrong, error);
  Graph left = s.g;
  Evaluator evaluator;
  CHECK(dag::check_combine(rules, *wrong, left, evaluator).has(CombineFault::unknown_step));
}

TEST_CASE("nodes that the trace does not name, or names too many of") {
  Sample s;
  Graph before = s.g;
  Rules rules(s.g);
  const auto done = dag::combine(rules, {.trace = true});
  Evaluator evaluator;
  const auto check = [&](const dag::CombineTrace& trace) {
    Graph copy = before;
    Rules replay(copy);
    return dag::check_combine(replay, trace, s.g, evaluator);
  };
  CHECK(check(done.trace).empty());
  auto wrong = done.trace;
  wrong.covered_nodes.pop_back();
  CHECK(check(wrong).has(CombineFault::other_nodes));
  wrong = done.trace;
  wrong.included_nodes.push_back(8);
  CHECK(check(wrong).has(CombineFault::other_nodes));
}

TEST_CASE("rules that give the wrong values are refused before anything is changed; fuel tells who waits") {
  const auto refused = [](Value (*apply)(Rules&, NodeId)) {
    Sample s;
    Graph before = s.g;
    Rules rules(s.g, {{"bad", Op::add, apply}});
    const auto done = dag::combine(rules, {.trace = true});
    CHECK(done.outcome == CombineOutcome::bad_rule);
    CHECK(done.stopped_node == 2);
    CHECK(done.rewrites == 0);
    Rules replay(before, {});
    Evaluator evaluator;
    CHECK(dag::check_combine(replay, done.trace, s.g, evaluator).empty());
  };
  refused([](Rules& r, NodeId n) {  // two values for one result
    r.results.assign(2, r.graph().operand(n, 0));
    return r.results[0];
  });
  refused([](Rules&, NodeId) { return Value{1000, 0}; });
  refused([](Rules& r, NodeId n) { return Value{r.graph().operand(n, 0).node, 5}; });
  Sample s;
  Rules rules(s.g);
  const auto done = dag::combine(rules, {.fuel = 0});
  CHECK(done.outcome == CombineOutcome::out_of_fuel);
  CHECK(done.stopped_node == 4);
  CHECK(rules.name(done.stopped_rule) == "reassociate-add");
}

}  // namespace
