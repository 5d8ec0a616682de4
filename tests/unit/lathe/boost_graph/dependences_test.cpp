// Boost's graphs of three unlike kinds as problems of modulo, sched and group, and these problems under Boost's
// algorithms. What plans must heed is read from the user's graph, by the user's vertices.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/howard_cycle_ratio.hpp>
#include <boost/graph/topological_sort.hpp>

#include <lathe/boost_graph.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/group.hpp>
#include <lathe/group/check.hpp>
#include <lathe/modulo.hpp>
#include <lathe/modulo/check.hpp>
#include <lathe/sched.hpp>
#include <lathe/sched/check.hpp>

namespace boost_graph_test {

using namespace lathe;
using flow::DependenceKind;

struct Wait {
  int latency = 1;
  unsigned distance = 0;
  DependenceKind kind = DependenceKind::data;
};
struct Listed {
  std::uint32_t from = 0, to = 0;
  Wait wait;
};
using Vectors = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, boost::no_property, Wait>;
using Lists = boost::adjacency_list<boost::listS, boost::listS, boost::directedS, boost::no_property, Wait>;
using Rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Wait>;

/// A graph, and its vertices as the test numbers them: those of Lists are pointers.
template <class G>
struct Made {
  G graph;
  std::vector<typename boost::graph_traits<G>::vertex_descriptor> vertex;
};
template <class G>
Made<G> make(std::uint32_t n, const std::vector<Listed>& list) {
  Made<G> out;
  if constexpr (std::is_same_v<G, Rows>) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    std::vector<Wait> waits;
    for (const Listed& e : list) ends.emplace_back(e.from, e.to), waits.push_back(e.wait);
    out.graph = G(boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(), waits.begin(), n);
    for (std::uint32_t v = 0; v < n; ++v) out.vertex.push_back(v);
  } else {
    for (std::uint32_t v = 0; v < n; ++v) out.vertex.push_back(add_vertex(out.graph));
    for (const Listed& e : list) add_edge(out.vertex[e.from], out.vertex[e.to], e.wait, out.graph);
  }
  return out;
}
template <class G>
auto maps_of(const G& g) {
  return EdgeMaps(get(&Wait::latency, g), get(&Wait::distance, g), get(&Wait::kind, g));
}
template <class F>
void for_each_kind(std::uint32_t n, const std::vector<Listed>& list, F&& f) {
  f(make<Vectors>(n, list));
  f(make<Lists>(n, list));
  f(make<Rows>(n, list));
}

/// Edges of distance 0 go forward in a random order of the vertices, which is not the graph's; others go anywhere.
/// Sorted by `from`, as graphs of rows give them.
std::vector<Listed> random_waits(std::mt19937& rng, std::uint32_t n, bool carried) {
  std::vector<std::uint32_t> turn(n);
  for (std::uint32_t v = 0; v < n; ++v) turn[v] = v;
  std::shuffle(turn.begin(), turn.end(), rng);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng() % below); };
  constexpr DependenceKind kinds[] = {DependenceKind::data, DependenceKind::data, DependenceKind::anti,
                                      DependenceKind::memory};
  std::vector<Listed> out;
  for (std::uint32_t k = 0; k < 2 * n; ++k) {
    const std::uint32_t a = pick(n), b = pick(n);
    const Wait wait{static_cast<int>(pick(9)), carried && pick(3) == 0 ? 1 + pick(3) : 0, kinds[pick(4)]};
    if (wait.distance != 0)
      out.push_back({a, b, wait});
    else if (a != b)
      out.push_back({turn[std::min(a, b)], turn[std::max(a, b)], wait});
  }
  std::stable_sort(out.begin(), out.end(), [](const Listed& a, const Listed& b) { return a.from < b.from; });
  return out;
}

template <class G>
double howard(const G& g) {
  return boost::maximum_cycle_ratio(g, get(boost::vertex_index, g), get(boost::edge_weight, g),
                                    get(boost::edge_weight2, g));
}

TEST_CASE("a Boost graph is the body of a loop; Boost's Howard finds the recurrences of what it became") {
  std::mt19937 rng(11);
  int cyclic = 0;
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t n = 2 + static_cast<std::uint32_t>(rng() % 20);
    const std::vector<Listed> list = random_waits(rng, n, true);
    std::vector<modulo::Problem> problems;
    for_each_kind(n, list, [&](const auto& made) {
      modulo::OfBoost loop(made.graph, maps_of(made.graph));
      REQUIRE(loop.problem.size() == n);
      REQUIRE(loop.problem.edges.size() == list.size());
      loop.problem.issue_width = 2;
      CHECK(modulo::check_problem(loop.problem).empty());
      const modulo::Result r = modulo::schedule(loop.problem, modulo::Options::lifted());
      REQUIRE(r.schedule() != nullptr);
      const modulo::Schedule& s = *r.schedule();
      CHECK(modulo::check_schedule(loop.problem, s).empty());
      const auto cycle = [&](std::uint32_t v) { return std::int64_t{s.cycle[loop.inst(made.vertex[v])]}; };
      for (const Listed& e : list)
        CHECK(cycle(e.to) - cycle(e.from) >= e.wait.latency - std::int64_t{s.ii} * e.wait.distance);
      for (std::uint32_t v = 0; v < n; ++v) CHECK(loop.vertex(loop.inst(made.vertex[v])) == made.vertex[v]);
      const double ratio = howard(DependenceGraph(loop.problem));
      const std::uint32_t theirs = ratio <= 0 ? 0 : static_cast<std::uint32_t>(std::ceil(ratio - 1e-9));
      CHECK(theirs == modulo::recurrence(loop.problem).rec_mii);
      cyclic += theirs != 0;
      problems.push_back(loop.problem);
    });
    CHECK(problems[0] == problems[1]);
    CHECK(problems[0] == problems[2]);
  }
  CHECK(cyclic > 60);
}

TEST_CASE("registers of a loop from a Boost graph are the vertices from which data goes") {
  const std::vector<Listed> list = {{0, 1, {4, 0, DependenceKind::data}},
                                    {0, 2, {6, 1, DependenceKind::data}},
                                    {1, 2, {1, 0, DependenceKind::memory}}};
  const auto made = make<Vectors>(3, list);
  const modulo::OfBoost loop(made.graph, maps_of(made.graph));
  CHECK(loop.problem.values == std::vector<modulo::Value>{{0, 0, 1, false}});
  CHECK(loop.problem.insts[0].latency == 6);
  CHECK(loop.problem.insts[1].latency == 1);
  CHECK(loop.problem.edges[0].value == 0);
  CHECK(loop.problem.edges[1].value == 0);
  CHECK(loop.problem.edges[2].value == modulo::none);
  const sched::OfBoost region(made.graph, maps_of(made.graph));
  CHECK(region.problem.values == std::vector<sched::Value>{{0, 1, 0, true}});  // a later iteration reads it
  CHECK(region.problem.uses == std::vector<sched::Use>{{1, 0}});
  CHECK(region.problem.edges == std::vector<sched::Edge>{{1, 2, 1, DependenceKind::memory}});
}

TEST_CASE("a Boost graph is a region; its order is one for Boost, too") {
  std::mt19937 rng(13);
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t n = 2 + static_cast<std::uint32_t>(rng() % 30);
    const std::vector<Listed> list = random_waits(rng, n, round % 2 == 0);
    std::vector<sched::Problem> problems;
    for_each_kind(n, list, [&](const auto& made) {
      const sched::OfBoost region(made.graph, maps_of(made.graph));
      CHECK(sched::check_problem(region.problem).empty());
      const sched::Plan plan = sched::plan_problem(region.problem);
      REQUIRE(plan.refusal == sched::Refusal::none);
      CHECK(sched::check_plan(region.problem, plan).empty());
      std::vector<std::uint32_t> place(n);
      for (std::uint32_t k = 0; k < n; ++k) place[plan.order[k]] = k;
      for (const Listed& e : list) {
        if (e.wait.distance != 0) continue;
        const std::uint32_t from = region.inst(made.vertex[e.from]), to = region.inst(made.vertex[e.to]);
        CHECK(place[from] < place[to]);
        CHECK(plan.cycle[to] >= plan.cycle[from] + static_cast<std::uint64_t>(e.wait.latency));
      }
      const DependenceGraph g(region.problem);
      std::vector<std::uint32_t> theirs;
      boost::topological_sort(g, std::back_inserter(theirs));
      REQUIRE(theirs.size() == n);
      for (std::uint32_t k = 0; k < n; ++k) place[theirs[k]] = n - k;
      for (const Listed& e : list)
        if (e.wait.distance == 0)
          CHECK(place[region.inst(made.vertex[e.from])] < place[region.inst(made.vertex[e.to])]);
      problems.push_back(region.problem);
    });
    CHECK(problems[0] == problems[1]);
    CHECK(problems[0] == problems[2]);
  }
}

TEST_CASE("a Boost graph is a block of candidates") {
  std::mt19937 rng(17);
  std::size_t groups = 0;
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t n = 4 + static_cast<std::uint32_t>(rng() % 30);
    std::vector<Listed> list = random_waits(rng, n, true);
    list.resize(list.size() / 3);
    std::vector<group::Plan> plans;
    for_each_kind(n, list, [&](const auto& made) {
      using Vertex = typename std::decay_t<decltype(made.vertex)>::value_type;
      std::map<Vertex, std::uint32_t> number;
      for (std::uint32_t v = 0; v < n; ++v) number[made.vertex[v]] = v;
      const auto identify = [&](Vertex v) -> std::optional<group::Identified> {
        if (number[v] % 5 == 4) return std::nullopt;
        return group::Identified{number[v] % 2, number[v] / 2};
      };
      const group::OfBoost block(made.graph, identify, maps_of(made.graph));
      CHECK(group::check_problem(block.problem).empty());
      const group::Plan plan = group::plan_problem(block.problem);
      CHECK(group::check_plan(block.problem, plan).empty());
      for (const group::Group& g : plan.groups) {
        ++groups;
        for (std::size_t k = 1; k < g.members.size(); ++k)  // neighbours of one key, by the user's numbers
          CHECK(number[block.vertex(g.members[k])] == number[block.vertex(g.members[k - 1])] + 2);
      }
      // What became one stands where the user's edges let it: no cycle in the graph of groups.
      std::vector<std::uint32_t> whole(n);
      for (std::uint32_t v = 0; v < n; ++v) whole[v] = block.inst(made.vertex[v]);
      for (const group::Group& g : plan.groups)
        for (std::uint32_t& w : whole)
          if (std::find(g.members.begin(), g.members.end(), w) != g.members.end()) w = g.members[0];
      Vectors joined(n);
      for (const Listed& e : list)
        if (e.wait.distance == 0) add_edge(whole[e.from], whole[e.to], joined);
      std::vector<std::size_t> order;
      CHECK_NOTHROW(boost::topological_sort(joined, std::back_inserter(order)));
      order.clear();
      const DependenceGraph theirs(block.problem);
      CHECK_NOTHROW(boost::topological_sort(theirs, std::back_inserter(order)));
      CHECK(order.size() == n);
      plans.push_back(plan);
    });
    CHECK(plans[0].groups == plans[1].groups);
    CHECK(plans[0].groups == plans[2].groups);
  }
  CHECK(groups > 100);
}

TEST_CASE("dominators by Boost of what instructions wait for are ours") {
  std::mt19937 rng(19);
  for (int round = 0; round < 40; ++round) {
    const std::uint32_t n = 2 + static_cast<std::uint32_t>(rng() % 30);
    sched::Problem p;
    p.insts.resize(n);
    std::vector<std::pair<flow::Block, flow::Block>> edges;
    for (std::uint32_t v = 1; v < n; ++v)
      for (std::uint32_t k = 1 + static_cast<std::uint32_t>(rng() % 2); k > 0; --k)
        edges.emplace_back(static_cast<std::uint32_t>(rng() % v), v);
    for (const auto& [from, to] : edges) p.edges.push_back({from, to, 1, DependenceKind::order});
    const DependenceGraph g(p);
    std::vector<std::uint32_t> theirs(n, flow::no_block);
    boost::lengauer_tarjan_dominator_tree(
        g, 0U, boost::make_iterator_property_map(theirs.begin(), get(boost::vertex_index, g)));
    const flow::Dominators ours(flow::Cfg(n, edges));
    for (std::uint32_t v = 0; v < n; ++v) CHECK(theirs[v] == ours.immediate(v));
  }
}

TEST_CASE("what has no order and what is out of range is refused") {
  for (const Listed& back : {Listed{2, 0, {1, 0, DependenceKind::order}}, Listed{2, 2, {1, 0, DependenceKind::order}},
                             Listed{2, 1, {1, 0, DependenceKind::data}}}) {
    const auto made = make<Lists>(4, {{0, 1, {}}, {1, 2, {}}, {2, 3, {}}, back});
    const modulo::OfBoost loop(made.graph, maps_of(made.graph));
    CHECK(modulo::check_problem(loop.problem).has(modulo::ProblemFault::zero_cycle));
    CHECK(modulo::schedule(loop.problem).refusal()->why == modulo::Why::broken_problem);
    const sched::OfBoost region(made.graph, maps_of(made.graph));
    CHECK(sched::check_problem(region.problem).has(sched::ProblemFault::bad_edge));
    CHECK(sched::plan_problem(region.problem).refusal == sched::Refusal::broken_problem);
    const group::OfBoost block(made.graph, [](auto) { return std::optional(group::Identified{}); });
    CHECK(group::check_problem(block.problem).has(group::ProblemFault::bad_edge));
    CHECK(group::plan_problem(block.problem).refusal == group::Refusal::bad_problem);
  }
  const auto made = make<Vectors>(2, {{0, 1, {}}});
  const modulo::OfBoost late(made.graph, EdgeMaps(boost::static_property_map<std::int64_t>(std::int64_t{1} << 40)));
  CHECK(modulo::check_problem(late.problem).has(modulo::ProblemFault::bad_number));
  const modulo::OfBoost past(made.graph,
                             EdgeMaps(boost::static_property_map<int>(1), boost::static_property_map<int>(-1)));
  CHECK(modulo::check_problem(past.problem).has(modulo::ProblemFault::bad_number));
  const sched::OfBoost slow(made.graph, EdgeMaps(boost::static_property_map<double>(1e9)));
  CHECK(sched::check_problem(slow.problem).has(sched::ProblemFault::bad_number));
}

}  // namespace boost_graph_test
