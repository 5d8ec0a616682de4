// Boost's graphs under our analyses, and our graphs under Boost's algorithms: both find the same.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/topological_sort.hpp>

#include <lathe/boost_graph.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/order.hpp>

namespace boost_graph_test {

using namespace lathe;
using Edges = std::vector<std::pair<flow::Block, flow::Block>>;

// All blocks can be reached from block 0: of others Boost's dominators make nothing that could be compared.
Edges random_edges(std::mt19937& rng, std::uint32_t blocks, bool forward) {
  Edges out;
  for (std::uint32_t b = 1; b < blocks; ++b) {
    out.emplace_back(static_cast<flow::Block>(rng() % b), b);
    for (std::uint32_t k = rng() % 3; k > 0; --k)
      out.emplace_back(forward ? static_cast<flow::Block>(rng() % b) : b,
                       forward ? b : static_cast<flow::Block>(rng() % blocks));
  }
  return out;
}

template <class G>
std::vector<typename boost::graph_traits<G>::vertex_descriptor> boost_dominators(
    const G& g, typename boost::graph_traits<G>::vertex_descriptor entry) {
  using Vertex = typename boost::graph_traits<G>::vertex_descriptor;
  std::vector<Vertex> out(num_vertices(g), boost::graph_traits<G>::null_vertex());
  boost::lengauer_tarjan_dominator_tree(g, entry,
                                        boost::make_iterator_property_map(out.begin(), get(boost::vertex_index, g)));
  return out;
}

TEST_CASE("dominators of Boost on a Cfg are ours") {
  std::mt19937 rng(3);
  std::size_t told = 0;
  for (std::uint32_t round = 0; round < 300; ++round) {
    const std::uint32_t blocks = 1 + rng() % 40;
    const flow::Cfg cfg(blocks, random_edges(rng, blocks, false));
    const flow::Dominators ours(cfg);
    const auto theirs = boost_dominators(cfg, 0U);
    for (flow::Block b = 0; b < blocks; ++b) {
      CHECK(theirs[b] == ours.immediate(b));  // no_block for the entry
      told += theirs[b] != flow::no_block;
    }
  }
  CHECK(told > 1000);
}

TEST_CASE("a Boost graph is control flow, whatever its vertices are") {
  std::mt19937 rng(5);
  for (std::uint32_t round = 0; round < 100; ++round) {
    const std::uint32_t blocks = 2 + rng() % 30, turn = rng() % blocks, entry = turn;
    Edges edges = random_edges(rng, blocks, false);
    for (auto& [from, to] : edges) {  // the entry is any vertex
      from = (from + turn) % blocks;
      to = (to + turn) % blocks;
    }
    boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS> g(blocks);
    boost::adjacency_list<boost::setS, boost::listS, boost::directedS> lists;  // vertices are pointers
    std::vector<decltype(add_vertex(lists))> vertex;
    for (std::uint32_t b = 0; b < blocks; ++b) vertex.push_back(add_vertex(lists));
    for (const auto& [from, to] : edges) {
      add_edge(from, to, g);
      add_edge(vertex[from], vertex[to], lists);
    }
    const flow::OfBoost numbers(g, entry);
    const flow::OfBoost pointers(lists, vertex[entry]);
    const flow::Dominators first(flow::make_cfg(numbers)), second(flow::make_cfg(pointers));
    const auto theirs = boost_dominators(g, entry);
    for (std::uint32_t v = 0; v < blocks; ++v) {
      const flow::Block a = first.immediate(numbers.block(v)), b = second.immediate(pointers.block(vertex[v]));
      const bool none = theirs[v] == boost::graph_traits<decltype(g)>::null_vertex();
      CHECK((a == flow::no_block) == none);
      CHECK((b == flow::no_block) == none);
      if (none || a == flow::no_block || b == flow::no_block) continue;
      CHECK(numbers.vertex(a) == theirs[v]);
      CHECK(pointers.vertex(b) == vertex[theirs[v]]);
    }
  }
}

TEST_CASE("a topological order by Boost, and ours, go forward along every edge") {
  std::mt19937 rng(7);
  for (std::uint32_t round = 0; round < 100; ++round) {
    const std::uint32_t blocks = 2 + rng() % 40;
    const flow::Cfg cfg(blocks, random_edges(rng, blocks, true));
    std::vector<flow::Block> theirs;
    boost::topological_sort(cfg, std::back_inserter(theirs));
    std::reverse(theirs.begin(), theirs.end());
    REQUIRE(theirs.size() == blocks);
    const flow::Order order = flow::reverse_post_order(cfg);
    for (const std::vector<flow::Block>* list : {&std::as_const(theirs), &order.blocks}) {
      std::vector<std::size_t> place(blocks, blocks);
      for (std::size_t i = 0; i < list->size(); ++i) place[(*list)[i]] = i;
      for (const flow::Block b : *list)
        for (const flow::Block s : cfg.successors(b)) CHECK(place[b] < place[s]);
    }
  }
}

}  // namespace boost_graph_test
