// Analyses of control flow on the machine functions of files of LLVM IR, ours beside LLVM 22's, each from LLVM's blocks:
// what making the Cfg costs is in ours, but for the order, which needs none.
//
//   flow_llvm RUNS TRIPLE CPU FILE.ll ...     a line a row: NAME EDGES OURS LLVM, CPU nanoseconds, medians of RUNS paired runs
//
// Of a row each run does all functions, as often as takes ten milliseconds. Exit 1 when a tree or a loop is another.
// Under callgrind each side of a row is done once more, into a dump by the name "ours NAME" or "llvm NAME", and the figures are 0.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/CodeGen/MachineDominators.h>
#include <llvm/CodeGen/MachineLoopInfo.h>
#include <llvm/CodeGen/MachinePostDominators.h>

#include <lathe/flow.hpp>

#include "adapters/llvm_mir/blocks.hpp"
#include "adapters/llvm_mir/load.hpp"
#include "bench/adapters/measured.hpp"

namespace {

using namespace lathe;
using bench::median, bench::now;

using llvm_mir::Blocks;
using Functions = std::vector<llvm::MachineFunction*>;

template <class F>
double spent(const Functions& functions, unsigned times, F&& one) {
  const double start = now();
  for (unsigned k = 0; k < times; ++k)
    for (llvm::MachineFunction* f : functions) one(*f);
  return (now() - start) / times;
}
volatile std::uintptr_t sink;
template <class F>
void counted(const std::string& name, const Functions& functions, F&& one) {
  spent(functions, 1, one);  // what is linked when it is first called is no part of it
  bench::counted(name, [&] { spent(functions, 1, one); });
}

template <class Ours, class Theirs>
void row(const char* name, std::uint64_t edges, const Functions& functions, unsigned runs, Ours&& ours,
         Theirs&& theirs) {
  if (RUNNING_ON_VALGRIND) {
    counted(std::string("ours ") + name, functions, ours);
    counted(std::string("llvm ") + name, functions, theirs);
    std::printf("%s %llu 0 0\n", name, static_cast<unsigned long long>(edges));
    return;
  }
  constexpr double least = 1e7;
  const auto times = static_cast<unsigned>(1 + least / std::max(1.0, spent(functions, 1, ours)));
  std::vector<double> a, b;
  for (unsigned r = 0; r < runs; ++r) {
    a.push_back(spent(functions, times, ours));
    b.push_back(spent(functions, times, theirs));
  }
  std::printf("%s %llu %.0f %.0f\n", name, static_cast<unsigned long long>(edges), median(a), median(b));
}

bool same(llvm::MachineFunction& f) {
  const flow::Cfg cfg = flow::make_cfg(Blocks{f});
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Dominators dominators(cfg);
  const flow::Loops loops = flow::find_loops(cfg, dominators, order);
  llvm::MachineDominatorTree tree(f);
  llvm::MachineLoopInfo info(tree);
  for (const llvm::MachineBasicBlock& b : f) {
    const auto number = static_cast<std::uint32_t>(b.getNumber());
    const auto* const node = tree.getNode(&b);
    const flow::Block above = node == nullptr || node->getIDom() == nullptr
                                  ? flow::no_block
                                  : static_cast<flow::Block>(node->getIDom()->getBlock()->getNumber());
    if (above != dominators.immediate(number) || info.getLoopDepth(&b) != loops.depth(number)) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return std::fprintf(stderr, "usage: flow_llvm RUNS TRIPLE CPU FILE.ll ...\n"), 2;
  const auto runs = static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10));
  llvm_mir::LoadOptions options;
  options.triple = argv[2];
  options.cpu = argv[3];
  options.stop_before = "phi-node-elimination";
  std::vector<std::unique_ptr<llvm_mir::Program>> programs;
  Functions functions;
  std::uint64_t edges = 0;
  bool good = true;
  for (int k = 4; k < argc; ++k) {
    std::string error;
    auto program = llvm_mir::load(argv[k], options, error);
    if (!program) return std::fprintf(stderr, "%s: %s\n", argv[k], error.c_str()), 1;
    for (llvm::MachineFunction* f : program->functions()) {
      f->RenumberBlocks();
      functions.push_back(f);
      edges += flow::make_cfg(Blocks{*f}).edge_count();
      good = good && same(*f);
    }
    programs.push_back(std::move(program));
  }
  using F = llvm::MachineFunction;
  const auto cfg = [](F& f) { return flow::make_cfg(Blocks{f}); };
  const auto keep = [](const auto* p) { sink = reinterpret_cast<std::uintptr_t>(p); };
  row("Cfg", edges, functions, runs, [&](F& f) { keep(cfg(f).successors(0).data()); }, [&](F&) {});
  row(
      "order", edges, functions, runs, [&](F& f) { keep(flow::reverse_post_order(Blocks{f}).blocks.data()); },
      [&](F& f) { keep(*llvm::ReversePostOrderTraversal<F*>(&f).begin()); });
  row(
      "dominators", edges, functions, runs, [&](F& f) { keep(flow::Dominators(cfg(f)).blocks().data()); },
      [&](F& f) { keep(llvm::MachineDominatorTree(f).getRoot()); });
  row(
      "post-dominators", edges, functions, runs,
      [&](F& f) {
        const flow::Cfg c = cfg(f);
        keep(flow::PostDominators(c, flow::reverse_post_order(c)).exits().data());
      },
      [&](F& f) {
        llvm::MachinePostDominatorTree tree;
        tree.recalculate(f);
        keep(tree.getRootNode());
      });
  row(
      "dominators+loops", edges, functions, runs,
      [&](F& f) {
        const flow::Cfg c = cfg(f);
        const flow::Order order = flow::reverse_post_order(c);
        keep(flow::find_loops(c, flow::Dominators(c), order).loops.data());
      },
      [&](F& f) {
        llvm::MachineDominatorTree tree(f);
        llvm::MachineLoopInfo info(tree);
        keep(info.getTopLevelLoopsVector().data());
      });
  return good ? 0 : 1;
}
