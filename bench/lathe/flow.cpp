// Analyses of control flow over doubling graphs, beside LLVM 22's and Boost's on the same graphs.
//
//   bench_flow                growth to 2^20 blocks; time/edge; checkers included
//   bench_flow --against N    medians of N paired runs (9) on graphs of five shapes: ours, LLVM's or Boost's, and their ratio
//
// LLVM's templates run on a block type of their own here, with the numbers that they index by (DomTreeBase,
// LoopInfoBase, ReversePostOrderTraversal), so that both sides see the same edges in the same order. Times are CPU
// times.
#include <benchmark/benchmark.h>
#include <llvm/ADT/GraphTraits.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Support/GenericDomTree.h>
#include <llvm/Support/GenericDomTreeConstruction.h>
#include <llvm/Support/GenericLoopInfo.h>
#include <llvm/Support/GenericLoopInfoImpl.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <string>

#include <boost/graph/dominator_tree.hpp>

#include <lathe/boost_graph.hpp>
#include <lathe/flow.hpp>
#include <lathe/flow/check.hpp>

#include "bench/lathe/flow_graphs.hpp"

// ---- the same graph as LLVM sees it

namespace peer {

struct Function;
struct Node {
  unsigned number = 0;
  Function* parent = nullptr;
  std::vector<Node*> successors, predecessors;
  Function* getParent() const { return parent; }
  unsigned getNumber() const { return number; }
  void printAsOperand(llvm::raw_ostream& out, bool = false) const { out << number; }
};
class Loop : public llvm::LoopBase<Node, Loop> {
 public:
  explicit Loop(Node* header) : LoopBase(header) {}
};
struct Function {
  std::vector<Node> nodes;
  explicit Function(const lathe::flow::Cfg& cfg) : nodes(cfg.block_count()) {
    for (unsigned b = 0; b < nodes.size(); ++b) {
      nodes[b].number = b;
      nodes[b].parent = this;
      for (const unsigned s : cfg.successors(b)) nodes[b].successors.push_back(&nodes[s]);
      for (const unsigned p : cfg.predecessors(b)) nodes[b].predecessors.push_back(&nodes[p]);
    }
  }
  Node& front() { return nodes.front(); }
  // The same for ours.
  unsigned block_count() const { return static_cast<unsigned>(nodes.size()); }
  void for_each_successor(unsigned b, auto&& f) const {
    for (const Node* s : nodes[b].successors) f(s->number);
  }
};

}  // namespace peer

namespace llvm {
template <>
struct GraphTraits<peer::Node*> {
  using NodeRef = peer::Node*;
  using ChildIteratorType = std::vector<peer::Node*>::iterator;
  static NodeRef getEntryNode(NodeRef n) { return n; }
  static ChildIteratorType child_begin(NodeRef n) { return n->successors.begin(); }
  static ChildIteratorType child_end(NodeRef n) { return n->successors.end(); }
  static unsigned getNumber(const peer::Node* n) { return n->number; }
};
template <>
struct GraphTraits<Inverse<peer::Node*>> {
  using NodeRef = peer::Node*;
  using ChildIteratorType = std::vector<peer::Node*>::iterator;
  static NodeRef getEntryNode(Inverse<peer::Node*> n) { return n.Graph; }
  static ChildIteratorType child_begin(NodeRef n) { return n->predecessors.begin(); }
  static ChildIteratorType child_end(NodeRef n) { return n->predecessors.end(); }
  static unsigned getNumber(const peer::Node* n) { return n->number; }
};
template <>
struct GraphTraits<const peer::Node*> : GraphTraits<peer::Node*> {
  using NodeRef = const peer::Node*;
};
template <>
struct GraphTraits<peer::Function*> : GraphTraits<peer::Node*> {
  struct nodes_iterator {
    using iterator_category = std::forward_iterator_tag;
    using value_type = peer::Node*;
    using difference_type = std::ptrdiff_t;
    using pointer = peer::Node**;
    using reference = peer::Node*;
    peer::Node* at;
    peer::Node* operator*() const { return at; }
    nodes_iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator==(const nodes_iterator&) const = default;
  };
  static NodeRef getEntryNode(peer::Function* f) { return &f->front(); }
  static nodes_iterator nodes_begin(peer::Function* f) { return {f->nodes.data()}; }
  static nodes_iterator nodes_end(peer::Function* f) { return {f->nodes.data() + f->nodes.size()}; }
  static unsigned size(peer::Function* f) { return static_cast<unsigned>(f->nodes.size()); }
  static unsigned getMaxNumber(const peer::Function* f) { return static_cast<unsigned>(f->nodes.size()); }
  static unsigned getNumberEpoch(const peer::Function*) { return 0; }
};
template <>
struct GraphTraits<const peer::Function*> : GraphTraits<peer::Function*> {};
template <>
struct GraphTraits<const DomTreeNodeBase<peer::Node>*> {
  using NodeRef = const DomTreeNodeBase<peer::Node>*;
  using ChildIteratorType = DomTreeNodeBase<peer::Node>::const_iterator;
  static NodeRef getEntryNode(NodeRef n) { return n; }
  static ChildIteratorType child_begin(NodeRef n) { return n->begin(); }
  static ChildIteratorType child_end(NodeRef n) { return n->end(); }
};
}  // namespace llvm

namespace {

using namespace lathe::flow;
using Tree = llvm::DomTreeBase<peer::Node>;
using PostTree = llvm::PostDomTreeBase<peer::Node>;
using LoopInfo = llvm::LoopInfoBase<peer::Node, peer::Loop>;

// ---- growth

void set_up(benchmark::State& state, const Cfg& cfg) {
  state.SetComplexityN(cfg.edge_count());
  state.counters["time/edge"] =
      benchmark::Counter(cfg.edge_count(), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
template <class F>
void grow(benchmark::State& state, bench::Shape shape, F&& f) {
  const Cfg cfg = bench::make_graph(shape, static_cast<std::uint32_t>(state.range(0)), 7);
  const Order order = reverse_post_order(cfg);
  const Dominators dominators(cfg);
  const Loops loops = find_loops(cfg, dominators, order);
  for (auto _ : state) f(cfg, order, dominators, loops);
  set_up(state, cfg);
}
void order_growth(benchmark::State& state, bench::Shape shape) {
  grow(state, shape, [](const Cfg& cfg, const Order&, const Dominators&, const Loops&) {
    benchmark::DoNotOptimize(reverse_post_order(cfg).blocks.data());
  });
}
void dominator_growth(benchmark::State& state, bench::Shape shape) {
  grow(state, shape, [](const Cfg& cfg, const Order&, const Dominators&, const Loops&) {
    benchmark::DoNotOptimize(Dominators(cfg).blocks().data());
  });
}
// Boost's of the same Cfg (boost_graph.hpp), into the same array.
std::vector<Block> boost_dominators(const Cfg& cfg) {
  std::vector<Block> out(cfg.block_count(), no_block);
  boost::lengauer_tarjan_dominator_tree(cfg, Block{0},
                                        boost::make_iterator_property_map(out.begin(), get(boost::vertex_index, cfg)));
  return out;
}
void dominator_growth_boost(benchmark::State& state, bench::Shape shape) {
  grow(state, shape, [](const Cfg& cfg, const Order&, const Dominators& dominators, const Loops&) {
    const std::vector<Block> theirs = boost_dominators(cfg);
    if (theirs.back() != dominators.immediate(cfg.block_count() - 1)) std::abort();
  });
}
void certificate_growth(benchmark::State& state, bench::Shape shape) {
  grow(state, shape, [](const Cfg& cfg, const Order&, const Dominators& dominators, const Loops&) {
    if (!check_dominators(cfg, dominators).empty()) std::abort();
  });
}
void post_dominator_growth(benchmark::State& state, bench::Shape shape) {
  grow(state, shape, [](const Cfg& cfg, const Order& order, const Dominators&, const Loops&) {
    benchmark::DoNotOptimize(PostDominators(cfg, order).exits().data());
  });
}
void loop_growth(benchmark::State& state, bench::Shape shape) {
  grow(state, shape, [](const Cfg& cfg, const Order& order, const Dominators& dominators, const Loops&) {
    benchmark::DoNotOptimize(find_loops(cfg, dominators, order).loops.data());
  });
}
void frequency_growth(benchmark::State& state, bench::Shape shape) {
  grow(state, shape, [](const Cfg& cfg, const Order& order, const Dominators&, const Loops& loops) {
    const auto probability = edge_probabilities(cfg, loops, order);
    benchmark::DoNotOptimize(frequencies(cfg, loops, order, probability).block.data());
  });
}

// ---- paired runs

double now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
template <class F>
double seconds(F&& f) {
  const double start = now();
  f();
  return now() - start;
}
double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}
template <class Ours, class Theirs>
void compare(const char* what, const char* shape, std::uint32_t edges, unsigned runs, Ours&& ours, Theirs&& theirs,
             const char* whose = "LLVM") {
  std::vector<double> a, b;
  for (unsigned r = 0; r < runs; ++r) {
    a.push_back(seconds(ours));
    b.push_back(seconds(theirs));
  }
  std::printf("%-16s %-10s %8u edges  ours %9.3f ms  %-5s %9.3f ms  %6.2f times\n", what, shape, edges, median(a) * 1e3,
              whose, median(b) * 1e3, median(b) / median(a));
  std::fflush(stdout);
}

int against(unsigned runs) {
  int wrong = 0;
  for (const std::uint32_t blocks : {100U, 10'000U, 1'000'000U})
    for (std::uint32_t s = 0; s < bench::shape_names.size(); ++s) {
      const auto shape = static_cast<bench::Shape>(s);
      const char* const name = bench::shape_names[s];
      const Cfg cfg = bench::make_graph(shape, blocks, 3);
      peer::Function f(cfg);
      // Small graphs many times over.
      const unsigned times = std::max(1U, 20'000U / blocks);
      const auto repeat = [&](auto&& once) {
        return [=] {
          for (unsigned i = 0; i < times; ++i) once();
        };
      };
      const Order order = reverse_post_order(cfg);
      // From LLVM's blocks, which is what a user of LLVM pays (the order needs no Cfg); the next rows have the Cfg already.
      compare("order of blocks", name, cfg.edge_count(), runs,
              repeat([&] { benchmark::DoNotOptimize(reverse_post_order(f).blocks.data()); }), repeat([&] {
                llvm::ReversePostOrderTraversal<peer::Function*> rpo(&f);
                benchmark::DoNotOptimize(*rpo.begin());
              }));
      compare("Cfg, dominators", name, cfg.edge_count(), runs,
              repeat([&] { benchmark::DoNotOptimize(Dominators(make_cfg(f)).blocks().data()); }), repeat([&] {
                Tree tree;
                tree.recalculate(f);
                benchmark::DoNotOptimize(tree.getRoot());
              }));
      std::vector<double> making;
      for (unsigned r = 0; r < runs; ++r)
        making.push_back(seconds(repeat([&] { benchmark::DoNotOptimize(make_cfg(f).edge_count()); })) / times);
      std::printf("%-16s %-10s %8u edges  ours %9.3f ms  %6.2f ns an edge\n", "Cfg", name, cfg.edge_count(),
                  median(making) * 1e3, median(making) * 1e9 / cfg.edge_count());
      compare("order", name, cfg.edge_count(), runs,
              repeat([&] { benchmark::DoNotOptimize(reverse_post_order(cfg).blocks.data()); }), repeat([&] {
                llvm::ReversePostOrderTraversal<peer::Function*> rpo(&f);
                benchmark::DoNotOptimize(*rpo.begin());
              }));
      compare("dominators", name, cfg.edge_count(), runs,
              repeat([&] { benchmark::DoNotOptimize(Dominators(cfg).blocks().data()); }), repeat([&] {
                Tree tree;
                tree.recalculate(f);
                benchmark::DoNotOptimize(tree.getRoot());
              }));
      compare("dominators", name, cfg.edge_count(), runs,
              repeat([&] { benchmark::DoNotOptimize(Dominators(cfg).blocks().data()); }),
              repeat([&] { benchmark::DoNotOptimize(boost_dominators(cfg).data()); }), "Boost");
      // LLVM's search for exits of the ladder, which never ends, takes the square of its size.
      if (shape != bench::Shape::ladder || blocks <= 1000)
        compare("post-dominators", name, cfg.edge_count(), runs,
                repeat([&] { benchmark::DoNotOptimize(PostDominators(cfg, order).exits().data()); }), repeat([&] {
                  PostTree tree;
                  tree.recalculate(f);
                  benchmark::DoNotOptimize(tree.getRootNode());
                }));
      // The same trees, the same loops?
      const Dominators dominators(cfg);
      Tree tree;
      tree.recalculate(f);
      compare("loops", name, cfg.edge_count(), runs,
              repeat([&] { benchmark::DoNotOptimize(find_loops(cfg, dominators, order).loops.data()); }), repeat([&] {
                LoopInfo info;
                info.analyze(tree);
                benchmark::DoNotOptimize(info.getLoopDepth(&f.nodes[0]));
              }));
      LoopInfo info;
      info.analyze(tree);
      const Loops loops = find_loops(cfg, dominators, order);
      for (Block b = 0; b < cfg.block_count(); ++b) wrong += info.getLoopDepth(&f.nodes[b]) != loops.depth(b);
      const std::vector<Block> boosts = boost_dominators(cfg);
      for (Block b = 0; b < cfg.block_count(); ++b) {
        wrong += boosts[b] != dominators.immediate(b);
        const auto* const node = tree.getNode(&f.nodes[b]);
        const Block theirs =
            node == nullptr || node->getIDom() == nullptr ? no_block : node->getIDom()->getBlock()->number;
        wrong += theirs != dominators.immediate(b);
      }
    }
  std::printf("%d immediate dominators or loop depths differ\n", wrong);
  return wrong == 0 ? 0 : 1;
}

#define LATHE_FLOW_BENCH(function, shape)                 \
  BENCHMARK_CAPTURE(function, shape, bench::Shape::shape) \
      ->RangeMultiplier(4)                                \
      ->Range(1 << 12, 1 << 20)                           \
      ->Complexity(benchmark::oN)                         \
      ->Unit(benchmark::kMillisecond)
LATHE_FLOW_BENCH(order_growth, structured);
LATHE_FLOW_BENCH(order_growth, random);
LATHE_FLOW_BENCH(dominator_growth, structured);
LATHE_FLOW_BENCH(dominator_growth, random);
LATHE_FLOW_BENCH(dominator_growth, ladder);
LATHE_FLOW_BENCH(dominator_growth_boost, structured);
LATHE_FLOW_BENCH(dominator_growth_boost, random);
LATHE_FLOW_BENCH(dominator_growth_boost, ladder);
LATHE_FLOW_BENCH(certificate_growth, structured);
LATHE_FLOW_BENCH(certificate_growth, random);
LATHE_FLOW_BENCH(post_dominator_growth, structured);
LATHE_FLOW_BENCH(loop_growth, structured);
LATHE_FLOW_BENCH(loop_growth, random);
LATHE_FLOW_BENCH(frequency_growth, structured);

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--against") == 0)
    return against(argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 9);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
