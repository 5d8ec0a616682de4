// What the legalizers tell: traces as text, remarks, counters; and each reason to refuse.
#include <doctest/doctest.h>

#include "adapters/toy/wide.hpp"

namespace {

using namespace toy::wide;
using namespace lathe::dag;
using lathe::Remark;
using toy::wide::Graph;
using toy::wide::Value;

/// (argument 32 bits) + 1, stored.
Graph small() {
  Graph g;
  const Value start = entry(g), sum = g.get(Op::add, 32, {argument(g, 32, 0), constant(g, 32, 1)});
  g.pin(store(g, start, sum, 0).node);
  return g;
}

TEST_CASE("a trace says what became of each value") {
  Graph g = small();
  LegalizeTrace trace;
  Types types;
  CHECK_FALSE(legalize_types(g, types, {.trace = &trace}));
  CHECK(print(trace) ==
        "legalize-trace\n"
        "rewrite split at 1 made 5 6 becomes 5:0 6:0\n"
        "rewrite split at 2 made 7 8 becomes 7:0 8:0\n"
        "rewrite split at 3 made 9 12 becomes 9:0 12:0\n"
        "rewrite split at 4 made 13 14 becomes 14:0\n");
  trace = {};
  Operations operations;
  CHECK_FALSE(legalize_operations(g, operations, {.trace = &trace}));
  CHECK(print(trace) == "legalize-trace\nrewrite expand at 11 made 15 15 becomes 15:0\n");
}

TEST_CASE("traces are read as they are printed, and broken ones refused with their place") {
  std::string error;
  const std::string text =
      "legalize-trace\nrewrite split%20it at 3 made 9 13 becomes 9:0 13:1 / -\nkeep custom at 7\nrewrite x at 8 "
      "becomes - / 3:0\n";
  const auto trace = read_legalize_trace(text, "t", error);
  REQUIRE_MESSAGE(trace, error);
  CHECK(print(*trace) == text);
  CHECK(trace->hows[0] == "split it");
  CHECK(trace->after(trace->steps[0], 0).size() == 2);
  CHECK(trace->after(trace->steps[0], 1).empty());
  const auto refused = [&](std::string_view line) {
    error.clear();
    CHECK_FALSE(read_legalize_trace("legalize-trace\n" + std::string(line), "t", error));
    return error;
  };
  CHECK(refused("rewrte") == "t:2:1: expected 'rewrite' or 'keep', found 'rewrte'");
  CHECK(refused("rewrite x at 3 made 5 becomes 3:0").find("t:2:23: expected a node") == 0);
  CHECK(refused("rewrite x at 3 made 5 4 becomes 3:0").find("before the first") != std::string::npos);
  CHECK(refused("rewrite x at 3 becomes").find("for each result") != std::string::npos);
  CHECK(refused("rewrite x at 3 becomes 3:0 -").find("for each result") != std::string::npos);
  CHECK(refused("rewrite x at 3 becomes 3").find("NODE:RESULT") != std::string::npos);
  CHECK(refused("keep x at 3 becomes 3:0").find("end of the line") != std::string::npos);
  CHECK(refused("keep x at 99999999999").find("expected a node") != std::string::npos);
  CHECK_FALSE(read_legalize_trace("nothing", "t", error));
}

TEST_CASE("remarks and counters") {
  Graph g = small();
  Types types;
  lathe::RemarkList remarks;
  LegalizeStats stats;
  CHECK_FALSE(legalize_types(g, types, {}, &stats, remarks));
  REQUIRE(remarks.remarks.size() == 4);
  CHECK(remarks.remarks[2].name == "split");
  CHECK(remarks.remarks[2].family == "legalize-types");
  CHECK(remarks.remarks[2].text == "node 3 became 9:0 12:0");
  CHECK(lathe::to_json(stats) == R"({"visited": 15, "rewritten": 4, "kept": 0, "created": 10, "updated": 0})");
  OperationStats counted;
  Operations operations;
  CHECK_FALSE(legalize_operations(g, operations, {}, &counted, remarks));
  CHECK(remarks.remarks.back().text == "node 11 became 15:0");
  CHECK(counted.expand == 1);
  lathe::merge(counted, counted);
  CHECK(counted.expand == 2);

  g = small();
  const NodeId root = g.size() - 1;
  g.pin(store(g, Value{root, 0}, g.get(Op::mul, 32, {argument(g, 32, 0), argument(g, 32, 1)}), 4).node);
  CHECK(legalize_types(g, types, {}, nullptr, remarks));
  CHECK(remarks.remarks.back().kind == Remark::Kind::missed);
  CHECK(remarks.remarks.back().text == "there is no rule for the node");
  CHECK(remarks.remarks.back().arguments.back() == std::pair<std::string, std::string>("Value", "6:0"));
}

// ---- refusals: one client, one thing at a time

struct Erring : Types {
  RefusalReason error = RefusalReason::none;
  template <class Walk>
  Rewrite lower(Walk& walk, NodeId id) {
    using enum RefusalReason;
    Graph& g = walk.graph();
    if (g.op(id) != Op::load) return Types::lower(walk, id);
    const Value low = argument(g, 16, 3), chain = g.operand(id, 0);
    const Value halves[] = {low, low};
    if (error == cyclic_rule) {
      const Value dependent[] = {low, g.get(Op::trunc, 16, {Value{id, 0}})};
      walk.set(id, 0, dependent);
      walk.set(id, 1, chain);
      return Rewrite::replaced;
    }
    if (error == no_rule) return Rewrite::refused;
    const Value wrong = error == bad_value ? Value{g.size() + 7, 0} : Value{low.node, 4};
    if (error == bad_value || error == wrong_count)
      walk.set(id, 0, wrong);
    else
      walk.set(id, 0, std::span<const Value>(halves));
    if (error == still_used)
      walk.set(id, 1, low);  // bits for a chain
    else if (error != missing_result)
      walk.set(id, 1, chain);
    return Rewrite::replaced;
  }
};

TEST_CASE("types: each reason to refuse") {
  using enum RefusalReason;
  const auto refuse = [](RefusalReason error) {
    Graph g;
    const NodeId id = load(g, entry(g), 32, 0);
    g.pin(store(g, Value{id, 1}, Value{id, 0}, 4).node);
    Erring client;
    client.error = error;
    const Refusal refusal = legalize_types(g, client);
    CAPTURE(static_cast<int>(error));
    if (refusal) CHECK(refusal.node == id);
    if (refusal.why != still_used && refusal) CHECK(refusal.value == Value{id, 0});
    return refusal.why;
  };
  CHECK(refuse(none) == none);
  for (const RefusalReason why : {no_rule, cyclic_rule, missing_result, still_used, bad_value})
    CHECK(refuse(why) == why);
  CHECK(refuse(wrong_count) == bad_value);  // a result number that is not there

  Types types;
  Graph g = small();
  CHECK(legalize_types(g, types, {.fuel = 2}).why == out_of_fuel);
  g = small();
  CHECK(legalize_types(g, types, {.max_nodes = 6}).why == too_many_nodes);
  for (const RefusalReason why : {none, no_rule, too_many_nodes}) CHECK_FALSE(to_string(why).empty());
}

TEST_CASE("a graph with a cycle is refused") {
  Graph g = small();
  const NodeId root = g.size() - 1;
  const Value first = store(g, entry(g), argument(g, 32, 5), 9), second = store(g, first, argument(g, 8, 1), 10);
  g.set_operand(first.node, 0, second);
  g.set_operand(root, 0, second);
  Types types;
  const Refusal refusal = legalize_types(g, types);
  CHECK(refusal.why == RefusalReason::cyclic_graph);
  CHECK((refusal.node == first.node || refusal.node == second.node));
}

TEST_CASE("operations: each reason to refuse") {
  using enum RefusalReason;
  struct Client : Operations {
    RefusalReason error = none;
    bool expand(Graph& g, NodeId id, std::vector<Value>& out) {
      const Value a = g.operand(id, 0);
      if (error == no_rule) return false;
      if (error == wrong_type) out.push_back(argument(g, 8, 1));
      if (error == bad_value) out.push_back({g.size() + 1, 0});
      if (error == cyclic_rule) out.push_back(g.get(Op::add, 16, {Value{id, 0}, a}));
      if (error == out_of_fuel) out.push_back(g.get(Op::sub, 16, {a, argument(g, 16, g.size())}));
      if (error == none) out.push_back(a);
      return true;
    }
  };
  for (const RefusalReason why : {none, no_rule, wrong_type, wrong_count, bad_value, cyclic_rule, out_of_fuel}) {
    CAPTURE(static_cast<int>(why));
    Graph g;
    const Value difference = g.get(Op::sub, 16, {argument(g, 16, 0), argument(g, 16, 1)});
    g.pin(store(g, entry(g), difference, 0).node);
    Client client;
    client.error = why;
    const Refusal refusal = legalize_operations(g, client, {.fuel = 50});
    CHECK(refusal.why == why);
    if (refusal) CHECK(refusal.action == Action::expand);
    if (refusal && why != out_of_fuel) CHECK(refusal.node == difference.node);
  }
}

TEST_CASE("a long row of replacements of replacements costs linear work") {
  // Each difference becomes the next one, `depth` times, and only the last is a sum.
  struct Client : Operations {
    std::uint64_t left = 0;
    bool expand(Graph& g, NodeId id, std::vector<Value>& out) {
      out.push_back(g.get(left-- == 0 ? Op::add : Op::sub, 16, {g.operand(id, 0), argument(g, 16, g.size())}));
      return true;
    }
  };
  for (const std::uint64_t depth : {1000, 100000}) {
    Graph g;
    g.pin(store(g, entry(g), g.get(Op::sub, 16, {argument(g, 16, 0), argument(g, 16, 1)}), 0).node);
    Client client;
    client.left = depth;
    OperationStats stats;
    CHECK_FALSE(legalize_operations(g, client, {}, &stats));
    CHECK(stats.rewritten == depth + 1);
    CHECK(g.live() == 5);
  }
}

}  // namespace
