// The bound on visits (combine.hpp), counted from outside while rules fight each other; fuel as a bisector; traces in
// parts.
#include <doctest/doctest.h>

#include <random>

#include <lathe/combine.hpp>
#include <lathe/combine/check.hpp>

#include "adapters/toy/dag.hpp"

namespace {

using namespace toy;
using lathe::dag::CombineFault;
using lathe::dag::CombineOutcome;
namespace dag = lathe::dag;

/// A graph that counts what may put a node on the worklist, as combine.hpp's head lists it: C, M, D, R and P of the
/// bound, from the graph's side.
class CountingGraph {
 public:
  explicit CountingGraph(Graph& graph) : graph_(graph) {}
  std::uint64_t started = 0, moved = 0, died = 0, partial = 0, walked = 0;

  std::uint32_t size() const { return graph_.size(); }
  std::uint32_t live() const { return graph_.live(); }
  bool alive(NodeId id) const { return graph_.alive(id); }
  Op op(NodeId id) const { return graph_.op(id); }
  std::uint32_t result_count(NodeId id) const { return graph_.result_count(id); }
  std::uint32_t use_count(NodeId id) const { return graph_.use_count(id); }
  template <class F>
  void for_each_operand(NodeId id, F&& f) const {
    graph_.for_each_operand(id, f);
  }
  template <class F>
  void for_each_use(NodeId id, F&& f) {
    graph_.for_each_use(id, [&](NodeId user, std::uint32_t index, Value v) {
      ++walked;
      f(user, index, v);
    });
  }
  // The const walk is asked of the concept only.
  template <class F>
  void for_each_use(NodeId id, F&& f) const {
    graph_.for_each_use(id, f);
  }
  void topological_order(std::vector<NodeId>& out) {
    graph_.topological_order(out);
    started += out.size();
  }
  void move_pins(NodeId from, NodeId to) { graph_.move_pins(from, to); }
  void rollback(NodeId first) { graph_.rollback(first); }
  template <class Observer>
  void replace_node(NodeId id, std::span<const Value> to, Observer&& observer) {
    ++partial;
    graph_.replace_node(id, to, Counting<Observer>{*this, observer});
  }
  template <class Observer>
  void erase_dead(NodeId id, Observer&& observer) {
    graph_.erase_dead(id, Counting<Observer>{*this, observer});
  }

 private:
  // The uses that a node's loss of a use makes the combiner look at are counted as they are walked.
  template <class Observer>
  struct Counting {
    CountingGraph& g;
    Observer& told;
    void created(NodeId) {}
    void changed(NodeId id) {
      ++g.moved;
      told.changed(id);
    }
    void merged(NodeId from, NodeId to) {
      ++g.moved;
      g.died += g.graph_.operand_count(from);
      told.merged(from, to);
    }
    void erased(NodeId id) {
      g.died += g.graph_.operand_count(id);
      told.erased(id);
    }
  };
  Graph& graph_;
};

/// Rules that mean nothing and never agree: a random choice per rule and operation, some with two-valued nodes.
class FightingRules {
 public:
  FightingRules(Graph& graph, CountingGraph& counting, unsigned seed) : graph_(graph), counting_(counting) {
    std::mt19937 random(seed);
    for (auto& what : what_) what = random() % 30;
  }
  CountingGraph& graph() { return counting_; }
  std::uint32_t count() const { return 3; }
  std::string_view name(std::uint32_t) const { return "fight"; }
  std::span<const std::uint32_t> candidates(Op op) const {
    static constexpr std::uint32_t all[] = {0, 1, 2};
    return op == Op::argument || op == Op::result ? std::span<const std::uint32_t>()
                                                  : std::span<const std::uint32_t>(all);
  }
  bool apply(std::uint32_t rule, NodeId id, std::vector<Value>& out) {
    Graph& g = graph_;
    const Op op = g.op(id);
    if (op == Op::constant) return false;
    const Value x = g.operand(id, 0), y = g.operand(id, g.operand_count(id) - 1);
    const auto one = [&](Value v) {
      out.assign(1, v);
      if (op == Op::sum_and_difference) out.push_back({});  // the other result stays
      return true;
    };
    switch (what_[static_cast<std::size_t>(op) * 3 + rule]) {
      case 0:
        return one(get(g, Op::add, {y, x}));
      case 1:
        return one(get(g, Op::sub, {y, x}));
      case 2:
        return one(get(g, Op::neg, {get(g, op == Op::mul ? Op::shl : Op::mul, {x, y})}));
      case 3:
        return one(x);
      case 4:
        return g.use_count(id) > 1 && one(get(g, Op::mul, {x, constant(g, 3)}));
      case 5:
        return one({sum_and_difference(g, x, y), 0});
      case 6:
        return g.use_count(x.node) == 1 && one(get(g, Op::shl, {y, x}));
      case 7:
        get(g, Op::mul, {y, constant(g, 77)});  // an attempt that comes to nothing
        return false;
      default:
        return false;
    }
  }

 private:
  Graph& graph_;
  CountingGraph& counting_;
  unsigned what_[32] = {};
};

void random_graph(Graph& g, unsigned seed, int nodes) {
  std::mt19937 random(seed);
  std::vector<Value> pool;
  for (std::uint32_t i = 0; i < 4; ++i) pool.push_back(get(g, Op::argument, {}, i));
  for (const std::uint32_t c : {0U, 1U, 8U}) pool.push_back(constant(g, c));
  for (int i = 0; i < nodes; ++i) {
    // Half of the operands are one of a few hubs, so that some use lists are long.
    const auto any = [&] { return pool[random() % 2 != 0 ? random() % 8 % pool.size() : random() % pool.size()]; };
    if (random() % 6 == 0)
      pool.push_back({sum_and_difference(g, any(), any()), static_cast<std::uint32_t>(random() % 2)});
    else
      pool.push_back(get(g, static_cast<Op>(2 + random() % 4), {any(), any()}));
  }
  for (int i = 0; i < 5; ++i) g.pin(get(g, Op::result, {pool[pool.size() - 1 - random() % 10]}).node);
}

}  // namespace

TEST_CASE("whatever rules do to each other, visits stay within the entries, and entries within what was changed") {
  int without_end = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    Graph g;
    random_graph(g, seed, 60);
    CountingGraph counting(g);
    FightingRules rules(g, counting, seed / 2);
    const auto done = dag::combine(rules, {.reach = static_cast<std::uint8_t>(seed % 4), .confirm = seed % 3 == 0});
    // N + C + M + D + R + P of combine.hpp.
    const std::uint64_t bound =
        counting.started + done.created + counting.moved + counting.died + counting.partial + counting.walked;
    CHECK(done.visits <= done.entries);
    CHECK(done.entries <= bound);
    CHECK(done.visits <= 32 * (done.nodes + 32));
    CHECK((done.outcome == CombineOutcome::fixpoint || done.outcome == CombineOutcome::visit_limit));
    without_end += done.outcome == CombineOutcome::visit_limit ? 1 : 0;
    g.verify([](NodeId id, const char* what) { FAIL_CHECK("node " << id << ": " << std::string(what)); });
  }
  // Some of the rules do come to an end and some do not, or the test says little.
  CHECK(without_end > 40);
  CHECK(without_end < 360);
}

TEST_CASE("fuel leads to the rewrite that is wrong") {
  // A wrong rule among right ones: x * 4 -> x << 3.
  std::vector<ToyRule> table = all_rules();
  table.insert(table.begin(), {"wrong", Op::mul, [](Rules& r, NodeId n) {
                                 std::uint32_t c = 0;
                                 Graph& g = r.graph();
                                 if (!r.is_constant(g.operand(n, 1), c) || c != 4) return Value{};
                                 return get(g, Op::shl, {g.operand(n, 0), constant(g, 3)});
                               }});
  Graph before;
  const Value a = get(before, Op::argument, {}, 0);
  Value sum = a;
  for (std::uint32_t i = 1; i < 12; ++i) {
    sum = get(before, Op::add, {get(before, Op::mul, {sum, constant(before, i == 7 ? 4U : 2U)}), constant(before, i)});
    sum = get(before, Op::neg, {get(before, Op::neg, {sum})});
  }
  const Value root = get(before, Op::result, {sum});
  before.pin(root.node);
  Evaluator evaluator;
  const auto run = [&](std::uint64_t fuel, std::string* last) {
    Graph g = before;
    Rules rules(g, table);
    const auto done = dag::combine(rules, {.fuel = fuel, .trace = true});
    if (last != nullptr) *last = rules.name(done.trace.steps.back().rule);
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      if (evaluator.value(before, root, seed) != evaluator.value(g, root, seed)) return false;
    return true;
  };
  std::uint64_t good = 0, bad = 1000;
  REQUIRE(run(good, nullptr));
  REQUIRE_FALSE(run(bad, nullptr));
  while (bad - good > 1) {
    const std::uint64_t middle = good + (bad - good) / 2;
    (run(middle, nullptr) ? good : bad) = middle;
  }
  std::string last;
  CHECK_FALSE(run(bad, &last));
  CHECK(last == "wrong");
}

TEST_CASE("a trace applied by itself gives what the combiner left; its first steps give what fuel leaves") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Graph before;
    random_graph(before, seed, 40);
    Evaluator evaluator;
    Graph all = before;
    Rules rules(all);
    const auto whole = dag::combine(rules, {.trace = true});
    for (std::uint64_t fuel = 0; fuel <= whole.rewrites; fuel += 3) {
      Graph part = before;
      Rules part_rules(part);
      const auto done = dag::combine(part_rules, {.fuel = fuel, .trace = true});
      auto first = whole.trace;
      first.truncate(fuel);
      CHECK(first == done.trace);
      Graph replayed = before;
      Rules replay(replayed);
      const auto faults = dag::replay_combine(replay, first, evaluator);
      CHECK_MESSAGE(faults.empty(), faults.str());
      replayed.verify([](NodeId id, const char* what) { FAIL_CHECK("node " << id << ": " << std::string(what)); });
      REQUIRE(replayed.size() == part.size());
      for (NodeId id = 0; id < part.size(); ++id) CHECK(replayed.alive(id) == part.alive(id));
    }
  }
}
