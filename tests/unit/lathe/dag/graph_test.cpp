// lathe::dag::Graph against a naive twin: random additions, replacements, operand changes and deaths.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <tuple>

#include <lathe/dag/graph.hpp>

namespace {

using lathe::dag::NodeId;
using lathe::dag::Value;

struct Traits {
  using Opcode = int;
  using Type = int;
  using Payload = int;
  static std::uint64_t hash(int value) { return static_cast<std::uint64_t>(value); }
  static bool unique(int op, int) { return op != 0; }  // operation 0 is never shared
};
using Graph = lathe::dag::Graph<Traits>;

// The same promises kept by brute force: nodes in a map, equal ones found by looking at all of them.
class Twin {
 public:
  struct Node {
    int op, payload, results;
    std::vector<std::pair<int, int>> operands;
    int pins = 0;
    auto key() const { return std::tie(op, payload, results, operands); }
  };
  std::map<int, Node> nodes;

  int add(const Node& node) {
    if (node.op != 0)
      for (const auto& [id, other] : nodes)
        if (other.key() == node.key()) return id;
    nodes[next_] = node;
    return next_++;
  }
  int resolve(int id) const {
    while (forward_.contains(id)) id = forward_.at(id);
    return id;
  }
  void replace(std::pair<int, int> from, std::pair<int, int> to) {
    for (auto& [id, node] : nodes)
      for (auto& operand : node.operands)
        if (operand == from) operand = to;
    merge_equal();
  }
  void merge_equal() {
    for (bool again = true; again;) {
      again = false;
      for (auto a = nodes.begin(); a != nodes.end() && !again; ++a)
        for (auto b = std::next(a); b != nodes.end(); ++b)
          if (a->second.op != 0 && a->second.key() == b->second.key()) {
            const int keep = a->first, gone = b->first;
            a->second.pins += b->second.pins;
            nodes.erase(b);
            forward_[gone] = keep;
            for (auto& [id, node] : nodes)
              for (auto& operand : node.operands)
                if (operand.first == gone) operand.first = keep;
            again = true;
            break;  // b is gone
          }
    }
  }
  int uses(int id) const {
    int count = nodes.at(id).pins;
    for (const auto& [other, node] : nodes)
      for (const auto& operand : node.operands) count += operand.first == id;
    return count;
  }
  void erase_all_dead() {
    for (bool again = true; again;) {
      again = false;
      for (auto it = nodes.begin(); it != nodes.end();) {
        const int id = it->first;
        ++it;
        if (uses(id) == 0) nodes.erase(id), again = true;
      }
    }
  }
  bool reaches(int from, int to) const {
    if (from == to) return true;
    for (const auto& operand : nodes.at(from).operands)
      if (reaches(operand.first, to)) return true;
    return false;
  }
  std::string term(std::pair<int, int> v) const {
    const Node& n = nodes.at(v.first);
    std::string out = std::to_string(n.op) + "." + std::to_string(n.payload) + ":" + std::to_string(v.second);
    for (const auto& operand : n.operands) out += "(" + term(operand) + ")";
    return out;
  }

 private:
  int next_ = 0;
  std::map<int, int> forward_;
};

std::string term(const Graph& g, Value v) {
  std::string out = std::to_string(g.op(v)) + "." + std::to_string(g.payload(v.node)) + ":" + std::to_string(v.result);
  for (std::uint32_t i = 0; i < g.operand_count(v.node); ++i) out += "(" + term(g, g.operand(v, i)) + ")";
  return out;
}

struct Pair {
  Value graph;
  std::pair<int, int> twin;
};

// One random history. Held values are pinned in both, so that their handles stay good.
class History {
 public:
  explicit History(unsigned seed) : random_(seed) {}
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      switch (pick(6)) {
        case 0:
        case 1:
        case 2:
          add();
          break;
        case 3:
          replace();
          break;
        case 4:
          set_operand();
          break;
        case 5:
          drop();
          break;
      }
      compare();
    }
  }

 private:
  unsigned pick(std::size_t n) { return static_cast<unsigned>(random_() % n); }
  void resolve(Pair& p) const {
    p.graph = graph_.resolve(p.graph);
    p.twin.first = twin_.resolve(p.twin.first);
  }
  void hold(Pair p) {
    graph_.pin(p.graph.node);
    ++twin_.nodes[p.twin.first].pins;
    held_.push_back(p);
  }
  void add() {
    const int op = static_cast<int>(pick(3)), payload = static_cast<int>(pick(2)),
              results = 1 + static_cast<int>(pick(2));
    std::vector<Value> operands;
    Twin::Node node{op, payload, results, {}};
    for (unsigned i = held_.empty() ? 0 : pick(4); i-- > 0;) {
      const Pair& p = held_[pick(held_.size())];
      operands.push_back(p.graph);
      node.operands.push_back(p.twin);
    }
    const std::vector<int> types(static_cast<std::size_t>(results), 7);
    const NodeId id = graph_.add(op, types, operands, payload);
    const int twin = twin_.add(node);
    const int result = static_cast<int>(pick(static_cast<std::size_t>(results)));
    hold({{id, static_cast<std::uint32_t>(result)}, {twin, result}});
  }
  void replace() {
    if (held_.size() < 2) return;
    const Pair from = held_[pick(held_.size())], to = held_[pick(held_.size())];
    if (from.graph == to.graph || twin_.reaches(to.twin.first, from.twin.first)) return;
    graph_.replace(from.graph, to.graph);
    twin_.replace(from.twin, to.twin);
    for (Pair& p : held_) resolve(p);
  }
  void set_operand() {
    if (held_.size() < 2) return;
    const Pair user = held_[pick(held_.size())], to = held_[pick(held_.size())];
    const std::uint32_t count = graph_.operand_count(user.graph.node);
    if (count == 0 || twin_.reaches(to.twin.first, user.twin.first)) return;
    const std::uint32_t index = pick(count);
    graph_.set_operand(user.graph.node, index, to.graph);
    twin_.nodes[user.twin.first].operands[index] = to.twin;
    twin_.merge_equal();
    for (Pair& p : held_) resolve(p);
  }
  void drop() {
    if (held_.empty()) return;
    const unsigned which = pick(held_.size());
    graph_.unpin(held_[which].graph.node);
    --twin_.nodes[held_[which].twin.first].pins;
    held_.erase(held_.begin() + which);
    graph_.erase_all_dead();
    twin_.erase_all_dead();
  }
  void compare() {
    graph_.verify([](NodeId id, const char* what) { FAIL_CHECK("node " << id << ": " << what); });
    REQUIRE(graph_.live() == twin_.nodes.size());
    for (const Pair& p : held_) {
      REQUIRE(graph_.alive(p.graph.node));
      REQUIRE(term(graph_, p.graph) == twin_.term(p.twin));
      REQUIRE(static_cast<int>(graph_.use_count(p.graph.node)) == twin_.uses(p.twin.first));
    }
  }

  std::mt19937 random_;
  Graph graph_;
  Twin twin_;
  std::vector<Pair> held_;
};

}  // namespace

TEST_CASE("random histories agree with the naive twin") {
  for (unsigned seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    History(seed).run(60);
  }
}

TEST_CASE("rollback leaves no trace") {
  Graph g;
  const auto node = [&](int op, std::initializer_list<Value> operands) { return g.get(op, 7, operands); };
  const Value a = node(1, {});
  const Value b = node(2, {a, a});
  const NodeId mark = g.size();
  const Value c = node(3, {b, a});
  node(0, {c, b});
  CHECK(g.use_count(b.node) == 2);
  g.rollback(mark);
  CHECK(g.size() == mark);
  CHECK(g.live() == 2);
  CHECK(g.use_count(b.node) == 0);
  CHECK(g.use_count(a.node) == 2);
  CHECK(node(3, {b, a}).node == mark);
  g.verify([](NodeId id, const char* what) { FAIL_CHECK("node " << id << ": " << what); });
}

TEST_CASE("a merge hands on pins and uses") {
  Graph g;
  const Value a = g.get(1, 7, {}, 1), b = g.get(1, 7, {}, 2);
  const Value fa = g.get(2, 7, {a}), fb = g.get(2, 7, {b});
  const Value top = g.get(0, 7, {fa, fb});
  g.pin(top.node);
  g.pin(fb.node);
  g.replace(b, a);
  CHECK(g.resolve(fb) == fa);
  CHECK(g.node(fa.node).pins == 1);
  CHECK(g.use_count(fa.node) == 3);
  CHECK(g.operand(top, 0) == g.operand(top, 1));
  g.erase_all_dead();
  CHECK(g.live() == 3);
}

TEST_CASE("uses by result: counted, the only user found, moved past users of other results that merge") {
  Graph g;
  const int types[] = {7, 7};
  const NodeId two = g.add(3, types, {});
  const Value first{two, 0}, second{two, 1};
  CHECK(g.only_user(first) == lathe::dag::no_node);
  const Value user = g.get(0, 7, {second, first, second});
  CHECK(g.use_count(first) == 1);
  CHECK(g.use_count(second) == 2);
  CHECK(g.only_user(first) == user.node);
  CHECK(g.only_user(second) == lathe::dag::no_node);  // two uses, though of one user
  // Users of both results, of which some become equal to others when the first result moves.
  const Value leaf = g.get(1, 7, {});
  std::vector<Value> users;
  for (int i = 0; i < 20; ++i) {
    users.push_back(g.get(2, 7, {first, second, first}, i));
    users.push_back(g.get(2, 7, {leaf, second, first}, i));
    users.push_back(g.get(2, 7, {leaf, second, leaf}, i));
    g.get(0, 7, {second});
  }
  for (const Value v : users) g.pin(v.node);
  g.replace(first, leaf);
  CHECK(g.use_count(first) == 0);
  CHECK(g.use_count(second) == 2 + 20 + 20);
  CHECK(g.use_count(leaf) == 1 + 2 * 20);
  CHECK(g.resolve(users[0]) == g.resolve(users[2]));
  g.verify([](NodeId id, const char* what) { FAIL_CHECK(id << ": " << what); });
  const NodeId before = g.size();
  g.get(0, 7, {second, leaf});
  g.rollback(before);
  CHECK(g.use_count(second) == 42);
  CHECK(g.use_count(leaf) == 41);
}

TEST_CASE("one use of one result, whatever the others have; pins move") {
  Graph g;
  const int types[] = {7, 7};
  const Value leaf = g.get(1, 7, {});
  const NodeId two = g.add(3, types, std::span<const Value>(&leaf, 1));
  const Value first{two, 0}, second{two, 1};
  CHECK(!g.one_use(first));
  g.get(0, 7, {first});
  CHECK(g.one_use(first));
  CHECK(!g.one_use(second));
  for (int i = 0; i < 5; ++i) {
    g.get(0, 7, {second, leaf});
    CHECK(g.one_use(first));
    CHECK(g.one_use(second) == (i == 0));
  }
  g.get(0, 7, {first});
  CHECK(!g.one_use(first));
  g.pin(leaf.node);
  g.pin(leaf.node);
  g.move_pins(leaf.node, two);
  CHECK(!g.pinned(leaf.node));
  CHECK(g.pinned(two));
  g.verify([](NodeId id, const char* what) { FAIL_CHECK("node " << id << ": " << what); });
}
