// To and from Boost.Graph: any of its graphs as control flow, and our Cfg as a graph for its algorithms.
//
//   flow::OfBoost source(graph, entry);                     // then flow::make_cfg(source), and all that takes it
//   boost::topological_sort(cfg, out);                      // cfg: a flow::Cfg; vertices are its blocks
//
// A Cfg is a VertexListGraph and a BidirectionalGraph whose vertices index themselves. The only header of this folder
// that needs Boost. Cost: O(vertices + edges) to number a graph, O(1) for each question of a Cfg.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/property_map.hpp>

#include <lathe/flow/cfg.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::flow {

/// A flow::ControlFlow of a Boost graph (VertexListGraph, IncidenceGraph) that outlives it. The entry is block 0, the
/// others follow in the order of the graph's vertices.
template <class G>
class OfBoost {
 public:
  using Vertex = typename boost::graph_traits<G>::vertex_descriptor;
  OfBoost(const G& graph, Vertex entry) : graph_(graph) {
    numbers_.add(entry);
    const auto all = vertices(graph);
    for (auto at = all.first; at != all.second; ++at) numbers_.add(*at);
  }
  std::uint32_t block_count() const { return numbers_.size(); }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    const auto out = out_edges(numbers_[b], graph_);
    for (auto at = out.first; at != out.second; ++at) f(Block{numbers_.find(target(*at, graph_))});
  }
  Vertex vertex(Block b) const { return numbers_[b]; }
  Block block(Vertex v) const { return numbers_.find(v); }

 private:
  const G& graph_;
  program::Handles<Vertex> numbers_;
};

/// An edge of a Cfg, for Boost.
struct CfgEdge {
  Block from = no_block, to = no_block;
  bool operator==(const CfgEdge&) const = default;
};
/// Edges out of a block, or into it.
class CfgEdgeIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = CfgEdge;
  using difference_type = std::ptrdiff_t;
  using pointer = const CfgEdge*;
  using reference = CfgEdge;
  CfgEdgeIterator() = default;
  CfgEdgeIterator(const Block* at, Block block, bool out) : at_(at), block_(block), out_(out) {}
  CfgEdge operator*() const { return out_ ? CfgEdge{block_, *at_} : CfgEdge{*at_, block_}; }
  CfgEdgeIterator& operator++() {
    ++at_;
    return *this;
  }
  CfgEdgeIterator operator++(int) {
    const CfgEdgeIterator old = *this;
    ++at_;
    return old;
  }
  bool operator==(const CfgEdgeIterator& o) const { return at_ == o.at_; }

 private:
  const Block* at_ = nullptr;
  Block block_ = no_block;
  bool out_ = true;
};

// What Boost's concepts ask for, found by the namespace of Cfg.
using CfgEdges = std::pair<CfgEdgeIterator, CfgEdgeIterator>;
inline std::size_t num_vertices(const Cfg& g) { return g.block_count(); }
inline std::pair<boost::counting_iterator<Block>, boost::counting_iterator<Block>> vertices(const Cfg& g) {
  return {boost::counting_iterator<Block>(0), boost::counting_iterator<Block>(g.block_count())};
}
inline CfgEdges out_edges(Block b, const Cfg& g) {
  const auto to = g.successors(b);
  return {{to.data(), b, true}, {to.data() + to.size(), b, true}};
}
inline CfgEdges in_edges(Block b, const Cfg& g) {
  const auto from = g.predecessors(b);
  return {{from.data(), b, false}, {from.data() + from.size(), b, false}};
}
inline std::size_t out_degree(Block b, const Cfg& g) { return g.successors(b).size(); }
inline std::size_t in_degree(Block b, const Cfg& g) { return g.predecessors(b).size(); }
inline std::size_t degree(Block b, const Cfg& g) { return out_degree(b, g) + in_degree(b, g); }
inline Block source(const CfgEdge& e, const Cfg&) { return e.from; }
inline Block target(const CfgEdge& e, const Cfg&) { return e.to; }
inline boost::typed_identity_property_map<Block> get(boost::vertex_index_t, const Cfg&) { return {}; }
inline Block get(boost::vertex_index_t, const Cfg&, Block b) { return b; }

}  // namespace lathe::flow

namespace boost {

template <>
struct graph_traits<lathe::flow::Cfg> {
  using vertex_descriptor = lathe::flow::Block;
  using edge_descriptor = lathe::flow::CfgEdge;
  using directed_category = bidirectional_tag;
  using edge_parallel_category = disallow_parallel_edge_tag;
  struct traversal_category : bidirectional_graph_tag, vertex_list_graph_tag {};
  using vertex_iterator = counting_iterator<vertex_descriptor>;
  using out_edge_iterator = lathe::flow::CfgEdgeIterator;
  using in_edge_iterator = lathe::flow::CfgEdgeIterator;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  static vertex_descriptor null_vertex() { return lathe::flow::no_block; }
};
template <>
struct property_map<lathe::flow::Cfg, vertex_index_t> {
  using type = typed_identity_property_map<lathe::flow::Block>;
  using const_type = type;
};

}  // namespace boost
