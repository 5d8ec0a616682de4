// The modulo scheduler and the pressure analysis inside LLVM 22: every loop of one block of a file of LLVM IR, compiled
// for four targets up to SSA form, with the target's own scheduling model.
//
//   example_llvm_modulo FILE.ll
#include <cstdio>
#include <string>

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/scheduler.hpp>
#include <lathe/pressure.hpp>

#include "adapters/llvm_mir/pressure.hpp"
#include "adapters/llvm_mir/schedule_view.hpp"

namespace {

using namespace lathe;

// The set of the function that comes nearest to its limit.
std::string tightest(llvm::MachineFunction& function) {
  llvm_mir::PressureFunction view(function);
  const auto ingested = pressure::ingest(view);
  const pressure::Report report = pressure::analyse(ingested.problem);
  std::uint32_t best = 0;
  for (std::uint32_t s = 1; s < report.sets; ++s)
    if (std::uint64_t{report.maxima[s].pressure} * ingested.problem.sets[best].limit >
        std::uint64_t{report.maxima[best].pressure} * ingested.problem.sets[s].limit)
      best = s;
  if (report.sets == 0) return "no registers";
  const auto& set = ingested.problem.sets[best];
  return set.name + " " + std::to_string(report.maxima[best].pressure) + " of " + std::to_string(set.limit);
}

bool schedule(const llvm_mir::Loop& loop, llvm::MachineFunction& function) {
  const modulo::Problem p = modulo::ingest(loop);
  const modulo::Result result = modulo::schedule(p, modulo::Options::lifted());
  std::printf("  %-14s %2u instructions %3zu edges  ResMII %u RecMII %u", function.getName().str().c_str(), p.size(),
              p.edges.size(), result.bounds.res_mii, result.bounds.rec_mii);
  const modulo::Schedule* s = result.schedule();
  if (s == nullptr) {
    std::printf("  %s\n", modulo::to_string(result.refusal()->why));
    return true;
  }
  const auto faults = modulo::check_schedule(p, *s);
  std::printf("  II %u in %u stages, %zu faults; %s\n%s", s->ii, s->stages(), faults.size(), tightest(function).c_str(),
              faults.str().c_str());
  return faults.empty();
}

}  // namespace

int main(int argc, char** argv) {
  static constexpr const char* targets[][2] = {{"x86_64-linux-gnu", "skylake-avx512"},
                                               {"aarch64-linux-gnu", "cortex-a55"},
                                               {"amdgcn-amd-amdhsa", "gfx90a"},
                                               {"nvptx64-nvidia-cuda", "sm_80"}};
  bool good = true;
  for (int i = 1; i < argc; ++i)
    for (const auto& [triple, cpu] : targets) {
      llvm_mir::LoadOptions options;
      options.triple = triple;
      options.cpu = cpu;
      options.stop_before = "phi-node-elimination";
      std::string error;
      const auto program = llvm_mir::load(argv[i], options, error);
      if (!program) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
      }
      std::printf("%s %s\n", triple, cpu);
      for (llvm::MachineFunction* f : program->functions()) {
        const llvm_mir::ScheduleView view(*program, *f);
        const llvm_mir::LoopRegisters registers(view);
        const flow::ViewLiveness<llvm_mir::ScheduleView> lives(view);
        for (std::uint32_t b = 0; b < lives.numbering().blocks(); ++b)
          if (const auto* const block = lives.numbering().block(b); block->isSuccessor(block))
            good &= schedule({lives, b, registers}, *f);
      }
    }
  return good ? 0 : 1;
}
