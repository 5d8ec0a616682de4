// To and from Boost.Graph: any of its graphs as control flow, as the body of a loop, as a region or as a block, and our
// graphs for its algorithms.
//
//   flow::OfBoost source(graph, entry);                     // then flow::make_cfg(source), and all that takes it
//   modulo::OfBoost loop(graph, maps);                      // then modulo::schedule(loop.problem)
//   sched::OfBoost region(graph, maps);                     // then sched::plan_problem(region.problem)
//   group::OfBoost block(graph, identify, maps);            // then group::plan_problem(block.problem)
//   boost::topological_sort(cfg, out);                      // cfg: a flow::Cfg; vertices are its blocks
//   DependenceGraph g(problem);                             // of modulo, sched or group; vertices are instructions
//   boost::maximum_cycle_ratio(g, get(boost::vertex_index, g), get(boost::edge_weight, g), get(boost::edge_weight2, g));
//
// Vertices of the user's graphs are instructions, edges what one waits for; what edges say, property maps say:
//
//   EdgeMaps maps(get(&Wait::latency, graph), get(&Wait::distance, graph), get(&Wait::kind, graph));
//
// A problem's names, units, reservations and limits are added to `problem`, by the numbers that `inst(vertex)` gives;
// (boost/graph/howard_cycle_ratio.hpp of Boost 1.74 wants adjacency_list.hpp before it.) `vertex(inst)` takes a plan back. The only header of the families that needs Boost, and only those graphs that it is
// given are copied: O(vertices + edges) to number one, a logarithm more where it must be put in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/property_map.hpp>

#include <lathe/flow/cfg.hpp>
#include <lathe/group/concepts.hpp>
#include <lathe/modulo/problem.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/sched/problem.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::flow {

/// A flow::ControlFlow of a Boost graph (VertexListGraph, IncidenceGraph) that outlives it. The entry is block 0, the
/// others follow in the order of the graph's vertices.
template <class G>
class OfBoost {
 public:
  using Vertex = typename boost::graph_traits<G>::vertex_descriptor;  ///< as the graph names vertices
  /// Numbers the vertices, the entry first, others in the graph's order. The graph outlives it. O(vertices).
  OfBoost(const G& graph, Vertex entry) : graph_(graph) {
    numbers_.add(entry);
    const auto all = vertices(graph);
    for (auto at = all.first; at != all.second; ++at) numbers_.add(*at);
  }
  std::uint32_t block_count() const { return numbers_.size(); }
  /// f(block) for each edge out of the vertex, in the graph's order.
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    const auto out = out_edges(numbers_[b], graph_);
    for (auto at = out.first; at != out.second; ++at) f(Block{numbers_.find(target(*at, graph_))});
  }
  Vertex vertex(Block b) const { return numbers_[b]; }      ///< the vertex of a block's number
  Block block(Vertex v) const { return numbers_.find(v); }  ///< the number of a vertex; none for what was no vertex

 private:
  const G& graph_;
  program::Handles<Vertex> numbers_;
};

/// An edge of a Cfg, for Boost.
struct CfgEdge {
  Block from = no_block, to = no_block;  ///< the edge leads from one to the other; no_block: no edge
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
  /// `at`: among the block's successors (`out`) or predecessors. Ends with the Cfg.
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
/// An iterator over the edges of a block.
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

namespace lathe {

/// What the edges of a Boost graph say, by property maps (or whatever else `get(map, edge)` takes): how many cycles the
/// target waits for, of how many iterations before (0 or more; 0: the same), and why. Data that is carried is a value.
template <class Latency, class Distance = boost::static_property_map<std::uint32_t>,
          class Kind = boost::static_property_map<flow::DependenceKind>>
struct EdgeMaps {
  /// Property maps by edge: cycles, iterations, what kind of dependence it is. They are copied.
  explicit EdgeMaps(Latency l, Distance d = Distance(0), Kind k = Kind(flow::DependenceKind::data))
      : latency(l), distance(d), kind(k) {}
  Latency latency;
  Distance distance;
  Kind kind;
};

namespace detail {
using ids::none;

/// The edges of a graph whose vertices are numbered. Numbers out of a problem's limits stay out of them.
template <class G, class Maps>
std::vector<modulo::Edge> numbered_edges(const G& graph,
                                         const program::Handles<typename boost::graph_traits<G>::vertex_descriptor>& of,
                                         const Maps& maps) {
  constexpr std::int64_t far = modulo::Limits::distance + 1, long_time = std::int64_t{sched::limits::latency} + 1;
  std::vector<modulo::Edge> out;
  for (std::uint32_t v = 0; v < of.size(); ++v) {
    const auto edges = out_edges(of[v], graph);
    for (auto at = edges.first; at != edges.second; ++at) {
      const auto latency = static_cast<std::int64_t>(get(maps.latency, *at));
      const auto distance = static_cast<std::int64_t>(get(maps.distance, *at));
      out.push_back(
          {v, of.find(target(*at, graph)), static_cast<std::int32_t>(std::clamp(latency, -long_time, long_time)),
           static_cast<std::uint32_t>(distance < 0 ? far : std::min(distance, far)), get(maps.kind, *at), none});
    }
  }
  return out;
}

template <class G>
program::Handles<typename boost::graph_traits<G>::vertex_descriptor> numbered_vertices(const G& graph) {
  program::Handles<typename boost::graph_traits<G>::vertex_descriptor> out;
  const auto all = vertices(graph);
  for (auto at = all.first; at != all.second; ++at) out.add(*at);
  return out;
}

/// The vertices so that edges of distance 0 go forward, and no later than need be in the graph's order; those on a
/// cycle, and behind one, come last. `edges` are renumbered with them. O((vertices + edges) log vertices).
template <class Vertex>
program::Handles<Vertex> put_in_order(const program::Handles<Vertex>& before, std::vector<modulo::Edge>& edges) {
  const std::uint32_t n = before.size();
  std::vector<std::uint32_t> waits(n, 0), place(n, none);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const modulo::Edge& e : edges)
    if (e.distance == 0) {
      ++waits[e.to];
      pairs.emplace_back(e.from, e.to);
    }
  const Csr<std::uint32_t> rows(n, pairs);
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t v = 0; v < n; ++v)
    if (waits[v] == 0) ready.push(v);
  program::Handles<Vertex> out;
  while (!ready.empty()) {
    const std::uint32_t v = ready.top();
    ready.pop();
    place[v] = out.add(before[v]);
    for (const std::uint32_t to : rows[v])
      if (--waits[to] == 0) ready.push(to);
  }
  for (std::uint32_t v = 0; v < n; ++v)
    if (place[v] == none) place[v] = out.add(before[v]);
  for (modulo::Edge& e : edges) e.from = place[e.from], e.to = place[e.to];
  return out;
}

/// Vertices and their numbers, of a graph that need not outlive it.
template <class G>
class BoostVertices {
 public:
  using Vertex = typename boost::graph_traits<G>::vertex_descriptor;
  Vertex vertex(std::uint32_t inst) const { return numbers_[inst]; }
  /// `none` for what was no vertex of the graph.
  std::uint32_t inst(Vertex v) const { return numbers_.find(v); }

 protected:
  explicit BoostVertices(program::Handles<Vertex> numbers) : numbers_(std::move(numbers)) {}
  program::Handles<Vertex> numbers_;
};

}  // namespace detail

namespace modulo {

/// The body of a loop, of a Boost graph (VertexListGraph, IncidenceGraph): an instruction per vertex in the graph's
/// order, an edge per edge, a register per vertex from which data edges go. An instruction's own latency is that of the
/// longest of these. A cycle of distance 0 with a latency above 0 and numbers out of Limits: check_problem finds them,
/// and schedule refuses.
template <class G>
class OfBoost : public lathe::detail::BoostVertices<G> {
 public:
  /// Reads the graph whole: `maps` are EdgeMaps, or have their members. O(vertices + edges); the graph is not kept.
  template <class Maps>
  OfBoost(const G& graph, const Maps& maps) : lathe::detail::BoostVertices<G>(lathe::detail::numbered_vertices(graph)) {
    problem.insts.resize(this->numbers_.size());
    problem.edges = lathe::detail::numbered_edges(graph, this->numbers_, maps);
    problem.sets.push_back({"registers", 0, 0, {}});
    std::vector<std::uint32_t> value(problem.size(), none);
    for (Edge& e : problem.edges) {
      if (e.kind != DependenceKind::data) continue;
      const auto latency = static_cast<std::uint32_t>(std::max(e.latency, 0));
      std::uint32_t& longest = problem.insts[e.from].latency;
      longest = value[e.from] == none ? latency : std::max(longest, latency);
      if (value[e.from] == none) {
        value[e.from] = static_cast<std::uint32_t>(problem.values.size());
        problem.values.push_back({e.from, 0, 1, false});
      }
      e.value = value[e.from];
    }
  }
  Problem problem;
};
template <class G, class Maps>
OfBoost(const G&, const Maps&) -> OfBoost<G>;

}  // namespace modulo

namespace sched {

/// One iteration of a Boost graph (VertexListGraph, IncidenceGraph) as a region: instructions in the graph's order as
/// far as edges of distance 0 allow, a register per vertex from which data edges go, live out where a later iteration
/// reads it. Edges of other distances bind nothing else; negative latencies are 0. Of a cycle of distance 0
/// check_problem finds that an edge does not go forward, and schedule refuses.
template <class G>
class OfBoost : public lathe::detail::BoostVertices<G> {
 public:
  /// Reads the graph whole: `maps` are EdgeMaps, or have their members. O(vertices + edges); the graph is not kept.
  template <class Maps>
  OfBoost(const G& graph, const Maps& maps) : lathe::detail::BoostVertices<G>(lathe::detail::numbered_vertices(graph)) {
    std::vector<modulo::Edge> edges = lathe::detail::numbered_edges(graph, this->numbers_, maps);
    this->numbers_ = lathe::detail::put_in_order(this->numbers_, edges);
    problem.insts.resize(this->numbers_.size());
    problem.sets.push_back({"registers", 0, 0, {}});
    problem.classes.push_back({"registers", {{0, 1}}});
    values(edges);
    for (const modulo::Edge& e : edges) {
      const std::uint32_t cycles = waits(e);
      if (e.distance != 0) continue;
      if (e.kind == DependenceKind::data && e.from < e.to) problem.uses.push_back({e.to, value_[e.from]});
      if (e.kind != DependenceKind::data || e.from >= e.to || cycles > problem.insts[e.from].latency)
        problem.edges.push_back({e.from, e.to, cycles, e.kind});
    }
    std::sort(problem.uses.begin(), problem.uses.end());
    problem.uses.erase(std::unique(problem.uses.begin(), problem.uses.end()), problem.uses.end());
  }
  Problem problem;

 private:
  static std::uint32_t waits(const modulo::Edge& e) { return static_cast<std::uint32_t>(std::max(e.latency, 0)); }
  /// The latency of an instruction is that to the first of its readers; who waits longer has an edge.
  void values(const std::vector<modulo::Edge>& edges) {
    value_.assign(problem.size(), none);
    std::vector<std::uint32_t> least(problem.size(), none);
    for (const modulo::Edge& e : edges) {
      if (e.kind != DependenceKind::data) continue;
      if (value_[e.from] == none) {
        value_[e.from] = static_cast<std::uint32_t>(problem.values.size());
        problem.values.push_back({0, 1, e.from, false});
      }
      if (e.distance != 0)
        problem.values[value_[e.from]].live_out = true;
      else
        least[e.from] = std::min(least[e.from], waits(e));
    }
    for (std::uint32_t i = 0; i < problem.size(); ++i)
      if (least[i] != none) problem.insts[i].latency = least[i];
  }
  std::vector<std::uint32_t> value_;  // of each instruction
};
template <class G, class Maps>
OfBoost(const G&, const Maps&) -> OfBoost<G>;

}  // namespace sched

namespace group {

/// A Boost graph (VertexListGraph, IncidenceGraph) as one block: instructions in the graph's order as far as edges of
/// distance 0 allow, edges of other distances left out. `identify(vertex)`: optional<Identified>. One kind, as of
/// groupers that name none; others are put into `problem.kinds`. Of a cycle check_problem finds that an edge does not
/// go forward, and plan refuses.
template <class G>
class OfBoost : public lathe::detail::BoostVertices<G> {
 public:
  /// All edges of latency 0, distance 0 and kind data: the graph's order is what matters.
  template <class Identify>
  OfBoost(const G& graph, Identify&& identify)
      : OfBoost(graph, identify, EdgeMaps(boost::static_property_map<std::int32_t>(0))) {}
  /// With `maps`, which are EdgeMaps or have their members. O(vertices + edges); the graph is not kept.
  template <class Identify, class Maps>
  OfBoost(const G& graph, Identify&& identify, const Maps& maps)
      : lathe::detail::BoostVertices<G>(lathe::detail::numbered_vertices(graph)) {
    std::vector<modulo::Edge> edges = lathe::detail::numbered_edges(graph, this->numbers_, maps);
    this->numbers_ = lathe::detail::put_in_order(this->numbers_, edges);
    problem.kinds.emplace_back();
    problem.blocks.push_back({0, this->numbers_.size()});
    for (std::uint32_t i = 0; i < this->numbers_.size(); ++i)
      if (const std::optional<Identified> found = identify(this->numbers_[i]))
        problem.candidates.push_back({i, found->kind, found->key, found->order, found->size, found->align});
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const modulo::Edge& e : edges)
      if (e.distance == 0) pairs.emplace_back(e.from, e.to);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [from, to] : pairs) problem.edges.push_back({from, to});
  }
  Problem problem;
};
template <class G, class... More>
OfBoost(const G&, More&&...) -> OfBoost<G>;

}  // namespace group

/// An edge of a DependenceGraph, for Boost: what it says, and where it stands among those of its problem.
struct DependenceEdge {
  std::uint32_t from = ids::none, to = ids::none;  ///< numbers of instructions: `to` waits for `from`
  std::int32_t latency = 0;                        ///< cycles between the issues of both; may be negative in loops
  std::uint32_t distance = 0;                      ///< iterations between both; 0 outside of loops
  flow::DependenceKind kind = flow::DependenceKind::order;
  std::uint32_t number = ids::none;  ///< among the edges of its problem, from 0 on
  bool operator==(const DependenceEdge& o) const { return number == o.number; }
};

/// What the instructions of a problem wait for, as a graph of Boost's: BidirectionalGraph, VertexListGraph and
/// EdgeListGraph. Vertices are the numbers of instructions; edge_weight is an edge's latency, edge_weight2 its
/// distance, edge_index its number among the problem's edges (sched's data edges come behind those, in the order of
/// `uses`). The problem, without faults, need not outlive it. O(instructions + edges) to make.
class DependenceGraph {
 public:
  /// Of a loop: its edges as they stand.
  explicit DependenceGraph(const modulo::Problem& p) {
    for (const modulo::Edge& e : p.edges) add(e.from, e.to, e.latency, e.distance, e.kind);
    finish(p.size());
  }
  /// Of a region: its edges, then one for each use of a value that an instruction of the region defines.
  explicit DependenceGraph(const sched::Problem& p) {
    for (const sched::Edge& e : p.edges) add(e.from, e.to, static_cast<std::int32_t>(e.latency), 0, e.kind);
    for (const sched::Use& u : p.uses)
      if (const std::uint32_t def = p.values[u.value].def; def != ids::none)
        add(def, u.inst, static_cast<std::int32_t>(p.insts[def].latency), 0, flow::DependenceKind::data);
    finish(p.size());
  }
  /// Of a grouper's problem: its edges, of latency and distance 0.
  explicit DependenceGraph(const group::Problem& p) {
    for (const group::Edge& e : p.edges) add(e.from, e.to, 0, 0, flow::DependenceKind::order);
    finish(p.insts());
  }
  std::uint32_t size() const { return out_.rows(); }
  const std::vector<DependenceEdge>& edges() const { return edges_; }
  /// Edges to those that wait for the instruction.
  std::span<const DependenceEdge> out(std::uint32_t inst) const { return out_[inst]; }
  /// Edges from those that it waits for.
  std::span<const DependenceEdge> in(std::uint32_t inst) const { return in_[inst]; }

 private:
  void add(std::uint32_t from, std::uint32_t to, std::int32_t latency, std::uint32_t distance,
           flow::DependenceKind kind) {
    edges_.push_back({from, to, latency, distance, kind, static_cast<std::uint32_t>(edges_.size())});
  }
  void finish(std::uint32_t insts) {
    std::vector<std::pair<std::uint32_t, DependenceEdge>> rows;
    rows.reserve(edges_.size());
    for (const DependenceEdge& e : edges_) rows.emplace_back(e.from, e);
    out_ = Csr<DependenceEdge>(insts, rows);
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k].first = edges_[k].to;
    in_ = Csr<DependenceEdge>(insts, rows);
  }
  std::vector<DependenceEdge> edges_;
  Csr<DependenceEdge> out_, in_;
};

/// One figure of an edge as a property map. 64 bits, for Boost's Howard takes absolute values.
template <auto Member>
struct DependenceFigure {
  using key_type = DependenceEdge;
  using value_type = std::int64_t;
  using reference = value_type;
  using category = boost::readable_property_map_tag;  ///< It can be read, and not written.
  value_type operator[](const DependenceEdge& e) const { return e.*Member; }
  friend value_type get(const DependenceFigure& map, const DependenceEdge& e) { return map[e]; }
};
/// Cycles of each edge, as a property map.
using DependenceLatency = DependenceFigure<&DependenceEdge::latency>;
/// Iterations of each edge, as a property map.
using DependenceDistance = DependenceFigure<&DependenceEdge::distance>;
/// The number of each edge, as a property map.
using DependenceNumber = DependenceFigure<&DependenceEdge::number>;

// What Boost's concepts ask for, found by the namespace of DependenceGraph.
/// An iterator over the edges of an instruction.
using DependenceEdges = std::pair<const DependenceEdge*, const DependenceEdge*>;
inline std::size_t num_vertices(const DependenceGraph& g) { return g.size(); }
inline std::size_t num_edges(const DependenceGraph& g) { return g.edges().size(); }
inline std::pair<boost::counting_iterator<std::uint32_t>, boost::counting_iterator<std::uint32_t>> vertices(
    const DependenceGraph& g) {
  return {boost::counting_iterator<std::uint32_t>(0), boost::counting_iterator<std::uint32_t>(g.size())};
}
inline DependenceEdges edges(const DependenceGraph& g) {
  return {g.edges().data(), g.edges().data() + g.edges().size()};
}
inline DependenceEdges out_edges(std::uint32_t inst, const DependenceGraph& g) {
  return {g.out(inst).data(), g.out(inst).data() + g.out(inst).size()};
}
inline DependenceEdges in_edges(std::uint32_t inst, const DependenceGraph& g) {
  return {g.in(inst).data(), g.in(inst).data() + g.in(inst).size()};
}
inline std::size_t out_degree(std::uint32_t inst, const DependenceGraph& g) { return g.out(inst).size(); }
inline std::size_t in_degree(std::uint32_t inst, const DependenceGraph& g) { return g.in(inst).size(); }
inline std::size_t degree(std::uint32_t inst, const DependenceGraph& g) {
  return out_degree(inst, g) + in_degree(inst, g);
}
inline std::uint32_t source(const DependenceEdge& e, const DependenceGraph&) { return e.from; }
inline std::uint32_t target(const DependenceEdge& e, const DependenceGraph&) { return e.to; }
inline boost::typed_identity_property_map<std::uint32_t> get(boost::vertex_index_t, const DependenceGraph&) {
  return {};
}
inline std::uint32_t get(boost::vertex_index_t, const DependenceGraph&, std::uint32_t inst) { return inst; }
inline DependenceLatency get(boost::edge_weight_t, const DependenceGraph&) { return {}; }
inline DependenceDistance get(boost::edge_weight2_t, const DependenceGraph&) { return {}; }
inline DependenceNumber get(boost::edge_index_t, const DependenceGraph&) { return {}; }

}  // namespace lathe

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

template <>
struct graph_traits<lathe::DependenceGraph> {
  using vertex_descriptor = std::uint32_t;
  using edge_descriptor = lathe::DependenceEdge;
  using directed_category = bidirectional_tag;
  using edge_parallel_category = allow_parallel_edge_tag;
  struct traversal_category : bidirectional_graph_tag, vertex_list_graph_tag, edge_list_graph_tag {};
  using vertex_iterator = counting_iterator<vertex_descriptor>;
  using edge_iterator = const lathe::DependenceEdge*;
  using out_edge_iterator = edge_iterator;
  using in_edge_iterator = edge_iterator;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  static vertex_descriptor null_vertex() { return lathe::ids::none; }
};
template <>
struct property_map<lathe::DependenceGraph, vertex_index_t> {
  using type = typed_identity_property_map<std::uint32_t>;
  using const_type = type;
};
template <>
struct property_map<lathe::DependenceGraph, edge_weight_t> {
  using type = lathe::DependenceLatency;
  using const_type = type;
};
template <>
struct property_map<lathe::DependenceGraph, edge_weight2_t> {
  using type = lathe::DependenceDistance;
  using const_type = type;
};
template <>
struct property_map<lathe::DependenceGraph, edge_index_t> {
  using type = lathe::DependenceNumber;
  using const_type = type;
};

}  // namespace boost
