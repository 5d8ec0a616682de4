// Intervals that our modulo scheduler finds for the loops of one block of a file of LLVM IR, at the place in LLVM's code
// generator where its own pipeliner stands, on the target's machine as LLVM's pipeliner counts it.
//
//   modulo_llvm FILE.ll TRIPLE CPU     a line a loop: FUNCTION RESMII RECMII II RECMII' II'
//
// II: with the latencies of what computes what a phi takes along. RECMII' and II': with one cycle for it, as LLVM reckons.
// Exit 1 when a schedule has a fault.
#include <cstdio>
#include <string>

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/scheduler.hpp>

#include "adapters/llvm_mir/loop_view.hpp"

namespace {

using namespace lathe;

struct Found {
  std::uint32_t res = 0, rec = 0, ii = 0;
  bool good = true;
};
Found schedule(llvm_mir::Program& program, llvm::MachineFunction& f, const llvm::MachineBasicBlock& block,
               llvm_mir::Carried carried) {
  const llvm_mir::LoopView view(llvm_mir::MemoryOracle(program, f), f, carried);
  const flow::ViewLiveness<llvm_mir::LoopView> lives(view);
  const auto number = lives.numbering().block_number(&block);
  const modulo::OfView<llvm_mir::LoopView, llvm_mir::LoopRegisters> loop(lives, number, llvm_mir::LoopRegisters(view));
  const modulo::Problem p = modulo::ingest(loop);
  const modulo::Result result = modulo::schedule(p, modulo::Options::lifted());
  const modulo::Schedule* const s = result.schedule();
  return {result.bounds.res_mii, result.bounds.rec_mii, s == nullptr ? 0 : s->ii,
          s == nullptr || modulo::check_schedule(p, *s).empty()};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "usage: modulo_llvm FILE.ll TRIPLE CPU\n"), 2;
  llvm_mir::LoadOptions options;
  options.triple = argv[2];
  options.cpu = argv[3];
  // In front of LLVM's pipeliner, which only Hexagon has in its pipeline unasked; elsewhere nothing stands between.
  options.stop_before = std::string(argv[2]).rfind("hexagon", 0) == 0 ? "pipeliner" : "phi-node-elimination";
  std::string error;
  const auto program = llvm_mir::load(argv[1], options, error);
  if (!program) return std::fprintf(stderr, "%s: %s\n", argv[1], error.c_str()), 1;
  bool good = true;
  for (llvm::MachineFunction* f : program->functions())
    for (const llvm::MachineBasicBlock& block : *f) {
      if (!block.isSuccessor(&block)) continue;
      const Found full = schedule(*program, *f, block, llvm_mir::Carried::in_full),
                  relaxed = schedule(*program, *f, block, llvm_mir::Carried::as_llvm);
      good = good && full.good && relaxed.good;
      std::printf("%s %u %u %u %u %u\n", f->getName().str().c_str(), full.res, full.rec, full.ii, relaxed.rec,
                  relaxed.ii);
    }
  return good ? 0 : 1;
}
