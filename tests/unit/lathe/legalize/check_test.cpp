// The checkers reject what is wrong: each kind of fault is provoked, by a mutation of the graph or of the trace of a
// right legalization, or by a client that errs.
#include <doctest/doctest.h>

#include <functional>

#include "adapters/toy/wide.hpp"

namespace {

using namespace toy::wide;
using namespace lathe::dag;
using toy::wide::Evaluator;
using toy::wide::Graph;
using toy::wide::Value;

/// Loads 64 bits, adds, stores them, loads 4 bits and compares: all that the type legalizer does.
Graph example() {
  Graph g;
  const NodeId wide = load(g, entry(g), 64, 0);
  const Value sum = g.get(Op::add, 64, {Value{wide, 0}, argument(g, 64, 1)});
  const Value stored = store(g, Value{wide, 1}, sum, 8);
  const NodeId narrow = load(g, stored, 4, 16);
  const Value compared = g.get(Op::less, 16, {Value{narrow, 0}, constant(g, 4, 9)});
  const Value all = g.get(Op::bit_or, 16, {compared, g.get(Op::sub, 16, {argument(g, 16, 2), compared})});
  const Value kept = g.get(Op::bit_or, 16, {all, constant(g, 16, 5)});
  g.pin(store(g, Value{narrow, 1}, g.get(Op::neg, 16, {kept}), 24).node);
  return g;
}

struct Run {
  Graph before, after;
  LegalizeTrace trace;
};
template <class Client>
Run run(Graph g, Client& client) {
  Run r{g, g, {}};
  Refusal refusal;
  if constexpr (TypeClient<Client, Graph>)
    refusal = legalize_types(r.after, client, {.trace = &r.trace});
  else
    refusal = legalize_operations(r.after, client, {.trace = &r.trace});
  CAPTURE(std::string(to_string(refusal.why)));
  REQUIRE_FALSE(refusal);
  return r;
}
LegalizeFaults types_faults(const Run& r) {
  Evaluator evaluator;
  return check_types(r.before, r.after, r.trace, Types(), evaluator);
}
LegalizeFaults operations_faults(const Run& r) {
  Evaluator evaluator;
  return check_operations(r.before, r.after, r.trace, Operations(), evaluator);
}

NodeId find(const Graph& g, Op op, int bits, std::uint64_t number = ~0ULL) {
  for (NodeId id = 0; id < g.size(); ++id)
    if (g.alive(id) && g.op(id) == op && g.type(Value{id, 0}) == bits &&
        (number == ~0ULL || g.payload(id).number == number))
      return id;
  REQUIRE(false);
  return no_node;
}
Graph legal_types() {
  Types types;
  return run(example(), types).after;
}

TEST_CASE("right legalizations pass") {
  Types types;
  const Run by_type = run(example(), types);
  CHECK(types_faults(by_type).str() == "");
  Operations operations;
  const Run by_operation = run(by_type.after, operations);
  CHECK(operations_faults(by_operation).str() == "");
  CHECK(by_operation.trace.steps.size() > 4);
}

TEST_CASE("types: mutations of the outcome") {
  Types types;
  const Run right = run(example(), types);
  const auto provoke = [&](LegalizeFault kind, const std::function<void(Run&)>& change) {
    Run r = right;
    change(r);
    CAPTURE(static_cast<int>(kind));
    const LegalizeFaults faults = types_faults(r);
    CHECK_MESSAGE(faults.has(kind), faults.str());
  };
  using enum LegalizeFault;
  provoke(illegal_type, [](Run& r) {
    const NodeId root = find(r.after, Op::store, 0, 24);
    r.after.set_operand(root, 1, argument(r.after, 32, 3));
  });
  provoke(unexplained, [](Run& r) {
    const NodeId root = find(r.after, Op::store, 0, 24);
    r.after.set_operand(root, 1, argument(r.after, 16, 77));
  });
  provoke(wrong_operand, [](Run& r) {
    const NodeId root = find(r.after, Op::store, 0, 24);
    r.after.set_operand(root, 1, argument(r.after, 16, 2));
  });
  provoke(changed, [](Run& r) { r.after.set_flags(find(r.after, Op::neg, 16), 1); });
  provoke(not_gone, [](Run& r) { r.trace.steps.back().node = find(r.after, Op::bit_or, 16); });
  provoke(lost_root, [](Run& r) {
    r.after.pin(r.after.operand(find(r.after, Op::store, 0, 24), 0).node);
    r.after.unpin(find(r.after, Op::store, 0, 24));
  });
  // The second half's store and the join that the loads' users wait for.
  provoke(order_lost, [](Run& r) {
    const NodeId high = find(r.after, Op::store, 0, 10);
    r.after.set_operand(high, 0, Value{find(r.after, Op::entry, 0), 0});
  });
  provoke(order_lost, [](Run& r) {
    const NodeId join = find(r.after, Op::join, 0);
    r.after.set_operand(join, 0, Value{find(r.after, Op::entry, 0), 0});
  });
  provoke(value_differs, [](Run& r) {
    const NodeId sum = find(r.after, Op::add, 16);
    r.after.set_operand(sum, 0, argument(r.after, 16, 1, 16));
  });
  provoke(bad_trace, [](Run& r) { r.trace.steps[0].node = 1000000; });
  provoke(bad_trace, [](Run& r) { r.trace.steps[1].node = r.trace.steps[0].node; });
  provoke(bad_trace, [](Run& r) { r.trace.values[0].node = 1000000; });
  provoke(bad_trace, [](Run& r) { r.trace.values[0].result = 7; });
  provoke(bad_trace, [](Run& r) { ++r.trace.steps[0].results; });
  provoke(bad_trace, [](Run& r) { r.trace.steps[0].first_made = 0; });
  provoke(bad_trace, [](Run& r) { r.after = Graph(); });
  provoke(bad_parts, [](Run& r) {
    // The third result list gets the first one's end: one value less there.
    for (std::size_t i = 0; i < r.trace.steps.size(); ++i) {
      const LegalizeStep& s = r.trace.steps[i];
      if (r.trace.after(s, 0).size() == 2) {
        r.trace.values[r.trace.ends[s.first] - 1] = {find(r.after, Op::entry, 0), 0};
        return;
      }
    }
  });
}

TEST_CASE("operations: mutations of the outcome") {
  Operations operations;
  const Run right = run(legal_types(), operations);
  const auto provoke = [&](LegalizeFault kind, const std::function<void(Run&)>& change) {
    Run r = right;
    change(r);
    CAPTURE(static_cast<int>(kind));
    const LegalizeFaults faults = operations_faults(r);
    CHECK_MESSAGE(faults.has(kind), faults.str());
  };
  using enum LegalizeFault;
  provoke(illegal_operation, [](Run& r) {  // the "or" with a constant was not kept, as far as the trace says
    std::erase_if(r.trace.steps, [](const LegalizeStep& s) { return s.kept(); });
  });
  provoke(illegal_operation, [](Run& r) {
    const NodeId sum = find(r.after, Op::add, 16);
    r.after.set_operand(sum, 0, r.after.get(Op::sub, 16, {r.after.operand(sum, 0), argument(r.after, 16, 9)}));
  });
  provoke(bad_parts, [](Run& r) { r.trace.values[0] = {find(r.after, Op::entry, 0), 0}; });
  provoke(value_differs, [](Run& r) {
    const NodeId ones = find(r.after, Op::constant, 16, 0xffff);
    r.after.replace(Value{ones, 0}, constant(r.after, 16, 0xfffe));
  });
}

struct Lying : Graph {
  template <class Report>
  void verify(Report&& report) const {
    report(3, "a lie");
  }
};
TEST_CASE("a graph whose use lists lie is not looked at") {
  CHECK(check_types(Lying(), Types()).has(LegalizeFault::broken_graph));
}

// ---- clients that err, each in one way

struct ErringTypes : Types {
  int error = 0;
  template <class Walk>
  Rewrite lower(Walk& walk, NodeId id) {
    Graph& g = walk.graph();
    const auto half = [&](std::uint32_t i) { return walk.part(g.operand(id, 1), i); };
    if (error == 1 && g.op(id) == Op::store && g.payload(id).bits == 64) {  // both halves at one address
      const Value low = store(g, walk.current(g.operand(id, 0)), half(0), 8);
      walk.set(id, 0, store(g, low, half(1), 8));
      return Rewrite::replaced;
    }
    if (error == 2 && g.op(id) == Op::store && g.payload(id).bits == 64) {  // the second half waits for nothing
      const Value low = store(g, walk.current(g.operand(id, 0)), half(0), 8), start = entry(g);
      const Value high = store(g, start, half(1), 12);
      walk.set(id, 0, g.get(Op::join, 0, {low, high}));
      return Rewrite::replaced;
    }
    if (error == 3 && g.op(id) == Op::less) {  // the undefined bits above four are compared
      walk.set(id, 0, g.get(Op::less, 16, {walk.part(g.operand(id, 0), 0), walk.part(g.operand(id, 1), 0)}));
      return Rewrite::replaced;
    }
    if (error == 4 && g.op(id) == Op::argument && g.type(Value{id, 0}) == 64) {  // high before low
      const Value halves[] = {argument(g, 32, 1, 32), argument(g, 32, 1, 0)};
      walk.set(id, 0, halves);
      return Rewrite::replaced;
    }
    if (error == 5 && g.op(id) == Op::argument && g.type(Value{id, 0}) == 64) {  // one half is not enough
      walk.set(id, 0, std::vector<Value>{argument(g, 32, 1, 0), argument(g, 16, 1, 32)});
      return Rewrite::replaced;
    }
    return Types::lower(walk, id);
  }
};

TEST_CASE("clients that err are caught") {
  using enum LegalizeFault;
  const LegalizeFault wanted[] = {value_differs, order_lost, value_differs, value_differs, bad_parts};
  ErringTypes client;
  for (const LegalizeFault kind : wanted) {
    ++client.error;
    CAPTURE(client.error);
    Graph g = example();
    if (client.error == 5) {  // without users that would read the missing half
      g = Graph();
      g.pin(store(g, entry(g), g.get(Op::trunc, 8, {argument(g, 64, 1)}), 0).node);
    }
    const LegalizeFaults faults = types_faults(run(g, client));
    CHECK_MESSAGE(faults.has(kind), faults.str());
  }
}

TEST_CASE("operation rules that err are caught") {
  struct Erring : Operations {
    int error = 0;
    bool expand(Graph& g, NodeId id, std::vector<Value>& out) {
      if (error == 1 && g.op(id) == Op::neg) {  // forgets to add one
        out.push_back(g.get(Op::bit_xor, 16, {g.operand(id, 0), constant(g, 16, ~0ULL)}));
        return true;
      }
      return Operations::expand(g, id, out);
    }
    bool custom(Graph& g, NodeId id, std::vector<Value>& out) {
      if (error == 2 && g.op(id) == Op::neg) return out.push_back({id, 0}), true;  // "stays", right by the table
      return Operations::custom(g, id, out);
    }
  };
  Erring client;
  client.error = 1;
  CHECK(operations_faults(run(legal_types(), client)).has(LegalizeFault::value_differs));
  client.error = 2;
  CHECK(operations_faults(run(legal_types(), client)).empty());
}

}  // namespace
