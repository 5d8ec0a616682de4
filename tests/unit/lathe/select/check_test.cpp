// The checker of selections rejects what is wrong: each kind of fault is provoked by a mutation of a right selection.
#include <doctest/doctest.h>

#include <functional>

#include "adapters/toy/select.hpp"

namespace {

using namespace toy;
using namespace lathe::dag;
using toy::Graph;
using toy::NodeId;
using toy::Value;

/// ((a * 5) + b) - (b + 7), where the product goes into the sum; ids: a 0, b 1, 5 2, a * 5 3, sum 4, 7 5, b + 7 6,
/// difference 7, result 8.
struct Example {
  Graph g;
  std::vector<Value> roots;
  Selection selection;
  std::vector<std::uint64_t> ranks;
  Example() {
    g.set_position(1, 0);
    const Value a = get(g, Op::argument, {}, 0), b = get(g, Op::argument, {}, 1), five = constant(g, 5);
    g.set_position(2, 0);
    const Value product = get(g, Op::mul, {a, five}), sum = get(g, Op::add, {product, b});
    g.set_position(3, 0);
    const Value seven = constant(g, 7), second = get(g, Op::add, {b, seven});
    roots = {get(g, Op::result, {get(g, Op::sub, {sum, second})})};
    Target target(g);
    Selector<Graph> selector;
    REQUIRE(selector.run(g, roots, target));
    selection = selector.selection();
    for (NodeId id = 0; id < g.size(); ++id) ranks.push_back(g.node(id).order);
  }
  lathe::FaultList<SelectFault> faults(const SelectCheckOptions& options) const {
    return check_selection(g, roots, selection, TargetJudge{g}, options);
  }
  /// Replaces what the i-th emitted node asks for.
  void ask(std::size_t i, std::vector<Value> values) {
    Selection changed;
    for (std::size_t k = 0; k < selection.nodes.size(); ++k) {
      const auto old = selection.wants(k);
      changed.add(selection.nodes[k], k == i ? values : std::vector<Value>(old.begin(), old.end()));
    }
    selection = changed;
  }
  void move(std::size_t from, std::size_t to) {
    std::vector<std::pair<NodeId, std::vector<Value>>> lines;
    for (std::size_t k = 0; k < selection.nodes.size(); ++k)
      lines.emplace_back(selection.nodes[k], std::vector<Value>(selection.wants(k).begin(), selection.wants(k).end()));
    const auto line = lines[from];
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(from));
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(to), line);
    selection = {};
    for (const auto& [node, values] : lines) selection.add(node, values);
  }
};

TEST_CASE("a right selection passes") {
  Example e;
  CHECK(e.selection.nodes == std::vector<NodeId>{0, 1, 4, 6, 7, 8});
  CHECK(e.faults({.ranks = e.ranks}).str() == "");
  CHECK(check_selection(e.g, e.roots, e.selection).empty());
}

TEST_CASE("each kind of fault is caught") {
  const auto provoke = [](SelectFault kind, const std::function<void(Example&)>& change, std::uint64_t budget = 4) {
    Example e;
    change(e);
    CAPTURE(static_cast<int>(kind));
    const auto faults = e.faults({.budget_factor = budget, .ranks = e.ranks});
    CHECK_MESSAGE(faults.has(kind), faults.str());
  };
  using enum SelectFault;
  provoke(bad_node, [](Example& e) { e.selection.nodes[0] = 99; });
  provoke(bad_node, [](Example& e) { e.ask(2, {{99, 0}}); });
  provoke(bad_node, [](Example& e) { e.ask(2, {{0, 1}, {1, 0}}); });
  provoke(twice, [](Example& e) { e.selection.nodes[1] = 0; });
  provoke(lost_root, [](Example& e) { e.selection.nodes.pop_back(), e.selection.ends.pop_back(); });
  provoke(lost_root, [](Example& e) { e.roots.push_back({77, 0}); });
  provoke(not_emitted, [](Example& e) { e.ask(2, {{0, 0}, {1, 0}, {2, 0}}); });
  provoke(too_late, [](Example& e) { e.move(0, 2); });
  provoke(too_late, [](Example& e) { e.ask(2, {{4, 0}, {0, 0}, {1, 0}}); });
  provoke(needless, [](Example& e) { e.selection.add(3, {}); });
  provoke(wrongly_folded, [](Example& e) { e.ask(3, {}); });  // b + 7 without b
  provoke(wrongly_folded, [](Example& e) { e.ask(4, {{4, 0}}); });
  provoke(stray, [](Example& e) { e.ask(3, {{1, 0}, {0, 0}}); });
  provoke(over_budget, [](Example&) {}, 0);
  provoke(not_nearest, [](Example& e) { e.move(3, 2); });  // b + 7 ahead of the sum
}

TEST_CASE("what must be computed once may not be in two patterns, nor lost") {
  struct Judge {
    bool may_fold(NodeId, Value) const { return true; }
    bool once(NodeId node) const { return node == 3; }
  };
  Example e;
  const SelectCheckOptions options;
  CHECK(check_selection(e.g, e.roots, e.selection, Judge(), options).empty());
  const Value also = get(e.g, Op::neg, {Value{3, 0}}), root = get(e.g, Op::result, {also});
  e.roots.push_back(root);
  const Value wants[] = {{0, 0}}, wants_also[] = {also};
  e.selection.add(also.node, wants);
  e.selection.add(root.node, wants_also);
  CHECK(check_selection(e.g, e.roots, e.selection, Judge(), options).has(SelectFault::not_once));
}

}  // namespace
